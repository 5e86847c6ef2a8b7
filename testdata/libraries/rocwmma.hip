// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocWMMA: products of fragments of each type, size and layout, loads that warps share, and transposed
// fragments, against the host. The numbers are small integers, so every sum is exact.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

#include <rocwmma/rocwmma.hpp>
#include <rocwmma/rocwmma_coop.hpp>
#include <rocwmma/rocwmma_transforms.hpp>

using namespace rocwmma;

static int failures;

#define OK(call)                                                                                   \
  do {                                                                                             \
    if (hipError_t e = (call))                                                                     \
      printf("line %d: %s\n", __LINE__, hipGetErrorString(e)), failures++;                         \
  } while (0)

// Device memory with numbers.
template <class T> struct Memory {
  T *at = nullptr;
  std::vector<T> host;
  Memory(int n, int seed) : host(n) {
    for (int i = 0; i < n; i++) host[i] = T(float(((i + seed) * 7 + i / 13) % 11 - 5));
    OK(hipMalloc((void **)&at, n * sizeof(T)));
    OK(hipMemcpy(at, host.data(), n * sizeof(T), hipMemcpyHostToDevice));
  }
  ~Memory() { (void)hipFree(at); }
  void fetch() { OK(hipMemcpy(host.data(), at, host.size() * sizeof(T), hipMemcpyDeviceToHost)); }
};

template <class Layout> int place(int row, int column, int rows, int columns) {
  return std::is_same_v<Layout, row_major> ? row * columns + column : column * rows + row;
}

template <int M, int N, int K, class In, class Out, class LA, class LB>
__global__ void product(const In *a, const In *b, const Out *c, Out *d, int lda, int ldb) {
  fragment<matrix_a, M, N, K, In, LA> fa;
  fragment<matrix_b, M, N, K, In, LB> fb;
  fragment<accumulator, M, N, K, Out> fc;
  load_matrix_sync(fa, a, lda);
  load_matrix_sync(fb, b, ldb);
  load_matrix_sync(fc, c, N, mem_row_major);
  mma_sync(fc, fa, fb, fc);
  for (int i = 0; i < fc.num_elements; i++) fc.x[i] = fc.x[i] * Out(2);
  store_matrix_sync(d, fc, M, mem_col_major);
}

template <int M, int N, int K, class In, class Out, class LA, class LB>
void products(const char *what) {
  Memory<In> a(M * K, 0), b(K * N, 3);
  Memory<Out> c(M * N, 5), d(M * N, 0);
  bool rows = std::is_same_v<LA, row_major>, columns = std::is_same_v<LB, col_major>;
  hipDeviceProp_t p;
  OK(hipGetDeviceProperties(&p, 0));
  product<M, N, K, In, Out, LA, LB>
      <<<1, p.warpSize>>>(a.at, b.at, c.at, d.at, rows ? K : M, columns ? K : N);
  d.fetch();
  int wrong = 0;
  for (int m = 0; m < M; m++)
    for (int n = 0; n < N; n++) {
      float sum = float(c.host[m * N + n]);
      for (int k = 0; k < K; k++)
        sum += float(a.host[place<LA>(m, k, M, K)]) * float(b.host[place<LB>(k, n, K, N)]);
      float got = float(d.host[n * M + m]);
      if (got != 2 * sum && !wrong++)
        printf("%s: [%d][%d] is %g, not %g\n", what, m, n, got, 2 * sum);
    }
  failures += wrong;
}
#define PRODUCTS(...) products<__VA_ARGS__>(#__VA_ARGS__)

// Four warps load A (64 x 16) and the transposed B into shared memory together; each multiplies 16 rows.
__global__ void shared(const float16_t *a, const float16_t *b, float *d) {
  constexpr int M = 64, N = 16, K = 16;
  using BlockA = fragment<matrix_a, M, N, K, float16_t, row_major>;
  using BlockB = fragment<matrix_b, M, N, K, float16_t, row_major>;
  using Stored = ApplyDataLayout_t<ApplyTranspose_t<BlockB>, row_major>;
  __shared__ float16_t tile[(M + N) * K];
  int warp = threadIdx.x / Constants::AMDGCN_WAVE_SIZE;
  BlockA fa;
  BlockB fb;
  load_matrix_coop_sync<4>(fa, a, K, warp);
  load_matrix_coop_sync(fb, b, N, warp, 4);
  store_matrix_coop_sync<4>(tile, fa, K, warp);
  Stored stored = applyDataLayout<row_major, 4>(applyTranspose(fb));
  store_matrix_coop_sync(tile + M * K, stored, K, warp, 4);
  synchronize_workgroup();
  fragment<matrix_a, 16, N, K, float16_t, row_major> rows;
  ApplyTranspose_t<fragment<matrix_b, 16, N, K, float16_t, col_major>> columns;
  fragment<accumulator, 16, N, K, float, row_major> sum;
  fill_fragment(sum, 1.0f);
  using Place = GetDataLayout_t<decltype(rows)>;
  load_matrix_sync(rows, tile + Place::fromMatrixCoord(make_coord2d(16 * warp, 0), K), K);
  load_matrix_sync(columns, tile + M * K, K);
  mma_sync(sum, rows, applyTranspose(columns), sum);
  store_matrix_sync(d + 16 * warp * N, sum, N);
}

// A lane reads what another has stored: store_matrix_sync is synchronous.
__global__ void stored(float *d) {
  fragment<accumulator, 16, 16, 16, float, row_major> f;
  for (int i = 0; i < f.num_elements; i++) f.x[i] = float(threadIdx.x * 8 + i);
  store_matrix_sync(d, f, 16);
  for (int i = threadIdx.x; i < 256; i += Constants::AMDGCN_WAVE_SIZE) d[256 + i] = d[255 - i];
}

int main() {
  PRODUCTS(16, 16, 16, float16_t, float, row_major, col_major);
  PRODUCTS(32, 32, 8, hfloat16_t, float, col_major, row_major);
  PRODUCTS(16, 16, 16, bfloat16_t, float, row_major, row_major);
  PRODUCTS(16, 16, 16, float16_t, float16_t, col_major, col_major);
  PRODUCTS(16, 16, 32, int8_t, int32_t, row_major, col_major);
  PRODUCTS(16, 16, 8, int8_t, int32_t, col_major, row_major);
  PRODUCTS(16, 16, 4, float, float, row_major, col_major);
  PRODUCTS(32, 32, 2, float, float, row_major, row_major);
  PRODUCTS(16, 16, 4, double, double, col_major, row_major);
  PRODUCTS(16, 16, 8, xfloat32_t, float, row_major, col_major);
  PRODUCTS(16, 16, 16, float8_t, float, row_major, col_major);

  Memory<float16_t> a(64 * 16, 1), b(16 * 16, 2);
  Memory<float> d(64 * 16, 0);
  hipDeviceProp_t p;
  OK(hipGetDeviceProperties(&p, 0));
  shared<<<1, 4 * p.warpSize>>>(a.at, b.at, d.at);
  d.fetch();
  for (int m = 0; m < 64; m++)
    for (int n = 0; n < 16; n++) {
      float sum = 1;
      for (int k = 0; k < 16; k++) sum += float(a.host[m * 16 + k]) * float(b.host[k * 16 + n]);
      if (d.host[m * 16 + n] != sum && failures++ < 20)
        printf("shared: [%d][%d] is %g, not %g\n", m, n, d.host[m * 16 + n], sum);
    }
  Memory<float> e(512, 0);
  stored<<<1, p.warpSize>>>(e.at);
  e.fetch();
  for (int i = 0; i < 256; i++)
    if (e.host[256 + i] != e.host[255 - i] && failures++ < 20)
      printf("stored: [%d] is %g, not %g\n", i, e.host[256 + i], e.host[255 - i]);
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}

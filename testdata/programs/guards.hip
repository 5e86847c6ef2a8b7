// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Conditions on the work-item's ID plus a number, of all kinds, and with sums that wrap around;
// branches that lead past barriers, and divisions of the ID plus a number.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <limits>
#include <type_traits>

constexpr int threads = 100, rows = 3;

template <typename T, int Op> __host__ __device__ bool holds(T base, T bound, unsigned x) {
  using U = std::make_unsigned_t<T>;
  T i = T(U(base) + U(x));
  switch (Op) {
  case 0:
    return i < bound;
  case 1:
    return i >= bound;
  case 2:
    return bound < i;
  case 3:
    return i == bound;
  case 4:
    return i != bound;
  default:
    return i <= bound;
  }
}

// The rows of a block have different bases. All work-items do something before the branch.
template <typename T, int Op> __global__ void mark(int *out, int *before, T base, T bound) {
  unsigned x = threadIdx.x, y = threadIdx.y, at = (blockIdx.x * rows + y) * threads + x;
  before[at] = x;
  if (holds<T, Op>(T(std::make_unsigned_t<T>(base) + y), bound, x)) out[at] += 1 + x;
}

template <typename T, int Op> __global__ void leave(int *out, T base, T bound) {
  unsigned x = threadIdx.x, y = threadIdx.y;
  if (!holds<T, Op>(base, T(std::make_unsigned_t<T>(bound) + y), x)) return;
  out[(blockIdx.x * rows + y) * threads + x] += 1 + x;
}

template <typename T, int Op> static void test(const char *name) {
  using U = std::make_unsigned_t<T>;
  const T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  Device<int> d(threads * rows), before(threads * rows);
  for (U base : {U(0), U(7), U(-30), U(least), U(most), U(most - 40), U(U(most) + 5 - 60)})
    for (U bound : {U(0), U(1), U(5), U(64), U(99), U(100), U(200), U(-7), U(-90), U(least),
                    U(least + 20), U(most), U(most - 10), U(base), U(base + 50)})
      for (bool early : {false, true}) {
        CHECK(hipMemset(d.p, 0, threads * rows * sizeof(int)));
        if (early)
          leave<T, Op><<<1, dim3(threads, rows)>>>(d.p, T(base), T(bound));
        else
          mark<T, Op><<<1, dim3(threads, rows)>>>(d.p, before.p, T(base), T(bound));
        auto got = d.host();
        for (int y = 0; y < rows; y++)
          for (int x = 0; x < threads; x++) {
            bool in = early ? holds<T, Op>(T(base), T(bound + U(y)), x)
                            : holds<T, Op>(T(base + U(y)), T(bound), x);
            int want = in ? 1 + x : 0;
            if (got[y * threads + x] != want && ++failures <= 20)
              std::printf("%s, %d: base %lld, bound %lld, (%d, %d): %d, not %d\n", name, Op,
                          (long long)base, (long long)bound, x, y, got[y * threads + x], want);
          }
      }
}

template <typename T> static void testAll(const char *name) {
  test<T, 0>(name);
  test<T, 1>(name);
  test<T, 2>(name);
  test<T, 3>(name);
  test<T, 4>(name);
  test<T, 5>(name);
}

// Conditions on the row, too.
__global__ void inside(int *out, unsigned base, int width, int height, const int *last) {
  int x = int(base + threadIdx.x), y = threadIdx.y;
  if (x > 9 && x <= width && y < height && y * 3 != *last)
    out[y * threads + threadIdx.x] += 1 + threadIdx.x;
}

__global__ void outside(int *out, unsigned base, int width, int height, const int *last) {
  int x = int(base + threadIdx.x), y = threadIdx.y;
  if (x < 9 - height || x >= width || y >= height || y * 3 == height) return;
  out[y * threads + threadIdx.x] += 1 + threadIdx.x + (*last & 0);
}

static void testRows() {
  Device<int> d(threads * rows), last(std::vector<int>{3});
  for (unsigned base : {0u, 7u, 0x7ffffff0u, 0x80000000u, 0xfffffff0u})
    for (int width : {-5, 0, 40, 99, 100, 0x7fffffff})
      for (int height : {-1, 0, 1, 2, 3, 9})
        for (bool early : {false, true}) {
          CHECK(hipMemset(d.p, 0, threads * rows * sizeof(int)));
          if (early)
            outside<<<1, dim3(threads, rows)>>>(d.p, base, width, height, last.p);
          else
            inside<<<1, dim3(threads, rows)>>>(d.p, base, width, height, last.p);
          auto got = d.host();
          for (int y = 0; y < rows; y++)
            for (int x = 0; x < threads; x++) {
              int i = int(base + x);
              bool in = early ? i >= 9 - height && i < width : i > 9 && i <= width;
              in = in && y < height && y * 3 != (early ? height : 3);
              int want = in ? 1 + x : 0;
              if (got[y * threads + x] != want && ++failures <= 20)
                std::printf("rows: base %u, %d x %d, (%d, %d): %d, not %d\n", base, width, height,
                            x, y, got[y * threads + x], want);
            }
        }
}

// A tree: half of the work-items are left in each round.
__global__ void tree(const int *in, int *out) {
  __shared__ int s[128];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  for (unsigned d = blockDim.x / 2; d > 0; d /= 2) {
    __syncthreads();
    if (t < d) s[t] += s[t + d];
  }
  if (t == 0) *out = s[0];
}

// A tree whose rounds are nested: the work-items that leave come to the barrier of the next tree.
template <unsigned D> __device__ void rounds(int *s, int *out) {
  __syncthreads();
  if (threadIdx.x < D) {
    s[threadIdx.x] += s[threadIdx.x + D];
    if constexpr (D > 1)
      rounds<D / 2>(s, out);
    else
      *out = s[0];
  }
}

__global__ void nested(const int *in, int *out) {
  __shared__ int s[128], t[128];
  s[threadIdx.x] = in[threadIdx.x];
  t[threadIdx.x] = 3 * in[threadIdx.x];
  rounds<64>(s, out);
  rounds<64>(t, out + 1);
}

// Some return early; the first warp adds what the warps have added.
__global__ void byWarps(const int *in, int *out, int n) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t >= n) return;
  int v = in[t];
  for (int d = 16; d > 0; d /= 2) v += __shfl_xor(v, d);
  if (t % 32 == 0) s[t / 32] = v;
  __syncthreads();
  if (t < 32) {
    v = t < n / 32 ? s[t] : 0;
    for (int d = 16; d > 0; d /= 2) v += __shfl_down(v, d);
    if (t == 0) *out = v;
  }
}

static void testTrees() {
  std::vector<int> in(128);
  int all = 0, some = 0;
  for (int i = 0; i < 128; i++) {
    in[i] = i * i;
    all += in[i];
    some += i < 96 ? in[i] : 0;
  }
  Device<int> d(in), out(2);
  tree<<<1, 128>>>(d.p, out.p);
  EXPECT(out.host()[0] == all);
  nested<<<1, 128>>>(d.p, out.p);
  auto two = out.host();
  EXPECT(two[0] == all && two[1] == 3 * all);
  byWarps<<<1, 128>>>(d.p, out.p, 96);
  EXPECT(out.host()[0] == some);
}

// Rows and columns of a flat index, which may wrap around.
template <typename T> __global__ void divide(T *out, T base, T width, T height) {
  using U = std::make_unsigned_t<T>;
  T i = T(U(base) + (blockIdx.x * blockDim.x + threadIdx.x));
  T row = i / width, column = i % width, third = row % height;
  out[blockIdx.x * blockDim.x + threadIdx.x] = T(U(row) * 7919 + U(column) * 31 + U(third));
}

template <typename T> static void testDivisions(const char *name) {
  using U = std::make_unsigned_t<T>;
  const T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  constexpr int n = 300;
  Device<T> d(n);
  for (T base : {T(0), T(-100), least, T(most - 150)})
    for (T width : {T(1), T(3), T(64), T(100), T(-7), T(1000), most, least})
      for (T height : {T(2), T(-5)}) {
        if (width == 0) continue;
        divide<T><<<3, n / 3>>>(d.p, base, width, height);
        auto got = d.host();
        for (int k = 0; k < n; k++) {
          T i = T(U(base) + unsigned(k)), row = i / width;
          T want = T(U(row) * 7919 + U(i % width) * 31 + U(row % height));
          if (got[k] != want && ++failures <= 20)
            std::printf("%s: work-item %d, base %lld, width %lld: %lld, not %lld\n", name, k,
                        (long long)base, (long long)width, (long long)got[k], (long long)want);
        }
      }
}

// Neighbours in y have neighbouring elements, so that the innermost loop runs along y in some blocks: a guard, a border, a
// division, and in shared memory a loop with a barrier that all work-items of a block leave.
template <typename T> __global__ void columns(T *out, T base, T n, T m, T by, const int *times) {
  __shared__ T tile[64][33];
  T i = blockIdx.x * blockDim.x + threadIdx.x, j = base + T(blockIdx.y * blockDim.y + threadIdx.y);
  T *at = out + threadIdx.z * n * m + i * m;
  if (i < n && j < m && j >= 0)
    at[j] = (j > 0 && j < m - 1 ? 5 : 7) + 100 * (j / by) + 10000 * (j % by);
  tile[threadIdx.x][threadIdx.y] = i * 3 + j;
  for (int k = 0; k < times[blockIdx.x]; k++) {
    __syncthreads();
    if (threadIdx.z == 0) tile[threadIdx.x][threadIdx.y] += k;
  }
  __syncthreads();
  if (i < n && j < m && j >= 0) at[j] += tile[threadIdx.x][threadIdx.y] * 1000000;
}

template <typename T> static void testColumns() {
  const T n = 70, m = 75, by = 9;
  Device<int> times(std::vector<int>(70, 2));
  for (dim3 block :
       {dim3(8, 16), dim3(8, 16, 2), dim3(3, 33), dim3(1, 32, 3), dim3(64, 1), dim3(16, 8)})
    for (T base : {T(0), T(-5)}) {
      Device<T> out(std::vector<T>(n * m * block.z, -1));
      columns<T><<<dim3((n + block.x - 1) / block.x, (m + 5 + block.y - 1) / block.y), block>>>(
          out.p, base, n, m, by, times.p);
      auto got = out.host();
      int wrong = 0;
      for (T z = 0; z < T(block.z); z++)
        for (T i = 0; i < n; i++)
          for (T j = 0; j < m; j++) {
            T want = (j > 0 && j < m - 1 ? 5 : 7) + 100 * (j / by) + 10000 * (j % by) +
                     (i * 3 + j + 1) * 1000000;
            wrong += got[(z * n + i) * m + j] != want;
          }
      if (wrong && ++failures)
        std::printf("blocks of %u x %u x %u, base %lld: %d wrong\n", block.x, block.y, block.z,
                    (long long)base, wrong);
    }
}

// The distance of elements is known to the launch only, and may be 1. Indices of the first work-items wrap around.
template <typename T> struct Strides {
  T *p;
  T x, y;
};
template <typename T> __global__ void strided(Strides<T> out, T base, T n, T s, T offset) {
  T i = base + T(blockIdx.x * blockDim.x + threadIdx.x), j = threadIdx.y;
  if (T(i - base) >= n) return;
  out.p[T(i * out.x + j * out.y + offset)] += i * s + j;
}

template <typename T> static void testStrides() {
  const T n = 90, base = T(-5);
  for (T x : {1, 2, 7})
    for (T s : {1, 3})
      for (dim3 block : {dim3(32, 3), dim3(16, 2), dim3(5, 17)}) {
        std::vector<T> want(n * x * block.y, -1);
        Device<T> out(want);
        strided<T><<<dim3((n + block.x - 1) / block.x), block>>>({out.p, x, T(n * x)}, base, n, s,
                                                                 T(5 * x));
        auto got = out.host();
        for (T i = 0; i < n; i++)
          for (T j = 0; j < T(block.y); j++) want[i * x + j * n * x] += T(i + base) * s + j;
        if (got != want && ++failures)
          std::printf("blocks of %u x %u, distance %d, factor %d: wrong\n", block.x, block.y,
                      int(x), int(s));
      }
}

int main() {
  testStrides<int>();
  testStrides<unsigned>();
  testStrides<long long>();
  testStrides<unsigned long long>();
  testAll<int>("int");
  testAll<unsigned>("unsigned");
  testAll<long long>("long");
  testAll<unsigned long long>("unsigned long");
  testRows();
  testTrees();
  testColumns<int>();
  testColumns<long long>();
  testDivisions<int>("int");
  testDivisions<unsigned>("unsigned");
  testDivisions<long long>("long");
  testDivisions<unsigned long long>("unsigned long");
  return done();
}

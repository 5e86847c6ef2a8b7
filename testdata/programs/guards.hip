// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Conditions on the work-item's ID plus a number, of all kinds, and with sums that wrap around.
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

// The rows of a block have different bases.
template <typename T, int Op> __global__ void mark(int *out, T base, T bound) {
  unsigned x = threadIdx.x, y = threadIdx.y;
  if (holds<T, Op>(T(std::make_unsigned_t<T>(base) + y), bound, x))
    out[(blockIdx.x * rows + y) * threads + x] += 1 + x;
}

template <typename T, int Op> __global__ void leave(int *out, T base, T bound) {
  unsigned x = threadIdx.x, y = threadIdx.y;
  if (!holds<T, Op>(base, T(std::make_unsigned_t<T>(bound) + y), x)) return;
  out[(blockIdx.x * rows + y) * threads + x] += 1 + x;
}

template <typename T, int Op> static void test(const char *name) {
  using U = std::make_unsigned_t<T>;
  const T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  Device<int> d(threads * rows);
  for (U base : {U(0), U(7), U(-30), U(least), U(most), U(most - 40), U(U(most) + 5 - 60)})
    for (U bound : {U(0), U(1), U(5), U(64), U(99), U(100), U(200), U(-7), U(-90), U(least),
                    U(least + 20), U(most), U(most - 10), U(base), U(base + 50)})
      for (bool early : {false, true}) {
        CHECK(hipMemset(d.p, 0, threads * rows * sizeof(int)));
        if (early)
          leave<T, Op><<<1, dim3(threads, rows)>>>(d.p, T(base), T(bound));
        else
          mark<T, Op><<<1, dim3(threads, rows)>>>(d.p, T(base), T(bound));
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
  if (x < width && y < height && y * 3 != *last) out[y * threads + threadIdx.x] += 1 + threadIdx.x;
}

__global__ void outside(int *out, unsigned base, int width, int height, const int *last) {
  int x = int(base + threadIdx.x), y = threadIdx.y;
  if (x >= width || y >= height || y * 3 == height) return;
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
              bool in = int(base + x) < width && y < height && y * 3 != (early ? height : 3);
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

int main() {
  testAll<int>("int");
  testAll<unsigned>("unsigned");
  testAll<long long>("long");
  testAll<unsigned long long>("unsigned long");
  testRows();
  std::vector<int> in(128);
  int want = 0;
  for (int i = 0; i < 128; i++) want += in[i] = i * i;
  Device<int> d(in), out(1);
  tree<<<1, 128>>>(d.p, out.p);
  if (out.host()[0] != want) std::printf("tree: %d, not %d\n", out.host()[0], want), failures++;
  return done();
}

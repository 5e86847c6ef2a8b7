// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// __int128 in device code, in structures that kernels take, as parameters and template arguments
// of kernels and variables, which have other names on SPIR-V, and in a function that nothing calls.

#include <vector>

#include <hip/hip_runtime.h>

#include <cstddef>

#include "check.h"

struct Wide {
  int a;
  __uint128_t b;
  char c;
  __int128 d;
  char e;
};

__device__ inline __uint128_t uncalled(__uint128_t x, int bits) {
  const __uint128_t mask = (__uint128_t{1} << bits) - 1;
  return x & mask;
}

__host__ __device__ Wide work(Wide w) {
  const __int128 by = 1000003;
  w.b = w.b * 3 + static_cast<__uint128_t>(w.a);
  w.d = (w.d << 7) / by - static_cast<__int128>(w.c);
  w.e = w.d < 0 ? 1 : 2;
  __uint128_t sum;
  w.a += __builtin_add_overflow(w.b, ~w.b + (w.a & 1), &sum);
  w.b ^= sum;
  __int128 difference;
  w.a += __builtin_sub_overflow(w.d, w.d << 38, &difference) * 2;
  w.d ^= difference;
  // With and without overflow, by the words of both.
  __uint128_t uproduct;
  w.a += __builtin_mul_overflow(w.b >> (w.a & 127), w.b >> 50, &uproduct) * 4;
  w.b ^= uproduct;
  __int128 product;
  w.a += __builtin_mul_overflow(w.d >> (w.a & 127), w.d >> 40, &product) * 8;
  w.d ^= product;
  return w;
}

__global__ void run(Wide *w, Wide one, size_t *layout) {
  int i = threadIdx.x;
  w[i] = work(w[i]);
  if (i == 0) {
    w[0] = work(one);
    layout[0] = sizeof(Wide);
    layout[1] = offsetof(Wide, d);
    layout[2] = alignof(__int128_t);
  }
}

// The mangled names of later parameters refer to earlier ones.
__global__ void sum(int64_t *out, int a, __int128 b, char c, __uint128_t d, Wide *w, Wide v,
                    __int128 e) {
  __int128 all = a + b + c + static_cast<__int128>(d) + v.d + e;
  out[0] = static_cast<int64_t>(all >> 64);
  out[1] = static_cast<int64_t>(all) + (w != nullptr);
}
template <typename T> __global__ void half(int64_t *out, T x, const T *y, T z) {
  T r = (x - z) / 2;
  out[0] = static_cast<int64_t>(r >> 64);
  out[1] = static_cast<int64_t>(r) + (y != nullptr);
}

// Overloads whose mangled names differ only in which earlier type they refer to, and variables.
__global__ void which(int *out, Wide, __int128, Wide *, __int128 *) { *out = 1; }
__global__ void which(int *out, Wide, __int128, __int128 *, Wide *) { *out = 2; }
__global__ void which(int *out, Wide, __int128, __int128 *, __int128 *) { *out = 3; }
template <typename T> __device__ T variable = 41;
__global__ void read(int *out) {
  *out = static_cast<int>(variable<__int128> + variable<__uint128_t> * 1000);
}

static void overloads() {
  Device<int> out(1);
  __int128 *p = nullptr;
  Wide w = {}, *q = nullptr;
  which<<<1, 1>>>(out.p, w, 0, q, p);
  EXPECT(out.host()[0] == 1);
  which<<<1, 1>>>(out.p, w, 0, p, q);
  EXPECT(out.host()[0] == 2);
  which<<<1, 1>>>(out.p, w, 0, p, p);
  EXPECT(out.host()[0] == 3);
  __int128 five = 5;
  CHECK(hipMemcpyToSymbol(HIP_SYMBOL(variable<__int128>), &five, sizeof five));
  read<<<1, 1>>>(out.p);
  EXPECT(out.host()[0] == 41005);
}

static void parameters() {
  const __int128 big = static_cast<__int128>(-5) << 70;
  const __uint128_t top = ~static_cast<__uint128_t>(0) - 41;
  Wide wide = {1, 2, 'c', big * 3, 4};
  Device<int64_t> out(2);
  auto expect = [&](__int128 want) {
    CHECK(hipGetLastError());
    auto got = out.host();
    EXPECT(got[0] == static_cast<int64_t>(want >> 64) && got[1] == static_cast<int64_t>(want));
  };
  sum<<<1, 1>>>(out.p, 7, big, 'x', top, nullptr, wide, big + 1);
  expect(7 + big + 'x' + static_cast<__int128>(top) + wide.d + big + 1);
  half<<<1, 1>>>(out.p, big, static_cast<const __int128 *>(nullptr), static_cast<__int128>(9));
  expect((big - 9) / 2);
  half<<<1, 1>>>(out.p, top, static_cast<const __uint128_t *>(nullptr), __uint128_t{9});
  expect(static_cast<__int128>((top - 9) / 2));
}

int main() {
  const int n = 64;
  Wide h[n], got[n], *d;
  for (int i = 0; i < n; i++) {
    h[i] = Wide{i, (static_cast<__uint128_t>(i) << 100) + 7, static_cast<char>(i),
                -(static_cast<__int128>(i) << 90) + i, 0};
  }
  size_t *layout, of_device[3];
  CHECK(hipMalloc(&d, sizeof(h)));
  CHECK(hipMalloc(&layout, sizeof(of_device)));
  CHECK(hipMemcpy(d, h, sizeof(h), hipMemcpyHostToDevice));
  Wide one = h[5];
  run<<<1, n>>>(d, one, layout);
  CHECK(hipMemcpy(got, d, sizeof(h), hipMemcpyDeviceToHost));
  CHECK(hipMemcpy(of_device, layout, sizeof(of_device), hipMemcpyDeviceToHost));
  EXPECT(of_device[0] == sizeof(Wide) && of_device[1] == offsetof(Wide, d) &&
         of_device[2] == alignof(__int128_t));
  for (int i = 0; i < n; i++) {
    Wide want = work(i == 0 ? one : h[i]);
    EXPECT(got[i].a == want.a && got[i].b == want.b && got[i].c == want.c && got[i].d == want.d &&
           got[i].e == want.e);
  }
  parameters();
  overloads();
  return done();
}

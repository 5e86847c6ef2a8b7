// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Bit-fields of packed structures, which clang reads as one integer of more than 128 bits; switches
// and bit counts of integers of odd widths; and parameters by value that are more aligned than a stack,
// of functions that are not inlined, in kernels with barriers. The host computes the same.

#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

typedef unsigned long long u64;

template <int N> struct __attribute__((packed)) Fields {
  unsigned a : 5;
  long long b : 63;
  u64 c : 38;
  int d : 23;
  u64 e : N;
};

template <int N> __host__ __device__ u64 fields(int t, u64 x) {
  Fields<N> f;
  memset(&f, 0, sizeof f);
  f.a = x, f.b = -(long long)(x >> 3), f.c = x * 7, f.d = t - 9, f.e = x >> 5;
  Fields<N> g = t & 1 ? f : Fields<N>{1, -2, 3, -4, 5};
  g.c += f.d, g.d ^= int(f.c), g.b -= f.a, g.e *= 3;
  return g.a + g.b * 3 + g.c * 5 + g.d * 7 + g.e * 11 + (memcmp(&f, &g, sizeof f) < 0);
}

__host__ __device__ int odd(unsigned _BitInt(24) narrow, unsigned _BitInt(119) wide) {
  int r = 0;
  switch (narrow) {
  case 3:
  case 0xfffffe:
    r = 1;
    break;
  case 77:
    r = 2;
    break;
  case 78:
    r = 17;
    break;
  default:
    r = 3;
  }
  switch (wide) {
  case 5:
    return r + 10;
  case (unsigned _BitInt(119))1 << 100:
    return r + 20;
  }
  unsigned _BitInt(119) w = wide;
  return r + 100 * __builtin_ctzg(wide, 119) + 20000 * __builtin_clzg(wide, 119) +
         4000000 * __builtin_popcountg(w);
}

struct alignas(64) Aligned {
  int v[20];
};
__host__ __device__ __attribute__((noinline)) int aligned(int t, Aligned s, Aligned r) {
  s.v[t % 20] += r.v[3];
  r.v[t % 7] -= 2;
  return s.v[t % 20] * 5 + r.v[2] + (reinterpret_cast<size_t>(&s) % 64 != 0 ? 1 << 30 : 0) +
         (reinterpret_cast<size_t>(&r) % 64 != 0 ? 1 << 29 : 0);
}

__host__ __device__ void all(int t, u64 *out) {
  out[0] = fields<11>(t, 0x123456789abcdefull * (t + 1));
  out[1] = fields<64>(t, 0xfedcba987654321ull * (t + 3));
  unsigned _BitInt(119) w = (unsigned _BitInt(119))(t * 5) << (t % 60 * 2);
  out[2] = odd(t % 5 ? t + 60 : 0xfffffe, t % 9 ? w : (unsigned _BitInt(119))1 << 100) + odd(3, 5);
}
__global__ void run(u64 *out, int *sums) {
  __shared__ int s[33];
  int t = threadIdx.x;
  all(t, out + 3 * t);
  Aligned a = {{t, 2, 3}}, b = {{4, 5, t, 7}};
  s[t] = aligned(t, a, b);
  __syncthreads();
  b.v[3] = s[(t + 1) % 33] & 0xff;
  sums[t] = aligned(t + 1, b, a);
}

int main() {
  const int threads = 33;
  Device<u64> d(3 * threads);
  Device<int> sums(threads);
  run<<<1, threads>>>(d.p, sums.p);
  CHECK(hipGetLastError());
  auto v = d.host();
  auto s = sums.host();
  int first[threads];
  for (int t = 0; t < threads; t++)
    first[t] = aligned(t, Aligned{{t, 2, 3}}, Aligned{{4, 5, t, 7}});
  for (int t = 0; t < threads; t++) {
    u64 want[3];
    all(t, want);
    for (int i = 0; i < 3; i++) EXPECT(v[3 * t + i] == want[i]);
    EXPECT(s[t] ==
           aligned(t + 1, Aligned{{4, 5, t, first[(t + 1) % threads] & 0xff}}, Aligned{{t, 2, 3}}));
  }
  return done();
}

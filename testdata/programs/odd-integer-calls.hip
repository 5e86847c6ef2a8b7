// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Integers of widths that devices lack, as parameters and results of kernels, of functions that
// are too large to be inlined, of recursive ones and of those called through pointers, and in
// structures that are passed by value. The host computes the same.

#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

typedef unsigned _BitInt(63) U63;
typedef _BitInt(13) I13;
typedef _BitInt(90) I90;
typedef unsigned _BitInt(128) U128;

struct Wide {
  I90 a;
  int b;
  I90 c[2];
};

#define WORK(x)                                                                                    \
  for (int i = 0; i < n; i++) {                                                                    \
    x = x * 3 + i;                                                                                 \
    if (x & 1) x ^= q[i & 15];                                                                     \
    for (int j = 0; j < n; j++) {                                                                  \
      x = (x & 0xfff) * q[(int)(x & 15)] + (x >> 5);                                               \
      switch ((int)(x & 7)) {                                                                      \
      case 0:                                                                                      \
        x ^= 7;                                                                                    \
        break;                                                                                     \
      case 2:                                                                                      \
        x ^= q[3];                                                                                 \
        break;                                                                                     \
      case 5:                                                                                      \
        x ^= q[7];                                                                                 \
        x /= 5;                                                                                    \
        break;                                                                                     \
      }                                                                                            \
    }                                                                                              \
    x &= 0x3ff;                                                                                    \
  }

__host__ __device__ U63 odd(U63 a, int n, const int *q) {
  U63 top = a >> 40;
  WORK(a) WORK(a) WORK(a) return a ^ top << 42;
}
__host__ __device__ I13 narrow(I13 a, int n, const int *q) {
  int x = a;
  WORK(x) WORK(x) WORK(x) return (I13)(x - 700);
}
__host__ __device__ I90 wide(I90 a, int n, const int *q) {
  I90 top = a >> 70;
  WORK(a) WORK(a) WORK(a) return (a - 900) * top;
}
__host__ __device__ U128 full(U128 a, int n, const int *q) {
  U128 top = a >> 70;
  WORK(a) WORK(a) WORK(a) return a | top << 71;
}
__host__ __device__ Wide structure(Wide s, int n, const int *q) {
  s.c[0] -= s.a;
  WORK(s.a) WORK(s.b) s.c[1] = s.a * s.c[1];
  WORK(s.a) return s;
}
__host__ __device__ U63 fibonacci(U63 n, I13 step) {
  return n < 2 ? n : (U63)(fibonacci(n - 1, step) + fibonacci(n - 2 * step, step));
}
__host__ __device__ I90 plus(I90 a, I13 b) { return a + b; }
__host__ __device__ I90 times(I90 a, I13 b) { return (a >> 16) * b; }

typedef I90 (*Operation)(I90, I13);

constexpr int words = 16;

__host__ __device__ void all(unsigned long long *o, const int *q, int n, U63 x, I13 y, I90 z,
                             Wide s) {
  U128 w = (U128)x << 60;
  for (int i = 0; i < 3; i++, n++) {
    x = odd(x, n, q);
    y = narrow(y, n, q);
    z = wide(z, n, q);
    w = full(w, n, q);
    s = structure(s, n, q);
    Operation operation = q[i] & 1 ? plus : times;
    z = operation(z, y);
  }
  x ^= odd((U63)(x + 1), 4, q);
  y ^= narrow((I13)(y ^ 2), 3, q);
  z ^= wide(z ^ 3, 2, q);
  w ^= full(w + 4, 2, q);
  Wide t = structure(s, 5, q);
  unsigned long long r[words] = {
      (unsigned long long)x,      (unsigned long long)y,
      (unsigned long long)z,      (unsigned long long)(z >> 64),
      (unsigned long long)w,      (unsigned long long)(w >> 64),
      (unsigned long long)s.a,    (unsigned long long)(s.a >> 64),
      (unsigned long long)t.c[0], (unsigned long long)(t.c[0] >> 64),
      (unsigned long long)t.c[1], (unsigned long long)(t.c[1] >> 64),
      (unsigned long long)t.b,    (unsigned long long)fibonacci((U63)(q[1] + 9), (I13)1),
  };
  for (int i = 0; i < words; i++) o[i] = r[i];
}

__global__ void kernel(unsigned long long *o, const int *q, int n, U63 x, I13 y, I90 z, Wide s) {
  all(o + threadIdx.x * words, q, n + (int)threadIdx.x, x, y, z, s);
}

int main() {
  constexpr int threads = 3;
  CHECK(
      hipDeviceSetLimit(hipLimitStackSize, 16384)); // CUDA's 1,024 are too few without optimisation
  unsigned long long *o;
  int *q;
  CHECK(hipMallocManaged((void **)&o, threads * words * sizeof *o));
  CHECK(hipMallocManaged((void **)&q, 16 * sizeof *q));
  for (int i = 0; i < 16; i++) q[i] = i * 3 % 16;
  U63 x = 12345678901234567ull;
  I13 y = -77;
  I90 z = -((I90)5 << 70);
  Wide s = {(I90)3 << 80, 4, {(I90)5 << 60, -((I90)9 << 65)}};
  kernel<<<1, threads>>>(o, q, 3, x, y, z, s);
  CHECK(hipDeviceSynchronize());
  for (int t = 0; t < threads; t++) {
    unsigned long long want[words];
    all(want, q, 3 + t, x, y, z, s);
    for (int i = 0; i < words; i++) EXPECT(o[t * words + i] == want[i]);
  }
  return done();
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// e2e: flags=-Xarch_device -ffast-math

// Powers, exponentials and logarithms that optimisers turn into one another: whatever a device's
// compiler makes of them, it must find the function that it then calls.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

// A number for the kernel, its expression in float, and in double.
#define EACH(X)                                                                                    \
  X(0, powf(2, i), pow(2., i))                                                                     \
  X(1, powf(10, x), pow(10., x))                                                                   \
  X(2, exp2f(i), exp2((double)i))                                                                  \
  X(3, powf(x, 0.5f), pow(x, 0.5))                                                                 \
  X(4, powf(x, 0.25f), pow(x, 0.25))                                                               \
  X(5, powf(x, -1), pow(x, -1))                                                                    \
  X(6, powf(x, 3), pow(x, 3))                                                                      \
  X(7, powf(x, (float)i), pow(x, (double)i))                                                       \
  X(8, expf(logf(x) * i), exp(log(x) * i))                                                         \
  X(9, powf(expf(x), i), pow(exp(x), i))                                                           \
  X(10, log2f(powf(x, i)), log2(pow(x, i)))                                                        \
  X(11, powf(x, 1.f / 3), pow(x, 1. / 3))                                                          \
  X(12, sinf(x) / cosf(x), sin(x) / cos(x))                                                        \
  X(13, __builtin_powif(x, i), __builtin_powi(x, i))                                               \
  X(14, fmodf(i, x), fmod((double)i, x))                                                           \
  X(15, log10f(powf(x, 2)), log10(pow(x, 2)))

#define POWERS(N, F, D)                                                                            \
  __host__ __device__ float f##N(float x, int i) { return F; }                                     \
  __host__ __device__ double d##N(double x, int i) { return D; }                                   \
  __global__ void k##N(float *f, double *d, const float *x) {                                      \
    int i = threadIdx.x;                                                                           \
    f[i] = f##N(x[i], i % 7);                                                                      \
    d[i] = d##N(x[i], i % 7);                                                                      \
  }
EACH(POWERS)

// Sine and cosine may be the hardware's, whose error is absolute: not where the cosine is small.
static const int quotient = 12;

int main() {
  const int n = 64;
  float *f, *x;
  double *d;
  CHECK(hipMallocManaged(&f, n * sizeof(float)));
  CHECK(hipMallocManaged(&x, n * sizeof(float)));
  CHECK(hipMallocManaged(&d, n * sizeof(double)));
  for (int i = 0; i < n; i++) x[i] = 0.3f + 0.07f * i;
  auto close = [](double a, double b, double by) {
    return std::fabs(a - b) <= by * (std::fabs(b) + 1e-3);
  };
#define TRY(N, F, D)                                                                               \
  k##N<<<1, n>>>(f, d, x);                                                                         \
  CHECK(hipDeviceSynchronize());                                                                   \
  for (int i = 0; i < n; i++) {                                                                    \
    if (N == quotient && std::fabs(std::cos(x[i])) < 0.1) continue;                                \
    if (!close(f[i], f##N(x[i], i % 7), 1e-5) || !close(d[i], d##N(x[i], i % 7), 1e-12))           \
      std::printf("%s of %g and %d: %g and %g\n", #F, x[i], i % 7, f[i], d[i]), failures++;        \
  }
  EACH(TRY)
  return done();
}

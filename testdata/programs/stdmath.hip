// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Functions of mathematics with no other header than HIP's, and before it, in host and
// device code: clang's wrapper of HIP sources includes <cmath>, and programs lean on it.
// So they do on <string.h>.
//
// e2e: flags=-Xarch_host -O2
__host__ __device__ static float f(float x) { return std::exp(x) + std::sqrt(x) + std::fabs(-x); }
__host__ __device__ static double f(double x) {
  return exp(x) + std::pow(x, 0.25) + std::max(x, 1.0);
}

#include <hip/hip_runtime.h>

__global__ void kernel(const float *x, float *y, const double *u, double *v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    y[i] = f(x[i]);
    v[i] = f(u[i]);
  }
}

int main() {
  const int n = 1000;
  float *x, *y;
  double *u, *v;
  if (hipMallocManaged((void **)&x, n * sizeof *x) ||
      hipMallocManaged((void **)&y, n * sizeof *y) ||
      hipMallocManaged((void **)&u, n * sizeof *u) || hipMallocManaged((void **)&v, n * sizeof *v))
    return 2;
  memset(y, 0xff, n * sizeof *y);
  for (int i = 0; i < n; i++) u[i] = x[i] = 0.01f * i;
  kernel<<<(n + 127) / 128, 128>>>(x, y, u, v, n);
  if (hipError_t e = hipDeviceSynchronize()) {
    printf("%s\n", hipGetErrorString(e));
    return 2;
  }
  int bad = 0;
  for (int i = 0; i < n; i++)
    bad += !(std::fabs(y[i] - f(x[i])) <= 4e-6f * f(x[i])) +
           !(std::fabs(v[i] - f(u[i])) <= 1e-14 * f(u[i]));
  printf("%s\n", bad ? "FAIL" : "PASS");
  return bad != 0;
}

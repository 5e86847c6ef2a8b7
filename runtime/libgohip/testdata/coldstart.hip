// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// One kernel, launched once, and another one if there is an argument: cache_test.go looks at what that leaves on disk.
#include <hip/hip_runtime.h>
#include <cstdio>

__global__ void add(float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += b[i];
}

__global__ void twice(float *a) { a[threadIdx.x] *= 2; }

int main(int argc, char **) {
  const int n = 1024;
  float *a, *b, host[n];
  for (int i = 0; i < n; i++) host[i] = i;
  hipError_t e = hipMalloc(reinterpret_cast<void **>(&a), sizeof host);
  if (e == hipSuccess) e = hipMalloc(reinterpret_cast<void **>(&b), sizeof host);
  if (e == hipSuccess) e = hipMemcpy(a, host, sizeof host, hipMemcpyHostToDevice);
  if (e == hipSuccess) e = hipMemcpy(b, host, sizeof host, hipMemcpyHostToDevice);
  add<<<n / 256, 256>>>(a, b, n);
  if (e == hipSuccess) e = hipMemcpy(host, a, sizeof host, hipMemcpyDeviceToHost);
  for (int i = 0; i < n; i++)
    if (e != hipSuccess || host[i] != 2.0f * i) {
      std::printf("%s, element %d is %g\n", hipGetErrorName(e), i, host[i]);
      return 1;
    }
  if (argc > 1) twice<<<1, 64>>>(a);
  return hipDeviceSynchronize();
}

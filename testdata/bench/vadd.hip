// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The small program whose compile time is compared.
#include <hip/hip_runtime.h>

__global__ void add(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  const int n = 1024;
  float *p = nullptr, host[n] = {};
  if (hipMalloc(reinterpret_cast<void **>(&p), 3 * n * sizeof(float)) != hipSuccess) return 1;
  if (hipMemset(p, 0, 3 * n * sizeof(float)) != hipSuccess) return 1;
  add<<<n / 256, 256>>>(p, p + n, p + 2 * n, n);
  if (hipMemcpy(host, p + 2 * n, sizeof host, hipMemcpyDeviceToHost) != hipSuccess) return 1;
  return hipFree(p) == hipSuccess && host[n - 1] == 0 ? 0 : 1;
}

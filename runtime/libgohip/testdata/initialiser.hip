// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// An initialiser calls HIP before the program's fat binary is registered.
#include <hip/hip_runtime.h>

#include <cstdio>

static int devices() {
  int n = 0;
  return hipGetDeviceCount(&n) == hipSuccess ? n : 0;
}

static const int count = devices();

__global__ void twice(int *x) { *x *= 2; }

int main() {
  int *x, n = 21;
  hipDeviceProp_t p;
  if (hipMalloc((void **)&x, sizeof(n)) || hipMemcpy(x, &n, sizeof(n), hipMemcpyHostToDevice))
    return 1;
  twice<<<1, 1>>>(x);
  if (hipMemcpy(&n, x, sizeof(n), hipMemcpyDeviceToHost) || hipGetDeviceProperties(&p, 0)) return 1;
  printf("%d, %d devices, %s\n", n, count, p.gcnArchName);
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A program that is run setuid by another user: it says who it is, what its drivers find in
// the environment, and computes.

#include <hip/hip_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__global__ void square(int *p) { p[threadIdx.x] = threadIdx.x * threadIdx.x; }

int main() {
  printf("euid %d, uid %d\n", geteuid(), getuid());
  int *p = nullptr, host[64] = {};
  hipError_t e = hipMalloc(&p, sizeof host);
  if (e == hipSuccess) {
    square<<<1, 64>>>(p);
    e = hipMemcpy(host, p, sizeof host, hipMemcpyDeviceToHost);
  }
  printf("%s, %d\n", hipGetErrorName(e), host[9]);
  for (const char *name : {"GOHIP_OPENCL", "OCL_ICD_VENDORS", "POCL_DEVICES", "NCCL_NET_PLUGIN",
                           "NEO_CACHE_PERSISTENT", "HIP_VISIBLE_DEVICES"})
    printf("%s=%s\n", name, getenv(name) ? getenv(name) : "");
  return e != hipSuccess;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A kernel that a device without 64-bit atomics cannot run, beside one that it can.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void count(unsigned long long *n) { atomicAdd(n, 1ull); }
__global__ void set(unsigned *n) { atomicAdd(n, 41u); }

int main() {
  unsigned long long *n;
  if (hipMalloc(&n, sizeof *n) != hipSuccess || hipMemset(n, 0, sizeof *n) != hipSuccess) return 2;
  set<<<1, 1>>>(reinterpret_cast<unsigned *>(n));
  if (hipGetLastError() != hipSuccess) return 3;
  count<<<1, 1>>>(n);
  if (hipGetLastError() != hipSuccess) return 1;
  unsigned long long got = 0;
  if (hipMemcpy(&got, n, sizeof got, hipMemcpyDeviceToHost) != hipSuccess || got != 42) return 4;
  std::puts("PASS");
  return 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Blocks that wait for each other, more than a small machine has cores. What takes seconds of
// the processor after everything was compiled never ends.
#include <hip/hip_runtime.h>

#include <sys/resource.h>

const int blocks = 32;

__global__ void meet(int *arrived, int n) {
  atomicAdd(arrived, 1);
  while (__hip_atomic_load(arrived, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) < n) {
  }
}

int main() {
  int *p;
  if (hipMallocManaged(&p, sizeof *p) != hipSuccess) return 2;
  *p = 0;
  meet<<<1, 1>>>(p, 1);
  if (hipDeviceSynchronize() != hipSuccess || *p != 1) return 3;
  *p = 0;
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  const rlim_t seconds = used.ru_utime.tv_sec + used.ru_stime.tv_sec + 4;
  const rlimit limit = {seconds, seconds};
  setrlimit(RLIMIT_CPU, &limit);
  meet<<<blocks, 1>>>(p, blocks);
  return hipDeviceSynchronize() != hipSuccess || *p != blocks;
}

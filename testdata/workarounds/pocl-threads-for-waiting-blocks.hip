// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Blocks that wait for each other, more than a small machine has cores. What takes a second
// of the processor after everything was compiled never ends: the blocks need a tenth of it.
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
  const rlim_t until_now = used.ru_utime.tv_sec + used.ru_stime.tv_sec +
                           (used.ru_utime.tv_usec + used.ru_stime.tv_usec + 999999) / 1000000;
  const rlim_t seconds = until_now + 1;
  const rlimit limit = {seconds, seconds};
  setrlimit(RLIMIT_CPU, &limit);
  meet<<<blocks, 1>>>(p, blocks);
  return hipDeviceSynchronize() != hipSuccess || *p != blocks;
}

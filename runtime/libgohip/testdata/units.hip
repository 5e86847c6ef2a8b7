// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Prints the compute units of the first device, the blocks of a cooperative launch that it
// takes, up to 100, and what a program that this one starts is told of PoCL's threads. With WAITS a
// kernel waits for another block.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

__global__ void k(int *p) {
#ifdef WAITS
  while (atomicAdd(p, 0) == 0) {
  }
#endif
  p[1] = 1;
}

int main() {
  hipDeviceProp_t prop;
  if (hipGetDeviceProperties(&prop, 0)) return 1;
  int *p, blocks = 0;
  if (hipMalloc(reinterpret_cast<void **>(&p), 8) || hipMemset(p, 1, 8)) return 1;
  void *args[] = {&p};
  while (blocks < 100 && !hipLaunchCooperativeKernel(reinterpret_cast<void *>(k), dim3(blocks + 1),
                                                     dim3(1), args, 0, nullptr))
    blocks++;
  if (hipDeviceSynchronize()) return 1;
  std::printf("%d %d\n", prop.multiProcessorCount, blocks);
  std::fflush(stdout);
  return std::system("echo \"${POCL_CPU_MAX_CU_COUNT-unset}\"");
}

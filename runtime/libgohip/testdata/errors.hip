// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Prints the name of the error of each step; hip_test.go runs it on the contract
// double with different faults.
#include <hip/hip_runtime.h>
#include <cstdio>

__device__ int variable;
__global__ void kernel(int *p) { *p = variable; }

static void say(const char *step, hipError_t e) {
  std::printf("%s %s\n", step, hipGetErrorName(e));
}

int main() {
  int n = -1;
  say("count", hipGetDeviceCount(&n));
  std::printf("devices %d\n", n);
  int *p = nullptr;
  say("malloc", hipMalloc(&p, 4096));
  kernel<<<1, 64>>>(p);
  say("launch", hipGetLastError());
  kernel<<<1, 64>>>(p);
  say("again", hipGetLastError());
  int host = 0;
  say("copy", hipMemcpy(&host, p, 4, hipMemcpyDeviceToHost));
  hipStream_t s = nullptr;
  say("stream", hipStreamCreate(&s));
  hipEvent_t e = nullptr;
  say("event", hipEventCreate(&e));
  say("record", hipEventRecord(e, s));
  say("wait", hipStreamWaitEvent(nullptr, e));
  say("sync", hipDeviceSynchronize());
  unsigned flags;
  say("flags", hipStreamGetFlags(nullptr, &flags));
  say("destroy", hipStreamDestroy(s));
  say("free", hipFree(p));
  return 0;
}

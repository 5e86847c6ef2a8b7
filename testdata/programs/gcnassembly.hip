// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Statements of AMD's assembly that mean something on every device: waits for the lane's own stores,
// hints, and a trap that no lane reaches.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void publish(int *data, int *flag, int *bad, int n) {
  int i = threadIdx.x;
  if (n < 0) asm volatile("s_trap 2");
  data[i] = i * 3;
  asm volatile("s_waitcnt vmcnt(0) lgkmcnt(0)\n\ts_nop 1" ::: "memory");
  __hip_atomic_fetch_add(flag, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __syncthreads();
  asm volatile("s_setprio 0");
  if (__hip_atomic_load(flag, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT) != n) atomicAdd(bad, 1);
  asm volatile("s_waitcnt %0" ::"n"(0) : "memory");
  if (data[n - 1 - i] != (n - 1 - i) * 3) atomicAdd(bad, 1);
}

int main() {
  const int n = 256;
  Device<int> data(n), flag(1), bad(1);
  CHECK(hipMemset(flag.p, 0, sizeof(int)));
  CHECK(hipMemset(bad.p, 0, sizeof(int)));
  publish<<<1, n>>>(data.p, flag.p, bad.p, n);
  CHECK(hipDeviceSynchronize());
  EXPECT(bad.host()[0] == 0);
  return done();
}

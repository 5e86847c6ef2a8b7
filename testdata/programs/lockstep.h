// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the programs about lockstep share.
#pragma once
#include "check.h"

constexpr int sharedInts = 1024;

__global__ void overwriteShared(int *out) {
  __shared__ int s[sharedInts];
  extern __shared__ int dynamic[];
  int t = threadIdx.x;
  for (int i = t; i < sharedInts; i += 64) s[i] = dynamic[i] = -1 - i;
  __syncthreads();
  atomicMin(out, s[t * 7 % sharedInts] + dynamic[sharedInts - 1 - t]);
}

// A kernel finds in shared memory what an earlier one left there, on every thread that runs blocks:
// with the same numbers a missing exchange would look right.
inline void forgetShared() {
  Device<int> out(1);
  overwriteShared<<<256, 64, sharedInts * sizeof(int)>>>(out.p);
  CHECK(hipDeviceSynchronize());
}

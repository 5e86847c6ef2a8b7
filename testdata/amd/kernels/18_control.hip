// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Divergent loops, switch and early exits.
#include <hip/hip_runtime.h>

extern "C" __global__ void control(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int v = in[i], steps = 0;
  while (v > 1 && steps < 200) {
    v = v & 1 ? 3 * v + 1 : v / 2;
    ++steps;
    if (steps == 97) break;
  }
  switch (steps % 5) {
  case 0:
    v += 10;
    break;
  case 1:
    v *= 3; // falls through
  case 2:
    v -= 4;
    break;
  case 3:
    for (int j = 0; j < steps; ++j) v ^= j;
    break;
  default:
    v = -v;
  }
  out[i] = v * 1000 + steps;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// FLAGS: -O2
// EMULATE: gfx1100

// An element of a vector of two is assigned, whose number is the low bit of a number that all lanes have.
#include <hip/hip_runtime.h>

#include <cstdio>

typedef unsigned long long Pair __attribute__((ext_vector_type(2)));

__global__ void assign(unsigned long long *out, unsigned k, unsigned x) {
  Pair p = x;
  p[k & 1] = 7;
  out[threadIdx.x * 2] = p.x;
  out[threadIdx.x * 2 + 1] = p.y;
}

int main() {
  unsigned long long *device, out[64];
  if (hipMalloc(&device, sizeof out)) return 1;
  int wrong = 0;
  for (unsigned k = 0; k < 4; ++k) {
    assign<<<1, 32>>>(device, k, k + 40);
    if (hipMemcpy(out, device, sizeof out, hipMemcpyDeviceToHost)) return 1;
    for (unsigned i = 0; i < 64; ++i) wrong += out[i] != (i % 2 == k % 2 ? 7 : k + 40);
  }
  std::printf("%d wrong\n", wrong);
  std::puts(wrong ? "FAIL" : "PASS");
  return wrong != 0;
}

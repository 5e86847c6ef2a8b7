// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// An index that wraps at four beside one that wraps at 2^32. Vectors of eight elements are loaded from
// the four.
// OFFLOAD: x86-64-v3
// FLAGS: -O3
#include <cstdio>

#include <hip/hip_runtime.h>

__global__ void quarters(unsigned *out, const unsigned *in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = out[i] * 31 + in[threadIdx.x % 4];
}

int main() {
  constexpr unsigned n = 256;
  unsigned *out, *in, wrong = 0;
  if (hipMallocManaged((void **)&out, n * 4) || hipMallocManaged((void **)&in, n * 4)) return 1;
  for (unsigned i = 0; i < n; i++) out[i] = 0, in[i] = i + 1;
  quarters<<<1, n>>>(out, in);
  if (hipDeviceSynchronize()) return 1;
  for (unsigned i = 0; i < n; i++) wrong += out[i] != i % 4 + 1;
  if (wrong) printf("%u wrong\n", wrong);
  return wrong != 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// An index that wraps at four beside one that wraps at 2^32, one whose mask is constant only when LLVM has
// unrolled a loop, as in a bitonic sort, and one whose mask is not of the lowest bits. Vectors of eight elements
// are loaded from the four.
// OFFLOAD: x86-64-v3
// FLAGS: -O3
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void quarters(unsigned *out, const unsigned *in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = out[i] * 31 + in[threadIdx.x % 4];
}

__global__ void merge(unsigned *out) {
  __shared__ unsigned s[256];
  unsigned i = threadIdx.x;
  s[i] = out[i], s[i + 128] = out[i + 128];
  __syncthreads();
  for (unsigned j = 128; j; j /= 2) {
    unsigned k = 2 * i - (i & (j - 1)), a = s[k], b = s[k + j];
    s[k] = a > b ? b : a, s[k + j] = a > b ? a : b;
    __syncthreads();
  }
  out[i] = s[i], out[i + 128] = s[i + 128];
}

__global__ void fours(unsigned *out, const unsigned *in) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = out[i] * 31 + in[threadIdx.x & 12];
}

int main() {
  constexpr unsigned n = 256;
  unsigned *out, *in, wrong = 0;
  if (hipMallocManaged((void **)&out, n * 4) || hipMallocManaged((void **)&in, n * 4)) return 1;
  for (unsigned i = 0; i < n; i++) out[i] = 0, in[i] = i + 1;
  quarters<<<1, n>>>(out, in);
  if (hipDeviceSynchronize()) return 1;
  for (unsigned i = 0; i < n; i++) wrong += out[i] != i % 4 + 1;
  for (unsigned i = 0; i < n; i++) out[i] = i < 128 ? i * 2 : 255 - 2 * (i - 128);
  merge<<<1, 128>>>(out);
  if (hipDeviceSynchronize()) return 1;
  for (unsigned i = 0; i < n; i++) wrong += out[i] != i;
  for (unsigned i = 0; i < n; i++) out[i] = 0;
  fours<<<1, n>>>(out, in);
  if (hipDeviceSynchronize()) return 1;
  for (unsigned i = 0; i < n; i++) wrong += out[i] != (i & 12) + 1;
  if (wrong) printf("%u wrong\n", wrong);
  return wrong != 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// FLAGS: -O2 -w
// WANT: ^303 241 203 183 168 163 161
// A warp operation in a branch that some warps of a block take, in a uniform branch, and another one
// where that joins.
#include <hip/hip_runtime.h>

#include <cstdio>

__global__ void k(unsigned *out, const unsigned *in, unsigned n) {
  unsigned t = threadIdx.x, v = 31, w = in[t + 7] >> t % 32;
  if (t < 4) out[64 + t] = t;
  __syncthreads();
  if (n % 4 == n % 3) {
    if ((t / 32 + n % 3) & 1) {
      v = (in[3] | v) >> (in[0] & 31);
      v ^= __all((t < in[t] ? n : in[47]) < t % ((t & 63) + 1));
    }
  }
  unsigned b = __ballot((w >> t % 64) != (t & n)) != 0;
  __syncthreads();
  out[t] = v * 5 + b + w * 3 + out[64 + t % 4];
}

int main() {
  unsigned *d, *in, h[128];
  hipMalloc(&d, 512);
  hipMalloc(&in, 512);
  for (unsigned i = 0; i < 128; i++) h[i] = i * 7;
  hipMemcpy(in, h, 512, hipMemcpyHostToDevice);
  k<<<1, 7>>>(d, in, 37);
  if (hipMemcpy(h, d, 512, hipMemcpyDeviceToHost) != hipSuccess) return std::puts("FAIL"), 1;
  for (int i = 0; i < 7; i++) std::printf("%u ", h[i]);
  std::puts(hipGetLastError() == hipSuccess ? "" : "FAIL");
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// WANT: ^1176845888$
// A switch with a case for every value, whose default is unreachable, in code that one work-item runs
// between two barriers. From seed 1002129 of e2e/kernelgen.
#include <hip/hip_runtime.h>

#include <cstdio>

#define TID (threadIdx.x + threadIdx.y * 128u)

__device__ static unsigned f(const unsigned *in, const unsigned *gu, unsigned p) {
  float v = (float)(in[(TID + 7u) & 255u] & 0xffffu);
  unsigned n = gu[blockIdx.x * 16u] % 4u;
  for (unsigned i = 0; i < n; i++) {
    switch (i % 4u) {
    case 0:
      break;
    case 1:
      v = (float)((TID ^ 3u) & 0xffffu);
      break;
    case 2:
      return (in[p & 255u] - 1u) ^ (unsigned)v;
    default:
      break;
    }
  }
  return TID;
}

__global__ void k(const unsigned *__restrict__ in, const unsigned *__restrict__ gu, unsigned *out) {
  extern __shared__ unsigned dyn[];
  out += blockIdx.x * 512u;
  dyn[TID] = in[TID + 2];
  unsigned u1 = gu[blockIdx.x * 16u];
  unsigned v4 = in[(TID + 21u) & 255u];
  unsigned a[4];
  a[0] = a[1] = a[2] = a[3] = in[(TID + 35u) & 255u];
  const unsigned *r = in + (in[(TID + 49u) & 255u] & 127u);
  unsigned i = 0, n = 0;
  __syncthreads();
  if (TID) {
  } else {
    if (u1 % 5u != 1u) {
      n = 2u ^ a[f(in, gu, 5u) & 3u];
      for (i = 0; i < n; i++) {
      }
      if ((TID != 55u && gu[blockIdx.x * 16u + 2u] % 4u < 2u) ||
          (in[r[f(in, gu, gu[blockIdx.x * 16u + 10u]) & 1u] % 5u] & 8u) % 3u == 2u) {
        dyn[TID] = v4 & 0u;
      }
    } else {
      out[TID * 4u + 1u] = out[TID * 4u + 1u] * 31u + TID + 9;
    }
  }
  __syncthreads();
  out[TID * 4u + 2u] = dyn[TID];
}

int main() {
  unsigned *in, *gu, *out, h = 0;
  if (hipMallocManaged(&in, 4 * 256) || hipMallocManaged(&gu, 4 * 48) ||
      hipMallocManaged(&out, 4 * 1536))
    return std::puts("FAIL"), 1;
  for (unsigned i = 0; i < 256; i++) {
    unsigned v = (i + 1) * 2654435761u;
    in[i] = v ^ v >> 15;
  }
  for (unsigned i = 0; i < 48; i++) {
    unsigned v = (i + 1001) * 2654435761u;
    gu[i] = (v ^ v >> 15) >> 7;
  }
  for (int i = 0; i < 1536; i++) out[i] = 0;
  k<<<3, 128, 512>>>(in, gu, out);
  if (hipDeviceSynchronize() != hipSuccess) return std::puts("FAIL"), 1;
  for (int i = 0; i < 1536; i++) h = h * 31 + out[i];
  std::printf("%u\n", h);
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A loop with several entries, of which a block inside branches to the header or to another entry. Where it is
// wrong, it has no end.
// OFFLOAD: x86-64
// EMULATE: gfx1100
#include <hip/hip_runtime.h>

#include <cstdio>
#include <sys/resource.h>

__host__ __device__ unsigned walk(unsigned entry, unsigned n, unsigned v) {
  unsigned i = 0, h = v;
  switch (entry % 4) {
  case 0:
    do {
      h = h * 5 + 1;
    case 1:
      h = h * 7 + 2;
      if (h % 3 == 0) continue;
    case 2:
      h = h * 11 + 3;
      if (h % 5 == 0) continue;
    case 3:
      h = h * 13 + 4;
    } while (++i < n);
  }
  return h;
}
__global__ void k(unsigned *p, unsigned n) {
  unsigned t = threadIdx.x;
  unsigned h = walk(p[t], n, t);
  p[t] = h + __shfl_xor(h, 1);
}
int main() {
  const rlimit second{1, 1};
  if (setrlimit(RLIMIT_CPU, &second)) return 1;
  unsigned *p, bad = 0;
  if (hipMallocManaged(&p, 64 * sizeof *p) != hipSuccess) return 1;
  for (unsigned n = 0; n < 6; n++) {
    for (unsigned t = 0; t < 64; t++) p[t] = t / 8;
    k<<<1, 64>>>(p, n);
    if (hipDeviceSynchronize() != hipSuccess) return 1;
    for (unsigned t = 0; t < 64; t++)
      bad += p[t] != walk(t / 8, n, t) + walk((t ^ 1) / 8, n, t ^ 1);
  }
  std::printf("%u of 384 numbers are wrong\n", bad);
  return bad != 0;
}

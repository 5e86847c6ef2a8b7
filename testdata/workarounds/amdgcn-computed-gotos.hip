// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Computed gotos in a loop, unoptimised. Where they are wrong, the compiler crashes or the sums are others.
// FLAGS: -O0
// EMULATE: gfx1100
#include <hip/hip_runtime.h>

#include <cstdio>

__host__ __device__ int walk(int t) {
  int r = 1, n = 0;
  void *const labels[] = {&&add, &&multiply, &&subtract, &&flip};
  goto *labels[t & 3];
add:
  r += 11;
  if (n++ < 5) goto *labels[(n + 2) & 3];
  return r;
multiply:
  r *= 3;
  if (n++ < 6) goto *labels[(t + n) & 3];
  return r;
subtract:
  r -= t;
  if (n++ < 7) goto *labels[n * 3 & 3];
flip:
  r ^= 0x77;
  if (n++ < 4) goto *labels[n & 3];
  return r;
}
__global__ void walks(int *out) { out[threadIdx.x] = walk(int(threadIdx.x)); }

int main() {
  const int n = 64;
  int *p, got[n], bad = 0;
  if (hipMalloc(reinterpret_cast<void **>(&p), sizeof got)) return 1;
  walks<<<1, n>>>(p);
  if (hipMemcpy(got, p, sizeof got, hipMemcpyDeviceToHost)) return 1;
  for (int t = 0; t < n; t++) bad += got[t] != walk(t);
  std::printf("%d of %d are wrong\n", bad, n);
  return bad != 0;
}

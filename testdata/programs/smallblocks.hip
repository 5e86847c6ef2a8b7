// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Warp functions in blocks that do not fill their warps, down to one work-item: lanes
// that are not there vote for nothing.
#include <hip/hip_runtime.h>
#include <stdio.h>

__global__ void votes(unsigned long long *out, unsigned long long mask) {
  int id = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  int p = (int)(mask >> (id % warpSize) & 1);
  unsigned long long *o = out + 6 * id;
  o[0] = __ballot(p);
  o[1] = __any(p);
  o[2] = __all(p);
  o[3] = __activemask();
  o[4] = __shfl(id * 3, 0);
  o[5] = __shfl_xor(id * 5, 0);
}

int main() {
  const dim3 blocks[] = {1, 16, 31, 33, 64, 100, {5, 2, 3}};
  const unsigned long long masks[] = {0, 1, 0x80000000, 0xffffffff, 0x12345678};
  unsigned long long *d, h[6 * 128];
  int warp = 0, bad = 0;
  if (hipDeviceGetAttribute(&warp, hipDeviceAttributeWarpSize, 0) != hipSuccess) return 1;
  if (hipMalloc(&d, sizeof h) != hipSuccess) return 1;
  for (dim3 b : blocks)
    for (unsigned long long mask : masks) {
      int n = (int)(b.x * b.y * b.z);
      votes<<<1, b>>>(d, mask);
      if (hipMemcpy(h, d, sizeof h, hipMemcpyDeviceToHost) != hipSuccess) return 1;
      for (int i = 0; i < n; i++) {
        int first = i / warp * warp, lanes = n - first < warp ? n - first : warp;
        unsigned long long there = lanes == 64 ? ~0ull : (1ull << lanes) - 1, yes = mask & there;
        unsigned long long want[6] = {
            yes, yes != 0, yes == there, there, 3ull * (unsigned)first, 5ull * (unsigned)i};
        for (int k = 0; k < 6; k++)
          if (h[6 * i + k] != want[k] && bad++ < 10)
            printf("block %ux%ux%u, mask %llx, work-item %d, value %d: %llx, not %llx\n", b.x, b.y,
                   b.z, mask, i, k, h[6 * i + k], want[k]);
      }
    }
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Warp functions, with the warp size that the device reports.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void warps(int *out, unsigned long long *masks, int n) {
  int t = threadIdx.x, lane = t % warpSize;
  out[0 * n + t] = __shfl(t * 10, 3);
  out[1 * n + t] = __shfl_up(t, 1);
  out[2 * n + t] = __shfl_down(t, 2);
  out[3 * n + t] = __shfl_xor(t, 5);
  int sum = lane;
  for (int d = warpSize / 2; d > 0; d /= 2) sum += __shfl_down(sum, d);
  out[4 * n + t] = __shfl(sum, 0);
  out[5 * n + t] = __any(t == 5) + 2 * __all(t >= 0) + 4 * __all(lane < 7);
  out[6 * n + t] = __shfl(t, lane % 8, 8);
  out[7 * n + t] = warpSize;
  out[8 * n + t] = int(__shfl_xor(t * 0.5, 1) * 2);
  masks[t] = __ballot(lane % 3 == 0);
  masks[n + t] = __ballot(1);
  // The lane of the least value, the last one of equals, from the lanes below by halves of distances that
  // are quotients, and from the lanes in a row.
  float value = lane * 7 % 13, least = value;
  int from = lane, next = lane;
  for (int d = warpSize / 2; d; d /= 2) {
    float v = __shfl_down(value, d);
    int f = __shfl_down(from, d);
    if (v < value || (v == value && f > from)) {
      value = v;
      from = f;
    }
  }
  out[9 * n + t] = __shfl(from, 0);
  for (int l = 0; l < 32; l += 3) {
    float v = __shfl(least, l);
    int f = __shfl(next, l);
    if (v < least || (v == least && f > next)) {
      least = v;
      next = f;
    }
  }
  out[10 * n + t] = __shfl(next, 2);
}

int main() {
  hipDeviceProp_t prop;
  CHECK(hipGetDeviceProperties(&prop, 0));
  const int w = prop.warpSize, n = 4 * w;
  Device<int> d(11 * n);
  Device<unsigned long long> m(2 * n);
  warps<<<1, n>>>(d.p, m.p, n);
  CHECK(hipGetLastError());
  auto v = d.host();
  auto masks = m.host();
  unsigned long long third = 0, full = w == 64 ? ~0ull : (1ull << w) - 1;
  for (int l = 0; l < w; l += 3) third |= 1ull << l;
  int least = 0;
  for (int l = 0; l < w; l++)
    if (l * 7 % 13 <= least * 7 % 13) least = l;
  // Lane 2's own value, and those of the lanes as they are when they are read.
  float value[64];
  int next[64];
  for (int l = 0; l < w; l++) value[l] = l * 7 % 13, next[l] = l;
  for (int l = 0; l < 32; l += 3) {
    float v = value[l];
    int f = next[l];
    for (int k = 0; k < w; k++)
      if (v < value[k] || (v == value[k] && f > next[k])) value[k] = v, next[k] = f;
  }
  for (int t = 0; t < n; t++) {
    int lane = t % w, base = t - lane;
    EXPECT(v[t] == (base + 3) * 10);
    EXPECT(v[n + t] == (lane == 0 ? t : t - 1));
    EXPECT(v[2 * n + t] == (lane + 2 < w ? t + 2 : t));
    EXPECT(v[3 * n + t] == base + (lane ^ 5));
    EXPECT(v[4 * n + t] == w * (w - 1) / 2);
    EXPECT(v[5 * n + t] == (base <= 5 && 5 < base + w) + 2);
    EXPECT(v[6 * n + t] == base + lane / 8 * 8 + lane % 8);
    EXPECT(v[7 * n + t] == w);
    EXPECT(v[8 * n + t] == base + (lane ^ 1));
    EXPECT(v[9 * n + t] == least);
    EXPECT(v[10 * n + t] == next[2]);
    EXPECT(masks[t] == third);
    EXPECT(masks[n + t] == full);
  }
  return done();
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A loop without barriers in a branch that all work-items take, or none, before operations of a warp.
#include <hip/hip_runtime.h>

#include <cstdio>

constexpr unsigned N = 32;

__global__ void k(unsigned *out, const unsigned *in, unsigned turns, unsigned taken) {
  unsigned t = threadIdx.x, v = in[t];
  if (in[taken]) {
    for (unsigned i = 0; i < turns; i++) v = v * 3 + (in[i] ^ t);
  }
  v ^= __shfl_xor(v + t, 3);
  v += __shfl_xor(v, 5);
  __syncthreads();
  out[t] = v;
}

static void expected(unsigned *out, const unsigned *in, unsigned turns, unsigned taken) {
  unsigned v[N], w[N];
  for (unsigned t = 0; t < N; t++) {
    v[t] = in[t];
    for (unsigned i = 0; in[taken] && i < turns; i++) v[t] = v[t] * 3 + (in[i] ^ t);
  }
  for (unsigned t = 0; t < N; t++) w[t] = v[t] ^ (v[t ^ 3] + (t ^ 3));
  for (unsigned t = 0; t < N; t++) out[t] = w[t] + w[t ^ 5];
}

int main() {
  unsigned *in, *out, want[N];
  if (hipMallocManaged(reinterpret_cast<void **>(&in), N * sizeof(unsigned)) != hipSuccess ||
      hipMallocManaged(reinterpret_cast<void **>(&out), N * sizeof(unsigned)) != hipSuccess)
    return 1;
  for (unsigned i = 0; i < N; i++) in[i] = i * 7;
  int bad = 0;
  for (unsigned turns = 0; turns < 5; turns++) {
    for (unsigned taken = 0; taken < 2; taken++) {
      k<<<1, N>>>(out, in, turns, taken);
      if (hipDeviceSynchronize() != hipSuccess) return 1;
      expected(want, in, turns, taken);
      for (unsigned t = 0; t < N; t++) {
        if (out[t] == want[t]) continue;
        std::printf("%u turns, taken %u: work-item %u has %u, not %u\n", turns, taken, t, out[t],
                    want[t]);
        bad = 1;
      }
    }
  }
  return bad;
}

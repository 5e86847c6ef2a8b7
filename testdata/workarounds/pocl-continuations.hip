// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Two barriers on the way to a join, of which a uniform condition skips one, and a divergent branch
// after the join.
#include <hip/hip_runtime.h>

#include <cstdio>

constexpr unsigned N = 8;

__global__ void joins(const unsigned *in, unsigned *out) {
  unsigned t = threadIdx.x, r = t;
  float v = static_cast<float>(t);
  if (in[0]) {
    if (!in[1] || !__syncthreads_or(static_cast<int>(t))) {
      __syncthreads();
      v = static_cast<float>(in[2]);
    }
    r = t == 1 ? (static_cast<unsigned>(v) % 4 && in[t + 2] % 4 != 3 ? 5 : 6) : 100;
  }
  out[t] = r;
}

int main() {
  unsigned *in, *out;
  if (hipMallocManaged(reinterpret_cast<void **>(&in), 4 * sizeof(unsigned)) != hipSuccess ||
      hipMallocManaged(reinterpret_cast<void **>(&out), N * sizeof(unsigned)) != hipSuccess)
    return 1;
  int bad = 0;
  for (unsigned i = 0; i < 16; i++) {
    in[0] = i & 1, in[1] = i & 2, in[2] = i & 4, in[3] = i & 8 ? 3 : 4;
    joins<<<1, N>>>(in, out);
    if (hipDeviceSynchronize() != hipSuccess) return 1;
    for (unsigned t = 0; t < N; t++) {
      unsigned v = in[1] ? t : in[2];
      unsigned want = !in[0] ? t : t == 1 ? (v % 4 && in[3] % 4 != 3 ? 5 : 6) : 100;
      if (out[t] == want) continue;
      std::printf("case %u: work-item %u has %u, not %u\n", i, t, out[t], want);
      bad = 1;
    }
  }
  return bad;
}

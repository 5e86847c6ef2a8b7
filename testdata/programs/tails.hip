// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A return that all work-items take or none, barriers behind it, and behind these what
// some work-items do, and some of those more.
#include <hip/hip_runtime.h>
#include <stdio.h>

__device__ int *buffer[4], storage[4][64], five = 5, turns;

template <int kind> __global__ void kernel(int *out) {
  unsigned me = threadIdx.x, last = blockDim.x - 1;
  if (me == 0) buffer[blockIdx.x] = storage[blockIdx.x];
  __syncthreads();
  if (buffer[blockIdx.x] == nullptr) {
    if (kind == 1) out[me] = 99;
    return;
  }
  int *p = buffer[blockIdx.x], *o = out + blockIdx.x * blockDim.x;
  p[me] = 10;
  o[me] = 1;
  __syncthreads();
  o[me] += 2;
  if (me == last) {
    for (unsigned i = 0; i < blockDim.x; i++) o[me] += p[i];
    if (kind == 2) {
      if (five == 5) turns = (int)me;
    } else if (five == 5) {
      int old = turns, seen;
      do {
        seen = old;
        old = atomicCAS(&turns, seen, seen + 1);
      } while (old != seen);
    }
  }
}

template <int kind> static int run(int *d) {
  static int h[256];
  if (hipMemset(d, 0, sizeof h) != hipSuccess) return 1;
  kernel<kind><<<4, 64>>>(d);
  if (hipMemcpy(h, d, sizeof h, hipMemcpyDeviceToHost) != hipSuccess) return 1;
  int bad = 0;
  for (int i = 0; i < 256; i++) {
    int want = i % 64 == 63 ? 643 : 3;
    if (h[i] != want && bad++ < 3)
      printf("kernel %d, work-item %d: %d, not %d\n", kind, i, h[i], want);
  }
  return bad;
}

int main() {
  int *d;
  if (hipMalloc(&d, 256 * sizeof(int)) != hipSuccess) return 1;
  int bad = run<0>(d) + run<1>(d) + run<2>(d);
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}

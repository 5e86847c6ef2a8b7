// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// AMD's names for the block's dynamic shared memory and for its barrier, beside the
// language's own.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void turn(const int *in, int *out, int *same) {
  extern __shared__ int own[];
  __shared__ int fixed[32];
  int *base = static_cast<int *>(__get_dynamicgroupbaseptr());
  unsigned i = threadIdx.x, n = blockDim.x;
  base[i] = in[blockIdx.x * n + i];
  fixed[i % 32] = -1;
  __named_sync();
  out[blockIdx.x * n + i] = own[n - 1 - i];
  if (i == 0) *same = base == own;
}

int main() {
  const unsigned n = 96, blocks = 3;
  std::vector<int> in(n * blocks), want(n * blocks);
  for (unsigned i = 0; i < in.size(); i++) {
    in[i] = 11 * i + 5;
    want[i / n * n + n - 1 - i % n] = in[i];
  }
  Device<int> d(in), out(in.size()), same(1);
  hipLaunchKernelGGL(turn, dim3(blocks), dim3(n), n * sizeof(int), 0, d.p, out.p, same.p);
  EXPECT(out.host() == want);
  EXPECT(same.host()[0] == 1);
  return done();
}

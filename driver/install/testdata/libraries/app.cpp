// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
#include <hipcub/hipcub.hpp>

#include <cstdio>

__global__ void sum(int *out) {
  using Reduce = hipcub::BlockReduce<int, 64>;
  __shared__ Reduce::TempStorage storage;
  int total = Reduce(storage).Sum(static_cast<int>(threadIdx.x));
  if (threadIdx.x == 0) *out = total;
}

int main() {
  int *d, h = 0;
  if (hipMalloc(&d, sizeof(int)) != hipSuccess) return 1;
  sum<<<1, 64>>>(d);
  if (hipMemcpy(&h, d, sizeof(int), hipMemcpyDeviceToHost) != hipSuccess) return 1;
  std::puts(h == 64 * 63 / 2 ? "sum ok" : "sum wrong");
}

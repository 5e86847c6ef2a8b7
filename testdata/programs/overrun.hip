// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A kernel that writes behind its buffer disturbs neither the host's heap nor the driver,
// whatever the order of allocations: GPUs let programs get away with it.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void fill(unsigned char *p, size_t n) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    p[i] = 0xa5;
}

int main() {
  std::vector<std::vector<unsigned char>> host;
  std::vector<void *> device;
  // Host and device blocks in turn, some of them freed again, so that they mix.
  for (int i = 0; i < 400; i++) {
    host.emplace_back(100 + 37 * i, (unsigned char)i);
    void *p = nullptr;
    CHECK(hipMalloc(&p, 64 + 61 * i));
    if (i % 3)
      device.push_back(p);
    else
      CHECK(hipFree(p));
  }
  // 100 KB behind a buffer of 3 KB, in memory that is freed afterwards.
  void *p = nullptr;
  CHECK(hipMalloc(&p, 3000));
  fill<<<4, 64>>>((unsigned char *)p, 100 << 10);
  CHECK(hipDeviceSynchronize());
  for (int i = 0; i < 400; i++)
    for (unsigned char c : host[i]) EXPECT(c == (unsigned char)i);
  host.clear();
  CHECK(hipFree(p));
  for (void *q : device) CHECK(hipFree(q));
  // What was freed is given out again, in any size.
  for (int i = 0; i < 100; i++) {
    CHECK(hipMalloc(&p, (size_t)(i + 1) << 18));
    fill<<<1, 64>>>((unsigned char *)p, 1000);
    CHECK(hipDeviceSynchronize());
    CHECK(hipFree(p));
  }
  return done();
}

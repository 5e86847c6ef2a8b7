// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// printf on the device: every conversion, strings included, from many work-items.
#include "check.h"

__global__ void table(const char *name) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) {
    printf("from the device: %s, %d%%, %5.2f, %e, %#x, %c, %lld, [%-6s], [%6s]\n", name, 42,
           3.14159, 12345.678, 255u, 'z', -(1ll << 40), "left", "right");
    printf("%*d|%.*f|%+d|%05d\n", 6, 7, 3, 2.0 / 3.0, 5, 42);
  }
}

__global__ void each(unsigned *printed) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // printf returns how many arguments it took, or a negative number when there was no room.
  if (printf("work-item %u of block %u\n", threadIdx.x, blockIdx.x) >= 0) atomicAdd(printed, 1u);
  if (i == 0) printf("no arguments\n");
}

int main() {
  char host[] = "a string in device memory", *name;
  unsigned *printed, count = 0;
  CHECK(hipMalloc(&name, sizeof host));
  CHECK(hipMalloc(&printed, sizeof *printed));
  CHECK(hipMemcpy(name, host, sizeof host, hipMemcpyHostToDevice));
  CHECK(hipMemset(printed, 0, sizeof *printed));
  table<<<4, 32>>>(name);
  CHECK(hipDeviceSynchronize());
  each<<<2, 3>>>(printed);
  CHECK(hipMemcpy(&count, printed, sizeof count, hipMemcpyDeviceToHost));
  CHECK(hipDeviceSynchronize());
  CHECK(hipFree(name));
  CHECK(hipFree(printed));
  std::printf("%u work-items printed\n", count);
  return verdict(count == 6);
}

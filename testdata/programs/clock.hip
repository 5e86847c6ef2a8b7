// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Clocks in kernels count time, at the rates that the device's attributes give: a kernel
// that waits for 20 ms of its clock takes no less. The lanes of a warp read one value, on devices that promise it.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <chrono>

__global__ void wait_wall(long long ticks, long long *went) {
  long long start = wall_clock64(), now = start;
  while (now - start < ticks) now = (long long)__builtin_readsteadycounter(); // the same clock
  *went = now - start;
}

__global__ void wait_cycles(long long ticks, long long *went) {
  long long start = clock64(), now = start;
  while (now - start < ticks) now = (long long)__builtin_readcyclecounter();
  *went = now - start;
}

// Odd lanes read once more, among themselves.
__global__ void lanes(long long *read) {
  const int i = threadIdx.x;
  const long long wall = wall_clock64(), cycles = clock64();
  read[i] = wall ^ cycles;
  if (i & 1) read[64 + i] = wall_clock64() + clock64();
}

static void one_clock_per_warp() {
  hipDeviceProp_t p;
  CHECK(hipGetDeviceProperties(&p, 0));
  Device<long long> d(128);
  lanes<<<1, 64>>>(d.p);
  auto got = d.host();
  const std::string arch = p.gcnArchName;
  if (arch.rfind("gfx", 0) != 0 && arch.rfind("cpu:", 0) != 0) return;
  for (int i = 0; i < 64; i++) {
    const int first = i - i % p.warpSize;
    EXPECT(got[i] == got[first]);
    if (i & 1) EXPECT(got[64 + i] == got[64 + first + 1]);
  }
}

int main() {
  struct {
    void (*kernel)(long long, long long *);
    hipDeviceAttribute_t rate; // kHz
  } clocks[] = {{wait_wall, hipDeviceAttributeWallClockRate},
                {wait_cycles, hipDeviceAttributeClockRate}};
  Device<long long> went(1);
  for (auto &c : clocks) {
    int rate = 0;
    CHECK(hipDeviceGetAttribute(&rate, c.rate, 0));
    EXPECT(rate > 0);
    c.kernel<<<1, 1>>>(0, went.p); // compiled before it is timed
    CHECK(hipDeviceSynchronize());
    const long long ticks = 20ll * rate;
    auto start = std::chrono::steady_clock::now();
    c.kernel<<<1, 1>>>(ticks, went.p);
    CHECK(hipDeviceSynchronize());
    std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    EXPECT(went.host()[0] >= ticks);
    EXPECT(took.count() > 0.0195);
  }
  one_clock_per_warp();
  return done();
}

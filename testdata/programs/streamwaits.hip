// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What waits for the null stream, which a host function holds up: the next command of a blocking
// stream, and not the host's wait for such a stream.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <atomic>
#include <thread>

__global__ void set(int *p, int v) { p[threadIdx.x] = v; }

static std::atomic<bool> open;
static void gate(void *) {
  while (!open) std::this_thread::yield();
}

int main() {
  hipStream_t s;
  CHECK(hipStreamCreate(&s));
  Device<int> x(64);
  CHECK(hipLaunchHostFunc(nullptr, gate, nullptr));
  CHECK(hipStreamSynchronize(s));
  EXPECT(hipStreamQuery(nullptr) == hipErrorNotReady);
  set<<<1, 64, 0, s>>>(x.p, 7);
  EXPECT(hipStreamQuery(s) == hipErrorNotReady);
  open = true;
  CHECK(hipStreamSynchronize(s));
  EXPECT(hipStreamQuery(nullptr) == hipSuccess);
  EXPECT(x.host() == std::vector<int>(64, 7));
  CHECK(hipStreamDestroy(s));
  return done();
}

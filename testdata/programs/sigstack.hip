// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A program that takes its alternate signal stack away between calls, as test
// frameworks do, while the runtime has work that takes long: compiling kernels.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <csignal>
#include <thread>

template <int N> __global__ void spin(float *v) {
  float x = v[threadIdx.x];
#pragma unroll
  for (int i = 0; i < 8; i++) x = sinf(x) * N + cosf(x + i);
  v[threadIdx.x] = x;
}

static char stack[1 << 16];

template <int N> void round(float *v) {
  stack_t mine = {}, none = {};
  mine.ss_sp = stack;
  mine.ss_size = sizeof stack;
  none.ss_flags = SS_DISABLE;
  EXPECT(sigaltstack(&mine, nullptr) == 0);
  EXPECT(sigaltstack(&none, nullptr) == 0);
  spin<N><<<1, 32>>>(v);
  CHECK(hipDeviceSynchronize());
  if constexpr (N > 1) round<N - 1>(v);
}

// Drivers start their compiler in the first call, and may give the thread a signal stack of
// theirs; whoever gave it the one before unmaps that at the end of the thread.
static void unchanged() {
  static char own[1 << 15];
  stack_t mine = {}, now = {};
  mine.ss_sp = own;
  mine.ss_size = sizeof own;
  EXPECT(sigaltstack(&mine, nullptr) == 0);
  Device<float> v(32);
  spin<13><<<1, 32>>>(v.p);
  CHECK(hipDeviceSynchronize());
  EXPECT(sigaltstack(nullptr, &now) == 0 && now.ss_sp == own && now.ss_size == sizeof own);
}

int main() {
  std::thread(unchanged).join();
  Device<float> v(32);
  round<12>(v.p);
  for (float x : v.host()) EXPECT(std::isfinite(x));
  return done();
}

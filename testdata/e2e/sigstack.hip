// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A program that takes its alternate signal stack away between calls, as test
// frameworks do, while the runtime has work that takes long: compiling kernels.
#include "check.h"
#include <csignal>

template <int N> __global__ void spin(float *v) {
  float x = v[threadIdx.x];
#pragma unroll
  for (int i = 0; i < 40; i++) x = sinf(x) * N + cosf(x + i);
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

int main() {
  Device<float> v(32);
  round<12>(v.p);
  for (float x : v.host()) EXPECT(std::isfinite(x));
  return done();
}

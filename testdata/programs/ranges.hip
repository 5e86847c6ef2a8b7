// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// <ranges>, whose functions are constexpr and so work on the device, and 128-bit integers beside it.
//
// e2e: flags=-std=c++20
#include <ranges>

#include "check.h"

struct Wide {
  char c;
  __int128 v;
};
static_assert(sizeof(Wide) == 32);

__global__ void sum(int *out, Wide w) {
  int s = 0;
  for (int i : std::views::iota(0, 10)) s += i;
  out[0] = s;
  out[1] = int((w.v * w.v) >> 64);
}

int main() {
  Device<int> out(2);
  Wide w{1, 1};
  w.v <<= 33;
  sum<<<1, 1>>>(out.p, w);
  EXPECT(out.host()[0] == 45);
  EXPECT(out.host()[1] == 4);
  return done();
}

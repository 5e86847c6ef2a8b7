// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <vector>

#include "kernels.h"

int main() {
  const int n = 1000;
  std::vector<float> x(n);
  for (int i = 0; i < n; i++) x[i] = i;
  if (int err = scale(x.data(), n, 2)) return std::printf("scale: error %d\n", err), 1;
  if (int err = offset(x.data(), n, 1)) return std::printf("offset: error %d\n", err), 1;
  if (int err = square(x.data(), n)) return std::printf("square: error %d\n", err), 1;
  for (int i = 0; i < n; i++) {
    float want = (2.0f * i + 1) * (2.0f * i + 1) * FACTOR;
    if (x[i] != want) return std::printf("x[%d] = %g, want %g\n", i, x[i], want), 1;
  }
  std::puts("lang ok");
}

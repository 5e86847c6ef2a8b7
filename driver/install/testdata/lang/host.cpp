// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// A program without HIP sources of its own, which CMake links with the HIP compiler for the static
// library's sake.
#include <cstdio>

#include <hip/hip_runtime_api.h>

#include "kernels.h"

int main() {
  float x = 1;
  int devices = 0;
  if (hipGetDeviceCount(&devices) != hipSuccess || offset(&x, 1, 2) || x != 3) return 1;
  std::puts("host ok");
}

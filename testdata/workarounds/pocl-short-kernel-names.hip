// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A kernel whose name has more than a thousand bytes.
#include <hip/hip_runtime.h>

#include <utility>

template <int... N> __global__ void k(int *p) { *p = sizeof...(N); }

template <int... N> void launch(int *p, std::integer_sequence<int, N...>) { k<N...><<<1, 1>>>(p); }

int main() {
  int *p;
  if (hipMallocManaged(&p, sizeof *p) != hipSuccess) return 2;
  launch(p, std::make_integer_sequence<int, 300>());
  return hipDeviceSynchronize() != hipSuccess || *p != 300;
}

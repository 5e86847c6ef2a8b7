// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// FLAGS: -O1 -fsanitize=object-size -fsanitize-trap=object-size -D__HIPCC_RTC__=1
// OFFLOAD: x86-64-v3

// A constructor gets the place of a returned class as a pointer in the private address space.
#include <hip/hip_runtime.h>

#include <cstdio>

struct Pair {
  int a, b;
  __device__ Pair(const int &a, const int &b) : a(a), b(b) {}
};

__device__ Pair ordered(int x, int y) {
  if (x < y) return Pair(x, y);
  return Pair(y, x);
}

__global__ void first(int *out, int x, int y) {
  Pair p = ordered(x, y);
  *out = p.a * 10 + p.b;
}

int main() {
  int *out, got = 0;
  if (hipMalloc(reinterpret_cast<void **>(&out), sizeof *out) != hipSuccess) return 1;
  first<<<1, 1>>>(out, 7, 3);
  if (hipMemcpy(&got, out, sizeof got, hipMemcpyDeviceToHost) != hipSuccess) return 1;
  std::printf("%d\n", got);
  return got != 37;
}

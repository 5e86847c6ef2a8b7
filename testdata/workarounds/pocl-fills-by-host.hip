// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A fill of memory that the program has from malloc.
#include <hip/hip_runtime.h>

#include <cstdlib>

int main() {
  const size_t size = 1 << 20;
  unsigned char *p = (unsigned char *)malloc(size);
  hipStream_t s;
  if (hipHostRegister(p, size, 0) != hipSuccess || hipStreamCreate(&s) != hipSuccess) return 2;
  if (hipMemsetAsync(p, 7, size, s) != hipSuccess || hipStreamSynchronize(s) != hipSuccess)
    return 3;
  return p[0] != 7 || p[size - 1] != 7;
}

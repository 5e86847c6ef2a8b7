// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the demo programs share: a check of every HIP call, and the verdict.
#pragma once
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    hipError_t status_ = (call);                                                                   \
    if (status_ != hipSuccess) {                                                                   \
      std::fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,                           \
                   hipGetErrorString(status_));                                                    \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

// verdict prints the result and is the exit status of the program.
inline int verdict(bool ok) {
  std::puts(ok ? "PASS" : "FAIL");
  return ok ? 0 : 1;
}

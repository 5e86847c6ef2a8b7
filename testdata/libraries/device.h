// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What programs of the libraries ask of the device.
#pragma once

#include <cstring>

#include <hip/hip_runtime.h>

// Whether CUDA's libraries do the work, which have less than AMD's.
inline bool nvidia() {
  hipDeviceProp_t p;
  return hipGetDeviceProperties(&p, 0) == hipSuccess && !std::strncmp(p.gcnArchName, "sm_", 3);
}

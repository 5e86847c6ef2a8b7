// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Integer, bit, warp and synchronisation functions of device code.
#ifndef HIP_INCLUDE_HIP_DEVICE_FUNCTIONS_H
#define HIP_INCLUDE_HIP_DEVICE_FUNCTIONS_H
#define HIP_INCLUDE_HIP_AMD_DETAIL_DEVICE_FUNCTIONS_H // the guard of AMD's header, which projects test

#include <hip/hip_runtime.h>

#endif

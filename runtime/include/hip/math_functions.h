// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Mathematical functions of device code.
#ifndef HIP_INCLUDE_HIP_MATH_FUNCTIONS_H
#define HIP_INCLUDE_HIP_MATH_FUNCTIONS_H

#include <hip/hip_runtime.h>

#endif

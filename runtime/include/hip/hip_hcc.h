// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The name that hip_ext.h had; AMD's header warns of it, too.
#ifndef HIP_INCLUDE_HIP_HIP_HCC_H
#define HIP_INCLUDE_HIP_HIP_HCC_H

#warning "hip/hip_hcc.h is deprecated: include hip/hip_ext.h"
#include <hip/hip_ext.h>

#endif

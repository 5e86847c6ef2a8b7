// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Floating point in four bits: e2m1. Pairs are in a byte, fours in two, the first number in the lowest bits.
#ifndef HIP_INCLUDE_HIP_HIP_FP4_H
#define HIP_INCLUDE_HIP_HIP_FP4_H

#include <hip/gohip_detail/small_floats.h>

#if defined(__cplusplus)

enum __hip_fp4_interpretation_t { __HIP_E2M1 = 0 };
typedef unsigned char __hip_fp4_storage_t;
typedef unsigned char __hip_fp4x2_storage_t;
typedef unsigned short __hip_fp4x4_storage_t;

namespace gohip_detail {
__GOHIP_HDI small_format fp4_layout(__hip_fp4_interpretation_t) { return {1, 1, 3}; }
} // namespace gohip_detail

__GOHIP_SMALL_CONVERSIONS(fp4, gohip_detail::fp4_layout, 4)
__GOHIP_SMALL_TYPES(fp4, e2m1, __HIP_E2M1, gohip_detail::fp4_layout, 4)

#endif
#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Floating point in six bits: e2m3 and e3m2. Each number of a pair or four is in a byte, the first in the lowest.
#ifndef HIP_INCLUDE_HIP_HIP_FP6_H
#define HIP_INCLUDE_HIP_HIP_FP6_H

#include <hip/gohip_detail/small_floats.h>

#if defined(__cplusplus)

enum __hip_fp6_interpretation_t { __HIP_E2M3 = 0, __HIP_E3M2 = 1 };
typedef unsigned char __hip_fp6_storage_t;
typedef unsigned short __hip_fp6x2_storage_t;
typedef unsigned int __hip_fp6x4_storage_t;

namespace gohip_detail {
__GOHIP_HDI small_format fp6_layout(__hip_fp6_interpretation_t i) {
  return i == __HIP_E2M3 ? small_format{3, 1, 5} : small_format{2, 3, 5};
}
} // namespace gohip_detail

__GOHIP_SMALL_CONVERSIONS(fp6, gohip_detail::fp6_layout, 8)
__GOHIP_SMALL_TYPES(fp6, e2m3, __HIP_E2M3, gohip_detail::fp6_layout, 8)
__GOHIP_SMALL_TYPES(fp6, e3m2, __HIP_E3M2, gohip_detail::fp6_layout, 8)

#endif
#endif

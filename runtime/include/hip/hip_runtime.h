// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// HIP's language and runtime API for host and device.
#ifndef HIP_INCLUDE_HIP_HIP_RUNTIME_H
#define HIP_INCLUDE_HIP_HIP_RUNTIME_H
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_RUNTIME_H // the guard of AMD's header, which projects test

#include <hip/gohip_detail/integers.h> // before all others
#include <stdio.h>
#include <stdlib.h>
#if !defined(__HIPCC_RTC__)
// Programs count on the standard headers that AMD's header includes, and on what those include.
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>
#if defined(__cplusplus) && __cplusplus >= 201103L && !defined(GOHIP_FEW_HEADERS)
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <new>
#include <string>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>
// C++20's <chrono> includes <format>, and takes as long to parse as all other headers; <thread> includes the clocks.
#if __cplusplus < 202002L
#include <chrono>
#endif
#endif
#endif

#include <hip/gohip_detail/macros.h>
#include <hip/hip_runtime_api.h>
#include <hip/hip_vector_types.h>

#if defined(__clang__) && defined(__HIP__) && defined(__cplusplus)

// Programs use std::exp and its kin with no other header, as clang's own wrapper of HIP sources lets them, and those
// for CUDA also isfinite without std.
#include <math.h>
#include <hip/gohip_detail/builtin_vars.h>
#include <hip/gohip_detail/launch.h>
#include <hip/gohip_detail/math.h>
#include <hip/gohip_detail/integer.h>
#include <hip/gohip_detail/sync.h>
#include <hip/gohip_detail/atomics.h>
#include <hip/gohip_detail/warp.h>
#include <hip/gohip_detail/amdgcn.h>
#include <hip/gohip_detail/devicelib.h>
#include <hip/gohip_detail/texture.h>

#if defined(__HIP_DEVICE_COMPILE__) && !defined(__HIPCC_RTC__) && !defined(GOHIP_FEW_HEADERS) &&   \
    __cplusplus >= 201703L
// new (std::nothrow) T: the variable is in the host's C++ library. <new> declared it.
namespace std {
__device__ inline const nothrow_t nothrow{};
}
#endif

#endif

#if defined(__cplusplus)
// Short names of C's types that HIP programs use; the C library has some of them.
typedef unsigned char uchar;
typedef unsigned short ushort;
typedef unsigned int uint;
typedef unsigned long ulong;
typedef unsigned long long ullong;
#endif

#endif

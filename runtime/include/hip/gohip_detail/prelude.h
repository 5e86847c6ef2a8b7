// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the driver includes before the first line of every HIP source, as clang includes
// a wrapper of its own: the keywords, C's mathematics and memory functions for host and
// device, and the standard headers that clang's wrapper and the headers below it include.
// Programs name these in headers that they include before hip_runtime.h, and in HIP sources
// that do not include it. It is not for programs to include.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_PRELUDE_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_PRELUDE_H

#include <hip/gohip_detail/integers.h>
#include <hip/gohip_detail/macros.h>

#if defined(__clang__) && defined(__HIP__) && __cplusplus >= 201103L
// A source compiled without a C++ library, or as C++98, has the keywords alone.
#if __has_include(<cmath>) && __has_include(<stdlib.h>)
#include <cmath>
#include <stdlib.h>
#include <hip/gohip_detail/math.h>
#include <hip/gohip_detail/sync.h>
#if !defined(__HIPCC_RTC__)
// The driver defines the macro in a first attempt at a source; where that fails, it compiles the source
// with all headers.
#if !defined(GOHIP_FEW_HEADERS)
#include <algorithm>
#include <complex>
#include <limits>
#elif __has_include(<bits/stl_algobase.h>)
#include <bits/stl_algobase.h>
#else
#include <algorithm>
#endif
#include <cstdlib>
#include <limits.h>
#include <new>
#include <stdint.h>
#include <type_traits>
#include <utility>
#include <hip/hip_version.h>
#endif
#endif
#endif

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Integers of fixed size for HIP's headers. hiprtc gives programs only those of 32 and 64 bits, as AMD's does: programs
// define the others, and may define these, too, as int and long long. The C library's headers then leave them out, and
// <stdint.h>, of which hiprtc has its own, defines the others.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_INTEGERS_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_INTEGERS_H

#if !defined(__GOHIP_RTC_INTEGERS__)
#include <stdint.h>
#else
#define _BITS_STDINT_INTN_H 1
#define _BITS_STDINT_UINTN_H 1
typedef int int32_t;
typedef unsigned uint32_t;
typedef long long int64_t;
typedef unsigned long long uint64_t;
namespace std {
using ::int32_t;
using ::int64_t;
using ::uint32_t;
using ::uint64_t;
} // namespace std
#endif

#endif

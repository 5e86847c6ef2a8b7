// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Declarations shared by the device library's HIP sources. They do not use the public headers,
// which declare these functions under other names.
#ifndef GOHIP_DEVICELIB_DEVICE_H
#define GOHIP_DEVICELIB_DEVICE_H

typedef signed char i8;
typedef unsigned char u8;
typedef short i16;
typedef unsigned short u16;
typedef int i32;
typedef unsigned u32;
typedef long long i64;
typedef unsigned long long u64;
typedef __SIZE_TYPE__ size_t;
typedef _Float16 f16;

// The lanes of a warp, where the library depends on their number.
#if !defined(WARP)
#define WARP 32
#endif

// The library is compiled without the assumption that every call is convergent: functions that
// depend on the set of active work-items are marked.
#define CONVERGENT __attribute__((convergent))
// An exported function of the library; one that has no side effects; one inside.
#define API extern "C" __attribute__((device, visibility("hidden")))
#define PURE extern "C" __attribute__((device, visibility("hidden"), const))
#define INSIDE static inline __attribute__((device))
#define SHARED static __attribute__((shared))

INSIDE u32 bits(float x) { return __builtin_bit_cast(u32, x); }
INSIDE u64 bits(double x) { return __builtin_bit_cast(u64, x); }
INSIDE float real(u32 x) { return __builtin_bit_cast(float, x); }
INSIDE double real(u64 x) { return __builtin_bit_cast(double, x); }

#endif

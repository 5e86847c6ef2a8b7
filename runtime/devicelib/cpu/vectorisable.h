// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Declarations for functions that LLVM vectorises with the loop over work-items.
#ifndef GOHIP_DEVICELIB_CPU_VECTORISABLE_H
#define GOHIP_DEVICELIB_CPU_VECTORISABLE_H

#include "../common/device.h"

#define CL __attribute__((device, visibility("hidden"), const))
// The pass masked-variants makes them such that calls in a branch are vectorised.
#define RARE static __attribute__((device, noinline, cold, const))

// Without a fused multiplication and addition, and with vectors of two numbers, libm is faster. The
// pass processor-features makes it a constant.
API bool __gohip_cpu_has_fma();

// Adding it rounds to an integer, which is then in the low bits: 1.5 * 2^52.
#define ROUNDER 0x1.8p52

// The power of two with the exponent in n's low bits.
INSIDE double powerOfTwo(u64 n) { return real((n << 52) + (0x3ffull << 52)); }

// d = 2^exponent m with m from sqrt(1/2) to sqrt(2). d is positive and not subnormal.
struct Parts {
  double exponent, m;
};
INSIDE Parts parts(double d) {
  u64 b = bits(d), n = (b - 0x3fe6a09e667f3bcdull + (1024ull << 52)) >> 52; // exponent + 1024
  return {real(n | 0x433ull << 52) - (0x1p52 + 1024), real(b - ((n - 1024) << 52))};
}

#endif

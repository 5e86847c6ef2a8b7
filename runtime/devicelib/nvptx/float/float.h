// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Code shared by the single-precision functions: the special function unit's instructions,
// polynomials, and double-float sums.
//
// The functions use no tables, because a warp serialises loads with different indices, and no
// divergent branches except for rare arguments. The files are compiled without contraction of
// products and sums.
#ifndef GOHIP_NVPTX_FLOAT_FLOAT_H
#define GOHIP_NVPTX_FLOAT_FLOAT_H

#include <stdbool.h>

#include "../nvptx.h"

#define FN __attribute__((always_inline)) static inline

FN u32 bits(float x) { return __builtin_bit_cast(u32, x); }
FN float real(u32 x) { return __builtin_bit_cast(float, x); }
FN float fused(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
FN float magnitude(float x) { return __builtin_fabsf(x); }
FN float infinity(void) { return __builtin_inff(); }

// Single instructions of the special function unit, which flush subnormal operands and results.
FN float exp2Approx(float x) { return __nvvm_ex2_approx_ftz_f(x); }
FN float log2Approx(float x) { return __nvvm_lg2_approx_ftz_f(x); }
FN float rcpApprox(float x) { return __nvvm_rcp_approx_ftz_f(x); }
FN float rsqrtApprox(float x) { return __nvvm_rsqrt_approx_ftz_f(x); }
// Rounded down.
FN float fusedDown(float a, float b, float c) {
  return FTZ ? __nvvm_fma_rm_ftz_f(a, b, c) : __nvvm_fma_rm_f(a, b, c);
}
// Clamps to 0 .. 1, a modifier of the preceding instruction; 0 for a NaN.
FN float saturate(float x) { return FTZ ? __nvvm_saturate_ftz_f(x) : __nvvm_saturate_f(x); }

// Both values are computed, instead of a branch.
FN float pick(bool c, float a, float b) { return c ? a : b; }

// Adding it leaves the nearest integer in the low bits, for |x| < 2^22.
#define WHOLE 0x1.8p+23f

#define POLY2(x, b, a) fused(b, x, a)
#define POLY3(x, c, b, a) fused(POLY2(x, c, b), x, a)
#define POLY4(x, d, c, b, a) fused(POLY3(x, d, c, b), x, a)
#define POLY5(x, e, d, c, b, a) fused(POLY4(x, e, d, c, b), x, a)
#define POLY6(x, f, e, d, c, b, a) fused(POLY5(x, f, e, d, c, b), x, a)
#define POLY7(x, g, f, e, d, c, b, a) fused(POLY6(x, g, f, e, d, c, b), x, a)
#define POLY8(x, h, g, f, e, d, c, b, a) fused(POLY7(x, h, g, f, e, d, c, b), x, a)
#define POLY9(x, i, h, g, f, e, d, c, b, a) fused(POLY8(x, i, h, g, f, e, d, c, b), x, a)
#define POLY10(x, j, i, h, g, f, e, d, c, b, a) fused(POLY9(x, j, i, h, g, f, e, d, c, b), x, a)

typedef struct {
  float high, low;
} Floats;
// |a| >= |b|, or any two.
FN Floats fastSum(float a, float b) {
  float s = a + b;
  return (Floats){s, b - (s - a)};
}
FN Floats sum(float a, float b) {
  float s = a + b, t = s - a;
  return (Floats){s, (a - (s - t)) + (b - t)};
}
FN Floats product(float a, float b) {
  float p = a * b;
  return (Floats){p, fused(a, b, -p)};
}

// The names of a function: AMD's in float and half, and C's.
#define HALVES1(NAME)                                                                              \
  OCML half __ocml_##NAME##_f16(half x) { return (half)__ocml_##NAME##_f32((float)x); }            \
  OCML half2 __ocml_##NAME##_2f16(half2 x) {                                                       \
    return (half2){__ocml_##NAME##_f16(x.x), __ocml_##NAME##_f16(x.y)};                            \
  }
#define HALVES2(NAME)                                                                              \
  OCML half __ocml_##NAME##_f16(half x, half y) {                                                  \
    return (half)__ocml_##NAME##_f32((float)x, (float)y);                                          \
  }
#define C1(NAME)                                                                                   \
  HALVES1(NAME)                                                                                    \
  OCML float NAME##f(float x) { return __ocml_##NAME##_f32(x); }
#define C2(NAME)                                                                                   \
  HALVES2(NAME)                                                                                    \
  OCML float NAME##f(float x, float y) { return __ocml_##NAME##_f32(x, y); }

#endif

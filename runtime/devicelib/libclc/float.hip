// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Single-precision functions whose libclc versions exceed HIP's error bounds: subnormal results
// become zero, and the error of others exceeds HIP's one or two units in the last place.
#include "../common/float.h"

extern "C" {
__attribute__((device, const)) float cl_fmod(float, float) __asm__("_Z4fmodff");
__attribute__((device, const)) float cl_remainder(float, float) __asm__("_Z9remainderff");
__attribute__((device, const)) double __ocml_fmod_f64(double, double);
__attribute__((device, const)) double __ocml_remainder_f64(double, double);
__attribute__((device, const)) float cl_sin(float) __asm__("_Z3sinf");
__attribute__((device, const)) float cl_cos(float) __asm__("_Z3cosf");
__attribute__((device, const)) double __ocml_sin_f64(double);
__attribute__((device, const)) double __ocml_cos_f64(double);
__attribute__((device, const)) double __ocml_tan_f64(double);
__attribute__((device, const)) double __ocml_erfc_f64(double);
}

// x minus the nearest multiple of pi/2 for |x| < 105615, where the multiple has 17 bits, and
// subtracting the first of three parts of pi/2 is exact.
INSIDE Floats reduce(float x, int &n) {
  float q = __builtin_rintf(x * 0x1.45f306p-1f);
  n = (int)q;
  float a = fmaf(q, -0x1.921fb6p+0f, x), b = q * 0x1.777a5cp-25f;
  Floats r = sum(a, b);
  r.low += fmaf(q, 0x1.ee59dap-50f, fmaf(q, 0x1.777a5cp-25f, -b));
  return n ? r : Floats{x, 0}; // also for -0
}
// For large arguments libclc's reduction has an error of two units.
PURE float __ocml_sin_f32(float x) {
  return __builtin_fabsf(x) < 105615.0f ? cl_sin(x) : (float)__ocml_sin_f64(x);
}
PURE float __ocml_cos_f32(float x) {
  return __builtin_fabsf(x) < 105615.0f ? cl_cos(x) : (float)__ocml_cos_f64(x);
}
PURE float __ocml_tan_f32(float x) {
  if (!(__builtin_fabsf(x) < 105615.0f)) return (float)__ocml_tan_f64(x);
  int n;
  Floats r = reduce(x, n);
  float h = r.high, z = h * h, p = 0x1.f8461cp-9f;
  p = fmaf(p, z, 0x1.34e25ep-10f);
  p = fmaf(p, z, 0x1.46957p-7f);
  p = fmaf(p, z, 0x1.623852p-6f);
  p = fmaf(p, z, 0x1.ba52fp-5f);
  p = fmaf(p, z, 0x1.111086p-3f);
  p = fmaf(p, z, 0x1.555556p-2f);
  float low = fmaf(h * z, p, r.low * (1 + z));
  if (!(n & 1)) return h == 0 ? h : h + low;
  // -1 / (h + low), corrected by a Newton step.
  Floats t = fastSum(h, low);
  float q = -1 / t.high;
  return fmaf(q, fmaf(q, t.high, 1.0f) + q * t.low, q);
}
PURE f16 __ocml_tan_f16(f16 x) { return (f16)__ocml_tan_f32((float)x); }

PURE float __ocml_atan2_f32(float y, float x) {
  float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y);
  bool steep = ay > ax;
  float large = steep ? ay : ax, small = steep ? ax : ay, q, rest = 0;
  if (large > 0x1p-100f && large < 0x1p+100f) {
    float inverse = 1 / large;
    q = small * inverse;
    rest = fmaf(-q, large, small) * inverse;
  } else {
    // Also for zeros and infinities.
    q = large == 0 ? 0 : small == large ? 1 : small / large;
  }
  float z = q * q, p = -0x1.38de56p-9f;
  p = fmaf(p, z, 0x1.ba9f66p-7f);
  p = fmaf(p, z, -0x1.25dc12p-5f);
  p = fmaf(p, z, 0x1.0001c6p-4f);
  p = fmaf(p, z, -0x1.6295f8p-4f);
  p = fmaf(p, z, 0x1.c3f168p-4f);
  p = fmaf(p, z, -0x1.246cd2p-3f);
  p = fmaf(p, z, 0x1.99983cp-3f);
  p = fmaf(p, z, -0x1.555554p-2f);
  // The derivative at q is near 1 - z / 2.
  Floats r = {q, fmaf(q * z, p, rest * fmaf(-0.5f, z, 1.0f))};
  if (steep) {
    Floats s = fastSum(0x1.921fb6p+0f, -r.high);
    r = {s.high, s.low - 0x1.777a5cp-25f - r.low};
  }
  if (__builtin_signbit(x)) {
    Floats s = fastSum(0x1.921fb6p+1f, -r.high);
    r = {s.high, s.low - 0x1.777a5cp-24f - r.low};
  }
  return x != x || y != y ? x + y : __builtin_copysignf(r.high + r.low, y);
}

#ifdef __AMDGCN__
// The back end's own, which use the hardware's exponential and logarithm.
#define ELEMENTARY(NAME)                                                                           \
  PURE float __ocml_##NAME##_f32(float x) { return __builtin_elementwise_##NAME(x); }
ELEMENTARY(exp)
ELEMENTARY(exp2)
ELEMENTARY(exp10)
ELEMENTARY(log)
ELEMENTARY(log2)
ELEMENTARY(log10)
#else
// x 2^n with a single rounding: n is halved, so that both factors are normal numbers.
INSIDE float scaled(float x, int n) { return x * powerOfTwo(n / 2) * powerOfTwo(n - n / 2); }
PURE float __ocml_exp_f32(float x) {
  // Results outside this range are 0 and infinity.
  float y = x < -106 ? -106 : x > 90 ? 90 : x;
  float n = __builtin_rintf(y * 0x1.715476p+0f);
  float r = fmaf(n, -0x1.7f7d1cp-20f, fmaf(n, -0x1.62e4p-1f, y)), p = 0x1.6d117cp-10f;
  p = fmaf(p, r, 0x1.120be2p-7f);
  p = fmaf(p, r, 0x1.555518p-5f);
  p = fmaf(p, r, 0x1.5554dcp-3f);
  p = fmaf(p, r, 0.5f);
  return scaled(1 + fmaf(r * r, p, r), (int)n);
}
PURE float __ocml_exp2_f32(float x) {
  float y = x < -152 ? -152 : x > 129 ? 129 : x;
  float n = __builtin_rintf(y), r = y - n, p = 0x1.441412p-13f;
  p = fmaf(p, r, 0x1.5f0956p-10f);
  p = fmaf(p, r, 0x1.3b2a52p-7f);
  p = fmaf(p, r, 0x1.c6af6cp-5f);
  p = fmaf(p, r, 0x1.ebfbep-3f);
  p = fmaf(p, r, 0x1.62e43p-1f);
  return scaled(fmaf(p, r, 1.0f), (int)n);
}
PURE f16 __ocml_exp_f16(f16 x) { return (f16)__ocml_exp_f32((float)x); }
PURE f16 __ocml_exp2_f16(f16 x) { return (f16)__ocml_exp2_f32((float)x); }
#endif

PURE float __ocml_erfc_f32(float x) { return (float)__ocml_erfc_f64(x); }

// Remainders for divisors so small that the remainder may be subnormal.
PURE float __ocml_fmod_f32(float x, float y) {
  return __builtin_fabsf(y) < 0x1p-100f ? (float)__ocml_fmod_f64(x, y) : cl_fmod(x, y);
}
PURE float __ocml_remainder_f32(float x, float y) {
  return __builtin_fabsf(y) < 0x1p-100f ? (float)__ocml_remainder_f64(x, y) : cl_remainder(x, y);
}

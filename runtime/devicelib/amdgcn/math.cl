// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// __ocml_* over libclc, one line per function. Operations that are an instruction or an LLVM
// intrinsic of the AMDGPU backend are mapped to it directly.
#include "abi.h"

#define FN __attribute__((const))

#define UNARY(X)                                                                                   \
  X(acos)                                                                                          \
  X(acosh)                                                                                         \
  X(acospi)                                                                                        \
  X(asin)                                                                                          \
  X(asinh)                                                                                         \
  X(asinpi)                                                                                        \
  X(atan)                                                                                          \
  X(atanh)                                                                                         \
  X(atanpi)                                                                                        \
  X(cbrt)                                                                                          \
  X(cos)                                                                                           \
  X(cosh)                                                                                          \
  X(cospi)                                                                                         \
  X(erf)                                                                                           \
  X(erfc)                                                                                          \
  X(exp)                                                                                           \
  X(exp10)                                                                                         \
  X(exp2)                                                                                          \
  X(expm1)                                                                                         \
  X(lgamma)                                                                                        \
  X(log) X(log10) X(log1p) X(log2) X(logb) X(sin) X(sinh) X(sinpi) X(tan) X(tanh) X(tanpi)
#define BINARY(X)                                                                                  \
  X(atan2)                                                                                         \
  X(atan2pi) X(fdim) X(fmod) X(hypot) X(maxmag) X(minmag) X(nextafter) X(pow) X(powr) X(remainder)

#define DEF1(f)                                                                                    \
  FN T N(f)(T x) { return f(x); }
#define DEF2(f)                                                                                    \
  FN T N(f)(T x, T y) { return f(x, y); }
#define POINTERS                                                                                   \
  T N(frexp)(T x, __private int *e) { return frexp(x, e); }                                        \
  T N(modf)(T x, __private T * p) { return modf(x, p); }                                           \
  T N(fract)(T x, __private T * p) { return fract(x, p); }                                         \
  T N(remquo)(T x, T y, __private int *q) { return remquo(x, y, q); }                              \
  T N(lgamma_r)(T x, __private int *s) { return lgamma_r(x, s); }                                  \
  T N(sincos)(T x, __private T * c) { return sincos(x, c); }                                       \
  T N(sincospi)(T x, __private T * c) {                                                            \
    *c = cospi(x);                                                                                 \
    return sinpi(x);                                                                               \
  }
#define DIRECT                                                                                     \
  FN T N(ceil)(T x) { return __builtin_elementwise_ceil(x); }                                      \
  FN T N(fabs)(T x) { return __builtin_elementwise_abs(x); }                                       \
  FN T N(floor)(T x) { return __builtin_elementwise_floor(x); }                                    \
  FN T N(trunc)(T x) { return __builtin_elementwise_trunc(x); }                                    \
  FN T N(rint)(T x) { return __builtin_elementwise_rint(x); }                                      \
  FN T N(nearbyint)(T x) { return __builtin_elementwise_nearbyint(x); }                            \
  FN T N(round)(T x) { return __builtin_elementwise_round(x); }                                    \
  FN T N(copysign)(T x, T y) { return __builtin_elementwise_copysign(x, y); }                      \
  FN T N(fma)(T x, T y, T z) { return __builtin_elementwise_fma(x, y, z); }                        \
  FN T N(fmuladd)(T x, T y, T z) { return mad(x, y, z); }                                          \
  FN T N(mad)(T x, T y, T z) { return mad(x, y, z); }                                              \
  FN T N(fmax)(T x, T y) { return fmax(x, y); }                                                    \
  FN T N(fmin)(T x, T y) { return fmin(x, y); }                                                    \
  FN T N(max)(T x, T y) { return fmax(x, y); }                                                     \
  FN T N(min)(T x, T y) { return fmin(x, y); }                                                     \
  FN T N(sqrt)(T x) { return __builtin_elementwise_sqrt(x); }                                      \
  FN T N(native_recip)(T x) { return (T)1 / x; }                                                   \
  FN T N(native_sqrt)(T x) { return __builtin_elementwise_sqrt(x); }                               \
  FN T N(rsqrt)(T x) { return rsqrt(x); }                                                          \
  FN T N(ldexp)(T x, int e) { return ldexp(x, e); }                                                \
  FN T N(scalbn)(T x, int e) { return ldexp(x, e); }                                               \
  FN T N(scalb)(T x, T e) {                                                                        \
    if (isnan(x) || isnan(e)) return x + e;                                                        \
    if (e != rint(e)) return nan((B)0);                                                            \
    if (isinf(e) && ((e > 0 && x == 0) || (e < 0 && isinf(x)))) return nan((B)0);                  \
    return ldexp(x, (int)clamp((float)e, -8192.0f, 8192.0f));                                      \
  }                                                                                                \
  FN T N(pown)(T x, int n) { return pown(x, n); }                                                  \
  FN T N(rootn)(T x, int n) { return rootn(x, n); }                                                \
  FN T N(nan)(B b) { return nan(b); }                                                              \
  FN int N(ilogb)(T x) { return ilogb(x); }                                                        \
  FN int N(isnan)(T x) { return __builtin_isnan(x); }                                              \
  FN int N(isinf)(T x) { return __builtin_isinf(x); }                                              \
  FN int N(isfinite)(T x) { return __builtin_isfinite(x); }                                        \
  FN int N(isnormal)(T x) { return __builtin_isnormal(x); }                                        \
  FN int N(signbit)(T x) { return S(x) < 0; }                                                      \
  FN int N(fpclassify)(T x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }

#define T float
#define B uint
#define S as_int
#define N(f) __ocml_##f##_f32
UNARY(DEF1)
BINARY(DEF2)
POINTERS DIRECT
#undef T
#undef B
#undef S
#undef N

#define T double
#define B ulong
#define S as_long
#define N(f) __ocml_##f##_f64
UNARY(DEF1) BINARY(DEF2) POINTERS DIRECT
#undef T
#undef B
#undef S
#undef N

#define T half
#define B ushort
#define S as_short
#define N(f) __ocml_##f##_f16
    UNARY(DEF1) BINARY(DEF2) POINTERS DIRECT
#undef T
#undef B
#undef S
#undef N

    // The gamma function. libclc's is the exponential of the log-gamma function, whose
    // single-precision error exceeds a hundred units in the last place before it overflows. Here,
    // up to 33, the recurrence reduces the argument to [2, 3), where a polynomial is used
    // (Chebyshev nodes, within 1.5 units in the last place); above, Stirling's series.
    static double gamma_positive(double x) {
  if (x > 0x1.573fae561f648p+7) return INFINITY;
  if (x < 33.0) {
    double above = 1.0, below = 1.0;
    while (x >= 3.0) {
      x -= 1.0;
      above *= x;
    }
    while (x < 2.0) {
      below *= x;
      x += 1.0;
    }
    const double c[] = {0x1.544fa6d47b390p+0,   0x1.de9585f1a7093p-1,   0x1.4f224d4b7e016p-1,
                        0x1.03f6d2fa4f4fdp-2,   0x1.c138b89493ef9p-4,   0x1.d0a9bc49334e7p-6,
                        0x1.5489cc6a2c406p-7,   0x1.a55ed2133d31ep-10,  0x1.8b8fcf944edc5p-11,
                        0x1.0886fa7157a6ep-18,  0x1.013bdfc057f7bp-14,  -0x1.ad8b2d371d88ep-17,
                        0x1.e716924cc6e9dp-18,  -0x1.57dc4d9963c13p-19, 0x1.1e01a1e36520ap-20,
                        -0x1.c189aebb2619bp-22, 0x1.ba42dbab2658fp-23,  -0x1.61678760e530bp-24};
    double t = x - 2.5, r = c[17];
    for (int i = 16; i >= 0; --i) r = fma(r, t, c[i]);
    return r * above / below;
  }
  double w = 1.0 / x;
  double s = -4483131259.0 / 86684309913600.0;
  s = fma(s, w, -534703531.0 / 902961561600.0);
  s = fma(s, w, 5246819.0 / 75246796800.0);
  s = fma(s, w, 163879.0 / 209018880.0);
  s = fma(s, w, -571.0 / 2488320.0);
  s = fma(s, w, -139.0 / 51840.0);
  s = fma(s, w, 1.0 / 288.0);
  s = fma(s, w, 1.0 / 12.0);
  s = fma(s, w, 1.0);
  // The power alone may overflow, so it is split into two factors.
  double half_power = pow(x, 0.5 * x - 0.25);
  return 0x1.40d931ff62706p+1 * half_power * (half_power * exp(-x)) * s;
}
FN double __ocml_tgamma_f64(double x) {
  if (fabs(x) < 0x1p-54) return 1 / x;
  if (x > 0) return gamma_positive(x);
  if (isnan(x)) return x;
  if (x == floor(x)) return nan(0ul);
  // Reflection. For large arguments the gamma function is evaluated sixteen lower, where it does
  // not overflow before its inverse underflows.
  double a = -x, r = -M_PI / (a * sinpi(a));
  if (a > 184) return copysign(0.0, r);
  if (a > 170) {
    double below = 1;
    for (int i = 1; i <= 16; ++i) below *= a - i;
    return r / below / gamma_positive(a - 16);
  }
  return r / gamma_positive(a);
}
FN float __ocml_tgamma_f32(float x) { return (float)__ocml_tgamma_f64((double)x); }
FN half __ocml_tgamma_f16(half x) { return (half)__ocml_tgamma_f64((double)x); }

// Fast f32 functions: the hardware's instructions.
FN float __ocml_native_sin_f32(float x) { return __builtin_amdgcn_sinf(x * 0x1.45f306p-3f); }
FN float __ocml_native_cos_f32(float x) { return __builtin_amdgcn_cosf(x * 0x1.45f306p-3f); }
FN float __ocml_native_exp_f32(float x) { return __builtin_amdgcn_exp2f(x * 0x1.715476p+0f); }
FN float __ocml_native_exp2_f32(float x) { return __builtin_amdgcn_exp2f(x); }
FN float __ocml_native_exp10_f32(float x) { return __builtin_amdgcn_exp2f(x * 0x1.a934f0p+1f); }
FN float __ocml_native_log2_f32(float x) { return __builtin_amdgcn_logf(x); }
FN float __ocml_native_log_f32(float x) { return __builtin_amdgcn_logf(x) * 0x1.62e430p-1f; }
FN float __ocml_native_log10_f32(float x) { return __builtin_amdgcn_logf(x) * 0x1.344136p-2f; }
FN float __ocml_native_rsqrt_f32(float x) { return __builtin_amdgcn_rsqf(x); }
FN half __ocml_native_rcp_f16(half x) { return (half)1 / x; }

#define PACKED1(f)                                                                                 \
  FN half2 __ocml_##f##_2f16(half2 x) { return f(x); }
PACKED1(ceil)
PACKED1(cos)
PACKED1(exp)
PACKED1(exp10)
PACKED1(exp2)
PACKED1(fabs)
PACKED1(floor)
PACKED1(log)
PACKED1(log10)
PACKED1(log2)
PACKED1(rint)
PACKED1(rsqrt)
PACKED1(sin)
PACKED1(trunc)
FN half2 __ocml_sqrt_2f16(half2 x) { return __builtin_elementwise_sqrt(x); }
FN half2 __ocml_fma_2f16(half2 x, half2 y, half2 z) { return __builtin_elementwise_fma(x, y, z); }
FN half2 __ocml_fmax_2f16(half2 x, half2 y) { return fmax(x, y); }
FN half2 __ocml_fmin_2f16(half2 x, half2 y) { return fmin(x, y); }
FN half2 __ocml_pown_2f16(half2 x, short2 n) { return pown(x, convert_int2(n)); }
FN short2 __ocml_isnan_2f16(half2 x) { return isnan(x); }
FN short2 __ocml_isinf_2f16(half2 x) { return isinf(x); }
FN half __ocml_rcbrt_f16(half x) { return (half)1 / cbrt(x); }

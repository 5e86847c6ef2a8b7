// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// __ocml_*: math functions over OpenCL's, which both SPIR-V producers know by their mangled names.
// Functions with LLVM intrinsics use them, so that the optimiser knows them.
#include "../common/device.h"

#define CL1(NAME, MANGLED)                                                                         \
  PURE float cl_##NAME(float) __asm__("_Z" MANGLED "f");                                           \
  PURE double cl_##NAME(double) __asm__("_Z" MANGLED "d");
#define OCML1(NAME, MANGLED)                                                                       \
  extern "C++" {                                                                                   \
  __attribute__((device, const)) float cl_##NAME(float) __asm__("_Z" MANGLED "f");                 \
  __attribute__((device, const)) double cl_##NAME(double) __asm__("_Z" MANGLED "d");               \
  }                                                                                                \
  PURE float __ocml_##NAME##_f32(float x) { return cl_##NAME(x); }                                 \
  PURE double __ocml_##NAME##_f64(double x) { return cl_##NAME(x); }                               \
  PURE f16 __ocml_##NAME##_f16(f16 x) { return (f16)cl_##NAME((float)x); }
#define OCML2(NAME, MANGLED)                                                                       \
  extern "C++" {                                                                                   \
  __attribute__((device, const)) float cl_##NAME(float, float) __asm__("_Z" MANGLED "ff");         \
  __attribute__((device, const)) double cl_##NAME(double, double) __asm__("_Z" MANGLED "dd");      \
  }                                                                                                \
  PURE float __ocml_##NAME##_f32(float x, float y) { return cl_##NAME(x, y); }                     \
  PURE double __ocml_##NAME##_f64(double x, double y) { return cl_##NAME(x, y); }                  \
  PURE f16 __ocml_##NAME##_f16(f16 x, f16 y) { return (f16)cl_##NAME((float)x, (float)y); }
#undef CL1

OCML1(acos, "4acos")
OCML1(acospi, "6acospi")
OCML1(asin, "4asin")
OCML1(asinpi, "6asinpi")
OCML1(atan, "4atan")
OCML1(atanh, "5atanh")
OCML1(atanpi, "6atanpi")
OCML1(cbrt, "4cbrt")
OCML1(erf, "3erf")
OCML1(erfc, "4erfc")
OCML1(exp, "3exp")
OCML1(exp10, "5exp10")
OCML1(exp2, "4exp2")
OCML1(expm1, "5expm1")
OCML1(log, "3log")
OCML1(log10, "5log10")
OCML1(log2, "4log2")
OCML1(logb, "4logb")
OCML1(rsqrt, "5rsqrt")
OCML1(tanh, "4tanh")
OCML1(tanpi, "5tanpi")
OCML2(atan2, "5atan2")
OCML2(atan2pi, "7atan2pi")
OCML2(fdim, "4fdim")
OCML2(fmax, "4fmax")
OCML2(fmin, "4fmin")
OCML2(fmod, "4fmod")
OCML2(hypot, "5hypot")
OCML2(nextafter, "9nextafter")
OCML2(pow, "3pow")
OCML2(remainder, "9remainder")

// log1p of the smallest numbers is the number itself; PoCL flushes some of them to zero.
extern "C++" {
__attribute__((device, const)) float cl_log1p(float) __asm__("_Z5log1pf");
__attribute__((device, const)) double cl_log1p(double) __asm__("_Z5log1pd");
}
PURE float __ocml_log1p_f32(float x) { return __builtin_fabsf(x) < 0x1p-25f ? x : cl_log1p(x); }
PURE double __ocml_log1p_f64(double x) { return __builtin_fabs(x) < 0x1p-54 ? x : cl_log1p(x); }
PURE f16 __ocml_log1p_f16(f16 x) { return (f16)cl_log1p((float)x); }

// Single-precision trigonometric functions are the device's, within OpenCL's bounds and without
// double precision, which not every device has; double-precision ones are this library's own
// (trig.hip).
#define OCML1_F32(NAME, MANGLED)                                                                   \
  extern "C++" {                                                                                   \
  __attribute__((device, const)) float cl_##NAME(float) __asm__("_Z" MANGLED "f");                 \
  }                                                                                                \
  PURE double __ocml_##NAME##_f64(double);                                                         \
  PURE float __ocml_##NAME##_f32(float x) { return cl_##NAME(x); }                                 \
  PURE f16 __ocml_##NAME##_f16(f16 x) { return (f16)cl_##NAME((float)x); }
OCML1_F32(cos, "3cos")
OCML1_F32(sin, "3sin")
OCML1_F32(tan, "3tan")

// Double-precision hyperbolic functions are the device's; single-precision ones are this library's
// own (common/float.hip), because PoCL's exceed HIP's bounds.
#define OCML_F64(NAME, MANGLED)                                                                    \
  extern "C++" {                                                                                   \
  __attribute__((device, const)) double cl_##NAME(double) __asm__("_Z" MANGLED "d");               \
  }                                                                                                \
  PURE float __ocml_##NAME##_f32(float);                                                           \
  PURE double __ocml_##NAME##_f64(double x) { return cl_##NAME(x); }
OCML_F64(acosh, "5acosh")
OCML_F64(asinh, "5asinh")
OCML_F64(cosh, "4cosh")
OCML_F64(sinh, "4sinh")

// The double-precision gamma function is the device's; the single-precision one is rounded from it,
// because OpenCL specifies no bound for it, and PoCL's overflows early. Below -168 PoCL's divides by
// a gamma function that overflows, which leaves wrong digits near the poles and zeros without a
// sign: gamma(x + 16) / (x (x + 1) ... (x + 15)) there, whose factors are exact.
extern "C++" {
__attribute__((device, const)) double cl_tgamma(double) __asm__("_Z6tgammad");
}
PURE double __ocml_tgamma_f64(double x) {
  if (!(x < -168)) return cl_tgamma(x);
  double n = __builtin_floor(x);
  if (x == n) return __builtin_nan("");
  if (x < -184) return __builtin_floor(n * 0.5) == n * 0.5 ? 0.0 : -0.0;
  double p = x, low = 0;
#pragma unroll 1
  for (int i = 1; i < 16; ++i) {
    double q = p * (x + i);
    low = __builtin_fma(low, x + i, __builtin_fma(p, x + i, -q));
    p = q;
  }
  double g = cl_tgamma(x + 16);
  return (g - g * (low / p)) / p;
}
PURE float __ocml_tgamma_f32(float x) { return (float)__ocml_tgamma_f64((double)x); }
PURE f16 __ocml_tgamma_f16(f16 x) { return (f16)__ocml_tgamma_f64((double)x); }
PURE float __ocml_lgamma_f32(float);
PURE double __ocml_lgamma_f64(double);

#define BUILTIN1(NAME)                                                                             \
  PURE float __ocml_##NAME##_f32(float x) { return __builtin_##NAME##f(x); }                       \
  PURE double __ocml_##NAME##_f64(double x) { return __builtin_##NAME(x); }                        \
  PURE f16 __ocml_##NAME##_f16(f16 x) { return (f16)__builtin_##NAME##f((float)x); }
BUILTIN1(ceil)
BUILTIN1(fabs)
BUILTIN1(floor)
BUILTIN1(rint)
BUILTIN1(round)
BUILTIN1(sqrt)
BUILTIN1(trunc)
PURE float __ocml_nearbyint_f32(float x) { return __builtin_rintf(x); }
PURE double __ocml_nearbyint_f64(double x) { return __builtin_rint(x); }
PURE float __ocml_copysign_f32(float x, float y) { return __builtin_copysignf(x, y); }
PURE double __ocml_copysign_f64(double x, double y) { return __builtin_copysign(x, y); }
PURE float __ocml_fma_f32(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
PURE double __ocml_fma_f64(double x, double y, double z) { return __builtin_fma(x, y, z); }
// The product of two halves is exact in float. The sum is rounded twice, which matters only halfway
// between two halves, so it is computed in double, which holds it exactly.
PURE f16 __ocml_fma_f16(f16 x, f16 y, f16 z) { return (f16)((double)x * (double)y + (double)z); }

extern "C++" {
__attribute__((device, const)) float cl_ldexp(float, int) __asm__("_Z5ldexpfi");
__attribute__((device, const)) double cl_ldexp(double, int) __asm__("_Z5ldexpdi");
__attribute__((device, const)) int cl_ilogb(float) __asm__("_Z5ilogbf");
__attribute__((device, const)) int cl_ilogb(double) __asm__("_Z5ilogbd");
__attribute__((device, const)) float cl_pown(float, int) __asm__("_Z4pownfi");
__attribute__((device, const)) double cl_pown(double, int) __asm__("_Z4powndi");
__attribute__((device, const)) float native_cos(float) __asm__("_Z10native_cosf");
__attribute__((device, const)) float native_sin(float) __asm__("_Z10native_sinf");
__attribute__((device, const)) float native_exp(float) __asm__("_Z10native_expf");
__attribute__((device, const)) float native_exp2(float) __asm__("_Z11native_exp2f");
__attribute__((device, const)) float native_exp10(float) __asm__("_Z12native_exp10f");
__attribute__((device, const)) float native_log(float) __asm__("_Z10native_logf");
__attribute__((device, const)) float native_log2(float) __asm__("_Z11native_log2f");
__attribute__((device, const)) float native_log10(float) __asm__("_Z12native_log10f");
__attribute__((device, const)) float native_sqrt(float) __asm__("_Z11native_sqrtf");
__attribute__((device, const)) float native_rsqrt(float) __asm__("_Z12native_rsqrtf");
}
PURE float __ocml_ldexp_f32(float x, int n) { return cl_ldexp(x, n); }
PURE double __ocml_ldexp_f64(double x, int n) { return cl_ldexp(x, n); }
PURE float __ocml_scalbn_f32(float x, int n) { return cl_ldexp(x, n); }
PURE double __ocml_scalbn_f64(double x, int n) { return cl_ldexp(x, n); }
// OpenCL does not specify whether the result for NaN is the smallest or the largest int; hosts and
// AMD return the smallest.
PURE int __ocml_ilogb_f32(float x) { return x == x ? cl_ilogb(x) : -__INT_MAX__ - 1; }
PURE int __ocml_ilogb_f64(double x) { return x == x ? cl_ilogb(x) : -__INT_MAX__ - 1; }
PURE float __ocml_pown_f32(float x, int n) { return cl_pown(x, n); }
PURE double __ocml_pown_f64(double x, int n) { return cl_pown(x, n); }
PURE float __ocml_native_cos_f32(float x) { return native_cos(x); }
PURE float __ocml_native_sin_f32(float x) { return native_sin(x); }
PURE float __ocml_native_exp_f32(float x) { return native_exp(x); }
PURE float __ocml_native_exp2_f32(float x) { return native_exp2(x); }
PURE float __ocml_native_exp10_f32(float x) { return native_exp10(x); }
PURE float __ocml_native_log_f32(float x) { return native_log(x); }
PURE float __ocml_native_log2_f32(float x) { return native_log2(x); }
PURE float __ocml_native_log10_f32(float x) { return native_log10(x); }
PURE float __ocml_native_sqrt_f32(float x) { return native_sqrt(x); }
PURE float __ocml_native_rsqrt_f32(float x) { return native_rsqrt(x); }
PURE float __gohip_fast_pow_f32(float x, float y) { return native_exp2(y * native_log2(x)); }

// Classification, and OpenCL's scaling by a number that need not be an integer.
#define CLASSES(T, S, I)                                                                           \
  PURE I __ocml_isfinite_##S(T x) { return __builtin_isfinite(x); }                                \
  PURE I __ocml_isinf_##S(T x) { return __builtin_isinf(x); }                                      \
  PURE I __ocml_isnan_##S(T x) { return __builtin_isnan(x); }                                      \
  PURE I __ocml_signbit_##S(T x) { return __builtin_signbit(x); }
CLASSES(float, f32, int)
CLASSES(double, f64, int)
CLASSES(f16, f16, int)
PURE f16 __ocml_pown_f16(f16 x, int n) { return (f16)cl_pown((float)x, n); }
#define SCALB(T, S)                                                                                \
  PURE T __ocml_scalb_##S(T x, T n) {                                                              \
    if (!__builtin_isfinite(n)) return n > 0 ? x * n : n < 0 ? x / -n : n;                         \
    if (n != (T)(int)n && n < 10000 && n > -10000) return (T)__builtin_nanf("");                   \
    return cl_ldexp(x, n > 10000 ? 10000 : n < -10000 ? -10000 : (int)n);                          \
  }
SCALB(float, f32)
SCALB(double, f64)

// Two halves at once.
typedef f16 f16x2 __attribute__((ext_vector_type(2)));
typedef short i16x2 __attribute__((ext_vector_type(2)));
#define PAIR1(NAME)                                                                                \
  PURE f16x2 __ocml_##NAME##_2f16(f16x2 x) {                                                       \
    return f16x2{__ocml_##NAME##_f16(x.x), __ocml_##NAME##_f16(x.y)};                              \
  }
PAIR1(ceil)
PAIR1(cos)
PAIR1(exp)
PAIR1(exp10)
PAIR1(exp2)
PAIR1(fabs)
PAIR1(floor)
PAIR1(log)
PAIR1(log10)
PAIR1(log2)
PAIR1(rint)
PAIR1(rsqrt)
PAIR1(sin)
PAIR1(sqrt)
PAIR1(trunc)
PURE f16x2 __ocml_fma_2f16(f16x2 x, f16x2 y, f16x2 z) {
  return f16x2{__ocml_fma_f16(x.x, y.x, z.x), __ocml_fma_f16(x.y, y.y, z.y)};
}
// In a vector, true is all ones.
PURE i16x2 __ocml_isinf_2f16(f16x2 x) {
  return i16x2{(short)-__builtin_isinf(x.x), (short)-__builtin_isinf(x.y)};
}
PURE i16x2 __ocml_isnan_2f16(f16x2 x) {
  return i16x2{(short)-__builtin_isnan(x.x), (short)-__builtin_isnan(x.y)};
}

#ifndef __GOHIP_CPU__ // there libm has them
// C's own names. The standard library's constexpr functions are also device functions, and call
// them through compiler builtins.
#define C1(NAME)                                                                                   \
  PURE float NAME##f(float x) { return __ocml_##NAME##_f32(x); }                                   \
  PURE double NAME(double x) { return __ocml_##NAME##_f64(x); }
#define C2(NAME)                                                                                   \
  PURE float NAME##f(float x, float y) { return __ocml_##NAME##_f32(x, y); }                       \
  PURE double NAME(double x, double y) { return __ocml_##NAME##_f64(x, y); }
C1(acos)
C1(acosh)
C1(asin)
C1(asinh)
C1(atan)
C1(atanh)
C1(cbrt)
C1(cos)
C1(cosh)
C1(erf)
C1(erfc)
C1(exp)
C1(exp2)
C1(exp10)
C1(expm1)
C1(lgamma)
C1(log)
C1(log10)
C1(log1p)
C1(log2)
C1(logb)
C1(sin)
C1(sinh)
C1(tan)
C1(tanh)
C1(tgamma)
C2(atan2)
C2(fdim)
C2(fmod)
C2(hypot)
C2(nextafter)
C2(pow)
C2(remainder)
PURE int ilogbf(float x) { return __ocml_ilogb_f32(x); }
PURE int ilogb(double x) { return __ocml_ilogb_f64(x); }
PURE float ldexpf(float x, int n) { return cl_ldexp(x, n); }
PURE double ldexp(double x, int n) { return cl_ldexp(x, n); }
PURE float scalbnf(float x, int n) { return cl_ldexp(x, n); }
PURE double scalbn(double x, int n) { return cl_ldexp(x, n); }
#endif

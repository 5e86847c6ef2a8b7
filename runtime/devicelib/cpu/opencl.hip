// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// OpenCL's math functions, on which spirv/math.hip builds HIP's, over the CPU's libm and LLVM's
// intrinsics.
#include "../common/device.h"

#define LIBM1(NAME)                                                                                \
  PURE float libm_##NAME(float) __asm__(#NAME "f");                                                \
  extern "C++" {                                                                                   \
  __attribute__((device, const)) double libm_##NAME(double) __asm__(#NAME);                        \
  }
#define LIBM2(NAME)                                                                                \
  PURE float libm_##NAME(float, float) __asm__(#NAME "f");                                         \
  extern "C++" {                                                                                   \
  __attribute__((device, const)) double libm_##NAME(double, double) __asm__(#NAME);                \
  }
// Functions that C++ mangles like OpenCL.
#define CL __attribute__((device, visibility("hidden"), const))
#define DOUBLE1(NAME)                                                                              \
  LIBM1(NAME)                                                                                      \
  CL double NAME(double x) { return libm_##NAME(x); }
#define OVER1(NAME)                                                                                \
  DOUBLE1(NAME)                                                                                    \
  CL float NAME(float x) { return libm_##NAME(x); }
#define DOUBLE2(NAME)                                                                              \
  LIBM2(NAME)                                                                                      \
  CL double NAME(double x, double y) { return libm_##NAME(x, y); }
#define OVER2(NAME)                                                                                \
  DOUBLE2(NAME)                                                                                    \
  CL float NAME(float x, float y) { return libm_##NAME(x, y); }

// Single-precision functions of DOUBLE are in float.hip, arc.hip, error.hip and root.hip.
DOUBLE1(acos)
OVER1(acosh)
DOUBLE1(asin)
OVER1(asinh)
DOUBLE1(atan)
DOUBLE1(atanh)
DOUBLE1(cos)
OVER1(cosh)
DOUBLE1(erf)
DOUBLE1(erfc)
DOUBLE1(exp)
DOUBLE1(exp10)
DOUBLE1(exp2)
DOUBLE1(expm1)
OVER1(lgamma)
DOUBLE1(log)
DOUBLE1(log1p)
DOUBLE1(log2)
OVER1(logb)
DOUBLE1(sin)
OVER1(sinh)
DOUBLE1(tan)
OVER1(tgamma)
DOUBLE2(atan2)
OVER2(fdim)
DOUBLE2(fmod)
DOUBLE2(hypot)
OVER2(nextafter)
DOUBLE2(pow)
LIBM2(remainder)
// A zero has the sign of x; libm's has not for some subnormal y.
CL double remainder(double x, double y) {
  double r = libm_remainder(x, y);
  return r == 0 ? __builtin_copysign(r, x) : r;
}

CL float fmax(float x, float y) { return __builtin_fmaxf(x, y); }
CL double fmax(double x, double y) { return __builtin_fmax(x, y); }
CL float fmin(float x, float y) { return __builtin_fminf(x, y); }
CL double fmin(double x, double y) { return __builtin_fmin(x, y); }
CL double rsqrt(double x) { return 1 / __builtin_sqrt(x); }

PURE int libm_ilogb(float) __asm__("ilogbf");
extern "C++" {
__attribute__((device, const)) double libm_ldexp(double, int) __asm__("ldexp");
__attribute__((device, const)) int libm_ilogb(double) __asm__("ilogb");
}
CL double ldexp(double x, int n) { return libm_ldexp(x, n); }
CL int ilogb(float x) { return libm_ilogb(x); }
CL int ilogb(double x) { return libm_ilogb(x); }
CL float pown(float x, int n) { return (float)libm_pow((double)x, (double)n); }
CL double pown(double x, int n) { return libm_pow(x, (double)n); }

// libm's double-precision log10 has an error of one and a half units; this is the natural logarithm
// times 1/ln(10) in two parts.
CL double log10(double x) {
  double l = libm_log(x), p = l * 0x1.bcb7b1526e50ep-2;
  if (!(__builtin_fabs(l) < 0x1p+20) || l == 0) return l; // infinite, NaN, or the logarithm of one
  return p + __builtin_fma(l, 0x1.95355baaafad3p-57, __builtin_fma(l, 0x1.bcb7b1526e50ep-2, -p));
}

// Likewise tanh: (e^2x - 1) / (e^2x + 1) with an exact denominator.
LIBM1(tanh)
CL double tanh(double x) {
  double a = __builtin_fabs(x), t = libm_expm1(2 * a), s = t + 2, low = t - (s - 2), q = t / s;
  if (!(a > 0x1p-28 && a < 22)) return libm_tanh(x);
  q += (__builtin_fma(-q, s, t) - q * low) / s;
  return __builtin_copysign(q, x);
}

// libm's double-precision cbrt has an error of several units; this adds a Newton step with the
// exact residue. The product of the squares must not leave the range.
LIBM1(cbrt)
CL double cbrt(double x) {
  const double size = __builtin_fabs(x);
  const double by = size < 0x1p-600 ? 0x1p+600 : size > 0x1p+600 ? 0x1p-600 : 1;
  x *= by;
  double y = libm_cbrt(x), a = __builtin_fabs(y);
  if (!(a > 0 && a < 0x1p+340)) return y; // zero, infinite, NaN
  double p = y * y, q = __builtin_fma(y, y, -p), c = p * y;
  double e = __builtin_fma(p, y, -c) + q * y;
  y -= ((c - x) + e) / (3 * p);
  return by > 1 ? y * 0x1p-200 : by < 1 ? y * 0x1p+200 : y;
}

// Divided by pi, with a single rounding for float.
#define PI 0x1.921fb54442d18p+1
#define OVER_PI(NAME)                                                                              \
  CL float NAME##pi(float x) { return (float)(libm_##NAME((double)x) / PI); }                      \
  CL double NAME##pi(double x) { return libm_##NAME(x) / PI; }
OVER_PI(acos)
OVER_PI(asin)
OVER_PI(atan)
CL float atan2pi(float y, float x) { return (float)(libm_atan2((double)y, (double)x) / PI); }
CL double atan2pi(double y, double x) { return libm_atan2(y, x) / PI; }
// Of the nearest half.
CL double tanpi(double x) {
  double n = __builtin_rint(2 * x), t = libm_tan((x - n / 2) * PI);
  return (long)__builtin_fmod(n, 2.0) ? -1 / t : t;
}
CL float tanpi(float x) { return (float)tanpi((double)x); }

CL float native_sqrt(float x) { return __builtin_sqrtf(x); }
CL float native_rsqrt(float x) { return 1 / __builtin_sqrtf(x); }

// High halves of products, which LLVM combines into one multiplication.
CL unsigned long mul_hi(unsigned long x, unsigned long y) {
  u64 x0 = (u32)x, x1 = x >> 32, y0 = (u32)y, y1 = y >> 32;
  u64 mid = x1 * y0 + (x0 * y0 >> 32), other = x0 * y1 + (u32)mid;
  return x1 * y1 + (mid >> 32) + (other >> 32);
}
CL long mul_hi(long x, long y) {
  return (long)mul_hi((unsigned long)x, (unsigned long)y) - (x < 0 ? y : 0) - (y < 0 ? x : 0);
}

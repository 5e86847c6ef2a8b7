// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// AMD's math names over CUDA's libdevice ("Libdevice User's Guide"). Linked if a toolkit provides
// libdevice.10.bc; otherwise the same names are built over libclc. nvcc links libdevice, too, so
// results and speed are CUDA's own.
#include "nvptx.h"

#define U(name, nv)                                                                                \
  float nv##f(float);                                                                              \
  double nv(double);                                                                               \
  OCML float __ocml_##name##_f32(float x) { return nv##f(x); }                                     \
  OCML double __ocml_##name##_f64(double x) { return nv(x); }                                      \
  OCML half __ocml_##name##_f16(half x) { return (half)nv##f((float)x); }                          \
  OCML half2 __ocml_##name##_2f16(half2 x) {                                                       \
    return (half2){(half)nv##f((float)x.x), (half)nv##f((float)x.y)};                              \
  }
#define B(name, nv)                                                                                \
  float nv##f(float, float);                                                                       \
  double nv(double, double);                                                                       \
  OCML float __ocml_##name##_f32(float x, float y) { return nv##f(x, y); }                         \
  OCML double __ocml_##name##_f64(double x, double y) { return nv(x, y); }                         \
  OCML half __ocml_##name##_f16(half x, half y) { return (half)nv##f((float)x, (float)y); }

U(acos, __nv_acos)
U(acosh, __nv_acosh)
U(asin, __nv_asin)
U(asinh, __nv_asinh)
U(atan, __nv_atan)
U(atanh, __nv_atanh)
U(cbrt, __nv_cbrt)
U(cos, __nv_cos)
U(cosh, __nv_cosh)
U(cospi, __nv_cospi)
U(erf, __nv_erf)
U(erfc, __nv_erfc)
U(erfcinv, __nv_erfcinv)
U(erfcx, __nv_erfcx)
U(erfinv, __nv_erfinv)
U(exp, __nv_exp)
U(exp10, __nv_exp10)
U(exp2, __nv_exp2)
U(expm1, __nv_expm1)
U(i0, __nv_cyl_bessel_i0)
U(i1, __nv_cyl_bessel_i1)
U(lgamma, __nv_lgamma)
U(log, __nv_log)
U(log10, __nv_log10)
U(log1p, __nv_log1p)
U(log2, __nv_log2)
U(logb, __nv_logb)
U(ncdf, __nv_normcdf)
U(ncdfinv, __nv_normcdfinv)
U(rcbrt, __nv_rcbrt)
U(round, __nv_round)
U(sin, __nv_sin)
U(sinh, __nv_sinh)
U(sinpi, __nv_sinpi)
U(tan, __nv_tan)
U(tanh, __nv_tanh)
U(tgamma, __nv_tgamma)

B(atan2, __nv_atan2)
B(fdim, __nv_fdim)
B(fmod, __nv_fmod)
B(hypot, __nv_hypot)
B(nextafter, __nv_nextafter)
B(pow, __nv_pow)
B(remainder, __nv_remainder)
B(rhypot, __nv_rhypot)

// Functions that libdevice lacks.
#define PI_INV 0.318309886183790671538
#define PIU(name)                                                                                  \
  OCML float __ocml_##name##pi_f32(float x) { return __nv_##name##f(x) * (float)PI_INV; }          \
  OCML double __ocml_##name##pi_f64(double x) { return __nv_##name(x) * PI_INV; }                  \
  OCML half __ocml_##name##pi_f16(half x) { return (half)__ocml_##name##pi_f32((float)x); }
PIU(acos)
PIU(asin)
PIU(atan)
OCML float __ocml_atan2pi_f32(float y, float x) { return __nv_atan2f(y, x) * (float)PI_INV; }
OCML double __ocml_atan2pi_f64(double y, double x) { return __nv_atan2(y, x) * PI_INV; }
OCML float __ocml_tanpi_f32(float x) { return __nv_sinpif(x) / __nv_cospif(x); }
OCML double __ocml_tanpi_f64(double x) { return __nv_sinpi(x) / __nv_cospi(x); }
OCML half __ocml_atan2pi_f16(half y, half x) {
  return (half)__ocml_atan2pi_f32((float)y, (float)x);
}
OCML half __ocml_tanpi_f16(half x) { return (half)__ocml_tanpi_f32((float)x); }
// In a vector, true is all ones.
typedef short short2 __attribute__((ext_vector_type(2)));
OCML short2 __ocml_isinf_2f16(half2 x) {
  return (short2){-__builtin_isinf(x.x), -__builtin_isinf(x.y)};
}
OCML short2 __ocml_isnan_2f16(half2 x) {
  return (short2){-__builtin_isnan(x.x), -__builtin_isnan(x.y)};
}

float __nv_ldexpf(float, int);
double __nv_ldexp(double, int);
OCML float __ocml_ldexp_f32(float x, int n) { return __nv_ldexpf(x, n); }
OCML double __ocml_ldexp_f64(double x, int n) { return __nv_ldexp(x, n); }
OCML half __ocml_ldexp_f16(half x, int n) { return (half)__nv_ldexpf((float)x, n); }
OCML float __ocml_scalbn_f32(float x, int n) { return __nv_ldexpf(x, n); }
OCML double __ocml_scalbn_f64(double x, int n) { return __nv_ldexp(x, n); }
OCML half __ocml_scalbn_f16(half x, int n) { return (half)__nv_ldexpf((float)x, n); }
OCML float __ocml_scalb_f32(float x, float n) {
  return __nv_ldexpf(x, (int)__builtin_fmaxf(__builtin_fminf(n, 1e6f), -1e6f));
}
OCML double __ocml_scalb_f64(double x, double n) {
  return __nv_ldexp(x, (int)__builtin_fmax(__builtin_fmin(n, 1e6), -1e6));
}

int __nv_ilogbf(float);
int __nv_ilogb(double);
OCML int __ocml_ilogb_f32(float x) { return __nv_ilogbf(x); }
OCML int __ocml_ilogb_f64(double x) { return __nv_ilogb(x); }
OCML int __ocml_ilogb_f16(half x) { return __nv_ilogbf((float)x); }

// A float has room for whole numbers up to 2^24.
OCML float __ocml_pown_f32(float x, int n) {
  if (n > 1 << 24 || n < -(1 << 24)) return (float)__nv_pow(x, n);
  return __nv_powf(x, (float)n);
}
OCML double __ocml_pown_f64(double x, int n) { return __nv_pow(x, (double)n); }
OCML half __ocml_pown_f16(half x, int n) { return (half)__ocml_pown_f32((float)x, n); }
OCML float __ocml_powr_f32(float x, float y) {
  return x < 0 ? __builtin_nanf("") : __nv_powf(x, y);
}
OCML double __ocml_powr_f64(double x, double y) {
  return x < 0 ? __builtin_nan("") : __nv_pow(x, y);
}
OCML float __ocml_rootn_f32(float x, int n) {
  float r = __nv_powf(__builtin_fabsf(x), 1.0f / (float)n);
  return x < 0 ? (n & 1 ? -r : __builtin_nanf("")) : r;
}
OCML double __ocml_rootn_f64(double x, int n) {
  double r = __nv_pow(__builtin_fabs(x), 1.0 / (double)n);
  return x < 0 ? (n & 1 ? -r : __builtin_nan("")) : r;
}

float __nv_norm3df(float, float, float);
double __nv_norm3d(double, double, double);
float __nv_norm4df(float, float, float, float);
double __nv_norm4d(double, double, double, double);
float __nv_rnorm3df(float, float, float);
double __nv_rnorm3d(double, double, double);
float __nv_rnorm4df(float, float, float, float);
double __nv_rnorm4d(double, double, double, double);
OCML float __ocml_len3_f32(float x, float y, float z) { return __nv_norm3df(x, y, z); }
OCML double __ocml_len3_f64(double x, double y, double z) { return __nv_norm3d(x, y, z); }
OCML float __ocml_len4_f32(float x, float y, float z, float w) { return __nv_norm4df(x, y, z, w); }
OCML double __ocml_len4_f64(double x, double y, double z, double w) {
  return __nv_norm4d(x, y, z, w);
}
OCML float __ocml_rlen3_f32(float x, float y, float z) { return __nv_rnorm3df(x, y, z); }
OCML double __ocml_rlen3_f64(double x, double y, double z) { return __nv_rnorm3d(x, y, z); }
OCML float __ocml_rlen4_f32(float x, float y, float z, float w) {
  return __nv_rnorm4df(x, y, z, w);
}
OCML double __ocml_rlen4_f64(double x, double y, double z, double w) {
  return __nv_rnorm4d(x, y, z, w);
}

// Second results are stored through a generic pointer; after inlining it is known to point to a
// local variable.
void __nv_sincosf(float, float *, float *);
void __nv_sincos(double, double *, double *);
void __nv_sincospif(float, float *, float *);
void __nv_sincospi(double, double *, double *);
#define SINCOS(name)                                                                               \
  OCML void __gohip_##name##_f32(float x, float *s, float *c) { __nv_##name##f(x, s, c); }         \
  OCML void __gohip_##name##_f64(double x, double *s, double *c) { __nv_##name(x, s, c); }
SINCOS(sincos)
SINCOS(sincospi)

float __nv_frexpf(float, int *);
double __nv_frexp(double, int *);
OCML float __gohip_frexp_f32(float x, int *e) { return __nv_frexpf(x, e); }
OCML double __gohip_frexp_f64(double x, int *e) { return __nv_frexp(x, e); }
OCML half __gohip_frexp_f16(half x, int *e) { return (half)__nv_frexpf((float)x, e); }
float __nv_modff(float, float *);
double __nv_modf(double, double *);
OCML float __gohip_modf_f32(float x, float *i) { return __nv_modff(x, i); }
OCML double __gohip_modf_f64(double x, double *i) { return __nv_modf(x, i); }
OCML half __gohip_modf_f16(half x, half *i) {
  float w, f = __nv_modff((float)x, &w);
  *i = (half)w;
  return (half)f;
}
float __nv_remquof(float, float, int *);
double __nv_remquo(double, double, int *);
OCML float __gohip_remquo_f32(float x, float y, int *q) { return __nv_remquof(x, y, q); }
OCML double __gohip_remquo_f64(double x, double y, int *q) { return __nv_remquo(x, y, q); }
// The sign of the gamma function: below zero, negative if floor(x) is odd.
OCML float __gohip_lgamma_r_f32(float x, int *sign) {
  float f = __builtin_floorf(x);
  *sign = x < 0 && f != x && __nv_fmodf(f, 2.0f) != 0 ? -1 : 1;
  return __nv_lgammaf(x);
}
OCML double __gohip_lgamma_r_f64(double x, int *sign) {
  double f = __builtin_floor(x);
  *sign = x < 0 && f != x && __nv_fmod(f, 2.0) != 0 ? -1 : 1;
  return __nv_lgamma(x);
}

// C's own names. The standard library's constexpr functions are also device functions, and call
// them through compiler builtins.
#define C1(name)                                                                                   \
  OCML float name##f(float x) { return __ocml_##name##_f32(x); }                                   \
  OCML double name(double x) { return __ocml_##name##_f64(x); }
#define C2(name)                                                                                   \
  OCML float name##f(float x, float y) { return __ocml_##name##_f32(x, y); }                       \
  OCML double name(double x, double y) { return __ocml_##name##_f64(x, y); }
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
OCML int ilogbf(float x) { return __nv_ilogbf(x); }
OCML int ilogb(double x) { return __nv_ilogb(x); }
OCML float ldexpf(float x, int n) { return __nv_ldexpf(x, n); }
OCML double ldexp(double x, int n) { return __nv_ldexp(x, n); }
OCML float scalbnf(float x, int n) { return __nv_ldexpf(x, n); }
OCML double scalbn(double x, int n) { return __nv_ldexp(x, n); }
OCML float frexpf(float x, int *e) { return __nv_frexpf(x, e); }
OCML double frexp(double x, int *e) { return __nv_frexp(x, e); }
OCML float modff(float x, float *i) { return __nv_modff(x, i); }
OCML double modf(double x, double *i) { return __nv_modf(x, i); }
OCML float remquof(float x, float y, int *q) { return __nv_remquof(x, y, q); }
OCML double remquo(double x, double y, int *q) { return __nv_remquo(x, y, q); }

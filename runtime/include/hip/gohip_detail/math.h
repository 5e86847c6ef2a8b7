// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Mathematical functions for device code, float and double, and C's own for host
// code. <math.h> and <cmath> are not included: they cost more to parse than all
// headers here. Device functions are declarations whose bodies, named as AMD names
// them (__ocml_*), live in the device library.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_MATH_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_MATH_H

#include <hip/gohip_detail/macros.h>

// Declarations of NAME and NAMEf for the device, of NAME(float) as C++ has it, and
// with C_ also of C's functions for the host.

#define __GOHIP_D1(NAME, OCML)                                                                     \
  __device__ float NAME##f(float) __GOHIP_PURE(__ocml_##OCML##_f32);                               \
  __device__ double NAME(double) __GOHIP_PURE(__ocml_##OCML##_f64);
#define __GOHIP_D2(NAME, OCML)                                                                     \
  __device__ float NAME##f(float, float) __GOHIP_PURE(__ocml_##OCML##_f32);                        \
  __device__ double NAME(double, double) __GOHIP_PURE(__ocml_##OCML##_f64);
#define __GOHIP_C1(NAME)                                                                           \
  extern "C" __host__ float NAME##f(float) noexcept;                                               \
  extern "C" __host__ double NAME(double) noexcept;                                                \
  __device__ float NAME(float) __GOHIP_PURE(__ocml_##NAME##_f32);                                  \
  __GOHIP_D1(NAME, NAME)                                                                           \
  template <typename __T> __GOHIP_DI __GOHIP_INTEGER(__T, double) NAME(__T x) {                    \
    return ::NAME((double)x);                                                                      \
  }
#define __GOHIP_C2(NAME, OCML)                                                                     \
  extern "C" __host__ float NAME##f(float, float) noexcept;                                        \
  extern "C" __host__ double NAME(double, double) noexcept;                                        \
  __device__ float NAME(float, float) __GOHIP_PURE(__ocml_##OCML##_f32);                           \
  __GOHIP_D2(NAME, OCML)                                                                           \
  template <typename __T, typename __U> __GOHIP_DI __GOHIP_MIXED(__T, __U) NAME(__T x, __U y) {    \
    return ::NAME((__GOHIP_MIXED(__T, __U))x, (__GOHIP_MIXED(__T, __U))y);                         \
  }

namespace gohip_detail {
// The type C++ computes a mathematical function of these arguments in: float for
// floats only, otherwise double. No member for what is not a number.
template <typename __T, bool = __is_integral(__T)> struct real {};
template <typename __T> struct real<__T, true> {
  typedef double type;
};
template <> struct real<float, false> {
  typedef float type;
};
template <> struct real<double, false> {
  typedef double type;
};
template <typename __T, typename __U, typename = void> struct real2 {};
template <typename __T, typename __U>
struct real2<__T, __U, decltype(void(typename real<__T>::type() + typename real<__U>::type()))> {
  typedef decltype(typename real<__T>::type() + typename real<__U>::type()) type;
};
template <bool> struct double_if {};
template <> struct double_if<true> {
  typedef double type;
};
template <typename __T, typename __R, bool = __is_integral(__T)> struct integer {};
template <typename __T, typename __R> struct integer<__T, __R, true> {
  typedef __R type;
};
// The type that min and max compare arguments of these types in: that of their sum, if it is an integer that holds both,
// or one of 64 bits for an int and an unsigned. The result is the same number as of a comparison in double, since the conversion
// keeps the order, and costs less.
template <typename __T, typename __C> constexpr bool holds() {
  return __is_integral(__T) &&
         (__is_signed(__C) ? __is_signed(__T) || sizeof(__T) < sizeof(__C) : !__is_signed(__T));
}
template <typename __T, typename __U, typename __C> constexpr bool holds_both() {
  return __is_integral(__C) && sizeof(__C) <= 8 && sizeof(__T) <= 8 && sizeof(__U) <= 8 &&
         holds<__T, __C>() && holds<__U, __C>();
}
template <typename __C, typename __R, bool> struct first_if {
  typedef __C type;
};
template <typename __C, typename __R> struct first_if<__C, __R, false> {
  typedef __R type;
};
template <typename __T, typename __U, typename = void> struct compared {};
template <typename __T, typename __U> struct compared<__T, __U, decltype(void(__T() + __U()))> {
  typedef decltype(__T() + __U()) sum;
  typedef typename first_if<long long, typename real2<__T, __U>::type,
                            holds_both<__T, __U, long long>()>::type wide;
  typedef typename first_if<sum, wide, holds_both<__T, __U, sum>()>::type type;
};
} // namespace gohip_detail
#define __GOHIP_INTEGER(__T, __R) typename gohip_detail::integer<__T, __R>::type
#define __GOHIP_MIXED(__T, __U) typename gohip_detail::real2<__T, __U>::type
#define __GOHIP_COMPARED(__T, __U) typename gohip_detail::compared<__T, __U>::type

__GOHIP_C1(acos)
__GOHIP_C1(acosh)
__GOHIP_C1(asin)
__GOHIP_C1(asinh)
__GOHIP_C1(atan)
__GOHIP_C1(atanh)
__GOHIP_C1(cbrt)
__GOHIP_C1(ceil)
__GOHIP_C1(cos)
__GOHIP_C1(cosh)
__GOHIP_C1(erf)
__GOHIP_C1(erfc)
__GOHIP_C1(exp)
__GOHIP_C1(exp2)
__GOHIP_C1(expm1)
__GOHIP_C1(fabs)
__GOHIP_C1(floor)
__GOHIP_C1(lgamma)
__GOHIP_C1(log)
__GOHIP_C1(log10)
__GOHIP_C1(log1p)
__GOHIP_C1(log2)
__GOHIP_C1(logb)
__GOHIP_C1(nearbyint)
__GOHIP_C1(rint)
__GOHIP_C1(round)
__GOHIP_C1(sin)
__GOHIP_C1(sinh)
__GOHIP_C1(sqrt)
__GOHIP_C1(tan)
__GOHIP_C1(tanh)
__GOHIP_C1(tgamma)
__GOHIP_C1(trunc)
__GOHIP_C2(atan2, atan2)
__GOHIP_C2(copysign, copysign)
__GOHIP_C2(fdim, fdim)
__GOHIP_C2(fmax, fmax)
__GOHIP_C2(fmin, fmin)
__GOHIP_C2(fmod, fmod)
__GOHIP_C2(hypot, hypot)
__GOHIP_C2(nextafter, nextafter)
__GOHIP_C2(remainder, remainder)
__GOHIP_C2(pow, pow)

// An integral power is exact where a float one need not be: (-2)^3.
__device__ float __gohip_pown_f(float, int) __GOHIP_PURE(__ocml_pown_f32);
__device__ double __gohip_pown(double, int) __GOHIP_PURE(__ocml_pown_f64);
__GOHIP_DI float powif(float x, int n) { return __gohip_pown_f(x, n); }
__GOHIP_DI double powi(double x, int n) { return __gohip_pown(x, n); }
__GOHIP_DI float pow(float x, int n) { return __gohip_pown_f(x, n); }
__GOHIP_DI double pow(double x, int n) { return __gohip_pown(x, n); }
__GOHIP_DI _Float16 pow(_Float16 x, int n) { return (_Float16)__gohip_pown_f((float)x, n); }

extern "C" __host__ float fmaf(float, float, float) noexcept;
extern "C" __host__ double fma(double, double, double) noexcept;
__device__ float fmaf(float, float, float) __GOHIP_PURE(__ocml_fma_f32);
__device__ double fma(double, double, double) __GOHIP_PURE(__ocml_fma_f64);
__device__ float fma(float, float, float) __GOHIP_PURE(__ocml_fma_f32);
// In float the product is exact, and so the sum is rounded twice at most where it was
// halfway: that is what the double sum avoids.
__GOHIP_DI _Float16 fma(_Float16 a, _Float16 b, _Float16 c) {
  return (_Float16)fma((double)a, (double)b, (double)c);
}
template <typename __T, typename __U, typename __V>
__GOHIP_DI typename gohip_detail::double_if<__is_arithmetic(__T) && __is_arithmetic(__U) &&
                                            __is_arithmetic(__V)>::type
fma(__T a, __U b, __V c) {
  return fma((double)a, (double)b, (double)c);
}

// CUDA's and HIP's additions.
__GOHIP_D1(cospi, cospi)
__GOHIP_D1(cyl_bessel_i0, i0)
__GOHIP_D1(cyl_bessel_i1, i1)
__GOHIP_D1(erfcinv, erfcinv)
__GOHIP_D1(erfcx, erfcx)
__GOHIP_D1(erfinv, erfinv)
__GOHIP_D1(exp10, exp10)
__GOHIP_D1(j0, j0)
__GOHIP_D1(j1, j1)
__GOHIP_D1(normcdf, ncdf)
__GOHIP_D1(normcdfinv, ncdfinv)
__GOHIP_D1(rcbrt, rcbrt)
__GOHIP_D1(rsqrt, rsqrt)
__GOHIP_D1(sinpi, sinpi)
__GOHIP_D1(y0, y0)
__GOHIP_D1(y1, y1)
__GOHIP_D2(rhypot, rhypot)
__device__ float rsqrt(float) __GOHIP_PURE(__ocml_rsqrt_f32);
__device__ float rcbrt(float) __GOHIP_PURE(__ocml_rcbrt_f32);
__device__ float exp10(float) __GOHIP_PURE(__ocml_exp10_f32);
__device__ float erfinv(float) __GOHIP_PURE(__ocml_erfinv_f32);
__device__ float sinpi(float) __GOHIP_PURE(__ocml_sinpi_f32);
__device__ float cospi(float) __GOHIP_PURE(__ocml_cospi_f32);
__device__ float normcdf(float) __GOHIP_PURE(__ocml_ncdf_f32);
__device__ float norm3df(float, float, float) __GOHIP_PURE(__ocml_len3_f32);
__device__ double norm3d(double, double, double) __GOHIP_PURE(__ocml_len3_f64);
__device__ float rnorm3df(float, float, float) __GOHIP_PURE(__ocml_rlen3_f32);
__device__ double rnorm3d(double, double, double) __GOHIP_PURE(__ocml_rlen3_f64);
__device__ float norm4df(float, float, float, float) __GOHIP_PURE(__ocml_len4_f32);
__device__ double norm4d(double, double, double, double) __GOHIP_PURE(__ocml_len4_f64);
__device__ float rnorm4df(float, float, float, float) __GOHIP_PURE(__ocml_rlen4_f32);
__device__ double rnorm4d(double, double, double, double) __GOHIP_PURE(__ocml_rlen4_f64);
__device__ float normf(int, const float *) __GOHIP_LIB(__gohip_norm_f32);
__device__ double norm(int, const double *) __GOHIP_LIB(__gohip_norm_f64);
__device__ float rnormf(int, const float *) __GOHIP_LIB(__gohip_rnorm_f32);
__device__ double rnorm(int, const double *) __GOHIP_LIB(__gohip_rnorm_f64);
__device__ float jnf(int, float) __GOHIP_PURE(__gohip_jn_f32);
__device__ double jn(int, double) __GOHIP_PURE(__gohip_jn_f64);
__device__ float ynf(int, float) __GOHIP_PURE(__gohip_yn_f32);
__device__ double yn(int, double) __GOHIP_PURE(__gohip_yn_f64);
__GOHIP_DI float fdividef(float x, float y) { return x / y; }
__GOHIP_DI float fdivide(float x, float y) { return x / y; }
__GOHIP_DI double fdivide(double x, double y) { return x / y; }

// Functions with another argument or result type.
extern "C" {
__host__ float ldexpf(float, int) noexcept;
__host__ double ldexp(double, int) noexcept;
__host__ float frexpf(float, int *) noexcept;
__host__ double frexp(double, int *) noexcept;
__host__ float modff(float, float *) noexcept;
__host__ double modf(double, double *) noexcept;
__host__ long lrintf(float) noexcept;
__host__ long lrint(double) noexcept;
__host__ long lroundf(float) noexcept;
__host__ long lround(double) noexcept;
__host__ long long llrintf(float) noexcept;
__host__ long long llrint(double) noexcept;
__host__ long long llroundf(float) noexcept;
__host__ long long llround(double) noexcept;
__host__ int ilogbf(float) noexcept;
__host__ int ilogb(double) noexcept;
__host__ void sincosf(float, float *, float *) noexcept;
__host__ void sincos(double, double *, double *) noexcept;
}
__device__ float ldexpf(float, int) __GOHIP_PURE(__ocml_ldexp_f32);
__device__ float ldexp(float, int) __GOHIP_PURE(__ocml_ldexp_f32);
__device__ double ldexp(double, int) __GOHIP_PURE(__ocml_ldexp_f64);
__device__ float scalbnf(float, int) __GOHIP_PURE(__ocml_ldexp_f32);
__device__ float scalbn(float, int) __GOHIP_PURE(__ocml_ldexp_f32);
__device__ double scalbn(double, int) __GOHIP_PURE(__ocml_ldexp_f64);
__device__ float frexpf(float, int *) __GOHIP_LIB(__gohip_frexp_f32);
__device__ float frexp(float, int *) __GOHIP_LIB(__gohip_frexp_f32);
__device__ double frexp(double, int *) __GOHIP_LIB(__gohip_frexp_f64);
__device__ float modff(float, float *) __GOHIP_LIB(__gohip_modf_f32);
__device__ float modf(float, float *) __GOHIP_LIB(__gohip_modf_f32);
__device__ double modf(double, double *) __GOHIP_LIB(__gohip_modf_f64);
__device__ float remquof(float, float, int *) __GOHIP_LIB(__gohip_remquo_f32);
__device__ float remquo(float, float, int *) __GOHIP_LIB(__gohip_remquo_f32);
__device__ double remquo(double, double, int *) __GOHIP_LIB(__gohip_remquo_f64);
__device__ int ilogbf(float) __GOHIP_PURE(__ocml_ilogb_f32);
__device__ int ilogb(float) __GOHIP_PURE(__ocml_ilogb_f32);
__device__ int ilogb(double) __GOHIP_PURE(__ocml_ilogb_f64);
template <typename __T> __GOHIP_DI __GOHIP_INTEGER(__T, double) ldexp(__T x, int n) {
  return ::ldexp((double)x, n);
}
__GOHIP_DI float scalblnf(float x, long n) {
  return ldexpf(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}
__GOHIP_DI float scalbln(float x, long n) { return scalblnf(x, n); }
__GOHIP_DI double scalbln(double x, long n) {
  return ldexp(x, n > 100000 ? 100000 : n < -100000 ? -100000 : (int)n);
}
#define __GOHIP_TO_INTEGER(TYPE, NAME, OP)                                                         \
  __GOHIP_DI TYPE NAME##f(float x) { return (TYPE)OP##f(x); }                                      \
  __GOHIP_DI TYPE NAME(float x) { return (TYPE)OP##f(x); }                                         \
  __GOHIP_DI TYPE NAME(double x) { return (TYPE)OP(x); }
__GOHIP_TO_INTEGER(long, lrint, rint)
__GOHIP_TO_INTEGER(long, lround, round)
__GOHIP_TO_INTEGER(long long, llrint, rint)
__GOHIP_TO_INTEGER(long long, llround, round)
#undef __GOHIP_TO_INTEGER
#if defined(__NVPTX__)
// libdevice reduces the argument once for both.
__device__ void sincosf(float, float *, float *) __GOHIP_LIB(__gohip_sincos_f32);
__device__ void sincos(double, double *, double *) __GOHIP_LIB(__gohip_sincos_f64);
__GOHIP_DI void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
#else
__GOHIP_DI void sincosf(float x, float *s, float *c) {
  *s = sinf(x);
  *c = cosf(x);
}
__GOHIP_DI void sincos(float x, float *s, float *c) { sincosf(x, s, c); }
__GOHIP_DI void sincos(double x, double *s, double *c) {
  *s = sin(x);
  *c = cos(x);
}
#endif
__GOHIP_DI void sincospif(float x, float *s, float *c) {
  *s = sinpif(x);
  *c = cospif(x);
}
__GOHIP_DI void sincospi(double x, double *s, double *c) {
  *s = sinpi(x);
  *c = cospi(x);
}
__GOHIP_DI float nanf(const char *) { return __builtin_nanf(""); }
__GOHIP_DI double nan(const char *) { return __builtin_nan(""); }

// Classification. <cmath> has these as constexpr functions in std.
#define __GOHIP_CLASS(NAME, __T)                                                                   \
  __GOHIP_DI constexpr bool NAME(__T x) { return __builtin_##NAME(x); }
#define __GOHIP_COMPARE(NAME, __T)                                                                 \
  __GOHIP_DI constexpr bool NAME(__T x, __T y) { return __builtin_##NAME(x, y); }
#define __GOHIP_FOR(__T)                                                                           \
  __GOHIP_CLASS(isfinite, __T)                                                                     \
  __GOHIP_CLASS(isinf, __T)                                                                        \
  __GOHIP_CLASS(isnan, __T)                                                                        \
  __GOHIP_CLASS(isnormal, __T)                                                                     \
  __GOHIP_CLASS(signbit, __T)                                                                      \
  __GOHIP_COMPARE(isgreater, __T)                                                                  \
  __GOHIP_COMPARE(isgreaterequal, __T)                                                             \
  __GOHIP_COMPARE(isless, __T)                                                                     \
  __GOHIP_COMPARE(islessequal, __T)                                                                \
  __GOHIP_COMPARE(islessgreater, __T)                                                              \
  __GOHIP_COMPARE(isunordered, __T)
// As macros they exist only where C's math.h came first.
#undef isfinite
#undef isinf
#undef isnan
#undef isnormal
#undef signbit
#undef isgreater
#undef isgreaterequal
#undef isless
#undef islessequal
#undef islessgreater
#undef isunordered
__GOHIP_FOR(float)
__GOHIP_FOR(double)
#undef __GOHIP_FOR
#undef __GOHIP_COMPARE
#undef __GOHIP_CLASS
__GOHIP_DI int __finite(double x) { return __builtin_isfinite(x); }
__GOHIP_DI int __finitef(float x) { return __builtin_isfinite(x); }
__GOHIP_DI int __isinf(double x) { return __builtin_isinf(x); }
__GOHIP_DI int __isinff(float x) { return __builtin_isinf(x); }
__GOHIP_DI int __isnan(double x) { return __builtin_isnan(x); }
__GOHIP_DI int __isnanf(float x) { return __builtin_isnan(x); }
__GOHIP_DI int __signbit(double x) { return __builtin_signbit(x); }
__GOHIP_DI int __signbitf(float x) { return __builtin_signbitf(x); }

// abs, min and max of every type. Mixed arguments of min and max are compared as
// the mathematical functions promote them.
__GOHIP_DI int abs(int x) { return x < 0 ? -x : x; }
__GOHIP_DI long abs(long x) { return x < 0 ? -x : x; }
__GOHIP_DI long long abs(long long x) { return x < 0 ? -x : x; }
__GOHIP_DI long labs(long x) { return x < 0 ? -x : x; }
__GOHIP_DI long long llabs(long long x) { return x < 0 ? -x : x; }
__device__ float abs(float) __GOHIP_PURE(__ocml_fabs_f32);
__device__ double abs(double) __GOHIP_PURE(__ocml_fabs_f64);
template <typename __T> __GOHIP_DI __T min(__T x, __T y) { return x < y ? x : y; }
template <typename __T> __GOHIP_DI __T max(__T x, __T y) { return x > y ? x : y; }
__GOHIP_DI int min(int x, int y) { return x < y ? x : y; }
__GOHIP_DI int max(int x, int y) { return x > y ? x : y; }
__device__ float min(float, float) __GOHIP_PURE(__ocml_fmin_f32);
__device__ float max(float, float) __GOHIP_PURE(__ocml_fmax_f32);
__device__ double min(double, double) __GOHIP_PURE(__ocml_fmin_f64);
__device__ double max(double, double) __GOHIP_PURE(__ocml_fmax_f64);
template <typename __T, typename __U> __GOHIP_DI __GOHIP_MIXED(__T, __U) min(__T x, __U y) {
  return ::min((__GOHIP_COMPARED(__T, __U))x, (__GOHIP_COMPARED(__T, __U))y);
}
template <typename __T, typename __U> __GOHIP_DI __GOHIP_MIXED(__T, __U) max(__T x, __U y) {
  return ::max((__GOHIP_COMPARED(__T, __U))x, (__GOHIP_COMPARED(__T, __U))y);
}
#if !defined(__HIP_NO_HOST_MIN_MAX_IN_GLOBAL_NAMESPACE__)
__host__ inline int min(int x, int y) { return x < y ? x : y; }
__host__ inline int max(int x, int y) { return x > y ? x : y; }
#endif
// By the type's name; templates, so that a program may have functions of its own under the names.
#define __GOHIP_MIN_MAX(NAME, TYPE)                                                                \
  template <int = 0> __GOHIP_DI TYPE NAME##min(TYPE x, TYPE y) { return x < y ? x : y; }           \
  template <int = 0> __GOHIP_DI TYPE NAME##max(TYPE x, TYPE y) { return x > y ? x : y; }
__GOHIP_MIN_MAX(u, unsigned)
__GOHIP_MIN_MAX(ll, long long)
__GOHIP_MIN_MAX(ull, unsigned long long)
#undef __GOHIP_MIN_MAX

// Fast and less accurate forms.
__device__ float __cosf(float) __GOHIP_PURE(__ocml_native_cos_f32);
__device__ float __sinf(float) __GOHIP_PURE(__ocml_native_sin_f32);
__device__ float __expf(float) __GOHIP_PURE(__ocml_native_exp_f32);
__device__ float __exp10f(float) __GOHIP_PURE(__ocml_native_exp10_f32);
__device__ float __logf(float) __GOHIP_PURE(__ocml_native_log_f32);
__device__ float __log2f(float) __GOHIP_PURE(__ocml_native_log2_f32);
__device__ float __log10f(float) __GOHIP_PURE(__ocml_native_log10_f32);
__device__ float __powf(float, float) __GOHIP_PURE(__gohip_fast_pow_f32);
__GOHIP_DI float __tanf(float x) { return __sinf(x) / __cosf(x); }
#if !defined(__NVPTX__)
__GOHIP_DI float __fdividef(float x, float y) { return x / y; }
#endif
__GOHIP_DI void __sincosf(float x, float *s, float *c) {
  *s = __sinf(x);
  *c = __cosf(x);
}
#if !defined(__NVPTX__)
__GOHIP_DI float __saturatef(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }
#endif
__device__ float __frsqrt_rn(float) __GOHIP_PURE(__ocml_rsqrt_f32);

// Arithmetic in a given rounding mode.
#define __GOHIP_ROUND(MODE, OCML)                                                                  \
  __device__ float __fadd_##MODE(float, float) __GOHIP_PURE(__ocml_add_##OCML##_f32);              \
  __device__ float __fsub_##MODE(float, float) __GOHIP_PURE(__ocml_sub_##OCML##_f32);              \
  __device__ float __fmul_##MODE(float, float) __GOHIP_PURE(__ocml_mul_##OCML##_f32);              \
  __device__ float __fdiv_##MODE(float, float) __GOHIP_PURE(__ocml_div_##OCML##_f32);              \
  __device__ float __fsqrt_##MODE(float) __GOHIP_PURE(__ocml_sqrt_##OCML##_f32);                   \
  __device__ float __fmaf_##MODE(float, float, float) __GOHIP_PURE(__ocml_fma_##OCML##_f32);       \
  __GOHIP_DI float __frcp_##MODE(float x) { return __fdiv_##MODE(1.0f, x); }                       \
  __device__ double __dadd_##MODE(double, double) __GOHIP_PURE(__ocml_add_##OCML##_f64);           \
  __device__ double __dsub_##MODE(double, double) __GOHIP_PURE(__ocml_sub_##OCML##_f64);           \
  __device__ double __dmul_##MODE(double, double) __GOHIP_PURE(__ocml_mul_##OCML##_f64);           \
  __device__ double __ddiv_##MODE(double, double) __GOHIP_PURE(__ocml_div_##OCML##_f64);           \
  __device__ double __dsqrt_##MODE(double) __GOHIP_PURE(__ocml_sqrt_##OCML##_f64);                 \
  __device__ double __fma_##MODE(double, double, double) __GOHIP_PURE(__ocml_fma_##OCML##_f64);    \
  __GOHIP_DI double __drcp_##MODE(double x) { return __ddiv_##MODE(1.0, x); }
__GOHIP_ROUND(rn, rte)
__GOHIP_ROUND(rd, rtn)
__GOHIP_ROUND(ru, rtp)
__GOHIP_ROUND(rz, rtz)
#undef __GOHIP_ROUND

// A program compiled with approximate transcendentals gets the fast forms.
#if defined(__CLANG_GPU_APPROX_TRANSCENDENTALS__) && defined(__HIP_DEVICE_COMPILE__) &&            \
    __HIP_DEVICE_COMPILE__
#define cosf __cosf
#define sinf __sinf
#define tanf __tanf
#define sincosf __sincosf
#define expf __expf
#define exp10f __exp10f
#define logf __logf
#define log2f __log2f
#define log10f __log10f
#define powf __powf
#endif

// Programs that included <cmath> before: std:: gets the device's overloads too.
// A <cmath> that comes later takes them in by its own using declarations.
#if defined(_GLIBCXX_BITS_STD_ABS_H) || defined(_LIBCPP_CMATH) || defined(_LIBCPP_CSTDLIB)
#include <hip/gohip_detail/std_math.h>
#endif

#undef __GOHIP_C1
#undef __GOHIP_C2
#undef __GOHIP_D1
#undef __GOHIP_D2

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Brings the device's mathematical functions into std, in the (inline) namespace
// of the standard library in use, when <cmath> (or <cstdlib>, for abs)
// came before hip_runtime.h.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_STD_MATH_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_STD_MATH_H

#ifdef _LIBCPP_BEGIN_NAMESPACE_STD
_LIBCPP_BEGIN_NAMESPACE_STD
#else
namespace std {
#ifdef _GLIBCXX_BEGIN_NAMESPACE_VERSION
_GLIBCXX_BEGIN_NAMESPACE_VERSION
#endif
#endif
using ::abs;
using ::labs;
using ::llabs;
#if defined(_GLIBCXX_CMATH) || defined(_LIBCPP_CMATH)
using ::acos;
using ::acosf;
using ::acosh;
using ::acoshf;
using ::asin;
using ::asinf;
using ::asinh;
using ::asinhf;
using ::atan;
using ::atan2;
using ::atan2f;
using ::atanf;
using ::atanh;
using ::atanhf;
using ::cbrt;
using ::cbrtf;
using ::ceil;
using ::ceilf;
using ::copysign;
using ::copysignf;
using ::cos;
using ::cosf;
using ::cosh;
using ::coshf;
using ::erf;
using ::erfc;
using ::erfcf;
using ::erff;
using ::exp;
using ::exp2;
using ::exp2f;
using ::expf;
using ::expm1;
using ::expm1f;
using ::fabs;
using ::fabsf;
using ::fdim;
using ::fdimf;
using ::floor;
using ::floorf;
using ::fma;
using ::fmaf;
using ::fmax;
using ::fmaxf;
using ::fmin;
using ::fminf;
using ::fmod;
using ::fmodf;
using ::frexp;
using ::frexpf;
using ::hypot;
using ::hypotf;
using ::ilogb;
using ::ilogbf;
using ::isfinite;
using ::isgreater;
using ::isgreaterequal;
using ::isless;
using ::islessequal;
using ::islessgreater;
using ::isnormal;
using ::isunordered;
using ::ldexp;
using ::ldexpf;
using ::lgamma;
using ::lgammaf;
using ::llrint;
using ::llrintf;
using ::llround;
using ::llroundf;
using ::log;
using ::log10;
using ::log10f;
using ::log1p;
using ::log1pf;
using ::log2;
using ::log2f;
using ::logb;
using ::logbf;
using ::logf;
using ::lrint;
using ::lrintf;
using ::lround;
using ::lroundf;
using ::modf;
using ::modff;
using ::nearbyint;
using ::nearbyintf;
using ::nextafter;
using ::nextafterf;
using ::pow;
using ::powf;
using ::remainder;
using ::remainderf;
using ::remquo;
using ::remquof;
using ::rint;
using ::rintf;
using ::round;
using ::roundf;
using ::scalbln;
using ::scalblnf;
using ::scalbn;
using ::scalbnf;
using ::signbit;
using ::sin;
using ::sinf;
using ::sinh;
using ::sinhf;
using ::sqrt;
using ::sqrtf;
using ::tan;
using ::tanf;
using ::tanh;
using ::tanhf;
using ::tgamma;
using ::tgammaf;
using ::trunc;
using ::truncf;
// libstdc++'s own isinf and isnan differ from C's in their result.
#ifndef __GLIBCXX__
using ::isinf;
using ::isnan;
#endif
#endif
#ifdef _LIBCPP_END_NAMESPACE_STD
_LIBCPP_END_NAMESPACE_STD
#else
#ifdef _GLIBCXX_BEGIN_NAMESPACE_VERSION
_GLIBCXX_END_NAMESPACE_VERSION
#endif
} // namespace std
#endif

#endif

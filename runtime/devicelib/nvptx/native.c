// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Math functions that are one or a few PTX instructions: rounding, classification, directed
// rounding modes, and the approximate functions for __sinf and similar intrinsics. They do not
// depend on CUDA's libdevice.
#include "nvptx.h"

#define NATIVE1(name)                                                                              \
  OCML float __ocml_##name##_f32(float x) { return __builtin_##name##f(x); }                       \
  OCML double __ocml_##name##_f64(double x) { return __builtin_##name(x); }                        \
  OCML half __ocml_##name##_f16(half x) { return (half)__builtin_##name##f((float)x); }            \
  OCML half2 __ocml_##name##_2f16(half2 x) {                                                       \
    return (half2){(half)__builtin_##name##f((float)x.x), (half)__builtin_##name##f((float)x.y)};  \
  }
NATIVE1(ceil)
NATIVE1(fabs)
NATIVE1(floor)
NATIVE1(nearbyint)
NATIVE1(rint)
NATIVE1(sqrt)
NATIVE1(trunc)

#define NATIVE2(name)                                                                              \
  OCML float __ocml_##name##_f32(float x, float y) { return __builtin_##name##f(x, y); }           \
  OCML double __ocml_##name##_f64(double x, double y) { return __builtin_##name(x, y); }           \
  OCML half __ocml_##name##_f16(half x, half y) {                                                  \
    return (half)__builtin_##name##f((float)x, (float)y);                                          \
  }                                                                                                \
  OCML half2 __ocml_##name##_2f16(half2 x, half2 y) {                                              \
    return (half2){__ocml_##name##_f16(x.x, y.x), __ocml_##name##_f16(x.y, y.y)};                  \
  }
NATIVE2(copysign)
NATIVE2(fmax)
NATIVE2(fmin)

OCML float __ocml_fma_f32(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
OCML double __ocml_fma_f64(double x, double y, double z) { return __builtin_fma(x, y, z); }
OCML half __ocml_fma_f16(half x, half y, half z) { return __builtin_elementwise_fma(x, y, z); }
OCML half2 __ocml_fma_2f16(half2 x, half2 y, half2 z) { return __builtin_elementwise_fma(x, y, z); }
OCML float __ocml_fmuladd_f32(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
OCML double __ocml_fmuladd_f64(double x, double y, double z) { return __builtin_fma(x, y, z); }
OCML half __ocml_fmuladd_f16(half x, half y, half z) { return __builtin_elementwise_fma(x, y, z); }
OCML half2 __ocml_fmuladd_2f16(half2 x, half2 y, half2 z) {
  return __builtin_elementwise_fma(x, y, z);
}
OCML float __ocml_mad_f32(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
OCML double __ocml_mad_f64(double x, double y, double z) { return __builtin_fma(x, y, z); }

OCML float __ocml_max_f32(float x, float y) { return __builtin_fmaxf(x, y); }
OCML double __ocml_max_f64(double x, double y) { return __builtin_fmax(x, y); }
OCML float __ocml_min_f32(float x, float y) { return __builtin_fminf(x, y); }
OCML double __ocml_min_f64(double x, double y) { return __builtin_fmin(x, y); }

#define CLASS(name, expr)                                                                          \
  OCML int __ocml_##name##_f32(float x) { return expr; }                                           \
  OCML int __ocml_##name##_f64(double x) { return expr; }                                          \
  OCML int __ocml_##name##_f16(half v) {                                                           \
    float x = (float)v;                                                                            \
    return expr;                                                                                   \
  }
CLASS(isfinite, __builtin_isfinite(x) != 0)
CLASS(isinf, __builtin_isinf(x) != 0)
CLASS(isnan, __builtin_isnan(x) != 0)
CLASS(signbit, __builtin_signbit(x) != 0)
OCML int __ocml_isnormal_f32(float x) { return __builtin_isnormal(x) != 0; }
OCML int __ocml_isnormal_f64(double x) { return __builtin_isnormal(x) != 0; }
OCML int __ocml_isnormal_f16(half x) {
  float a = __builtin_fabsf((float)x);
  return a >= 0x1p-14f && a < __builtin_inff();
}
OCML float __ocml_nan_f32(u32 payload) {
  return __builtin_bit_cast(float, 0x7fc00000u | (payload & 0x3fffffu));
}
OCML double __ocml_nan_f64(u64 payload) {
  return __builtin_bit_cast(double, 0x7ff8000000000000ull | (payload & 0x7ffffffffffffull));
}

// rsqrt.approx has an error within 2 ulp for f32. For f64 its variant that uses only the high word
// gives about 20 bits, and a third-order step the rest.
OCML float __ocml_rsqrt_f32(float x) {
  return FTZ ? __nvvm_rsqrt_approx_ftz_f(x) : __nvvm_rsqrt_approx_f(x);
}
double rsqrtEstimate(double x) __asm__("llvm.nvvm.rsqrt.approx.ftz.d");
INLINE double __gohip_rsqrt_normal(double x) {
  double y = rsqrtEstimate(x), e = __builtin_fma(-(x * y), y, 1.0);
  return __builtin_fma(y * e, __builtin_fma(e, 0.375, 0.5), y);
}
OCML double __ocml_rsqrt_f64(double x) {
  u32 high = (u32)(__builtin_bit_cast(u64, x) >> 32);
  if (__builtin_expect(high - 0x00100000u < 0x7fe00000u, 1)) return __gohip_rsqrt_normal(x);
  // For zeros, infinity and NaN the estimate is the result.
  double a = __builtin_fabs(x);
  if (x > 0 && a < 0x1p-1022) return 0x1p100 * __gohip_rsqrt_normal(x * 0x1p200);
  return a < 0x1p-1022 && a > 0 ? __builtin_nan("") : rsqrtEstimate(x);
}
OCML half __ocml_rsqrt_f16(half x) { return (half)__nvvm_rsqrt_approx_f((float)x); }
OCML half2 __ocml_rsqrt_2f16(half2 x) {
  return (half2){__ocml_rsqrt_f16(x.x), __ocml_rsqrt_f16(x.y)};
}

// Directed rounding. PTX: rn nearest even, rz to zero, rm down, rp up.
#define MODES2(op)                                                                                 \
  OCML float __ocml_##op##_rte_f32(float x, float y) { return __nvvm_##op##_rn_f(x, y); }          \
  OCML float __ocml_##op##_rtz_f32(float x, float y) { return __nvvm_##op##_rz_f(x, y); }          \
  OCML float __ocml_##op##_rtn_f32(float x, float y) { return __nvvm_##op##_rm_f(x, y); }          \
  OCML float __ocml_##op##_rtp_f32(float x, float y) { return __nvvm_##op##_rp_f(x, y); }          \
  OCML double __ocml_##op##_rte_f64(double x, double y) { return __nvvm_##op##_rn_d(x, y); }       \
  OCML double __ocml_##op##_rtz_f64(double x, double y) { return __nvvm_##op##_rz_d(x, y); }       \
  OCML double __ocml_##op##_rtn_f64(double x, double y) { return __nvvm_##op##_rm_d(x, y); }       \
  OCML double __ocml_##op##_rtp_f64(double x, double y) { return __nvvm_##op##_rp_d(x, y); }
MODES2(add)
MODES2(mul)
MODES2(div)
#define SUB(mode, p)                                                                               \
  OCML float __ocml_sub_##mode##_f32(float x, float y) { return __nvvm_add_##p##_f(x, -y); }       \
  OCML double __ocml_sub_##mode##_f64(double x, double y) { return __nvvm_add_##p##_d(x, -y); }
SUB(rte, rn)
SUB(rtz, rz)
SUB(rtn, rm)
SUB(rtp, rp)
#define FMA(mode, p)                                                                               \
  OCML float __ocml_fma_##mode##_f32(float x, float y, float z) {                                  \
    return __nvvm_fma_##p##_f(x, y, z);                                                            \
  }                                                                                                \
  OCML double __ocml_fma_##mode##_f64(double x, double y, double z) {                              \
    return __nvvm_fma_##p##_d(x, y, z);                                                            \
  }
FMA(rte, rn)
FMA(rtz, rz)
FMA(rtn, rm)
FMA(rtp, rp)
#define SQRT(mode, p)                                                                              \
  OCML float __ocml_sqrt_##mode##_f32(float x) { return __nvvm_sqrt_##p##_f(x); }                  \
  OCML double __ocml_sqrt_##mode##_f64(double x) { return __nvvm_sqrt_##p##_d(x); }
SQRT(rte, rn)
SQRT(rtz, rz)
SQRT(rtn, rm)
SQRT(rtp, rp)
#define RCP(mode, p)                                                                               \
  OCML float __gohip_rcp_##mode##_f32(float x) { return __nvvm_rcp_##p##_f(x); }                   \
  OCML double __gohip_rcp_##mode##_f64(double x) { return __nvvm_rcp_##p##_d(x); }
RCP(rte, rn)
RCP(rtz, rz)
RCP(rtn, rm)
RCP(rtp, rp)

// The approximate functions: the special function unit's instruction and a scale, as
// CUDA documents them (Programming Guide, "Intrinsic Functions"). The compiler calls those that
// flush denormals where -ffast-math allows approximations (passes/nvptx/approximate.go).
#define LOG2E 1.44269504088896340736f
#define LN2 0.693147180559945309417f
#define LOG2_10 3.32192809488736234787f
#define LOG10_2 0.301029995663981195214f
#define APPROX(name, instr, pre, post)                                                             \
  OCML float __ocml_native_##name##_f32(float x) {                                                 \
    return (FTZ ? __nvvm_##instr##_approx_ftz_f(x pre) : __nvvm_##instr##_approx_f(x pre))post;    \
  }                                                                                                \
  OCML float __gohip_ftz_##name##_f32(float x) {                                                   \
    return __nvvm_##instr##_approx_ftz_f(x pre) post;                                              \
  }                                                                                                \
  OCML half __ocml_native_##name##_f16(half x) {                                                   \
    return (half)__ocml_native_##name##_f32((float)x);                                             \
  }
APPROX(exp, ex2, *LOG2E, )
APPROX(exp2, ex2, , )
APPROX(exp10, ex2, *LOG2_10, )
APPROX(log, lg2, , *LN2)
APPROX(log2, lg2, , )
APPROX(log10, lg2, , *LOG10_2)
APPROX(sin, sin, , )
APPROX(cos, cos, , )
APPROX(sqrt, sqrt, , )
APPROX(rsqrt, rsqrt, , )
// In half, the errors of the instruction and of the product are less than a hundredth of the last place.
#define HALF_POWER(name, factor)                                                                   \
  OCML half __ocml_##name##_f16(half x) { return (half)__nvvm_ex2_approx_ftz_f((float)x factor); } \
  OCML half2 __ocml_##name##_2f16(half2 x) {                                                       \
    return (half2){__ocml_##name##_f16(x.x), __ocml_##name##_f16(x.y)};                            \
  }
HALF_POWER(exp, *LOG2E)
HALF_POWER(exp2, )
HALF_POWER(exp10, *LOG2_10)
OCML float __ocml_native_rcp_f32(float x) { return __nvvm_rcp_approx_ftz_f(x); }
OCML half __ocml_native_rcp_f16(half x) { return (half)__nvvm_rcp_approx_ftz_f((float)x); }
OCML float __ocml_native_recip_f32(float x) { return __nvvm_rcp_approx_ftz_f(x); }
OCML half __ocml_native_recip_f16(half x) { return (half)__nvvm_rcp_approx_ftz_f((float)x); }
OCML float __ocml_native_tan_f32(float x) {
  return __nvvm_div_approx_f(__ocml_native_sin_f32(x), __ocml_native_cos_f32(x));
}
OCML float __ocml_native_divide_f32(float x, float y) {
  return FTZ ? __nvvm_div_approx_ftz_f(x, y) : __nvvm_div_approx_f(x, y);
}
OCML float __ocml_native_powr_f32(float x, float y) {
  return __ocml_native_exp2_f32(y * __ocml_native_log2_f32(x));
}
OCML float __gohip_fast_pow_f32(float x, float y) { return __ocml_native_powr_f32(x, y); }
OCML float __gohip_ftz_tan_f32(float x) {
  return __nvvm_div_approx_ftz_f(__gohip_ftz_sin_f32(x), __gohip_ftz_cos_f32(x));
}
OCML float __gohip_ftz_divide_f32(float x, float y) { return __nvvm_div_approx_ftz_f(x, y); }
OCML float __gohip_ftz_powr_f32(float x, float y) {
  return __gohip_ftz_exp2_f32(y * __gohip_ftz_log2_f32(x));
}
#define F64(name)                                                                                  \
  double __ocml_##name##_f64(double);                                                              \
  OCML double __ocml_native_##name##_f64(double x) { return __ocml_##name##_f64(x); }
F64(exp)
F64(exp2)
F64(exp10)
F64(log)
F64(log2)
F64(log10)
F64(sin)
F64(cos)
F64(sqrt)
F64(rsqrt)
OCML double __ocml_native_rcp_f64(double x) { return 1.0 / x; }
OCML double __ocml_native_recip_f64(double x) { return 1.0 / x; }

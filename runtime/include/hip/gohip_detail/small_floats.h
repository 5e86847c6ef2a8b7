// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What hip_fp4.h and hip_fp6.h share: formats of the Open Compute Project's "Microscaling Formats (MX)
// Specification", which have neither infinity nor NaN. Conversions round to nearest even, each once, whatever mode
// they are given, as AMD's do. What is too large becomes the largest number, and so does NaN, as a positive one.
#ifndef GOHIP_DETAIL_SMALL_FLOATS_H
#define GOHIP_DETAIL_SMALL_FLOATS_H

#include <hip/hip_fp8.h>

#if defined(__cplusplus)

enum hipRoundMode { hipRoundNearest = 0, hipRoundZero = 1, hipRoundPosInf = 2, hipRoundMinInf = 3 };

namespace gohip_detail {

struct small_format {
  int mantissa, bias, sign; // sign: the number of its bit
};
__GOHIP_HDI fp8_format small_layout(small_format s) {
  const unsigned largest = (1u << s.sign) - 1;
  return {s.mantissa, s.bias, largest, largest, largest, false};
}
template <typename __T> __GOHIP_HDI unsigned small_from(__T v, small_format s) {
  const fp8_format f = small_layout(s);
  if (v != v) return f.largest;
  const unsigned r = fp8_round(v, true, f);
  return (r & f.largest) | (r >> 7) << s.sign;
}
template <typename __T> __GOHIP_HDI __T small_to(unsigned x, small_format s) {
  const fp8_format f = small_layout(s);
  return fp8_value<__T>((__hip_fp8_storage_t)((x & f.largest) | (x >> s.sign & 1) << 7), f);
}
__GOHIP_HDI float small_wide(__half_raw v) { return __half2float(__half(v)); }
__GOHIP_HDI float small_wide(__hip_bfloat16_raw v) { return __bfloat162float(__hip_bfloat16(v)); }

} // namespace gohip_detail

// Conversions of what is stored: LAYOUT gives the format of an interpretation, and the second number of a pair is
// SHIFT bits above the first.
#define __GOHIP_SMALL_ONE(FP, NAME, TYPE, LAYOUT, WIDE)                                            \
  __GOHIP_HDI __hip_##FP##_storage_t __hip_cvt_##NAME##_to_##FP(                                   \
      TYPE v, __hip_##FP##_interpretation_t i, enum hipRoundMode) {                                \
    return (__hip_##FP##_storage_t)gohip_detail::small_from(WIDE(v), LAYOUT(i));                   \
  }
#define __GOHIP_SMALL_TWO(FP, NAME, TYPE, LAYOUT, SHIFT, X, Y)                                     \
  __GOHIP_HDI __hip_##FP##x2_storage_t __hip_cvt_##NAME##_to_##FP##x2(                             \
      TYPE v, __hip_##FP##_interpretation_t i, enum hipRoundMode) {                                \
    return (__hip_##FP##x2_storage_t)(gohip_detail::small_from(X, LAYOUT(i)) |                     \
                                      gohip_detail::small_from(Y, LAYOUT(i)) << SHIFT);            \
  }
#define __GOHIP_SMALL_CONVERSIONS(FP, LAYOUT, SHIFT)                                               \
  __GOHIP_SMALL_ONE(FP, float, float, LAYOUT, )                                                    \
  __GOHIP_SMALL_ONE(FP, double, double, LAYOUT, )                                                  \
  __GOHIP_SMALL_ONE(FP, halfraw, __half_raw, LAYOUT, gohip_detail::small_wide)                     \
  __GOHIP_SMALL_ONE(FP, bfloat16raw, __hip_bfloat16_raw, LAYOUT, gohip_detail::small_wide)         \
  __GOHIP_SMALL_TWO(FP, float2, float2, LAYOUT, SHIFT, v.x, v.y)                                   \
  __GOHIP_SMALL_TWO(FP, double2, double2, LAYOUT, SHIFT, v.x, v.y)                                 \
  __GOHIP_SMALL_TWO(FP, halfraw2, __half2_raw, LAYOUT, SHIFT,                                      \
                    gohip_detail::small_wide(__half_raw{v.x}),                                     \
                    gohip_detail::small_wide(__half_raw{v.y}))                                     \
  __GOHIP_SMALL_TWO(FP, bfloat16raw2, __hip_bfloat162_raw, LAYOUT, SHIFT,                          \
                    gohip_detail::small_wide(__hip_bfloat16_raw{v.x}),                             \
                    gohip_detail::small_wide(__hip_bfloat16_raw{v.y}))                             \
  __GOHIP_HDI __half_raw __hip_cvt_##FP##_to_halfraw(__hip_##FP##_storage_t x,                     \
                                                     __hip_##FP##_interpretation_t i) {            \
    return __float2half(gohip_detail::small_to<float>(x, LAYOUT(i)));                              \
  }                                                                                                \
  __GOHIP_HDI __half2_raw __hip_cvt_##FP##x2_to_halfraw2(__hip_##FP##x2_storage_t x,               \
                                                         __hip_##FP##_interpretation_t i) {        \
    return __half2_raw{                                                                            \
        __hip_cvt_##FP##_to_halfraw((__hip_##FP##_storage_t)(x & ((1u << SHIFT) - 1)), i).x,       \
        __hip_cvt_##FP##_to_halfraw((__hip_##FP##_storage_t)(x >> SHIFT), i).x};                   \
  }

// The types: one number, two and four, the first in the lowest bits.
#define __GOHIP_SMALL_INTO(TYPE, NAME, CALL, I)                                                    \
  __GOHIP_HDI explicit NAME(TYPE v) : __x(CALL(v, I, hipRoundNearest)) {}
#define __GOHIP_SMALL_TYPES(FP, NAME, I, LAYOUT, SHIFT)                                            \
  struct __hip_##FP##_##NAME {                                                                     \
    __hip_##FP##_storage_t __x;                                                                    \
    __hip_##FP##_##NAME() = default;                                                               \
    __GOHIP_SMALL_INTO(float, __hip_##FP##_##NAME, __hip_cvt_float_to_##FP, I)                     \
    __GOHIP_SMALL_INTO(double, __hip_##FP##_##NAME, __hip_cvt_double_to_##FP, I)                   \
    __GOHIP_SMALL_INTO(__half, __hip_##FP##_##NAME, __hip_cvt_halfraw_to_##FP, I)                  \
    __GOHIP_SMALL_INTO(__hip_bfloat16, __hip_##FP##_##NAME, __hip_cvt_bfloat16raw_to_##FP, I)      \
    template <typename __T, __GOHIP_IF(gohip_detail::number<__T>::whole)>                          \
    __GOHIP_HDI explicit __hip_##FP##_##NAME(__T v) : __hip_##FP##_##NAME((float)v) {}             \
    __GOHIP_HDI operator float() const { return gohip_detail::small_to<float>(__x, LAYOUT(I)); }   \
    __GOHIP_HDI operator double() const { return (float)*this; }                                   \
    __GOHIP_HDI operator __half_raw() const { return __hip_cvt_##FP##_to_halfraw(__x, I); }        \
    __GOHIP_HDI operator __hip_bfloat16_raw() const { return __float2bfloat16((float)*this); }     \
  };                                                                                               \
  struct __hip_##FP##x2_##NAME {                                                                   \
    __hip_##FP##x2_storage_t __x;                                                                  \
    __hip_##FP##x2_##NAME() = default;                                                             \
    __GOHIP_SMALL_INTO(float2, __hip_##FP##x2_##NAME, __hip_cvt_float2_to_##FP##x2, I)             \
    __GOHIP_SMALL_INTO(double2, __hip_##FP##x2_##NAME, __hip_cvt_double2_to_##FP##x2, I)           \
    __GOHIP_SMALL_INTO(__half2, __hip_##FP##x2_##NAME, __hip_cvt_halfraw2_to_##FP##x2, I)          \
    __GOHIP_SMALL_INTO(__hip_bfloat162, __hip_##FP##x2_##NAME, __hip_cvt_bfloat16raw2_to_##FP##x2, \
                       I)                                                                          \
    __GOHIP_HDI operator float2() const { return float2(__get(0), __get(1)); }                     \
    __GOHIP_HDI operator double2() const { return double2(__get(0), __get(1)); }                   \
    __GOHIP_HDI operator __half2_raw() const { return __hip_cvt_##FP##x2_to_halfraw2(__x, I); }    \
    __GOHIP_HDI operator __hip_bfloat162_raw() const {                                             \
      return __floats2bfloat162_rn(__get(0), __get(1));                                            \
    }                                                                                              \
                                                                                                   \
  private:                                                                                         \
    __GOHIP_HDI float __get(int n) const {                                                         \
      return gohip_detail::small_to<float>((unsigned)__x >> SHIFT * n, LAYOUT(I));                 \
    }                                                                                              \
  };                                                                                               \
  struct __hip_##FP##x4_##NAME {                                                                   \
    __hip_##FP##x4_storage_t __x;                                                                  \
    __hip_##FP##x4_##NAME() = default;                                                             \
    __GOHIP_HDI explicit __hip_##FP##x4_##NAME(__half2 low, __half2 high)                          \
        : __x(__join(__hip_##FP##x2_##NAME(low), __hip_##FP##x2_##NAME(high))) {}                  \
    __GOHIP_HDI explicit __hip_##FP##x4_##NAME(__hip_bfloat162 low, __hip_bfloat162 high)          \
        : __x(__join(__hip_##FP##x2_##NAME(low), __hip_##FP##x2_##NAME(high))) {}                  \
    template <typename __T>                                                                        \
    __GOHIP_HDI explicit __hip_##FP##x4_##NAME(HIP_vector_type<__T, 4> v)                          \
        : __x(__join(__hip_##FP##x2_##NAME(HIP_vector_type<__T, 2>(v.x, v.y)),                     \
                     __hip_##FP##x2_##NAME(HIP_vector_type<__T, 2>(v.z, v.w)))) {}                 \
    __GOHIP_HDI operator float4() const { return float4(__get(0), __get(1), __get(2), __get(3)); } \
    __GOHIP_HDI operator double4() const {                                                         \
      return double4(__get(0), __get(1), __get(2), __get(3));                                      \
    }                                                                                              \
                                                                                                   \
  private:                                                                                         \
    static __GOHIP_HDI __hip_##FP##x4_storage_t __join(__hip_##FP##x2_##NAME low,                  \
                                                       __hip_##FP##x2_##NAME high) {               \
      return (__hip_##FP##x4_storage_t)(low.__x | (unsigned)high.__x << 2 * SHIFT);                \
    }                                                                                              \
    __GOHIP_HDI float __get(int n) const {                                                         \
      return gohip_detail::small_to<float>((unsigned)__x >> SHIFT * n, LAYOUT(I));                 \
    }                                                                                              \
  };

#endif
#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Floating point in eight bits: e4m3 and e5m2 as the Open Compute Project's "OCP 8-bit
// Floating Point Specification" (OFP8) has them, and the "fnuz" forms of AMD's MI300,
// which have one zero, one NaN (0x80), no infinity and a bias greater by one. Single
// numbers, pairs and fours. Conversions round to nearest even, each once.
#ifndef HIP_INCLUDE_HIP_HIP_FP8_H
#define HIP_INCLUDE_HIP_HIP_FP8_H
#define _HIP_INCLUDE_HIP_AMD_DETAIL_HIP_FP8_H_ // the guard of AMD's header, which projects test

#include <hip/gohip_detail/fp8.h>
#include <hip/gohip_detail/macros.h>
#include <hip/hip_bf16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_vector_types.h>

#if defined(__cplusplus)

#define HIP_FP8_TYPE_OCP 1
#define HIP_FP8_TYPE_FNUZ 1
#define HIP_FP8_CVT_FAST_PATH 0

enum __hip_fp8_interpretation_t {
  __HIP_E4M3 = 0,
  __HIP_E5M2 = 1,
  __HIP_E4M3_FNUZ = 2,
  __HIP_E5M2_FNUZ = 3
};
// What becomes of a finite number that is too large: NaN or infinity, or the largest
// number. Infinity itself is never made finite.
enum __hip_saturation_t { __HIP_NOSAT = 0, __HIP_SATFINITE = 1 };

typedef unsigned char __hip_fp8_storage_t;
typedef unsigned short __hip_fp8x2_storage_t;
typedef unsigned int __hip_fp8x4_storage_t;

namespace gohip_detail {

__GOHIP_HDI fp8_format fp8_layout(__hip_fp8_interpretation_t i) {
  return fp8_layout(i == __HIP_E4M3 || i == __HIP_E4M3_FNUZ,
                    i == __HIP_E4M3_FNUZ || i == __HIP_E5M2_FNUZ);
}
// The code of a number in a format, which has at most eight bits, with the sign in the highest.
template <typename __T>
__GOHIP_HDI unsigned char fp8_round(__T v, bool saturate, const fp8_format f) {
  typedef fp8_wide<__T> wide;
  typedef typename wide::bits bits;
  const int width = 8 * sizeof(bits);
  const bits one = 1, hidden = one << wide::mantissa;
  bits b;
  __builtin_memcpy(&b, &v, sizeof b);
  const unsigned sign = (unsigned)(b >> (width - 1)) << 7;
  b &= ~(one << (width - 1));
  const bits infinity = (((one << (width - 1)) - 1) >> wide::mantissa) << wide::mantissa;
  const unsigned keep = f.fnuz ? 0 : sign; // of zero and NaN
  if (b > infinity) return (unsigned char)(keep | f.nan);
  if (b == infinity) return (unsigned char)(keep | f.infinity);

  // The largest number, as a wide one: its exponent and the bits below.
  const bits top =
      ((bits)((int)(f.largest >> f.mantissa) - f.bias + wide::bias) << wide::mantissa) |
      ((bits)(f.largest & ((1u << f.mantissa) - 1)) << (wide::mantissa - f.mantissa));
  if (b > top) {
    if (saturate) return (unsigned char)(sign | f.largest);
    return (unsigned char)(keep | f.infinity);
  }

  int exponent = (int)(b >> wide::mantissa) - wide::bias + f.bias;
  int drop = wide::mantissa - f.mantissa; // bits that do not fit
  if (exponent < 1) {
    drop += 1 - exponent;
    exponent = 1;
  }
  // Below half of the smallest number. This takes in what is subnormal in the wide type.
  if (drop > wide::mantissa + 1) return (unsigned char)keep;
  bits m = (b & (hidden - 1)) | hidden;
  bits rest = m & ((one << drop) - 1), half = one << (drop - 1);
  m >>= drop;
  if (rest > half || (rest == half && (m & 1))) ++m;
  // A carry out of the mantissa counts the exponent up, as it should.
  unsigned r = (unsigned)m + ((unsigned)(exponent - 1) << f.mantissa);
  return (unsigned char)((r ? sign : keep) | r);
}
template <typename __T>
__GOHIP_HDI __hip_fp8_storage_t fp8_from(__T v, __hip_saturation_t sat,
                                         __hip_fp8_interpretation_t i) {
  return fp8_round(v, sat == __HIP_SATFINITE, fp8_layout(i));
}

template <typename __T>
__GOHIP_HDI __T fp8_to(__hip_fp8_storage_t x, __hip_fp8_interpretation_t i) {
  return fp8_value<__T>(x, fp8_layout(i));
}

#if __GOHIP_SM >= 900
#define __GOHIP_FP8_CVT 1
// NVIDIA's instruction, which saturates and is exact in whatever else it does: its operands are
// in the range of the OCP formats. The first one goes into the low byte.
__GOHIP_DI unsigned fp8_cvt(float low, float high, bool e4m3) {
  unsigned short r;
  if (e4m3)
    __asm__("cvt.rn.satfinite.e4m3x2.f32 %0, %1, %2;" : "=h"(r) : "f"(high), "f"(low));
  else
    __asm__("cvt.rn.satfinite.e5m2x2.f32 %0, %1, %2;" : "=h"(r) : "f"(high), "f"(low));
  return r;
}
// What the instruction does not give: the code of NaN, of infinity, or of a number that is too large.
__GOHIP_DI unsigned fp8_beyond(float v, __hip_saturation_t sat, const fp8_format &f) {
  const unsigned b = __builtin_bit_cast(unsigned, v), a = b & 0x7fffffffu, sign = b >> 24 & 0x80;
  if (sat == __HIP_SATFINITE && a < 0x7f800000u) return sign | f.largest;
  return (f.fnuz ? 0 : sign) | (a > 0x7f800000u ? f.nan : f.infinity);
}
// Finite numbers that are not too large have the same code in both kinds of formats if that of fnuz is doubled,
// except that these have no negative zero.
__GOHIP_DI unsigned fp8_doubled(float low, float high, bool e4m3) {
  const unsigned r = fp8_cvt(low * 2, high * 2, e4m3);
  return r & (((r & 0x7f7f) + 0x7f7f) | 0x7f7f);
}
// What would be too large for the instruction if it were doubled is divided by four instead: the exponent is less
// by three. The lanes of a warp wait for those that come here, so there are no branches and no loops.
__GOHIP_DI unsigned fp8_large(float low, float high, __hip_saturation_t sat, const fp8_format &f,
                              float largest) {
  const bool e4m3 = f.mantissa == 3;
  const bool fits[2] = {__builtin_fabsf(low) <= largest, __builtin_fabsf(high) <= largest};
  unsigned r;
  if (f.fnuz) {
    const float half = e4m3 ? 224.0f : 28672.0f;
    const bool large[2] = {fits[0] && !(__builtin_fabsf(low) <= half),
                           fits[1] && !(__builtin_fabsf(high) <= half)};
    r = fp8_doubled(low * (large[0] ? 0.125f : 1.0f), high * (large[1] ? 0.125f : 1.0f), e4m3);
    r += (large[0] ? 3u << f.mantissa : 0) + (large[1] ? 3u << (f.mantissa + 8) : 0);
  } else {
    r = fp8_cvt(low, high, e4m3);
  }
  if (!fits[0]) r = (r & 0xff00) | fp8_beyond(low, sat, f);
  if (!fits[1]) r = (r & 0x00ff) | fp8_beyond(high, sat, f) << 8;
  return r;
}
__GOHIP_DI unsigned fp8_pair(float low, float high, __hip_saturation_t sat,
                             __hip_fp8_interpretation_t i) {
  const fp8_format f = fp8_layout(i);
  const bool e4m3 = f.mantissa == 3;
  const float largest = e4m3 ? f.fnuz ? 240.0f : 448.0f : 57344.0f;
  const float limit = !f.fnuz ? largest : e4m3 ? 224.0f : 28672.0f;
  if (__builtin_expect(!(__builtin_fabsf(low) <= limit && __builtin_fabsf(high) <= limit), 0))
    return fp8_large(low, high, sat, f, largest);
  return f.fnuz ? fp8_doubled(low, high, e4m3) : fp8_cvt(low, high, e4m3);
}
// As half, twice or 2^8 times too large for two of the formats, all of whose numbers it holds.
template <> __GOHIP_HDI float fp8_to<float>(__hip_fp8_storage_t x, __hip_fp8_interpretation_t i) {
  if (i == __HIP_E5M2_FNUZ) {
    // Its largest exponent is that of infinity in half. The smallest numbers are normal in float.
    const unsigned a = x & 0x7f;
    const float v =
        a > 3 ? __builtin_bit_cast(float, (a << 21) + ((127 - 16) << 23)) : 0x1p-17f * a;
    return x == 0x80 ? __builtin_nanf("") : x & 0x80 ? -v : v;
  }
  if (i == __HIP_E4M3_FNUZ) {
    const unsigned short b = (unsigned short)((unsigned)(signed char)x << 7 & 0xbf80);
    const float v = (float)__builtin_bit_cast(_Float16, b);
    // The code of NaN would be that of minus zero.
    return __builtin_bit_cast(unsigned, v) == 0x80000000u ? __builtin_nanf("") : v * 128;
  }
  unsigned short b = (unsigned short)(x << 8);
  if (i == __HIP_E4M3) {
    unsigned r;
    __asm__("cvt.rn.f16x2.e4m3x2 %0, %1;" : "=r"(r) : "h"((unsigned short)x));
    b = (unsigned short)r;
  }
  return (float)__builtin_bit_cast(_Float16, b);
}
#else
#define __GOHIP_FP8_CVT 0
#endif

// One number, and two, the first in the low byte.
__GOHIP_HDI __hip_fp8_storage_t fp8_one(float v, __hip_saturation_t sat,
                                        __hip_fp8_interpretation_t i) {
#if __GOHIP_FP8_CVT
  return (__hip_fp8_storage_t)fp8_pair(v, 0, sat, i);
#else
  return fp8_from(v, sat, i);
#endif
}
__GOHIP_HDI __hip_fp8x2_storage_t fp8_two(float low, float high, __hip_saturation_t sat,
                                          __hip_fp8_interpretation_t i) {
#if __GOHIP_FP8_CVT
  return (__hip_fp8x2_storage_t)fp8_pair(low, high, sat, i);
#else
  return (__hip_fp8x2_storage_t)(fp8_from(low, sat, i) | fp8_from(high, sat, i) << 8);
#endif
}
#undef __GOHIP_FP8_CVT

// An integer: 0 for NaN, the nearest end of the range for what lies outside.
template <typename __T>
__GOHIP_HDI __T fp8_to_integer(__hip_fp8_storage_t x, __hip_fp8_interpretation_t i) {
  const float v = fp8_to<float>(x, i);
  const bool is_signed = (__T)-1 < (__T)0;
  const int bits = 8 * sizeof(__T) - is_signed;
  const __T most = (__T)(~0ull >> (64 - bits)), least = is_signed ? (__T)(-most - 1) : (__T)0;
  if (v != v) return 0;
  if (v <= (float)least) return least;
  if (v >= (float)most) return most;
  return (__T)v;
}

} // namespace gohip_detail

// Conversions of what is stored. In pairs the first number is in the low byte.
#define __GOHIP_F __GOHIP_HDI
#define __GOHIP_CVT(NAME, TYPE, ...)                                                               \
  __GOHIP_F __hip_fp8_storage_t __hip_cvt_##NAME##_to_fp8(TYPE v, __hip_saturation_t sat,          \
                                                          __hip_fp8_interpretation_t i) {          \
    return __VA_ARGS__;                                                                            \
  }
__GOHIP_CVT(float, float, gohip_detail::fp8_one(v, sat, i))
__GOHIP_CVT(double, double, gohip_detail::fp8_from(v, sat, i))
__GOHIP_CVT(halfraw, __half_raw, gohip_detail::fp8_one(__half2float(__half(v)), sat, i))
__GOHIP_CVT(bfloat16raw, __hip_bfloat16_raw,
            gohip_detail::fp8_one(__bfloat162float(__hip_bfloat16(v)), sat, i))
#undef __GOHIP_CVT
#define __GOHIP_CVT(NAME, TYPE, ...)                                                               \
  __GOHIP_F __hip_fp8x2_storage_t __hip_cvt_##NAME##_to_fp8x2(TYPE v, __hip_saturation_t sat,      \
                                                              __hip_fp8_interpretation_t i) {      \
    return __VA_ARGS__;                                                                            \
  }
__GOHIP_CVT(float2, float2, gohip_detail::fp8_two(v.x, v.y, sat, i))
__GOHIP_CVT(double2, double2,
            (__hip_fp8x2_storage_t)(gohip_detail::fp8_from(v.x, sat, i) |
                                    gohip_detail::fp8_from(v.y, sat, i) << 8))
__GOHIP_CVT(halfraw2, __half2_raw,
            gohip_detail::fp8_two(__half2float(__half(__half_raw{v.x})),
                                  __half2float(__half(__half_raw{v.y})), sat, i))
__GOHIP_CVT(bfloat16raw2, __hip_bfloat162_raw,
            gohip_detail::fp8_two(__bfloat162float(__hip_bfloat16(__hip_bfloat16_raw{v.x})),
                                  __bfloat162float(__hip_bfloat16(__hip_bfloat16_raw{v.y})), sat,
                                  i))
#undef __GOHIP_CVT
__GOHIP_F __half_raw __hip_cvt_fp8_to_halfraw(__hip_fp8_storage_t x, __hip_fp8_interpretation_t i) {
  return __float2half(gohip_detail::fp8_to<float>(x, i));
}
__GOHIP_F __half2_raw __hip_cvt_fp8x2_to_halfraw2(__hip_fp8x2_storage_t x,
                                                  __hip_fp8_interpretation_t i) {
  return __half2_raw{__hip_cvt_fp8_to_halfraw((__hip_fp8_storage_t)x, i).x,
                     __hip_cvt_fp8_to_halfraw((__hip_fp8_storage_t)(x >> 8), i).x};
}

// The types. Out of every other number, saturating; into all of them. A four made of two
// pairs has the second pair in its low half, as in AMD's header.
#define __GOHIP_INTO(TYPE)                                                                         \
  __GOHIP_F operator TYPE() const {                                                                \
    return gohip_detail::fp8_to_integer<TYPE>(__x, __default_interpret);                           \
  }
#define __GOHIP_COMMON(STORAGE, INTERPRETATION, E, M)                                              \
  STORAGE __x;                                                                                     \
  static constexpr __hip_saturation_t __default_saturation = __HIP_SATFINITE;                      \
  static constexpr __hip_fp8_interpretation_t __default_interpret = INTERPRETATION;                \
  static constexpr unsigned __we = E, __wm = M;
#define __GOHIP_FROM(TYPE, FIELD, CALL)                                                            \
  __GOHIP_F FIELD(TYPE v) : __x(CALL(v, __default_saturation, __default_interpret)) {}
#define __GOHIP_FP8(NAME, INTERPRETATION, E, M)                                                    \
  struct __hip_fp8_##NAME {                                                                        \
    __GOHIP_COMMON(__hip_fp8_storage_t, INTERPRETATION, E, M)                                      \
    __hip_fp8_##NAME() = default;                                                                  \
    __GOHIP_FROM(float, __hip_fp8_##NAME, __hip_cvt_float_to_fp8)                                  \
    __GOHIP_FROM(double, __hip_fp8_##NAME, __hip_cvt_double_to_fp8)                                \
    __GOHIP_FROM(__half, __hip_fp8_##NAME, __hip_cvt_halfraw_to_fp8)                               \
    __GOHIP_FROM(__hip_bfloat16, __hip_fp8_##NAME, __hip_cvt_bfloat16raw_to_fp8)                   \
    template <typename __T, __GOHIP_IF(gohip_detail::number<__T>::whole)>                          \
    __GOHIP_F __hip_fp8_##NAME(__T v)                                                              \
        : __x(__hip_cvt_float_to_fp8((float)v, __default_saturation, __default_interpret)) {}      \
    __GOHIP_F operator float() const {                                                             \
      return gohip_detail::fp8_to<float>(__x, __default_interpret);                                \
    }                                                                                              \
    __GOHIP_F operator double() const {                                                            \
      return gohip_detail::fp8_to<double>(__x, __default_interpret);                               \
    }                                                                                              \
    __GOHIP_F operator __half() const {                                                            \
      return __half(__hip_cvt_fp8_to_halfraw(__x, __default_interpret));                           \
    }                                                                                              \
    __GOHIP_F operator __hip_bfloat16() const { return __float2bfloat16((float)*this); }           \
    __GOHIP_F operator bool() const {                                                              \
      return gohip_detail::fp8_layout(__default_interpret).fnuz ? __x != 0 : (__x & 0x7f) != 0;    \
    }                                                                                              \
    __GOHIP_INTO(char)                                                                             \
    __GOHIP_INTO(signed char)                                                                      \
    __GOHIP_INTO(unsigned char)                                                                    \
    __GOHIP_INTO(short)                                                                            \
    __GOHIP_INTO(unsigned short)                                                                   \
    __GOHIP_INTO(int)                                                                              \
    __GOHIP_INTO(unsigned)                                                                         \
    __GOHIP_INTO(long)                                                                             \
    __GOHIP_INTO(unsigned long)                                                                    \
    __GOHIP_INTO(long long)                                                                        \
    __GOHIP_INTO(unsigned long long)                                                               \
  };                                                                                               \
  struct __hip_fp8x2_##NAME {                                                                      \
    __GOHIP_COMMON(__hip_fp8x2_storage_t, INTERPRETATION, E, M)                                    \
    __hip_fp8x2_##NAME() = default;                                                                \
    __GOHIP_FROM(float2, __hip_fp8x2_##NAME, __hip_cvt_float2_to_fp8x2)                            \
    __GOHIP_FROM(double2, __hip_fp8x2_##NAME, __hip_cvt_double2_to_fp8x2)                          \
    __GOHIP_FROM(__half2, __hip_fp8x2_##NAME, __hip_cvt_halfraw2_to_fp8x2)                         \
    __GOHIP_FROM(__hip_bfloat162, __hip_fp8x2_##NAME, __hip_cvt_bfloat16raw2_to_fp8x2)             \
    __GOHIP_F operator __half2() const {                                                           \
      return __half2(__hip_cvt_fp8x2_to_halfraw2(__x, __default_interpret));                       \
    }                                                                                              \
    __GOHIP_F operator float2() const { return float2(__get(0), __get(1)); }                       \
                                                                                                   \
  private:                                                                                         \
    __GOHIP_F float __get(int n) const {                                                           \
      return gohip_detail::fp8_to<float>((__hip_fp8_storage_t)(__x >> 8 * n),                      \
                                         __default_interpret);                                     \
    }                                                                                              \
  };                                                                                               \
  struct __hip_fp8x4_##NAME {                                                                      \
    __GOHIP_COMMON(__hip_fp8x4_storage_t, INTERPRETATION, E, M)                                    \
    __hip_fp8x4_##NAME() = default;                                                                \
    template <typename __T>                                                                        \
    __GOHIP_F __hip_fp8x4_##NAME(HIP_vector_type<__T, 4> v)                                        \
        : __x(__join(__hip_fp8x2_##NAME(HIP_vector_type<__T, 2>(v.x, v.y)),                        \
                     __hip_fp8x2_##NAME(HIP_vector_type<__T, 2>(v.z, v.w)))) {}                    \
    __GOHIP_F __hip_fp8x4_##NAME(__half2 a, __half2 b)                                             \
        : __x(__join(__hip_fp8x2_##NAME(b), __hip_fp8x2_##NAME(a))) {}                             \
    __GOHIP_F __hip_fp8x4_##NAME(__hip_bfloat162 a, __hip_bfloat162 b)                             \
        : __x(__join(__hip_fp8x2_##NAME(b), __hip_fp8x2_##NAME(a))) {}                             \
    __GOHIP_F operator float4() const { return float4(__get(0), __get(1), __get(2), __get(3)); }   \
                                                                                                   \
  private:                                                                                         \
    static __GOHIP_F __hip_fp8x4_storage_t __join(__hip_fp8x2_##NAME low,                          \
                                                  __hip_fp8x2_##NAME high) {                       \
      return low.__x | (__hip_fp8x4_storage_t)high.__x << 16;                                      \
    }                                                                                              \
    __GOHIP_F float __get(int n) const {                                                           \
      return gohip_detail::fp8_to<float>((__hip_fp8_storage_t)(__x >> 8 * n),                      \
                                         __default_interpret);                                     \
    }                                                                                              \
  };
__GOHIP_FP8(e4m3, __HIP_E4M3, 4, 3)
__GOHIP_FP8(e5m2, __HIP_E5M2, 5, 2)
__GOHIP_FP8(e4m3_fnuz, __HIP_E4M3_FNUZ, 4, 3)
__GOHIP_FP8(e5m2_fnuz, __HIP_E5M2_FNUZ, 5, 2)
#undef __GOHIP_FP8
#undef __GOHIP_FROM
#undef __GOHIP_COMMON
#undef __GOHIP_INTO
#undef __GOHIP_F

#endif
#endif

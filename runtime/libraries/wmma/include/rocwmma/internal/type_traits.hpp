// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The types of rocWMMA, and conversions among them.
#ifndef ROCWMMA_TYPE_TRAITS_HPP
#define ROCWMMA_TYPE_TRAITS_HPP

#include <hip/hip_bfloat16.h>
#include <hip/hip_fp16.h>
#include <hip/hip_fp8.h>
#include <hip/hip_runtime.h>

#include <cstdint>
#include <limits>
#include <type_traits>

#define ROCWMMA_HOST __host__
#define ROCWMMA_DEVICE __device__
#define ROCWMMA_HOST_DEVICE __host__ __device__
#define ROCWMMA_KERNEL __global__

#if defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__
#define ROCWMMA_ARCH_HOST 0
#else
#define ROCWMMA_ARCH_HOST 1
#endif
#if defined(__GFX9__)
#define ROCWMMA_ARCH_GFX9 1
#else
#define ROCWMMA_ARCH_GFX9 0
#endif
#if defined(__GFX11__)
#define ROCWMMA_ARCH_GFX11 1
#else
#define ROCWMMA_ARCH_GFX11 0
#endif
#if defined(__GFX12__)
#define ROCWMMA_ARCH_GFX12 1
#else
#define ROCWMMA_ARCH_GFX12 0
#endif

namespace rocwmma {

using int8_t = ::int8_t;
using uint8_t = ::uint8_t;
using int16_t = ::int16_t;
using uint16_t = ::uint16_t;
using int32_t = ::int32_t;
using uint32_t = ::uint32_t;
using int64_t = ::int64_t;
using uint64_t = ::uint64_t;
using float16_t = _Float16;
using hfloat16_t = __half;
using bfloat16_t = hip_bfloat16;
using float32_t = float;
using float64_t = double;
using float8_t = __hip_fp8_e4m3;
using bfloat8_t = __hip_fp8_e5m2;
using float8_fnuz_t = __hip_fp8_e4m3_fnuz;
using bfloat8_fnuz_t = __hip_fp8_e5m2_fnuz;

// A float whose significand has 10 bits after the point, rounded to nearest, ties to even.
struct xfloat32 {
  float data;
  xfloat32() = default;
  ROCWMMA_HOST_DEVICE constexpr explicit xfloat32(float v) : data(round(v)) {}
  ROCWMMA_HOST_DEVICE constexpr operator float() const { return data; }

private:
  static ROCWMMA_HOST_DEVICE constexpr float round(float v) {
    uint32_t u = __builtin_bit_cast(uint32_t, v);
    if ((u & 0x7f800000) == 0x7f800000) return v;
    return __builtin_bit_cast(float, (u + 0xfff + (u >> 13 & 1)) & 0xffffe000);
  }
};
using xfloat32_t = xfloat32;

struct Constants {
  static constexpr uint32_t AMDGCN_WAVE_SIZE = __AMDGCN_WAVEFRONT_SIZE__;
  static constexpr uint32_t AMDGCN_WAVE_SIZE_32 = 32;
  static constexpr uint32_t AMDGCN_WAVE_SIZE_64 = 64;
};

// convert converts a number to another type, by way of float where there is no direct conversion.
template <typename To, typename From> ROCWMMA_HOST_DEVICE inline To convert(From v) {
  if constexpr (std::is_same_v<To, From>)
    return v;
  else if constexpr (std::is_arithmetic_v<To> && std::is_arithmetic_v<From>)
    return static_cast<To>(v);
  else
    return static_cast<To>(static_cast<float>(v));
}

// The binary logarithm of a power of two.
template <uint32_t N> struct Log2 {
  static_assert(N && !(N & (N - 1)), "rocWMMA: Log2 of a number that is no power of two");
  static constexpr uint32_t value = __builtin_ctz(N);
};

template <typename N, typename D> ROCWMMA_HOST_DEVICE constexpr auto ceilDiv(N n, D d) {
  return (n + d - 1) / d;
}

} // namespace rocwmma

// The limits of 16-bit types: DIGITS of significand, exponents of max and min as in <limits>, and the
// bits of the values.
#define ROCWMMA_DETAIL_LIMITS(T, DIGITS, MIN_EXP, MAX_EXP, EPSILON, MIN, MAX, INF, NAN_, SNAN)     \
  template <> struct std::numeric_limits<T> {                                                      \
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false;             \
    static constexpr bool is_exact = false, is_iec559 = true, is_bounded = true;                   \
    static constexpr bool has_infinity = true, has_quiet_NaN = true;                               \
    static constexpr bool has_signaling_NaN = true;                                                \
    static constexpr int radix = 2, digits = DIGITS, digits10 = (DIGITS - 1) * 30103 / 100000;     \
    static constexpr int min_exponent = MIN_EXP, max_exponent = MAX_EXP;                           \
    static ROCWMMA_HOST_DEVICE T epsilon() { return from(EPSILON); }                               \
    static ROCWMMA_HOST_DEVICE T min() { return from(MIN); }                                       \
    static ROCWMMA_HOST_DEVICE T max() { return from(MAX); }                                       \
    static ROCWMMA_HOST_DEVICE T lowest() { return from(0x8000 | MAX); }                           \
    static ROCWMMA_HOST_DEVICE T infinity() { return from(INF); }                                  \
    static ROCWMMA_HOST_DEVICE T quiet_NaN() { return from(NAN_); }                                \
    static ROCWMMA_HOST_DEVICE T signaling_NaN() { return from(SNAN); }                            \
                                                                                                   \
  private:                                                                                         \
    static ROCWMMA_HOST_DEVICE T from(uint16_t bits) {                                             \
      T v;                                                                                         \
      __builtin_memcpy(&v, &bits, sizeof(v));                                                      \
      return v;                                                                                    \
    }                                                                                              \
  };
#if !defined(__STDCPP_FLOAT16_T__)
ROCWMMA_DETAIL_LIMITS(_Float16, 11, -13, 16, 0x1400, 0x0400, 0x7bff, 0x7c00, 0x7e00, 0x7d00)
#endif
ROCWMMA_DETAIL_LIMITS(__half, 11, -13, 16, 0x1400, 0x0400, 0x7bff, 0x7c00, 0x7e00, 0x7d00)
ROCWMMA_DETAIL_LIMITS(hip_bfloat16, 8, -125, 128, 0x3c00, 0x0080, 0x7f7f, 0x7f80, 0x7fc0, 0x7fa0)
#undef ROCWMMA_DETAIL_LIMITS

#endif

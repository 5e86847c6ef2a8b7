// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The formats of eight-bit floating point (hip_fp8.h) and what the builtins for them share with that header, which is
// too long for each program.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_FP8_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_FP8_H

#include <hip/gohip_detail/macros.h>

#if defined(__cplusplus)

namespace gohip_detail {

// The layout of a format.
struct fp8_format {
  int mantissa, bias;
  unsigned largest, infinity, nan; // without sign
  bool fnuz;
};
__GOHIP_HDI fp8_format fp8_layout(bool e4m3, bool fnuz) {
  const int mantissa = e4m3 ? 3 : 2, bias = (e4m3 ? 7 : 15) + fnuz;
  if (fnuz) return {mantissa, bias, 0x7f, 0x80, 0x80, true};
  return e4m3 ? fp8_format{mantissa, bias, 0x7e, 0x7f, 0x7f, false}
              : fp8_format{mantissa, bias, 0x7b, 0x7c, 0x7f, false};
}

// A wider type's bits.
template <typename __T> struct fp8_wide;
template <> struct fp8_wide<float> {
  typedef unsigned bits;
  static constexpr int mantissa = 23, bias = 127;
};
template <> struct fp8_wide<double> {
  typedef unsigned long long bits;
  static constexpr int mantissa = 52, bias = 1023;
};

// The number that a code stands for.
template <typename __T> __GOHIP_HDI __T fp8_value(unsigned char x, const fp8_format f) {
  typedef fp8_wide<__T> wide;
  typedef typename wide::bits bits;
  const int width = 8 * sizeof(bits);
  const unsigned a = x & 0x7f;
  const bits one = 1, infinity = (((one << (width - 1)) - 1) >> wide::mantissa) << wide::mantissa;
  const bool nan = f.fnuz ? x == f.nan : a > f.largest && (a != f.infinity || f.infinity == f.nan);
  bits r;
  if (nan) {
    r = infinity | one << (wide::mantissa - 1);
  } else if (a > f.largest) {
    r = infinity;
  } else if (a >> f.mantissa != 0) {
    r = ((bits)((int)(a >> f.mantissa) - f.bias + wide::bias) << wide::mantissa) |
        ((bits)(a & ((1u << f.mantissa) - 1)) << (wide::mantissa - f.mantissa));
  } else {
    // Subnormal: a small count of the smallest number, which is a power of two.
    const bits unit = (bits)(1 - f.bias - f.mantissa + wide::bias) << wide::mantissa;
    __T smallest;
    __builtin_memcpy(&smallest, &unit, sizeof unit);
    const __T v = smallest * (__T)a;
    __builtin_memcpy(&r, &v, sizeof r);
  }
  r |= (bits)(x >> 7) << (width - 1);
  __T v;
  __builtin_memcpy(&v, &r, sizeof v);
  return v;
}

// A float's code as AMD's instructions give it: rounded to nearest even, or, stochastically, after 32 random bits are
// added below the last place. What is too large after that is an infinity, or NaN where there is none.
__GOHIP_HDI unsigned fp8_code(float v, const fp8_format f, bool stochastic, unsigned random) {
  typedef fp8_wide<float> wide;
  const unsigned b = __builtin_bit_cast(unsigned, v), sign = b >> 24 & 0x80, a = b & 0x7fffffffu;
  const unsigned keep = f.fnuz ? 0 : sign; // of zero, infinity and NaN
  if (a >= 0x7f800000u) return keep | (a > 0x7f800000u ? f.nan : f.infinity);
  int exponent = (int)(a >> wide::mantissa) - wide::bias + f.bias;
  int drop = wide::mantissa - f.mantissa; // bits that do not fit
  if (exponent < 1) {
    drop += 1 - exponent;
    exponent = 1;
  }
  // In units of 2^-32 of the last place. A number that is subnormal as a float is less than one.
  const unsigned long long m = (a & 0x7fffffu) | 0x800000u;
  const unsigned long long scaled = drop <= 32  ? m << (32 - drop)
                                    : drop < 64 ? m >> (drop - 32)
                                                : 0;
  const unsigned long long add = stochastic ? random : 0x7fffffffu + (scaled >> 32 & 1);
  // A carry out of the mantissa counts the exponent up.
  const unsigned r = (unsigned)((scaled + add) >> 32) + ((unsigned)(exponent - 1) << f.mantissa);
  if (r > f.largest) return keep | f.infinity;
  return (r ? sign : keep) | r;
}

} // namespace gohip_detail

#endif
#endif

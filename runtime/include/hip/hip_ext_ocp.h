// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// AMD's functions and types for the formats of the Open Compute Project with a scale, a power of two that a block of
// numbers has in common: fp8 (e4m3, e5m2), fp6 (e2m3, e3m2) and fp4 (e2m1). Numbers are divided by the scale and
// rounded once, to nearest even or by the random bits of a seed, which are added below the last place ("sr"); back,
// they are multiplied by it. What is too large becomes infinity, NaN where the format has none, and the largest
// number where it has neither. A scale of -128 is NaN. Everything is computed in integers and in float, on each
// target alike: gfx950's instructions give the same numbers.
#ifndef HIP_INCLUDE_HIP_HIP_EXT_OCP_H
#define HIP_INCLUDE_HIP_HIP_EXT_OCP_H

#include <hip/gohip_detail/small_floats.h>
#include <hip/hip_fp4.h>
#include <hip/hip_fp6.h>

#if defined(__cplusplus)

enum __amd_fp8_interpretation_t { __AMD_OCP_E4M3 = 0, __AMD_OCP_E5M2 = 1 };
enum __amd_fp6_interpretation_t { __AMD_OCP_E2M3 = 0, __AMD_OCP_E3M2 = 1 };
enum __amd_fp4_interpretation_t { __AMD_OCP_E2M1 = 0 };

typedef unsigned char __amd_fp8_storage_t;
typedef unsigned short __amd_fp8x2_storage_t;
typedef unsigned char __amd_fp4x2_storage_t;
typedef unsigned int __amd_fp4x8_storage_t;
typedef signed char __amd_scale_t;

// Other compilers need __bf16 and _Float16 for what follows, as with AMD's header.
#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ > 13)

typedef __bf16 __amd_bf16_storage_t;
typedef _Float16 __amd_fp16_storage_t;
#define __GOHIP_OCP_VECTOR(T, N, NAME) typedef T NAME __attribute__((vector_size(N * sizeof(T))));
#if defined(__clang__)
#undef __GOHIP_OCP_VECTOR
#define __GOHIP_OCP_VECTOR(T, N, NAME) typedef T NAME __attribute__((ext_vector_type(N)));
#endif
__GOHIP_OCP_VECTOR(unsigned int, 2, __amd_uintx2_storage_t)
__GOHIP_OCP_VECTOR(short, 2, __amd_shortx2_storage_t)
__GOHIP_OCP_VECTOR(unsigned char, 8, __amd_fp8x8_storage_t)
#if defined(__clang__)
__GOHIP_OCP_VECTOR(unsigned int, 6, __amd_fp6x32_storage_t)
#else
// GCC has vectors of powers of two alone.
struct __amd_fp6x32_storage_t {
  unsigned int __w[6];
};
#endif
__GOHIP_OCP_VECTOR(__bf16, 2, __amd_bf16x2_storage_t)
__GOHIP_OCP_VECTOR(__bf16, 8, __amd_bf16x8_storage_t)
__GOHIP_OCP_VECTOR(__bf16, 32, __amd_bf16x32_storage_t)
__GOHIP_OCP_VECTOR(_Float16, 2, __amd_fp16x2_storage_t)
__GOHIP_OCP_VECTOR(_Float16, 8, __amd_fp16x8_storage_t)
__GOHIP_OCP_VECTOR(_Float16, 32, __amd_fp16x32_storage_t)
__GOHIP_OCP_VECTOR(float, 2, __amd_floatx2_storage_t)
__GOHIP_OCP_VECTOR(float, 8, __amd_floatx8_storage_t)
__GOHIP_OCP_VECTOR(float, 16, __amd_floatx16_storage_t)
__GOHIP_OCP_VECTOR(float, 32, __amd_floatx32_storage_t)
#undef __GOHIP_OCP_VECTOR

namespace gohip_detail {

const int ocp_scale_nan = -128;

// A format of up to 16 bits; its codes are without sign.
struct ocp_format {
  int mantissa, bias, sign; // sign: the number of its bit
  unsigned largest, infinity, nan;
};
__GOHIP_HDI ocp_format ocp_layout(__amd_fp8_interpretation_t i) {
  const fp8_format f = fp8_layout(i == __AMD_OCP_E4M3 ? __HIP_E4M3 : __HIP_E5M2);
  // The NaN of a wider number keeps its quiet bit and no other.
  return {f.mantissa, f.bias, 7, f.largest, f.infinity, i == __AMD_OCP_E4M3 ? f.nan : 0x7eu};
}
__GOHIP_HDI ocp_format ocp_layout(small_format s) {
  const fp8_format f = small_layout(s);
  return {f.mantissa, f.bias, s.sign, f.largest, f.infinity, f.nan};
}
__GOHIP_HDI ocp_format ocp_layout(__amd_fp6_interpretation_t i) {
  return ocp_layout(fp6_layout(i == __AMD_OCP_E2M3 ? __HIP_E2M3 : __HIP_E3M2));
}
__GOHIP_HDI ocp_format ocp_layout(__amd_fp4_interpretation_t) {
  return ocp_layout(fp4_layout(__HIP_E2M1));
}

// How a number is rounded.
struct ocp_rounding {
  bool random;
  unsigned seed;
};

// The code of a number divided by two to the power of scale.
__GOHIP_HDI unsigned ocp_code(float v, const ocp_format f, int scale, const ocp_rounding by) {
  unsigned b;
  __builtin_memcpy(&b, &v, sizeof b);
  const unsigned sign = b >> 31 << f.sign;
  b &= 0x7fffffffu;
  if (b > 0x7f800000u || scale == ocp_scale_nan) return sign | f.nan;
  if (b == 0x7f800000u) return sign | f.infinity;
  if (b == 0) return sign;

  // m * 2^(exponent - 23 - f.bias), with 24 bits in m.
  unsigned m = b & 0x7fffffu;
  int exponent = (int)(b >> 23) - 127;
  if (exponent == -127) {
    const int up = __builtin_clz(m) - 8;
    m <<= up;
    exponent = -126 - up;
  } else {
    m |= 0x800000u;
  }
  exponent += f.bias - scale;
  int drop = 23 - f.mantissa; // bits that do not fit
  if (exponent < 1) {
    drop += 1 - exponent;
    exponent = 1;
  }
  const int most = 24 + 32; // all bits and those of the seed
  const unsigned long long one = 1, wide = (unsigned long long)m << 32;
  if (drop > most) drop = most;
  const unsigned long long kept = wide >> drop; // with 32 bits below the last place
  unsigned q;
  if (by.random) {
    q = (unsigned)((kept + by.seed) >> 32);
  } else {
    const unsigned rest = (unsigned)kept, half = 0x80000000u;
    const bool exact = (wide & ((one << drop) - 1)) == 0;
    q = (unsigned)(kept >> 32);
    if (rest > half || (rest == half && (!exact || (q & 1)))) ++q;
  }
  if (exponent - 1 > (int)(f.largest >> f.mantissa)) return sign | f.infinity;
  // A carry out of the mantissa counts the exponent up, as it should.
  q += (unsigned)(exponent - 1) << f.mantissa;
  return sign | (q > f.largest ? f.infinity : q);
}

// The number of a code, times two to the power of scale, which is done in two steps: neither factor is subnormal.
__GOHIP_HDI float ocp_power(int e) {
  const unsigned b = (unsigned)(e + 127) << 23;
  float v;
  __builtin_memcpy(&v, &b, sizeof v);
  return v;
}
__GOHIP_HDI float ocp_value(unsigned x, const ocp_format f, int scale) {
  const fp8_format g = {f.mantissa, f.bias, f.largest, f.infinity, f.nan, false};
  const unsigned magnitude = x & ((1u << f.sign) - 1);
  // All codes above that of infinity are NaN.
  const unsigned a = magnitude > f.infinity ? f.nan : magnitude;
  const float v = fp8_value<float>((__hip_fp8_storage_t)(a | (x >> f.sign & 1) << 7), g);
  const int half = scale / 2;
  return scale == ocp_scale_nan ? v * __builtin_nanf("")
                                : v * ocp_power(half) * ocp_power(scale - half);
}

// The elements of what is wide: one number or a vector.
__GOHIP_HDI float ocp_get(float v, int) { return v; }
__GOHIP_HDI float ocp_get(_Float16 v, int) { return (float)v; }
__GOHIP_HDI float ocp_get(__bf16 v, int) { return (float)v; }
template <typename __V> __GOHIP_HDI float ocp_get(const __V &v, int i) { return (float)v[i]; }
__GOHIP_HDI void ocp_set(float &v, int, float x) { v = x; }
__GOHIP_HDI void ocp_set(_Float16 &v, int, float x) { v = (_Float16)x; }
__GOHIP_HDI void ocp_set(__bf16 &v, int, float x) { v = (__bf16)x; }
#define __GOHIP_OCP_SET(T, N)                                                                      \
  __GOHIP_HDI void ocp_set(__amd_##N##_storage_t &v, int i, float x) { v[i] = (T)x; }
__GOHIP_OCP_SET(float, floatx2)
__GOHIP_OCP_SET(float, floatx8)
__GOHIP_OCP_SET(float, floatx32)
__GOHIP_OCP_SET(_Float16, fp16x2)
__GOHIP_OCP_SET(_Float16, fp16x8)
__GOHIP_OCP_SET(_Float16, fp16x32)
__GOHIP_OCP_SET(__bf16, bf16x2)
__GOHIP_OCP_SET(__bf16, bf16x8)
__GOHIP_OCP_SET(__bf16, bf16x32)
#undef __GOHIP_OCP_SET

// N codes of a format, one after the other from the lowest bit on.
template <int __N, typename __Packed, typename __Wide>
__GOHIP_HDI __Packed ocp_pack(const __Wide &in, const ocp_format f, int scale,
                              const ocp_rounding by) {
  unsigned words[(sizeof(__Packed) + 3) / 4] = {};
  const int bits = f.sign + 1;
  for (int i = 0; i < __N; ++i) {
    const unsigned code = ocp_code(ocp_get(in, i), f, scale, by);
    const int at = i * bits % 32;
    words[i * bits / 32] |= code << at;
    if (at + bits > 32) words[i * bits / 32 + 1] = code >> (32 - at);
  }
  __Packed out;
  __builtin_memcpy(&out, words, sizeof out);
  return out;
}
template <int __N, typename __Wide, typename __Packed>
__GOHIP_HDI __Wide ocp_unpack(const __Packed &in, const ocp_format f, int scale) {
  unsigned words[(sizeof(__Packed) + 3) / 4] = {};
  __builtin_memcpy(words, &in, sizeof in);
  const int bits = f.sign + 1;
  __Wide out;
  for (int i = 0; i < __N; ++i) {
    const int at = i * bits % 32;
    unsigned code = words[i * bits / 32] >> at;
    if (at + bits > 32) code |= words[i * bits / 32 + 1] << (32 - at);
    ocp_set(out, i, ocp_value(code & ((1u << bits) - 1), f, scale));
  }
  return out;
}

template <typename __To, typename __From> __GOHIP_HDI __To ocp_bits(const __From &v) {
  static_assert(sizeof(__To) == sizeof(__From), "");
  __To r;
  __builtin_memcpy(&r, &v, sizeof r);
  return r;
}

} // namespace gohip_detail

// Pieces of what is packed.
__GOHIP_HDI __amd_fp8x2_storage_t __amd_create_fp8x2(const __amd_fp8_storage_t x,
                                                     const __amd_fp8_storage_t y) {
  return (__amd_fp8x2_storage_t)(x | y << 8);
}
__GOHIP_HDI __amd_fp4x2_storage_t __amd_create_fp4x2(const unsigned char x, const unsigned char y) {
  return (__amd_fp4x2_storage_t)(x | y << 4);
}
__GOHIP_HDI __amd_fp4x8_storage_t __amd_create_fp4x8(const __amd_fp4x2_storage_t x,
                                                     const __amd_fp4x2_storage_t y,
                                                     const __amd_fp4x2_storage_t z,
                                                     const __amd_fp4x2_storage_t w) {
  return x | (unsigned)y << 8 | (unsigned)z << 16 | (unsigned)w << 24;
}
__GOHIP_HDI __amd_fp8x8_storage_t __amd_create_fp8x8(const __amd_fp8x2_storage_t x,
                                                     const __amd_fp8x2_storage_t y,
                                                     const __amd_fp8x2_storage_t z,
                                                     const __amd_fp8x2_storage_t w) {
  const unsigned pairs[2] = {x | (unsigned)y << 16, z | (unsigned)w << 16};
  return gohip_detail::ocp_bits<__amd_fp8x8_storage_t>(pairs);
}
__GOHIP_HDI __amd_fp8_storage_t __amd_extract_fp8(const __amd_fp8x2_storage_t x,
                                                  const size_t index) {
  return (__amd_fp8_storage_t)(index == 0 ? x : x >> 8);
}
__GOHIP_HDI __amd_fp8x2_storage_t __amd_extract_fp8x2(const __amd_fp8x8_storage_t x,
                                                      const size_t index) {
  return __amd_create_fp8x2(x[2 * index], x[2 * index + 1]);
}
__GOHIP_HDI unsigned char __amd_extract_fp4(const __amd_fp4x2_storage_t x, const size_t index) {
  return (unsigned char)(index == 0 ? x & 0xf : x >> 4);
}
__GOHIP_HDI __amd_fp4x2_storage_t __amd_extract_fp4x2(const __amd_fp4x8_storage_t x,
                                                      const size_t index) {
  return (__amd_fp4x2_storage_t)(x >> 8 * index);
}
// A scale as gfx950's instructions take it: the exponent of a float.
__GOHIP_HDI float __amd_scale_to_float(const __amd_scale_t scale) {
  const unsigned exponent =
      scale == gohip_detail::ocp_scale_nan ? 0xffu : (unsigned)(scale + 127) & 0xff;
  return gohip_detail::ocp_bits<float>(exponent << 23);
}

// The conversions, by the names of what is wide (W) and of what is packed (P), in a format FP.
#define __GOHIP_OCP_INTO(FP, N, P, W)                                                              \
  __GOHIP_HDI __amd_##P##_storage_t __amd_cvt_##W##_to_##P##_scale(                                \
      const __GOHIP_OCP_##W v, const __amd_##FP##_interpretation_t i, const __amd_scale_t scale) { \
    return gohip_detail::ocp_pack<N, __amd_##P##_storage_t>(v, gohip_detail::ocp_layout(i), scale, \
                                                            {false, 0});                           \
  }
#define __GOHIP_OCP_INTO_RANDOM(FP, N, P, W)                                                       \
  __GOHIP_HDI __amd_##P##_storage_t __amd_cvt_##W##_to_##P##_sr_scale(                             \
      const __GOHIP_OCP_##W v, const __amd_##FP##_interpretation_t i, const unsigned int seed,     \
      const __amd_scale_t scale) {                                                                 \
    return gohip_detail::ocp_pack<N, __amd_##P##_storage_t>(v, gohip_detail::ocp_layout(i), scale, \
                                                            {true, seed});                         \
  }
#define __GOHIP_OCP_FROM(FP, N, P, W)                                                              \
  __GOHIP_HDI __GOHIP_OCP_##W __amd_cvt_##P##_to_##W##_scale(                                      \
      const __amd_##P##_storage_t v, const __amd_##FP##_interpretation_t i,                        \
      const __amd_scale_t scale) {                                                                 \
    return gohip_detail::ocp_unpack<N, __GOHIP_OCP_##W>(v, gohip_detail::ocp_layout(i), scale);    \
  }
#define __GOHIP_OCP_FROM_UNSCALED(FP, P, W)                                                        \
  __GOHIP_HDI __GOHIP_OCP_##W __amd_cvt_##P##_to_##W(const __amd_##P##_storage_t v,                \
                                                     const __amd_##FP##_interpretation_t i) {      \
    return __amd_cvt_##P##_to_##W##_scale(v, i, 0);                                                \
  }
#define __GOHIP_OCP_float float
#define __GOHIP_OCP_fp16 __amd_fp16_storage_t
#define __GOHIP_OCP_bf16 __amd_bf16_storage_t
#define __GOHIP_OCP_floatx2 __amd_floatx2_storage_t
#define __GOHIP_OCP_fp16x2 __amd_fp16x2_storage_t
#define __GOHIP_OCP_bf16x2 __amd_bf16x2_storage_t
#define __GOHIP_OCP_floatx8 __amd_floatx8_storage_t
#define __GOHIP_OCP_fp16x8 __amd_fp16x8_storage_t
#define __GOHIP_OCP_bf16x8 __amd_bf16x8_storage_t
#define __GOHIP_OCP_floatx32 __amd_floatx32_storage_t
#define __GOHIP_OCP_fp16x32 __amd_fp16x32_storage_t
#define __GOHIP_OCP_bf16x32 __amd_bf16x32_storage_t
#define __GOHIP_OCP_EACH(M, FP, N, P, X)                                                           \
  M(FP, N, P, float##X)                                                                            \
  M(FP, N, P, fp16##X)                                                                             \
  M(FP, N, P, bf16##X)
#define __GOHIP_OCP_ALL(FP, N, P, X)                                                               \
  __GOHIP_OCP_EACH(__GOHIP_OCP_INTO, FP, N, P, X)                                                  \
  __GOHIP_OCP_EACH(__GOHIP_OCP_INTO_RANDOM, FP, N, P, X)                                           \
  __GOHIP_OCP_EACH(__GOHIP_OCP_FROM, FP, N, P, X)
__GOHIP_OCP_EACH(__GOHIP_OCP_INTO_RANDOM, fp8, 1, fp8, )
__GOHIP_OCP_EACH(__GOHIP_OCP_FROM, fp8, 1, fp8, )
__GOHIP_OCP_ALL(fp8, 2, fp8x2, x2)
__GOHIP_OCP_ALL(fp8, 8, fp8x8, x8)
__GOHIP_OCP_ALL(fp6, 32, fp6x32, x32)
__GOHIP_OCP_ALL(fp4, 2, fp4x2, x2)
__GOHIP_OCP_ALL(fp4, 8, fp4x8, x8)
__GOHIP_OCP_FROM_UNSCALED(fp8, fp8, float)
__GOHIP_OCP_FROM_UNSCALED(fp8, fp8, fp16)
__GOHIP_OCP_FROM_UNSCALED(fp8, fp8x2, floatx2)
__GOHIP_OCP_FROM_UNSCALED(fp8, fp8x2, fp16x2)
__GOHIP_HDI __amd_fp8x2_storage_t __amd_cvt_floatx2_to_fp8x2(const __amd_floatx2_storage_t v,
                                                             const __amd_fp8_interpretation_t i) {
  return __amd_cvt_floatx2_to_fp8x2_scale(v, i, 0);
}
__GOHIP_HDI __amd_fp8x2_storage_t __amd_cvt_fp16x2_to_fp8x2(const __amd_fp16x2_storage_t v,
                                                            const __amd_fp8_interpretation_t i) {
  return __amd_cvt_fp16x2_to_fp8x2_scale(v, i, 0);
}
__GOHIP_HDI __amd_fp8_storage_t __amd_cvt_float_to_fp8_sr(const float v,
                                                          const __amd_fp8_interpretation_t i,
                                                          const unsigned int seed) {
  return __amd_cvt_float_to_fp8_sr_scale(v, i, seed, 0);
}
__GOHIP_HDI __amd_fp8_storage_t __amd_cvt_fp16_to_fp8_sr(const __amd_fp16_storage_t v,
                                                         const __amd_fp8_interpretation_t i,
                                                         const short seed) {
  return __amd_cvt_fp16_to_fp8_sr_scale(v, i, (unsigned)seed, 0);
}
__GOHIP_HDI __amd_fp6x32_storage_t __amd_cvt_floatx16_floatx16_to_fp6x32_scale(
    const __amd_floatx16_storage_t low, const __amd_floatx16_storage_t high,
    const __amd_fp6_interpretation_t i, const __amd_scale_t scale) {
  const __amd_floatx16_storage_t both[2] = {low, high};
  return __amd_cvt_floatx32_to_fp6x32_scale(gohip_detail::ocp_bits<__amd_floatx32_storage_t>(both),
                                            i, scale);
}

__GOHIP_HDI __amd_fp16_storage_t __amd_cvt_float_to_fp16_sr(const float v,
                                                            const unsigned int seed) {
  return gohip_detail::ocp_bits<_Float16>((unsigned short)gohip_detail::ocp_code(
      v, {10, 15, 15, 0x7bff, 0x7c00, 0x7e00}, 0, {true, seed}));
}
__GOHIP_HDI __amd_bf16_storage_t __amd_cvt_float_to_bf16_sr(const float v,
                                                            const unsigned int seed) {
  return gohip_detail::ocp_bits<__bf16>((unsigned short)gohip_detail::ocp_code(
      v, {7, 127, 15, 0x7f7f, 0x7f80, 0x7fc0}, 0, {true, seed}));
}
__GOHIP_HDI __amd_fp16x2_storage_t __amd_cvt_float_float_to_fp16x2_sr(const float x, const float y,
                                                                      const unsigned int seed) {
  return __amd_fp16x2_storage_t{__amd_cvt_float_to_fp16_sr(x, seed),
                                __amd_cvt_float_to_fp16_sr(y, seed)};
}

// From and to the types of HIP's other headers.
__GOHIP_HDI float2 __amd_cvt_floatx2_to_float2(const __amd_floatx2_storage_t v) {
  return float2(v[0], v[1]);
}
#define __GOHIP_OCP_SAME(NAME, TO, FROM)                                                           \
  __GOHIP_HDI TO NAME(const FROM v) { return gohip_detail::ocp_bits<TO>(v); }
__GOHIP_OCP_SAME(__amd_cvt_fp16_to_half, __half, __amd_fp16_storage_t)
__GOHIP_OCP_SAME(__amd_cvt_fp16x2_to_half2, __half2, __amd_fp16x2_storage_t)
__GOHIP_OCP_SAME(__amd_cvt_half_to_fp16, __amd_fp16_storage_t, __half)
__GOHIP_OCP_SAME(__amd_cvt_half2_to_fp16x2, __amd_fp16x2_storage_t, __half2)
__GOHIP_OCP_SAME(__amd_cvt_bf16_to_hipbf16, __hip_bfloat16, __amd_bf16_storage_t)
__GOHIP_OCP_SAME(__amd_cvt_bf16x2_to_hipbf162, __hip_bfloat162, __amd_bf16x2_storage_t)
__GOHIP_OCP_SAME(__amd_cvt_hipbf16_to_bf16, __amd_bf16_storage_t, __hip_bfloat16)
__GOHIP_OCP_SAME(__amd_cvt_hipbf162_to_bf16x2, __amd_bf16x2_storage_t, __hip_bfloat162)

// The same as types: one number, two, and 32 of six bits.
#define __GOHIP_OCP_STRUCT(NAME, FP, P, I)                                                         \
  __amd_##P##_storage_t __x;                                                                       \
  static const __amd_##FP##_interpretation_t __default_interpret = I;                              \
  NAME() = default;
#define __GOHIP_OCP_MAKE(KIND, NAME, P, W, I)                                                      \
  __GOHIP_HDI KIND NAME(const __GOHIP_OCP_##W v, const __amd_scale_t scale)                        \
      : __x(__amd_cvt_##W##_to_##P##_scale(v, I, scale)) {}
#define __GOHIP_OCP_MAKE_RANDOM(KIND, NAME, P, W, I)                                               \
  __GOHIP_HDI KIND NAME(const __GOHIP_OCP_##W v, const unsigned int seed,                          \
                        const __amd_scale_t scale)                                                 \
      : __x(__amd_cvt_##W##_to_##P##_sr_scale(v, I, seed, scale)) {}
#define __GOHIP_OCP_TAKE(P, W, I)                                                                  \
  __GOHIP_HDI __GOHIP_OCP_##W get_scaled_##W(const __amd_scale_t scale) const {                    \
    return __amd_cvt_##P##_to_##W##_scale(__x, I, scale);                                          \
  }
#define __GOHIP_OCP_FP8(NAME, I)                                                                   \
  struct __hipext_ocp_fp8_##NAME {                                                                 \
    __GOHIP_OCP_STRUCT(__hipext_ocp_fp8_##NAME, fp8, fp8, I)                                       \
    __GOHIP_HDI explicit __hipext_ocp_fp8_##NAME(const float v)                                    \
        : __x(gohip_detail::ocp_pack<1, __amd_fp8_storage_t>(v, gohip_detail::ocp_layout(I), 0,    \
                                                             {false, 0})) {}                       \
    __GOHIP_HDI explicit __hipext_ocp_fp8_##NAME(const float v, const unsigned int seed)           \
        : __x(__amd_cvt_float_to_fp8_sr(v, I, seed)) {}                                            \
    __GOHIP_OCP_MAKE_RANDOM(explicit, __hipext_ocp_fp8_##NAME, fp8, float, I)                      \
    __GOHIP_OCP_MAKE_RANDOM(explicit, __hipext_ocp_fp8_##NAME, fp8, fp16, I)                       \
    __GOHIP_OCP_MAKE_RANDOM(explicit, __hipext_ocp_fp8_##NAME, fp8, bf16, I)                       \
    __GOHIP_OCP_TAKE(fp8, float, I)                                                                \
    __GOHIP_OCP_TAKE(fp8, fp16, I)                                                                 \
    __GOHIP_OCP_TAKE(fp8, bf16, I)                                                                 \
    __GOHIP_HDI operator float() const { return __amd_cvt_fp8_to_float(__x, I); }                  \
  };                                                                                               \
  struct __hipext_ocp_fp8x2_##NAME {                                                               \
    __GOHIP_OCP_STRUCT(__hipext_ocp_fp8x2_##NAME, fp8, fp8x2, I)                                   \
    __GOHIP_HDI explicit __hipext_ocp_fp8x2_##NAME(const float x, const float y)                   \
        : __hipext_ocp_fp8x2_##NAME(__amd_floatx2_storage_t{x, y}, (__amd_scale_t)0) {}            \
    __GOHIP_HDI explicit __hipext_ocp_fp8x2_##NAME(const float x, const float y,                   \
                                                   const __amd_scale_t scale)                      \
        : __hipext_ocp_fp8x2_##NAME(__amd_floatx2_storage_t{x, y}, scale) {}                       \
    __GOHIP_HDI explicit __hipext_ocp_fp8x2_##NAME(const __amd_floatx2_storage_t v)                \
        : __hipext_ocp_fp8x2_##NAME(v, (__amd_scale_t)0) {}                                        \
    __GOHIP_OCP_MAKE(explicit, __hipext_ocp_fp8x2_##NAME, fp8x2, floatx2, I)                       \
    __GOHIP_OCP_MAKE(, __hipext_ocp_fp8x2_##NAME, fp8x2, fp16x2, I)                                \
    __GOHIP_OCP_MAKE(explicit, __hipext_ocp_fp8x2_##NAME, fp8x2, bf16x2, I)                        \
    __GOHIP_OCP_TAKE(fp8x2, floatx2, I)                                                            \
    __GOHIP_OCP_TAKE(fp8x2, fp16x2, I)                                                             \
    __GOHIP_OCP_TAKE(fp8x2, bf16x2, I)                                                             \
    __GOHIP_HDI operator __amd_floatx2_storage_t() const {                                         \
      return __amd_cvt_fp8x2_to_floatx2(__x, I);                                                   \
    }                                                                                              \
  };
#define __GOHIP_OCP_MANY(NAME, P, X, I)                                                            \
  __GOHIP_OCP_MAKE(, NAME, P, fp16##X, I)                                                          \
  __GOHIP_OCP_MAKE(, NAME, P, bf16##X, I)                                                          \
  __GOHIP_OCP_MAKE_RANDOM(, NAME, P, float##X, I)                                                  \
  __GOHIP_OCP_MAKE_RANDOM(, NAME, P, fp16##X, I)                                                   \
  __GOHIP_OCP_MAKE_RANDOM(, NAME, P, bf16##X, I)                                                   \
  __GOHIP_OCP_TAKE(P, float##X, I)                                                                 \
  __GOHIP_OCP_TAKE(P, fp16##X, I)                                                                  \
  __GOHIP_OCP_TAKE(P, bf16##X, I)
#define __GOHIP_OCP_FP6(NAME, I)                                                                   \
  struct __hipext_ocp_fp6x32_##NAME {                                                              \
    __GOHIP_OCP_STRUCT(__hipext_ocp_fp6x32_##NAME, fp6, fp6x32, I)                                 \
    __GOHIP_HDI __hipext_ocp_fp6x32_##NAME(const __amd_floatx16_storage_t low,                     \
                                           const __amd_floatx16_storage_t high,                    \
                                           const __amd_scale_t scale)                              \
        : __x(__amd_cvt_floatx16_floatx16_to_fp6x32_scale(low, high, I, scale)) {}                 \
    __GOHIP_OCP_MANY(__hipext_ocp_fp6x32_##NAME, fp6x32, x32, I)                                   \
  };
__GOHIP_OCP_FP8(e4m3, __AMD_OCP_E4M3)
__GOHIP_OCP_FP8(e5m2, __AMD_OCP_E5M2)
__GOHIP_OCP_FP6(e2m3, __AMD_OCP_E2M3)
__GOHIP_OCP_FP6(e3m2, __AMD_OCP_E3M2)
struct __hipext_ocp_fp4x2_e2m1 {
  __GOHIP_OCP_STRUCT(__hipext_ocp_fp4x2_e2m1, fp4, fp4x2, __AMD_OCP_E2M1)
  __GOHIP_HDI __hipext_ocp_fp4x2_e2m1(const float x, const float y, const __amd_scale_t scale)
      : __hipext_ocp_fp4x2_e2m1(__amd_floatx2_storage_t{x, y}, scale) {}
  __GOHIP_OCP_MAKE(, __hipext_ocp_fp4x2_e2m1, fp4x2, floatx2, __AMD_OCP_E2M1)
  __GOHIP_OCP_MANY(__hipext_ocp_fp4x2_e2m1, fp4x2, x2, __AMD_OCP_E2M1)
};

#endif
#endif
#endif

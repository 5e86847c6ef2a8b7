// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// __hip_bfloat16 and __hip_bfloat162: the upper half of a float. Every operation is
// done in float and rounded to nearest even.
#ifndef HIP_INCLUDE_HIP_HIP_BF16_H
#define HIP_INCLUDE_HIP_HIP_BF16_H
#define _HIP_INCLUDE_HIP_AMD_DETAIL_HIP_BF16_H_ // the guard of AMD's header, which projects test

#include <hip/gohip_detail/macros.h>
#include <hip/hip_fp16.h>
#include <hip/hip_vector_types.h>

#if defined(__cplusplus)

typedef struct {
  unsigned short x;
} __hip_bfloat16_raw;
typedef struct {
  unsigned short x, y;
} __hip_bfloat162_raw;

namespace gohip_detail {
#if __GOHIP_SM >= 800
__GOHIP_HDI unsigned bf16_pair_bits(float low, float high) {
  return __builtin_bit_cast(unsigned, __nvvm_ff2bf16x2_rn(high, low));
}
#endif
__GOHIP_HDI unsigned short bf16_bits(float v) {
#if defined(__NVPTX__) // one instruction from sm_80 on, expanded before
#if __GOHIP_SM >= 800
  // For a single number it has a quarter of the throughput.
  if (!__builtin_constant_p(v)) return (unsigned short)bf16_pair_bits(v, 0);
#endif
  __bf16 h = (__bf16)v;
  unsigned short s;
  __builtin_memcpy(&s, &h, 2);
  return s;
#else
  unsigned b;
  __builtin_memcpy(&b, &v, 4);
  // NaN stays one: its low bits must not be all that it has.
  if ((b & 0x7fffffff) > 0x7f800000) return (unsigned short)(b >> 16 | 0x40);
  return (unsigned short)((b + 0x7fff + (b >> 16 & 1)) >> 16);
#endif
}
__GOHIP_HDI float bf16_float(unsigned short x) {
  unsigned b = (unsigned)x << 16;
  float v;
  __builtin_memcpy(&v, &b, 4);
  return v;
}
} // namespace gohip_detail

struct __hip_bfloat16 {
  unsigned short __x;
  typedef __hip_bfloat16_raw raw;
  __hip_bfloat16() = default;
  __GOHIP_HDI __hip_bfloat16(const __hip_bfloat16_raw &r) : __x(r.x) {}
  template <typename __T,
            __GOHIP_IF(gohip_detail::number<__T>::real || gohip_detail::number<__T>::whole)>
  __GOHIP_HDI __hip_bfloat16(__T v) : __x(gohip_detail::bf16_bits((float)v)) {}
  // For classes that are converted to float, as programs' own numbers.
  __GOHIP_HDI __hip_bfloat16(float v) : __x(gohip_detail::bf16_bits(v)) {}
  __GOHIP_HDI operator __hip_bfloat16_raw() const {
    __hip_bfloat16_raw r = {__x};
    return r;
  }
  __GOHIP_HDI operator float() const { return gohip_detail::bf16_float(__x); }
};

struct alignas(4) __hip_bfloat162 {
  __hip_bfloat16 x, y;
  __hip_bfloat162() = default;
  __GOHIP_HDI __hip_bfloat162(__hip_bfloat16 a, __hip_bfloat16 b) : x(a), y(b) {}
  __GOHIP_HDI __hip_bfloat162(const __hip_bfloat162_raw &r) {
    x.__x = r.x;
    y.__x = r.y;
  }
#if __GOHIP_SM >= 800
  __GOHIP_HDI __hip_bfloat162(float2 v) {
    const unsigned both = gohip_detail::bf16_pair_bits(v.x, v.y);
    x.__x = (unsigned short)both;
    y.__x = (unsigned short)(both >> 16);
  }
#else
  __GOHIP_HDI __hip_bfloat162(float2 v) : x(v.x), y(v.y) {}
#endif
  __GOHIP_HDI operator float2() const { return float2((float)x, (float)y); }
  __GOHIP_HDI operator __hip_bfloat162_raw() const {
    __hip_bfloat162_raw r = {x.__x, y.__x};
    return r;
  }
};

#define __GOHIP_B __GOHIP_HDI
#define __GOHIP_BF __hip_bfloat16
#define __GOHIP_BF2 __hip_bfloat162

// Conversions.
__GOHIP_B unsigned short __bfloat16_as_ushort(__GOHIP_BF a) { return a.__x; }
__GOHIP_B short __bfloat16_as_short(__GOHIP_BF a) { return (short)a.__x; }
__GOHIP_B __GOHIP_BF __ushort_as_bfloat16(unsigned short a) {
  __hip_bfloat16_raw r = {a};
  return __GOHIP_BF(r);
}
__GOHIP_B __GOHIP_BF __short_as_bfloat16(short a) {
  return __ushort_as_bfloat16((unsigned short)a);
}
__GOHIP_B float __bfloat162float(__GOHIP_BF a) { return gohip_detail::bf16_float(a.__x); }
__GOHIP_B __GOHIP_BF __float2bfloat16(float v) { return __GOHIP_BF(v); }
// The other conversions of numbers are CUDA's, which AMD's header lacks: templates, for programs that define them
// themselves.
template <typename __T> __GOHIP_B __GOHIP_BF __float2bfloat16_rn(__T v) {
  return __GOHIP_BF((float)v);
}
template <typename __T> __GOHIP_B __GOHIP_BF __float2bfloat16_rz(__T t) {
  float v = (float)t;
  unsigned b;
  __builtin_memcpy(&b, &v, 4);
  if ((b & 0x7fffffff) > 0x7f800000) b |= 0x400000;
  return __ushort_as_bfloat16((unsigned short)(b >> 16));
}
template <typename __T> __GOHIP_B __GOHIP_BF __float2bfloat16_rd(__T v) {
  __GOHIP_BF r = __float2bfloat16_rz<float>((float)v);
  return gohip_detail::bf16_float(r.__x) > (float)v ? __ushort_as_bfloat16(r.__x + 1) : r;
}
template <typename __T> __GOHIP_B __GOHIP_BF __float2bfloat16_ru(__T v) {
  __GOHIP_BF r = __float2bfloat16_rz<float>((float)v);
  return gohip_detail::bf16_float(r.__x) < (float)v ? __ushort_as_bfloat16(r.__x + 1) : r;
}
// A double that lies between two floats must not be rounded twice: an odd last bit
// of the float remembers what was cut off.
__GOHIP_B __GOHIP_BF __double2bfloat16(double v) {
  float f = (float)v;
  double back = (double)f;
  unsigned b;
  __builtin_memcpy(&b, &f, 4);
  if (back != v && v == v && (b & 0x7fffffff) != 0x7f800000) {
    bool away = (back < 0 ? -back : back) > (v < 0 ? -v : v);
    if (away) b -= 1;
    b |= 1;
    __builtin_memcpy(&f, &b, 4);
  }
  return __GOHIP_BF(f);
}
#define __GOHIP_ROUND(NAME, TYPE, MODE, FUNCTION)                                                  \
  template <typename __T> __GOHIP_B TYPE __bfloat162##NAME##_##MODE(__T a) {                       \
    return gohip_detail::to_integer<TYPE>(FUNCTION(__bfloat162float(a)));                          \
  }
#define __GOHIP_CONVERT(NAME, TYPE)                                                                \
  template <typename __T> __GOHIP_B __GOHIP_BF __##NAME##2bfloat16_rn(__T v) {                     \
    return __double2bfloat16((double)(TYPE)v);                                                     \
  }                                                                                                \
  __GOHIP_ROUND(NAME, TYPE, rn, __builtin_rintf)                                                   \
  __GOHIP_ROUND(NAME, TYPE, rd, __builtin_floorf)                                                  \
  __GOHIP_ROUND(NAME, TYPE, ru, __builtin_ceilf)                                                   \
  __GOHIP_ROUND(NAME, TYPE, rz, __builtin_truncf)
__GOHIP_CONVERT(short, short)
__GOHIP_CONVERT(ushort, unsigned short)
__GOHIP_CONVERT(int, int)
__GOHIP_CONVERT(uint, unsigned)
__GOHIP_CONVERT(ll, long long)
__GOHIP_CONVERT(ull, unsigned long long)
#undef __GOHIP_CONVERT
#undef __GOHIP_ROUND
__GOHIP_B __GOHIP_BF2 __bfloat162bfloat162(__GOHIP_BF a) { return __GOHIP_BF2(a, a); }
__GOHIP_B __GOHIP_BF2 __halves2bfloat162(__GOHIP_BF a, __GOHIP_BF b) { return __GOHIP_BF2(a, b); }
__GOHIP_B __GOHIP_BF2 make_bfloat162(__GOHIP_BF a, __GOHIP_BF b) { return __GOHIP_BF2(a, b); }
// CUDA's, which AMD's header lacks: a template, for programs that define it themselves.
template <typename __T> __GOHIP_B __GOHIP_BF2 __float2bfloat162_rn(__T v) {
  return __GOHIP_BF2(__GOHIP_BF((float)v), __GOHIP_BF((float)v));
}
__GOHIP_B __GOHIP_BF2 __float22bfloat162_rn(float2 v) { return __GOHIP_BF2(v); }
// A template, because AMD's headers do not have it and bitsandbytes defines one of its own.
template <typename __X, typename __Y> __GOHIP_B __GOHIP_BF2 __floats2bfloat162_rn(__X a, __Y b) {
  return __GOHIP_BF2(float2((float)a, (float)b));
}
__GOHIP_B float2 __bfloat1622float2(__GOHIP_BF2 a) { return float2((float)a.x, (float)a.y); }
__GOHIP_B __GOHIP_BF __low2bfloat16(__GOHIP_BF2 a) { return a.x; }
__GOHIP_B __GOHIP_BF __high2bfloat16(__GOHIP_BF2 a) { return a.y; }
__GOHIP_B float __low2float(__GOHIP_BF2 a) { return (float)a.x; }
__GOHIP_B float __high2float(__GOHIP_BF2 a) { return (float)a.y; }
__GOHIP_B __GOHIP_BF2 __low2bfloat162(__GOHIP_BF2 a) { return __GOHIP_BF2(a.x, a.x); }
__GOHIP_B __GOHIP_BF2 __high2bfloat162(__GOHIP_BF2 a) { return __GOHIP_BF2(a.y, a.y); }
__GOHIP_B __GOHIP_BF2 __lows2bfloat162(__GOHIP_BF2 a, __GOHIP_BF2 b) {
  return __GOHIP_BF2(a.x, b.x);
}
__GOHIP_B __GOHIP_BF2 __highs2bfloat162(__GOHIP_BF2 a, __GOHIP_BF2 b) {
  return __GOHIP_BF2(a.y, b.y);
}
__GOHIP_B __GOHIP_BF2 __lowhigh2highlow(__GOHIP_BF2 a) { return __GOHIP_BF2(a.y, a.x); }

// NVIDIA's GPUs have instructions for one number and for two, of which the fused one is the oldest.
#if __GOHIP_SM >= 800
#define __GOHIP_BF16_FMA 1
namespace gohip_detail {
typedef __bf16 bf16_two __attribute__((ext_vector_type(2)));
template <typename __V, typename __T> __GOHIP_B __T bf16_fma(__T a, __T b, __T c) {
  return __builtin_bit_cast(__T, __builtin_elementwise_fma(__builtin_bit_cast(__V, a),
                                                           __builtin_bit_cast(__V, b),
                                                           __builtin_bit_cast(__V, c)));
}
// The codes of 1, -1 and -0, once or twice.
template <typename __V, typename __T> struct bf16_codes {
  static constexpr __T one = (__T)0x3f803f80u, minus = (__T)0xbf80bf80u, zero = (__T)0x80008000u;
  static __GOHIP_B __T add(__T a, __T b) { return bf16_fma<__V>(a, one, b); }
  static __GOHIP_B __T sub(__T a, __T b) { return bf16_fma<__V>(b, minus, a); }
  static __GOHIP_B __T mul(__T a, __T b) { return bf16_fma<__V>(a, b, zero); }
};
template <typename __T> struct bf16_of;
template <> struct bf16_of<__GOHIP_BF> : bf16_codes<__bf16, unsigned short> {};
template <> struct bf16_of<__GOHIP_BF2> : bf16_codes<bf16_two, unsigned> {};
} // namespace gohip_detail
#else
#define __GOHIP_BF16_FMA 0
#endif

// Operators and the functions behind them.
#if __GOHIP_BF16_FMA
#define __GOHIP_OPERATOR(NAME, OP, TYPE)                                                           \
  __GOHIP_B TYPE operator OP(const TYPE &a, const TYPE &b) {                                       \
    typedef decltype(gohip_detail::bf16_of<TYPE>::NAME(0, 0)) code;                                \
    return __builtin_bit_cast(TYPE,                                                                \
                              gohip_detail::bf16_of<TYPE>::NAME(__builtin_bit_cast(code, a),       \
                                                                __builtin_bit_cast(code, b)));     \
  }
#define __GOHIP_OPERATORS(NAME, OP)                                                                \
  __GOHIP_OPERATOR(NAME, OP, __GOHIP_BF)                                                           \
  __GOHIP_OPERATOR(NAME, OP, __GOHIP_BF2)
__GOHIP_OPERATORS(add, +)
__GOHIP_OPERATORS(sub, -)
__GOHIP_OPERATORS(mul, *)
#undef __GOHIP_OPERATORS
#undef __GOHIP_OPERATOR
#endif
#define __GOHIP_OPERATORS(OP)                                                                      \
  __GOHIP_B __GOHIP_BF operator OP(const __GOHIP_BF &a, const __GOHIP_BF &b) {                     \
    return __GOHIP_BF(__bfloat162float(a) OP __bfloat162float(b));                                 \
  }                                                                                                \
  __GOHIP_B __GOHIP_BF2 operator OP(const __GOHIP_BF2 &a, const __GOHIP_BF2 &b) {                  \
    return __GOHIP_BF2(a.x OP b.x, a.y OP b.y);                                                    \
  }
#if !__GOHIP_BF16_FMA
__GOHIP_OPERATORS(+)
__GOHIP_OPERATORS(-)
__GOHIP_OPERATORS(*)
#endif
__GOHIP_OPERATORS(/)
#undef __GOHIP_OPERATORS
#define __GOHIP_ARITHMETIC(NAME, OP)                                                               \
  __GOHIP_B __GOHIP_BF &operator OP## = (__GOHIP_BF & a, const __GOHIP_BF &b) {                    \
    return a = a OP b;                                                                             \
  }                                                                                                \
  __GOHIP_B __GOHIP_BF2 &operator OP## = (__GOHIP_BF2 & a, const __GOHIP_BF2 &b) {                 \
    return a = a OP b;                                                                             \
  }                                                                                                \
  __GOHIP_B __GOHIP_BF __h##NAME(__GOHIP_BF a, __GOHIP_BF b) { return a OP b; }
__GOHIP_ARITHMETIC(add, +)
__GOHIP_ARITHMETIC(sub, -)
__GOHIP_ARITHMETIC(mul, *)
__GOHIP_ARITHMETIC(div, /)
#undef __GOHIP_ARITHMETIC
__GOHIP_B __GOHIP_BF2 __hadd2(__GOHIP_BF2 a, __GOHIP_BF2 b) { return a + b; }
__GOHIP_B __GOHIP_BF2 __hsub2(__GOHIP_BF2 a, __GOHIP_BF2 b) { return a - b; }
__GOHIP_B __GOHIP_BF2 __hmul2(__GOHIP_BF2 a, __GOHIP_BF2 b) { return a * b; }
__GOHIP_B __GOHIP_BF2 __h2div(__GOHIP_BF2 a, __GOHIP_BF2 b) { return a / b; }
#if __GOHIP_BF16_FMA
__GOHIP_B __GOHIP_BF __hfma(__GOHIP_BF a, __GOHIP_BF b, __GOHIP_BF c) {
  return gohip_detail::bf16_fma<__bf16>(a, b, c);
}
__GOHIP_B __GOHIP_BF2 __hfma2(__GOHIP_BF2 a, __GOHIP_BF2 b, __GOHIP_BF2 c) {
  return gohip_detail::bf16_fma<gohip_detail::bf16_two>(a, b, c);
}
#else
__GOHIP_B __GOHIP_BF __hfma(__GOHIP_BF a, __GOHIP_BF b, __GOHIP_BF c) {
  return __double2bfloat16((double)__bfloat162float(a) * __bfloat162float(b) + __bfloat162float(c));
}
__GOHIP_B __GOHIP_BF2 __hfma2(__GOHIP_BF2 a, __GOHIP_BF2 b, __GOHIP_BF2 c) {
  return __GOHIP_BF2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
#endif
__GOHIP_B __GOHIP_BF __hneg(__GOHIP_BF a) { return __ushort_as_bfloat16(a.__x ^ 0x8000); }
__GOHIP_B __GOHIP_BF __habs(__GOHIP_BF a) { return __ushort_as_bfloat16(a.__x & 0x7fff); }
__GOHIP_B __GOHIP_BF2 __hneg2(__GOHIP_BF2 a) { return __GOHIP_BF2(__hneg(a.x), __hneg(a.y)); }
__GOHIP_B __GOHIP_BF2 __habs2(__GOHIP_BF2 a) { return __GOHIP_BF2(__habs(a.x), __habs(a.y)); }
__GOHIP_B __GOHIP_BF operator+(const __GOHIP_BF &a) { return a; }
__GOHIP_B __GOHIP_BF operator-(const __GOHIP_BF &a) { return __hneg(a); }
__GOHIP_B __GOHIP_BF2 operator+(const __GOHIP_BF2 &a) { return a; }
__GOHIP_B __GOHIP_BF2 operator-(const __GOHIP_BF2 &a) { return __hneg2(a); }
__GOHIP_B __GOHIP_BF &operator++(__GOHIP_BF &a) { return a = __GOHIP_BF((float)a + 1.0f); }
__GOHIP_B __GOHIP_BF &operator--(__GOHIP_BF &a) { return a = __GOHIP_BF((float)a - 1.0f); }
__GOHIP_POSTFIX(__GOHIP_B, __GOHIP_BF)

__GOHIP_B bool __hisnan(__GOHIP_BF a) { return (a.__x & 0x7fff) > 0x7f80; }
__GOHIP_B bool __hisinf(__GOHIP_BF a) { return (a.__x & 0x7fff) == 0x7f80; }
__GOHIP_B __GOHIP_BF2 __hisnan2(__GOHIP_BF2 a) {
  return __GOHIP_BF2(__GOHIP_BF(__hisnan(a.x) ? 1.0f : 0.0f),
                     __GOHIP_BF(__hisnan(a.y) ? 1.0f : 0.0f));
}
#define __GOHIP_ONE_COMPARE(NAME, ONE)                                                             \
  __GOHIP_B bool __h##NAME(__GOHIP_BF a, __GOHIP_BF b) { return ONE; }                             \
  __GOHIP_B __GOHIP_BF2 __h##NAME##2(__GOHIP_BF2 a, __GOHIP_BF2 b) {                               \
    return __GOHIP_BF2(__GOHIP_BF(__h##NAME(a.x, b.x) ? 1.0f : 0.0f),                              \
                       __GOHIP_BF(__h##NAME(a.y, b.y) ? 1.0f : 0.0f));                             \
  }                                                                                                \
  __GOHIP_B bool __hb##NAME##2(__GOHIP_BF2 a, __GOHIP_BF2 b) {                                     \
    return __h##NAME(a.x, b.x) && __h##NAME(a.y, b.y);                                             \
  }
// No comparison but != is true for NaN.
#define __GOHIP_COMPARE(NAME, OP, ONE, INVERSE)                                                    \
  __GOHIP_ONE_COMPARE(NAME, ONE)                                                                   \
  __GOHIP_ONE_COMPARE(NAME##u, !(INVERSE))                                                         \
  __GOHIP_B bool operator OP(const __GOHIP_BF &a, const __GOHIP_BF &b) {                           \
    return (float)a OP(float) b;                                                                   \
  }
__GOHIP_COMPARE(eq, ==, (float)a == (float)b, (float)a<(float)b || (float)a>(float) b)
__GOHIP_COMPARE(ne, !=, (float)a<(float)b || (float)a>(float) b, (float)a == (float)b)
__GOHIP_COMPARE(lt, <, (float)a < (float)b, (float)a >= (float)b)
__GOHIP_COMPARE(le, <=, (float)a <= (float)b, (float)a > (float)b)
__GOHIP_COMPARE(gt, >, (float)a > (float)b, (float)a <= (float)b)
__GOHIP_COMPARE(ge, >=, (float)a >= (float)b, (float)a < (float)b)
#undef __GOHIP_COMPARE
#undef __GOHIP_ONE_COMPARE
__GOHIP_B bool operator==(const __GOHIP_BF2 &a, const __GOHIP_BF2 &b) {
  return a.x == b.x && a.y == b.y;
}
__GOHIP_B bool operator!=(const __GOHIP_BF2 &a, const __GOHIP_BF2 &b) { return !(a == b); }
__GOHIP_B bool operator<(const __GOHIP_BF2 &a, const __GOHIP_BF2 &b) {
  return a.x < b.x && a.y < b.y;
}
__GOHIP_B bool operator>(const __GOHIP_BF2 &a, const __GOHIP_BF2 &b) { return b < a; }
__GOHIP_B bool operator<=(const __GOHIP_BF2 &a, const __GOHIP_BF2 &b) {
  return a.x <= b.x && a.y <= b.y;
}
__GOHIP_B bool operator>=(const __GOHIP_BF2 &a, const __GOHIP_BF2 &b) { return b <= a; }
#if __GOHIP_BF16_FMA
#define __GOHIP_CHOSEN(NAME, OP)                                                                   \
  __GOHIP_B __GOHIP_BF __h##NAME(__GOHIP_BF a, __GOHIP_BF b) {                                     \
    return __builtin_bit_cast(__GOHIP_BF,                                                          \
                              __builtin_elementwise_##NAME(__builtin_bit_cast(__bf16, a),          \
                                                           __builtin_bit_cast(__bf16, b)));        \
  }                                                                                                \
  __GOHIP_B __GOHIP_BF2 __h##NAME##2(__GOHIP_BF2 a, __GOHIP_BF2 b) {                               \
    typedef gohip_detail::bf16_two pair;                                                           \
    return __builtin_bit_cast(                                                                     \
        __GOHIP_BF2,                                                                               \
        __builtin_elementwise_##NAME(__builtin_bit_cast(pair, a), __builtin_bit_cast(pair, b)));   \
  }
#else
#define __GOHIP_CHOSEN(NAME, OP)                                                                   \
  __GOHIP_B __GOHIP_BF __h##NAME(__GOHIP_BF a, __GOHIP_BF b) {                                     \
    return __hisnan(a) ? b : __hisnan(b) || (float)a OP(float) b ? a : b;                          \
  }                                                                                                \
  __GOHIP_B __GOHIP_BF2 __h##NAME##2(__GOHIP_BF2 a, __GOHIP_BF2 b) {                               \
    return __GOHIP_BF2(__h##NAME(a.x, b.x), __h##NAME(a.y, b.y));                                  \
  }
#endif
#define __GOHIP_CHOOSE(NAME, OP)                                                                   \
  __GOHIP_CHOSEN(NAME, OP)                                                                         \
  __GOHIP_B __GOHIP_BF __h##NAME##_nan(__GOHIP_BF a, __GOHIP_BF b) {                               \
    return __hisnan(a) ? a : __hisnan(b) ? b : (float)a OP(float) b ? a : b;                       \
  }
__GOHIP_CHOOSE(max, >)
__GOHIP_CHOOSE(min, <)
#undef __GOHIP_CHOOSE
#undef __GOHIP_CHOSEN
#undef __GOHIP_BF16_FMA

#define HIPRT_ZERO_BF16 __ushort_as_bfloat16(0)
#define HIPRT_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define HIPRT_ONE_BF16 __ushort_as_bfloat16(0x3f80)
#define HIPRT_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define HIPRT_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define HIPRT_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define HIPRT_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)

#if defined(__clang__) && defined(__HIP__)
#define __GOHIP_FUNCTION(NAME, CALL)                                                               \
  __GOHIP_DI __GOHIP_BF h##NAME(__GOHIP_BF a) { return __GOHIP_BF((float)CALL((float)a)); }        \
  __GOHIP_DI __GOHIP_BF2 h2##NAME(__GOHIP_BF2 a) { return __GOHIP_BF2(h##NAME(a.x), h##NAME(a.y)); }
__GOHIP_HALF_FUNCTIONS(__GOHIP_FUNCTION)
#undef __GOHIP_FUNCTION
#if __GOHIP_SM >= 900
namespace gohip_detail {
__device__ inline __GOHIP_BF2 add_pair(__GOHIP_BF2 *p, __GOHIP_BF2 v) {
  unsigned old;
  __asm__ volatile("atom.relaxed.gpu.add.noftz.bf16x2 %0, [%1], %2;"
                   : "=r"(old)
                   : "l"(p), "r"(__builtin_bit_cast(unsigned, v))
                   : "memory");
  return __builtin_bit_cast(__GOHIP_BF2, old);
}
} // namespace gohip_detail
#endif
// Templates, as those of halves, for programs that define them.
template <typename = void> __GOHIP_DI __GOHIP_BF atomicAdd(__GOHIP_BF *p, __GOHIP_BF v) {
  return gohip_detail::add_in_word(p, v);
}
template <typename = void> __GOHIP_DI __GOHIP_BF2 atomicAdd(__GOHIP_BF2 *p, __GOHIP_BF2 v) {
  return gohip_detail::add_pair(p, v);
}
__GOHIP_DI __GOHIP_BF2 unsafeAtomicAdd(__GOHIP_BF2 *p, __GOHIP_BF2 v) {
  return gohip_detail::add_pair(p, v);
}
#endif

#undef __GOHIP_B
#undef __GOHIP_BF
#undef __GOHIP_BF2

#endif
#endif

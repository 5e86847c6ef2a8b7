// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// half and half2: storage, conversions, operators and functions. Arithmetic is
// _Float16's, so each operation rounds once; functions are computed in float.
#ifndef HIP_INCLUDE_HIP_HIP_FP16_H
#define HIP_INCLUDE_HIP_HIP_FP16_H
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_FP16_H // the guard of AMD's header, which projects test

#include <hip/gohip_detail/macros.h>
#include <hip/hip_vector_types.h>

#if defined(__cplusplus)

#if !defined(__clang__) || !defined(__HIP__)
#include <math.h>
#endif

typedef struct {
  unsigned short x;
} __half_raw;
#if defined(__clang__)
typedef _Float16 _Float16_2 __attribute__((ext_vector_type(2)));
// `data`, here and in __half2, is for programs that were written against AMD's headers.
typedef union {
  struct {
    unsigned short x, y;
  };
  _Float16_2 data;
} __half2_raw;
#else
typedef struct {
  unsigned short x, y;
} __half2_raw;
#endif

namespace gohip_detail {
// Numbers that a half converts from and to. A class template, for compilers that
// lack the traits as builtins.
template <typename __T> struct number {
  static constexpr bool real = false, whole = false;
};
#define __GOHIP_NUMBER(TYPE, REAL)                                                                 \
  template <> struct number<TYPE> {                                                                \
    static constexpr bool real = REAL, whole = !REAL;                                              \
  };
__GOHIP_NUMBER(float, true)
__GOHIP_NUMBER(double, true)
__GOHIP_NUMBER(bool, false)
__GOHIP_NUMBER(char, false)
__GOHIP_NUMBER(signed char, false)
__GOHIP_NUMBER(unsigned char, false)
__GOHIP_NUMBER(short, false)
__GOHIP_NUMBER(unsigned short, false)
__GOHIP_NUMBER(int, false)
__GOHIP_NUMBER(unsigned, false)
__GOHIP_NUMBER(long, false)
__GOHIP_NUMBER(unsigned long, false)
__GOHIP_NUMBER(long long, false)
__GOHIP_NUMBER(unsigned long long, false)
#undef __GOHIP_NUMBER
} // namespace gohip_detail

struct __half {
  union {
    _Float16 data;
    unsigned short __x;
  };
  __half() = default;
  __GOHIP_HD constexpr __half(const __half_raw &r) : __x(r.x) {}
  __GOHIP_HD constexpr __half(_Float16 v) : data(v) {}
#if !defined(__HIP_NO_HALF_CONVERSIONS__)
  template <typename __T,
            __GOHIP_IF(gohip_detail::number<__T>::real || gohip_detail::number<__T>::whole)>
  __GOHIP_HD constexpr __half(__T v) : data((_Float16)v) {}
  template <typename __T,
            __GOHIP_IF(gohip_detail::number<__T>::real || gohip_detail::number<__T>::whole)>
  __GOHIP_HD __half &operator=(__T v) {
    data = (_Float16)v;
    return *this;
  }
  // The only conversion of a half to another type: C++ converts the float further.
  __GOHIP_HD constexpr operator float() const { return (float)data; }
#endif
  __GOHIP_HD __half &operator=(const __half_raw &r) {
    __x = r.x;
    return *this;
  }
  __GOHIP_HD __half &operator=(const volatile __half_raw &r) {
    __x = r.x;
    return *this;
  }
  __GOHIP_HD __half &operator=(volatile __half_raw &&r) {
    __x = r.x;
    return *this;
  }
  __GOHIP_HD operator __half_raw() const {
    __half_raw r = {__x};
    return r;
  }
#if !defined(__HIP_NO_HALF_OPERATORS__)
  // Inside, for what is a __half itself: another class may convert to float as well.
  friend __GOHIP_HD __half operator+(const __half &a) { return a; }
  friend __GOHIP_HD __half operator-(const __half &a) { return __half((_Float16)-a.data); }
#endif
};
typedef __half half;

struct alignas(4) __half2 {
#if defined(__clang__)
  union {
    struct {
      __half x, y;
    };
    _Float16_2 data;
  };
  // A number is such a vector, too, with two equal components.
  __GOHIP_HD constexpr __half2(_Float16_2 v) : data(v) {}
#else
  __half x, y;
#endif
  __half2() = default;
  __GOHIP_HD constexpr __half2(__half a, __half b) : x(a), y(b) {}
  __GOHIP_HD __half2(const __half2_raw &r) {
    x.__x = r.x;
    y.__x = r.y;
  }
  __GOHIP_HD explicit constexpr __half2(__half a) : x(a), y(a) {}
  __GOHIP_HD operator __half2_raw() const {
    __half2_raw r;
    r.x = x.__x;
    r.y = y.__x;
    return r;
  }
#if !defined(__HIP_NO_HALF_OPERATORS__)
  friend __GOHIP_HD __half2 operator+(const __half2 &a) { return a; }
  friend __GOHIP_HD __half2 operator-(const __half2 &a) {
    return __half2(__half((_Float16)-a.x.data), __half((_Float16)-a.y.data));
  }
#endif
};
typedef __half2 half2;

#define __GOHIP_H __GOHIP_HDI

// NVIDIA's GPUs have instructions for two numbers, which LLVM does not make of two scalars.
#if defined(__NVPTX__)
#define __GOHIP_PAIR(OP, a, b) __half2(a.data OP b.data)
#else
#define __GOHIP_PAIR(OP, a, b)                                                                     \
  __half2(__half((_Float16)(a.x.data OP b.x.data)), __half((_Float16)(a.y.data OP b.y.data)))
#endif

// Operators.
#if !defined(__HIP_NO_HALF_OPERATORS__)
#define __GOHIP_OPERATOR(OP)                                                                       \
  __GOHIP_H __half operator OP(const __half &a, const __half &b) {                                 \
    return __half((_Float16)(a.data OP b.data));                                                   \
  }                                                                                                \
  __GOHIP_H __half &operator OP## = (__half & a, const __half &b) { return a = a OP b; }
__GOHIP_EACH_ARITHMETIC(__GOHIP_OPERATOR)
#undef __GOHIP_OPERATOR
#define __GOHIP_COMPARE(OP)                                                                        \
  __GOHIP_H bool operator OP(const __half &a, const __half &b) { return a.data OP b.data; }
__GOHIP_EACH_COMPARISON(__GOHIP_COMPARE)
#undef __GOHIP_COMPARE
__GOHIP_H __half &operator++(__half &a) { return a = __half((_Float16)(a.data + (_Float16)1)); }
__GOHIP_H __half &operator--(__half &a) { return a = __half((_Float16)(a.data - (_Float16)1)); }
__GOHIP_POSTFIX(__GOHIP_H, __half)
#define __GOHIP_OPERATOR(OP)                                                                       \
  __GOHIP_H __half2 operator OP(const __half2 &a, const __half2 &b) {                              \
    return __GOHIP_PAIR(OP, a, b);                                                                 \
  }                                                                                                \
  __GOHIP_H __half2 &operator OP## = (__half2 & a, const __half2 &b) { return a = a OP b; }
__GOHIP_EACH_ARITHMETIC(__GOHIP_OPERATOR)
#undef __GOHIP_OPERATOR
#define __GOHIP_COMPARE(OP)                                                                        \
  __GOHIP_H bool operator OP(const __half2 &a, const __half2 &b) {                                 \
    return a.x.data OP b.x.data && a.y.data OP b.y.data;                                           \
  }
__GOHIP_COMPARE(==)
__GOHIP_COMPARE(<)
__GOHIP_COMPARE(>)
#undef __GOHIP_COMPARE
// As AMD has them: true unless both components are on the other side.
__GOHIP_H bool operator<=(const __half2 &a, const __half2 &b) { return !(b < a); }
__GOHIP_H bool operator>=(const __half2 &a, const __half2 &b) { return !(a < b); }
__GOHIP_H bool operator!=(const __half2 &a, const __half2 &b) { return !(a == b); }
__GOHIP_H __half2 &operator++(__half2 &a) {
  ++a.x, ++a.y;
  return a;
}
__GOHIP_H __half2 &operator--(__half2 &a) {
  --a.x, --a.y;
  return a;
}
__GOHIP_POSTFIX(__GOHIP_H, __half2)
#endif

// Bits.
__GOHIP_H unsigned short __half_as_ushort(__half a) { return a.__x; }
__GOHIP_H short __half_as_short(__half a) { return (short)a.__x; }
__GOHIP_H __half __ushort_as_half(unsigned short a) {
  __half_raw r = {a};
  return __half(r);
}
__GOHIP_H __half __short_as_half(short a) { return __ushort_as_half((unsigned short)a); }

// Conversions. The half next to r, in the direction wanted, where r is not exact.
namespace gohip_detail {
template <typename __T> __GOHIP_H __half half_nearest(__T v) { return __half((_Float16)v); }
// direction: -1 down, 1 up, 0 to zero. v is exact in double.
__GOHIP_HD inline __half half_directed(double v, int direction) {
  __half r((_Float16)v);
  double back = (double)r.data;
  if (back == v || v != v) return r;
  if (direction == 0) direction = v > 0 ? -1 : 1;
  if ((direction > 0) == (back > v)) return r;
  unsigned short b = r.__x;
  if ((b & 0x7fff) == 0) return __ushort_as_half(direction > 0 ? 1 : 0x8001);
  bool grow = (direction > 0) != (b >> 15 != 0);
  return __ushort_as_half((unsigned short)(grow ? b + 1 : b - 1));
}
} // namespace gohip_detail
__GOHIP_H __half __float2half(float v) { return __half((_Float16)v); }
__GOHIP_H __half __float2half_rn(float v) { return __half((_Float16)v); }
__GOHIP_H __half __float2half_rd(float v) { return gohip_detail::half_directed(v, -1); }
__GOHIP_H __half __float2half_ru(float v) { return gohip_detail::half_directed(v, 1); }
__GOHIP_H __half __float2half_rz(float v) { return gohip_detail::half_directed(v, 0); }
__GOHIP_H __half __double2half(double v) { return __half((_Float16)v); }
__GOHIP_H float __half2float(__half a) { return (float)a.data; }
__GOHIP_H double __half2double(__half a) { return (double)a.data; }
// Between halves and integers the four modes are one conversion: to the nearest half, to
// an integer towards zero. That is what AMD's header does in all of its releases and what its
// tests hold it to, whatever the names say; CUDA's functions round as they are named.
#define __GOHIP_MODE(NAME, TYPE, MODE)                                                             \
  __GOHIP_H __half __##NAME##2half_##MODE(TYPE v) { return __half((_Float16)v); }                  \
  __GOHIP_H TYPE __half2##NAME##_##MODE(__half a) {                                                \
    return gohip_detail::to_integer<TYPE>((float)a.data);                                          \
  }
#define __GOHIP_INTEGER(NAME, TYPE)                                                                \
  __GOHIP_MODE(NAME, TYPE, rn)                                                                     \
  __GOHIP_MODE(NAME, TYPE, rd)                                                                     \
  __GOHIP_MODE(NAME, TYPE, ru)                                                                     \
  __GOHIP_MODE(NAME, TYPE, rz)
__GOHIP_INTEGER(short, short)
__GOHIP_INTEGER(ushort, unsigned short)
__GOHIP_INTEGER(int, int)
__GOHIP_INTEGER(uint, unsigned)
__GOHIP_INTEGER(ll, long long)
__GOHIP_INTEGER(ull, unsigned long long)
#undef __GOHIP_INTEGER
#undef __GOHIP_MODE
__GOHIP_H __half2 __float2half2_rn(float v) { return __half2(__float2half(v), __float2half(v)); }
__GOHIP_H __half2 __floats2half2_rn(float a, float b) {
  return __half2(__float2half(a), __float2half(b));
}
__GOHIP_H __half2 __float22half2_rn(float2 a) { return __floats2half2_rn(a.x, a.y); }
__GOHIP_H float2 __half22float2(__half2 a) { return float2(__half2float(a.x), __half2float(a.y)); }
__GOHIP_H __half2 __half2half2(__half a) { return __half2(a, a); }
__GOHIP_H __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
__GOHIP_H __half2 make_half2(__half a, __half b) { return __half2(a, b); }
__GOHIP_H __half __low2half(__half2 a) { return a.x; }
__GOHIP_H __half __high2half(__half2 a) { return a.y; }
__GOHIP_H float __low2float(__half2 a) { return __half2float(a.x); }
__GOHIP_H float __high2float(__half2 a) { return __half2float(a.y); }
__GOHIP_H __half2 __low2half2(__half2 a) { return __half2(a.x, a.x); }
__GOHIP_H __half2 __high2half2(__half2 a) { return __half2(a.y, a.y); }
__GOHIP_H __half2 __lows2half2(__half2 a, __half2 b) { return __half2(a.x, b.x); }
__GOHIP_H __half2 __highs2half2(__half2 a, __half2 b) { return __half2(a.y, b.y); }
__GOHIP_H __half2 __lowhigh2highlow(__half2 a) { return __half2(a.y, a.x); }

// Arithmetic.
namespace gohip_detail {
__GOHIP_H __half clamp01(__half a) {
#if defined(__NVPTX__)
  // CUDA's rule: NaN and -0 become 0.
  return a.data > (_Float16)0 ? (a.data < (_Float16)1 ? a : __half((_Float16)1))
                              : __half((_Float16)0);
#else
  // AMD's rule: NaN and -0 stay.
  if (a.data < (_Float16)0) return __half((_Float16)0);
  return (_Float16)1 < a.data ? __half((_Float16)1) : a;
#endif
}
// Exact product, one rounding of the sum: double holds both.
__GOHIP_H __half fused(__half a, __half b, __half c) {
#if defined(__NVPTX__)
  return __half(__builtin_elementwise_fma(a.data, b.data, c.data));
#else
  return __half((_Float16)((double)a.data * (double)b.data + (double)c.data));
#endif
}
__GOHIP_H __half2 fused(__half2 a, __half2 b, __half2 c) {
#if defined(__NVPTX__)
  return __half2(__builtin_elementwise_fma(a.data, b.data, c.data));
#else
  return __half2(fused(a.x, b.x, c.x), fused(a.y, b.y, c.y));
#endif
}
} // namespace gohip_detail
__GOHIP_H __half __clamp_01(__half a) { return gohip_detail::clamp01(a); }
#define __GOHIP_ARITHMETIC(NAME, OP)                                                               \
  __GOHIP_H __half __h##NAME(__half a, __half b) { return __half((_Float16)(a.data OP b.data)); }  \
  __GOHIP_H __half __h##NAME##_rn(__half a, __half b) { return __h##NAME(a, b); }                  \
  __GOHIP_H __half __h##NAME##_sat(__half a, __half b) {                                           \
    return gohip_detail::clamp01(__h##NAME(a, b));                                                 \
  }                                                                                                \
  __GOHIP_H __half2 __h##NAME##2(__half2 a, __half2 b) { return __GOHIP_PAIR(OP, a, b); }          \
  __GOHIP_H __half2 __h##NAME##2_rn(__half2 a, __half2 b) { return __h##NAME##2(a, b); }           \
  __GOHIP_H __half2 __h##NAME##2_sat(__half2 a, __half2 b) {                                       \
    return __half2(__h##NAME##_sat(a.x, b.x), __h##NAME##_sat(a.y, b.y));                          \
  }
__GOHIP_ARITHMETIC(add, +)
__GOHIP_ARITHMETIC(sub, -)
__GOHIP_ARITHMETIC(mul, *)
#undef __GOHIP_ARITHMETIC
#undef __GOHIP_PAIR
__GOHIP_H __half __hdiv(__half a, __half b) { return __half((_Float16)(a.data / b.data)); }
__GOHIP_H __half2 __h2div(__half2 a, __half2 b) {
  return __half2(__hdiv(a.x, b.x), __hdiv(a.y, b.y));
}
__GOHIP_H __half __hfma(__half a, __half b, __half c) { return gohip_detail::fused(a, b, c); }
__GOHIP_H __half __hfma_sat(__half a, __half b, __half c) {
  return gohip_detail::clamp01(__hfma(a, b, c));
}
__GOHIP_H __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return gohip_detail::fused(a, b, c); }
__GOHIP_H __half2 __hfma2_sat(__half2 a, __half2 b, __half2 c) {
  return __half2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));
}
__GOHIP_H float amd_mixed_dot(__half2 a, __half2 b, float c, bool) {
  return __half2float(a.x) * __half2float(b.x) + __half2float(a.y) * __half2float(b.y) + c;
}
__GOHIP_H __half __hneg(__half a) { return __ushort_as_half(a.__x ^ 0x8000); }
__GOHIP_H __half __habs(__half a) { return __ushort_as_half(a.__x & 0x7fff); }
__GOHIP_H __half2 __hneg2(__half2 a) { return __half2(__hneg(a.x), __hneg(a.y)); }
__GOHIP_H __half2 __habs2(__half2 a) { return __half2(__habs(a.x), __habs(a.y)); }

// Comparisons: of one half, of two with 1.0 and 0.0 as results, of two with one
// result, and each of them true for NaN (u). Each is one comparison.
// No comparison but != is true for NaN.
__GOHIP_H bool __hisnan(__half a) { return (a.__x & 0x7fff) > 0x7c00; }
// 1 for both infinities, as in AMD's library.
__GOHIP_H int __hisinf(__half a) { return (a.__x & 0x7fff) == 0x7c00; }
__GOHIP_H __half2 __hisinf2(__half2 a) {
  return __half2(__half((_Float16)__hisinf(a.x)), __half((_Float16)__hisinf(a.y)));
}
__GOHIP_H __half2 __hisnan2(__half2 a) {
  return __half2(__half((_Float16)__hisnan(a.x)), __half((_Float16)__hisnan(a.y)));
}
#define __GOHIP_ONE_COMPARE(NAME, ONE)                                                             \
  __GOHIP_H bool __h##NAME(__half a, __half b) { return ONE; }                                     \
  __GOHIP_H __half2 __h##NAME##2(__half2 a, __half2 b) {                                           \
    return __half2(__half((_Float16)__h##NAME(a.x, b.x)), __half((_Float16)__h##NAME(a.y, b.y)));  \
  }                                                                                                \
  __GOHIP_H bool __hb##NAME##2(__half2 a, __half2 b) {                                             \
    return __h##NAME(a.x, b.x) && __h##NAME(a.y, b.y);                                             \
  }
#define __GOHIP_COMPARE(NAME, ONE, INVERSE)                                                        \
  __GOHIP_ONE_COMPARE(NAME, ONE)                                                                   \
  __GOHIP_ONE_COMPARE(NAME##u, !(INVERSE))
__GOHIP_COMPARE(eq, a.data == b.data, a.data<b.data || a.data> b.data)
__GOHIP_COMPARE(ne, a.data<b.data || a.data> b.data, a.data == b.data)
__GOHIP_COMPARE(lt, a.data < b.data, a.data >= b.data)
__GOHIP_COMPARE(le, a.data <= b.data, a.data > b.data)
__GOHIP_COMPARE(gt, a.data > b.data, a.data <= b.data)
__GOHIP_COMPARE(ge, a.data >= b.data, a.data < b.data)
#undef __GOHIP_COMPARE
#undef __GOHIP_ONE_COMPARE
#if defined(__NVPTX__)
#define __GOHIP_CHOSEN(NAME, OP)                                                                   \
  __GOHIP_H __half __h##NAME(__half a, __half b) {                                                 \
    return __half(__builtin_elementwise_##NAME(a.data, b.data));                                   \
  }                                                                                                \
  __GOHIP_H __half2 __h##NAME##2(__half2 a, __half2 b) {                                           \
    return __half2(__builtin_elementwise_##NAME(a.data, b.data));                                  \
  }
#else
#define __GOHIP_CHOSEN(NAME, OP)                                                                   \
  __GOHIP_H __half __h##NAME(__half a, __half b) {                                                 \
    return __hisnan(a) ? b : __hisnan(b) || a.data OP b.data ? a : b;                              \
  }                                                                                                \
  __GOHIP_H __half2 __h##NAME##2(__half2 a, __half2 b) {                                           \
    return __half2(__h##NAME(a.x, b.x), __h##NAME(a.y, b.y));                                      \
  }
#endif
#define __GOHIP_CHOOSE(NAME, OP)                                                                   \
  __GOHIP_CHOSEN(NAME, OP)                                                                         \
  __GOHIP_H __half __h##NAME##_nan(__half a, __half b) {                                           \
    return __hisnan(a) ? a : __hisnan(b) ? b : a.data OP b.data ? a : b;                           \
  }                                                                                                \
  __GOHIP_H __half2 __h##NAME##2_nan(__half2 a, __half2 b) {                                       \
    return __half2(__h##NAME##_nan(a.x, b.x), __h##NAME##_nan(a.y, b.y));                          \
  }
__GOHIP_CHOOSE(max, >)
__GOHIP_CHOOSE(min, <)
#undef __GOHIP_CHOOSE
#undef __GOHIP_CHOSEN
__GOHIP_H __half2 h2_max(__half2 a, __half2 b) { return __hmax2(a, b); }
__GOHIP_H __half2 h2_min(__half2 a, __half2 b) { return __hmin2(a, b); }

#if defined(__clang__) && defined(__HIP__)
#include <hip/gohip_detail/math.h>
// The functions of 16-bit numbers that are those of float.
#define __GOHIP_HALF_FUNCTIONS(F)                                                                  \
  F(ceil, ::ceilf)                                                                                 \
  F(cos, ::cosf)                                                                                   \
  F(exp, ::expf)                                                                                   \
  F(exp10, ::exp10f)                                                                               \
  F(exp2, ::exp2f)                                                                                 \
  F(floor, ::floorf)                                                                               \
  F(log, ::logf)                                                                                   \
  F(log10, ::log10f)                                                                               \
  F(log2, ::log2f)                                                                                 \
  F(rcp, 1.0f /)                                                                                   \
  F(rint, ::rintf)                                                                                 \
  F(rsqrt, ::rsqrtf)                                                                               \
  F(sin, ::sinf)                                                                                   \
  F(sqrt, ::sqrtf)                                                                                 \
  F(trunc, ::truncf)
// Functions, in float.
#define __GOHIP_FUNCTION(NAME, CALL)                                                               \
  __GOHIP_DI __half h##NAME(__half a) { return __half((_Float16)CALL((float)a.data)); }            \
  __GOHIP_DI __half2 h2##NAME(__half2 a) { return __half2(h##NAME(a.x), h##NAME(a.y)); }
__GOHIP_HALF_FUNCTIONS(__GOHIP_FUNCTION)
__GOHIP_FUNCTION(tanh, ::tanhf)
#undef __GOHIP_FUNCTION
template <typename... __Less> __GOHIP_DI __half __hsqrt(__half a, __Less...) { return hsqrt(a); }

// Atomics of 16 bits work on the aligned word around them.
namespace gohip_detail {
template <typename __T> __device__ inline __T add_in_word(__T *p, __T v) {
  unsigned long long at = (unsigned long long)p;
  unsigned *q = (unsigned *)(at & ~3ull), shift = (unsigned)(at & 2) * 8;
  unsigned old = __hip_atomic_load(q, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), next;
  __T now;
  do {
    now = __builtin_bit_cast(__T, (unsigned short)(old >> shift));
    unsigned short sum = __builtin_bit_cast(unsigned short, (__T)(now + v));
    next = (old & ~(0xffffu << shift)) | (unsigned)sum << shift;
  } while (!__hip_atomic_compare_exchange_strong(q, &old, next, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                                 __HIP_MEMORY_SCOPE_AGENT));
  return now;
}
template <typename __T> __device__ inline __T add_pair(__T *p, __T v) {
  unsigned *q = (unsigned *)p;
  unsigned old = __hip_atomic_load(q, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT), next;
  __T now;
  do {
    now = __builtin_bit_cast(__T, old);
    next = __builtin_bit_cast(unsigned, (__T)(now + v));
  } while (!__hip_atomic_compare_exchange_strong(q, &old, next, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                                 __HIP_MEMORY_SCOPE_AGENT));
  return now;
}
#if defined(__NVPTX__)
__device__ inline __half2 add_pair(__half2 *p, __half2 v) {
  unsigned old;
  __asm__ volatile("atom.relaxed.gpu.add.noftz.f16x2 %0, [%1], %2;"
                   : "=r"(old)
                   : "l"(p), "r"(__builtin_bit_cast(unsigned, v))
                   : "memory");
  return __builtin_bit_cast(__half2, old);
}
__device__ inline __half add_in_word(__half *p, __half v) {
  unsigned short old;
  __asm__ volatile("atom.relaxed.gpu.add.noftz.f16 %0, [%1], %2;"
                   : "=h"(old)
                   : "l"(p), "h"(__builtin_bit_cast(unsigned short, v))
                   : "memory");
  return __builtin_bit_cast(__half, old);
}
#endif
} // namespace gohip_detail
#if !defined(__HIP_NO_HALF_OPERATORS__)
// AMD has no atomicAdd of halves, and programs (exllama) define it.
template <typename = void> __GOHIP_DI __half atomicAdd(__half *p, __half v) {
  return gohip_detail::add_in_word(p, v);
}
template <typename = void> __GOHIP_DI __half2 atomicAdd(__half2 *p, __half2 v) {
  return gohip_detail::add_pair(p, v);
}
__GOHIP_DI __half2 unsafeAtomicAdd(__half2 *p, __half2 v) { return gohip_detail::add_pair(p, v); }
#endif
#endif

#undef __GOHIP_H

#endif
#endif

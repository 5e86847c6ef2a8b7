// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Arithmetic with rounding modes other than to nearest even: the operation rounded to nearest, the
// exact sign of its error, and one step if the mode requires it. An error that would underflow is
// computed from scaled operands. The file is compiled without contraction of products and sums.
#include "device.h"

enum Mode { DOWN, UP, ZERO };

INSIDE float nextUp(float x) {
  u32 b = bits(x);
  if (x == 0) return real(1u);
  return real(b & 0x80000000u ? b - 1 : b + 1);
}
INSIDE double nextUp(double x) {
  u64 b = bits(x);
  if (x == 0) return real((u64)1);
  return real(b >> 63 ? b - 1 : b + 1);
}
INSIDE float largest(float) { return 0x1.fffffep127f; }
INSIDE double largest(double) { return 0x1.fffffffffffffp1023; }
INSIDE bool finite(float x) { return (bits(x) & 0x7f800000u) != 0x7f800000u; }
INSIDE bool finite(double x) { return (bits(x) >> 52 & 0x7ff) != 0x7ff; }

// r is the exact result rounded to nearest; `error` has the sign of exact - r.
template <Mode M, typename T> INSIDE T step(T r, T error) {
  bool down = M == DOWN || (M == ZERO && r > 0), up = M == UP || (M == ZERO && r < 0);
  if (down && error < 0) return -nextUp(-r);
  if (up && error > 0) return nextUp(r);
  return r;
}
// A finite operation that overflowed gives the largest number, in the modes that round numbers of its
// sign towards zero.
template <Mode M, typename T> INSIDE T overflowed(T r) {
  if (r > 0) return M == UP ? r : largest(r);
  return M == DOWN ? r : -largest(r);
}

INSIDE float magnitude(float x) { return __builtin_fabsf(x); }
INSIDE double magnitude(double x) { return __builtin_fabs(x); }
INSIDE float fmaT(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
INSIDE double fmaT(double a, double b, double c) { return __builtin_fma(a, b, c); }
INSIDE float sqrtT(float a) { return __builtin_sqrtf(a); }
INSIDE double sqrtT(double a) { return __builtin_sqrt(a); }

// 2^n, a normal number, in the type of the first argument
INSIDE float power(float, int n) { return real((u32)(127 + n) << 23); }
INSIDE double power(double, int n) { return real((u64)(1023 + n) << 52); }
// x 2^n in two steps, each with a normal factor
template <typename T> INSIDE T scaled(T x, int n) {
  return x * power(x, n / 2) * power(x, n - n / 2);
}
// The exponent of a nonzero number
INSIDE int exponent(float x) {
  bool tiny = __builtin_fabsf(x) < 0x1p-126f;
  return (int)(bits(tiny ? x * 0x1p64f : x) >> 23 & 0xff) - 127 - (tiny ? 64 : 0);
}
INSIDE int exponent(double x) {
  bool tiny = __builtin_fabs(x) < 0x1p-1022;
  return (int)(bits(tiny ? x * 0x1p64 : x) >> 52 & 0x7ff) - 1023 - (tiny ? 64 : 0);
}

// The ranges in which errors may underflow, and factors that scale the operands out of them. `mul`
// uses one factor, `div` and `sqrt` its square: results stay in range because a nonzero result
// bounds the operands.
template <typename T> struct Range;
template <> struct Range<float> {
  static constexpr float mulLimit = 0x1p-70f, mul = 0x1p+120f;
  static constexpr float limit = 0x1p-98f, scale = 0x1p+60f, root = 0x1p+30f;
};
template <> struct Range<double> {
  static constexpr double mulLimit = 0x1p-900, mul = 0x1p+1000;
  static constexpr double limit = 0x1p-900, scale = 0x1p+500, root = 0x1p+250;
};

// The error of a + b = s: Dekker's FastTwoSum, which does not overflow if s does not.
template <typename T> INSIDE T sumError(T a, T b, T s) {
  return magnitude(a) >= magnitude(b) ? b - (s - a) : a - (s - b);
}
template <typename T> INSIDE T signOfProduct(T a, T b) { return (a < 0) == (b < 0) ? (T)1 : (T)-1; }
// The error of a b = p.
template <typename T> INSIDE T productError(T a, T b, T p) {
  if (magnitude(p) >= Range<T>::mulLimit) return fmaT(a, b, -p);
  if (a == 0 || b == 0) return 0;
  if (p == 0) return signOfProduct(a, b);
  bool first = magnitude(a) < magnitude(b);
  T small = (first ? a : b) * Range<T>::mul;
  return fmaT(small, first ? b : a, -p * Range<T>::mul);
}
// The sign of the error of a / b = q.
template <typename T> INSIDE T quotientError(T a, T b, T q) {
  if (a == 0) return 0;
  if (q == 0) return signOfProduct(a, b);
  if (magnitude(a) < Range<T>::limit) a *= Range<T>::scale, b *= Range<T>::scale;
  T rest = fmaT(-q, b, a);
  return b < 0 ? -rest : rest;
}
// The sign of the error of sqrt(a) = r.
template <typename T> INSIDE T rootError(T a, T r) {
  if (a < Range<T>::limit) a *= Range<T>::scale, r *= Range<T>::root;
  return fmaT(-r, r, a);
}

// Adds x to the expansion h (Shewchuk, "Adaptive precision floating-point arithmetic",
// GROW-EXPANSION): components are nonoverlapping and increasing.
template <typename T> INSIDE void grow(T (&h)[4], int n, T x) {
  for (int i = 0; i < n; ++i) {
    T s = x + h[i];
    h[i] = sumError(x, h[i], s);
    x = s;
  }
  h[n] = x;
}
// The error of a b + c = r: a number with the sign of a b + c - r. The operands are scaled so that
// the larger of product and addend has exponent 60. The exponent of the other one is clamped to
// `least`, where it is still smaller than any nonzero difference between the larger one and r.
template <typename T> INSIDE T fusedError(T a, T b, T c, T r) {
  if (a == 0 || b == 0) return 0; // r is c
  if (c == 0) return productError(a, b, r);
  int ea = exponent(a), eb = exponent(b), ec = exponent(c), ep = ea + eb;
  int e = (ep > ec ? ep : ec) - 60, least = sizeof(T) == 4 ? -50 : -160;
  int dp = ep - e, dc = ec - e;
  T x = scaled(a, -ea) * power(a, dp < least ? least : dp), y = scaled(b, -eb);
  T z = scaled(scaled(c, -ec), dc < least ? least : dc);
  T p = x * y, h[4] = {fmaT(x, y, -p), p};
  grow(h, 2, z);
  grow(h, 3, -scaled(r, -e));
  for (int i = 3; i > 0; --i)
    if (h[i] != 0) return h[i];
  return h[0];
}

template <Mode M, typename T> INSIDE T add(T a, T b) {
  T s = a + b;
  if (!finite(a) || !finite(b)) return s;
  if (!finite(s)) return overflowed<M>(s);
  // The exact zero sum of opposite numbers is -0 when rounding down.
  if (s == 0 && M == DOWN && !(a == 0 && b == 0 && bits(a) == bits(b))) return -(T)0;
  return step<M>(s, sumError(a, b, s));
}
template <Mode M, typename T> INSIDE T mul(T a, T b) {
  T p = a * b;
  if (!finite(a) || !finite(b)) return p;
  if (!finite(p)) return overflowed<M>(p);
  return step<M>(p, productError(a, b, p));
}
template <Mode M, typename T> INSIDE T div(T a, T b) {
  T q = a / b;
  if (!finite(a) || !finite(b) || b == 0) return q;
  if (!finite(q)) return overflowed<M>(q);
  return step<M>(q, quotientError(a, b, q));
}
template <Mode M, typename T> INSIDE T root(T a) {
  T r = sqrtT(a);
  if (!finite(r) || r == 0) return r;
  return step<M>(r, rootError(a, r));
}
template <Mode M, typename T> INSIDE T muladd(T a, T b, T c) {
  T r = fmaT(a, b, c);
  if (!finite(a) || !finite(b) || !finite(c)) return r;
  if (!finite(r)) return overflowed<M>(r);
  T e = fusedError(a, b, c, r);
  if (M == DOWN && r == 0 && e == 0) {
    // An exact zero is -0 when rounding down, unless product and addend are the same zero.
    T p = a * b;
    return (a != 0 && b != 0) || bits(p) != bits(c) ? -(T)0 : r;
  }
  return step<M>(r, e);
}

#define MODE(NAME, M, S, T)                                                                        \
  PURE T __ocml_add_##NAME##_##S(T a, T b) { return add<M>(a, b); }                                \
  PURE T __ocml_sub_##NAME##_##S(T a, T b) { return add<M>(a, -b); }                               \
  PURE T __ocml_mul_##NAME##_##S(T a, T b) { return mul<M>(a, b); }                                \
  PURE T __ocml_div_##NAME##_##S(T a, T b) { return div<M>(a, b); }                                \
  PURE T __ocml_sqrt_##NAME##_##S(T a) { return root<M>(a); }                                      \
  PURE T __ocml_fma_##NAME##_##S(T a, T b, T c) { return muladd<M>(a, b, c); }
MODE(rtn, DOWN, f32, float)
MODE(rtp, UP, f32, float)
MODE(rtz, ZERO, f32, float)
MODE(rtn, DOWN, f64, double)
MODE(rtp, UP, f64, double)
MODE(rtz, ZERO, f64, double)
#define NEAREST(S, T)                                                                              \
  PURE T __ocml_add_rte_##S(T a, T b) { return a + b; }                                            \
  PURE T __ocml_sub_rte_##S(T a, T b) { return a - b; }                                            \
  PURE T __ocml_mul_rte_##S(T a, T b) { return a * b; }                                            \
  PURE T __ocml_div_rte_##S(T a, T b) { return a / b; }                                            \
  PURE T __ocml_sqrt_rte_##S(T a) { return sqrtT(a); }                                             \
  PURE T __ocml_fma_rte_##S(T a, T b, T c) { return fmaT(a, b, c); }
NEAREST(f32, float)
NEAREST(f64, double)

// Conversions that may lose bits. An integer is compared with its conversion in integers, because
// wherever the step is inexact, the neighbouring floats are integers.
template <Mode M> INSIDE float narrow(double x) {
  float r = (float)x;
  if (!finite(x)) return r;
  if (!finite(r)) return overflowed<M>(r);
  double back = (double)r;
  return step<M>(r, x < back ? -1.0f : x > back ? 1.0f : 0.0f);
}
template <Mode M, typename T> INSIDE T fromUnsigned(u64 x) {
  T r = (T)x;
  // 2^64 itself cannot be converted back.
  bool less = r >= (T)0x1p64 || x < (u64)r;
  T sign = less ? (T)-1 : x > (u64)r ? (T)1 : (T)0;
  return step<M>(r, sign);
}
template <Mode M> struct Mirror {
  static constexpr Mode value = M == DOWN ? UP : M == UP ? DOWN : ZERO;
};
template <Mode M, typename T> INSIDE T fromSigned(i64 x) {
  return x < 0 ? -fromUnsigned<Mirror<M>::value, T>(0 - (u64)x) : fromUnsigned<M, T>((u64)x);
}
// A half has few bits: the conversion is compared in float, and its neighbours are found by their
// bits.
template <Mode M> INSIDE f16 toHalf(float x) {
  f16 r = (f16)x;
  if (!finite(x)) return r;
  u16 b = __builtin_bit_cast(u16, r);
  float back = (float)r;
  bool down = M == DOWN || (M == ZERO && x > 0), up = M == UP || (M == ZERO && x < 0);
  if (down && back > x) b = b == 0 ? 0x8001 : b & 0x8000 ? b + 1 : b - 1;
  if (up && back < x) b = (b & 0x7fff) == 0 ? 1 : b & 0x8000 ? b - 1 : b + 1;
  return __builtin_bit_cast(f16, b);
}
#define CONVERT(NAME, M)                                                                           \
  PURE f16 __ocml_cvt##NAME##_f16_f32(float x) { return toHalf<M>(x); }                            \
  PURE float __ocml_cvt##NAME##_f32_f64(double x) { return narrow<M>(x); }                         \
  PURE float __ocml_cvt##NAME##_f32_s32(i32 x) { return fromSigned<M, float>(x); }                 \
  PURE float __ocml_cvt##NAME##_f32_u32(u32 x) { return fromUnsigned<M, float>(x); }               \
  PURE float __ocml_cvt##NAME##_f32_s64(i64 x) { return fromSigned<M, float>(x); }                 \
  PURE float __ocml_cvt##NAME##_f32_u64(u64 x) { return fromUnsigned<M, float>(x); }               \
  PURE double __ocml_cvt##NAME##_f64_s64(i64 x) { return fromSigned<M, double>(x); }               \
  PURE double __ocml_cvt##NAME##_f64_u64(u64 x) { return fromUnsigned<M, double>(x); }
CONVERT(rtn, DOWN)
CONVERT(rtp, UP)
CONVERT(rtz, ZERO)

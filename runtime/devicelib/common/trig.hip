// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Sine, cosine and tangent in double precision. OpenCL allows errors of 4 and 5 units in the last
// place; HIP documents one, and programs compare sin(1.0) with the host's. The argument's
// remainder, sine and cosine are double-double sums.
#include "device.h"

namespace {

struct Pair {
  double high, low;
};

// The sum of two numbers, |a| >= |b|.
INSIDE Pair fastSum(double a, double b) {
  double s = a + b;
  return {s, b - (s - a)};
}
INSIDE Pair sum(double a, double b) {
  double s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}
INSIDE Pair product(double a, double b) {
  double p = a * b;
  return {p, __builtin_fma(a, b, -p)};
}

// pi/2 in three doubles.
constexpr double half0 = 0x1.921fb54442d18p+0, half1 = 0x1.1a62633145c07p-54,
                 half2 = -0x1.f1976b7ed8fbcp-110;

// 2/pi after 64 zero bits.
__attribute__((device)) const u64 twoOverPi[20] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e,
    0xe88235f52ebb4484, 0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab,
};

INSIDE u64 highProduct(u64 a, u64 b) {
  u64 a0 = (u32)a, a1 = a >> 32, b0 = (u32)b, b1 = b >> 32;
  u64 mid = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (u32)mid;
  return a1 * b1 + (mid >> 32) + (other >> 32);
}

// 64 bits of the table, starting at a bit.
INSIDE u64 tableBits(int from) {
  int word = from >> 6, shift = from & 63;
  return twoOverPi[word] << shift | (shift ? twoOverPi[word + 1] >> (64 - shift) : 0);
}

struct Remainder {
  Pair r; // within pi/4 of 0, and a little more
  int n;  // multiples of pi/2 that were subtracted
};

// Payne-Hanek reduction: computes only the bits of the product with 2/pi that are neither multiples
// of four nor too small to matter.
INSIDE Remainder reduceLarge(double x) {
  u64 b = bits(x), m = (b & 0xfffffffffffff) | 0x10000000000000;
  // |x| is m 2^e. The first relevant bit of the table has weight 2^(1 - e).
  int e = (int)(b >> 52 & 0x7ff) - 1075, at = e - 2 + 64;
  u64 t0 = tableBits(at), t1 = tableBits(at + 64), t2 = tableBits(at + 128);
  u64 p2 = m * t2, p1 = m * t1, c = highProduct(m, t2);
  p1 += c;
  u64 p0 = m * t0 + highProduct(m, t1) + (p1 < c);
  int n = (int)(p0 >> 62);
  // The fraction, and whether the next multiple is nearer.
  p0 = p0 << 2 | p1 >> 62, p1 = p1 << 2 | p2 >> 62, p2 <<= 2;
  bool down = p0 >> 63;
  if (down) {
    n++;
    p0 = ~p0, p1 = ~p1, p2 = ~p2;
  }
  // A double is never closer to a multiple than 2^-62: p0 is not zero.
  int lead = __builtin_clzll(p0 | 1);
  if (lead) {
    p0 = p0 << lead | p1 >> (64 - lead);
    p1 = p1 << lead | p2 >> (64 - lead);
  }
  double unit = real((u64)(1023 - 53 - lead) << 52);
  double high = (double)(i64)(p0 >> 11) * unit;
  double low = (double)(i64)((p0 << 53 | p1 >> 11) >> 1) * (unit * 0x1p-63);
  Pair r = product(high, half0);
  r = fastSum(r.high, r.low + (high * half1 + low * half0));
  if (down != (bool)(b >> 63)) r.high = -r.high, r.low = -r.low;
  return {r, b >> 63 ? -n : n};
}

// The same for |x| < 2^20.
#define LARGE 0x1p+20
INSIDE Remainder reduceSmall(double x) {
  if (__builtin_fabs(x) < 0.785398163397448) return {{x, 0}, 0};
  double n = __builtin_rint(x * 0x1.45f306dc9c883p-1);
  Pair p = product(n, half0), q = product(n, half1);
  double t = x - p.high; // exact: both have the same magnitude
  Pair u = sum(t, -p.low), v = sum(u.high, -q.high);
  return {fastSum(v.high, v.low + u.low - q.low - n * half2), (int)n};
}

INSIDE Remainder reduce(double x) {
  return __builtin_fabs(x) >= LARGE ? reduceLarge(x) : reduceSmall(x);
}

struct SineCosine {
  Pair s, c;
};

// The polynomials are Chebyshev approximations in the square of the remainder.
INSIDE SineCosine sineCosine(Pair r) {
  double x = r.high, z = x * x, zLow = __builtin_fma(x, x, -z);
  double s = -0x1.ab17a79237a19p-41;
  s = __builtin_fma(s, z, 0x1.61217ec01749dp-33);
  s = __builtin_fma(s, z, -0x1.ae64541266378p-26);
  s = __builtin_fma(s, z, 0x1.71de3a54605eep-19);
  s = __builtin_fma(s, z, -0x1.a01a01a019936p-13);
  s = __builtin_fma(s, z, 0x1.111111111111p-7);
  s = __builtin_fma(s, z, -0x1.5555555555555p-3);
  double c = 0x1.ab783376962cfp-45;
  c = __builtin_fma(c, z, -0x1.9394b9c9c20a4p-37);
  c = __builtin_fma(c, z, 0x1.1eed8deb6d561p-29);
  c = __builtin_fma(c, z, -0x1.27e4fb7712bdfp-22);
  c = __builtin_fma(c, z, 0x1.a01a01a019d0ap-16);
  c = __builtin_fma(c, z, -0x1.6c16c16c16c16p-10);
  c = __builtin_fma(c, z, 0x1.5555555555555p-5);
  Pair one = fastSum(1, -0.5 * z);
  return {fastSum(x, __builtin_fma(z * x, s, r.low * (1 - 0.5 * z))),
          fastSum(one.high, one.low + (__builtin_fma(z * z, c, -0.5 * zLow) - x * r.low))};
}

INSIDE double pick(double sine, double cosine, int quadrant) {
  double r = quadrant & 1 ? cosine : sine;
  return quadrant & 2 ? -r : r;
}

// pi times the remainder of x after subtracting multiples of 1/2.
INSIDE Remainder reducePi(double x) {
  x -= 2 * __builtin_rint(x * 0.5);
  double n = __builtin_rint(x * 2), f = x - 0.5 * n;
  Pair p = product(f, 2 * half0);
  return {fastSum(p.high, p.low + f * (2 * half1)), (int)n};
}

} // namespace

INSIDE bool ordinary(double x) { return (bits(x) >> 52 & 0x7ff) != 0x7ff; }

INSIDE double sinOf(double x, Remainder r) {
  if (__builtin_fabs(x) < 0x1p-27) return x;
  SineCosine v = sineCosine(r.r);
  return pick(v.s.high, v.c.high, r.n);
}
INSIDE double cosOf(double, Remainder r) {
  SineCosine v = sineCosine(r.r);
  return pick(v.s.high, v.c.high, r.n + 1);
}
INSIDE double tanOf(double x, Remainder r) {
  if (__builtin_fabs(x) < 0x1p-27) return x;
  SineCosine v = sineCosine(r.r);
  if (r.n & 1) v = {v.c, {-v.s.high, -v.s.low}};
  double q = v.s.high / v.c.high;
  return q + (__builtin_fma(-q, v.c.high, v.s.high) + (v.s.low - q * v.c.low)) / v.c.high;
}
#ifdef __GOHIP_CPU__
// The pass masked-variants makes variants for vectors of functions for large numbers.
#include "../cpu/vectorisable.h"
#define TRIGONOMETRIC(NAME)                                                                        \
  PURE double libm_##NAME(double) __asm__(#NAME);                                                  \
  RARE double NAME##OfLarge(double x) { return ordinary(x) ? NAME##Of(x, reduce(x)) : x - x; }     \
  PURE double __ocml_##NAME##_f64(double x) {                                                      \
    if (!(__builtin_fabs(x) < LARGE))                                                              \
      return NAME##OfLarge(x); /* libm's error is up to 14 units */                                \
    if (!__gohip_cpu_has_fma()) return libm_##NAME(x);                                             \
    return NAME##Of(x, reduceSmall(x));                                                            \
  }
#else
#define TRIGONOMETRIC(NAME)                                                                        \
  PURE double __ocml_##NAME##_f64(double x) { return ordinary(x) ? NAME##Of(x, reduce(x)) : x - x; }
#endif
TRIGONOMETRIC(sin)
TRIGONOMETRIC(cos)
TRIGONOMETRIC(tan)
PURE double __ocml_sinpi_f64(double x) {
  if (!ordinary(x)) return x - x;
  Remainder r = reducePi(x);
  if (r.r.high == 0 && !(r.n & 1)) return __builtin_copysign(0.0, x);
  SineCosine v = sineCosine(r.r);
  return pick(v.s.high, v.c.high, r.n);
}
PURE double __ocml_cospi_f64(double x) {
  if (!ordinary(x)) return x - x;
  Remainder r = reducePi(x);
  if (r.r.high == 0 && r.n & 1) return 0;
  SineCosine v = sineCosine(r.r);
  return pick(v.s.high, v.c.high, r.n + 1);
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Single-precision exponential functions, logarithms, powers and hyperbolic functions. The
// polynomials are minimax approximations.
#include "exp.h"
#include "log.h"

// ---- exponential functions ----

OCML float __ocml_exp_f32(float x) { return naturalPower(x); }
OCML float __ocml_exp10_f32(float x) { return power(x, 0x1.a934fp+1f, 0x1.2f346ep-24f, 37.5f); }
OCML float __ocml_exp2_f32(float x) { return power(x, 1, 0, 126); }
C1(exp)
C1(exp2)
C1(exp10)

// (e^r - 1 - r) / r^2 for |r| < 0.51.
FN float expm1Part(float r) {
  return POLY6(r, 0x1.a53e48p-13f, 0x1.6f4a6ap-10f, 0x1.110d08p-7f, 0x1.5551bep-5f, 0x1.555558p-3f,
               0x1.000002p-1f);
}
OCML float __ocml_expm1_f32(float x) {
  float u = fused(saturate(fused(x, 0x1.715476p+0f / 252, 124.0f / 252)), 252.0f, WHOLE + 2);
  // Near zero the remainder is x itself.
  bool near = magnitude(x) < 0.5f;
  u = near ? WHOLE + 126 : u;
  float n = u - (WHOLE + 126), s = real(bits(u) << 23); // half of 2^n
  float r = fused(n, -0x1.7f7d1cp-20f, fused(n, -0x1.62e4p-1f, x));
  float p = fused(r * r, expm1Part(r), r), y = 2 * fused(s, p, s - 0.5f);
  y = x < -25 ? -1 : y;
  return __builtin_copysignf(near ? p : y, x);
}
C1(expm1)

// ---- hyperbolic functions ----

// e^a / 4 for a >= 0; from 90 on it is infinite, or large enough to become infinite. The low part of infinity is NaN.
FN Floats expQuarter(float a) {
  float u = fused(saturate(a * (0x1.715476p+0f / 129)), 129.0f, WHOLE + 125);
  float n = u - (WHOLE + 125);
  float r = fused(n, -0x1.7f7d1cp-20f, fused(n, -0x1.62e4p-1f, a));
  float p =
      POLY5(r, 0x1.6a532cp-10f, 0x1.123b22p-7f, 0x1.5558aep-5f, 0x1.55549p-3f, 0x1.fffffcp-2f);
  float s = real(bits(u) << 23), q = fused(r * r, p, r), e = fused(s, q, s);
  return (Floats){e, fused(s, q, s - e)};
}
OCML float __ocml_cosh_f32(float x) {
  float e = expQuarter(magnitude(x)).high;
  return 2 * fused(0.0625f, rcpApprox(e), e);
}
OCML float __ocml_sinh_f32(float x) {
  float a = magnitude(x), z = x * x;
  Floats e = expQuarter(a > 90 ? 90 : a); // finite, and its double infinite
  float large = 2 * (fused(-0.0625f, rcpApprox(e.high), e.low) + e.high);
  float p = POLY4(z, 0x1.8458d2p-19f, 0x1.9f9124p-13f, 0x1.11129ap-7f, 0x1.55555p-3f);
  return pick(a < 1.5f, fused(x * z, p, x), __builtin_copysignf(large, x));
}
OCML float __ocml_tanh_f32(float x) {
  float a = magnitude(x), z = a * a;
  // Above one half, 1 - 2 / (e^2x + 1).
  float large = fused(rcpApprox(exp2Approx(a * 0x1.715476p+1f) + 1), -2.0f, 1.0f);
  float p =
      POLY5(z, -0x1.78a3ccp-8f, 0x1.52bfb2p-6f, -0x1.b85326p-5f, 0x1.1107d2p-3f, -0x1.555536p-2f);
  return __builtin_copysignf(pick(a < 0.62f, fused(a * z, p, a), large), x);
}
C1(cosh)
C1(sinh)
C1(tanh)

// ---- logarithms ----

// Arguments that are not positive numbers: 0 gives minus infinity, infinity itself, others NaN.
FN float logSpecial(float x, float y) {
  y = bits(x) >= 0x7f800000u ? fused(x, infinity(), infinity()) : y;
  return x == 0 ? -infinity() : y;
}
// logPart divided by log(2), and by log(10).
FN float log2Part(float r) {
  return POLY9(r, -0x1.c3abcp-4f, 0x1.7f2cacp-3f, -0x1.87f75p-3f, 0x1.a2c94ep-3f, -0x1.eaa24ap-3f,
               0x1.277f46p-2f, -0x1.715afep-2f, 0x1.ec7094p-2f, -0x1.71547p-1f);
}
FN float log10Part(float r) {
  return POLY8(r, 0x1.36f352p-5f, -0x1.fd1ce6p-5f, 0x1.095a14p-4f, -0x1.26c25cp-4f, 0x1.6319dep-4f,
               -0x1.bcbfd6p-4f, 0x1.287bdcp-3f, -0x1.bcb7acp-3f);
}
// r scale + r^2 p, with the rounding error of the larger term.
FN float scaledLog(float r, float p, float scale) {
  Floats t = product(r, scale);
  return t.high + fused(r * r, p, t.low);
}
#define LOGARITHM(NAME, PART, RESULT)                                                              \
  OCML float __ocml_##NAME##_f32(float x) {                                                        \
    bool tiny = x < 0x1p-126f;                                                                     \
    float y = tiny ? x * 0x1p+23f : x, more = tiny ? -23.0f : 0.0f;                                \
    u32 e = exponentBits(y);                                                                       \
    float r = real(bits(y) - e) - 1, n = fused((float)(int)e, 0x1p-23f, more), p = PART(r);        \
    return logSpecial(x, RESULT);                                                                  \
  }                                                                                                \
  C1(NAME)
LOGARITHM(log, logPart, fused(n, 0x1.62e43p-1f, fused(r *r, p, r)))
LOGARITHM(log2, log2Part, scaledLog(r, p, 0x1.715476p+0f) + n)
LOGARITHM(log10, log10Part, fused(n, 0x1.344136p-2f, scaledLog(r, p, 0x1.bcb7b2p-2f)))
OCML float __ocml_log1p_f32(float x) {
  float y = log1pOf(x, 0, 0);
  y = x > -1 && x < infinity() ? y : fused(x, infinity(), infinity());
  y = x == -1 ? -infinity() : y;
  return __builtin_copysignf(y, x);
}
C1(log1p)

// ---- inverse hyperbolic functions ----

// log(2 x) for x beyond 2^31, which is the logarithm of the sum there.
FN float logOfTwice(float x) { return x < infinity() ? logOf(x, 0, 1.0f) : x; }

// log(x + sqrt(x^2 - 1)): with t = x - 1, which is exact, log1p(t + sqrt(t (t + 2))), whose root is the larger term.
OCML float __ocml_acosh_f32(float x) {
  float t = x - 1, s = fused(t, t, 2 * t);
  // For zero the reciprocal root must be finite, too.
  float h = rsqrtApprox(s + 0x1p-100f), root = s * h, rest = fused(-root, root, s) * (0.5f * h);
  float z = t + root, y = log1pOf(z, (t - (z - root)) + rest, 0);
  if (__builtin_expect(!(x <= 0x1p+31f), 0)) y = logOfTwice(x);
  return x < 1 ? __builtin_nanf("") : y;
}
// log(x + sqrt(x^2 + 1)), and a polynomial near zero.
OCML float __ocml_asinh_f32(float x) {
  float a = magnitude(x), z = a * a;
  float s = fused(a, a, 1.0f), h = rsqrtApprox(s), root = s * h;
  float rest = (fused(-root, root, s) + fused(a, a, 1 - s)) * (0.5f * h);
  Floats y = fastSum(root, a);
  float large = logOf(y.high, y.low + rest, 0);
  float p =
      POLY5(z, -0x1.b14cf2p-7f, 0x1.cd63d8p-6f, -0x1.6b95cep-5f, 0x1.3324f2p-4f, -0x1.555536p-3f);
  float r = pick(a < 0.5f, fused(a * z, p, a), large);
  if (__builtin_expect(!(a <= 0x1p+31f), 0)) r = logOfTwice(a);
  return __builtin_copysignf(r, x);
}
// log((1 + x) / (1 - x)) / 2: with s = 2^n, 0.6 to 1.2 times the quotient, it is the logarithm of s
// plus that of (1 + u) / (1 - u), where u = (1 + x - s (1 - x)) / (1 + x + s (1 - x)), which is x
// if s is 1. From 1/2 on 1 - x is exact; below, x (1 + s) is the more accurate term.
OCML float __ocml_atanh_f32(float x) {
  float a = magnitude(x), b = 1 - a;
  u32 e = (bits((1 + a) * rcpApprox(b)) - 0x3f555555u) & 0xff800000u;
  float s = real(0x3f800000u + e), t = 1 + s, v = 1 - s, d = fused(-b, v, 2.0f);
  float m = pick(a < 0.5f, fused(a, t, v), fused(-b, t, 2.0f));
  float h = rcpApprox(d), u = m * h, rest = fused(-u, d, m) * h, z = u * u;
  float p = POLY4(z, 0x1.02885cp-3f, 0x1.22e672p-3f, 0x1.99a28ap-3f, 0x1.55554ep-2f);
  float y = fused(exponentOf(e), 0x1.62e43p-2f, u + fused(u * z, p, rest));
  y = a == 1 ? infinity() : y;
  return __builtin_copysignf(a > 1 ? __builtin_nanf("") : y, x);
}
C1(acosh)
C1(asinh)
C1(atanh)

// ---- roots ----

// From y near a^(-1/3), the difference between a y^3 and 1 gives the correction.
FN float cubeRoot(float a) {
  float y = exp2Approx(log2Approx(a) * -0x1.555556p-2f), c = a * (y * y);
  return fused(c * 0x1.555556p-1f, fused(-c, y, 1.0f), c);
}
OCML float __ocml_cbrt_f32(float x) {
  float a = magnitude(x), r = cubeRoot(a);
  if (__builtin_expect(bits(a) - 0x00800000u >= 0x7f000000u, 0))
    r = a > 0 && a < 1 ? cubeRoot(a * 0x1p+24f) * 0x1p-8f : a;
  return __builtin_copysignf(r, x);
}
OCML float __ocml_rcbrt_f32(float x) {
  float a = magnitude(x);
  bool tiny = a < 0x1p-126f;
  a = tiny ? a * 0x1p+24f : a;
  float y = exp2Approx(log2Approx(a) * -0x1.555556p-2f);
  float c = fused(y * 0x1.555556p-2f, fused(-a * y, y * y, 1.0f), y);
  c = (x + x == x ? y : c) * (tiny ? 0x1p+8f : 1.0f);
  return __builtin_copysignf(c, x);
}
HALVES1(rcbrt)
C1(cbrt)

// ---- powers ----

// A negative number to the power y, from r, the power of its absolute value.
FN float powNegative(float x, float y, float r) {
  float h = 0.5f * y;
  if (x == -1 && magnitude(y) == infinity()) return 1; // r is that of a NaN
  if (__builtin_truncf(y) != y && magnitude(x) < infinity() && x != 0) return __builtin_nanf("");
  bool odd = __builtin_truncf(y) == y && __builtin_truncf(h) != h;
  return odd ? -r : r;
}
// y, or y + rest, of which rest is the smaller by far, times the logarithm.
FN Floats powExponent(Floats l, float y, float rest, bool more) {
  float e = y * l.high, low = fused(y, l.low, fused(y, l.high, -e));
  return (Floats){e, more ? fused(rest, l.high, low) : low};
}
// A number that is not negative to the power y, or y + rest, from the logarithm of normal numbers. Where y times the
// logarithm is infinite or NaN, the low part is, too, and not used.
FN float powMagnitude(float a, Floats l, float y, float rest, bool more) {
  if (a < 0x1p-126f) l = log2Normal(a * 0x1p+23f, -23.0f);
  Floats e = powExponent(l, y, rest, more);
  float r = exp2Floats(e.high, magnitude(e.high) < 256 ? e.low : 0);
  if (a + a == a) r = (y < 0) == (a == 0) ? infinity() : 0;
  return r;
}
FN float powSpecial(float x, float y, Floats l) {
  float r = powMagnitude(magnitude(x), l, y, 0, false);
  if ((int)bits(x) < 0) r = powNegative(x, y, r);
  r = x != x || y != y ? x + y : r;
  return x == 1 || y == 0 ? 1 : r;
}
// All numbers but normal positive ones whose power is normal, too, take the branch.
OCML float __ocml_pow_f32(float x, float y) {
  Floats l = log2Normal(magnitude(x), 0), e = powExponent(l, y, 0, false);
  float u = e.high + (WHOLE + 127);
  float r = exp2Part((e.high - (u - (WHOLE + 127))) + e.low) * real(bits(u) << 23);
  bool normal = bits(x) - 0x00800000u < 0x7f000000u && magnitude(e.high) < 126;
  return __builtin_expect(normal, 1) ? r : powSpecial(x, y, l);
}
OCML float __ocml_pown_f32(float x, int n) {
  // Of more than 24 bits those are kept apart that float has no room for.
  int top = (unsigned)n + (1u << 24) > 2u << 24 ? n & ~127 : n;
  float a = magnitude(x), r = powMagnitude(a, log2Normal(a, 0), (float)top, (float)(n - top), true);
  if ((int)bits(x) < 0 && n & 1) r = -r;
  r = x != x ? x : r;
  return n == 0 ? 1 : r;
}
OCML half __ocml_pown_f16(half x, int n) { return (half)__ocml_pown_f32((float)x, n); }
C2(pow)

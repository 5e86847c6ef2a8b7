// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Bessel functions of orders 0 and 1: below 8, polynomials in x^2, with v = x^2 / 32 - 1; above,
// modulus and phase, whose polynomials are in 64 / x^2.
#include "angle.h"

constexpr double j0Terms[] = {
    0x1.776fc5f84e28p-5,   0x1.dc5071f1209f4p-1,   -0x1.4c042a76a3d9ap-1, -0x1.9dbdd0f268edfp-1,
    0x1.09d33c82734c6p+0,  -0x1.03d2da095b4d5p-1,  0x1.2afc33916d98p-3,   -0x1.d27f3cd0c3afbp-6,
    0x1.09f3448afce91p-8,  -0x1.d11773b2b4b2ap-12, 0x1.42bc9034f8025p-15, -0x1.6cc526f1bfe63p-19,
    0x1.56a7a11366bf1p-23, -0x1.0ff7f1c57547fp-27, 0x1.71d3544148c2cp-32, -0x1.b56b28e12db9p-37,
    0x1.c0008fca7292dp-42};
constexpr double j1Terms[] = {
    -0x1.dc5071f1209f4p-5, 0x1.4c042a76a3d9ap-4,   0x1.364e5cb5ceb27p-3,  -0x1.09d33c82734c4p-2,
    0x1.44c7908bb220dp-3,  -0x1.c07a4d5a246fep-5,  0x1.982f5536ab2afp-7,  -0x1.09f3448af9065p-9,
    0x1.059d31148aefcp-12, -0x1.936bb44761598p-16, 0x1.f58f1584d961fp-20, -0x1.00fdb52976453p-23,
    0x1.b9f2ee0ba87c9p-28, -0x1.439e19fb227d4p-32, 0x1.9a11cf0caddacp-37, -0x1.ba23e753ac957p-42};
constexpr double y0Terms[] = {
    -0x1.876cb72f1c7ebp-2,  -0x1.a828bfbfdc936p-1, 0x1.a5a81d661f788p+0,   0x1.272bb3b608b4cp-3,
    -0x1.13da2b14a486cp+0,  0x1.5827981135a04p-1,  -0x1.c06cc647f6b0ap-3,  0x1.7bd6bf2cea05ap-5,
    -0x1.cc70601232f56p-8,  0x1.a6a8c6c8c0f96p-11, -0x1.31537c5e821adp-14, 0x1.651b8f960c04p-18,
    -0x1.5995a9230e612p-22, 0x1.1997dc35bc689p-26, -0x1.88035a2b3c3e9p-31, 0x1.d9abc6145a004p-36,
    -0x1.ee87a20cb8293p-41};
constexpr double y1Terms[] = {0x1.21d516f81acf6p-4,  -0x1.f26fddceafd0ep-3,  0x1.7edab31507d03p-6,
                              0x1.e16d7a1d07b7p-3,   -0x1.923952d7c42a5p-3,  0x1.41bb6917b15d6p-4,
                              -0x1.4198f92a31f64p-6, 0x1.c097bb98fe00cp-9,   -0x1.d1604f9cc6ecdp-12,
                              0x1.76c164b81415bp-15, -0x1.e35169e2daecdp-19, 0x1.ff34fd011ddd4p-23,
                              -0x1.c3f1d34042e5p-27, 0x1.532ec3a426c33p-31,  -0x1.b5db5af497d2dp-36,
                              0x1.ed00b5f564692p-41, -0x1.dcfbee1938eaep-46};
constexpr double size0[] = {0x1p+0,
                            -0x1.fffffffff47acp-11,
                            0x1.a7ffffb5c695ap-16,
                            -0x1.15efd0e8e3478p-19,
                            0x1.7641749e0668p-22,
                            -0x1.a9fade33d52fep-24,
                            0x1.65c842d0db99ap-25,
                            -0x1.78c5a44044721p-26,
                            0x1.93365d94cfa3fp-27,
                            -0x1.62eb35d6dd9d7p-28,
                            0x1.a0d84e63a75a2p-30,
                            -0x1.d36f4e64073c5p-33};
constexpr double phase0[] = {-0x1.ffffffffffdd7p-4,  0x1.0aaaaaa776eap-10,   -0x1.ad3327ee297cfp-15,
                             0x1.a353a89a540d5p-18,  -0x1.7710654810617p-20, 0x1.06c490c29ceb5p-21,
                             -0x1.ed053b72388c8p-23, 0x1.f50cf9bf2d75bp-24,  -0x1.b54da782f2d5fp-25,
                             0x1.044a43cc1880dp-26,  -0x1.2a9bc27715d84p-29};
constexpr double size1[] = {0x1p+0,
                            0x1.7ffffffffcbep-9,
                            -0x1.8bffffd60b992p-15,
                            0x1.9c4fcacd032bep-19,
                            -0x1.ef49c0e93954ep-22,
                            0x1.08a3d7a9df64ap-23,
                            -0x1.ac0252fe23ff7p-25,
                            0x1.b8b8df6348e9dp-26,
                            -0x1.d1d33cb27825ap-27,
                            0x1.9749ddc7be7dbp-28,
                            -0x1.dc8ddf346907bp-30,
                            0x1.0a979f2935c9p-32};
constexpr double phase1[] = {0x1.7fffffffffed9p-2,   -0x1.4ffffffcc5028p-9,  0x1.7bccc27da3e79p-14,
                             -0x1.2f449551451cfp-17, 0x1.e92a8b7765b4fp-20,  -0x1.428236ab36b52p-21,
                             0x1.2093357534a7dp-22,  -0x1.17681887ee016p-23, 0x1.cecc44ea0256p-25,
                             -0x1.04e3c48d8f999p-26, 0x1.1b8478d93bd11p-29};

// sqrt(2 / (pi x)) modulus cos(x - pi / 4 - quarters pi / 2 + phase / x) for x >= 8.
template <int N, int M>
INSIDE double farBessel(double x, const double (&size)[N], const double (&phase)[M], int quarters) {
  if (!usual(high(x) < 0x7ff00000)) return x != x ? x : 0;
  // Beyond 2^500 the phase is zero, and the square of the root's argument overflows.
  bool huge = high(x) >= 0x5f300000;
  double t = inverse(huge ? x * 0x1p-400 : x), w = huge ? 0 : t, u = 64 * w * w;
  Angle a = angle(x);
  // An eighth of a turn less, towards zero.
  bool up = a.r < 0;
  a.turns -= up;
  double shift = w * polynomial(phase, u) + (up ? 0.5 * quarter0 : -0.5 * quarter0);
  a.r = (a.r + shift) - a.excess;
  a.excess = 0;
  double scale = rootOf(0x1.45f306dc9c883p-1 * t, 0) * (huge ? 0x1p-200 : 1);
  return scale * polynomial(size, u) * turned(a, 1 - quarters);
}
INSIDE double middle(double x) { return fma(x, x * 0x1p-5, -1.0); }
INSIDE bool isNear(double x) { return high(x) < 0x40200000; } // 8

OCML double __ocml_j0_f64(double x) {
  double a = magnitude(x);
  return isNear(a) ? polynomial(j0Terms, middle(a)) : farBessel(a, size0, phase0, 0);
}
OCML double __ocml_j1_f64(double x) {
  double a = magnitude(x);
  double r = isNear(a) ? a * polynomial(j1Terms, middle(a)) : farBessel(a, size1, phase1, 1);
  return __builtin_signbit(x) ? -r : r;
}
// 2 / pi log(x), for x > 0.
INSIDE double scaledLogarithm(double x) {
  bool tiny = high(x) < 0x00100000;
  Parts p = parts(tiny ? x * 0x1p+54 : x);
  return 0x1.45f306dc9c883p-1 * logarithm({p.f, tiny ? p.k - 54 : p.k});
}
// For NaN, and for arguments at which the functions are undefined or infinite.
INSIDE double outside(double x) { return x != x ? x : x < 0 ? notNumber() : -infinity(); }
OCML double __ocml_y0_f64(double x) {
  if (!usual(x > 0)) return outside(x);
  if (!isNear(x)) return farBessel(x, size0, phase0, 1);
  double v = middle(x);
  return fma(scaledLogarithm(x), polynomial(j0Terms, v), polynomial(y0Terms, v));
}
OCML double __ocml_y1_f64(double x) {
  if (!usual(x > 0)) return outside(x);
  if (!isNear(x)) return farBessel(x, size1, phase1, 2);
  double v = middle(x), j = polynomial(j1Terms, v);
  // 2 / (pi x), which is the whole result for small x.
  double pole = 0x1.45f306dc9c883p-1 / x;
  return fma(x, fma(scaledLogarithm(x), j, polynomial(y1Terms, v)), -pole);
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The log-gamma function. Below zero the reflection formula subtracts two large logarithms: between
// its zeros the logarithm is taken of the gamma function itself, and near a zero of the quotient to
// the gamma function at the zero, whose terms vanish with the distance.
#include "device.h"

extern "C" {
__attribute__((device, const)) double cl_lgamma(double) __asm__("_Z6lgammad");
__attribute__((device, const)) double __ocml_tgamma_f64(double);
__attribute__((device, const)) double __ocml_log_f64(double);
__attribute__((device, const)) double __ocml_log1p_f64(double);
__attribute__((device, const)) double __ocml_sinpi_f64(double);
__attribute__((device, const)) double __ocml_cospi_f64(double);
}

constexpr double pi = 3.14159265358979323846;

// The zeros at -m + e, with e as a double-double number: -2 - 0.457, -3 + 0.252, -3 - 0.144, ...
// -18 + 1.6e-16.
struct Zero {
  double high, low;
};
__attribute__((device)) const Zero zeros[] = {{-0x1.d3fe4b007c361p-2, 0x1.541360cea0e60p-56},
                                              {0x1.025f7af2137fap-2, -0x1.7995a4b4641ebp-56},
                                              {-0x1.260dbc9e59af8p-3, 0x1.1d065994b0991p-58},
                                              {0x1.6e3aae0f406bdp-5, 0x1.e5753daddb926p-61},
                                              {-0x1.4273c2ccac062p-5, 0x1.e307a790f3f77p-59},
                                              {0x1.1510b222a0657p-7, 0x1.e5eab7f12cef6p-61},
                                              {-0x1.0d4afe16db219p-7, -0x1.498adcb2a729cp-61},
                                              {0x1.6d0a6e0bf2a09p-10, -0x1.4ed62cbd31ee0p-64},
                                              {-0x1.6b25897c8ced8p-10, -0x1.f0b65b458e173p-66},
                                              {0x1.a044a3c880185p-13, 0x1.d949a3dc02de1p-68},
                                              {-0x1.9fef6ff0f5be9p-13, 0x1.be919233c3eaap-67},
                                              {0x1.a01fa98c3c356p-16, 0x1.7d4add4f3562dp-72},
                                              {-0x1.a01459fc9f60dp-16, 0x1.30c4f8c4dea26p-70},
                                              {0x1.71ded0bf801bdp-19, -0x1.3a55d249679f9p-74},
                                              {-0x1.71dda3ec36b6cp-19, -0x1.0ffb70d477adfp-74},
                                              {0x1.27e50808cbe75p-22, 0x1.1885afab83963p-76},
                                              {-0x1.27e4eee649ed1p-22, -0x1.d95e15441e031p-76},
                                              {0x1.ae64583932495p-26, -0x1.a55b7a31a0b4ap-81},
                                              {-0x1.ae6454c576597p-26, 0x1.90015bf1b415cp-80},
                                              {0x1.1eed8f18f0438p-29, -0x1.acc3d3c978bd8p-84},
                                              {-0x1.1eed8ee62acf8p-29, -0x1.e04a1e70f241cp-85},
                                              {0x1.6124613d00d0bp-33, 0x1.001c54155b96cp-87},
                                              {-0x1.612461380cd08p-33, 0x1.17237e0e47fbdp-87},
                                              {0x1.93974a8c3cf6cp-37, -0x1.f04e88bb6e247p-91},
                                              {-0x1.93974a8bd29cfp-37, 0x1.09d47384560edp-91},
                                              {0x1.ae7f3e733f622p-41, -0x1.81b8fc4e9b9acp-95},
                                              {-0x1.ae7f3e7337a1dp-41, 0x1.ef83d0b08e728p-95},
                                              {0x1.ae7f3e733bc16p-45, -0x1.2e72e4d113627p-100},
                                              {-0x1.ae7f3e733b428p-45, -0x1.25fc9dc8f8bbep-99},
                                              {0x1.952c77030ad84p-49, -0x1.c46a08a2e008bp-104},
                                              {-0x1.952c77030ad11p-49, -0x1.db2968e993b05p-106},
                                              {0x1.6827863b97d9ap-53, 0x1.7ba6a46cf3c1cp-107}};

// The Chebyshev coefficients of lgamma(4.2 + v) for |v| <= 1.
__attribute__((device)) const double around[] = {
    0x1.06371234641e9p+1,  0x1.4fb3e7d40c811p+0,   0x1.131ce6f817b34p-3,  -0x1.87ee8882bb31bp-7,
    0x1.a06f945e2ed3cp-10, -0x1.081046a1b6bbbp-12, 0x1.72315036fff04p-15, -0x1.14aa583314879p-17,
    0x1.b03225e726debp-20, -0x1.5c8ab752af798p-22, 0x1.1fe81ee745962p-24, -0x1.e48a1d8e83da7p-27,
    0x1.9dbedecb1f6b9p-29, -0x1.65729b23ba803p-31, 0x1.37d2e478451b8p-33, -0x1.12e0ec75c567fp-35,
    0x1.e6b2c3df600b2p-38, -0x1.a0151b6e89f0ap-40, 0x1.740205fa17e04p-42, -0x1.c891176e8c26bp-44,
    0x1.9c51dc9c70104p-46};

// The Chebyshev coefficients of lgamma(x) divided by the product of the distances from the first
// two zeros, with x = v - 2.625, for -2.82 <= x <= -2.43.
__attribute__((device)) const double between[] = {
    0x1.6cf28fef7a25ep+2,  -0x1.3875a0ed7d35ap+2,  0x1.d2d39b623a3a6p+3,   -0x1.8c7f65449e6e6p+4,
    0x1.fbd253dee6bbcp+5,  -0x1.0bc46b63c9d00p+7,  0x1.48e5d00fd2cebp+8,   -0x1.7ae3f127347c9p+9,
    0x1.cf693ba8f9dc8p+10, -0x1.16208b1289ed5p+12, 0x1.566b26f916007p+13,  -0x1.a41ec0c00a348p+14,
    0x1.04dc85112f9bap+16, -0x1.445d06c838345p+17, 0x1.95a3dec4105e1p+18,  -0x1.fd01542185d75p+19,
    0x1.442d9c26b245ep+21, -0x1.99ae31173f630p+22, 0x1.d7c38f8ba0ba4p+23,  -0x1.2b0702d506effp+25,
    0x1.333911b9a2d37p+27, -0x1.8a1b2d9bd452dp+28, -0x1.3f3511aa855dap+29, 0x1.a40d5fcbdd99ap+30,
    0x1.b50d2b60e284fp+34, -0x1.1b0f9896f7c8bp+36, -0x1.c5e7798497a9dp+37, 0x1.26ac018992896p+39,
    0x1.988b4c05b0f11p+40, -0x1.08ba21ebe4817p+42};

// lgamma(y0) - lgamma(y0 - d) for y0 and y0 - d from 3.2 to 5.2: the divided difference of the
// polynomial by Horner's scheme, times d.
INSIDE double nearDifference(double y0, double d) {
  constexpr int n = sizeof around / sizeof *around;
  double v0 = y0 - 4.2, v = v0 - d, b = around[n - 1], s = b;
  for (int i = n - 2; i > 0; --i) {
    b = __builtin_fma(b, v0, around[i]);
    s = __builtin_fma(s, v, b);
  }
  return s * d;
}
// Stirling's remainder log(gamma(y)) - ((y - 1/2) log(y) - y + log(2 pi) / 2) at y minus that at y
// - d for y > 9: a polynomial in 1/y without even powers.
INSIDE double remainderDifference(double y, double d) {
  constexpr double odd[] = {1.0 / 12,   -1.0 / 360,      1.0 / 1260, -1.0 / 1680,
                            1.0 / 1188, -691.0 / 360360, 1.0 / 156};
  double w0 = 1 / y, w = 1 / (y - d), b = odd[6], s = b;
  for (int i = 5; i >= 0; --i) {
    b *= w0;
    s = __builtin_fma(s, w, b);
    b = __builtin_fma(b, w0, odd[i]);
    s = __builtin_fma(s, w, b);
  }
  return -d * w0 * w * s;
}
// The same for larger y0, by Stirling's series at arguments larger by five.
INSIDE double farDifference(double y0, double d) {
  double s = 0, far = y0 + 5;
  for (int i = 0; i < 5; ++i) s += __ocml_log1p_f64(-d / (y0 + i));
  double up = d * __ocml_log_f64(far - d) - d - (far - 0.5) * __ocml_log1p_f64(-d / far);
  return up + remainderDifference(far, d) + s;
}

// For -18 < x < -2 where |gamma(x)| is near 1; the library for NVIDIA calls it, too. With the zero z and d = x - z, from
// gamma(x) gamma(1 - x) = pi / sin(pi x): log(sin(pi z) / sin(pi x)) and
// lgamma(1 - z) - lgamma(1 - x).
PURE __attribute__((noinline, cold)) double gohip_lgammaNearZero(double x) {
  int i = (int)(-2 * x) - 4, m = 2 + (i + 1) / 2;
  Zero z = zeros[i];
  double e = x + m, d = (e - z.high) - z.low;
  if (x > -2.82 && x < -2.43) {
    // Both terms are larger than their sum there: use the polynomial.
    Zero other = zeros[1 - i];
    double v = x + 2.625, g = 0;
    for (int k = sizeof between / sizeof *between - 1; k >= 0; --k)
      g = __builtin_fma(g, v, between[k]);
    return d * ((x + (m ^ 1)) - other.high - other.low) * g;
  }
  double sine = __ocml_sinpi_f64(z.high), half = __ocml_sinpi_f64(d / 2);
  double more = __ocml_cospi_f64(z.high) / sine * __ocml_sinpi_f64(d) - 2 * half * half;
  // The quotient of the sines minus one, and its logarithm.
  double a = more > -0.5 ? __ocml_log1p_f64(more) : __ocml_log_f64(__ocml_sinpi_f64(e) / sine);
  double y0 = 1 + m - z.high;
  return (y0 < 5.0 ? nearDifference(y0, d) : farDifference(y0, d)) - a;
}

PURE double __ocml_lgamma_f64(double x) {
  // Stirling's series would multiply the logarithm's error.
  if (x > 8 && x < 165) return __ocml_log_f64(__ocml_tgamma_f64(x));
  if (x > 0 || x != x) return cl_lgamma(x);
  double a = -x;
  if (a == __builtin_inf() || a == __builtin_floor(a)) return __builtin_inf();
  if (a < 0x1p-54) return -__ocml_log_f64(a);
  double sine = __builtin_fabs(__ocml_sinpi_f64(a));
  if (a > 165) return __ocml_log_f64(pi / (a * sine)) - cl_lgamma(a);
  // The product of a, the sine and the gamma function over pi, and its relative rounding error.
  double g = __ocml_tgamma_f64(a), p = a * sine, q = p * (1 / pi), t = q * g;
  double low = __builtin_fma(p, 1 / pi, -q) + __builtin_fma(a, sine, -p) * (1 / pi);
  low += p * -0x1.6b01ec5417056p-56;
  double r = -__ocml_log_f64(t) - (low * g + __builtin_fma(q, g, -t)) / t;
  return a > 2 && a < 18 && r > -0.5 && r < 0.5 ? gohip_lgammaNearZero(x) : r;
}
PURE float __ocml_lgamma_f32(float x) { return (float)__ocml_lgamma_f64((double)x); }
PURE f16 __ocml_lgamma_f16(f16 x) { return (f16)__ocml_lgamma_f64((double)x); }

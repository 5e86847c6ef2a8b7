// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Single-precision functions whose implementations in devices' libraries exceed HIP's error bounds,
// without double precision, which some devices lack. Results are computed as double-float sums.
// Polynomials are Chebyshev approximations. The file is compiled without contraction of products
// and sums.
#include "float.h"

PURE float __ocml_log_f32(float);

// The remainder of x after subtracting multiples of 1/2, exact.
INSIDE float halves(float x, int &n) {
  x -= 2 * __builtin_rintf(x * 0.5f);
  float q = __builtin_rintf(x * 2);
  n = (int)q;
  return __builtin_fmaf(q, -0.5f, x);
}
// sin(pi f) and cos(pi f) for |f| <= 1/4.
INSIDE float sinePi(float f) {
  float z = f * f, p = 0x1.4cb762p-4f;
  p = fmaf(p, z, -0x1.32ce1ep-1f);
  p = fmaf(p, z, 0x1.466bc2p+1f);
  p = fmaf(p, z, -0x1.4abbcep+2f);
  return fmaf(f, 0x1.921fb6p+1f, fmaf(f * z, p, f * -0x1.777a5cp-24f));
}
INSIDE float cosinePi(float f) {
  float z = f * f, p = -0x1.a1e852p-6f;
  p = fmaf(p, z, 0x1.e1ec72p-3f);
  p = fmaf(p, z, -0x1.55d3c2p+0f);
  p = fmaf(p, z, 0x1.03c1fp+2f);
  p = fmaf(p, z, -0x1.3bd3ccp+2f);
  return fmaf(p, z, 1.0f);
}
PURE float __ocml_sinpi_f32(float x) {
  int n;
  float f = halves(x, n), r = n & 1 ? cosinePi(f) : sinePi(f);
  // Integers: a zero with the sign of x.
  return f == 0 && !(n & 1) ? __builtin_copysignf(0, x) : n & 2 ? -r : r;
}
PURE float __ocml_cospi_f32(float x) {
  int n;
  float f = halves(x, n), r = n & 1 ? sinePi(f) : cosinePi(f);
  return f == 0 && n & 1 ? 0 : (n + 1) & 2 ? -r : r;
}
PURE f16 __ocml_sinpi_f16(f16 x) { return (f16)__ocml_sinpi_f32((float)x); }
PURE f16 __ocml_cospi_f16(f16 x) { return (f16)__ocml_cospi_f32((float)x); }

// The terms of sinh and cosh, e^a / 2 and e^-a / 2, as double-float sums, and a quarter of the
// larger one at the end of the range.
struct Halves {
  Floats up, down;
};
INSIDE Halves exponentials(float a) {
  // Larger arguments overflow.
  int k;
  Floats e = expReduced(__builtin_fminf(a, 89.6f), k);
  float inverse = 1 / e.high, s = powerOfTwo(k - 2), t = powerOfTwo(k < 60 ? -k - 2 : -62);
  float low = inverse * (fmaf(-inverse, e.high, 1.0f) - inverse * e.low);
  return {{e.high * s, e.low * s}, {inverse * t, low * t}};
}
PURE float __ocml_cosh_f32(float x) {
  Halves h = exponentials(__builtin_fabsf(x));
  Floats s = fastSum(h.up.high, h.down.high);
  float r = 2 * (s.high + (s.low + h.up.low + h.down.low));
  return x == x ? r : x;
}
PURE float __ocml_sinh_f32(float x) {
  float a = __builtin_fabsf(x);
  if (a < 1) {
    float z = x * x, p = 0x1.78a70ep-19f;
    p = fmaf(p, z, 0x1.a009p-13f);
    p = fmaf(p, z, 0x1.11111ep-7f);
    p = fmaf(p, z, 0x1.555556p-3f);
    return fmaf(x * z, p, x);
  }
  Halves h = exponentials(a);
  Floats s = fastSum(h.up.high, -h.down.high);
  float r = 2 * (s.high + (s.low + h.up.low - h.down.low));
  return x == x ? __builtin_copysignf(r, x) : x;
}
PURE f16 __ocml_cosh_f16(f16 x) { return (f16)__ocml_cosh_f32((float)x); }
PURE f16 __ocml_sinh_f16(f16 x) { return (f16)__ocml_sinh_f32((float)x); }

// log(2 x) of a large number.
INSIDE float logTwice(float x) {
  bool far = x > 0x1p+64f;
  float l = __ocml_log_f32(x * (far ? 0x1p-64f : 2.0f));
  return far ? l + 0x1.686fc1p+5f : l; // 65 log(2)
}
// log(x + sqrt(x^2 - 1)): with t = x - 1, which is exact, log1p(t + sqrt(t (t + 2))).
PURE float __ocml_acosh_f32(float x) {
  if (x < 1) return __builtin_nanf("");
  if (x > 0x1p+20f) return logTwice(x);
  float t = x - 1;
  Floats u = sum(t, 2.0f), p = product(t, u.high);
  p.low += t * u.low;
  float root = __builtin_sqrtf(p.high);
  float missing = root > 0 ? (fmaf(-root, root, p.high) + p.low) / (2 * root) : 0;
  return log1pOf(sum(t, root), missing);
}
// With q = x^2 / (1 + sqrt(x^2 + 1)), log1p(x + q).
PURE float __ocml_asinh_f32(float x) {
  float a = __builtin_fabsf(x), r;
  if (a > 0x1p+20f) {
    r = logTwice(a);
  } else {
    Floats z = product(a, a), s = sum(z.high, 1.0f);
    float root = __builtin_sqrtf(s.high);
    Floats d = sum(1.0f, root);
    float rest = (fmaf(-root, root, s.high) + (s.low + z.low)) / (2 * root) + d.low;
    float q = z.high / d.high, low = (fmaf(-q, d.high, z.high) + (z.low - q * rest)) / d.high;
    r = log1pOf(sum(a, q), low);
  }
  return a < 0x1p-13f ? x : __builtin_copysignf(r, x);
}
PURE f16 __ocml_acosh_f16(f16 x) { return (f16)__ocml_acosh_f32((float)x); }
PURE f16 __ocml_asinh_f16(f16 x) { return (f16)__ocml_asinh_f32((float)x); }

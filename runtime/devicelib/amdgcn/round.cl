// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// __ocml_{add,sub,mul,fma,div,sqrt}_{rtn,rtp,rtz}_* and __ocml_cvt{rtn,rtp,rtz}_f16_f32:
// directed rounding from the nearest result and the sign of its exact error. LLVM
// assumes the default rounding mode between any two instructions, so that writing the
// MODE register does not do.
#include "abi.h"
#pragma OPENCL FP_CONTRACT OFF

enum { UP = 1, DOWN = 2, ZERO = 3 };

// The directed result, given the nearest one q and the sign of exact - q. q may have
// overflowed from a finite exact result.
#define ADJUST(T, NAME, MAXIMUM)                                                          \
	static inline T NAME(T q, T err, int mode) {                                      \
		if (mode == ZERO)                                                         \
			mode = q < 0 || (q == 0 && err < 0) ? UP : DOWN;                  \
		if (isinf(q))                                                             \
			return q > 0 ? (mode == UP ? q : MAXIMUM) : (mode == DOWN ? q : -MAXIMUM); \
		if (mode == UP)                                                           \
			return err > 0 ? nextafter(q, (T)INFINITY) : q;                   \
		return err < 0 ? nextafter(q, -(T)INFINITY) : q;                          \
	}
ADJUST(half, adjust_h, (half)65504.0f)
ADJUST(float, adjust_f, 0x1.fffffep+127f)
ADJUST(double, adjust_d, 0x1.fffffffffffffp+1023)

static inline float narrow(double x, int mode) {
	float q = (float)x;
	if (isnan(x) || isinf(x))
		return q;
	return adjust_f(q, isinf(q) ? q : (float)sign(x - (double)q), mode);
}

static inline half narrow_half(float x, int mode) {
	half q = (half)x;
	if (isnan(x) || isinf(x))
		return q;
	return adjust_h(q, isinf(q) ? q : (half)sign(x - (float)q), mode);
}

// An exact sum of zero is -0 when rounding down, +0 otherwise (IEEE 754, 6.3), unless
// both addends are zeros of one sign.
#define ZERO_SUM(x, y, mode) ((mode) == DOWN && ((x) != 0 || signbit(x) || signbit(y)))

// The error of s = x + y, exactly (Knuth's two-sum).
static inline double sum_error(double x, double y, double s) {
	double b = s - x;
	return (x - (s - b)) + (y - b);
}

static inline double add_d(double x, double y, int mode) {
	double s = x + y;
	if (isnan(s) || isinf(x) || isinf(y))
		return s;
	if (s == 0)
		return ZERO_SUM(x, y, mode) ? -0.0 : s;
	return adjust_d(s, isinf(s) ? s : sum_error(x, y, s), mode);
}

// x + y in double, inexact results rounded to odd: a second, directed rounding to
// float is then right.
static inline double add_odd(double x, double y) {
	double s = x + y, e = sum_error(x, y, s);
	if (e != 0 && !isinf(s) && (as_ulong(s) & 1) == 0)
		s = nextafter(s, e > 0 ? (double)INFINITY : -(double)INFINITY);
	return s;
}

static inline float add_f(float x, float y, int mode) {
	double s = isinf(x) || isinf(y) || isnan(x) || isnan(y) ? (double)x + y : add_odd(x, y);
	if (s == 0)
		return ZERO_SUM(x, y, mode) ? -0.0f : (float)s;
	return narrow(s, mode);
}

// The product of two floats is exact in double.
static inline float mul_f(float x, float y, int mode) { return narrow((double)x * (double)y, mode); }

static inline double mul_d(double x, double y, int mode) {
	double p = x * y;
	if (isnan(p) || isinf(x) || isinf(y) || x == 0 || y == 0)
		return p;
	if (isinf(p))
		return adjust_d(p, p, mode);
	// On mantissas nothing underflows; scaling p up is exact.
	int ex, ey;
	double mx = frexp(x, &ex), my = frexp(y, &ey);
	return adjust_d(p, fma(mx, my, -ldexp(p, -(ex + ey))), mode);
}

static inline float fma_f(float x, float y, float z, int mode) {
	double p = (double)x * (double)y;
	double s = isinf(p) || isnan(p) || isinf(z) || isnan(z) ? p + z : add_odd(p, z);
	if (s == 0)
		return ZERO_SUM(p, (double)z, mode) ? -0.0f : (float)s;
	return narrow(s, mode);
}

static inline double fma_d(double x, double y, double z, int mode) {
	double r = fma(x, y, z);
	if (isnan(r) || isinf(x) || isinf(y) || isinf(z))
		return r;
	if (z == 0 && x != 0 && y != 0)
		return mul_d(x, y, mode);
	if (isinf(r))
		return adjust_d(r, r, mode);
	double p = x * y, e = fma(x, y, -p);
	if (r == 0 && p == -z && e == 0)
		return ZERO_SUM(p, z, mode) ? -0.0 : r;
	// exact - r = (s - r) + t + e, with s + t = p + z.
	double s = p + z, t = sum_error(p, z, s), d = s - r;
	double u = t + e, v = sum_error(t, e, u), w = d + u;
	return adjust_d(r, w != 0 ? w : v, mode);
}

// A quotient or root of floats is a float, or at least 2^-48 away from one relatively:
// rounding it to double first changes nothing.
static inline float div_f(float x, float y, int mode) {
	double q = (double)x / (double)y;
	return y == 0 ? (float)q : narrow(q, mode);
}
static inline float sqrt_f(float x, int mode) { return narrow(__builtin_elementwise_sqrt((double)x), mode); }

static inline double div_d(double x, double y, int mode) {
	double q = x / y;
	if (isnan(q) || x == 0 || y == 0 || isinf(x) || isinf(y))
		return q;
	if (isinf(q))
		return adjust_d(q, q, mode);
	// Residual of the quotient of mantissas, so that it is exact in sign.
	int ex, ey;
	double mx = frexp(x, &ex), my = frexp(y, &ey);
	double err = fma(-ldexp(q, ey - ex), my, mx);
	return adjust_d(q, my < 0 ? -err : err, mode);
}

static inline double sqrt_d(double x, int mode) {
	double q = __builtin_elementwise_sqrt(x);
	if (!(x > 0) || isinf(x))
		return q;
	int e;
	double m = frexp(x, &e);
	if (e & 1) {
		m *= 2;
		e -= 1;
	}
	double s = ldexp(q, -e / 2);
	return adjust_d(q, fma(-s, s, m), mode);
}

#define FN __attribute__((const))
#define OPS(T, S, L, R, M)                                                                \
	FN T __ocml_add_##R##_##S(T x, T y) { return add_##L(x, y, M); }                  \
	FN T __ocml_sub_##R##_##S(T x, T y) { return add_##L(x, -y, M); }                 \
	FN T __ocml_mul_##R##_##S(T x, T y) { return mul_##L(x, y, M); }                  \
	FN T __ocml_div_##R##_##S(T x, T y) { return div_##L(x, y, M); }                  \
	FN T __ocml_fma_##R##_##S(T x, T y, T z) { return fma_##L(x, y, z, M); }          \
	FN T __ocml_sqrt_##R##_##S(T x) { return sqrt_##L(x, M); }
#define ALL(R, M)                                                                         \
	OPS(float, f32, f, R, M)                                                          \
	OPS(double, f64, d, R, M)                                                         \
	FN half __ocml_cvt##R##_f16_f32(float x) { return narrow_half(x, M); }
ALL(rtp, UP)
ALL(rtn, DOWN)
ALL(rtz, ZERO)
FN half __ocml_cvtrte_f16_f32(float x) { return (half)x; }

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Device math against the host's, float and double, inside and outside the usual range.
//
// e2e: flags=-Xarch_host -O2
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#define EACH1(X)                                                                                   \
  X(sqrt)                                                                                          \
  X(cbrt)                                                                                          \
  X(exp)                                                                                           \
  X(exp2)                                                                                          \
  X(expm1)                                                                                         \
  X(log)                                                                                           \
  X(log2)                                                                                          \
  X(log10)                                                                                         \
  X(log1p)                                                                                         \
  X(sin)                                                                                           \
  X(cos)                                                                                           \
  X(tan)                                                                                           \
  X(asin)                                                                                          \
  X(acos)                                                                                          \
  X(atan)                                                                                          \
  X(sinh)                                                                                          \
  X(cosh)                                                                                          \
  X(tanh)                                                                                          \
  X(asinh)                                                                                         \
  X(atanh)                                                                                         \
  X(erf) X(erfc) X(tgamma) X(lgamma) X(floor) X(ceil) X(trunc) X(round) X(rint) X(nearbyint) X(fabs)
#define EACH2(X)                                                                                   \
  X(pow) X(atan2) X(fmod) X(hypot) X(fmin) X(fmax) X(fdim) X(copysign) X(nextafter) X(remainder)

#define COUNT(f) +1
constexpr int n1 = 0 EACH1(COUNT), n2 = 0 EACH2(COUNT);

__global__ void floats(const float *x, const float *y, float *out, int n) {
  int i = threadIdx.x, k = 0;
#define ONE(g) out[k++ * n + i] = g##f(x[i]);
#define TWO(g) out[k++ * n + i] = g##f(x[i], y[i]);
  EACH1(ONE)
  EACH2(TWO)
}
__global__ void doubles(const double *x, const double *y, double *out, int n) {
  int i = threadIdx.x, k = 0;
#undef ONE
#undef TWO
#define ONE(f) out[k++ * n + i] = f(x[i]);
#define TWO(f) out[k++ * n + i] = f(x[i], y[i]);
  EACH1(ONE)
  EACH2(TWO)
}
__global__ void others(double *out) {
  double s, c, ip;
  float sf, cf;
  int e;
  sincos(0.75, &s, &c);
  out[0] = s;
  out[1] = c;
  sincosf(0.75f, &sf, &cf);
  out[2] = sf;
  out[3] = cf;
  out[4] = modf(-3.25, &ip);
  out[5] = ip;
  out[6] = frexp(40.0, &e);
  out[7] = e;
  out[8] = ldexp(0.625, 6);
  out[9] = fma(3.0, 4.0, 0.5);
  out[10] = rsqrt(4.0);
  out[11] = isnan(nan("")) && isinf(1.0 / (out[7] - e)) && isfinite(2.0) && signbit(-0.0);
  out[12] = (double)llrint(2.5) + lround(-2.5) * 10;
  out[13] = __fdividef(1.0f, 4.0f);
  out[14] = fminf(fmaxf(7.0f, -1.0f), 5.0f) + min(3, 4) + max(2.0, 9.0) + abs(-6);
  out[15] = norm3d(2.0, 3.0, 6.0);
  out[16] = ilogb(out[15] - out[15] + nan(""));
  out[17] = ilogbf((float)out[16] * nanf(""));
  // Of mixed types it is a double, also where it is computed with integers.
  signed char low = -e;
  unsigned casts = max(low, 0) + 1;
  static_assert(sizeof(max(low, 0)) == sizeof(double), "");
  out[18] = max(low, 0) / 2 + min(low, 1) + min(low, 1u) + max((unsigned char)200, low) +
            min((long long)low, 2ull) + casts;
  // An int and an unsigned are compared with 64 bits, and those of 64 bits, whose order a double may not tell, as their sum's type.
  using gohip_detail::compared;
  static_assert(__is_same(compared<unsigned, int>::type, long long), "");
  static_assert(__is_same(compared<unsigned long, bool>::type, unsigned long), "");
  static_assert(__is_same(compared<unsigned long, int>::type, double), "");
  static_assert(__is_same(compared<int, float>::type, double), "");
  int least = (int)-e * 1000;
  casts = max(4000000000u, least) - 3999999990u;
  out[19] = casts + max(low, 7u) + min(least, 3000000000u) + min(1ul << 60, 5u) + max(-1l, least) +
            max(~0ul, low) / 1152921504606846976.0;
}

static double ulps(double got, double want, bool single) {
  if (std::isnan(want)) return std::isnan(got) ? 0 : 1e9;
  if (got == want) return 0;
  if (std::isinf(want) || std::isinf(got) || std::isnan(got)) return 1e9;
  double unit = single ? std::ldexp(1.0, std::ilogb(want == 0 ? 1e-38 : want) - 23)
                       : std::ldexp(1.0, std::ilogb(want == 0 ? 1e-300 : want) - 52);
  double floorUnit = single ? 1.4e-45 : 5e-324;
  return std::fabs(got - want) / std::fmax(unit, floorUnit);
}

template <typename T>
void compare(const char *type, const std::vector<T> &x, const std::vector<T> &y,
             const std::vector<T> &got, double limit) {
  static const char *names[] = {
#define NAME(f) #f,
      EACH1(NAME) EACH2(NAME)};
  int n = int(x.size());
  for (int k = 0; k < n1 + n2; k++) {
    double worst = 0, at = 0, at2 = 0;
    for (int i = 0; i < n; i++) {
      T want = 0;
      int j = 0;
#undef ONE
#undef TWO
#define ONE(f)                                                                                     \
  if (j++ == k) want = T(std::f((double)x[i]));
#define TWO(f)                                                                                     \
  if (j++ == k)                                                                                    \
    want = sizeof(T) == 4 && k == n1 + 8 ? T(std::f(float(x[i]), float(y[i])))                     \
                                         : T(std::f((double)x[i], (double)y[i]));
      EACH1(ONE)
      EACH2(TWO)
      double u = ulps(got[k * n + i], want, sizeof(T) == 4);
      if (u > worst) {
        worst = u;
        at = x[i];
        at2 = y[i];
      }
    }
    // What OpenCL allows at most for any of them is 16 units in the last place.
    if (worst > limit) {
      std::printf("%s %s: off by %.3g ulp at %.17g, %.17g\n", type, names[k], worst, at, at2);
      failures++;
    }
  }
}

int main() {
  std::vector<float> fx, fy;
  std::vector<double> dx, dy;
  const double xs[] = {0.5,   -0.5, 0.0,   1.0,      -1.0, 0.1, 3.7, -2.3,  10.25, 1e-5,
                       0.999, 25.5, -7.75, INFINITY, NAN,  2.5, 3.5, 100.0, -0.001};
  const double ys[] = {2.0, -1.5, 0.25, 3.0, 7.0};
  for (double x : xs)
    for (double y : ys) {
      fx.push_back(float(x));
      fy.push_back(float(y));
      dx.push_back(x);
      dy.push_back(y);
    }
  int n = int(fx.size());
  Device<float> dfx(fx), dfy(fy), df((n1 + n2) * n);
  Device<double> ddx(dx), ddy(dy), dd((n1 + n2) * n), dother(20);
  floats<<<1, n>>>(dfx.p, dfy.p, df.p, n);
  doubles<<<1, n>>>(ddx.p, ddy.p, dd.p, n);
  others<<<1, 1>>>(dother.p);
  CHECK(hipGetLastError());
  compare<float>("float", fx, fy, df.host(), 16);
  compare<double>("double", dx, dy, dd.host(), 16);
  const double want[20] = {std::sin(0.75),
                           std::cos(0.75),
                           std::sin(0.75f),
                           std::cos(0.75f),
                           -0.25,
                           -3,
                           0.625,
                           6,
                           40,
                           12.5,
                           0.5,
                           1,
                           2 - 30,
                           0.25,
                           5 + 3 + 9 + 6,
                           7,
                           -2147483648.0,
                           -2147483648.0,
                           0 - 6 - 6 + 200 - 6 + 1,
                           10 + 7 - 6000 + 5 - 1 + 16};
  auto o = dother.host();
  for (int i = 0; i < 20; i++)
    if (std::fabs(o[i] - want[i]) > 1e-6 * std::fmax(1, std::fabs(want[i]))) {
      std::printf("others[%d]: got %.17g, want %.17g\n", i, o[i], want[i]);
      failures++;
    }
  return done();
}

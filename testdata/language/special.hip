// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Functions that C has on no device: Bessel functions, inverse error functions, the
// normal distribution, lengths; and the fast forms with their documented errors.
#include <hip/hip_runtime.h>

#include "functions.h"

static long double inverse(long double (*f)(long double), long double y, long double lo,
                           long double hi) {
  for (int i = 0; i < 200; ++i) {
    long double mid = (lo + hi) / 2;
    ((f(mid) < y) == (f(lo) < f(hi)) ? lo : hi) = mid;
  }
  return (lo + hi) / 2;
}
static long double erfl_(long double x) { return erfl(x); }
static long double erfcl_(long double x) { return erfcl(x); }
static long double ncdfl(long double x) { return erfcl(-x / sqrtl(2)) / 2; }
static long double besselI(int n, long double x) {
  long double t = n ? x / 2 : 1, s = t;
  for (int k = 1; k < 400; ++k) t *= x * x / 4 / ((long double)k * (k + n)), s += t;
  return s;
}
// The low bits of a quotient by a number of which eight times are too large.
__host__ __device__ static double quotient(double x) {
  int q;
  double r = remquo(x, 3.7e307, &q);
  return r == r ? q & 7 : -1;
}
#define ONE(NAME, DEVICE, HOST, LO, HI, BOUND)                                                     \
  {                                                                                                \
    auto x = arguments<double>(LO, HI, 128, false);                                                \
    compare<double>(                                                                               \
        NAME, [] __device__(double a, double) { return DEVICE; },                                  \
        [] __host__(long double a, long double) { return (long double)(HOST); }, x, x, BOUND);     \
  }
// Near a zero of the function the error is absolute: adding 10 to both sides measures it
// in units of about 2e-15.
int main() {
  ONE("j0", j0(a) + 10, j0l(a) + 10, -60, 60, 4)
  ONE("j1", j1(a) + 10, j1l(a) + 10, -60, 60, 4)
  ONE("jn", jn(5, a) + jn(2, a) + 10, jnl(5, a) + jnl(2, a) + 10, 0.1, 90, 4)
  ONE("y0", y0(a) + 10, y0l(a) + 10, 0.1, 60, 4)
  ONE("y1", y1(a) + 10, y1l(a) + 10, 0.2, 60, 8)
  ONE("yn", yn(3, a) + 10, ynl(3, a) + 10, 3, 90, 8)
  ONE("i0", cyl_bessel_i0(a), besselI(0, a), 0.1, 80, 12)
  ONE("i1", cyl_bessel_i1(a), besselI(1, a), 0.1, 80, 12)
  ONE("erfinv", erfinv(a), inverse(erfl_, a, -10, 10), -0.999, 0.999, 8)
  ONE("erfcinv", erfcinv(a), inverse(erfcl_, a, -10, 30), 1e-12, 1.9, 8)
  ONE("erfcx", erfcx(a), expl(a * a) * erfcl(a), -5, 60, 8)
  ONE("normcdf", normcdf(a), ncdfl(a), -8, 8, 8)
  ONE("normcdfinv", normcdfinv(a), inverse(ncdfl, a, -40, 40), 1e-9, 0.49, 8)
  ONE("norm3d", norm3d(a, 2.0, a + 1), sqrtl(a * a + 4 + (a + 1) * (a + 1)), -50, 50, 3)
  ONE("rnorm4d", rnorm4d(a, 2.0, 3.0, a), 1 / sqrtl(2 * a * a + 13), -50, 50, 3)
  ONE("rhypot", rhypot(a, 2.0), 1 / sqrtl(a * a + 4), -50, 50, 3)
  ONE("__expf", __expf((float)a) / 1e3f, expl((float)a) / 1e3L, -5, 5, 1e12)
  ONE("__sinf", __sinf((float)a) + 2, sinl((float)a) + 2, -3, 3, 1e12)
  ONE("__logf", __logf((float)a) + 10, logl((float)a) + 10, 0.1, 50, 1e12)
  ONE("__powf", __powf((float)a, 1.5f), powl((float)a, 1.5L), 0.1, 50, 1e12)
  ONE("cbrt", cbrt(a), cbrtl(a), 0x1p+1019, 0x1p+1023, 1)
  ONE("remquo", quotient(a), quotient((double)a), 0x1p+1022, 0x1.fp+1023, 0)
  std::puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}

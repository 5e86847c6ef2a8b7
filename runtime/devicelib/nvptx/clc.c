// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// What libdevice.c has and the math shared with other targets has not, and what
// libclc has not accurate enough.
#include "nvptx.h"

double __ocml_exp_f64(double);
double __ocml_sinpi_f64(double);
double __ocml_pow_f64(double, double);

// The gamma function after Lanczos, with g = 6.0246800407767296 and 13 terms, and the
// reflection formula below zero. libclc's is over a hundred ulp off for arguments
// like 30.
#define GAMMA_G 5.524680040776729583740234375 /* g - 1/2 */
static const double gammaNum[] = {23531376880.410759688572007674451636754734846804940,
                                  42919803642.649098768957899047001988850926355848959,
                                  35711959237.355668049440185451547166705960488635843,
                                  17921034426.037209699919755754458931112671403265390,
                                  6039542586.3520280050642916443072979210699388420708,
                                  1439720407.3117216736632230727949123939715485786372,
                                  248874557.86205415651146038641322942321632125127801,
                                  31426415.585400194380614231628318205362874684987640,
                                  2876370.6289353724412254090516208496135991145378768,
                                  186056.26539522349504029498971604569928220784236328,
                                  8071.6720023658162106380029022722506138218516325024,
                                  210.82427775157934587250973392071336271166969580291,
                                  2.5066282746310002701649081771338373386264310793408};
static const double gammaDen[] = {0,        39916800, 120543840, 150917976, 105258076,
                                  45995730, 13339535, 2637558,   357423,    32670,
                                  1925,     66,       1};
extern double __ocml_tgamma_f64(double x) {
  double a = __builtin_fabs(x);
  if (x != x || x == __builtin_inf()) return x;
  if (x == -__builtin_inf()) return __builtin_nan("");
  if (a < 0x1p-54) return 1 / x;
  if (x == __builtin_floor(x)) {
    if (x < 0) return __builtin_nan("");
    if (x <= 23) { // the factorials that are exact
      double r = 1;
      for (int i = 2; i < (int)x; i++) r *= i;
      return r;
    }
  }
  if (x < -184) return __builtin_floor(x) * 0.5 == __builtin_floor(x * 0.5) ? 0.0 : -0.0;
  if (x > 172) return __builtin_inf();
  double num = 0, den = 0;
  if (a < 8)
    for (int i = 12; i >= 0; i--) {
      num = num * a + gammaNum[i];
      den = den * a + gammaDen[i];
    }
  else // in powers of 1/a, which do not overflow
    for (int i = 0; i <= 12; i++) {
      num = num / a + gammaNum[i];
      den = den / a + gammaDen[i];
    }
  // y is not exact, and its power magnifies what is missing.
  double y = a + GAMMA_G, missing = a > GAMMA_G ? y - a - GAMMA_G : y - GAMMA_G - a, z = a - 0.5;
  double r = num / den * __ocml_exp_f64(-y);
  if (x < 0) {
    r = -3.14159265358979323846 / (__ocml_sinpi_f64(a) * a * r);
    missing = -missing;
    z = -z;
  }
  r += missing * (GAMMA_G + 0.5) * r / y;
  z = __ocml_pow_f64(y, 0.5 * z); // in two halves, which do not overflow
  return r * z * z;
}
extern float __ocml_tgamma_f32(float x) { return (float)__ocml_tgamma_f64(x); }
extern half __ocml_tgamma_f16(half x) { return (half)__ocml_tgamma_f64((double)x); }

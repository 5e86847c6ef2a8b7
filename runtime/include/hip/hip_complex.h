// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipFloatComplex and hipDoubleComplex: float2 and double2 with x the real part.
#ifndef HIP_INCLUDE_HIP_HIP_COMPLEX_H
#define HIP_INCLUDE_HIP_HIP_COMPLEX_H
#define HIP_INCLUDE_HIP_AMD_DETAIL_HIP_COMPLEX_H // the guard of AMD's header, which projects test

#include <hip/gohip_detail/macros.h>
#include <hip/hip_vector_types.h>

#if defined(__clang__) && defined(__HIP__) && defined(__cplusplus)
#include <hip/gohip_detail/math.h>
#else
#include <math.h>
#endif

#if defined(__cplusplus)
#define __GOHIP_X static __GOHIP_HDI
#else
#define __GOHIP_X static inline
#endif

typedef float2 hipFloatComplex;
typedef double2 hipDoubleComplex;
typedef hipFloatComplex hipComplex;

// The suffix f marks float.
#define __GOHIP_COMPLEX(C, T, F)                                                                   \
  __GOHIP_X T hipCreal##F(C z) { return z.x; }                                                     \
  __GOHIP_X T hipCimag##F(C z) { return z.y; }                                                     \
  __GOHIP_X C __gohip_complex##F(T a, T b) {                                                       \
    C z;                                                                                           \
    z.x = a;                                                                                       \
    z.y = b;                                                                                       \
    return z;                                                                                      \
  }                                                                                                \
  __GOHIP_X C hipConj##F(C z) { return __gohip_complex##F(z.x, -z.y); }                            \
  __GOHIP_X T hipCsqabs##F(C z) { return z.x * z.x + z.y * z.y; }                                  \
  __GOHIP_X C hipCadd##F(C p, C q) { return __gohip_complex##F(p.x + q.x, p.y + q.y); }            \
  __GOHIP_X C hipCsub##F(C p, C q) { return __gohip_complex##F(p.x - q.x, p.y - q.y); }            \
  __GOHIP_X C hipCmul##F(C p, C q) {                                                               \
    return __gohip_complex##F(p.x * q.x - p.y * q.y, p.y * q.x + p.x * q.y);                       \
  }                                                                                                \
  __GOHIP_X C hipCdiv##F(C p, C q) {                                                               \
    T n = hipCsqabs##F(q);                                                                         \
    return __gohip_complex##F((p.x * q.x + p.y * q.y) / n, (p.y * q.x - p.x * q.y) / n);           \
  }                                                                                                \
  __GOHIP_X T hipCabs##F(C z) { return sqrt##F(hipCsqabs##F(z)); }                                 \
  __GOHIP_X C hipCfma##F(C p, C q, C r) {                                                          \
    return __gohip_complex##F(p.x * q.x + r.x - p.y * q.y, q.y * p.x + r.y + p.y * q.x);           \
  }
__GOHIP_COMPLEX(hipDoubleComplex, double, )
__GOHIP_COMPLEX(hipFloatComplex, float, f)
#undef __GOHIP_COMPLEX
__GOHIP_X hipFloatComplex make_hipFloatComplex(float a, float b) { return __gohip_complexf(a, b); }
__GOHIP_X hipDoubleComplex make_hipDoubleComplex(double a, double b) {
  return __gohip_complex(a, b);
}
__GOHIP_X hipComplex make_hipComplex(float a, float b) { return make_hipFloatComplex(a, b); }
__GOHIP_X hipFloatComplex hipComplexDoubleToFloat(hipDoubleComplex z) {
  return make_hipFloatComplex((float)z.x, (float)z.y);
}
__GOHIP_X hipDoubleComplex hipComplexFloatToDouble(hipFloatComplex z) {
  return make_hipDoubleComplex(z.x, z.y);
}
#undef __GOHIP_X

#endif

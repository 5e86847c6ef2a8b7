// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Functions that override those of spirv/math.hip and ../common. Double-precision ones are the library's
// own with FMA, otherwise libm's (opencl.hip).
#include "functions.h"
#include "vectorisable.h"

#define CHOOSE1(NAME, MANGLED)                                                                     \
  PURE double cl_##NAME(double) __asm__("_Z" MANGLED "d");                                         \
  PURE double fma_##NAME(double) __asm__("__gohip_fma_" #NAME);                                    \
  PURE double __ocml_##NAME##_f64(double x) {                                                      \
    return __gohip_cpu_has_fma() ? fma_##NAME(x) : cl_##NAME(x);                                   \
  }
#define CHOOSE2(NAME, MANGLED)                                                                     \
  PURE double cl_##NAME(double, double) __asm__("_Z" MANGLED "dd");                                \
  PURE double fma_##NAME(double, double) __asm__("__gohip_fma_" #NAME);                            \
  PURE double __ocml_##NAME##_f64(double x, double y) {                                            \
    return __gohip_cpu_has_fma() ? fma_##NAME(x, y) : cl_##NAME(x, y);                             \
  }
FUNCTIONS(CHOOSE1, CHOOSE2)
// libm's errors, 1.52, 1.53, 2.6 and 1.502 units, exceed HIP's bounds.
PURE double fma_asinh(double) __asm__("__gohip_fma_asinh");
PURE double fma_atanh(double) __asm__("__gohip_fma_atanh");
PURE double fma_erfc(double) __asm__("__gohip_fma_erfc");
PURE double fma_sinh(double) __asm__("__gohip_fma_sinh");
PURE double __ocml_asinh_f64(double x) { return fma_asinh(x); }
PURE double __ocml_atanh_f64(double x) { return fma_atanh(x); }
PURE double __ocml_erfc_f64(double x) { return fma_erfc(x); }
PURE double __ocml_sinh_f64(double x) { return fma_sinh(x); }
// Single-precision functions whose usual ones have branches.
#define SINGLE(NAME)                                                                               \
  PURE float __gohip_cpu_##NAME##f(float);                                                         \
  PURE float __ocml_##NAME##_f32(float x) { return __gohip_cpu_##NAME##f(x); }
SINGLE(acosh)
SINGLE(asinh)
SINGLE(ncdf)

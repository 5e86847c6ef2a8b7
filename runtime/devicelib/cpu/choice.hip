// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Double-precision functions: the library's own with FMA, otherwise libm's (opencl.hip). They override
// those of spirv/math.hip and common/trig.hip.
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
// libm's errors, 2.6 and 1.502 units, exceed HIP's bounds.
PURE double fma_erfc(double) __asm__("__gohip_fma_erfc");
PURE double fma_sinh(double) __asm__("__gohip_fma_sinh");
PURE double __ocml_erfc_f64(double x) { return fma_erfc(x); }
PURE double __ocml_sinh_f64(double x) { return fma_sinh(x); }

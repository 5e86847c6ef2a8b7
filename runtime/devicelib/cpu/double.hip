// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The double-precision functions of ../double under names of their own, such that choice.hip can choose
// between them and libm's. They have no tables, so LLVM vectorises them with the loop over work-items.
#include "functions.h"

#define NAMED1(NAME, MANGLED)                                                                      \
  extern "C" __attribute__((device, visibility("hidden"), const)) double __ocml_##NAME##_f64(      \
      double) __asm__("__gohip_fma_" #NAME);
#define NAMED2(NAME, MANGLED)                                                                      \
  extern "C" __attribute__((device, visibility("hidden"), const)) double __ocml_##NAME##_f64(      \
      double, double) __asm__("__gohip_fma_" #NAME);
FUNCTIONS(NAMED1, NAMED2)
NAMED1(asinh, )
NAMED1(atanh, )
NAMED1(erfc, )
NAMED1(sinh, )
// Of these, those of ../common are taken.
NAMED1(cos, )
NAMED1(cospi, )
NAMED1(erfcx, )
NAMED1(ncdf, )
NAMED1(sin, )
NAMED1(sinpi, )
NAMED1(tan, )
extern "C" __attribute__((device, visibility("hidden"), const)) double
__ocml_pown_f64(double, int) __asm__("__gohip_fma_pown");

#include "../double/error.hip"
#include "../double/exponential.hip"
#include "../double/logarithm.hip"
#include "../double/trigonometry.hip"

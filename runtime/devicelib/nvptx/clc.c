// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// What libdevice.c has and the math shared with other targets has not.
#include "nvptx.h"

#define SINCOS(name, T, S)                                                                         \
  T __ocml_sin##name##_##S(T);                                                                     \
  T __ocml_cos##name##_##S(T);                                                                     \
  OCML void __gohip_sincos##name##_##S(T x, T *s, T *c) {                                          \
    *s = __ocml_sin##name##_##S(x);                                                                \
    *c = __ocml_cos##name##_##S(x);                                                                \
  }
SINCOS(, float, f32)
SINCOS(, double, f64)
SINCOS(pi, float, f32)
SINCOS(pi, double, f64)

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The functions of upstream's runners for Vulkan and SPIR-V that fill a memref with a value. A
// memref's descriptor is passed as separate arguments: allocated and aligned pointer, offset,
// sizes, strides.
#include <stdint.h>

#define API __attribute__((visibility("default")))

#define FILL(NAME1, NAME2, NAME3, T)                                                               \
  API void NAME1(T *base, T *p, int64_t at, int64_t n, int64_t s, T v) {                           \
    (void)base;                                                                                    \
    for (int64_t i = 0; i < n; i++) p[at + i * s] = v;                                             \
  }                                                                                                \
  API void NAME2(T *base, T *p, int64_t at, int64_t n0, int64_t n1, int64_t s0, int64_t s1, T v) { \
    for (int64_t i = 0; i < n0; i++) NAME1(base, p, at + i * s0, n1, s1, v);                       \
  }                                                                                                \
  API void NAME3(T *base, T *p, int64_t at, int64_t n0, int64_t n1, int64_t n2, int64_t s0,        \
                 int64_t s1, int64_t s2, T v) {                                                    \
    for (int64_t i = 0; i < n0; i++) NAME2(base, p, at + i * s0, n1, n2, s1, s2, v);               \
  }

FILL(fillResource1DFloat, fillResource2DFloat, fillResource3DFloat, float)
FILL(fillResource1DInt, fillResource2DInt, fillResource3DInt, int32_t)
FILL(fillResource1DInt8, fillResource2DInt8, fillResource3DInt8, int8_t)
FILL(fillF32Buffer1D, fillF32Buffer2D, fillF32Buffer3D, float)
FILL(fillI32Buffer, fillI32Buffer2D, fillI32Buffer3D, int32_t)

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Reductions of elements. Half and bfloat16 are rounded after each operation.
#include "comm.h"

#include <string.h>

size_t rc_size(ncclDataType_t type) {
  static const unsigned char size[ncclNumTypes] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2};
  return size[type];
}

static float widened(uint16_t b) {
  uint32_t bits = (uint32_t)b << 16;
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}
static uint16_t narrowed(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  if ((bits & 0x7fffffff) > 0x7f800000) return bits >> 16 | 0x40; // keeps NaN
  return (bits + 0x7fff + (bits >> 16 & 1)) >> 16;
}
#define SAME(v) (v)

// Integer arithmetic is unsigned, so that it wraps; comparisons use the element's own type.
#define COMBINE(name, element, arithmetic, ordered, from, to_element)                              \
  static void name(void *to, const void *first, const void *second, size_t n, ncclRedOp_t op) {    \
    element *out = to;                                                                             \
    const element *a = first, *b = second;                                                         \
    switch (op) {                                                                                  \
    case ncclProd:                                                                                 \
      for (size_t i = 0; i < n; i++)                                                               \
        out[i] = to_element((arithmetic)from(a[i]) * (arithmetic)from(b[i]));                      \
      return;                                                                                      \
    case ncclMax:                                                                                  \
      for (size_t i = 0; i < n; i++)                                                               \
        out[i] = (ordered)from(a[i]) < (ordered)from(b[i]) ? b[i] : a[i];                          \
      return;                                                                                      \
    case ncclMin:                                                                                  \
      for (size_t i = 0; i < n; i++)                                                               \
        out[i] = (ordered)from(b[i]) < (ordered)from(a[i]) ? b[i] : a[i];                          \
      return;                                                                                      \
    default:                                                                                       \
      for (size_t i = 0; i < n; i++)                                                               \
        out[i] = to_element((arithmetic)from(a[i]) + (arithmetic)from(b[i]));                      \
    }                                                                                              \
  }                                                                                                \
  static void name##_average(void *data, size_t n, int ranks) {                                    \
    element *v = data;                                                                             \
    for (size_t i = 0; i < n; i++) v[i] = to_element((ordered)from(v[i]) / (ordered)ranks);        \
  }
COMBINE(combine_i8, int8_t, uint32_t, int8_t, SAME, SAME)
COMBINE(combine_u8, uint8_t, uint32_t, uint8_t, SAME, SAME)
COMBINE(combine_i32, int32_t, uint32_t, int32_t, SAME, SAME)
COMBINE(combine_u32, uint32_t, uint32_t, uint32_t, SAME, SAME)
COMBINE(combine_i64, int64_t, uint64_t, int64_t, SAME, SAME)
COMBINE(combine_u64, uint64_t, uint64_t, uint64_t, SAME, SAME)
COMBINE(combine_half, _Float16, float, float, SAME, SAME)
COMBINE(combine_float, float, float, float, SAME, SAME)
COMBINE(combine_double, double, double, double, SAME, SAME)
COMBINE(combine_bfloat, uint16_t, float, float, widened, narrowed)

#define TYPES(X)                                                                                   \
  X(i8), X(u8), X(i32), X(u32), X(i64), X(u64), X(half), X(float), X(double), X(bfloat)

void rc_reduce(void *to, const void *a, const void *b, size_t n, ncclDataType_t type,
               ncclRedOp_t op) {
#define FUNCTION(name) combine_##name
  static void (*const function[ncclNumTypes])(void *, const void *, const void *, size_t,
                                              ncclRedOp_t) = {TYPES(FUNCTION)};
#undef FUNCTION
  function[type](to, a, b, n, op);
}

void rc_average(void *data, size_t n, ncclDataType_t type, int ranks) {
#define FUNCTION(name) combine_##name##_average
  static void (*const function[ncclNumTypes])(void *, size_t, int) = {TYPES(FUNCTION)};
#undef FUNCTION
  function[type](data, n, ranks);
}

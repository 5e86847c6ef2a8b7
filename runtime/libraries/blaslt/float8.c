// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// 8-bit floating point: the two formats of the Open Compute Project, and those with neither
// infinities nor a negative zero (FNUZ).
#include "blaslt.h"

#include <math.h>

typedef struct format {
  int mantissa, bias;
  bool fnuz;
  uint8_t most; // the largest finite number
} format;

static format format_of(gb_type t) {
  static const format all[] = {
      {3, 7, false, 0x7e}, {2, 15, false, 0x7b}, {3, 8, true, 0x7f}, {2, 16, true, 0x7f}};
  return all[t - BLASLT_E4M3];
}

gb_type blaslt_type_of(hipDataType t) {
  switch (t) {
  case HIP_R_8F_E4M3:
    return (gb_type)BLASLT_E4M3;
  case HIP_R_8F_E5M2:
    return (gb_type)BLASLT_E5M2;
  case HIP_R_8F_E4M3_FNUZ:
    return (gb_type)BLASLT_E4M3_FNUZ;
  case HIP_R_8F_E5M2_FNUZ:
    return (gb_type)BLASLT_E5M2_FNUZ;
  default:
    return gb_type_of(t);
  }
}

size_t blaslt_size(gb_type t) { return blaslt_is_float8(t) ? 1 : gb_size(t); }

float blaslt_from_float8(uint8_t bits, gb_type type) {
  format f = format_of(type);
  int exponent = (bits & 0x7f) >> f.mantissa, fraction = bits & ((1 << f.mantissa) - 1);
  bool negative = bits & 0x80;
  if (f.fnuz ? bits == 0x80 : (bits & 0x7f) > f.most) {
    bool infinite = !f.fnuz && f.mantissa == 2 && !fraction;
    return infinite ? (negative ? -INFINITY : INFINITY) : NAN;
  }
  if (exponent) fraction += 1 << f.mantissa;
  float v = ldexpf((float)fraction, (exponent ? exponent : 1) - f.bias - f.mantissa);
  return negative ? -v : v;
}

// A number that is too large becomes the largest finite one, as in AMD's conversion.
uint8_t blaslt_to_float8(float v, gb_type type) {
  format f = format_of(type);
  if (isnan(v)) return f.fnuz ? 0x80 : 0x7f;
  uint8_t sign = signbit(v) ? 0x80 : 0;
  float a = fabsf(v);
  int exponent = a > 0 && isfinite(a) ? ilogbf(a) : 1 - f.bias;
  if (exponent < 1 - f.bias) exponent = 1 - f.bias;
  uint32_t code = f.most;
  if (isfinite(a) && exponent + f.bias < 64) {
    uint32_t rounded = (uint32_t)nearbyintf(ldexpf(a, f.mantissa - exponent));
    // A sum, so that rounding up to the next exponent carries.
    code = rounded < 1u << f.mantissa
               ? rounded
               : ((uint32_t)(exponent + f.bias) << f.mantissa) + rounded - (1u << f.mantissa);
    if (code > f.most) code = f.most;
  }
  if (!code && f.fnuz) return 0;
  return sign | (uint8_t)code;
}

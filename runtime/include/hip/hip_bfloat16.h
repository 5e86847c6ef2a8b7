// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hip_bfloat16, the older of HIP's two bfloat16 types: a plain structure with the
// bits in `data`, explicit from and implicit to float.
#ifndef HIP_INCLUDE_HIP_HIP_BFLOAT16_H
#define HIP_INCLUDE_HIP_HIP_BFLOAT16_H
#define _HIP_INCLUDE_HIP_AMD_DETAIL_HIP_BFLOAT16_H_ // the guards of AMD's headers, which projects test
#define _HIP_BFLOAT16_H_

#include <hip/hip_bf16.h>
#if defined(__cplusplus) && !defined(__HIPCC_RTC__)
#include <ostream>
#endif

#if !defined(__cplusplus)
typedef struct {
  unsigned short data;
} hip_bfloat16;
#else
struct hip_bfloat16 {
  unsigned short data;
  enum truncate_t { truncate };
  hip_bfloat16() = default;
  __GOHIP_HDI explicit hip_bfloat16(float v) : data(gohip_detail::bf16_bits(v)) {}
  __GOHIP_HDI hip_bfloat16(float v, truncate_t) : data(__float2bfloat16_rz(v).__x) {}
  __GOHIP_HDI hip_bfloat16 &operator=(float v) { return *this = hip_bfloat16(v); }
  __GOHIP_HDI operator float() const { return gohip_detail::bf16_float(data); }
  static __GOHIP_HDI hip_bfloat16 round_to_bfloat16(float v) { return hip_bfloat16(v); }
  static __GOHIP_HDI hip_bfloat16 round_to_bfloat16(float v, truncate_t t) {
    return hip_bfloat16(v, t);
  }
};
__GOHIP_HDI hip_bfloat16 operator+(hip_bfloat16 a) { return a; }
__GOHIP_HDI hip_bfloat16 operator-(hip_bfloat16 a) {
  a.data ^= 0x8000;
  return a;
}
#define __GOHIP_OPERATOR(OP)                                                                       \
  __GOHIP_HDI hip_bfloat16 operator OP(hip_bfloat16 a, hip_bfloat16 b) {                           \
    return hip_bfloat16((float)a OP(float) b);                                                     \
  }                                                                                                \
  __GOHIP_HDI hip_bfloat16 &operator OP## = (hip_bfloat16 & a, hip_bfloat16 b) {                   \
    return a = a OP b;                                                                             \
  }
__GOHIP_EACH_ARITHMETIC(__GOHIP_OPERATOR)
#undef __GOHIP_OPERATOR
#define __GOHIP_COMPARE(OP)                                                                        \
  __GOHIP_HDI bool operator OP(hip_bfloat16 a, hip_bfloat16 b) { return (float)a OP(float) b; }
__GOHIP_EACH_COMPARISON(__GOHIP_COMPARE)
#undef __GOHIP_COMPARE
__GOHIP_HDI hip_bfloat16 &operator++(hip_bfloat16 &a) { return a = hip_bfloat16((float)a + 1.0f); }
__GOHIP_HDI hip_bfloat16 &operator--(hip_bfloat16 &a) { return a = hip_bfloat16((float)a - 1.0f); }
__GOHIP_POSTFIX(__GOHIP_HDI, hip_bfloat16)
// AMD's header classifies these numbers by functions in std.
namespace std {
__GOHIP_HDI bool isinf(hip_bfloat16 a) { return (a.data & 0x7fff) == 0x7f80; }
__GOHIP_HDI bool isnan(hip_bfloat16 a) { return (a.data & 0x7fff) > 0x7f80; }
__GOHIP_HDI bool iszero(hip_bfloat16 a) { return (a.data & 0x7fff) == 0; }
} // namespace std
#if !defined(__HIPCC_RTC__)
inline std::ostream &operator<<(std::ostream &out, const hip_bfloat16 &a) {
  return out << (float)a;
}
#endif
#endif

#endif

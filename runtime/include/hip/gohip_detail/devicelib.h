// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// AMD's device library by its own names (__ocml_*: mathematics, __ockl_*: the rest), which
// AMD's headers declare and programs call. Declarations only; what takes pointers into an
// address space of AMD's, images and the hostcall buffer are left out.
// clang-format off
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_DEVICELIB_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_DEVICELIB_H

#include <hip/gohip_detail/macros.h>

typedef _Float16 __2f16 __attribute__((ext_vector_type(2)));
typedef short __2i16 __attribute__((ext_vector_type(2)));

extern "C" {
#define __GOHIP_OCML(T, NAME, ...) __device__ T __ocml_##NAME(__VA_ARGS__) __attribute__((nothrow));
#define __GOHIP_OCML_REAL(NAME, ...)                                                               \
  __GOHIP_OCML(float, NAME##_f32, __GOHIP_OCML_ARGS(float, __VA_ARGS__))                           \
  __GOHIP_OCML(double, NAME##_f64, __GOHIP_OCML_ARGS(double, __VA_ARGS__))
#define __GOHIP_OCML_ARGS(T, ARGS) ARGS(T)
#define __GOHIP_A1(T) T
#define __GOHIP_A2(T) T, T
#define __GOHIP_A3(T) T, T, T
#define __GOHIP_A4(T) T, T, T, T
#define __GOHIP_AI(T) T, int

// Of one number, in float and double; those that halves and pairs of them have, too.
#define __GOHIP_O(NAME) __GOHIP_OCML_REAL(NAME, __GOHIP_A1)
#define __GOHIP_OH(NAME)                                                                           \
  __GOHIP_O(NAME)                                                                                  \
  __GOHIP_OCML(_Float16, NAME##_f16, _Float16)                                                     \
  __GOHIP_OCML(__2f16, NAME##_2f16, __2f16)
__GOHIP_O(acos) __GOHIP_O(acosh) __GOHIP_O(asin) __GOHIP_O(asinh) __GOHIP_O(atan) __GOHIP_O(atanh)
__GOHIP_O(cbrt) __GOHIP_O(cosh) __GOHIP_O(cospi) __GOHIP_O(erf) __GOHIP_O(erfc) __GOHIP_O(erfcinv)
__GOHIP_O(erfcx) __GOHIP_O(erfinv) __GOHIP_O(expm1) __GOHIP_O(i0) __GOHIP_O(i1) __GOHIP_O(j0)
__GOHIP_O(j1) __GOHIP_O(lgamma) __GOHIP_O(log1p) __GOHIP_O(logb) __GOHIP_O(ncdf) __GOHIP_O(ncdfinv)
__GOHIP_O(nearbyint) __GOHIP_O(rcbrt) __GOHIP_O(round) __GOHIP_O(sinh) __GOHIP_O(sinpi)
__GOHIP_O(tan) __GOHIP_O(tanh) __GOHIP_O(tgamma) __GOHIP_O(y0) __GOHIP_O(y1) __GOHIP_OH(ceil)
__GOHIP_OH(cos) __GOHIP_OH(exp) __GOHIP_OH(exp10) __GOHIP_OH(exp2) __GOHIP_OH(fabs)
__GOHIP_OH(floor) __GOHIP_OH(log) __GOHIP_OH(log10) __GOHIP_OH(log2) __GOHIP_OH(rint)
__GOHIP_OH(rsqrt) __GOHIP_OH(sin) __GOHIP_OH(sqrt) __GOHIP_OH(trunc)
#undef __GOHIP_OH
#undef __GOHIP_O
#define __GOHIP_O(NAME) __GOHIP_OCML(float, native_##NAME##_f32, float)
__GOHIP_O(cos) __GOHIP_O(exp) __GOHIP_O(exp10) __GOHIP_O(log) __GOHIP_O(log10) __GOHIP_O(log2)
__GOHIP_O(sin) __GOHIP_O(sqrt)
#undef __GOHIP_O

// Of more numbers, of a number and an integer.
#define __GOHIP_O(ARGS, NAME) __GOHIP_OCML_REAL(NAME, __GOHIP_##ARGS)
__GOHIP_O(A2, atan2) __GOHIP_O(A2, copysign) __GOHIP_O(A2, fdim) __GOHIP_O(A2, fmax)
__GOHIP_O(A2, fmin) __GOHIP_O(A2, fmod) __GOHIP_O(A2, hypot) __GOHIP_O(A2, nextafter)
__GOHIP_O(A2, pow) __GOHIP_O(A2, remainder) __GOHIP_O(A2, rhypot) __GOHIP_O(A2, scalb)
__GOHIP_O(A3, fma) __GOHIP_O(A3, len3) __GOHIP_O(A3, rlen3) __GOHIP_O(A4, len4) __GOHIP_O(A4, rlen4)
__GOHIP_O(AI, ldexp) __GOHIP_O(AI, pown) __GOHIP_O(AI, scalbn)
__GOHIP_OCML(_Float16, fma_f16, _Float16, _Float16, _Float16)
__GOHIP_OCML(__2f16, fma_2f16, __2f16, __2f16, __2f16)
__GOHIP_OCML(_Float16, fmax_f16, _Float16, _Float16)
__GOHIP_OCML(_Float16, fmin_f16, _Float16, _Float16) __GOHIP_OCML(_Float16, pown_f16, _Float16, int)

// What a number is.
#define __GOHIP_IS(NAME)                                                                           \
  __GOHIP_OCML(int, NAME##_f32, float)                                                             \
  __GOHIP_OCML(int, NAME##_f64, double)
__GOHIP_IS(ilogb) __GOHIP_IS(isfinite) __GOHIP_IS(isinf) __GOHIP_IS(isnan) __GOHIP_IS(signbit)
#undef __GOHIP_IS
__GOHIP_OCML(int, isinf_f16, _Float16) __GOHIP_OCML(int, isnan_f16, _Float16)
__GOHIP_OCML(__2i16, isinf_2f16, __2f16) __GOHIP_OCML(__2i16, isnan_2f16, __2f16)

// In a rounding mode: to nearest even, down, up, towards zero.
#define __GOHIP_MODE(M)                                                                            \
  __GOHIP_O(A2, add_##M)                                                                           \
  __GOHIP_O(A2, sub_##M)                                                                           \
  __GOHIP_O(A2, mul_##M)                                                                           \
  __GOHIP_O(A2, div_##M)                                                                           \
  __GOHIP_O(A1, sqrt_##M)                                                                          \
  __GOHIP_O(A3, fma_##M)
__GOHIP_MODE(rte) __GOHIP_MODE(rtn) __GOHIP_MODE(rtp) __GOHIP_MODE(rtz)
#undef __GOHIP_MODE
#undef __GOHIP_O
#define __GOHIP_CONVERT(M)                                                                         \
  __GOHIP_OCML(_Float16, cvt##M##_f16_f32, float)                                                  \
  __GOHIP_OCML(float, cvt##M##_f32_f64, double)                                                    \
  __GOHIP_OCML(float, cvt##M##_f32_s32, int)                                                       \
  __GOHIP_OCML(float, cvt##M##_f32_u32, unsigned)                                                  \
  __GOHIP_OCML(float, cvt##M##_f32_s64, long)                                                      \
  __GOHIP_OCML(float, cvt##M##_f32_u64, unsigned long)                                             \
  __GOHIP_OCML(double, cvt##M##_f64_s64, long)                                                     \
  __GOHIP_OCML(double, cvt##M##_f64_u64, unsigned long)
__GOHIP_CONVERT(rtn) __GOHIP_CONVERT(rtp) __GOHIP_CONVERT(rtz)
#undef __GOHIP_CONVERT
#undef __GOHIP_A1
#undef __GOHIP_A2
#undef __GOHIP_A3
#undef __GOHIP_A4
#undef __GOHIP_AI
#undef __GOHIP_OCML_ARGS
#undef __GOHIP_OCML_REAL
#undef __GOHIP_OCML

#define __GOHIP_OCKL(T, NAME, ...) __device__ T __ockl_##NAME(__VA_ARGS__) __attribute__((nothrow));
#define __GOHIP_MEET(T, NAME, ...)                                                                 \
  __device__ T __ockl_##NAME(__VA_ARGS__) __attribute__((nothrow, convergent));
__GOHIP_OCKL(__SIZE_TYPE__, get_global_id, unsigned)
__GOHIP_OCKL(__SIZE_TYPE__, get_local_id, unsigned)
__GOHIP_OCKL(__SIZE_TYPE__, get_group_id, unsigned)
__GOHIP_OCKL(__SIZE_TYPE__, get_local_size, unsigned)
__GOHIP_OCKL(__SIZE_TYPE__, get_num_groups, unsigned)
__GOHIP_OCKL(unsigned char, clz_u8, unsigned char)
__GOHIP_OCKL(unsigned short, clz_u16, unsigned short) __GOHIP_OCKL(unsigned, clz_u32, unsigned)
__GOHIP_OCKL(unsigned long, clz_u64, unsigned long) __GOHIP_OCKL(int, mul24_i32, int, int)
__GOHIP_OCKL(unsigned, mul24_u32, unsigned, unsigned) __GOHIP_OCKL(int, mul_hi_i32, int, int)
__GOHIP_OCKL(unsigned, mul_hi_u32, unsigned, unsigned)
__GOHIP_OCKL(unsigned, sadd_u32, unsigned, unsigned, unsigned) __GOHIP_OCKL(unsigned, lane_u32)
__GOHIP_OCKL(unsigned long long, steadyctr_u64) __GOHIP_OCKL(int, grid_is_valid)
__GOHIP_OCKL(void, atomic_add_noret_f32, float *, float)
__GOHIP_OCKL(float, fdot2, __2f16, __2f16, float, bool)
#define __GOHIP_V(T, N) T __attribute__((ext_vector_type(N)))
__GOHIP_OCKL(int, sdot2, __GOHIP_V(short, 2), __GOHIP_V(short, 2), int, bool)
__GOHIP_OCKL(int, sdot4, __GOHIP_V(char, 4), __GOHIP_V(char, 4), int, bool)
__GOHIP_OCKL(int, sdot8, int, int, int, bool)
__GOHIP_OCKL(unsigned, udot2, __GOHIP_V(unsigned short, 2), __GOHIP_V(unsigned short, 2), unsigned, bool)
__GOHIP_OCKL(unsigned, udot4, __GOHIP_V(unsigned char, 4), __GOHIP_V(unsigned char, 4), unsigned, bool)
__GOHIP_OCKL(unsigned, udot8, unsigned, unsigned, unsigned, bool)
#undef __GOHIP_V
__GOHIP_MEET(unsigned, activelane_u32) __GOHIP_MEET(bool, wfany_i32, int)
__GOHIP_MEET(bool, wfall_i32, int) __GOHIP_MEET(void, grid_sync)
__GOHIP_MEET(int, wgred_add_i32, int) __GOHIP_MEET(int, wgred_and_i32, int)
__GOHIP_MEET(int, wgred_or_i32, int)
#define __GOHIP_WAVE(T, NAME)                                                                      \
  __GOHIP_MEET(T, wfred_##NAME, T)                                                                 \
  __GOHIP_MEET(T, wfscan_##NAME, T, bool)
#define __GOHIP_REAL(T, S)                                                                         \
  __GOHIP_WAVE(T, add_##S)                                                                         \
  __GOHIP_WAVE(T, min_##S)                                                                         \
  __GOHIP_WAVE(T, max_##S)
#define __GOHIP_INTEGER_WAVE(T, S)                                                                 \
  __GOHIP_REAL(T, S)                                                                               \
  __GOHIP_WAVE(T, and_##S)                                                                         \
  __GOHIP_WAVE(T, or_##S)                                                                          \
  __GOHIP_WAVE(T, xor_##S)
__GOHIP_INTEGER_WAVE(int, i32) __GOHIP_INTEGER_WAVE(unsigned, u32)
__GOHIP_INTEGER_WAVE(long long, i64) __GOHIP_INTEGER_WAVE(unsigned long long, u64)
__GOHIP_REAL(float, f32) __GOHIP_REAL(double, f64) __GOHIP_REAL(_Float16, f16)
#undef __GOHIP_INTEGER_WAVE
#undef __GOHIP_REAL
#undef __GOHIP_WAVE
#undef __GOHIP_MEET
#undef __GOHIP_OCKL
}

#endif

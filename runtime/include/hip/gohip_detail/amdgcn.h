// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Functions of AMD's headers that CUDA has not.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_AMDGCN_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_AMDGCN_H

#include <hip/gohip_detail/amdgcn_builtins.h>

// AMD's own wrappers.
__GOHIP_DI unsigned __mbcnt_lo(unsigned mask, unsigned n) {
  return __builtin_amdgcn_mbcnt_lo(mask, n);
}
__GOHIP_DI unsigned __mbcnt_hi(unsigned mask, unsigned n) {
  return __builtin_amdgcn_mbcnt_hi(mask, n);
}
template <typename __T> __GOHIP_DI __T __hip_readfirstlane(__GOHIP_MAYBE_UNDEF __T v) {
  return __shfl(v, __builtin_ctzll(__activemask()));
}
// What AMD's device library stores through a pointer into private memory, by a pointer into any address space; and
// approximations of its that its headers leave out.
#define __GOHIP_STORED(T, S, SUFFIX)                                                               \
  template <typename __P> __GOHIP_DI T __ocml_sincos_##S(T x, __P cosine) {                        \
    T sine, other;                                                                                 \
    sincos##SUFFIX(x, &sine, &other);                                                              \
    *cosine = other;                                                                               \
    return sine;                                                                                   \
  }                                                                                                \
  template <typename __P> __GOHIP_DI T __ocml_sincospi_##S(T x, __P cosine) {                      \
    T sine, other;                                                                                 \
    sincospi##SUFFIX(x, &sine, &other);                                                            \
    *cosine = other;                                                                               \
    return sine;                                                                                   \
  }                                                                                                \
  template <typename __P> __GOHIP_DI T __ocml_modf_##S(T x, __P whole) {                           \
    T other;                                                                                       \
    const T rest = modf##SUFFIX(x, &other);                                                        \
    *whole = other;                                                                                \
    return rest;                                                                                   \
  }                                                                                                \
  template <typename __P> __GOHIP_DI T __ocml_frexp_##S(T x, __P exponent) {                       \
    int other;                                                                                     \
    const T mantissa = frexp##SUFFIX(x, &other);                                                   \
    *exponent = other;                                                                             \
    return mantissa;                                                                               \
  }                                                                                                \
  template <typename __P> __GOHIP_DI T __ocml_remquo_##S(T x, T y, __P quotient) {                 \
    int other;                                                                                     \
    const T rest = remquo##SUFFIX(x, y, &other);                                                   \
    *quotient = other;                                                                             \
    return rest;                                                                                   \
  }
__GOHIP_STORED(float, f32, f)
__GOHIP_STORED(double, f64, )
#undef __GOHIP_STORED
#if !defined(__AMDGCN__)
extern "C" {
__GOHIP_DI float __ocml_native_recip_f32(float x) { return 1.0f / x; }
__GOHIP_DI float __ocml_native_rsqrt_f32(float x) { return rsqrtf(x); }
__GOHIP_DI float __ocml_native_exp2_f32(float x) { return exp2f(x); }
}
#endif
#define __hip_adjust_mask_for_wave32(mask)                                                         \
  do {                                                                                             \
    if (warpSize == 32) (mask) &= 0xffffffffu;                                                     \
  } while (0)
__GOHIP_DI void __work_group_barrier(unsigned) { __syncthreads(); }
__GOHIP_DI void __barrier(int) { __syncthreads(); }
__GOHIP_DI void *__local_to_generic(void *p) { return p; }
__GOHIP_DI void *__hip_hc_memcpy(void *to, const void *from, __SIZE_TYPE__ n) {
  return __builtin_memcpy(to, from, n);
}
__GOHIP_DI void *__hip_hc_memset(void *to, unsigned char v, __SIZE_TYPE__ n) {
  return __builtin_memset(to, v, n);
}
#define __GOHIP_WHERE(D)                                                                           \
  __GOHIP_DI unsigned __hip_get_thread_idx_##D() { return threadIdx.D; }                           \
  __GOHIP_DI unsigned __hip_get_block_idx_##D() { return blockIdx.D; }                             \
  __GOHIP_DI unsigned __hip_get_block_dim_##D() { return blockDim.D; }                             \
  __GOHIP_DI unsigned __hip_get_grid_dim_##D() { return gridDim.D; }
__GOHIP_WHERE(x)
__GOHIP_WHERE(y)
__GOHIP_WHERE(z)
#undef __GOHIP_WHERE

// The registers of AMD's that say where a wavefront runs, their fields by AMD's names, and the number
// that s_getreg_b32 takes for a field: the bits that it has but one, its first bit, the register.
#define GETREG_IMMED(SZ, OFF, REG) (((SZ) << 11) | ((OFF) << 6) | (REG))
#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
#define HW_ID 23 // HW_ID1
#define HW_ID_WGP_ID_SIZE 4
#define HW_ID_WGP_ID_OFFSET 10
#define HW_ID_SA_ID_SIZE 1
#define HW_ID_SA_ID_OFFSET 16
#define HW_ID_SE_ID_SIZE 2
#define HW_ID_SE_ID_OFFSET 18
#else
#define HW_ID 4
#define HW_ID_CU_ID_SIZE 4
#define HW_ID_CU_ID_OFFSET 8
#define HW_ID_SE_ID_SIZE 2
#define HW_ID_SE_ID_OFFSET 13
#endif
#if defined(__gfx942__) || defined(__gfx950__)
#define XCC_ID 20
#define XCC_ID_XCC_ID_SIZE 4
#define XCC_ID_XCC_ID_OFFSET 0
#endif
#define __GOHIP_FIELD(F, REG) __builtin_amdgcn_s_getreg(GETREG_IMMED(F##_SIZE - 1, F##_OFFSET, REG))

// The multiprocessor that the block is on at the moment. OpenCL has no name for it, and
// programs use it to be apart from others or to count: there all are on the first.
#if defined(__NVPTX__)
__GOHIP_DI unsigned __smid() { return (unsigned)__nvvm_read_ptx_sreg_smid(); }
#elif defined(__AMDGCN__)
__GOHIP_DI unsigned __smid() {
#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
  // The shader engine, the array in it, the work-group processor.
  return __GOHIP_FIELD(HW_ID_SE_ID, HW_ID) << 5 | __GOHIP_FIELD(HW_ID_SA_ID, HW_ID) << 4 |
         __GOHIP_FIELD(HW_ID_WGP_ID, HW_ID);
#else
  // The shader engine and the unit in it; the die where there are several.
  unsigned die = 0;
#if defined(__gfx942__) || defined(__gfx950__)
  die = __GOHIP_FIELD(XCC_ID_XCC_ID, XCC_ID);
#endif
  return die << 6 | __GOHIP_FIELD(HW_ID_SE_ID, HW_ID) << 4 | __GOHIP_FIELD(HW_ID_CU_ID, HW_ID);
#endif
}
#else
__GOHIP_DI unsigned __smid() { return 0; }
#endif
#undef __GOHIP_FIELD

#endif

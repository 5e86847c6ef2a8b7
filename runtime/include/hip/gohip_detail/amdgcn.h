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

// The multiprocessor that the block is on at the moment. OpenCL has no name for it, and
// programs use it to be apart from others or to count: there all are on the first.
#if defined(__NVPTX__)
__GOHIP_DI unsigned __smid() { return (unsigned)__nvvm_read_ptx_sreg_smid(); }
#elif defined(__AMDGCN__)
namespace gohip_detail {
// A field of a hardware register: of so many bits, from a bit on (s_getreg_b32).
constexpr int field(int id, int at, int bits) { return (bits - 1) << 11 | at << 6 | id; }
} // namespace gohip_detail
__GOHIP_DI unsigned __smid() {
#if defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
  // HW_ID1: the shader engine, the array in it, the work-group processor.
  return __builtin_amdgcn_s_getreg(gohip_detail::field(23, 18, 2)) << 5 |
         __builtin_amdgcn_s_getreg(gohip_detail::field(23, 16, 1)) << 4 |
         __builtin_amdgcn_s_getreg(gohip_detail::field(23, 10, 4));
#else
  // HW_ID: the shader engine and the unit in it; XCC_ID where there are several dies.
  unsigned die = 0;
#if defined(__gfx942__) || defined(__gfx950__)
  die = __builtin_amdgcn_s_getreg(gohip_detail::field(20, 0, 4));
#endif
  return die << 6 | __builtin_amdgcn_s_getreg(gohip_detail::field(4, 13, 2)) << 4 |
         __builtin_amdgcn_s_getreg(gohip_detail::field(4, 8, 4));
#endif
}
#else
__GOHIP_DI unsigned __smid() { return 0; }
#endif

#endif

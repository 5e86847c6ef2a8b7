// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Builtins of clang's AMD target that programs call by name although they mean
// something on every device, and functions of AMD's headers that CUDA has not. Macros: a host compile may or may not know the builtin,
// depending on its first device target, and never runs it.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_AMDGCN_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_AMDGCN_H

#if !defined(__AMDGCN__)
// A hint to the scheduler, from a wavefront that polls: no device here needs it.
#define __builtin_amdgcn_s_sleep(n) ((void)(n))
// How many of the lanes in a mask come before the calling one, added to a number: of the
// lower 32 lanes, which is all that a warp has here, and of the upper.
#define __builtin_amdgcn_mbcnt_lo(mask, n) (__mbcnt((unsigned)(mask)) + (unsigned)(n))
#define __builtin_amdgcn_mbcnt_hi(mask, n) ((void)(mask), (unsigned)(n))
// Where a work-item is, barriers and fences.
#define __builtin_amdgcn_workitem_id_x() threadIdx.x
#define __builtin_amdgcn_workitem_id_y() threadIdx.y
#define __builtin_amdgcn_workitem_id_z() threadIdx.z
#define __builtin_amdgcn_workgroup_id_x() blockIdx.x
#define __builtin_amdgcn_workgroup_id_y() blockIdx.y
#define __builtin_amdgcn_workgroup_id_z() blockIdx.z
#define __builtin_amdgcn_wavefrontsize() ((unsigned)warpSize)
#define __builtin_amdgcn_s_barrier() __syncthreads()
#define __builtin_amdgcn_wave_barrier() __syncwarp()
#define __builtin_amdgcn_sched_barrier(mask) ((void)(mask))
#define __builtin_amdgcn_fence(...) __threadfence_system()
#define __builtin_amdgcn_s_memtime() ((unsigned long)clock64())
#define __builtin_amdgcn_s_memrealtime() ((unsigned long)wall_clock64())
// Between lanes.
#define __builtin_amdgcn_ds_permute(at, v) ((int)__hip_ds_permute((at), (unsigned)(v)))
#define __builtin_amdgcn_ds_bpermute(at, v) ((int)__hip_ds_bpermute((at), (unsigned)(v)))
#define __builtin_amdgcn_ds_swizzle(v, pattern) __gohip_swizzle((v), (pattern))
#define __builtin_amdgcn_mov_dpp(v, ctrl, rows, banks, bound)                                      \
  __gohip_dpp((v), (v), (ctrl), (rows), (banks), (bound))
#define __builtin_amdgcn_update_dpp(old, v, ctrl, rows, banks, bound)                              \
  __gohip_dpp((old), (v), (ctrl), (rows), (banks), (bound))
#define __builtin_amdgcn_readfirstlane(v) __gohip_first_lane((v))
#define __builtin_amdgcn_readlane(v, lane) __shfl((int)(v), (lane))
#define __builtin_amdgcn_ballot_w32(c) ((unsigned)__ballot((c)))
#define __builtin_amdgcn_ballot_w64(c) __ballot((c))
// Arithmetic: the hardware's approximations are the exact functions here.
#define __builtin_amdgcn_rcpf(x) (1.0f / (x))
#define __builtin_amdgcn_sqrtf(x) sqrtf((x))
#define __builtin_amdgcn_rcph(x) ((_Float16)1 / (x))
#define __builtin_amdgcn_sqrth(x) ((_Float16)sqrtf((float)(x)))
#define __builtin_amdgcn_rsqf(x) rsqrtf((x))
#define __builtin_amdgcn_exp2f(x) exp2f((x))
#define __builtin_amdgcn_logf(x) log2f((x))
#define __builtin_amdgcn_sinf(x) sinpif(2 * (x))
#define __builtin_amdgcn_cosf(x) cospif(2 * (x))
#define __builtin_amdgcn_fractf(x) ((x) - floorf((x)))
#define __builtin_amdgcn_fmed3f(x, y, z) fmaxf(fminf((x), (y)), fminf(fmaxf((x), (y)), (z)))
#define __builtin_amdgcn_ubfe(v, at, n) __bitextract_u32((v), (at), (n))
#define __builtin_amdgcn_sbfe(v, at, n) ((int)((v) << (32 - (at) - (n))) >> (32 - (n)))
#define __builtin_amdgcn_alignbit(high, low, n) __funnelshift_r((low), (high), (n))
#define __builtin_amdgcn_alignbyte(high, low, n) __funnelshift_r((low), (high), 8 * ((n) & 3))
#endif

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

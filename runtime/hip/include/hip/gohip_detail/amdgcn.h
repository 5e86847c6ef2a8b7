// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Builtins of clang's AMD target that programs call by name although they mean
// something on every device. Macros: a host compile may or may not know the builtin,
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

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// The HIP headers' device functions on NVPTX: work-item coordinates, barriers, fences, warps,
// clocks, bits, the heap, and program termination. Nearly all of them are PTX instructions.
#include "nvptx.h"

// ---- coordinates ----

#define COORDINATE(name, sreg)                                                                     \
  INLINE u64 __ockl_get_##name(u32 d) {                                                            \
    return d == 0   ? (u32)__nvvm_read_ptx_sreg_##sreg##_x()                                       \
           : d == 1 ? (u32)__nvvm_read_ptx_sreg_##sreg##_y()                                       \
                    : (u32)__nvvm_read_ptx_sreg_##sreg##_z();                                      \
  }
COORDINATE(local_id, tid)
COORDINATE(group_id, ctaid)
COORDINATE(local_size, ntid)
COORDINATE(num_groups, nctaid)
INLINE u64 __ockl_get_global_id(u32 d) {
  return __ockl_get_group_id(d) * __ockl_get_local_size(d) + __ockl_get_local_id(d);
}
INLINE u64 __ockl_get_global_size(u32 d) {
  return __ockl_get_num_groups(d) * __ockl_get_local_size(d);
}

// ---- barriers and fences ----

CONVERGENT void __gohip_barrier(void) { __syncthreads(); }
CONVERGENT int __gohip_barrier_count(int p) { return __nvvm_bar0_popc(p); }
CONVERGENT int __gohip_barrier_and(int p) { return __nvvm_bar0_and(p); }
CONVERGENT int __gohip_barrier_or(int p) { return __nvvm_bar0_or(p); }
INLINE void __gohip_fence_block(void) { __nvvm_membar_cta(); }
INLINE void __gohip_fence_device(void) { __nvvm_membar_gl(); }
INLINE void __gohip_fence_system(void) { __nvvm_membar_sys(); }

// Every block of a cooperative launch increments the counter; the first block adds the rest of half
// the range, so the top bit flips when the last block has arrived.
static u32 arrivals;
CONVERGENT void __gohip_grid_sync(void) {
  __syncthreads();
  if ((__ockl_get_local_id(0) | __ockl_get_local_id(1) | __ockl_get_local_id(2)) == 0) {
    u32 blocks =
        (u32)(__ockl_get_num_groups(0) * __ockl_get_num_groups(1) * __ockl_get_num_groups(2));
    u64 self = __ockl_get_group_id(0) | __ockl_get_group_id(1) | __ockl_get_group_id(2);
    __nvvm_membar_gl();
    u32 old = (u32)__nvvm_atom_add_gen_i((int *)&arrivals,
                                         (int)(self == 0 ? 0x80000000u - (blocks - 1) : 1u));
    while (!((old ^ *(volatile u32 *)&arrivals) & 0x80000000u)) {
    }
    __nvvm_membar_gl();
  }
  __syncthreads();
}
INLINE int __gohip_grid_valid(void) { return 1; }
INLINE void __gohip_multi_grid(void) {} // for the pass multi-grid

// ---- warps ----

// Functions without a mask apply to the active lanes, as on AMD hardware.
INLINE u32 __gohip_lane(void) { return (u32)__nvvm_read_ptx_sreg_laneid(); }
CONVERGENT u64 __gohip_activemask(void) { return (u32)__nvvm_activemask(); }
CONVERGENT u64 __gohip_ballot(int p) {
  return (u32)__nvvm_vote_ballot_sync(__nvvm_activemask(), p != 0);
}
CONVERGENT u32 __gohip_shfl_u32(u32 v, u32 from) {
  return (u32)__nvvm_shfl_sync_idx_i32(__nvvm_activemask(), (int)v, (int)from, 31);
}
CONVERGENT u64 __gohip_shfl_u64(u64 v, u32 from) {
  u32 lo = __gohip_shfl_u32((u32)v, from), hi = __gohip_shfl_u32((u32)(v >> 32), from);
  return (u64)hi << 32 | lo;
}
CONVERGENT void __gohip_warp_barrier(void) { __nvvm_bar_warp_sync(__nvvm_activemask()); }

// ---- clocks ----

INLINE long long __gohip_clock(void) {
  long long t;
  __asm__ volatile("mov.u64 %0, %%clock64;" : "=l"(t)::"memory");
  return t;
}
// Nanoseconds, so hipDeviceAttributeWallClockRate is 1,000,000 kHz.
INLINE long long __gohip_wall_clock(void) {
  long long t;
  __asm__ volatile("mov.u64 %0, %%globaltimer;" : "=l"(t)::"memory");
  return t;
}
INLINE void __gohip_sleep(u32 ns) { __nvvm_nanosleep(ns); }

// ---- bits ----

INLINE u32 __gohip_clz_u32(u32 x) { return x ? (u32)__builtin_clz(x) : 32; }
INLINE u64 __gohip_clz_u64(u64 x) { return x ? (u64)__builtin_clzll(x) : 64; }
INLINE u32 __gohip_brev_u32(u32 x) { return __builtin_bitreverse32(x); }
INLINE u64 __gohip_brev_u64(u64 x) { return __builtin_bitreverse64(x); }
INLINE long long __gohip_mul_hi_i64(long long x, long long y) {
  return (long long)(((__int128)x * y) >> 64);
}
INLINE u64 __gohip_mul_hi_u64(u64 x, u64 y) { return (u64)(((unsigned __int128)x * y) >> 64); }
// The position of the offset-th set bit from base, upward for a positive offset and downward for a
// negative one; -1 if there are fewer. With offset 0, whether the bit at base is set.
extern int __gohip_fns(u64 mask, u32 base, int offset) {
  if (offset == 0) return base < 64 && (mask >> base & 1) ? (int)base : -1;
  int step = offset > 0 ? 1 : -1, left = offset > 0 ? offset : -offset;
  for (long long i = base; i >= 0 && i < 64; i += step)
    if ((mask >> i & 1) && --left == 0) return (int)i;
  return -1;
}

// ---- memory ----

void *malloc(__SIZE_TYPE__);
void free(void *);
INLINE void *__gohip_malloc(u64 n) { return malloc(n); }
INLINE void __gohip_free(void *p) { free(p); }
#define FUNCTION extern
#include "../common/cstring.h"
#undef FUNCTION
INLINE _Bool __gohip_is_shared(const void *p) { return __nvvm_isspacep_shared(p); }
INLINE _Bool __gohip_is_private(const void *p) { return __nvvm_isspacep_local(p); }

// operator new and delete, by their mangled names.
INLINE void *_Znwm(u64 n) { return malloc(n ? n : 1); }
INLINE void *_Znam(u64 n) { return malloc(n ? n : 1); }
INLINE void *_ZnwmRKSt9nothrow_t(u64 n, const void *t) {
  (void)t;
  return malloc(n ? n : 1);
}
INLINE void *_ZnamRKSt9nothrow_t(u64 n, const void *t) {
  (void)t;
  return malloc(n ? n : 1);
}
INLINE void _ZdlPv(void *p) { free(p); }
INLINE void _ZdaPv(void *p) { free(p); }
INLINE void _ZdlPvm(void *p, u64 n) {
  (void)n;
  free(p);
}
INLINE void _ZdaPvm(void *p, u64 n) {
  (void)n;
  free(p);
}
INLINE void _ZdlPvRKSt9nothrow_t(void *p, const void *t) {
  (void)t;
  free(p);
}
INLINE void _ZdaPvRKSt9nothrow_t(void *p, const void *t) {
  (void)t;
  free(p);
}
#define FUNCTION INLINE
#include "../common/alignednew.h"

// ---- program termination ----

// A trap ends the launch; the driver reports it (hipErrorLaunchFailure). A failed
// assertion is printed by the driver (hipErrorAssert).
__attribute__((noreturn)) void __assertfail(const char *, const char *, u32, const char *, u64);
__attribute__((noreturn)) INLINE void __gohip_trap(void) {
  __asm__ volatile("trap;" ::: "memory");
  __builtin_unreachable();
}
__attribute__((noreturn)) INLINE void __gohip_stop(u32 why) {
  (void)why;
  __gohip_trap();
}
__attribute__((noreturn)) INLINE void abort(void) { __gohip_trap(); }
__attribute__((noreturn, noinline)) extern void
__assert_fail(const char *expression, const char *file, u32 line, const char *function) {
  __assertfail(expression, file, line, function, 1);
}
// Called in place of a pure virtual function.
__attribute__((noreturn)) INLINE void __cxa_pure_virtual(void) { __gohip_trap(); }
__attribute__((noreturn)) INLINE void __cxa_deleted_virtual(void) { __gohip_trap(); }

// ---- conversions with a rounding mode ----

#define CONVERT(to, from, T, F, nv)                                                                \
  INLINE T __ocml_cvtrtn_##to##_##from(F x) { return __nvvm_##nv##_rm(x); }                        \
  INLINE T __ocml_cvtrtp_##to##_##from(F x) { return __nvvm_##nv##_rp(x); }                        \
  INLINE T __ocml_cvtrtz_##to##_##from(F x) { return __nvvm_##nv##_rz(x); }
CONVERT(f32, s32, float, int, i2f)
CONVERT(f32, u32, float, u32, ui2f)
CONVERT(f32, s64, float, long long, ll2f)
CONVERT(f32, u64, float, u64, ull2f)
CONVERT(f64, s64, double, long long, ll2d)
CONVERT(f64, u64, double, u64, ull2d)
CONVERT(f32, f64, float, double, d2f)

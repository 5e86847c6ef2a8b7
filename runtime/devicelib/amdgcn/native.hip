// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Functions of gohipcc's headers for AMD GPUs that AMD's own library lacks: barriers, fences,
// lanes, clocks, memory, program termination. It is linked before __ocml_* and __ockl_*, ROCm's or
// gohipcc's.
#include "../common/device.h"

extern "C" {
// By LLVM name: the builtin requires a wavefront size, which is unknown here.
__attribute__((device, convergent, const)) u64 amd_ballot(bool) __asm__("llvm.amdgcn.ballot.i64");
__attribute__((device)) u64 __ockl_dm_alloc(u64);
__attribute__((device)) void __ockl_dm_dealloc(u64);
__attribute__((device)) u64 __ockl_fprintf_stderr_begin();
__attribute__((device)) u64 __ockl_fprintf_append_args(u64, u32, u64, u64, u64, u64, u64, u64, u64,
                                                       u32);
__attribute__((device)) u64 __ockl_fprintf_append_string_n(u64, const char *, u64, u32);
#define M1(NAME)                                                                                   \
  PURE float __ocml_##NAME##_f32(float);                                                           \
  PURE double __ocml_##NAME##_f64(double);
#define M2(NAME)                                                                                   \
  PURE float __ocml_##NAME##_f32(float, float);                                                    \
  PURE double __ocml_##NAME##_f64(double, double);
#define C1(NAME)                                                                                   \
  M1(NAME)                                                                                         \
  PURE float NAME##f(float x) { return __ocml_##NAME##_f32(x); }                                   \
  PURE double NAME(double x) { return __ocml_##NAME##_f64(x); }
#define C2(NAME)                                                                                   \
  M2(NAME)                                                                                         \
  PURE float NAME##f(float x, float y) { return __ocml_##NAME##_f32(x, y); }                       \
  PURE double NAME(double x, double y) { return __ocml_##NAME##_f64(x, y); }
}

// All stores of the block, to LDS and global memory, are visible after it.
API CONVERGENT void __gohip_barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

SHARED u32 votes;
INSIDE CONVERGENT u32 count(int p) {
  votes = 0; // by all, because the first work-item may have exited
  __gohip_barrier();
  if (p) __hip_atomic_fetch_add(&votes, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  __gohip_barrier();
  u32 n = votes;
  // The next call must not reset the count before all work-items have read it.
  __gohip_barrier();
  return n;
}
API CONVERGENT int __gohip_barrier_count(int p) { return (int)count(p); }
API CONVERGENT int __gohip_barrier_and(int p) { return count(!p) == 0; }
API CONVERGENT int __gohip_barrier_or(int p) { return count(p) != 0; }

API void __gohip_fence_block() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"); }
API void __gohip_fence_device() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "agent"); }
API void __gohip_fence_system() { __builtin_amdgcn_fence(__ATOMIC_SEQ_CST, ""); }

API u32 __gohip_lane() {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}
API CONVERGENT void __gohip_warp_barrier() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "wavefront");
  __builtin_amdgcn_wave_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "wavefront");
}
API CONVERGENT u32 __gohip_shfl_u32(u32 v, u32 from) {
  return (u32)__builtin_amdgcn_ds_bpermute((int)(from << 2), (int)v);
}
API CONVERGENT u64 __gohip_shfl_u64(u64 v, u32 from) {
  return (u64)__gohip_shfl_u32((u32)(v >> 32), from) << 32 | __gohip_shfl_u32((u32)v, from);
}
API CONVERGENT u64 __gohip_ballot(int p) { return amd_ballot(p != 0); }
API CONVERGENT u64 __gohip_activemask() { return amd_ballot(true); }

// The grid barrier, as for other targets (common/system.hip): all blocks of a cooperative launch
// are resident. Fences make the writes of other blocks visible.
extern "C" {
__attribute__((device)) u32 __gohip_grid_arrivals;
PURE size_t __ockl_get_num_groups(u32);
}
API CONVERGENT void __gohip_grid_sync() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
  __gohip_barrier();
  if ((__builtin_amdgcn_workitem_id_x() | __builtin_amdgcn_workitem_id_y() |
       __builtin_amdgcn_workitem_id_z()) == 0) {
    u32 blocks =
        (u32)(__ockl_get_num_groups(0) * __ockl_get_num_groups(1) * __ockl_get_num_groups(2));
    bool first = (__builtin_amdgcn_workgroup_id_x() | __builtin_amdgcn_workgroup_id_y() |
                  __builtin_amdgcn_workgroup_id_z()) == 0;
    u32 old =
        __hip_atomic_fetch_add(&__gohip_grid_arrivals, first ? 0x80000000u - (blocks - 1) : 1u,
                               __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_AGENT);
    while (!((old ^ __hip_atomic_load(&__gohip_grid_arrivals, __ATOMIC_ACQUIRE,
                                      __HIP_MEMORY_SCOPE_AGENT)) &
             0x80000000u))
      __builtin_amdgcn_s_sleep(1);
  }
  __gohip_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
}
API bool __gohip_grid_valid() { return true; }
API void __gohip_multi_grid() {}

API i64 __gohip_clock() { return (i64)__builtin_readcyclecounter(); }
API i64 __gohip_wall_clock() { return (i64)__builtin_readsteadycounter(); }
// s_sleep 1 waits for about 64 cycles: some 40 ns.
API void __gohip_sleep(u32 ns) {
  for (u32 t = 0; t < ns; t += 40) __builtin_amdgcn_s_sleep(1);
}

PURE bool __gohip_is_shared(const void *p) {
  return __builtin_amdgcn_is_shared((const __attribute__((address_space(0))) void *)p);
}
PURE bool __gohip_is_private(const void *p) {
  return __builtin_amdgcn_is_private((const __attribute__((address_space(0))) void *)p);
}

API void *__gohip_malloc(size_t n) { return (void *)__ockl_dm_alloc(n); }
API void __gohip_free(void *p) { __ockl_dm_dealloc((u64)p); }
API void *malloc(size_t n) { return __gohip_malloc(n); }
API void free(void *p) { __gohip_free(p); }
// operator new, new[], with nothrow_t; delete likewise, sized too.
API void *_Znwm(size_t n) { return __gohip_malloc(n); }
API void *_Znam(size_t n) { return __gohip_malloc(n); }
API void *_ZnwmRKSt9nothrow_t(size_t n, const void *) { return __gohip_malloc(n); }
API void *_ZnamRKSt9nothrow_t(size_t n, const void *) { return __gohip_malloc(n); }
API void _ZdlPv(void *p) { __gohip_free(p); }
API void _ZdaPv(void *p) { __gohip_free(p); }
API void _ZdlPvm(void *p, size_t) { __gohip_free(p); }
API void _ZdaPvm(void *p, size_t) { __gohip_free(p); }
API void _ZdlPvRKSt9nothrow_t(void *p, const void *) { __gohip_free(p); }
API void _ZdaPvRKSt9nothrow_t(void *p, const void *) { __gohip_free(p); }
#define FUNCTION API
#include "../common/alignednew.h"

// A trap stops the queue; AMD's runtime reports the failed launch. The function is not inlined,
// because LLVM 22 fails on the second trap of a function for gfx11.
API __attribute__((noreturn, noinline)) void __gohip_stop(u32) { __builtin_trap(); }
API __attribute__((noreturn)) void abort() { __gohip_stop(1); }
API __attribute__((noreturn)) void __gohip_trap() { __gohip_stop(3); }
// The length of a string, including its final zero.
INSIDE u64 length(const char *s) {
  u64 n = 0;
  if (s)
    while (s[n++]) {
    }
  return n;
}
API __attribute__((noreturn)) void __assert_fail(const char *text, const char *file, u32 line,
                                                 const char *function) {
  // Without printf, because the library must not depend on one of its two implementations.
  static constexpr char format[] = "%s:%u: %s: Device-side assertion `%s' failed.\n";
  u64 m = __ockl_fprintf_stderr_begin();
  m = __ockl_fprintf_append_string_n(m, format, sizeof format, 0);
  m = __ockl_fprintf_append_string_n(m, file, length(file), 0);
  m = __ockl_fprintf_append_args(m, 1, line, 0, 0, 0, 0, 0, 0, 0);
  m = __ockl_fprintf_append_string_n(m, function, length(function), 0);
  __ockl_fprintf_append_string_n(m, text, length(text), 1);
  __gohip_stop(2);
}
API __attribute__((noreturn)) void __assertfail(const char *text, const char *file, u32 line,
                                                const char *function, size_t) {
  __assert_fail(text, file, line, function);
}
API __attribute__((noreturn)) void __cxa_pure_virtual() { __gohip_stop(3); }
API __attribute__((noreturn)) void __cxa_deleted_virtual() { __gohip_stop(3); }

PURE float __gohip_fast_pow_f32(float x, float y) {
  return __builtin_amdgcn_exp2f(y * __builtin_amdgcn_logf(x));
}

// C's own names: the standard library's constexpr functions are also device functions, and call
// them through compiler builtins.
C1(acos)
C1(acosh)
C1(asin)
C1(asinh)
C1(atan)
C1(atanh)
C1(cbrt)
C1(cos)
C1(cosh)
C1(erf)
C1(erfc)
C1(exp)
C1(exp2)
C1(exp10)
C1(expm1)
C1(lgamma)
C1(log)
C1(log10)
C1(log1p)
C1(log2)
C1(logb)
C1(sin)
C1(sinh)
C1(tan)
C1(tanh) C1(tgamma) C2(atan2) C2(fdim) C2(fmod) C2(hypot) C2(nextafter) C2(pow) C2(remainder)

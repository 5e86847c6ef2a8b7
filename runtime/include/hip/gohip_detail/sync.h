// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Barriers, fences, clocks, device memory, printf, assert and abort.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_SYNC_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_SYNC_H

#include <hip/gohip_detail/macros.h>

extern "C" {
// The flags say which memory the barrier orders: 1 shared, 2 global.
__device__ void __gohip_barrier() __attribute__((convergent, nothrow));
__device__ int __gohip_barrier_count(int) __attribute__((convergent, nothrow));
__device__ int __gohip_barrier_and(int) __attribute__((convergent, nothrow));
__device__ int __gohip_barrier_or(int) __attribute__((convergent, nothrow));
__device__ void __gohip_fence_block() __attribute__((nothrow));
__device__ void __gohip_fence_device() __attribute__((nothrow));
__device__ void __gohip_fence_system() __attribute__((nothrow));
__device__ long long __gohip_clock() __attribute__((nothrow));
__device__ long long __gohip_wall_clock() __attribute__((nothrow));
__device__ void __gohip_sleep(unsigned) __attribute__((nothrow));
__device__ void __gohip_trap() __attribute__((nothrow, noreturn));
__device__ void __gohip_stop(unsigned) __attribute__((nothrow, noreturn));
__device__ void *__gohip_malloc(__SIZE_TYPE__) __attribute__((nothrow));
__device__ void __gohip_free(void *) __attribute__((nothrow));

int printf(const char *, ...);
#if defined(__GOHIP_PRINTF_BUFFERED__) && defined(__SPIRV__)
// Its value is no number of characters (-mprintf-kind=buffered).
__device__ int printf(const char *, ...) __asm__("__gohip_printf_buffered")
    __attribute__((format(printf, 1, 2), nothrow));
#else
__device__ int printf(const char *, ...) __attribute__((format(printf, 1, 2), nothrow));
#endif
__device__ void abort() __attribute__((nothrow, noreturn));
// Here and not in the library, where a compiler pass would not see its printf.
__device__ __attribute__((noreturn)) inline void
__assert_fail(const char *text, const char *file, unsigned line, const char *function) noexcept {
  printf("%s:%u: %s: Device-side assertion `%s' failed.\n", file, line, function, text);
  __gohip_stop(2);
}
__device__ __attribute__((noreturn)) inline void __assertfail(const char *text, const char *file,
                                                              unsigned line, const char *function,
                                                              __SIZE_TYPE__) {
  __assert_fail(text, file, line, function);
}
}

#if defined(__GFX11__)
// LLVM 22 stops with "Unsupported instruction" on two traps in one function for gfx11:
// each is a call there.
__host__ __device__ __attribute__((noinline, noreturn)) inline void __gohip_trap_apart() {
  __builtin_trap();
}
#define __builtin_trap() __gohip_trap_apart()
#endif

#if !defined(__NVPTX__) // a builtin of clang there
__GOHIP_DI void __syncthreads() { __gohip_barrier(); }
#endif
__GOHIP_DI void __named_sync() { __syncthreads(); }
// Where the block's dynamic shared memory begins.
__GOHIP_DI void *__get_dynamicgroupbaseptr() {
  extern __shared__ __attribute__((aligned(16))) char __gohip_dynamic_shared[];
  return __gohip_dynamic_shared;
}
__GOHIP_DI int __syncthreads_count(int p) { return __gohip_barrier_count(p); }
__GOHIP_DI int __syncthreads_and(int p) { return __gohip_barrier_and(p); }
__GOHIP_DI int __syncthreads_or(int p) { return __gohip_barrier_or(p); }
__GOHIP_DI void __threadfence_block() { __gohip_fence_block(); }
__GOHIP_DI void __threadfence() { __gohip_fence_device(); }
__GOHIP_DI void __threadfence_system() { __gohip_fence_system(); }
__GOHIP_DI long long clock64() { return __gohip_clock(); }
__GOHIP_DI long long clock() { return __gohip_clock(); }
__GOHIP_DI long long __clock64() { return __gohip_clock(); }
__GOHIP_DI long long __clock() { return __gohip_clock(); }
__GOHIP_DI long long wall_clock64() { return __gohip_wall_clock(); }
template <typename... __Less> __GOHIP_DI void __nanosleep(unsigned ns, __Less...) {
  __gohip_sleep(ns);
}
template <typename... __Less> __GOHIP_DI void __trap() { __gohip_trap(); }
template <typename... __Less> __GOHIP_DI void __brkpt() { __gohip_trap(); }

// Memory.
__device__ int __gohip_memcmp(const void *, const void *, __SIZE_TYPE__)
    __GOHIP_LIB(__gohip_memcmp);
__GOHIP_DI void *malloc(__SIZE_TYPE__ n) { return __gohip_malloc(n); }
__GOHIP_DI void free(void *p) { __gohip_free(p); }
__GOHIP_DI void *memcpy(void *d, const void *s, __SIZE_TYPE__ n) {
  return __builtin_memcpy(d, s, n);
}
__GOHIP_DI void *memmove(void *d, const void *s, __SIZE_TYPE__ n) {
  return __builtin_memmove(d, s, n);
}
__GOHIP_DI void *memset(void *d, int c, __SIZE_TYPE__ n) { return __builtin_memset(d, c, n); }
__GOHIP_DI int memcmp(const void *a, const void *b, __SIZE_TYPE__ n) {
  return __gohip_memcmp(a, b, n);
}

namespace std {
struct nothrow_t;
// <cstdlib> may have been included before these, and then std has the host's functions only.
using ::abort;
using ::free;
using ::malloc;
} // namespace std
__device__ void *operator new(__SIZE_TYPE__);
__device__ void *operator new[](__SIZE_TYPE__);
__device__ void *operator new(__SIZE_TYPE__, const std::nothrow_t &) noexcept;
__device__ void *operator new[](__SIZE_TYPE__, const std::nothrow_t &) noexcept;
__device__ void operator delete(void *) noexcept;
__device__ void operator delete[](void *) noexcept;
__device__ void operator delete(void *, const std::nothrow_t &) noexcept;
__device__ void operator delete[](void *, const std::nothrow_t &) noexcept;
__device__ void operator delete(void *, __SIZE_TYPE__) noexcept;
__device__ void operator delete[](void *, __SIZE_TYPE__) noexcept;
#if defined(__HIPCC_RTC__)
// AMD's hiprtc has none of these, so programs may define them, and functions are preferred to templates.
template <typename __T> __device__ inline void *operator new(__SIZE_TYPE__, __T *p) noexcept {
  return p;
}
template <typename __T> __device__ inline void *operator new[](__SIZE_TYPE__, __T *p) noexcept {
  return p;
}
#else
__device__ inline void *operator new(__SIZE_TYPE__, void *p) noexcept { return p; }
__device__ inline void *operator new[](__SIZE_TYPE__, void *p) noexcept { return p; }
#endif
__device__ inline void operator delete(void *, void *) noexcept {}
__device__ inline void operator delete[](void *, void *) noexcept {}

// Loads and stores with a cache hint, which devices here take as ordinary ones.
#if !defined(__NVPTX__)
template <typename __T> __GOHIP_DI __T __ldg(const __T *p) { return *p; }
#endif
template <typename __T> __GOHIP_DI __T __ldca(const __T *p) { return *p; }
template <typename __T> __GOHIP_DI __T __ldcg(const __T *p) { return *p; }
template <typename __T> __GOHIP_DI __T __ldcs(const __T *p) { return *p; }
template <typename __T> __GOHIP_DI __T __ldlu(const __T *p) { return *p; }
template <typename __T> __GOHIP_DI __T __ldcv(const __T *p) { return *(const volatile __T *)p; }
template <typename __T> __GOHIP_DI void __stwb(__T *p, __T v) { *p = v; }
template <typename __T> __GOHIP_DI void __stcg(__T *p, __T v) { *p = v; }
template <typename __T> __GOHIP_DI void __stcs(__T *p, __T v) { *p = v; }
template <typename __T> __GOHIP_DI void __stwt(__T *p, __T v) { *p = v; }

// Address spaces of generic pointers.
__device__ bool __gohip_is_shared(const void *) __GOHIP_PURE(__gohip_is_shared);
__device__ bool __gohip_is_private(const void *) __GOHIP_PURE(__gohip_is_private);
template <typename... __Less> __GOHIP_DI unsigned __isShared(const void *p, __Less...) {
  return __gohip_is_shared(p);
}
template <typename... __Less> __GOHIP_DI unsigned __isLocal(const void *p, __Less...) {
  return __gohip_is_private(p);
}
template <typename... __Less> __GOHIP_DI unsigned __isGlobal(const void *p, __Less...) {
  return !__gohip_is_shared(p) && !__gohip_is_private(p);
}
template <typename... __Less>
__GOHIP_DI __SIZE_TYPE__ __cvta_generic_to_shared(const void *p, __Less...) {
  return (__SIZE_TYPE__)p;
}
template <typename... __Less>
__GOHIP_DI __SIZE_TYPE__ __cvta_generic_to_global(const void *p, __Less...) {
  return (__SIZE_TYPE__)p;
}
template <typename... __Less>
__GOHIP_DI void *__cvta_shared_to_generic(__SIZE_TYPE__ p, __Less...) {
  return (void *)p;
}
template <typename... __Less>
__GOHIP_DI void *__cvta_global_to_generic(__SIZE_TYPE__ p, __Less...) {
  return (void *)p;
}

#endif

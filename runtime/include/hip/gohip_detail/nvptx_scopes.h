// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// clang drops the scope of __hip_atomic_* for NVPTX, and LLVM takes what has none for the
// system's: fences of the system cost more than the device's. The address therefore goes
// through a function, from whose call the pass nvptx-atomics takes the scope.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_NVPTX_SCOPES_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_NVPTX_SCOPES_H

extern "C" __attribute__((device, host, const, nothrow)) void *
__gohip_in_scope(const volatile void *, int);

// An argument with a comma outside parentheses, as in f<a, b>(p), looks like two to the
// preprocessor: a call with more arguments than the builtin has is left as it is.
#define __GOHIP_SCOPED_ADDRESS(P, S) ((decltype((P) + 0))__gohip_in_scope(P, S))
#define __GOHIP_UNSCOPED(NAME, ...) NAME(__VA_ARGS__)
#define __GOHIP_SCOPED_LOAD(NAME, P, O, S) NAME(__GOHIP_SCOPED_ADDRESS(P, S), O, S)
#define __GOHIP_SCOPED_UPDATE(NAME, P, V, O, S) NAME(__GOHIP_SCOPED_ADDRESS(P, S), V, O, S)
#define __GOHIP_SCOPED_COMPARE(NAME, P, E, V, O, F, S)                                             \
  NAME(__GOHIP_SCOPED_ADDRESS(P, S), E, V, O, F, S)
#define __GOHIP_17TH(A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P, R, ...) R
#define __GOHIP_6_UNSCOPED                                                                         \
  __GOHIP_UNSCOPED, __GOHIP_UNSCOPED, __GOHIP_UNSCOPED, __GOHIP_UNSCOPED, __GOHIP_UNSCOPED,        \
      __GOHIP_UNSCOPED
#define __GOHIP_PICK(...) __GOHIP_17TH(__VA_ARGS__)
#define __GOHIP_PICK_LOAD(...)                                                                     \
  __GOHIP_PICK(__VA_ARGS__, __GOHIP_6_UNSCOPED, __GOHIP_6_UNSCOPED, __GOHIP_UNSCOPED,              \
               __GOHIP_SCOPED_LOAD, __GOHIP_UNSCOPED, __GOHIP_UNSCOPED, 0)
#define __GOHIP_PICK_UPDATE(...)                                                                   \
  __GOHIP_PICK(__VA_ARGS__, __GOHIP_6_UNSCOPED, __GOHIP_6_UNSCOPED, __GOHIP_SCOPED_UPDATE,         \
               __GOHIP_UNSCOPED, __GOHIP_UNSCOPED, __GOHIP_UNSCOPED, 0)
#define __GOHIP_PICK_COMPARE(...)                                                                  \
  __GOHIP_PICK(__VA_ARGS__, __GOHIP_6_UNSCOPED, __GOHIP_UNSCOPED, __GOHIP_UNSCOPED,                \
               __GOHIP_UNSCOPED, __GOHIP_UNSCOPED, __GOHIP_SCOPED_COMPARE, __GOHIP_UNSCOPED,       \
               __GOHIP_UNSCOPED, __GOHIP_UNSCOPED, __GOHIP_UNSCOPED, __GOHIP_UNSCOPED, 0)

#define __hip_atomic_load(...) __GOHIP_PICK_LOAD(__VA_ARGS__)(__hip_atomic_load, __VA_ARGS__)
#define __hip_atomic_store(...) __GOHIP_PICK_UPDATE(__VA_ARGS__)(__hip_atomic_store, __VA_ARGS__)
#define __hip_atomic_exchange(...)                                                                 \
  __GOHIP_PICK_UPDATE(__VA_ARGS__)(__hip_atomic_exchange, __VA_ARGS__)
#define __hip_atomic_fetch_add(...)                                                                \
  __GOHIP_PICK_UPDATE(__VA_ARGS__)(__hip_atomic_fetch_add, __VA_ARGS__)
#define __hip_atomic_fetch_sub(...)                                                                \
  __GOHIP_PICK_UPDATE(__VA_ARGS__)(__hip_atomic_fetch_sub, __VA_ARGS__)
#define __hip_atomic_fetch_and(...)                                                                \
  __GOHIP_PICK_UPDATE(__VA_ARGS__)(__hip_atomic_fetch_and, __VA_ARGS__)
#define __hip_atomic_fetch_or(...)                                                                 \
  __GOHIP_PICK_UPDATE(__VA_ARGS__)(__hip_atomic_fetch_or, __VA_ARGS__)
#define __hip_atomic_fetch_xor(...)                                                                \
  __GOHIP_PICK_UPDATE(__VA_ARGS__)(__hip_atomic_fetch_xor, __VA_ARGS__)
#define __hip_atomic_fetch_min(...)                                                                \
  __GOHIP_PICK_UPDATE(__VA_ARGS__)(__hip_atomic_fetch_min, __VA_ARGS__)
#define __hip_atomic_fetch_max(...)                                                                \
  __GOHIP_PICK_UPDATE(__VA_ARGS__)(__hip_atomic_fetch_max, __VA_ARGS__)
#define __hip_atomic_compare_exchange_strong(...)                                                  \
  __GOHIP_PICK_COMPARE(__VA_ARGS__)(__hip_atomic_compare_exchange_strong, __VA_ARGS__)
#define __hip_atomic_compare_exchange_weak(...)                                                    \
  __GOHIP_PICK_COMPARE(__VA_ARGS__)(__hip_atomic_compare_exchange_weak, __VA_ARGS__)

#endif

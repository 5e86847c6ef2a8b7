// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Notes why a work-item ends. The host finds the word behind __gohip_abort.
#include "device.h"

extern "C" {
__attribute__((device)) u64 __gohip_abort;
}

// The first reason stands. In SPIR-V the function returns, and a compiler pass ends
// the work-item behind each call of it; a function that never returned would lose
// its store to the optimiser. It stays a call until then.
API __attribute__((noinline)) void __gohip_stop(u32 why) {
  u32 *word = (u32 *)__gohip_abort, none = 0;
  if (word)
    __hip_atomic_compare_exchange_strong(word, &none, why, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                         __HIP_MEMORY_SCOPE_SYSTEM);
#if !defined(__SPIRV__)
  __builtin_trap();
#endif
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Records why a work-item stops. The host reads the word at the address in __gohip_abort.
#include "device.h"

extern "C" {
__attribute__((device)) u64 __gohip_abort;
}

// The first reason is kept. In SPIR-V the function returns, and a compiler pass ends the work-item
// after each call of it; if the function never returned, the optimiser would remove its store. It
// must not be inlined before that pass.
API __attribute__((noinline)) void __gohip_stop(u32 why) {
  u32 *word = (u32 *)__gohip_abort, none = 0;
  if (word)
    __hip_atomic_compare_exchange_strong(word, &none, why, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                         __HIP_MEMORY_SCOPE_SYSTEM);
#if !defined(__SPIRV__)
  __builtin_trap();
#endif
}

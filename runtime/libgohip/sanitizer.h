// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The interfaces of AddressSanitizer and ThreadSanitizer (sanitizer/asan_interface.h,
// tsan_interface.h), which exist in programs compiled with them.
#ifndef GOHIP_SANITIZER_H
#define GOHIP_SANITIZER_H

#include <stdbool.h>
#include <stddef.h>

void __asan_poison_memory_region(const volatile void *, size_t) __attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *, size_t) __attribute__((weak));
void __asan_set_error_report_callback(void (*)(const char *)) __attribute__((weak));
void *__asan_get_report_address(void) __attribute__((weak));

void __tsan_acquire(void *) __attribute__((weak));
void __tsan_release(void *) __attribute__((weak));

// What precedes a release at an address happens before what follows an acquire there.
static inline void gh_tsan_acquire(void *p) {
  if (__tsan_acquire) __tsan_acquire(p);
}
static inline void gh_tsan_release(void *p) {
  if (__tsan_release) __tsan_release(p);
}

static inline bool gh_asan(void) { return __asan_poison_memory_region != NULL; }
static inline void gh_poison(const void *p, size_t size) {
  if (gh_asan()) __asan_poison_memory_region(p, size);
}
static inline void gh_unpoison(const void *p, size_t size) {
  if (gh_asan()) __asan_unpoison_memory_region(p, size);
}

#endif

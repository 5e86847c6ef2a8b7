// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The address sanitizer's interface (sanitizer/asan_interface.h), which is there in a program that is
// compiled with it.
#ifndef GOHIP_SANITIZER_H
#define GOHIP_SANITIZER_H

#include <stdbool.h>
#include <stddef.h>

void __asan_poison_memory_region(const volatile void *, size_t) __attribute__((weak));
void __asan_unpoison_memory_region(const volatile void *, size_t) __attribute__((weak));
void __asan_set_error_report_callback(void (*)(const char *)) __attribute__((weak));
void *__asan_get_report_address(void) __attribute__((weak));

static inline bool gh_asan(void) { return __asan_poison_memory_region != NULL; }
static inline void gh_poison(const void *p, size_t size) {
  if (gh_asan()) __asan_poison_memory_region(p, size);
}
static inline void gh_unpoison(const void *p, size_t size) {
  if (gh_asan()) __asan_unpoison_memory_region(p, size);
}

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef GOHIP_GENERAL_PROTECTION_H
#define GOHIP_GENERAL_PROTECTION_H

#include <stdbool.h>
#include <ucontext.h>

#define GH_GENERAL_PROTECTION                                                                      \
  "a general protection fault (a vector whose address is not aligned for it, or an address that "  \
  "is not canonical)"

// Whether a SIGSEGV is a general protection fault, which has no address: the kernel gives 0 (Intel SDM,
// volume 3, "Interrupt 13").
static inline bool gh_general_protection(void *context) {
#if defined(__x86_64__)
  return ((ucontext_t *)context)->uc_mcontext.gregs[REG_TRAPNO] == 13;
#else
  (void)context;
  return false;
#endif
}

#endif

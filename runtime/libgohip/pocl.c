// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Code that exists for PoCL alone; the ledger is runtime/backend/opencl/pocl.go.

#define _GNU_SOURCE
#include "opencl.h"

#include <stdlib.h>
#include <string.h>

// pocl-work-group-alloca: PoCL keeps the values that lanes of a warp exchange in storage that its
// compiler allocates, but for a block of one work-item PoCL 6 leaves the allocation call in the
// kernel's code, where it is an undefined symbol: the kernel cannot be loaded and the process ends.
// This is that symbol. The one work-item has read what it stored before it allocates again, so a
// few places per thread suffice; none is for more than a vector of 16 doubles.
__attribute__((visibility("default"))) void *__pocl_work_group_alloca(size_t size, size_t align,
                                                                      size_t extra);
void *__pocl_work_group_alloca(size_t size, size_t align, size_t extra) {
  (void)size, (void)align, (void)extra;
  static int off = -1; // switched off it is not there, which ends the process
  if (off < 0) {
    const char *list = secure_getenv("GOHIP_DISABLE_WORKAROUNDS");
    off = list && strstr(list, "pocl-work-group-alloca");
  }
  if (off) abort();
  static __thread char place[16][512] __attribute__((aligned(512)));
  static __thread unsigned next;
  return place[next++ % 16];
}

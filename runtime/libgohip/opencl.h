// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by opencl.c, opencl_launch.c, opencl_host.c and pocl.c.
#ifndef GOHIP_OPENCL_H
#define GOHIP_OPENCL_H

#include "shim.h"

#pragma GCC visibility push(hidden)

// Counts an operation that was just enqueued, and returns its number.
static inline unsigned long gh_mark(gh_stream *s) {
  unsigned long seq = atomic_fetch_add_explicit(&s->seq, 1, memory_order_release) + 1;
  if (!s->dev->eager) s->dev->cl.flush(s->queue);
  return seq;
}

hipError_t gh_cl_error(int32_t e);
hipError_t gh_opencl_launch(gh_func *f, gh_stream *s, const uint32_t grid[3],
                            const uint32_t block[3], size_t shared, void **args);
void gh_opencl_function_free(gh_func *f);
hipError_t gh_opencl_host(gh_stream *s, void (*fn)(void *), void *data);
hipError_t gh_opencl_gl_register(gh_device *d, unsigned buffer, unsigned flags, void **shared);
hipError_t gh_opencl_gl_unregister(gh_device *d, void *shared);
hipError_t gh_opencl_gl_map(gh_stream *s, void *shared, void **p, size_t *size);
hipError_t gh_opencl_gl_unmap(gh_stream *s, void *shared);

#pragma GCC visibility pop

#endif

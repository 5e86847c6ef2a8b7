// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// OpenGL buffers on OpenCL devices that share them (cl_khr_gl_sharing). OpenCL's object of such a
// buffer has no address, which HIP's kernels need: a kernel copies it to device memory at the map
// and back at the unmap, so that no data passes through the host.

#define _GNU_SOURCE
#include "opencl.h"

#include <stdlib.h>
#include <string.h>

enum { CL_MEM_READ_WRITE = 1, CL_MEM_SIZE = 0x1102 };

typedef struct shared_buffer {
  unsigned name, flags;
  void *mem;    // OpenCL's object, while it is mapped
  void *memory; // what kernels see, kept from map to map
  size_t size, room;
} shared_buffer;

// The lock of resources is held (core/graphics.go), since there is only one kernel object.
static hipError_t move(gh_stream *s, const shared_buffer *b, bool in) {
  const struct gh_cl *cl = &s->dev->cl;
  void *kernel = s->dev->gl_mover;
  uint64_t n = b->size;
  size_t items = (b->size + 15) / 16;
  int32_t e = cl->set_arg(kernel, in ? 0 : 1, sizeof b->mem, &b->mem);
  if (e == 0) e = cl->set_arg_pointer(kernel, in ? 1 : 0, b->memory);
  if (e == 0) e = cl->set_arg(kernel, 2, sizeof n, &n);
  if (e == 0) e = cl->enqueue_kernel(s->queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL);
  return gh_cl_error(e);
}

// Creates OpenCL's object of the buffer's current storage: if OpenGL has allocated new storage, the
// older object is invalid.
static hipError_t take(gh_device *d, shared_buffer *b) {
  int32_t e = 0;
  b->mem = d->cl.from_gl_buffer(d->context, CL_MEM_READ_WRITE, b->name, &e);
  if (b->mem && (e = d->cl.mem_info(b->mem, CL_MEM_SIZE, sizeof b->size, &b->size, NULL)) != 0) {
    d->cl.release_mem(b->mem);
    b->mem = NULL;
  }
  return b->mem ? hipSuccess : e ? gh_cl_error(e) : hipErrorUnknown;
}

static void leave(gh_device *d, shared_buffer *b) {
  if (b->mem) d->cl.release_mem(b->mem);
  b->mem = NULL;
}

static void drop_memory(gh_device *d, shared_buffer *b) {
  gh_alloc a = {.start = (uintptr_t)b->memory, .size = b->room, .kind = GH_DEVICE};
  if (b->memory) d->drv->free(d, &a);
  b->memory = NULL;
}

static hipError_t keep_room(gh_device *d, shared_buffer *b) {
  if (b->memory && b->room >= b->size) return hipSuccess;
  drop_memory(d, b);
  b->room = b->size;
  return d->drv->alloc(d, GH_DEVICE, 0, b->size, &b->memory);
}

hipError_t gh_opencl_gl_register(gh_device *d, unsigned buffer, unsigned flags, void **shared) {
  if (!d->gl_mover || d->model == GH_MEM_SYSTEM) return hipErrorNotSupported;
  shared_buffer *b = calloc(1, sizeof *b);
  if (!b) return hipErrorOutOfMemory;
  b->name = buffer;
  b->flags = flags;
  hipError_t e = take(d, b); // fails for an object of another context than OpenCL's
  leave(d, b);
  if (e != hipSuccess) {
    free(b);
    return e;
  }
  *shared = b;
  return hipSuccess;
}

hipError_t gh_opencl_gl_unregister(gh_device *d, void *shared) {
  drop_memory(d, shared);
  free(shared);
  return hipSuccess;
}

// OpenGL's work on the buffer has ended (gl_waits).
hipError_t gh_opencl_gl_map(gh_stream *s, void *shared, void **p, size_t *size) {
  gh_device *d = s->dev;
  shared_buffer *b = shared;
  hipError_t e = take(d, b);
  if (e == hipSuccess) e = keep_room(d, b);
  if (e == hipSuccess) e = gh_order(s);
  if (e == hipSuccess) e = gh_cl_error(d->cl.acquire_gl(s->queue, 1, &b->mem, 0, NULL, NULL));
  if (e == hipSuccess && !(b->flags & hipGraphicsRegisterFlagsWriteDiscard)) e = move(s, b, true);
  gh_mark(s);
  if (e != hipSuccess) {
    gh_finish(s);
    leave(d, b);
    return e;
  }
  *p = b->memory;
  *size = b->size;
  return hipSuccess;
}

// Waits for the copy: OpenGL must not access the buffer before.
hipError_t gh_opencl_gl_unmap(gh_stream *s, void *shared) {
  gh_device *d = s->dev;
  shared_buffer *b = shared;
  hipError_t e = gh_order(s);
  if (e == hipSuccess && !(b->flags & hipGraphicsRegisterFlagsReadOnly)) e = move(s, b, false);
  hipError_t back = gh_cl_error(d->cl.release_gl(s->queue, 1, &b->mem, 0, NULL, NULL));
  gh_mark(s);
  hipError_t end = gh_finish(s);
  leave(d, b);
  return e != hipSuccess ? e : back != hipSuccess ? back : end;
}

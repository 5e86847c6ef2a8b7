// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Host operations in stream order on semaphores that are file descriptors.
#ifndef GOHIP_EXTERNAL_H
#define GOHIP_EXTERNAL_H

#include "core.h"

// Functions for GH_OP_HOST; data is a descriptor from ex_hold, which they close.
void *ex_hold(int fd);
void ex_let_go(void *data);
void ex_wait(void *data);
void ex_signal(void *data);
hipHostFn_t ex_operation(bool signal);

// The offset of the first byte of memory exported by Mesa's software rasteriser, whose opaque
// descriptors begin with a header.
size_t ex_memory_start(int fd);

// The driver's own support for memory and semaphores of other APIs, if it has any.
static inline bool ex_driver_has(gh_device *d) { return d->drv->memory_import != NULL; }
static inline hipError_t ex_memory_import(gh_device *d, const hipExternalMemoryHandleDesc *desc,
                                          void **memory) {
  return d->drv->memory_import(d, desc, memory);
}
static inline hipError_t ex_memory_map(gh_device *d, void *memory, size_t size, void **p) {
  return d->drv->memory_map(d, memory, size, p);
}
static inline hipError_t ex_memory_unmap(gh_device *d, const gh_alloc *a) {
  return d->drv->free(d, a);
}
static inline hipError_t ex_memory_destroy(gh_device *d, void *memory) {
  return d->drv->memory_destroy(d, memory);
}
static inline hipError_t ex_image_map(gh_device *d, void *memory, size_t offset, unsigned levels,
                                      const HIP_ARRAY3D_DESCRIPTOR *desc, void **image) {
  return d->drv->image_map(d, memory, offset, levels, desc, image);
}
static inline hipError_t ex_image_level(gh_device *d, void *image, unsigned level,
                                        gh_surface *out) {
  return d->drv->image_level(d, image, level, out);
}
static inline void ex_image_level_drop(gh_device *d, const gh_surface *s) {
  d->drv->image_level_drop(d, s);
}
static inline void ex_image_unmap(gh_device *d, void *image) { d->drv->image_unmap(d, image); }
static inline hipError_t
ex_semaphore_import(gh_device *d, const hipExternalSemaphoreHandleDesc *desc, void **semaphore) {
  return d->drv->semaphore_import(d, desc, semaphore);
}
static inline hipError_t ex_semaphore_destroy(gh_device *d, void *semaphore) {
  return d->drv->semaphore_destroy(d, semaphore);
}
static inline hipError_t ex_signal_all(gh_stream *s, void *const *list,
                                       const hipExternalSemaphoreSignalParams *params, unsigned n) {
  return s->dev->drv->semaphores_signal(s, list, params, n);
}
static inline hipError_t ex_wait_all(gh_stream *s, void *const *list,
                                     const hipExternalSemaphoreWaitParams *params, unsigned n) {
  return s->dev->drv->semaphores_wait(s, list, params, n);
}

#endif

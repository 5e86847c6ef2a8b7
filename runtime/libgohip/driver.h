// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What libgohip.so drives devices with: a table of functions for every backend.
#ifndef GOHIP_DRIVER_H
#define GOHIP_DRIVER_H

#include "gohip.h"

// What a copy is between.
typedef struct gh_copy_ends {
  bool src_pageable, dst_pageable;
  bool on_device; // both ends are device memory, and the program has not asked for copies of
                  // both to be synchronous (HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS)
} gh_copy_ends;

// gh_device.drv. Functions that may be NULL say so; the caller then does what is written there.
struct gh_driver {
  // Hot: gh_func.launch is a copy of it.
  hipError_t (*launch)(gh_func *f, gh_stream *s, const uint32_t grid[3], const uint32_t block[3],
                       size_t shared, void **args);
  hipError_t (*launch_cooperative)(gh_stream *s, const gh_op *op);
  void (*function_free)(gh_func *);      // NULL: a function holds nothing of the driver's
  hipError_t (*stream_new)(gh_stream *); // sets queue from flags and priority
  void (*stream_destroy)(gh_stream *);
  hipError_t (*finish)(gh_stream *);
  hipError_t (*finish_device)(gh_device *);
  hipError_t (*finish_null)(gh_device *); // NULL: finish of the null stream is all
  hipError_t (*query)(gh_stream *);       // hipErrorNotReady while work is left
  bool (*idle)(gh_stream *);              // NULL: what query says
  // Of a driver without orders_streams: whether work is left in the stream itself, and having
  // a stream wait for what another was given.
  bool (*busy)(gh_stream *);
  hipError_t (*follow_stream)(gh_stream *waiter, gh_stream *first);
  // Waits for the streams that are marked as printing. NULL: its kernels print by themselves.
  void (*finish_printing)(gh_device *);
  // The buffer of a module's printf, of devices whose memory the host does not reach: a copy of a part
  // of it, and its reset, with the used bytes cleared and a new head.
  bool (*printf_read)(gh_device *, void *to, const void *from, size_t size);
  void (*printf_reset)(gh_device *, uint32_t *buffer, uint32_t used, const uint32_t head[4]);
  void (*reset)(gh_device *); // NULL: hipDeviceReset has nothing more to do
  // Copies, fills, waits for values and writes of them.
  hipError_t (*submit)(gh_stream *, const gh_op *);
  hipError_t (*host)(gh_stream *, void (*fn)(void *), void *data);
  hipError_t (*event_record)(gh_event *, gh_stream *);
  hipError_t (*event_wait)(gh_stream *, gh_event *);
  hipError_t (*event_query)(gh_event *);
  hipError_t (*event_sync)(gh_event *);
  hipError_t (*event_elapsed)(float *ms, gh_event *start, gh_event *stop);
  void (*event_destroy)(gh_event *);
  // kind is an enum gh_alloc_kind, flags are those of the HIP function.
  hipError_t (*alloc)(gh_device *, uint32_t kind, uint32_t flags, size_t size, void **out);
  // Memory of alloc_async that has no pool is in use by no stream, and nothing has to wait.
  hipError_t (*free)(gh_device *, const gh_alloc *);
  // In stream order, from a pool of the driver's or, when that is NULL, its default one. NULL: the core's pools do it.
  hipError_t (*alloc_async)(gh_stream *, void *pool, size_t size, void **out);
  hipError_t (*free_async)(gh_stream *, void *p);
  // Sets a mark at the end of what the stream has; whether the stream has come to it; gives it up. NULL: functions of
  // the host tell when memory is free.
  hipError_t (*mark)(gh_stream *, gh_pool_mark *);
  bool (*passed)(gh_device *, const gh_pool_mark *);
  void (*unmark)(gh_device *, gh_pool_mark *);
  // Has the driver give back to the system what pools gave back to it. NULL: it has already.
  void (*return_memory)(gh_device *);
  hipError_t (*host_register)(gh_device *, void *p, size_t size, uint32_t flags);
  hipError_t (*host_unregister)(gh_device *, void *p);
  // A copy that is not within the device and over at the return. NULL: submit, then finish.
  hipError_t (*copy_sync)(gh_device *, void *dst, const void *src, size_t size,
                          const gh_copy_ends *);
  // Memory of other processes. A handle is that of an allocation's start. NULL: the core has its own.
  hipError_t (*ipc_get)(gh_device *, void *start, hipIpcMemHandle_t *);
  hipError_t (*ipc_open)(gh_device *, const hipIpcMemHandle_t *, void **start, size_t *size);
  hipError_t (*ipc_close)(gh_device *, void *start);
  // Buffers of OpenGL that the driver itself shares: NULL, or not of this context when it fails,
  // and then they are copied (core/graphics.go). flags are HIP's.
  hipError_t (*gl_register)(gh_device *, unsigned buffer, unsigned flags, void **shared);
  hipError_t (*gl_unregister)(gh_device *, void *shared);
  hipError_t (*gl_map)(gh_stream *, void *shared, void **p, size_t *size);
  hipError_t (*gl_unmap)(gh_stream *, void *shared);
  // Memory and semaphores of other APIs, by descriptors that the driver owns once it has taken
  // them. NULL: the core maps such memory and has the host wait (core/external_memory.go).
  hipError_t (*memory_import)(gh_device *, const hipExternalMemoryHandleDesc *, void **memory);
  hipError_t (*memory_map)(gh_device *, void *memory, size_t size, void **p); // free gives it back
  hipError_t (*memory_destroy)(gh_device *, void *memory);
  // An image in such memory, whose layout only the driver knows, and a level of it.
  hipError_t (*image_map)(gh_device *, void *memory, size_t offset, unsigned levels,
                          const HIP_ARRAY3D_DESCRIPTOR *, void **image);
  hipError_t (*image_level)(gh_device *, void *image, unsigned level, gh_surface *out);
  void (*image_level_drop)(gh_device *, const gh_surface *);
  void (*image_unmap)(gh_device *, void *image);
  hipError_t (*semaphore_import)(gh_device *, const hipExternalSemaphoreHandleDesc *,
                                 void **semaphore);
  hipError_t (*semaphore_destroy)(gh_device *, void *semaphore);
  hipError_t (*semaphores_signal)(gh_stream *, void *const *list,
                                  const hipExternalSemaphoreSignalParams *, unsigned n);
  hipError_t (*semaphores_wait)(gh_stream *, void *const *list,
                                const hipExternalSemaphoreWaitParams *, unsigned n);
  bool gl_waits;         // gl_map comes after OpenGL's work, for which the caller waits
  bool orders_streams;   // blocking streams and the null stream, as HIP wants it
  bool free_waits;       // free waits for the device's work
  bool stages_copies;    // reads pageable memory of asynchronous copies when it may
  bool foreign_memory;   // other code of the process may have allocated of it
  bool compiles_modules; // as a whole, when they are first used
  bool faults_last;      // no reset brings a device back whose kernel failed, only another process
  bool unlimited;        // alloc knows no limit: gh_device.total_memory is kept by the caller
};

extern const struct gh_driver gh_opencl_driver, gh_cuda_driver, gh_emulator_driver, gh_cpu_driver;

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The function table of a backend, through which libgohip.so drives devices.
#ifndef GOHIP_DRIVER_H
#define GOHIP_DRIVER_H

#include "gohip.h"

struct gohip_texture;

// The ends of a copy.
typedef struct gh_copy_ends {
  bool src_pageable, dst_pageable;
  bool on_device; // both ends are device memory, and the program has not requested that copies of
                  // both are synchronous (HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS)
} gh_copy_ends;

// gh_device.drv. For functions that may be NULL, the comment describes what the caller does
// instead.
struct gh_driver {
  // Hot: gh_func.launch is a copy of it.
  hipError_t (*launch)(gh_func *f, gh_stream *s, const uint32_t grid[3], const uint32_t block[3],
                       size_t shared, void **args);
  hipError_t (*launch_cooperative)(gh_stream *s, const gh_op *op);
  hipError_t (*launch_clusters)(gh_stream *s, const gh_op *op); // NULL: the devices have none
  void (*function_free)(gh_func *);      // NULL: a function holds no driver resources
  hipError_t (*stream_new)(gh_stream *); // sets queue from flags and priority
  void (*stream_destroy)(gh_stream *);
  // Keeps the kernels of a stream to a number of compute units. NULL: not possible.
  void (*limit_stream)(gh_stream *, unsigned units);
  hipError_t (*finish)(gh_stream *);
  hipError_t (*finish_device)(gh_device *);
  hipError_t (*finish_null)(gh_device *); // NULL: finishing the null stream is sufficient
  hipError_t (*query)(gh_stream *);       // hipErrorNotReady while work is left
  bool (*idle)(gh_stream *);              // NULL: use query
  // For a driver without orders_streams: whether the stream itself has unfinished work, and making
  // a stream wait for work submitted to another.
  bool (*busy)(gh_stream *);
  hipError_t (*follow_stream)(gh_stream *waiter, gh_stream *first);
  // Waits for the streams marked as printing. NULL: the driver prints the output of kernels.
  void (*finish_printing)(gh_device *);
  // A module's printf buffer on devices whose memory the host cannot access: copying a part of it,
  // and resetting it, with the used bytes cleared and a new header.
  bool (*printf_read)(gh_device *, void *to, const void *from, size_t size);
  void (*printf_reset)(gh_device *, uint32_t *buffer, uint32_t used, const uint32_t head[4]);
  void (*reset)(gh_device *); // NULL: hipDeviceReset needs no further action
  // Copies, fills, waits for values and writes of values.
  hipError_t (*submit)(gh_stream *, const gh_op *);
  hipError_t (*host)(gh_stream *, void (*fn)(void *), void *data);
  hipError_t (*event_record)(gh_event *, gh_stream *);
  hipError_t (*event_wait)(gh_stream *, gh_event *);
  hipError_t (*event_query)(gh_event *);
  hipError_t (*event_sync)(gh_event *);
  hipError_t (*event_elapsed)(float *ms, gh_event *start, gh_event *stop);
  void (*event_destroy)(gh_event *);
  // kind is an enum gh_alloc_kind; flags are those of the HIP function.
  hipError_t (*alloc)(gh_device *, uint32_t kind, uint32_t flags, size_t size, void **out);
  // No stream uses memory of alloc_async outside a pool, so freeing it need not wait.
  hipError_t (*free)(gh_device *, const gh_alloc *);
  // In stream order, from a pool of the driver or, if pool is NULL, its default pool. NULL: the
  // core's pools are used.
  hipError_t (*alloc_async)(gh_stream *, void *pool, size_t size, void **out);
  hipError_t (*free_async)(gh_stream *, void *p);
  // Sets a mark after the work submitted to the stream; checks whether the stream has reached it;
  // releases it. NULL: host functions report when memory is free.
  hipError_t (*mark)(gh_stream *, gh_pool_mark *);
  bool (*passed)(gh_device *, const gh_pool_mark *);
  void (*unmark)(gh_device *, gh_pool_mark *);
  // Makes the driver return memory released by pools to the system. NULL: it already has.
  void (*return_memory)(gh_device *);
  hipError_t (*host_register)(gh_device *, void *p, size_t size, uint32_t flags);
  hipError_t (*host_unregister)(gh_device *, void *p);
  // A synchronous copy that is not within the device. NULL: submit, then finish.
  hipError_t (*copy_sync)(gh_device *, void *dst, const void *src, size_t size,
                          const gh_copy_ends *);
  // Memory of other processes. A handle refers to the start of an allocation. NULL: the core's
  // implementation is used.
  hipError_t (*ipc_get)(gh_device *, void *start, hipIpcMemHandle_t *);
  hipError_t (*ipc_open)(gh_device *, const hipIpcMemHandle_t *, void **start, size_t *size);
  hipError_t (*ipc_close)(gh_device *, void *start);
  // Sharing of OpenGL buffers by the driver. If NULL, or if it fails for this context, buffers are
  // copied (core/graphics.go). flags are HIP's.
  hipError_t (*gl_register)(gh_device *, unsigned buffer, unsigned flags, void **shared);
  hipError_t (*gl_unregister)(gh_device *, void *shared);
  hipError_t (*gl_map)(gh_stream *, void *shared, void **p, size_t *size);
  hipError_t (*gl_unmap)(gh_stream *, void *shared);
  // The device's own object for the only level of a texture, which has rows and no slices; 0 if it
  // has none for such a texture. NULL: the device library samples all textures.
  uint64_t (*texture_create)(gh_device *, const struct gohip_texture *);
  void (*texture_destroy)(gh_device *, uint64_t object);
  // Memory and semaphores of other APIs, by descriptors that the driver owns after a successful
  // import. NULL: the core maps such memory, and the host waits (core/external_memory.go).
  hipError_t (*memory_import)(gh_device *, const hipExternalMemoryHandleDesc *, void **memory);
  hipError_t (*memory_map)(gh_device *, void *memory, size_t size, void **p); // released by free
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
  bool gl_waits;         // gl_map runs after OpenGL's work, which the caller waits for
  bool orders_streams;   // orders blocking streams and the null stream as HIP requires
  bool free_waits;       // free waits for the device's work
  bool stages_copies;    // reads pageable memory of asynchronous copies at the right time
  bool foreign_memory;   // other code of the process may have allocated device memory
  bool compiles_modules; // as a whole, at the first use
  bool faults_last;      // after a kernel's failure only a new process can use the device
  bool unlimited;        // alloc has no limit: the caller checks gh_device.total_memory
};

extern const struct gh_driver gh_opencl_driver, gh_cuda_driver, gh_emulator_driver, gh_cpu_driver;

#endif

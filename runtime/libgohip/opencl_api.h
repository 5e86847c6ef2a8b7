// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// OpenCL's entry points.
#ifndef GOHIP_OPENCL_API_H
#define GOHIP_OPENCL_API_H

#include <stddef.h>
#include <stdint.h>

// The OpenCL entry points of one device's platform (OpenCL 3.0 API and
// cl_intel_unified_shared_memory, revision 1.0.0). Handles are opaque here.
struct gh_cl {
  void *(*create_queue)(void *ctx, void *dev, const uint64_t *props, int32_t *err);
  int32_t (*release_queue)(void *queue);
  int32_t (*finish)(void *queue);
  int32_t (*flush)(void *queue);
  int32_t (*set_arg)(void *kernel, uint32_t i, size_t size, const void *value);
  int32_t (*set_arg_pointer)(void *kernel, uint32_t i, const void *pointer);
  int32_t (*set_exec_info)(void *kernel, uint32_t name, size_t size, const void *value);
  void *(*clone_kernel)(void *kernel, int32_t *err);
  int32_t (*release_kernel)(void *kernel);
  int32_t (*enqueue_kernel)(void *queue, void *kernel, uint32_t dims, const size_t *offset,
                            const size_t *global, const size_t *local, uint32_t nwait,
                            void *const *wait, void **event);
  int32_t (*enqueue_marker)(void *queue, uint32_t nwait, void *const *wait, void **event);
  int32_t (*enqueue_barrier)(void *queue, uint32_t nwait, void *const *wait, void **event);
  // For devices that are host_timed.
  int32_t (*enqueue_native)(void *queue, void (*fn)(void *), void *args, size_t size, uint32_t nmem,
                            void *const *mem, const void **at, uint32_t nwait, void *const *wait,
                            void **event);
  int32_t (*enqueue_copy)(void *queue, uint32_t blocking, void *dst, const void *src, size_t size,
                          uint32_t nwait, void *const *wait, void **event);
  int32_t (*enqueue_fill)(void *queue, void *dst, const void *pattern, size_t pattern_size,
                          size_t size, uint32_t nwait, void *const *wait, void **event);
  int32_t (*wait_events)(uint32_t n, void *const *events);
  int32_t (*event_info)(void *event, uint32_t name, size_t size, void *value, size_t *got);
  int32_t (*event_profile)(void *event, uint32_t name, size_t size, void *value, size_t *got);
  int32_t (*release_event)(void *event);
  int32_t (*event_callback)(void *event, int32_t type, void (*fn)(void *, int32_t, void *),
                            void *data);
  void *(*create_user_event)(void *ctx, int32_t *err);
  int32_t (*set_user_event)(void *event, int32_t status);
  // Unified shared memory; the svm_ functions are used without it.
  void *(*host_alloc)(void *ctx, const uint64_t *props, size_t size, uint32_t align, int32_t *err);
  void *(*device_alloc)(void *ctx, void *dev, const uint64_t *props, size_t size, uint32_t align,
                        int32_t *err);
  void *(*shared_alloc)(void *ctx, void *dev, const uint64_t *props, size_t size, uint32_t align,
                        int32_t *err);
  // Does not wait: a stream that frees memory in stream order would wait for itself.
  int32_t (*usm_free)(void *ctx, void *ptr);
  void *(*svm_alloc)(void *ctx, uint64_t flags, size_t size, uint32_t align);
  void (*svm_free)(void *ctx, void *ptr);
  // For a context that shares objects with OpenGL; NULL in others.
  void *(*from_gl_buffer)(void *ctx, uint64_t flags, unsigned buffer, int32_t *err);
  int32_t (*acquire_gl)(void *queue, uint32_t n, void *const *mem, uint32_t nwait,
                        void *const *wait, void **event);
  int32_t (*release_gl)(void *queue, uint32_t n, void *const *mem, uint32_t nwait,
                        void *const *wait, void **event);
  int32_t (*mem_info)(void *mem, uint32_t name, size_t size, void *value, size_t *got);
  int32_t (*release_mem)(void *mem);
};

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// NVIDIA devices through the CUDA driver API. Streams, events, copies and launches call
// libcuda.so.1 directly, which is opened at run time; the build needs nothing of CUDA. Types and
// values: CUDA Driver API reference, version 12.
#ifndef GOHIP_CUDA_H
#define GOHIP_CUDA_H

#include "driver.h"

typedef int cu_result;       // CUresult
typedef uint64_t cu_pointer; // CUdeviceptr
typedef int cu_device;       // CUdevice

// CUDA_MEMCPY3D_v2.
typedef struct cu_memcpy3d {
  size_t src_x, src_y, src_z, src_lod;
  unsigned src_type;
  const void *src_host;
  cu_pointer src_device;
  void *src_array, *reserved0;
  size_t src_pitch, src_height;
  size_t dst_x, dst_y, dst_z, dst_lod;
  unsigned dst_type;
  void *dst_host;
  cu_pointer dst_device;
  void *dst_array, *reserved1;
  size_t dst_pitch, dst_height;
  size_t width, height, depth;
} cu_memcpy3d;

// CUDA_EXTERNAL_MEMORY_MIPMAPPED_ARRAY_DESC; CUDA_ARRAY3D_DESCRIPTOR is HIP's.
typedef struct cu_image_desc {
  unsigned long long offset;
  HIP_ARRAY3D_DESCRIPTOR array;
  unsigned levels, reserved[16];
} cu_image_desc;

// CUDA_RESOURCE_DESC for an array and for memory with rows.
enum { CU_ARRAY = 0, CU_PITCH_2D = 3 };
typedef struct cu_resource_desc {
  int type;
  union {
    void *array;
    struct {
      cu_pointer start;
      hipArray_Format format; // CUarray_format has the same values
      unsigned channels;
      size_t width, height; // texels
      size_t pitch;         // bytes
    } rows;
    int room[32];
  } u;
  unsigned flags;
} cu_resource_desc;

// CUDA_TEXTURE_DESC; the modes have the values of gohip_texture.
enum { CU_READ_AS_INTEGER = 1, CU_NORMALIZED_COORDINATES = 2, CU_SRGB = 0x10 };
typedef struct cu_texture_desc {
  int address[3], filter;
  unsigned flags, anisotropy;
  int mipmap_filter;
  float lod_bias, lod_min, lod_max, border[4];
  int room[12];
} cu_texture_desc;

// Attributes of a launch, and a launch with some (CUlaunchAttribute, CUlaunchConfig).
enum { CU_COOPERATIVE = 2, CU_CLUSTER_DIMENSION = 4 };
typedef struct cu_launch_attribute {
  int id, pad;
  union {
    char pad[64];
    int cooperative;
    uint32_t cluster[3];
  } value;
} cu_launch_attribute;
typedef struct cu_launch_config {
  unsigned grid[3], block[3], shared;
  void *stream;
  cu_launch_attribute *attributes;
  unsigned count;
} cu_launch_config;

// X(field, exported name, parameters)
#define GH_CUDA_FUNCTIONS(X)                                                                       \
  X(get_error_name, cuGetErrorName, (cu_result, const char **))                                    \
  X(ctx_set_current, cuCtxSetCurrent, (void *ctx))                                                 \
  X(ctx_get_current, cuCtxGetCurrent, (void **ctx))                                                \
  X(ctx_synchronize, cuCtxSynchronize, (void))                                                     \
  X(stream_create, cuStreamCreateWithPriority, (void **s, unsigned flags, int priority))           \
  X(stream_destroy, cuStreamDestroy_v2, (void *s))                                                 \
  X(stream_synchronize, cuStreamSynchronize, (void *s))                                            \
  X(stream_query, cuStreamQuery, (void *s))                                                        \
  X(stream_wait_event, cuStreamWaitEvent, (void *s, void *e, unsigned flags))                      \
  X(stream_wait_value32, cuStreamWaitValue32_v2, (void *s, cu_pointer, uint32_t, unsigned))        \
  X(stream_wait_value64, cuStreamWaitValue64_v2, (void *s, cu_pointer, uint64_t, unsigned))        \
  X(stream_write_value32, cuStreamWriteValue32_v2, (void *s, cu_pointer, uint32_t, unsigned))      \
  X(stream_write_value64, cuStreamWriteValue64_v2, (void *s, cu_pointer, uint64_t, unsigned))      \
  X(launch_host_func, cuLaunchHostFunc, (void *s, void (*fn)(void *), void *data))                 \
  X(launch_kernel, cuLaunchKernel,                                                                 \
    (void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,        \
     unsigned shared, void *s, void **params, void **extra))                                       \
  X(launch_cooperative, cuLaunchCooperativeKernel,                                                 \
    (void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,        \
     unsigned shared, void *s, void **params))                                                     \
  X(launch_attributes, cuLaunchKernelEx,                                                           \
    (const cu_launch_config *c, void *f, void **params, void **extra))                             \
  X(func_set_attribute, cuFuncSetAttribute, (void *f, int attribute, int value))                   \
  X(event_create, cuEventCreate, (void **e, unsigned flags))                                       \
  X(event_record, cuEventRecord, (void *e, void *s))                                               \
  X(event_query, cuEventQuery, (void *e))                                                          \
  X(event_synchronize, cuEventSynchronize, (void *e))                                              \
  X(event_elapsed, cuEventElapsedTime, (float *ms, void *start, void *stop))                       \
  X(event_destroy, cuEventDestroy_v2, (void *e))                                                   \
  X(mem_alloc, cuMemAlloc_v2, (cu_pointer * p, size_t n))                                          \
  X(mem_free, cuMemFree_v2, (cu_pointer p))                                                        \
  X(mem_alloc_managed, cuMemAllocManaged, (cu_pointer * p, size_t n, unsigned flags))              \
  X(mem_alloc_async, cuMemAllocAsync, (cu_pointer * p, size_t n, void *s))                         \
  X(mem_free_async, cuMemFreeAsync, (cu_pointer p, void *s))                                       \
  X(mem_alloc_from_pool, cuMemAllocFromPoolAsync, (cu_pointer * p, size_t n, void *pool, void *s)) \
  X(mem_host_alloc, cuMemHostAlloc, (void **p, size_t n, unsigned flags))                          \
  X(mem_free_host, cuMemFreeHost, (void *p))                                                       \
  X(mem_host_register, cuMemHostRegister_v2, (void *p, size_t n, unsigned flags))                  \
  X(mem_host_unregister, cuMemHostUnregister, (void *p))                                           \
  X(mem_get_info, cuMemGetInfo_v2, (size_t *free, size_t *total))                                  \
  X(memcpy_async, cuMemcpyAsync, (cu_pointer dst, cu_pointer src, size_t n, void *s))              \
  X(memcpy_htod, cuMemcpyHtoDAsync_v2, (cu_pointer dst, const void *src, size_t n, void *s))       \
  X(memcpy_dtoh, cuMemcpyDtoHAsync_v2, (void *dst, cu_pointer src, size_t n, void *s))             \
  X(memcpy_3d, cuMemcpy3DAsync_v2, (const cu_memcpy3d *, void *s))                                 \
  X(memset_8, cuMemsetD8Async, (cu_pointer, unsigned char, size_t n, void *s))                     \
  X(memset_16, cuMemsetD16Async, (cu_pointer, unsigned short, size_t n, void *s))                  \
  X(memset_32, cuMemsetD32Async, (cu_pointer, unsigned, size_t n, void *s))                        \
  X(memset_2d_8, cuMemsetD2D8Async,                                                                \
    (cu_pointer, size_t pitch, unsigned char, size_t w, size_t h, void *s))                        \
  X(memset_2d_16, cuMemsetD2D16Async,                                                              \
    (cu_pointer, size_t pitch, unsigned short, size_t w, size_t h, void *s))                       \
  X(memset_2d_32, cuMemsetD2D32Async,                                                              \
    (cu_pointer, size_t pitch, unsigned, size_t w, size_t h, void *s))                             \
  X(ipc_get, cuIpcGetMemHandle, (hipIpcMemHandle_t *, cu_pointer))                                 \
  X(ipc_open, cuIpcOpenMemHandle_v2, (cu_pointer *, hipIpcMemHandle_t, unsigned flags))            \
  X(ipc_close, cuIpcCloseMemHandle, (cu_pointer))                                                  \
  X(address_range, cuMemGetAddressRange_v2, (cu_pointer * start, size_t *size, cu_pointer))        \
  X(gl_register, cuGraphicsGLRegisterBuffer, (void **shared, unsigned buffer, unsigned flags))     \
  X(gl_unregister, cuGraphicsUnregisterResource, (void *shared))                                   \
  X(gl_map, cuGraphicsMapResources, (unsigned n, void **shared, void *s))                          \
  X(gl_unmap, cuGraphicsUnmapResources, (unsigned n, void **shared, void *s))                      \
  X(gl_pointer, cuGraphicsResourceGetMappedPointer_v2, (cu_pointer * p, size_t *n, void *shared))  \
  X(memory_import, cuImportExternalMemory, (void **memory, const hipExternalMemoryHandleDesc *))   \
  X(memory_buffer, cuExternalMemoryGetMappedBuffer,                                                \
    (cu_pointer * p, void *memory, const hipExternalMemoryBufferDesc *))                           \
  X(memory_destroy, cuDestroyExternalMemory, (void *memory))                                       \
  X(memory_image, cuExternalMemoryGetMappedMipmappedArray,                                         \
    (void **image, void *memory, const cu_image_desc *))                                           \
  X(image_level, cuMipmappedArrayGetLevel, (void **array, void *image, unsigned level))            \
  X(image_destroy, cuMipmappedArrayDestroy, (void *image))                                         \
  X(surface_create, cuSurfObjectCreate, (uint64_t *surface, const cu_resource_desc *))             \
  X(surface_destroy, cuSurfObjectDestroy, (uint64_t surface))                                      \
  X(texture_create, cuTexObjectCreate,                                                             \
    (uint64_t *texture, const cu_resource_desc *, const cu_texture_desc *, const void *view))      \
  X(texture_destroy, cuTexObjectDestroy, (uint64_t texture))                                       \
  X(semaphore_import, cuImportExternalSemaphore,                                                   \
    (void **semaphore, const hipExternalSemaphoreHandleDesc *))                                    \
  X(semaphore_destroy, cuDestroyExternalSemaphore, (void *semaphore))                              \
  X(semaphores_signal, cuSignalExternalSemaphoresAsync,                                            \
    (void *const *list, const hipExternalSemaphoreSignalParams *, unsigned n, void *s))            \
  X(semaphores_wait, cuWaitExternalSemaphoresAsync,                                                \
    (void *const *list, const hipExternalSemaphoreWaitParams *, unsigned n, void *s))              \
  X(pointer_attribute, cuPointerGetAttribute, (void *out, int attribute, cu_pointer p))

struct gh_cuda {
#define X(field, name, params) cu_result(*field) params;
  GH_CUDA_FUNCTIONS(X)
#undef X
};

// Opens libcuda.so.1. Returns NULL on success, otherwise what was searched for and why it failed.
const char *gh_cuda_open(void);

hipError_t gh_cuda_error(cu_result);

enum { GH_CU_OUT_OF_MEMORY = 2 };

// Calls a host function in stream order, on a thread that may block.
cu_result gh_cuda_host(gh_stream *s, void (*fn)(void *), void *data);

// Marks for pools, and the release of memory that pools do not keep (cuda_pool.c).
cu_result gh_cuda_mark(const struct gh_cuda *cu, gh_stream *s, gh_pool_mark *m);
void gh_cuda_unmark(const struct gh_cuda *cu, gh_device *d, gh_pool_mark *m);
cu_result gh_cuda_free_idle(const struct gh_cuda *cu, gh_device *d, cu_pointer p);
cu_result gh_cuda_return_memory(const struct gh_cuda *cu, gh_device *d);

// A copy by the driver.
cu_result gh_cuda_copy3d(gh_stream *s, const gh_copy3d *c);

// A copy from or to pageable memory, which is accessed at the time that c->when specifies.
cu_result gh_cuda_staged_copy(const struct gh_cuda *cu, gh_stream *s, const gh_copy3d *c,
                              bool from_host, bool to_host);

#endif

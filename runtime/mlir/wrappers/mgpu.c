// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The functions that MLIR's GPU-to-LLVM lowering calls (mlir/lib/Conversion/GPUCommon,
// GPUToLLVMConversion.cpp), over HIP: with libgohip.so they run on every device it has. A HIP error
// ends the program, because the lowering cannot report errors.
#include <hip/hip_runtime_api.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define API __attribute__((visibility("default")))

static void check(hipError_t e, const char *what) {
  if (e == hipSuccess) return;
  fflush(stdout);
  fprintf(stderr, "gohipcc: error: %s: %s: %s\n", what, hipGetErrorName(e), hipGetErrorString(e));
  exit(1);
}
#define CHECK(call) check(call, __func__)

API hipModule_t mgpuModuleLoad(void *data, size_t size) {
  (void)size;
  hipModule_t m = NULL;
  CHECK(hipModuleLoadData(&m, data));
  return m;
}
API hipModule_t mgpuModuleLoadJIT(void *data, int level, size_t size) {
  (void)level;
  return mgpuModuleLoad(data, size);
}
API void mgpuModuleUnload(hipModule_t m) { CHECK(hipModuleUnload(m)); }
API hipFunction_t mgpuModuleGetFunction(hipModule_t m, const char *name) {
  hipFunction_t f = NULL;
  CHECK(hipModuleGetFunction(&f, m, name));
  return f;
}
// The grid size is in blocks.
API void mgpuLaunchKernel(hipFunction_t f, intptr_t gx, intptr_t gy, intptr_t gz, intptr_t bx,
                          intptr_t by, intptr_t bz, int32_t shared, hipStream_t stream,
                          void **params, void **extra, size_t count) {
  (void)count;
  CHECK(hipModuleLaunchKernel(f, (unsigned)gx, (unsigned)gy, (unsigned)gz, (unsigned)bx,
                              (unsigned)by, (unsigned)bz, (unsigned)shared, stream, params, extra));
}

API hipStream_t mgpuStreamCreate(void) {
  hipStream_t s = NULL;
  CHECK(hipStreamCreate(&s));
  return s;
}
API void mgpuStreamDestroy(hipStream_t s) { CHECK(hipStreamDestroy(s)); }
API void mgpuStreamSynchronize(hipStream_t s) { CHECK(hipStreamSynchronize(s)); }
API void mgpuStreamWaitEvent(hipStream_t s, hipEvent_t e) { CHECK(hipStreamWaitEvent(s, e, 0)); }

API hipEvent_t mgpuEventCreate(void) {
  hipEvent_t e = NULL;
  CHECK(hipEventCreateWithFlags(&e, hipEventDisableTiming));
  return e;
}
API void mgpuEventDestroy(hipEvent_t e) { CHECK(hipEventDestroy(e)); }
API void mgpuEventSynchronize(hipEvent_t e) { CHECK(hipEventSynchronize(e)); }
API void mgpuEventRecord(hipEvent_t e, hipStream_t s) { CHECK(hipEventRecord(e, s)); }

API void *mgpuMemAlloc(uint64_t size, hipStream_t s, bool shared) {
  (void)s;
  void *p = NULL;
  if (shared)
    CHECK(hipMallocManaged(&p, size, hipMemAttachGlobal));
  else
    CHECK(hipMalloc(&p, size));
  return p;
}
// The memory must be freed after the work enqueued before; hipFree waits for the device.
API void mgpuMemFree(void *p, hipStream_t s) {
  (void)s;
  CHECK(hipFree(p));
}
API void mgpuMemcpy(void *dst, void *src, size_t size, hipStream_t s) {
  CHECK(hipMemcpyAsync(dst, src, size, hipMemcpyDefault, s));
}
API void mgpuMemset32(void *dst, int value, size_t count, hipStream_t s) {
  CHECK(hipMemsetD32Async(dst, value, count, s));
}
API void mgpuMemset16(void *dst, unsigned short value, size_t count, hipStream_t s) {
  CHECK(hipMemsetD16Async(dst, value, count, s));
}
API void mgpuSetDefaultDevice(int32_t device) { CHECK(hipSetDevice(device)); }

// A memref as passed by MLIR: StridedMemRefType of any rank, followed by sizes and strides.
typedef struct {
  char *allocated, *aligned;
  int64_t offset, sizes[];
} memref;

API void mgpuMemHostRegister(void *p, uint64_t size) { CHECK(hipHostRegister(p, size, 0)); }
API void mgpuMemHostUnregister(void *p) { CHECK(hipHostUnregister(p)); }

static size_t bytes(int64_t rank, const memref *m, int64_t element) {
  size_t n = (size_t)element;
  for (int64_t i = 0; i < rank; i++) n *= (size_t)m->sizes[i];
  return n;
}
API void mgpuMemHostRegisterMemRef(int64_t rank, memref *m, int64_t element) {
  size_t n = bytes(rank, m, element);
  if (n) mgpuMemHostRegister(m->aligned + m->offset * element, n);
}
API void mgpuMemHostUnregisterMemRef(int64_t rank, memref *m, int64_t element) {
  if (bytes(rank, m, element)) mgpuMemHostUnregister(m->aligned + m->offset * element);
}

// The device's view of a registered one-dimensional array.
typedef struct {
  void *allocated, *aligned;
  int64_t offset, size, stride;
} memref1d;
static memref1d device_view(void *allocated, void *aligned, int64_t offset, int64_t size,
                            int64_t stride, const char *what) {
  void *p = NULL;
  (void)allocated;
  check(hipHostGetDevicePointer(&p, aligned, 0), what);
  return (memref1d){p, p, offset, size, stride};
}
API memref1d mgpuMemGetDeviceMemRef1dFloat(float *allocated, float *aligned, int64_t offset,
                                           int64_t size, int64_t stride) {
  return device_view(allocated, aligned, offset, size, stride, __func__);
}
API memref1d mgpuMemGetDeviceMemRef1dInt32(int32_t *allocated, int32_t *aligned, int64_t offset,
                                           int64_t size, int64_t stride) {
  return device_view(allocated, aligned, offset, size, stride, __func__);
}

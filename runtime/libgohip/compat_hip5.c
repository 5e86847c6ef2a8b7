// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What differs in libamdhip64 of release 5 from the releases since 6: the structure of the device
// properties and the numbers of the kinds of memory (hip_runtime_api.h of 5.2 and 5.7). Later
// releases export the old functions under their old names beside the new ones; so does this
// library.

#include "forward.h"
#include "shim.h"

#include <hip/hip_deprecated.h>
#include <string.h>

typedef hipDeviceProp_tR0000 properties;

_Static_assert(sizeof(properties) == 792, "the layout of release 5");
const size_t gh_hip5_arch_offset = offsetof(properties, gcnArchName);

// The formatter does not settle on a layout for this list.
// clang-format off
#define SHARED_FIELDS(X) \
  X(name) X(totalGlobalMem) X(sharedMemPerBlock) X(regsPerBlock) X(warpSize) \
  X(maxThreadsPerBlock) X(maxThreadsDim) X(maxGridSize) X(clockRate) X(memoryClockRate) \
  X(memoryBusWidth) X(totalConstMem) X(major) X(minor) X(multiProcessorCount) \
  X(l2CacheSize) X(maxThreadsPerMultiProcessor) X(computeMode) X(clockInstructionRate) \
  X(arch) X(concurrentKernels) X(pciDomainID) X(pciBusID) X(pciDeviceID) \
  X(maxSharedMemoryPerMultiProcessor) X(isMultiGpuBoard) X(canMapHostMemory) X(gcnArchName) \
  X(integrated) X(cooperativeLaunch) X(cooperativeMultiDeviceLaunch) X(maxTexture1DLinear) \
  X(maxTexture1D) X(maxTexture2D) X(maxTexture3D) X(hdpMemFlushCntl) X(hdpRegFlushCntl) \
  X(memPitch) X(textureAlignment) X(texturePitchAlignment) X(kernelExecTimeoutEnabled) \
  X(ECCEnabled) X(tccDriver) X(cooperativeMultiDeviceUnmatchedFunc) \
  X(cooperativeMultiDeviceUnmatchedGridDim) X(cooperativeMultiDeviceUnmatchedBlockDim) \
  X(cooperativeMultiDeviceUnmatchedSharedMem) X(isLargeBar) X(asicRevision) \
  X(managedMemory) X(directManagedMemAccessFromHost) X(concurrentManagedAccess) \
  X(pageableMemoryAccess) X(pageableMemoryAccessUsesHostPageTables)
// clang-format on

static struct {
  hipError_t (*get_properties)(properties *, int);
  hipError_t (*choose_device)(int *, const properties *);
  hipError_t (*pointer_attributes)(hipPointerAttribute_t *, const void *);
  hipError_t (*pointer_attribute)(void *, hipPointer_attribute, hipDeviceptr_t);
  hipError_t (*pointer_attributes_drv)(unsigned, hipPointer_attribute *, void **, hipDeviceptr_t);
  hipError_t (*copy_2d)(const hip_Memcpy2D *);
  hipError_t (*copy_2d_async)(const hip_Memcpy2D *, hipStream_t);
  hipError_t (*copy_2d_unaligned)(const hip_Memcpy2D *);
  hipError_t (*copy_3d)(const HIP_MEMCPY3D *);
  hipError_t (*copy_3d_async)(const HIP_MEMCPY3D *, hipStream_t);
} amd;

static hipError_t get_properties(hipDeviceProp_tR0600 *out, int device) {
  if (!out) return hipErrorInvalidValue;
  properties in;
  hipError_t e = amd.get_properties(&in, device);
  if (e != hipSuccess) return e;
  memset(out, 0, sizeof *out);
#define X(field) memcpy(&out->field, &in.field, sizeof out->field);
  SHARED_FIELDS(X)
#undef X
  out->sharedMemPerMultiprocessor = in.maxSharedMemoryPerMultiProcessor;
  return hipSuccess;
}

static hipError_t choose_device(int *device, const hipDeviceProp_tR0600 *in) {
  if (!device || !in) return hipErrorInvalidValue;
  properties out = {0};
#define X(field) memcpy(&out.field, &in->field, sizeof out.field);
  SHARED_FIELDS(X)
#undef X
  return amd.choose_device(device, &out);
}

// The exported functions, which call whatever implementation is in use.
extern hipError_t exported_properties(hipDeviceProp_tR0600 *,
                                      int) __asm__("hipGetDevicePropertiesR0600");
extern hipError_t exported_choice(int *,
                                  const hipDeviceProp_tR0600 *) __asm__("hipChooseDeviceR0600");

// The old functions, by the names that hip_deprecated.h and AMD's library have, and by their names
// in release 5.
hipError_t hipGetDevicePropertiesR0000(properties *out, int device) {
  hipDeviceProp_tR0600 in;
  hipError_t e = exported_properties(out ? &in : NULL, device);
  if (e != hipSuccess) return e;
  memset(out, 0, sizeof *out);
#define X(field) memcpy(&out->field, &in.field, sizeof out->field);
  SHARED_FIELDS(X)
#undef X
  return hipSuccess;
}

hipError_t gh_old_properties(properties *out, int device) __asm__("hipGetDeviceProperties");
hipError_t gh_old_properties(properties *out, int device) {
  return hipGetDevicePropertiesR0000(out, device);
}

hipError_t hipChooseDeviceR0000(int *device, const properties *in) {
  hipDeviceProp_tR0600 want = {0};
  if (in) {
#define X(field) memcpy(&want.field, &in->field, sizeof want.field);
    SHARED_FIELDS(X)
#undef X
  }
  return exported_choice(device, in ? &want : NULL);
}

hipError_t gh_old_choice(int *device, const properties *in) __asm__("hipChooseDevice");
hipError_t gh_old_choice(int *device, const properties *in) {
  return hipChooseDeviceR0000(device, in);
}

// Kinds of memory, by release 5's numbers.
static const hipMemoryType kinds[] = {hipMemoryTypeHost, hipMemoryTypeDevice, hipMemoryTypeArray,
                                      hipMemoryTypeUnified, hipMemoryTypeManaged};
enum { KINDS = sizeof kinds / sizeof *kinds };

static hipMemoryType from_5(int kind) {
  return kind >= 0 && kind < KINDS ? kinds[kind] : hipMemoryTypeUnregistered;
}

static hipMemoryType to_5(hipMemoryType kind) {
  for (int i = 0; i < KINDS; i++)
    if (kinds[i] == kind) return (hipMemoryType)i;
  return kind;
}

static hipError_t pointer_attributes(hipPointerAttribute_t *out, const void *p) {
  hipError_t e = amd.pointer_attributes(out, p);
  if (e == hipSuccess) out->type = from_5((int)out->type);
  return e;
}

static void kind_from_5(hipPointer_attribute attribute, void *data) {
  if (attribute == HIP_POINTER_ATTRIBUTE_MEMORY_TYPE && data)
    *(hipMemoryType *)data = from_5(*(int *)data);
}

static hipError_t pointer_attribute(void *data, hipPointer_attribute a, hipDeviceptr_t p) {
  hipError_t e = amd.pointer_attribute(data, a, p);
  if (e == hipSuccess) kind_from_5(a, data);
  return e;
}

static hipError_t pointer_attributes_drv(unsigned n, hipPointer_attribute *a, void **data,
                                         hipDeviceptr_t p) {
  hipError_t e = amd.pointer_attributes_drv(n, a, data, p);
  for (unsigned i = 0; e == hipSuccess && i < n; i++) kind_from_5(a[i], data[i]);
  return e;
}

#define COPY(name, type)                                                                           \
  static hipError_t name(const type *c) {                                                          \
    if (!c) return hipErrorInvalidValue;                                                           \
    type five = *c;                                                                                \
    five.srcMemoryType = to_5(c->srcMemoryType);                                                   \
    five.dstMemoryType = to_5(c->dstMemoryType);                                                   \
    return amd.name(&five);                                                                        \
  }
#define COPY_ASYNC(name, type)                                                                     \
  static hipError_t name(const type *c, hipStream_t s) {                                           \
    if (!c) return hipErrorInvalidValue;                                                           \
    type five = *c;                                                                                \
    five.srcMemoryType = to_5(c->srcMemoryType);                                                   \
    five.dstMemoryType = to_5(c->dstMemoryType);                                                   \
    return amd.name(&five, s);                                                                     \
  }
COPY(copy_2d, hip_Memcpy2D)
COPY_ASYNC(copy_2d_async, hip_Memcpy2D)
COPY(copy_2d_unaligned, hip_Memcpy2D)
COPY(copy_3d, HIP_MEMCPY3D)
COPY_ASYNC(copy_3d_async, HIP_MEMCPY3D)

void gh_adapt_hip5(void **table, void *(*find)(const char *)) {
  const struct {
    enum gh_function number;
    const char *name; // in the library
    void *field, *ours;
  } rows[] = {
      {GH_FN_hipGetDevicePropertiesR0600, "hipGetDeviceProperties", &amd.get_properties,
       (void *)get_properties},
      {GH_FN_hipChooseDeviceR0600, "hipChooseDevice", &amd.choose_device, (void *)choose_device},
      {GH_FN_hipPointerGetAttributes, "hipPointerGetAttributes", &amd.pointer_attributes,
       (void *)pointer_attributes},
      {GH_FN_hipPointerGetAttribute, "hipPointerGetAttribute", &amd.pointer_attribute,
       (void *)pointer_attribute},
      {GH_FN_hipDrvPointerGetAttributes, "hipDrvPointerGetAttributes", &amd.pointer_attributes_drv,
       (void *)pointer_attributes_drv},
      {GH_FN_hipMemcpyParam2D, "hipMemcpyParam2D", &amd.copy_2d, (void *)copy_2d},
      {GH_FN_hipMemcpyParam2DAsync, "hipMemcpyParam2DAsync", &amd.copy_2d_async,
       (void *)copy_2d_async},
      {GH_FN_hipDrvMemcpy2DUnaligned, "hipDrvMemcpy2DUnaligned", &amd.copy_2d_unaligned,
       (void *)copy_2d_unaligned},
      {GH_FN_hipDrvMemcpy3D, "hipDrvMemcpy3D", &amd.copy_3d, (void *)copy_3d},
      {GH_FN_hipDrvMemcpy3DAsync, "hipDrvMemcpy3DAsync", &amd.copy_3d_async, (void *)copy_3d_async},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    void *f = find(rows[i].name);
    if (!f) continue;
    memcpy(rows[i].field, &f, sizeof f);
    table[rows[i].number] = rows[i].ours;
  }
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Functions of HIP 7 that say in another form what others do: batches of copies, copies of boxes
// between devices, advice with locations, the linker under its second name.

#include "shim.h"

#include <stdint.h>

// ---- batches of copies ----

// More pointers than a process has room for: such a number is negative, or was never set.
#define TOO_MANY (SIZE_MAX >> 20)

// Finds out whether the attributes of a batch are valid, and whether a source must have been read
// when the call returns.
static bool valid_attributes(const hipMemcpyAttributes *attrs, const size_t *first, size_t n,
                             size_t copies, bool *during_call) {
  if (n == 0) return true;
  if (!attrs || !first || n > copies || first[0] != 0) return false;
  for (size_t i = 0; i < n; i++) {
    if (attrs[i].srcAccessOrder < hipMemcpySrcAccessOrderStream ||
        attrs[i].srcAccessOrder > hipMemcpySrcAccessOrderAny)
      return false;
    if (first[i] >= copies || (i > 0 && first[i] <= first[i - 1])) return false;
    if (attrs[i].srcAccessOrder == hipMemcpySrcAccessOrderDuringApiCall) *during_call = true;
  }
  return true;
}

// Ends a batch whose sources the program may change after the call.
static hipError_t finish_batch(hipStream_t h, bool during_call) {
  gh_stream *s;
  if (!during_call) return hipSuccess;
  hipError_t e = gh_stream_of(h, &s);
  if (e == hipSuccess && !atomic_load(&s->capture)) e = gh_finish(s);
  return gh_done(e);
}

hipError_t hipMemcpyBatchAsync(void **dsts, void **srcs, size_t *sizes, size_t n,
                               hipMemcpyAttributes *attrs, size_t *first, size_t nattrs,
                               size_t *failed, hipStream_t h) {
  bool during_call = false;
  if (failed) *failed = SIZE_MAX;
  if (!dsts || !srcs || !sizes || n == 0 || n >= TOO_MANY ||
      !valid_attributes(attrs, first, nattrs, n, &during_call))
    return gh_done(hipErrorInvalidValue);
  for (size_t i = 0; i < n; i++) {
    hipError_t e = hipMemcpyAsync(dsts[i], srcs[i], sizes[i], hipMemcpyDefault, h);
    if (e == hipSuccess) continue;
    if (failed) *failed = i;
    return e;
  }
  return finish_batch(h, during_call);
}

// Reads one end of a copy of a box. Rows of memory are counted in the elements of the array at the
// other end, or in bytes.
static bool box_end(const hipMemcpy3DOperand *o, size_t elem, const hipExtent *box,
                    hipArray_t *array, struct hipPos *pos, struct hipPitchedPtr *memory) {
  switch (o->type) {
  case hipMemcpyOperandTypePointer: {
    size_t row = o->op.ptr.rowLength ? o->op.ptr.rowLength : box->width;
    size_t height = o->op.ptr.layerHeight ? o->op.ptr.layerHeight : box->height;
    if (!o->op.ptr.ptr || row < box->width || row > SIZE_MAX / elem || height < box->height)
      return false;
    *memory = make_hipPitchedPtr(o->op.ptr.ptr, row * elem, row * elem, height);
    return true;
  }
  case hipMemcpyOperandTypeArray:
    *array = o->op.array.array;
    *pos = make_hipPos(o->op.array.offset.x, o->op.array.offset.y, o->op.array.offset.z);
    return *array != NULL;
  default:
    return false;
  }
}

// Returns the size of an array's elements, 1 for memory, or 0 for what is no array.
static size_t element_size(const hipMemcpy3DOperand *o) {
  hipChannelFormatDesc d;
  struct hipExtent extent;
  unsigned flags;
  if (o->type != hipMemcpyOperandTypeArray) return 1;
  if (!o->op.array.array || hipArrayGetInfo(&d, &extent, &flags, o->op.array.array) != hipSuccess)
    return 0;
  return (size_t)(d.x + d.y + d.z + d.w) / 8;
}

static hipError_t copy_box(const hipMemcpy3DBatchOp *o, hipStream_t h) {
  size_t src = element_size(&o->src), dst = element_size(&o->dst), elem = src > dst ? src : dst;
  hipMemcpy3DParms p = {.extent = o->extent, .kind = hipMemcpyDefault};
  if (!src || !dst || !box_end(&o->src, elem, &o->extent, &p.srcArray, &p.srcPos, &p.srcPtr) ||
      !box_end(&o->dst, elem, &o->extent, &p.dstArray, &p.dstPos, &p.dstPtr) ||
      o->srcAccessOrder < hipMemcpySrcAccessOrderStream ||
      o->srcAccessOrder > hipMemcpySrcAccessOrderAny)
    return gh_done(hipErrorInvalidValue);
  return hipMemcpy3DAsync(&p, h);
}

hipError_t hipMemcpy3DBatchAsync(size_t n, struct hipMemcpy3DBatchOp *list, size_t *failed,
                                 unsigned long long flags, hipStream_t h) {
  bool during_call = false;
  if (failed) *failed = SIZE_MAX;
  if (n == 0 || n >= TOO_MANY || !list || flags) return gh_done(hipErrorInvalidValue);
  for (size_t i = 0; i < n; i++) {
    hipError_t e = copy_box(&list[i], h);
    during_call = during_call || list[i].srcAccessOrder == hipMemcpySrcAccessOrderDuringApiCall;
    if (e == hipSuccess) continue;
    if (failed) *failed = i;
    return e;
  }
  return finish_batch(h, during_call);
}

// ---- boxes between devices ----

// Reads a copy between devices, whose pointers say by themselves where they point.
static hipError_t peer_box(const hipMemcpy3DPeerParms *p, hipMemcpy3DParms *out) {
  int n;
  if (!p) return hipErrorInvalidValue;
  hipError_t e = hipGetDeviceCount(&n);
  if (e != hipSuccess) return e;
  if (p->srcDevice < 0 || p->srcDevice >= n || p->dstDevice < 0 || p->dstDevice >= n)
    return hipErrorInvalidDevice;
  *out = (hipMemcpy3DParms){.srcArray = p->srcArray,
                            .srcPos = p->srcPos,
                            .srcPtr = p->srcPtr,
                            .dstArray = p->dstArray,
                            .dstPos = p->dstPos,
                            .dstPtr = p->dstPtr,
                            .extent = p->extent,
                            .kind = hipMemcpyDefault};
  return hipSuccess;
}

hipError_t hipMemcpy3DPeer(hipMemcpy3DPeerParms *p) {
  hipMemcpy3DParms box;
  hipError_t e = peer_box(p, &box);
  return e == hipSuccess ? hipMemcpy3D(&box) : gh_done(e);
}

hipError_t hipMemcpy3DPeerAsync(hipMemcpy3DPeerParms *p, hipStream_t h) {
  hipMemcpy3DParms box;
  hipError_t e = peer_box(p, &box);
  return e == hipSuccess ? hipMemcpy3DAsync(&box, h) : gh_done(e);
}

// ---- locations ----

// Returns the number that older functions have for a location. A NUMA node of the host is the host.
static bool device_number(hipMemLocation l, int *device) {
  switch (l.type) {
  case hipMemLocationTypeDevice:
    *device = l.id;
    return true;
  case hipMemLocationTypeHost:
  case hipMemLocationTypeHostNuma:
  case hipMemLocationTypeHostNumaCurrent:
    *device = hipCpuDeviceId;
    return true;
  default:
    return false;
  }
}

hipError_t hipMemPrefetchAsync_v2(const void *p, size_t n, hipMemLocation location, unsigned flags,
                                  hipStream_t h) {
  int device;
  if (flags || !device_number(location, &device)) return gh_done(hipErrorInvalidValue);
  return hipMemPrefetchAsync(p, n, device, h);
}

hipError_t hipMemAdvise_v2(const void *p, size_t n, hipMemoryAdvise advice,
                           hipMemLocation location) {
  int device;
  if (!device_number(location, &device)) return gh_done(hipErrorInvalidValue);
  return hipMemAdvise(p, n, advice, device);
}

// ---- entry points ----

hipError_t hipGetDriverEntryPoint(const char *symbol, void **function, unsigned long long flags,
                                  hipDriverEntryPointQueryResult *result) {
  hipDriverProcAddressQueryResult status = HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  hipError_t e = hipGetProcAddress(symbol, function, HIP_VERSION / 100000, flags, &status);
  if (!symbol || !*symbol || !function || flags > 2) return e;
  if (result) *result = (hipDriverEntryPointQueryResult)status;
  return e;
}

// ---- the linker ----

static hipError_t linked(hiprtcResult r) {
  switch (r) {
  case HIPRTC_SUCCESS:
    return hipSuccess;
  case HIPRTC_ERROR_INVALID_INPUT:
    return gh_done(hipErrorInvalidValue);
  case HIPRTC_ERROR_PROGRAM_CREATION_FAILURE:
    return gh_done(hipErrorFileNotFound);
  default:
    return gh_done(hipErrorInvalidImage);
  }
}

hipError_t hipLinkCreate(unsigned n, hipJitOption *options, void **values, hipLinkState_t *out) {
  return linked(hiprtcLinkCreate(n, (hiprtcJIT_option *)options, values, (hiprtcLinkState *)out));
}

hipError_t hipLinkAddData(hipLinkState_t state, hipJitInputType type, void *data, size_t size,
                          const char *name, unsigned n, hipJitOption *options, void **values) {
  return linked(hiprtcLinkAddData((hiprtcLinkState)state, (hiprtcJITInputType)type, data, size,
                                  name, n, (hiprtcJIT_option *)options, values));
}

hipError_t hipLinkAddFile(hipLinkState_t state, hipJitInputType type, const char *path, unsigned n,
                          hipJitOption *options, void **values) {
  return linked(hiprtcLinkAddFile((hiprtcLinkState)state, (hiprtcJITInputType)type, path, n,
                                  (hiprtcJIT_option *)options, values));
}

hipError_t hipLinkComplete(hipLinkState_t state, void **image, size_t *size) {
  return linked(hiprtcLinkComplete((hiprtcLinkState)state, image, size));
}

hipError_t hipLinkDestroy(hipLinkState_t state) {
  return linked(hiprtcLinkDestroy((hiprtcLinkState)state));
}

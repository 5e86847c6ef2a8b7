// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Arguments that HIP refuses, with the error it names: arrays larger than the device
// says, memory of nobody, pitches, streams that are none, things freed before. It counts a kernel's constants, which
// are those of all programs that are compiled together.
// e2e: alone
#include <hip/hip_runtime.h>
#include <stdio.h>
#include <string.h>

static int bad;
#define WANT(CALL, ERROR)                                                                          \
  do {                                                                                             \
    hipError_t e = CALL;                                                                           \
    if (e != ERROR && ++bad)                                                                       \
      printf("line %d: %s: %s, not %s\n", __LINE__, #CALL, hipGetErrorName(e), #ERROR);            \
  } while (0)

static int destroyed;
__constant__ char table[96];
__global__ void kernel() {}
static void destroy(void *) { destroyed++; }

int main() {
  hipDeviceProp_t p;
  WANT(hipGetDeviceProperties(&p, 0), hipSuccess);
  hipChannelFormatDesc f = hipCreateChannelDesc<float>();
  hipArray_t a;
  WANT(hipMallocArray(&a, &f, p.maxTexture1D + 1, 0, 0), hipErrorInvalidValue);
  WANT(hipMallocArray(&a, &f, 1, p.maxTexture2D[1] + 1, 0), hipErrorInvalidValue);
  WANT(hipMallocArray(&a, &f, ~(size_t)0, ~(size_t)0, 0), hipErrorInvalidValue);
  WANT(hipMalloc3DArray(&a, &f, {1, 1, (size_t)p.maxTexture3D[2] + 1}, 0), hipErrorInvalidValue);
  WANT(hipMalloc3DArray(&a, &f, {8, 0, (size_t)p.maxTexture1DLayered[1] + 1}, hipArrayLayered),
       hipErrorInvalidValue);
  WANT(hipMallocArray(&a, &f, p.maxTexture1D, 0, 0), hipSuccess);
  WANT(hipFreeArray(a), hipSuccess);

  char host[64], *d;
  WANT(hipMalloc(&d, 64), hipSuccess);
  WANT(hipMemset(host, 0, sizeof host), hipErrorInvalidValue);
  WANT(hipMemset2D(host, 8, 0, 8, 8), hipErrorInvalidValue);
  WANT(hipMemset(d + 1, 0, 64), hipErrorInvalidValue);
  WANT(hipMemcpy2D(d, (size_t)1 << 31, host, 8, 8, 8, hipMemcpyHostToDevice), hipErrorInvalidValue);
  WANT(hipMemcpy2D(d, 4, host, 8, 8, 8, hipMemcpyHostToDevice), hipErrorInvalidPitchValue);

  // Host memory is no part of the device's, and managed memory may be more than it has.
  size_t before, after, total;
  void *v, *w;
  WANT(hipMemGetInfo(&before, &total), hipSuccess);
  WANT(hipHostMalloc(&v, 1 << 20), hipSuccess);
  WANT(hipMallocManaged(&w, before + 1), hipSuccess);
  WANT(hipMemGetInfo(&after, &total), hipSuccess);
  if (before != after && ++bad) printf("free: %zu, %zu\n", before, after);
  WANT(hipHostFree(v), hipSuccess);
  WANT(hipFree(w), hipSuccess);
  WANT(hipHostMalloc(&v, ~(size_t)0), hipErrorOutOfMemory);
  WANT(hipMalloc(&v, total + 1), hipErrorOutOfMemory);

  // What pointers are: arrays by their handles, pageable memory that may be advised.
  unsigned kind = 0;
  bool mapped = false;
  hipDeviceptr_t context;
  WANT(hipMallocArray(&a, &f, 16, 0, 0), hipSuccess);
  WANT(hipPointerGetAttribute(&kind, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, (hipDeviceptr_t)a),
       hipSuccess);
  WANT(hipPointerGetAttribute(&mapped, HIP_POINTER_ATTRIBUTE_MAPPED, d), hipSuccess);
  if ((kind != hipMemoryTypeArray || !mapped) && ++bad) printf("pointers: %u, %d\n", kind, mapped);
  WANT(hipPointerGetAttribute(&context, HIP_POINTER_ATTRIBUTE_CONTEXT, d), hipErrorNotSupported);
  WANT(hipPointerSetAttribute(&kind, HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS, nullptr),
       hipErrorInvalidValue);
  WANT(hipMemAdvise(host, sizeof host, hipMemAdviseSetReadMostly, 0),
       p.pageableMemoryAccess ? hipSuccess : hipErrorInvalidValue);
  WANT(hipMemPrefetchAsync(host, sizeof host, 0, nullptr),
       p.pageableMemoryAccess ? hipSuccess : hipErrorInvalidValue);
  if (p.pageableMemoryAccess) { // and is remembered for memory that is registered
    int where = -1;
    WANT(hipHostRegister(host, sizeof host, 0), hipSuccess);
    WANT(hipMemAdvise(host, sizeof host, hipMemAdviseSetPreferredLocation, 0), hipSuccess);
    WANT(hipMemRangeGetAttribute(&where, 4, hipMemRangeAttributePreferredLocation, host, 8),
         hipSuccess);
    if (where != 0 && ++bad) printf("preferred location: %d\n", where);
    int by[3] = {};
    WANT(hipMemAdvise(host, sizeof host, hipMemAdviseSetAccessedBy, hipCpuDeviceId), hipSuccess);
    WANT(hipMemAdvise(host, sizeof host, hipMemAdviseSetAccessedBy, 0), hipSuccess);
    WANT(hipMemRangeGetAttribute(by, sizeof by, hipMemRangeAttributeAccessedBy, host, 8),
         hipSuccess);
    if ((by[0] != 0 || by[1] != hipCpuDeviceId || by[2] != hipInvalidDeviceId) && ++bad)
      printf("accessed by %d %d %d\n", by[0], by[1], by[2]);
    WANT(hipMemPrefetchAsync(host, sizeof host + 1, 0, nullptr), hipErrorInvalidValue);
    WANT(hipHostUnregister(host), hipSuccess);
  }
  WANT(hipFreeArray(a), hipSuccess);
  WANT(hipDeviceSetLimit((hipLimit_t)0xffff, 1024), hipErrorInvalidValue);

  // Freed memory, rows that lie too far apart, pages that nobody has.
  WANT(hipMalloc(&v, 64), hipSuccess);
  WANT(hipFree(v), hipSuccess);
  WANT(hipMemcpy(v, host, 64, hipMemcpyHostToDevice), hipErrorInvalidValue);
  WANT(hipHostRegister(v, 64, 0), hipErrorInvalidValue);
  WANT(hipHostRegister(host, (size_t)1 << 46, 0), hipErrorInvalidValue);
  WANT(hipMemset2D(d, ~(size_t)0, 0, 8, 8), hipErrorInvalidValue);
  WANT(hipMallocArray(&a, &f, 16, 0, 0), hipSuccess);
  WANT(hipMemcpyToArray(a, 65, 0, host, 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
  WANT(hipMemcpy2DToArray(a, 0, 0, host, ~(size_t)0, 8, 2, hipMemcpyHostToDevice),
       hipErrorInvalidPitchValue);
  WANT(hipFreeArray(a), hipSuccess);

  // Code: what is none, what was unloaded, grids larger than the device says.
  hipFunction_t function;
  WANT(hipModuleUnload(nullptr), hipErrorInvalidResourceHandle);
  WANT(hipModuleUnload((hipModule_t)host), hipErrorNotFound);
  WANT(hipModuleLaunchKernel((hipFunction_t)16, 1, 1, 1, 1, 1, 1, 0, 0, nullptr, nullptr),
       hipErrorInvalidResourceHandle);
  WANT(hipGetFuncBySymbol(&function, (const void *)kernel), hipSuccess);
  WANT(hipModuleLaunchKernel(function, 1, 1, p.maxGridSize[2] + 1, 1, 1, 1, 0, 0, nullptr, nullptr),
       hipErrorInvalidValue);
  WANT(hipModuleLaunchKernel(function, p.maxGridSize[0], p.maxGridSize[1], 1, 1, 1, 1, 0, 0,
                             nullptr, nullptr),
       hipErrorInvalidValue);
  // Counted in work-items, a grid may have fewer of them than a block, but no second block
  // of another size, and the block has to be one that the device has.
  auto items = [&](unsigned n, unsigned block) {
    return hipExtModuleLaunchKernel(function, n, 1, 1, block, 1, 1, 0, 0, nullptr, nullptr);
  };
  WANT(items(1, 64), hipSuccess);
  WANT(items(128, 64), hipSuccess);
  WANT(items(65, 64), hipErrorInvalidValue);
  WANT(items(0, 64), hipErrorInvalidValue);
  WANT(items(1, p.maxThreadsPerBlock + 1), hipErrorInvalidValue);
  hipFuncAttributes attributes;
  WANT(hipFuncGetAttributes(&attributes, (const void *)kernel), hipSuccess);
  if (attributes.constSizeBytes != sizeof table && ++bad)
    printf("constants: %zu bytes\n", attributes.constSizeBytes);
  if ((strcmp(hipApiName(0), "unknown") || strncmp(hipApiName(1), "hip", 3)) && ++bad)
    printf("names: %s, %s\n", hipApiName(0), hipApiName(1));

  hipMemPool_t pool;
  hipStream_t none = (hipStream_t)-1;
  WANT(hipMallocAsync(&v, 64, none), hipErrorInvalidHandle);
  WANT(hipDeviceGetDefaultMemPool(&pool, 0), hipSuccess);
  WANT(hipMallocFromPoolAsync(&v, 64, pool, none), hipErrorInvalidHandle);
  WANT(hipDeviceSetLimit((hipLimit_t)-1, 1024), hipErrorUnsupportedLimit);

  hipMipmappedArray_t m;
  WANT(hipGetMipmappedArrayLevel(&a, nullptr, 0), hipErrorInvalidResourceHandle);
  WANT(hipMallocMipmappedArray(&m, &f, {16, 16, 0}, 3, 0), hipSuccess);
  WANT(hipFreeMipmappedArray(m), hipSuccess);
  WANT(hipFreeMipmappedArray(m), hipErrorContextIsDestroyed);

  // Advice is of the pages it was given for; asked of more, there is none.
  const size_t page = 4096;
  char *u;
  int said = 0;
  WANT(hipMallocManaged(&u, 4 * page), hipSuccess);
  WANT(hipMemAdvise(u + page, 2 * page, hipMemAdviseSetReadMostly, 0), hipSuccess);
#define SAID(FROM, PAGES, VALUE)                                                                   \
  said = -1;                                                                                       \
  WANT(hipMemRangeGetAttribute(&said, sizeof said, hipMemRangeAttributeReadMostly,                 \
                               u + (FROM) * page, (PAGES) * page),                                 \
       hipSuccess);                                                                                \
  if (said != VALUE && ++bad) printf("line %d: %d\n", __LINE__, said)
  SAID(0, 4, 0);
  SAID(1, 2, 1);
  SAID(2, 1, 1);
  SAID(2, 2, 0);
  WANT(hipMemAdvise(u, 4 * page, hipMemAdviseSetReadMostly, 0), hipSuccess);
  SAID(0, 4, 1);
  WANT(hipMemAdvise(u + page, page, hipMemAdviseUnsetReadMostly, 0), hipSuccess);
  SAID(0, 4, 0);
  SAID(0, 1, 1);
  SAID(2, 2, 1);
  WANT(hipMemRangeGetAttribute(&said, sizeof said, hipMemRangeAttributeCoherencyMode, d, 64),
       hipSuccess);
  if (said != hipMemRangeCoherencyModeCoarseGrain && ++bad) printf("coherency %d\n", said);
  const unsigned kinds[] = {hipHostMallocNonCoherent, hipHostMallocCoherent};
  for (unsigned flag : kinds) {
    void *pinned;
    WANT(hipHostMalloc(&pinned, 64, flag), hipSuccess);
    WANT(hipMemRangeGetAttribute(&said, sizeof said, hipMemRangeAttributeCoherencyMode, pinned, 64),
         hipSuccess);
    const int wanted = flag == hipHostMallocNonCoherent ? hipMemRangeCoherencyModeCoarseGrain
                                                        : hipMemRangeCoherencyModeFineGrain;
    if (said != wanted && ++bad) printf("coherency %d of flag %#x\n", said, flag);
    WANT(hipHostFree(pinned), hipSuccess);
  }
  WANT(hipMemRangeGetAttribute(&said, sizeof said, hipMemRangeAttributeReadMostly, d, 64),
       hipErrorInvalidValue);

  // Memory that is given to a stream: to one only, never to the null stream alone.
  hipStream_t stream;
  WANT(hipStreamCreate(&stream), hipSuccess);
  WANT(hipStreamAttachMemAsync(stream, u, 0, hipMemAttachSingle), hipSuccess);
  WANT(hipStreamAttachMemAsync(nullptr, u, 0, hipMemAttachGlobal), hipSuccess);
  WANT(hipStreamAttachMemAsync(nullptr, u, 0, hipMemAttachSingle), hipErrorInvalidValue);
  WANT(hipStreamAttachMemAsync(stream, u, page, hipMemAttachSingle), hipErrorInvalidValue);
  WANT(hipStreamAttachMemAsync(stream, d, 0, hipMemAttachSingle), hipErrorInvalidValue);
  WANT(hipStreamAttachMemAsync(stream, host, 0, hipMemAttachSingle), hipErrorInvalidValue);
  WANT(hipStreamAttachMemAsync(stream, host, sizeof host, hipMemAttachSingle),
       p.pageableMemoryAccess ? hipSuccess : hipErrorInvalidValue);
  WANT(hipStreamDestroy(stream), hipSuccess);

  // Textures of more than a texture's size can say, or of texels that begin nowhere.
  hipTextureObject_t texture;
  hipTextureDesc plain = {};
  hipResourceDesc r = {};
  r.resType = hipResourceTypeLinear;
  auto linear = [&](void *p, size_t n) {
    r.res.linear.devPtr = p, r.res.linear.sizeInBytes = n, r.res.linear.desc = f;
    return hipCreateTextureObject(&texture, &r, &plain, nullptr);
  };
  WANT(linear(d, ~(size_t)0), hipErrorInvalidValue);
  WANT(linear(d + 1, 32), hipErrorInvalidValue);
  WANT(linear(d + 4, 32), hipSuccess);
  WANT(hipDestroyTextureObject(texture), hipSuccess);
  r.resType = hipResourceTypePitch2D;
  auto rows = [&](void *p, size_t width, size_t height, size_t pitch) {
    r.res.pitch2D.devPtr = p, r.res.pitch2D.desc = f, r.res.pitch2D.width = width;
    r.res.pitch2D.height = height, r.res.pitch2D.pitchInBytes = pitch;
    return hipCreateTextureObject(&texture, &r, &plain, nullptr);
  };
  WANT(rows(d, 4, ~(size_t)0, 16), hipErrorInvalidValue);
  WANT(rows(d, 4, 4, ~(size_t)0), hipErrorInvalidValue);
  WANT(rows(d, (size_t)1 << 62, 4, 16), hipErrorInvalidValue);
  WANT(rows(d + 1, 2, 2, 16), hipErrorInvalidValue);
  WANT(rows(d, 4, 4, 16), hipSuccess);
  WANT(hipDestroyTextureObject(texture), hipSuccess);

  // A graph that is given more references than there are destroys nothing twice.
  hipGraph_t g;
  hipGraphNode_t node;
  hipUserObject_t o;
  WANT(hipGraphCreate(&g, 0), hipSuccess);
  WANT(hipGraphAddMemFreeNode(&node, g, nullptr, 0, host), hipErrorInvalidValue);
  WANT(hipUserObjectCreate(&o, nullptr, destroy, 1, hipUserObjectNoDestructorSync), hipSuccess);
  WANT(hipGraphRetainUserObject(g, o, 100, hipGraphUserObjectMove), hipSuccess);
  WANT(hipUserObjectRelease(o, 1), hipSuccess);
  WANT(hipGraphDestroy(g), hipSuccess);
  if (destroyed != 1 && ++bad) printf("destroyed %d times\n", destroyed);
  WANT(hipMemset(d, 0, 64), hipSuccess);
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Host functions that HIP 7 added: fills of rows of wider elements, what a module has, libraries, batches
// of copies, numbers and attributes of streams, pools of a location, the shared memory that is left to a block.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <hip/hip_deprecated.h>
#include <hip/hiprtc.h>

#include <cstdlib>
#include <string>
#include <unistd.h>

__global__ void sums(float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
}

// Rows of w elements in memory of the device, the rest of which stays.
template <typename T, typename F, typename G> static void fills(T value, F fill, G later) {
  const size_t pitch = 256, rows = 7, w = 21;
  Device<unsigned char> d(pitch * rows);
  auto at = reinterpret_cast<hipDeviceptr_t>(d.p + 4 * sizeof(T));
  for (int asynchronous = 0; asynchronous < 2; asynchronous++) {
    CHECK(hipMemset(d.p, 0x33, pitch * rows));
    hipStream_t s;
    CHECK(hipStreamCreate(&s));
    if (asynchronous) {
      CHECK(later(at, pitch, value, w, rows - 1, s));
      CHECK(hipStreamSynchronize(s));
    } else {
      CHECK(fill(at, pitch, value, w, rows - 1));
    }
    CHECK(hipStreamDestroy(s));
    auto got = d.host();
    for (size_t y = 0; y < rows; y++)
      for (size_t x = 0; x < pitch / sizeof(T); x++) {
        T v, before;
        std::memset(&before, 0x33, sizeof before);
        std::memcpy(&v, &got[y * pitch + x * sizeof(T)], sizeof v);
        EXPECT(v == (y < rows - 1 && x >= 4 && x < 4 + w ? value : before));
      }
  }
  EXPECT_ERROR(fill(nullptr, pitch, value, w, rows), hipErrorInvalidValue);
  EXPECT_ERROR(fill(at, w * sizeof(T) - sizeof(T), value, w, rows), hipErrorInvalidValue);
  EXPECT_ERROR(fill(at, pitch, value, w, rows + 1), hipErrorInvalidValue);
  if (sizeof(T) > 1) {
    auto odd = reinterpret_cast<hipDeviceptr_t>(d.p + 1);
    EXPECT_ERROR(fill(odd, pitch, value, w, 1), hipErrorInvalidValue);
    EXPECT_ERROR(fill(at, pitch - 1, value, w, 2), hipErrorInvalidValue);
  }
}

static void libraries(const void *code) {
  hipLibrary_t l, owner;
  hipKernel_t k, all[3] = {}, none = nullptr;
  hipFunction_t f;
  const char *name = nullptr;
  unsigned count = 0;
  int threads = 0, before = failures;
  size_t offset = 99, size = 0;
  CHECK(hipLibraryLoadData(&l, code, nullptr, nullptr, 0, nullptr, nullptr, 0));
  if (failures != before) return;
  CHECK(hipLibraryGetKernelCount(&count, l));
  EXPECT(count == 3);
  CHECK(hipLibraryEnumerateKernels(all, 3, l));
  CHECK(hipLibraryGetKernel(&k, l, "three"));
  EXPECT(k == all[0] || k == all[1] || k == all[2]);
  CHECK(hipKernelGetName(&name, k));
  EXPECT(name && !std::strcmp(name, "three"));
  CHECK(hipKernelGetLibrary(&owner, k));
  EXPECT(owner == l);
  CHECK(hipKernelGetParamInfo(k, 0, &offset, &size));
  EXPECT(offset == 0 && size == sizeof(int *));
  EXPECT_ERROR(hipKernelGetParamInfo(k, 1, &offset, &size), hipErrorInvalidValue);
  CHECK(hipKernelGetAttribute(&threads, HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, k, 0));
  EXPECT(threads > 0);
  CHECK(hipKernelSetAttribute(HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 64, k, 0));
  EXPECT_ERROR(hipKernelGetAttribute(&threads, HIP_FUNC_ATTRIBUTE_NUM_REGS, k, 99),
               hipErrorInvalidDevice);
  CHECK(hipKernelGetFunction(&f, k));
  Device<int> d(1);
  void *args[] = {&d.p};
  CHECK(hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));
  EXPECT(d.host()[0] == 3);
  CHECK(hipLibraryGetKernel(&k, l, "two"));
  CHECK(hipLaunchKernel(reinterpret_cast<const void *>(k), dim3(1), dim3(1), args, 0, nullptr));
  EXPECT(d.host()[0] == 2);
  EXPECT_ERROR(hipLibraryGetKernel(&k, l, "four"), hipErrorNotFound);
  EXPECT_ERROR(hipLibraryGetKernel(nullptr, l, "two"), hipErrorInvalidValue);
  EXPECT_ERROR(hipKernelGetName(&name, none), hipErrorInvalidValue);
  EXPECT_ERROR(hipLibraryLoadData(&owner, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0),
               hipErrorInvalidValue);
  EXPECT_ERROR(
      hipLibraryLoadFromFile(&owner, "/nonexistent", nullptr, nullptr, 0, nullptr, nullptr, 0),
      hipErrorFileNotFound);
  CHECK(hipLibraryUnload(l));
  EXPECT_ERROR(hipLibraryUnload(l), hipErrorInvalidResourceHandle);
  EXPECT_ERROR(hipKernelGetLibrary(&owner, k), hipErrorInvalidResourceHandle);
}

static void modules() {
  const char *source = "extern \"C\" __global__ void one(int *p) { p[0] = 1; }\n"
                       "extern \"C\" __global__ void two(int *p) { p[0] = 2; }\n"
                       "extern \"C\" __global__ void three(int *p) { p[0] = 3; }\n";
  hiprtcProgram program;
  size_t size = 0;
  EXPECT(hiprtcCreateProgram(&program, source, "three.hip", 0, nullptr, nullptr) == HIPRTC_SUCCESS);
  EXPECT(hiprtcCompileProgram(program, 0, nullptr) == HIPRTC_SUCCESS);
  EXPECT(hiprtcGetCodeSize(program, &size) == HIPRTC_SUCCESS);
  std::vector<char> code(size);
  EXPECT(hiprtcGetCode(program, code.data()) == HIPRTC_SUCCESS);
  EXPECT(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS);
  hipModule_t m;
  hipFunction_t f;
  unsigned count = 0;
  CHECK(hipModuleLoadFatBinary(&m, code.data()));
  CHECK(hipModuleGetFunctionCount(&count, m));
  EXPECT(count == 3);
  CHECK(hipModuleGetFunction(&f, m, "two"));
  Device<int> d(1);
  void *args[] = {&d.p};
  CHECK(hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));
  EXPECT(d.host()[0] == 2);
  EXPECT_ERROR(hipModuleGetFunctionCount(nullptr, m), hipErrorInvalidValue);
  CHECK(hipModuleUnload(m));
  EXPECT(hipModuleGetFunctionCount(&count, m) != hipSuccess);
  EXPECT_ERROR(hipModuleLoadFatBinary(&m, nullptr), hipErrorInvalidValue);
  libraries(code.data());
}

static void streams() {
  hipStream_t a, b;
  CHECK(hipStreamCreate(&a));
  CHECK(hipStreamCreate(&b));
  unsigned long long null, first, second, again;
  CHECK(hipStreamGetId(nullptr, &null));
  CHECK(hipStreamGetId(a, &first));
  CHECK(hipStreamGetId(b, &second));
  CHECK(hipStreamGetId(a, &again));
  EXPECT(first == again && first != second && first != null && second != null);
  EXPECT_ERROR(hipStreamGetId(a, nullptr), hipErrorInvalidValue);
  CHECK(hipStreamDestroy(a));
  CHECK(hipStreamDestroy(b));
}

static void batches() {
  const size_t n = 64;
  std::vector<int> host(n, 7), back(n);
  Device<int> a(n), b(n);
  hipStream_t s;
  CHECK(hipStreamCreate(&s));
  void *dsts[] = {a.p, b.p, b.p + n / 2}, *srcs[] = {host.data(), a.p, a.p};
  size_t sizes[] = {n * sizeof(int), n * sizeof(int), 4 * sizeof(int)}, first = 0, failed = 0;
  hipMemcpyAttributes attrs = {};
  attrs.srcAccessOrder = hipMemcpySrcAccessOrderDuringApiCall;
  host[1] = 8;
  CHECK(hipMemcpyBatchAsync(dsts, srcs, sizes, 3, &attrs, &first, 1, &failed, s));
  host.assign(n, 0); // its source was read
  CHECK(hipStreamSynchronize(s));
  auto got = b.host();
  for (size_t i = 0; i < n; i++) EXPECT(got[i] == (i == 1 || i == n / 2 + 1 ? 8 : 7));
  srcs[1] = nullptr;
  EXPECT_ERROR(hipMemcpyBatchAsync(dsts, srcs, sizes, 3, nullptr, nullptr, 0, &failed, s),
               hipErrorInvalidValue);
  EXPECT(failed == 1);
  EXPECT_ERROR(hipMemcpyBatchAsync(dsts, srcs, sizes, 0, nullptr, nullptr, 0, &failed, s),
               hipErrorInvalidValue);
  EXPECT_ERROR(hipMemcpyBatchAsync(dsts, srcs, sizes, 3, &attrs, nullptr, 1, &failed, s),
               hipErrorInvalidValue);
  attrs.srcAccessOrder = hipMemcpySrcAccessOrderInvalid;
  EXPECT_ERROR(hipMemcpyBatchAsync(dsts, srcs, sizes, 3, &attrs, &first, 1, &failed, s),
               hipErrorInvalidValue);
  CHECK(hipStreamDestroy(s));
}

// Boxes of 3 x 2 x 2 elements in memory and in an array of int2.
static void boxes() {
  const size_t row = 8, rows = 4;
  std::vector<int2> host(row * rows * 2), back(host.size());
  for (size_t i = 0; i < host.size(); i++) host[i] = make_int2(int(i), -int(i));
  hipArray_t array;
  hipChannelFormatDesc desc = hipCreateChannelDesc<int2>();
  hipStream_t s;
  size_t failed = 0;
  CHECK(hipStreamCreate(&s));
  CHECK(hipMalloc3DArray(&array, &desc, make_hipExtent(5, 4, 3), 0));
  hipMemcpy3DBatchOp ops[2] = {};
  ops[0].src.type = ops[1].dst.type = hipMemcpyOperandTypePointer;
  ops[0].dst.type = ops[1].src.type = hipMemcpyOperandTypeArray;
  ops[0].src.op.ptr.ptr = host.data() + 1;
  ops[1].dst.op.ptr.ptr = back.data();
  ops[0].src.op.ptr.rowLength = ops[1].dst.op.ptr.rowLength = row;
  ops[0].src.op.ptr.layerHeight = ops[1].dst.op.ptr.layerHeight = rows;
  ops[0].dst.op.array.array = ops[1].src.op.array.array = array;
  ops[0].dst.op.array.offset = ops[1].src.op.array.offset = {2, 1, 1};
  ops[0].extent = ops[1].extent = make_hipExtent(3, 2, 2);
  ops[0].srcAccessOrder = ops[1].srcAccessOrder = hipMemcpySrcAccessOrderStream;
  CHECK(hipMemcpy3DBatchAsync(2, ops, &failed, 0, s));
  CHECK(hipStreamSynchronize(s));
  for (size_t i = 0; i < back.size(); i++) {
    bool inside = i % row < 3 && i / row % rows < 2;
    EXPECT(back[i].x == (inside ? int(i) + 1 : 0) && back[i].y == (inside ? -int(i) - 1 : 0));
  }
  ops[1].dst.op.ptr.rowLength = 2;
  EXPECT_ERROR(hipMemcpy3DBatchAsync(2, ops, &failed, 0, s), hipErrorInvalidValue);
  EXPECT(failed == 1);
  EXPECT_ERROR(hipMemcpy3DBatchAsync(0, ops, &failed, 0, s), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemcpy3DBatchAsync(1, ops, &failed, 1, s), hipErrorInvalidValue);

  Device<int2> memory(host.size());
  hipMemcpy3DPeerParms p = {};
  p.srcPtr = make_hipPitchedPtr(host.data(), row * sizeof(int2), row, rows);
  p.dstPtr = make_hipPitchedPtr(memory.p, row * sizeof(int2), row, rows);
  p.extent = make_hipExtent(row * sizeof(int2), rows, 2);
  CHECK(hipMemcpy3DPeer(&p));
  EXPECT(memory.host()[33].x == 33);
  p.srcPtr.ptr = back.data();
  CHECK(hipMemcpy3DPeerAsync(&p, s));
  CHECK(hipStreamSynchronize(s));
  EXPECT(memory.host()[8].x == 9);
  p.dstDevice = 99;
  EXPECT_ERROR(hipMemcpy3DPeer(&p), hipErrorInvalidDevice);
  EXPECT_ERROR(hipMemcpy3DPeer(nullptr), hipErrorInvalidValue);
  CHECK(hipFreeArray(array));
  CHECK(hipStreamDestroy(s));
}

static void stream_attributes() {
  hipStream_t a, b;
  hipStreamAttrValue v = {}, got = {};
  CHECK(hipStreamCreate(&a));
  CHECK(hipStreamCreate(&b));
  v.syncPolicy = hipSyncPolicyYield;
  CHECK(hipStreamGetAttribute(a, hipStreamAttributeSynchronizationPolicy, &got));
  EXPECT(got.syncPolicy == hipSyncPolicyAuto);
  CHECK(hipStreamSetAttribute(a, hipStreamAttributeSynchronizationPolicy, &v));
  CHECK(hipStreamCopyAttributes(b, a));
  CHECK(hipStreamGetAttribute(b, hipStreamAttributeSynchronizationPolicy, &got));
  EXPECT(got.syncPolicy == hipSyncPolicyYield);
  v = {};
  v.accessPolicyWindow.hitRatio = 0.5f;
  CHECK(hipStreamSetAttribute(a, hipStreamAttributeAccessPolicyWindow, &v));
  CHECK(hipStreamGetAttribute(a, hipStreamAttributeAccessPolicyWindow, &got));
  EXPECT(got.accessPolicyWindow.hitRatio == 0.5f);
  v.accessPolicyWindow.hitRatio = 2;
  EXPECT_ERROR(hipStreamSetAttribute(a, hipStreamAttributeAccessPolicyWindow, &v),
               hipErrorInvalidValue);
  EXPECT_ERROR(hipStreamGetAttribute(a, hipLaunchAttributeCooperative, &got), hipErrorInvalidValue);
  EXPECT_ERROR(hipStreamGetAttribute(a, hipStreamAttributePriority, nullptr), hipErrorInvalidValue);
  int priority = 0;
  CHECK(hipStreamGetPriority(a, &priority));
  CHECK(hipStreamGetAttribute(a, hipStreamAttributePriority, &got));
  EXPECT(got.priority == priority);
  CHECK(hipStreamDestroy(a));
  CHECK(hipStreamDestroy(b));
}

static void locations() {
  int *p = nullptr, where = 0;
  hipMemLocation host = {hipMemLocationTypeHost, 0}, device = {hipMemLocationTypeDevice, 0},
                 none = {hipMemLocationTypeInvalid, 0};
  CHECK(hipMallocManaged(reinterpret_cast<void **>(&p), 1 << 16));
  CHECK(hipMemAdvise_v2(p, 1 << 16, hipMemAdviseSetPreferredLocation, host));
  CHECK(hipMemRangeGetAttribute(&where, sizeof where, hipMemRangeAttributePreferredLocation, p,
                                1 << 16));
  EXPECT(where == hipCpuDeviceId);
  CHECK(hipMemPrefetchAsync_v2(p, 1 << 16, device, 0, nullptr));
  CHECK(hipMemRangeGetAttribute(&where, sizeof where, hipMemRangeAttributeLastPrefetchLocation, p,
                                1 << 16));
  EXPECT(where == 0);
  EXPECT_ERROR(hipMemAdvise_v2(p, 1 << 16, hipMemAdviseSetReadMostly, none), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemPrefetchAsync_v2(p, 1 << 16, device, 1, nullptr), hipErrorInvalidValue);
  CHECK(hipFree(p));

  void *f = nullptr;
  hipDriverEntryPointQueryResult found;
  CHECK(hipGetDriverEntryPoint("hipMemcpyBatchAsync", &f, 0, &found));
  EXPECT(found == hipDriverEntryPointSuccess && f != nullptr);
  EXPECT_ERROR(hipGetDriverEntryPoint("hipNoSuchFunction", &f, 0, &found), hipErrorInvalidValue);
  EXPECT(found == hipDriverEntryPointSymbolNotFound);

  // The twin for the per-thread stream finds twins, unless it is told otherwise.
  using Query =
      hipError_t (*)(const char *, void **, unsigned long long, hipDriverEntryPointQueryResult *);
  Query twin;
  CHECK(hipGetDriverEntryPoint("hipGetDriverEntryPoint", (void **)&twin, 2, &found));
  void *plain = nullptr, *perThread = nullptr, *legacy = nullptr;
  CHECK(hipGetDriverEntryPoint("hipMemcpyAsync", &plain, 0, &found));
  CHECK(twin("hipMemcpyAsync", &perThread, 0, &found));
  CHECK(twin("hipMemcpyAsync", &legacy, 1, &found));
  EXPECT(plain == legacy && perThread && plain != perThread);

  // The functions of HIP 5, whose properties had another layout.
  hipDeviceProp_tR0000 old;
  hipDeviceProp_t now;
  CHECK(hipGetDevicePropertiesR0000(&old, 0));
  CHECK(hipGetDeviceProperties(&now, 0));
  EXPECT(!strcmp(old.name, now.name) && old.totalGlobalMem == now.totalGlobalMem &&
         old.multiProcessorCount == now.multiProcessorCount &&
         old.pageableMemoryAccess == now.pageableMemoryAccess);
  CHECK(hipChooseDeviceR0000(&where, &old));
  EXPECT_ERROR(hipGetDevicePropertiesR0000(nullptr, 0), hipErrorInvalidValue);
}

// The pools of a location, which are those of its device.
static void location_pools() {
  hipMemLocation here = {}, nowhere = {}, beyond = {};
  here.type = beyond.type = hipMemLocationTypeDevice;
  beyond.id = -1;
  const auto pinned = hipMemAllocationTypePinned;
  hipMemPoolProps props = {};
  props.allocType = pinned;
  props.location = here;
  hipMemPool_t own, first, now;
  CHECK(hipMemPoolCreate(&own, &props));
  CHECK(hipMemGetDefaultMemPool(&first, &here, pinned));
  CHECK(hipDeviceGetDefaultMemPool(&now, 0));
  EXPECT(now == first);
  CHECK(hipMemSetMemPool(&here, pinned, own));
  CHECK(hipMemGetMemPool(&now, &here, pinned));
  EXPECT(now == own);
  CHECK(hipDeviceGetMemPool(&now, 0));
  EXPECT(now == own);
  for (auto at : {&nowhere, &beyond, static_cast<hipMemLocation *>(nullptr)}) {
    EXPECT_ERROR(hipMemSetMemPool(at, pinned, own), hipErrorInvalidValue);
    EXPECT_ERROR(hipMemGetMemPool(&now, at, pinned), hipErrorInvalidValue);
    EXPECT_ERROR(hipMemGetDefaultMemPool(&now, at, pinned), hipErrorInvalidValue);
  }
  EXPECT_ERROR(hipMemSetMemPool(&here, hipMemAllocationTypeManaged, own), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemSetMemPool(&here, pinned, nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemGetMemPool(nullptr, &here, pinned), hipErrorInvalidValue);
  CHECK(hipMemPoolDestroy(own));
  EXPECT_ERROR(hipMemSetMemPool(&here, pinned, own), hipErrorInvalidValue);
  CHECK(hipMemGetMemPool(&now, &here, pinned));
  EXPECT(now == first);
}

static void ranges() {
  Device<int> d(16);
  int file = -1, host = 0;
  auto p = reinterpret_cast<hipDeviceptr_t>(d.p);
  const auto kind = hipMemRangeHandleTypeDmaBufFd;
  EXPECT_ERROR(hipMemGetHandleForAddressRange(&file, p, 64, kind, 0), hipErrorNotSupported);
  EXPECT_ERROR(hipMemGetHandleForAddressRange(&file, p, 65, kind, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemGetHandleForAddressRange(&file, p, 0, kind, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemGetHandleForAddressRange(&file, p, 64, kind, 2), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemGetHandleForAddressRange(&file, p, 64, hipMemRangeHandleTypeMax, 0),
               hipErrorInvalidValue);
  EXPECT_ERROR(hipMemGetHandleForAddressRange(nullptr, p, 64, kind, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemGetHandleForAddressRange(&file, &host, 4, kind, 0), hipErrorInvalidValue);
}

static void shared_memory() {
  auto f = reinterpret_cast<const void *>(sums);
  int most = 0, blocks = 0;
  CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&most, f, 256, 0));
  EXPECT(most > 0);
  size_t before = 0;
  for (int n = most; n > 0; n--) { // the fewer blocks, the more each has
    size_t left = 0;
    CHECK(hipOccupancyAvailableDynamicSMemPerBlock(&left, f, n, 256));
    EXPECT(left >= before);
    CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 256, left));
    EXPECT(blocks >= n);
    before = left;
  }
  EXPECT(before > 0);
  EXPECT_ERROR(hipOccupancyAvailableDynamicSMemPerBlock(&before, f, most + 1, 256),
               hipErrorInvalidValue);
  EXPECT_ERROR(hipOccupancyAvailableDynamicSMemPerBlock(nullptr, f, 1, 256), hipErrorInvalidValue);
}

static void textures() {
  int limit = 0;
  size_t width = 0;
  hipChannelFormatDesc d = hipCreateChannelDesc<float4>(), none = {};
  CHECK(hipDeviceGetAttribute(&limit, hipDeviceAttributeMaxTexture1DLinear, 0));
  CHECK(hipDeviceGetTexture1DLinearMaxWidth(&width, &d, 0));
  EXPECT(width > 0 && width == static_cast<size_t>(limit));
  EXPECT_ERROR(hipDeviceGetTexture1DLinearMaxWidth(&width, &none, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipDeviceGetTexture1DLinearMaxWidth(&width, &d, -1), hipErrorInvalidDevice);

  hipMipmappedArray_t levels;
  hipArrayMemoryRequirements need = {};
  CHECK(hipMallocMipmappedArray(&levels, &d, make_hipExtent(64, 32, 0), 3, 0));
  CHECK(hipMipmappedArrayGetMemoryRequirements(&need, levels, 0));
  EXPECT(need.size == 16 * (64 * 32 + 32 * 16 + 16 * 8) && need.alignment >= 256);
  EXPECT_ERROR(hipMipmappedArrayGetMemoryRequirements(nullptr, levels, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipMipmappedArrayGetMemoryRequirements(&need, nullptr, 0), hipErrorInvalidHandle);
  EXPECT_ERROR(hipMipmappedArrayGetMemoryRequirements(&need, levels, -1), hipErrorInvalidDevice);
  CHECK(hipFreeMipmappedArray(levels));
}

// How many blocks were in a kernel at a time, at most.
__global__ void crowd(unsigned *now, unsigned *most, unsigned *sum) {
  atomicMax(most, atomicAdd(now, 1u) + 1);
  for (int i = 0; i < 2000; i++) atomicAdd(sum, 1u);
  atomicSub(now, 1u);
}

static unsigned units_of(hipStream_t s) {
  hipDevResource r = {};
  CHECK(hipStreamGetDevResource(s, &r, hipDevResourceTypeSm));
  return r.sm.smCount;
}

// Streams on parts of a device: on the CPU device real, elsewhere refused where programs ask first.
static void execution_contexts() {
  hipDevResource all = {}, parts[2] = {}, rest = {}, r = {};
  hipDeviceProp_t props;
  CHECK(hipGetDeviceProperties(&props, 0));
  EXPECT_ERROR(hipDeviceGetDevResource(0, nullptr, hipDevResourceTypeSm), hipErrorInvalidValue);
  EXPECT_ERROR(hipDeviceGetDevResource(-1, &all, hipDevResourceTypeSm), hipErrorInvalidDevice);
  const hipError_t e = hipDeviceGetDevResource(0, &all, hipDevResourceTypeSm);
  if (e == hipErrorNotSupported) {
    EXPECT(std::strncmp(props.gcnArchName, "cpu:", 4) != 0);
    return;
  }
  CHECK(e);
  const unsigned n = all.sm.smCount;
  EXPECT(all.type == hipDevResourceTypeSm && n == static_cast<unsigned>(props.multiProcessorCount));
  EXPECT_ERROR(hipDeviceGetDevResource(0, &r, hipDevResourceTypeInvalid),
               hipErrorInvalidResourceType);
  EXPECT(units_of(nullptr) == n);

  unsigned groups = 2;
  CHECK(hipDevSmResourceSplitByCount(nullptr, &groups, &all, nullptr, 0, 1));
  EXPECT(groups == n);
  groups = 1;
  CHECK(hipDevSmResourceSplitByCount(parts, &groups, &all, &rest, 0, 1));
  EXPECT(groups == 1 && parts[0].sm.smCount == 1 && rest.sm.smCount == n - 1);
  EXPECT_ERROR(hipDevSmResourceSplitByCount(parts, &groups, &all, &rest, 0, n + 1),
               hipErrorInvalidResourceConfiguration);
  EXPECT_ERROR(hipDevSmResourceSplitByCount(parts, &groups, &r, &rest, 0, 1), hipErrorInvalidValue);
  hipDevSmResourceGroupParams want[2] = {};
  want[0].smCount = 1; // and the second what is left
  CHECK(hipDevSmResourceSplit(parts, 2, &all, &rest, 0, want));
  EXPECT(want[1].smCount == n - 1 && parts[1].sm.smCount == n - 1 &&
         rest.type == hipDevResourceTypeInvalid);
  want[1].smCount = n;
  EXPECT_ERROR(hipDevSmResourceSplit(parts, 2, &all, &rest, 0, want),
               hipErrorInvalidResourceConfiguration);

  hipDevResourceDesc_t one, both;
  hipExecutionCtx_t ctx, whole, device;
  CHECK(hipDevResourceGenerateDesc(&one, parts, 1));
  CHECK(hipDevResourceGenerateDesc(&both, parts, 2));
  EXPECT_ERROR(hipDevResourceGenerateDesc(&both, &r, 1), hipErrorInvalidResourceType);
  CHECK(hipGreenCtxCreate(&ctx, one, 0, 0));
  CHECK(hipGreenCtxCreate(&whole, both, 0, 0));
  EXPECT_ERROR(hipGreenCtxCreate(&ctx, nullptr, 0, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipGreenCtxCreate(&ctx, one, -1, 0), hipErrorInvalidDevice);
  CHECK(hipDeviceGetExecutionCtx(&device, 0));
  EXPECT_ERROR(hipExecutionCtxDestroy(device), hipErrorInvalidValue);
  unsigned long long a = 0, b = 0;
  CHECK(hipExecutionCtxGetId(ctx, &a));
  CHECK(hipExecutionCtxGetId(whole, &b));
  int on = -1;
  CHECK(hipExecutionCtxGetDevice(&on, ctx));
  EXPECT(a != b && on == 0);
  CHECK(hipExecutionCtxGetDevResource(whole, &r, hipDevResourceTypeSm));
  EXPECT(r.sm.smCount == n);

  hipStream_t s, t, later;
  hipEvent_t done_there;
  Device<unsigned> d(3);
  CHECK(hipMemset(d.p, 0, 12));
  CHECK(hipExecutionCtxStreamCreate(&s, ctx, hipStreamDefault, 0));
  CHECK(hipExecutionCtxStreamCreate(&t, whole, hipStreamDefault, 0));
  CHECK(hipEventCreate(&done_there));
  EXPECT(units_of(s) == 1 && units_of(t) == n);
  crowd<<<200, 1, 0, s>>>(d.p, d.p + 1, d.p + 2);
  CHECK(hipExecutionCtxRecordEvent(ctx, done_there));
  CHECK(hipExecutionCtxWaitEvent(whole, done_there));
  CHECK(hipExecutionCtxStreamCreate(&later, whole, hipStreamNonBlocking, 0));
  unsigned seen[2][3] = {};
  CHECK(hipMemcpyAsync(seen[0], d.p, 12, hipMemcpyDeviceToHost, t));
  CHECK(hipMemcpyAsync(seen[1], d.p, 12, hipMemcpyDeviceToHost, later));
  CHECK(hipExecutionCtxSynchronize(whole));
  for (auto &x : seen) EXPECT(x[0] == 0 && x[1] == 1 && x[2] == 400000);
  CHECK(hipExecutionCtxDestroy(ctx));
  EXPECT_ERROR(hipExecutionCtxSynchronize(ctx), hipErrorInvalidValue);
  CHECK(hipStreamSynchronize(s)); // stays, on its part
  for (auto x : {s, t, later}) CHECK(hipStreamDestroy(x));
  CHECK(hipEventDestroy(done_there));
  CHECK(hipExecutionCtxDestroy(whole));
}

// The log of calls, which is on standard error: what a piece of work prints there.
template <typename F> static std::string printed(F work) {
  std::fflush(stderr);
  FILE *file = std::tmpfile();
  const int before = dup(2);
  dup2(fileno(file), 2);
  work();
  std::fflush(stderr);
  dup2(before, 2);
  close(before);
  std::string text(4096, 0);
  std::rewind(file);
  text.resize(std::fread(&text[0], 1, text.size(), file));
  std::fclose(file);
  return text;
}
static void logs() {
  Device<int> d(1);
  auto fill = [&] { CHECK(hipMemset(d.p, 0, sizeof(int))); };
  auto log = [&](size_t level, size_t mask) {
    return printed([&] {
      CHECK(hipExtSetLoggingParams(level, 0, mask));
      fill();
      CHECK(hipExtEnableLogging());
      CHECK(hipExtEnableLogging());
      CHECK(hipDeviceSynchronize());
      fill();
      CHECK(hipExtDisableLogging());
      fill();
    });
  };
  for (int again = 0; again < 2; ++again) {
    const std::string text = log(4, ~(size_t)0);
    const size_t first = text.find(": hipMemset\n");
    EXPECT(first != std::string::npos &&
           text.find(": hipMemset\n", first + 1) == std::string::npos);
    EXPECT(text.find(": hipDeviceSynchronize\n") < first);
  }
  EXPECT(log(2, ~(size_t)0).empty() && log(4, 2).empty());
}

int main() {
  setenv("GOHIP_QUIET", "1", 1); // errors are made on purpose
  fills<unsigned char>(0x5a, hipMemsetD2D8, hipMemsetD2D8Async);
  fills<unsigned short>(0x1234, hipMemsetD2D16, hipMemsetD2D16Async);
  fills<unsigned>(0x12345678, hipMemsetD2D32, hipMemsetD2D32Async);
  modules();
  streams();
  stream_attributes();
  batches();
  boxes();
  locations();
  location_pools();
  ranges();
  shared_memory();
  textures();
  execution_contexts();
  logs();
  return done();
}

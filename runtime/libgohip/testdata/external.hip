// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Memory and semaphores of other APIs by their descriptors: anonymous files and eventfds, in
// streams, captures and graphs. With the argument "driver" the device's driver takes them, as
// testdata/nvidia/doubles does, and has timelines, too; else the host does.
#include <hip/hip_runtime.h>

#include "../../../testdata/programs/check.h"
#include "held.h"

#include <atomic>
#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

constexpr int N = 4096;

static bool driver;

__global__ void add(int *p, int by) { p[blockIdx.x * blockDim.x + threadIdx.x] += by; }

static int new_file(size_t size) {
  int fd = memfd_create("external", MFD_CLOEXEC);
  EXPECT(ftruncate(fd, size) == 0);
  return fd;
}

static hipExternalMemoryHandleDesc memory_desc(int fd, size_t size) {
  hipExternalMemoryHandleDesc d = {};
  d.type = hipExternalMemoryHandleTypeOpaqueFd;
  d.handle.fd = fd;
  d.size = size;
  return d;
}

static hipExternalMemoryBufferDesc buffer_desc(size_t offset, size_t size) {
  hipExternalMemoryBufferDesc d = {};
  d.offset = offset, d.size = size;
  return d;
}

static void memory() {
  int before = descriptors(), fd = new_file(2 * N * 4);
  auto *mine =
      static_cast<int *>(mmap(nullptr, 2 * N * 4, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
  for (int i = 0; i < 2 * N; i++) mine[i] = i;
  hipExternalMemory_t m;
  hipExternalMemoryHandleDesc d = memory_desc(fd, 2 * N * 4);
  CHECK(hipImportExternalMemory(&m, &d));
  int *all, *half;
  hipExternalMemoryBufferDesc b = buffer_desc(0, 2 * N * 4), second = buffer_desc(N * 4, N * 4);
  CHECK(hipExternalMemoryGetMappedBuffer(reinterpret_cast<void **>(&all), m, &b));
  CHECK(hipExternalMemoryGetMappedBuffer(reinterpret_cast<void **>(&half), m, &second));
  add<<<2 * N / 256, 256>>>(all, 1);
  add<<<N / 256, 256>>>(half, 10);
  CHECK(hipDeviceSynchronize());
  EXPECT(mine[0] == 1 && mine[N - 1] == N && mine[N] == N + 11 && mine[2 * N - 1] == 2 * N + 10);
  hipPointerAttribute_t attributes;
  CHECK(hipPointerGetAttributes(&attributes, half));
  EXPECT(attributes.type == hipMemoryTypeDevice);
  void *out = &out;
  b = buffer_desc(4, 2 * N * 4);
  EXPECT_ERROR(hipExternalMemoryGetMappedBuffer(&out, m, &b), hipErrorInvalidValue);
  b = buffer_desc(~0ull - 3, 8);
  EXPECT_ERROR(hipExternalMemoryGetMappedBuffer(&out, m, &b), hipErrorInvalidValue);
  b = buffer_desc(0, 0);
  EXPECT_ERROR(hipExternalMemoryGetMappedBuffer(&out, m, &b), hipErrorInvalidValue);
  b = buffer_desc(0, 4), b.flags = 1;
  EXPECT_ERROR(hipExternalMemoryGetMappedBuffer(&out, m, &b), hipErrorInvalidValue);
  EXPECT_ERROR(hipExternalMemoryGetMappedBuffer(nullptr, m, &second), hipErrorInvalidValue);
  EXPECT_ERROR(hipExternalMemoryGetMappedBuffer(&out, nullptr, &second), hipErrorInvalidValue);
  EXPECT_ERROR(hipExternalMemoryGetMappedBuffer(&out, m, nullptr), hipErrorInvalidValue);
  CHECK(hipFree(half));
  CHECK(hipFree(all));
  CHECK(hipDestroyExternalMemory(m));
  EXPECT_ERROR(hipDestroyExternalMemory(m), hipErrorInvalidValue);
  EXPECT_ERROR(hipExternalMemoryGetMappedBuffer(&out, m, &second), hipErrorInvalidValue);
  EXPECT(hipPointerGetAttributes(&attributes, half) != hipSuccess ||
         attributes.type != hipMemoryTypeDevice);
  (void)hipGetLastError();
  munmap(mine, 2 * N * 4);
  EXPECT(descriptors() == before);
}

static void bad_memory() {
  int before = descriptors(), fd = new_file(4096);
  hipExternalMemory_t m;
  hipExternalMemoryHandleDesc d = memory_desc(fd, 4096), bad = d;
  EXPECT_ERROR(hipImportExternalMemory(nullptr, &d), hipErrorInvalidValue);
  EXPECT_ERROR(hipImportExternalMemory(&m, nullptr), hipErrorInvalidValue);
  bad.size = 0;
  EXPECT_ERROR(hipImportExternalMemory(&m, &bad), hipErrorInvalidValue);
  bad.size = 8192; // more than there is
  EXPECT_ERROR(hipImportExternalMemory(&m, &bad), hipErrorInvalidValue);
  bad = d, bad.flags = 2;
  EXPECT_ERROR(hipImportExternalMemory(&m, &bad), hipErrorInvalidValue);
  bad = d, bad.type = static_cast<hipExternalMemoryHandleType>(-1);
  EXPECT_ERROR(hipImportExternalMemory(&m, &bad), hipErrorInvalidValue);
  bad = d, bad.type = hipExternalMemoryHandleTypeOpaqueWin32;
  EXPECT_ERROR(hipImportExternalMemory(&m, &bad), hipErrorNotSupported);
  int event = eventfd(0, 0);
  bad = memory_desc(event, 4096);
  EXPECT_ERROR(hipImportExternalMemory(&m, &bad), hipErrorInvalidValue);
  close(event);
  close(fd);
  EXPECT_ERROR(hipImportExternalMemory(&m, &d), hipErrorInvalidValue);
  bad = memory_desc(-1, 4096);
  EXPECT_ERROR(hipImportExternalMemory(&m, &bad), hipErrorInvalidValue);
  EXPECT_ERROR(hipDestroyExternalMemory(nullptr), hipErrorInvalidValue);
  EXPECT(descriptors() == before);
}

// Adds 1 to each channel of each texel by the surface and sums the channels by the texture.
template <typename T> struct Channels {
  __device__ static T more(T v) { return v + 1; }
  __device__ static float sum(T v) { return v; }
};
template <> struct Channels<uchar4> {
  __device__ static uchar4 more(uchar4 v) {
    return make_uchar4(v.x + 1, v.y + 1, v.z + 1, v.w + 1);
  }
  __device__ static float sum(uchar4 v) { return v.x + v.y + v.z + v.w; }
};
template <> struct Channels<short2> {
  __device__ static short2 more(short2 v) { return make_short2(v.x + 1, v.y + 1); }
  __device__ static float sum(short2 v) { return v.x + v.y; }
};
enum { LINE, PLANE, SOLID, LINES, PLANES, CUBE };

template <typename T, int Kind>
__global__ void touch(hipSurfaceObject_t s, hipTextureObject_t t, float *sums) {
  int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y, b = x * int(sizeof(T));
  T old, now;
  if constexpr (Kind == LINE)
    surf1Dread(&old, s, b), surf1Dwrite(Channels<T>::more(old), s, b), now = tex1D<T>(t, x);
  if constexpr (Kind == PLANE)
    surf2Dread(&old, s, b, y), surf2Dwrite(Channels<T>::more(old), s, b, y),
        now = tex2D<T>(t, x, y);
  if constexpr (Kind == SOLID)
    surf3Dread(&old, s, b, y, z), surf3Dwrite(Channels<T>::more(old), s, b, y, z),
        now = tex3D<T>(t, x, y, z);
  if constexpr (Kind == LINES)
    surf1DLayeredread(&old, s, b, z), surf1DLayeredwrite(Channels<T>::more(old), s, b, z),
        now = tex1DLayered<T>(t, x, z);
  if constexpr (Kind == PLANES)
    surf2DLayeredread(&old, s, b, y, z), surf2DLayeredwrite(Channels<T>::more(old), s, b, y, z),
        now = tex2DLayered<T>(t, x, y, z);
  if constexpr (Kind == CUBE)
    surfCubemapread(&old, s, b, y, z), surfCubemapwrite(Channels<T>::more(old), s, b, y, z),
        now = old;
  sums[(z * gridDim.x + y) * blockDim.x + x] = Channels<T>::sum(now);
}

static hipMemcpy3DParms whole(hipArray_t a, hipPitchedPtr p, bool in) {
  hipMemcpy3DParms c = {};
  CHECK(hipArrayGetInfo(nullptr, &c.extent, nullptr, a));
  c.extent.height = c.extent.height ? c.extent.height : 1;
  c.extent.depth = c.extent.depth ? c.extent.depth : 1;
  (in ? c.srcPtr : c.dstPtr) = p;
  (in ? c.dstArray : c.srcArray) = a;
  c.kind = in ? hipMemcpyHostToDevice : hipMemcpyDeviceToHost;
  return c;
}

// A level: what a copy puts in, kernels see and change, and a copy gets out. C is a channel.
template <typename T, typename C, int Kind> static void level(hipArray_t a, int w, int h, int d) {
  constexpr int channels = sizeof(T) / sizeof(C);
  std::vector<C> in(w * h * d * channels), out(in.size());
  for (size_t i = 0; i < in.size(); i++) in[i] = C(i % 100);
  hipMemcpy3DParms c = whole(a, make_hipPitchedPtr(in.data(), w * sizeof(T), w, h), true);
  CHECK(hipMemcpy3D(&c));
  hipResourceDesc r = {};
  r.resType = hipResourceTypeArray;
  r.res.array.array = a;
  hipTextureDesc t = {};
  t.addressMode[0] = t.addressMode[1] = t.addressMode[2] = hipAddressModeClamp;
  hipSurfaceObject_t surface;
  hipTextureObject_t texture;
  CHECK(hipCreateSurfaceObject(&surface, &r));
  CHECK(hipCreateTextureObject(&texture, &r, &t, nullptr));
  Device<float> sums(w * h * d);
  touch<T, Kind><<<dim3(h, d), w>>>(surface, texture, sums.p);
  c = whole(a, make_hipPitchedPtr(out.data(), w * sizeof(T), w, h), false);
  CHECK(hipMemcpy3D(&c));
  std::vector<float> seen = sums.host();
  for (size_t i = 0; i < out.size(); i++) EXPECT(out[i] == C(in[i] + 1));
  for (int i = 0; i < w * h * d; i++) {
    float want = Kind == CUBE ? 0 : channels;
    for (int k = 0; k < channels; k++) want += in[i * channels + k];
    EXPECT(seen[i] == want);
  }
  CHECK(hipDestroySurfaceObject(surface));
  CHECK(hipDestroyTextureObject(texture));
}

template <typename T, typename C, int Kind>
static void image(int w, int h, int d, unsigned flags, unsigned levels) {
  constexpr size_t size = 1 << 16;
  hipExternalMemory_t m;
  hipExternalMemoryHandleDesc md = memory_desc(new_file(size), size);
  CHECK(hipImportExternalMemory(&m, &md));
  hipExternalMemoryMipmappedArrayDesc desc = {};
  desc.offset = 4096;
  desc.formatDesc = hipCreateChannelDesc<T>();
  desc.extent = make_hipExtent(w, h, d);
  desc.flags = flags | hipArraySurfaceLoadStore;
  desc.numLevels = levels;
  hipMipmappedArray_t chain, none;
  CHECK(hipExternalMemoryGetMappedMipmappedArray(&chain, m, &desc));
  for (unsigned i = 0; i < levels; i++) {
    hipArray_t a;
    CHECK(hipGetMipmappedArrayLevel(&a, chain, i));
    bool layered = flags & (hipArrayLayered | hipArrayCubemap);
    level<T, C, Kind>(a, w >> i, h ? h >> i : 1, d ? layered ? d : d >> i : 1);
  }
  desc.offset = size - 16;
  EXPECT_ERROR(hipExternalMemoryGetMappedMipmappedArray(&none, m, &desc), hipErrorInvalidValue);
  desc.offset = 0, desc.formatDesc.y = 7;
  EXPECT_ERROR(hipExternalMemoryGetMappedMipmappedArray(&none, m, &desc), hipErrorInvalidValue);
  CHECK(hipFreeMipmappedArray(chain));
  EXPECT_ERROR(hipFreeMipmappedArray(chain), hipErrorContextIsDestroyed);
  CHECK(hipDestroyExternalMemory(m));
}

// Images that the driver lays out as it likes.
static void images() {
  int before = descriptors();
  image<int, int, LINE>(40, 0, 0, 0, 2);
  image<uchar4, unsigned char, PLANE>(32, 20, 0, 0, 3);
  image<float, float, SOLID>(16, 8, 6, 0, 2);
  image<unsigned char, unsigned char, LINES>(24, 0, 5, hipArrayLayered, 1);
  image<short2, short, PLANES>(12, 10, 3, hipArrayLayered, 2);
  image<float, float, CUBE>(8, 8, 6, hipArrayCubemap, 1);
  EXPECT(descriptors() == before);
}

static hipExternalSemaphoreHandleDesc semaphore_desc(int fd) {
  hipExternalSemaphoreHandleDesc d = {};
  d.type = hipExternalSemaphoreHandleTypeOpaqueFd;
  d.handle.fd = fd;
  return d;
}

// A semaphore and the program's own descriptor of it.
struct Semaphore {
  int fd = eventfd(0, EFD_CLOEXEC);
  hipExternalSemaphore_t s;
  Semaphore() {
    hipExternalSemaphoreHandleDesc d = semaphore_desc(dup(fd));
    CHECK(hipImportExternalSemaphore(&s, &d));
  }
  ~Semaphore() {
    CHECK(hipDestroyExternalSemaphore(s));
    close(fd);
  }
  void signal() {
    uint64_t one = 1;
    EXPECT(write(fd, &one, 8) == 8);
  }
  bool signalled() {
    pollfd p = {fd, POLLIN, 0};
    return poll(&p, 1, 0) == 1;
  }
  void take() {
    uint64_t n = 0;
    EXPECT(read(fd, &n, 8) == 8 && n == 1);
  }
};

static const hipExternalSemaphoreSignalParams signal_params[2] = {};
static const hipExternalSemaphoreWaitParams wait_params[2] = {};

static void streams() {
  int before = descriptors();
  {
    Semaphore in, more, out;
    hipExternalSemaphore_t both[2] = {in.s, more.s};
    Device<int> d(N);
    hipStream_t s;
    CHECK(hipStreamCreate(&s));
    CHECK(hipWaitExternalSemaphoresAsync(both, wait_params, 2, s));
    add<<<N / 256, 256, 0, s>>>(d.p, 1);
    CHECK(hipSignalExternalSemaphoresAsync(&out.s, signal_params, 1, s));
    EXPECT_ERROR(hipStreamQuery(s), hipErrorNotReady);
    in.signal();
    EXPECT_ERROR(hipStreamQuery(s), hipErrorNotReady);
    EXPECT(!out.signalled());
    more.signal();
    out.take();
    CHECK(hipStreamSynchronize(s));
    EXPECT(!in.signalled() && !more.signalled());
    EXPECT(d.host() == std::vector<int>(N, 1));
    CHECK(hipStreamDestroy(s));
  }
  EXPECT(descriptors() == before);
}

// One stream waits for what another signals, and a semaphore that is destroyed meanwhile.
static void between_streams() {
  Device<int> d(N);
  hipStream_t a, b;
  CHECK(hipStreamCreate(&a));
  CHECK(hipStreamCreate(&b));
  {
    Semaphore s;
    CHECK(hipWaitExternalSemaphoresAsync(&s.s, wait_params, 1, b));
    CHECK(hipMemsetAsync(d.p, 2, N * 4, b));
    add<<<N / 256, 256, 0, a>>>(d.p, 5);
    CHECK(hipSignalExternalSemaphoresAsync(&s.s, signal_params, 1, a));
    if (driver) CHECK(hipStreamSynchronize(b)); // which may not lose a semaphore in use
  }
  CHECK(hipStreamSynchronize(b));
  EXPECT(d.host() == std::vector<int>(N, 0x02020202));
  CHECK(hipStreamDestroy(a));
  CHECK(hipStreamDestroy(b));
}

static void launch(hipGraph_t g, Semaphore &in, Semaphore &out, int times) {
  hipGraphExec_t x;
  hipStream_t s;
  CHECK(hipStreamCreate(&s));
  CHECK(hipGraphInstantiate(&x, g, nullptr, nullptr, 0));
  for (int i = 0; i < times; i++) {
    CHECK(hipGraphLaunch(x, s));
    EXPECT_ERROR(hipStreamQuery(s), hipErrorNotReady);
    in.signal();
    out.take();
    CHECK(hipStreamSynchronize(s));
  }
  CHECK(hipGraphExecDestroy(x));
  CHECK(hipStreamDestroy(s));
}

static void captured() {
  Semaphore in, out;
  Device<int> d(N);
  hipStream_t s;
  hipGraph_t g;
  CHECK(hipStreamCreate(&s));
  CHECK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  CHECK(hipWaitExternalSemaphoresAsync(&in.s, wait_params, 1, s));
  add<<<N / 256, 256, 0, s>>>(d.p, 3);
  CHECK(hipSignalExternalSemaphoresAsync(&out.s, signal_params, 1, s));
  CHECK(hipStreamEndCapture(s, &g));
  EXPECT(!out.signalled());
  launch(g, in, out, 3);
  EXPECT(d.host() == std::vector<int>(N, 9));
  CHECK(hipGraphDestroy(g));
  CHECK(hipStreamDestroy(s));
}

static void nodes() {
  Semaphore in, out, other;
  hipGraph_t g;
  hipGraphNode_t wait, signal, empty;
  CHECK(hipGraphCreate(&g, 0));
  hipExternalSemaphoreWaitNodeParams w = {&other.s, wait_params, 1}, seen;
  hipExternalSemaphoreSignalNodeParams p = {&other.s, signal_params, 1}, shown;
  CHECK(hipGraphAddExternalSemaphoresWaitNode(&wait, g, nullptr, 0, &w));
  CHECK(hipGraphAddExternalSemaphoresSignalNode(&signal, g, &wait, 1, &p));
  CHECK(hipGraphAddEmptyNode(&empty, g, nullptr, 0));
  hipGraphNodeType t;
  CHECK(hipGraphNodeGetType(wait, &t));
  EXPECT(t == hipGraphNodeTypeExtSemaphoreWait);
  CHECK(hipGraphNodeGetType(signal, &t));
  EXPECT(t == hipGraphNodeTypeExtSemaphoreSignal);
  CHECK(hipGraphExternalSemaphoresWaitNodeGetParams(wait, &seen));
  CHECK(hipGraphExternalSemaphoresSignalNodeGetParams(signal, &shown));
  EXPECT(seen.numExtSems == 1 && seen.extSemArray[0] == other.s && !seen.paramsArray[0].flags);
  EXPECT(shown.numExtSems == 1 && shown.extSemArray[0] == other.s);
  EXPECT_ERROR(hipGraphExternalSemaphoresWaitNodeGetParams(signal, &seen), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphExternalSemaphoresSignalNodeGetParams(empty, &shown), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphExternalSemaphoresSignalNodeSetParams(wait, &p), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphExternalSemaphoresWaitNodeSetParams(wait, nullptr), hipErrorInvalidValue);
  w.numExtSems = 0;
  EXPECT_ERROR(hipGraphAddExternalSemaphoresWaitNode(&empty, g, nullptr, 0, &w),
               hipErrorInvalidValue);
  w = {&in.s, wait_params, 1};
  p = {&out.s, signal_params, 1};
  CHECK(hipGraphExternalSemaphoresWaitNodeSetParams(wait, &w));
  CHECK(hipGraphExternalSemaphoresSignalNodeSetParams(signal, &p));
  launch(g, in, out, 2);

  // An executable graph is changed apart from the graph, and a clone has its own nodes.
  hipGraphExec_t x;
  CHECK(hipGraphInstantiate(&x, g, nullptr, nullptr, 0));
  p = {&other.s, signal_params, 1};
  w = {&out.s, wait_params, 1};
  CHECK(hipGraphExecExternalSemaphoresSignalNodeSetParams(x, signal, &p));
  CHECK(hipGraphExecExternalSemaphoresWaitNodeSetParams(x, wait, &w));
  CHECK(hipGraphLaunch(x, nullptr));
  out.signal();
  other.take();
  CHECK(hipStreamSynchronize(nullptr));
  CHECK(hipGraphExecDestroy(x));
  hipGraph_t copy;
  CHECK(hipGraphClone(&copy, g));
  CHECK(hipGraphDestroy(g));
  launch(copy, in, out, 1);
  CHECK(hipGraphDestroy(copy));

  hipGraphNodeParams any = {};
  any.type = hipGraphNodeTypeExtSemaphoreSignal;
  any.extSemSignal = {&out.s, signal_params, 1};
  CHECK(hipGraphCreate(&g, 0));
  CHECK(hipGraphAddNode(&signal, g, nullptr, 0, &any));
  any.type = hipGraphNodeTypeExtSemaphoreWait;
  any.extSemWait = {&in.s, wait_params, 1};
  CHECK(hipGraphAddNode(&wait, g, &signal, 1, &any));
  CHECK(hipGraphDestroy(g));
}

// A timeline's value is what a signal makes it and what a wait wants at least.
static void timelines() {
  int before = descriptors(), fd = memfd_create("timeline", MFD_CLOEXEC);
  uint64_t value = 0;
  auto now = [&] { return pread(fd, &value, 8, 0) == 8 ? value : ~0ull; };
  EXPECT(pwrite(fd, &value, 8, 0) == 8);
  hipExternalSemaphore_t s;
  hipExternalSemaphoreHandleDesc d = semaphore_desc(dup(fd));
  d.type = hipExternalSemaphoreHandleTypeTimelineSemaphoreFd;
  CHECK(hipImportExternalSemaphore(&s, &d));
  hipExternalSemaphoreWaitParams wait = {};
  hipExternalSemaphoreSignalParams signal = {};
  wait.params.fence.value = 5, signal.params.fence.value = 6;
  hipStream_t stream;
  hipGraph_t g;
  hipGraphExec_t x;
  CHECK(hipStreamCreate(&stream));
  CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
  CHECK(hipWaitExternalSemaphoresAsync(&s, &wait, 1, stream));
  CHECK(hipSignalExternalSemaphoresAsync(&s, &signal, 1, stream));
  CHECK(hipStreamEndCapture(stream, &g));
  CHECK(hipGraphInstantiate(&x, g, nullptr, nullptr, 0));
  CHECK(hipGraphLaunch(x, stream));
  value = 4;
  EXPECT(pwrite(fd, &value, 8, 0) == 8);
  EXPECT_ERROR(hipStreamQuery(stream), hipErrorNotReady);
  EXPECT(now() == 4);
  value = 5;
  EXPECT(pwrite(fd, &value, 8, 0) == 8);
  CHECK(hipStreamSynchronize(stream));
  EXPECT(now() == 6);
  wait.params.fence.value = 3; // over since long
  signal.params.fence.value = 9;
  CHECK(hipWaitExternalSemaphoresAsync(&s, &wait, 1, stream));
  CHECK(hipSignalExternalSemaphoresAsync(&s, &signal, 1, stream));
  CHECK(hipStreamSynchronize(stream));
  EXPECT(now() == 9);
  CHECK(hipGraphExecDestroy(x));
  CHECK(hipGraphDestroy(g));
  CHECK(hipStreamDestroy(stream));
  CHECK(hipDestroyExternalSemaphore(s));
  close(fd);
  EXPECT(descriptors() == before);
}

static void bad_semaphores() {
  int before = descriptors();
  hipExternalSemaphore_t s;
  int fd = eventfd(0, 0), file = new_file(4096);
  hipExternalSemaphoreHandleDesc d = semaphore_desc(fd), bad = d;
  EXPECT_ERROR(hipImportExternalSemaphore(nullptr, &d), hipErrorInvalidValue);
  EXPECT_ERROR(hipImportExternalSemaphore(&s, nullptr), hipErrorInvalidValue);
  bad.type = static_cast<hipExternalSemaphoreHandleType>(-1);
  EXPECT_ERROR(hipImportExternalSemaphore(&s, &bad), hipErrorInvalidValue);
  bad.type = hipExternalSemaphoreHandleTypeD3D12Fence;
  EXPECT_ERROR(hipImportExternalSemaphore(&s, &bad), hipErrorNotSupported);
  hipError_t strange = driver ? hipErrorInvalidValue : hipErrorNotSupported;
  bad.type = hipExternalSemaphoreHandleTypeTimelineSemaphoreFd;
  EXPECT_ERROR(hipImportExternalSemaphore(&s, &bad), strange);
  bad = semaphore_desc(file);
  EXPECT_ERROR(hipImportExternalSemaphore(&s, &bad), strange);
  close(file);
  EXPECT_ERROR(hipImportExternalSemaphore(&s, &bad), hipErrorInvalidValue);
  CHECK(hipImportExternalSemaphore(&s, &d));
  hipStream_t ended;
  CHECK(hipStreamCreate(&ended));
  CHECK(hipStreamDestroy(ended));
  hipExternalSemaphoreSignalParams flagged = {};
  hipExternalSemaphoreWaitParams waiting = {};
  flagged.flags = waiting.flags = 1;
  EXPECT_ERROR(hipSignalExternalSemaphoresAsync(nullptr, signal_params, 1, nullptr),
               hipErrorInvalidValue);
  EXPECT_ERROR(hipSignalExternalSemaphoresAsync(&s, nullptr, 1, nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipSignalExternalSemaphoresAsync(&s, &flagged, 1, nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipSignalExternalSemaphoresAsync(&s, signal_params, 1, ended), hipErrorInvalidValue);
  EXPECT_ERROR(hipWaitExternalSemaphoresAsync(nullptr, wait_params, 1, nullptr),
               hipErrorInvalidValue);
  EXPECT_ERROR(hipWaitExternalSemaphoresAsync(&s, nullptr, 1, nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipWaitExternalSemaphoresAsync(&s, &waiting, 1, nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipWaitExternalSemaphoresAsync(&s, wait_params, 1, ended), hipErrorInvalidValue);
  CHECK(hipDestroyExternalSemaphore(s));
  EXPECT_ERROR(hipDestroyExternalSemaphore(s), hipErrorInvalidValue);
  EXPECT_ERROR(hipDestroyExternalSemaphore(nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipSignalExternalSemaphoresAsync(&s, signal_params, 1, nullptr),
               hipErrorInvalidValue);
  EXPECT(descriptors() == before);
}

// Imports come and go, and refused ones, and nothing of them is left.
static void nothing_left() {
  constexpr size_t size = 1 << 20;
  auto round = [] {
    memory();
    bad_memory();
    bad_semaphores();
    hipExternalMemory_t m;
    hipExternalMemoryHandleDesc d = memory_desc(new_file(size), size);
    hipExternalMemoryBufferDesc b = buffer_desc(0, size);
    void *p;
    CHECK(hipImportExternalMemory(&m, &d));
    CHECK(hipExternalMemoryGetMappedBuffer(&p, m, &b));
    CHECK(hipMemset(p, 1, size));
    CHECK(hipDeviceSynchronize());
    CHECK(hipDestroyExternalMemory(m));
    Semaphore s;
  };
  for (int i = 0; i < 10; i++) round();
  Held before;
  for (int i = 0; i < 100; i++) round(); // 100 MiB, if it were left
  EXPECT(!Held().more_than(before));
}

int main(int argc, char **argv) {
  driver = argc > 1 && !strcmp(argv[1], "driver");
  Device<int> first(N); // what a first launch opens is no leak
  add<<<N / 256, 256>>>(first.p, 1);
  CHECK(hipDeviceSynchronize());
  memory();
  bad_memory();
  streams();
  between_streams();
  captured();
  nodes();
  if (driver) timelines(), images();
  bad_semaphores();
  nothing_left();
  return done();
}

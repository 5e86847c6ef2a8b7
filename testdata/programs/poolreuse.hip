// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Stream-ordered memory: what a stream has freed is its next allocation of that size, the
// books of the pool, its threshold, and that a second free is refused.
#include <hip/hip_runtime.h>

#include <atomic>
#include <thread>
#include <stdio.h>

static int bad;
#define OK(...)                                                                                    \
  do {                                                                                             \
    if (!(__VA_ARGS__) && ++bad) printf("line %d: %s\n", __LINE__, #__VA_ARGS__);                  \
  } while (0)
#define RUN(CALL) OK((CALL) == hipSuccess)

__global__ void add(int *p, int n, int v) {
  int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n) p[i] += v;
}

static unsigned long long books(hipMemPool_t pool, hipMemPoolAttr what) {
  unsigned long long v = ~0ull;
  RUN(hipMemPoolGetAttribute(pool, what, &v));
  return v;
}

int main() {
  const int n = 1 << 18;
  const size_t bytes = n * sizeof(int);
  hipMemPool_t pool;
  hipStream_t s, t;
  RUN(hipDeviceGetDefaultMemPool(&pool, 0));
  RUN(hipStreamCreate(&s));
  RUN(hipStreamCreate(&t));
  int *a, *b, *small;
  RUN(hipMallocAsync((void **)&small, 4096, s));
  RUN(hipMallocAsync((void **)&a, bytes, s));
  RUN(hipMemsetAsync(a, 0, bytes, s));
  for (int i = 0; i < 20; i++) add<<<n / 256, 256, 0, s>>>(a, n, 1);
  RUN(hipFreeAsync(a, s));
  OK(hipFreeAsync(a, s) == hipErrorInvalidValue && hipFree(a) == hipErrorInvalidValue);
  OK(books(pool, hipMemPoolAttrUsedMemCurrent) == 4096);
  // At once for the stream itself; what it computes comes after what was before.
  RUN(hipMallocAsync((void **)&b, bytes, s));
  OK(b == a);
  RUN(hipMemsetAsync(b, 0, bytes, s));
  add<<<n / 256, 256, 0, s>>>(b, n, 5);
  static int host[1 << 18];
  RUN(hipMemcpyAsync(host, b, bytes, hipMemcpyDeviceToHost, s));
  RUN(hipStreamSynchronize(s));
  for (int i = 0; i < n; i++)
    if (host[i] != 5 && bad++ < 3) printf("%d: %d\n", i, host[i]);
  OK(books(pool, hipMemPoolAttrUsedMemCurrent) == bytes + 4096);
  OK(books(pool, hipMemPoolAttrUsedMemHigh) == bytes + 4096);

  // The threshold keeps it for other streams; without one it goes back.
  unsigned long long keep = ~0ull;
  RUN(hipMemPoolSetAttribute(pool, hipMemPoolAttrReleaseThreshold, &keep));
  RUN(hipFreeAsync(b, s));
  RUN(hipStreamSynchronize(s));
  OK(books(pool, hipMemPoolAttrReservedMemCurrent) == bytes + 4096);
  RUN(hipMallocAsync((void **)&a, bytes, t));
  OK(a == b);
  RUN(hipFreeAsync(a, t));
  RUN(hipStreamSynchronize(t));
  RUN(hipMemPoolTrimTo(pool, 0));
  OK(books(pool, hipMemPoolAttrReservedMemCurrent) == 4096);
  OK(hipFree(a) == hipErrorInvalidValue);
  RUN(hipFreeAsync(small, s));
  RUN(hipStreamSynchronize(s));

  // A stream that waits for the free by an event has the memory at once, if the pool may
  // follow events; another stream has not.
  hipEvent_t freed;
  RUN(hipEventCreate(&freed));
  for (int follow = 0; follow < 2; follow++) {
    RUN(hipMemPoolSetAttribute(pool, hipMemPoolReuseFollowEventDependencies, &follow));
    std::atomic<bool> go{false};
    RUN(hipMallocAsync((void **)&a, bytes, s));
    RUN(hipLaunchHostFunc(
        s,
        [](void *p) {
          while (!*static_cast<std::atomic<bool> *>(p)) std::this_thread::yield();
        },
        &go));
    RUN(hipFreeAsync(a, s));
    RUN(hipMallocAsync((void **)&small, bytes, t));
    OK(small != a); // it waits for nothing
    RUN(hipEventRecord(freed, s));
    RUN(hipStreamWaitEvent(t, freed, 0));
    RUN(hipMallocAsync((void **)&b, bytes, t));
    OK((b == a) == (follow == 1));
    go = true;
    RUN(hipFreeAsync(b, t));
    RUN(hipFreeAsync(small, t));
    RUN(hipDeviceSynchronize());
    RUN(hipMemPoolTrimTo(pool, 0));
  }
  RUN(hipEventDestroy(freed));

  // Access is for devices that there are, in ways that there are.
  hipMemAccessDesc access[2] = {};
  access[0].location.type = hipMemLocationTypeDevice;
  access[0].flags = hipMemAccessFlagsProtReadWrite;
  RUN(hipMemPoolSetAccess(pool, access, 1));
  OK(hipMemPoolSetAccess(pool, access, 1000) == hipErrorInvalidDevice);
  access[0].location.id = -1;
  OK(hipMemPoolSetAccess(pool, access, 1) == hipErrorInvalidDevice);
  access[0].location.id = 0;
  access[0].flags = hipMemAccessFlags(77);
  OK(hipMemPoolSetAccess(pool, access, 1) == hipErrorInvalidValue);
  OK(hipFreeAsync(host, (hipStream_t)-1) == hipErrorInvalidHandle);

  // A pool that is destroyed while a stream still has its memory, of which kernels write the beginning.
  hipMemPoolProps props = {};
  props.allocType = hipMemAllocationTypePinned;
  props.location.type = hipMemLocationTypeDevice;
  RUN(hipMemPoolCreate(&pool, &props));
  for (int i = 0; i < 50; i++) {
    RUN(hipMallocFromPoolAsync((void **)&a, bytes, pool, s));
    add<<<n / 4096, 256, 0, s>>>(a, n, 1);
    if (i < 49) RUN(hipFreeAsync(a, s));
  }
  RUN(hipMemPoolDestroy(pool));
  OK(hipMallocFromPoolAsync((void **)&b, bytes, pool, s) == hipErrorInvalidValue);
  OK(hipMemPoolDestroy(pool) == hipErrorInvalidValue);
  RUN(hipFreeAsync(a, s));
  RUN(hipDeviceSynchronize());
  RUN(hipStreamDestroy(s));
  RUN(hipStreamDestroy(t));
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Streams, events, callbacks and the order they promise.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <atomic>
#include <chrono>
#include <thread>

__global__ void set(int *p, int v, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) p[i] = v;
}
__global__ void addFrom(int *p, const int *q, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    p[i] += q[i];
}

static std::atomic<int> called;
static void hostFunction(void *data) { called += *static_cast<int *>(data); }
static void callback(hipStream_t, hipError_t status, void *data) {
  if (status == hipSuccess) called += *static_cast<int *>(data);
}

static void slowly(void *data) {
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  called += *static_cast<int *>(data);
}

int main() {
  const int n = 1 << 16;
  hipStream_t a, b, low;
  hipEvent_t e, start, stop;
  CHECK(hipStreamCreate(&a));
  CHECK(hipStreamCreateWithFlags(&b, hipStreamNonBlocking));
  int least = -100, greatest = 100;
  CHECK(hipDeviceGetStreamPriorityRange(&least, &greatest));
  EXPECT(greatest <= least);
  CHECK(hipStreamCreateWithPriority(&low, hipStreamDefault, least));
  unsigned flags = 99;
  CHECK(hipStreamGetFlags(b, &flags));
  EXPECT(flags == hipStreamNonBlocking);
  CHECK(hipEventCreateWithFlags(&e, hipEventDisableTiming));
  CHECK(hipEventCreate(&start));
  CHECK(hipEventCreate(&stop));

  Device<int> x(n), y(n);
  for (int round = 1; round <= 20; round++) {
    CHECK(hipEventRecord(start, a));
    set<<<64, 64, 0, a>>>(x.p, round, n);
    CHECK(hipEventRecord(e, a));
    CHECK(hipStreamWaitEvent(b, e, 0));
    addFrom<<<64, 64, 0, b>>>(y.p, x.p, n);
    CHECK(hipEventRecord(stop, b));
    CHECK(hipStreamWaitEvent(a, stop, 0)); // the next round may not overtake
  }
  CHECK(hipStreamSynchronize(a));
  CHECK(hipEventSynchronize(stop));
  EXPECT(hipEventQuery(stop) == hipSuccess);
  EXPECT(hipStreamQuery(a) == hipSuccess);
  float ms = -1;
  CHECK(hipEventElapsedTime(&ms, start, stop));
  EXPECT(ms >= 0 && ms < 60000);
  EXPECT_ERROR(hipEventElapsedTime(&ms, start, e), hipErrorInvalidHandle);
  for (int v : y.host()) EXPECT(v == 210);

  // The null stream waits for blocking streams, and they for it.
  set<<<64, 64, 0, a>>>(x.p, 5, n);
  addFrom<<<64, 64>>>(y.p, x.p, n);
  set<<<64, 64, 0, low>>>(x.p, 100, n);
  std::vector<int> hx(n), hy(n);
  CHECK(hipMemcpy(hy.data(), y.p, n * sizeof(int), hipMemcpyDeviceToHost));
  CHECK(hipStreamSynchronize(low));
  CHECK(hipMemcpy(hx.data(), x.p, n * sizeof(int), hipMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) EXPECT(hy[i] == 215 && hx[i] == 100);

  int one = 1, ten = 10;
  CHECK(hipLaunchHostFunc(a, hostFunction, &one));
  CHECK(hipStreamAddCallback(b, callback, &ten, 0));
  CHECK(hipDeviceSynchronize());
  EXPECT(called == 11);

  int *pinned;
  CHECK(hipHostMalloc(reinterpret_cast<void **>(&pinned), n * sizeof(int), hipHostMallocDefault));
  for (int i = 0; i < n; i++) pinned[i] = i;
  CHECK(hipMemcpyAsync(x.p, pinned, n * sizeof(int), hipMemcpyHostToDevice, b));
  addFrom<<<64, 64, 0, b>>>(x.p, x.p, n);
  CHECK(hipMemcpyAsync(pinned, x.p, n * sizeof(int), hipMemcpyDeviceToHost, b));
  CHECK(hipStreamSynchronize(b));
  for (int i = 0; i < n; i++) EXPECT(pinned[i] == 2 * i);

  // From host to host a copy waits for what is before it, and is over on return.
  int *second, five = 5;
  CHECK(hipHostMalloc(reinterpret_cast<void **>(&second), n * sizeof(int), hipHostMallocDefault));
  called = 0;
  CHECK(hipLaunchHostFunc(b, slowly, &five));
  CHECK(hipMemcpyAsync(second, pinned, n * sizeof(int), hipMemcpyHostToHost, b));
  EXPECT(called == 5 && second[n - 1] == 2 * (n - 1));
  CHECK(hipStreamQuery(b));
  CHECK(hipHostFree(second));
  CHECK(hipHostFree(pinned));

  CHECK(hipEventDestroy(e));
  CHECK(hipEventDestroy(start));
  CHECK(hipEventDestroy(stop));
  CHECK(hipStreamDestroy(a));
  CHECK(hipStreamDestroy(b));
  CHECK(hipStreamDestroy(low));
  return done();
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// 64 host threads do all that is on the paths without locks at once, each on its own stream
// and now and then on a common one, for ThreadSanitizer to look at. With the argument "race"
// two threads write one variable, which it must notice.
#include <hip/hip_runtime.h>

#include "../../../testdata/programs/check.h"

#include <thread>

__global__ void add(int *p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] += v; }
__global__ void set(float *p, float v) { p[threadIdx.x] = v; }
__global__ void say(int n) {
  if (threadIdx.x == 0) printf("thread %d\n", n);
}
__device__ int mine[64];

static volatile int raced;

static void graph(int *p, hipStream_t s) {
  hipGraph_t g;
  hipGraphExec_t x;
  CHECK(hipStreamBeginCapture(s, hipStreamCaptureModeThreadLocal));
  add<<<4, 64, 0, s>>>(p, 0);
  CHECK(hipStreamEndCapture(s, &g));
  CHECK(hipGraphInstantiate(&x, g, nullptr, nullptr, 0));
  CHECK(hipGraphLaunch(x, s));
  CHECK(hipStreamSynchronize(s));
  CHECK(hipGraphExecDestroy(x));
  CHECK(hipGraphDestroy(g));
}

static bool work(int t, hipStream_t common, float *shared) {
  hipStream_t s;
  hipEvent_t e;
  int *p;
  void *q;
  hipPointerAttribute_t at;
  std::vector<int> v(256);
  CHECK(hipStreamCreate(&s));
  CHECK(hipEventCreate(&e));
  CHECK(hipMalloc(reinterpret_cast<void **>(&p), v.size() * sizeof *p));
  CHECK(hipMemsetAsync(p, 0, v.size() * sizeof *p, s));
  for (int i = 1; i <= 20; i++) {
    add<<<4, 64, 0, s>>>(p, i);
    switch (i) {
    case 3:
      set<<<1, 1, 0, common>>>(shared, 1);
      break;
    case 5:
    case 10:
      CHECK(hipEventRecord(e, s));
      CHECK(hipStreamWaitEvent(common, e, 0));
      (void)hipEventQuery(e);
      break;
    case 7:
      if (t % 8 == 0) say<<<1, 64, 0, s>>>(t);
      break;
    case 9:
      CHECK(hipMemcpyToSymbolAsync(HIP_SYMBOL(mine), &t, sizeof t, t * sizeof t,
                                   hipMemcpyHostToDevice, s));
      break;
    case 11:
      CHECK(hipLaunchHostFunc(s, [](void *) {}, nullptr));
      CHECK(hipMallocAsync(&q, 100, s));
      CHECK(hipFreeAsync(q, s));
      break;
    case 13:
      graph(p, s);
      break;
    case 15:
      CHECK(hipPointerGetAttributes(&at, p));
      break;
    case 17:
      CHECK(hipDeviceSynchronize());
    }
  }
  CHECK(hipMemcpyAsync(v.data(), p, v.size() * sizeof *p, hipMemcpyDeviceToHost, s));
  CHECK(hipStreamSynchronize(s));
  bool good = true;
  for (int x : v) good = good && x == 210;
  CHECK(hipFree(p));
  CHECK(hipEventDestroy(e));
  CHECK(hipStreamDestroy(s));
  return good;
}

int main(int argc, char **) {
  const int n = 64;
  bool good[n];
  float *shared;
  hipStream_t common;
  std::vector<std::thread> all;
  CHECK(hipMalloc(reinterpret_cast<void **>(&shared), 4096));
  CHECK(hipStreamCreate(&common));
  for (int t = 0; t < n; t++)
    all.emplace_back([=, &good] {
      if (argc > 1) raced = t;
      good[t] = work(t, common, shared);
    });
  for (std::thread &t : all) t.join();
  for (bool g : good) EXPECT(g);
  CHECK(hipStreamDestroy(common));
  CHECK(hipFree(shared));
  return done();
}

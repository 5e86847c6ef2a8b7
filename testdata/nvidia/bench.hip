// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Bandwidth, launch and transfer figures of one device. The same source is HIP, and
// CUDA for `nvcc -x cu`, so that the two compilers are compared in one run:
//   nvcc -O3 -arch=sm_90 -x cu bench.hip -o bench-cuda
//   gohipcc -O3 --offload-arch=sm_90 bench.hip -o bench-hip
// Each line is a name and a figure: GB/s or microseconds.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <algorithm>
#if defined(__HIP__)
#include <hip/hip_runtime.h>
#define API(name) hip##name
#else
#include <cuda_runtime.h>
#define API(name) cuda##name
#endif

#define CHECK(call)                                                                                \
  do {                                                                                             \
    API(Error_t) e_ = (call);                                                                      \
    if (e_ != API(Success)) {                                                                      \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, API(GetErrorString)(e_));      \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

__global__ void copy(const double *__restrict__ a, double *__restrict__ b, size_t n) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = a[i];
}
__global__ void triad(const double *__restrict__ a, const double *__restrict__ b,
                      double *__restrict__ c, double s, size_t n) {
  size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + s * b[i];
}
__global__ void vadd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
__global__ void empty() {}
__global__ void three(float *, float *, int) {}

// The median of the times, in milliseconds, of runs of f between two events.
template <typename F> static float median(int runs, F f) {
  API(Event_t) start, stop;
  CHECK(API(EventCreate)(&start));
  CHECK(API(EventCreate)(&stop));
  std::vector<float> ms(runs);
  f();
  for (float &t : ms) {
    CHECK(API(EventRecord)(start, 0));
    f();
    CHECK(API(EventRecord)(stop, 0));
    CHECK(API(EventSynchronize)(stop));
    CHECK(API(EventElapsedTime)(&t, start, stop));
  }
  std::sort(ms.begin(), ms.end());
  return ms[runs / 2];
}

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

int main() {
  const size_t bytes = 1u << 30, n = bytes / sizeof(double);
  const int m = bytes / sizeof(float), block = 256;
  double *a, *b, *c;
  CHECK(API(Malloc)((void **)&a, bytes));
  CHECK(API(Malloc)((void **)&b, bytes));
  CHECK(API(Malloc)((void **)&c, bytes));
  CHECK(API(Memset)(a, 1, bytes));
  CHECK(API(Memset)(b, 2, bytes));
  unsigned grid = (unsigned)((n + block - 1) / block);
  printf("copy %.1f\n", 2 * bytes / median(30, [&] { copy<<<grid, block>>>(a, b, n); }) / 1e6);
  printf("triad %.1f\n",
         3 * bytes / median(30, [&] { triad<<<grid, block>>>(a, b, c, 3.0, n); }) / 1e6);
  printf("vadd %.1f\n", 3 * bytes / median(30, [&] {
                          vadd<<<(m + block - 1) / block, block>>>((float *)a, (float *)b,
                                                                   (float *)c, m);
                        }) / 1e6);
  // Launches are timed at the host, with the queue kept short, and through to the end.
  const int launches = 1000;
  std::vector<double> host, through;
  for (int r = 0; r < 30; r++) {
    CHECK(API(DeviceSynchronize)());
    double t0 = now();
    for (int i = 0; i < launches; i++) empty<<<1, 32>>>();
    double t1 = now();
    CHECK(API(DeviceSynchronize)());
    double t2 = now();
    host.push_back((t1 - t0) / launches * 1e6);
    through.push_back((t2 - t0) / launches * 1e6);
  }
  std::sort(host.begin(), host.end());
  std::sort(through.begin(), through.end());
  printf("launch-host-us %.3f\nlaunch-us %.3f\n", host[15], through[15]);
  std::vector<double> args;
  for (int r = 0; r < 30; r++) {
    CHECK(API(DeviceSynchronize)());
    double t0 = now();
    for (int i = 0; i < launches; i++) three<<<1, 32>>>((float *)a, (float *)b, i);
    CHECK(API(DeviceSynchronize)());
    args.push_back((now() - t0) / launches * 1e6);
  }
  std::sort(args.begin(), args.end());
  printf("launch-3args-us %.3f\n", args[15]);
  std::vector<double> sync;
  for (int i = 0; i < 300; i++) {
    double t0 = now();
    empty<<<1, 32>>>();
    CHECK(API(DeviceSynchronize)());
    sync.push_back((now() - t0) * 1e6);
  }
  std::sort(sync.begin(), sync.end());
  printf("launch-and-wait-us %.3f\n", sync[150]);
  const size_t piece = 256u << 20;
  void *pinned;
#if defined(__HIP__)
  CHECK(hipHostMalloc(&pinned, piece, 0));
#else
  CHECK(cudaMallocHost(&pinned, piece));
#endif
  memset(pinned, 1, piece);
  printf("pinned-to-device %.2f\n",
         piece / median(10, [&] {
           CHECK(API(MemcpyAsync)(a, pinned, piece, API(MemcpyHostToDevice), 0));
         }) / 1e6);
  printf("device-to-pinned %.2f\n",
         piece / median(10, [&] {
           CHECK(API(MemcpyAsync)(pinned, a, piece, API(MemcpyDeviceToHost), 0));
         }) / 1e6);
  std::vector<char> pageable(piece, 1);
  double t0 = now();
  for (int i = 0; i < 4; i++)
    CHECK(API(Memcpy)(a, pageable.data(), piece, API(MemcpyHostToDevice)));
  printf("pageable-to-device %.2f\n", 4 * piece / (now() - t0) / 1e9);
  double small0 = now();
  for (int i = 0; i < 1000; i++) CHECK(API(Memcpy)(pageable.data(), a, 4, API(MemcpyDeviceToHost)));
  printf("copy-4-bytes-us %.3f\n", (now() - small0) * 1e3);
  return 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Several devices, of one platform or of more, in one process: memory, variables, streams
// and kernels of each, copies and waits between them. The argument is how many there are.
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

static int failures;
#define CHECK(call)                                                                                \
  do {                                                                                             \
    hipError_t e_ = (call);                                                                        \
    if (e_ != hipSuccess) {                                                                        \
      std::printf("line %d: %s: %s\n", __LINE__, #call, hipGetErrorString(e_));                    \
      failures++;                                                                                  \
    }                                                                                              \
  } while (0)
#define EXPECT(what)                                                                               \
  do {                                                                                             \
    if (!(what)) {                                                                                 \
      std::printf("line %d: %s is not so\n", __LINE__, #what);                                     \
      failures++;                                                                                  \
    }                                                                                              \
  } while (0)

enum { N = 1000 };
__device__ int factor; // each device has its own

__global__ void fill(int *p, int base) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) p[i] = base + i * factor;
}
__global__ void add(int *p, const int *q) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) p[i] += q[i];
}
// Lanes of a warp meet on every device.
__global__ void turn(int *p) {
  p[threadIdx.x] =
      __shfl_down(static_cast<int>(threadIdx.x), 1) + (__ballot(threadIdx.x & 1) == 0xaaaaaaaa);
}

// Would wait for the grids of the other devices.
__global__ void meet(int *p, int grids) {
  auto all = cooperative_groups::this_multi_grid();
  all.sync();
  if (threadIdx.x == 0) *p = grids + static_cast<int>(all.num_grids());
}

struct Each {
  int *p = nullptr, *q = nullptr;
  hipStream_t stream = nullptr;
  hipEvent_t event = nullptr;
};

static std::vector<int> host(const int *p) {
  std::vector<int> v(N);
  CHECK(hipMemcpy(v.data(), p, N * sizeof(int), hipMemcpyDeviceToHost));
  return v;
}

// The other functions that launch a kernel by its host function, as well: on the last device, while
// the first is current.
static void launchElsewhere(std::vector<Each> &all) {
  Each &last = all.back();
  int base = 0, n = static_cast<int>(all.size());
  void *args[] = {&last.p, &base};
  auto *kernel = reinterpret_cast<void *>(fill);
  dim3 grid((N + 63) / 64), block(64);
  for (int way = 0; way < 3; way++) {
    base = 100 * way;
    if (way == 0)
      CHECK(hipLaunchCooperativeKernel(kernel, grid, block, args, 0, last.stream));
    else if (way == 1)
      CHECK(hipExtLaunchKernel(kernel, grid, block, args, 0, last.stream, nullptr, last.event, 0));
    else {
      CHECK(hipConfigureCall(grid, block, 0, last.stream));
      CHECK(hipSetupArgument(&last.p, sizeof last.p, 0));
      CHECK(hipSetupArgument(&base, sizeof base, sizeof last.p));
      CHECK(hipLaunchByPtr(kernel));
    }
    CHECK(hipStreamSynchronize(last.stream));
    EXPECT(host(last.p)[N - 1] == base + (N - 1) * (n + 1));
  }
  // One launch for each device.
  std::vector<hipLaunchParams> each(n);
  std::vector<void *> arguments;
  base = 1000;
  for (Each &e : all) arguments.insert(arguments.end(), {&e.p, &base});
  for (int d = 0; d < n; d++) each[d] = {kernel, grid, block, &arguments[2 * d], 0, all[d].stream};
  CHECK(hipLaunchCooperativeKernelMultiDevice(each.data(), n, 0));
  for (int d = 0; d < n; d++) {
    CHECK(hipStreamSynchronize(all[d].stream));
    EXPECT(host(all[d].p)[N - 1] == base + (N - 1) * (d + 2));
  }
  // They do not wait for each other: one device has such a group of its own grid, several have none.
  for (auto &launch : each) launch.func = reinterpret_cast<void *>(meet), launch.gridDim = dim3(1);
  CHECK(hipLaunchCooperativeKernelMultiDevice(each.data(), 1, 0));
  CHECK(hipStreamSynchronize(all[0].stream));
  EXPECT(host(all[0].p)[0] == base + 1);
  if (n > 1)
    EXPECT(hipLaunchCooperativeKernelMultiDevice(each.data(), n, 0) == hipErrorNotSupported);
  (void)hipGetLastError();
}

int main(int argc, char **argv) {
  int n = 0, want = argc > 1 ? std::atoi(argv[1]) : 2;
  CHECK(hipGetDeviceCount(&n));
  EXPECT(n == want);
  if (n != want) return 1;
  std::vector<Each> all(n);
  for (int d = 0; d < n; d++) {
    hipDeviceProp_t prop;
    CHECK(hipGetDeviceProperties(&prop, d));
    std::fprintf(stderr, "device %d: %s\n", d, prop.name);
    EXPECT(prop.warpSize == 32 && prop.totalGlobalMem > 0);
    char bus[64];
    int back = -1;
    CHECK(hipDeviceGetPCIBusId(bus, sizeof bus, d));
    CHECK(hipDeviceGetByPCIBusId(&back, bus));
    EXPECT(back == d);
    CHECK(hipSetDevice(d));
    Each &e = all[d];
    CHECK(hipMalloc(&e.p, N * sizeof(int)));
    CHECK(hipMalloc(&e.q, N * sizeof(int)));
    CHECK(hipStreamCreate(&e.stream));
    CHECK(hipEventCreate(&e.event));
    int f = d + 2;
    CHECK(hipMemcpyToSymbol(HIP_SYMBOL(factor), &f, sizeof f));
    hipPointerAttribute_t a;
    CHECK(hipPointerGetAttributes(&a, e.p));
    EXPECT(a.device == d);
  }
  for (int d = 0; d < n; d++) {
    CHECK(hipSetDevice(d));
    fill<<<(N + 63) / 64, 64, 0, all[d].stream>>>(all[d].p, 10000 * d);
    CHECK(hipGetLastError());
    CHECK(hipEventRecord(all[d].event, all[d].stream));
  }
  for (int d = 0; d < n; d++) {
    CHECK(hipSetDevice(d));
    CHECK(hipEventSynchronize(all[d].event));
    std::vector<int> v = host(all[d].p);
    for (int i = 0; i < N; i++)
      if (v[i] != 10000 * d + i * (d + 2)) {
        EXPECT(v[i] == 10000 * d + i * (d + 2));
        break;
      }
    int f = 0;
    CHECK(hipMemcpyFromSymbol(&f, HIP_SYMBOL(factor), sizeof f));
    EXPECT(f == d + 2);
    turn<<<1, 64, 0, all[d].stream>>>(all[d].q);
    CHECK(hipStreamSynchronize(all[d].stream));
    v = host(all[d].q);
    for (int i = 0; i < 64; i++) EXPECT(v[i] == (i % 32 < 31 ? i + 1 : i) + 1);
  }
  // A launch goes to its stream's device, whatever device is current.
  CHECK(hipSetDevice(0));
  fill<<<(N + 63) / 64, 64, 0, all[n - 1].stream>>>(all[n - 1].p, 7);
  CHECK(hipGetLastError());
  CHECK(hipStreamSynchronize(all[n - 1].stream));
  EXPECT(host(all[n - 1].p)[N - 1] == 7 + (N - 1) * (n + 1));
  launchElsewhere(all);
  // Each device adds what its neighbour has: copied by the peer functions, by a plain copy
  // and behind the neighbour's event.
  for (int d = 0; d < n; d++) {
    int o = (d + 1) % n;
    std::vector<int> mine = host(all[d].p), its = host(all[o].p);
    CHECK(hipSetDevice(o));
    CHECK(hipEventRecord(all[o].event, all[o].stream));
    CHECK(hipSetDevice(d));
    CHECK(hipStreamWaitEvent(all[d].stream, all[o].event, 0));
    switch (d % 3) {
    case 0:
      CHECK(hipMemcpyPeer(all[d].q, d, all[o].p, o, N * sizeof(int)));
      break;
    case 1:
      CHECK(hipMemcpyPeerAsync(all[d].q, d, all[o].p, o, N * sizeof(int), all[d].stream));
      break;
    case 2:
      CHECK(hipMemcpy(all[d].q, all[o].p, N * sizeof(int), hipMemcpyDefault));
    }
    add<<<(N + 63) / 64, 64, 0, all[d].stream>>>(all[d].p, all[d].q);
    CHECK(hipStreamSynchronize(all[d].stream));
    std::vector<int> sum = host(all[d].p);
    for (int i = 0; i < N; i++)
      if (sum[i] != mine[i] + its[i]) {
        std::printf("device %d, element %d: %d, want %d + %d\n", d, i, sum[i], mine[i], its[i]);
        failures++;
        break;
      }
    int can = -1;
    if (o != d) {
      CHECK(hipDeviceCanAccessPeer(&can, d, o));
      hipError_t e = hipDeviceEnablePeerAccess(o, 0);
      EXPECT((e == hipSuccess) == (can == 1));
    }
  }
  // Threads with a device each.
  std::vector<std::thread> threads;
  std::vector<int> bad(n);
  for (int d = 0; d < n; d++)
    threads.emplace_back([&, d] {
      bad[d] += hipSetDevice(d) != hipSuccess;
      for (int k = 0; k < 50; k++) {
        fill<<<(N + 63) / 64, 64, 0, all[d].stream>>>(all[d].p, k);
        bad[d] += hipStreamSynchronize(all[d].stream) != hipSuccess;
        int last = 0;
        bad[d] +=
            hipMemcpy(&last, all[d].p + N - 1, sizeof last, hipMemcpyDeviceToHost) != hipSuccess;
        bad[d] += last != k + (N - 1) * (d + 2);
      }
    });
  for (auto &t : threads) t.join();
  for (int d = 0; d < n; d++) EXPECT(bad[d] == 0);
  for (int d = 0; d < n; d++) {
    CHECK(hipSetDevice(d));
    CHECK(hipStreamDestroy(all[d].stream));
    CHECK(hipEventDestroy(all[d].event));
    CHECK(hipFree(all[d].p));
    CHECK(hipFree(all[d].q));
  }
  std::puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}

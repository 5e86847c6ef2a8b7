// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// 1000 launches of one kernel and three records of two events, for the contract double to count
// the calls of. With an argument the time between the records must be the host's own.
#include <hip/hip_runtime.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    hipError_t status_ = (call);                                                                   \
    if (status_ != hipSuccess) {                                                                   \
      std::fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(status_));                         \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

__global__ void kernel(int *p, int n) { *p = n; }

static double now() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

int main(int argc, char **) {
  int *p;
  CHECK(hipMalloc(reinterpret_cast<void **>(&p), 4096));
  hipEvent_t start, stop;
  CHECK(hipEventCreate(&start));
  CHECK(hipEventCreate(&stop));
  // The second record of an event is the one that counts.
  CHECK(hipEventRecord(start));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  double before = now();
  CHECK(hipEventRecord(start));
  double inside = now();
  for (int i = 0; i < 1000; i++) kernel<<<64, 64>>>(p, i / 400);
  inside = now() - inside;
  CHECK(hipEventRecord(stop));
  CHECK(hipEventSynchronize(stop));
  float ms = -1;
  CHECK(hipEventElapsedTime(&ms, start, stop));
  if (argc > 1 && (ms < inside * 0.999 || ms > (now() - before) * 1.001)) {
    std::fprintf(stderr, "%g ms between the records, on the host's clock at least %g\n", ms,
                 inside);
    return 1;
  }
  CHECK(hipEventDestroy(start));
  CHECK(hipEventDestroy(stop));
  CHECK(hipFree(p));
  return 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Time of an empty kernel's launch, and of small and large synchronous copies, with a number
// of live allocations. Prints one line each: name and nanoseconds (bytes per second for the
// large copy).
//
//   launch ALLOCATIONS
#include <hip/hip_runtime.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    hipError_t status_ = (call);                                                                   \
    if (status_ != hipSuccess) {                                                                   \
      std::fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(status_));                         \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

__global__ void empty(int *, int *, int) {}

static double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

int main(int argc, char **argv) {
  const int live = argc > 1 ? std::atoi(argv[1]) : 0, launches = 20000, rounds = 5;
  std::vector<void *> held(live);
  for (void *&p : held) CHECK(hipMalloc(&p, 4096));
  int *a, *b, word = 1;
  CHECK(hipMalloc(reinterpret_cast<void **>(&a), 4096));
  CHECK(hipMalloc(reinterpret_cast<void **>(&b), 4096));
  empty<<<1, 1>>>(a, b, 0);
  CHECK(hipDeviceSynchronize());

  double best = 1e9;
  for (int r = 0; r < rounds; r++) {
    double t = now();
    for (int i = 0; i < launches; i++) empty<<<1, 1>>>(a, b, i);
    CHECK(hipDeviceSynchronize());
    t = (now() - t) / launches;
    best = t < best ? t : best;
  }
  CHECK(hipGetLastError());
  std::printf("launch %.0f\n", best * 1e9);

  best = 1e9;
  for (int r = 0; r < rounds; r++) {
    double t = now();
    for (int i = 0; i < launches; i++)
      CHECK(hipMemcpy(a, &word, sizeof word, hipMemcpyHostToDevice));
    t = (now() - t) / launches;
    best = t < best ? t : best;
  }
  std::printf("copy4 %.0f\n", best * 1e9);

  const size_t big = size_t(256) << 20;
  std::vector<char> host(big, 1);
  char *device;
  CHECK(hipMalloc(reinterpret_cast<void **>(&device), big));
  best = 1e9;
  for (int r = 0; r < rounds; r++) {
    double t = now();
    CHECK(hipMemcpy(device, host.data(), big, hipMemcpyHostToDevice));
    t = now() - t;
    best = t < best ? t : best;
  }
  std::printf("copy256M %.0f\n", best * 1e9);
  CHECK(hipFree(device));
  for (void *p : held) CHECK(hipFree(p));
  CHECK(hipFree(a));
  CHECK(hipFree(b));
  return 0;
}

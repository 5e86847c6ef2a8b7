// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Streams that are destroyed as soon as their work is done, while another thread waits for all of
// them, in memory that the C library overwrites when it is freed.
// ENV: MALLOC_PERTURB_=85
#include <hip/hip_runtime.h>

#include <atomic>
#include <thread>
#include <vector>

__global__ void add(int *p) { atomicAdd(p, 1); }

const int threads = 4, rounds = 30000;

static void work(int *p, int *wrong) {
  for (int i = 0; i < rounds; i++) {
    hipStream_t s;
    *wrong |= hipStreamCreate(&s);
    add<<<1, 1, 0, s>>>(p);
    *wrong |= hipStreamSynchronize(s) | hipStreamDestroy(s);
  }
}

int main() {
  int *p, wrong[threads] = {};
  if (hipMallocManaged(&p, sizeof *p) != hipSuccess) return 2;
  *p = 0;
  std::atomic<bool> done{false};
  std::thread other([&] {
    while (!done) (void)hipDeviceSynchronize();
  });
  std::vector<std::thread> all;
  for (int *w = wrong; w < wrong + threads; w++) all.emplace_back(work, p, w);
  for (auto &t : all) t.join();
  done = true;
  other.join();
  for (int w : wrong)
    if (w) return 3;
  return *p != threads * rounds;
}

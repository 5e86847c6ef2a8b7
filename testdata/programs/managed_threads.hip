// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Many host threads, each with its own stream and buffers, launch at once.
// e2e: flags=-pthread
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <atomic>
#include <thread>

__global__ void fill(int *p, int v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = v + i;
}
template <int K> __global__ void scale(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= K;
}

int main() {
  const int threads = 8, rounds = 30, n = 2000;
  std::atomic<int> wrong{0};
  std::vector<std::thread> all;
  for (int t = 0; t < threads; t++)
    all.emplace_back([&wrong, t] {
      hipStream_t s;
      int *p;
      std::vector<int> h(n);
      if (hipSetDevice(0) || hipStreamCreate(&s) ||
          hipMalloc(reinterpret_cast<void **>(&p), n * sizeof(int))) {
        wrong += 1000;
        return;
      }
      for (int r = 0; r < rounds; r++) {
        fill<<<(n + 63) / 64, 64, 0, s>>>(p, t * 1000 + r, n);
        if (t % 2)
          scale<3><<<(n + 63) / 64, 64, 0, s>>>(p, n);
        else
          scale<5><<<(n + 63) / 64, 64, 0, s>>>(p, n);
        if (hipMemcpyAsync(h.data(), p, n * sizeof(int), hipMemcpyDeviceToHost, s) ||
            hipStreamSynchronize(s) || hipGetLastError())
          wrong += 1000;
        for (int i = 0; i < n; i++) wrong += h[i] != (t * 1000 + r + i) * (t % 2 ? 3 : 5);
      }
      // The last error belongs to the thread that made it.
      if (t == 0)
        (void)hipSetDevice(1000);
      else if (hipPeekAtLastError() != hipSuccess)
        wrong++;
      if (hipFree(p) || hipStreamDestroy(s)) wrong++;
    });
  for (auto &t : all) t.join();
  EXPECT(wrong == 0);
  EXPECT(hipPeekAtLastError() == hipSuccess);
  return done();
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// FLAGS: -O2
// EMULATE: gfx1100

// Work from a queue, of which one thread takes a piece for its block and says that it is done. The lanes of
// a wavefront must meet at the end of the loop: without that they do not, and a wavefront
// works on the same piece until it is stopped, here by its count. Then a lock that each thread takes for
// itself, which has no such end.
#include <hip/hip_runtime.h>

#include <cstdio>

constexpr int jobs = 10, threads = 32;

__global__ void work(int *next, int *out, int *done, int *turns) {
  __shared__ int job;
  for (;;) {
    if (threadIdx.x == 0) job = atomicAdd(next, 1);
    __syncthreads();
    const int j = job;
    if (j >= jobs || atomicAdd(turns, 1) > 10000) break;
    atomicAdd(&out[j], 1);
    __syncthreads();
    if (threadIdx.x == 0) done[j] = 1;
  }
}

__global__ void add(int *lock, volatile int *sum) {
  bool done = false;
  while (!done)
    if (atomicCAS(lock, 0, 1) == 0) {
      *sum += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}

int main() {
  int *p;
  if (hipMallocManaged(&p, (2 + 2 * jobs) * sizeof *p) != hipSuccess) return 2;
  for (int i = 0; i < 2 + 2 * jobs; i++) p[i] = 0;
  work<<<1, threads>>>(p, p + 2, p + 2 + jobs, p + 1);
  if (hipDeviceSynchronize() != hipSuccess) return 3;
  for (int j = 0; j < jobs; j++)
    if (p[2 + j] != threads || p[2 + jobs + j] != 1) {
      printf("job %d: %d threads, not %d\n", j, p[2 + j], threads);
      return 1;
    }
  for (int i = 0; i < 2; i++) p[i] = 0;
  add<<<2, threads>>>(p, p + 1);
  if (hipDeviceSynchronize() != hipSuccess) return 3;
  if (p[1] != 2 * threads) {
    printf("the lock let %d threads in, not %d\n", p[1], 2 * threads);
    return 1;
  }
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// FLAGS: -O1
// EMULATE: gfx1100

// A recursive function returns the structure that its innermost call was given. A call of a function
// through a pointer keeps the pass from seeing all of the module.
#include <hip/hip_runtime.h>

#include <cstdio>

struct State {
  unsigned a;
  int b;
  long c;
};

__host__ __device__ State step(State s, unsigned depth);

__host__ __device__ State descend(State s, unsigned depth) {
  if (depth == 0) return s;
  return step(s, depth - 1);
}

__host__ __device__ State step(State s, unsigned depth) {
  for (unsigned i = 0; i < static_cast<unsigned>(s.c) % 5; i++)
    s.a = (static_cast<unsigned>(s.b) << 3 | s.a) >> i;
  State below = descend(s, depth - 1);
  return below;
}

struct Sum {
  long x = 90;
  __device__ virtual long f(int k) { return x + k; }
};

struct Product : Sum {
  __device__ long f(int k) override { return x * k; }
};

__device__ __noinline__ long pick(unsigned which, int k) {
  Sum sum;
  Product product;
  Sum *p[] = {&sum, &product};
  return p[which & 1]->f(k);
}

__host__ __device__ State start(unsigned t) { return {t + 3, static_cast<int>(t), t * 7L}; }
__host__ __device__ unsigned depth(unsigned t) { return 2 * (t % 3); }

__global__ void descents(unsigned *out, long *picked) {
  const State s = descend(start(threadIdx.x), depth(threadIdx.x));
  picked[threadIdx.x] = pick(s.a, 1);
  out[threadIdx.x] = s.a;
}

__global__ void empty() {}

int main() {
  const unsigned threads = 32;
  unsigned *out;
  long *picked;
  if (hipMallocManaged(&out, threads * sizeof *out) != hipSuccess) return 2;
  if (hipMallocManaged(&picked, threads * sizeof *picked) != hipSuccess) return 2;
  empty<<<1, 1>>>();
  descents<<<1, threads>>>(out, picked);
  if (hipDeviceSynchronize() != hipSuccess) return 3;
  for (unsigned t = 0; t < threads; t++) {
    const unsigned want = descend(start(t), depth(t)).a;
    if (out[t] != want) {
      printf("thread %u: %u, not %u\n", t, out[t], want);
      return 1;
    }
  }
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
// FLAGS: -O0
// EMULATE: gfx1100

// A virtual function of a second base class gets a structure by value: its thunk has a copy of it. The
// function's frame is aligned otherwise than the thunk's, so the two copies overlap where they are in
// one place of the stack.
#include <hip/hip_runtime.h>

#include <cstdio>

const int words = 100;

struct Large {
  int v[words];
};

struct First {
  int a;
  __device__ virtual int f(Large x) { return x.v[0] + a; }
};

struct Second {
  int b;
  __device__ virtual int g(Large x, int k) { return x.v[1] + b + k; }
};

struct Both : First, Second {
  int c;
  __device__ int g(Large x, int k) override {
    alignas(256) int other[64];
    for (int i = 0; i < 64; i++) other[i] = i;
    unsigned sum = 0;
    for (int i = 0; i < words; i++) sum = sum * 3 + x.v[i];
    return sum + b + c + other[k];
  }
};

__device__ __noinline__ int call(Second *p, Large x) { return p->g(x, 5); }

__global__ void calls(int *out) {
  Both o;
  o.a = 1;
  o.b = 2;
  o.c = 3;
  Large x;
  for (int i = 0; i < words; i++) x.v[i] = i + threadIdx.x;
  out[threadIdx.x] = call(&o, x);
}

int main() {
  const int threads = 64;
  int *out;
  if (hipMallocManaged(&out, threads * sizeof *out) != hipSuccess) return 2;
  calls<<<1, threads>>>(out);
  if (hipDeviceSynchronize() != hipSuccess) return 3;
  for (int t = 0; t < threads; t++) {
    unsigned sum = 0;
    for (int i = 0; i < words; i++) sum = sum * 3 + i + t;
    if (out[t] != static_cast<int>(sum + 2 + 3 + 5)) {
      printf("thread %d: %d, not %d\n", t, out[t], static_cast<int>(sum + 10));
      return 1;
    }
  }
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Classes whose members are defined outside of them: clang makes a destructor that
// adds nothing to its base's another name of that one.
#include <hip/hip_runtime.h>
#include <stdio.h>

struct Base {
  int v, *seen;
  __device__ Base(int *p);
  __device__ ~Base();
  __device__ int get() const;
};
struct Derived : Base {
  int w;
  __device__ Derived(int *p);
  __device__ ~Derived();
};

__device__ Base::Base(int *p) : v(threadIdx.x), seen(p) {}
__device__ Base::~Base() { atomicAdd(seen, v); }
__device__ int Base::get() const { return v + 1; }
__device__ Derived::Derived(int *p) : Base(p), w(7) {}
__device__ Derived::~Derived() {}

__global__ void kernel(int *out, int *seen) {
  Derived d(seen);
  out[threadIdx.x] = d.get() + d.w;
}

int main() {
  const int n = 64;
  int *d, out[n + 1];
  if (hipMalloc(&d, sizeof out) != hipSuccess || hipMemset(d, 0, sizeof out) != hipSuccess)
    return 1;
  kernel<<<1, n>>>(d, d + n);
  if (hipMemcpy(out, d, sizeof out, hipMemcpyDeviceToHost) != hipSuccess) return 1;
  int bad = out[n] != n * (n - 1) / 2;
  for (int i = 0; i < n; i++) bad += out[i] != i + 8;
  if (bad) printf("%d values are wrong\n", bad);
  puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}

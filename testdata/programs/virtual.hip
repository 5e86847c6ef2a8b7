// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Function pointers and virtual functions within one launch.
#include <hip/hip_runtime.h>

#include "check.h"

struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float a;
  __device__ explicit Square(float v) : a(v) {}
  __device__ float area() const override { return a * a; }
};
struct Disc : Shape {
  float r;
  __device__ explicit Disc(float v) : r(v) {}
  __device__ float area() const override { return 3 * r * r; }
};
__device__ float total(const Shape *const *s, int n) {
  float t = 0;
  for (int i = 0; i < n; i++) t += s[i]->area();
  return t;
}
__global__ void shapes(float *out) {
  float k = float(threadIdx.x);
  Square a(k), b(2);
  Disc c(k), d(1);
  const Shape *all[] = {&a, &c, &b, &d};
  out[threadIdx.x] = total(all, 1 + threadIdx.x % 4);
}

__device__ int twice(int v) { return v * 2; }
__device__ int square(int v) { return v * v; }
__device__ int negate(int v) { return -v; }
__global__ void pointers(int *v) {
  int (*f)(int) = threadIdx.x % 3 == 0 ? twice : threadIdx.x % 3 == 1 ? square : negate;
  v[threadIdx.x] = f(v[threadIdx.x]);
}

int main() {
  Device<float> d(64);
  shapes<<<1, 64>>>(d.p);
  CHECK(hipGetLastError());
  auto f = d.host();
  for (int t = 0; t < 64; t++) {
    float k = float(t), parts[] = {k * k, 3 * k * k, 4, 3}, want = 0;
    for (int i = 0; i <= t % 4; i++) want += parts[i];
    EXPECT(f[t] == want);
  }
  std::vector<int> v(64);
  for (int i = 0; i < 64; i++) v[i] = i;
  Device<int> di(v);
  pointers<<<1, 64>>>(di.p);
  CHECK(hipGetLastError());
  auto g = di.host();
  for (int i = 0; i < 64; i++) EXPECT(g[i] == (i % 3 == 0 ? 2 * i : i % 3 == 1 ? i * i : -i));
  return done();
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Function pointers, virtual functions and variadic functions within one launch.
#include <vector>

#include <hip/hip_runtime.h>

#include <cstdarg>

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

struct Part {
  char c[3];
  double d;
};
typedef float vec4 __attribute__((ext_vector_type(4)));
__host__ __device__ double rest(int n, va_list list) {
  va_list again;
  va_copy(again, list);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += va_arg(list, int);
  for (int i = 0; i < n; i++) sum *= va_arg(again, int);
  va_end(again);
  return sum;
}
__host__ __device__ __attribute__((noinline)) double variadic(int n, ...) {
  va_list list;
  va_start(list, n);
  double sum = va_arg(list, double);
  Part p = va_arg(list, Part);
  sum += p.c[2] * p.d + double(va_arg(list, long long)) + *va_arg(list, const int *);
  vec4 v = va_arg(list, vec4);
  sum += v.x * v.w + rest(n, list);
  va_end(list);
  return sum;
}
__host__ __device__ int first(const char *, ...) { return 1; }
__host__ __device__ double passed(int i) {
  int (*f)(const char *, ...) = first;
  char c = 'c';
  return variadic(2, i * 1.5f, Part{{0, 1, 2}, i * .5}, 1LL << 40, &i, vec4{float(i), 0, 0, 3},
                  short(-i), c) +
         variadic(0, 1., Part{}, 3LL, &i, vec4{}) + f("", i, 2.);
}
__global__ void variadics(double *out) { out[threadIdx.x] = passed(int(threadIdx.x)); }

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
  Device<double> sums(64);
  variadics<<<1, 64>>>(sums.p);
  CHECK(hipGetLastError());
  auto s = sums.host();
  for (int i = 0; i < 64; i++) EXPECT(s[i] == passed(i));
  return done();
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Kernels as templates, overloads, members of namespaces, with packs and functors.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

namespace shapes {
template <typename T, int N> struct Row {
  T v[N];
  __host__ __device__ T sum() const {
    T s = 0;
    for (int i = 0; i < N; i++) s += v[i];
    return s;
  }
};
template <typename T, int N> __global__ void sums(const Row<T, N> *rows, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = rows[i].sum();
}
} // namespace shapes

__global__ void put(int *out, int v) { *out = v; }
__global__ void put(float *out, float v) { *out = v * 2; }

namespace {
__global__ void hidden(int *out) { *out = 41; }
} // namespace

struct Add {
  int by;
  __host__ __device__ int operator()(int v) const { return v + by; }
};
struct Square {
  __host__ __device__ int operator()(int v) const { return v * v; }
};
template <typename... F> struct Chain {
  __host__ __device__ int operator()(int v) const { return v; }
};
template <typename F, typename... G> struct Chain<F, G...> {
  F f;
  Chain<G...> rest;
  __host__ __device__ int operator()(int v) const { return rest(f(v)); }
};
template <typename F> __global__ void apply(int *v, F f) { v[threadIdx.x] = f(v[threadIdx.x]); }
template <auto Value> __global__ void constant(int *out) { *out = int(Value); }

__global__ void constant_plus(int *out, int v) { *out = v + 1; }

template <typename T> struct Wrapped {
  static __global__ void kernel(T *out) { *out = T(7); }
};

// Kernels as values: their type is that of any function with their parameters.
template <typename... P, typename... A> void launch(void (*kernel)(P...), A... args) {
  kernel<<<1, 1>>>(P(args)...);
}
static void pointers() {
  Device<int> a(2);
  void (*table[])(int *, int) = {put, constant_plus};
  for (int i = 0; i < 2; i++) table[i]<<<1, 1>>>(a.p + i, 5);
  EXPECT(a.host() == (std::vector<int>{5, 6}));
  launch(apply<Add>, a.p, Add{10});
  launch(constant<3>, a.p + 1);
  EXPECT(a.host() == (std::vector<int>{15, 3}));
}

int main() {
  pointers();
  using R = shapes::Row<double, 5>;
  std::vector<R> rows(100);
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 5; j++) rows[i].v[j] = i * 0.5 + j;
  Device<R> drows(rows);
  Device<double> dout(100);
  shapes::sums<double, 5><<<2, 64>>>(drows.p, dout.p, 100);
  CHECK(hipGetLastError());
  auto out = dout.host();
  for (int i = 0; i < 100; i++) EXPECT(out[i] == rows[i].sum());

  Device<int> di(1);
  Device<float> df(1);
  put<<<1, 1>>>(di.p, 5);
  put<<<1, 1>>>(df.p, 5);
  EXPECT(di.host()[0] == 5);
  EXPECT(df.host()[0] == 10);
  hidden<<<1, 1>>>(di.p);
  EXPECT(di.host()[0] == 41);

  std::vector<int> v(64);
  for (int i = 0; i < 64; i++) v[i] = i;
  Device<int> dv(v);
  Chain<Add, Square, Add> chain{{3}, {{}, {{-1}, {}}}};
  apply<<<1, 64>>>(dv.p, chain);
  CHECK(hipGetLastError());
  auto got = dv.host();
  for (int i = 0; i < 64; i++) EXPECT(got[i] == (i + 3) * (i + 3) - 1);

  int base = 10;
  Device<int> dl(v);
  apply<<<1, 64>>>(dl.p, [=] __host__ __device__(int x) { return base * x - 1; });
  CHECK(hipGetLastError());
  got = dl.host();
  for (int i = 0; i < 64; i++) EXPECT(got[i] == 10 * i - 1);

  constant<'x'><<<1, 1>>>(di.p);
  EXPECT(di.host()[0] == 'x');
  constant<-9><<<1, 1>>>(di.p);
  EXPECT(di.host()[0] == -9);
  Wrapped<int>::kernel<<<1, 1>>>(di.p);
  EXPECT(di.host()[0] == 7);
  return done();
}

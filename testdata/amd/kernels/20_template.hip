// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Templates, lambdas, references and virtual-free classes in device code.
#include <hip/hip_runtime.h>

template <typename T, int N> struct Vec {
  T v[N];
  __device__ T dot(const Vec &o) const {
    T s = 0;
    for (int i = 0; i < N; ++i) s += v[i] * o.v[i];
    return s;
  }
};

template <typename F> __device__ void each(int n, F f) {
  for (int i = 0; i < n; ++i) f(i);
}

extern "C" __global__ void templates(const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Vec<float, 4> a, b;
  each(4, [&](int j) {
    a.v[j] = x[(i + j) % n];
    b.v[j] = (float)(j - i);
  });
  out[i] = a.dot(b);
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// HIP_TEMPLATE_KERNEL_LAUNCH makes a function of hipLaunchKernelGGL, for kernels whose template
// arguments have a comma between them, and which converts its arguments to the kernel's parameters.
#define HIP_TEMPLATE_KERNEL_LAUNCH
#include "check.h"

template <int A, int B> __global__ void add(int *p, double by) {
  extern __shared__ int s[];
  s[threadIdx.x] = A * 10 + B;
  __syncthreads();
  p[threadIdx.x] += s[blockDim.x - 1 - threadIdx.x] + int(by);
}

template <int N, typename T, typename F> __global__ void map(T *p, F f) {
  p[threadIdx.x] = f(p[threadIdx.x]) + N;
}

int main() {
  const int n = 64;
  Device<int> d(std::vector<int>(n, 1));
  hipLaunchKernelGGL(add<3, 4>, dim3(1), dim3(n), n * sizeof(int), nullptr, d.p, 5);
  hipStream_t stream;
  CHECK(hipStreamCreate(&stream));
  CHECK(hipDeviceSynchronize());
  hipLaunchKernelGGL(add<1, 2>, 1, n, n * sizeof(int), stream, d.p, 0.5f);
  CHECK(hipStreamSynchronize(stream));
  for (int v : d.host()) EXPECT(v == 1 + 34 + 5 + 12);
  hipLaunchKernelGGL(map<7>, dim3(1), dim3(n), 0, nullptr, d.p,
                     [] __device__(int v) { return v * 2; });
  for (int v : d.host()) EXPECT(v == 52 * 2 + 7);
  return done();
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What kernels and their launches need of HIP's headers, for scripts that are not about headers
// (-nogpuinc): a compile takes a fifth of the time, and no precompiled header is made.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
extern "C" unsigned __hipPushCallConfiguration(dim3, dim3, __SIZE_TYPE__ = 0, void * = nullptr);
extern "C" int __hipPopCallConfiguration(dim3 *, dim3 *, __SIZE_TYPE__ *, void *);
extern "C" int hipLaunchKernel(const void *, dim3, dim3, void **, __SIZE_TYPE__, void *);

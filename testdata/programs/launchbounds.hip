// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// __launch_bounds__ in the places and forms in which programs write it: a launch of more
// threads fails, and attributes and occupancy say what the kernel takes.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__device__ int counter;

__global__ void __launch_bounds__(128) one() { atomicAdd(&counter, 1); }
__launch_bounds__(64, 2) __global__ void two() { atomicAdd(&counter, 1); }
// The bound stands at the declaration only.
__global__ void __launch_bounds__(256) declared();
__global__ void declared() { atomicAdd(&counter, 1); }

constexpr int warps = 3;
template <int N, typename T> __global__ void __launch_bounds__(N *warps, N > 32 ? 2 : 1) tmpl(T) {
  atomicAdd(&counter, 1);
}
template <typename Policy>
__launch_bounds__(Policy::threads, Policy::blocks) __global__ void policy() {
  atomicAdd(&counter, 1);
}
struct Small {
  static constexpr int threads = 32, blocks = 1;
};
__global__ void unbounded() { atomicAdd(&counter, 1); }
// Annotations of a program's own are its own.
__attribute__((annotate("mine", 7))) __global__ void annotated() { atomicAdd(&counter, 1); }

static int count() {
  int n, zero = 0;
  CHECK(hipDeviceSynchronize());
  CHECK(hipMemcpyFromSymbol(&n, HIP_SYMBOL(counter), sizeof n));
  CHECK(hipMemcpyToSymbol(HIP_SYMBOL(counter), &zero, sizeof zero));
  return n;
}

template <typename F> static void bounded(F *kernel, int most, bool limited = true) {
  hipFuncAttributes a;
  CHECK(hipFuncGetAttributes(&a, reinterpret_cast<const void *>(kernel)));
  EXPECT(a.maxThreadsPerBlock == most);
  int grid, block, blocks;
  CHECK(hipOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 0));
  EXPECT(block > 0 && block <= most);
  CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, most, 0));
  EXPECT(blocks > 0);
  void *none[1] = {};
  EXPECT_ERROR(hipLaunchKernel(reinterpret_cast<const void *>(kernel), 2, most, none, 0, 0),
               hipSuccess);
  EXPECT(count() == 2 * most);
  if (limited) {
    CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, most + 1, 0));
    EXPECT(blocks == 0);
    EXPECT_ERROR(hipLaunchKernel(reinterpret_cast<const void *>(kernel), 2, most + 1, none, 0, 0),
                 hipErrorLaunchFailure);
    EXPECT_ERROR(hipLaunchKernel(reinterpret_cast<const void *>(kernel), 2, 1u << 20, none, 0, 0),
                 hipErrorInvalidConfiguration);
  }
  EXPECT(count() == 0);
}

int main() {
  bounded(one, 128);
  bounded(two, 64);
  bounded(declared, 256);
  bounded(policy<Small>, 32);
  hipDeviceProp_t prop;
  CHECK(hipGetDeviceProperties(&prop, 0));
  bounded(unbounded, prop.maxThreadsPerBlock, false);
  bounded(annotated, prop.maxThreadsPerBlock, false);
  hipFuncAttributes a;
  CHECK(hipFuncGetAttributes(&a, reinterpret_cast<const void *>(tmpl<40, float>)));
  EXPECT(a.maxThreadsPerBlock == 120);
  tmpl<40><<<1, 121>>>(1.0f);
  EXPECT_ERROR(hipGetLastError(), hipErrorLaunchFailure);
  tmpl<40><<<1, 120>>>(1.0f);
  CHECK(hipGetLastError());
  EXPECT(count() == 120);
  return done();
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A kernel in many shapes of block, from several threads, with arguments and dynamic shared
// memory that change from launch to launch:
//
//   shapes MANY [LASTING]
//
// launches MANY shapes; then the last of them LASTING times. Every result is checked.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    hipError_t status_ = (call);                                                                   \
    if (status_ != hipSuccess) {                                                                   \
      std::printf("%s: %s\n", #call, hipGetErrorName(status_));                                    \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

__device__ int calls; // a variable of the module: the kernel's hidden argument

// Every work-item takes from its block's other end, past barriers, in a loop of the block's
// size; sums over a warp use what lanes exchange.
__global__ void turn(int *out, int factor, int *warps) {
  extern __shared__ int s[];
  int threads = blockDim.x * blockDim.y * blockDim.z;
  int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  int b = blockIdx.x;
  s[t] = t * factor;
  for (int step = 1; step < threads; step *= 2) {
    __syncthreads();
    int v = t >= step ? s[t - step] : 0;
    __syncthreads();
    s[t] += v;
  }
  __syncthreads();
  out[b * threads + t] = s[threads - 1 - t] + b;
  int sum = 1;
  for (int d = 16; d > 0; d /= 2) sum += __shfl_down(sum, d, 32);
  if (t == 0) *warps = sum;
  if (t == 0 && b == 0) atomicAdd(&calls, 1);
}

static dim3 shape(int i) { return dim3(1 + i, 1 + i % 3, 1 + i % 2); }

static void launch(int *out, int *warps, hipStream_t stream, dim3 block, int factor) {
  const int blocks = 3;
  int threads = block.x * block.y * block.z;
  turn<<<blocks, block, threads * sizeof(int), stream>>>(out, factor, warps);
  CHECK(hipGetLastError());
  CHECK(hipStreamSynchronize(stream));
  for (int b = 0; b < blocks; b++)
    for (int t = 0; t < threads; t++) {
      int n = threads - 1 - t, want = n * (n + 1) / 2 * factor + b;
      if (out[b * threads + t] != want) {
        std::printf("%ux%ux%u: %d at %d of block %d, want %d\n", block.x, block.y, block.z,
                    out[b * threads + t], t, b, want);
        std::exit(1);
      }
    }
  if (threads >= 32 && *warps != 32) {
    std::printf("%ux%ux%u: a warp of %d\n", block.x, block.y, block.z, *warps);
    std::exit(1);
  }
}

static void work(int first, int many) {
  int *out, *warps;
  hipStream_t stream;
  CHECK(hipStreamCreate(&stream));
  CHECK(hipMallocManaged(&out, 3 * 1024 * sizeof(int)));
  CHECK(hipMallocManaged(&warps, sizeof(int)));
  for (int i = first; i < many; i++) launch(out, warps, stream, shape(i), i + 1);
  CHECK(hipFree(out));
  CHECK(hipFree(warps));
  CHECK(hipStreamDestroy(stream));
}

int main(int argc, char **argv) {
  int many = argc > 1 ? std::atoi(argv[1]) : 24, lasting = argc > 2 ? std::atoi(argv[2]) : 0;
  work(0, many);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++) threads.emplace_back(work, 0, many);
  for (auto &t : threads) t.join();
  for (int i = 0; i < lasting; i++) work(many - 1, many);
  int n = 0;
  CHECK(hipMemcpyFromSymbol(&n, HIP_SYMBOL(calls), sizeof n));
  std::printf("%d launches\n%s\n", n, n == 5 * many + lasting ? "PASS" : "FAIL");
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Kernels whose lanes exchange values, and one with many barriers; warps.cl has the same in OpenCL C, for
// `make intel` to compare what compilers make of them.
#include <hip/hip_runtime.h>

__global__ void block_sum(float *out, const float *in, int n) {
  __shared__ float part[32];
  int t = threadIdx.x;
  float v = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x) v += in[i];
  for (int o = 16; o > 0; o /= 2) v += __shfl_down(v, o);
  if ((t & 31) == 0) part[t / 32] = v;
  __syncthreads();
  if (t < 32) {
    v = t < blockDim.x / 32 ? part[t] : 0;
    for (int o = 16; o > 0; o /= 2) v += __shfl_down(v, o);
    if (t == 0) out[blockIdx.x] = v;
  }
}

__global__ void compaction(int *out, int *count, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int v = i < n ? in[i] : 0;
  unsigned long long mask = __ballot(v > 0);
  int base = 0;
  if (lane == 0) base = atomicAdd(count, __popcll(mask));
  base = __shfl(base, 0);
  if (v > 0) out[base + __popcll(mask & ((1ull << lane) - 1))] = v;
}

__global__ void softmax(float *out, const float *in, int n) {
  extern __shared__ float part[];
  int t = threadIdx.x, size = blockDim.x;
  const float *row = in + (size_t)blockIdx.x * n;
  float most = -1e30f, sum = 0;
  for (int i = t; i < n; i += size) most = fmaxf(most, row[i]);
  part[t] = most;
  __syncthreads();
  for (int s = size / 2; s > 0; s /= 2) {
    if (t < s) part[t] = fmaxf(part[t], part[t + s]);
    __syncthreads();
  }
  most = part[0];
  __syncthreads();
  for (int i = t; i < n; i += size) sum += expf(row[i] - most);
  part[t] = sum;
  __syncthreads();
  for (int s = size / 2; s > 0; s /= 2) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  sum = part[0];
  for (int i = t; i < n; i += size) out[(size_t)blockIdx.x * n + i] = expf(row[i] - most) / sum;
}

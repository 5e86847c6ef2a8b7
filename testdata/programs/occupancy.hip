// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Function attributes, occupancy and cooperative launch queries give usable answers.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <hip/hip_cooperative_groups.h>

__global__ void kernel(float *p, int n) {
  __shared__ float tile[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? p[i] : 0;
  __syncthreads();
  if (i < n) p[i] = tile[threadIdx.x ^ 1] + 1;
}

// Blocks that wait for each other: each tells the next one its number.
__global__ void ring(int *told, int *heard) {
  int b = blockIdx.x;
  if (!threadIdx.x) told[(b + 1) % gridDim.x] = b;
  cooperative_groups::this_grid().sync();
  if (!threadIdx.x) heard[b] = told[b];
}

// Blocks that only ask the grid who they are.
__global__ void ranks(unsigned *out) {
  auto grid = cooperative_groups::this_grid();
  out[grid.thread_rank()] = static_cast<unsigned>(grid.size() + grid.thread_rank());
}

// Launches as many blocks as run at once, cooperatively; no more can be, whether they wait or not.
static void launchMost(const void *kernel, int most, int size, size_t shared, void **args) {
  EXPECT(most >= 2);
  CHECK(hipLaunchCooperativeKernel(kernel, dim3(most), dim3(size), args, shared, nullptr));
  EXPECT_ERROR(
      hipLaunchCooperativeKernel(kernel, dim3(most + 1), dim3(size), args, shared, nullptr),
      hipErrorCooperativeLaunchTooLarge);
  hipFunction_t f;
  CHECK(hipGetFuncBySymbol(&f, kernel));
  EXPECT_ERROR(
      hipModuleLaunchCooperativeKernel(f, 1, most + 1, 1, size, 1, 1, shared, nullptr, args),
      hipErrorCooperativeLaunchTooLarge);
  hipLaunchParams one{
      const_cast<void *>(kernel), dim3(most + 1), dim3(size), args, shared, nullptr};
  EXPECT_ERROR(hipLaunchCooperativeKernelMultiDevice(&one, 1, 0),
               hipErrorCooperativeLaunchTooLarge);
  (void)hipGetLastError();
}
// A node becomes cooperative after it was made.
static void launchNode(const void *kernel, int blocks, int size, void **args, hipError_t want) {
  hipGraph_t graph;
  hipGraphNode_t node;
  hipGraphExec_t exec;
  hipKernelNodeParams k{};
  k.func = const_cast<void *>(kernel);
  k.gridDim = dim3(blocks);
  k.blockDim = dim3(size);
  k.kernelParams = args;
  hipLaunchAttributeValue together{};
  together.cooperative = 1;
  CHECK(hipGraphCreate(&graph, 0));
  CHECK(hipGraphAddKernelNode(&node, graph, nullptr, 0, &k));
  CHECK(hipGraphKernelNodeSetAttribute(node, hipLaunchAttributeCooperative, &together));
  CHECK(hipGraphInstantiate(&exec, graph, nullptr, nullptr, 0));
  EXPECT_ERROR(hipGraphLaunch(exec, nullptr), want);
  CHECK(hipDeviceSynchronize());
  CHECK(hipGraphExecDestroy(exec));
  CHECK(hipGraphDestroy(graph));
}
template <class K> static int mostBlocks(const hipDeviceProp_t &p, K k, int size, size_t shared) {
  int each = 0;
  CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&each, k, size, shared));
  return each * p.multiProcessorCount;
}
static void waiting(const hipDeviceProp_t &p, int size) {
  const int all = mostBlocks(p, ring, size, 0);
  Device<int> told(all + 1), heard(all + 1);
  void *args[] = {&told.p, &heard.p};
  launchMost(reinterpret_cast<const void *>(ring), all, size, 0, args);
  auto h = heard.host();
  for (int b = 0; b < all; b++) EXPECT(h[b] == (b + all - 1) % all);
  launchNode(reinterpret_cast<const void *>(ring), all, size, args, hipSuccess);
  launchNode(reinterpret_cast<const void *>(ring), all + 1, size, args,
             hipErrorCooperativeLaunchTooLarge);
}
static void independent(const hipDeviceProp_t &p, int size, size_t shared) {
  const unsigned all = mostBlocks(p, ranks, size, shared), threads = all * size;
  Device<unsigned> out(threads + size);
  void *args[] = {&out.p};
  launchMost(reinterpret_cast<const void *>(ranks), all, size, shared, args);
  auto o = out.host();
  for (unsigned i = 0; i < threads; i++) EXPECT(o[i] == threads + i);

  // A launch on several devices that is not cooperative has no such limit.
  hipLaunchParams one{
      reinterpret_cast<void *>(ranks), dim3(all + 1), dim3(size), args, shared, nullptr};
  CHECK(hipExtLaunchMultiKernelMultiDevice(&one, 1, 0));
  EXPECT(out.host()[threads] == 2 * threads + size);
}

int main() {
  int blocks = 0, minGrid = 0, block = 0;
  CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 128, 0));
  hipDeviceProp_t prop;
  CHECK(hipGetDeviceProperties(&prop, 0));
  EXPECT(blocks >= 2 && blocks * 128 <= prop.maxThreadsPerMultiProcessor);
  if (prop.cooperativeLaunch) {
    waiting(prop, 64);
    waiting(prop, prop.maxThreadsPerBlock);
    independent(prop, 32, 0);
    independent(prop, prop.maxThreadsPerBlock, 0);
    independent(prop, 32, prop.sharedMemPerBlock / 2);
  }
  CHECK(hipOccupancyMaxPotentialBlockSize(&minGrid, &block, kernel, 0, 0));
  EXPECT(minGrid >= 1 && block >= 1);
  hipFuncAttributes a;
  CHECK(hipFuncGetAttributes(&a, reinterpret_cast<const void *>(kernel)));
  EXPECT(a.sharedSizeBytes >= 1024);
  EXPECT(a.maxThreadsPerBlock >= block);
  if (block > 256) block = 256;
  std::vector<float> v(1000);
  for (int i = 0; i < 1000; i++) v[i] = float(i);
  Device<float> d(v);
  kernel<<<(1000 + block - 1) / block, block & ~1>>>(d.p, 1000);
  CHECK(hipGetLastError());
  auto g = d.host();
  for (int i = 0; i < 1000; i++) EXPECT(g[i] == float(i ^ 1) + 1);
  return done();
}

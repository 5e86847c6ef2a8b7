// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Graphs: captured from streams and built by hand, launched again and again.
#include "check.h"

__global__ void add(int *p, int v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] += v;
}
__global__ void multiply(int *p, int v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= v;
}

int main() {
  const int n = 500;
  Device<int> d(n);
  std::vector<int> out(n);
  hipStream_t s, t;
  hipEvent_t fork, join;
  CHECK(hipStreamCreate(&s));
  CHECK(hipStreamCreate(&t));
  CHECK(hipEventCreate(&fork));
  CHECK(hipEventCreate(&join));

  hipGraph_t g;
  hipGraphExec_t e;
  CHECK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  add<<<8, 64, 0, s>>>(d.p, 3, n);
  CHECK(hipEventRecord(fork, s));
  CHECK(hipStreamWaitEvent(t, fork, 0));
  multiply<<<8, 64, 0, t>>>(d.p, 2, n);
  CHECK(hipEventRecord(join, t));
  CHECK(hipStreamWaitEvent(s, join, 0));
  add<<<8, 64, 0, s>>>(d.p, 1, n);
  CHECK(hipMemcpyAsync(out.data(), d.p, n * sizeof(int), hipMemcpyDeviceToHost, s));
  CHECK(hipStreamEndCapture(s, &g));
  for (int v : d.host()) EXPECT(v == 0); // captured, not run
  CHECK(hipGraphInstantiate(&e, g, nullptr, nullptr, 0));
  int want = 0;
  for (int round = 0; round < 3; round++) {
    CHECK(hipGraphLaunch(e, s));
    CHECK(hipStreamSynchronize(s));
    want = (want + 3) * 2 + 1;
    for (int v : out) EXPECT(v == want);
  }
  CHECK(hipGraphExecDestroy(e));
  CHECK(hipGraphDestroy(g));

  CHECK(hipGraphCreate(&g, 0));
  hipGraphNode_t clear, plus;
  hipMemsetParams m = {};
  m.dst = d.p;
  m.elementSize = 4;
  m.width = n;
  m.height = 1;
  m.value = 5;
  CHECK(hipGraphAddMemsetNode(&clear, g, nullptr, 0, &m));
  int seven = 7, count = n;
  void *args[] = {&d.p, &seven, &count};
  hipKernelNodeParams k = {};
  k.func = reinterpret_cast<void *>(&add);
  k.gridDim = dim3(8);
  k.blockDim = dim3(64);
  k.kernelParams = args;
  CHECK(hipGraphAddKernelNode(&plus, g, &clear, 1, &k));
  size_t nodes = 0;
  CHECK(hipGraphGetNodes(g, nullptr, &nodes));
  EXPECT(nodes == 2);
  CHECK(hipGraphInstantiate(&e, g, nullptr, nullptr, 0));
  CHECK(hipGraphLaunch(e, s));
  CHECK(hipStreamSynchronize(s));
  for (int v : d.host()) EXPECT(v == 12);
  seven = 70;
  CHECK(hipGraphExecKernelNodeSetParams(e, plus, &k));
  CHECK(hipGraphLaunch(e, s));
  CHECK(hipStreamSynchronize(s));
  for (int v : d.host()) EXPECT(v == 75);
  CHECK(hipGraphExecDestroy(e));
  CHECK(hipGraphDestroy(g));
  CHECK(hipEventDestroy(fork));
  CHECK(hipEventDestroy(join));
  CHECK(hipStreamDestroy(s));
  CHECK(hipStreamDestroy(t));
  return done();
}

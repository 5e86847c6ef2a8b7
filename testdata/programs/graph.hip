// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Graphs: captured from streams and built by hand, launched again and again.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void add(int *p, int v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] += v;
}
__global__ void multiply(int *p, int v, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= v;
}

static int gone;

// Calls with a user object that is gone do nothing and succeed, as AMD's do.
static void objects() {
  hipUserObject_t o;
  hipGraph_t g;
  int held = 0;
  CHECK(hipGraphCreate(&g, 0));
  CHECK(hipUserObjectCreate(&o, &held, [](void *) { gone++; }, 2, hipUserObjectNoDestructorSync));
  CHECK(hipGraphRetainUserObject(g, o, 1, hipGraphUserObjectMove));
  CHECK(hipUserObjectRelease(o, 1));
  EXPECT(gone == 0);
  CHECK(hipGraphReleaseUserObject(g, o, 3)); // more than it has
  EXPECT(gone == 1);
  CHECK(hipUserObjectRetain(o, 1));
  CHECK(hipGraphRetainUserObject(g, o, 1, 0));
  CHECK(hipGraphReleaseUserObject(g, o, 1));
  CHECK(hipUserObjectRelease(o, 1));
  EXPECT(gone == 1);
  EXPECT_ERROR(hipUserObjectRetain(o, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipUserObjectRelease(nullptr, 1), hipErrorInvalidValue);
  CHECK(hipGraphDestroy(g));
}

// Allocation nodes: one executable graph at a time, and the books of their memory.
static void allocations(hipStream_t s) {
  auto attribute = [](hipGraphMemAttributeType a) {
    size_t v = ~size_t(0);
    CHECK(hipDeviceGetGraphMemAttribute(0, a, &v));
    return v;
  };
  hipGraph_t g;
  hipGraphNode_t alloc;
  hipGraphExec_t e, second;
  hipMemAllocNodeParams p = {};
  p.bytesize = 1 << 20;
  p.poolProps.allocType = hipMemAllocationTypePinned;
  p.poolProps.location.type = hipMemLocationTypeDevice;
  CHECK(hipGraphCreate(&g, 0));
  CHECK(hipGraphAddMemAllocNode(&alloc, g, nullptr, 0, &p));
  CHECK(hipGraphInstantiate(&e, g, nullptr, nullptr, 0));
  EXPECT_ERROR(hipGraphInstantiate(&second, g, nullptr, nullptr, 0), hipErrorNotSupported);
  EXPECT(attribute(hipGraphMemAttrUsedMemCurrent) == 0);
  CHECK(hipGraphLaunch(e, s));
  CHECK(hipStreamSynchronize(s));
  EXPECT(attribute(hipGraphMemAttrUsedMemCurrent) == 1 << 20);
  EXPECT(attribute(hipGraphMemAttrReservedMemCurrent) == 1 << 20);
  EXPECT_ERROR(hipGraphLaunch(e, s), hipErrorInvalidValue); // what it allocated is in use
  CHECK(hipFreeAsync(p.dptr, s));
  CHECK(hipGraphLaunch(e, s));
  CHECK(hipStreamSynchronize(s));
  CHECK(hipFree(p.dptr));
  EXPECT(attribute(hipGraphMemAttrUsedMemCurrent) == 0);
  EXPECT(attribute(hipGraphMemAttrReservedMemCurrent) == 0);
  EXPECT(attribute(hipGraphMemAttrReservedMemHigh) == 1 << 20);
  EXPECT_ERROR(
      hipDeviceSetGraphMemAttribute(0, hipGraphMemAttrUsedMemCurrent, reinterpret_cast<void *>(-1)),
      hipErrorInvalidValue);
  CHECK(hipGraphExecDestroy(e));
  CHECK(hipGraphInstantiateWithFlags(&second, g, hipGraphInstantiateFlagAutoFreeOnLaunch));
  for (int i = 0; i < 2; i++) CHECK(hipGraphLaunch(second, s));
  CHECK(hipStreamSynchronize(s));
  EXPECT(attribute(hipGraphMemAttrUsedMemCurrent) == 1 << 20);
  CHECK(hipFree(p.dptr));
  CHECK(hipGraphExecDestroy(second));
  CHECK(hipGraphDestroy(g));
}

// A thread cannot wait for a device while it captures there, in any mode; nodes that a
// stream is told not to depend on any more need not be joined.
static void capturing(hipStream_t s, int *p) {
  hipGraph_t g;
  for (auto mode : {hipStreamCaptureModeGlobal, hipStreamCaptureModeRelaxed}) {
    CHECK(hipStreamBeginCapture(s, mode));
    EXPECT_ERROR(hipDeviceSynchronize(), hipErrorStreamCaptureUnsupported);
    EXPECT_ERROR(hipStreamEndCapture(s, &g), hipErrorStreamCaptureInvalidated);
  }
  hipStream_t t;
  hipEvent_t fork, join;
  CHECK(hipStreamCreate(&t));
  CHECK(hipEventCreate(&fork));
  CHECK(hipEventCreate(&join));
  CHECK(hipStreamBeginCapture(s, hipStreamCaptureModeGlobal));
  CHECK(hipEventRecord(fork, s));
  CHECK(hipStreamWaitEvent(t, fork, 0));
  add<<<1, 1, 0, t>>>(p, 1, 1);
  CHECK(hipEventRecord(join, t));
  CHECK(hipStreamWaitEvent(s, join, 0));
  CHECK(hipStreamUpdateCaptureDependencies(s, nullptr, 0, hipStreamSetCaptureDependencies));
  add<<<1, 1, 0, s>>>(p, 1, 1);
  CHECK(hipStreamEndCapture(s, &g));
  size_t roots = 0;
  CHECK(hipGraphGetRootNodes(g, nullptr, &roots));
  EXPECT(roots == 2);
  CHECK(hipGraphDestroy(g));
  CHECK(hipEventDestroy(fork));
  CHECK(hipEventDestroy(join));
  CHECK(hipStreamDestroy(t));
}

// A captured kernel has the handle that the program launched, by which programs find the nodes
// whose arguments change.
static void edited(hipGraph_t g, hipGraphExec_t e, int *p, int n) {
  size_t count = 0;
  CHECK(hipGraphGetNodes(g, nullptr, &count));
  std::vector<hipGraphNode_t> nodes(count);
  CHECK(hipGraphGetNodes(g, nodes.data(), &count));
  int found = 0, five = 5;
  void *args[] = {&p, &five, &n};
  for (hipGraphNode_t node : nodes) {
    hipGraphNodeType type;
    CHECK(hipGraphNodeGetType(node, &type));
    if (type != hipGraphNodeTypeKernel) continue;
    hipKernelNodeParams k;
    CHECK(hipGraphKernelNodeGetParams(node, &k));
    if (k.func != reinterpret_cast<void *>(&multiply)) continue;
    found++;
    k.kernelParams = args;
    CHECK(hipGraphExecKernelNodeSetParams(e, node, &k));
  }
  EXPECT(found == 1);
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
  edited(g, e, d.p, n);
  CHECK(hipGraphLaunch(e, s));
  CHECK(hipStreamSynchronize(s));
  for (int v : out) EXPECT(v == (want + 3) * 5 + 1);
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
  // After an update the nodes of both graphs stand for those of the executable one.
  hipGraph_t other;
  hipGraphNode_t twin, bad;
  hipGraphExecUpdateResult result;
  CHECK(hipGraphClone(&other, g));
  CHECK(hipGraphNodeFindInClone(&twin, plus, other));
  CHECK(hipGraphExecUpdate(e, other, &bad, &result));
  CHECK(hipGraphNodeSetEnabled(e, plus, 0));
  CHECK(hipGraphLaunch(e, s));
  CHECK(hipStreamSynchronize(s));
  for (int v : d.host()) EXPECT(v == 5);
  CHECK(hipGraphNodeSetEnabled(e, twin, 1));
  CHECK(hipGraphLaunch(e, s));
  CHECK(hipStreamSynchronize(s));
  for (int v : d.host()) EXPECT(v == 12);
  CHECK(hipGraphDestroy(other));
  CHECK(hipGraphExecDestroy(e));
  CHECK(hipGraphDestroy(g));
  objects();
  allocations(s);
  capturing(s, d.p);
  CHECK(hipEventDestroy(fork));
  CHECK(hipEventDestroy(join));
  CHECK(hipStreamDestroy(s));
  CHECK(hipStreamDestroy(t));
  return done();
}

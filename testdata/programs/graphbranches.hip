// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Branches of a graph run beside each other, and nothing runs before what it depends on.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <atomic>
#include <chrono>
#include <random>
#include <thread>
#include <unistd.h>

__global__ void square(const int *in, int *out) {
  out[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x];
}
__global__ void spin(float *p) {
  float v = threadIdx.x;
  for (int i = 0; i < 20000; i++) v = v * 0.999f + 1;
  p[threadIdx.x] = v;
}

static hipGraphNode_t host(hipGraph_t g, const std::vector<hipGraphNode_t> &deps, hipHostFn_t fn,
                           void *data) {
  hipGraphNode_t n;
  hipHostNodeParams p = {fn, data};
  CHECK(hipGraphAddHostNode(&n, g, deps.data(), deps.size(), &p));
  return n;
}

// Two functions that wait for each other: each says that it is there, and waits for the other.
struct Meeting {
  std::atomic<int> here{0};
  std::atomic<int> met{0};
};

static void meet(void *data) {
  auto *m = static_cast<Meeting *>(data);
  m->here++;
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (m->here % 2 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  if (m->here % 2 == 0) m->met++;
}

static void meetings(hipStream_t s) {
  for (bool nested : {false, true}) {
    hipGraph_t g, child;
    hipGraphExec_t x;
    Meeting m;
    CHECK(hipGraphCreate(&g, 0));
    CHECK(hipGraphCreate(&child, 0));
    host(g, {}, meet, &m);
    host(nested ? child : g, {}, meet, &m);
    hipGraphNode_t n;
    if (nested) CHECK(hipGraphAddChildGraphNode(&n, g, nullptr, 0, child));
    CHECK(hipGraphInstantiate(&x, g, nullptr, nullptr, 0));
    for (int i = 1; i <= 3; i++) {
      CHECK(hipGraphLaunch(x, s));
      CHECK(hipStreamSynchronize(s));
      EXPECT(m.met == 2 * i);
    }
    CHECK(hipGraphExecDestroy(x));
    CHECK(hipGraphDestroy(child));
    CHECK(hipGraphDestroy(g));
  }
}

// Random graphs whose nodes look whether all that they depend on has run in this launch.
struct Node {
  std::vector<Node *> deps;
  std::atomic<int> runs{0};
  const int *launch;
};

static void visit(void *data) {
  auto *n = static_cast<Node *>(data);
  for (Node *d : n->deps) EXPECT(d->runs == *n->launch);
  if (n->runs % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(100));
  n->runs++;
}

static void shapes(hipStream_t s, unsigned seed, int count, int most) {
  std::mt19937 random(seed);
  hipGraph_t g, child = nullptr;
  hipGraphExec_t x;
  CHECK(hipGraphCreate(&g, 0));
  std::vector<Node> nodes(count);
  std::vector<hipGraphNode_t> handles(count);
  int launch = 0;
  CHECK(hipGraphCreate(&child, 0));
  const int from = count / 3, to = count / 2; // the nodes of the child graph
  hipGraphNode_t child_node = nullptr;
  for (int i = 0; i < count; i++) {
    nodes[i].launch = &launch;
    bool inner = i >= from && i < to;
    std::vector<hipGraphNode_t> deps;
    bool after_child = false;
    int low = inner ? from : 0;
    for (int k = i > low ? random() % (most + 1) : 0; k > 0; k--) {
      int d = low + random() % (i - low);
      if (!inner && d >= from && d < to) { // depends on the whole child graph
        after_child = true;
        continue;
      }
      bool known = false;
      for (hipGraphNode_t h : deps) known |= h == handles[d];
      if (known) continue;
      deps.push_back(handles[d]);
      nodes[i].deps.push_back(&nodes[d]);
    }
    if (i == to) {
      hipGraphNode_t before = handles[0];
      CHECK(hipGraphAddChildGraphNode(&child_node, g, &before, 1, child));
      for (int k = from; k < to; k++) nodes[k].deps.push_back(&nodes[0]);
    }
    if (after_child) {
      deps.push_back(child_node);
      for (int k = from; k < to; k++) nodes[i].deps.push_back(&nodes[k]);
    }
    handles[i] = host(inner ? child : g, deps, visit, &nodes[i]);
  }
  CHECK(hipGraphInstantiate(&x, g, nullptr, nullptr, 0));
  CHECK(hipGraphDestroy(child));
  CHECK(hipGraphDestroy(g));
  for (launch = 1; launch <= 3; launch++) {
    for (Node &n : nodes) n.runs = launch - 1;
    CHECK(hipGraphLaunch(x, s));
    CHECK(hipStreamSynchronize(s));
    for (Node &n : nodes) EXPECT(n.runs == launch);
  }
  CHECK(hipGraphExecDestroy(x));
}

// What a host function writes is what a copy behind it reads, and a kernel sees it.
static void write_input(void *data) {
  for (int i = 0; i < 64; i++) static_cast<int *>(data)[i] += i + 1;
}

static void chain(hipStream_t s) {
  std::vector<int> in(64), out(64);
  Device<int> a(64), b(64);
  CHECK(hipDeviceSynchronize()); // s may not wait for the fills
  hipGraph_t g;
  hipGraphExec_t x;
  CHECK(hipGraphCreate(&g, 0));
  hipGraphNode_t fill = host(g, {}, write_input, in.data()), up, run, down;
  CHECK(hipGraphAddMemcpyNode1D(&up, g, &fill, 1, a.p, in.data(), 256, hipMemcpyHostToDevice));
  void *args[] = {&a.p, &b.p};
  hipKernelNodeParams k = {};
  k.func = reinterpret_cast<void *>(&square);
  k.gridDim = dim3(1);
  k.blockDim = dim3(64);
  k.kernelParams = args;
  CHECK(hipGraphAddKernelNode(&run, g, &up, 1, &k));
  CHECK(hipGraphAddMemcpyNode1D(&down, g, &run, 1, out.data(), b.p, 256, hipMemcpyDeviceToHost));
  CHECK(hipGraphInstantiate(&x, g, nullptr, nullptr, 0));
  for (int r = 1; r <= 3; r++) {
    CHECK(hipGraphLaunch(x, s));
    CHECK(hipStreamSynchronize(s));
    for (int i = 0; i < 64; i++) EXPECT(out[i] == r * r * (i + 1) * (i + 1));
  }
  CHECK(hipGraphExecDestroy(x));
  CHECK(hipGraphDestroy(g));
}

// Branches wait for the stream that they are launched in, which waits for them; the graph
// may be gone by then.
static void in_order(hipStream_t s) {
  Device<float> out(64 * 8);
  CHECK(hipDeviceSynchronize());
  hipGraph_t g;
  hipGraphExec_t x;
  std::atomic<int> before{0}, seen{0};
  struct Both {
    std::atomic<int> *before, *seen;
  } both = {&before, &seen};
  CHECK(hipGraphCreate(&g, 0));
  for (int i = 0; i < 8; i++) {
    hipGraphNode_t first = host(
        g, {},
        [](void *p) {
          auto *b = static_cast<Both *>(p);
          if (*b->before == 1) ++*b->seen;
        },
        &both);
    hipGraphNode_t n;
    float *p = out.p + 64 * i;
    void *args[] = {&p};
    hipKernelNodeParams k = {};
    k.func = reinterpret_cast<void *>(&spin);
    k.gridDim = dim3(1);
    k.blockDim = dim3(64);
    k.kernelParams = args;
    CHECK(hipGraphAddKernelNode(&n, g, &first, 1, &k));
  }
  CHECK(hipGraphInstantiate(&x, g, nullptr, nullptr, 0));
  CHECK(hipLaunchHostFunc(
      s,
      [](void *p) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        *static_cast<std::atomic<int> *>(p) = 1;
      },
      &before));
  CHECK(hipGraphLaunch(x, s));
  CHECK(hipGraphExecDestroy(x));
  CHECK(hipGraphDestroy(g));
  CHECK(hipStreamSynchronize(s));
  EXPECT(seen == 8);
  for (float v : out.host()) EXPECT(v > 900);
}

static void all(hipStream_t s) {
  meetings(s);
  chain(s);
  in_order(s);
  shapes(s, 1, 40, 2);
  shapes(s, 2, 60, 4);
  shapes(s, 3, 120, 0); // more roots than there are lanes
  shapes(s, 4, 150, 1);
}

int main() {
  alarm(120);
  for (int round = 0; round < 2; round++) {
    hipStream_t blocking, other;
    CHECK(hipStreamCreate(&blocking));
    CHECK(hipStreamCreateWithFlags(&other, hipStreamNonBlocking));
    all(nullptr);
    all(round ? hipStreamPerThread : blocking);
    if (!round) all(other);
    CHECK(hipStreamDestroy(blocking));
    CHECK(hipStreamDestroy(other));
    CHECK(hipDeviceReset()); // takes the program's streams, and none that graphs need
  }
  return done();
}

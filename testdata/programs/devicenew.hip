// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Memory that device code allocates: malloc and free, new and delete, a list built by
// all work-items.
#include <vector>

#include <hip/hip_runtime.h>

#include <cstdlib>

#include "check.h"

struct Node {
  int value;
  Node *next;
};
__device__ Node *head;

__global__ void build(int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n) return;
  Node *node = new Node{t, nullptr};
  Node *seen = head;
  for (;;) {
    node->next = seen;
    unsigned long long old = atomicCAS(reinterpret_cast<unsigned long long *>(&head),
                                       reinterpret_cast<unsigned long long>(seen),
                                       reinterpret_cast<unsigned long long>(node));
    if (old == reinterpret_cast<unsigned long long>(seen)) break;
    seen = reinterpret_cast<Node *>(old);
  }
}
__global__ void walk(unsigned char *seen, int *count) {
  for (Node *n = head; n;) {
    seen[n->value]++;
    ++*count;
    Node *next = n->next;
    delete n;
    n = next;
  }
  head = nullptr;
}
__global__ void scratch(int *out) {
  int n = int(threadIdx.x) % 7 + 1;
  int *p = static_cast<int *>(malloc(n * sizeof(int))), *s = new (std::nothrow) int(0);
  if (!p || !s) {
    out[threadIdx.x] = -1;
    return;
  }
  for (int i = 0; i < n; i++) p[i] = i * int(threadIdx.x);
  for (int i = 0; i < n; i++) *s += p[i];
  free(p);
  out[threadIdx.x] = *s;
  delete s;
}

struct alignas(64) Line {
  int v[5];
};
__global__ void aligned(int *out) {
  Line *one = new Line{{int(threadIdx.x)}}, *list = new Line[2];
  list[1].v[4] = 3;
  int loose =
      (reinterpret_cast<unsigned long long>(one) | reinterpret_cast<unsigned long long>(list)) % 64;
  out[threadIdx.x] = loose ? -1 : one->v[0] + list[1].v[4];
  delete one;
  delete[] list;
}

// The functions of <cstdlib> by their names in std, as rocThrust's algorithms call them in kernels.
__host__ __device__ int standard(int n) {
  int *p = static_cast<int *>(std::malloc(sizeof(int) * n));
  if (!p) std::abort();
  for (int i = 0; i < n; i++) p[i] = i;
  int last = p[n - 1];
  std::free(p);
  return last;
}
__global__ void standard_of(int *out) { out[threadIdx.x] = standard(int(threadIdx.x) + 1); }

int main() {
  const int n = 300;
  Device<unsigned char> seen(n);
  Device<int> count(1), out(64);
  build<<<5, 64>>>(n);
  walk<<<1, 1>>>(seen.p, count.p);
  CHECK(hipGetLastError());
  EXPECT(count.host()[0] == n);
  for (unsigned char s : seen.host()) EXPECT(s == 1);
  for (int round = 0; round < 50; round++) scratch<<<1, 64>>>(out.p);
  CHECK(hipGetLastError());
  auto v = out.host();
  for (int t = 0; t < 64; t++) {
    int k = t % 7 + 1;
    EXPECT(v[t] == t * k * (k - 1) / 2);
  }
  for (int round = 0; round < 50; round++) aligned<<<1, 64>>>(out.p);
  CHECK(hipGetLastError());
  v = out.host();
  for (int t = 0; t < 64; t++) EXPECT(v[t] == t + 3);
  standard_of<<<1, 64>>>(out.p);
  CHECK(hipGetLastError());
  v = out.host();
  for (int t = 0; t < 64; t++) EXPECT(v[t] == t && v[t] == standard(t + 1));
  return done();
}

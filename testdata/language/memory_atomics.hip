// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Atomics of every type and scope, the device heap, fences, grid-wide counters.
#include <hip/hip_runtime.h>

#include "../programs/check.h"

enum { BLOCKS = 4, THREADS = 64, ALL = BLOCKS * THREADS };
struct Cells {
  int i[8];
  unsigned u[8];
  unsigned long long l[8];
  float f[4];
  double d[4];
  unsigned wrapped[2];
  int locks, guarded, system, block;
};
template <typename T> __device__ void each(T *c, int t) {
  atomicAdd(c, (T)1), atomicSub(c + 1, (T)2), atomicMin(c + 2, (T)(1000 - t)),
      atomicMax(c + 3, (T)t);
  atomicAnd(c + 4, (T) ~(T)(1ull << t % 20)), atomicOr(c + 5, (T)(1ull << t % 20)),
      atomicXor(c + 6, (T)(1ull << t % 5));
  for (T old = c[7], seen; (seen = atomicCAS(c + 7, old, old + (T)3)) != old;) old = seen;
}
__global__ void atomics(Cells *c, int *tickets) {
  __shared__ float sum;
  __shared__ unsigned votes;
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0) sum = 0, votes = 0;
  __syncthreads();
  each(c->i, t), each(c->u, t), each(c->l, t);
  atomicAdd(&c->f[0], 0.5f), atomicMin(&c->f[1], 3.0f - t), atomicMax(&c->f[2], (float)t),
      atomicSub(&c->f[3], 1.0f);
  atomicAdd(&c->d[0], 0.5), atomicMin(&c->d[1], 3.0 - t), atomicMax(&c->d[2], (double)t),
      unsafeAtomicAdd(&c->d[3], 2.0);
  atomicInc(&c->wrapped[0], 9), atomicDec(&c->wrapped[1], 9);
  atomicAdd_system(&c->system, 1), atomicAdd_block(&votes, 1u), atomicAdd(&sum, 1.0f);
  atomicAdd(&tickets[atomicAdd(&c->locks, 1)], 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&c->block, (int)votes + (int)sum);
}
struct Node {
  Node *next;
  int value;
};
__device__ Node *head;
__device__ int sumOfList;
__global__ void build(int *failed) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  Node *n = new Node;
  char *text = (char *)malloc(100 + t);
  if (!n || !text) {
    atomicAdd(failed, 1);
    return;
  }
  memset(text, t, 100 + t);
  n->value = t + text[99 + t] * 0;
  free(text);
  Node *old = head;
  for (;;) {
    n->next = old;
    __threadfence();
    Node *seen = (Node *)atomicCAS((unsigned long long *)&head, (unsigned long long)old,
                                   (unsigned long long)n);
    if (seen == old) break;
    old = seen;
  }
}
__global__ void drain(int *count) {
  for (Node *n = head; n;) {
    Node *next = n->next;
    sumOfList += n->value;
    ++*count;
    delete n;
    n = next;
  }
  head = nullptr;
  long long t0 = clock64();
  while (clock64() - t0 < 1000) {
  }
}

int main() {
  Cells *c;
  int *tickets, *failed;
  CHECK(hipMallocManaged((void **)&c, sizeof *c));
  CHECK(hipMallocManaged((void **)&tickets, ALL * sizeof(int)));
  CHECK(hipMallocManaged((void **)&failed, 2 * sizeof(int)));
  std::memset(c, 0, sizeof *c), std::memset(tickets, 0, ALL * sizeof(int)),
      failed[0] = failed[1] = 0;
  c->i[1] = 5 * ALL, c->u[1] = 5 * ALL, c->l[1] = 5 * ALL;
  c->i[2] = 5000, c->u[2] = 5000, c->l[2] = 5000, c->i[4] = -1, c->u[4] = ~0u, c->l[4] = ~0ull;
  c->f[1] = 100, c->d[1] = 100;
  atomics<<<BLOCKS, THREADS>>>(c, tickets);
  CHECK(hipDeviceSynchronize());
  unsigned x = 0;
  for (int t = 0; t < ALL; ++t) x ^= 1u << t % 5;
#define SAME(A)                                                                                    \
  EXPECT(A[0] == ALL && A[1] == 3 * ALL && A[2] == 1000 - ALL + 1 && A[3] == ALL - 1);             \
  EXPECT((A[4] & 0xfffff) == 0 && A[5] == 0xfffff && A[6] == x && A[7] == 3 * ALL);
  SAME(c->i)
  SAME(c->u)
  SAME(c->l)
  EXPECT(c->f[0] == ALL / 2 && c->f[1] == 4 - ALL && c->f[2] == ALL - 1 && c->f[3] == -ALL);
  EXPECT(c->d[0] == ALL / 2 && c->d[1] == 4 - ALL && c->d[2] == ALL - 1 && c->d[3] == 2 * ALL);
  EXPECT(c->wrapped[0] == ALL % 10 && c->wrapped[1] == (10 - ALL % 10) % 10);
  EXPECT(c->system == ALL && c->block == 2 * ALL);
  for (int t = 0; t < ALL; ++t) EXPECT(tickets[t] == 1);
  for (int round = 0; round < 2; ++round) {
    int zero = 0, sum = 0;
    CHECK(hipMemcpyToSymbol(HIP_SYMBOL(sumOfList), &zero, sizeof zero));
    failed[1] = 0;
    build<<<BLOCKS, THREADS>>>(failed);
    drain<<<1, 1>>>(failed + 1);
    CHECK(hipDeviceSynchronize());
    CHECK(hipMemcpyFromSymbol(&sum, HIP_SYMBOL(sumOfList), sizeof sum));
    EXPECT(failed[0] == 0 && failed[1] == ALL && sum == ALL * (ALL - 1) / 2);
  }
  return done();
}

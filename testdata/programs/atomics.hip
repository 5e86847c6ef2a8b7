// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Atomics on global and shared memory, by many work-items, with results known before.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

typedef unsigned long long ull;

struct Results {
  int add, sub, min, max, exch, cas;
  unsigned uadd, inc, dec, land, lor, lxor, umin, umax;
  ull uladd, ulmax, ulcas;
  float fadd;
  double dadd;
  unsigned shared;
  int old;
};

__global__ void work(Results *r, unsigned n, unsigned *slots) {
  __shared__ unsigned mine;
  if (threadIdx.x == 0) mine = 0;
  __syncthreads();
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&r->add, -3);
  atomicSub(&r->sub, 2);
  atomicMin(&r->min, -int(i));
  atomicMax(&r->max, int(i));
  atomicExch(&r->exch, 77);
  for (int seen = r->cas, old;; seen = old) { // an increment made of compare and swap
    old = atomicCAS(&r->cas, seen, seen + 1);
    if (old == seen) break;
  }
  unsigned ticket = atomicAdd(&r->uadd, 1u);
  atomicAdd(&slots[ticket], 1u);
  atomicInc(&r->inc, 9u);
  atomicDec(&r->dec, 9u);
  atomicAnd(&r->land, ~(1u << (i % 32)));
  atomicOr(&r->lor, 1u << (i % 7));
  atomicXor(&r->lxor, i);
  atomicMin(&r->umin, i + 5);
  atomicMax(&r->umax, 0x80000000u + i);
  atomicAdd(&r->uladd, 1ull << 33);
  atomicMax(&r->ulmax, (1ull << 40) + i);
  for (ull seen = r->ulcas, old;; seen = old) {
    old = atomicCAS(&r->ulcas, seen, seen + (1ull << 32));
    if (old == seen) break;
  }
  atomicAdd(&r->fadd, 0.5f);
  atomicAdd(&r->dadd, 0.25);
  atomicAdd(&mine, 1u);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&r->shared, mine);
  if (i == 0) r->old = atomicExch(&r->old, 5) * 2;
}

__global__ void count(unsigned short *n) {
  __shared__ unsigned short all, swapped[2];
  if (threadIdx.x == 0) all = swapped[0] = swapped[1] = 0;
  __syncthreads();
  for (unsigned short seen = 0, old; (old = atomicCAS(&swapped[1], seen, seen + 3)) != seen;)
    seen = old;
  for (unsigned short seen = 0, old; (old = atomicCAS_system(n + 2, seen, seen + 1)) != seen;)
    seen = old;
  __hip_atomic_fetch_add(n, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  __hip_atomic_fetch_add(&all, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
  __syncthreads();
  if (threadIdx.x == 0) n[1] = all + swapped[0] + swapped[1];
}

int main() {
  const unsigned blocks = 8, threads = 128, n = blocks * threads;
  Results start = {};
  start.land = ~0u;
  start.umin = ~0u;
  start.old = 21;
  Device<Results> r(std::vector<Results>{start});
  Device<unsigned> slots(n);
  work<<<blocks, threads>>>(r.p, n, slots.p);
  CHECK(hipGetLastError());
  Results g = r.host()[0];
  unsigned x = 0, dec = 0;
  for (unsigned i = 0; i < n; i++) {
    x ^= i;
    dec = dec == 0 || dec > 9 ? 9 : dec - 1;
  }
  EXPECT(g.add == -3 * int(n));
  EXPECT(g.sub == -2 * int(n));
  EXPECT(g.min == 1 - int(n));
  EXPECT(g.max == int(n) - 1);
  EXPECT(g.exch == 77);
  EXPECT(g.cas == int(n));
  EXPECT(g.uadd == n);
  EXPECT(g.inc == n % 10);
  EXPECT(g.dec == dec);
  EXPECT(g.land == 0);
  EXPECT(g.lor == 0x7f);
  EXPECT(g.lxor == x);
  EXPECT(g.umin == 5);
  EXPECT(g.umax == 0x80000000u + n - 1);
  EXPECT(g.uladd == n * (1ull << 33));
  EXPECT(g.ulmax == (1ull << 40) + n - 1);
  EXPECT(g.ulcas == n * (1ull << 32));
  EXPECT(g.fadd == n * 0.5f);
  EXPECT(g.dadd == n * 0.25);
  EXPECT(g.shared == n);
  EXPECT(g.old == 42);
  for (unsigned s : slots.host()) EXPECT(s == 1);

  Device<unsigned short> last(5); // in words that are longer than the allocations
  count<<<1, 64>>>(last.p + 1);
  EXPECT(last.host()[1] == 64 && last.host()[2] == 64 * 4 && last.host()[3] == 64 &&
         last.host()[4] == 0);
  return done();
}

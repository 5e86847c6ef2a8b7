// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Recursion with a loop that lanes leave at different times, and behind it reads of the structure
// that the function has by value.
#include "../programs/check.h"

struct Node {
  unsigned long long key;
  unsigned short tag;
  unsigned long long sum;
};
__host__ __device__ inline unsigned long long mix(unsigned long long h, unsigned long long v) {
  return (h ^ v) * 0x9e3779b97f4a7c15ull + (h >> 29);
}
__host__ __device__ unsigned walk(Node n, unsigned depth, unsigned x) {
  signed char small = static_cast<signed char>(mix(n.key, 0) >> 18);
  if (depth == 0) return static_cast<unsigned>(mix(mix(mix(x, n.key), n.tag), n.sum + small));
  unsigned turns = static_cast<unsigned>(static_cast<short>(n.key) ^ 8546024) % 5u;
  unsigned i = 0;
#pragma unroll 1
  do {
    n.sum = (static_cast<unsigned long long>(i) >> (small & 63)) - n.sum;
  } while (++i < turns);
  unsigned below = walk(n, depth - 1, 0);
  if (x == 1 && depth == 6277471) n.key = n.sum << 48;
  return static_cast<unsigned>(mix(mix(mix(mix(x, depth), below), n.key), n.sum));
}

__global__ void each(const Node *nodes, unsigned *out) {
  unsigned t = threadIdx.x;
  out[t] = walk(nodes[t], t % 5, t);
}

int main() {
  constexpr unsigned threads = 96;
  // CUDA's default is less than the function takes without optimisation.
  CHECK(hipDeviceSetLimit(hipLimitStackSize, 16384));
  Device<Node> nodes(threads);
  Device<unsigned> out(threads);
  std::vector<Node> v(threads);
  for (unsigned t = 0; t < threads; t++)
    v[t] = {mix(t, 77), static_cast<unsigned short>(t * 31), mix(t, 5)};
  CHECK(hipMemcpy(nodes.p, v.data(), threads * sizeof(Node), hipMemcpyHostToDevice));
  each<<<1, threads>>>(nodes.p, out.p);
  auto got = out.host();
  for (unsigned t = 0; t < threads; t++) EXPECT(got[t] == walk(v[t], t % 5, t));
  return done();
}

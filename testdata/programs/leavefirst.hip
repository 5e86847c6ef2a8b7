// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Lanes that leave a kernel early, after a loop, a call and warp functions of their own, do not wait for
// the others, which wait for them at a barrier. The others' control flow has joins that no branch ends
// at.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                \
  do {                                                                                             \
    hipError_t e = (call);                                                                         \
    if (e != hipSuccess) {                                                                         \
      printf("line %d: %s\n", __LINE__, hipGetErrorString(e));                                     \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

constexpr unsigned block = 96, blocks = 3;

__host__ __device__ unsigned mix(unsigned x, unsigned y) {
  return (x ^ (y >> 3)) * 2654435761u + y;
}

__attribute__((noinline)) __device__ unsigned scramble(unsigned x, unsigned n) {
  for (unsigned i = 0; i < n; i++) x = mix(x, i);
  return x;
}

// Of each 8 lanes, this one and the ones after it leave.
__host__ __device__ unsigned first(unsigned kind, unsigned b) {
  return kind == 0 ? 3 + b : kind == 1 ? 0 : 8;
}

__global__ void leave(unsigned *out, const unsigned *in, unsigned kind) {
  __shared__ unsigned seen[block];
  const unsigned tid = threadIdx.x, gid = blockIdx.x * block + tid;
  unsigned x = in[gid], y = 0;
  seen[tid] = 1;
  if (tid % 8 < first(kind, blockIdx.x)) {
    for (unsigned i = 0; i < 4; i++) {
      if (x % 5 == i) goto low;
      x = mix(x, i);
      if (__any(x % 7 == i) && x % 3 == 0) goto low;
      y += 16;
      goto next;
    low:
      y = mix(y, __popcll(__ballot(1)) != 0);
    next:
      y += __ballot(x & 1) == 0;
      seen[tid] = y | 1;
      __syncthreads();
      if (seen[block - 1 - tid] == 0) y += 1000;
      __syncthreads();
    }
    out[gid] = mix(x, y);
    return;
  }
  if (tid % 8 >= 6) return;
  for (unsigned i = 0; i < in[gid] % 7; i++) x = mix(x, in[i]);
  x = scramble(x, in[gid] % 5);
  for (unsigned i = 0; i < in[gid] % 3; i++) y += __popcll(__ballot(1)) != 0;
  out[gid] = scramble(x, 2) + y;
}

static unsigned scrambled(unsigned x, unsigned n) {
  for (unsigned i = 0; i < n; i++) x = mix(x, i);
  return x;
}

// What a warp of the kernel computes, its lanes in step.
static void expected(unsigned *out, const unsigned *in, unsigned kind, unsigned b, unsigned warp,
                     unsigned width) {
  std::vector<unsigned> x, y, stays;
  for (unsigned l = 0; l < width; l++) {
    const unsigned tid = warp * width + l, gid = b * block + tid;
    if (tid >= block) break;
    unsigned v = in[gid];
    if (tid % 8 < first(kind, b)) {
      stays.push_back(gid);
      x.push_back(v);
      y.push_back(0);
      continue;
    }
    if (tid % 8 >= 6) {
      out[gid] = 0xffffffff;
      continue;
    }
    for (unsigned i = 0; i < in[gid] % 7; i++) v = mix(v, in[i]);
    v = scrambled(v, in[gid] % 5);
    out[gid] = scrambled(v, 2) + in[gid] % 3;
  }
  for (unsigned i = 0; i < 4; i++) {
    std::vector<bool> low(x.size());
    bool any = false, odd = false;
    for (size_t l = 0; l < x.size(); l++) {
      low[l] = x[l] % 5 == i;
      if (low[l]) continue;
      x[l] = mix(x[l], i);
      any |= x[l] % 7 == i;
    }
    for (size_t l = 0; l < x.size(); l++) {
      if (!low[l] && any && x[l] % 3 == 0) low[l] = true;
      if (low[l])
        y[l] = mix(y[l], 1);
      else
        y[l] += 16;
      odd |= x[l] & 1;
    }
    for (unsigned &v : y) v += !odd;
  }
  for (size_t l = 0; l < x.size(); l++) out[stays[l]] = mix(x[l], y[l]);
}

int main() {
  const unsigned n = block * blocks;
  int width;
  CHECK(hipDeviceGetAttribute(&width, hipDeviceAttributeWarpSize, 0));
  std::vector<unsigned> in(n), got(n), want(n);
  for (unsigned i = 0; i < n; i++) in[i] = mix(i, 12345);
  unsigned *din, *dout;
  CHECK(hipMalloc(&din, n * sizeof *din));
  CHECK(hipMalloc(&dout, n * sizeof *dout));
  CHECK(hipMemcpy(din, in.data(), n * sizeof *din, hipMemcpyHostToDevice));
  for (unsigned kind = 0; kind < 3; kind++) {
    CHECK(hipMemset(dout, 0xff, n * sizeof *dout));
    leave<<<blocks, block>>>(dout, din, kind);
    CHECK(hipGetLastError());
    CHECK(hipMemcpy(got.data(), dout, n * sizeof *dout, hipMemcpyDeviceToHost));
    for (unsigned b = 0; b < blocks; b++)
      for (unsigned w = 0; w * width < block; w++)
        expected(want.data(), in.data(), kind, b, w, width);
    for (unsigned i = 0; i < n; i++) {
      if (got[i] == want[i]) continue;
      printf("kind %u, thread %u: %#x, not %#x\n", kind, i, got[i], want[i]);
      return 1;
    }
  }
  puts("PASS");
  return 0;
}

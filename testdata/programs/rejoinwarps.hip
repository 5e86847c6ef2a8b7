// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A barrier that the whole block takes or leaves out, and warp operations after it; counts
// over a block whose first work-items have ended.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

constexpr unsigned threads = 256, blocks = 30;

__global__ void votes(unsigned odd, unsigned *out) {
  __shared__ unsigned count[4];
  unsigned t = threadIdx.x;
  if (t < 4) count[t] = 0;
  __syncthreads();
  if (odd) out[t + blockIdx.x * threads] = __syncthreads_count(5);
  atomicAdd(&count[1], 7u);
  out[t + blockIdx.x * threads] = __all(1) * 1000 + __shfl(static_cast<int>(t), 5);
}

__global__ void turns(unsigned mask, unsigned *out) {
  __shared__ unsigned s[threads];
  unsigned t = threadIdx.x, v = t;
  for (unsigned i = 0; i < 6; i++) {
    if (i & mask) {
      s[t] = v;
      __syncthreads();
      v += s[t ^ 32];
      __syncthreads();
    }
    v += static_cast<unsigned>(__shfl_xor(static_cast<int>(v), 1));
  }
  out[t + blockIdx.x * threads] = v;
}

__global__ void nested(unsigned outer, unsigned inner, unsigned *out) {
  __shared__ unsigned s[threads];
  unsigned t = threadIdx.x, v = t;
  s[t] = v;
  if (outer) {
    __syncthreads();
    if (inner) {
      v += s[threads - 1 - t];
      __syncthreads();
      s[t] = v;
    } else {
      v++;
    }
  }
  for (unsigned k = warpSize / 2; k; k /= 2)
    v += static_cast<unsigned>(__shfl_down(static_cast<int>(v), k));
  out[t + blockIdx.x * threads] = v;
}

// The stores are the same on both sides of the join.
__global__ void stores(unsigned odd, unsigned *out) {
  unsigned t = threadIdx.x;
  out += blockIdx.x * threads * 4;
  out[t * 4] = out[t * 4 + 1] = 0;
  switch (odd) {
  case 0:
    break;
  default:
    out[t * 4 + 1] = out[t * 4 + 1] * 31 + 1;
    out[t * 4] = out[t * 4] * 31 + 1;
    __syncthreads();
  }
  out[t * 4] = out[t * 4] * 31 + 1;
  out[t * 4] = out[t * 4] * 31 + 1;
}

__global__ void remaining(unsigned *out) {
  unsigned t = threadIdx.x;
  if (t < 45) return;
  unsigned n = __syncthreads_count(t & 1), a = __syncthreads_and(t > 44),
           o = __syncthreads_or(t == 0);
  out[t + blockIdx.x * threads] = n * 100 + a * 10 + o;
}

int main() {
  int w = 0;
  CHECK(hipDeviceGetAttribute(&w, hipDeviceAttributeWarpSize, 0));
  unsigned warp = static_cast<unsigned>(w), v[threads], x[threads];
  Device<unsigned> o(threads * blocks * 4);
  for (unsigned odd = 0; odd < 2; odd++) {
    votes<<<blocks, threads>>>(odd, o.p);
    auto got = o.host();
    for (unsigned i = 0; i < threads * blocks; i++)
      EXPECT(got[i] == 1000 + i % threads / warp * warp + 5);

    turns<<<blocks, threads>>>(odd, o.p);
    got = o.host();
    for (unsigned t = 0; t < threads; t++) v[t] = t;
    for (unsigned i = 0; i < 6; i++) {
      for (unsigned t = 0; t < threads; t++) x[t] = i & odd ? v[t] + v[t ^ 32] : v[t];
      for (unsigned t = 0; t < threads; t++) v[t] = x[t] + x[t ^ 1];
    }
    for (unsigned i = 0; i < threads * blocks; i++) EXPECT(got[i] == v[i % threads]);

    for (unsigned inner = 0; inner < 2; inner++) {
      nested<<<blocks, threads>>>(odd, inner, o.p);
      got = o.host();
      for (unsigned t = 0; t < threads; t++) v[t] = !odd ? t : inner ? threads - 1 : t + 1;
      for (unsigned k = warp / 2; k; k /= 2) {
        for (unsigned t = 0; t < threads; t++) x[t] = v[t] + v[t % warp + k < warp ? t + k : t];
        for (unsigned t = 0; t < threads; t++) v[t] = x[t];
      }
      for (unsigned i = 0; i < threads * blocks; i++) EXPECT(got[i] == v[i % threads]);
    }

    stores<<<blocks, threads>>>(odd, o.p);
    got = o.host();
    for (unsigned i = 0; i < threads * blocks; i++)
      EXPECT(got[i * 4] == (odd ? (1 * 31 + 1) * 31 + 1 : 32) && got[i * 4 + 1] == odd);
  }
  remaining<<<blocks, threads>>>(o.p);
  auto got = o.host();
  for (unsigned i = 0; i < threads * blocks; i++)
    if (i % threads >= 45) EXPECT(got[i] == 106 * 100 + 10);
  return done();
}

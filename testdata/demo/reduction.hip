// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A sum over blocks, template over the element type. The scratch space is dynamic
// shared memory that only a device function two calls down names.
#include "check.h"

#include <cstdint>
#include <vector>

template <typename T> __device__ T *scratch() {
  extern __shared__ unsigned char bytes[];
  return reinterpret_cast<T *>(bytes);
}

template <typename T> __device__ T blockSum(T value) {
  T *s = scratch<T>();
  const unsigned t = threadIdx.x;
  s[t] = value;
  __syncthreads();
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    if (t < step) s[t] += s[t + step];
    __syncthreads();
  }
  return s[0];
}

template <typename T> __global__ void sum(const T *in, T *out, unsigned n) {
  T mine = 0;
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    mine += in[i];
  T total = blockSum(mine);
  if (threadIdx.x == 0) out[blockIdx.x] = total;
}

// The values are small whole numbers, so that every type sums them exactly.
template <typename T> bool run(const char *name, unsigned block) {
  const unsigned n = 300007, blocks = 40;
  std::vector<T> in(n), out(blocks);
  T want = 0;
  for (unsigned i = 0; i < n; i++) {
    in[i] = T(i % 7);
    want += in[i];
  }
  T *din, *dout;
  CHECK(hipMalloc(&din, n * sizeof(T)));
  CHECK(hipMalloc(&dout, blocks * sizeof(T)));
  CHECK(hipMemcpy(din, in.data(), n * sizeof(T), hipMemcpyHostToDevice));
  sum<T><<<blocks, block, block * sizeof(T)>>>(din, dout, n);
  CHECK(hipGetLastError());
  CHECK(hipMemcpy(out.data(), dout, blocks * sizeof(T), hipMemcpyDeviceToHost));
  T got = 0;
  for (T partial : out) got += partial;
  CHECK(hipFree(din));
  CHECK(hipFree(dout));
  std::printf("%-8s blocks of %3u: %.0f, host %.0f\n", name, block, double(got), double(want));
  return got == want;
}

int main() {
  bool ok = true;
  for (unsigned block : {64u, 256u}) {
    ok &= run<int>("int", block);
    ok &= run<float>("float", block);
    ok &= run<double>("double", block);
    ok &= run<std::uint64_t>("uint64", block);
  }
  return verdict(ok);
}

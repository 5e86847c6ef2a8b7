// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipCUB over rocPRIM, upstream's headers: blocks, warps and whole devices, against the host. Level 2 takes the
// device links half as long again; rocthrust.hip has rocPRIM's kernels at that.
//
// e2e: flags=-Xarch_device -O1

#include <hip/hip_runtime.h>

#include "../programs/check.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include <hipcub/hipcub.hpp>

constexpr int kBlock = 128;

struct Out {
  int sum, scan, sorted, warp;
};

__global__ void blocks(const int *in, Out *out) {
  using Reduce = hipcub::BlockReduce<int, kBlock>;
  using Scan = hipcub::BlockScan<int, kBlock>;
  using Sort = hipcub::BlockRadixSort<int, kBlock, 1>;
  using Warp = hipcub::WarpReduce<int>;
  __shared__ union {
    typename Reduce::TempStorage reduce;
    typename Scan::TempStorage scan;
    typename Sort::TempStorage sort;
    typename Warp::TempStorage warp[kBlock / 32];
  } t;
  int i = blockIdx.x * kBlock + threadIdx.x;
  Out o;
  o.sum = Reduce(t.reduce).Sum(in[i]);
  __syncthreads();
  Scan(t.scan).ExclusiveSum(in[i], o.scan);
  __syncthreads();
  int key[1] = {in[i]};
  Sort(t.sort).Sort(key);
  o.sorted = key[0];
  __syncthreads();
  o.warp = Warp(t.warp[threadIdx.x / 32]).Sum(in[i]);
  out[i] = o;
}

// run calls a device function twice: for the size of its memory, and with it.
template <class F> void run(F f) {
  size_t bytes = 0;
  CHECK(f(nullptr, bytes));
  void *temporary;
  CHECK(hipMalloc(&temporary, bytes));
  CHECK(f(temporary, bytes));
  CHECK(hipDeviceSynchronize());
  CHECK(hipFree(temporary));
}

int main() {
  const int n = 64 * kBlock;
  std::vector<int> h(n), got(n), want(n);
  for (int i = 0; i < n; i++) h[i] = static_cast<int>((i * 2654435761u) >> 12) % 1000 - 300;
  int *in, *out;
  Out *of_blocks;
  CHECK(hipMalloc(&in, n * sizeof(int)));
  CHECK(hipMalloc(&out, n * sizeof(int)));
  CHECK(hipMalloc(&of_blocks, n * sizeof(Out)));
  CHECK(hipMemcpy(in, h.data(), n * sizeof(int), hipMemcpyHostToDevice));
  auto fetch = [&](int count) {
    CHECK(hipMemcpy(got.data(), out, count * sizeof(int), hipMemcpyDeviceToHost));
  };

  blocks<<<n / kBlock, kBlock>>>(in, of_blocks);
  std::vector<Out> b(n);
  CHECK(hipMemcpy(b.data(), of_blocks, n * sizeof(Out), hipMemcpyDeviceToHost));
  for (int i = 0; i < n; i += kBlock) {
    std::vector<int> part(h.begin() + i, h.begin() + i + kBlock), sorted = part;
    std::sort(sorted.begin(), sorted.end());
    EXPECT(b[i].sum == std::accumulate(part.begin(), part.end(), 0));
    for (int k = 0, sum = 0; k < kBlock; sum += part[k++]) {
      EXPECT(b[i + k].scan == sum);
      EXPECT(b[i + k].sorted == sorted[k]);
    }
    for (int k = 0; k < kBlock; k += 32)
      EXPECT(b[i + k].warp == std::accumulate(&part[k], &part[k] + 32, 0));
  }

  run([&](void *t, size_t &bytes) { return hipcub::DeviceReduce::Sum(t, bytes, in, out, n); });
  fetch(1);
  EXPECT(got[0] == std::accumulate(h.begin(), h.end(), 0));

  run([&](void *t, size_t &bytes) {
    return hipcub::DeviceScan::ExclusiveSum(t, bytes, in, out, n);
  });
  fetch(n);
  for (int i = 0, sum = 0; i < n; sum += h[i++]) want[i] = sum;
  EXPECT(got == want);

  run([&](void *t, size_t &bytes) {
    return hipcub::DeviceRadixSort::SortKeys(t, bytes, in, out, n);
  });
  fetch(n);
  want = h;
  std::sort(want.begin(), want.end());
  EXPECT(got == want);

  return done();
}

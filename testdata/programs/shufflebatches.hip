// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Many exchanges of a warp: some that need each other's results and some that do not, of values that live on,
// that change in loops and that other lanes have chosen, in whole warps and in one that is not, with branches
// around them. The host does the same for all lanes of a warp at each step.
#include <hip/hip_runtime.h>

#include "check.h"

constexpr int chunks = 12;

// Independent chains, each of five exchanges: a chain after the other in the source.
__global__ void chains(int *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int v[chunks];
#pragma unroll
  for (int c = 0; c < chunks; ++c) v[c] = p[i] * (c + 1) + c;
#pragma unroll
  for (int c = 0; c < chunks; ++c)
#pragma unroll
    for (int d = 16; d; d /= 2) {
      int other = __shfl_xor(v[c], d);
      v[c] = threadIdx.x & d ? other - v[c] : v[c] + other * 3;
    }
  int sum = 0;
#pragma unroll
  for (int c = 0; c < chunks; ++c) sum = sum * 31 + v[c];
  p[i] = sum;
}

static void chainsOnHost(int *w) {
  unsigned sum[32] = {};
  for (int c = 0; c < chunks; ++c) {
    unsigned v[32], o[32];
    for (int l = 0; l < 32; ++l) v[l] = (unsigned)w[l] * (c + 1) + c;
    for (int d = 16; d; d /= 2) {
      std::memcpy(o, v, sizeof v);
      for (int l = 0; l < 32; ++l) v[l] = l & d ? o[l ^ d] - o[l] : o[l] + o[l ^ d] * 3;
    }
    for (int l = 0; l < 32; ++l) sum[l] = sum[l] * 31 + v[l];
  }
  std::memcpy(w, sum, sizeof sum);
}

// Values of two widths, votes, and lanes known at run time only, in a loop that changes what was exchanged.
__global__ void mixed(int *p, int rounds) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  int a = p[i];
  long long b = (long long)a * 1000003;
  for (int r = 0; r < rounds; ++r) {
    int up = __shfl_up(a, 3), asked = __shfl(a, (a + r) & 31);
    long long wide = __shfl_xor(b, 5);
    unsigned long long odd = __ballot(a & 1);
    int first = __shfl(a, r & 31);
    a = (lane >= 3 ? up : a) + asked * 7 + (int)odd + first;
    b = b * 3 + wide;
    if (a & 4) b ^= a;
  }
  p[i] = a ^ (int)(b >> 7);
}

static void mixedOnHost(int *w, int rounds) {
  unsigned a[32], oa[32];
  long long b[32], ob[32];
  for (int l = 0; l < 32; ++l) a[l] = w[l], b[l] = (long long)w[l] * 1000003;
  for (int r = 0; r < rounds; ++r) {
    std::memcpy(oa, a, sizeof a), std::memcpy(ob, b, sizeof b);
    unsigned odd = 0;
    for (int l = 0; l < 32; ++l) odd |= (oa[l] & 1) << l;
    for (int l = 0; l < 32; ++l) {
      a[l] = (l >= 3 ? oa[l - 3] : oa[l]) + oa[(oa[l] + r) & 31] * 7 + odd + oa[r & 31];
      b[l] = (long long)((unsigned long long)ob[l] * 3 + (unsigned long long)ob[l ^ 5]);
      if (a[l] & 4) b[l] ^= (int)a[l];
    }
  }
  for (int l = 0; l < 32; ++l) w[l] = (int)a[l] ^ (int)(b[l] >> 7);
}

// A sort of the warp, by swaps that a branch chooses, for the warps that take a branch.
__global__ void sort(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  if (i >= n) return;
  int key = p[i], value = lane;
  if ((i / 32) % 3 != 1) {
#pragma unroll
    for (int k = 2; k <= 32; k *= 2)
#pragma unroll
      for (int j = k / 2; j; j /= 2) {
        int otherKey = __shfl_xor(key, j), otherValue = __shfl_xor(value, j);
        bool low = !(lane & j) == !(lane & k);
        bool less = otherKey < key || (otherKey == key && otherValue < value);
        if (low == less) {
          key = otherKey;
          value = otherValue;
        }
      }
  }
  p[i] = key * 64 + value;
}

static void sortOnHost(int *w) {
  for (int l = 0; l < 32; ++l) w[l] = w[l] * 64 + l;
  for (int l = 0; l < 32; ++l)
    for (int k = l + 1; k < 32; ++k)
      if (w[k] < w[l]) std::swap(w[k], w[l]);
}

// A block whose last warp has 13 lanes, which ask those that are there.
__global__ void partial(int *p) {
  int t = threadIdx.x, lane = t & 31, last = (int)blockDim.x - 1 - (t & ~31);
  last = last < 31 ? last : 31;
  int v = p[t];
  int a = __shfl(v, 0), b = __shfl(v, last), c = __shfl(v * 2, lane ? lane - 1 : 0);
  unsigned long long there = __ballot(1);
  p[t] = a + b * 3 + c * 5 + (int)__popcll(there);
}

int main() {
  constexpr int n = 512;
  std::vector<int> in(n), got(n), want(n);
  unsigned x = 1;
  for (int &v : in) v = (int)((x = x * 1664525 + 1013904223) >> 18);
  int *d;
  CHECK(hipMalloc(&d, n * sizeof(int)));
  auto check = [&](const char *name, auto &&launch, auto &&host, int warps) {
    CHECK(hipMemcpy(d, in.data(), n * sizeof(int), hipMemcpyHostToDevice));
    launch();
    CHECK(hipDeviceSynchronize());
    CHECK(hipMemcpy(got.data(), d, n * sizeof(int), hipMemcpyDeviceToHost));
    want = in;
    for (int w = 0; w < warps; ++w) host(&want[w * 32], w);
    for (int i = 0; i < n; ++i)
      if (got[i] != want[i] && ++failures <= 20)
        std::printf("%s: [%d] is %d, not %d\n", name, i, got[i], want[i]);
  };
  check("chains", [&] { chains<<<4, 128>>>(d); }, [](int *w, int) { chainsOnHost(w); }, n / 32);
  check("mixed", [&] { mixed<<<2, 256>>>(d, 9); }, [](int *w, int) { mixedOnHost(w, 9); }, n / 32);
  check(
      "sort", [&] { sort<<<4, 128>>>(d, n - 64); },
      [](int *w, int k) {
        if (k % 3 != 1) return sortOnHost(w);
        for (int l = 0; l < 32; ++l) w[l] = w[l] * 64 + l;
      },
      n / 32 - 2);
  check(
      "partial", [&] { partial<<<1, 45>>>(d); },
      [](int *w, int k) {
        int v[32], lanes = k ? 13 : 32;
        std::memcpy(v, w, sizeof v);
        for (int l = 0; l < lanes; ++l)
          w[l] = v[0] + v[lanes - 1] * 3 + v[l ? l - 1 : 0] * 2 * 5 + lanes;
      },
      2);
  CHECK(hipFree(d));
  std::puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}

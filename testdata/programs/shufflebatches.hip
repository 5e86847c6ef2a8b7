// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Many exchanges of a warp: some that need each other's results and some that do not, of values that live on,
// that change in loops and that other lanes have chosen, in whole warps and in one that is not, with branches
// around them. The host does the same for all lanes of a warp at each step.
#include <vector>

#include <hip/hip_runtime.h>

#include <algorithm>

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

// Blocks in whose rows warps lie, or not, or of which a row is less than a warp: some warps take a branch with
// exchanges, accesses by all IDs, of several widths, and conditions by row and by lane. The rest of the last
// warp is not there, and nobody asks it.
__global__ void shapes(int *p, short *ids, unsigned char *bytes, int n) {
  int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), lane = t & 31;
  int total = blockDim.x * blockDim.y * blockDim.z;
  int v = p[t];
  long long wide = v;
  if (t / 32 % 3 != 1) {
    for (int d = 16; d; d /= 2) {
      int other = __shfl_xor(v, d);
      v = (t ^ d) >= total ? v - d : lane & d ? other - v : v + other * 3;
    }
    ids[t] = (short)(threadIdx.x * 7 + threadIdx.y * 3 + threadIdx.z);
    if ((int)threadIdx.x + 2 < n && threadIdx.y != 1) v += p[t];
    long long first = __shfl(wide, 0);
    bytes[t] = (unsigned char)(bytes[t] * 3 + lane);
    wide = first * 5 + (lane < 7 ? (int)threadIdx.z : v);
  }
  __syncthreads();
  if (t < total - 3) ids[t] = (short)(ids[t] + ids[t] / 2);
  p[t] = v ^ (int)wide;
}

static void checkShape(dim3 shape, int n) {
  int total = shape.x * shape.y * shape.z;
  std::vector<int> in(1024), want(1024);
  std::vector<short> ids(1024);
  std::vector<unsigned char> bytes(1024);
  for (int i = 0; i < 1024; ++i) in[i] = i * 7919 % 1009, bytes[i] = (unsigned char)(i * 5);
  int *p;
  short *q;
  unsigned char *b;
  CHECK(hipMalloc(&p, 4096));
  CHECK(hipMalloc(&q, 2048));
  CHECK(hipMalloc(&b, 1024));
  CHECK(hipMemcpy(p, in.data(), 4096, hipMemcpyHostToDevice));
  CHECK(hipMemset(q, 0, 2048));
  CHECK(hipMemcpy(b, bytes.data(), 1024, hipMemcpyHostToDevice));
  shapes<<<1, shape>>>(p, q, b, n);
  CHECK(hipDeviceSynchronize());
  want = in;
  std::vector<long long> wide(in.begin(), in.end());
  for (int w = 0; w * 32 < total; ++w) {
    if (w % 3 == 1) continue;
    int end = std::min(total, w * 32 + 32);
    for (int d = 16; d; d /= 2) {
      std::vector<int> old = want;
      for (int t = w * 32; t < end; ++t)
        want[t] = (t ^ d) >= total ? old[t] - d
                  : t & d          ? old[t ^ d] - old[t]
                                   : old[t] + old[t ^ d] * 3;
    }
    for (int t = w * 32; t < end; ++t) {
      int x = t % shape.x, y = t / shape.x % shape.y, z = t / (shape.x * shape.y);
      ids[t] = (short)(x * 7 + y * 3 + z);
      if (x + 2 < n && y != 1) want[t] += in[t];
      bytes[t] = (unsigned char)(bytes[t] * 3 + (t & 31));
      wide[t] = in[w * 32] * 5ll + ((t & 31) < 7 ? z : want[t]);
    }
  }
  for (int t = 0; t < total - 3; ++t) ids[t] = (short)(ids[t] + ids[t] / 2);
  std::vector<int> got(1024);
  std::vector<short> gotIDs(1024);
  std::vector<unsigned char> gotBytes(1024);
  CHECK(hipMemcpy(got.data(), p, 4096, hipMemcpyDeviceToHost));
  CHECK(hipMemcpy(gotIDs.data(), q, 2048, hipMemcpyDeviceToHost));
  CHECK(hipMemcpy(gotBytes.data(), b, 1024, hipMemcpyDeviceToHost));
  for (int t = 0; t < total; ++t)
    if ((got[t] != (want[t] ^ (int)wide[t]) || gotIDs[t] != ids[t] || gotBytes[t] != bytes[t]) &&
        ++failures <= 20)
      std::printf("%u x %u x %u: [%d] is %d, %d, %d, not %d, %d, %d\n", shape.x, shape.y, shape.z,
                  t, got[t], gotIDs[t], gotBytes[t], want[t] ^ (int)wide[t], ids[t], bytes[t]);
  CHECK(hipFree(p));
  CHECK(hipFree(q));
  CHECK(hipFree(b));
}

int main() {
  for (dim3 shape :
       {dim3(32), dim3(40), dim3(64, 2), dim3(33, 3), dim3(16, 4, 2), dim3(1, 64), dim3(8, 8, 5),
        dim3(256), dim3(160, 3, 2), dim3(32, 1, 7), dim3(1000), dim3(7)})
    for (int n : {5, 40, 2000}) checkShape(shape, n);
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

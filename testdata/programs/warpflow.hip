// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Warps and lanes that go different ways between barriers and warp functions: warps that
// end early, warps with loops of their own length, lanes in branches, groups of the
// lanes that happen to be active, barriers that threads come to in different places.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <hip/hip_cooperative_groups.h>

namespace cg = cooperative_groups;
constexpr int n = 256;

__device__ int sum(int v) {
  for (int d = warpSize / 2; d > 0; d /= 2) v += __shfl_down(v, d);
  return v;
}

__global__ void block(const int *in, int *out, int count) {
  __shared__ int part[32];
  int t = threadIdx.x, lane = t % warpSize, w = t / warpSize;
  int v = sum(t < count ? in[t] : 0);
  if (lane == 0) part[w] = v;
  __syncthreads();
  if (w == 1) v = sum(lane < (int)blockDim.x / warpSize ? part[lane] : 0);
  if (t == warpSize) *out = v;
}

// Whole warps that have nothing to do.
__global__ void rows(const int *in, int *out, int count) {
  int w = threadIdx.x / warpSize;
  if (w >= count) return;
  int s = 0;
  for (int j = threadIdx.x % warpSize; j < w * 3 + 5; j += warpSize) s += in[j];
  s = sum(s);
  if (threadIdx.x % warpSize == 0) out[w] = s;
}

__global__ void lengths(const int *in, int *out) {
  int t = threadIdx.x, w = t / warpSize, s = 0;
  for (int r = 0; r <= w; ++r) s += __shfl(in[t] + r, r % warpSize);
  out[t] = s;
}

// Lanes that diverge and reconverge.
__global__ void lanes(const int *in, int *out) {
  int t = threadIdx.x, lane = t % warpSize, v = in[t];
  if (lane < 8)
    v = __shfl(v, 3) + 1;
  else if (lane & 1)
    v = __shfl(v, 9) + 2;
  out[t] = v + __shfl_xor(v, 1);
}

__global__ void active(unsigned long long *out) {
  int t = threadIdx.x, lane = t % warpSize;
  out[t] = __activemask();
  if (lane % 3 == 0) {
    auto g = cg::coalesced_threads();
    out[t] = g.size() * 1000 + g.thread_rank() * 10 + g.any(lane == 3) + (g.shfl(lane, 2) == 6);
  }
}

// One atomic operation for all lanes that have something to add.
__global__ void filter(const int *in, int *out, int *count) {
  int t = threadIdx.x;
  if (in[t] % 3 == 1) {
    auto g = cg::coalesced_threads();
    int at = 0;
    if (g.thread_rank() == 0) at = atomicAdd(count, (int)g.size());
    out[g.shfl(at, 0) + g.thread_rank()] = in[t];
  }
}

// A barrier on either side of a branch counts as one.
__global__ void sides(int *out) {
  __shared__ int s[n];
  int t = threadIdx.x;
  if (t < warpSize) {
    s[t] = t;
    __syncthreads();
    out[t] = s[n - 1 - t];
  } else {
    s[t] = 2 * t;
    __syncthreads();
    out[t] = s[n - 1 - t] + 1;
  }
}

// A return inside of a branch that all take, and one in a loop that has its own barriers.
__global__ void nested(int *out, int a) {
  __shared__ int s[16];
  int t = threadIdx.x, x = t * 7 + 1;
  if ((x + t) % 3 == 0) return;
  if (a > 4) {
    if (t >= 4) {
      out[t] = x + 37;
      return;
    }
  } else {
    s[t] = x;
    __syncthreads();
    x += s[t] * 4;
    for (int i = 0; i < a; ++i) {
      for (int k = 0; k < a; ++k)
        if (t == 5 + i + k) return;
      for (int k = 0; k < 2; ++k) {
        s[t] = x;
        __syncthreads();
        x += s[0] + i;
        __syncthreads();
      }
    }
  }
  out[t] = x;
}

// Exchange through volatile shared memory with no barrier at all: the lanes of a warp are
// in lockstep. The last warp's sum, as of old, and an inclusive scan in place.
__device__ void volatileSum(volatile int *s, int t) {
  s[t] += s[t + 16];
  s[t] += s[t + 8];
  s[t] += s[t + 4];
  s[t] += s[t + 2];
  s[t] += s[t + 1];
}

__global__ void lockstep(const int *in, int *total, int *scan) {
  __shared__ int s[n];
  __shared__ volatile int z[2 * n];
  int t = threadIdx.x, lane = t % 32;
  s[t] = in[t];
  __syncthreads();
  for (int d = n / 2; d >= 32; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t < 16) volatileSum(s, t);
  if (t == 0) *total = s[0];
  int i = 2 * t - lane, v = in[t];
  z[i] = 0;
  i += 32;
  z[i] = v;
  for (int d = 1; d < 32; d *= 2) z[i] = v += z[i - d];
  scan[t] = z[i];
}

// Exchanges in functions that are not inlined, nor optimised by themselves.
__device__ __attribute__((noinline)) void put(volatile int *s, int t, int v) { s[t] = v; }
__device__ __attribute__((noinline)) int get(volatile int *s, int t) { return s[t ^ 5]; }
__device__ __attribute__((optnone)) int putAndGet(volatile int *s, int t) {
  s[t] = t * 7;
  return s[t ^ 9];
}

__global__ void outOfLine(int *out) {
  __shared__ volatile int s[n], z[n];
  int t = threadIdx.x;
  put(s, t, t * 3);
  out[t] = get(s, t) + putAndGet(z, t);
}

int main() {
  std::vector<int> in(n);
  for (int i = 0; i < n; ++i) in[i] = i * 37 % 101;
  Device<int> a(in);
  int w = 0;
  CHECK(hipDeviceGetAttribute(&w, hipDeviceAttributeWarpSize, 0));
  {
    Device<int> o(1);
    block<<<1, n>>>(a.p, o.p, 200);
    int want = 0;
    for (int i = 0; i < 200; ++i) want += in[i];
    EXPECT(o.host()[0] == want);
  }
  {
    Device<int> o(n);
    rows<<<1, n>>>(a.p, o.p, 3);
    auto v = o.host();
    for (int r = 0; r < n / w; ++r) {
      int want = 0;
      for (int j = 0; j < r * 3 + 5 && r < 3; ++j) want += in[j];
      EXPECT(v[r] == want);
    }
  }
  {
    Device<int> o(n);
    lengths<<<1, n>>>(a.p, o.p);
    auto v = o.host();
    for (int t = 0; t < n; ++t) {
      int want = 0;
      for (int r = 0; r <= t / w; ++r) want += in[t / w * w + r % w] + r;
      EXPECT(v[t] == want);
    }
  }
  {
    Device<int> o(n);
    lanes<<<1, n>>>(a.p, o.p);
    auto v = o.host();
    auto one = [&](int t) {
      int l = t % w, b = t - l;
      return l < 8 ? in[b + 3] + 1 : l & 1 ? in[b + 9] + 2 : in[t];
    };
    for (int t = 0; t < n; ++t) EXPECT(v[t] == one(t) + one(t ^ 1));
  }
  {
    Device<unsigned long long> o(n);
    active<<<1, n>>>(o.p);
    auto v = o.host();
    int every = (w + 2) / 3;
    for (int t = 0; t < n; ++t)
      EXPECT(v[t] == (t % w % 3 ? (w == 64 ? ~0ull : (1ull << w) - 1)
                                : (unsigned)(every * 1000 + t % w / 3 * 10 + 2)));
  }
  {
    Device<int> o(n), c(1);
    filter<<<1, n>>>(a.p, o.p, c.p);
    auto v = o.host();
    int want = 0, sum = 0, got = 0;
    for (int x : in)
      if (x % 3 == 1) ++want, sum += x;
    EXPECT(c.host()[0] == want);
    for (int x : v) got += x;
    EXPECT(got == sum);
  }
  {
    Device<int> o(n);
    sides<<<1, n>>>(o.p);
    auto v = o.host();
    for (int t = 0; t < n; ++t) {
      int other = n - 1 - t;
      EXPECT(v[t] == (other < w ? other : 2 * other) + (t >= w));
    }
  }
  for (int arg : {1, 2, 6}) {
    Device<int> o(16);
    nested<<<1, 16>>>(o.p, arg);
    CHECK(hipGetLastError());
    auto v = o.host();
    // The same, thread by thread: only thread 0 is read by others, and it never ends early.
    int first = 5;
    std::vector<int> steps;
    for (int i = 0; i < arg; ++i)
      for (int k = 0; k < 2; ++k) steps.push_back(first + i), first += first + i;
    for (int t = 0; t < 16; ++t) {
      int x = t * 7 + 1, want;
      bool ended = (x + t) % 3 == 0;
      if (arg > 4) {
        want = ended ? 0 : t >= 4 ? x + 37 : x;
      } else {
        x *= 5;
        for (int s : steps) x += s;
        want = ended || (t >= 5 && t <= 5 + 2 * (arg - 1)) ? 0 : x;
      }
      EXPECT(v[t] == want);
    }
  }
  {
    Device<int> total(1), scan(n);
    lockstep<<<1, n>>>(a.p, total.p, scan.p);
    CHECK(hipGetLastError());
    int all = 0, run = 0;
    auto v = scan.host();
    for (int t = 0; t < n; ++t) {
      all += in[t];
      run = t % 32 ? run + in[t] : in[t];
      EXPECT(v[t] == run);
    }
    EXPECT(total.host()[0] == all);
  }
  {
    Device<int> o(n);
    outOfLine<<<1, n>>>(o.p);
    auto v = o.host();
    for (int t = 0; t < n; ++t) EXPECT(v[t] == (t ^ 5) * 3 + (t ^ 9) * 7);
  }
  return done();
}

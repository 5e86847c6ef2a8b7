// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Branches by which work-items pass over warp operations that others run, and after which all
// go on together: the sums over a block that libraries are full of.
#include <vector>

#include <hip/hip_runtime.h>

#include <algorithm>

#include "check.h"

constexpr int threads = 256, blocks = 5;

// The sum over the block, for all: the first warp adds the warps' sums.
__global__ void sums(const int *x, int *out) {
  __shared__ int s[threads];
  int t = threadIdx.x, v = x[blockIdx.x * threads + t];
  for (int d = warpSize / 2; d; d /= 2) v += __shfl_down(v, d);
  if (t % warpSize == 0) s[t / warpSize] = v;
  __syncthreads();
  if (t < warpSize) {
    v = t < threads / warpSize ? s[t] : 0;
    for (int d = warpSize / 2; d; d /= 2) v += __shfl_down(v, d);
    if (t == 0) s[0] = v;
  }
  __syncthreads();
  out[blockIdx.x * threads + t] = s[0];
}

// The same without a function, by lanes that run in lockstep.
__global__ void lockstep(const int *x, int *out) {
  __shared__ volatile int s[threads];
  int t = threadIdx.x;
  s[t] = x[blockIdx.x * threads + t];
  __syncthreads();
  for (int d = threads / 2; d > 32; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t < 32) {
    s[t] += s[t + 32];
    s[t] += s[t + 16];
    s[t] += s[t + 8];
    s[t] += s[t + 4];
    s[t] += s[t + 2];
    s[t] += s[t + 1];
  }
  __syncthreads();
  out[blockIdx.x * threads + t] = s[0];
}

// A part of each warp: who has no vote, what those who pass do and keep, and a value from before
// the branch or from the last function in it.
__global__ void parts(const int *x, int *out) {
  __shared__ int s[threads];
  int t = threadIdx.x, lane = t % warpSize, v = x[blockIdx.x * threads + t], kept = v + 7;
  if (lane < 12) {
    v += __popcll(__ballot(1)) * 1000 + __shfl(v, 3);
    kept = __shfl_xor(v, 1);
  } else {
    v = -v;
    s[t] = v;
    if (lane & 1) v += s[t];
  }
  __syncthreads();
  out[blockIdx.x * threads + t] = v * 3 + kept;
}

// One in another, in a loop, and work-items that have ended.
__global__ void nested(const int *x, int *out, int rounds, int n) {
  __shared__ int s[threads];
  int t = threadIdx.x, lane = t % warpSize, v = x[blockIdx.x * threads + t];
  if (t >= n) {
    out[blockIdx.x * threads + t] = -1;
    return;
  }
  for (int k = 0; k < rounds; k++) {
    int mine = 0;
    if ((t / warpSize) % 2 == (k & 1)) {
      mine = __shfl_xor(v, 1);
      if (lane < 8 + k) {
        v += __any(lane == 9 + k) ? 100000 : __shfl(mine, 2);
        mine ^= __popcll(__ballot(lane & 1)) << 8;
      }
      v += __shfl(v, 0);
    } else if (lane & 2) {
      v -= k;
    }
    s[t] = v + mine;
    __syncthreads();
    v += s[(t & ~3) | (~t & 3)] & 0xffff;
    __syncthreads();
  }
  out[blockIdx.x * threads + t] = v;
}

// A loop that is entered at two places: its counter is no selection by the branch before it.
__host__ __device__ inline int walk(int x, int a, const int *of) {
  int sum = 0, j = 0;
  if (x > a) goto second;
first:
  sum = of[j];
  if (++j > 2) return sum * 8 + j;
second:
  sum = (sum * 3 + x) & 0xfffff;
  if (++j < 2) goto first;
  if (++j < 5) goto second;
  return sum * 8 + j;
}

__global__ void walks(const int *x, int *out, int a) {
  const int *of = x + blockIdx.x * threads;
  int t = threadIdx.x, v = of[t];
  if (v & 1)
    v = __ballot(v) != 0;
  else
    v = walk(v, a, of);
  __syncthreads();
  out[blockIdx.x * threads + t] = v;
}

// A loop with two entries, in an iteration of which some lanes skip warp operations: they wait for the others
// before the next one, whose vote counts all lanes.
__global__ void entries(const int *x, int *out, int n) {
  int t = threadIdx.x, lane = __lane_id(), v = x[blockIdx.x * threads + t], sum = 0, k = 3;
  if ((n + blockIdx.x) & 1) goto second;
first:
  sum = sum * 3 + __popcll(__ballot((v + lane) & 1));
second:
  bool mine = x[blockIdx.x * threads + t] & 8;
  unsigned long long left = __ballot(mine);
  if (mine)
    for (; left;) {
      int key = v >> 2 & 3;
      unsigned long long same = __ballot(key == __shfl(key, __ffsll(left) - 1));
      if (same >> lane & 1) v ^= __popcll(same & ((1ull << lane) - 1)) << 7;
      left &= ~same;
    }
  if (--k) goto first;
  out[blockIdx.x * threads + t] = sum + v;
}

int main() {
  const int all = threads * blocks, w = [] {
    int v;
    CHECK(hipDeviceGetAttribute(&v, hipDeviceAttributeWarpSize, 0));
    return v;
  }();
  int *x, *out;
  CHECK(hipMallocManaged(&x, all * sizeof(int)));
  CHECK(hipMallocManaged(&out, all * sizeof(int)));
  for (int i = 0; i < all; i++) x[i] = i * 7919 % 1013;
  auto run = [&](const char *name, auto launch, auto want) {
    for (int i = 0; i < all; i++) out[i] = 0;
    launch();
    CHECK(hipDeviceSynchronize());
    for (int b = 0; b < blocks; b++) {
      std::vector<int> expected = want(x + b * threads);
      for (int t = 0; t < threads; t++) {
        if (out[b * threads + t] != expected[t] && ++failures <= 20)
          std::printf("%s[%d]: %d, not %d\n", name, b * threads + t, out[b * threads + t],
                      expected[t]);
      }
    }
  };
  auto sum = [](const int *x) {
    int s = 0;
    for (int t = 0; t < threads; t++) s += x[t];
    return std::vector<int>(threads, s);
  };
  run("sums", [&] { sums<<<blocks, threads>>>(x, out); }, sum);
  run("lockstep", [&] { lockstep<<<blocks, threads>>>(x, out); }, sum);
  run(
      "parts", [&] { parts<<<blocks, threads>>>(x, out); },
      [&](const int *x) {
        std::vector<int> out(threads), v(threads);
        for (int t = 0; t < threads; t++) {
          int lane = t % w;
          v[t] = lane < 12 ? x[t] + 12000 + x[t - lane + 3] : -x[t];
        }
        for (int t = 0; t < threads; t++) {
          int lane = t % w, last = lane < 12 ? v[t ^ 1] : x[t] + 7;
          out[t] = (lane >= 12 && lane & 1 ? v[t] * 2 : v[t]) * 3 + last;
        }
        return out;
      });
  run(
      "walks", [&] { walks<<<blocks, threads>>>(x, out, 500); },
      [](const int *x) {
        std::vector<int> v(threads);
        for (int t = 0; t < threads; t++) v[t] = x[t] & 1 ? 1 : walk(x[t], 500, x);
        return v;
      });
  run(
      "entries", [&] { entries<<<blocks, threads>>>(x, out, 3); },
      [&](const int *of) {
        std::vector<int> v(of, of + threads), sum(threads);
        for (int k = 3, first = (3 + (of - x) / threads) % 2 == 0; k; k--, first = 1) {
          for (int warp = 0; warp < threads; warp += w) {
            int votes = 0;
            for (int t = warp; t < warp + w; t++) votes += (v[t] + t % w) & 1;
            for (int t = warp; first && t < warp + w; t++) sum[t] = sum[t] * 3 + votes;
            std::vector<bool> left(w);
            std::vector<int> key(w);
            for (int l = 0; l < w; l++) left[l] = of[warp + l] & 8, key[l] = v[warp + l] >> 2 & 3;
            for (int next; (next = std::find(left.begin(), left.end(), true) - left.begin()) < w;)
              for (int l = 0, before = 0, wanted = key[next]; l < w; l++)
                if (left[l] && key[l] == wanted) {
                  v[warp + l] ^= before++ << 7;
                  left[l] = false;
                }
          }
        }
        for (int t = 0; t < threads; t++) sum[t] += v[t];
        return sum;
      });
  for (int n : {threads, threads - 64, 3 * w}) {
    run(
        "nested", [&] { nested<<<blocks, threads>>>(x, out, 5, n); },
        [&](const int *x) {
          std::vector<int> v(x, x + threads), s(threads);
          for (int k = 0; k < 5; k++) {
            std::vector<int> mine(threads), before = v;
            for (int t = 0; t < n; t++) {
              int lane = t % w;
              if (t / w % 2 != (k & 1)) {
                if (lane & 2) v[t] -= k;
                continue;
              }
              mine[t] = before[t ^ 1];
              if (lane < 8 + k) {
                v[t] += before[(t - lane + 2) ^ 1];
                mine[t] ^= (8 + k) / 2 << 8;
              }
            }
            before = v;
            for (int t = 0; t < n; t++)
              if (t / w % 2 == (k & 1)) v[t] += before[t - t % w];
            for (int t = 0; t < n; t++) s[t] = v[t] + mine[t];
            for (int t = 0; t < n; t++) v[t] += s[(t & ~3) | (~t & 3)] & 0xffff;
          }
          for (int t = n; t < threads; t++) v[t] = -1;
          return v;
        });
  }
  return done();
}

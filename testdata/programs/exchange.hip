// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Lanes of a warp that exchange values through plain shared memory without a barrier, as
// programs do that were written for lanes in lockstep.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <algorithm>

constexpr int n = 256, each = 4, columns = 17;

// Blocked to striped: lane l writes 4 l .. 4 l + 3 of its warp's part and reads every 32nd.
__global__ void stripe(const int *in, int *out, int rounds) {
  __shared__ int part[n / 32][32 * each + 1];
  int t = threadIdx.x, lane = t % 32, w = t / 32;
  int v[each];
  for (int k = 0; k < each; ++k) v[k] = in[t * each + k];
  for (int r = 0; r < rounds; ++r) {
    for (int k = 0; k < each; ++k) part[w][lane * each + k] = v[k];
    for (int k = 0; k < each; ++k) v[k] = part[w][k * 32 + lane];
  }
  for (int k = 0; k < each; ++k) out[t * each + k] = v[k];
}

// Tiles of 8 x 8 through a column and a row of each lane, with threads that leave first.
__global__ void tiles(const int *in, int *out, int width) {
  __shared__ int tile[8][33];
  int x = threadIdx.x, left = x & ~7, row = x & 7;
  if (left + 7 >= width) return;
  int v[8];
  for (int k = 0; k < 8; ++k) tile[k][x] = in[k * 32 + x];
  for (int k = 0; k < 8; ++k) v[k] = tile[row][left + k];
  for (int k = 1; k < 8; ++k) v[k] += v[k - 1];
  for (int k = 0; k < 8; ++k) tile[row][left + k] = v[k];
  for (int k = 0; k < 8; ++k) out[k * 32 + x] = tile[k][x];
}

// The sums of some lanes, which one thread adds up.
__global__ void collect(const int *in, int *out) {
  extern __shared__ int s[];
  int t = threadIdx.x;
  for (int k = 0; k < columns; ++k) s[columns * t + k] = in[t] * k;
  __syncthreads();
  if (t < columns) {
    int sum = 0;
    for (int k = t; k < (int)blockDim.x * columns; k += columns) sum += s[k];
    s[t] = sum;
  }
  if (!t) {
    int all = 0;
    for (int k = 0; k < columns; ++k) all += s[k] * (k + 1);
    *out = all;
  }
}

// A prefix sum for each warp in a loop that warps leave at different times.
__global__ void prefix(const int *in, const int *count, int *out) {
  __shared__ int s[n / 32][48];
  int t = threadIdx.x, lane = t % 32, w = t / 32, at = lane + 16, run = 0;
  s[w][lane] = 0;
  for (int r = lane; r < count[w]; r += 32) {
    int *p = &s[w][at];
    *p = in[t] + r;
    __threadfence_block();
    *p += p[-1];
    __threadfence_block();
    *p += p[-2];
    __threadfence_block();
    *p += p[-4];
    __threadfence_block();
    *p += p[-8];
    __threadfence_block();
    *p += p[-16];
    __threadfence_block();
    if (lane & 1) run += p[-1];
    run += *p + s[w][47];
  }
  out[t] = run;
}

// Rows and columns of tiles change places, columns in the order of their reversed bits; a
// warp does nothing in rounds that are not its own.
__global__ void reversed(const int *in, int *out, int rounds) {
  extern __shared__ int s[];
  int (*tile)[16][16] = reinterpret_cast<int (*)[16][16]>(s);
  int w = threadIdx.x / 16, lane = threadIdx.x % 16, back = __brev(lane) >> 28;
  for (int r = 0; r < rounds; ++r) {
    int at = r * n / 16 + w;
    if (at / 2 % 3 == 1) continue;
    for (int k = 0; k < 16; ++k) tile[w][k][back] = in[(at * 16 + k) % n + lane];
    for (int k = 0; k < 16; ++k) out[(at * 16 + k) * 16 + lane] = tile[w][back][k];
  }
}

// Records are sorted in place by ranks that the lanes of one warp have counted.
struct Record {
  float x, y, z;
};
__global__ void sorted(const float *keys, Record *out) {
  __shared__ Record record[24];
  __shared__ float key[24];
  __shared__ int rank[24];
  int t = threadIdx.x;
  if (t < 24) {
    key[t] = keys[t];
    record[t] = {keys[t], float(t), keys[t] + float(t)};
  }
  __syncthreads();
  if (t < 24) {
    int before = 0;
    for (int k = 0; k < 24; ++k) before += key[k] < key[t] || (key[k] == key[t] && k < t);
    rank[t] = before;
  }
  __syncthreads();
  if (t < 24) record[rank[t]] = record[t];
  __syncthreads();
  if (t < 24) out[t] = record[t];
}

int main() {
  std::vector<int> in(n * each);
  for (size_t i = 0; i < in.size(); ++i) in[i] = (i * 7919 + 3) % 101;
  Device<int> a(in);
  {
    Device<int> o(n * each);
    stripe<<<1, n>>>(a.p, o.p, 3);
    auto want = in;
    for (int r = 0; r < 3; ++r)
      for (int w = 0; w < n / 32; ++w) {
        std::vector<int> part(want.begin() + w * 32 * each, want.begin() + (w + 1) * 32 * each);
        for (int l = 0; l < 32; ++l)
          for (int k = 0; k < each; ++k) want[(w * 32 + l) * each + k] = part[k * 32 + l];
      }
    EXPECT(o.host() == want);
  }
  {
    Device<int> o(256);
    tiles<<<1, 32>>>(a.p, o.p, 24);
    auto v = o.host();
    for (int x = 0; x < 24; ++x)
      for (int k = 0; k < 8; ++k) {
        int sum = 0;
        for (int c = x & ~7; c <= x; ++c) sum += in[k * 32 + c];
        EXPECT(v[k * 32 + x] == sum);
      }
  }
  {
    Device<int> o(1);
    collect<<<1, 64, 64 * columns * sizeof(int)>>>(a.p, o.p);
    int want = 0;
    for (int t = 0; t < 64; ++t)
      for (int k = 0; k < columns; ++k) want += in[t] * k * (k + 1);
    EXPECT(o.host()[0] == want);
  }
  {
    std::vector<int> count(n / 32);
    for (size_t w = 0; w < count.size(); ++w) count[w] = 32 * (w % 4);
    Device<int> c(count), o(n);
    prefix<<<1, n>>>(a.p, c.p, o.p);
    auto v = o.host();
    for (int w = 0; w < n / 32; ++w) {
      std::vector<int> run(32);
      for (int r = 0; r < count[w]; r += 32) {
        int sum[33] = {};
        for (int l = 0; l < 32; ++l) sum[l + 1] = sum[l] + in[w * 32 + l] + r + l;
        for (int l = 0; l < 32; ++l) run[l] += sum[l + 1] + (l & 1 ? sum[l] : 0) + sum[32];
      }
      for (int l = 0; l < 32; ++l) EXPECT(v[w * 32 + l] == run[l]);
    }
  }
  {
    const int rounds = 3, tiles = rounds * n / 16;
    std::vector<int> source(2 * n);
    for (size_t i = 0; i < source.size(); ++i) source[i] = int(i * 31 % 257);
    Device<int> i(source), o(std::vector<int>(tiles * 256, -1));
    reversed<<<1, n, n * 16 * sizeof(int)>>>(i.p, o.p, rounds);
    auto v = o.host();
    auto back = [](int x) { return (x & 1) << 3 | (x & 2) << 1 | (x & 4) >> 1 | (x & 8) >> 3; };
    for (int at = 0; at < tiles; ++at)
      for (int k = 0; k < 16; ++k)
        for (int lane = 0; lane < 16; ++lane)
          EXPECT(v[(at * 16 + k) * 16 + lane] ==
                 (at / 2 % 3 == 1 ? -1 : source[(at * 16 + back(lane)) % n + back(k)]));
  }
  {
    std::vector<float> keys(24);
    for (int i = 0; i < 24; ++i) keys[i] = float(i * 7 % 12);
    Device<float> k(keys);
    Device<Record> o(24);
    sorted<<<1, 64>>>(k.p, o.p);
    auto v = o.host();
    std::vector<int> order(24);
    for (int i = 0; i < 24; ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
    for (int i = 0; i < 24; ++i)
      EXPECT(v[i].x == keys[order[i]] && v[i].y == float(order[i]) && v[i].z == v[i].x + v[i].y);
  }
  return done();
}

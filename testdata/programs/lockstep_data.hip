// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Lanes of a warp exchange values through shared memory in lockstep and without a barrier, at
// indices that are read from memory or depend on numbers which are known at run time only.
#include <hip/hip_runtime.h>

#include "lockstep.h"

#include <functional>

using Kernel = void (*)(const int *in, const int *index, int *out, int n);

__global__ void gathered(const int *in, const int *index, int *out, int) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  out[t] = s[index[t]];
}

__global__ void scattered(const int *in, const int *index, int *out, int) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[index[t]] = in[t];
  out[t] = s[t];
}

__global__ void scatteredAndGathered(const int *in, const int *index, int *out, int) {
  __shared__ int s[64];
  int t = threadIdx.x, at = index[t];
  s[at] = in[t];
  out[t] = s[at ^ 1];
}

// All lanes have read their value and their neighbour's before one stores.
__global__ void jumped(const int *, const int *index, int *out, int rounds) {
  __shared__ int next[64];
  int t = threadIdx.x;
  next[t] = index[t];
  for (int i = 0; i < rounds; i++) next[t] = next[next[t]];
  out[t] = next[t];
}

__global__ void permuted(const int *in, const int *index, int *out, int) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  int v = s[index[t]];
  s[t] = v * 2;
  __syncthreads();
  out[t] = s[t];
}

// Each four lanes have a row.
__global__ void rows(const int *in, const int *index, int *out, int) {
  __shared__ int s[16][4];
  int t = threadIdx.x;
  s[t / 4][t % 4] = in[t];
  out[t] = s[t / 4][index[t] & 3];
}

__global__ void conditional(const int *in, const int *index, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, v = 0;
  s[t] = in[t];
  if (in[t] > n) v = s[index[t]];
  out[t] = v;
}

struct Particle {
  double mass;
  short kind;
  char tag;
};

__global__ void structures(const int *in, const int *index, int *out, int) {
  __shared__ Particle s[64];
  int t = threadIdx.x;
  s[t] = Particle{in[t] * 0.5, short(in[t] + 1), char(t)};
  Particle p = s[index[t]];
  out[t] = int(p.mass * 2) * 1000 + p.kind + p.tag;
}

// Initialised by all lanes, then stored to at places that data say.
__global__ void compacted(const int *in, const int *index, int *out, int n) {
  __shared__ int s[64], sums[64];
  int t = threadIdx.x, lane = t % 32, base = t - lane;
  sums[t] = in[t] > n;
  for (int d = 1; d < 32; d *= 2)
    if (lane >= d) sums[t] += sums[t - d];
  s[t] = -1;
  if (in[t] > n) s[base + sums[t] - 1] = in[t];
  __syncthreads();
  out[t] = s[t] + index[t] * 0;
}

// Keys per lane and counters per lane: private to each lane, whatever the indices are.
__global__ void histograms(const int *in, const int *index, int *out, int n) {
  __shared__ int bins[64][16];
  int t = threadIdx.x;
  for (int i = 0; i < 16; i++) bins[t][i] = 0;
  for (int i = 0; i < n; i++) bins[t][in[(t + i * 7) & 63] & 15]++;
  int sum = 0;
  for (int i = 0; i < 16; i++) sum = sum * 3 + bins[t][i];
  out[t] = sum + index[t] * 0;
}

// A distance that is an argument, or read from memory.
__global__ void distance(const int *in, const int *index, int *out, int n) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t + 64] = 0;
  s[t] = in[t];
  int v = s[t + n];
  out[t] = t % 32 + n < 32 ? v : index[0] * 0;
}

__global__ void distanceRead(const int *in, const int *index, int *out, int) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t + 64] = 0;
  s[t] = in[t];
  int far = index[3] & 7, v = s[t + far];
  out[t] = t % 32 + far < 32 ? v : 0;
}

__global__ void broadcast(const int *in, const int *index, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t & 31] = in[t & 31];
  out[t] = s[n] + s[index[2] & 31];
}

__global__ void exclusive(const int *in, const int *index, int *out, int n) {
  extern __shared__ int dynamic[];
  int t = threadIdx.x;
  int *values = dynamic, *places = dynamic + blockDim.x;
  values[t] = in[t] + n;
  places[t] = index[t];
  out[t] = values[places[t]];
}

static std::vector<int> in(64), idx(64);

static void compare(const char *name, Kernel kernel, int n, const std::function<int(int)> &want) {
  Device<int> x(in), y(idx), z(in.size());
  forgetShared();
  kernel<<<1, 64, 128 * sizeof(int)>>>(x.p, y.p, z.p, n);
  std::vector<int> got = z.host();
  for (int t = 0; t < 64; t++)
    if (got[t] != want(t) && ++failures <= 40)
      std::printf("%s: thread %d has %d, not %d\n", name, t, got[t], want(t));
}

int main() {
  std::vector<int> from(64), twice(64);
  for (int i = 0; i < 64; i++) {
    in[i] = (i * 37 + 11) % 101;
    idx[i] = (i * 13 + 5) % 32 + i / 32 * 32; // within the warp
  }
  for (int i = 0; i < 64; i++) from[idx[i]] = i, twice[i] = idx[idx[i]];
  compare("gathered", gathered, 0, [](int t) { return in[idx[t]]; });
  compare("scattered", scattered, 0, [&](int t) { return in[from[t]]; });
  compare("scatteredAndGathered", scatteredAndGathered, 0,
          [&](int t) { return in[from[idx[t] ^ 1]]; });
  compare("jumped", jumped, 2, [&](int t) { return twice[twice[t]]; });
  compare("permuted", permuted, 0, [](int t) { return in[idx[t]] * 2; });
  compare("rows", rows, 0, [](int t) { return in[t / 4 * 4 + (idx[t] & 3)]; });
  compare("conditional", conditional, 50, [](int t) { return in[t] > 50 ? in[idx[t]] : 0; });
  compare("structures", structures, 0,
          [](int t) { return in[idx[t]] * 1000 + in[idx[t]] + 1 + idx[t]; });
  compare("compacted", compacted, 50, [](int t) {
    int place = t % 32;
    for (int i = t - t % 32; i < t - t % 32 + 32; i++)
      if (in[i] > 50 && place-- == 0) return in[i];
    return -1;
  });
  compare("histograms", histograms, 9, [](int t) {
    int bins[16] = {}, sum = 0;
    for (int i = 0; i < 9; i++) bins[in[(t + i * 7) & 63] & 15]++;
    for (int b : bins) sum = sum * 3 + b;
    return sum;
  });
  auto far = [](int t, int n) { return t % 32 + n < 32 ? in[t + n] : 0; };
  compare("distance", distance, 3, [&](int t) { return far(t, 3); });
  compare("distanceRead", distanceRead, 0, [&](int t) { return far(t, idx[3] & 7); });
  compare("broadcast", broadcast, 17, [](int) { return in[17] + in[idx[2] & 31]; });
  compare("exclusive", exclusive, 4, [](int t) { return in[idx[t]] + 4; });
  return done();
}

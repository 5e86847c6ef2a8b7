// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Lanes of a warp read and then store, or store one after the other, in lockstep and without a
// barrier: all have read before one stores. rocPRIM's block_scan with a prefix callback does so
// (replaced). On AMD's GPUs all of these have these results at every level.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <algorithm>
#include <functional>

using Kernel = void (*)(const int *, int *, int);

// All lanes read their neighbour's element, then the first replaces its own.
__global__ void replaced(const int *in, int *out, int p) {
  __shared__ int s[64];
  int t = threadIdx.x, before = 0;
  s[t] = in[t];
  __syncthreads();
  if (t > 0) before = s[t - 1];
  if (t == 0) s[0] = p;
  __syncthreads();
  out[t] = before + s[0];
}

__global__ void replacedLast(const int *in, int *out, int p) {
  __shared__ int s[32];
  int t = threadIdx.x, after = 0;
  s[t] = in[t];
  __syncthreads();
  if (t < 31) after = s[t + 1];
  if (t == 31) s[31] = p;
  __syncthreads();
  out[t] = after + s[31];
}

// What a lane reads goes to memory at once, so nothing but the branches is left of the order.
__global__ void stored(const int *in, int *out, int p) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t > 0) out[t] = s[t - 1];
  if (t == 0) s[0] = p;
  __syncthreads();
  if (t == 0) out[0] = s[0];
}

// The branches become one at every level; so it is on the GPU, where the reads come first.
__global__ void merged(const int *in, int *out, int p) {
  __shared__ int s[32];
  int t = threadIdx.x, before = 0;
  s[t] = in[t];
  __syncthreads();
  if (t != 0) before = s[t - 1];
  out[t] = before;
  if (t == 0) s[0] = p;
  __syncthreads();
  out[t] += s[0];
}

__global__ void accumulated(const int *in, int *out, int p) {
  __shared__ int s[32];
  int t = threadIdx.x, sum = 0;
  s[t] = in[t];
  __syncthreads();
  for (int i = 0; i < 3; i++) {
    if (t > 0) sum += s[t - 1];
    if (t == 0) s[0] = p + i;
    __syncthreads();
  }
  out[t] = sum + s[0];
}

// A counter that all read and one advances.
__global__ void counter(const int *in, int *out, int p) {
  __shared__ int head;
  int t = threadIdx.x;
  if (t == 0) head = in[0];
  __syncthreads();
  int at = head;
  if (t == 7) head = at + p;
  __syncthreads();
  out[t] = at * 1000 + head;
}

__global__ void counterInLoop(const int *in, int *out, int p) {
  __shared__ int head;
  int t = threadIdx.x, sum = 0;
  if (t == 0) head = in[0];
  __syncthreads();
  for (int i = 0; i < 4; i++) {
    int at = head;
    if (t == 0) head = at + p;
    sum += at * (i + 1);
    __syncthreads();
  }
  out[t] = sum + head;
}

// What one tile leaves for the next.
__global__ void carried(const int *in, int *out, int n) {
  __shared__ int s[33];
  int t = threadIdx.x, sum = 0;
  if (t == 0) s[0] = 0;
  for (int i = 0; i < n; i++) {
    s[t + 1] = in[t] + i;
    __syncthreads();
    sum += s[t];
    if (t == 31) s[0] = s[32];
    __syncthreads();
  }
  out[t] = sum;
}

// All lanes store where others have read.
__global__ void reversed(const int *in, int *out, int) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  int v = s[31 - t];
  s[t] = v;
  __syncthreads();
  out[t] = s[t];
}

__global__ void rotated(const int *in, int *out, int) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  s[t] = s[(t + 1) & 31];
  __syncthreads();
  out[t] = s[t];
}

__global__ void shifted(const int *in, int *out, int) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  if (t > 0) s[t] = s[t - 1];
  __syncthreads();
  out[t] = s[t];
}

// All lanes initialise, then one overwrites; or each overwrites its neighbour's.
__global__ void overwritten(const int *in, int *out, int p) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t == 0) s[5] = p;
  __syncthreads();
  out[t] = s[31 - t];
}

__global__ void overwrittenNext(const int *in, int *out, int) {
  __shared__ int s[33];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 1] = in[t] * 2;
  __syncthreads();
  out[t] = s[t];
}

__global__ void overwrittenApart(const int *in, int *out, int p) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t > 0) s[t - 1] = in[t];
  if (t == 0) s[0] = p;
  __syncthreads();
  out[t] = s[t == 31 ? 0 : t];
}

// The device library counts votes in shared memory.
__global__ void counted(const int *in, int *out, int p) {
  __syncthreads();
  int all = __syncthreads_count(1), some = __syncthreads_count(in[threadIdx.x] > p);
  out[threadIdx.x] = all * 100 + some;
}

static std::vector<int> in(64);

static void compare(const char *name, Kernel kernel, int p, const std::function<int(int)> &want) {
  Device<int> x(in), y(in.size());
  int threads = kernel == replaced ? 64 : 32;
  kernel<<<1, threads>>>(x.p, y.p, p);
  std::vector<int> got = y.host();
  for (int t = 0; t < threads; t++)
    if (got[t] != want(t) && ++failures <= 20)
      std::printf("%s: thread %d has %d, not %d\n", name, t, got[t], want(t));
}

int main() {
  for (int i = 0; i < 64; i++) in[i] = (i * 37 + 11) % 101;
  compare("replaced", replaced, 1000, [](int t) { return (t ? in[t - 1] : 0) + 1000; });
  compare("replacedLast", replacedLast, 1000,
          [](int t) { return (t < 31 ? in[t + 1] : 0) + 1000; });
  compare("stored", stored, 1000, [](int t) { return t ? in[t - 1] : 1000; });
  compare("merged", merged, 1000, [](int t) { return (t ? in[t - 1] : 0) + 1000; });
  compare("accumulated", accumulated, 1000, [](int t) {
    return t > 1 ? 3 * in[t - 1] + 1002 : t == 1 ? in[0] + 1000 + 1001 + 1002 : 1002;
  });
  compare("counter", counter, 9, [](int) { return in[0] * 1000 + in[0] + 9; });
  compare("counterInLoop", counterInLoop, 9,
          [](int) { return in[0] * 10 + 9 * (2 + 2 * 3 + 3 * 4) + in[0] + 4 * 9; });
  compare("carried", carried, 4, [](int t) { return t ? 4 * in[t - 1] + 6 : 3 * in[31] + 3; });
  compare("reversed", reversed, 0, [](int t) { return in[31 - t]; });
  compare("rotated", rotated, 0, [](int t) { return in[(t + 1) & 31]; });
  compare("shifted", shifted, 0, [](int t) { return in[t ? t - 1 : 0]; });
  compare("overwritten", overwritten, 1000, [](int t) { return t == 26 ? 1000 : in[31 - t]; });
  compare("overwrittenNext", overwrittenNext, 0, [](int t) { return t ? in[t - 1] * 2 : in[0]; });
  compare("overwrittenApart", overwrittenApart, 1000,
          [](int t) { return t % 31 ? in[t + 1] : 1000; });
  int some = int(std::count_if(in.begin(), in.begin() + 32, [](int x) { return x > 40; }));
  compare("counted", counted, 40, [&](int) { return 3200 + some; });
  return done();
}

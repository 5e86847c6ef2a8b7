// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Loops that neighbouring work-items go through with neighbouring memory, a row further with each
// iteration, as over a grid: with results after the loop, with as many iterations as each
// work-item wants, none for some, and behind conditions.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <algorithm>
#include <cmath>

constexpr int threads = 96, blocks = 3, rows = 37, n = 1000;

__global__ void dot(const double *a, const double *b, double *out, size_t count) {
  __shared__ double s[threads];
  size_t t = threadIdx.x;
  double sum = 0;
  for (size_t i = blockIdx.x * blockDim.x + t; i < count; i += blockDim.x * gridDim.x)
    sum += a[i] * b[i];
  s[t] = sum;
  __syncthreads();
  if (t == 0) {
    double all = 0;
    for (unsigned k = 0; k < blockDim.x; k++) all += s[k];
    out[blockIdx.x] = all;
  }
}

// The same number of iterations for all, behind a condition, with code after the loop and another
// way around it.
__global__ void columns(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width - 5) {
    float least = 1e30f, last = 0;
    for (int y = 0; y < height; y++) {
      float v = in[y * width + x];
      if (v < least) least = v;
      last = v - last;
    }
    out[x] = least + last;
  } else if (x < width) {
    out[x] = -float(x);
  }
}

// Each work-item leaves at its own time; two values change places, and the counter is a result.
__global__ void chase(const int *in, const int *steps, int *out, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  int a = 1, b = x, y = 0;
  for (; y < steps[x] % 7; y++) {
    int c = a;
    a = b;
    b = c + in[y * width + x];
  }
  out[x] = a * 3 + b * 5 + y * 1000;
}

// An outer loop that all go through, with a barrier.
__global__ void tiles(const int *in, int *out, int width, int height) {
  __shared__ int s[threads];
  int t = threadIdx.x, x = blockIdx.x * blockDim.x + t, sum = 0;
  for (int from = 0; from < height; from += 8) {
    for (int y = from; y < height && y < from + 8; y++)
      if (in[y * width + x] & 1) sum += in[y * width + x];
    s[t] = sum;
    __syncthreads();
    sum += s[(t + 1) % threads] & 15;
    __syncthreads();
  }
  out[x] = sum;
}

// Numbers that wrap around: the last work-items begin below the limit again.
__global__ void wraps(const int *in, int *out, unsigned base, unsigned step) {
  unsigned t = threadIdx.x;
  int sum = 0;
  for (unsigned i = base + t; i < 3u * step; i += step) sum += in[(i & 0xff) + t] + 1;
  out[t] = sum;
}

// All work-items read the same elements and compute much with each. All numbers are exact.
__global__ void distances(const float *in, float *out, int count) {
  __shared__ float s[threads];
  int t = threadIdx.x;
  float mine = in[blockIdx.x * threads + t], near = 1e30f, sum = 0;
  for (int from = 0; from < count; from += threads) {
    s[t] = from + t < count ? in[from + t] : 0;
    __syncthreads();
    int here = min(threads, count - from);
    for (int j = 0; j < here; j++) {
      float d = s[j] - mine, r = sqrtf(d * d), q = r * 0.5f + d * 2;
      sum += (q - d) * 2 - r;
      near = fminf(near, r + fabsf(d) * 3 + d);
    }
    __syncthreads();
  }
  out[blockIdx.x * threads + t] = sum + near;
}

template <typename T> void expect(const char *what, size_t i, T got, T want) {
  if (got != want && ++failures <= 20)
    std::printf("%s %zu: %g, not %g\n", what, i, double(got), double(want));
}

static void testDot() {
  std::vector<double> a(n), b(n);
  for (int i = 0; i < n; i++) a[i] = i % 17, b[i] = i % 5;
  Device<double> da(a), db(b), out(blocks);
  for (size_t count : {size_t(0), size_t(50), size_t(threads * blocks), size_t(n)}) {
    dot<<<blocks, threads>>>(da.p, db.p, out.p, count);
    double got = 0, want = 0;
    for (double v : out.host()) got += v;
    for (size_t i = 0; i < count; i++) want += a[i] * b[i];
    expect("dot", count, got, want);
  }
}

static void testColumns() {
  int width = threads * blocks - 11;
  std::vector<float> in(width * rows);
  for (size_t i = 0; i < in.size(); i++) in[i] = float(i * 7919 % 1013);
  Device<float> d(in), out(width);
  for (int height : {0, 1, rows}) {
    columns<<<blocks, threads>>>(d.p, out.p, width, height);
    auto got = out.host();
    for (int x = 0; x < width; x++) {
      float least = 1e30f, last = 0;
      for (int y = 0; y < height; y++)
        least = std::min(least, in[y * width + x]), last = in[y * width + x] - last;
      expect("columns", x, got[x], x < width - 5 ? least + last : -float(x));
    }
  }
}

static void testDistances() {
  std::vector<float> in(threads * blocks);
  for (size_t i = 0; i < in.size(); i++) in[i] = float(i * 7919 % 61);
  Device<float> d(in), out(in.size());
  for (int count : {1, threads - 3, threads + 5}) {
    distances<<<blocks, threads>>>(d.p, out.p, count);
    auto got = out.host();
    for (size_t i = 0; i < in.size(); i++) {
      float sum = 0, near = 1e30f;
      for (int j = 0; j < count; j++) {
        float d = in[j] - in[i];
        sum += d * 2, near = std::min(near, std::fabs(d) * 4 + d);
      }
      expect("distances", i, got[i], sum + near);
    }
  }
}

static void testIntegers() {
  int width = threads * blocks;
  std::vector<int> in(width * rows), steps(width);
  for (size_t i = 0; i < in.size(); i++) in[i] = int(i * 7919 % 1013);
  for (int x = 0; x < width; x++) steps[x] = x * 31;
  Device<int> d(in), s(steps), out(width);
  chase<<<blocks, threads>>>(d.p, s.p, out.p, width - 9);
  auto got = out.host();
  for (int x = 0; x < width - 9; x++) {
    int a = 1, b = x, y = 0;
    for (; y < steps[x] % 7; y++) {
      int c = a;
      a = b, b = c + in[y * (width - 9) + x];
    }
    expect("chase", x, got[x], a * 3 + b * 5 + y * 1000);
  }
  tiles<<<blocks, threads>>>(d.p, out.p, width, rows);
  got = out.host();
  std::vector<int> sums(width);
  for (int from = 0; from < rows; from += 8) {
    for (int x = 0; x < width; x++)
      for (int y = from; y < rows && y < from + 8; y++)
        if (in[y * width + x] & 1) sums[x] += in[y * width + x];
    auto before = sums;
    for (int x = 0; x < width; x++)
      sums[x] += before[x / threads * threads + (x % threads + 1) % threads] & 15;
  }
  for (int x = 0; x < width; x++) expect("tiles", x, got[x], sums[x]);
  unsigned base = 0u - 40, step = 1u << 20;
  wraps<<<1, threads>>>(d.p, out.p, base, step);
  got = out.host();
  for (unsigned t = 0; t < threads; t++) {
    int sum = 0;
    for (unsigned i = base + t; i < 3u * step; i += step) sum += in[(i & 0xff) + t] + 1;
    expect("wraps", t, got[t], sum);
  }
}

// Numbers that are computed from those of the iteration before, without neighbours in memory. All floating-point results
// are exact. Some work-items of the last block do not enter the loops.
__host__ __device__ unsigned long long mixed(int iterations, const float *t, int x) {
  unsigned state = x * 2654435761u + 1, product = x, sum = 0;
  unsigned long long wide = x + 1;
  for (int k = 0; k < iterations; k++) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
  }
  for (int k = 0; k < iterations; k++) wide ^= wide << 7, wide ^= wide >> 9;
  for (int k = 0; k < iterations; k++) product = product * 1664525u + 1013904223u, sum += k;
  float s = 0, r = x, i = 1;
  for (int k = 0; k < iterations; k++) s = s * 0.5f + t[k & 7];
  for (int k = 0; k < iterations % 5; k++) {
    float old = r;
    r = 2 * r - i;
    i = old + i;
  }
  // A branch, and more values than other loops keep.
  unsigned a = x, b = 1, c = 2, d = x * 3, e = 4, f = 5, g = 6, h = x;
  for (int k = 0; k < iterations; k++) {
    a = a * 5 + 1, b ^= a >> 3, c = (c ^ b) * 3, d ^= c << 2, e = e * 3 ^ d, f ^= e >> 1;
    g = g * 9 ^ f;
    if (c & 64) {
      unsigned q = (h ^ g) * 77 + b;
      q ^= q >> 5, q *= 31 + a, q ^= q >> 11, q *= 7 + f, q ^= q << 9;
      h = q;
    }
  }
  sum += a ^ b ^ c ^ d ^ e ^ f ^ g ^ h;
  return state + wide * 3 + product * 5ull + sum + (unsigned long long)(s * 1024) * 7 +
         (long long)(r * 16 + i);
}

__global__ void chains(unsigned long long *out, const int *iterations, const float *t, int width) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < width) out[x] = mixed(*iterations, t, x);
}

static void testChains() {
  const int width = 500;
  const std::vector<float> values{1, 2, 3, 4, 0, 6, 7, 8};
  Device<float> t(values);
  for (int block : {1, 3, 4, 32, 250})
    for (int iterations : {0, 1, 9}) {
      Device<int> n(std::vector<int>{iterations});
      Device<unsigned long long> out(width);
      chains<<<(width + block - 1) / block, block>>>(out.p, n.p, t.p, width);
      auto got = out.host();
      for (int x = 0; x < width; x++) EXPECT(got[x] == mixed(iterations, values.data(), x));
    }
}

int main() {
  testDot();
  testColumns();
  testDistances();
  testIntegers();
  testChains();
  return done();
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Lanes of a warp exchange values through global memory in lockstep and without a barrier: each
// instruction is executed by all lanes before the next.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <functional>

using Kernel = void (*)(int *g, int *out, int n);

__global__ void crossed(int *g, int *out, int n) {
  int t = threadIdx.x;
  g[t] = t * n;
  out[t] = g[t ^ 1];
}

__global__ void reversed(int *g, int *out, int n) {
  int t = threadIdx.x;
  g[t] += n;
  out[t] = g[31 - t];
}

__global__ void rotated(int *g, int *, int) {
  int t = threadIdx.x;
  g[t] = g[(t + 1) & 31];
}

__global__ void scanned(int *g, int *out, int) {
  int t = threadIdx.x;
  for (int d = 1; d < 32; d *= 2)
    if (t >= d) g[t] += g[t - d];
  out[t] = g[t];
}

__global__ void summed(int *g, int *out, int) {
  int t = threadIdx.x;
  for (int d = 16; d > 0; d /= 2)
    if (t < d) g[t] += g[t + d];
  if (t == 0) out[0] = g[0];
}

__global__ void volatileSum(volatile int *g, int *out, int) {
  int t = threadIdx.x;
  if (t < 16) {
    g[t] += g[t + 16];
    g[t] += g[t + 8];
    g[t] += g[t + 4];
    g[t] += g[t + 2];
    g[t] += g[t + 1];
  }
  if (t == 0) out[0] = g[0];
}

// All lanes read one element, and then store to it.
__global__ void once(int *g, int *out, int n) {
  g[3] += n;
  out[threadIdx.x] = n;
}

__global__ void onceInLoop(int *g, int *out, int n) {
  for (int i = 0; i < n; i++) g[i] += i + 1;
  out[threadIdx.x] = n;
}

__device__ int variable[64];
__global__ void ofVariable(int *g, int *out, int n) {
  int t = threadIdx.x;
  variable[t] = g[t] * n;
  out[t] = variable[(t + 9) & 31];
}

struct View {
  int *data;
  int stride;
  __device__ int &operator()(int i, int j) const { return data[i * stride + j]; }
};

// A row of the block adds to one element: once, as Kokkos's vector lanes do.
__global__ void rowOnce(View v, int n) {
  for (int j = 0; j < n; j++) v(threadIdx.y, j) += threadIdx.y + j + 1;
}

__global__ void rowOnceFlat(View v, int n) {
  const int rows = threadIdx.y + blockIdx.x * blockDim.y;
  for (int i = rows; i < 4; i += gridDim.x * blockDim.y)
    for (int j = 0; j < n; j++) v(i, j) += i + j + 1;
}

// In a function that LLVM does not inline, because it is called often and long.
__device__ void addRows(const View &v, const int *sizes, int n, int scale) {
  for (int i = threadIdx.y; i < sizes[0]; i += blockDim.y)
    for (int a = 0; a < sizes[1]; a++)
      for (int b = 0; b < sizes[2]; b++)
        for (int c = 0; c < sizes[3]; c++)
          for (int d = 0; d < n; d++) {
            const int j = (((a * sizes[2]) + b) * sizes[3] + c) * n + d;
            v(i, j) += (i * 7 + a * 5 + b * 3 + c * 2 + d) * scale + (j % 3 == 0 ? i * i : j * 3);
          }
}
__global__ void rowOnceOften(View v, const int *sizes, int n, int scale) {
  addRows(v, sizes, n, 1);
  if (scale > 1) addRows(v, sizes, n, scale);
  if (scale > 2) addRows(v, sizes + 4, n, scale + 1);
}

// The rows of a block are independent of each other.
__global__ void rowShift(View v) {
  int t = threadIdx.x;
  if (t < 31) v(threadIdx.y, t) = v(threadIdx.y, t + 1);
}

// What each lane does to its own elements.
__global__ void own(int *g, int *out, int n) {
  int t = threadIdx.x;
  for (int i = 0; i < n; i++) {
    g[t] = g[t] * 3 + i;
    out[t] += g[t];
  }
}

static std::vector<int> in(64);

static void compare(const char *name, Kernel kernel, int n, int count,
                    const std::function<int(int)> &want, bool inPlace = false) {
  Device<int> g(in), out(in.size());
  kernel<<<1, 32>>>(g.p, out.p, n);
  std::vector<int> got = (inPlace ? g : out).host();
  for (int t = 0; t < count; t++)
    if (got[t] != want(t) && ++failures <= 40)
      std::printf("%s: element %d is %d, not %d\n", name, t, got[t], want(t));
}

static void checkRows() {
  const int rows = 4, length = 32;
  for (int x : {32, 8, 4}) {
    Device<int> a(rows * length), b(rows * length);
    rowOnce<<<1, dim3(x, rows)>>>(View{a.p, length}, 5);
    rowOnceFlat<<<1, dim3(x, rows)>>>(View{b.p, length}, 5);
    for (const std::vector<int> &got : {a.host(), b.host()})
      for (int i = 0; i < rows; i++)
        for (int j = 0; j < length; j++) EXPECT(got[i * length + j] == (j < 5 ? i + j + 1 : 0));
  }
  const std::vector<int> sizes = {rows, 2, 2, 2, rows, 1, 2, 2};
  Device<int> often(rows * length), dims(sizes);
  rowOnceOften<<<1, dim3(32, rows)>>>(View{often.p, length}, dims.p, 4, 3);
  std::vector<int> want(rows * length), sums = often.host();
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < (k < 2 ? 32 : 16); j++) {
        const int a = j / 16, b = j / 8 % 2, c = j / 4 % 2, scale = k ? k + 2 : 1;
        want[i * length + j] +=
            (i * 7 + a * 5 + b * 3 + c * 2 + j % 4) * scale + (j % 3 == 0 ? i * i : j * 3);
      }
  EXPECT(sums == want);
  std::vector<int> numbers(rows * length);
  for (int i = 0; i < rows * length; i++) numbers[i] = i * 7 % 31;
  Device<int> a(numbers);
  rowShift<<<1, dim3(32, rows)>>>(View{a.p, length});
  std::vector<int> got = a.host();
  for (int i = 0; i < rows * length; i++) EXPECT(got[i] == numbers[i % 32 < 31 ? i + 1 : i]);
}

int main() {
  for (int i = 0; i < 64; i++) in[i] = (i * 37 + 11) % 101;
  int sum = 0;
  for (int i = 0; i < 32; i++) sum += in[i];
  compare("crossed", crossed, 3, 32, [](int t) { return (t ^ 1) * 3; });
  compare("reversed", reversed, 5, 32, [](int t) { return in[31 - t] + 5; });
  compare("rotated", rotated, 0, 32, [](int t) { return in[(t + 1) & 31]; }, true);
  compare("scanned", scanned, 0, 32, [](int t) {
    int s = 0;
    for (int i = 0; i <= t; i++) s += in[i];
    return s;
  });
  compare("summed", summed, 0, 1, [&](int) { return sum; });
  compare("volatileSum", reinterpret_cast<Kernel>(volatileSum), 0, 1, [&](int) { return sum; });
  compare("once", once, 7, 8, [](int t) { return in[t] + (t == 3 ? 7 : 0); }, true);
  compare("onceInLoop", onceInLoop, 6, 8, [](int t) { return in[t] + (t < 6 ? t + 1 : 0); }, true);
  compare("ofVariable", ofVariable, 2, 32, [](int t) { return in[(t + 9) & 31] * 2; });
  compare("own", own, 3, 32, [](int t) {
    int g = in[t], s = 0;
    for (int i = 0; i < 3; i++) s += g = g * 3 + i;
    return s;
  });
  checkRows();
  return done();
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Functions in which lanes of a warp exchange values in lockstep, and that are not inlined: called
// by name, from each other and through pointers.
#include <hip/hip_runtime.h>

#include "lockstep.h"

#include <functional>

using Kernel = void (*)(const int *in, const int *index, int *out, int n);

__device__ __noinline__ int crossed(int *s, int t, int v) {
  s[t] = v;
  return s[t ^ 1];
}

__global__ void called(const int *in, const int *, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  out[t] = crossed(s, t, in[t] + n);
}

__device__ __noinline__ int gathered(int *s, int v, int at) {
  s[threadIdx.x] = v;
  return s[at];
}

__device__ __noinline__ int outer(int *s, const int *in, const int *index) {
  return gathered(s, in[threadIdx.x], index[threadIdx.x]) * 2;
}

__global__ void nested(const int *in, const int *index, int *out, int) {
  __shared__ int s[64];
  out[threadIdx.x] = outer(s, in, index);
}

__device__ __noinline__ void store(int *s, int v) { s[threadIdx.x] = v; }
__device__ __noinline__ int load(const int *s, int at) { return s[at]; }

// The store and the load are in functions of their own.
__global__ void apart(const int *in, const int *, int *out, int) {
  __shared__ int s[64];
  store(s, in[threadIdx.x]);
  out[threadIdx.x] = load(s, threadIdx.x ^ 3);
}

__device__ __noinline__ int scanned(int *s, int lane) {
  for (int d = 1; d < 32; d *= 2)
    if (lane >= d) s[0] += s[-d];
  return s[0];
}

__global__ void scan(const int *in, const int *, int *out, int) {
  extern __shared__ int dynamic[];
  int t = threadIdx.x;
  dynamic[t] = in[t];
  out[t] = scanned(dynamic + t, t % 32);
}

using Exchange = int (*)(int *s, int v, int at);
__device__ __noinline__ int next(int *s, int v, int) {
  s[threadIdx.x] = v;
  return s[threadIdx.x ^ 2];
}
__device__ Exchange table[] = {gathered, next};

// Through pointers: one function for all, or one for each warp.
__global__ void pointer(const int *in, const int *index, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x;
  out[t] = table[n](s, in[t], index[t]);
}

__global__ void pointerOfWarp(const int *in, const int *index, int *out, int) {
  __shared__ int s[64];
  int t = threadIdx.x;
  out[t] = table[t / 32](s, in[t], index[t]);
}

// Through global memory.
__device__ __noinline__ int throughGlobal(int *g, int t, int v) {
  g[t] = v;
  return g[t ^ 5];
}
__global__ void global(const int *in, const int *, int *out, int) {
  int t = threadIdx.x;
  int v = throughGlobal(out, t, in[t]);
  __syncthreads();
  out[t] = v;
}

// Virtual functions of objects on the stack.
struct Row {
  __device__ virtual int exchange(int *s, int t, int v) const = 0;
};
struct Pairs : Row {
  __device__ int exchange(int *s, int t, int v) const override {
    s[t] = v;
    return s[t ^ 1];
  }
};
struct Fours : Row {
  __device__ int exchange(int *s, int t, int v) const override {
    s[t] = v * 2;
    return s[t ^ 2];
  }
};
__global__ void onStack(const int *in, const int *, int *out, int n) {
  __shared__ int s[64];
  Pairs pairs;
  Fours fours;
  const Row *row = n ? static_cast<const Row *>(&pairs) : &fours;
  int t = threadIdx.x;
  out[t] = row->exchange(s, t, in[t]);
}

// One of several elements, which is the same for all lanes, and one of several arrays.
__global__ void switched(const int *in, const int *, int *out, int n) {
  __shared__ int s[64];
  int t = threadIdx.x, at = 0;
  s[t] = in[t];
  switch (n) {
  case 0:
    at = t ^ 1;
    break;
  case 1:
    at = t ^ 2;
    break;
  case 2:
    at = t;
    break;
  case 3:
    at = t ^ 31;
    break;
  }
  out[t] = s[at];
}
struct Array {
  int *s;
};
__device__ __noinline__ int ofArray(const Array *a, int t, int v) {
  a->s[t] = v;
  return a->s[t ^ 1];
}
__global__ void arrays(const int *in, const int *, int *out, int n) {
  __shared__ int s[64], r[64];
  Array first{s}, second{r};
  int t = threadIdx.x;
  out[t] = ofArray(n ? &first : &second, t, in[t]);
}

// Products of matrices in a tree of lanes: a function that LLVM does not inline, because it is called often
// and long.
struct Matrix {
  unsigned m[3][3];
  __host__ __device__ Matrix operator*(const Matrix &o) const {
    Matrix r;
    for (int i = 0; i < 3; i++)
      for (int j = 0; j < 3; j++)
        r.m[i][j] = m[i][0] * o.m[0][j] + m[i][1] * o.m[1][j] + m[i][2] * o.m[2][j];
    return r;
  }
};
__host__ __device__ Matrix matrix(int v) {
  const unsigned n = v;
  return Matrix{{{n, 1, n + 2}, {3, n, 5}, {n * n, 2, 1}}};
}
__device__ void multiply(Matrix *own, bool byRow, int width) {
  const int lane = (threadIdx.y * blockDim.x + threadIdx.x) % 32;
  for (int d = byRow ? blockDim.x : 1; d < width; d *= 2)
    if (lane + d < 32 && lane % (2 * d) == 0) *own = *own * own[d];
  *own = *(own - lane);
}
__global__ void products(const int *in, const int *, int *out, int n) {
  extern __shared__ unsigned words[];
  Matrix *own = reinterpret_cast<Matrix *>(words) + threadIdx.y * blockDim.x + threadIdx.x;
  const int t = threadIdx.y * blockDim.x + threadIdx.x, width = blockDim.x * blockDim.y / 2;
  unsigned sum = 0;
  *own = matrix(in[t]);
  multiply(own, true, 32);
  sum += own->m[0][1];
  if (n > 1) {
    *own = matrix(in[t] + 1);
    multiply(own, false, width);
    sum += own->m[1][2];
  }
  if (n > 2) {
    *own = matrix(in[t] + 2);
    multiply(own, n > 3, width);
    sum += own->m[2][0];
  }
  if (n > 4) {
    *own = matrix(in[t] + 3);
    multiply(own, true, width);
    sum += own->m[2][2];
  }
  out[t] = int(sum);
}

static std::vector<int> in(64), idx(64);

static int product(int warp, int add, int row, int column) {
  Matrix p = matrix(in[warp * 32] + add);
  for (int i = 1; i < 32; i++) p = p * matrix(in[warp * 32 + i] + add);
  return int(p.m[row][column]);
}

static void compare(const char *name, Kernel kernel, int n, const std::function<int(int)> &want) {
  Device<int> x(in), y(idx), z(in.size());
  forgetShared();
  const dim3 block = kernel == products ? dim3(1, 64) : dim3(64);
  kernel<<<1, block, 64 * sizeof(Matrix)>>>(x.p, y.p, z.p, n);
  std::vector<int> got = z.host();
  for (int t = 0; t < 64; t++)
    if (got[t] != want(t) && ++failures <= 40)
      std::printf("%s: thread %d has %d, not %d\n", name, t, got[t], want(t));
}

int main() {
  for (int i = 0; i < 64; i++) {
    in[i] = (i * 37 + 11) % 101;
    idx[i] = (i * 13 + 5) % 32 + i / 32 * 32; // within the warp
  }
  compare("called", called, 7, [](int t) { return in[t ^ 1] + 7; });
  compare("nested", nested, 0, [](int t) { return in[idx[t]] * 2; });
  compare("apart", apart, 0, [](int t) { return in[t ^ 3]; });
  compare("scan", scan, 0, [](int t) {
    int sum = 0;
    for (int i = t / 32 * 32; i <= t; i++) sum += in[i];
    return sum;
  });
  compare("pointer 0", pointer, 0, [](int t) { return in[idx[t]]; });
  compare("pointer 1", pointer, 1, [](int t) { return in[t ^ 2]; });
  compare("pointerOfWarp", pointerOfWarp, 0, [](int t) { return t < 32 ? in[idx[t]] : in[t ^ 2]; });
  compare("global", global, 0, [](int t) { return in[t ^ 5]; });
  for (int n = 0; n < 2; n++) {
    const auto want = [n](int t) { return n ? in[t ^ 1] : in[t ^ 2] * 2; };
    compare("onStack", onStack, n, want);
    compare("arrays", arrays, n, [](int t) { return in[t ^ 1]; });
  }
  for (int n = 0; n < 4; n++) {
    const int distance[] = {1, 2, 0, 31};
    compare("switched", switched, n, [&](int t) { return in[t ^ distance[n]]; });
  }
  for (int n : {1, 2, 3, 5})
    compare("products", products, n, [n](int t) {
      unsigned sum = product(t / 32, 0, 0, 1);
      if (n > 1) sum += product(t / 32, 1, 1, 2);
      if (n > 2) sum += product(t / 32, 2, 2, 0);
      if (n > 4) sum += product(t / 32, 3, 2, 2);
      return int(sum);
    });
  return done();
}

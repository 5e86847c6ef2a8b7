// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Source of the small images in this folder; make.sh compiles it. It needs no
// headers, so that what it compiles to depends on the compiler alone.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __shared__ __attribute__((shared))
typedef unsigned long size_t;
struct dim3 {
  unsigned x, y, z;
};
extern "C" int hipLaunchKernel(const void *, dim3, dim3, void **, size_t, void *);
extern "C" unsigned __hipPushCallConfiguration(dim3, dim3, size_t = 0, void * = 0);
extern "C" unsigned __hipPopCallConfiguration(dim3 *, dim3 *, size_t *, void *);

struct Pair {
  char tag;
  double value;
};

__device__ int counter;
__constant__ float scale[4] = {1, 2, 3, 4};
__managed__ int seen;

__device__ __attribute__((noinline)) float helper(float a) { return a * a + counter; }

extern "C" __global__ void vadd(float *a, float *b, float *c, int n) {
  for (int i = 0; i < n; i++) c[i] = a[i] + helper(b[i]) * scale[i & 3];
  seen = n;
}

template <class T> __global__ void fill(T *to, Pair p, short s) {
  __shared__ T tile[32];
  tile[s & 31] = (T)p.value;
  to[s] = tile[p.tag & 31];
}
template __global__ void fill<long>(long *, Pair, short);

int main() { return 0; }

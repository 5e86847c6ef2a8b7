// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Work-items that iterate until others of their block have stored a value, which they see
// in global memory: no barrier, no atomic operation, no work-item that is first by its number.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

const int N = 200, Block = 64;

// A maximal independent set: a node is in it when all neighbours of a higher rank are out.
enum : unsigned char { Undecided, In, Out };

__global__ void independentSet(int n, const int *first, const int *next, const int *rank,
                               volatile unsigned char *state) {
  int missing;
  do {
    missing = 0;
    for (int v = threadIdx.x; v < n; v += blockDim.x) {
      if (state[v] != Undecided) continue;
      int i = first[v];
      while (i < first[v + 1] && (state[next[i]] == Out || rank[next[i]] < rank[v])) i++;
      if (i < first[v + 1]) {
        missing = 1;
        continue;
      }
      for (i = first[v]; i < first[v + 1]; i++) state[next[i]] = Out;
      state[v] = In;
    }
  } while (missing != 0);
}

struct Volatile {
  static __device__ int get(const int *p) { return *(const volatile int *)p; }
  static __device__ void set(int *p, int v) { *(volatile int *)p = v; }
};
struct Atomic {
  static __device__ int get(const int *p) {
    return __hip_atomic_load(p, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
  }
  static __device__ void set(int *p, int v) {
    __hip_atomic_store(p, v, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);
  }
};

// Sums over a tree: a node is done when its children are, which have other work-items.
template <class How> __global__ void treeSums(int n, int *sum) {
  // The last nodes first, since children have the higher numbers; of these the lowest first.
  int k = n - (int)blockDim.x + (int)threadIdx.x;
  while (k >= 0) {
    if (How::get(&sum[k]) >= 0) {
      k -= blockDim.x;
      continue;
    }
    int s = k, left = 0;
    for (int c = 2 * k + 1; c <= 2 * k + 2; c++) {
      if (c >= n) continue;
      int part = How::get(&sum[c]);
      if (part < 0) left++;
      s += part;
    }
    if (left == 0) {
      How::set(&sum[k], s);
      k -= blockDim.x;
    }
  }
}

template <class T> T *onDevice(const std::vector<T> &v) {
  T *p;
  if (hipMalloc(&p, v.size() * sizeof(T)) != hipSuccess) abort();
  if (hipMemcpy(p, v.data(), v.size() * sizeof(T), hipMemcpyHostToDevice) != hipSuccess) abort();
  return p;
}

template <class T> std::vector<T> fromDevice(T *p, int n) {
  std::vector<T> v(n);
  if (hipMemcpy(v.data(), p, n * sizeof(T), hipMemcpyDeviceToHost) != hipSuccess) abort();
  hipFree(p);
  return v;
}

int main() {
  int bad = 0;

  // Node v has v±1, v±7 and v±31 as neighbours, and ranks in no order of their own.
  std::vector<int> first, next, rank;
  for (int v = 0; v < N; v++) {
    first.push_back(next.size());
    for (int d : {1, 7, 31})
      for (int w : {v - d, v + d})
        if (w >= 0 && w < N) next.push_back(w);
    rank.push_back((v * 73 + 29) % N);
  }
  first.push_back(next.size());
  int *f = onDevice(first), *nx = onDevice(next), *r = onDevice(rank);
  unsigned char *s = onDevice(std::vector<unsigned char>(N, Undecided));
  independentSet<<<1, Block>>>(N, f, nx, r, s);
  std::vector<unsigned char> state = fromDevice(s, N), want(N, Undecided);
  for (int at = N - 1; at >= 0; at--)
    for (int v = 0; v < N; v++)
      if (rank[v] == at && want[v] == Undecided) {
        want[v] = In;
        for (int i = first[v]; i < first[v + 1]; i++) want[next[i]] = Out;
      }
  for (int v = 0; v < N; v++)
    if (state[v] != want[v]) printf("set: node %d is %d, not %d\n", v, state[v], want[v]), bad++;

  std::vector<int> all(N);
  for (int v = N - 1; v >= 0; v--) {
    all[v] += v;
    if (v > 0) all[(v - 1) / 2] += all[v];
  }
  for (auto kernel : {treeSums<Volatile>, treeSums<Atomic>}) {
    int *t = onDevice(std::vector<int>(N, -1));
    kernel<<<1, Block>>>(N, t);
    std::vector<int> sum = fromDevice(t, N);
    for (int v = 0; v < N; v++)
      if (sum[v] != all[v]) printf("tree: node %d has %d, not %d\n", v, sum[v], all[v]), bad++;
  }

  printf(bad ? "FAIL\n" : "PASS\n");
  return bad != 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Uniform branches with barriers on one side or on both, after which the threads diverge until the
// sides join.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

const int G = 3, N = 8;
__device__ int mem[G][N];

// What the last thread does once all have written: it leaves by one of several returns.
#define TAIL(K)                                                                                    \
  if (t == N - 1) {                                                                                \
    int s = 0;                                                                                     \
    for (int i = 0; i < N; i++) {                                                                  \
      s += mem[b][i];                                                                              \
      if (s > 1000) break;                                                                         \
    }                                                                                              \
    v += s;                                                                                        \
    if (s > n) {                                                                                   \
      atomicAdd(&out[b], K);                                                                       \
      v *= 2;                                                                                      \
    }                                                                                              \
  }

// The sides join at a barrier.
__global__ void headed(int *out, int n) {
  int t = threadIdx.x, b = blockIdx.x, v = 0;
  mem[b][t] = t;
  if (n > 3) {
    __syncthreads();
    TAIL(1)
    if (v) atomicAdd(&out[b], v);
  }
  __syncthreads();
  if (t == 0) atomicAdd(&out[b], 1000);
}

// They join with a value each.
__global__ void valued(int *out, int n) {
  int t = threadIdx.x, b = blockIdx.x, v = 7;
  mem[b][t] = t;
  if (n > 3) {
    __syncthreads();
    v = t;
    TAIL(1)
  }
  atomicAdd(&out[b], v);
}

// Both have barriers.
__global__ void both(int *out, int n) {
  int t = threadIdx.x, b = blockIdx.x, v = t;
  mem[b][t] = t;
  if (n > 3) {
    __syncthreads();
    TAIL(1)
  } else {
    mem[b][t] += 1;
    __syncthreads();
    TAIL(100)
  }
  atomicAdd(&out[b], v);
}

// More than two sides.
__global__ void many(int *out, int n) {
  int t = threadIdx.x, b = blockIdx.x, v = t;
  mem[b][t] = t;
  switch (n) {
  case 0:
    __syncthreads();
    TAIL(1)
    break;
  case 1:
    v = 3;
    break;
  case 2:
    mem[b][t] += 1;
    __syncthreads();
    TAIL(100)
    break;
  case 5:
    mem[b][t] += 2;
    __syncthreads();
    TAIL(10000)
    break;
  default:
    v = 4;
  }
  atomicAdd(&out[b], v);
}

// One in the other, and all threads leave at once.
__global__ void nested(int *out, int n, int *null) {
  int t = threadIdx.x, b = blockIdx.x, v = 0;
  mem[b][t] = t;
  __syncthreads();
  if (null) {
    out[b] = -1;
    return;
  }
  if (n == 1) {
    if (t == 0) out[b] = -2;
    return;
  }
  mem[b][t] += 1;
  __syncthreads();
  TAIL(1)
  if (v) out[b] += v;
}

// In a loop.
__global__ void looped(int *out, int n) {
  int t = threadIdx.x, b = blockIdx.x, v = t;
  for (int k = 0; k < 4; k++) {
    mem[b][t] = t + k;
    if ((k ^ n) & 1) {
      __syncthreads();
      TAIL(1)
    } else {
      v++;
    }
    __syncthreads();
  }
  atomicAdd(&out[b], v);
}

// A loop that all leave between its two barriers. With what one thread alone does in it, PoCL
// copied blocks without end or lost the last write, as it came.
__global__ void halfway(const int *__restrict__ src, int *__restrict__ res, int *__restrict__ seen,
                        int n) {
  int t = threadIdx.x;
  __shared__ int row[N], next[N];
  row[t] = src[t];
  __syncthreads();
  bool mine;
  for (int i = 0; i < n; i++) {
    mine = false;
    if (t > i && t < N - 1 - i) {
      mine = true;
      int low = min(row[t - 1], row[t]);
      next[t] = min(low, row[t + 1]) + src[i * N + t];
      if (t == 3 && i == 0) seen[src[t]] = 1;
    }
    __syncthreads();
    if (i == n - 1) break;
    if (mine) row[t] = next[t];
    __syncthreads();
  }
  if (mine) res[t] = next[t];
}

// Some threads have left before.
__global__ void left(int *out, int n) {
  int t = threadIdx.x, b = blockIdx.x, v = 0;
  mem[b][t] = t;
  if (t == 2) return;
  if (n > 3) {
    __syncthreads();
    TAIL(1)
    if (v) atomicAdd(&out[b], v);
  }
  __syncthreads();
  if (t == 0) atomicAdd(&out[b], 1000);
}

int failures;
int *out;

template <class... A>
void check(const char *name, int n, int want, void (*kernel)(int *, int, A...), A... a) {
  for (int i = 0; i < G; i++) out[i] = 0;
  kernel<<<G, N>>>(out, n, a...);
  hipError_t e = hipDeviceSynchronize();
  for (int i = 0; i < G; i++)
    if (e != hipSuccess || out[i] != want) {
      printf("FAIL: %s(%d): block %d has %d, not %d (%s)\n", name, n, i, out[i], want,
             hipGetErrorString(e));
      failures++;
      break;
    }
}

void checkHalfway(int n) {
  int *src, *res, *seen;
  if (hipMallocManaged(reinterpret_cast<void **>(&src), 5 * N * sizeof(int)) != hipSuccess) exit(1);
  for (int i = 0; i < 3 * N; i++) src[i] = i % 5;
  res = src + 3 * N, seen = src + 4 * N;
  std::fill_n(res, 2 * N, 0);
  halfway<<<1, N>>>(src, res, seen, n);
  hipError_t e = hipDeviceSynchronize();
  int row[N], next[N];
  std::copy_n(src, N, row);
  for (int i = 0; i < n; i++) {
    for (int t = i + 1; t < N - 1 - i; t++)
      next[t] = std::min({row[t - 1], row[t], row[t + 1]}) + src[i * N + t];
    std::copy(next + i + 1, next + N - 1 - i, row + i + 1);
  }
  for (int t = 0; t < N; t++) {
    int want = t >= n && t < N - n ? row[t] : 0;
    if (e != hipSuccess || res[t] != want || seen[t] != (t == 3)) {
      printf("FAIL: halfway(%d): thread %d has %d, not %d, and mark %d (%s)\n", n, t, res[t], want,
             seen[t], hipGetErrorString(e));
      failures++;
      break;
    }
  }
  if (hipFree(src) != hipSuccess) failures++;
}

int main() {
  if (hipMallocManaged(reinterpret_cast<void **>(&out), G * sizeof(int)) != hipSuccess) return 1;
  // 0 + … + 7 is 28.
  check("headed", 0, 1000, headed);
  check("headed", 5, 1000 + 1 + 56, headed);
  check("headed", 30, 1000 + 28, headed);
  check("valued", 0, 56, valued);
  check("valued", 5, 21 + 2 * 35 + 1, valued);
  check("valued", 30, 21 + 35, valued);
  check("both", 0, 21 + 2 * (7 + 36) + 100, both);
  check("both", 5, 21 + 2 * 35 + 1, both);
  check("both", 30, 21 + 35, both);
  check("many", 0, 21 + 2 * 35 + 1, many);
  check("many", 1, 24, many);
  check("many", 2, 21 + 2 * (7 + 36) + 100, many);
  check("many", 5, 21 + 2 * (7 + 44) + 10000, many);
  check("many", 9, 32, many);
  check<int *>("nested", 0, 36 * 2 + 1, nested, nullptr);
  check<int *>("nested", 1, -2, nested, nullptr);
  check<int *>("nested", 40, 36, nested, nullptr);
  check<int *>("nested", 0, -1, nested, out);
  for (int n : {0, 1, 200}) {
    int want = 0;
    for (int t = 0; t < N; t++) {
      int v = t;
      for (int k = 0; k < 4; k++)
        if ((k ^ n) & 1) {
          if (t != N - 1) continue;
          int s = 28 + N * k;
          v += s;
          if (s > n) want++, v *= 2;
        } else {
          v++;
        }
      want += v;
    }
    check("looped", n, want, looped);
  }
  for (int n : {1, 2, 3}) checkHalfway(n);
  check("left", 0, 1000, left);
  check("left", 5, 1000 + 1 + 56, left);
  if (!failures) puts("PASS");
  return failures != 0;
}

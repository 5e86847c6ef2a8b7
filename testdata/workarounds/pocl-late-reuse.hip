// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Kernels with loops whose induction variables PoCL knows to be uniform, and with values that work-items
// choose in branches and use after barriers. About one compilation of a kernel in ten is wrong, which one is
// a matter of addresses.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <utility>

// A uniform loop and a divergent join, whose value is used after a barrier.
template <int J> __device__ int step(const int *a, int *o, int n, int i, unsigned *acc) {
  int q = a[i + J], v;
  for (int m = 0; m < n; m++) *acc = *acc * 3 + a[m + J];
  if (q > J) {
    v = a[i * 2 + J] * 7;
    o[64 + i] += q;
  } else {
    v = a[i * 3 + J] + i;
    o[128 + i] += q + 1;
  }
  return v;
}

template <int K> __global__ void kernel(const int *a, int *o, int n) {
  __shared__ unsigned t[64];
  int i = threadIdx.x;
  unsigned sum = K;
  int v0 = step<0>(a, o, n, i, &sum);
  int v1 = step<1>(a, o, n, i, &sum);
  int v2 = step<2>(a, o, n, i, &sum);
  t[i] = sum;
  __syncthreads();
  sum += t[63 - i];
  sum = sum * 5 + v0;
  sum = sum * 5 + v1;
  sum = sum * 5 + v2;
  __syncthreads();
  sum = sum * 7 + v0;
  sum = sum * 7 + 2 * v1;
  sum = sum * 7 + 3 * v2;
  o[i] = sum;
}

template <int K> bool run(int *a, int *o) {
  for (int i = 0; i < 192; i++) o[i] = 0;
  kernel<K><<<1, 64>>>(a, o, 5);
  if (hipDeviceSynchronize() != hipSuccess) return false;
  unsigned sums[64], values[64][3];
  for (int i = 0; i < 64; i++) {
    sums[i] = K;
    for (int j = 0; j < 3; j++) {
      for (int m = 0; m < 5; m++) sums[i] = sums[i] * 3 + a[m + j];
      values[i][j] = a[i + j] > j ? a[i * 2 + j] * 7 : a[i * 3 + j] + i;
    }
  }
  for (int i = 0; i < 64; i++) {
    unsigned sum = sums[i] + sums[63 - i];
    for (int j = 0; j < 3; j++) sum = sum * 5 + values[i][j];
    for (int j = 0; j < 3; j++) sum = sum * 7 + values[i][j] * (j + 1);
    if (unsigned(o[i]) != sum) return false;
  }
  return true;
}

template <int... K> int all(int *a, int *o, std::integer_sequence<int, K...>) {
  return (0 + ... + !run<K>(a, o));
}

int main() {
  int *a, *o;
  if (hipMallocManaged((void **)&a, 512 * sizeof(int)) != hipSuccess ||
      hipMallocManaged((void **)&o, 192 * sizeof(int)) != hipSuccess)
    return 1;
  for (int i = 0; i < 512; i++) a[i] = i * 2654435761u >> 27;
  int wrong = all(a, o, std::make_integer_sequence<int, 20>());
  if (wrong) printf("%d kernels are wrong\n", wrong);
  return wrong > 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Division by zero, and of the smallest number by -1, ends no process: the quotient is some
// number, as on GPUs, and what other work-items and later kernels compute is right.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

template <class T> __global__ void divide(const T *a, const T *b, T *q, T *r, int n) {
  __shared__ T s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = b[i % n];
  __syncthreads();
  if (i >= n) return;
  q[i] = a[i] / s[threadIdx.x];
  r[i] = a[i] % b[i];
}

// The divisor is in memory, at a place known as a pointer and a distance.
struct entry {
  int number, divisor;
  long long wide;
};
__global__ void walk(const entry *t, int n, long long *out) {
  long long sum = 0;
  for (const entry *p = t; p != t + n; p++) {
    int q = p->number / p->divisor;
    long long w = (p->number + (long long)threadIdx.x) / p->wide;
    if (p->divisor) sum += q + w;
  }
  out[threadIdx.x] = sum;
}

template <class T> static void check(const char *type) {
  const int n = 250;
  std::vector<T> a(n), b(n);
  for (int i = 0; i < n; i++) {
    a[i] = static_cast<T>(i * 1000003 - 77);
    b[i] = static_cast<T>(i % 5 - 2);
  }
  const T least = static_cast<T>(T(1) << (8 * sizeof(T) - 1));
  a[1] = least, b[1] = static_cast<T>(-1);
  Device<T> da(a), db(b), q(n), r(n);
  hipLaunchKernelGGL(divide<T>, dim3(4), dim3(64), 0, 0, da.p, db.p, q.p, r.p, n);
  CHECK(hipDeviceSynchronize());
  std::vector<T> hq = q.host(), hr = r.host();
  int wrong = 0;
  for (int i = 0; i < n; i++)
    if (i != 1 && b[i] != 0)
      wrong += hq[i] != static_cast<T>(a[i] / b[i]) || hr[i] != static_cast<T>(a[i] % b[i]);
  if (wrong && ++failures) std::printf("%s: %d quotients are wrong\n", type, wrong);
}

int main() {
  check<signed char>("signed char");
  check<unsigned char>("unsigned char");
  check<short>("short");
  check<unsigned short>("unsigned short");
  check<int>("int");
  check<unsigned>("unsigned");
  check<long long>("long long");
  check<unsigned long long>("unsigned long long");

  std::vector<entry> t(99);
  long long want = 0;
  for (int i = 0; i < 99; i++) {
    t[i] = {1000 * i, i % 4, i % 4};
    if (i % 4) want += 2 * (1000 * i / (i % 4));
  }
  Device<entry> dt(t);
  Device<long long> sum(1);
  hipLaunchKernelGGL(walk, dim3(1), dim3(1), 0, 0, dt.p, 99, sum.p);
  EXPECT(sum.host()[0] == want);
  return done();
}

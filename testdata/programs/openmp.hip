// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// OpenMP on the host beside kernels.
// e2e: flags=-fopenmp
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void square(int *p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] *= p[i];
}

int main() {
  const int n = 10000;
  std::vector<int> v(n);
#pragma omp parallel for
  for (int i = 0; i < n; i++) v[i] = i;
  Device<int> d(v);
  square<<<(n + 255) / 256, 256>>>(d.p, n);
  CHECK(hipGetLastError());
  auto got = d.host();
  long long wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 0; i < n; i++) wrong += got[i] != i * i;
  EXPECT(wrong == 0);
  int threads = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp atomic
    threads++;
  }
  EXPECT(threads == 3);
  return done();
}

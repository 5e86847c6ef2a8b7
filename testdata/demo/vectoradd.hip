// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// c = a + b over a million floats, the first program everybody writes.
#include "check.h"

#include <vector>

__global__ void add(const float *a, const float *b, float *c, size_t n) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

int main() {
  const size_t n = 1000003; // not a multiple of the block: the last block is cut
  std::vector<float> a(n), b(n), c(n, -1.0f);
  for (size_t i = 0; i < n; i++) {
    a[i] = float(i % 1000) * 0.5f;
    b[i] = float(i / 1000);
  }
  float *da, *db, *dc;
  CHECK(hipMalloc(&da, n * sizeof(float)));
  CHECK(hipMalloc(&db, n * sizeof(float)));
  CHECK(hipMalloc(&dc, n * sizeof(float)));
  CHECK(hipMemcpy(da, a.data(), n * sizeof(float), hipMemcpyHostToDevice));
  CHECK(hipMemcpy(db, b.data(), n * sizeof(float), hipMemcpyHostToDevice));

  add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
  CHECK(hipGetLastError());
  CHECK(hipMemcpy(c.data(), dc, n * sizeof(float), hipMemcpyDeviceToHost));

  size_t wrong = 0;
  double sum = 0;
  for (size_t i = 0; i < n; i++) {
    wrong += c[i] != a[i] + b[i];
    sum += c[i];
  }
  CHECK(hipFree(da));
  CHECK(hipFree(db));
  CHECK(hipFree(dc));
  std::printf("%zu sums, total %.1f, %zu differ from the host's\n", n, sum, wrong);
  return verdict(wrong == 0);
}

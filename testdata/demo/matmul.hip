// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// C = A x B with tiles in static shared memory, checked against the host.
#include "check.h"

#include <cmath>
#include <vector>

constexpr int tile = 16;

__global__ void multiply(const float *a, const float *b, float *c, int m, int n, int k) {
  __shared__ float ta[tile][tile];
  __shared__ float tb[tile][tile];
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * tile + y, column = blockIdx.x * tile + x;
  float sum = 0;
  for (int t = 0; t < k; t += tile) {
    ta[y][x] = row < m && t + x < k ? a[row * k + t + x] : 0;
    tb[y][x] = t + y < k && column < n ? b[(t + y) * n + column] : 0;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < tile; i++) sum += ta[y][i] * tb[i][x];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

int main() {
  const int m = 250, n = 301, k = 190; // none is a multiple of the tile
  std::vector<float> a(m * k), b(k * n), c(m * n, -1);
  for (int i = 0; i < m * k; i++) a[i] = float((i * 7) % 23) / 8 - 1;
  for (int i = 0; i < k * n; i++) b[i] = float((i * 5) % 19) / 16 - 0.5f;
  float *da, *db, *dc;
  CHECK(hipMalloc(&da, a.size() * sizeof(float)));
  CHECK(hipMalloc(&db, b.size() * sizeof(float)));
  CHECK(hipMalloc(&dc, c.size() * sizeof(float)));
  CHECK(hipMemcpy(da, a.data(), a.size() * sizeof(float), hipMemcpyHostToDevice));
  CHECK(hipMemcpy(db, b.data(), b.size() * sizeof(float), hipMemcpyHostToDevice));

  dim3 block(tile, tile), grid((n + tile - 1) / tile, (m + tile - 1) / tile);
  multiply<<<grid, block>>>(da, db, dc, m, n, k);
  CHECK(hipGetLastError());
  CHECK(hipMemcpy(c.data(), dc, c.size() * sizeof(float), hipMemcpyDeviceToHost));

  double worst = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int l = 0; l < k; l++) sum += double(a[i * k + l]) * b[l * n + j];
      worst = std::fmax(worst, std::fabs(sum - c[i * n + j]));
    }
  CHECK(hipFree(da));
  CHECK(hipFree(db));
  CHECK(hipFree(dc));
  std::printf("%dx%d times %dx%d, largest difference to the host's %.2g\n", m, k, k, n, worst);
  return verdict(worst < 1e-3);
}

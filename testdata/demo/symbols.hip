// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// __constant__ and __device__ variables that the host reads and writes by symbol: a
// polynomial whose coefficients change between two launches, and a launch counter.
#include "check.h"

#include <cmath>

__constant__ double coefficients[4] = {1, 0, 0, 0};
__device__ unsigned launches = 100;
__device__ double samples[64];
static __device__ int bias;

__global__ void evaluate() {
  const int i = threadIdx.x;
  const double x = i / 8.0;
  double y = 0;
  for (int c = 3; c >= 0; c--) y = y * x + coefficients[c];
  samples[i] = y + bias;
  if (i == 0) launches++;
}

// The largest difference between the device's samples and the same sums on the host.
double worst(const double (&c)[4], int b) {
  double got[64], w = 0;
  CHECK(hipMemcpyFromSymbol(got, HIP_SYMBOL(samples), sizeof got));
  for (int i = 0; i < 64; i++) {
    double x = i / 8.0;
    w = std::fmax(w, std::fabs(got[i] - (((c[3] * x + c[2]) * x + c[1]) * x + c[0] + b)));
  }
  return w;
}

int main() {
  const double initial[4] = {1, 0, 0, 0}, cubic[4] = {0.5, -2, 0.25, 0.125};
  evaluate<<<1, 64>>>();
  CHECK(hipGetLastError());
  double first = worst(initial, 0);

  CHECK(hipMemcpyToSymbol(HIP_SYMBOL(coefficients), cubic, sizeof cubic));
  int b = -3;
  CHECK(hipMemcpyToSymbol(HIP_SYMBOL(bias), &b, sizeof b));
  evaluate<<<1, 64>>>();
  CHECK(hipGetLastError());
  double second = worst(cubic, b);

  unsigned count = 0;
  void *address = nullptr;
  size_t size = 0;
  CHECK(hipMemcpyFromSymbol(&count, HIP_SYMBOL(launches), sizeof count));
  CHECK(hipGetSymbolAddress(&address, HIP_SYMBOL(samples)));
  CHECK(hipGetSymbolSize(&size, HIP_SYMBOL(samples)));
  double last = 0;
  CHECK(hipMemcpy(&last, static_cast<double *>(address) + 63, sizeof last, hipMemcpyDeviceToHost));
  std::printf("differences %.2g and %.2g, counter %u, %zu bytes of samples, last one %.6f\n", first,
              second, count, size, last);
  return verdict(first == 0 && second < 1e-10 && count == 102 && size == 64 * sizeof(double) &&
                 std::fabs(last - 58.300537109375) < 1e-9);
}

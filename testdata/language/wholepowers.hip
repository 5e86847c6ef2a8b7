// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Powers with whole exponents, also those that float has no room for.
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>

extern "C" __device__ float __ocml_pown_f32(float, int);
extern "C" __device__ double __ocml_pown_f64(double, int);

struct Case {
  double x;
  int n;
};

__global__ void powers(const Case *in, float *f, double *d, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  f[i] = __ocml_pown_f32((float)in[i].x, in[i].n);
  d[i] = __ocml_pown_f64(in[i].x, in[i].n);
}

static bool near(double got, double want, double ulp) {
  if (std::isnan(want)) return std::isnan(got);
  if (std::isinf(want) || want == 0) return got == want && std::signbit(got) == std::signbit(want);
  return std::fabs(got - want) <= ulp * std::fabs(want);
}

int main() {
  constexpr int count = 4096;
  static Case in[count];
  static float f[count];
  static double d[count];
  const double bases[] = {0, -0.0, 1, -1, 2, -2, INFINITY, -INFINITY, NAN, 0.5, -0.75, 10};
  const int exponents[] = {
      0, 1, -1, 2, -2, 3, -3, 127, -126, 16777217, -16777217, 2147483647, -2147483647 - 1};
  int k = 0;
  for (double x : bases)
    for (int n : exponents) in[k++] = {x, n};
  unsigned r = 1;
  for (; k < count; k++) {
    r = r * 1664525u + 1013904223u;
    double x = (float)((r >> 8) * 0x1p-24 * 4 + 0x1p-8);
    r = r * 1664525u + 1013904223u;
    int n = (int)(r >> 8) % 60 - 30;
    if (k % 4 == 0) { // next to one, with exponents of more than 24 bits
      x = (float)(1 + ((int)(r >> 20) - 2048) * 0x1p-23);
      n = (int)(r ^ k * 2654435769u);
    }
    in[k] = {k % 3 ? x : -x, n};
  }
  Case *gin;
  float *gf;
  double *gd;
  if (hipMalloc(&gin, sizeof in) || hipMalloc(&gf, sizeof f) || hipMalloc(&gd, sizeof d)) return 1;
  hipMemcpy(gin, in, sizeof in, hipMemcpyHostToDevice);
  powers<<<count / 128, 128>>>(gin, gf, gd, count);
  hipMemcpy(f, gf, sizeof f, hipMemcpyDeviceToHost);
  hipMemcpy(d, gd, sizeof d, hipMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < count; i++) {
    double want = std::pow(in[i].x, in[i].n), narrow = (float)want;
    // Where float is subnormal only its spacing counts.
    bool fine = std::fabs(narrow) < 0x1p-126 && want != 0
                    ? std::fabs(f[i] - want) <= 0x1p-145
                    : near(f[i], std::isinf(narrow) || narrow == 0 ? narrow : want, 16 * 0x1p-24);
    if (!fine || !near(d[i], want, 16 * 0x1p-53)) {
      if (wrong++ < 10) printf("%a ^ %d: %a and %a, not %a\n", in[i].x, in[i].n, f[i], d[i], want);
    }
  }
  printf("%d wrong\n", wrong);
  puts(wrong ? "FAIL" : "PASS");
  return wrong != 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Half precision: storage, conversion, arithmetic, pairs.
//
// e2e: flags=-Xarch_host -O2
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <hip/hip_fp16.h>

__global__ void run(const float *x, const float *y, __half *h, float *out, int n) {
  int i = threadIdx.x;
  __half a = __float2half(x[i]), b = __float2half(y[i]);
  h[i] = a;
  out[0 * n + i] = __half2float(__hadd(a, b));
  out[1 * n + i] = __half2float(__hmul(a, b));
  out[2 * n + i] = __half2float(__hsub(a, b));
  out[3 * n + i] = __half2float(__hfma(a, b, a));
  out[4 * n + i] = __hlt(a, b) ? 1 : 0;
  __half2 p = __halves2half2(a, b), q = __float2half2_rn(0.5f);
  __half2 r = __hfma2(p, q, p);
  out[5 * n + i] = __low2float(r);
  out[6 * n + i] = __high2float(r);
  out[7 * n + i] = float(a + b * a);
  out[8 * n + i] = __half2float(hsqrt(__habs(a)));
}

__global__ void classes(const __half *v, int *out) {
  out[threadIdx.x] = __hisinf(v[threadIdx.x]);
  out[4 + threadIdx.x] = __hisnan(v[threadIdx.x]);
}

static void raw() {
  // What has the bits of a half, volatile or not, is assigned to one.
  volatile __half_raw bits;
  bits.x = 0x3c00;
  __half one;
  one = bits;
  EXPECT(__half2float(one) == 1);
  static_assert(std::is_assignable<__half, volatile __half_raw &&>{}, "of a value");
  std::vector<__half> v;
  for (float f : {INFINITY, -INFINITY, NAN, 65504.0f}) v.push_back(__float2half(f));
  Device<__half> in(v);
  Device<int> out(8);
  classes<<<1, 4>>>(in.p, out.p);
  EXPECT((out.host() == std::vector<int>{1, 1, 0, 0, 0, 0, 1, 0}));
}

int main() {
  raw();
  std::vector<float> x, y;
  for (int i = 0; i < 64; i++) { // exact in half precision, their sums and products too
    x.push_back(float(i - 32) / 4);
    y.push_back(float(i % 7));
  }
  Device<float> dx(x), dy(y), out(9 * 64);
  Device<__half> h(64);
  run<<<1, 64>>>(dx.p, dy.p, h.p, out.p, 64);
  CHECK(hipGetLastError());
  auto v = out.host();
  auto hh = h.host();
  for (int i = 0; i < 64; i++) {
    float a = x[i], b = y[i];
    EXPECT(__half2float(hh[i]) == a);
    EXPECT(v[i] == a + b);
    EXPECT(v[64 + i] == a * b);
    EXPECT(v[128 + i] == a - b);
    EXPECT(v[192 + i] == a * b + a);
    EXPECT(v[256 + i] == (a < b));
    EXPECT(v[320 + i] == a * 1.5f);
    EXPECT(v[384 + i] == b * 1.5f);
    EXPECT(v[448 + i] == a + b * a);
    EXPECT(std::fabs(v[512 + i] - std::sqrt(std::fabs(a))) < 0.002f);
  }
  EXPECT(__half2float(__float2half(1e6f)) == INFINITY);
  EXPECT(__half2float(__float2half(1.0009765625f)) == 1.0009765625f);
  EXPECT(sizeof(__half) == 2 && sizeof(__half2) == 4);
  return done();
}

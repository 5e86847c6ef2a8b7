// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// double to half and __hfma are rounded once: values at, just below and just above the middle between
// two halves, overflow, small and special values, against a rounding that is done in integers.
//
// e2e: flags=-Xarch_host -O2
#include <vector>

#include <hip/hip_runtime.h>

#include <hip/hip_fp16.h>

#include <cmath>
#include <cstring>

#include "check.h"

__global__ void narrow(const double *v, _Float16 *h, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) h[i] = (_Float16)v[i];
}
__global__ void fused(const __half *a, const __half *b, const __half *c, __half *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) r[i] = __hfma(a[i], b[i], c[i]);
}

// nearest returns the bits of the half next to v, ties to even.
static unsigned nearest(double v) {
  unsigned sign = std::signbit(v) ? 0x8000 : 0;
  if (std::isnan(v)) return 0x7e00;
  double a = std::fabs(v);
  if (a >= 65520) return sign | 0x7c00;
  if (a == 0) return sign;
  int e = std::max(std::ilogb(a), -14);
  double units = std::ldexp(a, 10 - e), whole = std::floor(units), left = units - whole;
  bool up = left > 0.5 || (left == 0.5 && std::fmod(whole, 2) == 1);
  return sign | unsigned(int(whole + up) + ((e + 14) << 10));
}

int main() {
  std::vector<double> v = {0,
                           -0.0,
                           INFINITY,
                           -INFINITY,
                           NAN,
                           65504,
                           65519.999,
                           65520,
                           -65520,
                           1e300,
                           -1e300,
                           5e-324,
                           1e-40,
                           1e-45,
                           1.5e-45,
                           2.9e-8,
                           2.98023223876953125e-8,
                           2.9802322387695316e-8,
                           6e-8,
                           -6e-8};
  for (unsigned bits = 0; bits < 0x7bff; bits += 7) {
    _Float16 low, high;
    unsigned short b = bits, c = bits + 1;
    std::memcpy(&low, &b, 2);
    std::memcpy(&high, &c, 2);
    double middle = (double(low) + double(high)) / 2;
    for (double x : {double(low), middle, std::nextafter(middle, 0), std::nextafter(middle, 1e9),
                     middle * (1 + 1e-9), middle * (1 - 1e-9)}) {
      v.push_back(x);
      v.push_back(-x);
    }
  }
  int n = int(v.size());
  Device<double> dv(v);
  Device<_Float16> dh(n);
  narrow<<<(n + 127) / 128, 128>>>(dv.p, dh.p, n);
  CHECK(hipGetLastError());
  std::vector<_Float16> h = dh.host();
  for (int i = 0; i < n; i++) {
    unsigned short got;
    std::memcpy(&got, &h[i], 2);
    EXPECT(std::isnan(v[i]) ? (got & 0x7fff) > 0x7c00 : got == nearest(v[i]));
  }

  // Half times half is exact in double; with a third half, the sum is, too.
  std::vector<__half> a, b, c;
  std::srand(5);
  for (int i = 0; i < 20000; i++) {
    a.push_back(__ushort_as_half(std::rand() % 0x7c00));
    b.push_back(__ushort_as_half(0x3000 + std::rand() % 0x1000));
    c.push_back(__ushort_as_half(std::rand() % 0x7c00 | std::rand() % 2 << 15));
  }
  n = int(a.size());
  Device<__half> da(a), db(b), dc(c), dr(n);
  fused<<<(n + 127) / 128, 128>>>(da.p, db.p, dc.p, dr.p, n);
  CHECK(hipGetLastError());
  std::vector<__half> r = dr.host();
  for (int i = 0; i < n; i++) {
    double want = double(float(a[i])) * double(float(b[i])) + double(float(c[i]));
    EXPECT(__half_as_ushort(r[i]) == nearest(want));
  }
  return done();
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Complex numbers: HIP's own types and std::complex in device code.
//
// e2e: flags=-Xarch_host -O2
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"
#include <hip/hip_complex.h>

__global__ void run(const hipFloatComplex *a, const hipDoubleComplex *b, hipFloatComplex *c,
                    double *out) {
  int i = threadIdx.x;
  hipFloatComplex x = a[i], y = make_hipFloatComplex(2, -1);
  c[i] = hipCaddf(hipCmulf(x, y), hipConjf(x));
  hipDoubleComplex q = hipCdiv(b[i], make_hipDoubleComplex(0, 2));
  out[2 * i] = hipCabs(b[i]);
  out[2 * i + 1] = hipCreal(q) * 1000 + hipCimag(q);
}

int main() {
  const int n = 20;
  std::vector<hipFloatComplex> a(n);
  std::vector<hipDoubleComplex> b(n);
  for (int i = 0; i < n; i++) {
    a[i] = make_hipFloatComplex(float(i), float(3 - i));
    b[i] = make_hipDoubleComplex(3.0 * i, 4.0 * i);
  }
  Device<hipFloatComplex> da(a), dc(n);
  Device<hipDoubleComplex> db(b);
  Device<double> out(2 * n);
  run<<<1, n>>>(da.p, db.p, dc.p, out.p);
  CHECK(hipGetLastError());
  auto c = dc.host();
  auto o = out.host();
  for (int i = 0; i < n; i++) {
    float re = a[i].x, im = a[i].y;
    EXPECT(c[i].x == 2 * re + im + re && c[i].y == 2 * im - re - im);
    EXPECT(std::fabs(o[2 * i] - 5.0 * i) < 1e-12 * (1 + i));
    EXPECT(std::fabs(o[2 * i + 1] - (2.0 * i * 1000 - 1.5 * i)) < 1e-9);
  }
  return done();
}

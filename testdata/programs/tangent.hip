// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The tangent of a float, as exact as AMD's library has it: of one, it is the quotient of sine and
// cosine to the last bit.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void functions(const float *x, float *s, float *c, float *t, float *s2, float *c2) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[i] = sinf(x[i]);
  c[i] = cosf(x[i]);
  t[i] = tanf(x[i]);
  sincosf(x[i], &s2[i], &c2[i]);
}

int main() {
  const int n = 4096;
  float *x, *s, *c, *t, *s2, *c2;
  for (float **p : {&x, &s, &c, &t, &s2, &c2}) CHECK(hipMallocManaged(p, n * sizeof(float)));
  for (int i = 0; i < n; i++)
    x[i] = i == 0 ? 1 : (i & 1 ? -1 : 1) * std::ldexp(1 + i / 4096.f, i % 40 - 20);
  functions<<<n / 64, 64>>>(x, s, c, t, s2, c2);
  CHECK(hipDeviceSynchronize());
  volatile float product = t[0] * c[0];
  EXPECT(product == s[0]);
  for (int i = 0; i < n; i++) {
    EXPECT(s[i] == s2[i] && c[i] == c2[i]);
    double want = std::tan(double(x[i])), unit = std::ldexp(1.0, std::ilogb(want) - 23);
    if (!(std::fabs(t[i] - want) <= unit))
      std::printf("tanf(%a) is %a, not %a\n", x[i], t[i], want), failures++;
  }
  return done();
}

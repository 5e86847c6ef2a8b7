// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What -fgpu-flush-denormals-to-zero changes on a device that can flush: subnormal floats are zeros
// as arguments and as results. Functions of normal numbers and doubles are as they were.
#include <hip/hip_runtime.h>

#include <cmath>
#include <cstdio>

struct Results {
  float half, sum, exponential, normal[16];
  double small;
};
#define FUNCTIONS(X)                                                                               \
  X(exp(x))                                                                                        \
  X(exp2(x))                                                                                       \
  X(log(x))                                                                                        \
  X(pow(x, 2.5f))                                                                                  \
  X(sin(x))                                                                                        \
  X(tan(x))                                                                                        \
  X(cbrt(x))                                                                                       \
  X(erfc(x))                                                                                       \
  X(tgamma(x))                                                                                     \
  X(lgamma(x))                                                                                     \
  X(fmod(x, 0.75f))                                                                                \
  X(hypot(x, 2.0f))                                                                                \
  X(asinh(x))                                                                                      \
  X(expm1(x))                                                                                      \
  X(tanh(x))                                                                                       \
  X(round(x))
__global__ void evaluate(Results *r, float least, float x, double tiny) {
  r->half = least * 0.5f;
  r->sum = least * 1.5f - least;
  r->exponential = expf(x * -40);
  r->small = tiny * 0.5;
  float *p = r->normal;
#define CALL(EXPRESSION) *p++ = EXPRESSION;
  FUNCTIONS(CALL)
}

int main() {
  Results *r;
  if (hipMallocManaged((void **)&r, sizeof *r)) return 1;
  const float x = 2.375f;
  evaluate<<<1, 1>>>(r, 0x1p-126f, x, 0x1p-1022);
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  std::printf("%a %a %a %a\n", r->half, r->sum, r->exponential, r->small);
  const float *p = r->normal;
  bool right = true;
#define CHECK(EXPRESSION)                                                                          \
  {                                                                                                \
    using namespace std;                                                                           \
    double want = [](double x) { return EXPRESSION; }(x);                                          \
    if (!(fabs(*p - want) <= fabs(want) * 0x1p-22)) {                                              \
      printf("%s is %a, not %a\n", #EXPRESSION, *p, want);                                         \
      right = false;                                                                               \
    }                                                                                              \
    p++;                                                                                           \
  }
  FUNCTIONS(CHECK)
  std::puts(right ? "PASS" : "FAIL");
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What -fgpu-flush-denormals-to-zero changes on a device that can flush: subnormal floats are zeros
// as arguments and as results. Functions of normal numbers and doubles are as they were. Either way,
// exponentials overflow and underflow where they should.
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

// Exponentials that overflow or are subnormal, where the device has other code than for most arguments.
static const float extremes[] = {
    86.999f, 87,      88.5f,  88.7228f, 88.7229f, 89,     130.49f, 130.5f,  1e30f,     INFINITY,
    -87,     -87.25f, -87.4f, -95,      -103.9f,  -104,   -130.5f, -1e30f,  -INFINITY, NAN,
    126,     127.75f, 128,    189,      190,      -126,   -126.5f, -148.9f, -150,      -190,
    37.5f,   38.53f,  38.54f, 56.25f,   57,       -37.5f, -38,     -44.8f,  -46,       -57};
constexpr int count = sizeof extremes / sizeof *extremes;
__global__ void exponentials(const float *x, float *r) {
  int i = threadIdx.x;
  r[3 * i] = expf(x[i]);
  r[3 * i + 1] = exp2f(x[i]);
  r[3 * i + 2] = exp10f(x[i]);
}

// Whether a float is within a unit of the result in double, or zero in place of a subnormal one if those are flushed.
static bool close(float got, double want, bool flush) {
  if (std::isnan(want)) return std::isnan(got);
  if (flush && want < 0x1p-126) return got == 0;
  if (want >= 0x1.ffffffp+127) return std::isinf(got);
  return std::fabs(got - want) <= std::fmax(want * 0x1p-23, 0x1p-149);
}

static bool extreme(bool flush) {
  float *x, *r;
  if (hipMallocManaged((void **)&x, sizeof extremes) ||
      hipMallocManaged((void **)&r, 3 * sizeof extremes))
    return false;
  for (int i = 0; i < count; ++i) x[i] = extremes[i];
  exponentials<<<1, count>>>(x, r);
  if (hipDeviceSynchronize() != hipSuccess) return false;
  bool right = true;
  for (int i = 0; i < count; ++i) {
    const double y = x[i], want[] = {std::exp(y), std::exp2(y), std::pow(10.0, y)};
    for (int k = 0; k < 3; ++k)
      if (!close(r[3 * i + k], want[k], flush)) {
        std::printf("exponential %d of %a is %a, not %a\n", k, y, r[3 * i + k], want[k]);
        right = false;
      }
  }
  return right;
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
  right = extreme(r->half == 0) && right;
  std::puts(right ? "PASS" : "FAIL");
}

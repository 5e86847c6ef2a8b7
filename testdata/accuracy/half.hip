// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The functions of half and of pairs of halves, at every 31st half and its negative, against the
// host's in double: one unit in the last place.
#include <hip/hip_runtime.h>

#include <hip/hip_fp16.h>

#include <cmath>
#include <cstdio>

// NAME, its value in double.
#define FUNCTIONS(X)                                                                               \
  X(exp, std::exp(x))                                                                              \
  X(exp2, std::exp2(x))                                                                            \
  X(exp10, std::pow(10.0, x))                                                                      \
  X(log, std::log(x))                                                                              \
  X(log2, std::log2(x))                                                                            \
  X(log10, std::log10(x))                                                                          \
  X(sin, std::sin(x))                                                                              \
  X(cos, std::cos(x))                                                                              \
  X(sqrt, std::sqrt(x))                                                                            \
  X(rsqrt, 1 / std::sqrt(x))                                                                       \
  X(rcp, 1 / x)                                                                                    \
  X(ceil, std::ceil(x))                                                                            \
  X(floor, std::floor(x))                                                                          \
  X(trunc, std::trunc(x))                                                                          \
  X(rint, std::rint(x))

constexpr int step = 31, arguments = 2 * (0x7c00 / step + 1);
enum {
#define NUMBER(NAME, WANT) of_##NAME,
  FUNCTIONS(NUMBER) functions
};

__global__ void evaluate(const __half *in, __half *one, __half2 *two) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= arguments) return;
  __half x = in[i];
  __half2 p = __halves2half2(x, in[arguments - 1 - i]);
#define CALL(NAME, WANT)                                                                           \
  one[of_##NAME * arguments + i] = h##NAME(x);                                                     \
  two[of_##NAME * arguments + i] = h2##NAME(p);
  FUNCTIONS(CALL)
}

static int failures;
static void check(const char *name, double x, double got, double want) {
  if (std::isnan(want) || std::isnan(got)) {
    if (std::isnan(want) && std::isnan(got)) return;
  } else {
    // From 65520 on a half is infinite.
    if (std::fabs(want) >= 65520) want = std::copysign(INFINITY, want);
    if (got == want) return;
    int e = want == 0 ? -14 : std::fmax(std::ilogb(want), -14);
    if (std::isinf(got)) got = std::copysign(65536, got);
    if (std::isinf(want)) want = std::copysign(65536, want), e = 15;
    if (std::fabs(got - want) <= std::ldexp(1, e - 10)) return;
  }
  if (failures++ < 20) std::printf("%s(%a) is %a, not %a\n", name, x, got, want);
}

int main() {
  __half *in, *one;
  __half2 *two;
  if (hipMallocManaged((void **)&in, arguments * sizeof *in) ||
      hipMallocManaged((void **)&one, functions * arguments * sizeof *one) ||
      hipMallocManaged((void **)&two, functions * arguments * sizeof *two))
    return 1;
  for (int i = 0; i < arguments; ++i)
    in[i] = __ushort_as_half((unsigned short)(i / 2 * step | (i % 2) << 15));
  evaluate<<<(arguments + 127) / 128, 128>>>(in, one, two);
  if (hipDeviceSynchronize() != hipSuccess) return 1;
  for (int i = 0; i < arguments; ++i) {
    double x = __half2float(in[i]);
#define CHECK(NAME, WANT)                                                                          \
  check("h" #NAME, x, __half2float(one[of_##NAME * arguments + i]), WANT);                         \
  check("h2" #NAME, x, __low2float(two[of_##NAME * arguments + i]), WANT);                         \
  check("h2" #NAME, x, __high2float(two[of_##NAME * arguments + arguments - 1 - i]), WANT);
    FUNCTIONS(CHECK)
  }
  std::puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Arithmetic and conversions in every rounding mode, to the last bit: operands of all
// exponents, subnormal ones and the ends of the range with them, so that results and their
// rounding errors underflow and overflow, and sums that cancel.
#include <hip/hip_runtime.h>

#include "functions.h"

#include <cfenv>
#include <random>

enum { ADD, SUB, MUL, DIV, SQRT, RCP, FMA, OPERATIONS };
static const char *const operationNames[] = {"add", "sub", "mul", "div", "sqrt", "rcp", "fma"};
static const int modes[] = {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO};
static const char *const modeNames[] = {"rn", "rd", "ru", "rz"};

#define EACH(MODE, I)                                                                              \
  o[ADD][I] = __dadd_##MODE(a, b), o[SUB][I] = __dsub_##MODE(a, b);                                \
  o[MUL][I] = __dmul_##MODE(a, b), o[DIV][I] = __ddiv_##MODE(a, b);                                \
  o[SQRT][I] = __dsqrt_##MODE(a), o[RCP][I] = __drcp_##MODE(a), o[FMA][I] = __fma_##MODE(a, b, c);
__device__ void compute(double (&o)[OPERATIONS][4], double a, double b,
                        double c){EACH(rn, 0) EACH(rd, 1) EACH(ru, 2) EACH(rz, 3)}
#undef EACH
#define EACH(MODE, I)                                                                              \
  o[ADD][I] = __fadd_##MODE(a, b), o[SUB][I] = __fsub_##MODE(a, b);                                \
  o[MUL][I] = __fmul_##MODE(a, b), o[DIV][I] = __fdiv_##MODE(a, b);                                \
  o[SQRT][I] = __fsqrt_##MODE(a), o[RCP][I] = __frcp_##MODE(a), o[FMA][I] = __fmaf_##MODE(a, b, c);
__device__ void compute(float (&o)[OPERATIONS][4], float a, float b, float c) {
  EACH(rn, 0) EACH(rd, 1) EACH(ru, 2) EACH(rz, 3)
}
template <typename T> struct Results {
  T of[OPERATIONS][4];
};
template <typename T> __global__ void directed(const T *x, Results<T> *r, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) compute(r[i].of, x[3 * i], x[3 * i + 1], x[3 * i + 2]);
}

// The host's own units, in one of their modes.
template <typename T> T hosts(int operation, int mode, T x, T y, T z) {
  volatile T a = x, b = y, c = z, r = 0, one = 1;
  std::fesetround(modes[mode]);
  switch (operation) {
  case ADD:
    r = a + b;
    break;
  case SUB:
    r = a - b;
    break;
  case MUL:
    r = a * b;
    break;
  case DIV:
    r = a / b;
    break;
  case SQRT:
    r = std::sqrt((T)a);
    break;
  case RCP:
    r = one / a;
    break;
  case FMA:
    r = std::fma((T)a, (T)b, (T)c);
    break;
  }
  std::fesetround(FE_TONEAREST);
  return r;
}

static std::mt19937_64 generator(16);
// A number with few or many bits of any exponent, or of one that is at an end of the range.
template <typename T> T any() {
  using L = std::numeric_limits<T>;
  const T ends[] = {0,
                    L::denorm_min(),
                    L::min(),
                    L::max(),
                    1,
                    L::infinity(),
                    std::nextafter(L::min(), (T)0),
                    std::nextafter((T)1, (T)2)};
  unsigned kind = generator() % 16;
  T sign = generator() & 1 ? (T)-1 : (T)1;
  if (kind == 0) return sign * ends[generator() % 8];
  int bits = kind < 4 ? 1 + (int)(generator() % 4) : L::digits;
  T m = (T)1 + (T)(generator() >> (64 - bits)) / std::ldexp((T)1, bits);
  int low = L::min_exponent - L::digits, span = L::max_exponent - low;
  int e = kind < 6 ? low + (int)(generator() % 60) : low + (int)(generator() % span);
  return sign * std::ldexp(m, e);
}
// An addend near the product, which cancels most of it or lies just below its last bit.
template <typename T> T addend(T a, T b) {
  if (generator() % 3 == 0) return any<T>();
  T p = a * b;
  int shift = (int)(generator() % 120) - 110;
  T c = generator() & 1 ? -p : std::ldexp(p, shift) * (T)1.37;
  return generator() & 1 ? std::nextafter(c, (T)0) : c;
}
// The second operand near what makes the product or the quotient underflow.
template <typename T> T second(T a) {
  using L = std::numeric_limits<T>;
  T b = any<T>();
  if (a == 0 || !std::isfinite(a) || !std::isfinite(b) || b == 0 || generator() & 1) return b;
  int e = L::min_exponent - L::digits + (int)(generator() % 80) - 4;
  int have = std::ilogb(b), want = generator() & 1 ? e - std::ilogb(a) : std::ilogb(a) - e;
  return std::ldexp(b, want - have);
}

template <typename T> void arithmetic(const char *type) {
  const int n = 60000;
  T *x;
  Results<T> *r;
  CHECK(hipMallocManaged((void **)&x, 3 * n * sizeof(T)));
  CHECK(hipMallocManaged((void **)&r, n * sizeof *r));
  for (int i = 0; i < n; ++i) {
    T a = any<T>(), b = second(a);
    x[3 * i] = a, x[3 * i + 1] = b, x[3 * i + 2] = addend(a, b);
  }
  if (sizeof(T) == 8) x[0] = (T)4.3e-204, x[1] = (T)3e-304; // 4.9e-324 upwards, not 0
  directed<<<(n + 63) / 64, 64>>>(x, r, n);
  CHECK(hipDeviceSynchronize());
  int bad = 0;
  for (int i = 0; i < n; ++i)
    for (int o = 0; o < OPERATIONS; ++o)
      for (int m = 0; m < 4; ++m) {
        T a = x[3 * i], b = x[3 * i + 1], c = x[3 * i + 2], got = r[i].of[o][m];
        T want = hosts(o, m, a, b, c);
        if (std::isnan(got) ? std::isnan(want)
                            : got == want && std::signbit(got) == std::signbit(want))
          continue;
        if (++bad <= 20)
          std::printf("%s %s_%s(%a, %a, %a): got %a, want %a\n", type, operationNames[o],
                      modeNames[m], (double)a, (double)b, (double)c, (double)got, (double)want);
      }
  failures += bad;
  CHECK(hipFree(x));
  CHECK(hipFree(r));
}

#undef EACH

struct Converted {
  float narrow[4], i32[4], u32[4], i64[4], u64[4];
  double d64[4], e64[4];
};
#define EACH(MODE, I)                                                                              \
  r[i].narrow[I] = __double2float_##MODE(x[i]);                                                    \
  r[i].i32[I] = __int2float_##MODE((int)n[i]);                                                     \
  r[i].u32[I] = __uint2float_##MODE((unsigned)n[i]);                                               \
  r[i].i64[I] = __ll2float_##MODE((long long)n[i]);                                                \
  r[i].u64[I] = __ull2float_##MODE(n[i]);                                                          \
  r[i].d64[I] = __ll2double_##MODE((long long)n[i]);                                               \
  r[i].e64[I] = __ull2double_##MODE(n[i]);
__global__ void convert(const double *x, const unsigned long long *n, Converted *r) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  EACH(rn, 0) EACH(rd, 1) EACH(ru, 2) EACH(rz, 3)
}
template <typename To, typename From> void expect(const char *name, int m, To got, From from) {
  volatile From f = from;
  std::fesetround(modes[m]);
  volatile To want = (To)f;
  std::fesetround(FE_TONEAREST);
  if (got == want) return;
  ++failures;
  std::printf("%s_%s(%.17g): got %a, want %a\n", name, modeNames[m], (double)from, (double)got,
              (double)want);
}
static void conversions() {
  const int n = 16384;
  double *x;
  unsigned long long *k;
  Converted *r;
  CHECK(hipMallocManaged((void **)&x, n * sizeof *x));
  CHECK(hipMallocManaged((void **)&k, n * sizeof *k));
  CHECK(hipMallocManaged((void **)&r, n * sizeof *r));
  for (int i = 0; i < n; ++i) {
    // Doubles of float's exponents, the subnormal ones and those beyond too.
    x[i] = std::ldexp((double)(long long)generator(), (int)(generator() % 300) - 223);
    if (i % 8 == 0) x[i] = (float)x[i];
    k[i] = generator() >> generator() % 64;
    if (i % 8 == 1) k[i] = ~0ull << generator() % 64;
    if (i % 8 == 2) k[i] = (1ull << generator() % 64) + generator() % 3 - 1;
  }
  convert<<<n / 64, 64>>>(x, k, r);
  CHECK(hipDeviceSynchronize());
  for (int i = 0; i < n; ++i)
    for (int m = 0; m < 4; ++m) {
      expect("__double2float", m, r[i].narrow[m], x[i]);
      expect("__int2float", m, r[i].i32[m], (int)k[i]);
      expect("__uint2float", m, r[i].u32[m], (unsigned)k[i]);
      expect("__ll2float", m, r[i].i64[m], (long long)k[i]);
      expect("__ull2float", m, r[i].u64[m], k[i]);
      expect("__ll2double", m, r[i].d64[m], (long long)k[i]);
      expect("__ull2double", m, r[i].e64[m], k[i]);
    }
}

int main() {
  arithmetic<float>("float");
  arithmetic<double>("double");
  conversions();
  std::puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Errors of the mathematical functions against MPFR, in units in the last place: special
// values, numbers of all exponents, and those of the ranges that programs use.
//
//   accuracy [--samples=N] [--every[=STRIDE]] [NAME...]
//
// --every takes the functions of one float over all of them, or each STRIDE-th. It prints a row
// for each function and type: the bound, the largest error, its argument and result.
#include "functions.h"

enum Which {
#define NUMBER(NAME) which_##NAME,
  ACCURACY_FUNCTIONS(NUMBER)
};
template <typename F, typename T> __device__ T at(const T *in, int i) {
  return F::on(in + i * (long)F::arity);
}
#ifdef ACCURACY_ONE_KERNEL
// A kernel for each function is what runs fast; one for all of them is what compiles fast.
template <typename T> __global__ void evaluateAny(Which which, const T *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  switch (which) {
#define CASE(NAME)                                                                                 \
  case which_##NAME:                                                                               \
    out[i] = at<Of_##NAME>(in, i);                                                                 \
    break;
    ACCURACY_FUNCTIONS(CASE)
  }
}
#define KERNELS(NAME)
#else
template <typename F, typename T> __global__ void evaluate(const T *in, T *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = at<F>(in, i);
}
#define KERNELS(NAME)                                                                              \
  template __global__ void evaluate<Of_##NAME, float>(const float *, float *, int);                \
  template __global__ void evaluate<Of_##NAME, double>(const double *, double *, int);
#endif

#ifdef __HIP_DEVICE_COMPILE__
ACCURACY_FUNCTIONS(KERNELS)
#ifdef ACCURACY_ONE_KERNEL
template __global__ void evaluateAny<float>(Which, const float *, float *, int);
template __global__ void evaluateAny<double>(Which, const double *, double *, int);
#endif
#else

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#define CHECK(call)                                                                                \
  if (hipError_t error = (call); error != hipSuccess)                                              \
  std::printf("%s: %s\n", #call, hipGetErrorString(error)), std::exit(1)

static int samples = 1500;
static uint64_t stride = 0; // of --every
static std::vector<std::string> names;
static int failures;

// The distance of got from r in units of T's last place there. An infinity counts as the
// power of two after the largest number.
template <typename T> double distance(const Function &f, T got, mpfr_t r, double x) {
  using L = std::numeric_limits<T>;
  if (mpfr_nan_p(r) || std::isnan(got)) return mpfr_nan_p(r) && std::isnan(got) ? 0 : INFINITY;
  T want = sizeof(T) == 4 ? (T)mpfr_get_flt(r, nearest) : (T)mpfr_get_d(r, nearest);
  if (got == 0 && want == 0) {
    const std::string_view name = f.name;
    const bool anyZero = name == "fmax" || name == "fmin";
    if (std::signbit(got) != (mpfr_signbit(r) != 0) && !anyZero && !(f.envelope && std::isinf(x)))
      return INFINITY;
    if (mpfr_zero_p(r)) return 0;
  }
  if (got == want && std::isinf(got)) return 0;
  if (mpfr_inf_p(r)) mpfr_set_si_2exp(r, mpfr_sgn(r), L::max_exponent, nearest);
  int e = mpfr_zero_p(r) ? L::min_exponent : (int)std::max<long>(mpfr_get_exp(r), L::min_exponent);
  if (mpfr_cmpabs_ui(r, 0) && std::isinf(want)) e = L::max_exponent;
  if (f.envelope && std::fabs(x) > 0.5)
    e = std::max(e, 1 + std::ilogb(0.7978845608 / std::sqrt(std::fabs(x))));
  Number d;
  mpfr_set_d(d.v, got, nearest);
  if (std::isinf(got)) mpfr_set_si_2exp(d.v, got > 0 ? 1 : -1, L::max_exponent, nearest);
  mpfr_sub(d.v, d.v, r, nearest);
  mpfr_mul_2si(d.v, d.v, L::digits - e, nearest);
  return std::fabs(mpfr_get_d(d.v, nearest));
}
constexpr int most = 5; // arguments of a function
template <typename T> double exactError(const Function &f, const T *x, T got) {
  struct Operands {
    mpfr_t v[most + 1];
    Operands() {
      for (auto &a : v) mpfr_init2(a, 53);
    }
    ~Operands() {
      for (auto &a : v) mpfr_clear(a);
    }
  };
  static thread_local Operands a;
  for (int i = 0; i < f.arity; ++i) {
    mpfr_set_d(a.v[i], x[i], nearest);
    mpfr_setsign(a.v[i], a.v[i], std::signbit(x[i]), nearest); // of a NaN too
  }
  Number r;
  f.exact(r.v, a.v, got);
  return distance(f, got, r.v, x[0]);
}
// Whether the fast reference says that the error is at most `error`.
inline bool within(const Function &f, const float *x, float got, double error) {
  double v[most + 1];
  for (int i = 0; i < f.arity; ++i) v[i] = x[i];
  double w = f.fast(v, got);
  float want = (float)w;
  if (got != got || w != w) return got != got && w != w;
  if (got == want) return std::signbit(got) == std::signbit(want) && error >= 0.5;
  if (!std::isfinite(want) || !std::isfinite(got)) return false;
  int e = std::max(std::ilogb(w) + 1, -125);
  if (f.envelope && std::fabs(v[0]) > 0.5)
    e = std::max(e, 1 + std::ilogb(0.7978845608 / std::sqrt(std::fabs(v[0]))));
  return std::fabs(got - w) <= std::ldexp(error, e - 24);
}

template <typename T> struct Worst {
  double error = -1;
  T x[most], got;
  uint64_t beyond = 0;
};

template <typename F, typename T, Which which> void launch(const T *in, T *out, int n) {
#ifdef ACCURACY_ONE_KERNEL
  evaluateAny<T><<<(n + 127) / 128, 128>>>(which, in, out, n);
#else
  evaluate<F, T><<<(n + 127) / 128, 128>>>(in, out, n);
#endif
}

template <typename T> class Trial {
public:
  Trial(const Function &f, void (*launch)(const T *, T *, int))
      : f(f), launch(launch), bound(f.bounds[sizeof(T) == 8] + 0.5) {}
  ~Trial() { release(); }
  // The device's results of n arguments that fill(i, arguments) makes, each against the
  // reference.
  template <typename Fill> void run(size_t n, bool fast, Fill fill) {
    reserve(n);
    parallel(n, [&](size_t from, size_t to) {
      for (size_t i = from; i < to; ++i) fill(i, in + i * f.arity);
    });
    CHECK(hipMemcpy(x, in, n * f.arity * sizeof(T), hipMemcpyHostToDevice));
    launch(x, y, (int)n);
    CHECK(hipMemcpy(out, y, n * sizeof(T), hipMemcpyDeviceToHost));
    parallel(n, [&](size_t from, size_t to) { compare(from, to, fast); });
  }
  void report() const {
    bool right = worst.error <= bound;
    std::printf("%s\t%s\t%g\t%.3f\t", f.name, sizeof(T) == 4 ? "float" : "double", bound,
                worst.error);
    for (int i = 0; i < f.arity; ++i)
      std::printf(i ? ", %.*g" : "%.*g", sizeof(T) == 4 ? 9 : 17, (double)worst.x[i]);
    std::printf("\t%.*g", sizeof(T) == 4 ? 9 : 17, (double)worst.got);
    if (!right) std::printf("\tFAIL: %llu are beyond the bound", (unsigned long long)worst.beyond);
    std::puts("");
    std::fflush(stdout);
    failures += !right;
  }

private:
  void release() {
    if (!room) return;
    CHECK(hipFree(x));
    CHECK(hipFree(y));
    CHECK(hipHostFree(in));
    CHECK(hipHostFree(out));
  }
  void reserve(size_t n) {
    if (n <= room) return;
    release();
    CHECK(hipMalloc((void **)&x, n * f.arity * sizeof(T)));
    CHECK(hipMalloc((void **)&y, n * sizeof(T)));
    CHECK(hipHostMalloc((void **)&in, n * f.arity * sizeof(T), 0));
    CHECK(hipHostMalloc((void **)&out, n * sizeof(T), 0));
    room = n;
  }
  template <typename Part> static void parallel(size_t n, Part part) {
    size_t workers = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::thread> threads;
    for (size_t t = 0; t < workers; ++t)
      threads.emplace_back([&, t] { part(n * t / workers, n * (t + 1) / workers); });
    for (auto &t : threads) t.join();
  }
  void compare(size_t from, size_t to, bool fast) {
    Worst<T> mine;
    {
      std::lock_guard<std::mutex> hold(lock);
      mine.error = worst.error;
    }
    for (size_t i = from; i < to; ++i) {
      const T *a = &in[i * f.arity];
      if constexpr (sizeof(T) == 4)
        // An odd or even function's error at -x is that at x.
        if (f.parity != 0 && fast && i % 2 && i > from && a[0] == -a[-1] &&
            std::signbit(out[i]) == (std::signbit(out[i - 1]) ^ (f.parity < 0)) &&
            std::fabs(out[i]) == std::fabs(out[i - 1]))
          continue;
      if constexpr (sizeof(T) == 4)
        if (fast && within(f, a, out[i], std::min(std::max(mine.error, 0.5), bound - 0.01)))
          continue;
      double e = exactError(f, a, out[i]);
      mine.beyond += e > bound;
      if (e <= mine.error) continue;
      mine.error = e;
      std::copy(a, a + f.arity, mine.x);
      mine.got = out[i];
    }
    std::lock_guard<std::mutex> hold(lock);
    uint64_t beyond = worst.beyond + mine.beyond;
    if (mine.error > worst.error) worst = mine;
    worst.beyond = beyond;
  }

  const Function &f;
  void (*launch)(const T *, T *, int);
  double bound;
  T *x, *y, *in, *out; // on the device, on the host
  size_t room = 0;
  std::mutex lock;
  Worst<T> worst;
};

static std::mt19937_64 generator(2026);
static double between(double low, double high) {
  return low + (high - low) * ((double)(generator() >> 11) * 0x1p-53);
}
// Numbers around which functions change, overflow or vanish, and their neighbours; the zeros
// of the gamma function's logarithm and of the Bessel functions; multiples of pi/2.
static const double places[] = {
    0.25,
    0.5,
    0.75,
    1,
    1.25,
    1.5,
    2,
    2.5,
    3,
    4,
    8,
    10,
    16,
    20,
    25,
    26.5,
    27.2,
    30,
    37.5,
    38.5,
    44,
    50,
    85,
    88.7228,
    89.4159,
    103.97,
    104.5,
    127,
    128,
    149,
    150,
    300,
    308.2547,
    323.3,
    700,
    709.7827,
    710.4758,
    713.98,
    745.133,
    1024,
    1074,
    1075,
    35.0401,
    41.2,
    171.6243,
    184.5,
    1e5,
    105615,
    1e10,
    1e22,
    1e37,
    1e100,
    1e300,
    1e-5,
    1e-10,
    1e-20,
    1e-30,
    1e-37,
    1e-42,
    1e-100,
    1e-300,
    1e-308,
    1e308,
    8388607.5,
    16777216,
    4503599627370495.5,
    9007199254740992,
    0x1p23,
    0x1p52,
    0.785398163397448,
    1.5707963267948966,
    2.35619449,
    3.14159265358979323846,
    6.28318530717958648,
    710.10,
    11.0,
    22.0,
    33.0,
    355.0,
    6381956970095103.0 * 0x1p+797,
    0.5625,
    0.4769362762044699,
    1.4616321449683623,
    2.4570247382208006,
    2.7476826467274127,
    3.1435808883499799,
    3.9552942848585980,
    4.0393618397407,
    4.9915444056,
    5.0082181688,
    5.9987,
    2.404825557695773,
    5.520078110286311,
    8.653727912911013,
    11.791534439014281,
    3.831705970207512,
    7.015586669815619,
    10.173468135062722,
    0.8935769662791675,
    3.957678419314858,
    7.086051060301773,
    2.197141326031017,
    5.429681040794135,
    8.596005868331168,
    1.8411837813406593,
};
template <typename T> std::vector<T> specials(const Function &f) {
  using L = std::numeric_limits<T>;
  std::vector<T> v = {0,
                      L::infinity(),
                      L::quiet_NaN(),
                      L::min(),
                      L::max(),
                      L::denorm_min(),
                      std::nextafter(L::min(), (T)0)};
  for (double p : places) {
    T x = (T)p;
    if (!std::isfinite(x)) continue;
    const T around[] = {x, std::nextafter(x, (T)0), std::nextafter(x, L::infinity())};
    if (samples < 100) // one of them, where software runs the device
      v.push_back(around[generator() % 3]);
    else
      v.insert(v.end(), around, around + (f.arity == 1 ? 3 : 1));
  }
  for (size_t i = 0, n = v.size(); i < n; ++i) v.push_back(-v[i]);
  return v;
}
template <typename T> T any(const Function &f) {
  using L = std::numeric_limits<T>;
  switch (generator() % 4) {
  case 0: {
    int low = L::min_exponent - L::digits;
    return (T)std::ldexp(between(-2, 2), low + (int)(generator() % (L::max_exponent - low)));
  }
  case 1: // around a number with few bits
    return (T)(std::rint(between(f.low, f.high) * 4) / 4 +
               std::ldexp(between(-1, 1), -(int)(generator() % 30)));
  default:
    return (T)between(f.low, f.high);
  }
}
template <typename T> std::vector<T> arguments(const Function &f) {
  auto s = specials<T>(f);
  std::vector<T> v;
  if (f.arity == 1) {
    v = s;
  } else {
    // Pairs of special numbers; the rest are any.
    for (int i = 0; i < samples; ++i)
      for (int k = 0; k < f.arity; ++k) v.push_back(s[generator() % s.size()]);
  }
  for (int i = 0; i < samples; ++i)
    for (int k = 0; k < f.arity; ++k) v.push_back(any<T>(f));
  return v;
}

static bool wanted(const char *name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}
template <typename T> void test(const Function &f, void (*launch)(const T *, T *, int)) {
  Trial<T> trial(f, launch);
  auto v = arguments<T>(f);
  trial.run(v.size() / f.arity, false,
            [&](size_t i, T *x) { std::copy_n(&v[i * f.arity], f.arity, x); });
  if (sizeof(T) == 4 && f.arity == 1 && stride) {
    // Numbers beside their negatives.
    constexpr uint64_t positive = 1ull << 31, batch = 1 << 23;
    for (uint64_t first = 0; first < positive; first += batch / 2 * stride) {
      uint64_t n = std::min(batch, 2 * ((positive - first + stride - 1) / stride));
      trial.run(n, true, [&](size_t i, T *x) {
        uint32_t bits = (uint32_t)(first + i / 2 * stride) | (uint32_t)(i % 2) << 31;
        std::memcpy(x, &bits, sizeof bits);
      });
    }
  }
  trial.report();
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; ++i) {
    std::string a = argv[i];
    if (a.rfind("--samples=", 0) == 0)
      samples = std::atoi(a.c_str() + 10);
    else if (a == "--every")
      stride = 1;
    else if (a.rfind("--every=", 0) == 0)
      stride = std::strtoull(a.c_str() + 8, nullptr, 10);
    else
      names.push_back(a);
  }
#define TEST(NAME)                                                                                 \
  if (wanted(#NAME))                                                                               \
    test<float>(Of_##NAME::about, launch<Of_##NAME, float, which_##NAME>),                         \
        test<double>(Of_##NAME::about, launch<Of_##NAME, double, which_##NAME>);
  ACCURACY_FUNCTIONS(TEST)
  std::puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}
#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The C++ interfaces of rocRAND and hipRAND: each engine's numbers are those of a generator of its
// type; parameters, ownership, errors.
//
// e2e: flags=-lhiprand -lrocrand
#include <hip/hip_runtime.h>

#include <cstdio>
#include <type_traits>
#include <utility>
#include <vector>

#include <hiprand/hiprand.hpp>
#include <rocrand/rocrand.hpp>

// hiprand.hpp has hiprand_kernel.h's types, too: AMReX includes nothing else.
static_assert(std::is_base_of_v<rocrand_state_xorwow, hiprandState_t>, "hiprandState_t");

static_assert(hiprand_cpp::philox4x32_10::default_seed == 0 &&
                  hiprand_cpp::mrg32k3a::default_seed == HIPRAND_MRG32K3A_DEFAULT_SEED &&
                  HIPRAND_DEFAULT_MIN_WARPS_PER_EU == 1,
              "hipRAND's seeds");

static int failures;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)

constexpr size_t n = 1000;

template <class T> struct Memory {
  T *at = nullptr;
  Memory() { CHECK(hipMalloc((void **)&at, n * sizeof(T)) == hipSuccess); }
  ~Memory() { (void)hipFree(at); }
  std::vector<T> get() const {
    std::vector<T> v(n);
    CHECK(hipMemcpy(v.data(), at, n * sizeof(T), hipMemcpyDeviceToHost) == hipSuccess);
    return v;
  }
};

// plain returns the words of a generator.
template <class T> std::vector<T> plain(rocrand_rng_type type, unsigned long long seed) {
  rocrand_generator g = nullptr;
  Memory<T> out;
  CHECK(rocrand_create_generator(&g, type) == ROCRAND_STATUS_SUCCESS);
  if (seed) CHECK(rocrand_set_seed(g, seed) == ROCRAND_STATUS_SUCCESS);
  rocrand_status s;
  if constexpr (sizeof(T) == 8)
    s = rocrand_generate_long_long(g, out.at, n);
  else
    s = rocrand_generate(g, out.at, n);
  CHECK(s == ROCRAND_STATUS_SUCCESS);
  CHECK(rocrand_destroy_generator(g) == ROCRAND_STATUS_SUCCESS);
  return out.get();
}

template <class Engine> void pseudo() {
  using T = typename Engine::result_type;
  const auto type = (rocrand_rng_type)Engine::type();
  Memory<T> out;
  Engine engine;
  engine(out.at, n);
  CHECK(out.get() == plain<T>(type, Engine::default_seed));
  engine.seed(77);
  engine(out.at, n);
  CHECK(out.get() == plain<T>(type, 77));
  Engine seeded(77), moved(std::move(seeded));
  moved(out.at, n);
  CHECK(out.get() == plain<T>(type, 77));
  CHECK(engine.min() == 0 && engine.max() == T(-1));
}

template <class Engine> void quasi() {
  using T = typename Engine::result_type;
  Memory<T> out;
  Engine engine(2, 5);
  engine(out.at, n);
  auto v = out.get();
  Engine first;
  first.offset(5);
  first(out.at, n);
  auto w = out.get();
  CHECK(std::vector<T>(v.begin(), v.begin() + n / 2) ==
        std::vector<T>(w.begin(), w.begin() + n / 2));
}

template <class T> double mean(const std::vector<T> &v) {
  double sum = 0;
  for (T x : v) sum += double(x);
  return sum / double(v.size());
}
template <class A, class B> bool near(A a, B b, double by) { return a - b < by && b - a < by; }

template <class Engine, template <class> class Real, template <class> class Normal,
          template <class> class LogNormal, template <class> class Poisson,
          template <class> class Int>
void distributions() {
  Engine engine;
  Memory<float> f;
  Memory<double> d;
  Memory<unsigned> u;
  Memory<unsigned char> c;
  Real<float>()(engine, f.at, n);
  CHECK(near(mean(f.get()), 0.5, 0.05));
  Real<double>()(engine, d.at, n);
  CHECK(near(mean(d.get()), 0.5, 0.05));
  Normal<float> normal(3.f, 0.5f);
  CHECK(normal.mean() == 3 && normal.stddev() == 0.5f && normal == Normal<float>(normal.param()));
  normal(engine, f.at, n);
  CHECK(near(mean(f.get()), 3, 0.1));
  normal.param(typename Normal<float>::param_type(-2.f, 1.f));
  normal(engine, f.at, n);
  CHECK(near(mean(f.get()), -2, 0.2));
  LogNormal<double> log_normal(0.0, 0.25);
  log_normal(engine, d.at, n);
  CHECK(near(mean(d.get()), 1.032, 0.1) && log_normal.s() == 0.25);
  Poisson<unsigned> poisson(7.0);
  poisson(engine, u.at, n);
  CHECK(near(mean(u.get()), 7, 0.5) && poisson.mean() == 7);
  Int<unsigned char>()(engine, c.at, n);
  CHECK(near(mean(c.get()), 127.5, 15));
}

static void errors() {
  bool thrown = false;
  try {
    rocrand_cpp::mt19937 engine(1, 5); // has no offset
  } catch (const rocrand_cpp::error &e) {
    thrown = e.error_code() == ROCRAND_STATUS_TYPE_ERROR && e.what()[0];
  }
  CHECK(thrown);
  thrown = false;
  try {
    hiprand_cpp::sobol32 engine(20001);
  } catch (const hiprand_cpp::error &e) {
    thrown = e.error_code() == HIPRAND_STATUS_OUT_OF_RANGE;
  }
  CHECK(thrown);
  thrown = false;
  rocrand_generator none = nullptr;
  try {
    rocrand_cpp::xorwow engine(none);
  } catch (const rocrand_cpp::error &e) {
    thrown = e.error_code() == ROCRAND_STATUS_NOT_CREATED;
  }
  CHECK(thrown);
  rocrand_generator g;
  CHECK(rocrand_create_generator(&g, ROCRAND_RNG_PSEUDO_XORWOW) == ROCRAND_STATUS_SUCCESS);
  rocrand_cpp::xorwow owner(g);
  CHECK(g == nullptr);
  CHECK(rocrand_cpp::version() == ROCRAND_VERSION && hiprand_cpp::version() == HIPRAND_VERSION);
}

int main() {
  pseudo<rocrand_cpp::xorwow>();
  pseudo<rocrand_cpp::philox4x32_10_engine<>>();
  pseudo<rocrand_cpp::mrg32k3a>();
  pseudo<rocrand_cpp::mtgp32>();
  pseudo<rocrand_cpp::lfsr113>();
  pseudo<rocrand_cpp::mt19937>();
  pseudo<rocrand_cpp::threefry2x32>();
  pseudo<rocrand_cpp::threefry4x64>();
  pseudo<hiprand_cpp::xorwow>();
  pseudo<hiprand_cpp::mtgp32_engine<>>();
  quasi<rocrand_cpp::sobol32>();
  quasi<rocrand_cpp::scrambled_sobol64>();
  quasi<hiprand_cpp::sobol64>();
  distributions<rocrand_cpp::default_random_engine, rocrand_cpp::uniform_real_distribution,
                rocrand_cpp::normal_distribution, rocrand_cpp::lognormal_distribution,
                rocrand_cpp::poisson_distribution, rocrand_cpp::uniform_int_distribution>();
  distributions<hiprand_cpp::philox4x32_10, hiprand_cpp::uniform_real_distribution,
                hiprand_cpp::normal_distribution, hiprand_cpp::lognormal_distribution,
                hiprand_cpp::poisson_distribution, hiprand_cpp::uniform_int_distribution>();
  errors();
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}

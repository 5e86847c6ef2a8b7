// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipRAND: the device generators against published vectors and against plain implementations on the
// host; the host functions against the device generators, in the arrangement of rocRAND's kernels.
//
// e2e: flags=-lhiprand -lrocrand
#include <hip/hip_runtime.h>

#include "device.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>
#include <rocrand/rocrand.h>

static int failures;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == HIPRAND_STATUS_SUCCESS)

using Words = std::vector<unsigned>;

template <class T> std::vector<T> fetched(const T *device, size_t n) {
  std::vector<T> v(n);
  CHECK(hipMemcpy(v.data(), device, n * sizeof(T), hipMemcpyDeviceToHost) == hipSuccess);
  return v;
}

// Device memory for n elements.
template <class T> struct Memory {
  T *at = nullptr;
  explicit Memory(size_t n) { CHECK(hipMalloc((void **)&at, n * sizeof(T)) == hipSuccess); }
  ~Memory() { (void)hipFree(at); }
};

struct Place {
  unsigned long long seed, subsequence, offset;
};

template <class State> __global__ void words(Place p, unsigned *out, int n, int quarters) {
  State state;
  hiprand_init(p.seed, p.subsequence, 0, &state);
  for (int i = 0; i < quarters; i++) skipahead(p.offset, &state);
  for (int i = 0; i < n; i++) out[i] = hiprand(&state);
}

template <class State> Words device_words(Place p, int n, int quarters = 1) {
  Memory<unsigned> out(n);
  words<State><<<1, 1>>>(p, out.at, n, quarters);
  return fetched(out.at, n);
}

// The vectors of Random123: a counter is a subsequence and four numbers' offset.
static void philox_vectors() {
  Place zero{0, 0, 0};
  CHECK((device_words<hiprandStatePhilox4_32_10_t>(zero, 4) ==
         Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  // 0x243f6a88 85a308d3 13198a2e 03707344: the low half is four times a quarter.
  Place pi{0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88};
  CHECK((device_words<hiprandStatePhilox4_32_10_t>(pi, 4, 4) ==
         Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

// XORWOW as Marsaglia wrote it, from rocRAND's seed.
struct Xorwow {
  unsigned x[5], d;
  explicit Xorwow(unsigned long long seed) {
    unsigned t0 = 1228688033U * (unsigned(seed) ^ 0x2c7f967fU);
    unsigned t1 = 2073658381U * (unsigned(seed >> 32) ^ 0xa03697cbU);
    unsigned begin[5] = {123456789U + t0, 362436069U ^ t0, 521288629U + t1, 88675123U ^ t1,
                         5783321U + t0};
    memcpy(x, begin, sizeof x);
    d = 6615241U + t1 + t0;
  }
  static void step(unsigned *x) {
    unsigned t = x[0] ^ (x[0] >> 2);
    memmove(x, x + 1, 4 * sizeof *x);
    x[4] = (x[4] ^ (x[4] << 4)) ^ (t ^ (t << 1));
  }
  unsigned operator()() {
    step(x);
    return (d += 362437) + x[4];
  }
};

// The step's power of 2^67 as a matrix of bits: its columns are what it makes of single bits.
struct BitMatrix {
  unsigned column[160][5];
  BitMatrix() {
    memset(column, 0, sizeof column);
    for (int i = 0; i < 160; i++) {
      column[i][i / 32] = 1u << i % 32;
      Xorwow::step(column[i]);
    }
    for (int k = 0; k < 67; k++) {
      BitMatrix old = *this;
      for (auto &c : column) old.times(c);
    }
  }
  BitMatrix(const BitMatrix &) = default;
  void times(unsigned *v) const {
    unsigned sum[5] = {};
    for (int i = 0; i < 160; i++)
      if (v[i / 32] >> i % 32 & 1)
        for (int k = 0; k < 5; k++) sum[k] ^= column[i][k];
    memcpy(v, sum, sizeof sum);
  }
};

static void xorwow_words() {
  static const BitMatrix subsequence;
  for (unsigned long long seed : {0ULL, 1234ULL, 0xfedcba9876543210ULL}) {
    Xorwow plain(seed);
    Words want;
    for (int i = 0; i < 3000; i++) want.push_back(plain());
    Words got = device_words<hiprandState_t>({seed, 0, 0}, 50);
    CHECK(got == Words(want.begin(), want.begin() + 50));
    got = device_words<hiprandStateXORWOW_t>({seed, 0, 2950}, 50);
    CHECK(got == Words(want.end() - 50, want.end()));
    Xorwow third(seed);
    for (int i = 0; i < 3; i++) subsequence.times(third.x);
    for (unsigned v : device_words<hiprandState_t>({seed, 3, 0}, 20)) CHECK(v == third());
  }
}

// MRG32k3a as L'Ecuyer defines it, from rocRAND's seed, which is below 2^32 here.
struct Mrg {
  static constexpr long long m1 = 4294967087, m2 = 4294944443;
  long long a[3], b[3];
  explicit Mrg(unsigned long long seed) {
    unsigned long long low = unsigned(seed) ^ 0x55555555U, high = 0xAAAAAAAAU;
    for (int i = 0; i < 3; i++) {
      a[i] = (i == 1 ? high : low) * seed % m1;
      b[i] = (i == 1 ? low : high) * seed % m2;
    }
  }
  unsigned operator()() {
    long long p = (1403580 * a[1] - 810728 * a[0]) % m1, q = (527612 * b[2] - 1370589 * b[0]) % m2;
    if (p < 0) p += m1;
    if (q < 0) q += m2;
    a[0] = a[1], a[1] = a[2], a[2] = p;
    b[0] = b[1], b[1] = b[2], b[2] = q;
    return unsigned(p <= q ? p - q + m1 : p - q);
  }
  unsigned word() { return unsigned(((*this)() - 1) * 1.000000048661607); }
};

static void mrg_words() {
  for (unsigned long long seed : {12345ULL, 77ULL}) {
    Mrg plain(seed);
    Words want;
    for (int i = 0; i < 2000; i++) want.push_back(plain.word());
    Words got = device_words<hiprandStateMRG32k3a_t>({seed, 0, 0}, 50);
    CHECK(got == Words(want.begin(), want.begin() + 50));
    got = device_words<hiprandStateMRG32k3a_t>({seed, 0, 1950}, 50);
    CHECK(got == Words(want.end() - 50, want.end()));
  }
}

template <class State> __global__ void kinds(Place p, float *f, double *d, unsigned *u) {
  State state;
  hiprand_init(p.seed, p.subsequence, p.offset, &state);
  for (int i = 0; i < 4; i++) f[i] = hiprand_uniform(&state);
  for (int i = 0; i < 4; i++) f[4 + i] = hiprand_normal(&state);
  for (int i = 0; i < 2; i++) f[8 + i] = hiprand_log_normal(&state, 0.5f, 0.25f);
  for (int i = 0; i < 4; i++) d[i] = hiprand_uniform_double(&state);
  for (int i = 0; i < 4; i++) d[4 + i] = hiprand_normal_double(&state);
  for (int i = 0; i < 2; i++) d[8 + i] = hiprand_log_normal_double(&state, 0.5, 0.25);
  u[0] = hiprand_poisson(&state, 5.0);
  u[1] = hiprand_poisson(&state, 500.0);
  u[2] = hiprand_poisson(&state, 10000.0);
}

// The same engine on the host, whose words have been checked, makes the same numbers.
template <class State, class Base> void distributions() {
  Place p{42, 5, 3};
  Memory<float> f(10);
  Memory<double> d(10);
  Memory<unsigned> u(3);
  kinds<State><<<1, 1>>>(p, f.at, d.at, u.at);
  auto gf = fetched(f.at, 10);
  auto gd = fetched(d.at, 10);
  auto gu = fetched(u.at, 3);
  Base s;
  rocrand_init(p.seed, p.subsequence, p.offset, &s);
  auto near = [](double got, double want) {
    return std::fabs(got - want) <= 1e-5 * std::fabs(want) + 1e-5;
  };
  for (int i = 0; i < 4; i++) CHECK(gf[i] == rocrand_uniform(&s) && gf[i] > 0 && gf[i] <= 1);
  for (int i = 4; i < 8; i++) CHECK(near(gf[i], rocrand_normal(&s)));
  for (int i = 8; i < 10; i++) CHECK(near(gf[i], rocrand_log_normal(&s, 0.5f, 0.25f)));
  for (int i = 0; i < 4; i++) CHECK(gd[i] == rocrand_uniform_double(&s));
  for (int i = 4; i < 8; i++) CHECK(near(gd[i], rocrand_normal_double(&s)));
  for (int i = 8; i < 10; i++) CHECK(near(gd[i], rocrand_log_normal_double(&s, 0.5, 0.25)));
  CHECK(gu[0] == rocrand_poisson(&s, 5.0));
  CHECK(gu[1] == rocrand_poisson(&s, 500.0));
  CHECK(gu[2] == rocrand_poisson(&s, 10000.0));
}

// Fours at any offset are the next four numbers.
__global__ void vectors(float4 *f, double2 *d, uint4 *u, unsigned offset) {
  hiprandStatePhilox4_32_10_t a, b;
  hiprand_init(9, 1, offset, &a);
  hiprand_init(9, 1, offset, &b);
  u[0] = hiprand4(&a);
  u[1] = make_uint4(hiprand(&b), 0, 0, 0);
  u[1].y = hiprand(&b);
  u[1].z = hiprand(&b);
  u[1].w = hiprand(&b);
  f[0] = hiprand_uniform4(&a);
  for (float *p = &f[1].x; p < &f[1].x + 4; p++) *p = hiprand_uniform(&b);
  d[0] = hiprand_uniform2_double(&a);
  d[1].x = hiprand_uniform_double(&b);
  d[1].y = hiprand_uniform_double(&b);
}

static void philox_fours() {
  Memory<float4> f(2);
  Memory<double2> d(2);
  Memory<uint4> u(2);
  for (unsigned offset = 0; offset < 4; offset++) {
    vectors<<<1, 1>>>(f.at, d.at, u.at, offset);
    auto gf = fetched(f.at, 2);
    auto gd = fetched(d.at, 2);
    auto gu = fetched(u.at, 2);
    CHECK(!memcmp(&gf[0], &gf[1], sizeof gf[0]));
    CHECK(!memcmp(&gd[0], &gd[1], sizeof gd[0]));
    CHECK(!memcmp(&gu[0], &gu[1], sizeof gu[0]));
  }
}

// What a generator of a type, seed and offset makes of n numbers.
template <class T, class Generate>
std::vector<T> generated(hiprandRngType_t type, size_t n, unsigned long long offset,
                         Generate generate, size_t shift = 0) {
  hiprandGenerator_t g;
  Memory<T> out(n + shift);
  OK(hiprandCreateGenerator(&g, type));
  OK(hiprandSetPseudoRandomGeneratorSeed(g, 1234));
  OK(hiprandSetGeneratorOffset(g, offset));
  OK(generate(g, out.at + shift));
  CHECK(hipDeviceSynchronize() == hipSuccess);
  OK(hiprandDestroyGenerator(g));
  return fetched(out.at + shift, n);
}

constexpr size_t kEngines = 512 * 256;

template <class Engine> Engine engine(unsigned long long subsequence, unsigned long long offset) {
  return Engine(1234, subsequence, offset);
}

// In rocRAND's arrangement number i is of engine (i + offset) modulo their number.
template <class Engine, class Word> void arranged_engines(hiprandRngType_t type, Word word) {
  const size_t n = 2 * kEngines + 5, offset = 3;
  auto got = generated<unsigned>(type, n, offset, [&](hiprandGenerator_t g, unsigned *at) {
    return hiprandGenerate(g, at, n);
  });
  for (size_t i : {size_t(0), size_t(1), kEngines - 4, kEngines - 3, kEngines - 1, kEngines,
                   2 * kEngines + 4}) {
    size_t at = i + offset;
    Engine e(1234, at % kEngines, at / kEngines);
    CHECK(got[i] == word(e));
  }
  // Pairs are made by one engine. Memory that begins within a pair has its first number from the
  // engine after the last.
  const size_t m = 9;
  auto normals = generated<float>(
      type, m, 0,
      [&](hiprandGenerator_t g, float *at) { return hiprandGenerateNormal(g, at, m, 1, 2); }, 1);
  for (size_t pair = 0; pair < 4; pair++) {
    Engine e(1234, pair, 0);
    float2 r = rocrand_normal2(&e);
    CHECK(std::fabs(normals[1 + 2 * pair] - (1 + 2 * r.x)) < 1e-5);
    CHECK(std::fabs(normals[2 + 2 * pair] - (1 + 2 * r.y)) < 1e-5);
  }
  Engine last(1234, 4, 0);
  CHECK(std::fabs(normals[0] - (1 + 2 * rocrand_normal2(&last).x)) < 1e-5);
}

// Philox's numbers are in the order of its counter.
static void arranged_philox() {
  const size_t n = 1024 * 256 * 4 + 11;
  auto got = generated<unsigned>(
      HIPRAND_RNG_PSEUDO_PHILOX4_32_10, n, 6, [&](hiprandGenerator_t g, unsigned *at) {
        hiprandStatus_t s = hiprandGenerate(g, at, 7);
        return s == HIPRAND_STATUS_SUCCESS ? hiprandGenerate(g, at + 7, n - 7) : s;
      });
  rocrand_state_philox4x32_10 e(1234, 0, 6);
  size_t wrong = 0;
  for (unsigned v : got) wrong += v != e.next();
  CHECK(wrong == 0);
  auto bytes = generated<unsigned char>(
      HIPRAND_RNG_PSEUDO_PHILOX4_32_10, 21, 0,
      [](hiprandGenerator_t g, unsigned char *at) { return hiprandGenerateChar(g, at, 21); });
  rocrand_state_philox4x32_10 b(1234, 0, 0);
  Words of;
  for (int i = 0; i < 6; i++) of.push_back(b.next());
  CHECK(!memcmp(bytes.data(), of.data(), 21));
}

// Mean and variance of n numbers.
template <class T> void moments(const std::vector<T> &v, double mean, double variance, double by) {
  double sum = 0, squares = 0;
  for (T x : v) sum += double(x), squares += double(x) * double(x);
  double m = sum / v.size(), var = squares / v.size() - m * m;
  CHECK(std::fabs(m - mean) < by);
  CHECK(std::fabs(var - variance) < 4 * by);
  if (std::fabs(m - mean) >= by) printf("mean %g, not %g\n", m, mean);
}

static void host_distributions(hiprandRngType_t type) {
  const size_t n = 40000;
  moments(generated<float>(
              type, n, 0,
              [&](hiprandGenerator_t g, float *at) { return hiprandGenerateUniform(g, at, n); }),
          0.5, 1 / 12.0, 0.01);
  moments(generated<double>(type, n, 0,
                            [&](hiprandGenerator_t g, double *at) {
                              return hiprandGenerateUniformDouble(g, at, n);
                            }),
          0.5, 1 / 12.0, 0.01);
  moments(generated<double>(type, n, 0,
                            [&](hiprandGenerator_t g, double *at) {
                              return hiprandGenerateNormalDouble(g, at, n, 2.0, 1.0);
                            }),
          2, 1, 0.03);
  moments(generated<float>(type, n, 0,
                           [&](hiprandGenerator_t g, float *at) {
                             return hiprandGenerateLogNormal(g, at, n, 0.f, 0.5f);
                           }),
          std::exp(0.125), std::exp(0.25) * (std::exp(0.25) - 1), 0.03);
  for (double lambda : {0.5, 5.0, 300.0, 5000.0})
    moments(generated<unsigned>(type, n, 0,
                                [&](hiprandGenerator_t g, unsigned *at) {
                                  return hiprandGeneratePoisson(g, at, n, lambda);
                                }),
            lambda, lambda, 0.03 * lambda + 0.02);
}

// A generator of the host makes what one of the device makes, when its function returns.
static void host_generator() {
  hiprandGenerator_t g;
  Words host(1000);
  OK(hiprandCreateGeneratorHost(&g, HIPRAND_RNG_PSEUDO_XORWOW));
  OK(hiprandSetPseudoRandomGeneratorSeed(g, 1234));
  OK(hiprandGenerate(g, host.data(), 1000));
  OK(hiprandDestroyGenerator(g));
  CHECK(host == generated<unsigned>(HIPRAND_RNG_PSEUDO_XORWOW, 1000, 0,
                                    [](hiprandGenerator_t h, unsigned *at) {
                                      return hiprandGenerate(h, at, 1000);
                                    }));
}

// A captured call makes new numbers each time the graph runs.
static void graph() {
  hiprandGenerator_t g;
  hipStream_t stream;
  hipGraph_t captured;
  hipGraphExec_t run;
  Memory<unsigned> out(10);
  CHECK(hipStreamCreate(&stream) == hipSuccess);
  OK(hiprandCreateGenerator(&g, HIPRAND_RNG_PSEUDO_XORWOW));
  OK(hiprandSetStream(g, stream));
  OK(hiprandGenerateSeeds(g));
  CHECK(hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal) == hipSuccess);
  if (nvidia()) { // whose memory is filled by a copy
    CHECK(hiprandGenerate(g, out.at, 10) == HIPRAND_STATUS_LAUNCH_FAILURE);
    CHECK(hipStreamEndCapture(stream, &captured) != hipSuccess);
    OK(hiprandDestroyGenerator(g));
    CHECK(hipStreamDestroy(stream) == hipSuccess);
    return;
  }
  OK(hiprandGenerate(g, out.at, 10));
  CHECK(hipStreamEndCapture(stream, &captured) == hipSuccess);
  CHECK(hipGraphInstantiate(&run, captured, nullptr, nullptr, 0) == hipSuccess);
  OK(hiprandDestroyGenerator(g)); // the graph keeps the engines
  for (unsigned turn = 0; turn < 2; turn++) {
    CHECK(hipGraphLaunch(run, stream) == hipSuccess && hipStreamSynchronize(stream) == hipSuccess);
    rocrand_state_xorwow e(0, 4, turn);
    CHECK(fetched(out.at, 10)[4] == e.next());
  }
  CHECK(hipGraphExecDestroy(run) == hipSuccess && hipGraphDestroy(captured) == hipSuccess);
  CHECK(hipStreamDestroy(stream) == hipSuccess);
}

static void bad_calls() {
  hiprandGenerator_t g = nullptr;
  unsigned u;
  unsigned long long l;
  CHECK(hiprandCreateGenerator(nullptr, HIPRAND_RNG_PSEUDO_XORWOW) ==
        HIPRAND_STATUS_NOT_INITIALIZED);
  CHECK(hiprandCreateGenerator(&g, hiprandRngType_t(7)) == HIPRAND_STATUS_TYPE_ERROR);
  CHECK(hiprandCreateGenerator(&g, HIPRAND_RNG_TEST) == HIPRAND_STATUS_TYPE_ERROR);
  CHECK(hiprandGenerate(nullptr, &u, 1) == HIPRAND_STATUS_NOT_INITIALIZED);
  CHECK(hiprandDestroyGenerator(nullptr) == HIPRAND_STATUS_NOT_INITIALIZED);
  CHECK(hiprandSetStream(nullptr, nullptr) == HIPRAND_STATUS_NOT_INITIALIZED);
  OK(hiprandCreateGenerator(&g, HIPRAND_RNG_PSEUDO_DEFAULT));
  CHECK(hiprandGeneratePoisson(g, &u, 1, 0) == HIPRAND_STATUS_OUT_OF_RANGE);
  CHECK(hiprandGeneratePoisson(g, &u, 1, NAN) == HIPRAND_STATUS_OUT_OF_RANGE);
  CHECK(hiprandGenerateLongLong(g, &l, 1) == HIPRAND_STATUS_TYPE_ERROR);
  CHECK(hiprandSetQuasiRandomGeneratorDimensions(g, 2) == HIPRAND_STATUS_TYPE_ERROR);
  CHECK(hiprandSetGeneratorOrdering(g, hiprandOrdering_t(3)) == HIPRAND_STATUS_OUT_OF_RANGE);
  OK(hiprandSetGeneratorOrdering(g, HIPRAND_ORDERING_PSEUDO_BEST));
  OK(hiprandGenerate(g, nullptr, 5));
  OK(hiprandDestroyGenerator(g));
  CHECK(hiprandGetVersion(nullptr) == HIPRAND_STATUS_OUT_OF_RANGE);
  int version = 0;
  OK(hiprandGetVersion(&version));
  CHECK(version == HIPRAND_VERSION);
}

int main() {
  philox_vectors();
  xorwow_words();
  mrg_words();
  distributions<hiprandState_t, rocrand_state_xorwow>();
  distributions<hiprandStatePhilox4_32_10_t, rocrand_state_philox4x32_10>();
  distributions<hiprandStateMRG32k3a_t, rocrand_state_mrg32k3a>();
  philox_fours();
  arranged_engines<rocrand_state_xorwow>(HIPRAND_RNG_PSEUDO_XORWOW,
                                         [](rocrand_state_xorwow &e) { return rocrand(&e); });
  arranged_engines<rocrand_state_mrg32k3a>(HIPRAND_RNG_PSEUDO_MRG32K3A,
                                           [](rocrand_state_mrg32k3a &e) { return rocrand(&e); });
  arranged_philox();
  for (auto type :
       {HIPRAND_RNG_PSEUDO_XORWOW, HIPRAND_RNG_PSEUDO_MRG32K3A, HIPRAND_RNG_PSEUDO_PHILOX4_32_10})
    host_distributions(type);
  host_generator();
  graph();
  bad_calls();
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}

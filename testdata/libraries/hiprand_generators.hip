// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipRAND's and rocRAND's other generators: ThreeFry against Random123's vectors, LFSR113 against
// L'Ecuyer's recurrence, MT19937 against the C++ library, MTGP32 against its recursion, Sobol
// sequences against Joe and Kuo's table and their known points; the host functions against the
// device generators.
//
// e2e: flags=-lhiprand -lrocrand
#include <hip/hip_runtime.h>

#include "device.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>

#include <hiprand/hiprand.h>
#include <hiprand/hiprand_kernel.h>
#include <hiprand/hiprand_mtgp32_host.h>
#include <rocrand/rocrand.h>

static int failures;

#define CHECK(condition)                                                                           \
  do {                                                                                             \
    if (!(condition) && ++failures <= 20) printf("line %d: %s\n", __LINE__, #condition);           \
  } while (0)
#define OK(call) CHECK((call) == ROCRAND_STATUS_SUCCESS)

using Words = std::vector<unsigned>;
using Longs = std::vector<unsigned long long>;

template <class T> struct Memory {
  T *at = nullptr;
  explicit Memory(size_t n) { CHECK(hipMalloc((void **)&at, (n + 1) * sizeof(T)) == hipSuccess); }
  ~Memory() { (void)hipFree(at); }
  std::vector<T> fetched(size_t n) const {
    std::vector<T> v(n);
    CHECK(hipMemcpy(v.data(), at, n * sizeof(T), hipMemcpyDeviceToHost) == hipSuccess);
    return v;
  }
  void put(const T *from, size_t n) {
    CHECK(hipMemcpy(at, from, n * sizeof(T), hipMemcpyHostToDevice) == hipSuccess);
  }
};

template <class Engine, class Word> __global__ void threefry_block(Word *io) {
  constexpr int n = Engine::width;
  Engine::rounds(io, io + n, io + 2 * n);
}

template <class Engine, class Word> void vector_of(std::vector<Word> in, std::vector<Word> want) {
  constexpr int n = Engine::width;
  Memory<Word> io(3 * n);
  io.put(in.data(), 2 * n);
  threefry_block<Engine><<<1, 1>>>(io.at);
  std::vector<Word> got = io.fetched(3 * n);
  CHECK(std::vector<Word>(got.begin() + 2 * n, got.end()) == want);
}

static void threefry_vectors() {
  const unsigned o = ~0u;
  const unsigned long long l = ~0ull;
  using T2 = rocrand_state_threefry2x32_20;
  using T4 = rocrand_state_threefry4x32_20;
  using L2 = rocrand_state_threefry2x64_20;
  using L4 = rocrand_state_threefry4x64_20;
  vector_of<T2>(Words{0, 0, 0, 0}, Words{0x6b200159, 0x99ba4efe});
  vector_of<T2>(Words{o, o, o, o}, Words{0x1cb996fc, 0xbb002be7});
  vector_of<T2>(Words{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                Words{0xc4923a9c, 0x483df7a0});
  vector_of<T4>(Words(8, 0), Words{0x9c6ca96a, 0xe17eae66, 0xfc10ecd4, 0x5256a7d8});
  vector_of<T4>(Words(8, o), Words{0x2a881696, 0x57012287, 0xf6c7446e, 0xa16a6732});
  vector_of<T4>(Words{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0,
                      0x082efa98, 0xec4e6c89},
                Words{0x59cd1dbb, 0xb8879579, 0x86b5d00c, 0xac8b6d84});
  vector_of<L2>(Longs(4, 0), Longs{0xc2b6e3a8c2c69865, 0x6f81ed42f350084d});
  vector_of<L2>(Longs(4, l), Longs{0xe02cb7c4d95d277a, 0xd06633d0893b8b68});
  vector_of<L2>(
      Longs{0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
      Longs{0x263c7d30bb0f0af1, 0x56be8361d3311526});
  vector_of<L4>(Longs(8, 0), Longs{0x09218ebde6c85537, 0x55941f5266d86105, 0x4bd25e16282434dc,
                                   0xee29ec846bd2e40b});
  vector_of<L4>(Longs(8, l), Longs{0x29c24097942bba1b, 0x0371bbfb0f6f4e11, 0x3c231ffa33f83a1c,
                                   0xcd29113fde32d168});
}

template <class State, class Word>
__global__ void words(unsigned long long seed, unsigned long long subsequence,
                      unsigned long long offset, Word *out, int n) {
  State s;
  rocrand_init(seed, subsequence, 0, &s);
  skipahead(offset, &s);
  for (int i = 0; i < n; i++) out[i] = rocrand(&s);
}

// A place in the sequence is a block of a counter, whose upper half is the subsequence.
template <class State, class Word> void threefry_places() {
  constexpr int n = State::width;
  const unsigned long long seed = 0x123456789abcdef0;
  for (unsigned long long offset : {0ull, 1ull, 7ull, 0x1fffffffeull}) {
    Memory<Word> out(12);
    words<State><<<1, 1>>>(seed, 5, offset, out.at, 12);
    std::vector<Word> got = out.fetched(12);
    for (int i = 0; i < 12; i++) {
      unsigned long long at = offset + i;
      Word counter[n] = {}, key[n], block[n];
      for (int k = 0; k < n; k++) key[k] = Word(seed >> (64 / n * k));
      counter[n / 2] = 5;
      unsigned long long low = at / n;
      counter[0] = Word(low);
      if (sizeof(Word) == 4) counter[1] += Word(low >> 32);
      State::rounds(counter, key, block);
      CHECK(got[i] == block[at % n]);
    }
  }
}

// LFSR113 as L'Ecuyer wrote it.
struct Lfsr {
  unsigned z[4];
  unsigned operator()() {
    unsigned b = ((z[0] << 6) ^ z[0]) >> 13;
    z[0] = ((z[0] & 4294967294u) << 18) ^ b;
    b = ((z[1] << 2) ^ z[1]) >> 27;
    z[1] = ((z[1] & 4294967288u) << 2) ^ b;
    b = ((z[2] << 13) ^ z[2]) >> 21;
    z[2] = ((z[2] & 4294967280u) << 7) ^ b;
    b = ((z[3] << 3) ^ z[3]) >> 12;
    z[3] = ((z[3] & 4294967168u) << 13) ^ b;
    return z[0] ^ z[1] ^ z[2] ^ z[3];
  }
  // power advances by 2^k numbers, by squaring the matrices of a step.
  void power(int k) {
    unsigned column[4][32];
    for (int i = 0; i < 32; i++) {
      Lfsr bit{{1u << i, 1u << i, 1u << i, 1u << i}};
      bit();
      for (int c = 0; c < 4; c++) column[c][i] = bit.z[c];
    }
    auto apply = [&](int c, unsigned v) {
      unsigned sum = 0;
      for (int i = 0; i < 32; i++)
        if (v >> i & 1) sum ^= column[c][i];
      return sum;
    };
    for (; k; k--)
      for (int c = 0; c < 4; c++) {
        unsigned squared[32];
        for (int i = 0; i < 32; i++) squared[i] = apply(c, column[c][i]);
        memcpy(column[c], squared, sizeof squared);
      }
    for (int c = 0; c < 4; c++) z[c] = apply(c, z[c]);
  }
};

__global__ void lfsr_words(uint4 seed, unsigned subsequence, unsigned long long offset,
                           unsigned *out, int n) {
  rocrand_state_lfsr113 s;
  rocrand_init(seed, subsequence, offset, &s);
  for (int i = 0; i < n; i++) out[i] = rocrand(&s);
}

static void lfsr113() {
  const uint4 seed = make_uint4(12345, 0xfedcba98, 77777, 0x80000001);
  for (unsigned subsequence : {0u, 1u, 6u})
    for (unsigned long long offset : {0ull, 1ull, 2000ull}) {
      Lfsr plain{{seed.x, seed.y, seed.z, seed.w}};
      for (unsigned i = 0; i < subsequence; i++) plain.power(55);
      for (unsigned i = 0; i < offset; i++) plain();
      Memory<unsigned> out(20);
      lfsr_words<<<1, 1>>>(seed, subsequence, offset, out.at, 20);
      for (unsigned v : out.fetched(20)) CHECK(v == plain());
    }
}

// generated returns what a host function makes with a generator of a type, seed 1234.
template <class T, class Generate>
std::vector<T> generated(rocrand_rng_type type, size_t n, unsigned long long offset,
                         unsigned dimensions, Generate generate, size_t shift = 0) {
  rocrand_generator g = nullptr;
  Memory<T> out(n + shift);
  OK(rocrand_create_generator(&g, type));
  if (type < ROCRAND_RNG_QUASI_DEFAULT) OK(rocrand_set_seed(g, 1234));
  if (offset) OK(rocrand_set_offset(g, offset));
  if (dimensions) OK(rocrand_set_quasi_random_generator_dimensions(g, dimensions));
  OK(generate(g, out.at + shift));
  CHECK(hipDeviceSynchronize() == hipSuccess);
  OK(rocrand_destroy_generator(g));
  std::vector<T> all = out.fetched(n + shift);
  return std::vector<T>(all.begin() + shift, all.end());
}

static void lfsr113_order() {
  const size_t engines = 512 * 256, n = engines + 5;
  auto got = generated<unsigned>(
      ROCRAND_RNG_PSEUDO_LFSR113, n, 3, 0,
      [&](rocrand_generator g, unsigned *at) { return rocrand_generate(g, at, n); });
  const uint4 seed = make_uint4(1234, 8, 0, 0); // as 1234 is made four numbers
  for (size_t i : {size_t(0), size_t(1), engines - 4, engines - 3, engines + 2, n - 1}) {
    size_t at = i + 3;
    rocrand_state_lfsr113 e(seed, unsigned(at % engines), at / engines);
    CHECK(got[i] == e.next());
  }
}

// The numbers of ThreeFry are in the order of its counter, from aligned memory.
template <class State, class Word> void threefry_order(rocrand_rng_type type) {
  const size_t n = 1024 * 256 * 4 + 13, offset = 6;
  auto got = generated<unsigned char>(
      type, n * sizeof(Word), offset, 0, [&](rocrand_generator g, unsigned char *at) {
        rocrand_status s = rocrand_generate_char(g, at, 16 * sizeof(Word));
        return s == ROCRAND_STATUS_SUCCESS
                   ? rocrand_generate_char(g, at + 16 * sizeof(Word), (n - 16) * sizeof(Word))
                   : s;
      });
  State e(1234, 0, offset);
  size_t wrong = 0;
  for (size_t i = 0; i < n; i++) {
    Word w = e.next();
    wrong += memcmp(&got[i * sizeof w], &w, sizeof w) != 0;
  }
  CHECK(wrong == 0);
  // Uniform numbers take a word each.
  const size_t m = 101;
  auto uniform = generated<float>(
      type, m, 0, 0,
      [&](rocrand_generator g, float *at) { return rocrand_generate_uniform(g, at, m); }, 1);
  State u(1234, 0, 0);
  for (size_t i = 0; i < m; i++)
    CHECK(uniform[i] == rocrand_device::detail::uniform_distribution(u.next()));
}

template <class State> __global__ void kinds(State from, float *f, double *d, unsigned *u) {
  State s = from;
  for (int i = 0; i < 2; i++) f[i] = rocrand_uniform(&s);
  for (int i = 2; i < 4; i++) f[i] = rocrand_normal(&s);
  f[4] = rocrand_log_normal(&s, 0.5f, 0.25f);
  for (int i = 0; i < 2; i++) d[i] = rocrand_uniform_double(&s);
  for (int i = 2; i < 4; i++) d[i] = rocrand_normal_double(&s);
  d[4] = rocrand_log_normal_double(&s, 0.5, 0.25);
  u[0] = (unsigned)rocrand_poisson(&s, 5.0);
  u[1] = (unsigned)rocrand_poisson(&s, 700.0);
  u[2] = (unsigned)rocrand_poisson(&s, 10000.0);
}

// A kernel's numbers are those of the same state on the host, and what their words say.
template <class State> void distributions(State s) {
  Memory<float> f(5);
  Memory<double> d(5);
  Memory<unsigned> u(3);
  kinds<<<1, 1>>>(s, f.at, d.at, u.at);
  auto gf = f.fetched(5);
  auto gd = d.fetched(5);
  auto gu = u.fetched(3);
  auto near = [](double got, double want) {
    return std::fabs(got - want) <= 1e-5 * std::fabs(want) + 1e-5;
  };
  for (int i = 0; i < 2; i++) CHECK(gf[i] == rocrand_uniform(&s) && gf[i] > 0 && gf[i] <= 1);
  for (int i = 2; i < 4; i++) CHECK(near(gf[i], rocrand_normal(&s)));
  CHECK(near(gf[4], rocrand_log_normal(&s, 0.5f, 0.25f)));
  for (int i = 0; i < 2; i++) CHECK(gd[i] == rocrand_uniform_double(&s) && gd[i] > 0 && gd[i] <= 1);
  for (int i = 2; i < 4; i++) CHECK(near(gd[i], rocrand_normal_double(&s)));
  CHECK(near(gd[4], rocrand_log_normal_double(&s, 0.5, 0.25)));
  CHECK(gu[0] == rocrand_poisson(&s, 5.0));
  CHECK(gu[1] == rocrand_poisson(&s, 700.0) && gu[1] > 500 && gu[1] < 900);
  CHECK(gu[2] == rocrand_poisson(&s, 10000.0));
}

// Rows of Joe and Kuo's table: degree, inner coefficients, initial numbers.
struct Row {
  int dimension, degree;
  unsigned a;
  std::vector<unsigned> m;
};

template <class Word> void joe_kuo(const Word *v) {
  constexpr int bits = 8 * sizeof(Word);
  const Row rows[] = {{2, 1, 0, {1}},
                      {3, 2, 1, {1, 3}},
                      {4, 3, 1, {1, 3, 1}},
                      {5, 3, 2, {1, 1, 1}},
                      {6, 4, 1, {1, 1, 3, 3}},
                      {7, 4, 4, {1, 3, 5, 13}},
                      {8, 5, 2, {1, 1, 5, 5, 17}},
                      {9, 5, 4, {1, 1, 5, 5, 5}},
                      {10, 5, 7, {1, 1, 7, 11, 19}}};
  for (int k = 0; k < bits; k++) CHECK(v[k] == Word(1) << (bits - 1 - k));
  for (const Row &r : rows) {
    const Word *w = v + (r.dimension - 1) * bits;
    for (int k = 0; k < bits; k++) {
      Word want = 0;
      if (k < r.degree) {
        want = Word(r.m[k]) << (bits - 1 - k);
      } else {
        want = w[k - r.degree] ^ w[k - r.degree] >> r.degree;
        for (int i = 1; i < r.degree; i++)
          if (r.a >> (r.degree - 1 - i) & 1) want ^= w[k - i];
      }
      CHECK(w[k] == want);
    }
  }
}

static void sobol_tables() {
  const unsigned *v32, *s32, *c32;
  const unsigned long long *v64, *s64, *c64;
  OK(rocrand_get_direction_vectors32(&v32, ROCRAND_DIRECTION_VECTORS_32_JOEKUO6));
  OK(rocrand_get_direction_vectors64(&v64, ROCRAND_DIRECTION_VECTORS_64_JOEKUO6));
  OK(rocrand_get_direction_vectors32(&s32, ROCRAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6));
  OK(rocrand_get_direction_vectors64(&s64, ROCRAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6));
  OK(rocrand_get_scramble_constants32(&c32));
  OK(rocrand_get_scramble_constants64(&c64));
  joe_kuo(v32);
  joe_kuo(v64);
  std::mt19937 one, two;
  size_t wrong = 0;
  for (int i = 0; i < 20000; i++) {
    wrong += c32[i] != one();
    unsigned long long high = two();
    wrong += c64[i] != (high << 32 | two());
  }
  // Every direction vector has one bit more than the one before, whatever the dimension.
  for (size_t i = 0; i < 20000 * 32; i++) {
    int k = i % 32;
    wrong += (v32[i] & ((2u << (31 - k)) - 1) & -(1u << (31 - k))) != 1u << (31 - k) || v32[i] << k
                                                                                               << 1;
    wrong += s32[i] != v32[i] + 640000;
  }
  for (size_t i = 0; i < 20000 * 64; i++) {
    wrong += s64[i] != v64[i] + 1280000;
    if (i % 64 < 32) wrong += v64[i] != (unsigned long long)v32[i / 64 * 32 + i % 64] << 32;
  }
  CHECK(wrong == 0);
  hiprandDirectionVectors32_t *h32;
  hiprandDirectionVectors64_t *h64;
  const unsigned *hc;
  const unsigned long long *hl;
  CHECK(hiprandGetDirectionVectors32(&h32, HIPRAND_DIRECTION_VECTORS_32_JOEKUO6) ==
            HIPRAND_STATUS_SUCCESS &&
        h32[19999] == v32 + 19999 * 32);
  CHECK(hiprandGetDirectionVectors64(&h64, HIPRAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6) ==
            HIPRAND_STATUS_SUCCESS &&
        h64[1] == s64 + 64);
  CHECK(hiprandGetScrambleConstants32(&hc) == HIPRAND_STATUS_SUCCESS && hc == c32);
  CHECK(hiprandGetScrambleConstants64(&hl) == HIPRAND_STATUS_SUCCESS && hl == c64);
}

template <class State, class Word>
__global__ void points(const Word *vectors, Word constant, bool scrambled, unsigned offset,
                       Word *out, int n);
template <>
__global__ void points<hiprandStateSobol32_t, unsigned>(const unsigned *vectors, unsigned, bool,
                                                        unsigned offset, unsigned *out, int n) {
  hiprandStateSobol32_t s;
  hiprand_init(vectors, offset, &s);
  for (int i = 0; i < n; i++) out[i] = hiprand(&s);
}
template <>
__global__ void points<hiprandStateScrambledSobol64_t, unsigned long long>(
    const unsigned long long *vectors, unsigned long long constant, bool, unsigned offset,
    unsigned long long *out, int n) {
  hiprandStateScrambledSobol64_t s;
  hiprand_init(vectors, constant, offset, &s);
  skipahead(2, &s);
  for (int i = 0; i < n; i++) out[i] = hiprand_long_long(&s);
}

static void sobol_points() {
  // The first eight points of three dimensions, in eighths.
  const int eighths[3][8] = {
      {0, 4, 6, 2, 3, 7, 5, 1}, {0, 4, 2, 6, 3, 7, 1, 5}, {0, 4, 2, 6, 5, 1, 7, 3}};
  auto uniform =
      generated<double>(ROCRAND_RNG_QUASI_SOBOL32, 24, 0, 3, [](rocrand_generator g, double *at) {
        return rocrand_generate_uniform_double(g, at, 24);
      });
  for (int d = 0; d < 3; d++)
    for (int i = 0; i < 8; i++) CHECK(std::fabs(uniform[d * 8 + i] - eighths[d][i] / 8.0) < 1e-9);
  // 1024 points of any dimension are one in each interval of that width.
  const size_t n = 1024, dimensions = 20000;
  auto all = generated<unsigned short>(ROCRAND_RNG_QUASI_SOBOL64, n * dimensions, 0, dimensions,
                                       [&](rocrand_generator g, unsigned short *at) {
                                         return rocrand_generate_short(g, at, n * dimensions);
                                       });
  size_t wrong = 0;
  for (size_t d = 0; d < dimensions; d++) {
    bool seen[n] = {};
    for (size_t i = 0; i < n; i++) {
      bool &one = seen[all[d * n + i] >> 6];
      wrong += one;
      one = true;
    }
  }
  CHECK(wrong == 0);
  const unsigned *v32;
  const unsigned long long *s64, *c64;
  OK(rocrand_get_direction_vectors32(&v32, ROCRAND_DIRECTION_VECTORS_32_JOEKUO6));
  OK(rocrand_get_direction_vectors64(&s64, ROCRAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6));
  OK(rocrand_get_scramble_constants64(&c64));
  Memory<unsigned> in(32), out(50);
  in.put(v32 + 4 * 32, 32);
  points<hiprandStateSobol32_t, unsigned><<<1, 1>>>(in.at, 0, false, 1000, out.at, 50);
  auto host = generated<unsigned>(
      ROCRAND_RNG_QUASI_SOBOL32, 250, 1000, 5,
      [](rocrand_generator g, unsigned *at) { return rocrand_generate(g, at, 250); });
  CHECK(out.fetched(50) == Words(host.begin() + 200, host.end()));
  Memory<unsigned long long> lin(64), lout(50);
  lin.put(s64 + 64, 64);
  points<hiprandStateScrambledSobol64_t, unsigned long long>
      <<<1, 1>>>(lin.at, c64[1], true, 5, lout.at, 50);
  auto scrambled = generated<unsigned long long>(ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64, 100, 7, 2,
                                                 [](rocrand_generator g, unsigned long long *at) {
                                                   rocrand_status s =
                                                       rocrand_generate_long_long(g, at, 100);
                                                   return s;
                                                 });
  CHECK(lout.fetched(50) == Longs(scrambled.begin() + 50, scrambled.end()));
  rocrand_state_sobol64 plain(s64 + 64, 7);
  CHECK(scrambled[50] == (plain.current() ^ c64[1]));
}

// MT19937: generator k of 8192 begins 2^1000 k numbers on. Eight threads take 78 words of each 624
// in this order.
static unsigned place(unsigned thread, unsigned k) {
  const unsigned own[8] = {0, 113, 170, 283, 340, 397, 510, 567};
  const unsigned runs[11] = {1, 57, 114, 171, 227, 284, 341, 398, 454, 511, 568};
  return k ? runs[(k - 1) / 7] + thread * 7 + (k - 1) % 7 : own[thread];
}

static void mt19937() {
  std::mt19937 standard(1234);
  Words first(1248);
  for (unsigned &w : first) w = standard();
  const size_t stride = 65536, cycle = 78 * stride, other = 8 * 5000, n = cycle + other + 1;
  auto got = generated<unsigned>(
      ROCRAND_RNG_PSEUDO_MT19937, n, 0, 0, [&](rocrand_generator g, unsigned *at) {
        rocrand_status s = rocrand_generate(g, at, 3);
        return s == ROCRAND_STATUS_SUCCESS ? rocrand_generate(g, at + 3, n - 3) : s;
      });
  for (unsigned t = 0; t < 8; t++) {
    for (unsigned k = 0; k < 78; k++) CHECK(got[k * stride + t] == first[place(t, k)]);
    CHECK(got[cycle + t] == first[624 + place(t, 0)]);
  }
  // The words of another generator obey the recurrence, and differ.
  Words x(624);
  for (unsigned t = 0; t < 8; t++)
    for (unsigned k = 0; k < 78; k++) x[place(t, k)] = got[k * stride + other + t];
  auto untempered = [](unsigned y) {
    y ^= y >> 18;
    y ^= y << 15 & 0xefc60000u;
    unsigned z = y;
    for (int i = 0; i < 4; i++) z = y ^ (z << 7 & 0x9d2c5680u);
    y = z;
    for (int i = 0; i < 3; i++) z = y ^ z >> 11;
    return z;
  };
  for (unsigned &w : x) w = untempered(w);
  unsigned y = (x[0] & 0x80000000u) | (x[1] & 0x7fffffffu);
  unsigned next = x[397] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
  next ^= next >> 11;
  next ^= next << 7 & 0x9d2c5680u;
  next ^= next << 15 & 0xefc60000u;
  next ^= next >> 18;
  CHECK(got[cycle + other] == next);
  CHECK(x[0] != untempered(first[0]));
}

// A change of the number of words in a group begins with words that no call has used.
static void mt19937_widths() {
  std::mt19937 standard(1234);
  Words first(624);
  for (unsigned &w : first) w = standard();
  rocrand_generator g;
  Memory<unsigned> u(4);
  Memory<double> d(4);
  OK(rocrand_create_generator(&g, ROCRAND_RNG_PSEUDO_MT19937));
  OK(rocrand_set_seed(g, 1234));
  OK(rocrand_generate(g, u.at, 3));
  OK(rocrand_generate_uniform_double(g, d.at, 2));
  CHECK(hipDeviceSynchronize() == hipSuccess);
  OK(rocrand_destroy_generator(g));
  auto numbers = d.fetched(2);
  for (unsigned t = 0; t < 2; t++)
    CHECK(numbers[t] == rocrand_device::detail::uniform_distribution_double(first[place(t, 2)],
                                                                            first[place(t, 3)]));
}

__global__ void mtgp_kernel(hiprandStateMtgp32_t *states, unsigned *out, float *f, int n) {
  __shared__ hiprandStateMtgp32_t s;
  hiprand_mtgp32_block_copy(&states[blockIdx.x], &s);
  for (int i = 0; i < n; i++)
    out[(i * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] = hiprand(&s);
  f[blockIdx.x * blockDim.x + threadIdx.x] = hiprand_uniform(&s);
  hiprand_mtgp32_block_copy(&s, &states[blockIdx.x]);
}

static void mtgp32() {
  const size_t blocks = 512, threads = 256;
  const int rounds = 3;
  Memory<hiprandStateMtgp32_t> states(blocks);
  Memory<mtgp32_kernel_params_t> params(1);
  Memory<unsigned> out(rounds * blocks * threads);
  Memory<float> f(blocks * threads);
  CHECK(hiprandMakeMTGP32Constants(mtgp32dc_params_fast_11213, params.at) ==
        HIPRAND_STATUS_SUCCESS);
  CHECK(hiprandMakeMTGP32KernelState(states.at, mtgp32dc_params_fast_11213, params.at, blocks,
                                     1234) == HIPRAND_STATUS_SUCCESS);
  mtgp_kernel<<<blocks, threads>>>(states.at, out.at, f.at, rounds);
  Words kernel = out.fetched(rounds * blocks * threads);
  auto uniform = f.fetched(blocks * threads);
  Words host = generated<unsigned>(
      ROCRAND_RNG_PSEUDO_MTGP32, kernel.size(), 0, 0,
      [&](rocrand_generator g, unsigned *at) { return rocrand_generate(g, at, kernel.size()); });
  CHECK(kernel == host);
  // The recursion as Saito and Matsumoto define it, of the first and the last generator.
  for (size_t b : {size_t(0), blocks - 1}) {
    const mtgp32_params_fast_t &p = mtgp32dc_params_fast_11213[b];
    Words x(351);
    unsigned hidden = p.tbl[4] ^ p.tbl[8] << 16, fill = hidden;
    fill += fill >> 16;
    fill += fill >> 8;
    x.assign(351, (fill & 0xff) * 0x01010101u);
    x[0] = 1234 + unsigned(b) + 1;
    x[1] = hidden;
    for (unsigned i = 1; i < 351; i++) x[i] ^= 1812433253u * (x[i - 1] ^ x[i - 1] >> 30) + i;
    for (unsigned i = 0; i < (rounds + 1) * threads; i++) {
      unsigned y = (x[i] & p.mask) ^ x[i + 1];
      y ^= y << p.sh1;
      y ^= x[i + p.pos] >> p.sh2;
      y ^= p.tbl[y & 15];
      x.push_back(y);
      unsigned t = x[i + p.pos - 1];
      t ^= t >> 16;
      t ^= t >> 8;
      unsigned word = y ^ p.tmp_tbl[t & 15];
      if (i < rounds * threads)
        CHECK(kernel[(i / threads * blocks + b) * threads + i % threads] == word);
      else
        CHECK(uniform[b * threads + i % threads] ==
              rocrand_device::detail::uniform_distribution(word));
    }
  }
}

template <class T> void moments(const std::vector<T> &v, double mean, double variance, double by) {
  double sum = 0, squares = 0;
  for (T x : v) sum += double(x), squares += double(x) * double(x);
  double m = sum / v.size(), var = squares / v.size() - m * m;
  CHECK(std::fabs(m - mean) < by);
  CHECK(std::fabs(var - variance) < 4 * by);
  if (std::fabs(m - mean) >= by) printf("mean %g, not %g\n", m, mean);
}

// Every type's numbers have the distribution, in several calls from memory that is not aligned.
// A number of MT19937 costs more at first, when each eight need another generator.
static void host_distributions(rocrand_rng_type type) {
  const bool few = type == ROCRAND_RNG_PSEUDO_MT19937;
  const size_t n = few ? 1201 : 40001;
  const double scale = few ? 5.5 : 1;
  moments(generated<float>(
              type, n, 0, 0,
              [&](rocrand_generator g, float *at) { return rocrand_generate_uniform(g, at, n); },
              1),
          0.5, 1 / 12.0, scale * 0.01);
  moments(generated<double>(type, n, 0, 0,
                            [&](rocrand_generator g, double *at) {
                              OK(rocrand_generate_uniform_double(g, at, 11));
                              return rocrand_generate_uniform_double(g, at + 11, n - 11);
                            }),
          0.5, 1 / 12.0, scale * 0.01);
  moments(generated<float>(
              type, n, 0, 0,
              [&](rocrand_generator g, float *at) {
                return rocrand_generate_normal(g, at, n, 1.f, 2.f);
              },
              1),
          1, 4, scale * 0.06);
  moments(generated<double>(type, n, 0, 0,
                            [&](rocrand_generator g, double *at) {
                              return rocrand_generate_normal_double(g, at, n, 2.0, 1.0);
                            }),
          2, 1, scale * 0.03);
  moments(generated<double>(type, n, 0, 0,
                            [&](rocrand_generator g, double *at) {
                              return rocrand_generate_log_normal_double(g, at, n, 0.0, 0.5);
                            }),
          std::exp(0.125), std::exp(0.25) * (std::exp(0.25) - 1), scale * 0.03);
  auto halves = generated<half>(
      type, n, 0, 0,
      [&](rocrand_generator g, half *at) {
        return rocrand_generate_normal_half(g, at, n, __float2half(1.f), __float2half(0.5f));
      },
      3);
  std::vector<float> wide(n);
  for (size_t i = 0; i < n; i++) wide[i] = __half2float(halves[i]);
  moments(wide, 1, 0.25, scale * 0.02);
  moments(
      generated<unsigned char>(
          type, n, 0, 0,
          [&](rocrand_generator g, unsigned char *at) { return rocrand_generate_char(g, at, n); },
          5),
      127.5, 256 * 256 / 12.0, scale * 40);
  for (double lambda : {0.5, 300.0, 5000.0})
    moments(generated<unsigned>(type, n, 0, 0,
                                [&](rocrand_generator g, unsigned *at) {
                                  return rocrand_generate_poisson(g, at, n, lambda);
                                }),
            lambda, lambda, scale * (0.03 * lambda + 0.02));
}

template <class State>
__global__ void discrete_numbers(State from, hiprandDiscreteDistribution_t d, unsigned *to, int n) {
  State s = from;
  for (int i = 0; i < n; i++) to[i] = rocrand_discrete(&s, d);
}
__global__ void discrete_of_states(hiprandDiscreteDistribution_t d, unsigned *to) {
  hiprandStatePhilox4_32_10_t s;
  hiprand_init(7, 0, 0, &s);
  uint4 four = hiprand_discrete4(&s, d);
  to[0] = four.x, to[1] = four.y, to[2] = four.z, to[3] = four.w;
  to[4] = hiprand_discrete(&s, d);
}

// Table is a distribution, copied to the host.
struct Table {
  rocrand_discrete_distribution_st d;
  std::vector<unsigned> alias;
  std::vector<double> probability, cdf;
  explicit Table(rocrand_discrete_distribution from) {
    auto copy = [](void *to, const void *at, size_t size) {
      CHECK(hipMemcpy(to, at, size, hipMemcpyDeviceToHost) == hipSuccess);
    };
    copy(&d, from, sizeof d);
    alias.resize(d.size), probability.resize(d.size), cdf.resize(d.size);
    copy(alias.data(), d.alias, d.size * sizeof(unsigned));
    copy(probability.data(), d.probability, d.size * sizeof(double));
    copy(cdf.data(), d.cdf, d.size * sizeof(double));
  }
  // The probability of a value by the alias table, which draws one of size columns.
  double by_alias(unsigned value) const {
    double sum = probability[value];
    for (unsigned i = 0; i < d.size; i++)
      if (alias[i] == value) sum += 1 - probability[i];
    return sum / d.size;
  }
  unsigned inverse(double x) const {
    unsigned i = 0;
    while (x > cdf[i] && i + 1 < d.size) i++;
    return d.offset + i;
  }
  unsigned column(unsigned word) const {
    double x = word / 4294967296.0 * d.size, whole = std::floor(x);
    return d.offset + (x - whole < probability[(int)whole] ? (int)whole : alias[(int)whole]);
  }
};

// Tables have the probabilities asked for, and kernels draw from them by the words of their engines:
// pseudo-random ones through the alias table, Sobol sequences by inversion.
static void discrete() {
  const int n = 1000;
  rocrand_discrete_distribution d;
  std::vector<double> weights = {3, 0.5, 0, 12, 7.25, 1};
  OK(rocrand_create_discrete_distribution(weights.data(), 6, 100, &d));
  Table t(d);
  CHECK(t.d.size == 6 && t.d.offset == 100);
  double sum = 0;
  for (int i = 0; i < 6; i++) {
    CHECK(std::fabs(t.by_alias(i) - weights[i] / 23.75) < 1e-14);
    CHECK(std::fabs(t.cdf[i] - (sum += weights[i] / 23.75)) < 1e-14);
  }
  Memory<unsigned> u(n);
  rocrand_state_xorwow xorwow;
  rocrand_init(3, 1, 0, &xorwow);
  discrete_numbers<<<1, 1>>>(xorwow, d, u.at, n);
  for (unsigned got : u.fetched(n)) CHECK(got == t.column(rocrand(&xorwow)));
  const unsigned *v32;
  OK(rocrand_get_direction_vectors32(&v32, ROCRAND_DIRECTION_VECTORS_32_JOEKUO6));
  rocrand_state_sobol32 sobol(v32 + 32 * 4, 5);
  discrete_numbers<<<1, 1>>>(sobol, d, u.at, n);
  for (unsigned got : u.fetched(n)) CHECK(got == t.inverse(rocrand(&sobol) / 4294967296.0));
  discrete_of_states<<<1, 1>>>(d, u.at);
  rocrand_state_philox4x32_10 philox;
  rocrand_init(7, 0, 0, &philox);
  for (unsigned got : u.fetched(5)) CHECK(got == t.column(rocrand(&philox)));
  OK(rocrand_destroy_discrete_distribution(d));

  CHECK(hiprandCreatePoissonDistribution(20.0, &d) == HIPRAND_STATUS_SUCCESS);
  Table poisson(d);
  for (unsigned i = 0; i < poisson.d.size; i++) {
    double k = poisson.d.offset + i;
    CHECK(std::fabs(poisson.by_alias(i) - std::exp(k * std::log(20.0) - 20 - std::lgamma(k + 1))) <
          1e-10);
  }
  CHECK(hiprandDestroyDistribution(d) == HIPRAND_STATUS_SUCCESS);
  CHECK(hiprandDestroyDistribution(nullptr) == HIPRAND_STATUS_OUT_OF_RANGE);
  CHECK(hiprandCreatePoissonDistribution(0.0, &d) == HIPRAND_STATUS_OUT_OF_RANGE);
  CHECK(hiprandCreatePoissonDistribution(1.0, nullptr) == HIPRAND_STATUS_OUT_OF_RANGE);
  CHECK(rocrand_create_discrete_distribution(weights.data(), 0, 0, &d) ==
        ROCRAND_STATUS_OUT_OF_RANGE);
  CHECK(rocrand_create_discrete_distribution(nullptr, 6, 0, &d) == ROCRAND_STATUS_OUT_OF_RANGE);
}

static void bad_calls() {
  rocrand_generator g;
  Memory<unsigned> u(10);
  const unsigned *w;
  const unsigned long long *l;
  CHECK(rocrand_get_direction_vectors32(nullptr, ROCRAND_DIRECTION_VECTORS_32_JOEKUO6) ==
        ROCRAND_STATUS_OUT_OF_RANGE);
  CHECK(rocrand_get_direction_vectors32(&w, ROCRAND_DIRECTION_VECTORS_64_JOEKUO6) ==
        ROCRAND_STATUS_OUT_OF_RANGE);
  CHECK(rocrand_get_direction_vectors64(&l, rocrand_direction_vector_set(7)) ==
        ROCRAND_STATUS_OUT_OF_RANGE);
  CHECK(rocrand_get_scramble_constants32(nullptr) == ROCRAND_STATUS_OUT_OF_RANGE);
  CHECK(rocrand_get_scramble_constants64(nullptr) == ROCRAND_STATUS_OUT_OF_RANGE);
  CHECK(rocrand_create_generator(&g, rocrand_rng_type(503)) == ROCRAND_STATUS_TYPE_ERROR);
  CHECK(rocrand_set_seed_uint4(nullptr, make_uint4(1, 2, 3, 4)) == ROCRAND_STATUS_NOT_CREATED);

  OK(rocrand_create_generator(&g, ROCRAND_RNG_QUASI_DEFAULT));
  CHECK(rocrand_set_seed(g, 1) == ROCRAND_STATUS_TYPE_ERROR);
  CHECK(rocrand_set_seed_uint4(g, make_uint4(1, 2, 3, 4)) == ROCRAND_STATUS_TYPE_ERROR);
  CHECK(rocrand_set_quasi_random_generator_dimensions(g, 0) == ROCRAND_STATUS_OUT_OF_RANGE);
  CHECK(rocrand_set_quasi_random_generator_dimensions(g, 20001) == ROCRAND_STATUS_OUT_OF_RANGE);
  OK(rocrand_set_quasi_random_generator_dimensions(g, 4));
  CHECK(rocrand_generate(g, u.at, 10) == ROCRAND_STATUS_LENGTH_NOT_MULTIPLE);
  CHECK(rocrand_generate_long_long(g, (unsigned long long *)u.at, 4) == ROCRAND_STATUS_TYPE_ERROR);
  CHECK(rocrand_set_ordering(g, ROCRAND_ORDERING_PSEUDO_DEFAULT) == ROCRAND_STATUS_OUT_OF_RANGE);
  OK(rocrand_set_ordering(g, ROCRAND_ORDERING_QUASI_DEFAULT));
  OK(rocrand_generate(g, nullptr, 8));
  OK(rocrand_destroy_generator(g));

  for (auto type : {ROCRAND_RNG_PSEUDO_MT19937, ROCRAND_RNG_PSEUDO_MTGP32}) {
    OK(rocrand_create_generator(&g, type));
    CHECK(rocrand_set_offset(g, 1) == ROCRAND_STATUS_TYPE_ERROR);
    CHECK(rocrand_generate_long_long(g, (unsigned long long *)u.at, 4) ==
          ROCRAND_STATUS_TYPE_ERROR);
    CHECK(rocrand_set_ordering(g, ROCRAND_ORDERING_QUASI_DEFAULT) == ROCRAND_STATUS_OUT_OF_RANGE);
    CHECK((rocrand_set_ordering(g, ROCRAND_ORDERING_PSEUDO_DYNAMIC) == ROCRAND_STATUS_SUCCESS) ==
          (type == ROCRAND_RNG_PSEUDO_MTGP32));
    CHECK(rocrand_set_quasi_random_generator_dimensions(g, 2) == ROCRAND_STATUS_TYPE_ERROR);
    OK(rocrand_destroy_generator(g));
  }
}

int main() {
  threefry_vectors();
  threefry_places<rocrand_state_threefry2x32_20, unsigned>();
  threefry_places<rocrand_state_threefry4x32_20, unsigned>();
  threefry_places<rocrand_state_threefry2x64_20, unsigned long long>();
  threefry_places<rocrand_state_threefry4x64_20, unsigned long long>();
  lfsr113();
  lfsr113_order();
  threefry_order<rocrand_state_threefry2x32_20, unsigned>(ROCRAND_RNG_PSEUDO_THREEFRY2_32_20);
  threefry_order<rocrand_state_threefry4x32_20, unsigned>(ROCRAND_RNG_PSEUDO_THREEFRY4_32_20);
  threefry_order<rocrand_state_threefry2x64_20, unsigned long long>(
      ROCRAND_RNG_PSEUDO_THREEFRY2_64_20);
  threefry_order<rocrand_state_threefry4x64_20, unsigned long long>(
      ROCRAND_RNG_PSEUDO_THREEFRY4_64_20);
  sobol_tables();
  sobol_points();
  mt19937();
  mt19937_widths();
  mtgp32();
  distributions(rocrand_state_threefry2x32_20(42, 5, 3));
  distributions(rocrand_state_threefry4x64_20(42, 5, 3));
  distributions(rocrand_state_lfsr113(make_uint4(2, 8, 16, 128), 3, 1));
  const unsigned long long *v64;
  OK(rocrand_get_direction_vectors64(&v64, ROCRAND_DIRECTION_VECTORS_64_JOEKUO6));
  distributions(rocrand_state_sobol64(v64 + 64 * 9, 1234));
  for (auto type :
       {ROCRAND_RNG_PSEUDO_LFSR113, ROCRAND_RNG_PSEUDO_MTGP32, ROCRAND_RNG_PSEUDO_MT19937,
        ROCRAND_RNG_PSEUDO_THREEFRY2_32_20, ROCRAND_RNG_PSEUDO_THREEFRY2_64_20,
        ROCRAND_RNG_PSEUDO_THREEFRY4_32_20, ROCRAND_RNG_PSEUDO_THREEFRY4_64_20,
        ROCRAND_RNG_QUASI_SOBOL32, ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32, ROCRAND_RNG_QUASI_SOBOL64,
        ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64})
    host_distributions(type);
  discrete();
  bad_calls();
  puts(failures ? "FAIL" : "PASS");
  return failures != 0;
}

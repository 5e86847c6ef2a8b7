// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Pseudo-random numbers of the host API, in the order of rocRAND's own kernels, whose grid has 512
// blocks of 256 engines for XORWOW, MRG32k3a and LFSR113, and 1024 blocks of 256 threads for Philox
// and ThreeFry.
#include "mersenne.h"

namespace gohip_rand {
namespace {

// engines are the engines of XORWOW, MRG32k3a or LFSR113, which the first call initialises.
template <class Engine> struct engines {
  bool ready;
  Engine at[kEngines];
};

// first returns the engine of the first subsequence.
template <class Engine> Engine first(const call *c) {
  return Engine(c->seed, 0, c->offset / kEngines);
}
template <> rocrand_state_lfsr113 first(const call *c) {
  return rocrand_state_lfsr113(c->seeds, 0, (unsigned)(c->offset / kEngines));
}

} // namespace

// subsequence_step advances an engine by one subsequence.
template <class Engine> struct subsequence_step {
  void operator()(Engine *e) const { e->discard_subsequence(1); }
};

// linear_step does so for an engine whose state is a vector of bits, in which the step is linear: the
// new state is the sum of what each byte of the old one contributes. The contributions take 100 KB;
// discard_subsequence evaluates a polynomial, which takes far longer.
template <class Engine, unsigned Words, unsigned (Engine::*State)[Words]> struct linear_step {
  typedef unsigned (*contributions)[256][Words];
  contributions of = (contributions)malloc(sizeof(unsigned[Words * 4][256][Words]));

  linear_step() {
    if (!of) return;
    for (unsigned byte = 0; byte < Words * 4; byte++) {
      memset(of[byte][0], 0, sizeof of[byte][0]);
      for (unsigned value = 1; value < 256; value++) {
        unsigned *sum = of[byte][value], rest = value & (value - 1);
        if (rest) { // the lowest bit and the others
          for (unsigned k = 0; k < Words; k++)
            sum[k] = of[byte][value ^ rest][k] ^ of[byte][rest][k];
          continue;
        }
        Engine e;
        unsigned *state = e.*State;
        memset(state, 0, sizeof(unsigned[Words]));
        state[byte / 4] = value << byte % 4 * 8;
        e.discard_subsequence(1);
        memcpy(sum, state, sizeof(unsigned[Words]));
      }
    }
  }
  ~linear_step() { free(of); }

  void operator()(Engine *e) const {
    if (!of) return e->discard_subsequence(1);
    unsigned *state = e->*State, sum[Words] = {};
    for (unsigned byte = 0; byte < Words * 4; byte++) {
      const unsigned *part = of[byte][state[byte / 4] >> byte % 4 * 8 & 255];
      for (unsigned k = 0; k < Words; k++) sum[k] ^= part[k];
    }
    memcpy(state, sum, sizeof sum);
  }
};

template <>
struct subsequence_step<rocrand_state_xorwow>
    : linear_step<rocrand_state_xorwow, 5, &rocrand_state_xorwow::x> {};
template <>
struct subsequence_step<rocrand_state_lfsr113>
    : linear_step<rocrand_state_lfsr113, 4, &rocrand_state_lfsr113::z> {};

namespace {

// set_up seeds each engine with its own subsequence; engines before the offset are advanced by one
// more number.
template <class Engine> void set_up(engines<Engine> *e, const call *c) {
  Engine next = first<Engine>(c);
  subsequence_step<Engine> advance;
  for (size_t i = 0; i < kEngines; i++) {
    e->at[i] = next;
    if (i < c->offset % kEngines) e->at[i].next();
    advance(&next);
  }
  e->ready = true;
}

template <class Engine, class T, unsigned In, unsigned Out, class Make>
void fill_by_engines(const call *c, Make make) {
  engines<Engine> *e = (engines<Engine> *)c->state->memory;
  if (!e->ready) set_up(e, c);
  arrangement a(c->arranged, c->n, sizeof(T), Out);
  T *data = (T *)c->data, out[Out];
  unsigned in[In];
  auto group = [&](size_t number, T *to, size_t count) {
    Engine &engine = e->at[(number + c->start) % kEngines];
    for (unsigned &word : in) word = engine.next();
    make(in, out);
    memcpy((void *)to, out, count * sizeof(T));
  };
  for (size_t i = 0; i < a.groups; i++) group(i, data + a.head + i * Out, Out);
  if (a.head) group(a.groups, data, a.head);
  if (a.tail) group(a.groups, data + c->n - a.tail, a.tail);
}

// philox_words gives random access to the words of a Philox sequence.
struct philox_words {
  typedef unsigned word_type;
  static constexpr unsigned width = 4;
  unsigned long long seed;
  unsigned __int128 base;

  void operator()(unsigned __int128 from, unsigned *to, size_t count) const {
    from += base;
    bool near = from >> 64 == 0; // in the range of an offset
    rocrand_state_philox4x32_10 engine(seed, (unsigned long long)(from >> 66),
                                       near ? (unsigned long long)from : 0);
    if (!near) {
      unsigned long long counter = (unsigned long long)(from / 4);
      for (int i = 0; i < 4; i++) engine.discard(counter & ~3ULL);
      engine.discard(counter % 4 * 4 + (unsigned)(from % 4));
    }
    for (size_t i = 0; i < count; i++) to[i] = engine.next();
  }
};

// threefry_words gives random access to the words of a ThreeFry sequence.
template <class Engine> struct threefry_words {
  typedef typename Engine::word_type word_type;
  static constexpr unsigned width = Engine::width;
  unsigned long long seed;
  unsigned __int128 base;

  void operator()(unsigned __int128 from, word_type *to, size_t count) const {
    word_type key[width], result[width];
    Engine::set_key(seed, key);
    from += base;
    for (bool first = true; count; first = false, from++, count--) {
      if (first || from % width == 0) {
        unsigned __int128 block = from / width;
        word_type counter[width] = {};
        for (unsigned i = 0; i < width && block; i++) {
          counter[i] = (word_type)block;
          block >>= 4 * sizeof(word_type);
          block >>= 4 * sizeof(word_type);
        }
        Engine::rounds(counter, key, result);
      }
      *to++ = result[(unsigned)(from % width)];
    }
  }
};

// skipped returns the words by which the threads other than the first are ahead of their counters,
// if the array begins with numbers that the first thread generates alone.
template <unsigned In, unsigned Out> size_t skipped(const philox_words &, size_t head) {
  return head;
}
template <unsigned In, unsigned Out, class Engine>
size_t skipped(const threefry_words<Engine> &, size_t head) {
  return head / Out * In;
}

template <class T, unsigned In, unsigned Out, class Words, class Make>
void fill_by_counter(const call *c, const Words &words, Make make) {
  typedef typename Words::word_type Word;
  constexpr unsigned width = Words::width;
  constexpr size_t parts = width / In;
  arrangement a(c->arranged, c->n, sizeof(T), parts * Out);
  T *data = (T *)c->data, out[Out];
  Word in[In], all[width];
  // part generates the numbers of a group that fit, from as many words as necessary.
  auto part = [&](unsigned __int128 at, T *to, size_t count) {
    for (; count; at += In) {
      words(at, in, In);
      make(in, out);
      size_t fits = std::min<size_t>(count, Out);
      memcpy((void *)to, out, fits * sizeof(T));
      to += fits;
      count -= fits;
    }
  };
  part(0, data, a.head);
  size_t used = (a.head + Out - 1) / Out * In; // by thread 0, before its groups
  auto position = [&](size_t group) {
    size_t thread = group % kCounterThreads;
    return (unsigned __int128)(width * thread + (thread ? skipped<In, Out>(words, a.head) : used)) +
           (unsigned __int128)width * kCounterThreads * (group / kCounterThreads);
  };
  for (size_t i = 0; i < a.groups; i++) {
    words(position(i), all, width);
    for (size_t p = 0; p < parts; p++) {
      memcpy(in, all + p * In, sizeof in);
      make(in, out);
      memcpy((void *)(data + a.head + (i * parts + p) * Out), out, sizeof out);
    }
  }
  part(position(a.groups), data + c->n - a.tail, a.tail);
}

template <class Engine, class T, unsigned In, unsigned Out, class Make>
void fill_by_threefry(const call *c, Make make) {
  fill_by_counter<T, In, Out>(c, threefry_words<Engine>{c->seed, c->position}, make);
}

// fill fills an array with numbers, of which make makes Out from In words of 32 bits.
template <class T, unsigned In, unsigned Out, class Make> void fill(const call *c, Make make) {
  switch (c->type) {
  case ROCRAND_RNG_PSEUDO_XORWOW:
    return fill_by_engines<rocrand_state_xorwow, T, In, Out>(c, make);
  case ROCRAND_RNG_PSEUDO_MRG32K3A:
    return fill_by_engines<rocrand_state_mrg32k3a, T, In, Out>(c, make);
  case ROCRAND_RNG_PSEUDO_LFSR113:
    return fill_by_engines<rocrand_state_lfsr113, T, In, Out>(c, make);
  case ROCRAND_RNG_PSEUDO_MTGP32:
    return fill_by_mtgp32<T, In, Out>(c, make);
  case ROCRAND_RNG_PSEUDO_MT19937:
    return fill_by_mt19937<T, In, Out>(c, make);
  case ROCRAND_RNG_PSEUDO_THREEFRY2_32_20:
    if constexpr (In <= 2)
      return fill_by_threefry<rocrand_state_threefry2x32_20, T, In, Out>(c, make);
    return;
  case ROCRAND_RNG_PSEUDO_THREEFRY4_32_20:
    return fill_by_threefry<rocrand_state_threefry4x32_20, T, In, Out>(c, make);
  default:
    return fill_by_counter<T, In, Out>(c, philox_words{c->seed, c->position}, make);
  }
}

// fill64 does so with words of 64 bits.
template <class T, unsigned In, unsigned Out, class Make> void fill64(const call *c, Make make) {
  if (c->type == ROCRAND_RNG_PSEUDO_THREEFRY2_64_20)
    return fill_by_threefry<rocrand_state_threefry2x64_20, T, In, Out>(c, make);
  fill_by_threefry<rocrand_state_threefry4x64_20, T, In, Out>(c, make);
}

// word returns 32 bits from an engine's output.
unsigned word(const call *c, unsigned in) {
  return c->type == ROCRAND_RNG_PSEUDO_MRG32K3A ? mrg_uniform_distribution_uint(in) : in;
}

template <class T> void fill_words(const call *c) {
  fill<T, 1, 4 / sizeof(T)>(c, [c](const unsigned *in, T *out) {
    unsigned w = word(c, in[0]);
    memcpy(out, &w, sizeof w);
  });
}

void fill_uniform(const call *c) {
  bool mrg = c->type == ROCRAND_RNG_PSEUDO_MRG32K3A;
  if (c->of == element::f16)
    return fill<__half, 1, 2>(c, [c](const unsigned *in, __half *out) {
      unsigned w = word(c, in[0]);
      out[0] = uniform_distribution_half((unsigned short)w);
      out[1] = uniform_distribution_half((unsigned short)(w >> 16));
    });
  if (c->of == element::f32)
    return fill<float, 1, 1>(c, [mrg](const unsigned *in, float *out) {
      *out = mrg ? mrg_uniform_distribution(*in) : uniform_distribution(*in);
    });
  if (mrg)
    return fill<double, 1, 1>(
        c, [](const unsigned *in, double *out) { *out = mrg_uniform_distribution_double(*in); });
  fill<double, 2, 1>(
      c, [](const unsigned *in, double *out) { *out = uniform_distribution_double(in[0], in[1]); });
}

void fill_normal(const call *c) {
  bool mrg = c->type == ROCRAND_RNG_PSEUDO_MRG32K3A;
  if (c->of == element::f16)
    return fill<__half, 1, 2>(c, [c](const unsigned *in, __half *out) {
      float2 r = normal_distribution_half2(word(c, in[0]));
      out[0] = __float2half(transform(c, r.x));
      out[1] = __float2half(transform(c, r.y));
    });
  if (c->of == element::f32)
    return fill<float, 2, 2>(c, [c, mrg](const unsigned *in, float *out) {
      float2 r = mrg ? mrg_normal_distribution2(in[0], in[1]) : normal_distribution2(in[0], in[1]);
      out[0] = transform(c, r.x);
      out[1] = transform(c, r.y);
    });
  auto both = [c](double2 r, double *out) {
    out[0] = transform(c, r.x);
    out[1] = transform(c, r.y);
  };
  if (mrg)
    return fill<double, 2, 2>(c, [both](const unsigned *in, double *out) {
      both(mrg_normal_distribution_double2(in[0], in[1]), out);
    });
  if (c->type == ROCRAND_RNG_PSEUDO_THREEFRY2_32_20) // which has only two words at a time
    return fill<double, 1, 1>(c, [c](const unsigned *in, double *out) {
      *out = transform(c, normal_distribution_double(*in));
    });
  fill<double, 4, 2>(c, [both](const unsigned *in, double *out) {
    both(normal_distribution_double2(make_uint4(in[0], in[1], in[2], in[3])), out);
  });
}

void fill_poisson(const call *c) {
  if (c->kind == distribution::poisson_huge)
    return fill<unsigned, 1, 1>(c, [c](const unsigned *in, unsigned *out) {
      double x = normal_distribution_double(word(c, *in));
      *out = (unsigned)round(sqrt(c->mean) * x + c->mean);
    });
  const auto &table = *(const rocrand_discrete_distribution_st *)c->table->memory;
  fill<unsigned, 1, 1>(c, [c, &table](const unsigned *in, unsigned *out) {
    *out = discrete_alias(unit(word(c, *in)), table);
  });
}

template <class T> void fill_words64(const call *c) {
  fill64<T, 1, 8 / sizeof(T)>(
      c, [](const unsigned long long *in, T *out) { memcpy(out, in, sizeof *in); });
}

void fill_uniform64(const call *c) {
  if (c->of == element::f16)
    return fill64<__half, 1, 4>(c, [](const unsigned long long *in, __half *out) {
      for (int i = 0; i < 4; i++)
        out[i] = uniform_distribution_half((unsigned short)(*in >> 16 * i));
    });
  if (c->of == element::f32)
    return fill64<float, 1, 1>(
        c, [](const unsigned long long *in, float *out) { *out = uniform_distribution(*in); });
  fill64<double, 1, 1>(c, [](const unsigned long long *in, double *out) {
    *out = uniform_distribution_double(*in);
  });
}

void fill_normal64(const call *c) {
  if (c->of == element::f16)
    return fill64<__half, 1, 2>(c, [c](const unsigned long long *in, __half *out) {
      float2 r = normal_distribution_half2(*in);
      out[0] = __float2half(transform(c, r.x));
      out[1] = __float2half(transform(c, r.y));
    });
  if (c->of == element::f32)
    return fill64<float, 1, 2>(c, [c](const unsigned long long *in, float *out) {
      float2 r = normal_distribution2(*in);
      out[0] = transform(c, r.x);
      out[1] = transform(c, r.y);
    });
  fill64<double, 2, 2>(c, [c](const unsigned long long *in, double *out) {
    double2 r = normal_distribution_double2(in[0], in[1]);
    out[0] = transform(c, r.x);
    out[1] = transform(c, r.y);
  });
}

void fill_poisson64(const call *c) {
  if (c->kind == distribution::poisson_huge)
    return fill64<unsigned, 1, 1>(c, [c](const unsigned long long *in, unsigned *out) {
      *out = (unsigned)round(sqrt(c->mean) * normal_distribution_double(*in) + c->mean);
    });
  const auto &table = *(const rocrand_discrete_distribution_st *)c->table->memory;
  fill64<unsigned, 1, 1>(c, [&table](const unsigned long long *in, unsigned *out) {
    *out = discrete_alias(unit(*in), table);
  });
}

void generate_words(const call *c) {
  switch (c->kind) {
  case distribution::words:
    if (c->of == element::u8) return fill_words<unsigned char>(c);
    if (c->of == element::u16) return fill_words<unsigned short>(c);
    return fill_words<unsigned>(c);
  case distribution::uniform:
    return fill_uniform(c);
  case distribution::normal:
  case distribution::log_normal:
    return fill_normal(c);
  default:
    return fill_poisson(c);
  }
}

void generate_words64(const call *c) {
  switch (c->kind) {
  case distribution::words:
    if (c->of == element::u8) return fill_words64<unsigned char>(c);
    if (c->of == element::u16) return fill_words64<unsigned short>(c);
    if (c->of == element::u32) return fill_words64<unsigned>(c);
    return fill_words64<unsigned long long>(c);
  case distribution::uniform:
    return fill_uniform64(c);
  case distribution::normal:
  case distribution::log_normal:
    return fill_normal64(c);
  default:
    return fill_poisson64(c);
  }
}

} // namespace

size_t state_size(rocrand_rng_type type) {
  switch (type) {
  case ROCRAND_RNG_PSEUDO_XORWOW:
    return sizeof(engines<rocrand_state_xorwow>);
  case ROCRAND_RNG_PSEUDO_MRG32K3A:
    return sizeof(engines<rocrand_state_mrg32k3a>);
  case ROCRAND_RNG_PSEUDO_LFSR113:
    return sizeof(engines<rocrand_state_lfsr113>);
  case ROCRAND_RNG_PSEUDO_MTGP32:
    return sizeof(mtgp32_state);
  case ROCRAND_RNG_PSEUDO_MT19937:
    return sizeof(mt19937_state);
  default:
    return 0;
  }
}

void generate_pseudo(const call *c) {
  if (c->type == ROCRAND_RNG_PSEUDO_THREEFRY2_64_20 ||
      c->type == ROCRAND_RNG_PSEUDO_THREEFRY4_64_20)
    return generate_words64(c);
  generate_words(c);
}

} // namespace gohip_rand

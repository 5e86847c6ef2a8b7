// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The host API of rocRAND. Numbers are generated on the host, by the engines that kernels use, in
// stream order: in place if the host accesses the device's memory, otherwise after waiting for the
// stream, with a copy. They are in the order of rocRAND's own kernels, whose grid has 512 blocks of
// 256 engines for XORWOW and MRG32k3a, and 1024 blocks of 256 threads for Philox.
#include <rocrand/rocrand.h>
#include <rocrand/rocrand_kernel.h>

#include "hostcall.h"

#include <algorithm>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

using namespace rocrand_device::detail;

namespace {

constexpr int kMark = 0x47485244;
constexpr size_t kEngines = 512 * 256;
constexpr size_t kPhiloxThreads = 1024 * 256;

enum class distribution { words, uniform, normal, log_normal, poisson, poisson_huge };
enum class element { u8, u16, u32, f16, f32, f64 };

// alias_table is an alias table (Walker, Vose) of a discrete distribution.
struct alias_table {
  unsigned size, offset;
  double *probability;
  unsigned *alias;

  unsigned operator()(unsigned word) const {
    double nx = size * (word * ROCRAND_2POW32_INV_DOUBLE), whole = floor(nx);
    unsigned i = (unsigned)whole;
    return offset + (nx - whole < probability[i] ? i : alias[i]);
  }
};

// shared is data shared by the calls of a generator; the last one frees it.
struct shared {
  int users;
  void *memory;
};

shared *share(void *memory) {
  shared *s = (shared *)malloc(sizeof *s);
  if (!s) {
    free(memory);
    return nullptr;
  }
  *s = {1, memory};
  return s;
}

void use(shared *s) {
  if (s) __atomic_add_fetch(&s->users, 1, __ATOMIC_RELAXED);
}

void drop(shared *s) {
  if (!s || __atomic_sub_fetch(&s->users, 1, __ATOMIC_ACQ_REL)) return;
  free(s->memory);
  free(s);
}

// engines are the engines of XORWOW or MRG32k3a, which the first call initialises.
template <class Engine> struct engines {
  bool ready;
  Engine at[kEngines];
};

// set_up seeds each engine with its own subsequence; engines before the offset are advanced by one
// more number.
template <class Engine>
void set_up(engines<Engine> *e, unsigned long long seed, unsigned long long offset) {
  Engine next(seed, 0, offset / kEngines);
  for (size_t i = 0; i < kEngines; i++) {
    e->at[i] = next;
    if (i < offset % kEngines) e->at[i].discard(1);
    next.discard_subsequence(1);
  }
  e->ready = true;
}

// call is a call that generates n numbers.
struct call {
  rocrand_rng_type type;
  distribution kind;
  element of;
  unsigned long long seed, offset;
  unsigned __int128 position; // for Philox, in words
  size_t start;               // for the others, the engine that generates the first number
  shared *state, *table;
  double mean, stddev;
  void *data;         // destination of the numbers
  uintptr_t arranged; // the address that determines their order
  size_t n;
};

// arrangement divides an array into the groups of numbers that are generated together.
struct arrangement {
  size_t head, groups, tail;
  arrangement(uintptr_t data, size_t n, size_t size, size_t width) {
    size_t misaligned = (width - data / size % width) % width;
    head = std::min(n, misaligned);
    tail = (n - head) % width;
    groups = (n - head) / width;
  }
};

template <class Engine, class T, unsigned In, unsigned Out, class Make>
void fill_by_engines(const call *c, Make make) {
  engines<Engine> *e = (engines<Engine> *)c->state->memory;
  if (!e->ready) set_up(e, c->seed, c->offset);
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

template <class T, unsigned In, unsigned Out, class Make>
void fill_by_philox(const call *c, Make make) {
  constexpr size_t parts = 4 / In;
  arrangement a(c->arranged, c->n, sizeof(T), parts * Out);
  philox_words words{c->seed, c->position};
  T *data = (T *)c->data, out[Out];
  unsigned in[In], four[4];
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
    size_t thread = group % kPhiloxThreads;
    return (unsigned __int128)(4 * thread + (thread ? a.head : used)) +
           (unsigned __int128)4 * kPhiloxThreads * (group / kPhiloxThreads);
  };
  for (size_t i = 0; i < a.groups; i++) {
    words(position(i), four, 4);
    for (size_t p = 0; p < parts; p++) {
      memcpy(in, four + p * In, sizeof in);
      make(in, out);
      memcpy((void *)(data + a.head + (i * parts + p) * Out), out, sizeof out);
    }
  }
  part(position(a.groups), data + c->n - a.tail, a.tail);
}

template <class T, unsigned In, unsigned Out, class Make> void fill(const call *c, Make make) {
  switch (c->type) {
  case ROCRAND_RNG_PSEUDO_XORWOW:
    return fill_by_engines<rocrand_state_xorwow, T, In, Out>(c, make);
  case ROCRAND_RNG_PSEUDO_MRG32K3A:
    return fill_by_engines<rocrand_state_mrg32k3a, T, In, Out>(c, make);
  default:
    return fill_by_philox<T, In, Out>(c, make);
  }
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

// transform converts a standard normal number to the call's mean and standard deviation.
double transform(const call *c, double x) {
  double y = c->mean + x * c->stddev;
  return c->kind == distribution::log_normal ? exp(y) : y;
}
float transform(const call *c, float x) {
  float y = (float)c->mean + x * (float)c->stddev;
  return c->kind == distribution::log_normal ? expf(y) : y;
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
  const alias_table &table = *(const alias_table *)c->table->memory;
  fill<unsigned, 1, 1>(
      c, [c, &table](const unsigned *in, unsigned *out) { *out = table(word(c, *in)); });
}

void generate(void *argument) {
  const call *c = (const call *)argument;
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

void release(void *argument) {
  call *c = (call *)argument;
  drop(c->state);
  drop(c->table);
}

// vose builds the table of a distribution with the probabilities p.
void vose(alias_table *t, double *p, unsigned *small, unsigned *large) {
  double sum = 0, average = 1.0 / t->size;
  unsigned smalls = 0, larges = 0;
  for (unsigned i = 0; i < t->size; i++) sum += p[i];
  for (unsigned i = 0; i < t->size; i++) {
    p[i] /= sum;
    t->probability[i] = 1;
    t->alias[i] = i;
    if (p[i] >= average)
      large[larges++] = i;
    else
      small[smalls++] = i;
  }
  while (smalls && larges) {
    unsigned less = small[--smalls], more = large[--larges];
    t->probability[less] = p[less] * t->size;
    t->alias[less] = more;
    p[more] = (p[more] + p[less]) - average;
    if (p[more] >= average)
      large[larges++] = more;
    else
      small[smalls++] = more;
  }
}

// poisson_table contains the values of the Poisson distribution with probabilities of at least
// 1e-12.
shared *poisson_table(double lambda) {
  size_t capacity = 2 * (size_t)(16.0 * (2.0 + sqrt(lambda)));
  int left = (int)floor(lambda) - (int)(capacity / 2), lo = 0, hi = (int)capacity - 1;
  size_t size = sizeof(alias_table) + capacity * (2 * sizeof(double) + 3 * sizeof(unsigned));
  alias_table *t = (alias_table *)malloc(size);
  if (!t) return nullptr;
  t->probability = (double *)(t + 1);
  double *p = t->probability + capacity;
  t->alias = (unsigned *)(p + capacity);
  auto probability = [=](int i) {
    double x = left + i;
    return exp(x * log(lambda) - lgamma(x + 1.0) - lambda);
  };
  for (int i = (int)capacity / 2; i >= 0; i--)
    if ((p[i] = probability(i)) < 1e-12) {
      lo = i + 1;
      break;
    }
  for (int i = (int)capacity / 2 + 1; i < (int)capacity; i++)
    if ((p[i] = probability(i)) < 1e-12) {
      hi = i - 1;
      break;
    }
  t->size = hi - lo + 1;
  t->offset = left + lo;
  vose(t, p + lo, t->alias + capacity, t->alias + 2 * capacity);
  return share(t);
}

} // namespace

struct rocrand_generator_base_type {
  int mark;
  bool on_host, blocking;
  call next; // initial state of a call
  hipStream_t stream;
};

namespace {

rocrand_generator_base_type *generator_of(rocrand_generator g) {
  return g && g->mark == kMark ? g : nullptr;
}

// reset makes the next call start with the seed and the offset.
void reset(rocrand_generator g) {
  drop(g->next.state);
  g->next.state = nullptr;
  g->next.position = g->next.offset;
  g->next.start = g->next.offset % kEngines;
}

rocrand_status create(rocrand_generator *generator, rocrand_rng_type type, bool on_host,
                      bool blocking) {
  if (!generator) return ROCRAND_STATUS_NOT_CREATED;
  if (type == ROCRAND_RNG_PSEUDO_DEFAULT) type = ROCRAND_RNG_PSEUDO_XORWOW;
  if (type != ROCRAND_RNG_PSEUDO_XORWOW && type != ROCRAND_RNG_PSEUDO_MRG32K3A &&
      type != ROCRAND_RNG_PSEUDO_PHILOX4_32_10)
    return ROCRAND_STATUS_TYPE_ERROR;
  rocrand_generator g = (rocrand_generator)calloc(1, sizeof *g);
  if (!g) return ROCRAND_STATUS_ALLOCATION_FAILED;
  g->mark = kMark;
  g->on_host = on_host;
  g->blocking = blocking;
  g->next.type = type;
  *generator = g;
  return ROCRAND_STATUS_SUCCESS;
}

// prepare creates the data that the calls of a generator share.
rocrand_status prepare(rocrand_generator g) {
  if (g->next.state || g->next.type == ROCRAND_RNG_PSEUDO_PHILOX4_32_10)
    return ROCRAND_STATUS_SUCCESS;
  size_t size = g->next.type == ROCRAND_RNG_PSEUDO_XORWOW ? sizeof(engines<rocrand_state_xorwow>)
                                                          : sizeof(engines<rocrand_state_mrg32k3a>);
  void *memory = calloc(1, size);
  g->next.state = memory ? share(memory) : nullptr;
  return g->next.state ? ROCRAND_STATUS_SUCCESS : ROCRAND_STATUS_ALLOCATION_FAILED;
}

// copied generates numbers for a device whose memory the host cannot access.
hipError_t copied(const rocrand_generator g, call *c, size_t size) {
  void *data = c->data;
  hipError_t e = hipStreamSynchronize(g->stream);
  c->data = malloc(size);
  if (e == hipSuccess && !c->data) e = hipErrorOutOfMemory;
  if (e == hipSuccess) {
    generate(c);
    e = hipMemcpy(data, c->data, size, hipMemcpyHostToDevice);
  }
  free(c->data);
  release(c);
  return e;
}

// submit generates numbers in stream order; out numbers need in words of an engine.
rocrand_status submit(rocrand_generator g, const call &what, size_t size, size_t in, size_t out) {
  rocrand_status bad = prepare(g);
  if (bad != ROCRAND_STATUS_SUCCESS) {
    drop(what.table);
    return bad;
  }
  call c = g->next;
  c.kind = what.kind;
  c.of = what.of;
  c.mean = what.mean;
  c.stddev = what.stddev;
  c.table = what.table;
  c.data = what.data;
  c.arranged = (uintptr_t)what.data;
  c.n = what.data ? what.n : 0;
  use(c.state);
  gl_device device = GL_HOST;
  hipError_t e = g->on_host ? hipSuccess : gl_current(&device);
  if (g->blocking) {
    generate(&c);
    release(&c);
  } else if (e != hipSuccess) {
    release(&c);
  } else if (device == GL_HOST) {
    e = gl_host_call(g->stream, generate, release, &c, sizeof c);
  } else {
    e = copied(g, &c, c.n * size);
  }
  if (e == hipErrorOutOfMemory) return ROCRAND_STATUS_ALLOCATION_FAILED;
  if (e != hipSuccess) return ROCRAND_STATUS_LAUNCH_FAILURE;
  size_t groups = (c.n + out - 1) / out;
  g->next.position += (unsigned __int128)groups * in;
  g->next.start = (g->next.start + groups) % kEngines;
  return ROCRAND_STATUS_SUCCESS;
}

template <class T>
rocrand_status numbers(rocrand_generator generator, distribution kind, element of, T *data,
                       size_t n, double mean, double stddev) {
  rocrand_generator g = generator_of(generator);
  if (!g) return ROCRAND_STATUS_NOT_CREATED;
  call c = {};
  c.kind = kind;
  c.of = of;
  c.data = data;
  c.n = n;
  c.mean = mean;
  c.stddev = stddev;
  bool pairs = kind == distribution::normal || kind == distribution::log_normal;
  bool two_words = sizeof(T) == 8 && g->next.type != ROCRAND_RNG_PSEUDO_MRG32K3A;
  size_t out = sizeof(T) < 4 ? 4 / sizeof(T) : pairs ? 2 : 1;
  size_t in = sizeof(T) < 4 ? 1 : out * (two_words ? 2 : 1);
  return submit(g, c, sizeof(T), in, out);
}

} // namespace

rocrand_status rocrand_create_generator(rocrand_generator *generator, rocrand_rng_type rng_type) {
  return create(generator, rng_type, false, false);
}
rocrand_status rocrand_create_generator_host(rocrand_generator *generator,
                                             rocrand_rng_type rng_type) {
  return create(generator, rng_type, true, false);
}
rocrand_status rocrand_create_generator_host_blocking(rocrand_generator *generator,
                                                      rocrand_rng_type rng_type) {
  return create(generator, rng_type, true, true);
}
rocrand_status rocrand_destroy_generator(rocrand_generator generator) {
  rocrand_generator g = generator_of(generator);
  if (!g) return ROCRAND_STATUS_NOT_CREATED;
  drop(g->next.state);
  g->mark = 0;
  free(g);
  return ROCRAND_STATUS_SUCCESS;
}

rocrand_status rocrand_generate(rocrand_generator g, unsigned int *data, size_t n) {
  return numbers(g, distribution::words, element::u32, data, n, 0, 0);
}
rocrand_status rocrand_generate_char(rocrand_generator g, unsigned char *data, size_t n) {
  return numbers(g, distribution::words, element::u8, data, n, 0, 0);
}
rocrand_status rocrand_generate_short(rocrand_generator g, unsigned short *data, size_t n) {
  return numbers(g, distribution::words, element::u16, data, n, 0, 0);
}
// None of these generators has 64-bit output.
rocrand_status rocrand_generate_long_long(rocrand_generator g, unsigned long long *, size_t) {
  return generator_of(g) ? ROCRAND_STATUS_TYPE_ERROR : ROCRAND_STATUS_NOT_CREATED;
}
rocrand_status rocrand_generate_uniform(rocrand_generator g, float *data, size_t n) {
  return numbers(g, distribution::uniform, element::f32, data, n, 0, 0);
}
rocrand_status rocrand_generate_uniform_double(rocrand_generator g, double *data, size_t n) {
  return numbers(g, distribution::uniform, element::f64, data, n, 0, 0);
}
rocrand_status rocrand_generate_uniform_half(rocrand_generator g, half *data, size_t n) {
  return numbers(g, distribution::uniform, element::f16, data, n, 0, 0);
}

#define NORMAL(name, kind, type, element_type, widen)                                              \
  rocrand_status rocrand_generate_##name(rocrand_generator g, type *data, size_t n, type mean,     \
                                         type stddev) {                                            \
    return numbers(g, distribution::kind, element::element_type, data, n, widen(mean),             \
                   widen(stddev));                                                                 \
  }
NORMAL(normal, normal, float, f32, (double))
NORMAL(normal_double, normal, double, f64, (double))
NORMAL(normal_half, normal, half, f16, __half2float)
NORMAL(log_normal, log_normal, float, f32, (double))
NORMAL(log_normal_double, log_normal, double, f64, (double))
NORMAL(log_normal_half, log_normal, half, f16, __half2float)

rocrand_status rocrand_generate_poisson(rocrand_generator generator, unsigned int *data, size_t n,
                                        double lambda) {
  rocrand_generator g = generator_of(generator);
  if (!g) return ROCRAND_STATUS_NOT_CREATED;
  if (!(lambda > 0)) return ROCRAND_STATUS_OUT_OF_RANGE;
  call c = {};
  c.of = element::u32;
  c.data = data;
  c.n = n;
  c.mean = lambda;
  c.kind = lambda > lambda_threshold_huge ? distribution::poisson_huge : distribution::poisson;
  if (c.kind == distribution::poisson && !(c.table = poisson_table(lambda)))
    return ROCRAND_STATUS_ALLOCATION_FAILED;
  return submit(g, c, sizeof *data, 1, 1);
}

rocrand_status rocrand_initialize_generator(rocrand_generator generator) {
  rocrand_generator g = generator_of(generator);
  return g ? prepare(g) : ROCRAND_STATUS_NOT_CREATED;
}
rocrand_status rocrand_set_stream(rocrand_generator generator, hipStream_t stream) {
  rocrand_generator g = generator_of(generator);
  if (!g) return ROCRAND_STATUS_NOT_CREATED;
  g->stream = stream;
  return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_set_seed(rocrand_generator generator, unsigned long long seed) {
  rocrand_generator g = generator_of(generator);
  if (!g) return ROCRAND_STATUS_NOT_CREATED;
  g->next.seed = seed;
  reset(g);
  return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_set_offset(rocrand_generator generator, unsigned long long offset) {
  rocrand_generator g = generator_of(generator);
  if (!g) return ROCRAND_STATUS_NOT_CREATED;
  g->next.offset = offset;
  reset(g);
  return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_set_ordering(rocrand_generator generator, rocrand_ordering order) {
  rocrand_generator g = generator_of(generator);
  if (!g) return ROCRAND_STATUS_NOT_CREATED;
  bool known =
      order == ROCRAND_ORDERING_PSEUDO_DEFAULT || order == ROCRAND_ORDERING_PSEUDO_BEST ||
      order == ROCRAND_ORDERING_PSEUDO_LEGACY ||
      (order == ROCRAND_ORDERING_PSEUDO_DYNAMIC && !g->on_host) ||
      (order == ROCRAND_ORDERING_PSEUDO_SEEDED && g->next.type == ROCRAND_RNG_PSEUDO_XORWOW);
  if (!known) return ROCRAND_STATUS_OUT_OF_RANGE;
  reset(g);
  return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_set_quasi_random_generator_dimensions(rocrand_generator g, unsigned int) {
  return generator_of(g) ? ROCRAND_STATUS_TYPE_ERROR : ROCRAND_STATUS_NOT_CREATED;
}
rocrand_status rocrand_get_version(int *version) {
  if (!version) return ROCRAND_STATUS_OUT_OF_RANGE;
  *version = ROCRAND_VERSION;
  return ROCRAND_STATUS_SUCCESS;
}

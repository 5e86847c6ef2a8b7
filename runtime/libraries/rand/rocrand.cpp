// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The host API of rocRAND. Numbers are generated on the host, by the engines that kernels use, in
// stream order: in place if the host accesses the device's memory, otherwise after waiting for the
// stream, with a copy.
#include "generate.h"
#include "mersenne.h"

#include "hostcall.h"

using namespace gohip_rand;

namespace {

constexpr int kMark = 0x47485244;

bool quasi(rocrand_rng_type type) { return type >= ROCRAND_RNG_QUASI_DEFAULT; }

bool sobol64_type(rocrand_rng_type type) {
  return type == ROCRAND_RNG_QUASI_SOBOL64 || type == ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64;
}

bool wide(rocrand_rng_type type) {
  return type == ROCRAND_RNG_PSEUDO_THREEFRY2_64_20 || type == ROCRAND_RNG_PSEUDO_THREEFRY4_64_20;
}

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

void generate(void *argument) {
  const call *c = (const call *)argument;
  if (quasi(c->type)) return generate_sobol(c);
  generate_pseudo(c);
}

void release(void *argument) {
  call *c = (call *)argument;
  drop(c->state);
  drop(c->table);
}

// vose builds the table of a distribution with the probabilities p.
void vose(rocrand_discrete_distribution_st *t, double *p, unsigned *small, unsigned *large) {
  double sum = 0, average = 1.0 / t->size;
  unsigned smalls = 0, larges = 0;
  for (unsigned i = 0; i < t->size; i++) sum += p[i];
  for (unsigned i = 0; i < t->size; i++) {
    p[i] /= sum;
    t->cdf[i] = p[i] + (i ? t->cdf[i - 1] : 0);
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

// building is the memory of a table of up to capacity values while it is made: the table, its arrays,
// the probabilities, and what vose takes.
struct building {
  rocrand_discrete_distribution_st *table;
  double *p;
  unsigned *indices;
  explicit building(size_t capacity) {
    size_t size = sizeof *table + capacity * (3 * sizeof(double) + 3 * sizeof(unsigned));
    table = (rocrand_discrete_distribution_st *)malloc(size);
    if (!table) return;
    table->probability = (double *)(table + 1);
    table->cdf = table->probability + capacity;
    p = table->cdf + capacity;
    table->alias = (unsigned *)(p + capacity);
    indices = table->alias + capacity;
  }
  // finish makes the table of count probabilities, from p[first] on.
  void finish(size_t capacity, unsigned first, unsigned count, unsigned offset) {
    table->size = count;
    table->offset = offset;
    vose(table, p + first, indices, indices + capacity);
  }
};

// poisson_table contains the values of the Poisson distribution with probabilities of at least
// 1e-12. It is null if there is no memory.
rocrand_discrete_distribution_st *poisson_table(double lambda) {
  size_t capacity = 2 * (size_t)(16.0 * (2.0 + sqrt(lambda)));
  int left = (int)floor(lambda) - (int)(capacity / 2), lo = 0, hi = (int)capacity - 1;
  building b(capacity);
  if (!b.table) return nullptr;
  auto probability = [=](int i) {
    double x = left + i;
    return exp(x * log(lambda) - lgamma(x + 1.0) - lambda);
  };
  for (int i = (int)capacity / 2; i >= 0; i--)
    if ((b.p[i] = probability(i)) < 1e-12) {
      lo = i + 1;
      break;
    }
  for (int i = (int)capacity / 2 + 1; i < (int)capacity; i++)
    if ((b.p[i] = probability(i)) < 1e-12) {
      hi = i - 1;
      break;
    }
  b.finish(capacity, lo, hi - lo + 1, left + lo);
  return b.table;
}

// place copies a table into one allocation of device memory, in which it is the first, and frees it.
rocrand_status place(rocrand_discrete_distribution_st *t, rocrand_discrete_distribution *to) {
  if (!t) return ROCRAND_STATUS_ALLOCATION_FAILED;
  size_t n = t->size;
  rocrand_discrete_distribution at = nullptr;
  bool room = hipMalloc((void **)&at, sizeof *t + n * (2 * sizeof(double) + sizeof(unsigned))) ==
              hipSuccess;
  bool copied = room;
  auto copy = [&](void *into, const void *from, size_t size) {
    copied = copied && hipMemcpy(into, from, size, hipMemcpyHostToDevice) == hipSuccess;
  };
  if (room) {
    rocrand_discrete_distribution_st placed = *t;
    placed.probability = (double *)(at + 1);
    placed.cdf = placed.probability + n;
    placed.alias = (unsigned *)(placed.cdf + n);
    copy(at, &placed, sizeof placed);
    copy(placed.probability, t->probability, n * sizeof(double));
    copy(placed.cdf, t->cdf, n * sizeof(double));
    copy(placed.alias, t->alias, n * sizeof(unsigned));
  }
  free(t);
  if (!room) return ROCRAND_STATUS_ALLOCATION_FAILED;
  if (!copied) {
    (void)hipFree(at);
    return ROCRAND_STATUS_INTERNAL_ERROR;
  }
  *to = at;
  return ROCRAND_STATUS_SUCCESS;
}

} // namespace

struct rocrand_generator_base_type {
  int mark;
  bool on_host, blocking;
  call next;      // initial state of a call
  unsigned width; // of MT19937's previous call: the words that a group took, 0 if there was none
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
  g->next.start = g->next.type == ROCRAND_RNG_PSEUDO_MT19937 ? 0 : g->next.offset % kEngines;
  g->width = 0;
}

bool known(rocrand_rng_type type) {
  switch (type) {
  case ROCRAND_RNG_PSEUDO_XORWOW:
  case ROCRAND_RNG_PSEUDO_MRG32K3A:
  case ROCRAND_RNG_PSEUDO_MTGP32:
  case ROCRAND_RNG_PSEUDO_PHILOX4_32_10:
  case ROCRAND_RNG_PSEUDO_LFSR113:
  case ROCRAND_RNG_PSEUDO_MT19937:
  case ROCRAND_RNG_PSEUDO_THREEFRY2_32_20:
  case ROCRAND_RNG_PSEUDO_THREEFRY2_64_20:
  case ROCRAND_RNG_PSEUDO_THREEFRY4_32_20:
  case ROCRAND_RNG_PSEUDO_THREEFRY4_64_20:
  case ROCRAND_RNG_QUASI_SOBOL32:
  case ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL32:
  case ROCRAND_RNG_QUASI_SOBOL64:
  case ROCRAND_RNG_QUASI_SCRAMBLED_SOBOL64:
    return true;
  default:
    return false;
  }
}

rocrand_status create(rocrand_generator *generator, rocrand_rng_type type, bool on_host,
                      bool blocking) {
  if (!generator) return ROCRAND_STATUS_NOT_CREATED;
  if (type == ROCRAND_RNG_PSEUDO_DEFAULT) type = ROCRAND_RNG_PSEUDO_XORWOW;
  if (type == ROCRAND_RNG_QUASI_DEFAULT) type = ROCRAND_RNG_QUASI_SOBOL32;
  if (!known(type)) return ROCRAND_STATUS_TYPE_ERROR;
  rocrand_generator g = (rocrand_generator)calloc(1, sizeof *g);
  if (!g) return ROCRAND_STATUS_ALLOCATION_FAILED;
  g->mark = kMark;
  g->on_host = on_host;
  g->blocking = blocking;
  g->next.type = type;
  g->next.dimensions = 1;
  g->next.seeds = make_uint4(ROCRAND_LFSR113_DEFAULT_SEED_X, ROCRAND_LFSR113_DEFAULT_SEED_Y,
                             ROCRAND_LFSR113_DEFAULT_SEED_Z, ROCRAND_LFSR113_DEFAULT_SEED_W);
  *generator = g;
  return ROCRAND_STATUS_SUCCESS;
}

// prepare creates the data that the calls of a generator share.
rocrand_status prepare(rocrand_generator g) {
  if (quasi(g->next.type))
    return sobol64_type(g->next.type)
               ? (sobol64() ? ROCRAND_STATUS_SUCCESS : ROCRAND_STATUS_ALLOCATION_FAILED)
           : sobol32() ? ROCRAND_STATUS_SUCCESS
                       : ROCRAND_STATUS_ALLOCATION_FAILED;
  size_t size = state_size(g->next.type);
  if (g->next.state || !size) return ROCRAND_STATUS_SUCCESS;
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

// widths is a group of numbers that are made together: the number of words, and of numbers.
struct widths {
  size_t in, out;
};

widths widths_of(rocrand_rng_type type, distribution kind, size_t size) {
  bool pairs = kind == distribution::normal || kind == distribution::log_normal;
  if (quasi(type) || kind == distribution::poisson || kind == distribution::poisson_huge)
    return {1, 1};
  if (wide(type)) {
    if (pairs) return {size == 8 ? 2u : 1u, 2};
    return {1, kind == distribution::words || size < 4 ? 8 / size : 1};
  }
  if (size < 4) return {1, 4 / size};
  if (size == 4 || type == ROCRAND_RNG_PSEUDO_MRG32K3A) return pairs ? widths{2, 2} : widths{1, 1};
  if (!pairs) return {2, 1};
  return type == ROCRAND_RNG_PSEUDO_THREEFRY2_32_20 ? widths{1, 1} : widths{4, 2};
}

// present moves MT19937 to the next words that no call has used, if the number of words in a group
// changes.
void present(rocrand_generator g, size_t in) {
  size_t &start = g->next.start;
  if (g->width != in && start > 0) {
    size_t used = (start + mt19937_state::stride - 1) / mt19937_state::stride * g->width;
    start = (used + in - 1) / in * mt19937_state::stride;
    if (start >= mt19937_groups((unsigned)in)) start = 0;
  }
  g->width = (unsigned)in;
}

// advance moves a generator on by the numbers of a call.
void advance(rocrand_generator g, const call &c, size_t size, widths w) {
  size_t groups = (c.n + w.out - 1) / w.out;
  if (quasi(c.type)) {
    g->next.position += c.n / c.dimensions;
  } else if (c.type == ROCRAND_RNG_PSEUDO_MT19937) {
    arrangement a(c.arranged, c.n, size, w.out);
    size_t made = a.groups + (a.head || a.tail ? 1 : 0);
    g->next.start = (g->next.start + made) % mt19937_groups((unsigned)w.in);
  } else {
    g->next.position += (unsigned __int128)groups * w.in;
    g->next.start = (g->next.start + groups) % kEngines;
  }
}

// submit generates numbers in stream order.
rocrand_status submit(rocrand_generator g, const call &what, size_t size) {
  widths w = widths_of(g->next.type, what.kind, size);
  bool multiple = what.n % g->next.dimensions == 0;
  rocrand_status bad = multiple ? prepare(g) : ROCRAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (bad != ROCRAND_STATUS_SUCCESS) {
    drop(what.table);
    return bad;
  }
  if (g->next.type == ROCRAND_RNG_PSEUDO_MT19937 && what.data) present(g, w.in);
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
  advance(g, c, size, w);
  return ROCRAND_STATUS_SUCCESS;
}

template <class T>
rocrand_status numbers(rocrand_generator generator, distribution kind, element of, T *data,
                       size_t n, double mean, double stddev) {
  rocrand_generator g = generator_of(generator);
  if (!g) return ROCRAND_STATUS_NOT_CREATED;
  if (of == element::u64 && !wide(g->next.type) && !sobol64_type(g->next.type))
    return ROCRAND_STATUS_TYPE_ERROR;
  call c = {};
  c.kind = kind;
  c.of = of;
  c.data = data;
  c.n = n;
  c.mean = mean;
  c.stddev = stddev;
  return submit(g, c, sizeof(T));
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
rocrand_status rocrand_generate_long_long(rocrand_generator g, unsigned long long *data, size_t n) {
  return numbers(g, distribution::words, element::u64, data, n, 0, 0);
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
  if (c.kind == distribution::poisson) {
    rocrand_discrete_distribution_st *table = poisson_table(lambda);
    if (!table || !(c.table = share(table))) return ROCRAND_STATUS_ALLOCATION_FAILED;
  }
  return submit(g, c, sizeof *data);
}

rocrand_status rocrand_create_poisson_distribution(double lambda,
                                                   rocrand_discrete_distribution *distribution) {
  // The table's first value is computed as an int.
  if (!distribution || !(lambda > 0) || lambda > 1 << 30) return ROCRAND_STATUS_OUT_OF_RANGE;
  return place(poisson_table(lambda), distribution);
}
rocrand_status rocrand_create_discrete_distribution(const double *probabilities, unsigned int size,
                                                    unsigned int offset,
                                                    rocrand_discrete_distribution *distribution) {
  if (!probabilities || !size || !distribution) return ROCRAND_STATUS_OUT_OF_RANGE;
  building b(size);
  if (b.table) {
    memcpy(b.p, probabilities, size * sizeof *probabilities);
    b.finish(size, 0, size, offset);
  }
  return place(b.table, distribution);
}
rocrand_status rocrand_destroy_discrete_distribution(rocrand_discrete_distribution distribution) {
  if (!distribution) return ROCRAND_STATUS_OUT_OF_RANGE;
  return hipFree(distribution) == hipSuccess ? ROCRAND_STATUS_SUCCESS
                                             : ROCRAND_STATUS_INTERNAL_ERROR;
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
  if (quasi(g->next.type)) return ROCRAND_STATUS_TYPE_ERROR;
  g->next.seed = seed;
  uint4 s = make_uint4((unsigned)seed, (unsigned)(seed >> 16), (unsigned)(seed >> 32),
                       (unsigned)(seed >> 48));
  if (s.x < ROCRAND_LFSR113_DEFAULT_SEED_X) s.x += ROCRAND_LFSR113_DEFAULT_SEED_X;
  if (s.y < ROCRAND_LFSR113_DEFAULT_SEED_Y) s.y += ROCRAND_LFSR113_DEFAULT_SEED_Y;
  g->next.seeds = s;
  reset(g);
  return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_set_seed_uint4(rocrand_generator generator, uint4 seed) {
  rocrand_generator g = generator_of(generator);
  if (!g) return ROCRAND_STATUS_NOT_CREATED;
  if (g->next.type != ROCRAND_RNG_PSEUDO_LFSR113) return ROCRAND_STATUS_TYPE_ERROR;
  if (seed.x < ROCRAND_LFSR113_DEFAULT_SEED_X) seed.x += ROCRAND_LFSR113_DEFAULT_SEED_X;
  if (seed.y < ROCRAND_LFSR113_DEFAULT_SEED_Y) seed.y += ROCRAND_LFSR113_DEFAULT_SEED_Y;
  if (seed.z < ROCRAND_LFSR113_DEFAULT_SEED_Z) seed.z += ROCRAND_LFSR113_DEFAULT_SEED_Z;
  if (seed.w < ROCRAND_LFSR113_DEFAULT_SEED_W) seed.w += ROCRAND_LFSR113_DEFAULT_SEED_W;
  g->next.seeds = seed;
  reset(g);
  return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_set_offset(rocrand_generator generator, unsigned long long offset) {
  rocrand_generator g = generator_of(generator);
  if (!g) return ROCRAND_STATUS_NOT_CREATED;
  if (g->next.type == ROCRAND_RNG_PSEUDO_MTGP32 || g->next.type == ROCRAND_RNG_PSEUDO_MT19937)
    return ROCRAND_STATUS_TYPE_ERROR;
  g->next.offset = offset;
  reset(g);
  return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_set_ordering(rocrand_generator generator, rocrand_ordering order) {
  rocrand_generator g = generator_of(generator);
  if (!g) return ROCRAND_STATUS_NOT_CREATED;
  rocrand_rng_type type = g->next.type;
  bool pseudo = order == ROCRAND_ORDERING_PSEUDO_DEFAULT || order == ROCRAND_ORDERING_PSEUDO_BEST ||
                order == ROCRAND_ORDERING_PSEUDO_LEGACY ||
                (order == ROCRAND_ORDERING_PSEUDO_DYNAMIC && !g->on_host &&
                 type != ROCRAND_RNG_PSEUDO_MT19937) ||
                (order == ROCRAND_ORDERING_PSEUDO_SEEDED && type == ROCRAND_RNG_PSEUDO_XORWOW);
  if (quasi(type) ? order != ROCRAND_ORDERING_QUASI_DEFAULT : !pseudo)
    return ROCRAND_STATUS_OUT_OF_RANGE;
  reset(g);
  return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_set_quasi_random_generator_dimensions(rocrand_generator generator,
                                                             unsigned int dimensions) {
  rocrand_generator g = generator_of(generator);
  if (!g) return ROCRAND_STATUS_NOT_CREATED;
  if (!quasi(g->next.type)) return ROCRAND_STATUS_TYPE_ERROR;
  if (dimensions < 1 || dimensions > kDimensions) return ROCRAND_STATUS_OUT_OF_RANGE;
  g->next.dimensions = dimensions;
  reset(g);
  return ROCRAND_STATUS_SUCCESS;
}

rocrand_status rocrand_get_direction_vectors32(const unsigned int **vectors,
                                               rocrand_direction_vector_set set) {
  if (!vectors || (set != ROCRAND_DIRECTION_VECTORS_32_JOEKUO6 &&
                   set != ROCRAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6))
    return ROCRAND_STATUS_OUT_OF_RANGE;
  const sobol_tables<unsigned> *t = sobol32();
  if (!t) return ROCRAND_STATUS_ALLOCATION_FAILED;
  *vectors = set == ROCRAND_DIRECTION_VECTORS_32_JOEKUO6 ? t->vectors : t->scrambled;
  return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_get_direction_vectors64(const unsigned long long **vectors,
                                               rocrand_direction_vector_set set) {
  if (!vectors || (set != ROCRAND_DIRECTION_VECTORS_64_JOEKUO6 &&
                   set != ROCRAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6))
    return ROCRAND_STATUS_OUT_OF_RANGE;
  const sobol_tables<unsigned long long> *t = sobol64();
  if (!t) return ROCRAND_STATUS_ALLOCATION_FAILED;
  *vectors = set == ROCRAND_DIRECTION_VECTORS_64_JOEKUO6 ? t->vectors : t->scrambled;
  return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_get_scramble_constants32(const unsigned int **constants) {
  if (!constants) return ROCRAND_STATUS_OUT_OF_RANGE;
  const sobol_tables<unsigned> *t = sobol32();
  if (!t) return ROCRAND_STATUS_ALLOCATION_FAILED;
  *constants = t->constants;
  return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_get_scramble_constants64(const unsigned long long **constants) {
  if (!constants) return ROCRAND_STATUS_OUT_OF_RANGE;
  const sobol_tables<unsigned long long> *t = sobol64();
  if (!t) return ROCRAND_STATUS_ALLOCATION_FAILED;
  *constants = t->constants;
  return ROCRAND_STATUS_SUCCESS;
}
rocrand_status rocrand_get_version(int *version) {
  if (!version) return ROCRAND_STATUS_OUT_OF_RANGE;
  *version = ROCRAND_VERSION;
  return ROCRAND_STATUS_SUCCESS;
}

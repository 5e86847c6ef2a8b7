// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "callback.h"

#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

bool fft_callable(const void *function) {
  Dl_info info;
  return function && dladdr(function, &info);
}

// A device function takes the launch, the block and the local ID behind its arguments (docs/design/cpu.md), if
// anything in its module reads them. These are of a launch of one work-item.
static const uint32_t launch[16] = {[2] = 1, 1, 1, 1, 1, 1}, block[16];
#define WORK_ITEM , launch, block, (uint64_t)0
#define WORK_ITEM_TYPES , const void *, const void *, uint64_t

// A complex number is a structure that device functions return in memory, which a larger one is, too. They take
// it as a copy in memory: on x86-64 as a structure with members that are not aligned is passed, on AArch64 by its
// address.
typedef struct returned {
  double v[4];
} returned;
#ifdef __x86_64__
typedef struct __attribute__((packed)) passed8 {
  uint16_t a;
  uint32_t b;
  uint16_t c;
} passed8;
typedef struct __attribute__((packed)) passed16 {
  uint32_t a;
  uint64_t b;
  uint32_t c;
} passed16;
#define PASSED(type, from) (*(const type *)(from))
#else
typedef const void *passed8, *passed16;
#define PASSED(type, from) (from)
#endif

static void load(const fft_side *s, void *from, size_t at, void *to) {
  const fft_callback *c = &s->callback;
  if (s->real && s->wide)
    *(double *)to = ((double (*)(void *, size_t, void *, void *WORK_ITEM_TYPES))c->function)(
        from, at, c->data, c->shared WORK_ITEM);
  else if (s->real)
    *(float *)to = ((float (*)(void *, size_t, void *, void *WORK_ITEM_TYPES))c->function)(
        from, at, c->data, c->shared WORK_ITEM);
  else {
    returned r = ((returned (*)(void *, size_t, void *, void *WORK_ITEM_TYPES))c->function)(
        from, at, c->data, c->shared WORK_ITEM);
    memcpy(to, &r, s->wide ? 16 : 8);
  }
}

static void store(const fft_side *s, const void *from, size_t at, void *to) {
  const fft_callback *c = &s->callback;
  if (s->real && s->wide)
    ((void (*)(void *, size_t, double, void *, void *WORK_ITEM_TYPES))c->function)(
        to, at, *(const double *)from, c->data, c->shared WORK_ITEM);
  else if (s->real)
    ((void (*)(void *, size_t, float, void *, void *WORK_ITEM_TYPES))c->function)(
        to, at, *(const float *)from, c->data, c->shared WORK_ITEM);
  else if (s->wide)
    ((void (*)(void *, size_t, passed16, void *, void *WORK_ITEM_TYPES))c->function)(
        to, at, PASSED(passed16, from), c->data, c->shared WORK_ITEM);
  else
    ((void (*)(void *, size_t, passed8, void *, void *WORK_ITEM_TYPES))c->function)(
        to, at, PASSED(passed8, from), c->data, c->shared WORK_ITEM);
}

static size_t element(const fft_side *s) { return (s->real ? 1 : 2) * (s->wide ? 8 : 4); }

size_t fft_bytes(const fft_side *s) {
  size_t last = (s->batch - 1) * s->distance;
  for (int i = 0; i < 3; i++) last += (s->n[i] - 1) * s->stride[i];
  return (last + 1) * element(s);
}

static void each(const fft_side *s, void (*visit)(const fft_side *, const char *, size_t, char *),
                 const char *from, char *to) {
  for (size_t b = 0; b < s->batch; b++)
    for (size_t z = 0; z < s->n[2]; z++)
      for (size_t y = 0; y < s->n[1]; y++)
        for (size_t x = 0; x < s->n[0]; x++)
          visit(s, from, b * s->distance + x * s->stride[0] + y * s->stride[1] + z * s->stride[2],
                to);
}

static void load_one(const fft_side *s, const char *from, size_t at, char *to) {
  size_t offset = at * element(s);
  if (s->callback.function)
    load(s, (void *)from, at, to + offset);
  else
    memcpy(to + offset, from + offset, element(s));
}
static void store_one(const fft_side *s, const char *from, size_t at, char *to) {
  size_t offset = at * element(s);
  _Alignas(16) char value[16];
  memcpy(value, from + offset, element(s));
  for (int part = 0; s->scale != 0 && part < (s->real ? 1 : 2); part++)
    if (s->wide)
      ((double *)value)[part] *= s->scale;
    else
      ((float *)value)[part] *= (float)s->scale;
  if (s->callback.function)
    store(s, value, at, to);
  else
    memcpy(to + offset, value, element(s));
}

void fft_load(const fft_side *s, void *from, void *to) { each(s, load_one, from, to); }
void fft_store(const fft_side *s, const void *from, void *to) { each(s, store_one, from, to); }

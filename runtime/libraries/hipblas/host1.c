// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Level 1 on the host.
#include "blas.h"
#include "cblas.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// X and Y are an item's first two vectors, in the form of CBLAS's arguments.
#define X (void *)i->op[0], (int)c->op[0].step
#define Y (void *)i->op[1], (int)c->op[1].step
#define N (int)c->n
#define VALUE(T, p) (*(const T *)(p))

// first is the index of the element at which BLAS starts: the last one if the increment is
// negative.
static int64_t first(const gb_call *c, int op) {
  return c->op[op].step < 0 ? (1 - c->n) * c->op[op].step : 0;
}

// gather converts a vector of half or bfloat16 to float.
static float *gather(const gb_call *c, const gb_item *i, int op) {
  float *to = (float *)c->memory + op * c->n;
  int64_t at = first(c, op);
  for (int64_t e = 0; e < c->n; e++, at += c->op[op].step)
    gb_widen(&to[e], i->op[op] + 2 * at, c->type, 1);
  return to;
}

// half_scalar is alpha of a half or bfloat16 function, which is of that type or a float.
static float half_scalar(const gb_call *c, const gb_item *i) {
  float alpha;
  if (c->float_scalar) return VALUE(float, i->alpha);
  gb_widen(&alpha, i->alpha, c->type, 1);
  return alpha;
}

static void half_scal(const gb_call *c, const gb_item *i) {
  float alpha = half_scalar(c, i), e;
  for (int64_t at = 0; c->op[0].step > 0 && at < c->n; at++) {
    char *x = i->op[0] + 2 * at * c->op[0].step;
    gb_widen(&e, x, c->type, 1);
    e *= alpha;
    gb_narrow(x, c->type, &e, 1);
  }
}

static void half_axpy(const gb_call *c, const gb_item *i) {
  float alpha = half_scalar(c, i), *x = gather(c, i, 0), *y = gather(c, i, 1);
  int64_t at = first(c, 1);
  for (int64_t e = 0; e < c->n; e++, at += c->op[1].step) {
    float sum = fmaf(alpha, x[e], y[e]);
    gb_narrow(i->op[1] + 2 * at, c->type, &sum, 1);
  }
}

static void half_dot(const gb_call *c, const gb_item *i) {
  float *x = gather(c, i, 0), *y = gather(c, i, 1);
  float sum = gb_cblas.sdot(N, x, 1, y, 1);
  gb_narrow(i->result, c->type, &sum, 1);
}

void gb_host_axpy(const gb_call *c, const gb_item *i) {
  switch (c->type) {
  case GB_S:
    gb_cblas.saxpy(N, VALUE(float, i->alpha), X, Y);
    break;
  case GB_D:
    gb_cblas.daxpy(N, VALUE(double, i->alpha), X, Y);
    break;
  case GB_C:
    gb_cblas.caxpy(N, i->alpha, X, Y);
    break;
  case GB_Z:
    gb_cblas.zaxpy(N, i->alpha, X, Y);
    break;
  default:
    half_axpy(c, i);
  }
}

// A function of all four types with the same arguments.
#define FOUR(name, fn, ...)                                                                        \
  void gb_host_##name(const gb_call *c, const gb_item *i) {                                        \
    switch (c->type) {                                                                             \
    case GB_S:                                                                                     \
      gb_cblas.s##fn(__VA_ARGS__);                                                                 \
      break;                                                                                       \
    case GB_D:                                                                                     \
      gb_cblas.d##fn(__VA_ARGS__);                                                                 \
      break;                                                                                       \
    case GB_C:                                                                                     \
      gb_cblas.c##fn(__VA_ARGS__);                                                                 \
      break;                                                                                       \
    default:                                                                                       \
      gb_cblas.z##fn(__VA_ARGS__);                                                                 \
    }                                                                                              \
  }
FOUR(copy, copy, N, X, Y)
FOUR(swap, swap, N, X, Y)

void gb_host_scal(const gb_call *c, const gb_item *i) {
  switch (c->type) {
  case GB_S:
    gb_cblas.sscal(N, VALUE(float, i->alpha), X);
    break;
  case GB_D:
    gb_cblas.dscal(N, VALUE(double, i->alpha), X);
    break;
  case GB_C:
    gb_cblas.cscal(N, i->alpha, X);
    break;
  case GB_Z:
    gb_cblas.zscal(N, i->alpha, X);
    break;
  default:
    half_scal(c, i);
  }
}

void gb_host_rscal(const gb_call *c, const gb_item *i) {
  if (c->type == GB_C)
    gb_cblas.csscal(N, VALUE(float, i->alpha), X);
  else
    gb_cblas.zdscal(N, VALUE(double, i->alpha), X);
}

// nothing sets the result of an empty reduction.
static bool nothing(const gb_call *c, const gb_item *i, size_t size) {
  if (c->n > 0) return false;
  memset(i->result, 0, size);
  return true;
}

void gb_host_dot(const gb_call *c, const gb_item *i) {
  if (nothing(c, i, gb_size(c->type))) return;
  switch (c->type) {
  case GB_S:
    *(float *)i->result = gb_cblas.sdot(N, X, Y);
    break;
  case GB_D:
    *(double *)i->result = gb_cblas.ddot(N, X, Y);
    break;
  case GB_C:
    gb_cblas.cdotu_sub(N, X, Y, i->result);
    break;
  case GB_Z:
    gb_cblas.zdotu_sub(N, X, Y, i->result);
    break;
  default:
    half_dot(c, i);
  }
}

void gb_host_dotc(const gb_call *c, const gb_item *i) {
  if (nothing(c, i, gb_size(c->type))) return;
  if (c->type == GB_C)
    gb_cblas.cdotc_sub(N, X, Y, i->result);
  else
    gb_cblas.zdotc_sub(N, X, Y, i->result);
}

// none reports whether a reduction of one vector is empty: also if the increment is not positive,
// as in rocBLAS.
static bool none(const gb_call *c, const gb_item *i, size_t size) {
  if (c->op[0].step > 0) return nothing(c, i, size);
  memset(i->result, 0, size);
  return true;
}

static void half_nrm2(const gb_call *c, const gb_item *i) {
  if (none(c, i, 2)) return;
  float *x = gather(c, i, 0), norm = gb_cblas.snrm2(N, x, 1);
  gb_narrow(i->result, c->type, &norm, 1);
}

#define REDUCTION(name)                                                                            \
  static void reduce_##name(const gb_call *c, const gb_item *i) {                                  \
    bool single = c->type == GB_S || c->type == GB_C;                                              \
    if (none(c, i, single ? sizeof(float) : sizeof(double))) return;                               \
    switch (c->type) {                                                                             \
    case GB_S:                                                                                     \
      *(float *)i->result = gb_cblas.s##name(N, X);                                                \
      break;                                                                                       \
    case GB_D:                                                                                     \
      *(double *)i->result = gb_cblas.d##name(N, X);                                               \
      break;                                                                                       \
    case GB_C:                                                                                     \
      *(float *)i->result = gb_cblas.sc##name(N, X);                                               \
      break;                                                                                       \
    default:                                                                                       \
      *(double *)i->result = gb_cblas.dz##name(N, X);                                              \
    }                                                                                              \
  }
REDUCTION(nrm2)
REDUCTION(asum)

void gb_host_asum(const gb_call *c, const gb_item *i) { reduce_asum(c, i); }

void gb_host_nrm2(const gb_call *c, const gb_item *i) {
  if (c->type == GB_H || c->type == GB_B)
    half_nrm2(c, i);
  else
    reduce_nrm2(c, i);
}

// Indices start at 1, as in Fortran.
static void put_index(const gb_call *c, const gb_item *i, int64_t index) {
  if (c->wide)
    *(int64_t *)i->result = index;
  else
    *(int *)i->result = (int)index;
}

void gb_host_amax(const gb_call *c, const gb_item *i) {
  if (none(c, i, c->wide ? sizeof(int64_t) : sizeof(int))) return;
  size_t at;
  switch (c->type) {
  case GB_S:
    at = gb_cblas.isamax(N, X);
    break;
  case GB_D:
    at = gb_cblas.idamax(N, X);
    break;
  case GB_C:
    at = gb_cblas.icamax(N, X);
    break;
  default:
    at = gb_cblas.izamax(N, X);
  }
  put_index(c, i, (int64_t)at + 1);
}

// magnitude is the value by which BLAS compares elements.
static double magnitude(gb_type type, const char *at) {
  switch (type) {
  case GB_S:
    return fabsf(VALUE(float, at));
  case GB_D:
    return fabs(VALUE(double, at));
  case GB_C:
    return fabsf(VALUE(float, at)) + fabsf(VALUE(float, at + 4));
  default:
    return fabs(VALUE(double, at)) + fabs(VALUE(double, at + 8));
  }
}

// CBLAS has no amin.
void gb_host_amin(const gb_call *c, const gb_item *i) {
  if (none(c, i, c->wide ? sizeof(int64_t) : sizeof(int))) return;
  size_t size = gb_size(c->type) * c->op[0].step;
  int64_t least = 0;
  double value = magnitude(c->type, i->op[0]);
  for (int64_t e = 1; e < c->n; e++) {
    double m = magnitude(c->type, i->op[0] + e * size);
    if (m < value) least = e, value = m;
  }
  put_index(c, i, least + 1);
}

// A rotation of complex vectors, which CBLAS lacks: x' = c x + s y, y' = c y - conj(s) x.
#define ROTATE(name, T, R, conjugate)                                                              \
  static void name(const gb_call *c, const gb_item *i, R cosine, T sine) {                         \
    T *x = (T *)i->op[0] + first(c, 0), *y = (T *)i->op[1] + first(c, 1);                          \
    for (int64_t e = 0; e < c->n; e++, x += c->op[0].step, y += c->op[1].step) {                   \
      T was = *x;                                                                                  \
      *x = cosine * was + sine * *y;                                                               \
      *y = cosine * *y - conjugate(sine) * was;                                                    \
    }                                                                                              \
  }
ROTATE(rotate_c, float complex, float, conjf)
ROTATE(rotate_z, double complex, double, conj)

void gb_host_rot(const gb_call *c, const gb_item *i) {
  switch (c->type) {
  case GB_S:
    gb_cblas.srot(N, X, Y, VALUE(float, i->alpha), VALUE(float, i->beta));
    break;
  case GB_D:
    gb_cblas.drot(N, X, Y, VALUE(double, i->alpha), VALUE(double, i->beta));
    break;
  case GB_C:
    rotate_c(c, i, VALUE(float, i->alpha), VALUE(float complex, i->beta));
    break;
  default:
    rotate_z(c, i, VALUE(double, i->alpha), VALUE(double complex, i->beta));
  }
}

void gb_host_rrot(const gb_call *c, const gb_item *i) {
  if (c->type == GB_C)
    rotate_c(c, i, VALUE(float, i->alpha), VALUE(float, i->beta));
  else
    rotate_z(c, i, VALUE(double, i->alpha), VALUE(double, i->beta));
}

void gb_host_rotm(const gb_call *c, const gb_item *i) {
  if (c->type == GB_S)
    gb_cblas.srotm(N, X, Y, (float *)i->op[2]);
  else
    gb_cblas.drotm(N, X, Y, (double *)i->op[2]);
}

// The rotation that takes (a, b) to (r, 0) for complex numbers, which CBLAS lacks.
#define COMPLEX_ROTG(name, T, R, abs, hypot, conjugate)                                            \
  static void name(T *a, T b, R *c, T *s) {                                                        \
    R size = abs(*a);                                                                              \
    if (size == 0) {                                                                               \
      *c = 0, *s = 1, *a = b;                                                                      \
      return;                                                                                      \
    }                                                                                              \
    R norm = hypot(size, abs(b));                                                                  \
    T direction = *a / size;                                                                       \
    *c = size / norm;                                                                              \
    *s = direction * conjugate(b) / norm;                                                          \
    *a = direction * norm;                                                                         \
  }
COMPLEX_ROTG(rotg_c, float complex, float, cabsf, hypotf, conjf)
COMPLEX_ROTG(rotg_z, double complex, double, cabs, hypot, conj)

void gb_host_rotg(const gb_call *c, const gb_item *i) {
  void *const *o = (void *const *)i->op;
  switch (c->type) {
  case GB_S:
    gb_cblas.srotg(o[0], o[1], o[2], o[3]);
    break;
  case GB_D:
    gb_cblas.drotg(o[0], o[1], o[2], o[3]);
    break;
  case GB_C:
    rotg_c(o[0], VALUE(float complex, o[1]), o[2], o[3]);
    break;
  default:
    rotg_z(o[0], VALUE(double complex, o[1]), o[2], o[3]);
  }
}

void gb_host_rotmg(const gb_call *c, const gb_item *i) {
  void *const *o = (void *const *)i->op;
  if (c->type == GB_S)
    gb_cblas.srotmg(o[0], o[1], o[2], VALUE(float, o[3]), o[4]);
  else
    gb_cblas.drotmg(o[0], o[1], o[2], VALUE(double, o[3]), o[4]);
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Level 2 on the host. Operands are in the order of blas.txt.
#include "blas.h"
#include "cblas.h"

#include <complex.h>
#include <stdlib.h>

#define SIZE(field) (int)c->field
#define M SIZE(m)
#define N SIZE(n)
#define K SIZE(k)
#define UPLO c->uplo
#define PTR(at) (void *)i->op[at]
#define OP(at) PTR(at), (int)c->op[at].step // a vector with its increment, a matrix with its lead
#define F(p) (*(const float *)i->p)
#define D(p) (*(const double *)i->p)

// y = alpha A x + beta y; the arguments before alpha are the last ones of the macro.
#define TIMES(p, fn, value, A, ...)                                                                \
  gb_cblas.p##fn(CBLAS_COLUMNS, __VA_ARGS__, value(alpha), A(0), OP(1), value(beta), OP(2))
#define PLACE(p) i->p
#define REAL_PRODUCT(fn, A, ...)                                                                   \
  case GB_S:                                                                                       \
    TIMES(s, fn, F, A, __VA_ARGS__);                                                               \
    break;                                                                                         \
  case GB_D:                                                                                       \
    TIMES(d, fn, D, A, __VA_ARGS__);                                                               \
    break;
#define COMPLEX_PRODUCT(fn, A, ...)                                                                \
  case GB_C:                                                                                       \
    TIMES(c, fn, PLACE, A, __VA_ARGS__);                                                           \
    break;                                                                                         \
  default:                                                                                         \
    TIMES(z, fn, PLACE, A, __VA_ARGS__);
#define REST                                                                                       \
  default:                                                                                         \
    break;

void gb_host_gbmv(const gb_call *c, const gb_item *i) {
  switch (c->type) {
    REAL_PRODUCT(gbmv, OP, c->transA, M, N, SIZE(kl), SIZE(ku))
    COMPLEX_PRODUCT(gbmv, OP, c->transA, M, N, SIZE(kl), SIZE(ku))
  }
}

void gb_host_gemv(const gb_call *c, const gb_item *i) {
  switch (c->type) {
    REAL_PRODUCT(gemv, OP, c->transA, M, N)
    COMPLEX_PRODUCT(gemv, OP, c->transA, M, N)
  }
}

void gb_host_hbmv(const gb_call *c, const gb_item *i) {
  switch (c->type) { COMPLEX_PRODUCT(hbmv, OP, UPLO, N, K) }
}

void gb_host_hemv(const gb_call *c, const gb_item *i) {
  switch (c->type) { COMPLEX_PRODUCT(hemv, OP, UPLO, N) }
}

void gb_host_hpmv(const gb_call *c, const gb_item *i) {
  switch (c->type) { COMPLEX_PRODUCT(hpmv, PTR, UPLO, N) }
}

void gb_host_sbmv(const gb_call *c, const gb_item *i) {
  switch (c->type) { REAL_PRODUCT(sbmv, OP, UPLO, N, K) REST }
}

void gb_host_spmv(const gb_call *c, const gb_item *i) {
  switch (c->type) { REAL_PRODUCT(spmv, PTR, UPLO, N) REST }
}

// Matrix-vector products of complex symmetric matrices, which CBLAS lacks: at(row, column) is the
// position of an element in the stored triangle.
#define FROM(T, at) ((T *)i->op[at] + (c->op[at].step < 0 ? (1 - c->n) * c->op[at].step : 0))
#define SYMMETRIC(p, T)                                                                            \
  static int64_t stored_##p(const gb_call *c, int64_t a, int64_t b, int64_t ld) {                  \
    int64_t low = a > b ? a : b, high = a > b ? b : a;                                             \
    bool upper = c->uplo == HIPBLAS_FILL_MODE_UPPER;                                               \
    if (ld) return upper ? high + low * ld : low + high * ld;                                      \
    return upper ? high + low * (low + 1) / 2 : low + high * (2 * c->n - high - 1) / 2;            \
  }                                                                                                \
  static void symv_##p(const gb_call *c, const gb_item *i) {                                       \
    T alpha = *(const T *)i->alpha, beta = *(const T *)i->beta;                                    \
    const T *a = (const T *)i->op[0], *x = FROM(T, 1);                                             \
    T *y = FROM(T, 2);                                                                             \
    for (int64_t row = 0; row < c->n; row++, y += c->op[2].step) {                                 \
      T sum = 0;                                                                                   \
      for (int64_t e = 0; e < c->n; e++)                                                           \
        sum += a[stored_##p(c, row, e, c->op[0].step)] * x[e * c->op[1].step];                     \
      *y = beta == 0 ? alpha * sum : alpha * sum + beta * *y;                                      \
    }                                                                                              \
  }                                                                                                \
  /* a += alpha x y^T + alpha y x^T, or alpha x x^T without a y */                                 \
  static void update_##p(const gb_call *c, const gb_item *i, bool two) {                           \
    T alpha = *(const T *)i->alpha, *a = (T *)i->op[two ? 2 : 1];                                  \
    const T *x = FROM(T, 0), *y = two ? FROM(T, 1) : x;                                            \
    int64_t dx = c->op[0].step, dy = two ? c->op[1].step : dx, ld = c->op[two ? 2 : 1].step;       \
    for (int64_t col = 0; col < c->n; col++)                                                       \
      for (int64_t row = 0; row <= col; row++) {                                                   \
        T sum = x[row * dx] * y[col * dy];                                                         \
        if (two) sum += y[row * dy] * x[col * dx];                                                 \
        a[stored_##p(c, row, col, ld)] += alpha * sum;                                             \
      }                                                                                            \
  }
SYMMETRIC(c, float complex)
SYMMETRIC(z, double complex)

void gb_host_symv(const gb_call *c, const gb_item *i) {
  switch (c->type) {
    REAL_PRODUCT(symv, OP, UPLO, N)
  case GB_C:
    symv_c(c, i);
    break;
  default:
    symv_z(c, i);
  }
}

// Updates of symmetric matrices, the complex ones by update_c and update_z: the arguments of CBLAS
// after alpha are the last ones of the macro.
#define SYMMETRIC_UPDATE(fn, two, ...)                                                             \
  void gb_host_##fn(const gb_call *c, const gb_item *i) {                                          \
    switch (c->type) {                                                                             \
    case GB_S:                                                                                     \
      gb_cblas.s##fn(CBLAS_COLUMNS, UPLO, N, F(alpha), __VA_ARGS__);                               \
      break;                                                                                       \
    case GB_D:                                                                                     \
      gb_cblas.d##fn(CBLAS_COLUMNS, UPLO, N, D(alpha), __VA_ARGS__);                               \
      break;                                                                                       \
    case GB_C:                                                                                     \
      update_c(c, i, two);                                                                         \
      break;                                                                                       \
    default:                                                                                       \
      update_z(c, i, two);                                                                         \
    }                                                                                              \
  }
SYMMETRIC_UPDATE(syr, false, OP(0), OP(1))
SYMMETRIC_UPDATE(spr, false, OP(0), PTR(1))
SYMMETRIC_UPDATE(syr2, true, OP(0), OP(1), OP(2))

void gb_host_spr2(const gb_call *c, const gb_item *i) {
  if (c->type == GB_S)
    gb_cblas.sspr2(CBLAS_COLUMNS, UPLO, N, F(alpha), OP(0), OP(1), PTR(2));
  else
    gb_cblas.dspr2(CBLAS_COLUMNS, UPLO, N, D(alpha), OP(0), OP(1), PTR(2));
}

void gb_host_ger(const gb_call *c, const gb_item *i) {
  switch (c->type) {
  case GB_S:
    gb_cblas.sger(CBLAS_COLUMNS, M, N, F(alpha), OP(0), OP(1), OP(2));
    break;
  case GB_D:
    gb_cblas.dger(CBLAS_COLUMNS, M, N, D(alpha), OP(0), OP(1), OP(2));
    break;
  case GB_C:
    gb_cblas.cgeru(CBLAS_COLUMNS, M, N, i->alpha, OP(0), OP(1), OP(2));
    break;
  default:
    gb_cblas.zgeru(CBLAS_COLUMNS, M, N, i->alpha, OP(0), OP(1), OP(2));
  }
}

// Functions for complex types only.
#define TWO(name, ...)                                                                             \
  void gb_host_##name(const gb_call *c, const gb_item *i) {                                        \
    if (c->type == GB_C)                                                                           \
      gb_cblas.c##name(CBLAS_COLUMNS, __VA_ARGS__);                                                \
    else                                                                                           \
      gb_cblas.z##name(CBLAS_COLUMNS, __VA_ARGS__);                                                \
  }
TWO(gerc, M, N, i->alpha, OP(0), OP(1), OP(2))
TWO(her2, UPLO, N, i->alpha, OP(0), OP(1), OP(2))
TWO(hpr2, UPLO, N, i->alpha, OP(0), OP(1), PTR(2))

void gb_host_her(const gb_call *c, const gb_item *i) {
  if (c->type == GB_C)
    gb_cblas.cher(CBLAS_COLUMNS, UPLO, N, F(alpha), OP(0), OP(1));
  else
    gb_cblas.zher(CBLAS_COLUMNS, UPLO, N, D(alpha), OP(0), OP(1));
}

void gb_host_hpr(const gb_call *c, const gb_item *i) {
  if (c->type == GB_C)
    gb_cblas.chpr(CBLAS_COLUMNS, UPLO, N, F(alpha), OP(0), PTR(1));
  else
    gb_cblas.zhpr(CBLAS_COLUMNS, UPLO, N, D(alpha), OP(0), PTR(1));
}

// Triangular functions have no scalars, so all types have the same arguments.
#define TRIANGLE(name, ...)                                                                        \
  void gb_host_##name(const gb_call *c, const gb_item *i) {                                        \
    switch (c->type) {                                                                             \
    case GB_S:                                                                                     \
      gb_cblas.s##name(CBLAS_COLUMNS, UPLO, c->transA, c->diag, __VA_ARGS__);                      \
      break;                                                                                       \
    case GB_D:                                                                                     \
      gb_cblas.d##name(CBLAS_COLUMNS, UPLO, c->transA, c->diag, __VA_ARGS__);                      \
      break;                                                                                       \
    case GB_C:                                                                                     \
      gb_cblas.c##name(CBLAS_COLUMNS, UPLO, c->transA, c->diag, __VA_ARGS__);                      \
      break;                                                                                       \
    default:                                                                                       \
      gb_cblas.z##name(CBLAS_COLUMNS, UPLO, c->transA, c->diag, __VA_ARGS__);                      \
    }                                                                                              \
  }
TRIANGLE(tbmv, N, K, OP(0), OP(1))
TRIANGLE(tbsv, N, K, OP(0), OP(1))
TRIANGLE(tpmv, N, PTR(0), OP(1))
TRIANGLE(tpsv, N, PTR(0), OP(1))
TRIANGLE(trmv, N, OP(0), OP(1))
TRIANGLE(trsv, N, OP(0), OP(1))

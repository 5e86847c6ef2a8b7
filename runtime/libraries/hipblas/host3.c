// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Level 3 on the host. Operands are in the order of blas.txt.
#include "blas.h"
#include "cblas.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>

#define M (int)c->m
#define N (int)c->n
#define K (int)c->k
#define OP(at) (void *)i->op[at], (int)c->op[at].step
#define F(p) (*(const float *)i->p)
#define D(p) (*(const double *)i->p)
#define PLACE(p) i->p

// C = alpha A B + beta C; the arguments before alpha are the last ones of the macro.
#define PRODUCT(p, fn, value, ...)                                                                 \
  gb_cblas.p##fn(CBLAS_COLUMNS, __VA_ARGS__, value(alpha), OP(0), OP(1), value(beta), OP(2))
#define FOUR_PRODUCTS(fn, ...)                                                                     \
  switch (c->type) {                                                                               \
  case GB_S:                                                                                       \
    PRODUCT(s, fn, F, __VA_ARGS__);                                                                \
    break;                                                                                         \
  case GB_D:                                                                                       \
    PRODUCT(d, fn, D, __VA_ARGS__);                                                                \
    break;                                                                                         \
  case GB_C:                                                                                       \
    PRODUCT(c, fn, PLACE, __VA_ARGS__);                                                            \
    break;                                                                                         \
  default:                                                                                         \
    PRODUCT(z, fn, PLACE, __VA_ARGS__);                                                            \
  }

// in_place computes a product whose result is one of its operands in memory, then copies it there.
static void in_place(const gb_call *c, const gb_item *i) {
  size_t size = gb_size(c->type), column = (size_t)c->m * size;
  size_t step = (size_t)c->op[2].step * size;
  char *sum = c->memory;
  gb_call apart = *c;
  gb_item item = *i;
  apart.memory = NULL;
  apart.op[2].step = c->m;
  item.op[2] = sum;
  for (int64_t j = 0; j < c->n; j++)
    memcpy(sum + (size_t)j * column, i->op[2] + (size_t)j * step, column);
  gb_host_gemm(&apart, &item);
  for (int64_t j = 0; j < c->n; j++)
    memcpy(i->op[2] + (size_t)j * step, sum + (size_t)j * column, column);
}

void gb_host_gemm(const gb_call *c, const gb_item *i) {
  if (c->type == GB_H) {
    gb_call ex = *c;
    ex.types[0] = ex.types[1] = ex.types[2] = GB_H;
    gb_host_gemm_ex(&ex, i);
    return;
  }
  if (c->memory && gb_in_place(c)) return in_place(c, i);
  FOUR_PRODUCTS(gemm, c->transA, c->transB, M, N, K)
}

void gb_host_symm(const gb_call *c, const gb_item *i) {
  FOUR_PRODUCTS(symm, c->side, c->uplo, M, N)
}

void gb_host_hemm(const gb_call *c, const gb_item *i) {
  if (c->type == GB_C)
    PRODUCT(c, hemm, PLACE, c->side, c->uplo, M, N);
  else
    PRODUCT(z, hemm, PLACE, c->side, c->uplo, M, N);
}

// CBLAS functions of real types treat a conjugate transposition as a transposition in symmetric
// products, BLIS does not.
static int symmetric(const gb_call *c) {
  bool real = c->type == GB_S || c->type == GB_D;
  return real && c->transA == HIPBLAS_OP_C ? HIPBLAS_OP_T : c->transA;
}

void gb_host_syr2k(const gb_call *c, const gb_item *i) {
  FOUR_PRODUCTS(syr2k, c->uplo, symmetric(c), N, K)
}

void gb_host_syrk(const gb_call *c, const gb_item *i) {
#define RANK_K(p, value)                                                                           \
  gb_cblas.p##syrk(CBLAS_COLUMNS, c->uplo, symmetric(c), N, K, value(alpha), OP(0), value(beta),   \
                   OP(1))
  switch (c->type) {
  case GB_S:
    RANK_K(s, F);
    break;
  case GB_D:
    RANK_K(d, D);
    break;
  case GB_C:
    RANK_K(c, PLACE);
    break;
  default:
    RANK_K(z, PLACE);
  }
}

void gb_host_herk(const gb_call *c, const gb_item *i) {
  if (c->type == GB_C)
    gb_cblas.cherk(CBLAS_COLUMNS, c->uplo, c->transA, N, K, F(alpha), OP(0), F(beta), OP(1));
  else
    gb_cblas.zherk(CBLAS_COLUMNS, c->uplo, c->transA, N, K, D(alpha), OP(0), D(beta), OP(1));
}

void gb_host_her2k(const gb_call *c, const gb_item *i) {
  if (c->type == GB_C)
    gb_cblas.cher2k(CBLAS_COLUMNS, c->uplo, c->transA, N, K, i->alpha, OP(0), OP(1), F(beta),
                    OP(2));
  else
    gb_cblas.zher2k(CBLAS_COLUMNS, c->uplo, c->transA, N, K, i->alpha, OP(0), OP(1), D(beta),
                    OP(2));
}

// triangle copies the referenced triangle of a square matrix.
static void triangle(const gb_call *c, char *to, int64_t ld, const char *from, int64_t from_ld) {
  size_t size = gb_size(c->type);
  for (int64_t col = 0; col < c->n; col++) {
    bool upper = c->uplo == HIPBLAS_FILL_MODE_UPPER;
    int64_t row = upper ? 0 : col, rows = upper ? col + 1 : c->n - col;
    memcpy(to + (row + col * ld) * size, from + (row + col * from_ld) * size, rows * size);
  }
}

// product_triangle computes C = alpha op(A) op(B) + beta C, where only a triangle of C is
// written. CBLAS has no such function, so the whole product is computed in other memory.
static void product_triangle(const gb_call *c, const gb_item *i, int trans_a, int trans_b) {
  size_t size = gb_size(c->type), n = c->n;
  char *whole = c->memory;
  memset(whole, 0, n * n * size);
  triangle(c, whole, n, i->op[2], c->op[2].step);
  gb_call gemm = *c;
  gb_item item = *i;
  // The real beta of a Hermitian product becomes a complex number.
  float complex beta_c;
  double complex beta_z;
  if (c->routine == GB_HERKX && c->type == GB_C) beta_c = F(beta), item.beta = &beta_c;
  if (c->routine == GB_HERKX && c->type == GB_Z) beta_z = D(beta), item.beta = &beta_z;
  gemm.transA = trans_a;
  gemm.transB = trans_b;
  gemm.m = c->n;
  gemm.op[2].step = n;
  item.op[2] = whole;
  gb_host_gemm(&gemm, &item);
  // The diagonal of a Hermitian matrix is real.
  for (size_t e = 0; c->routine == GB_HERKX && e < n; e++)
    memset(whole + e * (n + 1) * size + size / 2, 0, size / 2);
  triangle(c, i->op[2], c->op[2].step, whole, n);
}

// symmetric_product takes B transposed where A is not, and the other way round.
static void symmetric_product(const gb_call *c, const gb_item *i, int trans) {
  product_triangle(c, i, symmetric(c), c->transA == HIPBLAS_OP_N ? trans : HIPBLAS_OP_N);
}
void gb_host_syrkx(const gb_call *c, const gb_item *i) { symmetric_product(c, i, HIPBLAS_OP_T); }
void gb_host_herkx(const gb_call *c, const gb_item *i) { symmetric_product(c, i, HIPBLAS_OP_C); }
void gb_host_gemmt(const gb_call *c, const gb_item *i) {
  product_triangle(c, i, c->transA, c->transB);
}

#define TRIANGULAR(p, fn, value, to)                                                               \
  gb_cblas.p##fn(CBLAS_COLUMNS, c->side, c->uplo, c->transA, c->diag, M, N, value(alpha), OP(0),   \
                 OP(to))
#define FOUR_TRIANGULAR(fn, to)                                                                    \
  switch (c->type) {                                                                               \
  case GB_S:                                                                                       \
    TRIANGULAR(s, fn, F, to);                                                                      \
    break;                                                                                         \
  case GB_D:                                                                                       \
    TRIANGULAR(d, fn, D, to);                                                                      \
    break;                                                                                         \
  case GB_C:                                                                                       \
    TRIANGULAR(c, fn, PLACE, to);                                                                  \
    break;                                                                                         \
  default:                                                                                         \
    TRIANGULAR(z, fn, PLACE, to);                                                                  \
  }

// The product may be written to other memory than the factor; CBLAS overwrites the factor.
void gb_host_trmm(const gb_call *c, const gb_item *i) {
  size_t size = gb_size(c->type);
  for (int64_t col = 0; i->op[1] != i->op[2] && col < c->n; col++)
    memcpy(i->op[2] + col * c->op[2].step * size, i->op[1] + col * c->op[1].step * size,
           c->m * size);
  FOUR_TRIANGULAR(trmm, 2)
}

void gb_host_trsm(const gb_call *c, const gb_item *i) { FOUR_TRIANGULAR(trsm, 1) }

// one is the number 1 of a type.
static const void *one(gb_type t) {
  static const float single[2] = {1, 0};
  static const double full[2] = {1, 0};
  return t == GB_S || t == GB_C ? (const void *)single : full;
}

// The inverse of a triangular matrix is the solution for the identity; only a triangle of it is
// nonzero.
void gb_host_trtri(const gb_call *call, const gb_item *item) {
  size_t size = gb_size(call->type), n = call->n;
  char *identity = call->memory;
  memset(identity, 0, n * n * size);
  for (size_t e = 0; e < n; e++) memcpy(identity + e * (n + 1) * size, one(call->type), size);
  gb_call solve = *call, *c = &solve;
  gb_item at = *item, *i = &at;
  solve.side = HIPBLAS_SIDE_LEFT;
  solve.transA = HIPBLAS_OP_N;
  solve.m = call->n;
  solve.op[1].step = n;
  at.op[1] = identity;
  at.alpha = one(call->type);
  FOUR_TRIANGULAR(trsm, 1)
  triangle(call, item->op[1], call->op[1].step, identity, n);
}

// C = alpha op(A) + beta op(B), and C = A diag(x) or diag(x) A. If a factor is zero, its matrix is
// not read, as in BLAS.
#define ADD(p, T, conjugate)                                                                       \
  static T element_##p(const gb_call *c, const gb_item *i, int op, int trans, int64_t row,         \
                       int64_t col) {                                                              \
    const T *a = (const T *)i->op[op];                                                             \
    int64_t ld = c->op[op].step;                                                                   \
    if (trans == HIPBLAS_OP_N) return a[row + col * ld];                                           \
    T e = a[col + row * ld];                                                                       \
    return trans == HIPBLAS_OP_C ? conjugate(e) : e;                                               \
  }                                                                                                \
  static void geam_##p(const gb_call *c, const gb_item *i) {                                       \
    T alpha = *(const T *)i->alpha, beta = *(const T *)i->beta, *to = (T *)i->op[2];               \
    for (int64_t col = 0; col < c->n; col++)                                                       \
      for (int64_t row = 0; row < c->m; row++) {                                                   \
        T sum = 0;                                                                                 \
        if (alpha != 0) sum = alpha * element_##p(c, i, 0, c->transA, row, col);                   \
        if (beta != 0) sum += beta * element_##p(c, i, 1, c->transB, row, col);                    \
        to[row + col * c->op[2].step] = sum;                                                       \
      }                                                                                            \
  }                                                                                                \
  static void dgmm_##p(const gb_call *c, const gb_item *i) {                                       \
    bool left = c->side == HIPBLAS_SIDE_LEFT;                                                      \
    int64_t length = left ? c->m : c->n, step = c->op[1].step;                                     \
    const T *a = (const T *)i->op[0];                                                              \
    const T *x = (const T *)i->op[1] + (step < 0 ? (1 - length) * step : 0);                       \
    T *to = (T *)i->op[2];                                                                         \
    for (int64_t col = 0; col < c->n; col++)                                                       \
      for (int64_t row = 0; row < c->m; row++)                                                     \
        to[row + col * c->op[2].step] =                                                            \
            a[row + col * c->op[0].step] * x[(left ? row : col) * step];                           \
  }
#define SAME(x) (x)
ADD(s, float, SAME)
ADD(d, double, SAME)
ADD(c, float complex, conjf)
ADD(z, double complex, conj)

#define FOUR_LOOPS(name)                                                                           \
  void gb_host_##name(const gb_call *c, const gb_item *i) {                                        \
    switch (c->type) {                                                                             \
    case GB_S:                                                                                     \
      name##_s(c, i);                                                                              \
      break;                                                                                       \
    case GB_D:                                                                                     \
      name##_d(c, i);                                                                              \
      break;                                                                                       \
    case GB_C:                                                                                     \
      name##_c(c, i);                                                                              \
      break;                                                                                       \
    default:                                                                                       \
      name##_z(c, i);                                                                              \
    }                                                                                              \
  }
FOUR_LOOPS(geam)
FOUR_LOOPS(dgmm)

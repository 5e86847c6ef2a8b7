// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The functions with explicit element types: GemmEx and level 1.
#include "blas.h"
#include "cblas.h"

#include <math.h>
#include <string.h>

static gb_type type_of(hipblasDatatype_t t) {
  switch (t) {
  case HIPBLAS_R_16F:
    return GB_H;
  case HIPBLAS_R_16B:
    return GB_B;
  case HIPBLAS_R_32F:
    return GB_S;
  case HIPBLAS_R_64F:
    return GB_D;
  case HIPBLAS_C_32F:
    return GB_C;
  case HIPBLAS_C_64F:
    return GB_Z;
  case HIPBLAS_R_8I:
    return GB_I8;
  case HIPBLAS_R_32I:
    return GB_I32;
  default:
    return GB_NO_TYPE;
  }
}

// data_of converts a type to HIP's.
static hipDataType data_of(hipblasDatatype_t t) {
  static const struct {
    hipblasDatatype_t blas;
    hipDataType hip;
  } all[] = {{HIPBLAS_R_16F, HIP_R_16F}, {HIPBLAS_R_32F, HIP_R_32F}, {HIPBLAS_R_64F, HIP_R_64F},
             {HIPBLAS_C_16F, HIP_C_16F}, {HIPBLAS_C_32F, HIP_C_32F}, {HIPBLAS_C_64F, HIP_C_64F},
             {HIPBLAS_R_8I, HIP_R_8I},   {HIPBLAS_R_8U, HIP_R_8U},   {HIPBLAS_R_32I, HIP_R_32I},
             {HIPBLAS_R_32U, HIP_R_32U}, {HIPBLAS_C_8I, HIP_C_8I},   {HIPBLAS_C_8U, HIP_C_8U},
             {HIPBLAS_C_32I, HIP_C_32I}, {HIPBLAS_C_32U, HIP_C_32U}, {HIPBLAS_R_16B, HIP_R_16BF},
             {HIPBLAS_C_16B, HIP_C_16BF}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].blas == t) return all[i].hip;
  return HIP_R_32F; // an invalid enumerator, which is rejected
}

static hipblasComputeType_t compute_of(hipblasDatatype_t t) {
  switch (t) {
  case HIPBLAS_R_16F:
    return HIPBLAS_COMPUTE_16F;
  case HIPBLAS_R_64F:
  case HIPBLAS_C_64F:
    return HIPBLAS_COMPUTE_64F;
  case HIPBLAS_R_32I:
    return HIPBLAS_COMPUTE_32I;
  default:
    return HIPBLAS_COMPUTE_32F;
  }
}

// Whether an enumerator is valid, supported or not.
static bool is_type(hipblasDatatype_t t) {
  return (t >= HIPBLAS_R_16F && t <= HIPBLAS_C_64F) || (t >= HIPBLAS_R_8I && t <= HIPBLAS_C_16B);
}
static bool is_type_v2(hipDataType t) {
  switch (t) {
  case HIP_R_8F_E4M3:
  case HIP_R_8F_E5M2:
  case HIP_R_8F_E4M3_FNUZ:
  case HIP_R_8F_E5M2_FNUZ:
    return true;
  default:
    return (unsigned)t <= HIP_C_64U;
  }
}

// supported reports whether there is a product for these types.
static bool supported(const gb_type t[3], gb_type compute) {
  gb_type a = t[0], c = t[2];
  if (t[1] != a) return false;
  switch (compute) {
  case GB_H:
    return a == GB_H && c == GB_H;
  case GB_S:
    return (a == GB_S && c == GB_S) || ((a == GB_H || a == GB_B) && (c == a || c == GB_S));
  case GB_I32:
    return a == GB_I8 && c == GB_I32;
  case GB_NO_TYPE:
    return false;
  default:
    return a == compute && c == compute;
  }
}

// unsupported returns the status of a call with unsupported types.
static hipblasStatus_t unsupported(hipblasHandle_t handle, bool known) {
  gb_call none = {.routine = GB_COPY};
  hipblasStatus_t bad = gb_submit(handle, &none);
  if (bad != HIPBLAS_STATUS_SUCCESS) return bad;
  return known ? HIPBLAS_STATUS_NOT_SUPPORTED : HIPBLAS_STATUS_INVALID_ENUM;
}

static hipblasStatus_t submit_gemm(hipblasHandle_t handle, gb_call *c, hipblasGemmAlgo_t algo,
                                   bool known) {
  if (!known || algo != HIPBLAS_GEMM_DEFAULT) return unsupported(handle, false);
  return gb_submit(handle, c);
}

#define SIZES .transA = transA, .transB = transB, .m = m, .n = n, .k = k, .scalar = {alpha, beta}
#define TYPES(of, data_of, compute_of)                                                             \
  .types = {of(aType), of(bType), of(cType)},                                                      \
  .data = {data_of(aType), data_of(bType), data_of(cType)}, .compute = compute_of(computeType)
#define KNOWN(is) is(aType) && is(bType) && is(cType)
#define PARAMETERS_HEAD(INT)                                                                       \
  hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, INT m, INT n,      \
      INT k, const void *alpha

// V is the end of the names; the flags, which choose among AMD's implementations, are checked.
#define GEMM_EX(V, INT, TYPE, COMPUTE, of, data_of, compute_of, is, computes, known, ...)          \
  hipblasStatus_t hipblasGemmEx##V(PARAMETERS_HEAD(INT), const void *A, TYPE aType, INT lda,       \
                                   const void *B, TYPE bType, INT ldb, const void *beta, void *C,  \
                                   TYPE cType, INT ldc, COMPUTE computeType,                       \
                                   hipblasGemmAlgo_t algo __VA_ARGS__) {                           \
    gb_call c = {.routine = GB_GEMM_EX,                                                            \
                 .type = computes,                                                                 \
                 .batch = 1,                                                                       \
                 SIZES,                                                                            \
                 TYPES(of, data_of, compute_of),                                                   \
                 .op = {{A, lda, 0}, {B, ldb, 0}, {C, ldc, 0}}};                                   \
    return submit_gemm(handle, &c, algo, KNOWN(is) && known);                                      \
  }                                                                                                \
  hipblasStatus_t hipblasGemmBatchedEx##V(                                                         \
      PARAMETERS_HEAD(INT), const void *A[], TYPE aType, INT lda, const void *B[], TYPE bType,     \
      INT ldb, const void *beta, void *C[], TYPE cType, INT ldc, INT batchCount,                   \
      COMPUTE computeType, hipblasGemmAlgo_t algo __VA_ARGS__) {                                   \
    gb_call c = {.routine = GB_GEMM_EX,                                                            \
                 .type = computes,                                                                 \
                 .layout = GB_BATCHED,                                                             \
                 .batch = batchCount,                                                              \
                 SIZES,                                                                            \
                 TYPES(of, data_of, compute_of),                                                   \
                 .op = {{A, lda, 0}, {B, ldb, 0}, {C, ldc, 0}}};                                   \
    return submit_gemm(handle, &c, algo, KNOWN(is) && known);                                      \
  }                                                                                                \
  hipblasStatus_t hipblasGemmStridedBatchedEx##V(                                                  \
      PARAMETERS_HEAD(INT), const void *A, TYPE aType, INT lda, hipblasStride strideA,             \
      const void *B, TYPE bType, INT ldb, hipblasStride strideB, const void *beta, void *C,        \
      TYPE cType, INT ldc, hipblasStride strideC, INT batchCount, COMPUTE computeType,             \
      hipblasGemmAlgo_t algo __VA_ARGS__) {                                                        \
    gb_call c = {.routine = GB_GEMM_EX,                                                            \
                 .type = computes,                                                                 \
                 .layout = GB_STRIDED,                                                             \
                 .batch = batchCount,                                                              \
                 SIZES,                                                                            \
                 TYPES(of, data_of, compute_of),                                                   \
                 .op = {{A, lda, strideA}, {B, ldb, strideB}, {C, ldc, strideC}}};                 \
    return submit_gemm(handle, &c, algo, KNOWN(is) && known);                                      \
  }
#define GEMM_EX_OLD(V, INT, flags, ...)                                                            \
  GEMM_EX(V, INT, hipblasDatatype_t, hipblasDatatype_t, type_of, data_of, compute_of, is_type,     \
          type_of(computeType), is_type(computeType) && flags, __VA_ARGS__)
#define ITSELF(v) v
#define GEMM_EX_NEW(V, INT, flags, ...)                                                            \
  GEMM_EX(V, INT, hipDataType, hipblasComputeType_t, gb_type_of, ITSELF, ITSELF, is_type_v2,       \
          gb_computes_in(computeType, cType),                                                      \
          (unsigned)computeType <= HIPBLAS_COMPUTE_32I_PEDANTIC && flags, __VA_ARGS__)
#define ARE_FLAGS !(flags & ~0x1e) // all of hipblasGemmFlags_t
GEMM_EX_OLD(, int, true, )
GEMM_EX_NEW(_v2, int, true, )
GEMM_EX_OLD(_64, int64_t, true, )
GEMM_EX_NEW(_v2_64, int64_t, true, )
GEMM_EX_OLD(WithFlags, int, ARE_FLAGS, , hipblasGemmFlags_t flags)
GEMM_EX_NEW(WithFlags_v2, int, ARE_FLAGS, , hipblasGemmFlags_t flags)
GEMM_EX_OLD(WithFlags_64, int64_t, ARE_FLAGS, , hipblasGemmFlags_t flags)
GEMM_EX_NEW(WithFlags_v2_64, int64_t, ARE_FLAGS, , hipblasGemmFlags_t flags)

// Triangular systems. The inverses of A's diagonal blocks, which AMD's library needs, are not used.
#define TRSM_EX(V, TYPE, of, is)                                                                   \
  static hipblasStatus_t trsm##V(hipblasHandle_t handle, gb_call *c, TYPE type) {                  \
    gb_type t = of(type);                                                                          \
    bool floating = t == GB_S || t == GB_D || t == GB_C || t == GB_Z;                              \
    if (!floating) return unsupported(handle, is(type));                                           \
    c->type = t;                                                                                   \
    return gb_submit(handle, c);                                                                   \
  }                                                                                                \
  hipblasStatus_t hipblasTrsmEx##V(TRSM_HEAD, void *A, int lda, void *B, int ldb, TRSM_INVERSE,    \
                                   TYPE computeType) {                                             \
    gb_call c = {.batch = 1, TRSM_CALL, .op = {{A, lda, 0}, {B, ldb, 0}}};                         \
    return trsm##V(handle, &c, computeType);                                                       \
  }                                                                                                \
  hipblasStatus_t hipblasTrsmBatchedEx##V(TRSM_HEAD, void *A, int lda, void *B, int ldb,           \
                                          int batchCount, TRSM_INVERSE, TYPE computeType) {        \
    gb_call c = {                                                                                  \
        .batch = batchCount, .layout = GB_BATCHED, TRSM_CALL, .op = {{A, lda, 0}, {B, ldb, 0}}};   \
    return trsm##V(handle, &c, computeType);                                                       \
  }                                                                                                \
  hipblasStatus_t hipblasTrsmStridedBatchedEx##V(                                                  \
      TRSM_HEAD, void *A, int lda, hipblasStride strideA, void *B, int ldb, hipblasStride strideB, \
      int batchCount, TRSM_INVERSE, hipblasStride strideInvA, TYPE computeType) {                  \
    gb_call c = {.batch = batchCount,                                                              \
                 .layout = GB_STRIDED,                                                             \
                 TRSM_CALL,                                                                        \
                 .op = {{A, lda, strideA}, {B, ldb, strideB}}};                                    \
    (void)strideInvA;                                                                              \
    return trsm##V(handle, &c, computeType);                                                       \
  }
#define TRSM_HEAD                                                                                  \
  hipblasHandle_t handle, hipblasSideMode_t side, hipblasFillMode_t uplo,                          \
      hipblasOperation_t transA, hipblasDiagType_t diag, int m, int n, const void *alpha
#define TRSM_INVERSE const void *invA, int invAsize
#define TRSM_CALL                                                                                  \
  .routine = GB_TRSM, .side = side, .uplo = uplo, .transA = transA, .diag = diag, .m = m, .n = n,  \
  .scalar = {alpha, ((void)invA, (void)invAsize, (const void *)0)}
TRSM_EX(, hipblasDatatype_t, type_of, is_type)
TRSM_EX(_v2, hipDataType, gb_type_of, is_type_v2)

bool gb_supported(const gb_call *c) {
  if (c->routine == GB_GEMM_EX) return supported(c->types, c->type);
  return c->type != GB_NO_TYPE;
}

// widened converts a matrix of half or bfloat16 to float.
static void widened(float *to, const char *from, gb_type type, int64_t rows, int64_t cols,
                    int64_t ld) {
  for (int64_t col = 0; col < cols; col++)
    gb_widen(to + col * rows, from + col * ld * 2, type, rows);
}

static float scalar_of(const gb_call *c, const void *p) {
  float f;
  if (c->type != GB_H) return *(const float *)p;
  gb_widen(&f, p, GB_H, 1);
  return f;
}

static void half_product(const gb_call *c, const gb_item *i) {
  bool an = c->transA == HIPBLAS_OP_N, bn = c->transB == HIPBLAS_OP_N;
  int64_t ar = an ? c->m : c->k, ac = an ? c->k : c->m, br = bn ? c->k : c->n,
          bc = bn ? c->n : c->k;
  float alpha = scalar_of(c, i->alpha), beta = scalar_of(c, i->beta);
  bool to_float = c->types[2] == GB_S;
  float *a = c->memory, *b = a + ar * ac;
  float *sum = to_float ? (float *)i->op[2] : b + br * bc;
  widened(a, i->op[0], c->types[0], ar, ac, c->op[0].step);
  widened(b, i->op[1], c->types[1], br, bc, c->op[1].step);
  int64_t ld = to_float ? c->op[2].step : c->m;
  for (int64_t col = 0; !to_float && beta != 0 && col < c->n; col++)
    gb_widen(sum + col * ld, i->op[2] + 2 * col * c->op[2].step, c->types[2], c->m);
  gb_cblas.sgemm(CBLAS_COLUMNS, c->transA, c->transB, c->m, c->n, c->k, alpha, a, ar > 0 ? ar : 1,
                 b, br > 0 ? br : 1, beta, sum, ld);
  for (int64_t col = 0; !to_float && col < c->n; col++)
    gb_narrow(i->op[2] + 2 * col * c->op[2].step, c->types[2], sum + col * ld, c->m);
}

// doubles converts a matrix of int8 to double.
static void doubles(double *to, const signed char *from, int64_t rows, int64_t cols, int64_t ld) {
  for (int64_t col = 0; col < cols; col++)
    for (int64_t row = 0; row < rows; row++) to[row + col * rows] = from[row + col * ld];
}

// A product of int8 matrices is exact in double, for which BLAS is fast.
static void byte_product(const gb_call *c, const gb_item *i) {
  bool an = c->transA == HIPBLAS_OP_N, bn = c->transB == HIPBLAS_OP_N;
  int64_t ar = an ? c->m : c->k, ac = an ? c->k : c->m, br = bn ? c->k : c->n,
          bc = bn ? c->n : c->k;
  uint32_t alpha = *(const uint32_t *)i->alpha, beta = *(const uint32_t *)i->beta;
  double *a = c->memory, *b = a + ar * ac, *sum = b + br * bc;
  doubles(a, (signed char *)i->op[0], ar, ac, c->op[0].step);
  doubles(b, (signed char *)i->op[1], br, bc, c->op[1].step);
  gb_cblas.dgemm(CBLAS_COLUMNS, c->transA, c->transB, c->m, c->n, c->k, 1, a, ar > 0 ? ar : 1, b,
                 br > 0 ? br : 1, 0, sum, c->m);
  for (int64_t col = 0; col < c->n; col++)
    for (int64_t row = 0; row < c->m; row++) {
      uint32_t *to = (uint32_t *)i->op[2] + row + col * c->op[2].step;
      *to = alpha * (uint32_t)(int64_t)sum[row + col * c->m] + (beta ? beta * *to : 0);
    }
}

void gb_host_gemm_ex(const gb_call *c, const gb_item *i) {
  if (c->types[0] == GB_H || c->types[0] == GB_B)
    half_product(c, i);
  else if (c->types[0] == GB_I8)
    byte_product(c, i);
  else
    gb_host_gemm(c, i);
}

// elements sets the types of a level 1 call: those of its vectors, of its scalar and of the
// computation. With half or bfloat16 the scalar may be a float.
static bool elements(gb_call *c, gb_type x, gb_type y, gb_type scalar, gb_type compute) {
  bool small = x == GB_H || x == GB_B;
  bool floating = x != GB_NO_TYPE && x != GB_I8 && x != GB_I32;
  c->type = x;
  c->float_scalar = small && scalar == GB_S;
  bool scalars = scalar == x || (small && scalar == GB_S);
  bool computes = compute == x || (small && compute == GB_S);
  if (!floating || x != y || !scalars || !computes) c->type = GB_NO_TYPE;
  return c->type != GB_NO_TYPE;
}

// real is the type of a complex number's components.
static gb_type real(gb_type t) { return t == GB_C ? GB_S : t == GB_Z ? GB_D : t; }

// The calls of level 1 whose types are given, from what their forms have in common.
#define LEVEL1_EX(V, TYPE, of, is)                                                                 \
  static hipblasStatus_t axpy##V(hipblasHandle_t handle, gb_call *c, TYPE alphaType, TYPE xType,   \
                                 TYPE yType, TYPE executionType) {                                 \
    c->routine = GB_AXPY;                                                                          \
    if (!elements(c, of(xType), of(yType), of(alphaType), of(executionType)))                      \
      return unsupported(handle, is(xType) && is(yType) && is(alphaType) && is(executionType));    \
    return gb_submit(handle, c);                                                                   \
  }                                                                                                \
  static hipblasStatus_t scal##V(hipblasHandle_t handle, gb_call *c, TYPE alphaType, TYPE xType,   \
                                 TYPE executionType) {                                             \
    gb_type t = of(xType), a = of(alphaType);                                                      \
    bool by_real = a == real(t) && a != t;                                                         \
    c->routine = by_real ? GB_RSCAL : GB_SCAL;                                                     \
    if (!elements(c, t, t, by_real ? t : a, of(executionType)))                                    \
      return unsupported(handle, is(xType) && is(alphaType) && is(executionType));                 \
    return gb_submit(handle, c);                                                                   \
  }                                                                                                \
  static hipblasStatus_t dot##V(hipblasHandle_t handle, gb_call *c, bool conjugated, TYPE xType,   \
                                TYPE yType, TYPE resultType, TYPE executionType) {                 \
    if (!elements(c, of(xType), of(yType), of(resultType), of(executionType)) ||                   \
        of(resultType) != c->type)                                                                 \
      return unsupported(handle, is(xType) && is(yType) && is(resultType) && is(executionType));   \
    c->routine = conjugated && (c->type == GB_C || c->type == GB_Z) ? GB_DOTC : GB_DOT;            \
    return gb_submit(handle, c);                                                                   \
  }                                                                                                \
  static hipblasStatus_t nrm2##V(hipblasHandle_t handle, gb_call *c, TYPE xType, TYPE resultType,  \
                                 TYPE executionType) {                                             \
    gb_type t = of(xType), computes = of(executionType);                                           \
    c->routine = GB_NRM2;                                                                          \
    if (computes == real(t)) computes = t;                                                         \
    if (!elements(c, t, t, t, computes) || of(resultType) != real(t))                              \
      return unsupported(handle, is(xType) && is(resultType) && is(executionType));                \
    return gb_submit(handle, c);                                                                   \
  }                                                                                                \
  static hipblasStatus_t rot##V(hipblasHandle_t handle, gb_call *c, TYPE xType, TYPE yType,        \
                                TYPE csType, TYPE executionType) {                                 \
    gb_type t = of(xType), cs = of(csType);                                                        \
    c->routine = cs == t ? GB_ROT : GB_RROT;                                                       \
    bool floating = t == GB_S || t == GB_D || t == GB_C || t == GB_Z;                              \
    if (!floating || (cs != t && cs != real(t)) ||                                                 \
        !elements(c, t, of(yType), t, of(executionType)))                                          \
      return unsupported(handle, is(xType) && is(yType) && is(csType) && is(executionType));       \
    return gb_submit(handle, c);                                                                   \
  }
LEVEL1_EX(, hipblasDatatype_t, type_of, is_type)
LEVEL1_EX(_v2, hipDataType, gb_type_of, is_type_v2)

// The functions of a form: one problem, an array of vectors, or vectors at a distance. Their names
// end in V and, with 64-bit sizes, in W.
#define EX_FORM(Form, V, W, INT, TYPE, layout_, count, COUNT, STRIDE_X, STRIDE_Y, x_by, y_by)      \
  hipblasStatus_t hipblasAxpy##Form##Ex##V##W(                                                     \
      hipblasHandle_t handle, INT n, const void *alpha, TYPE alphaType, const void *x, TYPE xType, \
      INT incx STRIDE_X, void *y, TYPE yType, INT incy STRIDE_Y COUNT, TYPE executionType) {       \
    gb_call c = {FORM_OF(layout_, count), .scalar = {alpha}, TWO(x_by, y_by)};                     \
    return axpy##V(handle, &c, alphaType, xType, yType, executionType);                            \
  }                                                                                                \
  hipblasStatus_t hipblasScal##Form##Ex##V##W(hipblasHandle_t handle, INT n, const void *alpha,    \
                                              TYPE alphaType, void *x, TYPE xType,                 \
                                              INT incx STRIDE_X COUNT, TYPE executionType) {       \
    gb_call c = {FORM_OF(layout_, count), .scalar = {alpha}, .op = {{x, incx, x_by}}};             \
    return scal##V(handle, &c, alphaType, xType, executionType);                                   \
  }                                                                                                \
  hipblasStatus_t hipblasDot##Form##Ex##V##W(                                                      \
      hipblasHandle_t handle, INT n, const void *x, TYPE xType, INT incx STRIDE_X, const void *y,  \
      TYPE yType, INT incy STRIDE_Y COUNT, void *result, TYPE resultType, TYPE executionType) {    \
    gb_call c = {FORM_OF(layout_, count), .result = result, TWO(x_by, y_by)};                      \
    return dot##V(handle, &c, false, xType, yType, resultType, executionType);                     \
  }                                                                                                \
  hipblasStatus_t hipblasDotc##Form##Ex##V##W(                                                     \
      hipblasHandle_t handle, INT n, const void *x, TYPE xType, INT incx STRIDE_X, const void *y,  \
      TYPE yType, INT incy STRIDE_Y COUNT, void *result, TYPE resultType, TYPE executionType) {    \
    gb_call c = {FORM_OF(layout_, count), .result = result, TWO(x_by, y_by)};                      \
    return dot##V(handle, &c, true, xType, yType, resultType, executionType);                      \
  }                                                                                                \
  hipblasStatus_t hipblasNrm2##Form##Ex##V##W(hipblasHandle_t handle, INT n, const void *x,        \
                                              TYPE xType, INT incx STRIDE_X COUNT, void *result,   \
                                              TYPE resultType, TYPE executionType) {               \
    gb_call c = {FORM_OF(layout_, count), .result = result, .op = {{x, incx, x_by}}};              \
    return nrm2##V(handle, &c, xType, resultType, executionType);                                  \
  }                                                                                                \
  hipblasStatus_t hipblasRot##Form##Ex##V##W(                                                      \
      hipblasHandle_t handle, INT n, void *x, TYPE xType, INT incx STRIDE_X, void *y, TYPE yType,  \
      INT incy STRIDE_Y, const void *c, const void *s, TYPE csType COUNT, TYPE executionType) {    \
    gb_call call = {FORM_OF(layout_, count), .scalar = {c, s}, TWO(x_by, y_by)};                   \
    return rot##V(handle, &call, xType, yType, csType, executionType);                             \
  }
#define FORM_OF(layout_, count) .layout = layout_, .batch = count, .n = n
#define TWO(x_by, y_by) .op = {{x, incx, x_by}, {y, incy, y_by}}
#define NOTHING
#define COUNT_OF(INT) , INT batchCount
#define STRIDE_OF_X , hipblasStride stridex
#define STRIDE_OF_Y , hipblasStride stridey
#define EX_FORMS(V, W, INT, TYPE)                                                                  \
  EX_FORM(, V, W, INT, TYPE, GB_ONE, 1, NOTHING, NOTHING, NOTHING, 0, 0)                           \
  EX_FORM(Batched, V, W, INT, TYPE, GB_BATCHED, batchCount, COUNT_OF(INT), NOTHING, NOTHING, 0, 0) \
  EX_FORM(StridedBatched, V, W, INT, TYPE, GB_STRIDED, batchCount, COUNT_OF(INT), STRIDE_OF_X,     \
          STRIDE_OF_Y, stridex, stridey)
EX_FORMS(, , int, hipblasDatatype_t)
EX_FORMS(_v2, , int, hipDataType)
EX_FORMS(, _64, int64_t, hipblasDatatype_t)
EX_FORMS(_v2, _64, int64_t, hipDataType)

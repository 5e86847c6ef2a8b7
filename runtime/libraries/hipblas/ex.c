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
#define PARAMETERS_HEAD                                                                            \
  hipblasHandle_t handle, hipblasOperation_t transA, hipblasOperation_t transB, int m, int n,      \
      int k, const void *alpha

#define GEMM_EX(V, TYPE, COMPUTE, of, data_of, compute_of, is, computes, known)                    \
  hipblasStatus_t hipblasGemmEx##V(PARAMETERS_HEAD, const void *A, TYPE aType, int lda,            \
                                   const void *B, TYPE bType, int ldb, const void *beta, void *C,  \
                                   TYPE cType, int ldc, COMPUTE computeType,                       \
                                   hipblasGemmAlgo_t algo) {                                       \
    gb_call c = {.routine = GB_GEMM_EX,                                                            \
                 .type = computes,                                                                 \
                 .batch = 1,                                                                       \
                 SIZES,                                                                            \
                 TYPES(of, data_of, compute_of),                                                   \
                 .op = {{A, lda, 0}, {B, ldb, 0}, {C, ldc, 0}}};                                   \
    return submit_gemm(handle, &c, algo, KNOWN(is) && known);                                      \
  }                                                                                                \
  hipblasStatus_t hipblasGemmBatchedEx##V(PARAMETERS_HEAD, const void *A[], TYPE aType, int lda,   \
                                          const void *B[], TYPE bType, int ldb, const void *beta,  \
                                          void *C[], TYPE cType, int ldc, int batchCount,          \
                                          COMPUTE computeType, hipblasGemmAlgo_t algo) {           \
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
      PARAMETERS_HEAD, const void *A, TYPE aType, int lda, hipblasStride strideA, const void *B,   \
      TYPE bType, int ldb, hipblasStride strideB, const void *beta, void *C, TYPE cType, int ldc,  \
      hipblasStride strideC, int batchCount, COMPUTE computeType, hipblasGemmAlgo_t algo) {        \
    gb_call c = {.routine = GB_GEMM_EX,                                                            \
                 .type = computes,                                                                 \
                 .layout = GB_STRIDED,                                                             \
                 .batch = batchCount,                                                              \
                 SIZES,                                                                            \
                 TYPES(of, data_of, compute_of),                                                   \
                 .op = {{A, lda, strideA}, {B, ldb, strideB}, {C, ldc, strideC}}};                 \
    return submit_gemm(handle, &c, algo, KNOWN(is) && known);                                      \
  }
GEMM_EX(, hipblasDatatype_t, hipblasDatatype_t, type_of, data_of, compute_of, is_type,
        type_of(computeType), is_type(computeType))
#define ITSELF(v) v
GEMM_EX(_v2, hipDataType, hipblasComputeType_t, gb_type_of, ITSELF, ITSELF, is_type_v2,
        gb_computes_in(computeType, cType), (unsigned)computeType <= HIPBLAS_COMPUTE_32I_PEDANTIC)

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

#define LEVEL1_EX(V, INT, TYPE, of, is)                                                            \
  hipblasStatus_t hipblasAxpyEx##V(hipblasHandle_t handle, INT n, const void *alpha,               \
                                   TYPE alphaType, const void *x, TYPE xType, INT incx, void *y,   \
                                   TYPE yType, INT incy, TYPE executionType) {                     \
    gb_call c = {.routine = GB_AXPY,                                                               \
                 .batch = 1,                                                                       \
                 .n = n,                                                                           \
                 .scalar = {alpha},                                                                \
                 .op = {{x, incx, 0}, {y, incy, 0}}};                                              \
    if (!elements(&c, of(xType), of(yType), of(alphaType), of(executionType)))                     \
      return unsupported(handle, is(xType) && is(yType) && is(alphaType) && is(executionType));    \
    return gb_submit(handle, &c);                                                                  \
  }                                                                                                \
  hipblasStatus_t hipblasScalEx##V(hipblasHandle_t handle, INT n, const void *alpha,               \
                                   TYPE alphaType, void *x, TYPE xType, INT incx,                  \
                                   TYPE executionType) {                                           \
    gb_type t = of(xType), a = of(alphaType);                                                      \
    bool by_real = a == real(t) && a != t;                                                         \
    gb_call c = {.routine = by_real ? GB_RSCAL : GB_SCAL,                                          \
                 .batch = 1,                                                                       \
                 .n = n,                                                                           \
                 .scalar = {alpha},                                                                \
                 .op = {{x, incx, 0}}};                                                            \
    if (!elements(&c, t, t, by_real ? t : a, of(executionType)))                                   \
      return unsupported(handle, is(xType) && is(alphaType) && is(executionType));                 \
    return gb_submit(handle, &c);                                                                  \
  }                                                                                                \
  static hipblasStatus_t dot##V(hipblasHandle_t handle, gb_call *c, TYPE xType, TYPE yType,        \
                                TYPE resultType, TYPE executionType) {                             \
    if (!elements(c, of(xType), of(yType), of(resultType), of(executionType)) ||                   \
        of(resultType) != c->type)                                                                 \
      return unsupported(handle, is(xType) && is(yType) && is(resultType) && is(executionType));   \
    if (c->type != GB_C && c->type != GB_Z) c->routine = GB_DOT;                                   \
    return gb_submit(handle, c);                                                                   \
  }                                                                                                \
  hipblasStatus_t hipblasDotEx##V(hipblasHandle_t handle, INT n, const void *x, TYPE xType,        \
                                  INT incx, const void *y, TYPE yType, INT incy, void *result,     \
                                  TYPE resultType, TYPE executionType) {                           \
    gb_call c = {.routine = GB_DOT,                                                                \
                 .batch = 1,                                                                       \
                 .n = n,                                                                           \
                 .result = result,                                                                 \
                 .op = {{x, incx, 0}, {y, incy, 0}}};                                              \
    return dot##V(handle, &c, xType, yType, resultType, executionType);                            \
  }                                                                                                \
  hipblasStatus_t hipblasDotcEx##V(hipblasHandle_t handle, INT n, const void *x, TYPE xType,       \
                                   INT incx, const void *y, TYPE yType, INT incy, void *result,    \
                                   TYPE resultType, TYPE executionType) {                          \
    gb_call c = {.routine = GB_DOTC,                                                               \
                 .batch = 1,                                                                       \
                 .n = n,                                                                           \
                 .result = result,                                                                 \
                 .op = {{x, incx, 0}, {y, incy, 0}}};                                              \
    return dot##V(handle, &c, xType, yType, resultType, executionType);                            \
  }                                                                                                \
  hipblasStatus_t hipblasNrm2Ex##V(hipblasHandle_t handle, INT n, const void *x, TYPE xType,       \
                                   INT incx, void *result, TYPE resultType, TYPE executionType) {  \
    gb_type t = of(xType), computes = of(executionType);                                           \
    gb_call c = {.routine = GB_NRM2, .batch = 1, .n = n, .result = result, .op = {{x, incx, 0}}};  \
    if (computes == real(t)) computes = t;                                                         \
    if (!elements(&c, t, t, t, computes) || of(resultType) != real(t))                             \
      return unsupported(handle, is(xType) && is(resultType) && is(executionType));                \
    return gb_submit(handle, &c);                                                                  \
  }
LEVEL1_EX(, int, hipblasDatatype_t, type_of, is_type)
LEVEL1_EX(_v2, int, hipDataType, gb_type_of, is_type_v2)
LEVEL1_EX(_64, int64_t, hipblasDatatype_t, type_of, is_type)
LEVEL1_EX(_v2_64, int64_t, hipDataType, gb_type_of, is_type_v2)

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Products on a device whose memory the host accesses in place, by the machine's BLAS: in float or
// double, with conversion of operands of other types.
#include "blaslt.h"
#include "cblas.h"
#include "hostcall.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { algorithm_mark = 0x474d4c54 };

typedef blaslt_product product;

static bool is_wide(gb_type t) { return t == GB_S || t == GB_H || t == GB_B; }

// supported8 is supported for operands of 8-bit floating point, whose two formats may differ, but
// are both FNUZ or not.
static bool supported8(const product *p) {
  const gb_type *t = p->type;
  if (!blaslt_is_float8(t[BLASLT_A]) || !blaslt_is_float8(t[BLASLT_B]) || p->compute != GB_S)
    return false;
  bool fnuz = (int)t[BLASLT_A] >= BLASLT_E4M3_FNUZ;
  if (fnuz != ((int)t[BLASLT_B] >= BLASLT_E4M3_FNUZ)) return false;
  bool narrow = blaslt_is_float8(t[BLASLT_D]);
  if (narrow && fnuz != ((int)t[BLASLT_D] >= BLASLT_E4M3_FNUZ)) return false;
  if (!narrow && !is_wide(t[BLASLT_D])) return false;
  if (t[BLASLT_C] != t[BLASLT_D] && !(narrow && is_wide(t[BLASLT_C]))) return false;
  return !(p->desc.epilogue & HIPBLASLT_EPILOGUE_BIAS) || is_wide(p->bias);
}

static bool scales_rows(const product *p) {
  return p->desc.pointers == HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
}

enum { block = 32 }; // elements for each exponent

static uint32_t mode_of(const product *p, int i) {
  bool vector = p->desc.scale[i] && (i == BLASLT_A || i == BLASLT_B);
  return vector ? p->desc.scale_mode[i] : HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F;
}

// has_modes checks the modes of the scales. Those of blocks are for 8-bit floats, as many for A as for B, and along the
// sum: A is transposed and B is not, in columns. AMD documents no vectors and blocks of batches.
static bool has_modes(const product *p) {
  for (int i = BLASLT_A; i <= BLASLT_B; i++) {
    const struct hipblaslt_layout *l = &p->layout[i];
    uint32_t mode = mode_of(p, i);
    if (mode == HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F) continue;
    if (l->batches != 1) return false;
    if (mode == HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F) continue;
    bool along = (p->desc.trans[i] == HIPBLAS_OP_N) == (i == BLASLT_B);
    if (mode != HIPBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0 || !along || p->k % block ||
        l->order != HIPBLASLT_ORDER_COL || !blaslt_is_float8(p->type[i]) ||
        mode_of(p, BLASLT_A) != mode_of(p, BLASLT_B))
      return false;
  }
  return true;
}

// supported reports whether there is a product for these types and this epilogue.
static bool supported(const product *p) {
  const gb_type *t = p->type;
  if (p->compute != GB_S && p->compute != GB_D && p->compute != GB_I32) return false;
  if (gb_type_of(p->desc.scalars) != p->compute) return false;
  if (scales_rows(p) && p->compute == GB_I32) return false;
  if (!has_modes(p)) return false;
  bool more = p->desc.epilogue & (blaslt_aux | blaslt_gradients);
  if (more && (blaslt_is_float8(t[BLASLT_A]) || p->compute == GB_I32)) return false;
  // AMD documents no vector for each matrix of a batch.
  bool vector = p->desc.epilogue & blaslt_gradients;
  if (vector && (p->layout[BLASLT_D].batches != 1 || !(is_wide(p->bias) || p->bias == GB_D)))
    return false;
  if (blaslt_is_float8(t[BLASLT_A])) return supported8(p);
  if (t[BLASLT_A] != t[BLASLT_B] || t[BLASLT_C] != t[BLASLT_D]) return false;
  bool biased = p->desc.epilogue & HIPBLASLT_EPILOGUE_BIAS;
  if (biased && p->bias != t[BLASLT_D] && p->bias != p->compute) return false;
  if (p->compute == GB_D) return t[BLASLT_A] == GB_D && t[BLASLT_D] == GB_D;
  if (p->compute == GB_I32)
    return t[BLASLT_A] == GB_I8 && t[BLASLT_D] == GB_I32 &&
           p->desc.epilogue == HIPBLASLT_EPILOGUE_DEFAULT;
  if (t[BLASLT_A] == GB_S) return t[BLASLT_D] == GB_S;
  return (t[BLASLT_A] == GB_H || t[BLASLT_A] == GB_B) &&
         (t[BLASLT_D] == t[BLASLT_A] || t[BLASLT_D] == GB_S);
}

// length is the length of a layout's contiguous vectors: columns, or rows.
static int64_t length(const struct hipblaslt_layout *l) {
  return l->order == HIPBLASLT_ORDER_COL ? l->rows : l->cols;
}
static int64_t lines(const struct hipblaslt_layout *l) {
  return l->order == HIPBLASLT_ORDER_COL ? l->cols : l->rows;
}

static double element(const void *p, gb_type t, int64_t at) {
  float f;
  if (blaslt_is_float8(t)) return blaslt_from_float8(((const uint8_t *)p)[at], t);
  switch (t) {
  case GB_S:
    return ((const float *)p)[at];
  case GB_D:
    return ((const double *)p)[at];
  case GB_I8:
    return ((const int8_t *)p)[at];
  case GB_I32:
    return ((const int32_t *)p)[at];
  default:
    gb_widen(&f, (const char *)p + 2 * at, t, 1);
    return f;
  }
}

static void put(void *p, gb_type t, int64_t at, double v) {
  float f = (float)v;
  if (blaslt_is_float8(t))
    ((uint8_t *)p)[at] = blaslt_to_float8(f, t);
  else if (t == GB_S)
    ((float *)p)[at] = f;
  else if (t == GB_D)
    ((double *)p)[at] = v;
  else
    gb_narrow((char *)p + 2 * at, t, &f, 1);
}

static int64_t place(const struct hipblaslt_layout *l, int64_t row, int64_t col) {
  return l->order == HIPBLASLT_ORDER_COL ? row + col * l->ld : col + row * l->ld;
}

static size_t work_size(const product *p) {
  return p->compute == GB_S ? sizeof(float) : sizeof(double);
}

// converts reports whether an operand is converted before the multiplication.
static bool converts(const product *p, int i) {
  return p->type[i] != (p->compute == GB_S ? GB_S : GB_D);
}

// operand is a matrix as passed to BLAS; a row-major layout is its transpose.
typedef struct operand {
  const void *at;
  int ld, trans;
} operand;

// widen8 converts a column or row of 8-bit floats, which it multiplies by the scales of their blocks. An exponent of 255
// is NaN (OCP Microscaling Formats, E8M0).
static void widen8(const product *p, int i, int64_t line, const uint8_t *from, float *to) {
  int64_t size = length(&p->layout[i]);
  bool blocks = mode_of(p, i) == HIPBLASLT_MATMUL_MATRIX_SCALE_VEC32_UE8M0;
  const uint8_t *exponents =
      blocks ? (const uint8_t *)p->desc.scale[i] + line * (size / block) : NULL;
  for (int64_t e = 0; e < size; e++) {
    to[e] = blaslt_from_float8(from[e], p->type[i]);
    if (!blocks) continue;
    uint8_t exponent = exponents[e / block];
    to[e] = exponent == 255 ? NAN : ldexpf(to[e], exponent - 127);
  }
}

static operand prepare(const product *p, int i, const char *from, char **memory) {
  const struct hipblaslt_layout *l = &p->layout[i];
  bool flips = l->order == HIPBLASLT_ORDER_ROW, plain = p->desc.trans[i] == HIPBLAS_OP_N;
  operand o = {from, (int)l->ld, plain == flips ? HIPBLAS_OP_T : HIPBLAS_OP_N};
  if (!converts(p, i)) return o;
  int64_t size = length(l), count = lines(l);
  for (int64_t line = 0; line < count; line++) {
    const char *at = from + line * l->ld * (int64_t)blaslt_size(p->type[i]);
    if (blaslt_is_float8(p->type[i]))
      widen8(p, i, line, (const uint8_t *)at, (float *)*memory + line * size);
    else if (p->compute == GB_S)
      gb_widen((float *)*memory + line * size, at, p->type[i], size);
    else
      for (int64_t e = 0; e < size; e++)
        ((double *)*memory)[line * size + e] = element(at, p->type[i], e);
  }
  o.at = *memory;
  o.ld = size > 0 ? (int)size : 1;
  *memory += size * count * (int64_t)work_size(p);
  return o;
}

// gelu is AMD's approximation with a hyperbolic tangent.
static double gelu(double x) {
  return 0.5 * x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

// derivative is that of gelu.
static double derivative(double x) {
  const double root = 0.7978845608028654;
  double t = tanh(root * (x + 0.044715 * x * x * x));
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * root * (1 + 3 * 0.044715 * x * x);
}

static double activated(uint32_t epilogue, double v) {
  if (epilogue & HIPBLASLT_EPILOGUE_RELU) return v < 0 ? 0 : v; // keeps NaN
  return epilogue & HIPBLASLT_EPILOGUE_GELU ? gelu(v) : v;
}

static double scale_of(const product *p, int i) {
  bool single = mode_of(p, i) == HIPBLASLT_MATMUL_MATRIX_SCALE_SCALAR_32F;
  return p->desc.scale[i] && single ? *(const float *)p->desc.scale[i] : 1;
}

static double scalar_of(const product *p, int i) {
  return element(p->by_value[i] ? &p->value[i] : p->scalar[i], p->compute, 0);
}

// vector_of is the vector of an operand's scales, or null.
static const float *vector_of(const product *p, int i) {
  return mode_of(p, i) == HIPBLASLT_MATMUL_MATRIX_SCALE_OUTER_VEC_32F ? p->desc.scale[i] : NULL;
}

// finish computes D from the product, which is already alpha op(A) op(B). The result is AMAX_D: the
// largest magnitude after bias and activation and before D's scale, as in AMD's and NVIDIA's library.
static double finish(const product *p, const void *sum, const char *c, char *d, char *aux) {
  const struct hipblaslt_layout *lc = &p->layout[BLASLT_C], *ld = &p->layout[BLASLT_D];
  double beta = scalar_of(p, 1) * scale_of(p, BLASLT_C), scale = scale_of(p, BLASLT_D);
  double amax = 0;
  const float *rows = vector_of(p, BLASLT_A), *columns = vector_of(p, BLASLT_B);
  uint32_t epilogue = p->desc.epilogue;
  bool biased = epilogue & HIPBLASLT_EPILOGUE_BIAS;
  gb_type type = p->type[BLASLT_D];
  for (int64_t col = 0; col < p->n; col++)
    for (int64_t row = 0; row < p->m; row++) {
      double v = element(sum, p->compute, row + col * p->m);
      if (scales_rows(p)) v *= element(p->scalar[0], p->compute, row);
      if (rows) v *= rows[row];
      if (columns) v *= columns[col];
      if (beta != 0) v += beta * element(c, p->type[BLASLT_C], place(lc, row, col));
      if (biased) v += element(p->desc.bias, p->bias, row);
      int64_t at = row + col * p->desc.aux_ld;
      if (epilogue & blaslt_derivative)
        v *= derivative(element(aux, type, at));
      else {
        if (epilogue & blaslt_aux) put(aux, type, at, v);
        v = activated(epilogue, v);
      }
      amax = fmax(amax, fabs(v));
      put(d, type, place(ld, row, col), scale * v);
    }
  return amax;
}

// finish_int is finish for sums of int8, which wrap around like 32-bit integers.
static void finish_int(const product *p, const double *sum, const char *c, char *d) {
  const struct hipblaslt_layout *lc = &p->layout[BLASLT_C], *ld = &p->layout[BLASLT_D];
  uint32_t alpha = (uint32_t)(int64_t)scalar_of(p, 0), beta = (uint32_t)(int64_t)scalar_of(p, 1);
  for (int64_t col = 0; col < p->n; col++)
    for (int64_t row = 0; row < p->m; row++) {
      uint32_t v = alpha * (uint32_t)(int64_t)sum[row + col * p->m];
      if (beta) v += beta * ((const uint32_t *)c)[place(lc, row, col)];
      ((uint32_t *)d)[place(ld, row, col)] = v;
    }
}

// gradient writes the sum of a matrix's columns, or of its rows, to the vector of the bias.
static void gradient(const product *p, int i, const void *matrix, bool of_columns) {
  const struct hipblaslt_layout *l = &p->layout[i];
  bool turned = i != BLASLT_D && p->desc.trans[i] != HIPBLAS_OP_N;
  int64_t rows = turned ? l->cols : l->rows, cols = turned ? l->rows : l->cols;
  for (int64_t at = 0; at < (of_columns ? rows : cols); at++) {
    double sum = 0;
    for (int64_t e = 0; e < (of_columns ? cols : rows); e++) {
      int64_t row = of_columns ? at : e, col = of_columns ? e : at;
      sum += element(matrix, p->type[i], turned ? place(l, col, row) : place(l, row, col));
    }
    put((void *)(uintptr_t)p->desc.bias, p->bias, at, sum);
  }
}

static void gradients(const product *p) {
  uint32_t epilogue = p->desc.epilogue;
  if (epilogue & blaslt_sum_of_d) gradient(p, BLASLT_D, p->out, true);
  if (epilogue & HIPBLASLT_EPILOGUE_BGRADA) gradient(p, BLASLT_A, p->in[BLASLT_A], true);
  if (epilogue & HIPBLASLT_EPILOGUE_BGRADB) gradient(p, BLASLT_B, p->in[BLASLT_B], false);
}

static char *of_batch(const product *p, int i, const void *at, int64_t batch) {
  return (char *)(uintptr_t)at + batch * p->layout[i].stride * (int64_t)blaslt_size(p->type[i]);
}

static void multiply(void *call) {
  const product *p = call;
  double alpha = scales_rows(p) ? 1 : scalar_of(p, 0), amax = 0;
  alpha *= scale_of(p, BLASLT_A) * scale_of(p, BLASLT_B);
  for (int64_t batch = 0; batch < p->layout[BLASLT_D].batches; batch++) {
    char *memory = (char *)p->memory + p->m * p->n * (int64_t)work_size(p);
    operand a = prepare(p, BLASLT_A, of_batch(p, BLASLT_A, p->in[BLASLT_A], batch), &memory);
    operand b = prepare(p, BLASLT_B, of_batch(p, BLASLT_B, p->in[BLASLT_B], batch), &memory);
    char *d = of_batch(p, BLASLT_D, p->out, batch);
    const char *c = p->in[BLASLT_C] ? of_batch(p, BLASLT_C, p->in[BLASLT_C], batch) : NULL;
    if (p->compute == GB_S)
      gb_cblas.sgemm(CBLAS_COLUMNS, a.trans, b.trans, p->m, p->n, p->k, (float)alpha, a.at, a.ld,
                     b.at, b.ld, 0, p->memory, p->m);
    else
      gb_cblas.dgemm(CBLAS_COLUMNS, a.trans, b.trans, p->m, p->n, p->k,
                     p->compute == GB_D ? alpha : 1, a.at, a.ld, b.at, b.ld, 0, p->memory, p->m);
    if (p->compute == GB_I32)
      finish_int(p, p->memory, c, d);
    else
      amax = fmax(amax, finish(p, p->memory, c, d,
                               (char *)p->desc.aux + batch * p->desc.aux_stride *
                                                         (int64_t)blaslt_size(p->type[BLASLT_D])));
  }
  gradients(p);
  if (p->desc.amax) *p->desc.amax = (float)amax;
}

static void release(void *call) { free(((product *)call)->memory); }

// reserve allocates the memory that a product needs before it is queued.
static bool reserve(product *p) {
  unsigned __int128 room = (unsigned __int128)p->m * p->n;
  for (int i = BLASLT_A; i <= BLASLT_B; i++)
    if (converts(p, i)) room += (unsigned __int128)p->layout[i].rows * p->layout[i].cols;
  room *= work_size(p);
  return room <= PTRDIFF_MAX && (p->memory = malloc((size_t)room));
}

static hipblasStatus_t create(void **state) {
  *state = NULL;
  return gb_load() ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_NOT_INITIALIZED;
}
static void destroy(void *state) { (void)state; }

static hipblasStatus_t check(const product *p) {
  if (!supported(p)) return HIPBLAS_STATUS_NOT_SUPPORTED;
  for (int i = 0; i < 4; i++) // scales are floats
    if (p->desc.scale[i] && p->compute != GB_S) return HIPBLAS_STATUS_INVALID_VALUE;
  if (p->desc.amax && p->compute != GB_S) return HIPBLAS_STATUS_INVALID_VALUE;
  return HIPBLAS_STATUS_SUCCESS;
}

static hipblasStatus_t algorithms(void *state, const product *p,
                                  const struct hipblaslt_preference *preference, int room,
                                  hipblasLtMatmulHeuristicResult_t *found, int *count) {
  (void)state;
  (void)preference; // the algorithm needs no workspace
  (void)room;
  hipblasStatus_t s = check(p);
  if (s != HIPBLAS_STATUS_SUCCESS) return s;
  const int mark = algorithm_mark;
  *found = (hipblasLtMatmulHeuristicResult_t){.state = HIPBLAS_STATUS_SUCCESS, .wavesCount = 1};
  memcpy(found->algo.data, &mark, sizeof mark);
  *count = 1;
  return s;
}

static hipblasStatus_t submit(void *state, product *p, hipStream_t stream) {
  const int mark = algorithm_mark;
  (void)state;
  hipblasStatus_t s = check(p);
  if (s != HIPBLAS_STATUS_SUCCESS) return s;
  if (p->algorithm && memcmp(p->algorithm->data, &mark, sizeof mark) != 0)
    return HIPBLAS_STATUS_INVALID_VALUE;
  for (int i = 0; i < 2; i++)
    if (p->by_value[i]) memcpy(&p->value[i], p->scalar[i], gb_size(p->compute));
  if (!reserve(p)) return HIPBLAS_STATUS_ALLOC_FAILED;
  hipError_t e = gl_host_call(stream, multiply, release, p, sizeof *p);
  return e == hipSuccess            ? HIPBLAS_STATUS_SUCCESS
         : e == hipErrorOutOfMemory ? HIPBLAS_STATUS_ALLOC_FAILED
                                    : HIPBLAS_STATUS_EXECUTION_FAILED;
}

static void transform(void *call) {
  const blaslt_transform *t = call;
  double factor[2];
  for (int i = 0; i < 2; i++)
    factor[i] = t->in[i] ? element(t->scalar[i] ? t->scalar[i] : &t->value[i], t->compute, 0) : 0;
  for (int64_t batch = 0; batch < t->layout[2].batches; batch++)
    for (int64_t col = 0; col < (int64_t)t->layout[2].cols; col++)
      for (int64_t row = 0; row < (int64_t)t->layout[2].rows; row++) {
        double sum = 0;
        for (int i = 0; i < 2; i++) {
          const struct hipblaslt_layout *l = &t->layout[i];
          bool turned = t->desc.trans[i] != HIPBLAS_OP_N;
          if (factor[i] == 0) continue; // is not read, as in BLAS
          int64_t at = turned ? place(l, col, row) : place(l, row, col);
          sum += factor[i] * element(t->in[i], t->type[i], at + batch * l->stride);
        }
        const struct hipblaslt_layout *l = &t->layout[2];
        int64_t at = place(l, row, col) + batch * l->stride;
        if (t->type[2] == GB_I8)
          ((int8_t *)t->out)[at] = (int8_t)fmax(-128, fmin(127, rint(sum)));
        else if (t->type[2] == GB_I32)
          ((int32_t *)t->out)[at] = (int32_t)fmax(INT32_MIN, fmin(INT32_MAX, rint(sum)));
        else
          put(t->out, t->type[2], at, sum);
      }
}

static void nothing(void *call) { (void)call; }

static hipblasStatus_t submit_transform(blaslt_transform *t, hipStream_t stream) {
  if (!is_wide(t->compute) && t->compute != GB_D && t->compute != GB_I32)
    return HIPBLAS_STATUS_NOT_SUPPORTED;
  for (int i = 0; i < 3; i++) {
    gb_type type = t->type[i];
    bool known = is_wide(type) || type == GB_D || type == GB_I8 || type == GB_I32;
    if ((i != 1 || t->in[1]) && !known && !blaslt_is_float8(type))
      return HIPBLAS_STATUS_NOT_SUPPORTED;
  }
  for (int i = 0; i < 2 && t->desc.pointers == HIPBLASLT_POINTER_MODE_HOST; i++) {
    if (t->in[i]) memcpy(&t->value[i], t->scalar[i], gb_size(t->compute));
    t->scalar[i] = NULL;
  }
  hipError_t e = gl_host_call(stream, transform, nothing, t, sizeof *t);
  return e == hipSuccess            ? HIPBLAS_STATUS_SUCCESS
         : e == hipErrorOutOfMemory ? HIPBLAS_STATUS_ALLOC_FAILED
                                    : HIPBLAS_STATUS_EXECUTION_FAILED;
}

const blaslt_backend blaslt_on_host = {create, destroy, algorithms, submit, submit_transform};

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Handles, and products: the machine's BLAS multiplies into memory of the call's own, from which the
// sum, the bias, the function and the scale of each element go to D.
#include "blaslt.h"

#include "cblas.h"
#include "hostcall.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { handle_mark = 0x47484c54, algorithm_mark = 0x474d4c54 };

typedef struct blaslt_handle {
  int mark;
  bool host; // the host reads and writes the device's memory
} blaslt_handle;

// product is a call of hipblasLtMatmul.
typedef struct product {
  struct hipblaslt_matmul desc;
  struct hipblaslt_layout layout[4];
  gb_type type[4], bias, compute;
  const void *in[3];
  void *out;
  int64_t m, n, k;
  const void *scalar[2]; // alpha and beta
  double value[2];       // their copies, if they are the host's
  bool by_value;
  void *memory;
} product;

static blaslt_handle *handle_of(hipblasLtHandle_t handle) {
  blaslt_handle *h = handle;
  return h && h->mark == handle_mark ? h : NULL;
}

hipblasStatus_t hipblasLtCreate(hipblasLtHandle_t *handle) {
  bool host;
  if (!handle) return HIPBLAS_STATUS_INVALID_VALUE;
  if (gl_in_place(&host) != hipSuccess) return HIPBLAS_STATUS_NOT_INITIALIZED;
  if (host && !gb_load()) return HIPBLAS_STATUS_NOT_INITIALIZED;
  blaslt_handle *h = calloc(1, sizeof *h);
  if (!h) return HIPBLAS_STATUS_ALLOC_FAILED;
  h->mark = handle_mark;
  h->host = host;
  *handle = h;
  return HIPBLAS_STATUS_SUCCESS;
}

hipblasStatus_t hipblasLtDestroy(const hipblasLtHandle_t handle) {
  blaslt_handle *h = handle_of(handle);
  if (!h) return handle ? HIPBLAS_STATUS_NOT_INITIALIZED : HIPBLAS_STATUS_INVALID_VALUE;
  h->mark = 0;
  free(h);
  return HIPBLAS_STATUS_SUCCESS;
}

hipblasStatus_t hipblasLtGetVersion(hipblasLtHandle_t handle, int *version) {
  if (!handle_of(handle)) return HIPBLAS_STATUS_NOT_INITIALIZED;
  if (!version) return HIPBLAS_STATUS_INVALID_VALUE;
  *version =
      HIPBLASLT_VERSION_MAJOR * 100000 + HIPBLASLT_VERSION_MINOR * 100 + HIPBLASLT_VERSION_PATCH;
  return HIPBLAS_STATUS_SUCCESS;
}

// supported says whether there is a product of these types and with this epilogue.
static bool supported(const product *p) {
  const gb_type *t = p->type;
  if (p->compute != GB_S && p->compute != GB_D && p->compute != GB_I32) return false;
  if (gb_type_of(p->desc.scalars) != p->compute) return false;
  if (p->desc.pointers == HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST) return false;
  if (t[BLASLT_A] != t[BLASLT_B] || t[BLASLT_C] != t[BLASLT_D]) return false;
  if (p->desc.epilogue > HIPBLASLT_EPILOGUE_GELU_BIAS) return false;
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

// length is that of the lines that a layout keeps together: columns, or rows.
static int64_t length(const struct hipblaslt_layout *l) {
  return l->order == HIPBLASLT_ORDER_COL ? l->rows : l->cols;
}
static int64_t lines(const struct hipblaslt_layout *l) {
  return l->order == HIPBLASLT_ORDER_COL ? l->cols : l->rows;
}

// fits checks the layouts of a product against each other. C's leading dimension may be 0: one line
// for all.
static bool fits(product *p) {
  const struct hipblaslt_layout *l = p->layout;
  for (int i = 0; i < 4; i++) {
    if (l[i].rows > INT32_MAX || l[i].cols > INT32_MAX || l[i].ld > INT32_MAX) return false;
    if (l[i].batches != l[BLASLT_D].batches) return false;
    if (!gb_leads(l[i].ld, length(&l[i])) && (i != BLASLT_C || l[i].ld)) return false;
  }
  bool an = p->desc.trans[0] == HIPBLAS_OP_N, bn = p->desc.trans[1] == HIPBLAS_OP_N;
  p->m = l[BLASLT_D].rows;
  p->n = l[BLASLT_D].cols;
  p->k = an ? l[BLASLT_A].cols : l[BLASLT_A].rows;
  return (int64_t)(an ? l[BLASLT_A].rows : l[BLASLT_A].cols) == p->m &&
         (int64_t)(bn ? l[BLASLT_B].rows : l[BLASLT_B].cols) == p->k &&
         (int64_t)(bn ? l[BLASLT_B].cols : l[BLASLT_B].rows) == p->n &&
         (int64_t)l[BLASLT_C].rows == p->m && (int64_t)l[BLASLT_C].cols == p->n;
}

// describe makes a product of its descriptions.
static hipblasStatus_t describe(product *p, blaslt_handle *h, hipblasLtMatmulDesc_t d,
                                const hipblasLtMatrixLayout_t layouts[4]) {
  if (!h) return HIPBLAS_STATUS_NOT_INITIALIZED;
  if (!d) return HIPBLAS_STATUS_INVALID_VALUE;
  p->desc = *d;
  p->compute = gb_computes_in(d->compute, d->scalars);
  for (int i = 0; i < 4; i++) {
    const struct hipblaslt_layout *l =
        i == BLASLT_C && !layouts[i] ? layouts[BLASLT_D] : layouts[i];
    if (!l) return HIPBLAS_STATUS_INVALID_VALUE;
    p->layout[i] = *l;
    p->type[i] = gb_type_of(l->type);
  }
  p->bias =
      d->bias_type == HIPBLASLT_DATATYPE_INVALID ? p->type[BLASLT_D] : gb_type_of(d->bias_type);
  if (!fits(p)) return HIPBLAS_STATUS_INVALID_VALUE;
  if (!h->host || !supported(p)) return HIPBLAS_STATUS_NOT_SUPPORTED;
  for (int i = 0; i < 4; i++) // scales are floats
    if (d->scale[i] && p->compute != GB_S) return HIPBLAS_STATUS_INVALID_VALUE;
  return HIPBLAS_STATUS_SUCCESS;
}

hipblasStatus_t hipblasLtMatmulAlgoGetHeuristic(
    hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc, hipblasLtMatrixLayout_t Adesc,
    hipblasLtMatrixLayout_t Bdesc, hipblasLtMatrixLayout_t Cdesc, hipblasLtMatrixLayout_t Ddesc,
    hipblasLtMatmulPreference_t pref, int requestedAlgoCount,
    hipblasLtMatmulHeuristicResult_t heuristicResultsArray[], int *returnAlgoCount) {
  const hipblasLtMatrixLayout_t layouts[] = {Adesc, Bdesc, Cdesc, Ddesc};
  product p = {0};
  if (returnAlgoCount) *returnAlgoCount = 0;
  hipblasStatus_t s = describe(&p, handle_of(handle), matmulDesc, layouts);
  if (s == HIPBLAS_STATUS_NOT_INITIALIZED) return s;
  if (!pref || requestedAlgoCount < 1 || !heuristicResultsArray || !returnAlgoCount)
    return HIPBLAS_STATUS_INVALID_VALUE;
  if (s != HIPBLAS_STATUS_SUCCESS) return s;
  const int mark = algorithm_mark;
  hipblasLtMatmulHeuristicResult_t only = {.state = HIPBLAS_STATUS_SUCCESS, .wavesCount = 1};
  memcpy(only.algo.data, &mark, sizeof mark);
  heuristicResultsArray[0] = only;
  *returnAlgoCount = 1;
  return s;
}

static double element(const void *p, gb_type t, int64_t at) {
  float f;
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
  if (t == GB_S)
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

// converts says whether an operand is multiplied as another type than it has.
static bool converts(const product *p, int i) {
  return p->type[i] != (p->compute == GB_S ? GB_S : GB_D);
}

// operand is a matrix as BLAS multiplies it, of which a layout by rows is the transposed.
typedef struct operand {
  const void *at;
  int ld, trans;
} operand;

static operand prepare(const product *p, int i, const char *from, char **memory) {
  const struct hipblaslt_layout *l = &p->layout[i];
  bool flips = l->order == HIPBLASLT_ORDER_ROW, plain = p->desc.trans[i] == HIPBLAS_OP_N;
  operand o = {from, (int)l->ld, plain == flips ? HIPBLAS_OP_T : HIPBLAS_OP_N};
  if (!converts(p, i)) return o;
  int64_t size = length(l), count = lines(l);
  for (int64_t line = 0; line < count; line++) {
    const char *at = from + line * l->ld * (int64_t)gb_size(p->type[i]);
    if (p->compute == GB_S)
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

// gelu is the approximation with a hyperbolic tangent, which is AMD's.
static double gelu(double x) {
  return 0.5 * x * (1 + tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}

static double activated(uint32_t epilogue, double v) {
  if (epilogue & HIPBLASLT_EPILOGUE_RELU) return v < 0 ? 0 : v; // what is no number stays so
  return epilogue & HIPBLASLT_EPILOGUE_GELU ? gelu(v) : v;
}

static double scale_of(const product *p, int i) {
  return p->desc.scale[i] ? *(const float *)p->desc.scale[i] : 1;
}

static double scalar_of(const product *p, int i) {
  return element(p->by_value ? &p->value[i] : p->scalar[i], p->compute, 0);
}

// finish makes D of the product, which is alpha op(A) op(B) already.
static void finish(const product *p, const void *sum, const char *c, char *d) {
  const struct hipblaslt_layout *lc = &p->layout[BLASLT_C], *ld = &p->layout[BLASLT_D];
  double beta = scalar_of(p, 1) * scale_of(p, BLASLT_C), scale = scale_of(p, BLASLT_D);
  bool biased = p->desc.epilogue & HIPBLASLT_EPILOGUE_BIAS;
  for (int64_t col = 0; col < p->n; col++)
    for (int64_t row = 0; row < p->m; row++) {
      double v = element(sum, p->compute, row + col * p->m);
      if (beta != 0) v += beta * element(c, p->type[BLASLT_C], place(lc, row, col));
      if (biased) v += element(p->desc.bias, p->bias, row);
      put(d, p->type[BLASLT_D], place(ld, row, col), scale * activated(p->desc.epilogue, v));
    }
}

// finish_int is finish for sums of bytes, which wrap around as integers of 32 bits do.
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

static char *of_batch(const product *p, int i, const void *at, int64_t batch) {
  return (char *)(uintptr_t)at + batch * p->layout[i].stride * (int64_t)gb_size(p->type[i]);
}

static void multiply(void *call) {
  const product *p = call;
  double alpha = scalar_of(p, 0) * scale_of(p, BLASLT_A) * scale_of(p, BLASLT_B);
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
      finish(p, p->memory, c, d);
  }
}

static void release(void *call) { free(((product *)call)->memory); }

// reserve allocates what a product takes before it is queued.
static bool reserve(product *p) {
  unsigned __int128 room = (unsigned __int128)p->m * p->n;
  for (int i = BLASLT_A; i <= BLASLT_B; i++)
    if (converts(p, i)) room += (unsigned __int128)p->layout[i].rows * p->layout[i].cols;
  room *= work_size(p);
  return room <= PTRDIFF_MAX && (p->memory = malloc((size_t)room));
}

// take checks the arrays of a product and copies the scalars of the host.
static bool take(product *p) {
  if (!p->scalar[0] || !p->scalar[1] || !p->out) return false;
  p->by_value = p->desc.pointers == HIPBLASLT_POINTER_MODE_HOST;
  for (int i = 0; p->by_value && i < 2; i++)
    memcpy(&p->value[i], p->scalar[i], gb_size(p->compute));
  bool adds = !p->by_value || scalar_of(p, 1) != 0;
  if (adds && !p->in[BLASLT_C]) return false;
  if (p->k > 0 && (!p->in[BLASLT_A] || !p->in[BLASLT_B])) return false;
  return !(p->desc.epilogue & HIPBLASLT_EPILOGUE_BIAS) || p->desc.bias;
}

hipblasStatus_t hipblasLtMatmul(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc,
                                const void *alpha, const void *A, hipblasLtMatrixLayout_t Adesc,
                                const void *B, hipblasLtMatrixLayout_t Bdesc, const void *beta,
                                const void *C, hipblasLtMatrixLayout_t Cdesc, void *D,
                                hipblasLtMatrixLayout_t Ddesc, const hipblasLtMatmulAlgo_t *algo,
                                void *workspace, size_t workspaceSizeInBytes, hipStream_t stream) {
  const hipblasLtMatrixLayout_t layouts[] = {Adesc, Bdesc, Cdesc, Ddesc};
  const int mark = algorithm_mark;
  product p = {.in = {A, B, C}, .out = D, .scalar = {alpha, beta}};
  (void)workspace; // the algorithm asks for none
  (void)workspaceSizeInBytes;
  hipblasStatus_t s = describe(&p, handle_of(handle), matmulDesc, layouts);
  if (s != HIPBLAS_STATUS_SUCCESS) return s;
  if (algo && memcmp(algo->data, &mark, sizeof mark) != 0) return HIPBLAS_STATUS_INVALID_VALUE;
  if (!p.m || !p.n) return HIPBLAS_STATUS_SUCCESS;
  if (!take(&p)) return HIPBLAS_STATUS_INVALID_VALUE;
  if (!reserve(&p)) return HIPBLAS_STATUS_ALLOC_FAILED;
  hipError_t e = gl_host_call(stream, multiply, release, &p, sizeof p);
  return e == hipSuccess            ? HIPBLAS_STATUS_SUCCESS
         : e == hipErrorOutOfMemory ? HIPBLAS_STATUS_ALLOC_FAILED
                                    : HIPBLAS_STATUS_EXECUTION_FAILED;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The functions on NVIDIA devices, by cuBLAS. Its functions take what hipBLAS's take, in the same
// order, and their scalars by address; cuda.inc, which blasgen writes, has a call of each.
#include "blas.h"
#include "cuda.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct cuda_function {
  int (*call)(void *f, void *h, const gb_call *c, const gb_item *i);
  const char *name[GB_B + 1]; // by the type
} cuda_function;

#include "cuda.inc"

// cublas_handle is what a handle has of cuBLAS: its handle, and what that was last told.
typedef struct cublas_handle {
  void *handle, *stream;
  int pointers, math, atomics;
} cublas_handle;

#define FUNCTIONS(X)                                                                               \
  X(create, cublasCreate_v2, (void **))                                                            \
  X(destroy, cublasDestroy_v2, (void *))                                                           \
  X(set_stream, cublasSetStream_v2, (void *, void *))                                              \
  X(set_pointers, cublasSetPointerMode_v2, (void *, int))                                          \
  X(set_math, cublasSetMathMode, (void *, int))                                                    \
  X(set_atomics, cublasSetAtomicsMode, (void *, int))                                              \
  X(axpy_ex, cublasAxpyEx,                                                                         \
    (void *, int, const void *, int, const void *, int, int, void *, int, int, int))               \
  X(scal_ex, cublasScalEx, (void *, int, const void *, int, void *, int, int, int))                \
  X(dot_ex, cublasDotEx,                                                                           \
    (void *, int, const void *, int, int, const void *, int, int, void *, int, int))               \
  X(nrm2_ex, cublasNrm2Ex, (void *, int, const void *, int, int, void *, int, int))                \
  X(gemm_ex, cublasGemmEx,                                                                         \
    (void *, int, int, int, int, int, const void *, const void *, int, int, const void *, int,     \
     int, const void *, void *, int, int, int, int))                                               \
  X(gemm_batched_ex, cublasGemmBatchedEx,                                                          \
    (void *, int, int, int, int, int, const void *, const void *, int, int, const void *, int,     \
     int, const void *, void *, int, int, int, int, int))                                          \
  X(gemm_strided_ex, cublasGemmStridedBatchedEx,                                                   \
    (void *, int, int, int, int, int, const void *, const void *, int, int, long long,             \
     const void *, int, int, long long, const void *, void *, int, int, long long, int, int, int))

static struct {
#define FIELD(field, name, parameters) int(*field) parameters;
  FUNCTIONS(FIELD)
#undef FIELD
} cublas;

static int math_of(hipblasMath_t m) {
  static const int all[] = {[HIPBLAS_DEFAULT_MATH] = 0,
                            [HIPBLAS_XF32_XDL_MATH] = 3, // TF32 is NVIDIA's
                            [HIPBLAS_PEDANTIC_MATH] = 2,
                            [HIPBLAS_TF32_TENSOR_OP_MATH] = 3,
                            [HIPBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION] = 16,
                            [HIPBLAS_TENSOR_OP_MATH] = 1};
  return all[m];
}

static gl_cuda library = {.user = "hipblas",
                          .variable = "GOHIP_CUBLAS",
                          .name = "libcublas",
                          .versions = (const int[]){13, 12, 11, 0},
                          .package = "CUDA's cuBLAS",
#define NAME(field, name, parameters) #name,
                          .want = (const char *const[]){FUNCTIONS(NAME) NULL}
#undef NAME
};

static hipblasStatus_t create(void **state) {
  void *stream;
  if (!gl_cuda_open(&library)) return HIPBLAS_STATUS_NOT_INITIALIZED;
#define BIND(field, name, parameters) *(void **)&cublas.field = gl_cuda_function(&library, #name);
  FUNCTIONS(BIND)
#undef BIND
  hipError_t e = gohip_cuda_stream(NULL, &stream); // makes the device's context current
  if (e != hipSuccess) return gb_status(e);
  cublas_handle *h = calloc(1, sizeof *h);
  if (!h) return HIPBLAS_STATUS_ALLOC_FAILED;
  int r = cublas.create(&h->handle);
  if (r) {
    free(h);
    return gb_cuda_status(r);
  }
  *state = h;
  return HIPBLAS_STATUS_SUCCESS;
}

static void destroy(void *state) {
  void *stream;
  cublas_handle *h = state;
  if (gohip_cuda_stream(NULL, &stream) == hipSuccess) (void)cublas.destroy(h->handle);
  free(h);
}

// prepare tells cuBLAS what the handle has been told since its last call.
static int prepare(const gb_handle *h, cublas_handle *to, void *stream) {
  int r = 0, pointers = h->pointers == HIPBLAS_POINTER_MODE_DEVICE, math = math_of(h->math);
  if (to->stream != stream && !(r = cublas.set_stream(to->handle, stream))) to->stream = stream;
  if (!r && to->pointers != pointers && !(r = cublas.set_pointers(to->handle, pointers)))
    to->pointers = pointers;
  if (!r && to->math != math && !(r = cublas.set_math(to->handle, math))) to->math = math;
  if (!r && to->atomics != (int)h->atomics && !(r = cublas.set_atomics(to->handle, h->atomics)))
    to->atomics = h->atomics;
  return r;
}

static const void *array_of(const gb_call *c, int op) { return c->op[op].at; }

enum { DEFAULT_ALGORITHM = -1, NO_FUNCTION = 15 };

static int gemm_ex(void *h, const gb_call *c) {
  int ta = gl_cuda_op(c->transA), tb = gl_cuda_op(c->transB), m = (int)c->m, n = (int)c->n,
      k = (int)c->k, lda = (int)c->op[0].step, ldb = (int)c->op[1].step, ldc = (int)c->op[2].step,
      compute = gb_cuda_compute(c->compute), batch = (int)c->batch;
  const void *alpha = c->scalar[0], *beta = c->scalar[1], *a = array_of(c, 0), *b = array_of(c, 1);
  void *to = (void *)(uintptr_t)array_of(c, 2);
  const hipDataType *t = c->data; // HIP's types have CUDA's numbers
  if (c->layout == GB_BATCHED)
    return cublas.gemm_batched_ex(h, ta, tb, m, n, k, alpha, a, t[0], lda, b, t[1], ldb, beta, to,
                                  t[2], ldc, batch, compute, DEFAULT_ALGORITHM);
  if (c->layout == GB_STRIDED)
    return cublas.gemm_strided_ex(h, ta, tb, m, n, k, alpha, a, t[0], lda, c->op[0].stride, b, t[1],
                                  ldb, c->op[1].stride, beta, to, t[2], ldc, c->op[2].stride, batch,
                                  compute, DEFAULT_ALGORITHM);
  return cublas.gemm_ex(h, ta, tb, m, n, k, alpha, a, t[0], lda, b, t[1], ldb, beta, to, t[2], ldc,
                        compute, DEFAULT_ALGORITHM);
}

// small_vectors are the functions of half and bfloat16 of level 1, which compute in float and take
// alpha as one.
static int small_vectors(void *h, const gb_call *c, const gb_item *i, bool on_host) {
  int type = c->type == GB_H ? HIP_R_16F : HIP_R_16BF, n = (int)c->n;
  int incx = (int)c->op[0].step, incy = (int)c->op[1].step;
  const void *alpha = i->alpha;
  float wide;
  if (alpha && !c->float_scalar) {
    if (!on_host) return NO_FUNCTION;
    gb_widen(&wide, alpha, c->type, 1);
    alpha = &wide;
  }
  switch (c->routine) {
  case GB_AXPY:
    return cublas.axpy_ex(h, n, alpha, HIP_R_32F, i->op[0], type, incx, i->op[1], type, incy,
                          HIP_R_32F);
  case GB_SCAL:
    return cublas.scal_ex(h, n, alpha, HIP_R_32F, i->op[0], type, incx, HIP_R_32F);
  case GB_DOT:
    return cublas.dot_ex(h, n, i->op[0], type, incx, i->op[1], type, incy, i->result, type,
                         HIP_R_32F);
  case GB_NRM2:
    return cublas.nrm2_ex(h, n, i->op[0], type, incx, i->result, type, HIP_R_32F);
  default:
    return NO_FUNCTION;
  }
}

// function_of finds the function for a call's type: null if cuBLAS has none.
static void *function_of(const gb_call *c) {
  static _Atomic(void *) found[GB_ROUTINES][3][GB_B + 1];
  const cuda_function *f = &functions[c->routine][c->layout];
  if (c->type > GB_B || !f->name[c->type]) return NULL;
  _Atomic(void *) *at = &found[c->routine][c->layout][c->type];
  void *known = atomic_load_explicit(at, memory_order_relaxed);
  if (!known) atomic_store(at, known = gl_cuda_function(&library, f->name[c->type]));
  return known;
}

// whole calls a form of cuBLAS's for the whole batch.
static int whole(void *f, void *h, const gb_call *c) {
  gb_item item = {.alpha = c->scalar[0], .beta = c->scalar[1], .result = c->result};
  for (int o = 0; o < gb_rules[c->routine].operands; o++)
    item.op[o] = (char *)(uintptr_t)array_of(c, o);
  return functions[c->routine][c->layout].call(f, h, c, &item);
}

// one calls the function for one of a batch. An index of 64 bits is cuBLAS's of 32.
static int one(void *f, void *h, const gb_call *c, gb_item *item, bool on_host) {
  bool widens = c->wide && gb_rules[c->routine].result == GB_RESULT_INT;
  int index = 0;
  int64_t *wide = item->result;
  if (c->type == GB_H || c->type == GB_B)
    if (!f) return small_vectors(h, c, item, on_host);
  if (!f || (widens && !on_host)) return NO_FUNCTION;
  if (widens) item->result = &index;
  int r = functions[c->routine][GB_ONE].call(f, h, c, item);
  if (widens && !r) *wide = index;
  return r;
}

// each does what cuBLAS has no form for, one after the other. The addresses of an array are the
// device's to read, so that there is nothing for them.
static int each(void *h, const gb_call *c, bool on_host) {
  gb_call single = *c;
  single.layout = GB_ONE;
  void *f = function_of(&single);
  int r = 0;
  if (c->layout == GB_BATCHED) return NO_FUNCTION;
  for (int64_t at = 0; at < c->batch && !r; at++) {
    gb_item item = {0};
    gb_place(c, at, &item);
    r = one(f, h, c, &item, on_host);
  }
  return r;
}

static hipblasStatus_t submit(const gb_handle *h, gb_call *c) {
  void *stream;
  cublas_handle *to = h->state;
  hipError_t e = gohip_cuda_stream(h->stream, &stream);
  if (e == hipErrorStreamCaptureUnsupported) return HIPBLAS_STATUS_NOT_SUPPORTED;
  if (e != hipSuccess) return gb_status(e);
  int r = prepare(h, to, stream);
  if (r) return gb_cuda_status(r);
  if (c->routine == GB_GEMM_EX) return gb_cuda_status(gemm_ex(to->handle, c));
  void *f = c->layout == GB_ONE ? NULL : function_of(c);
  if (f) return gb_cuda_status(whole(f, to->handle, c));
  return gb_cuda_status(each(to->handle, c, h->pointers == HIPBLAS_POINTER_MODE_HOST));
}

const gb_backend gb_on_cuda = {create, destroy, submit};

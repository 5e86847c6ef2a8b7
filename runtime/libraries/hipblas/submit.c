// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Handles, argument checks, and dispatch of calls to the handle's backend. On a device whose memory
// the host accesses in place, a call is a host function in stream order (hipLaunchHostFunc).
#include "blas.h"
#include "hostcall.h"
#include "sizing.h"
#include "solvers.h"

#include <stdlib.h>
#include <string.h>

#include "rules.inc"

enum { handle_mark = 0x47484250 };

static gb_handle *handle_of(hipblasHandle_t handle) {
  gb_handle *h = handle;
  return h && h->mark == handle_mark ? h : NULL;
}

// real_size is the size of the real type of an element.
static size_t real_size(gb_type t) { return t == GB_C ? 4 : t == GB_Z ? 8 : gb_size(t); }

hipblasStatus_t gb_status(hipError_t e) {
  switch (e) {
  case hipSuccess:
    return HIPBLAS_STATUS_SUCCESS;
  case hipErrorOutOfMemory:
    return HIPBLAS_STATUS_ALLOC_FAILED;
  case hipErrorInvalidValue:
    return HIPBLAS_STATUS_INVALID_VALUE;
  case hipErrorNoDevice:
  case hipErrorNotInitialized:
    return HIPBLAS_STATUS_NOT_INITIALIZED;
  default:
    return HIPBLAS_STATUS_EXECUTION_FAILED;
  }
}

// A device without support.
static hipblasStatus_t create_none(void **state) {
  *state = NULL;
  return HIPBLAS_STATUS_SUCCESS;
}
static void destroy_none(void *state) { (void)state; }
static hipblasStatus_t submit_none(const gb_handle *h, gb_call *c) {
  (void)h;
  (void)c;
  return HIPBLAS_STATUS_NOT_SUPPORTED;
}
static const gb_backend nowhere = {create_none, destroy_none, submit_none};

hipblasStatus_t hipblasCreate(hipblasHandle_t *handle) {
  static const gb_backend *const backends[] = {
      [GL_OTHER] = &nowhere, [GL_HOST] = &gb_on_host, [GL_CUDA] = &gb_on_cuda};
  if (!handle) return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;
  gl_device device;
  hipError_t e = gl_current(&device);
  if (e != hipSuccess) return gb_status(e);
  gb_handle *h = calloc(1, sizeof *h);
  if (!h) return HIPBLAS_STATUS_ALLOC_FAILED;
  h->mark = handle_mark;
  h->backend = backends[device];
  hipblasStatus_t s = h->backend->create(&h->state);
  if (s == HIPBLAS_STATUS_SUCCESS)
    *handle = h;
  else
    free(h);
  return s;
}

hipblasStatus_t hipblasDestroy(hipblasHandle_t handle) {
  gb_handle *h = handle_of(handle);
  if (!h) return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;
  h->mark = 0;
  h->backend->destroy(h->state);
  free(h);
  return HIPBLAS_STATUS_SUCCESS;
}

hipblasStatus_t hipblasSetStream(hipblasHandle_t handle, hipStream_t stream) {
  gb_handle *h = handle_of(handle);
  if (!h) return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;
  h->stream = stream;
  return HIPBLAS_STATUS_SUCCESS;
}

hipblasStatus_t hipblasGetStream(hipblasHandle_t handle, hipStream_t *stream) {
  gb_handle *h = handle_of(handle);
  if (!h) return HIPBLAS_STATUS_HANDLE_IS_NULLPTR;
  if (!stream) return HIPBLAS_STATUS_INVALID_VALUE;
  *stream = h->stream;
  return HIPBLAS_STATUS_SUCCESS;
}

// A property of a handle that is an enumerator up to most.
#define PROPERTY(Name, type, field, most)                                                          \
  hipblasStatus_t hipblasSet##Name(hipblasHandle_t handle, type value) {                           \
    gb_handle *h = handle_of(handle);                                                              \
    if (!h) return HIPBLAS_STATUS_NOT_INITIALIZED;                                                 \
    if ((unsigned)value > most) return HIPBLAS_STATUS_INVALID_ENUM;                                \
    h->field = value;                                                                              \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }                                                                                                \
  hipblasStatus_t hipblasGet##Name(hipblasHandle_t handle, type *value) {                          \
    gb_handle *h = handle_of(handle);                                                              \
    if (!h) return HIPBLAS_STATUS_NOT_INITIALIZED;                                                 \
    if (!value) return HIPBLAS_STATUS_INVALID_VALUE;                                               \
    *value = h->field;                                                                             \
    return HIPBLAS_STATUS_SUCCESS;                                                                 \
  }
PROPERTY(PointerMode, hipblasPointerMode_t, pointers, HIPBLAS_POINTER_MODE_DEVICE)
PROPERTY(MathMode, hipblasMath_t, math, HIPBLAS_TENSOR_OP_MATH)
PROPERTY(AtomicsMode, hipblasAtomicsMode_t, atomics, HIPBLAS_ATOMICS_ALLOWED)

// enums checks the enumerators of a call.
static hipblasStatus_t enums(const gb_call *c, int uses) {
  hipblasStatus_t bad = HIPBLAS_STATUS_SUCCESS;
  int trans[2] = {uses & GB_USES_TRANSA ? c->transA : HIPBLAS_OP_N,
                  uses & GB_USES_TRANSB ? c->transB : HIPBLAS_OP_N};
  for (int t = 0; t < 2; t++)
    if (trans[t] < HIPBLAS_OP_N || trans[t] > HIPBLAS_OP_C) return HIPBLAS_STATUS_INVALID_ENUM;
  if (uses & GB_USES_DIAG && c->diag != HIPBLAS_DIAG_UNIT && c->diag != HIPBLAS_DIAG_NON_UNIT)
    return HIPBLAS_STATUS_INVALID_ENUM;
  if (uses & GB_USES_SIDE && c->side != HIPBLAS_SIDE_LEFT && c->side != HIPBLAS_SIDE_RIGHT)
    bad = c->side == HIPBLAS_SIDE_BOTH ? HIPBLAS_STATUS_INVALID_VALUE : HIPBLAS_STATUS_INVALID_ENUM;
  if (uses & GB_USES_UPLO && c->uplo != HIPBLAS_FILL_MODE_UPPER &&
      c->uplo != HIPBLAS_FILL_MODE_LOWER)
    bad = c->uplo == HIPBLAS_FILL_MODE_FULL ? HIPBLAS_STATUS_INVALID_VALUE
                                            : HIPBLAS_STATUS_INVALID_ENUM;
  return bad;
}

// transposes checks an operand's operation: a symmetric product takes no conjugate transposition of
// complex numbers, a Hermitian one no transposition.
static bool transposes(const gb_call *c) {
  bool complex = c->type == GB_C || c->type == GB_Z;
  switch (c->routine) {
  case GB_SYRK:
  case GB_SYR2K:
  case GB_SYRKX:
    return !complex || c->transA != HIPBLAS_OP_C;
  case GB_HERK:
  case GB_HER2K:
  case GB_HERKX:
    return c->transA != HIPBLAS_OP_T;
  default:
    return true;
  }
}

// sizes checks that sizes are not negative and fit into CBLAS's integers.
static bool sizes(const gb_call *c, const gb_rule *r) {
  const int64_t all[] = {c->m, c->n, c->k, c->kl, c->ku, c->batch};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] > INT32_MAX || (all[i] < 0 && r->level > 1)) return false;
  for (int i = 0; i < r->operands; i++)
    if (c->op[i].step > INT32_MAX || c->op[i].step < -INT32_MAX) return false;
  return true;
}

bool gb_nothing(const gb_call *c) {
  const gb_rule *r = &gb_rules[c->routine];
  return c->batch <= 0 || (r->uses & GB_USES_N && c->n <= 0) || (r->uses & GB_USES_M && c->m == 0);
}

static bool complete(const gb_call *c, const gb_rule *r) {
  for (int i = 0; i < r->operands; i++)
    if (!c->op[i].at) return false;
  for (int i = 0; i < 2; i++)
    if (r->scalars >> i & 1 && !c->scalar[i]) return false;
  return true;
}

void gb_place(const gb_call *c, int64_t at, gb_item *item) {
  const gb_rule *r = &gb_rules[c->routine];
  for (int i = 0; i < r->operands; i++) {
    const gb_operand *o = &c->op[i];
    size_t size = c->routine == GB_GEMM_EX ? gb_size(c->types[i]) : gb_size(c->type);
    if (c->routine == GB_ROTG && i == 2) size = real_size(c->type);
    if (!o->at) continue; // nothing to compute except the result
    if (c->layout == GB_BATCHED)
      item->op[i] = ((char *const *)o->at)[at];
    else
      item->op[i] = (char *)(uintptr_t)o->at + at * o->stride * (int64_t)size;
  }
  item->alpha = c->by_value ? c->value[0] : c->scalar[0];
  item->beta = c->by_value ? c->value[1] : c->scalar[1];
  size_t result = r->result == GB_RESULT_INT ? (c->wide ? 8 : 4)
                  : r->result == GB_RESULT_R ? real_size(c->type)
                                             : gb_size(c->type);
  item->result = c->result ? (char *)c->result + at * (int64_t)result : NULL;
}

static void perform(const gb_call *c) {
  const gb_rule *r = &gb_rules[c->routine];
  for (int64_t at = 0; at < c->batch; at++) {
    gb_item item = {0};
    gb_place(c, at, &item);
    r->host(c, &item);
  }
}

static void perform_call(void *call) { perform(call); }

static void release_call(void *call) { free(((gb_call *)call)->memory); }

// take copies the scalars of a call, which belong to the caller.
static void take(gb_call *c, const gb_rule *r) {
  for (int i = 0; i < 2; i++)
    if (r->scalars >> i & 1)
      memcpy(c->value[i], c->scalar[i],
             c->float_scalar            ? sizeof(float)
             : r->real_scalars >> i & 1 ? real_size(c->type)
                                        : gb_size(c->type));
  c->by_value = true;
}

static hipblasStatus_t create_on_host(void **state) {
  *state = NULL;
  return gb_load() ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_NOT_INITIALIZED;
}

static hipblasStatus_t submit_to_host(const gb_handle *h, gb_call *c) {
  const gb_rule *r = &gb_rules[c->routine];
  if (!gb_supported(c)) return HIPBLAS_STATUS_NOT_SUPPORTED;
  bool by_host = h->pointers == HIPBLAS_POINTER_MODE_HOST;
  if (by_host && !gb_nothing(c)) take(c, r);
  size_t room;
  if (!gb_room(c, &room) || (room && !(c->memory = malloc(room))))
    return HIPBLAS_STATUS_ALLOC_FAILED;
  hipError_t e = gl_host_call(h->stream, perform_call, release_call, c, sizeof *c);
  // A result on the host is available when the call returns, and so are a rotation's parameters.
  bool returns = r->result || c->routine == GB_ROTG || c->routine == GB_ROTMG;
  if (e == hipSuccess && by_host && returns) e = hipStreamSynchronize(h->stream);
  return gb_status(e);
}

const gb_backend gb_on_host = {create_on_host, destroy_none, submit_to_host};

hipblasStatus_t gb_submit(hipblasHandle_t handle, gb_call *c) {
  gb_handle *h = handle_of(handle);
  const gb_rule *r = &gb_rules[c->routine];
  if (!h) return HIPBLAS_STATUS_NOT_INITIALIZED;
  hipblasStatus_t bad = enums(c, r->uses);
  if (bad != HIPBLAS_STATUS_SUCCESS) return bad;
  if (!sizes(c, r) || !transposes(c) || !r->dims(c)) return HIPBLAS_STATUS_INVALID_VALUE;
  if (r->result && !c->result) return HIPBLAS_STATUS_INVALID_VALUE;
  bool empty = gb_nothing(c);
  if (empty && (!r->result || c->batch <= 0)) return HIPBLAS_STATUS_SUCCESS;
  if (!empty && !complete(c, r)) return HIPBLAS_STATUS_INVALID_VALUE;
  return h->backend->submit(h, c);
}

bool *gohip_hipblas_sizing(hipblasHandle_t handle) {
  gb_handle *h = handle_of(handle);
  return h ? &h->sizing : NULL;
}

hipblasStatus_t gb_host_stream(hipblasHandle_t handle, hipStream_t *stream) {
  gb_handle *h = handle_of(handle);
  if (!h) return HIPBLAS_STATUS_NOT_INITIALIZED;
  *stream = h->stream;
  return h->backend == &gb_on_host ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_NOT_SUPPORTED;
}

#include "functions.inc"

const char *hipblasStatusToString(hipblasStatus_t status) {
  static const char *const names[] = {
      "HIPBLAS_STATUS_SUCCESS",        "HIPBLAS_STATUS_NOT_INITIALIZED",
      "HIPBLAS_STATUS_ALLOC_FAILED",   "HIPBLAS_STATUS_INVALID_VALUE",
      "HIPBLAS_STATUS_MAPPING_ERROR",  "HIPBLAS_STATUS_EXECUTION_FAILED",
      "HIPBLAS_STATUS_INTERNAL_ERROR", "HIPBLAS_STATUS_NOT_SUPPORTED",
      "HIPBLAS_STATUS_ARCH_MISMATCH",  "HIPBLAS_STATUS_HANDLE_IS_NULLPTR",
      "HIPBLAS_STATUS_INVALID_ENUM",   "HIPBLAS_STATUS_UNKNOWN"};
  return (unsigned)status < sizeof names / sizeof *names ? names[status] : "HIPBLAS_STATUS_UNKNOWN";
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Handles, argument checks, and dispatch of products to the handle's backend.
#include "blaslt.h"
#include "hostcall.h"

#include <stdlib.h>
#include <string.h>

enum { handle_mark = 0x47484c54 };

typedef struct blaslt_handle {
  int mark;
  const blaslt_backend *backend; // null on an unsupported device
  void *state;
} blaslt_handle;

static blaslt_handle *handle_of(hipblasLtHandle_t handle) {
  blaslt_handle *h = handle;
  return h && h->mark == handle_mark ? h : NULL;
}

hipblasStatus_t hipblasLtCreate(hipblasLtHandle_t *handle) {
  static const blaslt_backend *const backends[] = {
      [GL_OTHER] = NULL, [GL_HOST] = &blaslt_on_host, [GL_CUDA] = &blaslt_on_cuda};
  gl_device device;
  if (!handle) return HIPBLAS_STATUS_INVALID_VALUE;
  if (gl_current(&device) != hipSuccess) return HIPBLAS_STATUS_NOT_INITIALIZED;
  blaslt_handle *h = calloc(1, sizeof *h);
  if (!h) return HIPBLAS_STATUS_ALLOC_FAILED;
  h->mark = handle_mark;
  h->backend = backends[device];
  hipblasStatus_t s = h->backend ? h->backend->create(&h->state) : HIPBLAS_STATUS_SUCCESS;
  if (s == HIPBLAS_STATUS_SUCCESS)
    *handle = h;
  else
    free(h);
  return s;
}

hipblasStatus_t hipblasLtDestroy(const hipblasLtHandle_t handle) {
  blaslt_handle *h = handle_of(handle);
  if (!h) return handle ? HIPBLAS_STATUS_NOT_INITIALIZED : HIPBLAS_STATUS_INVALID_VALUE;
  h->mark = 0;
  if (h->backend) h->backend->destroy(h->state);
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

// fits checks that the layouts of a product match. C's leading dimension may be 0, which repeats
// one vector.
static bool fits(blaslt_product *p) {
  const struct hipblaslt_layout *l = p->layout;
  for (int i = 0; i < 4; i++) {
    if (l[i].rows > INT32_MAX || l[i].cols > INT32_MAX || l[i].ld > INT32_MAX) return false;
    if (l[i].batches != l[BLASLT_D].batches) return false;
    if (!gb_leads(l[i].ld,
                  l[i].order == HIPBLASLT_ORDER_COL ? (int64_t)l[i].rows : (int64_t)l[i].cols) &&
        (i != BLASLT_C || l[i].ld))
      return false;
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

// describe fills in a product from its descriptors.
static hipblasStatus_t describe(blaslt_product *p, blaslt_handle *h, hipblasLtMatmulDesc_t d,
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
    p->type[i] = blaslt_type_of(l->type);
  }
  p->bias =
      d->bias_type == HIPBLASLT_DATATYPE_INVALID ? p->type[BLASLT_D] : blaslt_type_of(d->bias_type);
  if (!fits(p)) return HIPBLAS_STATUS_INVALID_VALUE;
  return h->backend ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_NOT_SUPPORTED;
}

hipblasStatus_t hipblasLtMatmulAlgoGetHeuristic(
    hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc, hipblasLtMatrixLayout_t Adesc,
    hipblasLtMatrixLayout_t Bdesc, hipblasLtMatrixLayout_t Cdesc, hipblasLtMatrixLayout_t Ddesc,
    hipblasLtMatmulPreference_t pref, int requestedAlgoCount,
    hipblasLtMatmulHeuristicResult_t heuristicResultsArray[], int *returnAlgoCount) {
  const hipblasLtMatrixLayout_t layouts[] = {Adesc, Bdesc, Cdesc, Ddesc};
  blaslt_handle *h = handle_of(handle);
  blaslt_product p = {0};
  if (returnAlgoCount) *returnAlgoCount = 0;
  hipblasStatus_t s = describe(&p, h, matmulDesc, layouts);
  if (s == HIPBLAS_STATUS_NOT_INITIALIZED) return s;
  if (!pref || requestedAlgoCount < 1 || !heuristicResultsArray || !returnAlgoCount)
    return HIPBLAS_STATUS_INVALID_VALUE;
  if (s != HIPBLAS_STATUS_SUCCESS) return s;
  return h->backend->algorithms(h->state, &p, pref, requestedAlgoCount, heuristicResultsArray,
                                returnAlgoCount);
}

// zero reports whether a scalar in host memory is 0.
static bool zero(const void *scalar, hipDataType type) {
  static const char zeros[16];
  size_t size = gb_size(gb_type_of(type));
  return size && !memcmp(scalar, zeros, size);
}

// complete checks the arrays of a product.
static bool complete(const blaslt_product *p) {
  if (!p->scalar[0] || !p->scalar[1] || !p->out) return false;
  bool adds = !p->by_value[1] || !zero(p->scalar[1], p->desc.scalars);
  if (adds && !p->in[BLASLT_C]) return false;
  if (p->k > 0 && (!p->in[BLASLT_A] || !p->in[BLASLT_B])) return false;
  if ((p->desc.epilogue & blaslt_aux) && (!p->desc.aux || !gb_leads(p->desc.aux_ld, p->m)))
    return false;
  bool vector = p->desc.epilogue & (HIPBLASLT_EPILOGUE_BIAS | blaslt_gradients);
  return !vector || p->desc.bias;
}

hipblasStatus_t hipblasLtMatmul(hipblasLtHandle_t handle, hipblasLtMatmulDesc_t matmulDesc,
                                const void *alpha, const void *A, hipblasLtMatrixLayout_t Adesc,
                                const void *B, hipblasLtMatrixLayout_t Bdesc, const void *beta,
                                const void *C, hipblasLtMatrixLayout_t Cdesc, void *D,
                                hipblasLtMatrixLayout_t Ddesc, const hipblasLtMatmulAlgo_t *algo,
                                void *workspace, size_t workspaceSizeInBytes, hipStream_t stream) {
  const hipblasLtMatrixLayout_t layouts[] = {Adesc, Bdesc, Cdesc, Ddesc};
  blaslt_handle *h = handle_of(handle);
  blaslt_product p = {.in = {A, B, C},
                      .out = D,
                      .scalar = {alpha, beta},
                      .algorithm = algo,
                      .workspace = workspace,
                      .workspace_size = workspaceSizeInBytes};
  hipblasStatus_t s = describe(&p, h, matmulDesc, layouts);
  if (s != HIPBLAS_STATUS_SUCCESS) return s;
  if (!p.m || !p.n) return HIPBLAS_STATUS_SUCCESS;
  p.by_value[0] = p.desc.pointers == HIPBLASLT_POINTER_MODE_HOST;
  p.by_value[1] = p.desc.pointers != HIPBLASLT_POINTER_MODE_DEVICE;
  if (!complete(&p)) return HIPBLAS_STATUS_INVALID_VALUE;
  return h->backend->multiply(h->state, &p, stream);
}

hipblasStatus_t hipblasLtGetGitRevision(hipblasLtHandle_t handle, char *rev) {
  if (!handle_of(handle)) return HIPBLAS_STATUS_NOT_INITIALIZED;
  if (!rev) return HIPBLAS_STATUS_INVALID_VALUE;
  strcpy(rev, "gohip");
  return HIPBLAS_STATUS_SUCCESS;
}

hipblasStatus_t hipblasLtGetArchName(char **archName) {
  hipDeviceProp_t p;
  int device;
  if (!archName) return HIPBLAS_STATUS_INVALID_VALUE;
  if (hipGetDevice(&device) != hipSuccess || hipGetDeviceProperties(&p, device) != hipSuccess)
    return HIPBLAS_STATUS_NOT_INITIALIZED;
  p.gcnArchName[strcspn(p.gcnArchName, ":")] = 0;
  *archName = strdup(p.gcnArchName);
  return *archName ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_ALLOC_FAILED;
}

// transforms checks that the layouts of a transformation match.
static bool transforms(const blaslt_transform *t) {
  const struct hipblaslt_layout *l = t->layout;
  for (int i = 0; i < 3; i++) {
    if (i == 1 && !t->in[1]) continue;
    bool turned = i < 2 && t->desc.trans[i] != HIPBLAS_OP_N;
    if ((turned ? l[i].cols : l[i].rows) != l[2].rows ||
        (turned ? l[i].rows : l[i].cols) != l[2].cols || l[i].batches != l[2].batches)
      return false;
    int64_t length = l[i].order == HIPBLASLT_ORDER_COL ? l[i].rows : l[i].cols;
    if (!gb_leads(l[i].ld, length)) return false;
  }
  return true;
}

hipblasStatus_t hipblasLtMatrixTransform(hipblasLtHandle_t lightHandle,
                                         hipblasLtMatrixTransformDesc_t transformDesc,
                                         const void *alpha, const void *A,
                                         hipblasLtMatrixLayout_t Adesc, const void *beta,
                                         const void *B, hipblasLtMatrixLayout_t Bdesc, void *C,
                                         hipblasLtMatrixLayout_t Cdesc, hipStream_t stream) {
  blaslt_handle *h = handle_of(lightHandle);
  if (!h) return HIPBLAS_STATUS_NOT_INITIALIZED;
  if (!transformDesc || !alpha || !A || !Adesc || !C || !Cdesc || (B && (!beta || !Bdesc)))
    return HIPBLAS_STATUS_INVALID_VALUE;
  if (!h->backend || !h->backend->transform) return HIPBLAS_STATUS_NOT_SUPPORTED;
  const struct hipblaslt_layout none = {0};
  blaslt_transform t = {.desc = *transformDesc,
                        .layout = {*Adesc, B ? *Bdesc : none, *Cdesc},
                        .compute = gb_type_of(transformDesc->scalars),
                        .in = {A, B},
                        .out = C,
                        .scalar = {alpha, beta}};
  for (int i = 0; i < 3; i++) t.type[i] = blaslt_type_of(t.layout[i].type);
  if (!transforms(&t)) return HIPBLAS_STATUS_INVALID_VALUE;
  if (!t.layout[2].rows || !t.layout[2].cols) return HIPBLAS_STATUS_SUCCESS;
  return h->backend->transform(&t, stream);
}

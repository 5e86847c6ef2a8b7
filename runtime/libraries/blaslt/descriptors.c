// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Descriptors and their attributes.
#include "blaslt.h"

#include <stdlib.h>
#include <string.h>

// field is the address and size of an attribute; the address is null if the attribute does not
// exist.
typedef struct field {
  void *at;
  size_t size;
} field;

#define FIELD(f) ((field){&(f), sizeof(f)})

static hipblasStatus_t set(field f, const void *buf, size_t size) {
  if (!f.at || !buf || size != f.size) return HIPBLAS_STATUS_INVALID_VALUE;
  memcpy(f.at, buf, size);
  return HIPBLAS_STATUS_SUCCESS;
}

static hipblasStatus_t get(field f, void *buf, size_t size, size_t *written) {
  if (!f.at || (!size && !written) || (size && (!buf || size != f.size)))
    return HIPBLAS_STATUS_INVALID_VALUE;
  if (size) memcpy(buf, f.at, size);
  if (written) *written = f.size;
  return HIPBLAS_STATUS_SUCCESS;
}

static hipblasStatus_t create(void **to, const void *value, size_t size) {
  void *p = malloc(size);
  if (!p) return HIPBLAS_STATUS_ALLOC_FAILED;
  memcpy(p, value, size);
  *to = p;
  return HIPBLAS_STATUS_SUCCESS;
}

static hipblasStatus_t destroy(const void *p) {
  if (!p) return HIPBLAS_STATUS_INVALID_VALUE;
  free((void *)(uintptr_t)p);
  return HIPBLAS_STATUS_SUCCESS;
}

static bool is_type(int64_t t) {
  return (t >= 0 && t <= HIP_R_8F_E5M2) || t == HIP_R_8F_E4M3_FNUZ || t == HIP_R_8F_E5M2_FNUZ;
}

hipblasStatus_t hipblasLtMatrixLayoutCreate(hipblasLtMatrixLayout_t *matLayout, hipDataType type,
                                            uint64_t rows, uint64_t cols, int64_t ld) {
  struct hipblaslt_layout l = {
      .type = type, .order = HIPBLASLT_ORDER_COL, .batches = 1, rows, cols, .ld = ld};
  if (!matLayout || !is_type(type)) return HIPBLAS_STATUS_INVALID_VALUE;
  return create((void **)matLayout, &l, sizeof l);
}
hipblasStatus_t hipblasLtMatrixLayoutDestroy(const hipblasLtMatrixLayout_t matLayout) {
  return destroy(matLayout);
}

static field layout_field(hipblasLtMatrixLayout_t l, hipblasLtMatrixLayoutAttribute_t attr) {
  if (!l) return (field){0};
  switch (attr) {
  case HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
    return FIELD(l->batches);
  case HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET:
    return FIELD(l->stride);
  case HIPBLASLT_MATRIX_LAYOUT_TYPE:
    return FIELD(l->type);
  case HIPBLASLT_MATRIX_LAYOUT_ORDER:
    return FIELD(l->order);
  case HIPBLASLT_MATRIX_LAYOUT_ROWS:
    return FIELD(l->rows);
  case HIPBLASLT_MATRIX_LAYOUT_COLS:
    return FIELD(l->cols);
  case HIPBLASLT_MATRIX_LAYOUT_LD:
    return FIELD(l->ld);
  }
  return (field){0};
}
hipblasStatus_t hipblasLtMatrixLayoutSetAttribute(hipblasLtMatrixLayout_t matLayout,
                                                  hipblasLtMatrixLayoutAttribute_t attr,
                                                  const void *buf, size_t sizeInBytes) {
  field f = layout_field(matLayout, attr);
  struct hipblaslt_layout next;
  if (!f.at) return HIPBLAS_STATUS_INVALID_VALUE;
  next = *matLayout;
  hipblasStatus_t s = set(layout_field(&next, attr), buf, sizeInBytes);
  if (s != HIPBLAS_STATUS_SUCCESS) return s;
  if (next.batches < 1 || (uint32_t)next.order > HIPBLASLT_ORDER_ROW || !is_type(next.type))
    return HIPBLAS_STATUS_INVALID_VALUE;
  *matLayout = next;
  return s;
}
hipblasStatus_t hipblasLtMatrixLayoutGetAttribute(hipblasLtMatrixLayout_t matLayout,
                                                  hipblasLtMatrixLayoutAttribute_t attr, void *buf,
                                                  size_t sizeInBytes, size_t *sizeWritten) {
  return get(layout_field(matLayout, attr), buf, sizeInBytes, sizeWritten);
}

hipblasStatus_t hipblasLtMatmulDescCreate(hipblasLtMatmulDesc_t *matmulDesc,
                                          hipblasComputeType_t computeType, hipDataType scaleType) {
  struct hipblaslt_matmul d = {.compute = computeType,
                               .scalars = scaleType,
                               .trans = {HIPBLAS_OP_N, HIPBLAS_OP_N},
                               .epilogue = HIPBLASLT_EPILOGUE_DEFAULT,
                               .bias_type = HIPBLASLT_DATATYPE_INVALID};
  if (!matmulDesc || (unsigned)computeType > HIPBLAS_COMPUTE_32I_PEDANTIC || !is_type(scaleType))
    return HIPBLAS_STATUS_INVALID_VALUE;
  return create((void **)matmulDesc, &d, sizeof d);
}
hipblasStatus_t hipblasLtMatmulDescDestroy(const hipblasLtMatmulDesc_t matmulDesc) {
  return destroy(matmulDesc);
}

static field matmul_field(hipblasLtMatmulDesc_t d, hipblasLtMatmulDescAttributes_t attr) {
  if (!d) return (field){0};
  switch (attr) {
  case HIPBLASLT_MATMUL_DESC_TRANSA:
    return FIELD(d->trans[0]);
  case HIPBLASLT_MATMUL_DESC_TRANSB:
    return FIELD(d->trans[1]);
  case HIPBLASLT_MATMUL_DESC_EPILOGUE:
    return FIELD(d->epilogue);
  case HIPBLASLT_MATMUL_DESC_BIAS_POINTER:
    return FIELD(d->bias);
  case HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
    return FIELD(d->bias_type);
  case HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER:
    return FIELD(d->scale[BLASLT_A]);
  case HIPBLASLT_MATMUL_DESC_B_SCALE_POINTER:
    return FIELD(d->scale[BLASLT_B]);
  case HIPBLASLT_MATMUL_DESC_C_SCALE_POINTER:
    return FIELD(d->scale[BLASLT_C]);
  case HIPBLASLT_MATMUL_DESC_D_SCALE_POINTER:
    return FIELD(d->scale[BLASLT_D]);
  case HIPBLASLT_MATMUL_DESC_POINTER_MODE:
    return FIELD(d->pointers);
  case HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER:
    return FIELD(d->amax);
  case HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER:
    return FIELD(d->aux);
  case HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD:
    return FIELD(d->aux_ld);
  case HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE:
    return FIELD(d->aux_stride);
  case HIPBLASLT_MATMUL_DESC_A_SCALE_MODE:
    return FIELD(d->scale_mode[BLASLT_A]);
  case HIPBLASLT_MATMUL_DESC_B_SCALE_MODE:
    return FIELD(d->scale_mode[BLASLT_B]);
  default:
    return (field){0};
  }
}

// lacking reports whether an attribute is not supported.
static bool lacking(hipblasLtMatmulDescAttributes_t attr) {
  return attr == HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER;
}

static bool is_epilogue(uint32_t e) {
  switch ((hipblasLtEpilogue_t)e) {
  case HIPBLASLT_EPILOGUE_DEFAULT:
  case HIPBLASLT_EPILOGUE_RELU:
  case HIPBLASLT_EPILOGUE_BIAS:
  case HIPBLASLT_EPILOGUE_RELU_BIAS:
  case HIPBLASLT_EPILOGUE_GELU:
  case HIPBLASLT_EPILOGUE_GELU_BIAS:
  case HIPBLASLT_EPILOGUE_GELU_AUX:
  case HIPBLASLT_EPILOGUE_GELU_AUX_BIAS:
  case HIPBLASLT_EPILOGUE_DGELU:
  case HIPBLASLT_EPILOGUE_DGELU_BGRAD:
  case HIPBLASLT_EPILOGUE_BGRADA:
  case HIPBLASLT_EPILOGUE_BGRADB:
    return true;
  }
  return false;
}

static bool proper(const struct hipblaslt_matmul *d) {
  for (int i = 0; i < 2; i++)
    if (d->trans[i] < HIPBLAS_OP_N || d->trans[i] > HIPBLAS_OP_C ||
        d->scale_mode[i] >= HIPBLASLT_MATMUL_MATRIX_SCALE_END)
      return false;
  bool modes = d->pointers == HIPBLASLT_POINTER_MODE_HOST ||
               d->pointers == HIPBLASLT_POINTER_MODE_DEVICE ||
               d->pointers == HIPBLASLT_POINTER_MODE_ALPHA_DEVICE_VECTOR_BETA_HOST;
  return modes && is_epilogue(d->epilogue) &&
         (is_type(d->bias_type) || d->bias_type == HIPBLASLT_DATATYPE_INVALID);
}

hipblasStatus_t hipblasLtMatmulDescSetAttribute(hipblasLtMatmulDesc_t matmulDesc,
                                                hipblasLtMatmulDescAttributes_t attr,
                                                const void *buf, size_t sizeInBytes) {
  struct hipblaslt_matmul next;
  if (!matmulDesc || !buf) return HIPBLAS_STATUS_INVALID_VALUE;
  if (lacking(attr)) return HIPBLAS_STATUS_NOT_SUPPORTED;
  next = *matmulDesc;
  hipblasStatus_t s = set(matmul_field(&next, attr), buf, sizeInBytes);
  if (s != HIPBLAS_STATUS_SUCCESS) return s;
  if (!proper(&next)) return HIPBLAS_STATUS_INVALID_VALUE;
  *matmulDesc = next;
  return s;
}
hipblasStatus_t hipblasLtMatmulDescGetAttribute(hipblasLtMatmulDesc_t matmulDesc,
                                                hipblasLtMatmulDescAttributes_t attr, void *buf,
                                                size_t sizeInBytes, size_t *sizeWritten) {
  if (matmulDesc && lacking(attr)) return HIPBLAS_STATUS_NOT_SUPPORTED;
  return get(matmul_field(matmulDesc, attr), buf, sizeInBytes, sizeWritten);
}

hipblasStatus_t hipblasLtMatmulPreferenceCreate(hipblasLtMatmulPreference_t *pref) {
  struct hipblaslt_preference p = {0};
  if (!pref) return HIPBLAS_STATUS_INVALID_VALUE;
  return create((void **)pref, &p, sizeof p);
}
hipblasStatus_t hipblasLtMatmulPreferenceDestroy(const hipblasLtMatmulPreference_t pref) {
  return destroy(pref);
}

static field preference_field(hipblasLtMatmulPreference_t p,
                              hipblasLtMatmulPreferenceAttributes_t attr) {
  if (p && attr == HIPBLASLT_MATMUL_PREF_SEARCH_MODE) return FIELD(p->search);
  if (p && attr == HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES) return FIELD(p->workspace);
  return (field){0};
}
hipblasStatus_t hipblasLtMatmulPreferenceSetAttribute(hipblasLtMatmulPreference_t pref,
                                                      hipblasLtMatmulPreferenceAttributes_t attr,
                                                      const void *buf, size_t sizeInBytes) {
  return set(preference_field(pref, attr), buf, sizeInBytes);
}
hipblasStatus_t hipblasLtMatmulPreferenceGetAttribute(hipblasLtMatmulPreference_t pref,
                                                      hipblasLtMatmulPreferenceAttributes_t attr,
                                                      void *buf, size_t sizeInBytes,
                                                      size_t *sizeWritten) {
  return get(preference_field(pref, attr), buf, sizeInBytes, sizeWritten);
}

hipblasStatus_t hipblasLtMatrixTransformDescCreate(hipblasLtMatrixTransformDesc_t *transformDesc,
                                                   hipDataType scaleType) {
  struct hipblaslt_transform t = {.scalars = scaleType, .trans = {HIPBLAS_OP_N, HIPBLAS_OP_N}};
  if (!transformDesc || !is_type(scaleType)) return HIPBLAS_STATUS_INVALID_VALUE;
  return create((void **)transformDesc, &t, sizeof t);
}
hipblasStatus_t hipblasLtMatrixTransformDescDestroy(hipblasLtMatrixTransformDesc_t transformDesc) {
  return destroy(transformDesc);
}

static field transform_field(hipblasLtMatrixTransformDesc_t t,
                             hipblasLtMatrixTransformDescAttributes_t attr) {
  if (!t) return (field){0};
  switch (attr) {
  case HIPBLASLT_MATRIX_TRANSFORM_DESC_SCALE_TYPE:
    return FIELD(t->scalars);
  case HIPBLASLT_MATRIX_TRANSFORM_DESC_POINTER_MODE:
    return FIELD(t->pointers);
  case HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSA:
    return FIELD(t->trans[0]);
  case HIPBLASLT_MATRIX_TRANSFORM_DESC_TRANSB:
    return FIELD(t->trans[1]);
  }
  return (field){0};
}
hipblasStatus_t
hipblasLtMatrixTransformDescSetAttribute(hipblasLtMatrixTransformDesc_t transformDesc,
                                         hipblasLtMatrixTransformDescAttributes_t attr,
                                         const void *buf, size_t sizeInBytes) {
  struct hipblaslt_transform next;
  if (!transformDesc || !buf) return HIPBLAS_STATUS_INVALID_VALUE;
  next = *transformDesc;
  hipblasStatus_t s = set(transform_field(&next, attr), buf, sizeInBytes);
  if (s != HIPBLAS_STATUS_SUCCESS) return s;
  bool modes = next.pointers == HIPBLASLT_POINTER_MODE_HOST ||
               next.pointers == HIPBLASLT_POINTER_MODE_DEVICE;
  for (int i = 0; i < 2; i++)
    if (next.trans[i] < HIPBLAS_OP_N || next.trans[i] > HIPBLAS_OP_C) modes = false;
  if (!modes || !is_type(next.scalars)) return HIPBLAS_STATUS_INVALID_VALUE;
  *transformDesc = next;
  return s;
}
hipblasStatus_t
hipblasLtMatrixTransformDescGetAttribute(hipblasLtMatrixTransformDesc_t transformDesc,
                                         hipblasLtMatrixTransformDescAttributes_t attr, void *buf,
                                         size_t sizeInBytes, size_t *sizeWritten) {
  return get(transform_field(transformDesc, attr), buf, sizeInBytes, sizeWritten);
}

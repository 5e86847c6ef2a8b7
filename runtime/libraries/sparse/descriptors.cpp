// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What hipSPARSE's descriptors tell, and descriptors of constant data, which are the same ones.
#include "sparse.h"

using namespace sparse;

namespace {

hipsparseStatus_t answer(bool valid) {
  return valid ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_INVALID_VALUE;
}

// compressed tells a matrix in CSR or CSC, coordinate one in COO. P is a pointer to void or to constants.
template <class P>
hipsparseStatus_t compressed(const hipsparse_sp_mat *d, hipsparseFormat_t format, int64_t *rows,
                             int64_t *cols, int64_t *nnz, P *offsets, P *indices, P *values,
                             hipsparseIndexType_t *offset, hipsparseIndexType_t *index,
                             hipsparseIndexBase_t *base, hipDataType *type) {
  if (!d || !rows || !cols || !nnz || !offsets || !indices || !values || !offset || !index ||
      !base || !type || d->format != format)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  *rows = d->rows;
  *cols = d->cols;
  *nnz = d->nnz;
  *offsets = d->offsets;
  *indices = d->indices;
  *values = d->values;
  *offset = d->offset;
  *index = d->index;
  *base = d->base;
  *type = d->type;
  return HIPSPARSE_STATUS_SUCCESS;
}
template <class P>
hipsparseStatus_t coordinate(const hipsparse_sp_mat *d, int64_t *rows, int64_t *cols, int64_t *nnz,
                             P *row, P *col, P *values, hipsparseIndexType_t *index,
                             hipsparseIndexBase_t *base, hipDataType *type) {
  return compressed(d, HIPSPARSE_FORMAT_COO, rows, cols, nnz, row, col, values, index, index, base,
                    type);
}

template <class P>
hipsparseStatus_t sparse_vector(const hipsparse_sp_vec *d, int64_t *size, int64_t *nnz, P *indices,
                                P *values, hipsparseIndexType_t *index, hipsparseIndexBase_t *base,
                                hipDataType *type) {
  if (!d || !size || !nnz || !indices || !values || !index || !base || !type)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  *size = d->size;
  *nnz = d->nnz;
  *indices = d->indices;
  *values = d->values;
  *index = d->index;
  *base = d->base;
  *type = d->type;
  return HIPSPARSE_STATUS_SUCCESS;
}
template <class P>
hipsparseStatus_t dense_vector(const hipsparse_dn_vec *d, int64_t *size, P *values,
                               hipDataType *type) {
  if (!d || !size || !values || !type) return HIPSPARSE_STATUS_INVALID_VALUE;
  *size = d->size;
  *values = d->values;
  *type = d->type;
  return HIPSPARSE_STATUS_SUCCESS;
}
template <class P>
hipsparseStatus_t dense_matrix(const hipsparse_dn_mat *d, int64_t *rows, int64_t *cols, int64_t *ld,
                               P *values, hipDataType *type, hipsparseOrder_t *order) {
  if (!d || !rows || !cols || !ld || !values || !type || !order)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  *rows = d->rows;
  *cols = d->cols;
  *ld = d->ld;
  *values = d->values;
  *type = d->type;
  *order = d->order;
  return HIPSPARSE_STATUS_SUCCESS;
}

// told writes a field of a descriptor.
template <class D, class F, class V> hipsparseStatus_t told(const D *d, F D::*field, V *value) {
  if (!d || !value) return HIPSPARSE_STATUS_INVALID_VALUE;
  *value = d->*field;
  return HIPSPARSE_STATUS_SUCCESS;
}

} // namespace

hipsparseStatus_t hipsparseCreateConstSpVec(hipsparseConstSpVecDescr_t *descr, int64_t size,
                                            int64_t nnz, const void *indices, const void *values,
                                            hipsparseIndexType_t idxType,
                                            hipsparseIndexBase_t idxBase, hipDataType valueType) {
  return hipsparseCreateSpVec((hipsparseSpVecDescr_t *)descr, size, nnz, (void *)indices,
                              (void *)values, idxType, idxBase, valueType);
}
hipsparseStatus_t hipsparseCreateConstDnVec(hipsparseConstDnVecDescr_t *descr, int64_t size,
                                            const void *values, hipDataType valueType) {
  return hipsparseCreateDnVec((hipsparseDnVecDescr_t *)descr, size, (void *)values, valueType);
}
hipsparseStatus_t hipsparseCreateConstDnMat(hipsparseConstDnMatDescr_t *descr, int64_t rows,
                                            int64_t cols, int64_t ld, const void *values,
                                            hipDataType type, hipsparseOrder_t order) {
  return hipsparseCreateDnMat((hipsparseDnMatDescr_t *)descr, rows, cols, ld, (void *)values, type,
                              order);
}
hipsparseStatus_t hipsparseCreateConstCsr(hipsparseConstSpMatDescr_t *descr, int64_t rows,
                                          int64_t cols, int64_t nnz, const void *offsets,
                                          const void *indices, const void *values,
                                          hipsparseIndexType_t offset, hipsparseIndexType_t index,
                                          hipsparseIndexBase_t base, hipDataType type) {
  return hipsparseCreateCsr((hipsparseSpMatDescr_t *)descr, rows, cols, nnz, (void *)offsets,
                            (void *)indices, (void *)values, offset, index, base, type);
}
hipsparseStatus_t hipsparseCreateConstCsc(hipsparseConstSpMatDescr_t *descr, int64_t rows,
                                          int64_t cols, int64_t nnz, const void *offsets,
                                          const void *indices, const void *values,
                                          hipsparseIndexType_t offset, hipsparseIndexType_t index,
                                          hipsparseIndexBase_t base, hipDataType type) {
  return hipsparseCreateCsc((hipsparseSpMatDescr_t *)descr, rows, cols, nnz, (void *)offsets,
                            (void *)indices, (void *)values, offset, index, base, type);
}
hipsparseStatus_t hipsparseCreateConstCoo(hipsparseConstSpMatDescr_t *descr, int64_t rows,
                                          int64_t cols, int64_t nnz, const void *row,
                                          const void *col, const void *values,
                                          hipsparseIndexType_t index, hipsparseIndexBase_t base,
                                          hipDataType type) {
  return hipsparseCreateCoo((hipsparseSpMatDescr_t *)descr, rows, cols, nnz, (void *)row,
                            (void *)col, (void *)values, index, base, type);
}

// GETTER is a function for a descriptor, and the one for a constant descriptor. The matrix of the former
// is constant as a pointer only.
#define GETTER(Kind, Name, call, ARGUMENTS, ...)                                                   \
  hipsparseStatus_t hipsparse##Name(const hipsparse##Kind##Descr_t d, ARGUMENTS(void **)) {        \
    return call(d, __VA_ARGS__);                                                                   \
  }                                                                                                \
  hipsparseStatus_t hipsparseConst##Name(hipsparseConst##Kind##Descr_t d,                          \
                                         ARGUMENTS(const void **)) {                               \
    return call(d, __VA_ARGS__);                                                                   \
  }
#define COMPRESSED(P)                                                                              \
  int64_t *rows, int64_t *cols, int64_t *nnz, P offsets, P indices, P values,                      \
      hipsparseIndexType_t *offset, hipsparseIndexType_t *index, hipsparseIndexBase_t *base,       \
      hipDataType *type
#define COORDINATE(P)                                                                              \
  int64_t *rows, int64_t *cols, int64_t *nnz, P row, P col, P values, hipsparseIndexType_t *index, \
      hipsparseIndexBase_t *base, hipDataType *type
#define SPARSE_VECTOR(P)                                                                           \
  int64_t *size, int64_t *nnz, P indices, P values, hipsparseIndexType_t *index,                   \
      hipsparseIndexBase_t *base, hipDataType *type
#define DENSE_VECTOR(P) int64_t *size, P values, hipDataType *type
#define DENSE_MATRIX(P)                                                                            \
  int64_t *rows, int64_t *cols, int64_t *ld, P values, hipDataType *type, hipsparseOrder_t *order
GETTER(SpMat, CsrGet, compressed, COMPRESSED, HIPSPARSE_FORMAT_CSR, rows, cols, nnz, offsets,
       indices, values, offset, index, base, type)
GETTER(SpMat, CscGet, compressed, COMPRESSED, HIPSPARSE_FORMAT_CSC, rows, cols, nnz, offsets,
       indices, values, offset, index, base, type)
GETTER(SpMat, CooGet, coordinate, COORDINATE, rows, cols, nnz, row, col, values, index, base, type)
GETTER(SpVec, SpVecGet, sparse_vector, SPARSE_VECTOR, size, nnz, indices, values, index, base, type)
GETTER(DnVec, DnVecGet, dense_vector, DENSE_VECTOR, size, values, type)
GETTER(DnMat, DnMatGet, dense_matrix, DENSE_MATRIX, rows, cols, ld, values, type, order)

#define VALUES(Kind, structure)                                                                    \
  hipsparseStatus_t hipsparse##Kind##GetValues(const hipsparse##Kind##Descr_t d, void **values) {  \
    return told(d, &structure::values, values);                                                    \
  }                                                                                                \
  hipsparseStatus_t hipsparseConst##Kind##GetValues(hipsparseConst##Kind##Descr_t d,               \
                                                    const void **values) {                         \
    return told(d, &structure::values, values);                                                    \
  }
VALUES(SpVec, hipsparse_sp_vec)
VALUES(DnVec, hipsparse_dn_vec)
VALUES(DnMat, hipsparse_dn_mat)
VALUES(SpMat, hipsparse_sp_mat)

hipsparseStatus_t hipsparseSpVecGetIndexBase(hipsparseConstSpVecDescr_t d,
                                             hipsparseIndexBase_t *base) {
  return told(d, &hipsparse_sp_vec::base, base);
}
hipsparseStatus_t hipsparseSpVecSetValues(hipsparseSpVecDescr_t d, void *values) {
  if (!d || !values) return HIPSPARSE_STATUS_INVALID_VALUE;
  d->values = values;
  changed(d);
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseCscSetPointers(hipsparseSpMatDescr_t d, void *offsets, void *indices,
                                          void *values) {
  if (!d || d->format != HIPSPARSE_FORMAT_CSC) return HIPSPARSE_STATUS_INVALID_VALUE;
  return hipsparseCsrSetPointers(d, offsets, indices, values);
}
hipsparseStatus_t hipsparseSpMatGetFormat(hipsparseConstSpMatDescr_t d, hipsparseFormat_t *format) {
  return told(d, &hipsparse_sp_mat::format, format);
}
hipsparseStatus_t hipsparseSpMatGetIndexBase(hipsparseConstSpMatDescr_t d,
                                             hipsparseIndexBase_t *base) {
  return told(d, &hipsparse_sp_mat::base, base);
}
hipsparseStatus_t hipsparseSpMatGetStridedBatch(hipsparseConstSpMatDescr_t d, int *count) {
  return told(d, &hipsparse_sp_mat::batches, count);
}
hipsparseStatus_t hipsparseSpMatSetStridedBatch(hipsparseSpMatDescr_t d, int count) {
  if (!d || count <= 0) return HIPSPARSE_STATUS_INVALID_VALUE;
  d->batches = count;
  changed(d);
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseCooSetStridedBatch(hipsparseSpMatDescr_t d, int count, int64_t stride) {
  if (!d || d->format != HIPSPARSE_FORMAT_COO || count <= 0 || stride < 0)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  d->batches = count;
  d->offset_stride = d->value_stride = stride;
  changed(d);
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpMatGetAttribute(hipsparseConstSpMatDescr_t d,
                                             hipsparseSpMatAttribute_t attribute, void *data,
                                             size_t dataSize) {
  int value;
  if (!d || !data || dataSize != sizeof value || (unsigned)attribute > HIPSPARSE_SPMAT_DIAG_TYPE)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  value = attribute == HIPSPARSE_SPMAT_FILL_MODE ? (int)d->fill : (int)d->diag;
  memcpy(data, &value, sizeof value);
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseDnMatGetStridedBatch(hipsparseConstDnMatDescr_t d, int *count,
                                                int64_t *stride) {
  hipsparseStatus_t s = answer(d && count && stride);
  if (s == HIPSPARSE_STATUS_SUCCESS) {
    *count = d->batches;
    *stride = d->stride;
  }
  return s;
}

hipsparseMatrixType_t hipsparseGetMatType(const hipsparseMatDescr_t d) {
  return d ? d->type : HIPSPARSE_MATRIX_TYPE_GENERAL;
}
hipsparseFillMode_t hipsparseGetMatFillMode(const hipsparseMatDescr_t d) {
  return d ? d->fill : HIPSPARSE_FILL_MODE_LOWER;
}
hipsparseDiagType_t hipsparseGetMatDiagType(const hipsparseMatDescr_t d) {
  return d ? d->diag : HIPSPARSE_DIAG_TYPE_NON_UNIT;
}
hipsparseIndexBase_t hipsparseGetMatIndexBase(const hipsparseMatDescr_t d) {
  return d ? d->base : HIPSPARSE_INDEX_BASE_ZERO;
}
hipsparseStatus_t hipsparseCopyMatDescr(hipsparseMatDescr_t to, const hipsparseMatDescr_t from) {
  if (!to || !from) return HIPSPARSE_STATUS_INVALID_VALUE;
  to->type = from->type;
  to->fill = from->fill;
  to->diag = from->diag;
  to->base = from->base;
  changed(to);
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseGetGitRevision(hipsparseHandle_t h, char *revision) {
  if (!h) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  if (!revision) return HIPSPARSE_STATUS_INVALID_VALUE;
  strcpy(revision, "gohipcc");
  return HIPSPARSE_STATUS_SUCCESS;
}

// The blocked format and coordinates in pairs are not there.
hipsparseStatus_t hipsparseCreateBlockedEll(hipsparseSpMatDescr_t *, int64_t, int64_t, int64_t,
                                            int64_t, void *, void *, hipsparseIndexType_t,
                                            hipsparseIndexBase_t, hipDataType) {
  return HIPSPARSE_STATUS_NOT_SUPPORTED;
}
hipsparseStatus_t hipsparseCreateConstBlockedEll(hipsparseConstSpMatDescr_t *, int64_t, int64_t,
                                                 int64_t, int64_t, const void *, const void *,
                                                 hipsparseIndexType_t, hipsparseIndexBase_t,
                                                 hipDataType) {
  return HIPSPARSE_STATUS_NOT_SUPPORTED;
}
hipsparseStatus_t hipsparseCreateCooAoS(hipsparseSpMatDescr_t *, int64_t, int64_t, int64_t, void *,
                                        void *, hipsparseIndexType_t, hipsparseIndexBase_t,
                                        hipDataType) {
  return HIPSPARSE_STATUS_NOT_SUPPORTED;
}
hipsparseStatus_t hipsparseBlockedEllGet(const hipsparseSpMatDescr_t, int64_t *, int64_t *,
                                         int64_t *, int64_t *, void **, void **,
                                         hipsparseIndexType_t *, hipsparseIndexBase_t *,
                                         hipDataType *) {
  return HIPSPARSE_STATUS_NOT_SUPPORTED;
}
hipsparseStatus_t hipsparseConstBlockedEllGet(hipsparseConstSpMatDescr_t, int64_t *, int64_t *,
                                              int64_t *, int64_t *, const void **, const void **,
                                              hipsparseIndexType_t *, hipsparseIndexBase_t *,
                                              hipDataType *) {
  return HIPSPARSE_STATUS_NOT_SUPPORTED;
}
hipsparseStatus_t hipsparseCooAoSGet(const hipsparseSpMatDescr_t, int64_t *, int64_t *, int64_t *,
                                     void **, void **, hipsparseIndexType_t *,
                                     hipsparseIndexBase_t *, hipDataType *) {
  return HIPSPARSE_STATUS_NOT_SUPPORTED;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The generic API of hipSPARSE, for matrices in CSR, CSC and COO, 32-bit and 64-bit indices,
// single, double and complex precision.
#include "sparse.h"

#include <stdlib.h>
#include <string.h>

using namespace sparse;

namespace {

bool is_op(hipsparseOperation_t op) {
  return (unsigned)op <= HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

// checked is the status of a call after its argument checks.
struct checked {
  hipsparseStatus_t status;
  explicit checked(hipsparseHandle_t h)
      : status(h ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_NOT_INITIALIZED) {}
  checked &valid(bool ok) { return need(ok, HIPSPARSE_STATUS_INVALID_VALUE); }
  checked &supported(bool ok) { return need(ok, HIPSPARSE_STATUS_NOT_SUPPORTED); }
  explicit operator bool() const { return status == HIPSPARSE_STATUS_SUCCESS; }

private:
  checked &need(bool ok, hipsparseStatus_t bad) {
    if (status == HIPSPARSE_STATUS_SUCCESS && !ok) status = bad;
    return *this;
  }
};

template <class F, class... A>
hipsparseStatus_t routed(const checked &c, F backend::*function, hipsparseHandle_t h,
                         A... arguments) {
  return sparse::routed(c.status, function, h, arguments...);
}

template <class D> hipsparseStatus_t created(D **descr, const D &d, bool ok) {
  if (!descr || !ok) return HIPSPARSE_STATUS_INVALID_VALUE;
  D *p = (D *)malloc(sizeof d);
  if (!p) return HIPSPARSE_STATUS_ALLOC_FAILED;
  memcpy((void *)p, &d, sizeof d);
  *descr = p;
  return HIPSPARSE_STATUS_SUCCESS;
}
template <class D> hipsparseStatus_t destroyed(const D *descr) {
  if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;
  drop(descr->cuda);
  free((void *)descr);
  return HIPSPARSE_STATUS_SUCCESS;
}

hipsparse_sp_mat matrix(hipsparseFormat_t format, int64_t rows, int64_t cols, int64_t nnz,
                        void *offsets, void *indices, void *values, hipsparseIndexType_t offset,
                        hipsparseIndexType_t index, hipsparseIndexBase_t base, hipDataType type) {
  return {format,
          rows,
          cols,
          nnz,
          offsets,
          indices,
          values,
          offset,
          index,
          base,
          type,
          1,
          0,
          0,
          HIPSPARSE_FILL_MODE_LOWER,
          HIPSPARSE_DIAG_TYPE_NON_UNIT};
}
bool proper(const hipsparse_sp_mat &m) {
  return m.rows >= 0 && m.cols >= 0 && m.nnz >= 0 && is_index(m.offset) && is_index(m.index) &&
         (unsigned)m.base <= HIPSPARSE_INDEX_BASE_ONE && is_type(m.type);
}

} // namespace

hipsparseStatus_t hipsparseCreateSpVec(hipsparseSpVecDescr_t *descr, int64_t size, int64_t nnz,
                                       void *indices, void *values, hipsparseIndexType_t idxType,
                                       hipsparseIndexBase_t idxBase, hipDataType valueType) {
  hipsparse_sp_vec v = {size, nnz, indices, values, idxType, idxBase, valueType};
  return created(descr, v,
                 size >= 0 && nnz >= 0 && nnz <= size && is_index(idxType) && is_type(valueType) &&
                     (unsigned)idxBase <= HIPSPARSE_INDEX_BASE_ONE &&
                     (!nnz || (indices && values)));
}
hipsparseStatus_t hipsparseDestroySpVec(hipsparseConstSpVecDescr_t d) { return destroyed(d); }

hipsparseStatus_t hipsparseCreateDnVec(hipsparseDnVecDescr_t *descr, int64_t size, void *values,
                                       hipDataType valueType) {
  hipsparse_dn_vec v = {size, values, valueType};
  return created(descr, v, size >= 0 && (!size || values) && is_type(valueType));
}
hipsparseStatus_t hipsparseDestroyDnVec(hipsparseConstDnVecDescr_t d) { return destroyed(d); }
hipsparseStatus_t hipsparseDnVecSetValues(hipsparseDnVecDescr_t d, void *values) {
  if (!d || !values) return HIPSPARSE_STATUS_INVALID_VALUE;
  d->values = values;
  changed(d);
  return HIPSPARSE_STATUS_SUCCESS;
}

hipsparseStatus_t hipsparseCreateCsr(hipsparseSpMatDescr_t *descr, int64_t rows, int64_t cols,
                                     int64_t nnz, void *offsets, void *indices, void *values,
                                     hipsparseIndexType_t offset, hipsparseIndexType_t index,
                                     hipsparseIndexBase_t base, hipDataType type) {
  auto m = matrix(HIPSPARSE_FORMAT_CSR, rows, cols, nnz, offsets, indices, values, offset, index,
                  base, type);
  return created(descr, m, proper(m));
}
hipsparseStatus_t hipsparseCreateCsc(hipsparseSpMatDescr_t *descr, int64_t rows, int64_t cols,
                                     int64_t nnz, void *offsets, void *indices, void *values,
                                     hipsparseIndexType_t offset, hipsparseIndexType_t index,
                                     hipsparseIndexBase_t base, hipDataType type) {
  auto m = matrix(HIPSPARSE_FORMAT_CSC, rows, cols, nnz, offsets, indices, values, offset, index,
                  base, type);
  return created(descr, m, proper(m));
}
hipsparseStatus_t hipsparseCreateCoo(hipsparseSpMatDescr_t *descr, int64_t rows, int64_t cols,
                                     int64_t nnz, void *row, void *col, void *values,
                                     hipsparseIndexType_t index, hipsparseIndexBase_t base,
                                     hipDataType type) {
  auto m =
      matrix(HIPSPARSE_FORMAT_COO, rows, cols, nnz, row, col, values, index, index, base, type);
  return created(descr, m, proper(m));
}
hipsparseStatus_t hipsparseDestroySpMat(hipsparseConstSpMatDescr_t d) { return destroyed(d); }

hipsparseStatus_t hipsparseSpMatGetSize(hipsparseConstSpMatDescr_t d, int64_t *rows, int64_t *cols,
                                        int64_t *nnz) {
  if (!d || !rows || !cols || !nnz) return HIPSPARSE_STATUS_INVALID_VALUE;
  *rows = d->rows;
  *cols = d->cols;
  *nnz = d->nnz;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpMatSetAttribute(hipsparseSpMatDescr_t d,
                                             hipsparseSpMatAttribute_t attribute, const void *data,
                                             size_t dataSize) {
  int value;
  if (!d || !data || dataSize != sizeof value || (unsigned)attribute > HIPSPARSE_SPMAT_DIAG_TYPE)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  memcpy(&value, data, sizeof value);
  if (value != 0 && value != 1) return HIPSPARSE_STATUS_INVALID_VALUE;
  if (attribute == HIPSPARSE_SPMAT_FILL_MODE) {
    d->fill = (hipsparseFillMode_t)value;
    d->has_fill = true;
  } else {
    d->diag = (hipsparseDiagType_t)value;
    d->has_diag = true;
  }
  changed(d);
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpMatSetValues(hipsparseSpMatDescr_t d, void *values) {
  if (!d || !values) return HIPSPARSE_STATUS_INVALID_VALUE;
  d->values = values;
  changed(d);
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseCsrSetPointers(hipsparseSpMatDescr_t d, void *offsets, void *indices,
                                          void *values) {
  if (!d || d->format == HIPSPARSE_FORMAT_COO || !offsets || !indices || !values)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  d->offsets = offsets;
  d->indices = indices;
  d->values = values;
  changed(d);
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseCooSetPointers(hipsparseSpMatDescr_t d, void *row, void *col,
                                          void *values) {
  if (!d || d->format != HIPSPARSE_FORMAT_COO || !row || !col || !values)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  d->offsets = row;
  d->indices = col;
  d->values = values;
  changed(d);
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseCsrSetStridedBatch(hipsparseSpMatDescr_t d, int count, int64_t offsets,
                                              int64_t values) {
  if (!d || count <= 0 || offsets < 0 || values < 0) return HIPSPARSE_STATUS_INVALID_VALUE;
  d->batches = count;
  d->offset_stride = offsets;
  d->value_stride = values;
  changed(d);
  return HIPSPARSE_STATUS_SUCCESS;
}

hipsparseStatus_t hipsparseCreateDnMat(hipsparseDnMatDescr_t *descr, int64_t rows, int64_t cols,
                                       int64_t ld, void *values, hipDataType type,
                                       hipsparseOrder_t order) {
  bool by_row = order == HIPSPARSE_ORDER_ROW;
  hipsparse_dn_mat m = {rows, cols, ld, values, type, order, 1, 0};
  return created(descr, m,
                 rows >= 0 && cols >= 0 && ld >= (by_row ? cols : rows) && is_type(type) &&
                     (by_row || order == HIPSPARSE_ORDER_COL) && (!rows || !cols || values));
}
hipsparseStatus_t hipsparseDestroyDnMat(hipsparseConstDnMatDescr_t d) { return destroyed(d); }
hipsparseStatus_t hipsparseDnMatSetValues(hipsparseDnMatDescr_t d, void *values) {
  if (!d || !values) return HIPSPARSE_STATUS_INVALID_VALUE;
  d->values = values;
  changed(d);
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseDnMatSetStridedBatch(hipsparseDnMatDescr_t d, int count,
                                                int64_t stride) {
  if (!d || count <= 0 || stride < 0) return HIPSPARSE_STATUS_INVALID_VALUE;
  d->batches = count;
  d->stride = stride;
  changed(d);
  return HIPSPARSE_STATUS_SUCCESS;
}

static checked vectors(hipsparseHandle_t h, const hipsparse_sp_vec *x, const hipsparse_dn_vec *y) {
  return checked(h).valid(x && y && x->size == y->size && x->type == y->type);
}

hipsparseStatus_t hipsparseAxpby(hipsparseHandle_t h, const void *alpha,
                                 hipsparseConstSpVecDescr_t vecX, const void *beta,
                                 hipsparseDnVecDescr_t vecY) {
  checked c = vectors(h, vecX, vecY).valid(alpha && beta);
  return routed(c, &backend::Axpby, h, alpha, vecX, beta, vecY);
}
hipsparseStatus_t hipsparseGather(hipsparseHandle_t h, hipsparseConstDnVecDescr_t vecY,
                                  hipsparseSpVecDescr_t vecX) {
  checked c = vectors(h, vecX, vecY);
  return routed(c, &backend::Gather, h, vecY, vecX);
}
hipsparseStatus_t hipsparseScatter(hipsparseHandle_t h, hipsparseConstSpVecDescr_t vecX,
                                   hipsparseDnVecDescr_t vecY) {
  checked c = vectors(h, vecX, vecY);
  return routed(c, &backend::Scatter, h, vecX, vecY);
}
hipsparseStatus_t hipsparseRot(hipsparseHandle_t h, const void *c_coeff, const void *s_coeff,
                               hipsparseSpVecDescr_t vecX, hipsparseDnVecDescr_t vecY) {
  checked ok = vectors(h, vecX, vecY).valid(c_coeff && s_coeff);
  return routed(ok, &backend::Rot, h, c_coeff, s_coeff, vecX, vecY);
}
hipsparseStatus_t hipsparseSpVV_bufferSize(hipsparseHandle_t h, hipsparseOperation_t opX,
                                           hipsparseConstSpVecDescr_t vecX,
                                           hipsparseConstDnVecDescr_t vecY, void *result,
                                           hipDataType computeType, size_t *size) {
  return routed(
      vectors(h, vecX, vecY).valid(is_op(opX) && result && is_type(computeType)).valid(size),
      &backend::SpVV_bufferSize, h, opX, vecX, vecY, result, computeType, size);
}
hipsparseStatus_t hipsparseSpVV(hipsparseHandle_t h, hipsparseOperation_t opX,
                                hipsparseConstSpVecDescr_t vecX, hipsparseConstDnVecDescr_t vecY,
                                void *result, hipDataType computeType, void *buffer) {
  checked c = vectors(h, vecX, vecY).valid(is_op(opX) && result && is_type(computeType));
  c.supported(c && computeType == vecX->type);
  return routed(c, &backend::SpVV, h, opX, vecX, vecY, result, computeType, buffer);
}

static checked spmv(hipsparseHandle_t h, hipsparseOperation_t op, const void *alpha,
                    const hipsparse_sp_mat *a, const hipsparse_dn_vec *x, const void *beta,
                    const hipsparse_dn_vec *y, hipDataType compute) {
  checked c(h);
  c.valid(is_op(op) && alpha && a && x && beta && y && is_type(compute));
  if (c) c.valid(cols_of(*a, op) == x->size && rows_of(*a, op) == y->size);
  if (c) c.supported(a->type == compute && x->type == compute && y->type == compute);
  return c;
}
hipsparseStatus_t hipsparseSpMV_bufferSize(hipsparseHandle_t h, hipsparseOperation_t op,
                                           const void *alpha, hipsparseConstSpMatDescr_t a,
                                           hipsparseConstDnVecDescr_t x, const void *beta,
                                           const hipsparseDnVecDescr_t y, hipDataType compute,
                                           hipsparseSpMVAlg_t alg, size_t *size) {
  return routed(spmv(h, op, alpha, a, x, beta, y, compute).valid(size), &backend::SpMV_bufferSize,
                h, op, alpha, a, x, beta, y, compute, alg, size);
}
hipsparseStatus_t hipsparseSpMV(hipsparseHandle_t h, hipsparseOperation_t op, const void *alpha,
                                hipsparseConstSpMatDescr_t matA, hipsparseConstDnVecDescr_t vecX,
                                const void *beta, const hipsparseDnVecDescr_t vecY,
                                hipDataType compute, hipsparseSpMVAlg_t alg, void *buffer) {
  checked c = spmv(h, op, alpha, matA, vecX, beta, vecY, compute);
  return routed(c, &backend::SpMV, h, op, alpha, matA, vecX, beta, vecY, compute, alg, buffer);
}

// prepared is the status of a preparation, which neither the host nor cuSPARSE needs.
static hipsparseStatus_t prepared(const checked &c, hipsparseHandle_t h) {
  return c && !h->backend ? HIPSPARSE_STATUS_NOT_SUPPORTED : c.status;
}
hipsparseStatus_t hipsparseSpMV_preprocess(hipsparseHandle_t h, hipsparseOperation_t op,
                                           const void *alpha, hipsparseConstSpMatDescr_t a,
                                           hipsparseConstDnVecDescr_t x, const void *beta,
                                           const hipsparseDnVecDescr_t y, hipDataType compute,
                                           hipsparseSpMVAlg_t, void *) {
  return prepared(spmv(h, op, alpha, a, x, beta, y, compute), h);
}

// product checks a product of two matrices, of which one factor or the result is sparse.
template <class A, class B, class C>
static checked product(hipsparseHandle_t h, hipsparseOperation_t opA, hipsparseOperation_t opB,
                       const void *alpha, const A *a, const B *b, const void *beta, const C *to,
                       hipDataType compute) {
  checked c(h);
  c.valid(is_op(opA) && is_op(opB) && alpha && a && b && beta && to && is_type(compute));
  if (c)
    c.valid(rows_of(*a, opA) == to->rows && cols_of(*b, opB) == to->cols &&
            cols_of(*a, opA) == rows_of(*b, opB));
  if (c) c.supported(a->type == compute && b->type == compute && to->type == compute);
  return c;
}
hipsparseStatus_t hipsparseSpMM_bufferSize(hipsparseHandle_t h, hipsparseOperation_t opA,
                                           hipsparseOperation_t opB, const void *alpha,
                                           hipsparseConstSpMatDescr_t a,
                                           hipsparseConstDnMatDescr_t b, const void *beta,
                                           const hipsparseDnMatDescr_t c, hipDataType compute,
                                           hipsparseSpMMAlg_t alg, size_t *size) {
  return routed(product(h, opA, opB, alpha, a, b, beta, c, compute).valid(size),
                &backend::SpMM_bufferSize, h, opA, opB, alpha, a, b, beta, c, compute, alg, size);
}
hipsparseStatus_t hipsparseSpMM_preprocess(hipsparseHandle_t h, hipsparseOperation_t opA,
                                           hipsparseOperation_t opB, const void *alpha,
                                           hipsparseConstSpMatDescr_t a,
                                           hipsparseConstDnMatDescr_t b, const void *beta,
                                           const hipsparseDnMatDescr_t c, hipDataType compute,
                                           hipsparseSpMMAlg_t, void *) {
  return prepared(product(h, opA, opB, alpha, a, b, beta, c, compute), h);
}
hipsparseStatus_t hipsparseSpMM(hipsparseHandle_t h, hipsparseOperation_t opA,
                                hipsparseOperation_t opB, const void *alpha,
                                hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB,
                                const void *beta, const hipsparseDnMatDescr_t matC,
                                hipDataType compute, hipsparseSpMMAlg_t alg, void *buffer) {
  checked ok = product(h, opA, opB, alpha, matA, matB, beta, matC, compute);
  return routed(ok, &backend::SpMM, h, opA, opB, alpha, matA, matB, beta, matC, compute, alg,
                buffer);
}

hipsparseStatus_t hipsparseSDDMM_bufferSize(hipsparseHandle_t h, hipsparseOperation_t opA,
                                            hipsparseOperation_t opB, const void *alpha,
                                            hipsparseConstDnMatDescr_t a,
                                            hipsparseConstDnMatDescr_t b, const void *beta,
                                            hipsparseSpMatDescr_t c, hipDataType compute,
                                            hipsparseSDDMMAlg_t alg, size_t *size) {
  return routed(product(h, opA, opB, alpha, a, b, beta, c, compute).valid(size),
                &backend::SDDMM_bufferSize, h, opA, opB, alpha, a, b, beta, c, compute, alg, size);
}
hipsparseStatus_t hipsparseSDDMM_preprocess(hipsparseHandle_t h, hipsparseOperation_t opA,
                                            hipsparseOperation_t opB, const void *alpha,
                                            hipsparseConstDnMatDescr_t a,
                                            hipsparseConstDnMatDescr_t b, const void *beta,
                                            hipsparseSpMatDescr_t c, hipDataType compute,
                                            hipsparseSDDMMAlg_t alg, void *buffer) {
  return routed(product(h, opA, opB, alpha, a, b, beta, c, compute), &backend::SDDMM_preprocess, h,
                opA, opB, alpha, a, b, beta, c, compute, alg, buffer);
}
hipsparseStatus_t hipsparseSDDMM(hipsparseHandle_t h, hipsparseOperation_t opA,
                                 hipsparseOperation_t opB, const void *alpha,
                                 hipsparseConstDnMatDescr_t matA, hipsparseConstDnMatDescr_t matB,
                                 const void *beta, hipsparseSpMatDescr_t matC, hipDataType compute,
                                 hipsparseSDDMMAlg_t alg, void *buffer) {
  checked ok = product(h, opA, opB, alpha, matA, matB, beta, matC, compute);
  return routed(ok, &backend::SDDMM, h, opA, opB, alpha, matA, matB, beta, matC, compute, alg,
                buffer);
}

static checked same_shape(hipsparseHandle_t h, const hipsparse_sp_mat *a,
                          const hipsparse_dn_mat *b) {
  return checked(h).valid(a && b && a->rows == b->rows && a->cols == b->cols && a->type == b->type);
}
hipsparseStatus_t hipsparseSparseToDense_bufferSize(hipsparseHandle_t h,
                                                    hipsparseConstSpMatDescr_t a,
                                                    hipsparseDnMatDescr_t b,
                                                    hipsparseSparseToDenseAlg_t alg, size_t *size) {
  return routed(same_shape(h, a, b).valid(size), &backend::SparseToDense_bufferSize, h, a, b, alg,
                size);
}
hipsparseStatus_t hipsparseSparseToDense(hipsparseHandle_t h, hipsparseConstSpMatDescr_t matA,
                                         hipsparseDnMatDescr_t matB,
                                         hipsparseSparseToDenseAlg_t alg, void *buffer) {
  checked c = same_shape(h, matA, matB);
  return routed(c, &backend::SparseToDense, h, matA, matB, alg, buffer);
}

hipsparseStatus_t hipsparseDenseToSparse_bufferSize(hipsparseHandle_t h,
                                                    hipsparseConstDnMatDescr_t a,
                                                    hipsparseSpMatDescr_t b,
                                                    hipsparseDenseToSparseAlg_t alg, size_t *size) {
  return routed(same_shape(h, b, a).valid(size), &backend::DenseToSparse_bufferSize, h, a, b, alg,
                size);
}
hipsparseStatus_t hipsparseDenseToSparse_analysis(hipsparseHandle_t h,
                                                  hipsparseConstDnMatDescr_t matA,
                                                  hipsparseSpMatDescr_t matB,
                                                  hipsparseDenseToSparseAlg_t alg, void *buffer) {
  checked c = same_shape(h, matB, matA);
  c.valid(c && (matB->format == HIPSPARSE_FORMAT_COO || matB->offsets));
  return routed(c, &backend::DenseToSparse_analysis, h, matA, matB, alg, buffer);
}
hipsparseStatus_t hipsparseDenseToSparse_convert(hipsparseHandle_t h,
                                                 hipsparseConstDnMatDescr_t matA,
                                                 hipsparseSpMatDescr_t matB,
                                                 hipsparseDenseToSparseAlg_t alg, void *buffer) {
  checked c = same_shape(h, matB, matA);
  c.valid(c && (!matB->nnz || (matB->indices && matB->values)));
  return routed(c, &backend::DenseToSparse_convert, h, matA, matB, alg, buffer);
}

hipsparseStatus_t hipsparseSpGEMM_createDescr(hipsparseSpGEMMDescr_t *descr) {
  return created(descr, hipsparse_spgemm{}, true);
}
hipsparseStatus_t hipsparseSpGEMM_destroyDescr(hipsparseSpGEMMDescr_t descr) {
  if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;
  free(descr->begin);
  free(descr->column);
  free(descr->values);
  return destroyed(descr);
}

static checked spgemm(hipsparseHandle_t h, hipsparseOperation_t opA, hipsparseOperation_t opB,
                      const void *alpha, const hipsparse_sp_mat *a, const hipsparse_sp_mat *b,
                      const void *beta, const hipsparse_sp_mat *to, hipDataType compute,
                      hipsparseSpGEMMDescr_t d) {
  checked c = product(h, opA, opB, alpha, a, b, beta, to, compute).valid(d);
  if (c) c.supported(to->format == HIPSPARSE_FORMAT_CSR);
  return c;
}
hipsparseStatus_t hipsparseSpGEMM_workEstimation(hipsparseHandle_t h, hipsparseOperation_t opA,
                                                 hipsparseOperation_t opB, const void *alpha,
                                                 hipsparseConstSpMatDescr_t a,
                                                 hipsparseConstSpMatDescr_t b, const void *beta,
                                                 hipsparseSpMatDescr_t c, hipDataType compute,
                                                 hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t d,
                                                 size_t *size, void *buffer) {
  return routed(spgemm(h, opA, opB, alpha, a, b, beta, c, compute, d).valid(size),
                &backend::SpGEMM_workEstimation, h, opA, opB, alpha, a, b, beta, c, compute, alg, d,
                size, buffer);
}
hipsparseStatus_t hipsparseSpGEMM_compute(hipsparseHandle_t h, hipsparseOperation_t opA,
                                          hipsparseOperation_t opB, const void *alpha,
                                          hipsparseConstSpMatDescr_t matA,
                                          hipsparseConstSpMatDescr_t matB, const void *beta,
                                          hipsparseSpMatDescr_t matC, hipDataType compute,
                                          hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t d,
                                          size_t *size, void *externalBuffer) {
  checked c = spgemm(h, opA, opB, alpha, matA, matB, beta, matC, compute, d);
  if (c && !externalBuffer) c.valid(size);
  return routed(c, &backend::SpGEMM_compute, h, opA, opB, alpha, matA, matB, beta, matC, compute,
                alg, d, size, externalBuffer);
}
hipsparseStatus_t hipsparseSpGEMM_copy(hipsparseHandle_t h, hipsparseOperation_t opA,
                                       hipsparseOperation_t opB, const void *alpha,
                                       hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b,
                                       const void *beta, hipsparseSpMatDescr_t matC,
                                       hipDataType compute, hipsparseSpGEMMAlg_t alg,
                                       hipsparseSpGEMMDescr_t d) {
  checked ok = spgemm(h, opA, opB, alpha, a, b, beta, matC, compute, d);
  ok.valid(ok && matC->offsets && (!matC->nnz || (matC->indices && matC->values)));
  return routed(ok, &backend::SpGEMM_copy, h, opA, opB, alpha, a, b, beta, matC, compute, alg, d);
}

// reused checks the arguments of a product whose entries are computed again.
static checked reused(hipsparseHandle_t h, hipsparseOperation_t opA, hipsparseOperation_t opB,
                      const hipsparse_sp_mat *a, const hipsparse_sp_mat *b,
                      const hipsparse_sp_mat *to, hipsparseSpGEMMDescr_t d) {
  static const int none = 0; // for the factors, which these functions do not have
  return spgemm(h, opA, opB, &none, a, b, &none, to, a ? a->type : HIP_R_32F, d);
}
hipsparseStatus_t hipsparseSpGEMMreuse_workEstimation(
    hipsparseHandle_t h, hipsparseOperation_t opA, hipsparseOperation_t opB,
    hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b, hipsparseSpMatDescr_t c,
    hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t d, size_t *size, void *buffer) {
  return routed(reused(h, opA, opB, a, b, c, d).valid(size), &backend::SpGEMMreuse_workEstimation,
                h, opA, opB, a, b, c, alg, d, size, buffer);
}
hipsparseStatus_t hipsparseSpGEMMreuse_nnz(hipsparseHandle_t h, hipsparseOperation_t opA,
                                           hipsparseOperation_t opB, hipsparseConstSpMatDescr_t a,
                                           hipsparseConstSpMatDescr_t b, hipsparseSpMatDescr_t c,
                                           hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t d,
                                           size_t *size2, void *buffer2, size_t *size3,
                                           void *buffer3, size_t *size4, void *buffer4) {
  checked ok = reused(h, opA, opB, a, b, c, d);
  ok.valid(buffer2 || (size2 && size3 && size4));
  ok.valid(ok && (!a->nnz || a->values) && (!b->nnz || b->values));
  return routed(ok, &backend::SpGEMMreuse_nnz, h, opA, opB, a, b, c, alg, d, size2, buffer2, size3,
                buffer3, size4, buffer4);
}
hipsparseStatus_t hipsparseSpGEMMreuse_copy(hipsparseHandle_t h, hipsparseOperation_t opA,
                                            hipsparseOperation_t opB, hipsparseConstSpMatDescr_t a,
                                            hipsparseConstSpMatDescr_t b, hipsparseSpMatDescr_t c,
                                            hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t d,
                                            size_t *size, void *buffer) {
  checked ok = reused(h, opA, opB, a, b, c, d);
  ok.valid(buffer || size);
  ok.valid(ok && (!buffer || (c->offsets && (!c->nnz || c->indices))));
  return routed(ok, &backend::SpGEMMreuse_copy, h, opA, opB, a, b, c, alg, d, size, buffer);
}
hipsparseStatus_t hipsparseSpGEMMreuse_compute(hipsparseHandle_t h, hipsparseOperation_t opA,
                                               hipsparseOperation_t opB, const void *alpha,
                                               hipsparseConstSpMatDescr_t a,
                                               hipsparseConstSpMatDescr_t b, const void *beta,
                                               hipsparseSpMatDescr_t matC, hipDataType compute,
                                               hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t d) {
  checked ok = spgemm(h, opA, opB, alpha, a, b, beta, matC, compute, d);
  ok.valid(ok && (!matC->nnz || matC->values));
  return routed(ok, &backend::SpGEMMreuse_compute, h, opA, opB, alpha, a, b, beta, matC, compute,
                alg, d);
}

hipsparseStatus_t hipsparseSpSV_createDescr(hipsparseSpSVDescr_t *descr) {
  return created(descr, hipsparse_spsv{}, true);
}
hipsparseStatus_t hipsparseSpSV_destroyDescr(hipsparseSpSVDescr_t descr) {
  return destroyed(descr);
}
hipsparseStatus_t hipsparseSpSM_createDescr(hipsparseSpSMDescr_t *descr) {
  return created(descr, hipsparse_spsm{}, true);
}
hipsparseStatus_t hipsparseSpSM_destroyDescr(hipsparseSpSMDescr_t descr) {
  return destroyed(descr);
}

static checked spsv(hipsparseHandle_t h, hipsparseOperation_t op, const void *alpha,
                    const hipsparse_sp_mat *a, const hipsparse_dn_vec *x, const hipsparse_dn_vec *y,
                    hipDataType compute, const void *d) {
  checked c(h);
  c.valid(is_op(op) && alpha && a && x && y && d && is_type(compute));
  if (c) c.valid(a->rows == a->cols && a->rows == x->size && x->size == y->size);
  if (c) c.supported(a->type == compute && x->type == compute && y->type == compute);
  return c;
}
hipsparseStatus_t hipsparseSpSV_bufferSize(hipsparseHandle_t h, hipsparseOperation_t op,
                                           const void *alpha, hipsparseConstSpMatDescr_t a,
                                           hipsparseConstDnVecDescr_t x,
                                           const hipsparseDnVecDescr_t y, hipDataType compute,
                                           hipsparseSpSVAlg_t alg, hipsparseSpSVDescr_t d,
                                           size_t *size) {
  return routed(spsv(h, op, alpha, a, x, y, compute, d).valid(size), &backend::SpSV_bufferSize, h,
                op, alpha, a, x, y, compute, alg, d, size);
}
hipsparseStatus_t hipsparseSpSV_analysis(hipsparseHandle_t h, hipsparseOperation_t op,
                                         const void *alpha, hipsparseConstSpMatDescr_t a,
                                         hipsparseConstDnVecDescr_t x,
                                         const hipsparseDnVecDescr_t y, hipDataType compute,
                                         hipsparseSpSVAlg_t alg, hipsparseSpSVDescr_t d,
                                         void *buffer) {
  return routed(spsv(h, op, alpha, a, x, y, compute, d), &backend::SpSV_analysis, h, op, alpha, a,
                x, y, compute, alg, d, buffer);
}
hipsparseStatus_t hipsparseSpSV_solve(hipsparseHandle_t h, hipsparseOperation_t op,
                                      const void *alpha, hipsparseConstSpMatDescr_t matA,
                                      hipsparseConstDnVecDescr_t vecX,
                                      const hipsparseDnVecDescr_t vecY, hipDataType compute,
                                      hipsparseSpSVAlg_t alg, hipsparseSpSVDescr_t d) {
  checked c = spsv(h, op, alpha, matA, vecX, vecY, compute, d);
  return routed(c, &backend::SpSV_solve, h, op, alpha, matA, vecX, vecY, compute, alg, d);
}

static checked spsm(hipsparseHandle_t h, hipsparseOperation_t opA, hipsparseOperation_t opB,
                    const void *alpha, const hipsparse_sp_mat *a, const hipsparse_dn_mat *b,
                    const hipsparse_dn_mat *to, hipDataType compute, const void *d) {
  checked c(h);
  c.valid(is_op(opA) && is_op(opB) && alpha && a && b && to && d && is_type(compute));
  if (c)
    c.valid(a->rows == a->cols && a->rows == to->rows && rows_of(*b, opB) == to->rows &&
            cols_of(*b, opB) == to->cols);
  if (c) c.supported(a->type == compute && b->type == compute && to->type == compute);
  if (c) c.supported(b->values != to->values || opB == HIPSPARSE_OPERATION_NON_TRANSPOSE);
  return c;
}
hipsparseStatus_t hipsparseSpSM_bufferSize(
    hipsparseHandle_t h, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,
    hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b, const hipsparseDnMatDescr_t c,
    hipDataType compute, hipsparseSpSMAlg_t alg, hipsparseSpSMDescr_t d, size_t *size) {
  return routed(spsm(h, opA, opB, alpha, a, b, c, compute, d).valid(size),
                &backend::SpSM_bufferSize, h, opA, opB, alpha, a, b, c, compute, alg, d, size);
}
hipsparseStatus_t hipsparseSpSM_analysis(hipsparseHandle_t h, hipsparseOperation_t opA,
                                         hipsparseOperation_t opB, const void *alpha,
                                         hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b,
                                         const hipsparseDnMatDescr_t c, hipDataType compute,
                                         hipsparseSpSMAlg_t alg, hipsparseSpSMDescr_t d,
                                         void *buffer) {
  return routed(spsm(h, opA, opB, alpha, a, b, c, compute, d), &backend::SpSM_analysis, h, opA, opB,
                alpha, a, b, c, compute, alg, d, buffer);
}
hipsparseStatus_t hipsparseSpSM_solve(hipsparseHandle_t h, hipsparseOperation_t opA,
                                      hipsparseOperation_t opB, const void *alpha,
                                      hipsparseConstSpMatDescr_t matA,
                                      hipsparseConstDnMatDescr_t matB,
                                      const hipsparseDnMatDescr_t matC, hipDataType compute,
                                      hipsparseSpSMAlg_t alg, hipsparseSpSMDescr_t d,
                                      void *buffer) {
  checked ok = spsm(h, opA, opB, alpha, matA, matB, matC, compute, d);
  return routed(ok, &backend::SpSM_solve, h, opA, opB, alpha, matA, matB, matC, compute, alg, d,
                buffer);
}

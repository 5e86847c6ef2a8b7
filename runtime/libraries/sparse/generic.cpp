// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The generic functions of hipSPARSE, for matrices in CSR, CSC and COO, indices of 32 and 64 bits,
// float, double and complex numbers.
#include "sparse.h"

using namespace sparse;

namespace {

constexpr hipsparseOperation_t kNone = HIPSPARSE_OPERATION_NON_TRANSPOSE;

bool is_op(hipsparseOperation_t op) {
  return (unsigned)op <= HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
}

// checked is the status of a call, before there is anything to do.
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

template <class D> hipsparseStatus_t created(D **descr, const D &d, bool ok) {
  if (!descr || !ok) return HIPSPARSE_STATUS_INVALID_VALUE;
  D *p = (D *)malloc(sizeof d);
  if (!p) return HIPSPARSE_STATUS_ALLOC_FAILED;
  memcpy((void *)p, &d, sizeof d);
  *descr = p;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t destroyed(const void *descr) {
  if (!descr) return HIPSPARSE_STATUS_INVALID_VALUE;
  free((void *)descr);
  return HIPSPARSE_STATUS_SUCCESS;
}

// A buffer of some size for programs that allocate what they are told.
hipsparseStatus_t buffer(const checked &c, size_t *size) {
  if (c && !size) return HIPSPARSE_STATUS_INVALID_VALUE;
  if (c) *size = 4;
  return c.status;
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

// The one of a batch. A count of 1 is the same for all.
hipsparse_sp_mat of_batch(hipsparse_sp_mat m, int b) {
  if (m.batches <= 1) return m;
  size_t index = m.index == HIPSPARSE_INDEX_32I ? 4 : 8;
  size_t offset = m.offset == HIPSPARSE_INDEX_32I ? 4 : 8;
  m.offsets = (char *)m.offsets + b * m.offset_stride * (int64_t)offset;
  m.indices = (char *)m.indices + b * m.value_stride * (int64_t)index;
  m.values = (char *)m.values + b * m.value_stride * (int64_t)size_of(m.type);
  return m;
}
hipsparse_dn_mat of_batch(hipsparse_dn_mat m, int b) {
  if (m.batches > 1) m.values = (char *)m.values + b * m.stride * (int64_t)size_of(m.type);
  return m;
}
int most(int a, int b, int c) { return a > b ? (a > c ? a : c) : (b > c ? b : c); }

// scaled is v times beta, which does not read v where beta is 0.
template <class T> T scaled(T beta, const T &v) { return beta == T() ? T() : beta * v; }

// solve makes of x, the right sides of the equations of a triangle, their solution. An entry that is
// missing on the diagonal is 0, which makes what follows from it infinite or no number.
template <class T, class At> void solve(const rows<T> &a, bool lower, bool unit, At x) {
  for (int64_t i = 0; i < a.count; i++) {
    int64_t r = lower ? i : a.count - 1 - i;
    T sum = x(r), diagonal = unit ? T(1) : T();
    for (int64_t k = a.begin[r]; k < a.begin[r + 1]; k++) {
      int64_t c = a.column[k];
      if (c == r) {
        if (!unit) diagonal = a.value[k];
      } else if ((c < r) == lower) {
        sum -= a.value[k] * x(c);
      }
    }
    x(r) = sum / diagonal;
  }
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
  if (attribute == HIPSPARSE_SPMAT_FILL_MODE)
    d->fill = (hipsparseFillMode_t)value;
  else
    d->diag = (hipsparseDiagType_t)value;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpMatSetValues(hipsparseSpMatDescr_t d, void *values) {
  if (!d || !values) return HIPSPARSE_STATUS_INVALID_VALUE;
  d->values = values;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseCsrSetPointers(hipsparseSpMatDescr_t d, void *offsets, void *indices,
                                          void *values) {
  if (!d || d->format == HIPSPARSE_FORMAT_COO || !offsets || !indices || !values)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  d->offsets = offsets;
  d->indices = indices;
  d->values = values;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseCooSetPointers(hipsparseSpMatDescr_t d, void *row, void *col,
                                          void *values) {
  if (!d || d->format != HIPSPARSE_FORMAT_COO || !row || !col || !values)
    return HIPSPARSE_STATUS_INVALID_VALUE;
  d->offsets = row;
  d->indices = col;
  d->values = values;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseCsrSetStridedBatch(hipsparseSpMatDescr_t d, int count, int64_t offsets,
                                              int64_t values) {
  if (!d || count <= 0 || offsets < 0 || values < 0) return HIPSPARSE_STATUS_INVALID_VALUE;
  d->batches = count;
  d->offset_stride = offsets;
  d->value_stride = values;
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
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseDnMatSetStridedBatch(hipsparseDnMatDescr_t d, int count,
                                                int64_t stride) {
  if (!d || count <= 0 || stride < 0) return HIPSPARSE_STATUS_INVALID_VALUE;
  d->batches = count;
  d->stride = stride;
  return HIPSPARSE_STATUS_SUCCESS;
}

// entries calls f with the place in a dense vector and the value of each entry of a sparse one.
template <class T, class F>
static void entries(const hipsparse_sp_vec &x, const hipsparse_dn_vec &y, F f) {
  for (int64_t i = 0; i < x.nnz; i++)
    f(((T *)y.values)[index_at(x.indices, x.index, i) - x.base], ((T *)x.values)[i]);
}
static checked vectors(hipsparseHandle_t h, const hipsparse_sp_vec *x, const hipsparse_dn_vec *y) {
  return checked(h).valid(x && y && x->size == y->size && x->type == y->type);
}

hipsparseStatus_t hipsparseAxpby(hipsparseHandle_t h, const void *alpha,
                                 hipsparseConstSpVecDescr_t vecX, const void *beta,
                                 hipsparseDnVecDescr_t vecY) {
  checked c = vectors(h, vecX, vecY).valid(alpha && beta);
  if (!c) return c.status;
  scalar a(h, alpha, vecX->type), b(h, beta, vecX->type);
  return submit(h, [x = *vecX, y = *vecY, a, b] {
    with(x.type, [&](auto zero) {
      using T = decltype(zero);
      T factor = a.get<T>(), keep = b.get<T>();
      for (int64_t i = 0; i < y.size; i++) ((T *)y.values)[i] = scaled(keep, ((T *)y.values)[i]);
      entries<T>(x, y, [=](T &to, T &v) { to += factor * v; });
    });
  });
}
hipsparseStatus_t hipsparseGather(hipsparseHandle_t h, hipsparseConstDnVecDescr_t vecY,
                                  hipsparseSpVecDescr_t vecX) {
  checked c = vectors(h, vecX, vecY);
  if (!c) return c.status;
  return submit(h, [x = *vecX, y = *vecY] {
    with(x.type, [&](auto zero) {
      using T = decltype(zero);
      entries<T>(x, y, [](T &from, T &v) { v = from; });
    });
  });
}
hipsparseStatus_t hipsparseScatter(hipsparseHandle_t h, hipsparseConstSpVecDescr_t vecX,
                                   hipsparseDnVecDescr_t vecY) {
  checked c = vectors(h, vecX, vecY);
  if (!c) return c.status;
  return submit(h, [x = *vecX, y = *vecY] {
    with(x.type, [&](auto zero) {
      using T = decltype(zero);
      entries<T>(x, y, [](T &to, T &v) { to = v; });
    });
  });
}
hipsparseStatus_t hipsparseRot(hipsparseHandle_t h, const void *c_coeff, const void *s_coeff,
                               hipsparseSpVecDescr_t vecX, hipsparseDnVecDescr_t vecY) {
  checked ok = vectors(h, vecX, vecY).valid(c_coeff && s_coeff);
  if (!ok) return ok.status;
  scalar c(h, c_coeff, vecX->type), s(h, s_coeff, vecX->type);
  return submit(h, [x = *vecX, y = *vecY, c, s] {
    with(x.type, [&](auto zero) {
      using T = decltype(zero);
      T cosine = c.get<T>(), sine = s.get<T>();
      entries<T>(x, y, [=](T &b, T &a) {
        T old = a;
        a = cosine * old + sine * b;
        b = cosine * b - sine * old;
      });
    });
  });
}
hipsparseStatus_t hipsparseSpVV_bufferSize(hipsparseHandle_t h, hipsparseOperation_t opX,
                                           hipsparseConstSpVecDescr_t vecX,
                                           hipsparseConstDnVecDescr_t vecY, void *result,
                                           hipDataType computeType, size_t *size) {
  return buffer(vectors(h, vecX, vecY).valid(is_op(opX) && result && is_type(computeType)), size);
}
hipsparseStatus_t hipsparseSpVV(hipsparseHandle_t h, hipsparseOperation_t opX,
                                hipsparseConstSpVecDescr_t vecX, hipsparseConstDnVecDescr_t vecY,
                                void *result, hipDataType computeType, void *) {
  checked c = vectors(h, vecX, vecY).valid(is_op(opX) && result && is_type(computeType));
  if (!c.supported(c && computeType == vecX->type)) return c.status;
  auto status = submit(h, [x = *vecX, y = *vecY, opX, result] {
    with(x.type, [&](auto zero) {
      using T = decltype(zero);
      T sum = zero;
      bool conj = opX == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
      entries<T>(x, y, [&](T &b, T &a) { sum += (conj ? conjugate(a) : a) * b; });
      memcpy(result, (void *)&sum, sizeof sum);
    });
  });
  return h->pointers == HIPSPARSE_POINTER_MODE_HOST ? finish(h, status) : status;
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
                                           hipsparseSpMVAlg_t, size_t *size) {
  return buffer(spmv(h, op, alpha, a, x, beta, y, compute), size);
}
hipsparseStatus_t hipsparseSpMV(hipsparseHandle_t h, hipsparseOperation_t op, const void *alpha,
                                hipsparseConstSpMatDescr_t matA, hipsparseConstDnVecDescr_t vecX,
                                const void *beta, const hipsparseDnVecDescr_t vecY,
                                hipDataType compute, hipsparseSpMVAlg_t, void *) {
  checked c = spmv(h, op, alpha, matA, vecX, beta, vecY, compute);
  if (!c) return c.status;
  scalar al(h, alpha, compute), be(h, beta, compute);
  return submit(h, [m = *matA, x = *vecX, y = *vecY, al, be, op] {
    with(m.type, [&](auto zero) {
      using T = decltype(zero);
      T factor = al.get<T>(), keep = be.get<T>(), *to = (T *)y.values, *from = (T *)x.values;
      for (int64_t i = 0; i < y.size; i++) to[i] = scaled(keep, to[i]);
      each_of<T>(m, op, [=](int64_t r, int64_t col, T v) { to[r] += factor * v * from[col]; });
    });
  });
}

// product checks the product of a matrix by another, of which one or the result is sparse.
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
                                           hipsparseSpMMAlg_t, size_t *size) {
  return buffer(product(h, opA, opB, alpha, a, b, beta, c, compute), size);
}
hipsparseStatus_t hipsparseSpMM(hipsparseHandle_t h, hipsparseOperation_t opA,
                                hipsparseOperation_t opB, const void *alpha,
                                hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB,
                                const void *beta, const hipsparseDnMatDescr_t matC,
                                hipDataType compute, hipsparseSpMMAlg_t, void *) {
  checked ok = product(h, opA, opB, alpha, matA, matB, beta, matC, compute);
  if (!ok) return ok.status;
  scalar al(h, alpha, compute), be(h, beta, compute);
  return submit(h, [a = *matA, b = *matB, c = *matC, al, be, opA, opB] {
    with(a.type, [&](auto zero) {
      using T = decltype(zero);
      T factor = al.get<T>(), keep = be.get<T>();
      for (int i = 0; i < most(a.batches, b.batches, c.batches); i++) {
        auto from = of_batch(b, i), to = of_batch(c, i);
        for (int64_t row = 0; row < to.rows; row++)
          for (int64_t col = 0; col < to.cols; col++)
            element<T>(to, row, col) = scaled(keep, element<T>(to, row, col));
        each_of<T>(of_batch(a, i), opA, [&](int64_t row, int64_t k, T v) {
          for (int64_t col = 0; col < to.cols; col++)
            element<T>(to, row, col) += factor * v * operand<T>(from, opB, k, col);
        });
      }
    });
  });
}

hipsparseStatus_t hipsparseSDDMM_bufferSize(hipsparseHandle_t h, hipsparseOperation_t opA,
                                            hipsparseOperation_t opB, const void *alpha,
                                            hipsparseConstDnMatDescr_t a,
                                            hipsparseConstDnMatDescr_t b, const void *beta,
                                            hipsparseSpMatDescr_t c, hipDataType compute,
                                            hipsparseSDDMMAlg_t, size_t *size) {
  return buffer(product(h, opA, opB, alpha, a, b, beta, c, compute), size);
}
hipsparseStatus_t hipsparseSDDMM_preprocess(hipsparseHandle_t h, hipsparseOperation_t opA,
                                            hipsparseOperation_t opB, const void *alpha,
                                            hipsparseConstDnMatDescr_t a,
                                            hipsparseConstDnMatDescr_t b, const void *beta,
                                            hipsparseSpMatDescr_t c, hipDataType compute,
                                            hipsparseSDDMMAlg_t, void *) {
  return product(h, opA, opB, alpha, a, b, beta, c, compute).status;
}
hipsparseStatus_t hipsparseSDDMM(hipsparseHandle_t h, hipsparseOperation_t opA,
                                 hipsparseOperation_t opB, const void *alpha,
                                 hipsparseConstDnMatDescr_t matA, hipsparseConstDnMatDescr_t matB,
                                 const void *beta, hipsparseSpMatDescr_t matC, hipDataType compute,
                                 hipsparseSDDMMAlg_t, void *) {
  checked ok = product(h, opA, opB, alpha, matA, matB, beta, matC, compute);
  if (!ok) return ok.status;
  scalar al(h, alpha, compute), be(h, beta, compute);
  return submit(h, [a = *matA, b = *matB, c = *matC, al, be, opA, opB] {
    with(a.type, [&](auto zero) {
      using T = decltype(zero);
      T factor = al.get<T>(), keep = be.get<T>();
      for (int i = 0; i < most(a.batches, b.batches, c.batches); i++) {
        auto left = of_batch(a, i), right = of_batch(b, i);
        each<T>(of_batch(c, i), [&](int64_t row, int64_t col, T &v) {
          T sum = zero;
          for (int64_t k = 0; k < cols_of(left, opA); k++)
            sum += operand<T>(left, opA, row, k) * operand<T>(right, opB, k, col);
          v = factor * sum + scaled(keep, v);
        });
      }
    });
  });
}

static checked same_shape(hipsparseHandle_t h, const hipsparse_sp_mat *a,
                          const hipsparse_dn_mat *b) {
  return checked(h).valid(a && b && a->rows == b->rows && a->cols == b->cols && a->type == b->type);
}
hipsparseStatus_t hipsparseSparseToDense_bufferSize(hipsparseHandle_t h,
                                                    hipsparseConstSpMatDescr_t a,
                                                    hipsparseDnMatDescr_t b,
                                                    hipsparseSparseToDenseAlg_t, size_t *size) {
  return buffer(same_shape(h, a, b), size);
}
hipsparseStatus_t hipsparseSparseToDense(hipsparseHandle_t h, hipsparseConstSpMatDescr_t matA,
                                         hipsparseDnMatDescr_t matB, hipsparseSparseToDenseAlg_t,
                                         void *) {
  checked c = same_shape(h, matA, matB);
  if (!c) return c.status;
  return submit(h, [a = *matA, b = *matB] {
    with(a.type, [&](auto zero) {
      using T = decltype(zero);
      for (int64_t row = 0; row < b.rows; row++)
        for (int64_t col = 0; col < b.cols; col++) element<T>(b, row, col) = zero;
      each<T>(a, [&](int64_t row, int64_t col, T v) { element<T>(b, row, col) = v; });
    });
  });
}

// dense_entries calls f with the entries of a dense matrix that are not 0, in the order of a format.
template <class T, class F>
static void dense_entries(const hipsparse_dn_mat &a, hipsparseFormat_t format, F f) {
  bool by_col = format == HIPSPARSE_FORMAT_CSC;
  for (int64_t outer = 0; outer < (by_col ? a.cols : a.rows); outer++)
    for (int64_t inner = 0; inner < (by_col ? a.rows : a.cols); inner++) {
      T v = by_col ? element<T>(a, inner, outer) : element<T>(a, outer, inner);
      if (v != T()) f(outer, inner, v);
    }
}
hipsparseStatus_t hipsparseDenseToSparse_bufferSize(hipsparseHandle_t h,
                                                    hipsparseConstDnMatDescr_t a,
                                                    hipsparseSpMatDescr_t b,
                                                    hipsparseDenseToSparseAlg_t, size_t *size) {
  return buffer(same_shape(h, b, a), size);
}
hipsparseStatus_t hipsparseDenseToSparse_analysis(hipsparseHandle_t h,
                                                  hipsparseConstDnMatDescr_t matA,
                                                  hipsparseSpMatDescr_t matB,
                                                  hipsparseDenseToSparseAlg_t, void *) {
  checked c = same_shape(h, matB, matA);
  if (!c.valid(c && (matB->format == HIPSPARSE_FORMAT_COO || matB->offsets))) return c.status;
  return finish(h, submit(h, [a = *matA, matB] {
                  with(a.type, [&](auto zero) {
                    using T = decltype(zero);
                    hipsparse_sp_mat &b = *matB;
                    bool offsets = b.format != HIPSPARSE_FORMAT_COO;
                    int64_t outers = b.format == HIPSPARSE_FORMAT_CSC ? a.cols : a.rows, done = 0;
                    b.nnz = 0;
                    if (offsets) set_index(b.offsets, b.offset, 0, b.base);
                    auto up_to = [&](int64_t outer) {
                      for (; offsets && done < outer; done++)
                        set_index(b.offsets, b.offset, done + 1, b.nnz + b.base);
                    };
                    dense_entries<T>(a, b.format, [&](int64_t outer, int64_t, T) {
                      up_to(outer);
                      b.nnz++;
                    });
                    up_to(outers);
                  });
                }));
}
hipsparseStatus_t hipsparseDenseToSparse_convert(hipsparseHandle_t h,
                                                 hipsparseConstDnMatDescr_t matA,
                                                 hipsparseSpMatDescr_t matB,
                                                 hipsparseDenseToSparseAlg_t, void *) {
  checked c = same_shape(h, matB, matA);
  if (!c.valid(c && (!matB->nnz || (matB->indices && matB->values)))) return c.status;
  return submit(h, [a = *matA, b = *matB] {
    with(a.type, [&](auto zero) {
      using T = decltype(zero);
      int64_t at = 0;
      dense_entries<T>(a, b.format, [&](int64_t outer, int64_t inner, T v) {
        if (at == b.nnz) return; // the matrix has changed since it was counted
        if (b.format == HIPSPARSE_FORMAT_COO) set_index(b.offsets, b.offset, at, outer + b.base);
        set_index(b.indices, b.index, at, inner + b.base);
        ((T *)b.values)[at++] = v;
      });
    });
  });
}

// A product's entries are the library's until they are copied.
struct hipsparse_spgemm {
  int64_t nnz, *begin, *column;
  void *values;
  bool failed;
};

static void clear(hipsparse_spgemm *d) {
  free(d->begin);
  free(d->column);
  free(d->values);
  *d = {};
}

// multiply makes the rows of a product by Gustavson's method, their columns in order.
template <class T>
static void multiply(hipsparse_spgemm *d, const rows<T> &left, const rows<T> &right, int64_t *seen,
                     T *sum, T alpha) {
  int64_t room = 0;
  for (int64_t r = 0; r < left.count; r++) {
    int64_t upper = 0;
    for (int64_t i = left.begin[r]; i < left.begin[r + 1]; i++)
      upper += right.begin[left.column[i] + 1] - right.begin[left.column[i]];
    if (d->nnz + upper > room) {
      room = 2 * (d->nnz + upper);
      void *column = realloc((void *)d->column, room * sizeof *d->column);
      if (column) d->column = (int64_t *)column;
      void *values = realloc(d->values, room * sizeof *sum);
      if (values) d->values = values;
      d->failed = !column || !values;
      if (d->failed) return;
    }
    int64_t from = d->nnz;
    for (int64_t i = left.begin[r]; i < left.begin[r + 1]; i++)
      for (int64_t k = right.begin[left.column[i]]; k < right.begin[left.column[i] + 1]; k++) {
        int64_t c = right.column[k];
        if (seen[c] != r + 1) {
          seen[c] = r + 1;
          sum[c] = T();
          d->column[d->nnz++] = c;
        }
        sum[c] += left.value[i] * right.value[k];
      }
    qsort(d->column + from, d->nnz - from, sizeof *d->column, [](const void *x, const void *y) {
      int64_t p = *(const int64_t *)x, q = *(const int64_t *)y;
      return (p > q) - (p < q);
    });
    for (int64_t i = from; i < d->nnz; i++) ((T *)d->values)[i] = alpha * sum[d->column[i]];
    d->begin[r + 1] = d->nnz;
  }
}

// multiplied allocates what a product takes, and multiplies.
template <class T>
static void multiplied(hipsparse_spgemm *d, const hipsparse_sp_mat &a, const hipsparse_sp_mat &b,
                       hipsparseOperation_t opA, hipsparseOperation_t opB, T alpha) {
  void *left = rows_memory(a, opA), *right = rows_memory(b, opB);
  int64_t cols = cols_of(b, opB);
  T *sum = (T *)calloc(cols + 1, sizeof *sum);
  int64_t *seen = (int64_t *)calloc(cols + 1, sizeof *seen);
  clear(d);
  d->begin = (int64_t *)calloc(rows_of(a, opA) + 1, sizeof *d->begin);
  d->failed = !sum || !seen || !d->begin || !left || !right;
  if (!d->failed) multiply<T>(d, rows<T>(a, opA, left), rows<T>(b, opB, right), seen, sum, alpha);
  free(sum);
  free(seen);
  free(left);
  free(right);
}

hipsparseStatus_t hipsparseSpGEMM_createDescr(hipsparseSpGEMMDescr_t *descr) {
  return created(descr, hipsparse_spgemm{}, true);
}
hipsparseStatus_t hipsparseSpGEMM_destroyDescr(hipsparseSpGEMMDescr_t descr) {
  if (descr) clear(descr);
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
                                                 hipsparseSpGEMMAlg_t, hipsparseSpGEMMDescr_t d,
                                                 size_t *size, void *) {
  return buffer(spgemm(h, opA, opB, alpha, a, b, beta, c, compute, d), size);
}
hipsparseStatus_t hipsparseSpGEMM_compute(hipsparseHandle_t h, hipsparseOperation_t opA,
                                          hipsparseOperation_t opB, const void *alpha,
                                          hipsparseConstSpMatDescr_t matA,
                                          hipsparseConstSpMatDescr_t matB, const void *beta,
                                          hipsparseSpMatDescr_t matC, hipDataType compute,
                                          hipsparseSpGEMMAlg_t, hipsparseSpGEMMDescr_t d,
                                          size_t *size, void *externalBuffer) {
  checked c = spgemm(h, opA, opB, alpha, matA, matB, beta, matC, compute, d);
  if (!c || !externalBuffer) return buffer(c, size);
  scalar al(h, alpha, compute), be(h, beta, compute);
  bool adds = false, *to_add = &adds;
  auto status = finish(h, submit(h, [a = *matA, b = *matB, opA, opB, al, be, d, to_add] {
                         with(a.type, [&](auto zero) {
                           using T = decltype(zero);
                           *to_add = be.get<T>() != zero;
                           if (!*to_add) multiplied<T>(d, a, b, opA, opB, al.get<T>());
                         });
                       }));
  if (status != HIPSPARSE_STATUS_SUCCESS) return status;
  if (adds) return HIPSPARSE_STATUS_NOT_SUPPORTED;
  if (d->failed) return HIPSPARSE_STATUS_ALLOC_FAILED;
  matC->nnz = d->nnz;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t hipsparseSpGEMM_copy(hipsparseHandle_t h, hipsparseOperation_t opA,
                                       hipsparseOperation_t opB, const void *alpha,
                                       hipsparseConstSpMatDescr_t a, hipsparseConstSpMatDescr_t b,
                                       const void *beta, hipsparseSpMatDescr_t matC,
                                       hipDataType compute, hipsparseSpGEMMAlg_t,
                                       hipsparseSpGEMMDescr_t d) {
  checked ok = spgemm(h, opA, opB, alpha, a, b, beta, matC, compute, d);
  if (!ok.valid(ok && d->begin && matC->nnz == d->nnz && matC->offsets &&
                (!d->nnz || (matC->indices && matC->values))))
    return ok.status;
  // The caller may destroy the product's description once this returns.
  return finish(h, submit(h, [c = *matC, d] {
                  for (int64_t r = 0; r <= c.rows; r++)
                    set_index(c.offsets, c.offset, r, d->begin[r] + c.base);
                  for (int64_t i = 0; i < d->nnz; i++)
                    set_index(c.indices, c.index, i, d->column[i] + c.base);
                  if (d->nnz) memcpy(c.values, d->values, d->nnz * size_of(c.type));
                }));
}

// Triangular systems need no analysis: a solution sorts the rows of op(A) itself.
struct hipsparse_spsv {
  int unused;
};
struct hipsparse_spsm {
  int unused;
};
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
// lower_of says whether op(m) is a lower triangle.
static bool lower_of(const hipsparse_sp_mat &m, hipsparseOperation_t op) {
  return (m.fill == HIPSPARSE_FILL_MODE_LOWER) == (op == kNone);
}
hipsparseStatus_t hipsparseSpSV_bufferSize(hipsparseHandle_t h, hipsparseOperation_t op,
                                           const void *alpha, hipsparseConstSpMatDescr_t a,
                                           hipsparseConstDnVecDescr_t x,
                                           const hipsparseDnVecDescr_t y, hipDataType compute,
                                           hipsparseSpSVAlg_t, hipsparseSpSVDescr_t d,
                                           size_t *size) {
  return buffer(spsv(h, op, alpha, a, x, y, compute, d), size);
}
hipsparseStatus_t hipsparseSpSV_analysis(hipsparseHandle_t h, hipsparseOperation_t op,
                                         const void *alpha, hipsparseConstSpMatDescr_t a,
                                         hipsparseConstDnVecDescr_t x,
                                         const hipsparseDnVecDescr_t y, hipDataType compute,
                                         hipsparseSpSVAlg_t, hipsparseSpSVDescr_t d, void *) {
  return spsv(h, op, alpha, a, x, y, compute, d).status;
}
hipsparseStatus_t hipsparseSpSV_solve(hipsparseHandle_t h, hipsparseOperation_t op,
                                      const void *alpha, hipsparseConstSpMatDescr_t matA,
                                      hipsparseConstDnVecDescr_t vecX,
                                      const hipsparseDnVecDescr_t vecY, hipDataType compute,
                                      hipsparseSpSVAlg_t, hipsparseSpSVDescr_t d) {
  checked c = spsv(h, op, alpha, matA, vecX, vecY, compute, d);
  if (!c) return c.status;
  scalar al(h, alpha, compute);
  return submit_rows(h, *matA, op, [a = *matA, x = *vecX, y = *vecY, al, op](void *memory) {
    with(a.type, [&](auto zero) {
      using T = decltype(zero);
      T factor = al.get<T>(), *to = (T *)y.values;
      for (int64_t i = 0; i < y.size; i++) to[i] = factor * ((T *)x.values)[i];
      solve<T>(rows<T>(a, op, memory), lower_of(a, op), a.diag == HIPSPARSE_DIAG_TYPE_UNIT,
               [=](int64_t i) -> T & { return to[i]; });
    });
  });
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
  if (c) c.supported(b->values != to->values || opB == kNone);
  return c;
}
hipsparseStatus_t hipsparseSpSM_bufferSize(
    hipsparseHandle_t h, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,
    hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b, const hipsparseDnMatDescr_t c,
    hipDataType compute, hipsparseSpSMAlg_t, hipsparseSpSMDescr_t d, size_t *size) {
  return buffer(spsm(h, opA, opB, alpha, a, b, c, compute, d), size);
}
hipsparseStatus_t hipsparseSpSM_analysis(hipsparseHandle_t h, hipsparseOperation_t opA,
                                         hipsparseOperation_t opB, const void *alpha,
                                         hipsparseConstSpMatDescr_t a, hipsparseConstDnMatDescr_t b,
                                         const hipsparseDnMatDescr_t c, hipDataType compute,
                                         hipsparseSpSMAlg_t, hipsparseSpSMDescr_t d, void *) {
  return spsm(h, opA, opB, alpha, a, b, c, compute, d).status;
}
hipsparseStatus_t hipsparseSpSM_solve(hipsparseHandle_t h, hipsparseOperation_t opA,
                                      hipsparseOperation_t opB, const void *alpha,
                                      hipsparseConstSpMatDescr_t matA,
                                      hipsparseConstDnMatDescr_t matB,
                                      const hipsparseDnMatDescr_t matC, hipDataType compute,
                                      hipsparseSpSMAlg_t, hipsparseSpSMDescr_t d, void *) {
  checked ok = spsm(h, opA, opB, alpha, matA, matB, matC, compute, d);
  if (!ok) return ok.status;
  scalar al(h, alpha, compute);
  return submit_rows(h, *matA, opA, [a = *matA, b = *matB, c = *matC, al, opA, opB](void *memory) {
    with(a.type, [&](auto zero) {
      using T = decltype(zero);
      T factor = al.get<T>();
      rows<T> triangle(a, opA, memory);
      for (int64_t col = 0; col < c.cols; col++) {
        for (int64_t row = 0; row < c.rows; row++)
          element<T>(c, row, col) = factor * operand<T>(b, opB, row, col);
        solve<T>(triangle, lower_of(a, opA), a.diag == HIPSPARSE_DIAG_TYPE_UNIT,
                 [&](int64_t row) -> T & { return element<T>(c, row, col); });
      }
    });
  });
}

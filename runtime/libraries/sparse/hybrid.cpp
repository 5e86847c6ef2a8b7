// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Matrices in the hybrid format, for devices whose memory the host accesses in place. How AMD's library
// divides one into ELL and COO is for a GPU's loads and cannot be seen from outside: here a matrix is a
// copy of its rows.
#include "arrays.h"

using namespace sparse;

namespace {

struct hipsparse_hyb_mat {
  int m, n, base;
  hipDataType type;
  int *offsets, *indices; // in one allocation with the values
  void *values;

  bool filled() const { return offsets; }
  int64_t nnz() const { return m ? offsets[m] - base : 0; }
  csr_view view() const { return {m, offsets, indices, base}; }
};

hipsparseStatus_t checked(hipsparseHandle_t h, bool valid, const hipsparse_mat_descr *d) {
  if (!h) return HIPSPARSE_STATUS_NOT_INITIALIZED;
  if (!valid || !d) return HIPSPARSE_STATUS_INVALID_VALUE;
  bool supported = h->backend == &on_host && d->type == HIPSPARSE_MATRIX_TYPE_GENERAL;
  return supported ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_NOT_SUPPORTED;
}

// fill copies the rows of a matrix, for which it waits, as AMD's library does.
template <class T>
hipsparseStatus_t fill(hipsparseHandle_t h, int m, int n, const hipsparse_mat_descr *d,
                       const T *val, const int *row, const int *col, hipsparse_hyb_mat *a,
                       int width, hipsparseHybPartition_t partition) {
  bool valid = a && m >= 0 && n >= 0 && row && (unsigned)partition <= HIPSPARSE_HYB_PARTITION_MAX &&
               (partition != HIPSPARSE_HYB_PARTITION_USER || width >= 0);
  auto s = checked(h, valid, d);
  if (s == HIPSPARSE_STATUS_SUCCESS) s = finish(h, s);
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  size_t rows = (size_t)m + 1, nnz = m ? (size_t)(row[m] - d->base) : 0;
  if (nnz && (!val || !col)) return HIPSPARSE_STATUS_INVALID_VALUE;
  char *memory = (char *)malloc(nnz * (sizeof(T) + sizeof(int)) + rows * sizeof(int));
  if (!memory) return HIPSPARSE_STATUS_ALLOC_FAILED;
  free(a->values);
  *a = {m,       n,     d->base, data_type<element_of<T>>(), (int *)(memory + nnz * sizeof(T)),
        nullptr, memory};
  a->indices = a->offsets + rows;
  std::copy_n(row, m ? rows : 0, a->offsets);
  std::copy_n(col, nnz, a->indices);
  std::copy_n(val, nnz, (T *)a->values);
  return HIPSPARSE_STATUS_SUCCESS;
}

template <class T>
hipsparseStatus_t unfold(hipsparseHandle_t h, const hipsparse_mat_descr *d,
                         const hipsparse_hyb_mat *a, T *val, int *row, int *col) {
  bool valid = a && a->filled() && a->type == data_type<element_of<T>>() && row;
  auto s = checked(h, valid && (!a->nnz() || (val && col)), d);
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  return submit(h, [=, v = *a, base = d->base] {
    row[0] = base;
    for (int r = 0; r < v.m; r++) row[r + 1] = v.offsets[r + 1] - v.base + base;
    for (int64_t i = 0; i < v.nnz(); i++) col[i] = v.indices[i] - v.base + base;
    std::copy_n((const T *)v.values, v.nnz(), val);
  });
}

template <class T>
hipsparseStatus_t multiplied(hipsparseHandle_t h, hipsparseOperation_t op, const T *alpha,
                             const hipsparse_mat_descr *d, const hipsparse_hyb_mat *a, const T *x,
                             const T *beta, T *y) {
  using E = element_of<T>;
  bool valid = a && a->filled() && a->type == data_type<E>() && alpha && beta &&
               (unsigned)op <= HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  auto s = checked(h, valid && (!a->m || !a->n || (x && y)), d);
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  return submit(h, [=, v = a->view(), values = (const E *)a->values, cols = a->n,
                    by = scalar(h, alpha, data_type<E>()), plus = scalar(h, beta, data_type<E>())] {
    multiply(
        v, values, op, cols, by.get<E>(), [=](int64_t i) { return ((const E *)x)[i]; },
        plus.get<E>(), (E *)y);
  });
}

} // namespace

hipsparseStatus_t hipsparseCreateHybMat(hipsparseHybMat_t *hybA) {
  if (!hybA) return HIPSPARSE_STATUS_INVALID_VALUE;
  *hybA = calloc(1, sizeof(hipsparse_hyb_mat));
  return *hybA ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;
}
hipsparseStatus_t hipsparseDestroyHybMat(hipsparseHybMat_t hybA) {
  if (!hybA) return HIPSPARSE_STATUS_INVALID_VALUE;
  (void)hipDeviceSynchronize(); // a product may still be queued
  free(((hipsparse_hyb_mat *)hybA)->values);
  free(hybA);
  return HIPSPARSE_STATUS_SUCCESS;
}

#define TYPED(X, T)                                                                                \
  hipsparseStatus_t hipsparse##X##csr2hyb(hipsparseHandle_t h, int m, int n,                       \
                                          const hipsparseMatDescr_t d, const T *val,               \
                                          const int *row, const int *col, hipsparseHybMat_t hyb,   \
                                          int width, hipsparseHybPartition_t partition) {          \
    return fill(h, m, n, d, val, row, col, (hipsparse_hyb_mat *)hyb, width, partition);            \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##hyb2csr(hipsparseHandle_t h, const hipsparseMatDescr_t d,        \
                                          const hipsparseHybMat_t hyb, T *val, int *row,           \
                                          int *col) {                                              \
    return unfold(h, d, (const hipsparse_hyb_mat *)hyb, val, row, col);                            \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##hybmv(                                                           \
      hipsparseHandle_t h, hipsparseOperation_t op, const T *alpha, const hipsparseMatDescr_t d,   \
      const hipsparseHybMat_t hyb, const T *x, const T *beta, T *y) {                              \
    return multiplied(h, op, alpha, d, (const hipsparse_hyb_mat *)hyb, x, beta, y);                \
  }
TYPED(S, float)
TYPED(D, double)
TYPED(C, hipComplex)
TYPED(Z, hipDoubleComplex)

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The functions on a device whose memory the host accesses in place. No sparse library in the
// distributions supports these types, indices and operations, so they are implemented here, as
// loops over the entries of a matrix in any format. A call is a host function in the order of the
// handle's stream.
#include "entries.h"

#include <algorithm>
#include <stdlib.h>
#include <string.h>
#include <tuple>

using namespace sparse;

namespace {

constexpr hipsparseOperation_t kNone = HIPSPARSE_OPERATION_NON_TRANSPOSE;

// The size of a buffer that is not needed, for programs that allocate it.
constexpr size_t kBuffer = 4;

// A member of a batch. If the count is 1, all members are the same.
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

// scaled is v times beta; v is not read if beta is 0.
template <class T> T scaled(T beta, const T &v) { return beta == T() ? T() : beta * v; }

// solve replaces x, the right-hand side of a triangular system, by the solution. A missing diagonal
// entry is 0, which makes the dependent results infinite or NaN.
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

// entries calls f with the index and the value of each entry of a sparse vector.
template <class T, class F>
void entries(const hipsparse_sp_vec &x, const hipsparse_dn_vec &y, F f) {
  for (int64_t i = 0; i < x.nnz; i++)
    f(((T *)y.values)[index_at(x.indices, x.index, i) - x.base], ((T *)x.values)[i]);
}
// dense_entries calls f with the nonzero entries of a dense matrix, in the order of a format.
template <class T, class F>
void dense_entries(const hipsparse_dn_mat &a, hipsparseFormat_t format, F f) {
  bool by_col = format == HIPSPARSE_FORMAT_CSC;
  for (int64_t outer = 0; outer < (by_col ? a.cols : a.rows); outer++)
    for (int64_t inner = 0; inner < (by_col ? a.rows : a.cols); inner++) {
      T v = by_col ? element<T>(a, inner, outer) : element<T>(a, outer, inner);
      if (v != T()) f(outer, inner, v);
    }
}
void clear(hipsparse_spgemm *d) {
  free(d->begin);
  free(d->column);
  free(d->values);
  d->nnz = 0;
  d->begin = d->column = nullptr;
  d->values = nullptr;
}

// multiply computes the rows of a product by Gustavson's method, with sorted columns.
template <class T>
void multiply(hipsparse_spgemm *d, const rows<T> &left, const rows<T> &right, int64_t *seen, T *sum,
              T alpha) {
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

// multiplied allocates the memory of a product and computes it.
template <class T>
void multiplied(hipsparse_spgemm *d, const hipsparse_sp_mat &a, const hipsparse_sp_mat &b,
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

// lower_of reports whether op(m) is a lower triangle.
bool lower_of(const hipsparse_sp_mat &m, hipsparseOperation_t op) {
  return (m.fill == HIPSPARSE_FILL_MODE_LOWER) == (op == kNone);
}
hipsparseStatus_t Axpby(hipsparseHandle_t h, const void *alpha, hipsparseConstSpVecDescr_t vecX,
                        const void *beta, hipsparseDnVecDescr_t vecY) {
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

hipsparseStatus_t Gather(hipsparseHandle_t h, hipsparseConstDnVecDescr_t vecY,
                         hipsparseSpVecDescr_t vecX) {
  return submit(h, [x = *vecX, y = *vecY] {
    with(x.type, [&](auto zero) {
      using T = decltype(zero);
      entries<T>(x, y, [](T &from, T &v) { v = from; });
    });
  });
}

hipsparseStatus_t Scatter(hipsparseHandle_t h, hipsparseConstSpVecDescr_t vecX,
                          hipsparseDnVecDescr_t vecY) {
  return submit(h, [x = *vecX, y = *vecY] {
    with(x.type, [&](auto zero) {
      using T = decltype(zero);
      entries<T>(x, y, [](T &to, T &v) { to = v; });
    });
  });
}

hipsparseStatus_t Rot(hipsparseHandle_t h, const void *c_coeff, const void *s_coeff,
                      hipsparseSpVecDescr_t vecX, hipsparseDnVecDescr_t vecY) {
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

hipsparseStatus_t SpVV(hipsparseHandle_t h, hipsparseOperation_t opX,
                       hipsparseConstSpVecDescr_t vecX, hipsparseConstDnVecDescr_t vecY,
                       void *result, hipDataType, void *) {
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

hipsparseStatus_t SpMV(hipsparseHandle_t h, hipsparseOperation_t op, const void *alpha,
                       hipsparseConstSpMatDescr_t matA, hipsparseConstDnVecDescr_t vecX,
                       const void *beta, const hipsparseDnVecDescr_t vecY, hipDataType compute,
                       hipsparseSpMVAlg_t, void *) {
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

hipsparseStatus_t SpMM(hipsparseHandle_t h, hipsparseOperation_t opA, hipsparseOperation_t opB,
                       const void *alpha, hipsparseConstSpMatDescr_t matA,
                       hipsparseConstDnMatDescr_t matB, const void *beta,
                       const hipsparseDnMatDescr_t matC, hipDataType compute, hipsparseSpMMAlg_t,
                       void *) {
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

hipsparseStatus_t SDDMM(hipsparseHandle_t h, hipsparseOperation_t opA, hipsparseOperation_t opB,
                        const void *alpha, hipsparseConstDnMatDescr_t matA,
                        hipsparseConstDnMatDescr_t matB, const void *beta,
                        hipsparseSpMatDescr_t matC, hipDataType compute, hipsparseSDDMMAlg_t,
                        void *) {
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

hipsparseStatus_t SparseToDense(hipsparseHandle_t h, hipsparseConstSpMatDescr_t matA,
                                hipsparseDnMatDescr_t matB, hipsparseSparseToDenseAlg_t, void *) {
  return submit(h, [a = *matA, b = *matB] {
    with(a.type, [&](auto zero) {
      using T = decltype(zero);
      for (int64_t row = 0; row < b.rows; row++)
        for (int64_t col = 0; col < b.cols; col++) element<T>(b, row, col) = zero;
      each<T>(a, [&](int64_t row, int64_t col, T v) { element<T>(b, row, col) = v; });
    });
  });
}

hipsparseStatus_t DenseToSparse_analysis(hipsparseHandle_t h, hipsparseConstDnMatDescr_t matA,
                                         hipsparseSpMatDescr_t matB, hipsparseDenseToSparseAlg_t,
                                         void *) {
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

hipsparseStatus_t DenseToSparse_convert(hipsparseHandle_t h, hipsparseConstDnMatDescr_t matA,
                                        hipsparseSpMatDescr_t matB, hipsparseDenseToSparseAlg_t,
                                        void *) {
  return submit(h, [a = *matA, b = *matB] {
    with(a.type, [&](auto zero) {
      using T = decltype(zero);
      int64_t at = 0;
      dense_entries<T>(a, b.format, [&](int64_t outer, int64_t inner, T v) {
        if (at == b.nnz) return; // the matrix has changed since its entries were counted
        if (b.format == HIPSPARSE_FORMAT_COO) set_index(b.offsets, b.offset, at, outer + b.base);
        set_index(b.indices, b.index, at, inner + b.base);
        ((T *)b.values)[at++] = v;
      });
    });
  });
}

void copy_pattern(const hipsparse_sp_mat &c, const hipsparse_spgemm &d) {
  for (int64_t r = 0; r <= c.rows; r++) set_index(c.offsets, c.offset, r, d.begin[r] + c.base);
  for (int64_t i = 0; i < d.nnz; i++) set_index(c.indices, c.index, i, d.column[i] + c.base);
}

hipsparseStatus_t SpGEMM_compute(hipsparseHandle_t h, hipsparseOperation_t opA,
                                 hipsparseOperation_t opB, const void *alpha,
                                 hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB,
                                 const void *beta, hipsparseSpMatDescr_t matC, hipDataType compute,
                                 hipsparseSpGEMMAlg_t, hipsparseSpGEMMDescr_t d, size_t *size,
                                 void *externalBuffer) {
  if (!externalBuffer) {
    *size = kBuffer;
    return HIPSPARSE_STATUS_SUCCESS;
  }
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

hipsparseStatus_t SpGEMM_copy(hipsparseHandle_t h, hipsparseOperation_t, hipsparseOperation_t,
                              const void *, hipsparseConstSpMatDescr_t, hipsparseConstSpMatDescr_t,
                              const void *, hipsparseSpMatDescr_t matC, hipDataType,
                              hipsparseSpGEMMAlg_t, hipsparseSpGEMMDescr_t d) {
  if (!d->begin || matC->nnz != d->nnz) return HIPSPARSE_STATUS_INVALID_VALUE;
  // The caller may destroy the product's descriptor after this returns.
  return finish(h, submit(h, [c = *matC, d] {
                  copy_pattern(c, *d);
                  if (d->nnz) memcpy(c.values, d->values, d->nnz * size_of(c.type));
                }));
}

// The entries of a product are found once, and computed each time.
hipsparseStatus_t SpGEMMreuse_workEstimation(hipsparseHandle_t, hipsparseOperation_t,
                                             hipsparseOperation_t, hipsparseConstSpMatDescr_t,
                                             hipsparseConstSpMatDescr_t, hipsparseSpMatDescr_t,
                                             hipsparseSpGEMMAlg_t, hipsparseSpGEMMDescr_t,
                                             size_t *size, void *) {
  *size = kBuffer;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t SpGEMMreuse_nnz(hipsparseHandle_t h, hipsparseOperation_t opA,
                                  hipsparseOperation_t opB, hipsparseConstSpMatDescr_t matA,
                                  hipsparseConstSpMatDescr_t matB, hipsparseSpMatDescr_t matC,
                                  hipsparseSpGEMMAlg_t, hipsparseSpGEMMDescr_t d, size_t *size2,
                                  void *buffer2, size_t *size3, void *, size_t *size4, void *) {
  if (!buffer2) {
    *size2 = *size3 = *size4 = kBuffer;
    return HIPSPARSE_STATUS_SUCCESS;
  }
  auto status = finish(h, submit(h, [a = *matA, b = *matB, opA, opB, d] {
                         with(a.type, [&](auto zero) {
                           multiplied<decltype(zero)>(d, a, b, opA, opB, decltype(zero)(1));
                         });
                       }));
  if (status != HIPSPARSE_STATUS_SUCCESS) return status;
  if (d->failed) return HIPSPARSE_STATUS_ALLOC_FAILED;
  matC->nnz = d->nnz;
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t SpGEMMreuse_copy(hipsparseHandle_t h, hipsparseOperation_t, hipsparseOperation_t,
                                   hipsparseConstSpMatDescr_t, hipsparseConstSpMatDescr_t,
                                   hipsparseSpMatDescr_t matC, hipsparseSpGEMMAlg_t,
                                   hipsparseSpGEMMDescr_t d, size_t *size, void *buffer) {
  if (!buffer) {
    *size = kBuffer;
    return HIPSPARSE_STATUS_SUCCESS;
  }
  if (!d->begin || matC->nnz != d->nnz) return HIPSPARSE_STATUS_INVALID_VALUE;
  return finish(h, submit(h, [c = *matC, d] { copy_pattern(c, *d); }));
}
hipsparseStatus_t SpGEMMreuse_compute(hipsparseHandle_t h, hipsparseOperation_t opA,
                                      hipsparseOperation_t opB, const void *alpha,
                                      hipsparseConstSpMatDescr_t matA,
                                      hipsparseConstSpMatDescr_t matB, const void *beta,
                                      hipsparseSpMatDescr_t matC, hipDataType compute,
                                      hipsparseSpGEMMAlg_t, hipsparseSpGEMMDescr_t d) {
  if (!d->begin || matC->nnz != d->nnz) return HIPSPARSE_STATUS_INVALID_VALUE;
  scalar al(h, alpha, compute), be(h, beta, compute);
  auto status = finish(h, submit(h, [a = *matA, b = *matB, c = *matC, opA, opB, al, be, d] {
                         with(a.type, [&](auto zero) {
                           using T = decltype(zero);
                           multiplied<T>(d, a, b, opA, opB, al.get<T>());
                           if (d->failed || d->nnz != c.nnz) return;
                           T keep = be.get<T>(), *to = (T *)c.values;
                           for (int64_t i = 0; i < c.nnz; i++)
                             to[i] = ((T *)d->values)[i] + scaled(keep, to[i]);
                         });
                       }));
  if (status != HIPSPARSE_STATUS_SUCCESS) return status;
  if (d->failed) return HIPSPARSE_STATUS_ALLOC_FAILED;
  return d->nnz == matC->nnz ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_INVALID_VALUE;
}

hipsparseStatus_t SpSV_solve(hipsparseHandle_t h, hipsparseOperation_t op, const void *alpha,
                             hipsparseConstSpMatDescr_t matA, hipsparseConstDnVecDescr_t vecX,
                             const hipsparseDnVecDescr_t vecY, hipDataType compute,
                             hipsparseSpSVAlg_t, hipsparseSpSVDescr_t) {
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

hipsparseStatus_t SpSM_solve(hipsparseHandle_t h, hipsparseOperation_t opA,
                             hipsparseOperation_t opB, const void *alpha,
                             hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB,
                             const hipsparseDnMatDescr_t matC, hipDataType compute,
                             hipsparseSpSMAlg_t, hipsparseSpSMDescr_t, void *) {
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

hipsparseStatus_t Csr2cscEx2(hipsparseHandle_t h, int m, int n, int nnz, const void *csrVal,
                             const int *csrRowPtr, const int *csrColInd, void *cscVal,
                             int *cscColPtr, int *cscRowInd, hipDataType valType,
                             hipsparseAction_t action, hipsparseIndexBase_t base,
                             hipsparseCsr2CscAlg_t, void *) {
  bool numeric = action == HIPSPARSE_ACTION_NUMERIC;
  // A column's next free position is finally the start of the next column.
  return submit(h, [=] {
    size_t size = size_of(valType);
    for (int c = 0; c <= n; c++) cscColPtr[c] = 0;
    for (int i = 0; i < nnz; i++)
      if (int c = csrColInd[i] - base; c + 2 <= n) cscColPtr[c + 2]++;
    for (int c = 2; c <= n; c++) cscColPtr[c] += cscColPtr[c - 1];
    for (int r = 0; r < m; r++)
      for (int i = csrRowPtr[r] - base; i < csrRowPtr[r + 1] - base; i++) {
        int to = cscColPtr[csrColInd[i] - base + 1]++;
        cscRowInd[to] = r + base;
        if (numeric) memcpy((char *)cscVal + to * size, (const char *)csrVal + i * size, size);
      }
    for (int c = 0; c <= n; c++) cscColPtr[c] += base;
  });
}

hipsparseStatus_t Xcoo2csr(hipsparseHandle_t h, const int *cooRowInd, int nnz, int m,
                           int *csrRowPtr, hipsparseIndexBase_t base) {
  return submit(h, [=] {
    for (int r = 0, i = 0; r <= m; r++) {
      while (i < nnz && cooRowInd[i] - base < r) i++;
      csrRowPtr[r] = i + base;
    }
  });
}

hipsparseStatus_t Xcsr2coo(hipsparseHandle_t h, const int *csrRowPtr, int, int m, int *cooRowInd,
                           hipsparseIndexBase_t base) {
  return submit(h, [=] {
    for (int r = 0; r < m; r++)
      for (int i = csrRowPtr[r]; i < csrRowPtr[r + 1]; i++) cooRowInd[i - base] = r + base;
  });
}

hipsparseStatus_t CreateIdentityPermutation(hipsparseHandle_t h, int n, int *p) {
  return submit(h, [=] {
    for (int i = 0; i < n; i++) p[i] = i;
  });
}

hipsparseStatus_t Xcsrsort(hipsparseHandle_t h, int m, int, int, const hipsparseMatDescr_t descrA,
                           const int *rows, int *cols, int *P, void *pBuffer) {
  return submit(h, [=, base = descrA->base] {
    struct entry {
      int col, from;
    };
    entry *all = (entry *)pBuffer;
    for (int r = 0; r < m; r++) {
      int begin = rows[r] - base, end = rows[r + 1] - base;
      for (int i = begin; i < end; i++) all[i] = {cols[i], P[i]};
      std::sort(all + begin, all + end, [](const entry &a, const entry &b) {
        return a.col != b.col ? a.col < b.col : a.from < b.from;
      });
      for (int i = begin; i < end; i++) {
        cols[i] = all[i].col;
        P[i] = all[i].from;
      }
    }
  });
}
// find returns the position of a column in a sorted row, or end.
int find(const int *cols, int begin, int end, int col) {
  const int *at = std::lower_bound(cols + begin, cols + end, col);
  return at < cols + end && *at == col ? (int)(at - cols) : end;
}

// factorize computes the incomplete LU factorization without fill-in, row by row (Saad, Iterative
// Methods for Sparse Linear Systems, 10.3).
template <class T>
void factorize(int m, T *values, const int *rows, const int *cols, int base, int *pivot) {
  *pivot = -1;
  for (int r = 0; r < m; r++) {
    int begin = rows[r] - base, end = rows[r + 1] - base;
    for (int i = begin; i < end && cols[i] - base < r; i++) {
      int k = cols[i] - base, k_end = rows[k + 1] - base;
      int diagonal = find(cols, rows[k] - base, k_end, k + base);
      if (diagonal == k_end || values[diagonal] == T()) continue;
      values[i] /= values[diagonal];
      for (int j = diagonal + 1; j < k_end; j++)
        if (int at = find(cols, begin, end, cols[j]); at < end) values[at] -= values[i] * values[j];
    }
    int diagonal = find(cols, begin, end, r + base);
    if (*pivot < 0 && (diagonal == end || values[diagonal] == T())) *pivot = r + base;
  }
}

bool equal(float a, float b) { return a == b; }
bool equal(double a, double b) { return a == b; }
bool equal(const hipComplex &a, const hipComplex &b) { return a.x == b.x && a.y == b.y; }
bool equal(const hipDoubleComplex &a, const hipDoubleComplex &b) {
  return a.x == b.x && a.y == b.y;
}

template <class T>
hipsparseStatus_t nnz(hipsparseHandle_t h, hipsparseDirection_t direction, int m, int n,
                      const hipsparseMatDescr_t, const T *A, int lda, int *nnzPerRowColumn,
                      int *nnzTotal) {
  auto s = submit(h, [=] {
    bool by_row = direction == HIPSPARSE_DIRECTION_ROW;
    int total = 0;
    for (int i = 0; i < (by_row ? m : n); i++) nnzPerRowColumn[i] = 0;
    for (int c = 0; c < n; c++)
      for (int r = 0; r < m; r++) {
        T v = A[r + (size_t)c * lda];
        if (!equal(v, T{})) {
          nnzPerRowColumn[by_row ? r : c]++;
          total++;
        }
      }
    *nnzTotal = total;
  });
  return h->pointers == HIPSPARSE_POINTER_MODE_HOST ? finish(h, s) : s;
}

template <class T, hipDataType type>
hipsparseStatus_t csrilu02(hipsparseHandle_t h, int m, int, const hipsparseMatDescr_t d, T *values,
                           const int *rows, const int *cols, csrilu02Info_t info,
                           hipsparseSolvePolicy_t, void *) {
  return submit(h, [=, base = d->base] {
    with(type, [&](auto zero) {
      factorize(m, (decltype(zero) *)values, rows, cols, base, &info->pivot);
    });
  });
}
hipsparseStatus_t Xcsrilu02_zeroPivot(hipsparseHandle_t h, csrilu02Info_t info, int *position) {
  auto bad = finish(h, HIPSPARSE_STATUS_SUCCESS);
  if (bad != HIPSPARSE_STATUS_SUCCESS) return bad;
  *position = info->pivot;
  return info->pivot < 0 ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ZERO_PIVOT;
}

hipsparseStatus_t Xcsrsort_bufferSizeExt(hipsparseHandle_t, int, int, int nnz, const int *,
                                         const int *, size_t *size) {
  *size = std::max<size_t>(kBuffer, (size_t)nnz * 2 * sizeof(int));
  return HIPSPARSE_STATUS_SUCCESS;
}
hipsparseStatus_t SpGEMM_workEstimation(hipsparseHandle_t, hipsparseOperation_t,
                                        hipsparseOperation_t, const void *,
                                        hipsparseConstSpMatDescr_t, hipsparseConstSpMatDescr_t,
                                        const void *, hipsparseSpMatDescr_t, hipDataType,
                                        hipsparseSpGEMMAlg_t, hipsparseSpGEMMDescr_t, size_t *size,
                                        void *) {
  *size = kBuffer;
  return HIPSPARSE_STATUS_SUCCESS;
}

// sized returns the size of an unused buffer in its last argument; analysed does nothing.
template <class F> struct sized;
template <class... A> struct sized<hipsparseStatus_t (*)(A...)> {
  static hipsparseStatus_t call(A... arguments) {
    *std::get<sizeof...(A) - 1>(std::tuple(arguments...)) = kBuffer;
    return HIPSPARSE_STATUS_SUCCESS;
  }
};
template <class F> struct analysed;
template <class... A> struct analysed<hipsparseStatus_t (*)(A...)> {
  static hipsparseStatus_t call(A...) { return HIPSPARSE_STATUS_SUCCESS; }
};
#define SIZED(name) constexpr auto name = sized<decltype(&hipsparse##name)>::call;
#define ANALYSED(name) constexpr auto name = analysed<decltype(&hipsparse##name)>::call;
SIZED(SpVV_bufferSize)
SIZED(SpMV_bufferSize)
SIZED(SpMM_bufferSize)
SIZED(SDDMM_bufferSize)
SIZED(SparseToDense_bufferSize)
SIZED(DenseToSparse_bufferSize)
SIZED(SpSV_bufferSize)
SIZED(SpSM_bufferSize)
SIZED(Csr2cscEx2_bufferSize)
ANALYSED(SDDMM_preprocess)
ANALYSED(SpSV_analysis)
ANALYSED(SpSM_analysis)
#define TYPED(X, T, type)                                                                          \
  constexpr auto X##nnz = nnz<T>;                                                                  \
  SIZED(X##csrilu02_bufferSize)                                                                    \
  ANALYSED(X##csrilu02_analysis)                                                                   \
  constexpr auto X##csrilu02 = csrilu02<T, type>;
TYPED(S, float, HIP_R_32F)
TYPED(D, double, HIP_R_64F)
TYPED(C, hipComplex, HIP_C_32F)
TYPED(Z, hipDoubleComplex, HIP_C_64F)

hipsparseStatus_t create(hipsparseHandle_t) { return HIPSPARSE_STATUS_SUCCESS; }
void destroy(hipsparseHandle_t) {}

} // namespace

#define ENTRY(name) name,
const backend sparse::on_host = {false, create, destroy, SPARSE_FUNCTIONS(ENTRY)};

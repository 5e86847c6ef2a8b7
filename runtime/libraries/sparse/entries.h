// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Code shared by the functions on the host: the entries of a matrix in any format, and submission
// of a call to the stream.
#ifndef GOHIP_SPARSE_ENTRIES_H
#define GOHIP_SPARSE_ENTRIES_H

#include "sparse.h"

#include <complex>

namespace sparse {

// with calls f with a zero of an element type.
template <class F> void with(hipDataType t, F f) {
  if (t == HIP_R_32F) f(float());
  if (t == HIP_R_64F) f(double());
  if (t == HIP_C_32F) f(std::complex<float>());
  if (t == HIP_C_64F) f(std::complex<double>());
}

template <class T> T conjugate(T v) { return v; }
template <class T> std::complex<T> conjugate(std::complex<T> v) { return std::conj(v); }

inline int64_t index_at(const void *p, hipsparseIndexType_t t, int64_t i) {
  return t == HIPSPARSE_INDEX_32I ? ((const int *)p)[i] : ((const int64_t *)p)[i];
}
inline void set_index(void *p, hipsparseIndexType_t t, int64_t i, int64_t v) {
  if (t == HIPSPARSE_INDEX_32I)
    ((int *)p)[i] = (int)v;
  else
    ((int64_t *)p)[i] = v;
}

// scalar is a scalar in host memory, which is copied, or in device memory, which is read when the
// work runs.
struct scalar {
  const void *device;
  char value[16];
  scalar(const hipsparse_handle *h, const void *p, hipDataType t) : device(p), value() {
    if (h->pointers == HIPSPARSE_POINTER_MODE_DEVICE) return;
    device = nullptr;
    memcpy(value, p, size_of(t));
  }
  template <class T> T get() const {
    T v;
    memcpy((void *)&v, device ? device : value, sizeof v);
    return v;
  }
};

// submit submits work, copied bytewise, to the handle's stream.
template <class Work> hipsparseStatus_t submit(const hipsparse_handle *h, const Work &work) {
  static_assert(std::is_trivially_destructible_v<Work>);
  return status_of(
      gl_host_call(h->stream, [](void *w) { (*(Work *)w)(); }, nullptr, &work, sizeof work));
}

// element is the element of a dense matrix in a row and column.
template <class T> T &element(const hipsparse_dn_mat &m, int64_t row, int64_t col) {
  return ((T *)m.values)[m.order == HIPSPARSE_ORDER_ROW ? row * m.ld + col : row + col * m.ld];
}
template <class T>
T operand(const hipsparse_dn_mat &m, hipsparseOperation_t op, int64_t row, int64_t col) {
  if (op == HIPSPARSE_OPERATION_NON_TRANSPOSE) return element<T>(m, row, col);
  T v = element<T>(m, col, row);
  return op == HIPSPARSE_OPERATION_TRANSPOSE ? v : conjugate(v);
}
// each calls f with the row, the column and the value of every entry of a matrix.
template <class T, class F> void each(const hipsparse_sp_mat &m, F f) {
  T *values = (T *)m.values;
  if (m.format == HIPSPARSE_FORMAT_COO) {
    for (int64_t i = 0; i < m.nnz; i++)
      f(index_at(m.offsets, m.offset, i) - m.base, index_at(m.indices, m.index, i) - m.base,
        values[i]);
    return;
  }
  if (m.format == kFormatEll) {
    for (int64_t i = 0; i < m.nnz; i++) {
      int64_t column = index_at(m.indices, m.index, i) - m.base;
      if (column >= 0 && column < m.cols) f(i % m.rows, column, values[i]);
    }
    return;
  }
  bool by_row = m.format == HIPSPARSE_FORMAT_CSR;
  for (int64_t outer = 0; outer < (by_row ? m.rows : m.cols); outer++) {
    int64_t end = index_at(m.offsets, m.offset, outer + 1) - m.base;
    for (int64_t i = index_at(m.offsets, m.offset, outer) - m.base; i < end; i++) {
      int64_t inner = index_at(m.indices, m.index, i) - m.base;
      f(by_row ? outer : inner, by_row ? inner : outer, values[i]);
    }
  }
}

// each_of is each for op(m).
template <class T, class F> void each_of(const hipsparse_sp_mat &m, hipsparseOperation_t op, F f) {
  if (op == HIPSPARSE_OPERATION_NON_TRANSPOSE)
    each<T>(m, [&](int64_t r, int64_t c, T v) { f(r, c, v); });
  else if (op == HIPSPARSE_OPERATION_TRANSPOSE)
    each<T>(m, [&](int64_t r, int64_t c, T v) { f(c, r, v); });
  else
    each<T>(m, [&](int64_t r, int64_t c, T v) { f(c, r, conjugate(v)); });
}

// rows_memory allocates the memory for the rows of op(m); the result is null if that fails or the
// size overflows.
inline void *rows_memory(const hipsparse_sp_mat &m, hipsparseOperation_t op) {
  size_t entry = sizeof(int64_t) + size_of(m.type);
  uint64_t count = (uint64_t)rows_of(m, op) + 2, nnz = (uint64_t)m.nnz;
  if (count > PTRDIFF_MAX / 2 / sizeof(int64_t) || nnz > PTRDIFF_MAX / 2 / entry) return nullptr;
  return malloc(count * sizeof(int64_t) + nnz * entry);
}

// rows are the entries of op(m), row by row, in memory from rows_memory.
template <class T> struct rows {
  int64_t count, *begin, *column;
  T *value;

  rows(const hipsparse_sp_mat &m, hipsparseOperation_t op, void *memory)
      : count(rows_of(m, op)), begin((int64_t *)memory), column(begin + count + 2),
        value((T *)(column + m.nnz)) {
    memset(begin, 0, (count + 2) * sizeof *begin);
    // Row starts are counted two positions further; filling the rows moves them by one.
    int64_t *at = begin + 1;
    each_of<T>(m, op, [&](int64_t r, int64_t, T) {
      if (r + 1 < count) at[r + 1]++;
    });
    for (int64_t r = 0; r + 1 < count; r++) at[r + 1] += at[r];
    each_of<T>(m, op, [&](int64_t r, int64_t c, T v) {
      column[at[r]] = c;
      value[at[r]++] = v;
    });
  }
  rows(const rows &) = delete;
};

// submit_rows is submit for work that needs memory for the rows of op(m). It is allocated before
// the call is queued, because queued work cannot return a status.
template <class Work>
hipsparseStatus_t submit_rows(const hipsparse_handle *h, const hipsparse_sp_mat &m,
                              hipsparseOperation_t op, const Work &work) {
  static_assert(std::is_trivially_destructible_v<Work>);
  struct call {
    Work work;
    void *memory;
  };
  call c = {work, rows_memory(m, op)};
  if (!c.memory) return HIPSPARSE_STATUS_ALLOC_FAILED;
  auto perform = [](void *p) { ((call *)p)->work(((call *)p)->memory); };
  auto release = [](void *p) { free(((call *)p)->memory); };
  return status_of(gl_host_call(h->stream, perform, release, &c, sizeof c));
}

} // namespace sparse

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Loops of the functions that take a matrix as arrays, on the host, for hipSPARSE's and rocSPARSE's
// names. A view is a matrix with 32-bit indices by scalar rows: each(r, f) calls f with the column and
// the position in the values of every entry of a row, find(r, c) is the position of an entry, or -1.
#ifndef GOHIP_SPARSE_ARRAYS_H
#define GOHIP_SPARSE_ARRAYS_H

#include "entries.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparse {

// element_of is the element type on which the host computes.
template <class T> struct element_type {
  using type = T;
};
template <> struct element_type<hipFloatComplex> {
  using type = std::complex<float>;
};
template <> struct element_type<hipDoubleComplex> {
  using type = std::complex<double>;
};
template <class T> using element_of = typename element_type<T>::type;

template <class T> constexpr hipDataType data_type() {
  if (std::is_same_v<T, float>) return HIP_R_32F;
  if (std::is_same_v<T, double>) return HIP_R_64F;
  return std::is_same_v<T, std::complex<float>> ? HIP_C_32F : HIP_C_64F;
}

inline float real_part(float v) { return v; }
inline double real_part(double v) { return v; }
template <class R> R real_part(std::complex<R> v) { return v.real(); }

// triangle says which entries of a matrix a solve takes, and whether its diagonal is 1.
struct triangle {
  bool lower, unit;
  explicit triangle(const hipsparse_mat_descr *d)
      : lower(d->fill == HIPSPARSE_FILL_MODE_LOWER), unit(d->diag == HIPSPARSE_DIAG_TYPE_UNIT) {}
};

struct csr_view {
  int m;
  const int *offsets, *indices;
  int base;

  template <class F> void each(int r, F f) const {
    for (int64_t i = offsets[r] - base, end = offsets[r + 1] - base; i < end; i++)
      f(indices[i] - base, i);
  }
  int64_t find(int r, int c) const {
    const int *begin = indices + (offsets[r] - base), *end = indices + (offsets[r + 1] - base);
    const int *at = std::lower_bound(begin, end, c + base);
    return at < end && *at == c + base ? at - indices : -1;
  }
  int pivot(int r) const { return r + base; }
};

// A matrix of blocks of height by width elements, each by rows or by columns.
struct bsr_view {
  int m; // scalar rows
  const int *offsets, *indices;
  int base, height, width;
  bool by_row;

  int64_t position(int64_t block, int r, int c) const {
    return block * height * width + (by_row ? r * width + c : r + c * height);
  }
  template <class F> void each(int r, F f) const {
    csr_view blocks = {m / height, offsets, indices, base};
    blocks.each(r / height, [&](int col, int64_t block) {
      for (int c = 0; c < width; c++) f(col * width + c, position(block, r % height, c));
    });
  }
  int64_t find(int r, int c) const {
    int64_t block = csr_view{m / height, offsets, indices, base}.find(r / height, c / width);
    return block < 0 ? -1 : position(block, r % height, c % width);
  }
  int pivot(int r) const { return r / height + base; }
};

// The columns of a matrix in ELL are as many for each row, the positions of a column consecutive.
struct ell_view {
  int m;
  const int *indices;
  int base, width, n;

  template <class F> void each(int r, F f) const {
    for (int i = 0; i < width; i++) {
      int64_t at = (int64_t)i * m + r;
      if (int c = indices[at] - base; c >= 0 && c < n) f(c, at);
    }
  }
};

// multiply computes y = alpha op(A) x + beta y, where x(i) is an element of x.
template <class T, class View, class X>
void multiply(const View &a, const T *values, hipsparseOperation_t op, int n, T alpha, X x, T beta,
              T *y) {
  bool plain = op == HIPSPARSE_OPERATION_NON_TRANSPOSE;
  for (int i = 0; i < (plain ? a.m : n); i++) y[i] = beta == T() ? T() : beta * y[i];
  for (int r = 0; r < a.m; r++) {
    T sum = T();
    a.each(r, [&](int c, int64_t at) {
      T v = op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conjugate(values[at]) : values[at];
      if (plain)
        sum += v * x(c);
      else
        y[c] += alpha * v * x(r);
    });
    if (plain) y[r] += alpha * sum;
  }
}

// multiply_columns is multiply for the columns of op(B) and C.
template <class T, class View>
void multiply_columns(const View &a, const T *values, hipsparseOperation_t op_a, int rows,
                      hipsparseOperation_t op_b, int n, T alpha, const T *b, int64_t ldb, T beta,
                      T *c, int64_t ldc) {
  for (int64_t j = 0; j < n; j++)
    multiply(
        a, values, op_a, rows, alpha,
        [=](int64_t i) {
          if (op_b == HIPSPARSE_OPERATION_NON_TRANSPOSE) return b[i + j * ldb];
          return op_b == HIPSPARSE_OPERATION_TRANSPOSE ? b[j + i * ldb] : conjugate(b[j + i * ldb]);
        },
        beta, c + j * ldc);
}

// multiply_gathered computes y = alpha op(A) x + beta y for a dense matrix by columns and a vector of
// count entries.
template <class T>
void multiply_gathered(hipsparseOperation_t op, int rows, T alpha, const T *a, int64_t lda,
                       int count, const T *x, const int *indices, int base, T beta, T *y) {
  for (int i = 0; i < rows; i++) y[i] = beta == T() ? T() : beta * y[i];
  for (int k = 0; k < count; k++) {
    int64_t c = indices[k] - base;
    for (int64_t i = 0; i < rows; i++) {
      T v = a[op == HIPSPARSE_OPERATION_NON_TRANSPOSE ? i + c * lda : c + i * lda];
      y[i] += alpha * x[k] * (op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conjugate(v) : v);
    }
  }
}

// multiply_masked computes y = alpha A x + beta y for some rows of blocks, which end at ends.
template <class T>
void multiply_masked(const bsr_view &a, const int *ends, const int *mask, int count,
                     const T *values, T alpha, const T *x, T beta, T *y) {
  for (int i = 0; i < count; i++) {
    int row = mask[i] - a.base;
    for (int r = 0; r < a.height; r++) {
      T sum = T(), &to = y[(int64_t)row * a.height + r];
      for (int64_t b = a.offsets[row] - a.base; b < ends[row] - a.base; b++)
        for (int c = 0; c < a.width; c++)
          sum += values[a.position(b, r, c)] * x[(int64_t)(a.indices[b] - a.base) * a.width + c];
      to = alpha * sum + (beta == T() ? T() : beta * to);
    }
  }
}

// solve solves op(A) x = x for a triangular matrix; step is the distance of x's elements. With op
// other than none the rows of A are columns, whose contribution is subtracted as soon as its unknown
// is known.
template <class T, class View>
void solve(const View &a, const T *values, triangle t, hipsparseOperation_t op, T *x,
           int64_t step) {
  bool plain = op == HIPSPARSE_OPERATION_NON_TRANSPOSE;
  auto value = [&](int64_t at) {
    return op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conjugate(values[at]) : values[at];
  };
  for (int i = 0; i < a.m; i++) {
    int r = t.lower == plain ? i : a.m - 1 - i;
    T sum = x[r * step], diagonal = T(1);
    a.each(r, [&](int c, int64_t at) {
      if (c == r && !t.unit) diagonal = value(at);
      if (plain && (t.lower ? c < r : c > r)) sum -= value(at) * x[c * step];
    });
    x[r * step] = sum /= diagonal;
    if (plain) continue;
    a.each(r, [&](int c, int64_t at) {
      if (t.lower ? c < r : c > r) x[c * step] -= value(at) * sum;
    });
  }
}

// solve_columns solves op(A) X = alpha op(B), in place. A row of op(B) is conjugated for the solve if B
// is, and back after it.
template <class T, class View>
void solve_columns(const View &a, const T *values, triangle t, hipsparseOperation_t op,
                   hipsparseOperation_t op_b, int n, T alpha, T *b, int64_t ldb) {
  bool plain = op_b == HIPSPARSE_OPERATION_NON_TRANSPOSE;
  bool conjugated = op_b == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE;
  int64_t step = plain ? 1 : ldb;
  for (int64_t j = 0; j < n; j++) {
    T *x = b + (plain ? j * ldb : j);
    for (int64_t i = 0; i < a.m; i++)
      x[i * step] = alpha * (conjugated ? conjugate(x[i * step]) : x[i * step]);
    solve(a, values, t, op, x, step);
    for (int64_t i = 0; i < a.m && conjugated; i++) x[i * step] = conjugate(x[i * step]);
  }
}

// find_pivot is the first row whose diagonal is missing or 0, or -1.
template <class T, class View> int find_pivot(const View &a, const T *values, triangle t) {
  for (int r = 0; r < a.m && !t.unit; r++) {
    bool found = false;
    a.each(r, [&](int c, int64_t at) { found |= c == r && values[at] != T(); });
    if (!found) return a.pivot(r);
  }
  return -1;
}

// factorize_lu computes the incomplete LU factorization without fill-in, row by row (Saad, Iterative
// Methods for Sparse Linear Systems, 10.3), and returns the first zero pivot, or -1. In a matrix of
// blocks an entry of a block is none of the fill-in.
template <class T, class View> int factorize_lu(const View &a, T *values) {
  int pivot = -1;
  for (int r = 0; r < a.m; r++) {
    a.each(r, [&](int k, int64_t at) {
      if (k >= r) return;
      int64_t diagonal = a.find(k, k);
      if (diagonal < 0 || values[diagonal] == T()) return;
      values[at] /= values[diagonal];
      a.each(k, [&](int c, int64_t from) {
        if (c <= k) return;
        if (int64_t to = a.find(r, c); to >= 0) values[to] -= values[at] * values[from];
      });
    });
    int64_t diagonal = a.find(r, r);
    if (pivot < 0 && (diagonal < 0 || values[diagonal] == T())) pivot = a.pivot(r);
  }
  return pivot;
}

// factorize_ic computes the incomplete Cholesky factorization of the lower triangle without fill-in.
// The upper triangle is kept.
template <class T, class View> int factorize_ic(const View &a, T *values) {
  int pivot = -1;
  for (int r = 0; r < a.m; r++) {
    a.each(r, [&](int c, int64_t at) {
      if (c > r) return;
      a.each(c, [&](int k, int64_t from) {
        if (k >= c) return;
        if (int64_t left = a.find(r, k); left >= 0)
          values[at] -= values[left] * conjugate(values[from]);
      });
      int64_t diagonal = a.find(c, c);
      if (c == r)
        values[at] = std::sqrt(std::abs(values[at])); // also of a negative pivot, as AMD's library
      else if (diagonal >= 0 && values[diagonal] != T())
        values[at] /= values[diagonal];
    });
    int64_t diagonal = a.find(r, r);
    if (pivot < 0 && (diagonal < 0 || values[diagonal] == T())) pivot = a.pivot(r);
  }
  return pivot;
}

// A part of a sum of matrices, which is empty without offsets.
template <class T> struct part {
  csr_view a;
  const T *values;
};

// sum is C = alpha A B + beta D or, without B's offsets, alpha A + beta D. The columns of a row are
// marked in memory for n integers.
template <class T> struct sum {
  int m, n;
  T alpha, beta;
  part<T> a, b, d;

  // each calls f with the column and the value of every contribution to a row.
  template <bool with_values, class F> void each(int r, F f) const {
    auto value = [](const part<T> &p, int64_t at) { return with_values ? p.values[at] : T(); };
    if (a.a.offsets)
      a.a.each(r, [&](int k, int64_t at) {
        T v = alpha * value(a, at);
        if (!b.a.offsets) return f(k, v);
        b.a.each(k, [&](int c, int64_t from) { f(c, v * value(b, from)); });
      });
    if (d.a.offsets) d.a.each(r, [&](int c, int64_t at) { f(c, beta * value(d, at)); });
  }

  // count writes the offsets of C's rows, and returns how many entries it has.
  int count(int *offsets, int base, int *marks) const {
    for (int c = 0; c < n; c++) marks[c] = -1;
    offsets[0] = base;
    for (int r = 0; r < m; r++) {
      int found = 0;
      each<false>(r, [&](int c, T) {
        if (marks[c] == r) return;
        marks[c] = r;
        found++;
      });
      offsets[r + 1] = offsets[r] + found;
    }
    return offsets[m] - base;
  }

  // columns writes the columns of C's row r, sorted, behind its offset, and returns where they end. No mark may be above
  // the row's offset.
  int columns(int r, int begin, int *indices, int base, int *marks) const {
    int end = begin;
    each<false>(r, [&](int c, T) {
      if (marks[c] >= begin) return;
      marks[c] = begin;
      indices[end++] = c + base;
    });
    std::sort(indices + begin, indices + end);
    return end;
  }

  // numbers writes the values of C's row r, whose columns are known. Contributions to others are left out.
  void numbers(int r, int begin, int end, const int *indices, T *values, int base,
               int *marks) const {
    for (int i = begin; i < end; i++) {
      marks[indices[i] - base] = i;
      values[i] = T();
    }
    each<true>(r, [&](int c, T v) {
      if (marks[c] >= begin) values[marks[c]] += v;
    });
  }

  // fill writes C's entries, sorted, in rows with the offsets of count.
  void fill(const int *offsets, int *indices, T *values, int base, int *marks) const {
    for (int c = 0; c < n; c++) marks[c] = -1;
    for (int r = 0; r < m; r++) {
      int begin = offsets[r] - base;
      numbers(r, begin, columns(r, begin, indices, base, marks), indices, values, base, marks);
    }
  }

  // symbolic and numeric are the two halves of fill.
  void symbolic(const int *offsets, int *indices, int base, int *marks) const {
    for (int c = 0; c < n; c++) marks[c] = -1;
    for (int r = 0; r < m; r++) columns(r, offsets[r] - base, indices, base, marks);
  }
  void numeric(const int *offsets, const int *indices, T *values, int base, int *marks) const {
    for (int c = 0; c < n; c++) marks[c] = -1;
    for (int r = 0; r < m; r++)
      numbers(r, offsets[r] - base, offsets[r + 1] - base, indices, values, base, marks);
  }
};

// submit_marks is submit for work that takes memory for n integers, allocated before the call is
// queued, because queued work cannot return a status.
template <class Work>
hipsparseStatus_t submit_marks(const hipsparse_handle *h, int n, const Work &work) {
  struct call {
    Work work;
    int *marks;
  };
  call c = {work, (int *)malloc(((size_t)n + 1) * sizeof(int))};
  if (!c.marks) return HIPSPARSE_STATUS_ALLOC_FAILED;
  auto perform = [](void *p) { ((call *)p)->work(((call *)p)->marks); };
  auto release = [](void *p) { free(((call *)p)->marks); };
  return status_of(gl_host_call(h->stream, perform, release, &c, sizeof c));
}

// jacobi solves op(A) x = alpha b for a triangular matrix by Jacobi's iteration, at most limit times, until
// no residual is above tolerance, if there is one. It returns how often it iterated, and writes the
// largest residual before each iteration into history, if that is not null. memory has 2 m elements.
template <class T, class R, class View>
int jacobi(const View &a, const T *values, triangle t, hipsparseOperation_t op, T alpha, const T *b,
           T *x, int limit, const R *tolerance, R *history, T *memory) {
  T *next = memory, *diagonal = memory + a.m;
  std::fill(x, x + a.m, T());
  for (int done = 0;; done++) {
    for (int i = 0; i < a.m; i++) next[i] = alpha * b[i];
    std::fill(diagonal, diagonal + a.m, T(1));
    for (int r = 0; r < a.m; r++)
      a.each(r, [&](int c, int64_t at) {
        T v = op == HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conjugate(values[at]) : values[at];
        int to = op == HIPSPARSE_OPERATION_NON_TRANSPOSE ? r : c, from = r + c - to;
        if (c == r && !t.unit) diagonal[r] = v;
        if (t.lower ? c < r : c > r) next[to] -= v * x[from];
      });
    R residual = 0;
    for (int i = 0; i < a.m; i++)
      residual = std::max(residual, std::abs(next[i] - diagonal[i] * x[i]));
    if (done == limit || (tolerance && residual <= *tolerance)) return done;
    if (history) history[done] = residual;
    for (int i = 0; i < a.m; i++) x[i] = next[i] / diagonal[i];
  }
}

// banded_memory is what the solve of a system of m unknowns takes whose matrix has width diagonals on
// each side of the main one.
template <class T> size_t banded_memory(int64_t m, int width) {
  return (size_t)(m + 1) * (3 * width + 1) * sizeof(T);
}

// banded solves a system by Gaussian elimination; element(i, j) is an element of a diagonal of its
// matrix, step the distance of x's elements. With exchanges of rows (partial pivoting) as many diagonals
// again fill above those of the matrix.
template <class T, class Element>
void banded(int m, int width, Element element, T *x, int64_t step, bool exchange, T *memory) {
  auto at = [=](int i, int j) -> T & {
    return memory[(int64_t)i * (3 * width + 1) + (j - i + width)];
  };
  auto size = [](T v) { return real_part(v * conjugate(v)); };
  for (int i = 0; i < m; i++)
    for (int j = i - width; j <= i + 2 * width; j++)
      at(i, j) = j >= 0 && j < m && j <= i + width ? element(i, j) : T();
  for (int k = 0; k < m; k++) {
    int below = std::min(m, k + width + 1), right = std::min(m, k + 2 * width + 1), pivot = k;
    for (int i = k + 1; i < below && exchange; i++)
      if (size(at(i, k)) > size(at(pivot, k))) pivot = i;
    for (int j = k; j < right && pivot != k; j++) std::swap(at(k, j), at(pivot, j));
    if (pivot != k) std::swap(x[k * step], x[pivot * step]);
    for (int i = k + 1; i < below; i++) {
      T factor = at(i, k) / at(k, k);
      for (int j = k + 1; j < right; j++) at(i, j) -= factor * at(k, j);
      x[i * step] -= factor * x[k * step];
    }
  }
  for (int i = m - 1; i >= 0; i--) {
    for (int j = i + 1; j < std::min(m, i + 2 * width + 1); j++)
      x[i * step] -= at(i, j) * x[j * step];
    x[i * step] /= at(i, i);
  }
}

// A batch of systems with width diagonals on each side of the main one. Row i of system b is at
// i * step + b * distance in the diagonals, in x at i * step + b * stride.
template <class T> struct band_call {
  int m, width, count;
  const T *diagonals[5]; // from the lowest
  T *x;
  int64_t step, distance, stride;

  bool valid() const {
    bool all = m >= 0 && count >= 0 && (!count || x);
    for (int i = 0; i <= 2 * width; i++) all = all && diagonals[i];
    return all;
  }
  void solve(bool exchange, T *memory) const {
    for (int64_t b = 0; b < count; b++)
      banded(
          m, width,
          [=](int64_t i, int64_t j) { return diagonals[j - i + width][i * step + b * distance]; },
          x + b * stride, step, exchange, memory);
  }
};

// The algorithms of the functions for interleaved batches: all but Thomas's exchange rows.
constexpr int kThomas = 1, kAlgorithms3 = 3, kAlgorithms5 = 1;

// blocks writes the offsets of the rows of blocks that a matrix in CSR has entries in, and returns
// how many there are; with indices and values it writes the blocks.
template <class T, class View>
int blocks(const View &a, const T *from, const bsr_view &to, int *offsets, int *indices, T *values,
           int *marks) {
  int height = to.height, rows = (a.m + height - 1) / height, count = 0;
  size_t elements = (size_t)height * to.width;
  offsets[0] = to.base;
  for (int b = 0; b < rows; b++) {
    int begin = count, end = std::min(a.m, b * height + height);
    for (int r = b * height; r < end; r++)
      a.each(r, [&](int c, int64_t) {
        if (marks[c / to.width] == b + 1) return;
        marks[c / to.width] = b + 1;
        if (indices) indices[count] = c / to.width + to.base;
        count++;
      });
    offsets[b + 1] = count + to.base;
    if (!values) continue;
    std::sort(indices + begin, indices + count);
    std::fill(values + begin * elements, values + count * elements, T());
    for (int r = b * height; r < end; r++)
      a.each(r, [&](int c, int64_t at) { values[to.find(r, c)] = from[at]; });
  }
  return count;
}

// A place of a matrix in coordinates, and where it was before they were sorted.
struct coordinates {
  int row, col, from;
};
// sort_coordinates sorts by rows or by columns, and perm with them, if there is one.
inline void sort_coordinates(bool by_row, int nnz, int *row, int *col, int *perm,
                             coordinates *all) {
  for (int i = 0; i < nnz; i++) all[i] = {row[i], col[i], i};
  std::sort(all, all + nnz, [=](const coordinates &a, const coordinates &b) {
    int first = by_row ? a.row - b.row : a.col - b.col;
    int second = by_row ? a.col - b.col : a.row - b.row;
    return first ? first < 0 : second ? second < 0 : a.from < b.from;
  });
  for (int i = 0; i < nnz; i++) {
    row[i] = all[i].row;
    col[i] = all[i].col;
  }
  if (!perm) return;
  for (int i = 0; i < nnz; i++) all[i].row = perm[all[i].from];
  for (int i = 0; i < nnz; i++) perm[i] = all[i].row;
}

// kept tells whether a matrix that is compressed has an element.
template <class E> bool kept(E v, E tol) {
  auto size = std::abs(v);
  return size > real_part(tol) && size > std::numeric_limits<float>::min();
}

// pruned is a walk over the elements above a limit of a dense matrix, or of a sparse one if it has rows.
template <class T> struct pruned {
  int m, n;
  const T *values;
  int ld;
  const int *row, *col;
  int base, to; // the bases of the matrix and of what is made of it

  int64_t elements() const { return row ? row[m] - row[0] : (int64_t)m * n; }
  T at(int64_t i) const { return values[row || m == 0 ? i : i % m + i / m * ld]; }
  template <class Visit> void each(int r, T limit, Visit visit) const {
    if (!row) {
      for (int c = 0; c < n; c++)
        if (T v = values[r + (int64_t)c * ld]; std::abs(v) > limit) visit(c, v);
      return;
    }
    for (int i = row[r] - base; i < row[r + 1] - base; i++)
      if (std::abs(values[i]) > limit) visit(col[i] - base, values[i]);
  }
  int count(T limit, int *begin) const {
    int found = 0;
    for (int r = 0; r < m; r++) {
      begin[r] = found + to;
      each(r, limit, [&](int, T) { found++; });
    }
    begin[m] = found + to;
    return found;
  }
  void copy(T limit, T *val, const int *begin, int *index) const {
    for (int r = 0; r < m; r++) {
      int at = begin[r] - to;
      each(r, limit, [&](int c, T v) {
        val[at] = v;
        index[at++] = c + to;
      });
    }
  }
  // limit is the magnitude that a percentage of the elements does not exceed; memory has room for them.
  T limit(T percentage, T *memory) const {
    int64_t all = elements(), last = (int64_t)std::ceil(all * (percentage / 100)) - 1;
    if (!all) return T();
    for (int64_t i = 0; i < all; i++) memory[i] = std::abs(at(i));
    last = std::min(std::max<int64_t>(last, 0), all - 1);
    std::nth_element(memory, memory + last, memory + all);
    return memory[last];
  }
};

} // namespace sparse

#endif

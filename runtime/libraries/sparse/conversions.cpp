// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSPARSE's conversions and reorderings from before the generic functions, for devices whose memory the
// host accesses in place.
#include "calls.h"

using namespace sparse;

// The order of a matrix before it was sorted.
struct csru2csrInfo {
  int *order;
};
struct pruneInfo {};
struct hipsparse_color_info {};

namespace {

template <class I> hipsparseStatus_t create_info(I **info) {
  if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;
  *info = (I *)calloc(1, sizeof **info);
  return *info ? HIPSPARSE_STATUS_SUCCESS : HIPSPARSE_STATUS_ALLOC_FAILED;
}
template <class I> hipsparseStatus_t destroy_info(I *info) {
  if (!info) return HIPSPARSE_STATUS_INVALID_VALUE;
  (void)hipDeviceSynchronize(); // a call that uses it may still be queued
  free(info);
  return HIPSPARSE_STATUS_SUCCESS;
}

hipsparseStatus_t sorted(hipsparseHandle_t h, bool by_row, int m, int n, int nnz, int *row,
                         int *col, int *perm, void *buffer) {
  auto s = checked(h, m >= 0 && n >= 0 && nnz >= 0 && (!nnz || (row && col && buffer)));
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  return submit(h, [=] { sort_coordinates(by_row, nnz, row, col, perm, (coordinates *)buffer); });
}

// Blocks of height by width elements, of which there may be a matrix already.
struct shape {
  hipsparseDirection_t direction;
  const hipsparse_mat_descr *d;
  int height, width;

  bool valid() const { return is_direction(direction) && d && height > 0 && width > 0; }
  bsr_view view(int blocks, const int *offsets, const int *indices) const {
    return {blocks * height,
            offsets,
            indices,
            d->base,
            height,
            width,
            direction == HIPSPARSE_DIRECTION_ROW};
  }
};

// blocked makes blocks of a matrix with n columns, or only counts them, if total is not null.
template <class T, class View>
hipsparseStatus_t blocked(hipsparseHandle_t h, const View &a, int n, const void *from,
                          const shape &to, int *row, int *col, void *values, int *total) {
  int columns = n / to.width + 1;
  bsr_view c = to.view(0, row, col);
  auto s = submit_marks(h, columns, [=](int *marks) {
    memset(marks, 0, (size_t)columns * sizeof *marks);
    int found = blocks(a, (const T *)from, c, row, col, (T *)values, marks);
    if (total) *total = found;
  });
  return total ? told(h, s) : s;
}

// unblocked writes the elements of blocks, zeros and all, as rows.
template <class T>
hipsparseStatus_t unblocked(hipsparseHandle_t h, const bsr_view &a, const T *from, int base, T *to,
                            int *row, int *col) {
  return submit(h, [=] {
    int count = 0;
    row[0] = base;
    for (int r = 0; r < a.m; r++) {
      a.each(r, [&](int c, int64_t at) {
        col[count] = c + base;
        to[count++] = from[at];
      });
      row[r + 1] = count + base;
    }
  });
}

// transposed moves the blocks of a matrix, which stay as they are, to columns of blocks.
template <class T>
void transposed(int mb, int nb, size_t elements, int base, const T *from, const int *row,
                const int *col, T *to, int *to_row, int *to_col) {
  std::fill(to_col, to_col + nb + 1, 0);
  for (int i = 0; i < row[mb] - base; i++) to_col[col[i] - base + 1]++;
  for (int c = 0; c < nb; c++) to_col[c + 1] += to_col[c];
  for (int r = 0; r < mb; r++)
    for (int64_t i = row[r] - base; i < row[r + 1] - base; i++) {
      int64_t at = to_col[col[i] - base]++;
      to_row[at] = r + base;
      if (to) std::copy(from + i * elements, from + (i + 1) * elements, to + at * elements);
    }
  for (int c = nb; c > 0; c--) to_col[c] = to_col[c - 1] + base;
  to_col[0] = base;
}

// permute sorts the rows of a matrix and keeps their order, or gives them back the order that was kept.
template <class T>
void permute(bool sort, const csr_view &a, int *col, T *values, int *order, T *memory) {
  const int first = a.offsets[0] - a.base, nnz = a.offsets[a.m] - a.offsets[0];
  col += first, values += first;
  if (sort) {
    for (int i = 0; i < nnz; i++) order[i] = i;
    for (int r = 0; r < a.m; r++)
      // std::stable_sort takes memory from the C++ runtime, which this library is not linked with.
      std::sort(order + (a.offsets[r] - a.offsets[0]), order + (a.offsets[r + 1] - a.offsets[0]),
                [=](int x, int y) { return col[x] != col[y] ? col[x] < col[y] : x < y; });
  }
  int *columns = (int *)(memory + nnz);
  std::copy(values, values + nnz, memory);
  std::copy(col, col + nnz, columns);
  for (int i = 0; i < nnz; i++) {
    int from = sort ? order[i] : i, to = sort ? i : order[i];
    values[to] = memory[from];
    col[to] = columns[from];
  }
}
template <class T> size_t permute_memory(int nnz) {
  return std::max(kBuffer, (size_t)std::max(nnz, 0) * (sizeof(T) + sizeof(int)));
}
template <class T>
hipsparseStatus_t permuted(hipsparseHandle_t h, bool sort, const csr_call &a, int n, int *col,
                           T *values, csru2csrInfo *info, void *buffer) {
  auto s = checked(h, a.valid() && n >= 0 && info && (!a.nnz || buffer) &&
                          (sort || !a.nnz || info->order));
  if (s != HIPSPARSE_STATUS_SUCCESS || !a.nnz) return s;
  if (sort) {
    int *order = (int *)malloc((size_t)a.nnz * sizeof *order);
    if (!order) return HIPSPARSE_STATUS_ALLOC_FAILED;
    s = finish(h, s); // a call that uses the order before may still be queued
    free(info->order);
    info->order = order;
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  }
  return submit(h, [=, v = a.view(), order = info->order] {
    permute(sort, v, col, values, order, (T *)buffer);
  });
}

// coloured gives each row the first colour that no neighbour has, and counts the colours. Rows in the
// order of their colours are in reordering, if that is not null.
int coloured(const csr_view &a, int *colours, int *reordering, int *marks) {
  int count = 0;
  for (int r = 0; r < a.m; r++) colours[r] = -1, marks[r] = -1;
  auto mark = [&](int r, int c) {
    if (c != r && c < a.m && colours[c] >= 0) marks[colours[c]] = r;
  };
  for (int r = 0; r < a.m; r++) {
    a.each(r, [&](int c, int64_t) { mark(r, c); });
    int colour = 0;
    while (colour < count && marks[colour] == r) colour++;
    colours[r] = colour;
    count = std::max(count, colour + 1);
  }
  for (int colour = 0, at = 0; reordering && colour < count; colour++)
    for (int r = 0; r < a.m; r++)
      if (colours[r] == colour) reordering[at++] = r;
  return count;
}

// A pruned matrix, above a limit in host or device memory or that a percentage gives.
template <class T> struct pruning {
  hipsparseHandle_t h;
  int m, n;
  const T *values;
  int ld;
  const int *row, *col;
  const hipsparse_mat_descr *from, *to; // from is null for a dense matrix
  bool stored;
  const T *threshold;
  T percentage;
  bool info;
  void *buffer;

  bool valid() const {
    bool source = stored ? from && (!m || (row && (values ? col != nullptr : true)))
                         : ld >= std::max(1, m) && (!m || !n || values);
    bool limit = threshold || (info && percentage >= 0 && percentage <= 100);
    return m >= 0 && n >= 0 && to && source && limit;
  }
  pruned<T> walk() const {
    return {m,
            n,
            values,
            ld,
            stored ? row : nullptr,
            stored ? col : nullptr,
            from ? (int)from->base : 0,
            to ? (int)to->base : 0};
  }
  hipsparseStatus_t size(size_t *bytes, int nnz) const {
    size_t all = threshold ? 0 : stored ? std::max(nnz, 0) : (size_t)m * n;
    return sized(h, valid(), bytes, std::max(kBuffer, all * sizeof(T)));
  }
  template <class Work> hipsparseStatus_t with_limit(Work work) const {
    static const T none = T();
    return submit(h, [=, a = walk(), by = threshold == nullptr, percent = percentage,
                      memory = (T *)buffer,
                      limit = scalar(h, threshold ? threshold : &none, data_type<T>())] {
      work(a, by ? a.limit(percent, memory) : limit.template get<T>());
    });
  }
  hipsparseStatus_t count(int *begin, int *total) const {
    auto s = checked(h, valid() && begin && total && (threshold || buffer));
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;
    return told(h,
                with_limit([=](const pruned<T> &a, T limit) { *total = a.count(limit, begin); }));
  }
  hipsparseStatus_t copy(T *val, const int *begin, int *index) const {
    auto s = checked(h, valid() && (!m || begin) && (threshold || buffer));
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;
    return with_limit([=](const pruned<T> &a, T limit) { a.copy(limit, val, begin, index); });
  }
};

} // namespace

hipsparseStatus_t hipsparseCreateCsru2csrInfo(csru2csrInfo_t *info) { return create_info(info); }
hipsparseStatus_t hipsparseDestroyCsru2csrInfo(csru2csrInfo_t info) {
  if (info) {
    (void)hipDeviceSynchronize();
    free(info->order);
  }
  return destroy_info(info);
}
hipsparseStatus_t hipsparseCreatePruneInfo(pruneInfo_t *info) { return create_info(info); }
hipsparseStatus_t hipsparseDestroyPruneInfo(pruneInfo_t info) { return destroy_info(info); }
hipsparseStatus_t hipsparseCreateColorInfo(hipsparseColorInfo_t *info) { return create_info(info); }
hipsparseStatus_t hipsparseDestroyColorInfo(hipsparseColorInfo_t info) {
  return destroy_info(info);
}

hipsparseStatus_t hipsparseXcoosort_bufferSizeExt(hipsparseHandle_t h, int m, int n, int nnz,
                                                  const int *row, const int *col, size_t *size) {
  return sized(h, m >= 0 && n >= 0 && nnz >= 0 && (!nnz || (row && col)), size,
               ((size_t)std::max(nnz, 0) + 1) * sizeof(coordinates));
}
hipsparseStatus_t hipsparseXcoosortByRow(hipsparseHandle_t h, int m, int n, int nnz, int *row,
                                         int *col, int *P, void *buffer) {
  return sorted(h, true, m, n, nnz, row, col, P, buffer);
}
hipsparseStatus_t hipsparseXcoosortByColumn(hipsparseHandle_t h, int m, int n, int nnz, int *row,
                                            int *col, int *P, void *buffer) {
  return sorted(h, false, m, n, nnz, row, col, P, buffer);
}
hipsparseStatus_t hipsparseXcscsort_bufferSizeExt(hipsparseHandle_t h, int m, int n, int nnz,
                                                  const int *cscColPtr, const int *cscRowInd,
                                                  size_t *size) {
  return hipsparseXcsrsort_bufferSizeExt(h, n, m, nnz, cscColPtr, cscRowInd, size);
}
hipsparseStatus_t hipsparseXcscsort(hipsparseHandle_t h, int m, int n, int nnz,
                                    const hipsparseMatDescr_t d, const int *cscColPtr,
                                    int *cscRowInd, int *P, void *buffer) {
  return hipsparseXcsrsort(h, n, m, nnz, d, cscColPtr, cscRowInd, P, buffer);
}

hipsparseStatus_t hipsparseXcsr2gebsrNnz(hipsparseHandle_t h, hipsparseDirection_t dir, int m,
                                         int n, const hipsparseMatDescr_t d, const int *row,
                                         const int *col, const hipsparseMatDescr_t bsr, int *bsrRow,
                                         int height, int width, int *total, void *) {
  shape to = {dir, bsr, height, width};
  auto s = checked(h, m >= 0 && n >= 0 && d && to.valid() && bsrRow && total && (!m || row));
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  return blocked<float>(h, csr_view{m, row, col, d->base}, n, nullptr, to, bsrRow, nullptr, nullptr,
                        total);
}
hipsparseStatus_t hipsparseXgebsr2gebsrNnz(hipsparseHandle_t h, hipsparseDirection_t dir, int mb,
                                           int nb, int nnzb, const hipsparseMatDescr_t d,
                                           const int *row, const int *col, int heightA, int widthA,
                                           const hipsparseMatDescr_t dC, int *rowC, int heightC,
                                           int widthC, int *total, void *) {
  shape from = {dir, d, heightA, widthA}, to = {dir, dC, heightC, widthC};
  auto s = checked(h, mb >= 0 && nb >= 0 && nnzb >= 0 && from.valid() && to.valid() && rowC &&
                          total && (!mb || row) && (!nnzb || col));
  if (s != HIPSPARSE_STATUS_SUCCESS) return s;
  return blocked<float>(h, from.view(mb, row, col), nb * widthA, nullptr, to, rowC, nullptr,
                        nullptr, total);
}

#define CSR(TYPE) const hipsparseMatDescr_t d, TYPE *val, const int *row, const int *col
#define BLOCKS(TYPE)                                                                               \
  const hipsparseMatDescr_t d, const TYPE *val, const int *row, const int *col, int height,        \
      int width

#define TYPED_DENSE(X, T)                                                                          \
  hipsparseStatus_t hipsparse##X##csc2dense(hipsparseHandle_t h, int m, int n,                     \
                                            const hipsparseMatDescr_t d, const T *val,             \
                                            const int *row, const int *col, T *A, int ld) {        \
    auto s =                                                                                       \
        checked(h, m >= 0 && n >= 0 && d && ld >= std::max(1, m) && (!m || !n || (col && A)));     \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(h, [=, v = csr_view{n, col, row, d->base}] {                                     \
      for (int64_t c = 0; c < n; c++) std::fill(A + c * ld, A + c * ld + m, T{});                  \
      for (int c = 0; c < n; c++)                                                                  \
        v.each(c, [&](int r, int64_t at) { A[r + (int64_t)c * ld] = val[at]; });                   \
    });                                                                                            \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##dense2csc(hipsparseHandle_t h, int m, int n,                     \
                                            const hipsparseMatDescr_t d, const T *A, int ld,       \
                                            const int *nnzPerColumn, T *val, int *row, int *col) { \
    using E = element_of<T>;                                                                       \
    auto s = checked(h, m >= 0 && n >= 0 && d && ld >= std::max(1, m) && col &&                    \
                            (!m || !n || (A && nnzPerColumn)));                                    \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(h, [=, base = d->base] {                                                         \
      int at = 0;                                                                                  \
      for (int c = 0; c < n; c++) {                                                                \
        col[c] = at + base;                                                                        \
        for (int r = 0; r < m; r++) {                                                              \
          E v = ((const E *)A)[r + (int64_t)c * ld];                                               \
          if (v == E()) continue;                                                                  \
          ((E *)val)[at] = v;                                                                      \
          row[at++] = r + base;                                                                    \
        }                                                                                          \
      }                                                                                            \
      col[n] = at + base;                                                                          \
    });                                                                                            \
  }

#define TYPED_COMPRESSED(X, T)                                                                     \
  hipsparseStatus_t hipsparse##X##nnz_compress(                                                    \
      hipsparseHandle_t h, int m, const hipsparseMatDescr_t d, const T *val, const int *row,       \
      int *nnzPerRow, int *total, T tol) {                                                         \
    using E = element_of<T>;                                                                       \
    E least;                                                                                       \
    memcpy((void *)&least, &tol, sizeof tol);                                                      \
    auto s =                                                                                       \
        checked(h, m >= 0 && d && total && (!m || (row && nnzPerRow)) && real_part(least) >= 0);   \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return told(h, submit(h, [=, base = d->base] {                                                 \
                  *total = 0;                                                                      \
                  for (int r = 0; r < m; r++) {                                                    \
                    nnzPerRow[r] = 0;                                                              \
                    for (int i = row[r] - base; i < row[r + 1] - base; i++)                        \
                      nnzPerRow[r] += kept(((const E *)val)[i], least);                            \
                    *total += nnzPerRow[r];                                                        \
                  }                                                                                \
                }));                                                                               \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csr2csr_compress(                                                \
      hipsparseHandle_t h, int m, int n, const hipsparseMatDescr_t d, const T *val,                \
      const int *col, const int *row, int nnz, const int *nnzPerRow, T *valC, int *colC,           \
      int *rowC, T tol) {                                                                          \
    using E = element_of<T>;                                                                       \
    E least;                                                                                       \
    memcpy((void *)&least, &tol, sizeof tol);                                                      \
    auto s = checked(h, csr_call{m, nnz, d, val, row, col}.valid() && n >= 0 &&                    \
                            (!m || (nnzPerRow && rowC)) && real_part(least) >= 0);                 \
    if (s != HIPSPARSE_STATUS_SUCCESS || !m) return s;                                             \
    return submit(h, [=, base = d->base] {                                                         \
      int at = 0;                                                                                  \
      for (int r = 0; r < m; r++) {                                                                \
        rowC[r] = at + base;                                                                       \
        for (int i = row[r] - base; i < row[r + 1] - base; i++) {                                  \
          if (!kept(((const E *)val)[i], least)) continue;                                         \
          valC[at] = val[i];                                                                       \
          colC[at++] = col[i];                                                                     \
        }                                                                                          \
      }                                                                                            \
      rowC[m] = at + base;                                                                         \
    });                                                                                            \
  }

#define TYPED_BLOCKS(X, T)                                                                         \
  hipsparseStatus_t hipsparse##X##csr2gebsr_bufferSize(                                            \
      hipsparseHandle_t h, hipsparseDirection_t dir, int m, int n, CSR(const T), int height,       \
      int width, size_t *size) {                                                                   \
    csr_call a = {m, 0, d, val, row, col};                                                         \
    return sized(h, a.valid() && n >= 0 && is_direction(dir) && height > 0 && width > 0, size);    \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csr2gebsr(hipsparseHandle_t h, hipsparseDirection_t dir, int m,  \
                                            int n, CSR(const T), const hipsparseMatDescr_t bsr,    \
                                            T *bsrVal, int *bsrRow, int *bsrCol, int height,       \
                                            int width, void *) {                                   \
    csr_call a = {m, 0, d, val, row, col};                                                         \
    shape to = {dir, bsr, height, width};                                                          \
    auto s = checked(h, a.valid() && n >= 0 && to.valid() && bsrRow && bsrVal && bsrCol);          \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return blocked<element_of<T>>(h, a.view(), n, val, to, bsrRow, bsrCol, bsrVal, nullptr);       \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gebsr2csr(hipsparseHandle_t h, hipsparseDirection_t dir, int mb, \
                                            int nb, BLOCKS(T), const hipsparseMatDescr_t dC,       \
                                            T *valC, int *rowC, int *colC) {                       \
    shape from = {dir, d, height, width};                                                          \
    auto s = checked(h, mb >= 0 && nb >= 0 && from.valid() && dC && rowC && (!mb || row));         \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return unblocked(h, from.view(mb, row, col), val, dC->base, valC, rowC, colC);                 \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gebsr2gebsc_bufferSize(                                          \
      hipsparseHandle_t h, int mb, int nb, int nnzb, const T *, const int *row, const int *col,    \
      int height, int width, size_t *size) {                                                       \
    bool valid = mb >= 0 && nb >= 0 && nnzb >= 0 && height > 0 && width > 0;                       \
    return sized(h, valid && (!mb || row) && (!nnzb || col), size);                                \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gebsr2gebsc(                                                     \
      hipsparseHandle_t h, int mb, int nb, int nnzb, const T *val, const int *row, const int *col, \
      int height, int width, T *bscVal, int *bscRow, int *bscCol, hipsparseAction_t action,        \
      hipsparseIndexBase_t base, void *) {                                                         \
    bool numeric = action == HIPSPARSE_ACTION_NUMERIC;                                             \
    bool valid = mb >= 0 && nb >= 0 && nnzb >= 0 && height > 0 && width > 0 && is_base(base) &&    \
                 (unsigned)action <= HIPSPARSE_ACTION_NUMERIC;                                     \
    auto s = checked(h, valid && row && bscCol && (!nnzb || (col && bscRow)) &&                    \
                            (!nnzb || !numeric || (val && bscVal)));                               \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return submit(h, [=] {                                                                         \
      transposed(mb, nb, (size_t)height * width, base, val, row, col, numeric ? bscVal : nullptr,  \
                 bscRow, bscCol);                                                                  \
    });                                                                                            \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gebsr2gebsr_bufferSize(                                          \
      hipsparseHandle_t h, hipsparseDirection_t dir, int mb, int nb, int nnzb, BLOCKS(T),          \
      int heightC, int widthC, int *size) {                                                        \
    bool valid = mb >= 0 && nb >= 0 && nnzb >= 0 && shape{dir, d, height, width}.valid();          \
    valid &= heightC > 0 && widthC > 0 && (!nnzb || (val && col));                                 \
    return sized(h, valid && (!mb || row), size);                                                  \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##gebsr2gebsr(hipsparseHandle_t h, hipsparseDirection_t dir,       \
                                              int mb, int nb, int nnzb, BLOCKS(T),                 \
                                              const hipsparseMatDescr_t dC, T *valC, int *rowC,    \
                                              int *colC, int heightC, int widthC, void *) {        \
    shape from = {dir, d, height, width}, to = {dir, dC, heightC, widthC};                         \
    auto s = checked(h, mb >= 0 && nb >= 0 && nnzb >= 0 && from.valid() && to.valid() && rowC &&   \
                            (!mb || row) && (!nnzb || (val && col && valC && colC)));              \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return blocked<element_of<T>>(h, from.view(mb, row, col), nb * width, val, to, rowC, colC,     \
                                  valC, nullptr);                                                  \
  }

// A factorization gives a pivot that is too small no other value, unless it is asked for.
#define BOOST(X, T, name)                                                                          \
  hipsparseStatus_t hipsparse##X##name##_numericBoost(hipsparseHandle_t h, name##Info_t info,      \
                                                      int enable, double *tol, T *boost) {         \
    auto s = checked(h, info && (!enable || (tol && boost)));                                      \
    return s == HIPSPARSE_STATUS_SUCCESS && enable ? HIPSPARSE_STATUS_NOT_SUPPORTED : s;           \
  }
#define TYPED_ORDERS(X, T, R)                                                                      \
  BOOST(X, T, csrilu02)                                                                            \
  BOOST(X, T, bsrilu02)                                                                            \
  hipsparseStatus_t hipsparse##X##csru2csr_bufferSizeExt(                                          \
      hipsparseHandle_t h, int m, int n, int nnz, T *val, const int *row, int *col,                \
      csru2csrInfo_t info, size_t *size) {                                                         \
    bool valid = m >= 0 && n >= 0 && nnz >= 0 && info && row && (!nnz || (val && col));            \
    return sized(h, valid, size, permute_memory<T>(nnz));                                          \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csru2csr(hipsparseHandle_t h, int m, int n, int nnz,             \
                                           const hipsparseMatDescr_t d, T *val, const int *row,    \
                                           int *col, csru2csrInfo_t info, void *buffer) {          \
    return permuted(h, true, csr_call{m, nnz, d, val, row, col}, n, col, val, info, buffer);       \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csr2csru(hipsparseHandle_t h, int m, int n, int nnz,             \
                                           const hipsparseMatDescr_t d, T *val, const int *row,    \
                                           int *col, csru2csrInfo_t info, void *buffer) {          \
    return permuted(h, false, csr_call{m, nnz, d, val, row, col}, n, col, val, info, buffer);      \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##csrcolor(hipsparseHandle_t h, int m, int nnz, CSR(const T),      \
                                           const R *fraction, int *count, int *colours,            \
                                           int *reordering, hipsparseColorInfo_t info) {           \
    csr_call a = {m, nnz, d, val, row, col};                                                       \
    auto s = checked(h, a.valid() && fraction && count && (!m || colours) && info);                \
    if (s != HIPSPARSE_STATUS_SUCCESS) return s;                                                   \
    return finish(h, submit_marks(h, m, [=, v = a.view()](int *marks) {                            \
                    *count = coloured(v, colours, reordering, marks);                              \
                  }));                                                                             \
  }

#define TYPED_PRUNED(X, T)                                                                         \
  hipsparseStatus_t hipsparse##X##pruneDense2csr_bufferSize(                                       \
      hipsparseHandle_t h, int m, int n, const T *A, int lda, const T *threshold,                  \
      const hipsparseMatDescr_t d, const T *, const int *, const int *, size_t *size) {            \
    return DENSE(T, threshold, 0, false, nullptr).size(size, 0);                                   \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneDense2csr_bufferSizeExt(                                    \
      hipsparseHandle_t h, int m, int n, const T *A, int lda, const T *threshold,                  \
      const hipsparseMatDescr_t d, const T *, const int *, const int *, size_t *size) {            \
    return DENSE(T, threshold, 0, false, nullptr).size(size, 0);                                   \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneDense2csrNnz(                                               \
      hipsparseHandle_t h, int m, int n, const T *A, int lda, const T *threshold,                  \
      const hipsparseMatDescr_t d, int *row, int *total, void *buffer) {                           \
    return DENSE(T, threshold, 0, false, buffer).count(row, total);                                \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneDense2csr(                                                  \
      hipsparseHandle_t h, int m, int n, const T *A, int lda, const T *threshold,                  \
      const hipsparseMatDescr_t d, T *val, const int *row, int *col, void *buffer) {               \
    return DENSE(T, threshold, 0, false, buffer).copy(val, row, col);                              \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneDense2csrByPercentage_bufferSize(                           \
      hipsparseHandle_t h, int m, int n, const T *A, int lda, T percentage,                        \
      const hipsparseMatDescr_t d, const T *, const int *, const int *, pruneInfo_t info,          \
      size_t *size) {                                                                              \
    return DENSE(T, nullptr, percentage, info != nullptr, nullptr).size(size, 0);                  \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneDense2csrByPercentage_bufferSizeExt(                        \
      hipsparseHandle_t h, int m, int n, const T *A, int lda, T percentage,                        \
      const hipsparseMatDescr_t d, const T *, const int *, const int *, pruneInfo_t info,          \
      size_t *size) {                                                                              \
    return DENSE(T, nullptr, percentage, info != nullptr, nullptr).size(size, 0);                  \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneDense2csrNnzByPercentage(                                   \
      hipsparseHandle_t h, int m, int n, const T *A, int lda, T percentage,                        \
      const hipsparseMatDescr_t d, int *row, int *total, pruneInfo_t info, void *buffer) {         \
    return DENSE(T, nullptr, percentage, info != nullptr, buffer).count(row, total);               \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneDense2csrByPercentage(                                      \
      hipsparseHandle_t h, int m, int n, const T *A, int lda, T percentage,                        \
      const hipsparseMatDescr_t d, T *val, const int *row, int *col, pruneInfo_t info,             \
      void *buffer) {                                                                              \
    return DENSE(T, nullptr, percentage, info != nullptr, buffer).copy(val, row, col);             \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneCsr2csr_bufferSize(                                         \
      hipsparseHandle_t h, int m, int n, int nnz, CSR(const T), const T *threshold,                \
      const hipsparseMatDescr_t dC, const T *, const int *, const int *, size_t *size) {           \
    return SPARSE(T, threshold, 0, false, nullptr).size(size, nnz);                                \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneCsr2csr_bufferSizeExt(                                      \
      hipsparseHandle_t h, int m, int n, int nnz, CSR(const T), const T *threshold,                \
      const hipsparseMatDescr_t dC, const T *, const int *, const int *, size_t *size) {           \
    return SPARSE(T, threshold, 0, false, nullptr).size(size, nnz);                                \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneCsr2csrNnz(                                                 \
      hipsparseHandle_t h, int m, int n, int, CSR(const T), const T *threshold,                    \
      const hipsparseMatDescr_t dC, int *rowC, int *total, void *buffer) {                         \
    return SPARSE(T, threshold, 0, false, buffer).count(rowC, total);                              \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneCsr2csr(                                                    \
      hipsparseHandle_t h, int m, int n, int, CSR(const T), const T *threshold,                    \
      const hipsparseMatDescr_t dC, T *valC, const int *rowC, int *colC, void *buffer) {           \
    return SPARSE(T, threshold, 0, false, buffer).copy(valC, rowC, colC);                          \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneCsr2csrByPercentage_bufferSize(                             \
      hipsparseHandle_t h, int m, int n, int nnz, CSR(const T), T percentage,                      \
      const hipsparseMatDescr_t dC, const T *, const int *, const int *, pruneInfo_t info,         \
      size_t *size) {                                                                              \
    return SPARSE(T, nullptr, percentage, info != nullptr, nullptr).size(size, nnz);               \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneCsr2csrByPercentage_bufferSizeExt(                          \
      hipsparseHandle_t h, int m, int n, int nnz, CSR(const T), T percentage,                      \
      const hipsparseMatDescr_t dC, const T *, const int *, const int *, pruneInfo_t info,         \
      size_t *size) {                                                                              \
    return SPARSE(T, nullptr, percentage, info != nullptr, nullptr).size(size, nnz);               \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneCsr2csrNnzByPercentage(                                     \
      hipsparseHandle_t h, int m, int n, int, CSR(const T), T percentage,                          \
      const hipsparseMatDescr_t dC, int *rowC, int *total, pruneInfo_t info, void *buffer) {       \
    return SPARSE(T, nullptr, percentage, info != nullptr, buffer).count(rowC, total);             \
  }                                                                                                \
  hipsparseStatus_t hipsparse##X##pruneCsr2csrByPercentage(                                        \
      hipsparseHandle_t h, int m, int n, int, CSR(const T), T percentage,                          \
      const hipsparseMatDescr_t dC, T *valC, const int *rowC, int *colC, pruneInfo_t info,         \
      void *buffer) {                                                                              \
    return SPARSE(T, nullptr, percentage, info != nullptr, buffer).copy(valC, rowC, colC);         \
  }
#define DENSE(T, threshold, percentage, info, buffer)                                              \
  pruning<T> {                                                                                     \
    h, m, n, A, lda, nullptr, nullptr, nullptr, d, false, threshold, percentage, info, buffer      \
  }
#define SPARSE(T, threshold, percentage, info, buffer)                                             \
  pruning<T> { h, m, n, val, 0, row, col, d, dC, true, threshold, percentage, info, buffer }
TYPED_PRUNED(S, float)
TYPED_PRUNED(D, double)

#define TYPED(X, T, R)                                                                             \
  TYPED_DENSE(X, T)                                                                                \
  TYPED_COMPRESSED(X, T)                                                                           \
  TYPED_BLOCKS(X, T)                                                                               \
  TYPED_ORDERS(X, T, R)
TYPED(S, float, float)
TYPED(D, double, double)
TYPED(C, hipComplex, float)
TYPED(Z, hipDoubleComplex, double)

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's names of hipSPARSE's conversions from and to blocks of any shape, colours, matrices of their
// largest elements by percentage, and batches of tridiagonal systems at a distance.
#include "roccheck.h"

#include <algorithm>

namespace {

// shaped checks a matrix of blocks whose sizes are in blocks.
checked shaped(rocsparse_handle handle, rocsparse_direction dir, int mb, int nb, int nnzb,
               const int *row, const int *col, int height, int width) {
  checked c(handle);
  c.value((unsigned)dir <= rocsparse_direction_column).sizes(mb, nb, nnzb);
  c.need(height > 0 && width > 0, rocsparse_status_invalid_size);
  return c.need((!mb || row) && (!nnzb || col), rocsparse_status_invalid_pointer);
}

// pruned checks what functions by percentage have in common.
template <class T>
checked pruned(rocsparse_handle handle, int m, int n, T percentage, rocsparse_mat_descr to,
               rocsparse_mat_info info) {
  checked c(handle);
  c.sizes(m, n).need(percentage >= 0 && percentage <= 100, rocsparse_status_invalid_size);
  return c.pointers(to, info);
}

} // namespace

rocsparse_status rocsparse_csr2gebsr_nnz(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n,
    const rocsparse_mat_descr csr_descr, const rocsparse_int *row, const rocsparse_int *col,
    const rocsparse_mat_descr bsr_descr, rocsparse_int *bsr_row, rocsparse_int height,
    rocsparse_int width, rocsparse_int *total, void *temp_buffer) {
  checked c = shaped(handle, dir, m, n, 0, row, col, height, width);
  c.pointers(csr_descr, bsr_descr, bsr_row, total, temp_buffer);
  return c.need(!m || col, rocsparse_status_invalid_pointer).then([=] {
    return hipsparseXcsr2gebsrNnz(handle->h, direction(dir), m, n, csr_descr->d, row, col,
                                  bsr_descr->d, bsr_row, height, width, total, temp_buffer);
  });
}
rocsparse_status rocsparse_gebsr2gebsr_nnz(rocsparse_handle handle, rocsparse_direction dir,
                                           rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb,
                                           const rocsparse_mat_descr descr_A,
                                           const rocsparse_int *row, const rocsparse_int *col,
                                           rocsparse_int height, rocsparse_int width,
                                           const rocsparse_mat_descr descr_C, rocsparse_int *row_C,
                                           rocsparse_int height_C, rocsparse_int width_C,
                                           rocsparse_int *total, void *temp_buffer) {
  checked c = shaped(handle, dir, mb, nb, nnzb, row, col, height, width);
  c.need(height_C > 0 && width_C > 0, rocsparse_status_invalid_size);
  return c.pointers(descr_A, descr_C, row_C, total, temp_buffer).then([=] {
    return hipsparseXgebsr2gebsrNnz(handle->h, direction(dir), mb, nb, nnzb, descr_A->d, row, col,
                                    height, width, descr_C->d, row_C, height_C, width_C, total,
                                    temp_buffer);
  });
}

#define CSR(T)                                                                                     \
  const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row, const rocsparse_int *col
#define BLOCKS(T)                                                                                  \
  const T *val, const rocsparse_int *row, const rocsparse_int *col, rocsparse_int height,          \
      rocsparse_int width

#define TYPED_BLOCKS(x, X, T)                                                                      \
  rocsparse_status rocsparse_##x##csr2gebsr_buffer_size(                                           \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n, CSR(T),  \
      rocsparse_int height, rocsparse_int width, size_t *buffer_size) {                            \
    checked c = shaped(handle, dir, m, n, 0, row, col, height, width);                             \
    return c.pointers(descr, buffer_size).then([=] {                                               \
      return hipsparse##X##csr2gebsr_bufferSize(handle->h, direction(dir), m, n, descr->d, val,    \
                                                row, col, height, width, buffer_size);             \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##csr2gebsr(                                                       \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n, CSR(T),  \
      const rocsparse_mat_descr bsr_descr, T *bsr_val, rocsparse_int *bsr_row,                     \
      rocsparse_int *bsr_col, rocsparse_int height, rocsparse_int width, void *temp_buffer) {      \
    checked c = shaped(handle, dir, m, n, 0, row, col, height, width);                             \
    c.pointers(descr, bsr_descr, bsr_row, temp_buffer);                                            \
    c.need(!m || !n || (val && col && bsr_val && bsr_col), rocsparse_status_invalid_pointer);      \
    return c.then([=] {                                                                            \
      return hipsparse##X##csr2gebsr(handle->h, direction(dir), m, n, descr->d, val, row, col,     \
                                     bsr_descr->d, bsr_val, bsr_row, bsr_col, height, width,       \
                                     temp_buffer);                                                 \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##gebsr2csr(                                                       \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nb,        \
      const rocsparse_mat_descr descr, BLOCKS(T), const rocsparse_mat_descr csr_descr, T *csr_val, \
      rocsparse_int *csr_row, rocsparse_int *csr_col) {                                            \
    checked c = shaped(handle, dir, mb, nb, 0, row, col, height, width);                           \
    c.pointers(descr, csr_descr, csr_row);                                                         \
    c.need(!mb || !nb || (val && col && csr_val && csr_col), rocsparse_status_invalid_pointer);    \
    return c.then([=] {                                                                            \
      return hipsparse##X##gebsr2csr(handle->h, direction(dir), mb, nb, descr->d, val, row, col,   \
                                     height, width, csr_descr->d, csr_val, csr_row, csr_col);      \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##gebsr2gebsc_buffer_size(                                         \
      rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, BLOCKS(T),  \
      size_t *buffer_size) {                                                                       \
    checked c = shaped(handle, rocsparse_direction_row, mb, nb, nnzb, row, col, height, width);    \
    return c.pointers(buffer_size).then([=] {                                                      \
      return hipsparse##X##gebsr2gebsc_bufferSize(handle->h, mb, nb, nnzb, val, row, col, height,  \
                                                  width, buffer_size);                             \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##gebsr2gebsc(                                                     \
      rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, BLOCKS(T),  \
      T *bsc_val, rocsparse_int *bsc_row, rocsparse_int *bsc_col, rocsparse_action copy_values,    \
      rocsparse_index_base idx_base, void *temp_buffer) {                                          \
    checked c = shaped(handle, rocsparse_direction_row, mb, nb, nnzb, row, col, height, width);    \
    c.base(idx_base).value((unsigned)copy_values <= rocsparse_action_numeric);                     \
    bool numeric = copy_values == rocsparse_action_numeric;                                        \
    c.pointers(bsc_col, temp_buffer)                                                               \
        .need(!nnzb || (bsc_row && (!numeric || (val && bsc_val))),                                \
              rocsparse_status_invalid_pointer);                                                   \
    return c.then([=] {                                                                            \
      return hipsparse##X##gebsr2gebsc(                                                            \
          handle->h, mb, nb, nnzb, val, row, col, height, width, bsc_val, bsc_row, bsc_col,        \
          numeric ? HIPSPARSE_ACTION_NUMERIC : HIPSPARSE_ACTION_SYMBOLIC, base(idx_base),          \
          temp_buffer);                                                                            \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##gebsr2gebsr_buffer_size(                                         \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nb,        \
      rocsparse_int nnzb, const rocsparse_mat_descr descr, BLOCKS(T), rocsparse_int height_C,      \
      rocsparse_int width_C, size_t *buffer_size) {                                                \
    checked c = shaped(handle, dir, mb, nb, nnzb, row, col, height, width);                        \
    c.need(height_C > 0 && width_C > 0, rocsparse_status_invalid_size);                            \
    return c.pointers(descr, buffer_size).then([=] {                                               \
      int bytes = 0;                                                                               \
      auto s = hipsparse##X##gebsr2gebsr_bufferSize(handle->h, direction(dir), mb, nb, nnzb,       \
                                                    descr->d, val, row, col, height, width,        \
                                                    height_C, width_C, &bytes);                    \
      if (s == HIPSPARSE_STATUS_SUCCESS) *buffer_size = (size_t)bytes;                             \
      return s;                                                                                    \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##gebsr2gebsr(                                                     \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nb,        \
      rocsparse_int nnzb, const rocsparse_mat_descr descr, BLOCKS(T),                              \
      const rocsparse_mat_descr descr_C, T *val_C, rocsparse_int *row_C, rocsparse_int *col_C,     \
      rocsparse_int height_C, rocsparse_int width_C, void *temp_buffer) {                          \
    checked c = shaped(handle, dir, mb, nb, nnzb, row, col, height, width);                        \
    c.need(height_C > 0 && width_C > 0, rocsparse_status_invalid_size);                            \
    c.pointers(descr, descr_C, row_C, temp_buffer)                                                 \
        .need(!nnzb || (val && val_C && col_C), rocsparse_status_invalid_pointer);                 \
    return c.then([=] {                                                                            \
      return hipsparse##X##gebsr2gebsr(handle->h, direction(dir), mb, nb, nnzb, descr->d, val,     \
                                       row, col, height, width, descr_C->d, val_C, row_C, col_C,   \
                                       height_C, width_C, temp_buffer);                            \
    });                                                                                            \
  }

#define TYPED_SYSTEMS(x, X, T, R)                                                                  \
  rocsparse_status rocsparse_##x##csrcolor(rocsparse_handle handle, rocsparse_int m,               \
                                           rocsparse_int nnz, CSR(T), const R *fraction,           \
                                           rocsparse_int *ncolors, rocsparse_int *coloring,        \
                                           rocsparse_int *reordering, rocsparse_mat_info info) {   \
    checked c = csr_check(handle, descr, m, m, nnz, val, row, col);                                \
    c.pointers(fraction, ncolors, info).need(!m || coloring, rocsparse_status_invalid_pointer);    \
    return c.then([=] {                                                                            \
      return hipsparse##X##csrcolor(handle->h, m, nnz, descr->d, val, row, col, fraction, ncolors, \
                                    coloring, reordering, info->hipsparseColor);                   \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##gtsv_no_pivot_strided_batch_buffer_size(                         \
      rocsparse_handle handle, rocsparse_int m, const T *dl, const T *d, const T *du, const T *v,  \
      rocsparse_int batch_count, rocsparse_int batch_stride, size_t *buffer_size) {                \
    checked c(handle);                                                                             \
    c.sizes(m, batch_count, batch_stride - m).pointers(dl, d, du, v, buffer_size);                 \
    return c.then([=] {                                                                            \
      return hipsparse##X##gtsv2StridedBatch_bufferSizeExt(                                        \
          handle->h, m, dl, d, du, v, batch_count, batch_stride, buffer_size);                     \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##gtsv_no_pivot_strided_batch(                                     \
      rocsparse_handle handle, rocsparse_int m, const T *dl, const T *d, const T *du, T *v,        \
      rocsparse_int batch_count, rocsparse_int batch_stride, void *temp_buffer) {                  \
    checked c(handle);                                                                             \
    c.sizes(m, batch_count, batch_stride - m).pointers(dl, d, du, v, temp_buffer);                 \
    return c.then([=] {                                                                            \
      return hipsparse##X##gtsv2StridedBatch(handle->h, m, dl, d, du, v, batch_count,              \
                                             batch_stride, temp_buffer);                           \
    });                                                                                            \
  }

#define TYPED_PRUNED(x, X, T)                                                                      \
  rocsparse_status rocsparse_##x##prune_dense2csr_by_percentage_buffer_size(                       \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A, rocsparse_int lda,    \
      T percentage, const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,       \
      const rocsparse_int *col, rocsparse_mat_info info, size_t *buffer_size) {                    \
    checked c = pruned(handle, m, n, percentage, descr, info);                                     \
    return c.sizes(lda - std::max(1, m)).pointers(buffer_size).then([=] {                          \
      return hipsparse##X##pruneDense2csrByPercentage_bufferSize(                                  \
          handle->h, m, n, A, lda, percentage, descr->d, val, row, col, info->prune, buffer_size); \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##prune_dense2csr_nnz_by_percentage(                               \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A, rocsparse_int lda,    \
      T percentage, const rocsparse_mat_descr descr, rocsparse_int *row, rocsparse_int *total,     \
      rocsparse_mat_info info, void *temp_buffer) {                                                \
    checked c = pruned(handle, m, n, percentage, descr, info);                                     \
    c.sizes(lda - std::max(1, m)).pointers(row, total, temp_buffer);                               \
    return c.need(!m || !n || A, rocsparse_status_invalid_pointer).then([=] {                      \
      return hipsparse##X##pruneDense2csrNnzByPercentage(                                          \
          handle->h, m, n, A, lda, percentage, descr->d, row, total, info->prune, temp_buffer);    \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##prune_dense2csr_by_percentage(                                   \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A, rocsparse_int lda,    \
      T percentage, const rocsparse_mat_descr descr, T *val, const rocsparse_int *row,             \
      rocsparse_int *col, rocsparse_mat_info info, void *temp_buffer) {                            \
    checked c = pruned(handle, m, n, percentage, descr, info);                                     \
    c.sizes(lda - std::max(1, m)).pointers(row, temp_buffer);                                      \
    c.need(!m || !n || (A && val && col), rocsparse_status_invalid_pointer);                       \
    return c.then([=] {                                                                            \
      return hipsparse##X##pruneDense2csrByPercentage(                                             \
          handle->h, m, n, A, lda, percentage, descr->d, val, row, col, info->prune, temp_buffer); \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##prune_csr2csr_by_percentage_buffer_size(                         \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, CSR(T),        \
      T percentage, const rocsparse_mat_descr descr_C, const T *val_C, const rocsparse_int *row_C, \
      const rocsparse_int *col_C, rocsparse_mat_info info, size_t *buffer_size) {                  \
    checked c = pruned(handle, m, n, percentage, descr_C, info);                                   \
    c.sizes(nnz).pointers(descr, buffer_size).need(!m || row, rocsparse_status_invalid_pointer);   \
    return c.then([=] {                                                                            \
      return hipsparse##X##pruneCsr2csrByPercentage_bufferSize(                                    \
          handle->h, m, n, nnz, descr->d, val, row, col, percentage, descr_C->d, val_C, row_C,     \
          col_C, info->prune, buffer_size);                                                        \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##prune_csr2csr_nnz_by_percentage(                                 \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, CSR(T),        \
      T percentage, const rocsparse_mat_descr descr_C, rocsparse_int *row_C, rocsparse_int *total, \
      rocsparse_mat_info info, void *temp_buffer) {                                                \
    checked c = pruned(handle, m, n, percentage, descr_C, info);                                   \
    c.sizes(nnz).pointers(descr, row_C, total, temp_buffer);                                       \
    c.need((!m || row) && (!nnz || (val && col)), rocsparse_status_invalid_pointer);               \
    return c.then([=] {                                                                            \
      return hipsparse##X##pruneCsr2csrNnzByPercentage(handle->h, m, n, nnz, descr->d, val, row,   \
                                                       col, percentage, descr_C->d, row_C, total,  \
                                                       info->prune, temp_buffer);                  \
    });                                                                                            \
  }                                                                                                \
  rocsparse_status rocsparse_##x##prune_csr2csr_by_percentage(                                     \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz, CSR(T),        \
      T percentage, const rocsparse_mat_descr descr_C, T *val_C, const rocsparse_int *row_C,       \
      rocsparse_int *col_C, rocsparse_mat_info info, void *temp_buffer) {                          \
    checked c = pruned(handle, m, n, percentage, descr_C, info);                                   \
    c.sizes(nnz).pointers(descr, row_C, temp_buffer);                                              \
    c.need((!m || row) && (!nnz || (val && col && val_C && col_C)),                                \
           rocsparse_status_invalid_pointer);                                                      \
    return c.then([=] {                                                                            \
      return hipsparse##X##pruneCsr2csrByPercentage(handle->h, m, n, nnz, descr->d, val, row, col, \
                                                    percentage, descr_C->d, val_C, row_C, col_C,   \
                                                    info->prune, temp_buffer);                     \
    });                                                                                            \
  }

#define TYPED(x, X, T, R)                                                                          \
  TYPED_BLOCKS(x, X, T)                                                                            \
  TYPED_SYSTEMS(x, X, T, R)
TYPED(s, S, float, float)
TYPED(d, D, double, double)
TYPED(c, C, rocsparse_float_complex, float)
TYPED(z, Z, rocsparse_double_complex, double)
TYPED_PRUNED(s, S, float)
TYPED_PRUNED(d, D, double)

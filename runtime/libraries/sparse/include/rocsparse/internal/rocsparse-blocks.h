// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's conversions from and to blocks that are not square, colours, matrices of their largest elements
// by percentage, and batches of tridiagonal systems at a distance.
#ifndef ROCSPARSE_BLOCKS_H
#define ROCSPARSE_BLOCKS_H

#ifdef __cplusplus
extern "C" {
#endif

ROCSPARSE_EXPORT rocsparse_status rocsparse_csr2gebsr_nnz(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n,
    const rocsparse_mat_descr csr_descr, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, const rocsparse_mat_descr bsr_descr,
    rocsparse_int *bsr_row_ptr, rocsparse_int row_block_dim, rocsparse_int col_block_dim,
    rocsparse_int *bsr_nnz_devhost, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_gebsr2gebsr_nnz(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nb,
    rocsparse_int nnzb, const rocsparse_mat_descr descr_A, const rocsparse_int *bsr_row_ptr_A,
    const rocsparse_int *bsr_col_ind_A, rocsparse_int row_block_dim_A,
    rocsparse_int col_block_dim_A, const rocsparse_mat_descr descr_C, rocsparse_int *bsr_row_ptr_C,
    rocsparse_int row_block_dim_C, rocsparse_int col_block_dim_C,
    rocsparse_int *nnz_total_dev_host_ptr, void *temp_buffer);

// A matrix of blocks, of which A may be read only.
#define ROCSPARSE_BLOCKS(A)                                                                        \
  A *bsr_val_A, const rocsparse_int *bsr_row_ptr_A, const rocsparse_int *bsr_col_ind_A,            \
      rocsparse_int row_block_dim_A, rocsparse_int col_block_dim_A
#define ROCSPARSE_CSR(T)                                                                           \
  const rocsparse_mat_descr csr_descr, const T *csr_val, const rocsparse_int *csr_row_ptr,         \
      const rocsparse_int *csr_col_ind
#define ROCSPARSE_DECLARE(X, T, R)                                                                 \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csr2gebsr_buffer_size(                          \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n,          \
      ROCSPARSE_CSR(T), rocsparse_int row_block_dim, rocsparse_int col_block_dim,                  \
      size_t *buffer_size);                                                                        \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csr2gebsr(                                      \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n,          \
      ROCSPARSE_CSR(T), const rocsparse_mat_descr bsr_descr, T *bsr_val,                           \
      rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_col_ind, rocsparse_int row_block_dim,         \
      rocsparse_int col_block_dim, void *temp_buffer);                                             \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gebsr2csr(                                      \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nb,        \
      const rocsparse_mat_descr descr_A, ROCSPARSE_BLOCKS(const T),                                \
      const rocsparse_mat_descr csr_descr, T *csr_val, rocsparse_int *csr_row_ptr,                 \
      rocsparse_int *csr_col_ind);                                                                 \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gebsr2gebsc_buffer_size(                        \
      rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb,             \
      ROCSPARSE_BLOCKS(const T), size_t *buffer_size);                                             \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gebsr2gebsc(                                    \
      rocsparse_handle handle, rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb,             \
      ROCSPARSE_BLOCKS(const T), T *bsc_val, rocsparse_int *bsc_row_ind,                           \
      rocsparse_int *bsc_col_ptr, rocsparse_action copy_values, rocsparse_index_base idx_base,     \
      void *temp_buffer);                                                                          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gebsr2gebsr_buffer_size(                        \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nb,        \
      rocsparse_int nnzb, const rocsparse_mat_descr descr_A, ROCSPARSE_BLOCKS(const T),            \
      rocsparse_int row_block_dim_C, rocsparse_int col_block_dim_C, size_t *buffer_size);          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gebsr2gebsr(                                    \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int mb, rocsparse_int nb,        \
      rocsparse_int nnzb, const rocsparse_mat_descr descr_A, ROCSPARSE_BLOCKS(const T),            \
      const rocsparse_mat_descr descr_C, T *bsr_val_C, rocsparse_int *bsr_row_ptr_C,               \
      rocsparse_int *bsr_col_ind_C, rocsparse_int row_block_dim_C, rocsparse_int col_block_dim_C,  \
      void *temp_buffer);                                                                          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrcolor(                                       \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz, ROCSPARSE_CSR(T),               \
      const R *fraction_to_color, rocsparse_int *ncolors, rocsparse_int *coloring,                 \
      rocsparse_int *reordering, rocsparse_mat_info info);                                         \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gtsv_no_pivot_strided_batch_buffer_size(        \
      rocsparse_handle handle, rocsparse_int m, const T *dl, const T *d, const T *du, const T *x,  \
      rocsparse_int batch_count, rocsparse_int batch_stride, size_t *buffer_size);                 \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gtsv_no_pivot_strided_batch(                    \
      rocsparse_handle handle, rocsparse_int m, const T *dl, const T *d, const T *du, T *x,        \
      rocsparse_int batch_count, rocsparse_int batch_stride, void *temp_buffer);
ROCSPARSE_DECLARE(s, float, float)
ROCSPARSE_DECLARE(d, double, double)
ROCSPARSE_DECLARE(c, rocsparse_float_complex, float)
ROCSPARSE_DECLARE(z, rocsparse_double_complex, double)
#undef ROCSPARSE_DECLARE

#define ROCSPARSE_PRUNE(X, T)                                                                      \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##prune_dense2csr_by_percentage_buffer_size(      \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A, rocsparse_int lda,    \
      T percentage, const rocsparse_mat_descr descr, const T *csr_val,                             \
      const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info, \
      size_t *buffer_size);                                                                        \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##prune_dense2csr_nnz_by_percentage(              \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A, rocsparse_int lda,    \
      T percentage, const rocsparse_mat_descr descr, rocsparse_int *csr_row_ptr,                   \
      rocsparse_int *nnz_total_dev_host_ptr, rocsparse_mat_info info, void *temp_buffer);          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##prune_dense2csr_by_percentage(                  \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A, rocsparse_int lda,    \
      T percentage, const rocsparse_mat_descr descr, T *csr_val, const rocsparse_int *csr_row_ptr, \
      rocsparse_int *csr_col_ind, rocsparse_mat_info info, void *temp_buffer);                     \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##prune_csr2csr_by_percentage_buffer_size(        \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz_A,              \
      ROCSPARSE_CSR(T), T percentage, const rocsparse_mat_descr descr_C, const T *csr_val_C,       \
      const rocsparse_int *csr_row_ptr_C, const rocsparse_int *csr_col_ind_C,                      \
      rocsparse_mat_info info, size_t *buffer_size);                                               \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##prune_csr2csr_nnz_by_percentage(                \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz_A,              \
      ROCSPARSE_CSR(T), T percentage, const rocsparse_mat_descr descr_C,                           \
      rocsparse_int *csr_row_ptr_C, rocsparse_int *nnz_total_dev_host_ptr,                         \
      rocsparse_mat_info info, void *temp_buffer);                                                 \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##prune_csr2csr_by_percentage(                    \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz_A,              \
      ROCSPARSE_CSR(T), T percentage, const rocsparse_mat_descr descr_C, T *csr_val_C,             \
      const rocsparse_int *csr_row_ptr_C, rocsparse_int *csr_col_ind_C, rocsparse_mat_info info,   \
      void *temp_buffer);
ROCSPARSE_PRUNE(s, float)
ROCSPARSE_PRUNE(d, double)
#undef ROCSPARSE_PRUNE
#undef ROCSPARSE_CSR
#undef ROCSPARSE_BLOCKS

#ifdef __cplusplus
}
#endif

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's iterative factorization and solve, products by a descriptor of their own, the hybrid format,
// conversions of COO and CSC to and from dense matrices, pruned matrices, and accessors of constant descriptors.
#ifndef ROCSPARSE_FORMATS_H
#define ROCSPARSE_FORMATS_H

typedef enum rocsparse_itilu0_alg_ {
  rocsparse_itilu0_alg_default = 0,
  rocsparse_itilu0_alg_async_inplace = 1,
  rocsparse_itilu0_alg_async_split = 2,
  rocsparse_itilu0_alg_sync_split = 3,
  rocsparse_itilu0_alg_sync_split_fusion = 4
} rocsparse_itilu0_alg;

typedef enum rocsparse_itilu0_option_ {
  rocsparse_itilu0_option_verbose = 1,
  rocsparse_itilu0_option_stopping_criteria = 2,
  rocsparse_itilu0_option_compute_nrm_correction = 4,
  rocsparse_itilu0_option_compute_nrm_residual = 8,
  rocsparse_itilu0_option_convergence_history = 16,
  rocsparse_itilu0_option_coo_format = 32
} rocsparse_itilu0_option;

typedef enum rocsparse_spitsv_alg_ { rocsparse_spitsv_alg_default = 0 } rocsparse_spitsv_alg;
typedef enum rocsparse_spitsv_stage_ {
  rocsparse_spitsv_stage_buffer_size = 1,
  rocsparse_spitsv_stage_preprocess = 2,
  rocsparse_spitsv_stage_compute = 3
} rocsparse_spitsv_stage;

typedef enum rocsparse_hyb_partition_ {
  rocsparse_hyb_partition_auto = 0,
  rocsparse_hyb_partition_user = 1,
  rocsparse_hyb_partition_max = 2
} rocsparse_hyb_partition;
typedef struct _rocsparse_hyb_mat *rocsparse_hyb_mat;

typedef struct _rocsparse_spmv_descr *rocsparse_spmv_descr;
typedef struct _rocsparse_error *rocsparse_error;
typedef enum rocsparse_spmv_input_ {
  rocsparse_spmv_input_alg,
  rocsparse_spmv_input_operation,
  rocsparse_spmv_input_scalar_datatype,
  rocsparse_spmv_input_compute_datatype
} rocsparse_spmv_input;
typedef enum rocsparse_v2_spmv_stage_ {
  rocsparse_v2_spmv_stage_analysis,
  rocsparse_v2_spmv_stage_compute
} rocsparse_v2_spmv_stage;

#ifdef __cplusplus
extern "C" {
#endif

ROCSPARSE_EXPORT rocsparse_status rocsparse_csritilu0_buffer_size(
    rocsparse_handle handle, rocsparse_itilu0_alg alg, rocsparse_int option, rocsparse_int nmaxiter,
    rocsparse_int m, rocsparse_int nnz, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_index_base idx_base, rocsparse_datatype datatype,
    size_t *buffer_size);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csritilu0_preprocess(
    rocsparse_handle handle, rocsparse_itilu0_alg alg, rocsparse_int option, rocsparse_int nmaxiter,
    rocsparse_int m, rocsparse_int nnz, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_index_base idx_base, rocsparse_datatype datatype,
    size_t buffer_size, void *buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spitsv(
    rocsparse_handle handle, rocsparse_int *host_nmaxiter, const void *host_tol, void *host_history,
    rocsparse_operation trans, const void *alpha, const rocsparse_spmat_descr mat,
    const rocsparse_dnvec_descr x, const rocsparse_dnvec_descr y, rocsparse_datatype compute_type,
    rocsparse_spitsv_alg alg, rocsparse_spitsv_stage stage, size_t *buffer_size, void *temp_buffer);

// A product's operation and types are set before it is analysed. No function makes an error.
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_spmv_descr(rocsparse_spmv_descr *descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_spmv_descr(rocsparse_spmv_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_error(rocsparse_error error);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmv_set_input(
    rocsparse_handle handle, rocsparse_spmv_descr descr, rocsparse_spmv_input input,
    const void *data, size_t data_size_in_bytes, rocsparse_error *error);
ROCSPARSE_EXPORT rocsparse_status rocsparse_v2_spmv_buffer_size(
    rocsparse_handle handle, rocsparse_spmv_descr descr, rocsparse_const_spmat_descr mat,
    rocsparse_const_dnvec_descr x, rocsparse_const_dnvec_descr y, rocsparse_v2_spmv_stage stage,
    size_t *buffer_size_in_bytes, rocsparse_error *error);
ROCSPARSE_EXPORT rocsparse_status
rocsparse_v2_spmv(rocsparse_handle handle, rocsparse_spmv_descr descr, const void *alpha,
                  rocsparse_const_spmat_descr mat, rocsparse_const_dnvec_descr x, const void *beta,
                  rocsparse_dnvec_descr y, rocsparse_v2_spmv_stage stage,
                  size_t buffer_size_in_bytes, void *buffer, rocsparse_error *error);

ROCSPARSE_EXPORT rocsparse_status rocsparse_create_hyb_mat(rocsparse_hyb_mat *hyb);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_hyb_mat(rocsparse_hyb_mat hyb);
ROCSPARSE_EXPORT rocsparse_status rocsparse_hyb2csr_buffer_size(rocsparse_handle handle,
                                                                const rocsparse_mat_descr descr,
                                                                const rocsparse_hyb_mat hyb,
                                                                const rocsparse_int *csr_row_ptr,
                                                                size_t *buffer_size);

ROCSPARSE_EXPORT rocsparse_status rocsparse_inverse_permutation(rocsparse_handle handle,
                                                                rocsparse_int n,
                                                                const rocsparse_int *p,
                                                                rocsparse_int *q,
                                                                rocsparse_index_base base);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_identity_permutation(rocsparse_handle handle,
                                                                     int64_t n, void *p,
                                                                     rocsparse_indextype indextype);
ROCSPARSE_EXPORT rocsparse_status rocsparse_bsrmv_clear(rocsparse_handle handle,
                                                        rocsparse_mat_info info);
ROCSPARSE_EXPORT rocsparse_status rocsparse_bsrmv_ex_clear(rocsparse_handle handle,
                                                           rocsparse_mat_info info);
ROCSPARSE_EXPORT rocsparse_status rocsparse_cscsort_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz,
    const rocsparse_int *csc_col_ptr, const rocsparse_int *csc_row_ind, size_t *buffer_size);
ROCSPARSE_EXPORT rocsparse_status rocsparse_cscsort(rocsparse_handle handle, rocsparse_int m,
                                                    rocsparse_int n, rocsparse_int nnz,
                                                    const rocsparse_mat_descr descr,
                                                    const rocsparse_int *csc_col_ptr,
                                                    rocsparse_int *csc_row_ind, rocsparse_int *perm,
                                                    void *temp_buffer);

ROCSPARSE_EXPORT rocsparse_status
rocsparse_const_spvec_get(rocsparse_const_spvec_descr descr, int64_t *size, int64_t *nnz,
                          const void **indices, const void **values, rocsparse_indextype *idx_type,
                          rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status
rocsparse_const_spvec_get_values(rocsparse_const_spvec_descr descr, const void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_csr_get(
    rocsparse_const_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz,
    const void **csr_row_ptr, const void **csr_col_ind, const void **csr_val,
    rocsparse_indextype *row_ptr_type, rocsparse_indextype *col_ind_type,
    rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_csc_get(
    rocsparse_const_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz,
    const void **csc_col_ptr, const void **csc_row_ind, const void **csc_val,
    rocsparse_indextype *col_ptr_type, rocsparse_indextype *row_ind_type,
    rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_coo_get(
    rocsparse_const_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz,
    const void **coo_row_ind, const void **coo_col_ind, const void **coo_val,
    rocsparse_indextype *idx_type, rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status
rocsparse_const_spmat_get_values(rocsparse_const_spmat_descr descr, const void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_dnvec_get(rocsparse_const_dnvec_descr descr,
                                                            int64_t *size, const void **values,
                                                            rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status
rocsparse_const_dnvec_get_values(rocsparse_const_dnvec_descr descr, const void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_dnmat_get(rocsparse_const_dnmat_descr descr,
                                                            int64_t *rows, int64_t *cols,
                                                            int64_t *ld, const void **values,
                                                            rocsparse_datatype *data_type,
                                                            rocsparse_order *order);
ROCSPARSE_EXPORT rocsparse_status
rocsparse_const_dnmat_get_values(rocsparse_const_dnmat_descr descr, const void **values);

// The functions of a type X of elements T, whose absolute values are R.
#define ROCSPARSE_DECLARE(X, T, R)                                                                 \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csritilu0_compute(                              \
      rocsparse_handle handle, rocsparse_itilu0_alg alg, rocsparse_int option,                     \
      rocsparse_int *nmaxiter, R tol, rocsparse_int m, rocsparse_int nnz,                          \
      const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, const T *csr_val,        \
      T *ilu0, rocsparse_index_base idx_base, size_t buffer_size, void *buffer);                   \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csritilu0_history(                              \
      rocsparse_handle handle, rocsparse_itilu0_alg alg, rocsparse_int *niter, R *data,            \
      size_t buffer_size, void *buffer);                                                           \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csr2hyb(                                        \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr,  \
      const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,        \
      rocsparse_hyb_mat hyb, rocsparse_int user_ell_width,                                         \
      rocsparse_hyb_partition partition_type);                                                     \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##hyb2csr(                                        \
      rocsparse_handle handle, const rocsparse_mat_descr descr, const rocsparse_hyb_mat hyb,       \
      T *csr_val, rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind, void *temp_buffer);      \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##hybmv(                                          \
      rocsparse_handle handle, rocsparse_operation trans, const T *alpha,                          \
      const rocsparse_mat_descr descr, const rocsparse_hyb_mat hyb, const T *x, const T *beta,     \
      T *y);                                                                                       \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##coo2dense(                                      \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz,                \
      const rocsparse_mat_descr descr, const T *coo_val, const rocsparse_int *coo_row_ind,         \
      const rocsparse_int *coo_col_ind, T *A, rocsparse_int ld);                                   \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csc2dense(                                      \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr,  \
      const T *csc_val, const rocsparse_int *csc_col_ptr, const rocsparse_int *csc_row_ind, T *A,  \
      rocsparse_int ld);                                                                           \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##dense2coo(                                      \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr,  \
      const T *A, rocsparse_int ld, const rocsparse_int *nnz_per_rows, T *coo_val,                 \
      rocsparse_int *coo_row_ind, rocsparse_int *coo_col_ind);                                     \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##dense2csc(                                      \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr,  \
      const T *A, rocsparse_int ld, const rocsparse_int *nnz_per_columns, T *csc_val,              \
      rocsparse_int *csc_col_ptr, rocsparse_int *csc_row_ind);                                     \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrmv_ex_analysis(                              \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, const rocsparse_mat_descr descr,     \
      const T *bsr_val, const rocsparse_int *bsr_row_ptr, const rocsparse_int *bsr_col_ind,        \
      rocsparse_int block_dim, rocsparse_mat_info info);                                           \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrmv_ex(                                       \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, const T *alpha,                      \
      const rocsparse_mat_descr descr, const T *bsr_val, const rocsparse_int *bsr_row_ptr,         \
      const rocsparse_int *bsr_col_ind, rocsparse_int block_dim, rocsparse_mat_info info,          \
      const T *x, const T *beta, T *y);
ROCSPARSE_DECLARE(s, float, float)
ROCSPARSE_DECLARE(d, double, double)
ROCSPARSE_DECLARE(c, rocsparse_float_complex, float)
ROCSPARSE_DECLARE(z, rocsparse_double_complex, double)
#undef ROCSPARSE_DECLARE

// A matrix without the elements whose absolute values are not above a threshold.
#define ROCSPARSE_PRUNE(X, T)                                                                      \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##prune_dense2csr_buffer_size(                    \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A, rocsparse_int lda,    \
      const T *threshold, const rocsparse_mat_descr descr, const T *csr_val,                       \
      const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, size_t *buffer_size);    \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##prune_dense2csr_nnz(                            \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A, rocsparse_int lda,    \
      const T *threshold, const rocsparse_mat_descr descr, rocsparse_int *csr_row_ptr,             \
      rocsparse_int *nnz_total_dev_host_ptr, void *temp_buffer);                                   \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##prune_dense2csr(                                \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *A, rocsparse_int lda,    \
      const T *threshold, const rocsparse_mat_descr descr, T *csr_val,                             \
      const rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind, void *temp_buffer);            \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##prune_csr2csr_buffer_size(                      \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz_A,              \
      const rocsparse_mat_descr csr_descr_A, const T *csr_val_A,                                   \
      const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A, const T *threshold,  \
      const rocsparse_mat_descr csr_descr_C, const T *csr_val_C,                                   \
      const rocsparse_int *csr_row_ptr_C, const rocsparse_int *csr_col_ind_C,                      \
      size_t *buffer_size);                                                                        \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##prune_csr2csr_nnz(                              \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz_A,              \
      const rocsparse_mat_descr csr_descr_A, const T *csr_val_A,                                   \
      const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A, const T *threshold,  \
      const rocsparse_mat_descr csr_descr_C, rocsparse_int *csr_row_ptr_C,                         \
      rocsparse_int *nnz_total_dev_host_ptr, void *temp_buffer);                                   \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##prune_csr2csr(                                  \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz_A,              \
      const rocsparse_mat_descr csr_descr_A, const T *csr_val_A,                                   \
      const rocsparse_int *csr_row_ptr_A, const rocsparse_int *csr_col_ind_A, const T *threshold,  \
      const rocsparse_mat_descr csr_descr_C, T *csr_val_C, const rocsparse_int *csr_row_ptr_C,     \
      rocsparse_int *csr_col_ind_C, void *temp_buffer);
ROCSPARSE_PRUNE(s, float)
ROCSPARSE_PRUNE(d, double)
#undef ROCSPARSE_PRUNE

#ifdef __cplusplus
}
#endif

#endif

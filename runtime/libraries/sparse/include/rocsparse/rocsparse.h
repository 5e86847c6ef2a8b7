// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE: linear algebra of sparse matrices in device memory, by the names of rocSPARSE.
#ifndef ROCSPARSE_H
#define ROCSPARSE_H

#include <stddef.h>
#include <stdint.h>

#include <hip/hip_complex.h>
#if defined(__HIPCC__) && defined(__cplusplus) && __cplusplus >= 201402L
#include <hip/gohip_detail/complex_class.h>
#endif
#include <hip/hip_runtime_api.h>
#include <rocsparse/rocsparse-version.h>

#define ROCSPARSE_EXPORT __attribute__((visibility("default")))

typedef int32_t rocsparse_int;
#if defined(__HIPCC__) && defined(__cplusplus) && __cplusplus >= 201402L
extern "C++" {
GOHIP_COMPLEX_CLASS(rocsparse_complex_num)
}
typedef rocsparse_complex_num<float> rocsparse_float_complex;
typedef rocsparse_complex_num<double> rocsparse_double_complex;
#else
typedef hipFloatComplex rocsparse_float_complex;
typedef hipDoubleComplex rocsparse_double_complex;
#endif

typedef struct _rocsparse_handle *rocsparse_handle;
typedef struct _rocsparse_mat_descr *rocsparse_mat_descr;
typedef struct _rocsparse_mat_info *rocsparse_mat_info;
typedef struct _rocsparse_spvec_descr *rocsparse_spvec_descr;
typedef struct _rocsparse_spmat_descr *rocsparse_spmat_descr;
typedef struct _rocsparse_dnvec_descr *rocsparse_dnvec_descr;
typedef struct _rocsparse_dnmat_descr *rocsparse_dnmat_descr;
typedef const struct _rocsparse_spvec_descr *rocsparse_const_spvec_descr;
typedef const struct _rocsparse_spmat_descr *rocsparse_const_spmat_descr;
typedef const struct _rocsparse_dnvec_descr *rocsparse_const_dnvec_descr;
typedef const struct _rocsparse_dnmat_descr *rocsparse_const_dnmat_descr;

typedef enum rocsparse_operation_ {
  rocsparse_operation_none = 111,
  rocsparse_operation_transpose = 112,
  rocsparse_operation_conjugate_transpose = 113
} rocsparse_operation;

typedef enum rocsparse_index_base_ {
  rocsparse_index_base_zero = 0,
  rocsparse_index_base_one = 1
} rocsparse_index_base;

typedef enum rocsparse_matrix_type_ {
  rocsparse_matrix_type_general = 0,
  rocsparse_matrix_type_symmetric = 1,
  rocsparse_matrix_type_hermitian = 2,
  rocsparse_matrix_type_triangular = 3
} rocsparse_matrix_type;

typedef enum rocsparse_diag_type_ {
  rocsparse_diag_type_non_unit = 0,
  rocsparse_diag_type_unit = 1
} rocsparse_diag_type;

typedef enum rocsparse_fill_mode_ {
  rocsparse_fill_mode_lower = 0,
  rocsparse_fill_mode_upper = 1
} rocsparse_fill_mode;

typedef enum rocsparse_storage_mode_ {
  rocsparse_storage_mode_sorted = 0,
  rocsparse_storage_mode_unsorted = 1
} rocsparse_storage_mode;

typedef enum rocsparse_action_ {
  rocsparse_action_symbolic = 0,
  rocsparse_action_numeric = 1
} rocsparse_action;

typedef enum rocsparse_direction_ {
  rocsparse_direction_row = 0,
  rocsparse_direction_column = 1
} rocsparse_direction;

typedef enum rocsparse_analysis_policy_ {
  rocsparse_analysis_policy_reuse = 0,
  rocsparse_analysis_policy_force = 1
} rocsparse_analysis_policy;

typedef enum rocsparse_gtsv_interleaved_alg_ {
  rocsparse_gtsv_interleaved_alg_default = 0,
  rocsparse_gtsv_interleaved_alg_thomas = 1,
  rocsparse_gtsv_interleaved_alg_lu = 2,
  rocsparse_gtsv_interleaved_alg_qr = 3
} rocsparse_gtsv_interleaved_alg;
typedef enum rocsparse_gpsv_interleaved_alg_ {
  rocsparse_gpsv_interleaved_alg_default = 0,
  rocsparse_gpsv_interleaved_alg_qr = 1
} rocsparse_gpsv_interleaved_alg;

typedef enum rocsparse_solve_policy_ { rocsparse_solve_policy_auto = 0 } rocsparse_solve_policy;

typedef enum rocsparse_pointer_mode_ {
  rocsparse_pointer_mode_host = 0,
  rocsparse_pointer_mode_device = 1
} rocsparse_pointer_mode;

typedef enum rocsparse_layer_mode_ {
  rocsparse_layer_mode_none = 0x0,
  rocsparse_layer_mode_log_trace = 0x1,
  rocsparse_layer_mode_log_bench = 0x2,
  rocsparse_layer_mode_log_debug = 0x4
} rocsparse_layer_mode;

typedef enum rocsparse_status_ {
  rocsparse_status_success = 0,
  rocsparse_status_invalid_handle = 1,
  rocsparse_status_not_implemented = 2,
  rocsparse_status_invalid_pointer = 3,
  rocsparse_status_invalid_size = 4,
  rocsparse_status_memory_error = 5,
  rocsparse_status_internal_error = 6,
  rocsparse_status_invalid_value = 7,
  rocsparse_status_arch_mismatch = 8,
  rocsparse_status_zero_pivot = 9,
  rocsparse_status_not_initialized = 10,
  rocsparse_status_type_mismatch = 11,
  rocsparse_status_requires_sorted_storage = 12,
  rocsparse_status_thrown_exception = 13,
  rocsparse_status_continue = 14
} rocsparse_status;

typedef enum rocsparse_indextype_ {
  rocsparse_indextype_u16 = 1,
  rocsparse_indextype_i32 = 2,
  rocsparse_indextype_i64 = 3
} rocsparse_indextype;

typedef enum rocsparse_datatype_ {
  rocsparse_datatype_f32_r = 151,
  rocsparse_datatype_f64_r = 152,
  rocsparse_datatype_f32_c = 154,
  rocsparse_datatype_f64_c = 155,
  rocsparse_datatype_i8_r = 160,
  rocsparse_datatype_u8_r = 161,
  rocsparse_datatype_i32_r = 162,
  rocsparse_datatype_u32_r = 163
} rocsparse_datatype;

typedef enum rocsparse_format_ {
  rocsparse_format_coo = 0,
  rocsparse_format_coo_aos = 1,
  rocsparse_format_csr = 2,
  rocsparse_format_csc = 3,
  rocsparse_format_ell = 4,
  rocsparse_format_bell = 5,
  rocsparse_format_bsr = 6
} rocsparse_format;

typedef enum rocsparse_order_ {
  rocsparse_order_row = 0,
  rocsparse_order_column = 1
} rocsparse_order;

typedef enum rocsparse_spmat_attribute_ {
  rocsparse_spmat_fill_mode = 0,
  rocsparse_spmat_diag_type = 1,
  rocsparse_spmat_matrix_type = 2,
  rocsparse_spmat_storage_mode = 3
} rocsparse_spmat_attribute;

typedef enum rocsparse_spmv_stage_ {
  rocsparse_spmv_stage_buffer_size = 1,
  rocsparse_spmv_stage_preprocess = 2,
  rocsparse_spmv_stage_compute = 3
} rocsparse_spmv_stage;

typedef enum rocsparse_spmv_alg_ {
  rocsparse_spmv_alg_default = 0,
  rocsparse_spmv_alg_coo = 1,
  rocsparse_spmv_alg_csr_adaptive = 2,
  rocsparse_spmv_alg_csr_stream = 3,
  rocsparse_spmv_alg_ell = 4,
  rocsparse_spmv_alg_coo_atomic = 5,
  rocsparse_spmv_alg_bsr = 6,
  rocsparse_spmv_alg_csr_lrb = 7
} rocsparse_spmv_alg;

typedef enum rocsparse_spsv_alg_ { rocsparse_spsv_alg_default = 0 } rocsparse_spsv_alg;

typedef enum rocsparse_spsv_stage_ {
  rocsparse_spsv_stage_buffer_size = 1,
  rocsparse_spsv_stage_preprocess = 2,
  rocsparse_spsv_stage_compute = 3
} rocsparse_spsv_stage;

typedef enum rocsparse_spsm_alg_ { rocsparse_spsm_alg_default = 0 } rocsparse_spsm_alg;

typedef enum rocsparse_spsm_stage_ {
  rocsparse_spsm_stage_buffer_size = 1,
  rocsparse_spsm_stage_preprocess = 2,
  rocsparse_spsm_stage_compute = 3
} rocsparse_spsm_stage;

typedef enum rocsparse_spmm_alg_ {
  rocsparse_spmm_alg_default = 0,
  rocsparse_spmm_alg_csr,
  rocsparse_spmm_alg_coo_segmented,
  rocsparse_spmm_alg_coo_atomic,
  rocsparse_spmm_alg_csr_row_split,
  rocsparse_spmm_alg_csr_merge,
  rocsparse_spmm_alg_coo_segmented_atomic,
  rocsparse_spmm_alg_bell,
  rocsparse_spmm_alg_bsr,
  rocsparse_spmm_alg_csr_merge_path,
  rocsparse_spmm_alg_csr_nnz_split = rocsparse_spmm_alg_csr_merge
} rocsparse_spmm_alg;

typedef enum rocsparse_sddmm_alg_ {
  rocsparse_sddmm_alg_default = 0,
  rocsparse_sddmm_alg_dense = 1
} rocsparse_sddmm_alg;

typedef enum rocsparse_sparse_to_dense_alg_ {
  rocsparse_sparse_to_dense_alg_default = 0
} rocsparse_sparse_to_dense_alg;

typedef enum rocsparse_dense_to_sparse_alg_ {
  rocsparse_dense_to_sparse_alg_default = 0
} rocsparse_dense_to_sparse_alg;

typedef enum rocsparse_spmm_stage_ {
  rocsparse_spmm_stage_buffer_size = 1,
  rocsparse_spmm_stage_preprocess = 2,
  rocsparse_spmm_stage_compute = 3
} rocsparse_spmm_stage;

typedef enum rocsparse_spgemm_stage_ {
  rocsparse_spgemm_stage_buffer_size = 1,
  rocsparse_spgemm_stage_nnz = 2,
  rocsparse_spgemm_stage_compute = 3,
  rocsparse_spgemm_stage_symbolic = 4,
  rocsparse_spgemm_stage_numeric = 5
} rocsparse_spgemm_stage;

typedef enum rocsparse_spgemm_alg_ { rocsparse_spgemm_alg_default = 0 } rocsparse_spgemm_alg;

#ifdef __cplusplus
extern "C" {
#endif

ROCSPARSE_EXPORT rocsparse_status rocsparse_create_handle(rocsparse_handle *handle);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_handle(rocsparse_handle handle);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_stream(rocsparse_handle handle, hipStream_t stream);
ROCSPARSE_EXPORT rocsparse_status rocsparse_get_stream(rocsparse_handle handle,
                                                       hipStream_t *stream);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_pointer_mode(rocsparse_handle handle,
                                                             rocsparse_pointer_mode pointer_mode);
ROCSPARSE_EXPORT rocsparse_status rocsparse_get_pointer_mode(rocsparse_handle handle,
                                                             rocsparse_pointer_mode *pointer_mode);
ROCSPARSE_EXPORT rocsparse_status rocsparse_get_version(rocsparse_handle handle, int *version);
ROCSPARSE_EXPORT rocsparse_status rocsparse_get_git_rev(rocsparse_handle handle, char *rev);
ROCSPARSE_EXPORT const char *rocsparse_get_status_name(rocsparse_status status);
ROCSPARSE_EXPORT const char *rocsparse_get_status_description(rocsparse_status status);

ROCSPARSE_EXPORT rocsparse_status rocsparse_create_mat_descr(rocsparse_mat_descr *descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_copy_mat_descr(rocsparse_mat_descr dest,
                                                           const rocsparse_mat_descr src);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_mat_descr(rocsparse_mat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_mat_index_base(rocsparse_mat_descr descr,
                                                               rocsparse_index_base value);
ROCSPARSE_EXPORT rocsparse_index_base rocsparse_get_mat_index_base(const rocsparse_mat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_mat_type(rocsparse_mat_descr descr,
                                                         rocsparse_matrix_type value);
ROCSPARSE_EXPORT rocsparse_matrix_type rocsparse_get_mat_type(const rocsparse_mat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_mat_fill_mode(rocsparse_mat_descr descr,
                                                              rocsparse_fill_mode value);
ROCSPARSE_EXPORT rocsparse_fill_mode rocsparse_get_mat_fill_mode(const rocsparse_mat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_mat_diag_type(rocsparse_mat_descr descr,
                                                              rocsparse_diag_type value);
ROCSPARSE_EXPORT rocsparse_diag_type rocsparse_get_mat_diag_type(const rocsparse_mat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_set_mat_storage_mode(rocsparse_mat_descr descr,
                                                                 rocsparse_storage_mode value);
ROCSPARSE_EXPORT rocsparse_storage_mode
rocsparse_get_mat_storage_mode(const rocsparse_mat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_mat_info(rocsparse_mat_info *info);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_mat_info(rocsparse_mat_info info);

ROCSPARSE_EXPORT rocsparse_status rocsparse_create_spvec_descr(
    rocsparse_spvec_descr *descr, int64_t size, int64_t nnz, void *indices, void *values,
    rocsparse_indextype idx_type, rocsparse_index_base idx_base, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_const_spvec_descr(
    rocsparse_const_spvec_descr *descr, int64_t size, int64_t nnz, const void *indices,
    const void *values, rocsparse_indextype idx_type, rocsparse_index_base idx_base,
    rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_spvec_descr(rocsparse_const_spvec_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spvec_get(const rocsparse_spvec_descr descr,
                                                      int64_t *size, int64_t *nnz, void **indices,
                                                      void **values, rocsparse_indextype *idx_type,
                                                      rocsparse_index_base *idx_base,
                                                      rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spvec_get_index_base(rocsparse_const_spvec_descr descr,
                                                                 rocsparse_index_base *idx_base);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spvec_get_values(const rocsparse_spvec_descr descr,
                                                             void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spvec_set_values(rocsparse_spvec_descr descr,
                                                             void *values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_csr_descr(
    rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz, void *csr_row_ptr,
    void *csr_col_ind, void *csr_val, rocsparse_indextype ptr_type, rocsparse_indextype ind_type,
    rocsparse_index_base idx_base, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_const_csr_descr(
    rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,
    const void *csr_row_ptr, const void *csr_col_ind, const void *csr_val,
    rocsparse_indextype ptr_type, rocsparse_indextype ind_type, rocsparse_index_base idx_base,
    rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csr_get(
    const rocsparse_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz,
    void **csr_row_ptr, void **csr_col_ind, void **csr_val, rocsparse_indextype *ptr_type,
    rocsparse_indextype *ind_type, rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csr_set_pointers(rocsparse_spmat_descr descr,
                                                             void *csr_row_ptr, void *csr_col_ind,
                                                             void *csr_val);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_csc_descr(
    rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz, void *csc_col_ptr,
    void *csc_row_ind, void *csc_val, rocsparse_indextype ptr_type, rocsparse_indextype ind_type,
    rocsparse_index_base idx_base, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_const_csc_descr(
    rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,
    const void *csc_col_ptr, const void *csc_row_ind, const void *csc_val,
    rocsparse_indextype ptr_type, rocsparse_indextype ind_type, rocsparse_index_base idx_base,
    rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csc_get(
    const rocsparse_spmat_descr descr, int64_t *rows, int64_t *cols, int64_t *nnz,
    void **csc_col_ptr, void **csc_row_ind, void **csc_val, rocsparse_indextype *ptr_type,
    rocsparse_indextype *ind_type, rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csc_set_pointers(rocsparse_spmat_descr descr,
                                                             void *csc_col_ptr, void *csc_row_ind,
                                                             void *csc_val);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_coo_descr(
    rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz, void *coo_row_ind,
    void *coo_col_ind, void *coo_val, rocsparse_indextype idx_type, rocsparse_index_base idx_base,
    rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_const_coo_descr(
    rocsparse_const_spmat_descr *descr, int64_t rows, int64_t cols, int64_t nnz,
    const void *coo_row_ind, const void *coo_col_ind, const void *coo_val,
    rocsparse_indextype idx_type, rocsparse_index_base idx_base, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_coo_get(const rocsparse_spmat_descr descr,
                                                    int64_t *rows, int64_t *cols, int64_t *nnz,
                                                    void **coo_row_ind, void **coo_col_ind,
                                                    void **coo_val, rocsparse_indextype *idx_type,
                                                    rocsparse_index_base *idx_base,
                                                    rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_coo_set_pointers(rocsparse_spmat_descr descr,
                                                             void *coo_row_ind, void *coo_col_ind,
                                                             void *coo_val);

// Not implemented: blocked formats.
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_bsr_descr(
    rocsparse_spmat_descr *descr, int64_t mb, int64_t nb, int64_t nnzb,
    rocsparse_direction block_dir, int64_t block_dim, void *bsr_row_ptr, void *bsr_col_ind,
    void *bsr_val, rocsparse_indextype row_ptr_type, rocsparse_indextype col_ind_type,
    rocsparse_index_base idx_base, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_ell_descr(
    rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, void *ell_col_ind, void *ell_val,
    int64_t ell_width, rocsparse_indextype idx_type, rocsparse_index_base idx_base,
    rocsparse_datatype data_type);
// Each row has room for ell_width entries.
ROCSPARSE_EXPORT rocsparse_status rocsparse_ell_get(
    const rocsparse_spmat_descr descr, int64_t *rows, int64_t *cols, void **ell_col_ind,
    void **ell_val, int64_t *ell_width, rocsparse_indextype *idx_type,
    rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_const_ell_get(
    rocsparse_const_spmat_descr descr, int64_t *rows, int64_t *cols, const void **ell_col_ind,
    const void **ell_val, int64_t *ell_width, rocsparse_indextype *idx_type,
    rocsparse_index_base *idx_base, rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_ell_set_pointers(rocsparse_spmat_descr descr,
                                                             void *ell_col_ind, void *ell_val);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_bell_descr(
    rocsparse_spmat_descr *descr, int64_t rows, int64_t cols, rocsparse_direction ell_block_dir,
    int64_t ell_block_dim, int64_t ell_cols, void *ell_col_ind, void *ell_val,
    rocsparse_indextype idx_type, rocsparse_index_base idx_base, rocsparse_datatype data_type);

ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_spmat_descr(rocsparse_const_spmat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_get_size(rocsparse_const_spmat_descr descr,
                                                           int64_t *rows, int64_t *cols,
                                                           int64_t *nnz);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_get_nnz(rocsparse_const_spmat_descr descr,
                                                          int64_t *nnz);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_get_format(rocsparse_const_spmat_descr descr,
                                                             rocsparse_format *format);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_get_index_base(rocsparse_const_spmat_descr descr,
                                                                 rocsparse_index_base *idx_base);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_get_values(rocsparse_spmat_descr descr,
                                                             void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_set_values(rocsparse_spmat_descr descr,
                                                             void *values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_set_attribute(rocsparse_spmat_descr descr,
                                                                rocsparse_spmat_attribute attribute,
                                                                const void *data, size_t data_size);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_get_attribute(rocsparse_const_spmat_descr descr,
                                                                rocsparse_spmat_attribute attribute,
                                                                void *data, size_t data_size);
ROCSPARSE_EXPORT rocsparse_status rocsparse_coo_set_strided_batch(rocsparse_spmat_descr descr,
                                                                  rocsparse_int batch_count,
                                                                  int64_t batch_stride);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csc_set_strided_batch(rocsparse_spmat_descr descr,
                                                                  rocsparse_int batch_count,
                                                                  int64_t offsets_batch_stride,
                                                                  int64_t rows_values_batch_stride);
ROCSPARSE_EXPORT rocsparse_status
rocsparse_spmat_get_strided_batch(rocsparse_const_spmat_descr descr, rocsparse_int *batch_count);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_set_strided_batch(rocsparse_spmat_descr descr,
                                                                    rocsparse_int batch_count);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmat_set_nnz(rocsparse_spmat_descr descr, int64_t nnz);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnmat_get_strided_batch(
    rocsparse_const_dnmat_descr descr, rocsparse_int *batch_count, int64_t *batch_stride);
ROCSPARSE_EXPORT rocsparse_status
rocsparse_csr_set_strided_batch(rocsparse_spmat_descr descr, rocsparse_int batch_count,
                                int64_t offsets_batch_stride, int64_t columns_values_batch_stride);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_dnvec_descr(rocsparse_dnvec_descr *descr,
                                                               int64_t size, void *values,
                                                               rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_dnmat_descr(rocsparse_dnmat_descr *descr,
                                                               int64_t rows, int64_t cols,
                                                               int64_t ld, void *values,
                                                               rocsparse_datatype data_type,
                                                               rocsparse_order order);
ROCSPARSE_EXPORT rocsparse_status
rocsparse_create_const_dnvec_descr(rocsparse_const_dnvec_descr *descr, int64_t size,
                                   const void *values, rocsparse_datatype data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_const_dnmat_descr(
    rocsparse_const_dnmat_descr *descr, int64_t rows, int64_t cols, int64_t ld, const void *values,
    rocsparse_datatype data_type, rocsparse_order order);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_dnvec_descr(rocsparse_const_dnvec_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_destroy_dnmat_descr(rocsparse_const_dnmat_descr descr);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnvec_get(const rocsparse_dnvec_descr descr,
                                                      int64_t *size, void **values,
                                                      rocsparse_datatype *data_type);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnvec_get_values(const rocsparse_dnvec_descr descr,
                                                             void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnvec_set_values(rocsparse_dnvec_descr descr,
                                                             void *values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnmat_get(const rocsparse_dnmat_descr descr,
                                                      int64_t *rows, int64_t *cols, int64_t *ld,
                                                      void **values, rocsparse_datatype *data_type,
                                                      rocsparse_order *order);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnmat_get_values(const rocsparse_dnmat_descr descr,
                                                             void **values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnmat_set_values(rocsparse_dnmat_descr descr,
                                                             void *values);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dnmat_set_strided_batch(rocsparse_dnmat_descr descr,
                                                                    rocsparse_int batch_count,
                                                                    int64_t batch_stride);

ROCSPARSE_EXPORT rocsparse_status rocsparse_axpby(rocsparse_handle handle, const void *alpha,
                                                  rocsparse_const_spvec_descr x, const void *beta,
                                                  rocsparse_dnvec_descr y);
ROCSPARSE_EXPORT rocsparse_status rocsparse_gather(rocsparse_handle handle,
                                                   rocsparse_const_dnvec_descr y,
                                                   rocsparse_spvec_descr x);
ROCSPARSE_EXPORT rocsparse_status rocsparse_scatter(rocsparse_handle handle,
                                                    rocsparse_const_spvec_descr x,
                                                    rocsparse_dnvec_descr y);
ROCSPARSE_EXPORT rocsparse_status rocsparse_rot(rocsparse_handle handle, const void *c,
                                                const void *s, rocsparse_spvec_descr x,
                                                rocsparse_dnvec_descr y);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spvv(rocsparse_handle handle, rocsparse_operation trans,
                                                 rocsparse_const_spvec_descr x,
                                                 rocsparse_const_dnvec_descr y, void *result,
                                                 rocsparse_datatype compute_type,
                                                 size_t *buffer_size, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmv(rocsparse_handle handle, rocsparse_operation trans,
                                                 const void *alpha, rocsparse_const_spmat_descr mat,
                                                 rocsparse_const_dnvec_descr x, const void *beta,
                                                 const rocsparse_dnvec_descr y,
                                                 rocsparse_datatype compute_type,
                                                 rocsparse_spmv_alg alg, rocsparse_spmv_stage stage,
                                                 size_t *buffer_size, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmv_ex(
    rocsparse_handle handle, rocsparse_operation trans, const void *alpha,
    rocsparse_const_spmat_descr mat, rocsparse_const_dnvec_descr x, const void *beta,
    const rocsparse_dnvec_descr y, rocsparse_datatype compute_type, rocsparse_spmv_alg alg,
    rocsparse_spmv_stage stage, size_t *buffer_size, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spmm(
    rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,
    const void *alpha, rocsparse_const_spmat_descr mat_A, rocsparse_const_dnmat_descr mat_B,
    const void *beta, const rocsparse_dnmat_descr mat_C, rocsparse_datatype compute_type,
    rocsparse_spmm_alg alg, rocsparse_spmm_stage stage, size_t *buffer_size, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spsv(rocsparse_handle handle, rocsparse_operation trans,
                                                 const void *alpha, rocsparse_const_spmat_descr mat,
                                                 rocsparse_const_dnvec_descr x,
                                                 const rocsparse_dnvec_descr y,
                                                 rocsparse_datatype compute_type,
                                                 rocsparse_spsv_alg alg, rocsparse_spsv_stage stage,
                                                 size_t *buffer_size, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_spsm(
    rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,
    const void *alpha, rocsparse_const_spmat_descr matA, rocsparse_const_dnmat_descr matB,
    const rocsparse_dnmat_descr matC, rocsparse_datatype compute_type, rocsparse_spsm_alg alg,
    rocsparse_spsm_stage stage, size_t *buffer_size, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_sddmm_buffer_size(
    rocsparse_handle handle, rocsparse_operation opA, rocsparse_operation opB, const void *alpha,
    rocsparse_const_dnmat_descr A, rocsparse_const_dnmat_descr B, const void *beta,
    rocsparse_spmat_descr C, rocsparse_datatype compute_type, rocsparse_sddmm_alg alg,
    size_t *buffer_size);
ROCSPARSE_EXPORT rocsparse_status rocsparse_sddmm_preprocess(
    rocsparse_handle handle, rocsparse_operation opA, rocsparse_operation opB, const void *alpha,
    rocsparse_const_dnmat_descr A, rocsparse_const_dnmat_descr B, const void *beta,
    rocsparse_spmat_descr C, rocsparse_datatype compute_type, rocsparse_sddmm_alg alg,
    void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_sddmm(rocsparse_handle handle, rocsparse_operation opA,
                                                  rocsparse_operation opB, const void *alpha,
                                                  rocsparse_const_dnmat_descr A,
                                                  rocsparse_const_dnmat_descr B, const void *beta,
                                                  rocsparse_spmat_descr C,
                                                  rocsparse_datatype compute_type,
                                                  rocsparse_sddmm_alg alg, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status
rocsparse_spgemm(rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,
                 const void *alpha, rocsparse_const_spmat_descr A, rocsparse_const_spmat_descr B,
                 const void *beta, rocsparse_const_spmat_descr D, rocsparse_spmat_descr C,
                 rocsparse_datatype compute_type, rocsparse_spgemm_alg alg,
                 rocsparse_spgemm_stage stage, size_t *buffer_size, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_dense_to_sparse(rocsparse_handle handle,
                                                            rocsparse_const_dnmat_descr mat_A,
                                                            rocsparse_spmat_descr mat_B,
                                                            rocsparse_dense_to_sparse_alg alg,
                                                            size_t *buffer_size, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_sparse_to_dense(rocsparse_handle handle,
                                                            rocsparse_const_spmat_descr mat_A,
                                                            rocsparse_dnmat_descr mat_B,
                                                            rocsparse_sparse_to_dense_alg alg,
                                                            size_t *buffer_size, void *temp_buffer);

ROCSPARSE_EXPORT rocsparse_status rocsparse_coo2csr(rocsparse_handle handle,
                                                    const rocsparse_int *coo_row_ind,
                                                    rocsparse_int nnz, rocsparse_int m,
                                                    rocsparse_int *csr_row_ptr,
                                                    rocsparse_index_base idx_base);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csr2coo(rocsparse_handle handle,
                                                    const rocsparse_int *csr_row_ptr,
                                                    rocsparse_int nnz, rocsparse_int m,
                                                    rocsparse_int *coo_row_ind,
                                                    rocsparse_index_base idx_base);
ROCSPARSE_EXPORT rocsparse_status rocsparse_create_identity_permutation(rocsparse_handle handle,
                                                                        rocsparse_int n,
                                                                        rocsparse_int *p);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csrsort_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, size_t *buffer_size);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csrsort(rocsparse_handle handle, rocsparse_int m,
                                                    rocsparse_int n, rocsparse_int nnz,
                                                    const rocsparse_mat_descr descr,
                                                    const rocsparse_int *csr_row_ptr,
                                                    rocsparse_int *csr_col_ind, rocsparse_int *perm,
                                                    void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_coosort_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz,
    const rocsparse_int *coo_row_ind, const rocsparse_int *coo_col_ind, size_t *buffer_size);
ROCSPARSE_EXPORT rocsparse_status rocsparse_coosort_by_row(rocsparse_handle handle, rocsparse_int m,
                                                           rocsparse_int n, rocsparse_int nnz,
                                                           rocsparse_int *coo_row_ind,
                                                           rocsparse_int *coo_col_ind,
                                                           rocsparse_int *perm, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_coosort_by_column(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz,
    rocsparse_int *coo_row_ind, rocsparse_int *coo_col_ind, rocsparse_int *perm, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csr2ell_width(rocsparse_handle handle, rocsparse_int m,
                                                          const rocsparse_mat_descr csr_descr,
                                                          const rocsparse_int *csr_row_ptr,
                                                          const rocsparse_mat_descr ell_descr,
                                                          rocsparse_int *ell_width);
ROCSPARSE_EXPORT rocsparse_status rocsparse_ell2csr_nnz(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr ell_descr,
    rocsparse_int ell_width, const rocsparse_int *ell_col_ind, const rocsparse_mat_descr csr_descr,
    rocsparse_int *csr_row_ptr, rocsparse_int *csr_nnz);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csr2csc_buffer_size(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz,
    const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,
    rocsparse_action copy_values, size_t *buffer_size);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csrmv_clear(rocsparse_handle handle,
                                                        rocsparse_mat_info info);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csrsv_clear(rocsparse_handle handle,
                                                        const rocsparse_mat_descr descr,
                                                        rocsparse_mat_info info);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csrilu0_clear(rocsparse_handle handle,
                                                          rocsparse_mat_info info);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csrsv_zero_pivot(rocsparse_handle handle,
                                                             const rocsparse_mat_descr descr,
                                                             rocsparse_mat_info info,
                                                             rocsparse_int *position);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csrilu0_zero_pivot(rocsparse_handle handle,
                                                               rocsparse_mat_info info,
                                                               rocsparse_int *position);

// The functions that each element type has.
#define ROCSPARSE_DECLARE(X, T)                                                                    \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrmv_analysis(                                 \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n,        \
      rocsparse_int nnz, const rocsparse_mat_descr descr, const T *csr_val,                        \
      const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,                          \
      rocsparse_mat_info info);                                                                    \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrmv(                                          \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n,        \
      rocsparse_int nnz, const T *alpha, const rocsparse_mat_descr descr, const T *csr_val,        \
      const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info, \
      const T *x, const T *beta, T *y);                                                            \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##coomv(                                          \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n,        \
      rocsparse_int nnz, const T *alpha, const rocsparse_mat_descr descr, const T *coo_val,        \
      const rocsparse_int *coo_row_ind, const rocsparse_int *coo_col_ind, const T *x,              \
      const T *beta, T *y);                                                                        \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrsv_buffer_size(                              \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz,      \
      const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr,         \
      const rocsparse_int *csr_col_ind, rocsparse_mat_info info, size_t *buffer_size);             \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrsv_analysis(                                 \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz,      \
      const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr,         \
      const rocsparse_int *csr_col_ind, rocsparse_mat_info info,                                   \
      rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer);        \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrsv_solve(                                    \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz,      \
      const T *alpha, const rocsparse_mat_descr descr, const T *csr_val,                           \
      const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, rocsparse_mat_info info, \
      const T *x, T *y, rocsparse_solve_policy policy, void *temp_buffer);                         \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrmm(                                          \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int n, rocsparse_int k, rocsparse_int nnz, const T *alpha,        \
      const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr,         \
      const rocsparse_int *csr_col_ind, const T *B, rocsparse_int ldb, const T *beta, T *C,        \
      rocsparse_int ldc);                                                                          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrilu0_buffer_size(                            \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,                                 \
      const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr,         \
      const rocsparse_int *csr_col_ind, rocsparse_mat_info info, size_t *buffer_size);             \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrilu0_analysis(                               \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,                                 \
      const rocsparse_mat_descr descr, const T *csr_val, const rocsparse_int *csr_row_ptr,         \
      const rocsparse_int *csr_col_ind, rocsparse_mat_info info,                                   \
      rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer);        \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrilu0(                                        \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,                                 \
      const rocsparse_mat_descr descr, T *csr_val, const rocsparse_int *csr_row_ptr,               \
      const rocsparse_int *csr_col_ind, rocsparse_mat_info info, rocsparse_solve_policy policy,    \
      void *temp_buffer);                                                                          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csr2csc(                                        \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, rocsparse_int nnz,                \
      const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,        \
      T *csc_val, rocsparse_int *csc_row_ind, rocsparse_int *csc_col_ptr,                          \
      rocsparse_action copy_values, rocsparse_index_base idx_base, void *temp_buffer);             \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##nnz(                                            \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n,          \
      const rocsparse_mat_descr descr, const T *A, rocsparse_int ld,                               \
      rocsparse_int *nnz_per_row_columns, rocsparse_int *nnz_total_dev_host_ptr);                  \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csr2dense(                                      \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr,  \
      const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind, T *A,  \
      rocsparse_int ld);
ROCSPARSE_DECLARE(s, float)
ROCSPARSE_DECLARE(d, double)
ROCSPARSE_DECLARE(c, rocsparse_float_complex)
ROCSPARSE_DECLARE(z, rocsparse_double_complex)
#undef ROCSPARSE_DECLARE

// Functions of one backend: devices whose memory the host accesses in place.
ROCSPARSE_EXPORT rocsparse_status rocsparse_csric0_zero_pivot(rocsparse_handle handle,
                                                              rocsparse_mat_info info,
                                                              rocsparse_int *position);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csric0_clear(rocsparse_handle handle,
                                                         rocsparse_mat_info info);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csrsm_zero_pivot(rocsparse_handle handle,
                                                             rocsparse_mat_info info,
                                                             rocsparse_int *position);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csrsm_clear(rocsparse_handle handle,
                                                        rocsparse_mat_info info);
ROCSPARSE_EXPORT rocsparse_status rocsparse_bsrsv_zero_pivot(rocsparse_handle handle,
                                                             rocsparse_mat_info info,
                                                             rocsparse_int *position);
ROCSPARSE_EXPORT rocsparse_status rocsparse_bsrsv_clear(rocsparse_handle handle,
                                                        rocsparse_mat_info info);
ROCSPARSE_EXPORT rocsparse_status rocsparse_bsric0_zero_pivot(rocsparse_handle handle,
                                                              rocsparse_mat_info info,
                                                              rocsparse_int *position);
ROCSPARSE_EXPORT rocsparse_status rocsparse_bsric0_clear(rocsparse_handle handle,
                                                         rocsparse_mat_info info);
ROCSPARSE_EXPORT rocsparse_status rocsparse_bsrilu0_zero_pivot(rocsparse_handle handle,
                                                               rocsparse_mat_info info,
                                                               rocsparse_int *position);
ROCSPARSE_EXPORT rocsparse_status rocsparse_bsrilu0_clear(rocsparse_handle handle,
                                                          rocsparse_mat_info info);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csrgemm_nnz(
    rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,
    rocsparse_int m, rocsparse_int n, rocsparse_int k, const rocsparse_mat_descr descr_A,
    rocsparse_int nnz_A, const rocsparse_int *row_A, const rocsparse_int *col_A,
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B, const rocsparse_int *row_B,
    const rocsparse_int *col_B, const rocsparse_mat_descr descr_D, rocsparse_int nnz_D,
    const rocsparse_int *row_D, const rocsparse_int *col_D, const rocsparse_mat_descr descr_C,
    rocsparse_int *row_C, rocsparse_int *nnz_C, const rocsparse_mat_info info_C, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csrgemm_symbolic(
    rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,
    rocsparse_int m, rocsparse_int n, rocsparse_int k, const rocsparse_mat_descr descr_A,
    rocsparse_int nnz_A, const rocsparse_int *row_A, const rocsparse_int *col_A,
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B, const rocsparse_int *row_B,
    const rocsparse_int *col_B, const rocsparse_mat_descr descr_D, rocsparse_int nnz_D,
    const rocsparse_int *row_D, const rocsparse_int *col_D, const rocsparse_mat_descr descr_C,
    rocsparse_int nnz_C, const rocsparse_int *row_C, rocsparse_int *col_C,
    const rocsparse_mat_info info_C, void *temp_buffer);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csrgeam_nnz(
    rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr_A,
    rocsparse_int nnz_A, const rocsparse_int *row_A, const rocsparse_int *col_A,
    const rocsparse_mat_descr descr_B, rocsparse_int nnz_B, const rocsparse_int *row_B,
    const rocsparse_int *col_B, const rocsparse_mat_descr descr_C, rocsparse_int *row_C,
    rocsparse_int *nnz_C);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csr2bsr_nnz(
    rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n,
    const rocsparse_mat_descr csr_descr, const rocsparse_int *csr_row_ptr,
    const rocsparse_int *csr_col_ind, rocsparse_int block_dim, const rocsparse_mat_descr bsr_descr,
    rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_nnz);
ROCSPARSE_EXPORT rocsparse_status rocsparse_cdotci(rocsparse_handle handle, rocsparse_int nnz,
                                                   const rocsparse_float_complex *x_val,
                                                   const rocsparse_int *x_ind,
                                                   const rocsparse_float_complex *y,
                                                   rocsparse_float_complex *result,
                                                   rocsparse_index_base idx_base);
ROCSPARSE_EXPORT rocsparse_status rocsparse_zdotci(rocsparse_handle handle, rocsparse_int nnz,
                                                   const rocsparse_double_complex *x_val,
                                                   const rocsparse_int *x_ind,
                                                   const rocsparse_double_complex *y,
                                                   rocsparse_double_complex *result,
                                                   rocsparse_index_base idx_base);
ROCSPARSE_EXPORT rocsparse_status rocsparse_sroti(rocsparse_handle handle, rocsparse_int nnz,
                                                  float *x_val, const rocsparse_int *x_ind,
                                                  float *y, const float *c_, const float *s_,
                                                  rocsparse_index_base idx_base);
ROCSPARSE_EXPORT rocsparse_status rocsparse_droti(rocsparse_handle handle, rocsparse_int nnz,
                                                  double *x_val, const rocsparse_int *x_ind,
                                                  double *y, const double *c_, const double *s_,
                                                  rocsparse_index_base idx_base);
#define ROCSPARSE_DECLARE(X, T)                                                                    \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csric0_buffer_size(                             \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,                                 \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_mat_info info, size_t *buffer_size);                     \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csric0_analysis(                                \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,                                 \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_mat_info info, rocsparse_analysis_policy analysis,       \
      rocsparse_solve_policy solve, void *temp_buffer);                                            \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csric0(                                         \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int nnz,                                 \
      const rocsparse_mat_descr descr, T *val, const rocsparse_int *row, const rocsparse_int *col, \
      rocsparse_mat_info info, rocsparse_solve_policy policy, void *temp_buffer);                  \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsric0_buffer_size(                             \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int nnz,        \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_int dim, rocsparse_mat_info info, size_t *buffer_size);  \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsric0_analysis(                                \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int nnz,        \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_int dim, rocsparse_mat_info info,                        \
      rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer);        \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsric0(                                         \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int nnz,        \
      const rocsparse_mat_descr descr, T *val, const rocsparse_int *row, const rocsparse_int *col, \
      rocsparse_int dim, rocsparse_mat_info info, rocsparse_solve_policy policy,                   \
      void *temp_buffer);                                                                          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrilu0_buffer_size(                            \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int nnz,        \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_int dim, rocsparse_mat_info info, size_t *buffer_size);  \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrilu0_analysis(                               \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int nnz,        \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_int dim, rocsparse_mat_info info,                        \
      rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer);        \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrilu0(                                        \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int nnz,        \
      const rocsparse_mat_descr descr, T *val, const rocsparse_int *row, const rocsparse_int *col, \
      rocsparse_int dim, rocsparse_mat_info info, rocsparse_solve_policy policy,                   \
      void *temp_buffer);                                                                          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrsv_buffer_size(                              \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int m, rocsparse_int nnz, const rocsparse_mat_descr descr, const T *val,           \
      const rocsparse_int *row, const rocsparse_int *col, rocsparse_int dim,                       \
      rocsparse_mat_info info, size_t *buffer_size);                                               \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrsv_analysis(                                 \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int m, rocsparse_int nnz, const rocsparse_mat_descr descr, const T *val,           \
      const rocsparse_int *row, const rocsparse_int *col, rocsparse_int dim,                       \
      rocsparse_mat_info info, rocsparse_analysis_policy analysis, rocsparse_solve_policy solve,   \
      void *temp_buffer);                                                                          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrsv_solve(                                    \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int m, rocsparse_int nnz, const T *alpha, const rocsparse_mat_descr descr,         \
      const T *val, const rocsparse_int *row, const rocsparse_int *col, rocsparse_int dim,         \
      rocsparse_mat_info info, const T *v, T *y, rocsparse_solve_policy policy,                    \
      void *temp_buffer);                                                                          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrsm_buffer_size(                              \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int nrhs, rocsparse_int nnz, const T *alpha,                      \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, const T *B, rocsparse_int ldb, rocsparse_mat_info info,            \
      rocsparse_solve_policy policy, size_t *buffer_size);                                         \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrsm_analysis(                                 \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int nrhs, rocsparse_int nnz, const T *alpha,                      \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, const T *B, rocsparse_int ldb, rocsparse_mat_info info,            \
      rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer);        \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrsm_solve(                                    \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int nrhs, rocsparse_int nnz, const T *alpha,                      \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, T *B, rocsparse_int ldb, rocsparse_mat_info info,                  \
      rocsparse_solve_policy policy, void *temp_buffer);                                           \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gtsv_buffer_size(                               \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *dl, const T *d,          \
      const T *du, const T *B, rocsparse_int ldb, size_t *buffer_size);                            \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gtsv(                                           \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *dl, const T *d,          \
      const T *du, T *B, rocsparse_int ldb, void *temp_buffer);                                    \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gtsv_no_pivot_buffer_size(                      \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *dl, const T *d,          \
      const T *du, const T *B, rocsparse_int ldb, size_t *buffer_size);                            \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gtsv_no_pivot(                                  \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *dl, const T *d,          \
      const T *du, T *B, rocsparse_int ldb, void *temp_buffer);                                    \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrgemm_buffer_size(                            \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int n, rocsparse_int k, const T *alpha,                           \
      const rocsparse_mat_descr descr_A, rocsparse_int nnz_A, const rocsparse_int *row_A,          \
      const rocsparse_int *col_A, const rocsparse_mat_descr descr_B, rocsparse_int nnz_B,          \
      const rocsparse_int *row_B, const rocsparse_int *col_B, const T *beta,                       \
      const rocsparse_mat_descr descr_D, rocsparse_int nnz_D, const rocsparse_int *row_D,          \
      const rocsparse_int *col_D, rocsparse_mat_info info_C, size_t *buffer_size);                 \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrgemm(                                        \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int n, rocsparse_int k, const T *alpha,                           \
      const rocsparse_mat_descr descr_A, rocsparse_int nnz_A, const T *val_A,                      \
      const rocsparse_int *row_A, const rocsparse_int *col_A, const rocsparse_mat_descr descr_B,   \
      rocsparse_int nnz_B, const T *val_B, const rocsparse_int *row_B, const rocsparse_int *col_B, \
      const T *beta, const rocsparse_mat_descr descr_D, rocsparse_int nnz_D, const T *val_D,       \
      const rocsparse_int *row_D, const rocsparse_int *col_D, const rocsparse_mat_descr descr_C,   \
      T *val_C, const rocsparse_int *row_C, rocsparse_int *col_C, const rocsparse_mat_info info_C, \
      void *temp_buffer);                                                                          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrgemm_numeric(                                \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int n, rocsparse_int k, const T *alpha,                           \
      const rocsparse_mat_descr descr_A, rocsparse_int nnz_A, const T *val_A,                      \
      const rocsparse_int *row_A, const rocsparse_int *col_A, const rocsparse_mat_descr descr_B,   \
      rocsparse_int nnz_B, const T *val_B, const rocsparse_int *row_B, const rocsparse_int *col_B, \
      const T *beta, const rocsparse_mat_descr descr_D, rocsparse_int nnz_D, const T *val_D,       \
      const rocsparse_int *row_D, const rocsparse_int *col_D, const rocsparse_mat_descr descr_C,   \
      rocsparse_int nnz_C, T *val_C, const rocsparse_int *row_C, const rocsparse_int *col_C,       \
      const rocsparse_mat_info info_C, void *temp_buffer);                                         \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csrgeam(                                        \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const T *alpha,                   \
      const rocsparse_mat_descr descr_A, rocsparse_int nnz_A, const T *val_A,                      \
      const rocsparse_int *row_A, const rocsparse_int *col_A, const T *beta,                       \
      const rocsparse_mat_descr descr_B, rocsparse_int nnz_B, const T *val_B,                      \
      const rocsparse_int *row_B, const rocsparse_int *col_B, const rocsparse_mat_descr descr_C,   \
      T *val_C, const rocsparse_int *row_C, rocsparse_int *col_C);                                 \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrmv_analysis(                                 \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int m, rocsparse_int n, rocsparse_int nnz, const rocsparse_mat_descr descr,        \
      const T *val, const rocsparse_int *row, const rocsparse_int *col, rocsparse_int dim,         \
      rocsparse_mat_info info);                                                                    \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrmv(                                          \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int m, rocsparse_int n, rocsparse_int nnz, const T *alpha,                         \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_int dim, rocsparse_mat_info info, const T *v,            \
      const T *beta, T *y);                                                                        \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrmm(                                          \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans_A,               \
      rocsparse_operation trans_B, rocsparse_int m, rocsparse_int n, rocsparse_int k,              \
      rocsparse_int nnz, const T *alpha, const rocsparse_mat_descr descr, const T *val,            \
      const rocsparse_int *row, const rocsparse_int *col, rocsparse_int dim, const T *B,           \
      rocsparse_int ldb, const T *beta, T *C, rocsparse_int ldc);                                  \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsr2csr(                                        \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n,          \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_int dim, const rocsparse_mat_descr csr_descr,            \
      T *csr_val, rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind);                         \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csr2bsr(                                        \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_int m, rocsparse_int n,          \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_int dim, const rocsparse_mat_descr bsr_descr,            \
      T *bsr_val, rocsparse_int *bsr_row_ptr, rocsparse_int *bsr_col_ind);                         \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##dense2csr(                                      \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n, const rocsparse_mat_descr descr,  \
      const T *A, rocsparse_int ld, const rocsparse_int *nnz_per_rows, T *csr_val,                 \
      rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind);                                     \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##axpyi(                                          \
      rocsparse_handle handle, rocsparse_int nnz, const T *alpha, const T *x_val,                  \
      const rocsparse_int *x_ind, T *y, rocsparse_index_base idx_base);                            \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##doti(                                           \
      rocsparse_handle handle, rocsparse_int nnz, const T *x_val, const rocsparse_int *x_ind,      \
      const T *y, T *result, rocsparse_index_base idx_base);                                       \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gthr(                                           \
      rocsparse_handle handle, rocsparse_int nnz, const T *y, T *x_val,                            \
      const rocsparse_int *x_ind, rocsparse_index_base idx_base);                                  \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gthrz(                                          \
      rocsparse_handle handle, rocsparse_int nnz, T *y, T *x_val, const rocsparse_int *x_ind,      \
      rocsparse_index_base idx_base);                                                              \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##sctr(                                           \
      rocsparse_handle handle, rocsparse_int nnz, const T *x_val, const rocsparse_int *x_ind,      \
      T *y, rocsparse_index_base idx_base);
ROCSPARSE_DECLARE(s, float)
ROCSPARSE_DECLARE(d, double)
ROCSPARSE_DECLARE(c, rocsparse_float_complex)
ROCSPARSE_DECLARE(z, rocsparse_double_complex)
#undef ROCSPARSE_DECLARE

ROCSPARSE_EXPORT rocsparse_status rocsparse_bsrsm_zero_pivot(rocsparse_handle handle,
                                                             rocsparse_mat_info info,
                                                             rocsparse_int *position);
ROCSPARSE_EXPORT rocsparse_status rocsparse_bsrsm_clear(rocsparse_handle handle,
                                                        rocsparse_mat_info info);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csritsv_zero_pivot(rocsparse_handle handle,
                                                               const rocsparse_mat_descr descr,
                                                               rocsparse_mat_info info,
                                                               rocsparse_int *position);
ROCSPARSE_EXPORT rocsparse_status rocsparse_csritsv_clear(rocsparse_handle handle,
                                                          const rocsparse_mat_descr descr,
                                                          rocsparse_mat_info info);
#define ROCSPARSE_DECLARE(X, T, R)                                                                 \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gebsrmv(                                        \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int mb, rocsparse_int nb, rocsparse_int nnzb, const T *alpha,                      \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_int row_block_dim, rocsparse_int col_block_dim,          \
      const T *x, const T *beta, T *y);                                                            \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gebsrmm(                                        \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans_A,               \
      rocsparse_operation trans_B, rocsparse_int mb, rocsparse_int n, rocsparse_int kb,            \
      rocsparse_int nnzb, const T *alpha, const rocsparse_mat_descr descr, const T *val,           \
      const rocsparse_int *row, const rocsparse_int *col, rocsparse_int row_block_dim,             \
      rocsparse_int col_block_dim, const T *B, rocsparse_int ldb, const T *beta, T *C,             \
      rocsparse_int ldc);                                                                          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gemmi(                                          \
      rocsparse_handle handle, rocsparse_operation trans_A, rocsparse_operation trans_B,           \
      rocsparse_int m, rocsparse_int n, rocsparse_int k, rocsparse_int nnz, const T *alpha,        \
      const T *A, rocsparse_int lda, const rocsparse_mat_descr descr, const T *val,                \
      const rocsparse_int *row, const rocsparse_int *col, const T *beta, T *C, rocsparse_int ldc); \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##ellmv(                                          \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n,        \
      const T *alpha, const rocsparse_mat_descr descr, const T *ell_val,                           \
      const rocsparse_int *ell_col_ind, rocsparse_int ell_width, const T *x, const T *beta, T *y); \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csr2ell(                                        \
      rocsparse_handle handle, rocsparse_int m, const rocsparse_mat_descr csr_descr,               \
      const T *csr_val, const rocsparse_int *csr_row_ptr, const rocsparse_int *csr_col_ind,        \
      const rocsparse_mat_descr ell_descr, rocsparse_int ell_width, T *ell_val,                    \
      rocsparse_int *ell_col_ind);                                                                 \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##ell2csr(                                        \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n,                                   \
      const rocsparse_mat_descr ell_descr, rocsparse_int ell_width, const T *ell_val,              \
      const rocsparse_int *ell_col_ind, const rocsparse_mat_descr csr_descr, T *csr_val,           \
      const rocsparse_int *csr_row_ptr, rocsparse_int *csr_col_ind);                               \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##nnz_compress(                                   \
      rocsparse_handle handle, rocsparse_int m, const rocsparse_mat_descr descr_A,                 \
      const T *csr_val_A, const rocsparse_int *csr_row_ptr_A, rocsparse_int *nnz_per_row,          \
      rocsparse_int *nnz_C, T tol);                                                                \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csr2csr_compress(                               \
      rocsparse_handle handle, rocsparse_int m, rocsparse_int n,                                   \
      const rocsparse_mat_descr descr_A, const T *csr_val_A, const rocsparse_int *csr_row_ptr_A,   \
      const rocsparse_int *csr_col_ind_A, rocsparse_int nnz_A, const rocsparse_int *nnz_per_row,   \
      T *csr_val_C, rocsparse_int *csr_row_ptr_C, rocsparse_int *csr_col_ind_C, T tol);            \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gtsv_interleaved_batch_buffer_size(             \
      rocsparse_handle handle, rocsparse_gtsv_interleaved_alg alg, rocsparse_int m, const T *dl,   \
      const T *d, const T *du, const T *x, rocsparse_int batch_count, rocsparse_int batch_stride,  \
      size_t *buffer_size);                                                                        \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gtsv_interleaved_batch(                         \
      rocsparse_handle handle, rocsparse_gtsv_interleaved_alg alg, rocsparse_int m, T *dl, T *d,   \
      T *du, T *x, rocsparse_int batch_count, rocsparse_int batch_stride, void *temp_buffer);      \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gpsv_interleaved_batch_buffer_size(             \
      rocsparse_handle handle, rocsparse_gpsv_interleaved_alg alg, rocsparse_int m, const T *ds,   \
      const T *dl, const T *d, const T *du, const T *dw, const T *x, rocsparse_int batch_count,    \
      rocsparse_int batch_stride, size_t *buffer_size);                                            \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gpsv_interleaved_batch(                         \
      rocsparse_handle handle, rocsparse_gpsv_interleaved_alg alg, rocsparse_int m, T *ds, T *dl,  \
      T *d, T *du, T *dw, T *x, rocsparse_int batch_count, rocsparse_int batch_stride,             \
      void *temp_buffer);                                                                          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csritsv_buffer_size(                            \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz,      \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_mat_info info, size_t *buffer_size);                     \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csritsv_analysis(                               \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz,      \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_mat_info info, rocsparse_analysis_policy analysis,       \
      rocsparse_solve_policy solve, void *temp_buffer);                                            \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##csritsv_solve(                                  \
      rocsparse_handle handle, rocsparse_int *host_nmaxiter, const R *host_tol, R *host_history,   \
      rocsparse_operation trans, rocsparse_int m, rocsparse_int nnz, const T *alpha,               \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_mat_info info, const T *x, T *y,                         \
      rocsparse_solve_policy policy, void *temp_buffer);                                           \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrsm_buffer_size(                              \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans_A,               \
      rocsparse_operation trans_X, rocsparse_int mb, rocsparse_int nrhs, rocsparse_int nnzb,       \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_int dim, rocsparse_mat_info info, size_t *buffer_size);  \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrsm_analysis(                                 \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans_A,               \
      rocsparse_operation trans_X, rocsparse_int mb, rocsparse_int nrhs, rocsparse_int nnzb,       \
      const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,                     \
      const rocsparse_int *col, rocsparse_int dim, rocsparse_mat_info info,                        \
      rocsparse_analysis_policy analysis, rocsparse_solve_policy solve, void *temp_buffer);        \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrsm_solve(                                    \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans_A,               \
      rocsparse_operation trans_X, rocsparse_int mb, rocsparse_int nrhs, rocsparse_int nnzb,       \
      const T *alpha, const rocsparse_mat_descr descr, const T *val, const rocsparse_int *row,     \
      const rocsparse_int *col, rocsparse_int dim, rocsparse_mat_info info, const T *B,            \
      rocsparse_int ldb, T *Y, rocsparse_int ldx, rocsparse_solve_policy policy,                   \
      void *temp_buffer);                                                                          \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##bsrxmv(                                         \
      rocsparse_handle handle, rocsparse_direction dir, rocsparse_operation trans,                 \
      rocsparse_int size_of_mask, rocsparse_int m, rocsparse_int n, rocsparse_int nnz,             \
      const T *alpha, const rocsparse_mat_descr descr, const T *val, const rocsparse_int *mask,    \
      const rocsparse_int *row, const rocsparse_int *end, const rocsparse_int *col,                \
      rocsparse_int dim, const T *v, const T *beta, T *y);                                         \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gemvi_buffer_size(                              \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n,        \
      rocsparse_int nnz, size_t *buffer_size);                                                     \
  ROCSPARSE_EXPORT rocsparse_status rocsparse_##X##gemvi(                                          \
      rocsparse_handle handle, rocsparse_operation trans, rocsparse_int m, rocsparse_int n,        \
      const T *alpha, const T *A, rocsparse_int lda, rocsparse_int nnz, const T *x_val,            \
      const rocsparse_int *x_ind, const T *beta, T *y, rocsparse_index_base idx_base,              \
      void *temp_buffer);
ROCSPARSE_DECLARE(s, float, float)
ROCSPARSE_DECLARE(d, double, double)
ROCSPARSE_DECLARE(c, rocsparse_float_complex, float)
ROCSPARSE_DECLARE(z, rocsparse_double_complex, double)
#undef ROCSPARSE_DECLARE

#ifdef __cplusplus
}
#endif

#include <rocsparse/internal/rocsparse-formats.h>

#include <rocsparse/internal/rocsparse-blocks.h>

#include <rocsparse/internal/rocsparse-absent.h>

#endif

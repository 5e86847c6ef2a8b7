// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSPARSE's functions that are not supported: they return rocsparse_status_not_implemented. The table
// is the declarations and, in librocsparse.so, the definitions. Behind it are the functions for memory, which
// are HIP's because no statistics of it are kept, and the switches of rocSPARSE's checks of itself, of which there
// are none here.
#ifndef ROCSPARSE_ABSENT_H
#define ROCSPARSE_ABSENT_H

typedef struct _rocsparse_color_info *rocsparse_color_info;
typedef struct _rocsparse_extract_descr *rocsparse_extract_descr;
typedef struct _rocsparse_sparse_to_sparse_descr *rocsparse_sparse_to_sparse_descr;

typedef enum rocsparse_data_status_ {
  rocsparse_data_status_success = 0,
  rocsparse_data_status_inf = 1,
  rocsparse_data_status_nan = 2,
  rocsparse_data_status_invalid_offset_ptr = 3,
  rocsparse_data_status_invalid_index = 4,
  rocsparse_data_status_duplicate_entry = 5,
  rocsparse_data_status_invalid_sorting = 6,
  rocsparse_data_status_invalid_fill = 7
} rocsparse_data_status;
typedef enum rocsparse_check_spmat_stage_ {
  rocsparse_check_spmat_stage_buffer_size = 0,
  rocsparse_check_spmat_stage_compute = 1
} rocsparse_check_spmat_stage;
typedef enum rocsparse_extract_alg_ { rocsparse_extract_alg_default = 0 } rocsparse_extract_alg;
typedef enum rocsparse_extract_stage_ {
  rocsparse_extract_stage_analysis = 0,
  rocsparse_extract_stage_compute = 1
} rocsparse_extract_stage;
typedef enum rocsparse_sparse_to_sparse_alg_ {
  rocsparse_sparse_to_sparse_alg_default = 0
} rocsparse_sparse_to_sparse_alg;
typedef enum rocsparse_sparse_to_sparse_stage_ {
  rocsparse_sparse_to_sparse_stage_analysis = 0,
  rocsparse_sparse_to_sparse_stage_compute = 1
} rocsparse_sparse_to_sparse_stage;

#define ROCSPARSE_HANDLE rocsparse_handle
#define ROCSPARSE_INT rocsparse_int
#define ROCSPARSE_DESCR const rocsparse_mat_descr
#define ROCSPARSE_OPS rocsparse_operation, rocsparse_operation
// The rows and columns of a matrix with nnz entries, without and with values.
#define ROCSPARSE_INDICES const rocsparse_int *, const rocsparse_int *
#define ROCSPARSE_PATTERN ROCSPARSE_DESCR, ROCSPARSE_INT, ROCSPARSE_INDICES
#define ROCSPARSE_MATRIX(T) ROCSPARSE_DESCR, ROCSPARSE_INT, const T *, ROCSPARSE_INDICES
#define ROCSPARSE_KIND                                                                             \
  rocsparse_index_base, rocsparse_matrix_type, rocsparse_fill_mode, rocsparse_storage_mode

// A check has a function for its buffer.
#define ROCSPARSE_CHECK(X, name, ...)                                                              \
  X(name##_buffer_size, (ROCSPARSE_HANDLE, __VA_ARGS__, ROCSPARSE_KIND, size_t *))                 \
  X(name, (ROCSPARSE_HANDLE, __VA_ARGS__, ROCSPARSE_KIND, rocsparse_data_status *, void *))

#define ROCSPARSE_ABSENT_TYPE(X, x, T)                                                             \
  X(rocsparse_##x##bsrgeam,                                                                        \
    (ROCSPARSE_HANDLE, rocsparse_direction, ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_INT,           \
     const T *, ROCSPARSE_MATRIX(T), const T *, ROCSPARSE_MATRIX(T), ROCSPARSE_DESCR, T *,         \
     const ROCSPARSE_INT *, ROCSPARSE_INT *))                                                      \
  X(rocsparse_##x##bsrgemm_buffer_size,                                                            \
    (ROCSPARSE_HANDLE, rocsparse_direction, ROCSPARSE_OPS, ROCSPARSE_INT, ROCSPARSE_INT,           \
     ROCSPARSE_INT, ROCSPARSE_INT, const T *, ROCSPARSE_PATTERN, ROCSPARSE_PATTERN, const T *,     \
     ROCSPARSE_PATTERN, rocsparse_mat_info, size_t *))                                             \
  X(rocsparse_##x##bsrgemm,                                                                        \
    (ROCSPARSE_HANDLE, rocsparse_direction, ROCSPARSE_OPS, ROCSPARSE_INT, ROCSPARSE_INT,           \
     ROCSPARSE_INT, ROCSPARSE_INT, const T *, ROCSPARSE_MATRIX(T), ROCSPARSE_MATRIX(T), const T *, \
     ROCSPARSE_MATRIX(T), ROCSPARSE_DESCR, T *, const ROCSPARSE_INT *, ROCSPARSE_INT *,            \
     const rocsparse_mat_info, void *))                                                            \
  X(rocsparse_##x##csrgemm_numeric,                                                                \
    (ROCSPARSE_HANDLE, ROCSPARSE_OPS, ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_INT, const T *,      \
     ROCSPARSE_MATRIX(T), ROCSPARSE_MATRIX(T), const T *, ROCSPARSE_MATRIX(T), ROCSPARSE_DESCR,    \
     ROCSPARSE_INT, T *, ROCSPARSE_INDICES, const rocsparse_mat_info, void *))                     \
  X(rocsparse_##x##bsrpad_value, (ROCSPARSE_HANDLE, ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_INT,   \
                                  ROCSPARSE_INT, T, ROCSPARSE_DESCR, T *, ROCSPARSE_INDICES))      \
  ROCSPARSE_CHECK(X, rocsparse_##x##check_matrix_csr, ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_INT, \
                  const T *, ROCSPARSE_INDICES)                                                    \
  ROCSPARSE_CHECK(X, rocsparse_##x##check_matrix_csc, ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_INT, \
                  const T *, ROCSPARSE_INDICES)                                                    \
  ROCSPARSE_CHECK(X, rocsparse_##x##check_matrix_coo, ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_INT, \
                  const T *, ROCSPARSE_INDICES)                                                    \
  ROCSPARSE_CHECK(X, rocsparse_##x##check_matrix_ell, ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_INT, \
                  const T *, const ROCSPARSE_INT *)                                                \
  ROCSPARSE_CHECK(X, rocsparse_##x##check_matrix_gebsr, rocsparse_direction, ROCSPARSE_INT,        \
                  ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_INT, const T *,           \
                  ROCSPARSE_INDICES)                                                               \
  ROCSPARSE_CHECK(X, rocsparse_##x##check_matrix_gebsc, rocsparse_direction, ROCSPARSE_INT,        \
                  ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_INT, const T *,           \
                  ROCSPARSE_INDICES)

// Small pivots replaced in a factorization. The names have the tolerance's type first where it is not the
// matrix's.
#define ROCSPARSE_ABSENT_BOOST(X, x, T, R)                                                         \
  X(rocsparse_##x##csrilu0_numeric_boost,                                                          \
    (ROCSPARSE_HANDLE, rocsparse_mat_info, int, const R *, const T *))                             \
  X(rocsparse_##x##bsrilu0_numeric_boost,                                                          \
    (ROCSPARSE_HANDLE, rocsparse_mat_info, int, const R *, const T *))

// Results about a factorization.
#define ROCSPARSE_ABSENT_PIVOTS(X, name)                                                           \
  X(rocsparse_##name##_get_tolerance, (ROCSPARSE_HANDLE, rocsparse_mat_info, double *))            \
  X(rocsparse_##name##_set_tolerance, (ROCSPARSE_HANDLE, rocsparse_mat_info, double))              \
  X(rocsparse_##name##_singular_pivot, (ROCSPARSE_HANDLE, rocsparse_mat_info, ROCSPARSE_INT *))

// Descriptors of more formats.
#define ROCSPARSE_TYPES rocsparse_indextype *, rocsparse_index_base *, rocsparse_datatype *
#define ROCSPARSE_SHAPE int64_t *, int64_t *
#define ROCSPARSE_ABSENT_GET(X, c, D, V)                                                           \
  X(rocsparse_##c##bell_get,                                                                       \
    (D, ROCSPARSE_SHAPE, rocsparse_direction *, int64_t *, int64_t *, V, V, ROCSPARSE_TYPES))      \
  X(rocsparse_##c##bsr_get, (D, ROCSPARSE_SHAPE, int64_t *, rocsparse_direction *, int64_t *, V,   \
                             V, V, rocsparse_indextype *, ROCSPARSE_TYPES))                        \
  X(rocsparse_##c##coo_aos_get, (D, ROCSPARSE_SHAPE, int64_t *, V, V, ROCSPARSE_TYPES))            \
  X(rocsparse_##c##ell_get, (D, ROCSPARSE_SHAPE, V, V, int64_t *, ROCSPARSE_TYPES))
#define ROCSPARSE_ABSENT_DESCRIPTORS(X)                                                            \
  ROCSPARSE_ABSENT_GET(X, , const rocsparse_spmat_descr, void **)                                  \
  ROCSPARSE_ABSENT_GET(X, const_, rocsparse_const_spmat_descr, const void **)                      \
  X(rocsparse_bsr_set_pointers, (rocsparse_spmat_descr, void *, void *, void *))                   \
  X(rocsparse_ell_set_pointers, (rocsparse_spmat_descr, void *, void *))                           \
  X(rocsparse_coo_aos_set_pointers, (rocsparse_spmat_descr, void *, void *))                       \
  X(rocsparse_create_coo_aos_descr,                                                                \
    (rocsparse_spmat_descr *, int64_t, int64_t, int64_t, void *, void *, rocsparse_indextype,      \
     rocsparse_index_base, rocsparse_datatype))                                                    \
  X(rocsparse_create_const_bell_descr,                                                             \
    (rocsparse_const_spmat_descr *, int64_t, int64_t, rocsparse_direction, int64_t, int64_t,       \
     const void *, const void *, rocsparse_indextype, rocsparse_index_base, rocsparse_datatype))   \
  X(rocsparse_coo_set_strided_batch, (rocsparse_spmat_descr, ROCSPARSE_INT, int64_t))              \
  X(rocsparse_csc_set_strided_batch, (rocsparse_spmat_descr, ROCSPARSE_INT, int64_t, int64_t))     \
  X(rocsparse_spmat_get_strided_batch, (rocsparse_const_spmat_descr, ROCSPARSE_INT *))             \
  X(rocsparse_spmat_set_strided_batch, (rocsparse_spmat_descr, ROCSPARSE_INT))                     \
  X(rocsparse_spmat_set_nnz, (rocsparse_spmat_descr, int64_t))                                     \
  X(rocsparse_dnmat_get_strided_batch, (rocsparse_const_dnmat_descr, ROCSPARSE_INT *, int64_t *))  \
  X(rocsparse_check_spmat,                                                                         \
    (ROCSPARSE_HANDLE, rocsparse_const_spmat_descr, rocsparse_data_status *,                       \
     rocsparse_check_spmat_stage, size_t *, void *))                                               \
  X(rocsparse_create_extract_descr, (rocsparse_extract_descr *, rocsparse_const_spmat_descr,       \
                                     rocsparse_spmat_descr, rocsparse_extract_alg))                \
  X(rocsparse_destroy_extract_descr, (rocsparse_extract_descr))                                    \
  X(rocsparse_extract_buffer_size,                                                                 \
    (ROCSPARSE_HANDLE, rocsparse_extract_descr, rocsparse_const_spmat_descr,                       \
     rocsparse_spmat_descr, rocsparse_extract_stage, size_t *))                                    \
  X(rocsparse_extract_nnz, (ROCSPARSE_HANDLE, rocsparse_extract_descr, int64_t *))                 \
  X(rocsparse_extract, (ROCSPARSE_HANDLE, rocsparse_extract_descr, rocsparse_const_spmat_descr,    \
                        rocsparse_spmat_descr, rocsparse_extract_stage, size_t, void *))           \
  X(rocsparse_create_sparse_to_sparse_descr,                                                       \
    (rocsparse_sparse_to_sparse_descr *, rocsparse_const_spmat_descr, rocsparse_spmat_descr,       \
     rocsparse_sparse_to_sparse_alg))                                                              \
  X(rocsparse_destroy_sparse_to_sparse_descr, (rocsparse_sparse_to_sparse_descr))                  \
  X(rocsparse_sparse_to_sparse_permissive, (rocsparse_sparse_to_sparse_descr))                     \
  X(rocsparse_sparse_to_sparse_buffer_size,                                                        \
    (ROCSPARSE_HANDLE, rocsparse_sparse_to_sparse_descr, rocsparse_const_spmat_descr,              \
     rocsparse_spmat_descr, rocsparse_sparse_to_sparse_stage, size_t *))                           \
  X(rocsparse_sparse_to_sparse,                                                                    \
    (ROCSPARSE_HANDLE, rocsparse_sparse_to_sparse_descr, rocsparse_const_spmat_descr,              \
     rocsparse_spmat_descr, rocsparse_sparse_to_sparse_stage, size_t, void *))

#define ROCSPARSE_ABSENT(X)                                                                        \
  ROCSPARSE_ABSENT_TYPE(X, s, float)                                                               \
  ROCSPARSE_ABSENT_TYPE(X, d, double)                                                              \
  ROCSPARSE_ABSENT_TYPE(X, c, rocsparse_float_complex)                                             \
  ROCSPARSE_ABSENT_TYPE(X, z, rocsparse_double_complex)                                            \
  ROCSPARSE_ABSENT_BOOST(X, s, float, float)                                                       \
  ROCSPARSE_ABSENT_BOOST(X, d, double, double)                                                     \
  ROCSPARSE_ABSENT_BOOST(X, c, rocsparse_float_complex, float)                                     \
  ROCSPARSE_ABSENT_BOOST(X, z, rocsparse_double_complex, double)                                   \
  ROCSPARSE_ABSENT_BOOST(X, ds, float, double)                                                     \
  ROCSPARSE_ABSENT_BOOST(X, dc, rocsparse_float_complex, double)                                   \
  ROCSPARSE_ABSENT_PIVOTS(X, csric0)                                                               \
  ROCSPARSE_ABSENT_PIVOTS(X, csrilu0)                                                              \
  ROCSPARSE_ABSENT_DESCRIPTORS(X)                                                                  \
  X(rocsparse_bsrgeam_nnzb,                                                                        \
    (ROCSPARSE_HANDLE, rocsparse_direction, ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_INT,           \
     ROCSPARSE_PATTERN, ROCSPARSE_PATTERN, ROCSPARSE_DESCR, ROCSPARSE_INT *, ROCSPARSE_INT *))     \
  X(rocsparse_bsrgemm_nnzb,                                                                        \
    (ROCSPARSE_HANDLE, rocsparse_direction, ROCSPARSE_OPS, ROCSPARSE_INT, ROCSPARSE_INT,           \
     ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_PATTERN, ROCSPARSE_PATTERN, ROCSPARSE_PATTERN,        \
     ROCSPARSE_DESCR, ROCSPARSE_INT *, ROCSPARSE_INT *, const rocsparse_mat_info, void *))         \
  X(rocsparse_csrgemm_symbolic,                                                                    \
    (ROCSPARSE_HANDLE, ROCSPARSE_OPS, ROCSPARSE_INT, ROCSPARSE_INT, ROCSPARSE_INT,                 \
     ROCSPARSE_PATTERN, ROCSPARSE_PATTERN, ROCSPARSE_PATTERN, ROCSPARSE_DESCR, ROCSPARSE_INT,      \
     const ROCSPARSE_INT *, ROCSPARSE_INT *, const rocsparse_mat_info, void *))                    \
  ROCSPARSE_CHECK(X, rocsparse_check_matrix_hyb, const rocsparse_hyb_mat)                          \
  X(rocsparse_copy_hyb_mat, (rocsparse_hyb_mat, const rocsparse_hyb_mat))                          \
  X(rocsparse_copy_mat_info, (rocsparse_mat_info, const rocsparse_mat_info))                       \
  X(rocsparse_create_color_info, (rocsparse_color_info *))                                         \
  X(rocsparse_copy_color_info, (rocsparse_color_info, const rocsparse_color_info))                 \
  X(rocsparse_destroy_color_info, (rocsparse_color_info))                                          \
  X(rocsparse_isctr, (ROCSPARSE_HANDLE, ROCSPARSE_INT, const ROCSPARSE_INT *,                      \
                      const ROCSPARSE_INT *, ROCSPARSE_INT *, rocsparse_index_base))               \
  X(rocsparse_memstat_report, (const char *))

#define ROCSPARSE_SWITCHES(X)                                                                      \
  X(debug)                                                                                         \
  X(debug_arguments)                                                                               \
  X(debug_arguments_verbose)                                                                       \
  X(debug_kernel_launch)                                                                           \
  X(debug_force_host_assert)                                                                       \
  X(debug_verbose)

#ifdef __cplusplus
extern "C" {
#endif

#define ROCSPARSE_DECLARE(name, parameters) ROCSPARSE_EXPORT rocsparse_status name parameters;
ROCSPARSE_ABSENT(ROCSPARSE_DECLARE)
#undef ROCSPARSE_DECLARE
#define ROCSPARSE_DECLARE(name)                                                                    \
  ROCSPARSE_EXPORT void rocsparse_enable_##name(void);                                             \
  ROCSPARSE_EXPORT void rocsparse_disable_##name(void);                                            \
  ROCSPARSE_EXPORT int rocsparse_state_##name(void);
ROCSPARSE_SWITCHES(ROCSPARSE_DECLARE)
#undef ROCSPARSE_DECLARE

ROCSPARSE_EXPORT hipError_t rocsparse_hip_malloc(void **mem, size_t nbytes, const char *tag);
ROCSPARSE_EXPORT hipError_t rocsparse_hip_free(void *mem, const char *tag);
ROCSPARSE_EXPORT hipError_t rocsparse_hip_malloc_async(void **mem, size_t nbytes,
                                                       hipStream_t stream, const char *tag);
ROCSPARSE_EXPORT hipError_t rocsparse_hip_free_async(void *mem, hipStream_t stream,
                                                     const char *tag);
ROCSPARSE_EXPORT hipError_t rocsparse_hip_host_malloc(void **mem, size_t nbytes, const char *tag);
ROCSPARSE_EXPORT hipError_t rocsparse_hip_host_free(void *mem, const char *tag);
ROCSPARSE_EXPORT hipError_t rocsparse_hip_malloc_managed(void **mem, size_t nbytes,
                                                         const char *tag);
ROCSPARSE_EXPORT hipError_t rocsparse_hip_free_managed(void *mem, const char *tag);

#ifdef __cplusplus
}
#endif

#endif

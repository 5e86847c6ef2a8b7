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

#define GOHIP_ROCSPARSE_HANDLE rocsparse_handle
#define GOHIP_ROCSPARSE_INT rocsparse_int
#define GOHIP_ROCSPARSE_DESCR const rocsparse_mat_descr
#define GOHIP_ROCSPARSE_OPS rocsparse_operation, rocsparse_operation
// The rows and columns of a matrix with nnz entries, without and with values.
#define GOHIP_ROCSPARSE_INDICES const rocsparse_int *, const rocsparse_int *
#define GOHIP_ROCSPARSE_PATTERN GOHIP_ROCSPARSE_DESCR, GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INDICES
#define GOHIP_ROCSPARSE_MATRIX(T)                                                                  \
  GOHIP_ROCSPARSE_DESCR, GOHIP_ROCSPARSE_INT, const T *, GOHIP_ROCSPARSE_INDICES
#define GOHIP_ROCSPARSE_KIND                                                                       \
  rocsparse_index_base, rocsparse_matrix_type, rocsparse_fill_mode, rocsparse_storage_mode

// A check has a function for its buffer.
#define GOHIP_ROCSPARSE_CHECK(X, name, ...)                                                        \
  X(name##_buffer_size, (GOHIP_ROCSPARSE_HANDLE, __VA_ARGS__, GOHIP_ROCSPARSE_KIND, size_t *))     \
  X(name,                                                                                          \
    (GOHIP_ROCSPARSE_HANDLE, __VA_ARGS__, GOHIP_ROCSPARSE_KIND, rocsparse_data_status *, void *))

#define GOHIP_ROCSPARSE_ABSENT_TYPE(X, x, T)                                                       \
  X(rocsparse_##x##bsrgeam,                                                                        \
    (GOHIP_ROCSPARSE_HANDLE, rocsparse_direction, GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT,        \
     GOHIP_ROCSPARSE_INT, const T *, GOHIP_ROCSPARSE_MATRIX(T), const T *,                         \
     GOHIP_ROCSPARSE_MATRIX(T), GOHIP_ROCSPARSE_DESCR, T *, const GOHIP_ROCSPARSE_INT *,           \
     GOHIP_ROCSPARSE_INT *))                                                                       \
  X(rocsparse_##x##bsrgemm_buffer_size,                                                            \
    (GOHIP_ROCSPARSE_HANDLE, rocsparse_direction, GOHIP_ROCSPARSE_OPS, GOHIP_ROCSPARSE_INT,        \
     GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, const T *,                     \
     GOHIP_ROCSPARSE_PATTERN, GOHIP_ROCSPARSE_PATTERN, const T *, GOHIP_ROCSPARSE_PATTERN,         \
     rocsparse_mat_info, size_t *))                                                                \
  X(rocsparse_##x##bsrgemm,                                                                        \
    (GOHIP_ROCSPARSE_HANDLE, rocsparse_direction, GOHIP_ROCSPARSE_OPS, GOHIP_ROCSPARSE_INT,        \
     GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, const T *,                     \
     GOHIP_ROCSPARSE_MATRIX(T), GOHIP_ROCSPARSE_MATRIX(T), const T *, GOHIP_ROCSPARSE_MATRIX(T),   \
     GOHIP_ROCSPARSE_DESCR, T *, const GOHIP_ROCSPARSE_INT *, GOHIP_ROCSPARSE_INT *,               \
     const rocsparse_mat_info, void *))                                                            \
  X(rocsparse_##x##bsrpad_value,                                                                   \
    (GOHIP_ROCSPARSE_HANDLE, GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT,        \
     GOHIP_ROCSPARSE_INT, T, GOHIP_ROCSPARSE_DESCR, T *, GOHIP_ROCSPARSE_INDICES))                 \
  GOHIP_ROCSPARSE_CHECK(X, rocsparse_##x##check_matrix_csr, GOHIP_ROCSPARSE_INT,                   \
                        GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, const T *,                       \
                        GOHIP_ROCSPARSE_INDICES)                                                   \
  GOHIP_ROCSPARSE_CHECK(X, rocsparse_##x##check_matrix_csc, GOHIP_ROCSPARSE_INT,                   \
                        GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, const T *,                       \
                        GOHIP_ROCSPARSE_INDICES)                                                   \
  GOHIP_ROCSPARSE_CHECK(X, rocsparse_##x##check_matrix_coo, GOHIP_ROCSPARSE_INT,                   \
                        GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, const T *,                       \
                        GOHIP_ROCSPARSE_INDICES)                                                   \
  GOHIP_ROCSPARSE_CHECK(X, rocsparse_##x##check_matrix_ell, GOHIP_ROCSPARSE_INT,                   \
                        GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, const T *,                       \
                        const GOHIP_ROCSPARSE_INT *)                                               \
  GOHIP_ROCSPARSE_CHECK(X, rocsparse_##x##check_matrix_gebsr, rocsparse_direction,                 \
                        GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT,             \
                        GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, const T *,                       \
                        GOHIP_ROCSPARSE_INDICES)                                                   \
  GOHIP_ROCSPARSE_CHECK(X, rocsparse_##x##check_matrix_gebsc, rocsparse_direction,                 \
                        GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT,             \
                        GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, const T *,                       \
                        GOHIP_ROCSPARSE_INDICES)

// Small pivots replaced in a factorization. The names have the tolerance's type first where it is not the
// matrix's.
#define GOHIP_ROCSPARSE_ABSENT_BOOST(X, x, T, R)                                                   \
  X(rocsparse_##x##csrilu0_numeric_boost,                                                          \
    (GOHIP_ROCSPARSE_HANDLE, rocsparse_mat_info, int, const R *, const T *))                       \
  X(rocsparse_##x##bsrilu0_numeric_boost,                                                          \
    (GOHIP_ROCSPARSE_HANDLE, rocsparse_mat_info, int, const R *, const T *))

// Results about a factorization.
#define GOHIP_ROCSPARSE_ABSENT_PIVOTS(X, name)                                                     \
  X(rocsparse_##name##_get_tolerance, (GOHIP_ROCSPARSE_HANDLE, rocsparse_mat_info, double *))      \
  X(rocsparse_##name##_set_tolerance, (GOHIP_ROCSPARSE_HANDLE, rocsparse_mat_info, double))        \
  X(rocsparse_##name##_singular_pivot,                                                             \
    (GOHIP_ROCSPARSE_HANDLE, rocsparse_mat_info, GOHIP_ROCSPARSE_INT *))

// Descriptors of more formats.
#define GOHIP_ROCSPARSE_TYPES rocsparse_indextype *, rocsparse_index_base *, rocsparse_datatype *
#define GOHIP_ROCSPARSE_SHAPE int64_t *, int64_t *
#define GOHIP_ROCSPARSE_ABSENT_GET(X, c, D, V)                                                     \
  X(rocsparse_##c##bell_get, (D, GOHIP_ROCSPARSE_SHAPE, rocsparse_direction *, int64_t *,          \
                              int64_t *, V, V, GOHIP_ROCSPARSE_TYPES))                             \
  X(rocsparse_##c##bsr_get, (D, GOHIP_ROCSPARSE_SHAPE, int64_t *, rocsparse_direction *,           \
                             int64_t *, V, V, V, rocsparse_indextype *, GOHIP_ROCSPARSE_TYPES))    \
  X(rocsparse_##c##coo_aos_get, (D, GOHIP_ROCSPARSE_SHAPE, int64_t *, V, V, GOHIP_ROCSPARSE_TYPES))
#define GOHIP_ROCSPARSE_ABSENT_DESCRIPTORS(X)                                                      \
  GOHIP_ROCSPARSE_ABSENT_GET(X, , const rocsparse_spmat_descr, void **)                            \
  GOHIP_ROCSPARSE_ABSENT_GET(X, const_, rocsparse_const_spmat_descr, const void **)                \
  X(rocsparse_bsr_set_pointers, (rocsparse_spmat_descr, void *, void *, void *))                   \
  X(rocsparse_coo_aos_set_pointers, (rocsparse_spmat_descr, void *, void *))                       \
  X(rocsparse_create_coo_aos_descr,                                                                \
    (rocsparse_spmat_descr *, int64_t, int64_t, int64_t, void *, void *, rocsparse_indextype,      \
     rocsparse_index_base, rocsparse_datatype))                                                    \
  X(rocsparse_create_const_bell_descr,                                                             \
    (rocsparse_const_spmat_descr *, int64_t, int64_t, rocsparse_direction, int64_t, int64_t,       \
     const void *, const void *, rocsparse_indextype, rocsparse_index_base, rocsparse_datatype))   \
  X(rocsparse_check_spmat,                                                                         \
    (GOHIP_ROCSPARSE_HANDLE, rocsparse_const_spmat_descr, rocsparse_data_status *,                 \
     rocsparse_check_spmat_stage, size_t *, void *))                                               \
  X(rocsparse_create_extract_descr, (rocsparse_extract_descr *, rocsparse_const_spmat_descr,       \
                                     rocsparse_spmat_descr, rocsparse_extract_alg))                \
  X(rocsparse_destroy_extract_descr, (rocsparse_extract_descr))                                    \
  X(rocsparse_extract_buffer_size,                                                                 \
    (GOHIP_ROCSPARSE_HANDLE, rocsparse_extract_descr, rocsparse_const_spmat_descr,                 \
     rocsparse_spmat_descr, rocsparse_extract_stage, size_t *))                                    \
  X(rocsparse_extract_nnz, (GOHIP_ROCSPARSE_HANDLE, rocsparse_extract_descr, int64_t *))           \
  X(rocsparse_extract,                                                                             \
    (GOHIP_ROCSPARSE_HANDLE, rocsparse_extract_descr, rocsparse_const_spmat_descr,                 \
     rocsparse_spmat_descr, rocsparse_extract_stage, size_t, void *))                              \
  X(rocsparse_create_sparse_to_sparse_descr,                                                       \
    (rocsparse_sparse_to_sparse_descr *, rocsparse_const_spmat_descr, rocsparse_spmat_descr,       \
     rocsparse_sparse_to_sparse_alg))                                                              \
  X(rocsparse_destroy_sparse_to_sparse_descr, (rocsparse_sparse_to_sparse_descr))                  \
  X(rocsparse_sparse_to_sparse_permissive, (rocsparse_sparse_to_sparse_descr))                     \
  X(rocsparse_sparse_to_sparse_buffer_size,                                                        \
    (GOHIP_ROCSPARSE_HANDLE, rocsparse_sparse_to_sparse_descr, rocsparse_const_spmat_descr,        \
     rocsparse_spmat_descr, rocsparse_sparse_to_sparse_stage, size_t *))                           \
  X(rocsparse_sparse_to_sparse,                                                                    \
    (GOHIP_ROCSPARSE_HANDLE, rocsparse_sparse_to_sparse_descr, rocsparse_const_spmat_descr,        \
     rocsparse_spmat_descr, rocsparse_sparse_to_sparse_stage, size_t, void *))

#define GOHIP_ROCSPARSE_ABSENT(X)                                                                  \
  GOHIP_ROCSPARSE_ABSENT_TYPE(X, s, float)                                                         \
  GOHIP_ROCSPARSE_ABSENT_TYPE(X, d, double)                                                        \
  GOHIP_ROCSPARSE_ABSENT_TYPE(X, c, rocsparse_float_complex)                                       \
  GOHIP_ROCSPARSE_ABSENT_TYPE(X, z, rocsparse_double_complex)                                      \
  GOHIP_ROCSPARSE_ABSENT_BOOST(X, s, float, float)                                                 \
  GOHIP_ROCSPARSE_ABSENT_BOOST(X, d, double, double)                                               \
  GOHIP_ROCSPARSE_ABSENT_BOOST(X, c, rocsparse_float_complex, float)                               \
  GOHIP_ROCSPARSE_ABSENT_BOOST(X, z, rocsparse_double_complex, double)                             \
  GOHIP_ROCSPARSE_ABSENT_BOOST(X, ds, float, double)                                               \
  GOHIP_ROCSPARSE_ABSENT_BOOST(X, dc, rocsparse_float_complex, double)                             \
  GOHIP_ROCSPARSE_ABSENT_PIVOTS(X, csric0)                                                         \
  GOHIP_ROCSPARSE_ABSENT_PIVOTS(X, csrilu0)                                                        \
  GOHIP_ROCSPARSE_ABSENT_DESCRIPTORS(X)                                                            \
  X(rocsparse_bsrgeam_nnzb,                                                                        \
    (GOHIP_ROCSPARSE_HANDLE, rocsparse_direction, GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT,        \
     GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_PATTERN, GOHIP_ROCSPARSE_PATTERN, GOHIP_ROCSPARSE_DESCR, \
     GOHIP_ROCSPARSE_INT *, GOHIP_ROCSPARSE_INT *))                                                \
  X(rocsparse_bsrgemm_nnzb,                                                                        \
    (GOHIP_ROCSPARSE_HANDLE, rocsparse_direction, GOHIP_ROCSPARSE_OPS, GOHIP_ROCSPARSE_INT,        \
     GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_INT, GOHIP_ROCSPARSE_PATTERN,       \
     GOHIP_ROCSPARSE_PATTERN, GOHIP_ROCSPARSE_PATTERN, GOHIP_ROCSPARSE_DESCR,                      \
     GOHIP_ROCSPARSE_INT *, GOHIP_ROCSPARSE_INT *, const rocsparse_mat_info, void *))              \
  GOHIP_ROCSPARSE_CHECK(X, rocsparse_check_matrix_hyb, const rocsparse_hyb_mat)                    \
  X(rocsparse_copy_hyb_mat, (rocsparse_hyb_mat, const rocsparse_hyb_mat))                          \
  X(rocsparse_copy_mat_info, (rocsparse_mat_info, const rocsparse_mat_info))                       \
  X(rocsparse_create_color_info, (rocsparse_color_info *))                                         \
  X(rocsparse_copy_color_info, (rocsparse_color_info, const rocsparse_color_info))                 \
  X(rocsparse_destroy_color_info, (rocsparse_color_info))                                          \
  X(rocsparse_isctr, (GOHIP_ROCSPARSE_HANDLE, GOHIP_ROCSPARSE_INT, const GOHIP_ROCSPARSE_INT *,    \
                      const GOHIP_ROCSPARSE_INT *, GOHIP_ROCSPARSE_INT *, rocsparse_index_base))   \
  X(rocsparse_memstat_report, (const char *))

#define GOHIP_ROCSPARSE_SWITCHES(X)                                                                \
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
GOHIP_ROCSPARSE_ABSENT(ROCSPARSE_DECLARE)
#undef ROCSPARSE_DECLARE
#define ROCSPARSE_DECLARE(name)                                                                    \
  ROCSPARSE_EXPORT void rocsparse_enable_##name(void);                                             \
  ROCSPARSE_EXPORT void rocsparse_disable_##name(void);                                            \
  ROCSPARSE_EXPORT int rocsparse_state_##name(void);
GOHIP_ROCSPARSE_SWITCHES(ROCSPARSE_DECLARE)
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

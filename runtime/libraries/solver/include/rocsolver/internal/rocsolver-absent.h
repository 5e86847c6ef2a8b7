// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSOLVER's functions that are not supported: they return rocblas_status_not_implemented. The table
// is the declarations and, in librocsolver.so, the definitions.
#ifndef ROCSOLVER_ABSENT_H
#define ROCSOLVER_ABSENT_H

#include <rocsolver/internal/variants.h>

#include <stdint.h>

typedef enum rocblas_srange_ {
  rocblas_srange_all = 261,
  rocblas_srange_value = 262, // in [vl, vu)
  rocblas_srange_index = 263
} rocblas_srange;

typedef struct rocsolver_rfinfo_ *rocsolver_rfinfo;
typedef enum rocsolver_rfinfo_mode_ {
  rocsolver_rfinfo_mode_lu = 271,
  rocsolver_rfinfo_mode_cholesky = 272
} rocsolver_rfinfo_mode;

// What the 64-bit interface has instead of the names of variants.h.
#define GOHIP_ROCSOLVER_LONG_1(f) rocsolver_##f##_64
#define GOHIP_ROCSOLVER_LONG_B(f) rocsolver_##f##_batched_64
#define GOHIP_ROCSOLVER_LONG_S(f) rocsolver_##f##_strided_batched_64
#define GOHIP_ROCSOLVER_LONG_MATRIX_1(T) T *, int64_t
#define GOHIP_ROCSOLVER_LONG_MATRIX_B(T) T *const[], int64_t
#define GOHIP_ROCSOLVER_LONG_MATRIX_S(T) T *, int64_t, rocblas_stride
#define GOHIP_ROCSOLVER_LONG_VECTOR_1(T) T *
#define GOHIP_ROCSOLVER_LONG_VECTOR_B(T) T *, rocblas_stride
#define GOHIP_ROCSOLVER_LONG_VECTOR_S(T) T *, rocblas_stride
#define GOHIP_ROCSOLVER_LONG_COUNT_1
#define GOHIP_ROCSOLVER_LONG_COUNT_B , int64_t
#define GOHIP_ROCSOLVER_LONG_COUNT_S , int64_t

#define GOHIP_ROCSOLVER_FACTORS(X, f, T, v)                                                        \
  X(GOHIP_ROCSOLVER_LONG_##v(f),                                                                   \
    (rocblas_handle, int64_t, int64_t, GOHIP_ROCSOLVER_LONG_MATRIX_##v(T),                         \
     GOHIP_ROCSOLVER_LONG_VECTOR_##v(T) GOHIP_ROCSOLVER_LONG_COUNT_##v))
#define GOHIP_ROCSOLVER_PIVOTED(X, f, T, v)                                                        \
  X(GOHIP_ROCSOLVER_LONG_##v(f),                                                                   \
    (rocblas_handle, int64_t, int64_t, GOHIP_ROCSOLVER_LONG_MATRIX_##v(T),                         \
     GOHIP_ROCSOLVER_LONG_VECTOR_##v(int64_t), int64_t *GOHIP_ROCSOLVER_LONG_COUNT_##v))
#define GOHIP_ROCSOLVER_UNPIVOTED(X, f, T, v)                                                      \
  X(GOHIP_ROCSOLVER_LONG_##v(f),                                                                   \
    (rocblas_handle, int64_t, int64_t, GOHIP_ROCSOLVER_LONG_MATRIX_##v(T),                         \
     int64_t *GOHIP_ROCSOLVER_LONG_COUNT_##v))
#define GOHIP_ROCSOLVER_CHOLESKY(X, f, T, v)                                                       \
  X(GOHIP_ROCSOLVER_LONG_##v(f),                                                                   \
    (rocblas_handle, rocblas_fill, int64_t, GOHIP_ROCSOLVER_LONG_MATRIX_##v(T),                    \
     int64_t *GOHIP_ROCSOLVER_LONG_COUNT_##v))

// Functions of a type x of elements T, whose absolute values are R, of each variant v.
#define GOHIP_ROCSOLVER_ABSENT_VARIANT(X, x, T, R, v)                                              \
  GOHIP_ROCSOLVER_FACTORS(X, x##geqr2, T, v)                                                       \
  GOHIP_ROCSOLVER_FACTORS(X, x##geqrf, T, v)                                                       \
  GOHIP_ROCSOLVER_PIVOTED(X, x##getf2, T, v)                                                       \
  GOHIP_ROCSOLVER_PIVOTED(X, x##getrf, T, v)                                                       \
  GOHIP_ROCSOLVER_UNPIVOTED(X, x##getf2_npvt, T, v)                                                \
  GOHIP_ROCSOLVER_UNPIVOTED(X, x##getrf_npvt, T, v)                                                \
  GOHIP_ROCSOLVER_CHOLESKY(X, x##potf2, T, v)                                                      \
  GOHIP_ROCSOLVER_CHOLESKY(X, x##potrf, T, v)                                                      \
  X(GOHIP_ROCSOLVER_LONG_##v(x##getrs),                                                            \
    (rocblas_handle, rocblas_operation, int64_t, int64_t, GOHIP_ROCSOLVER_LONG_MATRIX_##v(T),      \
     GOHIP_ROCSOLVER_LONG_VECTOR_##v(const int64_t),                                               \
     GOHIP_ROCSOLVER_LONG_MATRIX_##v(T) GOHIP_ROCSOLVER_LONG_COUNT_##v))                           \
  X(GOHIP_ROCSOLVER_LONG_##v(x##potrs),                                                            \
    (rocblas_handle, rocblas_fill, int64_t, int64_t, GOHIP_ROCSOLVER_LONG_MATRIX_##v(T),           \
     GOHIP_ROCSOLVER_LONG_MATRIX_##v(T) GOHIP_ROCSOLVER_LONG_COUNT_##v))                           \
  X(GOHIP_ROCSOLVER_NAME_##v(x##geblttrf_npvt),                                                    \
    (rocblas_handle handle, rocblas_int nb, rocblas_int nblocks,                                   \
     GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb),                 \
     GOHIP_ROCSOLVER_MATRIX_##v(T, C, ldc), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v))         \
  X(GOHIP_ROCSOLVER_NAME_##v(x##geblttrs_npvt),                                                    \
    (rocblas_handle handle, rocblas_int nb, rocblas_int nblocks, rocblas_int nrhs,                 \
     GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb),                 \
     GOHIP_ROCSOLVER_MATRIX_##v(T, C, ldc),                                                        \
     GOHIP_ROCSOLVER_MATRIX_##v(T, Y, ldy) GOHIP_ROCSOLVER_COUNT_##v))                             \
  X(GOHIP_ROCSOLVER_NAME_##v(x##gesvdx),                                                           \
    (rocblas_handle handle, rocblas_svect left, rocblas_svect right, rocblas_srange srange,        \
     rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), R vl, R vu,              \
     rocblas_int il, rocblas_int iu, rocblas_int * nsv, GOHIP_ROCSOLVER_VECTOR_##v(R, S),          \
     GOHIP_ROCSOLVER_OUTPUT_##v(T, U, ldu), GOHIP_ROCSOLVER_OUTPUT_##v(T, V, ldv),                 \
     GOHIP_ROCSOLVER_VECTOR_##v(rocblas_int, F), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v))

// A matrix of an interleaved batch has increments and a distance.
#define GOHIP_ROCSOLVER_INTERLEAVED(T) T *, rocblas_int, rocblas_int, rocblas_stride
#define GOHIP_ROCSOLVER_ABSENT_TYPE(X, x, T, R)                                                    \
  GOHIP_ROCSOLVER_ABSENT_VARIANT(X, x, T, R, 1)                                                    \
  GOHIP_ROCSOLVER_ABSENT_VARIANT(X, x, T, R, B)                                                    \
  GOHIP_ROCSOLVER_ABSENT_VARIANT(X, x, T, R, S)                                                    \
  X(rocsolver_##x##larf_64,                                                                        \
    (rocblas_handle, rocblas_side, int64_t, int64_t, T *, int64_t, const T *, T *, int64_t))       \
  X(rocsolver_##x##larfg_64, (rocblas_handle, int64_t, T *, T *, int64_t, T *))                    \
  X(rocsolver_##x##geblttrf_npvt_interleaved_batched,                                              \
    (rocblas_handle, rocblas_int, rocblas_int, GOHIP_ROCSOLVER_INTERLEAVED(T),                     \
     GOHIP_ROCSOLVER_INTERLEAVED(T), GOHIP_ROCSOLVER_INTERLEAVED(T), rocblas_int *, rocblas_int))  \
  X(rocsolver_##x##geblttrs_npvt_interleaved_batched,                                              \
    (rocblas_handle, rocblas_int, rocblas_int, rocblas_int, GOHIP_ROCSOLVER_INTERLEAVED(T),        \
     GOHIP_ROCSOLVER_INTERLEAVED(T), GOHIP_ROCSOLVER_INTERLEAVED(T),                               \
     GOHIP_ROCSOLVER_INTERLEAVED(T), rocblas_int))

// A sparse matrix is its rows' ends, its columns and its values.
#define GOHIP_ROCSOLVER_SPARSE(R) rocblas_int *, rocblas_int *, R *
#define GOHIP_ROCSOLVER_ABSENT_REAL(X, x, R)                                                       \
  X(rocsolver_##x##bdsvdx, (rocblas_handle, rocblas_fill, rocblas_svect, rocblas_srange,           \
                            rocblas_int, R *, R *, R, R, rocblas_int, rocblas_int, rocblas_int *,  \
                            R *, R *, rocblas_int, rocblas_int *, rocblas_int *))                  \
  X(rocsolver_##x##csrrf_analysis,                                                                 \
    (rocblas_handle, rocblas_int, rocblas_int, rocblas_int, GOHIP_ROCSOLVER_SPARSE(R),             \
     rocblas_int, GOHIP_ROCSOLVER_SPARSE(R), rocblas_int *, rocblas_int *, R *, rocblas_int,       \
     rocsolver_rfinfo))                                                                            \
  X(rocsolver_##x##csrrf_sumlu,                                                                    \
    (rocblas_handle, rocblas_int, rocblas_int, GOHIP_ROCSOLVER_SPARSE(R), rocblas_int,             \
     GOHIP_ROCSOLVER_SPARSE(R), GOHIP_ROCSOLVER_SPARSE(R)))                                        \
  X(rocsolver_##x##csrrf_splitlu,                                                                  \
    (rocblas_handle, rocblas_int, rocblas_int, GOHIP_ROCSOLVER_SPARSE(R),                          \
     GOHIP_ROCSOLVER_SPARSE(R), GOHIP_ROCSOLVER_SPARSE(R)))                                        \
  X(rocsolver_##x##csrrf_refactlu,                                                                 \
    (rocblas_handle, rocblas_int, rocblas_int, GOHIP_ROCSOLVER_SPARSE(R), rocblas_int,             \
     GOHIP_ROCSOLVER_SPARSE(R), rocblas_int *, rocblas_int *, rocsolver_rfinfo))                   \
  X(rocsolver_##x##csrrf_refactchol,                                                               \
    (rocblas_handle, rocblas_int, rocblas_int, GOHIP_ROCSOLVER_SPARSE(R), rocblas_int,             \
     GOHIP_ROCSOLVER_SPARSE(R), rocblas_int *, rocsolver_rfinfo))                                  \
  X(rocsolver_##x##csrrf_solve,                                                                    \
    (rocblas_handle, rocblas_int, rocblas_int, rocblas_int, GOHIP_ROCSOLVER_SPARSE(R),             \
     rocblas_int *, rocblas_int *, R *, rocblas_int, rocsolver_rfinfo))

#define GOHIP_ROCSOLVER_ABSENT(X)                                                                  \
  GOHIP_ROCSOLVER_ABSENT_TYPE(X, s, float, float)                                                  \
  GOHIP_ROCSOLVER_ABSENT_TYPE(X, d, double, double)                                                \
  GOHIP_ROCSOLVER_ABSENT_TYPE(X, c, rocblas_float_complex, float)                                  \
  GOHIP_ROCSOLVER_ABSENT_TYPE(X, z, rocblas_double_complex, double)                                \
  GOHIP_ROCSOLVER_ABSENT_REAL(X, s, float)                                                         \
  GOHIP_ROCSOLVER_ABSENT_REAL(X, d, double)                                                        \
  X(rocsolver_clacgv_64, (rocblas_handle, int64_t, rocblas_float_complex *, int64_t))              \
  X(rocsolver_zlacgv_64, (rocblas_handle, int64_t, rocblas_double_complex *, int64_t))             \
  X(rocsolver_create_rfinfo, (rocsolver_rfinfo *, rocblas_handle))                                 \
  X(rocsolver_destroy_rfinfo, (rocsolver_rfinfo))                                                  \
  X(rocsolver_set_rfinfo_mode, (rocsolver_rfinfo, rocsolver_rfinfo_mode))                          \
  X(rocsolver_get_rfinfo_mode, (rocsolver_rfinfo, rocsolver_rfinfo_mode *))                        \
  X(rocsolver_log_begin, (void))                                                                   \
  X(rocsolver_log_end, (void))                                                                     \
  X(rocsolver_log_set_layer_mode, (rocblas_layer_mode_flags))                                      \
  X(rocsolver_log_set_max_levels, (rocblas_int))                                                   \
  X(rocsolver_log_restore_defaults, (void))                                                        \
  X(rocsolver_log_write_profile, (void))                                                           \
  X(rocsolver_log_flush_profile, (void))

#ifdef __cplusplus
extern "C" {
#endif
#define ROCSOLVER_DECLARE(name, parameters) ROCSOLVER_EXPORT rocblas_status name parameters;
GOHIP_ROCSOLVER_ABSENT(ROCSOLVER_DECLARE)
#undef ROCSOLVER_DECLARE
#ifdef __cplusplus
}
#endif

#endif

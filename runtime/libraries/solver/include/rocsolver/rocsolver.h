// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSOLVER: dense linear algebra of the device's memory: a matrix, an array of matrices (_batched), a
// strided batch.
#ifndef ROCSOLVER_H
#define ROCSOLVER_H

#include <rocblas/rocblas.h>

#define ROCSOLVER_VERSION_MAJOR 3
#define ROCSOLVER_VERSION_MINOR 28
#define ROCSOLVER_VERSION_PATCH 0
#define ROCSOLVER_EXPORT __attribute__((visibility("default")))

typedef rocblas_handle rocsolver_handle;
typedef rocblas_int rocsolver_int;
typedef rocblas_status rocsolver_status;
typedef rocblas_operation rocsolver_operation;
typedef rocblas_fill rocsolver_fill;

typedef enum rocblas_svect_ {
  rocblas_svect_all = 191,
  rocblas_svect_singular = 192,
  rocblas_svect_overwrite = 193,
  rocblas_svect_none = 194
} rocblas_svect;

typedef enum rocblas_workmode_ { rocblas_outofplace = 201, rocblas_inplace = 202 } rocblas_workmode;

typedef enum rocblas_evect_ {
  rocblas_evect_original = 211,
  rocblas_evect_tridiagonal = 212,
  rocblas_evect_none = 213
} rocblas_evect;

typedef enum rocblas_eform_ {
  rocblas_eform_ax = 221,  // A x = w B x
  rocblas_eform_abx = 222, // A B x = w x
  rocblas_eform_bax = 223  // B A x = w x
} rocblas_eform;

typedef enum rocblas_layer_mode_ex_ {
  rocblas_layer_mode_ex_log_kernel = 0x10
} rocblas_layer_mode_ex;

typedef enum rocblas_direct_ {
  rocblas_forward_direction = 171,
  rocblas_backward_direction = 172
} rocblas_direct;

typedef enum rocblas_storev_ { rocblas_column_wise = 181, rocblas_row_wise = 182 } rocblas_storev;

typedef enum rocblas_erange_ {
  rocblas_erange_all = 231,
  rocblas_erange_value = 232, // in (vl, vu]
  rocblas_erange_index = 233
} rocblas_erange;

typedef enum rocblas_eorder_ {
  rocblas_eorder_blocks = 241,
  rocblas_eorder_entire = 242
} rocblas_eorder;

typedef enum rocblas_esort_ {
  rocblas_esort_none = 251,
  rocblas_esort_ascending = 252
} rocblas_esort;

#ifdef __cplusplus
extern "C" {
#endif

// rocBLAS's functions by older names.
ROCSOLVER_EXPORT rocsolver_status rocsolver_create_handle(rocsolver_handle *handle);
ROCSOLVER_EXPORT rocsolver_status rocsolver_destroy_handle(rocsolver_handle handle);
ROCSOLVER_EXPORT rocsolver_status rocsolver_set_stream(rocsolver_handle handle, hipStream_t stream);
ROCSOLVER_EXPORT rocsolver_status rocsolver_get_stream(rocsolver_handle handle,
                                                       hipStream_t *stream);
ROCSOLVER_EXPORT rocsolver_status rocsolver_set_vector(rocsolver_int n, rocsolver_int elem_size,
                                                       const void *x, rocsolver_int incx, void *y,
                                                       rocsolver_int incy);
ROCSOLVER_EXPORT rocsolver_status rocsolver_get_vector(rocsolver_int n, rocsolver_int elem_size,
                                                       const void *x, rocsolver_int incx, void *y,
                                                       rocsolver_int incy);
ROCSOLVER_EXPORT rocsolver_status rocsolver_set_matrix(rocsolver_int rows, rocsolver_int cols,
                                                       rocsolver_int elem_size, const void *a,
                                                       rocsolver_int lda, void *b,
                                                       rocsolver_int ldb);
ROCSOLVER_EXPORT rocsolver_status rocsolver_get_matrix(rocsolver_int rows, rocsolver_int cols,
                                                       rocsolver_int elem_size, const void *a,
                                                       rocsolver_int lda, void *b,
                                                       rocsolver_int ldb);

ROCSOLVER_EXPORT rocblas_status rocsolver_get_version_string_size(size_t *len);
ROCSOLVER_EXPORT rocblas_status rocsolver_get_version_string(char *buf, size_t len);

// The functions of a type x of elements T, whose absolute values are R.
#define ROCSOLVER_OF_TYPE(x, T, R, he)                                                             \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##getrf(rocblas_handle handle, rocblas_int m,       \
                                                       rocblas_int n, T *A, rocblas_int lda,       \
                                                       rocblas_int *ipiv, rocblas_int *info);      \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##getrf_batched(                                    \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *const A[], rocblas_int lda,          \
      rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count);      \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##getrf_strided_batched(                            \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *A, rocblas_int lda,                  \
      rocblas_stride strideA, rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info,        \
      rocblas_int batch_count);                                                                    \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##getrs(                                            \
      rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, T *A,       \
      rocblas_int lda, const rocblas_int *ipiv, T *B, rocblas_int ldb);                            \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##getrs_batched(                                    \
      rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs,             \
      T *const A[], rocblas_int lda, const rocblas_int *ipiv, rocblas_stride strideP,              \
      T *const B[], rocblas_int ldb, rocblas_int batch_count);                                     \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##getrs_strided_batched(                            \
      rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, T *A,       \
      rocblas_int lda, rocblas_stride strideA, const rocblas_int *ipiv, rocblas_stride strideP,    \
      T *B, rocblas_int ldb, rocblas_stride strideB, rocblas_int batch_count);                     \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##getri(rocblas_handle handle, rocblas_int n, T *A, \
                                                       rocblas_int lda, rocblas_int *ipiv,         \
                                                       rocblas_int *info);                         \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##getri_batched(                                    \
      rocblas_handle handle, rocblas_int n, T *const A[], rocblas_int lda, rocblas_int *ipiv,      \
      rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count);                         \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##getri_strided_batched(                            \
      rocblas_handle handle, rocblas_int n, T *A, rocblas_int lda, rocblas_stride strideA,         \
      rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count);      \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##potrf(rocblas_handle handle, rocblas_fill uplo,   \
                                                       rocblas_int n, T *A, rocblas_int lda,       \
                                                       rocblas_int *info);                         \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##potrf_batched(                                    \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, T *const A[], rocblas_int lda,      \
      rocblas_int *info, rocblas_int batch_count);                                                 \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##potrf_strided_batched(                            \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, T *A, rocblas_int lda,              \
      rocblas_stride strideA, rocblas_int *info, rocblas_int batch_count);                         \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##potrs(rocblas_handle handle, rocblas_fill uplo,   \
                                                       rocblas_int n, rocblas_int nrhs, T *A,      \
                                                       rocblas_int lda, T *B, rocblas_int ldb);    \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##potrs_batched(                                    \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs, T *const A[],     \
      rocblas_int lda, T *const B[], rocblas_int ldb, rocblas_int batch_count);                    \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##potrs_strided_batched(                            \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs, T *A,             \
      rocblas_int lda, rocblas_stride strideA, T *B, rocblas_int ldb, rocblas_stride strideB,      \
      rocblas_int batch_count);                                                                    \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##geqrf(                                            \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *A, rocblas_int lda, T *ipiv);        \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##geqrf_batched(                                    \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *const A[], rocblas_int lda, T *ipiv, \
      rocblas_stride strideP, rocblas_int batch_count);                                            \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##geqrf_strided_batched(                            \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *A, rocblas_int lda,                  \
      rocblas_stride strideA, T *ipiv, rocblas_stride strideP, rocblas_int batch_count);           \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##gels(                                             \
      rocblas_handle handle, rocblas_operation trans, rocblas_int m, rocblas_int n,                \
      rocblas_int nrhs, T *A, rocblas_int lda, T *B, rocblas_int ldb, rocblas_int *info);          \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##gels_batched(                                     \
      rocblas_handle handle, rocblas_operation trans, rocblas_int m, rocblas_int n,                \
      rocblas_int nrhs, T *const A[], rocblas_int lda, T *const B[], rocblas_int ldb,              \
      rocblas_int *info, rocblas_int batch_count);                                                 \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##gels_strided_batched(                             \
      rocblas_handle handle, rocblas_operation trans, rocblas_int m, rocblas_int n,                \
      rocblas_int nrhs, T *A, rocblas_int lda, rocblas_stride strideA, T *B, rocblas_int ldb,      \
      rocblas_stride strideB, rocblas_int *info, rocblas_int batch_count);                         \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##gesv(                                             \
      rocblas_handle handle, rocblas_int n, rocblas_int nrhs, T *A, rocblas_int lda,               \
      rocblas_int *ipiv, T *B, rocblas_int ldb, rocblas_int *info);                                \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##gesv_batched(                                     \
      rocblas_handle handle, rocblas_int n, rocblas_int nrhs, T *const A[], rocblas_int lda,       \
      rocblas_int *ipiv, rocblas_stride strideP, T *const B[], rocblas_int ldb, rocblas_int *info, \
      rocblas_int batch_count);                                                                    \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##gesv_strided_batched(                             \
      rocblas_handle handle, rocblas_int n, rocblas_int nrhs, T *A, rocblas_int lda,               \
      rocblas_stride strideA, rocblas_int *ipiv, rocblas_stride strideP, T *B, rocblas_int ldb,    \
      rocblas_stride strideB, rocblas_int *info, rocblas_int batch_count);                         \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##he##evd(                                          \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, T *A,          \
      rocblas_int lda, R *D, R *E, rocblas_int *info);                                             \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##gesvd(                                            \
      rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m,   \
      rocblas_int n, T *A, rocblas_int lda, R *S, T *U, rocblas_int ldu, T *V, rocblas_int ldv,    \
      R *E, rocblas_workmode fast_alg, rocblas_int *info);                                         \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##he##evd_batched(                                  \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, T *const A[],  \
      rocblas_int lda, R *D, rocblas_stride strideD, R *E, rocblas_stride strideE,                 \
      rocblas_int *info, rocblas_int batch_count);                                                 \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##gesvd_batched(                                    \
      rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m,   \
      rocblas_int n, T *const A[], rocblas_int lda, R *S, rocblas_stride strideS, T *U,            \
      rocblas_int ldu, rocblas_stride strideU, T *V, rocblas_int ldv, rocblas_stride strideV,      \
      R *E, rocblas_stride strideE, rocblas_workmode fast_alg, rocblas_int *info,                  \
      rocblas_int batch_count);                                                                    \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##he##evd_strided_batched(                          \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, T *A,          \
      rocblas_int lda, rocblas_stride strideA, R *D, rocblas_stride strideD, R *E,                 \
      rocblas_stride strideE, rocblas_int *info, rocblas_int batch_count);                         \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##gesvd_strided_batched(                            \
      rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m,   \
      rocblas_int n, T *A, rocblas_int lda, rocblas_stride strideA, R *S, rocblas_stride strideS,  \
      T *U, rocblas_int ldu, rocblas_stride strideU, T *V, rocblas_int ldv,                        \
      rocblas_stride strideV, R *E, rocblas_stride strideE, rocblas_workmode fast_alg,             \
      rocblas_int *info, rocblas_int batch_count);
ROCSOLVER_OF_TYPE(s, float, float, sy)
ROCSOLVER_OF_TYPE(d, double, double, sy)
ROCSOLVER_OF_TYPE(c, rocblas_float_complex, float, he)
ROCSOLVER_OF_TYPE(z, rocblas_double_complex, double, he)
#undef ROCSOLVER_OF_TYPE

// The same with LAPACK's other names, and eigenvalues of pairs of matrices.
#define ROCSOLVER_OF_TYPE(x, T, R, he)                                                             \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##he##gv(                                           \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, T *A, rocblas_int lda, T *B, rocblas_int ldb, R *D, R *E, rocblas_int *info); \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##he##gv_batched(                                   \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, T *const A[], rocblas_int lda, T *const B[], rocblas_int ldb, R *D,           \
      rocblas_stride strideD, R *E, rocblas_stride strideE, rocblas_int *info,                     \
      rocblas_int batch_count);                                                                    \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##he##gv_strided_batched(                           \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, T *A, rocblas_int lda, rocblas_stride strideA, T *B, rocblas_int ldb,         \
      rocblas_stride strideB, R *D, rocblas_stride strideD, R *E, rocblas_stride strideE,          \
      rocblas_int *info, rocblas_int batch_count);                                                 \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##he##gvd(                                          \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, T *A, rocblas_int lda, T *B, rocblas_int ldb, R *D, R *E, rocblas_int *info); \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##he##gvd_batched(                                  \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, T *const A[], rocblas_int lda, T *const B[], rocblas_int ldb, R *D,           \
      rocblas_stride strideD, R *E, rocblas_stride strideE, rocblas_int *info,                     \
      rocblas_int batch_count);                                                                    \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##he##gvd_strided_batched(                          \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, T *A, rocblas_int lda, rocblas_stride strideA, T *B, rocblas_int ldb,         \
      rocblas_stride strideB, R *D, rocblas_stride strideD, R *E, rocblas_stride strideE,          \
      rocblas_int *info, rocblas_int batch_count);                                                 \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##getf2(rocblas_handle handle, rocblas_int m,       \
                                                       rocblas_int n, T *A, rocblas_int lda,       \
                                                       rocblas_int *ipiv, rocblas_int *info);      \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##getf2_batched(                                    \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *const A[], rocblas_int lda,          \
      rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count);      \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##getf2_strided_batched(                            \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *A, rocblas_int lda,                  \
      rocblas_stride strideA, rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info,        \
      rocblas_int batch_count);                                                                    \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##he##ev(                                           \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, T *A,          \
      rocblas_int lda, R *D, R *E, rocblas_int *info);                                             \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##he##ev_batched(                                   \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, T *const A[],  \
      rocblas_int lda, R *D, rocblas_stride strideD, R *E, rocblas_stride strideE,                 \
      rocblas_int *info, rocblas_int batch_count);                                                 \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##he##ev_strided_batched(                           \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, T *A,          \
      rocblas_int lda, rocblas_stride strideA, R *D, rocblas_stride strideD, R *E,                 \
      rocblas_stride strideE, rocblas_int *info, rocblas_int batch_count);
ROCSOLVER_OF_TYPE(s, float, float, sy)
ROCSOLVER_OF_TYPE(d, double, double, sy)
ROCSOLVER_OF_TYPE(c, rocblas_float_complex, float, he)
ROCSOLVER_OF_TYPE(z, rocblas_double_complex, double, he)
#undef ROCSOLVER_OF_TYPE

#ifdef __cplusplus
}
#endif

#include <rocsolver/internal/rocsolver-factorizations.h>

#include <rocsolver/internal/rocsolver-absent.h>

#endif

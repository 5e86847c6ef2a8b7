// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSOLVER's factorizations, reductions and eigenproblems beyond those in rocsolver.h, and the auxiliary
// functions of LAPACK that it has.
#ifndef ROCSOLVER_FACTORIZATIONS_H
#define ROCSOLVER_FACTORIZATIONS_H

#include <rocsolver/internal/variants.h>

#ifdef __cplusplus
extern "C" {
#endif

// The functions of a type x of elements T, whose absolute values are R, for a matrix, an array of
// matrices or a strided batch. he is hermitian or symmetric.
#define ROCSOLVER_BATCHES(x, T, R, he, v)                                                          \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##geqr2)(                              \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v);                              \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##geql2)(                              \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v);                              \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gelq2)(                              \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v);                              \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gerq2)(                              \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v);                              \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gelqf)(                              \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v);                              \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##geqlf)(                              \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v);                              \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gerqf)(                              \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v);                              \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##getf2_npvt)(                         \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);                                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##getrf_npvt)(                         \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);                                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##potf2)(                              \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n,                                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);        \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##potri)(                              \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n,                                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);        \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##posv)(                               \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs,                   \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb),                \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);                                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##trtri)(                              \
      rocblas_handle handle, rocblas_fill uplo, rocblas_diagonal diag, rocblas_int n,              \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);        \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##sytf2)(                              \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n,                                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_VECTOR_##v(rocblas_int, ipiv),        \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);                                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##sytrf)(                              \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n,                                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_VECTOR_##v(rocblas_int, ipiv),        \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);                                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##getri_npvt)(                         \
      rocblas_handle handle, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                 \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);                                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##getri_outofplace)(                   \
      rocblas_handle handle, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                 \
      GOHIP_ROCSOLVER_VECTOR_##v(rocblas_int, ipiv), GOHIP_ROCSOLVER_MATRIX_##v(T, C, ldc),        \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);                                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##getri_npvt_outofplace)(              \
      rocblas_handle handle, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                 \
      GOHIP_ROCSOLVER_MATRIX_##v(T, C, ldc), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);        \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gebd2)(                              \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(R, D), GOHIP_ROCSOLVER_VECTOR_##v(R, E),                          \
      GOHIP_ROCSOLVER_VECTOR_##v(T, tauq),                                                         \
      GOHIP_ROCSOLVER_VECTOR_##v(T, taup) GOHIP_ROCSOLVER_COUNT_##v);                              \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gebrd)(                              \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(R, D), GOHIP_ROCSOLVER_VECTOR_##v(R, E),                          \
      GOHIP_ROCSOLVER_VECTOR_##v(T, tauq),                                                         \
      GOHIP_ROCSOLVER_VECTOR_##v(T, taup) GOHIP_ROCSOLVER_COUNT_##v);                              \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##td2)(                            \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n,                                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_VECTOR_##v(R, D),                     \
      GOHIP_ROCSOLVER_VECTOR_##v(R, E),                                                            \
      GOHIP_ROCSOLVER_VECTOR_##v(T, tau) GOHIP_ROCSOLVER_COUNT_##v);                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##trd)(                            \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n,                                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_VECTOR_##v(R, D),                     \
      GOHIP_ROCSOLVER_VECTOR_##v(R, E),                                                            \
      GOHIP_ROCSOLVER_VECTOR_##v(T, tau) GOHIP_ROCSOLVER_COUNT_##v);                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##gs2)(                            \
      rocblas_handle handle, rocblas_eform itype, rocblas_fill uplo, rocblas_int n,                \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                                                       \
      GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb) GOHIP_ROCSOLVER_COUNT_##v);                            \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##gst)(                            \
      rocblas_handle handle, rocblas_eform itype, rocblas_fill uplo, rocblas_int n,                \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                                                       \
      GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb) GOHIP_ROCSOLVER_COUNT_##v);                            \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##evdj)(                           \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n,                \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_VECTOR_##v(R, D),                     \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);                                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##gvdj)(                           \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb), \
      GOHIP_ROCSOLVER_VECTOR_##v(R, D), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);             \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##evj)(                            \
      rocblas_handle handle, rocblas_esort esort, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), R abstol, R * residual,                \
      rocblas_int max_sweeps, rocblas_int * n_sweeps, GOHIP_ROCSOLVER_VECTOR_##v(R, W),            \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);                                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##gvj)(                            \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb), \
      R abstol, R * residual, rocblas_int max_sweeps, rocblas_int * n_sweeps,                      \
      GOHIP_ROCSOLVER_VECTOR_##v(R, W), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);             \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##evx)(                            \
      rocblas_handle handle, rocblas_evect evect, rocblas_erange erange, rocblas_fill uplo,        \
      rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), R vl, R vu, rocblas_int il,            \
      rocblas_int iu, R abstol, rocblas_int * nev, GOHIP_ROCSOLVER_VECTOR_##v(R, W),               \
      GOHIP_ROCSOLVER_MATRIX_##v(T, Z, ldz), GOHIP_ROCSOLVER_VECTOR_##v(rocblas_int, ifail),       \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);                                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##gvx)(                            \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_erange erange,      \
      rocblas_fill uplo, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb), R vl, R vu, rocblas_int il, rocblas_int iu, R abstol, \
      rocblas_int * nev, GOHIP_ROCSOLVER_VECTOR_##v(R, W), GOHIP_ROCSOLVER_MATRIX_##v(T, Z, ldz),  \
      GOHIP_ROCSOLVER_VECTOR_##v(rocblas_int, ifail),                                              \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);                                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##evdx)(                           \
      rocblas_handle handle, rocblas_evect evect, rocblas_erange erange, rocblas_fill uplo,        \
      rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), R vl, R vu, rocblas_int il,            \
      rocblas_int iu, rocblas_int * nev, GOHIP_ROCSOLVER_VECTOR_##v(R, W),                         \
      GOHIP_ROCSOLVER_MATRIX_##v(T, Z, ldz), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);        \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##he##gvdx)(                           \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_erange erange,      \
      rocblas_fill uplo, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb), R vl, R vu, rocblas_int il, rocblas_int iu,           \
      rocblas_int * nev, GOHIP_ROCSOLVER_VECTOR_##v(R, W), GOHIP_ROCSOLVER_MATRIX_##v(T, Z, ldz),  \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);                                               \
  ROCSOLVER_EXPORT rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gesvdj)(                             \
      rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m,   \
      rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), R abstol, R * residual,                \
      rocblas_int max_sweeps, rocblas_int * n_sweeps, GOHIP_ROCSOLVER_VECTOR_##v(R, S),            \
      GOHIP_ROCSOLVER_OUTPUT_##v(T, U, ldu), GOHIP_ROCSOLVER_OUTPUT_##v(T, V, ldv),                \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v);

#define ROCSOLVER_ALL_BATCHES(x, T, R, he)                                                         \
  ROCSOLVER_BATCHES(x, T, R, he, 1)                                                                \
  ROCSOLVER_BATCHES(x, T, R, he, B) ROCSOLVER_BATCHES(x, T, R, he, S)
ROCSOLVER_ALL_BATCHES(s, float, float, sy)
ROCSOLVER_ALL_BATCHES(d, double, double, sy)
ROCSOLVER_ALL_BATCHES(c, rocblas_float_complex, float, he)
ROCSOLVER_ALL_BATCHES(z, rocblas_double_complex, double, he)
#undef ROCSOLVER_ALL_BATCHES
#undef ROCSOLVER_BATCHES

// Those of a single matrix. org and orm begin the names of what generates, and multiplies by, an orthogonal or
// unitary matrix.
#define ROCSOLVER_SINGLES(x, T, R, org, orm)                                                       \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##org##2r(rocblas_handle handle, rocblas_int m,     \
                                                         rocblas_int n, rocblas_int k, T * A,      \
                                                         rocblas_int lda, T * ipiv);               \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##org##qr(rocblas_handle handle, rocblas_int m,     \
                                                         rocblas_int n, rocblas_int k, T *A,       \
                                                         rocblas_int lda, T *ipiv);                \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##org##l2(rocblas_handle handle, rocblas_int m,     \
                                                         rocblas_int n, rocblas_int k, T *A,       \
                                                         rocblas_int lda, T *ipiv);                \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##org##lq(rocblas_handle handle, rocblas_int m,     \
                                                         rocblas_int n, rocblas_int k, T *A,       \
                                                         rocblas_int lda, T *ipiv);                \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##org##2l(rocblas_handle handle, rocblas_int m,     \
                                                         rocblas_int n, rocblas_int k, T * A,      \
                                                         rocblas_int lda, T * ipiv);               \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##org##ql(rocblas_handle handle, rocblas_int m,     \
                                                         rocblas_int n, rocblas_int k, T *A,       \
                                                         rocblas_int lda, T *ipiv);                \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##org##br(                                          \
      rocblas_handle handle, rocblas_storev storev, rocblas_int m, rocblas_int n, rocblas_int k,   \
      T *A, rocblas_int lda, T *ipiv);                                                             \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##org##tr(                                          \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, T *A, rocblas_int lda, T *ipiv);    \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##orm##2r(                                          \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m,            \
      rocblas_int n, rocblas_int k, T * A, rocblas_int lda, T * ipiv, T * C, rocblas_int ldc);     \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##orm##qr(                                          \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m,            \
      rocblas_int n, rocblas_int k, T *A, rocblas_int lda, T *ipiv, T *C, rocblas_int ldc);        \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##orm##l2(                                          \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m,            \
      rocblas_int n, rocblas_int k, T *A, rocblas_int lda, T *ipiv, T *C, rocblas_int ldc);        \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##orm##lq(                                          \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m,            \
      rocblas_int n, rocblas_int k, T *A, rocblas_int lda, T *ipiv, T *C, rocblas_int ldc);        \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##orm##2l(                                          \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m,            \
      rocblas_int n, rocblas_int k, T * A, rocblas_int lda, T * ipiv, T * C, rocblas_int ldc);     \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##orm##ql(                                          \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m,            \
      rocblas_int n, rocblas_int k, T *A, rocblas_int lda, T *ipiv, T *C, rocblas_int ldc);        \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##orm##br(                                          \
      rocblas_handle handle, rocblas_storev storev, rocblas_side side, rocblas_operation trans,    \
      rocblas_int m, rocblas_int n, rocblas_int k, T *A, rocblas_int lda, T *ipiv, T *C,           \
      rocblas_int ldc);                                                                            \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##orm##tr(                                          \
      rocblas_handle handle, rocblas_side side, rocblas_fill uplo, rocblas_operation trans,        \
      rocblas_int m, rocblas_int n, T *A, rocblas_int lda, T *ipiv, T *C, rocblas_int ldc);        \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##bdsqr(                                            \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nv, rocblas_int nu,     \
      rocblas_int nc, R *D, R *E, T *V, rocblas_int ldv, T *U, rocblas_int ldu, T *C,              \
      rocblas_int ldc, rocblas_int *info);                                                         \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##steqr(rocblas_handle handle, rocblas_evect evect, \
                                                       rocblas_int n, R *D, R *E, T *C,            \
                                                       rocblas_int ldc, rocblas_int *info);        \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##stedc(rocblas_handle handle, rocblas_evect evect, \
                                                       rocblas_int n, R *D, R *E, T *C,            \
                                                       rocblas_int ldc, rocblas_int *info);        \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##stein(                                            \
      rocblas_handle handle, rocblas_int n, R *D, R *E, rocblas_int *nev, R *W,                    \
      rocblas_int *iblock, rocblas_int *isplit, T *Z, rocblas_int ldz, rocblas_int *ifail,         \
      rocblas_int *info);                                                                          \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##laswp(                                            \
      rocblas_handle handle, rocblas_int n, T *A, rocblas_int lda, rocblas_int k1, rocblas_int k2, \
      const rocblas_int *ipiv, rocblas_int incx);                                                  \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##lauum(rocblas_handle handle, rocblas_fill uplo,   \
                                                       rocblas_int n, T *A, rocblas_int lda);      \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##larfg(rocblas_handle handle, rocblas_int n,       \
                                                       T *alpha, T *x, rocblas_int incx, T *tau);  \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##larf(                                             \
      rocblas_handle handle, rocblas_side side, rocblas_int m, rocblas_int n, T *x,                \
      rocblas_int incx, const T *alpha, T *A, rocblas_int lda);                                    \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##larft(                                            \
      rocblas_handle handle, rocblas_direct direct, rocblas_storev storev, rocblas_int n,          \
      rocblas_int k, T *V, rocblas_int ldv, T *tau, T *F, rocblas_int ldt);                        \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##larfb(                                            \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_direct direct,    \
      rocblas_storev storev, rocblas_int m, rocblas_int n, rocblas_int k, T *V, rocblas_int ldv,   \
      T *F, rocblas_int ldt, T *A, rocblas_int lda);                                               \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##labrd(                                            \
      rocblas_handle handle, rocblas_int m, rocblas_int n, rocblas_int k, T *A, rocblas_int lda,   \
      R *D, R *E, T *tauq, T *taup, T *X, rocblas_int ldx, T *Y, rocblas_int ldy);                 \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##latrd(                                            \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int k, T *A,                \
      rocblas_int lda, R *E, T *tau, T *W, rocblas_int ldw);                                       \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##lasyf(                                            \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nb, rocblas_int *kb,    \
      T *A, rocblas_int lda, rocblas_int *ipiv, rocblas_int *info);

ROCSOLVER_SINGLES(s, float, float, org, orm)
ROCSOLVER_SINGLES(d, double, double, org, orm)
ROCSOLVER_SINGLES(c, rocblas_float_complex, float, ung, unm)
ROCSOLVER_SINGLES(z, rocblas_double_complex, double, ung, unm)
#undef ROCSOLVER_SINGLES

// Those of real numbers, and of complex ones.
#define ROCSOLVER_REAL(x, R)                                                                       \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##sterf(rocblas_handle handle, rocblas_int n, R *D, \
                                                       R *E, rocblas_int *info);                   \
  ROCSOLVER_EXPORT rocblas_status rocsolver_##x##stebz(                                            \
      rocblas_handle handle, rocblas_erange erange, rocblas_eorder eorder, rocblas_int n, R vl,    \
      R vu, rocblas_int il, rocblas_int iu, R abstol, R *D, R *E, rocblas_int *nev,                \
      rocblas_int *nsplit, R *W, rocblas_int *iblock, rocblas_int *isplit, rocblas_int *info);
ROCSOLVER_REAL(s, float)
ROCSOLVER_REAL(d, double)
#undef ROCSOLVER_REAL
ROCSOLVER_EXPORT rocblas_status rocsolver_clacgv(rocblas_handle handle, rocblas_int n,
                                                 rocblas_float_complex *x, rocblas_int incx);
ROCSOLVER_EXPORT rocblas_status rocsolver_zlacgv(rocblas_handle handle, rocblas_int n,
                                                 rocblas_double_complex *x, rocblas_int incx);

#ifdef __cplusplus
}
#endif

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSOLVER's functions that are not supported: they return HIPSOLVER_STATUS_NOT_SUPPORTED. The table is the
// declarations and, in libhipsolver.so, the definitions.
#ifndef HIPSOLVER_ABSENT_H
#define HIPSOLVER_ABSENT_H

typedef void *hipsolverSpHandle_t;
typedef void *hipsparseMatDescr_t;

typedef void *hipsolverRfHandle_t;
typedef enum {
  HIPSOLVERRF_FACTORIZATION_ALG0 = 0,
  HIPSOLVERRF_FACTORIZATION_ALG1 = 1,
  HIPSOLVERRF_FACTORIZATION_ALG2 = 2
} hipsolverRfFactorization_t;
typedef enum {
  HIPSOLVERRF_MATRIX_FORMAT_CSR = 0,
  HIPSOLVERRF_MATRIX_FORMAT_CSC = 1
} hipsolverRfMatrixFormat_t;
typedef enum {
  HIPSOLVERRF_NUMERIC_BOOST_NOT_USED = 0,
  HIPSOLVERRF_NUMERIC_BOOST_USED = 1
} hipsolverRfNumericBoostReport_t;
typedef enum {
  HIPSOLVERRF_RESET_VALUES_FAST_MODE_OFF = 0,
  HIPSOLVERRF_RESET_VALUES_FAST_MODE_ON = 1
} hipsolverRfResetValuesFastMode_t;
typedef enum {
  HIPSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1,
  HIPSOLVERRF_TRIANGULAR_SOLVE_ALG2 = 2,
  HIPSOLVERRF_TRIANGULAR_SOLVE_ALG3 = 3
} hipsolverRfTriangularSolve_t;
typedef enum {
  HIPSOLVERRF_UNIT_DIAGONAL_STORED_L = 0,
  HIPSOLVERRF_UNIT_DIAGONAL_STORED_U = 1,
  HIPSOLVERRF_UNIT_DIAGONAL_ASSUMED_L = 2,
  HIPSOLVERRF_UNIT_DIAGONAL_ASSUMED_U = 3
} hipsolverRfUnitDiagonal_t;

// Singular values of a batch of matrices with few columns, of elements T, whose absolute values are R.
#define GOHIP_HIPSOLVER_ABSENT_SVD(X, x, T, R)                                                     \
  X(hipsolverDn##x##gesvdaStridedBatched_bufferSize,                                               \
    (hipsolverHandle_t, hipsolverEigMode_t, int, int, int, const T *, int, long long, const R *,   \
     long long, const T *, int, long long, const T *, int, long long, int *, int))                 \
  X(hipsolverDn##x##gesvdaStridedBatched,                                                          \
    (hipsolverHandle_t, hipsolverEigMode_t, int, int, int, const T *, int, long long, R *,         \
     long long, T *, int, long long, T *, int, long long, T *, int, int *, double *, int))

#define GOHIP_HIPSOLVER_ABSENT_SPARSE(X, name, R)                                                  \
  X(hipsolverSp##name, (hipsolverSpHandle_t, int, int, const hipsparseMatDescr_t, const R *,       \
                        const int *, const int *, const R *, R, int, R *, int *))

// A sparse matrix is its rows' ends, its columns and its values; factors are counted first.
#define GOHIP_HIPSOLVER_RF_FACTORS                                                                 \
  int, int *, int *, double *, int, int *, int *, double *, int *, int *, hipsolverRfHandle_t

#define GOHIP_HIPSOLVER_ABSENT(X)                                                                  \
  GOHIP_HIPSOLVER_ABSENT_SVD(X, S, float, float)                                                   \
  GOHIP_HIPSOLVER_ABSENT_SVD(X, D, double, double)                                                 \
  GOHIP_HIPSOLVER_ABSENT_SVD(X, C, hipFloatComplex, float)                                         \
  GOHIP_HIPSOLVER_ABSENT_SVD(X, Z, hipDoubleComplex, double)                                       \
  X(hipsolverSpCreate, (hipsolverSpHandle_t *))                                                    \
  X(hipsolverSpDestroy, (hipsolverSpHandle_t))                                                     \
  X(hipsolverSpSetStream, (hipsolverSpHandle_t, hipStream_t))                                      \
  GOHIP_HIPSOLVER_ABSENT_SPARSE(X, Scsrlsvchol, float)                                             \
  GOHIP_HIPSOLVER_ABSENT_SPARSE(X, Dcsrlsvchol, double)                                            \
  GOHIP_HIPSOLVER_ABSENT_SPARSE(X, ScsrlsvcholHost, float)                                         \
  GOHIP_HIPSOLVER_ABSENT_SPARSE(X, DcsrlsvcholHost, double)                                        \
  X(hipsolverRfCreate, (hipsolverRfHandle_t *))                                                    \
  X(hipsolverRfDestroy, (hipsolverRfHandle_t))                                                     \
  X(hipsolverRfSetupDevice, (int, int, int *, int *, double *, GOHIP_HIPSOLVER_RF_FACTORS))        \
  X(hipsolverRfSetupHost, (int, int, int *, int *, double *, GOHIP_HIPSOLVER_RF_FACTORS))          \
  X(hipsolverRfAccessBundledFactorsDevice,                                                         \
    (hipsolverRfHandle_t, int *, int **, int **, double **))                                       \
  X(hipsolverRfExtractBundledFactorsHost, (hipsolverRfHandle_t, int *, int **, int **, double **)) \
  X(hipsolverRfExtractSplitFactorsHost,                                                            \
    (hipsolverRfHandle_t, int *, int **, int **, double **, int *, int **, int **, double **))     \
  X(hipsolverRfAnalyze, (hipsolverRfHandle_t))                                                     \
  X(hipsolverRfRefactor, (hipsolverRfHandle_t))                                                    \
  X(hipsolverRfResetValues, (int, int, int *, int *, double *, int *, int *, hipsolverRfHandle_t)) \
  X(hipsolverRfSolve, (hipsolverRfHandle_t, int *, int *, int, double *, int, double *, int))      \
  X(hipsolverRfGet_Algs,                                                                           \
    (hipsolverRfHandle_t, hipsolverRfFactorization_t *, hipsolverRfTriangularSolve_t *))           \
  X(hipsolverRfSetAlgs,                                                                            \
    (hipsolverRfHandle_t, hipsolverRfFactorization_t, hipsolverRfTriangularSolve_t))               \
  X(hipsolverRfGetMatrixFormat,                                                                    \
    (hipsolverRfHandle_t, hipsolverRfMatrixFormat_t *, hipsolverRfUnitDiagonal_t *))               \
  X(hipsolverRfSetMatrixFormat,                                                                    \
    (hipsolverRfHandle_t, hipsolverRfMatrixFormat_t, hipsolverRfUnitDiagonal_t))                   \
  X(hipsolverRfGetNumericBoostReport, (hipsolverRfHandle_t, hipsolverRfNumericBoostReport_t *))    \
  X(hipsolverRfGetNumericProperties, (hipsolverRfHandle_t, double *, double *))                    \
  X(hipsolverRfSetNumericProperties, (hipsolverRfHandle_t, double, double))                        \
  X(hipsolverRfGetResetValuesFastMode, (hipsolverRfHandle_t, hipsolverRfResetValuesFastMode_t *))  \
  X(hipsolverRfSetResetValuesFastMode, (hipsolverRfHandle_t, hipsolverRfResetValuesFastMode_t))    \
  X(hipsolverRfBatchSetupHost,                                                                     \
    (int, int, int, int *, int *, double **, GOHIP_HIPSOLVER_RF_FACTORS))                          \
  X(hipsolverRfBatchAnalyze, (hipsolverRfHandle_t))                                                \
  X(hipsolverRfBatchRefactor, (hipsolverRfHandle_t))                                               \
  X(hipsolverRfBatchResetValues,                                                                   \
    (int, int, int, int *, int *, double **, int *, int *, hipsolverRfHandle_t))                   \
  X(hipsolverRfBatchSolve,                                                                         \
    (hipsolverRfHandle_t, int *, int *, int, double *, int, double **, int))                       \
  X(hipsolverRfBatchZeroPivot, (hipsolverRfHandle_t, int *))

#ifdef __cplusplus
extern "C" {
#endif
#define HIPSOLVER_DECLARE(name, parameters) HIPSOLVER_API hipsolverStatus_t name parameters;
GOHIP_HIPSOLVER_ABSENT(HIPSOLVER_DECLARE)
#undef HIPSOLVER_DECLARE
#ifdef __cplusplus
}
#endif

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSOLVER: dense linear algebra in device memory, under the names of the hipsolverDn interface and
// hipSOLVER's own.
#ifndef HIPSOLVER_H_
#define HIPSOLVER_H_

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>

#define hipsolverVersionMajor 2
#define hipsolverVersionMinor 4
#define hipsolverVersionPatch 0
#define HIPSOLVER_API __attribute__((visibility("default")))
#define HIPSOLVER_EXPORT HIPSOLVER_API

// The BLAS enumerators are hipBLAS's, which have the same numbers.
#include <hipblas/hipblas.h>

// Pointers to void, as AMD's; only the library's sources see the structures.
#ifdef GOHIP_SOLVER_H
typedef struct hipsolver_handle *hipsolverHandle_t;
typedef struct hipsolver_jacobi_info *hipsolverSyevjInfo_t;
#else
typedef void *hipsolverHandle_t;
typedef void *hipsolverSyevjInfo_t;
#endif
typedef hipsolverSyevjInfo_t hipsolverGesvdjInfo_t;
typedef hipsolverHandle_t hipsolverDnHandle_t;
typedef hipblasOperation_t hipsolverOperation_t;
typedef hipblasFillMode_t hipsolverFillMode_t;
typedef hipblasSideMode_t hipsolverSideMode_t;
#define HIPSOLVER_OP_N HIPBLAS_OP_N
#define HIPSOLVER_OP_T HIPBLAS_OP_T
#define HIPSOLVER_OP_C HIPBLAS_OP_C
#define HIPSOLVER_FILL_MODE_UPPER HIPBLAS_FILL_MODE_UPPER
#define HIPSOLVER_FILL_MODE_LOWER HIPBLAS_FILL_MODE_LOWER
#define HIPSOLVER_SIDE_LEFT HIPBLAS_SIDE_LEFT
#define HIPSOLVER_SIDE_RIGHT HIPBLAS_SIDE_RIGHT

typedef enum hipsolverStatus_t {
  HIPSOLVER_STATUS_SUCCESS = 0,
  HIPSOLVER_STATUS_NOT_INITIALIZED = 1,
  HIPSOLVER_STATUS_ALLOC_FAILED = 2,
  HIPSOLVER_STATUS_INVALID_VALUE = 3,
  HIPSOLVER_STATUS_MAPPING_ERROR = 4,
  HIPSOLVER_STATUS_EXECUTION_FAILED = 5,
  HIPSOLVER_STATUS_INTERNAL_ERROR = 6,
  HIPSOLVER_STATUS_NOT_SUPPORTED = 7,
  HIPSOLVER_STATUS_ARCH_MISMATCH = 8,
  HIPSOLVER_STATUS_HANDLE_IS_NULLPTR = 9,
  HIPSOLVER_STATUS_INVALID_ENUM = 10,
  HIPSOLVER_STATUS_UNKNOWN = 11,
  HIPSOLVER_STATUS_ZERO_PIVOT = 12,
  HIPSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 13
} hipsolverStatus_t;

typedef enum hipsolverEigMode_t {
  HIPSOLVER_EIG_MODE_NOVECTOR = 201,
  HIPSOLVER_EIG_MODE_VECTOR = 202
} hipsolverEigMode_t;

// All eigenvalues, those in an interval (vl, vu], or those with the indices il to iu from 1.
typedef enum hipsolverEigRange_t {
  HIPSOLVER_EIG_RANGE_ALL = 221,
  HIPSOLVER_EIG_RANGE_V = 222,
  HIPSOLVER_EIG_RANGE_I = 223
} hipsolverEigRange_t;

// A x = w B x, A B x = w x, B A x = w x.
typedef enum hipsolverEigType_t {
  HIPSOLVER_EIG_TYPE_1 = 211,
  HIPSOLVER_EIG_TYPE_2 = 212,
  HIPSOLVER_EIG_TYPE_3 = 213
} hipsolverEigType_t;

#ifdef __cplusplus
extern "C" {
#endif

HIPSOLVER_API hipsolverStatus_t hipsolverCreate(hipsolverHandle_t *handle);
HIPSOLVER_API hipsolverStatus_t hipsolverDestroy(hipsolverHandle_t handle);
HIPSOLVER_API hipsolverStatus_t hipsolverSetStream(hipsolverHandle_t handle, hipStream_t stream);
HIPSOLVER_API hipsolverStatus_t hipsolverGetStream(hipsolverHandle_t handle, hipStream_t *stream);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCreate(hipsolverHandle_t *handle);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDestroy(hipsolverHandle_t handle);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSetStream(hipsolverHandle_t handle, hipStream_t stream);
HIPSOLVER_API hipsolverStatus_t hipsolverDnGetStream(hipsolverHandle_t handle, hipStream_t *stream);

// On the host the library allocates its own work areas. LAPACK's info is stored in devInfo.
HIPSOLVER_API hipsolverStatus_t hipsolverDnSgetrf_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             float *A, int lda, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSgetrf(hipsolverHandle_t handle, int m, int n, float *A,
                                                  int lda, float *work, int *devIpiv, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSgetrs(hipsolverHandle_t handle,
                                                  hipsolverOperation_t trans, int n, int nrhs,
                                                  const float *A, int lda, const int *devIpiv,
                                                  float *B, int ldb, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSpotrf_bufferSize(hipsolverHandle_t handle,
                                                             hipsolverFillMode_t uplo, int n,
                                                             float *A, int lda, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSpotrf(hipsolverHandle_t handle,
                                                  hipsolverFillMode_t uplo, int n, float *A,
                                                  int lda, float *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSpotri_bufferSize(hipsolverHandle_t handle,
                                                             hipsolverFillMode_t uplo, int n,
                                                             float *A, int lda, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSpotri(hipsolverHandle_t handle,
                                                  hipsolverFillMode_t uplo, int n, float *A,
                                                  int lda, float *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSpotrs(hipsolverHandle_t handle,
                                                  hipsolverFillMode_t uplo, int n, int nrhs,
                                                  const float *A, int lda, float *B, int ldb,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSpotrfBatched(hipsolverHandle_t handle,
                                                         hipsolverFillMode_t uplo, int n,
                                                         float *A[], int lda, int *devInfo,
                                                         int batch_count);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSpotrsBatched(hipsolverHandle_t handle,
                                                         hipsolverFillMode_t uplo, int n, int nrhs,
                                                         float *A[], int lda, float *B[], int ldb,
                                                         int *devInfo, int batch_count);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSgeqrf_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             float *A, int lda, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSgeqrf(hipsolverHandle_t handle, int m, int n, float *A,
                                                  int lda, float *tau, float *work, int lwork,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSorgqr_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             int k, const float *A, int lda,
                                                             const float *tau, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSorgqr(hipsolverHandle_t handle, int m, int n, int k,
                                                  float *A, int lda, const float *tau, float *work,
                                                  int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSormqr_bufferSize(
    hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,
    int k, const float *A, int lda, const float *tau, const float *C, int ldc, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSormqr(hipsolverHandle_t handle,
                                                  hipsolverSideMode_t side,
                                                  hipsolverOperation_t trans, int m, int n, int k,
                                                  const float *A, int lda, const float *tau,
                                                  float *C, int ldc, float *work, int lwork,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSsyevd_bufferSize(hipsolverHandle_t handle,
                                                             hipsolverEigMode_t jobz,
                                                             hipsolverFillMode_t uplo, int n,
                                                             const float *A, int lda,
                                                             const float *W, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSsyevd(hipsolverHandle_t handle, hipsolverEigMode_t jobz,
                                                  hipsolverFillMode_t uplo, int n, float *A,
                                                  int lda, float *W, float *work, int lwork,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSgesvd_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSgesvd(hipsolverHandle_t handle, signed char jobu,
                                                  signed char jobv, int m, int n, float *A, int lda,
                                                  float *S, float *U, int ldu, float *V, int ldv,
                                                  float *work, int lwork, float *rwork,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDgetrf_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             double *A, int lda, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDgetrf(hipsolverHandle_t handle, int m, int n, double *A,
                                                  int lda, double *work, int *devIpiv,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDgetrs(hipsolverHandle_t handle,
                                                  hipsolverOperation_t trans, int n, int nrhs,
                                                  const double *A, int lda, const int *devIpiv,
                                                  double *B, int ldb, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDpotrf_bufferSize(hipsolverHandle_t handle,
                                                             hipsolverFillMode_t uplo, int n,
                                                             double *A, int lda, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDpotrf(hipsolverHandle_t handle,
                                                  hipsolverFillMode_t uplo, int n, double *A,
                                                  int lda, double *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDpotri_bufferSize(hipsolverHandle_t handle,
                                                             hipsolverFillMode_t uplo, int n,
                                                             double *A, int lda, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDpotri(hipsolverHandle_t handle,
                                                  hipsolverFillMode_t uplo, int n, double *A,
                                                  int lda, double *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDpotrs(hipsolverHandle_t handle,
                                                  hipsolverFillMode_t uplo, int n, int nrhs,
                                                  const double *A, int lda, double *B, int ldb,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDpotrfBatched(hipsolverHandle_t handle,
                                                         hipsolverFillMode_t uplo, int n,
                                                         double *A[], int lda, int *devInfo,
                                                         int batch_count);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDpotrsBatched(hipsolverHandle_t handle,
                                                         hipsolverFillMode_t uplo, int n, int nrhs,
                                                         double *A[], int lda, double *B[], int ldb,
                                                         int *devInfo, int batch_count);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDgeqrf_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             double *A, int lda, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDgeqrf(hipsolverHandle_t handle, int m, int n, double *A,
                                                  int lda, double *tau, double *work, int lwork,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDorgqr_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             int k, const double *A, int lda,
                                                             const double *tau, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDorgqr(hipsolverHandle_t handle, int m, int n, int k,
                                                  double *A, int lda, const double *tau,
                                                  double *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDormqr_bufferSize(
    hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,
    int k, const double *A, int lda, const double *tau, const double *C, int ldc, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDormqr(hipsolverHandle_t handle,
                                                  hipsolverSideMode_t side,
                                                  hipsolverOperation_t trans, int m, int n, int k,
                                                  const double *A, int lda, const double *tau,
                                                  double *C, int ldc, double *work, int lwork,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDsyevd_bufferSize(hipsolverHandle_t handle,
                                                             hipsolverEigMode_t jobz,
                                                             hipsolverFillMode_t uplo, int n,
                                                             const double *A, int lda,
                                                             const double *W, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDsyevd(hipsolverHandle_t handle, hipsolverEigMode_t jobz,
                                                  hipsolverFillMode_t uplo, int n, double *A,
                                                  int lda, double *W, double *work, int lwork,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDgesvd_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDgesvd(hipsolverHandle_t handle, signed char jobu,
                                                  signed char jobv, int m, int n, double *A,
                                                  int lda, double *S, double *U, int ldu, double *V,
                                                  int ldv, double *work, int lwork, double *rwork,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCgetrf_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             hipFloatComplex *A, int lda,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCgetrf(hipsolverHandle_t handle, int m, int n,
                                                  hipFloatComplex *A, int lda,
                                                  hipFloatComplex *work, int *devIpiv,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCgetrs(hipsolverHandle_t handle,
                                                  hipsolverOperation_t trans, int n, int nrhs,
                                                  const hipFloatComplex *A, int lda,
                                                  const int *devIpiv, hipFloatComplex *B, int ldb,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCpotrf_bufferSize(hipsolverHandle_t handle,
                                                             hipsolverFillMode_t uplo, int n,
                                                             hipFloatComplex *A, int lda,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCpotrf(hipsolverHandle_t handle,
                                                  hipsolverFillMode_t uplo, int n,
                                                  hipFloatComplex *A, int lda,
                                                  hipFloatComplex *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCpotri_bufferSize(hipsolverHandle_t handle,
                                                             hipsolverFillMode_t uplo, int n,
                                                             hipFloatComplex *A, int lda,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCpotri(hipsolverHandle_t handle,
                                                  hipsolverFillMode_t uplo, int n,
                                                  hipFloatComplex *A, int lda,
                                                  hipFloatComplex *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCpotrs(hipsolverHandle_t handle,
                                                  hipsolverFillMode_t uplo, int n, int nrhs,
                                                  const hipFloatComplex *A, int lda,
                                                  hipFloatComplex *B, int ldb, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCpotrfBatched(hipsolverHandle_t handle,
                                                         hipsolverFillMode_t uplo, int n,
                                                         hipFloatComplex *A[], int lda,
                                                         int *devInfo, int batch_count);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCpotrsBatched(hipsolverHandle_t handle,
                                                         hipsolverFillMode_t uplo, int n, int nrhs,
                                                         hipFloatComplex *A[], int lda,
                                                         hipFloatComplex *B[], int ldb,
                                                         int *devInfo, int batch_count);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCgeqrf_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             hipFloatComplex *A, int lda,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCgeqrf(hipsolverHandle_t handle, int m, int n,
                                                  hipFloatComplex *A, int lda, hipFloatComplex *tau,
                                                  hipFloatComplex *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCungqr_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             int k, const hipFloatComplex *A,
                                                             int lda, const hipFloatComplex *tau,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCungqr(hipsolverHandle_t handle, int m, int n, int k,
                                                  hipFloatComplex *A, int lda,
                                                  const hipFloatComplex *tau, hipFloatComplex *work,
                                                  int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCunmqr_bufferSize(
    hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,
    int k, const hipFloatComplex *A, int lda, const hipFloatComplex *tau, const hipFloatComplex *C,
    int ldc, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCunmqr(
    hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,
    int k, const hipFloatComplex *A, int lda, const hipFloatComplex *tau, hipFloatComplex *C,
    int ldc, hipFloatComplex *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCheevd_bufferSize(hipsolverHandle_t handle,
                                                             hipsolverEigMode_t jobz,
                                                             hipsolverFillMode_t uplo, int n,
                                                             const hipFloatComplex *A, int lda,
                                                             const float *W, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCheevd(hipsolverHandle_t handle, hipsolverEigMode_t jobz,
                                                  hipsolverFillMode_t uplo, int n,
                                                  hipFloatComplex *A, int lda, float *W,
                                                  hipFloatComplex *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCgesvd_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCgesvd(hipsolverHandle_t handle, signed char jobu,
                                                  signed char jobv, int m, int n,
                                                  hipFloatComplex *A, int lda, float *S,
                                                  hipFloatComplex *U, int ldu, hipFloatComplex *V,
                                                  int ldv, hipFloatComplex *work, int lwork,
                                                  float *rwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZgetrf_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             hipDoubleComplex *A, int lda,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZgetrf(hipsolverHandle_t handle, int m, int n,
                                                  hipDoubleComplex *A, int lda,
                                                  hipDoubleComplex *work, int *devIpiv,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZgetrs(hipsolverHandle_t handle,
                                                  hipsolverOperation_t trans, int n, int nrhs,
                                                  const hipDoubleComplex *A, int lda,
                                                  const int *devIpiv, hipDoubleComplex *B, int ldb,
                                                  int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZpotrf_bufferSize(hipsolverHandle_t handle,
                                                             hipsolverFillMode_t uplo, int n,
                                                             hipDoubleComplex *A, int lda,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZpotrf(hipsolverHandle_t handle,
                                                  hipsolverFillMode_t uplo, int n,
                                                  hipDoubleComplex *A, int lda,
                                                  hipDoubleComplex *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZpotri_bufferSize(hipsolverHandle_t handle,
                                                             hipsolverFillMode_t uplo, int n,
                                                             hipDoubleComplex *A, int lda,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZpotri(hipsolverHandle_t handle,
                                                  hipsolverFillMode_t uplo, int n,
                                                  hipDoubleComplex *A, int lda,
                                                  hipDoubleComplex *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZpotrs(hipsolverHandle_t handle,
                                                  hipsolverFillMode_t uplo, int n, int nrhs,
                                                  const hipDoubleComplex *A, int lda,
                                                  hipDoubleComplex *B, int ldb, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZpotrfBatched(hipsolverHandle_t handle,
                                                         hipsolverFillMode_t uplo, int n,
                                                         hipDoubleComplex *A[], int lda,
                                                         int *devInfo, int batch_count);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZpotrsBatched(hipsolverHandle_t handle,
                                                         hipsolverFillMode_t uplo, int n, int nrhs,
                                                         hipDoubleComplex *A[], int lda,
                                                         hipDoubleComplex *B[], int ldb,
                                                         int *devInfo, int batch_count);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZgeqrf_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             hipDoubleComplex *A, int lda,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZgeqrf(hipsolverHandle_t handle, int m, int n,
                                                  hipDoubleComplex *A, int lda,
                                                  hipDoubleComplex *tau, hipDoubleComplex *work,
                                                  int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZungqr_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             int k, const hipDoubleComplex *A,
                                                             int lda, const hipDoubleComplex *tau,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZungqr(hipsolverHandle_t handle, int m, int n, int k,
                                                  hipDoubleComplex *A, int lda,
                                                  const hipDoubleComplex *tau,
                                                  hipDoubleComplex *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZunmqr_bufferSize(
    hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,
    int k, const hipDoubleComplex *A, int lda, const hipDoubleComplex *tau,
    const hipDoubleComplex *C, int ldc, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZunmqr(
    hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,
    int k, const hipDoubleComplex *A, int lda, const hipDoubleComplex *tau, hipDoubleComplex *C,
    int ldc, hipDoubleComplex *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZheevd_bufferSize(hipsolverHandle_t handle,
                                                             hipsolverEigMode_t jobz,
                                                             hipsolverFillMode_t uplo, int n,
                                                             const hipDoubleComplex *A, int lda,
                                                             const double *W, int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZheevd(hipsolverHandle_t handle, hipsolverEigMode_t jobz,
                                                  hipsolverFillMode_t uplo, int n,
                                                  hipDoubleComplex *A, int lda, double *W,
                                                  hipDoubleComplex *work, int lwork, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZgesvd_bufferSize(hipsolverHandle_t handle, int m, int n,
                                                             int *lwork);
HIPSOLVER_API hipsolverStatus_t hipsolverDnZgesvd(hipsolverHandle_t handle, signed char jobu,
                                                  signed char jobv, int m, int n,
                                                  hipDoubleComplex *A, int lda, double *S,
                                                  hipDoubleComplex *U, int ldu, hipDoubleComplex *V,
                                                  int ldv, hipDoubleComplex *work, int lwork,
                                                  double *rwork, int *devInfo);

HIPSOLVER_API hipsolverStatus_t hipsolverDnCreateSyevjInfo(hipsolverSyevjInfo_t *info);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDestroySyevjInfo(hipsolverSyevjInfo_t info);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXsyevjSetTolerance(hipsolverSyevjInfo_t info,
                                                              double tolerance);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXsyevjSetMaxSweeps(hipsolverSyevjInfo_t info,
                                                              int max_sweeps);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXsyevjSetSortEig(hipsolverSyevjInfo_t info,
                                                            int sort_eig);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXsyevjGetResidual(hipsolverDnHandle_t handle,
                                                             hipsolverSyevjInfo_t info,
                                                             double *residual);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXsyevjGetSweeps(hipsolverDnHandle_t handle,
                                                           hipsolverSyevjInfo_t info,
                                                           int *executed_sweeps);
HIPSOLVER_API hipsolverStatus_t hipsolverDnCreateGesvdjInfo(hipsolverGesvdjInfo_t *info);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDestroyGesvdjInfo(hipsolverGesvdjInfo_t info);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXgesvdjSetTolerance(hipsolverGesvdjInfo_t info,
                                                               double tolerance);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXgesvdjSetMaxSweeps(hipsolverGesvdjInfo_t info,
                                                               int max_sweeps);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXgesvdjSetSortEig(hipsolverGesvdjInfo_t info,
                                                             int sort_eig);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXgesvdjGetResidual(hipsolverDnHandle_t handle,
                                                              hipsolverGesvdjInfo_t info,
                                                              double *residual);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXgesvdjGetSweeps(hipsolverDnHandle_t handle,
                                                            hipsolverGesvdjInfo_t info,
                                                            int *executed_sweeps);

// The functions for a type X with elements T, whose absolute values are R.
#define HIPSOLVER_OF_TYPE(X, T, R, syevj, sygvd, syevdx, sygvj)                                    \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##syevdx##_bufferSize(                             \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,                \
      hipsolverFillMode_t uplo, int n, const T *A, int lda, R vl, R vu, int il, int iu, int *nev,  \
      const R *W, int *lwork);                                                                     \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##syevdx(                                          \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,                \
      hipsolverFillMode_t uplo, int n, T *A, int lda, R vl, R vu, int il, int iu, int *nev, R *W,  \
      T *work, int lwork, int *devInfo);                                                           \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##sygvj##_bufferSize(                              \
      hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,                 \
      hipsolverFillMode_t uplo, int n, const T *A, int lda, const T *B, int ldb, const R *W,       \
      int *lwork, hipsolverSyevjInfo_t params);                                                    \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##sygvj(                                           \
      hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,                 \
      hipsolverFillMode_t uplo, int n, T *A, int lda, T *B, int ldb, R *W, T *work, int lwork,     \
      int *devInfo, hipsolverSyevjInfo_t params);                                                  \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##syevj##_bufferSize(                              \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,          \
      const T *A, int lda, const R *W, int *lwork, hipsolverSyevjInfo_t params);                   \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##syevj(                                           \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *A,    \
      int lda, R *W, T *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params);               \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##syevj##Batched_bufferSize(                       \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,          \
      const T *A, int lda, const R *W, int *lwork, hipsolverSyevjInfo_t params, int batch_count);  \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##syevj##Batched(                                  \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *A,    \
      int lda, R *W, T *work, int lwork, int *devInfo, hipsolverSyevjInfo_t params,                \
      int batch_count);                                                                            \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##sygvd##_bufferSize(                              \
      hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,                 \
      hipsolverFillMode_t uplo, int n, const T *A, int lda, const T *B, int ldb, const R *W,       \
      int *lwork);                                                                                 \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##sygvd(                                           \
      hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,                 \
      hipsolverFillMode_t uplo, int n, T *A, int lda, T *B, int ldb, R *W, T *work, int lwork,     \
      int *devInfo);                                                                               \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##gesvdj_bufferSize(                               \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, const T *A,       \
      int lda, const R *S, const T *U, int ldu, const T *V, int ldv, int *lwork,                   \
      hipsolverGesvdjInfo_t params);                                                               \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##gesvdj(                                          \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz, int econ, int m, int n, T *A, int lda,    \
      R *S, T *U, int ldu, T *V, int ldv, T *work, int lwork, int *devInfo,                        \
      hipsolverGesvdjInfo_t params);                                                               \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##gesvdjBatched_bufferSize(                        \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz, int m, int n, const T *A, int lda,        \
      const R *S, const T *U, int ldu, const T *V, int ldv, int *lwork,                            \
      hipsolverGesvdjInfo_t params, int batch_count);                                              \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##gesvdjBatched(                                   \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz, int m, int n, T *A, int lda, R *S, T *U,  \
      int ldu, T *V, int ldv, T *work, int lwork, int *devInfo, hipsolverGesvdjInfo_t params,      \
      int batch_count);                                                                            \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##X##gels_bufferSize(                              \
      hipsolverHandle_t handle, int m, int n, int nrhs, T *A, int lda, T *B, int ldb, T *X_,       \
      int ldx, void *work, size_t *lwork);                                                         \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##X##gels(                                         \
      hipsolverHandle_t handle, int m, int n, int nrhs, T *A, int lda, T *B, int ldb, T *X_,       \
      int ldx, void *work, size_t lwork, int *niters, int *devInfo);                               \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##X##gesv_bufferSize(                              \
      hipsolverHandle_t handle, int n, int nrhs, T *A, int lda, int *devIpiv, T *B, int ldb,       \
      T *X_, int ldx, void *work, size_t *lwork);                                                  \
  HIPSOLVER_API hipsolverStatus_t hipsolverDn##X##X##gesv(                                         \
      hipsolverHandle_t handle, int n, int nrhs, T *A, int lda, int *devIpiv, T *B, int ldb,       \
      T *X_, int ldx, void *work, size_t lwork, int *niters, int *devInfo);
HIPSOLVER_OF_TYPE(S, float, float, syevj, sygvd, syevdx, sygvj)
HIPSOLVER_OF_TYPE(D, double, double, syevj, sygvd, syevdx, sygvj)
HIPSOLVER_OF_TYPE(C, hipFloatComplex, float, heevj, hegvd, heevdx, hegvj)
HIPSOLVER_OF_TYPE(Z, hipDoubleComplex, double, heevj, hegvd, heevdx, hegvj)
#undef HIPSOLVER_OF_TYPE

// hipSOLVER's own names. Those that have the parameters of their hipsolverDn form, as F(name):
#define GOHIP_HIPSOLVER_SAME_OF_TYPE(F, X, orgqr, ormqr, syevd, syevj, sygvd, sygvj)               \
  F(X##getrf_bufferSize)                                                                           \
  F(X##potrf_bufferSize)                                                                           \
  F(X##potrf)                                                                                      \
  F(X##potri_bufferSize)                                                                           \
  F(X##potri)                                                                                      \
  F(X##geqrf_bufferSize)                                                                           \
  F(X##geqrf)                                                                                      \
  F(X##orgqr##_bufferSize)                                                                         \
  F(X##orgqr)                                                                                      \
  F(X##ormqr##_bufferSize)                                                                         \
  F(X##ormqr)                                                                                      \
  F(X##syevd##_bufferSize)                                                                         \
  F(X##syevd)                                                                                      \
  F(X##syevj##_bufferSize)                                                                         \
  F(X##syevj)                                                                                      \
  F(X##syevj##Batched_bufferSize)                                                                  \
  F(X##syevj##Batched)                                                                             \
  F(X##sygvd##_bufferSize)                                                                         \
  F(X##sygvd)                                                                                      \
  F(X##sygvj##_bufferSize)                                                                         \
  F(X##sygvj)                                                                                      \
  F(X##gesvd)                                                                                      \
  F(X##gesvdj_bufferSize)                                                                          \
  F(X##gesvdj)                                                                                     \
  F(X##gesvdjBatched_bufferSize)                                                                   \
  F(X##gesvdjBatched)                                                                              \
  F(X##X##gels)                                                                                    \
  F(X##X##gesv)
#define GOHIP_HIPSOLVER_SAME(F)                                                                    \
  GOHIP_HIPSOLVER_SAME_OF_TYPE(F, S, orgqr, ormqr, syevd, syevj, sygvd, sygvj)                     \
  GOHIP_HIPSOLVER_SAME_OF_TYPE(F, D, orgqr, ormqr, syevd, syevj, sygvd, sygvj)                     \
  GOHIP_HIPSOLVER_SAME_OF_TYPE(F, C, ungqr, unmqr, heevd, heevj, hegvd, hegvj)                     \
  GOHIP_HIPSOLVER_SAME_OF_TYPE(F, Z, ungqr, unmqr, heevd, heevj, hegvd, hegvj)                     \
  F(CreateSyevjInfo)                                                                               \
  F(DestroySyevjInfo)                                                                              \
  F(XsyevjSetTolerance)                                                                            \
  F(XsyevjSetMaxSweeps)                                                                            \
  F(XsyevjSetSortEig)                                                                              \
  F(XsyevjGetResidual)                                                                             \
  F(XsyevjGetSweeps)                                                                               \
  F(CreateGesvdjInfo)                                                                              \
  F(DestroyGesvdjInfo)                                                                             \
  F(XgesvdjSetTolerance)                                                                           \
  F(XgesvdjSetMaxSweeps)                                                                           \
  F(XgesvdjSetSortEig)                                                                             \
  F(XgesvdjGetResidual)                                                                            \
  F(XgesvdjGetSweeps)
#define HIPSOLVER_DECLARE(name) HIPSOLVER_API __typeof__(hipsolverDn##name) hipsolver##name;
GOHIP_HIPSOLVER_SAME(HIPSOLVER_DECLARE)
#undef HIPSOLVER_DECLARE

// Those that have a work area where the others have none, or other parameters for its size.
#define HIPSOLVER_OF_TYPE(X, T)                                                                    \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##getrf(hipsolverHandle_t handle, int m, int n,      \
                                                      T *A, int lda, T *work, int lwork,           \
                                                      int *devIpiv, int *devInfo);                 \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##getrs_bufferSize(                                  \
      hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs, T *A, int lda,        \
      int *devIpiv, T *B, int ldb, int *lwork);                                                    \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##getrs(                                             \
      hipsolverHandle_t handle, hipsolverOperation_t trans, int n, int nrhs, T *A, int lda,        \
      int *devIpiv, T *B, int ldb, T *work, int lwork, int *devInfo);                              \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##potrs_bufferSize(                                  \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, T *A, int lda, T *B,    \
      int ldb, int *lwork);                                                                        \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##potrs(                                             \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, T *A, int lda, T *B,    \
      int ldb, T *work, int lwork, int *devInfo);                                                  \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##potrfBatched_bufferSize(                           \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A[], int lda, int *lwork,      \
      int batch_count);                                                                            \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##potrfBatched(                                      \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A[], int lda, T *work,         \
      int lwork, int *devInfo, int batch_count);                                                   \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##potrsBatched_bufferSize(                           \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, T *A[], int lda,        \
      T *B[], int ldb, int *lwork, int batch_count);                                               \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##potrsBatched(                                      \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, int nrhs, T *A[], int lda,        \
      T *B[], int ldb, T *work, int lwork, int *devInfo, int batch_count);                         \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##gesvd_bufferSize(                                  \
      hipsolverHandle_t handle, signed char jobu, signed char jobv, int m, int n, int *lwork);     \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##X##gels_bufferSize(                                \
      hipsolverHandle_t handle, int m, int n, int nrhs, T *A, int lda, T *B, int ldb, T *X_,       \
      int ldx, size_t *lwork);                                                                     \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##X##gesv_bufferSize(                                \
      hipsolverHandle_t handle, int n, int nrhs, T *A, int lda, int *devIpiv, T *B, int ldb,       \
      T *X_, int ldx, size_t *lwork);
HIPSOLVER_OF_TYPE(S, float)
HIPSOLVER_OF_TYPE(D, double)
HIPSOLVER_OF_TYPE(C, hipFloatComplex)
HIPSOLVER_OF_TYPE(Z, hipDoubleComplex)
#undef HIPSOLVER_OF_TYPE

// Reductions and factorizations, of both interfaces, which differ in what is constant.
#define HIPSOLVER_REDUCTIONS(P, CONST, X, T, R, or_, sy)                                           \
  HIPSOLVER_API hipsolverStatus_t P##X##gebrd_bufferSize(hipsolverHandle_t handle, int m, int n,   \
                                                         int *lwork);                              \
  HIPSOLVER_API hipsolverStatus_t P##X##gebrd(hipsolverHandle_t handle, int m, int n, T *A,        \
                                              int lda, R *D, R *E, T *tauq, T *taup, T *work,      \
                                              int lwork, int *devInfo);                            \
  HIPSOLVER_API hipsolverStatus_t P##X##or_##gbr_bufferSize(                                       \
      hipsolverHandle_t handle, hipsolverSideMode_t side, int m, int n, int k, CONST T *A,         \
      int lda, CONST T *tau, int *lwork);                                                          \
  HIPSOLVER_API hipsolverStatus_t P##X##or_##gbr(                                                  \
      hipsolverHandle_t handle, hipsolverSideMode_t side, int m, int n, int k, T *A, int lda,      \
      CONST T *tau, T *work, int lwork, int *devInfo);                                             \
  HIPSOLVER_API hipsolverStatus_t P##X##or_##gtr_bufferSize(                                       \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, CONST T *A, int lda,              \
      CONST T *tau, int *lwork);                                                                   \
  HIPSOLVER_API hipsolverStatus_t P##X##or_##gtr(hipsolverHandle_t handle,                         \
                                                 hipsolverFillMode_t uplo, int n, T *A, int lda,   \
                                                 CONST T *tau, T *work, int lwork, int *devInfo);  \
  HIPSOLVER_API hipsolverStatus_t P##X##or_##mtr_bufferSize(                                       \
      hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverFillMode_t uplo,                \
      hipsolverOperation_t trans, int m, int n, CONST T *A, int lda, CONST T *tau, CONST T *C,     \
      int ldc, int *lwork);                                                                        \
  HIPSOLVER_API hipsolverStatus_t P##X##or_##mtr(                                                  \
      hipsolverHandle_t handle, hipsolverSideMode_t side, hipsolverFillMode_t uplo,                \
      hipsolverOperation_t trans, int m, int n, T *A, int lda, T *tau, T *C, int ldc, T *work,     \
      int lwork, int *devInfo);                                                                    \
  HIPSOLVER_API hipsolverStatus_t P##X##sy##trd_bufferSize(                                        \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, CONST T *A, int lda, CONST R *D,  \
      CONST R *E, CONST T *tau, int *lwork);                                                       \
  HIPSOLVER_API hipsolverStatus_t P##X##sy##trd(                                                   \
      hipsolverHandle_t handle, hipsolverFillMode_t uplo, int n, T *A, int lda, R *D, R *E,        \
      T *tau, T *work, int lwork, int *devInfo);                                                   \
  HIPSOLVER_API hipsolverStatus_t P##X##sytrf_bufferSize(hipsolverHandle_t handle, int n, T *A,    \
                                                         int lda, int *lwork);                     \
  HIPSOLVER_API hipsolverStatus_t P##X##sytrf(hipsolverHandle_t handle, hipsolverFillMode_t uplo,  \
                                              int n, T *A, int lda, int *ipiv, T *work, int lwork, \
                                              int *devInfo);                                       \
  HIPSOLVER_API hipsolverStatus_t P##X##sy##gvdx_bufferSize(                                       \
      hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,                 \
      hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n, const T *A, int lda, const T *B, \
      int ldb, R vl, R vu, int il, int iu, int *nev, const R *W, int *lwork);                      \
  HIPSOLVER_API hipsolverStatus_t P##X##sy##gvdx(                                                  \
      hipsolverHandle_t handle, hipsolverEigType_t itype, hipsolverEigMode_t jobz,                 \
      hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n, T *A, int lda, T *B, int ldb,    \
      R vl, R vu, int il, int iu, int *nev, R *W, T *work, int lwork, int *devInfo);
#define HIPSOLVER_NOT_CONST
#define HIPSOLVER_OF_TYPE(X, T, R, or_, sy)                                                        \
  HIPSOLVER_REDUCTIONS(hipsolver, HIPSOLVER_NOT_CONST, X, T, R, or_, sy)                           \
  HIPSOLVER_REDUCTIONS(hipsolverDn, const, X, T, R, or_, sy)                                       \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##sy##evdx_bufferSize(                               \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,                \
      hipsolverFillMode_t uplo, int n, const T *A, int lda, R vl, R vu, int il, int iu, int *nev,  \
      const R *W, int *lwork);                                                                     \
  HIPSOLVER_API hipsolverStatus_t hipsolver##X##sy##evdx(                                          \
      hipsolverHandle_t handle, hipsolverEigMode_t jobz, hipsolverEigRange_t range,                \
      hipsolverFillMode_t uplo, int n, T *A, int lda, R vl, R vu, int il, int iu, int *nev, R *W,  \
      T *work, int lwork, int *devInfo);
HIPSOLVER_OF_TYPE(S, float, float, or, sy)
HIPSOLVER_OF_TYPE(D, double, double, or, sy)
HIPSOLVER_OF_TYPE(C, hipFloatComplex, float, un, he)
HIPSOLVER_OF_TYPE(Z, hipDoubleComplex, double, un, he)
#undef HIPSOLVER_OF_TYPE
#undef HIPSOLVER_REDUCTIONS
#undef HIPSOLVER_NOT_CONST

// The 64-bit interface, and settings of a handle.
typedef struct hipsolver_params *hipsolverDnParams_t;
typedef enum { HIPSOLVERDN_GETRF = 0 } hipsolverDnFunction_t;
typedef enum { HIPSOLVER_ALG_0 = 231, HIPSOLVER_ALG_1 = 232 } hipsolverAlgMode_t;
HIPSOLVER_API hipsolverStatus_t hipsolverDnCreateParams(hipsolverDnParams_t *params);
HIPSOLVER_API hipsolverStatus_t hipsolverDnDestroyParams(hipsolverDnParams_t params);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSetAdvOptions(hipsolverDnParams_t params,
                                                         hipsolverDnFunction_t func,
                                                         hipsolverAlgMode_t alg);
HIPSOLVER_API hipsolverStatus_t
hipsolverDnXgetrf_bufferSize(hipsolverHandle_t handle, hipsolverDnParams_t params, int64_t m,
                             int64_t n, hipDataType dataTypeA, const void *A, int64_t lda,
                             hipDataType computeType, size_t *lworkOnDevice, size_t *lworkOnHost);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXgetrf(
    hipsolverHandle_t handle, hipsolverDnParams_t params, int64_t m, int64_t n,
    hipDataType dataTypeA, void *A, int64_t lda, int64_t *devIpiv, hipDataType computeType,
    void *workOnDevice, size_t lworkOnDevice, void *workOnHost, size_t lworkOnHost, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXgetrs(
    hipsolverHandle_t handle, hipsolverDnParams_t params, hipsolverOperation_t trans, int64_t n,
    int64_t nrhs, hipDataType dataTypeA, const void *A, int64_t lda, const int64_t *devIpiv,
    hipDataType dataTypeB, void *B, int64_t ldb, int *devInfo);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXpotrf_bufferSize(
    hipsolverHandle_t handle, hipsolverDnParams_t params, hipsolverFillMode_t uplo, int64_t n,
    hipDataType dataTypeA, const void *A, int64_t lda, hipDataType computeType,
    size_t *lworkOnDevice, size_t *lworkOnHost);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXpotrf(
    hipsolverHandle_t handle, hipsolverDnParams_t params, hipsolverFillMode_t uplo, int64_t n,
    hipDataType dataTypeA, void *A, int64_t lda, hipDataType computeType, void *workOnDevice,
    size_t lworkOnDevice, void *workOnHost, size_t lworkOnHost, int *info);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXpotrs(hipsolverHandle_t handle,
                                                  hipsolverDnParams_t params,
                                                  hipsolverFillMode_t uplo, int64_t n, int64_t nrhs,
                                                  hipDataType dataTypeA, const void *A, int64_t lda,
                                                  hipDataType dataTypeB, void *B, int64_t ldb,
                                                  int *info);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXgeqrf_bufferSize(
    hipsolverHandle_t handle, hipsolverDnParams_t params, int64_t m, int64_t n,
    hipDataType dataTypeA, const void *A, int64_t lda, hipDataType dataTypeTau, const void *tau,
    hipDataType computeType, size_t *lworkOnDevice, size_t *lworkOnHost);
HIPSOLVER_API hipsolverStatus_t hipsolverDnXgeqrf(hipsolverHandle_t handle,
                                                  hipsolverDnParams_t params, int64_t m, int64_t n,
                                                  hipDataType dataTypeA, void *A, int64_t lda,
                                                  hipDataType dataTypeTau, void *tau,
                                                  hipDataType computeType, void *workOnDevice,
                                                  size_t lworkOnDevice, void *workOnHost,
                                                  size_t lworkOnHost, int *devInfo);
typedef enum {
  HIPSOLVER_DETERMINISTIC_RESULTS = 241,
  HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS = 242
} hipsolverDeterministicMode_t;
HIPSOLVER_API hipsolverStatus_t hipsolverSetDeterministicMode(hipsolverHandle_t handle,
                                                              hipsolverDeterministicMode_t mode);
HIPSOLVER_API hipsolverStatus_t hipsolverGetDeterministicMode(hipsolverHandle_t handle,
                                                              hipsolverDeterministicMode_t *mode);
HIPSOLVER_API hipsolverStatus_t hipsolverDnSetDeterministicMode(hipsolverHandle_t handle,
                                                                hipsolverDeterministicMode_t mode);
HIPSOLVER_API hipsolverStatus_t hipsolverDnGetDeterministicMode(hipsolverHandle_t handle,
                                                                hipsolverDeterministicMode_t *mode);

#ifdef __cplusplus
}
#endif

#include <hipsolver/hipsolver-absent.h>

#endif

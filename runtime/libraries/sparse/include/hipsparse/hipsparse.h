// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSPARSE: sparse linear algebra in device memory.
#ifndef HIPSPARSE_H_
#define HIPSPARSE_H_

#include <stddef.h>
#include <stdint.h>

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>
#include <hip/library_types.h>
#include <hipsparse/hipsparse-version.h>

#define HIPSPARSE_API __attribute__((visibility("default")))
#define HIPSPARSE_EXPORT HIPSPARSE_API

// Handles and descriptors are pointers to void, as AMD's are: Ginkgo converts pointers to structures of
// its own to them. Only the library's sources see the structures.
#ifdef GOHIP_SPARSE_H
#define HIPSPARSE_OPAQUE(name, structure) typedef struct structure *name;
#define HIPSPARSE_OPAQUE_CONST(name, structure) typedef const struct structure *name;
#else
#define HIPSPARSE_OPAQUE(name, structure) typedef void *name;
#define HIPSPARSE_OPAQUE_CONST(name, structure) typedef const void *name;
#endif
HIPSPARSE_OPAQUE(hipsparseHandle_t, hipsparse_handle)
HIPSPARSE_OPAQUE(hipsparseMatDescr_t, hipsparse_mat_descr)
HIPSPARSE_OPAQUE(hipsparseSpVecDescr_t, hipsparse_sp_vec)
HIPSPARSE_OPAQUE(hipsparseSpMatDescr_t, hipsparse_sp_mat)
HIPSPARSE_OPAQUE(hipsparseDnVecDescr_t, hipsparse_dn_vec)
HIPSPARSE_OPAQUE(hipsparseDnMatDescr_t, hipsparse_dn_mat)
HIPSPARSE_OPAQUE_CONST(hipsparseConstSpVecDescr_t, hipsparse_sp_vec)
HIPSPARSE_OPAQUE_CONST(hipsparseConstSpMatDescr_t, hipsparse_sp_mat)
HIPSPARSE_OPAQUE_CONST(hipsparseConstDnVecDescr_t, hipsparse_dn_vec)
HIPSPARSE_OPAQUE_CONST(hipsparseConstDnMatDescr_t, hipsparse_dn_mat)
#undef HIPSPARSE_OPAQUE
#undef HIPSPARSE_OPAQUE_CONST
typedef void *hipsparseHybMat_t;
typedef struct hipsparse_ilu_info *csrilu02Info_t;
typedef struct csrsv2Info *csrsv2Info_t;
typedef struct csrsm2Info *csrsm2Info_t;
typedef struct csric02Info *csric02Info_t;
typedef struct csrgemm2Info *csrgemm2Info_t;
typedef struct bsrsv2Info *bsrsv2Info_t;
typedef struct bsrsm2Info *bsrsm2Info_t;
typedef struct bsric02Info *bsric02Info_t;
typedef struct bsrilu02Info *bsrilu02Info_t;
typedef struct csru2csrInfo *csru2csrInfo_t;
typedef struct pruneInfo *pruneInfo_t;
typedef struct hipsparse_color_info *hipsparseColorInfo_t;
typedef struct hipsparse_spgemm *hipsparseSpGEMMDescr_t;
typedef struct hipsparse_spsv *hipsparseSpSVDescr_t;
typedef struct hipsparse_spsm *hipsparseSpSMDescr_t;

typedef enum hipsparseStatus_t {
  HIPSPARSE_STATUS_SUCCESS = 0,
  HIPSPARSE_STATUS_NOT_INITIALIZED = 1,
  HIPSPARSE_STATUS_ALLOC_FAILED = 2,
  HIPSPARSE_STATUS_INVALID_VALUE = 3,
  HIPSPARSE_STATUS_ARCH_MISMATCH = 4,
  HIPSPARSE_STATUS_MAPPING_ERROR = 5,
  HIPSPARSE_STATUS_EXECUTION_FAILED = 6,
  HIPSPARSE_STATUS_INTERNAL_ERROR = 7,
  HIPSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
  HIPSPARSE_STATUS_ZERO_PIVOT = 9,
  HIPSPARSE_STATUS_NOT_SUPPORTED = 10,
  HIPSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} hipsparseStatus_t;

typedef enum hipsparsePointerMode_t {
  HIPSPARSE_POINTER_MODE_HOST = 0,
  HIPSPARSE_POINTER_MODE_DEVICE = 1
} hipsparsePointerMode_t;

typedef enum hipsparseAction_t {
  HIPSPARSE_ACTION_SYMBOLIC = 0,
  HIPSPARSE_ACTION_NUMERIC = 1
} hipsparseAction_t;

typedef enum hipsparseMatrixType_t {
  HIPSPARSE_MATRIX_TYPE_GENERAL = 0,
  HIPSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
  HIPSPARSE_MATRIX_TYPE_HERMITIAN = 2,
  HIPSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} hipsparseMatrixType_t;

typedef enum hipsparseFillMode_t {
  HIPSPARSE_FILL_MODE_LOWER = 0,
  HIPSPARSE_FILL_MODE_UPPER = 1
} hipsparseFillMode_t;

typedef enum hipsparseDiagType_t {
  HIPSPARSE_DIAG_TYPE_NON_UNIT = 0,
  HIPSPARSE_DIAG_TYPE_UNIT = 1
} hipsparseDiagType_t;

typedef enum hipsparseIndexBase_t {
  HIPSPARSE_INDEX_BASE_ZERO = 0,
  HIPSPARSE_INDEX_BASE_ONE = 1
} hipsparseIndexBase_t;

typedef enum hipsparseOperation_t {
  HIPSPARSE_OPERATION_NON_TRANSPOSE = 0,
  HIPSPARSE_OPERATION_TRANSPOSE = 1,
  HIPSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} hipsparseOperation_t;

typedef enum hipsparseSolvePolicy_t {
  HIPSPARSE_SOLVE_POLICY_NO_LEVEL = 0,
  HIPSPARSE_SOLVE_POLICY_USE_LEVEL = 1
} hipsparseSolvePolicy_t;

typedef enum hipsparseDirection_t {
  HIPSPARSE_DIRECTION_ROW = 0,
  HIPSPARSE_DIRECTION_COLUMN = 1
} hipsparseDirection_t;

typedef enum hipsparseCsr2CscAlg_t {
  HIPSPARSE_CSR2CSC_ALG_DEFAULT = 0,
  HIPSPARSE_CSR2CSC_ALG1 = 1,
  HIPSPARSE_CSR2CSC_ALG2 = 2
} hipsparseCsr2CscAlg_t;

typedef enum hipsparseFormat_t {
  HIPSPARSE_FORMAT_CSR = 1,
  HIPSPARSE_FORMAT_CSC = 2,
  HIPSPARSE_FORMAT_COO = 3,
  HIPSPARSE_FORMAT_COO_AOS = 4,
  HIPSPARSE_FORMAT_BLOCKED_ELL = 5
} hipsparseFormat_t;

typedef enum hipsparseOrder_t {
  HIPSPARSE_ORDER_COLUMN = 1,
  HIPSPARSE_ORDER_COL = 1,
  HIPSPARSE_ORDER_ROW = 2
} hipsparseOrder_t;

typedef enum hipsparseIndexType_t {
  HIPSPARSE_INDEX_16U = 1,
  HIPSPARSE_INDEX_32I = 2,
  HIPSPARSE_INDEX_64I = 3
} hipsparseIndexType_t;

typedef enum hipsparseSpMVAlg_t {
  HIPSPARSE_MV_ALG_DEFAULT = 0,
  HIPSPARSE_COOMV_ALG = 1,
  HIPSPARSE_CSRMV_ALG1 = 2,
  HIPSPARSE_CSRMV_ALG2 = 3,
  HIPSPARSE_SPMV_ALG_DEFAULT = 0,
  HIPSPARSE_SPMV_COO_ALG1 = 1,
  HIPSPARSE_SPMV_CSR_ALG1 = 2,
  HIPSPARSE_SPMV_CSR_ALG2 = 3,
  HIPSPARSE_SPMV_COO_ALG2 = 4
} hipsparseSpMVAlg_t;

typedef enum hipsparseSpMMAlg_t {
  HIPSPARSE_MM_ALG_DEFAULT = 0,
  HIPSPARSE_SPMM_ALG_DEFAULT = 0,
  HIPSPARSE_SPMM_COO_ALG1 = 1,
  HIPSPARSE_SPMM_COO_ALG2 = 2,
  HIPSPARSE_SPMM_COO_ALG3 = 3,
  HIPSPARSE_SPMM_CSR_ALG1 = 4,
  HIPSPARSE_SPMM_COO_ALG4 = 5,
  HIPSPARSE_SPMM_CSR_ALG2 = 6,
  HIPSPARSE_SPMM_CSR_ALG3 = 12,
  HIPSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13
} hipsparseSpMMAlg_t;

typedef enum hipsparseSparseToDenseAlg_t {
  HIPSPARSE_SPARSETODENSE_ALG_DEFAULT = 0
} hipsparseSparseToDenseAlg_t;

typedef enum hipsparseDenseToSparseAlg_t {
  HIPSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0
} hipsparseDenseToSparseAlg_t;

typedef enum hipsparseSDDMMAlg_t { HIPSPARSE_SDDMM_ALG_DEFAULT = 0 } hipsparseSDDMMAlg_t;

typedef enum hipsparseSpSVAlg_t { HIPSPARSE_SPSV_ALG_DEFAULT = 0 } hipsparseSpSVAlg_t;

typedef enum hipsparseSpSMAlg_t { HIPSPARSE_SPSM_ALG_DEFAULT = 0 } hipsparseSpSMAlg_t;

typedef enum hipsparseSpMatAttribute_t {
  HIPSPARSE_SPMAT_FILL_MODE = 0,
  HIPSPARSE_SPMAT_DIAG_TYPE = 1
} hipsparseSpMatAttribute_t;

typedef enum hipsparseSpGEMMAlg_t {
  HIPSPARSE_SPGEMM_DEFAULT = 0,
  HIPSPARSE_SPGEMM_CSR_ALG_DETERMINISTIC = 1,
  HIPSPARSE_SPGEMM_CSR_ALG_NONDETERMINISTIC = 2,
  HIPSPARSE_SPGEMM_ALG1 = 3,
  HIPSPARSE_SPGEMM_ALG2 = 4,
  HIPSPARSE_SPGEMM_ALG3 = 5
} hipsparseSpGEMMAlg_t;

#ifdef __cplusplus
extern "C" {
#endif

HIPSPARSE_API const char *hipsparseGetErrorName(hipsparseStatus_t status);
HIPSPARSE_API const char *hipsparseGetErrorString(hipsparseStatus_t status);
HIPSPARSE_API hipsparseStatus_t hipsparseCreate(hipsparseHandle_t *handle);
HIPSPARSE_API hipsparseStatus_t hipsparseDestroy(hipsparseHandle_t handle);
HIPSPARSE_API hipsparseStatus_t hipsparseGetVersion(hipsparseHandle_t handle, int *version);
HIPSPARSE_API hipsparseStatus_t hipsparseSetStream(hipsparseHandle_t handle, hipStream_t streamId);
HIPSPARSE_API hipsparseStatus_t hipsparseGetStream(hipsparseHandle_t handle, hipStream_t *streamId);
HIPSPARSE_API hipsparseStatus_t hipsparseSetPointerMode(hipsparseHandle_t handle,
                                                        hipsparsePointerMode_t mode);
HIPSPARSE_API hipsparseStatus_t hipsparseGetPointerMode(hipsparseHandle_t handle,
                                                        hipsparsePointerMode_t *mode);
HIPSPARSE_API hipsparseStatus_t hipsparseCreateMatDescr(hipsparseMatDescr_t *descrA);
HIPSPARSE_API hipsparseStatus_t hipsparseDestroyMatDescr(hipsparseMatDescr_t descrA);
HIPSPARSE_API hipsparseStatus_t hipsparseSetMatType(hipsparseMatDescr_t descrA,
                                                    hipsparseMatrixType_t type);
HIPSPARSE_API hipsparseStatus_t hipsparseSetMatFillMode(hipsparseMatDescr_t descrA,
                                                        hipsparseFillMode_t fillMode);
HIPSPARSE_API hipsparseStatus_t hipsparseSetMatDiagType(hipsparseMatDescr_t descrA,
                                                        hipsparseDiagType_t diagType);
HIPSPARSE_API hipsparseStatus_t hipsparseSetMatIndexBase(hipsparseMatDescr_t descrA,
                                                         hipsparseIndexBase_t base);
HIPSPARSE_API hipsparseStatus_t hipsparseCreateCsrilu02Info(csrilu02Info_t *info);
HIPSPARSE_API hipsparseStatus_t hipsparseDestroyCsrilu02Info(csrilu02Info_t info);
HIPSPARSE_API hipsparseStatus_t hipsparseCreateSpVec(hipsparseSpVecDescr_t *spVecDescr,
                                                     int64_t size, int64_t nnz, void *indices,
                                                     void *values, hipsparseIndexType_t idxType,
                                                     hipsparseIndexBase_t idxBase,
                                                     hipDataType valueType);
HIPSPARSE_API hipsparseStatus_t hipsparseDestroySpVec(hipsparseConstSpVecDescr_t spVecDescr);
HIPSPARSE_API hipsparseStatus_t hipsparseCreateDnVec(hipsparseDnVecDescr_t *dnVecDescr,
                                                     int64_t size, void *values,
                                                     hipDataType valueType);
HIPSPARSE_API hipsparseStatus_t hipsparseDestroyDnVec(hipsparseConstDnVecDescr_t dnVecDescr);
HIPSPARSE_API hipsparseStatus_t hipsparseDnVecSetValues(hipsparseDnVecDescr_t dnVecDescr,
                                                        void *values);
HIPSPARSE_API hipsparseStatus_t hipsparseCreateCsr(
    hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz, void *csrRowOffsets,
    void *csrColInd, void *csrValues, hipsparseIndexType_t csrRowOffsetsType,
    hipsparseIndexType_t csrColIndType, hipsparseIndexBase_t idxBase, hipDataType valueType);
HIPSPARSE_API hipsparseStatus_t hipsparseCreateCsc(
    hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t nnz, void *cscColOffsets,
    void *cscRowInd, void *cscValues, hipsparseIndexType_t cscColOffsetsType,
    hipsparseIndexType_t cscRowIndType, hipsparseIndexBase_t idxBase, hipDataType valueType);
HIPSPARSE_API hipsparseStatus_t hipsparseCreateCoo(hipsparseSpMatDescr_t *spMatDescr, int64_t rows,
                                                   int64_t cols, int64_t nnz, void *cooRowInd,
                                                   void *cooColInd, void *cooValues,
                                                   hipsparseIndexType_t cooIdxType,
                                                   hipsparseIndexBase_t idxBase,
                                                   hipDataType valueType);
HIPSPARSE_API hipsparseStatus_t hipsparseDestroySpMat(hipsparseConstSpMatDescr_t spMatDescr);
HIPSPARSE_API hipsparseStatus_t hipsparseCreateDnMat(hipsparseDnMatDescr_t *dnMatDescr,
                                                     int64_t rows, int64_t cols, int64_t ld,
                                                     void *values, hipDataType valueType,
                                                     hipsparseOrder_t order);
HIPSPARSE_API hipsparseStatus_t hipsparseDestroyDnMat(hipsparseConstDnMatDescr_t dnMatDescr);
HIPSPARSE_API hipsparseStatus_t hipsparseDnMatSetValues(hipsparseDnMatDescr_t dnMatDescr,
                                                        void *values);
HIPSPARSE_API hipsparseStatus_t hipsparseSpMatGetSize(hipsparseConstSpMatDescr_t spMatDescr,
                                                      int64_t *rows, int64_t *cols, int64_t *nnz);
HIPSPARSE_API hipsparseStatus_t hipsparseSpMatSetAttribute(hipsparseSpMatDescr_t spMatDescr,
                                                           hipsparseSpMatAttribute_t attribute,
                                                           const void *data, size_t dataSize);
HIPSPARSE_API hipsparseStatus_t hipsparseSpMatSetValues(hipsparseSpMatDescr_t spMatDescr,
                                                        void *values);
HIPSPARSE_API hipsparseStatus_t hipsparseCsrSetPointers(hipsparseSpMatDescr_t spMatDescr,
                                                        void *csrRowOffsets, void *csrColInd,
                                                        void *csrValues);
HIPSPARSE_API hipsparseStatus_t hipsparseCooSetPointers(hipsparseSpMatDescr_t spMatDescr,
                                                        void *cooRowInd, void *cooColInd,
                                                        void *cooValues);
HIPSPARSE_API hipsparseStatus_t hipsparseCsrSetStridedBatch(hipsparseSpMatDescr_t spMatDescr,
                                                            int batchCount,
                                                            int64_t offsetsBatchStride,
                                                            int64_t columnsValuesBatchStride);
HIPSPARSE_API hipsparseStatus_t hipsparseDnMatSetStridedBatch(hipsparseDnMatDescr_t dnMatDescr,
                                                              int batchCount, int64_t batchStride);
HIPSPARSE_API hipsparseStatus_t hipsparseAxpby(hipsparseHandle_t handle, const void *alpha,
                                               hipsparseConstSpVecDescr_t vecX, const void *beta,
                                               hipsparseDnVecDescr_t vecY);
HIPSPARSE_API hipsparseStatus_t hipsparseGather(hipsparseHandle_t handle,
                                                hipsparseConstDnVecDescr_t vecY,
                                                hipsparseSpVecDescr_t vecX);
HIPSPARSE_API hipsparseStatus_t hipsparseScatter(hipsparseHandle_t handle,
                                                 hipsparseConstSpVecDescr_t vecX,
                                                 hipsparseDnVecDescr_t vecY);
HIPSPARSE_API hipsparseStatus_t hipsparseRot(hipsparseHandle_t handle, const void *c_coeff,
                                             const void *s_coeff, hipsparseSpVecDescr_t vecX,
                                             hipsparseDnVecDescr_t vecY);
HIPSPARSE_API hipsparseStatus_t hipsparseSpVV_bufferSize(hipsparseHandle_t handle,
                                                         hipsparseOperation_t opX,
                                                         hipsparseConstSpVecDescr_t vecX,
                                                         hipsparseConstDnVecDescr_t vecY,
                                                         void *result, hipDataType computeType,
                                                         size_t *pBufferSizeInBytes);
HIPSPARSE_API hipsparseStatus_t hipsparseSpVV(hipsparseHandle_t handle, hipsparseOperation_t opX,
                                              hipsparseConstSpVecDescr_t vecX,
                                              hipsparseConstDnVecDescr_t vecY, void *result,
                                              hipDataType computeType, void *externalBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseSpMV_bufferSize(
    hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnVecDescr_t vecX, const void *beta,
    const hipsparseDnVecDescr_t vecY, hipDataType computeType, hipsparseSpMVAlg_t alg,
    size_t *pBufferSizeInBytes);
HIPSPARSE_API hipsparseStatus_t hipsparseSpMV(hipsparseHandle_t handle, hipsparseOperation_t opA,
                                              const void *alpha, hipsparseConstSpMatDescr_t matA,
                                              hipsparseConstDnVecDescr_t vecX, const void *beta,
                                              const hipsparseDnVecDescr_t vecY,
                                              hipDataType computeType, hipsparseSpMVAlg_t alg,
                                              void *externalBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseSpMM_bufferSize(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB, const void *beta,
    const hipsparseDnMatDescr_t matC, hipDataType computeType, hipsparseSpMMAlg_t alg,
    size_t *pBufferSizeInBytes);
HIPSPARSE_API hipsparseStatus_t hipsparseSpMM(hipsparseHandle_t handle, hipsparseOperation_t opA,
                                              hipsparseOperation_t opB, const void *alpha,
                                              hipsparseConstSpMatDescr_t matA,
                                              hipsparseConstDnMatDescr_t matB, const void *beta,
                                              const hipsparseDnMatDescr_t matC,
                                              hipDataType computeType, hipsparseSpMMAlg_t alg,
                                              void *externalBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseSDDMM_bufferSize(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,
    hipsparseConstDnMatDescr_t A, hipsparseConstDnMatDescr_t B, const void *beta,
    hipsparseSpMatDescr_t C, hipDataType computeType, hipsparseSDDMMAlg_t alg,
    size_t *pBufferSizeInBytes);
HIPSPARSE_API hipsparseStatus_t hipsparseSDDMM_preprocess(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,
    hipsparseConstDnMatDescr_t A, hipsparseConstDnMatDescr_t B, const void *beta,
    hipsparseSpMatDescr_t C, hipDataType computeType, hipsparseSDDMMAlg_t alg, void *tempBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseSDDMM(hipsparseHandle_t handle, hipsparseOperation_t opA,
                                               hipsparseOperation_t opB, const void *alpha,
                                               hipsparseConstDnMatDescr_t A,
                                               hipsparseConstDnMatDescr_t B, const void *beta,
                                               hipsparseSpMatDescr_t C, hipDataType computeType,
                                               hipsparseSDDMMAlg_t alg, void *tempBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseSparseToDense_bufferSize(hipsparseHandle_t handle,
                                                                  hipsparseConstSpMatDescr_t matA,
                                                                  hipsparseDnMatDescr_t matB,
                                                                  hipsparseSparseToDenseAlg_t alg,
                                                                  size_t *pBufferSizeInBytes);
HIPSPARSE_API hipsparseStatus_t hipsparseSparseToDense(hipsparseHandle_t handle,
                                                       hipsparseConstSpMatDescr_t matA,
                                                       hipsparseDnMatDescr_t matB,
                                                       hipsparseSparseToDenseAlg_t alg,
                                                       void *externalBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseDenseToSparse_bufferSize(hipsparseHandle_t handle,
                                                                  hipsparseConstDnMatDescr_t matA,
                                                                  hipsparseSpMatDescr_t matB,
                                                                  hipsparseDenseToSparseAlg_t alg,
                                                                  size_t *pBufferSizeInBytes);
HIPSPARSE_API hipsparseStatus_t hipsparseDenseToSparse_analysis(hipsparseHandle_t handle,
                                                                hipsparseConstDnMatDescr_t matA,
                                                                hipsparseSpMatDescr_t matB,
                                                                hipsparseDenseToSparseAlg_t alg,
                                                                void *externalBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseDenseToSparse_convert(hipsparseHandle_t handle,
                                                               hipsparseConstDnMatDescr_t matA,
                                                               hipsparseSpMatDescr_t matB,
                                                               hipsparseDenseToSparseAlg_t alg,
                                                               void *externalBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseSpGEMM_createDescr(hipsparseSpGEMMDescr_t *descr);
HIPSPARSE_API hipsparseStatus_t hipsparseSpGEMM_destroyDescr(hipsparseSpGEMMDescr_t descr);
HIPSPARSE_API hipsparseStatus_t hipsparseSpGEMM_workEstimation(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB, const void *beta,
    hipsparseSpMatDescr_t matC, hipDataType computeType, hipsparseSpGEMMAlg_t alg,
    hipsparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize1, void *externalBuffer1);
HIPSPARSE_API hipsparseStatus_t hipsparseSpGEMM_compute(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB, const void *beta,
    hipsparseSpMatDescr_t matC, hipDataType computeType, hipsparseSpGEMMAlg_t alg,
    hipsparseSpGEMMDescr_t spgemmDescr, size_t *bufferSize2, void *externalBuffer2);
HIPSPARSE_API hipsparseStatus_t hipsparseSpGEMM_copy(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB, const void *beta,
    hipsparseSpMatDescr_t matC, hipDataType computeType, hipsparseSpGEMMAlg_t alg,
    hipsparseSpGEMMDescr_t spgemmDescr);
HIPSPARSE_API hipsparseStatus_t hipsparseSpSV_createDescr(hipsparseSpSVDescr_t *descr);
HIPSPARSE_API hipsparseStatus_t hipsparseSpSV_destroyDescr(hipsparseSpSVDescr_t descr);
HIPSPARSE_API hipsparseStatus_t hipsparseSpSV_bufferSize(
    hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnVecDescr_t x, const hipsparseDnVecDescr_t y,
    hipDataType computeType, hipsparseSpSVAlg_t alg, hipsparseSpSVDescr_t spsvDescr,
    size_t *pBufferSizeInBytes);
HIPSPARSE_API hipsparseStatus_t hipsparseSpSV_analysis(
    hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnVecDescr_t x, const hipsparseDnVecDescr_t y,
    hipDataType computeType, hipsparseSpSVAlg_t alg, hipsparseSpSVDescr_t spsvDescr,
    void *externalBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseSpSV_solve(
    hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnVecDescr_t x, const hipsparseDnVecDescr_t y,
    hipDataType computeType, hipsparseSpSVAlg_t alg, hipsparseSpSVDescr_t spsvDescr);
HIPSPARSE_API hipsparseStatus_t hipsparseSpSM_createDescr(hipsparseSpSMDescr_t *descr);
HIPSPARSE_API hipsparseStatus_t hipsparseSpSM_destroyDescr(hipsparseSpSMDescr_t descr);
HIPSPARSE_API hipsparseStatus_t hipsparseSpSM_bufferSize(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB,
    const hipsparseDnMatDescr_t matC, hipDataType computeType, hipsparseSpSMAlg_t alg,
    hipsparseSpSMDescr_t spsmDescr, size_t *pBufferSizeInBytes);
HIPSPARSE_API hipsparseStatus_t hipsparseSpSM_analysis(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB,
    const hipsparseDnMatDescr_t matC, hipDataType computeType, hipsparseSpSMAlg_t alg,
    hipsparseSpSMDescr_t spsmDescr, void *externalBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseSpSM_solve(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB,
    const hipsparseDnMatDescr_t matC, hipDataType computeType, hipsparseSpSMAlg_t alg,
    hipsparseSpSMDescr_t spsmDescr, void *externalBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseCsr2cscEx2_bufferSize(
    hipsparseHandle_t handle, int m, int n, int nnz, const void *csrVal, const int *csrRowPtr,
    const int *csrColInd, void *cscVal, int *cscColPtr, int *cscRowInd, hipDataType valType,
    hipsparseAction_t copyValues, hipsparseIndexBase_t idxBase, hipsparseCsr2CscAlg_t alg,
    size_t *pBufferSizeInBytes);
HIPSPARSE_API hipsparseStatus_t
hipsparseCsr2cscEx2(hipsparseHandle_t handle, int m, int n, int nnz, const void *csrVal,
                    const int *csrRowPtr, const int *csrColInd, void *cscVal, int *cscColPtr,
                    int *cscRowInd, hipDataType valType, hipsparseAction_t copyValues,
                    hipsparseIndexBase_t idxBase, hipsparseCsr2CscAlg_t alg, void *buffer);
HIPSPARSE_API hipsparseStatus_t hipsparseXcoo2csr(hipsparseHandle_t handle, const int *cooRowInd,
                                                  int nnz, int m, int *csrRowPtr,
                                                  hipsparseIndexBase_t idxBase);
HIPSPARSE_API hipsparseStatus_t hipsparseXcsr2coo(hipsparseHandle_t handle, const int *csrRowPtr,
                                                  int nnz, int m, int *cooRowInd,
                                                  hipsparseIndexBase_t idxBase);
HIPSPARSE_API hipsparseStatus_t hipsparseXcsrsort_bufferSizeExt(hipsparseHandle_t handle, int m,
                                                                int n, int nnz,
                                                                const int *csrRowPtr,
                                                                const int *csrColInd,
                                                                size_t *pBufferSizeInBytes);
HIPSPARSE_API hipsparseStatus_t hipsparseXcsrsort(hipsparseHandle_t handle, int m, int n, int nnz,
                                                  const hipsparseMatDescr_t descrA,
                                                  const int *csrRowPtr, int *csrColInd, int *P,
                                                  void *pBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseCreateIdentityPermutation(hipsparseHandle_t handle, int n,
                                                                   int *p);
HIPSPARSE_API hipsparseStatus_t hipsparseXcsrilu02_zeroPivot(hipsparseHandle_t handle,
                                                             csrilu02Info_t info, int *position);

typedef enum {
  HIPSPARSE_HYB_PARTITION_AUTO = 0,
  HIPSPARSE_HYB_PARTITION_USER = 1,
  HIPSPARSE_HYB_PARTITION_MAX = 2
} hipsparseHybPartition_t;
HIPSPARSE_API hipsparseStatus_t hipsparseCreateHybMat(hipsparseHybMat_t *hybA);
HIPSPARSE_API hipsparseStatus_t hipsparseDestroyHybMat(hipsparseHybMat_t hybA);

// The functions that each element type has.
#define HIPSPARSE_DECLARE(X, TYPE)                                                                 \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrmv(                                             \
      hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int n, int nnz,                \
      const TYPE *alpha, const hipsparseMatDescr_t descrA, const TYPE *csrSortedValA,              \
      const int *csrSortedRowPtrA, const int *csrSortedColIndA, const TYPE *x, const TYPE *beta,   \
      TYPE *y);                                                                                    \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##nnz(                                               \
      hipsparseHandle_t handle, hipsparseDirection_t dirA, int m, int n,                           \
      const hipsparseMatDescr_t descrA, const TYPE *A, int lda, int *nnzPerRowColumn,              \
      int *nnzTotalDevHostPtr);                                                                    \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrilu02_bufferSize(                               \
      hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,                  \
      TYPE *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA,               \
      csrilu02Info_t info, int *pBufferSizeInBytes);                                               \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrilu02_analysis(                                 \
      hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,                  \
      const TYPE *csrSortedValA, const int *csrSortedRowPtrA, const int *csrSortedColIndA,         \
      csrilu02Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);                          \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrilu02(                                          \
      hipsparseHandle_t handle, int m, int nnz, const hipsparseMatDescr_t descrA,                  \
      TYPE *csrSortedValA_valM, const int *csrSortedRowPtrA, const int *csrSortedColIndA,          \
      csrilu02Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);
HIPSPARSE_DECLARE(S, float)
HIPSPARSE_DECLARE(D, double)
HIPSPARSE_DECLARE(C, hipComplex)
HIPSPARSE_DECLARE(Z, hipDoubleComplex)
#undef HIPSPARSE_DECLARE

// Functions of the interface before the generic one; NVIDIA devices do not have them.
#define HIPSPARSE_INFO(Name, name)                                                                 \
  HIPSPARSE_API hipsparseStatus_t hipsparseCreate##Name##Info(name##Info_t *info);                 \
  HIPSPARSE_API hipsparseStatus_t hipsparseDestroy##Name##Info(name##Info_t info);
HIPSPARSE_INFO(Csrsv2, csrsv2)
HIPSPARSE_INFO(Csrsm2, csrsm2)
HIPSPARSE_INFO(Csric02, csric02)
HIPSPARSE_INFO(Csrgemm2, csrgemm2)
HIPSPARSE_INFO(Bsrsv2, bsrsv2)
HIPSPARSE_INFO(Bsrsm2, bsrsm2)
HIPSPARSE_INFO(Bsric02, bsric02)
HIPSPARSE_INFO(Bsrilu02, bsrilu02)
#undef HIPSPARSE_INFO
#define HIPSPARSE_PIVOT(name)                                                                      \
  HIPSPARSE_API hipsparseStatus_t hipsparseX##name##_zeroPivot(hipsparseHandle_t handle,           \
                                                               name##Info_t info, int *position);
HIPSPARSE_PIVOT(csrsv2)
HIPSPARSE_PIVOT(csrsm2)
HIPSPARSE_PIVOT(csric02)
HIPSPARSE_PIVOT(bsrsv2)
HIPSPARSE_PIVOT(bsrsm2)
HIPSPARSE_PIVOT(bsric02)
HIPSPARSE_PIVOT(bsrilu02)
#undef HIPSPARSE_PIVOT

#define HIPSPARSE_PATTERN(X)                                                                       \
  const hipsparseMatDescr_t descr##X, int nnz##X, const int *csrSortedRowPtr##X,                   \
      const int *csrSortedColInd##X
#define HIPSPARSE_OPERAND(X, TYPE)                                                                 \
  const hipsparseMatDescr_t descr##X, int nnz##X, const TYPE *csrSortedVal##X,                     \
      const int *csrSortedRowPtr##X, const int *csrSortedColInd##X
#define HIPSPARSE_CSR(TYPE)                                                                        \
  const hipsparseMatDescr_t descrA, const TYPE *csrSortedValA, const int *csrSortedRowPtrA,        \
      const int *csrSortedColIndA
#define HIPSPARSE_BSR(TYPE)                                                                        \
  const hipsparseMatDescr_t descrA, const TYPE *bsrSortedValA, const int *bsrSortedRowPtrA,        \
      const int *bsrSortedColIndA, int blockDim
HIPSPARSE_API hipsparseStatus_t hipsparseXcsrgemm2Nnz(hipsparseHandle_t handle, int m, int n, int k,
                                                      HIPSPARSE_PATTERN(A), HIPSPARSE_PATTERN(B),
                                                      HIPSPARSE_PATTERN(D),
                                                      const hipsparseMatDescr_t descrC,
                                                      int *csrRowPtrC, int *nnzTotalDevHostPtr,
                                                      const csrgemm2Info_t info, void *pBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseXcsrgeam2Nnz(hipsparseHandle_t handle, int m, int n,
                                                      HIPSPARSE_PATTERN(A), HIPSPARSE_PATTERN(B),
                                                      const hipsparseMatDescr_t descrC,
                                                      int *csrRowPtrC, int *nnzTotalDevHostPtr,
                                                      void *workspace);
HIPSPARSE_API hipsparseStatus_t hipsparseXcsr2bsrNnz(hipsparseHandle_t handle,
                                                     hipsparseDirection_t dirA, int m, int n,
                                                     const hipsparseMatDescr_t descrA,
                                                     const int *csrRowPtrA, const int *csrColIndA,
                                                     int blockDim, const hipsparseMatDescr_t descrC,
                                                     int *bsrRowPtrC, int *bsrNnzb);

#define HIPSPARSE_FACTORIZATION(X, TYPE, name, SHAPE, MATRIX, VALUES)                              \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##name##_bufferSize(                                 \
      hipsparseHandle_t handle, SHAPE, MATRIX(TYPE), name##Info_t info, int *pBufferSizeInBytes);  \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##name##_bufferSizeExt(                              \
      hipsparseHandle_t handle, SHAPE, MATRIX(TYPE), name##Info_t info, size_t *pBufferSize);      \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##name##_analysis(                                   \
      hipsparseHandle_t handle, SHAPE, MATRIX(TYPE), name##Info_t info,                            \
      hipsparseSolvePolicy_t policy, void *pBuffer);                                               \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##name(                                              \
      hipsparseHandle_t handle, SHAPE, VALUES(TYPE), name##Info_t info,                            \
      hipsparseSolvePolicy_t policy, void *pBuffer);
#define HIPSPARSE_SOLVE(X, TYPE, name, SHAPE, MATRIX)                                              \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##name##_bufferSize(                                 \
      hipsparseHandle_t handle, SHAPE, MATRIX(TYPE), name##Info_t info, int *pBufferSizeInBytes);  \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##name##_bufferSizeExt(                              \
      hipsparseHandle_t handle, SHAPE, MATRIX(TYPE), name##Info_t info, size_t *pBufferSize);      \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##name##_analysis(                                   \
      hipsparseHandle_t handle, SHAPE, MATRIX(TYPE), name##Info_t info,                            \
      hipsparseSolvePolicy_t policy, void *pBuffer);                                               \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##name##_solve(                                      \
      hipsparseHandle_t handle, SHAPE, const TYPE *alpha, MATRIX(TYPE), name##Info_t info,         \
      const TYPE *f, TYPE *x, hipsparseSolvePolicy_t policy, void *pBuffer);
#define HIPSPARSE_CSR_VALUES(TYPE)                                                                 \
  const hipsparseMatDescr_t descrA, TYPE *csrSortedValA_valM, const int *csrSortedRowPtrA,         \
      const int *csrSortedColIndA
#define HIPSPARSE_BSR_VALUES(TYPE)                                                                 \
  const hipsparseMatDescr_t descrA, TYPE *bsrSortedValA_valM, const int *bsrSortedRowPtrA,         \
      const int *bsrSortedColIndA, int blockDim
#define HIPSPARSE_COMMA ,
#define HIPSPARSE_CSR_SHAPE int m HIPSPARSE_COMMA int nnz
#define HIPSPARSE_BSR_SHAPE                                                                        \
  hipsparseDirection_t dirA HIPSPARSE_COMMA int mb HIPSPARSE_COMMA int nnzb
#define HIPSPARSE_CSRSV_SHAPE                                                                      \
  hipsparseOperation_t transA HIPSPARSE_COMMA int m HIPSPARSE_COMMA int nnz
#define HIPSPARSE_BSRSV_SHAPE                                                                      \
  hipsparseDirection_t dirA HIPSPARSE_COMMA hipsparseOperation_t transA HIPSPARSE_COMMA int mb     \
      HIPSPARSE_COMMA int nnzb
#define HIPSPARSE_DECLARE(X, TYPE)                                                                 \
  HIPSPARSE_FACTORIZATION(X, TYPE, csric02, HIPSPARSE_CSR_SHAPE, HIPSPARSE_CSR,                    \
                          HIPSPARSE_CSR_VALUES)                                                    \
  HIPSPARSE_FACTORIZATION(X, TYPE, bsric02, HIPSPARSE_BSR_SHAPE, HIPSPARSE_BSR,                    \
                          HIPSPARSE_BSR_VALUES)                                                    \
  HIPSPARSE_FACTORIZATION(X, TYPE, bsrilu02, HIPSPARSE_BSR_SHAPE, HIPSPARSE_BSR,                   \
                          HIPSPARSE_BSR_VALUES)                                                    \
  HIPSPARSE_SOLVE(X, TYPE, csrsv2, HIPSPARSE_CSRSV_SHAPE, HIPSPARSE_CSR)                           \
  HIPSPARSE_SOLVE(X, TYPE, bsrsv2, HIPSPARSE_BSRSV_SHAPE, HIPSPARSE_BSR)                           \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrilu02_bufferSizeExt(                            \
      hipsparseHandle_t handle, int m, int nnz, HIPSPARSE_CSR_VALUES(TYPE), csrilu02Info_t info,   \
      size_t *pBufferSize);                                                                        \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrsm2_bufferSizeExt(                              \
      hipsparseHandle_t handle, int algo, hipsparseOperation_t transA,                             \
      hipsparseOperation_t transB, int m, int nrhs, int nnz, const TYPE *alpha,                    \
      HIPSPARSE_CSR(TYPE), const TYPE *B, int ldb, csrsm2Info_t info,                              \
      hipsparseSolvePolicy_t policy, size_t *pBufferSize);                                         \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrsm2_analysis(                                   \
      hipsparseHandle_t handle, int algo, hipsparseOperation_t transA,                             \
      hipsparseOperation_t transB, int m, int nrhs, int nnz, const TYPE *alpha,                    \
      HIPSPARSE_CSR(TYPE), const TYPE *B, int ldb, csrsm2Info_t info,                              \
      hipsparseSolvePolicy_t policy, void *pBuffer);                                               \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrsm2_solve(                                      \
      hipsparseHandle_t handle, int algo, hipsparseOperation_t transA,                             \
      hipsparseOperation_t transB, int m, int nrhs, int nnz, const TYPE *alpha,                    \
      HIPSPARSE_CSR(TYPE), TYPE *B, int ldb, csrsm2Info_t info, hipsparseSolvePolicy_t policy,     \
      void *pBuffer);                                                                              \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##bsrsm2_bufferSize(                                 \
      hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA,            \
      hipsparseOperation_t transX, int mb, int nrhs, int nnzb, HIPSPARSE_BSR(TYPE),                \
      bsrsm2Info_t info, int *pBufferSizeInBytes);                                                 \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##bsrsm2_analysis(                                   \
      hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA,            \
      hipsparseOperation_t transX, int mb, int nrhs, int nnzb, HIPSPARSE_BSR(TYPE),                \
      bsrsm2Info_t info, hipsparseSolvePolicy_t policy, void *pBuffer);                            \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##bsrsm2_solve(                                      \
      hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA,            \
      hipsparseOperation_t transX, int mb, int nrhs, int nnzb, const TYPE *alpha,                  \
      HIPSPARSE_BSR(TYPE), bsrsm2Info_t info, const TYPE *B, int ldb, TYPE *x, int ldx,            \
      hipsparseSolvePolicy_t policy, void *pBuffer);                                               \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##bsrxmv(                                            \
      hipsparseHandle_t handle, hipsparseDirection_t dir, hipsparseOperation_t trans,              \
      int sizeOfMask, int mb, int nb, int nnzb, const TYPE *alpha,                                 \
      const hipsparseMatDescr_t descr, const TYPE *bsrVal, const int *bsrMaskPtr,                  \
      const int *bsrRowPtr, const int *bsrEndPtr, const int *bsrColInd, int blockDim,              \
      const TYPE *x, const TYPE *beta, TYPE *y);                                                   \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gemvi_bufferSize(                                  \
      hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int n, int nnz,                \
      int *pBufferSizeInBytes);                                                                    \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gemvi(                                             \
      hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int n, const TYPE *alpha,      \
      const TYPE *A, int lda, int nnz, const TYPE *x, const int *xInd, const TYPE *beta, TYPE *y,  \
      hipsparseIndexBase_t idxBase, void *pBuffer);                                                \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gemmi(                                             \
      hipsparseHandle_t handle, int m, int n, int k, int nnz, const TYPE *alpha, const TYPE *A,    \
      int lda, const TYPE *cscValB, const int *cscColPtrB, const int *cscRowIndB,                  \
      const TYPE *beta, TYPE *C, int ldc);                                                         \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrgemm2_bufferSizeExt(                            \
      hipsparseHandle_t handle, int m, int n, int k, const TYPE *alpha, HIPSPARSE_PATTERN(A),      \
      HIPSPARSE_PATTERN(B), const TYPE *beta, HIPSPARSE_PATTERN(D), csrgemm2Info_t info,           \
      size_t *pBufferSizeInBytes);                                                                 \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrgemm2(                                          \
      hipsparseHandle_t handle, int m, int n, int k, const TYPE *alpha,                            \
      HIPSPARSE_OPERAND(A, TYPE), HIPSPARSE_OPERAND(B, TYPE), const TYPE *beta,                    \
      HIPSPARSE_OPERAND(D, TYPE), const hipsparseMatDescr_t descrC, TYPE *csrSortedValC,           \
      const int *csrSortedRowPtrC, int *csrSortedColIndC, const csrgemm2Info_t info,               \
      void *pBuffer);                                                                              \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrgeam2_bufferSizeExt(                            \
      hipsparseHandle_t handle, int m, int n, const TYPE *alpha, HIPSPARSE_OPERAND(A, TYPE),       \
      const TYPE *beta, HIPSPARSE_OPERAND(B, TYPE), const hipsparseMatDescr_t descrC,              \
      const TYPE *csrSortedValC, const int *csrSortedRowPtrC, const int *csrSortedColIndC,         \
      size_t *pBufferSizeInBytes);                                                                 \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrgeam2(                                          \
      hipsparseHandle_t handle, int m, int n, const TYPE *alpha, HIPSPARSE_OPERAND(A, TYPE),       \
      const TYPE *beta, HIPSPARSE_OPERAND(B, TYPE), const hipsparseMatDescr_t descrC,              \
      TYPE *csrSortedValC, int *csrSortedRowPtrC, int *csrSortedColIndC, void *pBuffer);           \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrmm(                                             \
      hipsparseHandle_t handle, hipsparseOperation_t transA, int m, int n, int k, int nnz,         \
      const TYPE *alpha, HIPSPARSE_CSR(TYPE), const TYPE *B, int ldb, const TYPE *beta, TYPE *C,   \
      int ldc);                                                                                    \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrmm2(                                            \
      hipsparseHandle_t handle, hipsparseOperation_t transA, hipsparseOperation_t transB, int m,   \
      int n, int k, int nnz, const TYPE *alpha, HIPSPARSE_CSR(TYPE), const TYPE *B, int ldb,       \
      const TYPE *beta, TYPE *C, int ldc);                                                         \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##bsrmv(                                             \
      hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA, int mb,    \
      int nb, int nnzb, const TYPE *alpha, HIPSPARSE_BSR(TYPE), const TYPE *x, const TYPE *beta,   \
      TYPE *y);                                                                                    \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##bsrmm(                                             \
      hipsparseHandle_t handle, hipsparseDirection_t dirA, hipsparseOperation_t transA,            \
      hipsparseOperation_t transB, int mb, int n, int kb, int nnzb, const TYPE *alpha,             \
      HIPSPARSE_BSR(TYPE), const TYPE *B, int ldb, const TYPE *beta, TYPE *C, int ldc);            \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csr2csc(                                           \
      hipsparseHandle_t handle, int m, int n, int nnz, const TYPE *csrSortedVal,                   \
      const int *csrSortedRowPtr, const int *csrSortedColInd, TYPE *cscSortedVal,                  \
      int *cscSortedRowInd, int *cscSortedColPtr, hipsparseAction_t copyValues,                    \
      hipsparseIndexBase_t idxBase);                                                               \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csr2dense(hipsparseHandle_t handle, int m, int n,  \
                                                          HIPSPARSE_CSR(TYPE), TYPE *A, int ld);   \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##dense2csr(                                         \
      hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descr, const TYPE *A,      \
      int ld, const int *nnzPerRow, TYPE *csrVal, int *csrRowPtr, int *csrColInd);                 \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csr2hyb(                                           \
      hipsparseHandle_t handle, int m, int n, HIPSPARSE_CSR(TYPE), hipsparseHybMat_t hybA,         \
      int userEllWidth, hipsparseHybPartition_t partitionType);                                    \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##hyb2csr(                                           \
      hipsparseHandle_t handle, const hipsparseMatDescr_t descrA, const hipsparseHybMat_t hybA,    \
      TYPE *csrSortedValA, int *csrSortedRowPtrA, int *csrSortedColIndA);                          \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##hybmv(                                             \
      hipsparseHandle_t handle, hipsparseOperation_t transA, const TYPE *alpha,                    \
      const hipsparseMatDescr_t descrA, const hipsparseHybMat_t hybA, const TYPE *x,               \
      const TYPE *beta, TYPE *y);                                                                  \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##bsr2csr(                                           \
      hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, HIPSPARSE_BSR(TYPE),    \
      const hipsparseMatDescr_t descrC, TYPE *csrValC, int *csrRowPtrC, int *csrColIndC);          \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csr2bsr(                                           \
      hipsparseHandle_t handle, hipsparseDirection_t dirA, int m, int n, HIPSPARSE_CSR(TYPE),      \
      int blockDim, const hipsparseMatDescr_t descrC, TYPE *bsrValC, int *bsrRowPtrC,              \
      int *bsrColIndC);                                                                            \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##axpyi(                                             \
      hipsparseHandle_t handle, int nnz, const TYPE *alpha, const TYPE *xVal, const int *xInd,     \
      TYPE *y, hipsparseIndexBase_t idxBase);                                                      \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##doti(                                              \
      hipsparseHandle_t handle, int nnz, const TYPE *xVal, const int *xInd, const TYPE *y,         \
      TYPE *result, hipsparseIndexBase_t idxBase);                                                 \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gthr(hipsparseHandle_t handle, int nnz,            \
                                                     const TYPE *y, TYPE *xVal, const int *xInd,   \
                                                     hipsparseIndexBase_t idxBase);                \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gthrz(hipsparseHandle_t handle, int nnz, TYPE *y,  \
                                                      TYPE *xVal, const int *xInd,                 \
                                                      hipsparseIndexBase_t idxBase);               \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##sctr(hipsparseHandle_t handle, int nnz,            \
                                                     const TYPE *xVal, const int *xInd, TYPE *y,   \
                                                     hipsparseIndexBase_t idxBase);                \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gtsv2_bufferSizeExt(                               \
      hipsparseHandle_t handle, int m, int n, const TYPE *dl, const TYPE *d, const TYPE *du,       \
      const TYPE *B, int ldb, size_t *pBufferSizeInBytes);                                         \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gtsv2(                                             \
      hipsparseHandle_t handle, int m, int n, const TYPE *dl, const TYPE *d, const TYPE *du,       \
      TYPE *B, int ldb, void *pBuffer);                                                            \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gtsv2_nopivot_bufferSizeExt(                       \
      hipsparseHandle_t handle, int m, int n, const TYPE *dl, const TYPE *d, const TYPE *du,       \
      const TYPE *B, int ldb, size_t *pBufferSizeInBytes);                                         \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gtsv2_nopivot(                                     \
      hipsparseHandle_t handle, int m, int n, const TYPE *dl, const TYPE *d, const TYPE *du,       \
      TYPE *B, int ldb, void *pBuffer);                                                            \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gtsv2StridedBatch_bufferSizeExt(                   \
      hipsparseHandle_t handle, int m, const TYPE *dl, const TYPE *d, const TYPE *du,              \
      const TYPE *x, int batchCount, int batchStride, size_t *pBufferSizeInBytes);                 \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gtsvInterleavedBatch_bufferSizeExt(                \
      hipsparseHandle_t handle, int algo, int m, const TYPE *dl, const TYPE *d, const TYPE *du,    \
      const TYPE *x, int batchCount, size_t *pBufferSizeInBytes);                                  \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gtsvInterleavedBatch(                              \
      hipsparseHandle_t handle, int algo, int m, TYPE *dl, TYPE *d, TYPE *du, TYPE *x,             \
      int batchCount, void *pBuffer);                                                              \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gpsvInterleavedBatch_bufferSizeExt(                \
      hipsparseHandle_t handle, int algo, int m, const TYPE *ds, const TYPE *dl, const TYPE *d,    \
      const TYPE *du, const TYPE *dw, const TYPE *x, int batchCount, size_t *pBufferSizeInBytes);  \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gpsvInterleavedBatch(                              \
      hipsparseHandle_t handle, int algo, int m, TYPE *ds, TYPE *dl, TYPE *d, TYPE *du, TYPE *dw,  \
      TYPE *x, int batchCount, void *pBuffer);                                                     \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gtsv2StridedBatch(                                 \
      hipsparseHandle_t handle, int m, const TYPE *dl, const TYPE *d, const TYPE *du, TYPE *x,     \
      int batchCount, int batchStride, void *pBuffer);
HIPSPARSE_DECLARE(S, float)
HIPSPARSE_DECLARE(D, double)
HIPSPARSE_DECLARE(C, hipComplex)
HIPSPARSE_DECLARE(Z, hipDoubleComplex)
#undef HIPSPARSE_DECLARE
#undef HIPSPARSE_FACTORIZATION
#undef HIPSPARSE_SOLVE
#undef HIPSPARSE_PATTERN
#undef HIPSPARSE_OPERAND
#undef HIPSPARSE_CSR
#undef HIPSPARSE_BSR
#undef HIPSPARSE_CSR_VALUES
#undef HIPSPARSE_BSR_VALUES
#undef HIPSPARSE_CSR_SHAPE
#undef HIPSPARSE_BSR_SHAPE
#undef HIPSPARSE_CSRSV_SHAPE
#undef HIPSPARSE_BSRSV_SHAPE
#undef HIPSPARSE_COMMA
HIPSPARSE_API hipsparseStatus_t hipsparseCdotci(hipsparseHandle_t handle, int nnz,
                                                const hipComplex *xVal, const int *xInd,
                                                const hipComplex *y, hipComplex *result,
                                                hipsparseIndexBase_t idxBase);
HIPSPARSE_API hipsparseStatus_t hipsparseZdotci(hipsparseHandle_t handle, int nnz,
                                                const hipDoubleComplex *xVal, const int *xInd,
                                                const hipDoubleComplex *y, hipDoubleComplex *result,
                                                hipsparseIndexBase_t idxBase);
HIPSPARSE_API hipsparseStatus_t hipsparseSroti(hipsparseHandle_t handle, int nnz, float *xVal,
                                               const int *xInd, float *y, const float *c,
                                               const float *s, hipsparseIndexBase_t idxBase);
HIPSPARSE_API hipsparseStatus_t hipsparseDroti(hipsparseHandle_t handle, int nnz, double *xVal,
                                               const int *xInd, double *y, const double *c,
                                               const double *s, hipsparseIndexBase_t idxBase);

#include <hipsparse/internal/descriptors.h>
#include <hipsparse/internal/conversions.h>

#ifdef __cplusplus
}
#endif

#endif

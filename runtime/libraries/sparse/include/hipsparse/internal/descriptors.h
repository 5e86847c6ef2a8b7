// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Part of hipsparse.h: what descriptors tell, and descriptors of constant data.
#ifndef HIPSPARSE_INTERNAL_DESCRIPTORS_H
#define HIPSPARSE_INTERNAL_DESCRIPTORS_H

HIPSPARSE_API hipsparseMatrixType_t hipsparseGetMatType(const hipsparseMatDescr_t descrA);
HIPSPARSE_API hipsparseFillMode_t hipsparseGetMatFillMode(const hipsparseMatDescr_t descrA);
HIPSPARSE_API hipsparseDiagType_t hipsparseGetMatDiagType(const hipsparseMatDescr_t descrA);
HIPSPARSE_API hipsparseIndexBase_t hipsparseGetMatIndexBase(const hipsparseMatDescr_t descrA);
HIPSPARSE_API hipsparseStatus_t hipsparseCopyMatDescr(hipsparseMatDescr_t dest,
                                                      const hipsparseMatDescr_t src);
HIPSPARSE_API hipsparseStatus_t hipsparseGetGitRevision(hipsparseHandle_t handle, char *rev);

// HIPSPARSE_CREATED declares a function that creates a descriptor of constant data.
#define HIPSPARSE_CREATED(Kind, Name, ...)                                                         \
  HIPSPARSE_API hipsparseStatus_t hipsparseCreateConst##Name(hipsparseConst##Kind##Descr_t *descr, \
                                                             __VA_ARGS__);
HIPSPARSE_CREATED(SpVec, SpVec, int64_t size, int64_t nnz, const void *indices, const void *values,
                  hipsparseIndexType_t idxType, hipsparseIndexBase_t idxBase, hipDataType valueType)
HIPSPARSE_CREATED(DnVec, DnVec, int64_t size, const void *values, hipDataType valueType)
HIPSPARSE_CREATED(DnMat, DnMat, int64_t rows, int64_t cols, int64_t ld, const void *values,
                  hipDataType valueType, hipsparseOrder_t order)
HIPSPARSE_CREATED(SpMat, Csr, int64_t rows, int64_t cols, int64_t nnz, const void *csrRowOffsets,
                  const void *csrColInd, const void *csrValues,
                  hipsparseIndexType_t csrRowOffsetsType, hipsparseIndexType_t csrColIndType,
                  hipsparseIndexBase_t idxBase, hipDataType valueType)
HIPSPARSE_CREATED(SpMat, Csc, int64_t rows, int64_t cols, int64_t nnz, const void *cscColOffsets,
                  const void *cscRowInd, const void *cscValues,
                  hipsparseIndexType_t cscColOffsetsType, hipsparseIndexType_t cscRowIndType,
                  hipsparseIndexBase_t idxBase, hipDataType valueType)
HIPSPARSE_CREATED(SpMat, Coo, int64_t rows, int64_t cols, int64_t nnz, const void *cooRowInd,
                  const void *cooColInd, const void *cooValues, hipsparseIndexType_t cooIdxType,
                  hipsparseIndexBase_t idxBase, hipDataType valueType)
HIPSPARSE_CREATED(SpMat, BlockedEll, int64_t rows, int64_t cols, int64_t ellBlockSize,
                  int64_t ellCols, const void *ellColInd, const void *ellValue,
                  hipsparseIndexType_t ellIdxType, hipsparseIndexBase_t idxBase,
                  hipDataType valueType)
#undef HIPSPARSE_CREATED
HIPSPARSE_API hipsparseStatus_t hipsparseCreateBlockedEll(
    hipsparseSpMatDescr_t *spMatDescr, int64_t rows, int64_t cols, int64_t ellBlockSize,
    int64_t ellCols, void *ellColInd, void *ellValue, hipsparseIndexType_t ellIdxType,
    hipsparseIndexBase_t idxBase, hipDataType valueType);
HIPSPARSE_API hipsparseStatus_t hipsparseCreateCooAoS(hipsparseSpMatDescr_t *spMatDescr,
                                                      int64_t rows, int64_t cols, int64_t nnz,
                                                      void *cooInd, void *cooValues,
                                                      hipsparseIndexType_t cooIdxType,
                                                      hipsparseIndexBase_t idxBase,
                                                      hipDataType valueType);

// HIPSPARSE_GETTER declares a function for a descriptor, and the one for a constant descriptor.
#define HIPSPARSE_GETTER(Kind, Name, ARGUMENTS)                                                    \
  HIPSPARSE_API hipsparseStatus_t hipsparse##Name(const hipsparse##Kind##Descr_t descr,            \
                                                  ARGUMENTS(void **));                             \
  HIPSPARSE_API hipsparseStatus_t hipsparseConst##Name(hipsparseConst##Kind##Descr_t descr,        \
                                                       ARGUMENTS(const void **));
#define HIPSPARSE_ARGUMENTS(P)                                                                     \
  int64_t *rows, int64_t *cols, int64_t *nnz, P offsets, P indices, P values,                      \
      hipsparseIndexType_t *offsetsType, hipsparseIndexType_t *indicesType,                        \
      hipsparseIndexBase_t *idxBase, hipDataType *valueType
HIPSPARSE_GETTER(SpMat, CsrGet, HIPSPARSE_ARGUMENTS)
HIPSPARSE_GETTER(SpMat, CscGet, HIPSPARSE_ARGUMENTS)
#undef HIPSPARSE_ARGUMENTS
#define HIPSPARSE_ARGUMENTS(P)                                                                     \
  int64_t *rows, int64_t *cols, int64_t *nnz, P cooRowInd, P cooColInd, P cooValues,               \
      hipsparseIndexType_t *idxType, hipsparseIndexBase_t *idxBase, hipDataType *valueType
HIPSPARSE_GETTER(SpMat, CooGet, HIPSPARSE_ARGUMENTS)
#undef HIPSPARSE_ARGUMENTS
#define HIPSPARSE_ARGUMENTS(P)                                                                     \
  int64_t *rows, int64_t *cols, int64_t *ellBlockSize, int64_t *ellCols, P ellColInd, P ellValue,  \
      hipsparseIndexType_t *ellIdxType, hipsparseIndexBase_t *idxBase, hipDataType *valueType
HIPSPARSE_GETTER(SpMat, BlockedEllGet, HIPSPARSE_ARGUMENTS)
#undef HIPSPARSE_ARGUMENTS
#define HIPSPARSE_ARGUMENTS(P)                                                                     \
  int64_t *size, int64_t *nnz, P indices, P values, hipsparseIndexType_t *idxType,                 \
      hipsparseIndexBase_t *idxBase, hipDataType *valueType
HIPSPARSE_GETTER(SpVec, SpVecGet, HIPSPARSE_ARGUMENTS)
#undef HIPSPARSE_ARGUMENTS
#define HIPSPARSE_ARGUMENTS(P) int64_t *size, P values, hipDataType *valueType
HIPSPARSE_GETTER(DnVec, DnVecGet, HIPSPARSE_ARGUMENTS)
#undef HIPSPARSE_ARGUMENTS
#define HIPSPARSE_ARGUMENTS(P)                                                                     \
  int64_t *rows, int64_t *cols, int64_t *ld, P values, hipDataType *valueType,                     \
      hipsparseOrder_t *order
HIPSPARSE_GETTER(DnMat, DnMatGet, HIPSPARSE_ARGUMENTS)
#undef HIPSPARSE_ARGUMENTS
#define HIPSPARSE_ARGUMENTS(P) P values
HIPSPARSE_GETTER(SpVec, SpVecGetValues, HIPSPARSE_ARGUMENTS)
HIPSPARSE_GETTER(DnVec, DnVecGetValues, HIPSPARSE_ARGUMENTS)
HIPSPARSE_GETTER(DnMat, DnMatGetValues, HIPSPARSE_ARGUMENTS)
HIPSPARSE_GETTER(SpMat, SpMatGetValues, HIPSPARSE_ARGUMENTS)
#undef HIPSPARSE_ARGUMENTS
#undef HIPSPARSE_GETTER
HIPSPARSE_API hipsparseStatus_t hipsparseCooAoSGet(const hipsparseSpMatDescr_t spMatDescr,
                                                   int64_t *rows, int64_t *cols, int64_t *nnz,
                                                   void **cooInd, void **cooValues,
                                                   hipsparseIndexType_t *idxType,
                                                   hipsparseIndexBase_t *idxBase,
                                                   hipDataType *valueType);

HIPSPARSE_API hipsparseStatus_t hipsparseSpVecGetIndexBase(hipsparseConstSpVecDescr_t spVecDescr,
                                                           hipsparseIndexBase_t *idxBase);
HIPSPARSE_API hipsparseStatus_t hipsparseSpVecSetValues(hipsparseSpVecDescr_t spVecDescr,
                                                        void *values);
HIPSPARSE_API hipsparseStatus_t hipsparseCscSetPointers(hipsparseSpMatDescr_t spMatDescr,
                                                        void *cscColOffsets, void *cscRowInd,
                                                        void *cscValues);
HIPSPARSE_API hipsparseStatus_t hipsparseSpMatGetFormat(hipsparseConstSpMatDescr_t spMatDescr,
                                                        hipsparseFormat_t *format);
HIPSPARSE_API hipsparseStatus_t hipsparseSpMatGetIndexBase(hipsparseConstSpMatDescr_t spMatDescr,
                                                           hipsparseIndexBase_t *idxBase);
HIPSPARSE_API hipsparseStatus_t hipsparseSpMatGetStridedBatch(hipsparseConstSpMatDescr_t spMatDescr,
                                                              int *batchCount);
HIPSPARSE_API hipsparseStatus_t hipsparseSpMatSetStridedBatch(hipsparseSpMatDescr_t spMatDescr,
                                                              int batchCount);
HIPSPARSE_API hipsparseStatus_t hipsparseCooSetStridedBatch(hipsparseSpMatDescr_t spMatDescr,
                                                            int batchCount, int64_t batchStride);
HIPSPARSE_API hipsparseStatus_t hipsparseSpMatGetAttribute(hipsparseConstSpMatDescr_t spMatDescr,
                                                           hipsparseSpMatAttribute_t attribute,
                                                           void *data, size_t dataSize);
HIPSPARSE_API hipsparseStatus_t hipsparseDnMatGetStridedBatch(hipsparseConstDnMatDescr_t dnMatDescr,
                                                              int *batchCount,
                                                              int64_t *batchStride);

HIPSPARSE_API hipsparseStatus_t
hipsparseSpMV_preprocess(hipsparseHandle_t handle, hipsparseOperation_t opA, const void *alpha,
                         hipsparseConstSpMatDescr_t matA, hipsparseConstDnVecDescr_t vecX,
                         const void *beta, const hipsparseDnVecDescr_t vecY,
                         hipDataType computeType, hipsparseSpMVAlg_t alg, void *externalBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseSpMM_preprocess(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstDnMatDescr_t matB, const void *beta,
    const hipsparseDnMatDescr_t matC, hipDataType computeType, hipsparseSpMMAlg_t alg,
    void *externalBuffer);

// A product of sparse matrices whose entries are computed again for other values.
#define HIPSPARSE_PRODUCT(name, ...)                                                               \
  HIPSPARSE_API hipsparseStatus_t hipsparseSpGEMMreuse_##name(                                     \
      hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB,                \
      hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB,                            \
      hipsparseSpMatDescr_t matC, hipsparseSpGEMMAlg_t alg, hipsparseSpGEMMDescr_t spgemmDescr,    \
      __VA_ARGS__);
HIPSPARSE_PRODUCT(workEstimation, size_t *bufferSize1, void *externalBuffer1)
HIPSPARSE_PRODUCT(nnz, size_t *bufferSize2, void *externalBuffer2, size_t *bufferSize3,
                  void *externalBuffer3, size_t *bufferSize4, void *externalBuffer4)
HIPSPARSE_PRODUCT(copy, size_t *bufferSize5, void *externalBuffer5)
#undef HIPSPARSE_PRODUCT
HIPSPARSE_API hipsparseStatus_t hipsparseSpGEMMreuse_compute(
    hipsparseHandle_t handle, hipsparseOperation_t opA, hipsparseOperation_t opB, const void *alpha,
    hipsparseConstSpMatDescr_t matA, hipsparseConstSpMatDescr_t matB, const void *beta,
    hipsparseSpMatDescr_t matC, hipDataType computeType, hipsparseSpGEMMAlg_t alg,
    hipsparseSpGEMMDescr_t spgemmDescr);

#endif

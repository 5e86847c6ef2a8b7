// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Part of hipsparse.h: conversions, reorderings and sums from before the generic functions; NVIDIA devices
// do not have them.
#ifndef HIPSPARSE_INTERNAL_CONVERSIONS_H
#define HIPSPARSE_INTERNAL_CONVERSIONS_H

HIPSPARSE_API hipsparseStatus_t hipsparseCreateCsru2csrInfo(csru2csrInfo_t *info);
HIPSPARSE_API hipsparseStatus_t hipsparseDestroyCsru2csrInfo(csru2csrInfo_t info);
HIPSPARSE_API hipsparseStatus_t hipsparseCreateColorInfo(hipsparseColorInfo_t *info);
HIPSPARSE_API hipsparseStatus_t hipsparseDestroyColorInfo(hipsparseColorInfo_t info);
HIPSPARSE_API hipsparseStatus_t hipsparseCreatePruneInfo(pruneInfo_t *info);
HIPSPARSE_API hipsparseStatus_t hipsparseDestroyPruneInfo(pruneInfo_t info);

HIPSPARSE_API hipsparseStatus_t hipsparseXcoosort_bufferSizeExt(hipsparseHandle_t handle, int m,
                                                                int n, int nnz, const int *cooRows,
                                                                const int *cooCols,
                                                                size_t *pBufferSizeInBytes);
HIPSPARSE_API hipsparseStatus_t hipsparseXcoosortByRow(hipsparseHandle_t handle, int m, int n,
                                                       int nnz, int *cooRows, int *cooCols, int *P,
                                                       void *pBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseXcoosortByColumn(hipsparseHandle_t handle, int m, int n,
                                                          int nnz, int *cooRows, int *cooCols,
                                                          int *P, void *pBuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseXcscsort_bufferSizeExt(hipsparseHandle_t handle, int m,
                                                                int n, int nnz,
                                                                const int *cscColPtr,
                                                                const int *cscRowInd,
                                                                size_t *pBufferSizeInBytes);
HIPSPARSE_API hipsparseStatus_t hipsparseXcscsort(hipsparseHandle_t handle, int m, int n, int nnz,
                                                  const hipsparseMatDescr_t descrA,
                                                  const int *cscColPtr, int *cscRowInd, int *P,
                                                  void *pBuffer);
HIPSPARSE_API hipsparseStatus_t
hipsparseXcsr2gebsrNnz(hipsparseHandle_t handle, hipsparseDirection_t dir, int m, int n,
                       const hipsparseMatDescr_t csr_descr, const int *csrRowPtr,
                       const int *csrColInd, const hipsparseMatDescr_t bsr_descr, int *bsrRowPtr,
                       int rowBlockDim, int colBlockDim, int *bsrNnzDevhost, void *pbuffer);
HIPSPARSE_API hipsparseStatus_t hipsparseXgebsr2gebsrNnz(
    hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb,
    const hipsparseMatDescr_t descrA, const int *bsrRowPtrA, const int *bsrColIndA,
    int rowBlockDimA, int colBlockDimA, const hipsparseMatDescr_t descrC, int *bsrRowPtrC,
    int rowBlockDimC, int colBlockDimC, int *nnzTotalDevHostPtr, void *buffer);

#define HIPSPARSE_PATTERN(X)                                                                       \
  const hipsparseMatDescr_t descr##X, int nnz##X, const int *csrRowPtr##X, const int *csrColInd##X
#define HIPSPARSE_OPERAND(X, TYPE)                                                                 \
  const hipsparseMatDescr_t descr##X, int nnz##X, const TYPE *csrVal##X, const int *csrRowPtr##X,  \
      const int *csrColInd##X
#define HIPSPARSE_CSR(TYPE)                                                                        \
  const hipsparseMatDescr_t descrA, const TYPE *csrValA, const int *csrRowPtrA,                    \
      const int *csrColIndA
#define HIPSPARSE_BLOCKS(TYPE)                                                                     \
  const TYPE *bsrValA, const int *bsrRowPtrA, const int *bsrColIndA, int rowBlockDimA,             \
      int colBlockDimA

HIPSPARSE_API hipsparseStatus_t hipsparseXcsrgeamNnz(hipsparseHandle_t handle, int m, int n,
                                                     HIPSPARSE_PATTERN(A), HIPSPARSE_PATTERN(B),
                                                     const hipsparseMatDescr_t descrC,
                                                     int *csrRowPtrC, int *nnzTotalDevHostPtr);
// Of matrices that are not transposed.
HIPSPARSE_API hipsparseStatus_t hipsparseXcsrgemmNnz(
    hipsparseHandle_t handle, hipsparseOperation_t transA, hipsparseOperation_t transB, int m,
    int n, int k, HIPSPARSE_PATTERN(A), HIPSPARSE_PATTERN(B), const hipsparseMatDescr_t descrC,
    int *csrRowPtrC, int *nnzTotalDevHostPtr);

#define HIPSPARSE_DECLARE(X, TYPE, REAL)                                                           \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrgeam(                                           \
      hipsparseHandle_t handle, int m, int n, const TYPE *alpha, HIPSPARSE_OPERAND(A, TYPE),       \
      const TYPE *beta, HIPSPARSE_OPERAND(B, TYPE), const hipsparseMatDescr_t descrC,              \
      TYPE *csrValC, int *csrRowPtrC, int *csrColIndC);                                            \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrgemm(                                           \
      hipsparseHandle_t handle, hipsparseOperation_t transA, hipsparseOperation_t transB, int m,   \
      int n, int k, HIPSPARSE_OPERAND(A, TYPE), HIPSPARSE_OPERAND(B, TYPE),                        \
      const hipsparseMatDescr_t descrC, TYPE *csrValC, const int *csrRowPtrC, int *csrColIndC);    \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csc2dense(                                         \
      hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descr, const TYPE *cscVal, \
      const int *cscRowInd, const int *cscColPtr, TYPE *A, int ld);                                \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##dense2csc(                                         \
      hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descr, const TYPE *A,      \
      int ld, const int *nnzPerColumn, TYPE *cscVal, int *cscRowInd, int *cscColPtr);              \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##nnz_compress(                                      \
      hipsparseHandle_t handle, int m, const hipsparseMatDescr_t descrA, const TYPE *csrValA,      \
      const int *csrRowPtrA, int *nnzPerRow, int *nnzC, TYPE tol);                                 \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csr2csr_compress(                                  \
      hipsparseHandle_t handle, int m, int n, const hipsparseMatDescr_t descrA,                    \
      const TYPE *csrValA, const int *csrColIndA, const int *csrRowPtrA, int nnzA,                 \
      const int *nnzPerRow, TYPE *csrValC, int *csrColIndC, int *csrRowPtrC, TYPE tol);            \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csr2gebsr_bufferSize(                              \
      hipsparseHandle_t handle, hipsparseDirection_t dir, int m, int n, HIPSPARSE_CSR(TYPE),       \
      int rowBlockDim, int colBlockDim, size_t *pBufferSizeInBytes);                               \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csr2gebsr(                                         \
      hipsparseHandle_t handle, hipsparseDirection_t dir, int m, int n, HIPSPARSE_CSR(TYPE),       \
      const hipsparseMatDescr_t bsr_descr, TYPE *bsrVal, int *bsrRowPtr, int *bsrColInd,           \
      int rowBlockDim, int colBlockDim, void *pbuffer);                                            \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gebsr2csr(                                         \
      hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb,                         \
      const hipsparseMatDescr_t descrA, HIPSPARSE_BLOCKS(TYPE), const hipsparseMatDescr_t descrC,  \
      TYPE *csrValC, int *csrRowPtrC, int *csrColIndC);                                            \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gebsr2gebsc_bufferSize(                            \
      hipsparseHandle_t handle, int mb, int nb, int nnzb, HIPSPARSE_BLOCKS(TYPE),                  \
      size_t *pBufferSizeInBytes);                                                                 \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gebsr2gebsc(                                       \
      hipsparseHandle_t handle, int mb, int nb, int nnzb, HIPSPARSE_BLOCKS(TYPE), TYPE *bscVal,    \
      int *bscRowInd, int *bscColPtr, hipsparseAction_t copyValues, hipsparseIndexBase_t idxBase,  \
      void *temp_buffer);                                                                          \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gebsr2gebsr_bufferSize(                            \
      hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb,               \
      const hipsparseMatDescr_t descrA, HIPSPARSE_BLOCKS(TYPE), int rowBlockDimC,                  \
      int colBlockDimC, int *pBufferSizeInBytes);                                                  \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##gebsr2gebsr(                                       \
      hipsparseHandle_t handle, hipsparseDirection_t dirA, int mb, int nb, int nnzb,               \
      const hipsparseMatDescr_t descrA, HIPSPARSE_BLOCKS(TYPE), const hipsparseMatDescr_t descrC,  \
      TYPE *bsrValC, int *bsrRowPtrC, int *bsrColIndC, int rowBlockDimC, int colBlockDimC,         \
      void *buffer);                                                                               \
  /* Not supported if it is enabled. */                                                            \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrilu02_numericBoost(                             \
      hipsparseHandle_t handle, csrilu02Info_t info, int enable_boost, double *tol,                \
      TYPE *boost_val);                                                                            \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##bsrilu02_numericBoost(                             \
      hipsparseHandle_t handle, bsrilu02Info_t info, int enable_boost, double *tol,                \
      TYPE *boost_val);                                                                            \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csru2csr_bufferSizeExt(                            \
      hipsparseHandle_t handle, int m, int n, int nnz, TYPE *csrVal, const int *csrRowPtr,         \
      int *csrColInd, csru2csrInfo_t info, size_t *pBufferSizeInBytes);                            \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csru2csr(                                          \
      hipsparseHandle_t handle, int m, int n, int nnz, const hipsparseMatDescr_t descrA,           \
      TYPE *csrVal, const int *csrRowPtr, int *csrColInd, csru2csrInfo_t info, void *pBuffer);     \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csr2csru(                                          \
      hipsparseHandle_t handle, int m, int n, int nnz, const hipsparseMatDescr_t descrA,           \
      TYPE *csrVal, const int *csrRowPtr, int *csrColInd, csru2csrInfo_t info, void *pBuffer);     \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##csrcolor(                                          \
      hipsparseHandle_t handle, int m, int nnz, HIPSPARSE_CSR(TYPE), const REAL *fractionToColor,  \
      int *ncolors, int *coloring, int *reordering, hipsparseColorInfo_t info);
HIPSPARSE_DECLARE(S, float, float)
HIPSPARSE_DECLARE(D, double, double)
HIPSPARSE_DECLARE(C, hipComplex, float)
HIPSPARSE_DECLARE(Z, hipDoubleComplex, double)
#undef HIPSPARSE_DECLARE

// Elements above a threshold, or above the magnitude that a percentage of the elements does not exceed.
#define HIPSPARSE_PRUNE(X, TYPE, By, LIMIT, INFO)                                                  \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##pruneDense2csr##By##_bufferSize(                   \
      hipsparseHandle_t handle, int m, int n, const TYPE *A, int lda, LIMIT,                       \
      const hipsparseMatDescr_t descr, const TYPE *csrVal, const int *csrRowPtr,                   \
      const int *csrColInd, INFO size_t *pBufferSizeInBytes);                                      \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##pruneDense2csr##By##_bufferSizeExt(                \
      hipsparseHandle_t handle, int m, int n, const TYPE *A, int lda, LIMIT,                       \
      const hipsparseMatDescr_t descr, const TYPE *csrVal, const int *csrRowPtr,                   \
      const int *csrColInd, INFO size_t *pBufferSizeInBytes);                                      \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##pruneDense2csrNnz##By(                             \
      hipsparseHandle_t handle, int m, int n, const TYPE *A, int lda, LIMIT,                       \
      const hipsparseMatDescr_t descr, int *csrRowPtr, int *nnzTotalDevHostPtr,                    \
      INFO void *buffer);                                                                          \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##pruneDense2csr##By(                                \
      hipsparseHandle_t handle, int m, int n, const TYPE *A, int lda, LIMIT,                       \
      const hipsparseMatDescr_t descr, TYPE *csrVal, const int *csrRowPtr, int *csrColInd,         \
      INFO void *buffer);                                                                          \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##pruneCsr2csr##By##_bufferSize(                     \
      hipsparseHandle_t handle, int m, int n, int nnzA, HIPSPARSE_CSR(TYPE), LIMIT,                \
      const hipsparseMatDescr_t descrC, const TYPE *csrValC, const int *csrRowPtrC,                \
      const int *csrColIndC, INFO size_t *pBufferSizeInBytes);                                     \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##pruneCsr2csr##By##_bufferSizeExt(                  \
      hipsparseHandle_t handle, int m, int n, int nnzA, HIPSPARSE_CSR(TYPE), LIMIT,                \
      const hipsparseMatDescr_t descrC, const TYPE *csrValC, const int *csrRowPtrC,                \
      const int *csrColIndC, INFO size_t *pBufferSizeInBytes);                                     \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##pruneCsr2csrNnz##By(                               \
      hipsparseHandle_t handle, int m, int n, int nnzA, HIPSPARSE_CSR(TYPE), LIMIT,                \
      const hipsparseMatDescr_t descrC, int *csrRowPtrC, int *nnzTotalDevHostPtr,                  \
      INFO void *buffer);                                                                          \
  HIPSPARSE_API hipsparseStatus_t hipsparse##X##pruneCsr2csr##By(                                  \
      hipsparseHandle_t handle, int m, int n, int nnzA, HIPSPARSE_CSR(TYPE), LIMIT,                \
      const hipsparseMatDescr_t descrC, TYPE *csrValC, const int *csrRowPtrC, int *csrColIndC,     \
      INFO void *buffer);
#define HIPSPARSE_NO_INFO
#define HIPSPARSE_PRUNE_INFO pruneInfo_t info,
HIPSPARSE_PRUNE(S, float, , const float *threshold, HIPSPARSE_NO_INFO)
HIPSPARSE_PRUNE(D, double, , const double *threshold, HIPSPARSE_NO_INFO)
HIPSPARSE_PRUNE(S, float, ByPercentage, float percentage, HIPSPARSE_PRUNE_INFO)
HIPSPARSE_PRUNE(D, double, ByPercentage, double percentage, HIPSPARSE_PRUNE_INFO)
#undef HIPSPARSE_PRUNE
#undef HIPSPARSE_NO_INFO
#undef HIPSPARSE_PRUNE_INFO
#undef HIPSPARSE_PATTERN
#undef HIPSPARSE_OPERAND
#undef HIPSPARSE_CSR
#undef HIPSPARSE_BLOCKS

#endif

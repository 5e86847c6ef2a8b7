// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Copies of vectors and matrices between host and device.
#include "blas.h"

// copy copies columns of a number of bytes, at given distances, in the stream or synchronously.
static hipblasStatus_t copy(int64_t bytes, int64_t columns, const void *from, int64_t from_pitch,
                            void *to, int64_t to_pitch, hipMemcpyKind kind, bool async,
                            hipStream_t stream) {
  if (!bytes || !columns) return HIPBLAS_STATUS_SUCCESS;
  if (!from || !to) return HIPBLAS_STATUS_INVALID_VALUE;
  hipError_t e =
      async ? hipMemcpy2DAsync(to, to_pitch, from, from_pitch, bytes, columns, kind, stream)
            : hipMemcpy2D(to, to_pitch, from, from_pitch, bytes, columns, kind);
  return e == hipSuccess ? HIPBLAS_STATUS_SUCCESS : HIPBLAS_STATUS_MAPPING_ERROR;
}

static hipblasStatus_t vector(int64_t n, int64_t size, const void *x, int64_t incx, void *y,
                              int64_t incy, hipMemcpyKind kind, bool async, hipStream_t stream) {
  if (n < 0 || size <= 0 || incx <= 0 || incy <= 0) return HIPBLAS_STATUS_INVALID_VALUE;
  if (incx == 1 && incy == 1) // one column
    return copy(n * size, 1, x, n * size, y, n * size, kind, async, stream);
  return copy(size, n, x, incx * size, y, incy * size, kind, async, stream);
}

static hipblasStatus_t matrix(int64_t rows, int64_t cols, int64_t size, const void *a, int64_t lda,
                              void *b, int64_t ldb, hipMemcpyKind kind, bool async,
                              hipStream_t stream) {
  if (rows < 0 || cols < 0 || size <= 0 || lda <= 0 || ldb <= 0 || lda < rows || ldb < rows)
    return HIPBLAS_STATUS_INVALID_VALUE;
  return copy(rows * size, cols, a, lda * size, b, ldb * size, kind, async, stream);
}

hipblasStatus_t hipblasSetVector(int n, int elemSize, const void *x, int incx, void *y, int incy) {
  return vector(n, elemSize, x, incx, y, incy, hipMemcpyHostToDevice, false, NULL);
}

hipblasStatus_t hipblasGetVector(int n, int elemSize, const void *x, int incx, void *y, int incy) {
  return vector(n, elemSize, x, incx, y, incy, hipMemcpyDeviceToHost, false, NULL);
}

hipblasStatus_t hipblasSetMatrix(int rows, int cols, int elemSize, const void *A, int lda, void *B,
                                 int ldb) {
  return matrix(rows, cols, elemSize, A, lda, B, ldb, hipMemcpyHostToDevice, false, NULL);
}

hipblasStatus_t hipblasGetMatrix(int rows, int cols, int elemSize, const void *A, int lda, void *B,
                                 int ldb) {
  return matrix(rows, cols, elemSize, A, lda, B, ldb, hipMemcpyDeviceToHost, false, NULL);
}

hipblasStatus_t hipblasSetVectorAsync(int n, int elemSize, const void *x, int incx, void *y,
                                      int incy, hipStream_t stream) {
  return vector(n, elemSize, x, incx, y, incy, hipMemcpyHostToDevice, true, stream);
}

hipblasStatus_t hipblasGetVectorAsync(int n, int elemSize, const void *x, int incx, void *y,
                                      int incy, hipStream_t stream) {
  return vector(n, elemSize, x, incx, y, incy, hipMemcpyDeviceToHost, true, stream);
}

hipblasStatus_t hipblasSetMatrixAsync(int rows, int cols, int elemSize, const void *A, int lda,
                                      void *B, int ldb, hipStream_t stream) {
  return matrix(rows, cols, elemSize, A, lda, B, ldb, hipMemcpyHostToDevice, true, stream);
}

hipblasStatus_t hipblasGetMatrixAsync(int rows, int cols, int elemSize, const void *A, int lda,
                                      void *B, int ldb, hipStream_t stream) {
  return matrix(rows, cols, elemSize, A, lda, B, ldb, hipMemcpyDeviceToHost, true, stream);
}

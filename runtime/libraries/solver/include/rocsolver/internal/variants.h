// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The three variants of a rocSOLVER function: 1 is for a matrix, B for an array of matrices, S for a strided
// batch. Both batches have vectors, and results beside the matrices, at a distance.
#ifndef ROCSOLVER_VARIANTS_H
#define ROCSOLVER_VARIANTS_H

#define ROCSOLVER_NAME_1(f) rocsolver_##f
#define ROCSOLVER_NAME_B(f) rocsolver_##f##_batched
#define ROCSOLVER_NAME_S(f) rocsolver_##f##_strided_batched

#define ROCSOLVER_MATRIX_1(T, A, ld) T *A, rocblas_int ld
#define ROCSOLVER_MATRIX_B(T, A, ld) T *const A[], rocblas_int ld
#define ROCSOLVER_MATRIX_S(T, A, ld) T *A, rocblas_int ld, rocblas_stride stride##A

#define ROCSOLVER_VECTOR_1(T, x) T *x
#define ROCSOLVER_VECTOR_B(T, x) T *x, rocblas_stride stride##x
#define ROCSOLVER_VECTOR_S(T, x) T *x, rocblas_stride stride##x

#define ROCSOLVER_OUTPUT_1(T, U, ld) T *U, rocblas_int ld
#define ROCSOLVER_OUTPUT_B(T, U, ld) T *U, rocblas_int ld, rocblas_stride stride##U
#define ROCSOLVER_OUTPUT_S(T, U, ld) T *U, rocblas_int ld, rocblas_stride stride##U

#define ROCSOLVER_COUNT_1
#define ROCSOLVER_COUNT_B , rocblas_int batch_count
#define ROCSOLVER_COUNT_S , rocblas_int batch_count

#endif

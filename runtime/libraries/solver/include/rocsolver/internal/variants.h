// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The three variants of a rocSOLVER function: 1 is for a matrix, B for an array of matrices, S for a strided
// batch. Both batches have vectors, and results beside the matrices, at a distance.
#ifndef ROCSOLVER_VARIANTS_H
#define ROCSOLVER_VARIANTS_H

#define GOHIP_ROCSOLVER_NAME_1(f) rocsolver_##f
#define GOHIP_ROCSOLVER_NAME_B(f) rocsolver_##f##_batched
#define GOHIP_ROCSOLVER_NAME_S(f) rocsolver_##f##_strided_batched

#define GOHIP_ROCSOLVER_MATRIX_1(T, A, ld) T *A, rocblas_int ld
#define GOHIP_ROCSOLVER_MATRIX_B(T, A, ld) T *const A[], rocblas_int ld
#define GOHIP_ROCSOLVER_MATRIX_S(T, A, ld) T *A, rocblas_int ld, rocblas_stride stride##A

#define GOHIP_ROCSOLVER_VECTOR_1(T, x) T *x
#define GOHIP_ROCSOLVER_VECTOR_B(T, x) T *x, rocblas_stride stride##x
#define GOHIP_ROCSOLVER_VECTOR_S(T, x) T *x, rocblas_stride stride##x

#define GOHIP_ROCSOLVER_OUTPUT_1(T, U, ld) T *U, rocblas_int ld
#define GOHIP_ROCSOLVER_OUTPUT_B(T, U, ld) T *U, rocblas_int ld, rocblas_stride stride##U
#define GOHIP_ROCSOLVER_OUTPUT_S(T, U, ld) T *U, rocblas_int ld, rocblas_stride stride##U

#define GOHIP_ROCSOLVER_COUNT_1
#define GOHIP_ROCSOLVER_COUNT_B , rocblas_int batch_count
#define GOHIP_ROCSOLVER_COUNT_S , rocblas_int batch_count

#endif

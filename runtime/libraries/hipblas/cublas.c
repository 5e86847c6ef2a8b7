// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Conversion to cuBLAS's enumerators, which cuBLASLt uses too.
#include "blas.h"

hipblasStatus_t gb_cuda_status(int cublas_status) {
  static const struct {
    int cuda;
    hipblasStatus_t hip;
  } all[] = {{0, HIPBLAS_STATUS_SUCCESS},           {1, HIPBLAS_STATUS_NOT_INITIALIZED},
             {3, HIPBLAS_STATUS_ALLOC_FAILED},      {7, HIPBLAS_STATUS_INVALID_VALUE},
             {8, HIPBLAS_STATUS_ARCH_MISMATCH},     {11, HIPBLAS_STATUS_MAPPING_ERROR},
             {13, HIPBLAS_STATUS_EXECUTION_FAILED}, {14, HIPBLAS_STATUS_INTERNAL_ERROR},
             {15, HIPBLAS_STATUS_NOT_SUPPORTED},    {16, HIPBLAS_STATUS_INTERNAL_ERROR}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].cuda == cublas_status) return all[i].hip;
  return HIPBLAS_STATUS_UNKNOWN;
}

int gb_cuda_compute(hipblasComputeType_t t) {
  static const int all[] = {
      [HIPBLAS_COMPUTE_16F] = 64,           [HIPBLAS_COMPUTE_16F_PEDANTIC] = 65,
      [HIPBLAS_COMPUTE_32F] = 68,           [HIPBLAS_COMPUTE_32F_PEDANTIC] = 69,
      [HIPBLAS_COMPUTE_32F_FAST_16F] = 74,  [HIPBLAS_COMPUTE_32F_FAST_16BF] = 75,
      [HIPBLAS_COMPUTE_32F_FAST_TF32] = 77, [HIPBLAS_COMPUTE_64F] = 70,
      [HIPBLAS_COMPUTE_64F_PEDANTIC] = 71,  [HIPBLAS_COMPUTE_32I] = 72,
      [HIPBLAS_COMPUTE_32I_PEDANTIC] = 73};
  return (unsigned)t < sizeof all / sizeof *all ? all[t] : -1;
}

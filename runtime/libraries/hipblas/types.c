// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Element types and compute types.
#include "blas.h"

size_t gb_size(gb_type t) {
  static const unsigned char size[] = {4, 8, 8, 16, 2, 2, 1, 4, 0};
  return size[t];
}

gb_type gb_type_of(hipDataType t) {
  switch (t) {
  case HIP_R_16F:
    return GB_H;
  case HIP_R_16BF:
    return GB_B;
  case HIP_R_32F:
    return GB_S;
  case HIP_R_64F:
    return GB_D;
  case HIP_C_32F:
    return GB_C;
  case HIP_C_64F:
    return GB_Z;
  case HIP_R_8I:
    return GB_I8;
  case HIP_R_32I:
    return GB_I32;
  default:
    return GB_NO_TYPE;
  }
}

gb_type gb_computes_in(hipblasComputeType_t t, hipDataType element) {
  switch (t) {
  case HIPBLAS_COMPUTE_16F:
  case HIPBLAS_COMPUTE_16F_PEDANTIC:
    return GB_H;
  case HIPBLAS_COMPUTE_32F:
  case HIPBLAS_COMPUTE_32F_PEDANTIC:
  case HIPBLAS_COMPUTE_32F_FAST_16F:
  case HIPBLAS_COMPUTE_32F_FAST_16BF:
  case HIPBLAS_COMPUTE_32F_FAST_TF32:
    return element == HIP_C_32F ? GB_C : GB_S;
  case HIPBLAS_COMPUTE_64F:
  case HIPBLAS_COMPUTE_64F_PEDANTIC:
    return element == HIP_C_64F ? GB_Z : GB_D;
  case HIPBLAS_COMPUTE_32I:
  case HIPBLAS_COMPUTE_32I_PEDANTIC:
    return GB_I32;
  default:
    return GB_NO_TYPE;
  }
}

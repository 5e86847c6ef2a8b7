// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What hipBLAS's solvers need of a handle.
#ifndef GOHIP_BLAS_SOLVERS_H
#define GOHIP_BLAS_SOLVERS_H

#define HIPBLAS_V2
#include <hipblas/hipblas.h>

#ifdef __cplusplus
extern "C" {
#endif

// gb_host_stream returns the stream of a handle whose calls are host functions. Other handles
// return HIPBLAS_STATUS_NOT_SUPPORTED or, if they are invalid, HIPBLAS_STATUS_NOT_INITIALIZED.
hipblasStatus_t gb_host_stream(hipblasHandle_t handle, hipStream_t *stream);

// gb_cublas returns cuBLAS's handle, ready for a call, and a function of it; null if the handle is
// not for an NVIDIA device, or cuBLAS does not have the function.
void *gb_cublas(hipblasHandle_t handle, const char *name, void **cublas, hipblasStatus_t *status);

// gb_cuda_status converts a status of cuBLAS, gb_status one of HIP.
hipblasStatus_t gb_cuda_status(int cublas_status);
hipblasStatus_t gb_status(hipError_t e);

#ifdef __cplusplus
}
#endif

#endif

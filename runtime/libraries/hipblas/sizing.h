// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What librocblas.so keeps in a handle of libhipblas.so.
#ifndef GOHIP_BLAS_SIZING_H
#define GOHIP_BLAS_SIZING_H

#include <stdbool.h>

#include <hipblas/hipblas.h>

// gohip_hipblas_sizing is whether rocBLAS's functions are asked for the memory that they need, instead of being
// executed; null for a handle that is none.
HIPBLAS_API bool *gohip_hipblas_sizing(hipblasHandle_t handle);

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A shared library that names hipBLAS and its like, and calls the libraries that AMD's are over.
#include <hip/hip_runtime_api.h>
#include <rocblas/rocblas.h>
#include <rocfft/rocfft.h>
#include <rocrand/rocrand.h>
#include <rocsolver/rocsolver.h>
#include <rocsparse/rocsparse.h>

extern "C" int below() {
  rocblas_handle blas = nullptr;
  rocsparse_handle sparse = nullptr;
  rocrand_generator random = nullptr;
  return rocblas_create_handle(&blas) || rocsparse_create_handle(&sparse) || rocfft_setup() ||
         rocrand_create_generator(&random, ROCRAND_RNG_PSEUDO_DEFAULT) ||
         rocsolver_create_handle(nullptr) == rocblas_status_success;
}

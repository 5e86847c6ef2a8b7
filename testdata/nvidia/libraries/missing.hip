// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The statuses of handles without CUDA's libraries.
#include <hip/hip_runtime.h>

#include <stdio.h>

#define HIPBLAS_V2
#include <hipblas/hipblas.h>
#include <hipblaslt/hipblaslt.h>
#include <hipfft/hipfft.h>
#include <hipsolver/hipsolver.h>
#include <hipsparse/hipsparse.h>
#include <rccl/rccl.h>

int main() {
  hipblasHandle_t blas;
  hipblasLtHandle_t blaslt;
  hipfftHandle fft;
  hipsparseHandle_t sparse;
  hipsolverHandle_t solver;
  ncclUniqueId id;
  int statuses[] = {hipblasCreate(&blas),     hipblasLtCreate(&blaslt), hipfftCreate(&fft),
                    hipsparseCreate(&sparse), hipsolverCreate(&solver), ncclGetUniqueId(&id)};
  printf("%d %d %d %d %d %d\n", statuses[0], statuses[1], statuses[2], statuses[3], statuses[4],
         statuses[5]);
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#include <hipblas/hipblas.h>
#include <hipblaslt/hipblaslt.h>
#include <hipfft/hipfftXt.h>
#include <hipsolver/hipsolver.h>
#include <hipsparse/hipsparse.h>
#include <rocblas/rocblas.h>
#include <rocfft/rocfft.h>
#include <rocsolver/rocsolver.h>
#include <rocsparse/rocsparse.h>

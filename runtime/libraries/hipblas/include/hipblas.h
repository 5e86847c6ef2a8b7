// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The header's name before ROCm 6.
#ifndef HIPBLAS_WRAPPER_H
#define HIPBLAS_WRAPPER_H
#include <hipblas/hipblas.h>
#endif

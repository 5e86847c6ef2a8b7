// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The hipBLAS release that libhipblas.so implements.
#ifndef HIPBLAS_VERSION_H
#define HIPBLAS_VERSION_H

#define hipblasVersionMajor 2
#define hipblasVersionMinor 4
#define hipblasVersionPatch 0

#endif

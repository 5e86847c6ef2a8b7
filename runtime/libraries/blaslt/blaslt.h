// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the parts of libhipblaslt.so share: its descriptions.
#ifndef GOHIP_BLASLT_H
#define GOHIP_BLASLT_H

#include "blas.h"

#include <hipblaslt/hipblaslt.h>

struct hipblaslt_layout {
  uint32_t type;
  int32_t order, batches;
  uint64_t rows, cols;
  int64_t ld, stride;
};

enum { BLASLT_A, BLASLT_B, BLASLT_C, BLASLT_D };

struct hipblaslt_matmul {
  hipblasComputeType_t compute;
  hipDataType scalars;
  int32_t trans[2], pointers, bias_type;
  uint32_t epilogue;
  const void *bias, *scale[4];
};

struct hipblaslt_preference {
  uint32_t search;
  uint64_t workspace;
};

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Declarations shared by the sources of libhipblaslt.so: its descriptors.
#ifndef GOHIP_BLASLT_H
#define GOHIP_BLASLT_H

#include "blas.h"

#include <hipblaslt/hipblaslt.h>

// Element types that hipBLAS does not have.
enum { BLASLT_E4M3 = GB_NO_TYPE + 1, BLASLT_E5M2, BLASLT_E4M3_FNUZ, BLASLT_E5M2_FNUZ };

static inline bool blaslt_is_float8(gb_type t) { return (int)t >= BLASLT_E4M3; }

// blaslt_type_of converts a HIP type; the result is GB_NO_TYPE if it is not supported.
gb_type blaslt_type_of(hipDataType t);

// blaslt_size is the size of an element in bytes.
size_t blaslt_size(gb_type t);

// Conversion of 8-bit floating point.
float blaslt_from_float8(uint8_t bits, gb_type type);
uint8_t blaslt_to_float8(float v, gb_type type);

struct hipblaslt_layout {
  uint32_t type;
  int32_t order, batches;
  uint64_t rows, cols;
  int64_t ld, stride;
};

enum { BLASLT_A, BLASLT_B, BLASLT_C, BLASLT_D };

// The bits of the epilogues that need another matrix, and of those that write a vector.
enum {
  blaslt_aux = 0x80,
  blaslt_derivative = 0x40,
  blaslt_sum_of_d = 0x10,
  blaslt_gradients = blaslt_sum_of_d | HIPBLASLT_EPILOGUE_BGRADA | HIPBLASLT_EPILOGUE_BGRADB
};

struct hipblaslt_matmul {
  hipblasComputeType_t compute;
  hipDataType scalars;
  int32_t trans[2], pointers, bias_type;
  uint32_t epilogue, scale_mode[2]; // the modes of A's and B's scales
  const void *bias, *scale[4];
  float *amax;
  void *aux; // the matrix beside the epilogue's activation
  int64_t aux_ld, aux_stride;
};

// blaslt_transform is a call of hipblasLtMatrixTransform: the layouts and types of A, B and C.
struct hipblaslt_transform {
  int32_t scalars, pointers, trans[2];
};
typedef struct blaslt_transform {
  struct hipblaslt_transform desc;
  struct hipblaslt_layout layout[3];
  gb_type type[3], compute;
  const void *in[2];
  void *out;
  const void *scalar[2];
  double value[2];
} blaslt_transform;

struct hipblaslt_preference {
  uint32_t search;
  uint64_t workspace;
};

// blaslt_product is a call of hipblasLtMatmul.
typedef struct blaslt_product {
  struct hipblaslt_matmul desc;
  struct hipblaslt_layout layout[4];
  gb_type type[4], bias, compute;
  const void *in[3];
  void *out;
  int64_t m, n, k;
  const void *scalar[2]; // alpha and beta
  double value[2];       // their values, if they are in host memory
  bool by_value[2];
  void *memory;
  const hipblasLtMatmulAlgo_t *algorithm; // null for any algorithm
  void *workspace;
  size_t workspace_size;
} blaslt_product;

// blaslt_backend computes the products of the handles for one kind of device.
typedef struct blaslt_backend {
  hipblasStatus_t (*create)(void **state); // creates the backend's part of a handle
  void (*destroy)(void *state);
  // algorithms finds algorithms for a product, at most as many as there is room for.
  hipblasStatus_t (*algorithms)(void *state, const blaslt_product *p,
                                const struct hipblaslt_preference *preference, int room,
                                hipblasLtMatmulHeuristicResult_t *found, int *count);
  hipblasStatus_t (*multiply)(void *state, blaslt_product *p, hipStream_t stream);
  hipblasStatus_t (*transform)(blaslt_transform *t, hipStream_t stream); // null: not supported
} blaslt_backend;

extern const blaslt_backend blaslt_on_host, blaslt_on_cuda;

#endif

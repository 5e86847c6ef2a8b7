// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Declarations shared by the sources of libhipblas.so: a call of a BLAS function as data. The
// exported functions (functions.inc) only describe their call; submit.c checks it and enqueues it
// in the stream; host.c computes it with the machine's BLAS.
#ifndef GOHIP_BLAS_H
#define GOHIP_BLAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <hipblas/hipblas.h>

#include "routines.inc"

#define GB_ENUM(upper, lower) GB_##upper,
typedef enum gb_routine { GB_FOR_ROUTINES(GB_ENUM) GB_GEMM_EX, GB_ROUTINES } gb_routine;
#undef GB_ENUM

// Element types. The last ones occur only as operands of GemmEx.
typedef enum gb_type { GB_S, GB_D, GB_C, GB_Z, GB_H, GB_B, GB_I8, GB_I32, GB_NO_TYPE } gb_type;

typedef enum gb_layout { GB_ONE, GB_BATCHED, GB_STRIDED } gb_layout;

// gb_operand is a vector, a matrix, or an array in device memory; for GB_BATCHED, the array of
// their addresses.
typedef struct gb_operand {
  const void *at;
  int64_t step;   // increment of a vector, leading dimension of a matrix
  int64_t stride; // elements between consecutive members of the batch
} gb_operand;

// gb_call is a call of a BLAS function.
typedef struct gb_call {
  gb_routine routine;
  gb_type type; // element type; for GemmEx, the compute type
  gb_layout layout;
  bool wide;     // indices and results have 64 bits
  bool by_value; // the scalars have been copied to value
  int64_t m, n, k, kl, ku, batch;
  int side, uplo, transA, transB, diag;
  const void *scalar[2]; // alpha and beta; the cosine and the sine of a rotation
  double value[2][2];
  gb_operand op[5];             // in the order of the table
  gb_type types[3];             // of A, B and C of GemmEx
  hipDataType data[3];          // the same as HIP's types, of which there are more
  hipblasComputeType_t compute; // for GemmEx
  bool float_scalar;            // the scalar of a half or bfloat16 function is a float
  void *result;
  void *memory; // gb_room's bytes, shared by the calls of a batch
} gb_call;

// gb_item is a member of a call's batch: the addresses of its operands.
typedef struct gb_item {
  char *op[5];
  const void *alpha, *beta;
  void *result;
} gb_item;

enum { // sizes and enumerators of a routine
  GB_USES_M = 1,
  GB_USES_N = 2,
  GB_USES_K = 4,
  GB_USES_KL = 8,
  GB_USES_KU = 16,
  GB_USES_SIDE = 32,
  GB_USES_UPLO = 64,
  GB_USES_TRANSA = 128,
  GB_USES_TRANSB = 256,
  GB_USES_DIAG = 512
};

enum { GB_RESULT_T = 1, GB_RESULT_R, GB_RESULT_INT };

struct gb_handle;

// gb_rule describes a routine.
typedef struct gb_rule {
  int level;
  int uses;         // GB_USES_
  int scalars;      // a bit for each of the two
  int real_scalars; // those of the real type
  int operands;
  int result;                     // GB_RESULT_, or none
  bool (*dims)(const gb_call *c); // checks leading dimensions and increments
  void (*host)(const gb_call *c, const gb_item *i);
} gb_rule;

extern const gb_rule gb_rules[GB_ROUTINES];

// gb_backend implements the handles for one kind of device.
typedef struct gb_backend {
  hipblasStatus_t (*create)(void **state); // creates the backend's part of a handle
  void (*destroy)(void *state);
  hipblasStatus_t (*submit)(const struct gb_handle *h, gb_call *c); // executes a checked call
} gb_backend;

extern const gb_backend gb_on_host, gb_on_cuda;

typedef struct gb_handle {
  int mark; // identifies a valid handle
  const gb_backend *backend;
  void *state; // the backend's state
  hipStream_t stream;
  hipblasPointerMode_t pointers;
  hipblasMath_t math;
  hipblasAtomicsMode_t atomics;
  bool sizing; // rocBLAS's calls are asked for the memory that they need
} gb_handle;

#define GB_HOST(upper, lower) void gb_host_##lower(const gb_call *c, const gb_item *i);
GB_FOR_ROUTINES(GB_HOST)
#undef GB_HOST
void gb_host_gemm_ex(const gb_call *c, const gb_item *i);

// gb_submit checks a call and enqueues it in the handle's stream.
hipblasStatus_t gb_submit(hipblasHandle_t handle, gb_call *c);

// gb_nothing reports whether a call has nothing to compute except its result.
bool gb_nothing(const gb_call *c);

// gb_place finds the operands of a member of a call's batch.
void gb_place(const gb_call *c, int64_t at, gb_item *item);

// gb_status converts a HIP error to a status.
hipblasStatus_t gb_status(hipError_t e);

// gb_supported reports whether there is a function for a call's types.
bool gb_supported(const gb_call *c);

// gb_in_place is whether the result of a product is one of its operands, which BLAS does not define. The
// operands are read first, as by AMD's library for small matrices.
bool gb_in_place(const gb_call *c);

// gb_room computes the size of the temporary memory of a call, and reports whether the size is
// representable.
bool gb_room(const gb_call *c, size_t *size);

// gb_size is the size of an element in bytes.
size_t gb_size(gb_type t);

// gb_type_of converts a HIP type; the result is GB_NO_TYPE if it is not supported.
gb_type gb_type_of(hipDataType t);

// gb_computes_in converts a compute type. For complex products HIP gives the real type.
gb_type gb_computes_in(hipblasComputeType_t t, hipDataType element);

// gb_load opens the machine's BLAS, once, and reports whether there is one.
bool gb_load(void);

// gb_widen and gb_narrow convert n floating-point numbers of a type from and to float.
void gb_widen(float *to, const void *from, gb_type type, size_t n);
void gb_narrow(void *to, gb_type type, const float *from, size_t n);

// gb_cuda_compute is the cuBLAS number of a compute type, -1 if there is none.
int gb_cuda_compute(hipblasComputeType_t t);

// gb_cuda_status converts a status of cuBLAS.
hipblasStatus_t gb_cuda_status(int cublas_status);

static inline bool gb_leads(int64_t step, int64_t rows) { return step >= (rows > 1 ? rows : 1); }
static inline int64_t gb_rows(int trans, int64_t n, int64_t t) {
  return trans == HIPBLAS_OP_N ? n : t;
}
static inline int64_t gb_of_side(int side, int64_t left, int64_t right) {
  return side == HIPBLAS_SIDE_LEFT ? left : right;
}

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the parts of libhipblas.so share: a call of a BLAS function as data. The exported functions
// (functions.inc) only describe their call; submit.c checks it and puts it into the stream; host.c
// does the work with the machine's BLAS.
#ifndef GOHIP_BLAS_H
#define GOHIP_BLAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HIPBLAS_V2 // hipblasComplex is HIP's, as everywhere in C
#include <hipblas/hipblas.h>
#undef hipblasGemmEx
#undef hipblasGemmBatchedEx
#undef hipblasGemmStridedBatchedEx
#undef hipblasAxpyEx
#undef hipblasScalEx
#undef hipblasDotEx
#undef hipblasDotcEx
#undef hipblasNrm2Ex
#undef hipblasAxpyEx_64
#undef hipblasScalEx_64
#undef hipblasDotEx_64
#undef hipblasDotcEx_64
#undef hipblasNrm2Ex_64
#undef HIPBLAS_V2

#include "routines.inc"

#define GB_ENUM(upper, lower) GB_##upper,
typedef enum gb_routine { GB_FOR_ROUTINES(GB_ENUM) GB_GEMM_EX, GB_ROUTINES } gb_routine;
#undef GB_ENUM

// Element types. The last ones are only operands of GemmEx.
typedef enum gb_type { GB_S, GB_D, GB_C, GB_Z, GB_H, GB_B, GB_I8, GB_I32, GB_NO_TYPE } gb_type;

typedef enum gb_layout { GB_ONE, GB_BATCHED, GB_STRIDED } gb_layout;

// gb_operand is a vector, a matrix, or an array: of the device, and for GB_BATCHED the array of
// their addresses.
typedef struct gb_operand {
  const void *at;
  int64_t step;   // a vector's increment, a matrix's leading dimension
  int64_t stride; // elements from one of the batch to the next
} gb_operand;

// gb_call is a call of a BLAS function.
typedef struct gb_call {
  gb_routine routine;
  gb_type type; // of the elements; of a GemmEx, of the computation
  gb_layout layout;
  bool wide;     // indices are results of 64 bits
  bool by_value; // the scalars have been copied into value
  int64_t m, n, k, kl, ku, batch;
  int side, uplo, transA, transB, diag;
  const void *scalar[2]; // alpha and beta; the cosine and the sine of a rotation
  double value[2][2];
  gb_operand op[5];             // in the order of the table
  gb_type types[3];             // of A, B and C of a GemmEx
  hipDataType data[3];          // the same by HIP's names, which has more of them
  hipblasComputeType_t compute; // of a GemmEx
  bool float_scalar;            // the scalar of a function of half or bfloat16 is a float
  void *result;
  void *memory; // gb_room's bytes, which the calls of a batch use in turn
} gb_call;

// gb_item is one of a call's batch: where its operands are.
typedef struct gb_item {
  char *op[5];
  const void *alpha, *beta;
  void *result;
} gb_item;

enum { // the sizes and enumerators that a routine has
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

// gb_rule is what is known of a routine.
typedef struct gb_rule {
  int level;
  int uses;         // GB_USES_
  int scalars;      // a bit for each of the two
  int real_scalars; // those of the real type
  int operands;
  int result;                     // GB_RESULT_, or none
  bool (*dims)(const gb_call *c); // whether leading dimensions and increments can be
  void (*host)(const gb_call *c, const gb_item *i);
} gb_rule;

extern const gb_rule gb_rules[GB_ROUTINES];

// gb_backend does the work of the handles of a kind of device.
typedef struct gb_backend {
  hipblasStatus_t (*create)(void **state); // what a handle has of it
  void (*destroy)(void *state);
  hipblasStatus_t (*submit)(const struct gb_handle *h, gb_call *c); // a call that has been checked
} gb_backend;

extern const gb_backend gb_on_host, gb_on_cuda;

typedef struct gb_handle {
  int mark; // of a handle that is alive
  const gb_backend *backend;
  void *state; // the backend's
  hipStream_t stream;
  hipblasPointerMode_t pointers;
  hipblasMath_t math;
  hipblasAtomicsMode_t atomics;
} gb_handle;

#define GB_HOST(upper, lower) void gb_host_##lower(const gb_call *c, const gb_item *i);
GB_FOR_ROUTINES(GB_HOST)
#undef GB_HOST
void gb_host_gemm_ex(const gb_call *c, const gb_item *i);

// gb_submit checks a call and has it done in the order of the handle's stream.
hipblasStatus_t gb_submit(hipblasHandle_t handle, gb_call *c);

// gb_nothing says whether a call has nothing to do but its result.
bool gb_nothing(const gb_call *c);

// gb_place finds the operands of one of a call's batch.
void gb_place(const gb_call *c, int64_t at, gb_item *item);

// gb_status is the status of an error of HIP's.
hipblasStatus_t gb_status(hipError_t e);

// gb_supported says whether there is a function for a call's types.
bool gb_supported(const gb_call *c);

// gb_room finds how many bytes a call takes for itself. It says whether there can be so many.
bool gb_room(const gb_call *c, size_t *size);

// gb_size is the size of an element.
size_t gb_size(gb_type t);

// gb_type_of is a type of HIP's, and GB_NO_TYPE for one that there is nothing for.
gb_type gb_type_of(hipDataType t);

// gb_computes_in is the type of a computation. A complex product says that it computes with floats.
gb_type gb_computes_in(hipblasComputeType_t t, hipDataType element);

// gb_load opens the machine's BLAS, once. It says whether there is one.
bool gb_load(void);

// gb_widen and gb_narrow convert n floating-point numbers of a type from and to float.
void gb_widen(float *to, const void *from, gb_type type, size_t n);
void gb_narrow(void *to, gb_type type, const float *from, size_t n);

// gb_cuda_compute is a computation by cuBLAS's number: -1 for none.
int gb_cuda_compute(hipblasComputeType_t t);

// gb_cuda_status is a status of cuBLAS.
hipblasStatus_t gb_cuda_status(int cublas_status);

static inline bool gb_leads(int64_t step, int64_t rows) { return step >= (rows > 1 ? rows : 1); }
static inline int64_t gb_rows(int trans, int64_t n, int64_t t) {
  return trans == HIPBLAS_OP_N ? n : t;
}
static inline int64_t gb_of_side(int side, int64_t left, int64_t right) {
  return side == HIPBLAS_SIDE_LEFT ? left : right;
}

#endif

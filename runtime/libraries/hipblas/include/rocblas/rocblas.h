// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocBLAS: its names for the functions of hipBLAS.
#ifndef ROCBLAS_H
#define ROCBLAS_H

#include <stddef.h>
#include <stdint.h>

#include <hip/hip_runtime_api.h>
#include <hip/hip_complex.h>

#define ROCBLAS_VERSION_MAJOR 4
#define ROCBLAS_VERSION_MINOR 4
#define ROCBLAS_VERSION_PATCH 0
#define ROCBLAS_API __attribute__((visibility("default")))

typedef struct _rocblas_handle *rocblas_handle;
typedef int32_t rocblas_int;
typedef int64_t rocblas_stride;
typedef float rocblas_float;
typedef double rocblas_double;
typedef hipFloatComplex rocblas_float_complex;
typedef hipDoubleComplex rocblas_double_complex;
#if defined(ROCM_USE_FLOAT16)
typedef _Float16 rocblas_half;
#else
typedef struct rocblas_half {
  uint16_t data;
} rocblas_half;
#endif
typedef struct rocblas_bfloat16 {
  uint16_t data;
} rocblas_bfloat16;

typedef enum rocblas_status {
  rocblas_status_success = 0,
  rocblas_status_invalid_handle = 1,
  rocblas_status_not_implemented = 2,
  rocblas_status_invalid_pointer = 3,
  rocblas_status_invalid_size = 4,
  rocblas_status_memory_error = 5,
  rocblas_status_internal_error = 6,
  rocblas_status_perf_degraded = 7,
  rocblas_status_size_query_mismatch = 8,
  rocblas_status_size_increased = 9,
  rocblas_status_size_unchanged = 10,
  rocblas_status_invalid_value = 11,
  rocblas_status_continue = 12,
  rocblas_status_check_numerics_fail = 13,
  rocblas_status_excluded_from_build = 14,
  rocblas_status_arch_mismatch = 15
} rocblas_status;

typedef enum rocblas_operation {
  rocblas_operation_none = 111,
  rocblas_operation_transpose = 112,
  rocblas_operation_conjugate_transpose = 113
} rocblas_operation;

typedef enum rocblas_fill {
  rocblas_fill_upper = 121,
  rocblas_fill_lower = 122,
  rocblas_fill_full = 123
} rocblas_fill;

typedef enum rocblas_diagonal {
  rocblas_diagonal_non_unit = 131,
  rocblas_diagonal_unit = 132
} rocblas_diagonal;

typedef enum rocblas_side {
  rocblas_side_left = 141,
  rocblas_side_right = 142,
  rocblas_side_both = 143
} rocblas_side;

typedef enum rocblas_datatype {
  rocblas_datatype_f16_r = 150,
  rocblas_datatype_f32_r = 151,
  rocblas_datatype_f64_r = 152,
  rocblas_datatype_f16_c = 153,
  rocblas_datatype_f32_c = 154,
  rocblas_datatype_f64_c = 155,
  rocblas_datatype_i8_r = 160,
  rocblas_datatype_u8_r = 161,
  rocblas_datatype_i32_r = 162,
  rocblas_datatype_u32_r = 163,
  rocblas_datatype_i8_c = 164,
  rocblas_datatype_u8_c = 165,
  rocblas_datatype_i32_c = 166,
  rocblas_datatype_u32_c = 167,
  rocblas_datatype_bf16_r = 168,
  rocblas_datatype_bf16_c = 169,
  rocblas_datatype_invalid = 255
} rocblas_datatype;

typedef enum rocblas_pointer_mode {
  rocblas_pointer_mode_host = 0,
  rocblas_pointer_mode_device = 1
} rocblas_pointer_mode;

typedef enum rocblas_gemm_algo {
  rocblas_gemm_algo_standard = 0,
  rocblas_gemm_algo_solution_index = 1
} rocblas_gemm_algo;

typedef enum rocblas_gemm_flags { rocblas_gemm_flags_none = 0 } rocblas_gemm_flags;

#ifdef __cplusplus
extern "C" {
#endif

// rocblas_initialize does nothing: nothing is loaded before the first handle is created.
ROCBLAS_API void rocblas_initialize(void);
ROCBLAS_API rocblas_status rocblas_create_handle(rocblas_handle *handle);
ROCBLAS_API rocblas_status rocblas_destroy_handle(rocblas_handle handle);
ROCBLAS_API rocblas_status rocblas_set_stream(rocblas_handle handle, hipStream_t stream);
ROCBLAS_API rocblas_status rocblas_get_stream(rocblas_handle handle, hipStream_t *stream);
ROCBLAS_API rocblas_status rocblas_set_pointer_mode(rocblas_handle handle,
                                                    rocblas_pointer_mode mode);
ROCBLAS_API rocblas_status rocblas_get_pointer_mode(rocblas_handle handle,
                                                    rocblas_pointer_mode *mode);
ROCBLAS_API const char *rocblas_status_to_string(rocblas_status status);
ROCBLAS_API rocblas_status rocblas_set_vector(rocblas_int n, rocblas_int elem_size, const void *x,
                                              rocblas_int incx, void *y, rocblas_int incy);
ROCBLAS_API rocblas_status rocblas_get_vector(rocblas_int n, rocblas_int elem_size, const void *x,
                                              rocblas_int incx, void *y, rocblas_int incy);
ROCBLAS_API rocblas_status rocblas_set_matrix(rocblas_int rows, rocblas_int cols,
                                              rocblas_int elem_size, const void *a, rocblas_int lda,
                                              void *b, rocblas_int ldb);
ROCBLAS_API rocblas_status rocblas_get_matrix(rocblas_int rows, rocblas_int cols,
                                              rocblas_int elem_size, const void *a, rocblas_int lda,
                                              void *b, rocblas_int ldb);

#include <rocblas/rocblas_functions.h>

// D = alpha op(A) op(B) + beta C.
ROCBLAS_API rocblas_status rocblas_gemm_ex(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,
    rocblas_int n, rocblas_int k, const void *alpha, const void *a, rocblas_datatype a_type,
    rocblas_int lda, const void *b, rocblas_datatype b_type, rocblas_int ldb, const void *beta,
    const void *c, rocblas_datatype c_type, rocblas_int ldc, void *d, rocblas_datatype d_type,
    rocblas_int ldd, rocblas_datatype compute_type, rocblas_gemm_algo algo, int32_t solution_index,
    uint32_t flags);

#ifdef __cplusplus
}
#endif

#endif

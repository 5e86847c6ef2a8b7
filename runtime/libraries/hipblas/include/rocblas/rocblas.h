// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocBLAS: its names for the functions of hipBLAS.
#ifndef ROCBLAS_H
#define ROCBLAS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus) && defined(__HIPCC__)
#include <hip/hip_bfloat16.h>
#include <hip/hip_runtime.h> // as AMD's header does for its class of bfloat16
#else
#include <hip/hip_runtime_api.h>
#endif
#include <hip/hip_complex.h>
#if defined(__HIPCC__) && defined(__cplusplus) && __cplusplus >= 201402L
#include <hip/gohip_detail/complex_class.h>
#endif

#define ROCBLAS_VERSION_MAJOR 4
#define ROCBLAS_VERSION_MINOR 4
#define ROCBLAS_VERSION_PATCH 0
#define ROCBLAS_API __attribute__((visibility("default")))
#if defined(__clang__)
#define ROCBLAS_CLANG_STATIC static
#else
#define ROCBLAS_CLANG_STATIC
#endif

typedef struct _rocblas_handle *rocblas_handle;
typedef int32_t rocblas_int;
typedef int64_t rocblas_stride;
typedef float rocblas_float;
typedef double rocblas_double;
#if defined(__HIPCC__) && defined(__cplusplus) && __cplusplus >= 201402L
extern "C++" {
GOHIP_COMPLEX_CLASS(rocblas_complex_num)
}
typedef rocblas_complex_num<float> rocblas_float_complex;
typedef rocblas_complex_num<double> rocblas_double_complex;
#else
typedef hipFloatComplex rocblas_float_complex;
typedef hipDoubleComplex rocblas_double_complex;
#endif
#if defined(ROCM_USE_FLOAT16)
typedef _Float16 rocblas_half;
#else
typedef struct rocblas_half {
  uint16_t data;
} rocblas_half;
#endif
// In HIP a number with HIP's arithmetic, otherwise its bits.
#if defined(__cplusplus) && defined(__HIPCC__)
struct rocblas_bfloat16 : hip_bfloat16 {
  rocblas_bfloat16() = default;
  __host__ __device__ rocblas_bfloat16(hip_bfloat16 v) : hip_bfloat16(v) {}
  __host__ __device__ explicit rocblas_bfloat16(float v) : hip_bfloat16(v) {}
  __host__ __device__ rocblas_bfloat16(float v, truncate_t t) : hip_bfloat16(v, t) {}
  __host__ __device__ rocblas_bfloat16 &operator=(float v) { return *this = rocblas_bfloat16(v); }
  __host__ __device__ explicit operator bool() const { return (data & 0x7fff) != 0; }
};
#else
typedef struct rocblas_bfloat16 {
  uint16_t data;
} rocblas_bfloat16;
#endif

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

typedef enum rocblas_atomics_mode {
  rocblas_atomics_not_allowed = 0,
  rocblas_atomics_allowed = 1
} rocblas_atomics_mode;

typedef enum rocblas_layer_mode {
  rocblas_layer_mode_none = 0,
  rocblas_layer_mode_log_trace = 1,
  rocblas_layer_mode_log_bench = 2,
  rocblas_layer_mode_log_profile = 4
} rocblas_layer_mode;
typedef uint32_t rocblas_layer_mode_flags;

typedef enum rocblas_math_mode {
  rocblas_default_math = 0,
  rocblas_xf32_xdl_math_op = 1
} rocblas_math_mode;

typedef enum rocblas_gemm_algo {
  rocblas_gemm_algo_standard = 0,
  rocblas_gemm_algo_solution_index = 1
} rocblas_gemm_algo;

typedef enum rocblas_gemm_flags {
  rocblas_gemm_flags_none = 0x0,
  rocblas_gemm_flags_use_cu_efficiency = 0x2,
  rocblas_gemm_flags_fp16_alt_impl = 0x4,
  rocblas_gemm_flags_check_solution_index = 0x8,
  rocblas_gemm_flags_fp16_alt_impl_rnz = 0x10,
  rocblas_gemm_flags_stochastic_rounding = 0x20
} rocblas_gemm_flags;

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
ROCBLAS_API rocblas_pointer_mode rocblas_pointer_to_mode(void *ptr);
ROCBLAS_API rocblas_status rocblas_set_atomics_mode(rocblas_handle handle,
                                                    rocblas_atomics_mode mode);
ROCBLAS_API rocblas_status rocblas_get_atomics_mode(rocblas_handle handle,
                                                    rocblas_atomics_mode *mode);
ROCBLAS_API rocblas_status rocblas_set_math_mode(rocblas_handle handle, rocblas_math_mode mode);
ROCBLAS_API rocblas_status rocblas_get_math_mode(rocblas_handle handle, rocblas_math_mode *mode);
ROCBLAS_API rocblas_status rocblas_get_version_string(char *buf, size_t len);
ROCBLAS_API rocblas_status rocblas_get_version_string_size(size_t *len);
// The functions need no memory of the handle's: a workspace is accepted and not used.
ROCBLAS_API rocblas_status rocblas_set_workspace(rocblas_handle handle, void *addr, size_t size);
ROCBLAS_API rocblas_status rocblas_start_device_memory_size_query(rocblas_handle handle);
ROCBLAS_API rocblas_status rocblas_stop_device_memory_size_query(rocblas_handle handle,
                                                                 size_t *size);
ROCBLAS_API bool rocblas_is_device_memory_size_query(rocblas_handle handle);
ROCBLAS_API rocblas_status rocblas_get_device_memory_size(rocblas_handle handle, size_t *size);
ROCBLAS_API rocblas_status rocblas_set_device_memory_size(rocblas_handle handle, size_t size);
ROCBLAS_API bool rocblas_is_managing_device_memory(rocblas_handle handle);
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
ROCBLAS_API rocblas_status rocblas_set_vector_async(rocblas_int n, rocblas_int elem_size,
                                                    const void *x, rocblas_int incx, void *y,
                                                    rocblas_int incy, hipStream_t stream);
ROCBLAS_API rocblas_status rocblas_set_matrix_async(rocblas_int rows, rocblas_int cols,
                                                    rocblas_int elem_size, const void *a,
                                                    rocblas_int lda, void *b, rocblas_int ldb,
                                                    hipStream_t stream);
ROCBLAS_API rocblas_status rocblas_get_vector_async(rocblas_int n, rocblas_int elem_size,
                                                    const void *x, rocblas_int incx, void *y,
                                                    rocblas_int incy, hipStream_t stream);
ROCBLAS_API rocblas_status rocblas_get_matrix_async(rocblas_int rows, rocblas_int cols,
                                                    rocblas_int elem_size, const void *a,
                                                    rocblas_int lda, void *b, rocblas_int ldb,
                                                    hipStream_t stream);

#include <rocblas/rocblas_functions.h>
#include <rocblas/rocblas_wide.h>

// D = alpha op(A) op(B) + beta C, where C and D have one type. The arrays of pointers to C and to D must be
// one array.
ROCBLAS_API rocblas_status rocblas_gemm_ex(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,
    rocblas_int n, rocblas_int k, const void *alpha, const void *a, rocblas_datatype a_type,
    rocblas_int lda, const void *b, rocblas_datatype b_type, rocblas_int ldb, const void *beta,
    const void *c, rocblas_datatype c_type, rocblas_int ldc, void *d, rocblas_datatype d_type,
    rocblas_int ldd, rocblas_datatype compute_type, rocblas_gemm_algo algo, int32_t solution_index,
    uint32_t flags);
ROCBLAS_API rocblas_status rocblas_gemm_batched_ex(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,
    rocblas_int n, rocblas_int k, const void *alpha, const void *a, rocblas_datatype a_type,
    rocblas_int lda, const void *b, rocblas_datatype b_type, rocblas_int ldb, const void *beta,
    const void *c, rocblas_datatype c_type, rocblas_int ldc, void *d, rocblas_datatype d_type,
    rocblas_int ldd, rocblas_int batch_count, rocblas_datatype compute_type, rocblas_gemm_algo algo,
    int32_t solution_index, uint32_t flags);
ROCBLAS_API rocblas_status rocblas_gemm_strided_batched_ex(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,
    rocblas_int n, rocblas_int k, const void *alpha, const void *a, rocblas_datatype a_type,
    rocblas_int lda, rocblas_stride stride_a, const void *b, rocblas_datatype b_type,
    rocblas_int ldb, rocblas_stride stride_b, const void *beta, const void *c,
    rocblas_datatype c_type, rocblas_int ldc, rocblas_stride stride_c, void *d,
    rocblas_datatype d_type, rocblas_int ldd, rocblas_stride stride_d, rocblas_int batch_count,
    rocblas_datatype compute_type, rocblas_gemm_algo algo, int32_t solution_index, uint32_t flags);

// Triangular systems; the inverses of A's diagonal blocks may be null.
ROCBLAS_API rocblas_status rocblas_trsm_ex(rocblas_handle handle, rocblas_side side,
                                           rocblas_fill uplo, rocblas_operation transA,
                                           rocblas_diagonal diag, rocblas_int m, rocblas_int n,
                                           const void *alpha, const void *a, rocblas_int lda,
                                           void *b, rocblas_int ldb, const void *inv_a,
                                           rocblas_int inv_a_size, rocblas_datatype compute_type);
ROCBLAS_API rocblas_status rocblas_trsm_batched_ex(
    rocblas_handle handle, rocblas_side side, rocblas_fill uplo, rocblas_operation transA,
    rocblas_diagonal diag, rocblas_int m, rocblas_int n, const void *alpha, const void *a,
    rocblas_int lda, void *b, rocblas_int ldb, rocblas_int batch_count, const void *inv_a,
    rocblas_int inv_a_size, rocblas_datatype compute_type);
ROCBLAS_API rocblas_status rocblas_trsm_strided_batched_ex(
    rocblas_handle handle, rocblas_side side, rocblas_fill uplo, rocblas_operation transA,
    rocblas_diagonal diag, rocblas_int m, rocblas_int n, const void *alpha, const void *a,
    rocblas_int lda, rocblas_stride stride_a, void *b, rocblas_int ldb, rocblas_stride stride_b,
    rocblas_int batch_count, const void *inv_a, rocblas_int inv_a_size, rocblas_stride stride_inv_a,
    rocblas_datatype compute_type);

// Level 1 with explicit element types, which must all be equal except the scalars'.
#define ROCBLAS_DECLARE_EX(form, INT, COUNT, STRIDE_X, STRIDE_Y)                                   \
  ROCBLAS_API rocblas_status rocblas_axpy##form(                                                   \
      rocblas_handle handle, INT n, const void *alpha, rocblas_datatype alpha_type, const void *x, \
      rocblas_datatype x_type, INT incx STRIDE_X, void *y, rocblas_datatype y_type,                \
      INT incy STRIDE_Y COUNT, rocblas_datatype execution_type);                                   \
  ROCBLAS_API rocblas_status rocblas_scal##form(                                                   \
      rocblas_handle handle, INT n, const void *alpha, rocblas_datatype alpha_type, void *x,       \
      rocblas_datatype x_type, INT incx STRIDE_X COUNT, rocblas_datatype execution_type);          \
  ROCBLAS_API rocblas_status rocblas_dot##form(                                                    \
      rocblas_handle handle, INT n, const void *x, rocblas_datatype x_type, INT incx STRIDE_X,     \
      const void *y, rocblas_datatype y_type, INT incy STRIDE_Y COUNT, void *result,               \
      rocblas_datatype result_type, rocblas_datatype execution_type);                              \
  ROCBLAS_API rocblas_status rocblas_dotc##form(                                                   \
      rocblas_handle handle, INT n, const void *x, rocblas_datatype x_type, INT incx STRIDE_X,     \
      const void *y, rocblas_datatype y_type, INT incy STRIDE_Y COUNT, void *result,               \
      rocblas_datatype result_type, rocblas_datatype execution_type);                              \
  ROCBLAS_API rocblas_status rocblas_nrm2##form(rocblas_handle handle, INT n, const void *x,       \
                                                rocblas_datatype x_type, INT incx STRIDE_X COUNT,  \
                                                void *result, rocblas_datatype result_type,        \
                                                rocblas_datatype execution_type);                  \
  ROCBLAS_API rocblas_status rocblas_rot##form(                                                    \
      rocblas_handle handle, INT n, void *x, rocblas_datatype x_type, INT incx STRIDE_X, void *y,  \
      rocblas_datatype y_type, INT incy STRIDE_Y, const void *c, const void *s,                    \
      rocblas_datatype cs_type COUNT, rocblas_datatype execution_type);
#define ROCBLAS_NOTHING
#define ROCBLAS_COUNT(INT) , INT batch_count
#define ROCBLAS_STRIDE_X , rocblas_stride stride_x
#define ROCBLAS_STRIDE_Y , rocblas_stride stride_y
#define ROCBLAS_DECLARE_FORMS(V, INT)                                                              \
  ROCBLAS_DECLARE_EX(_ex##V, INT, ROCBLAS_NOTHING, ROCBLAS_NOTHING, ROCBLAS_NOTHING)               \
  ROCBLAS_DECLARE_EX(_batched_ex##V, INT, ROCBLAS_COUNT(INT), ROCBLAS_NOTHING, ROCBLAS_NOTHING)    \
  ROCBLAS_DECLARE_EX(_strided_batched_ex##V, INT, ROCBLAS_COUNT(INT), ROCBLAS_STRIDE_X,            \
                     ROCBLAS_STRIDE_Y)
ROCBLAS_DECLARE_FORMS(, rocblas_int)
ROCBLAS_DECLARE_FORMS(_64, int64_t)
#undef ROCBLAS_DECLARE_FORMS
#undef ROCBLAS_STRIDE_Y
#undef ROCBLAS_STRIDE_X
#undef ROCBLAS_COUNT
#undef ROCBLAS_NOTHING
#undef ROCBLAS_DECLARE_EX

#ifdef __cplusplus
}
#endif

#endif

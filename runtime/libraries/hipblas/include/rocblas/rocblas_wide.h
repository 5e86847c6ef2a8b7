// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocBLAS's functions beside the table's: mixed types, 64-bit sizes, solutions. Included by rocblas.h.
#ifndef GOHIP_ROCBLAS_WIDE_H
#define GOHIP_ROCBLAS_WIDE_H

typedef enum rocblas_performance_metric {
  rocblas_default_performance_metric = 0,
  rocblas_device_efficiency_performance_metric = 1,
  rocblas_cu_efficiency_performance_metric = 2
} rocblas_performance_metric;

#ifdef __cplusplus
extern "C" {
#endif

// Products of a matrix and a vector in single precision: A and x are of type T, y of type U. Increments are positive.
#define GOHIP_ROCBLAS_GEMV(name, T, U, INT, suffix)                                                \
  ROCBLAS_API rocblas_status rocblas_##name##gemv_batched##suffix(                                 \
      rocblas_handle handle, rocblas_operation trans, INT m, INT n, const float *alpha,            \
      const T *const a[], INT lda, const T *const x[], INT incx, const float *beta, U *const y[],  \
      INT incy, INT batch_count);                                                                  \
  ROCBLAS_API rocblas_status rocblas_##name##gemv_strided_batched##suffix(                         \
      rocblas_handle handle, rocblas_operation trans, INT m, INT n, const float *alpha,            \
      const T *a, INT lda, rocblas_stride stride_a, const T *x, INT incx, rocblas_stride stride_x, \
      const float *beta, U *y, INT incy, rocblas_stride stride_y, INT batch_count);
#define GOHIP_ROCBLAS_GEMVS(INT, suffix)                                                           \
  GOHIP_ROCBLAS_GEMV(hsh, rocblas_half, rocblas_half, INT, suffix)                                 \
  GOHIP_ROCBLAS_GEMV(hss, rocblas_half, float, INT, suffix)                                        \
  GOHIP_ROCBLAS_GEMV(tst, rocblas_bfloat16, rocblas_bfloat16, INT, suffix)                         \
  GOHIP_ROCBLAS_GEMV(tss, rocblas_bfloat16, float, INT, suffix)
GOHIP_ROCBLAS_GEMVS(rocblas_int, )
GOHIP_ROCBLAS_GEMVS(int64_t, _64)
#undef GOHIP_ROCBLAS_GEMVS
#undef GOHIP_ROCBLAS_GEMV

ROCBLAS_API rocblas_status rocblas_gemm_ex_64(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, int64_t m, int64_t n,
    int64_t k, const void *alpha, const void *a, rocblas_datatype a_type, int64_t lda,
    const void *b, rocblas_datatype b_type, int64_t ldb, const void *beta, const void *c,
    rocblas_datatype c_type, int64_t ldc, void *d, rocblas_datatype d_type, int64_t ldd,
    rocblas_datatype compute_type, rocblas_gemm_algo algo, int32_t solution_index, uint32_t flags);
ROCBLAS_API rocblas_status rocblas_gemm_batched_ex_64(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, int64_t m, int64_t n,
    int64_t k, const void *alpha, const void *a, rocblas_datatype a_type, int64_t lda,
    const void *b, rocblas_datatype b_type, int64_t ldb, const void *beta, const void *c,
    rocblas_datatype c_type, int64_t ldc, void *d, rocblas_datatype d_type, int64_t ldd,
    int64_t batch_count, rocblas_datatype compute_type, rocblas_gemm_algo algo,
    int32_t solution_index, uint32_t flags);
ROCBLAS_API rocblas_status rocblas_gemm_strided_batched_ex_64(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, int64_t m, int64_t n,
    int64_t k, const void *alpha, const void *a, rocblas_datatype a_type, int64_t lda,
    rocblas_stride stride_a, const void *b, rocblas_datatype b_type, int64_t ldb,
    rocblas_stride stride_b, const void *beta, const void *c, rocblas_datatype c_type, int64_t ldc,
    rocblas_stride stride_c, void *d, rocblas_datatype d_type, int64_t ldd, rocblas_stride stride_d,
    int64_t batch_count, rocblas_datatype compute_type, rocblas_gemm_algo algo,
    int32_t solution_index, uint32_t flags);

// The solutions of a product, of which there is one, number 0: without a list their number.
ROCBLAS_API rocblas_status rocblas_gemm_ex_get_solutions(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,
    rocblas_int n, rocblas_int k, const void *alpha, const void *a, rocblas_datatype a_type,
    rocblas_int lda, const void *b, rocblas_datatype b_type, rocblas_int ldb, const void *beta,
    const void *c, rocblas_datatype c_type, rocblas_int ldc, void *d, rocblas_datatype d_type,
    rocblas_int ldd, rocblas_datatype compute_type, rocblas_gemm_algo algo, uint32_t flags,
    rocblas_int *list_array, rocblas_int *list_size);
ROCBLAS_API rocblas_status rocblas_gemm_batched_ex_get_solutions(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,
    rocblas_int n, rocblas_int k, const void *alpha, const void *a, rocblas_datatype a_type,
    rocblas_int lda, const void *b, rocblas_datatype b_type, rocblas_int ldb, const void *beta,
    const void *c, rocblas_datatype c_type, rocblas_int ldc, void *d, rocblas_datatype d_type,
    rocblas_int ldd, rocblas_int batch_count, rocblas_datatype compute_type, rocblas_gemm_algo algo,
    uint32_t flags, rocblas_int *list_array, rocblas_int *list_size);
ROCBLAS_API rocblas_status rocblas_gemm_strided_batched_ex_get_solutions(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,
    rocblas_int n, rocblas_int k, const void *alpha, const void *a, rocblas_datatype a_type,
    rocblas_int lda, rocblas_stride stride_a, const void *b, rocblas_datatype b_type,
    rocblas_int ldb, rocblas_stride stride_b, const void *beta, const void *c,
    rocblas_datatype c_type, rocblas_int ldc, rocblas_stride stride_c, void *d,
    rocblas_datatype d_type, rocblas_int ldd, rocblas_stride stride_d, rocblas_int batch_count,
    rocblas_datatype compute_type, rocblas_gemm_algo algo, uint32_t flags, rocblas_int *list_array,
    rocblas_int *list_size);
ROCBLAS_API rocblas_status rocblas_gemm_ex_get_solutions_by_type(
    rocblas_handle handle, rocblas_datatype input_type, rocblas_datatype output_type,
    rocblas_datatype compute_type, uint32_t flags, rocblas_int *list_array, rocblas_int *list_size);
ROCBLAS_API rocblas_status rocblas_gemm_batched_ex_get_solutions_by_type(
    rocblas_handle handle, rocblas_datatype input_type, rocblas_datatype output_type,
    rocblas_datatype compute_type, uint32_t flags, rocblas_int *list_array, rocblas_int *list_size);

ROCBLAS_API rocblas_status rocblas_set_vector_64(int64_t n, int64_t elem_size, const void *x,
                                                 int64_t incx, void *y, int64_t incy);
ROCBLAS_API rocblas_status rocblas_get_vector_64(int64_t n, int64_t elem_size, const void *x,
                                                 int64_t incx, void *y, int64_t incy);
ROCBLAS_API rocblas_status rocblas_set_matrix_64(int64_t rows, int64_t cols, int64_t elem_size,
                                                 const void *a, int64_t lda, void *b, int64_t ldb);
ROCBLAS_API rocblas_status rocblas_get_matrix_64(int64_t rows, int64_t cols, int64_t elem_size,
                                                 const void *a, int64_t lda, void *b, int64_t ldb);
ROCBLAS_API rocblas_status rocblas_set_vector_async_64(int64_t n, int64_t elem_size, const void *x,
                                                       int64_t incx, void *y, int64_t incy,
                                                       hipStream_t stream);
ROCBLAS_API rocblas_status rocblas_get_vector_async_64(int64_t n, int64_t elem_size, const void *x,
                                                       int64_t incx, void *y, int64_t incy,
                                                       hipStream_t stream);
ROCBLAS_API rocblas_status rocblas_set_matrix_async_64(int64_t rows, int64_t cols,
                                                       int64_t elem_size, const void *a,
                                                       int64_t lda, void *b, int64_t ldb,
                                                       hipStream_t stream);
ROCBLAS_API rocblas_status rocblas_get_matrix_async_64(int64_t rows, int64_t cols,
                                                       int64_t elem_size, const void *a,
                                                       int64_t lda, void *b, int64_t ldb,
                                                       hipStream_t stream);

ROCBLAS_API bool rocblas_is_user_managing_device_memory(rocblas_handle handle);
ROCBLAS_API void rocblas_abort(void) __attribute__((noreturn));

// Not implemented, as in AMD's, or of its measurements.
ROCBLAS_API rocblas_status rocblas_set_performance_metric(rocblas_handle handle,
                                                          rocblas_performance_metric metric);
ROCBLAS_API rocblas_status rocblas_get_performance_metric(rocblas_handle handle,
                                                          rocblas_performance_metric *metric);
ROCBLAS_API rocblas_status rocblas_set_solution_fitness_query(rocblas_handle handle,
                                                              double *fitness);
ROCBLAS_API rocblas_status rocblas_set_start_stop_events(rocblas_handle handle, hipEvent_t start,
                                                         hipEvent_t stop);
#define GOHIP_ROCBLAS_KERNEL_NAME(t, T)                                                            \
  ROCBLAS_API rocblas_status rocblas_##t##gemm_kernel_name(                                        \
      rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,    \
      rocblas_int n, rocblas_int k, const T *alpha, const T *a, rocblas_int lda,                   \
      rocblas_stride stride_a, const T *b, rocblas_int ldb, rocblas_stride stride_b,               \
      const T *beta, T *c, rocblas_int ldc, rocblas_stride stride_c, rocblas_int batch_count);
GOHIP_ROCBLAS_KERNEL_NAME(h, rocblas_half)
GOHIP_ROCBLAS_KERNEL_NAME(s, float)
GOHIP_ROCBLAS_KERNEL_NAME(d, double)
#undef GOHIP_ROCBLAS_KERNEL_NAME

#ifdef __cplusplus
}
#endif

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocBLAS's functions of rocblas_wide.h, over those of rocblas.c.
#include <stdlib.h>

#include <rocblas/rocblas.h>

static bool fits(const int64_t *sizes, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (sizes[i] > INT32_MAX || sizes[i] < INT32_MIN) return false;
  return true;
}
// The BLAS below has 32-bit sizes.
#define FIT(...)                                                                                   \
  const int64_t sizes[] = {__VA_ARGS__};                                                           \
  if (!fits(sizes, sizeof sizes / sizeof *sizes)) return rocblas_status_not_implemented
#define INT(x) (rocblas_int)(x)

rocblas_status rocblas_gemm_ex_64(rocblas_handle handle, rocblas_operation transA,
                                  rocblas_operation transB, int64_t m, int64_t n, int64_t k,
                                  const void *alpha, const void *a, rocblas_datatype a_type,
                                  int64_t lda, const void *b, rocblas_datatype b_type, int64_t ldb,
                                  const void *beta, const void *c, rocblas_datatype c_type,
                                  int64_t ldc, void *d, rocblas_datatype d_type, int64_t ldd,
                                  rocblas_datatype compute_type, rocblas_gemm_algo algo,
                                  int32_t solution_index, uint32_t flags) {
  FIT(m, n, k, lda, ldb, ldc, ldd);
  return rocblas_gemm_ex(handle, transA, transB, INT(m), INT(n), INT(k), alpha, a, a_type, INT(lda),
                         b, b_type, INT(ldb), beta, c, c_type, INT(ldc), d, d_type, INT(ldd),
                         compute_type, algo, solution_index, flags);
}

rocblas_status rocblas_gemm_batched_ex_64(rocblas_handle handle, rocblas_operation transA,
                                          rocblas_operation transB, int64_t m, int64_t n, int64_t k,
                                          const void *alpha, const void *a, rocblas_datatype a_type,
                                          int64_t lda, const void *b, rocblas_datatype b_type,
                                          int64_t ldb, const void *beta, const void *c,
                                          rocblas_datatype c_type, int64_t ldc, void *d,
                                          rocblas_datatype d_type, int64_t ldd, int64_t batch_count,
                                          rocblas_datatype compute_type, rocblas_gemm_algo algo,
                                          int32_t solution_index, uint32_t flags) {
  FIT(m, n, k, lda, ldb, ldc, ldd, batch_count);
  return rocblas_gemm_batched_ex(handle, transA, transB, INT(m), INT(n), INT(k), alpha, a, a_type,
                                 INT(lda), b, b_type, INT(ldb), beta, c, c_type, INT(ldc), d,
                                 d_type, INT(ldd), INT(batch_count), compute_type, algo,
                                 solution_index, flags);
}

rocblas_status rocblas_gemm_strided_batched_ex_64(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, int64_t m, int64_t n,
    int64_t k, const void *alpha, const void *a, rocblas_datatype a_type, int64_t lda,
    rocblas_stride stride_a, const void *b, rocblas_datatype b_type, int64_t ldb,
    rocblas_stride stride_b, const void *beta, const void *c, rocblas_datatype c_type, int64_t ldc,
    rocblas_stride stride_c, void *d, rocblas_datatype d_type, int64_t ldd, rocblas_stride stride_d,
    int64_t batch_count, rocblas_datatype compute_type, rocblas_gemm_algo algo,
    int32_t solution_index, uint32_t flags) {
  FIT(m, n, k, lda, ldb, ldc, ldd, batch_count);
  return rocblas_gemm_strided_batched_ex(
      handle, transA, transB, INT(m), INT(n), INT(k), alpha, a, a_type, INT(lda), stride_a, b,
      b_type, INT(ldb), stride_b, beta, c, c_type, INT(ldc), stride_c, d, d_type, INT(ldd),
      stride_d, INT(batch_count), compute_type, algo, solution_index, flags);
}

// row is a product of a matrix and a vector as one of matrices of one row, y = x op(A)^T, whose leading dimensions are
// the increments.
typedef struct row {
  rocblas_operation trans;
  rocblas_int n, k;
} row;

static rocblas_status row_of(rocblas_operation trans, int64_t m, int64_t n, int64_t lda,
                             int64_t incx, int64_t incy, row *r) {
  bool as_is = trans == rocblas_operation_none;
  if (!as_is && trans != rocblas_operation_transpose &&
      trans != rocblas_operation_conjugate_transpose)
    return rocblas_status_invalid_value;
  if (m < 0 || n < 0 || lda < m || lda < 1 || incx == 0 || incy == 0)
    return rocblas_status_invalid_size;
  if (incx < 0 || incy < 0) return rocblas_status_not_implemented;
  *r = (row){as_is ? rocblas_operation_transpose : rocblas_operation_none, INT(as_is ? m : n),
             INT(as_is ? n : m)};
  return rocblas_status_success;
}

#define ROW                                                                                        \
  FIT(m, n, lda, incx, incy, batch_count);                                                         \
  row r;                                                                                           \
  rocblas_status status = row_of(trans, m, n, lda, incx, incy, &r);                                \
  if (status != rocblas_status_success) return status;                                             \
  if (batch_count < 0) return rocblas_status_invalid_size;                                         \
  if (m == 0 || n == 0 || batch_count == 0) return rocblas_status_success
#define COMPUTED rocblas_datatype_f32_r, rocblas_gemm_algo_standard, 0, rocblas_gemm_flags_none
#define GEMV(name, T, t, U, u, INTEGER, suffix)                                                    \
  rocblas_status rocblas_##name##gemv_batched##suffix(                                             \
      rocblas_handle handle, rocblas_operation trans, INTEGER m, INTEGER n, const float *alpha,    \
      const T *const a[], INTEGER lda, const T *const x[], INTEGER incx, const float *beta,        \
      U *const y[], INTEGER incy, INTEGER batch_count) {                                           \
    ROW;                                                                                           \
    return rocblas_gemm_batched_ex(                                                                \
        handle, rocblas_operation_none, r.trans, 1, r.n, r.k, alpha, x, rocblas_datatype_##t,      \
        INT(incx), a, rocblas_datatype_##t, INT(lda), beta, (void *)y, rocblas_datatype_##u,       \
        INT(incy), (void *)y, rocblas_datatype_##u, INT(incy), INT(batch_count), COMPUTED);        \
  }                                                                                                \
  rocblas_status rocblas_##name##gemv_strided_batched##suffix(                                     \
      rocblas_handle handle, rocblas_operation trans, INTEGER m, INTEGER n, const float *alpha,    \
      const T *a, INTEGER lda, rocblas_stride stride_a, const T *x, INTEGER incx,                  \
      rocblas_stride stride_x, const float *beta, U *y, INTEGER incy, rocblas_stride stride_y,     \
      INTEGER batch_count) {                                                                       \
    ROW;                                                                                           \
    return rocblas_gemm_strided_batched_ex(                                                        \
        handle, rocblas_operation_none, r.trans, 1, r.n, r.k, alpha, x, rocblas_datatype_##t,      \
        INT(incx), stride_x, a, rocblas_datatype_##t, INT(lda), stride_a, beta, y,                 \
        rocblas_datatype_##u, INT(incy), stride_y, y, rocblas_datatype_##u, INT(incy), stride_y,   \
        INT(batch_count), COMPUTED);                                                               \
  }
#define GEMVS(INTEGER, suffix)                                                                     \
  GEMV(hsh, rocblas_half, f16_r, rocblas_half, f16_r, INTEGER, suffix)                             \
  GEMV(hss, rocblas_half, f16_r, float, f32_r, INTEGER, suffix)                                    \
  GEMV(tst, rocblas_bfloat16, bf16_r, rocblas_bfloat16, bf16_r, INTEGER, suffix)                   \
  GEMV(tss, rocblas_bfloat16, bf16_r, float, f32_r, INTEGER, suffix)
GEMVS(rocblas_int, )
GEMVS(int64_t, _64)

// solutions lists the one solution that there is.
static rocblas_status solutions(rocblas_handle handle, rocblas_int *list, rocblas_int *size) {
  if (!handle) return rocblas_status_invalid_handle;
  if (!size) return rocblas_status_invalid_pointer;
  if (list && *size > 0) list[0] = 0;
  if (!list) *size = 1;
  return rocblas_status_success;
}

#pragma GCC diagnostic ignored "-Wunused-parameter"
rocblas_status rocblas_gemm_ex_get_solutions(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,
    rocblas_int n, rocblas_int k, const void *alpha, const void *a, rocblas_datatype a_type,
    rocblas_int lda, const void *b, rocblas_datatype b_type, rocblas_int ldb, const void *beta,
    const void *c, rocblas_datatype c_type, rocblas_int ldc, void *d, rocblas_datatype d_type,
    rocblas_int ldd, rocblas_datatype compute_type, rocblas_gemm_algo algo, uint32_t flags,
    rocblas_int *list_array, rocblas_int *list_size) {
  return solutions(handle, list_array, list_size);
}
rocblas_status rocblas_gemm_batched_ex_get_solutions(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,
    rocblas_int n, rocblas_int k, const void *alpha, const void *a, rocblas_datatype a_type,
    rocblas_int lda, const void *b, rocblas_datatype b_type, rocblas_int ldb, const void *beta,
    const void *c, rocblas_datatype c_type, rocblas_int ldc, void *d, rocblas_datatype d_type,
    rocblas_int ldd, rocblas_int batch_count, rocblas_datatype compute_type, rocblas_gemm_algo algo,
    uint32_t flags, rocblas_int *list_array, rocblas_int *list_size) {
  return solutions(handle, list_array, list_size);
}
rocblas_status rocblas_gemm_strided_batched_ex_get_solutions(
    rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,
    rocblas_int n, rocblas_int k, const void *alpha, const void *a, rocblas_datatype a_type,
    rocblas_int lda, rocblas_stride stride_a, const void *b, rocblas_datatype b_type,
    rocblas_int ldb, rocblas_stride stride_b, const void *beta, const void *c,
    rocblas_datatype c_type, rocblas_int ldc, rocblas_stride stride_c, void *d,
    rocblas_datatype d_type, rocblas_int ldd, rocblas_stride stride_d, rocblas_int batch_count,
    rocblas_datatype compute_type, rocblas_gemm_algo algo, uint32_t flags, rocblas_int *list_array,
    rocblas_int *list_size) {
  return solutions(handle, list_array, list_size);
}
rocblas_status rocblas_gemm_ex_get_solutions_by_type(rocblas_handle handle,
                                                     rocblas_datatype input_type,
                                                     rocblas_datatype output_type,
                                                     rocblas_datatype compute_type, uint32_t flags,
                                                     rocblas_int *list_array,
                                                     rocblas_int *list_size) {
  return solutions(handle, list_array, list_size);
}
rocblas_status
rocblas_gemm_batched_ex_get_solutions_by_type(rocblas_handle handle, rocblas_datatype input_type,
                                              rocblas_datatype output_type,
                                              rocblas_datatype compute_type, uint32_t flags,
                                              rocblas_int *list_array, rocblas_int *list_size) {
  return solutions(handle, list_array, list_size);
}

#define VECTOR(name)                                                                               \
  rocblas_status rocblas_##name##_64(int64_t n, int64_t elem_size, const void *x, int64_t incx,    \
                                     void *y, int64_t incy) {                                      \
    FIT(n, elem_size, incx, incy);                                                                 \
    return rocblas_##name(INT(n), INT(elem_size), x, INT(incx), y, INT(incy));                     \
  }                                                                                                \
  rocblas_status rocblas_##name##_async_64(int64_t n, int64_t elem_size, const void *x,            \
                                           int64_t incx, void *y, int64_t incy,                    \
                                           hipStream_t stream) {                                   \
    FIT(n, elem_size, incx, incy);                                                                 \
    return rocblas_##name##_async(INT(n), INT(elem_size), x, INT(incx), y, INT(incy), stream);     \
  }
VECTOR(set_vector)
VECTOR(get_vector)

#define MATRIX(name)                                                                               \
  rocblas_status rocblas_##name##_64(int64_t rows, int64_t cols, int64_t elem_size, const void *a, \
                                     int64_t lda, void *b, int64_t ldb) {                          \
    FIT(rows, cols, elem_size, lda, ldb);                                                          \
    return rocblas_##name(INT(rows), INT(cols), INT(elem_size), a, INT(lda), b, INT(ldb));         \
  }                                                                                                \
  rocblas_status rocblas_##name##_async_64(int64_t rows, int64_t cols, int64_t elem_size,          \
                                           const void *a, int64_t lda, void *b, int64_t ldb,       \
                                           hipStream_t stream) {                                   \
    FIT(rows, cols, elem_size, lda, ldb);                                                          \
    return rocblas_##name##_async(INT(rows), INT(cols), INT(elem_size), a, INT(lda), b, INT(ldb),  \
                                  stream);                                                         \
  }
MATRIX(set_matrix)
MATRIX(get_matrix)

bool rocblas_is_user_managing_device_memory(rocblas_handle handle) { return false; }
void rocblas_abort(void) { abort(); }

rocblas_status rocblas_set_performance_metric(rocblas_handle handle,
                                              rocblas_performance_metric metric) {
  if (!handle) return rocblas_status_invalid_handle;
  return metric == rocblas_default_performance_metric ? rocblas_status_success
                                                      : rocblas_status_not_implemented;
}
rocblas_status rocblas_get_performance_metric(rocblas_handle handle,
                                              rocblas_performance_metric *metric) {
  if (!handle) return rocblas_status_invalid_handle;
  if (!metric) return rocblas_status_invalid_pointer;
  *metric = rocblas_default_performance_metric;
  return rocblas_status_success;
}
rocblas_status rocblas_set_solution_fitness_query(rocblas_handle handle, double *fitness) {
  return handle ? rocblas_status_not_implemented : rocblas_status_invalid_handle;
}
rocblas_status rocblas_set_start_stop_events(rocblas_handle handle, hipEvent_t start,
                                             hipEvent_t stop) {
  return handle ? rocblas_status_not_implemented : rocblas_status_invalid_handle;
}
#define KERNEL_NAME(t, T)                                                                          \
  rocblas_status rocblas_##t##gemm_kernel_name(                                                    \
      rocblas_handle handle, rocblas_operation transA, rocblas_operation transB, rocblas_int m,    \
      rocblas_int n, rocblas_int k, const T *alpha, const T *a, rocblas_int lda,                   \
      rocblas_stride stride_a, const T *b, rocblas_int ldb, rocblas_stride stride_b,               \
      const T *beta, T *c, rocblas_int ldc, rocblas_stride stride_c, rocblas_int batch_count) {    \
    return rocblas_status_not_implemented;                                                         \
  }
KERNEL_NAME(h, rocblas_half)
KERNEL_NAME(s, float)
KERNEL_NAME(d, double)

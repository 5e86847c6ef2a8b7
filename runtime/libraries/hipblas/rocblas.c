// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// librocblas.so: rocBLAS's names, over libhipblas.so. The enumerators of operands have the same
// numbers in both.
#include <hipblas/hipblas.h>
#include <rocblas/rocblas.h>

static rocblas_status rb_status(hipblasStatus_t s) {
  switch (s) {
  case HIPBLAS_STATUS_SUCCESS:
    return rocblas_status_success;
  case HIPBLAS_STATUS_NOT_INITIALIZED:
  case HIPBLAS_STATUS_HANDLE_IS_NULLPTR:
    return rocblas_status_invalid_handle;
  case HIPBLAS_STATUS_ALLOC_FAILED:
    return rocblas_status_memory_error;
  case HIPBLAS_STATUS_INVALID_VALUE:
    return rocblas_status_invalid_size;
  case HIPBLAS_STATUS_INVALID_ENUM:
    return rocblas_status_invalid_value;
  case HIPBLAS_STATUS_NOT_SUPPORTED:
    return rocblas_status_not_implemented;
  case HIPBLAS_STATUS_ARCH_MISMATCH:
    return rocblas_status_arch_mismatch;
  default:
    return rocblas_status_internal_error;
  }
}

void rocblas_initialize(void) {}

rocblas_status rocblas_create_handle(rocblas_handle *handle) {
  return rb_status(hipblasCreate((hipblasHandle_t *)handle));
}

rocblas_status rocblas_destroy_handle(rocblas_handle handle) {
  return rb_status(hipblasDestroy(handle));
}

rocblas_status rocblas_set_stream(rocblas_handle handle, hipStream_t stream) {
  return rb_status(hipblasSetStream(handle, stream));
}

rocblas_status rocblas_get_stream(rocblas_handle handle, hipStream_t *stream) {
  return rb_status(hipblasGetStream(handle, stream));
}

rocblas_status rocblas_set_pointer_mode(rocblas_handle handle, rocblas_pointer_mode mode) {
  return rb_status(hipblasSetPointerMode(handle, (hipblasPointerMode_t)mode));
}

rocblas_status rocblas_get_pointer_mode(rocblas_handle handle, rocblas_pointer_mode *mode) {
  return rb_status(hipblasGetPointerMode(handle, (hipblasPointerMode_t *)mode));
}

const char *rocblas_status_to_string(rocblas_status status) {
  static const char *const names[] = {"rocblas_status_success",
                                      "rocblas_status_invalid_handle",
                                      "rocblas_status_not_implemented",
                                      "rocblas_status_invalid_pointer",
                                      "rocblas_status_invalid_size",
                                      "rocblas_status_memory_error",
                                      "rocblas_status_internal_error",
                                      "rocblas_status_perf_degraded",
                                      "rocblas_status_size_query_mismatch",
                                      "rocblas_status_size_increased",
                                      "rocblas_status_size_unchanged",
                                      "rocblas_status_invalid_value",
                                      "rocblas_status_continue",
                                      "rocblas_status_check_numerics_fail",
                                      "rocblas_status_excluded_from_build",
                                      "rocblas_status_arch_mismatch"};
  return (unsigned)status < sizeof names / sizeof *names ? names[status]
                                                         : "<undefined rocblas_status value>";
}

rocblas_status rocblas_set_vector(rocblas_int n, rocblas_int elem_size, const void *x,
                                  rocblas_int incx, void *y, rocblas_int incy) {
  return rb_status(hipblasSetVector(n, elem_size, x, incx, y, incy));
}

rocblas_status rocblas_get_vector(rocblas_int n, rocblas_int elem_size, const void *x,
                                  rocblas_int incx, void *y, rocblas_int incy) {
  return rb_status(hipblasGetVector(n, elem_size, x, incx, y, incy));
}

rocblas_status rocblas_set_matrix(rocblas_int rows, rocblas_int cols, rocblas_int elem_size,
                                  const void *a, rocblas_int lda, void *b, rocblas_int ldb) {
  return rb_status(hipblasSetMatrix(rows, cols, elem_size, a, lda, b, ldb));
}

rocblas_status rocblas_get_matrix(rocblas_int rows, rocblas_int cols, rocblas_int elem_size,
                                  const void *a, rocblas_int lda, void *b, rocblas_int ldb) {
  return rb_status(hipblasGetMatrix(rows, cols, elem_size, a, lda, b, ldb));
}

// bytes is the size of an element of a product's accumulator.
static size_t bytes(rocblas_datatype t) {
  switch (t) {
  case rocblas_datatype_f16_r:
  case rocblas_datatype_bf16_r:
    return 2;
  case rocblas_datatype_f32_r:
  case rocblas_datatype_i32_r:
    return 4;
  case rocblas_datatype_f64_r:
  case rocblas_datatype_f32_c:
    return 8;
  case rocblas_datatype_f64_c:
    return 16;
  default:
    return 0;
  }
}

rocblas_status rocblas_gemm_ex(rocblas_handle handle, rocblas_operation transA,
                               rocblas_operation transB, rocblas_int m, rocblas_int n,
                               rocblas_int k, const void *alpha, const void *a,
                               rocblas_datatype a_type, rocblas_int lda, const void *b,
                               rocblas_datatype b_type, rocblas_int ldb, const void *beta,
                               const void *c, rocblas_datatype c_type, rocblas_int ldc, void *d,
                               rocblas_datatype d_type, rocblas_int ldd,
                               rocblas_datatype compute_type, rocblas_gemm_algo algo,
                               int32_t solution_index, uint32_t flags) {
  (void)solution_index; // there is only one solution
  (void)flags;
  hipStream_t stream;
  hipblasStatus_t s = hipblasGetStream(handle, &stream);
  if (s != HIPBLAS_STATUS_SUCCESS) return rocblas_status_invalid_handle;
  if (algo != rocblas_gemm_algo_standard && algo != rocblas_gemm_algo_solution_index)
    return rocblas_status_invalid_value;
  if (c_type != d_type) return rocblas_status_not_implemented;
  if (m < 0 || n < 0 || k < 0 || ldc < m || ldd < m || ldc < 1 || ldd < 1)
    return rocblas_status_invalid_size;
  if (m == 0 || n == 0) return rocblas_status_success;
  if (!c || !d) return rocblas_status_invalid_pointer;
  size_t size = bytes(c_type);
  if (c != d && size &&
      hipMemcpy2DAsync(d, ldd * size, c, ldc * size, m * size, n, hipMemcpyDeviceToDevice,
                       stream) != hipSuccess)
    return rocblas_status_internal_error;
  return rb_status(hipblasGemmEx(handle, (hipblasOperation_t)transA, (hipblasOperation_t)transB, m,
                                 n, k, alpha, a, (hipblasDatatype_t)a_type, lda, b,
                                 (hipblasDatatype_t)b_type, ldb, beta, d, (hipblasDatatype_t)d_type,
                                 ldd, (hipblasDatatype_t)compute_type, HIPBLAS_GEMM_DEFAULT));
}

#pragma GCC diagnostic ignored "-Wincompatible-pointer-types" // both names of half and bfloat16
#include "rocblas_functions.inc"

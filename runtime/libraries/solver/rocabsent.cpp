// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSOLVER's names of rocBLAS's functions, and the functions that are not supported.
#include <rocsolver/rocsolver.h>

rocsolver_status rocsolver_create_handle(rocsolver_handle *handle) {
  return rocblas_create_handle(handle);
}
rocsolver_status rocsolver_destroy_handle(rocsolver_handle handle) {
  return rocblas_destroy_handle(handle);
}
rocsolver_status rocsolver_set_stream(rocsolver_handle handle, hipStream_t stream) {
  return rocblas_set_stream(handle, stream);
}
rocsolver_status rocsolver_get_stream(rocsolver_handle handle, hipStream_t *stream) {
  return rocblas_get_stream(handle, stream);
}
rocsolver_status rocsolver_set_vector(rocsolver_int n, rocsolver_int elem_size, const void *x,
                                      rocsolver_int incx, void *y, rocsolver_int incy) {
  return rocblas_set_vector(n, elem_size, x, incx, y, incy);
}
rocsolver_status rocsolver_get_vector(rocsolver_int n, rocsolver_int elem_size, const void *x,
                                      rocsolver_int incx, void *y, rocsolver_int incy) {
  return rocblas_get_vector(n, elem_size, x, incx, y, incy);
}
rocsolver_status rocsolver_set_matrix(rocsolver_int rows, rocsolver_int cols,
                                      rocsolver_int elem_size, const void *a, rocsolver_int lda,
                                      void *b, rocsolver_int ldb) {
  return rocblas_set_matrix(rows, cols, elem_size, a, lda, b, ldb);
}
rocsolver_status rocsolver_get_matrix(rocsolver_int rows, rocsolver_int cols,
                                      rocsolver_int elem_size, const void *a, rocsolver_int lda,
                                      void *b, rocsolver_int ldb) {
  return rocblas_get_matrix(rows, cols, elem_size, a, lda, b, ldb);
}

#pragma GCC diagnostic ignored "-Wunused-parameter" // the table names some
#define NOT_SUPPORTED(name, parameters)                                                            \
  rocblas_status name parameters { return rocblas_status_not_implemented; }
GOHIP_ROCSOLVER_ABSENT(NOT_SUPPORTED)

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Checks of the arguments of rocSOLVER's functions, and what their enumerators are to LAPACK.
#ifndef GOHIP_SOLVER_ROCCHECK_H
#define GOHIP_SOLVER_ROCCHECK_H

#include <rocsolver/rocsolver.h>

#include "batch.h"

namespace lapack {

// checked is the status of a call, before there is anything to do.
struct checked {
  rocblas_status status = rocblas_status_success;
  hipStream_t stream = nullptr;
  int batch;

  checked(rocblas_handle handle, int batch) : batch(batch) {
    need(rocblas_get_stream(handle, &stream) == rocblas_status_success,
         rocblas_status_invalid_handle);
    need(!rocblas_is_device_memory_size_query(handle), rocblas_status_size_unchanged);
    need(batch >= 0, rocblas_status_invalid_size);
  }
  checked &need(bool ok, rocblas_status bad) {
    if (status == rocblas_status_success && !ok) status = bad;
    return *this;
  }
  checked &value(bool known) { return need(known, rocblas_status_invalid_value); }
  checked &op(rocblas_operation t, bool complex = false) {
    value(t >= rocblas_operation_none && t <= rocblas_operation_conjugate_transpose);
    return value(!complex || t != rocblas_operation_transpose); // which LAPACK's gels has not
  }
  checked &uplo(rocblas_fill u) {
    return value(u == rocblas_fill_upper || u == rocblas_fill_lower);
  }
  checked &size(bool ok) { return need(ok, rocblas_status_invalid_size); }
  checked &array(bool used, const void *at) {
    return need(!used || !batch || at, rocblas_status_invalid_pointer);
  }
  checked &matrix(int rows, int cols, const void *a, int ld) {
    need(rows >= 0 && cols >= 0 && ld >= std::max(1, rows), rocblas_status_invalid_size);
    return array(rows > 0 && cols > 0, a);
  }
  // done has the work done, on a device that it can be done on.
  template <class Work> rocblas_status done(const Work &work) {
    gl_device device;
    if (status != rocblas_status_success || !batch) return status;
    if (gl_current(&device) != hipSuccess) return rocblas_status_internal_error;
    if (device != GL_HOST) return rocblas_status_not_implemented;
    if (!load("rocsolver")) return rocblas_status_internal_error;
    hipError_t e = work();
    return e == hipSuccess            ? rocblas_status_success
           : e == hipErrorOutOfMemory ? rocblas_status_memory_error
                                      : rocblas_status_internal_error;
  }
};

// The letters of enumerators that are rocSOLVER's own.
inline char job(rocblas_svect v) { return "ASON"[v - rocblas_svect_all]; }
inline char job(rocblas_evect v) { return v == rocblas_evect_none ? 'N' : 'V'; }
inline char range(rocblas_erange r) { return "AVI"[r - rocblas_erange_all]; }
inline char side(rocblas_side s) { return s == rocblas_side_left ? 'L' : 'R'; }

// What a variant of a function (rocsolver/internal/variants.h) has for its matrices and vectors.
#define GROUP_OF_MATRIX_1(T, A) strided<T>(A, 0)
#define GROUP_OF_MATRIX_B(T, A) pointers<T>(A)
#define GROUP_OF_MATRIX_S(T, A) strided<T>(A, stride##A)
#define GROUP_OF_VECTOR_1(T, x) strided<T>(x, 0)
#define GROUP_OF_VECTOR_B(T, x) strided<T>(x, stride##x)
#define GROUP_OF_VECTOR_S(T, x) strided<T>(x, stride##x)
#define BATCH_OF_1 1
#define BATCH_OF_B batch_count
#define BATCH_OF_S batch_count

// ROCSOLVER_VARIANTS defines the variants of functions of the four types.
#define ROCSOLVER_VARIANTS(define)                                                                 \
  ROCSOLVER_VARIANT(define, 1) ROCSOLVER_VARIANT(define, B) ROCSOLVER_VARIANT(define, S)
#define ROCSOLVER_VARIANT(define, v)                                                               \
  define(s, float, float, sy, v) define(d, double, double, sy, v)                                  \
      define(c, rocblas_float_complex, float, he, v)                                               \
          define(z, rocblas_double_complex, double, he, v)

} // namespace lapack

#endif

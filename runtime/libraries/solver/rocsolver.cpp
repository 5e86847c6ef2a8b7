// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSOLVER's functions, by the machine's LAPACK, on devices whose memory the host accesses in place.
#include <rocsolver/rocsolver.h>

#include "roccheck.h"

#include <stdio.h>

using namespace lapack;

namespace {

template <class T, class R>
rocblas_status evd(rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, int n, group<T> A,
                   int lda, group<R> D, const R *E, int *info, int batch) {
  checked c(handle, batch);
  c.value(evect >= rocblas_evect_original && evect <= rocblas_evect_none)
      .uplo(uplo)
      .matrix(n, n, A.at(), lda);
  c.array(n > 0, D.at()).array(n > 0, E).array(true, info);
  if (evect == rocblas_evect_tridiagonal) c.need(false, rocblas_status_not_implemented);
  return c.done([&] {
    return lapack::syevd<T>(c.stream, evect == rocblas_evect_none ? 'N' : 'V', triangle(uplo), n, A,
                            lda, D, info, batch);
  });
}

template <class T, class R>
rocblas_status gvd(rocblas_handle handle, rocblas_eform form, rocblas_evect evect,
                   rocblas_fill uplo, int n, group<T> A, int lda, group<T> B, int ldb, group<R> D,
                   const R *E, int *info, int batch) {
  checked c(handle, batch);
  c.value(form >= rocblas_eform_ax && form <= rocblas_eform_bax)
      .value(evect == rocblas_evect_original || evect == rocblas_evect_none)
      .uplo(uplo)
      .matrix(n, n, A.at(), lda)
      .matrix(n, n, B.at(), ldb);
  c.array(n > 0, D.at()).array(n > 0, E).array(true, info);
  return c.done([&] {
    return lapack::sygvd<T>(c.stream, form - rocblas_eform_ax + 1,
                            evect == rocblas_evect_none ? 'N' : 'V', triangle(uplo), n, A, lda, B,
                            ldb, D, info, batch);
  });
}

template <class T, class R>
rocblas_status gesvd(rocblas_handle handle, rocblas_svect left, rocblas_svect right, int m, int n,
                     group<T> A, int lda, group<R> S, group<T> U, int ldu, group<T> V, int ldv,
                     const R *E, rocblas_workmode mode, int *info, int batch) {
  checked c(handle, batch);
  c.value(left >= rocblas_svect_all && left <= rocblas_svect_none);
  c.value(right >= rocblas_svect_all && right <= rocblas_svect_none);
  c.value(left != rocblas_svect_overwrite || right != rocblas_svect_overwrite);
  c.matrix(m, n, A.at(), lda).array(m > 0 && n > 0, S.at());
  int least = std::max(0, std::min(m, n));
  if (left <= rocblas_svect_singular)
    c.matrix(m, left == rocblas_svect_all ? m : least, U.at(), ldu);
  if (right <= rocblas_svect_singular)
    c.matrix(right == rocblas_svect_all ? n : least, n, V.at(), ldv);
  c.value(mode == rocblas_outofplace || mode == rocblas_inplace).array(std::min(m, n) > 0, E);
  c.array(true, info);
  return c.done([&] {
    return lapack::gesvd<T>(c.stream, job(left), job(right), m, n, A, lda, S, U, std::max(1, ldu),
                            V, std::max(1, ldv), info, batch);
  });
}

} // namespace

rocblas_status rocsolver_get_version_string_size(size_t *len) {
  if (!len) return rocblas_status_invalid_pointer;
  *len = (size_t)snprintf(nullptr, 0, "%d.%d.%d", ROCSOLVER_VERSION_MAJOR, ROCSOLVER_VERSION_MINOR,
                          ROCSOLVER_VERSION_PATCH) +
         1;
  return rocblas_status_success;
}

rocblas_status rocsolver_get_version_string(char *buf, size_t len) {
  if (!buf) return rocblas_status_invalid_pointer;
  int n = snprintf(buf, len, "%d.%d.%d", ROCSOLVER_VERSION_MAJOR, ROCSOLVER_VERSION_MINOR,
                   ROCSOLVER_VERSION_PATCH);
  return (size_t)n < len ? rocblas_status_success : rocblas_status_invalid_size;
}

#define TYPE_FUNCTIONS(x, T, R, he)                                                                \
  rocblas_status rocsolver_##x##getrf(rocblas_handle handle, rocblas_int m, rocblas_int n, T *A,   \
                                      rocblas_int lda, rocblas_int *ipiv, rocblas_int *info) {     \
    checked c(handle, 1);                                                                          \
    c.matrix(m, n, A, lda);                                                                        \
    c.array(m && n, ipiv);                                                                         \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return lapack::getrf<T>(c.stream, m, n, strided<T>(A, 0), lda, strided<int>(ipiv, 0), info,  \
                              1);                                                                  \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##getrf_batched(                                                     \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *const A[], rocblas_int lda,          \
      rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count) {     \
    checked c(handle, batch_count);                                                                \
    c.matrix(m, n, A, lda);                                                                        \
    c.array(m && n, ipiv);                                                                         \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return lapack::getrf<T>(c.stream, m, n, pointers<T>(A), lda, strided<int>(ipiv, strideP),    \
                              info, batch_count);                                                  \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##getrf_strided_batched(                                             \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *A, rocblas_int lda,                  \
      rocblas_stride strideA, rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info,        \
      rocblas_int batch_count) {                                                                   \
    checked c(handle, batch_count);                                                                \
    c.matrix(m, n, A, lda);                                                                        \
    c.array(m && n, ipiv);                                                                         \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return lapack::getrf<T>(c.stream, m, n, strided<T>(A, strideA), lda,                         \
                              strided<int>(ipiv, strideP), info, batch_count);                     \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##getrs(rocblas_handle handle, rocblas_operation trans,              \
                                      rocblas_int n, rocblas_int nrhs, T *A, rocblas_int lda,      \
                                      const rocblas_int *ipiv, T *B, rocblas_int ldb) {            \
    checked c(handle, 1);                                                                          \
    c.op(trans);                                                                                   \
    c.matrix(n, n, A, lda);                                                                        \
    c.matrix(n, nrhs, B, ldb);                                                                     \
    c.array(n && n, ipiv);                                                                         \
    return c.done([&] {                                                                            \
      return lapack::getrs<T>(c.stream, operation(trans), n, nrhs, strided<T>(A, 0), lda,          \
                              strided<const int>(ipiv, 0), strided<T>(B, 0), ldb, 1);              \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##getrs_batched(                                                     \
      rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs,             \
      T *const A[], rocblas_int lda, const rocblas_int *ipiv, rocblas_stride strideP,              \
      T *const B[], rocblas_int ldb, rocblas_int batch_count) {                                    \
    checked c(handle, batch_count);                                                                \
    c.op(trans);                                                                                   \
    c.matrix(n, n, A, lda);                                                                        \
    c.matrix(n, nrhs, B, ldb);                                                                     \
    c.array(n && n, ipiv);                                                                         \
    return c.done([&] {                                                                            \
      return lapack::getrs<T>(c.stream, operation(trans), n, nrhs, pointers<T>(A), lda,            \
                              strided<const int>(ipiv, strideP), pointers<T>(B), ldb,              \
                              batch_count);                                                        \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##getrs_strided_batched(                                             \
      rocblas_handle handle, rocblas_operation trans, rocblas_int n, rocblas_int nrhs, T *A,       \
      rocblas_int lda, rocblas_stride strideA, const rocblas_int *ipiv, rocblas_stride strideP,    \
      T *B, rocblas_int ldb, rocblas_stride strideB, rocblas_int batch_count) {                    \
    checked c(handle, batch_count);                                                                \
    c.op(trans);                                                                                   \
    c.matrix(n, n, A, lda);                                                                        \
    c.matrix(n, nrhs, B, ldb);                                                                     \
    c.array(n && n, ipiv);                                                                         \
    return c.done([&] {                                                                            \
      return lapack::getrs<T>(c.stream, operation(trans), n, nrhs, strided<T>(A, strideA), lda,    \
                              strided<const int>(ipiv, strideP), strided<T>(B, strideB), ldb,      \
                              batch_count);                                                        \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##getri(rocblas_handle handle, rocblas_int n, T *A, rocblas_int lda, \
                                      rocblas_int *ipiv, rocblas_int *info) {                      \
    checked c(handle, 1);                                                                          \
    c.matrix(n, n, A, lda);                                                                        \
    c.array(n && n, ipiv);                                                                         \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return lapack::getri<T>(c.stream, n, strided<T>(A, 0), lda, strided<const int>(ipiv, 0),     \
                              strided<T>(A, 0), lda, info, 1);                                     \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##getri_batched(                                                     \
      rocblas_handle handle, rocblas_int n, T *const A[], rocblas_int lda, rocblas_int *ipiv,      \
      rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count) {                        \
    checked c(handle, batch_count);                                                                \
    c.matrix(n, n, A, lda);                                                                        \
    c.array(n && n, ipiv);                                                                         \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return lapack::getri<T>(c.stream, n, pointers<T>(A), lda, strided<const int>(ipiv, strideP), \
                              pointers<T>(A), lda, info, batch_count);                             \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##getri_strided_batched(                                             \
      rocblas_handle handle, rocblas_int n, T *A, rocblas_int lda, rocblas_stride strideA,         \
      rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count) {     \
    checked c(handle, batch_count);                                                                \
    c.matrix(n, n, A, lda);                                                                        \
    c.array(n && n, ipiv);                                                                         \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return lapack::getri<T>(c.stream, n, strided<T>(A, strideA), lda,                            \
                              strided<const int>(ipiv, strideP), strided<T>(A, strideA), lda,      \
                              info, batch_count);                                                  \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##potrf(rocblas_handle handle, rocblas_fill uplo, rocblas_int n,     \
                                      T *A, rocblas_int lda, rocblas_int *info) {                  \
    checked c(handle, 1);                                                                          \
    c.uplo(uplo);                                                                                  \
    c.matrix(n, n, A, lda);                                                                        \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return cholesky<T, POTRF>(c.stream, triangle(uplo), n, strided<T>(A, 0), lda, info, 1);      \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##potrf_batched(rocblas_handle handle, rocblas_fill uplo,            \
                                              rocblas_int n, T *const A[], rocblas_int lda,        \
                                              rocblas_int *info, rocblas_int batch_count) {        \
    checked c(handle, batch_count);                                                                \
    c.uplo(uplo);                                                                                  \
    c.matrix(n, n, A, lda);                                                                        \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return cholesky<T, POTRF>(c.stream, triangle(uplo), n, pointers<T>(A), lda, info,            \
                                batch_count);                                                      \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##potrf_strided_batched(                                             \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, T *A, rocblas_int lda,              \
      rocblas_stride strideA, rocblas_int *info, rocblas_int batch_count) {                        \
    checked c(handle, batch_count);                                                                \
    c.uplo(uplo);                                                                                  \
    c.matrix(n, n, A, lda);                                                                        \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return cholesky<T, POTRF>(c.stream, triangle(uplo), n, strided<T>(A, strideA), lda, info,    \
                                batch_count);                                                      \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##potrs(rocblas_handle handle, rocblas_fill uplo, rocblas_int n,     \
                                      rocblas_int nrhs, T *A, rocblas_int lda, T *B,               \
                                      rocblas_int ldb) {                                           \
    checked c(handle, 1);                                                                          \
    c.uplo(uplo);                                                                                  \
    c.matrix(n, n, A, lda);                                                                        \
    c.matrix(n, nrhs, B, ldb);                                                                     \
    return c.done([&] {                                                                            \
      return lapack::potrs<T>(c.stream, triangle(uplo), n, nrhs, strided<T>(A, 0), lda,            \
                              strided<T>(B, 0), ldb, 1);                                           \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##potrs_batched(                                                     \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs, T *const A[],     \
      rocblas_int lda, T *const B[], rocblas_int ldb, rocblas_int batch_count) {                   \
    checked c(handle, batch_count);                                                                \
    c.uplo(uplo);                                                                                  \
    c.matrix(n, n, A, lda);                                                                        \
    c.matrix(n, nrhs, B, ldb);                                                                     \
    return c.done([&] {                                                                            \
      return lapack::potrs<T>(c.stream, triangle(uplo), n, nrhs, pointers<T>(A), lda,              \
                              pointers<T>(B), ldb, batch_count);                                   \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##potrs_strided_batched(                                             \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs, T *A,             \
      rocblas_int lda, rocblas_stride strideA, T *B, rocblas_int ldb, rocblas_stride strideB,      \
      rocblas_int batch_count) {                                                                   \
    checked c(handle, batch_count);                                                                \
    c.uplo(uplo);                                                                                  \
    c.matrix(n, n, A, lda);                                                                        \
    c.matrix(n, nrhs, B, ldb);                                                                     \
    return c.done([&] {                                                                            \
      return lapack::potrs<T>(c.stream, triangle(uplo), n, nrhs, strided<T>(A, strideA), lda,      \
                              strided<T>(B, strideB), ldb, batch_count);                           \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##geqrf(rocblas_handle handle, rocblas_int m, rocblas_int n, T *A,   \
                                      rocblas_int lda, T *ipiv) {                                  \
    checked c(handle, 1);                                                                          \
    c.matrix(m, n, A, lda);                                                                        \
    c.array(m && n, ipiv);                                                                         \
    return c.done([&] {                                                                            \
      return lapack::geqrf<T>(c.stream, m, n, strided<T>(A, 0), lda, strided<T>(ipiv, 0), 1);      \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##geqrf_batched(rocblas_handle handle, rocblas_int m, rocblas_int n, \
                                              T *const A[], rocblas_int lda, T *ipiv,              \
                                              rocblas_stride strideP, rocblas_int batch_count) {   \
    checked c(handle, batch_count);                                                                \
    c.matrix(m, n, A, lda);                                                                        \
    c.array(m && n, ipiv);                                                                         \
    return c.done([&] {                                                                            \
      return lapack::geqrf<T>(c.stream, m, n, pointers<T>(A), lda, strided<T>(ipiv, strideP),      \
                              batch_count);                                                        \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##geqrf_strided_batched(                                             \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *A, rocblas_int lda,                  \
      rocblas_stride strideA, T *ipiv, rocblas_stride strideP, rocblas_int batch_count) {          \
    checked c(handle, batch_count);                                                                \
    c.matrix(m, n, A, lda);                                                                        \
    c.array(m && n, ipiv);                                                                         \
    return c.done([&] {                                                                            \
      return lapack::geqrf<T>(c.stream, m, n, strided<T>(A, strideA), lda,                         \
                              strided<T>(ipiv, strideP), batch_count);                             \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##gels(rocblas_handle handle, rocblas_operation trans,               \
                                     rocblas_int m, rocblas_int n, rocblas_int nrhs, T *A,         \
                                     rocblas_int lda, T *B, rocblas_int ldb, rocblas_int *info) {  \
    checked c(handle, 1);                                                                          \
    c.op(trans, is_complex<T>);                                                                    \
    c.matrix(m, n, A, lda);                                                                        \
    c.matrix(std::max(m, n), nrhs, B, ldb);                                                        \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return lapack::gels<T>(c.stream, operation(trans), m, n, nrhs, strided<T>(A, 0), lda,        \
                             strided<T>(B, 0), ldb, info, 1);                                      \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##gels_batched(                                                      \
      rocblas_handle handle, rocblas_operation trans, rocblas_int m, rocblas_int n,                \
      rocblas_int nrhs, T *const A[], rocblas_int lda, T *const B[], rocblas_int ldb,              \
      rocblas_int *info, rocblas_int batch_count) {                                                \
    checked c(handle, batch_count);                                                                \
    c.op(trans, is_complex<T>);                                                                    \
    c.matrix(m, n, A, lda);                                                                        \
    c.matrix(std::max(m, n), nrhs, B, ldb);                                                        \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return lapack::gels<T>(c.stream, operation(trans), m, n, nrhs, pointers<T>(A), lda,          \
                             pointers<T>(B), ldb, info, batch_count);                              \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##gels_strided_batched(                                              \
      rocblas_handle handle, rocblas_operation trans, rocblas_int m, rocblas_int n,                \
      rocblas_int nrhs, T *A, rocblas_int lda, rocblas_stride strideA, T *B, rocblas_int ldb,      \
      rocblas_stride strideB, rocblas_int *info, rocblas_int batch_count) {                        \
    checked c(handle, batch_count);                                                                \
    c.op(trans, is_complex<T>);                                                                    \
    c.matrix(m, n, A, lda);                                                                        \
    c.matrix(std::max(m, n), nrhs, B, ldb);                                                        \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return lapack::gels<T>(c.stream, operation(trans), m, n, nrhs, strided<T>(A, strideA), lda,  \
                             strided<T>(B, strideB), ldb, info, batch_count);                      \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##gesv(rocblas_handle handle, rocblas_int n, rocblas_int nrhs, T *A, \
                                     rocblas_int lda, rocblas_int *ipiv, T *B, rocblas_int ldb,    \
                                     rocblas_int *info) {                                          \
    checked c(handle, 1);                                                                          \
    c.matrix(n, n, A, lda);                                                                        \
    c.matrix(n, nrhs, B, ldb);                                                                     \
    c.array(n && n, ipiv);                                                                         \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return lapack::gesv<T>(c.stream, n, nrhs, strided<T>(A, 0), lda, strided<int>(ipiv, 0),      \
                             strided<T>(B, 0), ldb, info, 1);                                      \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##gesv_batched(                                                      \
      rocblas_handle handle, rocblas_int n, rocblas_int nrhs, T *const A[], rocblas_int lda,       \
      rocblas_int *ipiv, rocblas_stride strideP, T *const B[], rocblas_int ldb, rocblas_int *info, \
      rocblas_int batch_count) {                                                                   \
    checked c(handle, batch_count);                                                                \
    c.matrix(n, n, A, lda);                                                                        \
    c.matrix(n, nrhs, B, ldb);                                                                     \
    c.array(n && n, ipiv);                                                                         \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return lapack::gesv<T>(c.stream, n, nrhs, pointers<T>(A), lda, strided<int>(ipiv, strideP),  \
                             pointers<T>(B), ldb, info, batch_count);                              \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##gesv_strided_batched(                                              \
      rocblas_handle handle, rocblas_int n, rocblas_int nrhs, T *A, rocblas_int lda,               \
      rocblas_stride strideA, rocblas_int *ipiv, rocblas_stride strideP, T *B, rocblas_int ldb,    \
      rocblas_stride strideB, rocblas_int *info, rocblas_int batch_count) {                        \
    checked c(handle, batch_count);                                                                \
    c.matrix(n, n, A, lda);                                                                        \
    c.matrix(n, nrhs, B, ldb);                                                                     \
    c.array(n && n, ipiv);                                                                         \
    c.array(true, info);                                                                           \
    return c.done([&] {                                                                            \
      return lapack::gesv<T>(c.stream, n, nrhs, strided<T>(A, strideA), lda,                       \
                             strided<int>(ipiv, strideP), strided<T>(B, strideB), ldb, info,       \
                             batch_count);                                                         \
    });                                                                                            \
  }                                                                                                \
  rocblas_status rocsolver_##x##he##evd(rocblas_handle handle, rocblas_evect evect,                \
                                        rocblas_fill uplo, rocblas_int n, T *A, rocblas_int lda,   \
                                        R *D, R *E, rocblas_int *info) {                           \
    return evd<T, R>(handle, evect, uplo, n, strided<T>(A, 0), lda, strided<R>(D, 0), E, info, 1); \
  }                                                                                                \
  rocblas_status rocsolver_##x##gesvd(                                                             \
      rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m,   \
      rocblas_int n, T *A, rocblas_int lda, R *S, T *U, rocblas_int ldu, T *V, rocblas_int ldv,    \
      R *E, rocblas_workmode fast_alg, rocblas_int *info) {                                        \
    return gesvd<T, R>(handle, left_svect, right_svect, m, n, strided<T>(A, 0), lda,               \
                       strided<R>(S, 0), strided<T>(U, 0), ldu, strided<T>(V, 0), ldv, E,          \
                       fast_alg, info, 1);                                                         \
  }                                                                                                \
  rocblas_status rocsolver_##x##he##evd_batched(                                                   \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, T *const A[],  \
      rocblas_int lda, R *D, rocblas_stride strideD, R *E, rocblas_stride, rocblas_int *info,      \
      rocblas_int batch_count) {                                                                   \
    return evd<T, R>(handle, evect, uplo, n, pointers<T>(A), lda, strided<R>(D, strideD), E, info, \
                     batch_count);                                                                 \
  }                                                                                                \
  rocblas_status rocsolver_##x##gesvd_batched(                                                     \
      rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m,   \
      rocblas_int n, T *const A[], rocblas_int lda, R *S, rocblas_stride strideS, T *U,            \
      rocblas_int ldu, rocblas_stride strideU, T *V, rocblas_int ldv, rocblas_stride strideV,      \
      R *E, rocblas_stride, rocblas_workmode fast_alg, rocblas_int *info,                          \
      rocblas_int batch_count) {                                                                   \
    return gesvd<T, R>(handle, left_svect, right_svect, m, n, pointers<T>(A), lda,                 \
                       strided<R>(S, strideS), strided<T>(U, strideU), ldu,                        \
                       strided<T>(V, strideV), ldv, E, fast_alg, info, batch_count);               \
  }                                                                                                \
  rocblas_status rocsolver_##x##he##evd_strided_batched(                                           \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, T *A,          \
      rocblas_int lda, rocblas_stride strideA, R *D, rocblas_stride strideD, R *E, rocblas_stride, \
      rocblas_int *info, rocblas_int batch_count) {                                                \
    return evd<T, R>(handle, evect, uplo, n, strided<T>(A, strideA), lda, strided<R>(D, strideD),  \
                     E, info, batch_count);                                                        \
  }                                                                                                \
  rocblas_status rocsolver_##x##gesvd_strided_batched(                                             \
      rocblas_handle handle, rocblas_svect left_svect, rocblas_svect right_svect, rocblas_int m,   \
      rocblas_int n, T *A, rocblas_int lda, rocblas_stride strideA, R *S, rocblas_stride strideS,  \
      T *U, rocblas_int ldu, rocblas_stride strideU, T *V, rocblas_int ldv,                        \
      rocblas_stride strideV, R *E, rocblas_stride, rocblas_workmode fast_alg, rocblas_int *info,  \
      rocblas_int batch_count) {                                                                   \
    return gesvd<T, R>(handle, left_svect, right_svect, m, n, strided<T>(A, strideA), lda,         \
                       strided<R>(S, strideS), strided<T>(U, strideU), ldu,                        \
                       strided<T>(V, strideV), ldv, E, fast_alg, info, batch_count);               \
  }
TYPE_FUNCTIONS(s, float, float, sy)
TYPE_FUNCTIONS(d, double, double, sy)
TYPE_FUNCTIONS(c, rocblas_float_complex, float, he)
TYPE_FUNCTIONS(z, rocblas_double_complex, double, he)

// LAPACK's two ways to the eigenvalues of pairs of matrices, which compute the same.
#define PAIR_FUNCTIONS(x, T, R, hegv)                                                              \
  rocblas_status rocsolver_##x##hegv(rocblas_handle handle, rocblas_eform itype,                   \
                                     rocblas_evect evect, rocblas_fill uplo, rocblas_int n, T *A,  \
                                     rocblas_int lda, T *B, rocblas_int ldb, R *D, R *E,           \
                                     rocblas_int *info) {                                          \
    return gvd<T, R>(handle, itype, evect, uplo, n, strided<T>(A, 0), lda, strided<T>(B, 0), ldb,  \
                     strided<R>(D, 0), E, info, 1);                                                \
  }                                                                                                \
  rocblas_status rocsolver_##x##hegv##_batched(                                                    \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, T *const A[], rocblas_int lda, T *const B[], rocblas_int ldb, R *D,           \
      rocblas_stride strideD, R *E, rocblas_stride, rocblas_int *info, rocblas_int batch_count) {  \
    return gvd<T, R>(handle, itype, evect, uplo, n, pointers<T>(A), lda, pointers<T>(B), ldb,      \
                     strided<R>(D, strideD), E, info, batch_count);                                \
  }                                                                                                \
  rocblas_status rocsolver_##x##hegv##_strided_batched(                                            \
      rocblas_handle handle, rocblas_eform itype, rocblas_evect evect, rocblas_fill uplo,          \
      rocblas_int n, T *A, rocblas_int lda, rocblas_stride strideA, T *B, rocblas_int ldb,         \
      rocblas_stride strideB, R *D, rocblas_stride strideD, R *E, rocblas_stride,                  \
      rocblas_int *info, rocblas_int batch_count) {                                                \
    return gvd<T, R>(handle, itype, evect, uplo, n, strided<T>(A, strideA), lda,                   \
                     strided<T>(B, strideB), ldb, strided<R>(D, strideD), E, info, batch_count);   \
  }
PAIR_FUNCTIONS(s, float, float, sygv)
PAIR_FUNCTIONS(s, float, float, sygvd)
PAIR_FUNCTIONS(d, double, double, sygv)
PAIR_FUNCTIONS(d, double, double, sygvd)
PAIR_FUNCTIONS(c, rocblas_float_complex, float, hegv)
PAIR_FUNCTIONS(c, rocblas_float_complex, float, hegvd)
PAIR_FUNCTIONS(z, rocblas_double_complex, double, hegv)
PAIR_FUNCTIONS(z, rocblas_double_complex, double, hegvd)

// LAPACK's unblocked getf2 and its syev, which compute the same.
#define OTHER_FUNCTIONS(x, T, R, he)                                                               \
  rocblas_status rocsolver_##x##getf2(rocblas_handle handle, rocblas_int m, rocblas_int n, T *A,   \
                                      rocblas_int lda, rocblas_int *ipiv, rocblas_int *info) {     \
    return rocsolver_##x##getrf(handle, m, n, A, lda, ipiv, info);                                 \
  }                                                                                                \
  rocblas_status rocsolver_##x##getf2_batched(                                                     \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *const A[], rocblas_int lda,          \
      rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info, rocblas_int batch_count) {     \
    return rocsolver_##x##getrf_batched(handle, m, n, A, lda, ipiv, strideP, info, batch_count);   \
  }                                                                                                \
  rocblas_status rocsolver_##x##getf2_strided_batched(                                             \
      rocblas_handle handle, rocblas_int m, rocblas_int n, T *A, rocblas_int lda,                  \
      rocblas_stride strideA, rocblas_int *ipiv, rocblas_stride strideP, rocblas_int *info,        \
      rocblas_int batch_count) {                                                                   \
    return rocsolver_##x##getrf_strided_batched(handle, m, n, A, lda, strideA, ipiv, strideP,      \
                                                info, batch_count);                                \
  }                                                                                                \
  rocblas_status rocsolver_##x##he##ev(rocblas_handle handle, rocblas_evect evect,                 \
                                       rocblas_fill uplo, rocblas_int n, T *A, rocblas_int lda,    \
                                       R *D, R *E, rocblas_int *info) {                            \
    return rocsolver_##x##he##evd(handle, evect, uplo, n, A, lda, D, E, info);                     \
  }                                                                                                \
  rocblas_status rocsolver_##x##he##ev_batched(                                                    \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, T *const A[],  \
      rocblas_int lda, R *D, rocblas_stride strideD, R *E, rocblas_stride strideE,                 \
      rocblas_int *info, rocblas_int batch_count) {                                                \
    return rocsolver_##x##he##evd_batched(handle, evect, uplo, n, A, lda, D, strideD, E, strideE,  \
                                          info, batch_count);                                      \
  }                                                                                                \
  rocblas_status rocsolver_##x##he##ev_strided_batched(                                            \
      rocblas_handle handle, rocblas_evect evect, rocblas_fill uplo, rocblas_int n, T *A,          \
      rocblas_int lda, rocblas_stride strideA, R *D, rocblas_stride strideD, R *E,                 \
      rocblas_stride strideE, rocblas_int *info, rocblas_int batch_count) {                        \
    return rocsolver_##x##he##evd_strided_batched(handle, evect, uplo, n, A, lda, strideA, D,      \
                                                  strideD, E, strideE, info, batch_count);         \
  }
OTHER_FUNCTIONS(s, float, float, sy)
OTHER_FUNCTIONS(d, double, double, sy)
OTHER_FUNCTIONS(c, rocblas_float_complex, float, he)
OTHER_FUNCTIONS(z, rocblas_double_complex, double, he)

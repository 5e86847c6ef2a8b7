// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// rocSOLVER's factorizations, inverses and orthogonal matrices beyond those in rocsolver.cpp.
#include "roccheck.h"

using namespace lapack;

namespace {

template <class T, routine r>
rocblas_status factors(rocblas_handle handle, int m, int n, group<T> A, int lda, group<T> tau,
                       int batch) {
  checked c(handle, batch);
  c.matrix(m, n, A.at(), lda).array(m > 0 && n > 0, tau.at());
  return c.done([&] { return orthogonal<T, r>(c.stream, m, n, A, lda, tau, batch); });
}

template <class T>
rocblas_status without_pivots(rocblas_handle handle, int m, int n, group<T> A, int lda, int *info,
                              int batch) {
  checked c(handle, batch);
  c.matrix(m, n, A.at(), lda).array(true, info);
  return c.done([&] { return getrf_without_pivots<T>(c.stream, m, n, A, lda, info, batch); });
}

template <class T>
rocblas_status inverse_without_pivots(rocblas_handle handle, int n, group<T> A, int lda, group<T> C,
                                      int ldc, int *info, int batch) {
  checked c(handle, batch);
  c.matrix(n, n, A.at(), lda).matrix(n, n, C.at(), ldc).array(true, info);
  return c.done([&] { return getri_without_pivots<T>(c.stream, n, A, lda, C, ldc, info, batch); });
}

template <class T>
rocblas_status inverse(rocblas_handle handle, int n, group<T> A, int lda, group<const int> pivots,
                       group<T> C, int ldc, int *info, int batch) {
  checked c(handle, batch);
  c.matrix(n, n, A.at(), lda).array(n > 0, pivots.at()).matrix(n, n, C.at(), ldc).array(true, info);
  return c.done([&] { return getri<T>(c.stream, n, A, lda, pivots, C, ldc, info, batch); });
}

template <class T, routine r>
rocblas_status triangular(rocblas_handle handle, rocblas_fill uplo, int n, group<T> A, int lda,
                          int *info, int batch) {
  checked c(handle, batch);
  c.uplo(uplo).matrix(n, n, A.at(), lda).array(true, info);
  return c.done([&] { return cholesky<T, r>(c.stream, triangle(uplo), n, A, lda, info, batch); });
}

template <class T>
rocblas_status definite(rocblas_handle handle, rocblas_fill uplo, int n, int nrhs, group<T> A,
                        int lda, group<T> B, int ldb, int *info, int batch) {
  checked c(handle, batch);
  c.uplo(uplo).matrix(n, n, A.at(), lda).matrix(n, nrhs, B.at(), ldb).array(true, info);
  char u = triangle(uplo);
  return c.done([&] {
    return each(c.stream, info, batch, [=](int i, int *found) {
      fortran<T>(POTRF, &u, &n, A[i], &lda, found);
      if (!*found) fortran<T>(POTRS, &u, &n, &nrhs, A[i], &lda, B[i], &ldb, found);
    });
  });
}

template <class T>
rocblas_status inverse_triangle(rocblas_handle handle, rocblas_fill uplo, rocblas_diagonal diag,
                                int n, group<T> A, int lda, int *info, int batch) {
  checked c(handle, batch);
  c.uplo(uplo).value(diag == rocblas_diagonal_unit || diag == rocblas_diagonal_non_unit);
  c.matrix(n, n, A.at(), lda).array(true, info);
  char u = triangle(uplo), d = diag == rocblas_diagonal_unit ? 'U' : 'N';
  return c.done([&] {
    return each(c.stream, info, batch,
                [=](int i, int *found) { fortran<T>(TRTRI, &u, &d, &n, A[i], &lda, found); });
  });
}

template <class T>
rocblas_status symmetric(rocblas_handle handle, rocblas_fill uplo, int n, group<T> A, int lda,
                         group<int> pivots, int *info, int batch) {
  checked c(handle, batch);
  c.uplo(uplo).matrix(n, n, A.at(), lda).array(n > 0, pivots.at()).array(true, info);
  char u = triangle(uplo);
  return c.done([&] {
    return each(c.stream, info, batch, [=](int i, int *found) {
      T *a = A[i];
      int *p = pivots[i];
      with_work<T>(found, [=, &u](T *work, int *length) {
        fortran<T>(SYTRF, &u, &n, a, &lda, p, work, length, found);
      });
    });
  });
}

// submit_with_work puts a routine with a work area into the stream, whose result the checks above ensure.
template <class T, class Call> hipError_t submit_with_work(hipStream_t stream, const Call &call) {
  return submit(stream, [=] {
    int found;
    with_work<T>(&found, [&](T *work, int *length) { call(work, length, &found); });
  });
}

// An orthogonal matrix has k reflectors, in columns (QR, QL) or in rows (LQ).
template <class T, routine r>
rocblas_status generate(rocblas_handle handle, int m, int n, int k, T *A, int lda, const T *tau) {
  checked c(handle, 1);
  constexpr bool rows = r == ORGLQ;
  c.size(k >= 0 && k <= (rows ? m : n) && (rows ? m <= n : n <= m)).matrix(m, n, A, lda);
  c.array(k > 0, tau);
  if (!m || !n) return c.status;
  return c.done([&] {
    return submit_with_work<T>(c.stream, [=](T *work, int *length, int *found) {
      fortran<T>(r, &m, &n, &k, A, &lda, tau, work, length, found);
    });
  });
}

// Those of a bidiagonal reduction: Q of a matrix with k columns, or P of one with k rows.
template <class T>
rocblas_status generate_of(rocblas_handle handle, rocblas_storev storev, int m, int n, int k, T *A,
                           int lda, const T *tau) {
  checked c(handle, 1);
  c.value(storev == rocblas_column_wise || storev == rocblas_row_wise);
  bool columns = storev == rocblas_column_wise;
  int more = columns ? m : n, less = columns ? n : m;
  c.size(k >= 0 && less >= 0 && more >= less && less >= std::min(more, k));
  c.matrix(m, n, A, lda).array(k > 0 && m > 0 && n > 0, tau);
  char which = columns ? 'Q' : 'P';
  if (!m || !n) return c.status;
  return c.done([&] {
    return submit_with_work<T>(c.stream, [=](T *work, int *length, int *found) {
      fortran<T>(ORGBR, &which, &m, &n, &k, A, &lda, tau, work, length, found);
    });
  });
}

// That of a tridiagonal reduction.
template <class T>
rocblas_status generate_of(rocblas_handle handle, rocblas_fill uplo, int n, T *A, int lda,
                           const T *tau) {
  checked c(handle, 1);
  c.uplo(uplo).matrix(n, n, A, lda).array(n > 1, tau);
  char u = triangle(uplo);
  if (!n) return c.status;
  return c.done([&] {
    return submit_with_work<T>(c.stream, [=](T *work, int *length, int *found) {
      fortran<T>(ORGTR, &u, &n, A, &lda, tau, work, length, found);
    });
  });
}

// sides checks a product with an orthogonal matrix, and gives the matrix's order.
template <class T>
int sides(checked &c, rocblas_side at, rocblas_operation trans, int m, int n, const T *C, int ldc) {
  c.value(at == rocblas_side_left || at == rocblas_side_right);
  c.value(trans == rocblas_operation_none ||
          trans == (is_complex<T> ? rocblas_operation_conjugate_transpose
                                  : rocblas_operation_transpose));
  c.matrix(m, n, C, ldc);
  return at == rocblas_side_left ? m : n;
}

template <class T, routine r>
rocblas_status multiply(rocblas_handle handle, rocblas_side at, rocblas_operation trans, int m,
                        int n, int k, const T *A, int lda, const T *tau, T *C, int ldc) {
  checked c(handle, 1);
  int order = sides(c, at, trans, m, n, C, ldc);
  c.size(k >= 0 && k <= order);
  r == ORMLQ ? c.matrix(k, order, A, lda) : c.matrix(order, k, A, lda);
  c.array(k > 0, tau);
  char s = side(at), t = operation(trans);
  if (!m || !n || !k) return c.status;
  return c.done([&] {
    return submit_with_work<T>(c.stream, [=](T *work, int *length, int *found) {
      fortran<T>(r, &s, &t, &m, &n, &k, A, &lda, tau, C, &ldc, work, length, found);
    });
  });
}

template <class T>
rocblas_status multiply_by(rocblas_handle handle, rocblas_storev storev, rocblas_side at,
                           rocblas_operation trans, int m, int n, int k, const T *A, int lda,
                           const T *tau, T *C, int ldc) {
  checked c(handle, 1);
  c.value(storev == rocblas_column_wise || storev == rocblas_row_wise);
  int order = sides(c, at, trans, m, n, C, ldc), least = std::min(order, k);
  c.size(k >= 0);
  storev == rocblas_column_wise ? c.matrix(order, least, A, lda) : c.matrix(least, order, A, lda);
  c.array(least > 0, tau);
  char which = storev == rocblas_column_wise ? 'Q' : 'P', s = side(at), t = operation(trans);
  if (!m || !n || !k) return c.status;
  return c.done([&] {
    return submit_with_work<T>(c.stream, [=](T *work, int *length, int *found) {
      fortran<T>(ORMBR, &which, &s, &t, &m, &n, &k, A, &lda, tau, C, &ldc, work, length, found);
    });
  });
}

template <class T>
rocblas_status multiply_by(rocblas_handle handle, rocblas_side at, rocblas_fill uplo,
                           rocblas_operation trans, int m, int n, const T *A, int lda, const T *tau,
                           T *C, int ldc) {
  checked c(handle, 1);
  int order = sides(c, at, trans, m, n, C, ldc);
  c.uplo(uplo).matrix(order, order, A, lda).array(order > 1, tau);
  char s = side(at), u = triangle(uplo), t = operation(trans);
  if (!m || !n) return c.status;
  return c.done([&] {
    return submit_with_work<T>(c.stream, [=](T *work, int *length, int *found) {
      fortran<T>(ORMTR, &s, &u, &t, &m, &n, A, &lda, tau, C, &ldc, work, length, found);
    });
  });
}

} // namespace

#define FACTORIZATIONS(x, T, R, he, v)                                                             \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##geqr2)(                                               \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v) {                             \
    return factors<T, GEQRF>(handle, m, n, GROUP_OF_MATRIX_##v(T, A), lda,                         \
                             GROUP_OF_VECTOR_##v(T, ipiv), BATCH_OF_##v);                          \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##geql2)(                                               \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v) {                             \
    return factors<T, GEQLF>(handle, m, n, GROUP_OF_MATRIX_##v(T, A), lda,                         \
                             GROUP_OF_VECTOR_##v(T, ipiv), BATCH_OF_##v);                          \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gelq2)(                                               \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v) {                             \
    return factors<T, GELQF>(handle, m, n, GROUP_OF_MATRIX_##v(T, A), lda,                         \
                             GROUP_OF_VECTOR_##v(T, ipiv), BATCH_OF_##v);                          \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gerq2)(                                               \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v) {                             \
    return factors<T, GERQF>(handle, m, n, GROUP_OF_MATRIX_##v(T, A), lda,                         \
                             GROUP_OF_VECTOR_##v(T, ipiv), BATCH_OF_##v);                          \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gelqf)(                                               \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v) {                             \
    return factors<T, GELQF>(handle, m, n, GROUP_OF_MATRIX_##v(T, A), lda,                         \
                             GROUP_OF_VECTOR_##v(T, ipiv), BATCH_OF_##v);                          \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##geqlf)(                                               \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v) {                             \
    return factors<T, GEQLF>(handle, m, n, GROUP_OF_MATRIX_##v(T, A), lda,                         \
                             GROUP_OF_VECTOR_##v(T, ipiv), BATCH_OF_##v);                          \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##gerqf)(                                               \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      GOHIP_ROCSOLVER_VECTOR_##v(T, ipiv) GOHIP_ROCSOLVER_COUNT_##v) {                             \
    return factors<T, GERQF>(handle, m, n, GROUP_OF_MATRIX_##v(T, A), lda,                         \
                             GROUP_OF_VECTOR_##v(T, ipiv), BATCH_OF_##v);                          \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##getf2_npvt)(                                          \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {                                              \
    return without_pivots<T>(handle, m, n, GROUP_OF_MATRIX_##v(T, A), lda, info, BATCH_OF_##v);    \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##getrf_npvt)(                                          \
      rocblas_handle handle, rocblas_int m, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),  \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {                                              \
    return without_pivots<T>(handle, m, n, GROUP_OF_MATRIX_##v(T, A), lda, info, BATCH_OF_##v);    \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##potf2)(                                               \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n,                                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {       \
    return triangular<T, POTRF>(handle, uplo, n, GROUP_OF_MATRIX_##v(T, A), lda, info,             \
                                BATCH_OF_##v);                                                     \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##potri)(                                               \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n,                                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {       \
    return triangular<T, POTRI>(handle, uplo, n, GROUP_OF_MATRIX_##v(T, A), lda, info,             \
                                BATCH_OF_##v);                                                     \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##posv)(                                                \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n, rocblas_int nrhs,                   \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_MATRIX_##v(T, B, ldb),                \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {                                              \
    return definite<T>(handle, uplo, n, nrhs, GROUP_OF_MATRIX_##v(T, A), lda,                      \
                       GROUP_OF_MATRIX_##v(T, B), ldb, info, BATCH_OF_##v);                        \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##trtri)(                                               \
      rocblas_handle handle, rocblas_fill uplo, rocblas_diagonal diag, rocblas_int n,              \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {       \
    return inverse_triangle<T>(handle, uplo, diag, n, GROUP_OF_MATRIX_##v(T, A), lda, info,        \
                               BATCH_OF_##v);                                                      \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##sytf2)(                                               \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n,                                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_VECTOR_##v(rocblas_int, ipiv),        \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {                                              \
    return symmetric<T>(handle, uplo, n, GROUP_OF_MATRIX_##v(T, A), lda,                           \
                        GROUP_OF_VECTOR_##v(int, ipiv), info, BATCH_OF_##v);                       \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##sytrf)(                                               \
      rocblas_handle handle, rocblas_fill uplo, rocblas_int n,                                     \
      GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda), GOHIP_ROCSOLVER_VECTOR_##v(rocblas_int, ipiv),        \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {                                              \
    return symmetric<T>(handle, uplo, n, GROUP_OF_MATRIX_##v(T, A), lda,                           \
                        GROUP_OF_VECTOR_##v(int, ipiv), info, BATCH_OF_##v);                       \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##getri_npvt)(                                          \
      rocblas_handle handle, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                 \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {                                              \
    return inverse_without_pivots<T>(handle, n, GROUP_OF_MATRIX_##v(T, A), lda,                    \
                                     GROUP_OF_MATRIX_##v(T, A), lda, info, BATCH_OF_##v);          \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##getri_npvt_outofplace)(                               \
      rocblas_handle handle, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                 \
      GOHIP_ROCSOLVER_MATRIX_##v(T, C, ldc), rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {       \
    return inverse_without_pivots<T>(handle, n, GROUP_OF_MATRIX_##v(T, A), lda,                    \
                                     GROUP_OF_MATRIX_##v(T, C), ldc, info, BATCH_OF_##v);          \
  }                                                                                                \
  rocblas_status GOHIP_ROCSOLVER_NAME_##v(x##getri_outofplace)(                                    \
      rocblas_handle handle, rocblas_int n, GOHIP_ROCSOLVER_MATRIX_##v(T, A, lda),                 \
      GOHIP_ROCSOLVER_VECTOR_##v(rocblas_int, ipiv), GOHIP_ROCSOLVER_MATRIX_##v(T, C, ldc),        \
      rocblas_int * info GOHIP_ROCSOLVER_COUNT_##v) {                                              \
    return inverse<T>(handle, n, GROUP_OF_MATRIX_##v(T, A), lda,                                   \
                      GROUP_OF_VECTOR_##v(const int, ipiv), GROUP_OF_MATRIX_##v(T, C), ldc, info,  \
                      BATCH_OF_##v);                                                               \
  }
ROCSOLVER_VARIANTS(FACTORIZATIONS)

#define ORTHOGONAL(x, T, org, orm)                                                                 \
  rocblas_status rocsolver_##x##org##2r(rocblas_handle handle, rocblas_int m, rocblas_int n,       \
                                        rocblas_int k, T * A, rocblas_int lda, T * ipiv) {         \
    return generate<T, ORGQR>(handle, m, n, k, A, lda, ipiv);                                      \
  }                                                                                                \
  rocblas_status rocsolver_##x##orm##2r(                                                           \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m,            \
      rocblas_int n, rocblas_int k, T * A, rocblas_int lda, T * ipiv, T * C, rocblas_int ldc) {    \
    return multiply<T, ORMQR>(handle, side, trans, m, n, k, A, lda, ipiv, C, ldc);                 \
  }                                                                                                \
  rocblas_status rocsolver_##x##org##qr(rocblas_handle handle, rocblas_int m, rocblas_int n,       \
                                        rocblas_int k, T *A, rocblas_int lda, T *ipiv) {           \
    return generate<T, ORGQR>(handle, m, n, k, A, lda, ipiv);                                      \
  }                                                                                                \
  rocblas_status rocsolver_##x##orm##qr(                                                           \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m,            \
      rocblas_int n, rocblas_int k, T *A, rocblas_int lda, T *ipiv, T *C, rocblas_int ldc) {       \
    return multiply<T, ORMQR>(handle, side, trans, m, n, k, A, lda, ipiv, C, ldc);                 \
  }                                                                                                \
  rocblas_status rocsolver_##x##org##l2(rocblas_handle handle, rocblas_int m, rocblas_int n,       \
                                        rocblas_int k, T *A, rocblas_int lda, T *ipiv) {           \
    return generate<T, ORGLQ>(handle, m, n, k, A, lda, ipiv);                                      \
  }                                                                                                \
  rocblas_status rocsolver_##x##orm##l2(                                                           \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m,            \
      rocblas_int n, rocblas_int k, T *A, rocblas_int lda, T *ipiv, T *C, rocblas_int ldc) {       \
    return multiply<T, ORMLQ>(handle, side, trans, m, n, k, A, lda, ipiv, C, ldc);                 \
  }                                                                                                \
  rocblas_status rocsolver_##x##org##lq(rocblas_handle handle, rocblas_int m, rocblas_int n,       \
                                        rocblas_int k, T *A, rocblas_int lda, T *ipiv) {           \
    return generate<T, ORGLQ>(handle, m, n, k, A, lda, ipiv);                                      \
  }                                                                                                \
  rocblas_status rocsolver_##x##orm##lq(                                                           \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m,            \
      rocblas_int n, rocblas_int k, T *A, rocblas_int lda, T *ipiv, T *C, rocblas_int ldc) {       \
    return multiply<T, ORMLQ>(handle, side, trans, m, n, k, A, lda, ipiv, C, ldc);                 \
  }                                                                                                \
  rocblas_status rocsolver_##x##org##2l(rocblas_handle handle, rocblas_int m, rocblas_int n,       \
                                        rocblas_int k, T * A, rocblas_int lda, T * ipiv) {         \
    return generate<T, ORGQL>(handle, m, n, k, A, lda, ipiv);                                      \
  }                                                                                                \
  rocblas_status rocsolver_##x##orm##2l(                                                           \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m,            \
      rocblas_int n, rocblas_int k, T * A, rocblas_int lda, T * ipiv, T * C, rocblas_int ldc) {    \
    return multiply<T, ORMQL>(handle, side, trans, m, n, k, A, lda, ipiv, C, ldc);                 \
  }                                                                                                \
  rocblas_status rocsolver_##x##org##ql(rocblas_handle handle, rocblas_int m, rocblas_int n,       \
                                        rocblas_int k, T *A, rocblas_int lda, T *ipiv) {           \
    return generate<T, ORGQL>(handle, m, n, k, A, lda, ipiv);                                      \
  }                                                                                                \
  rocblas_status rocsolver_##x##orm##ql(                                                           \
      rocblas_handle handle, rocblas_side side, rocblas_operation trans, rocblas_int m,            \
      rocblas_int n, rocblas_int k, T *A, rocblas_int lda, T *ipiv, T *C, rocblas_int ldc) {       \
    return multiply<T, ORMQL>(handle, side, trans, m, n, k, A, lda, ipiv, C, ldc);                 \
  }                                                                                                \
  rocblas_status rocsolver_##x##org##br(rocblas_handle handle, rocblas_storev storev,              \
                                        rocblas_int m, rocblas_int n, rocblas_int k, T *A,         \
                                        rocblas_int lda, T *ipiv) {                                \
    return generate_of<T>(handle, storev, m, n, k, A, lda, ipiv);                                  \
  }                                                                                                \
  rocblas_status rocsolver_##x##org##tr(rocblas_handle handle, rocblas_fill uplo, rocblas_int n,   \
                                        T *A, rocblas_int lda, T *ipiv) {                          \
    return generate_of<T>(handle, uplo, n, A, lda, ipiv);                                          \
  }                                                                                                \
  rocblas_status rocsolver_##x##orm##br(rocblas_handle handle, rocblas_storev storev,              \
                                        rocblas_side side, rocblas_operation trans, rocblas_int m, \
                                        rocblas_int n, rocblas_int k, T *A, rocblas_int lda,       \
                                        T *ipiv, T *C, rocblas_int ldc) {                          \
    return multiply_by<T>(handle, storev, side, trans, m, n, k, A, lda, ipiv, C, ldc);             \
  }                                                                                                \
  rocblas_status rocsolver_##x##orm##tr(                                                           \
      rocblas_handle handle, rocblas_side side, rocblas_fill uplo, rocblas_operation trans,        \
      rocblas_int m, rocblas_int n, T *A, rocblas_int lda, T *ipiv, T *C, rocblas_int ldc) {       \
    return multiply_by<T>(handle, side, uplo, trans, m, n, A, lda, ipiv, C, ldc);                  \
  }
ORTHOGONAL(s, float, org, orm)
ORTHOGONAL(d, double, org, orm)
ORTHOGONAL(c, rocblas_float_complex, ung, unm)
ORTHOGONAL(z, rocblas_double_complex, ung, unm)

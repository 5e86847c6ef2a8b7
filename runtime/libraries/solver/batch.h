// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Routines of LAPACK for a matrix, an array of matrices or a strided batch, as rocSOLVER and hipBLAS
// have them: each is a host function in the order of a stream.
#ifndef GOHIP_SOLVER_BATCH_H
#define GOHIP_SOLVER_BATCH_H

#include "lapack.h"

#include <complex>
#include <stdint.h>

namespace lapack {

// group is a matrix or a vector, those of an array, or those at a distance.
template <class T> struct group {
  T *one;
  T *const *array;
  int64_t stride;

  T *operator[](int64_t i) const { return array ? array[i] : one + i * stride; }
  bool empty() const { return !one && !array; }
  const void *at() const { return array ? (const void *)array : one; }
};
template <class T> group<T> strided(T *at, int64_t stride) { return {at, nullptr, stride}; }
template <class T> group<T> pointers(T *const *at) { return {nullptr, at, 0}; }

// submit puts work into a stream.
template <class Work> hipError_t submit(hipStream_t stream, const Work &work) {
  return gl_host_call(stream, [](void *w) { (*(Work *)w)(); }, nullptr, &work, sizeof work);
}

// each does what of a batch has info, which the caller may not ask for.
template <class Work> hipError_t each(hipStream_t stream, int *info, int batch, const Work &work) {
  return submit(stream, [=] {
    for (int i = 0, ignored; i < batch; i++) work(i, info ? info + i : &ignored);
  });
}

template <class T>
hipError_t getrf(hipStream_t stream, int m, int n, group<T> a, int lda, group<int> pivots,
                 int *info, int batch) {
  return each(stream, info, batch,
              [=](int i, int *found) { fortran<T>(GETRF, &m, &n, a[i], &lda, pivots[i], found); });
}
template <class T>
hipError_t getrs(hipStream_t stream, char trans, int n, int nrhs, group<T> a, int lda,
                 group<const int> pivots, group<T> b, int ldb, int batch) {
  return each(stream, nullptr, batch, [=](int i, int *found) {
    fortran<T>(GETRS, &trans, &n, &nrhs, a[i], &lda, pivots[i], b[i], &ldb, found);
  });
}
// getri gives the inverse of a in c, which may be a.
template <class T>
hipError_t getri(hipStream_t stream, int n, group<T> a, int lda, group<const int> pivots,
                 group<T> c, int ldc, int *info, int batch) {
  return each(stream, info, batch, [=](int i, int *found) {
    const int *p = pivots[i];
    T *to = c[i];
    copy_columns<T>(n, n, a[i], lda, to, ldc);
    with_work<T>(found, [=](T *work, int *length) {
      fortran<T>(GETRI, &n, to, &ldc, p, work, length, found);
    });
  });
}

template <class T> struct arithmetic {
  using type = T;
};
template <> struct arithmetic<hipFloatComplex> {
  using type = std::complex<float>;
};
template <> struct arithmetic<hipDoubleComplex> {
  using type = std::complex<double>;
};

// factorize is an LU factorization without row exchanges, which LAPACK does not have.
template <class T> void factorize(int m, int n, T *matrix, size_t ld, int *info) {
  using A = typename arithmetic<T>::type;
  A *a = (A *)matrix;
  *info = 0;
  for (int k = 0; k < std::min(m, n); k++) {
    A *column = a + k * ld;
    if (column[k] == A(0)) {
      if (!*info) *info = k + 1;
      continue;
    }
    for (int i = k + 1; i < m; i++) column[i] /= column[k];
    for (int j = k + 1; j < n; j++) {
      A *to = a + j * ld, by = to[k];
      for (int i = k + 1; i < m; i++) to[i] -= column[i] * by;
    }
  }
}

template <class T>
hipError_t getrf_without_pivots(hipStream_t stream, int m, int n, group<T> a, int lda, int *info,
                                int batch) {
  return each(stream, info, batch,
              [=](int i, int *found) { factorize<T>(m, n, a[i], (size_t)lda, found); });
}

template <class T>
hipError_t getri_without_pivots(hipStream_t stream, int n, group<T> a, int lda, group<T> c, int ldc,
                                int *info, int batch) {
  return each(stream, info, batch, [=](int i, int *found) {
    T *to = c[i];
    int *rows = (int *)malloc(((size_t)n + 1) * sizeof *rows);
    if (!rows) {
      *found = kNoMemory;
      return;
    }
    for (int k = 0; k < n; k++) rows[k] = k + 1;
    copy_columns<T>(n, n, a[i], lda, to, ldc);
    with_work<T>(found, [=](T *work, int *length) {
      fortran<T>(GETRI, &n, to, &ldc, rows, work, length, found);
    });
    free(rows);
  });
}

template <class T, routine r>
hipError_t cholesky(hipStream_t stream, char uplo, int n, group<T> a, int lda, int *info,
                    int batch) {
  return each(stream, info, batch,
              [=](int i, int *found) { fortran<T>(r, &uplo, &n, a[i], &lda, found); });
}
template <class T>
hipError_t potrs(hipStream_t stream, char uplo, int n, int nrhs, group<T> a, int lda, group<T> b,
                 int ldb, int batch) {
  return each(stream, nullptr, batch, [=](int i, int *found) {
    fortran<T>(POTRS, &uplo, &n, &nrhs, a[i], &lda, b[i], &ldb, found);
  });
}
// orthogonal factorizes by r: QR, LQ, QL or RQ.
template <class T, routine r>
hipError_t orthogonal(hipStream_t stream, int m, int n, group<T> a, int lda, group<T> tau,
                      int batch) {
  return each(stream, nullptr, batch, [=](int i, int *found) {
    T *at = a[i], *to = tau[i];
    with_work<T>(found, [=](T *work, int *length) {
      fortran<T>(r, &m, &n, at, &lda, to, work, length, found);
    });
  });
}
template <class T>
hipError_t geqrf(hipStream_t stream, int m, int n, group<T> a, int lda, group<T> tau, int batch) {
  return orthogonal<T, GEQRF>(stream, m, n, a, lda, tau, batch);
}
template <class T>
hipError_t gels(hipStream_t stream, char trans, int m, int n, int nrhs, group<T> a, int lda,
                group<T> b, int ldb, int *info, int batch) {
  return each(stream, info, batch, [=](int i, int *found) {
    least_squares<T>(trans, m, n, nrhs, a[i], lda, b[i], ldb, b[i], ldb, found);
  });
}
template <class T>
hipError_t gesv(hipStream_t stream, int n, int nrhs, group<T> a, int lda, group<int> pivots,
                group<T> b, int ldb, int *info, int batch) {
  return each(stream, info, batch, [=](int i, int *found) {
    char plain = 'N';
    fortran<T>(GETRF, &n, &n, a[i], &lda, pivots[i], found);
    if (!*found) fortran<T>(GETRS, &plain, &n, &nrhs, a[i], &lda, pivots[i], b[i], &ldb, found);
  });
}
template <class T>
hipError_t syevd(hipStream_t stream, char job, char uplo, int n, group<T> a, int lda,
                 group<real_of<T>> w, int *info, int batch) {
  return each(stream, info, batch, [=](int i, int *found) {
    char j = job, u = uplo;
    eigen<T, SYEVD>(found, &j, &u, &n, a[i], &lda, w[i]);
  });
}
template <class T>
hipError_t sygvd(hipStream_t stream, int type, char job, char uplo, int n, group<T> a, int lda,
                 group<T> b, int ldb, group<real_of<T>> w, int *info, int batch) {
  return each(stream, info, batch, [=](int i, int *found) {
    eigen<T, SYGVD>(found, &type, &job, &uplo, &n, a[i], &lda, b[i], &ldb, w[i]);
  });
}
template <class T>
hipError_t gesvd(hipStream_t stream, char left, char right, int m, int n, group<T> a, int lda,
                 group<real_of<T>> s, group<T> u, int ldu, group<T> v, int ldv, int *info,
                 int batch) {
  return each(stream, info, batch, [=](int i, int *found) {
    singular<T>(left, right, m, n, a[i], lda, s[i], u[i], ldu, v[i], ldv, found);
  });
}

} // namespace lapack

#endif

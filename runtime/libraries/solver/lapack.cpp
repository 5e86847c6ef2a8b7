// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The routines on a device whose memory the host accesses in place, by the machine's LAPACK: a call
// is a host function in the order of the handle's stream.
#include "lapack.h"
#include "solver.h"

#include <algorithm>
#include <stdlib.h>
#include <string.h>

using namespace lapack;
using namespace solver;

namespace {

template <class Work> status submit(handle h, const Work &work) {
  hipError_t e =
      gl_host_call(h->stream, [](void *w) { (*(Work *)w)(); }, nullptr, &work, sizeof work);
  return e == hipSuccess            ? HIPSOLVER_STATUS_SUCCESS
         : e == hipErrorOutOfMemory ? HIPSOLVER_STATUS_ALLOC_FAILED
                                    : HIPSOLVER_STATUS_EXECUTION_FAILED;
}

// no_work returns the minimum work area size, for programs that allocate it: the library allocates
// LAPACK's itself.
template <class... A> status no_work(A..., int *length) {
  *length = 1;
  return HIPSOLVER_STATUS_SUCCESS;
}
template <class... A> struct no_work_of {
  static status one(A... a, int *length, jacobi) { return no_work<A...>(a..., length); }
  static status batch(A... a, int *length, jacobi, int) { return no_work<A...>(a..., length); }
  static status bytes(A..., void *, size_t *size) {
    *size = 1;
    return HIPSOLVER_STATUS_SUCCESS;
  }
};

template <class T>
status getrf(handle h, int m, int n, T *a, int lda, T *, int *pivots, int *info) {
  if (!pivots) return HIPSOLVER_STATUS_NOT_SUPPORTED;
  return submit(h, [=] { fortran<T>(GETRF, &m, &n, a, &lda, pivots, info); });
}
template <class T>
status getrs(handle h, hipsolverOperation_t trans, int n, int nrhs, const T *a, int lda,
             const int *pivots, T *b, int ldb, int *info) {
  if (!pivots) return HIPSOLVER_STATUS_NOT_SUPPORTED;
  return submit(h, [=] {
    char t = operation(trans);
    fortran<T>(GETRS, &t, &n, &nrhs, a, &lda, pivots, b, &ldb, info);
  });
}
template <class T, routine r>
status cholesky(handle h, hipsolverFillMode_t uplo, int n, T *a, int lda, T *, int, int *info) {
  return submit(h, [=] {
    char u = triangle(uplo);
    fortran<T>(r, &u, &n, a, &lda, info);
  });
}
template <class T>
status potrs(handle h, hipsolverFillMode_t uplo, int n, int nrhs, const T *a, int lda, T *b,
             int ldb, int *info) {
  return submit(h, [=] {
    char u = triangle(uplo);
    fortran<T>(POTRS, &u, &n, &nrhs, a, &lda, b, &ldb, info);
  });
}
template <class T>
status potrf_batched(handle h, hipsolverFillMode_t uplo, int n, T **a, int lda, int *info,
                     int batch) {
  return submit(h, [=] {
    char u = triangle(uplo);
    for (int i = 0; i < batch; i++) fortran<T>(POTRF, &u, &n, a[i], &lda, &info[i]);
  });
}
template <class T>
status potrs_batched(handle h, hipsolverFillMode_t uplo, int n, int nrhs, T **a, int lda, T **b,
                     int ldb, int *info, int batch) {
  return submit(h, [=] {
    char u = triangle(uplo);
    *info = 0;
    for (int i = 0; i < batch && !*info; i++)
      fortran<T>(POTRS, &u, &n, &nrhs, a[i], &lda, b[i], &ldb, info);
  });
}
template <class T>
status geqrf(handle h, int m, int n, T *a, int lda, T *tau, T *, int, int *info) {
  return submit(h, [=] {
    with_work<T>(info, [=](T *work, int *length) {
      fortran<T>(GEQRF, &m, &n, a, &lda, tau, work, length, info);
    });
  });
}
template <class T>
status orgqr(handle h, int m, int n, int k, T *a, int lda, const T *tau, T *, int, int *info) {
  return submit(h, [=] {
    with_work<T>(info, [=](T *work, int *length) {
      fortran<T>(ORGQR, &m, &n, &k, a, &lda, tau, work, length, info);
    });
  });
}
template <class T>
status ormqr(handle h, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n, int k,
             const T *a, int lda, const T *tau, T *b, int ldb, T *, int, int *info) {
  return submit(h, [=] {
    char s = side == HIPBLAS_SIDE_LEFT ? 'L' : 'R';
    char t = trans == HIPBLAS_OP_N ? 'N' : is_complex<T> ? 'C' : 'T';
    with_work<T>(info, [=](T *work, int *length) {
      fortran<T>(ORMQR, &s, &t, &m, &n, &k, a, &lda, tau, b, &ldb, work, length, info);
    });
  });
}

template <class T>
status syevd(handle h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *a, int lda,
             real_of<T> *w, T *, int, int *info) {
  return submit(h, [=] {
    char job = jobz == HIPSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', u = triangle(uplo);
    eigen<T, SYEVD>(info, &job, &u, &n, a, &lda, w);
  });
}
template <class T>
status sygvd(handle h, hipsolverEigType_t type, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
             int n, T *a, int lda, T *b, int ldb, real_of<T> *w, T *, int, int *info) {
  return submit(h, [=] {
    char job = jobz == HIPSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', u = triangle(uplo);
    int number = type - HIPSOLVER_EIG_TYPE_1 + 1;
    eigen<T, SYGVD>(info, &number, &job, &u, &n, a, &lda, b, &ldb, w);
  });
}

// The Jacobi methods are implemented by LAPACK's other routines: the results are sorted, and have
// their accuracy regardless of the tolerance.
template <class T>
status syevj_batched(handle h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *a,
                     int lda, real_of<T> *w, T *, int, int *info, jacobi, int batch) {
  return submit(h, [=] {
    char job = jobz == HIPSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', u = triangle(uplo);
    for (size_t i = 0; i < (size_t)batch; i++)
      eigen<T, SYEVD>(info + i, &job, &u, &n, a + i * n * lda, &lda, w + i * n);
  });
}
template <class T>
status syevj(handle h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *a, int lda,
             real_of<T> *w, T *work, int length, int *info, jacobi params) {
  return syevj_batched<T>(h, jobz, uplo, n, a, lda, w, work, length, info, params, 1);
}

template <class T>
status sygvj(handle h, hipsolverEigType_t type, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
             int n, T *a, int lda, T *b, int ldb, real_of<T> *w, T *work, int length, int *info,
             jacobi) {
  return sygvd<T>(h, type, jobz, uplo, n, a, lda, b, ldb, w, work, length, info);
}

// selected moves the eigenvalues of the range, and their vectors, to the front, and returns their number.
template <class T>
int selected(char job, hipsolverEigRange_t range, int n, T *a, int lda, real_of<T> vl,
             real_of<T> vu, int il, int iu, real_of<T> *w) {
  int first = range == HIPSOLVER_EIG_RANGE_I && n ? il - 1 : 0, end = n;
  if (range == HIPSOLVER_EIG_RANGE_I && n) end = iu;
  if (range == HIPSOLVER_EIG_RANGE_V) {
    while (first < n && !(w[first] > vl)) first++;
    while (end > first && w[end - 1] > vu) end--;
  }
  if (!first) return end;
  memmove(w, w + first, (end - first) * sizeof *w);
  if (job == 'V')
    for (int c = first; c < end; c++)
      memcpy(a + (size_t)(c - first) * lda, a + (size_t)c * lda, n * sizeof *a);
  return end - first;
}
// counted waits for a number on the host.
status counted(handle h, status s) {
  if (s == HIPSOLVER_STATUS_SUCCESS && hipStreamSynchronize(h->stream) != hipSuccess)
    return HIPSOLVER_STATUS_EXECUTION_FAILED;
  return s;
}

// The number of eigenvalues is on the host; that of an interval is known when the work is done.
template <class T>
status syevdx(handle h, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
              hipsolverFillMode_t uplo, int n, T *a, int lda, real_of<T> vl, real_of<T> vu, int il,
              int iu, int *nev, real_of<T> *w, T *, int, int *info) {
  bool interval = range == HIPSOLVER_EIG_RANGE_V;
  if (!interval) *nev = range == HIPSOLVER_EIG_RANGE_I && n ? iu - il + 1 : n;
  status s = submit(h, [=] {
    char job = jobz == HIPSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', u = triangle(uplo);
    eigen<T, SYEVD>(info, &job, &u, &n, a, &lda, w);
    int found = *info ? 0 : selected(job, range, n, a, lda, vl, vu, il, iu, w);
    if (interval) *nev = found;
  });
  return interval ? counted(h, s) : s;
}
template <class T>
status sygvdx(handle h, hipsolverEigType_t type, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
              hipsolverFillMode_t uplo, int n, T *a, int lda, T *b, int ldb, real_of<T> vl,
              real_of<T> vu, int il, int iu, int *nev, real_of<T> *w, T *, int, int *info) {
  bool interval = range == HIPSOLVER_EIG_RANGE_V;
  if (!interval) *nev = range == HIPSOLVER_EIG_RANGE_I && n ? iu - il + 1 : n;
  status s = submit(h, [=] {
    char job = jobz == HIPSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', u = triangle(uplo);
    int number = type - HIPSOLVER_EIG_TYPE_1 + 1;
    eigen<T, SYGVD>(info, &number, &job, &u, &n, a, &lda, b, &ldb, w);
    int found = *info ? 0 : selected(job, range, n, a, lda, vl, vu, il, iu, w);
    if (interval) *nev = found;
  });
  return interval ? counted(h, s) : s;
}

// Reductions to bidiagonal and tridiagonal matrices, and what their reflectors stand for.
template <class T>
status gebrd(handle h, int m, int n, T *a, int lda, real_of<T> *d, real_of<T> *e, T *tauq, T *taup,
             T *, int, int *info) {
  return submit(h, [=] {
    with_work<T>(info, [=](T *work, int *length) {
      fortran<T>(GEBRD, &m, &n, a, &lda, d, e, tauq, taup, work, length, info);
    });
  });
}
template <class T>
status orgbr(handle h, hipsolverSideMode_t side, int m, int n, int k, T *a, int lda, const T *tau,
             T *, int, int *info) {
  return submit(h, [=] {
    char which = side == HIPBLAS_SIDE_LEFT ? 'Q' : 'P';
    with_work<T>(info, [=, &which](T *work, int *length) {
      fortran<T>(ORGBR, &which, &m, &n, &k, a, &lda, tau, work, length, info);
    });
  });
}
template <class T>
status orgtr(handle h, hipsolverFillMode_t uplo, int n, T *a, int lda, const T *tau, T *, int,
             int *info) {
  return submit(h, [=] {
    char u = triangle(uplo);
    with_work<T>(info, [=, &u](T *work, int *length) {
      fortran<T>(ORGTR, &u, &n, a, &lda, tau, work, length, info);
    });
  });
}
template <class T>
status ormtr(handle h, hipsolverSideMode_t side, hipsolverFillMode_t uplo,
             hipsolverOperation_t trans, int m, int n, T *a, int lda, T *tau, T *c, int ldc, T *,
             int, int *info) {
  return submit(h, [=] {
    char s = side == HIPBLAS_SIDE_LEFT ? 'L' : 'R', u = triangle(uplo);
    char t = trans == HIPBLAS_OP_N ? 'N' : is_complex<T> ? 'C' : 'T';
    with_work<T>(info, [=, &s, &u, &t](T *work, int *length) {
      fortran<T>(ORMTR, &s, &u, &t, &m, &n, a, &lda, tau, c, &ldc, work, length, info);
    });
  });
}
template <class T>
status sytrd(handle h, hipsolverFillMode_t uplo, int n, T *a, int lda, real_of<T> *d, real_of<T> *e,
             T *tau, T *, int, int *info) {
  return submit(h, [=] {
    char u = triangle(uplo);
    with_work<T>(info, [=, &u](T *work, int *length) {
      fortran<T>(SYTRD, &u, &n, a, &lda, d, e, tau, work, length, info);
    });
  });
}
template <class T>
status sytrf(handle h, hipsolverFillMode_t uplo, int n, T *a, int lda, int *pivots, T *, int,
             int *info) {
  return submit(h, [=] {
    char u = triangle(uplo);
    with_work<T>(info, [=, &u](T *work, int *length) {
      fortran<T>(SYTRF, &u, &n, a, &lda, pivots, work, length, info);
    });
  });
}

template <class T>
status gesvd(handle h, signed char jobu, signed char jobv, int m, int n, T *a, int lda,
             real_of<T> *s, T *u, int ldu, T *v, int ldv, T *, int, real_of<T> *, int *info) {
  return submit(
      h, [=] { singular<T>((char)jobu, (char)jobv, m, n, a, lda, s, u, ldu, v, ldv, info); });
}

template <class T> T conjugate(T v) {
  if constexpr (is_complex<T>) v.y = -v.y;
  return v;
}

// right_vectors transposes LAPACK's adjoint of V to V.
template <class T>
void right_vectors(char job, int m, int n, T *a, int lda, real_of<T> *s, T *u, int ldu, T *v,
                   int ldv, int *info) {
  int rows = job == 'A' ? n : std::min(m, n), ld = std::max(1, rows);
  if (job == 'N') return singular<T>('N', 'N', m, n, a, lda, s, u, ldu, v, ldv, info);
  T *adjoint = (T *)malloc(((size_t)ld * n + 1) * sizeof *adjoint);
  if (!adjoint) {
    *info = kNoMemory;
    return;
  }
  singular<T>(job, job, m, n, a, lda, s, u, ldu, adjoint, ld, info);
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < n; c++) v[c + (size_t)r * ldv] = conjugate(adjoint[r + (size_t)c * ld]);
  free(adjoint);
}
template <class T>
status gesvdj(handle h, hipsolverEigMode_t jobz, int econ, int m, int n, T *a, int lda,
              real_of<T> *s, T *u, int ldu, T *v, int ldv, T *, int, int *info, jacobi) {
  return submit(h, [=] {
    char job = jobz == HIPSOLVER_EIG_MODE_NOVECTOR ? 'N' : econ ? 'S' : 'A';
    right_vectors<T>(job, m, n, a, lda, s, u, ldu, v, ldv, info);
  });
}
template <class T>
status gesvdj_batched(handle h, hipsolverEigMode_t jobz, int m, int n, T *a, int lda, real_of<T> *s,
                      T *u, int ldu, T *v, int ldv, T *, int, int *info, jacobi, int batch) {
  return submit(h, [=] {
    char job = jobz == HIPSOLVER_EIG_MODE_NOVECTOR ? 'N' : 'A';
    for (size_t i = 0; i < (size_t)batch; i++)
      right_vectors<T>(job, m, n, a + i * lda * n, lda, s + i * std::min(m, n),
                       u ? u + i * ldu * m : u, ldu, v ? v + i * ldv * n : v, ldv, info + i);
  });
}

template <class T>
status gels(handle h, int m, int n, int nrhs, T *a, int lda, T *b, int ldb, T *x, int ldx, void *,
            size_t, int *niters, int *info) {
  *niters = 0;
  return submit(h,
                [=] { lapack::least_squares<T>('N', m, n, nrhs, a, lda, b, ldb, x, ldx, info); });
}
template <class T>
status gesv(handle h, int n, int nrhs, T *a, int lda, int *pivots, T *b, int ldb, T *x, int ldx,
            void *, size_t, int *niters, int *info) {
  *niters = 0;
  return submit(h, [=] {
    char plain = 'N';
    copy_columns<T>(n, nrhs, b, ldb, x, ldx);
    fortran<T>(GETRF, &n, &n, a, &lda, pivots, info);
    if (!*info) fortran<T>(GETRS, &plain, &n, &nrhs, a, &lda, pivots, x, &ldx, info);
  });
}

// LAPACK's routines make no sweeps, and leave nothing outside of the diagonal.
status no_residual(handle, jacobi, double *residual) {
  *residual = 0;
  return HIPSOLVER_STATUS_SUCCESS;
}
status no_sweeps(handle, jacobi, int *sweeps) {
  *sweeps = 0;
  return HIPSOLVER_STATUS_SUCCESS;
}

status create(handle) {
  return lapack::load("hipsolver") ? HIPSOLVER_STATUS_SUCCESS : HIPSOLVER_STATUS_NOT_INITIALIZED;
}
void destroy(handle) {}

template <class T>
using syevj_work = no_work_of<handle, hipsolverEigMode_t, hipsolverFillMode_t, int, const T *, int,
                              const real_of<T> *>;

template <class T>
constexpr table<T> kTable = {
    no_work<handle, int, int, T *, int>,
    getrf<T>,
    getrs<T>,
    no_work<handle, hipsolverFillMode_t, int, T *, int>,
    cholesky<T, POTRF>,
    no_work<handle, hipsolverFillMode_t, int, T *, int>,
    cholesky<T, POTRI>,
    potrs<T>,
    potrf_batched<T>,
    potrs_batched<T>,
    no_work<handle, int, int, T *, int>,
    geqrf<T>,
    no_work<handle, int, int, int, const T *, int, const T *>,
    orgqr<T>,
    no_work<handle, hipsolverSideMode_t, hipsolverOperation_t, int, int, int, const T *, int,
            const T *, const T *, int>,
    ormqr<T>,
    no_work<handle, hipsolverEigMode_t, hipsolverFillMode_t, int, const T *, int,
            const real_of<T> *>,
    syevd<T>,
    no_work<handle, int, int>,
    gesvd<T>,
    syevj_work<T>::one,
    syevj<T>,
    syevj_work<T>::batch,
    syevj_batched<T>,
    no_work<handle, hipsolverEigType_t, hipsolverEigMode_t, hipsolverFillMode_t, int, const T *,
            int, const T *, int, const real_of<T> *>,
    sygvd<T>,
    no_work_of<handle, hipsolverEigMode_t, int, int, int, const T *, int, const real_of<T> *,
               const T *, int, const T *, int>::one,
    gesvdj<T>,
    no_work_of<handle, hipsolverEigMode_t, int, int, const T *, int, const real_of<T> *, const T *,
               int, const T *, int>::batch,
    gesvdj_batched<T>,
    no_work_of<handle, int, int, int, T *, int, T *, int, T *, int>::bytes,
    gels<T>,
    no_work_of<handle, int, int, T *, int, int *, T *, int, T *, int>::bytes,
    gesv<T>,
    no_work<handle, hipsolverEigMode_t, hipsolverEigRange_t, hipsolverFillMode_t, int, const T *,
            int, real_of<T>, real_of<T>, int, int, int *, const real_of<T> *>,
    syevdx<T>,
    no_work_of<handle, hipsolverEigType_t, hipsolverEigMode_t, hipsolverFillMode_t, int, const T *,
               int, const T *, int, const real_of<T> *>::one,
    sygvj<T>,
    no_work<handle, int, int>,
    gebrd<T>,
    no_work<handle, hipsolverSideMode_t, int, int, int, const T *, int, const T *>,
    orgbr<T>,
    no_work<handle, hipsolverFillMode_t, int, const T *, int, const T *>,
    orgtr<T>,
    no_work<handle, hipsolverSideMode_t, hipsolverFillMode_t, hipsolverOperation_t, int, int,
            const T *, int, const T *, const T *, int>,
    ormtr<T>,
    no_work<handle, hipsolverFillMode_t, int, const T *, int, const real_of<T> *,
            const real_of<T> *, const T *>,
    sytrd<T>,
    no_work<handle, int, T *, int>,
    sytrf<T>,
    no_work<handle, hipsolverEigType_t, hipsolverEigMode_t, hipsolverEigRange_t,
            hipsolverFillMode_t, int, const T *, int, const T *, int, real_of<T>, real_of<T>, int,
            int, int *, const real_of<T> *>,
    sygvdx<T>};

} // namespace

const backend solver::on_host = {create,
                                 destroy,
                                 &kTable<float>,
                                 &kTable<double>,
                                 &kTable<hipFloatComplex>,
                                 &kTable<hipDoubleComplex>,
                                 no_residual,
                                 no_sweeps};

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The routines on a device whose memory the host accesses in place, by the machine's LAPACK: a call
// is a host function in the order of the handle's stream.
#include "solver.h"

#include <algorithm>
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

using namespace solver;

namespace {

enum routine {
  GETRF,
  GETRS,
  POTRF,
  POTRI,
  POTRS,
  GEQRF,
  ORGQR,
  ORMQR,
  SYEVD,
  SYGVD,
  GESVD,
  GELS,
  ROUTINES
};

constexpr const char *const kNames[4][ROUTINES] = {
    {"sgetrf_", "sgetrs_", "spotrf_", "spotri_", "spotrs_", "sgeqrf_", "sorgqr_", "sormqr_",
     "ssyevd_", "ssygvd_", "sgesvd_", "sgels_"},
    {"dgetrf_", "dgetrs_", "dpotrf_", "dpotri_", "dpotrs_", "dgeqrf_", "dorgqr_", "dormqr_",
     "dsyevd_", "dsygvd_", "dgesvd_", "dgels_"},
    {"cgetrf_", "cgetrs_", "cpotrf_", "cpotri_", "cpotrs_", "cgeqrf_", "cungqr_", "cunmqr_",
     "cheevd_", "chegvd_", "cgesvd_", "cgels_"},
    {"zgetrf_", "zgetrs_", "zpotrf_", "zpotri_", "zpotrs_", "zgeqrf_", "zungqr_", "zunmqr_",
     "zheevd_", "zhegvd_", "zgesvd_", "zgels_"}};

void *functions[4][ROUTINES];
bool loaded;

bool bind(void *library) {
  for (int t = 0; t < 4; t++)
    for (int r = 0; r < ROUTINES; r++)
      if (!(functions[t][r] = dlsym(library, kNames[t][r]))) return false;
  return true;
}

void load() {
  static const char *const known[] = {"libopenblas.so.0", "libmkl_rt.so.2", "liblapack.so.3"};
  loaded = gl_open("hipsolver", "GOHIP_LAPACK", known, 3, bind, "libopenblas0");
}

// fortran calls a LAPACK routine, whose arguments are passed by address, followed by the lengths of
// strings.
template <class T, class... A> void fortran(routine r, A... arguments) {
  size_t one = 1;
  ((void (*)(A..., size_t, size_t))functions[element<T>::index][r])(arguments..., one, one);
}

// LAPACKE's error for a work area that cannot be allocated.
constexpr int kNoMemory = -1010;

template <class T> int length_of(T query) {
  if constexpr (is_complex<T>)
    return (int)query.x;
  else
    return (int)query;
}

// with_work calls LAPACK twice: to query the size of its work area, and with the work area.
template <class T, class Call> void with_work(int *info, Call call) {
  T query = {};
  int ask = -1;
  call(&query, &ask);
  if (*info) return;
  int length = std::max(1, length_of(query));
  T *work = (T *)malloc(length * sizeof *work);
  if (!work)
    *info = kNoMemory;
  else
    call(work, &length);
  free(work);
}

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

char letter(hipsolverFillMode_t u) { return u == HIPBLAS_FILL_MODE_UPPER ? 'U' : 'L'; }
char letter(hipsolverOperation_t t) {
  return t == HIPBLAS_OP_N ? 'N' : t == HIPBLAS_OP_T ? 'T' : 'C';
}

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
    char t = letter(trans);
    fortran<T>(GETRS, &t, &n, &nrhs, a, &lda, pivots, b, &ldb, info);
  });
}
template <class T, routine r>
status cholesky(handle h, hipsolverFillMode_t uplo, int n, T *a, int lda, T *, int, int *info) {
  return submit(h, [=] {
    char u = letter(uplo);
    fortran<T>(r, &u, &n, a, &lda, info);
  });
}
template <class T>
status potrs(handle h, hipsolverFillMode_t uplo, int n, int nrhs, const T *a, int lda, T *b,
             int ldb, int *info) {
  return submit(h, [=] {
    char u = letter(uplo);
    fortran<T>(POTRS, &u, &n, &nrhs, a, &lda, b, &ldb, info);
  });
}
template <class T>
status potrf_batched(handle h, hipsolverFillMode_t uplo, int n, T **a, int lda, int *info,
                     int batch) {
  return submit(h, [=] {
    char u = letter(uplo);
    for (int i = 0; i < batch; i++) fortran<T>(POTRF, &u, &n, a[i], &lda, &info[i]);
  });
}
template <class T>
status potrs_batched(handle h, hipsolverFillMode_t uplo, int n, int nrhs, T **a, int lda, T **b,
                     int ldb, int *info, int batch) {
  return submit(h, [=] {
    char u = letter(uplo);
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

// eigen calls LAPACK for eigenvalues and eigenvectors, with up to three work areas. first are the
// arguments that precede those.
template <class T, routine r, class... First> void eigen(int *info, First... first) {
  using R = real_of<T>;
  T query = {};
  R real_query = 0;
  int ask = -1, int_query = 0;
  auto call = [&](T *work, int *length, R *rwork, int *rlength, int *iwork, int *ilength) {
    if constexpr (is_complex<T>)
      fortran<T>(r, first..., work, length, rwork, rlength, iwork, ilength, info);
    else
      fortran<T>(r, first..., work, length, iwork, ilength, info);
  };
  call(&query, &ask, &real_query, &ask, &int_query, &ask);
  if (*info) return;
  int length = std::max(1, length_of(query)), rlength = std::max(1, (int)real_query);
  int ilength = std::max(1, int_query);
  T *work = (T *)malloc(length * sizeof *work);
  R *rwork = (R *)malloc(rlength * sizeof *rwork);
  int *iwork = (int *)malloc(ilength * sizeof *iwork);
  if (work && rwork && iwork)
    call(work, &length, rwork, &rlength, iwork, &ilength);
  else
    *info = kNoMemory;
  free(work);
  free(rwork);
  free(iwork);
}
template <class T>
status syevd(handle h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *a, int lda,
             real_of<T> *w, T *, int, int *info) {
  return submit(h, [=] {
    char job = jobz == HIPSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', u = letter(uplo);
    eigen<T, SYEVD>(info, &job, &u, &n, a, &lda, w);
  });
}
template <class T>
status sygvd(handle h, hipsolverEigType_t type, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
             int n, T *a, int lda, T *b, int ldb, real_of<T> *w, T *, int, int *info) {
  return submit(h, [=] {
    char job = jobz == HIPSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', u = letter(uplo);
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
    char job = jobz == HIPSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', u = letter(uplo);
    for (size_t i = 0; i < (size_t)batch; i++)
      eigen<T, SYEVD>(info + i, &job, &u, &n, a + i * n * lda, &lda, w + i * n);
  });
}
template <class T>
status syevj(handle h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *a, int lda,
             real_of<T> *w, T *work, int length, int *info, jacobi params) {
  return syevj_batched<T>(h, jobz, uplo, n, a, lda, w, work, length, info, params, 1);
}

// singular calls LAPACK for singular values and singular vectors.
template <class T>
void singular(char ju, char jv, int m, int n, T *a, int lda, real_of<T> *s, T *u, int ldu, T *v,
              int ldv, int *info) {
  real_of<T> *rwork =
      is_complex<T> ? (real_of<T> *)malloc((5 * std::min(m, n) + 1) * sizeof *rwork) : nullptr;
  if (is_complex<T> && !rwork) {
    *info = kNoMemory;
    return;
  }
  with_work<T>(info, [=, &ju, &jv](T *work, int *length) {
    if constexpr (is_complex<T>)
      fortran<T>(GESVD, &ju, &jv, &m, &n, a, &lda, s, u, &ldu, v, &ldv, work, length, rwork, info);
    else
      fortran<T>(GESVD, &ju, &jv, &m, &n, a, &lda, s, u, &ldu, v, &ldv, work, length, info);
  });
  free(rwork);
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
void copy_columns(int rows, int columns, const T *from, size_t ldf, T *to, size_t ldt) {
  if (from != to)
    for (int c = 0; c < columns; c++) memcpy(to + c * ldt, from + c * ldf, rows * sizeof *to);
}
template <class T>
status gels(handle h, int m, int n, int nrhs, T *a, int lda, T *b, int ldb, T *x, int ldx, void *,
            size_t, int *niters, int *info) {
  *niters = 0;
  return submit(h, [=] {
    int rows = std::max(1, std::max(m, n));
    T *both = (T *)calloc((size_t)rows * nrhs + 1, sizeof *both); // right-hand side, then solution
    if (!both) {
      *info = kNoMemory;
      return;
    }
    copy_columns<T>(m, nrhs, b, ldb, both, rows);
    char plain = 'N';
    with_work<T>(info, [=, &plain, &rows](T *work, int *length) {
      fortran<T>(GELS, &plain, &m, &n, &nrhs, a, &lda, both, &rows, work, length, info);
    });
    copy_columns<T>(n, nrhs, both, rows, x, ldx);
    free(both);
  });
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

// LAPACK's routines have no sweeps.
status no_residual(handle, jacobi, double *) { return HIPSOLVER_STATUS_NOT_SUPPORTED; }
status no_sweeps(handle, jacobi, int *) { return HIPSOLVER_STATUS_NOT_SUPPORTED; }

status create(handle) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return loaded ? HIPSOLVER_STATUS_SUCCESS : HIPSOLVER_STATUS_NOT_INITIALIZED;
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
    gesv<T>};

} // namespace

const backend solver::on_host = {create,
                                 destroy,
                                 &kTable<float>,
                                 &kTable<double>,
                                 &kTable<hipFloatComplex>,
                                 &kTable<hipDoubleComplex>,
                                 no_residual,
                                 no_sweeps};

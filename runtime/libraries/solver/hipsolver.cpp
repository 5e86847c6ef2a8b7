// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSOLVER over the machine's LAPACK: a call is a host function in the order of the handle's stream.
#include <hipsolver/hipsolver.h>

#include "hostcall.h"

#include <algorithm>
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <type_traits>

struct hipsolver_handle {
  bool host; // the host reads and writes the device's memory
  hipStream_t stream;
};

namespace {

enum routine { GETRF, GETRS, POTRF, POTRI, POTRS, GEQRF, ORGQR, ORMQR, SYEVD, GESVD, ROUTINES };

constexpr const char *const kNames[4][ROUTINES] = {
    {"sgetrf_", "sgetrs_", "spotrf_", "spotri_", "spotrs_", "sgeqrf_", "sorgqr_", "sormqr_",
     "ssyevd_", "sgesvd_"},
    {"dgetrf_", "dgetrs_", "dpotrf_", "dpotri_", "dpotrs_", "dgeqrf_", "dorgqr_", "dormqr_",
     "dsyevd_", "dgesvd_"},
    {"cgetrf_", "cgetrs_", "cpotrf_", "cpotri_", "cpotrs_", "cgeqrf_", "cungqr_", "cunmqr_",
     "cheevd_", "cgesvd_"},
    {"zgetrf_", "zgetrs_", "zpotrf_", "zpotri_", "zpotrs_", "zgeqrf_", "zungqr_", "zunmqr_",
     "zheevd_", "zgesvd_"}};

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

template <class T> struct element;
template <> struct element<float> {
  static constexpr int index = 0;
  using real = float;
};
template <> struct element<double> {
  static constexpr int index = 1;
  using real = double;
};
template <> struct element<hipFloatComplex> {
  static constexpr int index = 2;
  using real = float;
};
template <> struct element<hipDoubleComplex> {
  static constexpr int index = 3;
  using real = double;
};
template <class T> constexpr bool is_complex = element<T>::index >= 2;

// fortran calls a routine of LAPACK, whose arguments are addresses. The lengths of strings follow.
template <class T, class... A> void fortran(routine r, A... arguments) {
  size_t one = 1;
  ((void (*)(A..., size_t, size_t))functions[element<T>::index][r])(arguments..., one, one);
}

// What LAPACKE says where there is no memory for a work area.
constexpr int kNoMemory = -1010;

template <class T> int length_of(T query) {
  if constexpr (is_complex<T>)
    return (int)query.x;
  else
    return (int)query;
}

// with_work calls LAPACK twice: for the length of its work area, and with one.
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

template <class Work> hipsolverStatus_t submit(hipsolverHandle_t h, const Work &work) {
  if (!h->host) return HIPSOLVER_STATUS_NOT_SUPPORTED;
  hipError_t e =
      gl_host_call(h->stream, [](void *w) { (*(Work *)w)(); }, nullptr, &work, sizeof work);
  return e == hipSuccess            ? HIPSOLVER_STATUS_SUCCESS
         : e == hipErrorOutOfMemory ? HIPSOLVER_STATUS_ALLOC_FAILED
                                    : HIPSOLVER_STATUS_EXECUTION_FAILED;
}

// checked is the status of a call, before there is anything to do.
struct checked {
  hipsolverStatus_t status;
  explicit checked(hipsolverHandle_t h)
      : status(h ? HIPSOLVER_STATUS_SUCCESS : HIPSOLVER_STATUS_NOT_INITIALIZED) {}
  checked &need(bool ok, hipsolverStatus_t bad) {
    if (status == HIPSOLVER_STATUS_SUCCESS && !ok) status = bad;
    return *this;
  }
  checked &valid(bool ok) { return need(ok, HIPSOLVER_STATUS_INVALID_VALUE); }
  checked &uplo(int u) {
    return need(u == HIPBLAS_FILL_MODE_UPPER || u == HIPBLAS_FILL_MODE_LOWER,
                HIPSOLVER_STATUS_INVALID_ENUM);
  }
  checked &op(int t) {
    return need(t >= HIPBLAS_OP_N && t <= HIPBLAS_OP_C, HIPSOLVER_STATUS_INVALID_ENUM);
  }
  checked &matrix(int rows, int cols, const void *a, int ld) {
    return valid(rows >= 0 && cols >= 0 && ld >= std::max(1, rows) && (!rows || !cols || a));
  }
  explicit operator bool() const { return status == HIPSOLVER_STATUS_SUCCESS; }
};

// A work area of some size for programs that allocate what they are told.
hipsolverStatus_t size(const checked &c, int *lwork) {
  if (c && !lwork) return HIPSOLVER_STATUS_INVALID_VALUE;
  if (c) *lwork = 1;
  return c.status;
}

char letter(hipsolverFillMode_t u) { return u == HIPBLAS_FILL_MODE_UPPER ? 'U' : 'L'; }
char letter(hipsolverOperation_t t) {
  return t == HIPBLAS_OP_N ? 'N' : t == HIPBLAS_OP_T ? 'T' : 'C';
}

template <class T>
hipsolverStatus_t getrf(hipsolverHandle_t h, int m, int n, T *a, int lda, int *pivots, int *info) {
  checked c = checked(h).matrix(m, n, a, lda).valid(info);
  if (!c.need(pivots || !c, HIPSOLVER_STATUS_NOT_SUPPORTED)) return c.status;
  return submit(h, [=] { fortran<T>(GETRF, &m, &n, a, &lda, pivots, info); });
}
template <class T>
hipsolverStatus_t getrs(hipsolverHandle_t h, hipsolverOperation_t trans, int n, int nrhs,
                        const T *a, int lda, const int *pivots, T *b, int ldb, int *info) {
  checked c = checked(h).op(trans).matrix(n, n, a, lda).matrix(n, nrhs, b, ldb);
  c.valid(info);
  if (!c.need(pivots || !c, HIPSOLVER_STATUS_NOT_SUPPORTED)) return c.status;
  return submit(h, [=] {
    char t = letter(trans);
    fortran<T>(GETRS, &t, &n, &nrhs, a, &lda, pivots, b, &ldb, info);
  });
}
template <class T>
hipsolverStatus_t cholesky(routine r, hipsolverHandle_t h, hipsolverFillMode_t uplo, int n, T *a,
                           int lda, int *info) {
  checked c = checked(h).uplo(uplo).matrix(n, n, a, lda).valid(info);
  if (!c) return c.status;
  return submit(h, [=] {
    char u = letter(uplo);
    fortran<T>(r, &u, &n, a, &lda, info);
  });
}
template <class T>
hipsolverStatus_t potrs(hipsolverHandle_t h, hipsolverFillMode_t uplo, int n, int nrhs, const T *a,
                        int lda, T *b, int ldb, int *info) {
  checked c = checked(h).uplo(uplo).matrix(n, n, a, lda).matrix(n, nrhs, b, ldb).valid(info);
  if (!c) return c.status;
  return submit(h, [=] {
    char u = letter(uplo);
    fortran<T>(POTRS, &u, &n, &nrhs, a, &lda, b, &ldb, info);
  });
}
template <class T>
hipsolverStatus_t geqrf(hipsolverHandle_t h, int m, int n, T *a, int lda, T *tau, int *info) {
  checked c = checked(h).matrix(m, n, a, lda).valid(info && (!std::min(m, n) || tau));
  if (!c) return c.status;
  return submit(h, [=] {
    with_work<T>(info, [=](T *work, int *length) {
      fortran<T>(GEQRF, &m, &n, a, &lda, tau, work, length, info);
    });
  });
}
template <class T>
hipsolverStatus_t orgqr(hipsolverHandle_t h, int m, int n, int k, T *a, int lda, const T *tau,
                        int *info) {
  checked c = checked(h).matrix(m, n, a, lda).valid(n <= m && k >= 0 && k <= n && info);
  if (!c.valid(!k || tau)) return c.status;
  return submit(h, [=] {
    with_work<T>(info, [=](T *work, int *length) {
      fortran<T>(ORGQR, &m, &n, &k, a, &lda, tau, work, length, info);
    });
  });
}

checked check_ormqr(hipsolverHandle_t h, hipsolverSideMode_t side, hipsolverOperation_t trans,
                    int m, int n, int k, const void *a, int lda, const void *tau, const void *b,
                    int ldb) {
  bool left = side == HIPBLAS_SIDE_LEFT;
  checked c(h);
  c.need(left || side == HIPBLAS_SIDE_RIGHT, HIPSOLVER_STATUS_INVALID_ENUM).op(trans);
  return c.matrix(m, n, b, ldb)
      .matrix(left ? m : n, k, a, lda)
      .valid(k <= (left ? m : n) && (!k || tau));
}
template <class T>
hipsolverStatus_t ormqr(hipsolverHandle_t h, hipsolverSideMode_t side, hipsolverOperation_t trans,
                        int m, int n, int k, const T *a, int lda, const T *tau, T *b, int ldb,
                        int *info) {
  checked c = check_ormqr(h, side, trans, m, n, k, a, lda, tau, b, ldb).valid(info);
  // LAPACK has the transpose of a real Q, and the conjugate one of a complex Q.
  if (is_complex<T>) c.need(trans != HIPBLAS_OP_T, HIPSOLVER_STATUS_INVALID_VALUE);
  if (!c) return c.status;
  return submit(h, [=] {
    char s = side == HIPBLAS_SIDE_LEFT ? 'L' : 'R';
    char t = trans == HIPBLAS_OP_N ? 'N' : is_complex<T> ? 'C' : 'T';
    with_work<T>(info, [=](T *work, int *length) {
      fortran<T>(ORMQR, &s, &t, &m, &n, &k, a, &lda, tau, b, &ldb, work, length, info);
    });
  });
}

checked check_syevd(hipsolverHandle_t h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
                    const void *a, int lda) {
  checked c(h);
  c.need(jobz == HIPSOLVER_EIG_MODE_NOVECTOR || jobz == HIPSOLVER_EIG_MODE_VECTOR,
         HIPSOLVER_STATUS_INVALID_ENUM);
  return c.uplo(uplo).matrix(n, n, a, lda);
}

// eigen calls LAPACK for the eigenvalues and vectors, which wants up to three work areas.
template <class T, class R> void eigen(char job, char u, int n, T *a, int lda, R *w, int *info) {
  T query = {};
  R real_query = 0;
  int ask = -1, int_query = 0;
  auto call = [&](T *work, int *length, R *rwork, int *rlength, int *iwork, int *ilength) {
    if constexpr (is_complex<T>)
      fortran<T>(SYEVD, &job, &u, &n, a, &lda, w, work, length, rwork, rlength, iwork, ilength,
                 info);
    else
      fortran<T>(SYEVD, &job, &u, &n, a, &lda, w, work, length, iwork, ilength, info);
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
template <class T, class R>
hipsolverStatus_t syevd(hipsolverHandle_t h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,
                        int n, T *a, int lda, R *w, int *info) {
  checked c = check_syevd(h, jobz, uplo, n, a, lda).valid(info && (n <= 0 || w));
  if (!c) return c.status;
  return submit(h, [=] {
    eigen<T, R>(jobz == HIPSOLVER_EIG_MODE_VECTOR ? 'V' : 'N', letter(uplo), n, a, lda, w, info);
  });
}

bool is_job(signed char j) { return j == 'A' || j == 'S' || j == 'O' || j == 'N'; }

template <class T, class R>
hipsolverStatus_t gesvd(hipsolverHandle_t h, signed char jobu, signed char jobv, int m, int n, T *a,
                        int lda, R *s, T *u, int ldu, T *v, int ldv, int *info) {
  int least = std::min(m, n);
  bool has_u = jobu == 'A' || jobu == 'S', has_v = jobv == 'A' || jobv == 'S';
  checked c = checked(h).valid(is_job(jobu) && is_job(jobv) && !(jobu == 'O' && jobv == 'O'));
  c.matrix(m, n, a, lda).valid(info && (least <= 0 || s));
  c.valid(ldu >= 1 && (!has_u || (ldu >= m && u)));
  c.valid(ldv >= 1 && (!has_v || (ldv >= (jobv == 'A' ? n : least) && v)));
  if (!c) return c.status;
  return submit(h, [=] {
    char ju = (char)jobu, jv = (char)jobv;
    R *rwork = is_complex<T> ? (R *)malloc((5 * least + 1) * sizeof *rwork) : nullptr;
    if (is_complex<T> && !rwork) {
      *info = kNoMemory;
      return;
    }
    with_work<T>(info, [=, &ju, &jv](T *work, int *length) {
      if constexpr (is_complex<T>)
        fortran<T>(GESVD, &ju, &jv, &m, &n, a, &lda, s, u, &ldu, v, &ldv, work, length, rwork,
                   info);
      else
        fortran<T>(GESVD, &ju, &jv, &m, &n, a, &lda, s, u, &ldu, v, &ldv, work, length, info);
    });
    free(rwork);
  });
}

} // namespace

hipsolverStatus_t hipsolverCreate(hipsolverHandle_t *handle) {
  if (!handle) return HIPSOLVER_STATUS_INVALID_VALUE;
  bool host;
  if (gl_in_place(&host) != hipSuccess) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (host) pthread_once(&once, load);
  if (host && !loaded) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  hipsolverHandle_t h = (hipsolverHandle_t)calloc(1, sizeof *h);
  if (!h) return HIPSOLVER_STATUS_ALLOC_FAILED;
  h->host = host;
  *handle = h;
  return HIPSOLVER_STATUS_SUCCESS;
}
hipsolverStatus_t hipsolverDestroy(hipsolverHandle_t h) {
  if (!h) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  free(h);
  return HIPSOLVER_STATUS_SUCCESS;
}
hipsolverStatus_t hipsolverSetStream(hipsolverHandle_t h, hipStream_t stream) {
  if (!h) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  h->stream = stream;
  return HIPSOLVER_STATUS_SUCCESS;
}
hipsolverStatus_t hipsolverGetStream(hipsolverHandle_t h, hipStream_t *stream) {
  checked c = checked(h).valid(stream);
  if (c) *stream = h->stream;
  return c.status;
}
hipsolverStatus_t hipsolverDnCreate(hipsolverHandle_t *handle) { return hipsolverCreate(handle); }
hipsolverStatus_t hipsolverDnDestroy(hipsolverHandle_t h) { return hipsolverDestroy(h); }
hipsolverStatus_t hipsolverDnSetStream(hipsolverHandle_t h, hipStream_t stream) {
  return hipsolverSetStream(h, stream);
}
hipsolverStatus_t hipsolverDnGetStream(hipsolverHandle_t h, hipStream_t *stream) {
  return hipsolverGetStream(h, stream);
}

#define TYPE_FUNCTIONS(X, T, R, orgqr_, ormqr_, syevd_)                                            \
  hipsolverStatus_t hipsolverDn##X##getrf_bufferSize(hipsolverHandle_t h, int m, int n, T *A,      \
                                                     int lda, int *lwork) {                        \
    return size(checked(h).matrix(m, n, A, lda), lwork);                                           \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##getrf(hipsolverHandle_t h, int m, int n, T *A, int lda, T *,   \
                                          int *devIpiv, int *devInfo) {                            \
    return getrf<T>(h, m, n, A, lda, devIpiv, devInfo);                                            \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##getrs(hipsolverHandle_t h, hipsolverOperation_t trans, int n,  \
                                          int nrhs, const T *A, int lda, const int *devIpiv, T *B, \
                                          int ldb, int *devInfo) {                                 \
    return getrs<T>(h, trans, n, nrhs, A, lda, devIpiv, B, ldb, devInfo);                          \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##potrf_bufferSize(                                              \
      hipsolverHandle_t h, hipsolverFillMode_t uplo, int n, T *A, int lda, int *lwork) {           \
    return size(checked(h).uplo(uplo).matrix(n, n, A, lda), lwork);                                \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##potrf(hipsolverHandle_t h, hipsolverFillMode_t uplo, int n,    \
                                          T *A, int lda, T *, int, int *devInfo) {                 \
    return cholesky<T>(POTRF, h, uplo, n, A, lda, devInfo);                                        \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##potri_bufferSize(                                              \
      hipsolverHandle_t h, hipsolverFillMode_t uplo, int n, T *A, int lda, int *lwork) {           \
    return size(checked(h).uplo(uplo).matrix(n, n, A, lda), lwork);                                \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##potri(hipsolverHandle_t h, hipsolverFillMode_t uplo, int n,    \
                                          T *A, int lda, T *, int, int *devInfo) {                 \
    return cholesky<T>(POTRI, h, uplo, n, A, lda, devInfo);                                        \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##potrs(hipsolverHandle_t h, hipsolverFillMode_t uplo, int n,    \
                                          int nrhs, const T *A, int lda, T *B, int ldb,            \
                                          int *devInfo) {                                          \
    return potrs<T>(h, uplo, n, nrhs, A, lda, B, ldb, devInfo);                                    \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##geqrf_bufferSize(hipsolverHandle_t h, int m, int n, T *A,      \
                                                     int lda, int *lwork) {                        \
    return size(checked(h).matrix(m, n, A, lda), lwork);                                           \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##geqrf(hipsolverHandle_t h, int m, int n, T *A, int lda,        \
                                          T *tau, T *, int, int *devInfo) {                        \
    return geqrf<T>(h, m, n, A, lda, tau, devInfo);                                                \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##orgqr_##_bufferSize(                                           \
      hipsolverHandle_t h, int m, int n, int k, const T *A, int lda, const T *tau, int *lwork) {   \
    return size(checked(h).matrix(m, n, A, lda).valid(k >= 0 && k <= n && (!k || tau)), lwork);    \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##orgqr_(hipsolverHandle_t h, int m, int n, int k, T *A,         \
                                           int lda, const T *tau, T *, int, int *devInfo) {        \
    return orgqr<T>(h, m, n, k, A, lda, tau, devInfo);                                             \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##ormqr_##_bufferSize(                                           \
      hipsolverHandle_t h, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,     \
      int k, const T *A, int lda, const T *tau, const T *C, int ldc, int *lwork) {                 \
    return size(check_ormqr(h, side, trans, m, n, k, A, lda, tau, C, ldc), lwork);                 \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##ormqr_(                                                        \
      hipsolverHandle_t h, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,     \
      int k, const T *A, int lda, const T *tau, T *C, int ldc, T *, int, int *devInfo) {           \
    return ormqr<T>(h, side, trans, m, n, k, A, lda, tau, C, ldc, devInfo);                        \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##syevd_##_bufferSize(                                           \
      hipsolverHandle_t h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, const T *A,   \
      int lda, const R *, int *lwork) {                                                            \
    return size(check_syevd(h, jobz, uplo, n, A, lda), lwork);                                     \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##syevd_(hipsolverHandle_t h, hipsolverEigMode_t jobz,           \
                                           hipsolverFillMode_t uplo, int n, T *A, int lda, R *W,   \
                                           T *, int, int *devInfo) {                               \
    return syevd<T, R>(h, jobz, uplo, n, A, lda, W, devInfo);                                      \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##gesvd_bufferSize(hipsolverHandle_t h, int m, int n,            \
                                                     int *lwork) {                                 \
    return size(checked(h).valid(m >= 0 && n >= 0), lwork);                                        \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##gesvd(hipsolverHandle_t h, signed char jobu, signed char jobv, \
                                          int m, int n, T *A, int lda, R *S, T *U, int ldu, T *V,  \
                                          int ldv, T *, int, R *, int *devInfo) {                  \
    return gesvd<T, R>(h, jobu, jobv, m, n, A, lda, S, U, ldu, V, ldv, devInfo);                   \
  }
TYPE_FUNCTIONS(S, float, float, orgqr, ormqr, syevd)
TYPE_FUNCTIONS(D, double, double, orgqr, ormqr, syevd)
TYPE_FUNCTIONS(C, hipFloatComplex, float, ungqr, unmqr, heevd)
TYPE_FUNCTIONS(Z, hipDoubleComplex, double, ungqr, unmqr, heevd)

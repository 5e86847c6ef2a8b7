// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSOLVER's functions: argument checks, and dispatch to the backend.
#include "solver.h"

#include <algorithm>
#include <stdlib.h>

using namespace solver;

namespace {

// checked is the status of a call after its argument checks.
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
bool is_eig_mode(int m) {
  return m == HIPSOLVER_EIG_MODE_NOVECTOR || m == HIPSOLVER_EIG_MODE_VECTOR;
}

checked check_syevd(hipsolverHandle_t h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
                    const void *a, int lda) {
  checked c(h);
  c.need(is_eig_mode(jobz), HIPSOLVER_STATUS_INVALID_ENUM);
  return c.uplo(uplo).matrix(n, n, a, lda);
}

checked check_orgqr(hipsolverHandle_t h, int m, int n, int k, const void *a, int lda,
                    const void *tau) {
  return checked(h).matrix(m, n, a, lda).valid(n <= m && k >= 0 && k <= n && (!k || tau));
}

bool is_job(signed char j) { return j == 'A' || j == 'S' || j == 'O' || j == 'N'; }

checked check_gesvd(hipsolverHandle_t h, signed char jobu, signed char jobv, int m, int n,
                    const void *a, int lda, const void *s, const void *u, int ldu, const void *v,
                    int ldv) {
  int least = std::min(m, n);
  bool has_u = jobu == 'A' || jobu == 'S', has_v = jobv == 'A' || jobv == 'S';
  checked c = checked(h).valid(is_job(jobu) && is_job(jobv) && !(jobu == 'O' && jobv == 'O'));
  c.matrix(m, n, a, lda).valid(least <= 0 || s);
  c.valid(ldu >= 1 && (!has_u || (ldu >= m && u)));
  return c.valid(ldv >= 1 && (!has_v || (ldv >= (jobv == 'A' ? n : least) && v)));
}

checked check_syevj(hipsolverHandle_t h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
                    const void *a, int lda, jacobi params, int batch) {
  checked c = check_syevd(h, jobz, uplo, n, a, lda);
  return c.valid(batch >= 0 && params && !params->singular);
}

checked check_sygvd(hipsolverHandle_t h, hipsolverEigType_t type, hipsolverEigMode_t jobz,
                    hipsolverFillMode_t uplo, int n, const void *a, int lda, const void *b,
                    int ldb) {
  checked c(h);
  c.need(type >= HIPSOLVER_EIG_TYPE_1 && type <= HIPSOLVER_EIG_TYPE_3,
         HIPSOLVER_STATUS_INVALID_ENUM);
  c.need(is_eig_mode(jobz), HIPSOLVER_STATUS_INVALID_ENUM);
  return c.uplo(uplo).matrix(n, n, a, lda).matrix(n, n, b, ldb);
}

template <class R>
checked check_syevdx(hipsolverHandle_t h, hipsolverEigMode_t jobz, hipsolverEigRange_t range,
                     hipsolverFillMode_t uplo, int n, const void *a, int lda, R vl, R vu, int il,
                     int iu, const int *nev) {
  checked c = check_syevd(h, jobz, uplo, n, a, lda);
  c.need(range >= HIPSOLVER_EIG_RANGE_ALL && range <= HIPSOLVER_EIG_RANGE_I,
         HIPSOLVER_STATUS_INVALID_ENUM);
  c.valid(nev && (range != HIPSOLVER_EIG_RANGE_V || vl < vu));
  return c.valid(range != HIPSOLVER_EIG_RANGE_I || n <= 0 || (1 <= il && il <= iu && iu <= n));
}

// check_gesvdj checks the arguments that the work area depends on; econ selects whether U and V
// have only the columns of singular values.
checked check_gesvdj(hipsolverHandle_t h, hipsolverEigMode_t jobz, int m, int n, const void *a,
                     int lda, int ldu, int ldv, jacobi params, int batch) {
  bool vectors = jobz == HIPSOLVER_EIG_MODE_VECTOR;
  checked c(h);
  c.need(is_eig_mode(jobz), HIPSOLVER_STATUS_INVALID_ENUM).matrix(m, n, a, lda);
  c.valid(ldu >= 1 && (!vectors || ldu >= m) && ldv >= 1 && (!vectors || ldv >= n));
  return c.valid(batch >= 0 && params && params->singular);
}

// results checks the arrays of singular values and vectors.
checked &results(checked &c, hipsolverEigMode_t jobz, int m, int n, const void *s, const void *u,
                 const void *v, const int *info) {
  bool any = std::min(m, n) > 0, vectors = jobz == HIPSOLVER_EIG_MODE_VECTOR;
  return c.valid(info && (!any || s) && (!any || !vectors || (u && v)));
}

checked check_gels(hipsolverHandle_t h, int m, int n, int nrhs, const void *a, int lda,
                   const void *b, int ldb, const void *x, int ldx) {
  return checked(h).matrix(m, n, a, lda).matrix(m, nrhs, b, ldb).matrix(n, nrhs, x, ldx);
}

checked check_orgbr(hipsolverHandle_t h, hipsolverSideMode_t side, int m, int n, int k,
                    const void *a, int lda, const void *tau) {
  bool q = side == HIPBLAS_SIDE_LEFT;
  checked c(h);
  c.need(q || side == HIPBLAS_SIDE_RIGHT, HIPSOLVER_STATUS_INVALID_ENUM).matrix(m, n, a, lda);
  // Q has at most as many columns as rows, P as many rows as columns.
  c.valid(k >= 0 && (q ? n <= m && n >= std::min(m, k) : m <= n && m >= std::min(n, k)));
  return c.valid(!std::min(m, n) || tau);
}

template <class T>
checked check_ormtr(hipsolverHandle_t h, hipsolverSideMode_t side, hipsolverFillMode_t uplo,
                    hipsolverOperation_t trans, int m, int n, const void *a, int lda,
                    const void *tau, const void *b, int ldb) {
  bool left = side == HIPBLAS_SIDE_LEFT;
  int order = left ? m : n;
  checked c(h);
  c.need(left || side == HIPBLAS_SIDE_RIGHT, HIPSOLVER_STATUS_INVALID_ENUM).uplo(uplo).op(trans);
  c.matrix(m, n, b, ldb).matrix(order, order, a, lda).valid(order <= 1 || tau);
  return c.valid(!is_complex<T> || trans != HIPBLAS_OP_T); // which LAPACK has not
}

hipsolverStatus_t create_jacobi(jacobi *info, bool singular) {
  if (!info) return HIPSOLVER_STATUS_INVALID_VALUE;
  jacobi made = (jacobi)calloc(1, sizeof *made);
  if (!made) return HIPSOLVER_STATUS_ALLOC_FAILED;
  made->singular = singular;
  made->sort = 1;
  *info = made;
  return HIPSOLVER_STATUS_SUCCESS;
}
hipsolverStatus_t destroy_jacobi(jacobi info, bool singular) {
  if (!info || info->singular != singular) return HIPSOLVER_STATUS_INVALID_VALUE;
  if (info->cuda) forget_jacobi(info);
  free(info);
  return HIPSOLVER_STATUS_SUCCESS;
}

// set changes a setting of a method.
template <class T>
hipsolverStatus_t set(jacobi info, bool singular, T hipsolver_jacobi_info::*what, T value,
                      bool good) {
  if (!info || info->singular != singular || !good) return HIPSOLVER_STATUS_INVALID_VALUE;
  info->*what = value;
  return HIPSOLVER_STATUS_SUCCESS;
}
hipsolverStatus_t set_tolerance(jacobi info, bool singular, double tolerance) {
  hipsolverStatus_t s =
      set(info, singular, &hipsolver_jacobi_info::tolerance, tolerance, tolerance == tolerance);
  if (s == HIPSOLVER_STATUS_SUCCESS) info->has_tolerance = true;
  return s;
}

// told queries the handle's device about the last call of a method.
template <class T>
hipsolverStatus_t told(hipsolverHandle_t h, jacobi info, bool singular, T *value,
                       hipsolverStatus_t (*backend::*what)(hipsolverHandle_t, jacobi, T *)) {
  checked c = checked(h).valid(info && info->singular == singular && value);
  if (!c) return c.status;
  return h->backend ? (h->backend->*what)(h, info, value) : HIPSOLVER_STATUS_NOT_SUPPORTED;
}

// routed calls a function of the table of the handle's device, if the function exists and the
// arguments are valid.
template <class T, class F, class... A>
hipsolverStatus_t routed(const checked &c, hipsolverHandle_t h, F table<T>::*routine,
                         A... arguments) {
  if (!c) return c.status;
  if (!h->backend) return HIPSOLVER_STATUS_NOT_SUPPORTED;
  return (of<T>(h->backend).*routine)(h, arguments...);
}

} // namespace

hipsolverStatus_t hipsolverCreate(hipsolverHandle_t *handle) {
  static const backend *const backends[] = {nullptr, &on_host, &on_cuda}; // by gl_device
  if (!handle) return HIPSOLVER_STATUS_INVALID_VALUE;
  gl_device device;
  if (gl_current(&device) != hipSuccess) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  hipsolverHandle_t h = (hipsolverHandle_t)calloc(1, sizeof *h);
  if (!h) return HIPSOLVER_STATUS_ALLOC_FAILED;
  h->backend = backends[device];
  hipsolverStatus_t s = h->backend ? h->backend->create(h) : HIPSOLVER_STATUS_SUCCESS;
  if (s == HIPSOLVER_STATUS_SUCCESS)
    *handle = h;
  else
    free(h);
  return s;
}
hipsolverStatus_t hipsolverDestroy(hipsolverHandle_t h) {
  if (!h) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  if (h->backend) h->backend->destroy(h);
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
    return routed<T>(checked(h).matrix(m, n, A, lda).valid(lwork), h, &table<T>::getrf_size, m, n, \
                     A, lda, lwork);                                                               \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##getrf(hipsolverHandle_t h, int m, int n, T *A, int lda,        \
                                          T *work, int *devIpiv, int *devInfo) {                   \
    return routed<T>(checked(h).matrix(m, n, A, lda).valid(devInfo), h, &table<T>::getrf, m, n, A, \
                     lda, work, devIpiv, devInfo);                                                 \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##getrs(hipsolverHandle_t h, hipsolverOperation_t trans, int n,  \
                                          int nrhs, const T *A, int lda, const int *devIpiv, T *B, \
                                          int ldb, int *devInfo) {                                 \
    return routed<T>(                                                                              \
        checked(h).op(trans).matrix(n, n, A, lda).matrix(n, nrhs, B, ldb).valid(devInfo), h,       \
        &table<T>::getrs, trans, n, nrhs, A, lda, devIpiv, B, ldb, devInfo);                       \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##potrf_bufferSize(                                              \
      hipsolverHandle_t h, hipsolverFillMode_t uplo, int n, T *A, int lda, int *lwork) {           \
    return routed<T>(checked(h).uplo(uplo).matrix(n, n, A, lda).valid(lwork), h,                   \
                     &table<T>::potrf_size, uplo, n, A, lda, lwork);                               \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##potrf(hipsolverHandle_t h, hipsolverFillMode_t uplo, int n,    \
                                          T *A, int lda, T *work, int lwork, int *devInfo) {       \
    return routed<T>(checked(h).uplo(uplo).matrix(n, n, A, lda).valid(devInfo), h,                 \
                     &table<T>::potrf, uplo, n, A, lda, work, lwork, devInfo);                     \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##potri_bufferSize(                                              \
      hipsolverHandle_t h, hipsolverFillMode_t uplo, int n, T *A, int lda, int *lwork) {           \
    return routed<T>(checked(h).uplo(uplo).matrix(n, n, A, lda).valid(lwork), h,                   \
                     &table<T>::potri_size, uplo, n, A, lda, lwork);                               \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##potri(hipsolverHandle_t h, hipsolverFillMode_t uplo, int n,    \
                                          T *A, int lda, T *work, int lwork, int *devInfo) {       \
    return routed<T>(checked(h).uplo(uplo).matrix(n, n, A, lda).valid(devInfo), h,                 \
                     &table<T>::potri, uplo, n, A, lda, work, lwork, devInfo);                     \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##potrs(hipsolverHandle_t h, hipsolverFillMode_t uplo, int n,    \
                                          int nrhs, const T *A, int lda, T *B, int ldb,            \
                                          int *devInfo) {                                          \
    return routed<T>(                                                                              \
        checked(h).uplo(uplo).matrix(n, n, A, lda).matrix(n, nrhs, B, ldb).valid(devInfo), h,      \
        &table<T>::potrs, uplo, n, nrhs, A, lda, B, ldb, devInfo);                                 \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##potrfBatched(hipsolverHandle_t h, hipsolverFillMode_t uplo,    \
                                                 int n, T *A[], int lda, int *devInfo,             \
                                                 int batch_count) {                                \
    checked c = checked(h).uplo(uplo).matrix(n, n, A, lda);                                        \
    c.valid(batch_count >= 0 && (devInfo || !batch_count));                                        \
    return routed<T>(c, h, &table<T>::potrf_batched, uplo, n, A, lda, devInfo, batch_count);       \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##potrsBatched(hipsolverHandle_t h, hipsolverFillMode_t uplo,    \
                                                 int n, int nrhs, T *A[], int lda, T *B[],         \
                                                 int ldb, int *devInfo, int batch_count) {         \
    checked c = checked(h).uplo(uplo).matrix(n, n, A, lda);                                        \
    c.matrix(n, nrhs, B, ldb).valid(batch_count >= 0 && devInfo);                                  \
    return routed<T>(c, h, &table<T>::potrs_batched, uplo, n, nrhs, A, lda, B, ldb, devInfo,       \
                     batch_count);                                                                 \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##geqrf_bufferSize(hipsolverHandle_t h, int m, int n, T *A,      \
                                                     int lda, int *lwork) {                        \
    return routed<T>(checked(h).matrix(m, n, A, lda).valid(lwork), h, &table<T>::geqrf_size, m, n, \
                     A, lda, lwork);                                                               \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##geqrf(hipsolverHandle_t h, int m, int n, T *A, int lda,        \
                                          T *tau, T *work, int lwork, int *devInfo) {              \
    return routed<T>(checked(h).matrix(m, n, A, lda).valid(devInfo && (!std::min(m, n) || tau)),   \
                     h, &table<T>::geqrf, m, n, A, lda, tau, work, lwork, devInfo);                \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##orgqr_##_bufferSize(                                           \
      hipsolverHandle_t h, int m, int n, int k, const T *A, int lda, const T *tau, int *lwork) {   \
    return routed<T>(check_orgqr(h, m, n, k, A, lda, tau).valid(lwork), h, &table<T>::orgqr_size,  \
                     m, n, k, A, lda, tau, lwork);                                                 \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##orgqr_(hipsolverHandle_t h, int m, int n, int k, T *A,         \
                                           int lda, const T *tau, T *work, int lwork,              \
                                           int *devInfo) {                                         \
    return routed<T>(check_orgqr(h, m, n, k, A, lda, tau).valid(devInfo), h, &table<T>::orgqr, m,  \
                     n, k, A, lda, tau, work, lwork, devInfo);                                     \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##ormqr_##_bufferSize(                                           \
      hipsolverHandle_t h, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,     \
      int k, const T *A, int lda, const T *tau, const T *C, int ldc, int *lwork) {                 \
    return routed<T>(check_ormqr(h, side, trans, m, n, k, A, lda, tau, C, ldc).valid(lwork), h,    \
                     &table<T>::ormqr_size, side, trans, m, n, k, A, lda, tau, C, ldc, lwork);     \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##ormqr_(                                                        \
      hipsolverHandle_t h, hipsolverSideMode_t side, hipsolverOperation_t trans, int m, int n,     \
      int k, const T *A, int lda, const T *tau, T *C, int ldc, T *work, int lwork, int *devInfo) { \
    /* LAPACK has the transpose of a real Q, and the conjugate one of a complex Q. */              \
    return routed<T>(check_ormqr(h, side, trans, m, n, k, A, lda, tau, C, ldc)                     \
                         .valid(devInfo)                                                           \
                         .valid(!is_complex<T> || trans != HIPBLAS_OP_T),                          \
                     h, &table<T>::ormqr, side, trans, m, n, k, A, lda, tau, C, ldc, work, lwork,  \
                     devInfo);                                                                     \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##syevd_##_bufferSize(                                           \
      hipsolverHandle_t h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, const T *A,   \
      int lda, const R *W, int *lwork) {                                                           \
    return routed<T>(check_syevd(h, jobz, uplo, n, A, lda).valid(lwork), h, &table<T>::syevd_size, \
                     jobz, uplo, n, A, lda, W, lwork);                                             \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##syevd_(hipsolverHandle_t h, hipsolverEigMode_t jobz,           \
                                           hipsolverFillMode_t uplo, int n, T *A, int lda, R *W,   \
                                           T *work, int lwork, int *devInfo) {                     \
    return routed<T>(check_syevd(h, jobz, uplo, n, A, lda).valid(devInfo && (n <= 0 || W)), h,     \
                     &table<T>::syevd, jobz, uplo, n, A, lda, W, work, lwork, devInfo);            \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##gesvd_bufferSize(hipsolverHandle_t h, int m, int n,            \
                                                     int *lwork) {                                 \
    return routed<T>(checked(h).valid(m >= 0 && n >= 0 && lwork), h, &table<T>::gesvd_size, m, n,  \
                     lwork);                                                                       \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##gesvd(hipsolverHandle_t h, signed char jobu, signed char jobv, \
                                          int m, int n, T *A, int lda, R *S, T *U, int ldu, T *V,  \
                                          int ldv, T *work, int lwork, R *rwork, int *devInfo) {   \
    return routed<T>(check_gesvd(h, jobu, jobv, m, n, A, lda, S, U, ldu, V, ldv).valid(devInfo),   \
                     h, &table<T>::gesvd, jobu, jobv, m, n, A, lda, S, U, ldu, V, ldv, work,       \
                     lwork, rwork, devInfo);                                                       \
  }
TYPE_FUNCTIONS(S, float, float, orgqr, ormqr, syevd)
TYPE_FUNCTIONS(D, double, double, orgqr, ormqr, syevd)
TYPE_FUNCTIONS(C, hipFloatComplex, float, ungqr, unmqr, heevd)
TYPE_FUNCTIONS(Z, hipDoubleComplex, double, ungqr, unmqr, heevd)

#define JACOBI_INFO(Syevj, syevj, singular)                                                        \
  hipsolverStatus_t hipsolverDnCreate##Syevj##Info(jacobi *info) {                                 \
    return create_jacobi(info, singular);                                                          \
  }                                                                                                \
  hipsolverStatus_t hipsolverDnDestroy##Syevj##Info(jacobi info) {                                 \
    return destroy_jacobi(info, singular);                                                         \
  }                                                                                                \
  hipsolverStatus_t hipsolverDnX##syevj##SetTolerance(jacobi info, double tolerance) {             \
    return set_tolerance(info, singular, tolerance);                                               \
  }                                                                                                \
  hipsolverStatus_t hipsolverDnX##syevj##SetMaxSweeps(jacobi info, int max_sweeps) {               \
    return set(info, singular, &hipsolver_jacobi_info::max_sweeps, max_sweeps, max_sweeps > 0);    \
  }                                                                                                \
  hipsolverStatus_t hipsolverDnX##syevj##SetSortEig(jacobi info, int sort_eig) {                   \
    return set(info, singular, &hipsolver_jacobi_info::sort, sort_eig, true);                      \
  }                                                                                                \
  hipsolverStatus_t hipsolverDnX##syevj##GetResidual(hipsolverHandle_t h, jacobi info,             \
                                                     double *residual) {                           \
    return told(h, info, singular, residual, &backend::residual);                                  \
  }                                                                                                \
  hipsolverStatus_t hipsolverDnX##syevj##GetSweeps(hipsolverHandle_t h, jacobi info,               \
                                                   int *sweeps) {                                  \
    return told(h, info, singular, sweeps, &backend::sweeps);                                      \
  }
JACOBI_INFO(Syevj, syevj, false)
JACOBI_INFO(Gesvdj, gesvdj, true)

#define EIGEN_FUNCTIONS(X, T, R, syevj_, sygvd_, syevdx_, sygvj_)                                  \
  hipsolverStatus_t hipsolverDn##X##syevdx_##_bufferSize(                                          \
      hipsolverHandle_t h, hipsolverEigMode_t jobz, hipsolverEigRange_t range,                     \
      hipsolverFillMode_t uplo, int n, const T *A, int lda, R vl, R vu, int il, int iu, int *nev,  \
      const R *W, int *lwork) {                                                                    \
    return routed<T>(                                                                              \
        check_syevdx(h, jobz, range, uplo, n, A, lda, vl, vu, il, iu, nev).valid(lwork), h,        \
        &table<T>::syevdx_size, jobz, range, uplo, n, A, lda, vl, vu, il, iu, nev, W, lwork);      \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##syevdx_(hipsolverHandle_t h, hipsolverEigMode_t jobz,          \
                                            hipsolverEigRange_t range, hipsolverFillMode_t uplo,   \
                                            int n, T *A, int lda, R vl, R vu, int il, int iu,      \
                                            int *nev, R *W, T *work, int lwork, int *devInfo) {    \
    return routed<T>(check_syevdx(h, jobz, range, uplo, n, A, lda, vl, vu, il, iu, nev)            \
                         .valid(devInfo && (n <= 0 || W)),                                         \
                     h, &table<T>::syevdx, jobz, range, uplo, n, A, lda, vl, vu, il, iu, nev, W,   \
                     work, lwork, devInfo);                                                        \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##sygvj_##_bufferSize(                                           \
      hipsolverHandle_t h, hipsolverEigType_t itype, hipsolverEigMode_t jobz,                      \
      hipsolverFillMode_t uplo, int n, const T *A, int lda, const T *B, int ldb, const R *W,       \
      int *lwork, jacobi params) {                                                                 \
    return routed<T>(check_sygvd(h, itype, jobz, uplo, n, A, lda, B, ldb)                          \
                         .valid(lwork && params && !params->singular),                             \
                     h, &table<T>::sygvj_size, itype, jobz, uplo, n, A, lda, B, ldb, W, lwork,     \
                     params);                                                                      \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##sygvj_(hipsolverHandle_t h, hipsolverEigType_t itype,          \
                                           hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,      \
                                           int n, T *A, int lda, T *B, int ldb, R *W, T *work,     \
                                           int lwork, int *devInfo, jacobi params) {               \
    return routed<T>(check_sygvd(h, itype, jobz, uplo, n, A, lda, B, ldb)                          \
                         .valid(devInfo && (n <= 0 || W) && params && !params->singular),          \
                     h, &table<T>::sygvj, itype, jobz, uplo, n, A, lda, B, ldb, W, work, lwork,    \
                     devInfo, params);                                                             \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##syevj_##_bufferSize(                                           \
      hipsolverHandle_t h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, const T *A,   \
      int lda, const R *W, int *lwork, jacobi params) {                                            \
    return routed<T>(check_syevj(h, jobz, uplo, n, A, lda, params, 1).valid(lwork), h,             \
                     &table<T>::syevj_size, jobz, uplo, n, A, lda, W, lwork, params);              \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##syevj_(hipsolverHandle_t h, hipsolverEigMode_t jobz,           \
                                           hipsolverFillMode_t uplo, int n, T *A, int lda, R *W,   \
                                           T *work, int lwork, int *devInfo, jacobi params) {      \
    return routed<T>(                                                                              \
        check_syevj(h, jobz, uplo, n, A, lda, params, 1).valid(devInfo && (n <= 0 || W)), h,       \
        &table<T>::syevj, jobz, uplo, n, A, lda, W, work, lwork, devInfo, params);                 \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##syevj_##Batched_bufferSize(                                    \
      hipsolverHandle_t h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, const T *A,   \
      int lda, const R *W, int *lwork, jacobi params, int batch_count) {                           \
    return routed<T>(check_syevj(h, jobz, uplo, n, A, lda, params, batch_count).valid(lwork), h,   \
                     &table<T>::syevj_batched_size, jobz, uplo, n, A, lda, W, lwork, params,       \
                     batch_count);                                                                 \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##syevj_##Batched(                                               \
      hipsolverHandle_t h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n, T *A,         \
      int lda, R *W, T *work, int lwork, int *devInfo, jacobi params, int batch_count) {           \
    return routed<T>(check_syevj(h, jobz, uplo, n, A, lda, params, batch_count)                    \
                         .valid(!batch_count || (devInfo && (n <= 0 || W))),                       \
                     h, &table<T>::syevj_batched, jobz, uplo, n, A, lda, W, work, lwork, devInfo,  \
                     params, batch_count);                                                         \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##sygvd_##_bufferSize(                                           \
      hipsolverHandle_t h, hipsolverEigType_t itype, hipsolverEigMode_t jobz,                      \
      hipsolverFillMode_t uplo, int n, const T *A, int lda, const T *B, int ldb, const R *W,       \
      int *lwork) {                                                                                \
    return routed<T>(check_sygvd(h, itype, jobz, uplo, n, A, lda, B, ldb).valid(lwork), h,         \
                     &table<T>::sygvd_size, itype, jobz, uplo, n, A, lda, B, ldb, W, lwork);       \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##sygvd_(hipsolverHandle_t h, hipsolverEigType_t itype,          \
                                           hipsolverEigMode_t jobz, hipsolverFillMode_t uplo,      \
                                           int n, T *A, int lda, T *B, int ldb, R *W, T *work,     \
                                           int lwork, int *devInfo) {                              \
    return routed<T>(                                                                              \
        check_sygvd(h, itype, jobz, uplo, n, A, lda, B, ldb).valid(devInfo && (n <= 0 || W)), h,   \
        &table<T>::sygvd, itype, jobz, uplo, n, A, lda, B, ldb, W, work, lwork, devInfo);          \
  }
EIGEN_FUNCTIONS(S, float, float, syevj, sygvd, syevdx, sygvj)
EIGEN_FUNCTIONS(D, double, double, syevj, sygvd, syevdx, sygvj)
EIGEN_FUNCTIONS(C, hipFloatComplex, float, heevj, hegvd, heevdx, hegvj)
EIGEN_FUNCTIONS(Z, hipDoubleComplex, double, heevj, hegvd, heevdx, hegvj)

#define GESVDJ_FUNCTIONS(X, T, R)                                                                  \
  hipsolverStatus_t hipsolverDn##X##gesvdj_bufferSize(                                             \
      hipsolverHandle_t h, hipsolverEigMode_t jobz, int econ, int m, int n, const T *A, int lda,   \
      const R *S, const T *U, int ldu, const T *V, int ldv, int *lwork, jacobi params) {           \
    return routed<T>(check_gesvdj(h, jobz, m, n, A, lda, ldu, ldv, params, 1).valid(lwork), h,     \
                     &table<T>::gesvdj_size, jobz, econ, m, n, A, lda, S, U, ldu, V, ldv, lwork,   \
                     params);                                                                      \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##gesvdj(                                                        \
      hipsolverHandle_t h, hipsolverEigMode_t jobz, int econ, int m, int n, T *A, int lda, R *S,   \
      T *U, int ldu, T *V, int ldv, T *work, int lwork, int *devInfo, jacobi params) {             \
    checked c = check_gesvdj(h, jobz, m, n, A, lda, ldu, ldv, params, 1);                          \
    return routed<T>(results(c, jobz, m, n, S, U, V, devInfo), h, &table<T>::gesvdj, jobz, econ,   \
                     m, n, A, lda, S, U, ldu, V, ldv, work, lwork, devInfo, params);               \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##gesvdjBatched_bufferSize(                                      \
      hipsolverHandle_t h, hipsolverEigMode_t jobz, int m, int n, const T *A, int lda, const R *S, \
      const T *U, int ldu, const T *V, int ldv, int *lwork, jacobi params, int batch_count) {      \
    return routed<T>(                                                                              \
        check_gesvdj(h, jobz, m, n, A, lda, ldu, ldv, params, batch_count).valid(lwork), h,        \
        &table<T>::gesvdj_batched_size, jobz, m, n, A, lda, S, U, ldu, V, ldv, lwork, params,      \
        batch_count);                                                                              \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##gesvdjBatched(                                                 \
      hipsolverHandle_t h, hipsolverEigMode_t jobz, int m, int n, T *A, int lda, R *S, T *U,       \
      int ldu, T *V, int ldv, T *work, int lwork, int *devInfo, jacobi params, int batch_count) {  \
    checked c = check_gesvdj(h, jobz, m, n, A, lda, ldu, ldv, params, batch_count);                \
    if (batch_count) results(c, jobz, m, n, S, U, V, devInfo);                                     \
    return routed<T>(c, h, &table<T>::gesvdj_batched, jobz, m, n, A, lda, S, U, ldu, V, ldv, work, \
                     lwork, devInfo, params, batch_count);                                         \
  }
GESVDJ_FUNCTIONS(S, float, float)
GESVDJ_FUNCTIONS(D, double, double)
GESVDJ_FUNCTIONS(C, hipFloatComplex, float)
GESVDJ_FUNCTIONS(Z, hipDoubleComplex, double)

// Solutions; the sizes of their work areas are in bytes.
#define SOLUTION_FUNCTIONS(X, T)                                                                   \
  hipsolverStatus_t hipsolverDn##X##X##gels_bufferSize(hipsolverHandle_t h, int m, int n,          \
                                                       int nrhs, T *A, int lda, T *B, int ldb,     \
                                                       T *x, int ldx, void *work, size_t *lwork) { \
    return routed<T>(check_gels(h, m, n, nrhs, A, lda, B, ldb, x, ldx).valid(lwork), h,            \
                     &table<T>::gels_size, m, n, nrhs, A, lda, B, ldb, x, ldx, work, lwork);       \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##X##gels(hipsolverHandle_t h, int m, int n, int nrhs, T *A,     \
                                            int lda, T *B, int ldb, T *x, int ldx, void *work,     \
                                            size_t lwork, int *niters, int *devInfo) {             \
    return routed<T>(check_gels(h, m, n, nrhs, A, lda, B, ldb, x, ldx).valid(niters && devInfo),   \
                     h, &table<T>::gels, m, n, nrhs, A, lda, B, ldb, x, ldx, work, lwork, niters,  \
                     devInfo);                                                                     \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##X##gesv_bufferSize(hipsolverHandle_t h, int n, int nrhs, T *A, \
                                                       int lda, int *devIpiv, T *B, int ldb, T *x, \
                                                       int ldx, void *work, size_t *lwork) {       \
    return routed<T>(check_gels(h, n, n, nrhs, A, lda, B, ldb, x, ldx).valid(lwork), h,            \
                     &table<T>::gesv_size, n, nrhs, A, lda, devIpiv, B, ldb, x, ldx, work, lwork); \
  }                                                                                                \
  hipsolverStatus_t hipsolverDn##X##X##gesv(hipsolverHandle_t h, int n, int nrhs, T *A, int lda,   \
                                            int *devIpiv, T *B, int ldb, T *x, int ldx,            \
                                            void *work, size_t lwork, int *niters, int *devInfo) { \
    return routed<T>(check_gels(h, n, n, nrhs, A, lda, B, ldb, x, ldx)                             \
                         .valid(niters && devInfo && (n <= 0 || devIpiv)),                         \
                     h, &table<T>::gesv, n, nrhs, A, lda, devIpiv, B, ldb, x, ldx, work, lwork,    \
                     niters, devInfo);                                                             \
  }
SOLUTION_FUNCTIONS(S, float)
SOLUTION_FUNCTIONS(D, double)
SOLUTION_FUNCTIONS(C, hipFloatComplex)
SOLUTION_FUNCTIONS(Z, hipDoubleComplex)

// hipSOLVER's own names.
#define ALIAS(name)                                                                                \
  extern "C" __typeof__(hipsolverDn##name) hipsolver##name                                         \
      __attribute__((alias("hipsolverDn" #name)));
GOHIP_HIPSOLVER_SAME(ALIAS)

namespace {

// no_work is the size of the work area of a function that needs none.
hipsolverStatus_t no_work(checked c, int *lwork) {
  if (c.valid(lwork)) *lwork = 0;
  return c.status;
}

} // namespace

#define OWN_FUNCTIONS(X, T)                                                                        \
  hipsolverStatus_t hipsolver##X##getrf(hipsolverHandle_t h, int m, int n, T *A, int lda, T *work, \
                                        int, int *devIpiv, int *devInfo) {                         \
    return hipsolverDn##X##getrf(h, m, n, A, lda, work, devIpiv, devInfo);                         \
  }                                                                                                \
  hipsolverStatus_t hipsolver##X##getrs_bufferSize(                                                \
      hipsolverHandle_t h, hipsolverOperation_t trans, int n, int nrhs, T *A, int lda, int *,      \
      T *B, int ldb, int *lwork) {                                                                 \
    return no_work(checked(h).op(trans).matrix(n, n, A, lda).matrix(n, nrhs, B, ldb), lwork);      \
  }                                                                                                \
  hipsolverStatus_t hipsolver##X##getrs(hipsolverHandle_t h, hipsolverOperation_t trans, int n,    \
                                        int nrhs, T *A, int lda, int *devIpiv, T *B, int ldb, T *, \
                                        int, int *devInfo) {                                       \
    return hipsolverDn##X##getrs(h, trans, n, nrhs, A, lda, devIpiv, B, ldb, devInfo);             \
  }                                                                                                \
  hipsolverStatus_t hipsolver##X##potrs_bufferSize(hipsolverHandle_t h, hipsolverFillMode_t uplo,  \
                                                   int n, int nrhs, T *A, int lda, T *B, int ldb,  \
                                                   int *lwork) {                                   \
    return no_work(checked(h).uplo(uplo).matrix(n, n, A, lda).matrix(n, nrhs, B, ldb), lwork);     \
  }                                                                                                \
  hipsolverStatus_t hipsolver##X##potrs(hipsolverHandle_t h, hipsolverFillMode_t uplo, int n,      \
                                        int nrhs, T *A, int lda, T *B, int ldb, T *, int,          \
                                        int *devInfo) {                                            \
    return hipsolverDn##X##potrs(h, uplo, n, nrhs, A, lda, B, ldb, devInfo);                       \
  }                                                                                                \
  hipsolverStatus_t hipsolver##X##potrfBatched_bufferSize(hipsolverHandle_t h,                     \
                                                          hipsolverFillMode_t uplo, int n, T *A[], \
                                                          int lda, int *lwork, int batch_count) {  \
    return no_work(checked(h).uplo(uplo).matrix(n, n, A, lda).valid(batch_count >= 0), lwork);     \
  }                                                                                                \
  hipsolverStatus_t hipsolver##X##potrfBatched(hipsolverHandle_t h, hipsolverFillMode_t uplo,      \
                                               int n, T *A[], int lda, T *, int, int *devInfo,     \
                                               int batch_count) {                                  \
    return hipsolverDn##X##potrfBatched(h, uplo, n, A, lda, devInfo, batch_count);                 \
  }                                                                                                \
  hipsolverStatus_t hipsolver##X##potrsBatched_bufferSize(                                         \
      hipsolverHandle_t h, hipsolverFillMode_t uplo, int n, int nrhs, T *A[], int lda, T *B[],     \
      int ldb, int *lwork, int batch_count) {                                                      \
    checked c = checked(h).uplo(uplo).matrix(n, n, A, lda);                                        \
    return no_work(c.matrix(n, nrhs, B, ldb).valid(batch_count >= 0), lwork);                      \
  }                                                                                                \
  hipsolverStatus_t hipsolver##X##potrsBatched(hipsolverHandle_t h, hipsolverFillMode_t uplo,      \
                                               int n, int nrhs, T *A[], int lda, T *B[], int ldb,  \
                                               T *, int, int *devInfo, int batch_count) {          \
    return hipsolverDn##X##potrsBatched(h, uplo, n, nrhs, A, lda, B, ldb, devInfo, batch_count);   \
  }                                                                                                \
  hipsolverStatus_t hipsolver##X##gesvd_bufferSize(hipsolverHandle_t h, signed char jobu,          \
                                                   signed char jobv, int m, int n, int *lwork) {   \
    checked c = checked(h).valid(is_job(jobu) && is_job(jobv));                                    \
    return c ? hipsolverDn##X##gesvd_bufferSize(h, m, n, lwork) : c.status;                        \
  }                                                                                                \
  hipsolverStatus_t hipsolver##X##X##gels_bufferSize(hipsolverHandle_t h, int m, int n, int nrhs,  \
                                                     T *A, int lda, T *B, int ldb, T *x, int ldx,  \
                                                     size_t *lwork) {                              \
    return hipsolverDn##X##X##gels_bufferSize(h, m, n, nrhs, A, lda, B, ldb, x, ldx, nullptr,      \
                                              lwork);                                              \
  }                                                                                                \
  hipsolverStatus_t hipsolver##X##X##gesv_bufferSize(hipsolverHandle_t h, int n, int nrhs, T *A,   \
                                                     int lda, int *devIpiv, T *B, int ldb, T *x,   \
                                                     int ldx, size_t *lwork) {                     \
    return hipsolverDn##X##X##gesv_bufferSize(h, n, nrhs, A, lda, devIpiv, B, ldb, x, ldx,         \
                                              nullptr, lwork);                                     \
  }
OWN_FUNCTIONS(S, float)
OWN_FUNCTIONS(D, double)
OWN_FUNCTIONS(C, hipFloatComplex)
OWN_FUNCTIONS(Z, hipDoubleComplex)

// Reductions and factorizations, whose two interfaces are alike.
#define REDUCTIONS(P, X, T, R, o, sy)                                                              \
  hipsolverStatus_t P##X##gebrd_bufferSize(hipsolverHandle_t h, int m, int n, int *lwork) {        \
    return routed<T>(checked(h).valid(m >= 0 && n >= 0 && lwork), h, &table<T>::gebrd_size, m, n,  \
                     lwork);                                                                       \
  }                                                                                                \
  hipsolverStatus_t P##X##gebrd(hipsolverHandle_t h, int m, int n, T *A, int lda, R *D, R *E,      \
                                T *tauq, T *taup, T *work, int lwork, int *devInfo) {              \
    int least = std::min(m, n);                                                                    \
    checked c = checked(h).matrix(m, n, A, lda).valid(devInfo);                                    \
    c.valid(least <= 0 || (D && tauq && taup && (least == 1 || E)));                               \
    return routed<T>(c, h, &table<T>::gebrd, m, n, A, lda, D, E, tauq, taup, work, lwork,          \
                     devInfo);                                                                     \
  }                                                                                                \
  hipsolverStatus_t P##X##o##gbr_bufferSize(hipsolverHandle_t h, hipsolverSideMode_t side, int m,  \
                                            int n, int k, PLAIN_##P T *A, int lda,                 \
                                            PLAIN_##P T *tau, int *lwork) {                        \
    return routed<T>(check_orgbr(h, side, m, n, k, A, lda, tau).valid(lwork), h,                   \
                     &table<T>::orgbr_size, side, m, n, k, (const T *)A, lda, (const T *)tau,      \
                     lwork);                                                                       \
  }                                                                                                \
  hipsolverStatus_t P##X##o##gbr(hipsolverHandle_t h, hipsolverSideMode_t side, int m, int n,      \
                                 int k, T *A, int lda, PLAIN_##P T *tau, T *work, int lwork,       \
                                 int *devInfo) {                                                   \
    return routed<T>(check_orgbr(h, side, m, n, k, A, lda, tau).valid(devInfo), h,                 \
                     &table<T>::orgbr, side, m, n, k, A, lda, (const T *)tau, work, lwork,         \
                     devInfo);                                                                     \
  }                                                                                                \
  hipsolverStatus_t P##X##o##gtr_bufferSize(hipsolverHandle_t h, hipsolverFillMode_t uplo, int n,  \
                                            PLAIN_##P T *A, int lda, PLAIN_##P T *tau,             \
                                            int *lwork) {                                          \
    checked c = checked(h).uplo(uplo).matrix(n, n, A, lda).valid(n <= 1 || tau);                   \
    return routed<T>(c.valid(lwork), h, &table<T>::orgtr_size, uplo, n, (const T *)A, lda,         \
                     (const T *)tau, lwork);                                                       \
  }                                                                                                \
  hipsolverStatus_t P##X##o##gtr(hipsolverHandle_t h, hipsolverFillMode_t uplo, int n, T *A,       \
                                 int lda, PLAIN_##P T *tau, T *work, int lwork, int *devInfo) {    \
    checked c = checked(h).uplo(uplo).matrix(n, n, A, lda).valid(n <= 1 || tau);                   \
    return routed<T>(c.valid(devInfo), h, &table<T>::orgtr, uplo, n, A, lda, (const T *)tau, work, \
                     lwork, devInfo);                                                              \
  }                                                                                                \
  hipsolverStatus_t P##X##o##mtr_bufferSize(                                                       \
      hipsolverHandle_t h, hipsolverSideMode_t side, hipsolverFillMode_t uplo,                     \
      hipsolverOperation_t trans, int m, int n, PLAIN_##P T *A, int lda, PLAIN_##P T *tau,         \
      PLAIN_##P T *C, int ldc, int *lwork) {                                                       \
    return routed<T>(check_ormtr<T>(h, side, uplo, trans, m, n, A, lda, tau, C, ldc).valid(lwork), \
                     h, &table<T>::ormtr_size, side, uplo, trans, m, n, (const T *)A, lda,         \
                     (const T *)tau, (const T *)C, ldc, lwork);                                    \
  }                                                                                                \
  hipsolverStatus_t P##X##o##mtr(hipsolverHandle_t h, hipsolverSideMode_t side,                    \
                                 hipsolverFillMode_t uplo, hipsolverOperation_t trans, int m,      \
                                 int n, T *A, int lda, T *tau, T *C, int ldc, T *work, int lwork,  \
                                 int *devInfo) {                                                   \
    checked c = check_ormtr<T>(h, side, uplo, trans, m, n, A, lda, tau, C, ldc);                   \
    return routed<T>(c.valid(devInfo), h, &table<T>::ormtr, side, uplo, trans, m, n, A, lda, tau,  \
                     C, ldc, work, lwork, devInfo);                                                \
  }                                                                                                \
  hipsolverStatus_t P##X##sy##trd_bufferSize(hipsolverHandle_t h, hipsolverFillMode_t uplo, int n, \
                                             PLAIN_##P T *A, int lda, PLAIN_##P R *D,              \
                                             PLAIN_##P R *E, PLAIN_##P T *tau, int *lwork) {       \
    return routed<T>(checked(h).uplo(uplo).matrix(n, n, A, lda).valid(lwork), h,                   \
                     &table<T>::sytrd_size, uplo, n, (const T *)A, lda, (const R *)D,              \
                     (const R *)E, (const T *)tau, lwork);                                         \
  }                                                                                                \
  hipsolverStatus_t P##X##sy##trd(hipsolverHandle_t h, hipsolverFillMode_t uplo, int n, T *A,      \
                                  int lda, R *D, R *E, T *tau, T *work, int lwork, int *devInfo) { \
    checked c = checked(h).uplo(uplo).matrix(n, n, A, lda).valid(devInfo);                         \
    c.valid(n <= 0 || (D && (n == 1 || (E && tau))));                                              \
    return routed<T>(c, h, &table<T>::sytrd, uplo, n, A, lda, D, E, tau, work, lwork, devInfo);    \
  }                                                                                                \
  hipsolverStatus_t P##X##sytrf_bufferSize(hipsolverHandle_t h, int n, T *A, int lda,              \
                                           int *lwork) {                                           \
    return routed<T>(checked(h).matrix(n, n, A, lda).valid(lwork), h, &table<T>::sytrf_size, n, A, \
                     lda, lwork);                                                                  \
  }                                                                                                \
  hipsolverStatus_t P##X##sytrf(hipsolverHandle_t h, hipsolverFillMode_t uplo, int n, T *A,        \
                                int lda, int *ipiv, T *work, int lwork, int *devInfo) {            \
    checked c = checked(h).uplo(uplo).matrix(n, n, A, lda).valid(devInfo && (n <= 0 || ipiv));     \
    return routed<T>(c, h, &table<T>::sytrf, uplo, n, A, lda, ipiv, work, lwork, devInfo);         \
  }                                                                                                \
  hipsolverStatus_t P##X##sy##gvdx_bufferSize(                                                     \
      hipsolverHandle_t h, hipsolverEigType_t itype, hipsolverEigMode_t jobz,                      \
      hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n, const T *A, int lda, const T *B, \
      int ldb, R vl, R vu, int il, int iu, int *nev, const R *W, int *lwork) {                     \
    checked c = check_syevdx(h, jobz, range, uplo, n, A, lda, vl, vu, il, iu, nev);                \
    c.matrix(n, n, B, ldb).valid(lwork);                                                           \
    return routed<T>(c, h, &table<T>::sygvdx_size, itype, jobz, range, uplo, n, A, lda, B, ldb,    \
                     vl, vu, il, iu, nev, W, lwork);                                               \
  }                                                                                                \
  hipsolverStatus_t P##X##sy##gvdx(                                                                \
      hipsolverHandle_t h, hipsolverEigType_t itype, hipsolverEigMode_t jobz,                      \
      hipsolverEigRange_t range, hipsolverFillMode_t uplo, int n, T *A, int lda, T *B, int ldb,    \
      R vl, R vu, int il, int iu, int *nev, R *W, T *work, int lwork, int *devInfo) {              \
    checked c = check_sygvd(h, itype, jobz, uplo, n, A, lda, B, ldb);                              \
    checked d = check_syevdx(h, jobz, range, uplo, n, A, lda, vl, vu, il, iu, nev);                \
    c.need((bool)d, d.status).valid(devInfo && (n <= 0 || W));                                     \
    return routed<T>(c, h, &table<T>::sygvdx, itype, jobz, range, uplo, n, A, lda, B, ldb, vl, vu, \
                     il, iu, nev, W, work, lwork, devInfo);                                        \
  }
// The interface of its own has no constants where cuSOLVER's has.
#define PLAIN_hipsolver
#define PLAIN_hipsolverDn const
#define BOTH(X, T, R, o, sy)                                                                       \
  REDUCTIONS(hipsolver, X, T, R, o, sy)                                                            \
  REDUCTIONS(hipsolverDn, X, T, R, o, sy)                                                          \
  hipsolverStatus_t hipsolver##X##sy##evdx_bufferSize(                                             \
      hipsolverHandle_t h, hipsolverEigMode_t jobz, hipsolverEigRange_t range,                     \
      hipsolverFillMode_t uplo, int n, const T *A, int lda, R vl, R vu, int il, int iu, int *nev,  \
      const R *W, int *lwork) {                                                                    \
    return hipsolverDn##X##sy##evdx_bufferSize(h, jobz, range, uplo, n, A, lda, vl, vu, il, iu,    \
                                               nev, W, lwork);                                     \
  }                                                                                                \
  hipsolverStatus_t hipsolver##X##sy##evdx(hipsolverHandle_t h, hipsolverEigMode_t jobz,           \
                                           hipsolverEigRange_t range, hipsolverFillMode_t uplo,    \
                                           int n, T *A, int lda, R vl, R vu, int il, int iu,       \
                                           int *nev, R *W, T *work, int lwork, int *devInfo) {     \
    return hipsolverDn##X##sy##evdx(h, jobz, range, uplo, n, A, lda, vl, vu, il, iu, nev, W, work, \
                                    lwork, devInfo);                                               \
  }
BOTH(S, float, float, or, sy)
BOTH(D, double, double, or, sy)
BOTH(C, hipFloatComplex, float, un, he)
BOTH(Z, hipDoubleComplex, double, un, he)

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSOLVER's functions: what is checked of a call, and its way to what does the work on the device.
#include "solver.h"

#include <algorithm>
#include <stdlib.h>

using namespace solver;

namespace {

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
checked check_syevd(hipsolverHandle_t h, hipsolverEigMode_t jobz, hipsolverFillMode_t uplo, int n,
                    const void *a, int lda) {
  checked c(h);
  c.need(jobz == HIPSOLVER_EIG_MODE_NOVECTOR || jobz == HIPSOLVER_EIG_MODE_VECTOR,
         HIPSOLVER_STATUS_INVALID_ENUM);
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

// routed calls a function of the table of the handle's device, if there is one and the call can be.
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

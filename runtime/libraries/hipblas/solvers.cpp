// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipBLAS's solvers: by the machine's LAPACK if calls are host functions; those of arrays of
// matrices by cuBLAS on NVIDIA devices.
#include "solvers.h"

#include "../solver/batch.h"

using namespace lapack;

namespace {

bool known(hipblasOperation_t t) { return t >= HIPBLAS_OP_N && t <= HIPBLAS_OP_C; }

// checked is the status of a call, and the number of the first invalid argument as LAPACK counts
// them.
struct checked {
  hipblasHandle_t handle;
  int invalid = 0;
  hipblasStatus_t status = HIPBLAS_STATUS_SUCCESS;
  hipStream_t stream = nullptr;

  explicit checked(hipblasHandle_t handle) : handle(handle) {
    status = gb_host_stream(handle, &stream);
  }
  checked &need(bool ok, int argument) {
    if (!ok && !invalid) invalid = -argument;
    return *this;
  }
  // report writes the number where the caller asks for it.
  checked &report(int *info) {
    if (info)
      *info = invalid;
    else if (status != HIPBLAS_STATUS_NOT_INITIALIZED)
      status = HIPBLAS_STATUS_INVALID_VALUE;
    return *this;
  }
  bool stops(bool empty) {
    if (status == HIPBLAS_STATUS_NOT_INITIALIZED || status == HIPBLAS_STATUS_INVALID_VALUE)
      return true;
    if (invalid) {
      status = HIPBLAS_STATUS_INVALID_VALUE;
      return true;
    }
    if (empty) status = HIPBLAS_STATUS_SUCCESS;
    return empty;
  }
  // done has LAPACK do the work.
  template <class Work> hipblasStatus_t done(bool empty, const Work &work) {
    if (stops(empty) || status != HIPBLAS_STATUS_SUCCESS) return status;
    if (!load("hipblas")) return HIPBLAS_STATUS_NOT_INITIALIZED;
    return gb_status(work());
  }
  // cublas calls a function of cuBLAS, if the handle is for an NVIDIA device.
  template <class... A>
  bool cublas(bool empty, const char *name, hipblasStatus_t *result, A... arguments) {
    void *h;
    if (stops(empty) || status != HIPBLAS_STATUS_NOT_SUPPORTED) return false;
    void *f = gb_cublas(handle, name, &h, result);
    if (f) *result = gb_cuda_status(((int (*)(void *, A...))f)(h, arguments...));
    return f || *result != HIPBLAS_STATUS_NOT_SUPPORTED;
  }
};

template <class T>
checked check_getrf(hipblasHandle_t handle, int n, const void *a, int lda, const int *info,
                    int batch) {
  checked c(handle);
  return c.need(n >= 0, 1)
      .need(a || !n || !batch, 2)
      .need(lda >= std::max(1, n), 3)
      .need(info || !batch, 5)
      .need(batch >= 0, 6);
}

template <class T>
hipblasStatus_t getrf(hipblasHandle_t handle, int n, group<T> a, int lda, int *pivots,
                      int64_t stride, int *info, int batch) {
  checked c = check_getrf<T>(handle, n, a.at(), lda, info, batch);
  return c.done(!batch, [&] {
    if (!pivots) return getrf_without_pivots<T>(c.stream, n, n, a, lda, info, batch);
    return lapack::getrf<T>(c.stream, n, n, a, lda, strided<int>(pivots, stride), info, batch);
  });
}

template <class T>
checked check_getrs(hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs,
                    const void *a, int lda, const int *pivots, const void *b, int ldb, int *info,
                    int batch) {
  checked c(handle);
  c.need(known(trans), 1).need(n >= 0, 2).need(nrhs >= 0, 3);
  c.need(a || !n || !batch, 4).need(lda >= std::max(1, n), 5).need(pivots || !n || !batch, 6);
  c.need(b || !n || !nrhs || !batch, 7).need(ldb >= std::max(1, n), 8).need(batch >= 0, 10);
  c.report(info);
  if (!known(trans) && info && c.status != HIPBLAS_STATUS_NOT_INITIALIZED)
    c.status = HIPBLAS_STATUS_INVALID_ENUM;
  return c;
}

template <class T>
hipblasStatus_t getrs(hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs, group<T> a,
                      int lda, const int *pivots, int64_t stride, group<T> b, int ldb, int *info,
                      int batch) {
  checked c = check_getrs<T>(handle, trans, n, nrhs, a.at(), lda, pivots, b.at(), ldb, info, batch);
  if (c.status == HIPBLAS_STATUS_INVALID_ENUM) return c.status;
  return c.done(!batch || !n || !nrhs, [&] {
    return lapack::getrs<T>(c.stream, operation(trans), n, nrhs, a, lda,
                            strided<const int>(pivots, stride), b, ldb, batch);
  });
}

template <class T>
checked check_geqrf(hipblasHandle_t handle, int m, int n, const void *a, int lda, const void *tau,
                    int *info, int batch) {
  checked c(handle);
  bool some = m && n && batch;
  c.need(m >= 0, 1).need(n >= 0, 2).need(a || !some, 3).need(lda >= std::max(1, m), 4);
  return c.need(tau || !some, 5).need(batch >= 0, 7).report(info);
}

template <class T>
hipblasStatus_t geqrf(hipblasHandle_t handle, int m, int n, group<T> a, int lda, group<T> tau,
                      int *info, int batch) {
  checked c = check_geqrf<T>(handle, m, n, a.at(), lda, tau.at(), info, batch);
  return c.done(!m || !n || !batch,
                [&] { return lapack::geqrf<T>(c.stream, m, n, a, lda, tau, batch); });
}

// LAPACK's gels takes no conjugate transposition of real matrices and no transposition of complex
// ones.
template <class T>
checked check_gels(hipblasHandle_t handle, hipblasOperation_t trans, int m, int n, int nrhs,
                   const void *a, int lda, const void *b, int ldb, int *info, const int *found,
                   int batch) {
  checked c(handle);
  c.need(trans == HIPBLAS_OP_N || trans == (is_complex<T> ? HIPBLAS_OP_C : HIPBLAS_OP_T), 1);
  c.need(m >= 0, 2).need(n >= 0, 3).need(nrhs >= 0, 4).need(a || !m || !n || !batch, 5);
  c.need(lda >= std::max(1, m), 6).need(b || !std::max(m, n) || !nrhs || !batch, 7);
  c.need(ldb >= std::max(1, std::max(m, n)), 8).need(found || !batch, 10).need(batch >= 0, 11);
  c.report(info);
  if (!known(trans) && info && c.status != HIPBLAS_STATUS_NOT_INITIALIZED)
    c.status = HIPBLAS_STATUS_INVALID_ENUM;
  return c;
}

template <class T>
hipblasStatus_t gels(hipblasHandle_t handle, hipblasOperation_t trans, int m, int n, int nrhs,
                     group<T> a, int lda, group<T> b, int ldb, int *info, int *found, int batch) {
  checked c =
      check_gels<T>(handle, trans, m, n, nrhs, a.at(), lda, b.at(), ldb, info, found, batch);
  if (c.status == HIPBLAS_STATUS_INVALID_ENUM) return c.status;
  return c.done(!batch, [&] {
    return lapack::gels<T>(c.stream, operation(trans), m, n, nrhs, a, lda, b, ldb, found, batch);
  });
}

int op(hipblasOperation_t t) { return t - HIPBLAS_OP_N; } // as cuBLAS counts them

} // namespace

#define TYPE_FUNCTIONS(X, T)                                                                       \
  hipblasStatus_t hipblas##X##getrf(hipblasHandle_t handle, int n, T *A, int lda, int *ipiv,       \
                                    int *info) {                                                   \
    return getrf<T>(handle, n, strided<T>(A, 0), lda, ipiv, 0, info, 1);                           \
  }                                                                                                \
  hipblasStatus_t hipblas##X##getrfBatched(hipblasHandle_t handle, int n, T *const A[], int lda,   \
                                           int *ipiv, int *info, int batchCount) {                 \
    hipblasStatus_t s;                                                                             \
    if (check_getrf<T>(handle, n, A, lda, info, batchCount)                                        \
            .cublas(!batchCount, "cublas" #X "getrfBatched", &s, n, A, lda, ipiv, info,            \
                    batchCount))                                                                   \
      return s;                                                                                    \
    return getrf<T>(handle, n, pointers<T>(A), lda, ipiv, n, info, batchCount);                    \
  }                                                                                                \
  hipblasStatus_t hipblas##X##getrfStridedBatched(                                                 \
      hipblasHandle_t handle, int n, T *A, int lda, hipblasStride strideA, int *ipiv,              \
      hipblasStride strideP, int *info, int batchCount) {                                          \
    return getrf<T>(handle, n, strided<T>(A, strideA), lda, ipiv, strideP, info, batchCount);      \
  }                                                                                                \
  hipblasStatus_t hipblas##X##getrs(hipblasHandle_t handle, hipblasOperation_t trans, int n,       \
                                    int nrhs, T *A, int lda, const int *ipiv, T *B, int ldb,       \
                                    int *info) {                                                   \
    return getrs<T>(handle, trans, n, nrhs, strided<T>(A, 0), lda, ipiv, 0, strided<T>(B, 0), ldb, \
                    info, 1);                                                                      \
  }                                                                                                \
  hipblasStatus_t hipblas##X##getrsBatched(                                                        \
      hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs, T *const A[], int lda,    \
      const int *ipiv, T *const B[], int ldb, int *info, int batchCount) {                         \
    hipblasStatus_t s;                                                                             \
    checked c = check_getrs<T>(handle, trans, n, nrhs, A, lda, ipiv, B, ldb, info, batchCount);    \
    if (c.cublas(!batchCount || !n || !nrhs, "cublas" #X "getrsBatched", &s, op(trans), n, nrhs,   \
                 A, lda, ipiv, B, ldb, info, batchCount))                                          \
      return s;                                                                                    \
    return getrs<T>(handle, trans, n, nrhs, pointers<T>(A), lda, ipiv, n, pointers<T>(B), ldb,     \
                    info, batchCount);                                                             \
  }                                                                                                \
  hipblasStatus_t hipblas##X##getrsStridedBatched(                                                 \
      hipblasHandle_t handle, hipblasOperation_t trans, int n, int nrhs, T *A, int lda,            \
      hipblasStride strideA, const int *ipiv, hipblasStride strideP, T *B, int ldb,                \
      hipblasStride strideB, int *info, int batchCount) {                                          \
    return getrs<T>(handle, trans, n, nrhs, strided<T>(A, strideA), lda, ipiv, strideP,            \
                    strided<T>(B, strideB), ldb, info, batchCount);                                \
  }                                                                                                \
  hipblasStatus_t hipblas##X##getriBatched(hipblasHandle_t handle, int n, T *const A[], int lda,   \
                                           int *ipiv, T *const C[], int ldc, int *info,            \
                                           int batchCount) {                                       \
    hipblasStatus_t s;                                                                             \
    checked c = check_getrf<T>(handle, n, A, lda, info, batchCount);                               \
    c.need(C || !n || !batchCount, 5).need(ldc >= std::max(1, n), 6);                              \
    if (c.cublas(!batchCount, "cublas" #X "getriBatched", &s, n, A, lda, ipiv, C, ldc, info,       \
                 batchCount))                                                                      \
      return s;                                                                                    \
    return c.done(!batchCount, [&] {                                                               \
      if (!ipiv)                                                                                   \
        return getri_without_pivots<T>(c.stream, n, pointers<T>(A), lda, pointers<T>(C), ldc,      \
                                       info, batchCount);                                          \
      return lapack::getri<T>(c.stream, n, pointers<T>(A), lda, strided<const int>(ipiv, n),       \
                              pointers<T>(C), ldc, info, batchCount);                              \
    });                                                                                            \
  }                                                                                                \
  hipblasStatus_t hipblas##X##geqrf(hipblasHandle_t handle, int m, int n, T *A, int lda, T *tau,   \
                                    int *info) {                                                   \
    return geqrf<T>(handle, m, n, strided<T>(A, 0), lda, strided<T>(tau, 0), info, 1);             \
  }                                                                                                \
  hipblasStatus_t hipblas##X##geqrfBatched(hipblasHandle_t handle, int m, int n, T *const A[],     \
                                           int lda, T *const tau[], int *info, int batchCount) {   \
    hipblasStatus_t s;                                                                             \
    if (check_geqrf<T>(handle, m, n, A, lda, tau, info, batchCount)                                \
            .cublas(!m || !n || !batchCount, "cublas" #X "geqrfBatched", &s, m, n, A, lda, tau,    \
                    info, batchCount))                                                             \
      return s;                                                                                    \
    return geqrf<T>(handle, m, n, pointers<T>(A), lda, pointers<T>(tau), info, batchCount);        \
  }                                                                                                \
  hipblasStatus_t hipblas##X##geqrfStridedBatched(                                                 \
      hipblasHandle_t handle, int m, int n, T *A, int lda, hipblasStride strideA, T *tau,          \
      hipblasStride strideT, int *info, int batchCount) {                                          \
    return geqrf<T>(handle, m, n, strided<T>(A, strideA), lda, strided<T>(tau, strideT), info,     \
                    batchCount);                                                                   \
  }                                                                                                \
  hipblasStatus_t hipblas##X##gels(hipblasHandle_t handle, hipblasOperation_t trans, int m, int n, \
                                   int nrhs, T *A, int lda, T *B, int ldb, int *info,              \
                                   int *deviceInfo) {                                              \
    return gels<T>(handle, trans, m, n, nrhs, strided<T>(A, 0), lda, strided<T>(B, 0), ldb, info,  \
                   deviceInfo, 1);                                                                 \
  }                                                                                                \
  hipblasStatus_t hipblas##X##gelsBatched(hipblasHandle_t handle, hipblasOperation_t trans, int m, \
                                          int n, int nrhs, T *const A[], int lda, T *const B[],    \
                                          int ldb, int *info, int *deviceInfo, int batchCount) {   \
    hipblasStatus_t s;                                                                             \
    checked c =                                                                                    \
        check_gels<T>(handle, trans, m, n, nrhs, A, lda, B, ldb, info, deviceInfo, batchCount);    \
    if (c.cublas(!batchCount, "cublas" #X "gelsBatched", &s, op(trans), m, n, nrhs, A, lda, B,     \
                 ldb, info, deviceInfo, batchCount))                                               \
      return s;                                                                                    \
    return gels<T>(handle, trans, m, n, nrhs, pointers<T>(A), lda, pointers<T>(B), ldb, info,      \
                   deviceInfo, batchCount);                                                        \
  }                                                                                                \
  hipblasStatus_t hipblas##X##gelsStridedBatched(                                                  \
      hipblasHandle_t handle, hipblasOperation_t trans, int m, int n, int nrhs, T *A, int lda,     \
      hipblasStride strideA, T *B, int ldb, hipblasStride strideB, int *info, int *deviceInfo,     \
      int batchCount) {                                                                            \
    return gels<T>(handle, trans, m, n, nrhs, strided<T>(A, strideA), lda, strided<T>(B, strideB), \
                   ldb, info, deviceInfo, batchCount);                                             \
  }
TYPE_FUNCTIONS(S, float)
TYPE_FUNCTIONS(D, double)
TYPE_FUNCTIONS(C, hipFloatComplex)
TYPE_FUNCTIONS(Z, hipDoubleComplex)

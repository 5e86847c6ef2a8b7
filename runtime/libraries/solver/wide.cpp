// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipSOLVER's 64-bit interface, whose functions are those of the element types, on devices whose memory the host
// accesses in place; the settings of a handle; and the functions that are not supported.
#include "solver.h"

#include <limits.h>
#include <stdlib.h>

using namespace solver;

struct hipsolver_params {};

namespace {

// checked is the status of a call for sizes that LAPACK has, with one type for everything.
status checked(handle h, const void *params, bool sizes, bool one_type) {
  if (!h) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  if (!params || !sizes) return HIPSOLVER_STATUS_INVALID_VALUE;
  return h->backend == &on_host && one_type ? HIPSOLVER_STATUS_SUCCESS
                                            : HIPSOLVER_STATUS_NOT_SUPPORTED;
}
bool fits(int64_t v) { return v >= INT_MIN && v <= INT_MAX; }
bool fits(int64_t a, int64_t b, int64_t c) { return fits(a) && fits(b) && fits(c); }

status sized(status s, size_t *device, size_t *host) {
  if (s != HIPSOLVER_STATUS_SUCCESS) return s;
  if (!device || !host) return HIPSOLVER_STATUS_INVALID_VALUE;
  *device = 1; // the library allocates LAPACK's work area
  *host = 0;
  return s;
}

// typed calls f with a null pointer to the element type.
template <class F> status typed(hipDataType type, F f) {
  switch (type) {
  case HIP_R_32F:
    return f((float *)nullptr);
  case HIP_R_64F:
    return f((double *)nullptr);
  case HIP_C_32F:
    return f((hipFloatComplex *)nullptr);
  case HIP_C_64F:
    return f((hipDoubleComplex *)nullptr);
  default:
    return HIPSOLVER_STATUS_NOT_SUPPORTED;
  }
}

template <class Work> status submit(handle h, void (*release)(void *), const Work &work) {
  hipError_t e =
      gl_host_call(h->stream, [](void *w) { (*(Work *)w)(); }, release, &work, sizeof work);
  return e == hipSuccess            ? HIPSOLVER_STATUS_SUCCESS
         : e == hipErrorOutOfMemory ? HIPSOLVER_STATUS_ALLOC_FAILED
                                    : HIPSOLVER_STATUS_EXECUTION_FAILED;
}

hipsolverStatus_t getrf(handle h, int m, int n, float *a, int lda, int *pivots, int *info) {
  return hipsolverDnSgetrf(h, m, n, a, lda, nullptr, pivots, info);
}
hipsolverStatus_t getrf(handle h, int m, int n, double *a, int lda, int *pivots, int *info) {
  return hipsolverDnDgetrf(h, m, n, a, lda, nullptr, pivots, info);
}
hipsolverStatus_t getrf(handle h, int m, int n, hipFloatComplex *a, int lda, int *pivots,
                        int *info) {
  return hipsolverDnCgetrf(h, m, n, a, lda, nullptr, pivots, info);
}
hipsolverStatus_t getrf(handle h, int m, int n, hipDoubleComplex *a, int lda, int *pivots,
                        int *info) {
  return hipsolverDnZgetrf(h, m, n, a, lda, nullptr, pivots, info);
}

// call calls a function of the table of the host.
template <class T, class F, class... A> status call(handle h, F table<T>::*f, A... arguments) {
  return (of<T>(h->backend).*f)(h, arguments...);
}
bool is_uplo(int u) { return u == HIPBLAS_FILL_MODE_UPPER || u == HIPBLAS_FILL_MODE_LOWER; }
bool is_matrix(int64_t rows, int64_t cols, const void *a, int64_t ld) {
  return rows >= 0 && cols >= 0 && ld >= rows && ld >= 1 && fits(rows, cols, ld) &&
         (!rows || !cols || a);
}

} // namespace

hipsolverStatus_t hipsolverDnCreateParams(hipsolverDnParams_t *params) {
  if (!params) return HIPSOLVER_STATUS_INVALID_VALUE;
  *params = (hipsolverDnParams_t)calloc(1, 1);
  return *params ? HIPSOLVER_STATUS_SUCCESS : HIPSOLVER_STATUS_ALLOC_FAILED;
}
hipsolverStatus_t hipsolverDnDestroyParams(hipsolverDnParams_t params) {
  if (!params) return HIPSOLVER_STATUS_INVALID_VALUE;
  free(params);
  return HIPSOLVER_STATUS_SUCCESS;
}
// There is one algorithm for each function.
hipsolverStatus_t hipsolverDnSetAdvOptions(hipsolverDnParams_t params, hipsolverDnFunction_t f,
                                           hipsolverAlgMode_t mode) {
  if (!params) return HIPSOLVER_STATUS_INVALID_VALUE;
  return f == HIPSOLVERDN_GETRF && (mode == HIPSOLVER_ALG_0 || mode == HIPSOLVER_ALG_1)
             ? HIPSOLVER_STATUS_SUCCESS
             : HIPSOLVER_STATUS_INVALID_ENUM;
}

hipsolverStatus_t hipsolverDnXgetrf_bufferSize(handle h, hipsolverDnParams_t params, int64_t m,
                                               int64_t n, hipDataType type, const void *a,
                                               int64_t lda, hipDataType compute, size_t *device,
                                               size_t *host) {
  return sized(checked(h, params, is_matrix(m, n, a, lda), type == compute), device, host);
}
hipsolverStatus_t hipsolverDnXgetrf(handle h, hipsolverDnParams_t params, int64_t m, int64_t n,
                                    hipDataType type, void *a, int64_t lda, int64_t *pivots,
                                    hipDataType compute, void *, size_t, void *, size_t,
                                    int *info) {
  int64_t least = m < n ? m : n;
  bool valid = is_matrix(m, n, a, lda) && info && (least <= 0 || pivots);
  status s = checked(h, params, valid, type == compute);
  if (s != HIPSOLVER_STATUS_SUCCESS) return s;
  static int none;
  int *narrow = pivots ? (int *)pivots : &none; // LAPACK's pivots are half as large
  s = typed(type, [=](auto *t) {
    return getrf(h, (int)m, (int)n, (decltype(t))a, (int)lda, narrow, info);
  });
  if (s != HIPSOLVER_STATUS_SUCCESS || least <= 0) return s;
  return submit(h, nullptr, [=] {
    for (int64_t i = least - 1; i >= 0; i--) {
      int from = narrow[i];
      pivots[i] = from;
    }
  });
}
hipsolverStatus_t hipsolverDnXgetrs(handle h, hipsolverDnParams_t params, hipsolverOperation_t op,
                                    int64_t n, int64_t nrhs, hipDataType type, const void *a,
                                    int64_t lda, const int64_t *pivots, hipDataType type_b, void *b,
                                    int64_t ldb, int *info) {
  bool valid = is_matrix(n, n, a, lda) && is_matrix(n, nrhs, b, ldb) && info && (!n || pivots) &&
               op >= HIPBLAS_OP_N && op <= HIPBLAS_OP_C;
  status s = checked(h, params, valid, type == type_b);
  if (s != HIPSOLVER_STATUS_SUCCESS) return s;
  struct copy {
    int *narrow;
    void operator()() const {}
  };
  copy kept = {(int *)malloc(((size_t)n + 1) * sizeof(int))};
  if (!kept.narrow) return HIPSOLVER_STATUS_ALLOC_FAILED;
  s = submit(h, nullptr, [=] {
    for (int64_t i = 0; i < n; i++) kept.narrow[i] = (int)pivots[i];
  });
  if (s == HIPSOLVER_STATUS_SUCCESS)
    s = typed(type, [=](auto *t) {
      using T = std::remove_pointer_t<decltype(t)>;
      return call<T>(h, &table<T>::getrs, op, (int)n, (int)nrhs, (const T *)a, (int)lda,
                     (const int *)kept.narrow, (T *)b, (int)ldb, info);
    });
  status freed = submit(h, [](void *p) { free(((copy *)p)->narrow); }, kept);
  return s != HIPSOLVER_STATUS_SUCCESS ? s : freed;
}

hipsolverStatus_t hipsolverDnXpotrf_bufferSize(handle h, hipsolverDnParams_t params,
                                               hipsolverFillMode_t uplo, int64_t n,
                                               hipDataType type, const void *a, int64_t lda,
                                               hipDataType compute, size_t *device, size_t *host) {
  bool valid = is_matrix(n, n, a, lda) && is_uplo(uplo);
  return sized(checked(h, params, valid, type == compute), device, host);
}
hipsolverStatus_t hipsolverDnXpotrf(handle h, hipsolverDnParams_t params, hipsolverFillMode_t uplo,
                                    int64_t n, hipDataType type, void *a, int64_t lda,
                                    hipDataType compute, void *, size_t, void *, size_t,
                                    int *info) {
  bool valid = is_matrix(n, n, a, lda) && is_uplo(uplo) && info;
  status s = checked(h, params, valid, type == compute);
  if (s != HIPSOLVER_STATUS_SUCCESS) return s;
  return typed(type, [=](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    return call<T>(h, &table<T>::potrf, uplo, (int)n, (T *)a, (int)lda, (T *)nullptr, 0, info);
  });
}
hipsolverStatus_t hipsolverDnXpotrs(handle h, hipsolverDnParams_t params, hipsolverFillMode_t uplo,
                                    int64_t n, int64_t nrhs, hipDataType type, const void *a,
                                    int64_t lda, hipDataType type_b, void *b, int64_t ldb,
                                    int *info) {
  bool valid = is_matrix(n, n, a, lda) && is_matrix(n, nrhs, b, ldb) && is_uplo(uplo) && info;
  status s = checked(h, params, valid, type == type_b);
  if (s != HIPSOLVER_STATUS_SUCCESS) return s;
  return typed(type, [=](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    return call<T>(h, &table<T>::potrs, uplo, (int)n, (int)nrhs, (const T *)a, (int)lda, (T *)b,
                   (int)ldb, info);
  });
}

hipsolverStatus_t hipsolverDnXgeqrf_bufferSize(handle h, hipsolverDnParams_t params, int64_t m,
                                               int64_t n, hipDataType type, const void *a,
                                               int64_t lda, hipDataType type_tau, const void *,
                                               hipDataType compute, size_t *device, size_t *host) {
  bool one = type == compute && type == type_tau;
  return sized(checked(h, params, is_matrix(m, n, a, lda), one), device, host);
}
hipsolverStatus_t hipsolverDnXgeqrf(handle h, hipsolverDnParams_t params, int64_t m, int64_t n,
                                    hipDataType type, void *a, int64_t lda, hipDataType type_tau,
                                    void *tau, hipDataType compute, void *, size_t, void *, size_t,
                                    int *info) {
  bool valid = is_matrix(m, n, a, lda) && info && (!m || !n || tau);
  status s = checked(h, params, valid, type == compute && type == type_tau);
  if (s != HIPSOLVER_STATUS_SUCCESS) return s;
  return typed(type, [=](auto *t) {
    using T = std::remove_pointer_t<decltype(t)>;
    return call<T>(h, &table<T>::geqrf, (int)m, (int)n, (T *)a, (int)lda, (T *)tau, (T *)nullptr, 0,
                   info);
  });
}

// What the host computes is the same each time.
hipsolverStatus_t hipsolverSetDeterministicMode(handle h, hipsolverDeterministicMode_t mode) {
  if (!h) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  if (mode != HIPSOLVER_DETERMINISTIC_RESULTS && mode != HIPSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS)
    return HIPSOLVER_STATUS_INVALID_ENUM;
  h->mode = mode;
  return h->backend == &on_host ? HIPSOLVER_STATUS_SUCCESS : HIPSOLVER_STATUS_NOT_SUPPORTED;
}
hipsolverStatus_t hipsolverGetDeterministicMode(handle h, hipsolverDeterministicMode_t *mode) {
  if (!h) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  if (!mode) return HIPSOLVER_STATUS_INVALID_VALUE;
  *mode = h->mode ? h->mode : HIPSOLVER_DETERMINISTIC_RESULTS;
  return h->backend == &on_host ? HIPSOLVER_STATUS_SUCCESS : HIPSOLVER_STATUS_NOT_SUPPORTED;
}
hipsolverStatus_t hipsolverDnSetDeterministicMode(handle h, hipsolverDeterministicMode_t mode) {
  return hipsolverSetDeterministicMode(h, mode);
}
hipsolverStatus_t hipsolverDnGetDeterministicMode(handle h, hipsolverDeterministicMode_t *mode) {
  return hipsolverGetDeterministicMode(h, mode);
}

#define NOT_SUPPORTED(name, parameters)                                                            \
  hipsolverStatus_t name parameters { return HIPSOLVER_STATUS_NOT_SUPPORTED; }
GOHIP_HIPSOLVER_ABSENT(NOT_SUPPORTED)

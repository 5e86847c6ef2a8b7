// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The routines on NVIDIA devices, by cuSOLVER, whose functions take the same arguments as
// hipSOLVER's, in the same order.
#include "solver.h"

#include "cuda.h"

using namespace solver;

namespace {

enum routine {
  GETRF_SIZE,
  GETRF,
  GETRS,
  POTRF_SIZE,
  POTRF,
  POTRI_SIZE,
  POTRI,
  POTRS,
  POTRF_BATCHED,
  POTRS_BATCHED,
  GEQRF_SIZE,
  GEQRF,
  ORGQR_SIZE,
  ORGQR,
  ORMQR_SIZE,
  ORMQR,
  SYEVD_SIZE,
  SYEVD,
  GESVD_SIZE,
  GESVD,
  SYEVJ_SIZE,
  SYEVJ,
  SYEVJ_BATCHED_SIZE,
  SYEVJ_BATCHED,
  SYGVD_SIZE,
  SYGVD,
  GESVDJ_SIZE,
  GESVDJ,
  GESVDJ_BATCHED_SIZE,
  GESVDJ_BATCHED,
  GELS_SIZE,
  GELS,
  GESV_SIZE,
  GESV,
  SYEVDX_SIZE,
  SYEVDX,
  SYGVJ_SIZE,
  SYGVJ,
  GEBRD_SIZE,
  GEBRD,
  ORGBR_SIZE,
  ORGBR,
  ORGTR_SIZE,
  ORGTR,
  ORMTR_SIZE,
  ORMTR,
  SYTRD_SIZE,
  SYTRD,
  SYTRF_SIZE,
  SYTRF,
  SYGVDX_SIZE,
  SYGVDX,
  ROUTINES
};

#define NAMES(X, o, sy)                                                                            \
  {"cusolverDn" #X "getrf_bufferSize",                                                             \
   "cusolverDn" #X "getrf",                                                                        \
   "cusolverDn" #X "getrs",                                                                        \
   "cusolverDn" #X "potrf_bufferSize",                                                             \
   "cusolverDn" #X "potrf",                                                                        \
   "cusolverDn" #X "potri_bufferSize",                                                             \
   "cusolverDn" #X "potri",                                                                        \
   "cusolverDn" #X "potrs",                                                                        \
   "cusolverDn" #X "potrfBatched",                                                                 \
   "cusolverDn" #X "potrsBatched",                                                                 \
   "cusolverDn" #X "geqrf_bufferSize",                                                             \
   "cusolverDn" #X "geqrf",                                                                        \
   "cusolverDn" #X #o "gqr_bufferSize",                                                            \
   "cusolverDn" #X #o "gqr",                                                                       \
   "cusolverDn" #X #o "mqr_bufferSize",                                                            \
   "cusolverDn" #X #o "mqr",                                                                       \
   "cusolverDn" #X #sy "evd_bufferSize",                                                           \
   "cusolverDn" #X #sy "evd",                                                                      \
   "cusolverDn" #X "gesvd_bufferSize",                                                             \
   "cusolverDn" #X "gesvd",                                                                        \
   "cusolverDn" #X #sy "evj_bufferSize",                                                           \
   "cusolverDn" #X #sy "evj",                                                                      \
   "cusolverDn" #X #sy "evjBatched_bufferSize",                                                    \
   "cusolverDn" #X #sy "evjBatched",                                                               \
   "cusolverDn" #X #sy "gvd_bufferSize",                                                           \
   "cusolverDn" #X #sy "gvd",                                                                      \
   "cusolverDn" #X "gesvdj_bufferSize",                                                            \
   "cusolverDn" #X "gesvdj",                                                                       \
   "cusolverDn" #X "gesvdjBatched_bufferSize",                                                     \
   "cusolverDn" #X "gesvdjBatched",                                                                \
   "cusolverDn" #X #X "gels_bufferSize",                                                           \
   "cusolverDn" #X #X "gels",                                                                      \
   "cusolverDn" #X #X "gesv_bufferSize",                                                           \
   "cusolverDn" #X #X "gesv",                                                                      \
   "cusolverDn" #X #sy "evdx_bufferSize",                                                          \
   "cusolverDn" #X #sy "evdx",                                                                     \
   "cusolverDn" #X #sy "gvj_bufferSize",                                                           \
   "cusolverDn" #X #sy "gvj",                                                                      \
   "cusolverDn" #X "gebrd_bufferSize",                                                             \
   "cusolverDn" #X "gebrd",                                                                        \
   "cusolverDn" #X #o "gbr_bufferSize",                                                            \
   "cusolverDn" #X #o "gbr",                                                                       \
   "cusolverDn" #X #o "gtr_bufferSize",                                                            \
   "cusolverDn" #X #o "gtr",                                                                       \
   "cusolverDn" #X #o "mtr_bufferSize",                                                            \
   "cusolverDn" #X #o "mtr",                                                                       \
   "cusolverDn" #X #sy "trd_bufferSize",                                                           \
   "cusolverDn" #X #sy "trd",                                                                      \
   "cusolverDn" #X "sytrf_bufferSize",                                                             \
   "cusolverDn" #X "sytrf",                                                                        \
   "cusolverDn" #X #sy "gvdx_bufferSize",                                                          \
   "cusolverDn" #X #sy "gvdx"}
constexpr const char *const kNames[4][ROUTINES] = {NAMES(S, or, sy), NAMES(D, or, sy),
                                                   NAMES(C, un, he), NAMES(Z, un, he)};

void *functions[4][ROUTINES];

constexpr int kVersions[] = {12, 11, 10, 0};
constexpr const char *const kWant[] = {"cusolverDnCreate", "cusolverDnDestroy",
                                       "cusolverDnSetStream", nullptr};
gl_cuda library = {"hipsolver", "GOHIP_CUSOLVER", "libcusolver", kVersions, "CUDA's cuSOLVER",
                   kWant,       nullptr};

status status_of(int s) {
  constexpr status all[] = {HIPSOLVER_STATUS_SUCCESS,          HIPSOLVER_STATUS_NOT_INITIALIZED,
                            HIPSOLVER_STATUS_ALLOC_FAILED,     HIPSOLVER_STATUS_INVALID_VALUE,
                            HIPSOLVER_STATUS_ARCH_MISMATCH,    HIPSOLVER_STATUS_MAPPING_ERROR,
                            HIPSOLVER_STATUS_EXECUTION_FAILED, HIPSOLVER_STATUS_INTERNAL_ERROR,
                            HIPSOLVER_STATUS_NOT_SUPPORTED, // for this matrix type
                            HIPSOLVER_STATUS_NOT_SUPPORTED};
  return s >= 0 && s < (int)(sizeof all / sizeof *all) ? all[s] : HIPSOLVER_STATUS_INTERNAL_ERROR;
}

// cuda converts an argument to cuSOLVER's. Elements are passed by address.
int cuda(hipsolverOperation_t t) { return gl_cuda_op(t); }
int cuda(hipsolverFillMode_t u) { return gl_cuda_fill(u); }
int cuda(hipsolverSideMode_t s) { return gl_cuda_side(s); }
int cuda(hipsolverEigMode_t m) { return m == HIPSOLVER_EIG_MODE_VECTOR; }
int cuda(hipsolverEigRange_t r) {
  return r == HIPSOLVER_EIG_RANGE_ALL ? 1001 : r == HIPSOLVER_EIG_RANGE_I ? 1002 : 1003;
}
int cuda(int v) { return v; }
float cuda(float v) { return v; }
double cuda(double v) { return v; }
signed char cuda(signed char v) { return v; }
template <class T> T *cuda(T *p) { return p; }

int cuda(hipsolverEigType_t t) { return t - HIPSOLVER_EIG_TYPE_1 + 1; }
size_t cuda(size_t v) { return v; }

// jacobi_function is the cuSOLVER function for a descriptor of eigenvalues or of singular values.
void *jacobi_function(jacobi j, const char *eigen, const char *singular) {
  return gl_cuda_function(&library, j->singular ? singular : eigen);
}

// cuda returns cuSOLVER's descriptor with the settings of ours.
void *cuda(jacobi j) {
  void *create = jacobi_function(j, "cusolverDnCreateSyevjInfo", "cusolverDnCreateGesvdjInfo");
  if (!j->cuda && (!create || ((int (*)(void **))create)(&j->cuda))) return nullptr;
  auto set = [j](const char *eigen, const char *singular, auto value) {
    void *f = jacobi_function(j, eigen, singular);
    return !f || ((int (*)(void *, decltype(value)))f)(j->cuda, value);
  };
  bool bad = set("cusolverDnXsyevjSetSortEig", "cusolverDnXgesvdjSetSortEig", j->sort);
  if (j->has_tolerance)
    bad |= set("cusolverDnXsyevjSetTolerance", "cusolverDnXgesvdjSetTolerance", j->tolerance);
  if (j->max_sweeps)
    bad |= set("cusolverDnXsyevjSetMaxSweeps", "cusolverDnXgesvdjSetMaxSweeps", j->max_sweeps);
  return bad ? nullptr : j->cuda;
}

// told queries cuSOLVER about the last call with a descriptor.
template <class T>
status told(handle h, jacobi j, const char *eigen, const char *singular, T *value) {
  void *f = j->cuda ? jacobi_function(j, eigen, singular) : nullptr;
  if (!f) return HIPSOLVER_STATUS_INVALID_VALUE;
  return status_of(((int (*)(void *, void *, T *))f)(h->cuda, j->cuda, value));
}
status residual(handle h, jacobi j, double *value) {
  return told(h, j, "cusolverDnXsyevjGetResidual", "cusolverDnXgesvdjGetResidual", value);
}
status sweeps(handle h, jacobi j, int *value) {
  return told(h, j, "cusolverDnXsyevjGetSweeps", "cusolverDnXgesvdjGetSweeps", value);
}

// call calls a routine in the handle's stream, unless the stream is in capture.
template <class T, routine r, class... A> status call(handle h, A... arguments) {
  void *stream, *f = functions[element<T>::index][r];
  hipError_t e = gohip_cuda_stream(h->stream, &stream);
  if (!f || e == hipErrorStreamCaptureUnsupported) return HIPSOLVER_STATUS_NOT_SUPPORTED;
  if (e != hipSuccess) return HIPSOLVER_STATUS_EXECUTION_FAILED;
  auto set_stream = (int (*)(void *, void *))gl_cuda_function(&library, "cusolverDnSetStream");
  if (int s = set_stream(h->cuda, stream)) return status_of(s);
  return status_of(((int (*)(void *, decltype(cuda(arguments))...))f)(h->cuda, cuda(arguments)...));
}

status create(handle h) {
  void *stream;
  if (!gl_cuda_open(&library)) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  for (int t = 0; t < 4; t++)
    for (int r = 0; r < ROUTINES; r++) functions[t][r] = gl_cuda_function(&library, kNames[t][r]);
  if (gohip_cuda_stream(nullptr, &stream) != hipSuccess) return HIPSOLVER_STATUS_NOT_INITIALIZED;
  return status_of(((int (*)(void **))gl_cuda_function(&library, "cusolverDnCreate"))(&h->cuda));
}
void destroy(handle h) {
  void *stream;
  if (gohip_cuda_stream(nullptr, &stream) == hipSuccess)
    ((int (*)(void *))gl_cuda_function(&library, "cusolverDnDestroy"))(h->cuda);
}

template <class T>
constexpr table<T> kTable = {call<T, GETRF_SIZE>,
                             call<T, GETRF>,
                             call<T, GETRS>,
                             call<T, POTRF_SIZE>,
                             call<T, POTRF>,
                             call<T, POTRI_SIZE>,
                             call<T, POTRI>,
                             call<T, POTRS>,
                             call<T, POTRF_BATCHED>,
                             call<T, POTRS_BATCHED>,
                             call<T, GEQRF_SIZE>,
                             call<T, GEQRF>,
                             call<T, ORGQR_SIZE>,
                             call<T, ORGQR>,
                             call<T, ORMQR_SIZE>,
                             call<T, ORMQR>,
                             call<T, SYEVD_SIZE>,
                             call<T, SYEVD>,
                             call<T, GESVD_SIZE>,
                             call<T, GESVD>,
                             call<T, SYEVJ_SIZE>,
                             call<T, SYEVJ>,
                             call<T, SYEVJ_BATCHED_SIZE>,
                             call<T, SYEVJ_BATCHED>,
                             call<T, SYGVD_SIZE>,
                             call<T, SYGVD>,
                             call<T, GESVDJ_SIZE>,
                             call<T, GESVDJ>,
                             call<T, GESVDJ_BATCHED_SIZE>,
                             call<T, GESVDJ_BATCHED>,
                             call<T, GELS_SIZE>,
                             call<T, GELS>,
                             call<T, GESV_SIZE>,
                             call<T, GESV>,
                             call<T, SYEVDX_SIZE>,
                             call<T, SYEVDX>,
                             call<T, SYGVJ_SIZE>,
                             call<T, SYGVJ>,
                             call<T, GEBRD_SIZE>,
                             call<T, GEBRD>,
                             call<T, ORGBR_SIZE>,
                             call<T, ORGBR>,
                             call<T, ORGTR_SIZE>,
                             call<T, ORGTR>,
                             call<T, ORMTR_SIZE>,
                             call<T, ORMTR>,
                             call<T, SYTRD_SIZE>,
                             call<T, SYTRD>,
                             call<T, SYTRF_SIZE>,
                             call<T, SYTRF>,
                             call<T, SYGVDX_SIZE>,
                             call<T, SYGVDX>};

} // namespace

const backend solver::on_cuda = {create,
                                 destroy,
                                 &kTable<float>,
                                 &kTable<double>,
                                 &kTable<hipFloatComplex>,
                                 &kTable<hipDoubleComplex>,
                                 residual,
                                 sweeps};

void solver::forget_jacobi(jacobi j) {
  void *destroy = jacobi_function(j, "cusolverDnDestroySyevjInfo", "cusolverDnDestroyGesvdjInfo");
  if (destroy) ((int (*)(void *))destroy)(j->cuda);
}

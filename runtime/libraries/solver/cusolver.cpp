// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The routines on NVIDIA devices, by cuSOLVER, whose functions take what hipSOLVER's take, in the same
// order.
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
  ROUTINES
};

#define NAMES(X, orgqr, ormqr, syevd)                                                              \
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
   "cusolverDn" #X #orgqr "_bufferSize",                                                           \
   "cusolverDn" #X #orgqr,                                                                         \
   "cusolverDn" #X #ormqr "_bufferSize",                                                           \
   "cusolverDn" #X #ormqr,                                                                         \
   "cusolverDn" #X #syevd "_bufferSize",                                                           \
   "cusolverDn" #X #syevd,                                                                         \
   "cusolverDn" #X "gesvd_bufferSize",                                                             \
   "cusolverDn" #X "gesvd"}
constexpr const char *const kNames[4][ROUTINES] = {
    NAMES(S, orgqr, ormqr, syevd), NAMES(D, orgqr, ormqr, syevd), NAMES(C, ungqr, unmqr, heevd),
    NAMES(Z, ungqr, unmqr, heevd)};

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
                            HIPSOLVER_STATUS_NOT_SUPPORTED, // of this type of matrix
                            HIPSOLVER_STATUS_NOT_SUPPORTED};
  return s >= 0 && s < (int)(sizeof all / sizeof *all) ? all[s] : HIPSOLVER_STATUS_INTERNAL_ERROR;
}

// cuda is an argument as cuSOLVER has it. Elements go by their addresses.
int cuda(hipsolverOperation_t t) { return gl_cuda_op(t); }
int cuda(hipsolverFillMode_t u) { return gl_cuda_fill(u); }
int cuda(hipsolverSideMode_t s) { return gl_cuda_side(s); }
int cuda(hipsolverEigMode_t m) { return m == HIPSOLVER_EIG_MODE_VECTOR; }
int cuda(int v) { return v; }
signed char cuda(signed char v) { return v; }
template <class T> T *cuda(T *p) { return p; }

// call calls a routine in the handle's stream, in which nothing is captured.
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
constexpr table<T> kTable = {
    call<T, GETRF_SIZE>,    call<T, GETRF>,         call<T, GETRS>,      call<T, POTRF_SIZE>,
    call<T, POTRF>,         call<T, POTRI_SIZE>,    call<T, POTRI>,      call<T, POTRS>,
    call<T, POTRF_BATCHED>, call<T, POTRS_BATCHED>, call<T, GEQRF_SIZE>, call<T, GEQRF>,
    call<T, ORGQR_SIZE>,    call<T, ORGQR>,         call<T, ORMQR_SIZE>, call<T, ORMQR>,
    call<T, SYEVD_SIZE>,    call<T, SYEVD>,         call<T, GESVD_SIZE>, call<T, GESVD>};

} // namespace

const backend solver::on_cuda = {create,
                                 destroy,
                                 &kTable<float>,
                                 &kTable<double>,
                                 &kTable<hipFloatComplex>,
                                 &kTable<hipDoubleComplex>};

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Transforms on NVIDIA devices, by cuFFT, whose types, directions and results have hipFFT's
// numbers.
#include "cuda.h"
#include "plan.h"

#define FUNCTIONS(X)                                                                               \
  X(create, cufftCreate, (int *))                                                                  \
  X(destroy, cufftDestroy, (int))                                                                  \
  X(allocate, cufftSetAutoAllocation, (int, int))                                                  \
  X(work_area, cufftSetWorkArea, (int, void *))                                                    \
  X(set_stream, cufftSetStream, (int, void *))                                                     \
  X(make, cufftMakePlanMany64,                                                                     \
    (int, int, long long *, long long *, long long, long long, long long *, long long, long long,  \
     int, long long, size_t *))                                                                    \
  X(c2c, cufftExecC2C, (int, void *, void *, int))                                                 \
  X(r2c, cufftExecR2C, (int, void *, void *))                                                      \
  X(c2r, cufftExecC2R, (int, void *, void *))                                                      \
  X(z2z, cufftExecZ2Z, (int, void *, void *, int))                                                 \
  X(d2z, cufftExecD2Z, (int, void *, void *))                                                      \
  X(z2d, cufftExecZ2D, (int, void *, void *))

static struct {
#define FIELD(field, name, parameters) int(*field) parameters;
  FUNCTIONS(FIELD)
#undef FIELD
} cufft;

static gl_cuda library = {.user = "hipfft",
                          .variable = "GOHIP_CUFFT",
                          .name = "libcufft",
                          .versions = (const int[]){12, 11, 10, 0},
                          .package = "CUDA's cuFFT",
#define NAME(field, name, parameters) #name,
                          .want = (const char *const[]){FUNCTIONS(NAME) NULL}
#undef NAME
};

static hipfftResult result_of(int r) {
  return r >= 0 && r <= HIPFFT_NOT_SUPPORTED ? (hipfftResult)r : HIPFFT_INTERNAL_ERROR;
}

// enter makes the context of a stream's device current.
static hipfftResult enter(hipStream_t stream, void **cuda) {
  hipError_t e = gohip_cuda_stream(stream, cuda);
  if (e == hipErrorStreamCaptureUnsupported) return HIPFFT_NOT_SUPPORTED;
  return e == hipSuccess ? HIPFFT_SUCCESS : HIPFFT_INVALID_DEVICE;
}

static hipfftResult create(hipfftHandle p) {
  void *stream;
  if (!gl_cuda_open(&library)) return HIPFFT_SETUP_FAILED;
#define BIND(field, name, parameters) *(void **)&cufft.field = gl_cuda_function(&library, #name);
  FUNCTIONS(BIND)
#undef BIND
  hipfftResult r = enter(NULL, &stream);
  return r == HIPFFT_SUCCESS ? result_of(cufft.create(&p->cuda)) : r;
}

static void widen(long long *to, const int *from) {
  for (int i = 0; i < 3; i++) to[i] = from[i];
}

static hipfftResult make(hipfftHandle p) {
  void *stream;
  long long n[3], in[3], out[3];
  hipfftResult r = enter(NULL, &stream);
  if (r != HIPFFT_SUCCESS) return r;
  widen(n, p->n);
  widen(in, p->inembed);
  widen(out, p->onembed);
  return result_of(cufft.make(p->cuda, p->rank, n, p->basic ? NULL : in, p->istride, p->idist,
                              p->basic ? NULL : out, p->ostride, p->odist, p->type, p->batch,
                              &p->work));
}

static hipfftResult execute(hipfftHandle p, void *in, void *out, int direction) {
  void *stream;
  hipfftResult entered = enter(p->stream, &stream);
  if (entered != HIPFFT_SUCCESS) return entered;
  int r = cufft.set_stream(p->cuda, stream);
  if (r) return result_of(r);
  switch (p->type) {
  case HIPFFT_C2C:
    return result_of(cufft.c2c(p->cuda, in, out, direction));
  case HIPFFT_R2C:
    return result_of(cufft.r2c(p->cuda, in, out));
  case HIPFFT_C2R:
    return result_of(cufft.c2r(p->cuda, in, out));
  case HIPFFT_Z2Z:
    return result_of(cufft.z2z(p->cuda, in, out, direction));
  case HIPFFT_D2Z:
    return result_of(cufft.d2z(p->cuda, in, out));
  case HIPFFT_Z2D:
    return result_of(cufft.z2d(p->cuda, in, out));
  }
  return HIPFFT_INVALID_TYPE;
}

static hipfftResult work_area(hipfftHandle p, void *area) {
  void *stream;
  hipfftResult r = enter(NULL, &stream);
  return r == HIPFFT_SUCCESS ? result_of(cufft.work_area(p->cuda, area)) : r;
}

static hipfftResult allocate(hipfftHandle p, int automatically) {
  return result_of(cufft.allocate(p->cuda, automatically));
}

static void release(hipfftHandle p) {
  void *stream;
  if (enter(NULL, &stream) == HIPFFT_SUCCESS) (void)cufft.destroy(p->cuda);
}

const fft_backend fft_on_cuda = {create, make, execute, work_area, allocate, release};

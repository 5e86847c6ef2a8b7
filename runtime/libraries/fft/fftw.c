// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Transforms on a device whose memory the host accesses in place, by FFTW 3, whose interface for
// batched transforms has the same parameters. A plan of FFTW is created at the first transform, for
// its direction and for in-place or out-of-place. A transform is a host function in stream order.
#include "fftw.h"
#include "hostcall.h"
#include "plan.h"

static const fftw *library(const hipfftHandle p) {
  return gohip_fftw("hipfft", fft_is_double(p->type));
}

static hipfftResult create(hipfftHandle p) {
  (void)library(p); // which says here that there is none
  return HIPFFT_SUCCESS;
}

static hipfftResult make(hipfftHandle p) {
  return library(p) ? HIPFFT_SUCCESS : HIPFFT_SETUP_FAILED;
}

static void release(hipfftHandle p) {
  gohip_fftw_lock();
  for (int i = 0; i < 4; i++)
    if (p->plans[i / 2][i % 2]) library(p)->destroy_plan(p->plans[i / 2][i % 2]);
  gohip_fftw_unlock();
}

// distance is the distance between contiguous transforms: of complex numbers, of their nonredundant
// half, or of real numbers, which are padded to that half if the transform is in place.
static int distance(const hipfftHandle p, bool real, bool half, bool in_place) {
  int d = 1, last = p->n[p->rank - 1];
  for (int i = 0; i < p->rank - 1; i++) d *= p->n[i];
  if (half) return d * (last / 2 + 1);
  return d * (real && in_place ? 2 * (last / 2 + 1) : last);
}

// plan_fftw creates FFTW's plan for a direction, in place or out of place.
static fftw_plan plan_fftw(const hipfftHandle p, void *in, void *out, int direction) {
  const fftw *f = library(p);
  int kind = p->type & ~0x40;
  bool in_place = in == out;
  const int *inembed = p->basic ? NULL : p->inembed, *onembed = p->basic ? NULL : p->onembed;
  int istride = p->basic ? 1 : p->istride, ostride = p->basic ? 1 : p->ostride;
  int idist = p->basic ? distance(p, kind == HIPFFT_R2C, kind == HIPFFT_C2R, in_place) : p->idist;
  int odist = p->basic ? distance(p, kind == HIPFFT_C2R, kind == HIPFFT_R2C, in_place) : p->odist;
  unsigned flags = fftw_estimate | fftw_unaligned;
  if (kind == HIPFFT_R2C)
    return f->plan_many_dft_r2c(p->rank, p->n, p->batch, in, inembed, istride, idist, out, onembed,
                                ostride, odist, flags);
  if (kind == HIPFFT_C2R)
    return f->plan_many_dft_c2r(p->rank, p->n, p->batch, in, inembed, istride, idist, out, onembed,
                                ostride, odist, flags | (p->rank > 1 ? fftw_destroy_input : 0));
  return f->plan_many_dft(p->rank, p->n, p->batch, in, inembed, istride, idist, out, onembed,
                          ostride, odist, direction, flags);
}

typedef struct transform {
  hipfftHandle plan;
  fftw_plan fftw;
  void *in, *out;
} transform;

static void perform(void *argument) {
  const transform *t = argument;
  const fftw *f = library(t->plan);
  switch (t->plan->type & ~0x40) {
  case HIPFFT_R2C:
    f->execute_dft_r2c(t->fftw, t->in, t->out);
    break;
  case HIPFFT_C2R:
    f->execute_dft_c2r(t->fftw, t->in, t->out);
    break;
  default:
    f->execute_dft(t->fftw, t->in, t->out);
  }
}

static void end(void *argument) { fft_drop(((transform *)argument)->plan); }

static hipfftResult execute(hipfftHandle p, void *in, void *out, int direction) {
  gohip_fftw_lock();
  fftw_plan *f = &p->plans[direction == HIPFFT_BACKWARD][in == out];
  if (!*f) *f = plan_fftw(p, in, out, direction);
  gohip_fftw_unlock();
  if (!*f) return HIPFFT_EXEC_FAILED;
  transform t = {p, *f, in, out};
  __atomic_add_fetch(&p->users, 1, __ATOMIC_RELAXED);
  hipError_t e = gl_host_call(p->stream, perform, end, &t, sizeof t);
  if (e == hipErrorOutOfMemory) return HIPFFT_ALLOC_FAILED;
  return e == hipSuccess ? HIPFFT_SUCCESS : HIPFFT_EXEC_FAILED;
}

// FFTW needs no work area.
static hipfftResult work_area(hipfftHandle p, void *area) {
  (void)p;
  (void)area;
  return HIPFFT_SUCCESS;
}
static hipfftResult allocate(hipfftHandle p, int automatically) {
  (void)p;
  (void)automatically;
  return HIPFFT_SUCCESS;
}

const fft_backend fft_on_host = {create, make, execute, work_area, allocate, release};

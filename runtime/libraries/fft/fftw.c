// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Transforms on a device whose memory the host accesses in place, by FFTW 3, whose interface for
// batched transforms has the same parameters. A plan of FFTW is created at the first transform, for
// its direction and for in-place or out-of-place. A transform is a host function in stream order.
#include "fftw.h"
#include "hostcall.h"
#include "plan.h"

#include <stdlib.h>

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

// transform is a transform of two arrays. With callbacks these are copies, of the input given and the result
// wanted elsewhere.
typedef struct transform {
  hipfftHandle plan;
  fftw_plan fftw;
  void *in, *out;
  fft_side load, store;
  void *given, *wanted, *copy;
} transform;

static void perform(void *argument) {
  const transform *t = argument;
  const fftw *f = library(t->plan);
  if (t->given) fft_load(&t->load, t->given, t->in);
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
  if (t->wanted) fft_store(&t->store, t->out, t->wanted);
}

static void end(void *argument) {
  free(((transform *)argument)->copy);
  fft_drop(((transform *)argument)->plan);
}

// side_of returns the layout of the input or the output.
static fft_side side_of(const hipfftHandle p, bool out, bool in_place) {
  int kind = p->type & ~0x40;
  bool real = kind == (out ? HIPFFT_C2R : HIPFFT_R2C),
       half = kind == (out ? HIPFFT_R2C : HIPFFT_C2R);
  const int *embed = out ? p->onembed : p->inembed;
  fft_side s = {real, fft_is_double(p->type), {1, 1, 1},         {0}, (size_t)p->batch,
                0,    p->callbacks[out],      out ? p->scale : 0};
  size_t next = p->basic ? 1 : (size_t)(out ? p->ostride : p->istride);
  for (int i = 0; i < p->rank; i++) {
    int d = p->rank - 1 - i, n = p->n[d];
    s.n[i] = (size_t)(half && !i ? n / 2 + 1 : n);
    s.stride[i] = next;
    int row = !p->basic                ? embed[d]
              : half && !i             ? n / 2 + 1
              : real && !i && in_place ? 2 * (n / 2 + 1)
                                       : n;
    next *= (size_t)row;
  }
  s.distance = p->basic ? next : (size_t)(out ? p->odist : p->idist);
  return s;
}

// with_callbacks replaces the arrays of a transform by copies, which its callbacks read and write.
static bool with_callbacks(transform *t) {
  const hipfftHandle p = t->plan;
  bool in_place = t->in == t->out;
  t->load = side_of(p, false, in_place);
  t->store = side_of(p, true, in_place);
  size_t in = (fft_bytes(&t->load) + 63) & ~(size_t)63,
         out = (fft_bytes(&t->store) + 63) & ~(size_t)63;
  size_t shared = in + out + (p->shared[0] + 15) / 16 * 16;
  char *copy = t->copy = malloc(shared + p->shared[1]);
  if (!copy) return false;
  t->load.callback.shared = copy + in + out;
  t->store.callback.shared = copy + shared;
  t->given = t->in;
  t->wanted = t->out;
  t->in = copy;
  t->out = in_place ? copy : copy + in;
  return true;
}

static hipfftResult execute(hipfftHandle p, void *in, void *out, int direction) {
  gohip_fftw_lock();
  fftw_plan *f = &p->plans[direction == HIPFFT_BACKWARD][in == out];
  if (!*f) *f = plan_fftw(p, in, out, direction);
  gohip_fftw_unlock();
  if (!*f) return HIPFFT_EXEC_FAILED;
  transform t = {.plan = p, .fftw = *f, .in = in, .out = out};
  if ((p->callbacks[0].function || p->callbacks[1].function || p->scale != 0) &&
      !with_callbacks(&t))
    return HIPFFT_ALLOC_FAILED;
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

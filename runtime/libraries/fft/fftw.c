// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Transforms on a device whose memory the host accesses in place, by FFTW 3, whose interface for
// batched transforms has the same parameters. A plan of FFTW is created at the first transform, for
// its direction and for in-place or out-of-place. A transform is a host function in stream order.
#include "hostcall.h"
#include "plan.h"

#include <dlfcn.h>
#include <pthread.h>

enum { estimate = 1 << 6, unaligned = 1 << 1, destroy_input = 1 << 0 };

typedef void *fftw_plan;

// fftw is one precision of FFTW. The element types differ only in precision.
typedef struct fftw {
  fftw_plan (*plan_many_dft)(int, const int *, int, void *, const int *, int, int, void *,
                             const int *, int, int, int, unsigned);
  fftw_plan (*plan_many_dft_r2c)(int, const int *, int, void *, const int *, int, int, void *,
                                 const int *, int, int, unsigned);
  fftw_plan (*plan_many_dft_c2r)(int, const int *, int, void *, const int *, int, int, void *,
                                 const int *, int, int, unsigned);
  void (*execute_dft)(fftw_plan, void *, void *);
  void (*execute_dft_r2c)(fftw_plan, void *, void *);
  void (*execute_dft_c2r)(fftw_plan, void *, void *);
  void (*destroy_plan)(fftw_plan);
} fftw;

static fftw precision[2]; // float, double
static bool loaded[2];
static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER; // of FFTW, which has one planner

#define SYMBOL(prefix, name)                                                                       \
  if (!(*(void **)&f->name = dlsym(library, prefix #name))) return false
#define BIND(function, index, prefix)                                                              \
  static bool function(void *library) {                                                            \
    fftw *f = &precision[index];                                                                   \
    SYMBOL(prefix, plan_many_dft);                                                                 \
    SYMBOL(prefix, plan_many_dft_r2c);                                                             \
    SYMBOL(prefix, plan_many_dft_c2r);                                                             \
    SYMBOL(prefix, execute_dft);                                                                   \
    SYMBOL(prefix, execute_dft_r2c);                                                               \
    SYMBOL(prefix, execute_dft_c2r);                                                               \
    SYMBOL(prefix, destroy_plan);                                                                  \
    return true;                                                                                   \
  }
BIND(bind_float, 0, "fftwf_")
BIND(bind_double, 1, "fftw_")

static void load(void) {
  static const char *const floats[] = {"libfftw3f.so.3", "libmkl_rt.so.2"};
  static const char *const doubles[] = {"libfftw3.so.3", "libmkl_rt.so.2"};
  loaded[0] = gl_open("hipfft", "GOHIP_FFTWF", floats, 2, bind_float, "libfftw3-single3");
  loaded[1] = gl_open("hipfft", "GOHIP_FFTW", doubles, 2, bind_double, "libfftw3-double3");
}

static hipfftResult create(hipfftHandle p) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)p;
  pthread_once(&once, load);
  return HIPFFT_SUCCESS;
}

static hipfftResult make(hipfftHandle p) {
  return loaded[fft_is_double(p->type)] ? HIPFFT_SUCCESS : HIPFFT_SETUP_FAILED;
}

static void release(hipfftHandle p) {
  pthread_mutex_lock(&planner);
  for (int i = 0; i < 4; i++)
    if (p->plans[i / 2][i % 2])
      precision[fft_is_double(p->type)].destroy_plan(p->plans[i / 2][i % 2]);
  pthread_mutex_unlock(&planner);
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
  const fftw *f = &precision[fft_is_double(p->type)];
  int kind = p->type & ~0x40;
  bool in_place = in == out;
  const int *inembed = p->basic ? NULL : p->inembed, *onembed = p->basic ? NULL : p->onembed;
  int istride = p->basic ? 1 : p->istride, ostride = p->basic ? 1 : p->ostride;
  int idist = p->basic ? distance(p, kind == HIPFFT_R2C, kind == HIPFFT_C2R, in_place) : p->idist;
  int odist = p->basic ? distance(p, kind == HIPFFT_C2R, kind == HIPFFT_R2C, in_place) : p->odist;
  unsigned flags = estimate | unaligned;
  if (kind == HIPFFT_R2C)
    return f->plan_many_dft_r2c(p->rank, p->n, p->batch, in, inembed, istride, idist, out, onembed,
                                ostride, odist, flags);
  if (kind == HIPFFT_C2R)
    return f->plan_many_dft_c2r(p->rank, p->n, p->batch, in, inembed, istride, idist, out, onembed,
                                ostride, odist, flags | (p->rank > 1 ? destroy_input : 0));
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
  const fftw *f = &precision[fft_is_double(t->plan->type)];
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
  pthread_mutex_lock(&planner);
  fftw_plan *f = &p->plans[direction == HIPFFT_BACKWARD][in == out];
  if (!*f) *f = plan_fftw(p, in, out, direction);
  pthread_mutex_unlock(&planner);
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

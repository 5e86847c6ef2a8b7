// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// hipFFT over FFTW 3, whose interface for many transforms has the same parameters. A plan of FFTW is
// made when a transform is first asked for, for its direction and for whether it is in place; a
// transform is a host function in the order of the stream.
#include <hipfft/hipfft.h>

#include "hostcall.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>

enum { plan_mark = 0x47484646, estimate = 1 << 6, unaligned = 1 << 1, destroy_input = 1 << 0 };

typedef void *fftw_plan;

// fftw is a precision of FFTW. The element types differ only by the precision.
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
static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER; // FFTW's is one for all threads

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

struct hipfftHandle_t {
  int mark, users;
  bool made, basic; // a transform has been described; with the contiguous layout
  bool host;        // the host reads and writes the device's memory
  hipStream_t stream;
  hipfftType type;
  int rank, n[3], inembed[3], onembed[3], istride, idist, ostride, odist, batch;
  fftw_plan plans[2][2]; // backward, in place
};

static hipfftHandle plan_of(hipfftHandle p) { return p && p->mark == plan_mark ? p : NULL; }

static bool is_double(hipfftType t) { return t & 0x40; }

static void drop(hipfftHandle p) {
  if (__atomic_sub_fetch(&p->users, 1, __ATOMIC_ACQ_REL)) return;
  pthread_mutex_lock(&planner);
  for (int i = 0; i < 4; i++)
    if (p->plans[i / 2][i % 2]) precision[is_double(p->type)].destroy_plan(p->plans[i / 2][i % 2]);
  pthread_mutex_unlock(&planner);
  free(p);
}

hipfftResult hipfftCreate(hipfftHandle *plan) {
  if (!plan) return HIPFFT_INVALID_VALUE;
  bool host;
  if (gl_in_place(&host) != hipSuccess) return HIPFFT_INVALID_DEVICE;
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (host) pthread_once(&once, load);
  hipfftHandle p = calloc(1, sizeof *p);
  if (!p) return HIPFFT_ALLOC_FAILED;
  p->mark = plan_mark;
  p->users = 1;
  p->host = host;
  *plan = p;
  return HIPFFT_SUCCESS;
}

hipfftResult hipfftDestroy(hipfftHandle plan) {
  hipfftHandle p = plan_of(plan);
  if (!p) return HIPFFT_INVALID_PLAN;
  p->mark = 0;
  drop(p);
  return HIPFFT_SUCCESS;
}

static bool is_type(hipfftType t) {
  int kind = t & ~0x40;
  return kind == HIPFFT_C2C || kind == HIPFFT_R2C || kind == HIPFFT_C2R;
}

// count sets an int of a size, or says that it is none.
static bool count(int *to, long long from, long long least) {
  *to = (int)from;
  return from >= least && from <= INT_MAX;
}

hipfftResult hipfftMakePlanMany64(hipfftHandle plan, int rank, long long *n, long long *inembed,
                                  long long istride, long long idist, long long *onembed,
                                  long long ostride, long long odist, hipfftType type,
                                  long long batch, size_t *workSize) {
  hipfftHandle p = plan_of(plan);
  if (!p || p->made) return HIPFFT_INVALID_PLAN;
  if (!is_type(type)) return HIPFFT_INVALID_TYPE;
  if (rank < 1 || rank > 3 || !n) return HIPFFT_INVALID_VALUE;
  p->basic = !inembed || !onembed;
  for (int i = 0; i < rank; i++) {
    if (!count(&p->n[i], n[i], 1)) return HIPFFT_INVALID_SIZE;
    if (!p->basic && (!count(&p->inembed[i], inembed[i], i ? 1 : INT_MIN) ||
                      !count(&p->onembed[i], onembed[i], i ? 1 : INT_MIN)))
      return HIPFFT_INVALID_SIZE;
  }
  if (!count(&p->batch, batch, 1)) return HIPFFT_INVALID_SIZE;
  if (!p->basic && (!count(&p->istride, istride, 1) || !count(&p->ostride, ostride, 1) ||
                    !count(&p->idist, idist, 0) || !count(&p->odist, odist, 0)))
    return HIPFFT_INVALID_VALUE;
  if (p->host && !loaded[is_double(type)]) return HIPFFT_SETUP_FAILED;
  p->rank = rank;
  p->type = type;
  p->made = true;
  if (workSize) *workSize = 0;
  return HIPFFT_SUCCESS;
}

hipfftResult hipfftMakePlanMany(hipfftHandle plan, int rank, int *n, int *inembed, int istride,
                                int idist, int *onembed, int ostride, int odist, hipfftType type,
                                int batch, size_t *workSize) {
  long long wide[3][3];
  int *from[3] = {n, inembed, onembed};
  if (plan_of(plan) && is_type(type) && (rank < 1 || rank > 3 || !n)) return HIPFFT_INVALID_VALUE;
  for (int i = 0; i < 3; i++)
    for (int d = 0; from[i] && d < rank && d < 3; d++) wide[i][d] = from[i][d];
  return hipfftMakePlanMany64(plan, rank, n ? wide[0] : NULL, inembed ? wide[1] : NULL, istride,
                              idist, onembed ? wide[2] : NULL, ostride, odist, type, batch,
                              workSize);
}

hipfftResult hipfftMakePlan1d(hipfftHandle plan, int nx, hipfftType type, int batch,
                              size_t *workSize) {
  return hipfftMakePlanMany(plan, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch, workSize);
}
hipfftResult hipfftMakePlan2d(hipfftHandle plan, int nx, int ny, hipfftType type,
                              size_t *workSize) {
  int n[] = {nx, ny};
  return hipfftMakePlanMany(plan, 2, n, NULL, 1, 0, NULL, 1, 0, type, 1, workSize);
}
hipfftResult hipfftMakePlan3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type,
                              size_t *workSize) {
  int n[] = {nx, ny, nz};
  return hipfftMakePlanMany(plan, 3, n, NULL, 1, 0, NULL, 1, 0, type, 1, workSize);
}

hipfftResult hipfftPlanMany(hipfftHandle *plan, int rank, int *n, int *inembed, int istride,
                            int idist, int *onembed, int ostride, int odist, hipfftType type,
                            int batch) {
  hipfftHandle p;
  if (!plan) return HIPFFT_INVALID_VALUE;
  hipfftResult r = hipfftCreate(&p);
  if (r != HIPFFT_SUCCESS) return r;
  r = hipfftMakePlanMany(p, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch,
                         NULL);
  if (r != HIPFFT_SUCCESS) {
    (void)hipfftDestroy(p);
    return r;
  }
  *plan = p;
  return HIPFFT_SUCCESS;
}
hipfftResult hipfftPlan1d(hipfftHandle *plan, int nx, hipfftType type, int batch) {
  return hipfftPlanMany(plan, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch);
}
hipfftResult hipfftPlan2d(hipfftHandle *plan, int nx, int ny, hipfftType type) {
  int n[] = {nx, ny};
  return hipfftPlanMany(plan, 2, n, NULL, 1, 0, NULL, 1, 0, type, 1);
}
hipfftResult hipfftPlan3d(hipfftHandle *plan, int nx, int ny, int nz, hipfftType type) {
  int n[] = {nx, ny, nz};
  return hipfftPlanMany(plan, 3, n, NULL, 1, 0, NULL, 1, 0, type, 1);
}

static hipfftResult no_work(bool sizes, hipfftType type, size_t *workSize) {
  if (!is_type(type)) return HIPFFT_INVALID_TYPE;
  if (!sizes) return HIPFFT_INVALID_SIZE;
  if (!workSize) return HIPFFT_INVALID_VALUE;
  *workSize = 0;
  return HIPFFT_SUCCESS;
}
hipfftResult hipfftEstimate1d(int nx, hipfftType type, int batch, size_t *workSize) {
  return no_work(nx > 0 && batch > 0, type, workSize);
}
hipfftResult hipfftEstimate2d(int nx, int ny, hipfftType type, size_t *workSize) {
  return no_work(nx > 0 && ny > 0, type, workSize);
}
hipfftResult hipfftEstimate3d(int nx, int ny, int nz, hipfftType type, size_t *workSize) {
  return no_work(nx > 0 && ny > 0 && nz > 0, type, workSize);
}
hipfftResult hipfftGetSize(hipfftHandle plan, size_t *workSize) {
  if (!plan_of(plan)) return HIPFFT_INVALID_PLAN;
  if (!workSize) return HIPFFT_INVALID_VALUE;
  *workSize = 0;
  return HIPFFT_SUCCESS;
}
hipfftResult hipfftSetAutoAllocation(hipfftHandle plan, int autoAllocate) {
  (void)autoAllocate;
  return plan_of(plan) ? HIPFFT_SUCCESS : HIPFFT_INVALID_PLAN;
}
hipfftResult hipfftSetWorkArea(hipfftHandle plan, void *workArea) {
  (void)workArea;
  return plan_of(plan) ? HIPFFT_SUCCESS : HIPFFT_INVALID_PLAN;
}
hipfftResult hipfftSetStream(hipfftHandle plan, hipStream_t stream) {
  hipfftHandle p = plan_of(plan);
  if (!p) return HIPFFT_INVALID_PLAN;
  p->stream = stream;
  return HIPFFT_SUCCESS;
}

// distance is that between contiguous transforms: of complex numbers, of their half, or of real
// ones, which have room for that half where the transform is in place.
static int distance(const hipfftHandle p, bool real, bool half, bool in_place) {
  int d = 1, last = p->n[p->rank - 1];
  for (int i = 0; i < p->rank - 1; i++) d *= p->n[i];
  if (half) return d * (last / 2 + 1);
  return d * (real && in_place ? 2 * (last / 2 + 1) : last);
}

// plan_fftw makes FFTW's plan for a direction, in place or not.
static fftw_plan plan_fftw(const hipfftHandle p, void *in, void *out, int direction) {
  const fftw *f = &precision[is_double(p->type)];
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
  const fftw *f = &precision[is_double(t->plan->type)];
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

static void release(void *argument) { drop(((transform *)argument)->plan); }

static hipfftResult execute(hipfftHandle plan, hipfftType type, void *in, void *out,
                            int direction) {
  hipfftHandle p = plan_of(plan);
  if (!p || !p->made || p->type != type) return HIPFFT_INVALID_PLAN;
  if (!in || !out || (direction != HIPFFT_FORWARD && direction != HIPFFT_BACKWARD))
    return HIPFFT_INVALID_VALUE;
  if (!p->host) return HIPFFT_NOT_SUPPORTED;
  pthread_mutex_lock(&planner);
  fftw_plan *f = &p->plans[direction == HIPFFT_BACKWARD][in == out];
  if (!*f) *f = plan_fftw(p, in, out, direction);
  pthread_mutex_unlock(&planner);
  if (!*f) return HIPFFT_EXEC_FAILED;
  transform t = {p, *f, in, out};
  __atomic_add_fetch(&p->users, 1, __ATOMIC_RELAXED);
  hipError_t e = gl_host_call(p->stream, perform, release, &t, sizeof t);
  if (e == hipErrorOutOfMemory) return HIPFFT_ALLOC_FAILED;
  return e == hipSuccess ? HIPFFT_SUCCESS : HIPFFT_EXEC_FAILED;
}

hipfftResult hipfftExecC2C(hipfftHandle plan, hipfftComplex *idata, hipfftComplex *odata,
                           int direction) {
  return execute(plan, HIPFFT_C2C, idata, odata, direction);
}
hipfftResult hipfftExecR2C(hipfftHandle plan, hipfftReal *idata, hipfftComplex *odata) {
  return execute(plan, HIPFFT_R2C, idata, odata, HIPFFT_FORWARD);
}
hipfftResult hipfftExecC2R(hipfftHandle plan, hipfftComplex *idata, hipfftReal *odata) {
  return execute(plan, HIPFFT_C2R, idata, odata, HIPFFT_BACKWARD);
}
hipfftResult hipfftExecZ2Z(hipfftHandle plan, hipfftDoubleComplex *idata,
                           hipfftDoubleComplex *odata, int direction) {
  return execute(plan, HIPFFT_Z2Z, idata, odata, direction);
}
hipfftResult hipfftExecD2Z(hipfftHandle plan, hipfftDoubleReal *idata, hipfftDoubleComplex *odata) {
  return execute(plan, HIPFFT_D2Z, idata, odata, HIPFFT_FORWARD);
}
hipfftResult hipfftExecZ2D(hipfftHandle plan, hipfftDoubleComplex *idata, hipfftDoubleReal *odata) {
  return execute(plan, HIPFFT_Z2D, idata, odata, HIPFFT_BACKWARD);
}

hipfftResult hipfftGetVersion(int *version) {
  if (!version) return HIPFFT_INVALID_VALUE;
  *version = HIPFFT_VERSION_MAJOR * 10000 + HIPFFT_VERSION_MINOR * 100 + HIPFFT_VERSION_PATCH;
  return HIPFFT_SUCCESS;
}
hipfftResult hipfftGetProperty(hipfftLibraryPropertyType type, int *value) {
  static const int version[] = {HIPFFT_VERSION_MAJOR, HIPFFT_VERSION_MINOR, HIPFFT_VERSION_PATCH};
  if (!value || (unsigned)type > HIPFFT_PATCH_LEVEL) return HIPFFT_INVALID_VALUE;
  *value = version[type];
  return HIPFFT_SUCCESS;
}

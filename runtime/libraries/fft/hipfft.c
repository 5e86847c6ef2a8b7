// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Plans, argument checks, and dispatch to the device's backend.
#include "plan.h"
#include "hostcall.h"

#include <limits.h>
#include <stdlib.h>

enum { plan_mark = 0x47484646 };

hipfftHandle fft_plan_of(hipfftHandle p) { return p && p->mark == plan_mark ? p : NULL; }

void fft_drop(hipfftHandle p) {
  if (__atomic_sub_fetch(&p->users, 1, __ATOMIC_ACQ_REL)) return;
  p->backend->release(p);
  free(p);
}

// A device without support for transforms.
static hipfftResult create_none(hipfftHandle p) {
  (void)p;
  return HIPFFT_SUCCESS;
}
static hipfftResult execute_none(hipfftHandle p, void *in, void *out, int direction) {
  (void)p;
  (void)in;
  (void)out;
  (void)direction;
  return HIPFFT_NOT_SUPPORTED;
}
static hipfftResult area_none(hipfftHandle p, void *area) {
  (void)p;
  (void)area;
  return HIPFFT_SUCCESS;
}
static hipfftResult allocate_none(hipfftHandle p, int automatically) {
  (void)p;
  (void)automatically;
  return HIPFFT_SUCCESS;
}
static void release_none(hipfftHandle p) { (void)p; }
static const fft_backend nowhere = {create_none, create_none,   execute_none,
                                    area_none,   allocate_none, release_none};

hipfftResult hipfftCreate(hipfftHandle *plan) {
  static const fft_backend *const backends[] = {
      [GL_OTHER] = &nowhere, [GL_HOST] = &fft_on_host, [GL_CUDA] = &fft_on_cuda};
  if (!plan) return HIPFFT_INVALID_VALUE;
  gl_device device;
  if (gl_current(&device) != hipSuccess) return HIPFFT_INVALID_DEVICE;
  hipfftHandle p = calloc(1, sizeof *p);
  if (!p) return HIPFFT_ALLOC_FAILED;
  p->mark = plan_mark;
  p->users = 1;
  p->backend = backends[device];
  hipfftResult r = p->backend->create(p);
  if (r == HIPFFT_SUCCESS)
    *plan = p;
  else
    free(p);
  return r;
}

hipfftResult hipfftDestroy(hipfftHandle plan) {
  hipfftHandle p = fft_plan_of(plan);
  if (!p) return HIPFFT_INVALID_PLAN;
  p->mark = 0;
  fft_drop(p);
  return HIPFFT_SUCCESS;
}

static bool is_type(hipfftType t) {
  int kind = t & ~0x40;
  return kind == HIPFFT_C2C || kind == HIPFFT_R2C || kind == HIPFFT_C2R;
}

// count stores a size as an int, and reports whether it is valid.
static bool count(int *to, long long from, long long least) {
  *to = (int)from;
  return from >= least && from <= INT_MAX;
}

hipfftResult hipfftMakePlanMany64(hipfftHandle plan, int rank, long long *n, long long *inembed,
                                  long long istride, long long idist, long long *onembed,
                                  long long ostride, long long odist, hipfftType type,
                                  long long batch, size_t *workSize) {
  hipfftHandle p = fft_plan_of(plan);
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
  p->rank = rank;
  p->type = type;
  hipfftResult r = p->backend->make(p);
  p->made = r == HIPFFT_SUCCESS;
  if (workSize) *workSize = p->work;
  return r;
}

hipfftResult hipfftMakePlanMany(hipfftHandle plan, int rank, int *n, int *inembed, int istride,
                                int idist, int *onembed, int ostride, int odist, hipfftType type,
                                int batch, size_t *workSize) {
  long long wide[3][3];
  int *from[3] = {n, inembed, onembed};
  if (fft_plan_of(plan) && is_type(type) && (rank < 1 || rank > 3 || !n))
    return HIPFFT_INVALID_VALUE;
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
  hipfftHandle p = fft_plan_of(plan);
  if (!p) return HIPFFT_INVALID_PLAN;
  if (!workSize) return HIPFFT_INVALID_VALUE;
  *workSize = p->work;
  return HIPFFT_SUCCESS;
}
hipfftResult hipfftSetAutoAllocation(hipfftHandle plan, int autoAllocate) {
  hipfftHandle p = fft_plan_of(plan);
  return p ? p->backend->allocate(p, autoAllocate) : HIPFFT_INVALID_PLAN;
}
hipfftResult hipfftSetWorkArea(hipfftHandle plan, void *workArea) {
  hipfftHandle p = fft_plan_of(plan);
  return p ? p->backend->work_area(p, workArea) : HIPFFT_INVALID_PLAN;
}
hipfftResult hipfftSetStream(hipfftHandle plan, hipStream_t stream) {
  hipfftHandle p = fft_plan_of(plan);
  if (!p) return HIPFFT_INVALID_PLAN;
  p->stream = stream;
  return HIPFFT_SUCCESS;
}

static hipfftResult execute(hipfftHandle plan, hipfftType type, void *in, void *out,
                            int direction) {
  hipfftHandle p = fft_plan_of(plan);
  if (!p || !p->made || p->type != type) return HIPFFT_INVALID_PLAN;
  if (!in || !out || (direction != HIPFFT_FORWARD && direction != HIPFFT_BACKWARD))
    return HIPFFT_INVALID_VALUE;
  return p->backend->execute(p, in, out, direction);
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

hipfftResult hipfftGetSize1d(hipfftHandle plan, int nx, hipfftType type, int batch,
                             size_t *workSize) {
  return fft_plan_of(plan) ? hipfftEstimate1d(nx, type, batch, workSize) : HIPFFT_INVALID_PLAN;
}
hipfftResult hipfftGetSize2d(hipfftHandle plan, int nx, int ny, hipfftType type, size_t *workSize) {
  return fft_plan_of(plan) ? hipfftEstimate2d(nx, ny, type, workSize) : HIPFFT_INVALID_PLAN;
}
hipfftResult hipfftGetSize3d(hipfftHandle plan, int nx, int ny, int nz, hipfftType type,
                             size_t *workSize) {
  return fft_plan_of(plan) ? hipfftEstimate3d(nx, ny, nz, type, workSize) : HIPFFT_INVALID_PLAN;
}

#define SIZES(n, rank)                                                                             \
  (n && rank >= 1 && rank <= 3 && n[0] > 0 && (rank < 2 || n[1] > 0) && (rank < 3 || n[2] > 0))
hipfftResult hipfftEstimateMany(int rank, int *n, int *inembed, int istride, int idist,
                                int *onembed, int ostride, int odist, hipfftType type, int batch,
                                size_t *workSize) {
  (void)inembed, (void)istride, (void)idist, (void)onembed, (void)ostride, (void)odist;
  return no_work(SIZES(n, rank) && batch > 0, type, workSize);
}
hipfftResult hipfftGetSizeMany(hipfftHandle plan, int rank, int *n, int *inembed, int istride,
                               int idist, int *onembed, int ostride, int odist, hipfftType type,
                               int batch, size_t *workSize) {
  (void)inembed, (void)istride, (void)idist, (void)onembed, (void)ostride, (void)odist;
  if (!fft_plan_of(plan)) return HIPFFT_INVALID_PLAN;
  return no_work(SIZES(n, rank) && batch > 0, type, workSize);
}
hipfftResult hipfftGetSizeMany64(hipfftHandle plan, int rank, long long int *n,
                                 long long int *inembed, long long int istride, long long int idist,
                                 long long int *onembed, long long int ostride, long long int odist,
                                 hipfftType type, long long int batch, size_t *workSize) {
  (void)inembed, (void)istride, (void)idist, (void)onembed, (void)ostride, (void)odist;
  if (!fft_plan_of(plan)) return HIPFFT_INVALID_PLAN;
  return no_work(SIZES(n, rank) && batch > 0, type, workSize);
}

hipfftResult hipfftExtPlanScaleFactor(hipfftHandle plan, double scalefactor) {
  hipfftHandle p = fft_plan_of(plan);
  if (!p || p->made) return HIPFFT_INVALID_PLAN;
  if (!(scalefactor - scalefactor == 0)) return HIPFFT_INVALID_VALUE;
  if (p->backend != &fft_on_host) return HIPFFT_NOT_SUPPORTED;
  if (scalefactor == 0) return HIPFFT_INVALID_VALUE;
  p->scale = scalefactor == 1 ? 0 : scalefactor;
  return HIPFFT_SUCCESS;
}

// The transform of elements of two types.
static bool type_of(hipDataType in, hipDataType out, hipDataType execution, hipfftType *type) {
  static const struct {
    hipDataType in, out;
    hipfftType type;
  } all[] = {{HIP_R_32F, HIP_C_32F, HIPFFT_R2C}, {HIP_C_32F, HIP_R_32F, HIPFFT_C2R},
             {HIP_C_32F, HIP_C_32F, HIPFFT_C2C}, {HIP_R_64F, HIP_C_64F, HIPFFT_D2Z},
             {HIP_C_64F, HIP_R_64F, HIPFFT_Z2D}, {HIP_C_64F, HIP_C_64F, HIPFFT_Z2Z}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i].in == in && all[i].out == out) {
      *type = all[i].type;
      return execution == (fft_is_double(*type) ? HIP_C_64F : HIP_C_32F);
    }
  return false;
}
hipfftResult hipfftXtMakePlanMany(hipfftHandle plan, int rank, long long int *n,
                                  long long int *inembed, long long int istride,
                                  long long int idist, hipDataType inputType,
                                  long long int *onembed, long long int ostride,
                                  long long int odist, hipDataType outputType, long long int batch,
                                  size_t *workSize, hipDataType executionType) {
  hipfftType type = HIPFFT_C2C;
  if (!fft_plan_of(plan)) return HIPFFT_INVALID_PLAN;
  if (!type_of(inputType, outputType, executionType, &type)) return HIPFFT_NOT_SUPPORTED;
  return hipfftMakePlanMany64(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type,
                              batch, workSize);
}
hipfftResult hipfftXtGetSizeMany(hipfftHandle plan, int rank, long long int *n,
                                 long long int *inembed, long long int istride, long long int idist,
                                 hipDataType inputType, long long int *onembed,
                                 long long int ostride, long long int odist, hipDataType outputType,
                                 long long int batch, size_t *workSize, hipDataType executionType) {
  (void)inembed, (void)istride, (void)idist, (void)onembed, (void)ostride, (void)odist;
  hipfftType type = HIPFFT_C2C;
  if (!fft_plan_of(plan)) return HIPFFT_INVALID_PLAN;
  if (!type_of(inputType, outputType, executionType, &type)) return HIPFFT_NOT_SUPPORTED;
  return no_work(n && rank >= 1 && rank <= 3 && batch > 0, type, workSize);
}
hipfftResult hipfftXtExec(hipfftHandle plan, void *input, void *output, int direction) {
  hipfftHandle p = fft_plan_of(plan);
  if (!p || !p->made) return HIPFFT_INVALID_PLAN;
  int kind = p->type & ~0x40; // the direction of real transforms is that of their type
  if (kind == HIPFFT_R2C) direction = HIPFFT_FORWARD;
  if (kind == HIPFFT_C2R) direction = HIPFFT_BACKWARD;
  return execute(p, p->type, input, output, direction);
}

// callback_of finds the callback of a type, which must be one that the plan's transform has.
static hipfftResult callback_of(hipfftHandle plan, hipfftXtCallbackType type, int *store) {
  hipfftHandle p = fft_plan_of(plan);
  if (!p || !p->made) return HIPFFT_INVALID_PLAN;
  if ((unsigned)type >= HIPFFT_CB_UNDEFINED) return HIPFFT_INVALID_VALUE;
  if (p->backend != &fft_on_host) return HIPFFT_NOT_SUPPORTED;
  *store = type >= HIPFFT_CB_ST_COMPLEX;
  bool real = (p->type & ~0x40) == (*store ? HIPFFT_C2R : HIPFFT_R2C);
  int wanted = 4 * *store + 2 * real + fft_is_double(p->type);
  return (int)type == wanted ? HIPFFT_SUCCESS : HIPFFT_INVALID_VALUE;
}

hipfftResult hipfftXtSetCallback(hipfftHandle plan, void **callbacks, hipfftXtCallbackType cbtype,
                                 void **callbackData) {
  int store = 0;
  hipfftResult r = callback_of(plan, cbtype, &store);
  if (r != HIPFFT_SUCCESS) return r;
  if (!callbacks || !callbacks[0]) return HIPFFT_INVALID_VALUE;
  if (!fft_callable(callbacks[0])) return HIPFFT_NOT_SUPPORTED;
  plan->callbacks[store] =
      (fft_callback){callbacks[0], callbackData ? callbackData[0] : NULL, NULL};
  return HIPFFT_SUCCESS;
}
hipfftResult hipfftXtClearCallback(hipfftHandle plan, hipfftXtCallbackType cbtype) {
  int store = 0;
  hipfftResult r = callback_of(plan, cbtype, &store);
  if (r == HIPFFT_SUCCESS) plan->callbacks[store].function = NULL;
  return r;
}
hipfftResult hipfftXtSetCallbackSharedSize(hipfftHandle plan, hipfftXtCallbackType cbtype,
                                           size_t sharedSize) {
  int store = 0;
  hipfftResult r = callback_of(plan, cbtype, &store);
  if (r == HIPFFT_SUCCESS) plan->shared[store] = sharedSize;
  return r;
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

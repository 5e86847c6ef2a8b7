// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Streams, events, memory and launches on NVIDIA devices. CUDA's own rules for the
// null stream, blocking streams, events and pools are HIP's, so each operation is
// one call of the driver.

#define _GNU_SOURCE
#include "cuda.h"
#include "forward.h"
#include "host_thread.h"
#include "native.h"
#include "shim.h"

#include <hip/gohip_texture.h>

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct gh_cuda cu;

// CU_STREAM_LEGACY: the null stream whatever the program's default stream is.
#define LEGACY ((void *)1)

enum { CU_SUCCESS = 0, CU_OPERATING_SYSTEM = 304, CU_NOT_SUPPORTED = 801, CU_UNKNOWN = 999 };
enum { MEM_HOST = 1, MEM_DEVICE = 2, MEM_ARRAY = 3, MEM_UNIFIED = 4 };
enum { POINTER_MEMORY_TYPE = 2, FUNC_MAX_DYNAMIC_SHARED = 8 };

const char *gh_cuda_open(void) {
  static char why[512];
  static void *lib;
  if (lib) return NULL;
  // Go has opened the same library before, whatever its name.
  const char *name = secure_getenv(GH_ENV_CUDA);
  if (!name || !*name) name = "libcuda.so.1";
  void *l = dlopen(name, RTLD_NOW | RTLD_GLOBAL);
  if (!l) {
    snprintf(why, sizeof why, "%s, NVIDIA's driver: %s", name, dlerror());
    return why;
  }
  static const struct {
    size_t at;
    const char *name;
  } want[] = {
#define X(field, name, params) {offsetof(struct gh_cuda, field), #name},
      GH_CUDA_FUNCTIONS(X)
#undef X
  };
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    void *f = dlsym(l, want[i].name);
    if (!f) {
      snprintf(why, sizeof why, "%s has no %s: the driver is older than CUDA 12.0 (release 525)",
               name, want[i].name);
      dlclose(l);
      return why;
    }
    memcpy((char *)&cu + want[i].at, &f, sizeof f);
  }
  lib = l;
  return NULL;
}

// CUDA's result codes are HIP's with few exceptions.
hipError_t gh_cuda_error(cu_result r) {
  if (LIKELY(r == CU_SUCCESS)) return hipSuccess;
  static const struct {
    int cuda;
    hipError_t hip;
  } other[] = {
      {34, hipErrorNotSupported},            // STUB_LIBRARY
      {46, hipErrorNoDevice},                // DEVICE_UNAVAILABLE
      {207, hipErrorArrayIsMapped},          // ARRAY_IS_MAPPED
      {221, hipErrorSharedObjectInitFailed}, // JIT_COMPILER_NOT_FOUND
      {220, hipErrorECCNotCorrectable},      // NVLINK_UNCORRECTABLE
      {222, hipErrorNoBinaryForGpu},         // UNSUPPORTED_PTX_VERSION
      {223, hipErrorNoBinaryForGpu},         // JIT_COMPILATION_DISABLED
      {402, hipErrorNotFound},               // LOSSY_QUERY
      {703, hipErrorLaunchFailure},          // LAUNCH_INCOMPATIBLE_TEXTURING
      {714, hipErrorLaunchFailure},          // HARDWARE_STACK_ERROR
      {715, hipErrorLaunchFailure},          // ILLEGAL_INSTRUCTION
      {716, hipErrorLaunchFailure},          // MISALIGNED_ADDRESS
      {717, hipErrorIllegalAddress},         // INVALID_ADDRESS_SPACE
      {718, hipErrorIllegalAddress},         // INVALID_PC
      {912, hipErrorInvalidClusterSize},     // INVALID_CLUSTER_SIZE
      {800, hipErrorNotSupported},           // NOT_PERMITTED
      {802, hipErrorNotInitialized},         // SYSTEM_NOT_READY
      {803, hipErrorInsufficientDriver},     // SYSTEM_DRIVER_MISMATCH
      {804, hipErrorInsufficientDriver},     // COMPAT_NOT_SUPPORTED_ON_DEVICE
  };
  for (size_t i = 0; i < sizeof other / sizeof *other; i++)
    if (other[i].cuda == r) return other[i].hip;
  return strcmp(hipGetErrorName((hipError_t)r), "hipErrorUnknown") ? (hipError_t)r
                                                                   : hipErrorUnknown;
}

// An error that destroys the context is returned by every later call.
static hipError_t settle(gh_device *d, cu_result r) {
  hipError_t e = gh_cuda_error(r);
  if (UNLIKELY(r >= 700 && r < 720 && r != 701 && r != 704 && r != 705 && r != 708 && r != 712 &&
               r != 713)) {
    int none = 0;
    atomic_compare_exchange_strong(&d->sticky, &none, e);
  }
  return e;
}

// The context is a property of the calling thread, which the program may change at any time, so it
// is queried: a few nanoseconds.
static inline cu_result enter(gh_device *d) {
  void *now;
  if (LIKELY(cu.ctx_get_current(&now) == CU_SUCCESS && now == d->context)) return CU_SUCCESS;
  return cu.ctx_set_current(d->context);
}

// ---- launch ----

// CUDA requires opting in to more than 48 KiB of dynamic shared memory; HIP does not.
#define PLAIN_SHARED (48u << 10)

static cu_result allow_shared(gh_func *f, size_t shared) {
  if (LIKELY(shared + f->static_shared <= PLAIN_SHARED || shared <= f->allowed_shared))
    return CU_SUCCESS;
  cu_result r = cu.func_set_attribute(f->native, FUNC_MAX_DYNAMIC_SHARED, (int)shared);
  if (r == CU_SUCCESS && f->sampling)
    r = cu.func_set_attribute(f->sampling, FUNC_MAX_DYNAMIC_SHARED, (int)shared);
  if (r == CU_SUCCESS && f->large)
    r = cu.func_set_attribute(f->large, FUNC_MAX_DYNAMIC_SHARED, (int)shared);
  if (r == CU_SUCCESS) f->allowed_shared = shared;
  return r;
}

// The function to launch: the one that large blocks need, or the one that only samples the driver's
// textures while all are.
static inline void *function_of(gh_func *f, const uint32_t block[3]) {
  if (UNLIKELY(f->large) && block[0] * block[1] * block[2] > f->few_threads) return f->large;
  return UNLIKELY(f->sampling) && !atomic_load(&f->dev->own_textures) ? f->sampling : f->native;
}

// Errors of a launch are reported as HIP's before CUDA gets it.
static hipError_t prepare(gh_func *f, gh_stream *s, const uint32_t grid[3], const uint32_t block[3],
                          size_t shared, void **args) {
  hipError_t e = gh_check_launch(f, grid, block, shared);
  if (UNLIKELY(e != hipSuccess)) return e;
  if (UNLIKELY(f->nexplicit && !args)) return hipErrorInvalidValue;
  if (UNLIKELY(s->dev != f->dev)) return hipErrorInvalidHandle;
  if (UNLIKELY(grid[0] > INT32_MAX || grid[1] > 65535 || grid[2] > 65535))
    return hipErrorInvalidConfiguration;
  cu_result r = enter(s->dev);
  if (LIKELY(r == CU_SUCCESS)) r = allow_shared(f, shared);
  return LIKELY(r == CU_SUCCESS) ? hipSuccess : settle(s->dev, r);
}

static hipError_t launch(gh_func *f, gh_stream *s, const uint32_t grid[3], const uint32_t block[3],
                         size_t shared, void **args) {
  hipError_t e = prepare(f, s, grid, block, shared, args);
  if (UNLIKELY(e != hipSuccess)) return e;
  cu_result r = cu.launch_kernel(function_of(f, block), grid[0], grid[1], grid[2], block[0],
                                 block[1], block[2], (unsigned)shared, s->queue, args, NULL);
  return LIKELY(r == CU_SUCCESS) ? hipSuccess : settle(s->dev, r);
}

static hipError_t launch_cooperative(gh_stream *s, const gh_op *op) {
  gh_func *f = op->u.launch.f;
  const uint32_t *grid = op->u.launch.grid, *block = op->u.launch.block;
  size_t shared = op->u.launch.shared;
  void **args = op->u.launch.args;
  hipError_t e = prepare(f, s, grid, block, shared, args);
  if (e != hipSuccess) return e;
  cu_result r = cu.launch_cooperative(function_of(f, block), grid[0], grid[1], grid[2], block[0],
                                      block[1], block[2], (unsigned)shared, s->queue, args);
  return settle(s->dev, r);
}

static hipError_t launch_clusters(gh_stream *s, const gh_op *op) {
  gh_func *f = op->u.launch.f;
  const uint32_t *grid = op->u.launch.grid, *block = op->u.launch.block;
  hipError_t e = prepare(f, s, grid, block, op->u.launch.shared, op->u.launch.args);
  if (e != hipSuccess) return e;
  cu_launch_attribute a[2] = {{.id = CU_CLUSTER_DIMENSION},
                              {.id = CU_COOPERATIVE, .value.cooperative = 1}};
  memcpy(a[0].value.cluster, op->u.launch.cluster, sizeof a[0].value.cluster);
  cu_launch_config c = {{grid[0], grid[1], grid[2]},
                        {block[0], block[1], block[2]},
                        (unsigned)op->u.launch.shared,
                        s->queue,
                        a,
                        op->u.launch.cooperative ? 2 : 1};
  return settle(s->dev, cu.launch_attributes(&c, function_of(f, block), op->u.launch.args, NULL));
}

// ---- streams ----

static hipError_t stream_new(gh_stream *s) {
  s->timeline = NULL;
  if (s->legacy) {
    s->queue = LEGACY;
    return hipSuccess;
  }
  cu_result r = enter(s->dev);
  // hipStreamNonBlocking and CU_STREAM_NON_BLOCKING are both 1.
  if (r == CU_SUCCESS)
    r = cu.stream_create(&s->queue, s->flags & hipStreamNonBlocking, s->priority);
  return gh_cuda_error(r);
}

static void return_timeline(gh_stream *s);

static void stream_destroy(gh_stream *s) {
  return_timeline(s);
  if (s->queue != LEGACY && enter(s->dev) == CU_SUCCESS) cu.stream_destroy(s->queue);
}

// At the end of a wait pools release what they do not keep.
static hipError_t waited(gh_device *d, cu_result r) {
  if (UNLIKELY(r == CU_SUCCESS && atomic_load_explicit(&d->marks, memory_order_relaxed)))
    gh_go.pools_passed(d->ordinal);
  return settle(d, r);
}

static hipError_t finish(gh_stream *s) {
  cu_result r = enter(s->dev);
  if (r == CU_SUCCESS) r = cu.stream_synchronize(s->queue);
  return waited(s->dev, r);
}

static hipError_t finish_device(gh_device *d) {
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.ctx_synchronize();
  return waited(d, r);
}

static hipError_t query(gh_stream *s) {
  cu_result r = enter(s->dev);
  if (r == CU_SUCCESS) r = cu.stream_query(s->queue);
  return settle(s->dev, r);
}

// ---- host functions ----

// CUDA calls the host functions of all streams on one thread, so one that waits for another, or for
// something that the program does later, would block all: each gets a thread of its own, and the
// stream waits for a counter in memory that the device reads. A context is never reset, so the
// memory stays valid.
typedef struct gh_timeline {
  _Atomic uint32_t ended;
  uint32_t enqueued;
  struct gh_timeline *next;
} gh_timeline;

typedef struct host_job {
  void (*fn)(void *);
  void *data;
  gh_timeline *timeline;
  uint32_t value;
} host_job;

static pthread_mutex_t timelines_mu = PTHREAD_MUTEX_INITIALIZER;

// The counter of a stream. Counters of destroyed streams are reused once what they counted has
// ended. The caller holds timelines_mu.
static cu_result take_timeline(gh_stream *s) {
  if (s->timeline) return CU_SUCCESS;
  gh_device *d = s->dev;
  for (gh_timeline **at = &d->timelines; *at; at = &(*at)->next)
    if (atomic_load(&(*at)->ended) == (*at)->enqueued) {
      s->timeline = *at;
      *at = s->timeline->next;
      return CU_SUCCESS;
    }
  enum { SOME = 256 };
  gh_timeline *more;
  cu_result r = cu.mem_host_alloc((void **)&more, SOME * sizeof *more, 1 | 2); // portable, mapped
  if (r != CU_SUCCESS) return r;
  memset(more, 0, SOME * sizeof *more);
  for (int i = 1; i < SOME; i++) {
    more[i].next = d->timelines;
    d->timelines = &more[i];
  }
  s->timeline = more;
  return CU_SUCCESS;
}

static void return_timeline(gh_stream *s) {
  if (!s->timeline) return;
  pthread_mutex_lock(&timelines_mu);
  s->timeline->next = s->dev->timelines;
  s->dev->timelines = s->timeline;
  s->timeline = NULL;
  pthread_mutex_unlock(&timelines_mu);
}

static void run_job(void *arg) {
  host_job *j = arg;
  j->fn(j->data);
  atomic_store(&j->timeline->ended, j->value);
  free(j);
}
static void start_job(void *arg) { gh_host_thread(run_job, arg); }

// The driver loads a module only when the device is idle, which means not before the end of a host
// function, and that may wait for what the program does next. So known modules are loaded before
// the first host function is enqueued.
static void load_programs(gh_device *d) {
  if (LIKELY(atomic_load_explicit(&d->prefetched, memory_order_relaxed) == 2)) return;
  gh_prefetch(d);
  gh_go.settle();
  atomic_store(&d->prefetched, 2);
}

cu_result gh_cuda_host(gh_stream *s, void (*fn)(void *), void *data) {
  enum { WAIT_GEQ = 0 };
  host_job *j = malloc(sizeof *j);
  if (!j) return GH_CU_OUT_OF_MEMORY;
  load_programs(s->dev);
  cu_result r = enter(s->dev);
  pthread_mutex_lock(&timelines_mu);
  if (r == CU_SUCCESS) r = take_timeline(s);
  if (r == CU_SUCCESS) {
    *j = (host_job){fn, data, s->timeline, s->timeline->enqueued + 1};
    r = cu.launch_host_func(s->queue, start_job, j);
  }
  if (r == CU_SUCCESS) {
    s->timeline->enqueued++;
    r = cu.stream_wait_value32(s->queue, (cu_pointer)&s->timeline->ended, s->timeline->enqueued,
                               WAIT_GEQ);
  } else {
    free(j);
  }
  pthread_mutex_unlock(&timelines_mu);
  return r;
}

static hipError_t host(gh_stream *s, void (*fn)(void *), void *data) {
  return settle(s->dev, gh_cuda_host(s, fn, data));
}

// ---- copies and fills ----

static bool known_pointer(const void *p) {
  unsigned type = 0;
  return cu.pointer_attribute(&type, POINTER_MEMORY_TYPE, (cu_pointer)p) == CU_SUCCESS && type != 0;
}

static cu_result copy(gh_stream *s, void *dst, const void *src, size_t n, int kind) {
  switch (kind) {
  case hipMemcpyHostToDevice:
    return cu.memcpy_htod((cu_pointer)dst, src, n, s->queue);
  case hipMemcpyDeviceToHost:
    return cu.memcpy_dtoh(dst, (cu_pointer)src, n, s->queue);
  }
  return cu.memcpy_async((cu_pointer)dst, (cu_pointer)src, n, s->queue);
}

// One end of a copy, with the array that its addresses are placeholders for.
typedef struct copy_end {
  unsigned type;
  gh_alloc range;
} copy_end;

static copy_end end_of(const void *p) {
  copy_end e = {.type = MEM_HOST};
  if (gh_find_alloc(p, &e.range) && e.range.surface)
    e.type = MEM_ARRAY;
  else if (known_pointer(p))
    e.type = MEM_UNIFIED;
  return e;
}

// CUDA counts a slice in rows; if it is not a whole number of rows, slices are copied one by one.
static bool whole_rows(const copy_end *e, size_t pitch, size_t slice) {
  return e->type == MEM_ARRAY || (pitch && slice % pitch == 0);
}

// The position in an array that a placeholder address represents.
static void place_in(const copy_end *e, const void *p, size_t *x, size_t *y, size_t *z) {
  const gh_surface *s = e->range.surface;
  size_t at = (size_t)((uintptr_t)p - e->range.start);
  *x = at % s->pitch;
  *y = at / s->pitch % s->rows;
  *z = at / s->pitch / s->rows;
}

static void set_source(cu_memcpy3d *m, const copy_end *e, const void *p) {
  m->src_host = e->type == MEM_HOST ? p : NULL;
  m->src_device = e->type == MEM_UNIFIED ? (cu_pointer)p : 0;
  if (e->type != MEM_ARRAY) return;
  m->src_array = e->range.surface->array;
  place_in(e, p, &m->src_x, &m->src_y, &m->src_z);
}

static void set_destination(cu_memcpy3d *m, const copy_end *e, void *p) {
  m->dst_host = e->type == MEM_HOST ? p : NULL;
  m->dst_device = e->type == MEM_UNIFIED ? (cu_pointer)p : 0;
  if (e->type != MEM_ARRAY) return;
  m->dst_array = e->range.surface->array;
  place_in(e, p, &m->dst_x, &m->dst_y, &m->dst_z);
}

cu_result gh_cuda_copy3d(gh_stream *s, const gh_copy3d *c) {
  cu_memcpy3d m = {
      .src_pitch = c->src_pitch, .dst_pitch = c->dst_pitch, .width = c->width, .height = c->height};
  copy_end src = end_of(c->src), dst = end_of(c->dst);
  if (c->height == 1 && c->depth == 1 && src.type != MEM_ARRAY && dst.type != MEM_ARRAY)
    return cu.memcpy_async((cu_pointer)c->dst, (cu_pointer)c->src, c->width, s->queue);
  m.src_type = src.type;
  m.dst_type = dst.type;
  bool whole = c->depth == 1 || (whole_rows(&src, c->src_pitch, c->src_slice) &&
                                 whole_rows(&dst, c->dst_pitch, c->dst_slice));
  size_t step = whole ? c->depth : 1;
  m.depth = step;
  if (whole && c->depth > 1) {
    m.src_height = c->src_slice / c->src_pitch;
    m.dst_height = c->dst_slice / c->dst_pitch;
  } else {
    m.src_height = m.dst_height = c->height;
  }
  for (size_t z = 0; z < c->depth; z += step) {
    set_source(&m, &src, c->src + z * c->src_slice);
    set_destination(&m, &dst, c->dst + z * c->dst_slice);
    cu_result r = cu.memcpy_3d(&m, s->queue);
    if (r != CU_SUCCESS) return r;
  }
  return CU_SUCCESS;
}

static cu_result copy3d(gh_stream *s, const gh_copy3d *c) {
  bool from_host = c->when != GH_COPY_SOON && end_of(c->src).type == MEM_HOST;
  bool to_host = c->when == GH_COPY_IN_TURN && end_of(c->dst).type == MEM_HOST;
  if (from_host || to_host) return gh_cuda_staged_copy(&cu, s, c, from_host, to_host);
  return gh_cuda_copy3d(s, c);
}

static cu_result fill_rows(const gh_fill *f, cu_pointer p, size_t rows, void *queue) {
  if (rows == 1 || f->pitch == f->width * f->elem) {
    size_t n = f->width * rows;
    switch (f->elem) {
    case 4:
      return cu.memset_32(p, f->value, n, queue);
    case 2:
      return cu.memset_16(p, (unsigned short)f->value, n, queue);
    }
    return cu.memset_8(p, (unsigned char)f->value, n, queue);
  }
  switch (f->elem) {
  case 4:
    return cu.memset_2d_32(p, f->pitch, f->value, f->width, rows, queue);
  case 2:
    return cu.memset_2d_16(p, f->pitch, (unsigned short)f->value, f->width, rows, queue);
  }
  return cu.memset_2d_8(p, f->pitch, (unsigned char)f->value, f->width, rows, queue);
}

static cu_result fill(gh_stream *s, const gh_fill *f) {
  if (!f->width || !f->height || !f->depth) return CU_SUCCESS;
  if (f->depth == 1 || f->slice == f->pitch * f->height)
    return fill_rows(f, (cu_pointer)f->dst, f->height * f->depth, s->queue);
  cu_result r = CU_SUCCESS;
  for (size_t z = 0; z < f->depth && r == CU_SUCCESS; z++)
    r = fill_rows(f, (cu_pointer)(f->dst + z * f->slice), f->height, s->queue);
  return r;
}

static cu_result value(gh_stream *s, const gh_op *op) {
  cu_pointer p = (cu_pointer)op->u.value.ptr;
  bool wide = op->u.value.size == 8;
  if (op->kind == GH_OP_WRITE_VALUE)
    return wide ? cu.stream_write_value64(s->queue, p, op->u.value.value, 0)
                : cu.stream_write_value32(s->queue, p, (uint32_t)op->u.value.value, 0);
  return wide ? cu.stream_wait_value64(s->queue, p, op->u.value.value, op->u.value.flags)
              : cu.stream_wait_value32(s->queue, p, (uint32_t)op->u.value.value, op->u.value.flags);
}

static hipError_t submit(gh_stream *s, const gh_op *op) {
  cu_result r = enter(s->dev);
  if (UNLIKELY(r != CU_SUCCESS)) return settle(s->dev, r);
  switch (op->kind) {
  case GH_OP_COPY:
    r = copy(s, op->u.copy.dst, op->u.copy.src, op->u.copy.size, op->u.copy.kind);
    break;
  case GH_OP_COPY3D:
    r = copy3d(s, &op->u.copy3d);
    break;
  case GH_OP_FILL:
    r = fill(s, &op->u.fill);
    break;
  case GH_OP_WAIT_VALUE: {
    // CUDA compares the whole value, so HIP's mask must cover all of it.
    uint64_t all = op->u.value.size == 8 ? ~0ull : 0xffffffffull;
    if ((op->u.value.mask & all) != all) return hipErrorNotSupported;
  }
  // fall through
  case GH_OP_WRITE_VALUE:
    r = value(s, op);
    break;
  default:
    return hipErrorInvalidValue;
  }
  return settle(s->dev, r);
}

// ---- events ----

static hipError_t event_handle(gh_event *e) {
  if (LIKELY(e->ev != NULL)) return hipSuccess;
  unsigned flags = e->flags & (hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess);
  return gh_cuda_error(cu.event_create(&e->ev, flags));
}

static hipError_t event_record(gh_event *e, gh_stream *s) {
  cu_result r = enter(s->dev);
  if (UNLIKELY(r != CU_SUCCESS)) return settle(s->dev, r);
  if (UNLIKELY(e->shared != NULL)) {
    hipError_t pass = gh_submit_shared(s, e, true);
    if (pass != hipSuccess) return pass;
  }
  pthread_mutex_lock(&e->mu);
  hipError_t h = event_handle(e);
  unsigned long seq = atomic_load_explicit(&s->seq, memory_order_relaxed);
  if (h == hipSuccess) h = settle(s->dev, cu.event_record(e->ev, s->queue));
  if (h == hipSuccess) {
    e->stream = s;
    e->stream_id = s->id;
    e->seq = seq;
    e->captured = NULL;
    atomic_store(&e->state, 1);
  }
  pthread_mutex_unlock(&e->mu);
  return h;
}

static hipError_t event_wait(gh_stream *s, gh_event *e) {
  if (UNLIKELY(e->shared != NULL)) return gh_submit_shared(s, e, false);
  if (!atomic_load(&e->state)) return hipSuccess;
  cu_result r = enter(s->dev);
  if (r == CU_SUCCESS) r = cu.stream_wait_event(s->queue, e->ev, 0);
  if (UNLIKELY(r == CU_SUCCESS && e->seq)) gh_follow(s, e->stream_id, e->seq);
  return settle(s->dev, r);
}

static hipError_t event_query(gh_event *e) {
  if (UNLIKELY(e->shared != NULL))
    return gh_shared_passed(e->shared, atomic_load(&e->shared->recorded)) ? hipSuccess
                                                                          : hipErrorNotReady;
  if (!atomic_load(&e->state)) return hipSuccess;
  cu_result r = enter(e->dev);
  if (r == CU_SUCCESS) r = cu.event_query(e->ev);
  return settle(e->dev, r);
}

static hipError_t event_sync(gh_event *e) {
  if (UNLIKELY(e->shared != NULL)) {
    gh_shared_wait(e->shared, atomic_load(&e->shared->recorded));
    return gh_device_error(e->dev);
  }
  if (!atomic_load(&e->state)) return hipSuccess;
  cu_result r = enter(e->dev);
  if (r == CU_SUCCESS) r = cu.event_synchronize(e->ev);
  return waited(e->dev, r);
}

static hipError_t event_elapsed(float *ms, gh_event *start, gh_event *stop) {
  cu_result r = enter(start->dev);
  if (r == CU_SUCCESS) r = cu.event_elapsed(ms, start->ev, stop->ev);
  return settle(start->dev, r);
}

static void event_destroy(gh_event *e) {
  if (e->ev && enter(e->dev) == CU_SUCCESS) cu.event_destroy(e->ev);
}

// ---- memory ----

static hipError_t alloc(gh_device *d, uint32_t kind, uint32_t flags, size_t size, void **out) {
  cu_result r = enter(d);
  if (r != CU_SUCCESS) return settle(d, r);
  cu_pointer p = 0;
  switch (kind) {
  case GH_HOST:
    // The portable, mapped and write-combined bits are the same in HIP and CUDA.
    r = cu.mem_host_alloc(out, size, (flags & 7u) | 1u | 2u);
    return settle(d, r);
  case GH_MANAGED:
    r = cu.mem_alloc_managed(&p, size,
                             flags & hipMemAttachHost ? hipMemAttachHost : hipMemAttachGlobal);
    break;
  default:
    r = cu.mem_alloc(&p, size);
  }
  if (r == CU_SUCCESS) *out = (void *)p;
  return settle(d, r);
}

static hipError_t release(gh_device *d, const gh_alloc *a) {
  cu_result r = enter(d);
  if (r != CU_SUCCESS) return settle(d, r);
  if (a->kind == GH_HOST) return settle(d, cu.mem_free_host((void *)a->start));
  if (a->async && !a->pool) return settle(d, gh_cuda_free_idle(&cu, d, a->start));
  return settle(d, cu.mem_free(a->start));
}

static hipError_t alloc_async(gh_stream *s, void *pool, size_t size, void **out) {
  cu_result r = enter(s->dev);
  cu_pointer p = 0;
  if (r == CU_SUCCESS)
    r = pool ? cu.mem_alloc_from_pool(&p, size, pool, s->queue)
             : cu.mem_alloc_async(&p, size, s->queue);
  if (r == CU_SUCCESS) *out = (void *)p;
  return settle(s->dev, r);
}

static hipError_t free_async(gh_stream *s, void *p) {
  cu_result r = enter(s->dev);
  if (r == CU_SUCCESS) r = cu.mem_free_async((cu_pointer)p, s->queue);
  return settle(s->dev, r);
}

static hipError_t mark(gh_stream *s, gh_pool_mark *m) {
  cu_result r = enter(s->dev);
  if (r == CU_SUCCESS) r = gh_cuda_mark(&cu, s, m);
  return settle(s->dev, r);
}

static bool passed(gh_device *d, const gh_pool_mark *m) {
  return enter(d) == CU_SUCCESS && cu.event_query(m->event) == CU_SUCCESS;
}

static void unmark(gh_device *d, gh_pool_mark *m) {
  if (enter(d) == CU_SUCCESS) gh_cuda_unmark(&cu, d, m);
}

static void return_memory(gh_device *d) {
  if (enter(d) == CU_SUCCESS) settle(d, gh_cuda_return_memory(&cu, d));
}

static hipError_t host_register(gh_device *d, void *p, size_t size, uint32_t flags) {
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.mem_host_register(p, size, (flags & 4u) | 1u | 2u);
  return settle(d, r);
}

static hipError_t host_unregister(gh_device *d, void *p) {
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.mem_host_unregister(p);
  return settle(d, r);
}

// ---- memory of other processes ----

// CUDA's handles are HIP's: 64 bytes that only the driver interprets.
static hipError_t ipc_get(gh_device *d, void *start, hipIpcMemHandle_t *out) {
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.ipc_get(out, (cu_pointer)start);
  return settle(d, r);
}

static hipError_t ipc_open(gh_device *d, const hipIpcMemHandle_t *h, void **start, size_t *size) {
  enum { LAZY_ENABLE_PEER_ACCESS = 1 };
  cu_result r = enter(d);
  cu_pointer p = 0;
  if (r == CU_SUCCESS) r = cu.ipc_open(&p, *h, LAZY_ENABLE_PEER_ACCESS);
  if (r != CU_SUCCESS) return settle(d, r);
  *start = (void *)p;
  return settle(d, cu.address_range(&p, size, p));
}

static hipError_t ipc_close(gh_device *d, void *start) {
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.ipc_close((cu_pointer)start);
  return settle(d, r);
}

// ---- OpenGL ----

// CU_GRAPHICS_REGISTER_FLAGS has HIP's numbers.
static hipError_t gl_register(gh_device *d, unsigned buffer, unsigned flags, void **shared) {
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.gl_register(shared, buffer, flags & 3u);
  return settle(d, r);
}

static hipError_t gl_unregister(gh_device *d, void *shared) {
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.gl_unregister(shared);
  return settle(d, r);
}

static hipError_t gl_unmap(gh_stream *s, void *shared) {
  cu_result r = enter(s->dev);
  if (r == CU_SUCCESS) r = cu.gl_unmap(1, &shared, s->queue);
  return settle(s->dev, r);
}

static hipError_t gl_map(gh_stream *s, void *shared, void **p, size_t *size) {
  cu_result r = enter(s->dev);
  if (r == CU_SUCCESS) r = cu.gl_map(1, &shared, s->queue);
  if (r != CU_SUCCESS) return settle(s->dev, r);
  cu_pointer at = 0;
  r = cu.gl_pointer(&at, size, shared);
  *p = (void *)at;
  if (r != CU_SUCCESS) gl_unmap(s, shared);
  return settle(s->dev, r);
}

// ---- memory and semaphores of other APIs ----

// HIP's structures and numbers are CUDA's. A dma-buf has a type of its own in CUDA, and HIP has none.
enum { MEMORY_DMA_BUF = 9 };

static bool is_dma_buf(int fd) {
  char path[64], name[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(path, name, sizeof name - 1);
  if (n < 0) return false;
  name[n] = 0;
  return !strncmp(name, "/dmabuf:", 8) || !strcmp(name, "anon_inode:dmabuf");
}

// A descriptor that the driver rejects is reported as an invalid value; CUDA has several errors for
// that.
static hipError_t imported(gh_device *d, cu_result r) {
  switch (r) {
  case CU_NOT_SUPPORTED:
    return hipErrorNotSupported;
  case CU_OPERATING_SYSTEM:
  case CU_UNKNOWN:
    return hipErrorInvalidValue;
  }
  return settle(d, r);
}

static hipError_t memory_import(gh_device *d, const hipExternalMemoryHandleDesc *desc,
                                void **memory) {
  hipExternalMemoryHandleDesc own = *desc;
  if (is_dma_buf(own.handle.fd)) own.type = (hipExternalMemoryHandleType)MEMORY_DMA_BUF;
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.memory_import(memory, &own);
  return imported(d, r);
}

static hipError_t memory_map(gh_device *d, void *memory, size_t size, void **p) {
  hipExternalMemoryBufferDesc desc = {.size = size};
  cu_pointer at = 0;
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.memory_buffer(&at, memory, &desc);
  if (r == CU_SUCCESS) *p = (void *)at;
  return imported(d, r);
}

static hipError_t memory_destroy(gh_device *d, void *memory) {
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.memory_destroy(memory);
  return settle(d, r);
}

static hipError_t image_map(gh_device *d, void *memory, size_t offset, unsigned levels,
                            const HIP_ARRAY3D_DESCRIPTOR *array, void **image) {
  cu_image_desc desc = {.offset = offset, .array = *array, .levels = levels};
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.memory_image(image, memory, &desc);
  return imported(d, r);
}

static hipError_t image_level(gh_device *d, void *image, unsigned level, gh_surface *out) {
  cu_resource_desc desc = {0};
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.image_level(&out->array, image, level);
  desc.u.array = out->array;
  if (r == CU_SUCCESS) r = cu.surface_create(&out->object, &desc);
  return settle(d, r);
}

static void image_level_drop(gh_device *d, const gh_surface *s) {
  if (enter(d) == CU_SUCCESS) cu.surface_destroy(s->object);
}

// The driver takes only what is aligned as its textures have to be, and of limited size.
static uint64_t texture_create(gh_device *d, const struct gohip_texture *t) {
  // By kind, and by the size of a channel: 8, 16 and 32 bits.
  static const hipArray_Format formats[][3] = {
      {HIP_AD_FORMAT_SIGNED_INT8, HIP_AD_FORMAT_SIGNED_INT16, HIP_AD_FORMAT_SIGNED_INT32},
      {HIP_AD_FORMAT_UNSIGNED_INT8, HIP_AD_FORMAT_UNSIGNED_INT16, HIP_AD_FORMAT_UNSIGNED_INT32},
      {0, HIP_AD_FORMAT_HALF, HIP_AD_FORMAT_FLOAT}};
  cu_resource_desc desc = {.type = CU_PITCH_2D};
  desc.u.rows.start = t->level.data;
  desc.u.rows.format = formats[t->kind][t->bits / 16];
  desc.u.rows.channels = t->channels;
  desc.u.rows.width = t->level.width;
  desc.u.rows.height = t->level.height;
  desc.u.rows.pitch = t->level.row_pitch;
  if (t->level.height == 1)
    desc.u.rows.pitch = (desc.u.rows.pitch + 31) & ~(size_t)31; // of one row
  cu_texture_desc how = {.address = {t->address[0], t->address[1], t->address[2]},
                         .filter = t->filter};
  memcpy(how.border, t->border, sizeof how.border);
  if (!t->read_normalized) how.flags |= CU_READ_AS_INTEGER;
  if (t->normalized) how.flags |= CU_NORMALIZED_COORDINATES;
  if (t->srgb) how.flags |= CU_SRGB;
  uint64_t object = 0;
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.texture_create(&object, &desc, &how, NULL);
  return r == CU_SUCCESS ? object : 0;
}

static void texture_destroy(gh_device *d, uint64_t object) {
  if (enter(d) == CU_SUCCESS) cu.texture_destroy(object);
}

static void image_unmap(gh_device *d, void *image) {
  if (enter(d) == CU_SUCCESS) cu.image_destroy(image);
}

static hipError_t semaphore_import(gh_device *d, const hipExternalSemaphoreHandleDesc *desc,
                                   void **semaphore) {
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.semaphore_import(semaphore, desc);
  return imported(d, r);
}

static hipError_t semaphore_destroy(gh_device *d, void *semaphore) {
  cu_result r = enter(d);
  if (r == CU_SUCCESS) r = cu.semaphore_destroy(semaphore);
  return settle(d, r);
}

static hipError_t semaphores_signal(gh_stream *s, void *const *list,
                                    const hipExternalSemaphoreSignalParams *params, unsigned n) {
  cu_result r = enter(s->dev);
  if (r == CU_SUCCESS) r = cu.semaphores_signal(list, params, n, s->queue);
  return settle(s->dev, r);
}

static hipError_t semaphores_wait(gh_stream *s, void *const *list,
                                  const hipExternalSemaphoreWaitParams *params, unsigned n) {
  cu_result r = enter(s->dev);
  if (r == CU_SUCCESS) r = cu.semaphores_wait(list, params, n, s->queue);
  return settle(s->dev, r);
}

const struct gh_driver gh_cuda_driver = {
    .launch = launch,
    .launch_cooperative = launch_cooperative,
    .launch_clusters = launch_clusters,
    .stream_new = stream_new,
    .stream_destroy = stream_destroy,
    .finish = finish,
    .finish_device = finish_device,
    .query = query,
    .submit = submit,
    .host = host,
    .event_record = event_record,
    .event_wait = event_wait,
    .event_query = event_query,
    .event_sync = event_sync,
    .event_elapsed = event_elapsed,
    .event_destroy = event_destroy,
    .alloc = alloc,
    .free = release,
    .alloc_async = alloc_async,
    .free_async = free_async,
    .mark = mark,
    .passed = passed,
    .unmark = unmark,
    .return_memory = return_memory,
    .host_register = host_register,
    .host_unregister = host_unregister,
    .ipc_get = ipc_get,
    .ipc_open = ipc_open,
    .ipc_close = ipc_close,
    .gl_register = gl_register,
    .gl_unregister = gl_unregister,
    .gl_map = gl_map,
    .gl_unmap = gl_unmap,
    .memory_import = memory_import,
    .memory_map = memory_map,
    .memory_destroy = memory_destroy,
    .image_map = image_map,
    .image_level = image_level,
    .image_level_drop = image_level_drop,
    .image_unmap = image_unmap,
    .texture_create = texture_create,
    .texture_destroy = texture_destroy,
    .semaphore_import = semaphore_import,
    .semaphore_destroy = semaphore_destroy,
    .semaphores_signal = semaphores_signal,
    .semaphores_wait = semaphores_wait,
    .orders_streams = true,
    .free_waits = true,
    .stages_copies = true,
    .foreign_memory = true,
    .compiles_modules = true,
    .faults_last = true,
};

// ---- libraries beside this one ----

hipError_t gohip_cuda_stream(hipStream_t stream, void **cuda) {
  gh_stream *s;
  if (gh_forwarded()) return hipErrorNotSupported;
  hipError_t e = gh_ready();
  if (e == hipSuccess) e = gh_stream_of(stream, &s);
  if (e != hipSuccess) return e;
  if (s->dev->drv != &gh_cuda_driver) return hipErrorNotSupported;
  if (atomic_load(&s->capture)) return hipErrorStreamCaptureUnsupported;
  *cuda = s->queue;
  return settle(s->dev, enter(s->dev));
}

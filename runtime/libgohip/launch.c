// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Kernel launches. From the program's call to clEnqueueNDRangeKernel there is no
// allocation and no lock that another kernel's launch would also take.

#define _GNU_SOURCE
#include "pool.h"
#include "shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CL_KERNEL_EXEC_INFO_SVM_PTRS 0x11B6
#define CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL 0x4200
#define CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL 0x4201
#define CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL 0x4202

// ---- the launch configuration of <<<>>> ----

typedef struct config {
  dim3 grid, block;
  size_t shared;
  hipStream_t stream;
} config;

#define CONFIG_DEPTH 32
static __thread config configs[CONFIG_DEPTH];
static __thread unsigned depth;

// hipSetupArgument's buffer, for the launch style before kernelParams.
static __thread char *setup;
static __thread size_t setup_used, setup_room;

hipError_t __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared, hipStream_t stream) {
  if (depth == CONFIG_DEPTH) return gh_done(hipErrorOutOfMemory);
  configs[depth++] = (config){grid, block, shared, stream};
  return hipSuccess;
}

hipError_t __hipPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, hipStream_t *stream) {
  if (depth == 0) return gh_done(hipErrorMissingConfiguration);
  if (!grid || !block || !shared || !stream) return gh_done(hipErrorInvalidValue);
  config *c = &configs[--depth];
  *grid = c->grid;
  *block = c->block;
  *shared = c->shared;
  *stream = c->stream;
  return hipSuccess;
}

hipError_t hipConfigureCall(dim3 grid, dim3 block, size_t shared, hipStream_t stream) {
  setup_used = 0;
  return __hipPushCallConfiguration(grid, block, shared, stream);
}

hipError_t hipSetupArgument(const void *arg, size_t size, size_t offset) {
  if (!arg || offset > (1u << 20) || size > (1u << 20)) return gh_done(hipErrorInvalidValue);
  if (depth == 0) return gh_done(hipErrorMissingConfiguration);
  if (offset + size > setup_room) {
    char *p = realloc(setup, offset + size + 256);
    if (!p) return gh_done(hipErrorOutOfMemory);
    setup = p;
    setup_room = offset + size + 256;
  }
  memcpy(setup + offset, arg, size);
  if (offset + size > setup_used) setup_used = offset + size;
  return hipSuccess;
}

// ---- functions ----

static gh_pool functions = {.mu = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(gh_func)};

gh_func *gh_func_of(hipFunction_t h) {
  gh_func *f = (gh_func *)h;
  return f && gh_in_pool(&functions, f) && f->magic == FUNC_MAGIC ? f : NULL;
}

gh_func *gh_new_function(void) { return gh_pool_get(&functions); }

static void free_instances(gh_func *f, gh_form *form) {
  unsigned n = atomic_load(&form->count);
  for (unsigned i = 0; i < n; i++) {
    // The first kernel belongs to the core's module.
    if (i > 0) f->dev->cl.release_kernel(form->inst[i].kernel);
    free(form->inst[i].last);
  }
}

void gh_free_function(gh_func *f) {
  free_instances(f, &f->form);
  if (f->shapes.any) free_instances(f, f->shapes.any);
  free(f->shapes.any);
  free(f->args);
  free((void *)f->name);
  gh_pool_put(&functions, f);
}

// The kernel behind a host function on the current device; the first time the core
// finds and compiles it.
static inline hipError_t function_of(const void *host, gh_func **out) {
  gh_symbol *sym = gh_symbol_of(host);
  if (UNLIKELY(!sym || sym->kind != GH_SYM_FUNCTION)) {
    // The program may pass what hipGetFuncBySymbol or hipModuleGetFunction gave.
    return host ? gh_go.func_by_symbol(host, out) : hipErrorInvalidDeviceFunction;
  }
  gh_func *f = atomic_load_explicit(&sym->fn[gh_current], memory_order_acquire);
  if (UNLIKELY(!f)) {
    hipError_t e = gh_go.resolve(sym, gh_current);
    if (e != hipSuccess) return e;
    f = atomic_load_explicit(&sym->fn[gh_current], memory_order_acquire);
    if (!f) return hipErrorInvalidDeviceFunction;
  }
  *out = f;
  return hipSuccess;
}

static bool fits_stack(const gh_func *f, uint64_t threads) {
  return f->private_size == 0 || threads <= gh_device_stack() / f->private_size;
}

// The status is hipLaunchKernel's; other_status has that of the launches that HIP
// documents otherwise.
hipError_t gh_check_launch(gh_func *f, const uint32_t grid[3], const uint32_t block[3],
                           size_t shared) {
  uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
  if (UNLIKELY(!grid[0] || !grid[1] || !grid[2] || !threads)) return hipErrorInvalidValue;
  const gh_device *d = f->dev;
  if (UNLIKELY(threads > d->max_threads || block[0] > d->max_block[0] ||
               block[1] > d->max_block[1] || block[2] > d->max_block[2]))
    return hipErrorInvalidConfiguration;
  if (UNLIKELY(grid[0] > d->max_grid[0] || grid[1] > d->max_grid[1] || grid[2] > d->max_grid[2]))
    return hipErrorInvalidConfiguration;
  // What the device could run but this kernel was not compiled for: __launch_bounds__.
  if (UNLIKELY(threads > f->max_threads)) return hipErrorLaunchFailure;
  if (UNLIKELY(f->reqd[0] &&
               (block[0] != f->reqd[0] || block[1] != f->reqd[1] || block[2] != f->reqd[2])))
    return hipErrorInvalidConfiguration;
  // HIP counts the whole grid in work-items with 32 bits per dimension.
  for (int i = 0; i < 3; i++)
    if (UNLIKELY((uint64_t)grid[i] * block[i] > UINT32_MAX && !d->drv))
      return hipErrorInvalidConfiguration;
  // PoCL counts the blocks of a launch with 32 bits.
  if (UNLIKELY(d->eager && !d->drv &&
               ((uint64_t)grid[0] * grid[1] > UINT32_MAX ||
                (uint64_t)grid[0] * grid[1] * grid[2] > UINT32_MAX)))
    return hipErrorInvalidConfiguration;
  if (UNLIKELY(shared > f->max_shared || shared + f->static_shared > f->max_shared))
    return hipErrorOutOfMemory;
  if (UNLIKELY(!fits_stack(f, threads))) return hipErrorOutOfMemory;
  return hipSuccess;
}

// What a shape that does not fit gives where it is not what hipLaunchKernel says: launches
// of a module's function call everything an invalid value, cooperative ones an invalid
// configuration, or too large when it is their shared memory.
typedef enum launch_style { OF_MODULE, COOPERATIVE } launch_style;

static hipError_t other_status(hipError_t e, launch_style style, gh_func *f, const uint32_t grid[3],
                               const uint32_t block[3], size_t shared) {
  if (LIKELY(e == hipSuccess)) return e;
  hipError_t shape = gh_check_launch(f, grid, block, shared);
  if (shape == hipSuccess || shape != e) return e;
  if (style == OF_MODULE) return hipErrorInvalidValue;
  return shape == hipErrorOutOfMemory ? hipErrorCooperativeLaunchTooLarge
                                      : hipErrorInvalidConfiguration;
}

// ---- OpenCL ----

static void prepare_instance(gh_func *f, gh_instance *in) {
  const struct gh_cl *cl = &f->dev->cl;
  if (f->dev->model == GH_MEM_USM) {
    // Once per kernel: it may follow pointers it finds in memory.
    uint32_t yes = 1;
    for (uint32_t k = CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL;
         k <= CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL; k++)
      cl->set_exec_info(in->kernel, k, sizeof yes, &yes);
  }
  for (uint32_t i = 0; i < f->nargs; i++)
    if (f->args[i].kind == GH_ARG_SEGMENT) cl->set_arg_pointer(in->kernel, i, f->module->segment);
  in->local = SIZE_MAX;
}

static bool has_shape(const gh_shapes *s, unsigned n, const uint32_t block[3]) {
  for (unsigned i = 0; i < n; i++)
    if (memcmp(s->shape[i], block, sizeof s->shape[i]) == 0) return true;
  return false;
}

// The variant for a launch whose work-group size is not known to have a specialisation.
static hipError_t form_of_new_shape(gh_func *f, const uint32_t grid[3], const uint32_t block[3],
                                    const uint32_t key[3], gh_form **out) {
  gh_shapes *s = &f->shapes;
  void *kernel = NULL;
  hipError_t e = gh_go.form(f, grid, block, &kernel);
  if (e != hipSuccess) return e;
  pthread_mutex_lock(&s->mu);
  unsigned n = atomic_load(&s->own);
  if (kernel) {
    if (!s->any && (s->any = calloc(1, sizeof *s->any))) gh_first_instance(s->any, kernel);
    if (s->any) *out = s->any;
  } else if (!has_shape(s, n, key) && n < GH_OWN_SHAPES) {
    memcpy(s->shape[n], key, sizeof s->shape[n]);
    atomic_store_explicit(&s->own, n + 1, memory_order_release);
  }
  pthread_mutex_unlock(&s->mu);
  return hipSuccess;
}

// The variant of the kernel for a launch. Which grids PoCL takes for wide is in
// backend/opencl/pocl_shapes.go.
static inline hipError_t form_of(gh_func *f, const uint32_t grid[3], const uint32_t block[3],
                                 gh_form **out) {
  *out = &f->form;
  if (!f->per_shape) return hipSuccess;
  uint32_t key[3] = {block[0], block[1], block[2]};
  if ((uint64_t)grid[0] * block[0] >= UINT16_MAX || (uint64_t)grid[1] * block[1] >= UINT16_MAX ||
      (uint64_t)block[2] * block[2] >= UINT16_MAX)
    key[0] |= GH_WIDE;
  unsigned n = atomic_load_explicit(&f->shapes.own, memory_order_acquire);
  if (LIKELY(has_shape(&f->shapes, n, key))) return hipSuccess;
  return form_of_new_shape(f, grid, block, key, out);
}

// An instance of a form of the kernel that no other thread is using, or the first one.
static gh_instance *take_instance(gh_func *f, gh_form *form) {
  unsigned n = atomic_load_explicit(&form->count, memory_order_acquire);
  for (unsigned i = 0; i < n; i++)
    if (LIKELY(pthread_mutex_trylock(&form->inst[i].mu) == 0)) return &form->inst[i];
  if (n < GH_INSTANCES && f->dev->cl.clone_kernel && pthread_mutex_trylock(&form->grow) == 0) {
    n = atomic_load(&form->count);
    gh_instance *in = NULL;
    if (n < GH_INSTANCES) {
      int32_t e = 0;
      // The copy has the arguments too, which the holder of the first may be setting.
      pthread_mutex_lock(&form->inst[0].mu);
      void *k = f->dev->cl.clone_kernel(form->inst[0].kernel, &e);
      pthread_mutex_unlock(&form->inst[0].mu);
      if (k) {
        in = &form->inst[n];
        pthread_mutex_init(&in->mu, NULL);
        pthread_mutex_lock(&in->mu);
        in->kernel = k;
        in->last = calloc(1, f->cache_size + 1);
        prepare_instance(f, in);
        atomic_store_explicit(&form->count, n + 1, memory_order_release);
      }
    }
    pthread_mutex_unlock(&form->grow);
    if (in) return in;
  }
  pthread_mutex_lock(&form->inst[0].mu);
  return &form->inst[0];
}

// With plain SVM a kernel must be told which allocations it may reach, but only
// when there are others than last time.
static int32_t refresh_svm(gh_func *f, gh_instance *in) {
  unsigned long v = gh_alloc_version();
  if (LIKELY(in->svm_list == v)) return 0;
  size_t n = gh_alloc_pointers(f->dev, NULL, 0);
  void **list = malloc((n + 16) * sizeof *list);
  if (!list) return -6;
  n = gh_alloc_pointers(f->dev, list, n + 15);
  if (f->module->segment) list[n++] = f->module->segment;
  int32_t e =
      n ? f->dev->cl.set_exec_info(in->kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, n * sizeof *list, list)
        : 0;
  free(list);
  if (e == 0) in->svm_list = v;
  return e;
}

static inline bool same_shape(const gh_instance *in, const uint32_t grid[3],
                              const uint32_t block[3], size_t shared) {
  return in->dims && in->shared == shared && memcmp(in->grid, grid, sizeof in->grid) == 0 &&
         memcmp(in->block, block, sizeof in->block) == 0;
}

static void note_shape(gh_instance *in, const uint32_t grid[3], const uint32_t block[3],
                       size_t shared) {
  memcpy(in->grid, grid, sizeof in->grid);
  memcpy(in->block, block, sizeof in->block);
  in->shared = shared;
  in->dims = 1;
  for (uint32_t i = 0; i < 3; i++) {
    in->local_size[i] = block[i];
    in->global_size[i] = (size_t)grid[i] * block[i];
    if (in->global_size[i] > 1) in->dims = i + 1;
  }
}

// An instance that no other thread is using and whose last launch had this shape, so that
// nothing of it need be checked again, or NULL.
static inline gh_instance *take_again(gh_func *f, const uint32_t grid[3], const uint32_t block[3],
                                      size_t shared) {
  unsigned n = atomic_load_explicit(&f->form.count, memory_order_acquire);
  for (unsigned i = 0; i < n; i++) {
    gh_instance *in = &f->form.inst[i];
    if (UNLIKELY(pthread_mutex_trylock(&in->mu) != 0)) continue;
    if (LIKELY(same_shape(in, grid, block, shared))) return in;
    pthread_mutex_unlock(&in->mu);
    break;
  }
  return NULL;
}

// An instance for a launch of another shape than its last one, or an error of the shape.
static hipError_t take_anew(gh_func *f, const uint32_t grid[3], const uint32_t block[3],
                            size_t shared, gh_instance **out) {
  hipError_t r = gh_check_launch(f, grid, block, shared);
  uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
  if (r == hipErrorOutOfMemory && !fits_stack(f, threads))
    gh_complain("kernel %s has %llu bytes of private variables; with %llu threads a block they do "
                "not fit the %zu MB that a thread of the processor has for them",
                f->name, (unsigned long long)f->private_size, (unsigned long long)threads,
                gh_device_stack() >> 20);
  if (r != hipSuccess) return r;
  gh_form *form;
  r = form_of(f, grid, block, &form);
  if (r != hipSuccess) return r;
  gh_instance *in = take_instance(f, form);
  if (!in->last) {
    in->last = calloc(1, f->cache_size + 1);
    if (!in->last) {
      pthread_mutex_unlock(&in->mu);
      return hipErrorOutOfMemory;
    }
    prepare_instance(f, in);
  }
  note_shape(in, grid, block, shared);
  *out = in;
  return hipSuccess;
}

// memcmp, but the sizes of nearly all arguments need no call.
static inline bool same_value(const void *a, const void *b, size_t size) {
  switch (size) {
  case 8:
    return memcmp(a, b, 8) == 0;
  case 4:
    return memcmp(a, b, 4) == 0;
  }
  return memcmp(a, b, size) == 0;
}

hipError_t gh_opencl_launch(gh_func *f, gh_stream *s, const uint32_t grid[3],
                            const uint32_t block[3], size_t shared, void **args) {
  gh_instance *in = take_again(f, grid, block, shared);
  if (UNLIKELY(!in)) {
    hipError_t r = take_anew(f, grid, block, shared, &in);
    if (r != hipSuccess) return r;
  }
  if (UNLIKELY((f->nexplicit && !args) || s->dev != f->dev)) {
    pthread_mutex_unlock(&in->mu);
    return f->nexplicit && !args ? hipErrorInvalidValue : hipErrorInvalidHandle;
  }
  const struct gh_cl *cl = &f->dev->cl;
  void *kernel = in->kernel;
  bool primed = in->primed;
  int32_t e = 0;
  const gh_arg *a = f->args;
  for (uint32_t i = 0, n = f->nargs; i < n && e == 0; i++, a++) {
    switch (a->kind) {
    case GH_ARG_VALUE:
    case GH_ARG_POINTER: {
      const void *v = *args++;
      char *last = in->last + a->cache;
      if (LIKELY(primed) && same_value(last, v, a->size)) break;
      memcpy(last, v, a->size);
      if (a->kind == GH_ARG_VALUE) {
        e = cl->set_arg(kernel, i, a->size, v);
      } else {
        void *p;
        memcpy(&p, v, sizeof p);
        e = cl->set_arg_pointer(kernel, i, p);
      }
      break;
    }
    case GH_ARG_LOCAL:
      if (in->local != shared) e = cl->set_arg(kernel, i, shared ? shared : 1, NULL);
      break;
    case GH_ARG_HIDDEN:
    case GH_ARG_SEGMENT:
      break;
    }
  }
  in->local = shared;
  in->primed = e == 0;
  if (e == 0 && UNLIKELY(f->dev->model == GH_MEM_SVM)) e = refresh_svm(f, in);
  if (e == 0) {
    if (UNLIKELY(f->prints)) {
      // Marked and enqueued as one, so that gh_drain never resets the buffer under it.
      pthread_rwlock_rdlock(&f->dev->printing);
      atomic_store(&f->module->printed, 1);
      atomic_store(&s->printed, 1);
      atomic_store(&f->dev->printed, 1);
    }
    e = cl->enqueue_kernel(s->queue, kernel, in->dims, NULL, in->global_size, in->local_size, 0,
                           NULL, NULL);
    if (UNLIKELY(f->prints)) {
      if (e == 0) gh_mark(s);
      pthread_rwlock_unlock(&f->dev->printing);
    }
  }
  pthread_mutex_unlock(&in->mu);
  if (UNLIKELY(e != 0)) return gh_cl_error(e);
  if (LIKELY(!f->prints)) gh_mark(s);
  return hipSuccess;
}

// PoCL keeps what the lanes of a warp exchange in storage that its compiler allots, but
// for a block of one work-item PoCL 6 leaves the request for it in the kernel's code,
// where it is an undefined symbol: the kernel does not load and the process ends. This is
// that symbol. The one work-item has read what it stored before it asks again, so a few
// places per thread serve all requests; none is for more than a vector of 16 doubles.
__attribute__((visibility("default"))) void *__pocl_work_group_alloca(size_t size, size_t align,
                                                                      size_t extra);
void *__pocl_work_group_alloca(size_t size, size_t align, size_t extra) {
  (void)size, (void)align, (void)extra;
  static __thread char place[16][512] __attribute__((aligned(512)));
  static __thread unsigned turn;
  return place[turn++ % 16];
}

// ---- launching ----

static inline hipError_t start(gh_func *f, gh_stream *s, const uint32_t grid[3],
                               const uint32_t block[3], size_t shared, void **args,
                               bool cooperative) {
  for (uint32_t i = 0; i < f->nexplicit; i++)
    if (UNLIKELY(!args || !args[i])) {
      gh_complain("kernel %s takes %u arguments, number %u has no address", f->name, f->nexplicit,
                  i + 1);
      return hipErrorInvalidValue;
    }
  if (UNLIKELY(atomic_load_explicit(&gh_captures, memory_order_relaxed) || f->prints ||
               cooperative)) {
    hipError_t e = gh_check_launch(f, grid, block, shared);
    if (e != hipSuccess) return e;
    // Blocks that wait for each other must all run at once. Of others any number runs.
    if (cooperative && f->grid_syncs && f->dev->resident_blocks &&
        (uint64_t)grid[0] * grid[1] * grid[2] > f->dev->resident_blocks)
      return hipErrorCooperativeLaunchTooLarge;
    if (f->prints && !atomic_load(&s->capture)) {
      // What the host has printed so far comes before what the kernel prints, and a
      // buffer more than half full is emptied before it can overflow.
      fflush(stdout);
      _Atomic uint32_t *b = (_Atomic uint32_t *)f->module->printf_buffer;
      if (b && f->dev->host_access &&
          atomic_load_explicit(&b[0], memory_order_relaxed) >
              atomic_load_explicit(&b[1], memory_order_relaxed) / 2)
        gh_drain(f->dev);
    }
    gh_op op = {.kind = GH_OP_LAUNCH,
                .u.launch = {f,
                             {grid[0], grid[1], grid[2]},
                             {block[0], block[1], block[2]},
                             shared,
                             args,
                             NULL,
                             cooperative}};
    return gh_submit(s, &op);
  }
  hipError_t e = gh_device_error(f->dev);
  if (UNLIKELY(e != hipSuccess)) return e;
  if ((e = gh_order(s)) != hipSuccess) return e;
  return f->launch(f, s, grid, block, shared, args);
}

// Programs that look at no error would compute nothing, and say nothing about it.
static hipError_t without_device(const void *host, hipError_t e) {
  static atomic_int said;
  if (e == hipErrorNoDevice && !atomic_exchange(&said, 1)) {
    gh_symbol *sym = gh_symbol_of(host);
    gh_complain("kernel %s is not launched, nor is any other: there is no device (GOHIP_VERBOSE=1 "
                "says why)",
                sym ? sym->name : "?");
  }
  return gh_done(e);
}

hipError_t hipLaunchKernel(const void *host, dim3 grid, dim3 block, void **args, size_t shared,
                           hipStream_t h) {
  hipError_t e = gh_ready();
  if (UNLIKELY(e != hipSuccess)) return without_device(host, e);
  gh_func *f;
  gh_stream *s;
  if (UNLIKELY((e = gh_stream_of(h, &s)) != hipSuccess))
    return gh_done(e == hipErrorContextIsDestroyed ? hipErrorInvalidValue : e);
  int device = s->dev->ordinal;
  if (UNLIKELY(device != gh_current)) {
    // A stream of another device than the thread's: the kernel runs where the stream is.
    int old = gh_current;
    gh_current = device;
    e = function_of(host, &f);
    gh_current = old;
  } else {
    e = function_of(host, &f);
  }
  if (UNLIKELY(e != hipSuccess)) return gh_done(e);
  const uint32_t g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};
  return gh_done(start(f, s, g, b, shared, args, false));
}

static hipError_t record_around(hipEvent_t ev, hipStream_t h) {
  return ev ? hipEventRecord(ev, h) : hipSuccess;
}

// Both events of a launch are looked at before anything of it is done.
static hipError_t check_around(hipEvent_t before, hipEvent_t after) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return e;
  return (before && !gh_event_of(before)) || (after && !gh_event_of(after)) ? hipErrorInvalidValue
                                                                            : hipSuccess;
}

hipError_t hipExtLaunchKernel(const void *host, dim3 grid, dim3 block, void **args, size_t shared,
                              hipStream_t h, hipEvent_t before, hipEvent_t after, int flags) {
  (void)flags;
  gh_func *f;
  hipError_t e = gh_ready();
  if (e == hipSuccess) e = check_around(before, after);
  // Compiled before the first event, for the events are to time the kernel.
  if (e != hipSuccess || (e = function_of(host, &f)) != hipSuccess) return gh_done(e);
  e = record_around(before, h);
  if (e == hipSuccess) e = hipLaunchKernel(host, grid, block, args, shared, h);
  if (e == hipSuccess) e = record_around(after, h);
  return e;
}

hipError_t hipLaunchCooperativeKernel(const void *host, dim3 grid, dim3 block, void **args,
                                      unsigned shared, hipStream_t h) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  gh_func *f;
  gh_stream *s;
  if ((e = gh_stream_of(h, &s)) != hipSuccess || (e = function_of(host, &f)) != hipSuccess)
    return gh_done(e);
  const uint32_t g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};
  e = start(f, s, g, b, shared, args, true);
  return gh_done(other_status(e, COOPERATIVE, f, g, b, shared));
}

hipError_t hipLaunchByPtr(const void *host) {
  dim3 grid, block;
  size_t shared;
  hipStream_t stream;
  hipError_t e = __hipPopCallConfiguration(&grid, &block, &shared, &stream);
  if (e != hipSuccess) return e;
  if ((e = gh_ready()) != hipSuccess) return gh_done(e);
  gh_func *f;
  gh_stream *s;
  if ((e = gh_stream_of(stream, &s)) != hipSuccess || (e = function_of(host, &f)) != hipSuccess)
    return gh_done(e);
  void *args[256];
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->nargs && n < 256; i++)
    if (f->args[i].kind <= GH_ARG_POINTER) {
      if (f->args[i].offset + f->args[i].size > setup_used) return gh_done(hipErrorInvalidValue);
      args[n++] = setup + f->args[i].offset;
    }
  const uint32_t g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};
  return gh_done(start(f, s, g, b, shared, args, false));
}

// Launches with arguments either as an array of pointers or as one buffer.
static hipError_t module_launch(hipFunction_t h, const uint32_t g[3], const uint32_t b[3],
                                size_t shared, hipStream_t stream, void **params, void **extra,
                                bool cooperative) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return e;
  gh_func *f = gh_func_of(h);
  gh_stream *s;
  if (!f) return hipErrorInvalidResourceHandle;
  if ((e = gh_stream_of(stream, &s)) != hipSuccess)
    return cooperative && e == hipErrorContextIsDestroyed ? hipErrorInvalidValue : e;
  void *args[1024];
  if (params && extra) return hipErrorInvalidValue;
  if (extra) {
    char *buffer = NULL;
    size_t size = 0;
    for (int i = 0; extra[i] != HIP_LAUNCH_PARAM_END; i += 2) {
      if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_POINTER)
        buffer = extra[i + 1];
      else if (extra[i] == HIP_LAUNCH_PARAM_BUFFER_SIZE && extra[i + 1])
        size = *(size_t *)extra[i + 1];
      else
        return hipErrorInvalidValue;
    }
    if (!buffer && f->nexplicit) return hipErrorInvalidValue;
    if (size < f->kernarg_size || f->nexplicit > 1024) {
      gh_complain(
          "kernel %s takes %u arguments in %u bytes, HIP_LAUNCH_PARAM_BUFFER_SIZE gives %zu",
          f->name, f->nexplicit, f->kernarg_size, size);
      return hipErrorInvalidValue;
    }
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->nargs; i++)
      if (f->args[i].kind <= GH_ARG_POINTER) args[n++] = buffer + f->args[i].offset;
    params = args;
  }
  e = start(f, s, g, b, shared, params, cooperative);
  return other_status(e, OF_MODULE, f, g, b, shared);
}

hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz,
                                 unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                 hipStream_t s, void **params, void **extra) {
  const uint32_t g[3] = {gx, gy, gz}, b[3] = {bx, by, bz};
  return gh_done(module_launch(f, g, b, shared, s, params, extra, false));
}

hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz,
                                            unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                            hipStream_t s, void **params) {
  const uint32_t g[3] = {gx, gy, gz}, b[3] = {bx, by, bz};
  return gh_done(module_launch(f, g, b, shared, s, params, NULL, true));
}

// Fits blocks into a grid that is given in work-items. The last block of a dimension may be
// smaller on AMD's devices; here it may be where it is the only one.
static hipError_t fit_blocks(hipFunction_t h, size_t shared, uint32_t grid[3], uint32_t block[3]) {
  const uint32_t one[3] = {1, 1, 1};
  bool cut = false;
  for (int i = 0; i < 3; i++) {
    if (!grid[i] || !block[i]) return hipErrorInvalidValue;
    if (grid[i] > block[i] && grid[i] % block[i]) return hipErrorInvalidValue;
    cut |= grid[i] < block[i];
  }
  if (cut) { // the device has to have room for the block that was asked for
    gh_func *f = gh_ready() == hipSuccess ? gh_func_of(h) : NULL;
    if (f && gh_check_launch(f, one, block, shared) != hipSuccess) return hipErrorInvalidValue;
  }
  for (int i = 0; i < 3; i++) {
    if (block[i] > grid[i]) block[i] = grid[i];
    grid[i] /= block[i];
  }
  return hipSuccess;
}

hipError_t hipExtModuleLaunchKernel(hipFunction_t f, uint32_t gx, uint32_t gy, uint32_t gz,
                                    uint32_t bx, uint32_t by, uint32_t bz, size_t shared,
                                    hipStream_t s, void **params, void **extra, hipEvent_t before,
                                    hipEvent_t after, uint32_t flags) {
  (void)flags;
  uint32_t g[3] = {gx, gy, gz}, b[3] = {bx, by, bz};
  hipError_t e = fit_blocks(f, shared, g, b);
  if (e == hipSuccess) e = check_around(before, after);
  if (e != hipSuccess) return gh_done(e);
  e = record_around(before, s);
  if (e == hipSuccess) e = gh_done(module_launch(f, g, b, shared, s, params, extra, false));
  if (e == hipSuccess) e = record_around(after, s);
  return e;
}

hipError_t hipHccModuleLaunchKernel(hipFunction_t f, uint32_t gx, uint32_t gy, uint32_t gz,
                                    uint32_t bx, uint32_t by, uint32_t bz, size_t shared,
                                    hipStream_t s, void **params, void **extra, hipEvent_t before,
                                    hipEvent_t after) {
  return hipExtModuleLaunchKernel(f, gx, gy, gz, bx, by, bz, shared, s, params, extra, before,
                                  after, 0);
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Kernel launches. Between the program's call and the driver's there is no allocation and no lock
// that another kernel's launch would also take.

#define _GNU_SOURCE
#include "pool.h"
#include "shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

void gh_free_function(gh_func *f) {
  if (f->dev->drv->function_free) f->dev->drv->function_free(f);
  free(f->args);
  free((void *)f->name);
  gh_pool_put(&functions, f);
}

// The kernel behind a host function on the current device; the first time the core
// finds and compiles it.
static inline hipError_t function_of(const void *host, gh_func **out) {
  gh_symbol *sym = gh_symbol_of(host);
  if (UNLIKELY(!sym || sym->kind != GH_SYM_FUNCTION)) {
    // The program may pass a handle from hipGetFuncBySymbol or hipModuleGetFunction.
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

// A stream, and the kernel behind a host function on its device: that may be another one than the
// thread's.
static inline hipError_t launched_on(const void *host, hipStream_t h, gh_func **f, gh_stream **s) {
  hipError_t e = gh_stream_of(h, s);
  if (UNLIKELY(e != hipSuccess)) return e;
  int own = gh_current, device = (*s)->dev->ordinal;
  if (LIKELY(device == own)) return function_of(host, f);
  gh_current = device;
  e = function_of(host, f);
  gh_current = own;
  return e;
}

// Whether a block's variables fit.
static bool fits_stack(const gh_func *f, uint64_t threads) {
  return f->private_size == 0 || threads <= gh_device_stack() / f->private_size;
}

static hipError_t check_launch(const gh_func *f, const uint32_t grid[3], const uint32_t block[3],
                               size_t shared) {
  uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
  if (UNLIKELY(!grid[0] || !grid[1] || !grid[2] || !threads)) return hipErrorInvalidValue;
  const gh_device *d = f->dev;
  if (UNLIKELY(threads > d->max_threads || block[0] > d->max_block[0] ||
               block[1] > d->max_block[1] || block[2] > d->max_block[2]))
    return hipErrorInvalidConfiguration;
  if (UNLIKELY(grid[0] > d->max_grid[0] || grid[1] > d->max_grid[1] || grid[2] > d->max_grid[2]))
    return hipErrorInvalidConfiguration;
  // The device supports the block, but the kernel was compiled for smaller ones: __launch_bounds__.
  if (UNLIKELY(threads > f->max_threads)) return hipErrorLaunchFailure;
  if (UNLIKELY(f->reqd[0] &&
               (block[0] != f->reqd[0] || block[1] != f->reqd[1] || block[2] != f->reqd[2])))
    return hipErrorInvalidConfiguration;
  for (int i = 0; i < 3; i++)
    if (UNLIKELY((uint64_t)grid[i] * block[i] > d->max_grid_threads))
      return hipErrorInvalidConfiguration;
  // No two of these overflow 64 bits.
  if (UNLIKELY((uint64_t)grid[0] * grid[1] > d->max_blocks ||
               (uint64_t)grid[0] * grid[1] > d->max_blocks / grid[2]))
    return hipErrorInvalidConfiguration;
  if (UNLIKELY(shared > f->max_shared || shared + f->static_shared > f->max_shared))
    return hipErrorOutOfMemory;
  if (UNLIKELY(!fits_stack(f, threads))) return hipErrorOutOfMemory;
  return hipSuccess;
}

// The status is hipLaunchKernel's; other_status returns that of the launches for which HIP
// documents other ones.
hipError_t gh_check_launch(gh_func *f, const uint32_t grid[3], const uint32_t block[3],
                           size_t shared) {
  hipError_t e = check_launch(f, grid, block, shared);
  if (LIKELY(e != hipErrorOutOfMemory)) return e;
  uint64_t threads = (uint64_t)block[0] * block[1] * block[2];
  if (fits_stack(f, threads))
    gh_complain("kernel %s: a block takes %zu bytes of shared memory, %zu of them dynamic; the "
                "limit is %zu",
                f->name, f->static_shared + shared, shared, f->max_shared);
  else
    gh_complain("kernel %s has %llu bytes of private variables; with %llu threads a block they do "
                "not fit the %zu MB that a thread of the processor has for them",
                f->name, (unsigned long long)f->private_size, (unsigned long long)threads,
                gh_device_stack() >> 20);
  return e;
}

// The error for an invalid configuration of launches other than hipLaunchKernel: for launches of a
// module's function it is always an invalid value, for cooperative ones an invalid configuration,
// or too large if it is about shared memory.
typedef enum launch_style { OF_MODULE, COOPERATIVE } launch_style;

static hipError_t other_status(hipError_t e, launch_style style, gh_func *f, const uint32_t grid[3],
                               const uint32_t block[3], size_t shared) {
  if (LIKELY(e == hipSuccess)) return e;
  hipError_t shape = check_launch(f, grid, block, shared);
  if (shape == hipSuccess || shape != e) return e;
  if (style == OF_MODULE) return hipErrorInvalidValue;
  return shape == hipErrorOutOfMemory ? hipErrorCooperativeLaunchTooLarge
                                      : hipErrorInvalidConfiguration;
}

// ---- launching ----

static inline hipError_t start(gh_func *f, gh_stream *s, const uint32_t grid[3],
                               const uint32_t block[3], size_t shared, void **args,
                               bool cooperative, const uint32_t *cluster) {
  for (uint32_t i = 0; i < f->nexplicit; i++)
    if (UNLIKELY(!args || !args[i])) {
      gh_complain("kernel %s takes %u arguments, number %u has no address", f->name, f->nexplicit,
                  i + 1);
      return hipErrorInvalidValue;
    }
  if (UNLIKELY(atomic_load_explicit(&gh_captures, memory_order_relaxed) || f->prints ||
               cooperative || cluster)) {
    hipError_t e = cooperative ? gh_go.check_cooperative(f, grid, block, shared)
                               : gh_check_launch(f, grid, block, shared);
    if (e != hipSuccess) return e;
    if (f->prints && !atomic_load(&s->capture)) {
      // The host's earlier output precedes that of the kernel, and a buffer that is more than half
      // full is emptied before it can overflow.
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
                             cooperative,
                             {0}}};
    if (cluster) memcpy(op.u.launch.cluster, cluster, sizeof op.u.launch.cluster);
    return gh_submit(s, &op);
  }
  hipError_t e = gh_device_error(f->dev);
  if (UNLIKELY(e != hipSuccess)) return e;
  if ((e = gh_order(s)) != hipSuccess) return e;
  return f->launch(f, s, grid, block, shared, args);
}

// Programs that ignore errors would compute nothing, or use memory that they did not get, and print
// nothing about it. kernel is NULL for an allocation.
hipError_t gh_without_device(const void *kernel, hipError_t e) {
  static atomic_int said;
  if (e == hipErrorNoDevice && !atomic_exchange(&said, 1)) {
    const char *why = "there is no device (GOHIP_VERBOSE=1 says why)";
    gh_symbol *sym = kernel ? gh_symbol_of(kernel) : NULL;
    if (kernel)
      gh_complain("kernel %s is not launched, nor is any other: %s", sym ? sym->name : "?", why);
    else
      gh_complain("no memory is allocated and no kernel launched: %s", why);
  }
  return gh_done(e);
}

hipError_t hipLaunchKernel(const void *host, dim3 grid, dim3 block, void **args, size_t shared,
                           hipStream_t h) {
  hipError_t e = gh_ready();
  if (UNLIKELY(e != hipSuccess)) return gh_without_device(host, e);
  gh_func *f;
  gh_stream *s;
  if (UNLIKELY((e = launched_on(host, h, &f, &s)) != hipSuccess))
    return gh_done(e == hipErrorContextIsDestroyed ? hipErrorInvalidValue : e);
  const uint32_t g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};
  return gh_done(start(f, s, g, b, shared, args, false, NULL));
}

static hipError_t record_around(hipEvent_t ev, hipStream_t h) {
  return ev ? hipEventRecord(ev, h) : hipSuccess;
}

// Both events of a launch are checked before anything is enqueued.
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
  gh_stream *s;
  hipError_t e = gh_ready();
  if (e == hipSuccess) e = check_around(before, after);
  // Compiled before the first event, since the events time the kernel.
  if (e != hipSuccess) return gh_done(e);
  if ((e = launched_on(host, h, &f, &s)) != hipSuccess)
    return gh_done(e == hipErrorContextIsDestroyed ? hipErrorInvalidValue : e);
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
  if ((e = launched_on(host, h, &f, &s)) != hipSuccess) return gh_done(e);
  const uint32_t g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};
  e = start(f, s, g, b, shared, args, true, NULL);
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
  if ((e = launched_on(host, stream, &f, &s)) != hipSuccess) return gh_done(e);
  void *args[256];
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->nargs && n < 256; i++)
    if (f->args[i].kind <= GH_ARG_POINTER) {
      if (f->args[i].offset + f->args[i].size > setup_used) return gh_done(hipErrorInvalidValue);
      args[n++] = setup + f->args[i].offset;
    }
  const uint32_t g[3] = {grid.x, grid.y, grid.z}, b[3] = {block.x, block.y, block.z};
  return gh_done(start(f, s, g, b, shared, args, false, NULL));
}

// Launches with arguments either as an array of pointers or as one buffer.
static hipError_t module_launch(hipFunction_t h, const uint32_t g[3], const uint32_t b[3],
                                size_t shared, hipStream_t stream, void **params, void **extra,
                                bool cooperative, const uint32_t *cluster) {
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
  e = start(f, s, g, b, shared, params, cooperative, cluster);
  return other_status(e, OF_MODULE, f, g, b, shared);
}

hipError_t hipModuleLaunchKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz,
                                 unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                 hipStream_t s, void **params, void **extra) {
  const uint32_t g[3] = {gx, gy, gz}, b[3] = {bx, by, bz};
  return gh_done(module_launch(f, g, b, shared, s, params, extra, false, NULL));
}

hipError_t hipModuleLaunchCooperativeKernel(hipFunction_t f, unsigned gx, unsigned gy, unsigned gz,
                                            unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                            hipStream_t s, void **params) {
  const uint32_t g[3] = {gx, gy, gz}, b[3] = {bx, by, bz};
  return gh_done(module_launch(f, g, b, shared, s, params, NULL, true, NULL));
}

// ---- launching with attributes ----

typedef struct attributes {
  bool cooperative;
  uint32_t cluster[3]; // 0: none
} attributes;

// Reads the attributes of a launch on a device. A cluster of one block is a block. Priorities and windows of
// the cache are hints.
static hipError_t read_attributes(const gh_device *d, const hipLaunchAttribute *list, unsigned n,
                                  const uint32_t grid[3], attributes *a) {
  *a = (attributes){0};
  if (n && !list) return hipErrorInvalidValue;
  for (unsigned i = 0; i < n; i++) {
    const hipLaunchAttributeValue *v = &list[i].value;
    switch (list[i].id) {
    case hipLaunchAttributeCooperative:
      a->cooperative = v->cooperative;
      break;
    case hipLaunchAttributeClusterDimension:
      a->cluster[0] = v->clusterDim.x;
      a->cluster[1] = v->clusterDim.y;
      a->cluster[2] = v->clusterDim.z;
      for (int k = 0; k < 3; k++)
        if (!a->cluster[k] || grid[k] % a->cluster[k]) return hipErrorInvalidClusterSize;
      break;
    case hipLaunchAttributePriority:
    case hipLaunchAttributeAccessPolicyWindow:
      break;
    default:
      return hipErrorInvalidValue;
    }
  }
  if ((uint64_t)a->cluster[0] * a->cluster[1] * a->cluster[2] <= 1) a->cluster[0] = 0;
  return a->cluster[0] && !d->drv->launch_clusters ? hipErrorInvalidClusterSize : hipSuccess;
}

hipError_t hipLaunchKernelExC(const hipLaunchConfig_t *c, const void *host, void **args) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  gh_func *f;
  gh_stream *s;
  attributes a;
  if (!c) return gh_done(hipErrorInvalidConfiguration);
  if ((e = launched_on(host, c->stream, &f, &s)) != hipSuccess) return gh_done(e);
  const uint32_t g[3] = {c->gridDim.x, c->gridDim.y, c->gridDim.z},
                 b[3] = {c->blockDim.x, c->blockDim.y, c->blockDim.z};
  if ((e = read_attributes(f->dev, c->attrs, c->numAttrs, g, &a)) != hipSuccess) return gh_done(e);
  e = start(f, s, g, b, c->dynamicSmemBytes, args, a.cooperative, a.cluster[0] ? a.cluster : NULL);
  return gh_done(a.cooperative ? other_status(e, COOPERATIVE, f, g, b, c->dynamicSmemBytes) : e);
}

hipError_t hipDrvLaunchKernelEx(const HIP_LAUNCH_CONFIG *c, hipFunction_t h, void **params,
                                void **extra) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  attributes a;
  gh_func *f = gh_func_of(h);
  if (!c) return gh_done(hipErrorInvalidValue);
  if (!f) return gh_done(hipErrorInvalidResourceHandle);
  const uint32_t g[3] = {c->gridDimX, c->gridDimY, c->gridDimZ},
                 b[3] = {c->blockDimX, c->blockDimY, c->blockDimZ};
  if ((e = read_attributes(f->dev, c->attrs, c->numAttrs, g, &a)) != hipSuccess) return gh_done(e);
  return gh_done(module_launch(h, g, b, c->sharedMemBytes, c->hStream, params, extra, a.cooperative,
                               a.cluster[0] ? a.cluster : NULL));
}

// Divides a grid that is given in work-items into blocks. On AMD's devices the last block of a
// dimension may be smaller; here this is supported if it is the only one.
static hipError_t fit_blocks(hipFunction_t h, size_t shared, uint32_t grid[3], uint32_t block[3]) {
  const uint32_t one[3] = {1, 1, 1};
  bool cut = false;
  for (int i = 0; i < 3; i++) {
    if (!grid[i] || !block[i]) return hipErrorInvalidValue;
    if (grid[i] > block[i] && grid[i] % block[i]) return hipErrorInvalidValue;
    cut |= grid[i] < block[i];
  }
  if (cut) { // the device must support the block that was requested
    gh_func *f = gh_ready() == hipSuccess ? gh_func_of(h) : NULL;
    if (f && check_launch(f, one, block, shared) != hipSuccess) return hipErrorInvalidValue;
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
  if (e == hipSuccess) e = gh_done(module_launch(f, g, b, shared, s, params, extra, false, NULL));
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

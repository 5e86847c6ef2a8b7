// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Kernel launches on OpenCL devices: variants of a kernel, instances of a variant, arguments.

#define _GNU_SOURCE
#include "opencl.h"

#include <stdlib.h>
#include <string.h>

#define CL_KERNEL_EXEC_INFO_SVM_PTRS 0x11B6
#define CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL 0x4200
#define CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL 0x4201
#define CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL 0x4202

static void free_instances(gh_func *f, gh_variant *variant) {
  unsigned n = atomic_load(&variant->count);
  for (unsigned i = 0; i < n; i++) {
    // The first kernel object belongs to the core's module.
    if (i > 0) f->dev->cl.release_kernel(variant->inst[i].kernel);
    free(variant->inst[i].last);
  }
}

void gh_opencl_function_free(gh_func *f) {
  free_instances(f, &f->variant);
  if (f->specialised.generic) free_instances(f, f->specialised.generic);
  free(f->specialised.generic);
}

static void prepare_instance(gh_func *f, gh_instance *in) {
  const struct gh_cl *cl = &f->dev->cl;
  if (f->dev->model == GH_MEM_USM) {
    // Once per kernel: allow indirect accesses.
    uint32_t yes = 1;
    for (uint32_t k = CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL;
         k <= CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL; k++)
      cl->set_exec_info(in->kernel, k, sizeof yes, &yes);
  }
  for (uint32_t i = 0; i < f->nargs; i++)
    if (f->args[i].kind == GH_ARG_SEGMENT) cl->set_arg_pointer(in->kernel, i, f->module->segment);
  in->local = SIZE_MAX;
}

static bool is_specialised(const gh_specialisations *s, unsigned n, const uint32_t block[3]) {
  for (unsigned i = 0; i < n; i++)
    if (memcmp(s->size[i], block, sizeof s->size[i]) == 0) return true;
  return false;
}

// The variant for a launch whose work-group size is not known to have a specialisation.
static hipError_t request_variant(gh_func *f, const uint32_t grid[3], const uint32_t block[3],
                                  const uint32_t key[3], gh_variant **out) {
  gh_specialisations *s = &f->specialised;
  void *kernel = NULL;
  hipError_t e = gh_go.variant(f, grid, block, &kernel);
  if (e != hipSuccess) return e;
  pthread_mutex_lock(&s->mu);
  unsigned n = atomic_load(&s->count);
  if (kernel) {
    if (!s->generic && (s->generic = calloc(1, sizeof *s->generic)))
      gh_first_instance(s->generic, kernel);
    if (s->generic) *out = s->generic;
  } else if (!is_specialised(s, n, key) && n < GH_MAX_SPECIALISED) {
    memcpy(s->size[n], key, sizeof s->size[n]);
    atomic_store_explicit(&s->count, n + 1, memory_order_release);
  }
  pthread_mutex_unlock(&s->mu);
  return hipSuccess;
}

// The variant of the kernel for a launch. Which grids the driver takes for wide is in
// backend/opencl/pocl_sizes.go.
static inline hipError_t variant_of(gh_func *f, const uint32_t grid[3], const uint32_t block[3],
                                    gh_variant **out) {
  *out = &f->variant;
  if (!f->per_size) return hipSuccess;
  uint32_t key[3] = {block[0], block[1], block[2]};
  if ((uint64_t)grid[0] * block[0] >= UINT16_MAX || (uint64_t)grid[1] * block[1] >= UINT16_MAX ||
      (uint64_t)block[2] * block[2] >= UINT16_MAX)
    key[0] |= GH_WIDE;
  unsigned n = atomic_load_explicit(&f->specialised.count, memory_order_acquire);
  if (LIKELY(is_specialised(&f->specialised, n, key))) return hipSuccess;
  return request_variant(f, grid, block, key, out);
}

// An instance of a variant of the kernel that no other thread is using, or the first one.
static gh_instance *take_instance(gh_func *f, gh_variant *variant) {
  unsigned n = atomic_load_explicit(&variant->count, memory_order_acquire);
  for (unsigned i = 0; i < n; i++)
    if (LIKELY(pthread_mutex_trylock(&variant->inst[i].mu) == 0)) return &variant->inst[i];
  if (n < GH_INSTANCES && f->dev->cl.clone_kernel && pthread_mutex_trylock(&variant->grow) == 0) {
    n = atomic_load(&variant->count);
    gh_instance *in = NULL;
    if (n < GH_INSTANCES) {
      int32_t e = 0;
      // The copy includes the arguments, which the holder of the first instance may be setting.
      pthread_mutex_lock(&variant->inst[0].mu);
      void *k = f->dev->cl.clone_kernel(variant->inst[0].kernel, &e);
      pthread_mutex_unlock(&variant->inst[0].mu);
      if (k) {
        in = &variant->inst[n];
        pthread_mutex_init(&in->mu, NULL);
        pthread_mutex_lock(&in->mu);
        in->kernel = k;
        in->last = calloc(1, f->cache_size + 1);
        prepare_instance(f, in);
        atomic_store_explicit(&variant->count, n + 1, memory_order_release);
      }
    }
    pthread_mutex_unlock(&variant->grow);
    if (in) return in;
  }
  pthread_mutex_lock(&variant->inst[0].mu);
  return &variant->inst[0];
}

// With coarse-grained SVM the allocations that a kernel may access must be listed, but only if they
// have changed since the last launch.
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

static inline bool same_launch(const gh_instance *in, const uint32_t grid[3],
                               const uint32_t block[3], size_t shared) {
  return in->dims && in->shared == shared && memcmp(in->grid, grid, sizeof in->grid) == 0 &&
         memcmp(in->block, block, sizeof in->block) == 0;
}

static void note_launch(gh_instance *in, const uint32_t grid[3], const uint32_t block[3],
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

// Returns an instance that no other thread is using and whose last launch had this configuration,
// so that nothing need be checked again, or NULL.
static inline gh_instance *take_again(gh_func *f, const uint32_t grid[3], const uint32_t block[3],
                                      size_t shared) {
  unsigned n = atomic_load_explicit(&f->variant.count, memory_order_acquire);
  for (unsigned i = 0; i < n; i++) {
    gh_instance *in = &f->variant.inst[i];
    if (UNLIKELY(pthread_mutex_trylock(&in->mu) != 0)) continue;
    if (LIKELY(same_launch(in, grid, block, shared))) return in;
    pthread_mutex_unlock(&in->mu);
    break;
  }
  return NULL;
}

// Returns an instance for a launch with another configuration than its last one, or an error of the
// configuration.
static hipError_t take_anew(gh_func *f, const uint32_t grid[3], const uint32_t block[3],
                            size_t shared, gh_instance **out) {
  hipError_t r = gh_check_launch(f, grid, block, shared);
  if (r != hipSuccess) return r;
  gh_variant *variant;
  r = variant_of(f, grid, block, &variant);
  if (r != hipSuccess) return r;
  gh_instance *in = take_instance(f, variant);
  if (!in->last) {
    in->last = calloc(1, f->cache_size + 1);
    if (!in->last) {
      pthread_mutex_unlock(&in->mu);
      return hipErrorOutOfMemory;
    }
    prepare_instance(f, in);
  }
  note_launch(in, grid, block, shared);
  *out = in;
  return hipSuccess;
}

// memcmp, inlined for the sizes of nearly all arguments.
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
      // Marked and enqueued atomically, so that gh_drain never resets the buffer while the kernel
      // uses it.
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

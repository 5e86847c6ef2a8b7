// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The Go core's view of C: the shared structures, and wrappers for calls through function pointers,
// which Go cannot make.
#ifndef GOHIP_CORE_H
#define GOHIP_CORE_H

#include "../driver.h"

#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#define FUNC_MAGIC 0x46706967u

static inline hipError_t sh_submit(gh_shim *s, gh_stream *st, const gh_op *op) {
  return s->submit(st, op);
}
static inline hipError_t sh_stream_of(gh_shim *s, hipStream_t h, gh_stream **o) {
  return s->stream_of(h, o);
}
static inline hipError_t sh_finish(gh_shim *s, gh_stream *st) { return s->finish(st); }
static inline hipError_t sh_finish_device(gh_shim *s, gh_device *d) { return s->finish_device(d); }
static inline hipError_t sh_finish_null(gh_shim *s, gh_device *d) { return s->finish_null(d); }
static inline int sh_current_device(gh_shim *s) { return s->current_device(); }
static inline gh_binary *sh_binary(gh_shim *s, int i) { return s->binary(i); }
static inline int sh_binary_count(gh_shim *s) { return s->binary_count(); }
static inline gh_symbol *sh_symbol(gh_shim *s, const void *h) { return s->symbol(h); }
static inline gh_symbol *sh_symbol_at(gh_shim *s, int i) { return s->symbol_at(i); }
static inline int sh_symbol_count(gh_shim *s) { return s->symbol_count(); }
static inline bool sh_find_alloc(gh_shim *s, const void *p, gh_alloc *o) {
  return s->find_alloc(p, o);
}
static inline bool sh_in_arena(gh_shim *s, const void *p) { return s->in_arena(p); }
static inline hipError_t sh_alloc(gh_shim *s, gh_device *d, uint32_t kind, uint32_t flags, size_t n,
                                  void **o) {
  return s->alloc(d, kind, flags, n, o);
}
static inline hipError_t sh_track(gh_shim *s, const gh_alloc *a) { return s->track(a); }
static inline bool sh_find_registered(gh_shim *s, const void *p, size_t n, gh_alloc *o) {
  return s->find_registered(p, n, o);
}
static inline bool sh_untrack(gh_shim *s, const void *p, gh_alloc *o) { return s->untrack(p, o); }
static inline hipError_t sh_unregister(gh_shim *s, gh_device *d, gh_alloc *a) {
  void *p = (void *)a->start;
  s->untrack(p, a);
  return s->host_unregister(d, p);
}
static inline bool sh_update_alloc(gh_shim *s, const gh_alloc *a) { return s->update_alloc(a); }
static inline hipError_t sh_free(gh_shim *s, void *p) { return s->free_memory(p); }
static inline gh_event *sh_event_of(gh_shim *s, hipEvent_t e) { return s->event_of(e); }
static inline hipError_t sh_check_launch(gh_shim *s, gh_func *f, const uint32_t g[3],
                                         const uint32_t b[3], size_t n) {
  return s->check_launch(f, g, b, n);
}
static inline void sh_captures(gh_shim *s, int change) { s->captures(change); }
static inline int sh_thread_capture_mode(gh_shim *s, int set) {
  return s->thread_capture_mode(set);
}
static inline uint64_t sh_layout(void) { return GH_LAYOUT; }
static inline int sh_elevated(void) { return getauxval(AT_SECURE) != 0; }
static inline void sh_rearm(gh_shim *s) { s->rearm(); }
static inline void sh_reset_device(gh_shim *s, gh_device *d) { s->reset_device(d); }
static inline void sh_free_all(gh_shim *s, gh_device *d) { s->free_all(d); }
static inline hipError_t sh_event_create(gh_shim *s, hipEvent_t *o, unsigned flags) {
  return s->event_create(o, flags);
}
static inline void sh_share_event(gh_shim *s, gh_event *e, gh_shared_event *with, int file) {
  s->share_event(e, with, file);
}
static inline gh_stream *sh_new_branch(gh_shim *s, gh_device *d, hipError_t *e) {
  return s->new_branch(d, e);
}
static inline hipError_t sh_query(gh_shim *s, gh_stream *st) { return s->query(st); }
static inline bool sh_follows(gh_shim *s, gh_stream *st, uint64_t id, unsigned long seq) {
  return s->follows(st, id, seq);
}
static inline unsigned long sh_stream_seq(gh_stream *s) { return atomic_load(&s->seq); }
static inline gh_event *sh_new_event(gh_shim *s, gh_device *d, unsigned flags) {
  return s->new_event(d, flags);
}
static inline void sh_drop_event(gh_shim *s, gh_event *e) { s->drop_event(e); }
// Output of a branch is printed when the stream of the launch is waited for.
static inline void sh_pass_printed(gh_stream *lane, gh_stream *s) {
  if (atomic_load(&lane->printed)) atomic_store(&s->printed, 1);
}
static inline void sh_set_device(gh_shim *s, int d) { s->set_device(d); }
static inline hipError_t sh_stream_create(gh_shim *s, hipStream_t *o, unsigned flags, int prio) {
  return s->stream_create(o, flags, prio);
}
static inline void sh_call_host(hipHostFn_t fn, void *data) { fn(data); }

// Accessors for atomic members, which Go does not treat as atomic.

// Threads that look a kernel up at the same time each set it, one after the other. The first also
// gives it its host function, which others may read by then.
static inline void sh_set_function(gh_symbol *s, int device, gh_func *f) {
  if (f && f->host != s->host) f->host = s->host;
  atomic_store_explicit(&s->fn[device], f, memory_order_release);
}
static inline gh_func *sh_function(gh_symbol *s, int device) { return atomic_load(&s->fn[device]); }
// Memory of other processes, if the driver supports it.
static inline hipError_t drv_ipc_get(gh_device *d, void *p, hipIpcMemHandle_t *h) {
  return d->drv->ipc_get(d, p, h);
}
static inline hipError_t drv_ipc_open(gh_device *d, const hipIpcMemHandle_t *h, void **p,
                                      size_t *size) {
  return d->drv->ipc_open(d, h, p, size);
}
static inline hipError_t drv_ipc_close(gh_device *d, void *p) { return d->drv->ipc_close(d, p); }
static inline void *sh_stream_capture(gh_stream *s) { return atomic_load(&s->capture); }
static inline void sh_set_stream_capture(gh_stream *s, void *c) { atomic_store(&s->capture, c); }
static inline hipError_t sh_sticky(gh_device *d) { return (hipError_t)atomic_load(&d->sticky); }
static inline size_t sh_used_memory(gh_device *d) { return atomic_load(&d->used_memory); }
static inline int sh_event_state(gh_event *e) { return atomic_load(&e->state); }
static inline void sh_first_instance(gh_func *f, void *kernel) {
  gh_first_instance(&f->variant, kernel);
  pthread_mutex_init(&f->specialised.mu, NULL);
  f->launch = NULL;
}
static inline void sh_use_driver(gh_func *f, void *native) {
  f->native = native;
  f->launch = f->dev->drv->launch;
}
static inline const char *sh_cuda_open(gh_shim *s) { return s->cuda_open(); }
static inline hipError_t sh_alloc_async(gh_shim *s, gh_stream *st, void *pool, size_t n, void **o) {
  return s->alloc_async(st, pool, n, o);
}
static inline hipError_t sh_free_async(gh_shim *s, gh_stream *st, void *p) {
  return s->free_async(st, p);
}
// Marks for pools.
static inline bool drv_marks(gh_device *d) { return d->drv->mark != NULL; }
static inline bool drv_passed(gh_device *d, const gh_pool_mark *m) { return d->drv->passed(d, m); }
static inline void drv_unmark(gh_device *d, gh_pool_mark *m) { d->drv->unmark(d, m); }
static inline void drv_return_memory(gh_device *d) {
  if (d->drv->return_memory) d->drv->return_memory(d);
}
static inline bool sh_mapped(gh_shim *s, const void *p, size_t n) { return s->mapped(p, n); }
static inline hipError_t sh_host_register(gh_shim *s, gh_device *d, void *p, size_t n,
                                          uint32_t flags) {
  return s->host_register(d, p, n, flags);
}
static inline hipError_t sh_host_unregister(gh_shim *s, gh_device *d, void *p) {
  return s->host_unregister(d, p);
}
static inline void sh_add_printer(gh_module *m) {
  pthread_mutex_lock(&m->dev->mu);
  m->next = m->dev->printers;
  m->dev->printers = m;
  pthread_mutex_unlock(&m->dev->mu);
}
static inline void sh_remove_printer(gh_module *m) {
  pthread_mutex_lock(&m->dev->mu);
  for (gh_module **p = &m->dev->printers; *p; p = &(*p)->next)
    if (*p == m) {
      *p = m->next;
      break;
    }
  pthread_mutex_unlock(&m->dev->mu);
}
static inline gh_func *sh_new_function(gh_shim *s) { return s->new_function(); }
static inline void sh_free_function(gh_shim *s, gh_func *f) { s->free_function(f); }

// A gh_op contains a union, which Go sees as bytes; these functions access its members.
static inline gh_op op_copy3d(gh_copy3d c) {
  gh_op o = {.kind = GH_OP_COPY3D};
  o.u.copy3d = c;
  return o;
}
static inline gh_op op_fill(gh_fill f) {
  gh_op o = {.kind = GH_OP_FILL};
  o.u.fill = f;
  return o;
}
static inline gh_op op_copy(void *d, const void *s, size_t n, int k) {
  gh_op o = {.kind = GH_OP_COPY};
  o.u.copy.dst = d, o.u.copy.src = s, o.u.copy.size = n, o.u.copy.kind = k;
  return o;
}
static inline gh_op op_host(hipHostFn_t f, void *d) {
  gh_op o = {.kind = GH_OP_HOST};
  o.u.host.fn = f, o.u.host.data = d;
  return o;
}
static inline gh_op op_callback(hipStreamCallback_t f, void *d) {
  gh_op o = {.kind = GH_OP_CALLBACK};
  o.u.callback.fn = f, o.u.callback.data = d;
  return o;
}
static inline gh_op op_event(int kind, gh_event *e, unsigned flags) {
  gh_op o = {.kind = kind};
  o.u.event.event = e, o.u.event.flags = flags;
  return o;
}
static inline gh_op op_value(int kind, void *p, uint64_t v, uint64_t m, unsigned flags,
                             unsigned size) {
  gh_op o = {.kind = kind};
  o.u.value.ptr = p, o.u.value.value = v, o.u.value.mask = m, o.u.value.flags = flags,
  o.u.value.size = size;
  return o;
}
static inline gh_op op_mem(int kind, void *p, size_t n, void *pool) {
  gh_op o = {.kind = kind};
  o.u.mem.ptr = p, o.u.mem.size = n, o.u.mem.pool = pool;
  return o;
}
static inline gh_op op_mark(void *p, size_t n, gh_pool_mark *mark) {
  gh_op o = op_mem(GH_OP_FREE, p, n, NULL);
  o.u.mem.mark = mark;
  return o;
}
static inline gh_op op_launch(gh_func *f, const uint32_t g[3], const uint32_t b[3], size_t shared,
                              void **args, bool coop) {
  gh_op o = {.kind = GH_OP_LAUNCH};
  o.u.launch.f = f;
  memcpy(o.u.launch.grid, g, 12);
  memcpy(o.u.launch.block, b, 12);
  o.u.launch.shared = shared;
  o.u.launch.args = args;
  o.u.launch.cooperative = coop;
  return o;
}
static inline void op_set_cluster(gh_op *o, const uint32_t cluster[3]) {
  memcpy(o->u.launch.cluster, cluster, 12);
}
typedef struct op_launch_parts {
  gh_func *f;
  uint32_t grid[3], block[3];
  size_t shared;
  void **args;
  bool cooperative;
  uint32_t cluster[3];
} op_launch_parts;
static inline op_launch_parts op_get_launch(const gh_op *o) {
  op_launch_parts p = {.f = o->u.launch.f,
                       .shared = o->u.launch.shared,
                       .args = o->u.launch.args,
                       .cooperative = o->u.launch.cooperative};
  memcpy(p.cluster, o->u.launch.cluster, 12);
  memcpy(p.grid, o->u.launch.grid, 12);
  memcpy(p.block, o->u.launch.block, 12);
  return p;
}
static inline gh_copy3d op_get_copy3d(const gh_op *o) {
  if (o->kind != GH_OP_COPY) return o->u.copy3d;
  gh_copy3d c = {
      .dst = o->u.copy.dst, .src = o->u.copy.src, .width = o->u.copy.size, .height = 1, .depth = 1};
  c.dst_pitch = c.src_pitch = c.dst_slice = c.src_slice = c.width;
  return c;
}
static inline int op_get_copy_kind(const gh_op *o) {
  return o->kind == GH_OP_COPY ? o->u.copy.kind : hipMemcpyDefault;
}
static inline gh_fill op_get_fill(const gh_op *o) { return o->u.fill; }
static inline hipHostFn_t op_get_host_fn(const gh_op *o) { return o->u.host.fn; }
static inline void *op_get_host_data(const gh_op *o) { return o->u.host.data; }
static inline gh_event *op_get_event(const gh_op *o) { return o->u.event.event; }
static inline unsigned op_get_event_flags(const gh_op *o) { return o->u.event.flags; }
static inline hipStreamCallback_t op_get_callback(const gh_op *o) { return o->u.callback.fn; }
static inline void *op_get_callback_data(const gh_op *o) { return o->u.callback.data; }
typedef struct op_value_parts {
  void *ptr;
  uint64_t value, mask;
  unsigned flags, size;
} op_value_parts;
static inline op_value_parts op_get_value(const gh_op *o) {
  op_value_parts p = {o->u.value.ptr, o->u.value.value, o->u.value.mask, o->u.value.flags,
                      o->u.value.size};
  return p;
}
static inline void *op_get_mem(const gh_op *o) { return o->u.mem.ptr; }
static inline size_t op_get_mem_size(const gh_op *o) { return o->u.mem.size; }

// Bit fields, which cgo does not support.
static inline void set_arch(hipDeviceArch_t *a, bool doubles) {
  a->hasGlobalInt32Atomics = a->hasGlobalFloatAtomicExch = a->hasSharedInt32Atomics = 1;
  a->hasSharedFloatAtomicExch = a->hasFloatAtomicAdd = a->hasGlobalInt64Atomics = 1;
  a->hasSharedInt64Atomics = a->hasWarpVote = a->hasWarpBallot = a->hasWarpShuffle = 1;
  a->hasThreadFenceSystem = a->hasSurfaceFuncs = a->has3dGrid = 1;
  a->hasDoubles = doubles;
}

// The exported Go functions that gh_core points to.
hipError_t gohipInit(gh_shim *shim);
hipError_t gohipCall(int number, uint64_t *words, uint64_t *result);
hipError_t gohipResolve(gh_symbol *sym, int device);
void gohipUnregister(int binary);
hipError_t gohipCapture(gh_stream *s, gh_op *op);
hipError_t gohipInvalidate(gh_stream *s, gh_device *waits);
void gohipLeave(gh_stream *s);
hipError_t gohipGraphFreed(void *p);
hipError_t gohipFuncBySymbol(void *host, gh_func **out);
hipError_t gohipVariant(gh_func *f, uint32_t *grid, uint32_t *block, void **native);
hipError_t gohipCheckCooperative(gh_func *f, uint32_t *grid, uint32_t *block, size_t shared);
void gohipPoolFreed(void *pool, void *ptr, size_t size);
void gohipPoolRelease(void *block);
void gohipPoolsPassed(int device);
int gohipPrefetch(int device);
void gohipSettle(void);
hipError_t gohipEmulate(gh_func *f, uint32_t *grid, uint32_t *block, size_t shared, void **args);
hipError_t gohipEmulatorAlloc(int ordinal, uint32_t kind, size_t size, void **out);
hipError_t gohipEmulatorFree(int ordinal, void *p);
hipError_t gohipEmulatorRegister(int ordinal, void *p, size_t size);
hipError_t gohipAMDImage(void *image, char *target, void **out, size_t *size);

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Streams, events, memory and launches on the CPU device. A stream is a queue of the engine
// (cpu_engine.h), its operations have the engine's numbers, and an event is such a number. Memory
// is the process's own.

#define _GNU_SOURCE
#include "cpu_engine.h"
#include "pool.h"
#include "shim.h"

#include <stdlib.h>
#include <string.h>

#define IMMEDIATE                                                                                  \
  (64u << 10) // bytes: a copy or fill up to this size is done at once if the stream is idle

// gh_device.device
typedef struct cpu_device {
  gohip_cpu_state state;
  // The end of the last cooperative launch; under gh_device.cooperating.
  gohip_cpu_queue *cooperative;
  uint64_t cooperative_end;
} cpu_device;

// ---- streams ----

static hipError_t stream_new(gh_stream *s) {
  gh_device *d = s->dev;
  if (!d->device) { // the null stream is the first
    cpu_device *c = calloc(1, sizeof *c);
    if (!c) return hipErrorOutOfMemory;
    c->state = (gohip_cpu_state){&d->sticky, &d->abort_word};
    d->device = c;
    gohip_cpu_set_threads(d->processors);
  }
  s->queue = gohip_cpu_new_queue(&((cpu_device *)d->device)->state, s->priority);
  return s->queue ? hipSuccess : hipErrorOutOfMemory;
}

static void limit_stream(gh_stream *s, unsigned units) { gohip_cpu_limit_queue(s->queue, units); }

static void stream_destroy(gh_stream *s) {
  gohip_cpu_wait(s->queue, gohip_cpu_submitted(s->queue));
  gohip_cpu_put_queue(s->queue);
}

// Records the number of a submitted operation.
static void mark(gh_stream *s, uint64_t number) {
  unsigned long now = atomic_load_explicit(&s->seq, memory_order_relaxed);
  while (now < number && !atomic_compare_exchange_weak(&s->seq, &now, number)) {
  }
}

static inline hipError_t marked(gh_stream *s, int result) {
  mark(s, gohip_cpu_submitted(s->queue));
  return (hipError_t)result;
}

static bool busy(gh_stream *s) { return !gohip_cpu_done(s->queue, gohip_cpu_submitted(s->queue)); }

static hipError_t follow_stream(gh_stream *waiter, gh_stream *first) {
  return marked(waiter,
                gohip_cpu_order(waiter->queue, first->queue, gohip_cpu_submitted(first->queue)));
}

// ---- waiting ----

// Queues outlive their streams, so waiting for them needs no lock.
typedef struct points {
  struct point {
    gohip_cpu_queue *queue;
    uint64_t number;
  } *list;
  size_t n, room;
} points;

static void add_point(points *p, gh_stream *s) {
  uint64_t number = gohip_cpu_submitted(s->queue);
  if (gohip_cpu_done(s->queue, number)) return;
  if (p->n == p->room) {
    size_t room = p->room ? 2 * p->room : 16;
    struct point *list = realloc(p->list, room * sizeof *list);
    if (!list) { // waited for with the lock held, then
      gohip_cpu_wait(s->queue, number);
      return;
    }
    p->list = list;
    p->room = room;
  }
  p->list[p->n++] = (struct point){s->queue, number};
}

static void wait_points(points *p) {
  for (size_t i = 0; i < p->n; i++) gohip_cpu_wait(p->list[i].queue, p->list[i].number);
  free(p->list);
}

static void finish_printing(gh_device *d) {
  points wait = {0};
  pthread_mutex_lock(&d->mu);
  for (gh_stream *s = d->null_stream; s; s = s == d->null_stream ? d->streams : s->next)
    if (atomic_exchange(&s->printed, 0)) add_point(&wait, s);
  pthread_mutex_unlock(&d->mu);
  wait_points(&wait);
}

static hipError_t settle(gh_device *d) {
  if (UNLIKELY(atomic_load_explicit(&d->printed, memory_order_relaxed))) gh_drain(d);
  return gh_device_error(d);
}

static hipError_t finish(gh_stream *s) {
  gohip_cpu_wait(s->queue, gohip_cpu_submitted(s->queue));
  if (UNLIKELY(atomic_load_explicit(&s->printed, memory_order_relaxed))) gh_drain(s->dev);
  return gh_device_error(s->dev);
}

static hipError_t finish_streams(gh_device *d, bool blocking_only) {
  gh_stream *null = d->null_stream;
  gohip_cpu_wait(null->queue, gohip_cpu_submitted(null->queue));
  points wait = {0};
  pthread_mutex_lock(&d->mu);
  for (gh_stream *s = d->streams; s; s = s->next)
    if ((s->blocking || !blocking_only) && !atomic_load(&s->capture)) add_point(&wait, s);
  pthread_mutex_unlock(&d->mu);
  wait_points(&wait);
  return settle(d);
}

static hipError_t finish_device(gh_device *d) { return finish_streams(d, false); }
static hipError_t finish_null(gh_device *d) { return finish_streams(d, true); }

static hipError_t query(gh_stream *s) {
  if (s->legacy ? !gh_settled(s) : busy(s)) return hipErrorNotReady;
  return finish(s);
}

static void reset(gh_device *d) {
  pthread_mutex_lock(&d->cooperating);
  ((cpu_device *)d->device)->cooperative = NULL;
  pthread_mutex_unlock(&d->cooperating);
}

// ---- launch ----

static hipError_t submit_launch(gh_func *f, gh_stream *s, gohip_cpu_task *t) {
  if (LIKELY(!f->prints)) {
    mark(s, gohip_cpu_submit(s->queue, t));
    return hipSuccess;
  }
  // Marked and enqueued atomically, so that gh_drain never resets the buffer while the kernel uses
  // it.
  pthread_rwlock_rdlock(&f->dev->printing);
  atomic_store(&f->module->printed, 1);
  atomic_store(&s->printed, 1);
  atomic_store(&f->dev->printed, 1);
  mark(s, gohip_cpu_submit(s->queue, t));
  pthread_rwlock_unlock(&f->dev->printing);
  return hipSuccess;
}

static hipError_t launch(gh_func *f, gh_stream *s, const uint32_t grid[3], const uint32_t block[3],
                         size_t shared, void **args) {
  hipError_t e = gh_check_launch(f, grid, block, shared);
  if (UNLIKELY(e != hipSuccess)) return e;
  if (UNLIKELY(f->nexplicit && !args)) return hipErrorInvalidValue;
  if (UNLIKELY(s->dev != f->dev)) return hipErrorInvalidHandle;
  gohip_cpu_task *t;
  void *kernarg;
  int r = gohip_cpu_new_launch(s->queue, f->native, grid, block, (uint32_t)shared, &t, &kernarg);
  if (UNLIKELY(r)) return (hipError_t)r;
  const gh_arg *a = f->args;
  for (uint32_t i = 0, n = f->nargs; i < n; i++, a++) {
    if (UNLIKELY(a->kind > GH_ARG_POINTER)) continue;
    char *to = (char *)kernarg + a->offset;
    const void *v = *args++;
    if (LIKELY(a->size == 8))
      memcpy(to, v, 8);
    else if (a->size == 4)
      memcpy(to, v, 4);
    else
      memcpy(to, v, a->size);
  }
  return submit_launch(f, s, t);
}

// Cooperative launches of a device are serialised, whatever their streams: the grid barrier counts
// for all kernels of a module.
static hipError_t launch_cooperative(gh_stream *s, const gh_op *op) {
  cpu_device *c = s->dev->device;
  hipError_t e = hipSuccess;
  if (!gohip_cpu_all_fit(op->u.launch.f->native, op->u.launch.grid, op->u.launch.block,
                         (uint32_t)op->u.launch.shared))
    return hipErrorOutOfMemory;
  pthread_mutex_lock(&s->dev->cooperating);
  if (c->cooperative) e = marked(s, gohip_cpu_order(s->queue, c->cooperative, c->cooperative_end));
  if (e == hipSuccess)
    e = launch(op->u.launch.f, s, op->u.launch.grid, op->u.launch.block, op->u.launch.shared,
               op->u.launch.args);
  if (e == hipSuccess) {
    c->cooperative = s->queue;
    c->cooperative_end = gohip_cpu_submitted(s->queue);
  }
  pthread_mutex_unlock(&s->dev->cooperating);
  return e;
}

static hipError_t host(gh_stream *s, void (*fn)(void *), void *data) {
  hipError_t e = gh_order(s);
  return e != hipSuccess ? e : marked(s, gohip_cpu_host(s->queue, fn, data));
}

// ---- events ----

static gh_pool stamps = {.mu = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(gh_stamp)};

static void release_stamp(gh_stamp *stamp) {
  if (stamp && atomic_fetch_sub(&stamp->held, 1) == 1) gh_pool_put(&stamps, stamp);
}

static void take_time(void *arg) {
  gh_stamp *stamp = arg;
  gohip_cpu_time(&stamp->when);
  release_stamp(stamp);
}

// An event without a time is the number of what was submitted last.
static hipError_t enqueue_record(gh_stream *s, unsigned flags, gh_stamp **stamp) {
  if (flags & hipEventDisableTiming) return hipSuccess;
  gh_stamp *new = gh_pool_get(&stamps);
  if (!new) return hipErrorOutOfMemory;
  atomic_store(&new->held, 2);
  int r = gohip_cpu_call(s->queue, take_time, new);
  if (r)
    gh_pool_put(&stamps, new);
  else
    *stamp = new;
  return marked(s, r);
}

static hipError_t event_record(gh_event *e, gh_stream *s) {
  if (UNLIKELY(e->shared != NULL)) {
    hipError_t pass = gh_submit_shared(s, e, true);
    if (pass != hipSuccess) return pass;
  }
  gh_stamp *stamp = NULL;
  hipError_t r = gh_order(s);
  if (r == hipSuccess) r = enqueue_record(s, e->flags, &stamp);
  if (r != hipSuccess) return r;
  pthread_mutex_lock(&e->mu);
  gh_stamp *old = e->stamp;
  e->ev = s->queue;
  e->seq = gohip_cpu_submitted(s->queue);
  e->stamp = stamp;
  e->stream = s;
  e->stream_id = s->id;
  e->when = 0;
  e->captured = NULL;
  atomic_store(&e->state, 1);
  pthread_mutex_unlock(&e->mu);
  release_stamp(old);
  return hipSuccess;
}

// The queue and position of the last record, NULL if there is nothing to wait for.
static gohip_cpu_queue *recorded(gh_event *e, uint64_t *number) {
  pthread_mutex_lock(&e->mu);
  gohip_cpu_queue *q = atomic_load(&e->state) == 1 ? e->ev : NULL;
  *number = e->seq;
  pthread_mutex_unlock(&e->mu);
  return q;
}

static hipError_t event_wait(gh_stream *s, gh_event *e) {
  if (UNLIKELY(e->shared != NULL)) return gh_submit_shared(s, e, false);
  uint64_t number;
  if (e->dev->drv != s->dev->drv) return e->dev->drv->event_sync(e);
  gohip_cpu_queue *q = recorded(e, &number);
  if (!q) return hipSuccess;
  hipError_t r = gh_order(s);
  if (r == hipSuccess) r = marked(s, gohip_cpu_order(s->queue, q, number));
  if (r == hipSuccess) gh_follow(s, e->stream_id, number);
  return r;
}

// Records the time of a complete event, once.
static void complete(gh_event *e) {
  pthread_mutex_lock(&e->mu);
  if (atomic_load(&e->state) == 1 && gohip_cpu_done(e->ev, e->seq)) {
    if (e->stamp) e->when = atomic_load(&e->stamp->when);
    atomic_store(&e->state, 2);
  }
  pthread_mutex_unlock(&e->mu);
}

static hipError_t event_sync(gh_event *e) {
  if (UNLIKELY(e->shared != NULL)) {
    gh_shared_wait(e->shared, atomic_load(&e->shared->recorded));
    return gh_device_error(e->dev);
  }
  uint64_t number;
  gohip_cpu_queue *q = recorded(e, &number);
  if (!q) return gh_device_error(e->dev);
  gohip_cpu_wait(q, number);
  complete(e);
  return settle(e->dev);
}

static hipError_t event_query(gh_event *e) {
  if (UNLIKELY(e->shared != NULL)) {
    bool passed = gh_shared_passed(e->shared, atomic_load(&e->shared->recorded));
    return passed ? gh_device_error(e->dev) : hipErrorNotReady;
  }
  uint64_t number;
  gohip_cpu_queue *q = recorded(e, &number);
  if (!q) return gh_device_error(e->dev);
  if (!gohip_cpu_done(q, number)) return hipErrorNotReady;
  complete(e);
  return gh_device_error(e->dev);
}

static hipError_t event_elapsed(float *ms, gh_event *start, gh_event *stop) {
  hipError_t a = event_query(start), b = event_query(stop);
  if (a == hipErrorNotReady || b == hipErrorNotReady) return hipErrorNotReady;
  *ms = (float)((double)(int64_t)(stop->when - start->when) * 1e-6);
  return hipSuccess;
}

static void event_destroy(gh_event *e) { release_stamp(e->stamp); }

// ---- memory ----

static hipError_t alloc(gh_device *d, uint32_t kind, uint32_t flags, size_t size, void **out) {
  (void)flags;
  return gh_system_alloc(kind, size, d->total_memory, out);
}

static hipError_t release(gh_device *d, const gh_alloc *a) {
  (void)d;
  gh_system_free(a);
  return hipSuccess;
}

static hipError_t host_register(gh_device *d, void *p, size_t size, uint32_t flags) {
  (void)d, (void)p, (void)size, (void)flags;
  return hipSuccess;
}

static hipError_t host_unregister(gh_device *d, void *p) {
  (void)d, (void)p;
  return hipSuccess;
}

// ---- copies and fills ----

static hipError_t copy_sync(gh_device *d, void *dst, const void *src, size_t size,
                            const gh_copy_ends *ends) {
  (void)ends;
  hipError_t e = gh_finish_null(d);
  if (e == hipSuccess) gh_host_copy(dst, src, size);
  return e;
}

static hipError_t enqueue_copy(gh_stream *s, void *dst, const void *src, size_t size) {
  hipError_t e = gh_order(s);
  return e != hipSuccess ? e : marked(s, gohip_cpu_copy(s->queue, dst, src, size));
}

static hipError_t copy(gh_stream *s, void *dst, const void *src, size_t size, int kind) {
  gh_copy_ends ends;
  hipError_t e = gh_check_copy(dst, src, size, kind, &ends);
  if (e != hipSuccess) return e;
  bool dst_pageable = ends.dst_pageable || kind == hipMemcpyHostToHost;
  if (gh_settled(s) && size <= IMMEDIATE) {
    gh_host_copy(dst, src, size);
    return hipSuccess;
  }
  // The program may reuse pageable memory once the call returns, so such a source is read now and
  // such a destination is written before the return.
  if (dst_pageable || (ends.src_pageable && (size > GH_STAGED_COPY || gh_settled(s)))) {
    e = enqueue_copy(s, dst, src, size);
    if (e != hipSuccess) return e;
    return s->legacy ? gh_finish_null(s->dev) : gh_finish(s);
  }
  if (!ends.src_pageable) return enqueue_copy(s, dst, src, size);
  void *stage = malloc(size);
  if (!stage) return hipErrorOutOfMemory;
  memcpy(stage, src, size);
  e = enqueue_copy(s, dst, stage, size);
  int r = e == hipSuccess ? gohip_cpu_call(s->queue, free, stage) : -1;
  if (r) {
    gohip_cpu_wait(s->queue, gohip_cpu_submitted(s->queue));
    free(stage);
  }
  return e == hipSuccess ? marked(s, r) : e;
}

static hipError_t fill(gh_stream *s, const gh_fill *f) {
  size_t size = f->width * f->elem;
  bool row = f->height == 1 && f->depth == 1;
  if (!row || (size <= IMMEDIATE && gh_settled(s))) return gh_run_fill(s, f);
  hipError_t e = gh_order(s);
  return e != hipSuccess ? e
                         : marked(s, gohip_cpu_fill(s->queue, f->dst, &f->value, f->elem, size));
}

static hipError_t submit(gh_stream *s, const gh_op *op) {
  switch (op->kind) {
  case GH_OP_COPY:
    return copy(s, op->u.copy.dst, op->u.copy.src, op->u.copy.size, op->u.copy.kind);
  case GH_OP_COPY3D:
    return gh_run_copy3d(s, &op->u.copy3d);
  case GH_OP_FILL:
    return fill(s, &op->u.fill);
  case GH_OP_WAIT_VALUE:
  case GH_OP_WRITE_VALUE:
    return gh_run_value(s, op);
  }
  return hipErrorInvalidValue;
}

const struct gh_driver gh_cpu_driver = {
    .launch = launch,
    .launch_cooperative = launch_cooperative,
    .stream_new = stream_new,
    .stream_destroy = stream_destroy,
    .limit_stream = limit_stream,
    .finish = finish,
    .finish_device = finish_device,
    .finish_null = finish_null,
    .query = query,
    .busy = busy,
    .follow_stream = follow_stream,
    .finish_printing = finish_printing,
    .idle = gh_settled,
    .reset = reset,
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
    .host_register = host_register,
    .host_unregister = host_unregister,
    .copy_sync = copy_sync,
    .unlimited = true,
};

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Operations of a stream (gh_op): how each is submitted to the stream's device, or recorded in the
// graph that the stream is captured into.

#define _GNU_SOURCE
#include "shim.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

hipError_t gh_enqueue_host(gh_stream *s, void (*fn)(void *), void *data) {
  return s->dev->drv->host(s, fn, data);
}

hipError_t gh_run_in_order(gh_stream *s, void (*fn)(void *), void *data) {
  if (gh_idle(s)) {
    fn(data);
    return hipSuccess;
  }
  return gh_enqueue_host(s, fn, data);
}

hipError_t gh_run_with_copy(gh_stream *s, void (*fn)(void *), const void *data, size_t n,
                            bool now_if_idle) {
  void *copy = malloc(n);
  if (!copy) return hipErrorOutOfMemory;
  memcpy(copy, data, n);
  hipError_t e = now_if_idle ? gh_run_in_order(s, fn, copy) : gh_enqueue_host(s, fn, copy);
  if (e != hipSuccess) free(copy);
  return e;
}

typedef struct callback {
  hipStreamCallback_t fn;
  gh_stream *stream;
  void *data;
} callback;

static void run_callback(void *arg) {
  callback *c = arg;
  c->fn(c->stream, gh_device_error(c->stream->dev), c->data);
  free(c);
}

static void run_free(void *p) { gh_free_memory(p); }

// ---- operations by the host, for devices that use its memory ----

static void run_copy3d(void *arg) {
  gh_copy3d *c = arg;
  gh_do_copy3d(c);
  if (c->staged) free((void *)c->src);
  free(c);
}

hipError_t gh_run_copy3d(gh_stream *s, const gh_copy3d *c) {
  return gh_run_with_copy(s, run_copy3d, c, sizeof *c, true);
}

static void run_fill(void *arg) {
  gh_do_fill(arg);
  free(arg);
}

hipError_t gh_run_fill(gh_stream *s, const gh_fill *f) {
  return gh_run_with_copy(s, run_fill, f, sizeof *f, true);
}

typedef struct value_op {
  volatile void *ptr;
  uint64_t value, mask;
  unsigned flags, size;
} value_op;

static void run_wait_value(void *arg) {
  value_op v = *(value_op *)arg;
  free(arg);
  if (v.size == 4) v.mask &= UINT32_MAX;
  for (unsigned spins = 0;; spins++) {
    uint64_t now = v.size == 8 ? atomic_load((_Atomic uint64_t *)v.ptr)
                               : atomic_load((_Atomic uint32_t *)v.ptr);
    now &= v.mask;
    uint64_t want = v.value & v.mask;
    bool ok = v.flags == hipStreamWaitValueGte
                  ? (v.size == 8 ? (int64_t)(now - want) >= 0
                                 : (int32_t)((uint32_t)now - (uint32_t)want) >= 0)
              : v.flags == hipStreamWaitValueEq  ? now == want
              : v.flags == hipStreamWaitValueAnd ? (now & want) != 0
                                                 : (~(now | v.value) & v.mask) != 0;
    if (ok) return;
    if (spins > 1000) {
      struct timespec ts = {0, 20000};
      nanosleep(&ts, NULL);
    }
  }
}

static void run_write_value(void *arg) {
  value_op *v = arg;
  if (v->size == 8)
    atomic_store((_Atomic uint64_t *)v->ptr, v->value);
  else
    atomic_store((_Atomic uint32_t *)v->ptr, (uint32_t)v->value);
  free(v);
}

hipError_t gh_run_value(gh_stream *s, const gh_op *op) {
  value_op v = {op->u.value.ptr, op->u.value.value, op->u.value.mask, op->u.value.flags,
                op->u.value.size};
  if (op->kind == GH_OP_WAIT_VALUE) return gh_run_with_copy(s, run_wait_value, &v, sizeof v, false);
  return gh_run_with_copy(s, run_write_value, &v, sizeof v, true);
}

// ---- order ----

void gh_follow(gh_stream *s, uint64_t id, unsigned long seq) {
  pthread_mutex_lock(&s->mu);
  unsigned at = 0;
  while (at < GH_FOLLOWED && s->followed[at].id != id) at++;
  if (at == GH_FOLLOWED) at = s->nfollowed++ % GH_FOLLOWED;
  if (s->followed[at].id != id || s->followed[at].seq < seq)
    s->followed[at] = (gh_followed){id, seq};
  pthread_mutex_unlock(&s->mu);
}

bool gh_follows(gh_stream *s, uint64_t id, unsigned long seq) {
  bool yes = false;
  pthread_mutex_lock(&s->mu);
  for (unsigned i = 0; i < GH_FOLLOWED; i++)
    if (s->followed[i].id == id && s->followed[i].seq >= seq) yes = true;
  pthread_mutex_unlock(&s->mu);
  return yes;
}

static hipError_t launch(gh_stream *s, const gh_op *op) {
  return op->u.launch.f->launch(op->u.launch.f, s, op->u.launch.grid, op->u.launch.block,
                                op->u.launch.shared, op->u.launch.args);
}

// Whether a blocking stream is being captured. Work in the legacy stream would have to wait for
// it, and no such dependency can be captured.
static bool captures_blocking(gh_device *d) {
  bool hit = false;
  pthread_mutex_lock(&d->mu);
  for (gh_stream *o = d->streams; o; o = o->next)
    if (o->blocking && atomic_load(&o->capture)) hit = true;
  pthread_mutex_unlock(&d->mu);
  return hit;
}

hipError_t gh_submit(gh_stream *s, const gh_op *op) {
  if (UNLIKELY(atomic_load_explicit(&s->capture, memory_order_relaxed) != NULL))
    return gh_go.capture(s, op);
  if (UNLIKELY(s->legacy && atomic_load_explicit(&gh_captures, memory_order_relaxed)) &&
      op->kind != GH_OP_RECORD && captures_blocking(s->dev)) {
    gh_go.invalidate(NULL, NULL);
    return hipErrorStreamCaptureImplicit;
  }
  gh_device *d = s->dev;
  hipError_t r = gh_device_error(d);
  if (UNLIKELY(r != hipSuccess)) return r;
  switch (op->kind) {
  case GH_OP_LAUNCH:
    r = gh_order(s);
    if (r != hipSuccess) return r;
    if (op->u.launch.cluster[0]) return d->drv->launch_clusters(s, op);
    return op->u.launch.cooperative ? d->drv->launch_cooperative(s, op) : launch(s, op);
  case GH_OP_COPY:
  case GH_OP_COPY3D:
  case GH_OP_FILL:
  case GH_OP_WAIT_VALUE:
  case GH_OP_WRITE_VALUE:
    return d->drv->submit(s, op);
  case GH_OP_HOST:
    return gh_enqueue_host(s, op->u.host.fn, op->u.host.data);
  case GH_OP_CALLBACK: {
    callback c = {op->u.callback.fn, s->parent ? s->parent : s, op->u.callback.data};
    return gh_run_with_copy(s, run_callback, &c, sizeof c, false);
  }
  case GH_OP_RECORD:
    return gh_record(op->u.event.event, s, op->u.event.flags);
  case GH_OP_WAIT:
    return d->drv->event_wait(s, op->u.event.event);
  case GH_OP_ALLOC:
    return hipSuccess;
  case GH_OP_FREE:
    if (op->u.mem.mark) return d->drv->mark(s, op->u.mem.mark);
    if (d->drv->free_async) return gh_free_async(s, op->u.mem.ptr);
    if (op->u.mem.pool) return gh_run_in_order(s, gh_go.pool_release, op->u.mem.pool);
    return gh_run_in_order(s, run_free, op->u.mem.ptr);
  }
  return hipErrorInvalidValue;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Operations of a stream (gh_op): what each becomes on the stream's device, or in the graph
// that the stream is captured into.

#define _GNU_SOURCE
#include "shim.h"

#include <stdlib.h>
#include <string.h>

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
    if (d->drv->free_async) return gh_free_async(s, op->u.mem.ptr);
    if (op->u.mem.pool) return gh_run_in_order(s, gh_go.pool_release, op->u.mem.pool);
    return gh_run_in_order(s, run_free, op->u.mem.ptr);
  }
  return hipErrorInvalidValue;
}

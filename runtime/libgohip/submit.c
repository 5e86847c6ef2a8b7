// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Operations of a stream (gh_op): what each becomes on the stream's device, or in the graph
// that the stream is captured into.

#define _GNU_SOURCE
#include "cuda.h"
#include "shim.h"

#include <stdlib.h>
#include <time.h>

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

static void run_copy3d(void *arg) {
  gh_copy3d *c = arg;
  gh_do_copy3d(c);
  if (c->staged) free((void *)c->src);
  free(c);
}

// Without gaps, and of memory that does not overlap: what one command of a queue copies.
static bool one_piece(const gh_copy3d *c) {
  size_t n = c->width * c->height * c->depth;
  bool rows = c->height == 1 || (c->dst_pitch == c->width && c->src_pitch == c->width);
  bool slices = c->depth == 1 ||
                (c->dst_slice == c->width * c->height && c->src_slice == c->width * c->height);
  return rows && slices && (c->dst + n <= c->src || c->src + n <= c->dst);
}

static void run_fill(void *arg) {
  gh_do_fill(arg);
  free(arg);
}

static void run_free(void *p) { gh_free_memory(p); }

static void follow(gh_stream *s, uint64_t id, unsigned long seq) {
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

// Cooperative launches of a device come one after the other, whatever their streams: two at
// once might each wait for blocks that the other leaves no room for, and the grid's barrier
// counts for all kernels of a module.
static hipError_t launch_cooperative(gh_stream *s, const gh_op *op) {
  gh_device *d = s->dev;
  int32_t e = 0;
  pthread_mutex_lock(&d->cooperating);
  if (d->cooperative) e = d->cl.enqueue_barrier(s->queue, 1, &d->cooperative, NULL);
  hipError_t r = e ? gh_cl_error(e) : launch(s, op);
  if (r == hipSuccess) {
    void *end = NULL;
    e = d->cl.enqueue_marker(s->queue, 0, NULL, &end);
    r = gh_cl_error(e);
    if (e == 0) {
      if (d->cooperative) d->cl.release_event(d->cooperative);
      d->cooperative = end;
      d->cl.flush(s->queue);
    }
  }
  pthread_mutex_unlock(&d->cooperating);
  return r;
}

hipError_t gh_submit(gh_stream *s, const gh_op *op) {
  if (UNLIKELY(atomic_load_explicit(&s->capture, memory_order_relaxed) != NULL))
    return gh_go.capture(s, op);
  if (UNLIKELY(s->legacy && atomic_load_explicit(&gh_captures, memory_order_relaxed)) &&
      op->kind != GH_OP_RECORD) {
    // Work in the legacy stream would have to wait for a blocking stream that is
    // being captured, and no such dependency can be captured.
    gh_device *d = s->dev;
    bool hit = false;
    pthread_mutex_lock(&d->mu);
    for (gh_stream *o = d->streams; o; o = o->next)
      if (o->blocking && atomic_load(&o->capture)) hit = true;
    pthread_mutex_unlock(&d->mu);
    if (hit) {
      gh_go.invalidate(NULL, NULL);
      return hipErrorStreamCaptureImplicit;
    }
  }
  gh_device *d = s->dev;
  hipError_t r = gh_device_error(d);
  if (UNLIKELY(r != hipSuccess)) return r;
  if (d->drv) {
    switch (op->kind) {
    case GH_OP_LAUNCH:
      if (!op->u.launch.cooperative) break;
      return d->drv->launch_cooperative(op->u.launch.f, s, op->u.launch.grid, op->u.launch.block,
                                        op->u.launch.shared, op->u.launch.args);
    case GH_OP_WAIT:
      return d->drv->event_wait(s, op->u.event.event);
    case GH_OP_COPY:
    case GH_OP_COPY3D:
    case GH_OP_FILL:
    case GH_OP_WAIT_VALUE:
    case GH_OP_WRITE_VALUE:
      return d->drv->submit(s, op);
    case GH_OP_FREE:
      return gh_free_async(s, op->u.mem.ptr);
    }
  }
  switch (op->kind) {
  case GH_OP_LAUNCH:
    r = gh_order(s);
    if (r != hipSuccess) return r;
    return op->u.launch.cooperative ? launch_cooperative(s, op) : launch(s, op);
  case GH_OP_COPY:
    return gh_copy(s, op->u.copy.dst, op->u.copy.src, op->u.copy.size, op->u.copy.kind);
  case GH_OP_COPY3D:
    if (d->host_access && (gh_idle(s) || !one_piece(&op->u.copy3d)))
      return gh_run_with_copy(s, run_copy3d, &op->u.copy3d, sizeof op->u.copy3d, true);
    r = gh_order(s);
    if (r == hipSuccess) r = gh_copy3d_now(s, &op->u.copy3d);
    if (r == hipSuccess && op->u.copy3d.staged)
      r = gh_enqueue_host(s, free, (void *)op->u.copy3d.src);
    return r;
  case GH_OP_FILL:
    // The host fills its own memory: an OpenCL fill of memory that OpenCL did not
    // allocate is allowed with system SVM, but crashes PoCL 6.
    if (d->host_access) return gh_run_with_copy(s, run_fill, &op->u.fill, sizeof op->u.fill, true);
    r = gh_order(s);
    return r != hipSuccess ? r : gh_fill_now(s, &op->u.fill);
  case GH_OP_HOST:
    return gh_enqueue_host(s, op->u.host.fn, op->u.host.data);
  case GH_OP_CALLBACK: {
    callback c = {op->u.callback.fn, s->parent ? s->parent : s, op->u.callback.data};
    return gh_run_with_copy(s, run_callback, &c, sizeof c, false);
  }
  case GH_OP_RECORD:
    return gh_record(op->u.event.event, s, op->u.event.flags);
  case GH_OP_WAIT: {
    gh_event *e = op->u.event.event;
    if (UNLIKELY(e->shared != NULL)) return gh_submit_shared(s, e, false);
    r = hipSuccess;
    pthread_mutex_lock(&e->mu);
    if (atomic_load(&e->state) == 1 && e->ev) {
      if (s->legacy || s->blocking) r = gh_order(s);
      if (r == hipSuccess && e->dev->context == d->context) {
        r = gh_cl_error(d->cl.enqueue_barrier(s->queue, 1, &e->ev, NULL));
        gh_mark(s);
        follow(s, e->stream_id, e->seq);
      } else if (r == hipSuccess) {
        r = gh_cl_error(e->dev->cl.wait_events(1, &e->ev));
      }
    }
    pthread_mutex_unlock(&e->mu);
    return r;
  }
  case GH_OP_WAIT_VALUE:
  case GH_OP_WRITE_VALUE: {
    value_op v = {op->u.value.ptr, op->u.value.value, op->u.value.mask, op->u.value.flags,
                  op->u.value.size};
    if (op->kind == GH_OP_WAIT_VALUE)
      return gh_run_with_copy(s, run_wait_value, &v, sizeof v, false);
    return gh_run_with_copy(s, run_write_value, &v, sizeof v, true);
  }
  case GH_OP_ALLOC:
    return hipSuccess;
  case GH_OP_FREE:
    if (op->u.mem.pool) return gh_run_in_order(s, gh_go.pool_release, op->u.mem.pool);
    return gh_run_in_order(s, run_free, op->u.mem.ptr);
  }
  return hipErrorInvalidValue;
}

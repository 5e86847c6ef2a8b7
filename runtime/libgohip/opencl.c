// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Streams, events, memory and copies on OpenCL devices.
//
// A stream is an in-order queue; order between streams is established by markers and barriers, and
// only where HIP requires it: the legacy null stream waits for every blocking stream and vice
// versa. Counters tell whether anything has happened since the last time, so a program with one
// stream does not pay for it.
//
// On a device that uses the host's memory, a synchronous copy is a memcpy once the streams that it
// must wait for are empty, and a small asynchronous one in an idle stream is done at once.

#define _GNU_SOURCE
#include "opencl.h"
#include "pool.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define CL_QUEUE_PROPERTIES 0x1093
#define CL_QUEUE_PROFILING_ENABLE 2u
#define CL_QUEUE_PRIORITY_KHR 0x1096
#define CL_EVENT_COMMAND_EXECUTION_STATUS 0x11D3
#define CL_PROFILING_COMMAND_END 0x1283

#define IMMEDIATE_COPY (64u << 10) // bytes: smaller copies are done at once in an idle stream

// Maps OpenCL results (OpenCL 3.0 API, appendix on error codes) to HIP's.
hipError_t gh_cl_error(int32_t e) {
  static const struct {
    int32_t cl;
    hipError_t hip;
  } map[] = {
      {0, hipSuccess},
      {-4, hipErrorOutOfMemory},            // MEM_OBJECT_ALLOCATION_FAILURE
      {-5, hipErrorLaunchOutOfResources},   // OUT_OF_RESOURCES
      {-6, hipErrorOutOfMemory},            // OUT_OF_HOST_MEMORY
      {-14, hipErrorLaunchFailure},         // EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST
      {-30, hipErrorInvalidValue},          // INVALID_VALUE
      {-36, hipErrorInvalidHandle},         // INVALID_COMMAND_QUEUE
      {-45, hipErrorInvalidDeviceFunction}, // INVALID_PROGRAM_EXECUTABLE
      {-48, hipErrorInvalidDeviceFunction}, // INVALID_KERNEL
      {-52, hipErrorInvalidValue},          // INVALID_KERNEL_ARGS
      {-54, hipErrorInvalidConfiguration},  // INVALID_WORK_GROUP_SIZE
      {-55, hipErrorInvalidConfiguration},  // INVALID_WORK_ITEM_SIZE
      {-63, hipErrorInvalidConfiguration},  // INVALID_GLOBAL_WORK_SIZE
  };
  for (size_t i = 0; i < sizeof map / sizeof *map; i++)
    if (map[i].cl == e) return map[i].hip;
  return e < 0 ? hipErrorLaunchFailure : hipSuccess;
}

// ---- queues ----

// Priority hints: 1 high, 2 medium, 4 low (cl_khr_priority_hints).
static uint64_t priority_hint(int priority) { return priority < 0 ? 1 : priority > 0 ? 4 : 2; }

// Queues are reused and never released (pocl-kept-queues): a driver may access a queue after the
// end of its last command, when whoever waited for that may have released it.
static void *take_queue(gh_device *d, int priority, hipError_t *err) {
  uint64_t hint = priority_hint(priority);
  pthread_mutex_lock(&d->mu);
  for (gh_spare **at = &d->spare; *at; at = &(*at)->next)
    if ((*at)->hint == hint) {
      gh_spare *found = *at;
      void *queue = found->queue;
      *at = found->next;
      pthread_mutex_unlock(&d->mu);
      free(found);
      return queue;
    }
  pthread_mutex_unlock(&d->mu);
  // A queue that keeps the times of its commands reads the clock four times for each.
  uint64_t times = d->host_timed ? 0 : CL_QUEUE_PROFILING_ENABLE;
  uint64_t with[] = {CL_QUEUE_PROPERTIES, times, CL_QUEUE_PRIORITY_KHR, hint, 0};
  uint64_t without[] = {CL_QUEUE_PROPERTIES, times, 0};
  int32_t e = 0;
  void *queue = priority ? d->cl.create_queue(d->context, d->device, with, &e) : NULL;
  // If the device rejects the property, a plain queue is created.
  if (!queue) queue = d->cl.create_queue(d->context, d->device, without, &e);
  if (!queue) *err = gh_cl_error(e);
  return queue;
}

static void put_queue(gh_device *d, void *queue, int priority) {
  if (!d->keeps_queues) {
    d->cl.release_queue(queue);
    return;
  }
  gh_spare *spare = malloc(sizeof *spare);
  if (!spare) return; // the queue is lost, which is better than released too early
  pthread_mutex_lock(&d->mu);
  *spare = (gh_spare){queue, priority_hint(priority), d->spare};
  d->spare = spare;
  pthread_mutex_unlock(&d->mu);
}

static hipError_t stream_new(gh_stream *s) {
  hipError_t e = hipSuccess;
  s->queue = take_queue(s->dev, s->priority, &e);
  return s->queue ? hipSuccess : e;
}

static void stream_destroy(gh_stream *s) {
  if (s->tail) s->dev->cl.release_event(s->tail);
  put_queue(s->dev, s->queue, s->priority);
}

// ---- order ----

static bool busy(gh_stream *s) { return gh_dirty(s); }

static hipError_t follow_stream(gh_stream *waiter, gh_stream *first) {
  const struct gh_cl *cl = &waiter->dev->cl;
  void *ev = NULL;
  int32_t e = cl->enqueue_marker(first->queue, 0, NULL, &ev);
  if (e == 0) {
    cl->flush(first->queue);
    e = cl->enqueue_barrier(waiter->queue, 1, &ev, NULL);
    cl->release_event(ev);
  }
  return gh_cl_error(e);
}

// A position in a stream. Another thread may destroy the stream meanwhile, so it is waited for by
// an event and identified by its number.
typedef struct point {
  void *event;
  uint64_t id;
  unsigned long seq;
} point;

typedef struct points {
  point *list;
  size_t n, room;
} points;

// Called with the device locked.
static hipError_t add_point(points *p, gh_stream *s) {
  if (p->n == p->room) {
    size_t room = p->room ? 2 * p->room : 16;
    point *list = realloc(p->list, room * sizeof *list);
    if (!list) return hipErrorOutOfMemory;
    p->list = list;
    p->room = room;
  }
  const struct gh_cl *cl = &s->dev->cl;
  point at = {.id = s->id, .seq = atomic_load(&s->seq)};
  int32_t e = cl->enqueue_marker(s->queue, 0, NULL, &at.event);
  if (e != 0) return gh_cl_error(e);
  cl->flush(s->queue);
  p->list[p->n++] = at;
  return hipSuccess;
}

// Waits for all of them; returns the first error.
static hipError_t wait_points(gh_device *d, points *p) {
  hipError_t first = hipSuccess;
  for (size_t i = 0; i < p->n; i++) {
    int32_t e = d->cl.wait_events(1, &p->list[i].event);
    if (e != 0 && first == hipSuccess) first = gh_cl_error(e);
    d->cl.release_event(p->list[i].event);
  }
  return first;
}

static void finish_printing(gh_device *d) {
  points wait = {0};
  pthread_mutex_lock(&d->mu);
  for (gh_stream *s = d->null_stream; s; s = s == d->null_stream ? d->streams : s->next)
    if (atomic_exchange(&s->printed, 0)) add_point(&wait, s);
  pthread_mutex_unlock(&d->mu);
  wait_points(d, &wait);
  free(wait.list);
}

static bool printf_read(gh_device *d, void *to, const void *from, size_t size) {
  return d->cl.enqueue_copy(d->null_stream->queue, 1, to, from, size, 0, NULL, NULL) == 0;
}

static void printf_reset(gh_device *d, uint32_t *buffer, uint32_t used, const uint32_t head[4]) {
  void *queue = d->null_stream->queue;
  uint32_t nothing = 0;
  d->cl.enqueue_fill(queue, buffer + 4, &nothing, 4, (used + 3) / 4 * 4, 0, NULL, NULL);
  d->cl.enqueue_copy(queue, 1, buffer, head, 4 * sizeof *head, 0, NULL, NULL);
}

static hipError_t settle(gh_stream *s) {
  gh_device *d = s->dev;
  if (UNLIKELY(atomic_load_explicit(&s->printed, memory_order_relaxed))) gh_drain(d);
  return gh_device_error(d);
}

static hipError_t finish(gh_stream *s) {
  if (gh_dirty(s)) {
    unsigned long seq = atomic_load(&s->seq);
    int32_t e = s->dev->cl.finish(s->queue);
    if (e < 0) return gh_cl_error(e);
    gh_ended(s, seq);
  }
  return settle(s);
}

static hipError_t finish_streams(gh_device *d, bool blocking_only) {
  hipError_t first = finish(d->null_stream);
  points wait = {0};
  bool printed = false;
  pthread_mutex_lock(&d->mu);
  for (gh_stream *s = d->streams; s; s = s->next) {
    if ((!s->blocking && blocking_only) || atomic_load(&s->capture)) continue;
    if (atomic_load(&s->printed)) printed = true;
    if (!gh_dirty(s)) continue;
    hipError_t e = add_point(&wait, s);
    if (first == hipSuccess) first = e;
  }
  pthread_mutex_unlock(&d->mu);
  if (LIKELY(!wait.n && !printed)) return first;
  hipError_t e = wait_points(d, &wait);
  if (first == hipSuccess) first = e;
  pthread_mutex_lock(&d->mu);
  for (gh_stream *s = d->streams; s; s = s->next)
    for (size_t i = 0; i < wait.n; i++)
      if (wait.list[i].id == s->id) gh_ended(s, wait.list[i].seq);
  pthread_mutex_unlock(&d->mu);
  free(wait.list);
  if (printed) gh_drain(d);
  return first == hipSuccess ? gh_device_error(d) : first;
}

static hipError_t finish_device(gh_device *d) { return finish_streams(d, false); }
static hipError_t finish_null(gh_device *d) { return finish_streams(d, true); }

static hipError_t query(gh_stream *s) {
  if (!gh_dirty(s)) {
    if (s->legacy && !gh_settled(s)) return hipErrorNotReady;
    return settle(s);
  }
  hipError_t e = hipSuccess;
  const struct gh_cl *cl = &s->dev->cl;
  int32_t status = 0;
  pthread_mutex_lock(&s->mu);
  unsigned long seq = atomic_load(&s->seq);
  if (!s->tail || s->tail_seq != seq) {
    if (s->tail) cl->release_event(s->tail);
    s->tail = NULL;
    e = gh_cl_error(cl->enqueue_marker(s->queue, 0, NULL, &s->tail));
    s->tail_seq = seq;
    cl->flush(s->queue);
  }
  // A marker in an empty queue completes almost at once, but not before it is polled.
  for (int i = 0; s->tail && i < 64; i++) {
    cl->event_info(s->tail, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    if (status <= 0) break;
  }
  if (status <= 0 && e == hipSuccess) gh_ended(s, seq);
  pthread_mutex_unlock(&s->mu);
  if (e != hipSuccess) return e;
  if (status > 0) return hipErrorNotReady;
  if (s->legacy && !gh_settled(s)) return hipErrorNotReady;
  return settle(s);
}

static void reset(gh_device *d) {
  pthread_mutex_lock(&d->cooperating);
  if (d->cooperative) d->cl.release_event(d->cooperative);
  d->cooperative = NULL;
  pthread_mutex_unlock(&d->cooperating);
}

// ---- launch ----

// Cooperative launches of a device are serialised, whatever their streams: two at once might each
// wait for blocks for which the other leaves no room, and the grid barrier counts for all kernels
// of a module.
static hipError_t launch_cooperative(gh_stream *s, const gh_op *op) {
  gh_device *d = s->dev;
  int32_t e = 0;
  pthread_mutex_lock(&d->cooperating);
  if (d->cooperative) e = d->cl.enqueue_barrier(s->queue, 1, &d->cooperative, NULL);
  hipError_t r = e ? gh_cl_error(e)
                   : gh_opencl_launch(op->u.launch.f, s, op->u.launch.grid, op->u.launch.block,
                                      op->u.launch.shared, op->u.launch.args);
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

// ---- events ----

static gh_pool stamps = {.mu = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(gh_stamp)};

static void release_stamp(gh_stamp *stamp) {
  if (stamp && atomic_fetch_sub(&stamp->held, 1) == 1) gh_pool_put(&stamps, stamp);
}

static void take_time(void *args) {
  gh_stamp *stamp = *(gh_stamp **)args;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  atomic_store(&stamp->when, (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec);
  release_stamp(stamp);
}

// Puts into the queue what a record of the event waits for, and what notes its time.
static hipError_t enqueue_record(gh_stream *s, unsigned flags, void **end, gh_stamp **stamp) {
  const struct gh_cl *cl = &s->dev->cl;
  if (!s->dev->host_timed || flags & hipEventDisableTiming)
    return gh_cl_error(cl->enqueue_marker(s->queue, 0, NULL, end));
  gh_stamp *new = gh_pool_get(&stamps);
  if (!new) return hipErrorOutOfMemory;
  atomic_store(&new->held, 2);
  int32_t e =
      cl->enqueue_native(s->queue, take_time, &new, sizeof new, 0, NULL, NULL, 0, NULL, end);
  if (e == 0)
    *stamp = new;
  else
    gh_pool_put(&stamps, new);
  return gh_cl_error(e);
}

static hipError_t event_record(gh_event *e, gh_stream *s) {
  gh_device *d = s->dev;
  if (UNLIKELY(e->shared != NULL)) {
    hipError_t pass = gh_submit_shared(s, e, true);
    if (pass != hipSuccess) return pass;
  }
  hipError_t r = gh_order(s);
  if (r != hipSuccess) return r;
  void *end = NULL;
  gh_stamp *stamp = NULL;
  unsigned long seq = atomic_load(&s->seq);
  if ((r = enqueue_record(s, e->flags, &end, &stamp)) != hipSuccess) return r;
  // Work that another thread enqueued meanwhile may follow it.
  if (gh_mark(s) == seq + 1) seq++;
  pthread_mutex_lock(&e->mu);
  void *old = e->ev;
  gh_stamp *old_stamp = e->stamp;
  e->ev = end;
  e->stamp = stamp;
  e->stream = s;
  e->stream_id = s->id;
  e->seq = seq;
  e->when = 0;
  e->captured = NULL;
  atomic_store(&e->state, 1);
  pthread_mutex_unlock(&e->mu);
  if (old) d->cl.release_event(old);
  release_stamp(old_stamp);
  return hipSuccess;
}

static hipError_t event_wait(gh_stream *s, gh_event *e) {
  if (UNLIKELY(e->shared != NULL)) return gh_submit_shared(s, e, false);
  gh_device *d = s->dev;
  hipError_t r = hipSuccess;
  pthread_mutex_lock(&e->mu);
  if (atomic_load(&e->state) == 1 && e->ev) {
    if (s->legacy || s->blocking) r = gh_order(s);
    if (r == hipSuccess && e->dev->context == d->context) {
      r = gh_cl_error(d->cl.enqueue_barrier(s->queue, 1, &e->ev, NULL));
      gh_mark(s);
      gh_follow(s, e->stream_id, e->seq);
    } else if (r == hipSuccess) {
      r = gh_cl_error(e->dev->cl.wait_events(1, &e->ev));
    }
  }
  pthread_mutex_unlock(&e->mu);
  return r;
}

// Records the device's time of a complete event, once.
static void complete(gh_event *ev) {
  pthread_mutex_lock(&ev->mu);
  if (atomic_load(&ev->state) == 1) {
    if (ev->stamp)
      ev->when = atomic_load(&ev->stamp->when);
    else if (!(ev->flags & hipEventDisableTiming))
      ev->dev->cl.event_profile(ev->ev, CL_PROFILING_COMMAND_END, sizeof ev->when, &ev->when, NULL);
    atomic_store(&ev->state, 2);
    // Everything before it has ended, too.
    gh_stream *s = ev->stream;
    if (s && s->magic == STREAM_MAGIC && s->id == ev->stream_id) gh_ended(s, ev->seq);
  }
  pthread_mutex_unlock(&ev->mu);
}

static hipError_t event_sync(gh_event *ev) {
  if (UNLIKELY(ev->shared != NULL)) {
    gh_shared_wait(ev->shared, atomic_load(&ev->shared->recorded));
    return gh_device_error(ev->dev);
  }
  if (atomic_load(&ev->state) != 1) return gh_device_error(ev->dev);
  void *handle = ev->ev;
  hipError_t e = gh_cl_error(ev->dev->cl.wait_events(1, &handle));
  if (e == hipSuccess) complete(ev);
  if (e == hipSuccess && ev->stream && atomic_load(&ev->stream->printed)) gh_drain(ev->dev);
  hipError_t dev = gh_device_error(ev->dev);
  return e != hipSuccess ? e : dev;
}

static hipError_t event_query(gh_event *ev) {
  if (UNLIKELY(ev->shared != NULL)) {
    bool passed = gh_shared_passed(ev->shared, atomic_load(&ev->shared->recorded));
    return passed ? gh_device_error(ev->dev) : hipErrorNotReady;
  }
  if (atomic_load(&ev->state) != 1) return gh_device_error(ev->dev);
  int32_t status = 0;
  pthread_mutex_lock(&ev->mu);
  if (ev->ev) {
    ev->dev->cl.event_info(ev->ev, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
  }
  pthread_mutex_unlock(&ev->mu);
  if (status > 0) return hipErrorNotReady;
  complete(ev);
  return gh_device_error(ev->dev);
}

static hipError_t event_elapsed(float *ms, gh_event *start, gh_event *stop) {
  if (hipEventQuery((hipEvent_t)start) == hipErrorNotReady ||
      hipEventQuery((hipEvent_t)stop) == hipErrorNotReady)
    return hipErrorNotReady;
  *ms = (float)(((double)(int64_t)(stop->when - start->when)) * 1e-6);
  return hipSuccess;
}

static void event_destroy(gh_event *ev) {
  if (ev->ev) ev->dev->cl.release_event(ev->ev);
  release_stamp(ev->stamp);
}

// ---- memory ----

// In other HIP runtimes, memory that the host can access comes zero-filled from the operating
// system, and programs rely on that; here it may have been another block's before, so it is
// cleared.
static hipError_t alloc(gh_device *d, uint32_t kind, uint32_t flags, size_t size, void **out) {
  const struct gh_cl *cl = &d->cl;
  void *p = NULL;
  bool zero = kind == GH_DEVICE;
  int32_t err = 0;
  (void)flags;
  switch (d->model) {
  case GH_MEM_SYSTEM:
    return gh_system_alloc(kind, size, d->total_memory, out);
  case GH_MEM_USM:
    if (kind == GH_HOST)
      p = cl->host_alloc(d->context, NULL, size, 0, &err);
    else if (kind == GH_MANAGED)
      p = cl->shared_alloc(d->context, d->device, NULL, size, 0, &err);
    else
      p = cl->device_alloc(d->context, d->device, NULL, size, 0, &err);
    break;
  case GH_MEM_SVM:
    p = cl->svm_alloc(d->context, kind == GH_DEVICE ? 1 : 1 | 1u << 10, size, 0);
    if (!p) p = cl->svm_alloc(d->context, 1, size, 0);
    break;
  }
  if (!p) return hipErrorOutOfMemory;
  if (!zero) memset(p, 0, size);
  *out = p;
  return hipSuccess;
}

static hipError_t release(gh_device *d, const gh_alloc *a) {
  void *p = (void *)a->start;
  switch (d->model) {
  case GH_MEM_SYSTEM:
    gh_system_free(a);
    break;
  case GH_MEM_USM:
    d->cl.usm_free(d->context, p);
    break;
  case GH_MEM_SVM:
    d->cl.svm_free(d->context, p);
    break;
  }
  return hipSuccess;
}

// The device can access all of the host's memory, or none but its own.
static hipError_t host_register(gh_device *d, void *p, size_t size, uint32_t flags) {
  (void)d, (void)p, (void)size, (void)flags;
  return hipSuccess;
}

static hipError_t host_unregister(gh_device *d, void *p) {
  (void)d, (void)p;
  return hipSuccess;
}

// ---- copies and fills ----

// Whether a copy is contiguous and does not overlap: then one command of a queue can do it.
static bool one_piece(const gh_copy3d *c) {
  size_t n = c->width * c->height * c->depth;
  bool rows = c->height == 1 || (c->dst_pitch == c->width && c->src_pitch == c->width);
  bool slices = c->depth == 1 ||
                (c->dst_slice == c->width * c->height && c->src_slice == c->width * c->height);
  return rows && slices && (c->dst + n <= c->src || c->src + n <= c->dst);
}

static hipError_t copy_sync(gh_device *d, void *dst, const void *src, size_t size,
                            const gh_copy_ends *ends) {
  hipError_t e = gh_finish_null(d);
  if (e != hipSuccess) return e;
  if (d->host_access || (ends->src_pageable && ends->dst_pageable)) {
    gh_host_copy(dst, src, size);
    return hipSuccess;
  }
  void *queue = d->null_stream->queue;
  return gh_cl_error(d->cl.enqueue_copy(queue, 1, dst, src, size, 0, NULL, NULL));
}

static void free_staged(void *ev, int32_t status, void *data) {
  (void)ev, (void)status;
  free(data);
}

static hipError_t copy(gh_stream *s, void *dst, const void *src, size_t size, int kind) {
  gh_copy_ends ends;
  hipError_t e = gh_check_copy(dst, src, size, kind, &ends);
  if (e != hipSuccess) return e;
  bool src_pageable = ends.src_pageable, dst_pageable = ends.dst_pageable;
  gh_device *d = s->dev;
  if (gh_settled(s) && d->host_access && (size <= IMMEDIATE_COPY || src_pageable || dst_pageable)) {
    gh_host_copy(dst, src, size);
    return hipSuccess;
  }
  // The program may reuse pageable memory once the call returns, so such a source
  // is read now and such a destination is written before the return.
  if (dst_pageable || (src_pageable && size > GH_STAGED_COPY)) {
    if (s->legacy)
      e = gh_finish_null(d);
    else {
      e = gh_order(s);
      if (e == hipSuccess) {
        gh_mark(s);
        e = gh_finish(s);
      }
    }
    if (e != hipSuccess) return e;
    if (d->host_access) {
      gh_host_copy(dst, src, size);
      return hipSuccess;
    }
    return gh_cl_error(d->cl.enqueue_copy(s->queue, 1, dst, src, size, 0, NULL, NULL));
  }
  e = gh_order(s);
  if (e != hipSuccess) return e;
  if (src_pageable) {
    void *stage = malloc(size);
    if (!stage) return hipErrorOutOfMemory;
    memcpy(stage, src, size);
    void *ev = NULL;
    int32_t r = d->cl.enqueue_copy(s->queue, 0, dst, stage, size, 0, NULL, &ev);
    if (r != 0 || d->cl.event_callback(ev, 0, free_staged, stage) != 0) {
      if (r == 0) d->cl.wait_events(1, &ev);
      free(stage);
    }
    if (ev) d->cl.release_event(ev);
    gh_mark(s);
    return gh_cl_error(r);
  }
  int32_t r = d->cl.enqueue_copy(s->queue, 0, dst, src, size, 0, NULL, NULL);
  gh_mark(s);
  return gh_cl_error(r);
}

// Row by row through the queue, for a device whose memory the host cannot access.
static hipError_t copy3d(gh_stream *s, const gh_copy3d *c) {
  const struct gh_cl *cl = &s->dev->cl;
  for (size_t z = 0; z < c->depth; z++) {
    char *dst = c->dst + z * c->dst_slice;
    const char *src = c->src + z * c->src_slice;
    int32_t e = 0;
    if (c->width == c->dst_pitch && c->width == c->src_pitch) {
      e = cl->enqueue_copy(s->queue, 0, dst, src, c->width * c->height, 0, NULL, NULL);
    } else {
      for (size_t y = 0; y < c->height && e == 0; y++)
        e = cl->enqueue_copy(s->queue, 0, dst + y * c->dst_pitch, src + y * c->src_pitch, c->width,
                             0, NULL, NULL);
    }
    if (e != 0) return gh_cl_error(e);
  }
  gh_mark(s);
  return hipSuccess;
}

static hipError_t fill(gh_stream *s, const gh_fill *f) {
  const struct gh_cl *cl = &s->dev->cl;
  for (size_t z = 0; z < f->depth; z++)
    for (size_t y = 0; y < f->height; y++) {
      int32_t e = cl->enqueue_fill(s->queue, f->dst + z * f->slice + y * f->pitch, &f->value,
                                   f->elem, f->width * f->elem, 0, NULL, NULL);
      if (e != 0) return gh_cl_error(e);
    }
  gh_mark(s);
  return hipSuccess;
}

// ---- operations ----

static hipError_t submit(gh_stream *s, const gh_op *op) {
  gh_device *d = s->dev;
  hipError_t r;
  switch (op->kind) {
  case GH_OP_COPY:
    return copy(s, op->u.copy.dst, op->u.copy.src, op->u.copy.size, op->u.copy.kind);
  case GH_OP_COPY3D:
    if (d->host_access && (gh_settled(s) || !one_piece(&op->u.copy3d)))
      return gh_run_copy3d(s, &op->u.copy3d);
    r = gh_order(s);
    if (r == hipSuccess) r = copy3d(s, &op->u.copy3d);
    if (r == hipSuccess && op->u.copy3d.staged)
      r = gh_enqueue_host(s, free, (void *)op->u.copy3d.src);
    return r;
  case GH_OP_FILL:
    // The host fills its own memory: an OpenCL fill of memory that OpenCL did not
    // allocate is allowed with system SVM, but may crash the driver (pocl-fills-by-host).
    if (d->host_fills) return gh_run_fill(s, &op->u.fill);
    r = gh_order(s);
    return r != hipSuccess ? r : fill(s, &op->u.fill);
  case GH_OP_WAIT_VALUE:
  case GH_OP_WRITE_VALUE:
    return gh_run_value(s, op);
  }
  return hipErrorInvalidValue;
}

const struct gh_driver gh_opencl_driver = {
    .launch = gh_opencl_launch,
    .launch_cooperative = launch_cooperative,
    .function_free = gh_opencl_function_free,
    .stream_new = stream_new,
    .stream_destroy = stream_destroy,
    .finish = finish,
    .finish_device = finish_device,
    .finish_null = finish_null,
    .query = query,
    .busy = busy,
    .follow_stream = follow_stream,
    .finish_printing = finish_printing,
    .printf_read = printf_read,
    .printf_reset = printf_reset,
    .idle = gh_settled,
    .reset = reset,
    .submit = submit,
    .host = gh_opencl_host,
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
    .gl_register = gh_opencl_gl_register,
    .gl_unregister = gh_opencl_gl_unregister,
    .gl_map = gh_opencl_gl_map,
    .gl_unmap = gh_opencl_gl_unmap,
    .gl_waits = true,
    .unlimited = true,
};

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Events: records in a stream's queue, and their times.

#define _GNU_SOURCE
#include "cuda.h"
#include "pool.h"
#include "shim.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define CL_EVENT_COMMAND_EXECUTION_STATUS 0x11D3
#define CL_PROFILING_COMMAND_END 0x1283

static gh_pool events = {.mu = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(gh_event)};
static gh_pool stamps = {.mu = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(gh_stamp)};

gh_event *gh_event_of(hipEvent_t h) {
  gh_event *e = (gh_event *)h;
  return e && gh_in_pool(&events, e) && e->magic == EVENT_MAGIC ? e : NULL;
}

// ---- events that processes share ----

static bool shared_passed(gh_shared_event *s, unsigned n) {
  return (int)(atomic_load(&s->completed) - n) >= 0;
}

static void shared_wait(gh_shared_event *s, unsigned n) {
  for (unsigned now = atomic_load(&s->completed); (int)(now - n) < 0;
       now = atomic_load(&s->completed))
    syscall(SYS_futex, &s->completed, FUTEX_WAIT, now, NULL, NULL, 0);
}

typedef struct shared_op {
  gh_shared_event *event;
  unsigned n;
} shared_op;

static void run_shared_wait(void *arg) {
  shared_op *o = arg;
  shared_wait(o->event, o->n);
  free(o);
}

static void run_shared_pass(void *arg) {
  shared_op *o = arg;
  unsigned now = atomic_load(&o->event->completed);
  while ((int)(now - o->n) < 0 && !atomic_compare_exchange_weak(&o->event->completed, &now, o->n)) {
  }
  syscall(SYS_futex, &o->event->completed, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
  free(o);
}

hipError_t gh_submit_shared(gh_stream *s, gh_event *e, bool record) {
  unsigned n =
      record ? atomic_fetch_add(&e->shared->recorded, 1) + 1 : atomic_load(&e->shared->recorded);
  shared_op o = {e->shared, n};
  return gh_run_with_copy(s, record ? run_shared_pass : run_shared_wait, &o, sizeof o, record);
}

void gh_share_event(gh_event *e, gh_shared_event *shared, int file) {
  pthread_mutex_lock(&e->mu);
  e->file = file;
  e->shared = shared;
  pthread_mutex_unlock(&e->mu);
}

// ---- records ----

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

gh_event *gh_new_event(gh_device *d, unsigned flags) {
  gh_event *ev = gh_pool_get(&events);
  if (!ev) return NULL;
  ev->flags = flags;
  ev->dev = d;
  pthread_mutex_init(&ev->mu, NULL);
  ev->magic = EVENT_MAGIC;
  return ev;
}

void gh_drop_event(gh_event *ev) {
  ev->magic = 0;
  if (ev->shared) { // nothing here may touch the counters any more
    gh_finish_device(ev->dev);
    munmap(ev->shared, 4096);
    close(ev->file);
  }
  if (ev->dev->drv)
    ev->dev->drv->event_destroy(ev);
  else if (ev->ev)
    ev->dev->cl.release_event(ev->ev);
  release_stamp(ev->stamp);
  gh_pool_put(&events, ev);
}

hipError_t hipEventCreateWithFlags(hipEvent_t *event, unsigned flags) {
  const unsigned known = hipEventBlockingSync | hipEventDisableTiming | hipEventInterprocess |
                         hipEventDisableSystemFence | hipEventReleaseToDevice |
                         hipEventReleaseToSystem;
  const unsigned release =
      hipEventReleaseToDevice | hipEventReleaseToSystem | hipEventDisableSystemFence;
  if (!event || flags & ~known) return gh_done(hipErrorInvalidValue);
  unsigned r = flags & release;
  if (r & (r - 1)) return gh_done(hipErrorInvalidValue);
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  // An event for other processes keeps no time.
  if (flags & hipEventInterprocess && !(flags & hipEventDisableTiming))
    return gh_done(hipErrorInvalidValue);
  *event = gh_new_event(gh_device_now(), flags);
  return *event ? hipSuccess : gh_done(hipErrorOutOfMemory);
}

hipError_t hipEventCreate(hipEvent_t *event) { return hipEventCreateWithFlags(event, 0); }

hipError_t gh_record(gh_event *e, gh_stream *s, unsigned flags) {
  (void)flags;
  gh_device *d = s->dev;
  if (e->dev != d) return hipErrorInvalidHandle;
  if (d->drv) return d->drv->event_record(e, s);
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
  // What another thread enqueued meanwhile may come after it.
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

hipError_t hipEventRecordWithFlags(hipEvent_t event, hipStream_t h, unsigned flags) {
  gh_stream *s;
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  gh_event *ev = gh_event_of(event);
  if (!ev) return gh_done(hipErrorInvalidResourceHandle);
  if (flags > hipEventRecordExternal) return gh_done(hipErrorInvalidValue);
  e = gh_stream_of(h, &s);
  if (e != hipSuccess) return gh_done(e);
  gh_op op = {.kind = GH_OP_RECORD, .u.event = {ev, flags}};
  return gh_done(gh_submit(s, &op));
}

hipError_t hipEventRecord(hipEvent_t event, hipStream_t h) {
  return hipEventRecordWithFlags(event, h, 0);
}

hipError_t hipEventDestroy(hipEvent_t event) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  gh_event *ev = gh_event_of(event);
  if (!ev) return gh_done(event ? hipErrorContextIsDestroyed : hipErrorInvalidHandle);
  gh_drop_event(ev);
  return hipSuccess;
}

// Notes the device's time of a complete event, once.
static void complete(gh_event *ev) {
  pthread_mutex_lock(&ev->mu);
  if (atomic_load(&ev->state) == 1) {
    if (ev->stamp)
      ev->when = atomic_load(&ev->stamp->when);
    else if (!(ev->flags & hipEventDisableTiming))
      ev->dev->cl.event_profile(ev->ev, CL_PROFILING_COMMAND_END, sizeof ev->when, &ev->when, NULL);
    atomic_store(&ev->state, 2);
    // With it has ended what came before it.
    gh_stream *s = ev->stream;
    if (s && s->magic == STREAM_MAGIC && s->id == ev->stream_id) gh_ended(s, ev->seq);
  }
  pthread_mutex_unlock(&ev->mu);
}

static hipError_t captured_event(gh_event *ev) {
  if (LIKELY(!ev->captured)) return gh_capture_guard();
  gh_go.invalidate(ev->stream, NULL);
  return hipErrorCapturedEvent;
}

hipError_t hipEventSynchronize(hipEvent_t event) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  gh_event *ev = gh_event_of(event);
  if (!ev) return gh_done(hipErrorInvalidHandle);
  if ((e = captured_event(ev)) != hipSuccess) return gh_done(e);
  if (ev->dev->drv) return gh_done(ev->dev->drv->event_sync(ev));
  if (UNLIKELY(ev->shared != NULL)) {
    shared_wait(ev->shared, atomic_load(&ev->shared->recorded));
    return gh_done(gh_device_error(ev->dev));
  }
  if (atomic_load(&ev->state) != 1) return gh_done(gh_device_error(ev->dev));
  void *handle = ev->ev;
  e = gh_cl_error(ev->dev->cl.wait_events(1, &handle));
  if (e == hipSuccess) complete(ev);
  if (e == hipSuccess && ev->stream && atomic_load(&ev->stream->printed)) gh_drain(ev->dev);
  hipError_t dev = gh_device_error(ev->dev);
  return gh_done(e != hipSuccess ? e : dev);
}

hipError_t hipEventQuery(hipEvent_t event) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  gh_event *ev = gh_event_of(event);
  if (!ev) return gh_done(hipErrorInvalidHandle);
  if ((e = captured_event(ev)) != hipSuccess) return gh_done(e);
  if (ev->dev->drv) {
    e = ev->dev->drv->event_query(ev);
    return e == hipErrorNotReady ? e : gh_done(e);
  }
  if (UNLIKELY(ev->shared != NULL)) {
    bool passed = shared_passed(ev->shared, atomic_load(&ev->shared->recorded));
    return passed ? gh_done(gh_device_error(ev->dev)) : hipErrorNotReady;
  }
  if (atomic_load(&ev->state) != 1) return gh_done(gh_device_error(ev->dev));
  int32_t status = 0;
  pthread_mutex_lock(&ev->mu);
  if (ev->ev) {
    ev->dev->cl.event_info(ev->ev, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
  }
  pthread_mutex_unlock(&ev->mu);
  if (status > 0) return hipErrorNotReady;
  complete(ev);
  return gh_done(gh_device_error(ev->dev));
}

hipError_t hipEventElapsedTime(float *ms, hipEvent_t start, hipEvent_t stop) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  if (!ms) return gh_done(hipErrorInvalidValue);
  gh_event *a = gh_event_of(start), *b = gh_event_of(stop);
  if (!a || !b) return gh_done(hipErrorInvalidHandle);
  if ((a->flags | b->flags) & hipEventDisableTiming) return gh_done(hipErrorInvalidHandle);
  if (!atomic_load(&a->state) || !atomic_load(&b->state)) return gh_done(hipErrorInvalidHandle);
  if (a->dev != b->dev) return gh_done(hipErrorInvalidHandle);
  if (a->dev->drv) {
    e = a->dev->drv->event_elapsed(ms, a, b);
    return e == hipErrorNotReady ? e : gh_done(e);
  }
  if (hipEventQuery(start) == hipErrorNotReady || hipEventQuery(stop) == hipErrorNotReady)
    return gh_done(hipErrorNotReady);
  *ms = (float)(((double)(int64_t)(b->when - a->when)) * 1e-6);
  return hipSuccess;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Events: records in a stream's queue, and their times.

#define _GNU_SOURCE
#include "pool.h"
#include "shim.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static gh_pool events = {.mu = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(gh_event)};

gh_event *gh_event_of(hipEvent_t h) {
  gh_event *e = (gh_event *)h;
  return e && gh_in_pool(&events, e) && e->magic == EVENT_MAGIC ? e : NULL;
}

// ---- events that processes share ----

bool gh_shared_passed(gh_shared_event *s, unsigned n) {
  return (int)(atomic_load(&s->completed) - n) >= 0;
}

void gh_shared_wait(gh_shared_event *s, unsigned n) {
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
  gh_shared_wait(o->event, o->n);
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
  if (ev->shared) { // the counters must not be accessed any more
    gh_finish_device(ev->dev);
    munmap(ev->shared, 4096);
    close(ev->file);
  }
  ev->dev->drv->event_destroy(ev);
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
  // An event for other processes has no time.
  if (flags & hipEventInterprocess && !(flags & hipEventDisableTiming))
    return gh_done(hipErrorInvalidValue);
  *event = gh_new_event(gh_device_now(), flags);
  return *event ? hipSuccess : gh_done(hipErrorOutOfMemory);
}

hipError_t hipEventCreate(hipEvent_t *event) { return hipEventCreateWithFlags(event, 0); }

hipError_t gh_record(gh_event *e, gh_stream *s, unsigned flags) {
  (void)flags;
  if (e->dev != s->dev) return hipErrorInvalidHandle;
  return s->dev->drv->event_record(e, s);
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
  return gh_done(ev->dev->drv->event_sync(ev));
}

hipError_t hipEventQuery(hipEvent_t event) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  gh_event *ev = gh_event_of(event);
  if (!ev) return gh_done(hipErrorInvalidHandle);
  if ((e = captured_event(ev)) != hipSuccess) return gh_done(e);
  e = ev->dev->drv->event_query(ev);
  return e == hipErrorNotReady ? e : gh_done(e);
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
  e = a->dev->drv->event_elapsed(ms, a, b);
  return e == hipErrorNotReady ? e : gh_done(e);
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Streams: their handles, and HIP's rules that do not depend on the device's driver.

#define _GNU_SOURCE
#include "pool.h"
#include "shim.h"

#include <stdlib.h>

static gh_pool streams = {.mu = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(gh_stream)};

static atomic_ulong stream_ids;
static __thread gh_stream *thread_streams[GH_MAX_DEVICES];
static pthread_key_t thread_key;
static pthread_once_t thread_once = PTHREAD_ONCE_INIT;

gh_stream *gh_new_stream(gh_device *d, unsigned flags, int priority, bool legacy, hipError_t *err) {
  gh_stream *s = gh_pool_get(&streams);
  if (!s) {
    *err = hipErrorOutOfMemory;
    return NULL;
  }
  s->flags = flags;
  s->priority = priority;
  s->dev = d;
  s->legacy = legacy;
  *err = d->drv->stream_new(s);
  if (*err != hipSuccess) {
    gh_pool_put(&streams, s);
    return NULL;
  }
  s->blocking = !legacy && !(flags & hipStreamNonBlocking);
  s->id = atomic_fetch_add(&stream_ids, 1) + 1;
  pthread_mutex_init(&s->mu, NULL);
  if (!legacy) {
    atomic_store(&s->seen_null, atomic_load(&d->null_stream->seq) - 1);
    pthread_mutex_lock(&d->mu);
    s->next = d->streams;
    if (s->next) s->next->prev = s;
    d->streams = s;
    if (s->blocking && !d->drv->orders_streams) atomic_fetch_add(&d->nblocking, 1);
    pthread_mutex_unlock(&d->mu);
  }
  s->magic = STREAM_MAGIC;
  return s;
}

static void drop_stream(gh_stream *s) {
  gh_device *d = s->dev;
  pthread_mutex_lock(&d->mu);
  if (s->prev)
    s->prev->next = s->next;
  else if (d->streams == s)
    d->streams = s->next;
  if (s->next) s->next->prev = s->prev;
  if (s->blocking && !d->drv->orders_streams) atomic_fetch_sub(&d->nblocking, 1);
  s->magic = 0;
  pthread_mutex_unlock(&d->mu);
  d->drv->stream_destroy(s);
  free(s->cu_mask);
  gh_pool_put(&streams, s);
}

// Creates a branch stream of a graph: it is not the program's, so hipDeviceReset leaves it alone.
gh_stream *gh_new_branch(gh_device *d, hipError_t *err) {
  gh_stream *s = gh_new_stream(d, hipStreamNonBlocking, 0, false, err);
  if (s) s->kept = true;
  return s;
}

static void thread_ends(void *unused) {
  (void)unused;
  if (atomic_load(&gh_state) != GH_READY) return;
  for (int i = 0; i < GH_MAX_DEVICES; i++)
    if (thread_streams[i]) {
      gh_finish(thread_streams[i]);
      drop_stream(thread_streams[i]);
      thread_streams[i] = NULL;
    }
}

static void make_thread_key(void) { pthread_key_create(&thread_key, thread_ends); }

static gh_stream *thread_stream(gh_device *d, hipError_t *e) {
  gh_stream **s = &thread_streams[d->ordinal];
  if (!*s) {
    pthread_once(&thread_once, make_thread_key);
    pthread_setspecific(thread_key, (void *)1);
    *s = gh_new_stream(d, 0, 0, false, e);
    if (*s) (*s)->kept = true;
  }
  return *s;
}

hipError_t gh_other_stream_of(hipStream_t h, gh_stream **out) {
  hipError_t e = hipSuccess;
  if (LIKELY((uintptr_t)h <= 2)) {
    gh_device *d = gh_device_now();
    if (h == hipStreamPerThread || (UNLIKELY(gh_null_stream_is_per_thread) && !h)) {
      *out = thread_stream(d, &e);
      return *out ? hipSuccess : e;
    }
    *out = d->null_stream;
    return hipSuccess;
  }
  gh_stream *s = (gh_stream *)h;
  if (UNLIKELY(!gh_in_pool(&streams, s) || s->magic != STREAM_MAGIC))
    return hipErrorContextIsDestroyed;
  *out = s;
  return hipSuccess;
}

// The legacy null stream waits for every blocking stream, and vice versa. Counters tell whether
// anything has happened since the last time.
hipError_t gh_order_slow(gh_stream *s) {
  gh_device *d = s->dev;
  gh_stream *null = d->null_stream;
  const struct gh_driver *drv = d->drv;
  if (drv->orders_streams) return hipSuccess;
  hipError_t r = hipSuccess;
  pthread_mutex_lock(&d->mu);
  if (s == null) {
    for (gh_stream *o = d->streams; o && r == hipSuccess; o = o->next) {
      if (!o->blocking || atomic_load(&o->capture)) continue;
      unsigned long seq = atomic_load(&o->seq);
      if (seq == atomic_load(&o->null_seen)) continue;
      if (drv->busy(o)) r = drv->follow_stream(null, o);
      atomic_store(&o->null_seen, seq);
    }
  } else {
    unsigned long seq = atomic_load(&null->seq);
    if (seq != atomic_load(&s->seen_null)) {
      if (drv->busy(null)) r = drv->follow_stream(s, null);
      atomic_store(&s->seen_null, seq);
    }
  }
  pthread_mutex_unlock(&d->mu);
  return r;
}

bool gh_settled(gh_stream *s) {
  gh_device *d = s->dev;
  bool (*busy)(gh_stream *) = d->drv->busy;
  if (busy(s)) return false;
  if (s->blocking) return !busy(d->null_stream);
  if (!s->legacy || !atomic_load_explicit(&d->nblocking, memory_order_relaxed)) return true;
  bool quiet = true;
  pthread_mutex_lock(&d->mu);
  for (gh_stream *o = d->streams; o && quiet; o = o->next)
    if (o->blocking && busy(o)) quiet = false;
  pthread_mutex_unlock(&d->mu);
  return quiet;
}

bool gh_idle(gh_stream *s) {
  const struct gh_driver *drv = s->dev->drv;
  return drv->idle ? drv->idle(s) : drv->query(s) == hipSuccess;
}

hipError_t gh_finish(gh_stream *s) {
  hipError_t e = s->dev->drv->finish(s);
  return e != hipSuccess ? e : gh_device_error(s->dev);
}

hipError_t gh_finish_device(gh_device *d) { return d->drv->finish_device(d); }

// Waits for what a synchronous call on the null stream waits for.
hipError_t gh_finish_null(gh_device *d) {
  if (UNLIKELY(gh_null_stream_is_per_thread)) {
    hipError_t e = hipSuccess;
    gh_stream *s = thread_stream(d, &e);
    return s ? gh_finish(s) : e;
  }
  return d->drv->finish_null ? d->drv->finish_null(d) : gh_finish(d->null_stream);
}

void gh_reset_streams(gh_device *d) {
  gh_finish_device(d);
  for (;;) {
    gh_stream *s = NULL;
    pthread_mutex_lock(&d->mu);
    for (gh_stream *o = d->streams; o && !s; o = o->next)
      if (!o->kept) s = o;
    pthread_mutex_unlock(&d->mu);
    if (!s) break;
    drop_stream(s);
  }
  if (d->drv->reset) d->drv->reset(d);
  if (d->abort_word) atomic_store(d->abort_word, 0);
  if (!d->drv->faults_last) atomic_store(&d->sticky, 0);
}

// ---- the API ----

static hipError_t start_on(hipStream_t h, gh_stream **s) {
  hipError_t e = gh_ready();
  return e != hipSuccess ? e : gh_stream_of(h, s);
}

static hipError_t create(hipStream_t *out, unsigned flags, int priority) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  if (!out || flags & ~(unsigned)hipStreamNonBlocking) return gh_done(hipErrorInvalidValue);
  if (priority < -1) priority = -1;
  if (priority > 1) priority = 1;
  gh_stream *s = gh_new_stream(gh_device_now(), flags, priority, false, &e);
  if (!s) return gh_done(e);
  *out = s;
  return hipSuccess;
}

hipError_t hipStreamCreate(hipStream_t *stream) { return create(stream, 0, 0); }
hipError_t hipStreamCreateWithFlags(hipStream_t *stream, unsigned flags) {
  return create(stream, flags, 0);
}
hipError_t hipStreamCreateWithPriority(hipStream_t *stream, unsigned flags, int priority) {
  return create(stream, flags, priority);
}

hipError_t hipDeviceGetStreamPriorityRange(int *least, int *greatest) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  if (least) *least = 1;
  if (greatest) *greatest = -1;
  return hipSuccess;
}

hipError_t hipStreamDestroy(hipStream_t h) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  if (!h || (uintptr_t)h <= 2) return gh_done(hipErrorInvalidResourceHandle);
  gh_stream *s;
  e = gh_stream_of(h, &s);
  if (e != hipSuccess) return gh_done(e);
  if (atomic_load(&s->capture)) gh_go.leave(s);
  gh_finish(s);
  drop_stream(s);
  return hipSuccess;
}

// start_to_wait is start_on for calls that ask how far a stream has come, which nothing that
// is only recorded has.
static hipError_t start_to_wait(hipStream_t h, gh_stream **s) {
  hipError_t e = start_on(h, s);
  if (e != hipSuccess || LIKELY(!atomic_load_explicit(&gh_captures, memory_order_relaxed)))
    return e;
  if (!atomic_load(&(*s)->capture)) return gh_capture_guard();
  gh_go.invalidate(*s, NULL);
  return hipErrorStreamCaptureUnsupported;
}

hipError_t hipStreamSynchronize(hipStream_t h) {
  gh_stream *s;
  hipError_t e = start_to_wait(h, &s);
  if (e != hipSuccess) return gh_done(e);
  if (s->legacy) return gh_done(gh_finish_null(s->dev));
  return gh_done(gh_finish(s));
}

hipError_t gh_query(gh_stream *s) { return s->dev->drv->query(s); }

hipError_t hipStreamQuery(hipStream_t h) {
  gh_stream *s;
  hipError_t e = start_to_wait(h, &s);
  if (e != hipSuccess) return gh_done(e);
  e = gh_query(s);
  return e == hipErrorNotReady ? e : gh_done(e);
}

hipError_t hipStreamGetFlags(hipStream_t h, unsigned *flags) {
  gh_stream *s;
  if (!flags) return gh_done(hipErrorInvalidValue);
  hipError_t e = start_on(h, &s);
  if (e == hipSuccess && !h) e = hipErrorInvalidValue;
  if (e == hipSuccess) *flags = s->flags;
  return gh_done(e);
}

hipError_t hipStreamGetPriority(hipStream_t h, int *priority) {
  gh_stream *s;
  if (!priority) return gh_done(hipErrorInvalidValue);
  hipError_t e = start_on(h, &s);
  if (e == hipSuccess) *priority = s->priority;
  return gh_done(e);
}

hipError_t hipStreamGetId(hipStream_t h, unsigned long long *id) {
  gh_stream *s;
  if (!id) return gh_done(hipErrorInvalidValue);
  hipError_t e = start_on(h, &s);
  if (e == hipSuccess) *id = s->id;
  return gh_done(e);
}

hipError_t hipStreamGetDevice(hipStream_t h, hipDevice_t *device) {
  gh_stream *s;
  if (!device) return gh_done(hipErrorInvalidValue);
  hipError_t e = start_on(h, &s);
  if (e == hipSuccess) *device = s->dev->ordinal;
  return gh_done(e);
}

int hipGetStreamDeviceId(hipStream_t h) {
  gh_stream *s;
  return start_on(h, &s) == hipSuccess ? s->dev->ordinal : -1;
}

hipError_t hipStreamWaitEvent(hipStream_t h, hipEvent_t event, unsigned flags) {
  gh_stream *s;
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  gh_event *ev = gh_event_of(event);
  if (!ev) return gh_done(hipErrorInvalidHandle);
  if (flags > hipEventWaitExternal) return gh_done(hipErrorInvalidValue);
  e = gh_stream_of(h, &s);
  if (e != hipSuccess) return gh_done(e == hipErrorContextIsDestroyed ? hipErrorInvalidHandle : e);
  gh_op op = {.kind = GH_OP_WAIT, .u.event = {ev, flags}};
  if (ev->captured && !atomic_load(&s->capture)) return gh_done(gh_go.capture(s, &op));
  return gh_done(gh_submit(s, &op));
}

hipError_t hipStreamAddCallback(hipStream_t h, hipStreamCallback_t fn, void *data, unsigned flags) {
  gh_stream *s;
  if (!fn || flags) return gh_done(hipErrorInvalidValue);
  hipError_t e = start_on(h, &s);
  if (e != hipSuccess) return gh_done(e);
  gh_op op = {.kind = GH_OP_CALLBACK, .u.callback = {fn, data}};
  return gh_done(gh_submit(s, &op));
}

hipError_t hipLaunchHostFunc(hipStream_t h, hipHostFn_t fn, void *data) {
  gh_stream *s;
  if (!fn) return gh_done(hipErrorInvalidValue);
  hipError_t e = start_on(h, &s);
  if (e != hipSuccess) return gh_done(e);
  gh_op op = {.kind = GH_OP_HOST, .u.host = {fn, data}};
  return gh_done(gh_submit(s, &op));
}

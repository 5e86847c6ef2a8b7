// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Streams on OpenCL queues.
//
// A stream is an in-order queue of its own; order between streams comes from
// markers and barriers, and only where HIP asks for it: the legacy null stream
// waits for every blocking stream and the other way round. Counters say whether
// anything has happened since that was last done, so a program with one stream
// never pays for it.

#define _GNU_SOURCE
#include "cuda.h"
#include "pool.h"
#include "shim.h"

#include <stdlib.h>

#define CL_QUEUE_PROPERTIES 0x1093
#define CL_QUEUE_PROFILING_ENABLE 2u
#define CL_QUEUE_PRIORITY_KHR 0x1096
#define CL_EVENT_COMMAND_EXECUTION_STATUS 0x11D3

static gh_pool streams = {.mu = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(gh_stream)};

static atomic_ulong stream_ids;
static __thread gh_stream *thread_streams[GH_MAX_DEVICES];
static pthread_key_t thread_key;
static pthread_once_t thread_once = PTHREAD_ONCE_INIT;

// Priority hints: 1 high, 2 medium, 4 low (cl_khr_priority_hints).
static uint64_t priority_hint(int priority) { return priority < 0 ? 1 : priority > 0 ? 4 : 2; }

// Queues are used again and never released: PoCL 6 still looks at a queue after the
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
  // A device that refuses the property still gives a queue.
  if (!queue) queue = d->cl.create_queue(d->context, d->device, without, &e);
  if (!queue) *err = gh_cl_error(e);
  return queue;
}

static void put_queue(gh_device *d, void *queue, int priority) {
  gh_spare *spare = malloc(sizeof *spare);
  if (!spare) return; // the queue is lost, which is better than released too early
  pthread_mutex_lock(&d->mu);
  *spare = (gh_spare){queue, priority_hint(priority), d->spare};
  d->spare = spare;
  pthread_mutex_unlock(&d->mu);
}

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
  if (d->drv) {
    *err = d->drv->stream_new(s);
    if (*err != hipSuccess) {
      gh_pool_put(&streams, s);
      return NULL;
    }
    goto made;
  }
  s->queue = take_queue(d, priority, err);
  if (!s->queue) {
    gh_pool_put(&streams, s);
    return NULL;
  }
made:
  s->blocking = !legacy && !(flags & hipStreamNonBlocking);
  s->id = atomic_fetch_add(&stream_ids, 1) + 1;
  pthread_mutex_init(&s->mu, NULL);
  if (!legacy) {
    atomic_store(&s->seen_null, atomic_load(&d->null_stream->seq) - 1);
    pthread_mutex_lock(&d->mu);
    s->next = d->streams;
    if (s->next) s->next->prev = s;
    d->streams = s;
    if (s->blocking && !d->drv) atomic_fetch_add(&d->nblocking, 1);
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
  if (s->blocking && !d->drv) atomic_fetch_sub(&d->nblocking, 1);
  s->magic = 0;
  pthread_mutex_unlock(&d->mu);
  if (s->tail) d->cl.release_event(s->tail);
  if (d->drv)
    d->drv->stream_destroy(s);
  else
    put_queue(d, s->queue, s->priority);
  free(s->cu_mask);
  gh_pool_put(&streams, s);
}

// A stream for branches of graphs: of no program's, so hipDeviceReset leaves it alone.
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

static hipError_t wait_for(gh_stream *waiter, gh_stream *first) {
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

hipError_t gh_order_slow(gh_stream *s) {
  gh_device *d = s->dev;
  gh_stream *null = d->null_stream;
  hipError_t r = hipSuccess;
  pthread_mutex_lock(&d->mu);
  if (s == null) {
    for (gh_stream *o = d->streams; o && r == hipSuccess; o = o->next) {
      if (!o->blocking || atomic_load(&o->capture)) continue;
      unsigned long seq = atomic_load(&o->seq);
      if (seq == atomic_load(&o->null_seen)) continue;
      if (gh_dirty(o)) r = wait_for(null, o);
      atomic_store(&o->null_seen, seq);
    }
  } else {
    unsigned long seq = atomic_load(&null->seq);
    if (seq != atomic_load(&s->seen_null)) {
      if (gh_dirty(null)) r = wait_for(s, null);
      atomic_store(&s->seen_null, seq);
    }
  }
  pthread_mutex_unlock(&d->mu);
  return r;
}

bool gh_idle(gh_stream *s) {
  if (s->dev->drv) return s->dev->drv->query(s) == hipSuccess;
  if (gh_dirty(s)) return false;
  gh_device *d = s->dev;
  if (s->blocking) return !gh_dirty(d->null_stream);
  if (!s->legacy || !atomic_load_explicit(&d->nblocking, memory_order_relaxed)) return true;
  bool idle = true;
  pthread_mutex_lock(&d->mu);
  for (gh_stream *o = d->streams; o && idle; o = o->next)
    if (o->blocking && gh_dirty(o)) idle = false;
  pthread_mutex_unlock(&d->mu);
  return idle;
}

// What a stream had been given at some moment. Another thread may destroy the stream
// meanwhile, so it is waited for by an event and known again by its number.
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

// Waits for all of them; the first error.
static hipError_t wait_points(gh_device *d, points *p) {
  hipError_t first = hipSuccess;
  for (size_t i = 0; i < p->n; i++) {
    int32_t e = d->cl.wait_events(1, &p->list[i].event);
    if (e != 0 && first == hipSuccess) first = gh_cl_error(e);
    d->cl.release_event(p->list[i].event);
  }
  return first;
}

// Prints what kernels wrote. Their buffer is reset, so every stream that may still
// be writing to it ends first, and no other starts.
void gh_drain(gh_device *d) {
  pthread_rwlock_wrlock(&d->printing);
  if (atomic_exchange(&d->printed, 0)) {
    points wait = {0};
    pthread_mutex_lock(&d->mu);
    for (gh_stream *s = d->null_stream; s; s = s == d->null_stream ? d->streams : s->next)
      if (atomic_exchange(&s->printed, 0)) add_point(&wait, s);
    pthread_mutex_unlock(&d->mu);
    wait_points(d, &wait);
    free(wait.list);
    pthread_mutex_lock(&d->mu);
    for (gh_module *m = d->printers; m; m = m->next)
      if (atomic_exchange(&m->printed, 0)) gh_print(m);
    pthread_mutex_unlock(&d->mu);
  }
  pthread_rwlock_unlock(&d->printing);
}

static hipError_t settle(gh_stream *s) {
  gh_device *d = s->dev;
  if (UNLIKELY(atomic_load_explicit(&s->printed, memory_order_relaxed))) gh_drain(d);
  return gh_device_error(d);
}

hipError_t gh_finish(gh_stream *s) {
  if (s->dev->drv) {
    hipError_t e = s->dev->drv->finish(s);
    return e != hipSuccess ? e : gh_device_error(s->dev);
  }
  if (gh_dirty(s)) {
    unsigned long seq = atomic_load(&s->seq);
    int32_t e = s->dev->cl.finish(s->queue);
    if (e < 0) return gh_cl_error(e);
    gh_ended(s, seq);
  }
  return settle(s);
}

static hipError_t finish_streams(gh_device *d, bool blocking_only) {
  if (d->drv) return blocking_only ? gh_finish(d->null_stream) : d->drv->finish_device(d);
  hipError_t first = gh_finish(d->null_stream);
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

hipError_t gh_finish_device(gh_device *d) { return finish_streams(d, false); }

// What a synchronous call on the null stream waits for.
hipError_t gh_finish_null(gh_device *d) {
  if (UNLIKELY(gh_null_stream_is_per_thread)) {
    hipError_t e = hipSuccess;
    gh_stream *s = thread_stream(d, &e);
    return s ? gh_finish(s) : e;
  }
  return finish_streams(d, true);
}

void gh_reset_streams(gh_device *d) {
  finish_streams(d, false);
  for (;;) {
    gh_stream *s = NULL;
    pthread_mutex_lock(&d->mu);
    for (gh_stream *o = d->streams; o && !s; o = o->next)
      if (!o->kept) s = o;
    pthread_mutex_unlock(&d->mu);
    if (!s) break;
    drop_stream(s);
  }
  pthread_mutex_lock(&d->cooperating);
  if (d->cooperative) d->cl.release_event(d->cooperative);
  d->cooperative = NULL;
  pthread_mutex_unlock(&d->cooperating);
  if (d->abort_word) atomic_store(d->abort_word, 0);
  atomic_store(&d->sticky, 0);
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

hipError_t gh_query(gh_stream *s) {
  if (s->dev->drv) return s->dev->drv->query(s);
  if (!gh_dirty(s)) {
    if (s->legacy && !gh_idle(s)) return hipErrorNotReady;
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
  // A marker in an empty queue is done at once, but not before it was looked at.
  for (int i = 0; s->tail && i < 64; i++) {
    cl->event_info(s->tail, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    if (status <= 0) break;
  }
  if (status <= 0 && e == hipSuccess) gh_ended(s, seq);
  pthread_mutex_unlock(&s->mu);
  if (e != hipSuccess) return e;
  if (status > 0) return hipErrorNotReady;
  if (s->legacy && !gh_idle(s)) return hipErrorNotReady;
  return settle(s);
}

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
  hipError_t e = h ? start_on(h, &s) : hipErrorInvalidValue;
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

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Streams and events on OpenCL queues.
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

#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define CL_QUEUE_PROPERTIES 0x1093
#define CL_QUEUE_PROFILING_ENABLE 2u
#define CL_QUEUE_PRIORITY_KHR 0x1096
#define CL_EVENT_COMMAND_EXECUTION_STATUS 0x11D3
#define CL_PROFILING_COMMAND_START 0x1282
#define CL_PROFILING_COMMAND_END 0x1283

// ---- handles ----

static gh_pool streams = {.mu = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(gh_stream)};
static gh_pool events = {.mu = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(gh_event)};

static gh_pool stamps = {.mu = PTHREAD_MUTEX_INITIALIZER, .size = sizeof(gh_stamp)};

gh_event *gh_event_of(hipEvent_t h) {
  gh_event *e = (gh_event *)h;
  return e && gh_in_pool(&events, e) && e->magic == EVENT_MAGIC ? e : NULL;
}

// ---- streams ----

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
gh_stream *gh_new_lane(gh_device *d, hipError_t *err) {
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

// ---- functions of the host in stream order ----

// Each runs on a thread of its own kind: a worker is reused when it is idle, and
// one that waits for another (through a condition, say) never holds that one up.
typedef struct job {
  void (*fn)(void *);
  void *data;
  gh_stream *stream;
  void *gate; // user event that the queue waits for
} job;

typedef struct worker {
  pthread_mutex_t mu;
  pthread_cond_t cv;
  job *todo;
  struct worker *next;
} worker;

static pthread_mutex_t workers_mu = PTHREAD_MUTEX_INITIALIZER;
static worker *idle_workers;

static void run_job(job *j) {
  j->fn(j->data);
  const struct gh_cl *cl = &j->stream->dev->cl;
  cl->set_user_event(j->gate, 0);
  cl->release_event(j->gate);
  free(j);
}

static void *work(void *arg) {
  worker *w = arg;
  for (;;) {
    pthread_mutex_lock(&w->mu);
    while (!w->todo) pthread_cond_wait(&w->cv, &w->mu);
    job *j = w->todo;
    w->todo = NULL;
    pthread_mutex_unlock(&w->mu);
    run_job(j);
    pthread_mutex_lock(&workers_mu);
    w->next = idle_workers;
    idle_workers = w;
    pthread_mutex_unlock(&workers_mu);
  }
  return NULL;
}

static void start_job(void *ev, int32_t status, void *data) {
  (void)ev, (void)status;
  job *j = data;
  pthread_mutex_lock(&workers_mu);
  worker *w = idle_workers;
  if (w) idle_workers = w->next;
  pthread_mutex_unlock(&workers_mu);
  if (!w && (w = calloc(1, sizeof *w)) != NULL) {
    pthread_mutex_init(&w->mu, NULL);
    pthread_cond_init(&w->cv, NULL);
    pthread_t t;
    if (pthread_create(&t, NULL, work, w) == 0) {
      pthread_detach(t);
    } else {
      free(w);
      w = NULL;
    }
  }
  if (!w) { // no thread to be had: run it here rather than lose it
    run_job(j);
    return;
  }
  pthread_mutex_lock(&w->mu);
  w->todo = j;
  pthread_cond_signal(&w->cv);
  pthread_mutex_unlock(&w->mu);
}

static hipError_t enqueue_host(gh_stream *s, void (*fn)(void *), void *data) {
  if (s->dev->drv) return s->dev->drv->host(s, fn, data);
  const struct gh_cl *cl = &s->dev->cl;
  hipError_t r = gh_order(s);
  if (r != hipSuccess) return r;
  job *j = malloc(sizeof *j);
  if (!j) return hipErrorOutOfMemory;
  int32_t e = 0;
  *j = (job){fn, data, s, cl->create_user_event(s->dev->context, &e)};
  if (!j->gate) {
    free(j);
    return gh_cl_error(e);
  }
  void *before = NULL;
  // Marker and barrier must be neighbours in the queue.
  pthread_mutex_lock(&s->mu);
  e = cl->enqueue_marker(s->queue, 0, NULL, &before);
  if (e == 0) e = cl->enqueue_barrier(s->queue, 1, &j->gate, NULL);
  gh_mark(s);
  pthread_mutex_unlock(&s->mu);
  if (e == 0) e = cl->event_callback(before, 0, start_job, j);
  if (before) {
    cl->flush(s->queue);
    cl->release_event(before);
  }
  if (e != 0) {
    cl->set_user_event(j->gate, 0);
    cl->release_event(j->gate);
    free(j);
  }
  return gh_cl_error(e);
}

hipError_t gh_run_in_order(gh_stream *s, void (*fn)(void *), void *data) {
  if (gh_idle(s)) {
    fn(data);
    return hipSuccess;
  }
  return enqueue_host(s, fn, data);
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

static hipError_t run_with_copy(gh_stream *s, void (*fn)(void *), const void *data, size_t n,
                                bool now_if_idle) {
  void *copy = malloc(n);
  if (!copy) return hipErrorOutOfMemory;
  memcpy(copy, data, n);
  hipError_t e = now_if_idle ? gh_run_in_order(s, fn, copy) : enqueue_host(s, fn, copy);
  if (e != hipSuccess) free(copy);
  return e;
}

static hipError_t shared_submit(gh_stream *s, gh_event *e, bool record);

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
      return run_with_copy(s, run_copy3d, &op->u.copy3d, sizeof op->u.copy3d, true);
    r = gh_order(s);
    if (r == hipSuccess) r = gh_copy3d_now(s, &op->u.copy3d);
    if (r == hipSuccess && op->u.copy3d.staged) r = enqueue_host(s, free, (void *)op->u.copy3d.src);
    return r;
  case GH_OP_FILL:
    // The host fills its own memory: an OpenCL fill of memory that OpenCL did not
    // allocate is allowed with system SVM, but crashes PoCL 6.
    if (d->host_access) return run_with_copy(s, run_fill, &op->u.fill, sizeof op->u.fill, true);
    r = gh_order(s);
    return r != hipSuccess ? r : gh_fill_now(s, &op->u.fill);
  case GH_OP_HOST:
    return enqueue_host(s, op->u.host.fn, op->u.host.data);
  case GH_OP_CALLBACK: {
    callback c = {op->u.callback.fn, s->parent ? s->parent : s, op->u.callback.data};
    return run_with_copy(s, run_callback, &c, sizeof c, false);
  }
  case GH_OP_RECORD:
    return gh_record(op->u.event.event, s, op->u.event.flags);
  case GH_OP_WAIT: {
    gh_event *e = op->u.event.event;
    if (UNLIKELY(e->shared != NULL)) return shared_submit(s, e, false);
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
    if (op->kind == GH_OP_WAIT_VALUE) return run_with_copy(s, run_wait_value, &v, sizeof v, false);
    return run_with_copy(s, run_write_value, &v, sizeof v, true);
  }
  case GH_OP_ALLOC:
    return hipSuccess;
  case GH_OP_FREE:
    if (op->u.mem.pool) return gh_run_in_order(s, gh_go.pool_release, op->u.mem.pool);
    return gh_run_in_order(s, run_free, op->u.mem.ptr);
  }
  return hipErrorInvalidValue;
}

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

static hipError_t shared_submit(gh_stream *s, gh_event *e, bool record) {
  unsigned n =
      record ? atomic_fetch_add(&e->shared->recorded, 1) + 1 : atomic_load(&e->shared->recorded);
  shared_op o = {e->shared, n};
  return run_with_copy(s, record ? run_shared_pass : run_shared_wait, &o, sizeof o, record);
}

void gh_share_event(gh_event *e, gh_shared_event *shared, int file) {
  pthread_mutex_lock(&e->mu);
  e->file = file;
  e->shared = shared;
  pthread_mutex_unlock(&e->mu);
}

// ---- events ----

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
    hipError_t pass = shared_submit(s, e, true);
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

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Queues of the CPU device. The first task of a queue is running; whichever thread ends it
// continues with the next. No thread belongs to a queue.

#define _GNU_SOURCE
#include "cpu_internal.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define INLINE_COPY (64u << 10) // bytes: a copy up to this size is done by one thread
#define PIECE (256u << 10)      // bytes of a piece of a larger one

static pthread_mutex_t queues_mu = PTHREAD_MUTEX_INITIALIZER;
static gohip_cpu_queue *spare_queues;

uint64_t gh_cpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

gohip_cpu_queue *gohip_cpu_new_queue(gohip_cpu_state *state, int priority) {
  pthread_mutex_lock(&queues_mu);
  gohip_cpu_queue *q = spare_queues;
  if (q) spare_queues = q->next;
  pthread_mutex_unlock(&queues_mu);
  if (!q) {
    q = calloc(1, sizeof *q);
    if (!q) return NULL;
    pthread_mutex_init(&q->mu, NULL);
  }
  q->state = state;
  q->priority = priority;
  q->limit = 0;
  q->next = NULL;
  return q;
}

void gohip_cpu_limit_queue(gohip_cpu_queue *q, unsigned threads) { q->limit = threads; }

void gohip_cpu_put_queue(gohip_cpu_queue *q) {
  pthread_mutex_lock(&queues_mu);
  q->next = spare_queues;
  spare_queues = q;
  pthread_mutex_unlock(&queues_mu);
}

// ---- tasks ----

static gohip_cpu_task *new_task(gohip_cpu_queue *q, gh_task_kind kind) {
  pthread_mutex_lock(&q->mu);
  gohip_cpu_task *t = q->free;
  if (t) q->free = t->next;
  pthread_mutex_unlock(&q->mu);
  if (!t) {
    if (posix_memalign((void **)&t, 64, sizeof *t) != 0) return NULL;
    memset(t, 0, sizeof *t);
    t->queue = q;
  }
  t->kind = kind;
  t->next = NULL;
  atomic_store_explicit(&t->ended, false, memory_order_relaxed);
  return t;
}

static bool is_done(gohip_cpu_queue *q, uint64_t number) {
  return atomic_load_explicit(&q->completed, memory_order_acquire) >= number;
}

// Queues whose first task is to be started.
typedef struct worklist {
  gohip_cpu_task *first; // linked by parked; each is the ended first task of its queue
} worklist;

// Removes the ended first task from its queue, and collects the tasks that waited for it. Returns
// the next task, or NULL.
static gohip_cpu_task *retire(gohip_cpu_task *t, worklist *woken) {
  gohip_cpu_queue *q = t->queue;
  if (t->kind == GH_TASK_ORDER) {
    gh_cpu_after_all(t->first);
    gh_cpu_after_previous(t);
    gh_cpu_before_next(t);
  }
  if (UNLIKELY(t->kernarg_big)) {
    free(t->kernarg_big);
    t->kernarg_big = NULL;
  }
  pthread_mutex_lock(&q->mu);
  q->head = t->next;
  if (!q->head) q->tail = NULL;
  gohip_cpu_task *next = q->head;
  atomic_store(&q->completed, t->number);
  for (gohip_cpu_task **p = &q->parked; UNLIKELY(*p != NULL);) {
    gohip_cpu_task *w = *p;
    if (w->until > t->number) {
      p = &w->parked;
      continue;
    }
    *p = w->parked;
    w->parked = woken->first;
    woken->first = w;
  }
  t->next = q->free;
  q->free = t;
  pthread_mutex_unlock(&q->mu);
  if (atomic_load(&q->waiters)) {
    atomic_fetch_add(&q->bell, 1);
    syscall(SYS_futex, &q->bell, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
  }
  return next;
}

// Makes an ORDER task wait; false if there is nothing to wait for.
static bool park(gohip_cpu_task *t) {
  gohip_cpu_queue *q = t->first;
  bool wait = false;
  pthread_mutex_lock(&q->mu);
  if (!is_done(q, t->until)) {
    t->parked = q->parked;
    q->parked = t;
    wait = true;
  }
  pthread_mutex_unlock(&q->mu);
  return wait;
}

static void go_on(gohip_cpu_task *t, bool ended);

static void run_host(void *arg) {
  gohip_cpu_task *t = arg;
  gh_cpu_after_previous(t);
  t->fn(t->data);
  gh_cpu_before_next(t);
  go_on(t, true);
}

static void fill_bytes(char *dst, const char *pattern, size_t pattern_size, size_t size) {
  if (pattern_size == 1) {
    memset(dst, *pattern, size);
    return;
  }
  size_t n = pattern_size < size ? pattern_size : size;
  memcpy(dst, pattern, n);
  for (; n < size; n *= 2) memcpy(dst + n, dst, n < size - n ? n : size - n);
}

static void move_piece(gohip_cpu_task *t, size_t at, size_t n) {
  if (!t->src)
    fill_bytes(t->dst + at, t->pattern, t->pattern_size, n);
  else if (t->dst < t->src + t->size && t->src < t->dst + t->size)
    memmove(t->dst + at, t->src + at, n);
  else
    memcpy(t->dst + at, t->src + at, n);
}

void gh_cpu_run_pieces(gh_worker *w, gohip_cpu_task *t) {
  uint64_t first, n;
  gh_cpu_after_previous(t);
  while (gh_cpu_take(t, w->index, &first, &n, false))
    for (; n; n--, first++) {
      size_t at = first * t->step;
      move_piece(t, at, t->size - at < t->step ? t->size - at : t->step);
    }
  gh_cpu_before_next(t);
}

// Starts the first task of a queue; returns whether it has ended.
static bool begin(gohip_cpu_task *t) {
  switch (t->kind) {
  case GH_TASK_BLOCKS:
    if (UNLIKELY(gh_cpu_failed(t->queue))) return true; // as on a GPU: nothing runs after a fault
    gh_cpu_share(t, t->count);
    return false;
  case GH_TASK_PIECES:
    if (t->size <= t->step) {
      gh_cpu_after_previous(t);
      move_piece(t, 0, t->size);
      gh_cpu_before_next(t);
      return true;
    }
    gh_cpu_share(t, (t->size + t->step - 1) / t->step);
    return false;
  case GH_TASK_CALL:
    gh_cpu_after_previous(t);
    t->fn(t->data);
    gh_cpu_before_next(t);
    return true;
  case GH_TASK_HOST:
    gh_host_thread(run_host, t);
    return false;
  case GH_TASK_ORDER:
    return !park(t);
  }
  return true;
}

// Continues a queue from its first task, which has ended or is to be started, and the queues that
// waited for it.
static void go_on(gohip_cpu_task *t, bool ended) {
  worklist woken = {NULL};
  for (;;) {
    while (t && (ended || begin(t))) {
      t = retire(t, &woken);
      ended = false;
    }
    t = woken.first;
    if (LIKELY(!t)) return;
    woken.first = t->parked;
    ended = true;
  }
}

void gh_cpu_finished(gohip_cpu_task *t) {
  if (UNLIKELY(t->kind == GH_TASK_BLOCKS && t->races)) gh_cpu_fail(t, GOHIP_CPU_LAUNCH_FAILURE);
  go_on(t, true);
}

void gh_cpu_fail(gohip_cpu_task *t, int result) {
  int none = 0;
  atomic_compare_exchange_strong(t->queue->state->error, &none, result);
  atomic_store(&t->ended, true);
}

uint64_t gohip_cpu_submit(gohip_cpu_queue *q, gohip_cpu_task *t) {
  pthread_mutex_lock(&q->mu);
  uint64_t number = t->number = atomic_load_explicit(&q->submitted, memory_order_relaxed) + 1;
  atomic_store(&q->submitted, number);
  gh_tsan_release(&q->order[(number + 1) % 2]);
  bool start = !q->head;
  if (start)
    q->head = t;
  else
    q->tail->next = t;
  q->tail = t;
  pthread_mutex_unlock(&q->mu);
  if (start) go_on(t, false);
  return number;
}

// ---- what can be submitted ----

int gohip_cpu_new_launch(gohip_cpu_queue *q, const gohip_cpu_kernel *k, const uint32_t grid[3],
                         const uint32_t block[3], uint32_t shared, gohip_cpu_task **out,
                         void **kernarg) {
  gohip_cpu_task *t = new_task(q, GH_TASK_BLOCKS);
  if (!t) return GOHIP_CPU_OUT_OF_MEMORY;
  char *arguments = t->kernarg;
  if (UNLIKELY(k->kernarg_size > GH_KERNARG_INLINE)) {
    if (posix_memalign((void **)&t->kernarg_big, 64, k->kernarg_size) != 0) t->kernarg_big = NULL;
    arguments = t->kernarg_big;
  }
  t->kernel = k;
  atomic_store_explicit(&t->races, 0, memory_order_relaxed);
  t->launch = (struct gohip_cpu_launch){arguments,
                                        {grid[0], grid[1], grid[2]},
                                        {block[0], block[1], block[2]},
                                        shared,
                                        k->waits ? GOHIP_CPU_FIBRES : 0};
  t->count = (uint64_t)grid[0] * grid[1] * grid[2];
  if (UNLIKELY(!arguments || !gh_cpu_has_memory(t))) {
    free(t->kernarg_big);
    t->kernarg_big = NULL;
    pthread_mutex_lock(&q->mu);
    t->next = q->free;
    q->free = t;
    pthread_mutex_unlock(&q->mu);
    return GOHIP_CPU_OUT_OF_MEMORY;
  }
  *out = t;
  *kernarg = arguments;
  return GOHIP_CPU_SUCCESS;
}

int gohip_cpu_launch(gohip_cpu_queue *q, const gohip_cpu_kernel *k, const uint32_t grid[3],
                     const uint32_t block[3], uint32_t shared, const void *arguments) {
  gohip_cpu_task *t;
  void *kernarg;
  int e = gohip_cpu_new_launch(q, k, grid, block, shared, &t, &kernarg);
  if (e) return e;
  if (k->kernarg_size) memcpy(kernarg, arguments, k->kernarg_size);
  gohip_cpu_submit(q, t);
  return GOHIP_CPU_SUCCESS;
}

static int move(gohip_cpu_queue *q, void *dst, const void *src, const void *pattern,
                size_t pattern_size, size_t size) {
  if (!size) return GOHIP_CPU_SUCCESS;
  gohip_cpu_task *t = new_task(q, GH_TASK_PIECES);
  if (!t) return GOHIP_CPU_OUT_OF_MEMORY;
  t->dst = dst;
  t->src = src;
  t->size = size;
  if (!src) {
    memcpy(t->pattern, pattern, pattern_size);
    t->pattern_size = pattern_size;
  }
  bool overlaps =
      src && (char *)dst < (const char *)src + size && (const char *)src < (char *)dst + size;
  t->step = overlaps || size <= INLINE_COPY ? size : PIECE;
  gohip_cpu_submit(q, t);
  return GOHIP_CPU_SUCCESS;
}

int gohip_cpu_copy(gohip_cpu_queue *q, void *dst, const void *src, size_t size) {
  return move(q, dst, src, NULL, 0, size);
}

int gohip_cpu_fill(gohip_cpu_queue *q, void *dst, const void *pattern, size_t pattern_size,
                   size_t size) {
  return move(q, dst, NULL, pattern, pattern_size, size);
}

static int submit_function(gohip_cpu_queue *q, gh_task_kind kind, void (*fn)(void *), void *data) {
  gohip_cpu_task *t = new_task(q, kind);
  if (!t) return GOHIP_CPU_OUT_OF_MEMORY;
  t->fn = fn;
  t->data = data;
  gohip_cpu_submit(q, t);
  return GOHIP_CPU_SUCCESS;
}

int gohip_cpu_call(gohip_cpu_queue *q, void (*fn)(void *), void *data) {
  return submit_function(q, GH_TASK_CALL, fn, data);
}

int gohip_cpu_host(gohip_cpu_queue *q, void (*fn)(void *), void *data) {
  return submit_function(q, GH_TASK_HOST, fn, data);
}

int gohip_cpu_order(gohip_cpu_queue *q, gohip_cpu_queue *first, uint64_t number) {
  if (first == q || gohip_cpu_done(first, number)) return GOHIP_CPU_SUCCESS;
  gohip_cpu_task *t = new_task(q, GH_TASK_ORDER);
  if (!t) return GOHIP_CPU_OUT_OF_MEMORY;
  t->first = first;
  t->until = number;
  gohip_cpu_submit(q, t);
  return GOHIP_CPU_SUCCESS;
}

void gohip_cpu_time(_Atomic uint64_t *when) { atomic_store(when, gh_cpu_now()); }

static void take_time(void *when) { gohip_cpu_time(when); }

int gohip_cpu_record(gohip_cpu_queue *q, _Atomic uint64_t *when) {
  return gohip_cpu_call(q, take_time, when);
}

// ---- waiting ----

uint64_t gohip_cpu_submitted(gohip_cpu_queue *q) {
  return atomic_load_explicit(&q->submitted, memory_order_acquire);
}

int gohip_cpu_done(gohip_cpu_queue *q, uint64_t number) {
  bool done = is_done(q, number);
  if (done) gh_cpu_after_all(q);
  return done;
}

static bool came_to(void *queue, uint64_t number) { return is_done(queue, number); }

void gohip_cpu_wait(gohip_cpu_queue *q, uint64_t number) {
  static __thread unsigned spin;
  if (gh_cpu_spin(&spin, came_to, q, number)) {
    gh_cpu_after_all(q);
    return;
  }
  uint64_t start = gh_cpu_now();
  atomic_fetch_add(&q->waiters, 1);
  for (;;) {
    unsigned bell = atomic_load(&q->bell);
    if (atomic_load(&q->completed) >= number) break;
    syscall(SYS_futex, &q->bell, FUTEX_WAIT_PRIVATE, bell, NULL, NULL, 0);
  }
  atomic_fetch_sub(&q->waiters, 1);
  gh_cpu_slept(&spin, gh_cpu_now() - start);
  gh_cpu_after_all(q);
}

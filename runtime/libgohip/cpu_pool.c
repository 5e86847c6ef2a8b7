// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The threads of the CPU device, and how they share tasks. A thread starts with its own part of a
// grid, and continues with those of others.

#define _GNU_SOURCE
#include "cpu_internal.h"

#include <errno.h>
#include <linux/futex.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define STACK ((size_t)64 << 20) // bytes; only what is touched is memory
#define SPIN 20000               // ns that a thread spins, at most, before it sleeps
#define FIRST_SPIN 2000          // ns, after a sleep that was as short
#define CHUNKS 8                 // a thread takes this fraction of what is left of a range

__thread gh_worker *gh_cpu_self;

static struct {
  pthread_mutex_t mu;
  gohip_cpu_task *first, *last; // with something to take, by priority
  unsigned started, wanted;     // numbers of threads: running; that the unfinished tasks can use
  gh_worker **workers;
  atomic_uint threads;
  _Alignas(64) atomic_uint epoch; // changes when there is something to do: the futex of sleepers
  atomic_uint sleepers, spinners;
} pool = {.mu = PTHREAD_MUTEX_INITIALIZER};

void gohip_cpu_set_threads(uint32_t n) {
  unsigned none = 0;
  if (n) atomic_compare_exchange_strong(&pool.threads, &none, n);
}

unsigned gh_cpu_threads(void) {
  unsigned n = atomic_load_explicit(&pool.threads, memory_order_relaxed);
  if (LIKELY(n)) return n;
  cpu_set_t set;
  gohip_cpu_set_threads(sched_getaffinity(0, sizeof set, &set) == 0 ? (uint32_t)CPU_COUNT(&set)
                                                                    : 1);
  return atomic_load(&pool.threads);
}

// ---- spinning before sleeping ----

// On a busy machine a spinning thread is preempted and sees the change late, so spinning was not
// worth it either.
bool gh_cpu_spin(unsigned *ns, bool (*changed)(void *, uint64_t), void *arg, uint64_t value) {
  if (!*ns || gh_cpu_threads() == 1) return changed(arg, value);
  uint64_t start = 0, time = 0;
  for (unsigned i = 0;; i++) {
    if (changed(arg, value)) {
      if (time > 2 * SPIN)
        *ns /= 2;
      else if (*ns < SPIN)
        *ns += *ns / 4;
      return true;
    }
    gh_cpu_pause();
    if (i % 16 != 15) continue;
    uint64_t now = gh_cpu_now();
    if (!start) start = now;
    time = now - start;
    if (time > *ns) break;
  }
  *ns = *ns < FIRST_SPIN / 4 ? 0 : *ns / 2;
  return false;
}

void gh_cpu_slept(unsigned *ns, uint64_t time) {
  if (!*ns && time < SPIN) *ns = FIRST_SPIN;
}

// ---- taking ----

// With less than half an index per thread a range is not worth its cache line.
static bool set_ranges(gohip_cpu_task *t, uint64_t count) {
  unsigned threads = gh_cpu_threads();
  unsigned n = threads > 1 && count >= 2 * (uint64_t)threads && !t->launch.flags ? threads : 1;
  if (n > t->ranges_room) {
    gh_range *r = aligned_alloc(64, n * sizeof *r);
    if (!r && !t->ranges) return false;
    if (r) {
      free(t->ranges);
      t->ranges = r;
      t->ranges_room = n;
    } else {
      n = 1;
    }
  }
  for (unsigned i = 0; i < n; i++) {
    atomic_store_explicit(&t->ranges[i].next, count / n * i + (i < count % n ? i : count % n),
                          memory_order_relaxed);
    if (i) t->ranges[i - 1].end = t->ranges[i].next;
  }
  t->ranges[n - 1].end = count;
  t->nranges = n;
  return true;
}

static bool take_of(gh_range *r, uint64_t *first, uint64_t *n, bool one) {
  unsigned long at = atomic_load_explicit(&r->next, memory_order_relaxed);
  while (at < r->end) {
    unsigned long part = one ? 1 : (r->end - at + CHUNKS - 1) / CHUNKS;
    if (atomic_compare_exchange_weak_explicit(&r->next, &at, at + part, memory_order_relaxed,
                                              memory_order_relaxed)) {
      *first = at;
      *n = part;
      return true;
    }
  }
  return false;
}

bool gh_cpu_take(gohip_cpu_task *t, unsigned worker, uint64_t *first, uint64_t *n, bool one) {
  if (UNLIKELY(atomic_load_explicit(&t->ended, memory_order_relaxed))) return false;
  unsigned at = worker % t->nranges;
  for (unsigned i = 0; i < t->nranges; i++) {
    if (take_of(&t->ranges[at], first, n, one)) return true;
    if (++at == t->nranges) at = 0;
  }
  atomic_store_explicit(&t->ended, true, memory_order_relaxed);
  return false;
}

// ---- the list of tasks ----

static void unlist(gohip_cpu_task *t) {
  if (!t->listed) return;
  t->listed = false;
  if (t->before)
    t->before->after = t->after;
  else
    pool.first = t->after;
  if (t->after)
    t->after->before = t->before;
  else
    pool.last = t->before;
}

static void list(gohip_cpu_task *t) {
  gohip_cpu_task *before = pool.last;
  while (UNLIKELY(before && before->queue->priority > t->queue->priority)) before = before->before;
  t->before = before;
  t->after = before ? before->after : pool.first;
  if (t->after)
    t->after->before = t;
  else
    pool.last = t;
  if (before)
    before->after = t;
  else
    pool.first = t;
  t->listed = true;
}

static bool takes_more(const gohip_cpu_task *t) {
  return !atomic_load_explicit(&t->ended, memory_order_relaxed) && t->workers < t->want;
}

static void wake(unsigned n) {
  syscall(SYS_futex, &pool.epoch, FUTEX_WAKE_PRIVATE, n, NULL, NULL, 0);
}

// Returns a task to take part in, or NULL. A thread that finds more work than it can take wakes
// another: the one that was woken for it may have taken something else.
static gohip_cpu_task *join(void) {
  pthread_mutex_lock(&pool.mu);
  gohip_cpu_task *t = pool.first;
  while (t && !takes_more(t)) t = t->after;
  bool more = false;
  if (t) {
    t->workers++;
    more = takes_more(t) || (t->after && takes_more(t->after));
  }
  pthread_mutex_unlock(&pool.mu);
  if (more && atomic_load(&pool.sleepers)) wake(1);
  return t;
}

static void leave(gohip_cpu_task *t) {
  pthread_mutex_lock(&pool.mu);
  unlist(t);
  bool last = --t->workers == 0;
  if (last) pool.wanted -= t->want;
  pthread_mutex_unlock(&pool.mu);
  if (last) gh_cpu_finished(t);
}

bool gh_cpu_help(gh_worker *w) {
  gohip_cpu_task *t = join();
  if (!t) return false;
  if (t->kind == GH_TASK_BLOCKS)
    gh_cpu_run(w, t);
  else
    gh_cpu_run_pieces(w, t);
  leave(t);
  return true;
}

// ---- threads ----

static bool other_epoch(void *unused, uint64_t epoch) {
  (void)unused;
  return atomic_load_explicit(&pool.epoch, memory_order_acquire) != epoch;
}

// Waits for the epoch to change: spinning for a moment, if few others do, then asleep.
static void rest(gh_worker *w, unsigned epoch) {
  bool others = atomic_fetch_add(&pool.spinners, 1) >= gh_cpu_threads() / 2;
  bool changed = !others && gh_cpu_spin(&w->spin, other_epoch, NULL, epoch);
  atomic_fetch_sub(&pool.spinners, 1);
  if (changed) return;
  uint64_t start = gh_cpu_now();
  atomic_fetch_add(&pool.sleepers, 1);
  syscall(SYS_futex, &pool.epoch, FUTEX_WAIT_PRIVATE, epoch, NULL, NULL, 0);
  atomic_fetch_sub(&pool.sleepers, 1);
  gh_cpu_slept(&w->spin, gh_cpu_now() - start);
}

static void *work(void *arg) {
  gh_worker *w = arg;
  gh_cpu_self = w;
  gh_cpu_watch_thread(w);
  char name[16] = "gohip-cpu";
  pthread_setname_np(pthread_self(), name);
  for (;;) {
    unsigned epoch = atomic_load_explicit(&pool.epoch, memory_order_acquire);
    if (!gh_cpu_help(w)) rest(w, epoch);
  }
  return NULL;
}

// The process's signals go to the program's own threads.
static bool start_thread(void) {
  gh_worker *w = NULL;
  if (posix_memalign((void **)&w, 64, sizeof *w) != 0) return false;
  memset(w, 0, sizeof *w);
  w->index = pool.started;
  w->block.worker = w->index;
  gh_worker **list = realloc(pool.workers, (pool.started + 1) * sizeof *list);
  if (!list) {
    free(w);
    return false;
  }
  pool.workers = list;
  sigset_t all, before;
  sigfillset(&all);
  const int kept[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS};
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) sigdelset(&all, kept[i]);
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attr, STACK);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int e = pthread_create(&w->thread, &attr, work, w);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attr);
  if (e) {
    free(w);
    return false;
  }
  pool.workers[pool.started++] = w;
  return true;
}

void gh_cpu_share(gohip_cpu_task *t, uint64_t count) {
  unsigned threads = gh_cpu_threads();
  t->count = count;
  if (!count || !set_ranges(t, count)) {
    if (count) gh_cpu_fail(t, GOHIP_CPU_OUT_OF_MEMORY);
    gh_cpu_finished(t);
    return;
  }
  pthread_mutex_lock(&pool.mu);
  t->workers = 0;
  t->want = count < threads ? (unsigned)count : threads;
  if (UNLIKELY(t->queue->limit && t->want > t->queue->limit)) t->want = t->queue->limit;
  // A thread that comes from another task takes this one itself.
  unsigned want = t->want - (gh_cpu_self ? 1 : 0);
  list(t);
  pool.wanted += t->want;
  if (UNLIKELY(!pool.started)) gh_cpu_watch_faults();
  while (UNLIKELY(pool.started < threads && pool.started < pool.wanted))
    if (!start_thread()) break;
  bool lost = !pool.started;
  if (lost) {
    unlist(t);
    pool.wanted -= t->want;
  }
  pthread_mutex_unlock(&pool.mu);
  if (UNLIKELY(lost)) {
    gh_cpu_say("there is no thread to be had for the CPU device: %s", strerror(errno));
    gh_cpu_fail(t, GOHIP_CPU_OUT_OF_MEMORY);
    gh_cpu_finished(t);
    return;
  }
  atomic_fetch_add(&pool.epoch, 1);
  unsigned spinning = atomic_load(&pool.spinners), asleep = atomic_load(&pool.sleepers);
  if (asleep && want > spinning) wake(want - spinning);
}

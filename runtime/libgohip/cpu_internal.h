// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the files of the CPU device's engine.
#ifndef GOHIP_CPU_INTERNAL_H
#define GOHIP_CPU_INTERNAL_H

#include "cpu_engine.h"
#include "host_thread.h"
#include "sanitizer.h"

#include <pthread.h>
#include <setjmp.h>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

#pragma GCC visibility push(hidden)

// Indices that threads take. Each range has its own cache line.
typedef struct gh_range {
  _Alignas(64) atomic_ulong next;
  unsigned long end;
} gh_range;

typedef enum gh_task_kind {
  GH_TASK_BLOCKS, // of a kernel
  GH_TASK_PIECES, // of a copy or fill
  GH_TASK_CALL,   // fn(data), which is short
  GH_TASK_HOST,   // fn(data), which may wait
  GH_TASK_ORDER,  // wait for another queue
} gh_task_kind;

#define GH_KERNARG_INLINE 256

struct gohip_cpu_task {
  gohip_cpu_task *next; // in its queue, or in the free list
  gohip_cpu_queue *queue;
  gh_task_kind kind;
  uint64_t number; // in its queue
  // State shared by threads. Indices are divided into ranges, so that a thread runs the same blocks
  // again in the next launch, with their memory in its cache.
  gh_range *ranges;
  unsigned nranges, ranges_room;
  uint64_t count;    // of indices in total
  unsigned workers;  // number of threads working on it
  unsigned want;     // number of threads that it has work for
  bool listed;       // in the list that threads search
  atomic_bool ended; // nothing more can be taken
  atomic_uint races; // between work-items of a block
  gohip_cpu_task *after, *before;
  // A kernel.
  const gohip_cpu_kernel *kernel;
  struct gohip_cpu_launch launch;
  // For blocks that wait for each other: the number of threads that run them; and a count of blocks
  // that have begun or ended, with the number of threads that have since resumed all of theirs in
  // the low bits.
  atomic_uint at_fibres;
  _Atomic uint64_t progress;
  // A copy or fill of size bytes, step bytes at a time.
  char *dst;
  const char *src; // NULL: fill with the pattern
  size_t size, step;
  char pattern[16];
  size_t pattern_size;
  // A function of the host.
  void (*fn)(void *);
  void *data;
  // The queue to wait for.
  gohip_cpu_queue *first;
  uint64_t until;
  gohip_cpu_task *parked;
  char *kernarg_big;
  _Alignas(64) char kernarg[GH_KERNARG_INLINE];
};

struct gohip_cpu_queue {
  pthread_mutex_t mu;
  gohip_cpu_task *head, *tail; // the first is executing
  gohip_cpu_task *parked;      // tasks of other queues that wait for this one
  gohip_cpu_task *free;
  _Atomic uint64_t submitted, completed;
  atomic_uint waiters, bell; // number of threads sleeping until completed changes, and their futex
  gohip_cpu_state *state;
  int priority;
  unsigned limit; // number of threads that a kernel of it has, or 0
  gohip_cpu_queue *next;
  char order[2]; // addresses that identify tasks to ThreadSanitizer, by the parity of their numbers
};

// Tells ThreadSanitizer that a task happens after the previous one in its queue, but not after
// others that run concurrently.
static inline void gh_cpu_after_previous(gohip_cpu_task *t) {
  gh_tsan_acquire(&t->queue->order[(t->number + 1) % 2]);
}
static inline void gh_cpu_before_next(gohip_cpu_task *t) {
  gh_tsan_release(&t->queue->order[t->number % 2]);
}
static inline void gh_cpu_after_all(gohip_cpu_queue *q) {
  gh_tsan_acquire(&q->order[0]);
  gh_tsan_acquire(&q->order[1]);
}

typedef struct gh_fibre gh_fibre;
typedef struct gh_race gh_race;

// A thread that runs blocks.
typedef struct gh_worker {
  unsigned index;
  pthread_t thread;
  struct gohip_cpu_block block;
  char *memory; // block.shared and block.context
  size_t room;
  char *stack; // lowest address
  size_t stack_size;
  // Where execution resumes after a fault in a kernel, and the fault.
  gohip_cpu_task *volatile running;
  sigjmp_buf escape;
  int signal;
  char *address;
  bool writes;
  bool protection; // a protection fault, without an address
  bool storing;    // the faulting read is the check of a store
  gh_race *race;
  // Fibres.
  void *scheduler; // its stack pointer, while a fibre runs
  gh_fibre *fibre; // the running fibre, or NULL
  gh_fibre *spare;
  unsigned nspare, depth;
  unsigned spin; // ns to poll for work before sleeping
} gh_worker;

extern __thread gh_worker *gh_cpu_self;

// cpu_queue.c
void gh_cpu_finished(gohip_cpu_task *); // for tasks shared by threads
void gh_cpu_fail(gohip_cpu_task *, int result);
void gh_cpu_run_pieces(gh_worker *, gohip_cpu_task *);
static inline bool gh_cpu_failed(gohip_cpu_queue *q) {
  _Atomic uint32_t *word = *q->state->abort_word;
  return atomic_load_explicit(q->state->error, memory_order_relaxed) ||
         (word && atomic_load_explicit(word, memory_order_relaxed));
}

// cpu_pool.c
void gh_cpu_share(gohip_cpu_task *, uint64_t count);
bool gh_cpu_take(gohip_cpu_task *, unsigned worker, uint64_t *first, uint64_t *n, bool one);
bool gh_cpu_help(gh_worker *); // executes a part of some task, if there is one
unsigned gh_cpu_threads(void);
// Polls for a change before a thread sleeps: until changed(arg, value), or for as long as polling
// has recently been successful for this thread, which *ns records.
bool gh_cpu_spin(unsigned *ns, bool (*changed)(void *arg, uint64_t value), void *arg,
                 uint64_t value);
// Records the length of a sleep that was not preceded by polling.
void gh_cpu_slept(unsigned *ns, uint64_t time);

// cpu_block.c
void gh_cpu_run(gh_worker *, gohip_cpu_task *);
size_t gh_cpu_block_memory(const gohip_cpu_kernel *, const uint32_t block[3], uint32_t shared);
bool gh_cpu_has_memory(const gohip_cpu_task *);

// For the running block: whether an address is beyond the end of its stack, and its description.
bool gh_cpu_in_guard(gh_worker *, const char *address);
size_t gh_cpu_stack_size(const gh_worker *); // of the running block
const struct gohip_cpu_block *gh_cpu_block_of(const gh_worker *);

bool gh_cpu_on_stack(const gh_worker *, const char *address); // of the running block
gh_race **gh_cpu_race_of(gh_worker *);                        // of the running block

// cpu_race.c
void gh_cpu_free_race(gh_race *);

// cpu_fault.c
void gh_cpu_watch_faults(void);
void gh_cpu_watch_thread(gh_worker *);
int gh_cpu_report_fault(gh_worker *, gohip_cpu_task *);
void gh_cpu_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

static inline void gh_cpu_pause(void) {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("yield");
#endif
}

uint64_t gh_cpu_now(void); // ns

#pragma GCC visibility pop

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Which threads are inside a function of this library. At the end of the process the drivers'
// libraries are taken down; no thread may be inside one of them then.
#ifndef GOHIP_CALLERS_H
#define GOHIP_CALLERS_H

#include <stdatomic.h>
#include <stdbool.h>

#pragma GCC visibility push(hidden)

// A thread's place in the list, on a cache line of its own.
typedef struct {
  _Alignas(64) atomic_int inside; // calls in progress: more than one if a callback calls
  atomic_bool taken;
} gh_caller;

// The calling thread's place, or NULL before its first call.
extern __thread gh_caller *gh_caller_self;

// Gives the calling thread a place.
gh_caller *gh_caller_enlist(void);

// Waits until no other thread is inside a function, for two seconds at most. The caller has made
// sure that a call which begins from now on goes nowhere.
void gh_callers_wait(void);

// Lets the calling thread sleep, during which it does not count as inside.
void gh_caller_rest(unsigned seconds);

// Only the thread itself writes; gh_callers_wait makes the write visible, so that a call needs no
// barrier.
static inline gh_caller *gh_caller_enter(void) {
  gh_caller *c = gh_caller_self;
  if (__builtin_expect(!c, 0)) c = gh_caller_enlist();
  int n = atomic_load_explicit(&c->inside, memory_order_relaxed);
  atomic_store_explicit(&c->inside, n + 1, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  return c;
}

static inline void gh_caller_leave(gh_caller *c) {
  int n = atomic_load_explicit(&c->inside, memory_order_relaxed);
  atomic_store_explicit(&c->inside, n - 1, memory_order_release);
}

#pragma GCC visibility pop

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The CPU device's engine by itself, for ThreadSanitizer: threads of the program submit launches,
// copies, functions and waits to queues, and what they computed must add up. Nothing here is
// atomic that the engine is to order.
#include "../cpu_engine.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUEUES = 4, ROUNDS = 300, N = 5000 };

static atomic_int error;
static _Atomic uint32_t *word;
static gohip_cpu_state state = {&error, &word};

typedef struct add_args {
  long *to;
  const long *from;
} add_args;

static void add(const struct gohip_cpu_launch *l, struct gohip_cpu_block *b) {
  const add_args *a = l->kernarg;
  a->to[b->index[0]] += a->from[b->index[0]];
}

// Outlives the threads that submit it.
static const gohip_cpu_kernel kernel = {
    .entry = add, .name = "add", .kernarg_size = sizeof(add_args)};

static void next(void *number) { ++*(long *)number; }

// Sums up what the queue before this one has made.
typedef struct submitter {
  gohip_cpu_queue *queue;
  struct submitter *before;
  long *values, *copy, number;
  _Atomic uint64_t when;
  pthread_t thread;
} submitter;

static void *work(void *arg) {
  submitter *l = arg;
  const uint32_t grid[3] = {N, 1, 1}, block[3] = {1, 1, 1};
  for (int i = 0; i < ROUNDS; i++) {
    add_args a = {l->copy, l->values};
    if (gohip_cpu_launch(l->queue, &kernel, grid, block, 0, &a)) abort();
    if (gohip_cpu_call(l->queue, next, &l->number)) abort();
    if (i % 3 == 0 && gohip_cpu_host(l->queue, next, &l->number)) abort();
    if (gohip_cpu_record(l->queue, &l->when)) abort();
    if (i % 50 == 0) gohip_cpu_wait(l->queue, gohip_cpu_submitted(l->queue));
  }
  return NULL;
}

int main(void) {
  gohip_cpu_set_threads(3);
  submitter submitters[QUEUES];
  for (int i = 0; i < QUEUES; i++) {
    submitters[i] = (submitter){.queue = gohip_cpu_new_queue(&state, i % 3 - 1),
                                .before = i ? &submitters[i - 1] : NULL,
                                .values = calloc(N, sizeof(long)),
                                .copy = calloc(N, sizeof(long))};
    for (int j = 0; j < N; j++) submitters[i].values[j] = i + j;
  }
  for (int i = 0; i < QUEUES; i++)
    pthread_create(&submitters[i].thread, NULL, work, &submitters[i]);
  for (int i = 0; i < QUEUES; i++) pthread_join(submitters[i].thread, NULL);
  // Each queue adds its sums to those of the one before, when that has come so far.
  const uint32_t grid[3] = {N, 1, 1}, block[3] = {1, 1, 1};
  for (int i = 1; i < QUEUES; i++) {
    submitter *l = &submitters[i], *b = l->before;
    gohip_cpu_order(l->queue, b->queue, gohip_cpu_submitted(b->queue));
    add_args a = {l->copy, b->copy};
    gohip_cpu_launch(l->queue, &kernel, grid, block, 0, &a);
    gohip_cpu_copy(l->queue, l->values, l->copy, N * sizeof(long));
  }
  submitter *last = &submitters[QUEUES - 1];
  gohip_cpu_wait(last->queue, gohip_cpu_submitted(last->queue));
  long wrong = 0;
  for (int j = 0; j < N; j++) {
    long want = 0;
    for (int i = 0; i < QUEUES; i++) want += (long)ROUNDS * (i + j);
    wrong += last->values[j] != want;
  }
  for (int i = 0; i < QUEUES; i++) {
    gohip_cpu_wait(submitters[i].queue, gohip_cpu_submitted(submitters[i].queue));
    wrong += submitters[i].number != ROUNDS + ROUNDS / 3;
  }
  printf("%ld values are wrong\n", wrong);
  return wrong != 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Threads for host functions in streams. Idle threads are reused, and a function that waits for
// another one (through a condition, say) never blocks that one.

#define _GNU_SOURCE
#include "host_thread.h"

#include <pthread.h>
#include <stdlib.h>

typedef struct worker {
  pthread_mutex_t mu;
  pthread_cond_t cv;
  void (*fn)(void *);
  void *data;
  struct worker *next;
} worker;

static pthread_mutex_t workers_mu = PTHREAD_MUTEX_INITIALIZER;
static worker *idle_workers;

static void *work(void *arg) {
  worker *w = arg;
  for (;;) {
    pthread_mutex_lock(&w->mu);
    while (!w->fn) pthread_cond_wait(&w->cv, &w->mu);
    void (*fn)(void *) = w->fn;
    w->fn = NULL;
    pthread_mutex_unlock(&w->mu);
    fn(w->data);
    pthread_mutex_lock(&workers_mu);
    w->next = idle_workers;
    idle_workers = w;
    pthread_mutex_unlock(&workers_mu);
  }
  return NULL;
}

void gh_host_thread(void (*fn)(void *), void *data) {
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
  if (!w) { // no thread could be created: run it here rather than lose it
    fn(data);
    return;
  }
  pthread_mutex_lock(&w->mu);
  w->fn = fn;
  w->data = data;
  pthread_cond_signal(&w->cv);
  pthread_mutex_unlock(&w->mu);
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Functions of the host in the order of an OpenCL queue.

#define _GNU_SOURCE
#include "opencl.h"

#include <stdlib.h>

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

hipError_t gh_opencl_host(gh_stream *s, void (*fn)(void *), void *data) {
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

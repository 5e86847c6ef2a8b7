// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Host functions in the order of an OpenCL queue.

#define _GNU_SOURCE
#include "host_thread.h"
#include "opencl.h"

#include <stdlib.h>

typedef struct job {
  void (*fn)(void *);
  void *data;
  gh_stream *stream;
  void *gate; // user event that the queue waits for
} job;

static void run_job(void *arg) {
  job *j = arg;
  j->fn(j->data);
  const struct gh_cl *cl = &j->stream->dev->cl;
  cl->set_user_event(j->gate, 0);
  cl->release_event(j->gate);
  free(j);
}

static void start_job(void *ev, int32_t status, void *data) {
  (void)ev, (void)status;
  gh_host_thread(run_job, data);
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

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the core's pools need of CUDA: marks, which are events, and a way to free memory without
// waiting. cuMemFree would make the host wait for the device; a stream without other work frees it
// in stream order at once.

#define _GNU_SOURCE
#include "cuda.h"
#include "shim.h"

#include <stdlib.h>

// Unused events are kept for later marks, up to this number.
enum { SPARE_EVENTS = 64 };

struct gh_returns {
  void *queue;
  void *events[SPARE_EVENTS];
  int count;
};

static pthread_mutex_t returns_mu = PTHREAD_MUTEX_INITIALIZER;

// The caller holds returns_mu.
static struct gh_returns *returns_of(gh_device *d) {
  if (!d->returns) d->returns = calloc(1, sizeof *d->returns);
  return d->returns;
}

static cu_result take_event(const struct gh_cuda *cu, gh_device *d, void **out) {
  enum { DISABLE_TIMING = 2 };
  pthread_mutex_lock(&returns_mu);
  struct gh_returns *r = returns_of(d);
  *out = r && r->count ? r->events[--r->count] : NULL;
  pthread_mutex_unlock(&returns_mu);
  return *out ? 0 : cu->event_create(out, DISABLE_TIMING);
}

static void give_event_back(const struct gh_cuda *cu, gh_device *d, void *event) {
  pthread_mutex_lock(&returns_mu);
  struct gh_returns *r = returns_of(d);
  bool kept = r && r->count < SPARE_EVENTS;
  if (kept) r->events[r->count++] = event;
  pthread_mutex_unlock(&returns_mu);
  if (!kept) cu->event_destroy(event);
}

// The stream's count is incremented before the event is recorded: whoever sees it comes after the
// free.
cu_result gh_cuda_mark(const struct gh_cuda *cu, gh_stream *s, gh_pool_mark *m) {
  cu_result r = take_event(cu, s->dev, &m->event);
  if (r != 0) return r;
  m->seq = atomic_fetch_add(&s->seq, 1) + 1;
  r = cu->event_record(m->event, s->queue);
  if (r != 0)
    give_event_back(cu, s->dev, m->event);
  else
    atomic_fetch_add(&s->dev->marks, 1);
  return r;
}

void gh_cuda_unmark(const struct gh_cuda *cu, gh_device *d, gh_pool_mark *m) {
  atomic_fetch_sub(&d->marks, 1);
  give_event_back(cu, d, m->event);
}

static cu_result queue_of(const struct gh_cuda *cu, gh_device *d, void **queue) {
  enum { NON_BLOCKING = 1 };
  cu_result result = 0;
  pthread_mutex_lock(&returns_mu);
  struct gh_returns *r = returns_of(d);
  if (!r)
    result = GH_CU_OUT_OF_MEMORY;
  else if (!r->queue)
    result = cu->stream_create(&r->queue, NON_BLOCKING, 0);
  if (result == 0) *queue = r->queue;
  pthread_mutex_unlock(&returns_mu);
  return result;
}

cu_result gh_cuda_free_idle(const struct gh_cuda *cu, gh_device *d, cu_pointer p) {
  void *queue;
  cu_result r = queue_of(cu, d, &queue);
  return r != 0 ? r : cu->mem_free_async(p, queue);
}

// Waits for the frees before it: the driver's pools, which have no release threshold, give free memory
// back when a stream is synchronised.
cu_result gh_cuda_return_memory(const struct gh_cuda *cu, gh_device *d) {
  void *queue;
  cu_result r = queue_of(cu, d, &queue);
  return r != 0 ? r : cu->stream_synchronize(queue);
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Streams, events, memory and launches on the emulated AMD GPU (package emulator). Its memory is
// the process's own and every operation is complete when its call returns, so there is nothing to
// wait for.

#include "shim.h"

#include <string.h>
#include <time.h>

static hipError_t stream_new(gh_stream *s) {
  s->queue = s;
  return hipSuccess;
}

static void stream_destroy(gh_stream *s) { (void)s; }
static hipError_t stream_done(gh_stream *s) { return gh_device_error(s->dev); }
static hipError_t device_done(gh_device *d) { return gh_device_error(d); }

// ---- launch ----

static hipError_t launch(gh_func *f, gh_stream *s, const uint32_t grid[3], const uint32_t block[3],
                         size_t shared, void **args) {
  hipError_t e = gh_check_launch(f, grid, block, shared);
  if (e != hipSuccess) return e;
  if (f->nexplicit && !args) return hipErrorInvalidValue;
  if (s->dev != f->dev) return hipErrorInvalidHandle;
  if ((e = gh_device_error(f->dev)) != hipSuccess) return e;
  // An error in a kernel is returned by the next call, as on a GPU.
  int none = 0;
  e = gh_go.emulate(f, grid, block, shared, args);
  if (e != hipSuccess) atomic_compare_exchange_strong(&f->dev->sticky, &none, e);
  return hipSuccess;
}

static hipError_t launch_cooperative(gh_stream *s, const gh_op *op) {
  return launch(op->u.launch.f, s, op->u.launch.grid, op->u.launch.block, op->u.launch.shared,
                op->u.launch.args);
}

static hipError_t host(gh_stream *s, void (*fn)(void *), void *data) {
  (void)s;
  fn(data);
  return hipSuccess;
}

// ---- copies and fills ----

static void copy3d(const gh_copy3d *c) {
  for (size_t z = 0; z < c->depth; z++)
    for (size_t y = 0; y < c->height; y++)
      memmove(c->dst + z * c->dst_slice + y * c->dst_pitch,
              c->src + z * c->src_slice + y * c->src_pitch, c->width);
}

static void fill(const gh_fill *f) {
  for (size_t z = 0; z < f->depth; z++)
    for (size_t y = 0; y < f->height; y++) {
      char *row = f->dst + z * f->slice + y * f->pitch;
      for (size_t x = 0; x < f->width; x++) memcpy(row + x * f->elem, &f->value, f->elem);
    }
}

// Nothing runs concurrently that could make an unmet condition true.
static hipError_t wait_value(const gh_op *op) {
  uint64_t now = 0, mask = op->u.value.mask;
  memcpy(&now, op->u.value.ptr, op->u.value.size);
  uint64_t want = op->u.value.value;
  now &= mask;
  bool met = false;
  switch (op->u.value.flags) {
  case hipStreamWaitValueGte:
    met = (int64_t)(now - want) >= 0;
    break;
  case hipStreamWaitValueEq:
    met = now == want;
    break;
  case hipStreamWaitValueAnd:
    met = (now & want) != 0;
    break;
  case hipStreamWaitValueNor:
    met = ~(now | want) != 0;
    break;
  }
  return met ? hipSuccess : hipErrorNotSupported;
}

static hipError_t submit(gh_stream *s, const gh_op *op) {
  hipError_t e = gh_device_error(s->dev);
  if (e != hipSuccess) return e;
  switch (op->kind) {
  case GH_OP_COPY:
    memmove(op->u.copy.dst, op->u.copy.src, op->u.copy.size);
    return hipSuccess;
  case GH_OP_COPY3D:
    copy3d(&op->u.copy3d);
    return hipSuccess;
  case GH_OP_FILL:
    fill(&op->u.fill);
    return hipSuccess;
  case GH_OP_WAIT_VALUE:
    return wait_value(op);
  case GH_OP_WRITE_VALUE:
    memcpy(op->u.value.ptr, &op->u.value.value, op->u.value.size);
    return hipSuccess;
  }
  return hipErrorInvalidValue;
}

// ---- events ----

static hipError_t event_record(gh_event *e, gh_stream *s) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  pthread_mutex_lock(&e->mu);
  e->when = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
  e->stream = s;
  e->captured = NULL;
  atomic_store(&e->state, 2);
  pthread_mutex_unlock(&e->mu);
  return gh_device_error(s->dev);
}

static hipError_t event_wait(gh_stream *s, gh_event *e) {
  (void)e;
  return gh_device_error(s->dev);
}

static hipError_t event_done(gh_event *e) { return gh_device_error(e->dev); }

static hipError_t event_elapsed(float *ms, gh_event *start, gh_event *stop) {
  *ms = (float)((double)(int64_t)(stop->when - start->when) * 1e-6);
  return hipSuccess;
}

static void event_destroy(gh_event *e) { (void)e; }

// ---- memory ----

static hipError_t alloc(gh_device *d, uint32_t kind, uint32_t flags, size_t size, void **out) {
  (void)flags;
  return gh_go.emulator_alloc(d->ordinal, kind, size, out);
}

static hipError_t release(gh_device *d, const gh_alloc *a) {
  return gh_go.emulator_free(d->ordinal, (void *)a->start);
}

static hipError_t alloc_async(gh_stream *s, void *pool, size_t size, void **out) {
  (void)pool;
  return gh_go.emulator_alloc(s->dev->ordinal, GH_DEVICE, size, out);
}

static hipError_t free_async(gh_stream *s, void *p) {
  return gh_go.emulator_free(s->dev->ordinal, p);
}

static hipError_t host_register(gh_device *d, void *p, size_t size, uint32_t flags) {
  (void)flags;
  return gh_go.emulator_register(d->ordinal, p, size);
}

static hipError_t host_unregister(gh_device *d, void *p) {
  return gh_go.emulator_register(d->ordinal, p, 0);
}

const struct gh_driver gh_emulator_driver = {
    .launch = launch,
    .launch_cooperative = launch_cooperative,
    .stream_new = stream_new,
    .stream_destroy = stream_destroy,
    .finish = stream_done,
    .finish_device = device_done,
    .query = stream_done,
    .submit = submit,
    .host = host,
    .event_record = event_record,
    .event_wait = event_wait,
    .event_query = event_done,
    .event_sync = event_done,
    .event_elapsed = event_elapsed,
    .event_destroy = event_destroy,
    .alloc = alloc,
    .free = release,
    .alloc_async = alloc_async,
    .free_async = free_async,
    .host_register = host_register,
    .host_unregister = host_unregister,
    .orders_streams = true,
    .free_waits = true,
    .stages_copies = true,
    .foreign_memory = true,
};

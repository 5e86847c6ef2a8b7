// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Copies of pageable memory that CUDA would do at another time than HIP requires. The driver reads
// such memory when the call is made, or makes the call wait for the stream; a copy in a graph has
// to happen when its node runs, and one of several rows before the program may reuse its memory.
// These are staged through pinned memory: host functions fill and empty it, and the driver's copies
// from and to it are asynchronous.

#define _GNU_SOURCE
#include "cuda.h"
#include "shim.h"

#include <stdlib.h>
#include <string.h>

// Sizes of a piece of pinned memory, which a larger copy reuses.
enum { SMALL = 64 << 10, LARGE = 4 << 20 };

// A piece of pinned memory. The event is complete when the copy through it has ended.
typedef struct gh_pinned {
  char *data;
  size_t room;
  void *ended;
  struct gh_pinned *next;
} gh_pinned;

static pthread_mutex_t pinned_mu = PTHREAD_MUTEX_INITIALIZER;

static cu_result new_pinned(const struct gh_cuda *cu, size_t room, gh_pinned **out) {
  enum { DISABLE_TIMING = 2, PORTABLE = 1 };
  gh_pinned *p = calloc(1, sizeof *p);
  if (!p) return GH_CU_OUT_OF_MEMORY;
  p->room = room;
  cu_result r = cu->event_create(&p->ended, DISABLE_TIMING);
  if (r == 0) {
    r = cu->mem_host_alloc((void **)&p->data, room, PORTABLE);
    if (r != 0) cu->event_destroy(p->ended);
  }
  if (r != 0) {
    free(p);
    return r;
  }
  *out = p;
  return 0;
}

// Takes pinned memory for a copy. Unused pieces are in the device's list, whether the copy through
// them has ended or not: a context is never reset, so they stay valid.
static cu_result take(const struct gh_cuda *cu, gh_device *d, size_t size, gh_pinned **out) {
  size_t room = size <= SMALL ? SMALL : LARGE;
  pthread_mutex_lock(&pinned_mu);
  for (gh_pinned **at = &d->pinned; *at; at = &(*at)->next)
    if ((*at)->room == room && cu->event_query((*at)->ended) == 0) {
      *out = *at;
      *at = (*at)->next;
      pthread_mutex_unlock(&pinned_mu);
      return 0;
    }
  pthread_mutex_unlock(&pinned_mu);
  return new_pinned(cu, room, out);
}

static cu_result give_back(const struct gh_cuda *cu, gh_stream *s, gh_pinned *p) {
  cu_result r = cu->event_record(p->ended, s->queue);
  pthread_mutex_lock(&pinned_mu);
  p->next = s->dev->pinned;
  s->dev->pinned = p;
  pthread_mutex_unlock(&pinned_mu);
  return r;
}

static void run_rows(void *arg) {
  gh_do_copy3d(arg);
  free(arg);
}

// Makes the host copy rows when the stream reaches this point.
static cu_result enqueue_rows(gh_stream *s, const gh_copy3d *c) {
  gh_copy3d *own = malloc(sizeof *own);
  if (!own) return GH_CU_OUT_OF_MEMORY;
  *own = *c;
  cu_result r = gh_cuda_host(s, run_rows, own);
  if (r != 0) free(own);
  return r;
}

// One piece, of rows that fit into pinned memory.
static cu_result piece(const struct gh_cuda *cu, gh_stream *s, const gh_copy3d *c, bool from_host) {
  gh_pinned *p;
  cu_result r = take(cu, s->dev, c->width * c->height, &p);
  if (r != 0) return r;
  gh_copy3d outer = *c, inner = *c; // from or to pinned memory: by the host, by the driver
  gh_copy3d *first = from_host ? &outer : &inner, *second = from_host ? &inner : &outer;
  first->dst = p->data;
  second->src = p->data;
  first->dst_pitch = second->src_pitch = c->width;
  first->dst_slice = second->src_slice = c->width * c->height;
  if (!from_host) {
    r = gh_cuda_copy3d(s, &inner);
    if (r == 0) r = enqueue_rows(s, &outer);
  } else if (c->when == GH_COPY_NOW) {
    gh_do_copy3d(&outer);
    r = gh_cuda_copy3d(s, &inner);
  } else {
    r = enqueue_rows(s, &outer);
    if (r == 0) r = gh_cuda_copy3d(s, &inner);
  }
  cu_result e = give_back(cu, s, p);
  return r != 0 ? r : e;
}

cu_result gh_cuda_staged_copy(const struct gh_cuda *cu, gh_stream *s, const gh_copy3d *c,
                              bool from_host, bool to_host) {
  if (from_host && to_host) return enqueue_rows(s, c);
  size_t width = c->width < LARGE ? c->width : LARGE, rows = LARGE / width;
  for (size_t z = 0; z < c->depth; z++)
    for (size_t y = 0; y < c->height; y += rows)
      for (size_t x = 0; x < c->width; x += width) {
        gh_copy3d part = *c;
        part.dst += z * c->dst_slice + y * c->dst_pitch + x;
        part.src += z * c->src_slice + y * c->src_pitch + x;
        part.width = c->width - x < width ? c->width - x : width;
        part.height = c->height - y < rows ? c->height - y : rows;
        part.depth = 1;
        cu_result r = piece(cu, s, &part, from_host);
        if (r != 0) return r;
      }
  return 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#include "pool.h"

#include <stdlib.h>
#include <string.h>

bool gh_in_pool(gh_pool *p, const void *h) {
  int n = atomic_load_explicit(&p->n, memory_order_acquire);
  for (int i = 0; i < n; i++) {
    size_t off = (size_t)((const char *)h - p->slabs[i]);
    if (off < GH_SLAB * p->size) return off % p->size == 0;
  }
  return false;
}

// A free item has the link of the free list in its last 8 bytes, so that its magic number stays
// zero.
static void **link_of(gh_pool *p, void *item) {
  return (void **)((char *)item + p->size - sizeof(void *));
}

void *gh_pool_get(gh_pool *p) {
  pthread_mutex_lock(&p->mu);
  int n = atomic_load(&p->n);
  if (!p->free_list && n < (int)(sizeof p->slabs / sizeof *p->slabs)) {
    char *base = calloc(GH_SLAB, p->size);
    if (base) {
      for (int i = GH_SLAB - 1; i >= 0; i--) {
        char *item = base + (size_t)i * p->size;
        *link_of(p, item) = p->free_list;
        p->free_list = item;
      }
      p->slabs[n] = base;
      atomic_store_explicit(&p->n, n + 1, memory_order_release);
    }
  }
  void *item = p->free_list;
  if (item) p->free_list = *link_of(p, item);
  pthread_mutex_unlock(&p->mu);
  if (item) memset(item, 0, p->size);
  return item;
}

void gh_pool_put(gh_pool *p, void *item) {
  pthread_mutex_lock(&p->mu);
  memset(item, 0, p->size);
  *link_of(p, item) = p->free_list;
  p->free_list = item;
  pthread_mutex_unlock(&p->mu);
}

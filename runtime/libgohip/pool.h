// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Items of one size whose handles can be told from any other address: they live in slabs
// that are never unmapped, so a handle that was given up, or never was one, is recognised
// without touching foreign memory. The first word of an item is its magic, zero once it
// is given up.
#ifndef GOHIP_POOL_H
#define GOHIP_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define GH_SLAB 256 // items

typedef struct gh_pool {
  pthread_mutex_t mu;
  size_t size; // bytes of an item
  atomic_int n;
  char *slabs[4096];
  void *free_list;
} gh_pool;

// Reports whether h is the address of an item, in use or not.
bool gh_in_pool(gh_pool *p, const void *h);

// An item of zero bytes, or NULL.
void *gh_pool_get(gh_pool *p);

void gh_pool_put(gh_pool *p, void *item);

#endif

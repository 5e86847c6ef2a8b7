// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Items of one size whose handles can be distinguished from all other addresses: they are in slabs
// that are never unmapped, so a released or invalid handle is recognised without accessing foreign
// memory. The first word of an item is its magic number, zero after its release.
#ifndef GOHIP_POOL_H
#define GOHIP_POOL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define GH_SLAB 256 // items

typedef struct gh_pool {
  pthread_mutex_t mu;
  size_t size; // size of an item in bytes
  atomic_int n;
  char *slabs[4096];
  void *free_list;
} gh_pool;

// Reports whether h is the address of an item, in use or not.
bool gh_in_pool(gh_pool *p, const void *h);

// Returns a zeroed item, or NULL.
void *gh_pool_get(gh_pool *p);

void gh_pool_put(gh_pool *p, void *item);

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "callers.h"

#include <linux/membarrier.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PLACES 1024
static gh_caller places[PLACES];
static gh_caller shared; // of the threads that found no place, which nobody waits for
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;

__thread gh_caller *gh_caller_self;

static void vacate(void *place) {
  gh_caller_self = NULL; // destructors that run later may call again
  atomic_store(&((gh_caller *)place)->taken, false);
}

static void make_key(void) { pthread_key_create(&key, vacate); }

gh_caller *gh_caller_enlist(void) {
  pthread_once(&once, make_key);
  for (int i = 0; i < PLACES; i++)
    if (!atomic_exchange(&places[i].taken, true)) {
      pthread_setspecific(key, &places[i]);
      return gh_caller_self = &places[i];
    }
  return gh_caller_self = &shared;
}

void gh_caller_rest(unsigned seconds) {
  gh_caller *c = gh_caller_self;
  int n = c ? atomic_exchange(&c->inside, 0) : 0; // NULL: of a function that does not count
  sleep(seconds);
  if (c) atomic_store(&c->inside, n);
}

static bool others_inside(void) {
  for (int i = 0; i < PLACES; i++)
    if (&places[i] != gh_caller_self && atomic_load(&places[i].inside) > 0) return true;
  return false;
}

static bool others_listed(void) {
  for (int i = 0; i < PLACES; i++)
    if (&places[i] != gh_caller_self && atomic_load(&places[i].taken)) return true;
  return false;
}

void gh_callers_wait(void) {
  const struct timespec moment = {.tv_nsec = 1000 * 1000};
  if (!others_listed()) return;
  // What other threads have stored before this is visible after it.
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) != 0 ||
      syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0)
    nanosleep(&moment, NULL);
  for (int ms = 0; ms < 2000 && others_inside(); ms++) nanosleep(&moment, NULL);
}

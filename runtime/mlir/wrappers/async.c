// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The functions that MLIR's lowering of the async dialect calls (mlir/ExecutionEngine/
// AsyncRuntime.h). Upstream's library contains a thread pool and an LLVM; here a coroutine runs
// immediately on the thread that starts it, until it waits for an unfinished object. Device work is
// asynchronous anyway.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define API __attribute__((visibility("default")))

typedef void (*resume_fn)(void *);

typedef struct waiter {
  void *coroutine;
  resume_fn resume;
  struct waiter *next;
} waiter;

// A token, a value with its storage, or a group, which is ready when all its members are.
typedef struct object {
  int64_t references;
  enum { PENDING, AVAILABLE, FAILED } state;
  waiter *waiting; // in the order of arrival
  struct object *group;
  int64_t missing; // for a group: number of members that are not ready
  int64_t rank;    // for a group: number of members so far
  bool bad;        // for a group: a member has failed
  _Alignas(16) char storage[];
} object;

static object *new_object(int64_t size) {
  object *o = calloc(1, sizeof(object) + (size_t)size);
  if (!o) {
    fprintf(stderr, "gohipcc: error: no memory for an async value of %lld bytes\n",
            (long long)size);
    exit(1);
  }
  // One reference for the program, and one for the producer that makes it ready.
  o->references = 2;
  return o;
}

static void drop(object *o, int64_t n) {
  if ((o->references -= n) <= 0) free(o);
}

static void settle(object *o, int state) {
  o->state = state;
  waiter *w = o->waiting;
  o->waiting = NULL;
  object *g = o->group;
  o->group = NULL;
  if (g) {
    if (state == FAILED) g->bad = true;
    if (--g->missing == 0) settle(g, g->bad ? FAILED : AVAILABLE);
    drop(g, 1);
  }
  while (w) {
    waiter *next = w->next;
    w->resume(w->coroutine);
    free(w);
    w = next;
  }
}

static void wait_and_run(object *o, void *coroutine, resume_fn resume) {
  if (o->state != PENDING) {
    resume(coroutine);
    return;
  }
  waiter *w = malloc(sizeof *w), **end = &o->waiting;
  if (!w) abort();
  *w = (waiter){coroutine, resume, NULL};
  while (*end) end = &(*end)->next;
  *end = w;
}

// Everything that can run has run, so an object that is still pending is waiting for itself.
static void block(const object *o) {
  if (o->state != PENDING) return;
  fflush(stdout);
  fprintf(stderr, "gohipcc: error: async.await of something that nothing will finish\n");
  exit(1);
}

API void mlirAsyncRuntimeAddRef(object *o, int64_t n) { o->references += n; }
API void mlirAsyncRuntimeDropRef(object *o, int64_t n) { drop(o, n); }

API object *mlirAsyncRuntimeCreateToken(void) { return new_object(0); }
API object *mlirAsyncRuntimeCreateValue(int64_t size) { return new_object(size); }
API object *mlirAsyncRuntimeCreateGroup(int64_t size) {
  object *g = new_object(0);
  g->references = 1;
  g->missing = size;
  if (size == 0) g->state = AVAILABLE;
  return g;
}
API int64_t mlirAsyncRuntimeAddTokenToGroup(object *token, object *group) {
  if (token->state == PENDING) {
    token->group = group;
    group->references++;
  } else {
    if (token->state == FAILED) group->bad = true;
    if (--group->missing == 0) settle(group, group->bad ? FAILED : AVAILABLE);
  }
  return group->rank++;
}

static void finish(object *o, int state) {
  settle(o, state);
  drop(o, 1);
}
API void mlirAsyncRuntimeEmplaceToken(object *o) { finish(o, AVAILABLE); }
API void mlirAsyncRuntimeEmplaceValue(object *o) { finish(o, AVAILABLE); }
API void mlirAsyncRuntimeSetTokenError(object *o) { finish(o, FAILED); }
API void mlirAsyncRuntimeSetValueError(object *o) { finish(o, FAILED); }
API bool mlirAsyncRuntimeIsTokenError(object *o) { return o->state == FAILED; }
API bool mlirAsyncRuntimeIsValueError(object *o) { return o->state == FAILED; }
API bool mlirAsyncRuntimeIsGroupError(object *o) { return o->bad; }
API void *mlirAsyncRuntimeGetValueStorage(object *o) { return o->storage; }

API void mlirAsyncRuntimeAwaitToken(object *o) { block(o); }
API void mlirAsyncRuntimeAwaitValue(object *o) { block(o); }
API void mlirAsyncRuntimeAwaitAllInGroup(object *o) { block(o); }

API void mlirAsyncRuntimeExecute(void *coroutine, resume_fn resume) { resume(coroutine); }
API void mlirAsyncRuntimeAwaitTokenAndExecute(object *o, void *coroutine, resume_fn resume) {
  wait_and_run(o, coroutine, resume);
}
API void mlirAsyncRuntimeAwaitValueAndExecute(object *o, void *coroutine, resume_fn resume) {
  wait_and_run(o, coroutine, resume);
}
API void mlirAsyncRuntimeAwaitAllInGroupAndExecute(object *o, void *coroutine, resume_fn resume) {
  wait_and_run(o, coroutine, resume);
}
// Upstream's spelling
API int64_t mlirAsyncRuntimGetNumWorkerThreads(void) { return 1; }

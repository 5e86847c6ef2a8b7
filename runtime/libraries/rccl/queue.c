// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Groups of calls, of one or several communicators. The calls of a group in one stream are one host
// function; if they are of several ranks of the same process, each rank has a thread there.
#include "queue.h"
#include "hostcall.h"
#include "nccl.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct queued {
  ncclComm_t comm;
  hipStream_t stream;
  rc_call call;
} queued;

typedef struct beginning {
  ncclComm_t *to, comm;
  ncclUniqueId id;
  ncclComm_t parent; // that is split, or null
  uint64_t ticket;   // of the split among the parent's calls
  int color, key;
  ncclResult_t result;
  pthread_t thread;
  bool started;
} beginning;

// The group of the calling thread.
static _Thread_local struct {
  int depth;
  ncclResult_t wrong; // the first error
  queued *calls;
  size_t count, room;
  beginning *beginnings;
  size_t begun, beginning_room;
} group;

// A share is one communicator's part of a batch.
typedef struct share {
  ncclComm_t comm;
  uint64_t ticket;
  size_t count;
  rc_call *calls;
  pthread_t thread;
  bool started;
} share;

// A batch is the work of one host function.
typedef struct batch {
  size_t count;
  share shares[];
} batch;

enum { any_turn = -1 };

// grown makes room for one more element.
static void *grown(void *at, size_t count, size_t *room, size_t size) {
  if (count < *room) return at;
  size_t more = *room ? 2 * *room : 8;
  void *larger = realloc(at, more * size);
  if (larger) *room = more;
  return larger;
}

void rc_drop(ncclComm_t c) {
  if (atomic_fetch_sub(&c->users, 1) != 1) return;
  if (!c->cuda) rc_disconnect(c);
  (void)pthread_mutex_destroy(&c->lock);
  (void)pthread_cond_destroy(&c->ended);
  free(c->sockets);
  free(c->scales);
  free(c);
}

// ---- execution in a stream ----

static ncclResult_t messages(ncclComm_t c, const share *s) {
  rc_transfer *t = calloc(s->count + 1, sizeof *t);
  size_t n = 0;
  if (!t) return ncclSystemError;
  for (size_t i = 0; i < s->count; i++) {
    const rc_call *call = &s->calls[i];
    if (rc_is_collective(call->kind)) continue;
    bool receives = call->kind == RC_RECEIVE;
    t[n++] = (rc_transfer){.peer = call->root,
                           .receives = receives,
                           .data = receives ? call->receive : (char *)(uintptr_t)call->send,
                           .size = call->count * rc_size(call->type)};
  }
  ncclResult_t r = n ? rc_exchange(c, t, n) : ncclSuccess;
  free(t);
  return r;
}

// enter waits for a communicator's turn; leave starts the next one.
static void enter(ncclComm_t c, uint64_t ticket) {
  bool in_order = ticket != (uint64_t)any_turn;
  pthread_mutex_lock(&c->lock);
  while (c->busy || (in_order && c->turn != ticket)) pthread_cond_wait(&c->ended, &c->lock);
  c->busy = true;
  pthread_mutex_unlock(&c->lock);
}
static void leave(ncclComm_t c, uint64_t ticket, ncclResult_t r) {
  if (r != ncclSuccess) (void)atomic_compare_exchange_strong(&c->error, &(int){0}, (int)r);
  pthread_mutex_lock(&c->lock);
  c->busy = false;
  c->turn += ticket != (uint64_t)any_turn;
  pthread_cond_broadcast(&c->ended);
  pthread_mutex_unlock(&c->lock);
}

// Collective operations come first, in the same order on all ranks, then all messages concurrently.
static void perform_share(share *s) {
  ncclComm_t c = s->comm;
  enter(c, s->ticket);
  ncclResult_t r = (ncclResult_t)atomic_load(&c->error);
  for (size_t i = 0; i < s->count && r == ncclSuccess; i++)
    if (rc_is_collective(s->calls[i].kind)) r = rc_collective(c, &s->calls[i]);
  if (r == ncclSuccess) r = messages(c, s);
  leave(c, s->ticket, r);
}

static void *share_thread(void *s) {
  perform_share(s);
  return NULL;
}

static void perform(void *argument) {
  batch *b = *(batch **)argument;
  for (size_t i = 1; i < b->count; i++) {
    share *s = &b->shares[i];
    s->started = pthread_create(&s->thread, NULL, share_thread, s) == 0;
    if (!s->started) atomic_store(&s->comm->error, ncclSystemError);
  }
  perform_share(&b->shares[0]);
  for (size_t i = 1; i < b->count; i++)
    if (b->shares[i].started)
      (void)pthread_join(b->shares[i].thread, NULL);
    else
      perform_share(&b->shares[i]); // starts the next batch of the communicator
}

static void release(void *argument) {
  batch *b = *(batch **)argument;
  for (size_t i = 0; i < b->count; i++) {
    rc_drop(b->shares[i].comm);
    free(b->shares[i].calls);
  }
  free(b);
}

// ---- submission to a stream ----

static bool add_call(share *s, const rc_call *call) {
  rc_call *more = realloc(s->calls, (s->count + 1) * sizeof *more);
  if (!more) return false;
  s->calls = more;
  s->calls[s->count++] = *call;
  return true;
}

static share *share_of(batch *b, ncclComm_t c) {
  for (size_t i = 0; i < b->count; i++)
    if (b->shares[i].comm == c) return &b->shares[i];
  share *s = &b->shares[b->count++];
  *s = (share){.comm = c};
  (void)atomic_fetch_add(&c->users, 1);
  return s;
}

// Each device has its own null stream.
static bool same_stream(const queued *a, const queued *b) {
  return a->stream == b->stream && (a->stream || a->comm->device == b->comm->device);
}

// take_tickets assigns the batch its position in the order of each communicator; a graph gets it at
// launch.
static void take_tickets(batch *b, hipStream_t stream) {
  hipStreamCaptureStatus capture = hipStreamCaptureStatusNone;
  if (stream) (void)hipStreamIsCapturing(stream, &capture);
  for (size_t i = 0; i < b->count; i++) {
    ncclComm_t c = b->shares[i].comm;
    pthread_mutex_lock(&c->lock);
    b->shares[i].ticket =
        capture == hipStreamCaptureStatusActive ? (uint64_t)any_turn : c->tickets++;
    pthread_mutex_unlock(&c->lock);
  }
}

static ncclResult_t submit(batch *b, const queued *first) {
  int device = first->comm->device;
  bool set = hipGetDevice(&device) == hipSuccess && device != first->comm->device &&
             hipSetDevice(first->comm->device) == hipSuccess;
  take_tickets(b, first->stream);
  for (size_t i = 0; i < b->count; i++) (void)atomic_fetch_add(&b->shares[i].comm->users, 1);
  ncclComm_t *comms = malloc(b->count * sizeof *comms);
  size_t count = comms ? b->count : 0;
  for (size_t i = 0; i < count; i++) comms[i] = b->shares[i].comm;
  hipError_t e = hipErrorOutOfMemory;
  if (comms)
    e = gl_host_call(first->stream, perform, release, &b, sizeof b);
  else
    release(&b);
  for (size_t i = 0; i < count; i++) {
    // A position that is never reached would block all later calls.
    if (e != hipSuccess) atomic_store(&comms[i]->error, ncclUnhandledCudaError);
    rc_drop(comms[i]);
  }
  free(comms);
  if (set) (void)hipSetDevice(device);
  return e == hipSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

// submit_stream submits the calls with the same stream as the first one, and marks them as
// submitted.
static ncclResult_t submit_stream(queued *calls, size_t n) {
  const queued first = calls[0];
  batch *b = malloc(sizeof *b + n * sizeof b->shares[0]);
  if (!b) return ncclSystemError;
  b->count = 0;
  for (size_t i = 0; i < n; i++) {
    if (!calls[i].comm || !same_stream(&calls[i], &first)) continue;
    if (!add_call(share_of(b, calls[i].comm), &calls[i].call)) {
      release(&b);
      return ncclSystemError;
    }
    calls[i].comm = NULL;
  }
  return submit(b, &first);
}

// ---- groups ----

// member is what a rank tells the others of a split.
typedef struct member {
  int color, key;
} member;

static ncclResult_t tell_all(ncclComm_t c, const void *own, void *all, size_t size) {
  rc_call call = {RC_ALL_GATHER, own, all, size, ncclInt8, ncclSum, 0, {0}};
  return rc_collective(c, &call);
}

// before reports whether a rank comes before another one: by key, then by the old rank.
static bool before(const member *all, int a, int b) {
  return all[a].key != all[b].key ? all[a].key < all[b].key : a < b;
}

// divide finds this rank's place among those of its color, whose first rank creates an ID.
static ncclResult_t divide(beginning *b, member *all, ncclUniqueId *ids) {
  ncclComm_t parent = b->parent;
  const int own = parent->rank;
  ncclUniqueId id = {{0}};
  int first = own, rank = 0, count = 0;
  ncclResult_t r = tell_all(parent, &(member){b->color, b->key}, all, sizeof *all);
  for (int i = 0; i < parent->count && r == ncclSuccess; i++) {
    if (all[i].color != b->color) continue;
    count++;
    rank += before(all, i, own);
    if (before(all, i, first)) first = i;
  }
  if (r == ncclSuccess && first == own && b->color != NCCL_SPLIT_NOCOLOR) r = ncclGetUniqueId(&id);
  // All ranks take part in the second exchange, even without an ID.
  ncclResult_t told = tell_all(parent, &id, ids, sizeof id);
  if (r == ncclSuccess) r = told;
  if (r != ncclSuccess || b->color == NCCL_SPLIT_NOCOLOR) return r;
  b->id = ids[first];
  return rc_make(&b->comm, count, rank, parent->device);
}

static ncclResult_t split(beginning *b) {
  ncclComm_t parent = b->parent;
  member *all = malloc((size_t)parent->count * sizeof *all);
  ncclUniqueId *ids = malloc((size_t)parent->count * sizeof *ids);
  enter(parent, b->ticket);
  ncclResult_t r = (ncclResult_t)atomic_load(&parent->error);
  if (r == ncclSuccess) r = all && ids ? divide(b, all, ids) : ncclSystemError;
  leave(parent, b->ticket, r);
  free(all);
  free(ids);
  return r;
}

static void *begin(void *argument) {
  beginning *b = argument;
  b->result = b->parent ? split(b) : ncclSuccess;
  if (b->result == ncclSuccess && b->comm) b->result = rc_connect(b->comm, &b->id);
  return NULL;
}

static void forget(const beginning *b) {
  if (b->comm) rc_drop(b->comm);
  if (b->parent) rc_drop(b->parent);
}

// begin_all connects communicators, which wait for each other.
static ncclResult_t begin_all(beginning *all, size_t n) {
  ncclResult_t r = ncclSuccess;
  for (size_t i = 0; i < n; i++) {
    ncclComm_t parent = all[i].parent;
    if (!parent) continue;
    pthread_mutex_lock(&parent->lock);
    all[i].ticket = parent->tickets++;
    pthread_mutex_unlock(&parent->lock);
  }
  for (size_t i = 0; i < n; i++) {
    all[i].result = ncclSystemError;
    all[i].started = pthread_create(&all[i].thread, NULL, begin, &all[i]) == 0;
  }
  for (size_t i = 0; i < n; i++) {
    if (all[i].started)
      (void)pthread_join(all[i].thread, NULL);
    else if (all[i].parent) { // its turn must not block later calls
      enter(all[i].parent, all[i].ticket);
      leave(all[i].parent, all[i].ticket, ncclSystemError);
    }
    if (all[i].result == ncclSuccess) {
      *all[i].to = all[i].comm;
      all[i].comm = NULL;
    } else if (r == ncclSuccess) {
      r = all[i].result;
    }
    forget(&all[i]);
  }
  return r;
}

static ncclResult_t end_group(void) {
  ncclResult_t r = group.wrong;
  if (r == ncclSuccess)
    r = begin_all(group.beginnings, group.begun);
  else
    for (size_t i = 0; i < group.begun; i++) forget(&group.beginnings[i]);
  for (size_t i = 0; i < group.count && r == ncclSuccess; i++)
    if (group.calls[i].comm) r = submit_stream(&group.calls[i], group.count - i);
  free(group.calls);
  free(group.beginnings);
  memset(&group, 0, sizeof group);
  return r;
}

ncclResult_t ncclGroupStart(void) {
  group.depth++;
  return ncclSuccess;
}
ncclResult_t ncclGroupEnd(void) {
  if (!group.depth) return ncclInvalidUsage;
  ncclResult_t other = rc_nccl_leave(group.depth);
  ncclResult_t own = --group.depth ? ncclSuccess : end_group();
  return own == ncclSuccess ? other : own;
}
int rc_depth(void) { return group.depth; }

ncclResult_t rc_refuse(ncclResult_t r) {
  if (group.depth && group.wrong == ncclSuccess) group.wrong = r;
  return r;
}

ncclResult_t rc_queue(ncclComm_t c, hipStream_t stream, const rc_call *call) {
  queued one = {c, stream, *call};
  if (!group.depth) return submit_stream(&one, 1);
  queued *larger = grown(group.calls, group.count, &group.room, sizeof one);
  if (!larger) return rc_refuse(ncclSystemError);
  group.calls = larger;
  group.calls[group.count++] = one;
  return ncclSuccess;
}

static ncclResult_t start(const beginning *b) {
  beginning one = *b;
  if (!group.depth) return begin_all(&one, 1);
  beginning *larger = grown(group.beginnings, group.begun, &group.beginning_room, sizeof one);
  if (!larger) {
    forget(&one);
    return rc_refuse(ncclSystemError);
  }
  group.beginnings = larger;
  group.beginnings[group.begun++] = one;
  return ncclSuccess;
}

ncclResult_t rc_initialize(ncclComm_t *to, ncclComm_t c, const ncclUniqueId *id) {
  return start(&(beginning){.to = to, .comm = c, .id = *id});
}

ncclResult_t rc_split(ncclComm_t *to, ncclComm_t parent, int color, int key) {
  (void)atomic_fetch_add(&parent->users, 1);
  return start(&(beginning){.to = to, .parent = parent, .color = color, .key = key});
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Collective operations on a ring of the ranks. The data is split into one piece per rank: each
// rank reduces one piece, so all ranks get bitwise identical results.
#include "comm.h"

#include <stdlib.h>
#include <string.h>

enum { piece_bytes = 1 << 20 };

// pieces are the offset and the number of elements of each rank's piece.
typedef struct pieces {
  size_t *at, *n;
} pieces;

static int around(const struct ncclComm *c, int steps) {
  return ((c->rank + steps) % c->count + c->count) % c->count;
}

// pass sends to the next rank while receiving from the previous one.
static ncclResult_t pass(ncclComm_t c, const char *send, size_t sent, char *receive,
                         size_t received) {
  rc_transfer both[] = {
      {.peer = around(c, 1), .data = (char *)(uintptr_t)send, .size = sent},
      {.peer = around(c, -1), .receives = true, .data = receive, .size = received}};
  return rc_exchange(c, both, 2);
}

// reduce_pieces reduces this rank's piece over all ranks into out. room has space for two pieces.
static ncclResult_t reduce_pieces(ncclComm_t c, const rc_call *call, const pieces *p, char *out,
                                  char *room) {
  size_t size = rc_size(call->type);
  const char *partial = call->send + p->at[around(c, -1)] * size;
  if (c->count == 1) memmove(out, call->send + p->at[0] * size, p->n[0] * size);
  for (int step = 0; step < c->count - 1; step++) {
    int sent = around(c, -step - 1), received = around(c, -step - 2);
    char *to = room + (size_t)(step & 1) * piece_bytes;
    ncclResult_t r = pass(c, partial, p->n[sent] * size, to, p->n[received] * size);
    if (r != ncclSuccess) return r;
    char *combined = step == c->count - 2 ? out : to;
    rc_reduce(combined, to, call->send + p->at[received] * size, p->n[received], call->type,
              call->op);
    partial = to;
  }
  if (call->op == ncclAvg) rc_average(out, p->n[c->rank], call->type, c->count);
  return ncclSuccess;
}

// gather_pieces distributes the pieces of all ranks to all ranks.
static ncclResult_t gather_pieces(ncclComm_t c, char *data, const pieces *p, size_t size) {
  for (int step = 0; step < c->count - 1; step++) {
    int sent = around(c, -step), received = around(c, -step - 1);
    ncclResult_t r = pass(c, data + p->at[sent] * size, p->n[sent] * size,
                          data + p->at[received] * size, p->n[received] * size);
    if (r != ncclSuccess) return r;
  }
  return ncclSuccess;
}

// collect_pieces sends the pieces of all ranks to the root, whose own is in place.
static ncclResult_t collect_pieces(ncclComm_t c, const rc_call *call, const pieces *p, char *own) {
  size_t size = rc_size(call->type), n = 0;
  if (c->rank != call->root) {
    rc_transfer one = {.peer = call->root, .data = own, .size = p->n[c->rank] * size};
    return rc_exchange(c, &one, 1);
  }
  rc_transfer *all = calloc((size_t)c->count, sizeof *all);
  if (!all) return ncclSystemError;
  for (int r = 0; r < c->count; r++)
    if (r != c->rank)
      all[n++] = (rc_transfer){.peer = r,
                               .receives = true,
                               .data = call->receive + p->at[r] * size,
                               .size = p->n[r] * size};
  ncclResult_t r = rc_exchange(c, all, n);
  free(all);
  return r;
}

// split divides the n elements from begin on into pieces.
static void split(const struct ncclComm *c, pieces *p, size_t begin, size_t n) {
  size_t each = n / (size_t)c->count, more = n % (size_t)c->count;
  for (size_t r = 0; r < (size_t)c->count; r++) {
    p->at[r] = begin + r * each + (r < more ? r : more);
    p->n[r] = each + (r < more);
  }
}

// block reduces the n elements from begin on; for ReduceScatter, those of each rank's result.
static ncclResult_t block(ncclComm_t c, const rc_call *call, pieces *p, size_t begin, size_t n,
                          char *room) {
  size_t size = rc_size(call->type);
  if (call->kind == RC_REDUCE_SCATTER) {
    for (int r = 0; r < c->count; r++) {
      p->at[r] = (size_t)r * call->count + begin;
      p->n[r] = n;
    }
    return reduce_pieces(c, call, p, call->receive + begin * size, room);
  }
  split(c, p, begin, n);
  bool kept = call->kind == RC_ALL_REDUCE || c->rank == call->root;
  char *own = kept ? call->receive + p->at[c->rank] * size : room + 2 * (size_t)piece_bytes;
  ncclResult_t r = reduce_pieces(c, call, p, own, room);
  if (r != ncclSuccess) return r;
  return call->kind == RC_REDUCE ? collect_pieces(c, call, p, own)
                                 : gather_pieces(c, call->receive, p, size);
}

static ncclResult_t reduce(ncclComm_t c, const rc_call *call) {
  size_t size = rc_size(call->type), most = piece_bytes / size;
  if (call->kind != RC_REDUCE_SCATTER) most *= (size_t)c->count;
  size_t *lengths = calloc((size_t)c->count, 2 * sizeof *lengths);
  char *room = malloc(3 * (size_t)piece_bytes);
  pieces p = {lengths, lengths + c->count};
  ncclResult_t r = lengths && room ? ncclSuccess : ncclSystemError;
  for (size_t begin = 0; r == ncclSuccess && begin < call->count; begin += most) {
    size_t left = call->count - begin;
    r = block(c, call, &p, begin, left < most ? left : most, room);
  }
  free(room);
  free(lengths);
  return r;
}

// broadcast sends chunks along the ring from the root: a rank forwards a chunk while receiving the
// next one.
static ncclResult_t broadcast(ncclComm_t c, const rc_call *call) {
  size_t size = call->count * rc_size(call->type), sent = 0, received = 0;
  int distance = around(c, -call->root);
  bool first = distance == 0, last = distance == c->count - 1;
  if (first && size) memmove(call->receive, call->send, size);
  if (first) received = size;
  if (last) sent = size;
  while (sent < size || received < size) {
    size_t out = last ? 0 : received - sent, in = first ? 0 : size - received;
    if (out > piece_bytes) out = piece_bytes;
    if (in > piece_bytes) in = piece_bytes;
    ncclResult_t r = pass(c, call->receive + sent, out, call->receive + received, in);
    if (r != ncclSuccess) return r;
    sent += out;
    received += in;
  }
  return ncclSuccess;
}

static ncclResult_t all_gather(ncclComm_t c, const rc_call *call) {
  size_t size = rc_size(call->type), *lengths = calloc((size_t)c->count, 2 * sizeof *lengths);
  if (!lengths) return ncclSystemError;
  pieces p = {lengths, lengths + c->count};
  split(c, &p, 0, call->count * (size_t)c->count);
  if (call->count) memmove(call->receive + p.at[c->rank] * size, call->send, call->count * size);
  ncclResult_t r = gather_pieces(c, call->receive, &p, size);
  free(lengths);
  return r;
}

// reduce_scaled multiplies this rank's elements by the reduction's factor before they are summed.
static ncclResult_t reduce_scaled(ncclComm_t c, const rc_call *call) {
  size_t size = rc_size(call->type);
  size_t n = call->count * (call->kind == RC_REDUCE_SCATTER ? (size_t)c->count : 1);
  const void *factor = call->scale.at ? call->scale.at : call->scale.value;
  char *scaled = malloc(n * size + 1);
  if (!scaled) return ncclSystemError;
  for (size_t i = 0; i < n; i++) memcpy(scaled + i * size, factor, size);
  if (n) rc_reduce(scaled, call->send, scaled, n, call->type, ncclProd);
  rc_call sum = *call;
  sum.send = scaled;
  ncclResult_t r = reduce(c, &sum);
  free(scaled);
  return r;
}

ncclResult_t rc_collective(ncclComm_t c, const rc_call *call) {
  switch (call->kind) {
  case RC_BROADCAST:
    return broadcast(c, call);
  case RC_ALL_GATHER:
    return all_gather(c, call);
  default:
    return call->scale.used ? reduce_scaled(c, call) : reduce(c, call);
  }
}

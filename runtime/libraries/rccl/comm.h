// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the parts of librccl.so share: communicators, calls, and the way of data among ranks.
#ifndef GOHIP_RCCL_COMM_H
#define GOHIP_RCCL_COMM_H

#include <rccl/rccl.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ncclComm {
  int mark, rank, count, device;
  int *sockets; // to each rank; -1 to its own
  atomic_int users;
  atomic_int error; // what has failed in a stream, an ncclResult_t

  // Calls are done in the order in which they were made, whatever their streams.
  pthread_mutex_t lock;
  pthread_cond_t ended;
  uint64_t tickets, turn;
  bool busy;
};

// rc_kind is what a call does.
typedef enum rc_kind {
  RC_ALL_REDUCE,
  RC_REDUCE,
  RC_REDUCE_SCATTER,
  RC_BROADCAST,
  RC_ALL_GATHER,
  RC_SEND,
  RC_RECEIVE
} rc_kind;

typedef struct rc_call {
  rc_kind kind;
  const char *send;
  char *receive;
  size_t count;
  ncclDataType_t type;
  ncclRedOp_t op;
  int root; // or the peer
} rc_call;

static inline bool rc_is_collective(rc_kind k) { return k != RC_SEND && k != RC_RECEIVE; }

// rc_size is the size of an element.
size_t rc_size(ncclDataType_t type);

// rc_reduce sets n elements of to to those of a and b, combined. An average is a sum, which rc_average
// divides at the end.
void rc_reduce(void *to, const void *a, const void *b, size_t n, ncclDataType_t type,
               ncclRedOp_t op);
void rc_average(void *data, size_t n, ncclDataType_t type, int ranks);

// rc_transfer is a message to a rank or from it.
typedef struct rc_transfer {
  int peer;
  bool receives;
  char *data;
  size_t size, done;
} rc_transfer;

// rc_exchange does all transfers at once; those with the same peer in their order.
ncclResult_t rc_exchange(ncclComm_t c, rc_transfer *transfers, size_t n);

// rc_collective does a call that all ranks take part in.
ncclResult_t rc_collective(ncclComm_t c, const rc_call *call);

// rc_connect connects a communicator's ranks, which share the ID.
ncclResult_t rc_connect(ncclComm_t c, const ncclUniqueId *id);

// rc_disconnect closes the connections.
void rc_disconnect(ncclComm_t c);

#endif

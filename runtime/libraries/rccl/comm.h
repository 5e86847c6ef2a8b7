// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Declarations shared by the sources of librccl.so: communicators, calls, and data transfer between
// ranks.
#ifndef GOHIP_RCCL_COMM_H
#define GOHIP_RCCL_COMM_H

#include <rccl/rccl.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

// rc_scale is a factor of the elements of a sum: a value, or an address in device memory.
typedef struct rc_scale {
  bool used;
  ncclDataType_t type;
  const void *at; // null for a value
  unsigned char value[8];
} rc_scale;

struct ncclComm {
  int mark, rank, count, device;
  int *sockets; // to each rank; -1 for its own
  atomic_int users;
  atomic_int error; // error of an earlier call in a stream, an ncclResult_t

  // On NVIDIA devices the communicator is NCCL's, valid from the end of the group that created it;
  // the other members are unused then.
  bool cuda;
  void *nccl;

  // Calls are executed in issue order, regardless of their streams.
  pthread_mutex_t lock;
  pthread_cond_t ended;
  uint64_t tickets, turn;
  bool busy;

  rc_scale *scales; // of the reductions that the user has created, from ncclNumOps on
  int scale_count;
};

// rc_kind is the kind of a call.
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
  rc_scale scale;
} rc_call;

static inline bool rc_is_collective(rc_kind k) { return k != RC_SEND && k != RC_RECEIVE; }

// rc_size is the size of an element in bytes.
size_t rc_size(ncclDataType_t type);

// rc_reduce combines n elements of a and b into to. An average is computed as a sum; rc_average
// divides it at the end.
void rc_reduce(void *to, const void *a, const void *b, size_t n, ncclDataType_t type,
               ncclRedOp_t op);
void rc_average(void *data, size_t n, ncclDataType_t type, int ranks);

// rc_transfer is a message to or from a rank.
typedef struct rc_transfer {
  int peer;
  bool receives;
  char *data;
  size_t size, done;
} rc_transfer;

// rc_exchange executes all transfers concurrently; those with the same peer in order.
ncclResult_t rc_exchange(ncclComm_t c, rc_transfer *transfers, size_t n);

// rc_collective executes a call in which all ranks take part.
ncclResult_t rc_collective(ncclComm_t c, const rc_call *call);

// rc_make creates a communicator that is not connected.
ncclResult_t rc_make(ncclComm_t *to, int count, int rank, int device);

// rc_connect connects a communicator's ranks, which share the ID.
ncclResult_t rc_connect(ncclComm_t c, const ncclUniqueId *id);

// rc_disconnect closes the connections.
void rc_disconnect(ncclComm_t c);

#endif

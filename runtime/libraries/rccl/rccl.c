// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// RCCL's functions with their argument checks.
#include "hostcall.h"
#include "nccl.h"
#include "queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { comm_mark = 0x4748434c, most_ranks = 1 << 16 };

static bool is_comm(const struct ncclComm *c) { return c && c->mark == comm_mark; }

// ---- communicators ----

ncclResult_t rc_make(ncclComm_t *to, int count, int rank, int device) {
  ncclComm_t c = calloc(1, sizeof *c);
  int *sockets = malloc((size_t)count * sizeof *sockets);
  if (!c || !sockets) {
    free(c);
    free(sockets);
    return ncclSystemError;
  }
  for (int r = 0; r < count; r++) sockets[r] = -1;
  *c = (struct ncclComm){.mark = comm_mark,
                         .rank = rank,
                         .count = count,
                         .device = device,
                         .sockets = sockets,
                         .users = 1};
  (void)pthread_mutex_init(&c->lock, NULL);
  (void)pthread_cond_init(&c->ended, NULL);
  *to = c;
  return ncclSuccess;
}

// on_device creates a communicator for the current device, whose memory the host must access if it is
// none of NVIDIA's.
static ncclResult_t on_device(ncclComm_t *to, int count, int rank) {
  gl_device is;
  int device;
  if (hipGetDevice(&device) != hipSuccess || gl_current(&is) != hipSuccess)
    return ncclUnhandledCudaError;
  if (is == GL_OTHER) {
    fprintf(stderr, "rccl: device %d has memory that the host does not read in place\n", device);
    return ncclInvalidUsage;
  }
  ncclResult_t r = rc_make(to, count, rank, device);
  if (r == ncclSuccess) (*to)->cuda = is == GL_CUDA;
  return r;
}

// made hands out a communicator that NCCL has made, or will at the end of the group.
static ncclResult_t made(ncclComm_t *to, ncclComm_t c, ncclResult_t r) {
  if (r == ncclSuccess)
    *to = c;
  else if (c)
    rc_drop(c);
  return rc_refuse(r);
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int nranks, ncclUniqueId commId, int rank) {
  ncclComm_t c;
  if (!comm || nranks < 1 || nranks > most_ranks || rank < 0 || rank >= nranks)
    return rc_refuse(ncclInvalidArgument);
  ncclResult_t r = on_device(&c, nranks, rank);
  if (r == ncclSuccess && c->cuda) return made(comm, c, rc_nccl_init(c, &commId));
  return r == ncclSuccess ? rc_initialize(comm, c, &commId) : rc_refuse(r);
}

static bool is_config(const ncclConfig_t *config) {
  return !config ||
         (config->magic == 0xcafebeef && config->size >= offsetof(ncclConfig_t, blocking));
}

// A split is a collective operation of the communicator, in the order of its calls.
ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t *newcomm,
                           ncclConfig_t *config) {
  if (!is_comm(comm) || !newcomm || color < NCCL_SPLIT_NOCOLOR || !is_config(config))
    return rc_refuse(ncclInvalidArgument);
  int error = atomic_load(&comm->error);
  if (error) return rc_refuse((ncclResult_t)error);
  *newcomm = NULL;
  if (!comm->cuda) return rc_split(newcomm, comm, color, key);
  ncclComm_t part = NULL;
  if (color != NCCL_SPLIT_NOCOLOR) {
    ncclResult_t r = rc_make(&part, 1, 0, comm->device);
    if (r != ncclSuccess) return rc_refuse(r);
    part->cuda = true;
    part->count = 0; // until NCCL has divided the ranks
  }
  return made(newcomm, part, rc_nccl_split(part, comm, color, key));
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int nranks, ncclUniqueId commId, int rank,
                                    ncclConfig_t *config) {
  if (!is_config(config)) return rc_refuse(ncclInvalidArgument);
  return ncclCommInitRank(comm, nranks, commId, rank);
}

ncclResult_t ncclCommInitAll(ncclComm_t *comm, int ndev, const int *devlist) {
  ncclUniqueId id;
  int current, devices;
  if (!comm || ndev < 1 || ndev > most_ranks) return ncclInvalidArgument;
  if (hipGetDevice(&current) != hipSuccess || hipGetDeviceCount(&devices) != hipSuccess)
    return ncclUnhandledCudaError;
  for (int r = 0; r < ndev; r++) {
    int device = devlist ? devlist[r] : r;
    if (device < 0 || device >= devices) return ncclInvalidArgument;
  }
  ncclResult_t r = hipSetDevice(devlist ? devlist[0] : 0) == hipSuccess ? ncclGetUniqueId(&id)
                                                                        : ncclUnhandledCudaError;
  if (r != ncclSuccess) return r;
  (void)ncclGroupStart();
  for (int rank = 0; rank < ndev && r == ncclSuccess; rank++) {
    if (hipSetDevice(devlist ? devlist[rank] : rank) != hipSuccess)
      r = rc_refuse(ncclUnhandledCudaError);
    else
      r = ncclCommInitRank(&comm[rank], ndev, id, rank);
  }
  ncclResult_t end = ncclGroupEnd();
  (void)hipSetDevice(current);
  return r == ncclSuccess ? end : r;
}

// Calls in a stream keep the communicator until they have completed.
ncclResult_t ncclCommDestroy(ncclComm_t comm) {
  if (!comm) return ncclSuccess;
  if (!is_comm(comm)) return ncclInvalidArgument;
  ncclResult_t r = comm->cuda ? rc_nccl_destroy(comm, false) : ncclSuccess;
  comm->mark = 0;
  rc_drop(comm);
  return r;
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
  if (!comm) return ncclSuccess;
  if (!is_comm(comm)) return ncclInvalidArgument;
  if (comm->cuda) {
    ncclResult_t r = rc_nccl_destroy(comm, true);
    comm->nccl = NULL;
    ncclResult_t end = ncclCommDestroy(comm);
    return r == ncclSuccess ? end : r;
  }
  (void)atomic_compare_exchange_strong(&comm->error, &(int){0}, ncclRemoteError);
  for (int r = 0; r < comm->count; r++)
    if (comm->sockets[r] >= 0) (void)shutdown(comm->sockets[r], SHUT_RDWR);
  return ncclCommDestroy(comm);
}

ncclResult_t ncclCommFinalize(ncclComm_t comm) {
  if (!is_comm(comm)) return ncclInvalidArgument;
  if (comm->cuda) return rc_nccl_finalize(comm);
  pthread_mutex_lock(&comm->lock);
  while (comm->turn != comm->tickets && !atomic_load(&comm->error))
    pthread_cond_wait(&comm->ended, &comm->lock);
  pthread_mutex_unlock(&comm->lock);
  return (ncclResult_t)atomic_load(&comm->error);
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *asyncError) {
  if (!is_comm(comm) || !asyncError) return ncclInvalidArgument;
  if (comm->cuda) return rc_nccl_error(comm, asyncError);
  *asyncError = (ncclResult_t)atomic_load(&comm->error);
  return ncclSuccess;
}
ncclResult_t ncclCommCount(const ncclComm_t comm, int *count) {
  if (!is_comm(comm) || !count) return ncclInvalidArgument;
  if (comm->cuda) rc_nccl_shape(comm);
  *count = comm->count;
  return ncclSuccess;
}
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device) {
  if (!is_comm(comm) || !device) return ncclInvalidArgument;
  *device = comm->device;
  return ncclSuccess;
}
ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank) {
  if (!is_comm(comm) || !rank) return ncclInvalidArgument;
  if (comm->cuda) rc_nccl_shape(comm);
  *rank = comm->rank;
  return ncclSuccess;
}

ncclResult_t ncclGetVersion(int *version) {
  if (!version) return ncclInvalidArgument;
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}

static const char *const kResults[ncclNumResults] = {
    "no error",         "a call of HIP failed", "a call of the system failed", "internal error",
    "invalid argument", "invalid usage",        "another rank has ended",      "in progress"};

const char *ncclGetErrorString(ncclResult_t result) {
  return (unsigned)result < ncclNumResults ? kResults[result] : "unknown result";
}
const char *ncclGetLastError(ncclComm_t comm) {
  return is_comm(comm) ? ncclGetErrorString((ncclResult_t)atomic_load(&comm->error)) : "";
}

ncclResult_t ncclMemAlloc(void **ptr, size_t size) {
  if (!ptr) return ncclInvalidArgument;
  return hipMalloc(ptr, size) == hipSuccess ? ncclSuccess : ncclUnhandledCudaError;
}
ncclResult_t ncclMemFree(void *ptr) {
  return hipFree(ptr) == hipSuccess ? ncclSuccess : ncclUnhandledCudaError;
}

ncclResult_t ncclCommRegister(const ncclComm_t comm, void *buff, size_t size, void **handle) {
  if (!is_comm(comm) || !buff || !size || !handle) return ncclInvalidArgument;
  *handle = buff;
  return ncclSuccess;
}
ncclResult_t ncclCommDeregister(const ncclComm_t comm, void *handle) {
  return is_comm(comm) && handle ? ncclSuccess : ncclInvalidArgument;
}

// ---- reductions that the user creates ----

ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t *op, void *scalar, ncclDataType_t datatype,
                                      ncclScalarResidence_t residence, ncclComm_t comm) {
  if (!is_comm(comm) || !op || !scalar || (unsigned)datatype >= ncclNumTypes ||
      (unsigned)residence > ncclScalarHostImmediate)
    return ncclInvalidArgument;
  if (comm->cuda) return rc_nccl_scale(comm, op, scalar, datatype, residence);
  rc_scale s = {.used = true, .type = datatype};
  if (residence == ncclScalarDevice)
    s.at = scalar;
  else
    memcpy(s.value, scalar, rc_size(datatype));
  pthread_mutex_lock(&comm->lock);
  int i = 0;
  while (i < comm->scale_count && comm->scales[i].used) i++;
  rc_scale *all = comm->scales;
  if (i == comm->scale_count) {
    all = realloc(all, ((size_t)i + 1) * sizeof *all);
    if (all) {
      comm->scales = all;
      comm->scale_count++;
    }
  }
  if (all) all[i] = s;
  pthread_mutex_unlock(&comm->lock);
  if (!all) return ncclSystemError;
  *op = (ncclRedOp_t)(ncclNumOps + i);
  return ncclSuccess;
}

// scale_of finds a reduction that the user has created.
static bool scale_of(ncclComm_t c, ncclRedOp_t op, rc_scale *to) {
  int i = (int)op - ncclNumOps;
  pthread_mutex_lock(&c->lock);
  bool found = i >= 0 && i < c->scale_count && c->scales[i].used;
  if (found) *to = c->scales[i];
  pthread_mutex_unlock(&c->lock);
  return found;
}

// Calls that have been issued have copies.
ncclResult_t ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t comm) {
  rc_scale s;
  if (is_comm(comm) && comm->cuda) return rc_nccl_forget_scale(comm, op);
  if (!is_comm(comm) || !scale_of(comm, op, &s)) return ncclInvalidArgument;
  pthread_mutex_lock(&comm->lock);
  comm->scales[op - ncclNumOps].used = false;
  pthread_mutex_unlock(&comm->lock);
  return ncclSuccess;
}

// ---- calls ----

// is_call reports whether a call is valid: its buffers are not null, and its counts, types and
// ranks exist.
static bool is_call(const struct ncclComm *c, const rc_call *call) {
  size_t bytes;
  if ((unsigned)call->type >= ncclNumTypes || (unsigned)call->op >= ncclNumOps) return false;
  if (call->root < 0 || call->root >= c->count) return false;
  if (__builtin_mul_overflow(call->count, rc_size(call->type) * (size_t)c->count, &bytes))
    return false;
  if (!bytes) return true;
  bool root = call->root == c->rank;
  bool sends = call->kind == RC_BROADCAST ? root : call->kind != RC_RECEIVE;
  bool receives = call->kind == RC_REDUCE ? root : call->kind != RC_SEND;
  return (call->send || !sends) && (call->receive || !receives);
}

static ncclResult_t queue(ncclComm_t c, hipStream_t stream, rc_call call) {
  if (!is_comm(c)) return rc_refuse(ncclInvalidArgument);
  if (c->cuda) return rc_refuse(rc_nccl_call(c, stream, &call));
  if (scale_of(c, call.op, &call.scale)) {
    if (call.scale.type != call.type) return rc_refuse(ncclInvalidArgument);
    call.op = ncclSum;
  }
  if (!is_call(c, &call)) return rc_refuse(ncclInvalidArgument);
  int error = atomic_load(&c->error);
  return error ? rc_refuse((ncclResult_t)error) : rc_queue(c, stream, &call);
}

ncclResult_t ncclReduce(const void *sendbuff, void *recvbuff, size_t count, ncclDataType_t datatype,
                        ncclRedOp_t op, int root, ncclComm_t comm, hipStream_t stream) {
  return queue(comm, stream,
               (rc_call){RC_REDUCE, sendbuff, recvbuff, count, datatype, op, root, {0}});
}
ncclResult_t ncclBcast(void *buff, size_t count, ncclDataType_t datatype, int root, ncclComm_t comm,
                       hipStream_t stream) {
  return queue(comm, stream,
               (rc_call){RC_BROADCAST, buff, buff, count, datatype, ncclSum, root, {0}});
}
ncclResult_t ncclBroadcast(const void *sendbuff, void *recvbuff, size_t count,
                           ncclDataType_t datatype, int root, ncclComm_t comm, hipStream_t stream) {
  return queue(comm, stream,
               (rc_call){RC_BROADCAST, sendbuff, recvbuff, count, datatype, ncclSum, root, {0}});
}
ncclResult_t ncclAllReduce(const void *sendbuff, void *recvbuff, size_t count,
                           ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm,
                           hipStream_t stream) {
  return queue(comm, stream,
               (rc_call){RC_ALL_REDUCE, sendbuff, recvbuff, count, datatype, op, 0, {0}});
}
ncclResult_t ncclReduceScatter(const void *sendbuff, void *recvbuff, size_t recvcount,
                               ncclDataType_t datatype, ncclRedOp_t op, ncclComm_t comm,
                               hipStream_t stream) {
  return queue(comm, stream,
               (rc_call){RC_REDUCE_SCATTER, sendbuff, recvbuff, recvcount, datatype, op, 0, {0}});
}
ncclResult_t ncclAllGather(const void *sendbuff, void *recvbuff, size_t sendcount,
                           ncclDataType_t datatype, ncclComm_t comm, hipStream_t stream) {
  return queue(comm, stream,
               (rc_call){RC_ALL_GATHER, sendbuff, recvbuff, sendcount, datatype, ncclSum, 0, {0}});
}
ncclResult_t ncclSend(const void *sendbuff, size_t count, ncclDataType_t datatype, int peer,
                      ncclComm_t comm, hipStream_t stream) {
  return queue(comm, stream,
               (rc_call){RC_SEND, sendbuff, NULL, count, datatype, ncclSum, peer, {0}});
}
ncclResult_t ncclRecv(void *recvbuff, size_t count, ncclDataType_t datatype, int peer,
                      ncclComm_t comm, hipStream_t stream) {
  return queue(comm, stream,
               (rc_call){RC_RECEIVE, NULL, recvbuff, count, datatype, ncclSum, peer, {0}});
}

// ---- groups of messages ----

// at is the address of element n of an array, which may be null.
static char *at(const void *data, size_t n, ncclDataType_t type) {
  return data ? (char *)(uintptr_t)data + n * rc_size(type) : NULL;
}

static ncclResult_t checked(ncclComm_t c, ncclDataType_t type, int root) {
  if (is_comm(c) && c->cuda) rc_nccl_shape(c);
  if (!is_comm(c) || (unsigned)type >= ncclNumTypes || root < 0 || root >= c->count)
    return rc_refuse(ncclInvalidArgument);
  return ncclSuccess;
}

ncclResult_t ncclGather(const void *sendbuff, void *recvbuff, size_t sendcount,
                        ncclDataType_t datatype, int root, ncclComm_t comm, hipStream_t stream) {
  ncclResult_t r = checked(comm, datatype, root);
  if (r != ncclSuccess) return r;
  (void)ncclGroupStart();
  (void)ncclSend(sendbuff, sendcount, datatype, root, comm, stream);
  for (int peer = 0; peer < comm->count && comm->rank == root; peer++)
    (void)ncclRecv(at(recvbuff, (size_t)peer * sendcount, datatype), sendcount, datatype, peer,
                   comm, stream);
  return ncclGroupEnd();
}
ncclResult_t ncclScatter(const void *sendbuff, void *recvbuff, size_t recvcount,
                         ncclDataType_t datatype, int root, ncclComm_t comm, hipStream_t stream) {
  ncclResult_t r = checked(comm, datatype, root);
  if (r != ncclSuccess) return r;
  (void)ncclGroupStart();
  (void)ncclRecv(recvbuff, recvcount, datatype, root, comm, stream);
  for (int peer = 0; peer < comm->count && comm->rank == root; peer++)
    (void)ncclSend(at(sendbuff, (size_t)peer * recvcount, datatype), recvcount, datatype, peer,
                   comm, stream);
  return ncclGroupEnd();
}
ncclResult_t ncclAllToAll(const void *sendbuff, void *recvbuff, size_t count,
                          ncclDataType_t datatype, ncclComm_t comm, hipStream_t stream) {
  ncclResult_t r = checked(comm, datatype, 0);
  if (r != ncclSuccess) return r;
  if (sendbuff == recvbuff && count) return rc_refuse(ncclInvalidUsage);
  (void)ncclGroupStart();
  for (int peer = 0; peer < comm->count; peer++) {
    size_t place = (size_t)peer * count;
    (void)ncclSend(at(sendbuff, place, datatype), count, datatype, peer, comm, stream);
    (void)ncclRecv(at(recvbuff, place, datatype), count, datatype, peer, comm, stream);
  }
  return ncclGroupEnd();
}
ncclResult_t ncclAllToAllv(const void *sendbuff, const size_t sendcounts[], const size_t sdispls[],
                           void *recvbuff, const size_t recvcounts[], const size_t rdispls[],
                           ncclDataType_t datatype, ncclComm_t comm, hipStream_t stream) {
  ncclResult_t r = checked(comm, datatype, 0);
  if (r != ncclSuccess) return r;
  if (!sendcounts || !sdispls || !recvcounts || !rdispls) return rc_refuse(ncclInvalidArgument);
  (void)ncclGroupStart();
  for (int peer = 0; peer < comm->count; peer++) {
    (void)ncclSend(at(sendbuff, sdispls[peer], datatype), sendcounts[peer], datatype, peer, comm,
                   stream);
    (void)ncclRecv(at(recvbuff, rdispls[peer], datatype), recvcounts[peer], datatype, peer, comm,
                   stream);
  }
  return ncclGroupEnd();
}

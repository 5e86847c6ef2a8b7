// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// NCCL on NVIDIA devices, whose types, reductions and results have RCCL's numbers.
#include "cuda.h"
#include "nccl.h"
#include "queue.h"

#define FUNCTIONS(X)                                                                               \
  X(unique_id, ncclGetUniqueId, (ncclUniqueId *))                                                  \
  X(init_rank, ncclCommInitRank, (void **, int, ncclUniqueId, int))                                \
  X(destroy, ncclCommDestroy, (void *))                                                            \
  X(abort, ncclCommAbort, (void *))                                                                \
  X(finalize, ncclCommFinalize, (void *))                                                          \
  X(async_error, ncclCommGetAsyncError, (void *, int *))                                           \
  X(count, ncclCommCount, (void *, int *))                                                         \
  X(rank, ncclCommUserRank, (void *, int *))                                                       \
  X(group_start, ncclGroupStart, (void))                                                           \
  X(group_end, ncclGroupEnd, (void))                                                               \
  X(create_sum, ncclRedOpCreatePreMulSum, (int *, void *, int, int, void *))                       \
  X(destroy_sum, ncclRedOpDestroy, (int, void *))                                                  \
  X(all_reduce, ncclAllReduce, (const void *, void *, size_t, int, int, void *, void *))           \
  X(reduce, ncclReduce, (const void *, void *, size_t, int, int, int, void *, void *))             \
  X(broadcast, ncclBroadcast, (const void *, void *, size_t, int, int, void *, void *))            \
  X(reduce_scatter, ncclReduceScatter, (const void *, void *, size_t, int, int, void *, void *))   \
  X(all_gather, ncclAllGather, (const void *, void *, size_t, int, void *, void *))                \
  X(send, ncclSend, (const void *, size_t, int, int, void *, void *))                              \
  X(receive, ncclRecv, (void *, size_t, int, int, void *, void *))

static struct {
#define FIELD(field, name, parameters) int(*field) parameters;
  FUNCTIONS(FIELD)
#undef FIELD
  int (*split)(void *, int, int, void **, void *); // since NCCL 2.18
} nccl;

static gl_cuda library = {.user = "rccl",
                          .variable = "GOHIP_NCCL",
                          .name = "libnccl",
                          .versions = (const int[]){2, 0},
                          .package = "NVIDIA's NCCL (libnccl2)",
#define NAME(field, name, parameters) #name,
                          .want = (const char *const[]){FUNCTIONS(NAME) NULL}
#undef NAME
};

static ncclResult_t result_of(int r) {
  return r >= 0 && r < ncclNumResults ? (ncclResult_t)r : ncclInternalError;
}

// entered is how many of the thread's groups NCCL has begun, too: it does so before the first call.
static _Thread_local int entered;

ncclResult_t rc_nccl_leave(int depth) {
  if (entered < depth) return ncclSuccess;
  entered--;
  return result_of(nccl.group_end());
}

static void bind(void) {
  if (!gl_cuda_open(&library)) return;
#define BIND(field, name, parameters) *(void **)&nccl.field = gl_cuda_function(&library, #name);
  FUNCTIONS(BIND)
#undef BIND
  *(void **)&nccl.split = gl_cuda_function(&library, "ncclCommSplit");
}

// enter opens NCCL, makes the context of a stream's device current and begins the thread's groups.
static ncclResult_t enter(hipStream_t stream, void **cuda) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  (void)pthread_once(&once, bind);
  if (!nccl.group_end) return ncclSystemError;
  hipError_t e = gohip_cuda_stream(stream, cuda);
  if (e == hipErrorStreamCaptureUnsupported) return ncclInvalidUsage;
  if (e != hipSuccess) return ncclUnhandledCudaError;
  for (; entered < rc_depth(); entered++) {
    ncclResult_t r = result_of(nccl.group_start());
    if (r != ncclSuccess) return r;
  }
  return ncclSuccess;
}

// An ID is none of a group's calls.
ncclResult_t rc_nccl_id(ncclUniqueId *id) {
  void *stream;
  ncclResult_t r = enter(NULL, &stream);
  return r == ncclSuccess ? result_of(nccl.unique_id(id)) : r;
}

ncclResult_t rc_nccl_init(ncclComm_t c, const ncclUniqueId *id) {
  void *stream;
  ncclResult_t r = enter(NULL, &stream);
  return r == ncclSuccess ? result_of(nccl.init_rank(&c->nccl, c->count, *id, c->rank)) : r;
}

ncclResult_t rc_nccl_split(ncclComm_t c, ncclComm_t parent, int color, int key) {
  static void *none; // which NCCL sets to null
  void *stream;
  ncclResult_t r = enter(NULL, &stream);
  if (r != ncclSuccess) return r;
  if (!nccl.split) return ncclInvalidUsage;
  return result_of(nccl.split(parent->nccl, color, key, c ? &c->nccl : &none, NULL));
}

void rc_nccl_shape(ncclComm_t c) {
  if (c->count || !c->nccl) return;
  (void)nccl.rank(c->nccl, &c->rank);
  (void)nccl.count(c->nccl, &c->count);
}

ncclResult_t rc_nccl_call(ncclComm_t c, hipStream_t stream, const rc_call *call) {
  void *to = c->nccl, *s;
  const void *send = call->send;
  size_t n = call->count;
  ncclResult_t r = enter(stream, &s);
  if (r != ncclSuccess) return r;
  switch (call->kind) {
  case RC_ALL_REDUCE:
    return result_of(nccl.all_reduce(send, call->receive, n, call->type, call->op, to, s));
  case RC_REDUCE:
    return result_of(nccl.reduce(send, call->receive, n, call->type, call->op, call->root, to, s));
  case RC_REDUCE_SCATTER:
    return result_of(nccl.reduce_scatter(send, call->receive, n, call->type, call->op, to, s));
  case RC_BROADCAST:
    return result_of(nccl.broadcast(send, call->receive, n, call->type, call->root, to, s));
  case RC_ALL_GATHER:
    return result_of(nccl.all_gather(send, call->receive, n, call->type, to, s));
  case RC_SEND:
    return result_of(nccl.send(send, n, call->type, call->root, to, s));
  case RC_RECEIVE:
    return result_of(nccl.receive(call->receive, n, call->type, call->root, to, s));
  }
  return ncclInternalError;
}

ncclResult_t rc_nccl_scale(ncclComm_t c, ncclRedOp_t *op, void *scalar, ncclDataType_t type,
                           ncclScalarResidence_t residence) {
  return result_of(nccl.create_sum((int *)op, scalar, type, residence, c->nccl));
}
ncclResult_t rc_nccl_forget_scale(ncclComm_t c, ncclRedOp_t op) {
  return result_of(nccl.destroy_sum(op, c->nccl));
}
ncclResult_t rc_nccl_error(ncclComm_t c, ncclResult_t *error) {
  int e = 0;
  ncclResult_t r = result_of(nccl.async_error(c->nccl, &e));
  *error = result_of(e);
  return r;
}
ncclResult_t rc_nccl_finalize(ncclComm_t c) { return result_of(nccl.finalize(c->nccl)); }
ncclResult_t rc_nccl_destroy(ncclComm_t c, bool abort) {
  if (!c->nccl) return ncclSuccess; // the end of its group failed
  return result_of(abort ? nccl.abort(c->nccl) : nccl.destroy(c->nccl));
}

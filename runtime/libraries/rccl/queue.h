// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Submission of calls to streams, and groups of calls.
#ifndef GOHIP_RCCL_QUEUE_H
#define GOHIP_RCCL_QUEUE_H

#include "comm.h"

// rc_queue submits a call to a stream, or adds it to the thread's open group.
ncclResult_t rc_queue(ncclComm_t c, hipStream_t stream, const rc_call *call);

// rc_refuse records an invalid call, to be reported at the end of the group.
ncclResult_t rc_refuse(ncclResult_t r);

// rc_depth is how many groups the thread has open.
int rc_depth(void);

// rc_initialize connects a communicator and stores it in *to, immediately or at the end of the
// group.
ncclResult_t rc_initialize(ncclComm_t *to, ncclComm_t c, const ncclUniqueId *id);

// rc_split splits a communicator, immediately or at the end of the group.
ncclResult_t rc_split(ncclComm_t *to, ncclComm_t parent, int color, int key);

// rc_drop drops a reference to a communicator; the last one releases it.
void rc_drop(ncclComm_t c);

#endif

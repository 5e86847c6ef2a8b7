// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Groups of calls on their way into streams.
#ifndef GOHIP_RCCL_QUEUE_H
#define GOHIP_RCCL_QUEUE_H

#include "comm.h"

// rc_queue puts a call into a stream, or into the group that the thread has begun.
ncclResult_t rc_queue(ncclComm_t c, hipStream_t stream, const rc_call *call);

// rc_refuse keeps what is wrong with a call for the end of the group.
ncclResult_t rc_refuse(ncclResult_t r);

// rc_initialize connects a communicator, which *to is set to, now or at the end of the group.
ncclResult_t rc_initialize(ncclComm_t *to, ncclComm_t c, const ncclUniqueId *id);

// rc_drop ends a use of a communicator, which is released with the last one.
void rc_drop(ncclComm_t c);

#endif

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Communicators of NVIDIA devices, which are NCCL's. It is opened when a thread asks for one; the build
// needs nothing of it.
#ifndef GOHIP_RCCL_NCCL_H
#define GOHIP_RCCL_NCCL_H

#include "comm.h"

// rc_nccl_id makes an ID for communicators of the current device, if that is NVIDIA's.
ncclResult_t rc_nccl_id(ncclUniqueId *id);

// rc_nccl_init makes a communicator's counterpart, immediately or at the end of the group.
ncclResult_t rc_nccl_init(ncclComm_t c, const ncclUniqueId *id);

// rc_nccl_split is rc_nccl_init for a part of a communicator; c is null for a rank without a part.
ncclResult_t rc_nccl_split(ncclComm_t c, ncclComm_t parent, int color, int key);

// rc_nccl_shape finds out the rank and the number of ranks of a part, which are known when it is made.
void rc_nccl_shape(ncclComm_t c);

ncclResult_t rc_nccl_call(ncclComm_t c, hipStream_t stream, const rc_call *call);
ncclResult_t rc_nccl_scale(ncclComm_t c, ncclRedOp_t *op, void *scalar, ncclDataType_t type,
                           ncclScalarResidence_t residence);
ncclResult_t rc_nccl_forget_scale(ncclComm_t c, ncclRedOp_t op);
ncclResult_t rc_nccl_error(ncclComm_t c, ncclResult_t *error);
ncclResult_t rc_nccl_finalize(ncclComm_t c);
ncclResult_t rc_nccl_destroy(ncclComm_t c, bool abort);

// rc_nccl_leave ends the group of NCCL, if one is open at this depth of the thread's groups.
ncclResult_t rc_nccl_leave(int depth);

#endif

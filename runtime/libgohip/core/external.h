// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the host does in the order of a stream with semaphores that are file descriptors.
#ifndef GOHIP_EXTERNAL_H
#define GOHIP_EXTERNAL_H

#include "core.h"

// Functions for GH_OP_HOST; data is a descriptor that ex_hold made and that they close.
void *ex_hold(int fd);
void ex_let_go(void *data);
void ex_wait(void *data);
void ex_signal(void *data);
hipHostFn_t ex_operation(bool signal);

// Where Mesa's software rasteriser has the first byte of memory that it gave a descriptor of:
// its opaque descriptors begin with a header.
size_t ex_memory_start(int fd);

#endif

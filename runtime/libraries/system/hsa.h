// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the sources of libhsa-runtime64.so share.
#ifndef GOHIP_SYSTEM_HSA_H
#define GOHIP_SYSTEM_HSA_H

#include <hsa/hsa_ext_amd.h>

// AMD's statuses, which are of another type than the functions'.
#define notSupported ((hsa_status_t)HSA_STATUS_ERROR_NOT_SUPPORTED)
#define invalidPool ((hsa_status_t)HSA_STATUS_ERROR_INVALID_MEMORY_POOL)

// Nanoseconds, the system's timestamps.
uint64_t gohipTicks(void);
// Records when the copy that completes the signal ran.
void gohipSignalTimes(hsa_signal_t signal, uint64_t start, uint64_t end);
// Starts a detached thread; 0 if it runs.
int gohipStartThread(void *(*body)(void *), void *argument);

#endif

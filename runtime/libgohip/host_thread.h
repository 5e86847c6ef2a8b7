// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#ifndef GOHIP_HOST_THREAD_H
#define GOHIP_HOST_THREAD_H

// Calls a function on a thread that no other function blocks.
__attribute__((visibility("hidden"))) void gh_host_thread(void (*fn)(void *), void *data);

#endif

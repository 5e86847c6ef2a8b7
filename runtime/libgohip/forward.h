// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The two implementations of a call: this library's own, which drives OpenCL and CUDA devices, or
// AMD's library on a machine with an AMD GPU. The first call chooses one; after that a call costs a
// look-up in the function table of that implementation.
#ifndef GOHIP_FORWARD_H
#define GOHIP_FORWARD_H

#include "gohip.h"

// Numbers of the exported functions: GH_FN_hipInit and so on.
enum gh_function {
#define GH_FN(result, name, failure, params, args) GH_FN_##name,
#include "functions.inc"
#undef GH_FN
  GH_FUNCTIONS
};

// Registration of fat binaries and symbols with AMD's library. These are called with the registry
// locked, and do nothing unless calls are forwarded.
void gh_amd_register_binary(gh_binary *b);
void gh_amd_register_symbol(gh_binary *b, gh_symbol *s);
void gh_amd_unregister_binary(gh_binary *b);

// The registry, for callers that hold its lock.
void gh_registry_lock(void);
void gh_registry_unlock(void);
gh_binary *gh_binary_at(int i);
int gh_binary_count(void);
gh_symbol *gh_symbol_at(int i);
int gh_symbol_count(void);

// Whether calls are forwarded to AMD's library. Makes the choice if it has not been made.
bool gh_forwarded(void);

// The end of the process, after which calls of other threads are refused: when the fat binary is
// unregistered, if it is the executable's, and at exit, for handlers that are registered before.
void gh_close_down_with(const void *data);
void gh_close_down_at_exit(void);

// Loads the Go core, without devices.
hipError_t gh_bind_core(void);

// Adapts AMD's implementation before release 6: provides functions that it lacks or that behave
// differently. table is its function table, find looks up names in its library.
void gh_adapt_hip5(void **table, void *(*find)(const char *));

// The offset of the target ID in the device properties of those releases.
extern const size_t gh_hip5_arch_offset;

#endif

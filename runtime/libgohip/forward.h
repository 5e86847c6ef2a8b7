// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The two implementations that a call can reach: this library's own implementation, which drives
// OpenCL and CUDA devices, or AMD's library on a machine with an AMD GPU. Which one
// is decided once, at the first call; from then on a call costs a look-up in the
// table of that implementation.
#ifndef GOHIP_FORWARD_H
#define GOHIP_FORWARD_H

#include "gohip.h"

// Numbers of the exported functions, GH_FN_hipInit and so on.
enum gh_function {
#define GH_FN(result, name, failure, params, args) GH_FN_##name,
#include "functions.inc"
#undef GH_FN
  GH_FUNCTIONS
};

// What a registered fat binary or symbol is to AMD's library. The calls are made with
// the registry locked and do nothing while the calls are not forwarded.
void gh_amd_register_binary(gh_binary *b);
void gh_amd_register_symbol(gh_binary *b, gh_symbol *s);
void gh_amd_unregister_binary(gh_binary *b);

// The registry, for whoever holds its lock.
void gh_registry_lock(void);
void gh_registry_unlock(void);
gh_binary *gh_binary_at(int i);
int gh_binary_count(void);
gh_symbol *gh_symbol_at(int i);
int gh_symbol_count(void);

// Whether AMD's library does the work. It is chosen here if it has not been.
bool gh_forwarded(void);

// Loads the Go core, without devices.
hipError_t gh_bind_core(void);

// Puts what a release before 6 has in another form behind the functions of ours that
// it lacks or answers differently. table is AMD's implementation, find looks into its library.
void gh_adapt_hip5(void **table, void *(*find)(const char *));

// Where the properties of those releases have the target ID.
extern const size_t gh_hip5_arch_offset;

#endif

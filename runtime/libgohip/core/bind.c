// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#include "core.h"

__attribute__((visibility("default"))) hipError_t gohip_core_bind(gh_core *c) {
  c->init = gohipInit;
  c->call = gohipCall;
  c->resolve = gohipResolve;
  c->unregister = gohipUnregister;
  c->capture = (hipError_t (*)(gh_stream *, const gh_op *))gohipCapture;
  c->invalidate = gohipInvalidate;
  c->leave = gohipLeave;
  c->graph_freed = gohipGraphFreed;
  c->func_by_symbol = (hipError_t (*)(const void *, gh_func **))gohipFuncBySymbol;
  c->variant = (hipError_t (*)(gh_func *, const uint32_t *, const uint32_t *, void **))gohipVariant;
  c->check_cooperative =
      (hipError_t (*)(gh_func *, const uint32_t *, const uint32_t *, size_t))gohipCheckCooperative;
  c->pool_freed = gohipPoolFreed;
  c->pool_release = gohipPoolRelease;
  c->pools_passed = gohipPoolsPassed;
  c->prefetch = gohipPrefetch;
  c->settle = gohipSettle;
  c->emulate =
      (hipError_t (*)(gh_func *, const uint32_t *, const uint32_t *, size_t, void **))gohipEmulate;
  c->emulator_alloc = gohipEmulatorAlloc;
  c->emulator_free = gohipEmulatorFree;
  c->emulator_register = gohipEmulatorRegister;
  c->amd_image = (hipError_t (*)(const void *, const char *, const void **, size_t *))gohipAMDImage;
  return hipSuccess;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The tracer's controls, which programs link to bound what AMD's profilers record.
#include <roctracer/roctracer_ext.h>

uint32_t roctracer_version_major(void) { return ROCTRACER_VERSION_MAJOR; }

uint32_t roctracer_version_minor(void) { return ROCTRACER_VERSION_MINOR; }

void roctracer_start(void) {}

void roctracer_stop(void) {}

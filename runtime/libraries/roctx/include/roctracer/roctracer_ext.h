// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// How a program starts and stops AMD's tracer. Without a tracer, as here, nothing is recorded.
#ifndef ROCTRACER_EXT_H_
#define ROCTRACER_EXT_H_

#include <stdint.h>

#define ROCTRACER_VERSION_MAJOR 4
#define ROCTRACER_VERSION_MINOR 1
#define ROCTRACER_API __attribute__((visibility("default")))

#ifdef __cplusplus
extern "C" {
#endif

ROCTRACER_API uint32_t roctracer_version_major(void);
ROCTRACER_API uint32_t roctracer_version_minor(void);
ROCTRACER_API void roctracer_start(void);
ROCTRACER_API void roctracer_stop(void);

#ifdef __cplusplus
}
#endif

#endif

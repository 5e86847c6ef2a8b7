// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Code shared by the libraries: on a device whose memory the host accesses in place, a call is a
// host function in stream order, implemented by a library of the machine that is opened at the
// first use.
#ifndef GOHIP_LIBRARIES_HOSTCALL_H
#define GOHIP_LIBRARIES_HOSTCALL_H

#include <stdbool.h>
#include <stddef.h>

#include <hip/hip_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

// gl_device is the implementation that a library uses on a device.
typedef enum gl_device {
  GL_OTHER, // none
  GL_HOST,  // the host, which accesses the device's memory in place
  GL_CUDA   // CUDA's library
} gl_device;

// gl_current returns the implementation for the current device.
hipError_t gl_current(gl_device *device);

// gl_host_call enqueues a call of work in a stream, with a copy of its argument, which a graph that
// captures the call keeps. release, which may be null, is called when the argument is no longer
// needed.
hipError_t gl_host_call(hipStream_t stream, void (*work)(void *), void (*release)(void *),
                        const void *argument, size_t size);

// gl_open opens the library that an environment variable names, or the first known library that
// bind accepts. If there is none, it prints on standard error what to install.
bool gl_open(const char *user, const char *variable, const char *const *known, size_t count,
             bool (*bind)(void *library), const char *install);

#ifdef __cplusplus
}
#endif

#endif

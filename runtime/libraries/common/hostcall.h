// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What AMD's libraries have in common here: on a device whose memory the host reads and writes in
// place, their work is a host function in the order of a stream, done by a library of this machine
// that is opened when it is first needed.
#ifndef GOHIP_LIBRARIES_HOSTCALL_H
#define GOHIP_LIBRARIES_HOSTCALL_H

#include <stdbool.h>
#include <stddef.h>

#include <hip/hip_runtime_api.h>

#ifdef __cplusplus
extern "C" {
#endif

// gl_device is what a library's work is done by on a device.
typedef enum gl_device {
  GL_OTHER, // nothing
  GL_HOST,  // the host, which reads and writes the device's memory in place
  GL_CUDA   // CUDA's library
} gl_device;

// gl_current says what the current device is to a library.
hipError_t gl_current(gl_device *device);

// gl_host_call puts a call of work into a stream, with a copy of its argument. A graph that captures
// it keeps the copy. release, which may be null, is called when the argument is needed no more.
hipError_t gl_host_call(hipStream_t stream, void (*work)(void *), void (*release)(void *),
                        const void *argument, size_t size);

// gl_open opens the library that an environment variable names, else the first of those that are
// known which bind accepts. It says on standard error what to install where there is none.
bool gl_open(const char *user, const char *variable, const char *const *known, size_t count,
             bool (*bind)(void *library), const char *install);

#ifdef __cplusplus
}
#endif

#endif

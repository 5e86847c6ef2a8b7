// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "hostcall.h"
#include "libgohip/native.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct gl_call {
  void (*work)(void *);
  void (*release)(void *);
  max_align_t argument[];
} gl_call;

hipError_t gl_current(gl_device *is) {
  int device, in_place = 0;
  void *cuda;
  hipError_t e = hipGetDevice(&device);
  if (e == hipSuccess) e = hipDeviceGetAttribute(&in_place, hipDeviceAttributeIsLargeBar, device);
  *is = GL_OTHER;
  if (e != hipSuccess) return e;
  // The null stream cannot be captured.
  if (gohip_cuda_stream(NULL, &cuda) == hipSuccess)
    *is = GL_CUDA;
  else if (in_place)
    *is = GL_HOST;
  return hipSuccess;
}

static void discard(void *call) {
  gl_call *c = call;
  if (c->release) c->release(c->argument);
  free(c);
}

static void perform_kept(void *call) {
  gl_call *c = call;
  c->work(c->argument);
}

static void perform_once(void *call) {
  perform_kept(call);
  discard(call);
}

// keep passes a call to the graph being captured, which may run it several times.
static hipError_t keep(hipStream_t stream, gl_call *c) {
  hipStreamCaptureStatus capture;
  hipGraph_t graph = NULL;
  hipUserObject_t object;
  hipError_t e = hipStreamGetCaptureInfo_v2(stream, &capture, NULL, &graph, NULL, NULL);
  if (e == hipSuccess)
    e = hipUserObjectCreate(&object, c, discard, 1, hipUserObjectNoDestructorSync);
  if (e != hipSuccess) {
    discard(c);
    return e;
  }
  e = hipGraphRetainUserObject(graph, object, 1, hipGraphUserObjectMove);
  if (e != hipSuccess) {
    (void)hipUserObjectRelease(object, 1);
    return e;
  }
  return hipLaunchHostFunc(stream, perform_kept, c);
}

hipError_t gl_host_call(hipStream_t stream, void (*work)(void *), void (*release)(void *),
                        const void *argument, size_t size) {
  hipStreamCaptureStatus capture = hipStreamCaptureStatusNone;
  gl_call *c = malloc(sizeof *c + size);
  if (!c) {
    if (release) release((void *)(uintptr_t)argument);
    return hipErrorOutOfMemory;
  }
  c->work = work;
  c->release = release;
  memcpy(c->argument, argument, size);
  hipError_t e = stream ? hipStreamIsCapturing(stream, &capture) : hipSuccess;
  if (e == hipSuccess && capture == hipStreamCaptureStatusActive) return keep(stream, c);
  if (e == hipSuccess) e = hipLaunchHostFunc(stream, perform_once, c);
  if (e != hipSuccess) discard(c);
  return e;
}

static bool try(const char *name, bool (*bind)(void *)) {
  void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  if (bind(library)) return true;
  dlclose(library);
  return false;
}

bool gl_open(const char *user, const char *variable, const char *const *known, size_t count,
             bool (*bind)(void *library), const char *install) {
  const char *named = secure_getenv(variable);
  if (named && *named) {
    if (try(named, bind)) return true;
    fprintf(stderr, "%s: %s=%s is no library that can be used\n", user, variable, named);
    return false;
  }
  for (size_t i = 0; i < count; i++)
    if (try(known[i], bind)) return true;
  fprintf(stderr, "%s: a library is missing on this machine: install %s, or name one in %s\n", user,
          install, variable);
  return false;
}

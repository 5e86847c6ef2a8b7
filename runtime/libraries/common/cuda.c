// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "cuda.h"

#include <dlfcn.h>
#include <glob.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;

static bool complete(const gl_cuda *c, void *library) {
  for (const char *const *name = c->want; *name; name++)
    if (!dlsym(library, *name)) return false;
  return true;
}

static bool try_file(gl_cuda *c, const char *file) {
  void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) return false;
  if (!complete(c, library)) {
    dlclose(library);
    return false;
  }
  c->library = library;
  return true;
}

// preload opens the libraries that CUDA's libraries depend on: the loader does not search their
// folder, but uses a library that is already loaded under the same name.
static void preload(const char *folder) {
  static const char *const needed[] = {"libnvJitLink", "libcublasLt", "libcublas", "libcusparse"};
  for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
    char pattern[PATH_MAX];
    glob_t found = {0};
    snprintf(pattern, sizeof pattern, "%s/%s.so.[0-9]*", folder, needed[i]);
    if (glob(pattern, 0, NULL, &found) == 0 && found.gl_pathc)
      (void)dlopen(found.gl_pathv[0], RTLD_NOW | RTLD_LOCAL);
    globfree(&found);
  }
}

static bool try_folder(gl_cuda *c, const char *folder) {
  char file[PATH_MAX];
  bool preloaded = false;
  for (const int *v = c->versions; *v; v++) {
    snprintf(file, sizeof file, "%s/%s.so.%d", folder, c->name, *v);
    glob_t found = {0};
    bool there = glob(file, 0, NULL, &found) == 0;
    globfree(&found);
    if (!there) continue;
    if (!preloaded) preload(folder);
    preloaded = true;
    if (try_file(c, file)) return true;
  }
  return false;
}

static bool search(gl_cuda *c) {
  char file[PATH_MAX];
  for (const int *v = c->versions; *v; v++) {
    snprintf(file, sizeof file, "%s.so.%d", c->name, *v);
    if (try_file(c, file)) return true;
  }
  static const char *const roots[] = {"CUDA_PATH", "CUDA_HOME"};
  for (size_t i = 0; i < 2; i++) {
    const char *root = secure_getenv(roots[i]);
    snprintf(file, sizeof file, "%s/lib64", root ? root : "");
    if (root && *root && try_folder(c, file)) return true;
  }
  static const char *const places[] = {"/usr/local/cuda/lib64", "/usr/local/cuda-1[1-9]*/lib64",
                                       "/opt/cuda/lib64", "/usr/lib/cuda/lib64"};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    glob_t found = {0};
    bool done = false;
    if (glob(places[i], 0, NULL, &found) == 0)
      for (size_t n = found.gl_pathc; n-- > 0 && !done;) done = try_folder(c, found.gl_pathv[n]);
    globfree(&found);
    if (done) return true;
  }
  return false;
}

static bool open_library(gl_cuda *c) {
  const char *named = secure_getenv(c->variable);
  if (named && *named) {
    if (try_file(c, named)) return true;
    fprintf(stderr, "%s: %s=%s is no library that can be used\n", c->user, c->variable, named);
    return false;
  }
  if (search(c)) return true;
  fprintf(stderr, "%s: a library is missing on this machine: install %s, or name %s in %s\n",
          c->user, c->package, c->name, c->variable);
  return false;
}

bool gl_cuda_open(gl_cuda *c) {
  pthread_mutex_lock(&opening);
  bool open = c->library || open_library(c);
  pthread_mutex_unlock(&opening);
  return open;
}

void *gl_cuda_function(const gl_cuda *c, const char *name) { return dlsym(c->library, name); }

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The machine's BLAS, opened when the first handle is made: GOHIP_BLAS names it, else it is the
// first of those that are known.
#define _GNU_SOURCE
#include "blas.h"
#include "cblas.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct cblas gb_cblas;

static bool loaded;

#define SYMBOL(result, name, parameters)                                                           \
  if (!(*(void **)&gb_cblas.name = dlsym(lib, "cblas_" #name))) return false;

// bind finds the functions in a library. It says whether all are there.
static bool bind(void *lib) {
  CBLAS_FOR_ALL(SYMBOL)
  return true;
}

static bool try(const char *name) {
  void *lib = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  if (!lib) return false;
  if (bind(lib)) return true;
  dlclose(lib);
  return false;
}

static void load(void) {
  static const char *const known[] = {"libopenblas.so.0", "libblis.so.4", "libmkl_rt.so.2",
                                      "libblas.so.3"};
  const char *named = secure_getenv("GOHIP_BLAS");
  if (named && *named) {
    loaded = try(named);
    if (!loaded) fprintf(stderr, "hipblas: GOHIP_BLAS=%s is no library with CBLAS\n", named);
    return;
  }
  for (size_t i = 0; !loaded && i < sizeof known / sizeof *known; i++) loaded = try(known[i]);
  if (!loaded)
    fprintf(stderr,
            "hipblas: no BLAS library on this machine: install libopenblas0, or name one in "
            "GOHIP_BLAS\n");
}

bool gb_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return loaded;
}

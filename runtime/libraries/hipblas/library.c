// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The machine's BLAS, opened when the first handle is created: the one in GOHIP_BLAS, or the first
// known one that is found.
#define _GNU_SOURCE
#include "blas.h"
#include "cblas.h"
#include "hostcall.h"

#include <dlfcn.h>
#include <pthread.h>

struct cblas gb_cblas;

static bool loaded;

#define SYMBOL(result, name, parameters)                                                           \
  if (!(*(void **)&gb_cblas.name = dlsym(lib, "cblas_" #name))) return false;

// bind looks up the functions in a library, and reports whether it has all of them.
static bool bind(void *lib) {
  CBLAS_FOR_ALL(SYMBOL)
  return true;
}

static void load(void) {
  static const char *const known[] = {"libopenblas.so.0", "libblis.so.4", "libmkl_rt.so.2",
                                      "libblas.so.3"};
  loaded =
      gl_open("hipblas", "GOHIP_BLAS", known, sizeof known / sizeof *known, bind, "libopenblas0");
}

bool gb_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return loaded;
}

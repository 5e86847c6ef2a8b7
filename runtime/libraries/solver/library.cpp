// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#include "lapack.h"

#include <dlfcn.h>
#include <pthread.h>

namespace lapack {

void *functions[4][ROUTINES];

namespace {

constexpr const char *const kNames[4][ROUTINES] = {
    {"sgetrf_", "sgetrs_", "sgetri_", "spotrf_", "spotri_", "spotrs_", "sgeqrf_", "sorgqr_",
     "sormqr_", "ssyevd_", "ssygvd_", "sgesvd_", "sgels_"},
    {"dgetrf_", "dgetrs_", "dgetri_", "dpotrf_", "dpotri_", "dpotrs_", "dgeqrf_", "dorgqr_",
     "dormqr_", "dsyevd_", "dsygvd_", "dgesvd_", "dgels_"},
    {"cgetrf_", "cgetrs_", "cgetri_", "cpotrf_", "cpotri_", "cpotrs_", "cgeqrf_", "cungqr_",
     "cunmqr_", "cheevd_", "chegvd_", "cgesvd_", "cgels_"},
    {"zgetrf_", "zgetrs_", "zgetri_", "zpotrf_", "zpotri_", "zpotrs_", "zgeqrf_", "zungqr_",
     "zunmqr_", "zheevd_", "zhegvd_", "zgesvd_", "zgels_"}};

bool bind(void *library) {
  for (int t = 0; t < 4; t++)
    for (int r = 0; r < ROUTINES; r++)
      if (!(functions[t][r] = dlsym(library, kNames[t][r]))) return false;
  return true;
}

pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
bool tried, loaded;

} // namespace

bool load(const char *user) {
  static const char *const known[] = {"libopenblas.so.0", "libmkl_rt.so.2", "liblapack.so.3"};
  pthread_mutex_lock(&opening);
  if (!tried) loaded = gl_open(user, "GOHIP_LAPACK", known, 3, bind, "libopenblas0");
  tried = true;
  pthread_mutex_unlock(&opening);
  return loaded;
}

} // namespace lapack

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The machine's FFTW, opened at its first use.
#include "fftw.h"
#include "hostcall.h"

#include <dlfcn.h>
#include <pthread.h>

#define EXPORT __attribute__((visibility("default")))

static fftw precision[2]; // float, double
static bool loaded[2];
static const char *first_user;
static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;

EXPORT void gohip_fftw_lock(void) { pthread_mutex_lock(&planner); }
EXPORT void gohip_fftw_unlock(void) { pthread_mutex_unlock(&planner); }

#define SYMBOL(prefix, name) (*(void **)&f->name = dlsym(library, prefix #name))
#define BIND(function, index, prefix)                                                              \
  static bool function(void *library) {                                                            \
    fftw *f = &precision[index];                                                                   \
    f->split = SYMBOL(prefix, plan_guru64_split_dft) &&                                            \
               SYMBOL(prefix, plan_guru64_split_dft_r2c) &&                                        \
               SYMBOL(prefix, plan_guru64_split_dft_c2r) && SYMBOL(prefix, execute_split_dft) &&   \
               SYMBOL(prefix, execute_split_dft_r2c) && SYMBOL(prefix, execute_split_dft_c2r);     \
    return SYMBOL(prefix, plan_many_dft) && SYMBOL(prefix, plan_many_dft_r2c) &&                   \
           SYMBOL(prefix, plan_many_dft_c2r) && SYMBOL(prefix, execute_dft) &&                     \
           SYMBOL(prefix, execute_dft_r2c) && SYMBOL(prefix, execute_dft_c2r) &&                   \
           SYMBOL(prefix, destroy_plan);                                                           \
  }
BIND(bind_float, 0, "fftwf_")
BIND(bind_double, 1, "fftw_")

static void load(void) {
  static const char *const floats[] = {"libfftw3f.so.3", "libmkl_rt.so.2"};
  static const char *const doubles[] = {"libfftw3.so.3", "libmkl_rt.so.2"};
  loaded[0] = gl_open(first_user, "GOHIP_FFTWF", floats, 2, bind_float, "libfftw3-single3");
  loaded[1] = gl_open(first_user, "GOHIP_FFTW", doubles, 2, bind_double, "libfftw3-double3");
}

EXPORT const fftw *gohip_fftw(const char *user, bool wide) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  const char *none = NULL;
  __atomic_compare_exchange_n(&first_user, &none, user, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
  pthread_once(&once, load);
  return loaded[wide] ? &precision[wide] : NULL;
}

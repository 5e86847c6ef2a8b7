// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#include "lapack.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

namespace lapack {

void *functions[4][ROUTINES];

namespace {

// The routines' names behind the letter of the type, for real and for complex numbers.
struct names {
  const char *real, *complex;
};
constexpr names kNames[ROUTINES] = {
    {"getrf", "getrf"}, {"getrs", "getrs"}, {"getri", "getri"}, {"potrf", "potrf"},
    {"potri", "potri"}, {"potrs", "potrs"}, {"geqrf", "geqrf"}, {"orgqr", "ungqr"},
    {"ormqr", "unmqr"}, {"syevd", "heevd"}, {"sygvd", "hegvd"}, {"gesvd", "gesvd"},
    {"gels", "gels"},   {"gelqf", "gelqf"}, {"geqlf", "geqlf"}, {"gerqf", "gerqf"},
    {"orglq", "unglq"}, {"orgql", "ungql"}, {"orgbr", "ungbr"}, {"orgtr", "ungtr"},
    {"ormlq", "unmlq"}, {"ormql", "unmql"}, {"ormbr", "unmbr"}, {"ormtr", "unmtr"},
    {"trtri", "trtri"}, {"sytrf", "sytrf"}, {"sytrd", "hetrd"}, {"gebrd", "gebrd"},
    {"sygst", "hegst"}, {"steqr", "steqr"}, {"stedc", "stedc"}, {"bdsqr", "bdsqr"},
    {"stein", "stein"}, {"syevx", "heevx"}, {"sygvx", "hegvx"}, {"laswp", "laswp"},
    {"larfg", "larfg"}, {"larf", "larf"},   {"larft", "larft"}, {"larfb", "larfb"},
    {"lauum", "lauum"}, {"labrd", "labrd"}, {"latrd", "latrd"}, {"lasyf", "lasyf"},
    {"sterf", nullptr}, {"stebz", nullptr}, {nullptr, "lacgv"}};

bool bind(void *library) {
  for (int t = 0; t < 4; t++)
    for (int r = 0; r < ROUTINES; r++) {
      const char *name = t < 2 ? kNames[r].real : kNames[r].complex;
      if (!name) continue;
      char symbol[16];
      snprintf(symbol, sizeof symbol, "%c%s_", "sdcz"[t], name);
      if (!(functions[t][r] = dlsym(library, symbol))) return false;
    }
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

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Nanoseconds of one call of AMD's library, directly and through libgohip: the best of
// 20 rounds each, taken in turn.
#define _GNU_SOURCE
#include <hip/hip_runtime_api.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

typedef hipError_t get(int *);

static double once(get *f) {
  enum { N = 200000 };
  int d = 0;
  double start = now();
  for (int i = 0; i < N; i++)
    if (f(&d) != hipSuccess) exit(1);
  return (now() - start) / N;
}

int main(void) {
  void *lib = dlopen(getenv("GOHIP_LIBAMDHIP64"), RTLD_NOW);
  get *direct = lib ? (get *)dlsym(lib, "hipGetDevice") : NULL;
  if (!direct || direct == hipGetDevice) return fprintf(stderr, "no other library\n"), 1;
  double best[2] = {1e9, 1e9};
  for (int i = 0; i < 20; i++) {
    double t[2] = {once(direct), once(hipGetDevice)};
    for (int k = 0; k < 2; k++)
      if (t[k] < best[k]) best[k] = t[k];
  }
  printf("%.2f %.2f\n", best[0], best[1]);
  return 0;
}

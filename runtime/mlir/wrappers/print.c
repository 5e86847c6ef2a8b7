// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The print functions that MLIR test programs call, with upstream's output
// (mlir/lib/ExecutionEngine, RunnerUtils.h and CRunnerUtils.cpp). Upstream's own libraries load an
// LLVM into the process, which conflicts with that of an OpenCL driver.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>

#define API __attribute__((visibility("default")))

// StridedMemRefType: these fields are followed by `rank` sizes and `rank` strides.
typedef struct {
  void *allocated, *aligned;
  int64_t offset, dims[];
} memref;

typedef void (*element)(const void *base, int64_t index);

static void spaces(int64_t n) {
  for (int64_t i = 0; i < n; i++) putchar(' ');
}

// dim dimensions are left: [first, and one line for each further block.
static void data(element print, const void *base, int64_t dim, int64_t rank, int64_t at,
                 const int64_t *sizes, const int64_t *strides) {
  if (dim == 0) {
    print(base, at);
    return;
  }
  putchar('[');
  for (int64_t i = 0; i < sizes[0]; i++) {
    if (i > 0) {
      fputs(dim > 1 ? ", \n" : ", ", stdout);
      spaces(rank - dim + 1);
    }
    data(print, base, dim - 1, rank, at + i * strides[0], sizes + 1, strides + 1);
  }
  putchar(']');
}

static void list(const char *name, int64_t n, const int64_t *v) {
  printf(" %s = [", name);
  for (int64_t i = 0; i < n; i++) printf("%s%" PRId64, i ? ", " : "", v[i]);
  putchar(']');
}

static void print_memref(element print, int64_t rank, const memref *m) {
  const int64_t *sizes = m->dims, *strides = m->dims + rank;
  printf("Unranked Memref base@ = %p rank = %" PRId64 " offset = %" PRId64, m->aligned, rank,
         m->offset);
  list("sizes", rank, sizes);
  list("strides", rank, strides);
  fputs(" data = \n", stdout);
  if (rank == 0) {
    putchar('[');
    print(m->aligned, m->offset);
    putchar(']');
  } else {
    data(print, m->aligned, rank, rank, m->offset, sizes, strides);
  }
  putchar('\n');
  fflush(stdout);
}

struct unranked {
  int64_t rank;
  void *descriptor;
};
#define MEMREF(NAME, TYPE, FORMAT, AS)                                                             \
  static void element##NAME(const void *base, int64_t i) {                                         \
    printf(FORMAT, (AS)((const TYPE *)base)[i]);                                                   \
  }                                                                                                \
  API void printMemref##NAME(int64_t rank, void *m) { print_memref(element##NAME, rank, m); }      \
  API void _mlir_ciface_printMemref##NAME(struct unranked *u) {                                    \
    printMemref##NAME(u->rank, u->descriptor);                                                     \
  }
MEMREF(I8, int8_t, "%d", int)
MEMREF(I16, int16_t, "%d", int)
MEMREF(I32, int32_t, "%" PRId32, int32_t)
MEMREF(I64, int64_t, "%" PRId64, int64_t)
MEMREF(Ind, int64_t, "%" PRId64, int64_t)
MEMREF(F32, float, "%g", double)
MEMREF(F64, double, "%g", double)

// vector.print is lowered to these.
API void printI64(int64_t i) { printf("%" PRId64, i); }
API void printU64(uint64_t u) { printf("%" PRIu64, u); }
API void printF32(float f) { printf("%g", (double)f); }
API void printF64(double d) { printf("%lg", d); }
API void printString(const char *s) { fputs(s, stdout); }
API void printOpen(void) { fputs("( ", stdout); }
API void printClose(void) { fputs(" )", stdout); }
API void printComma(void) { fputs(", ", stdout); }
API void printNewline(void) {
  putchar('\n');
  fflush(stdout);
}
API double rtclock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
API void printFlops(double flops) { fprintf(stderr, "%lf GFLOPS\n", flops / 1e9); }

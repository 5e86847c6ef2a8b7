// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The library that CUDA's driver loads into a program (CUDA_INJECTION64_PATH) so that CUPTI says
// how long each kernel took. It writes one line per launch to the file HECBENCH_KERNELS:
//
//	name nanoseconds registers blocks threads
//
// and ends the program HECBENCH_SECONDS after its first kernel, or after as many launches as a file
// is to have: what follows is mostly the host's own computation of the results.
//
//	cc -O2 -shared -fPIC kernels.c -o kernels.so -I CUPTI/include -L CUPTI/lib64 -lcupti -lpthread

#include <cupti.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { bufferSize = 1 << 20, mostLaunches = 20000, period = 200 * 1000 * 1000 };

static FILE *lines;
static double seconds = 2;
static int launches;
static struct timespec first;

// The two functions that CUPTI calls for memory and with records. It calls the second for one buffer at a time.
static void CUPTIAPI requested(uint8_t **buffer, size_t *size, size_t *most) {
  *buffer = aligned_alloc(8, bufferSize);
  *size = *buffer ? bufferSize : 0;
  *most = 0;
}

static void CUPTIAPI completed(CUcontext context, uint32_t stream, uint8_t *buffer, size_t size,
                               size_t used) {
  (void)context, (void)stream, (void)size;
  CUpti_Activity *record = NULL;
  while (used && cuptiActivityGetNextRecord(buffer, used, &record) == CUPTI_SUCCESS) {
    if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) continue;
    const CUpti_ActivityKernel9 *k = (const CUpti_ActivityKernel9 *)record;
    if (!k->end || launches == mostLaunches) continue;
    if (!launches++) clock_gettime(CLOCK_MONOTONIC, &first);
    fprintf(lines, "%s %llu %u %lld %lld\n", k->name, (unsigned long long)(k->end - k->start),
            k->registersPerThread, (long long)k->gridX * k->gridY * k->gridZ,
            (long long)k->blockX * k->blockY * k->blockZ);
  }
  fflush(lines);
  free(buffer);
}

static void *watch(void *unused) {
  (void)unused;
  for (;;) {
    struct timespec pause = {0, period}, now;
    nanosleep(&pause, NULL);
    // Flag 1 would give records of kernels that have not ended, without times.
    cuptiActivityFlushAll(0);
    clock_gettime(CLOCK_MONOTONIC, &now);
    double since =
        (double)(now.tv_sec - first.tv_sec) + 1e-9 * (double)(now.tv_nsec - first.tv_nsec);
    if (launches == mostLaunches || (launches && since > seconds)) _exit(0);
  }
}

static void finish(void) { cuptiActivityFlushAll(0); }

// InitializeInjection is what the driver calls.
int InitializeInjection(void);
int InitializeInjection(void) {
  const char *file = getenv("HECBENCH_KERNELS"), *limit = getenv("HECBENCH_SECONDS");
  if (!file || !(lines = fopen(file, "w"))) return 0;
  if (limit) seconds = atof(limit);
  pthread_t thread;
  if (cuptiActivityRegisterCallbacks(requested, completed) != CUPTI_SUCCESS ||
      cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL) != CUPTI_SUCCESS ||
      atexit(finish) || pthread_create(&thread, NULL, watch, NULL))
    return 0;
  return 1;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Marks and ranges. Programs link them for AMD's profilers, and use what they return: the level of a
// range, the ID of another, the thread.
#define _GNU_SOURCE
#include <rocprofiler-sdk-roctx/roctx.h>

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static _Thread_local int level;

uint32_t roctx_version_major(void) { return ROCTX_VERSION_MAJOR; }

uint32_t roctx_version_minor(void) { return ROCTX_VERSION_MINOR; }

void roctxMarkA(const char *message) { (void)message; }

int roctxRangePushA(const char *message) {
  (void)message;
  return level++;
}

int roctxRangePop(void) { return level > 0 ? --level : -1; }

roctx_range_id_t roctxRangeStartA(const char *message) {
  static atomic_uint_fast64_t last;
  (void)message;
  return atomic_fetch_add(&last, 1) + 1;
}

void roctxRangeStop(roctx_range_id_t id) { (void)id; }

int roctxProfilerPause(roctx_thread_id_t thread) {
  (void)thread;
  return 0;
}

int roctxProfilerResume(roctx_thread_id_t thread) {
  (void)thread;
  return 0;
}

int roctxGetThreadId(roctx_thread_id_t *thread) {
  if (!thread) return -1;
  *thread = (roctx_thread_id_t)syscall(SYS_gettid);
  return 0;
}

// The kernel keeps a name of 15 characters, which debuggers and top show.
int roctxNameOsThread(const char *name) {
  char kept[16] = "";
  if (!name) return -1;
  strncat(kept, name, sizeof kept - 1);
  return pthread_setname_np(pthread_self(), kept) ? -1 : 0;
}

int roctxNameHsaAgent(const char *name, const struct hsa_agent_s *agent) {
  return name && agent ? 0 : -1;
}

int roctxNameHipDevice(const char *name, int device) { return name && device >= 0 ? 0 : -1; }

int roctxNameHipStream(const char *name, const struct ihipStream_t *stream) {
  (void)stream; // null is the default stream
  return name ? 0 : -1;
}

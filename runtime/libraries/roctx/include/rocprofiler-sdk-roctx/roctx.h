// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// ROCTX: ranges and marks of a program, as AMD's profilers read them. The functions count the ranges
// and say what ROCTX documents; no profiler is attached here.
#ifndef ROCPROFILER_SDK_ROCTX_ROCTX_H
#define ROCPROFILER_SDK_ROCTX_ROCTX_H

#include <stdint.h>

#define ROCTX_VERSION_MAJOR 4
#define ROCTX_VERSION_MINOR 1

#if defined(__GNUC__)
#define GOHIP_ROCTX_API __attribute__((visibility("default")))
#else
#define GOHIP_ROCTX_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef uint64_t roctx_range_id_t;
typedef uint64_t roctx_thread_id_t;

struct hsa_agent_s;
struct ihipStream_t;

GOHIP_ROCTX_API uint32_t roctx_version_major(void);
GOHIP_ROCTX_API uint32_t roctx_version_minor(void);

// A mark, and ranges that nest within a thread: both functions return the level of the range, from 0,
// and Pop a negative number without a range.
GOHIP_ROCTX_API void roctxMarkA(const char *message);
GOHIP_ROCTX_API int roctxRangePushA(const char *message);
GOHIP_ROCTX_API int roctxRangePop(void);

// Ranges of the process, which any thread may end.
GOHIP_ROCTX_API roctx_range_id_t roctxRangeStartA(const char *message);
GOHIP_ROCTX_API void roctxRangeStop(roctx_range_id_t id);

// Of the profiler and of the names that it shows; 0 is success.
GOHIP_ROCTX_API int roctxProfilerPause(roctx_thread_id_t thread);
GOHIP_ROCTX_API int roctxProfilerResume(roctx_thread_id_t thread);
GOHIP_ROCTX_API int roctxGetThreadId(roctx_thread_id_t *thread);
GOHIP_ROCTX_API int roctxNameOsThread(const char *name);
GOHIP_ROCTX_API int roctxNameHsaAgent(const char *name, const struct hsa_agent_s *agent);
GOHIP_ROCTX_API int roctxNameHipDevice(const char *name, int device);
GOHIP_ROCTX_API int roctxNameHipStream(const char *name, const struct ihipStream_t *stream);

#ifdef __cplusplus
}
#endif

#define roctxMark(message) roctxMarkA(message)
#define roctxRangePush(message) roctxRangePushA(message)
#define roctxRangeStart(message) roctxRangeStartA(message)

#endif

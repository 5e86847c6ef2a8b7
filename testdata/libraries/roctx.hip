// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// ROCTX: levels of nested ranges in each thread, IDs of other ranges, invalid calls.
//
// e2e: flags=-lroctx64 -lroctracer64
#include <cstdio>
#include <string>
#include <thread>

#include <pthread.h>
#include <unistd.h>

#include <roctracer/roctracer_ext.h>
#include <roctracer/roctx.h>
#include <roctx.h>

static int bad;
#define CHECK(x) (x) ? 0 : (std::printf("%d: %s\n", __LINE__, #x), bad++)

int main() {
  CHECK(roctx_version_major() == ROCTX_VERSION_MAJOR &&
        roctx_version_minor() == ROCTX_VERSION_MINOR);
  CHECK(roctracer_version_major() == ROCTRACER_VERSION_MAJOR);
  roctracer_start();
  CHECK(roctxRangePop() < 0);
  CHECK(roctxRangePush("outer") == 0);
  roctxMark("between");
  CHECK(roctxRangePush("inner") == 1);
  std::thread([] {
    CHECK(roctxRangePush("of another thread") == 0);
    CHECK(roctxNameOsThread("a name of more than 15 characters") == 0);
    char name[16] = "";
    pthread_getname_np(pthread_self(), name, sizeof name);
    CHECK(std::string(name) == "a name of more ");
    roctx_thread_id_t id = 0;
    CHECK(roctxGetThreadId(&id) == 0 && id != 0 && id != static_cast<roctx_thread_id_t>(getpid()));
  }).join();
  CHECK(roctxRangePop() == 1);
  CHECK(roctxRangePop() == 0);
  CHECK(roctxRangePop() < 0);
  roctracer_stop();
  roctx_range_id_t a = roctxRangeStart("a"), b = roctxRangeStart("b");
  CHECK(a != b);
  roctxRangeStop(a);
  roctxRangeStop(b);
  CHECK(roctxProfilerPause(0) == 0 && roctxProfilerResume(0) == 0);
  CHECK(roctxNameHipDevice("device", 0) == 0 && roctxNameHipStream("stream", nullptr) == 0);
  CHECK(roctxGetThreadId(nullptr) < 0 && roctxNameOsThread(nullptr) < 0);
  CHECK(roctxNameHipDevice(nullptr, 0) < 0 && roctxNameHipDevice("device", -1) < 0);
  std::puts(bad ? "FAIL" : "PASS");
  return bad != 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What a process holds, for tests that nothing is left behind.
#pragma once
#include <hip/hip_runtime.h>

#include <cstdio>
#include <dirent.h>
#include <unistd.h>

// Open descriptors.
static inline int descriptors() {
  int n = 0;
  DIR *d = opendir("/proc/self/fd");
  while (readdir(d)) n++;
  closedir(d);
  return n;
}

// Bytes of memory that the process has in use, and those of the device.
struct Held {
  long host = 0;
  size_t device = 0;
  int files = descriptors();

  Held() {
    long all = 0, resident = 0;
    size_t total = 0, left = 0;
    FILE *f = std::fopen("/proc/self/statm", "r");
    if (std::fscanf(f, "%ld %ld", &all, &resident) == 2) host = resident * sysconf(_SC_PAGESIZE);
    std::fclose(f);
    if (hipMemGetInfo(&left, &total) == hipSuccess) device = total - left;
  }
  // What is more than before; allocators keep some, up to 17 MiB on a busy machine.
  bool more_than(const Held &before) const {
    constexpr long kept = 40 << 20;
    bool more = host > before.host + kept || device > before.device || files > before.files;
    if (more)
      std::printf("held: %ld KiB, %zu KiB of the device, %d files; before: %ld, %zu, %d\n",
                  host >> 10, device >> 10, files, before.host >> 10, before.device >> 10,
                  before.files);
    return more;
  }
};

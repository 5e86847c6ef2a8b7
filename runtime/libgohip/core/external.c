// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

#define _GNU_SOURCE
#include "external.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

void *ex_hold(int fd) {
  int *held = malloc(sizeof *held);
  if (!held) return NULL;
  *held = fcntl(fd, F_DUPFD_CLOEXEC, 3);
  if (*held >= 0) return held;
  free(held);
  return NULL;
}

void ex_let_go(void *data) {
  int *held = data;
  close(*held);
  free(held);
}

// A wait takes the signal away, as that of a binary semaphore does. A sync_file has nothing to
// read and stays signalled. Another that waits may be quicker: then the wait goes on.
void ex_wait(void *data) {
  struct pollfd p = {.fd = *(int *)data, .events = POLLIN};
  uint64_t n;
  for (;;) {
    int r = poll(&p, 1, -1);
    if (r < 0 && errno == EINTR) continue;
    if (r < 0 || read(p.fd, &n, sizeof n) >= 0) break;
    if (errno != EAGAIN && errno != EINTR) break;
  }
  ex_let_go(data);
}

void ex_signal(void *data) {
  uint64_t one = 1;
  while (write(*(int *)data, &one, sizeof one) < 0 && errno == EINTR) continue;
  ex_let_go(data);
}

hipHostFn_t ex_operation(bool signal) { return signal ? ex_signal : ex_wait; }

size_t ex_memory_start(int fd) {
  // The size of the mapping and the offset of the memory in it (Mesa, src/util/u_memory_fd.c).
  size_t header[2];
  char path[64], name[PATH_MAX];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(path, name, sizeof name - 1);
  if (n < 0) return 0;
  name[n] = 0;
  if (!strstr(name, "/memfd:llvmpipe memory fd")) return 0;
  if (pread(fd, header, sizeof header, 0) != sizeof header || header[1] >= header[0]) return 0;
  return header[1];
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// PoCL runs "llvm-spirv --spec-const-info FILE" for each program that it makes from SPIR-V, which takes 20 ms, the time of
// the program's start. These functions answer for a program without specialisation constants. They are called in a child
// of vfork, which shares its memory with the program: they allocate none, and leave no mapping.

#ifndef GOHIP_SPEC_CONSTANTS_H
#define GOHIP_SPEC_CONSTANTS_H

#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "abi.h"

// False also for what is no SPIR-V of this machine's byte order.
static inline bool has_no_constants(const void *il, size_t size) {
  const uint32_t *word = il;
  const size_t n = size / sizeof *word;
  if (n < GH_SPIRV_HEADER_WORDS || word[0] != GH_SPIRV_MAGIC) return false;
  for (size_t at = GH_SPIRV_HEADER_WORDS; at < n; at += word[at] >> 16) {
    uint32_t op = word[at] & 0xffff;
    if (word[at] >> 16 == 0 ||
        (op >= GH_SPIRV_FIRST_SPEC_CONSTANT && op <= GH_SPIRV_LAST_SPEC_CONSTANT))
      return false;
  }
  return true;
}

static inline bool is_translator(const char *path) {
  const char *slash = strrchr(path, '/'), *program = slash ? slash + 1 : path;
  return strncmp(program, "llvm-spirv", 10) == 0;
}

// Whether a command of llvm-spirv asks for the specialisation constants of a file that has none.
static inline bool asks_for_no_constants(char *const argv[]) {
  if (!argv[0] || !argv[1] || strcmp(argv[1], "--spec-const-info") != 0 || !argv[2] || argv[3])
    return false;
  int fd = open(argv[2], O_RDONLY | O_CLOEXEC);
  struct stat info;
  size_t size = fd >= 0 && fstat(fd, &info) == 0 && info.st_size > 0 ? (size_t)info.st_size : 0;
  void *il = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;
  if (fd >= 0) close(fd);
  if (il == MAP_FAILED) return false;
  bool none = has_no_constants(il, size);
  munmap(il, size);
  return none;
}

// Ends the process with what llvm-spirv prints then, which PoCL reads.
static inline _Noreturn void answer_no_constants(void) {
  static const char none[] = "Number of scalar specialization constants in the module = 0\n";
  _exit(write(STDOUT_FILENO, none, sizeof none - 1) == sizeof none - 1 ? 0 : 1);
}

#endif

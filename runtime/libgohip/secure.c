// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What a setuid or setgid program, or one with file capabilities, must not take from its caller:
// libraries, folders and caches of code that the environment names. The loader removes its own
// variables (LD_*, TMPDIR, ld.so(8)); these are those of drivers and of gohipcc. internal/secure
// does the same for programs in Go, with the same lists.

#define _GNU_SOURCE
#include "secure.h"

#include "abi.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

bool gh_elevated(void) { return getauxval(AT_SECURE) != 0; }

static const char *const families[] = {GH_ENV_FAMILIES};
static const char *const harmless[] = {GH_ENV_HARMLESS};

static bool is_unsafe(const char *entry, size_t n) {
  for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
    if (strlen(harmless[i]) == n && !strncmp(entry, harmless[i], n)) return false;
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    if (!strncmp(entry, families[i], strlen(families[i]))) return true;
  return false;
}

// Drivers read their variables with getenv: they must be removed before a driver is loaded, while
// there is one thread. Entries are taken out by themselves: unsetenv finds none without "=", which
// execve passes on. The places of what is removed are NULL, because Go's runtime looks for the
// auxiliary vector behind the first one.
__attribute__((constructor)) static void clean_environment(void) {
  if (!gh_elevated() || !environ) return;
  char **kept = environ, **e = environ;
  for (; *e; e++)
    if (!is_unsafe(*e, strcspn(*e, "="))) *kept++ = *e;
  while (kept < e) *kept++ = NULL;
}

static char kernels[] = "/tmp/gohip-XXXXXX";

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at) {
  (void)st, (void)type, (void)at;
  remove(path);
  return 0;
}

static void remove_kernels(void) { nftw(kernels, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

// Drivers start programs from PATH, and keep compiled kernels in the caller's home: a folder of
// this process replaces it. A program with only another group has no folder that its caller cannot
// write to.
void gh_secure_caches(void) {
  if (!gh_elevated()) return;
  setenv("PATH", "/usr/sbin:/usr/bin:/sbin:/bin", 1); // drivers start the linker from there
  setenv("CUDA_CACHE_DISABLE", "1", 0);
  setenv("AMD_COMGR_CACHE", "0", 0);
  setenv("NEO_CACHE_PERSISTENT", "0", 0);
  setenv("MESA_SHADER_CACHE_DISABLE", "true", 0);
  if (getenv("POCL_CACHE_DIR")) return; // the program's own setting: the caller's was removed
  bool own = geteuid() != getuid() && mkdtemp(kernels);
  if (own) atexit(remove_kernels);
  setenv("POCL_CACHE_DIR", own ? kernels : "/dev/null/gohip", 1);
}

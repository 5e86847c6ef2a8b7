// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What would end the process without a message: a fault in device code that runs on the host's
// processor, and too little address space for the runtime.

#define _GNU_SOURCE
#include "general_protection.h"
#include "shim.h"

#include <dlfcn.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>

// ---- faults in device code ----

static const int fault_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};
enum { FAULTS = sizeof fault_signals / sizeof *fault_signals };

static void *program_counter(void *context) {
#if defined(__x86_64__)
  return (void *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  return (void *)((ucontext_t *)context)->uc_mcontext.pc;
#else
  (void)context;
  return NULL;
#endif
}

// The kernel whose code contains an address: PoCL keeps each kernel in a shared library of its own,
// with the function _pocl_kernel_NAME_workgroup.
static bool kernel_at(void *pc, const char **name, int *length) {
  Dl_info at;
  if (!pc || !dladdr(pc, &at) || !at.dli_fname) return false;
  const char *base = strrchr(at.dli_fname, '/');
  base = base ? base + 1 : at.dli_fname;
  size_t n = strlen(base);
  if (n < 4 || strcmp(base + n - 3, ".so") != 0) return false;
  *name = base;
  *length = (int)n - 3;
  void *lib = dlopen(at.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  char symbol[1024];
  snprintf(symbol, sizeof symbol, "_pocl_kernel_%.*s_workgroup", *length, base);
  return lib && dlsym(lib, symbol);
}

static const char *what_happened(int signal) {
  switch (signal) {
  case SIGILL:
    return "an illegal instruction";
  case SIGFPE:
    return "an arithmetic fault";
  }
  return "an access to memory that is not there";
}

// The process still ends: the default action is restored, and the instruction runs again.
static void on_fault(int signal, siginfo_t *info, void *context) {
  const char *name;
  int length;
  if (kernel_at(program_counter(context), &name, &length)) {
    char text[1400], at[64] = "";
    bool protection = signal == SIGSEGV && gh_general_protection(context);
    if (!protection)
      snprintf(at, sizeof at, " at address %p%s", info->si_addr,
               (uintptr_t)info->si_addr < 4096 && signal == SIGSEGV ? " (a null pointer)" : "");
    int n = snprintf(text, sizeof text, "libgohip: kernel %.*s: %s in device code,%s\n", length,
                     name, protection ? GH_GENERAL_PROTECTION : what_happened(signal), at);
    if (n > 0 && write(STDERR_FILENO, text, (size_t)n) < 0) _exit(128 + signal);
  }
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigaction(signal, &plain, NULL);
}

// Installs a handler if the program has none, before the Go runtime does, which passes other
// signals on to it.
void gh_watch_faults(void) {
  for (int i = 0; i < FAULTS; i++) {
    struct sigaction now, ours = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&ours.sa_mask);
    if (sigaction(fault_signals[i], NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) &&
        now.sa_handler == SIG_DFL)
      sigaction(fault_signals[i], &ours, NULL);
  }
}

// ---- address space ----

// The Go runtime reserves 600 MB when it starts, a driver and its compiler take 300 MB.
enum { ADDRESS_SPACE = 1 << 30 };

hipError_t gh_check_address_space(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return hipSuccess;
  void *p =
      mmap(NULL, ADDRESS_SPACE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (p == MAP_FAILED) {
    gh_complain("the process may have %llu MB of address space (ulimit -v), of which %d MB are not "
                "left; the runtime needs them to start",
                (unsigned long long)limit.rlim_cur >> 20, ADDRESS_SPACE >> 20);
    return hipErrorOutOfMemory;
  }
  munmap(p, ADDRESS_SPACE);
  return hipSuccess;
}

// A CPU device's thread has the private variables of a whole work-group on its stack: room for the
// 512 KiB that a GPU thread can have, 1024 times and once more. Only touched pages take memory. If
// address space is limited, it is 64 KiB.
size_t gh_device_stack(void) {
  struct rlimit limit;
  bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  return limited ? (size_t)64 << 20 : (size_t)1 << 30;
}

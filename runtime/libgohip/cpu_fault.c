// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Faults of kernels on the CPU device: a signal that would end the process becomes an error of the
// device, as on a GPU.

#define _GNU_SOURCE
#undef _FORTIFY_SOURCE // its longjmp refuses to leave a fibre's stack
#include "cpu_internal.h"

#include "abi.h"
#include "general_protection.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define ALTERNATE_STACK ((size_t)64 << 10) // bytes
#define NULL_PAGE 65536                    // addresses below are members of a null pointer's target

static const int fault_signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE};
enum { FAULTS = sizeof fault_signals / sizeof *fault_signals };
static struct sigaction others[FAULTS]; // what was installed before

static pthread_mutex_t last_mu = PTHREAD_MUTEX_INITIALIZER;
static char last_failure[1024];

void gh_cpu_say(const char *format, ...) {
  char text[sizeof last_failure];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  pthread_mutex_lock(&last_mu);
  memcpy(last_failure, text, sizeof text);
  pthread_mutex_unlock(&last_mu);
  const char *quiet = getenv(GH_ENV_QUIET);
  if (!quiet || strcmp(quiet, "1") != 0) fprintf(stderr, "libgohip: %s\n", text);
}

void gohip_cpu_failure(char *text, size_t size) {
  if (!size) return;
  pthread_mutex_lock(&last_mu);
  snprintf(text, size, "%s", last_failure);
  pthread_mutex_unlock(&last_mu);
}

static bool is_write(int signal, void *context) {
#if defined(__x86_64__)
  // Bit 1 of a page fault's error code (Intel SDM, volume 3, "Interrupt 14").
  return signal == SIGSEGV && ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;
#else
  (void)signal, (void)context;
  return false;
#endif
}

// Signals that no kernel caused are passed to the previous handler.
static void pass_on(int signal, siginfo_t *info, void *context) {
  int i = 0;
  while (i < FAULTS - 1 && fault_signals[i] != signal) i++;
  const struct sigaction *o = &others[i];
  if (o->sa_flags & SA_SIGINFO) {
    o->sa_sigaction(signal, info, context);
  } else if (o->sa_handler == SIG_DFL || o->sa_handler == SIG_IGN) {
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigaction(signal, &plain, NULL);       // the instruction runs again
    if (info->si_code <= 0) raise(signal); // or it was sent by a process: there is no instruction
  } else {
    o->sa_handler(signal);
  }
}

static void on_fault(int signal, siginfo_t *info, void *context) {
  gh_worker *w = gh_cpu_self;
  if (!w || !w->running || info->si_code <= 0) {
    pass_on(signal, info, context);
    return;
  }
  w->signal = signal;
  w->address = info->si_addr;
  w->writes = w->storing || is_write(signal, context);
  w->storing = false;
  w->protection = signal == SIGSEGV && gh_general_protection(context);
  siglongjmp(w->escape, 1);
}

static void where(const gh_worker *w, const gohip_cpu_task *t, char *text, size_t size) {
  const struct gohip_cpu_block *b = gh_cpu_block_of(w);
  int n = snprintf(text, size, "block (%u,%u,%u)", b->index[0], b->index[1], b->index[2]);
  if (b->work_item != UINT32_MAX) {
    uint32_t i = b->work_item, x = t->launch.block[0], y = t->launch.block[1];
    snprintf(text + n, size - (size_t)n, ", thread (%u,%u,%u)", i % x, i / x % y, i / x / y);
  }
}

// Called after the address sanitizer has reported an error in a kernel: prints where it was.
static void after_report(const char *report) {
  (void)report;
  gh_worker *w = gh_cpu_self;
  gohip_cpu_task *t = w ? w->running : NULL;
  if (!t) return;
  const struct gohip_cpu_block *b = gh_cpu_block_of(w);
  const char *p = __asan_get_report_address(), *what = "", *shared = b->shared;
  const char *context = b->context;
  size_t all = gh_cpu_block_memory(t->kernel, t->launch.block, t->launch.dynamic_shared);
  if (p >= shared && p < context)
    what = ", of shared memory";
  else if (p >= context && p < shared + all)
    what = ", of a variable of the thread";
  char text[128];
  where(w, t, text, sizeof text);
  gh_cpu_say("kernel %s: the access above%s, in %s", t->kernel->name, what, text);
}

void gh_cpu_watch_faults(void) {
  static atomic_bool done;
  if (atomic_exchange(&done, true)) return;
  if (__asan_set_error_report_callback) __asan_set_error_report_callback(after_report);
  for (int i = 0; i < FAULTS; i++) {
    struct sigaction ours = {.sa_sigaction = on_fault,
                             .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&ours.sa_mask);
    sigaction(fault_signals[i], &ours, &others[i]);
  }
}

// The handler needs an alternate stack: there is no room on a stack that has overflowed.
void gh_cpu_watch_thread(gh_worker *w) {
  void *p = mmap(NULL, ALTERNATE_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p != MAP_FAILED) sigaltstack(&(stack_t){.ss_sp = p, .ss_size = ALTERNATE_STACK}, NULL);
  pthread_attr_t attr;
  if (pthread_getattr_np(pthread_self(), &attr) == 0) {
    void *low = NULL;
    pthread_attr_getstack(&attr, &low, &w->stack_size);
    w->stack = low;
    pthread_attr_destroy(&attr);
  }
}

static const char *what_happened(const gh_worker *w, bool overflow, char *text, size_t size) {
  switch (w->signal) {
  case SIGILL:
    return "an illegal instruction, or a trap,";
  case SIGFPE:
    return "a division by zero, or one whose result does not fit,";
  }
  if (overflow) {
    snprintf(text, size, "stack overflow, past %zu KiB,", gh_cpu_stack_size(w) >> 10);
    return text;
  }
  if (w->protection) return GH_GENERAL_PROTECTION;
  snprintf(text, size, "%s address %#zx%s", w->writes ? "write to" : "read of", (size_t)w->address,
           (uintptr_t)w->address < NULL_PAGE ? " (a null pointer)"
           : w->signal == SIGBUS             ? " (past the end of a file)"
           : w->address                      ? ", which is no memory of the program,"
                                             : "");
  return text;
}

// Prints what happened and where, if it is the device's first fault; returns its error.
int gh_cpu_report_fault(gh_worker *w, gohip_cpu_task *t) {
  bool overflow = w->signal == SIGSEGV && gh_cpu_in_guard(w, w->address);
  int result = (w->signal == SIGSEGV || w->signal == SIGBUS) && !overflow
                   ? GOHIP_CPU_ILLEGAL_ADDRESS
                   : GOHIP_CPU_LAUNCH_FAILURE;
  if (gh_cpu_failed(t->queue)) return result; // only the first is reported
  char what[128], text[128];
  where(w, t, text, sizeof text);
  gh_cpu_say("kernel %s: %s in %s", t->kernel->name, what_happened(w, overflow, what, sizeof what),
             text);
  return result;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// prefork.so, preloaded into a tool, loads that once for many commands: half of a short compile
// is the dynamic loader's work on LLVM's libraries. In place of main it waits for command lines
// on a socket, and forks for each a process that calls the tool's main with it.
//
//   GOHIPCC_PREFORK_FD=N LD_PRELOAD=prefork.so TOOL
//
// N is a socket of type SOCK_SEQPACKET. The tool first sends 0 (four bytes, in the machine's
// order, as all numbers here). A request has the arguments, each ended by a zero byte, and two
// descriptors, for standard output and standard error. The answer is the process's ID, or a
// negative error number. The process is a child of the one that started the tool, which waits
// for it as for any other. The tool ends with the socket.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SOCKET_VARIABLE "GOHIPCC_PREFORK_FD"
#define MAX_REQUEST (128 << 10)
#define MAX_ARGUMENTS 8192

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void),
                           void (*)(void), void *);

static main_function *tool_main;
static char request[MAX_REQUEST];
static char *arguments[MAX_ARGUMENTS + 1];

// receive reads a request: the number of its arguments, 0 at the end of the socket or for one
// that is none. output gets the two descriptors.
static int receive(int socket, int output[2]) {
  union {
    char bytes[CMSG_SPACE(2 * sizeof(int))];
    struct cmsghdr aligned;
  } control;
  struct iovec part = {request, sizeof request};
  struct msghdr message = {.msg_iov = &part,
                           .msg_iovlen = 1,
                           .msg_control = control.bytes,
                           .msg_controllen = sizeof control.bytes};
  ssize_t size;
  do size = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  while (size < 0 && errno == EINTR);
  struct cmsghdr *c = size > 0 ? CMSG_FIRSTHDR(&message) : NULL;
  if (!c || c->cmsg_type != SCM_RIGHTS || c->cmsg_len != CMSG_LEN(2 * sizeof(int)) ||
      (message.msg_flags & MSG_TRUNC) || request[size - 1] != 0)
    return 0;
  memcpy(output, CMSG_DATA(c), 2 * sizeof(int));
  int count = 0;
  for (char *p = request; p < request + size; p += strlen(p) + 1) {
    if (count == MAX_ARGUMENTS) return 0;
    arguments[count++] = p;
  }
  arguments[count] = NULL;
  return count;
}

// become makes a new process what the parent would have started.
static void become(int socket, pid_t parent, const int output[2]) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  close(socket);
  dup2(output[0], STDOUT_FILENO);
  dup2(output[1], STDERR_FILENO);
  close(output[0]);
  close(output[1]);
}

static int serve(int argc, char **argv, char **envp) {
  const char *number = getenv(SOCKET_VARIABLE);
  if (!number) return tool_main(argc, argv, envp);
  int socket = atoi(number);
  pid_t parent = getppid();
  unsetenv(SOCKET_VARIABLE);
  unsetenv("LD_PRELOAD");
  fcntl(socket, F_SETFD, FD_CLOEXEC);
  int32_t answer = 0;
  int count, output[2];
  while (send(socket, &answer, sizeof answer, MSG_NOSIGNAL) == sizeof answer &&
         (count = receive(socket, output)) > 0) {
    // fork() has no way to make a sibling. There is one thread, and nothing that fork() does
    // besides concerns it.
    pid_t child = (pid_t)syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
    if (child == 0) {
      become(socket, parent, output);
      return tool_main(count, arguments, environ);
    }
    answer = child < 0 ? -errno : child;
    close(output[0]);
    close(output[1]);
  }
  _exit(0);
}

// __libc_start_main stands before glibc's, which calls main; the libraries are loaded then.
int __libc_start_main(main_function *main, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void *stack_end) {
  start_function *start = (start_function *)dlsym(RTLD_NEXT, "__libc_start_main");
  if (!start) {
    fputs("prefork.so: the C library has no __libc_start_main\n", stderr);
    _exit(127);
  }
  tool_main = main;
  return start(serve, argc, argv, init, fini, rtld_fini, stack_end);
}

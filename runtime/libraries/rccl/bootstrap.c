// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Connection setup. An ID contains the address of a socket of the process that created it, and a
// random secret. Every rank sends that process the address at which it listens, receives all
// addresses when the last rank has reported, and connects to the ranks below its own.
#define _GNU_SOURCE
#include "comm.h"
#include "hostcall.h"
#include "nccl.h"

#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

typedef union address {
  struct sockaddr any;
  struct sockaddr_in four;
  struct sockaddr_in6 six;
} address;

typedef struct secret {
  uint64_t word[2];
} secret;

typedef struct identity {
  secret secret;
  address at;
} identity;
_Static_assert(sizeof(identity) <= sizeof(ncclUniqueId), "an ID has room for an address");

// hello is a rank's first message.
typedef struct hello {
  secret secret;
  int rank, count;
  address at; // where the rank listens
} hello;

static socklen_t length(const address *a) {
  return a->any.sa_family == AF_INET6 ? sizeof a->six : sizeof a->four;
}

static bool whole(int socket, void *data, size_t size, bool receives) {
  for (size_t done = 0; done < size;) {
    ssize_t n = receives ? recv(socket, (char *)data + done, size - done, 0)
                         : send(socket, (char *)data + done, size - done, MSG_NOSIGNAL);
    if (n <= 0 && !(n < 0 && errno == EINTR)) return false;
    if (n > 0) done += (size_t)n;
  }
  return true;
}

// preference orders interfaces: addresses that other machines are more likely to reach first, and
// IPv4 first.
static int preference(const struct ifaddrs *i) {
  const char *named = secure_getenv("NCCL_SOCKET_IFNAME");
  if (!i->ifa_addr || !(i->ifa_flags & IFF_UP)) return 0;
  int family = i->ifa_addr->sa_family;
  if (family != AF_INET && family != AF_INET6) return 0;
  if (named && *named && strncmp(i->ifa_name, named, strlen(named)) != 0) return 0;
  bool local = family == AF_INET6 &&
               IN6_IS_ADDR_LINKLOCAL(&((struct sockaddr_in6 *)(void *)i->ifa_addr)->sin6_addr);
  if (local) return 0;
  return 1 + (family == AF_INET) + (i->ifa_flags & IFF_LOOPBACK ? 0 : 2);
}

// own_address returns the address at which other ranks reach this process.
static bool own_address(address *at) {
  struct ifaddrs *all, *best = NULL;
  if (getifaddrs(&all) != 0) return false;
  for (struct ifaddrs *i = all; i; i = i->ifa_next)
    if (preference(i) > (best ? preference(best) : 0)) best = i;
  memset(at, 0, sizeof *at);
  if (best)
    memcpy(at, best->ifa_addr,
           best->ifa_addr->sa_family == AF_INET6 ? sizeof at->six : sizeof at->four);
  freeifaddrs(all);
  return best != NULL;
}

// listen_at opens a listening socket and returns its address.
static int listen_at(address *at) {
  if (!own_address(at)) return -1;
  socklen_t size = length(at);
  int s = socket(at->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (s < 0) return -1;
  if (bind(s, &at->any, size) == 0 && listen(s, SOMAXCONN) == 0 &&
      getsockname(s, &at->any, &size) == 0)
    return s;
  close(s);
  return -1;
}

static int connect_to(const address *at) {
  int s = socket(at->any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (s >= 0 && connect(s, &at->any, length(at)) != 0) {
    close(s);
    return -1;
  }
  return s;
}

// heard accepts the connection of a rank; connections without the secret, or without a message, are
// closed.
static int heard(int listener, const secret *secret, hello *from) {
  static const struct timeval patience = {.tv_sec = 10}, none = {0};
  for (;;) {
    int s = accept4(listener, NULL, NULL, SOCK_CLOEXEC);
    if (s < 0 && (errno == EINTR || errno == ECONNABORTED)) continue;
    if (s < 0) return -1;
    (void)setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (whole(s, from, sizeof *from, true) && memcmp(&from->secret, secret, sizeof *secret) == 0) {
      (void)setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &none, sizeof none);
      return s;
    }
    close(s);
  }
}

typedef struct meeting {
  secret secret;
  int listener;
} meeting;

// gather_ranks accepts all ranks and sends each the addresses of all.
static void gather_ranks(const meeting *m, int *sockets, address *at, int count, hello h, int s) {
  for (int present = 0; s >= 0; s = heard(m->listener, &m->secret, &h)) {
    if (h.count != count || h.rank < 0 || h.rank >= count || sockets[h.rank] >= 0) {
      close(s); // reported as an error by that rank
      continue;
    }
    sockets[h.rank] = s;
    at[h.rank] = h.at;
    if (++present == count) break;
  }
  for (int r = 0; r < count; r++)
    if (sockets[r] >= 0) {
      (void)whole(sockets[r], at, (size_t)count * sizeof *at, false);
      close(sockets[r]);
    }
}

// serve is the thread that serves an ID.
static void *serve(void *argument) {
  meeting *m = argument;
  hello h;
  int s = heard(m->listener, &m->secret, &h), *sockets = NULL;
  address *at = NULL;
  if (s >= 0 && h.count > 0) {
    sockets = malloc((size_t)h.count * sizeof *sockets);
    at = calloc((size_t)h.count, sizeof *at);
  }
  if (sockets && at) {
    for (int r = 0; r < h.count; r++) sockets[r] = -1;
    gather_ranks(m, sockets, at, h.count, h, s);
  } else if (s >= 0) {
    close(s);
  }
  free(sockets);
  free(at);
  close(m->listener);
  free(m);
  return NULL;
}

ncclResult_t ncclGetUniqueId(ncclUniqueId *uniqueId) {
  identity id = {0};
  pthread_t thread;
  gl_device is;
  if (!uniqueId) return ncclInvalidArgument;
  if (gl_current(&is) == hipSuccess && is == GL_CUDA) return rc_nccl_id(uniqueId);
  meeting *m = malloc(sizeof *m);
  if (!m) return ncclSystemError;
  m->listener = -1;
  if (getrandom(&m->secret, sizeof m->secret, 0) == sizeof m->secret)
    m->listener = listen_at(&id.at);
  id.secret = m->secret;
  if (m->listener < 0 || pthread_create(&thread, NULL, serve, m) != 0) {
    if (m->listener >= 0) close(m->listener);
    free(m);
    return ncclSystemError;
  }
  (void)pthread_detach(thread);
  memset(uniqueId, 0, sizeof *uniqueId);
  memcpy(uniqueId, &id, sizeof id);
  return ncclSuccess;
}

// meet registers this rank with the process of the ID, and waits for the addresses of all ranks.
static ncclResult_t meet(const identity *id, hello *self, address *all) {
  int s = connect_to(&id->at);
  if (s < 0) return ncclSystemError;
  bool met =
      whole(s, self, sizeof *self, false) && whole(s, all, (size_t)self->count * sizeof *all, true);
  close(s);
  return met ? ncclSuccess : ncclRemoteError;
}

// join connects to the ranks below and accepts those above.
static ncclResult_t join(ncclComm_t c, hello *self, const address *all, int listener) {
  for (int r = 0; r < c->rank; r++) {
    c->sockets[r] = connect_to(&all[r]);
    if (c->sockets[r] < 0 || !whole(c->sockets[r], self, sizeof *self, false))
      return ncclRemoteError;
  }
  for (int present = c->rank + 1; present < c->count; present++) {
    hello h;
    int s = heard(listener, &self->secret, &h);
    if (s < 0) return ncclSystemError;
    if (h.rank <= c->rank || h.rank >= c->count || c->sockets[h.rank] >= 0) {
      close(s);
      return ncclInvalidUsage;
    }
    c->sockets[h.rank] = s;
  }
  for (int r = 0; r < c->count; r++)
    if (r != c->rank) (void)setsockopt(c->sockets[r], IPPROTO_TCP, TCP_NODELAY, &(int){1}, 4);
  return ncclSuccess;
}

ncclResult_t rc_connect(ncclComm_t c, const ncclUniqueId *unique) {
  identity id;
  memcpy(&id, unique, sizeof id);
  if (id.at.any.sa_family != AF_INET && id.at.any.sa_family != AF_INET6) return ncclInvalidArgument;
  hello self = {.secret = id.secret, .rank = c->rank, .count = c->count};
  address *all = calloc((size_t)c->count, sizeof *all);
  int listener = listen_at(&self.at);
  ncclResult_t r = all && listener >= 0 ? meet(&id, &self, all) : ncclSystemError;
  if (r == ncclSuccess) r = join(c, &self, all, listener);
  if (listener >= 0) close(listener);
  free(all);
  return r;
}

void rc_disconnect(ncclComm_t c) {
  for (int r = 0; r < c->count; r++)
    if (c->sockets[r] >= 0) close(c->sockets[r]);
}

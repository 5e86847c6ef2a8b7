// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Messages between ranks, over one connection per pair of ranks.
#define _GNU_SOURCE
#include "comm.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

// next is the first incomplete transfer with a rank, or null.
static rc_transfer *next(rc_transfer *t, size_t n, int peer, bool receives) {
  for (size_t i = 0; i < n; i++)
    if (t[i].peer == peer && t[i].receives == receives && t[i].done < t[i].size) return &t[i];
  return NULL;
}

// to_itself copies the messages that a rank sends to itself; each has a matching receive.
static ncclResult_t to_itself(ncclComm_t c, rc_transfer *t, size_t n) {
  rc_transfer *to, *from;
  for (;;) {
    from = next(t, n, c->rank, false);
    to = next(t, n, c->rank, true);
    if (!from && !to) return ncclSuccess;
    if (!from || !to || from->size != to->size) return ncclInvalidUsage;
    memmove(to->data, from->data, to->size);
    from->done = to->done = to->size;
  }
}

// advance transfers as much as a connection accepts or provides now.
static ncclResult_t advance(int socket, rc_transfer *t) {
  while (t->done < t->size) {
    size_t left = t->size - t->done;
    ssize_t n = t->receives ? recv(socket, t->data + t->done, left, MSG_DONTWAIT)
                            : send(socket, t->data + t->done, left, MSG_DONTWAIT | MSG_NOSIGNAL);
    if (n > 0)
      t->done += (size_t)n;
    else if (n == 0)
      return ncclRemoteError;
    else if (errno == EAGAIN || errno == EWOULDBLOCK)
      return ncclSuccess;
    else if (errno != EINTR)
      return ncclRemoteError;
  }
  return ncclSuccess;
}

// wait_for sets up polling of each connection with an incomplete transfer; the count is 0 if there
// is none.
static nfds_t wait_for(ncclComm_t c, struct pollfd *at, rc_transfer *t, size_t n) {
  nfds_t count = 0;
  for (int peer = 0; peer < c->count; peer++) {
    short events = (next(t, n, peer, true) ? POLLIN : 0) | (next(t, n, peer, false) ? POLLOUT : 0);
    at[peer] = (struct pollfd){.fd = events ? c->sockets[peer] : -1, .events = events};
    count += events != 0;
  }
  return count;
}

ncclResult_t rc_exchange(ncclComm_t c, rc_transfer *t, size_t n) {
  ncclResult_t r = to_itself(c, t, n);
  if (r != ncclSuccess) return r;
  struct pollfd *at = calloc((size_t)c->count, sizeof *at);
  if (!at) return ncclSystemError;
  while (r == ncclSuccess && wait_for(c, at, t, n)) {
    if (poll(at, (nfds_t)c->count, -1) < 0) {
      if (errno != EINTR) r = ncclSystemError;
      continue;
    }
    for (int peer = 0; peer < c->count && r == ncclSuccess; peer++) {
      short events = at[peer].revents;
      rc_transfer *in = events & (POLLIN | POLLHUP | POLLERR) ? next(t, n, peer, true) : NULL;
      rc_transfer *out = events & (POLLOUT | POLLHUP | POLLERR) ? next(t, n, peer, false) : NULL;
      if (in) r = advance(at[peer].fd, in);
      if (out && r == ncclSuccess) r = advance(at[peer].fd, out);
    }
  }
  free(at);
  return r;
}

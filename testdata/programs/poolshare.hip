// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Memory pools that two processes share by a file descriptor.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

const int n = 1 << 16;

__global__ void square(int *p) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  p[i] *= p[i];
}

static const hipMemAllocationHandleType type = hipMemHandleTypePosixFileDescriptor;

// One descriptor through a socket, with the data that names a pointer.
struct Message {
  hipMemPoolPtrExportData data;
};

static void send_to(int socket, int file, const Message &m) {
  char room[CMSG_SPACE(sizeof file)] = {};
  iovec part = {const_cast<Message *>(&m), sizeof m};
  msghdr h = {};
  h.msg_iov = &part;
  h.msg_iovlen = 1;
  h.msg_control = room;
  h.msg_controllen = sizeof room;
  cmsghdr *c = CMSG_FIRSTHDR(&h);
  c->cmsg_level = SOL_SOCKET;
  c->cmsg_type = SCM_RIGHTS;
  c->cmsg_len = CMSG_LEN(sizeof file);
  std::memcpy(CMSG_DATA(c), &file, sizeof file);
  EXPECT(sendmsg(socket, &h, 0) == sizeof m);
}

static int receive(int socket, Message &m) {
  char room[CMSG_SPACE(sizeof(int))] = {};
  iovec part = {&m, sizeof m};
  msghdr h = {};
  h.msg_iov = &part;
  h.msg_iovlen = 1;
  h.msg_control = room;
  h.msg_controllen = sizeof room;
  if (recvmsg(socket, &h, 0) != sizeof m || !CMSG_FIRSTHDR(&h)) return -1;
  int file;
  std::memcpy(&file, CMSG_DATA(CMSG_FIRSTHDR(&h)), sizeof file);
  return file;
}

static void *handle(int file) { return reinterpret_cast<void *>(intptr_t(file)); }

// The process that gets the pool squares what is in it.
static int other(int socket) {
  Message m;
  int file = receive(socket, m);
  EXPECT(file > 0);
  hipMemPool_t pool;
  void *p, *q;
  CHECK(hipMemPoolImportFromShareableHandle(&pool, handle(file), type, 0));
  close(file);
  CHECK(hipMemPoolImportPointer(&p, pool, &m.data));
  square<<<n / 64, 64>>>(static_cast<int *>(p));
  CHECK(hipDeviceSynchronize());
  EXPECT_ERROR(hipMallocFromPoolAsync(&q, 64, pool, nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemPoolExportToShareableHandle(&file, pool, type, 0), hipErrorInvalidValue);
  Message wrong = m;
  wrong.data.reserved[0] ^= 1;
  EXPECT_ERROR(hipMemPoolImportPointer(&q, pool, &wrong.data), hipErrorInvalidValue);
  CHECK(hipFree(p));
  CHECK(hipMemPoolDestroy(pool));
  return done();
}

int main() {
  int sockets[2];
  EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
  pid_t child = fork(); // before HIP is used
  if (child == 0) std::exit(other(sockets[1]));

  hipMemPoolProps props = {};
  props.allocType = hipMemAllocationTypePinned;
  props.location.type = hipMemLocationTypeDevice;
  props.handleTypes = type;
  hipMemPool_t pool, plain, twin;
  CHECK(hipMemPoolCreate(&pool, &props));
  props.handleTypes = hipMemHandleTypeNone;
  CHECK(hipMemPoolCreate(&plain, &props));
  int file = -1;
  EXPECT_ERROR(hipMemPoolExportToShareableHandle(&file, plain, type, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemPoolExportToShareableHandle(nullptr, pool, type, 0), hipErrorInvalidValue);
  CHECK(hipMemPoolExportToShareableHandle(&file, pool, type, 0));

  hipStream_t s;
  CHECK(hipStreamCreate(&s));
  std::vector<int> in(n), out(n);
  for (int i = 0; i < n; i++) in[i] = i % 1000;
  int *p, *q, *unshared;
  CHECK(hipMallocFromPoolAsync(reinterpret_cast<void **>(&q), 4096, pool, s));
  CHECK(hipMallocFromPoolAsync(reinterpret_cast<void **>(&p), n * sizeof *p, pool, s));
  CHECK(hipMallocFromPoolAsync(reinterpret_cast<void **>(&unshared), 4096, plain, s));
  CHECK(hipMemcpyAsync(p, in.data(), n * sizeof *p, hipMemcpyHostToDevice, s));
  CHECK(hipStreamSynchronize(s));
  Message m;
  CHECK(hipMemPoolExportPointer(&m.data, p));
  hipMemPoolPtrExportData no;
  EXPECT_ERROR(hipMemPoolExportPointer(&no, unshared), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemPoolExportPointer(nullptr, p), hipErrorInvalidValue);
  send_to(sockets[0], file, m);
  int status = -1;
  EXPECT(waitpid(child, &status, 0) == child && status == 0);
  CHECK(hipMemcpy(out.data(), p, n * sizeof *p, hipMemcpyDeviceToHost));
  for (int i = 0; i < n; i++) EXPECT(out[i] == in[i] * in[i]);

  // The same in one process: two addresses of one memory.
  void *again;
  CHECK(hipMemPoolImportFromShareableHandle(&twin, handle(file), type, 0));
  close(file);
  CHECK(hipMemPoolImportPointer(&again, twin, &m.data));
  EXPECT(again != p);
  CHECK(hipMemset(again, 0, n * sizeof *p));
  CHECK(hipMemcpy(out.data(), p, n * sizeof *p, hipMemcpyDeviceToHost));
  for (int v : out) EXPECT(v == 0);
  EXPECT_ERROR(hipMemPoolImportPointer(&again, plain, &m.data), hipErrorInvalidValue);
  int zero = open("/dev/zero", O_RDWR);
  EXPECT_ERROR(hipMemPoolImportFromShareableHandle(&twin, handle(zero), type, 0),
               hipErrorInvalidValue);
  EXPECT_ERROR(hipMemPoolImportFromShareableHandle(&twin, nullptr, type, 0), hipErrorInvalidValue);
  close(zero);

  CHECK(hipFreeAsync(again, s));
  CHECK(hipFreeAsync(p, s));
  CHECK(hipFreeAsync(q, s));
  CHECK(hipFreeAsync(unshared, s));
  CHECK(hipMallocFromPoolAsync(reinterpret_cast<void **>(&p), n * sizeof *p, pool, s));
  CHECK(hipMemsetAsync(p, 1, n * sizeof *p, s));
  CHECK(hipFreeAsync(p, s));
  CHECK(hipStreamSynchronize(s));
  CHECK(hipMemPoolDestroy(twin));
  CHECK(hipMemPoolDestroy(pool));
  CHECK(hipMemPoolDestroy(plain));
  CHECK(hipStreamDestroy(s));
  return done();
}

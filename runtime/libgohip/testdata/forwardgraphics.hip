// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Buffers of OpenGL, and memory and semaphores of other APIs, on an AMD GPU: each call is one of
// AMD's library, here of its double, which counts them and runs no kernels.
#include <hip/hip_runtime.h>

#include "../../../testdata/programs/check.h"
#include "headless.h"

#include <dlfcn.h>
#include <hip/hip_gl_interop.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <unistd.h>

constexpr int N = 1000;

// The image by which the program is AMD's.
__global__ void nothing() {}

static void graphics() {
  std::vector<int> in(N, 5), out(N);
  GLuint b;
  hipGraphicsResource_t r;
  EXPECT_ERROR(hipGraphicsGLRegisterBuffer(&r, 1, 0), hipErrorInvalidGraphicsContext);
  Headless gl;
  glGenBuffers(1, &b);
  glBindBuffer(GL_ARRAY_BUFFER, b);
  glBufferData(GL_ARRAY_BUFFER, N * 4, in.data(), GL_DYNAMIC_DRAW);
  CHECK(hipGraphicsGLRegisterBuffer(&r, b, 0));
  void *p;
  size_t size;
  EXPECT_ERROR(hipGraphicsUnmapResources(1, &r, nullptr), hipErrorNotMapped);
  CHECK(hipGraphicsMapResources(1, &r, nullptr));
  EXPECT_ERROR(hipGraphicsMapResources(1, &r, nullptr), hipErrorAlreadyMapped);
  CHECK(hipGraphicsResourceGetMappedPointer(&p, &size, r));
  EXPECT(size == N * 4);
  CHECK(hipMemcpy(out.data(), p, size, hipMemcpyDeviceToHost));
  EXPECT(out == in);
  CHECK(hipMemset(p, 1, size));
  CHECK(hipGraphicsUnmapResources(1, &r, nullptr));
  CHECK(hipGraphicsUnregisterResource(r));
  glGetBufferSubData(GL_ARRAY_BUFFER, 0, N * 4, out.data());
  EXPECT(out == std::vector<int>(N, 0x01010101));
  glDeleteBuffers(1, &b);
}

static void memory() {
  int fd = memfd_create("external", MFD_CLOEXEC), seen = 0;
  EXPECT(ftruncate(fd, 8192) == 0);
  hipExternalMemoryHandleDesc d = {};
  d.type = hipExternalMemoryHandleTypeOpaqueFd;
  d.handle.fd = dup(fd);
  d.size = 8192;
  hipExternalMemory_t m;
  CHECK(hipImportExternalMemory(&m, &d));
  hipExternalMemoryBufferDesc part = {};
  part.offset = 4096, part.size = 4096;
  void *p;
  CHECK(hipExternalMemoryGetMappedBuffer(&p, m, &part));
  CHECK(hipMemset(p, 3, 4096));
  EXPECT(pread(fd, &seen, 4, 4096) == 4 && seen == 0x03030303);
  CHECK(hipFree(p));
  CHECK(hipDestroyExternalMemory(m));
  close(fd);
}

static void semaphores() {
  hipExternalSemaphoreHandleDesc d = {};
  d.type = hipExternalSemaphoreHandleTypeOpaqueFd;
  d.handle.fd = eventfd(0, EFD_CLOEXEC);
  hipExternalSemaphore_t s;
  hipExternalSemaphoreSignalParams signal = {};
  hipExternalSemaphoreWaitParams wait = {};
  CHECK(hipImportExternalSemaphore(&s, &d));
  CHECK(hipSignalExternalSemaphoresAsync(&s, &signal, 1, nullptr));
  CHECK(hipWaitExternalSemaphoresAsync(&s, &wait, 1, nullptr));
  CHECK(hipDeviceSynchronize());
  CHECK(hipDestroyExternalSemaphore(s));
}

int main() {
  graphics();
  memory();
  semaphores();
  void *lib = dlopen(getenv("GOHIP_LIBAMDHIP64"), RTLD_NOW | RTLD_NOLOAD);
  auto calls = reinterpret_cast<int (*)()>(dlsym(lib, "double_interop"));
  EXPECT(calls && calls() == 15);
  return done();
}

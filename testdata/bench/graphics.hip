// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What it costs to hand a buffer and a texture of OpenGL to HIP and back, beside a memcpy of as
// many bytes: the least of 20 times. Needs EGL without a display: gohipcc graphics.hip -lEGL -lGL
#include "../../runtime/libgohip/testdata/headless.h"

#include <hip/hip_gl_interop.h>
#include <hip/hip_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr size_t bytes = 64 << 20;
constexpr int side = 4096; // texels of four bytes

#define CHECK(call)                                                                                \
  if (hipError_t e = (call)) std::printf("%s: %s\n", #call, hipGetErrorName(e)), std::exit(1)

template <typename F> static double least(F f) {
  double best = 1e9;
  for (int i = 0; i < 20; i++) {
    auto start = std::chrono::steady_clock::now();
    f();
    best = std::min(
        best, std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                  .count());
  }
  return best;
}

static void cycle(const char *what, hipGraphicsResource_t r, double copy) {
  double ms = least([&] {
    CHECK(hipGraphicsMapResources(1, &r, nullptr));
    CHECK(hipGraphicsUnmapResources(1, &r, nullptr));
  });
  std::printf("%-24s %7.3f ms  %5.2f copies\n", what, ms, ms / copy);
  CHECK(hipGraphicsUnregisterResource(r));
}

__global__ void wave(float4 *p, float t) {
  size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
  p[i] = make_float4(i, t, i * t, 1);
}

// A frame's update of all vertices, in memory of HIP's and in OpenGL's buffer.
static void update(GLuint buffer) {
  float4 *own;
  CHECK(hipMalloc(&own, bytes));
  auto run = [](float4 *p) { wave<<<bytes / sizeof(float4) / 256, 256>>>(p, 0.5f); };
  double alone = least([&] {
    run(own);
    CHECK(hipDeviceSynchronize());
  });
  CHECK(hipFree(own));
  hipGraphicsResource_t r;
  CHECK(hipGraphicsGLRegisterBuffer(&r, buffer, hipGraphicsRegisterFlagsWriteDiscard));
  double shared = least([&] {
    void *p;
    size_t size;
    CHECK(hipGraphicsMapResources(1, &r, nullptr));
    CHECK(hipGraphicsResourceGetMappedPointer(&p, &size, r));
    run((float4 *)p);
    CHECK(hipGraphicsUnmapResources(1, &r, nullptr));
    CHECK(hipDeviceSynchronize());
  });
  CHECK(hipGraphicsUnregisterResource(r));
  std::printf("%-24s %7.3f ms\n%-24s %7.3f ms  %5.2f of the kernel alone\n", "kernel", alone,
              "kernel, mapped buffer", shared, shared / alone);
}

int main() {
  Headless gl;
  std::vector<char> from(bytes, 1), to(bytes);
  void *(*volatile copier)(void *, const void *, size_t) = std::memcpy; // not to be left out
  double copy = least([&] { copier(to.data(), from.data(), bytes); });
  std::printf("%-24s %7.3f ms\n", "memcpy", copy);
  GLuint b, t;
  glGenBuffers(1, &b);
  glBindBuffer(GL_ARRAY_BUFFER, b);
  glBufferData(GL_ARRAY_BUFFER, bytes, from.data(), GL_DYNAMIC_DRAW);
  glGenTextures(1, &t);
  glBindTexture(GL_TEXTURE_2D, t);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, side, side, 0, GL_RGBA, GL_UNSIGNED_BYTE, from.data());
  glFinish();
  const struct {
    const char *name;
    unsigned flags;
  } ways[] = {{"read and write", hipGraphicsRegisterFlagsNone},
              {"read only", hipGraphicsRegisterFlagsReadOnly},
              {"write and discard", hipGraphicsRegisterFlagsWriteDiscard}};
  for (auto &way : ways) {
    hipGraphicsResource_t r;
    char what[64];
    CHECK(hipGraphicsGLRegisterBuffer(&r, b, way.flags));
    std::snprintf(what, sizeof what, "buffer, %s", way.name);
    cycle(what, r, copy);
    CHECK(hipGraphicsGLRegisterImage(&r, t, GL_TEXTURE_2D, way.flags));
    std::snprintf(what, sizeof what, "texture, %s", way.name);
    cycle(what, r, copy);
  }
  update(b);
}

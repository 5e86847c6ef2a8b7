// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Buffers and textures of OpenGL: kernels see what OpenGL wrote and OpenGL what they wrote, flags
// decide what is moved, and what is wrong is HIP's error and leaves nothing behind.
#include <hip/hip_runtime.h>

#include "../../../testdata/programs/check.h"
#include "headless.h"
#include "held.h"

#include <hip/hip_gl_interop.h>

constexpr int N = 1 << 16;

__global__ void add(float *p, int n, float by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] += by;
}

// Doubles the red channel of a surface and sets the others by the place.
__global__ void paint(hipSurfaceObject_t s, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  uchar4 t;
  surf2Dread(&t, s, x * 4, y);
  t.x *= 2, t.y = x, t.z = y, t.w = 255;
  surf2Dwrite(t, s, x * 4, y);
}

static GLuint new_buffer(const std::vector<float> &v) {
  GLuint b;
  glGenBuffers(1, &b);
  glBindBuffer(GL_ARRAY_BUFFER, b);
  glBufferData(GL_ARRAY_BUFFER, v.size() * 4, v.data(), GL_DYNAMIC_DRAW);
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  return b;
}

static std::vector<float> contents(GLuint b) {
  std::vector<float> v(N);
  glBindBuffer(GL_ARRAY_BUFFER, b);
  glGetBufferSubData(GL_ARRAY_BUFFER, 0, N * 4, v.data());
  glBindBuffer(GL_ARRAY_BUFFER, 0);
  return v;
}

static std::vector<float> numbers() {
  std::vector<float> v(N);
  for (int i = 0; i < N; i++) v[i] = i;
  return v;
}

static void count(hipGraphicsResource_t r, hipStream_t s, float by, std::vector<float> *seen,
                  int n = N) {
  float *p;
  size_t size;
  CHECK(hipGraphicsMapResources(1, &r, s));
  CHECK(hipGraphicsResourceGetMappedPointer(reinterpret_cast<void **>(&p), &size, r));
  EXPECT(size == N * 4);
  if (seen) {
    seen->resize(N);
    CHECK(hipMemcpyAsync(seen->data(), p, size, hipMemcpyDeviceToHost, s));
    CHECK(hipStreamSynchronize(s));
  }
  if (by != 0) add<<<n / 256, 256, 0, s>>>(p, n, by);
  CHECK(hipGraphicsUnmapResources(1, &r, s));
}

static void buffers(hipStream_t s) {
  GLuint b = new_buffer(numbers());
  hipGraphicsResource_t r;
  std::vector<float> seen;
  CHECK(hipGraphicsGLRegisterBuffer(&r, b, hipGraphicsRegisterFlagsNone));
  count(r, s, 1, &seen);
  EXPECT(seen == numbers());
  count(r, s, 2, nullptr);
  std::vector<float> now = contents(b);
  for (int i = 0; i < N; i++) EXPECT(now[i] == i + 3.f);
  // What OpenGL writes between two maps is seen, also in new storage of another size.
  glBindBuffer(GL_COPY_WRITE_BUFFER, b);
  glBufferData(GL_COPY_WRITE_BUFFER, N * 4, numbers().data(), GL_STATIC_DRAW);
  count(r, s, 0, &seen);
  EXPECT(seen == numbers());
  CHECK(hipGraphicsUnregisterResource(r));

  CHECK(hipGraphicsGLRegisterBuffer(&r, b, hipGraphicsRegisterFlagsReadOnly));
  count(r, s, 0, &seen);
  EXPECT(seen == numbers());
  EXPECT(contents(b) == numbers());
  CHECK(hipGraphicsUnregisterResource(r));

  CHECK(hipGraphicsGLRegisterBuffer(&r, b, hipGraphicsRegisterFlagsWriteDiscard));
  float *p;
  size_t size;
  CHECK(hipGraphicsMapResources(1, &r, s));
  CHECK(hipGraphicsResourceGetMappedPointer(reinterpret_cast<void **>(&p), &size, r));
  CHECK(hipMemsetAsync(p, 0, size, s));
  add<<<N / 256, 256, 0, s>>>(p, N, 7);
  CHECK(hipGraphicsUnmapResources(1, &r, s));
  EXPECT(contents(b) == std::vector<float>(N, 7));
  CHECK(hipGraphicsUnregisterResource(r));
  glDeleteBuffers(1, &b);
  EXPECT(glGetError() == GL_NO_ERROR);
}

struct Surface {
  hipSurfaceObject_t s;
  explicit Surface(hipArray_t a) {
    hipResourceDesc d = {};
    d.resType = hipResourceTypeArray;
    d.res.array.array = a;
    CHECK(hipCreateSurfaceObject(&s, &d));
  }
  ~Surface() { (void)hipDestroySurfaceObject(s); }
};

// A texture whose width is no multiple of four texels, with two levels.
static void images(hipStream_t s) {
  constexpr int W = 37, H = 23;
  std::vector<unsigned char> in(W * H * 4, 5), out(W * H * 4), small((W / 2) * (H / 2) * 4, 9);
  GLuint t;
  glGenTextures(1, &t);
  glBindTexture(GL_TEXTURE_2D, t);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, W, H, 0, GL_RGBA, GL_UNSIGNED_BYTE, in.data());
  glTexImage2D(GL_TEXTURE_2D, 1, GL_RGBA8, W / 2, H / 2, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               small.data());
  // The program's state, which is to be as it was.
  glBindTexture(GL_TEXTURE_2D, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
  glPixelStorei(GL_PACK_ROW_LENGTH, 64);
  hipGraphicsResource_t r;
  CHECK(hipGraphicsGLRegisterImage(&r, t, GL_TEXTURE_2D, hipGraphicsRegisterFlagsSurfaceLoadStore));
  CHECK(hipGraphicsMapResources(1, &r, s));
  for (unsigned level = 0; level < 2; level++) {
    hipArray_t a, again;
    hipExtent e;
    hipChannelFormatDesc f;
    int w = level ? W / 2 : W, h = level ? H / 2 : H;
    CHECK(hipGraphicsSubResourceGetMappedArray(&a, r, 0, level));
    CHECK(hipGraphicsSubResourceGetMappedArray(&again, r, 0, level));
    EXPECT(a == again);
    CHECK(hipArrayGetInfo(&f, &e, nullptr, a));
    EXPECT(int(e.width) == w && int(e.height) == h && e.depth == 0);
    EXPECT(f.x == 8 && f.w == 8 && f.f == hipChannelFormatKindUnsigned);
    EXPECT_ERROR(hipFreeArray(a), hipErrorInvalidValue);
    Surface surface(a);
    paint<<<dim3((w + 15) / 16, (h + 15) / 16), dim3(16, 16), 0, s>>>(surface.s, w, h);
    CHECK(hipStreamSynchronize(s));
  }
  hipArray_t none;
  EXPECT_ERROR(hipGraphicsSubResourceGetMappedArray(&none, r, 0, 2), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsSubResourceGetMappedArray(&none, r, 1, 0), hipErrorInvalidValue);
  CHECK(hipGraphicsUnmapResources(1, &r, s));
  CHECK(hipGraphicsUnregisterResource(r));
  GLint n;
  glGetIntegerv(GL_UNPACK_ALIGNMENT, &n);
  EXPECT(n == 8);
  glGetIntegerv(GL_PACK_ROW_LENGTH, &n);
  EXPECT(n == 64);
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &n);
  EXPECT(n == 0);
  glPixelStorei(GL_PACK_ROW_LENGTH, 0);
  glBindTexture(GL_TEXTURE_2D, t);
  glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, out.data());
  for (int y = 0; y < H; y++)
    for (int x = 0; x < W; x++) {
      const unsigned char *q = &out[(y * W + x) * 4];
      EXPECT(q[0] == 10 && q[1] == x && q[2] == y && q[3] == 255);
    }
  glGetTexImage(GL_TEXTURE_2D, 1, GL_RGBA, GL_UNSIGNED_BYTE, out.data());
  EXPECT(out[0] == 18 && out[4 * (W / 2) * (H / 2) - 4] == 18);
  glBindTexture(GL_TEXTURE_2D, 0);
  glDeleteTextures(1, &t);
  EXPECT(glGetError() == GL_NO_ERROR);
}

// Every target: element (x, y) of a layer is read as OpenGL wrote it and comes back doubled.
static void doubled(GLuint t, GLenum target, unsigned layers, size_t row, size_t rows) {
  hipGraphicsResource_t r;
  CHECK(hipGraphicsGLRegisterImage(&r, t, target, hipGraphicsRegisterFlagsNone));
  CHECK(hipGraphicsMapResources(1, &r, nullptr));
  hipArray_t a;
  std::vector<float> v(row * rows);
  for (unsigned layer = 0; layer < layers; layer++) {
    CHECK(hipGraphicsSubResourceGetMappedArray(&a, r, layer, 0));
    hipExtent e;
    CHECK(hipArrayGetInfo(nullptr, &e, nullptr, a));
    hipMemcpy3DParms p = {};
    p.srcArray = a;
    p.dstPtr = make_hipPitchedPtr(v.data(), row * 4, row, e.height ? e.height : 1);
    p.extent = make_hipExtent(e.width, e.height ? e.height : 1, e.depth ? e.depth : 1);
    p.kind = hipMemcpyDeviceToHost;
    CHECK(hipMemcpy3D(&p));
    for (size_t i = 0; i < v.size(); i++) {
      EXPECT(v[i] == float(layer * v.size() + i));
      v[i] *= 2;
    }
    hipMemcpy3DParms q = {};
    q.srcPtr = p.dstPtr;
    q.dstArray = a;
    q.extent = p.extent;
    q.kind = hipMemcpyHostToDevice;
    CHECK(hipMemcpy3D(&q));
  }
  EXPECT_ERROR(hipGraphicsSubResourceGetMappedArray(&a, r, layers, 0), hipErrorInvalidValue);
  CHECK(hipGraphicsUnmapResources(1, &r, nullptr));
  CHECK(hipGraphicsUnregisterResource(r));
}

static void expect_doubled(GLenum target, size_t first, size_t n) {
  std::vector<float> v(n);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glGetTexImage(target, 0, GL_RED, GL_FLOAT, v.data());
  for (size_t i = 0; i < n; i++) EXPECT(v[i] == 2.f * (first + i));
}

static void all_targets() {
  constexpr int W = 10, H = 6, D = 4;
  std::vector<float> v(W * W * 6);
  for (size_t i = 0; i < v.size(); i++) v[i] = i;
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  GLuint t[7];
  glGenTextures(7, t);
  auto upload = [&](int i, GLenum target, int dims, int w, int h, int d) {
    glBindTexture(target, t[i]);
    glTexParameteri(target, GL_TEXTURE_MAX_LEVEL, 0);
    if (dims == 1) glTexImage1D(target, 0, GL_R32F, w, 0, GL_RED, GL_FLOAT, v.data());
    if (dims == 2) glTexImage2D(target, 0, GL_R32F, w, h, 0, GL_RED, GL_FLOAT, v.data());
    if (dims == 3) glTexImage3D(target, 0, GL_R32F, w, h, d, 0, GL_RED, GL_FLOAT, v.data());
  };
  upload(0, GL_TEXTURE_1D, 1, W, 1, 1);
  doubled(t[0], GL_TEXTURE_1D, 1, W, 1);
  expect_doubled(GL_TEXTURE_1D, 0, W);
  upload(1, GL_TEXTURE_2D, 2, W, H, 1);
  doubled(t[1], GL_TEXTURE_2D, 1, W, H);
  expect_doubled(GL_TEXTURE_2D, 0, W * H);
  upload(2, GL_TEXTURE_3D, 3, W, H, D);
  doubled(t[2], GL_TEXTURE_3D, 1, W, H * D);
  expect_doubled(GL_TEXTURE_3D, 0, W * H * D);
  upload(3, GL_TEXTURE_1D_ARRAY, 2, W, H, 1);
  doubled(t[3], GL_TEXTURE_1D_ARRAY, H, W, 1);
  expect_doubled(GL_TEXTURE_1D_ARRAY, 0, W * H);
  upload(4, GL_TEXTURE_2D_ARRAY, 3, W, H, D);
  doubled(t[4], GL_TEXTURE_2D_ARRAY, D, W, H);
  expect_doubled(GL_TEXTURE_2D_ARRAY, 0, W * H * D);
  upload(5, GL_TEXTURE_RECTANGLE, 2, W, H, 1);
  doubled(t[5], GL_TEXTURE_RECTANGLE, 1, W, H);
  expect_doubled(GL_TEXTURE_RECTANGLE, 0, W * H);
  glBindTexture(GL_TEXTURE_CUBE_MAP, t[6]);
  for (int face = 0; face < 6; face++)
    glTexImage2D(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, GL_R32F, W, W, 0, GL_RED, GL_FLOAT,
                 &v[face * W * W]);
  doubled(t[6], GL_TEXTURE_CUBE_MAP, 6, W, W);
  for (int face = 0; face < 6; face++)
    expect_doubled(GL_TEXTURE_CUBE_MAP_POSITIVE_X + face, face * W * W, W * W);
  glDeleteTextures(7, t);
  EXPECT(glGetError() == GL_NO_ERROR);
}

static void bad_registrations() {
  hipGraphicsResource_t r;
  GLuint b = new_buffer(numbers()), empty = 0, t[3];
  glGenBuffers(1, &empty);
  glBindBuffer(GL_ARRAY_BUFFER, empty);
  EXPECT_ERROR(hipGraphicsGLRegisterBuffer(nullptr, b, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterBuffer(&r, 0, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterBuffer(&r, 12345, 0), hipErrorInvalidResourceHandle);
  EXPECT_ERROR(hipGraphicsGLRegisterBuffer(&r, empty, 0), hipErrorInvalidResourceHandle);
  EXPECT_ERROR(hipGraphicsGLRegisterBuffer(&r, b, ~0u), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterBuffer(&r, b, 3), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterBuffer(&r, b, hipGraphicsRegisterFlagsSurfaceLoadStore),
               hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterBuffer(&r, b, hipGraphicsRegisterFlagsTextureGather),
               hipErrorInvalidValue);
  glGenTextures(3, t);
  glBindTexture(GL_TEXTURE_2D, t[0]);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 8, 8, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
  glBindTexture(GL_TEXTURE_2D, t[1]);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH24_STENCIL8, 8, 8, 0, GL_DEPTH_STENCIL,
               GL_UNSIGNED_INT_24_8, nullptr);
  glBindTexture(GL_TEXTURE_2D, t[2]);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  EXPECT_ERROR(hipGraphicsGLRegisterImage(nullptr, t[2], GL_TEXTURE_2D, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterImage(&r, 0, GL_TEXTURE_2D, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterImage(&r, 12345, GL_TEXTURE_2D, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterImage(&r, t[0], GL_TEXTURE_2D, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterImage(&r, t[1], GL_TEXTURE_2D, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterImage(&r, t[2], GL_BUFFER, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterImage(&r, t[2], GL_RENDERBUFFER, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterImage(&r, t[2], GL_TEXTURE_3D, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterImage(&r, t[2], GL_TEXTURE_2D, ~0u), hipErrorInvalidValue);
  glDeleteTextures(3, t);
  glDeleteBuffers(1, &empty);
  glDeleteBuffers(1, &b);
}

static void bad_calls(hipStream_t s) {
  GLuint b = new_buffer(numbers());
  hipGraphicsResource_t r, two[2], gone;
  void *p;
  size_t size;
  hipArray_t a;
  hipStream_t ended;
  CHECK(hipStreamCreate(&ended));
  CHECK(hipStreamDestroy(ended));
  CHECK(hipGraphicsGLRegisterBuffer(&r, b, 0));
  CHECK(hipGraphicsGLRegisterBuffer(&gone, b, 0));
  CHECK(hipGraphicsUnregisterResource(gone));
  EXPECT_ERROR(hipGraphicsUnregisterResource(gone), hipErrorInvalidHandle);
  EXPECT_ERROR(hipGraphicsUnregisterResource(nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsMapResources(0, &r, s), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsMapResources(-1, &r, s), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsMapResources(1, nullptr, s), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsMapResources(1, &gone, s), hipErrorInvalidHandle);
  EXPECT_ERROR(hipGraphicsMapResources(1, &r, ended), hipErrorContextIsDestroyed);
  two[0] = two[1] = r;
  EXPECT_ERROR(hipGraphicsMapResources(2, two, s), hipErrorInvalidValue);
  two[1] = gone;
  EXPECT_ERROR(hipGraphicsMapResources(2, two, s), hipErrorInvalidHandle);
  EXPECT_ERROR(hipGraphicsUnmapResources(1, &r, s), hipErrorNotMapped);
  EXPECT_ERROR(hipGraphicsResourceGetMappedPointer(&p, &size, r), hipErrorNotMapped);
  EXPECT_ERROR(hipGraphicsSubResourceGetMappedArray(&a, r, 0, 0), hipErrorNotMapped);
  CHECK(hipGraphicsMapResources(1, &r, s));
  EXPECT_ERROR(hipGraphicsMapResources(1, &r, s), hipErrorAlreadyMapped);
  EXPECT_ERROR(hipGraphicsUnregisterResource(r), hipErrorAlreadyMapped);
  EXPECT_ERROR(hipGraphicsResourceGetMappedPointer(nullptr, &size, r), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsResourceGetMappedPointer(&p, nullptr, r), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsResourceGetMappedPointer(&p, &size, nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsSubResourceGetMappedArray(&a, r, 0, 0), hipErrorNotMappedAsArray);
  EXPECT_ERROR(hipGraphicsUnmapResources(1, &r, ended), hipErrorContextIsDestroyed);
  CHECK(hipGraphicsUnmapResources(1, &r, s));
  EXPECT_ERROR(hipGraphicsUnmapResources(1, &r, s), hipErrorNotMapped);
  CHECK(hipGraphicsUnregisterResource(r));
  glDeleteBuffers(1, &b);
}

// A buffer that the program deletes while kernels use it: they must not write to memory that is
// OpenGL's again.
static void deleted(hipStream_t s) {
  GLuint b = new_buffer(numbers());
  hipGraphicsResource_t r;
  float *p;
  size_t size;
  CHECK(hipGraphicsGLRegisterBuffer(&r, b, 0));
  CHECK(hipGraphicsMapResources(1, &r, s));
  CHECK(hipGraphicsResourceGetMappedPointer(reinterpret_cast<void **>(&p), &size, r));
  glDeleteBuffers(1, &b);
  GLuint other = new_buffer(numbers());
  add<<<N / 256, 256, 0, s>>>(p, N, 1);
  CHECK(hipStreamSynchronize(s));
  EXPECT(contents(other) == numbers());
  glDeleteBuffers(1, &other);
  EXPECT_ERROR(hipGraphicsUnmapResources(1, &r, s), hipErrorUnmapFailed);
  EXPECT_ERROR(hipGraphicsMapResources(1, &r, s), hipErrorInvalidResourceHandle);
  CHECK(hipGraphicsUnregisterResource(r));
}

static void contexts(Headless &gl, hipStream_t s) {
  GLuint b = new_buffer(numbers());
  hipGraphicsResource_t r, other;
  CHECK(hipGraphicsGLRegisterBuffer(&r, b, 0));
  glFinish();
  EGLContext foreign = gl.make(EGL_NO_CONTEXT), sharing = gl.make(gl.context);
  gl.use(foreign);
  EXPECT_ERROR(hipGraphicsMapResources(1, &r, s), hipErrorInvalidGraphicsContext);
  gl.use(sharing);
  count(r, s, 1, nullptr);
  EXPECT(contents(b)[5] == 6);
  gl.use(EGL_NO_CONTEXT);
  unsigned n = 0;
  int list[4];
  EXPECT_ERROR(hipGLGetDevices(&n, list, 4, hipGLDeviceListAll), hipErrorInvalidGraphicsContext);
  EXPECT_ERROR(hipGraphicsGLRegisterBuffer(&other, b, 0), hipErrorInvalidGraphicsContext);
  EXPECT_ERROR(hipGraphicsGLRegisterImage(&other, b, GL_TEXTURE_2D, 0),
               hipErrorInvalidGraphicsContext);
  EXPECT_ERROR(hipGraphicsMapResources(1, &r, s), hipErrorInvalidGraphicsContext);
  gl.use(gl.context);
  EXPECT_ERROR(hipGLGetDevices(nullptr, list, 4, hipGLDeviceListAll), hipErrorInvalidValue);
  EXPECT_ERROR(hipGLGetDevices(&n, nullptr, 4, hipGLDeviceListAll), hipErrorInvalidValue);
  EXPECT_ERROR(hipGLGetDevices(&n, list, 0, hipGLDeviceListAll), hipErrorInvalidValue);
  EXPECT_ERROR(hipGLGetDevices(&n, list, 4, static_cast<hipGLDeviceList>(9)), hipErrorInvalidValue);
  EXPECT_ERROR(hipGLGetDevices(&n, list, 4, hipGLDeviceListNextFrame), hipErrorNotSupported);
  EXPECT(n == 0);
  CHECK(hipGLGetDevices(&n, list, 4, hipGLDeviceListAll));
  EXPECT(n >= 1 && list[0] == 0);
  CHECK(hipGLGetDevices(&n, list, 4, hipGLDeviceListCurrentFrame));
  EXPECT(n == 1 && list[0] == 0);
  CHECK(hipGraphicsUnregisterResource(r));
  glDeleteBuffers(1, &b);
  eglDestroyContext(gl.display, sharing);
  eglDestroyContext(gl.display, foreign);
}

static void captured() {
  GLuint b = new_buffer(numbers());
  hipGraphicsResource_t r;
  hipStream_t s;
  hipGraph_t graph = nullptr;
  CHECK(hipStreamCreate(&s));
  CHECK(hipGraphicsGLRegisterBuffer(&r, b, 0));
  CHECK(hipStreamBeginCapture(s, hipStreamCaptureModeRelaxed));
  EXPECT_ERROR(hipGraphicsMapResources(1, &r, s), hipErrorStreamCaptureUnsupported);
  CHECK(hipStreamEndCapture(s, &graph));
  CHECK(hipGraphDestroy(graph));
  CHECK(hipStreamDestroy(s));
  CHECK(hipGraphicsUnregisterResource(r));
  glDeleteBuffers(1, &b);
}

// Objects come and go, well used and badly, and nothing of them is left.
static void round(hipStream_t s) {
  GLuint b = new_buffer(numbers()), t, strange[2];
  hipGraphicsResource_t r, image, none;
  hipArray_t a;
  CHECK(hipGraphicsGLRegisterBuffer(&r, b, 0));
  count(r, s, 1, nullptr, 256);
  glGenTextures(1, &t);
  glBindTexture(GL_TEXTURE_2D, t);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA32F, 128, 128, 0, GL_RGBA, GL_FLOAT, nullptr);
  CHECK(hipGraphicsGLRegisterImage(&image, t, GL_TEXTURE_2D, 0));
  CHECK(hipGraphicsMapResources(1, &image, s));
  CHECK(hipGraphicsSubResourceGetMappedArray(&a, image, 0, 0));
  CHECK(hipGraphicsUnmapResources(1, &image, s));
  EXPECT_ERROR(hipGraphicsUnmapResources(1, &image, s), hipErrorNotMapped);
  CHECK(hipGraphicsUnregisterResource(image));
  glGenTextures(2, strange);
  glBindTexture(GL_TEXTURE_2D, strange[0]);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, 128, 128, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
  EXPECT_ERROR(hipGraphicsGLRegisterImage(&none, strange[0], GL_TEXTURE_2D, 0),
               hipErrorInvalidValue);
  EXPECT_ERROR(hipGraphicsGLRegisterImage(&none, strange[1], GL_TEXTURE_2D, 0),
               hipErrorInvalidValue);
  CHECK(hipGraphicsMapResources(1, &r, s));
  glDeleteBuffers(1, &b);
  EXPECT_ERROR(hipGraphicsUnmapResources(1, &r, s), hipErrorUnmapFailed);
  CHECK(hipGraphicsUnregisterResource(r));
  glDeleteTextures(1, &t);
  glDeleteTextures(2, strange);
}

static void nothing_left(hipStream_t s) {
  for (int i = 0; i < 20; i++) round(s);
  glFinish();
  Held before;
  for (int i = 0; i < 150; i++) round(s); // 75 MiB, if the least of it were left
  glFinish();
  EXPECT(!Held().more_than(before));
}

int main(int argc, char **argv) {
  unsigned n = 0;
  int first;
  // With "context", OpenGL's is there before HIP's first call.
  if (argc < 2 || std::strcmp(argv[1], "context") != 0)
    EXPECT_ERROR(hipGLGetDevices(&n, &first, 1, hipGLDeviceListAll),
                 hipErrorInvalidGraphicsContext);
  Headless gl;
  hipStream_t s;
  CHECK(hipStreamCreate(&s));
  buffers(s);
  images(s);
  all_targets();
  bad_registrations();
  bad_calls(s);
  deleted(s);
  contexts(gl, s);
  captured();
  nothing_left(s);
  CHECK(hipStreamDestroy(s));
  return done();
}

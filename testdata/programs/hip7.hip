// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Host functions that HIP 7 added: fills of rows of wider elements, what a module has, numbers
// of streams, the shared memory that is left to a block.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <hip/hiprtc.h>

__global__ void sums(float *out) {
  __shared__ float s[256];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[255 - threadIdx.x];
}

// Rows of w elements in memory of the device, the rest of which stays.
template <typename T, typename F, typename G> static void fills(T value, F fill, G later) {
  const size_t pitch = 256, rows = 7, w = 21;
  Device<unsigned char> d(pitch * rows);
  auto at = reinterpret_cast<hipDeviceptr_t>(d.p + 4 * sizeof(T));
  for (int asynchronous = 0; asynchronous < 2; asynchronous++) {
    CHECK(hipMemset(d.p, 0x33, pitch * rows));
    hipStream_t s;
    CHECK(hipStreamCreate(&s));
    if (asynchronous) {
      CHECK(later(at, pitch, value, w, rows - 1, s));
      CHECK(hipStreamSynchronize(s));
    } else {
      CHECK(fill(at, pitch, value, w, rows - 1));
    }
    CHECK(hipStreamDestroy(s));
    auto got = d.host();
    for (size_t y = 0; y < rows; y++)
      for (size_t x = 0; x < pitch / sizeof(T); x++) {
        T v, before;
        std::memset(&before, 0x33, sizeof before);
        std::memcpy(&v, &got[y * pitch + x * sizeof(T)], sizeof v);
        EXPECT(v == (y < rows - 1 && x >= 4 && x < 4 + w ? value : before));
      }
  }
  EXPECT_ERROR(fill(nullptr, pitch, value, w, rows), hipErrorInvalidValue);
  EXPECT_ERROR(fill(at, w * sizeof(T) - sizeof(T), value, w, rows), hipErrorInvalidValue);
  EXPECT_ERROR(fill(at, pitch, value, w, rows + 1), hipErrorInvalidValue);
  if (sizeof(T) > 1) {
    auto odd = reinterpret_cast<hipDeviceptr_t>(d.p + 1);
    EXPECT_ERROR(fill(odd, pitch, value, w, 1), hipErrorInvalidValue);
    EXPECT_ERROR(fill(at, pitch - 1, value, w, 2), hipErrorInvalidValue);
  }
}

static void modules() {
  const char *source = "extern \"C\" __global__ void one(int *p) { p[0] = 1; }\n"
                       "extern \"C\" __global__ void two(int *p) { p[0] = 2; }\n"
                       "extern \"C\" __global__ void three(int *p) { p[0] = 3; }\n";
  hiprtcProgram program;
  size_t size = 0;
  EXPECT(hiprtcCreateProgram(&program, source, "three.hip", 0, nullptr, nullptr) == HIPRTC_SUCCESS);
  EXPECT(hiprtcCompileProgram(program, 0, nullptr) == HIPRTC_SUCCESS);
  EXPECT(hiprtcGetCodeSize(program, &size) == HIPRTC_SUCCESS);
  std::vector<char> code(size);
  EXPECT(hiprtcGetCode(program, code.data()) == HIPRTC_SUCCESS);
  EXPECT(hiprtcDestroyProgram(&program) == HIPRTC_SUCCESS);
  hipModule_t m;
  hipFunction_t f;
  unsigned count = 0;
  CHECK(hipModuleLoadFatBinary(&m, code.data()));
  CHECK(hipModuleGetFunctionCount(&count, m));
  EXPECT(count == 3);
  CHECK(hipModuleGetFunction(&f, m, "two"));
  Device<int> d(1);
  void *args[] = {&d.p};
  CHECK(hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));
  EXPECT(d.host()[0] == 2);
  EXPECT_ERROR(hipModuleGetFunctionCount(nullptr, m), hipErrorInvalidValue);
  CHECK(hipModuleUnload(m));
  EXPECT(hipModuleGetFunctionCount(&count, m) != hipSuccess);
  EXPECT_ERROR(hipModuleLoadFatBinary(&m, nullptr), hipErrorInvalidValue);
}

static void streams() {
  hipStream_t a, b;
  CHECK(hipStreamCreate(&a));
  CHECK(hipStreamCreate(&b));
  unsigned long long null, first, second, again;
  CHECK(hipStreamGetId(nullptr, &null));
  CHECK(hipStreamGetId(a, &first));
  CHECK(hipStreamGetId(b, &second));
  CHECK(hipStreamGetId(a, &again));
  EXPECT(first == again && first != second && first != null && second != null);
  EXPECT_ERROR(hipStreamGetId(a, nullptr), hipErrorInvalidValue);
  CHECK(hipStreamDestroy(a));
  CHECK(hipStreamDestroy(b));
}

static void shared_memory() {
  auto f = reinterpret_cast<const void *>(sums);
  int most = 0, blocks = 0;
  CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&most, f, 256, 0));
  EXPECT(most > 0);
  size_t before = 0;
  for (int n = most; n > 0; n--) { // the fewer blocks, the more each has
    size_t left = 0;
    CHECK(hipOccupancyAvailableDynamicSMemPerBlock(&left, f, n, 256));
    EXPECT(left >= before);
    CHECK(hipOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, f, 256, left));
    EXPECT(blocks >= n);
    before = left;
  }
  EXPECT(before > 0);
  EXPECT_ERROR(hipOccupancyAvailableDynamicSMemPerBlock(&before, f, most + 1, 256),
               hipErrorInvalidValue);
  EXPECT_ERROR(hipOccupancyAvailableDynamicSMemPerBlock(nullptr, f, 1, 256), hipErrorInvalidValue);
}

static void textures() {
  int limit = 0;
  size_t width = 0;
  hipChannelFormatDesc d = hipCreateChannelDesc<float4>(), none = {};
  CHECK(hipDeviceGetAttribute(&limit, hipDeviceAttributeMaxTexture1DLinear, 0));
  CHECK(hipDeviceGetTexture1DLinearMaxWidth(&width, &d, 0));
  EXPECT(width > 0 && width == static_cast<size_t>(limit));
  EXPECT_ERROR(hipDeviceGetTexture1DLinearMaxWidth(&width, &none, 0), hipErrorInvalidValue);
  EXPECT_ERROR(hipDeviceGetTexture1DLinearMaxWidth(&width, &d, -1), hipErrorInvalidDevice);
}

int main() {
  fills<unsigned char>(0x5a, hipMemsetD2D8, hipMemsetD2D8Async);
  fills<unsigned short>(0x1234, hipMemsetD2D16, hipMemsetD2D16Async);
  fills<unsigned>(0x12345678, hipMemsetD2D32, hipMemsetD2D32Async);
  modules();
  streams();
  shared_memory();
  textures();
  return done();
}

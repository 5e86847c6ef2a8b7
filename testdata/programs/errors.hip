// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What HIP documents when a call is wrong: the status, the sticky last error, and a device
// that goes on working.
// e2e: env=GOHIP_QUIET=1
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void set(int *p) { *p = 1; }
__global__ void __launch_bounds__(64) bounded(int *p) { p[threadIdx.x] = 1; }

// Launches of a module's function and cooperative ones have other names for a shape that
// does not fit than hipLaunchKernel; the device goes on after each.
static void shapes(void **args) {
  const void *k = reinterpret_cast<const void *>(&set);
  hipFunction_t f;
  CHECK(hipGetFuncBySymbol(&f, k));
  int most, shared;
  CHECK(hipDeviceGetAttribute(&most, hipDeviceAttributeMaxThreadsPerBlock, 0));
  CHECK(hipDeviceGetAttribute(&shared, hipDeviceAttributeMaxSharedMemoryPerBlock, 0));
  const unsigned wide = most + 1, big = shared + 1;
  const struct {
    unsigned grid, block, shared;
    hipError_t kernel, cooperative;
  } list[] = {
      {0, 1, 0, hipErrorInvalidValue, hipErrorInvalidConfiguration},
      {1, 0, 0, hipErrorInvalidValue, hipErrorInvalidConfiguration},
      {1, wide, 0, hipErrorInvalidConfiguration, hipErrorInvalidConfiguration},
      {1, 1, big, hipErrorOutOfMemory, hipErrorCooperativeLaunchTooLarge},
  };
  for (const auto &c : list) {
    dim3 g(c.grid), b(c.block);
    EXPECT_ERROR(hipLaunchKernel(k, g, b, args, c.shared, nullptr), c.kernel);
    EXPECT_ERROR(hipExtLaunchKernel(k, g, b, args, c.shared, nullptr, nullptr, nullptr, 0),
                 c.kernel);
    EXPECT_ERROR(hipLaunchCooperativeKernel(k, g, b, args, c.shared, nullptr), c.cooperative);
    EXPECT_ERROR(
        hipModuleLaunchKernel(f, c.grid, 1, 1, c.block, 1, 1, c.shared, nullptr, args, nullptr),
        hipErrorInvalidValue);
    EXPECT_ERROR(
        hipModuleLaunchCooperativeKernel(f, c.grid, 1, 1, c.block, 1, 1, c.shared, nullptr, args),
        hipErrorInvalidValue);
    CHECK(hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, args, nullptr));
    CHECK(hipDeviceSynchronize());
  }
  hipStream_t gone;
  CHECK(hipStreamCreate(&gone));
  CHECK(hipStreamDestroy(gone));
  EXPECT_ERROR(hipLaunchKernel(k, dim3(1), dim3(1), args, 0, gone), hipErrorInvalidValue);
  hipEvent_t e;
  CHECK(hipEventCreate(&e));
  CHECK(hipEventDestroy(e));
  EXPECT_ERROR(hipExtLaunchKernel(k, dim3(1), dim3(1), args, 0, nullptr, nullptr, e, 0),
               hipErrorInvalidValue);
  (void)hipGetLastError();
}

int main() {
  int count = 0, device = -1;
  CHECK(hipGetDeviceCount(&count));
  EXPECT(count >= 1);
  EXPECT_ERROR(hipSetDevice(count), hipErrorInvalidDevice);
  EXPECT(hipPeekAtLastError() == hipErrorInvalidDevice);
  EXPECT(hipGetLastError() == hipErrorInvalidDevice);
  EXPECT(hipGetLastError() == hipSuccess);
  EXPECT_ERROR(hipSetDevice(-1), hipErrorInvalidDevice);
  EXPECT_ERROR(hipGetDeviceCount(nullptr), hipErrorInvalidValue);
  CHECK(hipGetDevice(&device));
  EXPECT(device == 0);
  hipDeviceProp_t prop;
  CHECK(hipGetDeviceProperties(&prop, 0));
  EXPECT(prop.name[0] != 0 && prop.maxThreadsPerBlock >= 64 && prop.warpSize >= 1);
  EXPECT(prop.totalGlobalMem > 0 && prop.multiProcessorCount >= 1);
  EXPECT_ERROR(hipGetDeviceProperties(&prop, 99), hipErrorInvalidDevice);
  EXPECT_ERROR(hipGetDeviceProperties(nullptr, 0), hipErrorInvalidValue);
  int value = 0;
  EXPECT_ERROR(hipDeviceGetAttribute(&value, hipDeviceAttribute_t(-5), 0), hipErrorInvalidValue);
  CHECK(hipDeviceGetAttribute(&value, hipDeviceAttributeMaxThreadsPerBlock, 0));
  EXPECT(value == prop.maxThreadsPerBlock);
  (void)hipGetLastError();

  Device<int> d(64);
  set<<<1, prop.maxThreadsPerBlock + 1>>>(d.p);
  EXPECT(hipGetLastError() == hipErrorInvalidConfiguration);
  set<<<0, 1>>>(d.p);
  EXPECT(hipGetLastError() == hipErrorInvalidValue);
  set<<<1, 0>>>(d.p);
  EXPECT(hipGetLastError() == hipErrorInvalidValue);
  set<<<1, 1, prop.sharedMemPerBlock + 1>>>(d.p);
  EXPECT(hipGetLastError() == hipErrorOutOfMemory);
  set<<<1, dim3(1, 1, 1u << 20)>>>(d.p);
  EXPECT(hipGetLastError() != hipSuccess);
  set<<<1, 1>>>(d.p);
  EXPECT(hipGetLastError() == hipSuccess);
  EXPECT(d.host()[0] == 1);

  // A kernel that no image has: an address that was never registered.
  void *args[] = {&d.p};
  EXPECT_ERROR(hipLaunchKernel(&count, dim3(1), dim3(1), args, 0, nullptr),
               hipErrorInvalidDeviceFunction);
  EXPECT_ERROR(hipLaunchKernel(nullptr, dim3(1), dim3(1), args, 0, nullptr),
               hipErrorInvalidDeviceFunction);
  hipFuncAttributes attributes;
  EXPECT_ERROR(hipFuncGetAttributes(&attributes, &count), hipErrorInvalidDeviceFunction);
  CHECK(hipFuncGetAttributes(&attributes, reinterpret_cast<const void *>(&bounded)));
  EXPECT(attributes.maxThreadsPerBlock >= 64);
  // The launch through a plain pointer to the kernel works.
  CHECK(hipMemset(d.p, 0, 4));
  CHECK(hipLaunchKernel(reinterpret_cast<const void *>(&set), dim3(1), dim3(1), args, 0, nullptr));
  EXPECT(d.host()[0] == 1);

  shapes(args);

  EXPECT_ERROR(hipStreamCreate(nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipEventCreate(nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipStreamCreateWithFlags(nullptr, 0), hipErrorInvalidValue);
  hipStream_t s;
  EXPECT_ERROR(hipStreamCreateWithFlags(&s, 0xdead), hipErrorInvalidValue);
  hipEvent_t e;
  CHECK(hipEventCreate(&e));
  float ms;
  EXPECT_ERROR(hipEventElapsedTime(&ms, e, e), hipErrorInvalidHandle); // never recorded
  CHECK(hipEventDestroy(e));
  EXPECT_ERROR(hipEventDestroy(nullptr), hipErrorInvalidHandle);

  EXPECT(std::strcmp(hipGetErrorName(hipSuccess), "hipSuccess") == 0);
  EXPECT(std::strcmp(hipGetErrorName(hipErrorOutOfMemory), "hipErrorOutOfMemory") == 0);
  EXPECT(std::strcmp(hipGetErrorString(hipErrorInvalidValue), "invalid argument") == 0);
  EXPECT(std::strcmp(hipGetErrorString(hipSuccess), "no error") == 0);
  int version = 0;
  CHECK(hipRuntimeGetVersion(&version));
  EXPECT(version > 0);
  CHECK(hipDriverGetVersion(&version));
  EXPECT(version > 0);
  return done();
}

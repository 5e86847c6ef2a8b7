// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Reserved addresses with memory mapped to them, and memory and events that another
// process opens.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

#include <sys/wait.h>
#include <unistd.h>

__global__ void add(int *v, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) v[i] += by;
}

// The child must fork before the first HIP call, and gets the handles through a pipe.
struct Handles {
  hipIpcMemHandle_t memory;
  hipIpcEventHandle_t event;
};

static int child(int from) {
  Handles h;
  if (read(from, &h, sizeof h) != sizeof h) return 2;
  int *v = nullptr, *again = nullptr;
  hipEvent_t written;
  CHECK(hipIpcOpenMemHandle((void **)&v, h.memory, hipIpcMemLazyEnablePeerAccess));
  CHECK(hipIpcOpenMemHandle((void **)&again, h.memory, hipIpcMemLazyEnablePeerAccess));
  EXPECT(v == again);
  CHECK(hipIpcOpenEventHandle(&written, h.event));
  CHECK(hipStreamWaitEvent(0, written, 0));
  add<<<1, 64>>>(v, 64, 1);
  CHECK(hipDeviceSynchronize());
  CHECK(hipEventQuery(written));
  CHECK(hipEventDestroy(written));
  EXPECT_ERROR(hipFree(v), hipErrorInvalidValue);
  CHECK(hipIpcCloseMemHandle(v));
  CHECK(hipIpcCloseMemHandle(v));
  EXPECT_ERROR(hipIpcCloseMemHandle(v), hipErrorInvalidValue);
  return failures != 0;
}

static void processes(int to, pid_t other) {
  int *v = nullptr;
  CHECK(hipMalloc((void **)&v, 64 * sizeof(int)));
  CHECK(hipMemset(v, 0, 64 * sizeof(int)));
  hipEvent_t event, timed;
  CHECK(hipEventCreateWithFlags(&event, hipEventInterprocess | hipEventDisableTiming));
  CHECK(hipEventCreate(&timed));
  Handles h;
  CHECK(hipIpcGetMemHandle(&h.memory, v));
  CHECK(hipIpcGetEventHandle(&h.event, event));
  EXPECT_ERROR(hipIpcGetEventHandle(&h.event, timed), hipErrorInvalidHandle);
  EXPECT_ERROR(hipIpcGetEventHandle(&h.event, nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipIpcGetMemHandle(nullptr, v), hipErrorInvalidValue);
  EXPECT_ERROR(hipIpcGetMemHandle(&h.memory, &h), hipErrorInvalidValue);
  void *mine;
  EXPECT_ERROR(hipIpcOpenMemHandle(&mine, h.memory, hipIpcMemLazyEnablePeerAccess),
               hipErrorInvalidContext);
  EXPECT_ERROR(hipIpcCloseMemHandle(v), hipErrorInvalidValue);
  add<<<1, 64>>>(v, 64, 40);
  CHECK(hipEventRecord(event));
  if (write(to, &h, sizeof h) != sizeof h) failures++;
  int status = 1;
  waitpid(other, &status, 0);
  EXPECT(status == 0);
  std::vector<int> out(64);
  CHECK(hipMemcpy(out.data(), v, 64 * sizeof(int), hipMemcpyDeviceToHost));
  for (int x : out) EXPECT(x == 41);
  CHECK(hipEventDestroy(event));
  CHECK(hipEventDestroy(timed));
  CHECK(hipFree(v));
}

static void reservations() {
  hipMemAllocationProp prop = {};
  prop.type = hipMemAllocationTypePinned;
  prop.location.type = hipMemLocationTypeDevice;
  size_t page = 0;
  CHECK(hipMemGetAllocationGranularity(&page, &prop, hipMemAllocationGranularityMinimum));
  // Two pieces of memory, side by side and the first of them once more.
  hipMemGenericAllocationHandle_t a, b, kept;
  CHECK(hipMemCreate(&a, page, &prop, 0));
  CHECK(hipMemCreate(&b, page, &prop, 0));
  EXPECT_ERROR(hipMemCreate(&kept, page + 1, &prop, 0), hipErrorInvalidValue);
  void *base = nullptr;
  CHECK(hipMemAddressReserve(&base, 3 * page, 1 << 16, nullptr, 0));
  EXPECT((uintptr_t)base % (1 << 16) == 0);
  char *p = (char *)base;
  CHECK(hipMemMap(p, page, 0, a, 0));
  CHECK(hipMemMap(p + page, page, 0, b, 0));
  EXPECT_ERROR(hipMemMap(p, page, 0, b, 0), hipErrorInvalidValue);
  hipMemAccessDesc access = {prop.location, hipMemAccessFlagsProtReadWrite};
  EXPECT_ERROR(hipMemSetAccess(p, 3 * page, &access, 1), hipErrorInvalidValue);
  CHECK(hipMemMap(p + 2 * page, page, 0, a, 0));
  CHECK(hipMemSetAccess(p, 3 * page, &access, 1));
  unsigned long long flags = 0;
  CHECK(hipMemGetAccess(&flags, &prop.location, p));
  EXPECT(flags == hipMemAccessFlagsProtReadWrite);
  // One range for copies and kernels, though of two pieces.
  int n = 2 * page / sizeof(int);
  std::vector<int> in(n, 5), out(n);
  CHECK(hipMemcpy(p, in.data(), 2 * page, hipMemcpyHostToDevice));
  add<<<(n + 63) / 64, 64>>>((int *)p, n, 2);
  CHECK(hipMemcpy(out.data(), p + page, 2 * page, hipMemcpyDeviceToHost));
  for (int x : out) EXPECT(x == 7);
  // Memory lives as long as a handle or a mapping.
  CHECK(hipMemRetainAllocationHandle(&kept, p));
  CHECK(hipMemRelease(a));
  CHECK(hipMemRelease(b));
  EXPECT_ERROR(hipMemAddressFree(p, 3 * page), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemUnmap(p, page / 2), hipErrorInvalidValue);
  CHECK(hipMemUnmap(p, 3 * page));
  EXPECT_ERROR(hipMemGetAccess(&flags, &prop.location, p), hipErrorInvalidValue);
  CHECK(hipMemMap(p, page, 0, kept, 0));
  CHECK(hipMemSetAccess(p, page, &access, 1));
  CHECK(hipMemcpy(out.data(), p, page, hipMemcpyDeviceToHost));
  EXPECT(out[0] == 7);
  CHECK(hipMemUnmap(p, page));
  CHECK(hipMemRelease(kept));
  EXPECT_ERROR(hipMemRelease(kept), hipErrorInvalidValue);
  CHECK(hipMemAddressFree(p, 3 * page));
}

// HIP has no sparse arrays, whose memory this would map.
static void arrays() {
  hipArrayMapInfo info = {};
  EXPECT_ERROR(hipMemMapArrayAsync(nullptr, 1, nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemMapArrayAsync(&info, 0, nullptr), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemMapArrayAsync(&info, 1, nullptr), hipErrorNotSupported);
}

__managed__ int managed = 1;
__global__ void add_managed(int by) { managed += by; }

// A reset takes back what was not freed, and leaves managed variables where they are.
static void reset() {
  add_managed<<<1, 1>>>(2);
  CHECK(hipDeviceSynchronize());
  EXPECT(managed == 3);
  void *left = nullptr;
  CHECK(hipMalloc(&left, 100));
  CHECK(hipDeviceReset());
  EXPECT_ERROR(hipFree(left), hipErrorInvalidValue);
  managed = 10;
  add_managed<<<1, 1>>>(4);
  CHECK(hipDeviceSynchronize());
  EXPECT(managed == 14);
}

int main() {
  int ends[2];
  if (pipe(ends) != 0) return 1;
  pid_t other = fork();
  if (other == 0) _exit(child(ends[0]));
  processes(ends[1], other);
  reservations();
  arrays();
  reset();
  return done();
}

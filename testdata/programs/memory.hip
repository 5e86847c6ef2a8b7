// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Allocation, copies and fills of every kind of the everyday API.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void scale(int *p, size_t pitch, int w, int h, int by) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) reinterpret_cast<int *>(reinterpret_cast<char *>(p) + y * pitch)[x] *= by;
}

// Memory that the host sees is zero, also where other memory was before.
template <typename A, typename F> static void expect_zeros(A allocate, F free) {
  for (int round = 0; round < 2; round++) {
    const size_t size = 5000;
    void *before, *p;
    CHECK(hipMalloc(&before, size));
    CHECK(hipMemset(before, 0x77, size));
    CHECK(hipFree(before));
    CHECK(allocate(&p, size));
    for (size_t i = 0; i < size; i++) EXPECT(static_cast<char *>(p)[i] == 0);
    std::memset(p, 0x55, size);
    CHECK(free(p));
  }
}

int main() {
  expect_zeros([](void **p, size_t n) { return hipMallocManaged(p, n); }, hipFree);
  expect_zeros([](void **p, size_t n) { return hipHostMalloc(p, n); },
               [](void *p) { return hipHostFree(p); });

  const int n = 1000;
  std::vector<int> h(n), g(n);
  for (int i = 0; i < n; i++) h[i] = i;
  Device<int> a(n), b(n);
  CHECK(hipMemcpy(a.p, h.data(), n * sizeof(int), hipMemcpyDefault));
  CHECK(hipMemcpy(b.p + 10, a.p, (n - 10) * sizeof(int), hipMemcpyDeviceToDevice));
  CHECK(hipMemcpyDtoH(g.data(), b.p, n * sizeof(int)));
  for (int i = 0; i < n; i++) EXPECT(g[i] == (i < 10 ? 0 : i - 10));
  CHECK(hipMemset(a.p, 0x5a, 100 * sizeof(int)));
  CHECK(hipMemsetD32(a.p + 100, 123456789, 100));
  CHECK(hipMemsetD16(a.p + 200, 0x1234, 200));
  CHECK(hipMemsetD8(a.p + 300, 0xfe, 3));
  CHECK(hipMemsetAsync(a.p + 400, 1, 4, 0));
  g = a.host();
  EXPECT(g[99] == 0x5a5a5a5a && g[100] == 123456789 && g[199] == 123456789);
  EXPECT(g[200] == 0x12341234 && g[299] == 0x12341234 && g[300] == (300 & ~0xffffff | 0xfefefe));
  EXPECT(g[301] == 301 && g[400] == 0x01010101 && g[401] == 401);

  const int w = 37, rows = 11;
  int *image;
  size_t pitch = 0;
  CHECK(hipMallocPitch(reinterpret_cast<void **>(&image), &pitch, w * sizeof(int), rows));
  EXPECT(pitch >= w * sizeof(int));
  CHECK(hipMemset2D(image, pitch, 0, w * sizeof(int), rows));
  CHECK(hipMemcpy2D(image, pitch, h.data(), w * sizeof(int), w * sizeof(int), rows,
                    hipMemcpyHostToDevice));
  scale<<<dim3(5, 2), dim3(8, 8)>>>(image, pitch, w, rows, 3);
  CHECK(hipGetLastError());
  std::vector<int> out(w * rows);
  CHECK(hipMemcpy2D(out.data(), w * sizeof(int), image, pitch, w * sizeof(int), rows,
                    hipMemcpyDeviceToHost));
  for (int i = 0; i < w * rows; i++) EXPECT(out[i] == 3 * i);
  CHECK(hipFree(image));

  int *shared, *mapped, *onDevice;
  CHECK(hipMallocManaged(reinterpret_cast<void **>(&shared), n * sizeof(int)));
  for (int i = 0; i < n; i++) shared[i] = i;
  scale<<<dim3(125, 1), dim3(8, 1)>>>(shared, 0, n, 1, -1);
  CHECK(hipDeviceSynchronize());
  for (int i = 0; i < n; i++) EXPECT(shared[i] == -i);
  CHECK(hipFree(shared));
  CHECK(hipHostMalloc(reinterpret_cast<void **>(&mapped), n * sizeof(int), hipHostMallocMapped));
  CHECK(hipHostGetDevicePointer(reinterpret_cast<void **>(&onDevice), mapped, 0));
  for (int i = 0; i < n; i++) mapped[i] = i;
  scale<<<dim3(125, 1), dim3(8, 1)>>>(onDevice, 0, n, 1, 2);
  CHECK(hipDeviceSynchronize());
  for (int i = 0; i < n; i++) EXPECT(mapped[i] == 2 * i);
  CHECK(hipHostFree(mapped));

  hipPointerAttribute_t attributes;
  CHECK(hipPointerGetAttributes(&attributes, a.p + 5));
  EXPECT(attributes.type == hipMemoryTypeDevice && attributes.device == 0);
  size_t available = 0, total = 0;
  CHECK(hipMemGetInfo(&available, &total));
  EXPECT(total > 0 && available <= total);

  EXPECT_ERROR(hipMalloc(nullptr, 16), hipErrorInvalidValue);
  void *none = &none;
  CHECK(hipMalloc(&none, 0));
  EXPECT(none == nullptr);
  CHECK(hipFree(nullptr));
  int local = 0;
  EXPECT_ERROR(hipFree(&local), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemcpy(nullptr, h.data(), 4, hipMemcpyHostToDevice), hipErrorInvalidValue);
  EXPECT_ERROR(hipMemcpy(a.p, h.data(), 4, hipMemcpyKind(77)), hipErrorInvalidMemcpyDirection);
  EXPECT_ERROR(hipMemcpy2D(a.p, 8, h.data(), 4, 8, 2, hipMemcpyHostToDevice),
               hipErrorInvalidPitchValue);
  CHECK(hipMemcpy(nullptr, nullptr, 0, hipMemcpyHostToDevice));
  void *huge;
  EXPECT_ERROR(hipMalloc(&huge, size_t(1) << 60), hipErrorOutOfMemory);
  CHECK(hipMemcpy(g.data(), a.p, 4, hipMemcpyDeviceToHost)); // still usable
  return done();
}

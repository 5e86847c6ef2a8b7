// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Dynamic shared memory: several types over one block, together with static arrays, in
// templates and callees, of every size from none to the device's limit.
// e2e: env=GOHIP_QUIET=1
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

extern __shared__ double doubles[];

__global__ void asDouble(double *out) {
  unsigned t = threadIdx.x;
  doubles[t] = t * 1.5;
  __syncthreads();
  out[t] = doubles[blockDim.x - 1 - t];
}
template <typename T> struct Shared {
  __device__ static T *get() {
    extern __shared__ __align__(16) unsigned char raw[];
    return reinterpret_cast<T *>(raw);
  }
};
template <typename T> __global__ void reverse(T *v) {
  T *s = Shared<T>::get();
  unsigned t = threadIdx.x;
  s[t] = v[t];
  __syncthreads();
  v[t] = s[blockDim.x - 1 - t];
}
__device__ __noinline__ int partner(const int *mine, unsigned t) {
  extern __shared__ int words[];
  return words[t] * 1000 + mine[t];
}
// The static array and the dynamic block do not overlap.
__global__ void both(int *out) {
  extern __shared__ int words[];
  __shared__ int fixed[64];
  unsigned t = threadIdx.x;
  words[t] = t;
  fixed[t] = 2 * t;
  __syncthreads();
  out[t] = partner(fixed, (t + 1) % 64);
}
// Two arrays carved out of one block by hand, as programs do.
__global__ void carved(const float *a, float *out, int n) {
  extern __shared__ char pool[];
  float *x = reinterpret_cast<float *>(pool);
  double *y = reinterpret_cast<double *>(pool + n * sizeof(float));
  int t = threadIdx.x;
  x[t] = a[t];
  y[t] = a[t] * 0.25;
  __syncthreads();
  out[t] = x[n - 1 - t] + float(y[t]);
}
__global__ void unused(int *out) {
  extern __shared__ int words[];
  if (out == nullptr)
    words[0] = 1;
  else
    out[threadIdx.x] = threadIdx.x;
}

int main() {
  Device<double> d(128);
  asDouble<<<1, 128, 128 * sizeof(double)>>>(d.p);
  CHECK(hipGetLastError());
  auto v = d.host();
  for (int i = 0; i < 128; i++) EXPECT(v[i] == (127 - i) * 1.5);

  std::vector<short> shorts(50);
  std::vector<double2> pairs(50);
  for (int i = 0; i < 50; i++) {
    shorts[i] = short(i * 7);
    pairs[i] = make_double2(i, -i);
  }
  Device<short> ds(shorts);
  Device<double2> dp(pairs);
  reverse<short><<<1, 50, 50 * sizeof(short)>>>(ds.p);
  reverse<double2><<<1, 50, 50 * sizeof(double2)>>>(dp.p);
  CHECK(hipGetLastError());
  auto rs = ds.host();
  auto rp = dp.host();
  for (int i = 0; i < 50; i++)
    EXPECT(rs[i] == (49 - i) * 7 && rp[i].x == 49 - i && rp[i].y == i - 49);

  Device<int> di(64);
  both<<<1, 64, 64 * sizeof(int)>>>(di.p);
  CHECK(hipGetLastError());
  auto b = di.host();
  for (int i = 0; i < 64; i++) EXPECT(b[i] == (i + 1) % 64 * 1002);

  std::vector<float> in(32);
  for (int i = 0; i < 32; i++) in[i] = float(i * i);
  Device<float> da(in), df(32);
  carved<<<1, 32, 32 * (sizeof(float) + sizeof(double))>>>(da.p, df.p, 32);
  CHECK(hipGetLastError());
  auto f = df.host();
  for (int i = 0; i < 32; i++) EXPECT(f[i] == in[31 - i] + in[i] * 0.25f);

  unused<<<1, 64>>>(di.p); // no dynamic shared memory at all
  CHECK(hipGetLastError());
  b = di.host();
  for (int i = 0; i < 64; i++) EXPECT(b[i] == i);

  int limit = 0;
  CHECK(hipDeviceGetAttribute(&limit, hipDeviceAttributeMaxSharedMemoryPerBlock, 0));
  EXPECT(limit >= 16384);
  asDouble<<<1, 128, limit>>>(d.p);
  CHECK(hipGetLastError());
  CHECK(hipDeviceSynchronize());
  CHECK(hipFuncSetAttribute(reinterpret_cast<const void *>(&asDouble),
                            hipFuncAttributeMaxDynamicSharedMemorySize, 1024));
  const void *function = reinterpret_cast<const void *>(&asDouble);
  hipFuncAttributes a;
  CHECK(hipFuncSetAttribute(function, hipFuncAttributePreferredSharedMemoryCarveout, 50));
  EXPECT_ERROR(hipFuncSetAttribute(function, hipFuncAttributePreferredSharedMemoryCarveout, 101),
               hipErrorInvalidValue);
  CHECK(hipFuncGetAttributes(&a, function));
  EXPECT(a.maxDynamicSharedSizeBytes == 1024 &&
         a.preferredShmemCarveout == 0); // no GPU of AMD's has it
  asDouble<<<1, 128, size_t(limit) * 64>>>(d.p);
  EXPECT(hipGetLastError() != hipSuccess);
  asDouble<<<1, 128, 1024>>>(d.p); // the device is still usable
  CHECK(hipGetLastError());
  CHECK(hipDeviceSynchronize());
  return done();
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Texture objects: linear and point sampling, address modes, one and two dimensions;
// surfaces that write what textures read.
#include <vector>

#include <hip/hip_runtime.h>

#include "check.h"

__global__ void one(hipTextureObject_t t, float *out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = tex1Dfetch<float>(t, i);
}
__global__ void two(hipTextureObject_t t, float *out, float shift) {
  int x = threadIdx.x, y = threadIdx.y;
  out[y * blockDim.x + x] = tex2D<float>(t, x + shift, y + shift);
}
__global__ void paint(hipSurfaceObject_t s, int w) {
  int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(float(x * 100 + y), s, int(x * sizeof(float)), y);
}

int main() {
  const int w = 16, h = 8;
  std::vector<float> v(w * h);
  for (int i = 0; i < w * h; i++) v[i] = float(i * i % 97);
  Device<float> d(v), out(w * h);

  hipResourceDesc r = {};
  r.resType = hipResourceTypeLinear;
  r.res.linear.devPtr = d.p;
  r.res.linear.desc = hipCreateChannelDesc<float>();
  r.res.linear.sizeInBytes = w * h * sizeof(float);
  hipTextureDesc td = {};
  td.readMode = hipReadModeElementType;
  hipTextureObject_t t;
  CHECK(hipCreateTextureObject(&t, &r, &td, nullptr));
  one<<<1, w * h>>>(t, out.p, w * h);
  CHECK(hipGetLastError());
  EXPECT(out.host() == v);
  CHECK(hipDestroyTextureObject(t));

  hipArray_t a;
  hipChannelFormatDesc f = hipCreateChannelDesc<float>();
  CHECK(hipMallocArray(&a, &f, w, h, hipArraySurfaceLoadStore));
  CHECK(hipMemcpy2DToArray(a, 0, 0, v.data(), w * sizeof(float), w * sizeof(float), h,
                           hipMemcpyHostToDevice));
  r = {};
  r.resType = hipResourceTypeArray;
  r.res.array.array = a;
  auto at = [&](int x, int y) {
    x = x < 0 ? 0 : x >= w ? w - 1 : x;
    y = y < 0 ? 0 : y >= h ? h - 1 : y;
    return v[y * w + x];
  };
  td.addressMode[0] = td.addressMode[1] = hipAddressModeClamp;
  td.filterMode = hipFilterModePoint;
  CHECK(hipCreateTextureObject(&t, &r, &td, nullptr));
  two<<<1, dim3(w, h)>>>(t, out.p, 3.5f);
  CHECK(hipGetLastError());
  auto o = out.host();
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) EXPECT(o[y * w + x] == at(x + 3, y + 3));
  CHECK(hipDestroyTextureObject(t));

  td.filterMode = hipFilterModeLinear;
  CHECK(hipCreateTextureObject(&t, &r, &td, nullptr));
  two<<<1, dim3(w, h)>>>(t, out.p, 1.0f); // half way between four texels
  CHECK(hipGetLastError());
  o = out.host();
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      EXPECT(std::fabs(o[y * w + x] -
                       (at(x, y) + at(x + 1, y) + at(x, y + 1) + at(x + 1, y + 1)) / 4) < 0.25f);
  CHECK(hipDestroyTextureObject(t));

  hipSurfaceObject_t s;
  CHECK(hipCreateSurfaceObject(&s, &r));
  paint<<<1, dim3(w, h)>>>(s, w);
  CHECK(hipGetLastError());
  CHECK(hipDeviceSynchronize());
  CHECK(hipDestroySurfaceObject(s));
  CHECK(hipMemcpy2DFromArray(o.data(), w * sizeof(float), a, 0, 0, w * sizeof(float), h,
                             hipMemcpyDeviceToHost));
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) EXPECT(o[y * w + x] == x * 100 + y);
  CHECK(hipFreeArray(a));
  return done();
}

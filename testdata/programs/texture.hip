// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Texture objects: linear and point sampling, address modes, one and two dimensions, in arrays and in
// memory with a pitch; surfaces that write what textures read.
#include <cmath>
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

template <typename T> __global__ void places(hipTextureObject_t t, const float2 *at, T *out) {
  int i = threadIdx.x;
  out[i] = tex2D<T>(t, at[i].x, at[i].y);
}

// The index that an address mode makes of one outside, -1 for the border.
static int inside(int i, int n, int mode) {
  if (i >= 0 && i < n) return i;
  if (mode == hipAddressModeBorder) return -1;
  if (mode == hipAddressModeClamp) return i < 0 ? 0 : n - 1;
  int m = (i % (2 * n) + 2 * n) % (2 * n);
  return mode == hipAddressModeWrap ? m % n : m < n ? m : 2 * n - 1 - m;
}

// Samples an image in memory whose rows are not as long as its pitch, at places in and around it, in
// all address modes, and compares with the host. The fractions of linear filters may have eight bits.
template <typename T>
static void pitched(bool as_fraction, T (*texel_of)(int), float (*channel)(T), float top) {
  const int w = 13, h = 7, n = 64;
  size_t pitch;
  T *image;
  CHECK(hipMallocPitch((void **)&image, &pitch, w * sizeof(T), h));
  std::vector<T> v(w * h);
  for (int i = 0; i < w * h; i++) v[i] = texel_of(i * 37 % 64);
  CHECK(
      hipMemcpy2D(image, pitch, v.data(), w * sizeof(T), w * sizeof(T), h, hipMemcpyHostToDevice));
  hipResourceDesc r = {};
  r.resType = hipResourceTypePitch2D;
  r.res.pitch2D.devPtr = image;
  r.res.pitch2D.desc = hipCreateChannelDesc<T>();
  r.res.pitch2D.width = w, r.res.pitch2D.height = h, r.res.pitch2D.pitchInBytes = pitch;
  std::vector<float2> at(n), scaled(n);
  for (int i = 0; i < n; i++)
    at[i] = {(i * 7 % 41 - 14) + .375f, (i * 5 % 23 - 8) + .8125f},
    scaled[i] = {at[i].x / w, at[i].y / h};
  Device<float2> in_texels(at), fractions(scaled);
  for (int normalized = 0; normalized < 2; normalized++)
    for (int mode = 0; mode < 4; mode++)
      for (int linear = 0; linear < 2; linear++) {
        hipTextureDesc d = {};
        d.addressMode[0] = hipTextureAddressMode(mode), d.addressMode[1] = hipAddressModeClamp;
        d.filterMode = linear ? hipFilterModeLinear : hipFilterModePoint;
        d.readMode = as_fraction ? hipReadModeNormalizedFloat : hipReadModeElementType;
        d.normalizedCoords = normalized;
        hipTextureObject_t t;
        CHECK(hipCreateTextureObject(&t, &r, &d, nullptr));
        Device<float4> out(n);
        float2 *from = normalized ? fractions.p : in_texels.p;
        if (!as_fraction)
          places<float><<<1, n>>>(t, from, (float *)out.p);
        else
          places<float4><<<1, n>>>(t, from, out.p);
        CHECK(hipGetLastError());
        auto o = out.host();
        int seen = normalized || mode == hipAddressModeBorder ? mode : hipAddressModeClamp;
        auto texel = [&](int x, int y) {
          x = inside(x, w, seen), y = inside(y, h, hipAddressModeClamp);
          return x < 0 ? 0.0f : channel(v[y * w + x]);
        };
        for (int i = 0; i < n; i++) {
          float got = !as_fraction ? ((float *)o.data())[i] : o[i].w, x = at[i].x, y = at[i].y;
          if (linear) x -= .5f, y -= .5f;
          int x0 = std::floor(x), y0 = std::floor(y);
          float a = x - x0, b = y - y0, want = texel(x0, y0);
          if (linear)
            want = (1 - b) * ((1 - a) * want + a * texel(x0 + 1, y0)) +
                   b * ((1 - a) * texel(x0, y0 + 1) + a * texel(x0 + 1, y0 + 1));
          EXPECT(std::fabs(got - want) <= (linear ? top / 200 : 0));
        }
        CHECK(hipDestroyTextureObject(t));
      }
  CHECK(hipFree(image));
}

int main() {
  pitched<float>(false, [](int i) { return float(i); }, [](float x) { return x; }, 64);
  pitched<uchar4>(
      true, [](int i) { return make_uchar4(1, 2, 3, i); }, [](uchar4 x) { return x.w / 255.0f; },
      0.25f);
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

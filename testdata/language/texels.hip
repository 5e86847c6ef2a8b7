// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The device library's textures, from descriptors written here: formats, address modes,
// filters, dimensions, surfaces.
#include <hip/hip_runtime.h>

#include "../programs/check.h"

#include <hip/gohip_texture.h>

enum { W = 8, H = 4, D = 2 };
enum { N = 64, K = 11 };
// Directions into the middles, edges and corners of a cube: of two or three largest
// coordinates one has to win.
__host__ __device__ float3 corner(int i) {
  float3 d = make_float3(i % 3 - 1, i / 3 % 3 - 1, i / 9 % 3 - 1);
  if (d.x == 0 && d.y == 0) d.z = i & 1 ? -1 : 1;
  return d;
}
static int face(float3 d) {
  float x = std::fabs(d.x), y = std::fabs(d.y), z = std::fabs(d.z);
  return z >= x && z >= y ? 4 + (d.z < 0) : y >= x ? 2 + (d.y < 0) : d.x < 0;
}
__global__ void sample(hipTextureObject_t t, hipTextureObject_t bytes, hipTextureObject_t ints,
                       hipTextureObject_t cube, float *out) {
  int i = threadIdx.x;
  float x = (float)i * 0.375f - 5.96875f, y = (float)i * 0.25f - 2.953125f,
        z = (float)(i % 5) * 0.5f - 0.2f;
  float *o = out + i * K;
  o[0] = tex1D<float>(t, x), o[1] = tex2D<float>(t, x, y), o[2] = tex3D<float>(t, x, y, z);
  o[3] = tex2DLayered<float>(t, x, y, i % D), o[4] = tex1Dfetch<float>(t, i - 20);
  float4 b = tex2D<float4>(bytes, x, y);
  o[5] = b.x + 2 * b.y + 4 * b.z + 8 * b.w;
  int2 p = tex2D<int2>(ints, x, y);
  o[6] = p.x + 0.5f * p.y;
  o[7] = texCubemap<float>(cube, x, y, z * 9);
  float4 g = tex2Dgather<float4>(t, x, y, 0);
  o[8] = g.x + 3 * g.y + 9 * g.z + 27 * g.w;
  o[9] = tex2DLod<float>(t, x, y, 1);
  float3 d = corner(i);
  o[10] = texCubemap<float>(cube, d.x, d.y, d.z);
}
__global__ void surfaces(hipSurfaceObject_t s, int *outside) {
  int x = threadIdx.x, y = threadIdx.y;
  float v = surf2Dread<float>(s, x * 4, y);
  __syncthreads();
  surf2Dwrite(v + 1, s, (W - 1 - x) * 4, y);
  surf2Dwrite(7.0f, s, W * 4 + x * 4, y);
  if (surf2Dread<float>(s, -4, y) == 0) atomicAdd(outside, 1);
}

// The same by the definition of sampling, in double.
static int address(int i, int n, int mode) {
  if (mode == 0) return ((i % n) + n) % n;
  if (mode == 2) {
    i = ((i % (2 * n)) + 2 * n) % (2 * n);
    return i < n ? i : 2 * n - 1 - i;
  }
  if (mode == 3) return i < 0 || i >= n ? -1 : i;
  return i < 0 ? 0 : i >= n ? n - 1 : i;
}
static double texel(const float *p, int x, int y, int z, double border) {
  return x < 0 || y < 0 || z < 0 ? border : p[(z * H + y) * W + x];
}
static double want(const gohip_texture &t, const float *p, int n, double x, double y, double z,
                   int layer) {
  int size[3] = {W, H, D}, lo[3] = {0, 0, layer}, hi[3] = {0, 0, layer};
  double c[3] = {x, y, z}, f[3] = {0, 0, 0};
  for (int d = 0; d < n; ++d) {
    int mode = !t.normalized && (t.address[d] == 0 || t.address[d] == 2) ? 1 : t.address[d];
    double u = t.normalized
                   ? (float)((mode == 0 ? (float)c[d] - std::floor((float)c[d]) : (float)c[d]) *
                             (float)size[d])
                   : c[d];
    if (t.filter) u = (float)u - 0.5f;
    lo[d] = (int)std::floor(u);
    f[d] = t.filter ? u - lo[d] : 0;
    hi[d] = address(lo[d] + (t.filter ? 1 : 0), size[d], mode);
    lo[d] = address(lo[d], size[d], mode);
  }
  double sum = 0;
  for (int k = 0; k < 8; ++k) {
    double w = (k & 1 ? f[0] : 1 - f[0]) * (k & 2 ? f[1] : 1 - f[1]) * (k & 4 ? f[2] : 1 - f[2]);
    if (w != 0)
      sum += w * texel(p, k & 1 ? hi[0] : lo[0], k & 2 ? hi[1] : lo[1], k & 4 ? hi[2] : lo[2],
                       t.border[0]);
  }
  return sum;
}

int main() {
  float *p;
  unsigned char *bytes;
  short *ints;
  float *faces, *out;
  gohip_texture *t;
  int *outside;
  CHECK(hipMallocManaged((void **)&p, W * H * D * 4));
  CHECK(hipMallocManaged((void **)&bytes, W * H * 4));
  CHECK(hipMallocManaged((void **)&ints, W * H * 4));
  CHECK(hipMallocManaged((void **)&faces, 6 * 4));
  CHECK(hipMallocManaged((void **)&out, N * K * 4));
  CHECK(hipMallocManaged((void **)&t, 4 * sizeof *t));
  CHECK(hipMallocManaged((void **)&outside, 4));
  for (int i = 0; i < W * H * D; ++i) p[i] = (float)(i * 37 % 101);
  for (int i = 0; i < W * H * 4; ++i) bytes[i] = (unsigned char)(i * 53);
  for (int i = 0; i < W * H * 2; ++i) ints[i] = (short)(i * 997 - 20000);
  for (int i = 0; i < 6; ++i) faces[i] = (float)(10 + i);
  for (int filter = 0; filter < 2; ++filter)
    for (int mode = 0; mode < 4; ++mode)
      for (int normalized = 0; normalized < 2; ++normalized) {
        std::memset(t, 0, 4 * sizeof *t);
        for (int k = 0; k < 4; ++k) {
          t[k].level = {0, W, H, 1, W * 4, W * H * 4};
          t[k].level_count = 1;
          for (auto &a : t[k].address) a = (uint8_t)mode;
          t[k].normalized = (uint8_t)normalized;
        }
        t[0].level.data = (uint64_t)p, t[0].level.depth = D, t[0].channels = 1, t[0].bits = 32,
        t[0].kind = 2;
        t[0].filter = (uint8_t)filter, t[0].border[0] = -5;
        t[1].level.data = (uint64_t)bytes, t[1].channels = 4, t[1].bits = 8, t[1].kind = 1,
        t[1].read_normalized = 1;
        t[2].level.data = (uint64_t)ints, t[2].channels = 2, t[2].bits = 16, t[2].kind = 0;
        t[3].level = {(uint64_t)faces, 1, 1, 6, 4, 4}, t[3].channels = 1, t[3].bits = 32,
        t[3].kind = 2;
        hipTextureObject_t o[4];
        for (int k = 0; k < 4; ++k) o[k] = (hipTextureObject_t)&t[k];
        sample<<<1, N>>>(o[0], o[1], o[2], o[3], out);
        CHECK(hipDeviceSynchronize());
        for (int i = 0; i < N; ++i) {
          float x = (float)i * 0.375f - 5.96875f, y = (float)i * 0.25f - 2.953125f,
                z = (float)(i % 5) * 0.5f - 0.2f;
          double e[K];
          e[0] = want(t[0], p, 1, x, 0, 0, 0), e[1] = want(t[0], p, 2, x, y, 0, 0),
          e[2] = want(t[0], p, 3, x, y, z, 0);
          e[3] = want(t[0], p, 2, x, y, 0, i % D), e[4] = i >= 20 && i - 20 < W ? p[i - 20] : 0;
          int fx = (int)std::floor(normalized ? (mode == 0 ? x - std::floor(x) : x) * W : x);
          int fy = (int)std::floor(normalized ? (mode == 0 ? y - std::floor(y) : y) * H : y);
          int m = !normalized && (mode == 0 || mode == 2) ? 1 : mode;
          int ix = address(fx, W, m), iy = address(fy, H, m), at = iy * W + ix;
          bool in = ix >= 0 && iy >= 0;
          e[5] = in ? (bytes[at * 4] + 2 * bytes[at * 4 + 1] + 4 * bytes[at * 4 + 2] +
                       8 * bytes[at * 4 + 3]) /
                          255.0
                    : 0;
          e[6] = in ? ints[at * 2] + 0.5 * ints[at * 2 + 1] : 0;
          e[7] = faces[face(make_float3(x, y, z * 9))];
          gohip_texture near = t[0];
          near.filter = 1;
          float u = (normalized ? (m == 0 ? x - std::floor(x) : x) * W : x) - 0.5f;
          float v = (normalized ? (m == 0 ? y - std::floor(y) : y) * H : y) - 0.5f;
          int x0 = (int)std::floor(u), y0 = (int)std::floor(v);
          auto get = [&](int dx, int dy) {
            return texel(p, address(x0 + dx, W, m), address(y0 + dy, H, m), 0, -5);
          };
          e[8] = get(0, 1) + 3 * get(1, 1) + 9 * get(1, 0) + 27 * get(0, 0);
          e[9] = e[1];
          e[10] = faces[face(corner(i))];
          for (int k = 0; k < K; ++k)
            if (!(std::fabs(out[i * K + k] - e[k]) <=
                  2e-3 * (1 + (k == 6 ? 0 : std::fabs(e[k]) * 0.01))) &&
                ++failures <= 20)
              std::printf(
                  "texture %d filter %d mode %d normalized %d at %g %g %g: got %g, want %g\n", k,
                  filter, mode, normalized, x, y, z, out[i * K + k], e[k]);
        }
      }
  t[0].level.depth = 1;
  *outside = 0;
  std::vector<float> before(p, p + W * H);
  surfaces<<<1, dim3(W, H)>>>((hipSurfaceObject_t)&t[0], outside);
  CHECK(hipDeviceSynchronize());
  for (int y = 0; y < H; ++y)
    for (int x = 0; x < W; ++x) EXPECT(p[y * W + W - 1 - x] == before[y * W + x] + 1);
  EXPECT(*outside == W * H);
  return done();
}

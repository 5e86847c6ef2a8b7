// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A ray-marched scene: spheres melting into one another over a chequered floor, with soft
// shadows and a reflection, written as a PNG. Some pixels are computed on the host by
// the same code and compared.
//
//   picture [FILE [WIDTH HEIGHT]]
#include "check.h"
#include "png.h"

#include <cmath>
#include <vector>

#define BOTH __host__ __device__ inline

struct Vec {
  float x, y, z;
};
BOTH Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
BOTH Vec operator-(Vec a, Vec b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
BOTH Vec operator*(Vec a, float s) { return {a.x * s, a.y * s, a.z * s}; }
BOTH float dot(Vec a, Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
BOTH Vec unit(Vec a) { return a * (1.0f / sqrtf(dot(a, a))); }
BOTH Vec mix(Vec a, Vec b, float t) { return a * (1 - t) + b * t; }
BOTH float clamp01(float v) { return v < 0 ? 0 : v > 1 ? 1 : v; }

// Distance to a sphere at c.
BOTH float sphere(Vec p, Vec c, float r) {
  Vec d = p - c;
  return sqrtf(dot(d, d)) - r;
}

// The smaller of two distances, with the crease between the surfaces rounded off.
BOTH float melt(float a, float b, float k) {
  float h = clamp01(0.5f + 0.5f * (b - a) / k);
  return b * (1 - h) + a * h - k * h * (1 - h);
}

BOTH float bodies(Vec p) {
  float d = sphere(p, {0, 1.0f, 0}, 1.0f);
  d = melt(d, sphere(p, {1.25f, 0.75f, 0.35f}, 0.65f), 0.45f);
  d = melt(d, sphere(p, {-1.2f, 0.65f, 0.5f}, 0.6f), 0.45f);
  return melt(d, sphere(p, {0.25f, 2.05f, 0.15f}, 0.5f), 0.45f);
}

BOTH float scene(Vec p) {
  float d = bodies(p);
  return p.y < d ? p.y : d; // the floor is y = 0
}

BOTH Vec normal(Vec p) {
  const float e = 1e-3f;
  return unit({scene({p.x + e, p.y, p.z}) - scene({p.x - e, p.y, p.z}),
               scene({p.x, p.y + e, p.z}) - scene({p.x, p.y - e, p.z}),
               scene({p.x, p.y, p.z + e}) - scene({p.x, p.y, p.z - e})});
}

// Distance along the ray to the scene, negative when it leaves.
BOTH float march(Vec from, Vec way) {
  float t = 0.02f;
  for (int i = 0; i < 160 && t < 30; i++) {
    float d = scene(from + way * t);
    if (d < 5e-4f * t) return t;
    t += d;
  }
  return -1;
}

BOTH float lit(Vec from, Vec light) {
  float best = 1, t = 0.05f;
  for (int i = 0; i < 48 && t < 8; i++) {
    float d = scene(from + light * t);
    if (d < 1e-3f) return 0;
    if (12 * d / t < best) best = 12 * d / t;
    t += d;
  }
  return best;
}

BOTH Vec sky(Vec way) {
  return mix({0.80f, 0.62f, 0.42f}, {0.06f, 0.16f, 0.42f}, clamp01(way.y * 1.6f + 0.15f));
}

// Colour of a point that the ray along way hit; mirror tells how much of the rest to add.
BOTH Vec shade(Vec p, Vec way, float *mirror, Vec *n) {
  const Vec sun = unit({-0.55f, 0.75f, -0.5f});
  *n = normal(p);
  Vec base;
  if (bodies(p) < p.y) {
    base = mix({0.62f, 0.03f, 0.05f}, {0.90f, 0.42f, 0.03f}, clamp01(p.y * 0.42f));
    *mirror = 0.12f;
  } else {
    int odd = (int(floorf(p.x)) + int(floorf(p.z))) & 1;
    base = odd ? Vec{0.62f, 0.58f, 0.52f} : Vec{0.05f, 0.07f, 0.10f};
    *mirror = 0.10f;
  }
  float direct = clamp01(dot(*n, sun));
  if (direct > 0) direct *= lit(p + *n * 0.01f, sun);
  Vec colour = base * (0.16f + 0.14f * n->y + 0.95f * direct);
  Vec half = unit(sun - way);
  float gloss = clamp01(dot(*n, half));
  for (int i = 0; i < 6; i++) gloss *= gloss;
  return colour + Vec{1, 0.95f, 0.85f} * (gloss * direct * 0.7f);
}

BOTH Vec trace(Vec from, Vec way) {
  Vec sum = {0, 0, 0};
  float weight = 1;
  for (int bounce = 0; bounce < 3; bounce++) {
    float t = march(from, way);
    if (t < 0) return sum + sky(way) * weight;
    Vec p = from + way * t, n;
    float mirror, fog = 1 - expf(-0.0022f * t * t);
    Vec c = mix(shade(p, way, &mirror, &n), sky(way), fog);
    sum = sum + c * (weight * (1 - mirror));
    weight *= mirror;
    from = p + n * 0.02f;
    way = way - n * (2 * dot(way, n));
  }
  return sum;
}

BOTH Vec pixel(int x, int y, int width, int height) {
  const Vec eye = {2.4f, 2.3f, -5.2f}, target = {0, 0.95f, 0};
  Vec forward = unit(target - eye);
  Vec right = unit({forward.z, 0, -forward.x});
  Vec up = {forward.y * right.z - forward.z * right.y, forward.z * right.x - forward.x * right.z,
            forward.x * right.y - forward.y * right.x};
  Vec sum = {0, 0, 0};
  for (int s = 0; s < 4; s++) { // four rays a pixel, on a rotated grid
    float u = (x + 0.375f + 0.5f * (s & 1) - 0.25f * (s >> 1)) * 2 - width;
    float v = height - (y + 0.125f + 0.25f * (s & 1) + 0.5f * (s >> 1)) * 2;
    sum = sum + trace(eye, unit(forward * 1.7f + right * (u / height) + up * (v / height)));
  }
  return sum * 0.25f;
}

BOTH unsigned char byte(float v) { return (unsigned char)(255.0f * sqrtf(clamp01(v)) + 0.5f); }

__global__ void render(unsigned char *rgb, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  Vec c = pixel(x, y, width, height);
  unsigned char *p = rgb + (size_t(y) * width + x) * 3;
  p[0] = byte(c.x);
  p[1] = byte(c.y);
  p[2] = byte(c.z);
}

int main(int argc, char **argv) {
  const char *path = argc > 1 ? argv[1] : "picture.png";
  const int width = argc > 3 ? std::atoi(argv[2]) : 640;
  const int height = argc > 3 ? std::atoi(argv[3]) : 400;
  if (width < 1 || height < 1) {
    std::fprintf(stderr, "usage: %s [FILE [WIDTH HEIGHT]]\n", argv[0]);
    return 2;
  }
  std::vector<unsigned char> rgb(size_t(width) * height * 3);
  unsigned char *device;
  CHECK(hipMalloc(&device, rgb.size()));
  dim3 block(16, 8), grid((width + 15) / 16, (height + 7) / 8);
  render<<<grid, block>>>(device, width, height);
  CHECK(hipGetLastError());
  CHECK(hipMemcpy(rgb.data(), device, rgb.size(), hipMemcpyDeviceToHost));
  CHECK(hipFree(device));

  // Floating point may be contracted differently on the two sides, which moves a ray by less
  // than a pixel: at the edge of a shape that shows. So a few pixels may differ, no more.
  int compared = 0, off = 0;
  for (int y = 3; y < height; y += 17)
    for (int x = 5; x < width; x += 23) {
      Vec c = pixel(x, y, width, height);
      const unsigned char *p = rgb.data() + (size_t(y) * width + x) * 3;
      const int want[3] = {byte(c.x), byte(c.y), byte(c.z)};
      bool same = true;
      for (int i = 0; i < 3; i++) same &= std::abs(p[i] - want[i]) <= 3;
      compared++;
      off += !same;
    }
  if (!png::write(path, rgb, width, height)) {
    std::perror(path);
    return 1;
  }
  std::printf("%dx%d pixels in %s; %d of %d compared pixels differ from the host's\n", width,
              height, path, off, compared);
  return verdict(off * 50 <= compared);
}

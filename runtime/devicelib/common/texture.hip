// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Textures and surfaces in plain memory: addressing, filtering, formats.
#include "device.h"
typedef u8 gohip_u8;
typedef u32 gohip_u32;
typedef u64 gohip_u64;
#include "../../include/hip/gohip_texture.h"

typedef u32 u32x4 __attribute__((ext_vector_type(4)));
typedef float f32x4 __attribute__((ext_vector_type(4)));
typedef gohip_texture Texture;
typedef gohip_level Level;

enum { WRAP, CLAMP, MIRROR, BORDER };
enum { SIGNED, UNSIGNED, FLOAT };

PURE float __ocml_pow_f32(float, float);
PURE float __ocml_log2_f32(float);

INSIDE bool yieldsFloat(const Texture *t) { return t->kind == FLOAT || t->read_normalized; }

#ifdef __NVPTX__
#include "../nvptx/surface.h"
// Out of line, so that kernels whose textures are the GPU's do not carry the registers of each use.
#define SOFTWARE static __attribute__((device, noinline, pure, nothrow))
#else // only that driver defines the layout of levels
#define SOFTWARE INSIDE
INSIDE bool isSurface(const Level *) { return false; }
INSIDE u32 loadSurface(const Level *, u32, i32, i32, i32) { return 0; }
#endif

// A channel as stored in memory.
INSIDE u32 storedAt(const Texture *t, const u8 *p, u32 c) {
  switch (t->bits) {
  case 8:
    return p[c];
  case 16:
    return ((const u16 *)p)[c];
  default:
    return ((const u32 *)p)[c];
  }
}
INSIDE u32 channelOf(const Texture *t, u32 raw, u32 c) {
  bool wide = t->kind == SIGNED;
  if (t->bits == 32) return raw;
  if (wide) raw = t->bits == 8 ? (u32)(i32)(i8)raw : (u32)(i32)(i16)raw;
  if (t->kind == FLOAT) return bits((float)__builtin_bit_cast(f16, (u16)raw));
  if (!t->read_normalized) return raw;
  float top = t->bits == 8 ? (wide ? 127.0f : 255.0f) : (wide ? 32767.0f : 65535.0f);
  float v = (wide ? (float)(i32)raw : (float)raw) / top;
  if (v < -1.0f) v = -1.0f;
  if (t->srgb && c < 3 && t->bits == 8)
    v = v <= 0.04045f ? v / 12.92f : __ocml_pow_f32((v + 0.055f) / 1.055f, 2.4f);
  return bits(v);
}
struct Place {
  const Level *l;
  const u8 *p; // address of the texel, or null if a driver defines the layout
  i32 x, y, z; // x in bytes
};
INSIDE u32 channelAt(const Texture *t, const Place *at, u32 c) {
  u32 size = t->bits / 8u;
  if (isSurface(at->l))
    return channelOf(t, loadSurface(at->l, size, at->x + (i32)(c * size), at->y, at->z), c);
  return channelOf(t, storedAt(t, at->p, c), c);
}
// Channels that the format lacks are 0, the fourth is 1.
INSIDE u32x4 texelAt(const Texture *t, const Level *l, i32 x, i32 y, i32 z) {
  u64 bytes = (u64)(u32)x * (t->channels * (t->bits / 8u));
  const u8 *p =
      (const u8 *)l->data + (u64)(u32)z * l->slice_pitch + (u64)(u32)y * l->row_pitch + bytes;
  Place at = {l, p, (i32)bytes, y, z};
  u32x4 r = {0, 0, 0, yieldsFloat(t) ? bits(1.0f) : 1u};
  r.x = channelAt(t, &at, 0);
  if (t->channels > 1) r.y = channelAt(t, &at, 1);
  if (t->channels > 2) r.z = channelAt(t, &at, 2);
  if (t->channels > 3) r.w = channelAt(t, &at, 3);
  return r;
}
INSIDE u32x4 borderOf(const Texture *t) {
  u32x4 r;
  if (yieldsFloat(t)) {
    r.x = bits(t->border[0]), r.y = bits(t->border[1]);
    r.z = bits(t->border[2]), r.w = bits(t->border[3]);
  } else {
    r.x = (u32)(i64)t->border[0], r.y = (u32)(i64)t->border[1];
    r.z = (u32)(i64)t->border[2], r.w = (u32)(i64)t->border[3];
  }
  return r;
}
// Maps an index to [0, n), or returns -1 for the border.
INSIDE i32 addressed(i32 i, i32 n, u32 mode) {
  if (i >= 0 && i < n) return i;
  switch (mode) {
  case WRAP: {
    i32 m = i % n;
    return m < 0 ? m + n : m;
  }
  case MIRROR: {
    i32 m = i % (2 * n);
    if (m < 0) m += 2 * n;
    return m < n ? m : 2 * n - 1 - m;
  }
  case BORDER:
    return -1;
  default:
    return i < 0 ? 0 : n - 1;
  }
}
// Wrap and mirror modes need normalised coordinates; otherwise they clamp.
INSIDE u32 modeOf(const Texture *t, u32 d) {
  u32 m = t->address[d];
  return !t->normalized && (m == WRAP || m == MIRROR) ? (u32)CLAMP : m;
}
INSIDE u32x4 texelOrBorder(const Texture *t, const Level *l, i32 x, i32 y, i32 z) {
  if (x < 0 || y < 0 || z < 0) return borderOf(t);
  return texelAt(t, l, x, y, z);
}
// Floats too large for an index are clamped to values that every address mode treats in the same
// way.
INSIDE i32 index(float u) {
  return u > 1e9f ? 1000000000 : u < -1e9f ? -1000000000 : u == u ? (i32)u : 0;
}
// A coordinate in texels. A wrapped one is reduced first, where it is still exact.
INSIDE float texels(const Texture *t, u32 d, float x, i32 n) {
  if (!t->normalized) return x;
  if (t->address[d] == WRAP) x -= __builtin_floorf(x);
  return x * (float)n;
}

struct Axis {
  i32 i0, i1;
  float f; // weight of i1
};
INSIDE Axis axis(const Texture *t, u32 d, float x, i32 n, bool linear) {
  float u = texels(t, d, x, n);
  u32 mode = modeOf(t, d);
  Axis a;
  if (linear) {
    u -= 0.5f;
    float fl = __builtin_floorf(u);
    a.f = u - fl;
    i32 i = index(fl);
    a.i0 = addressed(i, n, mode);
    a.i1 = addressed(i + 1, n, mode);
  } else {
    a.f = 0;
    a.i0 = a.i1 = addressed(index(__builtin_floorf(u)), n, mode);
  }
  return a;
}
INSIDE f32x4 floats(u32x4 v) {
  f32x4 r = {real(v.x), real(v.y), real(v.z), real(v.w)};
  return r;
}
INSIDE u32x4 words(f32x4 v) {
  u32x4 r = {bits((float)v.x), bits((float)v.y), bits((float)v.z), bits((float)v.w)};
  return r;
}
INSIDE f32x4 mix(f32x4 a, f32x4 b, float f) { return a * (1.0f - f) + b * f; }
#ifdef __NVPTX__
// One texel after the other: the registers of the GPU's own textures, where this is not reached, are
// those of this code.
INSIDE f32x4 filtered(const Texture *t, const Level *l, u32 n, Axis x, Axis y, Axis z) {
  f32x4 sum = {0, 0, 0, 0};
#pragma clang loop unroll(disable)
  for (u32 k = 0; k < 1u << n; k++) {
    float f = (k & 1 ? x.f : 1.0f - x.f) * (k & 2 ? y.f : 1.0f - y.f) * (k & 4 ? z.f : 1.0f - z.f);
    sum += f * floats(texelOrBorder(t, l, k & 1 ? x.i1 : x.i0, k & 2 ? y.i1 : y.i0,
                                    k & 4 ? z.i1 : z.i0));
  }
  return sum;
}
#else
INSIDE f32x4 row(const Texture *t, const Level *l, Axis x, i32 y, i32 z) {
  return mix(floats(texelOrBorder(t, l, x.i0, y, z)), floats(texelOrBorder(t, l, x.i1, y, z)), x.f);
}
INSIDE f32x4 plane(const Texture *t, const Level *l, u32 n, Axis x, Axis y, i32 z) {
  f32x4 a = row(t, l, x, y.i0, z);
  return n < 2 ? a : mix(a, row(t, l, x, y.i1, z), y.f);
}
INSIDE f32x4 filtered(const Texture *t, const Level *l, u32 n, Axis x, Axis y, Axis z) {
  f32x4 a = plane(t, l, n, x, y, z.i0);
  return n < 3 ? a : mix(a, plane(t, l, n, x, y, z.i1), z.f);
}
#endif
#ifdef __NVPTX__
// The texture objects of CUDA for the slices of a level.
INSIDE const u64 *objectsOf(const Texture *t, const Level *l) {
  const u64 *objects = (const u64 *)t->objects;
  for (const Level *k = (const Level *)t->levels; l != &t->level && k != l; k++)
    objects += k->depth;
  return objects;
}
// One slice; a texture of one dimension is a row.
INSIDE u32x4 sampleSlice(const Texture *t, const u64 *objects, u32 n, float x, float y, i32 slice) {
  if (slice < 0) return borderOf(t);
  return sampleObject(objects[slice], x, n < 2 ? 0.5f : y);
}
// The third dimension is filtered here.
INSIDE u32x4 sampleSlices(const Texture *t, const Level *l, u32 n, float x, float y, Axis z) {
  const u64 *objects = objectsOf(t, l);
  u32x4 a = sampleSlice(t, objects, n, x, y, z.i0);
  if (z.f == 0) return a;
  return words(mix(floats(a), floats(sampleSlice(t, objects, n, x, y, z.i1)), z.f));
}
#endif
SOFTWARE u32x4 sampleLevel(const Texture *t, const Level *l, u32 n, float x, float y, float z,
                           i32 layer) {
  bool linear = t->filter && yieldsFloat(t);
  Axis ay = {0, 0, 0}, az = {layer, layer, 0};
  if (n > 2) az = axis(t, 2, z, (i32)l->depth, linear);
#ifdef __NVPTX__
  if (t->objects) return sampleSlices(t, l, n, x, y, az);
#endif
  Axis ax = axis(t, 0, x, (i32)l->width, linear);
  if (n > 1) ay = axis(t, 1, y, (i32)l->height, linear);
  if (!linear) return texelOrBorder(t, l, ax.i0, ay.i0, az.i0);
  return words(filtered(t, l, n, ax, ay, az));
}
INSIDE const Level *levelOf(const Texture *t, i32 i) {
  return i == 0 || !t->levels ? &t->level : (const Level *)t->levels + i;
}
INSIDE i32 layerOf(const Texture *t, i32 layer) {
  i32 n = (i32)t->level.depth;
  return layer < 0 ? 0 : layer >= n ? n - 1 : layer;
}
SOFTWARE u32x4 sample(const Texture *t, int n, float x, float y, float z, i32 layer, float lod) {
  layer = n < 3 ? layerOf(t, layer) : 0;
  if (t->level_count < 2) return sampleLevel(t, &t->level, (u32)n, x, y, z, layer);
  lod += t->lod_bias;
  lod = lod < t->lod_min ? t->lod_min : lod > t->lod_max ? t->lod_max : lod;
  float last = (float)(t->level_count - 1);
  lod = lod < 0 ? 0 : lod > last ? last : lod;
  if (!t->mipmap_filter || !yieldsFloat(t))
    return sampleLevel(t, levelOf(t, (i32)(lod + 0.5f)), (u32)n, x, y, z, layer);
  i32 i = (i32)lod;
  float f = lod - (float)i;
  u32x4 a = sampleLevel(t, levelOf(t, i), (u32)n, x, y, z, layer);
  if (f == 0) return a;
  u32x4 b = sampleLevel(t, levelOf(t, i + 1), (u32)n, x, y, z, layer);
  return words(mix(floats(a), floats(b), f));
}
API u32x4 __gohip_tex_sample(const void *o, int n, float x, float y, float z, int layer,
                             float lod) {
  const Texture *t = (const Texture *)o;
#ifdef __NVPTX__
  u64 object = objectOf(t);
  if (n < 3 && object) return sampleObject(object, x, n < 2 ? 0.5f : y);
#endif
  return sample(t, n, x, y, z, layer, lod);
}
// The face is that of the coordinate with the largest magnitude; the other two divided by it are
// the position on the face. If magnitudes are equal, z precedes y and y precedes x, as in
// V_CUBEID_F32 of AMD's instruction sets.
API u32x4 __gohip_tex_cube(const void *o, float x, float y, float z, int layer, float lod) {
  float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z);
  int face;
  float s, q, m;
  if (az >= ax && az >= ay)
    face = 4 + (z < 0), m = az, s = z < 0 ? -x : x, q = -y;
  else if (ay >= ax)
    face = 2 + (y < 0), m = ay, s = x, q = y < 0 ? -z : z;
  else
    face = x < 0, m = ax, s = x < 0 ? z : -z, q = -y;
  Texture t = *(const Texture *)o;
  t.normalized = 1;
  t.address[0] = t.address[1] = CLAMP;
  return sample(&t, 2, (s / m + 1) / 2, (q / m + 1) / 2, 0, layer * 6 + face, lod);
}
// A texel by its indices; zero outside the texture.
API u32x4 __gohip_tex_fetch(const void *o, int x, int y, int z) {
  const Texture *t = (const Texture *)o;
  const Level *l = &t->level;
  u32x4 none = {0, 0, 0, 0};
  if (x < 0 || y < 0 || z < 0 || (u32)x >= l->width || (u32)y >= l->height || (u32)z >= l->depth)
    return none;
  return texelAt(t, l, x, y, z);
}
// One channel of the four texels that linear filtering would mix, in the order
// (0,1) (1,1) (1,0) (0,0).
API u32x4 __gohip_tex_gather(const void *o, float x, float y, int c) {
  const Texture *t = (const Texture *)o;
  const Level *l = &t->level;
  Axis ax = axis(t, 0, x, (i32)l->width, true), ay = axis(t, 1, y, (i32)l->height, true);
  u32x4 r;
  c &= 3;
  r.x = texelOrBorder(t, l, ax.i0, ay.i1, 0)[c];
  r.y = texelOrBorder(t, l, ax.i1, ay.i1, 0)[c];
  r.z = texelOrBorder(t, l, ax.i1, ay.i0, 0)[c];
  r.w = texelOrBorder(t, l, ax.i0, ay.i0, 0)[c];
  return r;
}
// The level of detail for these derivatives: log2 of the longer one in texels.
API float __gohip_tex_lod(const void *o, int n, float ax, float ay, float az, float bx, float by,
                          float bz) {
  const Texture *t = (const Texture *)o;
  float w = t->normalized ? (float)t->level.width : 1,
        h = t->normalized ? (float)t->level.height : 1;
  float d = n > 2 && t->normalized ? (float)t->level.depth : 1;
  float a = ax * ax * w * w + ay * ay * h * h + az * az * d * d;
  float b = bx * bx * w * w + by * by * h * h + bz * bz * d * d;
  float m = a > b ? a : b;
  return m > 0 ? 0.5f * __ocml_log2_f32(m) : 0;
}
API u8 *__gohip_surf_at(const void *o, int x, int y, int z, int size, int boundary) {
  const Texture *t = (const Texture *)o;
  const Level *l = &t->level;
  i32 texel = t->channels * (t->bits / 8);
  i32 w = (i32)l->width * texel, h = (i32)l->height, d = (i32)l->depth;
  if (isSurface(l)) return nullptr;
  if (x < 0 || x + size > w || y < 0 || y >= h || z < 0 || z >= d) {
    if (boundary == 1) __builtin_trap();
    if (boundary == 0) return nullptr;
    x = x < 0 ? 0 : x + size > w ? w - size : x;
    y = y < 0 ? 0 : y >= h ? h - 1 : y;
    z = z < 0 ? 0 : z >= d ? d - 1 : z;
  }
  return (u8 *)l->data + (u64)(u32)z * l->slice_pitch + (u64)(u32)y * l->row_pitch + (u64)(u32)x;
}
#ifdef __NVPTX__
// Surfaces that surf_at has no address for: levels whose layout a driver defines.
INSIDE bool inSurface(const Texture *t, int *x, int *y, int *z, int size, int boundary) {
  const Level *l = &t->level;
  i32 w = (i32)l->width * t->channels * (t->bits / 8), h = (i32)l->height, d = (i32)l->depth;
  if (*x >= 0 && *x + size <= w && *y >= 0 && *y < h && *z >= 0 && *z < d) return true;
  if (boundary == 1) __builtin_trap();
  *x = *x < 0 ? 0 : *x + size > w ? w - size : *x;
  *y = *y < 0 ? 0 : *y >= h ? h - 1 : *y;
  *z = *z < 0 ? 0 : *z >= d ? d - 1 : *z;
  return boundary != 0;
}
API void __gohip_surf_load(void *to, const void *o, int x, int y, int z, int size, int boundary) {
  const Texture *t = (const Texture *)o;
  if (!isSurface(&t->level) || !inSurface(t, &x, &y, &z, size, boundary)) return;
  for (int i = 0, step = t->bits / 8; i < size; i += step) {
    u32 v = loadSurface(&t->level, step, x + i, y, z);
    __builtin_memcpy((u8 *)to + i, &v, step);
  }
}
API void __gohip_surf_store(const void *from, const void *o, int x, int y, int z, int size,
                            int boundary) {
  const Texture *t = (const Texture *)o;
  if (!isSurface(&t->level) || !inSurface(t, &x, &y, &z, size, boundary)) return;
  for (int i = 0, step = t->bits / 8; i < size; i += step) {
    u32 v = 0;
    __builtin_memcpy(&v, (const u8 *)from + i, step);
    storeSurface(&t->level, step, x + i, y, z, v);
  }
}
#endif

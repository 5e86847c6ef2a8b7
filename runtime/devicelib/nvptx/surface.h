// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Texture objects of CUDA, and levels whose layout the driver defines, accessed by PTX's surface instructions (ISA, "suld",
// "sust"), one channel at a time. x is in bytes. Included by common/texture.hip.

INSIDE bool isSurface(const Level *l) { return !l->row_pitch; }

// Operand 0 is loaded, or operand 1 stored; the coordinates of a geometry follow.
#define LOAD(BITS, KIND, V, GEOMETRY, PLACE, ...)                                                  \
  __asm__ volatile("suld.b." GEOMETRY "." BITS ".zero %0, [%1, {" PLACE "}];"                      \
                   : "=" KIND(V)                                                                   \
                   : "l"(l->data), __VA_ARGS__                                                     \
                   : "memory")
#define STORE(BITS, KIND, V, GEOMETRY, PLACE, ...)                                                 \
  __asm__ volatile("sust.b." GEOMETRY "." BITS ".zero [%0, {" PLACE "}], %1;"                      \
                   :                                                                               \
                   : "l"(l->data), KIND(V), __VA_ARGS__                                            \
                   : "memory")
#define EACH_GEOMETRY(DO, BITS, KIND, V)                                                           \
  switch (l->slice_pitch) {                                                                        \
  case GOHIP_1D:                                                                                   \
    DO(BITS, KIND, V, "1d", "%2", "r"(x));                                                         \
    break;                                                                                         \
  case GOHIP_2D:                                                                                   \
    DO(BITS, KIND, V, "2d", "%2, %3", "r"(x), "r"(y));                                             \
    break;                                                                                         \
  case GOHIP_3D:                                                                                   \
    DO(BITS, KIND, V, "3d", "%2, %3, %4, %4", "r"(x), "r"(y), "r"(z));                             \
    break;                                                                                         \
  case GOHIP_1D_LAYERED:                                                                           \
    DO(BITS, KIND, V, "a1d", "%3, %2", "r"(x), "r"(z));                                            \
    break;                                                                                         \
  default:                                                                                         \
    DO(BITS, KIND, V, "a2d", "%4, %2, %3, %3", "r"(x), "r"(y), "r"(z));                            \
  }

INSIDE u32 loadSurface(const Level *l, u32 size, i32 x, i32 y, i32 z) {
  u32 v = 0;
  u16 narrow = 0;
  switch (size) {
  case 1:
    EACH_GEOMETRY(LOAD, "b8", "h", narrow)
    return narrow & 0xffu;
  case 2:
    EACH_GEOMETRY(LOAD, "b16", "h", narrow)
    return narrow;
  default:
    EACH_GEOMETRY(LOAD, "b32", "r", v)
    return v;
  }
}

INSIDE void storeSurface(const Level *l, u32 size, i32 x, i32 y, i32 z, u32 v) {
  u16 narrow = (u16)v;
  switch (size) {
  case 1:
    EACH_GEOMETRY(STORE, "b8", "h", narrow)
    break;
  case 2:
    EACH_GEOMETRY(STORE, "b16", "h", narrow)
    break;
  default:
    EACH_GEOMETRY(STORE, "b32", "r", v)
  }
}

// The driver's object of a texture, 0 if it has none: one load for all samples of a kernel, and then one branch for
// those that follow each other, since no kernel writes a description.
INSIDE u64 objectOf(const Texture *t) { return __nvvm_ldg_ull((const u64 *)&t->object); }

// A sample of a texture object of two dimensions. The type of the result is in the object: a vector
// of words takes them all.
INSIDE u32x4 sampleObject(u64 object, float x, float y) {
  u32 r[4];
  // passes/nvptx/textures.go knows it by the comment.
  __asm__("tex.2d.v4.u32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}]; // of a description"
          : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
          : "l"(object), "f"(x), "f"(y));
  return (u32x4){r[0], r[1], r[2], r[3]};
}

#undef EACH_GEOMETRY
#undef STORE
#undef LOAD

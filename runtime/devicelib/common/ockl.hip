// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// __ockl_*: the functions of AMD's library other than math functions, for programs that call them
// by name. The lane functions here are for other devices than AMD's, where warps have WARP lanes:
// amdgcn/lane.cl has those for AMD GPUs.
#include "device.h"

extern "C" {
__attribute__((device)) u32 __gohip_lane();
__attribute__((device)) CONVERGENT u64 __gohip_ballot(int);
__attribute__((device)) CONVERGENT u64 __gohip_activemask();
__attribute__((device)) CONVERGENT u32 __gohip_shfl_u32(u32, u32);
__attribute__((device)) CONVERGENT u64 __gohip_shfl_u64(u64, u32);
__attribute__((device)) CONVERGENT void __gohip_barrier();
__attribute__((device)) CONVERGENT void __gohip_grid_sync();
__attribute__((device)) i64 __gohip_wall_clock();
}

#if !defined(__AMDGCN__)
// Lanes, the grid.
API u32 __ockl_lane_u32() { return __gohip_lane(); }
API CONVERGENT u32 __ockl_activelane_u32() {
  return (u32)__builtin_popcountll(__gohip_activemask() & ((1ull << __gohip_lane()) - 1));
}
API CONVERGENT bool __ockl_wfany_i32(int p) { return __gohip_ballot(p != 0) != 0; }
API CONVERGENT bool __ockl_wfall_i32(int p) { return __gohip_ballot(p == 0) == 0; }
API CONVERGENT void __ockl_grid_sync() { __gohip_grid_sync(); }
API int __ockl_grid_is_valid() { return 1; }

// Integers.
PURE u8 __ockl_clz_u8(u8 x) { return (u8)__builtin_clzg(x, 8); }
PURE u16 __ockl_clz_u16(u16 x) { return (u16)__builtin_clzg(x, 16); }
INSIDE i32 low24(i32 x) { return (i32)((u32)x << 8) >> 8; }
PURE i32 __ockl_mul24_i32(i32 a, i32 b) { return (i32)((u32)low24(a) * (u32)low24(b)); }
PURE u32 __ockl_mul24_u32(u32 a, u32 b) { return (a & 0xffffff) * (b & 0xffffff); }
PURE i32 __ockl_mul_hi_i32(i32 a, i32 b) { return (i32)(((i64)a * b) >> 32); }
PURE u32 __ockl_mul_hi_u32(u32 a, u32 b) { return (u32)(((u64)a * b) >> 32); }
PURE u32 __ockl_sadd_u32(u32 a, u32 b, u32 c) { return (a < b ? b - a : a - b) + c; }

// Dot products; the last argument selects saturation.
INSIDE i32 cut(i64 v, bool sat) {
  if (!sat) return (i32)v;
  return v > 0x7fffffff ? 0x7fffffff : v < -0x7fffffff - 1 ? -0x7fffffff - 1 : (i32)v;
}
INSIDE u32 cut(u64 v, bool sat) { return sat && v >> 32 ? ~0u : (u32)v; }
template <typename T, int N> struct Vector {
  typedef T type __attribute__((ext_vector_type(N)));
};
#define DOT(NAME, T, N, R, WIDE)                                                                   \
  PURE R NAME(Vector<T, N>::type a, Vector<T, N>::type b, R c, bool sat) {                         \
    WIDE v = c;                                                                                    \
    for (int i = 0; i < N; ++i) v += (WIDE)((R)a[i] * (R)b[i]);                                    \
    return cut(v, sat);                                                                            \
  }
DOT(__ockl_sdot2, i16, 2, i32, i64)
DOT(__ockl_udot2, u16, 2, u32, u64)
DOT(__ockl_sdot4, i8, 4, i32, i64)
DOT(__ockl_udot4, u8, 4, u32, u64)
PURE i32 __ockl_sdot8(i32 a, i32 b, i32 c, bool sat) { // of eight 4-bit numbers
  i64 v = c;
  for (int i = 0; i < 32; i += 4)
    v += (i64)((i32)((u32)a << (28 - i)) >> 28) * ((i32)((u32)b << (28 - i)) >> 28);
  return cut(v, sat);
}
PURE u32 __ockl_udot8(u32 a, u32 b, u32 c, bool sat) {
  u64 v = c;
  for (int i = 0; i < 32; i += 4) v += (u64)(a >> i & 15) * (b >> i & 15);
  return cut(v, sat);
}
PURE float __ockl_fdot2(Vector<f16, 2>::type a, Vector<f16, 2>::type b, float c, bool sat) {
  float r = __builtin_fmaf(a.x, b.x, __builtin_fmaf(a.y, b.y, c));
  return !sat || (r >= 0 && r <= 1) ? r : r > 1 ? 1.0f : 0.0f;
}

// Over the active lanes of a warp: reductions and scans.
INSIDE CONVERGENT u32 from(u32 v, u32 lane) { return __gohip_shfl_u32(v, lane); }
INSIDE CONVERGENT i32 from(i32 v, u32 lane) { return (i32)__gohip_shfl_u32((u32)v, lane); }
INSIDE CONVERGENT u64 from(u64 v, u32 lane) { return __gohip_shfl_u64(v, lane); }
INSIDE CONVERGENT i64 from(i64 v, u32 lane) { return (i64)__gohip_shfl_u64((u64)v, lane); }
INSIDE CONVERGENT float from(float v, u32 lane) { return real(__gohip_shfl_u32(bits(v), lane)); }
INSIDE CONVERGENT double from(double v, u32 lane) { return real(__gohip_shfl_u64(bits(v), lane)); }
INSIDE CONVERGENT f16 from(f16 v, u32 lane) {
  return __builtin_bit_cast(f16, (u16)__gohip_shfl_u32(__builtin_bit_cast(u16, v), lane));
}
template <typename T, typename F> INSIDE CONVERGENT T over(T v, u64 lanes, T none, F f) {
  u64 here = __gohip_activemask();
  T a = none;
  for (u32 i = 0; i < WARP; ++i) { // the same number of iterations in all lanes
    T b = from(v, i);
    if (here & lanes & 1ull << i) a = f(a, b);
  }
  return a;
}
#define WAVE(T, S, NAME, NONE, EXPR)                                                               \
  API CONVERGENT T __ockl_wfred_##NAME##_##S(T x) {                                                \
    return over<T>(x, ~0ull, NONE, [](T a, T b) -> T { return EXPR; });                            \
  }                                                                                                \
  API CONVERGENT T __ockl_wfscan_##NAME##_##S(T x, bool inclusive) {                               \
    u64 self = 1ull << __gohip_lane();                                                             \
    return over<T>(x, self - 1 + (inclusive ? self : 0), NONE,                                     \
                   [](T a, T b) -> T { return EXPR; });                                            \
  }
#define ORDERED(T, S, LEAST, MOST)                                                                 \
  WAVE(T, S, add, (T)0, a + b)                                                                     \
  WAVE(T, S, min, MOST, b < a ? b : a)                                                             \
  WAVE(T, S, max, LEAST, a < b ? b : a)
#define INTEGER(T, U, S, LEAST, MOST)                                                              \
  WAVE(T, S, add, (T)0, (T)((U)a + (U)b))                                                          \
  WAVE(T, S, min, MOST, b < a ? b : a)                                                             \
  WAVE(T, S, max, LEAST, a < b ? b : a)                                                            \
  WAVE(T, S, and, (T) ~(T)0, a &b)                                                                 \
  WAVE(T, S, or, (T)0, a | b)                                                                      \
  WAVE(T, S, xor, (T)0, a ^ b)
INTEGER(i32, u32, i32, -__INT_MAX__ - 1, __INT_MAX__)
INTEGER(u32, u32, u32, 0, ~0u)
INTEGER(i64, u64, i64, -__LONG_LONG_MAX__ - 1, __LONG_LONG_MAX__)
INTEGER(u64, u64, u64, 0, ~0ull)
ORDERED(float, f32, -__builtin_inff(), __builtin_inff())
ORDERED(double, f64, -__builtin_inf(), __builtin_inf())
ORDERED(f16, f16, (f16)-__builtin_inff(), (f16)__builtin_inff())
#endif

API u64 __ockl_steadyctr_u64() { return (u64)__gohip_wall_clock(); }
API void __ockl_atomic_add_noret_f32(float *p, float x) {
  __hip_atomic_fetch_add(p, x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

// Over a block, all of which must execute the barriers. The first one follows the initialisation,
// the second one the contributions of all, the third one the reads of all, before the next call
// initialises again.
SHARED u32 block_value;
template <typename F> INSIDE CONVERGENT u32 of_block(u32 none, F add) {
  block_value = none; // by all, because the first work-item may have exited
  __gohip_barrier();
  add(&block_value);
  __gohip_barrier();
  u32 r = block_value;
  __gohip_barrier();
  return r;
}
#define BLOCK(NAME, NONE, OPERATION)                                                               \
  API CONVERGENT int __ockl_wgred_##NAME##_i32(int x) {                                            \
    return (int)of_block(NONE, [x](u32 *p) {                                                       \
      __hip_atomic_fetch_##OPERATION(p, (u32)x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);   \
    });                                                                                            \
  }
BLOCK(add, 0, add)
BLOCK(and, ~0u, and)
BLOCK(or, 0, or)

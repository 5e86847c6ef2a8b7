// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// __ockl_* integer, lane and wavefront functions.
#include "abi.h"

#define FN __attribute__((const))
#define WF __attribute__((convergent))

static inline uint lane(void) {
  return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
}

uint __ockl_lane_u32(void) { return lane(); }

// The number of active lanes below this one.
WF uint __ockl_activelane_u32(void) {
  ulong m = gohip_ballot(true);
  return __builtin_amdgcn_mbcnt_hi((uint)(m >> 32), __builtin_amdgcn_mbcnt_lo((uint)m, 0u));
}

FN uchar __ockl_clz_u8(uchar x) { return clz(x); }
FN ushort __ockl_clz_u16(ushort x) { return clz(x); }
FN uint __ockl_clz_u32(uint x) { return clz(x); }
FN ulong __ockl_clz_u64(ulong x) { return clz(x); }
FN uchar __ockl_ctz_u8(uchar x) { return ctz(x); }
FN ushort __ockl_ctz_u16(ushort x) { return ctz(x); }
FN uint __ockl_ctz_u32(uint x) { return ctz(x); }
FN ulong __ockl_ctz_u64(ulong x) { return ctz(x); }
FN uint __ockl_popcount_u32(uint x) { return popcount(x); }
FN ulong __ockl_popcount_u64(ulong x) { return popcount(x); }

#define SAT(T, S)                                                                                  \
  FN T __ockl_add_sat_##S(T a, T b) { return __builtin_elementwise_add_sat(a, b); }                \
  FN T __ockl_sub_sat_##S(T a, T b) { return __builtin_elementwise_sub_sat(a, b); }
SAT(int, i32)
SAT(uint, u32)
SAT(long, i64)
SAT(ulong, u64)

FN int __ockl_mul24_i32(int a, int b) { return ((a << 8) >> 8) * ((b << 8) >> 8); }
FN uint __ockl_mul24_u32(uint a, uint b) { return (a & 0xffffff) * (b & 0xffffff); }
FN int __ockl_mul_hi_i32(int a, int b) { return (int)(((long)a * b) >> 32); }
FN uint __ockl_mul_hi_u32(uint a, uint b) { return (uint)(((ulong)a * b) >> 32); }
FN long __ockl_mul_hi_i64(long a, long b) { return mul_hi(a, b); }
FN ulong __ockl_mul_hi_u64(ulong a, ulong b) { return mul_hi(a, b); }

// Bit fields: offset and width are modulo 32; a width of 0 gives 0.
FN uint __ockl_bfe_u32(uint x, uint o, uint w) { return __builtin_amdgcn_ubfe(x, o & 31, w & 31); }
FN int __ockl_bfe_i32(int x, uint o, uint w) { return __builtin_amdgcn_sbfe(x, o & 31, w & 31); }
FN uint __ockl_bfm_u32(uint w, uint o) { return ((1u << (w & 31)) - 1) << (o & 31); }
FN uint __ockl_bitalign_u32(uint h, uint l, uint s) {
  return (uint)((((ulong)h << 32) | l) >> (s & 31));
}
FN uint __ockl_bytealign_u32(uint h, uint l, uint s) {
  return (uint)((((ulong)h << 32) | l) >> ((s & 3) * 8));
}
// Per byte, (a + b + the low bit of c) / 2.
FN uint __ockl_lerp_u32(uint a, uint b, uint c) {
  uint4 x = convert_uint4(as_uchar4(a)), y = convert_uint4(as_uchar4(b)),
        z = convert_uint4(as_uchar4(c));
  return as_uint(convert_uchar4((x + y + (z & 1)) >> 1));
}
// Sums of absolute differences, by LLVM name: the builtins require a target feature.
FN uint gohip_msad(uint, uint, uint) __asm("llvm.amdgcn.msad.u8");
FN uint gohip_sad(uint, uint, uint) __asm("llvm.amdgcn.sad.u8");
FN uint gohip_sadhi(uint, uint, uint) __asm("llvm.amdgcn.sad.hi.u8");
FN uint gohip_sadw(uint, uint, uint) __asm("llvm.amdgcn.sad.u16");
FN uint __ockl_msad_u32(uint a, uint b, uint c) { return gohip_msad(a, b, c); }
FN uint __ockl_sad_u32(uint a, uint b, uint c) { return gohip_sad(a, b, c); }
FN uint __ockl_sadhi_u32(uint a, uint b, uint c) { return gohip_sadhi(a, b, c); }
FN uint __ockl_sadw_u32(uint a, uint b, uint c) { return gohip_sadw(a, b, c); }
FN uint __ockl_sadd_u32(uint a, uint b, uint c) { return abs_diff(a, b) + c; }

#define MINMAX3(T, S)                                                                              \
  FN T __ockl_min3_##S(T a, T b, T c) { return min(min(a, b), c); }                                \
  FN T __ockl_max3_##S(T a, T b, T c) { return max(max(a, b), c); }                                \
  FN T __ockl_median3_##S(T a, T b, T c) { return max(min(a, b), min(max(a, b), c)); }
MINMAX3(int, i32)
MINMAX3(uint, u32)
MINMAX3(float, f32)
MINMAX3(half, f16)

FN uint __ockl_pack_u32(float4 v) {
  uint r = 0;
  for (uint i = 0; i < 4; ++i) r |= (uint)rint(clamp(v[i], 0.0f, 255.0f)) << (8 * i);
  return r;
}
FN float __ockl_unpack0_f32(uint x) { return (float)(x & 255); }
FN float __ockl_unpack1_f32(uint x) { return (float)((x >> 8) & 255); }
FN float __ockl_unpack2_f32(uint x) { return (float)((x >> 16) & 255); }
FN float __ockl_unpack3_f32(uint x) { return (float)(x >> 24); }

// Dot products. sat clamps the sum to the result type.
FN float __ockl_fdot2(half2 a, half2 b, float c, bool sat) {
  float r = fma((float)a.x, (float)b.x, fma((float)a.y, (float)b.y, c));
  return sat ? clamp(r, 0.0f, 1.0f) : r;
}
static inline int clamp_i32(long v, bool sat) {
  return sat ? (int)clamp(v, (long)INT_MIN, (long)INT_MAX) : (int)v;
}
static inline uint clamp_u32(ulong v, bool sat) {
  return sat ? (uint)min(v, (ulong)UINT_MAX) : (uint)v;
}
FN int __ockl_sdot2(short2 a, short2 b, int c, bool sat) {
  return clamp_i32((long)a.x * b.x + (long)a.y * b.y + c, sat);
}
FN uint __ockl_udot2(ushort2 a, ushort2 b, uint c, bool sat) {
  return clamp_u32((ulong)a.x * b.x + (ulong)a.y * b.y + c, sat);
}
FN int __ockl_sdot4(char4 a, char4 b, int c, bool sat) {
  return clamp_i32((long)(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w) + c, sat);
}
FN uint __ockl_udot4(uchar4 a, uchar4 b, uint c, bool sat) {
  return clamp_u32(
      (ulong)((uint)a.x * b.x + (uint)a.y * b.y + (uint)a.z * b.z + (uint)a.w * b.w) + c, sat);
}
FN int __ockl_sdot8(int a, int b, int c, bool sat) {
  long s = c;
  for (int i = 0; i < 8; ++i) s += ((a << (28 - 4 * i)) >> 28) * ((b << (28 - 4 * i)) >> 28);
  return clamp_i32(s, sat);
}
FN uint __ockl_udot8(uint a, uint b, uint c, bool sat) {
  ulong s = c;
  for (int i = 0; i < 8; ++i) s += ((a >> (4 * i)) & 15) * ((b >> (4 * i)) & 15);
  return clamp_u32(s, sat);
}

ulong __ockl_memtime_u64(void) { return __builtin_readcyclecounter(); }
ulong __ockl_memrealtime_u64(void) { return __builtin_readsteadycounter(); }

// Wavefront functions iterate over the active lanes: a lane's value is read into a scalar, so
// inactive lanes never take part.
WF bool __ockl_wfany_i32(int e) { return gohip_ballot(e != 0) != 0; }
WF bool __ockl_wfall_i32(int e) { return gohip_ballot(e != 0) == gohip_ballot(true); }
WF bool __ockl_wfsame_i32(int e) {
  ulong m = gohip_ballot(e != 0);
  return m == 0 || m == gohip_ballot(true);
}

static inline uint read_u32(uint v, uint l) { return __builtin_amdgcn_readlane(v, l); }
static inline ulong read_u64(ulong v, uint l) {
  return (ulong)read_u32((uint)(v >> 32), l) << 32 | read_u32((uint)v, l);
}

WF uint __ockl_wfbcast_u32(uint v, uint l) {
  return read_u32(v, __builtin_amdgcn_readfirstlane(l));
}
WF ulong __ockl_wfbcast_u64(ulong v, uint l) {
  return read_u64(v, __builtin_amdgcn_readfirstlane(l));
}

// Read the value of the lane `self - i` of this wavefront ("up"), or 0 below lane 0.
WF int __ockl_readuplane_i32(int v, int i) {
  return __builtin_amdgcn_ds_bpermute((int)((lane() - (uint)i) << 2), v);
}
WF long __ockl_readuplane_i64(long v, int i) {
  return (long)((ulong)(uint)__ockl_readuplane_i32((int)(v >> 32), i) << 32 |
                (uint)__ockl_readuplane_i32((int)v, i));
}

#define READ_i32(v, l) ((int)read_u32((uint)(v), l))
#define READ_u32(v, l) read_u32(v, l)
#define READ_i64(v, l) ((long)read_u64((ulong)(v), l))
#define READ_u64(v, l) read_u64(v, l)
#define READ_f32(v, l) as_float(read_u32(as_uint(v), l))
#define READ_f64(v, l) as_double(read_u64(as_ulong(v), l))
#define READ_f16(v, l) as_half((ushort)read_u32(as_ushort(v), l))

#define REDUCE(T, S, NAME, OP)                                                                     \
  WF T __ockl_wfred_##NAME##_##S(T x) {                                                            \
    ulong m = gohip_ballot(true);                                                                  \
    T a = READ_##S(x, (uint)ctz(m));                                                               \
    for (m &= m - 1; m != 0; m &= m - 1) {                                                         \
      T b = READ_##S(x, (uint)ctz(m));                                                             \
      a = OP(a, b);                                                                                \
    }                                                                                              \
    return a;                                                                                      \
  }
#define SCAN(T, S, NAME, OP, ID)                                                                   \
  WF T __ockl_wfscan_##NAME##_##S(T x, bool inclusive) {                                           \
    T a = ID;                                                                                      \
    uint self = lane();                                                                            \
    for (ulong m = gohip_ballot(true); m != 0; m &= m - 1) {                                       \
      uint l = (uint)ctz(m);                                                                       \
      T b = READ_##S(x, l);                                                                        \
      a = l < self || (inclusive && l == self) ? OP(a, b) : a;                                     \
    }                                                                                              \
    return a;                                                                                      \
  }
#define WAVE(T, S, NAME, OP, ID) REDUCE(T, S, NAME, OP) SCAN(T, S, NAME, OP, ID)
#define ADD(a, b) ((a) + (b))
#define AND(a, b) ((a) & (b))
#define OR(a, b) ((a) | (b))
#define XOR(a, b) ((a) ^ (b))
#define INTEGERS(T, S, LO, HI)                                                                     \
  WAVE(T, S, add, ADD, (T)0)                                                                       \
  WAVE(T, S, and, AND, (T) ~(T)0)                                                                  \
  WAVE(T, S, or, OR, (T)0)                                                                         \
  WAVE(T, S, xor, XOR, (T)0)                                                                       \
  WAVE(T, S, min, min, HI)                                                                         \
  WAVE(T, S, max, max, LO)
INTEGERS(int, i32, INT_MIN, INT_MAX)
INTEGERS(uint, u32, 0u, UINT_MAX)
INTEGERS(long, i64, LONG_MIN, LONG_MAX)
INTEGERS(ulong, u64, 0ul, ULONG_MAX)
#define FLOATS(T, S)                                                                               \
  WAVE(T, S, add, ADD, (T)0)                                                                       \
  WAVE(T, S, min, fmin, (T)INFINITY)                                                               \
  WAVE(T, S, max, fmax, (T) - INFINITY)
FLOATS(float, f32)
FLOATS(double, f64)
FLOATS(half, f16)

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Warp operations: votes, shuffles, matches, reductions, with and without a
// mask. Masks are 64 bits wide whatever the warp is; a 32-bit mask is taken too. A
// lane that is not named in the mask must not call, so the mask only matters where
// a result depends on it.
//
// HIP 6 declares the functions with a mask only on request, and no __syncwarp: programs may define them
// (macros.h says how).
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_WARP_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_WARP_H
#define HIP_INCLUDE_HIP_AMD_DETAIL_WARP_FUNCTIONS_H // the guard of AMD's header, which projects test

#include <hip/gohip_detail/macros.h>

extern "C" {
__device__ unsigned __gohip_lane() __attribute__((nothrow));
__device__ unsigned long long __gohip_ballot(int) __attribute__((convergent, nothrow));
__device__ unsigned long long __gohip_activemask() __attribute__((convergent, nothrow));
__device__ unsigned __gohip_shfl_u32(unsigned, unsigned) __attribute__((convergent, nothrow));
__device__ unsigned long long __gohip_shfl_u64(unsigned long long, unsigned)
    __attribute__((convergent, nothrow));
__device__ void __gohip_warp_barrier() __attribute__((convergent, nothrow));
}

__GOHIP_DI unsigned __lane_id() { return __gohip_lane(); }
__GOHIP_DI unsigned long long __lanemask_lt() { return (1ull << __gohip_lane()) - 1; }
__GOHIP_DI unsigned long long __lanemask_eq() { return 1ull << __gohip_lane(); }
template <typename... __Less> __GOHIP_DI unsigned long long __lanemask_le() {
  return (2ull << __gohip_lane()) - 1;
}
__GOHIP_DI unsigned long long __lanemask_gt() { return ~__lanemask_le(); }
template <typename... __Less> __GOHIP_DI unsigned long long __lanemask_ge() {
  return ~__lanemask_lt();
}
__GOHIP_DI unsigned __mbcnt(unsigned long long mask) {
  return (unsigned)__builtin_popcountll(mask & __lanemask_lt());
}

// How far a warp operation reaches, for the device link, which warns if that is a constant outside
// of the warp once loops are unrolled (passes/convergence). An annotation costs the optimiser
// nothing; this one annotates no variable.
#if defined(__AMDGCN__)
#define __GOHIP_REACH(LANES, WIDTH)
#else
extern "C" __device__ void __gohip_reach(const void *, const void *, const void *, unsigned,
                                         const void *)
#if defined(__NVPTX__)
    __asm__("llvm.var.annotation.p0.p0");
#else
    __asm__("llvm.var.annotation.p4.p4");
#endif
#define __GOHIP_REACH(LANES, WIDTH)                                                                \
  __gohip_reach(nullptr, nullptr, nullptr, (unsigned)(LANES) | (unsigned)(WIDTH) >> 1, nullptr)
#endif

#if defined(__NVPTX__)
#include <hip/gohip_detail/nvptx_warp.h>
#else

__GOHIP_DI unsigned long long __ballot(int p) { return __gohip_ballot(p != 0); }
__GOHIP_DI unsigned long long __ballot64(int p) { return __gohip_ballot(p != 0); }
__GOHIP_DI unsigned long long __activemask() { return __gohip_activemask(); }
__GOHIP_DI int __any(int p) { return __gohip_ballot(p != 0) != 0; }
__GOHIP_DI int __all(int p) { return __gohip_ballot(p == 0) == 0; }
template <typename __M, typename... __Less>
__GOHIP_DI unsigned long long __ballot_sync(__M mask, int p, __Less...) {
  return __gohip_ballot(p != 0) & (unsigned long long)mask;
}
template <typename __M, typename... __Less> __GOHIP_DI int __any_sync(__M mask, int p, __Less...) {
  return (__gohip_ballot(p != 0) & (unsigned long long)mask) != 0;
}
template <typename __M, typename... __Less> __GOHIP_DI int __all_sync(__M mask, int p, __Less...) {
  return (__gohip_ballot(p == 0) & (unsigned long long)mask) == 0;
}
template <typename... __Less> __GOHIP_DI void __syncwarp() { __gohip_warp_barrier(); }
template <typename __M, typename... __Less> __GOHIP_DI void __syncwarp(__M, __Less...) {
  __gohip_warp_barrier();
}

namespace gohip_detail {
// The value of lane `from`, for types of any size: words of 8 and 4 bytes, and what
// is left in one more word.
template <typename __T, bool __S4 = sizeof(__T) <= 4, bool __S8 = sizeof(__T) == 8> struct shuffle {
  static __device__ inline __T get(__T v, unsigned from) {
    unsigned w[(sizeof(__T) + 3) / 4] = {};
    __builtin_memcpy(w, &v, sizeof(__T));
#pragma unroll
    for (unsigned i = 0; i < sizeof(w) / 4; ++i) w[i] = __gohip_shfl_u32(w[i], from);
    __builtin_memcpy(&v, w, sizeof(__T));
    return v;
  }
};
template <typename __T> struct shuffle<__T, true, false> {
  static __GOHIP_DI __T get(__T v, unsigned from) {
    unsigned w = 0;
    __builtin_memcpy(&w, &v, sizeof(__T));
    w = __gohip_shfl_u32(w, from);
    __builtin_memcpy(&v, &w, sizeof(__T));
    return v;
  }
};
template <typename __T> struct shuffle<__T, false, true> {
  static __GOHIP_DI __T get(__T v, unsigned from) {
    unsigned long long w;
    __builtin_memcpy(&w, &v, 8);
    w = __gohip_shfl_u64(w, from);
    __builtin_memcpy(&v, &w, 8);
    return v;
  }
};
__GOHIP_DI int segment(int lane, int width) { return lane & ~(width - 1); }
} // namespace gohip_detail

// Within segments of `width` lanes (a power of two). A lane outside the segment
// leaves the value as it is, except with __shfl, which wraps around.
template <typename __T>
__GOHIP_DI __T __shfl(__GOHIP_MAYBE_UNDEF __T v, int from, int width = warpSize) {
  __GOHIP_REACH(from, width);
  int self = (int)__gohip_lane();
  return gohip_detail::shuffle<__T>::get(
      v, (unsigned)(gohip_detail::segment(self, width) + (from & (width - 1))));
}
template <typename __T>
__GOHIP_DI __T __shfl_up(__GOHIP_MAYBE_UNDEF __T v, unsigned delta, int width = warpSize) {
  __GOHIP_REACH(delta, width);
  int self = (int)__gohip_lane(), from = self - (int)delta;
  if (from < gohip_detail::segment(self, width)) from = self;
  return gohip_detail::shuffle<__T>::get(v, (unsigned)from);
}
template <typename __T>
__GOHIP_DI __T __shfl_down(__GOHIP_MAYBE_UNDEF __T v, unsigned delta, int width = warpSize) {
  __GOHIP_REACH(delta, width);
  int self = (int)__gohip_lane(), from = self + (int)delta;
  if ((self & (width - 1)) + (int)delta >= width) from = self;
  return gohip_detail::shuffle<__T>::get(v, (unsigned)from);
}
template <typename __T>
__GOHIP_DI __T __shfl_xor(__GOHIP_MAYBE_UNDEF __T v, int mask, int width = warpSize) {
  __GOHIP_REACH(mask, width);
  int self = (int)__gohip_lane(), from = self ^ mask;
  if (from >= gohip_detail::segment(self, width) + width) from = self;
  return gohip_detail::shuffle<__T>::get(v, (unsigned)from);
}
template <typename __M, typename __T, typename... __Less>
__GOHIP_DI __T __shfl_sync(__M, __GOHIP_MAYBE_UNDEF __T v, int from, int width = warpSize,
                           __Less...) {
  return __shfl(v, from, width);
}
template <typename __M, typename __T, typename... __Less>
__GOHIP_DI __T __shfl_up_sync(__M, __GOHIP_MAYBE_UNDEF __T v, unsigned delta, int width = warpSize,
                              __Less...) {
  return __shfl_up(v, delta, width);
}
template <typename __M, typename __T, typename... __Less>
__GOHIP_DI __T __shfl_down_sync(__M, __GOHIP_MAYBE_UNDEF __T v, unsigned delta,
                                int width = warpSize, __Less...) {
  return __shfl_down(v, delta, width);
}
template <typename __M, typename __T, typename... __Less>
__GOHIP_DI __T __shfl_xor_sync(__M, __GOHIP_MAYBE_UNDEF __T v, int mask, int width = warpSize,
                               __Less...) {
  return __shfl_xor(v, mask, width);
}

// Which lanes of the mask hold the same value; whether all do.
template <typename __M, typename __T, typename... __Less>
__device__ inline unsigned long long __match_any_sync(__M mask, __T v, __Less...) {
  unsigned long long same = 0;
  for (int i = 0; i < warpSize; ++i)
    if (__shfl(v, i) == v) same |= 1ull << i;
  return same & (unsigned long long)mask;
}
template <typename __M, typename __T, typename... __Less>
__device__ inline unsigned long long __match_all_sync(__M mask, __T v, int *pred, __Less...) {
  int first = __builtin_ffsll((long long)mask) - 1;
  bool same = __all_sync(mask, __shfl(v, first < 0 ? 0 : first) == v);
  *pred = same;
  return same ? (unsigned long long)mask : 0;
}
template <typename __T> __device__ inline unsigned long long __match_any(__T v) {
  return __match_any_sync(__activemask(), v);
}
template <typename __T> __device__ inline unsigned long long __match_all(__T v, int *pred) {
  return __match_all_sync(__activemask(), v, pred);
}

// Reductions over the lanes of the mask.
#define __GOHIP_REDUCE(NAME, EXPR)                                                                 \
  template <typename __M, typename __T, typename... __Less>                                        \
  __device__ inline __T __reduce_##NAME##_sync(__M mask, __T v, __Less...) {                       \
    __T a = __T();                                                                                 \
    bool first = true;                                                                             \
    for (int i = 0; i < warpSize; ++i) {                                                           \
      __T b = __shfl(v, i);                                                                        \
      if (((unsigned long long)mask >> i) & 1) {                                                   \
        a = first ? b : (EXPR);                                                                    \
        first = false;                                                                             \
      }                                                                                            \
    }                                                                                              \
    return a;                                                                                      \
  }
__GOHIP_REDUCE(add, a + b)
__GOHIP_REDUCE(min, b < a ? b : a)
__GOHIP_REDUCE(max, a < b ? b : a)
__GOHIP_REDUCE(and, a &b)
__GOHIP_REDUCE(or, a | b)
__GOHIP_REDUCE(xor, a ^ b)
#undef __GOHIP_REDUCE
#endif

// AMD's own cross-lane reads: the lane is a byte address, four bytes per lane.
__GOHIP_DI unsigned __hip_ds_bpermute(int at, __GOHIP_MAYBE_UNDEF unsigned v) {
  return __gohip_shfl_u32(v, ((unsigned)at >> 2) & (unsigned)(warpSize - 1));
}
__GOHIP_DI float __hip_ds_bpermutef(int at, __GOHIP_MAYBE_UNDEF float v) {
  return __builtin_bit_cast(float, __hip_ds_bpermute(at, __builtin_bit_cast(unsigned, v)));
}
// The same, to a lane; where nobody writes, zero arrives.
__device__ inline unsigned __hip_ds_permute(int to, __GOHIP_MAYBE_UNDEF unsigned v) {
  unsigned got = 0, lane = __lane_id();
  for (int i = 0; i < warpSize; ++i) {
    unsigned target = (__gohip_shfl_u32((unsigned)to, i) >> 2) & (unsigned)(warpSize - 1);
    unsigned sent = __gohip_shfl_u32(v, i);
    if (target == lane) got = sent;
  }
  return got;
}
__GOHIP_DI float __hip_ds_permutef(int to, __GOHIP_MAYBE_UNDEF float v) {
  return __builtin_bit_cast(float, __hip_ds_permute(to, __builtin_bit_cast(unsigned, v)));
}
// ds_swizzle: a permutation of every four lanes, or bits of the lane's number that are kept,
// set and flipped, of 32 lanes.
__GOHIP_DI int __gohip_swizzle(__GOHIP_MAYBE_UNDEF int v, int pattern) {
  int lane = (int)__lane_id();
  int from = pattern & 0x8000 ? (lane & ~3) | ((pattern >> (lane & 3) * 2) & 3)
                              : (lane & ~31) | ((((lane & 31) & pattern) | ((pattern >> 5) & 31)) ^
                                                ((pattern >> 10) & 31));
  return (int)__gohip_shfl_u32((unsigned)v, from);
}
// Data-parallel primitives: where the lane reads, by LLVM's DPP control values; what is not
// written has the old value.
__device__ inline int __gohip_dpp(__GOHIP_MAYBE_UNDEF int old, __GOHIP_MAYBE_UNDEF int v, int ctrl,
                                  int rows, int banks, bool bound) {
  int lane = (int)__lane_id(), row = lane & ~15, at = lane & 15, last = warpSize - 1, from = lane;
  bool there = true;
  if (ctrl < 0x100) {
    from = (lane & ~3) | ((ctrl >> (lane & 3) * 2) & 3);
  } else if (ctrl < 0x130) {
    int n = ctrl & 15, kind = ctrl >> 4 & 3; // shift left, shift right, rotate right
    from = kind == 0 ? at + n : at - n;
    there = kind == 2 || (from >= 0 && from < 16);
    from = row | (from & 15);
  } else {
    switch (ctrl) {
    case 0x130: // wave_shl
    case 0x134: // wave_rol
      there = ctrl == 0x134 || lane < last;
      from = (lane + 1) & last;
      break;
    case 0x138: // wave_shr
    case 0x13c: // wave_ror
      there = ctrl == 0x13c || lane > 0;
      from = (lane - 1) & last;
      break;
    case 0x140: // row_mirror
      from = row | (15 - at);
      break;
    case 0x141: // row_half_mirror
      from = lane ^ 7;
      break;
    case 0x142: // row_bcast15
      there = row > 0;
      from = (row - 1) & last;
      break;
    case 0x143: // row_bcast31
      there = lane > 31;
      from = 31;
      break;
    }
  }
  int got = (int)__gohip_shfl_u32((unsigned)v, from);
  if (!(rows >> (lane >> 4) & 1) || !(banks >> (at >> 2) & 1)) return old;
  return there ? got : bound ? 0 : old;
}
template <int __P> __GOHIP_DI int __hip_ds_swizzle_N(__GOHIP_MAYBE_UNDEF int v) {
  return __gohip_swizzle(v, __P);
}
template <int __P> __GOHIP_DI float __hip_ds_swizzlef_N(__GOHIP_MAYBE_UNDEF float v) {
  return __builtin_bit_cast(float, __gohip_swizzle(__builtin_bit_cast(int, v), __P));
}
template <int __C, int __R, int __B, bool __Z>
__GOHIP_DI int __hip_move_dpp_N(__GOHIP_MAYBE_UNDEF int v) {
  return __gohip_dpp(v, v, __C, __R, __B, __Z);
}
#define __hip_ds_swizzle(v, pattern) __hip_ds_swizzle_N<(pattern)>((v))
#define __hip_ds_swizzlef(v, pattern) __hip_ds_swizzlef_N<(pattern)>((v))
#define __hip_move_dpp(v, ctrl, rows, banks, bound)                                                \
  __hip_move_dpp_N<(ctrl), (rows), (banks), (bound)>((v))
// The value of the first lane that is here, and of one lane, for all.
__GOHIP_DI int __gohip_first_lane(int v) {
  return (int)__gohip_shfl_u32((unsigned)v, __builtin_ctzll(__activemask()));
}

#endif

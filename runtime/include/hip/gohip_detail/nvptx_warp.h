// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The warp operations on NVIDIA, where each is an instruction that names the
// lanes taking part. Threads of a warp may be at different places there, so a mask
// that the program gives is the one that counts; functions without a mask mean the
// lanes that are active.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_NVPTX_WARP_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_NVPTX_WARP_H

#include <hip/gohip_detail/macros.h>

template <typename __M, typename... __Less>
__GOHIP_DI unsigned long long __ballot_sync(__M mask, int p, __Less...) {
  return (unsigned)__nvvm_vote_ballot_sync((unsigned)mask, p != 0);
}
template <typename __M, typename... __Less> __GOHIP_DI int __any_sync(__M mask, int p, __Less...) {
  return __nvvm_vote_any_sync((unsigned)mask, p != 0);
}
template <typename __M, typename... __Less> __GOHIP_DI int __all_sync(__M mask, int p, __Less...) {
  return __nvvm_vote_all_sync((unsigned)mask, p != 0);
}
__GOHIP_DI unsigned long long __activemask() { return (unsigned)__nvvm_activemask(); }
__GOHIP_DI unsigned long long __ballot(int p) { return __ballot_sync(__activemask(), p); }
__GOHIP_DI unsigned long long __ballot64(int p) { return __ballot_sync(__activemask(), p); }
__GOHIP_DI int __any(int p) { return __any_sync(__activemask(), p); }
__GOHIP_DI int __all(int p) { return __all_sync(__activemask(), p); }
template <typename... __Less> __GOHIP_DI void __syncwarp() { __nvvm_bar_warp_sync(0xffffffffu); }
template <typename __M, typename... __Less> __GOHIP_DI void __syncwarp(__M mask, __Less...) {
  __nvvm_bar_warp_sync((unsigned)mask);
}

// One shuffle instruction moves a word; C is its clamp and segment mask (PTX ISA,
// "shfl.sync").
#define __GOHIP_SHUFFLE(NAME, MODE, FROM, C)                                                       \
  template <typename __M, typename __T, typename... __Less>                                        \
  __GOHIP_DI __T NAME##_sync(__M mask, __GOHIP_MAYBE_UNDEF __T v, FROM from, int width = warpSize, \
                             __Less...) {                                                          \
    __GOHIP_REACH(from, width);                                                                    \
    int w[(sizeof(__T) + 3) / 4] = {};                                                             \
    __builtin_memcpy(w, &v, sizeof(__T));                                                          \
    _Pragma("unroll") for (unsigned i = 0; i < sizeof(w) / 4; ++i) w[i] =                          \
        __nvvm_shfl_sync_##MODE##_i32((unsigned)mask, w[i], (int)from, C);                         \
    __builtin_memcpy(&v, w, sizeof(__T));                                                          \
    return v;                                                                                      \
  }                                                                                                \
  template <typename __T>                                                                          \
  __GOHIP_DI __T NAME(__GOHIP_MAYBE_UNDEF __T v, FROM from, int width = warpSize) {                \
    return NAME##_sync(__activemask(), v, from, width);                                            \
  }
__GOHIP_SHUFFLE(__shfl, idx, int, (32 - width) << 8 | 31)
__GOHIP_SHUFFLE(__shfl_up, up, unsigned, (32 - width) << 8)
__GOHIP_SHUFFLE(__shfl_down, down, unsigned, (32 - width) << 8 | 31)
__GOHIP_SHUFFLE(__shfl_xor, bfly, int, (32 - width) << 8 | 31)
#undef __GOHIP_SHUFFLE

// Which lanes of the mask hold the same value; whether all do.
template <typename __M, typename __T, typename... __Less>
__GOHIP_DI unsigned long long __match_any_sync(__M mask, __T v, __Less...) {
  static_assert(sizeof(__T) == 4 || sizeof(__T) == 8, "a value of 4 or 8 bytes");
  if constexpr (sizeof(__T) == 4)
    return (unsigned)__nvvm_match_any_sync_i32((unsigned)mask, __builtin_bit_cast(unsigned, v));
  else
    return (unsigned)__nvvm_match_any_sync_i64((unsigned)mask, __builtin_bit_cast(long long, v));
}
template <typename __M, typename __T, typename... __Less>
__GOHIP_DI unsigned long long __match_all_sync(__M mask, __T v, int *pred, __Less...) {
  static_assert(sizeof(__T) == 4 || sizeof(__T) == 8, "a value of 4 or 8 bytes");
  if constexpr (sizeof(__T) == 4)
    return (unsigned)__nvvm_match_all_sync_i32p((unsigned)mask, __builtin_bit_cast(unsigned, v),
                                                pred);
  else
    return (unsigned)__nvvm_match_all_sync_i64p((unsigned)mask, __builtin_bit_cast(long long, v),
                                                pred);
}
template <typename __T> __GOHIP_DI unsigned long long __match_any(__T v) {
  return __match_any_sync(__activemask(), v);
}
template <typename __T> __GOHIP_DI unsigned long long __match_all(__T v, int *pred) {
  return __match_all_sync(__activemask(), v, pred);
}

// Reductions over the lanes of the mask: an instruction for 32-bit integers from
// sm_80 on, else one step for each lane that is named.
#if __GOHIP_SM >= 800
#define __GOHIP_REDUX(OP, SIGNED, UNSIGNED)                                                        \
  if constexpr (__is_integral(__T) && sizeof(__T) == 4) {                                          \
    if constexpr (__T(-1) < __T(0))                                                                \
      return (__T)__nvvm_redux_sync_##SIGNED((int)v, (int)mask);                                   \
    else                                                                                           \
      return (__T)__nvvm_redux_sync_##UNSIGNED((int)v, (int)mask);                                 \
  }
#else
#define __GOHIP_REDUX(OP, SIGNED, UNSIGNED)
#endif
#define __GOHIP_REDUCE(NAME, EXPR, SIGNED, UNSIGNED)                                               \
  template <typename __M, typename __T, typename... __Less>                                        \
  __device__ inline __T __reduce_##NAME##_sync(__M mask, __T v, __Less...) {                       \
    __GOHIP_REDUX(NAME, SIGNED, UNSIGNED)                                                          \
    unsigned left = (unsigned)mask;                                                                \
    __T a = __shfl_sync(mask, v, __builtin_ctz(left));                                             \
    while (left &= left - 1) {                                                                     \
      __T b = __shfl_sync(mask, v, __builtin_ctz(left));                                           \
      a = (EXPR);                                                                                  \
    }                                                                                              \
    return a;                                                                                      \
  }
__GOHIP_REDUCE(add, a + b, add, add)
__GOHIP_REDUCE(min, b < a ? b : a, min, umin)
__GOHIP_REDUCE(max, a < b ? b : a, max, umax)
__GOHIP_REDUCE(and, a &b, and, and)
__GOHIP_REDUCE(or, a | b, or, or)
__GOHIP_REDUCE(xor, a ^ b, xor, xor)
#undef __GOHIP_REDUCE
#undef __GOHIP_REDUX

#endif

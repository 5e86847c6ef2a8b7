// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Atomic functions: device scope as they are, system scope with _system, block
// scope with _block. Integers use the device's instructions. Floating point and the
// wrapping increments are loops of compare-and-swap where the target's compiler has
// no instruction for them.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_ATOMICS_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_ATOMICS_H

#include <hip/gohip_detail/macros.h>

namespace gohip_detail {
template <unsigned __S> struct word;
template <> struct word<4> {
  typedef unsigned type;
};
template <> struct word<8> {
  typedef unsigned long long type;
};
// Replaces *p by f(*p, v) and returns the old value. The bits are compared, so
// that NaN and -0 make progress. A function that often keeps the value, as a maximum of many numbers
// does, does not store it again: lanes would wait for each other's stores.
template <int __S, typename __F, typename __T> __device__ inline __T swap_loop(__T *p, __T v) {
  typedef typename word<sizeof(__T)>::type bits;
  bits *q = (bits *)p;
  bits old = __hip_atomic_load(q, __ATOMIC_RELAXED, __S);
  for (;;) {
    __T now = __builtin_bit_cast(__T, old);
    bits next = __builtin_bit_cast(bits, __F::apply(now, v));
    if (__F::keeps && next == old) return now;
    if (__hip_atomic_compare_exchange_strong(q, &old, next, __ATOMIC_RELAXED, __ATOMIC_RELAXED,
                                             __S))
      return now;
  }
}
struct add {
  static constexpr bool keeps = false;
  template <typename __T> static __GOHIP_DI __T apply(__T a, __T b) { return a + b; }
};
struct least {
  static constexpr bool keeps = true;
  template <typename __T> static __GOHIP_DI __T apply(__T a, __T b) { return b < a ? b : a; }
};
struct most {
  static constexpr bool keeps = true;
  template <typename __T> static __GOHIP_DI __T apply(__T a, __T b) { return a < b ? b : a; }
};
struct increment {
  static constexpr bool keeps = false;
  static __GOHIP_DI unsigned apply(unsigned a, unsigned b) { return a >= b ? 0 : a + 1; }
};
struct decrement {
  static constexpr bool keeps = false;
  static __GOHIP_DI unsigned apply(unsigned a, unsigned b) { return a == 0 || a > b ? b : a - 1; }
};
} // namespace gohip_detail

// One scope's functions of one integer type. AMD has few of long long, and before ROCm 7 none of unsigned short, and
// programs (CuPy) define the others: ours are templates, beside which a function of the same parameters may stand, and
// before which it goes.
#define __GOHIP_ATOMIC(KIND, NAME, BUILTIN, TYPE, SUFFIX, SCOPE)                                   \
  KIND __GOHIP_DI TYPE atomic##NAME##SUFFIX(TYPE *p, TYPE v) {                                     \
    return __hip_atomic_##BUILTIN(p, v, __ATOMIC_RELAXED, SCOPE);                                  \
  }
#define __GOHIP_INTEGER_CAS(KIND, TYPE, SUFFIX, SCOPE)                                             \
  KIND __GOHIP_DI TYPE atomicCAS##SUFFIX(TYPE *p, TYPE compare, TYPE v) {                          \
    __hip_atomic_compare_exchange_strong(p, &compare, v, __ATOMIC_RELAXED, __ATOMIC_RELAXED,       \
                                         SCOPE);                                                   \
    return compare;                                                                                \
  }
#define __GOHIP_INTEGER_ATOMICS(KIND, TYPE, SUFFIX, SCOPE)                                         \
  __GOHIP_ATOMIC(KIND, Add, fetch_add, TYPE, SUFFIX, SCOPE)                                        \
  __GOHIP_ATOMIC(KIND, Sub, fetch_sub, TYPE, SUFFIX, SCOPE)                                        \
  __GOHIP_ATOMIC(KIND, Exch, exchange, TYPE, SUFFIX, SCOPE)                                        \
  __GOHIP_ATOMIC(KIND, Min, fetch_min, TYPE, SUFFIX, SCOPE)                                        \
  __GOHIP_ATOMIC(KIND, Max, fetch_max, TYPE, SUFFIX, SCOPE)                                        \
  __GOHIP_ATOMIC(KIND, And, fetch_and, TYPE, SUFFIX, SCOPE)                                        \
  __GOHIP_ATOMIC(KIND, Or, fetch_or, TYPE, SUFFIX, SCOPE)                                          \
  __GOHIP_ATOMIC(KIND, Xor, fetch_xor, TYPE, SUFFIX, SCOPE)                                        \
  __GOHIP_INTEGER_CAS(KIND, TYPE, SUFFIX, SCOPE)
// What is made of an addition and of the functions of integers.
#define __GOHIP_REAL_ATOMICS_BUT_ADD(TYPE, SUFFIX, SCOPE)                                          \
  __GOHIP_DI TYPE atomicSub##SUFFIX(TYPE *p, TYPE v) { return atomicAdd##SUFFIX(p, -v); }          \
  __GOHIP_DI TYPE atomicMin##SUFFIX(TYPE *p, TYPE v) {                                             \
    return gohip_detail::swap_loop<SCOPE, gohip_detail::least>(p, v);                              \
  }                                                                                                \
  __GOHIP_DI TYPE atomicMax##SUFFIX(TYPE *p, TYPE v) {                                             \
    return gohip_detail::swap_loop<SCOPE, gohip_detail::most>(p, v);                               \
  }                                                                                                \
  __GOHIP_DI TYPE atomicExch##SUFFIX(TYPE *p, TYPE v) {                                            \
    typedef gohip_detail::word<sizeof(TYPE)>::type bits;                                           \
    return __builtin_bit_cast(TYPE, atomicExch##SUFFIX((bits *)p, __builtin_bit_cast(bits, v)));   \
  }                                                                                                \
  __GOHIP_DI TYPE atomicCAS##SUFFIX(TYPE *p, TYPE compare, TYPE v) {                               \
    typedef gohip_detail::word<sizeof(TYPE)>::type bits;                                           \
    return __builtin_bit_cast(TYPE,                                                                \
                              atomicCAS##SUFFIX((bits *)p, __builtin_bit_cast(bits, compare),      \
                                                __builtin_bit_cast(bits, v)));                     \
  }
#define __GOHIP_REAL_ATOMICS(TYPE, SUFFIX, SCOPE)                                                  \
  __GOHIP_DI TYPE atomicAdd##SUFFIX(TYPE *p, TYPE v) { return __GOHIP_FADD(TYPE, p, v, SCOPE); }   \
  __GOHIP_REAL_ATOMICS_BUT_ADD(TYPE, SUFFIX, SCOPE)
#if defined(__AMDGCN__) || defined(__NVPTX__)
#define __GOHIP_FADD(TYPE, P, V, SCOPE) __hip_atomic_fetch_add(P, V, __ATOMIC_RELAXED, SCOPE)
#else
#define __GOHIP_FADD(TYPE, P, V, SCOPE) gohip_detail::swap_loop<SCOPE, gohip_detail::add>(P, V)
#endif

#define __GOHIP_ATOMICS(SUFFIX, SCOPE)                                                             \
  __GOHIP_INTEGER_ATOMICS(, int, SUFFIX, SCOPE)                                                    \
  __GOHIP_INTEGER_ATOMICS(, unsigned, SUFFIX, SCOPE)                                               \
  __GOHIP_INTEGER_ATOMICS(, unsigned long long, SUFFIX, SCOPE)                                     \
  __GOHIP_INTEGER_ATOMICS(, unsigned long, SUFFIX, SCOPE)                                          \
  __GOHIP_INTEGER_ATOMICS(template <typename = void>, long long, SUFFIX, SCOPE)                    \
  __GOHIP_INTEGER_CAS(template <typename = void>, unsigned short, SUFFIX, SCOPE)                   \
  __GOHIP_REAL_ATOMICS(float, SUFFIX, SCOPE)                                                       \
  __GOHIP_REAL_ATOMICS(double, SUFFIX, SCOPE)                                                      \
  __GOHIP_WRAPPING_ATOMICS(SUFFIX, SCOPE)
#if !defined(__NVPTX__)
#define __GOHIP_WRAPPING_ATOMICS(SUFFIX, SCOPE)                                                    \
  __GOHIP_DI unsigned atomicInc##SUFFIX(unsigned *p, unsigned v) {                                 \
    return gohip_detail::swap_loop<SCOPE, gohip_detail::increment>(p, v);                          \
  }                                                                                                \
  __GOHIP_DI unsigned atomicDec##SUFFIX(unsigned *p, unsigned v) {                                 \
    return gohip_detail::swap_loop<SCOPE, gohip_detail::decrement>(p, v);                          \
  }
#else
#define __GOHIP_WRAPPING_ATOMICS(SUFFIX, SCOPE)
#endif
// AMD has no functions with _block. A program that therefore makes macros of their names has none of ours.
#if !defined(atomicAdd_block) && !defined(atomicSub_block) && !defined(atomicExch_block) &&        \
    !defined(atomicMin_block) && !defined(atomicMax_block) && !defined(atomicAnd_block) &&         \
    !defined(atomicOr_block) && !defined(atomicXor_block) && !defined(atomicCAS_block) &&          \
    !defined(atomicInc_block) && !defined(atomicDec_block)
#define __GOHIP_BLOCK_ATOMICS
#endif
__GOHIP_ATOMICS(, __HIP_MEMORY_SCOPE_AGENT)
#if defined(__NVPTX__)
#include <hip/gohip_detail/nvptx_intrinsics.h>
#else
__GOHIP_ATOMICS(_system, __HIP_MEMORY_SCOPE_SYSTEM)
#if defined(__GOHIP_BLOCK_ATOMICS)
__GOHIP_ATOMICS(_block, __HIP_MEMORY_SCOPE_WORKGROUP)
#endif
#endif
#undef __GOHIP_BLOCK_ATOMICS
#undef __GOHIP_WRAPPING_ATOMICS
#undef __GOHIP_ATOMICS
#undef __GOHIP_REAL_ATOMICS
#undef __GOHIP_REAL_ATOMICS_BUT_ADD
#undef __GOHIP_INTEGER_ATOMICS
#undef __GOHIP_INTEGER_CAS
#undef __GOHIP_ATOMIC

// An argument of another type is converted to what the address points at, as with
// ordinary functions: atomicAdd(&u64, 1).
__GOHIP_DI void atomicAddNoRet(float *p, float v) { atomicAdd(p, v); }

// Forms that say how floating point may be done.
__GOHIP_DI float unsafeAtomicAdd(float *p, float v) { return atomicAdd(p, v); }
__GOHIP_DI double unsafeAtomicAdd(double *p, double v) { return atomicAdd(p, v); }
__GOHIP_DI float unsafeAtomicMax(float *p, float v) { return atomicMax(p, v); }
__GOHIP_DI double unsafeAtomicMax(double *p, double v) { return atomicMax(p, v); }
__GOHIP_DI float unsafeAtomicMin(float *p, float v) { return atomicMin(p, v); }
__GOHIP_DI double unsafeAtomicMin(double *p, double v) { return atomicMin(p, v); }
__GOHIP_DI float safeAtomicAdd(float *p, float v) { return atomicAdd(p, v); }
__GOHIP_DI double safeAtomicAdd(double *p, double v) { return atomicAdd(p, v); }
__GOHIP_DI float safeAtomicMax(float *p, float v) { return atomicMax(p, v); }
__GOHIP_DI double safeAtomicMax(double *p, double v) { return atomicMax(p, v); }
__GOHIP_DI float safeAtomicMin(float *p, float v) { return atomicMin(p, v); }
__GOHIP_DI double safeAtomicMin(double *p, double v) { return atomicMin(p, v); }

#endif

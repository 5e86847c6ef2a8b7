// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What NVIDIA has instructions for and other targets compute: bytes of a word,
// funnel shifts, dot products, read-only loads, approximate division, counters that
// wrap, and atomics that other devices and the host see.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_NVPTX_INTRINSICS_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_NVPTX_INTRINSICS_H

#include <hip/gohip_detail/macros.h>

__GOHIP_DI unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  return __nvvm_prmt(x, y, s & 0x7777);
}
#define __GOHIP_FUNNEL(NAME, INSTRUCTION)                                                          \
  __GOHIP_DI unsigned NAME(unsigned lo, unsigned hi, unsigned n) {                                 \
    unsigned r;                                                                                    \
    __asm__(INSTRUCTION " %0, %1, %2, %3;" : "=r"(r) : "r"(lo), "r"(hi), "r"(n));                  \
    return r;                                                                                      \
  }
__GOHIP_FUNNEL(__funnelshift_l, "shf.l.wrap.b32")
__GOHIP_FUNNEL(__funnelshift_lc, "shf.l.clamp.b32")
__GOHIP_FUNNEL(__funnelshift_r, "shf.r.wrap.b32")
__GOHIP_FUNNEL(__funnelshift_rc, "shf.r.clamp.b32")
#undef __GOHIP_FUNNEL
template <typename... __Less> __GOHIP_DI int __dp4a(int a, int b, int c, __Less...) {
  int r;
  __asm__("dp4a.s32.s32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
template <typename... __Less>
__GOHIP_DI unsigned __dp4a(unsigned a, unsigned b, unsigned c, __Less...) {
  unsigned r;
  __asm__("dp4a.u32.u32 %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
  return r;
}
__GOHIP_DI float __fdividef(float x, float y) { return __nvvm_div_approx_f(x, y); }
__GOHIP_DI float __saturatef(float x) { return __nvvm_saturate_f(x); }

// Through the read-only cache: nobody writes the memory while the kernel runs.
template <typename __T> __GOHIP_DI __T __ldg(const __T *p) {
  if constexpr (sizeof(__T) == 1) {
    return __builtin_bit_cast(__T, __nvvm_ldg_c((const char *)p));
  } else if constexpr (sizeof(__T) == 2) {
    return __builtin_bit_cast(__T, __nvvm_ldg_s((const short *)p));
  } else if constexpr (sizeof(__T) == 4 && alignof(__T) >= 4) {
    return __builtin_bit_cast(__T, __nvvm_ldg_i((const int *)p));
  } else if constexpr (sizeof(__T) == 8 && alignof(__T) >= 8) {
    return __builtin_bit_cast(__T, __nvvm_ldg_ll((const long long *)p));
  } else if constexpr (sizeof(__T) == 16 && alignof(__T) >= 16) {
    typedef int int4_t __attribute__((ext_vector_type(4)));
    return __builtin_bit_cast(__T, __nvvm_ldg_i4((const int4_t *)p));
  } else {
    return *p;
  }
}

__GOHIP_DI unsigned atomicInc(unsigned *p, unsigned v) { return __nvvm_atom_inc_gen_ui(p, v); }
__GOHIP_DI unsigned atomicDec(unsigned *p, unsigned v) { return __nvvm_atom_dec_gen_ui(p, v); }

// LLVM gives every read-modify-write the device's scope, so those of the system
// and of the block are written out.
#define __GOHIP_SCOPED(NAME, OP, TYPE, C, SUFFIX, SCOPE)                                           \
  __GOHIP_DI TYPE atomic##NAME##SUFFIX(TYPE *p, TYPE v) {                                          \
    TYPE r;                                                                                        \
    __asm__ __volatile__("atom." SCOPE "." OP " %0, [%1], %2;"                                     \
                         : "=" C(r)                                                                \
                         : "l"(p), C(v)                                                            \
                         : "memory");                                                              \
    return r;                                                                                      \
  }
#define __GOHIP_SCOPED_CAS(KIND, TYPE, BITS, C, SUFFIX, SCOPE)                                     \
  KIND __GOHIP_DI TYPE atomicCAS##SUFFIX(TYPE *p, TYPE compare, TYPE v) {                          \
    TYPE r;                                                                                        \
    __asm__ __volatile__("atom." SCOPE ".cas.b" BITS " %0, [%1], %2, %3;"                          \
                         : "=" C(r)                                                                \
                         : "l"(p), C(compare), C(v)                                                \
                         : "memory");                                                              \
    return r;                                                                                      \
  }
#define __GOHIP_SCOPED_INTEGER(TYPE, BITS, SIGN, C, SUFFIX, SCOPE)                                 \
  __GOHIP_SCOPED(Exch, "exch.b" BITS, TYPE, C, SUFFIX, SCOPE)                                      \
  __GOHIP_SCOPED(Min, "min." SIGN BITS, TYPE, C, SUFFIX, SCOPE)                                    \
  __GOHIP_SCOPED(Max, "max." SIGN BITS, TYPE, C, SUFFIX, SCOPE)                                    \
  __GOHIP_SCOPED(And, "and.b" BITS, TYPE, C, SUFFIX, SCOPE)                                        \
  __GOHIP_SCOPED(Or, "or.b" BITS, TYPE, C, SUFFIX, SCOPE)                                          \
  __GOHIP_SCOPED(Xor, "xor.b" BITS, TYPE, C, SUFFIX, SCOPE)                                        \
  __GOHIP_SCOPED(Add, "add.u" BITS, TYPE, C, SUFFIX, SCOPE)                                        \
  __GOHIP_DI TYPE atomicSub##SUFFIX(TYPE *p, TYPE v) {                                             \
    return atomicAdd##SUFFIX(p, (TYPE)(0 - v));                                                    \
  }                                                                                                \
  __GOHIP_SCOPED_CAS(, TYPE, BITS, C, SUFFIX, SCOPE)
#define __GOHIP_SCOPED_ALL(SUFFIX, SCOPE)                                                          \
  __GOHIP_SCOPED_INTEGER(int, "32", "s", "r", SUFFIX, SCOPE)                                       \
  __GOHIP_SCOPED_INTEGER(unsigned, "32", "u", "r", SUFFIX, SCOPE)                                  \
  __GOHIP_SCOPED_INTEGER(long long, "64", "s", "l", SUFFIX, SCOPE)                                 \
  __GOHIP_SCOPED_INTEGER(unsigned long long, "64", "u", "l", SUFFIX, SCOPE)                        \
  __GOHIP_SCOPED_INTEGER(unsigned long, "64", "u", "l", SUFFIX, SCOPE)                             \
  __GOHIP_SCOPED_CAS(template <typename = void>, unsigned short, "16", "h", SUFFIX, SCOPE)         \
  __GOHIP_SCOPED(Add, "add.f32", float, "f", SUFFIX, SCOPE)                                        \
  __GOHIP_SCOPED(Add, "add.f64", double, "d", SUFFIX, SCOPE)                                       \
  __GOHIP_SCOPED(Inc, "inc.u32", unsigned, "r", SUFFIX, SCOPE)                                     \
  __GOHIP_SCOPED(Dec, "dec.u32", unsigned, "r", SUFFIX, SCOPE)                                     \
  __GOHIP_REAL_ATOMICS_BUT_ADD(float, SUFFIX, __HIP_MEMORY_SCOPE_SYSTEM)                           \
  __GOHIP_REAL_ATOMICS_BUT_ADD(double, SUFFIX, __HIP_MEMORY_SCOPE_SYSTEM)
__GOHIP_SCOPED_ALL(_system, "sys")
#if defined(__GOHIP_BLOCK_ATOMICS)
__GOHIP_SCOPED_ALL(_block, "cta")
#endif
#undef __GOHIP_SCOPED_ALL
#undef __GOHIP_SCOPED_INTEGER
#undef __GOHIP_SCOPED_CAS
#undef __GOHIP_SCOPED

#endif

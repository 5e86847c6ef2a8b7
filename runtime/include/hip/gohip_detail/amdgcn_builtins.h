// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Builtins of clang's AMD target that programs call by name although they mean something on
// every device (BuiltinsAMDGPU.td; the instructions are in AMD's ISA documents). They are
// functions with C linkage, so that programs may qualify and redeclare them; those that take
// values of any type are overloaded. A host compile knows the builtins if its first device
// target is AMD's; it never runs them.
#ifndef HIP_INCLUDE_HIP_GOHIP_DETAIL_AMDGCN_BUILTINS_H
#define HIP_INCLUDE_HIP_GOHIP_DETAIL_AMDGCN_BUILTINS_H

#if !defined(__AMDGCN__) && !__has_builtin(__builtin_amdgcn_mbcnt_lo)

#include <hip/gohip_detail/fp8.h>

__GOHIP_DI unsigned __smid();

extern "C" {
// Hints to the scheduler and waits for counters: the devices here need none of them.
__GOHIP_DI void __builtin_amdgcn_s_sleep(int) {}
__GOHIP_DI void __builtin_amdgcn_s_setprio(short) {}
__GOHIP_DI void __builtin_amdgcn_s_waitcnt(int) {}
__GOHIP_DI void __builtin_amdgcn_sched_barrier(int) {}
__GOHIP_DI void __builtin_amdgcn_sched_group_barrier(int, int, int) {}
__GOHIP_DI void __builtin_amdgcn_iglp_opt(int) {}

// How many of the lanes in a mask come before the calling one, added to a number: of the
// lower 32 lanes, and of the upper if a warp has 64.
__GOHIP_DI unsigned __builtin_amdgcn_mbcnt_lo(unsigned mask, unsigned n) {
  return __mbcnt(mask) + n;
}
__GOHIP_DI unsigned __builtin_amdgcn_mbcnt_hi(unsigned mask, unsigned n) {
  return warpSize == 64 ? __mbcnt((unsigned long long)mask << 32) + n : n;
}

// Where a work-item is, barriers, clocks.
#define __GOHIP_WHERE(D)                                                                           \
  __GOHIP_DI unsigned __builtin_amdgcn_workitem_id_##D() { return threadIdx.D; }                   \
  __GOHIP_DI unsigned __builtin_amdgcn_workgroup_id_##D() { return blockIdx.D; }                   \
  __GOHIP_DI unsigned short __builtin_amdgcn_workgroup_size_##D() {                                \
    return (unsigned short)blockDim.D;                                                             \
  }                                                                                                \
  __GOHIP_DI unsigned __builtin_amdgcn_grid_size_##D() { return gridDim.D * blockDim.D; }
__GOHIP_WHERE(x)
__GOHIP_WHERE(y)
__GOHIP_WHERE(z)
#undef __GOHIP_WHERE
__GOHIP_DI unsigned __builtin_amdgcn_wavefrontsize() { return (unsigned)warpSize; }
__GOHIP_DI void __builtin_amdgcn_s_barrier() { __syncthreads(); }
// A barrier in two halves: where a wavefront waits, all have signalled.
__GOHIP_DI void __builtin_amdgcn_s_barrier_signal(int) {}
__GOHIP_DI void __builtin_amdgcn_s_barrier_wait(short) { __syncthreads(); }
__GOHIP_DI void __builtin_amdgcn_wave_barrier() { __syncwarp(); }
__GOHIP_DI unsigned long __builtin_amdgcn_s_memtime() { return (unsigned long)clock64(); }
__GOHIP_DI unsigned long __builtin_amdgcn_s_memrealtime() { return (unsigned long)wall_clock64(); }

// A field of a hardware register: of HW_ID (4), the number of the wavefront, here the warp of the
// block, the compute unit and its shader engine.
__GOHIP_DI unsigned __builtin_amdgcn_s_getreg(int field) __attribute__((diagnose_if(
    (field & 63) != 4, "of AMD's hardware registers only HW_ID has a counterpart here", "error"))) {
  unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned unit = __smid();
  unsigned value = (thread / (unsigned)warpSize & 15) | (unit & 15) << 8 | (unit >> 4 & 3) << 13;
  return value >> (field >> 6 & 31) & (2u << (field >> 11 & 31)) - 1;
}

// Between lanes.
__GOHIP_DI int __builtin_amdgcn_ds_permute(int at, __GOHIP_MAYBE_UNDEF int v) {
  return (int)__hip_ds_permute(at, (unsigned)v);
}
__GOHIP_DI int __builtin_amdgcn_ds_bpermute(int at, __GOHIP_MAYBE_UNDEF int v) {
  return (int)__hip_ds_bpermute(at, (unsigned)v);
}
__GOHIP_DI int __builtin_amdgcn_ds_swizzle(__GOHIP_MAYBE_UNDEF int v, int pattern) {
  return __gohip_swizzle(v, pattern);
}
__GOHIP_DI int __builtin_amdgcn_readfirstlane(__GOHIP_MAYBE_UNDEF int v) {
  return __gohip_first_lane(v);
}
__GOHIP_DI int __builtin_amdgcn_readlane(__GOHIP_MAYBE_UNDEF int v, int lane) {
  return __shfl(v, lane);
}
__GOHIP_DI int __builtin_amdgcn_writelane(__GOHIP_MAYBE_UNDEF int v, int lane,
                                          __GOHIP_MAYBE_UNDEF int old) {
  return lane == (int)__lane_id() ? v : old;
}
// A lane of the own row of 16, or of the other row of the pair, by a number of four bits for each lane of a row.
__GOHIP_DI unsigned __gohip_permlane16(unsigned v, unsigned low, unsigned high, int flip) {
  const unsigned lane = __lane_id(), at = lane & 15;
  const unsigned from = (at < 8 ? low : high) >> 4 * (at & 7) & 15;
  return __gohip_shfl_u32(v, (int)((lane & ~15u) ^ (unsigned)flip | from));
}
__GOHIP_DI unsigned __builtin_amdgcn_permlane16(__GOHIP_MAYBE_UNDEF unsigned,
                                                __GOHIP_MAYBE_UNDEF unsigned v, unsigned low,
                                                unsigned high, bool, bool) {
  return __gohip_permlane16(v, low, high, 0);
}
__GOHIP_DI unsigned __builtin_amdgcn_permlanex16(__GOHIP_MAYBE_UNDEF unsigned,
                                                 __GOHIP_MAYBE_UNDEF unsigned v, unsigned low,
                                                 unsigned high, bool, bool) {
  return __gohip_permlane16(v, low, high, 16);
}
// The other half of a warp of 64 lanes; a warp of 32 has none.
__GOHIP_DI unsigned __builtin_amdgcn_permlane64(__GOHIP_MAYBE_UNDEF unsigned v) {
  return warpSize == 64 ? __gohip_shfl_u32(v, (int)__lane_id() ^ 32) : v;
}
typedef unsigned __gohip_uint2 __attribute__((ext_vector_type(2)));
// The odd rows of one register are exchanged for the even rows of the other.
__GOHIP_DI __gohip_uint2 __builtin_amdgcn_permlane16_swap(__GOHIP_MAYBE_UNDEF unsigned a,
                                                          __GOHIP_MAYBE_UNDEF unsigned b, bool,
                                                          bool) {
  const int lane = (int)__lane_id();
  const unsigned left = __gohip_shfl_u32(b, lane ^ 16), right = __gohip_shfl_u32(a, lane ^ 16);
  return lane & 16 ? __gohip_uint2{left, b} : __gohip_uint2{a, right};
}
__GOHIP_DI unsigned __builtin_amdgcn_ballot_w32(bool c) { return (unsigned)__ballot(c); }
__GOHIP_DI unsigned long __builtin_amdgcn_ballot_w64(bool c) { return __ballot(c); }
// Lanes for which a comparison holds, by LLVM's number of the predicate: from 32 on those of integers.
#define __GOHIP_COMPARE(NAME, T, FIRST)                                                            \
  __GOHIP_DI unsigned long __builtin_amdgcn_##NAME(T a, T b, int predicate) {                      \
    switch (predicate) {                                                                           \
    case 32:                                                                                       \
      return __ballot(a == b);                                                                     \
    case 33:                                                                                       \
      return __ballot(a != b);                                                                     \
    case FIRST:                                                                                    \
      return __ballot(a > b);                                                                      \
    case FIRST + 1:                                                                                \
      return __ballot(a >= b);                                                                     \
    case FIRST + 2:                                                                                \
      return __ballot(a < b);                                                                      \
    case FIRST + 3:                                                                                \
      return __ballot(a <= b);                                                                     \
    default:                                                                                       \
      return 0;                                                                                    \
    }                                                                                              \
  }
__GOHIP_COMPARE(uicmp, unsigned, 34)
__GOHIP_COMPARE(uicmpl, unsigned long, 34)
__GOHIP_COMPARE(sicmp, int, 38)
__GOHIP_COMPARE(sicmpl, long, 38)
#undef __GOHIP_COMPARE
__GOHIP_DI unsigned long __builtin_amdgcn_read_exec() { return __activemask(); }
__GOHIP_DI unsigned __builtin_amdgcn_read_exec_lo() { return (unsigned)__activemask(); }
__GOHIP_DI unsigned __builtin_amdgcn_read_exec_hi() { return (unsigned)(__activemask() >> 32); }

// Arithmetic: the hardware's approximations are the exact functions here.
__GOHIP_DI float __builtin_amdgcn_rcpf(float x) { return 1.0f / x; }
__GOHIP_DI double __builtin_amdgcn_rcp(double x) { return 1.0 / x; }
__GOHIP_DI float __builtin_amdgcn_sqrtf(float x) { return sqrtf(x); }
__GOHIP_DI double __builtin_amdgcn_sqrt(double x) { return sqrt(x); }
__GOHIP_DI _Float16 __builtin_amdgcn_rcph(_Float16 x) { return (_Float16)1 / x; }
__GOHIP_DI _Float16 __builtin_amdgcn_sqrth(_Float16 x) { return (_Float16)sqrtf((float)x); }
__GOHIP_DI float __builtin_amdgcn_rsqf(float x) { return rsqrtf(x); }
__GOHIP_DI double __builtin_amdgcn_rsq(double x) { return rsqrt(x); }
__GOHIP_DI float __builtin_amdgcn_exp2f(float x) { return exp2f(x); }
__GOHIP_DI float __builtin_amdgcn_logf(float x) { return log2f(x); }
__GOHIP_DI float __builtin_amdgcn_sinf(float turns) { return sinpif(2 * turns); }
__GOHIP_DI float __builtin_amdgcn_cosf(float turns) { return cospif(2 * turns); }
__GOHIP_DI float __builtin_amdgcn_fractf(float x) { return x - floorf(x); }
__GOHIP_DI float __builtin_amdgcn_fmed3f(float x, float y, float z) {
  return fmaxf(fminf(x, y), fminf(fmaxf(x, y), z));
}
__GOHIP_DI _Float16 __builtin_amdgcn_fmed3h(_Float16 x, _Float16 y, _Float16 z) {
  return (_Float16)__builtin_amdgcn_fmed3f((float)x, (float)y, (float)z);
}
__GOHIP_DI float __builtin_amdgcn_fmul_legacy(float x, float y) {
  return x == 0 || y == 0 ? 0.0f : x * y;
}
__GOHIP_DI float __builtin_amdgcn_ldexpf(float x, int e) { return ldexpf(x, e); }
__GOHIP_DI double __builtin_amdgcn_ldexp(double x, int e) { return ldexp(x, e); }
__GOHIP_DI double __builtin_amdgcn_fract(double x) { return x - floor(x); }
// An infinity and a NaN have the exponent 0.
__GOHIP_DI int __builtin_amdgcn_frexp_expf(float x) {
  int e = 0;
  (void)frexpf(x, &e);
  return x - x == 0 ? e : 0;
}
__GOHIP_DI float __builtin_amdgcn_frexp_mantf(float x) {
  int e = 0;
  return frexpf(x, &e);
}
typedef _Float16 __gohip_half2 __attribute__((ext_vector_type(2)));
typedef short __gohip_short2 __attribute__((ext_vector_type(2)));
typedef unsigned short __gohip_ushort2 __attribute__((ext_vector_type(2)));
// Towards zero: what was rounded away from it, to an infinity, too, is one number too large.
__GOHIP_DI __gohip_half2 __builtin_amdgcn_cvt_pkrtz(float x, float y) {
  __gohip_half2 out = {(_Float16)x, (_Float16)y};
  unsigned short bits[2];
  __builtin_memcpy(bits, &out, 4);
  if (fabsf((float)out.x) > fabsf(x)) bits[0]--;
  if (fabsf((float)out.y) > fabsf(y)) bits[1]--;
  __builtin_memcpy(&out, bits, 4);
  return out;
}
// Floats of eight bits, "fp8" with three bits of mantissa and "bf8" with two, in a half or a byte of a word: in the
// OCP's formats, as gfx950 and gfx12 have them, or in the "fnuz" ones of gfx94x, if a program says that it is for these.
typedef float __gohip_float2 __attribute__((ext_vector_type(2)));
#if defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__)
#define __GOHIP_FNUZ true
#else
#define __GOHIP_FNUZ false
#endif
#define __GOHIP_FP8(NAME, E4M3)                                                                    \
  __GOHIP_DI float __builtin_amdgcn_cvt_f32_##NAME(int word, int byte) {                           \
    return gohip_detail::fp8_value<float>((unsigned char)((unsigned)word >> 8 * (byte & 3)),       \
                                          gohip_detail::fp8_layout(E4M3, __GOHIP_FNUZ));           \
  }                                                                                                \
  __GOHIP_DI __gohip_float2 __builtin_amdgcn_cvt_pk_f32_##NAME(int word, bool high) {              \
    return __gohip_float2{__builtin_amdgcn_cvt_f32_##NAME(word, 2 * high),                         \
                          __builtin_amdgcn_cvt_f32_##NAME(word, 2 * high + 1)};                    \
  }                                                                                                \
  __GOHIP_DI int __builtin_amdgcn_cvt_pk_##NAME##_f32(float x, float y,                            \
                                                      __GOHIP_MAYBE_UNDEF int old, bool high) {    \
    const gohip_detail::fp8_format f = gohip_detail::fp8_layout(E4M3, __GOHIP_FNUZ);               \
    const unsigned both =                                                                          \
        gohip_detail::fp8_code(x, f, false, 0) | gohip_detail::fp8_code(y, f, false, 0) << 8;      \
    return (int)((unsigned)old & (high ? 0xffffu : 0xffff0000u) | both << 16 * high);              \
  }                                                                                                \
  __GOHIP_DI int __builtin_amdgcn_cvt_sr_##NAME##_f32(float x, int random,                         \
                                                      __GOHIP_MAYBE_UNDEF int old, int byte) {     \
    const unsigned code = gohip_detail::fp8_code(x, gohip_detail::fp8_layout(E4M3, __GOHIP_FNUZ),  \
                                                 true, (unsigned)random);                          \
    const int at = 8 * (byte & 3);                                                                 \
    return (int)((unsigned)old & ~(0xffu << at) | code << at);                                     \
  }
__GOHIP_FP8(fp8, true)
__GOHIP_FP8(bf8, false)
#undef __GOHIP_FP8
#undef __GOHIP_FNUZ
// With a clamp the sum is at least 0 and at most 1.
__GOHIP_DI float __builtin_amdgcn_fdot2(__gohip_half2 a, __gohip_half2 b, float c, bool clamp) {
  const float sum = (float)a.x * (float)b.x + ((float)a.y * (float)b.y + c);
  return clamp ? fminf(fmaxf(sum, 0.0f), 1.0f) : sum;
}

// Bits and bytes.
__GOHIP_DI unsigned __builtin_amdgcn_ubfe(unsigned v, unsigned at, unsigned n) {
  return __bitextract_u32(v, at, n);
}
__GOHIP_DI int __builtin_amdgcn_sbfe(int v, unsigned at, unsigned n) {
  at &= 31;
  n &= 31;
  if (n == 0) return 0;
  if (at + n >= 32) return v >> at;
  return (int)((unsigned)v << (32 - at - n)) >> (32 - n);
}
__GOHIP_DI unsigned __builtin_amdgcn_alignbit(unsigned high, unsigned low, unsigned n) {
  return __funnelshift_r(low, high, n);
}
__GOHIP_DI unsigned __builtin_amdgcn_alignbyte(unsigned high, unsigned low, unsigned n) {
  return __funnelshift_r(low, high, 8 * (n & 3));
}
// Four bytes out of eight. A selector of 0 to 3 names a byte of the low word, 4 to 7 one of the
// high word, 8 to 11 the signs of the four 16-bit halves; 12 is a zero, more are ones.
__GOHIP_DI unsigned __builtin_amdgcn_perm(unsigned high, unsigned low, unsigned selectors) {
  const unsigned long long both = (unsigned long long)high << 32 | low;
  unsigned out = 0;
  for (int i = 0; i < 32; i += 8) {
    const unsigned s = selectors >> i & 255;
    unsigned byte = s == 12 ? 0 : 255;
    if (s < 8)
      byte = (unsigned)(both >> 8 * s) & 255;
    else if (s < 12)
      byte = both >> (16 * (s - 8) + 15) & 1 ? 255 : 0;
    out |= byte << i;
  }
  return out;
}
// Dot products of small integers, added to a number; the sum saturates on request.
__GOHIP_DI int __gohip_saturated(long long sum, bool saturate) {
  if (saturate) sum = sum > 0x7fffffff ? 0x7fffffff : sum < -0x7fffffff - 1 ? -0x7fffffff - 1 : sum;
  return (int)sum;
}
__GOHIP_DI unsigned __gohip_usaturated(unsigned long long sum, bool saturate) {
  return saturate && sum > 0xffffffffu ? 0xffffffffu : (unsigned)sum;
}
__GOHIP_DI int __builtin_amdgcn_sudot4(bool aSigned, int a, bool bSigned, int b, int c,
                                       bool saturate) {
  long long sum = c;
  for (int i = 0; i < 32; i += 8)
    sum += (aSigned ? (signed char)(a >> i) : a >> i & 255) *
           (bSigned ? (signed char)(b >> i) : b >> i & 255);
  return __gohip_saturated(sum, saturate);
}
__GOHIP_DI int __builtin_amdgcn_sdot4(int a, int b, int c, bool saturate) {
  return __builtin_amdgcn_sudot4(true, a, true, b, c, saturate);
}
__GOHIP_DI unsigned __builtin_amdgcn_udot4(unsigned a, unsigned b, unsigned c, bool saturate) {
  unsigned long long sum = c;
  for (int i = 0; i < 32; i += 8) sum += (a >> i & 255) * (b >> i & 255);
  return __gohip_usaturated(sum, saturate);
}
__GOHIP_DI int __builtin_amdgcn_sdot8(int a, int b, int c, bool saturate) {
  long long sum = c;
  for (int i = 28; i >= 0; i -= 4) sum += (a << i >> 28) * (b << i >> 28);
  return __gohip_saturated(sum, saturate);
}
__GOHIP_DI unsigned __builtin_amdgcn_udot8(unsigned a, unsigned b, unsigned c, bool saturate) {
  unsigned long long sum = c;
  for (int i = 0; i < 32; i += 4) sum += (a >> i & 15) * (b >> i & 15);
  return __gohip_usaturated(sum, saturate);
}
__GOHIP_DI int __builtin_amdgcn_sdot2(__gohip_short2 a, __gohip_short2 b, int c, bool saturate) {
  return __gohip_saturated((long long)a.x * b.x + (long long)a.y * b.y + c, saturate);
}
__GOHIP_DI unsigned __builtin_amdgcn_udot2(__gohip_ushort2 a, __gohip_ushort2 b, unsigned c,
                                           bool saturate) {
  return __gohip_usaturated((unsigned long long)a.x * b.x + (unsigned long long)a.y * b.y + c,
                            saturate);
}
// Sums of absolute differences of bytes or halves, added to a number; averages of bytes.
__GOHIP_DI unsigned __gohip_differences(unsigned a, unsigned b, int width) {
  unsigned sum = 0;
  for (int i = 0; i < 32; i += width) {
    const int d = (int)(a >> i & ((1u << width) - 1)) - (int)(b >> i & ((1u << width) - 1));
    sum += (unsigned)(d < 0 ? -d : d);
  }
  return sum;
}
__GOHIP_DI unsigned __builtin_amdgcn_sad_u8(unsigned a, unsigned b, unsigned c) {
  return __gohip_differences(a, b, 8) + c;
}
__GOHIP_DI unsigned __builtin_amdgcn_sad_hi_u8(unsigned a, unsigned b, unsigned c) {
  return (__gohip_differences(a, b, 8) << 16) + c;
}
__GOHIP_DI unsigned __builtin_amdgcn_sad_u16(unsigned a, unsigned b, unsigned c) {
  return __gohip_differences(a, b, 16) + c;
}
__GOHIP_DI unsigned __builtin_amdgcn_lerp(unsigned a, unsigned b, unsigned c) {
  unsigned out = 0;
  for (int i = 0; i < 32; i += 8) out |= ((a >> i & 255) + (b >> i & 255) + (c >> i & 1)) >> 1 << i;
  return out;
}
}

// A fence of any order and scope, with or without the address spaces that it is for.
#if defined(__NVPTX__)
#define __GOHIP_ORDER(NAME, SCOPE)                                                                 \
  __GOHIP_DI void __gohip_order_##NAME() {                                                         \
    __asm__ __volatile__("fence.acq_rel." SCOPE ";" ::: "memory");                                 \
  }
__GOHIP_ORDER(block, "cta")
__GOHIP_ORDER(device, "gpu")
__GOHIP_ORDER(system, "sys")
#undef __GOHIP_ORDER
template <typename... __S>
__GOHIP_DI void __builtin_amdgcn_fence(unsigned order, const char *scope, __S...) {
  const bool strict = order == __ATOMIC_SEQ_CST;
  switch (scope[0]) {
  case 's': // singlethread, and wavefront or workgroup
  case 'w':
    return strict ? __threadfence_block() : __gohip_order_block();
  case 'a': // agent, cluster
  case 'c':
    return strict ? __threadfence() : __gohip_order_device();
  default:
    return strict ? __threadfence_system() : __gohip_order_system();
  }
}
#else
template <typename... __S> __GOHIP_DI void __builtin_amdgcn_fence(unsigned, const char *, __S...) {
  __threadfence_system();
}
#endif

// Atomic operations, by pointers into any address space. What says order, scope and volatility is not needed.
#define __GOHIP_ADD(NAME, T)                                                                       \
  template <typename __P, typename... __More>                                                      \
  __GOHIP_DI T __builtin_amdgcn_##NAME(__P p, T v, __More...) {                                    \
    return atomicAdd((T *)p, v);                                                                   \
  }
__GOHIP_ADD(global_atomic_fadd_f32, float)
__GOHIP_ADD(global_atomic_fadd_f64, double)
__GOHIP_ADD(flat_atomic_fadd_f32, float)
__GOHIP_ADD(flat_atomic_fadd_f64, double)
__GOHIP_ADD(ds_atomic_fadd_f32, float)
__GOHIP_ADD(ds_atomic_fadd_f64, double)
__GOHIP_ADD(ds_faddf, float)
#undef __GOHIP_ADD
#define __GOHIP_EXTREME(NAME, F)                                                                   \
  template <typename __P> __GOHIP_DI double __builtin_amdgcn_##NAME(__P p, double v) {             \
    return F((double *)p, v);                                                                      \
  }
__GOHIP_EXTREME(global_atomic_fmin_f64, atomicMin)
__GOHIP_EXTREME(global_atomic_fmax_f64, atomicMax)
__GOHIP_EXTREME(flat_atomic_fmin_f64, atomicMin)
__GOHIP_EXTREME(flat_atomic_fmax_f64, atomicMax)
#undef __GOHIP_EXTREME
template <typename __P>
__GOHIP_DI unsigned __builtin_amdgcn_atomic_inc32(__P p, unsigned v, unsigned, const char *,
                                                  bool = false) {
  return atomicInc((unsigned *)p, v);
}
template <typename __P>
__GOHIP_DI unsigned __builtin_amdgcn_atomic_dec32(__P p, unsigned v, unsigned, const char *,
                                                  bool = false) {
  return atomicDec((unsigned *)p, v);
}

// Data-parallel primitives, for types of up to eight bytes.
template <typename __T>
__GOHIP_DI __T __builtin_amdgcn_update_dpp(__GOHIP_MAYBE_UNDEF __T old, __GOHIP_MAYBE_UNDEF __T v,
                                           int ctrl, int rows, int banks, bool bound) {
  int from[(sizeof(__T) + 3) / 4] = {}, to[(sizeof(__T) + 3) / 4] = {};
  __builtin_memcpy(from, &v, sizeof(__T));
  __builtin_memcpy(to, &old, sizeof(__T));
#pragma unroll
  for (unsigned i = 0; i < sizeof(to) / sizeof(int); ++i)
    to[i] = __gohip_dpp(to[i], from[i], ctrl, rows, banks, bound);
  __builtin_memcpy(&old, to, sizeof(__T));
  return old;
}
__GOHIP_DI int __builtin_amdgcn_update_dpp(__GOHIP_MAYBE_UNDEF int old, __GOHIP_MAYBE_UNDEF int v,
                                           int ctrl, int rows, int banks, bool bound) {
  return __gohip_dpp(old, v, ctrl, rows, banks, bound);
}
__GOHIP_DI int __builtin_amdgcn_mov_dpp(__GOHIP_MAYBE_UNDEF int v, int ctrl, int rows, int banks,
                                        bool bound) {
  return __gohip_dpp(v, v, ctrl, rows, banks, bound);
}

// Memory through a buffer resource, which a pass at link time gives its meaning (BufferResources in
// passes/calls). What says how caches are used has none.
typedef unsigned __gohip_u32x2 __attribute__((vector_size(8)));
typedef unsigned __gohip_u32x3 __attribute__((vector_size(12)));
typedef unsigned __gohip_u32x4 __attribute__((vector_size(16)));
struct __amdgpu_buffer_rsrc_t {
  __gohip_u32x4 __gohip_words;
};
__GOHIP_DI __amdgpu_buffer_rsrc_t __builtin_amdgcn_make_buffer_rsrc(void *p, short stride,
                                                                    long long size, int flags) {
  const unsigned long long base = (unsigned long long)p & 0xffffffffffff;
  return {{(unsigned)base, (unsigned)(base >> 32) | (unsigned)stride << 16, (unsigned)size,
           (unsigned)flags}};
}
#define __GOHIP_BUFFER(BITS, T, TYPE)                                                              \
  __attribute__((device)) T __gohip_buffer_load_##BITS(__gohip_u32x4, int, int, int) __asm(        \
      "llvm.amdgcn.raw.buffer.load." TYPE);                                                        \
  __attribute__((device)) void __gohip_buffer_store_##BITS(T, __gohip_u32x4, int, int, int) __asm( \
      "llvm.amdgcn.raw.buffer.store." TYPE);                                                       \
  __GOHIP_DI T __builtin_amdgcn_raw_buffer_load_b##BITS(__amdgpu_buffer_rsrc_t r, int offset,      \
                                                        int scalar, int) {                         \
    return __gohip_buffer_load_##BITS(r.__gohip_words, offset, scalar, 0);                         \
  }                                                                                                \
  __GOHIP_DI void __builtin_amdgcn_raw_buffer_store_b##BITS(T v, __amdgpu_buffer_rsrc_t r,         \
                                                            int offset, int scalar, int) {         \
    __gohip_buffer_store_##BITS(v, r.__gohip_words, offset, scalar, 0);                            \
  }
__GOHIP_BUFFER(8, unsigned char, "i8")
__GOHIP_BUFFER(16, unsigned short, "i16")
__GOHIP_BUFFER(32, unsigned, "i32")
__GOHIP_BUFFER(64, __gohip_u32x2, "v2i32")
__GOHIP_BUFFER(96, __gohip_u32x3, "v3i32")
__GOHIP_BUFFER(128, __gohip_u32x4, "v4i32")
#undef __GOHIP_BUFFER

#endif

#endif

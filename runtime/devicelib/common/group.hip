// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// __gohip_group_<operation>_<type>(scope, kind, value): SPIR-V's reductions (kind 0) and inclusive
// (1) and exclusive (2) scans over a sub-group or a block (scope 2), for code
// translated from SPIR-V; and broadcast and copies of a block.
#include "device.h"

API CONVERGENT void __gohip_barrier();
API CONVERGENT u32 __gohip_shfl_u32(u32, u32);
API CONVERGENT u64 __gohip_shfl_u64(u64, u32);
API u32 __gohip_lane();
extern "C" __attribute__((device)) u64 __ockl_get_local_id(u32);
extern "C" __attribute__((device)) u64 __ockl_get_local_size(u32);

SHARED u64 slots[1024];

INSIDE u32 self() {
  return (u32)((__ockl_get_local_id(2) * __ockl_get_local_size(1) + __ockl_get_local_id(1)) *
                   __ockl_get_local_size(0) +
               __ockl_get_local_id(0));
}
INSIDE u32 everybody() {
  return (u32)(__ockl_get_local_size(0) * __ockl_get_local_size(1) * __ockl_get_local_size(2));
}

INSIDE CONVERGENT u32 from(u32 v, u32 lane) { return __gohip_shfl_u32(v, lane); }
INSIDE CONVERGENT i32 from(i32 v, u32 lane) { return (i32)__gohip_shfl_u32((u32)v, lane); }
INSIDE CONVERGENT u64 from(u64 v, u32 lane) { return __gohip_shfl_u64(v, lane); }
INSIDE CONVERGENT i64 from(i64 v, u32 lane) { return (i64)__gohip_shfl_u64((u64)v, lane); }
INSIDE CONVERGENT float from(float v, u32 lane) { return real(__gohip_shfl_u32(bits(v), lane)); }
INSIDE CONVERGENT double from(double v, u32 lane) { return real(__gohip_shfl_u64(bits(v), lane)); }

// The result of one lane or work-item: the reduction of all, an inclusive or an exclusive scan.
template <typename T, typename F> INSIDE CONVERGENT T lanes(u32 kind, T v, T none, F f) {
  u32 at = self(), lane = __gohip_lane(), base = lane & ~(WARP - 1u), own = lane & (WARP - 1);
  u32 n = everybody() - (at & ~(WARP - 1u));
  if (n > WARP) n = WARP;
  T sum = v;
  for (u32 d = 1; d < WARP; d *= 2) {
    T before = from(sum, base + (own >= d ? own - d : 0));
    if (own >= d) sum = f(before, sum);
  }
  if (kind == 0) return from(sum, base + n - 1);
  if (kind == 1) return sum;
  T before = from(sum, base + (own ? own - 1 : 0));
  return own ? before : none;
}

template <typename T, typename F> INSIDE CONVERGENT T block(u32 kind, T v, T none, F f) {
  u32 at = self(), n = everybody();
  T *s = (T *)slots;
  s[at] = v;
  __gohip_barrier();
  T sum = none;
  for (u32 i = 0, end = kind == 0 ? n : kind == 1 ? at + 1 : at; i < end; i++) sum = f(sum, s[i]);
  // The next use must not store before all work-items have read.
  __gohip_barrier();
  return sum;
}

#define GROUP(NAME, TYPE, T, NONE, EXPR)                                                           \
  API CONVERGENT T __gohip_group_##NAME##_##TYPE(u32 scope, u32 kind, T v) {                       \
    auto f = [](T a, T b) -> T { return EXPR; };                                                   \
    return scope == 2 ? block<T>(kind, v, NONE, f) : lanes<T>(kind, v, NONE, f);                   \
  }
#define INTEGER(TYPE, T, U, LEAST, GREATEST)                                                       \
  GROUP(add, TYPE, T, 0, (T)((U)a + (U)b))                                                         \
  GROUP(mul, TYPE, T, 1, (T)((U)a * (U)b))                                                         \
  GROUP(and, TYPE, T, (T) - 1, a & b)                                                              \
  GROUP(or, TYPE, T, 0, a | b)                                                                     \
  GROUP(xor, TYPE, T, 0, a ^ b)                                                                    \
  GROUP(min, TYPE, T, GREATEST, a < b ? a : b)                                                     \
  GROUP(max, TYPE, T, LEAST, a > b ? a : b)                                                        \
  GROUP(umin, TYPE, U, (U) - 1, a < b ? a : b)                                                     \
  GROUP(umax, TYPE, U, 0, a > b ? a : b)
#define REAL(TYPE, T, INF)                                                                         \
  GROUP(add, TYPE, T, 0, a + b)                                                                    \
  GROUP(mul, TYPE, T, 1, a *b)                                                                     \
  GROUP(min, TYPE, T, INF, b < a ? b : a)                                                          \
  GROUP(max, TYPE, T, -INF, b > a ? b : a)
INTEGER(i32, i32, u32, -0x7fffffff - 1, 0x7fffffff)
INTEGER(i64, i64, u64, -0x7fffffffffffffff - 1, 0x7fffffffffffffff)
REAL(f32, float, __builtin_inff())
REAL(f64, double, __builtin_inf())

// The value of the work-item with a linear index.
API CONVERGENT u64 __gohip_group_broadcast(u64 v, u64 at) {
  if (self() == at) slots[0] = v;
  __gohip_barrier();
  u64 r = slots[0];
  __gohip_barrier();
  return r;
}

// The work-items of a block copy n elements; the stride is that of the global side.
API void __gohip_group_copy(char *to, const char *src, u64 n, u64 stride, u64 size, u64 toLocal) {
  u32 step = everybody();
  for (u64 i = self(); i < n; i += step) {
    char *d = to + i * size * (toLocal ? 1 : stride);
    const char *s = src + i * size * (toLocal ? stride : 1);
    for (u64 k = 0; k < size; k++) d[k] = s[k];
  }
}

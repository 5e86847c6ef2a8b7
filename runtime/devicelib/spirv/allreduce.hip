// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// __gohip_all_reduce_<operation>_<type>: MLIR's gpu.all_reduce, over the work-items of a block.
// MLIR's own lowering shuffles in branches that only some lanes take, which OpenCL does not allow;
// here every work-item reaches every barrier.
#include "../common/device.h"

API CONVERGENT void __gohip_barrier();
extern "C" __attribute__((device, const)) size_t __ockl_get_local_id(u32);
extern "C" __attribute__((device, const)) size_t __ockl_get_local_size(u32);

SHARED u64 slots[1024];

template <typename T, typename F> INSIDE CONVERGENT T reduce(T v, F f) {
  T *s = (T *)slots;
  u32 self = (u32)((__ockl_get_local_id(2) * __ockl_get_local_size(1) + __ockl_get_local_id(1)) *
                       __ockl_get_local_size(0) +
                   __ockl_get_local_id(0));
  u32 n = (u32)(__ockl_get_local_size(0) * __ockl_get_local_size(1) * __ockl_get_local_size(2));
  s[self] = v;
  __gohip_barrier();
  while (n > 1) {
    u32 half = (n + 1) / 2;
    if (self + half < n) s[self] = f(s[self], s[self + half]);
    __gohip_barrier();
    n = half;
  }
  T r = s[0];
  // The next reduction must not store before all work-items have read this result.
  __gohip_barrier();
  return r;
}

#define REDUCE(NAME, TYPE, T, EXPR)                                                                \
  API CONVERGENT T __gohip_all_reduce_##NAME##_##TYPE(T v) {                                       \
    return reduce(v, [](T a, T b) -> T { return EXPR; });                                          \
  }
#define INTEGER(TYPE, T, U)                                                                        \
  REDUCE(add, TYPE, T, (T)((U)a + (U)b))                                                           \
  REDUCE(mul, TYPE, T, (T)((U)a * (U)b))                                                           \
  REDUCE(minsi, TYPE, T, b < a ? b : a)                                                            \
  REDUCE(maxsi, TYPE, T, a < b ? b : a)                                                            \
  REDUCE(minui, TYPE, T, (U)b < (U)a ? b : a)                                                      \
  REDUCE(maxui, TYPE, T, (U)a < (U)b ? b : a)                                                      \
  REDUCE(and, TYPE, T, a &b)                                                                       \
  REDUCE(or, TYPE, T, a | b)                                                                       \
  REDUCE(xor, TYPE, T, a ^ b)
// minnum and maxnum prefer a number to a NaN, minimum and maximum the NaN.
#define FLOATING(TYPE, T)                                                                          \
  REDUCE(add, TYPE, T, a + b)                                                                      \
  REDUCE(mul, TYPE, T, a *b)                                                                       \
  REDUCE(minnumf, TYPE, T, a != a || b < a ? b : a)                                                \
  REDUCE(maxnumf, TYPE, T, a != a || a < b ? b : a)                                                \
  REDUCE(minimumf, TYPE, T, a != a ? a : b != b || b < a ? b : a)                                  \
  REDUCE(maximumf, TYPE, T, a != a ? a : b != b || a < b ? b : a)
INTEGER(i32, i32, u32)
INTEGER(i64, i64, u64)
FLOATING(f32, float)
FLOATING(f64, double)

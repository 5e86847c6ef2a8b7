// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What random programs (e2e/torture) are written against. With HIP it is HIP; with plain C++ the
// work-items of a block run as fibres on one thread, which is the oracle: no part of gohipcc is
// in it. The two write the same bytes.
#pragma once

#ifdef __HIP__
#include <hip/hip_bf16.h>
#include <hip/hip_cooperative_groups.h>
#include <hip/hip_fp16.h>
#include <hip/hip_runtime.h>
#define TORTURE_SHARED __shared__
#else
#include <fenv.h>
#include <math.h>
#include <stddef.h>
#include <sys/mman.h>
#include <ucontext.h>
#define __global__
#define __host__
#define __device__
#define __constant__ static
#define __launch_bounds__(...)
#define TORTURE_SHARED __attribute__((section("torture_shared"))) static
// Where the linker puts all of a section.
extern char __start_torture_shared[] __attribute__((weak)),
    __stop_torture_shared[] __attribute__((weak));
#endif

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

// Products are rounded before they are added, everywhere.
#pragma clang fp contract(off)

typedef unsigned char u8;
typedef signed char i8;
typedef unsigned short u16;
typedef short i16;
typedef unsigned int u32;
typedef int i32;
typedef unsigned long long u64;
typedef long long i64;

// One step of a hash over 64 bits.
__host__ __device__ static inline u64 mix(u64 h, u64 v) {
  return (h ^ v) * 0x9e3779b97f4a7c15ull + (h >> 29);
}

// The bits of a number; all NaN are one, whose bits IEEE 754 leaves open.
__host__ __device__ static inline u64 bits(_Float16 v) {
  u16 b;
  memcpy(&b, &v, sizeof b);
  return v == v ? b : 0x7e00;
}
__host__ __device__ static inline u64 bits(float v) {
  u32 b;
  memcpy(&b, &v, sizeof b);
  return v == v ? b : 0x7fc00000;
}
__host__ __device__ static inline u64 bits(double v) {
  u64 b;
  memcpy(&b, &v, sizeof b);
  return v == v ? b : 0x7ff8000000000000;
}
__host__ __device__ static inline u64 bits(__bf16 v) {
  u16 b;
  memcpy(&b, &v, sizeof b);
  return v == v ? b : 0x7fc0;
}
// A number of many sizes: any bits there are, or one that other numbers can be added to.
template <typename T, typename B> __host__ __device__ static inline T number(u64 v) {
  B b = (B)(v >> 3);
  T t;
  if (v & 7)
    return (T)((T)(i32)(v >> 12 & 0xffff) / (T)(i32)((v >> 3 & 0x1ff) + 1)) *
           (v & 8 ? (T)-1 : (T)1);
  memcpy(&t, &b, sizeof t);
  return t;
}
#ifndef __HIP__
// HIP's pairs of halves and of bfloats.
struct __half2 {
  _Float16 x, y;
};
struct __hip_bfloat162 {
  __bf16 x, y;
};
#define EACH(name, e)                                                                              \
  template <typename P> static inline P name(P a, P b) {                                           \
    typedef decltype(a.x) T;                                                                       \
    const auto f = [](float u, float v) { return (T)(e); };                                        \
    return {f((float)a.x, (float)b.x), f((float)a.y, (float)b.y)};                                 \
  }
#define ORDERED(name, both, e)                                                                     \
  EACH(name, (e) ? 1.0f : 0.0f)                                                                    \
  template <typename P> static inline bool both(P a, P b) {                                        \
    P r = name(a, b);                                                                              \
    return r.x != 0 && r.y != 0;                                                                   \
  }
EACH(__hadd2, u + v)
EACH(__hsub2, u - v)
EACH(__hmul2, u *v)
ORDERED(__heq2, __hbeq2, u == v)
ORDERED(__hne2, __hbne2, u<v || u> v)
ORDERED(__hlt2, __hblt2, u < v)
ORDERED(__hle2, __hble2, u <= v)
ORDERED(__hgt2, __hbgt2, u > v)
ORDERED(__hge2, __hbge2, u >= v)
template <typename P> static inline P __hneg2(P a) { return {-a.x, -a.y}; }
template <typename P> static inline P __habs2(P a) {
  return {(decltype(a.x))fabsf((float)a.x), (decltype(a.x))fabsf((float)a.y)};
}
// Products and sums of halves are exact in 64 bits.
static inline __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
  return {(_Float16)((long double)a.x * b.x + c.x), (_Float16)((long double)a.y * b.y + c.y)};
}
static inline __half2 __lowhigh2highlow(__half2 a) { return {a.y, a.x}; }
static inline __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
static inline __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
static inline float __low2float(__half2 a) { return (float)a.x; }
static inline float __high2float(__half2 a) { return (float)a.y; }
static inline __half2 __floats2half2_rn(float a, float b) { return {(_Float16)a, (_Float16)b}; }
#endif
template <typename P> struct Element;
template <> struct Element<__half2> {
  typedef _Float16 T;
};
template <> struct Element<__hip_bfloat162> {
  typedef __bf16 T;
};
__host__ __device__ static inline u64 bits(__half2 v) {
  _Float16 t[2];
  memcpy(t, &v, sizeof t);
  return bits(t[0]) << 16 | bits(t[1]);
}
__host__ __device__ static inline u64 bits(__hip_bfloat162 v) {
  __bf16 t[2];
  memcpy(t, &v, sizeof t);
  return bits(t[0]) << 16 | bits(t[1]);
}
template <typename P> __host__ __device__ static inline P pairOf(u64 v) {
  typedef typename Element<P>::T T;
  T t[2] = {number<T, u16>(v), number<T, u16>(v >> 21)};
  P p;
  memcpy(&p, t, sizeof p);
  return p;
}
// What a conversion gives where C++ says what.
template <typename T> __host__ __device__ static inline u64 whole(T v) {
  return v > (T)-60000 && v < (T)60000 ? (u64)(i64)(i32)v : 77;
}
// A number that a type of integers has.
template <typename T> __host__ __device__ static inline T inRange(T v, T low, T high) {
  return v > low && v < high ? v : (T)5;
}
// A number at an end of something: zeros, subnormal and infinite numbers, quiet NaN, ties, and what
// integers of all sizes begin or end with.
template <typename T> struct Layout;
template <> struct Layout<float> {
  typedef u32 Bits;
  static constexpr int fraction = 23, bias = 127;
};
template <> struct Layout<double> {
  typedef u64 Bits;
  static constexpr int fraction = 52, bias = 1023;
};
template <typename T> __host__ __device__ static inline T edge(u64 v) {
  typedef Layout<T> L;
  typedef typename L::Bits B;
  const B one = 1, full = (one << L::fraction) - 1, most = 2 * L::bias + 1;
  const B exponents[16] = {0,
                           1,
                           most,
                           most - 1,
                           L::bias,
                           L::bias - 1,
                           L::bias - 2,
                           L::bias + 1,
                           L::bias + L::fraction - 1,
                           L::bias + L::fraction,
                           L::bias + 31,
                           L::bias + 63,
                           L::bias + 7,
                           L::bias - L::fraction,
                           (B)(v >> 40) % most,
                           L::bias + (B)(v >> 45) % 70};
  const B fractions[8] = {0,
                          1,
                          full,
                          full - 1,
                          one << (L::fraction - 1),
                          full >> 1,
                          (B)(v >> 9) & full,
                          full << (v >> 30) % L::fraction & full};
  const B e = exponents[v & 15];
  B b = e << L::fraction | fractions[v >> 4 & 7];
  if (e == most && (b & full)) b |= one << (L::fraction - 1);
  if (v & 0x80) b |= one << (sizeof(T) * 8 - 1);
  T t;
  memcpy(&t, &b, sizeof t);
  return t;
}
template <typename T> __host__ __device__ static inline T bounded(T v) {
  return v - v == 0 ? v : (T)1.5f;
}
__host__ __device__ static inline u64 edgeInteger(u64 v) {
  const u64 ends = 1ull << (v >> 3 & 63), few = v >> 9 & 7;
  switch (v & 7) {
  case 0:
    return ends - few;
  case 1:
    return ends + few;
  case 2:
    return 0 - ends + few;
  case 3:
    return ~0ull / (few * 2 + 1);
  case 4:
    return few;
  case 5:
    return 0 - few;
  }
  return v >> (v >> 3 & 31);
}
// The lanes of a warp; a file of programs for other devices has the number before.
#ifndef LANES
#define LANES 32
#endif

// The k-th lane, from the lowest and round again, of a mask.
__host__ __device__ static inline int laneOf(u64 mask, u32 k) {
  int n = 0;
  for (u64 m = mask; m; m &= m - 1) n++;
  u64 m = mask;
  for (k = n ? k % (u32)n : 0; k; k--) m &= m - 1;
  return m ? __builtin_ctzll(m) : 0;
}

// Adds to a number behind a lock, which each lane takes for itself.
#define LOCKED(lock, sum, v, skip)                                                                 \
  for (bool done_ = skip; !done_;)                                                                 \
    if (atomicCAS(&(lock), 0u, 1u) == 0) {                                                         \
      __threadfence_block();                                                                       \
      sum = sum + (v);                                                                             \
      __threadfence_block();                                                                       \
      atomicExch(&(lock), 0u);                                                                     \
      done_ = true;                                                                                \
    }

#ifndef __HIP__

struct dim3 {
  u32 x, y, z;
  dim3(u32 x_ = 1, u32 y_ = 1, u32 z_ = 1) : x(x_), y(y_), z(z_) {}
};

namespace host {

enum State { Ready, AtBarrier, AtWarp, Exited };

struct Fibre {
  ucontext_t context;
  State state;
  dim3 thread;
  u32 linear, barriers;
  u64 mask;                // of the lanes that it waits for; 0: those of the warp
  int where;               // which call of a warp operation or barrier it waits in
  u64 posted, seen[LANES]; // what it has for the others, and what they had
};

constexpr u32 warpLanes = LANES, mostFibres = 1024;
constexpr size_t stackBytes = 128 << 10;
static Fibre fibres[mostFibres];
static ucontext_t scheduler;
static Fibre *current;
static dim3 block, blockDimension, gridDimension;
static u32 threads;
static u32 ones[2], live[2];
static void (*body)(void *);
static void *bodyData;

[[noreturn]] inline void fail(const char *what) {
  std::fprintf(stderr, "torture: the program breaks HIP's rules: %s\n", what);
  std::_Exit(70);
}

inline void wait(State s, int where) {
  current->state = s;
  current->where = where;
  swapcontext(&current->context, &scheduler);
}

inline void enter() {
  body(bodyData);
  current->state = Exited;
  swapcontext(&current->context, &scheduler);
}

// Fibres in the range that are live and wait at one barrier go on.
inline bool releaseBlock() {
  int where = 0;
  for (u32 i = 0; i < threads; i++) {
    if (fibres[i].state == Exited) continue;
    if (fibres[i].state != AtBarrier) return false;
    if (where && fibres[i].where != where) fail("threads wait at different calls");
    where = fibres[i].where;
  }
  for (u32 i = 0; where && i < threads; i++)
    if (fibres[i].state == AtBarrier) fibres[i].state = Ready;
  return where != 0;
}

// Lanes of a warp that wait for one another, with no other to come, see what each has.
inline bool releaseLanes(u32 first, u64 mask) {
  u32 last = first + warpLanes < threads ? first + warpLanes : threads;
  u64 lanes = 0;
  int where = 0;
  for (u32 i = first; i < last; i++) {
    const Fibre &f = fibres[i];
    if (mask && !(mask >> (i - first) & 1)) continue;
    if (f.state == Exited) {
      if (mask) fail("threads wait for one that has ended");
      continue;
    }
    if (f.state != AtWarp || f.mask != mask) return false;
    if (where && f.where != where) fail("threads wait at different calls");
    where = f.where;
    lanes |= 1ull << (i - first);
  }
  for (u32 i = first; i < last; i++) {
    if (!(lanes >> (i - first) & 1)) continue;
    for (u32 l = 0; l < warpLanes; l++)
      fibres[i].seen[l] = lanes >> l & 1 ? fibres[first + l].posted : 0;
    fibres[i].state = Ready;
  }
  return lanes != 0;
}

inline bool releaseWarp(u32 first) {
  bool moved = false;
  for (u32 i = first; i < first + warpLanes && i < threads; i++)
    if (fibres[i].state == AtWarp) moved |= releaseLanes(first, fibres[i].mask);
  return moved;
}

inline void runBlock() {
  static char *stacks;
  if (!stacks)
    stacks = static_cast<char *>(mmap(nullptr, stackBytes * mostFibres, PROT_READ | PROT_WRITE,
                                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  for (u32 i = 0; i < threads; i++) {
    Fibre &f = fibres[i];
    getcontext(&f.context);
    f.context.uc_stack.ss_sp = stacks + stackBytes * i;
    f.context.uc_stack.ss_size = stackBytes;
    f.context.uc_link = nullptr;
    makecontext(&f.context, enter, 0);
    f.state = Ready;
    f.linear = i;
    f.barriers = 0;
    f.thread = dim3(i % blockDimension.x, i / blockDimension.x % blockDimension.y,
                    i / (blockDimension.x * blockDimension.y));
  }
  ones[0] = ones[1] = live[0] = live[1] = 0;
  // What a program gives must not depend on the order, nor on what is in shared memory before.
  static const bool reverse = std::getenv("TORTURE_REVERSE") != nullptr;
  if (__start_torture_shared)
    std::memset(__start_torture_shared, reverse ? 0x5a : 0xa5,
                static_cast<size_t>(__stop_torture_shared - __start_torture_shared));
  for (;;) {
    bool left = false;
    for (u32 k = 0; k < threads; k++) {
      u32 i = reverse ? threads - 1 - k : k;
      if (fibres[i].state == Ready) {
        current = &fibres[i];
        swapcontext(&scheduler, &current->context);
      }
      left |= fibres[i].state != Exited;
    }
    if (!left) return;
    bool moved = false;
    for (u32 w = 0; w < threads; w += warpLanes) moved |= releaseWarp(w);
    if (!moved && !releaseBlock()) fail("threads wait for others that never come");
  }
}

template <typename F> void launch(dim3 grid, dim3 threadsOf, F f) {
  gridDimension = grid;
  blockDimension = threadsOf;
  threads = threadsOf.x * threadsOf.y * threadsOf.z;
  bodyData = &f;
  body = [](void *p) { (*static_cast<F *>(p))(); };
  for (u32 z = 0; z < grid.z; z++)
    for (u32 y = 0; y < grid.y; y++)
      for (u32 x = 0; x < grid.x; x++) {
        block = dim3(x, y, z);
        runBlock();
      }
}

inline u64 *exchange(u64 v, int where, u64 mask = 0) {
  if (mask && !(mask >> current->linear % warpLanes & 1)) fail("a thread is not in its mask");
  current->posted = v;
  current->mask = mask;
  wait(AtWarp, where);
  return current->seen;
}
// The lanes of the tile of a size that a thread is in.
inline u64 tileOf(u32 size) {
  u64 lanes = ~0ull >> (64 - size);
  return lanes << (current->linear % warpLanes / size * size);
}
inline u64 ballot(bool p, int where, u64 mask = 0) {
  u64 *slots = exchange(p, where, mask), r = 0;
  for (u32 i = 0; i < warpLanes; i++) r |= slots[i] << i;
  return r;
}
inline u32 count(bool p, int where) {
  u32 turn = current->barriers++ & 1;
  if (live[turn]++ == 0) ones[turn] = 0;
  ones[turn] += p;
  wait(AtBarrier, where);
  live[turn] = 0;
  return ones[turn];
}
template <typename T> T bitsOf(u64 v) {
  T t;
  std::memcpy(&t, &v, sizeof t);
  return t;
}
template <typename T> u64 toBits(T t) {
  u64 v = 0;
  std::memcpy(&v, &t, sizeof t);
  return v;
}

} // namespace host

#define threadIdx (host::current->thread)
#define blockIdx (host::block)
#define blockDim (host::blockDimension)
#define gridDim (host::gridDimension)
#define __syncthreads() ((void)host::count(false, __COUNTER__ + 1))
#define __syncthreads_count(p) ((int)host::count(p, __COUNTER__ + 1))
#define __syncthreads_or(p) ((int)(host::count(p, __COUNTER__ + 1) != 0))
#define __syncthreads_and(p) ((int)(host::count(!(p), __COUNTER__ + 1) == 0))
#define __ballot(p) host::ballot(p, __COUNTER__ + 1)
#define __any(p) ((int)(host::ballot(p, __COUNTER__ + 1) != 0))
#define __all(p) ((int)(host::ballot(!(p), __COUNTER__ + 1) == 0))
#define __shfl(v, ...) host::shuffle(__COUNTER__ + 1, 0, v, __VA_ARGS__)
#define __shfl_up(v, ...) host::shuffleUp(__COUNTER__ + 1, 0, v, __VA_ARGS__)
#define __shfl_down(v, ...) host::shuffleDown(__COUNTER__ + 1, 0, v, __VA_ARGS__)
#define __shfl_xor(v, ...) host::shuffleXor(__COUNTER__ + 1, 0, v, __VA_ARGS__)
#define __shfl_sync(m, v, ...) host::shuffle(__COUNTER__ + 1, m, v, __VA_ARGS__)
#define __ballot_sync(m, p) host::ballot(p, __COUNTER__ + 1, m)
#define __any_sync(m, p) ((int)(host::ballot(p, __COUNTER__ + 1, m) != 0))
#define __all_sync(m, p) ((int)(host::ballot(!(p), __COUNTER__ + 1, m) == 0))
#define __match_any_sync(m, v) host::matchAny(__COUNTER__ + 1, m, v)
#define __match_all_sync(m, v, p) host::matchAll(__COUNTER__ + 1, m, v, p)
#define __shfl_up_sync(m, v, ...) host::shuffleUp(__COUNTER__ + 1, m, v, __VA_ARGS__)
#define __shfl_down_sync(m, v, ...) host::shuffleDown(__COUNTER__ + 1, m, v, __VA_ARGS__)
#define __shfl_xor_sync(m, v, ...) host::shuffleXor(__COUNTER__ + 1, m, v, __VA_ARGS__)
#define REDUCED(m, v, e)                                                                           \
  host::reduce(__COUNTER__ + 1, m, v, [](auto a, auto b) -> decltype(a) { return e; })
#define __reduce_add_sync(m, v) REDUCED(m, v, a + b)
#define __reduce_min_sync(m, v) REDUCED(m, v, b < a ? b : a)
#define __reduce_max_sync(m, v) REDUCED(m, v, a < b ? b : a)
#define __reduce_and_sync(m, v) REDUCED(m, v, a &b)
#define __reduce_or_sync(m, v) REDUCED(m, v, a | b)
#define __reduce_xor_sync(m, v) REDUCED(m, v, a ^ b)
#define __syncwarp(...) ((void)host::exchange(0, __COUNTER__ + 1, ##__VA_ARGS__))
#define TILE(size, ...) host::Tile<size>{__COUNTER__ + 1}.__VA_ARGS__

namespace host {
template <typename T> T shuffle(int where, u64 mask, T v, int from, int width = LANES) {
  u64 *slots = exchange(toBits(v), where, mask);
  int lane = i32(current->linear % warpLanes);
  return bitsOf<T>(slots[(lane & ~(width - 1)) | (from & (width - 1))]);
}
template <typename T> T shuffleUp(int where, u64 mask, T v, u32 by, int width = LANES) {
  u64 *slots = exchange(toBits(v), where, mask);
  int lane = i32(current->linear % warpLanes), from = lane - (int)by;
  return bitsOf<T>(slots[from < (lane & ~(width - 1)) ? lane : from]);
}
template <typename T> T shuffleDown(int where, u64 mask, T v, u32 by, int width = LANES) {
  u64 *slots = exchange(toBits(v), where, mask);
  int lane = i32(current->linear % warpLanes);
  return bitsOf<T>(slots[(lane & (width - 1)) + (int)by >= width ? lane : lane + (int)by]);
}
template <typename T> T shuffleXor(int where, u64 mask, T v, int by, int width = LANES) {
  u64 *slots = exchange(toBits(v), where, mask);
  int lane = i32(current->linear % warpLanes), from = lane ^ by;
  return bitsOf<T>(slots[from >= ((lane + width) & ~(width - 1)) ? lane : from]);
}
template <typename T> u64 matchAny(int where, u64 mask, T v) {
  u64 *slots = exchange(toBits(v), where, mask), r = 0;
  for (u32 i = 0; i < warpLanes; i++)
    if (mask >> i & 1 && slots[i] == toBits(v)) r |= 1ull << i;
  return r;
}
template <typename T> u64 matchAll(int where, u64 mask, T v, int *all) {
  u64 *slots = exchange(toBits(v), where, mask);
  *all = 1;
  for (u32 i = 0; i < warpLanes; i++)
    if (mask >> i & 1 && slots[i] != toBits(v)) *all = 0;
  return *all ? mask : 0;
}
template <typename T, typename F> T reduce(int where, u64 mask, T v, F f) {
  u64 *slots = exchange(toBits(v), where, mask);
  T r = bitsOf<T>(slots[laneOf(mask, 0)]);
  for (u32 i = (u32)laneOf(mask, 0) + 1; i < warpLanes; i++)
    if (mask >> i & 1) r = f(r, bitsOf<T>(slots[i]));
  return r;
}
// The operations that cooperative groups have.
#define GROUP_OPERATION(name, e)                                                                   \
  struct group_##name {                                                                            \
    template <typename T> T operator()(T a, T b) const { return e; }                               \
  };
GROUP_OPERATION(plus, a + b)
GROUP_OPERATION(less, b < a ? b : a)
GROUP_OPERATION(greater, a < b ? b : a)
GROUP_OPERATION(bit_and, a &b)
GROUP_OPERATION(bit_or, a | b)
GROUP_OPERATION(bit_xor, a ^ b)
// The sum of what the lanes of a mask below one have, with its own or without.
template <typename T> T scan(int where, u64 mask, T v, bool own) {
  u64 *slots = exchange(toBits(v), where, mask);
  T r = 0;
  for (u32 i = 0; i < current->linear % warpLanes + own; i++)
    if (mask >> i & 1) r += bitsOf<T>(slots[i]);
  return r;
}
// A tile of cooperative groups: its lanes wait for one another alone.
template <int Size> struct Tile {
  int where;
  static u64 lanes() { return tileOf(Size); }
  static u32 thread_rank() { return current->linear % Size; }
  static u32 meta_group_rank() { return current->linear / Size; }
  void sync() const { exchange(0, where, lanes()); }
  template <typename T> T shfl(T v, int from) const {
    return shuffle(where, lanes(), v, from, Size);
  }
  template <typename T> T shfl_up(T v, u32 by) const {
    return shuffleUp(where, lanes(), v, by, Size);
  }
  template <typename T> T shfl_down(T v, u32 by) const {
    return shuffleDown(where, lanes(), v, by, Size);
  }
  template <typename T> T shfl_xor(T v, int by) const {
    return shuffleXor(where, lanes(), v, by, Size);
  }
  u64 ballot(bool p) const {
    return host::ballot(p, where, lanes()) >> (current->linear % warpLanes / Size * Size);
  }
  int any(bool p) const { return ballot(p) != 0; }
  int all(bool p) const { return ballot(!p) == 0; }
};
// Lanes of a warp that are given by a mask, ranked in order.
struct Lanes {
  int where;
  u64 mask;
  u32 size() const { return (u32)__builtin_popcountll(mask); }
  u32 thread_rank() const {
    return (u32)__builtin_popcountll(mask & ((1ull << current->linear % warpLanes) - 1));
  }
  template <typename T> T shfl(T v, int rank) const {
    return shuffle(where, mask, v, laneOf(mask, (u32)rank));
  }
  // A lane of a rank beyond the group is the lane itself.
  template <typename T> T of(T v, u32 rank) const {
    return shfl(v, (int)(rank < size() ? rank : thread_rank()));
  }
  template <typename T> T shfl_up(T v, u32 by) const { return of(v, thread_rank() - by); }
  template <typename T> T shfl_down(T v, u32 by) const { return of(v, thread_rank() + by); }
  template <typename T> T shfl_xor(T v, u32 by) const { return of(v, thread_rank() ^ by); }
  u64 ballot(bool p) const {
    u64 all = host::ballot(p, where, mask), r = 0;
    for (u32 i = 0; i < size(); i++) r |= (all >> laneOf(mask, i) & 1) << i;
    return r;
  }
  int any(bool p) const { return ballot(p) != 0; }
  int all(bool p) const { return ballot(!p) == 0; }
};
} // namespace host

#define LABELLED(label)                                                                            \
  host::Lanes { __COUNTER__ + 1, host::matchAny(__COUNTER__ + 1, host::tileOf(LANES), label) }
#define COALESCED(mask)                                                                            \
  host::Lanes { __COUNTER__ + 1, mask }
#define HALVES(mask, p)                                                                            \
  host::Lanes { __COUNTER__ + 1, host::matchAny(__COUNTER__ + 1, mask, (u32)(p)) }
#define REDUCE(group, mask, v, operation)                                                          \
  host::reduce(__COUNTER__ + 1, mask, v, host::group_##operation{})
#define INCLUSIVE(group, mask, v) host::scan(__COUNTER__ + 1, mask, v, true)
#define EXCLUSIVE(group, mask, v) host::scan(__COUNTER__ + 1, mask, v, false)
#define TREDUCE(size, v, operation) REDUCE(, host::tileOf(size), v, operation)
#define TINCLUSIVE(size, v) INCLUSIVE(, host::tileOf(size), v)
#define TEXCLUSIVE(size, v) EXCLUSIVE(, host::tileOf(size), v)
#define SUBTILE(outer, inner, ...) TILE(inner, __VA_ARGS__)
#define BLOCK(...) host::Block{}.__VA_ARGS__
#define BLOCK_SYNC() __syncthreads()
#define GRID_RANK() (host::gridRank())
#define ATOMIC(operation, p, v, order, scope) host::update(p, host::Operation::do_##operation, v)
#define ATOMIC_LOAD(p, scope) (*(p))
#define ATOMIC_STORE(p, v, scope) ((void)(*(p) = (v)))
#define ATOMIC_SWAP_IF(p, expected, v, scope) host::swapIf(p, expected, v)

namespace host {
// The block as cooperative groups have it.
struct Block {
  static u32 thread_rank() { return current->linear; }
  static u32 size() { return threads; }
  static dim3 thread_index() { return current->thread; }
  static dim3 group_index() { return block; }
  static dim3 dim_threads() { return blockDimension; }
};
inline u64 gridRank() {
  return (u64)(block.x + gridDimension.x * (block.y + gridDimension.y * block.z)) * threads +
         current->linear;
}
enum class Operation { do_add, do_sub, do_xor, do_or, do_and, do_min, do_max };
template <typename T> T update(T *p, Operation o, T v) {
  T old = *p;
  switch (o) {
  case Operation::do_add:
    *p = (T)(old + v);
    break;
  case Operation::do_sub:
    *p = (T)(old - v);
    break;
  case Operation::do_xor:
    *p = (T)(old ^ v);
    break;
  case Operation::do_or:
    *p = (T)(old | v);
    break;
  case Operation::do_and:
    *p = (T)(old & v);
    break;
  case Operation::do_min:
    *p = v < old ? v : old;
    break;
  case Operation::do_max:
    *p = v > old ? v : old;
    break;
  }
  return old;
}
template <typename T> bool swapIf(T *p, T *expected, T v) {
  T old = *p, wanted = *expected;
  if (old == wanted) *p = v;
  *expected = old;
  return old == wanted;
}
} // namespace host

#define __threadfence() ((void)0)
#define __threadfence_block() ((void)0)

// update stores what the operation makes of the old value, and returns the old value.
template <typename T, typename F> T update(T *p, F operation) {
  T old = *p;
  *p = operation(old);
  return old;
}
template <typename T> T atomicAdd(T *p, T v) {
  return update(p, [v](T o) -> T { return o + v; });
}
template <typename T> T atomicXor(T *p, T v) {
  return update(p, [v](T o) -> T { return o ^ v; });
}
template <typename T> T atomicOr(T *p, T v) {
  return update(p, [v](T o) -> T { return o | v; });
}
template <typename T> T atomicAnd(T *p, T v) {
  return update(p, [v](T o) -> T { return o & v; });
}
template <typename T> T atomicMin(T *p, T v) {
  return update(p, [v](T o) -> T { return v < o ? v : o; });
}
template <typename T> T atomicMax(T *p, T v) {
  return update(p, [v](T o) -> T { return v > o ? v : o; });
}
template <typename T> T atomicSub(T *p, T v) {
  return update(p, [v](T o) -> T { return o - v; });
}
template <typename T> T atomicExch(T *p, T v) {
  return update(p, [v](T) -> T { return v; });
}
template <typename T> T atomicCAS(T *p, T expected, T v) {
  return update(p, [=](T o) -> T { return o == expected ? v : o; });
}
inline u32 atomicInc(u32 *p, u32 most) {
  return update(p, [=](u32 o) -> u32 { return o >= most ? 0 : o + 1; });
}
inline u32 atomicDec(u32 *p, u32 most) {
  return update(p, [=](u32 o) -> u32 { return o == 0 || o > most ? most : o - 1; });
}
inline u32 __umulhi(u32 a, u32 b) { return u32(u64(a) * b >> 32); }
inline i32 __mulhi(i32 a, i32 b) { return i32(i64(a) * b >> 32); }
inline u64 __umul64hi(u64 a, u64 b) { return u64((unsigned __int128)a * b >> 64); }
inline i64 __mul64hi(i64 a, i64 b) { return i64((__int128)a * b >> 64); }
inline int __popc(u32 v) { return __builtin_popcount(v); }
inline int __popcll(u64 v) { return __builtin_popcountll(v); }
inline int __clz(i32 v) { return v ? __builtin_clz(v) : 32; }
inline int __clzll(i64 v) { return v ? __builtin_clzll(v) : 64; }
inline int __ffs(i32 v) { return __builtin_ffs(v); }
inline u32 __brev(u32 v) { return __builtin_bitreverse32(v); }
inline u64 __brevll(u64 v) { return __builtin_bitreverse64(v); }
inline u32 __byte_perm(u32 x, u32 y, u32 s) {
  u64 all = (u64)y << 32 | x;
  u32 r = 0;
  for (u32 i = 0; i < 4; i++) r |= u32(all >> (s >> 4 * i & 7) * 8 & 0xff) << 8 * i;
  return r;
}
inline u32 __funnelshift_l(u32 lo, u32 hi, u32 n) {
  return u32(((u64)hi << 32 | lo) << (n & 31) >> 32);
}
inline u32 __funnelshift_r(u32 lo, u32 hi, u32 n) { return u32(((u64)hi << 32 | lo) >> (n & 31)); }
inline u32 __uhadd(u32 x, u32 y) { return u32(((u64)x + y) >> 1); }
inline u32 __usad(u32 x, u32 y, u32 z) { return (x < y ? y - x : x - y) + z; }
inline u32 __sad(i32 x, i32 y, u32 z) { return (u32)(x < y ? (i64)y - x : (i64)x - y) + z; }
inline i32 __mul24(i32 x, i32 y) {
  return (i32)(((i64)((u64)x << 40) >> 40) * ((i64)((u64)y << 40) >> 40));
}
inline u32 __umul24(u32 x, u32 y) { return (u32)((u64)(x & 0xffffff) * (y & 0xffffff)); }
inline i32 __hadd(i32 x, i32 y) { return (i32)(((i64)x + y) >> 1); }
inline i32 __rhadd(i32 x, i32 y) { return (i32)(((i64)x + y + 1) >> 1); }
inline u32 __urhadd(u32 x, u32 y) { return (u32)(((u64)x + y + 1) >> 1); }
inline i32 __dp4a(i32 x, i32 y, i32 z) {
  u32 r = (u32)z;
  for (u32 i = 0; i < 4; i++) r += (u32)((i32)(i8)((u32)x >> 8 * i) * (i32)(i8)((u32)y >> 8 * i));
  return (i32)r;
}
inline u32 __dp4a(u32 x, u32 y, u32 z) {
  for (u32 i = 0; i < 4; i++) z += (x >> 8 * i & 255) * (y >> 8 * i & 255);
  return z;
}
inline u32 __funnelshift_lc(u32 lo, u32 hi, u32 n) {
  return n >= 32 ? lo : n == 0 ? hi : hi << n | lo >> (32 - n);
}
inline u32 __funnelshift_rc(u32 lo, u32 hi, u32 n) {
  return n >= 32 ? hi : n == 0 ? lo : lo >> n | hi << (32 - n);
}
inline int __ffsll(u64 v) { return __builtin_ffsll((i64)v); }

// A whole number as an integer, or the integer that is nearest to it; 0 for NaN.
template <typename I, typename T> I saturated(T v) {
  const T above = (T)std::numeric_limits<I>::max(), below = (T)std::numeric_limits<I>::min();
  if (v != v) return 0;
  if (v >= above) return std::numeric_limits<I>::max(); // above is rounded up, or is the number
  return v <= below ? std::numeric_limits<I>::min() : (I)v;
}
// Conversions and arithmetic, rounded in one of four ways.
template <typename F> auto rounded(int way, F f) {
  int before = fegetround();
  fesetround(way);
  volatile auto r = f();
  fesetround(before);
  return (decltype(f()))r;
}
#define ROUNDED(name, suffix, way, R, A, expression)                                               \
  inline R name##suffix(A x, A y = 0, A z = 0) {                                                   \
    volatile A a = x, b = y, c = z;                                                                \
    (void)b, (void)c;                                                                              \
    return rounded(way, [&]() -> R { return expression; });                                        \
  }
#define ROUNDED_ANY(name, R, A, expression)                                                        \
  ROUNDED(name, _rn, FE_TONEAREST, R, A, expression)                                               \
  ROUNDED(name, _rz, FE_TOWARDZERO, R, A, expression)                                              \
  ROUNDED(name, _ru, FE_UPWARD, R, A, expression)                                                  \
  ROUNDED(name, _rd, FE_DOWNWARD, R, A, expression)
ROUNDED_ANY(__fadd, float, float, a + b)
ROUNDED_ANY(__fmul, float, float, a *b)
ROUNDED_ANY(__fdiv, float, float, a / b)
ROUNDED_ANY(__fsqrt, float, float, sqrtf(a))
ROUNDED_ANY(__fmaf, float, float, fmaf(a, b, c))
ROUNDED_ANY(__dadd, double, double, a + b)
ROUNDED_ANY(__dmul, double, double, a *b)
ROUNDED_ANY(__ddiv, double, double, a / b)
ROUNDED_ANY(__dsqrt, double, double, sqrt(a))
ROUNDED_ANY(__fma, double, double, fma(a, b, c))
ROUNDED_ANY(__float2int, int, float, saturated<int>(rintf(a)))
ROUNDED_ANY(__float2uint, u32, float, saturated<u32>(rintf(a)))
ROUNDED_ANY(__float2ll, i64, float, saturated<i64>(rintf(a)))
ROUNDED_ANY(__double2ll, i64, double, saturated<i64>(rint(a)))
ROUNDED_ANY(__double2ull, u64, double, saturated<u64>(rint(a)))
ROUNDED_ANY(__double2float, float, double, (float)a)
ROUNDED_ANY(__int2float, float, int, (float)a)
ROUNDED_ANY(__uint2float, float, u32, (float)a)
ROUNDED_ANY(__ll2float, float, i64, (float)a)
ROUNDED_ANY(__ull2float, float, u64, (float)a)
ROUNDED_ANY(__ll2double, double, i64, (double)a)
ROUNDED_ANY(__ull2double, double, u64, (double)a)

// HIP's small vectors.
#define SMALL_BINARY(name, op, ...)                                                                \
  inline name operator op(name a, name b) {                                                        \
    name r;                                                                                        \
    SMALL_EACH_##__VA_ARGS__(r, a, b, op) return r;                                                \
  }                                                                                                \
  inline name &operator op## = (name & a, name b) { return a = a op b; }
#define SMALL_ONE(r, a, b, op, m) r.m = (decltype(r.m))(a.m op b.m);
#define SMALL_EACH_2(r, a, b, op) SMALL_ONE(r, a, b, op, x) SMALL_ONE(r, a, b, op, y)
#define SMALL_EACH_3(r, a, b, op) SMALL_EACH_2(r, a, b, op) SMALL_ONE(r, a, b, op, z)
#define SMALL_EACH_4(r, a, b, op) SMALL_EACH_3(r, a, b, op) SMALL_ONE(r, a, b, op, w)
#define SMALL_ARITHMETIC(name, n)                                                                  \
  SMALL_BINARY(name, +, n) SMALL_BINARY(name, -, n) SMALL_BINARY(name, *, n)
#define SMALL_4(name, T)                                                                           \
  struct name {                                                                                    \
    T x, y, z, w;                                                                                  \
    bool operator==(name o) const { return x == o.x && y == o.y && z == o.z && w == o.w; }         \
  };                                                                                               \
  SMALL_ARITHMETIC(name, 4)
#define SMALL_INTEGER_4(name, T) SMALL_4(name, T) SMALL_BINARY(name, ^, 4) SMALL_BINARY(name, &, 4)
#define SMALL_2(name, T)                                                                           \
  struct name {                                                                                    \
    T x, y;                                                                                        \
  };                                                                                               \
  SMALL_ARITHMETIC(name, 2)
SMALL_4(float4, float)
SMALL_INTEGER_4(int4, i32)
SMALL_INTEGER_4(uint4, u32)
SMALL_INTEGER_4(short4, i16)
SMALL_INTEGER_4(ushort4, u16)
SMALL_INTEGER_4(char4, i8)
SMALL_INTEGER_4(uchar4, u8)
SMALL_2(longlong2, i64)
SMALL_2(ulonglong2, u64)
SMALL_2(double2, double)
struct float3 {
  float x, y, z;
};
struct uchar3 {
  u8 x, y, z;
};
inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
inline float3 make_float3(float x, float y, float z) { return {x, y, z}; }
inline double2 make_double2(double x, double y) { return {x, y}; }
inline uchar3 make_uchar3(u8 x, u8 y, u8 z) { return {x, y, z}; }

#define LAUNCH(kernel, grid, threadsOf, ...)                                                       \
  host::launch(grid, threadsOf, [&] { kernel(__VA_ARGS__); })
#define LAUNCH_SHARED(kernel, grid, threadsOf, size, ...)                                          \
  LAUNCH(kernel, grid, threadsOf, __VA_ARGS__)
#define CHECKED(call)
#define TO_SYMBOL(name, value) std::memcpy(&name, &(value), sizeof(value))
#define FROM_SYMBOL(value, name) std::memcpy(&(value), &name, sizeof(value))
constexpr size_t dynamicBytes = 8 << 10; // that programs may ask for
TORTURE_SHARED u8 dynamicShared[dynamicBytes] __attribute__((aligned(64)));

template <typename T> struct Buffer {
  std::vector<T> data;
  T *p;
  explicit Buffer(const std::vector<T> &v) : data(v), p(data.data()) {}
  void append(std::vector<u8> &to) {
    const u8 *b = reinterpret_cast<const u8 *>(data.data());
    to.insert(to.end(), b, b + data.size() * sizeof(T));
  }
};

// A texture of 16 by 16 numbers that are looked up as they are, and what is written as a surface.
template <typename T> struct Picture {
  static constexpr int side = 16;
  T data[side * side];
  bool border;
  typedef const Picture *Texture;
  typedef Picture *Surface;
  Picture(u64 seed, bool zeroOutside) : border(zeroOutside) {
    for (int i = 0; i < side * side; i++) data[i] = (T)(u16)mix(seed, (u64)i);
  }
  Texture texture() const { return this; }
  Surface surface() { return this; }
  void append(std::vector<u8> &to) {
    const u8 *b = reinterpret_cast<const u8 *>(data);
    to.insert(to.end(), b, b + sizeof data);
  }
};
template <typename T> T tex2D(const Picture<T> *p, float x, float y) {
  int i = (int)floorf(x), j = (int)floorf(y), side = Picture<T>::side;
  if (p->border && (i < 0 || j < 0 || i >= side || j >= side)) return 0;
  i = i < 0 ? 0 : i >= side ? side - 1 : i;
  j = j < 0 ? 0 : j >= side ? side - 1 : j;
  return p->data[j * side + i];
}
template <typename T> void surf2Dwrite(T v, Picture<T> *p, int bytes, int y) {
  p->data[y * Picture<T>::side + bytes / (int)sizeof(T)] = v;
}
template <typename T> void surf2Dread(T *v, Picture<T> *p, int bytes, int y) {
  *v = p->data[y * Picture<T>::side + bytes / (int)sizeof(T)];
}

#else

#define LAUNCH(kernel, grid, threadsOf, ...) LAUNCH_SHARED(kernel, grid, threadsOf, 0, __VA_ARGS__)
#define LAUNCH_SHARED(kernel, grid, threadsOf, size, ...)                                          \
  do {                                                                                             \
    kernel<<<grid, threadsOf, size>>>(__VA_ARGS__);                                                \
    CHECKED(hipGetLastError());                                                                    \
  } while (0)
#define TO_SYMBOL(name, value) CHECKED(hipMemcpyToSymbol(HIP_SYMBOL(name), &(value), sizeof(value)))
#define FROM_SYMBOL(value, name)                                                                   \
  CHECKED(hipMemcpyFromSymbol(&(value), HIP_SYMBOL(name), sizeof(value)))
#define LABELLED(label)                                                                            \
  cooperative_groups::labeled_partition(                                                           \
      cooperative_groups::tiled_partition<LANES>(cooperative_groups::this_thread_block()), label)
#define COALESCED(mask) cooperative_groups::coalesced_threads()
#define HALVES(mask, p)                                                                            \
  cooperative_groups::binary_partition(cooperative_groups::coalesced_threads(), p)
#define REDUCE(group, mask, v, operation)                                                          \
  cooperative_groups::reduce(group, v,                                                             \
                             cooperative_groups::operation<std::remove_cv_t<decltype(v)>>())
#define INCLUSIVE(group, mask, v) cooperative_groups::inclusive_scan(group, v)
#define EXCLUSIVE(group, mask, v) cooperative_groups::exclusive_scan(group, v)
#define TILE_OF(size)                                                                              \
  cooperative_groups::tiled_partition<size>(cooperative_groups::this_thread_block())
#define SUBTILE(outer, inner, ...)                                                                 \
  cooperative_groups::tiled_partition<inner>(TILE_OF(outer)).__VA_ARGS__
#define BLOCK(...) cooperative_groups::this_thread_block().__VA_ARGS__
#define BLOCK_SYNC() cooperative_groups::this_thread_block().sync()
#define GRID_RANK() cooperative_groups::this_grid().thread_rank()
#define TREDUCE(size, v, operation) REDUCE(TILE_OF(size), 0, v, operation)
#define TINCLUSIVE(size, v) INCLUSIVE(TILE_OF(size), 0, v)
#define TEXCLUSIVE(size, v) EXCLUSIVE(TILE_OF(size), 0, v)
#define ATOMIC(operation, p, v, order, scope)                                                      \
  __hip_atomic_fetch_##operation(p, v, __ATOMIC_##order, __HIP_MEMORY_SCOPE_##scope)
#define ATOMIC_LOAD(p, scope) __hip_atomic_load(p, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_##scope)
#define ATOMIC_STORE(p, v, scope)                                                                  \
  __hip_atomic_store(p, v, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_##scope)
#define ATOMIC_SWAP_IF(p, expected, v, scope)                                                      \
  __hip_atomic_compare_exchange_strong(p, expected, v, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED,         \
                                       __HIP_MEMORY_SCOPE_##scope)
#define TILE(size, ...)                                                                            \
  cooperative_groups::tiled_partition<size>(cooperative_groups::this_thread_block()).__VA_ARGS__
extern __shared__ __attribute__((aligned(64))) u8 dynamicShared[];
#define CHECKED(call)                                                                              \
  do {                                                                                             \
    hipError_t status_ = (call);                                                                   \
    if (status_ != hipSuccess) {                                                                   \
      std::fprintf(stderr, "%s: %s\n", #call, hipGetErrorString(status_));                         \
      std::exit(3);                                                                                \
    }                                                                                              \
  } while (0)

template <typename T> struct Buffer {
  T *p = nullptr;
  size_t n;
  explicit Buffer(const std::vector<T> &v) : n(v.size()) {
    CHECKED(hipMalloc(reinterpret_cast<void **>(&p), n * sizeof(T)));
    CHECKED(hipMemcpy(p, v.data(), n * sizeof(T), hipMemcpyHostToDevice));
  }
  Buffer(const Buffer &) = delete;
  ~Buffer() { (void)hipFree(p); }
  void append(std::vector<u8> &to) {
    size_t at = to.size();
    to.resize(at + n * sizeof(T));
    CHECKED(hipDeviceSynchronize());
    CHECKED(hipMemcpy(to.data() + at, p, n * sizeof(T), hipMemcpyDeviceToHost));
  }
};

template <typename T> struct Picture {
  static constexpr int side = 16;
  typedef hipTextureObject_t Texture;
  typedef hipSurfaceObject_t Surface;
  hipArray_t array;
  hipTextureObject_t asTexture = 0;
  hipSurfaceObject_t asSurface = 0;
  Picture(u64 seed, bool zeroOutside) {
    T data[side * side];
    for (int i = 0; i < side * side; i++) data[i] = (T)(u16)mix(seed, (u64)i);
    hipChannelFormatDesc format = hipCreateChannelDesc<T>();
    CHECKED(hipMallocArray(&array, &format, side, side, hipArraySurfaceLoadStore));
    CHECKED(hipMemcpy2DToArray(array, 0, 0, data, side * sizeof(T), side * sizeof(T), side,
                               hipMemcpyHostToDevice));
    hipResourceDesc resource = {};
    resource.resType = hipResourceTypeArray;
    resource.res.array.array = array;
    hipTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] =
        zeroOutside ? hipAddressModeBorder : hipAddressModeClamp;
    how.filterMode = hipFilterModePoint;
    how.readMode = hipReadModeElementType;
    CHECKED(hipCreateTextureObject(&asTexture, &resource, &how, nullptr));
    CHECKED(hipCreateSurfaceObject(&asSurface, &resource));
  }
  Picture(const Picture &) = delete;
  ~Picture() {
    (void)hipDestroyTextureObject(asTexture);
    (void)hipDestroySurfaceObject(asSurface);
    (void)hipFreeArray(array);
  }
  Texture texture() const { return asTexture; }
  Surface surface() const { return asSurface; }
  void append(std::vector<u8> &to) {
    size_t at = to.size(), size = side * side * sizeof(T);
    to.resize(at + size);
    CHECKED(hipDeviceSynchronize());
    CHECKED(hipMemcpy2DFromArray(to.data() + at, side * sizeof(T), array, 0, 0, side * sizeof(T),
                                 side, hipMemcpyDeviceToHost));
  }
};

#endif

// The sum of a group's values, and of those up to the lane's own. Groups have other numbers of lanes.
template <typename G> __device__ u64 sumOf(const G &g, u64 v) {
  u64 r = 0;
  for (u32 i = 0; i < g.size(); i++) r = mix(r, g.shfl(v, (int)i));
  return r;
}
template <typename G> __device__ u64 scanOf(const G &g, u64 v) {
  for (u32 d = 1; d < g.size(); d *= 2) {
    u32 rank = g.thread_rank();
    u64 below = g.shfl(v, (int)(rank >= d ? rank - d : rank));
    if (rank >= d) v += below;
  }
  return v;
}

// What a program prints, in the order of the alphabet: that of work-items is open.
struct Printed {
  int outside;
  std::FILE *file;
  Printed() {
    std::fflush(stdout);
    outside = dup(1);
    file = std::tmpfile();
    if (outside < 0 || !file || dup2(fileno(file), 1) < 0) {
      std::perror("torture");
      std::exit(2);
    }
  }
  void append(std::vector<u8> &to) {
    std::fflush(stdout);
    (void)dup2(outside, 1);
    (void)close(outside);
    std::rewind(file);
    std::vector<std::string> lines;
    char text[256];
    while (std::fgets(text, sizeof text, file)) lines.push_back(text);
    std::fclose(file);
    std::sort(lines.begin(), lines.end());
    for (const std::string &l : lines) to.insert(to.end(), l.begin(), l.end());
  }
};

// What a program's kernels read and write.
struct Memory {
  static std::vector<u32> input() {
    std::vector<u32> v(128);
    u64 h = 1;
    for (u32 &x : v) x = u32((h = mix(h, 12345)) >> 20);
    return v;
  }
  static std::vector<u32> counters(size_t n) {
    std::vector<u32> v(n);
    for (size_t i = 0; i < n; i++) v[i] = i % 6 >= 4 ? ~0u : 0; // and, min
    return v;
  }
  Buffer<u64> out;
  Buffer<u32> in, count;
  Buffer<u64> count64;
  explicit Memory(size_t words)
      : out(std::vector<u64>(words)), in(input()), count(counters(96)),
        count64(std::vector<u64>(16)) {}
  std::vector<u8> bytes() {
    std::vector<u8> v;
    out.append(v);
    count.append(v);
    count64.append(v);
    return v;
  }
};

// main runs the programs FIRST to LAST-1 on a device, and appends what each gives to a file: its
// number, how many bytes, and these.
typedef std::vector<u8> (*Run)();
inline int torture(int argc, char **argv, const Run *runs, int n) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s FILE [FIRST [LAST [DEVICE]]]\n", argv[0]);
    return 2;
  }
  int first = argc > 2 ? std::atoi(argv[2]) : 0, last = argc > 3 ? std::atoi(argv[3]) : n;
#ifdef __HIP__
  CHECKED(hipSetDevice(argc > 4 ? std::atoi(argv[4]) : 0));
  // CUDA's default is less than the recursive functions take without optimisation.
  CHECKED(hipDeviceSetLimit(hipLimitStackSize, 16384));
#endif
  std::FILE *f = std::fopen(argv[1], "wb");
  if (!f) {
    std::perror(argv[1]);
    return 2;
  }
  for (int i = first; i < last && i < n; i++) {
    Printed printed;
    std::vector<u8> v = runs[i]();
    printed.append(v);
    u32 head[2] = {u32(i), u32(v.size())};
    if (std::fwrite(head, sizeof head, 1, f) != 1 ||
        std::fwrite(v.data(), 1, v.size(), f) != v.size() || std::fflush(f)) {
      std::perror(argv[1]);
      return 2;
    }
  }
  return std::fclose(f) ? 2 : 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What random programs (e2e/torture) are written against. With HIP it is HIP; with plain C++ the
// work-items of a block run as fibres on one thread, which is the oracle: no part of gohipcc is
// in it. The two write the same bytes.
#pragma once

#ifdef __HIP__
#include <hip/hip_runtime.h>
#define TORTURE_SHARED __shared__
#else
#include <stddef.h>
#include <sys/mman.h>
#include <ucontext.h>
#define __global__
#define __host__
#define __device__
#define TORTURE_SHARED __attribute__((section("torture_shared"))) static
// Where the linker puts all of a section.
extern char __start_torture_shared[] __attribute__((weak)),
    __stop_torture_shared[] __attribute__((weak));
#endif

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

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
  u32 linear, warpOps, barriers;
  int where; // which call of a warp operation or barrier it waits in
};

constexpr u32 warpLanes = 32, mostFibres = 1024;
constexpr size_t stackBytes = 128 << 10;
static Fibre fibres[mostFibres];
static ucontext_t scheduler;
static Fibre *current;
static dim3 block, blockDimension, gridDimension;
static u32 threads;
static u64 posted[2][mostFibres]; // by the parity of an operation
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

// Fibres in the range that are live and wait at one place of this kind go on.
inline bool release(u32 from, u32 to, State s) {
  int where = 0;
  for (u32 i = from; i < to; i++) {
    if (fibres[i].state == Exited) continue;
    if (fibres[i].state != s) return false;
    if (where && fibres[i].where != where) fail("threads wait at different calls");
    where = fibres[i].where;
  }
  for (u32 i = from; where && i < to; i++)
    if (fibres[i].state == s) fibres[i].state = Ready;
  return where != 0;
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
    f.warpOps = f.barriers = 0;
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
    for (u32 w = 0; w < threads; w += warpLanes)
      moved |= release(w, w + warpLanes < threads ? w + warpLanes : threads, AtWarp);
    if (!moved && !release(0, threads, AtBarrier)) fail("threads wait for others that never come");
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

inline u64 *exchange(u64 v, int where) {
  u64 *slots = posted[current->warpOps++ & 1] + (current->linear & ~(warpLanes - 1));
  slots[current->linear % warpLanes] = v;
  wait(AtWarp, where);
  return slots;
}
inline u32 lanesOfWarp() {
  u32 first = current->linear & ~(warpLanes - 1);
  return threads - first < warpLanes ? threads - first : warpLanes;
}
inline u64 ballot(bool p, int where) {
  u64 *slots = exchange(p, where), r = 0;
  for (u32 i = 0; i < lanesOfWarp(); i++) r |= slots[i] << i;
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
#define __shfl(v, l)                                                                               \
  host::bitsOf<decltype(v)>(host::exchange(host::toBits(v), __COUNTER__ + 1)[(l) & 31])
#define __shfl_up(v, d) host::shuffleBy(v, -(i32)(d), __COUNTER__ + 1)
#define __shfl_down(v, d) host::shuffleBy(v, (i32)(d), __COUNTER__ + 1)
#define __shfl_xor(v, m)                                                                           \
  host::bitsOf<decltype(v)>(                                                                       \
      host::exchange(host::toBits(v), __COUNTER__ + 1)[(host::current->linear ^ (m)) & 31])

namespace host {
template <typename T> T shuffleBy(T v, i32 by, int where) {
  u64 *slots = exchange(toBits(v), where);
  i32 lane = i32(current->linear % warpLanes), from = lane + by;
  return bitsOf<T>(slots[from < 0 || from > 31 ? lane : from]);
}
} // namespace host

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

#define LAUNCH(kernel, grid, threadsOf, ...)                                                       \
  host::launch(grid, threadsOf, [&] { kernel(__VA_ARGS__); })
#define CHECKED(call)

template <typename T> struct Buffer {
  std::vector<T> data;
  T *p;
  explicit Buffer(const std::vector<T> &v) : data(v), p(data.data()) {}
  void append(std::vector<u8> &to) {
    const u8 *b = reinterpret_cast<const u8 *>(data.data());
    to.insert(to.end(), b, b + data.size() * sizeof(T));
  }
};

#else

#define LAUNCH(kernel, grid, threadsOf, ...)                                                       \
  do {                                                                                             \
    kernel<<<grid, threadsOf>>>(__VA_ARGS__);                                                      \
    CHECKED(hipGetLastError());                                                                    \
  } while (0)
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

#endif

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
    std::vector<u8> v = runs[i]();
    u32 head[2] = {u32(i), u32(v.size())};
    if (std::fwrite(head, sizeof head, 1, f) != 1 ||
        std::fwrite(v.data(), 1, v.size(), f) != v.size() || std::fflush(f)) {
      std::perror(argv[1]);
      return 2;
    }
  }
  return std::fclose(f) ? 2 : 0;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// abort and assert, the device heap, clocks. docs/design/abi.md describes the buffers that the
// variables point to, which the runtime sets when it loads a module.
#include "device.h"

extern "C" {
__attribute__((device)) u64 __gohip_heap;
__attribute__((device)) u64 __gohip_heap_size;
__attribute__((device)) u64 __gohip_clock_ticks;
}

#define RELAXED __ATOMIC_RELAXED
#define SYSTEM __HIP_MEMORY_SCOPE_SYSTEM
#define DEVICE __HIP_MEMORY_SCOPE_AGENT

// Its body is in stop.hip; here it is declared as a function that does not return.
API __attribute__((noreturn)) void __gohip_stop(u32 why);
API __attribute__((noreturn)) void abort() { __gohip_stop(1); }
API __attribute__((noreturn)) void __gohip_trap() { __gohip_stop(3); }
API __attribute__((noreturn)) void __cxa_pure_virtual() { __gohip_stop(3); }
API __attribute__((noreturn)) void __cxa_deleted_virtual() { __gohip_stop(3); }

// The heap. There are two block sizes per power of two; each size has a stack of freed blocks, and
// new blocks come from the end of the heap. The head of a stack holds the block's offset in units
// of 16 and a count that changes with every update, which avoids the ABA problem.
struct Heap {
  u64 end;
  u64 stacks[63];
};
struct Block {
  u32 stack, magic;
  u64 next;
};
enum : u32 { LIVE = 0x6b6f6c62, FREE = 0x65657266 };
enum : u64 { INDEX = (1ull << 40) - 1, ONE = 1ull << 40 };

INSIDE u32 stackOf(u64 n) {
  if (n < 16) n = 16;
  u32 p = 63 - (u32)__builtin_clzg(n - 1 | 1, 64);
  // 2^p < n <= 2^(p+1), and one size halfway.
  return p * 2 + (n > (3ull << p >> 1) ? 1 : 0);
}
INSIDE u64 sizeOf(u32 stack) {
  u64 n = stack & 1 ? 2ull << (stack >> 1) : 3ull << (stack >> 1) >> 1;
  return (n + 15) & ~15ull;
}
INSIDE Block *pop(Heap *h, u32 stack) {
  u64 head = __hip_atomic_load(&h->stacks[stack], __ATOMIC_ACQUIRE, DEVICE);
  while (head & INDEX) {
    Block *b = (Block *)((u8 *)h + (head & INDEX) * 16);
    u64 next = __hip_atomic_load(&b->next, RELAXED, DEVICE);
    if (__hip_atomic_compare_exchange_strong(&h->stacks[stack], &head,
                                             (head & ~INDEX) + ONE + (next & INDEX),
                                             __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE, DEVICE))
      return b;
  }
  return nullptr;
}
API void *__gohip_malloc(size_t n) {
  Heap *h = (Heap *)__gohip_heap;
  u64 size = __gohip_heap_size;
  if (!h || n > size || size < sizeof(Heap)) return nullptr;
  u32 stack = stackOf(n);
  if (stack >= 63) return nullptr;
  Block *b = pop(h, stack);
  if (!b) {
    u64 need = sizeOf(stack) + sizeof(Block);
    u64 at = __hip_atomic_load(&h->end, RELAXED, DEVICE);
    for (;;) {
      u64 from = at < sizeof(Heap) ? sizeof(Heap) : at;
      if (need > size - from) {
        // No room at the end: use a larger freed block.
        for (u32 s = stack + 1; s < 63 && !b; ++s) b = pop(h, s);
        if (!b) return nullptr;
        b->magic = LIVE;
        return b + 1;
      }
      if (__hip_atomic_compare_exchange_strong(&h->end, &at, from + need, RELAXED, RELAXED,
                                               DEVICE)) {
        b = (Block *)((u8 *)h + from);
        break;
      }
    }
    b->stack = stack;
  }
  b->magic = LIVE;
  return b + 1;
}
API void __gohip_free(void *p) {
  if (!p) return;
  Heap *h = (Heap *)__gohip_heap;
  Block *b = (Block *)p - 1;
  // A double free, or memory outside the heap.
  if (b->magic != LIVE) return;
  b->magic = FREE;
  u64 index = (u64)((u8 *)b - (u8 *)h) / 16;
  u64 *stack = &h->stacks[b->stack];
  u64 head = __hip_atomic_load(stack, RELAXED, DEVICE);
  do __hip_atomic_store(&b->next, head & INDEX, RELAXED, DEVICE);
  while (!__hip_atomic_compare_exchange_strong(stack, &head, (head & ~INDEX) + ONE + index,
                                               __ATOMIC_RELEASE, RELAXED, DEVICE));
}
API void *malloc(size_t n) { return __gohip_malloc(n); }
API void free(void *p) { __gohip_free(p); }

// operator new, new[], with nothrow_t; delete likewise, sized too.
API void *_Znwm(size_t n) { return __gohip_malloc(n); }
API void *_Znam(size_t n) { return __gohip_malloc(n); }
API void *_ZnwmRKSt9nothrow_t(size_t n, const void *) { return __gohip_malloc(n); }
API void *_ZnamRKSt9nothrow_t(size_t n, const void *) { return __gohip_malloc(n); }
API void _ZdlPv(void *p) { __gohip_free(p); }
API void _ZdaPv(void *p) { __gohip_free(p); }
API void _ZdlPvm(void *p, size_t) { __gohip_free(p); }
API void _ZdaPvm(void *p, size_t) { __gohip_free(p); }
API void _ZdlPvRKSt9nothrow_t(void *p, const void *) { __gohip_free(p); }
API void _ZdaPvRKSt9nothrow_t(void *p, const void *) { __gohip_free(p); }
#define FUNCTION API
#include "alignednew.h"

// The grid barrier. The counter's top bit flips when every block has arrived: each other block adds
// one, and block 0 adds the rest of half the range. The counter needs no reset, even if the next
// grid has another number of blocks.
extern "C" {
__attribute__((device)) u32 __gohip_grid_arrivals;
API CONVERGENT void __gohip_barrier();
PURE size_t __ockl_get_local_id(u32);
PURE size_t __ockl_get_group_id(u32);
PURE size_t __ockl_get_num_groups(u32);
}
API CONVERGENT void __gohip_grid_sync() {
  __gohip_barrier();
  if ((__ockl_get_local_id(0) | __ockl_get_local_id(1) | __ockl_get_local_id(2)) == 0) {
    u32 blocks =
        (u32)(__ockl_get_num_groups(0) * __ockl_get_num_groups(1) * __ockl_get_num_groups(2));
    bool first = (__ockl_get_group_id(0) | __ockl_get_group_id(1) | __ockl_get_group_id(2)) == 0;
    u32 old = __hip_atomic_fetch_add(
        &__gohip_grid_arrivals, first ? 0x80000000u - (blocks - 1) : 1u, __ATOMIC_ACQ_REL, DEVICE);
    while (!((old ^ __hip_atomic_load(&__gohip_grid_arrivals, __ATOMIC_ACQUIRE, DEVICE)) &
             0x80000000u)) {
    }
  }
  __gohip_barrier();
}
// The host checks whether a launch is cooperative, and rejects others.
API bool __gohip_grid_valid() { return true; }
// Called by kernels with groups of several grids, which the pass multi-grid finds by it.
API void __gohip_multi_grid() {}

#if defined(__SPIRV__) && !defined(__GOHIP_CPU__)
// OpenCL has no clock in kernels. The device library counts the reads instead, which advances for
// every work-item, as loops that wait for a time to pass require; a read adds about the cycles that
// it takes. On a CPU the runtime replaces this addition by a read of the cycle counter
// (runtime/devicespirv/cycles.go).
API i64 __gohip_clock() {
  return (i64)__hip_atomic_fetch_add(&__gohip_clock_ticks, 61ull, RELAXED, DEVICE);
}
API i64 __gohip_wall_clock() { return __gohip_clock(); }
API void __gohip_sleep(u32 ns) {
  for (i64 start = __gohip_clock(); __gohip_clock() - start < ns;) continue;
}
#endif

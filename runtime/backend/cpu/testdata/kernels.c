// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A CPU image by hand, of kernels as they are after work-group formation: docs/design/abi.md,
// "CPU images". clang -shared makes it; the records are in the assembly at the end.
#include "../../../libgohip/cpu_engine.h"

#define EXPORT __attribute__((visibility("default")))
#define EACH(i, n) for (uint32_t i = 0; i < (n); i++)
typedef const struct gohip_cpu_launch launch;
typedef struct gohip_cpu_block block;

#define ARG(T, offset) (*(__typeof__(T) const *)((const char *)l->kernarg + (offset)))

EXPORT uint64_t __gohip_printf_buffer, __gohip_abort, __gohip_heap, __gohip_heap_size;
EXPORT int counter = 40;
EXPORT int *pointer = &counter;

static uint32_t items(launch *l) { return l->block[0] * l->block[1] * l->block[2]; }
static uint64_t flat(launch *l, block *b) {
  return b->index[0] + (uint64_t)l->grid[0] * (b->index[1] + (uint64_t)l->grid[1] * b->index[2]);
}

EXPORT void axpy(launch *l, block *b) {
  float a = ARG(float, 0);
  const float *x = ARG(const float *, 8);
  float *y = ARG(float *, 16);
  int n = ARG(int, 24);
  EACH(t, l->block[0]) {
    int i = (int)(b->index[0] * l->block[0] + t);
    if (i < n) y[i] += a * x[i];
  }
}

EXPORT void none(launch *l, block *b) { (void)l, (void)b; }

// Counts in every block's word, so that one left out or run twice shows; and says which thread
// ran it.
EXPORT void where(launch *l, block *b) {
  uint32_t *count = ARG(uint32_t *, 0);
  uint32_t *worker = ARG(uint32_t *, 8);
  uint64_t i = flat(l, b);
  count[i]++;
  worker[i] = b->worker;
}

// Dynamic shared memory behind the static one of 40 bytes, and context arrays.
EXPORT void reverse(launch *l, block *b) {
  int *p = ARG(int *, 0);
  int *shared = (int *)((char *)b->shared + 48);
  int *fixed = b->context, *kept = (int *)((char *)b->context + 64);
  if ((uintptr_t)b->shared % 128 || (uintptr_t)b->context % 128) __builtin_trap();
  EACH(i, 10)((int *)b->shared)[i] = -1;
  EACH(t, items(l)) shared[t] = p[t];
  EACH(t, items(l)) kept[t] = shared[items(l) - 1 - t];
  *fixed = 7;
  EACH(t, items(l)) p[t] = kept[t] + (*fixed - 7);
}

EXPORT void count(launch *l, block *b) {
  (void)b;
  EACH(t, items(l)) __atomic_fetch_add(pointer, ARG(int, 0), __ATOMIC_RELAXED);
}

// A barrier of the grid, so many times: each block reads what the next one wrote before it.
EXPORT void ring(launch *l, block *b) {
  uint64_t *arrived = ARG(uint64_t *, 0);
  uint32_t *cell = ARG(uint32_t *, 8);
  uint32_t rounds = ARG(uint32_t, 16);
  uint64_t blocks = (uint64_t)l->grid[0] * l->grid[1] * l->grid[2], i = flat(l, b);
  if (!(l->flags & GOHIP_CPU_FIBRES)) __builtin_trap();
  for (uint32_t r = 0; r < rounds; r++) {
    uint32_t next = cell[(r % 2) * blocks + (i + 1) % blocks];
    cell[(1 - r % 2) * blocks + i] = next + 1;
    __atomic_fetch_add(arrived, 1, __ATOMIC_ACQ_REL);
    while (__atomic_load_n(arrived, __ATOMIC_ACQUIRE) < (r + 1) * blocks) b->yield(b);
  }
}

// Waits until somebody else writes.
EXPORT void await(launch *l, block *b) {
  uint32_t *flag = ARG(uint32_t *, 0);
  while (!__atomic_load_n(flag, __ATOMIC_ACQUIRE)) b->yield(b);
}
EXPORT void signal(launch *l, block *b) {
  (void)b;
  __atomic_store_n(ARG(uint32_t *, 0), 1, __ATOMIC_RELEASE);
}

EXPORT void store(launch *l, block *b) {
  if (flat(l, b) == ARG(uint32_t, 8)) {
    b->work_item = 5;
    *ARG(volatile int *, 0) = 1;
  }
}
EXPORT void load(launch *l, block *b) {
  (void)b;
  (void)*ARG(volatile int *, 0);
}
// A vector that is not aligned as its instruction demands.
EXPORT void misaligned(launch *l, block *b) {
  (void)b;
#if defined(__x86_64__)
  __asm__ volatile("movaps (%0), %%xmm0" : : "r"(ARG(char *, 0) + 4) : "xmm0", "memory");
#else
  (void)l;
  __builtin_trap();
#endif
}
EXPORT void divide(launch *l, block *b) {
  (void)b;
  volatile int by = ARG(int, 0), of = 1;
  of = of / by;
}
EXPORT void trap(launch *l, block *b) {
  (void)l, (void)b;
  __builtin_trap();
}
static __attribute__((noinline)) int deep(volatile char *p, int n) {
  volatile char here[4096];
  here[0] = p[0];
  return n ? deep(here, n - 1) + here[0] : 0;
}
EXPORT void recurse(launch *l, block *b) {
  (void)b;
  volatile char c = 0;
  deep(&c, ARG(int, 0));
}
// One block faults, the others wait for it.
EXPORT void fault_in_barrier(launch *l, block *b) {
  uint32_t *never = ARG(uint32_t *, 0);
  if (flat(l, b) == 3) *(volatile int *)16 = 1;
  while (!__atomic_load_n(never, __ATOMIC_ACQUIRE)) b->yield(b);
}
EXPORT void forever(launch *l, block *b) {
  (void)b;
  while (!*ARG(volatile uint32_t *, 0)) {
  }
}
EXPORT void stop(launch *l, block *b) {
  (void)b;
  __atomic_store_n(*(uint32_t **)&__gohip_abort, ARG(uint32_t, 0), __ATOMIC_RELEASE);
}

EXPORT void say(launch *l, block *b) {
  uint32_t *head = *(uint32_t **)&__gohip_printf_buffer;
  uint32_t at = __atomic_fetch_add(head, 16, __ATOMIC_RELAXED);
  if (at + 16 > head[1]) {
    __atomic_fetch_add(head + 2, 1, __ATOMIC_RELAXED);
    return;
  }
  uint32_t *record = head + 4 + at / 4;
  record[0] = 16, record[1] = 1, record[2] = ARG(uint32_t, 0) + b->index[0], record[3] = 0;
}

EXPORT void wide(launch *l, block *b) {
  (void)b;
  uint64_t sum = 0;
  EACH(i, 128) sum += ARG(uint64_t, 8 * i);
  *ARG(uint64_t *, 1024) = sum;
}

EXPORT void stream_copy(launch *l, block *b) {
  const double *from = ARG(const double *, 0);
  double *to = ARG(double *, 8);
  uint64_t first = (uint64_t)b->index[0] * l->block[0];
  EACH(t, l->block[0]) to[first + t] = from[first + t];
}

#define RECORD(text)                                                                               \
  __asm__(".pushsection .gohip,\"\",@progbits\n.ascii \"gohip.v1 " text "\\n\"\n.popsection");
#define VALUE(offset, size)                                                                        \
  "{\\\".offset\\\":" #offset ",\\\".size\\\":" #size ",\\\".value_kind\\\":\\\"by_value\\\"}"
#define POINTER(offset)                                                                            \
  "{\\\".offset\\\":" #offset ",\\\".size\\\":8,\\\".value_kind\\\":\\\"global_buffer\\\"}"
#define KERNEL(name, args, size, more)                                                             \
  RECORD("kernel {\\\".name\\\":\\\"" #name "\\\",\\\".symbol\\\":\\\"" #name                      \
         "\\\",\\\".args\\\":[" args "],\\\".kernarg_segment_size\\\":" #size more "}")
#define WAITS ",\\\"features\\\":[\\\"grid_sync\\\"]"

#ifndef FEATURES
#define FEATURES ""
#endif
RECORD("module "
       "{\\\"target\\\":\\\"x86_64-unknown-linux-gnu\\\",\\\"segment_size\\\":0,\\\"segment_"
       "align\\\":1" FEATURES "}")
KERNEL(axpy, VALUE(0, 4) "," POINTER(8) "," POINTER(16) "," VALUE(24, 4), 28, "")
KERNEL(none, "", 0, "")
KERNEL(where, POINTER(0) "," POINTER(8), 16, "")
KERNEL(
    reverse, POINTER(0), 8,
    ",\\\".group_segment_fixed_size\\\":40,\\\".context_size\\\":4,\\\".context_fixed_size\\\":64")
KERNEL(count, VALUE(0, 4), 4, "")
KERNEL(ring, POINTER(0) "," POINTER(8) "," VALUE(16, 4), 20, WAITS)
KERNEL(await, POINTER(0), 8, WAITS)
KERNEL(signal, POINTER(0), 8, "")
KERNEL(store, POINTER(0) "," VALUE(8, 4), 12, "")
KERNEL(load, POINTER(0), 8, "")
KERNEL(misaligned, POINTER(0), 8, "")
KERNEL(divide, VALUE(0, 4), 4, "")
KERNEL(trap, "", 0, "")
KERNEL(recurse, VALUE(0, 4), 4, "")
KERNEL(fault_in_barrier, POINTER(0), 8, WAITS)
KERNEL(forever, POINTER(0), 8, "")
KERNEL(stop, VALUE(0, 4), 4, ",\\\"features\\\":[\\\"abort\\\"]")
KERNEL(say, VALUE(0, 4), 4, ",\\\"features\\\":[\\\"printf\\\"]")
KERNEL(wide, VALUE(0, 1024) "," POINTER(1024), 1032, "")
KERNEL(stream_copy, POINTER(0) "," POINTER(8), 16, "")
RECORD("kernel "
       "{\\\".name\\\":\\\"huge\\\",\\\".symbol\\\":\\\"none\\\",\\\".context_size\\\":1000000000}")
RECORD("kernel {\\\".name\\\":\\\"absent\\\",\\\".symbol\\\":\\\"nowhere\\\"}")
RECORD("global {\\\".name\\\":\\\"counter\\\",\\\".offset\\\":0,\\\".size\\\":4,\\\".align\\\":4}")
RECORD("global {\\\".name\\\":\\\"pointer\\\",\\\".offset\\\":0,\\\".size\\\":8,\\\".align\\\":8}")
RECORD("printf {\\\"id\\\":1,\\\"format\\\":\\\"say %d\\\\n\\\"}")
RECORD("checksum {\\\"crc32c\\\":\\\"00000000\\\"}")

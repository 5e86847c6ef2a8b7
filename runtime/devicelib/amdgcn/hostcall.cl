// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
//
// Calls from a kernel to a thread of AMD's runtime, and the functions based on them: printf and
// device malloc. A call fills a packet in a shared buffer, pushes it on a lock-free stack, rings a
// doorbell signal and waits. All active lanes of a wavefront share one packet.
#include "abi.h"

#define WF __attribute__((convergent))

struct header {
  ulong next;
  ulong activemask;
  uint service;
  uint control; // bit 0: the host has not processed the packet
};

struct buffer {
  __global struct header *headers;
  __global ulong (*payloads)[64][8];
  ulong doorbell; // hsa_signal_t
  ulong free_stack;
  ulong ready_stack;
  ulong index_mask; // low bits of a packet pointer: its index; the rest is a tag
};

enum { SERVICE_PRINTF = 2, SERVICE_DEVMEM = 3 };

#define LOAD(p, order)                                                                             \
  __opencl_atomic_load((__global atomic_ulong *)(p), order, memory_scope_all_svm_devices)
#define SWAP(p, old, new, order)                                                                   \
  __opencl_atomic_compare_exchange_strong((__global atomic_ulong *)(p), old, new, order,           \
                                          memory_order_relaxed, memory_scope_all_svm_devices)

// The part of amd_signal_t that a device writes (amd_hsa_signal.h): value at 8,
// mailbox address at 16, event id at 24.
static inline void ring(ulong signal) {
  __global char *s = (__global char *)signal;
  __opencl_atomic_fetch_add((__global atomic_ulong *)(s + 8), 1ul, memory_order_release,
                            memory_scope_all_svm_devices);
  ulong mailbox = *(__global ulong *)(s + 16);
  if (mailbox != 0) {
    uint id = *(__global uint *)(s + 24);
    __opencl_atomic_store((__global atomic_ulong *)mailbox, (ulong)id, memory_order_release,
                          memory_scope_all_svm_devices);
    // The interrupt message; its payload is the event id in M0.
    __builtin_amdgcn_s_sendmsg(1, __builtin_amdgcn_readfirstlane(id) & 0xff);
  }
}

static inline ulong pop_free(__global struct buffer *b) {
  ulong top = LOAD(&b->free_stack, memory_order_acquire);
  for (;;) {
    ulong next = LOAD(&b->headers[top & b->index_mask].next, memory_order_relaxed);
    if (SWAP(&b->free_stack, &top, next, memory_order_acquire)) return top;
    __builtin_amdgcn_s_sleep(1);
  }
}

static inline void push(__global struct buffer *b, __global ulong *stack, ulong packet) {
  ulong top = LOAD(stack, memory_order_relaxed);
  do {
    b->headers[packet & b->index_mask].next = top;
  } while (!SWAP(stack, &top, packet, memory_order_release));
}

// Broadcasts the value of lane `first`.
static inline ulong uniform64(ulong v) {
  return (ulong)(uint)__builtin_amdgcn_readfirstlane((uint)(v >> 32)) << 32 |
         (uint)__builtin_amdgcn_readfirstlane((uint)v);
}

WF __attribute__((noinline)) long2 __ockl_hostcall_internal(void *ptr, uint service, ulong a0,
                                                            ulong a1, ulong a2, ulong a3, ulong a4,
                                                            ulong a5, ulong a6, ulong a7) {
  uint me = __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u));
  // Opaque to the optimiser, so that the test for the first lane is evaluated here at run time.
  __asm volatile("" : "+v"(me));
  bool first = me == (uint)__builtin_amdgcn_readfirstlane(me);
  __global struct buffer *b = (__global struct buffer *)ptr;

  ulong packet = 0;
  if (first) packet = pop_free(b);
  packet = uniform64(packet);

  ulong index = packet & b->index_mask;
  __global struct header *h = &b->headers[index];
  ulong mask = gohip_ballot(true);
  if (first) {
    h->control = 1;
    h->service = service;
    h->activemask = mask;
  }
  __global ulong *slot = b->payloads[index][me];
  slot[0] = a0;
  slot[1] = a1;
  slot[2] = a2;
  slot[3] = a3;
  slot[4] = a4;
  slot[5] = a5;
  slot[6] = a6;
  slot[7] = a7;
  // All lanes' stores must be visible before the packet is.
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "");
  if (first) {
    push(b, &b->ready_stack, packet);
    ring(b->doorbell);
  }

  for (;;) {
    uint waiting = 1;
    if (first)
      waiting = __opencl_atomic_load((__global atomic_uint *)&h->control, memory_order_acquire,
                                     memory_scope_all_svm_devices) &
                1;
    if (__builtin_amdgcn_readfirstlane(waiting) == 0) break;
    __builtin_amdgcn_s_sleep(1);
  }
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "");
  long2 r = (long2)((long)slot[0], (long)slot[1]);

  if (first) {
    // The next tag: a stale compare-and-swap of another wavefront must fail.
    ulong step = b->index_mask + 1;
    ulong tagged = packet + step;
    push(b, &b->free_stack, tagged == 0 ? step : tagged);
  }
  return r;
}

WF long2 __ockl_hostcall_preview(uint service, ulong a0, ulong a1, ulong a2, ulong a3, ulong a4,
                                 ulong a5, ulong a6, ulong a7) {
  ulong b = ABI5 ? ARG(ulong, implicit_args(), ARG5_HOSTCALL)
                 : ARG(ulong, implicit_args(), ARG4_HOSTCALL);
  return __ockl_hostcall_internal((void *)b, service, a0, a1, a2, a3, a4, a5, a6, a7);
}

// A message is a run of packets. Its descriptor: bit 0 first packet, bit 1 last,
// bits 5-7 the number of words that follow, bits 8-63 the message's id, which the
// host returns for the next packet.
enum { MSG_BEGIN = 1, MSG_END = 2, MSG_LEN_SHIFT = 5, MSG_LEN_MASK = 7 << 5 };

static inline ulong with_len(ulong d, uint n, uint last) {
  return (((last ? d | MSG_END : d) & ~(ulong)MSG_LEN_MASK) | (ulong)n << MSG_LEN_SHIFT);
}

static WF ulong begin(ulong flags) {
  return (ulong)__ockl_hostcall_preview(SERVICE_PRINTF, with_len(MSG_BEGIN, 1, 0), flags, 0, 0, 0,
                                        0, 0, 0)
      .x;
}

WF ulong __ockl_printf_append_args(ulong d, uint n, ulong a0, ulong a1, ulong a2, ulong a3,
                                   ulong a4, ulong a5, ulong a6, uint last) {
  return (ulong)__ockl_hostcall_preview(SERVICE_PRINTF, with_len(d, n, last), a0, a1, a2, a3, a4,
                                        a5, a6)
      .x;
}

// A string is sent in packets of 56 bytes; len includes its final zero.
WF ulong __ockl_printf_append_string_n(ulong d, const char *s, ulong len, uint last) {
  // A null pointer is an empty string.
  if (s == 0) return __ockl_printf_append_args(d, 1, 0, 0, 0, 0, 0, 0, 0, last);
  for (;;) {
    uint n = (uint)min(len, 56ul);
    ulong w[7] = {0, 0, 0, 0, 0, 0, 0};
    for (uint i = 0; i < 7; ++i)
      for (uint j = 0; j < 8; ++j)
        if (8 * i + j < n) w[i] |= (ulong)(uchar)s[8 * i + j] << (8 * j);
    len -= n;
    s += n;
    d = __ockl_printf_append_args(d, (n + 7) / 8, w[0], w[1], w[2], w[3], w[4], w[5], w[6],
                                  len == 0 ? last : 0);
    if (len == 0) return d;
  }
}

WF ulong __ockl_printf_begin(ulong version) { return begin(0); }
WF ulong __ockl_fprintf_stdout_begin(void) { return begin(0); }
WF ulong __ockl_fprintf_stderr_begin(void) { return begin(1); }
WF ulong __ockl_fprintf_append_args(ulong d, uint n, ulong a0, ulong a1, ulong a2, ulong a3,
                                    ulong a4, ulong a5, ulong a6, uint last) {
  return __ockl_printf_append_args(d, n, a0, a1, a2, a3, a4, a5, a6, last);
}
WF ulong __ockl_fprintf_append_string_n(ulong d, const char *s, ulong len, uint last) {
  return __ockl_printf_append_string_n(d, s, len, last);
}

// -mprintf-kind=buffered: the buffer is u32 used, u32 capacity, then the records.
__global char *__printf_alloc(uint bytes) {
  ulong p = ABI5 ? ARG(ulong, implicit_args(), ARG5_PRINTF_BUFFER)
                 : ARG(ulong, implicit_args(), ARG4_PRINTF_BUFFER);
  __global char *b = (__global char *)p;
  uint capacity = ((__global uint *)b)[1];
  uint used =
      __opencl_atomic_load((__global atomic_uint *)b, memory_order_relaxed, memory_scope_device);
  do {
    if (8 + (ulong)used + bytes > capacity) return 0;
  } while (!__opencl_atomic_compare_exchange_strong((__global atomic_uint *)b, &used, used + bytes,
                                                    memory_order_relaxed, memory_order_relaxed,
                                                    memory_scope_device));
  return b + 8 + used;
}

// Device malloc and free: one request to the runtime each. A size of 0 frees.
WF ulong __ockl_devmem_request(ulong address, ulong size) {
  return (ulong)__ockl_hostcall_preview(SERVICE_DEVMEM, address, size, 0, 0, 0, 0, 0, 0).x;
}
WF ulong __ockl_dm_alloc(ulong size) { return size == 0 ? 0 : __ockl_devmem_request(0, size); }
WF void __ockl_dm_dealloc(ulong address) {
  if (address != 0) __ockl_devmem_request(address, 0);
}

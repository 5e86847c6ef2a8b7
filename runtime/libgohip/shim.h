// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Shared by the C files of libgohip.so.
#ifndef GOHIP_SHIM_H
#define GOHIP_SHIM_H

#include "driver.h"

#define STREAM_MAGIC 0x53706967u
#define EVENT_MAGIC 0x45706967u
#define FUNC_MAGIC 0x46706967u

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

// The following declarations are internal to this library: accessed directly instead of through the
// tables that exported names need, and thread-local ones with one look-up per function.
#pragma GCC visibility push(hidden)

enum gh_state { GH_COLD, GH_READY, GH_FAILED, GH_FORKED };

extern atomic_int gh_state;      // enum gh_state
extern hipError_t gh_init_error; // returned by every call in state GH_FAILED
extern gh_shim gh_shared;
extern gh_core gh_go;
extern atomic_int gh_captures; // number of streams in capture, in any mode

extern __thread hipError_t gh_last;
extern __thread int gh_current;
extern __thread int gh_null_stream_is_per_thread;
extern __thread int gh_capture_mode;

// Loads the core and finds the devices, once; returns the error if that failed.
hipError_t gh_start(void);

static inline hipError_t gh_ready(void) {
  if (LIKELY(atomic_load_explicit(&gh_state, memory_order_acquire) == GH_READY)) return hipSuccess;
  return gh_start();
}

// Records the result of an API call for hipGetLastError.
static inline hipError_t gh_done(hipError_t e) {
  if (UNLIKELY(e != hipSuccess)) gh_last = e;
  return e;
}

// The device of the calling thread.
static inline gh_device *gh_device_now(void) { return gh_shared.devices[gh_current]; }

hipError_t gh_other_stream_of(hipStream_t h, gh_stream **out);

// The stream of a handle; fast for the device's null stream.
static inline hipError_t gh_stream_of(hipStream_t h, gh_stream **out) {
  if (UNLIKELY(h || gh_null_stream_is_per_thread)) return gh_other_stream_of(h, out);
  *out = gh_device_now()->null_stream;
  return hipSuccess;
}

gh_event *gh_event_of(hipEvent_t h);
gh_func *gh_func_of(hipFunction_t h);
gh_func *gh_new_function(void);
void gh_free_function(gh_func *f);

// Makes the stream wait for what HIP's default stream rules require. Returns an error of the queue.
hipError_t gh_order_slow(gh_stream *s);

static inline hipError_t gh_order(gh_stream *s) {
  gh_stream *null = s->dev->null_stream;
  if (s == null) {
    if (LIKELY(atomic_load_explicit(&s->dev->nblocking, memory_order_relaxed) == 0))
      return hipSuccess;
    return gh_order_slow(s);
  }
  if (!s->blocking) return hipSuccess;
  if (LIKELY(atomic_load_explicit(&null->seq, memory_order_relaxed) ==
             atomic_load_explicit(&s->seen_null, memory_order_relaxed)))
    return hipSuccess;
  return gh_order_slow(s);
}

// There may be unfinished work. Threads that share a stream rely on this never being false while
// there is work, not even momentarily; therefore it compares two counters instead of using a flag.
static inline bool gh_dirty(gh_stream *s) {
  unsigned long ended = atomic_load_explicit(&s->ended, memory_order_acquire);
  return ended != atomic_load_explicit(&s->seq, memory_order_acquire);
}

// Records that the operations up to seq have completed.
static inline void gh_ended(gh_stream *s, unsigned long seq) {
  unsigned long now = atomic_load(&s->ended);
  while (now < seq && !atomic_compare_exchange_weak(&s->ended, &now, seq)) {
  }
}

// Whether nothing is running or waiting in the stream, and it need not wait for others.
bool gh_idle(gh_stream *s);
bool gh_settled(gh_stream *s); // the same for a driver without orders_streams

// hipErrorNotReady if the stream has unfinished work. For hipStreamQuery, as for hipEventQuery,
// this is a result: they return it without gh_done, so hipGetLastError does not return it.
hipError_t gh_query(gh_stream *s);

hipError_t gh_finish(gh_stream *s);
hipError_t gh_finish_device(gh_device *d);
hipError_t gh_finish_null(gh_device *d);
hipError_t gh_submit(gh_stream *s, const gh_op *op);
// Enqueues a host function in stream order; or calls it immediately if the stream is idle; or
// either, with a copy of the data, which the function frees.
hipError_t gh_enqueue_host(gh_stream *s, void (*fn)(void *), void *data);
hipError_t gh_run_in_order(gh_stream *s, void (*fn)(void *), void *data);
hipError_t gh_run_with_copy(gh_stream *s, void (*fn)(void *), const void *data, size_t n,
                            bool now_if_idle);
// The device's sticky error, from a kernel that aborted.
static inline hipError_t gh_device_error(gh_device *d) {
  if (UNLIKELY(d->abort_word != NULL) &&
      UNLIKELY(atomic_load_explicit(d->abort_word, memory_order_acquire))) {
    int none = 0;
    atomic_compare_exchange_strong(&d->sticky, &none, hipErrorLaunchFailure);
  }
  return (hipError_t)atomic_load_explicit(&d->sticky, memory_order_relaxed);
}

// Operations that the host executes for a device that uses host memory, in stream order.
hipError_t gh_run_copy3d(gh_stream *s, const gh_copy3d *c);
hipError_t gh_run_fill(gh_stream *s, const gh_fill *f);
hipError_t gh_run_value(gh_stream *s, const gh_op *op);
hipError_t gh_system_alloc(uint32_t kind, size_t size, size_t memory, void **out);
void gh_system_free(const gh_alloc *a);
void gh_drain(gh_device *d);
void gh_reset_streams(gh_device *d);
void gh_free_all(gh_device *d);
void gh_share_event(gh_event *e, gh_shared_event *shared, int file);
// Records a shared event in the stream, or makes the stream wait for its last record.
hipError_t gh_submit_shared(gh_stream *s, gh_event *e, bool record);
bool gh_shared_passed(gh_shared_event *s, unsigned n);
void gh_shared_wait(gh_shared_event *s, unsigned n);
gh_stream *gh_new_stream(gh_device *d, unsigned flags, int priority, bool legacy, hipError_t *err);
gh_stream *gh_new_branch(gh_device *d, hipError_t *err);
// Whether the stream waits, or has waited, for this many operations of another, as known from
// events.
bool gh_follows(gh_stream *s, uint64_t id, unsigned long seq);
void gh_follow(gh_stream *s, uint64_t id, unsigned long seq);
gh_event *gh_new_event(gh_device *d, unsigned flags);
void gh_drop_event(gh_event *e);
hipError_t gh_record(gh_event *e, gh_stream *s, unsigned flags);

// Returns an error if calls that could disturb a capture are not allowed now.
hipError_t gh_capture_guard(void);

// The same for a call that uses the null stream.
static inline hipError_t gh_capture_guard_null(void) {
  return gh_capture_guard() == hipSuccess ? hipSuccess : hipErrorStreamCaptureImplicit;
}

bool gh_find_alloc(const void *p, gh_alloc *out);
// arena.c
void *gh_arena_alloc(size_t size, size_t align, size_t memory);
bool gh_arena_free(void *p, size_t size);
bool gh_in_arena(const void *p);
// Reports whether all pages of the range are mapped.
bool gh_mapped(const void *p, size_t size);

// Starts compiling the program's images, once, on a device whose driver compiles them as a whole.
bool gh_prefetch(gh_device *d);
hipError_t gh_alloc_memory(gh_device *d, uint32_t kind, uint32_t flags, size_t size, void **out);
hipError_t gh_free_memory(void *p);
hipError_t gh_alloc_async(gh_stream *s, void *pool, size_t size, void **out);
hipError_t gh_free_async(gh_stream *s, void *p);
hipError_t gh_host_register(gh_device *d, void *p, size_t size, uint32_t flags);
hipError_t gh_host_unregister(gh_device *d, void *p);
hipError_t gh_track(const gh_alloc *a);
bool gh_untrack(const void *start, gh_alloc *out);
bool gh_find_registered(const void *start, size_t size, gh_alloc *out);
bool gh_update_alloc(const gh_alloc *a);
unsigned long gh_alloc_version(void);
size_t gh_alloc_pointers(gh_device *d, void **out, size_t room);
void gh_host_copy(void *dst, const void *src, size_t n); // source and destination may overlap
hipError_t gh_check_copy(void *dst, const void *src, size_t size, int kind, gh_copy_ends *ends);
void gh_do_copy3d(const gh_copy3d *c);
void gh_do_fill(const gh_fill *f);

hipError_t gh_check_launch(gh_func *f, const uint32_t grid[3], const uint32_t block[3],
                           size_t shared);
// fault.c
void gh_watch_faults(void);
hipError_t gh_check_address_space(void);
size_t gh_device_stack(void); // stack size of a CPU device's threads in bytes

void gh_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));
hipError_t gh_without_device(const void *kernel, hipError_t e);

gh_symbol *gh_symbol_of(const void *host);

// Called by the trampolines.
hipError_t gh_call_core(int number, uint64_t *words);
hiprtcResult gh_call_core_rtc(int number, uint64_t *words);
uint64_t gh_call_core_word(int number, uint64_t *words);
hipError_t gh_not_supported(void);
uint64_t gh_float_word(float f);
hipStream_t gh_spt_stream(hipStream_t s);

#pragma GCC visibility pop

#endif

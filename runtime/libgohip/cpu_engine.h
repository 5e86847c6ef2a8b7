// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The engine of the CPU device: threads that run blocks, and queues of work for them
// (docs/design/cpu.md). It does not know HIP's handles: cpu.c uses it for libgohip.so, and package
// runtime/backend/cpu for Go programs, through the exported names.
#ifndef GOHIP_CPU_ENGINE_H
#define GOHIP_CPU_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- the interface of images (docs/design/abi.md, "CPU images") ----

// Constant for a launch.
struct gohip_cpu_launch {
  const void *kernarg;     // explicit arguments, at the records' offsets
  uint32_t grid[3];        // blocks
  uint32_t block[3];       // work-items
  uint32_t dynamic_shared; // bytes
  uint32_t flags;          // enum gohip_cpu_flags
};

enum gohip_cpu_flags { GOHIP_CPU_FIBRES = 1 }; // blocks may yield to others

// One per thread or fibre that runs blocks, reused for each block.
struct gohip_cpu_block {
  uint32_t index[3];                       // blockIdx
  uint32_t worker;                         // ordinal of the thread
  void *shared;                            // static and dynamic shared memory
  void *context;                           // context arrays
  void (*yield)(struct gohip_cpu_block *); // lets other blocks run
  uint32_t work_item;                      // flat local ID now running, if the code maintains it
  uint32_t reserved;
};

typedef void (*gohip_cpu_entry)(const struct gohip_cpu_launch *, struct gohip_cpu_block *);

// The interface of code instrumented for race checks, through the variable __gohip_race_check.
struct gohip_cpu_place {                  // of an access, in the source
  const char *file, *function, *variable; // NULL if unknown
  uint32_t line, column;
};

enum gohip_cpu_access {
  GOHIP_CPU_WRITES = 1,
  GOHIP_CPU_ATOMIC = 2, // or volatile
  GOHIP_CPU_RELEASES = 4,
  GOHIP_CPU_HAS_VALUE = 8, // the stored value is passed
  GOHIP_CPU_COMPARES = 16, // stores only if the old value is the expected one
};

struct gohip_cpu_race_check {
  void (*begin)(const struct gohip_cpu_launch *, struct gohip_cpu_block *); // of a block
  void (*access)(uint64_t address, uint64_t size, uint64_t value, uint32_t kind,
                 const struct gohip_cpu_place *);
  void (*fence)(void);
  void (*arrive)(void); // at a barrier of the block
  // Lanes of the warp that starts with a work-item have synchronised; UINT64_MAX: of every warp.
  void (*order)(uint64_t base, uint32_t lanes);
  void (*order_wide)(uint64_t base, uint64_t lanes); // the same where warps have 64 lanes
};

// ---- descriptions of kernels from the core ----

typedef struct gohip_cpu_kernel {
  gohip_cpu_entry entry;
  const char *name;
  uint64_t context_size;  // size of the context arrays in bytes, per work-item
  uint64_t context_fixed; // and per block
  uint64_t shared_size;   // size of static shared memory in bytes
  uint64_t stack_size;    // stack size that a block needs in bytes, 0 if unknown
  uint32_t kernarg_size;  // bytes
  uint32_t waits;         // its blocks wait for each other
} gohip_cpu_kernel;

// Results of the engine, with the values of HIP's errors.
enum gohip_cpu_result {
  GOHIP_CPU_SUCCESS = 0,
  GOHIP_CPU_OUT_OF_MEMORY = 2,
  GOHIP_CPU_ILLEGAL_ADDRESS = 700,
  GOHIP_CPU_LAUNCH_FAILURE = 719,
};

// State shared by the queues of a device: the first failure of a kernel, which is kept until it is
// reset, and the address of the abort word, once it is known.
typedef struct gohip_cpu_state {
  atomic_int *error; // enum gohip_cpu_result
  _Atomic uint32_t **abort_word;
} gohip_cpu_state;

typedef struct gohip_cpu_queue gohip_cpu_queue;
typedef struct gohip_cpu_task gohip_cpu_task;

// Sets the number of threads that run blocks; only the first call has an effect. The threads start
// with the first work.
void gohip_cpu_set_threads(uint32_t n);

// Queues are reused and never released, so pointers to them stay valid.
gohip_cpu_queue *gohip_cpu_new_queue(gohip_cpu_state *, int priority);
void gohip_cpu_limit_queue(gohip_cpu_queue *,
                           unsigned threads); // that take part in one of its kernels; 0: all
void gohip_cpu_put_queue(gohip_cpu_queue *);  // when its work has completed

// A launch; the caller fills *kernarg before submitting it.
int gohip_cpu_new_launch(gohip_cpu_queue *, const gohip_cpu_kernel *, const uint32_t grid[3],
                         const uint32_t block[3], uint32_t shared, gohip_cpu_task **,
                         void **kernarg);
// Whether memory suffices for all blocks of a launch at once, if they wait for each other.
bool gohip_cpu_all_fit(const gohip_cpu_kernel *, const uint32_t grid[3], const uint32_t block[3],
                       uint32_t shared);
// Submits work in queue order. The numbers of submissions start at 1.
uint64_t gohip_cpu_submit(gohip_cpu_queue *, gohip_cpu_task *);
int gohip_cpu_launch(gohip_cpu_queue *, const gohip_cpu_kernel *, const uint32_t grid[3],
                     const uint32_t block[3], uint32_t shared, const void *kernarg);
int gohip_cpu_copy(gohip_cpu_queue *, void *dst, const void *src, size_t size);
int gohip_cpu_fill(gohip_cpu_queue *, void *dst, const void *pattern, size_t pattern_size,
                   size_t size);
// Enqueues a short function, called by any thread, or a function that may wait, called on a thread
// of its own.
int gohip_cpu_call(gohip_cpu_queue *, void (*fn)(void *), void *data);
int gohip_cpu_host(gohip_cpu_queue *, void (*fn)(void *), void *data);
// Later work in the queue waits for this much of another queue.
int gohip_cpu_order(gohip_cpu_queue *, gohip_cpu_queue *first, uint64_t number);
// Sets *when to the time (ns, CLOCK_MONOTONIC) at which the queue reaches this point. The caller
// keeps it allocated.
int gohip_cpu_record(gohip_cpu_queue *, _Atomic uint64_t *when);
void gohip_cpu_time(_Atomic uint64_t *when);

uint64_t gohip_cpu_submitted(gohip_cpu_queue *);
int gohip_cpu_done(gohip_cpu_queue *, uint64_t number);
void gohip_cpu_wait(gohip_cpu_queue *, uint64_t number);

// Copies the message of the last failure of a kernel in the process.
void gohip_cpu_failure(char *text, size_t size);

extern const struct gohip_cpu_race_check gohip_cpu_race_check;

#endif

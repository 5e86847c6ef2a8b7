// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The engine of the CPU device: threads that run blocks, and queues of work for them
// (docs/design/cpu.md). It knows nothing of HIP's handles: cpu.c drives it for libgohip.so, and
// package runtime/backend/cpu for programs of the Go API, by the names that are exported.
#ifndef GOHIP_CPU_ENGINE_H
#define GOHIP_CPU_ENGINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- what images are compiled against (docs/design/abi.md, "CPU images") ----

// Constant for a launch.
struct gohip_cpu_launch {
  const void *kernarg;     // explicit arguments, at the records' offsets
  uint32_t grid[3];        // blocks
  uint32_t block[3];       // work-items
  uint32_t dynamic_shared; // bytes
  uint32_t flags;          // enum gohip_cpu_flags
};

enum gohip_cpu_flags { GOHIP_CPU_FIBRES = 1 }; // blocks may yield to others

// One for every thread or fibre that runs blocks, used again from block to block.
struct gohip_cpu_block {
  uint32_t index[3];                       // blockIdx
  uint32_t worker;                         // ordinal of the thread
  void *shared;                            // static and dynamic shared memory
  void *context;                           // context arrays
  void (*yield)(struct gohip_cpu_block *); // lets other blocks run
  uint32_t work_item;                      // flat local ID now running, in code that keeps it
  uint32_t reserved;
};

typedef void (*gohip_cpu_entry)(const struct gohip_cpu_launch *, struct gohip_cpu_block *);

// What code calls that is checked for races, by the variable __gohip_race_check.
struct gohip_cpu_place {                  // of an access in the source
  const char *file, *function, *variable; // NULL: not known
  uint32_t line, column;
};

enum gohip_cpu_access {
  GOHIP_CPU_WRITES = 1,
  GOHIP_CPU_ATOMIC = 2, // or volatile
  GOHIP_CPU_RELEASES = 4,
  GOHIP_CPU_HAS_VALUE = 8, // the value that is stored is told
  GOHIP_CPU_COMPARES = 16, // stores only if the value is as expected
};

struct gohip_cpu_race_check {
  void (*begin)(const struct gohip_cpu_launch *, struct gohip_cpu_block *); // of a block
  void (*access)(uint64_t address, uint64_t size, uint64_t value, uint32_t kind,
                 const struct gohip_cpu_place *);
  void (*fence)(void);
  void (*arrive)(void); // at a barrier of the block
  // Lanes of the warp that begins with a work-item have synchronised; UINT64_MAX: of each warp.
  void (*order)(uint64_t base, uint32_t lanes);
};

// ---- what the core tells of a kernel ----

typedef struct gohip_cpu_kernel {
  gohip_cpu_entry entry;
  const char *name;
  uint64_t context_size;  // bytes of the context arrays for a work-item
  uint64_t context_fixed; // and for a block
  uint64_t shared_size;   // bytes of static shared memory
  uint64_t stack_size;    // bytes of stack that a block needs, 0 if that is not known
  uint32_t kernarg_size;  // bytes
  uint32_t waits;         // its blocks wait for each other
} gohip_cpu_kernel;

// Results of the engine, with the numbers of HIP's errors.
enum gohip_cpu_result {
  GOHIP_CPU_SUCCESS = 0,
  GOHIP_CPU_OUT_OF_MEMORY = 2,
  GOHIP_CPU_ILLEGAL_ADDRESS = 700,
  GOHIP_CPU_LAUNCH_FAILURE = 719,
};

// What the queues of a device share: where the first failure of a kernel is noted, which stays
// until somebody sets it back, and the address of the word that aborts leave, once it is known.
typedef struct gohip_cpu_state {
  atomic_int *error; // enum gohip_cpu_result
  _Atomic uint32_t **abort_word;
} gohip_cpu_state;

typedef struct gohip_cpu_queue gohip_cpu_queue;
typedef struct gohip_cpu_task gohip_cpu_task;

// So many threads run blocks; the first call counts. They start with the first work.
void gohip_cpu_set_threads(uint32_t n);

// Queues are used again and never released, so that their address can be kept.
gohip_cpu_queue *gohip_cpu_new_queue(gohip_cpu_state *, int priority);
void gohip_cpu_put_queue(gohip_cpu_queue *); // when its work is done

// A launch: *kernarg is to be filled before it is submitted.
int gohip_cpu_new_launch(gohip_cpu_queue *, const gohip_cpu_kernel *, const uint32_t grid[3],
                         const uint32_t block[3], uint32_t shared, gohip_cpu_task **,
                         void **kernarg);
// Whether there is memory for all blocks of a launch at a time, if they wait for each other.
bool gohip_cpu_all_fit(const gohip_cpu_kernel *, const uint32_t grid[3], const uint32_t block[3],
                       uint32_t shared);
// Work in the order of the queue. The number of what was submitted is 1 for the first.
uint64_t gohip_cpu_submit(gohip_cpu_queue *, gohip_cpu_task *);
int gohip_cpu_launch(gohip_cpu_queue *, const gohip_cpu_kernel *, const uint32_t grid[3],
                     const uint32_t block[3], uint32_t shared, const void *kernarg);
int gohip_cpu_copy(gohip_cpu_queue *, void *dst, const void *src, size_t size);
int gohip_cpu_fill(gohip_cpu_queue *, void *dst, const void *pattern, size_t pattern_size,
                   size_t size);
// A short function, called by whatever thread comes to it; a function that may wait, called by a
// thread of its own.
int gohip_cpu_call(gohip_cpu_queue *, void (*fn)(void *), void *data);
int gohip_cpu_host(gohip_cpu_queue *, void (*fn)(void *), void *data);
// What comes later in the queue waits for so much of another.
int gohip_cpu_order(gohip_cpu_queue *, gohip_cpu_queue *first, uint64_t number);
// *when becomes the time (ns, CLOCK_MONOTONIC) at which the queue came here. The caller keeps it.
int gohip_cpu_record(gohip_cpu_queue *, _Atomic uint64_t *when);
void gohip_cpu_time(_Atomic uint64_t *when);

uint64_t gohip_cpu_submitted(gohip_cpu_queue *);
int gohip_cpu_done(gohip_cpu_queue *, uint64_t number);
void gohip_cpu_wait(gohip_cpu_queue *, uint64_t number);

// Copies the words about the last failure of a kernel, in the process.
void gohip_cpu_failure(char *text, size_t size);

extern const struct gohip_cpu_race_check gohip_cpu_race_check;

#endif

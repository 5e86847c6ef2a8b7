// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The interface between libgohip.so (C) and libgohip_core.so (Go). The C part owns everything on
// the launch and copy paths: streams, events, the allocation table, kernel look-up. The Go part
// owns everything that is not on a hot path: devices, fat binaries, programs, metadata, graphs.
#ifndef GOHIP_H
#define GOHIP_H

#include "abi.h"

#include <hip/hip_runtime_api.h>
#include <hip/hiprtc.h>
#include <hip/hip_gl_interop.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "opencl_api.h"

#define GH_MAX_DEVICES 16

typedef struct ihipStream_t gh_stream;
typedef struct ihipEvent_t gh_event;
typedef struct ihipModuleSymbol_t gh_func;
typedef struct gh_module gh_module;
typedef struct gh_device gh_device;
typedef struct gh_op gh_op;

// How device memory is allocated, best first.
enum gh_memory_model {
  GH_MEM_SYSTEM, // fine-grained system SVM: any host address is a device address
  GH_MEM_USM,    // cl_intel_unified_shared_memory
  GH_MEM_SVM,    // OpenCL SVM buffers, passed to each kernel as a list when it has changed
};

// GH_MAPPED: from the virtual memory functions or another process; unmapped instead of freed.
// GH_POOLED: freed, and kept by its pool. GH_EXTERNAL: from another API; hipFree drops a reference
// to it, the import keeps another.
enum gh_alloc_kind {
  GH_DEVICE = 1,
  GH_HOST,
  GH_MANAGED,
  GH_REGISTERED,
  GH_ARRAY,
  GH_MAPPED,
  GH_POOLED,
  GH_EXTERNAL
};

// A level of an image whose layout the driver defines. Its address range contains no memory; its
// addresses identify positions in rows of texels for copies.
typedef struct gh_surface {
  void *array;        // the driver's
  uint64_t object;    // the handle that kernels use
  size_t pitch, rows; // size of a row in bytes, rows per slice
} gh_surface;

// One allocation or registered range.
typedef struct gh_alloc {
  uintptr_t start;
  size_t size;
  uint32_t kind;  // enum gh_alloc_kind
  uint32_t flags; // as given to the allocating call
  int device;
  bool async;                // belongs to a pool: freed by hipFreeAsync or hipFree
  uint64_t id;               // unique in the process
  bool graph;                // from an allocation node
  bool sync;                 // HIP_POINTER_ATTRIBUTE_SYNC_MEMOPS
  void *pool;                // hipMemPool_t, or NULL
  int file;                  // file that it was moved to for other processes, GH_OF_POOL, or 0
  const gh_surface *surface; // the level that the range represents, or NULL
} gh_alloc;

static inline bool gh_on_device(const gh_alloc *a) {
  return a->kind == GH_DEVICE || a->kind >= GH_ARRAY;
}

// Whether a copy between two allocations is asynchronous to the host: both are device memory, and
// the program has not requested synchronous copies of both.
static inline bool gh_within_device(const gh_alloc *a, const gh_alloc *b) {
  return gh_on_device(a) && gh_on_device(b) && !(a->sync && b->sync);
}

// An asynchronous copy stages pageable memory up to this many bytes, instead of waiting for it.
#define GH_STAGED_COPY (1u << 20)

// gh_alloc.file of memory in its pool's file.
#define GH_OF_POOL (-1)

// When a copy accesses pageable memory.
enum gh_copy_when {
  GH_COPY_SOON,   // at any time: the caller waits, or there is none
  GH_COPY_NOW,    // reads it before the call returns
  GH_COPY_IN_TURN // when the stream reaches the copy
};

// A block of pitched memory and its destination: the form of every 2D and 3D copy.
typedef struct gh_copy3d {
  char *dst;
  const char *src;
  size_t dst_pitch, dst_slice; // in bytes
  size_t src_pitch, src_slice;
  size_t width, height, depth; // bytes, rows, slices
  bool staged;                 // the source is a temporary copy, allocated with malloc
  uint8_t when;                // enum gh_copy_when, for drivers that stage copies
} gh_copy3d;

typedef struct gh_fill {
  char *dst;
  size_t pitch, slice;
  size_t width, height, depth; // elements, rows, slices
  uint32_t value;
  uint32_t elem; // bytes: 1, 2 or 4
} gh_fill;

enum gh_op_kind {
  GH_OP_LAUNCH,
  GH_OP_COPY,
  GH_OP_COPY3D,
  GH_OP_FILL,
  GH_OP_HOST,     // fn(data), stream order on both sides
  GH_OP_RECORD,   // event
  GH_OP_WAIT,     // event
  GH_OP_CALLBACK, // stream callback: cb(stream, status, data)
  GH_OP_WAIT_VALUE,
  GH_OP_WRITE_VALUE,
  GH_OP_ALLOC, // only reported to a capture
  GH_OP_FREE,
};

// The position of a stream at which it freed memory of a pool.
typedef struct gh_pool_mark {
  void *event;       // the driver's
  unsigned long seq; // as counted by gh_follows
} gh_pool_mark;

// A stream operation, as recorded by a capture and replayed by a graph.
struct gh_op {
  int kind;
  union {
    struct {
      gh_func *f;
      uint32_t grid[3], block[3];
      size_t shared;
      void **args;
      void **extra;
      bool cooperative;
      uint32_t cluster[3]; // blocks of a cluster; 0: each is alone
    } launch;
    struct {
      void *dst;
      const void *src;
      size_t size;
      int kind;
    } copy;
    gh_copy3d copy3d;
    gh_fill fill;
    struct {
      void (*fn)(void *);
      void *data;
    } host;
    struct {
      hipStreamCallback_t fn;
      void *data;
    } callback;
    struct {
      gh_event *event;
      unsigned flags;
    } event;
    struct {
      void *ptr;
      uint64_t value, mask;
      unsigned flags;
      unsigned size; // 4 or 8
    } value;
    struct {
      void *ptr;
      size_t size;
      void *pool;
      gh_pool_mark *mark; // only set this mark: the memory stays in its pool; or NULL
    } mem;
  } u;
};

// How far a stream has waited for others through events.
#define GH_FOLLOWED 8
typedef struct gh_followed {
  uint64_t id;
  unsigned long seq;
} gh_followed;

struct ihipStream_t {
  uint32_t magic;
  uint32_t flags;
  int priority;
  gh_device *dev;
  void *queue;
  bool legacy;             // the device's null stream
  bool blocking;           // is ordered with the null stream
  bool kept;               // of a thread or of graphs: not destroyed by hipDeviceReset
  gh_stream *parent;       // of a branch of a graph: the stream in which the graph was launched
  atomic_ulong seq;        // number of operations enqueued
  atomic_ulong ended;      // number of operations known to have completed
  atomic_ulong seen_null;  // the null stream's seq this stream is ordered after
  atomic_ulong null_seen;  // this stream's seq the null stream is ordered after
  atomic_uint printed;     // a kernel that prints has run since the last drain
  _Atomic(void *) capture; // the graph capture this stream is part of, or NULL
  struct gh_timeline *timeline; // CUDA: of the host functions in this stream
  void *tail;                   // last marker taken by a query
  unsigned long tail_seq;
  uint64_t id;
  gh_followed followed[GH_FOLLOWED]; // the most recent ones, for pools; protected by mu
  unsigned nfollowed;
  uint32_t *cu_mask;
  uint32_t cu_mask_size;
  struct ihipExecutionCtx_t *exec; // the execution context that it was created on, or NULL
  uint32_t first_unit, nunits;     // its part of the device; 0: all of it
  hipAccessPolicyWindow window;    // hints of hipStreamSetAttribute
  hipSynchronizationPolicy waits;  // or 0
  pthread_mutex_t mu;
  gh_stream *next, *prev; // the device's list, or the free list
};

// The part of an event that processes share: the number of its records, and of the completed ones.
// The latter is a futex.
typedef struct gh_shared_event {
  atomic_uint recorded, completed;
} gh_shared_event;

// The completion time of an event record. The event and the command in the queue share it, and
// either may release it last, because the event can be recorded again meanwhile.
typedef struct gh_stamp {
  atomic_uint held;
  _Atomic uint64_t when; // ns, CLOCK_MONOTONIC
} gh_stamp;

struct ihipEvent_t {
  uint32_t magic;
  uint32_t flags;
  gh_device *dev;
  void *ev;         // cl_event of the last record, or NULL
  atomic_int state; // 0 never recorded, 1 recorded, 2 known complete
  gh_stamp *stamp;  // completion of the last record, if native functions take the time (host_timed)
  uint64_t when;    // completion time, ns, device clock
  gh_stream *stream;
  uint64_t stream_id;      // ID of the stream, which may have been destroyed
  unsigned long seq;       // position in the stream at the record
  void *captured;          // the graph node this event stands for while its capture runs
  gh_shared_event *shared; // with other processes, or NULL
  int file;                // of the shared counters
  pthread_mutex_t mu;
  gh_event *next;
};

typedef struct gh_arg {
  uint32_t kind;   // enum gh_arg_kind
  uint32_t size;   // bytes
  uint32_t offset; // bytes, in HIP's argument buffer
  uint32_t cache;  // bytes, in the instance's copy of the last arguments
} gh_arg;

#define GH_INSTANCES 8

// A cl_kernel and its current arguments: unchanged arguments are not set again.
typedef struct gh_instance {
  pthread_mutex_t mu;
  void *kernel;
  bool primed;
  size_t local;           // dynamic shared memory last set, bytes
  unsigned long svm_list; // version of the allocation list last passed to the kernel (GH_MEM_SVM)
  char *last;
  // The work-group size of the last launch, which the kernel supports and for which this variant is
  // valid, in HIP's and OpenCL's form. dims is 0 before the first launch.
  uint32_t grid[3], block[3], dims;
  size_t shared, global_size[3], local_size[3];
} gh_instance;

// The instances of a compiled variant of a kernel.
typedef struct gh_variant {
  atomic_uint count;
  gh_instance inst[GH_INSTANCES];
  pthread_mutex_t grow;
} gh_variant;

static inline void gh_first_instance(gh_variant *variant, void *kernel) {
  pthread_mutex_init(&variant->inst[0].mu, NULL);
  pthread_mutex_init(&variant->grow, NULL);
  variant->inst[0].kernel = kernel;
  atomic_store(&variant->count, 1);
}

// The work-group sizes with a specialisation of their own, if the driver compiles a kernel for each
// size (per_size). The core decides which (backend/opencl/pocl_sizes.go), and they are recorded
// here. GH_WIDE in the first number means a wide grid, for which PoCL compiles another
// specialisation.
#define GH_MAX_SPECIALISED 32
#define GH_WIDE 0x80000000u
typedef struct gh_specialisations {
  atomic_uint count;
  uint32_t size[GH_MAX_SPECIALISED][3];
  pthread_mutex_t mu;
  gh_variant *generic; // generic variant for all other sizes, NULL before its first use
} gh_specialisations;

struct ihipModuleSymbol_t {
  uint32_t magic;
  gh_device *dev;
  gh_module *module;
  const char *name;
  const void *host; // the program's handle of the kernel, NULL for a module loaded at run time
  hipError_t (*launch)(gh_func *, gh_stream *, const uint32_t grid[3], const uint32_t block[3],
                       size_t shared, void **args);
  uint32_t nargs;     // parameters of the kernel, hidden ones included
  uint32_t nexplicit; // the program's own
  gh_arg *args;
  uint32_t kernarg_size; // bytes of the explicit arguments in HIP's buffer
  uint32_t cache_size;
  uint64_t private_size; // bytes of a thread's variables on a CPU device's stack, or 0
  uint32_t max_threads;  // per block
  uint32_t reqd[3];      // required block size, or 0
  size_t static_shared, max_shared;
  int max_dynamic_shared; // hipFuncAttributeMaxDynamicSharedMemorySize, -1 if not set
  uint32_t warp;
  bool prints;
  bool grid_syncs; // its blocks wait for each other
  bool multi_grid; // its grid would wait for those of other devices
  gh_variant variant;
  bool per_size; // the driver compiles it for each work-group size: specialised is used
  gh_specialisations specialised;
  uintptr_t core; // the core's handle
  void *native;   // the function in another backend
  void *sampling; // the same for textures that are all the driver's, or NULL
  void *large;    // the same for blocks of more than few_threads, or NULL
  uint32_t few_threads;
  size_t allowed_shared; // dynamic shared memory that the driver was configured to allow
};

typedef struct gh_format {
  uint32_t id;
  const char *text;
} gh_format;

// An image loaded on a device.
struct gh_module {
  gh_device *dev;
  char *segment;
  size_t segment_size;
  uint32_t *printf_buffer; // docs/design/abi.md, "Device printf"
  gh_format *formats;
  uint32_t nformats;
  atomic_uint printed;
  gh_module *next; // list of the device's modules that print
  uintptr_t core;
};

struct gh_device {
  int ordinal;
  const struct gh_driver *drv; // driver.h
  atomic_int prefetched;       // 1: its programs are being compiled, 2: that was waited for
  enum gh_memory_model model;
  bool host_access;              // the host can access device memory in place
  bool host_fills;               // the host fills device memory, not the driver
  bool keeps_queues;             // the driver may read an idle queue: none is ever released
  bool eager;                    // commands start without a flush
  _Atomic uint32_t own_textures; // textures that the driver has no object of
  bool host_timed;               // its queues run native functions, which take the times of events
  void *device, *context;
  uint32_t processors; // for the CPU device: number of threads that run blocks
  struct gh_cl cl;
  void *gl_mover; // the kernel that copies OpenGL buffers, if OpenCL shares them
  size_t total_memory;
  atomic_size_t used_memory;
  uint32_t max_threads, max_block[3], max_grid[3];
  uint64_t max_grid_threads, max_blocks; // per grid dimension, and in total
  uint32_t resident_blocks;              // of a cooperative launch; 0: the driver reports it
  size_t max_shared;
  gh_stream *null_stream;
  gh_stream *streams;     // all other streams
  struct gh_spare *spare; // queues of destroyed streams
  atomic_uint nblocking;
  pthread_mutex_t mu; // streams, printing modules
  gh_module *printers;
  pthread_mutex_t cooperating;
  void *cooperative;         // event at the end of the last cooperative launch, or NULL
  pthread_rwlock_t printing; // read-locked by launches of kernels that print, write-locked while
                             // their output is read
  _Atomic uint32_t *abort_word;
  atomic_int sticky; // hipError_t that every call returns until hipDeviceReset, or 0
  atomic_uint printed;
  unsigned flags;                // hipSetDeviceFlags
  struct gh_timeline *timelines; // CUDA: without a stream
  struct gh_pinned *pinned;      // CUDA: staging memory for copies of pageable memory
  struct gh_returns *returns;    // CUDA: the queue of memory to release that pools do not keep
  atomic_uint marks;             // number of marks that pools still query
  // The default pool's handle, which programs do not release, has an address in C memory: leak
  // checkers would report memory that only Go refers to.
  char default_pool[16];
};

// A queue without a stream.
typedef struct gh_spare {
  void *queue;
  uint64_t hint; // CL_QUEUE_PRIORITY_KHR
  struct gh_spare *next;
} gh_spare;

// A function or variable that an object file registered.
enum gh_symbol_kind {
  GH_SYM_FUNCTION = 1,
  GH_SYM_VAR,
  GH_SYM_MANAGED,
  GH_SYM_TEXTURE,
  GH_SYM_SURFACE
};

typedef struct gh_symbol {
  const void *host; // the kernel's host stub, or the variable's host shadow
  const char *name;
  int kind;
  int binary; // index of the fat binary
  size_t size;
  bool constant, normalized;
  int dim;
  _Atomic(gh_func *) fn[GH_MAX_DEVICES];
  void *managed; // storage of a managed variable
  bool moved;    // it is a driver's memory, no longer what registration allocated
  const void *init;
} gh_symbol;

typedef struct gh_binary {
  const void *wrapper; // HIPF wrapper; NULL after unregistering
  const void *image;
  size_t room; // number of bytes mapped and readable from image on
  void **amd;  // AMD's library's handle, if calls are forwarded
} gh_binary;

// Distinguishes builds with different structures.
#define GH_LAYOUT                                                                                  \
  ((uint64_t)sizeof(gh_device) << 40 ^ (uint64_t)sizeof(gh_shim) << 28 ^                           \
   (uint64_t)sizeof(struct ihipModuleSymbol_t) << 12 ^ (uint64_t)sizeof(struct ihipStream_t))

// What the C part provides to the core.
typedef struct gh_shim {
  uint64_t table;  // hash of the function table, equal in both libraries
  uint64_t layout; // GH_LAYOUT, equal in both
  int ndevices;
  gh_device *devices[GH_MAX_DEVICES];
  hipError_t (*submit)(gh_stream *, const gh_op *);
  hipError_t (*stream_of)(hipStream_t, gh_stream **);
  hipError_t (*finish)(gh_stream *);
  hipError_t (*finish_device)(gh_device *);
  hipError_t (*finish_null)(gh_device *);
  int (*current_device)(void);
  void (*set_device)(int);
  gh_binary *(*binary)(int i);
  int (*binary_count)(void);
  gh_symbol *(*symbol)(const void *host);
  gh_symbol *(*symbol_at)(int i);
  int (*symbol_count)(void);
  bool (*find_alloc)(const void *p, gh_alloc *out);
  bool (*in_arena)(const void *p);
  bool (*mapped)(const void *p, size_t size);
  hipError_t (*alloc)(gh_device *, uint32_t kind, uint32_t flags, size_t size, void **out);
  hipError_t (*track)(const gh_alloc *);
  bool (*untrack)(const void *start, gh_alloc *out);
  bool (*find_registered)(const void *start, size_t size, gh_alloc *out);
  hipError_t (*free_memory)(void *);
  bool (*update_alloc)(const gh_alloc *);
  gh_event *(*event_of)(hipEvent_t);
  hipError_t (*stream_create)(hipStream_t *, unsigned flags, int priority);
  gh_func *(*new_function)(void);
  void (*free_function)(gh_func *);
  hipError_t (*check_launch)(gh_func *, const uint32_t grid[3], const uint32_t block[3],
                             size_t shared);
  void (*add_printer)(gh_module *);
  void (*remove_printer)(gh_module *);
  void (*captures)(int change);
  int (*thread_capture_mode)(int set);
  void (*reset_device)(gh_device *);
  void (*free_all)(gh_device *);
  hipError_t (*event_create)(hipEvent_t *, unsigned flags);
  void (*share_event)(gh_event *, gh_shared_event *, int file);
  // Branches of graphs (core/graph_run.go): streams and events of any device.
  gh_stream *(*new_branch)(gh_device *, hipError_t *);
  hipError_t (*query)(gh_stream *);
  bool (*follows)(gh_stream *, uint64_t id, unsigned long seq);
  gh_event *(*new_event)(gh_device *, unsigned flags);
  void (*drop_event)(gh_event *);
  void (*rearm)(void); // called after the driver may have registered exit handlers
  // The function tables of the backends (driver.h), and the reason why libcuda cannot be used, or
  // NULL.
  const struct gh_driver *opencl, *cuda, *emulator, *cpu;
  const char *(*cuda_open)(void);
  hipError_t (*alloc_async)(gh_stream *, void *pool, size_t, void **);
  hipError_t (*free_async)(gh_stream *, void *);
  hipError_t (*host_register)(gh_device *, void *, size_t, uint32_t);
  hipError_t (*host_unregister)(gh_device *, void *);
} gh_shim;

// What the core provides to the C part.
typedef struct gh_core {
  // Finds the devices and fills in shim->devices; on failure returns the error for all later calls.
  hipError_t (*init)(gh_shim *shim);
  hipError_t (*call)(int number, uint64_t *words, uint64_t *result);
  hipError_t (*resolve)(gh_symbol *sym, int device);
  void (*unregister)(int binary);
  hipError_t (*capture)(gh_stream *, const gh_op *);
  hipError_t (*invalidate)(gh_stream *, gh_device *waits);
  void (*leave)(gh_stream *); // the stream is destroyed during its capture
  hipError_t (*graph_freed)(void *);
  hipError_t (*func_by_symbol)(const void *host, gh_func **out);
  // Compiles the kernel for a launch. *native is the generic variant if the launch uses it, or NULL
  // if it uses a specialisation for its work-group size.
  hipError_t (*variant)(gh_func *, const uint32_t grid[3], const uint32_t block[3], void **native);
  // check_launch, and that all blocks of a cooperative launch run at once.
  hipError_t (*check_cooperative)(gh_func *, const uint32_t grid[3], const uint32_t block[3],
                                  size_t shared);
  void (*pool_freed)(void *pool, void *ptr, size_t size);
  void (*pool_release)(void *block); // memory freed in stream order is now free
  void (*pools_passed)(int device);  // a wait has completed: marks of pools may have been reached
  // At the first allocation on a device that compiles at load time: compile the program's images
  // concurrently with the program; settle waits for this to end.
  int (*prefetch)(int device); // whether it is worth waiting for
  void (*settle)(void);
  // Converts an image to a form that AMD's library accepts for the target: bitcode and SPIR-V are
  // compiled, compressed fat binaries decompressed. The caller frees *out. Does not need init.
  hipError_t (*amd_image)(const void *image, const char *target, const void **out, size_t *size);
  // The emulated AMD GPU: run a kernel to completion; memory; make program memory accessible, or
  // inaccessible if size is 0.
  hipError_t (*emulate)(gh_func *, const uint32_t grid[3], const uint32_t block[3], size_t shared,
                        void **args);
  hipError_t (*emulator_alloc)(int device, uint32_t kind, size_t size, void **out);
  hipError_t (*emulator_free)(int device, void *p);
  hipError_t (*emulator_register)(int device, void *p, size_t size);
} gh_core;

#endif

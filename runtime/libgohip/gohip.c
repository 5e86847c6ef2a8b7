// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// libgohip.so: loading the core, registration of fat binaries, errors, devices.
//
// Nothing here runs before main but the registration calls, and those only write
// into lists: no OpenCL, no Go, no threads, so that a program may fork, or may be
// loaded by dlopen, before its first HIP call.

#define _GNU_SOURCE
#include "cuda.h"
#include "forward.h"
#include "shim.h"
#include "secure.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

atomic_int gh_state;
hipError_t gh_init_error;
gh_shim gh_shared;
gh_core gh_go;
atomic_int gh_captures;

__thread hipError_t gh_last;
__thread int gh_current;
__thread int gh_null_stream_is_per_thread;
__thread int gh_capture_mode = hipStreamCaptureModeGlobal;

#include "trampolines.inc"

static pthread_mutex_t start_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;

// ---- registration ----

// Symbols live in blocks that never move, so that the launch path may hold a
// pointer without a lock.
#define SYMBOL_BLOCK 1024
static gh_symbol **symbol_blocks;
static int nsymbols, nblocks;
static gh_binary *binaries[1 << 16];
static int nbinaries;
static int *free_symbols, nfree, free_room;

// Open addressing from host address to symbol. Readers take no lock: a table is
// only ever replaced by a bigger one, and the old one stays allocated.
typedef struct table {
  size_t mask;
  _Atomic(gh_symbol *) slot[];
} table;
static _Atomic(table *) symbols;
static size_t used_slots;

static size_t hash(const void *p) {
  uint64_t x = (uint64_t)(uintptr_t)p;
  x *= 0x9e3779b97f4a7c15u;
  return (size_t)(x >> 20);
}

static void table_put(table *t, gh_symbol *s) {
  size_t i = hash(s->host) & t->mask;
  gh_symbol *old;
  while ((old = atomic_load_explicit(&t->slot[i], memory_order_relaxed)) != NULL &&
         old->host != s->host)
    i = (i + 1) & t->mask;
  if (!old) used_slots++;
  atomic_store_explicit(&t->slot[i], s, memory_order_release);
}

gh_symbol *gh_symbol_at(int i) { return &symbol_blocks[i / SYMBOL_BLOCK][i % SYMBOL_BLOCK]; }

static void table_add(gh_symbol *s) {
  table *t = atomic_load_explicit(&symbols, memory_order_relaxed);
  if (!t || (used_slots + 1) * 2 > t->mask + 1) {
    size_t n = t ? (t->mask + 1) * 2 : 256;
    table *bigger = calloc(1, sizeof *bigger + n * sizeof bigger->slot[0]);
    if (!bigger) return;
    bigger->mask = n - 1;
    used_slots = 0;
    for (size_t i = 0; t && i <= t->mask; i++) {
      gh_symbol *old = atomic_load_explicit(&t->slot[i], memory_order_relaxed);
      if (old && old->kind) table_put(bigger, old);
    }
    t = bigger;
    table_put(t, s);
    atomic_store_explicit(&symbols, t, memory_order_release);
    return;
  }
  table_put(t, s);
}

gh_symbol *gh_symbol_of(const void *host) {
  table *t = atomic_load_explicit(&symbols, memory_order_acquire);
  if (!t || !host) return NULL;
  for (size_t i = hash(host) & t->mask;; i = (i + 1) & t->mask) {
    gh_symbol *s = atomic_load_explicit(&t->slot[i], memory_order_acquire);
    if (!s) return NULL;
    if (s->host == host) return s->kind ? s : NULL;
  }
}

static gh_symbol *new_symbol(const gh_symbol *made, int binary) {
  gh_symbol *s;
  if (nfree > 0) {
    s = gh_symbol_at(free_symbols[--nfree]);
  } else {
    if (nsymbols == nblocks * SYMBOL_BLOCK) {
      gh_symbol **b = realloc(symbol_blocks, (size_t)(nblocks + 1) * sizeof *b);
      if (!b) return NULL;
      symbol_blocks = b;
      if (!(b[nblocks] = calloc(SYMBOL_BLOCK, sizeof **b))) return NULL;
      nblocks++;
    }
    s = gh_symbol_at(nsymbols++);
  }
  memcpy(s, made, sizeof *s);
  s->binary = binary;
  table_add(s);
  return s;
}

static int binary_of(void **handle) {
  gh_binary *b = (gh_binary *)handle;
  for (int i = nbinaries - 1; i >= 0; i--)
    if (binaries[i] == b) return i;
  return -1;
}

static void add_symbol(void **handle, gh_symbol made) {
  pthread_mutex_lock(&registry_lock);
  int b = binary_of(handle);
  gh_symbol *s = b < 0 ? NULL : new_symbol(&made, b);
  if (s) gh_amd_register_symbol(binaries[b], s);
  pthread_mutex_unlock(&registry_lock);
}

// The number of bytes that can be read from an address on, by the mapping that contains it: a fat
// binary does not contain its own length, and a corrupt one must not be read beyond its file.
static size_t readable(const void *p) {
  FILE *f = fopen("/proc/self/maps", "re");
  if (!f) return 0;
  uintptr_t at = (uintptr_t)p, lo, hi, end = 0;
  char line[512], perm[5];
  while (fgets(line, sizeof line, f)) {
    if (sscanf(line, "%lx-%lx %4s", &lo, &hi, perm) != 3 || perm[0] != 'r') continue;
    if (!end && at >= lo && at < hi)
      end = hi;
    else if (end && lo == end)
      end = hi;
    else if (end)
      break;
  }
  fclose(f);
  return end ? end - at : 0;
}

void **__hipRegisterFatBinary(const void *data) {
  const struct {
    uint32_t magic, version;
    const void *image, *unused;
  } *w = data;
  pthread_mutex_lock(&registry_lock);
  gh_binary *b = NULL;
  int slot = nbinaries;
  for (int i = 0; i < nbinaries; i++)
    if (!binaries[i]->wrapper) {
      slot = i;
      break;
    }
  if (slot < (int)(sizeof binaries / sizeof *binaries)) {
    b = slot < nbinaries ? binaries[slot] : calloc(1, sizeof *b);
    if (b) {
      b->wrapper = data;
      b->image = w && w->magic == GH_WRAPPER_MAGIC && w->version == 1 ? w->image : NULL;
      b->room = 0;
      b->amd = NULL;
      binaries[slot] = b;
      if (slot == nbinaries) nbinaries++;
      gh_amd_register_binary(b);
    }
  }
  pthread_mutex_unlock(&registry_lock);
  return (void **)b;
}

void __hipUnregisterFatBinary(void **handle) {
  if (!handle) return;
  gh_close_down_with(((gh_binary *)handle)->wrapper);
  pthread_mutex_lock(&registry_lock);
  int b = binary_of(handle);
  if (b >= 0 && binaries[b]->wrapper) {
    for (int i = 0; i < nsymbols; i++) {
      gh_symbol *s = gh_symbol_at(i);
      if (!s->kind || s->binary != b) continue;
      gh_alloc a;
      if (!s->managed || atomic_load(&gh_state) == GH_FORKED) {
        // In a forked child, the table of allocations may have been locked by another thread of the
        // parent, and stays locked for ever: its memory is freed with the process.
      } else if (s->moved) {
        gh_free_memory(s->managed); // the core moved it to the device's allocator
      } else {
        if (gh_find_alloc(s->managed, &a) && gh_shared.devices[a.device]->model != GH_MEM_SYSTEM)
          gh_host_unregister(gh_shared.devices[a.device], s->managed);
        gh_untrack(s->managed, &a);
        free(s->managed);
      }
      s->managed = NULL;
      s->kind = 0;
      for (int d = 0; d < GH_MAX_DEVICES; d++) atomic_store(&s->fn[d], NULL);
      if (nfree == free_room) {
        int *bigger = realloc(free_symbols, (size_t)(free_room + 256) * sizeof *bigger);
        if (!bigger) continue;
        free_symbols = bigger;
        free_room += 256;
      }
      free_symbols[nfree++] = i;
    }
    // Reusing the slots of unregistered symbols would confuse concurrent readers: the others are
    // copied to a new table.
    table *old = atomic_load(&symbols);
    if (old) {
      table *t = calloc(1, sizeof *t + (old->mask + 1) * sizeof t->slot[0]);
      if (t) {
        t->mask = old->mask;
        used_slots = 0;
        for (int i = 0; i < nsymbols; i++)
          if (gh_symbol_at(i)->kind) table_put(t, gh_symbol_at(i));
        atomic_store_explicit(&symbols, t, memory_order_release);
        // Launching from a library while it is being closed is an error of the program, so the
        // table of the previous dlclose can be freed.
        static table *previous;
        free(previous);
        previous = old;
      }
    }
    pthread_mutex_unlock(&registry_lock);
    if (atomic_load(&gh_state) == GH_READY && gh_go.unregister) gh_go.unregister(b);
    pthread_mutex_lock(&registry_lock);
    gh_amd_unregister_binary(binaries[b]);
    binaries[b]->wrapper = NULL;
    binaries[b]->image = NULL;
  }
  pthread_mutex_unlock(&registry_lock);
}

void __hipRegisterFunction(void **handle, const void *host, char *device_function, const char *name,
                           unsigned threads, void *tid, void *bid, dim3 *block, dim3 *grid,
                           int *warp) {
  (void)device_function, (void)threads, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
  add_symbol(handle, (gh_symbol){.host = host, .name = name, .kind = GH_SYM_FUNCTION});
}

void __hipRegisterVar(void **handle, void *var, char *host_name, char *name, int ext, size_t size,
                      int constant, int global) {
  (void)host_name, (void)ext, (void)global;
  add_symbol(
      handle,
      (gh_symbol){
          .host = var, .name = name, .kind = GH_SYM_VAR, .size = size, .constant = constant != 0});
}

// The program reads the pointer before its first HIP call, so the storage must be
// there now, and now no device is known: it is host memory, which devices with
// system SVM use in place and which is moved for the others when they load.
void __hipRegisterManagedVar(void *handle, void **pointer, void *init, const char *name,
                             size_t size, unsigned align) {
  if (align < 64) align = 64;
  void *p = NULL;
  if (posix_memalign(&p, align, (size + align - 1) / align * align) == 0) {
    if (init) memcpy(p, init, size);
    *pointer = p;
  }
  add_symbol(handle, (gh_symbol){.host = pointer,
                                 .name = name,
                                 .kind = GH_SYM_MANAGED,
                                 .size = size,
                                 .init = init,
                                 .managed = p});
}

void __hipRegisterTexture(void **handle, const void *ref, const void **host_name, const char *name,
                          int dim, int normalized, int ext) {
  (void)host_name, (void)ext;
  add_symbol(handle, (gh_symbol){.host = ref,
                                 .name = name,
                                 .kind = GH_SYM_TEXTURE,
                                 .dim = dim,
                                 .normalized = normalized != 0});
}

void __hipRegisterSurface(void **handle, const void *ref, const void **host_name, const char *name,
                          int dim, int ext) {
  (void)host_name, (void)ext;
  add_symbol(handle, (gh_symbol){.host = ref, .name = name, .kind = GH_SYM_SURFACE, .dim = dim});
}

gh_binary *gh_binary_at(int i) {
  gh_binary *b = i >= 0 && i < nbinaries ? binaries[i] : NULL;
  if (b && b->image && !b->room) b->room = readable(b->image);
  return b;
}
int gh_binary_count(void) { return nbinaries; }
int gh_symbol_count(void) { return nsymbols; }
void gh_registry_lock(void) { pthread_mutex_lock(&registry_lock); }
void gh_registry_unlock(void) { pthread_mutex_unlock(&registry_lock); }

// gh_complain prints what an error code cannot say. GOHIP_QUIET=1 silences it.
void gh_complain(const char *format, ...) {
  const char *quiet = getenv(GH_ENV_QUIET);
  if (quiet && !strcmp(quiet, "1")) return;
  char text[512];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  fprintf(stderr, "libgohip: %s\n", text);
}

// ---- loading the core ----

static void finish_at_exit(void) {
  if (atomic_load(&gh_state) != GH_READY) return;
  gh_go.settle();
  for (int i = 0; i < gh_shared.ndevices; i++) gh_finish_device(gh_shared.devices[i]);
}

// Exit handlers run in reverse order. A driver that compiles in this process registers the
// destructors of its compiler when that first runs, and compilations in progress must end before
// these run: so this handler is registered again after each compilation. Waiting for what has ended
// costs nothing.
static void rearm(void) { atexit(finish_at_exit); }

// Thread-local objects are destroyed when a thread ends, and by exit() before its handlers run:
// before the destructors of a compiler that the driver has loaded since, which must not run while
// it compiles.
static void settle_at_end(void *unused) {
  (void)unused;
  if (atomic_load(&gh_state) == GH_READY) gh_go.settle();
}

bool gh_prefetch(gh_device *d) {
  extern int __cxa_thread_atexit_impl(void (*)(void *), void *, void *);
  extern void *__dso_handle __attribute__((visibility("hidden")));
  if (atomic_exchange(&d->prefetched, 1)) return false;
  __cxa_thread_atexit_impl(settle_at_end, NULL, &__dso_handle);
  return gh_go.prefetch(d->ordinal) != 0;
}

// After fork only the forking thread exists: the driver's and the Go runtime's threads are gone,
// and a call into either would block for ever.
static void after_fork_in_child(void) {
  if (atomic_load(&gh_state) == GH_READY) {
    gh_init_error = hipErrorNotInitialized;
    atomic_store(&gh_state, GH_FORKED);
  }
  pthread_mutex_init(&start_lock, NULL);
  pthread_mutex_init(&registry_lock, NULL);
}

static int current_device(void) { return gh_current; }
static void set_device(int d) { gh_current = d; }

static void change_captures(int change) { atomic_fetch_add(&gh_captures, change); }

static int thread_capture_mode(int set) {
  int old = gh_capture_mode;
  if (set >= 0) gh_capture_mode = set;
  return old;
}

static hipError_t create_stream(hipStream_t *out, unsigned flags, int priority) {
  hipError_t e = hipSuccess;
  gh_stream *s = gh_new_stream(gh_device_now(), flags, priority, false, &e);
  if (s) *out = s;
  return e;
}

hipError_t gh_bind_core(void) {
  if (gh_go.init) return hipSuccess;
  const char *name = "libgohip_core.so";
  char path[PATH_MAX];
  Dl_info self;
  void *lib = NULL;
  path[0] = 0;
  // The core beside this library is preferred: it has the same version.
  if (dladdr((void *)gh_bind_core, &self) && self.dli_fname) {
    const char *slash = strrchr(self.dli_fname, '/');
    // In a setuid program the caller controls a relative path.
    if (slash && (*self.dli_fname == '/' || !gh_elevated())) {
      snprintf(path, sizeof path, "%.*s/%s", (int)(slash - self.dli_fname), self.dli_fname, name);
      lib = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    }
  }
  if (!lib) lib = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (!lib) {
    fprintf(stderr,
            "libgohip: cannot load %s, which holds the HIP runtime: %s\n"
            "libgohip: looked at %s and in the library path; install gohipcc's lib folder whole\n",
            name, dlerror(), path[0] ? path : name);
    return hipErrorSharedObjectInitFailed;
  }
  hipError_t (*bind)(gh_core *) = (hipError_t (*)(gh_core *))dlsym(lib, "gohip_core_bind");
  if (!bind) {
    fprintf(stderr, "libgohip: %s has no gohip_core_bind: it is of another version\n", path);
    return hipErrorSharedObjectSymbolNotFound;
  }
  return bind(&gh_go);
}

// init_core makes sure that the threads which drivers start when they open their devices get large
// stacks, and no others.
static hipError_t init_core(void) {
  pthread_attr_t before, roomy;
  size_t size = 0, stack = gh_device_stack();
  bool grow = pthread_getattr_default_np(&before) == 0;
  if (grow && pthread_attr_getstacksize(&before, &size) == 0 && size < stack &&
      pthread_getattr_default_np(&roomy) == 0) {
    pthread_attr_setstacksize(&roomy, stack);
    pthread_setattr_default_np(&roomy);
    pthread_attr_destroy(&roomy);
  }
  gh_close_down_at_exit();
  hipError_t e = gh_go.init(&gh_shared);
  if (grow) {
    pthread_setattr_default_np(&before);
    pthread_attr_destroy(&before);
  }
  return e;
}

static hipError_t load_core(void) {
  gh_secure_caches();
  hipError_t e = gh_check_address_space();
  if (e != hipSuccess) return e;
  gh_watch_faults();
  e = gh_bind_core();
  if (e != hipSuccess) return e;
  gh_shared = (gh_shim){
      .table = table_hash,
      .layout = GH_LAYOUT,
      .submit = gh_submit,
      .stream_of = gh_stream_of,
      .finish = gh_finish,
      .finish_device = gh_finish_device,
      .finish_null = gh_finish_null,
      .current_device = current_device,
      .set_device = set_device,
      .binary = gh_binary_at,
      .binary_count = gh_binary_count,
      .symbol = gh_symbol_of,
      .symbol_at = gh_symbol_at,
      .symbol_count = gh_symbol_count,
      .find_alloc = gh_find_alloc,
      .in_arena = gh_in_arena,
      .mapped = gh_mapped,
      .alloc = gh_alloc_memory,
      .track = gh_track,
      .untrack = gh_untrack,
      .find_registered = gh_find_registered,
      .free_memory = gh_free_memory,
      .update_alloc = gh_update_alloc,
      .event_of = gh_event_of,
      .stream_create = create_stream,
      .new_function = gh_new_function,
      .free_function = gh_free_function,
      .check_launch = gh_check_launch,
      .captures = change_captures,
      .thread_capture_mode = thread_capture_mode,
      .reset_device = gh_reset_streams,
      .free_all = gh_free_all,
      .event_create = hipEventCreateWithFlags,
      .share_event = gh_share_event,
      .new_branch = gh_new_branch,
      .query = gh_query,
      .follows = gh_follows,
      .new_event = gh_new_event,
      .drop_event = gh_drop_event,
      .rearm = rearm,
      .cuda_open = gh_cuda_open,
      .opencl = &gh_opencl_driver,
      .cuda = &gh_cuda_driver,
      .alloc_async = gh_alloc_async,
      .free_async = gh_free_async,
      .host_register = gh_host_register,
      .host_unregister = gh_host_unregister,
      .emulator = &gh_emulator_driver,
      .cpu = &gh_cpu_driver,
  };
  e = init_core();
  if (e != hipSuccess) return e;
  for (int i = 0; i < gh_shared.ndevices; i++) {
    gh_device *d = gh_shared.devices[i];
    pthread_mutex_init(&d->mu, NULL);
    pthread_mutex_init(&d->cooperating, NULL);
    // Writers are preferred, or a thread that prints could starve.
    pthread_rwlockattr_t writers_first;
    pthread_rwlockattr_init(&writers_first);
    pthread_rwlockattr_setkind_np(&writers_first, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&d->printing, &writers_first);
    pthread_rwlockattr_destroy(&writers_first);
    d->null_stream = gh_new_stream(d, 0, 0, true, &e);
    if (!d->null_stream) return e;
  }
  rearm();
  return hipSuccess;
}

hipError_t gh_start(void) {
  int state = atomic_load(&gh_state);
  if (state == GH_READY) return hipSuccess;
  if (state == GH_FAILED || state == GH_FORKED) return gh_init_error;
  static atomic_int once;
  if (!atomic_exchange(&once, 1)) pthread_atfork(NULL, NULL, after_fork_in_child);
  pthread_mutex_lock(&start_lock);
  hipError_t e = hipSuccess;
  state = atomic_load(&gh_state);
  if (state == GH_COLD) {
    e = load_core();
    gh_init_error = e;
    atomic_store_explicit(&gh_state, e == hipSuccess ? GH_READY : GH_FAILED, memory_order_release);
  } else if (state != GH_READY) {
    e = gh_init_error;
  }
  pthread_mutex_unlock(&start_lock);
  return e;
}

// ---- the core's functions ----

hipError_t gh_call_core(int number, uint64_t *words) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  uint64_t result = 0;
  e = gh_go.call(number, words, &result);
  if (e == hipSuccess) e = (hipError_t)result;
  if (e == hipErrorNotReady) return e;
  return gh_done(e);
}

hiprtcResult gh_call_core_rtc(int number, uint64_t *words) {
  // hiprtc works without a device, but not without the core.
  hipError_t e = gh_ready();
  if (e != hipSuccess && !gh_go.call) return HIPRTC_ERROR_INTERNAL_ERROR;
  uint64_t result = 0;
  e = gh_go.call(number, words, &result);
  return e == hipSuccess ? (hiprtcResult)result : HIPRTC_ERROR_INTERNAL_ERROR;
}

uint64_t gh_call_core_word(int number, uint64_t *words) {
  uint64_t result = 0;
  if (gh_ready() != hipSuccess && !gh_go.call) return 0;
  if (gh_go.call(number, words, &result) != hipSuccess) return 0;
  return result;
}

hipError_t gh_not_supported(void) {
  hipError_t e = gh_ready();
  return gh_done(e != hipSuccess ? e : hipErrorNotSupported);
}

uint64_t gh_float_word(float f) {
  uint32_t u;
  memcpy(&u, &f, sizeof u);
  return u;
}

hipStream_t gh_spt_stream(hipStream_t s) { return s ? s : hipStreamPerThread; }

hipError_t gh_capture_guard(void) {
  if (LIKELY(atomic_load_explicit(&gh_captures, memory_order_relaxed) == 0)) return hipSuccess;
  if (gh_capture_mode == hipStreamCaptureModeRelaxed) return hipSuccess;
  return gh_go.invalidate(NULL, NULL);
}

// ---- errors ----

hipError_t hipGetLastError(void) {
  hipError_t e = gh_last;
  gh_last = hipSuccess;
  return e;
}

hipError_t hipExtGetLastError(void) { return hipGetLastError(); }

hipError_t hipPeekAtLastError(void) { return gh_last; }

static const struct {
  hipError_t code;
  const char *name, *text;
} errors[] = {
#define E(c, t) {c, #c, t}
    E(hipSuccess, "no error"),
    E(hipErrorInvalidValue, "invalid argument"),
    E(hipErrorOutOfMemory, "out of memory"),
    E(hipErrorNotInitialized, "initialization error"),
    E(hipErrorDeinitialized, "driver shutting down"),
    E(hipErrorProfilerDisabled, "profiler disabled while using external profiling tool"),
    E(hipErrorProfilerNotInitialized, "profiler is not initialized"),
    E(hipErrorProfilerAlreadyStarted, "profiler already started"),
    E(hipErrorProfilerAlreadyStopped, "profiler already stopped"),
    E(hipErrorInvalidConfiguration, "invalid configuration argument"),
    E(hipErrorInvalidPitchValue, "invalid pitch argument"),
    E(hipErrorInvalidSymbol, "invalid device symbol"),
    E(hipErrorInvalidDevicePointer, "invalid device pointer"),
    E(hipErrorInvalidMemcpyDirection, "invalid copy direction for memcpy"),
    E(hipErrorInsufficientDriver, "driver version is insufficient for runtime version"),
    E(hipErrorMissingConfiguration, "__global__ function call is not configured"),
    E(hipErrorPriorLaunchFailure, "unspecified launch failure in prior launch"),
    E(hipErrorInvalidDeviceFunction, "invalid device function"),
    E(hipErrorNoDevice, "no ROCm-capable device is detected"),
    E(hipErrorInvalidDevice, "invalid device ordinal"),
    E(hipErrorInvalidImage, "device kernel image is invalid"),
    E(hipErrorInvalidContext, "invalid device context"),
    E(hipErrorContextAlreadyCurrent, "context is already current context"),
    E(hipErrorMapFailed, "mapping of buffer object failed"),
    E(hipErrorUnmapFailed, "unmapping of buffer object failed"),
    E(hipErrorArrayIsMapped, "array is mapped"),
    E(hipErrorAlreadyMapped, "resource already mapped"),
    E(hipErrorNoBinaryForGpu, "no kernel image is available for execution on the device"),
    E(hipErrorAlreadyAcquired, "resource already acquired"),
    E(hipErrorNotMapped, "resource not mapped"),
    E(hipErrorNotMappedAsArray, "resource not mapped as array"),
    E(hipErrorNotMappedAsPointer, "resource not mapped as pointer"),
    E(hipErrorECCNotCorrectable, "uncorrectable ECC error encountered"),
    E(hipErrorUnsupportedLimit, "limit is not supported on this architecture"),
    E(hipErrorContextAlreadyInUse, "exclusive-thread device already in use by a different thread"),
    E(hipErrorPeerAccessUnsupported, "peer access is not supported between these two devices"),
    E(hipErrorInvalidKernelFile, "invalid kernel file"),
    E(hipErrorInvalidGraphicsContext, "invalid OpenGL or DirectX context"),
    E(hipErrorInvalidSource, "device kernel image is invalid"),
    E(hipErrorFileNotFound, "file not found"),
    E(hipErrorSharedObjectSymbolNotFound, "shared object symbol not found"),
    E(hipErrorSharedObjectInitFailed, "shared object initialization failed"),
    E(hipErrorOperatingSystem, "OS call failed or operation not supported on this OS"),
    E(hipErrorInvalidHandle, "invalid resource handle"),
    E(hipErrorIllegalState, "the operation cannot be performed in the present state"),
    E(hipErrorNotFound, "named symbol not found"),
    E(hipErrorNotReady, "device not ready"),
    E(hipErrorIllegalAddress, "an illegal memory access was encountered"),
    E(hipErrorLaunchOutOfResources, "too many resources requested for launch"),
    E(hipErrorLaunchTimeOut, "the launch timed out and was terminated"),
    E(hipErrorPeerAccessAlreadyEnabled, "peer access is already enabled"),
    E(hipErrorPeerAccessNotEnabled, "peer access has not been enabled"),
    E(hipErrorSetOnActiveProcess, "cannot set while device is active in this process"),
    E(hipErrorContextIsDestroyed, "context is destroyed"),
    E(hipErrorAssert, "device-side assert triggered"),
    E(hipErrorHostMemoryAlreadyRegistered,
      "part or all of the requested memory range is already mapped"),
    E(hipErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region"),
    E(hipErrorLaunchFailure, "unspecified launch failure"),
    E(hipErrorCooperativeLaunchTooLarge, "too many blocks in cooperative launch"),
    E(hipErrorNotSupported, "operation not supported"),
    E(hipErrorStreamCaptureUnsupported, "operation not permitted when stream is capturing"),
    E(hipErrorStreamCaptureInvalidated, "operation failed due to a previous error during capture"),
    E(hipErrorStreamCaptureMerge,
      "operation would result in a merge of separate capture sequences"),
    E(hipErrorStreamCaptureUnmatched, "capture was not ended in the same stream as it began"),
    E(hipErrorStreamCaptureUnjoined, "capturing stream has unjoined work"),
    E(hipErrorStreamCaptureIsolation, "dependency created on uncaptured work in another stream"),
    E(hipErrorStreamCaptureImplicit,
      "operation would make the legacy stream depend on a capturing blocking stream"),
    E(hipErrorCapturedEvent,
      "operation not permitted on an event last recorded in a capturing stream"),
    E(hipErrorStreamCaptureWrongThread,
      "attempt to terminate a thread-local capture sequence from another thread"),
    E(hipErrorGraphExecUpdateFailure,
      "the graph update was not performed because it included changes which violated constraints "
      "specific to instantiated graph update"),
    E(hipErrorInvalidChannelDescriptor, "invalid channel descriptor"),
    E(hipErrorInvalidTexture, "invalid texture"),
    E(hipErrorInvalidResourceType, "no resource of that type"),
    E(hipErrorInvalidResourceConfiguration, "the resources do not fit together, or in the device"),
    E(hipErrorStreamDetached, "the stream's execution context was destroyed"),
    E(hipErrorRuntimeMemory, "runtime memory call returned error"),
    E(hipErrorRuntimeOther, "runtime call other than memory returned error"),
    E(hipErrorInvalidClusterSize, "no clusters of so many blocks"),
    E(hipErrorTbd, "operation has no outcome to report"),
    E(hipErrorUnknown, "unknown error"),
#undef E
};

const char *hipGetErrorName(hipError_t e) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == e) return errors[i].name;
  return "hipErrorUnknown";
}

const char *hipGetErrorString(hipError_t e) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == e) return errors[i].text;
  return "unknown error";
}

static hipError_t error_text(hipError_t e, const char **out, bool name) {
  if (!out) return gh_done(hipErrorInvalidValue);
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == e) {
      *out = name ? errors[i].name : errors[i].text;
      return hipSuccess;
    }
  *out = NULL;
  return gh_done(hipErrorInvalidValue);
}

hipError_t hipDrvGetErrorName(hipError_t e, const char **out) { return error_text(e, out, true); }
hipError_t hipDrvGetErrorString(hipError_t e, const char **out) {
  return error_text(e, out, false);
}

// ---- entry points by name ----

hipError_t hipGetProcAddress(const char *symbol, void **pfn, int version, uint64_t flags,
                             hipDriverProcAddressQueryResult *status) {
  if (!symbol || !*symbol || !pfn || flags > 2) return gh_done(hipErrorInvalidValue);
  *pfn = NULL;
  if (!flags && gh_null_stream_is_per_thread) flags = 2; // called as hipGetProcAddress_spt
  Dl_info self;
  void *lib = dladdr((void *)hipGetProcAddress, &self)
                  ? dlopen(self.dli_fname, RTLD_NOW | RTLD_NOLOAD)
                  : NULL;
  if (lib) {
    char twin[256];
    if (flags == 2) { // the version for the per-thread default stream, if there is one
      snprintf(twin, sizeof twin, "%s_spt", symbol);
      *pfn = dlsym(lib, twin);
    }
    // The properties changed their layout in HIP 6.
    if (!*pfn && version >= 600 &&
        (!strcmp(symbol, "hipGetDeviceProperties") || !strcmp(symbol, "hipChooseDevice"))) {
      snprintf(twin, sizeof twin, "%sR0600", symbol);
      *pfn = dlsym(lib, twin);
    }
    if (!*pfn) *pfn = dlsym(lib, symbol);
    dlclose(lib);
  }
  if (status) *status = *pfn ? HIP_GET_PROC_ADDRESS_SUCCESS : HIP_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  return *pfn ? hipSuccess : gh_done(hipErrorInvalidValue);
}

// ---- devices ----

hipError_t hipInit(unsigned int flags) {
  if (flags) return gh_done(hipErrorInvalidValue);
  return gh_done(gh_ready());
}

hipError_t hipGetDeviceCount(int *count) {
  if (!count) return gh_done(hipErrorInvalidValue);
  hipError_t e = gh_ready();
  *count = e == hipSuccess ? gh_shared.ndevices : 0;
  return gh_done(e);
}

hipError_t hipSetDevice(int device) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  if (device < 0 || device >= gh_shared.ndevices) return gh_done(hipErrorInvalidDevice);
  gh_current = device;
  return hipSuccess;
}

hipError_t hipGetDevice(int *device) {
  if (!device) return gh_done(hipErrorInvalidValue);
  hipError_t e = gh_ready();
  if (e == hipSuccess) *device = gh_current;
  return gh_done(e);
}

hipError_t hipDeviceSynchronize(void) {
  hipError_t e = gh_ready();
  if (e == hipSuccess) e = gh_capture_guard();
  if (e == hipSuccess && UNLIKELY(atomic_load_explicit(&gh_captures, memory_order_relaxed)))
    e = gh_go.invalidate(NULL, gh_device_now());
  if (e == hipSuccess) {
    // Compile kernels now: the next launch is often timed.
    gh_device *d = gh_device_now();
    if (UNLIKELY(atomic_load_explicit(&d->prefetched, memory_order_relaxed) == 1)) {
      gh_go.settle();
      atomic_store(&d->prefetched, 2);
    }
    e = gh_finish_device(d);
  }
  return gh_done(e);
}

hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind f) {
  hipChannelFormatDesc d = {x, y, z, w, f};
  return d;
}

// The numbers are those of this library's table, from 1 on; AMD's change with its releases.
const char *hipApiName(uint32_t id) {
  static const char *const names[] = {
#define GH_FN(result, name, failure, params, args) #name,
#include "functions.inc"
#undef GH_FN
  };
  return id - 1 < GH_FUNCTIONS ? names[id - 1] : "unknown";
}

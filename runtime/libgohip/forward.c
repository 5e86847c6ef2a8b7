// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The exported functions, and the choice of the implementation they call.
//
// On a machine with an AMD GPU, libamdhip64 is the runtime of every program whose fat
// binaries hold an image for such a GPU: its devices are then the only ones. All
// others, and all with GOHIP_AMD=0, run on OpenCL and CUDA devices.

#define _GNU_SOURCE
#include "callers.h"
#include "forward.h"
#include "shim.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#define GH_FN(result, name, failure, params, args) result name params;
#include "functions.inc"
#undef GH_FN

static void *own_dispatch[] = {
#define GH_FN(result, name, failure, params, args) (void *)name,
#include "functions.inc"
#undef GH_FN
};
static void *amd_dispatch[GH_FUNCTIONS];
static _Atomic(void **) dispatch; // NULL until the first call
static pthread_mutex_t dispatch_lock = PTHREAD_MUTEX_INITIALIZER;

static void **choose_dispatch(void);

// What is called while calls are logged: the functions below, which call those of the table before it.
static void *logged_dispatch[GH_FUNCTIONS];
static void **logged; // that table

static void **unlogged(void **r) { return r == logged_dispatch ? logged : r; }

static inline void *step(enum gh_function f) {
  void **r = atomic_load_explicit(&dispatch, memory_order_acquire);
  return LIKELY(r != NULL) ? r[f] : choose_dispatch()[f];
}

bool gh_forwarded(void) {
  void **r = atomic_load_explicit(&dispatch, memory_order_acquire);
  return unlogged(r ? r : choose_dispatch()) == amd_dispatch;
}

// Reports whether a call has to count as inside. Those that concern the calling thread's state alone enter
// no driver, once there is a dispatch, and two of them belong to each launch.
static inline bool counts(enum gh_function f) {
  switch (f) {
  case GH_FN___hipPushCallConfiguration:
  case GH_FN___hipPopCallConfiguration:
  case GH_FN_hipGetLastError:
  case GH_FN_hipPeekAtLastError:
    return !atomic_load_explicit(&dispatch, memory_order_acquire);
  default:
    return true;
  }
}

// The exported names. own_names.h renames the functions in plain text, not where a macro
// pastes or quotes its argument.
#define GH_FN(result, name, failure, params, args)                                                 \
  result gh_call_##name params __asm__(#name);                                                     \
  result gh_call_##name params {                                                                   \
    bool counted = counts(GH_FN_##name);                                                           \
    gh_caller *caller = counted ? gh_caller_enter() : NULL;                                        \
    result r = ((result(*) params)step(GH_FN_##name))args;                                         \
    if (counted) gh_caller_leave(caller);                                                          \
    return r;                                                                                      \
  }
#include "functions.inc"
#undef GH_FN

// ---- the log ----

static struct {
  size_t level, mask;
} logging;

static void log_call(const char *name) {
  fprintf(stderr, ":3:libgohip: %d: %s\n", (int)getpid(), name);
}

#define GH_FN(result, name, failure, params, args)                                                 \
  static result logged_##name params {                                                             \
    log_call(#name);                                                                               \
    return ((result(*) params)logged[GH_FN_##name])args;                                           \
  }
#include "functions.inc"
#undef GH_FN

// As AMD's library has it: levels from 3 on have the calls, if bit 0 of the mask is set.
hipError_t hipExtSetLoggingParams(size_t level, size_t size, size_t mask) {
  (void)size;
  pthread_mutex_lock(&dispatch_lock);
  logging.level = level;
  logging.mask = mask;
  pthread_mutex_unlock(&dispatch_lock);
  return hipSuccess;
}

hipError_t hipExtEnableLogging(void) {
  static void *const all[] = {
#define GH_FN(result, name, failure, params, args) (void *)logged_##name,
#include "functions.inc"
#undef GH_FN
  };
  pthread_mutex_lock(&dispatch_lock);
  void **now = atomic_load(&dispatch);
  if (logging.level >= 3 && logging.mask & 1 && now && now != logged_dispatch) {
    logged = now;
    memcpy(logged_dispatch, all, sizeof all);
    // Calls of whose parts nothing is to be said: a launch is three.
    logged_dispatch[GH_FN___hipPushCallConfiguration] = now[GH_FN___hipPushCallConfiguration];
    logged_dispatch[GH_FN___hipPopCallConfiguration] = now[GH_FN___hipPopCallConfiguration];
    atomic_store_explicit(&dispatch, logged_dispatch, memory_order_release);
  }
  pthread_mutex_unlock(&dispatch_lock);
  return hipSuccess;
}

hipError_t hipExtDisableLogging(void) {
  pthread_mutex_lock(&dispatch_lock);
  if (atomic_load(&dispatch) == logged_dispatch)
    atomic_store_explicit(&dispatch, logged, memory_order_release);
  pthread_mutex_unlock(&dispatch_lock);
  return hipSuccess;
}

// ---- AMD's library ----

#define TARGET_MAX 256

static struct {
  void *lib;
  char path[PATH_MAX];
  int ndevices;
  char targets[GH_MAX_DEVICES][TARGET_MAX]; // "gfx90a:sramecc+:xnack-"
  void **(*register_binary)(const void *);
  void (*unregister_binary)(void **);
  void (*register_function)(void **, const void *, char *, const char *, unsigned, void *, void *,
                            dim3 *, dim3 *, int *);
  void (*register_var)(void **, void *, char *, char *, int, size_t, int, int);
  void (*register_managed)(void *, void **, void *, const char *, size_t, unsigned);
  void (*register_texture)(void **, const void *, const void **, const char *, int, int, int);
  void (*register_surface)(void **, const void *, const void **, const char *, int, int);
  hipError_t (*load)(hipModule_t *, const void *);
  hipError_t (*unload)(hipModule_t);
  hipError_t (*set_device)(int);
} amd;

static bool verbose(void) {
  const char *v = getenv(GH_ENV_VERBOSE);
  return v && !strcmp(v, "1");
}

// Prints text without what a terminal interprets: names are from the environment (internal/printable).
static void put_printable(const char *text) {
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    bool c1 = *c == 0xc2 && c[1] >= 0x80 && c[1] <= 0x9f; // of C1, in UTF-8
    if (*c < ' ')
      fprintf(stderr, "\\x%02x", *c);
    else if (c1 || *c == 0x7f)
      fprintf(stderr, "\\u%04x", c1 ? *++c : *c);
    else
      fputc(*c, stderr);
  }
}

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
  if (!verbose()) return;
  char text[2 * PATH_MAX];
  va_list a;
  va_start(a, format);
  vsnprintf(text, sizeof text, format, a);
  va_end(a);
  fputs("libgohip: ", stderr);
  put_printable(text);
  fputc('\n', stderr);
}

// The library calls its own functions by their exported names, which are also this library's: it
// must bind to its own.
static void *open_library(const char *name) {
  return dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
}

static bool is_this_library(void *lib) {
  Dl_info it, self;
  void *f = dlsym(lib, "hipInit");
  return f && dladdr(f, &it) && dladdr((void *)choose_dispatch, &self) &&
         it.dli_fbase == self.dli_fbase;
}

// GOHIP_LIBAMDHIP64 names the library; otherwise it is searched if the kernel has AMD's compute
// driver, newest release first.
static bool find_library(void) {
  const char *chosen = secure_getenv("GOHIP_LIBAMDHIP64");
  static const char *const names[] = {"libamdhip64.so.7", "/opt/rocm/lib/libamdhip64.so.7",
                                      "libamdhip64.so.6", "/opt/rocm/lib/libamdhip64.so.6",
                                      "libamdhip64.so.5", "/opt/rocm/lib/libamdhip64.so.5"};
  if (chosen && *chosen) {
    snprintf(amd.path, sizeof amd.path, "%s", chosen);
    if (!(amd.lib = open_library(chosen))) {
      say("GOHIP_LIBAMDHIP64: %s", dlerror());
      return false;
    }
    return !is_this_library(amd.lib);
  }
  if (access("/dev/kfd", F_OK) != 0) return false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if ((amd.lib = open_library(names[i]))) {
      snprintf(amd.path, sizeof amd.path, "%s", names[i]);
      return true;
    }
  say("this machine has an AMD GPU and no AMD HIP runtime that loads: %s", dlerror());
  return false;
}

// Counts the devices and reads their target IDs. An AMD runtime without a device is not an error:
// it returns hipErrorNoDevice, or hipErrorInvalidDevice in release 5.
static bool find_devices(void) {
  hipError_t (*init)(unsigned) = (hipError_t (*)(unsigned))dlsym(amd.lib, "hipInit");
  hipError_t (*count)(int *) = (hipError_t (*)(int *))dlsym(amd.lib, "hipGetDeviceCount");
  if (!init || !count) {
    say("%s is no HIP runtime: it has no hipInit or no hipGetDeviceCount", amd.path);
    return false;
  }
  hipError_t e = init(0);
  if (e == hipSuccess) e = count(&amd.ndevices);
  if (e != hipSuccess || amd.ndevices < 1) {
    say("%s finds no AMD GPU (error %d)", amd.path, e);
    return false;
  }
  if (amd.ndevices > GH_MAX_DEVICES) amd.ndevices = GH_MAX_DEVICES;
  // Large enough for the properties of any release; only the offset of the name differs.
  static char props[8192];
  hipError_t (*get)(void *, int);
  size_t at = offsetof(hipDeviceProp_tR0600, gcnArchName);
  if (!(get = (hipError_t (*)(void *, int))dlsym(amd.lib, "hipGetDevicePropertiesR0600"))) {
    get = (hipError_t (*)(void *, int))dlsym(amd.lib, "hipGetDeviceProperties");
    at = gh_hip5_arch_offset;
  }
  for (int i = 0; get && i < amd.ndevices; i++)
    if (get(props, i) == hipSuccess) snprintf(amd.targets[i], TARGET_MAX, "%.255s", props + at);
  return true;
}

// Fills the table. Functions that the library lacks return hipErrorNotSupported, or are implemented
// here if they need no device.
static hipError_t missing_hip(void) { return hipErrorNotSupported; }
static hiprtcResult missing_rtc(void) { return HIPRTC_ERROR_INTERNAL_ERROR; }

static void *find_function(const char *name) { return dlsym(amd.lib, name); }

static bool fill_table(void) {
#define missing_0 NULL
#define GH_FN(result, name, failure, params, args) {#name, (void *)missing_##failure},
  static const struct {
    const char *name;
    void *missing;
  } want[] = {
#include "functions.inc"
  };
#undef GH_FN
#undef missing_0
  void *rtc = NULL;
  for (int i = 0; i < GH_FUNCTIONS; i++) {
    void *f = dlsym(amd.lib, want[i].name);
    if (!f && !strncmp(want[i].name, "hiprtc", 6)) {
      // A library of its own from release 6 on, and only there from 7 on.
      if (!rtc) {
        char name[PATH_MAX], *at;
        snprintf(name, sizeof name, "%s", amd.path);
        if ((at = strstr(name, "libamdhip64"))) {
          char tail[PATH_MAX];
          snprintf(tail, sizeof tail, "%s", at + strlen("libamdhip64"));
          snprintf(at, sizeof name - (size_t)(at - name), "libhiprtc%.200s", tail);
          rtc = open_library(name);
        }
        if (!rtc) rtc = amd.lib;
      }
      f = dlsym(rtc, want[i].name);
    }
    amd_dispatch[i] = f ? f : want[i].missing ? want[i].missing : own_dispatch[i];
  }
  // The functions of this library, whatever implementation they call, are what a program gets
  // by name.
  amd_dispatch[GH_FN_hipGetProcAddress] = own_dispatch[GH_FN_hipGetProcAddress];
  if (!dlsym(amd.lib, "hipExtGetLastError"))
    amd_dispatch[GH_FN_hipExtGetLastError] = amd_dispatch[GH_FN_hipGetLastError];
  if (!dlsym(amd.lib, "hipGetDevicePropertiesR0600")) gh_adapt_hip5(amd_dispatch, find_function);

  struct {
    void *field;
    const char *name;
  } calls[] = {
      {&amd.register_binary, "__hipRegisterFatBinary"},
      {&amd.unregister_binary, "__hipUnregisterFatBinary"},
      {&amd.register_function, "__hipRegisterFunction"},
      {&amd.register_var, "__hipRegisterVar"},
      {&amd.register_managed, "__hipRegisterManagedVar"},
      {&amd.register_texture, "__hipRegisterTexture"},
      {&amd.register_surface, "__hipRegisterSurface"},
      {&amd.load, "hipModuleLoadData"},
      {&amd.unload, "hipModuleUnload"},
      {&amd.set_device, "hipSetDevice"},
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    void *f = dlsym(amd.lib, calls[i].name);
    if (!f) {
      say("%s has no %s", amd.path, calls[i].name);
      return false;
    }
    memcpy(calls[i].field, &f, sizeof f);
  }
  return true;
}

// ---- images ----

// An entry's target ID fits a device if the processor is the same and each feature that it sets has
// the device's setting.
static bool target_fits(const char *id, size_t n, const char *device) {
  size_t processor = 0;
  while (processor < n && id[processor] != ':') processor++;
  if (strncmp(id, device, processor) != 0 || (device[processor] && device[processor] != ':'))
    return false;
  for (size_t i = processor; i < n;) {
    size_t end = i + 1;
    while (end < n && id[end] != ':') end++;
    char feature[64];
    snprintf(feature, sizeof feature, "%.*s", (int)(end - i), id + i);
    const char *at = strstr(device + processor, feature);
    if (!at || (at[end - i] && at[end - i] != ':')) return false;
    i = end;
  }
  return true;
}

// Whether some AMD GPU here can run an image of the fat binary. An entry for the GPU's own
// processor is recognised by its name; for generic processors and intermediate code the library is
// asked.
static bool binary_fits(const gh_binary *b) {
  const char *p = b->image;
  if (b->room < 32 || memcmp(p, GH_BUNDLE_MAGIC, 24) != 0) return false;
  uint64_t n, field[3], at = 32;
  memcpy(&n, p + 24, 8);
  bool other = false;
  for (uint64_t i = 0; i < n; i++) {
    if (at + 24 > b->room) return false;
    memcpy(field, p + at, 24);
    const char *id = p + at + 24;
    if (field[2] > b->room - at - 24) return false;
    const char *gfx = memmem(id, field[2], "gfx", 3);
    for (int d = 0; gfx && d < amd.ndevices; d++)
      if (target_fits(gfx, (size_t)(id + field[2] - gfx), amd.targets[d])) return true;
    other |=
        (gfx && memmem(id, field[2], "-generic", 8)) || memmem(id, field[2], "amdgcnspirv", 11);
    at += 24 + field[2];
  }
  if (!other) return false;
  bool fits = false;
  for (int d = 0; d < amd.ndevices && !fits; d++) {
    hipModule_t m;
    if (amd.set_device(d) != hipSuccess) continue;
    fits = amd.load(&m, p) == hipSuccess && amd.unload(m) == hipSuccess;
  }
  amd.set_device(0);
  return fits;
}

// What AMD's library gets for an image: the image, or a form of it that every release accepts.
// Bitcode and SPIR-V are compiled for the device, compressed fat binaries decompressed.
static hipError_t amd_image(const void *image, int device, const void **out, size_t *size) {
  static const unsigned char bitcode[] = {'B', 'C', 0xc0, 0xde},
                             wrapped[] = {0xde, 0xc0, 0x17, 0x0b}, spirv[] = {3, 2, 0x23, 7};
  *out = image;
  if (!image || (memcmp(image, GH_COMPRESSED_MAGIC, 4) && memcmp(image, bitcode, 4) &&
                 memcmp(image, wrapped, 4) && memcmp(image, spirv, 4)))
    return hipSuccess;
  hipError_t e = gh_bind_core();
  return e == hipSuccess ? gh_go.amd_image(image, amd.targets[device], out, size) : e;
}

static hipError_t load_data(hipModule_t *module, const void *image) {
  const void *p;
  size_t size;
  int d = 0;
  ((hipError_t (*)(int *))amd_dispatch[GH_FN_hipGetDevice])(&d);
  hipError_t e = amd_image(image, d >= 0 && d < amd.ndevices ? d : 0, &p, &size);
  if (e != hipSuccess) return e;
  e = amd.load(module, p);
  if (p != image) free((void *)p);
  return e;
}

static hipError_t load_data_ex(hipModule_t *module, const void *image, unsigned n,
                               hipJitOption *options, void **values) {
  (void)n, (void)options, (void)values;
  return load_data(module, image);
}

// ---- registration ----

typedef struct wrapper {
  uint32_t magic, version;
  const void *image, *unused;
} wrapper;

static bool forwarding; // under the registry's lock

void gh_amd_register_binary(gh_binary *b) {
  if (!forwarding) return;
  const void *image;
  size_t size;
  if (amd_image(b->image, 0, &image, &size) != hipSuccess) return;
  const void *w = b->wrapper;
  if (image != b->image) {
    wrapper *plain = malloc(sizeof *plain); // lives as long as the program's own
    if (!plain) return;
    *plain = *(const wrapper *)w;
    plain->image = image;
    w = plain;
  }
  b->amd = amd.register_binary(w);
}

void gh_amd_register_symbol(gh_binary *b, gh_symbol *s) {
  if (!forwarding || !b->amd) return;
  void *host = (void *)s->host;
  char *name = (char *)s->name;
  switch (s->kind) {
  case GH_SYM_FUNCTION:
    amd.register_function(b->amd, host, name, name, (unsigned)-1, NULL, NULL, NULL, NULL, NULL);
    break;
  case GH_SYM_VAR:
    amd.register_var(b->amd, host, name, name, 0, s->size, s->constant, 0);
    break;
  case GH_SYM_MANAGED:
    // The program may have written to the storage that it has had since it started.
    amd.register_managed(b->amd, host, s->managed, name, s->size, 256);
    break;
  case GH_SYM_TEXTURE:
    amd.register_texture(b->amd, host, NULL, name, s->dim, s->normalized, 0);
    break;
  case GH_SYM_SURFACE:
    amd.register_surface(b->amd, host, NULL, name, s->dim, 0);
    break;
  }
}

void gh_amd_unregister_binary(gh_binary *b) {
  if (b->amd) amd.unregister_binary(b->amd);
  b->amd = NULL;
}

// ---- the choice ----

static bool amd_wanted(void) {
  const char *off = getenv("GOHIP_AMD");
  if (off && !strcmp(off, "0")) return false;
  if (!find_library() || !find_devices() || !fill_table()) return false;
  for (int i = 0; i < gh_binary_count(); i++) {
    gh_binary *b = gh_binary_at(i), plain;
    if (!b || !b->image) continue;
    plain = *b;
    if (amd_image(b->image, 0, &plain.image, &plain.room) != hipSuccess) return false;
    bool fits = binary_fits(&plain);
    if (plain.image != b->image) free((void *)plain.image);
    if (!fits) {
      say("the program has no image for %s; it runs on OpenCL and CUDA devices", amd.targets[0]);
      return false;
    }
  }
  amd_dispatch[GH_FN_hipModuleLoadData] = (void *)load_data;
  amd_dispatch[GH_FN_hipModuleLoadDataEx] = (void *)load_data_ex;
  say("calls go to %s (%s)", amd.path, amd.targets[0]);
  return true;
}

// ---- the end of the process ----

// The thread in which the process ends, and whether it does.
static pthread_t ending_thread;
static atomic_bool ending;

static hipError_t refused_hip(void) { return hipErrorDeinitialized; }
static hiprtcResult refused_rtc(void) { return HIPRTC_ERROR_INTERNAL_ERROR; }

static void *refused_dispatch[GH_FUNCTIONS];

static void fill_refused_dispatch(void) {
#define refused_0 NULL
#define GH_FN(result, name, failure, params, args) (void *)refused_##failure,
  static void *const refused[] = {
#include "functions.inc"
  };
#undef GH_FN
#undef refused_0
  for (int i = 0; i < GH_FUNCTIONS; i++)
    refused_dispatch[i] = refused[i] ? refused[i] : own_dispatch[i];
}

// What other threads call from then on. The process is gone in a moment, and a program that exits
// because of an error could change its exit status: so a call waits first.
static void **refuse(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, fill_refused_dispatch);
  gh_caller_rest(1);
  return refused_dispatch;
}

// From now on only this thread gets through: kernels are about to be unloaded, and the drivers'
// libraries to be taken down, and neither must happen while another thread is inside.
static void close_down(void) {
  if (unlogged(atomic_load(&dispatch)) != own_dispatch || atomic_load(&gh_state) != GH_READY)
    return;
  ending_thread = pthread_self();
  atomic_store(&ending, true);
  atomic_store(&dispatch, NULL);
  gh_callers_wait();
  for (int i = 0; i < gh_shared.ndevices; i++) gh_finish_device(gh_shared.devices[i]);
}

// An executable's fat binary is unregistered when the process ends, after the destructors of the
// objects that were constructed since it was registered.
void gh_close_down_with(const void *data) {
  Dl_info owner, executable;
  if (dladdr(data, &owner) && dladdr((void *)getauxval(AT_ENTRY), &executable) &&
      owner.dli_fbase == executable.dli_fbase)
    close_down();
}

// Of a program whose kernels are all in libraries. The destructors of libraries run later than what
// is registered after the start of the executable.
void gh_close_down_at_exit(void) { atexit(close_down); }

static void **choose_dispatch(void) {
  static _Thread_local bool choosing; // AMD's library may call functions of this one
  if (choosing) return own_dispatch;
  if (atomic_load(&ending))
    return pthread_equal(ending_thread, pthread_self()) ? own_dispatch : refuse();
  pthread_mutex_lock(&dispatch_lock);
  void **r = atomic_load(&dispatch);
  if (!r) {
    choosing = true;
    gh_registry_lock();
    forwarding = amd_wanted();
    r = forwarding ? amd_dispatch : own_dispatch;
    if (forwarding) {
      for (int i = 0; i < gh_binary_count(); i++)
        if (gh_binary_at(i) && gh_binary_at(i)->image) gh_amd_register_binary(gh_binary_at(i));
      for (int i = 0; i < gh_symbol_count(); i++)
        if (gh_symbol_at(i)->kind)
          gh_amd_register_symbol(gh_binary_at(gh_symbol_at(i)->binary), gh_symbol_at(i));
    }
    atomic_store_explicit(&dispatch, r, memory_order_release);
    gh_registry_unlock();
    choosing = false;
  }
  pthread_mutex_unlock(&dispatch_lock);
  return r;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A double of libamdhip64 that holds callers to the library's rules: handles die,
// device memory is no host memory, copies stay inside allocations, work is not done
// before someone waits, code objects must be for the device, functions die with their
// module, and argument buffers have the size the kernel asks for. It runs no kernel.
//
//   cc -shared -fPIC -DHIP_MAJOR=6 -o libamdhip64.so hip.c
//
// DOUBLE_DEVICES lists its GPUs, "gfx90a:sramecc+:xnack-,gfx1100"; empty means none.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "elf.h"

#ifndef HIP_MAJOR
#define HIP_MAJOR 6
#endif

typedef int hipError_t;
enum {
  OK = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  INVALID_CONFIGURATION = 9,
  NO_DEVICE = 100,
  INVALID_DEVICE = 101,
  INVALID_IMAGE = 200,
  NO_BINARY = 209,
  INVALID_HANDLE = 400,
  NOT_FOUND = 500,
  MISSING_CONFIGURATION = 52,
  INVALID_FUNCTION = 98,
  INVALID_SYMBOL = 13,
  NOT_READY = 600,
  ALREADY_MAPPED = 208,
  NOT_MAPPED = 211,
  INVALID_GRAPHICS_CONTEXT = 219,
  CONTEXT_DESTROYED = 709
};
static const struct {
  int code;
  const char *name, *text;
} errors[] = {
    {OK, "hipSuccess", "no error"},
    {INVALID_VALUE, "hipErrorInvalidValue", "invalid argument"},
    {OUT_OF_MEMORY, "hipErrorOutOfMemory", "out of memory"},
    {INVALID_CONFIGURATION, "hipErrorInvalidConfiguration", "invalid configuration argument"},
    {NO_DEVICE, "hipErrorNoDevice", "no ROCm-capable device is detected"},
    {INVALID_DEVICE, "hipErrorInvalidDevice", "invalid device ordinal"},
    {INVALID_IMAGE, "hipErrorInvalidImage", "device kernel image is invalid"},
    {NO_BINARY, "hipErrorNoBinaryForGpu",
     "no kernel image is available for execution on the device"},
    {INVALID_HANDLE, "hipErrorInvalidHandle", "invalid resource handle"},
    {NOT_FOUND, "hipErrorNotFound", "named symbol not found"},
    {NOT_READY, "hipErrorNotReady", "device not ready"},
    {ALREADY_MAPPED, "hipErrorAlreadyMapped", "resource already mapped"},
    {NOT_MAPPED, "hipErrorNotMapped", "resource not mapped"},
    {INVALID_GRAPHICS_CONTEXT, "hipErrorInvalidGraphicsContext",
     "invalid OpenGL or DirectX context"},
    {CONTEXT_DESTROYED, "hipErrorContextIsDestroyed", "context is destroyed"}};

const char *hipGetErrorName(int e) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == e) return errors[i].name;
  return "hipErrorUnknown";
}
const char *hipGetErrorString(int e) {
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (errors[i].code == e) return errors[i].text;
  return "unknown error";
}

// ---- Devices -------------------------------------------------------------------

static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
#define LOCKED pthread_mutex_lock(&mu)
#define RETURN(e) return pthread_mutex_unlock(&mu), (e)

static __thread int current;
static char archs[8][64];
static int ndevices = -1;

static int devices(void) {
  if (ndevices < 0) {
    ndevices = 0;
    const char *s = getenv("DOUBLE_DEVICES");
    while (s && *s && ndevices < 8) {
      size_t n = strcspn(s, ",");
      snprintf(archs[ndevices++], 64, "%.*s", (int)n, s);
      s += n + (s[n] == ',');
    }
  }
  return ndevices;
}

// Without a GPU version 5 says 101 and later ones 100.
static hipError_t none(void) { return HIP_MAJOR == 5 ? INVALID_DEVICE : NO_DEVICE; }

hipError_t hipInit(unsigned flags) { return flags ? INVALID_VALUE : devices() ? OK : none(); }
hipError_t hipRuntimeGetVersion(int *v) { return *v = HIP_MAJOR * 10000000 + 443482, OK; }
hipError_t hipDriverGetVersion(int *v) { return *v = HIP_MAJOR * 10000000 + 443482, OK; }
hipError_t hipGetDeviceCount(int *n) {
  *n = devices();
  return *n ? OK : none();
}
hipError_t hipSetDevice(int d) {
  if (d < 0 || d >= devices()) return devices() ? INVALID_DEVICE : none();
  return current = d, OK;
}
hipError_t hipGetDevice(int *d) { return devices() ? (*d = current, OK) : none(); }
hipError_t hipDeviceGetAttribute(int *v, int a, int d) {
  if (d < 0 || d >= devices()) return INVALID_DEVICE;
  switch (a) {
  case 5:
    *v = 1700000;
    return OK;
  case 10:
  case 24:
    *v = 1;
    return OK;
  case 63:
    *v = 104;
    return OK;
  }
  return INVALID_VALUE;
}
hipError_t hipDeviceGetName(char *s, int n, int d) {
  if (d < 0 || d >= devices()) return INVALID_DEVICE;
  return snprintf(s, (size_t)n, "Double of %s", archs[d]), OK;
}
hipError_t hipDeviceTotalMem(size_t *n, int d) {
  return d < devices() ? (*n = 1 << 26, OK) : INVALID_DEVICE;
}
hipError_t hipDeviceGetPCIBusId(char *s, int n, int d) {
  if (d < 0 || d >= devices() || n < 13) return d < devices() ? INVALID_VALUE : INVALID_DEVICE;
  return snprintf(s, (size_t)n, "0000:%02x:00.0", d + 3), OK;
}

static void put(char *p, size_t off, const void *v, size_t n) { memcpy(p + off, v, n); }
static hipError_t properties(char *p, int d, size_t size, size_t shared, size_t warp, size_t max,
                             size_t arch) {
  if (d < 0 || d >= devices()) return INVALID_DEVICE;
  memset(p, 0, size);
  snprintf(p, 256, "Double of %s", archs[d]);
  size_t lds = 65536;
  int w = archs[d][3] == '9' ? 64 : 32, m = 1024;
  put(p, shared, &lds, 8);
  put(p, warp, &w, 4);
  put(p, max, &m, 4);
  snprintf(p + arch, 256, "%s", archs[d]);
  return OK;
}
hipError_t hipGetDeviceProperties(char *p, int d) {
  return properties(p, d, 792, 264, 276, 280, 396);
}
#if HIP_MAJOR >= 6
hipError_t hipGetDevicePropertiesR0600(char *p, int d) {
  return properties(p, d, 1472, 296, 308, 320, 1160);
}
#endif

// ---- Objects: what is alive -------------------------------------------------------

enum kind { MEMORY = 1, STREAM, EVENT, MODULE, FUNCTION, GRAPHICS, EXTERNAL, SEMAPHORE };
struct object {
  enum kind kind;
  bool alive;
  int device;
  struct object *next;
  // memory
  char *base, *shadow; // the address callers see; where the bytes are
  size_t size;
  bool host, imported;
  int number; // a buffer of OpenGL, or the descriptor of memory or of a semaphore
  // stream: work enqueued and done; event: where in its stream it is
  unsigned long queued, done;
  struct object *stream;
  unsigned long at;
  double when;
  // module and function
  struct gfx_object code;
  char *segment;
  struct object *module;
  uint32_t kernarg;
  char *name;
};
static struct object *all;
static struct object null_streams[8];

static struct object *make(enum kind k) {
  struct object *o = calloc(1, sizeof *o);
  o->kind = k;
  o->alive = true;
  o->device = current;
  o->next = all;
  return all = o;
}
// A handle is good if it is one of ours, of that kind, and alive.
static struct object *get(void *h, enum kind k) {
  for (struct object *o = all; o; o = o->next)
    if (o == h) return o->kind == k && o->alive ? o : NULL;
  return NULL;
}

// The number of objects that nobody destroyed, for tests.
int double_live(void) {
  LOCKED;
  int n = 0;
  for (struct object *o = all; o; o = o->next) n += o->alive && o->kind != FUNCTION;
  RETURN(n);
}
// The last launch as text.
static char last[512];
const char *double_last_launch(void) { return last; }

// ---- Memory ------------------------------------------------------------------------

static hipError_t reserve(void **p, size_t size, bool host) {
  if (!p) return INVALID_VALUE;
  if (!size) return *p = NULL, OK;
  if (size > 1 << 26) return OUT_OF_MEMORY;
  LOCKED;
  struct object *o = make(MEMORY);
  o->size = size;
  o->host = host;
  // Host code that touches device memory faults.
  o->base = mmap(NULL, size, host ? PROT_READ | PROT_WRITE : PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS,
                 -1, 0);
  o->shadow = host ? o->base : calloc(1, size);
  *p = o->base;
  RETURN(OK);
}
hipError_t hipMalloc(void **p, size_t n) { return devices() ? reserve(p, n, false) : none(); }
hipError_t hipMallocManaged(void **p, size_t n, unsigned f) {
  return f == 1 || f == 2 ? reserve(p, n, true) : INVALID_VALUE;
}
hipError_t hipHostMalloc(void **p, size_t n, unsigned f) { return (void)f, reserve(p, n, true); }
static hipError_t release(void *p) {
  if (!p) return OK;
  LOCKED;
  for (struct object *o = all; o; o = o->next)
    if (o->kind == MEMORY && o->alive && o->base == p) {
      o->alive = false;
      if (!o->host && !o->imported) free(o->shadow);
      munmap(o->base, o->size);
      RETURN(OK);
    }
  RETURN(INVALID_VALUE);
}
hipError_t hipFree(void *p) { return release(p); }
hipError_t hipHostFree(void *p) { return release(p); }
hipError_t hipMemGetInfo(size_t *f, size_t *t) {
  LOCKED;
  *t = *f = 1 << 26;
  for (struct object *o = all; o; o = o->next)
    if (o->kind == MEMORY && o->alive) *f -= o->size;
  RETURN(OK);
}

// Where the bytes of a device range are; NULL if it is not inside one allocation or
// one variable of a module.
static char *range(const void *p, size_t n) {
  for (struct object *o = all; o; o = o->next) {
    const char *q = p;
    if (o->kind == MEMORY && o->alive && q >= o->base && q + n <= o->base + o->size)
      return o->shadow + (q - o->base);
    if (o->kind == MODULE && o->alive && q >= o->segment && q + n <= o->segment + o->code.size)
      return (char *)q;
  }
  return NULL;
}
static hipError_t copy(void *dst, const void *src, size_t n, int kind) {
  char *d = dst;
  const char *s = src;
  if (!n) return OK;
  if (!dst || !src || kind < 0 || kind > 4) return INVALID_VALUE;
  LOCKED;
  if (kind == 1 || kind == 3 || (kind == 4 && range(dst, n))) d = range(dst, n);
  if (kind == 2 || kind == 3 || (kind == 4 && range(src, n))) s = range(src, n);
  if (!d || !s) RETURN(INVALID_VALUE);
  memmove(d, s, n);
  RETURN(OK);
}
hipError_t hipMemcpy(void *d, const void *s, size_t n, int k) { return copy(d, s, n, k); }

static struct object *stream_of(void *h) {
  if (!h) {
    null_streams[current].device = current;
    return &null_streams[current];
  }
  return get(h, STREAM);
}
static hipError_t enqueue(void *h) {
  LOCKED;
  struct object *s = stream_of(h);
  if (!s) RETURN(CONTEXT_DESTROYED);
  s->queued++;
  RETURN(OK);
}
hipError_t hipMemcpyAsync(void *d, const void *s, size_t n, int k, void *stream) {
  hipError_t e = enqueue(stream);
  return e ? e : copy(d, s, n, k);
}
static hipError_t fill(void *p, uint32_t v, size_t n, size_t width) {
  LOCKED;
  char *d = range(p, n * width);
  if (!d) RETURN(INVALID_VALUE);
  for (size_t i = 0; i < n; i++) memcpy(d + i * width, &v, width);
  RETURN(OK);
}
hipError_t hipMemset(void *p, int v, size_t n) { return fill(p, (uint32_t)v, n, 1); }
#define FILL(NAME, T)                                                                              \
  hipError_t NAME(void *p, T v, size_t n, void *stream) {                                          \
    hipError_t e = enqueue(stream);                                                                \
    return e ? e : fill(p, (uint32_t)v, n, sizeof(T) == 4 && #T[0] == 'i' ? 1 : sizeof(T));        \
  }
FILL(hipMemsetAsync, int)
FILL(hipMemsetD16Async, unsigned short)
FILL(hipMemsetD32Async, unsigned)

// Kinds of memory have other numbers from release 6 on.
struct pointer {
  int type, device;
  void *on_device, *on_host;
  int managed;
  unsigned flags;
};
hipError_t hipPointerGetAttributes(struct pointer *a, const void *p) {
  if (!a) return INVALID_VALUE;
  LOCKED;
  for (struct object *o = all; o; o = o->next)
    if (o->kind == MEMORY && o->alive && (char *)p >= o->base && (char *)p < o->base + o->size) {
      *a = (struct pointer){.type = (HIP_MAJOR < 6 ? 0 : 1) + !o->host,
                            .device = o->device,
                            .on_device = (void *)p,
                            .on_host = o->host ? (void *)p : NULL};
      RETURN(OK);
    }
  RETURN(INVALID_VALUE);
}

// ---- Streams and events -----------------------------------------------------------

hipError_t hipStreamCreateWithFlags(void **s, unsigned f) {
  if (!s || f > 1) return INVALID_VALUE;
  LOCKED;
  *s = make(STREAM);
  RETURN(OK);
}
static hipError_t kill_object(void *h, enum kind k, hipError_t bad) {
  LOCKED;
  struct object *o = get(h, k);
  if (!o) RETURN(bad);
  o->alive = false;
  RETURN(OK);
}
hipError_t hipStreamDestroy(void *s) { return kill_object(s, STREAM, CONTEXT_DESTROYED); }
hipError_t hipStreamSynchronize(void *h) {
  LOCKED;
  struct object *s = stream_of(h);
  if (!s) RETURN(CONTEXT_DESTROYED);
  s->done = s->queued;
  RETURN(OK);
}
hipError_t hipDeviceSynchronize(void) {
  LOCKED;
  for (struct object *o = all; o; o = o->next)
    if (o->kind == STREAM && o->device == current) o->done = o->queued;
  null_streams[current].done = null_streams[current].queued;
  RETURN(OK);
}
hipError_t hipStreamQuery(void *h) {
  LOCKED;
  struct object *s = stream_of(h);
  if (!s) RETURN(CONTEXT_DESTROYED);
  RETURN(s->done == s->queued ? OK : NOT_READY);
}
hipError_t hipEventCreateWithFlags(void **e, unsigned f) {
  if (!e || f & ~7u) return INVALID_VALUE;
  LOCKED;
  *e = make(EVENT);
  RETURN(OK);
}
hipError_t hipEventDestroy(void *e) { return kill_object(e, EVENT, INVALID_HANDLE); }
hipError_t hipEventRecord(void *h, void *stream) {
  LOCKED;
  struct object *e = get(h, EVENT), *s = stream_of(stream);
  if (!e) RETURN(INVALID_HANDLE);
  if (!s) RETURN(CONTEXT_DESTROYED);
  if (e->device != s->device) RETURN(INVALID_HANDLE);
  static double clock;
  e->stream = s;
  e->at = ++s->queued;
  e->when = clock += 0.25;
  RETURN(OK);
}
static hipError_t reached(struct object *e) {
  return !e ? INVALID_HANDLE : e->stream && e->stream->done < e->at ? NOT_READY : OK;
}
hipError_t hipEventQuery(void *h) {
  LOCKED;
  RETURN(reached(get(h, EVENT)));
}
hipError_t hipEventSynchronize(void *h) {
  LOCKED;
  struct object *e = get(h, EVENT);
  if (!e) RETURN(INVALID_HANDLE);
  if (e->stream && e->stream->done < e->at) e->stream->done = e->at;
  RETURN(OK);
}
hipError_t hipStreamWaitEvent(void *h, void *event, unsigned f) {
  LOCKED;
  struct object *s = stream_of(h), *e = get(event, EVENT);
  if (!s || !e || f) RETURN(!s ? CONTEXT_DESTROYED : f ? INVALID_VALUE : INVALID_HANDLE);
  s->queued++;
  RETURN(OK);
}
hipError_t hipEventElapsedTime(float *ms, void *a, void *b) {
  LOCKED;
  struct object *x = get(a, EVENT), *y = get(b, EVENT);
  if (!ms) RETURN(INVALID_VALUE);
  if (!x || !y || !x->stream || !y->stream || x->device != y->device) RETURN(INVALID_HANDLE);
  if (reached(x) || reached(y)) RETURN(NOT_READY);
  *ms = (float)(y->when - x->when);
  RETURN(OK);
}

// ---- OpenGL and other APIs ---------------------------------------------------------

static int interop; // calls of this part
int double_interop(void) { return interop; }

enum { ARRAY_BUFFER = 0x8892, ARRAY_BUFFER_BINDING = 0x8894, BUFFER_SIZE = 0x8764 };

// Moves a buffer of OpenGL to host memory, from it, or neither; its size.
static size_t move_buffer(unsigned buffer, void *out, const void *in) {
  void (*get_integer)(unsigned, int *) = dlsym(RTLD_DEFAULT, "glGetIntegerv");
  void (*bind)(unsigned, unsigned) = dlsym(RTLD_DEFAULT, "glBindBuffer");
  void (*parameter)(unsigned, unsigned, int *) = dlsym(RTLD_DEFAULT, "glGetBufferParameteriv");
  void (*read_part)(unsigned, long, long, void *) = dlsym(RTLD_DEFAULT, "glGetBufferSubData");
  void (*write_part)(unsigned, long, long, const void *) = dlsym(RTLD_DEFAULT, "glBufferSubData");
  int before = 0, size = 0;
  get_integer(ARRAY_BUFFER_BINDING, &before);
  bind(ARRAY_BUFFER, buffer);
  parameter(ARRAY_BUFFER, BUFFER_SIZE, &size);
  if (out) read_part(ARRAY_BUFFER, 0, size, out);
  if (in) write_part(ARRAY_BUFFER, 0, size, in);
  bind(ARRAY_BUFFER, (unsigned)before);
  return (size_t)size;
}
hipError_t hipGraphicsGLRegisterBuffer(void **out, unsigned buffer, unsigned flags) {
  interop++;
  void *(*context)(void) = dlsym(RTLD_DEFAULT, "eglGetCurrentContext");
  unsigned char (*is_buffer)(unsigned) = dlsym(RTLD_DEFAULT, "glIsBuffer");
  if (!out || flags > 2) return INVALID_VALUE;
  if (!context || !context()) return INVALID_GRAPHICS_CONTEXT;
  if (!is_buffer(buffer)) return INVALID_HANDLE;
  LOCKED;
  struct object *o = make(GRAPHICS);
  o->number = (int)buffer;
  *out = o;
  RETURN(OK);
}
hipError_t hipGraphicsMapResources(int n, void **list, void *stream) {
  interop++;
  struct object *o = n == 1 ? get(*list, GRAPHICS) : NULL;
  if (!o || !stream_of(stream)) return INVALID_HANDLE;
  if (o->base) return ALREADY_MAPPED;
  o->size = move_buffer((unsigned)o->number, NULL, NULL);
  hipError_t e = hipMalloc((void **)&o->base, o->size);
  if (e == OK) move_buffer((unsigned)o->number, range(o->base, o->size), NULL);
  return e;
}
hipError_t hipGraphicsResourceGetMappedPointer(void **p, size_t *n, void *h) {
  interop++;
  struct object *o = get(h, GRAPHICS);
  if (!o) return INVALID_HANDLE;
  if (!o->base) return NOT_MAPPED;
  return *p = o->base, *n = o->size, OK;
}
hipError_t hipGraphicsUnmapResources(int n, void **list, void *stream) {
  interop++;
  struct object *o = n == 1 ? get(*list, GRAPHICS) : NULL;
  if (!o || !stream_of(stream)) return INVALID_HANDLE;
  if (!o->base) return NOT_MAPPED;
  move_buffer((unsigned)o->number, NULL, range(o->base, o->size));
  hipError_t e = hipFree(o->base);
  o->base = NULL;
  return e;
}
hipError_t hipGraphicsUnregisterResource(void *h) {
  interop++;
  return kill_object(h, GRAPHICS, INVALID_HANDLE);
}

// Of memory and of semaphores, whose flags are where the size of memory is.
struct external {
  int type;
  union {
    int fd;
    void *words[2];
  } handle;
  unsigned long long size;
};
struct part {
  unsigned long long offset, size;
};
hipError_t hipImportExternalMemory(void **out, const struct external *d) {
  interop++;
  if (!out || !d || d->type != 1 || !d->size) return INVALID_VALUE;
  char *p = mmap(NULL, d->size, PROT_READ | PROT_WRITE, MAP_SHARED, d->handle.fd, 0);
  if (p == MAP_FAILED) return INVALID_VALUE;
  LOCKED;
  struct object *o = make(EXTERNAL);
  o->number = d->handle.fd;
  o->shadow = p;
  o->size = d->size;
  *out = o;
  RETURN(OK);
}
hipError_t hipExternalMemoryGetMappedBuffer(void **out, void *h, const struct part *d) {
  interop++;
  struct object *m = get(h, EXTERNAL);
  if (!m || d->offset > m->size || d->size > m->size - d->offset) return INVALID_VALUE;
  LOCKED;
  struct object *o = make(MEMORY);
  o->size = d->size;
  o->imported = true;
  o->base = mmap(NULL, o->size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  o->shadow = m->shadow + d->offset;
  *out = o->base;
  RETURN(OK);
}
hipError_t hipDestroyExternalMemory(void *h) {
  interop++;
  struct object *o = get(h, EXTERNAL);
  if (!o) return INVALID_VALUE;
  munmap(o->shadow, o->size);
  close(o->number);
  return kill_object(h, EXTERNAL, INVALID_VALUE);
}
hipError_t hipImportExternalSemaphore(void **out, const struct external *d) {
  interop++;
  if (!out || !d || d->type != 1) return INVALID_VALUE;
  LOCKED;
  struct object *o = make(SEMAPHORE);
  o->number = d->handle.fd;
  *out = o;
  RETURN(OK);
}
// Commands are done when someone waits; these at once, as nothing is before them.
hipError_t hipSignalExternalSemaphoresAsync(void *const *list, const void *params, unsigned n,
                                            void *stream) {
  interop++;
  uint64_t one = 1;
  if (!list || !params || n != 1 || !get(list[0], SEMAPHORE)) return INVALID_VALUE;
  if (write(get(list[0], SEMAPHORE)->number, &one, sizeof one) != sizeof one) return INVALID_VALUE;
  return enqueue(stream);
}
hipError_t hipWaitExternalSemaphoresAsync(void *const *list, const void *params, unsigned n,
                                          void *stream) {
  interop++;
  uint64_t v;
  if (!list || !params || n != 1 || !get(list[0], SEMAPHORE)) return INVALID_VALUE;
  if (read(get(list[0], SEMAPHORE)->number, &v, sizeof v) != sizeof v) return INVALID_VALUE;
  return enqueue(stream);
}
hipError_t hipDestroyExternalSemaphore(void *h) {
  interop++;
  struct object *o = get(h, SEMAPHORE);
  if (o) close(o->number);
  return kill_object(h, SEMAPHORE, INVALID_VALUE);
}

// ---- Modules -----------------------------------------------------------------------

// The entry of a fat binary for the current device.
static const void *from_bundle(const char *p) {
  uint64_t n;
  memcpy(&n, p + 24, 8);
  const char *q = p + 32;
  for (uint64_t i = 0; i < n; i++) {
    uint64_t off, size, len;
    memcpy(&off, q, 8);
    memcpy(&size, q + 8, 8);
    memcpy(&len, q + 16, 8);
    if (size && gfx_fits(((const Elf64_Ehdr *)(p + off))->e_flags, archs[current])) return p + off;
    q += 24 + len;
  }
  return NULL;
}

hipError_t hipModuleLoadData(void **m, const void *image) {
  if (!m || !image) return INVALID_VALUE;
  if (!devices()) return none();
  if (!memcmp(image, "__CLANG_OFFLOAD_BUNDLE__", 24) && !(image = from_bundle(image)))
    return NO_BINARY;
  if (memcmp(image, ELFMAG, SELFMAG)) return INVALID_IMAGE;
  size_t size = gfx_size(image);
  char *own = malloc(size);
  memcpy(own, image, size);
  struct gfx_object o;
  if (!gfx_open(&o, own, size)) return free(own), INVALID_IMAGE;
  if (!gfx_fits(o.eh->e_flags, archs[current])) return free(own), NO_BINARY;
  LOCKED;
  struct object *x = make(MODULE);
  x->code = o;
  x->segment = own;
  *m = x;
  RETURN(OK);
}
hipError_t hipModuleUnload(void *m) {
  LOCKED;
  struct object *x = get(m, MODULE);
  if (!x) RETURN(INVALID_HANDLE);
  x->alive = false;
  for (struct object *o = all; o; o = o->next)
    if (o->kind == FUNCTION && o->module == x) o->alive = false;
  free(x->segment);
  RETURN(OK);
}
hipError_t hipModuleGetFunction(void **f, void *m, const char *name) {
  if (!f || !name) return INVALID_VALUE;
  LOCKED;
  struct object *x = get(m, MODULE);
  if (!x) RETURN(INVALID_HANDLE);
  char kd[1024];
  snprintf(kd, sizeof kd, "%s.kd", name);
  const Elf64_Sym *s = gfx_symbol(&x->code, kd);
  if (!s) RETURN(NOT_FOUND);
  const uint8_t *d = gfx_at(&x->code, s->st_value);
  struct object *o = make(FUNCTION);
  o->module = x;
  o->device = x->device;
  o->name = strdup(name);
  memcpy(&o->kernarg, d + 8, 4);
  *f = o;
  RETURN(OK);
}
hipError_t hipModuleGetGlobal(void **p, size_t *n, void *m, const char *name) {
  if (!name) return INVALID_VALUE;
  LOCKED;
  struct object *x = get(m, MODULE);
  if (!x) RETURN(INVALID_HANDLE);
  const Elf64_Sym *s = gfx_symbol(&x->code, name);
  if (!s || ELF64_ST_TYPE(s->st_info) != STT_OBJECT || ends_in_kd(name)) RETURN(NOT_FOUND);
  if (p) *p = (void *)gfx_at(&x->code, s->st_value);
  if (n) *n = s->st_size;
  RETURN(OK);
}
hipError_t hipFuncGetAttribute(int *v, int a, void *f) {
  LOCKED;
  struct object *o = get(f, FUNCTION);
  if (!v || a < 0 || a > 9) RETURN(INVALID_VALUE);
  if (!o) RETURN(INVALID_HANDLE);
  *v = a == 0 ? 1024 : 0;
  RETURN(OK);
}
hipError_t hipModuleLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                 unsigned by, unsigned bz, unsigned shared, void *stream,
                                 void **params, void **extra) {
  LOCKED;
  struct object *o = get(f, FUNCTION), *s = stream_of(stream);
  if (!o) RETURN(INVALID_HANDLE);
  if (!s) RETURN(CONTEXT_DESTROYED);
  if (s->device != o->device || o->device != current) RETURN(INVALID_HANDLE);
  if (!gx || !gy || !gz || !bx || !by || !bz || (uint64_t)bx * by * bz > 1024 || shared > 65536)
    RETURN(INVALID_CONFIGURATION);
  if (params && extra) RETURN(INVALID_VALUE);
  size_t size = 0;
  const unsigned char *args = NULL;
  for (void **e = extra; e && *e != (void *)3; e += 2)
    if (*e == (void *)1)
      args = e[1];
    else if (*e == (void *)2)
      size = *(size_t *)e[1];
    else
      RETURN(INVALID_VALUE);
  // The descriptor's size counts hidden arguments too: a buffer is never longer.
  if (extra && (size > o->kernarg || (size && !args))) RETURN(INVALID_VALUE);
  if (!params && !extra && o->kernarg && o->kernarg != 256) RETURN(INVALID_VALUE);
  int n = snprintf(last, sizeof last, "%s<<<%ux%ux%u,%ux%ux%u,%u>>> dev %d args", o->name, gx, gy,
                   gz, bx, by, bz, shared, current);
  for (size_t i = 0; i < size && n < (int)sizeof last - 3; i++)
    n += snprintf(last + n, sizeof last - (size_t)n, "%s%02x", i % 8 ? "" : " ", args[i]);
  s->queued++;
  RETURN(OK);
}

// ---- Programs: what their constructors register -------------------------------------

struct dim3 {
  uint32_t x, y, z;
};
struct binary {
  const char *image;
  bool alive;
  void *module[8];
  struct binary *next;
};
struct symbol {
  struct binary *of;
  const void *host;
  const char *name;
  bool function;
  struct symbol *next;
};
static struct binary *binaries;
static struct symbol *symbols;
static int registered; // alive

// The number of fat binaries and symbols that are registered, for tests.
int double_registered(void) { return registered; }

struct wrapper {
  uint32_t magic, version;
  const char *image;
};
void **__hipRegisterFatBinary(const struct wrapper *w) {
  if (w->magic != 0x48495046 || w->version != 1) abort();
  // No release reads bundles compressed as clang 22 does, so a caller unpacks them.
  if (memcmp(w->image, "__CLANG_OFFLOAD_BUNDLE__", 24)) abort();
  LOCKED;
  struct binary *b = calloc(1, sizeof *b);
  b->image = w->image;
  b->alive = true;
  b->next = binaries;
  binaries = b;
  registered++;
  RETURN((void **)b);
}
static struct binary *binary_of(void *handle) {
  for (struct binary *b = binaries; b; b = b->next)
    if (b == handle && b->alive) return b;
  abort();
}
void __hipUnregisterFatBinary(void **handle) {
  LOCKED;
  struct binary *b = binary_of(handle);
  b->alive = false;
  registered--;
  for (struct symbol *s = symbols; s; s = s->next) registered -= s->of == b;
  pthread_mutex_unlock(&mu);
}
static void add(void *handle, const void *host, const char *name, bool function) {
  LOCKED;
  struct symbol *s = calloc(1, sizeof *s);
  *s = (struct symbol){binary_of(handle), host, name, function, symbols};
  symbols = s;
  registered++;
  pthread_mutex_unlock(&mu);
}
void __hipRegisterFunction(void **h, const void *host, char *device, const char *name, unsigned n,
                           void *tid, void *bid, void *block, void *grid, int *warp) {
  if (!device || !name || n != ~0u || tid || bid || block || grid || warp) abort();
  add(h, host, name, true);
}
void __hipRegisterVar(void **h, void *host, char *host_name, char *name, int ext, size_t size,
                      int constant, int global) {
  (void)host_name, (void)ext, (void)size, (void)constant, (void)global;
  add(h, host, name, false);
}
void __hipRegisterManagedVar(void *h, void **pointer, void *init, const char *name, size_t size,
                             unsigned align) {
  (void)align;
  if (reserve(pointer, size, true) != OK) abort();
  if (init) memcpy(*pointer, init, size);
  add(h, pointer, name, false);
}
void __hipRegisterTexture(void **h, const void *ref, const void **p, const char *name, int dim,
                          int normalized, int ext) {
  (void)p, (void)dim, (void)normalized, (void)ext;
  add(h, ref, name, false);
}
void __hipRegisterSurface(void **h, const void *ref, const void **p, const char *name, int dim,
                          int ext) {
  (void)p, (void)dim, (void)ext;
  add(h, ref, name, false);
}

static struct {
  struct dim3 grid, block;
  size_t shared;
  void *stream;
} pushed;
static int depth;
hipError_t __hipPushCallConfiguration(struct dim3 grid, struct dim3 block, size_t shared,
                                      void *stream) {
  pushed.grid = grid, pushed.block = block, pushed.shared = shared, pushed.stream = stream;
  return depth++ ? INVALID_CONFIGURATION : OK;
}
hipError_t __hipPopCallConfiguration(struct dim3 *grid, struct dim3 *block, size_t *shared,
                                     void **stream) {
  if (!depth) return MISSING_CONFIGURATION;
  *grid = pushed.grid, *block = pushed.block, *shared = pushed.shared, *stream = pushed.stream;
  return depth--, OK;
}

// The module of a registered symbol on the current device.
static hipError_t module_of(const void *host, bool function, void **module, const char **name) {
  for (struct symbol *s = symbols; s; s = s->next)
    if (s->host == host && s->function == function && s->of->alive) {
      *name = s->name;
      hipError_t e = OK;
      if (!s->of->module[current]) e = hipModuleLoadData(&s->of->module[current], s->of->image);
      return *module = s->of->module[current], e;
    }
  return function ? INVALID_FUNCTION : INVALID_SYMBOL;
}
hipError_t hipLaunchKernel(const void *host, struct dim3 grid, struct dim3 block, void **args,
                           size_t shared, void *stream) {
  void *m, *f;
  const char *name;
  hipError_t e = module_of(host, true, &m, &name);
  if (!e) e = hipModuleGetFunction(&f, m, name);
  return e ? e
           : hipModuleLaunchKernel(f, grid.x, grid.y, grid.z, block.x, block.y, block.z,
                                   (unsigned)shared, stream, args, NULL);
}
hipError_t hipMemcpyToSymbol(const void *host, const void *src, size_t n, size_t at, int kind) {
  void *m, *p;
  size_t size;
  const char *name;
  (void)kind;
  hipError_t e = module_of(host, false, &m, &name);
  if (!e) e = hipModuleGetGlobal(&p, &size, m, name);
  if (!e && at + n > size) e = INVALID_VALUE;
  if (!e) memcpy((char *)p + at, src, n);
  return e;
}
hipError_t hipMemcpyFromSymbol(void *dst, const void *host, size_t n, size_t at, int kind) {
  void *m, *p;
  size_t size;
  const char *name;
  (void)kind;
  hipError_t e = module_of(host, false, &m, &name);
  if (!e) e = hipModuleGetGlobal(&p, &size, m, name);
  if (!e && at + n > size) e = INVALID_VALUE;
  if (!e) memcpy(dst, (char *)p + at, n);
  return e;
}

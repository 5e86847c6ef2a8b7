// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A double of NVIDIA's driver library that holds callers to its rules and runs their
// kernels: nothing works before cuInit or without a current context, handles die,
// device memory is no host memory, copies stay inside allocations, work is not done
// before someone waits or time passes, streams depend on one another only as far as
// they were told to, PTX must be for the device and the driver, and a kernel's fault
// ends the context.
//
// DOUBLE_COMPILES is the milliseconds that compiling takes at least.
//
//   cc -shared -fPIC -frounding-math -o libcuda.so.1 cuda.c ptx.c -lpthread -lm
//
// DOUBLE_DEVICES lists its GPUs, "sm_90,sm_80"; empty means none. DOUBLE_CUDA is the
// CUDA version of the driver, 12000 unless given; DOUBLE_MEMORY the bytes of a device;
// DOUBLE_GL=1 has it share buffers of the OpenGL that the program is linked to, and say at the
// end how many it mapped; else the context is another device's. DOUBLE_LANES=apart runs the lanes of a warp one after the other.
#define _GNU_SOURCE
#include "ptx.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef int CUresult;
typedef uint64_t CUdeviceptr;
typedef int CUdevice;

enum {
  OK = 0,
  INVALID_VALUE = 1,
  OUT_OF_MEMORY = 2,
  NOT_INITIALIZED = 3,
  NO_DEVICE = 100,
  INVALID_DEVICE = 101,
  INVALID_IMAGE = 200,
  INVALID_CONTEXT = 201,
  UNSUPPORTED_LIMIT = 215,
  PEER_UNSUPPORTED = 217,
  INVALID_PTX = 218,
  UNSUPPORTED_PTX_VERSION = 222,
  ALREADY_MAPPED = 208,
  NO_BINARY_FOR_GPU = 209,
  NOT_MAPPED = 211,
  OPERATING_SYSTEM = 304,
  INVALID_HANDLE = 400,
  NOT_FOUND = 500,
  NOT_READY = 600,
  ILLEGAL_ADDRESS = 700,
  LAUNCH_OUT_OF_RESOURCES = 701,
  PEER_ALREADY_ENABLED = 704,
  ASSERT = 710,
  HOST_ALREADY_REGISTERED = 712,
  HOST_NOT_REGISTERED = 713,
  MISALIGNED_ADDRESS = 716,
  INVALID_PC = 718,
  LAUNCH_FAILED = 719,
  COOPERATIVE_TOO_LARGE = 720,
  INVALID_CLUSTER_SIZE = 912,
  NOT_SUPPORTED = 801,
  UNKNOWN = 999
};
static const struct {
  int code;
  const char *name, *text;
} errors[] = {
    {OK, "CUDA_SUCCESS", "no error"},
    {INVALID_VALUE, "CUDA_ERROR_INVALID_VALUE", "invalid argument"},
    {OUT_OF_MEMORY, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
    {NOT_INITIALIZED, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"},
    {NO_DEVICE, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
    {INVALID_DEVICE, "CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"},
    {INVALID_IMAGE, "CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"},
    {INVALID_CONTEXT, "CUDA_ERROR_INVALID_CONTEXT", "invalid device context"},
    {UNSUPPORTED_LIMIT, "CUDA_ERROR_UNSUPPORTED_LIMIT",
     "limit is not supported on this architecture"},
    {PEER_UNSUPPORTED, "CUDA_ERROR_PEER_ACCESS_UNSUPPORTED",
     "peer access is not supported between these two devices"},
    {NO_BINARY_FOR_GPU, "CUDA_ERROR_NO_BINARY_FOR_GPU",
     "no kernel image is available for execution on the device"},
    {INVALID_PTX, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"},
    {UNSUPPORTED_PTX_VERSION, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
     "the provided PTX was compiled with an unsupported toolchain."},
    {INVALID_HANDLE, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"},
    {NOT_FOUND, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
    {NOT_READY, "CUDA_ERROR_NOT_READY", "device not ready"},
    {ILLEGAL_ADDRESS, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
    {LAUNCH_OUT_OF_RESOURCES, "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES",
     "too many resources requested for launch"},
    {PEER_ALREADY_ENABLED, "CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED",
     "peer access is already enabled"},
    {ASSERT, "CUDA_ERROR_ASSERT", "device-side assert triggered"},
    {HOST_ALREADY_REGISTERED, "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED",
     "part or all of the requested memory range is already mapped"},
    {HOST_NOT_REGISTERED, "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED",
     "pointer does not correspond to a registered memory region"},
    {MISALIGNED_ADDRESS, "CUDA_ERROR_MISALIGNED_ADDRESS", "misaligned address"},
    {INVALID_PC, "CUDA_ERROR_INVALID_PC", "invalid program counter"},
    {LAUNCH_FAILED, "CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"},
    {INVALID_CLUSTER_SIZE, "CUDA_ERROR_INVALID_CLUSTER_SIZE", "invalid cluster size"},
    {COOPERATIVE_TOO_LARGE, "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE",
     "too many blocks in cooperative launch"},
    {NOT_SUPPORTED, "CUDA_ERROR_NOT_SUPPORTED", "operation not supported"}};

#define COUNT(a) (sizeof(a) / sizeof *(a))

CUresult cuGetErrorName(CUresult r, const char **s) {
  for (size_t i = 0; i < COUNT(errors); i++)
    if (errors[i].code == r) return *s = errors[i].name, OK;
  *s = NULL;
  return INVALID_VALUE;
}
CUresult cuGetErrorString(CUresult r, const char **s) {
  for (size_t i = 0; i < COUNT(errors); i++)
    if (errors[i].code == r) return *s = errors[i].text, OK;
  *s = NULL;
  return INVALID_VALUE;
}

// ---- devices and contexts ----

enum { CONTEXT = 0x43545831, STREAM, EVENT, MODULE, FUNCTION };
typedef struct device {
  int sm;
  size_t total, used;
  struct context *primary;
} device;
typedef struct context {
  int magic, retained;
  device *dev;
  CUresult fault; // sticky
  size_t stack;   // of each thread of a kernel
} context;

static device devices[16];
static int ndevices, version;
static bool ready;
static pthread_mutex_t mu = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t progress = PTHREAD_COND_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER; // by a query, for what is next
static _Thread_local struct {
  context *at[16];
  int n;
} stack;

static void lock(void) { pthread_mutex_lock(&mu); }
static CUresult unlock(CUresult r) {
  pthread_mutex_unlock(&mu);
  return r;
}
static context *current(void) { return stack.n ? stack.at[stack.n - 1] : NULL; }

// What every call begins with.
static CUresult enter(context **c) {
  if (!ready) return NOT_INITIALIZED;
  context *x = current();
  if (!x || x->magic != CONTEXT || !x->retained) return INVALID_CONTEXT;
  lock();
  if (x->fault) return unlock(x->fault);
  *c = x;
  return OK;
}
#define ENTER                                                                                      \
  context *c;                                                                                      \
  CUresult e = enter(&c);                                                                          \
  if (e) return e

static void *worker(void *);
static void drain_context(context *);

CUresult cuInit(unsigned flags) {
  if (flags) return INVALID_VALUE;
  lock();
  if (ready) return unlock(OK);
  const char *list = getenv("DOUBLE_DEVICES"), *v = getenv("DOUBLE_CUDA"),
             *m = getenv("DOUBLE_MEMORY");
  version = v ? atoi(v) : 12000;
  if (!list) list = "sm_90";
  while (*list && ndevices < 16) {
    device *d = &devices[ndevices];
    d->sm = atoi(list + 3);
    d->total = m ? strtoull(m, NULL, 0) : (size_t)1 << 30;
    ndevices++;
    list += strcspn(list, ",");
    list += *list == ',';
  }
  if (!ndevices) return unlock(NO_DEVICE);
  ready = true;
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_detach(t);
  return unlock(OK);
}
CUresult cuDriverGetVersion(int *v) {
  *v = version;
  return OK;
}
static device *device_of(CUdevice d) {
  return ready && d >= 0 && d < ndevices ? &devices[d] : NULL;
}
CUresult cuDeviceGetCount(int *n) {
  if (!ready) return NOT_INITIALIZED;
  *n = ndevices;
  return OK;
}
CUresult cuDeviceGet(CUdevice *d, int i) {
  if (!ready) return NOT_INITIALIZED;
  if (!device_of(i)) return INVALID_DEVICE;
  *d = i;
  return OK;
}
CUresult cuDeviceGetName(char *s, int n, CUdevice d) {
  if (!device_of(d)) return INVALID_DEVICE;
  snprintf(s, (size_t)n, "NVIDIA Double %d", d);
  return OK;
}
CUresult cuDeviceTotalMem_v2(size_t *n, CUdevice d) {
  if (!device_of(d)) return INVALID_DEVICE;
  *n = device_of(d)->total;
  return OK;
}
CUresult cuDeviceGetUuid_v2(unsigned char *u, CUdevice d) {
  if (!device_of(d)) return INVALID_DEVICE;
  memset(u, 0xd0 + d, 16);
  return OK;
}
static atomic_uint attributes;
__attribute__((destructor)) static void say_attributes(void) {
  if (getenv("DOUBLE_ATTRIBUTES")) fprintf(stderr, "attributes asked for: %u\n", attributes);
}
CUresult cuDeviceGetAttribute(int *v, int a, CUdevice d) {
  device *x = device_of(d);
  attributes++;
  if (!x) return INVALID_DEVICE;
  static const struct {
    int a, v;
  } known[] = {{1, 1024},    {2, 1024},     {3, 1024},  {4, 64},  {5, 2147483647}, {6, 65535},
               {7, 65535},   {8, 49152},    {9, 65536}, {10, 32}, {12, 65536},     {13, 1980000},
               {16, 4},      {18, 0},       {20, 0},    {32, 1},  {33, 1},         {36, 3201000},
               {37, 6144},   {38, 1 << 20}, {39, 2048}, {40, 3},  {50, 0},         {81, 233472},
               {82, 65536},  {86, 0},       {87, 2},    {88, 0},  {89, 1},         {95, 1},
               {97, 232448}, {100, 0},      {102, 1},   {101, 0}, {106, 32},       {90, 1},
               {111, 1024},  {120, 1},      {116, 1},   {117, 1}, {118, 200}};
  if (a == 75) return *v = x->sm / 10, OK;
  if (a == 76) return *v = x->sm % 10, OK;
  if (a == 34) return *v = d, OK;
  for (size_t i = 0; i < COUNT(known); i++)
    if (known[i].a == a) return *v = known[i].v, OK;
  return INVALID_VALUE;
}
CUresult cuDeviceCanAccessPeer(int *yes, CUdevice a, CUdevice b) {
  if (!device_of(a) || !device_of(b)) return INVALID_DEVICE;
  *yes = a != b;
  return OK;
}
CUresult cuDevicePrimaryCtxRetain(context **out, CUdevice d) {
  if (!ready) return NOT_INITIALIZED;
  if (!device_of(d)) return INVALID_DEVICE;
  lock();
  device *x = device_of(d);
  if (!x->primary) {
    x->primary = calloc(1, sizeof *x->primary);
    *x->primary = (context){CONTEXT, 0, x, OK, 1024};
  }
  x->primary->retained++;
  *out = x->primary;
  return unlock(OK);
}
CUresult cuCtxPushCurrent_v2(context *c) {
  if (!ready) return NOT_INITIALIZED;
  if (!c || c->magic != CONTEXT || !c->retained || stack.n == 16) return INVALID_CONTEXT;
  stack.at[stack.n++] = c;
  return OK;
}
CUresult cuCtxPopCurrent_v2(context **c) {
  if (!stack.n) return INVALID_CONTEXT;
  *c = stack.at[--stack.n];
  return OK;
}
CUresult cuCtxSetCurrent(context *c) {
  if (!ready) return NOT_INITIALIZED;
  if (!c) {
    if (stack.n) stack.n--;
    return OK;
  }
  if (c->magic != CONTEXT || !c->retained) return INVALID_CONTEXT;
  if (!stack.n) stack.n = 1;
  stack.at[stack.n - 1] = c;
  return OK;
}
CUresult cuCtxGetCurrent(context **c) {
  if (!ready) return NOT_INITIALIZED;
  *c = current();
  return OK;
}
CUresult cuCtxEnablePeerAccess(context *peer, unsigned flags) {
  ENTER;
  static bool enabled[16][16];
  if (flags || !peer || peer->magic != CONTEXT || peer == c) return unlock(INVALID_CONTEXT);
  bool *b = &enabled[c->dev - devices][peer->dev - devices];
  if (*b) return unlock(PEER_ALREADY_ENABLED);
  *b = true;
  return unlock(OK);
}
// The limits as an H200 has them: a thread has less than 512 KiB of local memory; the buffer of printf and the heap
// have sizes that the driver rounds to, and do not change once a kernel of a module that uses them was launched.
enum { STACK, FIFO, HEAP, LIMITS };
static size_t limits[LIMITS] = {[FIFO] = 8650752,
                                [HEAP] = 8 << 20}; // of all contexts, but for the stack
static bool fixed_limit[LIMITS];

static size_t between(size_t n, size_t low, size_t high) {
  return n < low ? low : n > high ? high : n;
}
CUresult cuCtxSetLimit(int limit, size_t value) {
  ENTER;
  if (limit < STACK || limit >= LIMITS) return unlock(UNSUPPORTED_LIMIT);
  if (fixed_limit[limit] || (limit == STACK && value >= (512 << 10) - 16))
    return unlock(INVALID_VALUE);
  if (limit == STACK) {
    drain_context(c);
    c->stack = (value + 15) & ~15ull;
  } else if (limit == FIFO) {
    limits[FIFO] = between(value, 512 << 10, (size_t)2 << 30);
  } else {
    limits[HEAP] = between(value, 4 << 20, c->dev->total);
  }
  return unlock(OK);
}
CUresult cuCtxGetLimit(size_t *value, int limit) {
  ENTER;
  if (limit < STACK || limit >= LIMITS) return unlock(UNSUPPORTED_LIMIT);
  *value = limit == STACK ? c->stack : limits[limit];
  return unlock(OK);
}

// ---- memory ----

// Device memory has two addresses: the one that callers know, which host code cannot
// touch, and the one where it really is.
enum memory_kind { DEVICE_MEMORY, HEAP_MEMORY, HOST_MEMORY, MANAGED_MEMORY, REGISTERED_MEMORY };
typedef struct allocation {
  uint64_t start, size, room;
  char *real;
  enum memory_kind kind;
  bool imported; // of another API or process, in no device's count
  bool mapped;   // of the virtual memory functions
  int access;    // CU_MEM_ACCESS_FLAGS, of those
  int file;      // of the memory, as other processes get it
  device *dev;
  struct pool *pool; // of cuMemAllocAsync and its kin, or NULL
} allocation;
static bool on_device(const allocation *a) {
  return a->kind == DEVICE_MEMORY || a->kind == HEAP_MEMORY;
}
static allocation *allocations;
static int nallocations;
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;

// Mappings side by side are one range.
static bool extend(allocation *a) {
  for (int i = 0; i < nallocations; i++)
    if (allocations[i].mapped && allocations[i].start == a->start + a->size &&
        allocations[i].real == a->real + a->size) {
      a->size += allocations[i].size;
      if (!allocations[i].access) a->access = 0;
      return true;
    }
  return false;
}

// The allocation that holds a range, a copy of it in *out.
static bool find(uint64_t a, size_t n, allocation *out) {
  bool found = false;
  pthread_mutex_lock(&table);
  for (int i = 0; i < nallocations && !found; i++)
    if (a >= allocations[i].start && a - allocations[i].start < allocations[i].size) {
      *out = allocations[i];
      while (a - out->start + n > out->size && out->mapped && extend(out)) {
      }
      found = a - out->start + n <= out->size && (!out->mapped || out->access);
    }
  pthread_mutex_unlock(&table);
  return found;
}
static void keep(const allocation *a) {
  pthread_mutex_lock(&table);
  allocations = realloc(allocations, (size_t)(nallocations + 1) * sizeof *a);
  allocations[nallocations++] = *a;
  pthread_mutex_unlock(&table);
}
// An address that host code cannot touch.
static void *hidden_range(size_t room) {
  return mmap(NULL, room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
}
// Device memory is not zero at first. The rest of large memory is, which would take long to write.
static void not_zero(const allocation *a) {
  memset(a->real, 0xcd, a->room < 16 << 20 ? a->room : 16 << 20);
}
static CUresult add(device *d, enum memory_kind kind, size_t size, void *at, uint64_t *out) {
  allocation a = {.size = size, .kind = kind, .dev = d, .room = (size + 4095) & ~4095ull};
  if (kind == REGISTERED_MEMORY) {
    a.start = (uint64_t)(uintptr_t)at;
    a.real = at;
  } else {
    bool counted = kind == DEVICE_MEMORY; // managed memory may be more than the device has
    if (counted && a.room > d->total - d->used) return OUT_OF_MEMORY;
    int fd = memfd_create("double", MFD_CLOEXEC);
    if (fd < 0 || ftruncate(fd, (off_t)a.room)) return OUT_OF_MEMORY;
    a.real = mmap(NULL, a.room, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (a.real == MAP_FAILED) return OUT_OF_MEMORY;
    if (kind == DEVICE_MEMORY)
      a.file = fd;
    else
      close(fd);
    a.start = (uint64_t)(uintptr_t)a.real;
    if (kind == DEVICE_MEMORY) {
      void *hidden = hidden_range(a.room);
      if (hidden == MAP_FAILED) return OUT_OF_MEMORY;
      a.start = (uint64_t)(uintptr_t)hidden;
    }
    if (kind == DEVICE_MEMORY) not_zero(&a);
    if (counted) d->used += a.room;
  }
  keep(&a);
  *out = a.start;
  return OK;
}
static void use_pool_less(struct pool *);
static CUresult drop(uint64_t at, unsigned kinds) {
  pthread_mutex_lock(&table);
  for (int i = 0; i < nallocations; i++) {
    allocation a = allocations[i];
    if (a.start != at || !(kinds >> a.kind & 1)) continue;
    allocations[i] = allocations[--nallocations];
    pthread_mutex_unlock(&table);
    if (a.kind == REGISTERED_MEMORY) return OK;
    if (on_device(&a) && !a.imported) a.dev->used -= a.room;
    if (a.kind == HEAP_MEMORY) {
      free(a.real);
      return OK;
    }
    if (a.file) close(a.file);
    if (a.pool) use_pool_less(a.pool);
    munmap(a.real, a.room);
    // The address is not reused.
    if (a.kind != DEVICE_MEMORY)
      mmap(a.real, a.room, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1,
           0);
    return OK;
  }
  pthread_mutex_unlock(&table);
  return INVALID_VALUE;
}

static char *kernel_memory(uint64_t a, size_t n, uint64_t *start, uint64_t *end) {
  allocation m;
  if (!find(a, n, &m)) return NULL;
  *start = m.start;
  *end = m.start + m.size;
  return m.real + (a - m.start);
}
static device *compiling; // whose memory a module's variables are in

// An address for a kernel's allocation, which is not given out again, or 0.
static uint64_t heap_address(size_t room) {
  static uint64_t next, end;
  enum { RANGE = 1 << 30 };
  pthread_mutex_lock(&table);
  if (end - next < room) {
    size_t range = room < RANGE ? RANGE : room;
    void *hidden = hidden_range(range);
    next = hidden == MAP_FAILED ? 0 : (uint64_t)(uintptr_t)hidden;
    end = next + (next ? range : 0);
  }
  uint64_t at = next;
  if (at) next += room;
  pthread_mutex_unlock(&table);
  return at;
}
// Memory of malloc in kernels and of a module's variables. It takes no system calls, because kernels allocate often.
static uint64_t kernel_allocate(size_t n) {
  device *d = compiling;
  if (n > d->total - d->used) return 0;
  allocation a = {.size = n ? n : 1, .kind = HEAP_MEMORY, .dev = d};
  a.room = (a.size + 255) & ~(size_t)255;
  a.start = heap_address(a.room);
  a.real = a.start ? aligned_alloc(256, a.room) : NULL;
  if (!a.real) return 0;
  not_zero(&a);
  d->used += a.room;
  keep(&a);
  return a.start;
}
static void kernel_release(uint64_t a) { drop(a, 1u << HEAP_MEMORY); }

// A level of an image of another API: its texels are in an order that only this library knows,
// column by column.
enum { ARRAY = 0x41525259, SURFACES = 64 };
typedef struct array {
  int magic, geometry;
  size_t width, height, depth, elem; // texels; 1 where a dimension lacks
  char *texels;
} array;
static struct {
  bool used;
  const array *of;
} surfaces[SURFACES]; // the handle is the place and 0x5f0000

static char *texel_of(const array *a, size_t x, size_t y, size_t z) { // x in bytes
  return a->texels + ((z * a->width + x / a->elem) * a->height + y) * a->elem + x % a->elem;
}
static int surface_texel(uint64_t h, int geometry, const uint32_t at[3], int size, char **out) {
  uint64_t i = h - 0x5f0000;
  if (i >= SURFACES || !surfaces[i].used || surfaces[i].of->geometry != geometry) return 0;
  const array *a = surfaces[i].of;
  bool inside = at[0] + (size_t)size <= a->width * a->elem && at[1] < a->height && at[2] < a->depth;
  *out = inside ? texel_of(a, at[0], at[1], at[2]) : NULL;
  return 1;
}

// The bytes of a channel of a CUarray_format.
static size_t channel_size(int format) {
  switch (format) {
  case 1:
  case 8:
    return 1;
  case 2:
  case 9:
  case 16:
    return 2;
  case 3:
  case 10:
  case 32:
    return 4;
  }
  return 0;
}

// A texture of pitched memory.
enum { TEXTURES = 1024, WRAP = 0, MIRROR = 2, BORDER = 3 };
enum { AS_INTEGER = 1, NORMALIZED = 2, AS_SRGB = 0x10 };
typedef struct pitched {
  uint64_t start;
  int format;
  unsigned channels;
  size_t width, height, pitch;
} pitched;
typedef struct texture_desc {
  int address[3], filter;
  unsigned flags, anisotropy;
  int mipmap_filter;
  float bias, low, high, border[4];
} texture_desc;
static struct texture {
  bool used;
  pitched of;
  texture_desc how;
} textures[TEXTURES]; // the handle is the place and 0x7e0000

static uint32_t word(float x) {
  return (union {
           float f;
           uint32_t u;
         }){x}
      .u;
}
static float real(uint32_t x) {
  return (union {
           uint32_t u;
           float f;
         }){x}
      .f;
}

// Whether samples are floats: integers are only as fractions.
static bool of_floats(const struct texture *t) {
  return t->of.format >= 0x10 || !(t->how.flags & AS_INTEGER);
}
static uint32_t channel(const struct texture *t, const char *p, unsigned c) {
  bool is_signed = t->of.format >= 8;
  size_t size = channel_size(t->of.format);
  p += c * size;
  if (t->of.format == 0x10) return word((float)*(const _Float16 *)p);
  int64_t v = size == 4   ? (int64_t)*(const uint32_t *)p
              : size == 2 ? is_signed ? *(const int16_t *)p : *(const uint16_t *)p
              : is_signed ? *(const int8_t *)p
                          : *(const uint8_t *)p;
  if (size == 4 || !of_floats(t)) return (uint32_t)v;
  float f = (float)v / (float)((1u << (8 * size - is_signed)) - 1);
  if (f < -1) f = -1;
  if (t->how.flags & AS_SRGB && size == 1 && c < 3)
    f = f <= 0.04045f ? f / 12.92f : powf((f + 0.055f) / 1.055f, 2.4f);
  return word(f);
}
static int64_t address(int64_t i, int64_t n, int mode, bool normalized) {
  if (i >= 0 && i < n) return i;
  if (mode == BORDER) return -1;
  int64_t m = ((i % (2 * n)) + 2 * n) % (2 * n);
  if (normalized && mode == WRAP) return m % n;
  if (normalized && mode == MIRROR) return m < n ? m : 2 * n - 1 - m;
  return i < 0 ? 0 : n - 1;
}
static void texel_at(const struct texture *t, int64_t x, int64_t y, uint32_t out[4]) {
  bool normalized = t->how.flags & NORMALIZED;
  x = address(x, (int64_t)t->of.width, t->how.address[0], normalized);
  y = address(y, (int64_t)t->of.height, t->how.address[1], normalized);
  size_t size = channel_size(t->of.format);
  uint64_t at = t->of.start + (uint64_t)y * t->of.pitch + (uint64_t)x * size * t->of.channels, a, b;
  const char *p = x < 0 || y < 0 ? NULL : kernel_memory(at, size * t->of.channels, &a, &b);
  for (unsigned c = 0; c < 4; c++)
    out[c] = c >= t->of.channels ? 0
             : p                 ? channel(t, p, c)
             : of_floats(t)      ? word(t->how.border[c])
                                 : (uint32_t)t->how.border[c];
}
// Fractions have eight bits (CUDA C++ Programming Guide, "Linear Filtering").
static int texture_sample(uint64_t h, float x, float y, uint32_t out[4]) {
  if (h - 0x7e0000 >= TEXTURES || !textures[h - 0x7e0000].used) return 0;
  const struct texture *t = &textures[h - 0x7e0000];
  if (t->how.flags & NORMALIZED) x *= (float)t->of.width, y *= (float)t->of.height;
  if (!t->how.filter || !of_floats(t))
    return texel_at(t, (int64_t)floorf(x), (int64_t)floorf(y), out), 1;
  int64_t i = (int64_t)floorf((x - 0.5f) * 256 + 0.5f),
          j = (int64_t)floorf((y - 0.5f) * 256 + 0.5f);
  uint32_t part[4][4];
  for (int k = 0; k < 4; k++) texel_at(t, (i >> 8) + (k & 1), (j >> 8) + (k >> 1), part[k]);
  float a = (float)(i & 255) / 256, b = (float)(j & 255) / 256;
  for (int c = 0; c < 4; c++)
    out[c] = word((1 - a) * (1 - b) * real(part[0][c]) + a * (1 - b) * real(part[1][c]) +
                  (1 - a) * b * real(part[2][c]) + a * b * real(part[3][c]));
  return 1;
}

// What kernels print, which the driver writes out at the end of a wait. A call takes 256 bytes of the buffer; when it
// is full the oldest is written over.
enum { CALL_SIZE = 256 };
static struct message {
  struct message *next;
  size_t size;
  char text[];
} *printed, **last_printed = &printed;
static size_t in_fifo;
static pthread_mutex_t printing = PTHREAD_MUTEX_INITIALIZER;

static void drop_message(void) {
  struct message *m = printed;
  printed = m->next;
  if (!printed) last_printed = &printed;
  in_fifo -= CALL_SIZE;
  free(m);
}
static void kernel_print(const char *text, size_t size) {
  struct message *m = malloc(sizeof *m + size);
  m->next = NULL;
  m->size = size;
  memcpy(m->text, text, size);
  pthread_mutex_lock(&printing);
  in_fifo += CALL_SIZE;
  *last_printed = m;
  last_printed = &m->next;
  while (in_fifo > limits[FIFO]) drop_message();
  pthread_mutex_unlock(&printing);
}
static void write_printed(void) {
  pthread_mutex_lock(&printing);
  bool any = printed;
  for (; printed; drop_message()) fwrite(printed->text, 1, printed->size, stdout);
  pthread_mutex_unlock(&printing);
  if (any) fflush(stdout);
}
static const struct ptx_host memory_of_kernels = {kernel_memory, kernel_allocate, kernel_release,
                                                  kernel_print,  surface_texel,   texture_sample};

// ---- streams: queues whose work waits until someone needs it ----

enum op_kind {
  COPY,
  COPY3D,
  FILL,
  LAUNCH,
  HOST,
  RECORD,
  WAIT,
  FREE_ASYNC,
  WRITE_VALUE,
  WAIT_VALUE,
  SIGNAL_SEMAPHORE,
  WAIT_SEMAPHORE
};
typedef struct op {
  struct op *next;
  enum op_kind kind;
  uint64_t number; // in the order of all calls
  uint64_t dst, src, size, pitch, rows, elem, value;
  void *staged; // what the source was when the call was made
  void (*fn)(void *);
  void *data;
  struct event *event;
  struct stream *of; // of the event when it was recorded
  uint64_t upto;
  struct semaphore *semaphore;
  struct ptx_launch launch;
  struct cu_memcpy3d *m3;
} op;
typedef struct stream {
  int magic;
  bool alive, blocking, busy;
  context *ctx;
  op *first, **last;
  uint64_t newest, done; // numbers
  struct stream *next;
} stream;
typedef struct event {
  int magic;
  bool alive, timed;
  stream *in;
  uint64_t number; // of its last record, 0 for none
  double when;     // milliseconds
} event;

static stream *streams; // all of them
static uint64_t calls;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static stream *new_stream(context *c, bool blocking) {
  stream *s = calloc(1, sizeof *s);
  *s = (stream){.magic = STREAM, .alive = true, .blocking = blocking, .ctx = c, .next = streams};
  s->last = &s->first;
  streams = s;
  return s;
}
// 0, 1 and 2 are the null stream's handles.
static stream *stream_of(context *c, void *h) {
  static stream *null[16];
  if ((uintptr_t)h <= 2) {
    stream **n = &null[c->dev - devices];
    if (!*n) *n = new_stream(c, true);
    return *n;
  }
  stream *s = h;
  return s->magic == STREAM && s->alive && s->ctx == c ? s : NULL;
}
static bool is_null(stream *s) { return s == stream_of(s->ctx, NULL); }

static op *enqueue(stream *s, enum op_kind k) {
  op *o = calloc(1, sizeof *o);
  o->kind = k;
  o->number = ++calls;
  *s->last = o;
  s->last = &o->next;
  s->newest = o->number;
  return o;
}

static char *place(uint64_t a, size_t n) {
  allocation m;
  if (find(a, n, &m)) return m.real + (a - m.start);
  return (char *)(uintptr_t)a; // plain host memory
}

typedef struct cu_memcpy3d {
  size_t sx, sy, sz, slod;
  unsigned stype;
  const void *shost;
  CUdeviceptr sdev;
  void *sarray, *r0;
  size_t spitch, sheight;
  size_t dx, dy, dz, dlod;
  unsigned dtype;
  void *dhost;
  CUdeviceptr ddev;
  void *darray, *r1;
  size_t dpitch, dheight, width, height, depth;
} cu_memcpy3d;

enum { ARRAY_END = 3 }; // CU_MEMORYTYPE_ARRAY

static void copy3d(const cu_memcpy3d *m) {
  const array *from = m->stype == ARRAY_END ? m->sarray : NULL,
              *to = m->dtype == ARRAY_END ? m->darray : NULL;
  // Texels of an array lie one by one.
  size_t step = from ? from->elem : to ? to->elem : m->width;
  for (size_t z = 0; z < m->depth; z++)
    for (size_t y = 0; y < m->height; y++)
      for (size_t x = 0; x < m->width; x += step) {
        uint64_t s = (m->stype == 1 ? (uint64_t)(uintptr_t)m->shost : m->sdev) +
                     ((z + m->sz) * m->sheight + y + m->sy) * m->spitch + m->sx + x;
        uint64_t d = (m->dtype == 1 ? (uint64_t)(uintptr_t)m->dhost : m->ddev) +
                     ((z + m->dz) * m->dheight + y + m->dy) * m->dpitch + m->dx + x;
        memmove(to ? texel_of(to, m->dx + x, m->dy + y, m->dz + z) : place(d, step),
                from ? texel_of(from, m->sx + x, m->sy + y, m->sz + z) : place(s, step), step);
      }
}

// A semaphore of another API: an eventfd, or the value of a timeline in an anonymous file.
typedef struct semaphore {
  int magic, type, fd, waiting; // operations that have not ended
} semaphore;
enum { BINARY = 1, TIMELINE = 9 };

static uint64_t timeline(const semaphore *s) {
  uint64_t v = 0;
  return pread(s->fd, &v, sizeof v, 0) == sizeof v ? v : 0;
}
static bool take_semaphore(const semaphore *s, uint64_t value) {
  if (s->type == TIMELINE) return timeline(s) >= value;
  uint64_t n;
  struct pollfd p = {.fd = s->fd, .events = POLLIN};
  return poll(&p, 1, 0) == 1 && read(s->fd, &n, sizeof n) == sizeof n;
}
static void give_semaphore(const semaphore *s, uint64_t value) {
  uint64_t v = s->type == TIMELINE ? value : 1;
  ssize_t n = s->type == TIMELINE ? pwrite(s->fd, &v, sizeof v, 0) : write(s->fd, &v, sizeof v);
  if (n != sizeof v) abort();
}

// Runs the oldest operation of a stream, which may take its turn only later: false.
static void drain(stream *s, uint64_t upto);
static bool perform(stream *s) {
  op *o = s->first;
  if (o->kind == WAIT_VALUE) {
    uint64_t v = 0;
    memcpy(&v, place(o->dst, o->size), o->size);
    // CU_STREAM_WAIT_VALUE_GEQ, EQ, AND, NOR
    uint64_t all = o->size == 8 ? ~0ull : 0xffffffff;
    bool go = o->elem == 0
                  ? (o->size == 8 ? (int64_t)(v - o->value) >= 0 : (int32_t)(v - o->value) >= 0)
              : o->elem == 1 ? v == o->value
              : o->elem == 2 ? (v & o->value) != 0
                             : (~(v | o->value) & all) != 0;
    if (!go) return false;
  }
  if (o->kind == WAIT_SEMAPHORE && !take_semaphore(o->semaphore, o->value)) return false;
  s->busy = true;
  if (o->kind == WAIT) drain(o->of, o->upto);
  // The null stream and blocking streams wait for one another's earlier work.
  if (s->blocking)
    for (stream *t = streams; t; t = t->next)
      if (t != s && t->blocking && t->ctx == s->ctx && (is_null(s) || is_null(t)))
        drain(t, o->number - 1);
  context *c = s->ctx;
  pthread_mutex_unlock(&mu);
  CUresult r = OK;
  char why[1024] = "";
  switch (c->fault ? RECORD : o->kind) {
  case COPY:
    memmove(place(o->dst, o->size), o->staged ? o->staged : place(o->src, o->size), o->size);
    break;
  case COPY3D:
    copy3d(o->m3);
    break;
  case FILL:
    for (uint64_t y = 0; y < o->rows; y++) {
      char *p = place(o->dst + y * o->pitch, o->size * o->elem);
      for (uint64_t i = 0; i < o->size; i++) memcpy(p + i * o->elem, &o->value, o->elem);
    }
    break;
  case LAUNCH:
    r = ptx_run(&o->launch, why, sizeof why);
    break;
  case HOST:
    o->fn(o->data);
    break;
  case FREE_ASYNC:
    drop(o->dst, 1u << DEVICE_MEMORY);
    break;
  case WRITE_VALUE:
    memcpy(place(o->dst, o->size), &o->value, o->size);
    break;
  case SIGNAL_SEMAPHORE:
    give_semaphore(o->semaphore, o->value);
    break;
  default:
    break;
  }
  pthread_mutex_lock(&mu);
  if (o->semaphore) o->semaphore->waiting--;
  if (r) {
    c->fault = r;
    if (getenv("DOUBLE_VERBOSE")) fprintf(stderr, "double: %s\n", why);
  }
  if (o->kind == RECORD && o->event->number == o->number) o->event->when = now();
  s->first = o->next;
  if (!s->first) s->last = &s->first;
  s->done = o->number;
  s->busy = false;
  if (o->staged) free(o->staged);
  if (o->kind == LAUNCH) free((char *)o->launch.params);
  free(o->m3);
  free(o);
  pthread_cond_broadcast(&progress);
  return true;
}
// Does what a stream has up to an operation. The caller holds the lock.
static void drain(stream *s, uint64_t upto) {
  while (s->first && s->first->number <= upto) {
    if (s->busy || !perform(s)) {
      struct timespec t;
      clock_gettime(CLOCK_REALTIME, &t);
      t.tv_nsec += 1000000;
      if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
      pthread_cond_timedwait(&progress, &mu, &t);
    }
  }
}
static void drain_context(context *c) {
  for (stream *s = streams; s; s = s->next)
    if (s->ctx == c) drain(s, ~0ull);
}
// Devices work on while nobody asks.
static void *worker(void *arg) {
  for (;;) {
    lock();
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += 20000000;
    if (t.tv_nsec >= 1000000000) t.tv_sec++, t.tv_nsec -= 1000000000;
    pthread_cond_timedwait(&asked, &mu, &t);
    for (stream *s = streams; s; s = s->next) {
      uint64_t upto = s->newest;
      while (!s->busy && s->first && s->first->number <= upto && perform(s)) {
      }
    }
    unlock(OK);
  }
  return arg;
}

#define STREAM_OF(h)                                                                               \
  stream *s = stream_of(c, h);                                                                     \
  if (!s) return unlock(INVALID_HANDLE)

CUresult cuStreamCreate(void **out, unsigned flags) {
  ENTER;
  if (flags > 1) return unlock(INVALID_VALUE);
  *out = new_stream(c, !flags);
  return unlock(OK);
}
CUresult cuStreamCreateWithPriority(void **out, unsigned flags, int priority) {
  (void)priority;
  return cuStreamCreate(out, flags);
}
CUresult cuStreamDestroy_v2(void *h) {
  ENTER;
  if ((uintptr_t)h <= 2) return unlock(INVALID_HANDLE);
  STREAM_OF(h);
  s->alive = false; // its work is still done
  return unlock(OK);
}
CUresult cuStreamSynchronize(void *h) {
  ENTER;
  STREAM_OF(h);
  drain(s, ~0ull);
  write_printed();
  return unlock(c->fault);
}
CUresult cuStreamQuery(void *h) {
  ENTER;
  STREAM_OF(h);
  if (!s->first && !s->busy) return unlock(c->fault);
  pthread_cond_signal(
      &asked); // what is next may have to wait for another stream, and a query does not
  return unlock(c->fault ? c->fault : NOT_READY);
}
CUresult cuCtxSynchronize(void) {
  ENTER;
  drain_context(c);
  write_printed();
  return unlock(c->fault);
}
CUresult cuLaunchHostFunc(void *h, void (*fn)(void *), void *data) {
  ENTER;
  STREAM_OF(h);
  op *o = enqueue(s, HOST);
  o->fn = fn;
  o->data = data;
  return unlock(OK);
}

CUresult cuEventCreate(event **out, unsigned flags) {
  ENTER;
  *out = calloc(1, sizeof **out);
  **out = (event){.magic = EVENT, .alive = true, .timed = !(flags & 2)};
  return unlock(OK);
}
#define EVENT_OF(e_)                                                                               \
  if (!(e_) || (e_)->magic != EVENT || !(e_)->alive) return unlock(INVALID_HANDLE)
CUresult cuEventRecord(event *v, void *h) {
  ENTER;
  EVENT_OF(v);
  STREAM_OF(h);
  op *o = enqueue(s, RECORD);
  o->event = v;
  v->in = s;
  v->number = o->number;
  return unlock(OK);
}
static bool reached(event *v) { return !v->number || v->in->done >= v->number; }
CUresult cuEventQuery(event *v) {
  ENTER;
  EVENT_OF(v);
  if (reached(v)) return unlock(c->fault);
  pthread_cond_signal(&asked);
  return unlock(c->fault ? c->fault : NOT_READY);
}
CUresult cuEventSynchronize(event *v) {
  ENTER;
  EVENT_OF(v);
  if (v->number) drain(v->in, v->number);
  write_printed();
  return unlock(c->fault);
}
CUresult cuEventElapsedTime(float *ms, event *a, event *b) {
  ENTER;
  EVENT_OF(a);
  EVENT_OF(b);
  if (!a->timed || !b->timed || !a->number || !b->number) return unlock(INVALID_HANDLE);
  if (!reached(a) || !reached(b)) return unlock(NOT_READY);
  *ms = (float)(b->when - a->when);
  return unlock(OK);
}
CUresult cuEventDestroy_v2(event *v) {
  ENTER;
  EVENT_OF(v);
  v->alive = false;
  return unlock(OK);
}
CUresult cuStreamWaitEvent(void *h, event *v, unsigned flags) {
  ENTER;
  EVENT_OF(v);
  STREAM_OF(h);
  if (flags) return unlock(INVALID_VALUE);
  if (!v->number) return unlock(OK);
  op *o = enqueue(s, WAIT);
  o->of = v->in;
  o->upto = v->number;
  return unlock(OK);
}
static CUresult value_op(enum op_kind k, void *h, CUdeviceptr p, uint64_t v, size_t size,
                         unsigned flags) {
  ENTER;
  STREAM_OF(h);
  allocation m;
  if (!find(p, size, &m) || p % size || (k == WAIT_VALUE && flags > 3))
    return unlock(INVALID_VALUE);
  op *o = enqueue(s, k);
  o->dst = p;
  o->value = v;
  o->size = size;
  o->elem = flags;
  return unlock(OK);
}
CUresult cuStreamWaitValue32_v2(void *h, CUdeviceptr p, uint32_t v, unsigned f) {
  return value_op(WAIT_VALUE, h, p, v, 4, f);
}
CUresult cuStreamWaitValue64_v2(void *h, CUdeviceptr p, uint64_t v, unsigned f) {
  return value_op(WAIT_VALUE, h, p, v, 8, f);
}
CUresult cuStreamWriteValue32_v2(void *h, CUdeviceptr p, uint32_t v, unsigned f) {
  return value_op(WRITE_VALUE, h, p, v, 4, f);
}
CUresult cuStreamWriteValue64_v2(void *h, CUdeviceptr p, uint64_t v, unsigned f) {
  return value_op(WRITE_VALUE, h, p, v, 8, f);
}

// ---- allocation ----

CUresult cuMemAlloc_v2(CUdeviceptr *p, size_t n) {
  ENTER;
  if (!n) return unlock(INVALID_VALUE);
  return unlock(add(c->dev, DEVICE_MEMORY, n, NULL, p));
}
CUresult cuMemAllocManaged(CUdeviceptr *p, size_t n, unsigned flags) {
  ENTER;
  if (!n || (flags != 1 && flags != 2)) return unlock(INVALID_VALUE);
  return unlock(add(c->dev, MANAGED_MEMORY, n, NULL, p));
}
CUresult cuMemHostAlloc(void **p, size_t n, unsigned flags) {
  ENTER;
  if (!n || flags > 7) return unlock(INVALID_VALUE);
  uint64_t a = 0;
  e = add(c->dev, HOST_MEMORY, n, NULL, &a);
  *p = (void *)(uintptr_t)a;
  return unlock(e);
}
CUresult cuMemFree_v2(CUdeviceptr p) {
  ENTER;
  if (!p) return unlock(OK);
  drain_context(c);
  return unlock(drop(p, 1u << DEVICE_MEMORY | 1u << MANAGED_MEMORY));
}
CUresult cuMemFreeHost(void *p) {
  ENTER;
  drain_context(c);
  return unlock(drop((uint64_t)(uintptr_t)p, 1u << HOST_MEMORY));
}
CUresult cuMemHostRegister_v2(void *p, size_t n, unsigned flags) {
  ENTER;
  allocation m;
  uint64_t out;
  if (!p || !n || flags > 15) return unlock(INVALID_VALUE);
  if (find((uint64_t)(uintptr_t)p, 1, &m)) return unlock(HOST_ALREADY_REGISTERED);
  uintptr_t page = (uintptr_t)p & ~(uintptr_t)4095;
  if (madvise((void *)page, (uintptr_t)p + n - page, MADV_POPULATE_READ))
    return unlock(INVALID_VALUE);
  return unlock(add(c->dev, REGISTERED_MEMORY, n, p, &out));
}
CUresult cuMemHostUnregister(void *p) {
  ENTER;
  drain_context(c);
  return unlock(drop((uint64_t)(uintptr_t)p, 1u << REGISTERED_MEMORY) ? HOST_NOT_REGISTERED : OK);
}
CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total) {
  ENTER;
  *total = c->dev->total;
  *free_bytes = c->dev->total - c->dev->used;
  return unlock(OK);
}

// Pools, which give out no address twice: what a stream may use again, the driver alone decides.
enum { POOL = 0x504f4f4c, POOL_PINNED = 1, POOL_ON_DEVICE = 1, POOL_FILE = 1 };
typedef struct pool {
  int magic, uses; // the handle and allocations
  int file;        // that stands for it in other processes, -1 where none may have it
  bool imported, allowed;
  device *dev;
} pool;
typedef struct pool_props {
  int type, handles, place, id;
  void *win32;
  char reserved[64];
} pool_props;
typedef struct pool_pointer {
  union {
    struct {
      int magic, pid, file;
      size_t size;
      ino_t of;
    };
    char bytes[64];
  };
} pool_pointer;
static pool default_pools[16];

static ino_t inode_of(int fd) {
  struct stat st;
  return fstat(fd, &st) ? 0 : st.st_ino;
}
static void use_pool_less(pool *p) {
  if (--p->uses) return;
  if (p->file >= 0) close(p->file);
  p->magic = 0;
}
static CUresult add_to_pool(pool *p, size_t n, CUdeviceptr *out) {
  CUresult r = add(p->dev, DEVICE_MEMORY, n, NULL, out);
  if (r) return r;
  allocations[nallocations - 1].pool = p;
  p->uses++;
  return OK;
}
CUresult cuMemAllocAsync(CUdeviceptr *p, size_t n, void *h) {
  ENTER;
  STREAM_OF(h);
  (void)s;
  if (!n) return unlock(INVALID_VALUE);
  pool *of = &default_pools[c->dev - devices];
  *of = (pool){POOL, of->uses ? of->uses : 1, -1, false, true, c->dev};
  return unlock(add_to_pool(of, n, p));
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *p, size_t n, pool *of, void *h) {
  ENTER;
  STREAM_OF(h);
  (void)s;
  if (!n || !of || of->magic != POOL || of->imported) return unlock(INVALID_VALUE);
  return unlock(add_to_pool(of, n, p));
}
CUresult cuMemFreeAsync(CUdeviceptr p, void *h) {
  ENTER;
  STREAM_OF(h);
  allocation m;
  if (!find(p, 1, &m) || m.start != p || !m.pool) return unlock(INVALID_VALUE);
  enqueue(s, FREE_ASYNC)->dst = p;
  return unlock(OK);
}
CUresult cuMemPoolCreate(pool **out, const pool_props *props) {
  ENTER;
  if (props->type != POOL_PINNED || props->place != POOL_ON_DEVICE || !device_of(props->id) ||
      props->handles & ~POOL_FILE)
    return unlock(INVALID_VALUE);
  int file = props->handles ? memfd_create("pool", MFD_CLOEXEC) : -1;
  *out = calloc(1, sizeof **out);
  **out = (pool){POOL, 1, file, false, true, device_of(props->id)};
  return unlock(OK);
}
CUresult cuMemPoolDestroy(pool *p) {
  ENTER;
  if (!p || p->magic != POOL) return unlock(INVALID_VALUE);
  use_pool_less(p);
  return unlock(OK);
}
// A CUmemAccessDesc is place, device, flags.
CUresult cuMemPoolSetAccess(pool *p, const int *words, size_t n) {
  ENTER;
  if (!p || p->magic != POOL || n != 1 || words[0] != POOL_ON_DEVICE || !device_of(words[1]))
    return unlock(INVALID_VALUE);
  if (device_of(words[1]) == c->dev) p->allowed = words[2] == 3;
  return unlock(OK);
}
CUresult cuMemPoolExportToShareableHandle(int *out, pool *p, int kind, unsigned long long flags) {
  ENTER;
  if (!p || p->magic != POOL || p->file < 0 || p->imported || kind != POOL_FILE || flags)
    return unlock(INVALID_VALUE);
  *out = fcntl(p->file, F_DUPFD_CLOEXEC, 3);
  return unlock(OK);
}
static bool descriptor_is(int fd, const char *kind);
CUresult cuMemPoolImportFromShareableHandle(pool **out, void *handle, int kind,
                                            unsigned long long flags) {
  ENTER;
  int file = (int)(intptr_t)handle;
  if (kind != POOL_FILE || flags) return unlock(INVALID_VALUE);
  if (!descriptor_is(file, "/memfd:pool")) return unlock(UNKNOWN);
  *out = calloc(1, sizeof **out);
  **out = (pool){POOL, 1, fcntl(file, F_DUPFD_CLOEXEC, 3), true, true, c->dev};
  return unlock(OK);
}
CUresult cuMemPoolExportPointer(pool_pointer *out, CUdeviceptr p) {
  ENTER;
  allocation m;
  if (!find(p, 1, &m) || !m.pool || m.pool->file < 0 || m.pool->imported || p != m.start)
    return unlock(INVALID_VALUE);
  memset(out, 0, sizeof *out);
  out->magic = POOL, out->pid = getpid(), out->file = m.file, out->size = m.size;
  out->of = inode_of(m.pool->file);
  return unlock(OK);
}
CUresult cuMemPoolImportPointer(CUdeviceptr *out, pool *p, const pool_pointer *h) {
  ENTER;
  if (!p || p->magic != POOL || !p->imported || !p->allowed || h->magic != POOL ||
      h->of != inode_of(p->file))
    return unlock(INVALID_VALUE);
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/fd/%d", h->pid, h->file);
  int fd = open(name, O_RDWR | O_CLOEXEC);
  if (fd < 0) return unlock(INVALID_VALUE);
  allocation a = {.size = h->size, .kind = DEVICE_MEMORY, .imported = true, .dev = c->dev};
  a.file = fd, a.pool = p, a.room = (h->size + 4095) & ~4095ull;
  a.real = mmap(NULL, a.room, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  a.start = (uint64_t)(uintptr_t)hidden_range(a.room);
  keep(&a);
  p->uses++;
  *out = a.start;
  return unlock(OK);
}
CUresult cuMemGetAddressRange_v2(CUdeviceptr *start, size_t *size, CUdeviceptr p) {
  ENTER;
  allocation m;
  if (!find(p, 1, &m)) return unlock(NOT_FOUND);
  if (start) *start = m.start;
  if (size) *size = m.size;
  return unlock(OK);
}

// ---- memory of other processes ----

typedef struct ipc_handle {
  union {
    struct {
      int magic, pid, file;
      size_t size;
    };
    char bytes[64];
  };
} ipc_handle;
enum { IPC_MEMORY = 0x4950434d };
static struct {
  ipc_handle of;
  CUdeviceptr at;
  int opened;
} ipc[64];

CUresult cuIpcGetMemHandle(ipc_handle *out, CUdeviceptr p) {
  ENTER;
  allocation m;
  if (!find(p, 1, &m) || m.kind != DEVICE_MEMORY || m.mapped || m.imported || m.pool)
    return unlock(INVALID_VALUE);
  memset(out, 0, sizeof *out);
  out->magic = IPC_MEMORY, out->pid = getpid(), out->file = m.file, out->size = m.size;
  return unlock(OK);
}
CUresult cuIpcOpenMemHandle_v2(CUdeviceptr *out, ipc_handle h, unsigned flags) {
  ENTER;
  if (flags != 1 || h.magic != IPC_MEMORY) return unlock(INVALID_VALUE);
  if (h.pid == getpid()) return unlock(INVALID_CONTEXT);
  size_t at = COUNT(ipc);
  for (size_t i = 0; i < COUNT(ipc); i++) {
    if (ipc[i].opened && !memcmp(&ipc[i].of, &h, sizeof h))
      return ipc[i].opened++, *out = ipc[i].at, unlock(OK);
    if (!ipc[i].opened) at = i;
  }
  char name[64];
  snprintf(name, sizeof name, "/proc/%d/fd/%d", h.pid, h.file);
  int fd = open(name, O_RDWR | O_CLOEXEC);
  if (fd < 0 || at == COUNT(ipc)) return unlock(INVALID_VALUE);
  allocation a = {
      .size = h.size, .kind = DEVICE_MEMORY, .imported = true, .dev = c->dev, .file = fd};
  a.room = (h.size + 4095) & ~4095ull;
  a.real = mmap(NULL, a.room, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  a.start = (uint64_t)(uintptr_t)hidden_range(a.room);
  keep(&a);
  ipc[at].of = h, ipc[at].at = a.start, ipc[at].opened = 1;
  *out = a.start;
  return unlock(OK);
}
CUresult cuIpcCloseMemHandle(CUdeviceptr p) {
  ENTER;
  for (size_t i = 0; i < COUNT(ipc); i++)
    if (ipc[i].opened && ipc[i].at == p) {
      if (--ipc[i].opened) return unlock(OK);
      drain_context(c);
      return unlock(drop(p, 1u << DEVICE_MEMORY));
    }
  return unlock(INVALID_VALUE);
}

// ---- virtual memory ----

enum { PAGE_SIZE = 2 << 20, PHYSICAL = 0x4d454d31, PINNED = 1, ON_DEVICE = 1, POSIX_FILE = 1 };
typedef struct memory_prop {
  int type, handles, place, id;
  void *win32;
  char flags[8];
} memory_prop;
typedef struct memory_access {
  int place, id, flags;
} memory_access;
typedef struct memory {
  int magic, file, uses; // handles and mappings
  bool handle, shareable;
  size_t size;
} memory;
// Reserved addresses, and as many where the memory really is.
static struct reservation {
  uint64_t start, size;
  char *real;
} reservations[64];

static bool good_prop(const memory_prop *p) {
  return p->type == PINNED && p->place == ON_DEVICE && device_of(p->id) &&
         !(p->handles & ~POSIX_FILE);
}
static struct reservation *reserved(CUdeviceptr p, size_t n) {
  for (size_t i = 0; i < COUNT(reservations); i++) {
    struct reservation *r = &reservations[i];
    if (r->size && p >= r->start && p - r->start + n <= r->size) return r;
  }
  return NULL;
}
static void use_less(memory *m) {
  if (--m->uses) return;
  close(m->file);
  m->magic = 0;
}
// The mappings of a range, without gaps and whole; false when there are none such.
static bool mappings(CUdeviceptr p, size_t n, void (*each)(allocation *, int), int arg) {
  bool whole = true;
  pthread_mutex_lock(&table);
  for (int change = 0; change < 2 && whole; change++) {
    size_t covered = 0;
    for (int i = nallocations; i-- > 0;) {
      allocation *a = &allocations[i];
      if (!a->mapped || a->start < p || a->start + a->size > p + n) continue;
      covered += a->size;
      if (change) each(a, arg);
    }
    whole = covered == n && n;
  }
  pthread_mutex_unlock(&table);
  return whole;
}
CUresult cuMemGetAllocationGranularity(size_t *out, const memory_prop *p, int option) {
  if (!ready) return NOT_INITIALIZED;
  if (!good_prop(p) || option < 0 || option > 1) return INVALID_VALUE;
  *out = PAGE_SIZE;
  return OK;
}
CUresult cuMemAddressReserve(CUdeviceptr *out, size_t size, size_t align, CUdeviceptr at,
                             unsigned long long flags) {
  ENTER;
  (void)at;
  if (!size || size % PAGE_SIZE || (align & (align - 1)) || flags) return unlock(INVALID_VALUE);
  if (align < PAGE_SIZE) align = PAGE_SIZE;
  for (size_t i = 0; i < COUNT(reservations); i++) {
    struct reservation *r = &reservations[i];
    if (r->size) continue;
    uintptr_t p = (uintptr_t)hidden_range(size + align);
    r->start = (p + align - 1) & ~(align - 1);
    r->size = size;
    r->real = hidden_range(size);
    *out = r->start;
    return unlock(OK);
  }
  return unlock(OUT_OF_MEMORY);
}
CUresult cuMemAddressFree(CUdeviceptr p, size_t size) {
  ENTER;
  struct reservation *r = reserved(p, size);
  if (!r || r->start != p || r->size != size) return unlock(INVALID_VALUE);
  munmap(r->real, size);
  r->size = 0;
  return unlock(OK);
}
CUresult cuMemCreate(memory **out, size_t size, const memory_prop *p, unsigned long long flags) {
  ENTER;
  if (!size || size % PAGE_SIZE || !good_prop(p) || flags) return unlock(INVALID_VALUE);
  memory *m = calloc(1, sizeof *m);
  *m = (memory){PHYSICAL, memfd_create("double", MFD_CLOEXEC), 1, true, p->handles == POSIX_FILE,
                size};
  if (m->file < 0 || ftruncate(m->file, (off_t)size)) return unlock(OUT_OF_MEMORY);
  *out = m;
  return unlock(OK);
}
CUresult cuMemRelease(memory *m) {
  ENTER;
  if (!m || m->magic != PHYSICAL || !m->handle) return unlock(INVALID_VALUE);
  m->handle = false;
  use_less(m);
  return unlock(OK);
}
static memory *memory_of[1024]; // of mappings, by the file of their allocation
CUresult cuMemMap(CUdeviceptr p, size_t size, size_t offset, memory *m, unsigned long long flags) {
  ENTER;
  struct reservation *r = reserved(p, size);
  if (!m || m->magic != PHYSICAL || !m->handle || !r || offset || flags || !size ||
      size % PAGE_SIZE || p % PAGE_SIZE || size > m->size)
    return unlock(INVALID_VALUE);
  for (int i = 0; i < nallocations; i++)
    if (allocations[i].start < p + size && p < allocations[i].start + allocations[i].size)
      return unlock(INVALID_VALUE);
  allocation a = {p, size,   size, r->real + (p - r->start), DEVICE_MEMORY, true, true, 0,
                  0, c->dev, NULL};
  mmap(a.real, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, m->file, 0);
  a.file = dup(m->file);
  memory_of[a.file % 1024] = m;
  m->uses++;
  keep(&a);
  return unlock(OK);
}
static void unmap(allocation *a, int arg) {
  (void)arg;
  mmap(a->real, a->size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  use_less(memory_of[a->file % 1024]);
  close(a->file);
  *a = allocations[--nallocations];
}
CUresult cuMemUnmap(CUdeviceptr p, size_t size) {
  ENTER;
  drain_context(c);
  return unlock(mappings(p, size, unmap, 0) ? OK : INVALID_VALUE);
}
static void allow(allocation *a, int flags) { a->access = flags; }
CUresult cuMemSetAccess(CUdeviceptr p, size_t size, const memory_access *list, size_t n) {
  ENTER;
  if (n != 1 || list->place != ON_DEVICE || !device_of(list->id) ||
      (list->flags != 0 && list->flags != 1 && list->flags != 3))
    return unlock(INVALID_VALUE);
  return unlock(mappings(p, size, allow, list->flags) ? OK : INVALID_VALUE);
}
CUresult cuMemExportToShareableHandle(int *out, memory *m, int kind, unsigned long long flags) {
  ENTER;
  if (!m || m->magic != PHYSICAL || !m->shareable || kind != POSIX_FILE || flags)
    return unlock(INVALID_VALUE);
  *out = fcntl(m->file, F_DUPFD_CLOEXEC, 3);
  return unlock(OK);
}
CUresult cuMemImportFromShareableHandle(memory **out, void *file, int kind) {
  ENTER;
  int fd = kind == POSIX_FILE ? fcntl((int)(intptr_t)file, F_DUPFD_CLOEXEC, 3) : -1;
  off_t size = fd < 0 ? 0 : lseek(fd, 0, SEEK_END);
  if (size <= 0 || size % PAGE_SIZE) return unlock(INVALID_VALUE);
  *out = calloc(1, sizeof **out);
  **out = (memory){PHYSICAL, fd, 1, true, true, (size_t)size};
  return unlock(OK);
}
CUresult cuPointerGetAttribute(void *out, int attribute, CUdeviceptr p) {
  ENTER;
  allocation m;
  if (!find(p, 1, &m)) return unlock(INVALID_VALUE);
  switch (attribute) {
  case 2:
    *(unsigned *)out = m.kind == HOST_MEMORY || m.kind == REGISTERED_MEMORY ? 1 : 2;
    break;
  case 8:
    *(unsigned *)out = m.kind == MANAGED_MEMORY;
    break;
  default:
    return unlock(NOT_SUPPORTED);
  }
  return unlock(OK);
}

// ---- OpenGL ----

enum { GRAPHICS = 0x47525048, ARRAY_BUFFER = 0x8892, ARRAY_BUFFER_BINDING = 0x8894 };
typedef struct graphics {
  int magic;
  unsigned buffer, flags;
  CUdeviceptr at; // 0 while it is not mapped
  size_t size;
} graphics;
static unsigned maps;

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr d, const void *s, size_t n, void *h);
CUresult cuMemcpyDtoHAsync_v2(void *d, CUdeviceptr s, size_t n, void *h);

__attribute__((destructor)) static void say_maps(void) {
  if (getenv("DOUBLE_GL")) fprintf(stderr, "maps of buffers of OpenGL: %u\n", maps);
}

// Moves a buffer's contents to host memory, from it, or neither, and returns its size.
static size_t move_buffer(unsigned buffer, void *out, const void *in, size_t n) {
  void (*get)(unsigned, int *) = dlsym(RTLD_DEFAULT, "glGetIntegerv");
  void (*bind)(unsigned, unsigned) = dlsym(RTLD_DEFAULT, "glBindBuffer");
  void (*parameter)(unsigned, unsigned, int *) = dlsym(RTLD_DEFAULT, "glGetBufferParameteriv");
  void (*read)(unsigned, intptr_t, intptr_t, void *) = dlsym(RTLD_DEFAULT, "glGetBufferSubData");
  void (*write)(unsigned, intptr_t, intptr_t, const void *) =
      dlsym(RTLD_DEFAULT, "glBufferSubData");
  int before = 0, size = 0;
  get(ARRAY_BUFFER_BINDING, &before);
  bind(ARRAY_BUFFER, buffer);
  parameter(ARRAY_BUFFER, 0x8764, &size);
  if (out) read(ARRAY_BUFFER, 0, (intptr_t)n, out);
  if (in) write(ARRAY_BUFFER, 0, (intptr_t)n, in);
  bind(ARRAY_BUFFER, (unsigned)before);
  return (size_t)size;
}
static bool is_buffer(unsigned buffer) {
  unsigned char (*is)(unsigned) = dlsym(RTLD_DEFAULT, "glIsBuffer");
  return is(buffer);
}

CUresult cuGraphicsGLRegisterBuffer(graphics **out, unsigned buffer, unsigned flags) {
  ENTER;
  unlock(OK);
  if (!getenv("DOUBLE_GL")) return OPERATING_SYSTEM;
  if (flags > 2) return INVALID_VALUE;
  if (!is_buffer(buffer)) return INVALID_HANDLE;
  graphics *g = calloc(1, sizeof *g);
  *g = (graphics){.magic = GRAPHICS, .buffer = buffer, .flags = flags};
  *out = g;
  return OK;
}
CUresult cuGraphicsUnregisterResource(graphics *g) {
  if (!g || g->magic != GRAPHICS) return INVALID_HANDLE;
  if (g->at) return ALREADY_MAPPED;
  g->magic = 0;
  return OK;
}
CUresult cuGraphicsMapResources(unsigned n, graphics **list, void *h) {
  graphics *g = *list;
  if (n != 1 || !g || g->magic != GRAPHICS) return INVALID_HANDLE;
  if (g->at) return ALREADY_MAPPED;
  g->size = move_buffer(g->buffer, NULL, NULL, 0);
  CUresult e = cuMemAlloc_v2(&g->at, g->size);
  if (e != OK) return e;
  maps++;
  if (g->flags == 2) return OK;
  void *host = malloc(g->size);
  move_buffer(g->buffer, host, NULL, g->size);
  e = cuMemcpyHtoDAsync_v2(g->at, host, g->size, h);
  free(host);
  return e;
}
CUresult cuGraphicsUnmapResources(unsigned n, graphics **list, void *h) {
  graphics *g = *list;
  if (n != 1 || !g || g->magic != GRAPHICS) return INVALID_HANDLE;
  if (!g->at) return NOT_MAPPED;
  void *host = malloc(g->size);
  CUresult e = cuMemcpyDtoHAsync_v2(host, g->at, g->size, h);
  if (e == OK && g->flags != 1 && is_buffer(g->buffer)) move_buffer(g->buffer, NULL, host, g->size);
  free(host);
  cuMemFree_v2(g->at);
  g->at = 0;
  return e;
}
CUresult cuGraphicsResourceGetMappedPointer_v2(CUdeviceptr *p, size_t *size, graphics *g) {
  if (!g || g->magic != GRAPHICS) return INVALID_HANDLE;
  if (!g->at) return NOT_MAPPED;
  *p = g->at;
  *size = g->size;
  return OK;
}

// ---- memory and semaphores of other APIs ----

enum { MEMORY = 0x4d454d59, SEMAPHORE = 0x53454d41, OPAQUE_FD = 1, DMA_BUF_FD = 9 };
typedef struct external_desc {
  int type;
  union {
    int fd;
    void *words[2];
  } handle;
  unsigned long long size; // of memory, and flags of a semaphore
  unsigned flags, reserved[16];
} external_desc;
typedef struct external_memory {
  int magic, fd;
  size_t size;
} external_memory;
typedef struct buffer_desc {
  unsigned long long offset, size;
  unsigned flags, reserved[16];
} buffer_desc;
// Of a signal and of a wait.
typedef struct semaphore_params {
  unsigned long long value, fence, key;
  unsigned reserved[12], flags, more[16];
} semaphore_params;

// What a descriptor is of, "anon_inode:[eventfd]" or "/memfd:name (deleted)".
static bool descriptor_is(int fd, const char *kind) {
  char path[64], name[256];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(path, name, sizeof name - 1);
  return n > 0 && !strncmp(name, kind, strlen(kind));
}

// Memory of a Vulkan that this driver is not of has no meaning to it: anonymous files do, and
// their descriptors belong to the driver once it has taken them.
CUresult cuImportExternalMemory(external_memory **out, const external_desc *d) {
  ENTER;
  if (!d->size || d->flags > 1) return unlock(INVALID_VALUE);
  if (d->type == DMA_BUF_FD) return unlock(version < 13000 ? INVALID_VALUE : NOT_SUPPORTED);
  if (d->type != OPAQUE_FD) return unlock(NOT_SUPPORTED);
  struct stat file;
  if (!descriptor_is(d->handle.fd, "/memfd:") || fstat(d->handle.fd, &file)) return unlock(UNKNOWN);
  if (d->size > (unsigned long long)file.st_size) return unlock(INVALID_VALUE);
  *out = calloc(1, sizeof **out);
  **out = (external_memory){.magic = MEMORY, .fd = d->handle.fd, .size = d->size};
  return unlock(OK);
}
CUresult cuExternalMemoryGetMappedBuffer(CUdeviceptr *p, external_memory *m, const buffer_desc *d) {
  ENTER;
  if (!m || m->magic != MEMORY) return unlock(INVALID_HANDLE);
  if (d->flags || !d->size || d->size > m->size || d->offset > m->size - d->size ||
      d->offset % 4096)
    return unlock(INVALID_VALUE);
  allocation a = {.size = d->size, .imported = true, .kind = DEVICE_MEMORY, .dev = c->dev};
  a.room = (a.size + 4095) & ~4095ull;
  a.real = mmap(NULL, a.room, PROT_READ | PROT_WRITE, MAP_SHARED, m->fd, (off_t)d->offset);
  void *hidden = hidden_range(a.room);
  if (a.real == MAP_FAILED || hidden == MAP_FAILED) return unlock(OUT_OF_MEMORY);
  a.start = (uint64_t)(uintptr_t)hidden;
  keep(&a);
  *p = a.start;
  return unlock(OK);
}
CUresult cuDestroyExternalMemory(external_memory *m) {
  ENTER;
  if (!m || m->magic != MEMORY) return unlock(INVALID_HANDLE);
  m->magic = 0;
  close(m->fd);
  return unlock(OK);
}

enum { LAYERED = 1, SURFACE_LDST = 2, CUBEMAP = 4, LEVELS = 16 };
typedef struct array_desc {
  size_t width, height, depth;
  int format;
  unsigned channels, flags;
} array_desc;
typedef struct image_desc {
  unsigned long long offset;
  array_desc array;
  unsigned levels, reserved[16];
} image_desc;
typedef struct image {
  int magic;
  unsigned levels;
  array level[LEVELS];
  char *base;
  size_t room;
} image;

// Bytes of a channel of a CUarray_format.

static size_t half(size_t n, unsigned level) { return n >> level ? n >> level : 1; }
CUresult cuExternalMemoryGetMappedMipmappedArray(image **out, external_memory *m,
                                                 const image_desc *d) {
  ENTER;
  const array_desc *a = &d->array;
  size_t elem = channel_size(a->format) * a->channels, end = d->offset;
  if (!m || m->magic != MEMORY) return unlock(INVALID_HANDLE);
  if (!elem || a->channels == 3 || !a->width || !d->levels || d->levels > LEVELS ||
      a->flags & ~(unsigned)(LAYERED | SURFACE_LDST | CUBEMAP))
    return unlock(INVALID_VALUE);
  bool layered = a->flags & (LAYERED | CUBEMAP);
  image *i = calloc(1, sizeof *i);
  *i = (image){.magic = MEMORY, .levels = d->levels, .room = m->size};
  for (unsigned n = 0; n < d->levels; n++) {
    array *l = &i->level[n];
    *l = (array){ARRAY, PTX_1D, half(a->width, n), half(a->height, n), half(a->depth, n),
                 elem,  NULL};
    if (layered) l->depth = a->depth;
    l->geometry = layered    ? a->height ? PTX_2D_LAYERED : PTX_1D_LAYERED
                  : a->depth ? PTX_3D
                             : 1 + !!a->height;
    l->texels = (char *)end;
    end += l->width * l->height * l->depth * elem;
  }
  if (end > m->size) return free(i), unlock(INVALID_VALUE);
  i->base = mmap(NULL, i->room, PROT_READ | PROT_WRITE, MAP_SHARED, m->fd, 0);
  if (i->base == MAP_FAILED) return free(i), unlock(OUT_OF_MEMORY);
  for (unsigned n = 0; n < d->levels; n++)
    i->level[n].texels = i->base + (size_t)i->level[n].texels;
  *out = i;
  return unlock(OK);
}
CUresult cuMipmappedArrayGetLevel(array **out, image *i, unsigned level) {
  ENTER;
  if (!i || i->magic != MEMORY) return unlock(INVALID_HANDLE);
  if (level >= i->levels) return unlock(INVALID_VALUE);
  *out = &i->level[level];
  return unlock(OK);
}
CUresult cuMipmappedArrayDestroy(image *i) {
  ENTER;
  if (!i || i->magic != MEMORY) return unlock(INVALID_HANDLE);
  for (int n = 0; n < SURFACES; n++)
    for (unsigned l = 0; l < i->levels; l++)
      if (surfaces[n].used && surfaces[n].of == &i->level[l]) abort(); // a caller's mistake
  munmap(i->base, i->room);
  i->magic = 0;
  for (unsigned l = 0; l < i->levels; l++) i->level[l].magic = 0;
  return unlock(OK);
}
// CUDA_RESOURCE_DESC, of an array.
typedef struct resource_desc {
  int type;
  array *of;
} resource_desc;
CUresult cuSurfObjectCreate(uint64_t *out, const resource_desc *d) {
  ENTER;
  if (d->type || !d->of || d->of->magic != ARRAY) return unlock(INVALID_VALUE);
  for (int n = 0; n < SURFACES; n++)
    if (!surfaces[n].used) {
      surfaces[n].used = true;
      surfaces[n].of = d->of;
      *out = 0x5f0000 + (uint64_t)n;
      return unlock(OK);
    }
  return unlock(OUT_OF_MEMORY);
}
CUresult cuSurfObjectDestroy(uint64_t h) {
  ENTER;
  if (h - 0x5f0000 >= SURFACES || !surfaces[h - 0x5f0000].used) return unlock(INVALID_HANDLE);
  surfaces[h - 0x5f0000].used = false;
  return unlock(OK);
}

typedef struct pitched_desc {
  int type;
  pitched rows;
} pitched_desc;
CUresult cuTexObjectCreate(uint64_t *out, const pitched_desc *d, const texture_desc *how,
                           const void *view) {
  ENTER;
  const pitched *r = &d->rows;
  size_t size = channel_size(r->format) * r->channels;
  if (d->type != 3 || view || !size || r->channels == 3 || how->filter > 1)
    return unlock(INVALID_VALUE);
  if (r->start % 512 || r->pitch % 32 || r->pitch < r->width * size || r->pitch > 2097120 ||
      !r->width || r->width > 131072 || !r->height || r->height > 65000)
    return unlock(INVALID_VALUE);
  if (how->filter && how->flags & AS_INTEGER && r->format < 0x10) return unlock(INVALID_VALUE);
  for (int n = 0; n < TEXTURES; n++)
    if (!textures[n].used) {
      textures[n] = (struct texture){true, *r, *how};
      *out = 0x7e0000 + (uint64_t)n;
      return unlock(OK);
    }
  return unlock(OUT_OF_MEMORY);
}
CUresult cuTexObjectDestroy(uint64_t h) {
  ENTER;
  if (h - 0x7e0000 >= TEXTURES || !textures[h - 0x7e0000].used) return unlock(INVALID_HANDLE);
  textures[h - 0x7e0000].used = false;
  return unlock(OK);
}

CUresult cuImportExternalSemaphore(semaphore **out, const external_desc *d) {
  ENTER;
  if (d->type != BINARY && d->type != TIMELINE) return unlock(NOT_SUPPORTED);
  if (!descriptor_is(d->handle.fd, d->type == BINARY ? "anon_inode:[eventfd" : "/memfd:timeline"))
    return unlock(UNKNOWN);
  *out = calloc(1, sizeof **out);
  **out = (semaphore){.magic = SEMAPHORE, .type = d->type, .fd = d->handle.fd};
  return unlock(OK);
}
CUresult cuDestroyExternalSemaphore(semaphore *x) {
  ENTER;
  if (!x || x->magic != SEMAPHORE) return unlock(INVALID_HANDLE);
  if (x->waiting) abort(); // a caller's mistake, which the driver does not look for
  x->magic = 0;
  close(x->fd);
  return unlock(OK);
}
static CUresult use_semaphores(enum op_kind k, semaphore *const *list,
                               const semaphore_params *params, unsigned n, void *h) {
  ENTER;
  STREAM_OF(h);
  if (!n) return unlock(INVALID_VALUE);
  for (unsigned i = 0; i < n; i++) {
    if (!list[i] || list[i]->magic != SEMAPHORE) return unlock(INVALID_HANDLE);
    if (params[i].flags) return unlock(INVALID_VALUE);
  }
  for (unsigned i = 0; i < n; i++) {
    op *o = enqueue(s, k);
    o->semaphore = list[i];
    o->value = params[i].value;
    list[i]->waiting++;
  }
  return unlock(OK);
}
CUresult cuSignalExternalSemaphoresAsync(semaphore *const *list, const semaphore_params *params,
                                         unsigned n, void *h) {
  return use_semaphores(SIGNAL_SEMAPHORE, list, params, n, h);
}
CUresult cuWaitExternalSemaphoresAsync(semaphore *const *list, const semaphore_params *params,
                                       unsigned n, void *h) {
  return use_semaphores(WAIT_SEMAPHORE, list, params, n, h);
}

// ---- copies and fills ----

// Whether the driver takes a range: in one allocation, or plain host memory.
static bool takes(uint64_t a, size_t n, bool host) {
  allocation m;
  if (find(a, n, &m)) return !host || !on_device(&m);
  return host && !find(a, 1, &m);
}
static bool pageable(uint64_t a) {
  allocation m;
  return !find(a, 1, &m);
}
static CUresult copy(CUdeviceptr dst, bool dhost, CUdeviceptr src, bool shost, size_t n, void *h) {
  ENTER;
  STREAM_OF(h);
  if (!n) return unlock(OK);
  if (!takes(dst, n, dhost) || !takes(src, n, shost)) return unlock(INVALID_VALUE);
  op *o = enqueue(s, COPY);
  o->dst = dst;
  o->src = src;
  o->size = n;
  if (shost && pageable(src)) {
    o->staged = malloc(n);
    memcpy(o->staged, (void *)(uintptr_t)src, n);
  }
  // A larger source is not staged at once, and copies within the host's memory are over at the return.
  if ((dhost && (shost || pageable(dst))) || (shost && pageable(src) && n > 1 << 20))
    drain(s, o->number);
  return unlock(c->fault);
}
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr d, const void *s, size_t n, void *h) {
  return copy(d, false, (CUdeviceptr)(uintptr_t)s, true, n, h);
}
CUresult cuMemcpyDtoHAsync_v2(void *d, CUdeviceptr s, size_t n, void *h) {
  return copy((CUdeviceptr)(uintptr_t)d, true, s, false, n, h);
}
// Unified addressing tells what the pointers are.
CUresult cuMemcpyAsync(CUdeviceptr d, CUdeviceptr s, size_t n, void *h) {
  allocation m;
  bool dd = find(d, 1, &m) && on_device(&m), sd = find(s, 1, &m) && on_device(&m);
  return copy(d, !dd, s, !sd, n, h);
}
// Whether an end of a copy is right, in an array or in memory.
static bool array_takes(const array *a, const size_t at[3], const cu_memcpy3d *m) {
  return a && a->magic == ARRAY && at[0] % a->elem == 0 && m->width % a->elem == 0 &&
         at[0] + m->width <= a->width * a->elem && at[1] + m->height <= a->height &&
         at[2] + m->depth <= a->depth;
}
static bool memory_takes(unsigned type, uint64_t p, size_t pitch, size_t height,
                         const cu_memcpy3d *m) {
  if (type != 1 && type != 2 && type != 4) return false;
  if ((m->height > 1 || m->depth > 1) && pitch < m->width) return false;
  if (m->depth > 1 && height < m->height) return false;
  size_t n = ((m->depth - 1) * height + m->height - 1) * pitch + m->width;
  return type == 1 || takes(p, n, false);
}
CUresult cuMemcpy3DAsync_v2(const cu_memcpy3d *m, void *h) {
  ENTER;
  STREAM_OF(h);
  if (!m->width || !m->height || !m->depth) return unlock(OK);
  // CU_MEMORYTYPE_HOST, DEVICE, UNIFIED
  uint64_t src = m->stype == 1 ? (uint64_t)(uintptr_t)m->shost : m->sdev,
           dst = m->dtype == 1 ? (uint64_t)(uintptr_t)m->dhost : m->ddev;
  bool shost = m->stype == 1, dhost = m->dtype == 1;
  const size_t from[3] = {m->sx, m->sy, m->sz}, to[3] = {m->dx, m->dy, m->dz};
  bool right = m->stype == ARRAY_END ? array_takes(m->sarray, from, m)
                                     : memory_takes(m->stype, src, m->spitch, m->sheight, m);
  right &= m->dtype == ARRAY_END ? array_takes(m->darray, to, m)
                                 : memory_takes(m->dtype, dst, m->dpitch, m->dheight, m);
  if (!right) return unlock(INVALID_VALUE);
  op *o = enqueue(s, COPY3D);
  o->m3 = malloc(sizeof *m);
  *o->m3 = *m;
  if ((shost && pageable(src)) || (dhost && pageable(dst))) drain(s, o->number);
  return unlock(c->fault);
}
static CUresult fill(CUdeviceptr d, size_t pitch, uint64_t v, size_t elem, size_t w, size_t rows,
                     void *h) {
  ENTER;
  STREAM_OF(h);
  if (!w || !rows) return unlock(OK);
  if (!takes(d, (rows - 1) * pitch + w * elem, false) || d % elem || (rows > 1 && pitch < w * elem))
    return unlock(INVALID_VALUE);
  op *o = enqueue(s, FILL);
  o->dst = d, o->pitch = pitch, o->value = v, o->elem = elem, o->size = w, o->rows = rows;
  return unlock(OK);
}
CUresult cuMemsetD8Async(CUdeviceptr d, unsigned char v, size_t n, void *h) {
  return fill(d, 0, v, 1, n, 1, h);
}
CUresult cuMemsetD16Async(CUdeviceptr d, unsigned short v, size_t n, void *h) {
  return fill(d, 0, v, 2, n, 1, h);
}
CUresult cuMemsetD32Async(CUdeviceptr d, unsigned v, size_t n, void *h) {
  return fill(d, 0, v, 4, n, 1, h);
}
CUresult cuMemsetD2D8Async(CUdeviceptr d, size_t p, unsigned char v, size_t w, size_t r, void *h) {
  return fill(d, p, v, 1, w, r, h);
}
CUresult cuMemsetD2D16Async(CUdeviceptr d, size_t p, unsigned short v, size_t w, size_t r,
                            void *h) {
  return fill(d, p, v, 2, w, r, h);
}
CUresult cuMemsetD2D32Async(CUdeviceptr d, size_t p, unsigned v, size_t w, size_t r, void *h) {
  return fill(d, p, v, 4, w, r, h);
}

// ---- modules ----

typedef struct function {
  int magic;
  struct module *m;
  ptx_func *f;
  int dynamic; // bytes of dynamic shared memory that were consented to
} function;
typedef struct module {
  int magic;
  bool alive;
  context *ctx;
  ptx_module *ptx;
  function *f[256];
  int nf;
} module;

// The PTX version that a CUDA version's driver knows, as 10 * major + minor.
static int newest_ptx(void) {
  static const struct {
    int cuda, ptx;
  } known[] = {{13000, 90}, {12090, 88}, {12080, 87}, {12070, 86}, {12050, 85},
               {12040, 84}, {12030, 83}, {12020, 82}, {12010, 81}, {12000, 80}};
  for (size_t i = 0; i < COUNT(known); i++)
    if (version >= known[i].cuda) return known[i].ptx;
  return 78;
}

// The compiler is gone once its destructors have run: nothing may compile then.
static atomic_int compiling_now;
static void compiler_ends(void) {
  if (compiling_now) {
    fputs("double: the compiler's destructors run while it compiles\n", stderr);
    abort();
  }
}

static CUresult compile_now(context *c, const char *text, char *log, size_t room, ptx_module **out);
static CUresult compile(context *c, const char *text, char *log, size_t room, ptx_module **out) {
  static bool loaded;
  if (!loaded) atexit(compiler_ends);
  loaded = true;
  compiling_now++;
  const char *ms = getenv("DOUBLE_COMPILES");
  if (ms) { // others need not wait for it
    pthread_mutex_unlock(&mu);
    usleep((unsigned)atoi(ms) * 1000);
    pthread_mutex_lock(&mu);
  }
  CUresult r = compile_now(c, text, log, room, out);
  compiling_now--;
  return r;
}
static CUresult compile_now(context *c, const char *text, char *log, size_t room,
                            ptx_module **out) {
  ptx_host = &memory_of_kernels;
  compiling = c->dev;
  *out = NULL;
  ptx_module *m = ptx_read(text, log, room);
  if (!m) return INVALID_PTX;
  if (ptx_version(m) > newest_ptx()) {
    snprintf(log, room,
             "ptxas application ptx input, line 1; fatal   : Unsupported .version %d.%d; current "
             "version is '%d.%d'",
             ptx_version(m) / 10, ptx_version(m) % 10, newest_ptx() / 10, newest_ptx() % 10);
    ptx_drop(m);
    return UNSUPPORTED_PTX_VERSION;
  }
  if (ptx_target(m) > c->dev->sm) {
    snprintf(log, room,
             "ptxas application ptx input, line 2; fatal   : SM version specified by .target is "
             "higher than default SM version assumed");
    ptx_drop(m);
    return INVALID_PTX;
  }
  *out = m;
  return OK;
}

// code_for returns the PTX in an ELF file, which the double of ptxas puts there after the header, if
// the file is machine code that runs on the device: of the same major number, and not newer.
static const char *code_for(const device *d, const void *image, CUresult *why) {
  const unsigned char *header = image;
  int sm = header[48], machine = header[18] | header[19] << 8;
  *why = machine == 190 ? NO_BINARY_FOR_GPU : INVALID_IMAGE;
  return machine == 190 && sm / 10 == d->sm / 10 && sm <= d->sm ? (const char *)image + 64 : NULL;
}

CUresult cuModuleLoadDataEx(module **out, const void *image, unsigned n, int *options,
                            void **values) {
  ENTER;
  const char *text = image;
  char *log = NULL, own[1024] = "";
  size_t room = 0;
  for (unsigned i = 0; i < n; i++) {
    if (options[i] == 5) log = values[i];
    if (options[i] == 6) room = (size_t)(uintptr_t)values[i];
  }
  if (!log || !room) log = own, room = sizeof own;
  if (text[0] == 127 && !(text = code_for(c->dev, image, &e))) return unlock(e);
  ptx_module *p;
  e = compile(c, text, log, room, &p);
  if (e) return unlock(e);
  drain_context(c); // whose memory changes
  *out = calloc(1, sizeof **out);
  **out = (module){.magic = MODULE, .alive = true, .ctx = c, .ptx = p};
  return unlock(OK);
}
CUresult cuModuleLoadData(module **out, const void *image) {
  return cuModuleLoadDataEx(out, image, 0, NULL, NULL);
}
#define MODULE_OF(m_)                                                                              \
  if (!(m_) || (m_)->magic != MODULE || !(m_)->alive) return unlock(INVALID_HANDLE)
CUresult cuModuleUnload(module *m) {
  ENTER;
  MODULE_OF(m);
  drain_context(c);
  m->alive = false; // and its functions with it
  ptx_drop(m->ptx);
  return unlock(OK);
}
CUresult cuModuleGetFunction(function **out, module *m, const char *name) {
  ENTER;
  MODULE_OF(m);
  ptx_func *f = ptx_kernel(m->ptx, name);
  if (!f) return unlock(NOT_FOUND);
  for (int i = 0; i < m->nf; i++)
    if (m->f[i]->f == f) return *out = m->f[i], unlock(OK);
  if (m->nf == 256) return unlock(OUT_OF_MEMORY);
  *out = m->f[m->nf++] = calloc(1, sizeof **out);
  **out = (function){FUNCTION, m, f, 48 << 10};
  return unlock(OK);
}
CUresult cuModuleGetGlobal_v2(CUdeviceptr *p, size_t *n, module *m, const char *name) {
  ENTER;
  MODULE_OF(m);
  size_t size;
  uint64_t a = ptx_variable(m->ptx, name, &size);
  if (!a) return unlock(NOT_FOUND);
  if (p) *p = a;
  if (n) *n = size;
  return unlock(OK);
}
#define FUNCTION_OF(f_)                                                                            \
  if (!(f_) || (f_)->magic != FUNCTION || !(f_)->m->alive || (f_)->m->ctx != c)                    \
  return unlock(INVALID_HANDLE)
CUresult cuFuncGetAttribute(int *v, int a, function *f) {
  ENTER;
  FUNCTION_OF(f);
  switch (a) {
  case 0:
    *v = ptx_max_threads(f->f);
    break;
  case 1:
    *v = (int)ptx_shared(f->f);
    break;
  case 2:
    *v = (int)ptx_constants(f->m->ptx);
    break;
  case 3:
    *v = (int)ptx_local(f->f);
    break;
  case 4:
    *v = ptx_registers(f->f);
    break;
  case 5:
    *v = ptx_version(f->m->ptx);
    break;
  case 6:
    *v = c->dev->sm;
    break;
  case 8:
    *v = f->dynamic;
    break;
  default:
    return unlock(INVALID_VALUE);
  }
  return unlock(OK);
}
// The shared memory of a multiprocessor, of which the driver reserves some for each block.
enum { SHARED_OPT_IN = 232448, SHARED_SM = 233472, SHARED_RESERVED = 1024 };
CUresult cuFuncSetAttribute(function *f, int a, int v) {
  ENTER;
  FUNCTION_OF(f);
  if (a != 8 || v < 0 || (size_t)v + ptx_shared(f->f) > SHARED_OPT_IN) return unlock(INVALID_VALUE);
  f->dynamic = v;
  return unlock(OK);
}
static int resident(function *f, int block, size_t shared) {
  int n = 2048 / ((block + 31) / 32 * 32);
  size_t s = ptx_shared(f->f) + shared + SHARED_RESERVED;
  if (s > (48 << 10) + SHARED_RESERVED && shared > (size_t)f->dynamic) return 0; // no opt-in
  if (SHARED_SM / s < (size_t)n) n = (int)(SHARED_SM / s);
  return n > 32 ? 32 : n;
}
CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *n, function *f, int blocks, int block) {
  ENTER;
  FUNCTION_OF(f);
  if (blocks <= 0 || block <= 0 || block > 1024) return unlock(INVALID_VALUE);
  size_t each = SHARED_SM / (size_t)blocks;
  each = each > SHARED_RESERVED ? each - SHARED_RESERVED : 0;
  if (each > SHARED_OPT_IN) each = SHARED_OPT_IN;
  *n = each > ptx_shared(f->f) ? each - ptx_shared(f->f) : 0;
  return unlock(OK);
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n, function *f, int block,
                                                     size_t shared) {
  ENTER;
  FUNCTION_OF(f);
  if (block <= 0 || block > 1024) return unlock(INVALID_VALUE);
  *n = resident(f, block, shared);
  return unlock(OK);
}

static CUresult launch(function *f, const unsigned g[3], const unsigned b[3], unsigned shared,
                       void *h, void **params, void **extra, bool together,
                       const unsigned cluster[3]) {
  ENTER;
  FUNCTION_OF(f);
  STREAM_OF(h);
  uint64_t threads = (uint64_t)b[0] * b[1] * b[2];
  if (!g[0] || !g[1] || !g[2] || !threads || threads > 1024 || b[2] > 64 || g[1] > 65535 ||
      g[2] > 65535 || g[0] > 2147483647 || extra)
    return unlock(INVALID_VALUE);
  if (threads > (uint64_t)ptx_max_threads(f->f)) return unlock(LAUNCH_OUT_OF_RESOURCES);
  if (shared + ptx_shared(f->f) > (48 << 10) && shared > (unsigned)f->dynamic)
    return unlock(INVALID_VALUE);
  if (shared + ptx_shared(f->f) > SHARED_OPT_IN) return unlock(INVALID_VALUE);
  if (together && (uint64_t)g[0] * g[1] * g[2] > 4u * (uint64_t)resident(f, (int)threads, shared))
    return unlock(COOPERATIVE_TOO_LARGE);
  unsigned blocks = 1;
  for (int k = 0; cluster && k < 3; k++) {
    if (!cluster[k] || g[k] % cluster[k]) return unlock(INVALID_CLUSTER_SIZE);
    blocks *= cluster[k];
  }
  if (blocks > 8) return unlock(INVALID_CLUSTER_SIZE);
  size_t at = 0;
  char *block = calloc(1, ptx_param_block(f->f, 0, &at) + 1);
  for (int i = 0; ptx_param_size(f->f, i); i++) {
    if (!params || !params[i]) {
      free(block);
      return unlock(INVALID_VALUE);
    }
    ptx_param_block(f->f, i, &at);
    memcpy(block + at, params[i], ptx_param_size(f->f, i));
  }
  op *o = enqueue(s, LAUNCH);
  o->launch = (struct ptx_launch){
      f->f, {g[0], g[1], g[2]}, {b[0], b[1], b[2]}, shared, block, together, {0}};
  if (cluster) memcpy(o->launch.cluster, cluster, sizeof o->launch.cluster);
  compiling = c->dev; // whose memory malloc in kernels takes
  fixed_limit[FIFO] |= ptx_calls(f->m->ptx, "vprintf");
  fixed_limit[HEAP] |= ptx_calls(f->m->ptx, "malloc");
  return unlock(OK);
}
CUresult cuLaunchKernel(function *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                        unsigned by, unsigned bz, unsigned shared, void *h, void **params,
                        void **extra) {
  return launch(f, (unsigned[]){gx, gy, gz}, (unsigned[]){bx, by, bz}, shared, h, params, extra,
                false, NULL);
}
CUresult cuLaunchCooperativeKernel(function *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                                   unsigned by, unsigned bz, unsigned shared, void *h,
                                   void **params) {
  return launch(f, (unsigned[]){gx, gy, gz}, (unsigned[]){bx, by, bz}, shared, h, params, NULL,
                true, NULL);
}
struct launch_attribute {
  int id, pad;
  union {
    char pad[64];
    int cooperative;
    unsigned cluster[3];
  } value;
};
struct launch_config {
  unsigned grid[3], block[3], shared;
  void *stream;
  struct launch_attribute *attributes;
  unsigned count;
};
CUresult cuLaunchKernelEx(const struct launch_config *c, function *f, void **params, void **extra) {
  bool together = false;
  const unsigned *cluster = NULL;
  for (unsigned i = 0; i < c->count; i++) {
    const struct launch_attribute *a = &c->attributes[i];
    if (a->id != 2 && a->id != 4) return INVALID_VALUE; // COOPERATIVE, CLUSTER_DIMENSION
    if (a->id == 2) together = a->value.cooperative;
    if (a->id == 4) cluster = a->value.cluster;
  }
  return launch(f, c->grid, c->block, c->shared, c->stream, params, extra, together, cluster);
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Device, host and managed memory; copies and fills.

#define _GNU_SOURCE
#include "shim.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE 4096u

// ---- the table of allocations ----

// Sorted by address; readers share the lock.
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static gh_alloc *table;
static size_t count, room;
static atomic_ulong version = 1;
static atomic_ulong next_id;

static size_t upper(uintptr_t p) {
  size_t lo = 0, hi = count;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (table[mid].start <= p)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

bool gh_find_alloc(const void *p, gh_alloc *out) {
  bool found = false;
  pthread_rwlock_rdlock(&table_lock);
  size_t i = upper((uintptr_t)p);
  if (i > 0 && (uintptr_t)p - table[i - 1].start < table[i - 1].size) {
    *out = table[i - 1];
    found = true;
  }
  pthread_rwlock_unlock(&table_lock);
  return found;
}

// The index of the first registration that lies within size bytes at start, or count.
static size_t registered_within(uintptr_t start, size_t size) {
  size_t i = upper(start);
  if (i > 0 && table[i - 1].start == start) i--;
  for (; i < count && table[i].start - start < size; i++)
    if (table[i].kind == GH_REGISTERED && table[i].size <= size - (table[i].start - start))
      return i;
  return count;
}

bool gh_find_registered(const void *start, size_t size, gh_alloc *out) {
  pthread_rwlock_rdlock(&table_lock);
  size_t i = registered_within((uintptr_t)start, size);
  bool found = i < count;
  if (found) *out = table[i];
  pthread_rwlock_unlock(&table_lock);
  return found;
}

hipError_t gh_track(const gh_alloc *a) {
  hipError_t e = hipSuccess;
  pthread_rwlock_wrlock(&table_lock);
  size_t i = upper(a->start);
  if ((i > 0 && a->start - table[i - 1].start < table[i - 1].size) ||
      (i < count && table[i].start - a->start < a->size)) {
    e = hipErrorHostMemoryAlreadyRegistered;
  } else {
    if (count == room) {
      size_t n = room ? room * 2 : 256;
      gh_alloc *t = realloc(table, n * sizeof *t);
      if (t) table = t, room = n;
    }
    if (count == room) {
      e = hipErrorOutOfMemory;
    } else {
      memmove(table + i + 1, table + i, (count - i) * sizeof *table);
      table[i] = *a;
      table[i].id = atomic_fetch_add(&next_id, 1) + 1;
      count++;
      atomic_fetch_add(&version, 1);
    }
  }
  pthread_rwlock_unlock(&table_lock);
  return e;
}

bool gh_untrack(const void *start, gh_alloc *out) {
  bool found = false;
  pthread_rwlock_wrlock(&table_lock);
  size_t i = upper((uintptr_t)start);
  if (i > 0 && table[i - 1].start == (uintptr_t)start) {
    *out = table[i - 1];
    memmove(table + i - 1, table + i, (count - i) * sizeof *table);
    count--;
    atomic_fetch_add(&version, 1);
    found = true;
  }
  pthread_rwlock_unlock(&table_lock);
  return found;
}

bool gh_update_alloc(const gh_alloc *a) {
  bool found = false;
  pthread_rwlock_wrlock(&table_lock);
  size_t i = upper(a->start);
  if (i > 0 && table[i - 1].start == a->start) {
    table[i - 1] = *a;
    found = true;
  }
  pthread_rwlock_unlock(&table_lock);
  return found;
}

unsigned long gh_alloc_version(void) {
  return atomic_load_explicit(&version, memory_order_acquire);
}

// The SVM allocations of a device, for the exec-info of its kernels.
size_t gh_alloc_pointers(gh_device *d, void **out, size_t n) {
  size_t got = 0;
  pthread_rwlock_rdlock(&table_lock);
  for (size_t i = 0; i < count; i++)
    if (table[i].device == d->ordinal && table[i].kind != GH_REGISTERED) {
      if (got < n) out[got] = (void *)table[i].start;
      got++;
    }
  pthread_rwlock_unlock(&table_lock);
  return got;
}

// ---- allocation ----

// The device memory that an allocation takes. Memory of the host, and managed memory that may be
// moved there, does not count.
static size_t share(uint32_t kind, size_t size) {
  return kind == GH_HOST || kind == GH_MANAGED ? 0 : size;
}

hipError_t gh_alloc_memory(gh_device *d, uint32_t kind, uint32_t flags, size_t size, void **out) {
  *out = NULL;
  hipError_t e = gh_device_error(d);
  if (UNLIKELY(e != hipSuccess)) return e;
  size_t mine = share(kind, size);
  size_t used = atomic_fetch_add(&d->used_memory, mine) + mine;
  void *p = NULL;
  e = hipErrorOutOfMemory;
  if (d->drv->compiles_modules &&
      UNLIKELY(!atomic_load_explicit(&d->prefetched, memory_order_relaxed)))
    gh_prefetch(d);
  if (!d->drv->unlimited || (size && size <= SIZE_MAX / 2 && (!mine || used <= d->total_memory)))
    e = d->drv->alloc(d, kind, flags, size, &p);
  if (!p) {
    atomic_fetch_sub(&d->used_memory, mine);
    return e;
  }
  gh_alloc a = {
      .start = (uintptr_t)p, .size = size, .kind = kind, .flags = flags, .device = d->ordinal};
  e = gh_track(&a);
  if (e != hipSuccess) {
    d->drv->free(d, &a);
    atomic_fetch_sub(&d->used_memory, mine);
    return hipErrorOutOfMemory;
  }
  *out = p;
  return hipSuccess;
}

hipError_t gh_free_memory(void *p) {
  gh_alloc a;
  if (!gh_find_alloc(p, &a) || a.start != (uintptr_t)p || a.kind == GH_REGISTERED ||
      a.kind == GH_MAPPED || a.kind == GH_EXTERNAL)
    return hipErrorInvalidValue;
  if (UNLIKELY(a.graph)) return gh_go.graph_freed(p);
  if (!gh_untrack(p, &a)) return hipErrorInvalidValue;
  gh_device *d = gh_shared.devices[a.device];
  if (a.pool) gh_go.pool_freed(a.pool, p, a.size);
  d->drv->free(d, &a);
  atomic_fetch_sub(&d->used_memory, share(a.kind, a.size));
  return hipSuccess;
}

// Frees what the program allocated on a device and did not free.
void gh_free_all(gh_device *d) {
  for (;;) {
    void *p = NULL;
    pthread_rwlock_rdlock(&table_lock);
    for (size_t i = 0; i < count && !p; i++)
      if (table[i].device == d->ordinal && table[i].kind <= GH_MANAGED) p = (void *)table[i].start;
    pthread_rwlock_unlock(&table_lock);
    if (!p || gh_free_memory(p) != hipSuccess) return;
  }
}

// Stream-ordered memory of a device whose driver has it.
hipError_t gh_alloc_async(gh_stream *s, void *pool, size_t size, void **out) {
  gh_device *d = s->dev;
  hipError_t e = d->drv->alloc_async(s, pool, size, out);
  if (e != hipSuccess) return e;
  gh_alloc a = {.start = (uintptr_t)*out,
                .size = size,
                .kind = GH_DEVICE,
                .device = d->ordinal,
                .async = true};
  e = gh_track(&a);
  if (e != hipSuccess)
    d->drv->free_async(s, *out);
  else
    atomic_fetch_add(&d->used_memory, size);
  return e;
}

hipError_t gh_free_async(gh_stream *s, void *p) {
  gh_alloc a;
  if (!gh_find_alloc(p, &a) || a.start != (uintptr_t)p) return hipErrorInvalidValue;
  if (!a.async) { // of hipMalloc: the driver has no stream-ordered free for it
    hipError_t e = gh_finish(s);
    return e != hipSuccess ? e : gh_free_memory(p);
  }
  if (!gh_untrack(p, &a)) return hipErrorInvalidValue;
  if (a.pool) gh_go.pool_freed(a.pool, p, a.size);
  atomic_fetch_sub(&s->dev->used_memory, a.size);
  return s->dev->drv->free_async(s, p);
}

bool gh_mapped(const void *p, size_t size) {
  uintptr_t from = (uintptr_t)p & ~((uintptr_t)PAGE - 1);
  // This writes nothing back, but fails if there are unmapped pages.
  return msync((void *)from, (uintptr_t)p + size - from, MS_ASYNC) == 0;
}

hipError_t gh_host_register(gh_device *d, void *p, size_t size, uint32_t flags) {
  return d->drv->host_register(d, p, size, flags);
}

hipError_t gh_host_unregister(gh_device *d, void *p) { return d->drv->host_unregister(d, p); }

// Where the driver compiles, a program's first allocation compiles its kernels, so that no launch that it
// times does: hipModuleLoad and CUDA's eager loading compile early as well. The program holds no lock of
// this library here.
static void compile_in_advance(gh_device *d) {
  if (!d->drv->compiles_modules ||
      LIKELY(atomic_load_explicit(&d->prefetched, memory_order_relaxed)) || !gh_prefetch(d))
    return;
  gh_go.settle();
  atomic_store(&d->prefetched, 2);
}

static hipError_t allocate(void **ptr, size_t size, uint32_t kind, uint32_t flags) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_without_device(NULL, e);
  if (!ptr) return gh_done(hipErrorInvalidValue);
  if ((e = gh_capture_guard()) != hipSuccess) return gh_done(e);
  if (size == 0) {
    *ptr = NULL;
    return hipSuccess;
  }
  gh_device *d = gh_device_now();
  compile_in_advance(d);
  return gh_done(gh_alloc_memory(d, kind, flags, size, ptr));
}

hipError_t hipMalloc(void **ptr, size_t size) { return allocate(ptr, size, GH_DEVICE, 0); }

hipError_t hipExtMallocWithFlags(void **ptr, size_t size, unsigned flags) {
  if (flags > hipDeviceMallocContiguous) return gh_done(hipErrorInvalidValue);
  if (flags == hipMallocSignalMemory && size != 8) return gh_done(hipErrorInvalidValue);
  return allocate(ptr, size, GH_DEVICE, flags);
}

static hipError_t host_alloc(void **ptr, size_t size, unsigned flags) {
  const unsigned coherence = hipHostMallocCoherent | hipHostMallocNonCoherent;
  const unsigned known = hipHostMallocPortable | hipHostMallocMapped | hipHostMallocWriteCombined |
                         hipHostMallocNumaUser | coherence;
  if (flags & ~known || (flags & coherence) == coherence) return gh_done(hipErrorInvalidValue);
  return allocate(ptr, size, GH_HOST, flags);
}

hipError_t hipHostMalloc(void **ptr, size_t size, unsigned flags) {
  return host_alloc(ptr, size, flags);
}
hipError_t hipHostAlloc(void **ptr, size_t size, unsigned flags) {
  return host_alloc(ptr, size, flags);
}
hipError_t hipExtHostAlloc(void **ptr, size_t size, unsigned flags) {
  return host_alloc(ptr, size, flags);
}
hipError_t hipMallocHost(void **ptr, size_t size) { return host_alloc(ptr, size, 0); }
hipError_t hipMemAllocHost(void **ptr, size_t size) { return host_alloc(ptr, size, 0); }

hipError_t hipMallocManaged(void **ptr, size_t size, unsigned flags) {
  if (!size || (flags != hipMemAttachGlobal && flags != hipMemAttachHost))
    return gh_done(hipErrorInvalidValue);
  return allocate(ptr, size, GH_MANAGED, flags);
}

hipError_t hipFree(void *ptr) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  if (!ptr) return hipSuccess;
  if ((e = gh_capture_guard()) != hipSuccess) return gh_done(e);
  gh_alloc a;
  if (gh_find_alloc(ptr, &a) && a.kind == GH_EXTERNAL)
    return gh_done(gh_finish_device(gh_shared.devices[a.device]));
  if (!gh_find_alloc(ptr, &a) || a.start != (uintptr_t)ptr || a.kind == GH_REGISTERED ||
      a.kind >= GH_ARRAY)
    return gh_done(hipErrorInvalidValue);
  gh_device *d = gh_shared.devices[a.device];
  if (!d->drv->free_waits) gh_finish_device(d);
  return gh_done(gh_free_memory(ptr));
}

static hipError_t host_free(void *ptr) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  if (!ptr) return hipSuccess;
  gh_alloc a;
  if (!gh_find_alloc(ptr, &a) || a.start != (uintptr_t)ptr || a.kind != GH_HOST)
    return gh_done(hipErrorInvalidValue);
  gh_device *d = gh_shared.devices[a.device];
  if (!d->drv->free_waits) gh_finish_device(d);
  return gh_done(gh_free_memory(ptr));
}

hipError_t hipHostFree(void *ptr) { return host_free(ptr); }
hipError_t hipFreeHost(void *ptr) { return host_free(ptr); }

// ---- copies ----

// A range that starts in an allocation must not extend beyond its end. Other pointers are the
// program's own memory, unless they belonged to an allocation that was freed.
static hipError_t check_range(const void *p, size_t size, gh_alloc *a, bool *known) {
  *known = gh_find_alloc(p, a);
  if (!*known) return gh_in_arena(p) ? hipErrorInvalidValue : hipSuccess;
  gh_alloc last = *a;
  while ((uintptr_t)p - last.start + size > last.size) {
    // Adjacent mappings form one range.
    if (last.kind != GH_MAPPED || !gh_find_alloc((char *)last.start + last.size, &last) ||
        last.kind != GH_MAPPED)
      return hipErrorInvalidValue;
    size -= last.start - (uintptr_t)p;
    p = (const void *)last.start;
  }
  return hipSuccess;
}

hipError_t gh_check_copy(void *dst, const void *src, size_t size, int kind, gh_copy_ends *ends) {
  if (!dst || !src) return hipErrorInvalidValue;
  if ((unsigned)kind > hipMemcpyDefault && kind != hipMemcpyDeviceToDeviceNoCU)
    return hipErrorInvalidMemcpyDirection;
  gh_alloc a, b;
  bool ka, kb;
  hipError_t e = check_range(dst, size, &a, &ka);
  if (e == hipSuccess) e = check_range(src, size, &b, &kb);
  if (e != hipSuccess) return e;
  // Plain host memory where the direction says device memory; the other way round
  // is what unified addressing allows.
  bool wants_device_dst = kind == hipMemcpyHostToDevice || kind == hipMemcpyDeviceToDevice;
  bool wants_device_src = kind == hipMemcpyDeviceToHost || kind == hipMemcpyDeviceToDevice;
  if ((wants_device_dst && !ka) || (wants_device_src && !kb)) {
    // Addresses of device variables are not in the table; with the model GH_MEM_SYSTEM the device
    // accesses them like any host memory.
    if (gh_device_now()->model != GH_MEM_SYSTEM) {
      *ends = (gh_copy_ends){!kb && !wants_device_src, !ka && !wants_device_dst, false};
      return hipSuccess;
    }
  }
  *ends = (gh_copy_ends){!kb, !ka, ka && kb && gh_within_device(&a, &b)};
  return hipSuccess;
}

// Source and destination may overlap in a copy within one allocation.
void gh_host_copy(void *dst, const void *src, size_t n) {
  if ((char *)dst < (const char *)src + n && (const char *)src < (char *)dst + n)
    memmove(dst, src, n);
  else
    memcpy(dst, src, n);
}

static bool both_known(const void *a, const void *b) {
  gh_alloc found;
  return gh_find_alloc(a, &found) && gh_find_alloc(b, &found);
}

static hipError_t sync_copy(void *dst, const void *src, size_t size, int kind) {
  hipError_t e = gh_ready();
  if (e == hipSuccess && UNLIKELY((e = gh_capture_guard_null()) != hipSuccess)) return e;
  if (e != hipSuccess) return e;
  if (size == 0) return hipSuccess;
  gh_copy_ends ends;
  e = gh_check_copy(dst, src, size, kind, &ends);
  if (e != hipSuccess) return e;
  if (dst == src) return hipSuccess;
  gh_device *d = gh_device_now();
  if (d->drv->copy_sync && !ends.on_device) return d->drv->copy_sync(d, dst, src, size, &ends);
  // The host need not wait for a copy within the device, nor for an asynchronous one of memory that
  // the runtime did not allocate. A driver that orders streams orders all others, too, and returns
  // before they are done if it may.
  gh_stream *s;
  if ((e = gh_stream_of(NULL, &s)) != hipSuccess) return e;
  gh_op op = {.kind = GH_OP_COPY, .u.copy = {(void *)dst, src, size, kind}};
  e = gh_submit(s, &op);
  bool waits = !ends.on_device && (kind != hipMemcpyDeviceToDevice || both_known(dst, src));
  return e == hipSuccess && waits ? gh_finish(s) : e;
}

hipError_t hipMemcpy(void *dst, const void *src, size_t size, hipMemcpyKind kind) {
  return gh_done(sync_copy(dst, src, size, kind));
}

hipError_t hipMemcpyAsync(void *dst, const void *src, size_t size, hipMemcpyKind kind,
                          hipStream_t h) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  gh_stream *s;
  e = gh_stream_of(h, &s);
  if (e != hipSuccess) return gh_done(e);
  if (size == 0) return hipSuccess;
  if (!dst || !src) return gh_done(hipErrorInvalidValue);
  if ((unsigned)kind > hipMemcpyDefault && kind != hipMemcpyDeviceToDeviceNoCU)
    return gh_done(hipErrorInvalidMemcpyDirection);
  gh_op op = {.kind = GH_OP_COPY, .u.copy = {dst, src, size, kind}};
  e = gh_submit(s, &op);
  // HIP documents that a copy from host to host is complete when the call returns.
  if (e == hipSuccess && kind == hipMemcpyHostToHost && !atomic_load(&s->capture)) e = gh_finish(s);
  return gh_done(e);
}

hipError_t hipMemcpyWithStream(void *dst, const void *src, size_t size, hipMemcpyKind kind,
                               hipStream_t h) {
  hipError_t e = hipMemcpyAsync(dst, src, size, kind, h);
  if (e != hipSuccess) return e;
  gh_stream *s;
  if ((e = gh_stream_of(h, &s)) != hipSuccess || atomic_load(&s->capture)) return gh_done(e);
  return hipStreamSynchronize(h);
}

hipError_t hipMemcpyHtoD(hipDeviceptr_t dst, const void *src, size_t n) {
  return hipMemcpy(dst, src, n, hipMemcpyHostToDevice);
}
hipError_t hipMemcpyDtoH(void *dst, hipDeviceptr_t src, size_t n) {
  return hipMemcpy(dst, src, n, hipMemcpyDeviceToHost);
}
hipError_t hipMemcpyDtoD(hipDeviceptr_t dst, hipDeviceptr_t src, size_t n) {
  return hipMemcpy(dst, src, n, hipMemcpyDeviceToDevice);
}
hipError_t hipMemcpyHtoDAsync(hipDeviceptr_t dst, const void *src, size_t n, hipStream_t s) {
  return hipMemcpyAsync(dst, src, n, hipMemcpyHostToDevice, s);
}
hipError_t hipMemcpyDtoHAsync(void *dst, hipDeviceptr_t src, size_t n, hipStream_t s) {
  return hipMemcpyAsync(dst, src, n, hipMemcpyDeviceToHost, s);
}
hipError_t hipMemcpyDtoDAsync(hipDeviceptr_t dst, hipDeviceptr_t src, size_t n, hipStream_t s) {
  return hipMemcpyAsync(dst, src, n, hipMemcpyDeviceToDevice, s);
}

void gh_do_copy3d(const gh_copy3d *c) {
  if (c->width == c->dst_pitch && c->width == c->src_pitch &&
      (c->depth == 1 || (c->dst_slice == c->width * c->height && c->src_slice == c->dst_slice))) {
    gh_host_copy(c->dst, c->src, c->width * c->height * c->depth);
    return;
  }
  for (size_t z = 0; z < c->depth; z++)
    for (size_t y = 0; y < c->height; y++)
      memmove(c->dst + z * c->dst_slice + y * c->dst_pitch,
              c->src + z * c->src_slice + y * c->src_pitch, c->width);
}

// ---- fills ----

static void fill_row(char *dst, uint32_t value, uint32_t elem, size_t n) {
  if (elem == 1) {
    memset(dst, (int)(value & 0xff), n);
  } else if (elem == 2) {
    uint16_t v = (uint16_t)value;
    for (size_t i = 0; i < n; i++) memcpy(dst + 2 * i, &v, 2);
  } else {
    for (size_t i = 0; i < n; i++) memcpy(dst + 4 * i, &value, 4);
  }
}

void gh_do_fill(const gh_fill *f) {
  for (size_t z = 0; z < f->depth; z++)
    for (size_t y = 0; y < f->height; y++)
      fill_row(f->dst + z * f->slice + y * f->pitch, f->value, f->elem, f->width);
}

static hipError_t fill(void *dst, uint32_t value, uint32_t elem, size_t n, hipStream_t h,
                       bool async) {
  hipError_t e = gh_ready();
  if (e != hipSuccess) return gh_done(e);
  gh_stream *s;
  if ((e = gh_stream_of(h, &s)) != hipSuccess) return gh_done(e);
  if (!async && (e = gh_capture_guard_null()) != hipSuccess) return gh_done(e);
  if (n == 0) return hipSuccess;
  if (!dst) return gh_done(hipErrorInvalidValue);
  gh_alloc a;
  bool known;
  e = check_range(dst, n * elem, &a, &known);
  if (e != hipSuccess || (!known && !s->dev->drv->foreign_memory))
    return gh_done(hipErrorInvalidValue);
  if ((uintptr_t)dst % elem) return gh_done(hipErrorInvalidValue);
  gh_op op = {
      .kind = GH_OP_FILL,
      .u.fill = {.dst = dst, .width = n, .height = 1, .depth = 1, .value = value, .elem = elem}};
  e = gh_submit(s, &op);
  // A fill of host memory is complete when the call returns.
  if (e == hipSuccess && !async && !(known && gh_on_device(&a)))
    e = s->legacy ? gh_finish_null(s->dev) : gh_finish(s);
  return gh_done(e);
}

hipError_t hipMemset(void *dst, int value, size_t n) {
  return fill(dst, (uint8_t)value, 1, n, NULL, false);
}
hipError_t hipMemsetD8(hipDeviceptr_t dst, unsigned char value, size_t n) {
  return fill(dst, value, 1, n, NULL, false);
}
hipError_t hipMemsetD16(hipDeviceptr_t dst, unsigned short value, size_t n) {
  return fill(dst, value, 2, n, NULL, false);
}
hipError_t hipMemsetD32(hipDeviceptr_t dst, int value, size_t n) {
  return fill(dst, (uint32_t)value, 4, n, NULL, false);
}
hipError_t hipMemsetAsync(void *dst, int value, size_t n, hipStream_t s) {
  return fill(dst, (uint8_t)value, 1, n, s, true);
}
hipError_t hipMemsetD8Async(hipDeviceptr_t dst, unsigned char value, size_t n, hipStream_t s) {
  return fill(dst, value, 1, n, s, true);
}
hipError_t hipMemsetD16Async(hipDeviceptr_t dst, unsigned short value, size_t n, hipStream_t s) {
  return fill(dst, value, 2, n, s, true);
}
hipError_t hipMemsetD32Async(hipDeviceptr_t dst, int value, size_t n, hipStream_t s) {
  return fill(dst, (uint32_t)value, 4, n, s, true);
}

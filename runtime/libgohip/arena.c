// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Memory for devices that use the host's own: whole pages out of one address region. A kernel that
// writes past the end of a buffer, which goes unnoticed on a GPU, then hits other buffers or unused
// pages, not malloc's bookkeeping or the process's own data.

#define _GNU_SOURCE
#include "sanitizer.h"
#include "shim.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE ((size_t)4096)
#define BORDER ((size_t)2 << 20)      // bytes before the first block that are never allocated
#define KEEP_BELOW ((size_t)32 << 20) // bytes: freed blocks up to this size keep their pages

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uintptr_t region, region_end;
static bool tried;

// Free extents, by address; neighbours are merged.
static struct extent {
  uintptr_t start, end;
} *extents;
static size_t count, room;

static bool insert(size_t i, struct extent e) {
  if (count == room) {
    size_t n = room ? 2 * room : 64;
    struct extent *t = realloc(extents, n * sizeof *t);
    if (!t) return false;
    extents = t;
    room = n;
  }
  memmove(extents + i + 1, extents + i, (count - i) * sizeof *extents);
  extents[i] = e;
  count++;
  return true;
}

static void drop(size_t i) {
  count--;
  memmove(extents + i, extents + i + 1, (count - i) * sizeof *extents);
}

static void open_region(size_t memory) {
  tried = true;
  // Address space is cheap: reserve so much that fragmentation does not matter.
  for (size_t size = 4 * memory; size >= memory / 4 && size > 2 * BORDER; size /= 2) {
    void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                   -1, 0);
    if (p == MAP_FAILED) continue;
    region = (uintptr_t)p;
    region_end = (region + size) & ~(PAGE - 1);
    insert(0, (struct extent){region + BORDER, region_end - BORDER});
    return;
  }
}

// Allocates whole pages, or returns NULL. The region is sized for a device with so much memory.
void *gh_arena_alloc(size_t size, size_t align, size_t memory) {
  size = (size + PAGE - 1) & ~(PAGE - 1);
  if (align < PAGE) align = PAGE;
  void *out = NULL;
  pthread_mutex_lock(&lock);
  if (!tried) open_region(memory);
  for (size_t i = 0; i < count; i++) {
    struct extent e = extents[i];
    uintptr_t at = (e.start + align - 1) & ~(align - 1);
    if (at < e.start || at > e.end || e.end - at < size) continue;
    struct extent rest = {at + size, e.end};
    if (at > e.start && rest.start < rest.end) { // out of the middle
      if (!insert(i + 1, rest)) break;
      extents[i].end = at;
    } else if (at > e.start) {
      extents[i].end = at;
    } else if (rest.start < rest.end) {
      extents[i] = rest;
    } else {
      drop(i);
    }
    out = (void *)at;
    break;
  }
  pthread_mutex_unlock(&lock);
  return out;
}

bool gh_in_arena(const void *p) { return (uintptr_t)p >= region && (uintptr_t)p < region_end; }

// Frees a block; false if it is not the arena's.
bool gh_arena_free(void *p, size_t size) {
  uintptr_t at = (uintptr_t)p;
  if (!gh_in_arena(p)) return false;
  size = (size + PAGE - 1) & ~(PAGE - 1);
  if (size > KEEP_BELOW) madvise(p, size, MADV_DONTNEED);
  struct extent e = {at, at + size};
  pthread_mutex_lock(&lock);
  size_t lo = 0, hi = count;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (extents[mid].start < at)
      lo = mid + 1;
    else
      hi = mid;
  }
  bool before = lo > 0 && extents[lo - 1].end == e.start;
  bool after = lo < count && extents[lo].start == e.end;
  if (before && after) {
    extents[lo - 1].end = extents[lo].end;
    drop(lo);
  } else if (before) {
    extents[lo - 1].end = e.end;
  } else if (after) {
    extents[lo].start = e.start;
  } else {
    insert(lo, e); // without room for it the addresses are lost, no more
  }
  pthread_mutex_unlock(&lock);
  return true;
}

// ---- the allocations of such a device ----

#define HUGE_PAGE ((size_t)2 << 20)
#define HUGE_FROM ((size_t)4 << 20) // bytes: allocations of this size and more use huge pages

// The size of a block: whole pages, and with the address sanitizer a poisoned one after it.
static size_t pages_of(size_t size) {
  return ((size + PAGE - 1) & ~(PAGE - 1)) + (gh_asan() ? PAGE : 0);
}

// Every block has pages of its own, since it may be shared with other processes. Large ones request
// huge pages, which are populated several times faster. In other HIP runtimes, memory that the host
// can access comes zero-filled from the operating system, and programs rely on that; here it may
// have been another block's before, so it is cleared.
hipError_t gh_system_alloc(uint32_t kind, size_t size, size_t memory, void **out) {
  size_t wanted = size;
  size = pages_of(size);
  void *p = gh_arena_alloc(size, size >= HUGE_FROM ? HUGE_PAGE : PAGE, memory);
  if (!p && posix_memalign(&p, size >= HUGE_FROM ? HUGE_PAGE : PAGE, size) != 0) p = NULL;
  if (!p) return hipErrorOutOfMemory;
  gh_unpoison(p, wanted);
  if (kind != GH_DEVICE && madvise(p, size, MADV_DONTNEED) != 0) memset(p, 0, size);
  if (size >= HUGE_FROM) madvise(p, size & ~(HUGE_PAGE - 1), MADV_HUGEPAGE);
  gh_poison((char *)p + wanted, size - wanted);
  *out = p;
  return hipSuccess;
}

void gh_system_free(const gh_alloc *a) {
  void *p = (void *)a->start;
  if (a->file) { // back to memory of this process alone
    mmap(p, (a->size + PAGE - 1) & ~(PAGE - 1), PROT_READ | PROT_WRITE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (a->file != GH_OF_POOL) close(a->file);
  }
  size_t size = pages_of(a->size);
  if (gh_in_arena(p)) {
    gh_poison(p, size);
    gh_arena_free(p, size);
  } else {
    gh_unpoison(p, size);
    free(p);
  }
}

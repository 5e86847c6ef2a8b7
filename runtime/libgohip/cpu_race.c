// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Races between the work-items of a block, in code that is compiled to tell of its accesses
// (docs/design/cpu.md, "Sanitizers"). Two accesses of different work-items to the same byte, of
// which one writes, must be ordered: by a barrier of the block, by one of the warp if both are of
// the same, or by what one has released and the other has read. It does not matter in which order
// they ran. The clocks are those of FastTrack (Flanagan and Freund, 2009): a work-item's own, and
// what it has seen of the others'.

#define _GNU_SOURCE
#include "cpu_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WARP 64                // the most lanes of a warp
#define NARROW 32              // those of images for warps of 32
#define GRANULE 8              // bytes of memory that a cell is for
#define MOST_RECORDS 128       // accesses that a cell remembers
#define FIRST_CELLS (1u << 12) // of a block
#define MOST_CELLS (1u << 22)  // then what was before is forgotten
#define MOST_RACES 10000       // of a launch: then it is not checked any longer
#define MOST_REPORTS 32        // in a process
#define NO_SANITIZER __attribute__((no_sanitize("thread")))

// An access that has not been ordered before all that may come.
typedef struct record {
  const struct gohip_cpu_place *place;
  uint32_t next; // in its cell, 0 for none
  uint32_t epoch, clock;
  uint16_t item;
  uint8_t bytes; // of the granule, as a mask
  uint8_t kind;  // enum gohip_cpu_access, and SILENT
} record;

enum { SILENT = 64 }; // a store of what was there already

typedef struct cell {
  uintptr_t granule;
  uint32_t generation;
  uint32_t first;
} cell;

// What was released by atomic operations on an address: for each work-item its clock.
typedef struct release {
  uintptr_t address;
  struct release *next;
  uint32_t clock[];
} release;

enum { RELEASE_LISTS = 64 };

struct gh_race {
  uint32_t items, room;
  // Of each work-item: barriers that it has arrived at, its clock, and that at its last fence.
  uint32_t *epoch, *clock, *fence;
  uint32_t (*lanes)[WARP]; // what it has seen of its warp's, and of the one beside it if it has 32
  uint32_t **others;       // and of all, NULL for nothing
  uint32_t latest;         // the epoch of what is remembered
  cell *cells;
  uint32_t ncells, used, generation;
  record *records;
  uint32_t nrecords, records_room;
  release *releases[RELEASE_LISTS];
};

static void forget_releases(gh_race *r) {
  for (int i = 0; i < RELEASE_LISTS; i++)
    while (r->releases[i]) {
      release *next = r->releases[i]->next;
      free(r->releases[i]);
      r->releases[i] = next;
    }
}

static void forget(gh_race *r) {
  forget_releases(r);
  if (++r->generation == 0) {
    memset(r->cells, 0, r->ncells * sizeof *r->cells);
    r->generation = 1;
  }
  r->used = 0;
  r->nrecords = 1; // 0 is none
}

void gh_cpu_free_race(gh_race *r) {
  if (!r) return;
  forget_releases(r);
  for (uint32_t i = 0; i < r->room; i++) free(r->others[i]);
  free(r->epoch);
  free(r->clock);
  free(r->fence);
  free(r->lanes);
  free(r->others);
  free(r->cells);
  free(r->records);
  free(r);
}

static gh_race *new_race(uint32_t items) {
  gh_race *r = calloc(1, sizeof *r);
  if (!r) return NULL;
  r->room = (items + WARP - 1) / WARP * WARP;
  r->epoch = calloc(r->room, sizeof *r->epoch);
  r->clock = calloc(r->room, sizeof *r->clock);
  r->fence = calloc(r->room, sizeof *r->fence);
  r->lanes = calloc(r->room, sizeof *r->lanes);
  r->others = calloc(r->room, sizeof *r->others);
  r->ncells = FIRST_CELLS;
  r->cells = calloc(r->ncells, sizeof *r->cells);
  r->records_room = FIRST_CELLS;
  r->records = malloc(r->records_room * sizeof *r->records);
  if (r->epoch && r->clock && r->fence && r->lanes && r->others && r->cells && r->records) return r;
  if (!r->others) r->room = 0;
  gh_cpu_free_race(r);
  return NULL;
}

static void no_memory(gh_worker *w, gh_race **r) {
  static atomic_bool said;
  gh_cpu_free_race(*r);
  *r = NULL;
  if (!atomic_exchange(&said, true))
    gh_cpu_say("kernel %s: there is no memory to check all blocks for races",
               w->running->kernel->name);
}

// ---- what the kernel tells ----

static void begin(const struct gohip_cpu_launch *l, struct gohip_cpu_block *b) {
  gh_worker *w = gh_cpu_self;
  (void)b;
  if (!w || !w->running) return;
  gh_race **r = gh_cpu_race_of(w);
  uint32_t items = l->block[0] * l->block[1] * l->block[2];
  if (*r && (*r)->room < items) {
    gh_cpu_free_race(*r);
    *r = NULL;
  }
  if (!*r && !(*r = new_race(items))) {
    no_memory(w, r);
    return;
  }
  gh_race *s = *r;
  s->items = items;
  s->latest = 0;
  memset(s->epoch, 0, s->room * sizeof *s->epoch);
  memset(s->fence, 0, s->room * sizeof *s->fence);
  memset(s->lanes, 0, s->room * sizeof *s->lanes);
  for (uint32_t i = 0; i < s->room; i++) {
    s->clock[i] = 1;
    free(s->others[i]);
    s->others[i] = NULL;
  }
  forget(s);
}

// The work-item that runs; UINT32_MAX if its accesses are not checked.
static uint32_t running(gh_worker *w, gh_race **r) {
  if (!w || !w->running || !(*r = *gh_cpu_race_of(w))) return UINT32_MAX;
  uint32_t item = gh_cpu_block_of(w)->work_item;
  return item < (*r)->items ? item : UINT32_MAX;
}

static void fence(void) {
  gh_race *r;
  uint32_t item = running(gh_cpu_self, &r);
  if (item != UINT32_MAX) r->fence[item] = r->clock[item]++;
}

static void arrive(void) {
  gh_race *r;
  uint32_t item = running(gh_cpu_self, &r);
  if (item == UINT32_MAX) return;
  r->epoch[item]++;
  r->clock[item]++;
}

// Each of some lanes of a warp, which begins with a work-item, has seen what any of them has.
static void order_lanes(gh_race *r, uint32_t base, uint64_t lanes) {
  uint32_t first = base / WARP * WARP;
  lanes <<= base - first;
  uint32_t all[WARP] = {0}, *others = NULL;
  for (uint32_t l = 0; l < WARP; l++) {
    uint32_t i = first + l;
    if (!(lanes >> l & 1) || i >= r->items) continue;
    for (uint32_t k = 0; k < WARP; k++)
      if (r->lanes[i][k] > all[k]) all[k] = r->lanes[i][k];
    if (r->clock[i] > all[l]) all[l] = r->clock[i];
    if (!r->others[i]) continue;
    if (!others && !(others = calloc(r->room, sizeof *others))) continue;
    for (uint32_t k = 0; k < r->items; k++)
      if (r->others[i][k] > others[k]) others[k] = r->others[i][k];
  }
  for (uint32_t l = 0; l < WARP; l++) {
    uint32_t i = first + l;
    if (!(lanes >> l & 1) || i >= r->items) continue;
    memcpy(r->lanes[i], all, sizeof all);
    r->clock[i]++;
    if (!others) continue;
    if (!r->others[i]) r->others[i] = malloc(r->room * sizeof *others);
    if (r->others[i]) memcpy(r->others[i], others, r->room * sizeof *others);
  }
  free(others);
}

// The lanes of a warp that begins with a work-item, or of all warps of a size, have synchronised.
static void order_warps(uint64_t base, uint64_t lanes, uint32_t size) {
  gh_worker *w = gh_cpu_self;
  gh_race *r = w && w->running ? *gh_cpu_race_of(w) : NULL;
  if (!r) return;
  if (base != UINT64_MAX) {
    order_lanes(r, (uint32_t)base, lanes);
    return;
  }
  for (uint32_t i = 0; i < r->items; i += size) order_lanes(r, i, lanes);
}

static void order(uint64_t base, uint32_t lanes) { order_warps(base, lanes, NARROW); }

static void order_wide(uint64_t base, uint64_t lanes) { order_warps(base, lanes, WARP); }

// ---- reports ----

static struct {
  pthread_mutex_t mu;
  struct {
    const struct gohip_cpu_place *a, *b;
  } pairs[MOST_REPORTS];
  unsigned n;
  bool full;
} reported = {.mu = PTHREAD_MUTEX_INITIALIZER};

// Whether a race of these places is to be reported: once, and no more than so many in all.
static bool first_of(const struct gohip_cpu_place *a, const struct gohip_cpu_place *b) {
  bool first = true, last = false;
  pthread_mutex_lock(&reported.mu);
  for (unsigned i = 0; i < reported.n && first; i++)
    first = !(reported.pairs[i].a == a && reported.pairs[i].b == b) &&
            !(reported.pairs[i].a == b && reported.pairs[i].b == a);
  if (first && reported.n == MOST_REPORTS) {
    first = false;
    last = !reported.full;
    reported.full = true;
  }
  if (first) {
    reported.pairs[reported.n].a = a;
    reported.pairs[reported.n++].b = b;
  }
  pthread_mutex_unlock(&reported.mu);
  if (last) gh_cpu_say("more races are not reported");
  return first;
}

static int tell_access(char *text, size_t size, const gohip_cpu_task *t, unsigned kind,
                       uint32_t item, const struct gohip_cpu_place *p) {
  const char *what = kind & GOHIP_CPU_ATOMIC
                         ? kind & GOHIP_CPU_WRITES ? "atomic operation" : "atomic read"
                     : kind & GOHIP_CPU_WRITES ? "write"
                                               : "read";
  uint32_t x = t->launch.block[0], y = t->launch.block[1];
  int n =
      snprintf(text, size, "%s by thread (%u,%u,%u) ", what, item % x, item / x % y, item / x / y);
  if ((size_t)n >= size) return n;
  if (p->file)
    return n + snprintf(text + n, size - (size_t)n, "at %s:%u:%u", p->file, p->line, p->column);
  return n + snprintf(text + n, size - (size_t)n, "in %s", p->function);
}

static void report(gh_worker *w, uint32_t item, unsigned kind, const struct gohip_cpu_place *place,
                   uintptr_t address, size_t size, const record *old) {
  gohip_cpu_task *t = w->running;
  atomic_fetch_add_explicit(&t->races, 1, memory_order_relaxed);
  if (!first_of(place, old->place)) return;
  const struct gohip_cpu_block *b = gh_cpu_block_of(w);
  uintptr_t shared = (uintptr_t)b->shared, context = (uintptr_t)b->context;
  char memory[64] = "", first[256], second[256];
  if (address >= shared && address < context)
    snprintf(memory, sizeof memory, " (shared memory, offset %zu)", (size_t)(address - shared));
  const char *variable = place->variable ? place->variable : old->place->variable;
  tell_access(first, sizeof first, t, kind, item, place);
  tell_access(second, sizeof second, t, old->kind, old->item, old->place);
  gh_cpu_say(
      "kernel %s: race in block (%u,%u,%u) on %zu bytes%s%s at %#zx%s: %s, %s, which nothing "
      "orders",
      t->kernel->name, b->index[0], b->index[1], b->index[2], size, variable ? " of " : "",
      variable ? variable : "", (size_t)address, memory, first, second);
}

// ---- accesses ----

// Whether an access conflicts with an earlier one. A store of what is there already has no effect:
// not on what was read, and after a write of the same value none either. What is compared before it
// is swapped may be read before, without order: loops that try a compare-and-swap start with that.
static bool conflict(unsigned now, unsigned old) {
  if (!((now | old) & GOHIP_CPU_WRITES) || (now & old & GOHIP_CPU_ATOMIC)) return false;
  if (((now | old) & GOHIP_CPU_COMPARES) && (!now || !old)) return false;
  return !(now & SILENT) && ((now & GOHIP_CPU_WRITES) || !(old & SILENT));
}

// Whether a work-item has seen what a record is of.
static bool ordered(const gh_race *r, const record *old, uint32_t item) {
  if (old->epoch != r->epoch[item] || old->item == item) return true;
  if (old->item / WARP == item / WARP && r->lanes[item][old->item % WARP] >= old->clock)
    return true;
  return r->others[item] && r->others[item][old->item] >= old->clock;
}

static bool grow_cells(gh_race *r) {
  uint32_t n = r->ncells * 2;
  cell *old = r->cells, *cells = n > MOST_CELLS ? NULL : calloc(n, sizeof *cells);
  if (!cells) {
    forget(r);
    return false;
  }
  for (uint32_t i = 0; i < r->ncells; i++) {
    if (old[i].generation != r->generation) continue;
    uint32_t at = (uint32_t)(old[i].granule * 0x9e3779b97f4a7c15u >> 32) & (n - 1);
    while (cells[at].generation == r->generation) at = (at + 1) & (n - 1);
    cells[at] = old[i];
  }
  free(old);
  r->cells = cells;
  r->ncells = n;
  return true;
}

static cell *find(gh_race *r, uintptr_t granule) {
  if (r->used >= r->ncells / 2) grow_cells(r);
  uint32_t at = (uint32_t)(granule * 0x9e3779b97f4a7c15u >> 32) & (r->ncells - 1);
  for (; r->cells[at].generation == r->generation; at = (at + 1) & (r->ncells - 1))
    if (r->cells[at].granule == granule) return &r->cells[at];
  r->used++;
  r->cells[at] = (cell){granule, r->generation, 0};
  return &r->cells[at];
}

// A record for a new access; NULL if there is no memory.
static record *new_record(gh_race *r, cell *c, unsigned length) {
  if (length >= MOST_RECORDS) { // the oldest, at the end, is used again
    uint32_t *link = &c->first;
    while (r->records[*link].next) link = &r->records[*link].next;
    uint32_t n = *link;
    *link = 0;
    r->records[n].next = c->first;
    c->first = n;
    return &r->records[n];
  }
  if (r->nrecords == r->records_room) {
    record *p = r->records_room > MOST_CELLS
                    ? NULL
                    : realloc(r->records, 2 * (size_t)r->records_room * sizeof *p);
    if (!p) return NULL;
    r->records = p;
    r->records_room *= 2;
  }
  record *p = &r->records[r->nrecords];
  p->next = c->first;
  c->first = r->nrecords++;
  return p;
}

typedef struct access {
  gh_worker *w;
  gh_race *r;
  uint32_t item;
  unsigned kind;
  const struct gohip_cpu_place *place;
  uintptr_t address;
  size_t size;
  bool told;
} access;

// Compares an access with those to the same granule, and remembers it. One that is ordered before
// it, and has no more effect, need not be remembered any longer: what conflicts with it does so
// with the new one.
static void check_granule(access *a, uintptr_t granule, uint8_t bytes) {
  gh_race *r = a->r;
  cell *c = find(r, granule);
  record *again = NULL;
  unsigned length = 0;
  for (uint32_t *link = &c->first; *link;) {
    record *old = &r->records[*link];
    bool before = ordered(r, old, a->item);
    if (!before && (old->bytes & bytes) && conflict(a->kind, old->kind) && !a->told) {
      a->told = true;
      report(a->w, a->item, a->kind, a->place, a->address, a->size, old);
    }
    bool covered = old->epoch != r->epoch[a->item] ||
                   (before && !(old->bytes & ~bytes) && old->kind == a->kind);
    if (covered && !again) {
      again = old;
    } else if (covered) {
      *link = old->next;
      continue;
    }
    length++;
    link = &old->next;
  }
  if (!again && !(again = new_record(r, c, length))) {
    forget(r);
    return;
  }
  again->place = a->place;
  again->epoch = r->epoch[a->item];
  again->clock = r->clock[a->item];
  again->item = (uint16_t)a->item;
  again->bytes = bytes;
  again->kind = (uint8_t)a->kind;
}

static release **releases_of(gh_race *r, uintptr_t address) {
  return &r->releases[(address >> 2) % RELEASE_LISTS];
}

static release *find_release(gh_race *r, uintptr_t address) {
  for (release *p = *releases_of(r, address); p; p = p->next)
    if (p->address == address) return p;
  return NULL;
}

// The work-item has seen what was released at an address.
static void acquire(gh_race *r, uint32_t item, uintptr_t address) {
  release *p = find_release(r, address);
  if (!p) return;
  uint32_t *seen = r->others[item];
  if (!seen && !(seen = r->others[item] = calloc(r->room, sizeof *seen))) return;
  for (uint32_t i = 0; i < r->items; i++)
    if (p->clock[i] > seen[i]) seen[i] = p->clock[i];
}

// What the work-item had done by its last fence, or by now, is released at an address.
static void publish(gh_race *r, uint32_t item, uintptr_t address, bool now) {
  uint32_t own = now ? r->clock[item]++ : r->fence[item];
  if (!own) return;
  release *p = find_release(r, address);
  if (!p) {
    p = calloc(1, sizeof *p + r->room * sizeof *p->clock);
    if (!p) return;
    p->address = address;
    p->next = *releases_of(r, address);
    *releases_of(r, address) = p;
  }
  if (own > p->clock[item]) p->clock[item] = own;
  uint32_t base = item / WARP * WARP;
  for (uint32_t k = 0; k < WARP; k++)
    if (base + k != item && r->lanes[item][k] > p->clock[base + k])
      p->clock[base + k] = r->lanes[item][k];
  for (uint32_t k = 0; r->others[item] && k < r->items; k++)
    if (k != item && r->others[item][k] > p->clock[k]) p->clock[k] = r->others[item][k];
}

// Whether a store has no effect. It may fault, as the store would.
NO_SANITIZER static bool stores_same(gh_worker *w, uintptr_t address, size_t size, uint64_t value) {
  bool same = true;
  w->storing = true;
  for (size_t i = 0; i < size && same; i++)
    same = ((const volatile unsigned char *)address)[i] == (unsigned char)(value >> 8 * i);
  w->storing = false;
  return same;
}

// Whether memory is the work-item's own: a variable of it.
static bool is_private(gh_worker *w, uintptr_t p) {
  const struct gohip_cpu_block *b = gh_cpu_block_of(w);
  gohip_cpu_task *t = w->running;
  uintptr_t context = (uintptr_t)b->context, end = (uintptr_t)b->shared;
  end += gh_cpu_block_memory(t->kernel, t->launch.block, t->launch.dynamic_shared);
  return (p >= context && p < end) || gh_cpu_on_stack(w, (const char *)p);
}

static void on_access(uint64_t address, uint64_t size, uint64_t value, uint32_t kind,
                      const struct gohip_cpu_place *place) {
  gh_worker *w = gh_cpu_self;
  gh_race *r;
  uint32_t item = running(w, &r);
  if (item == UINT32_MAX || !size || is_private(w, address)) return;
  if (atomic_load_explicit(&w->running->races, memory_order_relaxed) > MOST_RACES) return;
  if (r->epoch[item] > r->latest) { // all have passed a barrier
    forget(r);
    r->latest = r->epoch[item];
  }
  access a = {
      w,     r,       item, kind & (GOHIP_CPU_WRITES | GOHIP_CPU_ATOMIC | GOHIP_CPU_COMPARES),
      place, address, size, false};
  if ((kind & GOHIP_CPU_HAS_VALUE) && stores_same(w, address, size, value)) a.kind |= SILENT;
  for (uintptr_t p = address; p < address + size;) {
    uintptr_t granule = p / GRANULE, end = (granule + 1) * GRANULE;
    if (end > address + size) end = address + size;
    uint8_t bytes = (uint8_t)(((1u << (end - p)) - 1) << p % GRANULE);
    check_granule(&a, granule, bytes);
    p = end;
  }
  if (!(kind & GOHIP_CPU_ATOMIC)) return;
  acquire(r, item, address);
  if (kind & GOHIP_CPU_WRITES) publish(r, item, address, kind & GOHIP_CPU_RELEASES);
}

const struct gohip_cpu_race_check gohip_cpu_race_check = {begin,  on_access, fence,
                                                          arrive, order,     order_wide};

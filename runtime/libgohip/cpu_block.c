// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Running blocks: on a worker's own stack one after the other, or, if blocks wait for each other,
// as fibres, any number of which makes progress on any number of threads.

#define _GNU_SOURCE
#include "cpu_internal.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define PAGE ((size_t)4096)
#define ALIGN ((size_t)128)             // of shared memory and context arrays
#define FIBRE_STACK ((size_t)256 << 10) // bytes, at least
#define SPARE_FIBRES 64                 // that a worker keeps
#define MOST_FIBRES 30000    // that Linux allows a process by default, with two mappings each
#define FREE_PART 16         // of the memory: for blocks that start although none ends
#define LONG_BLOCK 100000000 // ns that other threads have to resume their blocks
#define STUCK 60000000000    // ns after which a launch without memory for more fails
#define NESTED 4             // tasks that a worker may start while its fibres wait

static size_t align_up(size_t n, size_t to) { return (n + to - 1) & ~(to - 1); }

// ---- memory ----

static size_t shared_bytes(const gohip_cpu_kernel *k, uint32_t dynamic) {
  return align_up(align_up(k->shared_size, 16) + dynamic + 1, ALIGN);
}

static size_t context_bytes(const gohip_cpu_kernel *k, const uint32_t block[3]) {
  return k->context_fixed + k->context_size * block[0] * block[1] * block[2];
}

size_t gh_cpu_block_memory(const gohip_cpu_kernel *k, const uint32_t block[3], uint32_t dynamic) {
  return align_up(shared_bytes(k, dynamic) + context_bytes(k, block), PAGE);
}

static size_t fibre_stack(const gohip_cpu_kernel *k) {
  size_t need = k->stack_size + (k->stack_size >> 1) + (64 << 10);
  return align_up(need > FIBRE_STACK ? need : FIBRE_STACK, PAGE);
}

static void *map(size_t size) {
  void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return p == MAP_FAILED ? NULL : p;
}

// The limit of the process's memory: one that was set, or what the machine has.
static size_t memory_limit(const char **what) {
  struct rlimit most;
  if (getrlimit(RLIMIT_AS, &most) == 0 && most.rlim_cur != RLIM_INFINITY) {
    *what = "the process may have (ulimit -v)";
    return most.rlim_cur;
  }
  *what = "the machine has";
  return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

static size_t fibre_bytes(const gohip_cpu_kernel *k, const uint32_t block[3], uint32_t dynamic) {
  return gh_cpu_block_memory(k, block, dynamic) + fibre_stack(k) + PAGE;
}

// Whether the system gives memory for so many of a kernel's blocks.
static bool has_memory(const gohip_cpu_kernel *k, size_t each, uint64_t many) {
  static atomic_size_t proved;
  size_t need = each * many;
  if (LIKELY(each <= SIZE_MAX / many &&
             (need <= atomic_load_explicit(&proved, memory_order_relaxed) || need < 1 << 20)))
    return true;
  void *p = each > SIZE_MAX / many ? NULL : map(need);
  if (!p) {
    const char *what;
    size_t limit = memory_limit(&what);
    gh_cpu_say("kernel %s: %llu blocks at a time take %zu bytes each, %zu in all, which the "
               "system does not give; %zu is what %s",
               k->name, (unsigned long long)many, each, need, limit, what);
    return false;
  }
  munmap(p, need);
  size_t before = atomic_load(&proved);
  while (before < need && !atomic_compare_exchange_weak(&proved, &before, need)) {
  }
  return true;
}

// Memory is allocated when the first thread needs it, but a launch that cannot succeed must fail
// when it is made. Blocks that wait for others are no exception: usually they wait for blocks that
// have started before them, and few are there at a time.
bool gh_cpu_has_memory(const gohip_cpu_task *t) {
  const gohip_cpu_kernel *k = t->kernel;
  const uint32_t *block = t->launch.block, dynamic = t->launch.dynamic_shared;
  size_t each = k->waits ? fibre_bytes(k, block, dynamic) : gh_cpu_block_memory(k, block, dynamic);
  return has_memory(k, each, t->count < gh_cpu_threads() ? t->count : gh_cpu_threads());
}

bool gohip_cpu_all_fit(const gohip_cpu_kernel *k, const uint32_t grid[3], const uint32_t block[3],
                       uint32_t shared) {
  return !k->waits ||
         has_memory(k, fibre_bytes(k, block, shared), (uint64_t)grid[0] * grid[1] * grid[2]);
}

static bool worker_memory(gh_worker *w, size_t need) {
  if (LIKELY(need <= w->room)) return true;
  need = align_up(need, 64 << 10);
  char *p = map(need);
  if (!p) return false;
  if (w->memory) munmap(w->memory, w->room);
  w->memory = p;
  w->room = need;
  return true;
}

static void place(struct gohip_cpu_block *b, char *memory, const gohip_cpu_task *t) {
  uint32_t dynamic = t->launch.dynamic_shared;
  b->shared = memory;
  b->context = memory + shared_bytes(t->kernel, dynamic);
  b->work_item = UINT32_MAX;
  if (UNLIKELY(gh_asan())) {
    char *end = memory + align_up(t->kernel->shared_size, 16) + dynamic;
    gh_unpoison(memory, gh_cpu_block_memory(t->kernel, t->launch.block, dynamic));
    gh_poison(end, (size_t)((char *)b->context - end));
  }
}

static void out_of_memory(gohip_cpu_task *t, size_t need) {
  const char *what;
  size_t limit = memory_limit(&what);
  gh_cpu_say("kernel %s: a block needs %zu bytes, which the system does not give; %zu is what %s",
             t->kernel->name, need, limit, what);
  gh_cpu_fail(t, GOHIP_CPU_OUT_OF_MEMORY);
}

static void set_index(struct gohip_cpu_block *b, const uint32_t grid[3], uint64_t n) {
  b->index[0] = (uint32_t)(n % grid[0]);
  n /= grid[0];
  b->index[1] = (uint32_t)(n % grid[1]);
  b->index[2] = (uint32_t)(n / grid[1]);
}

static inline void next_index(struct gohip_cpu_block *b, const uint32_t grid[3]) {
  if (LIKELY(++b->index[0] < grid[0])) return;
  b->index[0] = 0;
  if (++b->index[1] < grid[1]) return;
  b->index[1] = 0;
  b->index[2]++;
}

// ---- blocks that do not wait ----

static void no_yield(struct gohip_cpu_block *b) {
  (void)b;
  sched_yield();
}

static void run_blocks(gh_worker *w, gohip_cpu_task *t) {
  struct gohip_cpu_block *b = &w->block;
  size_t need = gh_cpu_block_memory(t->kernel, t->launch.block, t->launch.dynamic_shared);
  if (UNLIKELY(!worker_memory(w, need))) {
    out_of_memory(t, need);
    return;
  }
  place(b, w->memory, t);
  b->yield = no_yield;
  gohip_cpu_entry entry = t->kernel->entry;
  uint64_t first, n;
  w->running = t;
  while (gh_cpu_take(t, w->index, &first, &n, false)) {
    set_index(b, t->launch.grid, first);
    for (; n; n--) {
      entry(&t->launch, b);
      next_index(b, t->launch.grid);
      if (UNLIKELY(atomic_load_explicit(&t->ended, memory_order_relaxed)) &&
          gh_cpu_failed(t->queue))
        break;
    }
  }
  w->running = NULL;
}

// ---- fibres ----

struct gh_fibre {
  struct gohip_cpu_block block; // first: its address is the fibre's
  void *sp;                     // while it does not run
  gohip_cpu_task *task;
  char *map; // a page without access, the stack, the block's memory
  size_t stack, memory;
  gh_race *race;
  bool ended;
  gh_fibre *next;
};

// Saves the callee-saved registers on the stack, stores its pointer to *from, and continues on the
// other stack where that was left.
void gh_cpu_switch(void **from, void *to);
#if defined(__x86_64__)
__asm__(".text\n"
        ".globl gh_cpu_switch\n"
        ".hidden gh_cpu_switch\n"
        ".type gh_cpu_switch, @function\n"
        "gh_cpu_switch:\n"
        "  .cfi_startproc\n"
        "  pushq %rbp\n"
        "  pushq %rbx\n"
        "  pushq %r12\n"
        "  pushq %r13\n"
        "  pushq %r14\n"
        "  pushq %r15\n"
        "  .cfi_adjust_cfa_offset 48\n"
        "  movq %rsp, (%rdi)\n"
        "  movq %rsi, %rsp\n"
        "  popq %r15\n"
        "  popq %r14\n"
        "  popq %r13\n"
        "  popq %r12\n"
        "  popq %rbx\n"
        "  popq %rbp\n"
        "  .cfi_adjust_cfa_offset -48\n"
        "  ret\n"
        "  .cfi_endproc\n"
        ".size gh_cpu_switch, .-gh_cpu_switch\n"
        ".type gh_cpu_fibre_start, @function\n"
        ".hidden gh_cpu_fibre_start\n"
        "gh_cpu_fibre_start:\n"
        "  .cfi_startproc\n"
        "  .cfi_undefined rip\n" // the outermost frame
        "  movq %rbx, %rdi\n"
        "  call gh_cpu_fibre_main\n"
        "  ud2\n"
        "  .cfi_endproc\n"
        ".size gh_cpu_fibre_start, .-gh_cpu_fibre_start\n");

static void *first_frame(char *top, gh_fibre *f) {
  extern char gh_cpu_fibre_start[] __attribute__((visibility("hidden")));
  void **sp = (void **)top;
  *--sp = NULL, *--sp = NULL; // the stack is aligned at the call
  *--sp = gh_cpu_fibre_start; // where the switch returns to
  *--sp = NULL;               // rbp
  *--sp = f;                  // rbx
  for (int i = 0; i < 4; i++) *--sp = NULL;
  return sp;
}
#elif defined(__aarch64__)
__asm__(".text\n"
        ".globl gh_cpu_switch\n"
        ".hidden gh_cpu_switch\n"
        ".type gh_cpu_switch, @function\n"
        "gh_cpu_switch:\n"
        "  .cfi_startproc\n"
        "  sub sp, sp, #160\n"
        "  stp x19, x20, [sp, #0]\n"
        "  stp x21, x22, [sp, #16]\n"
        "  stp x23, x24, [sp, #32]\n"
        "  stp x25, x26, [sp, #48]\n"
        "  stp x27, x28, [sp, #64]\n"
        "  stp x29, x30, [sp, #80]\n"
        "  stp d8, d9, [sp, #96]\n"
        "  stp d10, d11, [sp, #112]\n"
        "  stp d12, d13, [sp, #128]\n"
        "  stp d14, d15, [sp, #144]\n"
        "  mov x9, sp\n"
        "  str x9, [x0]\n"
        "  mov sp, x1\n"
        "  ldp x19, x20, [sp, #0]\n"
        "  ldp x21, x22, [sp, #16]\n"
        "  ldp x23, x24, [sp, #32]\n"
        "  ldp x25, x26, [sp, #48]\n"
        "  ldp x27, x28, [sp, #64]\n"
        "  ldp x29, x30, [sp, #80]\n"
        "  ldp d8, d9, [sp, #96]\n"
        "  ldp d10, d11, [sp, #112]\n"
        "  ldp d12, d13, [sp, #128]\n"
        "  ldp d14, d15, [sp, #144]\n"
        "  add sp, sp, #160\n"
        "  ret\n"
        "  .cfi_endproc\n"
        ".size gh_cpu_switch, .-gh_cpu_switch\n"
        ".type gh_cpu_fibre_start, @function\n"
        ".hidden gh_cpu_fibre_start\n"
        "gh_cpu_fibre_start:\n"
        "  .cfi_startproc\n"
        "  .cfi_undefined x30\n"
        "  mov x0, x19\n"
        "  bl gh_cpu_fibre_main\n"
        "  brk #1\n"
        "  .cfi_endproc\n"
        ".size gh_cpu_fibre_start, .-gh_cpu_fibre_start\n");

static void *first_frame(char *top, gh_fibre *f) {
  extern char gh_cpu_fibre_start[] __attribute__((visibility("hidden")));
  void **sp = (void **)(top - 160);
  memset(sp, 0, 160);
  sp[0] = f;                   // x19
  sp[11] = gh_cpu_fibre_start; // x30
  return sp;
}
#endif

// A fibre returns to its thread's stack, from which it is resumed.
static void yield(struct gohip_cpu_block *b) {
  gh_fibre *f = (gh_fibre *)b;
  gh_cpu_switch(&f->sp, gh_cpu_self->scheduler);
}

__attribute__((used, visibility("hidden"))) void gh_cpu_fibre_main(gh_fibre *f) {
  f->task->kernel->entry(&f->task->launch, &f->block);
  f->ended = true;
  yield(&f->block);
}

static void free_fibre(gh_fibre *f) {
  munmap(f->map, PAGE + f->stack + f->memory);
  gh_cpu_free_race(f->race);
  free(f);
}

static gh_fibre *new_fibre(gh_worker *w, const gohip_cpu_task *t) {
  size_t stack = fibre_stack(t->kernel);
  size_t memory = gh_cpu_block_memory(t->kernel, t->launch.block, t->launch.dynamic_shared);
  for (gh_fibre **p = &w->spare; *p; p = &(*p)->next)
    if ((*p)->stack >= stack && (*p)->memory >= memory) {
      gh_fibre *f = *p;
      *p = f->next;
      w->nspare--;
      return f;
    }
  gh_fibre *f = calloc(1, sizeof *f);
  if (!f) return NULL;
  f->stack = stack;
  f->memory = memory;
  f->map = mmap(NULL, PAGE + stack + memory, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (f->map == MAP_FAILED) {
    free(f);
    return NULL;
  }
  if (mprotect(f->map, PAGE, PROT_NONE) != 0) {
    free_fibre(f);
    return NULL;
  }
  return f;
}

static void put_fibre(gh_worker *w, gh_fibre *f) {
  if (w->nspare >= SPARE_FIBRES) {
    free_fibre(f);
    return;
  }
  f->next = w->spare;
  w->spare = f;
  w->nspare++;
}

bool gh_cpu_in_guard(gh_worker *w, const char *address) {
  gh_fibre *f = w->fibre;
  const char *low = f ? f->map : w->stack - PAGE;
  return address >= low && address < low + 2 * PAGE;
}

bool gh_cpu_on_stack(const gh_worker *w, const char *address) {
  const char *low = w->fibre ? w->fibre->map + PAGE : w->stack;
  return address >= low && address < low + gh_cpu_stack_size(w);
}

gh_race **gh_cpu_race_of(gh_worker *w) { return w->fibre ? &w->fibre->race : &w->race; }

size_t gh_cpu_stack_size(const gh_worker *w) { return w->fibre ? w->fibre->stack : w->stack_size; }

const struct gohip_cpu_block *gh_cpu_block_of(const gh_worker *w) {
  return w->fibre ? &w->fibre->block : &w->block;
}

// The fibres of a task on one thread.
typedef struct fibres {
  gh_fibre *first, *last; // those that have yielded
  uint64_t count;
  bool all_begun;
} fibres;

static void append(fibres *s, gh_fibre *f) {
  f->next = NULL;
  if (s->last)
    s->last->next = f;
  else
    s->first = f;
  s->last = f;
  s->count++;
}

static gh_fibre *pop(fibres *s) {
  gh_fibre *f = s->first;
  s->first = f->next;
  if (!s->first) s->last = NULL;
  s->count--;
  return f;
}

// Resumes a fibre until it yields; returns whether its block has ended.
static bool resume(gh_worker *w, fibres *s, gh_fibre *f) {
  w->fibre = f;
  w->running = f->task;
  gh_cpu_switch(&w->scheduler, f->sp);
  w->running = NULL;
  w->fibre = NULL;
  if (f->ended) {
    put_fibre(w, f);
    return true;
  }
  append(s, f);
  return false;
}

// Starts up to so many blocks; returns how many of them have ended, which makes room for others.
static uint64_t begin_blocks(gh_worker *w, gohip_cpu_task *t, fibres *s, uint64_t most) {
  uint64_t ended = 0, at, n;
  while (most > 0) {
    if (!gh_cpu_take(t, w->index, &at, &n, true)) {
      s->all_begun = true;
      break;
    }
    gh_fibre *f = new_fibre(w, t);
    if (!f) {
      out_of_memory(t, fibre_stack(t->kernel) + gh_cpu_block_memory(t->kernel, t->launch.block,
                                                                    t->launch.dynamic_shared));
      break;
    }
    f->task = t;
    f->ended = false;
    place(&f->block, f->map + PAGE + f->stack, t);
    set_index(&f->block, t->launch.grid, at);
    f->block.worker = w->index;
    f->block.yield = yield;
    f->sp = first_frame(f->map + PAGE + f->stack, f);
    if (resume(w, s, f))
      ended++;
    else
      most--;
  }
  return ended;
}

static uint64_t resume_all(gh_worker *w, fibres *s) {
  uint64_t ended = 0;
  for (uint64_t n = s->count; n > 0; n--) ended += resume(w, s, pop(s));
  return ended;
}

// What a thread does if all its fibres wait: nothing for a moment, then other tasks, one of which
// may be what they wait for.
static void wait_a_little(gh_worker *w, bool help, unsigned rounds) {
  if (rounds < 64) {
    gh_cpu_pause();
    return;
  }
  if (help && rounds % 64 == 0 && w->depth < NESTED) {
    w->depth++;
    bool helped = gh_cpu_help(w);
    w->depth--;
    if (helped) return;
  }
  if (rounds < 4096) {
    sched_yield();
    return;
  }
  nanosleep(&(struct timespec){0, 50000}, NULL);
}

// How many fibres a thread may have: its part of the machine's memory, and of what Linux allows.
static uint64_t most_fibres(const gohip_cpu_task *t) {
  const char *what;
  size_t each = fibre_bytes(t->kernel, t->launch.block, t->launch.dynamic_shared);
  uint64_t all = memory_limit(&what) / each;
  all = (all < MOST_FIBRES ? all : MOST_FIBRES) / gh_cpu_threads();
  return all > 1 ? all : 1;
}

static void fail_stuck(gohip_cpu_task *t, uint64_t waiting) {
  const char *what;
  size_t limit = memory_limit(&what);
  gh_cpu_say(
      "kernel %s: %llu blocks on each of %u threads wait for others; with %zu bytes each there "
      "is no memory for more, %zu is what %s",
      t->kernel->name, (unsigned long long)waiting, gh_cpu_threads(),
      fibre_bytes(t->kernel, t->launch.block, t->launch.dynamic_shared), limit, what);
  gh_cpu_fail(t, GOHIP_CPU_OUT_OF_MEMORY);
}

// Notes that blocks have begun or ended.
static void note_progress(gohip_cpu_task *t) {
  uint64_t v = atomic_load(&t->progress);
  while (!atomic_compare_exchange_weak(&t->progress, &v, ((v >> 16) + 1) << 16)) {
  }
}

// Notes that a thread has resumed its blocks in vain since it read v.
static void note_in_vain(gohip_cpu_task *t, uint64_t *noted, uint64_t v) {
  if (*noted == v >> 16) return;
  while (v >> 16 == atomic_load(&t->progress) >> 16)
    if (atomic_compare_exchange_weak(&t->progress, &v, v + 1)) {
      *noted = v >> 16;
      return;
    }
}

// How many blocks to start if none of many has ended for so long: the block that they wait for may be
// another thread's, which the system does not let run at the moment.
static uint64_t blocks_after(gohip_cpu_task *t, const fibres *s, uint64_t room, uint64_t ns) {
  bool all = (atomic_load(&t->progress) & 0xffff) >= atomic_load(&t->at_fibres);
  if (s->all_begun || (!all && ns < LONG_BLOCK)) return 0;
  if (LIKELY(s->count < room)) return s->count < room - s->count ? s->count : room - s->count;
  if (ns > STUCK) fail_stuck(t, s->count);
  return 0;
}

// The waiting blocks are resumed before new ones are started, which may let them end. If none of
// them made progress, as many blocks are started as wait, so that the number of rounds stays small
// even if all blocks of the grid must have started.
static void run_fibres(gh_worker *w, gohip_cpu_task *t, fibres *s) {
  const uint64_t room = most_fibres(t), few = room / FREE_PART + 1;
  uint64_t most = 1, since = 0, noted = UINT64_MAX; // since when no block has ended
  for (unsigned idle = 0;;) {
    uint64_t ended = 0, progress = atomic_load(&t->progress);
    bool begun = most && !s->all_begun;
    if (begun) ended = begin_blocks(w, t, s, most);
    ended += resume_all(w, s);
    if (UNLIKELY(gh_cpu_failed(t->queue))) return;
    if (ended || begun) note_progress(t);
    if (!s->count && s->all_begun) return;
    if (ended || (!s->all_begun && s->count < few)) {
      most = ended || !s->count ? 1 : s->count;
      idle = 0;
      since = 0;
      continue;
    }
    if (begun || !since) since = gh_cpu_now();
    if (!begun) note_in_vain(t, &noted, progress);
    // Other work is not begun before all blocks are, as that could be more blocks of this launch,
    // for which those of this thread would wait.
    wait_a_little(w, s->all_begun, idle++);
    most = blocks_after(t, s, room, gh_cpu_now() - since);
  }
}

// ---- a task on a thread ----

void gh_cpu_run(gh_worker *w, gohip_cpu_task *t) {
  fibres waiting = {0};
  fibres *volatile s = &waiting;
  sigjmp_buf outer;
  gh_cpu_after_previous(t);
  memcpy(&outer, &w->escape, sizeof outer);
  if (LIKELY(sigsetjmp(w->escape, 0) == 0)) {
    if (t->kernel->waits) {
      atomic_fetch_add(&t->at_fibres, 1);
      run_fibres(w, t, s);
    } else {
      run_blocks(w, t);
    }
  } else {
    gh_cpu_fail(t, gh_cpu_report_fault(w, t));
    if (w->fibre) put_fibre(w, w->fibre);
    w->fibre = NULL;
    w->running = NULL;
  }
  if (t->kernel->waits) atomic_fetch_sub(&t->at_fibres, 1);
  while (s->first) put_fibre(w, pop(s)); // of a launch that failed
  atomic_store_explicit(&t->ended, true, memory_order_relaxed);
  gh_cpu_before_next(t);
  memcpy(&w->escape, &outer, sizeof outer);
}

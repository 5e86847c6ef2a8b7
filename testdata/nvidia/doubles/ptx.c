// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "ptx.h"

#include <ctype.h>
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t u64;
typedef int64_t i64;
typedef uint32_t u32;
typedef int32_t i32;
typedef unsigned __int128 u128;
typedef __int128 i128;

const struct ptx_host *ptx_host;

enum { ILLEGAL_ADDRESS = 700, ASSERT = 710, MISALIGNED = 716, LAUNCH_FAILED = 719 };

// ---- the module ----

enum kind { NONE, REG, IMM, SPECIAL, SHARED, LOCAL, PARAM, ARG, FUNC, LABEL, VEC, SINK, RELOC };

typedef struct {
  uint8_t kind, count;
  bool mem, not;
  i32 reg; // register, special register, index of the parts of a vector, label
  i64 imm; // immediate, offset, address
} operand;

typedef struct type {
  char kind; // b u s f p(redicate) x (pair of f16) B (bf16) Y (pair of bf16)
  uint8_t bits;
} type;

typedef struct instr {
  const struct op *op;
  type t, t2;
  uint8_t rnd, cmp, mode, vec, nops, scope;
  bool sat, ftz, wide, hi, approx, carry_out, order, nan, negated, wrap, aligned;
  i32 guard; // register of the predicate, -1
  operand o[6];
  i32 at; // line
} instr;

typedef struct {
  char *name;
  enum kind kind;
  i32 reg;
  i64 offset;
  size_t size;
  int depth;
} symbol;

struct ptx_func {
  ptx_module *m;
  char *name;
  bool entry, body;
  int builtin;
  i32 start, end; // instructions
  i32 *joins;     // see find_joins
  type *floats;   // see find_floats
  symbol *sym;
  int nsym, nreg;
  size_t local, params, args, retoff, retsize, dynamic_at;
  struct {
    size_t offset, size;
  } param[64];
  int nparam, maxntid;
  int maxnreg; // the limit of registers, which the threads of a block are taken to use, or 0
};

typedef struct {
  char *name;
  u64 address;
  i64 offset;
  size_t size;
  bool shared, dynamic;
} variable;

struct ptx_module {
  const char *text, *p, *counted;
  int line, version, target;
  instr *code;
  i32 ncode, room;
  operand *parts;
  i32 nparts;
  ptx_func **f;
  int nf;
  variable *v;
  int nv;
  size_t shared, constants;
  struct {
    u64 at;
    char *name;
    i64 add;
    int size;
  } *fix;
  int nfix;
  i32 **targets; // of brx
  int ntargets;
  ptx_func *now;
  int depth;
  char *log;
  size_t logroom;
  jmp_buf fail;
};

// The line that the reader is in. It never goes back far, so counting goes on.
static int line_of(ptx_module *m) {
  for (; m->counted < m->p; m->counted++) m->line += *m->counted == '\n';
  return m->line;
}

__attribute__((noreturn, format(printf, 2, 3))) static void fail(ptx_module *m, const char *f,
                                                                 ...) {
  int n =
      snprintf(m->log, m->logroom, "ptxas application ptx input, line %d; error   : ", line_of(m));
  va_list a;
  va_start(a, f);
  if (n >= 0 && (size_t)n < m->logroom) vsnprintf(m->log + n, m->logroom - n, f, a);
  va_end(a);
  longjmp(m->fail, 1);
}

static void *grow(void *p, int n, size_t size) {
  if ((n & (n - 1)) == 0) p = realloc(p, (n ? 2 * n : 1) * size);
  return p;
}

// ---- reading ----

static void space(ptx_module *m) {
  for (;;) {
    while (isspace((unsigned char)*m->p)) m->p++;
    if (m->p[0] == '/' && m->p[1] == '/')
      while (*m->p && *m->p != '\n') m->p++;
    else if (m->p[0] == '/' && m->p[1] == '*') {
      const char *e = strstr(m->p, "*/");
      m->p = e ? e + 2 : m->p + strlen(m->p);
    } else
      return;
  }
}
static bool word_char(char c) {
  return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.';
}
static const char *word(ptx_module *m, char *out) {
  space(m);
  int n = 0;
  while (word_char(*m->p)) {
    if (n > 1000) fail(m, "name too long");
    out[n++] = *m->p++;
  }
  out[n] = 0;
  return out;
}
static bool take(ptx_module *m, char c) {
  space(m);
  if (*m->p != c) return false;
  m->p++;
  return true;
}
static void need(ptx_module *m, char c) {
  if (!take(m, c)) fail(m, "Parsing error near '%.20s': '%c' expected", m->p, c);
}
static i64 integer(ptx_module *m) {
  space(m);
  char *e;
  bool neg = *m->p == '-';
  if (neg) m->p++;
  i64 v = (i64)strtoull(m->p, &e, 0);
  if (e == m->p) fail(m, "Parsing error near '%.20s': number expected", m->p);
  m->p = e;
  while (*m->p == 'U') m->p++;
  return neg ? -v : v;
}

static bool type_of(const char *s, type *t) {
  static const struct {
    const char *name;
    type t;
  } all[] = {{"pred", {'p', 8}},    {"f16x2", {'x', 32}},  {"bf16", {'B', 16}},
             {"bf16x2", {'Y', 32}}, {"e4m3x2", {'4', 16}}, {"e5m2x2", {'5', 16}},
             {"s16x2", {'W', 32}},  {"u16x2", {'w', 32}}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (!strcmp(all[i].name, s)) return *t = all[i].t, true;
  if (!strchr("busf", s[0]) || !isdigit((unsigned char)s[1])) return false;
  int n = atoi(s + 1);
  if (n != 8 && n != 16 && n != 32 && n != 64) return false;
  if (strlen(s) != (n < 10 ? 2u : 3u)) return false;
  *t = (type){s[0], (uint8_t)n};
  return true;
}

static variable *variable_of(ptx_module *m, const char *name) {
  for (int i = 0; i < m->nv; i++)
    if (!strcmp(m->v[i].name, name)) return &m->v[i];
  return NULL;
}
static ptx_func *func_of(ptx_module *m, const char *name) {
  for (int i = 0; i < m->nf; i++)
    if (!strcmp(m->f[i]->name, name)) return m->f[i];
  return NULL;
}
// The innermost declaration wins.
static symbol *symbol_of(ptx_func *f, const char *name) {
  for (int i = f->nsym; i-- > 0;)
    if (!strcmp(f->sym[i].name, name)) return &f->sym[i];
  return NULL;
}
static symbol *declare(ptx_func *f, const char *name, enum kind k, i32 reg, i64 offset,
                       size_t size) {
  f->sym = grow(f->sym, f->nsym, sizeof *f->sym);
  f->sym[f->nsym] = (symbol){strdup(name), k, reg, offset, size, f->m->depth};
  return &f->sym[f->nsym++];
}

static size_t up(size_t n, size_t a) { return (n + a - 1) / a * a; }

// A declaration behind its state space: [.align N] .type name[N][N].
static size_t declared(ptx_module *m, char *name, size_t *align, bool *open, int *elem) {
  char w[1024];
  type t = {0, 0};
  bool pointer = false;
  *align = 0;
  *open = false;
  for (;;) {
    word(m, w);
    if (!strcmp(w, ".align")) {
      size_t a = (size_t)integer(m);
      if (!pointer) *align = a; // else of what it points to
    } else if (!strcmp(w, ".ptr"))
      pointer = true;
    else if (!strcmp(w, ".shared") || !strcmp(w, ".global") || !strcmp(w, ".const") ||
             !strcmp(w, ".local")) {
      ; // attributes of a pointer parameter
    } else if (w[0] == '.' && type_of(w + 1, &t)) {
    } else if (w[0] == '.')
      fail(m, "Unknown directive '%s'", w);
    else
      break;
  }
  if (!t.bits) fail(m, "'%s' has no type", w);
  strcpy(name, w);
  size_t size = t.bits / 8;
  if (*align < size) *align = size > 8 ? 16 : *align ? *align : size;
  *elem = t.bits / 8;
  while (take(m, '[')) {
    if (take(m, ']')) {
      *open = true;
      size = 0;
      continue;
    }
    size *= (size_t)integer(m);
    need(m, ']');
  }
  return size;
}

static void fixup(ptx_module *m, u64 at, const char *name, i64 add, int size) {
  m->fix = grow(m->fix, m->nfix, sizeof *m->fix);
  m->fix[m->nfix].at = at;
  m->fix[m->nfix].name = strdup(name);
  m->fix[m->nfix].add = add;
  m->fix[m->nfix++].size = size;
}

static char *host(u64 a, size_t n) {
  u64 s, e;
  return ptx_host->memory(a, n, &s, &e);
}

// One value of an initialiser, of size bytes, put where at says.
static void initial(ptx_module *m, u64 at, int size) {
  char w[1024];
  space(m);
  u64 v = 0;
  if (*m->p == '0' && (m->p[1] == 'f' || m->p[1] == 'F' || m->p[1] == 'd' || m->p[1] == 'D') &&
      isxdigit((unsigned char)m->p[2])) {
    char *e;
    v = strtoull(m->p + 2, &e, 16);
    m->p = e;
  } else if (isdigit((unsigned char)*m->p) || *m->p == '-') {
    const char *before = m->p;
    v = (u64)integer(m);
    if (*m->p == '(') { // a mask: one byte of an address
      fail(m, "byte masks of addresses are not taken: %.10s", before);
    }
  } else {
    word(m, w);
    if (!strcmp(w, "generic")) {
      need(m, '(');
      word(m, w);
      need(m, ')');
    }
    i64 add = 0;
    if (take(m, '+')) add = integer(m);
    fixup(m, at, w, add, size);
  }
  memcpy(host(at, (size_t)size), &v, (size_t)size);
}
static void initialiser(ptx_module *m, u64 *at, int size, u64 end) {
  if (take(m, '{')) {
    do initialiser(m, at, size, end);
    while (take(m, ','));
    need(m, '}');
    return;
  }
  if (*at + (u64)size > end) fail(m, "too many initial values");
  initial(m, *at, size);
  *at += (u64)size;
}

static void module_variable(ptx_module *m, const char *space_name, bool external) {
  char name[1024];
  size_t align;
  bool open;
  int elem;
  size_t size = declared(m, name, &align, &open, &elem);
  variable *v = variable_of(m, name);
  if (!v) {
    m->v = grow(m->v, m->nv, sizeof *m->v);
    v = &m->v[m->nv++];
    *v = (variable){.name = strdup(name)};
  }
  v->size = size;
  if (!strcmp(space_name, ".shared")) {
    v->shared = true;
    v->dynamic = open || external;
    if (!v->dynamic) {
      m->shared = up(m->shared, align);
      v->offset = (i64)m->shared;
      m->shared += size;
    }
  } else {
    if (external) fail(m, "Unresolved extern variable '%s'", name);
    if (!strcmp(space_name, ".const")) m->constants = up(m->constants, align) + size;
    v->address = ptx_host->allocate(size ? size : 1);
    if (!v->address) fail(m, "out of memory");
    memset(host(v->address, size), 0, size);
    u64 at = v->address;
    if (take(m, '=')) initialiser(m, &at, elem, v->address + size);
  }
  need(m, ';');
}

static const char *const specials[] = {"%tid.x",
                                       "%tid.y",
                                       "%tid.z",
                                       "%ntid.x",
                                       "%ntid.y",
                                       "%ntid.z",
                                       "%ctaid.x",
                                       "%ctaid.y",
                                       "%ctaid.z",
                                       "%nctaid.x",
                                       "%nctaid.y",
                                       "%nctaid.z",
                                       "%laneid",
                                       "%warpid",
                                       "%clock",
                                       "%clock64",
                                       "%globaltimer",
                                       "%lanemask_eq",
                                       "%lanemask_lt",
                                       "%lanemask_le",
                                       "%lanemask_gt",
                                       "%lanemask_ge",
                                       "%smid",
                                       "%dynamic_smem_size",
                                       "%nsmid",
                                       "%gridid",
                                       "%clusterid.x",
                                       "%clusterid.y",
                                       "%clusterid.z",
                                       "%cluster_ctaid.x",
                                       "%cluster_ctaid.y",
                                       "%cluster_ctaid.z",
                                       "%cluster_nctaid.x",
                                       "%cluster_nctaid.y",
                                       "%cluster_nctaid.z",
                                       "%cluster_ctarank",
                                       "%cluster_nctarank"};
enum {
  S_TID,
  S_NTID = 3,
  S_CTAID = 6,
  S_NCTAID = 9,
  S_LANE = 12,
  S_WARP,
  S_CLOCK,
  S_CLOCK64,
  S_TIMER,
  S_EQ,
  S_LT,
  S_LE,
  S_GT,
  S_GE,
  S_SM,
  S_DYNAMIC,
  S_NSM,
  S_GRID,
  S_CLUSTER,
  S_CLUSTER_CTA = S_CLUSTER + 3,
  S_CLUSTER_NCTA = S_CLUSTER_CTA + 3,
  S_CLUSTER_RANK = S_CLUSTER_NCTA + 3,
  S_CLUSTER_SIZE
};

static i32 label(ptx_module *m, const char *name) {
  symbol *s = symbol_of(m->now, name);
  if (!s) {
    // A label is known to the whole function.
    int depth = m->depth;
    m->depth = 1;
    declare(m->now, name, LABEL, -1, 0, 0);
    m->depth = depth;
    s = &m->now->sym[m->now->nsym - 1];
  }
  return (i32)(s - m->now->sym);
}

static operand parse_operand(ptx_module *m);

static operand named(ptx_module *m, const char *w) {
  operand o = {0};
  if (!strcmp(w, "_")) return o.kind = SINK, o;
  if (w[0] == '%')
    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
      if (!strcmp(w, specials[i])) return o.kind = SPECIAL, o.reg = (i32)i, o;
  symbol *s = symbol_of(m->now, w);
  if (s && s->kind != LABEL) {
    o.kind = s->kind;
    o.reg = s->reg;
    o.imm = s->offset;
    return o;
  }
  variable *v = variable_of(m, w);
  if (v) {
    if (v->shared) {
      o.kind = SHARED;
      o.imm = v->offset;
      o.not = v->dynamic; // behind the static part, however large it becomes
    } else {
      o.kind = IMM;
      o.imm = (i64)v->address;
    }
    return o;
  }
  ptx_func *f = func_of(m, w);
  if (f) return o.kind = FUNC, o.imm = (i64)(intptr_t)f, o;
  if (w[0] == '$' || (s && s->kind == LABEL)) return o.kind = LABEL, o.reg = label(m, w), o;
  fail(m, "Unknown symbol '%s'", w);
}

// [surface, {x, y}], and of textures: the handle and the coordinates, in one vector.
static operand surface_place(ptx_module *m, operand handle) {
  operand at = parse_operand(m), o = {.kind = VEC};
  if (at.kind != VEC) fail(m, "a place in a surface that is no vector");
  o.count = (uint8_t)(at.count + 1);
  o.reg = m->nparts;
  for (int i = 0; i < o.count; i++) {
    operand part = i ? m->parts[at.reg + i - 1] : handle;
    m->parts = grow(m->parts, m->nparts, sizeof *m->parts);
    m->parts[m->nparts++] = part;
  }
  return o;
}

static operand parse_operand(ptx_module *m) {
  operand o = {0};
  char w[1024];
  space(m);
  if (take(m, '{')) {
    operand part[8];
    int n = 0;
    do {
      if (n == 8) fail(m, "vector too long");
      part[n++] = parse_operand(m);
    } while (take(m, ','));
    need(m, '}');
    o.kind = VEC;
    o.count = (uint8_t)n;
    o.reg = m->nparts;
    for (int i = 0; i < n; i++) {
      m->parts = grow(m->parts, m->nparts, sizeof *m->parts);
      m->parts[m->nparts++] = part[i];
    }
    return o;
  }
  if (take(m, '[')) {
    o = parse_operand(m);
    if (take(m, '+')) o.imm += integer(m);
    if (take(m, ',')) o = surface_place(m, o);
    o.mem = true;
    need(m, ']');
    return o;
  }
  if (take(m, '!')) {
    o = parse_operand(m);
    o.not = true;
    return o;
  }
  if (isdigit((unsigned char)*m->p) || *m->p == '-') {
    o.kind = IMM;
    if (m->p[0] == '0' && strchr("fFdD", m->p[1]) && m->p[1]) {
      char *e;
      o.imm = (i64)strtoull(m->p + 2, &e, 16);
      m->p = e;
    } else
      o.imm = integer(m);
    return o;
  }
  word(m, w);
  if (!*w) fail(m, "Parsing error near '%.20s'", m->p);
  return named(m, w);
}

// ---- instructions ----

enum opcode {
  O_MOV,
  O_LD,
  O_ST,
  O_CVTA,
  O_ADD,
  O_SUB,
  O_MUL,
  O_MAD,
  O_DIV,
  O_REM,
  O_NEG,
  O_ABS,
  O_MIN,
  O_MAX,
  O_FMA,
  O_CVT,
  O_SET,
  O_SETP,
  O_SELP,
  O_AND,
  O_OR,
  O_XOR,
  O_NOT,
  O_SHL,
  O_SHR,
  O_CNOT,
  O_BFE,
  O_BFI,
  O_PRMT,
  O_POPC,
  O_CLZ,
  O_BREV,
  O_SHF,
  O_ATOM,
  O_RED,
  O_FENCE,
  O_BAR,
  O_VOTE,
  O_SHFL,
  O_MATCH,
  O_REDUX,
  O_ACTIVE,
  O_SIN,
  O_COS,
  O_EX2,
  O_LG2,
  O_RCP,
  O_RSQRT,
  O_SQRT,
  O_TANH,
  O_COPYSIGN,
  O_TESTP,
  O_TRAP,
  O_EXIT,
  O_RET,
  O_SLEEP,
  O_SULD,
  O_SUST,
  O_TEX,
  O_ISSPACEP,
  O_MAPA,
  O_CTARANK,
  O_ARRIVE,
  O_WAIT,
  O_LOP3,
  O_SAD,
  O_CALL,
  O_BRA,
  O_BRX,
  O_BFIND,
  O_MUL24,
  O_DP4A
};
static const struct op {
  const char *name;
  enum opcode code;
} ops[] = {{"mov", O_MOV},
           {"ld", O_LD},
           {"ldu", O_LD},
           {"st", O_ST},
           {"suld", O_SULD},
           {"sust", O_SUST},
           {"tex", O_TEX},
           {"cvta", O_CVTA},
           {"add", O_ADD},
           {"addc", O_ADD},
           {"sub", O_SUB},
           {"subc", O_SUB},
           {"mul", O_MUL},
           {"mad", O_MAD},
           {"madc", O_MAD},
           {"div", O_DIV},
           {"rem", O_REM},
           {"neg", O_NEG},
           {"abs", O_ABS},
           {"min", O_MIN},
           {"max", O_MAX},
           {"fma", O_FMA},
           {"cvt", O_CVT},
           {"set", O_SET},
           {"setp", O_SETP},
           {"selp", O_SELP},
           {"and", O_AND},
           {"or", O_OR},
           {"xor", O_XOR},
           {"not", O_NOT},
           {"shl", O_SHL},
           {"shr", O_SHR},
           {"cnot", O_CNOT},
           {"bfe", O_BFE},
           {"bfi", O_BFI},
           {"prmt", O_PRMT},
           {"popc", O_POPC},
           {"clz", O_CLZ},
           {"brev", O_BREV},
           {"shf", O_SHF},
           {"atom", O_ATOM},
           {"red", O_RED},
           {"membar", O_FENCE},
           {"fence", O_FENCE},
           {"bar", O_BAR},
           {"barrier", O_BAR},
           {"vote", O_VOTE},
           {"shfl", O_SHFL},
           {"match", O_MATCH},
           {"redux", O_REDUX},
           {"activemask", O_ACTIVE},
           {"sin", O_SIN},
           {"cos", O_COS},
           {"ex2", O_EX2},
           {"lg2", O_LG2},
           {"rcp", O_RCP},
           {"rsqrt", O_RSQRT},
           {"sqrt", O_SQRT},
           {"tanh", O_TANH},
           {"copysign", O_COPYSIGN},
           {"testp", O_TESTP},
           {"trap", O_TRAP},
           {"exit", O_EXIT},
           {"ret", O_RET},
           {"nanosleep", O_SLEEP},
           {"isspacep", O_ISSPACEP},
           {"mapa", O_MAPA},
           {"getctarank", O_CTARANK},
           {"barrier cluster arrive", O_ARRIVE}, // no word has spaces
           {"barrier cluster wait", O_WAIT},
           {"lop3", O_LOP3},
           {"sad", O_SAD},
           {"call", O_CALL},
           {"bra", O_BRA},
           {"brx", O_BRX},
           {"bfind", O_BFIND},
           {"mul24", O_MUL24},
           {"dp4a", O_DP4A}};

enum { RN, RZ, RM, RP, RNI, RZI, RMI, RPI };
enum {
  C_NONE,
  C_EQ,
  C_NE,
  C_LT,
  C_LE,
  C_GT,
  C_GE,
  C_EQU,
  C_NEU,
  C_LTU,
  C_LEU,
  C_GTU,
  C_GEU,
  C_NUM,
  C_NAN
};
enum {
  M_NONE,
  M_AND,
  M_OR,
  M_XOR,
  M_EXCH,
  M_CAS,
  M_ADD,
  M_INC,
  M_DEC,
  M_MIN,
  M_MAX,
  M_ALL,
  M_ANY,
  M_UNI,
  M_BALLOT,
  M_IDX,
  M_UP,
  M_DOWN,
  M_BFLY,
  M_L,
  M_R,
  M_POPC,
  M_SYNC,
  M_WARP,
  M_ARRIVE,
  M_RED,
  M_FINITE,
  M_INFINITE,
  M_NUMBER,
  M_NOTANUMBER,
  M_NORMAL,
  M_SUBNORMAL,
  M_SHARED,
  M_LOCAL,
  M_GLOBAL,
  M_CONST,
  M_PARAM
};
static const struct {
  const char *word;
  char field; // r(ounding) c(omparison) m(ode) v(ector) o(rdering) or a flag
  uint8_t value;
} modifiers[] = {{"rn", 'r', RN},
                 {"rz", 'r', RZ},
                 {"rm", 'r', RM},
                 {"rp", 'r', RP},
                 {"rni", 'r', RNI},
                 {"rzi", 'r', RZI},
                 {"rmi", 'r', RMI},
                 {"rpi", 'r', RPI},
                 {"eq", 'c', C_EQ},
                 {"ne", 'c', C_NE},
                 {"lt", 'c', C_LT},
                 {"le", 'c', C_LE},
                 {"gt", 'c', C_GT},
                 {"ge", 'c', C_GE},
                 {"lo", 'l', 0},
                 {"ls", 'c', C_LE},
                 {"hi", 'h', 0},
                 {"hs", 'c', C_GE},
                 {"equ", 'c', C_EQU},
                 {"neu", 'c', C_NEU},
                 {"ltu", 'c', C_LTU},
                 {"leu", 'c', C_LEU},
                 {"gtu", 'c', C_GTU},
                 {"geu", 'c', C_GEU},
                 {"num", 'c', C_NUM},
                 {"nan", 'c', C_NAN},
                 {"NaN", 'n', 0},
                 {"wide", 'w', 0},
                 {"sat", 's', 0},
                 {"satfinite", 's', 0},
                 {"ftz", 'f', 0},
                 {"approx", 'a', 0},
                 {"full", 'a', 0},
                 {"cc", 'y', 0},
                 {"v2", 'v', 2},
                 {"v4", 'v', 4},
                 {"v8", 'v', 8},
                 {"and", 'm', M_AND},
                 {"or", 'm', M_OR},
                 {"xor", 'm', M_XOR},
                 {"exch", 'm', M_EXCH},
                 {"cas", 'm', M_CAS},
                 {"add", 'm', M_ADD},
                 {"inc", 'm', M_INC},
                 {"dec", 'm', M_DEC},
                 {"min", 'm', M_MIN},
                 {"max", 'm', M_MAX},
                 {"all", 'm', M_ALL},
                 {"any", 'm', M_ANY},
                 {"uni", 'm', M_UNI},
                 {"ballot", 'm', M_BALLOT},
                 {"idx", 'm', M_IDX},
                 {"up", 'm', M_UP},
                 {"down", 'm', M_DOWN},
                 {"bfly", 'm', M_BFLY},
                 {"l", 'm', M_L},
                 {"r", 'm', M_R},
                 {"popc", 'm', M_POPC},
                 {"warp", 'W', M_WARP},
                 {"arrive", 'm', M_ARRIVE},
                 {"finite", 'm', M_FINITE},
                 {"infinite", 'm', M_INFINITE},
                 {"number", 'm', M_NUMBER},
                 {"notanumber", 'm', M_NOTANUMBER},
                 {"normal", 'm', M_NORMAL},
                 {"subnormal", 'm', M_SUBNORMAL},
                 {"shared", 'S', M_SHARED},
                 {"local", 'S', M_LOCAL},
                 {"global", 'S', M_GLOBAL},
                 {"const", 'S', M_CONST},
                 {"param", 'S', M_PARAM},
                 {"wrap", 'W', 1},
                 {"sync", '-', 0},
                 {"aligned", '-', 0},
                 {"clamp", '-', 0},
                 {"red", '-', 0},
                 {"noftz", '-', 0},
                 {"to", 't', 0},
                 {"volatile", '-', 0},
                 {"relaxed", '-', 0},
                 {"acquire", '-', 0},
                 {"release", '-', 0},
                 {"acq_rel", '-', 0},
                 {"sc", '-', 0},
                 {"weak", '-', 0},
                 {"nc", '-', 0},
                 {"cta", '-', 0},
                 {"gpu", '-', 0},
                 {"sys", '-', 0},
                 {"gl", '-', 0},
                 {"ca", '-', 0},
                 {"cg", '-', 0},
                 {"cs", '-', 0},
                 {"lu", '-', 0},
                 {"cv", '-', 0},
                 {"wb", '-', 0},
                 {"wt", '-', 0},
                 {"mmio", '-', 0},
                 {"cluster", '-', 0},
                 {"b", '-', 0},
                 {"zero", '-', 0},
                 {"1d", 'm', PTX_1D},
                 {"2d", 'm', PTX_2D},
                 {"3d", 'm', PTX_3D},
                 {"a1d", 'm', PTX_1D_LAYERED},
                 {"a2d", 'm', PTX_2D_LAYERED},
                 {"b4e", 'm', 1},
                 {"shiftamt", '-', 0}};

static void modifier(ptx_module *m, instr *in, const char *w, int *types) {
  type t;
  if (type_of(w, &t)) {
    if ((*types)++ == 0)
      in->t = t;
    else
      in->t2 = t;
    return;
  }
  for (size_t i = 0; i < sizeof modifiers / sizeof *modifiers; i++) {
    if (strcmp(w, modifiers[i].word)) continue;
    uint8_t v = modifiers[i].value;
    switch (modifiers[i].field) {
    case 'r':
      in->rnd = v;
      return;
    case 'c':
      in->cmp = v;
      return;
    case 'm':
      in->mode = v;
      return;
    case 'v':
      in->vec = v;
      return;
    case 'l':
      in->hi = false;
      return;
    case 'h':
      in->hi = true;
      return;
    case 'w':
      in->wide = true;
      return;
    case 's':
      in->sat = true;
      return;
    case 'f':
      in->ftz = true;
      return;
    case 'a':
      in->approx = true;
      return;
    case 'y':
      in->carry_out = true;
      return;
    case 'n':
      in->nan = true;
      return;
    case 'S':
      in->scope = v;
      return;
    case 'W':
      in->wrap = true;
      return;
    default:
      return;
    }
  }
  if (!strncmp(w, "L2::", 4) || !strncmp(w, "L1::", 4)) return;
  fail(m, "Unknown modifier '.%s'", w);
}

static const struct op *op_of(const char *name) {
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
    if (!strcmp(ops[i].name, name)) return &ops[i];
  return NULL;
}

static instr *emit(ptx_module *m) {
  m->code = grow(m->code, m->ncode, sizeof *m->code);
  instr *in = &m->code[m->ncode++];
  *in = (instr){.guard = -1, .at = line_of(m)};
  return in;
}

static void skip_statement(ptx_module *m) {
  while (*m->p && *m->p != ';') m->p++;
  need(m, ';');
}

// call{.uni} (ret), target, (arguments) {, prototype};
static void parse_call(ptx_module *m, instr *in) {
  in->o[0].kind = in->o[2].kind = NONE;
  if (take(m, '(')) {
    in->o[0] = parse_operand(m);
    need(m, ')');
    need(m, ',');
  }
  in->o[1] = parse_operand(m);
  if (take(m, ',')) {
    need(m, '(');
    operand o = {.kind = VEC, .reg = 0};
    operand part[64];
    int n = 0;
    if (!take(m, ')')) {
      do {
        if (n == 64) fail(m, "too many arguments");
        part[n++] = parse_operand(m);
      } while (take(m, ','));
      need(m, ')');
    }
    o.count = (uint8_t)n;
    o.reg = m->nparts;
    for (int i = 0; i < n; i++) {
      m->parts = grow(m->parts, m->nparts, sizeof *m->parts);
      m->parts[m->nparts++] = part[i];
    }
    in->o[2] = o;
    if (take(m, ',')) {
      char w[1024];
      word(m, w);
    }
  }
  need(m, ';');
}

static void instruction(ptx_module *m, char *w, i32 guard, bool negated) {
  char *dot = strchr(w, '.');
  if (dot) *dot = 0;
  if (dot && !strcmp(w, "barrier") && !strncmp(dot + 1, "cluster.", 8)) {
    w = strncmp(dot + 9, "arrive", 6) ? "barrier cluster wait" : "barrier cluster arrive";
    dot = NULL;
  }
  const struct op *op = op_of(w);
  if (!op) fail(m, "Not a name of any known instruction: '%s'", w);
  instr in = {.guard = guard, .negated = negated, .op = op, .at = line_of(m)};
  in.order = strlen(w) == 4 && w[3] == 'c'; // addc, subc, madc take the carry
  int types = 0;
  if (op->code == O_BAR && dot && !strncmp(dot + 1, "red.", 4)) in.nan = true;
  in.aligned = op->code == O_BAR && !strcmp(w, "bar");
  for (char *s = dot ? dot + 1 : NULL; s && *s;) {
    char *e = strchr(s, '.');
    if (e) *e = 0;
    in.aligned |= op->code == O_BAR && !strcmp(s, "aligned");
    // ::cta and the like say nothing here.
    modifier(m, &in, s, &types);
    s = e ? e + 1 : NULL;
    space(m);
    if (!s && m->p[0] == ':' && m->p[1] == ':') {
      m->p += 2;
      char rest[1024];
      word(m, rest);
      strcpy(w, rest);
      s = strchr(w, '.');
      s = s ? s + 1 : NULL;
    }
  }
  if (op->code == O_CALL) {
    parse_call(m, &in);
  } else {
    space(m);
    while (*m->p != ';') {
      if (in.nops == 6) fail(m, "too many operands");
      in.o[in.nops++] = parse_operand(m);
      if (take(m, '|')) in.o[in.nops++] = parse_operand(m), in.wide = true;
      space(m);
      if (*m->p == ',') {
        m->p++;
        space(m);
      } else if (*m->p != ';')
        fail(m, "Parsing error near '%.20s'", m->p);
    }
    m->p++;
  }
  *emit(m) = in;
}

static void registers(ptx_module *m) {
  char w[1024], name[1100];
  word(m, w); // the type
  do {
    word(m, w);
    if (take(m, '<')) {
      int n = (int)integer(m);
      need(m, '>');
      // %r<3> are %r0 to %r2, found by number.
      for (int i = 0; i < n; i++) {
        snprintf(name, sizeof name, "%s%d", w, i);
        declare(m->now, name, REG, m->now->nreg++, 0, 0);
      }
    } else
      declare(m->now, w, REG, m->now->nreg++, 0, 0);
  } while (take(m, ','));
  need(m, ';');
}

static void body(ptx_module *m) {
  ptx_func *f = m->now;
  char w[1024], name[1024];
  f->start = m->ncode;
  m->depth = 1;
  while (m->depth) {
    space(m);
    if (!*m->p) fail(m, "the text ends in function '%s'", f->name);
    if (take(m, '{')) {
      m->depth++;
      continue;
    }
    if (take(m, '}')) {
      m->depth--;
      continue;
    }
    if (take(m, '@')) {
      bool not = take(m, '!');
      word(m, w);
      symbol *s = symbol_of(f, w);
      if (!s || s->kind != REG) fail(m, "Unknown symbol '%s'", w);
      i32 guard = s->reg;
      word(m, w);
      instruction(m, w, guard, not);
      continue;
    }
    word(m, w);
    if (!*w) fail(m, "Parsing error near '%.20s'", m->p);
    if (take(m, ':')) {
      const char *at = m->p;
      char d[1024];
      word(m, d);
      if (!strcmp(d, ".branchtargets")) {
        i32 *list = calloc(1, sizeof *list);
        do {
          word(m, name);
          list = realloc(list, (size_t)(list[0] + 2) * sizeof *list);
          list[++list[0]] = label(m, name);
        } while (take(m, ','));
        need(m, ';');
        i32 k = label(m, w);
        f->sym[k].reg = -2 - m->ntargets;
        m->targets = grow(m->targets, m->ntargets, sizeof *m->targets);
        m->targets[m->ntargets++] = list;
        continue;
      }
      if (!strcmp(d, ".callprototype")) {
        skip_statement(m);
        continue;
      }
      m->p = at;
      i32 k = label(m, w);
      if (f->sym[k].reg != -1) fail(m, "Label '%s' defined twice", w);
      f->sym[k].reg = m->ncode;
      continue;
    }
    if (w[0] != '.') {
      instruction(m, w, -1, false);
      continue;
    }
    if (!strcmp(w, ".reg"))
      registers(m);
    else if (!strcmp(w, ".local") || !strcmp(w, ".param") || !strcmp(w, ".shared")) {
      size_t align;
      bool open;
      int elem;
      size_t size = declared(m, name, &align, &open, &elem);
      if (w[1] == 's') {
        m->shared = up(m->shared, align);
        declare(f, name, SHARED, 0, (i64)m->shared, size);
        m->shared += size;
      } else {
        size_t *area = w[1] == 'l' ? &f->local : &f->args;
        *area = up(*area, align < 8 ? 8 : align);
        declare(f, name, w[1] == 'l' ? LOCAL : ARG, 0, (i64)*area, size);
        *area += size;
      }
      need(m, ';');
    } else if (!strcmp(w, ".pragma") || !strcmp(w, ".loc"))
      skip_statement(m);
    else
      fail(m, "Unknown directive '%s'", w);
  }
  f->end = m->ncode;
  emit(m)->op = op_of("ret"); // the last brace ends a return that may be left out
  for (i32 i = f->start; i < f->end; i++) {
    instr *in = &m->code[i];
    if (in->op->code != O_BRA && in->op->code != O_BRX) continue;
    operand *o = &in->o[in->op->code == O_BRX];
    if (o->kind != LABEL || f->sym[o->reg].reg == -1)
      fail(m, "Label expected for branch in '%s'", f->name);
    o->imm = f->sym[o->reg].reg;
  }
  for (int i = 0; i < m->ntargets; i++)
    for (int k = 1; k <= m->targets[i][0]; k++)
      if (m->targets[i][k] >= 0) m->targets[i][k] = -1 - f->sym[m->targets[i][k]].reg;
}

static const char *const builtins[] = {"vprintf", "malloc", "free", "__assertfail"};

static void parameters(ptx_module *m, ptx_func *f, bool results) {
  char w[1024], name[1024];
  if (!take(m, '(')) return;
  space(m);
  while (*m->p != ')') {
    word(m, w);
    if (strcmp(w, ".param")) fail(m, "'%s' where a parameter belongs", w);
    size_t align;
    bool open;
    int elem;
    size_t size = declared(m, name, &align, &open, &elem);
    f->params = up(f->params, results ? 16 : align);
    if (results) {
      f->retoff = f->params;
      f->retsize = size;
    } else {
      if (f->nparam == 64) fail(m, "too many parameters");
      f->param[f->nparam].offset = f->params;
      f->param[f->nparam++].size = size;
    }
    declare(f, name, PARAM, 0, (i64)f->params, size);
    f->params += size;
    if (!take(m, ',')) break;
    space(m);
  }
  need(m, ')');
}

static void function(ptx_module *m, bool entry, bool external) {
  char w[1024];
  ptx_func *f = calloc(1, sizeof *f);
  *f = (ptx_func){.m = m, .entry = entry, .maxntid = 1024, .builtin = -1};
  m->now = f;
  m->depth = 1;
  const char *results = NULL;
  space(m);
  if (!entry && *m->p == '(') {
    results = m->p;
    while (*m->p && *m->p != ')') m->p++;
    m->p++;
  }
  word(m, w);
  f->name = strdup(w);
  parameters(m, f, false);
  if (results) {
    const char *at = m->p;
    m->p = results;
    parameters(m, f, true);
    m->p = at;
  }
  for (;;) {
    space(m);
    if (*m->p != '.') break;
    word(m, w);
    if (!strcmp(w, ".maxntid") || !strcmp(w, ".reqntid")) {
      i64 n = integer(m);
      while (take(m, ',')) n *= integer(m);
      f->maxntid = (int)n;
    } else if (!strcmp(w, ".noreturn"))
      ;
    else if (!strcmp(w, ".minnctapersm"))
      integer(m);
    else if (!strcmp(w, ".maxnreg"))
      f->maxnreg = (int)integer(m);
    else
      fail(m, "Unknown directive '%s'", w);
  }
  ptx_func *old = func_of(m, f->name);
  if (old) {
    // A definition behind its declaration takes its place.
    if (!take(m, ';')) {
      f->m = m;
      char *name = old->name;
      *old = *f;
      old->name = name;
      m->now = old;
      need(m, '{');
      body(m);
      old->body = true;
    }
    return;
  }
  m->f = grow(m->f, m->nf, sizeof *m->f);
  m->f[m->nf++] = f;
  for (size_t i = 0; i < sizeof builtins / sizeof *builtins; i++)
    if (!strcmp(f->name, builtins[i])) f->builtin = (int)i;
  if (take(m, ';')) return;
  if (external) fail(m, "extern function '%s' has a body", f->name);
  need(m, '{');
  body(m);
  f->body = true;
}

static void read_module(ptx_module *m) {
  char w[1024];
  for (;;) {
    space(m);
    if (!*m->p) break;
    bool external = false;
    word(m, w);
    while (!strcmp(w, ".visible") || !strcmp(w, ".extern") || !strcmp(w, ".weak") ||
           !strcmp(w, ".common")) {
      external = external || !strcmp(w, ".extern");
      word(m, w);
    }
    if (!strcmp(w, ".version")) {
      word(m, w);
      m->version = atoi(w) * 10 + (strchr(w, '.') ? atoi(strchr(w, '.') + 1) : 0);
    } else if (!strcmp(w, ".target")) {
      word(m, w);
      if (strncmp(w, "sm_", 3)) fail(m, "Unknown target '%s'", w);
      m->target = atoi(w + 3);
      while (take(m, ',')) word(m, w);
    } else if (!strcmp(w, ".address_size")) {
      if (integer(m) != 64) fail(m, "only 64-bit addresses");
    } else if (!strcmp(w, ".global") || !strcmp(w, ".const") || !strcmp(w, ".shared")) {
      char s[16];
      strcpy(s, w);
      module_variable(m, s, external);
    } else if (!strcmp(w, ".func") || !strcmp(w, ".entry"))
      function(m, w[1] == 'e', external);
    else if (!strcmp(w, ".pragma") || !strcmp(w, ".alias"))
      skip_statement(m);
    else if (!strcmp(w, ".file")) {
      while (*m->p && *m->p != '\n') m->p++;
    } else if (!strcmp(w, ".section")) {
      while (*m->p && *m->p != '{') m->p++;
      while (*m->p && *m->p != '}') m->p++;
      need(m, '}');
    } else
      fail(m, "Parsing error near '%s'", *w ? w : "(nothing)");
  }
  if (!m->version || !m->target) fail(m, "Missing .version or .target directive");
  m->shared = up(m->shared, 16);
  for (int i = 0; i < m->nfix; i++) {
    variable *v = variable_of(m, m->fix[i].name);
    ptx_func *f = func_of(m, m->fix[i].name);
    if ((!v || v->shared) && !f) fail(m, "Unknown symbol '%s'", m->fix[i].name);
    u64 a = (v ? v->address : (u64)(uintptr_t)f) + (u64)m->fix[i].add;
    memcpy(host(m->fix[i].at, (size_t)m->fix[i].size), &a, (size_t)m->fix[i].size);
  }
  for (int i = 0; i < m->nf; i++)
    if (!m->f[i]->body && m->f[i]->builtin < 0)
      fail(m, "Unresolved extern function '%s'", m->f[i]->name);
}

ptx_module *ptx_read(const char *text, char *log, size_t room) {
  ptx_module *m = calloc(1, sizeof *m);
  m->text = m->p = m->counted = text;
  m->line = 1;
  m->log = log;
  m->logroom = room;
  if (setjmp(m->fail)) {
    ptx_drop(m);
    return NULL;
  }
  read_module(m);
  m->text = m->p = NULL;
  return m;
}

void ptx_drop(ptx_module *m) {
  for (int i = 0; i < m->nv; i++) {
    if (m->v[i].address) ptx_host->release(m->v[i].address);
    free(m->v[i].name);
  }
  for (int i = 0; i < m->nf; i++) {
    for (int k = 0; k < m->f[i]->nsym; k++) free(m->f[i]->sym[k].name);
    free(m->f[i]->sym);
    free(m->f[i]->name);
    free(m->f[i]);
  }
  for (int i = 0; i < m->nfix; i++) free(m->fix[i].name);
  for (int i = 0; i < m->ntargets; i++) free(m->targets[i]);
  free(m->targets);
  free(m->fix);
  free(m->v);
  free(m->f);
  free(m->code);
  free(m->parts);
  free(m);
}

int ptx_version(const ptx_module *m) { return m->version; }
int ptx_target(const ptx_module *m) { return m->target; }
int ptx_calls(const ptx_module *m, const char *name) {
  for (int i = 0; i < m->nf; i++)
    if (m->f[i]->builtin >= 0 && !strcmp(m->f[i]->name, name)) return 1;
  return 0;
}
ptx_func *ptx_kernel(ptx_module *m, const char *name) {
  ptx_func *f = func_of(m, name);
  return f && f->entry ? f : NULL;
}
u64 ptx_variable(ptx_module *m, const char *name, size_t *size) {
  variable *v = variable_of(m, name);
  if (!v || v->shared) return 0;
  *size = v->size;
  return v->address;
}
size_t ptx_param_size(const ptx_func *f, int i) { return i < f->nparam ? f->param[i].size : 0; }
size_t ptx_param_block(const ptx_func *f, int i, size_t *offset) {
  if (i < f->nparam) *offset = f->param[i].offset;
  return f->params;
}
size_t ptx_shared(const ptx_func *f) { return f->m->shared; }
size_t ptx_constants(const ptx_module *m) { return m->constants; }
size_t ptx_local(const ptx_func *f) { return f->local; }
int ptx_max_threads(const ptx_func *f) {
  int most = f->maxnreg ? 65536 / f->maxnreg / 32 * 32 : f->maxntid;
  return most < f->maxntid ? most : f->maxntid;
}
int ptx_registers(const ptx_func *f) { return f->nreg > 255 ? 255 : f->nreg; }

// ---- running ----

typedef struct frame {
  struct frame *up;
  ptx_func *f;
  u64 *r;
  char *local, *params, *args, *below;
  i32 back;   // instruction to go on with
  i64 result; // where in the caller's arguments the result goes
} frame;

enum state { RUN, WARP, BARRIER, CLUSTER, JOIN, DONE };

// Lanes that diverged at a branch and wait for one another where its paths join.
typedef struct {
  u32 mask;
  i32 pc;
  int depth;
} join;

typedef struct {
  frame *top;
  char *stack, *limit;
  i32 pc;
  int depth;
  uint8_t state;
  bool carry, answer;
  u32 tid[3], bar, count;
  u32 arrivals, waits; // at the barrier of the cluster
  join *joins;         // of the warp, in its first thread
  int njoins;
} thread;

typedef struct {
  thread *t;
  int n, live;
  u32 id[3];
  char *shared;
} block;

typedef struct {
  const struct ptx_launch *l;
  ptx_module *m;
  char *arena, *top;
  size_t room;
  size_t shared;
  u64 from, to; // the piece of memory found last
  i64 delta;
  block *all; // that run at the same time
  int most;
  block *b; // what runs now
  thread *now;
  int code;
  char *why;
  size_t whyroom;
  jmp_buf fail;
  FILE *out;
  bool apart;  // each lane alone, as far as it gets
  bool joined; // lanes wait where the paths of a branch join
} run;

__attribute__((noreturn, format(printf, 3, 4))) static void stop(run *x, int code, const char *f,
                                                                 ...) {
  x->code = code;
  int n = snprintf(x->why, x->whyroom,
                   "kernel %s, block (%u,%u,%u), thread (%u,%u,%u), PTX line %d: ", x->l->f->name,
                   x->b->id[0], x->b->id[1], x->b->id[2], x->now->tid[0], x->now->tid[1],
                   x->now->tid[2], x->m->code[x->now->pc].at);
  va_list a;
  va_start(a, f);
  if (n >= 0 && (size_t)n < x->whyroom) vsnprintf(x->why + n, x->whyroom - (size_t)n, f, a);
  va_end(a);
  longjmp(x->fail, 1);
}

// The host's address of device memory, checked.
static char *at(run *x, u64 a, size_t n) {
  if (a % n) stop(x, MISALIGNED, "address %#lx is not aligned for %zu bytes", a, n);
  if (a >= (u64)(uintptr_t)x->arena && a + n <= (u64)(uintptr_t)x->arena + x->room)
    return (char *)(uintptr_t)a;
  if (a >= x->from && a + n <= x->to) return (char *)(uintptr_t)(a + (u64)x->delta);
  u64 s, e;
  char *p = ptx_host->memory(a, n, &s, &e);
  if (!p) stop(x, ILLEGAL_ADDRESS, "no memory of %zu bytes at %#lx", n, a);
  x->from = s;
  x->to = e;
  x->delta = (i64)((u64)(uintptr_t)p - a);
  return p;
}

static u64 ones(int bits) { return bits >= 64 ? ~0ull : (1ull << bits) - 1; }
static i64 sext(u64 v, int bits) {
  return bits >= 64 ? (i64)v : (i64)(v << (64 - bits)) >> (64 - bits);
}
static float f32(u64 v) {
  u32 b = (u32)v;
  float f;
  memcpy(&f, &b, 4);
  return f;
}
static double f64(u64 v) {
  double f;
  memcpy(&f, &v, 8);
  return f;
}
static u64 b32(float f) {
  u32 b;
  memcpy(&b, &f, 4);
  return b;
}
static u64 b64(double f) {
  u64 b;
  memcpy(&b, &f, 8);
  return b;
}
static float f16(u64 v) {
  uint16_t b = (uint16_t)v;
  _Float16 f;
  memcpy(&f, &b, 2);
  return (float)f;
}
static u64 b16(double d) {
  _Float16 f = (_Float16)d;
  uint16_t b;
  memcpy(&b, &f, 2);
  return b;
}
static float bf16(u64 v) { return f32((v & 0xffff) << 16); }
// Rounded once, to the nearest or towards zero: by way of a float that is rounded to odd.
static u64 bb16(long double v) {
  float f = (float)v;
  u64 b = b32(f);
  if (v != v) return 0x7fff;
  if (fegetround() == FE_TOWARDZERO) return b >> 16 & 0xffff;
  if (f != v && !(b & 1)) b += fabsl(f) > fabsl(v) ? -1 : 1;
  return ((b + 0x7fff + (b >> 16 & 1)) >> 16) & 0xffff;
}

static u32 blocks_of_cluster(const struct ptx_launch *l, int k) {
  return l->cluster[k] ? l->cluster[k] : 1;
}
static u32 rank_in_cluster(const struct ptx_launch *l, const block *b) {
  u32 at[3];
  for (int k = 0; k < 3; k++) at[k] = b->id[k] % blocks_of_cluster(l, k);
  return at[0] + blocks_of_cluster(l, 0) * (at[1] + blocks_of_cluster(l, 1) * at[2]);
}
static bool same_cluster(const struct ptx_launch *l, const block *a, const block *b) {
  for (int k = 0; k < 3; k++)
    if (a->id[k] / blocks_of_cluster(l, k) != b->id[k] / blocks_of_cluster(l, k)) return false;
  return true;
}
// The block of the cluster whose shared memory an address is in.
static block *owner(run *x, u64 a) {
  for (int i = 0; i < x->most; i++) {
    u64 s = (u64)(uintptr_t)x->all[i].shared;
    if (a >= s && a < s + x->shared && same_cluster(x->l, x->b, &x->all[i])) return &x->all[i];
  }
  stop(x, ILLEGAL_ADDRESS, "no shared memory of the cluster at %#lx", a);
}
static u64 map_address(run *x, u64 a, u32 rank) {
  u64 offset = a - (u64)(uintptr_t)owner(x, a)->shared;
  for (int i = 0; i < x->most; i++)
    if (same_cluster(x->l, x->b, &x->all[i]) && rank_in_cluster(x->l, &x->all[i]) == rank)
      return (u64)(uintptr_t)x->all[i].shared + offset;
  stop(x, ILLEGAL_ADDRESS, "the cluster has no block %u", rank);
}
static u64 cluster_special(run *x, int n) {
  const struct ptx_launch *l = x->l;
  if (n < S_CLUSTER_CTA) return x->b->id[n - S_CLUSTER] / blocks_of_cluster(l, n - S_CLUSTER);
  if (n < S_CLUSTER_NCTA)
    return x->b->id[n - S_CLUSTER_CTA] % blocks_of_cluster(l, n - S_CLUSTER_CTA);
  if (n < S_CLUSTER_RANK) return blocks_of_cluster(l, n - S_CLUSTER_NCTA);
  if (n == S_CLUSTER_RANK) return rank_in_cluster(l, x->b);
  return blocks_of_cluster(l, 0) * blocks_of_cluster(l, 1) * blocks_of_cluster(l, 2);
}

static u64 special(run *x, int n) {
  thread *t = x->now;
  const struct ptx_launch *l = x->l;
  u32 lane = (u32)(t - x->b->t) % 32;
  struct timespec ts;
  switch (n) {
  case S_LANE:
    return lane;
  case S_WARP:
    return (u32)(t - x->b->t) / 32;
  case S_EQ:
    return 1u << lane;
  case S_LT:
    return (1u << lane) - 1;
  case S_LE:
    return (u32)((2ull << lane) - 1);
  case S_GT:
    return ~(u32)((2ull << lane) - 1);
  case S_GE:
    return ~((1u << lane) - 1);
  case S_CLOCK:
  case S_CLOCK64:
  case S_TIMER:
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return (u64)ts.tv_sec * 1000000000u + (u64)ts.tv_nsec;
  case S_SM:
  case S_GRID:
    return 0;
  case S_NSM:
    return 1;
  case S_DYNAMIC:
    return l->shared;
  }
  if (n >= S_CLUSTER) return cluster_special(x, n);
  if (n < S_NTID) return t->tid[n];
  if (n < S_CTAID) return l->block[n - S_NTID];
  if (n < S_NCTAID) return x->b->id[n - S_CTAID];
  return l->grid[n - S_NCTAID];
}

static u64 get(run *x, const operand *o) {
  frame *f = x->now->top;
  switch (o->kind) {
  case REG:
    return o->mem ? f->r[o->reg] + (u64)o->imm : o->not ? !f->r[o->reg] : f->r[o->reg];
  case IMM:
  case FUNC:
    return (u64)o->imm;
  case SPECIAL:
    return special(x, o->reg);
  case SHARED:
    return (u64)(uintptr_t)x->b->shared + (o->not ? x->m->shared : 0) + (u64)o->imm;
  case LOCAL:
    return (u64)(uintptr_t)f->local + (u64)o->imm;
  case PARAM:
    return (u64)(uintptr_t)f->params + (u64)o->imm;
  case ARG:
    return (u64)(uintptr_t)f->args + (u64)o->imm;
  }
  stop(x, LAUNCH_FAILED, "operand of kind %d has no value", o->kind);
}
static void set(run *x, const operand *o, u64 v) {
  if (o->kind == SINK) return;
  if (o->kind != REG) stop(x, LAUNCH_FAILED, "operand of kind %d takes no value", o->kind);
  x->now->top->r[o->reg] = v;
}

static const int rounding[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

// Arithmetic in the host's numbers. A pair of halves is two operations.
static u64 real(run *x, const instr *in, u64 a, u64 b, u64 c);
static double real_op(run *x, const instr *in, double a, double b, double c, bool single) {
  volatile float fa = (float)a, fb = (float)b, fc = (float)c;
  volatile double da = a, db = b, dc = c;
  int mode = in->rnd && in->rnd <= RP ? rounding[in->rnd] : -1;
  if (mode >= 0) fesetround(mode);
  volatile double d = 0;
  volatile float f = 0;
  switch (in->op->code) {
  case O_ADD:
    if (single)
      f = fa + fb;
    else
      d = da + db;
    break;
  case O_SUB:
    if (single)
      f = fa - fb;
    else
      d = da - db;
    break;
  case O_MUL:
    if (single)
      f = fa * fb;
    else
      d = da * db;
    break;
  case O_DIV:
    if (single)
      f = fa / fb;
    else
      d = da / db;
    break;
  case O_FMA:
  case O_MAD:
    if (single)
      f = fmaf(fa, fb, fc);
    else
      d = fma(da, db, dc);
    break;
  case O_RCP:
    if (single)
      f = 1 / fa;
    else
      d = 1 / da;
    break;
  case O_SQRT:
    if (single)
      f = sqrtf(fa);
    else
      d = sqrt(da);
    break;
  case O_RSQRT:
    if (single)
      f = (float)(1 / sqrt(a));
    else
      d = 1 / sqrt(da);
    break;
  case O_SIN:
    f = sinf(fa);
    break;
  case O_COS:
    f = cosf(fa);
    break;
  case O_EX2:
    f = exp2f(fa);
    break;
  case O_LG2:
    f = log2f(fa);
    break;
  case O_TANH:
    f = tanhf(fa);
    break;
  case O_NEG:
    f = -fa, d = -da;
    break;
  case O_ABS:
    f = fabsf(fa), d = fabs(da);
    break;
  case O_MIN:
  case O_MAX:
    if (in->nan && (a != a || b != b))
      f = NAN, d = NAN;
    else if (in->op->code == O_MIN)
      f = fminf(fa, fb), d = fmin(da, db);
    else
      f = fmaxf(fa, fb), d = fmax(da, db);
    // Zeros are ordered by sign.
    if (a == 0 && b == 0 && a == b) {
      bool neg = in->op->code == O_MIN ? signbit(a) || signbit(b) : signbit(a) && signbit(b);
      f = neg ? -0.0f : 0.0f, d = neg ? -0.0 : 0.0;
    }
    break;
  default:
    stop(x, LAUNCH_FAILED, "%s of real numbers", in->op->name);
  }
  if (mode >= 0) fesetround(FE_TONEAREST);
  return single ? (double)f : d;
}
static double flush(double v) { return fabs(v) < 0x1p-126 ? copysign(0, v) : v; }
static u64 real(run *x, const instr *in, u64 a, u64 b, u64 c) {
  enum opcode op = in->op->code;
  switch (in->t.kind) {
  case 'x':
  case 'Y': {
    instr half = *in;
    half.t = in->t.kind == 'x' ? (type){'f', 16} : (type){'B', 16};
    return real(x, &half, a & 0xffff, b & 0xffff, c & 0xffff) |
           real(x, &half, a >> 16 & 0xffff, b >> 16 & 0xffff, c >> 16 & 0xffff) << 16;
  }
  case 'B': {
    if (op == O_NEG) return (a ^ 0x8000) & 0xffff;
    if (op == O_ABS) return a & 0x7fff;
    return bb16(real_op(x, in, bf16(a), bf16(b), bf16(c), false));
  }
  }
  if (op == O_NEG) return (a ^ 1ull << (in->t.bits - 1)) & ones(in->t.bits);
  if (op == O_ABS) return a & ones(in->t.bits - 1);
  if (in->t.bits == 64) return b64(real_op(x, in, f64(a), f64(b), f64(c), false));
  if (in->t.bits == 16) return b16(real_op(x, in, f16(a), f16(b), f16(c), false));
  double r;
  if (in->ftz)
    r = flush(real_op(x, in, flush(f32(a)), flush(f32(b)), flush(f32(c)), true));
  else
    r = real_op(x, in, f32(a), f32(b), f32(c), true);
  if (in->sat) r = r != r ? 0 : r < 0 ? 0 : r > 1 ? 1 : r;
  return b32((float)r);
}

static bool is_real(type t) { return strchr("fxBY", t.kind) != NULL; }

static bool compare(int cmp, bool real_type, bool sign, u64 a, u64 b, double x, double y,
                    int bits) {
  if (real_type) {
    bool un = x != x || y != y;
    switch (cmp) {
    case C_EQ:
      return x == y;
    case C_NE:
      return !un && x != y;
    case C_LT:
      return x < y;
    case C_LE:
      return x <= y;
    case C_GT:
      return x > y;
    case C_GE:
      return x >= y;
    case C_EQU:
      return un || x == y;
    case C_NEU:
      return un || x != y;
    case C_LTU:
      return un || x < y;
    case C_LEU:
      return un || x <= y;
    case C_GTU:
      return un || x > y;
    case C_GEU:
      return un || x >= y;
    case C_NUM:
      return !un;
    case C_NAN:
      return un;
    }
    return false;
  }
  a &= ones(bits), b &= ones(bits);
  bool less = sign ? sext(a, bits) < sext(b, bits) : a < b;
  switch (cmp) {
  case C_EQ:
    return a == b;
  case C_NE:
    return a != b;
  case C_LT:
    return less;
  case C_LE:
    return less || a == b;
  case C_GT:
    return !less && a != b;
  case C_GE:
    return !less;
  }
  return false;
}
static double number(type t, u64 v) {
  switch (t.kind) {
  case 'x':
    return f16(v);
  case 'B':
  case 'Y':
    return bf16(v);
  case 'f':
    return t.bits == 64 ? f64(v) : t.bits == 32 ? f32(v) : f16(v);
  }
  return 0;
}

static void setp(run *x, const instr *in) {
  const operand *o = in->o;
  int first = in->wide ? 2 : 1;
  u64 a = get(x, &o[first]), b = get(x, &o[first + 1]);
  for (int k = 0; k < (in->wide ? 2 : 1); k++) {
    bool pair = in->t.kind == 'x' || in->t.kind == 'Y';
    u64 p = pair && k ? a >> 16 : a, q = pair && k ? b >> 16 : b;
    double u = number(in->t, p), v = number(in->t, q);
    if (in->ftz) u = flush(u), v = flush(v);
    bool r = compare(in->cmp, is_real(in->t), in->t.kind == 's', p, q, u, v, in->t.bits);
    if (k && !pair) r = !r;
    if (in->nops > first + 2) {
      bool c = get(x, &o[first + 2]) != 0;
      r = in->mode == M_AND ? r && c : in->mode == M_OR ? r || c : r ^ c;
    }
    set(x, &o[k], r);
  }
}

// A NaN is 0 only if neither format has 64 bits (PTX ISA, "cvt").
static u64 to_integer(double v, type s, type t, int rnd) {
  if (v != v) return t.bits == 64 || s.bits == 64 ? 1ull << (t.bits - 1) : 0;
  switch (rnd) {
  case RNI:
  case RN:
    v = nearbyint(v);
    break;
  case RMI:
    v = floor(v);
    break;
  case RPI:
    v = ceil(v);
    break;
  default:
    v = trunc(v);
  }
  double hi = ldexp(1, t.kind == 's' ? t.bits - 1 : t.bits), lo = t.kind == 's' ? -hi : 0;
  if (v >= hi) return t.kind == 's' ? ones(t.bits - 1) : ones(t.bits);
  if (v < lo) return t.kind == 's' ? (1ull << (t.bits - 1)) : 0;
  return (t.kind == 's' ? (u64)(i64)v : (u64)v) & ones(t.bits);
}

static u64 narrow(run *x, type t, double v, int rnd) {
  if (rnd && rnd <= RP) fesetround(rounding[rnd]);
  volatile double d = v;
  u64 r;
  switch (t.kind) {
  case 'B':
    r = bb16(d);
    break;
  default:
    if (t.bits == 64)
      r = b64(d);
    else if (t.bits == 32) {
      volatile float f = (float)d;
      r = b32(f);
    } else
      r = b16(d);
  }
  fesetround(FE_TONEAREST);
  (void)x;
  return r;
}

// A float as e4m3 or e5m2: the largest number instead of more than that and of infinity.
static u64 eight_bits(float v, bool e4m3) {
  int mantissa = e4m3 ? 3 : 2, bias = e4m3 ? 7 : 15, e;
  u64 sign = signbit(v) ? 0x80 : 0, largest = e4m3 ? 0x7e : 0x7b;
  if (v != v) return 0x7f;
  if (v == 0) return sign;
  if (isinf(v)) return sign | largest;
  frexp(v, &e);
  e = e - 1 < 1 - bias ? 1 - bias : e - 1;
  double units = nearbyint(ldexp(fabs((double)v), mantissa - e));
  double code = units + ldexp(e + bias - 1, mantissa);
  return sign | (code > (double)largest ? largest : (u64)code);
}
// A code of e4m3 as half.
static u64 half_of_e4m3(unsigned code) {
  unsigned e = code >> 3 & 15, m = code & 7;
  double v = (code & 0x7f) == 0x7f ? (double)NAN : e ? ldexp(8 + m, (int)e - 10) : ldexp(m, -9);
  return b16(code & 0x80 ? -v : v);
}

// A comparison whose result is one or zero, or all ones or zero as an integer.
static void set_number(run *x, const instr *in) {
  u64 a = get(x, &in->o[1]), b = get(x, &in->o[2]), r = 0;
  bool pair = in->t2.kind == 'x' || in->t2.kind == 'Y';
  int bits = pair ? 16 : in->t2.bits;
  type part = {in->t.kind == 'x'   ? 'f'
               : in->t.kind == 'Y' ? 'B'
                                   : in->t.kind,
               pair ? 16 : in->t.bits};
  for (int k = 0; k < (pair ? 2 : 1); k++) {
    u64 p = a >> k * bits & ones(bits), q = b >> k * bits & ones(bits);
    double u = number(in->t2, p), v = number(in->t2, q);
    if (in->ftz) u = flush(u), v = flush(v);
    if (compare(in->cmp, is_real(in->t2), in->t2.kind == 's', p, q, u, v, bits))
      r |= (is_real(part) ? narrow(x, part, 1, RN) : ones(part.bits)) << k * bits;
  }
  set(x, &in->o[0], r);
}

static u64 cvt(run *x, const instr *in) {
  u64 a = get(x, &in->o[1]);
  type d = in->t, s = in->t2;
  if (d.kind == '4' || d.kind == '5')
    return eight_bits(f32(a), d.kind == '4') << 8 |
           eight_bits(f32(get(x, &in->o[2])), d.kind == '4');
  if (s.kind == '4') return half_of_e4m3(a >> 8 & 0xff) << 16 | half_of_e4m3(a & 0xff);
  if (d.kind == 'x' || d.kind == 'Y') { // the first operand is the upper half
    u64 b = get(x, &in->o[2]);
    type h = {d.kind == 'x' ? 'f' : 'B', 16};
    return narrow(x, h, f32(a), in->rnd) << 16 | narrow(x, h, f32(b), in->rnd);
  }
  if (is_real(s)) {
    double v = number(s, a);
    if (in->ftz && s.bits == 32) v = flush(v);
    if (!is_real(d)) return to_integer(v, s, d, in->rnd);
    if (in->rnd >= RNI)
      v = in->rnd == RNI   ? nearbyint(v)
          : in->rnd == RZI ? trunc(v)
          : in->rnd == RMI ? floor(v)
                           : ceil(v);
    if (in->sat) v = v != v ? 0 : v < 0 ? 0 : v > 1 ? 1 : v;
    if (v != v && d.bits == s.bits && d.kind == s.kind) return a & ones(d.bits);
    return narrow(x, d, v, in->rnd);
  }
  if (is_real(d)) {
    u64 r;
    if (in->rnd && in->rnd <= RP) fesetround(rounding[in->rnd]);
    volatile i64 i = sext(a, s.bits);
    volatile u64 u = a & ones(s.bits);
    if (d.bits == 64) {
      volatile double v = s.kind == 's' ? (double)i : (double)u;
      r = b64(v);
    } else {
      volatile float v = s.kind == 's' ? (float)i : (float)u;
      r = d.bits == 32    ? b32(v)
          : d.kind == 'B' ? bb16(s.kind == 's' ? (long double)i : (long double)u)
                          : b16(s.kind == 's' ? (double)i : (double)u);
    }
    fesetround(FE_TONEAREST);
    return r;
  }
  i128 v = s.kind == 's' ? (i128)sext(a, s.bits) : (i128)(a & ones(s.bits));
  if (in->sat) {
    i128 hi = d.kind == 's' ? (i128)ones(d.bits - 1) : (i128)ones(d.bits),
         lo = d.kind == 's' ? -hi - 1 : 0;
    v = v > hi ? hi : v < lo ? lo : v;
  }
  // A register may be wider than the type: what remains of a signed result fills it.
  return d.kind == 's' ? (u64)sext((u64)v, d.bits) : (u64)v & ones(d.bits);
}

// Integer arithmetic: the result, and the carry where one is asked for.
static u64 whole(run *x, const instr *in, u64 a, u64 b, u64 c) {
  if (in->t.kind == 'W' || in->t.kind == 'w') {
    instr half = *in;
    half.t = (type){in->t.kind == 'W' ? 's' : 'u', 16};
    return (whole(x, &half, a & 0xffff, b & 0xffff, c & 0xffff) & 0xffff) |
           (whole(x, &half, a >> 16 & 0xffff, b >> 16 & 0xffff, c >> 16 & 0xffff) & 0xffff) << 16;
  }
  int n = in->t.bits;
  bool sign = in->t.kind == 's';
  u64 ua = a & ones(n), ub = b & ones(n), uc = c & ones(n);
  i64 sa = sext(a, n), sb = sext(b, n);
  thread *t = x->now;
  u128 wide;
  switch (in->op->code) {
  case O_ADD:
    wide = (u128)ua + ub + (in->order && t->carry);
    if (in->carry_out) t->carry = (wide >> n) & 1;
    if (in->sat) {
      i128 v = (i128)sa + sb, hi = (i128)ones(n - 1);
      return (u64)(v > hi ? hi : v < -hi - 1 ? -hi - 1 : v) & ones(n);
    }
    return (u64)wide & ones(n);
  case O_SUB:
    wide = (u128)ua - ub - (in->order && t->carry);
    if (in->carry_out) t->carry = (wide >> n) & 1;
    if (in->sat) {
      i128 v = (i128)sa - sb, hi = (i128)ones(n - 1);
      return (u64)(v > hi ? hi : v < -hi - 1 ? -hi - 1 : v) & ones(n);
    }
    return (u64)wide & ones(n);
  case O_MUL:
  case O_MAD: {
    u128 p = sign ? (u128)((i128)sa * sb) : (u128)ua * ub;
    int out = in->wide ? 2 * n : n;
    u64 r = (u64)(in->hi ? p >> n : p) & ones(out);
    if (in->op->code == O_MUL) return r;
    if (in->wide) return (r + c) & ones(out);
    wide = (u128)r + uc + (in->order && t->carry);
    if (in->carry_out) t->carry = (wide >> n) & 1;
    return (u64)wide & ones(n);
  }
  case O_MUL24: {
    u64 p = sign ? (u64)(sext(a, 24) * sext(b, 24)) : (a & 0xffffff) * (b & 0xffffff);
    return in->hi ? p >> 16 & ones(32) : p & ones(32);
  }
  case O_DIV:
    if (!ub) return ones(n);
    if (sign) return (sb == -1 ? (u64)0 - (u64)sa : (u64)(sa / sb)) & ones(n);
    return ua / ub;
  case O_REM:
    if (!ub) return ua;
    if (sign) return (sb == -1 ? 0 : (u64)(sa % sb)) & ones(n);
    return ua % ub;
  case O_MIN:
    return (sign ? (sa < sb ? a : b) : (ua < ub ? a : b)) & ones(n);
  case O_MAX:
    return (sign ? (sa > sb ? a : b) : (ua > ub ? a : b)) & ones(n);
  case O_NEG:
    return (0 - a) & ones(n);
  case O_ABS:
    return (sa < 0 ? 0 - a : a) & ones(n);
  case O_SAD:
    return ((sign ? (u64)(sa > sb ? sa - sb : sb - sa) : (ua > ub ? ua - ub : ub - ua)) + c) &
           ones(n);
  case O_DP4A: {
    u64 r = c;
    for (int i = 0; i < 32; i += 8)
      r += (in->t.kind == 's' ? (u64)sext(a >> i & 255, 8) : a >> i & 255) *
           (in->t2.kind == 's' ? (u64)sext(b >> i & 255, 8) : b >> i & 255);
    return r & ones(32);
  }
  default:
    stop(x, LAUNCH_FAILED, "%s of integers", in->op->name);
  }
}

static u64 bits(run *x, const instr *in, u64 a, u64 b, u64 c) {
  int n = in->t.kind == 'p' ? 1 : in->t.bits;
  u64 ua = a & ones(n), r;
  switch (in->op->code) {
  case O_AND:
    return ua & b;
  case O_OR:
    return (ua | b) & ones(n);
  case O_XOR:
    return (ua ^ b) & ones(n);
  case O_NOT:
    return ~a & ones(n);
  case O_CNOT:
    return ua == 0;
  case O_SHL:
    b &= 0xffffffff;
    return b >= (u64)n ? 0 : (ua << b) & ones(n);
  case O_SHR:
    b &= 0xffffffff;
    if (in->t.kind == 's') return (u64)(sext(a, n) >> (b >= (u64)n ? n - 1 : (int)b)) & ones(n);
    return b >= (u64)n ? 0 : ua >> b;
  case O_BFE: {
    unsigned pos = b & 255, len = c & 255;
    if (in->t.kind == 's') {
      if (!len) return 0;
      i64 v = sext(a, n);
      v = pos >= (unsigned)n ? v >> (n - 1) : v >> pos;
      return (len < (unsigned)n ? (u64)sext((u64)v, (int)len) : (u64)v) & ones(n);
    }
    return pos >= (unsigned)n ? 0 : (ua >> pos) & ones((int)len);
  }
  case O_POPC:
    return (u64)__builtin_popcountll(ua);
  case O_CLZ:
    return ua ? (u64)(__builtin_clzll(ua) - (64 - n)) : (u64)n;
  case O_BFIND:
    if (in->t.kind == 's' && sext(a, n) < 0) ua = ~a & ones(n);
    return ua ? (u64)(63 - __builtin_clzll(ua)) : 0xffffffff;
  case O_BREV:
    r = 0;
    for (int i = 0; i < n; i++) r |= (ua >> i & 1) << (n - 1 - i);
    return r;
  case O_PRMT: {
    u64 all = (a & 0xffffffff) | b << 32;
    r = 0;
    for (int i = 0; i < 4; i++) {
      unsigned sel = (unsigned)(c >> (4 * i)) & 15;
      u64 byte = all >> (8 * (sel & 7)) & 255;
      if (sel & 8) byte = byte & 128 ? 255 : 0;
      r |= byte << (8 * i);
    }
    return r;
  }
  case O_SHF: {
    u64 both = (b & 0xffffffff) << 32 | (a & 0xffffffff);
    unsigned s = (unsigned)c;
    s = in->wrap ? s & 31 : s > 32 ? 32 : s;
    return in->mode == M_L ? (s ? both << s : both) >> 32 : (both >> s) & ones(32);
  }
  default:
    stop(x, LAUNCH_FAILED, "%s of bits", in->op->name);
  }
}

static u64 load(run *x, u64 a, type t) {
  int n = t.bits / 8;
  u64 v = 0;
  memcpy(&v, at(x, a, (size_t)n), (size_t)n);
  return t.kind == 's' ? (u64)sext(v, t.bits) : v; // to the width of the register, whatever it is
}
static void store(run *x, u64 a, type t, u64 v) { memcpy(at(x, a, t.bits / 8), &v, t.bits / 8); }

static u64 combine(run *x, const instr *in, u64 old, u64 b, u64 c) {
  instr k = *in;
  static const struct op add = {"add", O_ADD}, min = {"min", O_MIN}, max = {"max", O_MAX};
  switch (in->mode) {
  case M_EXCH:
    return b;
  case M_CAS:
    return ((old ^ b) & ones(in->t.bits)) == 0 ? c : old;
  case M_AND:
    return old & b;
  case M_OR:
    return old | b;
  case M_XOR:
    return old ^ b;
  case M_INC:
    return (old & ones(32)) >= (b & ones(32)) ? 0 : old + 1;
  case M_DEC:
    return !old || (old & ones(32)) > (b & ones(32)) ? b : old - 1;
  case M_ADD:
    k.op = &add;
    break;
  case M_MIN:
    k.op = &min;
    break;
  case M_MAX:
    k.op = &max;
    break;
  default:
    stop(x, LAUNCH_FAILED, "atomic operation %d", in->mode);
  }
  k.mode = 0;
  k.sat = k.carry_out = k.order = false;
  return is_real(in->t) ? real(x, &k, old, b, 0) : whole(x, &k, old, b, 0);
}

static void push(run *x, thread *t, ptx_func *f) {
  char *p = t->stack;
  frame *n = (frame *)p;
  p += up(sizeof *n, 16);
  char *r = p;
  p += up((size_t)f->nreg * 8 + 8, 16);
  // ptxas aligns the stack of the kernel, and the sizes of frames, to what the variables need.
  p += (size_t)-(uintptr_t)p % 128;
  char *local = p;
  p += up(f->local, 16);
  // A kernel's parameters are aligned within them; their start is a multiple of 16 and of no more.
  if (!t->top) p += (size_t)-(uintptr_t)p % 64 + 48;
  char *params = p;
  p += up(f->params, 16);
  char *args = p;
  p += up(f->args, 16);
  if (p > t->limit) {
    x->now = t;
    stop(x, LAUNCH_FAILED, "the thread's stack is full in %s", f->name);
  }
  memset(t->stack, 0, (size_t)(p - t->stack));
  // What nobody wrote reads as garbage.
  memset(local, 0xa5, f->local);
  *n = (frame){t->top, f, (u64 *)r, local, params, args, t->stack, 0, 0};
  t->stack = p;
  t->top = n;
  t->depth++;
}

static void end(run *x, thread *t) {
  t->state = DONE;
  x->b->live--;
}

static void back(run *x) {
  thread *t = x->now;
  frame *f = t->top;
  if (!f->up) {
    end(x, t);
    return;
  }
  if (f->f->retsize && f->result >= 0)
    memcpy(f->up->args + f->result, f->params + f->f->retoff, f->f->retsize);
  t->pc = f->back;
  t->stack = f->below;
  t->top = f->up;
  t->depth--;
}

static char *text(run *x, u64 a, char *out, size_t room) {
  size_t n = 0;
  while (n + 1 < room && (out[n] = *at(x, a + n, 1))) n++;
  out[n] = 0;
  return out;
}

static int print(run *x, u64 format, u64 args) {
  char f[4096], s[4096], spec[64];
  text(x, format, f, sizeof f);
  int count = 0;
  for (const char *p = f; *p;) {
    if (*p != '%') {
      fputc(*p++, x->out);
      continue;
    }
    if (p[1] == '%') {
      fputc('%', x->out);
      p += 2;
      continue;
    }
    // A precision from an argument, and the lengths of C99, are printed as they stand.
    size_t known = 1 + strspn(p + 1, "-+ #0123456789.*"),
           whole = known + strspn(p + known, "hlLjzt");
    if (memmem(p, known, ".*", 2) || strcspn(p + known, "Ljzt") < whole - known ||
        !isalpha((unsigned char)p[known])) {
      while (whole--) fputc(*p++, x->out);
      continue;
    }
    size_t n = 0;
    int stars[2], nstars = 0, longs = 0;
    bool byte = p[known] == 'h' && p[known + 1] == 'h';
    spec[n++] = *p++;
    while (*p && !isalpha((unsigned char)*p) && n < 40) {
      if (*p == '*') {
        args = up(args, 4);
        if (nstars < 2) stars[nstars++] = (int)load(x, args, (type){'b', 32});
        args += 4;
        n += (size_t)snprintf(spec + n, 16, "%d", stars[nstars - 1]);
        p++;
      } else
        spec[n++] = *p++;
    }
    while (*p == 'h' || *p == 'l') longs += *p++ == 'l';
    char c = *p ? *p++ : 0;
    u64 v;
    switch (c) {
    case 's':
    case 'p':
    case 'e':
    case 'f':
    case 'g':
    case 'a':
    case 'E':
    case 'F':
    case 'G':
    case 'A':
      args = up(args, 8);
      v = load(x, args, (type){'b', 64});
      args += 8;
      spec[n++] = c, spec[n] = 0;
      if (c == 's')
        count += fprintf(x->out, spec, v ? text(x, v, s, sizeof s) : "(null)");
      else if (c == 'p')
        count += fprintf(x->out, spec, (void *)(uintptr_t)v);
      else
        count += fprintf(x->out, spec, f64(v));
      break;
    case 'd':
    case 'i':
    case 'u':
    case 'x':
    case 'X':
    case 'o':
    case 'c': {
      size_t size = longs ? 8 : 4;
      args = up(args, size);
      v = load(x, args, (type){c == 'd' || c == 'i' ? 's' : 'u', (uint8_t)(8 * size)});
      if (!longs && (c == 'd' || c == 'i')) v = (u64)sext(v, 32);
      args += size;
      if (byte) args = up(args, 8); // the driver takes it for one of eight bytes
      if (c != 'c') spec[n++] = 'l', spec[n++] = 'l';
      spec[n++] = c, spec[n] = 0;
      if (c == 'c')
        count += fprintf(x->out, spec, (int)v);
      else
        count += fprintf(x->out, spec, v);
      break;
    }
    default:
      spec[n] = 0;
      fputs(spec, x->out);
    }
  }
  return count;
}

// The call's text goes to the driver whole.
static int print_apart(run *x, u64 format, u64 args) {
  char *text = NULL;
  size_t size = 0;
  x->out = open_memstream(&text, &size);
  int count = print(x, format, args);
  fclose(x->out);
  ptx_host->print(text, size);
  free(text);
  return count;
}

static void call(run *x, const instr *in) {
  thread *t = x->now;
  ptx_func *g = (ptx_func *)(uintptr_t)get(x, &in->o[1]);
  bool known = false;
  for (int i = 0; i < x->m->nf; i++) known = known || x->m->f[i] == g;
  if (!known) stop(x, 718, "a call to %p, which is no function", (void *)g);
  frame *f = t->top;
  operand *part = &x->m->parts[in->o[2].reg];
  int n = in->o[2].kind == VEC ? in->o[2].count : 0;
  if (n != g->nparam) stop(x, LAUNCH_FAILED, "a call of %s with %d arguments", g->name, n);
  if (g->builtin >= 0) {
    u64 v[8] = {0}, r = 0;
    for (int i = 0; i < n && i < 8; i++) memcpy(&v[i], f->args + part[i].imm, g->param[i].size);
    char e[1024], file[1024], func[1024];
    switch (g->builtin) {
    case 0:
      r = (u64)print_apart(x, v[0], v[1]);
      break;
    case 1:
      r = ptx_host->allocate(v[0]);
      break;
    case 2:
      if (v[0]) ptx_host->release(v[0]);
      x->from = x->to = 0;
      break;
    case 3:
      fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
              text(x, v[1], file, sizeof file), (u32)v[2], text(x, v[3], func, sizeof func),
              x->b->id[0], x->b->id[1], x->b->id[2], t->tid[0], t->tid[1], t->tid[2],
              text(x, v[0], e, sizeof e));
      stop(x, ASSERT, "assertion failed");
    }
    if (in->o[0].kind == ARG) memcpy(f->args + in->o[0].imm, &r, g->retsize);
    t->pc++;
    return;
  }
  push(x, t, g);
  for (int i = 0; i < n; i++)
    memcpy(t->top->params + g->param[i].offset, f->args + part[i].imm, g->param[i].size);
  t->top->back = t->pc + 1;
  t->top->result = in->o[0].kind == ARG ? in->o[0].imm : -1;
  t->pc = g->start;
}

// Where the texel is that a surface instruction names, as .zero has it NULL outside.
static char *texel(run *x, const instr *in, const operand *o) {
  const operand *part = &x->m->parts[o->reg];
  u32 at[3] = {0};
  int layered = in->mode == PTX_1D_LAYERED || in->mode == PTX_2D_LAYERED;
  int dims = in->mode == PTX_3D ? 3 : in->mode == PTX_2D || in->mode == PTX_2D_LAYERED ? 2 : 1;
  if (o->kind != VEC || o->count < 1 + layered + dims)
    stop(x, LAUNCH_FAILED, "a surface instruction without its place");
  for (int i = 0; i < dims; i++) at[i] = (u32)get(x, &part[1 + layered + i]);
  if (layered) at[2] = (u32)get(x, &part[1]);
  int n = in->t.bits / 8;
  if (at[0] % (u32)n) stop(x, MISALIGNED, "a surface access of %d bytes at x = %u", n, at[0]);
  char *p = NULL;
  if (!ptx_host->surface(get(x, &part[0]), in->mode, at, n, &p))
    stop(x, LAUNCH_FAILED, "an access to what is no surface of this geometry");
  return p;
}

// Notes the type of each register that only instructions on floating-point numbers of one type write.
static void find_floats(ptx_func *f) {
  type *floats = calloc((size_t)f->nreg + 1, sizeof *floats);
  for (i32 i = f->start; i <= f->end; i++) {
    const instr *in = &f->m->code[i];
    const operand *o = &in->o[0];
    int n = o->kind == VEC ? o->count : 1;
    for (int k = 0; k < n; k++) {
      const operand *d = o->kind == VEC ? &f->m->parts[o->reg + k] : o;
      if (d->kind != REG || d->mem) continue;
      type *was = &floats[d->reg];
      bool number = in->t.kind == 'f' || in->t.kind == 'B';
      bool same = !was->kind || (was->kind == in->t.kind && was->bits == in->t.bits);
      *was = number && same ? in->t : (type){'b', 0};
    }
  }
  f->floats = floats;
}
// What a store of type t stores of an operand: where its register has a wider floating-point number, ptxas 12.4 and 13.0
// convert it to an unsigned integer, and take a bfloat for a half.
static u64 stored(run *x, const operand *o, type t) {
  ptx_func *f = x->now->top->f;
  if (!f->floats) find_floats(f);
  u64 v = get(x, o);
  if (o->kind != REG || f->floats[o->reg].bits <= t.bits) return v;
  type s = {'f', f->floats[o->reg].bits};
  return to_integer(number(s, v), s, (type){'u', t.bits}, RZ);
}

// One instruction of the thread x->now, other than those that lanes do together.
static void step(run *x, const instr *in) {
  thread *t = x->now;
  const operand *o = in->o;
  u64 v[4] = {0};
  switch (in->op->code) {
  case O_MOV:
    if (o[1].kind == VEC) {
      int w = in->t.bits / o[1].count;
      for (int i = 0; i < o[1].count; i++)
        v[0] |= (get(x, &x->m->parts[o[1].reg + i]) & ones(w)) << (i * w);
      set(x, &o[0], v[0]);
    } else if (o[0].kind == VEC) {
      int w = in->t.bits / o[0].count;
      v[0] = get(x, &o[1]);
      for (int i = 0; i < o[0].count; i++)
        set(x, &x->m->parts[o[0].reg + i], v[0] >> (i * w) & ones(w));
    } else
      set(x, &o[0], get(x, &o[1]) & ones(in->t.kind == 'p' ? 1 : in->t.bits));
    break;
  case O_CVTA:
    set(x, &o[0], get(x, &o[1]));
    break;
  case O_LD: {
    u64 a = get(x, &o[1]);
    int n = in->vec ? in->vec : 1;
    if (a % (u64)(n * in->t.bits / 8))
      stop(x, MISALIGNED, "a load of %d bytes at %#lx", n * in->t.bits / 8, a);
    for (int i = 0; i < n; i++) {
      u64 r = load(x, a + (u64)(i * in->t.bits / 8), in->t);
      if (n > 1) v[i & 3] = r;
      if (n == 1)
        set(x, &o[0], r);
      else if (n > 4)
        set(x, &x->m->parts[o[0].reg + i], r);
    }
    if (n > 1 && n <= 4)
      for (int i = 0; i < n; i++) set(x, &x->m->parts[o[0].reg + i], v[i]);
    break;
  }
  case O_ST: {
    u64 a = get(x, &o[0]);
    int n = in->vec ? in->vec : 1;
    if (a % (u64)(n * in->t.bits / 8))
      stop(x, MISALIGNED, "a store of %d bytes at %#lx", n * in->t.bits / 8, a);
    for (int i = 0; i < n; i++)
      store(x, a + (u64)(i * in->t.bits / 8), in->t,
            stored(x, n == 1 ? &o[1] : &x->m->parts[o[1].reg + i], in->t));
    break;
  }
  case O_SULD: {
    char *p = texel(x, in, &o[1]);
    if (p) memcpy(v, p, in->t.bits / 8);
    set(x, &o[0], v[0]);
    break;
  }
  case O_SUST: {
    char *p = texel(x, in, &o[0]);
    v[0] = get(x, &o[1]);
    if (p) memcpy(p, v, in->t.bits / 8);
    break;
  }
  case O_TEX: {
    const operand *part = &x->m->parts[o[1].reg];
    u32 r[4];
    if (in->mode != PTX_2D || in->vec != 4 || in->t2.kind != 'f' || o[1].kind != VEC ||
        o[1].count != 3)
      stop(x, LAUNCH_FAILED, "a texture instruction other than tex.2d.v4 by floats");
    if (!ptx_host->sample(get(x, &part[0]), f32(get(x, &part[1])), f32(get(x, &part[2])), r))
      stop(x, LAUNCH_FAILED, "a sample of what is no texture of two dimensions");
    for (int i = 0; i < 4; i++) set(x, &x->m->parts[o[0].reg + i], r[i]);
    break;
  }
  case O_ADD:
  case O_SUB:
  case O_MUL:
  case O_MAD:
  case O_DIV:
  case O_REM:
  case O_NEG:
  case O_ABS:
  case O_MIN:
  case O_MAX:
  case O_FMA:
  case O_SAD:
  case O_MUL24:
  case O_DP4A:
  case O_SIN:
  case O_COS:
  case O_EX2:
  case O_LG2:
  case O_RCP:
  case O_RSQRT:
  case O_SQRT:
  case O_TANH:
    for (int i = 1; i < in->nops; i++) v[i] = get(x, &o[i]);
    set(x, &o[0], is_real(in->t) ? real(x, in, v[1], v[2], v[3]) : whole(x, in, v[1], v[2], v[3]));
    break;
  case O_AND:
  case O_OR:
  case O_XOR:
  case O_NOT:
  case O_SHL:
  case O_SHR:
  case O_CNOT:
  case O_BFE:
  case O_PRMT:
  case O_POPC:
  case O_CLZ:
  case O_BREV:
  case O_SHF:
  case O_BFIND:
    for (int i = 1; i < in->nops; i++) v[i] = get(x, &o[i]);
    set(x, &o[0], bits(x, in, v[1], v[2], v[3]));
    break;
  case O_BFI: {
    u64 a = get(x, &o[1]), b = get(x, &o[2]);
    unsigned pos = get(x, &o[3]) & 255, len = get(x, &o[4]) & 255;
    u64 mask = pos >= 64 ? 0 : ones((int)len) << pos & ones(in->t.bits);
    set(x, &o[0], pos >= 64 ? b : (b & ~mask) | (a << pos & mask));
    break;
  }
  case O_LOP3: {
    u64 a = get(x, &o[1]), b = get(x, &o[2]), c = get(x, &o[3]), lut = get(x, &o[4]), r = 0;
    for (int i = 0; i < 32; i++)
      r |= (lut >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1) << i;
    set(x, &o[0], r);
    break;
  }
  case O_CVT:
    set(x, &o[0], cvt(x, in));
    break;
  case O_SET:
    set_number(x, in);
    break;
  case O_SETP:
    setp(x, in);
    break;
  case O_SELP:
    set(x, &o[0], get(x, get(x, &o[3]) ? &o[1] : &o[2]) & ones(in->t.bits));
    break;
  case O_COPYSIGN: {
    u64 s = 1ull << (in->t.bits - 1);
    set(x, &o[0], (get(x, &o[1]) & s) | (get(x, &o[2]) & (s - 1)));
    break;
  }
  case O_TESTP: {
    double d = number(in->t, get(x, &o[1]));
    int c = in->t.bits == 64 ? fpclassify(d) : fpclassify((float)d);
    bool r = in->mode == M_FINITE       ? isfinite(d)
             : in->mode == M_INFINITE   ? isinf(d)
             : in->mode == M_NUMBER     ? d == d
             : in->mode == M_NOTANUMBER ? d != d
             : in->mode == M_NORMAL     ? c == FP_NORMAL
                                        : c == FP_SUBNORMAL;
    set(x, &o[0], r);
    break;
  }
  case O_ATOM:
  case O_RED: {
    int k = in->op->code == O_ATOM;
    u64 a = get(x, &o[k]), b = get(x, &o[k + 1]), c = in->nops > k + 2 ? get(x, &o[k + 2]) : 0;
    type t2 = in->t;
    if (t2.kind == 's') t2.kind = 'u';
    u64 old = load(x, a, t2);
    store(x, a, t2, combine(x, in, old, b, c));
    if (k) set(x, &o[0], old);
    break;
  }
  case O_FENCE:
  case O_SLEEP:
    break;
  case O_ISSPACEP: {
    u64 a = get(x, &o[1]), s = (u64)(uintptr_t)x->b->shared;
    bool shared = a >= s && a < s + x->shared;
    bool arena = a >= (u64)(uintptr_t)x->arena && a < (u64)(uintptr_t)x->arena + x->room;
    set(x, &o[0],
        in->scope == M_SHARED   ? shared
        : in->scope == M_LOCAL  ? arena && !shared
        : in->scope == M_GLOBAL ? !arena
                                : 0);
    break;
  }
  case O_MAPA:
    set(x, &o[0], map_address(x, get(x, &o[1]), (u32)get(x, &o[2])));
    break;
  case O_CTARANK:
    set(x, &o[0], rank_in_cluster(x->l, owner(x, get(x, &o[1]))));
    break;
  case O_ARRIVE:
    t->arrivals++;
    break;
  case O_TRAP:
    stop(x, LAUNCH_FAILED, "trap");
  case O_EXIT:
    end(x, t);
    return;
  case O_RET:
    back(x);
    return;
  case O_CALL:
    call(x, in);
    return;
  case O_BRA:
    t->pc = (i32)o[0].imm;
    return;
  case O_BRX: {
    i32 *list = x->m->targets[-2 - (i32)o[1].imm];
    u64 k = get(x, &o[0]);
    if (k >= (u64)list[0]) stop(x, LAUNCH_FAILED, "branch %lu of %d", k, list[0]);
    t->pc = -1 - list[k + 1];
    return;
  }
  default:
    stop(x, LAUNCH_FAILED, "%s is not done by one lane", in->op->name);
  }
  t->pc++;
}

// Whether the lanes of a warp do an instruction together.
static bool together(const instr *in) {
  switch (in->op->code) {
  case O_VOTE:
  case O_SHFL:
  case O_MATCH:
  case O_REDUX:
    return true;
  case O_BAR:
    return in->wrap;
  default:
    return false;
  }
}

// The lanes of mask do an instruction that all of them have come to.
static void warp_step(run *x, thread *w, const instr *in, u32 mask) {
  const operand *o = in->o;
  u64 a[32] = {0}, d[32] = {0};
  bool p[32] = {0};
  int first = in->wide ? 2 : 1, lane;
#define LANES                                                                                      \
  for (lane = 0; lane < 32; lane++)                                                                \
    if (mask >> lane & 1)
  if (in->op->code != O_BAR) LANES x->now = &w[lane], a[lane] = get(x, &o[first]);
  u32 yes = 0;
  LANES yes |= (u32)(a[lane] != 0) << lane;
  switch (in->op->code) {
  case O_VOTE:
    LANES d[lane] = in->mode == M_ALL   ? yes == mask
                    : in->mode == M_ANY ? yes != 0
                    : in->mode == M_UNI ? yes == mask || !yes
                                        : yes;
    break;
  case O_SHFL:
    LANES {
      x->now = &w[lane];
      i64 b = (i64)(get(x, &o[first + 1]) & 31);
      u64 c = get(x, &o[first + 2]);
      i64 seg = (i64)(c >> 8 & 31), clamp = (i64)(c & 31);
      i64 most = (lane & seg) | (clamp & ~seg), least = lane & seg, j;
      switch (in->mode) {
      case M_UP:
        j = lane - b;
        p[lane] = j >= most;
        break;
      case M_DOWN:
        j = lane + b;
        p[lane] = j <= most;
        break;
      case M_BFLY:
        j = lane ^ b;
        p[lane] = j <= most;
        break;
      default:
        j = least | (b & ~seg);
        p[lane] = j <= most;
      }
      if (!p[lane]) j = lane;
      // A lane that takes no part has no value to give.
      d[lane] = mask >> j & 1 ? a[j] : 0xdeadbeef;
    }
    break;
  case O_MATCH:
    LANES {
      u32 same = 0;
      for (int k = 0; k < 32; k++)
        same |= (u32)((mask >> k & 1) && ((a[k] ^ a[lane]) & ones(in->t.bits)) == 0) << k;
      p[lane] = same == mask;
      d[lane] = in->mode == M_ALL && same != mask ? 0 : same;
    }
    break;
  case O_REDUX: {
    u64 r = 0;
    bool any = false;
    LANES {
      r = any ? combine(x, in, r, a[lane], 0) : a[lane];
      any = true;
    }
    LANES d[lane] = r;
    break;
  }
  default:
    break;
  }
  LANES {
    x->now = &w[lane];
    if (in->op->code != O_BAR) {
      set(x, &o[0], d[lane]);
      if (in->wide) set(x, &o[1], p[lane]);
    }
    w[lane].pc++;
    w[lane].state = RUN;
  }
#undef LANES
}

// ---- joins ----

// Calls visit with each successor of an instruction in its function; f->end + 1 stands for leaving it.
static void successors(const ptx_func *f, i32 i, void (*visit)(void *, i32, i32), void *to) {
  const ptx_module *m = f->m;
  const instr *in = &m->code[i];
  bool goes_on = in->guard >= 0;
  switch (in->op->code) {
  case O_BRA:
    visit(to, i, (i32)in->o[0].imm);
    break;
  case O_BRX: {
    const i32 *list = m->targets[-2 - (i32)in->o[1].imm];
    for (i32 k = 1; k <= list[0]; k++) visit(to, i, -1 - list[k]);
    break;
  }
  case O_RET:
  case O_EXIT:
  case O_TRAP:
    visit(to, i, f->end + 1);
    break;
  default:
    goes_on = true;
  }
  if (goes_on) visit(to, i, i + 1);
}

// The edges of a function backwards, and its instructions in post-order of those.
typedef struct {
  i32 base, n;
  i32 (*edge)[2]; // from a successor's list: the predecessor, and the next of the list
  i32 edges, *first, *number, *at, numbers, *joins;
  bool changed;
} backwards;

static void add_edge(void *to, i32 from, i32 succ) {
  backwards *g = to;
  g->edge = grow(g->edge, g->edges, sizeof *g->edge);
  g->edge[g->edges][0] = from - g->base;
  g->edge[g->edges][1] = g->first[succ - g->base];
  g->first[succ - g->base] = g->edges++;
}

static void post_order(backwards *g) {
  i32 *stack = malloc((size_t)g->n * sizeof *stack), *next = malloc((size_t)g->n * sizeof *next);
  int depth = 0;
  memcpy(next, g->first, (size_t)g->n * sizeof *next);
  for (i32 i = 0; i < g->n; i++) g->number[i] = -1;
  stack[depth++] = g->n - 1;
  g->number[g->n - 1] = -2; // seen
  while (depth) {
    i32 i = stack[depth - 1], e = next[i];
    if (e < 0) {
      g->at[g->numbers] = i;
      g->number[i] = g->numbers++;
      depth--;
      continue;
    }
    next[i] = g->edge[e][1];
    i32 p = g->edge[e][0];
    if (g->number[p] != -1) continue;
    g->number[p] = -2;
    stack[depth++] = p;
  }
  free(stack);
  free(next);
}

// Where what is known of an instruction meets another successor (Cooper, Harvey and Kennedy, "A Simple,
// Fast Dominance Algorithm").
static void meet_successor(void *to, i32 from, i32 succ) {
  backwards *g = to;
  i32 i = from - g->base, a = succ - g->base, b = g->joins[i];
  if (g->number[a] < 0 || (a != g->n - 1 && g->joins[a] < 0)) return;
  if (b >= 0)
    while (a != b) {
      while (g->number[a] < g->number[b]) a = g->joins[a];
      while (g->number[b] < g->number[a]) b = g->joins[b];
    }
  if (g->joins[i] != a) g->joins[i] = a, g->changed = true;
}

// Finds for each instruction of a function the first one that all paths from it have in common, which
// is -1 where that is the end.
static void find_joins(ptx_func *f) {
  i32 n = f->end - f->start + 2;
  backwards g = {.base = f->start, .n = n};
  size_t size = (size_t)n * sizeof(i32);
  g.first = malloc(size), g.number = malloc(size), g.at = malloc(size), g.joins = malloc(size);
  for (i32 i = 0; i < n; i++) g.first[i] = g.joins[i] = -1;
  for (i32 i = f->start; i <= f->end; i++) successors(f, i, add_edge, &g);
  post_order(&g);
  do {
    g.changed = false;
    for (i32 k = g.numbers - 2; k >= 0; k--) successors(f, f->start + g.at[k], meet_successor, &g);
  } while (g.changed);
  for (i32 i = 0; i < n; i++)
    g.joins[i] = g.joins[i] < 0 || g.joins[i] == n - 1 ? -1 : f->start + g.joins[i];
  f->joins = g.joins;
  free(g.edge), free(g.first), free(g.number), free(g.at);
}

// Notes that lanes diverge at a branch. Where its paths join at the end of a kernel there is nothing to wait for: the
// driver's compiler has each lane exit.
static void diverge(run *x, thread *w, int n, u32 active, i32 pc, int depth) {
  i32 to = -1;
  bool both = false;
  ptx_func *f = NULL;
  for (int i = 0; i < n; i++) {
    if (!(active >> i & 1) || w[i].state != RUN) continue;
    f = w[i].top->f;
    both |= to >= 0 && w[i].pc != to;
    to = w[i].pc;
  }
  if (!both) return;
  if (!f->joins) find_joins(f);
  i32 at = f->joins[pc - f->start];
  if (at < 0 || (depth == 1 && x->m->code[at].op->code == O_RET)) return;
  w->joins = grow(w->joins, w->njoins, sizeof *w->joins);
  w->joins[w->njoins++] = (join){active, at, depth};
}

// Lets lanes wait at joins, and go on where all have come that have not exited.
static void wait_at_joins(thread *w, int n) {
  for (int k = w->njoins; k-- > 0;) {
    const join *j = &w->joins[k];
    u32 live = 0, come = 0;
    for (int i = 0; i < n; i++) {
      live |= (u32)(w[i].state != DONE) << i;
      come |= (u32)((w[i].state == RUN || w[i].state == JOIN) && w[i].pc == j->pc &&
                    w[i].depth == j->depth)
              << i;
    }
    come &= j->mask;
    bool all = !(j->mask & live & ~come);
    for (int i = 0; i < n; i++)
      if (come >> i & 1) w[i].state = all ? RUN : JOIN;
    if (!all) continue;
    w->njoins--;
    memmove(&w->joins[k], &w->joins[k + 1], (size_t)(w->njoins - k) * sizeof *w->joins);
    k = w->njoins; // outer ones may be complete now, inner ones may have made their lanes wait
  }
}

// Ends all waiting at joins: lanes that spin until another one releases a lock wait for ever where that one waits
// for them. CUDA promises that each lane makes progress.
static void leave_joins(thread *w, int n) {
  for (int i = 0; i < n; i++)
    if (w[i].state == JOIN) w[i].state = RUN;
  w->njoins = 0;
}

static u64 mask_of(run *x, thread *t, const instr *in) {
  x->now = t;
  return get(x, &in->o[in->nops - 1]) & 0xffffffff;
}

// Lets lanes go on that wait for one another and have all come. True when some did.
static bool meet(run *x, thread *w, int n) {
  u32 live = 0;
  for (int i = 0; i < n; i++) live |= (u32)(w[i].state != DONE) << i;
  for (int i = 0; i < n; i++) {
    if (w[i].state != WARP) continue;
    const instr *in = &x->m->code[w[i].pc];
    u32 mask = (u32)mask_of(x, &w[i], in);
    if (!(mask >> i & 1)) stop(x, LAUNCH_FAILED, "the lane is not in the mask %#x", mask);
    u32 come = 0;
    for (int k = 0; k < n; k++)
      if (w[k].state == WARP && w[k].pc == w[i].pc && w[k].depth == w[i].depth &&
          mask_of(x, &w[k], in) == mask)
        come |= 1u << k;
    if ((mask & live & ~come) == 0) {
      warp_step(x, w, in, come & mask);
      return true;
    }
  }
  return false;
}

// Whether a thread that waits at a barrier has come to it: at an aligned one it waits for the other
// lanes of its warp first, as on the device.
static bool has_come(const run *x, const block *b, int k) {
  const thread *t = &b->t[k], *w = &b->t[k & ~31];
  if (!x->m->code[t->pc].aligned) return true;
  for (int i = 0; i < 32 && (k & ~31) + i < b->n; i++)
    if (w[i].state != DONE && (w[i].state != BARRIER || w[i].pc != t->pc)) return false;
  return true;
}

// Lets the block go on when all have come to a barrier.
static bool release(run *x, block *b) {
  for (int i = 0; i < b->n; i++) {
    thread *t = &b->t[i];
    if (t->state != BARRIER) continue;
    int come = 0, yes = 0;
    for (int k = 0; k < b->n; k++)
      if (b->t[k].state == BARRIER && b->t[k].bar == t->bar && has_come(x, b, k))
        come++, yes += b->t[k].answer;
    int want = t->count && (int)t->count < b->live ? (int)t->count : b->live;
    if (come < want) continue;
    u32 bar = t->bar;
    for (int k = 0; k < b->n; k++) {
      thread *u = &b->t[k];
      if (u->state != BARRIER || u->bar != bar) continue;
      const instr *in = &x->m->code[u->pc];
      x->now = u;
      if (in->nan)
        set(x, &in->o[0],
            (u64)(in->mode == M_POPC  ? yes
                  : in->mode == M_AND ? yes == come
                                      : yes != 0));
      u->state = RUN;
      u->pc++;
    }
    return true;
  }
  return false;
}

// Lets the threads go on that wait for a cluster whose threads have all arrived or ended.
static bool release_cluster(run *x) {
  bool worked = false;
  for (int i = 0; i < x->most; i++)
    for (int k = 0; k < x->all[i].n; k++) {
      thread *t = &x->all[i].t[k];
      bool all = t->state == CLUSTER;
      for (int j = 0; all && j < x->most; j++)
        if (same_cluster(x->l, &x->all[i], &x->all[j]))
          for (int q = 0; q < x->all[j].n; q++)
            all &= x->all[j].t[q].state == DONE || x->all[j].t[q].arrivals > t->waits;
      if (!all) continue;
      t->waits++;
      t->pc++;
      t->state = RUN;
      worked = true;
    }
  return worked;
}

// Runs a warp for a while. Of its lanes those go first that are deepest in calls, and
// of these the ones furthest back, so that diverged lanes reconverge; now and then
// the others have a turn, for lanes may wait for one another. With DOUBLE_LANES=apart
// each lane goes on alone up to where it waits, which CUDA permits as well: what
// then differs counts on lanes that nothing made reconverge. With DOUBLE_LANES=joined
// lanes wait where the paths of a branch join, as the driver's compiler usually has
// them, for a while. True when it did something.
static bool run_warp(run *x, thread *w, int n) {
  bool worked = false;
  if (x->joined) wait_at_joins(w, n); // lanes may come from a barrier
  for (int turn = 0; turn < 20000; turn++) {
    int best = -1;
    bool last = turn % 4096 >= 3968;
    for (int i = 0; i < n; i++) {
      if (w[i].state != RUN) continue;
      if (x->apart) {
        if (best < 0 || last) best = i;
        continue;
      }
      if (best < 0 || (!last ? w[i].depth > w[best].depth ||
                                   (w[i].depth == w[best].depth && w[i].pc < w[best].pc)
                             : w[i].depth < w[best].depth ||
                                   (w[i].depth == w[best].depth && w[i].pc > w[best].pc)))
        best = i;
    }
    if (best < 0) {
      if (!meet(x, w, n)) return worked;
      if (x->joined) wait_at_joins(w, n);
      worked = true;
      continue;
    }
    worked = true;
    i32 pc = w[best].pc;
    int depth = w[best].depth;
    const instr *in = &x->m->code[pc];
    u32 active = 0;
    for (int i = best; i < (x->apart ? best + 1 : n); i++)
      active |= (u32)(w[i].state == RUN && w[i].pc == pc && w[i].depth == depth) << i;
    for (int i = best; i < n; i++) {
      if (!(active >> i & 1)) continue;
      thread *t = x->now = &w[i];
      if (in->guard >= 0 && (t->top->r[in->guard] != 0) == in->negated) {
        t->pc++;
        continue;
      }
      if (in->op->code == O_ACTIVE) {
        set(x, &in->o[0], active);
        t->pc++;
      } else if (together(in))
        t->state = WARP;
      else if (in->op->code == O_BAR) {
        int k = in->nan; // bar.red has a result first
        t->bar = (u32)get(x, &in->o[k]);
        t->count = in->nops > k + 1 + in->nan ? (u32)get(x, &in->o[k + 1]) : 0;
        t->answer = in->nan && get(x, &in->o[in->nops - 1]);
        t->state = BARRIER;
      } else if (in->op->code == O_WAIT)
        t->state = CLUSTER;
      else
        step(x, in);
    }
    if (together(in)) meet(x, w, n);
    if (x->joined) {
      if (in->op->code == O_BRA || in->op->code == O_BRX) diverge(x, w, n, active, pc, depth);
      wait_at_joins(w, n); // after a warp operation, too
    }
  }
  if (x->joined) leave_joins(w, n);
  return worked;
}

static void start(run *x, block *b, u64 number) {
  const struct ptx_launch *l = x->l;
  size_t n = (size_t)l->block[0] * l->block[1] * l->block[2];
  b->id[0] = (u32)(number % l->grid[0]);
  b->id[1] = (u32)(number / l->grid[0] % l->grid[1]);
  b->id[2] = (u32)(number / l->grid[0] / l->grid[1]);
  b->n = b->live = (int)n;
  memset(b->shared, 0xa5, x->shared);
  x->b = b;
  for (size_t i = 0; i < n; i++) {
    thread *t = &b->t[i];
    char *stack = t->stack, *limit = t->limit;
    join *joins = t->joins;
    if (t->top) stack = (char *)t->top; // the entry's frame is the first
    while (t->top && t->top->up) t->top = t->top->up, stack = (char *)t->top;
    free(joins);
    *t = (thread){.stack = stack, .limit = limit, .pc = l->f->start};
    t->tid[0] = (u32)(i % l->block[0]);
    t->tid[1] = (u32)(i / l->block[0] % l->block[1]);
    t->tid[2] = (u32)(i / l->block[0] / l->block[1]);
    push(x, t, l->f);
    memcpy(t->top->params, l->params, l->f->params);
  }
}

// Memory for the stacks and the shared memory of a launch. The last launch's is kept for the next one, because
// each page that a launch is the first to write costs more than what most threads compute.
static struct arena {
  size_t size;
} *_Atomic kept;

static void *take_arena(size_t size) {
  struct arena *a = atomic_exchange(&kept, NULL);
  if (a && a->size < size) {
    free(a);
    a = NULL;
  }
  if (!a) {
    a = aligned_alloc(4096, 4096 + up(size, 4096));
    a->size = size;
  }
  return (char *)a + 4096;
}

static void return_arena(void *memory) {
  free(atomic_exchange(&kept, (struct arena *)((char *)memory - 4096)));
}

int ptx_run(const struct ptx_launch *l, char *why, size_t room) {
  run x = {.l = l, .m = l->f->m, .why = why, .whyroom = room};
  u64 blocks = (u64)l->grid[0] * l->grid[1] * l->grid[2];
  size_t n = (size_t)l->block[0] * l->block[1] * l->block[2];
  bool clusters = (u64)l->cluster[0] * l->cluster[1] * l->cluster[2] > 1;
  int most = l->together || clusters ? (int)blocks : blocks < 4 ? (int)blocks : 4;
  const char *lanes = getenv("DOUBLE_LANES");
  x.apart = lanes && !strcmp(lanes, "apart");
  x.joined = lanes && !strcmp(lanes, "joined");
  x.shared = up(x.m->shared + l->shared, 16);
  size_t frame_size = (size_t)l->f->nreg * 8 + l->f->local + l->f->params + l->f->args + 384;
  size_t stack = up(frame_size + (64 << 10), 4096);
  x.room = (size_t)most * (up(x.shared, 4096) + n * stack) + 4096;
  x.arena = take_arena(x.room);
  block *b = calloc((size_t)most, sizeof *b);
  x.all = b;
  x.most = most;
  char *p = x.arena;
  for (int i = 0; i < most; i++) {
    b[i].shared = p;
    p += up(x.shared, 4096);
    b[i].t = calloc(n, sizeof *b[i].t);
    for (size_t k = 0; k < n; k++) {
      b[i].t[k].stack = p;
      b[i].t[k].limit = p += stack;
    }
  }
  if (!setjmp(x.fail)) {
    u64 next = 0;
    int running = 0;
    for (; running < most; running++) start(&x, &b[running], next++);
    while (running) {
      bool worked = false;
      for (int i = 0; i < most; i++) {
        if (!b[i].live) continue;
        x.b = &b[i];
        for (int k = 0; k < b[i].n; k += 32)
          worked |= run_warp(&x, b[i].t + k, b[i].n - k < 32 ? b[i].n - k : 32);
        while (release(&x, &b[i])) worked = true;
        if (b[i].live) continue;
        if (next < blocks) {
          start(&x, &b[i], next++);
        } else
          running--;
        worked = true;
      }
      worked |= release_cluster(&x);
      if (!worked) {
        for (int i = 0; i < most; i++)
          for (int k = 0; k < b[i].n; k++)
            if (b[i].t[k].state != DONE) {
              x.b = &b[i];
              x.now = &b[i].t[k];
              stop(&x, LAUNCH_FAILED, "waits for others that do not come");
            }
      }
    }
  }
  fflush(x.out);
  for (int i = 0; i < most; i++) {
    for (size_t k = 0; k < n; k++) free(b[i].t[k].joins);
    free(b[i].t);
  }
  free(b);
  return_arena(x.arena);
  return x.code;
}

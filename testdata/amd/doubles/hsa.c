// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// A double of the HSA runtime's executables, with its rules: init before use, readers
// outlive executables, no load after the freeze, no symbol twice, an undefined symbol
// fails at load, symbols can be asked for after the freeze only.
//
// DOUBLE_DEVICES lists the GPUs as for the HIP double; unset means no kernel driver.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "elf.h"

typedef uint32_t status;
enum {
  OK = 0,
  INVALID_ARGUMENT = 0x1001,
  INVALID_AGENT = 0x1004,
  OUT_OF_RESOURCES = 0x1008,
  NOT_INITIALIZED = 0x100b,
  INVALID_ISA = 0x100f,
  INVALID_CODE_OBJECT = 0x1010,
  INVALID_EXECUTABLE = 0x1011,
  FROZEN = 0x1012,
  INVALID_SYMBOL_NAME = 0x1013,
  ALREADY_DEFINED = 0x1014,
  UNDEFINED = 0x1015,
  INVALID_READER = 0x1021,
  INVALID_SYMBOL = 0x1019
};
static const struct {
  status s;
  const char *text;
} texts[] = {{INVALID_ARGUMENT, "One of the actual arguments does not meet a precondition."},
             {OUT_OF_RESOURCES, "The runtime failed to allocate the necessary resources."},
             {NOT_INITIALIZED, "The runtime has not been initialized."},
             {INVALID_CODE_OBJECT, "The code object is invalid."},
             {INVALID_ISA, "The code object is not for the agent."},
             {INVALID_EXECUTABLE, "The executable is invalid."},
             {FROZEN, "The executable is frozen."},
             {INVALID_SYMBOL_NAME, "There is no symbol with the given name."},
             {ALREADY_DEFINED, "The variable is already defined."},
             {UNDEFINED, "The variable is undefined."},
             {INVALID_READER, "The code object reader is invalid."}};

static int refs;
static char archs[8][64];
static int nagents;

status hsa_init(void) {
  const char *s = getenv("DOUBLE_DEVICES");
  if (!s) return OUT_OF_RESOURCES;
  for (nagents = 0; *s && nagents < 8; nagents++) {
    size_t n = strcspn(s, ",");
    snprintf(archs[nagents], 64, "%.*s", (int)n, s);
    s += n + (s[n] == ',');
  }
  refs++;
  return OK;
}
status hsa_shut_down(void) { return refs > 0 ? (refs--, OK) : NOT_INITIALIZED; }
status hsa_status_string(status s, const char **out) {
  *out = "An undocumented status.";
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (texts[i].s == s) *out = texts[i].text;
  return OK;
}

// Agent 1 is the CPU, as on a real machine; GPUs follow.
status hsa_iterate_agents(status (*f)(uint64_t, void *), void *data) {
  if (!refs) return NOT_INITIALIZED;
  status s = f(1, data);
  for (int i = 0; i < nagents && !s; i++) s = f((uint64_t)i + 2, data);
  return s;
}
static const char *arch(uint64_t agent) {
  return agent >= 2 && agent - 2 < (uint64_t)nagents ? archs[agent - 2] : NULL;
}
status hsa_agent_get_info(uint64_t agent, int what, void *out) {
  if (agent != 1 && !arch(agent)) return INVALID_AGENT;
  if (what == 0)
    snprintf(out, 64, "%.*s", agent == 1 ? 3 : (int)strcspn(arch(agent), ":"),
             agent == 1 ? "cpu" : arch(agent));
  else if (what == 17)
    *(uint32_t *)out = agent != 1;
  else
    return INVALID_ARGUMENT;
  return OK;
}
status hsa_agent_iterate_isas(uint64_t agent, status (*f)(uint64_t, void *), void *data) {
  return arch(agent) ? f(agent, data) : INVALID_AGENT;
}
status hsa_isa_get_info_alt(uint64_t isa, int what, void *out) {
  char name[128];
  if (!arch(isa)) return INVALID_ISA;
  int n = snprintf(name, sizeof name, "amdgcn-amd-amdhsa--%s", arch(isa));
  if (what == 0)
    *(uint32_t *)out = (uint32_t)n;
  else
    memcpy(out, name, (size_t)n + 1);
  return OK;
}

struct reader {
  bool alive;
  const void *data;
  size_t size;
  int users; // executables that loaded from it
};
struct executable {
  bool alive, frozen;
  struct loaded {
    struct gfx_object code;
    struct reader *reader;
  } objects[16];
  int n;
};
struct symbol {
  struct loaded *in;
  const Elf64_Sym *s;
};
static struct reader *readers[256];
static struct executable *executables[256];
static int nreaders, nexecutables;

status hsa_code_object_reader_create_from_memory(const void *p, size_t n, uint64_t *out) {
  if (!refs) return NOT_INITIALIZED;
  if (!p || !n || nreaders == 256) return INVALID_ARGUMENT;
  struct reader *r = calloc(1, sizeof *r);
  *r = (struct reader){true, p, n, 0};
  readers[nreaders++] = r;
  *out = (uint64_t)r;
  return OK;
}
static struct reader *reader_of(uint64_t h) {
  for (int i = 0; i < nreaders; i++)
    if ((uint64_t)readers[i] == h && readers[i]->alive) return readers[i];
  return NULL;
}
static struct executable *executable_of(uint64_t h) {
  for (int i = 0; i < nexecutables; i++)
    if ((uint64_t)executables[i] == h && executables[i]->alive) return executables[i];
  return NULL;
}
status hsa_code_object_reader_destroy(uint64_t h) {
  struct reader *r = reader_of(h);
  if (!r) return INVALID_READER;
  if (r->users) {
    fprintf(stderr, "hsa double: a code object reader was destroyed before its executable\n");
    abort();
  }
  r->alive = false;
  return OK;
}
status hsa_executable_create_alt(int profile, int rounding, const char *options, uint64_t *out) {
  if (!refs) return NOT_INITIALIZED;
  if (profile < 0 || profile > 1 || rounding || options || nexecutables == 256)
    return INVALID_ARGUMENT;
  executables[nexecutables] = calloc(1, sizeof(struct executable));
  executables[nexecutables]->alive = true;
  *out = (uint64_t)executables[nexecutables++];
  return OK;
}
status hsa_executable_destroy(uint64_t h) {
  struct executable *x = executable_of(h);
  if (!x) return INVALID_EXECUTABLE;
  for (int i = 0; i < x->n; i++) x->objects[i].reader->users--;
  x->alive = false;
  return OK;
}
static bool global(const Elf64_Sym *s) { return ELF64_ST_BIND(s->st_info) != STB_LOCAL; }
static struct symbol find(struct executable *x, const char *name) {
  for (int i = 0; i < x->n; i++) {
    const Elf64_Sym *s = gfx_symbol(&x->objects[i].code, name);
    if (s && s->st_shndx != SHN_UNDEF && global(s)) return (struct symbol){&x->objects[i], s};
  }
  return (struct symbol){0};
}
status hsa_executable_load_agent_code_object(uint64_t h, uint64_t agent, uint64_t reader,
                                             const char *options, uint64_t *out) {
  struct executable *x = executable_of(h);
  struct reader *r = reader_of(reader);
  (void)out;
  if (!x) return INVALID_EXECUTABLE;
  if (!arch(agent)) return INVALID_AGENT;
  if (!r) return INVALID_READER;
  if (x->frozen) return FROZEN;
  if (options || x->n == 16) return INVALID_ARGUMENT;
  struct gfx_object o;
  if (!gfx_open(&o, r->data, r->size)) return INVALID_CODE_OBJECT;
  if (!gfx_fits(o.eh->e_flags, arch(agent))) return INVALID_ISA;
  for (size_t i = 1; i < o.nsyms; i++) {
    const Elf64_Sym *s = &o.syms[i];
    const char *name = o.strings + s->st_name;
    if (!global(s)) continue;
    bool defined = find(x, name).s != NULL;
    if (s->st_shndx == SHN_UNDEF && !defined && ELF64_ST_BIND(s->st_info) != STB_WEAK)
      return UNDEFINED;
    if (s->st_shndx != SHN_UNDEF && defined && strncmp(name, "__hip_cuid", 10))
      return ALREADY_DEFINED;
  }
  r->users++;
  x->objects[x->n++] = (struct loaded){o, r};
  return OK;
}
status hsa_executable_freeze(uint64_t h, const char *options) {
  struct executable *x = executable_of(h);
  if (!x || options) return x ? INVALID_ARGUMENT : INVALID_EXECUTABLE;
  if (x->frozen) return FROZEN;
  x->frozen = true;
  return OK;
}
static bool listed(struct loaded *l, const Elf64_Sym *s) {
  const char *name = l->code.strings + s->st_name;
  return global(s) && s->st_shndx != SHN_UNDEF && ELF64_ST_TYPE(s->st_info) == STT_OBJECT && *name;
}
status hsa_executable_iterate_agent_symbols(uint64_t h, uint64_t agent,
                                            status (*f)(uint64_t, uint64_t, uint64_t, void *),
                                            void *data) {
  struct executable *x = executable_of(h);
  if (!x || !x->frozen) return INVALID_EXECUTABLE;
  for (int i = 0; i < x->n; i++)
    for (size_t j = 1; j < x->objects[i].code.nsyms; j++)
      if (listed(&x->objects[i], &x->objects[i].code.syms[j])) {
        struct symbol *s = malloc(sizeof *s);
        *s = (struct symbol){&x->objects[i], &x->objects[i].code.syms[j]};
        status e = f(h, agent, (uint64_t)s, data);
        if (e) return e;
      }
  return OK;
}
status hsa_executable_get_symbol_by_name(uint64_t h, const char *name, const uint64_t *agent,
                                         uint64_t *out) {
  struct executable *x = executable_of(h);
  if (!x || !x->frozen) return INVALID_EXECUTABLE;
  if (!name || !agent || !arch(*agent)) return INVALID_ARGUMENT;
  struct symbol s = find(x, name);
  if (!s.s || !listed(s.in, s.s)) return INVALID_SYMBOL_NAME;
  struct symbol *p = malloc(sizeof *p);
  *p = s;
  *out = (uint64_t)p;
  return OK;
}
status hsa_executable_symbol_get_info(uint64_t h, int what, void *out) {
  struct symbol *s = (struct symbol *)h;
  const char *name = s->in->code.strings + s->s->st_name;
  const uint8_t *at = gfx_at(&s->in->code, s->s->st_value);
  bool kernel = ends_in_kd(name);
  switch (what) {
  case 0:
    *(uint32_t *)out = kernel;
    return OK;
  case 1:
    *(uint32_t *)out = (uint32_t)strlen(name);
    return OK;
  case 2:
    memcpy(out, name, strlen(name));
    return OK;
  case 21:
    *(uint64_t *)out = (uint64_t)at;
    return kernel ? INVALID_ARGUMENT : OK;
  case 9:
    *(uint32_t *)out = (uint32_t)s->s->st_size;
    return kernel ? INVALID_ARGUMENT : OK;
  case 22:
    *(uint64_t *)out = (uint64_t)at;
    return kernel ? OK : INVALID_ARGUMENT;
  case 11:
    memcpy(out, at + 8, 4);
    return kernel ? OK : INVALID_ARGUMENT;
  case 13:
    memcpy(out, at, 4);
    return kernel ? OK : INVALID_ARGUMENT;
  case 14:
    memcpy(out, at + 4, 4);
    return kernel ? OK : INVALID_ARGUMENT;
  }
  return INVALID_ARGUMENT;
}

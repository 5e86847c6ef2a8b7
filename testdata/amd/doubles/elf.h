// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// What the doubles read of a gfx code object.
#ifndef DOUBLES_ELF_H
#define DOUBLES_ELF_H

#include_next <elf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { EM_GFX = 224, OSABI_HSA = 64 };

static const struct {
  const char *name;
  unsigned mach;
} gfx_machines[] = {{"gfx900", 0x2c},       {"gfx906", 0x2f},       {"gfx908", 0x30},
                    {"gfx90a", 0x3f},       {"gfx942", 0x4c},       {"gfx950", 0x4f},
                    {"gfx1030", 0x36},      {"gfx1100", 0x41},      {"gfx1201", 0x4e},
                    {"gfx9-generic", 0x51}, {"gfx11-generic", 0x54}};

// A feature's setting in e_flags (1 any, 2 off, 3 on; 0 the processor has none) against
// the device's.
static inline bool gfx_feature_fits(unsigned setting, const char *on, const char *off,
                                    const char *target) {
  return setting < 2 || strstr(target, setting == 3 ? on : off);
}

// A generic code object runs on the processors of its family.
static inline bool gfx_fits(unsigned flags, const char *processor) {
  size_t n = strcspn(processor, ":");
  unsigned mach = flags & 0xff;
  if (!gfx_feature_fits(flags >> 8 & 3, ":xnack+", ":xnack-", processor) ||
      !gfx_feature_fits(flags >> 10 & 3, ":sramecc+", ":sramecc-", processor))
    return false;
  for (size_t i = 0; i < sizeof gfx_machines / sizeof *gfx_machines; i++) {
    const char *name = gfx_machines[i].name;
    if (gfx_machines[i].mach != mach) continue;
    if (strlen(name) == n && !strncmp(name, processor, n)) return true;
    if (!strcmp(name, "gfx9-generic"))
      return n == 6 && !strncmp(processor, "gfx90", 5) && processor[5] != 'a' &&
             processor[5] != '8';
    if (!strcmp(name, "gfx11-generic")) return !strncmp(processor, "gfx11", 5);
  }
  return false;
}

struct gfx_object {
  const uint8_t *data;
  size_t size;
  const Elf64_Ehdr *eh;
  const Elf64_Sym *syms;
  size_t nsyms;
  const char *strings;
};

// gfx_open checks the header and finds the dynamic symbols.
static inline bool gfx_open(struct gfx_object *o, const void *data, size_t size) {
  memset(o, 0, sizeof *o);
  o->data = data;
  o->size = size;
  o->eh = data;
  const Elf64_Ehdr *eh = data;
  if (size && size < sizeof *eh) return false;
  if (memcmp(eh->e_ident, ELFMAG, SELFMAG) || eh->e_ident[EI_OSABI] != OSABI_HSA ||
      eh->e_machine != EM_GFX || eh->e_type != ET_DYN)
    return false;
  const Elf64_Shdr *sh = (const Elf64_Shdr *)(o->data + eh->e_shoff);
  for (int i = 0; i < eh->e_shnum; i++)
    if (sh[i].sh_type == SHT_DYNSYM) {
      o->syms = (const Elf64_Sym *)(o->data + sh[i].sh_offset);
      o->nsyms = sh[i].sh_size / sizeof(Elf64_Sym);
      o->strings = (const char *)o->data + sh[sh[i].sh_link].sh_offset;
    }
  return o->syms != NULL;
}

// The end of the section header table: the size of an object known by its start only.
static inline size_t gfx_size(const void *data) {
  const Elf64_Ehdr *eh = data;
  return eh->e_shoff + (size_t)eh->e_shnum * eh->e_shentsize;
}

static inline const Elf64_Sym *gfx_symbol(const struct gfx_object *o, const char *name) {
  for (size_t i = 1; i < o->nsyms; i++)
    if (!strcmp(o->strings + o->syms[i].st_name, name)) return &o->syms[i];
  return NULL;
}

// The bytes at a virtual address.
static inline const uint8_t *gfx_at(const struct gfx_object *o, uint64_t va) {
  const Elf64_Phdr *ph = (const Elf64_Phdr *)(o->data + o->eh->e_phoff);
  for (int i = 0; i < o->eh->e_phnum; i++)
    if (ph[i].p_type == PT_LOAD && va >= ph[i].p_vaddr && va < ph[i].p_vaddr + ph[i].p_filesz)
      return o->data + ph[i].p_offset + (va - ph[i].p_vaddr);
  return NULL;
}

static inline bool ends_in_kd(const char *s) {
  size_t n = strlen(s);
  return n > 3 && !strcmp(s + n - 3, ".kd");
}

#endif

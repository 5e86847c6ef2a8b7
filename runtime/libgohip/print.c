// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// Device printf: formats the records that kernels left in a module's buffer
// (docs/design/abi.md, "Device printf").

#define _GNU_SOURCE
#include "shim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The arguments of one record, read in order.
typedef struct cursor {
  const char *p, *end;
  bool addresses; // the argument of %s is a plain address (format id 0)
} cursor;

static bool next_word(cursor *c, uint64_t *w) {
  if (c->end - c->p < 8) return false;
  memcpy(w, c->p, 8);
  c->p += 8;
  return true;
}

static bool next_string(cursor *c, const char **s, size_t *n) {
  uint64_t len;
  if (!next_word(c, &len)) return false;
  if (len == UINT64_MAX) {
    *s = "";
    *n = 0;
    return true;
  }
  if (len > (uint64_t)(c->end - c->p)) return false;
  *s = c->p;
  *n = (size_t)len;
  c->p += (len + 7) / 8 * 8;
  if (c->p > c->end) c->p = c->end;
  return true;
}

// One conversion: flags, width, precision, length and letter as in C, with every
// '*' already replaced by its number.
static void convert(const char *spec, size_t n, char letter, cursor *c) {
  char f[128];
  uint64_t w;
  // Every argument has 64 bits in a record; the length modifier says how many of them count.
  size_t at = 0;
  int h = 0, l = 0;
  for (size_t i = 0; i < n && at < sizeof f - 8; i++) {
    if (spec[i] == 'h')
      h++;
    else if (spec[i] == 'l' || spec[i] == 'q' || spec[i] == 'j' || spec[i] == 'z' ||
             spec[i] == 't' || spec[i] == 'L')
      l++;
    else
      f[at++] = spec[i];
  }
  switch (letter) {
  case 'd':
  case 'i':
    if (!next_word(c, &w)) return;
    memcpy(f + at, "lld", 4);
    printf(f, h == 1  ? (long long)(short)w
              : h > 1 ? (long long)(signed char)w
              : l     ? (long long)w
                      : (long long)(int)w);
    return;
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    if (!next_word(c, &w)) return;
    f[at] = 'l', f[at + 1] = 'l', f[at + 2] = letter, f[at + 3] = 0;
    printf(f, h == 1  ? (unsigned long long)(unsigned short)w
              : h > 1 ? (unsigned long long)(unsigned char)w
              : l     ? (unsigned long long)w
                      : (unsigned long long)(unsigned)w);
    return;
  case 'c':
    if (!next_word(c, &w)) return;
    f[at] = 'c', f[at + 1] = 0;
    printf(f, (int)w);
    return;
  case 'p':
    if (!next_word(c, &w)) return;
    f[at] = 'p', f[at + 1] = 0;
    printf(f, (void *)(uintptr_t)w);
    return;
  case 's': {
    const char *s;
    size_t len;
    if (c->addresses) {
      if (!next_word(c, &w)) return;
      s = w ? (const char *)(uintptr_t)w : "";
      len = strlen(s);
    } else if (!next_string(c, &s, &len)) {
      return;
    }
    // A precision given by the program still truncates; otherwise the length in the record ends the
    // string, which has no terminator.
    char *copy = malloc(len + 1);
    if (!copy) return;
    memcpy(copy, s, len);
    copy[len] = 0;
    f[at] = 's', f[at + 1] = 0;
    printf(f, copy);
    free(copy);
    return;
  }
  default: {
    if (!next_word(c, &w)) return;
    double d;
    memcpy(&d, &w, 8);
    f[at] = letter, f[at + 1] = 0;
    printf(f, d);
  }
  }
}

// Whether a character is one of some, none of which ends a string.
static bool is_of(char c, const char *some) { return c && strchr(some, c); }

// Copies a width or a precision; '*' is an argument.
static size_t number(const char *format, size_t n, char *spec, size_t *at, cursor *c) {
  size_t j = 0;
  if (j < n && format[j] == '*') {
    uint64_t w = 0;
    next_word(c, &w);
    int number = (int)w;
    if (number < 0 && spec[*at - 1] == '.') // a negative precision means none
      --*at;
    else
      *at += (size_t)sprintf(spec + *at, "%d", number);
    return 1;
  }
  for (; j < n && is_of(format[j], "0123456789"); j++)
    if (j < 12) spec[(*at)++] = format[j];
  return j;
}

// Copies what precedes the letter of a conversion: flags, width, precision and length (C17, 7.21.6.1). Returns the
// letter's place, n if there is no such conversion.
static size_t specification(const char *format, size_t n, char spec[96], size_t *at, cursor *c) {
  size_t j = 1;
  *at = 0;
  spec[(*at)++] = '%';
  for (; j < n && is_of(format[j], "-+ #0'"); j++)
    if (*at < 16) spec[(*at)++] = format[j];
  j += number(format + j, n - j, spec, at, c);
  if (j < n && format[j] == '.') {
    spec[(*at)++] = '.';
    j++;
    j += number(format + j, n - j, spec, at, c);
  }
  for (; j < n && is_of(format[j], "hlLqjzt"); j++)
    if (*at < 64) spec[(*at)++] = format[j];
  return j < n && is_of(format[j], "diouxXeEfFgGaAcspn") ? j : n;
}

static void print_record(const char *format, size_t n, cursor *c) {
  for (size_t i = 0; i < n;) {
    const char *pct = memchr(format + i, '%', n - i);
    size_t plain = pct ? (size_t)(pct - format) - i : n - i;
    fwrite(format + i, 1, plain, stdout);
    i += plain;
    if (!pct) break;
    if (i + 1 < n && format[i + 1] == '%') {
      putchar('%');
      i += 2;
      continue;
    }
    char spec[96];
    size_t at, j = i + specification(format + i, n - i, spec, &at, c);
    if (j >=
        n) { // not a conversion: the host's printf might take it for one, of an argument that it does not get
      fwrite(format + i, 1, n - i, stdout);
      break;
    }
    if (format[j] == 'n') {
      uint64_t w;
      next_word(c, &w);
    } else {
      convert(spec, at, format[j], c);
    }
    i = j + 1;
  }
}

static int by_id(const void *key, const void *item) {
  uint32_t id = *(const uint32_t *)key, other = ((const gh_format *)item)->id;
  return id < other ? -1 : id > other;
}

// Prints the record at data: its size, the format's ID and the arguments. If the ID is 0, the
// format itself precedes them.
static void print_one(gh_module *m, const char *data, uint32_t size, uint32_t id) {
  cursor c = {data + 8, data + size, id == 0};
  if (id != 0) {
    gh_format *f = bsearch(&id, m->formats, m->nformats, sizeof *f, by_id);
    if (f)
      print_record(f->text, strlen(f->text), &c);
    else
      fprintf(stderr, "libgohip: a kernel printed with format %u, which its image does not have\n",
              id);
    return;
  }
  const char *f;
  size_t n;
  c.addresses = false;
  if (next_string(&c, &f, &n)) {
    c.addresses = true;
    print_record(f, n, &c);
  }
}

static void print_all(gh_module *m, const char *data, uint32_t used) {
  uint32_t at = 0;
  while (used - at >= 8) {
    uint32_t size, id;
    memcpy(&size, data + at, 4);
    memcpy(&id, data + at + 4, 4);
    if (size < 8 || size > used - at) break;
    print_one(m, data + at, size, id);
    at += size;
  }
  fflush(stdout);
}

static void say_lost(const uint32_t head[4]) {
  if (head[2])
    fprintf(
        stderr,
        "libgohip: %u device printf calls did not fit into the buffer of %u bytes and are lost; "
        "hipDeviceSetLimit(hipLimitPrintfFifoSize) makes it bigger\n",
        head[2], head[1]);
}

// The number of bytes of records, from the buffer's header: used, capacity, lost.
static uint32_t used_of(const uint32_t head[4]) { return head[0] < head[1] ? head[0] : head[1]; }

// Prints from a buffer that the host can access.
static void print_in_place(gh_module *m) {
  uint32_t *b = m->printf_buffer, head[4];
  memcpy(head, b, sizeof head);
  uint32_t used = used_of(head);
  if (!used && !head[2]) return;
  print_all(m, (char *)(b + 4), used);
  say_lost(head);
  memset(b + 4, 0, used);
  // Launches read the fill level of the buffer meanwhile.
  const uint32_t empty[4] = {0, head[1], 0, 0};
  for (int i = 0; i < 4; i++)
    atomic_store_explicit((_Atomic uint32_t *)b + i, empty[i], memory_order_relaxed);
}

// Prints from a copy of the buffer, which the driver makes.
static void print_copy(gh_module *m) {
  gh_device *d = m->dev;
  uint32_t *b = m->printf_buffer, head[4];
  if (!d->drv->printf_read(d, head, b, sizeof head)) return;
  uint32_t used = used_of(head);
  if (!used && !head[2]) return;
  char *copy = malloc(used + 1);
  if (copy && d->drv->printf_read(d, copy, b + 4, used)) {
    print_all(m, copy, used);
    say_lost(head);
    const uint32_t empty[4] = {0, head[1], 0, 0};
    d->drv->printf_reset(d, b, used, empty);
  }
  free(copy);
}

static void print_module(gh_module *m) {
  if (!m->printf_buffer) return;
  if (m->dev->host_access)
    print_in_place(m);
  else
    print_copy(m);
}

// Prints what kernels wrote. Their buffer is reset, so every stream that may still write to it ends
// first, and no other launch starts.
void gh_drain(gh_device *d) {
  pthread_rwlock_wrlock(&d->printing);
  if (atomic_exchange(&d->printed, 0)) {
    d->drv->finish_printing(d);
    pthread_mutex_lock(&d->mu);
    for (gh_module *m = d->printers; m; m = m->next)
      if (atomic_exchange(&m->printed, 0)) print_module(m);
    pthread_mutex_unlock(&d->mu);
  }
  pthread_rwlock_unlock(&d->printing);
}

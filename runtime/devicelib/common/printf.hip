// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// printf's records, which the host formats (docs/design/abi.md), and the number of characters that
// it will print for a record: printf's result, which a kernel may need before the host has read the
// record.
#include "device.h"

extern "C" {
__attribute__((device)) u64 __gohip_printf_buffer;
}

struct PrintfBuffer {
  u32 next, capacity, dropped, buffered;
};
struct PrintfRecord {
  u32 size, id;
};

#define RELAXED __ATOMIC_RELAXED
#define SYSTEM __HIP_MEMORY_SCOPE_SYSTEM

// Reserves a record of `size` bytes, header included. `next` only grows while records fit,
// so the host finds whole records up to it.
API void *__gohip_printf_alloc(u32 size, u32 id) {
  PrintfBuffer *b = (PrintfBuffer *)__gohip_printf_buffer;
  if (!b) return nullptr;
  u32 at = __hip_atomic_load(&b->next, RELAXED, SYSTEM);
  do {
    if (size > b->capacity || at > b->capacity - size) {
      __hip_atomic_fetch_add(&b->dropped, 1u, RELAXED, SYSTEM);
      return nullptr;
    }
  } while (
      !__hip_atomic_compare_exchange_strong(&b->next, &at, at + size, RELAXED, RELAXED, SYSTEM));
  PrintfRecord *r = (PrintfRecord *)((u8 *)(b + 1) + at);
  r->size = size;
  r->id = id;
  return r + 1;
}
// The same, if AMD's runtime would have room, too: it buffers 4 MB of records of `theirs` bytes
// until the kernel ends.
API void *__gohip_printf_alloc_buffered(u32 size, u32 id, u32 theirs) {
  const u32 most = 4u << 20;
  PrintfBuffer *b = (PrintfBuffer *)__gohip_printf_buffer;
  if (!b) return nullptr;
  u32 at = __hip_atomic_load(&b->buffered, RELAXED, SYSTEM);
  do {
    if (theirs > most || at > most - theirs) {
      __hip_atomic_fetch_add(&b->dropped, 1u, RELAXED, SYSTEM);
      return nullptr;
    }
  } while (!__hip_atomic_compare_exchange_strong(&b->buffered, &at, at + theirs, RELAXED, RELAXED,
                                                 SYSTEM));
  return __gohip_printf_alloc(size, id);
}
API u64 __gohip_strlen(const char *s) {
  u64 n = 0;
  while (s[n]) ++n;
  return n;
}
// Copies n bytes and pads with zeros to a multiple of 8.
API void __gohip_strcpy(char *d, const char *s, u64 n) {
  u64 i = 0;
  for (; i < n; ++i) d[i] = s[i];
  for (; i & 7; ++i) d[i] = 0;
}

// The exact decimal digits of a double, nine per word: the word at ONES holds the units, and each
// preceding one has 10^9 times the weight. An f64 has at most 309 digits before the decimal point
// and 1074 after it.
enum : i32 { ONES = 34, WORDS = ONES + 1 + 120 };
enum : u32 { WORD = 1000000000 };
struct Decimal {
  i32 first, end; // the nonzero words
  i32 top;        // exponent of the first digit
  u32 word[WORDS];
};

INSIDE i32 digitsOf(u64 v, u32 base) {
  i32 n = 1;
  while (v >= base) v /= base, ++n;
  return n;
}
static __attribute__((device, noinline)) void expand(Decimal *d, double v) {
  u64 b = bits(v);
  i32 e = (i32)(b >> 52 & 2047);
  u64 m = b & ((1ull << 52) - 1);
  if (e) m |= 1ull << 52;
  e = (e ? e : 1) - 1075;
  d->word[ONES] = (u32)(m % WORD);
  d->word[ONES - 1] = (u32)(m / WORD);
  d->first = ONES - 1;
  d->end = ONES + 1;
  for (i32 shift; e > 0; e -= shift) {
    shift = e < 29 ? e : 29;
    u64 carry = 0;
    for (i32 i = ONES; i >= d->first; --i) {
      u64 x = ((u64)d->word[i] << shift) + carry;
      d->word[i] = (u32)(x % WORD);
      carry = x / WORD;
    }
    if (carry) d->word[--d->first] = (u32)carry;
  }
  for (i32 shift; e < 0; e += shift) {
    shift = e > -9 ? -e : 9;
    u32 carry = 0;
    for (i32 i = d->first; i < d->end; ++i) {
      u32 x = d->word[i];
      d->word[i] = (x >> shift) + carry;
      carry = (x & ((1u << shift) - 1)) * (WORD >> shift);
    }
    if (carry) d->word[d->end++] = carry;
  }
  while (d->first < d->end && !d->word[d->first]) ++d->first;
  d->top = d->first == d->end ? 0 : 9 * (ONES - d->first) + digitsOf(d->word[d->first], 10) - 1;
}
// The digit of weight 10^at.
INSIDE u32 digit(const Decimal *d, i32 at) {
  i32 i = ONES - (at >= 0 ? at / 9 : -((8 - at) / 9));
  if (i < d->first || i >= d->end) return 0;
  u32 w = d->word[i];
  for (i32 k = at - 9 * (ONES - i); k > 0; --k) w /= 10;
  return w % 10;
}
// Rounds to a multiple of 10^at, half to even, and returns the exponents of the first digit and of
// the last nonzero digit.
static __attribute__((device, noinline)) void rounded(const Decimal *d, i32 at, i32 *top,
                                                      i32 *low) {
  u32 half = digit(d, at - 1);
  bool up = half > 5;
  if (half == 5) {
    up = digit(d, at) & 1;
    for (i32 k = at - 2; !up && k >= 9 * (ONES - d->end + 1); --k) up = digit(d, k) != 0;
  }
  i32 k = at;
  if (up) {
    while (digit(d, k) == 9) ++k;
  } else {
    while (k < d->top && !digit(d, k)) ++k;
  }
  *low = k;
  *top = up && k > d->top ? k : d->top;
}

// One conversion specification (C17, 7.21.6.1).
struct Conversion {
  bool sign, alt, precise;
  i32 width, precision, narrow, wide;
  char verb;
};

// The length of a fraction of n digits with its decimal point, which `alt` prints even without
// digits.
INSIDE i32 fraction(i32 n, bool alt) { return n > 0 ? 1 + n : alt; }
INSIDE i32 exponent(i32 e, i32 least) {
  i32 n = digitsOf((u64)(e < 0 ? -e : e), 10);
  return 2 + (n < least ? least : n);
}
static __attribute__((device, noinline)) i32 countFloat(const Conversion *c, double v) {
  u64 b = bits(v) & ~(1ull << 63);
  char verb = c->verb | 0x20;
  if (b >> 52 == 2047) return 3;
  i32 p = c->precise ? c->precision : 6;
  if (verb == 'a') {
    if (!b) return 3 + fraction(c->precise ? p : 0, c->alt) + exponent(0, 1);
    i32 e = (i32)(b >> 52) - 1023;
    u64 m = b & ((1ull << 52) - 1);
    if (e == -1023)
      for (e = -1022; !(m >> 52); --e) m <<= 1;
    m |= 1ull << 52;
    if (c->precise && p < 13) {
      u32 cut = 52 - 4 * p;
      u64 rest = m & ((1ull << cut) - 1), half = 1ull << (cut - 1);
      m >>= cut;
      if (rest > half || (rest == half && m & 1)) ++m;
      if (m >> (4 * p + 1)) ++e;
    } else if (!c->precise) {
      for (p = 13; p && !(m & 15); --p) m >>= 4;
    }
    return 3 + fraction(p, c->alt) + exponent(e, 1);
  }
  Decimal d;
  expand(&d, real(b));
  i32 top, low;
  if (verb == 'f') {
    rounded(&d, -p, &top, &low);
    return (top > 0 ? top : 0) + 1 + fraction(p, c->alt);
  }
  if (verb == 'e') {
    rounded(&d, d.top - p, &top, &low);
    return 1 + fraction(p, c->alt) + exponent(top, 2);
  }
  if (p < 1) p = 1;
  rounded(&d, d.top - (p - 1), &top, &low);
  if (!b) low = top;
  if (top >= -4 && top < p)
    return (top > 0 ? top : 0) + 1 + fraction(c->alt ? p - 1 - top : low < 0 ? -low : 0, c->alt);
  return 1 + fraction(c->alt ? p - 1 : top - low, c->alt) + exponent(top, 2);
}
INSIDE i32 countInteger(const Conversion *c, u64 v) {
  bool isSigned = c->verb == 'd' || c->verb == 'i';
  u32 cut = c->narrow > 1 ? 56 : c->narrow ? 48 : c->wide ? 0 : 32;
  i64 s = (i64)(v << cut) >> cut;
  u64 u = isSigned ? (u64)(s < 0 ? -s : s) : v << cut >> cut;
  u32 base = c->verb == 'o' ? 8 : c->verb == 'x' || c->verb == 'X' ? 16 : 10;
  i32 n = !u && c->precise && !c->precision ? 0 : digitsOf(u, base);
  bool padded = c->precise && c->precision > n;
  if (c->alt && base == 8 && !padded && (u || !n)) ++n;
  if (padded) n = c->precision;
  if (c->alt && base == 16 && u) n += 2;
  return n + (isSigned && (c->sign || s < 0));
}

// The number of characters printed for a record with the arguments `a`; `texts` means that it
// contains the strings of %s instead of their addresses. It must match the host (runtime/cformat).
API __attribute__((noinline)) i32 __gohip_printf_count(const char *f, const u64 *a, bool texts) {
  i32 n = 0;
  while (*f) {
    if (*f++ != '%') {
      ++n;
      continue;
    }
    if (*f == '%') {
      ++n, ++f;
      continue;
    }
    const char *start = f;
    Conversion c = {};
    bool flag = true;
    while (flag) {
      switch (*f) {
      case '+':
      case ' ':
        c.sign = true;
        break;
      case '#':
        c.alt = true;
        break;
      case '-':
      case '0':
        break;
      default:
        flag = false;
      }
      f += flag;
    }
    auto number = [&] {
      if (*f == '*') return ++f, (i32)*a++;
      i32 v = 0;
      for (; *f >= '0' && *f <= '9'; ++f) v = v * 10 + (*f - '0');
      return v;
    };
    c.width = number();
    if (c.width < 0) c.width = -c.width;
    if (*f == '.') {
      ++f;
      c.precision = number();
      c.precise = c.precision >= 0;
    }
    for (;; ++f) {
      if (*f == 'h')
        ++c.narrow;
      else if (*f == 'l' || *f == 'q' || *f == 'j' || *f == 'z' || *f == 't' || *f == 'L')
        ++c.wide;
      else
        break;
    }
    c.verb = *f;
    i32 length = 0;
    switch (c.verb) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
      length = countInteger(&c, *a++);
      break;
    case 'p':
      length = *a ? 2 + digitsOf(*a, 16) : 5;
      ++a;
      break;
    case 'c':
      length = 1, ++a;
      break;
    case 'n':
      ++a, ++f;
      continue;
    case 's': {
      u64 v = *a++, size = v;
      bool null = texts ? v == ~0ull : !v;
      if (texts && !null)
        a += (v + 7) / 8;
      else if (!null)
        size = __gohip_strlen((const char *)v);
      length = null ? 0 : (i32)size;
      if (c.precise && c.precision < length) length = c.precision;
      break;
    }
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A': {
      double v = real(*a++);
      length = countFloat(&c, v) + (v == v ? (bits(v) >> 63 || c.sign) : c.sign);
      break;
    }
    default: // not a conversion: the rest is plain text
      return n + 1 + (i32)__gohip_strlen(start);
    }
    n += length > c.width ? length : c.width;
    ++f;
  }
  return n;
}

// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// The functions of <cstring> that read memory, in C and HIP. FUNCTION declares a function of the
// device library.
FUNCTION int __gohip_memcmp(const void *a, const void *b, u64 n) {
  const u8 *p = (const u8 *)a, *q = (const u8 *)b;
  u64 i;
  for (i = 0; i < n; ++i)
    if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
  return 0;
}

// Clang calls these for its built-in functions, which <string_view> and <algorithm> use. A processor
// has its C library's.
#if !defined(__GOHIP_CPU__)
FUNCTION int memcmp(const void *a, const void *b, u64 n) { return __gohip_memcmp(a, b, n); }
FUNCTION int bcmp(const void *a, const void *b, u64 n) { return __gohip_memcmp(a, b, n); }
FUNCTION u64 strlen(const char *s) {
  const volatile char *p = s; // volatile: or LLVM makes a call of strlen from the loop
  u64 n = 0;
  while (p[n]) ++n;
  return n;
}
FUNCTION void *memchr(const void *s, int c, u64 n) {
  const u8 *p = (const u8 *)s;
  u64 i;
  for (i = 0; i < n; ++i)
    if (p[i] == (u8)c) return (void *)(p + i);
  return (void *)0;
}
#endif

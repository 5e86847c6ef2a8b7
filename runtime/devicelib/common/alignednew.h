// Copyright 2026 The gohipcc Authors
// SPDX-License-Identifier: Apache-2.0

// operator new and delete of types whose alignment is more than that of the heap's blocks, by
// their mangled names, in C and HIP. FUNCTION declares a function of the device library. The word
// before an object is the address of its block.
FUNCTION void *__gohip_aligned_new(u64 n, u64 align) {
  u8 *block;
  u64 at;
  block = (u8 *)__gohip_malloc(n + align + sizeof(u64));
  if (!block) return (void *)0;
  at = ((u64)block + sizeof(u64) + align - 1) & ~(align - 1);
  ((u64 *)at)[-1] = (u64)block;
  return (void *)at;
}
FUNCTION void __gohip_aligned_delete(void *p) {
  if (p) __gohip_free((void *)((u64 *)p)[-1]);
}
FUNCTION void *_ZnwmSt11align_val_t(u64 n, u64 align) { return __gohip_aligned_new(n, align); }
FUNCTION void *_ZnamSt11align_val_t(u64 n, u64 align) { return __gohip_aligned_new(n, align); }
FUNCTION void *_ZnwmSt11align_val_tRKSt9nothrow_t(u64 n, u64 align, const void *nothrow) {
  (void)nothrow;
  return __gohip_aligned_new(n, align);
}
FUNCTION void *_ZnamSt11align_val_tRKSt9nothrow_t(u64 n, u64 align, const void *nothrow) {
  (void)nothrow;
  return __gohip_aligned_new(n, align);
}
FUNCTION void _ZdlPvSt11align_val_t(void *p, u64 align) {
  (void)align;
  __gohip_aligned_delete(p);
}
FUNCTION void _ZdaPvSt11align_val_t(void *p, u64 align) {
  (void)align;
  __gohip_aligned_delete(p);
}
FUNCTION void _ZdlPvmSt11align_val_t(void *p, u64 n, u64 align) {
  (void)n;
  (void)align;
  __gohip_aligned_delete(p);
}
FUNCTION void _ZdaPvmSt11align_val_t(void *p, u64 n, u64 align) {
  (void)n;
  (void)align;
  __gohip_aligned_delete(p);
}

; Copyright 2026 The gohipcc Authors
; SPDX-License-Identifier: Apache-2.0

; Work-items that diverge after a barrier, to code that others reach without it:
; "if (!skip) { barrier(); if (t == 3) { a[t] = 5; if (c) a[t] = 9; } } a[t] += 1".
; LAUNCH: --kernel k --block 8 zeros:i32:8 i32:0 i32:1
; WANT: ^0 i32\[8\]: 1 1 1 9 1 1 1 1
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent nounwind

define spir_kernel void @k(ptr addrspace(1) %a, i32 %skip, i32 %c) {
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %t
  %s = icmp ne i32 %skip, 0
  br i1 %s, label %out, label %in
in:
  store volatile i32 1, ptr addrspace(1) %p
  call spir_func void @_Z7barrierj(i32 3)
  %m = icmp eq i64 %t, 3
  br i1 %m, label %mine, label %out
mine:
  store volatile i32 5, ptr addrspace(1) %p
  %d = icmp ne i32 %c, 0
  br i1 %d, label %more, label %out
more:
  store volatile i32 9, ptr addrspace(1) %p
  br label %out
out:
  ret void
}

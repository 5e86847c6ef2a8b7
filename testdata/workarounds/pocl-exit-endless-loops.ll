; Copyright 2026 The gohipcc Authors
; SPDX-License-Identifier: Apache-2.0

; A loop without an exit that is never entered: "v = a[t] < 4 ? a[t] == 0 ? 10 : 20 : 30; if (a[t] == 99) for (;;) a[t] = 0; barrier(); a[t] = v".
; LAUNCH: --kernel k --block 8 range:i32:8
; WANT: ^0 i32\[8\]: 10 20 20 20 30 30 30 30
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind

define spir_kernel void @k(ptr addrspace(1) %a) {
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %t
  call spir_func void @_Z7barrierj(i32 3)
  %v = load volatile i32, ptr addrspace(1) %p
  %low = icmp ult i32 %v, 4
  br i1 %low, label %few, label %many
few:
  %none = icmp eq i32 %v, 0
  br i1 %none, label %first, label %other
first:
  store volatile i32 10, ptr addrspace(1) %p
  br label %arrive
other:
  store volatile i32 20, ptr addrspace(1) %p
  br label %arrive
many:
  %end = icmp eq i32 %v, 99
  br i1 %end, label %loop, label %rest
loop:
  store volatile i32 0, ptr addrspace(1) %p
  br label %loop
rest:
  store volatile i32 30, ptr addrspace(1) %p
  br label %arrive
arrive:
  %r = load volatile i32, ptr addrspace(1) %p
  call spir_func void @_Z7barrierj(i32 3)
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; Copyright 2026 The gohipcc Authors
; SPDX-License-Identifier: Apache-2.0

; The loop of pocl-keep-reducible.ll, which LLVM's SimplifyCFG makes irreducible in PoCL.
; WITHOUT: pocl-keep-reducible
; LAUNCH: --kernel k --block 8 zeros:i32:8 zeros:i32:72 i32:5
; WANT: ^0 i32\[8\]: 6 6 6 6 6 5 6 5
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind

define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %slots, i32 %n) {
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %t
  %o = trunc i64 %t to i32
  %bit = and i32 %o, 1
  %odd = icmp ne i32 %bit, 0
  %four = and i32 %o, 4
  %high = icmp ne i32 %four, 0
  %s1 = getelementptr i32, ptr addrspace(1) %slots, i64 %t
  %s2 = getelementptr i32, ptr addrspace(1) %s1, i64 64
  call spir_func void @_Z7barrierj(i32 3)
  br i1 %odd, label %first, label %loop
first:
  %v = load i32, ptr addrspace(1) %q
  %v1 = add i32 %v, 1
  store i32 %v, ptr addrspace(1) %s1
  store i32 %v1, ptr addrspace(1) %s2
  br label %loop
loop:
  %at.a = phi i1 [ false, %0 ], [ %high, %first ], [ %small, %latch ]
  br i1 %at.a, label %a, label %b
a:
  %av = load i32, ptr addrspace(1) %q
  %aw = add i32 %av, 2
  store i32 %aw, ptr addrspace(1) %q
  %amore = icmp slt i32 %aw, %n
  br i1 %amore, label %b, label %end
b:
  %bv = load i32, ptr addrspace(1) %q
  %bw = add i32 %bv, 1
  store i32 %bw, ptr addrspace(1) %q
  %bmore = icmp slt i32 %bw, %n
  br i1 %bmore, label %latch, label %end
latch:
  %lv = load i32, ptr addrspace(1) %q
  %lv1 = add i32 %lv, 1
  %small = icmp slt i32 %lv, 100
  store i32 %lv, ptr addrspace(1) %s1
  store i32 %lv1, ptr addrspace(1) %s2
  br label %loop
end:
  ret void
}

; RUN: -O0 --print-after=pocl-remove-unreachable %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"

declare spir_func void @_Z7barrierj(i32) convergent

; The last case is the default, too, with as many values of the PHI.
; CHECK-LABEL: define spir_kernel void @cases(
; CHECK: switch i32 %{{.*}}, label %[[B:.*]] [
; CHECK-NEXT: i32 0, label %{{.*}}
; CHECK-NEXT: i32 1, label %[[B]]
; CHECK: phi i32 [ 3, %{{.*}} ], [ 5, %[[S:.*]] ], [ 5, %[[S]] ]
; CHECK-NOT: unreachable
; CHECK: ret void
define spir_kernel void @cases(ptr addrspace(1) %o, i32 %n) {
entry:
  %v = and i32 %n, 1
  call spir_func void @_Z7barrierj(i32 1)
  switch i32 %v, label %none [
    i32 0, label %a
    i32 1, label %b
  ]
a:
  br label %b
b:
  %r = phi i32 [ 3, %a ], [ 5, %entry ]
  store i32 %r, ptr addrspace(1) %o
  call spir_func void @_Z7barrierj(i32 1)
  ret void
none:
  unreachable
}

; CHECK-LABEL: define spir_kernel void @branch(
; CHECK-NOT: br i1
; CHECK-NOT: unreachable
; CHECK: ret void
define spir_kernel void @branch(ptr addrspace(1) %o, i32 %n) {
entry:
  %small = icmp ult i32 %n, 4
  br i1 %small, label %on, label %none
on:
  store i32 %n, ptr addrspace(1) %o
  ret void
none:
  unreachable
}

; RUN: -O0 --print-after=pocl-demote-single-use-phis %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"

; Only those in %some use what is chosen after the loop, and %meet chooses again.
; CHECK-LABEL: define spir_kernel void @lone(
; CHECK: part:
; CHECK-NEXT: %p = phi i32
; CHECK: store volatile i32 1, ptr [[S:%.*]]
; CHECK: some:
; CHECK: store volatile i32 %q, ptr [[S]]
; CHECK: meet:
; CHECK-NEXT: {{%.*}} = load volatile i32, ptr [[S]]
; CHECK: ret void
define spir_kernel void @lone(ptr addrspace(1) %o, i32 %n, i32 %c) {
entry:
  %none = icmp eq i32 %n, 0
  br i1 %none, label %part, label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %v = phi i32 [ 1, %entry ], [ %v1, %loop ]
  %v1 = urem i32 %n, %v
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %part
part:
  %p = phi i32 [ 1, %entry ], [ %v1, %loop ]
  %pass = icmp eq i32 %c, 0
  br i1 %pass, label %meet, label %some
some:
  %q = urem i32 %p, 7
  br label %meet
meet:
  %r = phi i32 [ 1, %part ], [ %q, %some ]
  store i32 %r, ptr addrspace(1) %o
  ret void
}
; Those who pass over take it with them: it stays where it is.
; CHECK-LABEL: define spir_kernel void @carried(
; CHECK-NOT: volatile
; CHECK: ret void
define spir_kernel void @carried(ptr addrspace(1) %o, i32 %n, i32 %c) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %next ]
  %v = phi i32 [ 1, %entry ], [ %r, %next ]
  %pass = icmp eq i32 %k, %c
  br i1 %pass, label %next, label %some
some:
  %q = urem i32 %n, %v
  br label %next
next:
  %r = phi i32 [ %v, %loop ], [ %q, %some ]
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %out
out:
  store i32 %r, ptr addrspace(1) %o
  ret void
}

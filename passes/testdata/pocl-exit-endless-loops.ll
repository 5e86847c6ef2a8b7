; RUN: -O0 --print-after=pocl-exit-endless-loops %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"

declare spir_func void @_Z7barrierj(i32) convergent

; The loop gets an exit to where the branch leads otherwise.
; CHECK-LABEL: define spir_kernel void @skipped(
; CHECK: store volatile i64 %{{.*}}, ptr %exit.slot
; CHECK: br i1 %c, label %[[LOOP:.*]], label %[[ON:.*]]
; CHECK: [[LOOP]]:
; CHECK: store volatile i32 %n
; CHECK-NEXT: %[[ID:.*]] = load volatile i64, ptr %exit.slot
; CHECK-NEXT: %never = icmp eq i64 %[[ID]], -1
; CHECK-NEXT: br i1 %never, label %[[ON]], label %[[LATCH:.*]]
; CHECK: [[LATCH]]:
; CHECK-NEXT: br label %[[LOOP]]
; CHECK: [[ON]]:
; CHECK-NEXT: phi i32 [ 3, %{{.*}} ], [ undef, %[[LOOP]] ]
define spir_kernel void @skipped(ptr addrspace(1) %o, i32 %n) {
  call spir_func void @_Z7barrierj(i32 1)
  %c = icmp eq i32 %n, 4
  br i1 %c, label %loop, label %on
loop:
  store volatile i32 %n, ptr addrspace(1) %o
  br label %loop
on:
  %v = phi i32 [ 3, %0 ]
  store i32 %v, ptr addrspace(1) %o
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}

; One exit is enough for two loops of which one leads to the other.
; CHECK-LABEL: define spir_kernel void @nested(
; CHECK-COUNT-1: br i1 %never,
; CHECK-NOT: br i1 %never,
; CHECK: ret void
define spir_kernel void @nested(ptr addrspace(1) %o, i32 %n) {
  call spir_func void @_Z7barrierj(i32 1)
  %c = icmp eq i32 %n, 4
  br i1 %c, label %outer, label %on
outer:
  store volatile i32 %n, ptr addrspace(1) %o
  br label %inner
inner:
  %l = phi i32 [ 0, %outer ], [ %m, %inner ]
  %m = add i32 %l, 1
  store volatile i32 %m, ptr addrspace(1) %o
  %d = icmp eq i32 %m, 9
  br i1 %d, label %outer, label %inner
on:
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}

; Without a barrier, and without another way on, nothing changes.
; CHECK-LABEL: define spir_kernel void @alone(
; CHECK-NOT: never
define spir_kernel void @alone(ptr addrspace(1) %o, i32 %n) {
  %c = icmp eq i32 %n, 4
  br i1 %c, label %loop, label %on
loop:
  store volatile i32 %n, ptr addrspace(1) %o
  br label %loop
on:
  ret void
}

; CHECK-LABEL: define spir_kernel void @forever(
; CHECK-NOT: never
define spir_kernel void @forever(ptr addrspace(1) %o, i32 %n) {
  call spir_func void @_Z7barrierj(i32 1)
  br label %loop
loop:
  store volatile i32 %n, ptr addrspace(1) %o
  br label %loop
}

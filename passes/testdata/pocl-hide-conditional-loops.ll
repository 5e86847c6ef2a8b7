; RUN: -O0 --print-after=pocl-hide-conditional-loops %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func void @_Z7barrierj(i32) convergent nounwind

; The branch to the loops depends on the work-item, those at their ends do not.
; CHECK-LABEL: define spir_kernel void @skipped(
; CHECK: [[NEVER:%never.*]] = icmp eq i64 %{{.*}}, -1
; CHECK: [[C:%.*]] = xor i1 %all, [[NEVER]]
; CHECK: br i1 [[C]], label %outer, label %join
; CHECK: br i1 %more, label %inner, label %latch
; CHECK: br i1 %again, label %outer, label %join
define spir_kernel void @skipped(ptr addrspace(1) %o, i32 %n) {
  %all = icmp eq i32 %n, 3
  br i1 %all, label %outer, label %join
outer:
  %j = phi i32 [ 0, %0 ], [ %j1, %latch ]
  br label %inner
inner:
  %k = phi i32 [ 0, %outer ], [ %k1, %inner ]
  store volatile i32 %k, ptr addrspace(1) %o
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %inner, label %latch
latch:
  %j1 = add i32 %j, 1
  %again = icmp ult i32 %j1, %n
  br i1 %again, label %outer, label %join
join:
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}

; No branch decides about the first loop; and the second kernel has no barrier.
; CHECK-LABEL: define spir_kernel void @always(
; CHECK-NOT: %never
; CHECK: ret void
define spir_kernel void @always(ptr addrspace(1) %o, i32 %n) {
  br label %turn
turn:
  %k = phi i32 [ 0, %0 ], [ %k1, %turn ]
  store volatile i32 %k, ptr addrspace(1) %o
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %turn, label %join
join:
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}

; CHECK-LABEL: define spir_kernel void @free(
; CHECK-NOT: %never
; CHECK: ret void
define spir_kernel void @free(ptr addrspace(1) %o, i32 %n) {
  %all = icmp eq i32 %n, 3
  br i1 %all, label %turn, label %join
turn:
  %k = phi i32 [ 0, %0 ], [ %k1, %turn ]
  store volatile i32 %k, ptr addrspace(1) %o
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %turn, label %join
join:
  ret void
}

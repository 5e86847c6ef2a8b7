; RUN: -O0 --print-after=pocl-break-uniform-entries %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"

; All come to %both, or those that ask: the first branch depends on the work-item, too.
; CHECK-LABEL: define spir_kernel void @mixed(
; CHECK: [[NEVER:%never.*]] = icmp eq i64 %{{.*}}, -1
; CHECK: [[C:%.*]] = xor i1 {{.*}}, [[NEVER]]
; CHECK: br i1 [[C]], label %both, label %ask
; CHECK: br i1 %mine, label %both, label %join
define spir_kernel void @mixed(ptr addrspace(1) %o, ptr addrspace(1) %in, i32 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %all = icmp eq i32 %n, 3
  br i1 %all, label %both, label %ask
ask:
  %v = load volatile i32, ptr addrspace(1) %p
  %mine = icmp sgt i32 %v, 7
  br i1 %mine, label %both, label %join
both:
  store volatile i32 1, ptr addrspace(1) %o
  br label %join
join:
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}

; So does a switch.
; CHECK-LABEL: define spir_kernel void @switched(
; CHECK: [[N:%.*]] = zext i1 %never{{.*}} to i32
; CHECK: [[S:%.*]] = xor i32 %n, [[N]]
; CHECK: switch i32 [[S]], label %ask
define spir_kernel void @switched(ptr addrspace(1) %o, ptr addrspace(1) %in, i32 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  switch i32 %n, label %ask [ i32 0, label %both  i32 1, label %join  i32 2, label %both  i32 7, label %both ]
ask:
  %v = load volatile i32, ptr addrspace(1) %p
  %mine = icmp sgt i32 %v, 7
  br i1 %mine, label %both, label %join
both:
  store volatile i32 1, ptr addrspace(1) %o
  br label %join
join:
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}

; A loop that some leave before others has a way around it.
; CHECK-LABEL: define spir_kernel void @counted(
; CHECK: %never{{.*}} = icmp eq i64 %{{.*}}, -1
; CHECK: br i1 %never{{.*}}, label %[[OUT:[-a-zA-Z0-9._]+]], label %loop
; CHECK: [[OUT]]:
; CHECK: _Z7barrierj
define spir_kernel void @counted(ptr addrspace(1) %o, ptr addrspace(1) %in) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %l, %loop ]
  %l = add i32 %k, 1
  %v = load volatile i32, ptr addrspace(1) %p
  %more = icmp sgt i32 %v, %l
  br i1 %more, label %loop, label %out
out:
  call spir_func void @_Z7barrierj(i32 3)
  store i32 %l, ptr addrspace(1) %o
  ret void
}

; Two branches, one in the other, lead to no such block; neither is there one without a barrier.
; CHECK-LABEL: define spir_kernel void @nested(
; CHECK-NOT: never
; CHECK-LABEL: define spir_kernel void @free(
; CHECK-NOT: never
; CHECK: ret void
define spir_kernel void @nested(ptr addrspace(1) %o, ptr addrspace(1) %in, i32 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %all = icmp eq i32 %n, 3
  br i1 %all, label %join, label %ask
ask:
  %v = load volatile i32, ptr addrspace(1) %p
  %mine = icmp sgt i32 %v, 7
  br i1 %mine, label %both, label %join
both:
  store volatile i32 1, ptr addrspace(1) %o
  br label %join
join:
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}
define spir_kernel void @free(ptr addrspace(1) %o, ptr addrspace(1) %in, i32 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %all = icmp eq i32 %n, 3
  br i1 %all, label %both, label %ask
ask:
  %v = load volatile i32, ptr addrspace(1) %p
  %mine = icmp sgt i32 %v, 7
  br i1 %mine, label %both, label %join
both:
  store volatile i32 1, ptr addrspace(1) %o
  br label %join
join:
  ret void
}
declare spir_func i64 @_Z12get_local_idj(i32) memory(none)
declare spir_func void @_Z7barrierj(i32) convergent

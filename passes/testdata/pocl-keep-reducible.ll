; RUN: -O0 --print-after=pocl-keep-reducible %s
; VALIDATE

; A loop of %a and %b that is entered at either, after a barrier; and one with two predecessors outside that store to
; the same addresses as the latch.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: [[GUARD:%.*]] = alloca i1
; CHECK: store volatile i1 %{{.*}}, ptr [[GUARD]]
; CHECK: br label %[[G:.*]]
; CHECK: store volatile i1 true, ptr [[GUARD]]
; CHECK: br i1 %more, label %[[G]], label %end
; CHECK: [[G]]:
; CHECK-NEXT: [[AT:%.*]] = load volatile i1, ptr [[GUARD]]
; CHECK: br i1 [[AT]], label %b, label %a
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %t
  %o = trunc i64 %t to i32
  %bit = and i32 %o, 1
  %odd = icmp ne i32 %bit, 0
  call spir_func void @_Z7barrierj(i32 3)
  br i1 %odd, label %a, label %b
a:
  %v = load volatile i32, ptr addrspace(1) %q
  %w = add i32 %v, 2
  store volatile i32 %w, ptr addrspace(1) %q
  %more = icmp slt i32 %w, %n
  br i1 %more, label %b, label %end
b:
  %x = load volatile i32, ptr addrspace(1) %q
  %y = add i32 %x, 1
  store volatile i32 %y, ptr addrspace(1) %q
  %again = icmp slt i32 %y, %n
  br i1 %again, label %a, label %end
end:
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}

; CHECK-LABEL: define spir_kernel void @entries(
; CHECK: [[SLOT:%.*]] = alloca i8
; CHECK: first:
; CHECK-NOT: load volatile
; CHECK: latch:
; CHECK: load volatile i8, ptr [[SLOT]]
; CHECK-NEXT: br label %loop
define spir_kernel void @entries(ptr addrspace(1) %p, i32 %n) {
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %t
  %v = load i32, ptr addrspace(1) %q
  %odd = trunc i32 %v to i1
  call spir_func void @_Z7barrierj(i32 3)
  br i1 %odd, label %first, label %loop
first:
  store i32 %n, ptr addrspace(1) %q
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %v, %first ], [ %next, %latch ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %latch, label %end
latch:
  store i32 %next, ptr addrspace(1) %q
  br label %loop
end:
  ret void
}

; A loop of PHIs alone stores for the next iteration after it has loaded.
; CHECK-LABEL: define spir_kernel void @alone(
; CHECK: loop:
; CHECK-NEXT: [[AGAIN:%.*]] = load volatile i1, ptr [[DECISION:%.*]]
; CHECK-NEXT: [[VALUE:%.*]] = load volatile i32, ptr [[RESULT:%.*]]
; CHECK-NEXT: store volatile i1 false, ptr [[DECISION]]
; CHECK-NEXT: store volatile i32 0, ptr [[RESULT]]
; CHECK-NEXT: br i1 [[AGAIN]], label %loop, label %end
; CHECK: store i32 [[VALUE]], ptr addrspace(1) %q
define spir_kernel void @alone(ptr addrspace(1) %p, i32 %n) {
entry:
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %t
  %v = load i32, ptr addrspace(1) %q
  %odd = trunc i32 %v to i1
  call spir_func void @_Z7barrierj(i32 3)
  br label %loop
loop:
  %again = phi i1 [ %odd, %entry ], [ false, %loop ]
  %value = phi i32 [ %n, %entry ], [ 0, %loop ]
  br i1 %again, label %loop, label %end
end:
  call spir_func void @_Z7barrierj(i32 3)
  store i32 %value, ptr addrspace(1) %q
  ret void
}

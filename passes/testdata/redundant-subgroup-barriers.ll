; RUN: -O1 --print-after=redundant-subgroup-barriers %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i32 @_Z22get_sub_group_local_idv() nounwind willreturn memory(none)
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent nounwind
declare spir_func <4 x i32> @_Z16sub_group_balloti(i32) convergent nounwind
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) convergent nounwind
; One call after the other needs no barrier between them, nor has the last one.
; CHECK-LABEL: define spir_kernel void @sum(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @sum(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  %f = xor i32 %l, 1
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %f)
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 904)
  %a = add i32 %v, %x
  %g = xor i32 %l, 2
  %y = call spir_func i32 @_Z17sub_group_shufflejj(i32 %a, i32 %g)
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 904)
  %b = add i32 %a, %y
  %m = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 %b)
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 904)
  %w = extractelement <4 x i32> %m, i32 0
  store i32 %w, ptr addrspace(1) %p
  ret void
}
; The only call in a loop does: the next iteration would overwrite what is not yet read.
; CHECK-LABEL: define spir_kernel void @again(
; CHECK: sub_group_shuffle
; CHECK-NEXT: ControlBarrier
; CHECK: ret void
define spir_kernel void @again(ptr addrspace(1) %p, i32 %n) {
entry:
  %v = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %s = phi i32 [ %v, %entry ], [ %x, %loop ]
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %s, i32 %i)
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 904)
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %end
end:
  store i32 %x, ptr addrspace(1) %p
  ret void
}
; Two of which a branch leaves out one are reached by CBS, with one barrier.
; CHECK-LABEL: define spir_kernel void @either(
; CHECK-NOT: ControlBarrier
; CHECK: arrive:
; CHECK: call spir_func void @_Z7barrierj(i32 3)
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @either(ptr addrspace(1) %p, i32 %n) {
entry:
  %v = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %s = phi i32 [ %v, %entry ], [ %z, %next ]
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %s, i32 %i)
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 904)
  %odd = and i32 %n, %i
  %is = icmp eq i32 %odd, 0
  br i1 %is, label %more, label %next
more:
  %y = call spir_func i32 @_Z17sub_group_shufflejj(i32 %x, i32 %n)
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 904)
  br label %next
next:
  %z = phi i32 [ %x, %loop ], [ %y, %more ]
  %i1 = add i32 %i, 1
  %go = icmp slt i32 %i1, %n
  br i1 %go, label %loop, label %end
end:
  store i32 %z, ptr addrspace(1) %p
  ret void
}
; The barrier orders what a lane writes to memory between them.
; CHECK-LABEL: define spir_kernel void @writes(
; CHECK: ControlBarrier
; CHECK: ret void
define spir_kernel void @writes(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 3)
  store i32 %x, ptr addrspace(1) %p
  call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 904)
  %w = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %w
  store i32 %w, ptr addrspace(1) %q
  ret void
}

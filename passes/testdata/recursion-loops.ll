; RUN: -O1 --print-after=recursion %s
; The optimiser makes a loop of a function that calls itself last: its warp operations are the kernel's.
; CHECK-LABEL: define {{.*}}spir_kernel void @k(
; CHECK-NOT: call {{.*}}@deep
; CHECK: call {{.*}}@_Z17sub_group_shufflejj(
; CHECK-NOT: call {{.*}}@deep
; CHECK: ret void
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent nounwind
define internal spir_func i32 @deep(i32 %n, i32 %v) noinline convergent nounwind {
  %c = icmp eq i32 %n, 0
  br i1 %c, label %out, label %more
more:
  %w = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %n) convergent
  %m = sub i32 %n, 1
  %r = call spir_func i32 @deep(i32 %m, i32 %w) convergent
  ret i32 %r
out:
  ret i32 %v
}
define spir_kernel void @k(ptr addrspace(1) %o, i32 %n) convergent nounwind {
  %v = load i32, ptr addrspace(1) %o
  %d = call spir_func i32 @deep(i32 %v, i32 %n) convergent
  store i32 %d, ptr addrspace(1) %o
  ret void
}

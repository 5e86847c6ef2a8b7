; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=optimise %s
; PASS: exchange-effects
; Shuffles whose result nothing needs are deleted, also those of a loop and those that only a branch
; around them separates. Stores stay on their side of the others.
; CHECK: declare i32 @_Z17sub_group_shufflejj(i32, i32) {{.*}}#[[A:[0-9]+]]
; CHECK-LABEL: define {{.*}}void @chain(
; CHECK-NOT: sub_group_shuffle
; CHECK: ret void
; CHECK-LABEL: define {{.*}}void @loop(
; CHECK-NOT: sub_group_
; CHECK: ret void
; CHECK-LABEL: define {{.*}}void @needed(
; CHECK: store i32 1, ptr addrspace(1) %p
; CHECK: call {{.*}}i32 @_Z17sub_group_shufflejj(
; CHECK: store i32 2, ptr addrspace(1) %p
; CHECK: attributes #[[A]] = { convergent {{.*}} willreturn memory(read) }
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent
declare spir_func <4 x i32> @_Z16sub_group_balloti(i32) convergent
define spir_kernel void @chain(ptr addrspace(1) %p, i32 %n) {
  %a = call spir_func i32 @_Z17sub_group_shufflejj(i32 %n, i32 1)
  %v = load i32, ptr addrspace(1) %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %then, label %end
then:
  %b = call spir_func i32 @_Z17sub_group_shufflejj(i32 %a, i32 2)
  br label %end
end:
  %m = phi i32 [ %a, %0 ], [ %b, %then ]
  %d = call spir_func i32 @_Z17sub_group_shufflejj(i32 %m, i32 3)
  ret void
}
define spir_kernel void @loop(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %next
next:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %x = phi i32 [ %n, %entry ], [ %y, %next ]
  %y = call spir_func i32 @_Z17sub_group_shufflejj(i32 %x, i32 1)
  %z = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 %x)
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store volatile i32 %i, ptr addrspace(1) %q
  %i1 = add i32 %i, 1
  %c = icmp ult i32 %i1, %n
  br i1 %c, label %next, label %end
end:
  ret void
}
define spir_kernel void @needed(ptr addrspace(1) %p, i32 %n) {
  store i32 1, ptr addrspace(1) %p
  %a = call spir_func i32 @_Z17sub_group_shufflejj(i32 %n, i32 1)
  store i32 2, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %p, i32 1
  store i32 %a, ptr addrspace(1) %q
  ret void
}

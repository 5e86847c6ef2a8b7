; RUN: --target=x86_64-unknown-linux-gnu -O3 --print-after=unroll-shuffles %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; The shuffles of the index of the least value get constant distances.
; CHECK-LABEL: define {{.*}}spir_kernel void @least(
; CHECK-NOT: phi i32 [ 16
; CHECK: %[[A:.*]] = add {{.*}}16
; CHECK: call {{.*}}@_Z17sub_group_shufflejj(i32 {{.*}}%[[A]])
; CHECK: call {{.*}}@_Z17sub_group_shufflejj(i32 {{.*}}%[[A]])
; CHECK: %[[B:.*]] = add {{.*}}8
; CHECK: call {{.*}}@_Z17sub_group_shufflejj(i32 {{.*}}%[[B]])
; CHECK: %[[C:.*]] = add {{.*}}1
; CHECK: call {{.*}}@_Z17sub_group_shufflejj(i32 {{.*}}%[[C]])
; A loop whose length is not known stays one, and one whose source forbids to unroll it.
; CHECK-LABEL: define {{.*}}spir_kernel void @others(
; CHECK: loop:
; CHECK: %d = phi i32
; CHECK: kept:
; CHECK: %e = phi i32
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent
declare spir_func i32 @_Z22get_sub_group_local_idv()
define spir_kernel void @least(ptr addrspace(1) %p, ptr addrspace(1) %q) convergent {
entry:
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %l
  %v0 = load i32, ptr addrspace(1) %g
  br label %loop
loop:
  %d = phi i32 [ 16, %entry ], [ %half, %next ]
  %v = phi i32 [ %v0, %entry ], [ %v1, %next ]
  %k = phi i32 [ %l, %entry ], [ %k1, %next ]
  %from = add i32 %l, %d
  %a = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from) convergent
  %b = call spir_func i32 @_Z17sub_group_shufflejj(i32 %k, i32 %from) convergent
  %less = icmp slt i32 %a, %v
  br i1 %less, label %take, label %keep
take:
  store volatile i32 %a, ptr addrspace(1) %q
  store volatile i32 %b, ptr addrspace(1) %q
  store volatile i32 %a, ptr addrspace(1) %q
  store volatile i32 %b, ptr addrspace(1) %q
  store volatile i32 %a, ptr addrspace(1) %q
  store volatile i32 %b, ptr addrspace(1) %q
  store volatile i32 %a, ptr addrspace(1) %q
  store volatile i32 %b, ptr addrspace(1) %q
  br label %next
keep:
  store volatile i32 %v, ptr addrspace(1) %q
  store volatile i32 %k, ptr addrspace(1) %q
  store volatile i32 %v, ptr addrspace(1) %q
  store volatile i32 %k, ptr addrspace(1) %q
  store volatile i32 %v, ptr addrspace(1) %q
  store volatile i32 %k, ptr addrspace(1) %q
  br label %next
next:
  %v1 = phi i32 [ %a, %take ], [ %v, %keep ]
  %k1 = phi i32 [ %b, %take ], [ %k, %keep ]
  %half = sdiv i32 %d, 2
  %more = icmp sgt i32 %half, 0
  br i1 %more, label %loop, label %end
end:
  store i32 %k1, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @others(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  br label %loop
loop:
  %d = phi i32 [ 16, %entry ], [ %d1, %loop ]
  %v = phi i32 [ %l, %entry ], [ %a, %loop ]
  %from = add i32 %l, %d
  %a = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from) convergent
  %d1 = add i32 %d, 1
  %more = icmp slt i32 %d1, %n
  br i1 %more, label %loop, label %kept
kept:
  %e = phi i32 [ 16, %loop ], [ %e1, %kept ]
  %w = phi i32 [ %a, %loop ], [ %b, %kept ]
  %from1 = add i32 %l, %e
  %b = call spir_func i32 @_Z17sub_group_shufflejj(i32 %w, i32 %from1) convergent
  %e1 = lshr i32 %e, 1
  %more1 = icmp ne i32 %e1, 0
  br i1 %more1, label %kept, label %end, !llvm.loop !0
end:
  store i32 %b, ptr addrspace(1) %p
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

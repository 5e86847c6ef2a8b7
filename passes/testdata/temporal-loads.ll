; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=temporal-loads %s
; PASS: temporal-loads
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; LLVM crashes of the load with the mark. The store keeps it.
; CHECK: load i8, ptr %{{.*}}, align 1
; CHECK-NOT: load {{.*}}!nontemporal
; CHECK: store i8 {{.*}}!nontemporal
; CHECK-NOT: load {{.*}}!nontemporal
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
define spir_kernel void @scale(ptr addrspace(1) %p, i8 %s, i64 %n, i64 %by) {
entry:
  %first = call spir_func i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %loop ]
  %at = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %v = load i8, ptr addrspace(1) %at, align 1, !nontemporal !0
  %m = mul i8 %v, %s
  store i8 %m, ptr addrspace(1) %at, align 1, !nontemporal !0
  %next = add i64 %i, %by
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}
!0 = !{i32 1}

; RUN: -O0 --print-after=pocl-fix-irreducible %s
; VALIDATE

; A loop of %a and %b that is entered at either, after a barrier.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: br label %[[G:.*]]
; CHECK: br i1 %more, label %[[G]], label %end
; CHECK: [[G]]:
; CHECK-NEXT: [[AT:%.*]] = phi i1 [ true, %a ], [ %{{.*}}, %0 ]
; CHECK-NEXT: br i1 [[AT]], label %b, label %a
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

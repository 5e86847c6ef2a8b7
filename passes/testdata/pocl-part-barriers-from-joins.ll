; RUN: -O0 --print-after=pocl-part-barriers-from-joins %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func void @_Z7barrierj(i32) convergent nounwind
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %apart = alloca i32
; CHECK: in:
; CHECK: call spir_func void @_Z7barrierj(i32 3)
; CHECK: store volatile i32 0, ptr %apart
; CHECK-NEXT: br label %out
; CHECK: past:
; CHECK-NOT: %apart
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, i32 %c) {
  %s = icmp ne i32 %c, 0
  br i1 %s, label %in, label %past
in:
  store volatile i32 1, ptr addrspace(1) %p
  call spir_func void @_Z7barrierj(i32 3)
  br label %out
past:
  store volatile i32 9, ptr addrspace(1) %p
  br label %out
out:
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}

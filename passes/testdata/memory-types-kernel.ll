; RUN: -O1 --print-after=memory-types %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; A kernel's argument is a structure of words, and no array.
; CHECK-LABEL: define spir_kernel void @take(
; CHECK-SAME: byval({ [3 x i64] })
define spir_kernel void @take(ptr addrspace(1) %p, ptr byval({ i128, i64 }) align 16 %w) {
  %q = getelementptr i8, ptr %w, i64 16
  %v = load i64, ptr %q
  store i64 %v, ptr addrspace(1) %p
  ret void
}

; RUN: -O0 --print-after=aligned-copies %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
%struct.S = type { [16 x i32] }
; The callee's copy is aligned, whatever the stack is where it is called.
; CHECK-LABEL: define internal spir_func i32 @f(
; CHECK-SAME: ptr align 64 %s, ptr byval(%struct.S) align 4 %t)
; CHECK: [[C:%.*]] = alloca %struct.S, align 64
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 64 [[C]], ptr align 64 %s, i64 64, i1 false)
; CHECK: getelementptr i32, ptr [[C]], i64 %i
define internal spir_func i32 @f(i64 %i, ptr byval(%struct.S) align 64 captures(none) %s, ptr byval(%struct.S) align 4 %t) noinline memory(none) {
  %p = getelementptr i32, ptr %s, i64 %i
  store i32 1, ptr %p
  %v = load i32, ptr %s
  %w = load i32, ptr %t
  %r = add i32 %v, %w
  ret i32 %r
}
; A kernel's stays.
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: ptr byval(%struct.S) align 64 %a)
; CHECK: = call spir_func i32 @f(i64 %i, ptr align 64 [[A:%.*]], ptr byval(%struct.S) align 4 [[A]])
define spir_kernel void @k(ptr addrspace(1) %o, i64 %i, ptr byval(%struct.S) align 64 %a) {
  %v = tail call spir_func i32 @f(i64 %i, ptr byval(%struct.S) align 64 %a, ptr byval(%struct.S) align 4 %a) memory(none)
  store i32 %v, ptr addrspace(1) %o
  ret void
}

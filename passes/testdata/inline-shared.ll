; RUN: -O0 --print-after=inline-shared %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [64 x i32] undef, align 4
; CHECK-NOT: define internal spir_func i32 @f(
define internal spir_func i32 @f(i64 %i) noinline {
  %p = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %i
  %v = load i32, ptr addrspace(3) %p
  ret i32 %v
}
; CHECK: define spir_kernel void @k(
; CHECK: getelementptr [64 x i32], ptr addrspace(3) @s
define spir_kernel void @k(ptr addrspace(1) %o, i64 %i) {
  %v = call spir_func i32 @f(i64 %i)
  store i32 %v, ptr addrspace(1) %o
  ret void
}

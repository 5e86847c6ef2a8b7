; RUN: -O1 --print-after=optimise %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; LLVM's pipeline of the level: functions are inlined, constants folded.
; CHECK-NOT: @twice
; CHECK: store i32 10, ptr addrspace(1) %p
define internal spir_func i32 @twice(i32 %x) {
  %y = shl i32 %x, 1
  ret i32 %y
}
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  %a = add i32 2, 3
  %t = call spir_func i32 @twice(i32 %a)
  store i32 %t, ptr addrspace(1) %p
  ret void
}

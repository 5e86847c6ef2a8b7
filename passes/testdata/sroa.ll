; RUN: -O1 --print-after=sroa %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK-NOT: alloca
; CHECK: store i32 %x, ptr addrspace(1) %p
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  %a = alloca i32
  store i32 %x, ptr %a
  %v = load i32, ptr %a
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; RUN: -O1 --print-after=contract %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: define spir_kernel void @k(
; CHECK: [[F:%.*]] = call contract float @llvm.fmuladd.f32(float %a, float %b, float %c)
; CHECK: fneg float %a
; CHECK: call contract float @llvm.fmuladd.f32(
; CHECK: [[M:%.*]] = fmul float %a, %c
; CHECK: fadd float %b, [[M]]
define spir_kernel void @k(ptr addrspace(1) %o, float %a, float %b, float %c, float %d) {
  %m = fmul contract float %a, %b
  %r = fadd contract float %m, %c
  store volatile float %r, ptr addrspace(1) %o
  %n = fmul contract float %a, %d
  %s = fsub contract float %b, %n
  store volatile float %s, ptr addrspace(1) %o
  %p = fmul float %a, %c
  %t = fadd float %p, %b
  store volatile float %t, ptr addrspace(1) %o
  ret void
}
; A product in a block that comes later in the order of the blocks is erased.
; CHECK: define spir_kernel void @late(
; CHECK: sum:
; CHECK: call contract float @llvm.fmuladd.f32(float %a, float %b, float %c)
; CHECK: product:
; CHECK-NOT: = fmul
define spir_kernel void @late(ptr addrspace(1) %o, float %a, float %b, float %c, i1 %p, i1 %q) {
  br i1 %p, label %product, label %exit
sum:
  %r = fadd contract float %m, %c
  store volatile float %r, ptr addrspace(1) %o
  br label %exit
product:
  %m = fmul contract float %a, %b
  store volatile float %a, ptr addrspace(1) %o
  br i1 %q, label %sum, label %exit
exit:
  ret void
}

; RUN: --target=x86_64-unknown-linux-gnu --cpu=x86-64-v3 -O1 --emit=asm %s
; PASS: temporal-loads
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; LLVM crashes of the load with the mark. The store keeps it.
; CHECK-LABEL: scale:
; CHECK: .Lfunc_end0:
define spir_kernel void @scale(ptr addrspace(1) %p, i8 %s) {
  %v = load i8, ptr addrspace(1) %p, !nontemporal !0
  %m = mul i8 %v, %s
  store i8 %m, ptr addrspace(1) %p, !nontemporal !0
  ret void
}
!0 = !{i32 1}

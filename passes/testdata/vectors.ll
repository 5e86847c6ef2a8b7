; RUN: -O0 --print-after=vectors %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: define spir_kernel void @k(
; CHECK-NOT: <5 x float>
; CHECK: [[E:%.*]] = fadd float
; CHECK-COUNT-4: fadd float
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, i32 %i) {
  %x = load <5 x float>, ptr addrspace(1) %p, align 4
  %y = fadd <5 x float> %x, %x
  %e = extractelement <5 x float> %y, i32 4
  store float %e, ptr addrspace(1) %p
  %d = extractelement <5 x float> %y, i32 %i
  store float %d, ptr addrspace(1) %p
  %z = insertelement <5 x float> %y, float %d, i32 2
  store <5 x float> %z, ptr addrspace(1) %p, align 4
  %s = shufflevector <5 x float> %z, <5 x float> %y, <4 x i32> <i32 0, i32 5, i32 9, i32 1>
  store <4 x float> %s, ptr addrspace(1) %p, align 4
  ret void
}

; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=nvptx-half-divisions %s
target triple = "nvptx64-nvidia-cuda"
; A reciprocal and one correction, in float; zeros and what is infinite or no number are the product.
; CHECK-LABEL: define ptx_kernel void @quotient(
; CHECK: [[X:%.*]] = fpext half %a to float
; CHECK: [[Y:%.*]] = fpext half %b to float
; CHECK: [[R:%.*]] = call float @llvm.nvvm.rcp.approx.ftz.f(float [[Y]])
; CHECK: [[P:%.*]] = fmul float [[X]], [[R]]
; CHECK: [[N:%.*]] = fneg float [[P]]
; CHECK: [[E:%.*]] = call float @llvm.fma.f32(float [[N]], float [[Y]], float [[X]])
; CHECK: [[C:%.*]] = call float @llvm.fma.f32(float [[E]], float [[R]], float [[P]])
; CHECK: [[D:%.*]] = fcmp one float [[E]], 0.000000e+00
; CHECK: [[Q:%.*]] = select i1 [[D]], float [[C]], float [[P]]
; CHECK: fptrunc float [[Q]] to half
define ptx_kernel void @quotient(ptr addrspace(1) %p, half %a, half %b) {
  %q = fdiv half %a, %b
  store half %q, ptr addrspace(1) %p
  ret void
}
; The numbers of a pair one by one.
; CHECK-LABEL: define ptx_kernel void @pair(
; CHECK-NOT: fdiv
; CHECK-COUNT-2: call float @llvm.nvvm.rcp.approx.ftz.f(
; CHECK-NOT: fdiv
define ptx_kernel void @pair(ptr addrspace(1) %p, <2 x half> %a, <2 x half> %b) {
  %q = fdiv <2 x half> %a, %b
  store <2 x half> %q, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: define ptx_kernel void @floats(
; CHECK: fdiv float %a, %b
define ptx_kernel void @floats(ptr addrspace(1) %p, float %a, float %b) {
  %q = fdiv float %a, %b
  store float %q, ptr addrspace(1) %p
  ret void
}
; The root of a half is corrected, that of a bfloat need not be.
; CHECK-LABEL: define ptx_kernel void @roots(
; CHECK: [[S:%.*]] = call float @llvm.nvvm.sqrt.approx.ftz.f(float [[X:%.*]])
; CHECK: [[N:%.*]] = fneg float [[S]]
; CHECK: [[E:%.*]] = call float @llvm.fma.f32(float [[N]], float [[S]], float [[X]])
; CHECK: [[H:%.*]] = fmul float [[E]], 5.000000e-01
; CHECK: [[R:%.*]] = call float @llvm.nvvm.rsqrt.approx.ftz.f(float [[X]])
; CHECK: call float @llvm.fma.f32(float [[H]], float [[R]], float [[S]])
; CHECK: call float @llvm.nvvm.sqrt.approx.f(float
; CHECK: call float @llvm.sqrt.f32(float %y)
define ptx_kernel void @roots(ptr addrspace(1) %p, half %a, i32 %b, float %y) {
  %x = fpext half %a to float
  %s = call float @llvm.sqrt.f32(float %x)
  %h = fptrunc float %s to half
  store volatile half %h, ptr addrspace(1) %p
  %c = and i32 %b, -65536
  %f = bitcast i32 %c to float
  %t = call float @llvm.sqrt.f32(float %f)
  %n = call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float 0.0, float %t)
  store volatile <2 x bfloat> %n, ptr addrspace(1) %p
  %z = call float @llvm.sqrt.f32(float %y)
  %i = fptrunc float %z to half
  store volatile half %i, ptr addrspace(1) %p
  ret void
}
declare float @llvm.sqrt.f32(float)
declare <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float, float)

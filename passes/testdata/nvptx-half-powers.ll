; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=nvptx-half-powers %s
target triple = "nvptx64-nvidia-cuda"
define float @__ocml_exp_f32(float %x) {
  %c = fcmp olt float %x, 87.0
  br i1 %c, label %a, label %b
a:
  ret float %x
b:
  ret float 1.0
}
define float @__ocml_exp2_f32(float %x) {
  ret float %x
}
; The approximate instruction is exact enough for a half.
; CHECK-LABEL: define ptx_kernel void @halves(
; CHECK: [[X:%.*]] = fpext half %h to float
; CHECK: [[M:%.*]] = fmul float [[X]], 0x3FF7154760000000
; CHECK: [[E:%.*]] = call float @llvm.nvvm.ex2.approx.ftz.f{{(32)?}}(float [[M]])
; CHECK: fptrunc float [[E]] to half
; CHECK: [[T:%.*]] = call float @llvm.nvvm.ex2.approx.ftz.f{{(32)?}}(float [[X]])
; CHECK: fptrunc float [[T]] to half
define ptx_kernel void @halves(ptr addrspace(1) %p, half %h) {
  %x = fpext half %h to float
  %e = call float @__ocml_exp_f32(float %x)
  %r = fptrunc float %e to half
  store volatile half %r, ptr addrspace(1) %p
  %t = call float @__ocml_exp2_f32(float %x)
  %s = fptrunc float %t to half
  store volatile half %s, ptr addrspace(1) %p
  ret void
}
; Subnormal bfloats are subnormal floats, which are not flushed.
; CHECK-LABEL: define ptx_kernel void @bfloats(
; CHECK: [[E:%.*]] = call float @llvm.nvvm.ex2.approx.f{{(32)?}}(float
; CHECK: call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float 0.000000e+00, float [[E]])
define ptx_kernel void @bfloats(ptr addrspace(1) %p, i16 %h) {
  %w = zext i16 %h to i32
  %i = shl nuw i32 %w, 16
  %x = bitcast i32 %i to float
  %e = call float @__ocml_exp_f32(float %x)
  %r = call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float 0.0, float %e)
  store volatile <2 x bfloat> %r, ptr addrspace(1) %p
  ret void
}
declare <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float, float)
; A sum of floats is no half, and a float that is used as such needs all of its digits.
; CHECK-LABEL: define ptx_kernel void @floats(
; CHECK-NOT: ex2.approx
; CHECK: ret void
define ptx_kernel void @floats(ptr addrspace(1) %p, half %h, float %y) {
  %x = fpext half %h to float
  %d = fadd float %x, %y
  %e = call float @__ocml_exp_f32(float %d)
  %r = fptrunc float %e to half
  store volatile half %r, ptr addrspace(1) %p
  %f = call float @__ocml_exp_f32(float %x)
  store volatile float %f, ptr addrspace(1) %p
  ret void
}

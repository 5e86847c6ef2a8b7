; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-math %s
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.sin.f32(float)
declare double @llvm.pow.f64(double, double)
declare float @llvm.sqrt.f32(float)
declare float @__ocml_sqrt_f32(float)
declare float @__ocml_native_exp_f32(float)
; NVPTX has no instruction for most functions: the library has them, and the approximations where the
; call allows one. What has an instruction stays.
; CHECK: call float @__ocml_sin_f32(float %x)
; CHECK: call afn float @__gohip_ftz_sin_f32(float %x)
; CHECK: call double @__ocml_pow_f64(double %y, double %y)
; CHECK: call float @llvm.sqrt.f32(float %x)
; CHECK: call float @__ocml_sqrt_f32(float %x)
; CHECK: call fast float @llvm.sqrt.f32(float %x)
; Those that may be approximate flush denormals; the intrinsics that a program calls do not.
; CHECK: call afn float @__gohip_ftz_exp_f32(float %x)
; CHECK: call float @__ocml_native_exp_f32(float %x)
define ptx_kernel void @k(ptr addrspace(1) %p, float %x, double %y) {
  %s = call float @llvm.sin.f32(float %x)
  store volatile float %s, ptr addrspace(1) %p
  %t = call afn float @llvm.sin.f32(float %x)
  store volatile float %t, ptr addrspace(1) %p
  %w = call double @llvm.pow.f64(double %y, double %y)
  store volatile double %w, ptr addrspace(1) %p
  %q = call float @llvm.sqrt.f32(float %x)
  store volatile float %q, ptr addrspace(1) %p
  %r = call float @__ocml_sqrt_f32(float %x)
  store volatile float %r, ptr addrspace(1) %p
  %u = call fast float @__ocml_sqrt_f32(float %x)
  store volatile float %u, ptr addrspace(1) %p
  %e = call afn float @__ocml_native_exp_f32(float %x)
  store volatile float %e, ptr addrspace(1) %p
  %f = call float @__ocml_native_exp_f32(float %x)
  store volatile float %f, ptr addrspace(1) %p
  ret void
}

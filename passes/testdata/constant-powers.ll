; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=constant-powers %s
target triple = "nvptx64-nvidia-cuda"

; CHECK-LABEL: define ptx_kernel void @powers(
; CHECK-NOT: __ocml
; CHECK: fmul contract double %x, %x
; CHECK-NOT: __ocml
; CHECK: fmul float %f, %f
; CHECK-NOT: __ocml
; CHECK: fdiv double 1.0{{.*}}, %x
; CHECK-NOT: __ocml
; CHECK: store float 1.0
; CHECK-NEXT: store double %x
; CHECK: call float @__ocml_sqrt_f32(float %f)
; CHECK: call float @llvm.fabs.f32(
; CHECK: fcmp oeq float %f, {{.*}}
; CHECK: select i1
; CHECK: fmul float %f, %f
; CHECK: call double @__ocml_pow_f64(double %x, double 3.0
; CHECK: call double @__ocml_pow_f64(double 2.0{{.*}}, double %x)
define ptx_kernel void @powers(ptr %p, double %x, float %f) {
  %a = call contract double @__ocml_pow_f64(double %x, double 2.0)
  store double %a, ptr %p
  %b = call float @__ocml_pown_f32(float %f, i32 2)
  store float %b, ptr %p
  %c = call double @__ocml_pown_f64(double %x, i32 -1)
  store double %c, ptr %p
  %d = call float @__ocml_pow_f32(float %f, float 0.0)
  store float %d, ptr %p
  %e = call double @__ocml_pow_f64(double %x, double 1.0)
  store double %e, ptr %p
  %i = call float @__ocml_pow_f32(float %f, float 0.5)
  store float %i, ptr %p
  %j = call float @__gohip_fast_pow_f32(float %f, float 2.0)
  store float %j, ptr %p
  %g = call double @__ocml_pow_f64(double %x, double 3.0)
  store double %g, ptr %p
  %h = call double @__ocml_pow_f64(double 2.0, double %x)
  store double %h, ptr %p
  ret void
}
declare float @__gohip_fast_pow_f32(float, float)
declare double @__ocml_pow_f64(double, double)
declare float @__ocml_pow_f32(float, float)
declare double @__ocml_pown_f64(double, i32)
declare float @__ocml_pown_f32(float, i32)

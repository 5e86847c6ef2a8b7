; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=half-conversions %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK-LABEL: @k(
; CHECK-NOT: fptrunc double {{.*}} to half
; CHECK: [[F:%.*]] = fptrunc double %v to float
; CHECK: [[BACK:%.*]] = fpext float [[F]] to double
; CHECK: fcmp one double [[BACK]], %v
; CHECK: or i32 %{{.*}}, 1
; CHECK: fptrunc float %{{.*}} to half
; CHECK: fptrunc <2 x double> %w to <2 x float>
; CHECK: fptrunc <2 x float> %{{.*}} to <2 x half>
; A float needs no care.
; CHECK: fptrunc float %f to half
define spir_kernel void @k(ptr addrspace(1) %o, double %v, <2 x double> %w, float %f) {
  %h = fptrunc double %v to half
  store volatile half %h, ptr addrspace(1) %o
  %p = fptrunc <2 x double> %w to <2 x half>
  store volatile <2 x half> %p, ptr addrspace(1) %o
  %g = fptrunc float %f to half
  store volatile half %g, ptr addrspace(1) %o
  ret void
}

; RUN: -O1 --target=amdgcn-amd-amdhsa --cpu=gfx1100 --only=amdgcn-half-products --print-after=amdgcn-half-products %s
; LINK: --target=amdgcn-amd-amdhsa --cpu=gfx1100 -O1 --emit=obj
target triple = "amdgcn-amd-amdhsa"
; CHECK-LABEL: define {{.*}}@scalar(
; CHECK: %sum = call float @llvm.fma.f32(float %a, float %b, float -0.000000e+00)
; CHECK: %n = fneg float %sum
; CHECK-NEXT: fptrunc float %n to half
define half @scalar(float %a, float %b) {
  %p = fmul float %a, %b
  %n = fneg float %p
  %h = fptrunc float %n to half
  ret half %h
}
; CHECK-LABEL: define {{.*}}@vector(
; CHECK: %sum = call <2 x float> @llvm.fma.v2f32(<2 x float> %a, <2 x float> %b, <2 x float> splat (float -0.000000e+00))
; CHECK: fptrunc <2 x float> %sum to <2 x half>
define <2 x half> @vector(<2 x float> %a, <2 x float> %b) {
  %p = fmul <2 x float> %a, %b
  %h = fptrunc <2 x float> %p to <2 x half>
  ret <2 x half> %h
}
; Sums, products of doubles and those whose sign does not matter stay.
; CHECK-LABEL: define {{.*}}@stay(
; CHECK-NOT: @llvm.fma
; CHECK: ret half
define half @stay(float %a, float %b, double %c) {
  %p = fmul nsz float %a, %b
  %h = fptrunc float %p to half
  %s = fadd float %a, %b
  %i = fptrunc float %s to half
  %q = fmul double %c, %c
  %j = fptrunc double %q to half
  %k = fadd half %h, %i
  %l = fadd half %k, %j
  ret half %l
}

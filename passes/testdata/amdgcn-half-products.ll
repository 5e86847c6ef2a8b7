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
; Elements of vectors, and what is the same.
; CHECK-LABEL: define {{.*}}@elements(
; CHECK: %sum = call float @llvm.fma.f32(float %a, float %b, float -0.000000e+00)
; CHECK: insertelement <2 x float> %{{.*}}, float %sum, i64 1
define <2 x half> @elements(float %a, float %b, <2 x float> %c) {
  %p = fmul float %a, %b
  %v = insertelement <2 x float> %c, float %p, i64 1
  %f = freeze <2 x float> %v
  %h = fptrunc <2 x float> %f to <2 x half>
  ret <2 x half> %h
}
; CHECK-LABEL: define {{.*}}@loop(
; CHECK: phi <2 x float> [ %a, %entry ], [ %sum, %next ]
; CHECK: %sum = call <2 x float> @llvm.fma.v2f32(
define half @loop(<2 x float> %a, <2 x float> %b, i1 %c) {
entry:
  br label %next
next:
  %v = phi <2 x float> [ %a, %entry ], [ %p, %next ]
  %p = fmul <2 x float> %v, %b
  br i1 %c, label %next, label %end
end:
  %e = extractelement <2 x float> %v, i64 1
  %h = fptrunc float %e to half
  ret half %h
}
; A sign, and a sum of nothing.
; CHECK-LABEL: define {{.*}}@signs(
; CHECK: %sum = call float @llvm.fma.f32(float %a, float %b, float -0.000000e+00)
; CHECK: bitcast float %sum to i32
; CHECK: %[[SUM:.*]] = call float @llvm.fma.f32(float %a, float %a, float -0.000000e+00)
; CHECK: fadd float %[[SUM]], -0.000000e+00
define half @signs(float %a, float %b) {
  %p = fmul float %a, %b
  %i = bitcast float %p to i32
  %x = xor i32 %i, -2147483648
  %f = bitcast i32 %x to float
  %h = fptrunc float %f to half
  %q = fmul float %a, %a
  %s = fadd float %q, -0.0
  %g = fptrunc float %s to half
  %r = fadd half %h, %g
  ret half %r
}
; What the backend makes a product of.
; CHECK-LABEL: define {{.*}}@hidden(
; CHECK: call <2 x half> @llvm.experimental.constrained.fptrunc.v2f16.v2f32(<2 x float> %d, metadata !"round.tonearest", metadata !"fpexcept.ignore")
; CHECK: call half @llvm.experimental.constrained.fptrunc.f16.f32(float %p, metadata
define half @hidden(<2 x float> %a, float %b) {
  %d = fdiv <2 x float> %a, splat (float 2.0)
  %h = fptrunc <2 x float> %d to <2 x half>
  %e = extractelement <2 x half> %h, i64 1
  %p = call float @llvm.powi.f32.i32(float %b, i32 3)
  %i = fptrunc float %p to half
  %s = fadd half %e, %i
  ret half %s
}
; Sums, products of doubles and those whose sign does not matter stay.
; CHECK-LABEL: define {{.*}}@stay(
; CHECK-NOT: call
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

; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-signs %s
target triple = "nvptx64-nvidia-cuda"
; Numbers that are negated under one condition have one factor.
; CHECK-LABEL: define ptx_kernel void @butterfly(
; CHECK: [[C:%.*]] = icmp
; CHECK-NEXT: [[S:%.*]] = select i1 [[C]], float -1.000000e+00, float 1.000000e+00
; CHECK-NOT: select
; CHECK: [[X:%.*]] = load float, ptr addrspace(1) %p
; CHECK: [[Y:%.*]] = load float, ptr addrspace(1) %q
; CHECK: [[N:%.*]] = fneg float [[X]]
; CHECK: call float @llvm.fma.f32(float [[S]], float [[X]], float %a)
; CHECK: [[M:%.*]] = fneg float [[Y]]
; CHECK: call float @llvm.fma.f32(float [[S]], float [[M]], float %a)
; CHECK: ret void
define ptx_kernel void @butterfly(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, float %a, i32 %k) {
  %c = icmp slt i32 %k, 7
  %x = load float, ptr addrspace(1) %p
  %y = load float, ptr addrspace(1) %q
  %nx = fneg float %x
  %ny = fneg float %y
  %sx = select i1 %c, float %nx, float %x
  %sy = select i1 %c, float %ny, float %y
  %r = fadd float %sx, %a
  %s = fsub float %a, %sy
  store float %r, ptr addrspace(1) %p
  store float %s, ptr addrspace(1) %q
  ret void
}
; The negation may be selected where the condition is false, and the sign may be subtracted from.
; CHECK-LABEL: define ptx_kernel void @otherwise(
; CHECK: [[S:%.*]] = select i1 {{.*}}, double -1.000000e+00, double 1.000000e+00
; CHECK: call double @llvm.fma.f64(double [[S]], double %{{.*}}, double %y)
; CHECK: call double @llvm.fma.f64(double [[S]], double %y, double %{{.*}})
; CHECK: ret void
define ptx_kernel void @otherwise(ptr addrspace(1) %p, double %x, double %y, i1 %c) {
  %nx = fneg double %x
  %ny = fneg double %y
  %sx = select i1 %c, double %x, double %nx
  %sy = select i1 %c, double %ny, double %y
  %r = fadd double %sx, %y
  %s = fsub double %sy, %x
  %t = fmul double %r, %s
  store double %t, ptr addrspace(1) %p
  ret void
}
; A single one is selected, and one that is not only added.
; CHECK-LABEL: define ptx_kernel void @single(
; CHECK-NOT: fma
; CHECK: ret void
define ptx_kernel void @single(ptr addrspace(1) %p, float %x, float %y, i1 %c) {
  %nx = fneg float %x
  %ny = fneg float %y
  %sx = select i1 %c, float %nx, float %x
  %sy = select i1 %c, float %ny, float %y
  %r = fadd float %sx, %y
  %t = fmul float %r, %sy
  store float %t, ptr addrspace(1) %p
  ret void
}
; The sum may be the next number, as in the next round of a transform.
; CHECK-LABEL: define ptx_kernel void @rounds(
; CHECK: [[S:%.*]] = select i1 %c, float -1.000000e+00, float 1.000000e+00
; CHECK: [[A:%.*]] = call float @llvm.fma.f32(float [[S]], float %x, float %y)
; CHECK: [[B:%.*]] = call float @llvm.fma.f32(float [[S]], float [[A]], float %x)
; CHECK: store float [[B]]
define ptx_kernel void @rounds(ptr addrspace(1) %p, float %x, float %y, i1 %c) {
  %nx = fneg float %x
  %sx = select i1 %c, float %nx, float %x
  %r = fadd float %sx, %y
  %nr = fneg float %r
  %sr = select i1 %c, float %nr, float %r
  %s = fadd float %sr, %x
  store float %s, ptr addrspace(1) %p
  ret void
}

; RUN: -O0 --print-after=intrinsics %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare i32 @llvm.uadd.sat.i32(i32, i32)
declare <2 x float> @llvm.sqrt.v2f32(<2 x float>)
declare <5 x float> @llvm.floor.v5f32(<5 x float>)
declare i32 @llvm.ctlz.i32(i32, i1)
declare i24 @llvm.ctpop.i24(i24)
declare { float, i32 } @llvm.frexp.f32.i32(float)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare half @llvm.fabs.f16(half)
declare { i32, i1 } @llvm.umul.with.overflow.i32(i32, i32)
declare void @llvm.lifetime.start.p0(ptr)
; CHECK: define spir_kernel void @k(
; CHECK-NOT: @llvm.
define spir_kernel void @k(ptr addrspace(1) %o, i32 %a, i32 %b, <2 x float> %v, half %h) {
; CHECK: [[R:%.*]] = add i32 %a, %b
; CHECK: icmp ult i32 [[R]], %a
; CHECK: select i1 {{.*}}, i32 -1, i32 [[R]]
  %s = call i32 @llvm.uadd.sat.i32(i32 %a, i32 %b)
  store volatile i32 %s, ptr addrspace(1) %o
; CHECK: call <2 x float> @_Z4sqrtDv2_f(<2 x float> %v)
  %q = call <2 x float> @llvm.sqrt.v2f32(<2 x float> %v)
  store volatile <2 x float> %q, ptr addrspace(1) %o
; CHECK-COUNT-5: call float @_Z5floorf(float
  %w5 = shufflevector <2 x float> %v, <2 x float> %v, <5 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0>
  %f5 = call <5 x float> @llvm.floor.v5f32(<5 x float> %w5)
  store volatile <5 x float> %f5, ptr addrspace(1) %o
; CHECK: call i32 @_Z3clzj(i32 {{.*}})
  %z = call i32 @llvm.ctlz.i32(i32 %a, i1 false)
  store volatile i32 %z, ptr addrspace(1) %o
; CHECK: call i32 @_Z8popcountj(i32
  %n = trunc i32 %a to i24
  %c = call i24 @llvm.ctpop.i24(i24 %n)
  %c32 = zext i24 %c to i32
  store volatile i32 %c32, ptr addrspace(1) %o
; CHECK: call float @_Z5frexpfPi(float
  %x = extractelement <2 x float> %v, i32 0
  %e = call { float, i32 } @llvm.frexp.f32.i32(float %x)
  %e1 = extractvalue { float, i32 } %e, 1
  store volatile i32 %e1, ptr addrspace(1) %o
; CHECK: urem i32 %b, 32
  %r = call i32 @llvm.fshl.i32(i32 %a, i32 %a, i32 %b)
  store volatile i32 %r, ptr addrspace(1) %o
; CHECK: fpext half %h to float
; CHECK: call float @_Z4fabsf(float
  %ha = call half @llvm.fabs.f16(half %h)
  store volatile half %ha, ptr addrspace(1) %o
; CHECK: call i64 @_Z6mul_himm(i64
  %m = call { i32, i1 } @llvm.umul.with.overflow.i32(i32 %a, i32 %b)
  %m1 = extractvalue { i32, i1 } %m, 1
  %m2 = zext i1 %m1 to i32
  store volatile i32 %m2, ptr addrspace(1) %o
  ret void
}

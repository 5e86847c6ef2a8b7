; RUN: --target=spirv64-unknown-unknown -O1 --print-after=narrow-conversions %s
target triple = "spirv64"
declare i8 @llvm.fptoui.sat.i8.f32(float)
declare i16 @llvm.fptosi.sat.i16.f64(double)
declare i8 @llvm.fptoui.sat.i8.f16(half)
declare i16 @llvm.fptosi.sat.i16.f16(half)
declare i32 @llvm.fptoui.sat.i32.f32(float)
; CHECK-LABEL: @k(
; CHECK: [[A:%.*]] = call i32 @llvm.fptosi.sat.i32.f32(float %f)
; CHECK: trunc i32 [[A]] to i8
; CHECK: [[B:%.*]] = call i32 @llvm.fptosi.sat.i32.f64(double %d)
; CHECK: trunc i32 [[B]] to i16
; A half is saturated to 16 bits.
; CHECK: [[C:%.*]] = call i16 @llvm.fptoui.sat.i16.f16(half %h)
; CHECK: trunc i16 [[C]] to i8
; CHECK: call i16 @llvm.fptosi.sat.i16.f16(half %h)
; CHECK: call i32 @llvm.fptoui.sat.i32.f32(float %f)
define spir_kernel void @k(ptr addrspace(1) %o, float %f, double %d, half %h) {
  %a = call i8 @llvm.fptoui.sat.i8.f32(float %f)
  store volatile i8 %a, ptr addrspace(1) %o
  %b = call i16 @llvm.fptosi.sat.i16.f64(double %d)
  store volatile i16 %b, ptr addrspace(1) %o
  %c = call i8 @llvm.fptoui.sat.i8.f16(half %h)
  store volatile i8 %c, ptr addrspace(1) %o
  %e = call i16 @llvm.fptosi.sat.i16.f16(half %h)
  store volatile i16 %e, ptr addrspace(1) %o
  %g = call i32 @llvm.fptoui.sat.i32.f32(float %f)
  store volatile i32 %g, ptr addrspace(1) %o
  ret void
}
!llvm.ident = !{!0}
!0 = !{!"clang version 22.1.8"}

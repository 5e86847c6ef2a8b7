; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=saturating-conversions %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK-LABEL: @k(
; CHECK-NOT: call {{.*}}.sat.
; 2^31 - 1 is no float: the result is chosen.
; CHECK: [[O:%.*]] = fcmp ord float %f, %f
; CHECK: [[A:%.*]] = select i1 [[O]], float %f, float 0.000000e+00
; CHECK: [[L:%.*]] = fcmp ogt float [[A]], 0xC1E0000000000000
; CHECK: [[B:%.*]] = select i1 [[L]], float [[A]], float 0xC1E0000000000000
; CHECK: fcmp oge float [[B]], 0x41E0000000000000
; CHECK: fptosi float [[B]] to i32
; CHECK: select i1 %{{.*}}, i32 2147483647, i32 %
; CHECK: fcmp ogt float %f, 0.000000e+00
; CHECK: fptoui float %{{.*}} to i64
; CHECK: select i1 %{{.*}}, i64 -1, i64 %
; It is a double.
; CHECK: fcmp olt double %{{.*}}, 0x41DFFFFFFFC00000
; CHECK-NEXT: [[S:%.*]] = select i1
; CHECK-NEXT: fptosi double [[S]] to i32
; CHECK: fpext <2 x half> %v to <2 x float>
; CHECK: fptoui <2 x float> %{{.*}} to <2 x i16>
; Integers in floating point are limited as integers.
; CHECK-LABEL: @integers(
; CHECK: [[P:%.*]] = icmp sgt i8 %x, 0
; CHECK: [[N:%.*]] = select i1 [[P]], i8 %x, i8 0
; CHECK: zext i8 [[N]] to i32
; CHECK: [[B:%.*]] = icmp slt i32 %y, 32767
; CHECK: [[U:%.*]] = select i1 [[B]], i32 %y, i32 32767
; CHECK: [[A:%.*]] = icmp sgt i32 [[U]], -32768
; CHECK: [[L:%.*]] = select i1 [[A]], i32 [[U]], i32 -32768
; CHECK: trunc i32 [[L]] to i16
; CHECK: icmp ult i32 %y, 2147483647
; 2^32 - 1 is no float, and half has no 2^16.
; CHECK: fptosi float
; CHECK: fptoui float
define spir_kernel void @k(ptr addrspace(1) %o, float %f, double %d, <2 x half> %v) {
  %a = call i32 @llvm.fptosi.sat.i32.f32(float %f)
  store volatile i32 %a, ptr addrspace(1) %o
  %b = call i64 @llvm.fptoui.sat.i64.f32(float %f)
  store volatile i64 %b, ptr addrspace(1) %o
  %c = call i32 @llvm.fptosi.sat.i32.f64(double %d)
  store volatile i32 %c, ptr addrspace(1) %o
  %e = call <2 x i16> @llvm.fptoui.sat.v2i16.v2f16(<2 x half> %v)
  store volatile <2 x i16> %e, ptr addrspace(1) %o
  ret void
}

define spir_kernel void @integers(ptr addrspace(1) %o, i8 %x, i32 %y, i16 %z) {
  %dx = sitofp i8 %x to double
  %a = call i32 @llvm.fptoui.sat.i32.f64(double %dx)
  store volatile i32 %a, ptr addrspace(1) %o
  %dy = sitofp i32 %y to double
  %b = call i16 @llvm.fptosi.sat.i16.f64(double %dy)
  store volatile i16 %b, ptr addrspace(1) %o
  %uy = uitofp i32 %y to double
  %c = call i32 @llvm.fptosi.sat.i32.f64(double %uy)
  store volatile i32 %c, ptr addrspace(1) %o
  %fy = uitofp i32 %y to float
  %d = call i32 @llvm.fptosi.sat.i32.f32(float %fy)
  store volatile i32 %d, ptr addrspace(1) %o
  %hz = uitofp i16 %z to half
  %e = call i16 @llvm.fptoui.sat.i16.f16(half %hz)
  store volatile i16 %e, ptr addrspace(1) %o
  ret void
}

; What a double may round is out of the range of 32 bits; of a float, whose range's end is not exact, nothing is known.
define spir_kernel void @rounded(ptr addrspace(1) %o, i64 %x) {
  %d = sitofp i64 %x to double
  %a = call i32 @llvm.fptoui.sat.i32.f64(double %d)
  store volatile i32 %a, ptr addrspace(1) %o
  %f = sitofp i64 %x to float
  %b = call i32 @llvm.fptosi.sat.i32.f32(float %f)
  store volatile i32 %b, ptr addrspace(1) %o
  ret void
}
; CHECK-LABEL: @rounded(
; CHECK: [[LESS:%.*]] = icmp slt i64 %x, 4294967295
; CHECK-NEXT: [[LOW:%.*]] = select i1 [[LESS]], i64 %x, i64 4294967295
; CHECK-NEXT: [[MORE:%.*]] = icmp sgt i64 [[LOW]], 0
; CHECK-NEXT: [[IN:%.*]] = select i1 [[MORE]], i64 [[LOW]], i64 0
; CHECK-NEXT: [[NUMBER:%.*]] = trunc i64 [[IN]] to i32
; CHECK-NEXT: store volatile i32 [[NUMBER]]
; CHECK: sitofp i64 %x to float

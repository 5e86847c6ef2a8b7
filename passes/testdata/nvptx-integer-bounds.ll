; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-integer-bounds %s
target triple = "nvptx64-nvidia-cuda"
declare double @llvm.maxnum.f64(double, double)
declare double @llvm.minnum.f64(double, double)
declare float @llvm.maxnum.f32(float, float)
declare i32 @llvm.fptoui.sat.i32.f64(double)
declare i32 @llvm.fptosi.sat.i32.f64(double)
; A maximum of integers that were made numbers is one of integers, and converted back it is no number.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: call i8 @llvm.smax.i8(i8 %c, i8 0)
; CHECK-NOT: tofp i8
; Saturating conversions back are none either, unless the integer may be larger than the result.
; CHECK: [[A:%.*]] = call {{.*}}i32 @llvm.smax.i32(i32 %i, i32 0)
; CHECK: store volatile i32 [[A]]
; CHECK: call i32 @llvm.fptosi.sat.i32.f64(
; An unsigned number and a signed one are compared as 64 bits.
; CHECK: [[U:%.*]] = zext i32 %u to i64
; CHECK: [[S:%.*]] = sext i32 %i to i64
; CHECK: call {{.*}}i64 @llvm.smin.i64(i64 [[U]], i64 [[S]])
; Two unsigned ones stay unsigned; what rounds keeps its order.
; CHECK: [[M:%.*]] = call {{.*}}i64 @llvm.umax.i64(i64 %w, i64 {{.*}})
; CHECK: uitofp i64 [[M]] to float
; Not with a number that is no integer, a negative zero, or 65 bits.
; CHECK: call double @llvm.maxnum.f64(double {{.*}}, double 5.000000e-01)
; CHECK: call double @llvm.maxnum.f64(double {{.*}}, double -0.000000e+00)
; CHECK: call double @llvm.minnum.f64(
; CHECK: ret void
define ptx_kernel void @k(ptr addrspace(1) %p, i8 %c, i32 %u, i32 %i, i64 %w) {
  %x = sitofp i8 %c to double
  %m = call double @llvm.maxnum.f64(double %x, double 0.0)
  %n = fptoui double %m to i32
  store volatile i32 %n, ptr addrspace(1) %p
  %ds = sitofp i32 %i to double
  %at = call i32 @llvm.fptoui.sat.i32.f64(double %ds)
  store volatile i32 %at, ptr addrspace(1) %p
  %du = uitofp i32 %u to double
  %st = call i32 @llvm.fptosi.sat.i32.f64(double %du)
  store volatile i32 %st, ptr addrspace(1) %p
  %di = sitofp i32 %i to double
  %l = call double @llvm.minnum.f64(double %du, double %di)
  store volatile double %l, ptr addrspace(1) %p
  %fw = uitofp i64 %w to float
  %fu = uitofp i32 %u to float
  %h = call float @llvm.maxnum.f32(float %fw, float %fu)
  store volatile float %h, ptr addrspace(1) %p
  %o = call double @llvm.maxnum.f64(double %di, double 0.5)
  store volatile double %o, ptr addrspace(1) %p
  %z = call double @llvm.maxnum.f64(double %di, double -0.0)
  store volatile double %z, ptr addrspace(1) %p
  %dw = uitofp i64 %w to double
  %q = call double @llvm.minnum.f64(double %dw, double %di)
  store volatile double %q, ptr addrspace(1) %p
  ret void
}

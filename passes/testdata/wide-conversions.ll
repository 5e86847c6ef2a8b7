; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=wide-conversions %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 -O2 --verify
target triple = "nvptx64-nvidia-cuda"
; CHECK: define {{.*}}@k(
; CHECK: call i128 @llvm.ctlz.i128(i128 %{{.*}}, i1 false)
; CHECK: uitofp i64 %{{.*}} to double
; CHECK: sub i64 1087,
; CHECK: fmul double
; Signed, of an odd width.
; CHECK: [[X:%.*]] = sext i100 %{{.*}} to i128
; CHECK: icmp slt i128 [[X]], 0
; CHECK: sub i32 191,
; CHECK: fneg float
; CHECK: fptrunc float %{{.*}} to half
; Limited before it is converted.
; CHECK: fmul double %{{.*}}, 0x3BF0000000000000
; CHECK-NOT: fpto{{[us]}}i {{.*}} to i128
; CHECK-NOT: llvm.fpto
define ptx_kernel void @k(ptr addrspace(1) %p, i128 %a, i100 %b, float %f, double %g) {
  %d = uitofp i128 %a to double
  store volatile double %d, ptr addrspace(1) %p
  %h = sitofp i100 %b to half
  store volatile half %h, ptr addrspace(1) %p
  %s = call i128 @llvm.fptosi.sat.i128.f32(float %f)
  store volatile i128 %s, ptr addrspace(1) %p
  %u = fptoui double %g to i128
  store volatile i128 %u, ptr addrspace(1) %p
  ret void
}
declare i128 @llvm.fptosi.sat.i128.f32(float)

; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-conditions %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 -O2 --emit=asm
; WANT: set\.gtu\.f16x2\.f16x2
; WANT: set\.lt\.f32\.f32
; WANT: selp\.b64\s+%rd\d+, 0d3FF0000000000000|selp\.b64\s+%rd\d+, 4607182418800017408
target triple = "nvptx64-nvidia-cuda"
; Conditions are converted by selects, comparisons of numbers by themselves.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: select i1 {{.*}}, double 1.000000e+00, double 0.000000e+00
; CHECK: select i1 {{.*}}, float -1.000000e+00, float 0.000000e+00
; CHECK: call float asm "set.lt.f32.f32 $0, $1, $2;", "=r,r,r"(float %a, float %b)
; CHECK: call float asm "set.neu.f32.f32 $0, $1, $2;", "=r,r,r"(float %a, float %b)
; CHECK: call <2 x half> asm "set.gtu.f16x2.f16x2 $0, $1, $2;", "=r,r,r"(<2 x half> %g, <2 x half> %h)
; A comparison with another use is made once.
; CHECK: [[C:%.*]] = fcmp oge float %a, %b
; CHECK: select i1 [[C]], float 1.000000e+00, float 0.000000e+00
; CHECK: ret void
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %i, float %a, float %b, <2 x half> %g, <2 x half> %h) {
  %c = icmp slt i32 %i, 7
  %x = uitofp i1 %c to double
  store volatile double %x, ptr addrspace(1) %p
  %d = icmp eq i32 %i, 5
  %y = sitofp i1 %d to float
  store volatile float %y, ptr addrspace(1) %p
  %e = fcmp olt float %a, %b
  %z = uitofp i1 %e to float
  store volatile float %z, ptr addrspace(1) %p
  %f = fcmp une float %a, %b
  %w = select i1 %f, float 1.0, float 0.0
  store volatile float %w, ptr addrspace(1) %p
  %q = fcmp ugt <2 x half> %g, %h
  %r = uitofp <2 x i1> %q to <2 x half>
  store volatile <2 x half> %r, ptr addrspace(1) %p
  %s = fcmp oge float %a, %b
  %t = uitofp i1 %s to float
  store volatile float %t, ptr addrspace(1) %p
  %v = zext i1 %s to i32
  store volatile i32 %v, ptr addrspace(1) %p
  ret void
}

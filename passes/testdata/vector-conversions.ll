; RUN: --target=nvptx64-nvidia-cuda -O1 --print-after=vector-conversions %s
target triple = "nvptx64-nvidia-cuda"
; CHECK-LABEL: @k(
; CHECK: [[X0:%.*]] = extractelement <2 x float> %f, i32 0
; CHECK: [[C0:%.*]] = call i8 @llvm.fptosi.sat.i8.f32(float [[X0]])
; CHECK: [[I0:%.*]] = insertelement <2 x i8> poison, i8 [[C0]], i32 0
; CHECK: [[X1:%.*]] = extractelement <2 x float> %f, i32 1
; CHECK: [[C1:%.*]] = call i8 @llvm.fptosi.sat.i8.f32(float [[X1]])
; CHECK: insertelement <2 x i8> [[I0]], i8 [[C1]], i32 1
; CHECK: call i64 @llvm.fptoui.sat.i64.f64(double
; CHECK: call i16 @llvm.fptoui.sat.i16.f16(half
; CHECK: call i32 @llvm.fptosi.sat.i32.bf16(bfloat
; CHECK-NOT: fpto{{[su]}}i <
define ptx_kernel void @k(ptr addrspace(1) %o, <2 x float> %f, <3 x double> %d, <4 x half> %h, <2 x bfloat> %b) {
  %1 = fptosi <2 x float> %f to <2 x i8>
  store volatile <2 x i8> %1, ptr addrspace(1) %o
  %2 = fptoui <3 x double> %d to <3 x i64>
  store volatile <3 x i64> %2, ptr addrspace(1) %o
  %3 = fptoui <4 x half> %h to <4 x i16>
  store volatile <4 x i16> %3, ptr addrspace(1) %o
  %4 = fptosi <2 x bfloat> %b to <2 x i32>
  store volatile <2 x i32> %4, ptr addrspace(1) %o
  ret void
}
!llvm.ident = !{!0}
!0 = !{!"clang version 22.1.8"}

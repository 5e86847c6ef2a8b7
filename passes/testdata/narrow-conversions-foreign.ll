; RUN: --target=spirv64-unknown-unknown -O1 --print-after=narrow-conversions %s
target triple = "spirv64"
declare i8 @llvm.fptoui.sat.i8.f32(float)
; Rust saturates to the type that a program names.
; CHECK: call i8 @llvm.fptoui.sat.i8.f32(float %f)
define spir_kernel void @k(ptr addrspace(1) %o, float %f) {
  %a = call i8 @llvm.fptoui.sat.i8.f32(float %f)
  store volatile i8 %a, ptr addrspace(1) %o
  ret void
}
!llvm.ident = !{!0}
!0 = !{!"rustc version 1.90.0"}

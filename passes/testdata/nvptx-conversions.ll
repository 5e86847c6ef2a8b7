; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-conversions %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 -O2 --emit=asm
; WANT: cvt\.rmi\.s32\.f32
; WANT: cvt\.rpi\.u64\.f64
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.floor.f32(float)
declare double @llvm.ceil.f64(double)
; The instruction that converts also rounds. A number that is used for itself is still rounded.
; CHECK: [[F:%.*]] = {{.*}}call float @llvm.floor.f32(float %x)
; CHECK: call i32 @llvm.nvvm.f2i.rm(float %x)
; CHECK: store volatile float [[F]]
; CHECK: call i64 @llvm.nvvm.d2ull.rp(double %y)
; CHECK: fptosi float %x to i32
; It saturates.
; CHECK: call i32 @llvm.nvvm.f2ui.rz(float %x)
; CHECK: call i64 @llvm.nvvm.d2ll.rz(double %y)
; CHECK: [[H:%.*]] = fpext half %h to float
; CHECK: call i32 @llvm.nvvm.f2i.rz(float [[H]])
define ptx_kernel void @k(ptr addrspace(1) %p, float %x, double %y, half %h) {
  %f = call float @llvm.floor.f32(float %x)
  %i = fptosi float %f to i32
  store volatile i32 %i, ptr addrspace(1) %p
  store volatile float %f, ptr addrspace(1) %p
  %c = call double @llvm.ceil.f64(double %y)
  %u = fptoui double %c to i64
  store volatile i64 %u, ptr addrspace(1) %p
  %t = fptosi float %x to i32
  store volatile i32 %t, ptr addrspace(1) %p
  %s = call i32 @llvm.fptoui.sat.i32.f32(float %x)
  store volatile i32 %s, ptr addrspace(1) %p
  %w = call i64 @llvm.fptosi.sat.i64.f64(double %y)
  store volatile i64 %w, ptr addrspace(1) %p
  %n = call i32 @llvm.fptosi.sat.i32.f16(half %h)
  store volatile i32 %n, ptr addrspace(1) %p
  ret void
}

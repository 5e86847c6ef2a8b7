; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-approximate %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 -O2 --emit=asm
; WANT: div\.approx\.ftz\.f32
; WANT: rcp\.approx\.ftz\.f32
; WANT: sqrt\.approx\.ftz\.f32
; WANT: rsqrt\.approx\.ftz\.f32
; WANT: div\.rn\.f32
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.sqrt.f32(float)
declare float @llvm.nvvm.rsqrt.approx.f(float)
; What may be approximate flushes denormals, everything else keeps them.
; CHECK: call float @llvm.nvvm.div.approx.ftz.f(float %x, float %y)
; CHECK: call float @llvm.nvvm.rcp.approx.ftz.f(float %y)
; CHECK: call float @llvm.nvvm.sqrt.approx.ftz.f(float %x)
; CHECK: call float @llvm.nvvm.rsqrt.approx.ftz.f(float %x)
; CHECK: call float @llvm.nvvm.rsqrt.approx.f(float %y)
; CHECK: fdiv float %y, %x
; CHECK: fdiv afn double %z, %z
; CHECK: fadd afn float %x, %y
define ptx_kernel void @k(ptr addrspace(1) %p, float %x, float %y, double %z) {
  %d = fdiv afn float %x, %y
  store volatile float %d, ptr addrspace(1) %p
  %r = fdiv afn float 1.0, %y
  store volatile float %r, ptr addrspace(1) %p
  %s = call afn float @llvm.sqrt.f32(float %x)
  store volatile float %s, ptr addrspace(1) %p
  %e = call afn float @llvm.nvvm.rsqrt.approx.f(float %x)
  store volatile float %e, ptr addrspace(1) %p
  %n = call float @llvm.nvvm.rsqrt.approx.f(float %y)
  store volatile float %n, ptr addrspace(1) %p
  %q = fdiv float %y, %x
  store volatile float %q, ptr addrspace(1) %p
  %dd = fdiv afn double %z, %z
  store volatile double %dd, ptr addrspace(1) %p
  %a = fadd afn float %x, %y
  store volatile float %a, ptr addrspace(1) %p
  ret void
}

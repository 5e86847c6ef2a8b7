; RUN: --target=x86_64-unknown-linux-gnu -O1 %s
; ERROR: k uses llvm.amdgcn.raw.buffer.load.format.f32, which has no counterpart on x86_64-unknown-linux-gnu devices
target triple = "spirv64"
declare float @llvm.amdgcn.raw.buffer.load.format.f32(<4 x i32>, i32, i32, i32)
define spir_kernel void @k(ptr addrspace(1) %p, <4 x i32> %r) {
  %v = call float @llvm.amdgcn.raw.buffer.load.format.f32(<4 x i32> %r, i32 0, i32 0, i32 0)
  store float %v, ptr addrspace(1) %p
  ret void
}

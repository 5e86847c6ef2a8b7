; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=nvptx-pairs %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 -O2 --emit=asm
; WANT: and\.b32 .*, -65536
target triple = "nvptx64-nvidia-cuda"
declare <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float, float)
; The floats that the bfloats of a pair are come from the pair as it is.
; CHECK-LABEL: define ptx_kernel void @apart(
; CHECK-NOT: zext
; CHECK-DAG: shl i32 {{.*}}, 16
; CHECK-DAG: and i32 {{.*}}, -65536
; CHECK: ret void
define ptx_kernel void @apart(ptr addrspace(1) %p) {
  %w = load <2 x bfloat>, ptr addrspace(1) %p
  %v = fadd <2 x bfloat> %w, %w
  %i = bitcast <2 x bfloat> %v to <2 x i16>
  %l = extractelement <2 x i16> %i, i64 0
  %h = extractelement <2 x i16> %i, i64 1
  %lz = zext i16 %l to i32
  %hz = zext i16 %h to i32
  %ls = shl nuw i32 %lz, 16
  %hs = shl nuw i32 %hz, 16
  %lf = bitcast i32 %ls to float
  %hf = bitcast i32 %hs to float
  store volatile float %lf, ptr addrspace(1) %p
  store volatile float %hf, ptr addrspace(1) %p
  ret void
}
; Two conversions of one number each, joined in an integer, are one of a pair; the second number is the high one.
; CHECK-LABEL: define ptx_kernel void @joined(
; CHECK: call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float %y, float %x)
; CHECK-NOT: call
; CHECK: ret void
define ptx_kernel void @joined(ptr addrspace(1) %p, float %x, float %y) {
  %a = call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float 0.0, float %x)
  %b = call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float 0.0, float %y)
  %ai = bitcast <2 x bfloat> %a to <2 x i16>
  %bi = bitcast <2 x bfloat> %b to <2 x i16>
  %l = extractelement <2 x i16> %ai, i64 0
  %h = extractelement <2 x i16> %bi, i64 0
  %lz = zext i16 %l to i32
  %hz = zext i16 %h to i32
  %hs = shl nuw i32 %hz, 16
  %w = or disjoint i32 %hs, %lz
  store volatile i32 %w, ptr addrspace(1) %p
  ret void
}
; So is a pair of one number, and one that is made of elements.
; CHECK-LABEL: define ptx_kernel void @elements(
; CHECK: call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float %x, float %x)
; CHECK: call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float %x, float %y)
; CHECK: ret void
define ptx_kernel void @elements(ptr addrspace(1) %p, float %x, float %y) {
  %a = call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float 0.0, float %x)
  %s = shufflevector <2 x bfloat> %a, <2 x bfloat> poison, <2 x i32> zeroinitializer
  store volatile <2 x bfloat> %s, ptr addrspace(1) %p
  %b = call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float 0.0, float %y)
  %h = extractelement <2 x bfloat> %a, i64 0
  %t = insertelement <2 x bfloat> %b, bfloat %h, i64 1
  store volatile <2 x bfloat> %t, ptr addrspace(1) %p
  ret void
}
; The high half of a conversion of two numbers, and words of which a half is shifted out, stay.
; CHECK-LABEL: define ptx_kernel void @other(
; CHECK: shufflevector <2 x bfloat> {{.*}}, <2 x i32> <i32 1, i32 2>
; CHECK: shl {{.*}}i32 {{.*}}, 8
; CHECK: ret void
define ptx_kernel void @other(ptr addrspace(1) %p, float %x, float %y, <2 x i16> %v) {
  %a = call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float %y, float %x)
  %b = call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rn(float 0.0, float %y)
  %s = shufflevector <2 x bfloat> %a, <2 x bfloat> %b, <2 x i32> <i32 1, i32 2>
  store volatile <2 x bfloat> %s, ptr addrspace(1) %p
  %h = extractelement <2 x i16> %v, i64 1
  %z = zext i16 %h to i32
  %w = shl i32 %z, 8
  store volatile i32 %w, ptr addrspace(1) %p
  ret void
}

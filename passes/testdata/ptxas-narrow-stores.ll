; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=ptxas-narrow-stores %s
target triple = "nvptx64-nvidia-cuda"
; ptxas converts the float to a byte, if its register is stored as one.
; CHECK-LABEL: define ptx_kernel void @floats(
; CHECK: [[I:%.*]] = bitcast float %s to i32
; CHECK-NEXT: [[M:%.*]] = call i32 asm "mov.b32 $0, $1;", "=r,r"(i32 [[I]])
; CHECK-NEXT: trunc i32 [[M]] to i8
; CHECK: ret void
define ptx_kernel void @floats(ptr addrspace(1) %o, float %x) {
  %s = fadd float %x, 12582912.0
  %i = bitcast float %s to i32
  %b = trunc i32 %i to i8
  store volatile i8 %b, ptr addrspace(1) %o
  ret void
}
; A part that is merged with others is one, and so is an element of a vector.
; CHECK-LABEL: define ptx_kernel void @doubles(
; CHECK: [[I:%.*]] = bitcast double %s to i64
; CHECK-NEXT: [[M:%.*]] = call i64 asm "mov.b64 $0, $1;", "=l,l"(i64 [[I]])
; CHECK: phi i64 {{.*}}[[M]], %0
; CHECK: ret void
define ptx_kernel void @doubles(ptr addrspace(1) %o, double %x, i1 %c) {
  %s = fadd double %x, 1.0
  %i = bitcast double %s to i64
  br i1 %c, label %then, label %join
then:
  store volatile i32 1, ptr addrspace(1) %o
  %j = load volatile i64, ptr addrspace(1) %o
  br label %join
join:
  %p = phi i64 [ %i, %0 ], [ %j, %then ]
  %w = trunc i64 %p to i32
  store volatile i32 %w, ptr addrspace(1) %o
  ret void
}
; CHECK-LABEL: define ptx_kernel void @halves(
; CHECK: call i16 asm "mov.b16 $0, $1;", "=h,h"(
; CHECK: ret void
define ptx_kernel void @halves(ptr addrspace(1) %o, half %x, half %y) {
  %s = fadd half %x, %y
  %i = bitcast half %s to <2 x i8>
  %b = extractelement <2 x i8> %i, i32 0
  store volatile i8 %b, ptr addrspace(1) %o
  ret void
}
; CHECK-LABEL: define ptx_kernel void @vectors(
; CHECK-COUNT-2: call i32 asm "mov.b32 $0, $1;", "=r,r"(
; CHECK: ret void
define ptx_kernel void @vectors(ptr addrspace(1) %o, <2 x float> %x) {
  %s = fadd <2 x float> %x, splat (float 1.0)
  %i = bitcast <2 x float> %s to <4 x i16>
  %b = extractelement <4 x i16> %i, i32 2
  store volatile i16 %b, ptr addrspace(1) %o
  ret void
}
; All bits are stored as they are.
; CHECK-LABEL: define ptx_kernel void @whole(
; CHECK-NOT: asm
; CHECK: ret void
define ptx_kernel void @whole(ptr addrspace(1) %o, float %x) {
  %s = fadd float %x, 1.0
  %i = bitcast float %s to i32
  %h = lshr i32 %i, 16
  %b = trunc i32 %h to i16
  store volatile i16 %b, ptr addrspace(1) %o
  store volatile i32 %i, ptr addrspace(1) %o
  ret void
}
; Bytes of a number are stored where its address is not aligned.
; CHECK-LABEL: define ptx_kernel void @unaligned(
; CHECK: [[M:%.*]] = call i32 asm "mov.b32 $0, $1;", "=r,r"(
; CHECK-NEXT: [[F:%.*]] = bitcast i32 [[M]] to float
; CHECK-NEXT: store volatile float [[F]], ptr addrspace(1) %o, align 1
; CHECK-COUNT-2: call i32 asm
; CHECK: store volatile <2 x float> {{.*}}, ptr addrspace(1) %p, align 2
; CHECK-NEXT: store volatile float %s, ptr addrspace(1) %q, align 4
; CHECK-NEXT: store volatile <2 x float> %t, ptr addrspace(1) %q, align 4
; CHECK: ret void
define ptx_kernel void @unaligned(ptr addrspace(1) %o, ptr addrspace(1) %p, ptr addrspace(1) %q, float %x, <2 x float> %y) {
  %s = fadd float %x, 1.0
  store volatile float %s, ptr addrspace(1) %o, align 1
  %t = fadd <2 x float> %y, splat (float 1.0)
  store volatile <2 x float> %t, ptr addrspace(1) %p, align 2
  store volatile float %s, ptr addrspace(1) %q, align 4
  store volatile <2 x float> %t, ptr addrspace(1) %q, align 4
  ret void
}
; CHECK-LABEL: define internal {{.*}}@packed(
; CHECK: call i32 asm "mov.b32 $0, $1;", "=r,r"(
; CHECK: insertvalue <{ i8, float }>
define ptx_kernel void @caller(ptr addrspace(1) %o, float %x, i8 %y) {
  %p = call <{ i8, float }> @packed(float %x, i8 %y)
  store volatile <{ i8, float }> %p, ptr addrspace(1) %o
  %f = extractvalue <{ i8, float }> %p, 1
  %q = call <{ i8, float }> @packed(float %f, i8 3)
  store volatile <{ i8, float }> %q, ptr addrspace(1) %o
  ret void
}
define internal <{ i8, float }> @packed(float %x, i8 %y) noinline {
  %s = fadd float %x, 1.0
  %b = insertvalue <{ i8, float }> poison, i8 %y, 0
  %a = insertvalue <{ i8, float }> %b, float %s, 1
  ret <{ i8, float }> %a
}

; RUN: -O0 --print-after=buffer-resources %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare i8 @llvm.amdgcn.raw.buffer.load.i8(<4 x i32>, i32, i32, i32)
declare <2 x float> @llvm.amdgcn.raw.buffer.load.v2f32(<4 x i32>, i32, i32, i32)
declare void @llvm.amdgcn.raw.buffer.store.v4i16(<4 x i16>, <4 x i32>, i32, i32, i32)
declare i32 @llvm.amdgcn.raw.buffer.atomic.smax.i32(i32, <4 x i32>, i32, i32, i32)
declare i64 @llvm.amdgcn.raw.buffer.atomic.cmpswap.i64(i64, i64, <4 x i32>, i32, i32, i32)
declare <2 x half> @llvm.amdgcn.raw.buffer.atomic.fadd.v2f16(<2 x half>, <4 x i32>, i32, i32, i32)
declare double @llvm.amdgcn.raw.buffer.atomic.fmax.f64(double, <4 x i32>, i32, i32, i32)
; CHECK-LABEL: @k(
; CHECK: call i8 @__gohip.raw.buffer.load.i8(<4 x i32> %r, i32 %v, i32 %s, i32 0)
define spir_kernel void @k(<4 x i32> %r, i32 %v, i32 %s) {
  %a = call i8 @llvm.amdgcn.raw.buffer.load.i8(<4 x i32> %r, i32 %v, i32 %s, i32 0)
  %w = sext i8 %a to i32
  %b = call <2 x float> @llvm.amdgcn.raw.buffer.load.v2f32(<4 x i32> %r, i32 %w, i32 0, i32 3)
  %c = bitcast <2 x float> %b to <4 x i16>
  call void @llvm.amdgcn.raw.buffer.store.v4i16(<4 x i16> %c, <4 x i32> %r, i32 %v, i32 %s, i32 0)
  %d = call i32 @llvm.amdgcn.raw.buffer.atomic.smax.i32(i32 %w, <4 x i32> %r, i32 0, i32 0, i32 0)
  %e = call i64 @llvm.amdgcn.raw.buffer.atomic.cmpswap.i64(i64 1, i64 2, <4 x i32> %r, i32 8, i32 0, i32 0)
  %f = call <2 x half> @llvm.amdgcn.raw.buffer.atomic.fadd.v2f16(<2 x half> <half 1.0, half 2.0>, <4 x i32> %r, i32 4, i32 0, i32 0)
  %g = call double @llvm.amdgcn.raw.buffer.atomic.fmax.f64(double 3.0, <4 x i32> %r, i32 8, i32 0, i32 0)
  ret void
}
; The address is 48 bits of the resource and both offsets, which end in the range or are not used.
; CHECK-LABEL: define internal i8 @__gohip.raw.buffer.load.i8(
; CHECK: %base = and i64 %low, 281474976710655
; CHECK: %offset = add i64 %vector, %scalar
; CHECK: %limit = sub i64 %size, 1
; CHECK-NEXT: %in = icmp sle i64 %offset, %limit
; CHECK: %x = load i8, ptr addrspace(1) %p, align 1
; CHECK: part:
; CHECK-NEXT: ret i8 0
; Words are in the range or not each for itself.
; CHECK-LABEL: define internal <2 x float> @__gohip.raw.buffer.load.v2f32(
; CHECK: %x = load <2 x float>, ptr addrspace(1) %p, align 4
; CHECK: %limit0 = sub i64 %size, 4
; CHECK: %x0 = load i32, ptr addrspace(1) %p0, align 4
; CHECK-NEXT: insertelement <2 x i32> zeroinitializer, i32 %x0, i32 0
; CHECK: define internal void @__gohip.raw.buffer.store.v4i16(
; CHECK: store <4 x i16> %v, ptr addrspace(1) %p, align 2
; CHECK: store i32 %x0, ptr addrspace(1) %p0, align 2
; CHECK: define internal i32 @__gohip.raw.buffer.atomic.smax.i32(
; CHECK: atomicrmw max ptr addrspace(1) %p, i32 %v syncscope("device") monotonic, align 4
; CHECK: define internal i64 @__gohip.raw.buffer.atomic.cmpswap.i64(
; CHECK: cmpxchg ptr addrspace(1) %p, i64 %expected, i64 %v syncscope("device") monotonic monotonic, align 8
; CHECK: define internal <2 x half> @__gohip.raw.buffer.atomic.fadd.v2f16(
; CHECK: fadd <2 x half> %x, %v
; CHECK: define internal double @__gohip.raw.buffer.atomic.fmax.f64(
; CHECK: call double @llvm.maxnum.f64(double %x, double %v)

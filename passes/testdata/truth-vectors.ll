; RUN: -O0 --print-after=truth-vectors %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: define spir_kernel void @k(
; CHECK: extractelement <8 x i1> %c, i32 7
; CHECK: shl i8 {{.*}}, 7
; CHECK: store i8 {{.*}}, ptr addrspace(1) %p
; CHECK: lshr i8 {{.*}}, 7
; CHECK: insertelement <8 x i1> {{.*}}, i32 7
; CHECK: load i8, ptr addrspace(1) %q, align 1
; CHECK: trunc i8 {{.*}} to i1
; CHECK: insertelement <4 x i1> {{.*}}, i32 3
; CHECK: zext i1 {{.*}} to i8
; CHECK: store i8 {{.*}}, ptr addrspace(1) %q, align 1
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, <8 x i32> %x, <8 x i32> %y) {
  %c = icmp slt <8 x i32> %x, %y
  %b = bitcast <8 x i1> %c to i8
  store i8 %b, ptr addrspace(1) %p
  %n = xor i8 %b, 5
  %w = bitcast i8 %n to <8 x i1>
  %v = select <8 x i1> %w, <8 x i32> %x, <8 x i32> %y
  store <8 x i32> %v, ptr addrspace(1) %p
  %l = load <4 x i1>, ptr addrspace(1) %q, align 1
  %m = xor <4 x i1> %l, splat (i1 true)
  store <4 x i1> %m, ptr addrspace(1) %q, align 1
  ret void
}

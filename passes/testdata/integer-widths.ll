; RUN: -O0 --print-after=integer-widths %s
; LINK: --target=spirv64-unknown-unknown -O0 --emit=asm
; WANT: OpBitwiseAnd
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: define spir_kernel void @k(
define spir_kernel void @k(ptr addrspace(1) %o, i32 %a, i32 %b) {
; CHECK: [[X:%.*]] = zext i32 %a to i64
; CHECK: [[Y:%.*]] = zext i32 %b to i64
; CHECK: [[M:%.*]] = mul i64 [[X]], [[Y]]
; CHECK: [[W:%.*]] = and i64 [[M]], 8589934591
; CHECK: lshr i64 [[W]], 1
  %x = zext i32 %a to i33
  %y = zext i32 %b to i33
  %m = mul i33 %x, %y
  %h = lshr i33 %m, 1
  %r = trunc i33 %h to i32
  store i32 %r, ptr addrspace(1) %o
; The sign is looked at: it is extended within 64 bits first.
; CHECK: shl i64 {{.*}}, 31
; CHECK: ashr i64 {{.*}}, 31
; CHECK: icmp slt i64
  %c = icmp slt i33 %x, %m
  %z = zext i1 %c to i32
  store i32 %z, ptr addrspace(1) %o
; Three bytes in memory.
; CHECK: load i16, ptr addrspace(1) %o, align 2
; CHECK: load i8, ptr addrspace(1)
; CHECK: add i32
; CHECK: and i32 {{.*}}, 16777215
; CHECK: store i16
; CHECK: store i8
  %t = load i24, ptr addrspace(1) %o, align 2
  %u = add i24 %t, 1
  store i24 %u, ptr addrspace(1) %o, align 2
  ret void
}

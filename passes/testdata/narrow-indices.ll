; RUN: -O1 --target=spir64_gen-unknown-unknown --cpu=pvc --print-after=narrow-indices %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func i64 @_Z12get_group_idj(i32) nounwind willreturn memory(none)
declare spir_func i64 @_Z14get_local_sizej(i32) nounwind willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64)
; The product has 32 bits.
; CHECK-LABEL: define spir_kernel void @index(
; CHECK: %[[M:.*]] = mul i32
; CHECK: %[[A:.*]] = add i32 %[[M]]
; CHECK: sext i32 %[[A]] to i64
; CHECK-NOT: ashr
; CHECK: ret void
define spir_kernel void @index(ptr addrspace(1) %p) {
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %g = call spir_func i64 @_Z12get_group_idj(i32 0)
  %n = call spir_func i64 @_Z14get_local_sizej(i32 0)
  %m = mul i64 %g, %n
  %i = add i64 %m, %t
  %s = shl i64 %i, 32
  %a = ashr exact i64 %s, 30
  %q = getelementptr i8, ptr addrspace(1) %p, i64 %a
  store i32 1, ptr addrspace(1) %q
  ret void
}
; The lanes before this one that vote, of a ballot of 64 bits.
; CHECK-LABEL: define spir_kernel void @before(
; CHECK: shl i32 -1,{{.*}}
; CHECK: call i32 @_Z8popcountj(
; CHECK-NOT: popcountm
; CHECK: ret void
define spir_kernel void @before(ptr addrspace(1) %p, i32 %ballot) {
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %l = and i64 %t, 31
  %b = zext i32 %ballot to i64
  %u = shl nsw i64 -1, %l
  %v = xor i64 %u, -1
  %w = and i64 %b, %v
  %c = call i64 @llvm.ctpop.i64(i64 %w)
  %r = trunc i64 %c to i32
  store i32 %r, ptr addrspace(1) %p
  %q = getelementptr i8, ptr addrspace(1) %p, i64 8
  store i64 %b, ptr addrspace(1) %q
  %k = getelementptr i8, ptr addrspace(1) %p, i64 16
  store i64 %t, ptr addrspace(1) %k
  ret void
}
; A shift by more than the width is not narrowed, nor is a number that is used whole.
; CHECK-LABEL: define spir_kernel void @whole(
; CHECK: shl i64
; CHECK: mul i64
; CHECK: ret void
define spir_kernel void @whole(ptr addrspace(1) %p, i64 %x, i64 %y) {
  %s = shl i64 %x, %y
  %h = trunc i64 %s to i32
  store i32 %h, ptr addrspace(1) %p
  %m = mul i64 %x, %y
  %n = trunc i64 %m to i32
  %q = getelementptr i8, ptr addrspace(1) %p, i64 8
  store i64 %m, ptr addrspace(1) %q
  %o = getelementptr i8, ptr addrspace(1) %p, i64 16
  store i32 %n, ptr addrspace(1) %o
  ret void
}
; A constant is added to the upper half.
; CHECK-LABEL: define spir_kernel void @beyond(
; CHECK: %[[A:.*]] = add i32 %{{.*}}, 256
; CHECK: sext i32 %[[A]] to i64
; CHECK-NOT: ashr
; CHECK: ret void
define spir_kernel void @beyond(ptr addrspace(1) %p) {
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %s = shl i64 %t, 32
  %b = add i64 %s, 1099511627776
  %a = ashr exact i64 %b, 32
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %a
  store i32 1, ptr addrspace(1) %q
  ret void
}
; A structure of two numbers is copied.
; CHECK-LABEL: define spir_kernel void @copy(
; CHECK: %[[V:.*]] = load <2 x i32>, ptr addrspace(1) %p, align 8
; CHECK: store <2 x i32> %[[V]], ptr addrspace(3) %s, align 8
; CHECK: load i64
; CHECK: load volatile i64
; CHECK: ret void
define spir_kernel void @copy(ptr addrspace(1) %p, ptr addrspace(3) %s) {
  %v = load i64, ptr addrspace(1) %p, align 8
  store i64 %v, ptr addrspace(3) %s, align 8
  %q = getelementptr i64, ptr addrspace(1) %p, i64 1
  %w = load i64, ptr addrspace(1) %q, align 8
  %x = add i64 %w, 1
  store i64 %x, ptr addrspace(1) %p
  %y = load volatile i64, ptr addrspace(1) %q, align 8
  store i64 %y, ptr addrspace(3) %s
  ret void
}

; RUN: -O0 --print-after=wide-integers %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: define spir_kernel void @k(
; CHECK-NOT: i128
; CHECK: call spir_func i64 @_Z6mul_himm(i64 %a, i64 %b)
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %o, i64 %a, i64 %b) {
  %x = zext i64 %a to i128
  %y = zext i64 %b to i128
  %p = mul i128 %x, %y
  %h = lshr i128 %p, 64
  %r = trunc i128 %h to i64
  store i64 %r, ptr addrspace(1) %o
  %q = udiv i128 %p, 1000000007
  store i128 %q, ptr addrspace(1) %o, align 8
  ret void
}
; Operations that check for overflow have a structure of an integer and a bit as their result.
; CHECK: define spir_kernel void @checked(
; CHECK-NOT: i128
; CHECK: ret void
declare { i128, i1 } @llvm.uadd.with.overflow.i128(i128, i128)
declare { i33, i1 } @llvm.ssub.with.overflow.i33(i33, i33)
define spir_kernel void @checked(ptr addrspace(1) %o, i64 %a, i64 %b) {
  %x = zext i64 %a to i128
  %y = shl i128 %x, 64
  %p = call { i128, i1 } @llvm.uadd.with.overflow.i128(i128 %x, i128 %y)
  %s = extractvalue { i128, i1 } %p, 0
  %c = extractvalue { i128, i1 } %p, 1
  store i128 %s, ptr addrspace(1) %o, align 8
  %v = trunc i64 %b to i33
  %q = call { i33, i1 } @llvm.ssub.with.overflow.i33(i33 %v, i33 5)
  %d = extractvalue { i33, i1 } %q, 1
  %e = and i1 %c, %d
  %z = zext i1 %e to i64
  store i64 %z, ptr addrspace(1) %o
  ret void
}

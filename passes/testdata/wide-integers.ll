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

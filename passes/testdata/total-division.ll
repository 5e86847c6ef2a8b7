; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=total-division %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK-LABEL: @k.block(
; CHECK: [[Z:%.*]] = icmp eq i32 %b, 0
; CHECK: [[D:%.*]] = select i1 [[Z]], i32 1, i32 %b
; CHECK: udiv i32 %a, [[D]]
; CHECK: icmp eq i32 %b, -1
; CHECK: sdiv i32 %a, %{{[0-9]+}}
; A constant needs no care.
; CHECK: srem i32 %a, 10
define spir_kernel void @k(ptr addrspace(1) %o, i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  %r = sdiv i32 %a, %b
  %s = srem i32 %a, 10
  %t = add i32 %q, %r
  %u = xor i32 %t, %s
  store i32 %u, ptr addrspace(1) %o
  ret void
}

; RUN: -O0 %s
; ERROR: works on an integer of more than 128 bits
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
define spir_kernel void @k(ptr addrspace(1) %o, i64 %a) {
  %x = zext i64 %a to i256
  %y = mul i256 %x, %x
  %h = udiv i256 %y, 1000000007
  %r = trunc i256 %h to i64
  store i64 %r, ptr addrspace(1) %o
  ret void
}

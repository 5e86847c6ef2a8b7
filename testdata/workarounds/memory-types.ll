; Copyright 2026 The gohipcc Authors
; SPDX-License-Identifier: Apache-2.0

; A stack slot for two pointers.
; LINK: --target=spirv64-unknown-unknown -O0 --emit=asm
; WANT: OpVariable %_ptr_Function__arr_ulong_uint_2 Function
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
define spir_kernel void @k(ptr addrspace(1) %o, i64 %i) {
  %a = alloca [2 x ptr addrspace(4)], align 8
  %g = addrspacecast ptr addrspace(1) %o to ptr addrspace(4)
  store ptr addrspace(4) %g, ptr %a
  %p1 = getelementptr ptr addrspace(4), ptr %a, i64 1
  %h = getelementptr i32, ptr addrspace(4) %g, i64 1
  store ptr addrspace(4) %h, ptr %p1
  %p = getelementptr [2 x ptr addrspace(4)], ptr %a, i64 0, i64 %i
  %x = load ptr addrspace(4), ptr %p
  store i32 7, ptr addrspace(4) %x
  %q = getelementptr i8, ptr %a, i64 0
  %y = load ptr addrspace(4), ptr %q
  store i32 5, ptr addrspace(4) %y
  ret void
}

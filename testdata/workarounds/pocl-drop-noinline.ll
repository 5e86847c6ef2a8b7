; Copyright 2026 The gohipcc Authors
; SPDX-License-Identifier: Apache-2.0

; A function that is kept out of line and asks for the work-group's ID.
; LAUNCH: --kernel k --grid 4 --block 1 zeros:i32:4
; WANT: ^0 i32\[4\]: 0 1 2 3
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z12get_group_idj(i32) nounwind willreturn memory(none)

define internal spir_func i64 @block() noinline {
  %b = call spir_func i64 @_Z12get_group_idj(i32 0)
  ret i64 %b
}
define spir_kernel void @k(ptr addrspace(1) %a) {
  %b = call spir_func i64 @block()
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %b
  %i = trunc i64 %b to i32
  store i32 %i, ptr addrspace(1) %p
  ret void
}

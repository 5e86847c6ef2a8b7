; Copyright 2026 The gohipcc Authors
; SPDX-License-Identifier: Apache-2.0

; Code that a uniform branch and a divergent one lead to: "v = n; if (all || a[t] == 3) a[t] = v = 3 * n + 1; barrier(); a[t] = v".
; LAUNCH: --kernel k --block 8 range:i32:8 i32:0 i32:7
; WANT: ^0 i32\[8\]: 7 7 7 22 7 7 7 7
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent nounwind

define spir_kernel void @k(ptr addrspace(1) %a, i32 %all, i32 %n) {
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %t
  call spir_func void @_Z7barrierj(i32 3)
  %c = icmp ne i32 %all, 0
  br i1 %c, label %both, label %ask
ask:
  %o = load volatile i32, ptr addrspace(1) %p
  %m = icmp eq i32 %o, 3
  br i1 %m, label %both, label %join
both:
  %x = mul i32 %n, 3
  %q = add i32 %x, 1
  store volatile i32 %q, ptr addrspace(1) %p
  br label %join
join:
  %v = phi i32 [ %n, %ask ], [ %q, %both ]
  call spir_func void @_Z7barrierj(i32 3)
  store i32 %v, ptr addrspace(1) %p
  ret void
}

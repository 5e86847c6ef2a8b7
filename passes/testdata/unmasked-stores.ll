; RUN: --target=x86_64-unknown-linux-gnu --cpu=x86-64-v3 -O2 --emit=asm %s
; PASS: unmasked-stores
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; The least number and its index are kept where a condition holds, without stores under a mask.
; CHECK-LABEL: least:
; CHECK-NOT: maskmov
; CHECK: .Lfunc_end0:
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
define spir_kernel void @least(ptr addrspace(1) noalias %least, ptr addrspace(1) noalias %index, ptr addrspace(1) noalias %p, i32 %k) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %at = getelementptr float, ptr addrspace(1) %p, i64 %i
  %to = getelementptr float, ptr addrspace(1) %least, i64 %i
  %of = getelementptr i32, ptr addrspace(1) %index, i64 %i
  %v = load float, ptr addrspace(1) %at
  %old = load float, ptr addrspace(1) %to
  %last = load i32, ptr addrspace(1) %of
  %less = fcmp olt float %v, %old
  %new = select i1 %less, float %v, float %old
  %which = select i1 %less, i32 %k, i32 %last
  store i32 %which, ptr addrspace(1) %of
  store float %new, ptr addrspace(1) %to
  ret void
}

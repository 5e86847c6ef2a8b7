; RUN: --target=x86_64-unknown-linux-gnu --cpu=znver4 -O1 --print-after=work-groups %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func i64 @_Z12get_group_idj(i32) nounwind willreturn memory(none)
; A processor with AVX-512 by its name: both comparisons stay, since masks cost little.
; CHECK-LABEL: define internal void @between.block(
; CHECK-NOT: %range
; CHECK: icmp sgt i32
; CHECK-LABEL: define void @between(
define spir_kernel void @between(ptr addrspace(1) %p, i32 %n) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %b = call spir_func i64 @_Z12get_group_idj(i32 0)
  %base = mul i64 %b, 256
  %index = add i64 %base, %x
  %i = trunc i64 %index to i32
  %low = icmp sgt i32 %i, 0
  %high = icmp slt i32 %i, %n
  %in = and i1 %low, %high
  br i1 %in, label %then, label %end
then:
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  store i32 1, ptr addrspace(1) %at
  br label %end
end:
  ret void
}

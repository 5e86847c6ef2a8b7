; RUN: -O1 --target=spir64_gen-unknown-unknown --cpu=pvc --print-after=barriers %s
; PASS: independent-subgroups
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i32 @_Z22get_sub_group_local_idv() nounwind willreturn memory(none)
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent nounwind
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
; Where only some lanes exchange values, they do so by themselves: nothing is lowered.
; CHECK-LABEL: define spir_kernel void @some(
; CHECK: br i1
; CHECK: call spir_func i32 @_Z17sub_group_shufflejj({{.*}}) #[[INDEPENDENT:[0-9]+]]
; CHECK-NOT: br i1
; CHECK: ret void
; CHECK: attributes #[[INDEPENDENT]] = {{.*}}"gohip-independent"
define spir_kernel void @some(ptr addrspace(1) %p) {
  %t = call spir_func i64 @_Z12get_local_idj(i32 0)
  %c = icmp ult i64 %t, 7
  br i1 %c, label %work, label %done
work:
  %v = load i32, ptr addrspace(1) %p
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  %f = xor i32 %l, 1
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %f)
  store i32 %x, ptr addrspace(1) %p
  br label %done
done:
  ret void
}

; RUN: -O1 --target=spir64_gen-unknown-unknown --cpu=pvc --print-after=global-sizes %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z14get_num_groupsj(i32) nounwind willreturn memory(none)
declare spir_func i64 @_Z14get_local_sizej(i32) nounwind willreturn memory(none)
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call spir_func i64 @_Z15get_global_sizej(i32 1)
; CHECK: trunc i64
; CHECK: call spir_func i64 @_Z15get_global_sizej(i32 0)
; CHECK-NOT: mul
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call spir_func i64 @_Z14get_num_groupsj(i32 1)
  %l = call spir_func i64 @_Z14get_local_sizej(i32 1)
  %g32 = trunc i64 %g to i32
  %l32 = trunc i64 %l to i32
  %n = mul i32 %l32, %g32
  store i32 %n, ptr addrspace(1) %p
  %gx = call spir_func i64 @_Z14get_num_groupsj(i32 0)
  %lx = call spir_func i64 @_Z14get_local_sizej(i32 0)
  %m = mul i64 %gx, %lx
  store i64 %m, ptr addrspace(1) %q
  ret void
}
; Of two dimensions.
; CHECK-LABEL: define spir_kernel void @other(
; CHECK: mul i64
; CHECK: ret void
define spir_kernel void @other(ptr addrspace(1) %q) {
  %gx = call spir_func i64 @_Z14get_num_groupsj(i32 0)
  %ly = call spir_func i64 @_Z14get_local_sizej(i32 1)
  %m = mul i64 %gx, %ly
  store i64 %m, ptr addrspace(1) %q
  ret void
}

; RUN: -O1 --target=spir64_gen-unknown-unknown --cpu=pvc --print-after=relative-shuffles %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i32 @_Z22get_sub_group_local_idv() nounwind willreturn memory(none)
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent nounwind
declare spir_func i64 @_Z17sub_group_shufflemj(i64, i32) convergent nounwind
; The last eight lanes keep their own value.
; CHECK-LABEL: define spir_kernel void @down(
; CHECK: %[[D:.*]] = call spir_func i32 @_Z22sub_group_shuffle_downjj(i32 %[[V:.*]], i32 8)
; CHECK: %[[L:.*]] = call spir_func i32 @_Z22get_sub_group_local_idv()
; CHECK: %[[C:.*]] = icmp ult i32 %[[L]], 24
; CHECK: %[[R:.*]] = select i1 %[[C]], i32 %[[D]], i32 %[[V]]
; CHECK: store i32 %[[R]]
define spir_kernel void @down(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  %i = and i32 %l, 31
  %far = add i32 %i, 8
  %out = icmp sgt i32 %far, 31
  %f = select i1 %out, i32 %i, i32 %far
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %f)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
; The first ones, of 64 bits.
; CHECK-LABEL: define spir_kernel void @up(
; CHECK: call spir_func i64 @_Z20sub_group_shuffle_upmj(i64 %{{.*}}, i32 4)
; CHECK: icmp uge i32 %{{.*}}, 4
define spir_kernel void @up(ptr addrspace(1) %p) {
  %v = load i64, ptr addrspace(1) %p
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  %i = and i32 %l, 31
  %far = sub i32 %i, 4
  %out = icmp slt i32 %far, 0
  %f = select i1 %out, i32 %i, i32 %far
  %x = call spir_func i64 @_Z17sub_group_shufflemj(i64 %v, i32 %f)
  store i64 %x, ptr addrspace(1) %p
  ret void
}
; Of segments of eight lanes the last two: a lane's bit says whether it reads.
; CHECK-LABEL: define spir_kernel void @segments(
; CHECK: call spir_func i32 @_Z22sub_group_shuffle_downjj(i32 %{{.*}}, i32 2)
; CHECK: lshr i32 1061109567,
define spir_kernel void @segments(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p
  %i = call spir_func i32 @_Z22get_sub_group_local_idv()
  %in = and i32 %i, 7
  %last = icmp ugt i32 %in, 5
  %far = add i32 %i, 2
  %f = select i1 %last, i32 %i, i32 %far
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %f)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: define spir_kernel void @others(
; CHECK: call spir_func i32 @_Z21sub_group_shuffle_xorjj(i32 %{{.*}}, i32 5)
; CHECK: call spir_func i32 @_Z17sub_group_shufflejj(i32 %{{.*}}, i32 0)
; Rotation reads from two distances, and data decide the last.
; CHECK: call spir_func i32 @_Z17sub_group_shufflejj(i32 %{{.*}}, i32 %{{.*}})
; CHECK: call spir_func i32 @_Z17sub_group_shufflejj(i32 %{{.*}}, i32 %{{.*}})
define spir_kernel void @others(ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %p
  %i = call spir_func i32 @_Z22get_sub_group_local_idv()
  %f = xor i32 %i, 5
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %f)
  store volatile i32 %x, ptr addrspace(1) %p
  %first = and i32 %i, -32
  %y = call spir_func i32 @_Z17sub_group_shufflejj(i32 %x, i32 %first)
  %next = add i32 %i, 1
  %r = and i32 %next, 31
  %z = call spir_func i32 @_Z17sub_group_shufflejj(i32 %y, i32 %r)
  %w = call spir_func i32 @_Z17sub_group_shufflejj(i32 %z, i32 %v)
  store i32 %w, ptr addrspace(1) %p
  ret void
}

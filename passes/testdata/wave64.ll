; RUN: --target=x86_64-unknown-linux-gnu -O1 --warp-size=64 --print-after=work-groups %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i32 @_Z22get_sub_group_local_idv() nounwind willreturn memory(none)
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent nounwind
declare spir_func <4 x i32> @_Z16sub_group_balloti(i32) convergent nounwind
; Warps have 64 lanes: a shuffle is one permutation of 64 values, and a ballot's mask has two elements.
; CHECK-LABEL: define internal void @swap.block(
; CHECK: add i64 %{{.*}}, 63
; CHECK: lshr i64 %item, 6
; CHECK: [[MASK:%.*]] = load i64, ptr
; CHECK: trunc i64 [[MASK]] to i32
; CHECK: lshr i64 [[MASK]], 32
; CHECK: icmp ne <64 x i8>
; CHECK: bitcast <64 x i1> %{{.*}} to i64
; CHECK: shufflevector <64 x i32> %{{.*}}, <64 x i32> poison, <64 x i32> <i32 32, i32 33,
define spir_kernel void @swap(ptr addrspace(1) %o) {
  %lane = call spir_func i32 @_Z22get_sub_group_local_idv()
  %from = xor i32 %lane, 32
  %v = call spir_func i32 @_Z17sub_group_shufflejj(i32 %lane, i32 %from)
  %odd = and i32 %lane, 1
  %b = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 %odd)
  %b0 = extractelement <4 x i32> %b, i32 0
  %b1 = extractelement <4 x i32> %b, i32 1
  %s = add i32 %b0, %b1
  %r = add i32 %s, %v
  %i = zext i32 %lane to i64
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %r, ptr addrspace(1) %p
  ret void
}

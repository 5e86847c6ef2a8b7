; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=insert-warp-barriers %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func <4 x i32> @_Z16sub_group_balloti(i32) convergent nounwind

; A warp that goes on until another has changed its place: the ballot is of one warp, so the loop has a
; mark at its latch, where others run.
; CHECK-LABEL: define spir_kernel void @warps(
; CHECK: store volatile i32
; CHECK: @_Z16sub_group_balloti(
; CHECK: fence syncscope("singlethread") acquire
; CHECK-NEXT: br i1
; CHECK: ret void
define spir_kernel void @warps(ptr addrspace(1) %state) {
entry:
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %warp = lshr i64 %i, 5
  %own = getelementptr i32, ptr addrspace(1) %state, i64 %warp
  %other = getelementptr i32, ptr addrspace(1) %own, i64 1
  br label %loop
loop:
  %s = load volatile i32, ptr addrspace(1) %other
  %ready = icmp ne i32 %s, 0
  br i1 %ready, label %done, label %next
done:
  store volatile i32 %s, ptr addrspace(1) %own
  br label %next
next:
  %left = icmp eq i32 %s, 0
  %bit = zext i1 %left to i32
  %votes = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 %bit) convergent
  %lanes = extractelement <4 x i32> %votes, i32 0
  %again = icmp ne i32 %lanes, 0
  br i1 %again, label %loop, label %out
out:
  ret void
}

; The same with a barrier of the block in the loop: who is waited for may be in another block.
; CHECK-LABEL: define spir_kernel void @blocks(
; CHECK: @_Z7barrierj(
; CHECK: fence syncscope("singlethread") acquire
; CHECK-NEXT: br i1
; CHECK: ret void
declare spir_func void @_Z7barrierj(i32) convergent nounwind
declare spir_func i64 @_Z12get_group_idj(i32) nounwind willreturn memory(none)
define spir_kernel void @blocks(ptr addrspace(1) %state, i64 %n) {
entry:
  %i = call spir_func i64 @_Z12get_group_idj(i32 0)
  br label %loop
loop:
  %k = phi i64 [ %i, %entry ], [ %k2, %next ]
  %own = getelementptr i32, ptr addrspace(1) %state, i64 %k
  %s = load volatile i32, ptr addrspace(1) %own
  %ready = icmp ne i32 %s, 0
  br i1 %ready, label %done, label %next
done:
  %later = add i64 %k, 4
  %child = getelementptr i32, ptr addrspace(1) %own, i64 4
  store volatile i32 %s, ptr addrspace(1) %child
  br label %next
next:
  %k2 = phi i64 [ %k, %loop ], [ %later, %done ]
  call spir_func void @_Z7barrierj(i32 3) convergent
  %more = icmp ult i64 %k2, %n
  br i1 %more, label %loop, label %out
out:
  ret void
}

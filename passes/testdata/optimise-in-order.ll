; RUN: -O2 --print-after=insert-warp-barriers %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [64 x i32] undef, align 4
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind
; Lanes read in one branch and store in the next. One branch made of both would leave no point
; between the accesses: this kernel is optimised without threading jumps.
; CHECK-LABEL: define spir_kernel void @replaced(
; CHECK: br i1
; CHECK: load i32, ptr addrspace(3)
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK: br i1
; CHECK: store i32 %a, ptr addrspace(3)
; CHECK: ret void
define spir_kernel void @replaced(ptr addrspace(1) %o, i32 %a) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %others = icmp ne i64 %i, 0
  br i1 %others, label %read, label %join
read:
  %v = call spir_func i32 @previous(i64 %i)
  br label %join
join:
  %w = phi i32 [ %v, %read ], [ 0, %0 ]
  %first = icmp eq i64 %i, 0
  br i1 %first, label %write, label %end
write:
  store i32 %a, ptr addrspace(3) @s
  br label %end
end:
  %r = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %w, ptr addrspace(1) %r
  ret void
}
; With a barrier, the second branch stays anyway, and nothing is added.
; CHECK-LABEL: define spir_kernel void @apart(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @apart(ptr addrspace(1) %o, i32 %a) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %others = icmp ne i64 %i, 0
  br i1 %others, label %read, label %join
read:
  %v = call spir_func i32 @previous(i64 %i)
  br label %join
join:
  %w = phi i32 [ %v, %read ], [ 0, %0 ]
  call spir_func void @_Z7barrierj(i32 1)
  %first = icmp eq i64 %i, 0
  br i1 %first, label %write, label %end
write:
  store i32 %a, ptr addrspace(3) @s
  br label %end
end:
  %r = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %w, ptr addrspace(1) %r
  ret void
}
define internal spir_func i32 @previous(i64 %i) {
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  %q = getelementptr i8, ptr addrspace(3) %p, i64 -4
  %v = load i32, ptr addrspace(3) %q
  ret i32 %v
}

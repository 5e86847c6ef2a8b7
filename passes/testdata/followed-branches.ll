; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=work-groups %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; Work-items exit before a loop with barriers. How often it is repeated is known to those as well, so that all execute
; its barriers, and the sums of the loop within it are computed in step: no warps, and no ID of the next barrier for
; each work-item.
; CHECK-LABEL: define internal void @tiled.block(
; CHECK-NOT: %ids =
; CHECK-NOT: %warp = alloca
; CHECK: %sum{{.*}}.var{{.*}} = getelementptr inbounds i8, ptr
; CHECK-LABEL: define void @tiled(
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent
@s = internal addrspace(3) global [64 x float] undef
define spir_kernel void @tiled(ptr addrspace(1) %p, ptr addrspace(1) %o, i32 %n, i32 %rounds) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %t = trunc i64 %id to i32
  %inside = icmp slt i32 %t, %n
  br i1 %inside, label %begin, label %exit
begin:
  %to = getelementptr float, ptr addrspace(1) %o, i64 %id
  %mine = load float, ptr addrspace(1) %to
  %own = getelementptr float, ptr addrspace(3) @s, i64 %id
  %any = icmp sgt i32 %rounds, 0
  br i1 %any, label %round, label %end
round:
  %k = phi i32 [ 0, %begin ], [ %k.next, %latch ]
  %before = phi float [ 0.0, %begin ], [ %add, %latch ]
  %row = shl i32 %k, 6
  %first = zext i32 %row to i64
  %index = add i64 %first, %id
  %from = getelementptr float, ptr addrspace(1) %p, i64 %index
  %v = load float, ptr addrspace(1) %from
  store float %v, ptr addrspace(3) %own
  call spir_func void @_Z7barrierj(i32 3)
  br label %body
body:
  %e = phi i64 [ 0, %round ], [ %e.next, %body ]
  %sum = phi float [ %before, %round ], [ %add, %body ]
  %at = getelementptr float, ptr addrspace(3) @s, i64 %e
  %w = load float, ptr addrspace(3) %at
  %d = fsub float %w, %mine
  %square = fmul float %d, %d
  %add = fadd float %sum, %square
  %e.next = add i64 %e, 1
  %more = icmp ult i64 %e.next, 64
  br i1 %more, label %body, label %latch
latch:
  call spir_func void @_Z7barrierj(i32 3)
  %k.next = add i32 %k, 1
  %again = icmp slt i32 %k.next, %rounds
  br i1 %again, label %round, label %end
end:
  %all = phi float [ 0.0, %begin ], [ %add, %latch ]
  store float %all, ptr addrspace(1) %to
  br label %exit
exit:
  ret void
}

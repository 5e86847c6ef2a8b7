; RUN: -O1 --print-after=insert-warp-barriers %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)

; A loop that goes on until a neighbour has changed, and changes its own place for others.
; CHECK-LABEL: define spir_kernel void @neighbours(
; CHECK: store volatile i32
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK-NEXT: br i1
; CHECK: ret void
define spir_kernel void @neighbours(ptr addrspace(1) %state, i64 %n) {
entry:
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %k = phi i64 [ %i, %entry ], [ %k2, %next ]
  %own = getelementptr i32, ptr addrspace(1) %state, i64 %k
  %k1 = add i64 %k, 1
  %other = getelementptr i32, ptr addrspace(1) %state, i64 %k1
  %s = load volatile i32, ptr addrspace(1) %other
  %ready = icmp ne i32 %s, 0
  br i1 %ready, label %done, label %next
done:
  store volatile i32 %s, ptr addrspace(1) %own
  %later = add i64 %k, 64
  br label %next
next:
  %k2 = phi i64 [ %k, %loop ], [ %later, %done ]
  %more = icmp ult i64 %k2, %n
  br i1 %more, label %loop, label %out
out:
  ret void
}

; One that a count ends, and one that waits for nothing of its own kind.
; CHECK-LABEL: define spir_kernel void @others(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @others(ptr addrspace(1) %state, ptr addrspace(1) %flag, i64 %n) {
entry:
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  br label %loop
loop:
  %k = phi i64 [ %i, %entry ], [ %k1, %loop ]
  %own = getelementptr i32, ptr addrspace(1) %state, i64 %k
  %k1 = add i64 %k, 128
  %other = getelementptr i32, ptr addrspace(1) %state, i64 %k1
  %s = load volatile i32, ptr addrspace(1) %other
  store volatile i32 %s, ptr addrspace(1) %own
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %flags
flags:
  %f = load volatile i32, ptr addrspace(1) %flag
  store volatile i32 %f, ptr addrspace(1) %state
  %no = icmp eq i32 %f, 0
  br i1 %no, label %flags, label %out
out:
  ret void
}

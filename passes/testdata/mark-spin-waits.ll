; RUN: -O1 --print-after=mark-spin-waits %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z13get_global_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z22__spirv_ControlBarrierjjj(i32, i32, i32) convergent nounwind

; An addition of nothing is a look. Where it finds what it waits for there is no mark.
; CHECK-LABEL: define spir_kernel void @spin(
; CHECK: atomicrmw
; CHECK: br i1 %{{.*}}, label %[[MARK:.*]], label %go
; CHECK: [[MARK]]:
; CHECK-NEXT: fence syncscope("singlethread") acquire
; CHECK-NEXT: br label %wait
; CHECK: go:
; CHECK-NOT: fence
; CHECK: ret void
define spir_kernel void @spin(ptr addrspace(1) %flag, ptr addrspace(1) %p) {
entry:
  br label %wait
wait:
  %v = atomicrmw add ptr addrspace(1) %flag, i32 0 syncscope("device") monotonic
  %no = icmp eq i32 %v, 0
  br i1 %no, label %wait, label %go
go:
  store i32 1, ptr addrspace(1) %p
  ret void
}

; So is a volatile load of a place that is the same in every round; a count of the rounds
; may end the loop too.
; CHECK-LABEL: define spir_kernel void @patience(
; CHECK: fence syncscope("singlethread") acquire
; CHECK: ret void
define spir_kernel void @patience(ptr addrspace(1) %flag, i32 %most) {
entry:
  %me = call spir_func i64 @_Z13get_global_idj(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %flag, i64 %me
  br label %wait
wait:
  %i = phi i32 [ 0, %entry ], [ %next, %again ]
  %v = load volatile i32, ptr addrspace(1) %at
  %no = icmp eq i32 %v, 0
  br i1 %no, label %again, label %go
again:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %most
  br i1 %more, label %wait, label %go
go:
  store i32 1, ptr addrspace(1) %at
  ret void
}

; A lock, a loop over volatile memory, an atomic maximum, a wait in shared memory and a
; loop that reads the same place but does not end by it wait for no block.
; CHECK-LABEL: define spir_kernel void @others(
; CHECK-NOT: fence
; CHECK: ret void
define spir_kernel void @others(ptr addrspace(1) %p, ptr addrspace(3) %s, i32 %n) {
entry:
  br label %lock
lock:
  %x = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 syncscope("device") acquire monotonic
  %got = extractvalue { i32, i1 } %x, 1
  br i1 %got, label %list, label %lock
list:
  %k = phi i32 [ 0, %lock ], [ %k1, %list ]
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %k
  %v = load volatile i32, ptr addrspace(1) %at
  %k1 = add i32 %k, 1
  %end = icmp eq i32 %v, 0
  br i1 %end, label %most, label %list
most:
  %m = phi i32 [ %n, %list ], [ %old, %most ]
  %old = atomicrmw max ptr addrspace(1) %p, i32 %m syncscope("device") monotonic
  %less = icmp slt i32 %old, %m
  br i1 %less, label %most, label %shared
shared:
  %w = load volatile i32, ptr addrspace(3) %s
  %no = icmp eq i32 %w, 0
  br i1 %no, label %shared, label %sum
sum:
  %i = phi i32 [ 0, %shared ], [ %i1, %sum ]
  %t = phi i32 [ 0, %shared ], [ %t1, %sum ]
  %u = load volatile i32, ptr addrspace(1) %p
  %t1 = add i32 %t, %u
  %i1 = add i32 %i, 1
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %sum, label %out
out:
  store i32 %t1, ptr addrspace(1) %p
  ret void
}

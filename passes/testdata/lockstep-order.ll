; RUN: -O1 --print-after=insert-warp-barriers %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [1024 x i32] undef, align 4
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind
; One lane replaces what its neighbour reads: all have read before.
; CHECK-LABEL: define spir_kernel void @replaced(
; CHECK: load i32, ptr addrspace(3)
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK: br i1
; CHECK: store i32 %a, ptr addrspace(3) @s
; CHECK: ret void
define spir_kernel void @replaced(ptr addrspace(1) %o, i32 %a) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %others = icmp ne i64 %i, 0
  br i1 %others, label %read, label %join
read:
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  %q = getelementptr i8, ptr addrspace(3) %p, i64 -4
  %v = load i32, ptr addrspace(3) %q
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
; Each lane stores where another has read.
; CHECK-LABEL: define spir_kernel void @rotated(
; CHECK: load i32, ptr addrspace(3)
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK-NEXT: store i32 %v, ptr addrspace(3)
; CHECK: ret void
define spir_kernel void @rotated() {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  %n = add i64 %i, 1
  %m = and i64 %n, 31
  %q = getelementptr i32, ptr addrspace(3) @s, i64 %m
  %v = load i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(3) %p
  ret void
}
; One lane overwrites what another has stored.
; CHECK-LABEL: define spir_kernel void @overwritten(
; CHECK: store i32 %a, ptr addrspace(3)
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK: store i32 %b, ptr addrspace(3)
; CHECK: ret void
define spir_kernel void @overwritten(ptr addrspace(1) %o, i32 %a, i32 %b) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  store i32 %a, ptr addrspace(3) %p
  %first = icmp eq i64 %i, 0
  br i1 %first, label %write, label %end
write:
  store i32 %b, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s, i64 20)
  br label %end
end:
  call spir_func void @_Z7barrierj(i32 1)
  %v = load i32, ptr addrspace(3) @s
  store i32 %v, ptr addrspace(1) %o
  ret void
}
; All lanes store one value: the order does not matter.
; CHECK-LABEL: define spir_kernel void @same(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @same(i32 %a) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  store volatile i32 %a, ptr addrspace(3) @s
  store volatile i32 %a, ptr addrspace(3) %p
  ret void
}
; Which lanes store depends on data: they may be lanes whose elements no other reads.
; CHECK-LABEL: define spir_kernel void @unknown(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @unknown(ptr addrspace(1) %o) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  %q = getelementptr i8, ptr addrspace(3) %p, i64 4
  %v = load i32, ptr addrspace(3) %q
  %r = getelementptr i32, ptr addrspace(1) %o, i64 %i
  %d = load i32, ptr addrspace(1) %r
  store i32 %v, ptr addrspace(1) %r
  %some = icmp sgt i32 %d, 0
  br i1 %some, label %write, label %end
write:
  store i32 %d, ptr addrspace(3) %p
  br label %end
end:
  ret void
}
; A loop that lacks the barrier at its end may have one iteration only.
; CHECK-LABEL: define spir_kernel void @loop(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @loop(ptr addrspace(1) %o, i32 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  %x = xor i64 %i, 1
  %q = getelementptr i32, ptr addrspace(3) @s, i64 %x
  %r = getelementptr i32, ptr addrspace(1) %o, i64 %i
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %k1, %loop ]
  store i32 %k, ptr addrspace(3) %p
  call spir_func void @_Z7barrierj(i32 1)
  %v = load i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(1) %r
  %k1 = add i32 %k, 1
  %c = icmp ult i32 %k1, %n
  br i1 %c, label %loop, label %out
out:
  ret void
}
; A branch whose arms access one address: the arm for false goes first, then the other.
; CHECK-LABEL: define spir_kernel void @arms(
; CHECK: br i1 %first, label %[[BETWEEN:[0-9]+]], label %read
; CHECK: read:
; CHECK: %v = load i32, ptr addrspace(3)
; CHECK-NEXT: br label %[[BETWEEN]]
; CHECK: [[BETWEEN]]:
; CHECK-NEXT: %[[V:[0-9]+]] = phi i32 [ poison, %0 ], [ %v, %read ]
; CHECK-NEXT: call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK-NEXT: br i1 %first, label %write, label %join
; CHECK: write:
; CHECK-NEXT: store i32 %a, ptr addrspace(3) @s
; CHECK-NEXT: br label %join
; CHECK: join:
; CHECK-NEXT: phi i32 [ %[[V]], %[[BETWEEN]] ], [ %a, %write ]
; CHECK: ret void
define spir_kernel void @arms(ptr addrspace(1) %o, i32 %a) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %first = icmp eq i64 %i, 0
  br i1 %first, label %write, label %read
read:
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  %q = getelementptr i8, ptr addrspace(3) %p, i64 -4
  %v = load i32, ptr addrspace(3) %q
  br label %join
write:
  store i32 %a, ptr addrspace(3) @s
  br label %join
join:
  %w = phi i32 [ %v, %read ], [ %a, %write ]
  call spir_func void @_Z7barrierj(i32 1)
  %r = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %w, ptr addrspace(1) %r
  ret void
}
; The blocks of an arm are changed in their order, in which the predecessors of their end are listed.
; CHECK-LABEL: define spir_kernel void @ways(
; CHECK: ; preds = %0, %d, %c, %b, %a, %read
define spir_kernel void @ways(ptr addrspace(1) %o, i32 %v, i32 %k) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %first = icmp eq i64 %i, 0
  br i1 %first, label %write, label %read
read:
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  %q = getelementptr i8, ptr addrspace(3) %p, i64 -4
  %r = load volatile i32, ptr addrspace(3) %q
  switch i32 %k, label %join [ i32 0, label %a
                               i32 1, label %b
                               i32 2, label %c
                               i32 3, label %d ]
a:
  store volatile i32 %r, ptr addrspace(1) %o
  br label %join
b:
  store volatile i32 1, ptr addrspace(1) %o
  store volatile i32 %r, ptr addrspace(1) %o
  br label %join
c:
  store volatile i32 2, ptr addrspace(1) %o
  br label %join
d:
  store volatile i32 %k, ptr addrspace(1) %o
  br label %join
write:
  store i32 %v, ptr addrspace(3) @s
  br label %join
join:
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}

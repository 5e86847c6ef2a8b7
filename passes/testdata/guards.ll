; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=work-groups %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func i64 @_Z12get_group_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent
; The first %n work-items of a row do something: the loop over x ends there.
; CHECK-LABEL: define internal void @below.block(
; CHECK: br i1 true, label %then, label %end
; CHECK: region0.latch:
; CHECK: %[[MORE:[0-9]+]] = icmp ult i64 %{{[0-9]+}}, %[[END:[0-9]+]]
; CHECK-NEXT: br i1 %[[MORE]], label %region0.x,
; CHECK: region0.y:
; CHECK: icmp ult i64 0, %n
; CHECK: %[[END]] = select i1
; CHECK: %[[ANY:[0-9]+]] = icmp ult i64 0, %[[END]]
; CHECK-NEXT: br i1 %[[ANY]], label %region0.x,
; CHECK-LABEL: define void @below(
define spir_kernel void @below(ptr addrspace(3) %s, i64 %n) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %some = icmp ult i64 %x, %n
  br i1 %some, label %then, label %end
then:
  %at = getelementptr i32, ptr addrspace(3) %s, i64 %x
  store i32 1, ptr addrspace(3) %at
  br label %end
end:
  ret void
}
; The sum may wrap around: the loop runs over two ranges.
; CHECK-LABEL: define internal void @sum.block(
; CHECK: br i1 true, label %then, label %end
; CHECK: %second = phi i1 [ false, %region0.y ], [ true,
; CHECK-NEXT: %[[BEGIN:[0-9]+]] = select i1 %second
; CHECK-NEXT: %[[END:[0-9]+]] = select i1 %second
; CHECK-NEXT: store i64 %[[BEGIN]], ptr %x
; CHECK-NEXT: icmp ult i64 %[[BEGIN]], %[[END]]
; CHECK-LABEL: define void @sum(
define spir_kernel void @sum(ptr addrspace(1) %p, i32 %n) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %b = call spir_func i64 @_Z12get_group_idj(i32 0)
  %base = mul i64 %b, 256
  %index = add i64 %base, %x
  %i = trunc i64 %index to i32
  %out = icmp sge i32 %i, %n
  br i1 %out, label %end, label %then
then:
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  store i32 1, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
; One work-item.
; CHECK-LABEL: define internal void @one.block(
; CHECK: br i1 true, label %then, label %end
; CHECK-NOT: phi
; CHECK-LABEL: define void @one(
define spir_kernel void @one(ptr addrspace(1) %p) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %first = icmp eq i64 %x, 0
  br i1 %first, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
; A store before the branch, an effect on both sides, and a bound that differs in a row: all
; work-items are looked at.
; CHECK-LABEL: define internal void @before.block(
; CHECK: br i1 %some, label
; CHECK-LABEL: define void @before(
define spir_kernel void @before(ptr addrspace(1) %p, i64 %n) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  store volatile i32 2, ptr addrspace(1) %p
  %some = icmp ult i64 %x, %n
  br i1 %some, label %then, label %end
then:
  store volatile i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @both.block(
; CHECK: br i1 %some, label
; CHECK-LABEL: define void @both(
define spir_kernel void @both(ptr addrspace(1) %p, i64 %n) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %some = icmp ult i64 %x, %n
  br i1 %some, label %then, label %else
then:
  %a = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  br label %end
else:
  %b = atomicrmw or ptr addrspace(1) %p, i32 2 monotonic
  br label %end
end:
  ret void
}
; CHECK-LABEL: define internal void @varying.block(
; CHECK: br i1 %some, label
; CHECK-LABEL: define void @varying(
define spir_kernel void @varying(ptr addrspace(1) %p) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %x
  %n = load i64, ptr addrspace(1) %at
  %some = icmp ult i64 %x, %n
  br i1 %some, label %then, label %end
then:
  store i64 1, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
; A condition that is the same for a row: the row is left out if it does not hold.
; CHECK-LABEL: define internal void @rows.block(
; CHECK: br i1 true, label %then, label %end
; CHECK: region0.y:
; CHECK: %[[HOLDS:[0-9]+]] = freeze i1
; CHECK: br i1 %[[HOLDS]], label
define spir_kernel void @rows(ptr addrspace(3) %s, i64 %n, i64 %m) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %y = call spir_func i64 @_Z12get_local_idj(i32 1)
  %a = icmp ult i64 %x, %n
  %b = icmp ult i64 %y, %m
  %some = select i1 %a, i1 %b, i1 false
  br i1 %some, label %then, label %end
then:
  %at = getelementptr i32, ptr addrspace(3) %s, i64 %x
  store i32 1, ptr addrspace(3) %at
  br label %end
end:
  ret void
}
; All work-items do something before the branch: rows for which it is true have a loop without it.
; CHECK-LABEL: define internal void @late.block(
; CHECK: region0.row:
; CHECK: %[[BEGIN:[0-9]+]] = load i64, ptr %x
; CHECK: %[[FIRST:[0-9]+]] = add i32
; CHECK: %[[LAST:[0-9]+]] = add i32 %[[FIRST]],
; CHECK: icmp sle i32 %[[FIRST]], %[[LAST]]
; CHECK: %[[A:[0-9]+]] = icmp slt i32 %[[FIRST]], %n
; CHECK: %[[B:[0-9]+]] = icmp slt i32 %[[LAST]], %n
; CHECK: freeze i1
; CHECK: br i1 %{{[0-9]+}}, label %region0.x.all, label %region0.x
; CHECK: entry.all:
; CHECK: br i1 true, label %then.all, label %end.all
; CHECK-LABEL: define void @late(
define spir_kernel void @late(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %b = call spir_func i64 @_Z12get_group_idj(i32 0)
  %base = mul i64 %b, 256
  %index = add i64 %base, %x
  %i = trunc i64 %index to i32
  %before = getelementptr i32, ptr addrspace(1) %q, i64 %index
  store i32 2, ptr addrspace(1) %before
  %in = icmp slt i32 %i, %n
  br i1 %in, label %then, label %end
then:
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  store i32 1, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
; Two comparisons, each of which may hold for two ranges: the loop runs over what these have in common.
; CHECK-LABEL: define internal void @between.block(
; CHECK: br i1 true, label %then, label %end
; CHECK: %range = phi i32 [ 0, %region0.y ], [
; CHECK: icmp eq i32 %range, 3
; The further ranges are looked at if one of them has work-items, which none has unless the sum wraps around.
; CHECK: add i32 %range, 1
; CHECK-NEXT: or i1
; CHECK-LABEL: define void @between(
define spir_kernel void @between(ptr addrspace(1) %p, i32 %n) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %b = call spir_func i64 @_Z12get_group_idj(i32 0)
  %base = mul i64 %b, 256
  %index = add i64 %base, %x
  %i = trunc i64 %index to i32
  %low = icmp sgt i32 %i, 0
  %high = icmp slt i32 %i, %n
  %in = and i1 %low, %high
  br i1 %in, label %then, label %end
then:
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  store i32 1, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
; Neighbours in y have neighbouring elements: in blocks of 16 rows or more the innermost loop runs along y, and ends
; where the condition on y does not hold.
; CHECK-LABEL: define internal void @columns.block(
; CHECK: icmp uge i64 %{{[0-9]+}}, 16
; CHECK: br i1 true, label %then.y, label %end.y
; CHECK: region0.latch.y:
; CHECK-NEXT: load i64, ptr %y
; CHECK: br i1 %{{[0-9]+}}, label %region0.y,
; CHECK: br i1 %{{[0-9]+}}, label %region0.x,
; CHECK-LABEL: define void @columns(
define spir_kernel void @columns(ptr addrspace(1) %p, i64 %pitch, i64 %n) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %y = call spir_func i64 @_Z12get_local_idj(i32 1)
  %some = icmp ult i64 %y, %n
  br i1 %some, label %then, label %end
then:
  %row = mul i64 %x, %pitch
  %index = add i64 %row, %y
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  store i32 1, ptr addrspace(1) %at
  br label %end
end:
  ret void
}
; Neighbours in both dimensions have, and neighbours in y have in one array only.
; CHECK-LABEL: define internal void @either.block(
; CHECK-NOT: icmp uge i64 %{{[0-9]+}}, 16
; CHECK-LABEL: define void @either(
define spir_kernel void @either(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %pitch) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %y = call spir_func i64 @_Z12get_local_idj(i32 1)
  %row = mul i64 %x, %pitch
  %index = add i64 %row, %y
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  %v = load i32, ptr addrspace(1) %at
  %column = mul i64 %y, %pitch
  %other = add i64 %column, %x
  %to = getelementptr i32, ptr addrspace(1) %q, i64 %other
  store i32 %v, ptr addrspace(1) %to
  ret void
}
; The distance of elements is known to the launch only: a copy of the region for 1, and elsewhere LLVM does not see the product.
; CHECK-LABEL: define internal void @strided.block(
; CHECK: [[P:%.*]] = mul i32 {{.*}}%s
; CHECK-NEXT: [[H:%.*]] = call i32 @llvm.umul.fix.i32(i32 [[P]], i32 1, i32 0)
; CHECK-NEXT: zext i32 [[H]] to i64
; CHECK: icmp eq i32 %s, 1
; CHECK: [[I:%.*]] = trunc i64 %{{.*}} to i32
; CHECK-NEXT: mul i32
; CHECK-NEXT: zext i32 [[I]] to i64
; CHECK-LABEL: define void @strided(
define spir_kernel void @strided(ptr addrspace(1) %p, i32 %s) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %i = trunc i64 %x to i32
  %product = mul i32 %i, %s
  %index = zext i32 %product to i64
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  %v = load i32, ptr addrspace(1) %at
  %n = xor i32 %v, 5
  store i32 %n, ptr addrspace(1) %at
  ret void
}
; A region that computes nothing of what it reads is as it was,
; CHECK-LABEL: define internal void @moved.block(
; CHECK-NOT: call i32 @llvm.umul.fix.i32(
; CHECK-LABEL: define void @moved(
define spir_kernel void @moved(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %s) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %i = trunc i64 %x to i32
  %product = mul i32 %i, %s
  %index = zext i32 %product to i64
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  %v = load i32, ptr addrspace(1) %at
  %to = getelementptr i32, ptr addrspace(1) %q, i64 %x
  store i32 %v, ptr addrspace(1) %to
  ret void
}
; and so is one with a loop of its own.
; CHECK-LABEL: define internal void @looped.block(
; CHECK-NOT: icmp eq i32 %s, 1
; CHECK-NOT: call i32 @llvm.umul.fix.i32(
; CHECK-LABEL: define void @looped(
define spir_kernel void @looped(ptr addrspace(1) %p, i32 %s) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %i = trunc i64 %x to i32
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %product = mul i32 %i, %s
  %sum = add i32 %product, %k
  %index = zext i32 %sum to i64
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %index
  store volatile i32 1, ptr addrspace(1) %at
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %s
  br i1 %more, label %loop, label %end
end:
  ret void
}

; RUN: -O3 --print-after=barriers %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [64 x i32] undef, align 4
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind
; Work-items outside go to the barrier too, and do nothing after it.
; CHECK-LABEL: define spir_kernel void @early(
; CHECK: [[A:%.*]] = select i1 %c, i1 true, i1 false
; CHECK: br i1 [[A]], label [[BODY:%.*]], label [[BARRIER:%.*]]
; CHECK: call spir_func void @_Z7barrierj(i32 1)
; CHECK: br i1 [[A]], label {{%.*}}, label %finish
define spir_kernel void @early(ptr addrspace(1) %o, i64 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %work, label %out
work:
  %p = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %i
  store i32 7, ptr addrspace(3) %p
  call spir_func void @_Z7barrierj(i32 1)
  %x = xor i64 %i, 1
  %q = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %x
  %v = load i32, ptr addrspace(3) %q
  %t = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %v, ptr addrspace(1) %t
  br label %out
out:
  ret void
}
; A uniform return needs nothing.
; CHECK-LABEL: define spir_kernel void @uniform(
; CHECK-NOT: phi i8
; CHECK: ret void
define spir_kernel void @uniform(ptr addrspace(1) %o, i64 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %c = icmp ult i64 4, %n
  br i1 %c, label %work, label %out
work:
  %p = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %i
  store i32 7, ptr addrspace(3) %p
  call spir_func void @_Z7barrierj(i32 1)
  %x = xor i64 %i, 1
  %q = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %x
  %v = load i32, ptr addrspace(3) %q
  %t = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %v, ptr addrspace(1) %t
  br label %out
out:
  ret void
}
; Leaving a loop in different iterations: those outside wait at the dispatch block.
; CHECK-LABEL: define spir_kernel void @loop(
; CHECK: call spir_func void @_Z7barrierj(i32 1)
; CHECK: dispatch:
; CHECK: arrive:
; CHECK: store i32 0, ptr addrspace(3) {{.*}}
; CHECK: call spir_func void @_Z7barrierj(i32 3)
; CHECK: br i1 {{.*}}, label %dispatch, label %end
; CHECK-NOT: barrier
; CHECK: ret void
define spir_kernel void @loop(ptr addrspace(1) %o, ptr addrspace(1) %limit) {
entry:
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %l = getelementptr i32, ptr addrspace(1) %limit, i64 %i
  %most = load i32, ptr addrspace(1) %l
  br label %head
head:
  %k = phi i32 [ 0, %entry ], [ %k1, %body ]
  %c = icmp slt i32 %k, %most
  br i1 %c, label %body, label %out
body:
  call spir_func void @_Z7barrierj(i32 1)
  %k1 = add i32 %k, 1
  br label %head
out:
  %t = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %k, ptr addrspace(1) %t
  ret void
}
; A warp operation in what only some lanes do, and another in what others do, are taken apart: what a lane gives and what it gets pass through shared memory.
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent nounwind
; CHECK-LABEL: define spir_kernel void @parting(
; CHECK-NOT: call spir_func i32 @_Z17sub_group_shufflejj
; CHECK: arrive:
; CHECK: atomicrmw umin ptr addrspace(3)
; CHECK: br i1 {{.*}}, label %dispatch, label %end
; CHECK-NOT: call spir_func i32 @_Z17sub_group_shufflejj
; CHECK: ret void
define spir_kernel void @parting(ptr addrspace(1) %o) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %c = icmp ult i64 %i, 5
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i
  %v = load i32, ptr addrspace(1) %p
  br i1 %c, label %some, label %others
some:
  %r = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 3)
  br label %join
others:
  %q = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 7)
  br label %join
join:
  %x = phi i32 [ %r, %some ], [ %q, %others ]
  %y = call spir_func i32 @_Z17sub_group_shufflejj(i32 %x, i32 1)
  store i32 %y, ptr addrspace(1) %p
  ret void
}
; One that the others only pass over all of them call, those with nothing to tell: they do nothing
; else, and keep what they have.
; CHECK-LABEL: define spir_kernel void @passing(
; CHECK: %c = icmp ult i64 %i, 5
; CHECK: [[B:%.*]] = select i1 %c, i32 1, i32 0
; CHECK-NEXT: call spir_func <4 x i32> @_Z16sub_group_balloti(i32 [[B]])
; CHECK: call spir_func void @_Z7barrierj(i32 1)
; CHECK: [[V:%.*]] = select i1 %c, i32 %v, i32 0
; CHECK-NEXT: [[L:%.*]] = select i1 %c, i32 3, i32 0
; CHECK-NEXT: %r = {{.*}}call spir_func i32 @_Z17sub_group_shufflejj(i32 [[V]], i32 [[L]])
; CHECK-NEXT: br i1 %c, label %[[BODY:[0-9a-z]*]], label
; CHECK: [[BODY]]:
; CHECK-NEXT: store i32 %r, ptr addrspace(3)
declare spir_func <4 x i32> @_Z16sub_group_balloti(i32) convergent nounwind
define spir_kernel void @passing(ptr addrspace(1) %o) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %c = icmp ult i64 %i, 5
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %t = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %i
  br i1 %c, label %some, label %others
some:
  %r = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 3)
  store i32 %r, ptr addrspace(3) %t
  %m = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 1)
  %b = extractelement <4 x i32> %m, i32 0
  br label %join
others:
  store i32 7, ptr addrspace(1) %p
  br label %join
join:
  %x = phi i32 [ %b, %some ], [ %v, %others ]
  call spir_func void @_Z7barrierj(i32 1)
  store i32 %x, ptr addrspace(1) %p
  ret void
}
; Uniform: as it is.
; CHECK-LABEL: define spir_kernel void @together(
; CHECK: call spir_func i32 @_Z17sub_group_shufflejj
; CHECK: ret void
define spir_kernel void @together(ptr addrspace(1) %o) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %r = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 3)
  store i32 %r, ptr addrspace(1) %p
  ret void
}
; What an ended lane never computed is no argument: LLVM would take it that no lane has ended.
; CHECK-LABEL: define spir_kernel void @absent(
; CHECK-NOT: llvm.assume
; CHECK: [[V:%.*]] = select i1 {{.*}}, i32 {{.*}}, i32 0
; CHECK: call spir_func i32 @_Z17sub_group_shufflejj(i32 noundef [[V]], i32 noundef
; CHECK-NOT: llvm.assume
; CHECK: [[W:%.*]] = select i1 {{.*}}, i32 {{.*}}, i32 0
; CHECK: call spir_func i32 @_Z17sub_group_shufflejj(i32 noundef [[W]], i32 noundef
; CHECK-NOT: llvm.assume
; CHECK: store i32
define spir_kernel void @absent(ptr addrspace(1) %o, ptr addrspace(1) %in, i64 %n, i32 %k) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %work, label %out
work:
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %d = icmp sgt i32 %v, 9
  br i1 %d, label %big, label %join
big:
  %b = load i32, ptr addrspace(1) %in
  br label %join
join:
  %m = phi i32 [ %v, %work ], [ %b, %big ]
  %r = call spir_func i32 @_Z17sub_group_shufflejj(i32 noundef %m, i32 noundef %k)
  %e = icmp sgt i32 %r, 5
  br i1 %e, label %more, label %last
more:
  %f = load i32, ptr addrspace(1) %in
  br label %last
last:
  %g = phi i32 [ %r, %join ], [ %f, %more ]
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 noundef %g, i32 noundef 1)
  %t = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %x, ptr addrspace(1) %t
  br label %out
out:
  ret void
}
declare spir_func i32 @_Z20sub_group_reduce_addi(i32) convergent nounwind
; Functions that cannot be split forbid continuations: the kernel is left as it is.
; CHECK-LABEL: define spir_kernel void @several(
; CHECK-NOT: alloca
; CHECK: phi i32
; CHECK: ret void
define spir_kernel void @several(ptr addrspace(1) %o, i32 %some) {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %all = call spir_func i32 @_Z20sub_group_reduce_addi(i32 %some)
  store i32 %all, ptr addrspace(1) %o
  switch i32 %some, label %out [ i32 0, label %one  i32 1, label %two ]
one:
  call spir_func void @_Z7barrierj(i32 3)
  %x = load i32, ptr addrspace(1) %o
  br label %out
two:
  call spir_func void @_Z7barrierj(i32 1)
  %q = getelementptr i32, ptr addrspace(1) %o, i64 9
  %z = load i32, ptr addrspace(1) %q
  %y = mul i32 %z, 3
  br label %out
out:
  %v = phi i32 [ 7, %0 ], [ %x, %one ], [ %y, %two ]
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %l
  store i32 %v, ptr addrspace(1) %p
  ret void
}
; Without such functions they go from barrier to barrier by CBS.
; CHECK-LABEL: define spir_kernel void @sides(
; CHECK: dispatch:
; CHECK: arrive:
; CHECK-NEXT: call spir_func void @_Z7barrierj(i32 3)
; CHECK-NOT: barrierj
; CHECK: ret void
define spir_kernel void @sides(ptr addrspace(1) %o, i32 %all) {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %l
  switch i32 %all, label %out [ i32 0, label %one  i32 1, label %two  i32 2, label %three ]
one:
  call spir_func void @_Z7barrierj(i32 3)
  br label %out
two:
  store i32 1, ptr addrspace(1) %p
  call spir_func void @_Z7barrierj(i32 3)
  br label %out
three:
  store i32 2, ptr addrspace(1) %p
  br label %out
out:
  %v = phi i32 [ 0, %0 ], [ 1, %one ], [ 2, %two ], [ 3, %three ]
  %w = atomicrmw add ptr addrspace(1) %o, i32 %v monotonic
  ret void
}

; In a loop such a function is reached from after the barrier in one iteration and from before it in
; another: all go on by CBS, and leave what the others ask for in shared memory.
; CHECK-LABEL: define spir_kernel void @turning(
; CHECK-NOT: sub_group_shuffle
; CHECK: dispatch:
; CHECK: arrive:
; CHECK: store i32 {{.*}}, ptr addrspace(3)
; CHECK-NOT: atomicrmw
; CHECK: call spir_func void @_Z7barrierj(i32 3)
; CHECK-NOT: barrierj
; CHECK: br i1 {{.*}}, label %dispatch, label %end
; CHECK: ret void
define spir_kernel void @turning(ptr addrspace(1) %o, i32 %n) {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %l
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i1, %next ]
  %sum = phi i32 [ 0, %0 ], [ %sum1, %next ]
  %odd = trunc i32 %i to i1
  br i1 %odd, label %in, label %next
in:
  store i32 %i, ptr addrspace(1) %p
  call spir_func void @_Z7barrierj(i32 3)
  br label %next
next:
  %v = load i32, ptr addrspace(1) %p
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 3)
  %sum1 = add i32 %sum, %x
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %loop, label %out
out:
  store i32 %sum1, ptr addrspace(1) %p
  ret void
}

; Lanes that skip a vote reconverge with the others at the latch, the second barrier ID. A ballot
; has no bits of inactive lanes.
; CHECK-LABEL: define spir_kernel void @leftout(
; CHECK: store volatile i32 0, ptr %id
; CHECK: call spir_func i64 @_Z14get_local_sizej(i32 0)
; CHECK: store volatile i32 1, ptr %id
; CHECK: dispatch:
; CHECK: arrive:
; CHECK: atomicrmw umin
; CHECK: ret void
define spir_kernel void @leftout(ptr addrspace(1) %o, i32 %n) {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %l
  %t = trunc i64 %l to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %i1, %next ]
  %r = phi i32 [ 0, %0 ], [ %r1, %next ]
  %ti = add i32 %t, %i
  %mine = trunc i32 %ti to i1
  br i1 %mine, label %vote, label %next
vote:
  %v = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 1)
  %b = extractelement <4 x i32> %v, i32 0
  %stop = icmp eq i32 %b, %t
  br i1 %stop, label %out, label %next
next:
  %r1 = phi i32 [ %r, %loop ], [ %b, %vote ]
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %loop, label %out
out:
  %r2 = phi i32 [ %b, %vote ], [ %r1, %next ]
  store i32 %r2, ptr addrspace(1) %p
  ret void
}
; A warp operation after a uniform loop without barriers, which is left as it is: pocl-hide-conditional-loops
; has PoCL put none there.
; CHECK-LABEL: define spir_kernel void @allturns(
; CHECK: call spir_func void @_Z7barrierj(i32 3)
; CHECK: out:
; CHECK-NOT: barrierj
; CHECK: sub_group_shuffle
; CHECK-NOT: barrierj
; CHECK: ret void
define spir_kernel void @allturns(ptr addrspace(1) %o, i32 %n) {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %l
  call spir_func void @_Z7barrierj(i32 3)
  %none = icmp eq i32 %n, 0
  br i1 %none, label %out, label %turn
turn:
  %k = phi i32 [ 0, %0 ], [ %k1, %turn ]
  %a = atomicrmw add ptr addrspace(1) %p, i32 %k syncscope("device") monotonic, align 4
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %turn, label %out
out:
  %v = load i32, ptr addrspace(1) %p
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 3)
  %m = trunc i64 %l to i32
  br label %own
own:
  %j = phi i32 [ 0, %out ], [ %j1, %own ]
  %b = atomicrmw add ptr addrspace(1) %p, i32 %x syncscope("device") monotonic, align 4
  %j1 = add i32 %j, 1
  %again = icmp ult i32 %j1, %m
  br i1 %again, label %own, label %end
end:
  %w = load i32, ptr addrspace(1) %p
  %y = call spir_func i32 @_Z17sub_group_shufflejj(i32 %w, i32 3)
  store i32 %y, ptr addrspace(1) %p
  ret void
}

; A loop of a uniform trip count in a branch that some take, and a join within the branch: a
; barrier there would wait for the others.
; CHECK-LABEL: define spir_kernel void @inbranch(
; CHECK-NOT: _Z7barrierj
; CHECK: _Z17sub_group_shufflejj
define spir_kernel void @inbranch(ptr addrspace(1) %o, i32 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %mine = icmp ult i64 %i, 5
  br i1 %mine, label %loop, label %join
loop:
  %k = phi i32 [ 0, %0 ], [ %k1, %next ]
  %v = phi i32 [ 1, %0 ], [ %v1, %next ]
  %v1 = mul i32 %v, 3
  %second = icmp eq i32 %k, 2
  br i1 %second, label %mark, label %next
mark:
  store i32 1, ptr addrspace(1) %o
  br label %next
next:
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %behind
behind:
  %x = load i32, ptr addrspace(1) %o
  %odd = icmp ugt i32 %x, %v1
  br i1 %odd, label %some, label %join
some:
  store volatile i32 2, ptr addrspace(1) %o
  br label %join
join:
  %w = phi i32 [ 1, %0 ], [ %v1, %behind ], [ %v1, %some ]
  %r = call spir_func i32 @_Z17sub_group_shufflejj(i32 %w, i32 3)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; The counter of a loop that work-items leave one by one is not the same for all after it: some
; of them leave out the vote.
; CHECK-LABEL: define spir_kernel void @counter(
; CHECK: [[L:%.*]] = select i1 %{{.*}}, i32 1, i32 0
; CHECK: call spir_func <4 x i32> @_Z16sub_group_balloti(i32 [[L]])
define spir_kernel void @counter(ptr addrspace(1) %o, ptr addrspace(1) %in) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %in, i64 %i
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %k1, %loop ]
  %k1 = add i32 %k, 1
  %v = load volatile i32, ptr addrspace(1) %p
  %leave = icmp eq i32 %v, 0
  br i1 %leave, label %after, label %loop
after:
  %bit = and i32 %k, 1
  %odd = icmp eq i32 %bit, 1
  br i1 %odd, label %vote, label %out
vote:
  %b = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 1)
  store volatile i32 %k, ptr addrspace(1) %o
  br label %out
out:
  ret void
}

; Work-items that all reach a barrier, and diverge after it to what the other side leads to as well: CBS.
; CHECK-LABEL: define spir_kernel void @tail(
; CHECK: dispatch:
; CHECK: arrive:
; CHECK: call spir_func void @_Z7barrierj(i32 3)
; CHECK-NOT: call spir_func void @_Z7barrierj
; CHECK: ret void
define spir_kernel void @tail(ptr addrspace(1) %o, i1 %all, i1 %again) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  br i1 %all, label %out, label %in
in:
  call spir_func void @_Z7barrierj(i32 1)
  %c = icmp eq i64 %i, 3
  br i1 %c, label %mine, label %out
mine:
  store i32 1, ptr addrspace(1) %o
  %d = load volatile i1, ptr addrspace(1) %o
  br i1 %d, label %more, label %out
more:
  store volatile i32 2, ptr addrspace(1) %o
  br label %out
out:
  ret void
}
; So with a path that both sides reach.
; CHECK-LABEL: define spir_kernel void @shared(
; CHECK: dispatch:
; CHECK: arrive:
; CHECK: call spir_func void @_Z7barrierj(i32 3)
; CHECK-NOT: call spir_func void @_Z7barrierj
; CHECK: ret void
define spir_kernel void @shared(ptr addrspace(1) %o, i1 %none) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  br i1 %none, label %write, label %in
in:
  call spir_func void @_Z7barrierj(i32 1)
  %c = icmp eq i64 %i, 3
  br i1 %c, label %write, label %out
write:
  store i32 1, ptr addrspace(1) %o
  br label %out
out:
  ret void
}

; So where a barrier is at the join.
; CHECK-LABEL: define spir_kernel void @valued(
; CHECK: dispatch:
; CHECK: arrive:
; CHECK: call spir_func void @_Z7barrierj(i32 3)
; CHECK-NOT: call spir_func void @_Z7barrierj
; CHECK: ret void
define spir_kernel void @valued(ptr addrspace(1) %o, i1 %all) {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  br i1 %all, label %in, label %out
in:
  call spir_func void @_Z7barrierj(i32 3)
  %first = icmp eq i64 %l, 0
  br i1 %first, label %mine, label %out
mine:
  store i32 5, ptr addrspace(1) %o
  br label %out
out:
  %v = phi i32 [ 7, %0 ], [ 1, %in ], [ 2, %mine ]
  call spir_func void @_Z7barrierj(i32 1)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %l
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; Two barriers with what follows them in common: no single reconvergence point.
; CHECK-LABEL: define spir_kernel void @common(
; CHECK: dispatch:
; CHECK: arrive:
; CHECK: ret void
define spir_kernel void @common(ptr addrspace(1) %o, i1 %all) {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %first = icmp eq i64 %l, 0
  br i1 %all, label %in, label %other
in:
  call spir_func void @_Z7barrierj(i32 3)
  br i1 %first, label %mine, label %out
other:
  call spir_func void @_Z7barrierj(i32 3)
  br i1 %first, label %mine, label %out
mine:
  store i32 5, ptr addrspace(1) %o
  br label %out
out:
  ret void
}

; A barrier that a guard skips, without divergence up to the join, stays.
; CHECK-LABEL: define spir_kernel void @chosen(
; CHECK-NOT: alloca
; CHECK: br i1 %{{.*}}, label %out, label %in
; CHECK: call spir_func void @_Z7barrierj(i32 3)
; CHECK: phi i32
; CHECK: ret void
define spir_kernel void @chosen(ptr addrspace(1) %o, i1 %all) {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  br i1 %all, label %in, label %out
in:
  store i32 5, ptr addrspace(1) %o
  call spir_func void @_Z7barrierj(i32 3)
  br label %out
out:
  %v = phi i32 [ 7, %0 ], [ 1, %in ]
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %l
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; So with work between the barrier and the join.
; CHECK-LABEL: define spir_kernel void @worked(
; CHECK-NOT: alloca
; CHECK: phi i32
; CHECK: ret void
define spir_kernel void @worked(ptr addrspace(1) %o, ptr addrspace(1) %q, i1 %all) {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  br i1 %all, label %in, label %out
in:
  call spir_func void @_Z7barrierj(i32 3)
  %x = load i32, ptr addrspace(1) %q
  br label %out
out:
  %v = phi i32 [ 7, %0 ], [ %x, %in ]
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %l
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; Two barriers whose work-items go on together to a third: from each to the next by CBS,
; with nothing in shared memory to say where the others are.
; CHECK-LABEL: define spir_kernel void @rejoining(
; CHECK: %id = alloca i32
; CHECK: store volatile i32 0, ptr %id
; CHECK: store volatile i32 1, ptr %id
; CHECK: dispatch:
; CHECK: load volatile i32, ptr %id
; CHECK: arrive:
; CHECK-NEXT: call spir_func void @_Z7barrierj(i32 3)
; CHECK-NOT: addrspace(3)
; CHECK-NOT: barrierj
; CHECK: br i1 {{.*}}, label %dispatch, label %end
; CHECK: ret void
define spir_kernel void @rejoining(ptr addrspace(1) %o, i1 %all) {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %l
  br i1 %all, label %in, label %other
in:
  call spir_func void @_Z7barrierj(i32 3)
  br label %out
other:
  store i32 1, ptr addrspace(1) %p
  call spir_func void @_Z7barrierj(i32 3)
  br label %out
out:
  %v = phi i32 [ 1, %in ], [ 2, %other ]
  call spir_func void @_Z7barrierj(i32 3)
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; A branch that decides about a barrier, and a warp operation, which is not the last of its block to synchronise: CBS.
; CHECK-LABEL: define spir_kernel void @meeting(
; CHECK: dispatch:
; CHECK: arrive:
; CHECK: call spir_func void @_Z7barrierj(i32 3)
; CHECK-NOT: call spir_func void @_Z7barrierj
; CHECK: ret void
define spir_kernel void @meeting(ptr addrspace(1) %o, i1 %all) {
  %l = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %l
  br i1 %all, label %in, label %out
in:
  store i32 1, ptr addrspace(1) %p
  call spir_func void @_Z7barrierj(i32 3)
  br label %out
out:
  %v = load i32, ptr addrspace(1) %p
  %x = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 3)
  store i32 %x, ptr addrspace(1) %p
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}

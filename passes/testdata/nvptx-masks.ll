; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-masks %s
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.activemask() convergent
declare void @llvm.nvvm.bar.warp.sync(i32) convergent
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1) convergent
; Where all lanes of a warp are, the mask is full; after a divergent branch it is those that decided alike.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK-NOT: @llvm.nvvm.activemask()
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
; CHECK: [[B:%.*]] = {{.*}}call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 [[D:%.*]])
; CHECK: [[N:%.*]] = xor i32 [[B]], -1
; CHECK: [[M:%.*]] = select i1 [[D]], i32 [[B]], i32 [[N]]
; CHECK: br i1 [[D]], label %some, label %end
; CHECK: some:
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 [[M]], i1 %c)
; CHECK: end:
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
; CHECK: store volatile i32 0,
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %x) convergent {
  %m = call i32 @llvm.nvvm.activemask()
  %c = icmp eq i32 %x, 3
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m, i1 %c)
  store volatile i32 %b, ptr addrspace(1) %p
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = icmp ult i32 %t, 5
  br i1 %d, label %some, label %end
some:
  %m2 = call i32 @llvm.nvvm.activemask()
  %b2 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m2, i1 %c)
  store volatile i32 %b2, ptr addrspace(1) %p
  br label %end
end:
  %m3 = call i32 @llvm.nvvm.activemask()
  %b3 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m3, i1 %c)
  store volatile i32 %b3, ptr addrspace(1) %p
  %m4 = call i32 @llvm.nvvm.activemask()
  %none = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m4, i1 false)
  store volatile i32 %none, ptr addrspace(1) %p
  ret void
}

; Lanes leave a loop in different iterations, and reconverge after it; an edge that is never taken makes no branch divergent.
; CHECK-LABEL: define ptx_kernel void @loop(
; CHECK-NOT: @llvm.nvvm.activemask()
; CHECK: loop:
; CHECK: [[IN:%.*]] = phi i32 [ -1, %{{.*}} ], [ [[STAY:%.*]], %loop ]
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 [[IN]], i1 %c)
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 [[IN]], i1 %
; CHECK: [[STAY]] = select
; CHECK: end:
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
; CHECK: ret void
define ptx_kernel void @loop(ptr addrspace(1) %p, i32 %x) convergent {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %x, 3
  switch i32 %t, label %never [ i32 0, label %start
                                i32 1, label %start
                                i32 2, label %other ]
never:
  unreachable
other:
  store volatile i32 1, ptr addrspace(1) %p
  br label %start
start:
  br label %loop
loop:
  %i = phi i32 [ 0, %start ], [ %j, %loop ]
  %m = call i32 @llvm.nvvm.activemask()
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m, i1 %c)
  store volatile i32 %b, ptr addrspace(1) %p
  %j = add i32 %i, 1
  %d = icmp ult i32 %j, %t
  br i1 %d, label %loop, label %end
end:
  %m2 = call i32 @llvm.nvvm.activemask()
  %b2 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m2, i1 %c)
  store volatile i32 %b2, ptr addrspace(1) %p
  ret void
}

; Where two branches join, the mask is the one before the first of them, without a test at run time.
; CHECK-LABEL: define ptx_kernel void @nested(
; CHECK-NOT: icmp ne i32
; CHECK: loop:
; CHECK: [[IN:%.*]] = phi i32 [ -1, %{{.*}} ], [ %{{.*}}, %join ]
; CHECK-NOT: icmp ne i32
; CHECK: join:
; CHECK-NEXT: %v2 = {{.*}}call i32 @llvm.nvvm.vote.ballot.sync(i32 [[IN]], i1 %c)
; CHECK-NOT: icmp ne i32
; CHECK: ret void
define ptx_kernel void @nested(ptr addrspace(1) %p, i32 %x) convergent {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp eq i32 %x, 3
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %join ]
  %y = xor i32 %t, %i
  %c1 = icmp ult i32 %y, 5
  br i1 %c1, label %a, label %join
a:
  store volatile i32 %y, ptr addrspace(1) %p
  %c2 = icmp ugt i32 %y, 2
  br i1 %c2, label %b, label %join
b:
  %m = call i32 @llvm.nvvm.activemask()
  %v = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m, i1 %c)
  store volatile i32 %v, ptr addrspace(1) %p
  br label %join
join:
  %m2 = call i32 @llvm.nvvm.activemask()
  %v2 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m2, i1 %c)
  store volatile i32 %v2, ptr addrspace(1) %p
  %j = add i32 %i, 1
  %d = icmp ult i32 %j, %t
  br i1 %d, label %loop, label %end
end:
  %m3 = call i32 @llvm.nvvm.activemask()
  %v3 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m3, i1 %c)
  store volatile i32 %v3, ptr addrspace(1) %p
  ret void
}

; A switch has a vote for each two ways.
; CHECK-LABEL: define ptx_kernel void @ways(
; CHECK-NOT: @llvm.nvvm.activemask()
; CHECK-NOT: switch
; CHECK: [[V:%.*]] = {{.*}}call i32 @llvm.nvvm.vote.ballot.sync(i32 -1
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 {{%.*}}, i1
; CHECK: ret void
define ptx_kernel void @ways(ptr addrspace(1) %p, i1 %c) convergent {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  switch i32 %t, label %end [ i32 5, label %one
                              i32 9, label %two ]
one:
  %m = call i32 @llvm.nvvm.activemask()
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m, i1 %c)
  store volatile i32 %b, ptr addrspace(1) %p
  br label %end
two:
  store volatile i64 0, ptr addrspace(1) %p
  br label %end
end:
  %me = call i32 @llvm.nvvm.activemask()
  %be = call i32 @llvm.nvvm.vote.ballot.sync(i32 %me, i1 %c)
  store volatile i32 %be, ptr addrspace(1) %p
  ret void
}

; Lanes that exit before a barrier of the block do so before the control flow of the others, which is made structured.
; CHECK-LABEL: define ptx_kernel void @exits(
; CHECK: br i1 {{.*}}, label %[[LEAVE:leave[0-9]*]], label %{{.*}}
; CHECK: call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
; CHECK: ret void
; CHECK: [[LEAVE]]:
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(
; CHECK: call void asm sideeffect "exit;", ""()
; CHECK-NEXT: br label
define ptx_kernel void @exits(ptr addrspace(1) %p, i32 %x) convergent {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = icmp ult i32 %t, 5
  br i1 %d, label %stay, label %gone
gone:
  %m = call i32 @llvm.nvvm.activemask()
  %q = icmp eq i32 %x, 9
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m, i1 %q)
  store volatile i32 %b, ptr addrspace(1) %p
  br label %end
stay:
  %c = icmp eq i32 %t, 1
  br i1 %c, label %low, label %high
high:
  store volatile i32 %x, ptr addrspace(1) %p
  %e = icmp eq i32 %t, 2
  br i1 %e, label %low, label %both
low:
  %m2 = call i32 @llvm.nvvm.activemask()
  %b2 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m2, i1 %c)
  store volatile i32 %b2, ptr addrspace(1) %p
  br label %both
both:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %end
end:
  ret void
}

; Also by a uniform branch, where only some of the lanes come to it, but not where all do.
; CHECK-LABEL: define ptx_kernel void @uniform(
; CHECK: call void asm sideeffect "exit;", ""()
; CHECK-NOT: call void asm sideeffect "exit;", ""()
; CHECK-LABEL: define ptx_kernel void @wait(
define ptx_kernel void @uniform(ptr addrspace(1) %p, i32 %x) convergent {
  store volatile i32 %x, ptr addrspace(1) %p
  %first = icmp ugt i32 %x, 9
  br i1 %first, label %end, label %begin
begin:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = icmp ult i32 %t, 4
  br i1 %d, label %stay, label %some
some:
  store volatile i32 %x, ptr addrspace(1) %p
  %u = icmp ugt i32 %x, 7
  br i1 %u, label %end, label %stay
stay:
  %c = icmp eq i32 %t, 1
  br i1 %c, label %low, label %high
high:
  store volatile i32 %x, ptr addrspace(1) %p
  %e = icmp eq i32 %t, 2
  br i1 %e, label %low, label %both
low:
  %m = call i32 @llvm.nvvm.activemask()
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m, i1 %c)
  store volatile i32 %b, ptr addrspace(1) %p
  br label %both
both:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %end
end:
  ret void
}

; The lanes that wait at a bar.warp.sync in a branch are those that take it, also where the others only
; exit after it: ptxas may have them wait where the branch joins.
; CHECK: [[B:%.*]] = {{.*}}call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 [[C:%.*]])
; CHECK: [[M:%.*]] = select i1 [[C]], i32 [[B]], i32 %
; CHECK: br i1 [[C]]
; CHECK: call void @llvm.nvvm.bar.warp.sync(i32 [[M]])
; CHECK: ret void
define ptx_kernel void @wait(ptr addrspace(1) %p, i32 %x) convergent {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %some, label %end
some:
  store volatile i32 %x, ptr addrspace(1) %p
  %m = call i32 @llvm.nvvm.activemask()
  call void @llvm.nvvm.bar.warp.sync(i32 %m)
  store volatile i32 %x, ptr addrspace(1) %p
  br label %end
end:
  store volatile i32 %x, ptr addrspace(1) %p
  ret void
}

; Where the mask itself is used, it has the lanes that are there, also those that the hardware has not yet brought back.
; CHECK-LABEL: define ptx_kernel void @value(
; CHECK: [[B:%.*]] = {{.*}}call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 [[C:%.*]])
; CHECK: [[M:%.*]] = select i1 [[C]], i32 [[B]], i32 %
; CHECK: br i1 [[C]]
; CHECK: [[V:%.*]] = {{.*}}call i32 @llvm.nvvm.vote.ballot.sync(i32 [[M]], i1 true)
; CHECK-NEXT: store volatile i32 [[V]]
; CHECK: [[E:%.*]] = {{.*}}call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 true)
; CHECK-NEXT: store volatile i32 [[E]]
; CHECK-NOT: activemask
define ptx_kernel void @value(ptr addrspace(1) %p, i32 %x) convergent {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %some, label %end
some:
  store volatile i32 %x, ptr addrspace(1) %p
  %m = call i32 @llvm.nvvm.activemask()
  store volatile i32 %m, ptr addrspace(1) %p
  br label %end
end:
  %e = call i32 @llvm.nvvm.activemask()
  store volatile i32 %e, ptr addrspace(1) %p
  ret void
}

; A kernel's copy of an argument belongs to the lane: a branch on what is stored there is divergent.
; CHECK-LABEL: define ptx_kernel void @copy(
; CHECK: some:
; CHECK-NOT: @llvm.nvvm.vote.ballot.sync(i32 -1
; CHECK: end:
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 -1
define ptx_kernel void @copy(ptr addrspace(1) %p, ptr byval([4 x i32]) align 8 %x, i64 %j, i64 %k) convergent {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %to = getelementptr [4 x i32], ptr %x, i64 0, i64 %j
  store i32 %t, ptr %to
  %from = getelementptr [4 x i32], ptr %x, i64 0, i64 %k
  %y = load i32, ptr %from
  %d = icmp ult i32 %y, 5
  br i1 %d, label %some, label %end
some:
  %m = call i32 @llvm.nvvm.activemask()
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m, i1 %d)
  store volatile i32 %b, ptr addrspace(1) %p
  br label %end
end:
  %m2 = call i32 @llvm.nvvm.activemask()
  %b2 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m2, i1 true)
  store volatile i32 %b2, ptr addrspace(1) %p
  ret void
}

; A function gets the mask of its call; one that is called through a pointer reads it.
; CHECK-LABEL: define ptx_kernel void @caller(
; CHECK: [[B:%.*]] = {{.*}}call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1
; CHECK: [[M:%.*]] = select
; CHECK: @called(i1 %c, i32 [[M]])
; CHECK: ret void
define ptx_kernel void @caller(ptr addrspace(1) %p, i1 %c) convergent {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = icmp ult i32 %t, 5
  br i1 %d, label %some, label %end
some:
  %v = call i32 @called(i1 %c)
  store volatile i32 %v, ptr addrspace(1) %p
  store volatile ptr @pointed, ptr addrspace(1) %p
  br label %end
end:
  %me = call i32 @llvm.nvvm.activemask()
  %be = call i32 @llvm.nvvm.vote.ballot.sync(i32 %me, i1 %c)
  store volatile i32 %be, ptr addrspace(1) %p
  ret void
}
; CHECK-LABEL: define internal i32 @pointed(i1 %c)
; CHECK: [[A:%.*]] = {{.*}}call i32 @llvm.nvvm.activemask()
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 [[A]], i1 %c)
define internal i32 @pointed(i1 %c) convergent noinline {
  %m = call i32 @llvm.nvvm.activemask()
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m, i1 %c)
  ret i32 %b
}
; CHECK-LABEL: define internal {{.*}}i32 @called(i1 %c, i32 %0)
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 %0, i1 %c)
define internal i32 @called(i1 %c) convergent noinline {
  %m = call i32 @llvm.nvvm.activemask()
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m, i1 %c)
  ret i32 %b
}
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent

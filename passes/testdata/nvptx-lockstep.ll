; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-lockstep %s
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x i32] undef, align 4
@other = internal addrspace(3) global [64 x i32] undef, align 4
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32) convergent
declare i32 @llvm.umin.i32(i32, i32)
; Lanes that exchange values through shared memory without a barrier synchronise.
; CHECK-LABEL: define ptx_kernel void @exchanged(
; CHECK: store i32 %x, ptr addrspace(3)
; CHECK: [[M:%.*]] = {{.*}}call i32 @llvm.nvvm.activemask()
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 [[M]])
; CHECK: load i32, ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @exchanged(ptr addrspace(1) %o, i32 %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %x, ptr addrspace(3) %p
  %j = xor i32 %t, 1
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %j
  %v = load i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(1) %o
  ret void
}

; A barrier of the block is enough, and so is a shuffle; so is what a lane does to its own element.
; CHECK-LABEL: define ptx_kernel void @ordered(
; CHECK-NOT: bar.warp.sync
; CHECK: ret void
define ptx_kernel void @ordered(ptr addrspace(1) %o, i32 %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %x, ptr addrspace(3) %p
  %j = xor i32 %t, 1
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %j
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load i32, ptr addrspace(3) %q
  %r = getelementptr i32, ptr addrspace(3) @other, i32 %t
  %own = load volatile i32, ptr addrspace(1) %o
  store i32 %own, ptr addrspace(3) %r
  %y = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 1, i32 31)
  %b = getelementptr i32, ptr addrspace(3) @other, i32 %j
  %w = load i32, ptr addrspace(3) %b
  %sum = add i32 %w, %y
  store i32 %sum, ptr addrspace(1) %o
  ret void
}

; Volatile accesses rely on it.
; CHECK-LABEL: define ptx_kernel void @volatile(
; CHECK: store volatile
; CHECK: call void @llvm.nvvm.bar.warp.sync(
; CHECK-NEXT: load volatile
; CHECK: ret void
define ptx_kernel void @volatile(ptr addrspace(1) %o, i32 %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store volatile i32 %x, ptr addrspace(3) %p
  %k = add i32 %t, 8
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %v = load volatile i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(1) %o
  ret void
}

; Generic pointers that are arguments are to global memory; the row of a block is a uniform one.
; CHECK-LABEL: define ptx_kernel void @global(
; CHECK: store i32 %x, ptr
; CHECK: [[M:%.*]] = {{.*}}call i32 @llvm.nvvm.activemask()
; CHECK-NEXT: call void @llvm.nvvm.bar.warp.sync(i32 [[M]])
; CHECK: load i32, ptr
; CHECK: ret void
define ptx_kernel void @global(ptr %g, ptr addrspace(1) %o, i32 %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %i = zext i32 %t to i64
  %k = zext i32 %n to i64
  %row = getelementptr [32 x i32], ptr %g, i64 %k
  %p = getelementptr i32, ptr %row, i64 %i
  store i32 %x, ptr %p
  %j = sub i64 31, %i
  %q = getelementptr i32, ptr %row, i64 %j
  %v = load i32, ptr %q
  %r = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %v, ptr addrspace(1) %r
  ret void
}

; Where the addresses show that rows have 8 lanes, a warp has several rows: no lane reads here what another
; one of the 16 stores. A barrier of the block follows.
; CHECK-LABEL: define ptx_kernel void @rows(
; CHECK-NOT: bar.warp.sync
; CHECK: ret void
define ptx_kernel void @rows() {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %y8 = shl i32 %ty, 3
  %t = add i32 %tx, %y8
  %c = icmp ult i32 %ty, 2
  br i1 %c, label %some, label %end
some:
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %k = add i32 %t, 16
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %v = load i32, ptr addrspace(3) %p
  %w = load i32, ptr addrspace(3) %q
  %sum = add i32 %v, %w
  store i32 %sum, ptr addrspace(3) %p
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; With 16 lanes of a warp reading what the other 16 have stored, rows of 8 synchronise as well.
; CHECK-LABEL: define ptx_kernel void @halves(
; CHECK: bar.warp.sync
; CHECK: ret void
define ptx_kernel void @halves() {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %y8 = shl i32 %ty, 3
  %t = add i32 %tx, %y8
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store i32 %t, ptr addrspace(3) %p
  %c = icmp ult i32 %ty, 2
  br i1 %c, label %some, label %end
some:
  %k = add i32 %t, 16
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %w = load i32, ptr addrspace(3) %q
  store i32 %w, ptr addrspace(3) %p
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; Lanes that may wait for each other in a loop do so without barriers.
; CHECK-LABEL: define ptx_kernel void @polls(
; CHECK-NOT: bar.warp.sync
; CHECK: ret void
define ptx_kernel void @polls(ptr addrspace(1) %o, i32 %x) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  %j = add i32 %t, 1
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %j
  br label %wait
wait:
  %v = load volatile i32, ptr addrspace(3) %p
  %c = icmp eq i32 %v, 0
  br i1 %c, label %wait, label %go
go:
  store volatile i32 %x, ptr addrspace(3) %q
  ret void
}

; In a bitonic sort one lane alone accesses the two elements of a pair.
; CHECK-LABEL: define ptx_kernel void @pairs(
; CHECK-NOT: bar.warp.sync
; CHECK: ret void
define ptx_kernel void @pairs(i32 %distance, i32 %n) {
entry:
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %j = xor i32 %i, %distance
  %least = call i32 @llvm.umin.i32(i32 %j, i32 %n)
  %first = icmp ugt i32 %least, %i
  br i1 %first, label %compare, label %end
compare:
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %i
  %x = load i32, ptr addrspace(3) %p
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %j
  %y = load i32, ptr addrspace(3) %q
  %less = icmp slt i32 %x, %y
  br i1 %less, label %swap, label %end
swap:
  store i32 %y, ptr addrspace(3) %p
  store i32 %x, ptr addrspace(3) %q
  br label %end
end:
  ret void
}

; All lanes access elements of a pair.
; CHECK-LABEL: define ptx_kernel void @swapped(
; CHECK: load i32, ptr addrspace(3)
; CHECK: call void @llvm.nvvm.bar.warp.sync(
; CHECK: store i32 {{.*}} addrspace(3)
; CHECK: ret void
define ptx_kernel void @swapped(i32 %distance, i32 %n) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %j = xor i32 %i, %distance
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %i
  %x = load i32, ptr addrspace(3) %p
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %j
  store i32 %x, ptr addrspace(3) %q
  ret void
}

; In global memory only addresses count that are functions of the lane.
; CHECK-LABEL: define ptx_kernel void @moved(
; CHECK-NOT: bar.warp.sync
; CHECK: ret void
define ptx_kernel void @moved(ptr addrspace(1) %a, i32 %distance) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %j = xor i32 %i, %distance
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %x = load i32, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(1) %a, i32 %j
  store i32 %x, ptr addrspace(1) %q
  ret void
}

; A lane that adds to its own volatile element waits only before it reads another lane's.
; CHECK-LABEL: define ptx_kernel void @accumulated(
; CHECK: loop:
; CHECK-NOT: bar.warp.sync
; CHECK: store volatile
; CHECK: br i1
; CHECK: call void @llvm.nvvm.bar.warp.sync(
; CHECK: load volatile
; CHECK: ret void
define ptx_kernel void @accumulated(ptr addrspace(1) noalias %o, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @s, i32 %t
  store volatile i32 0, ptr addrspace(3) %p
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr i32, ptr addrspace(1) %o, i32 %k
  %x = load i32, ptr addrspace(1) %a
  %y = load volatile i32, ptr addrspace(3) %p
  %z = add i32 %x, %y
  store volatile i32 %z, ptr addrspace(3) %p
  %next = add nuw nsw i32 %k, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %j = xor i32 %t, 1
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %j
  %v = load volatile i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(1) %o
  ret void
}

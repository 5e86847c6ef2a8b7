; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=work-groups %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [64 x i32] undef, align 4
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func i32 @_Z22get_sub_group_local_idv() nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind
declare spir_func i32 @_Z17sub_group_shufflejj(i32, i32) convergent nounwind
declare spir_func <4 x i32> @_Z16sub_group_balloti(i32) convergent nounwind
declare spir_func void @_Z17sub_group_barrierj(i32) convergent nounwind
; No synchronisation: one region, a loop over x, and one over the rows of y and z, neither of which
; the kernel uses.
; CHECK-LABEL: define internal void @plain.block(ptr addrspace(1) {{.*}}%o, ptr {{.*}}%launch, ptr {{.*}}%block)
; CHECK: region0.item:
; CHECK: region0.latch:
; CHECK: br i1 {{.*}}, label %region0.x, label {{.*}}, !llvm.loop [[X:![0-9]+]]
; CHECK: br i1 {{.*}}, label %region0.y, label %region0.done
; CHECK-NOT: region0.z
; CHECK-NOT: region1
; CHECK-LABEL: define void @plain(ptr %launch, ptr %block)
; CHECK: %kernarg = load ptr, ptr %launch
; CHECK: call void @plain.block(
define spir_kernel void @plain(ptr addrspace(1) %o) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i64, ptr addrspace(1) %o, i64 %i
  store i64 %i, ptr addrspace(1) %p
  ret void
}
; A kernel that uses y has loops over z, y and x.
; CHECK-LABEL: define internal void @deep.block(
; CHECK: br i1 {{.*}}, label %region0.x, label
; CHECK: br i1 {{.*}}, label %region0.y, label
; CHECK: br i1 {{.*}}, label %region0.z, label %region0.done
; CHECK-LABEL: define void @deep(
define spir_kernel void @deep(ptr addrspace(1) %o) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 1)
  %p = getelementptr i64, ptr addrspace(1) %o, i64 %i
  store i64 %i, ptr addrspace(1) %p
  ret void
}
; One that uses no local ID has one loop.
; CHECK-LABEL: define internal void @flat.block(
; CHECK: br i1 {{.*}}, label %region0.x, label %region0.done
; CHECK-NOT: region0.y
; CHECK-LABEL: define void @flat(
define spir_kernel void @flat(ptr addrspace(1) %o) {
  %i = atomicrmw add ptr addrspace(1) %o, i32 1 monotonic
  ret void
}
; A barrier that all execute: two regions one after the other. What is loaded before it and used
; after it is in a context array, the index is computed again, and the count is a scalar.
; CHECK-LABEL: define internal void @barrier.block(
; CHECK-DAG: %[[SHARED:.*]] = load ptr, ptr
; CHECK: [[V:%v[0-9]*]] = getelementptr inbounds i8, ptr {{.*}}, i64
; CHECK: region0.item:
; CHECK: region1.item:
; CHECK: %item{{.*}} = load i64, ptr %linear
; CHECK: [[E:%.*]] = getelementptr inbounds i32, ptr [[V]], i64 %item
; CHECK: load i32, ptr [[E]]
; CHECK-NOT: @_Z7barrierj
; CHECK-LABEL: define void @barrier(
define spir_kernel void @barrier(ptr addrspace(1) %o, ptr addrspace(1) %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %q = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %i
  store i32 %v, ptr addrspace(3) %q
  call spir_func void @_Z7barrierj(i32 3)
  %x = xor i64 %i, 1
  %r = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %x
  %w = load i32, ptr addrspace(3) %r
  %sum = add i32 %v, %w
  store i32 %sum, ptr addrspace(1) %p
  ret void
}
; A variable that lives across the barrier, whose lifetime starts right after it, is in a context array.
; CHECK-LABEL: define internal void @lifetime.block(
; CHECK: region0.item:
; CHECK: getelementptr inbounds [16 x i8], ptr
; CHECK-NOT: llvm.lifetime
; CHECK: region1.item:
; CHECK: getelementptr inbounds [16 x i8], ptr
; CHECK-LABEL: define void @lifetime(
declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)
define spir_kernel void @lifetime(ptr addrspace(1) %o, i64 %n) {
  %a = alloca [4 x i32], align 4
  call void @llvm.lifetime.start.p0(ptr %a)
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %e = getelementptr [4 x i32], ptr %a, i64 0, i64 %n
  store i32 %v, ptr %e
  %f = getelementptr [4 x i32], ptr %a, i64 0, i64 %i
  store i32 1, ptr %f
  call spir_func void @_Z7barrierj(i32 3)
  %w = load i32, ptr %e
  store i32 %w, ptr addrspace(1) %p
  call void @llvm.lifetime.end.p0(ptr %a)
  ret void
}
; Work-items that exit before a barrier need not be at it: what the others do before it and after it
; are loops that begin with the first work-item and end with the last that has not exited.
; CHECK-LABEL: define internal void @early.block(
; CHECK-NOT: @__gohip.wg.
; CHECK: region0.y:
; CHECK-NEXT: icmp ult i64 0, %n
; CHECK: region1.y:
; CHECK-NEXT: icmp ult i64 0, %n
; CHECK-NOT: @__gohip.wg.
; CHECK-LABEL: define void @early(
define spir_kernel void @early(ptr addrspace(1) %o, i64 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %in, label %out
in:
  %p = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %i
  store i32 7, ptr addrspace(3) %p
  call spir_func void @_Z7barrierj(i32 3)
  %x = xor i64 %i, 1
  %q = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %x
  %v = load i32, ptr addrspace(3) %q
  %t = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %v, ptr addrspace(1) %t
  br label %out
out:
  ret void
}
; In a tree whose rounds are nested, the condition of each round implies those before it. LLVM tests
; bits for a comparison with a power of two.
; CHECK-LABEL: define internal void @tree.block(
; CHECK-NOT: @__gohip.wg.
; CHECK: select i1 %{{[0-9]+}}, i64 32, i64 %
; CHECK: select i1 %{{[0-9]+}}, i64 16, i64 %
; CHECK-NOT: @__gohip.wg.
; CHECK-LABEL: define void @tree(
define spir_kernel void @tree(ptr addrspace(1) %o) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %i
  %high = and i64 %i, 4294967264
  %first = icmp eq i64 %high, 0
  br i1 %first, label %round, label %out
round:
  store i32 7, ptr addrspace(3) %p
  call spir_func void @_Z7barrierj(i32 3)
  %bit = and i64 %i, 16
  %second = icmp eq i64 %bit, 0
  br i1 %second, label %next, label %out
next:
  %q = getelementptr i8, ptr addrspace(3) %p, i64 64
  %v = load i32, ptr addrspace(3) %q
  %t = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %v, ptr addrspace(1) %t
  call spir_func void @_Z7barrierj(i32 3)
  br label %out
out:
  ret void
}
; Some work-items execute the first barrier: each has an ID, and the scheduler runs warp by warp.
; CHECK-LABEL: define internal void @divergent.block(
; LLVM leaves the loop over the lanes as it is.
; CHECK: br i1 {{.*}}, label %region0.lane, label %warp{{.*}}, !llvm.loop [[LANES:![0-9]+]]
; CHECK: start:
; CHECK: call void @__gohip.wg.start(
; CHECK: call i32 @__gohip.wg.first(
; CHECK: switch i32
; CHECK: all:
; CHECK: call i32 @__gohip.wg.open(
; CHECK-LABEL: define void @divergent(
define spir_kernel void @divergent(ptr addrspace(1) %o, i64 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %i
  %c = icmp ult i64 %i, %n
  br i1 %c, label %in, label %out
in:
  store i32 7, ptr addrspace(3) %p
  call spir_func void @_Z7barrierj(i32 3)
  %x = xor i64 %i, 1
  %q = getelementptr [64 x i32], ptr addrspace(3) @s, i64 0, i64 %x
  %v = load i32, ptr addrspace(3) %q
  %t = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %v, ptr addrspace(1) %t
  br label %out
out:
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}
; Lanes leave their values, the exchange is a step of its own, and each loads its result.
; CHECK-LABEL: define internal void @warp.block(
; CHECK: %result = getelementptr inbounds i8, ptr
; CHECK: [[WV:%v[0-9]*]] = getelementptr inbounds i8, ptr
; CHECK: gather:
; CHECK: getelementptr inbounds i32, ptr [[WV]], i64
; CHECK: ballot:
; CHECK: [[WB:%.*]] = load <32 x i8>, ptr {{.*}}, align 1
; CHECK: and <32 x i8> [[WB]], splat (i8 1)
; CHECK: store i32 {{.*}}, ptr
define spir_kernel void @warp(ptr addrspace(1) %o) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %i32 = trunc i64 %i to i32
  %x = xor i32 %i32, 1
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %r = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %x)
  %b = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 %r)
  %m = extractelement <4 x i32> %b, i32 0
  store i32 %m, ptr addrspace(1) %p
  ret void
}
; Two ballots share the byte of a lane, and a barrier of the warp directly after them is no synchronisation point.
; CHECK-LABEL: define internal void @votes.block(
; CHECK: and i32 {{.*}}, 2
; CHECK: [[V1:%.*]] = zext i1 {{.*}} to i8
; CHECK: [[V2:%.*]] = zext i1 {{.*}} to i8
; CHECK: [[V3:%.*]] = shl i8 [[V2]], 1
; CHECK: [[V4:%.*]] = or i8 [[V1]], [[V3]]
; CHECK: store i8 [[V4]], ptr
; CHECK-NOT: region2
; CHECK: ballot:
; CHECK: [[VB:%.*]] = load <32 x i8>, ptr {{.*}}, align 1
; CHECK: and <32 x i8> [[VB]], splat (i8 1)
; CHECK: and <32 x i8> [[VB]], splat (i8 2)
; CHECK-LABEL: define void @votes(
define spir_kernel void @votes(ptr addrspace(1) %o) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %w = and i32 %v, 2
  %b0 = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 %v)
  %b1 = call spir_func <4 x i32> @_Z16sub_group_balloti(i32 %w)
  %m0 = extractelement <4 x i32> %b0, i32 0
  %m1 = extractelement <4 x i32> %b1, i32 0
  %m = add i32 %m0, %m1
  fence seq_cst
  call spir_func void @_Z17sub_group_barrierj(i32 1)
  fence seq_cst
  store i32 %m, ptr addrspace(1) %p
  ret void
}
; All work-items get what the first one reads at a uniform address that they write afterwards.
; CHECK-LABEL: define internal void @settle.block(
; CHECK: [[L:%v[0-9.]*]] = load i32, ptr {{.*}}%o
; CHECK: [[F:%.*]] = icmp eq i64 %item{{.*}}, 0
; CHECK: [[S:%.*]] = load i32, ptr [[FIRST:%v.first]]
; CHECK: [[V:%.*]] = select i1 [[F]], i32 [[L]], i32 [[S]]
; CHECK: store i32 [[V]], ptr [[FIRST]]
; CHECK: icmp eq i32 [[V]], 7
; CHECK-LABEL: define void @settle(
define spir_kernel void @settle(ptr addrspace(1) %o, ptr addrspace(1) %p) {
  %v = load i32, ptr addrspace(1) %o
  %c = icmp eq i32 %v, 7
  br i1 %c, label %same, label %other
same:
  store i32 1, ptr addrspace(1) %p
  br label %join
other:
  store i32 7, ptr addrspace(1) %o
  br label %join
join:
  call spir_func void @_Z7barrierj(i32 3)
  ret void
}

; Exchanges that do not need each other's results are one synchronisation point, across an empty branch too; a lane
; that is known at run time only is asked in a loop over work-items.
define spir_kernel void @several(ptr addrspace(1) %o, i32 %from) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %lane = call spir_func i32 @_Z22get_sub_group_local_idv()
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %id
  %v = load i32, ptr addrspace(1) %p
  %next = xor i32 %lane, 1
  %a = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %next)
  %x = add i32 %a, %v
  %odd = trunc i32 %lane to i1
  br i1 %odd, label %join, label %even
even:
  br label %join
join:
  %y = phi i32 [ %v, %0 ], [ 7, %even ]
  %b = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
  %c = call spir_func i32 @_Z17sub_group_shufflejj(i32 %x, i32 %next)
  %s = add i32 %b, %c
  %t = add i32 %s, %y
  store i32 %t, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define internal void @several.block(
; CHECK: region2:
; CHECK-NOT: region3
; CHECK: permute:
; CHECK: load <32 x i32>, ptr {{.*}}, align 4
; CHECK: shufflevector <32 x i32> {{.*}} <i32 1, i32 0, i32 3, i32 2
; CHECK-NOT: shufflevector
; CHECK: gather:
; CHECK: permute{{[0-9]+}}:
; CHECK: shufflevector <32 x i32> {{.*}} <i32 1, i32 0, i32 3, i32 2
; CHECK-NOT: gather{{[0-9]+}}:
; CHECK-LABEL: define void @several(
; A warp whose lanes are all at a region runs a copy of its loop, which does not ask where each lane is. The
; local ID is that of the first lane plus the lane's index if warps lie in rows. A warp that leaves the copy for
; one region goes on there. The context arrays of a warp, 32 bytes for each lane, are together. Two exchanges of a
; block are one synchronisation point.
; CHECK-LABEL: define internal void @halves.block(
; CHECK: group:
; CHECK: store ptr [[ARRAYS:%.*]], ptr %arrays
; CHECK: nextwarp:
; CHECK: getelementptr i8, ptr {{.*}}, i64 1024
; CHECK: region1:
; CHECK: shufflevector
; CHECK: shufflevector
; CHECK: [[ALL:%.*]] = call i1 @__gohip.wg.full(ptr %ids, i64 [[BASE:%.*]], i32 3)
; CHECK: getelementptr inbounds i16, ptr %local.x, i64 [[BASE]]
; CHECK: [[REST:%.*]] = and i64 {{.*}}, 31
; CHECK: [[ROWS:%.*]] = icmp eq i64 [[REST]], 0
; CHECK: [[BOTH:%.*]] = and i1 [[ALL]], [[ROWS]]
; CHECK: br i1 [[BOTH]], label %region1.lane.full, label %region1.lane
; CHECK: region1.item.full:
; CHECK-NOT: zext i16
; CHECK: phi i32 [ 6,
; CHECK: region1.latch.full:
; CHECK: br i1 {{.*}}, label %region1.lane.full, label %region3, !llvm.loop
; CHECK: region3.item.full:
; A loop has none.
; CHECK-NOT: region4.item.full
; CHECK-LABEL: define void @halves(
define spir_kernel void @halves(ptr addrspace(1) %o, ptr addrspace(1) %q) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %x
  %c = icmp ugt i64 %x, 31
  br i1 %c, label %other, label %in
other:
  %b = call spir_func i32 @_Z17sub_group_shufflejj(i32 7, i32 1)
  store i32 %b, ptr addrspace(1) %q
  br label %out
in:
  %a = atomicrmw add ptr addrspace(1) %q, i32 1 monotonic
  %r = call spir_func i32 @_Z17sub_group_shufflejj(i32 %a, i32 0)
  %d = sdiv i32 %r, 2
  %a1 = add i32 %a, 1
  %r1 = call spir_func i32 @_Z17sub_group_shufflejj(i32 %a1, i32 1)
  %both = add i32 %d, %r1
  store i32 %both, ptr addrspace(1) %p
  br label %out
out:
  br label %loop
loop:
  %n = phi i64 [ 0, %out ], [ %m, %loop ]
  %m = add i64 %n, 1
  %t = getelementptr i32, ptr addrspace(1) %p, i64 %m
  store i32 1, ptr addrspace(1) %t
  %more = icmp ult i64 %m, %x
  br i1 %more, label %loop, label %end
end:
  ret void
}
; A shuffle from one of two lanes, each of which is a function of the lane, is two permutations.
; CHECK-LABEL: define internal void @selected.block(
; CHECK: permute:
; CHECK: shufflevector {{.*}} <i32 1, i32 0, i32 3, i32 2
; CHECK: shufflevector {{.*}} zeroinitializer
; CHECK-NOT: gather
; CHECK-LABEL: define void @selected(
define spir_kernel void @selected(ptr addrspace(1) %o, i64 %n) {
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  %v = trunc i64 %x to i32
  %c = icmp ult i64 %x, %n
  %next = xor i32 %l, 1
  %from = select i1 %c, i32 %next, i32 0
  %r = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %x
  store i32 %r, ptr addrspace(1) %p
  ret void
}
; So is one from a lane that depends on the side of a branch.
; CHECK-LABEL: define internal void @joined.block(
; CHECK: permute:
; CHECK: shufflevector {{.*}} <i32 1, i32 0, i32 3, i32 2
; CHECK: shufflevector {{.*}} zeroinitializer
; CHECK-NOT: gather
; CHECK-LABEL: define void @joined(
define spir_kernel void @joined(ptr addrspace(1) %o, i64 %n) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %l = call spir_func i32 @_Z22get_sub_group_local_idv()
  %v = trunc i64 %x to i32
  %c = icmp ult i64 %x, %n
  %next = xor i32 %l, 1
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %x
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %n
  store i32 %next, ptr addrspace(1) %p
  br i1 %c, label %in, label %join
in:
  store i32 1, ptr addrspace(1) %q
  br label %join
join:
  %from = phi i32 [ 0, %entry ], [ %next, %in ]
  %r = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %from)
  %s = getelementptr i32, ptr addrspace(1) %q, i64 %n
  store i32 %r, ptr addrspace(1) %s
  ret void
}
; What a kept value tells, other regions compute from it: the bits and the address of %v have no arrays of their own.
; CHECK-LABEL: define internal void @derived.block(
; CHECK: %v = load i32
; CHECK: store i32 %v, ptr
; CHECK-NEXT: br label %region0.latch
; CHECK: region1.item:
; CHECK: %[[V:v[0-9]*]] = load i32
; CHECK: lshr i32 %[[V]], 3
; CHECK-LABEL: define void @derived(
define spir_kernel void @derived(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %x = call spir_func i64 @_Z12get_local_idj(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %x
  %v = load i32, ptr addrspace(1) %from
  %low = and i32 %v, 7
  %shifted = lshr i32 %v, 3
  %high = and i32 %shifted, 7
  %wide = zext i32 %v to i64
  %to = getelementptr i32, ptr addrspace(1) %q, i64 %wide
  call spir_func void @_Z7barrierj(i32 3)
  %sum = add i32 %low, %high
  store i32 %sum, ptr addrspace(1) %to
  ret void
}
; All choose together whether they iterate again: that is a region without a loop, and the rest of the loop and what follows
; it are regions without the choice.
; CHECK-LABEL: define internal void @chosen.block(
; CHECK: region1.latch:
; CHECK-NEXT: br label %region1.done
; CHECK-NOT: region1.x:
; CHECK: region2.x:
; CHECK-LABEL: define void @chosen(
define spir_kernel void @chosen(ptr addrspace(1) %o, i64 %n) {
entry:
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i64, ptr addrspace(1) %o, i64 %id
  store i64 %n, ptr addrspace(1) %p
  br label %head
head:
  %k = phi i64 [ 0, %entry ], [ %next, %again ]
  %more = icmp ult i64 %k, %n
  br i1 %more, label %again, label %end
again:
  %i = xor i64 %id, 1
  %q = getelementptr i64, ptr addrspace(1) %o, i64 %i
  %v = load i64, ptr addrspace(1) %q
  call spir_func void @_Z7barrierj(i32 3)
  %w = add i64 %v, %k
  store i64 %w, ptr addrspace(1) %p
  %next = add i64 %k, 1
  br label %head
end:
  store i64 %id, ptr addrspace(1) %p
  ret void
}
; Regions between permutations that only compute what is kept are one loop over warps, with a vector for the lanes of each. What
; no other region reads is not stored: neither results nor the first sum.
; CHECK-LABEL: define internal void @chain.block(
; CHECK: region1.warp:
; CHECK: [[CV:%.*]] = load <32 x i32>, ptr {{.*}}, align 4
; CHECK-NEXT: [[C16:%.*]] = shufflevector <32 x i32> [[CV]], <32 x i32> poison, <32 x i32> <i32 16, i32 17
; CHECK-NEXT: [[CS:%.*]] = add <32 x i32> [[C16]], [[CV]]
; CHECK-NEXT: [[C8:%.*]] = shufflevector <32 x i32> [[CS]], <32 x i32> poison, <32 x i32> <i32 8, i32 9
; CHECK-NEXT: [[CT:%.*]] = add <32 x i32> [[CS]], [[C8]]
; CHECK-NEXT: getelementptr
; CHECK-NEXT: store <32 x i32> [[CT]], ptr
; CHECK-NEXT: add nuw nsw i64 {{.*}}, 32
; CHECK: br label %region3
; CHECK: permute:
; CHECK-LABEL: define void @chain(
define spir_kernel void @chain(ptr addrspace(1) %o, i32 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %lane = call spir_func i32 @_Z22get_sub_group_local_idv()
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i
  %v = load i32, ptr addrspace(1) %p
  %l16 = xor i32 %lane, 16
  %x16 = call spir_func i32 @_Z17sub_group_shufflejj(i32 %v, i32 %l16)
  %s = add i32 %v, %x16
  %l8 = xor i32 %lane, 8
  %x8 = call spir_func i32 @_Z17sub_group_shufflejj(i32 %s, i32 %l8)
  %t = add i32 %s, %x8
  %c = icmp slt i32 %t, %n
  %l4 = xor i32 %lane, 4
  %x4 = call spir_func i32 @_Z17sub_group_shufflejj(i32 %t, i32 %l4)
  %w = add i32 %t, %x4
  %z = select i1 %c, i32 %w, i32 %v
  store i32 %z, ptr addrspace(1) %p
  ret void
}
; CHECK-DAG: [[LANES]] = distinct !{[[LANES]], [[SCALAR:![0-9]+]], [[ROLLED:![0-9]+]]}
; CHECK-DAG: [[SCALAR]] = !{!"llvm.loop.vectorize.enable", i1 false}
; CHECK-DAG: [[ROLLED]] = !{!"llvm.loop.unroll.disable"}
; Neither a loop over work-items nor what the vectoriser leaves of it is unrolled.
; CHECK-DAG: [[X]] = distinct !{[[X]], {{![0-9]+}}, [[REST:![0-9]+]], [[ONE:![0-9]+]], [[SINGLE:![0-9]+]]}
; CHECK-DAG: [[REST]] = !{!"llvm.loop.vectorize.followup_epilogue", [[DONE:![0-9]+]], [[SINGLE]]}
; CHECK-DAG: [[DONE]] = !{!"llvm.loop.isvectorized", i32 1}
; CHECK-DAG: [[SINGLE]] = !{!"llvm.loop.unroll.runtime.disable"}
; CHECK-DAG: [[ONE]] = !{!"llvm.loop.interleave.count", i32 1}

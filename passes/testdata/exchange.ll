; RUN: -O1 --print-after=insert-warp-barriers %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [1024 x i32] undef, align 4
@t = internal addrspace(3) global [1024 x i32] undef, align 4
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind
; Lanes turn a tile around without a barrier: one warp barrier, after the last store.
; CHECK-LABEL: define spir_kernel void @turn(
; CHECK-NOT: ControlBarrier
; CHECK: store i32 %b, ptr addrspace(3)
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK-NEXT: load i32, ptr addrspace(3)
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @turn(ptr addrspace(1) %o, i32 %a, i32 %b) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %w = and i64 %i, -32
  %l = and i64 %i, 31
  %l2 = shl i64 %l, 1
  %w2 = shl i64 %w, 1
  %at = add i64 %w2, %l2
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %at
  store i32 %a, ptr addrspace(3) %p
  %p1 = getelementptr i32, ptr addrspace(3) %p, i64 1
  store i32 %b, ptr addrspace(3) %p1
  %from = add i64 %w2, %l
  %q = getelementptr i32, ptr addrspace(3) @s, i64 %from
  %v = load i32, ptr addrspace(3) %q
  %q1 = getelementptr i32, ptr addrspace(3) %q, i64 32
  %x = load i32, ptr addrspace(3) %q1
  %sum = add i32 %v, %x
  %r = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %sum, ptr addrspace(1) %r
  ret void
}
; One lane reads what others have written: all synchronise before it diverges.
; CHECK-LABEL: define spir_kernel void @collect(
; CHECK: store i32
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK-NEXT: br i1 %first, label %one, label %end
; CHECK: one:
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @collect(ptr addrspace(1) %o, ptr addrspace(1) %in) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %few = icmp ult i64 %i, 17
  br i1 %few, label %some, label %join
some:
  %g = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %a = load i32, ptr addrspace(1) %g
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  store i32 %a, ptr addrspace(3) %p
  br label %join
join:
  %first = icmp eq i64 %i, 0
  br i1 %first, label %one, label %end
one:
  %v = load i32, ptr addrspace(3) @s
  %x = load i32, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s, i64 64)
  %sum = add i32 %v, %x
  store i32 %sum, ptr addrspace(1) %o
  br label %end
end:
  ret void
}
; A scan in place: reads of what others write next wait as well, those of the next
; iteration included.
; CHECK-LABEL: define spir_kernel void @scan(
; CHECK: loop:
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(
; CHECK-NEXT: store i32 %k, ptr addrspace(3)
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(
; CHECK-NEXT: load i32, ptr addrspace(3)
; CHECK-NEXT: load i32, ptr addrspace(3)
; CHECK-NEXT: add
; CHECK-NEXT: call spir_func void @_Z22__spirv_ControlBarrierjjj(
; CHECK-NEXT: store i32
; CHECK: br i1
define spir_kernel void @scan(i32 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  %p1 = getelementptr i32, ptr addrspace(3) %p, i64 1
  br label %loop
loop:
  %k = phi i32 [ 0, %0 ], [ %k1, %loop ]
  store i32 %k, ptr addrspace(3) %p1
  fence syncscope("workgroup") seq_cst
  %v = load i32, ptr addrspace(3) %p
  %u = load i32, ptr addrspace(3) %p1
  %w = add i32 %v, %u
  store i32 %w, ptr addrspace(3) %p1
  fence syncscope("workgroup") seq_cst
  %k1 = add i32 %k, 1
  %c = icmp ult i32 %k1, %n
  br i1 %c, label %loop, label %out
out:
  ret void
}
; Kernels with the barriers that they need stay as they are: a sum in halves, ...
; CHECK-LABEL: define spir_kernel void @sum(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @sum(ptr addrspace(1) %o, i32 %a, i32 %n) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  store i32 %a, ptr addrspace(3) %p
  call spir_func void @_Z7barrierj(i32 1)
  %c16 = icmp ult i64 %i, 16
  br i1 %c16, label %add16, label %join16
add16:
  %p16 = getelementptr i32, ptr addrspace(3) %p, i64 16
  %v = load i32, ptr addrspace(3) %p
  %w = load i32, ptr addrspace(3) %p16
  %x = add i32 %v, %w
  store i32 %x, ptr addrspace(3) %p
  br label %join16
join16:
  call spir_func void @_Z7barrierj(i32 1)
  %t = trunc i64 %i to i32
  %c = icmp ult i32 %t, %n
  br i1 %c, label %addn, label %joinn
addn:
  %m = add i32 %t, %n
  %m64 = zext i32 %m to i64
  %pn = getelementptr i32, ptr addrspace(3) @s, i64 %m64
  %vn = load i32, ptr addrspace(3) %p
  %wn = load i32, ptr addrspace(3) %pn
  %xn = add i32 %vn, %wn
  store i32 %xn, ptr addrspace(3) %p
  br label %joinn
joinn:
  call spir_func void @_Z7barrierj(i32 1)
  %r = load i32, ptr addrspace(3) @s
  store i32 %r, ptr addrspace(1) %o
  ret void
}
; ... a lane's own part of a variable, ...
; CHECK-LABEL: define spir_kernel void @own(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @own(ptr addrspace(1) %o, i32 %a, i64 %y) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %i17 = mul i64 %i, 17
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i17
  store i32 %a, ptr addrspace(3) %p
  %p16 = getelementptr i32, ptr addrspace(3) %p, i64 16
  store i32 %a, ptr addrspace(3) %p16
  %v = load i32, ptr addrspace(3) %p
  %w = load i32, ptr addrspace(3) %p16
  %x = add i32 %v, %w
  store i32 %x, ptr addrspace(1) %o
  ret void
}
; ... what each lane writes for itself though all write the same, and other variables.
; CHECK-LABEL: define spir_kernel void @same(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @same(ptr addrspace(1) %o, i32 %a) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  store i32 %a, ptr addrspace(3) @s
  store i32 %a, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @s, i64 4)
  %j = and i64 %i, 1
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %j
  %v = load i32, ptr addrspace(3) %p
  %q = getelementptr i32, ptr addrspace(3) @t, i64 %i
  %w = load i32, ptr addrspace(3) %q
  %x = add i32 %v, %w
  store i32 %x, ptr addrspace(1) %o
  ret void
}
declare i32 @llvm.bitreverse.i32(i32)
declare void @llvm.memcpy.p3.p3.i64(ptr addrspace(3), ptr addrspace(3), i64, i1)
; Addresses go through functions of LLVM's own.
; CHECK-LABEL: define spir_kernel void @reverse(
; CHECK: store i32
; CHECK-NEXT: ControlBarrier
; CHECK-NEXT: load i32, ptr addrspace(3)
; CHECK: ret void
define spir_kernel void @reverse(ptr addrspace(1) %o, i32 %a) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %n = trunc i64 %i to i32
  %r = call i32 @llvm.bitreverse.i32(i32 %n)
  %b = lshr i32 %r, 27
  %k = zext i32 %b to i64
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %k
  %l = and i64 %i, 31
  %q = getelementptr i32, ptr addrspace(3) @s, i64 %l
  store i32 %a, ptr addrspace(3) %p
  %v = load i32, ptr addrspace(3) %q
  store i32 %v, ptr addrspace(1) %o
  ret void
}
; All have read before any stores at a place that data decide.
; CHECK-LABEL: define spir_kernel void @permute(
; CHECK: [[X:%.*]] = load i32, ptr addrspace(3)
; CHECK: [[Y:%.*]] = load i32, ptr addrspace(3)
; CHECK: [[Z:%.*]] = load i32, ptr addrspace(3)
; CHECK: ControlBarrier
; CHECK: store i32 [[X]], ptr addrspace(3)
; CHECK: store i32 [[Y]], ptr addrspace(3)
; CHECK: store i32 [[Z]], ptr addrspace(3)
; CHECK: ret void
define spir_kernel void @permute(ptr addrspace(1) %in) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %r = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %k = load i32, ptr addrspace(1) %r
  %p = getelementptr [3 x i32], ptr addrspace(3) @s, i64 %i
  %q = getelementptr [3 x i32], ptr addrspace(3) @s, i32 %k
  call void @llvm.memcpy.p3.p3.i64(ptr addrspace(3) align 4 %q, ptr addrspace(3) align 4 %p, i64 12, i1 false)
  ret void
}
; A lane that changes what it has read needs no company.
; CHECK-LABEL: define spir_kernel void @spread(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @spread(ptr addrspace(1) %in, i32 %a) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %r = getelementptr i32, ptr addrspace(1) %in, i64 %i
  %k = load i32, ptr addrspace(1) %r
  %q = getelementptr i32, ptr addrspace(3) @s, i32 %k
  %v = load i32, ptr addrspace(3) %q
  %w = add i32 %v, %a
  store i32 %w, ptr addrspace(3) %q
  ret void
}

; Blocks that are one thread wide have their lanes along y: each adds to its own element that of the
; lane before, which must be read first.
; CHECK-LABEL: define spir_kernel void @column(
; CHECK: load i32, ptr addrspace(3)
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK-NEXT: store i32 %sum, ptr addrspace(3)
; CHECK: ret void
define spir_kernel void @column(ptr addrspace(1) %o, i32 %a) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 1)
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %i
  store i32 %a, ptr addrspace(3) %p
  %lane = and i64 %i, 31
  %first = icmp eq i64 %lane, 0
  br i1 %first, label %end, label %step
step:
  %q = getelementptr i32, ptr addrspace(3) %p, i64 -1
  %before = load i32, ptr addrspace(3) %q
  %sum = add i32 %before, %a
  store i32 %sum, ptr addrspace(3) %p
  br label %end
end:
  %v = load i32, ptr addrspace(3) %p
  %r = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 %v, ptr addrspace(1) %r
  ret void
}
; A prefix sum, whose loop doubles the distance of the lanes: those that read wait for those that have stored.
; CHECK-LABEL: define spir_kernel void @doubles(
; CHECK: loop:
; CHECK: load i32, ptr addrspace(3) %there
; CHECK: call spir_func void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK: store i32 %sum, ptr addrspace(3) %own
; CHECK: ret void
define spir_kernel void @doubles() {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %o = add i64 %i, 32
  %own = getelementptr i32, ptr addrspace(3) @s, i64 %o
  store i32 1, ptr addrspace(3) %own
  br label %loop
loop:
  %d = phi i64 [ 1, %0 ], [ %d2, %loop ]
  %less = sub i64 %o, %d
  %there = getelementptr i32, ptr addrspace(3) @s, i64 %less
  %v = load i32, ptr addrspace(3) %there
  %w = load i32, ptr addrspace(3) %own
  %sum = add i32 %v, %w
  store i32 %sum, ptr addrspace(3) %own
  %d2 = shl i64 %d, 1
  %more = icmp ult i64 %d2, 32
  br i1 %more, label %loop, label %out
out:
  ret void
}

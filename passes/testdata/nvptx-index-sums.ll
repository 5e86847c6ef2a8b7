; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-index-sums %s
target triple = "nvptx64-nvidia-cuda"
@s = internal addrspace(3) global [64 x float] undef, align 16
; Two iterations whose loads are under a condition have one base, of which the loop computes what the counter adds.
; CHECK-LABEL: define ptx_kernel void @row(
; CHECK: entry:
; CHECK: [[R:%.*]] = sext i32 %row to i64
; CHECK-NEXT: [[Q:%.*]] = getelementptr float, ptr addrspace(1) %p, i64 [[R]]
; CHECK: loop:
; CHECK: [[W:%.*]] = sext i32 %c to i64
; CHECK-NEXT: [[B:%.*]] = getelementptr float, ptr addrspace(1) [[Q]], i64 [[W]]
; CHECK: load volatile float, ptr addrspace(1) [[B]]
; CHECK: [[A:%.*]] = getelementptr i8, ptr addrspace(1) [[B]], i64 4
; CHECK: load volatile float, ptr addrspace(1) [[A]]
define ptx_kernel void @row(ptr addrspace(1) %p, i32 %row, i32 %n, i32 %skip) {
entry:
  br label %loop
loop:
  %c = phi i32 [ 0, %entry ], [ %next, %latch ]
  %same = icmp eq i32 %c, %skip
  br i1 %same, label %middle, label %first
first:
  %i0 = add nsw i32 %c, %row
  %s0 = sext i32 %i0 to i64
  %a0 = getelementptr float, ptr addrspace(1) %p, i64 %s0
  %v0 = load volatile float, ptr addrspace(1) %a0
  br label %middle
middle:
  %c1 = add nsw i32 %c, 1
  %same1 = icmp eq i32 %c1, %skip
  br i1 %same1, label %latch, label %second
second:
  %i1 = add nsw i32 %row, %c1
  %s1 = sext i32 %i1 to i64
  %a1 = getelementptr float, ptr addrspace(1) %p, i64 %s1
  %v1 = load volatile float, ptr addrspace(1) %a1
  br label %latch
latch:
  %next = add nsw i32 %c, 2
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret void
}
; A counter that may overflow is not split: the sum with the constant could be 2^32 less.
; CHECK-LABEL: define ptx_kernel void @wraps(
; CHECK-NOT: getelementptr i8
; CHECK: ret void
define ptx_kernel void @wraps(ptr addrspace(1) %p, i32 %row, i32 %start, i32 %n, i32 %skip) {
entry:
  br label %loop
loop:
  %c = phi i32 [ %start, %entry ], [ %next, %latch ]
  %same = icmp eq i32 %c, %skip
  br i1 %same, label %middle, label %first
first:
  %i0 = add nsw i32 %c, %row
  %s0 = sext i32 %i0 to i64
  %a0 = getelementptr float, ptr addrspace(1) %p, i64 %s0
  %v0 = load volatile float, ptr addrspace(1) %a0
  br label %middle
middle:
  %c1 = add i32 %c, 1
  %same1 = icmp eq i32 %c1, %skip
  br i1 %same1, label %latch, label %second
second:
  %i1 = add nsw i32 %row, %c1
  %s1 = sext i32 %i1 to i64
  %a1 = getelementptr float, ptr addrspace(1) %p, i64 %s1
  %v1 = load volatile float, ptr addrspace(1) %a1
  br label %latch
latch:
  %next = add i32 %c, 2
  %more = icmp ne i32 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret void
}
; In shared memory it is, and the sum is one with a sign: it may be less than zero where the address with the constant is not.
; CHECK-LABEL: define ptx_kernel void @shared(
; CHECK: loop:
; CHECK: [[I:%.*]] = add i32 %row, %c
; CHECK-NEXT: [[S:%.*]] = sext i32 [[I]] to i64
; CHECK-NEXT: [[B:%.*]] = getelementptr float, ptr addrspace(3) @s, i64 [[S]]
; CHECK: load volatile float, ptr addrspace(3) [[B]]
; CHECK: getelementptr i8, ptr addrspace(3) [[B]], i64 4
; CHECK: ret void
define ptx_kernel void @shared(i32 %row, i32 %n, i32 %skip) {
entry:
  br label %loop
loop:
  %c = phi i32 [ 0, %entry ], [ %next, %latch ]
  %same = icmp eq i32 %c, %skip
  br i1 %same, label %middle, label %first
first:
  %i0 = add i32 %row, %c
  %s0 = zext i32 %i0 to i64
  %a0 = getelementptr float, ptr addrspace(3) @s, i64 %s0
  %v0 = load volatile float, ptr addrspace(3) %a0
  br label %middle
middle:
  %c1 = add i32 %c, 1
  %same1 = icmp eq i32 %c1, %skip
  br i1 %same1, label %latch, label %second
second:
  %i1 = add i32 %row, %c1
  %s1 = zext i32 %i1 to i64
  %a1 = getelementptr float, ptr addrspace(3) @s, i64 %s1
  %v1 = load volatile float, ptr addrspace(3) %a1
  br label %latch
latch:
  %next = add i32 %c, 2
  %more = icmp ne i32 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

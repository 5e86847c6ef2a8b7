; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-index-bases %s
target triple = "nvptx64-nvidia-cuda"
; The addresses of two iterations in blocks of their own have one base, which the loop computes once.
; CHECK-LABEL: define ptx_kernel void @skips(
; CHECK: loop:
; CHECK: [[M:%.*]] = mul i32 %j, 3
; CHECK-NEXT: [[S:%.*]] = sext i32 [[M]] to i64
; CHECK-NEXT: [[B:%.*]] = getelementptr i32, ptr addrspace(1) %p, i64 [[S]]
; CHECK: load volatile i32, ptr addrspace(1) [[B]]
; CHECK: [[A:%.*]] = getelementptr i8, ptr addrspace(1) [[B]], i64 12
; CHECK: load volatile i32, ptr addrspace(1) [[A]]
define ptx_kernel void @skips(ptr addrspace(1) %p, i32 %n, i32 %skip) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %latch ]
  %same = icmp eq i32 %j, %skip
  br i1 %same, label %middle, label %first
first:
  %m0 = mul nuw nsw i32 %j, 3
  %s0 = sext i32 %m0 to i64
  %a0 = getelementptr i32, ptr addrspace(1) %p, i64 %s0
  %v0 = load volatile i32, ptr addrspace(1) %a0
  br label %middle
middle:
  %j1 = or disjoint i32 %j, 1
  %same1 = icmp eq i32 %j1, %skip
  br i1 %same1, label %latch, label %second
second:
  %m1 = mul nuw nsw i32 %j1, 3
  %s1 = zext nneg i32 %m1 to i64
  %a1 = getelementptr i32, ptr addrspace(1) %p, i64 %s1
  %v1 = load volatile i32, ptr addrspace(1) %a1
  br label %latch
latch:
  %next = add nuw i32 %j, 2
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret void
}
; A product that may be negative is not split: the counter's own could overflow.
; CHECK-LABEL: define ptx_kernel void @signed(
; CHECK-NOT: getelementptr i8
define ptx_kernel void @signed(ptr addrspace(1) %p, i32 %j) {
  %m0 = mul nsw i32 %j, 3
  %s0 = sext i32 %m0 to i64
  %a0 = getelementptr i32, ptr addrspace(1) %p, i64 %s0
  %v0 = load volatile i32, ptr addrspace(1) %a0
  %j1 = add nsw i32 %j, 1
  %m1 = mul nsw i32 %j1, 3
  %s1 = sext i32 %m1 to i64
  %a1 = getelementptr i32, ptr addrspace(1) %p, i64 %s1
  %v1 = load volatile i32, ptr addrspace(1) %a1
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

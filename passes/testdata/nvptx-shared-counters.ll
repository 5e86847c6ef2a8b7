; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-shared-counters %s
target triple = "nvptx64-nvidia-cuda"
@tile = external addrspace(3) global [0 x float], align 16
@other = internal addrspace(3) global [64 x float] poison, align 16

; The address is 16 bytes further in each iteration, and the second one has a constant offset.
; CHECK-LABEL: define ptx_kernel void @fills(
; CHECK: [[T:%.*]] = call ptr addrspace(3) asm "mov.b64 $0, $1;", "=l,i"(ptr addrspace(3) @tile)
; CHECK: loop:
; CHECK-NEXT: [[A:%.*]] = phi ptr addrspace(3) [ [[T]], %entry ], [ [[B:%.*]], %loop ]
; CHECK: store volatile float %v, ptr addrspace(3) [[A]]
; CHECK: [[C:%.*]] = getelementptr i8, ptr addrspace(3) [[A]], i64 4
; CHECK: store volatile float %v, ptr addrspace(3) [[C]]
; CHECK: [[B]] = getelementptr i8, ptr addrspace(3) [[A]], i64 16
define ptx_kernel void @fills(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = sext i32 %i to i64
  %g = getelementptr float, ptr addrspace(1) %p, i64 %at
  %v = load volatile float, ptr addrspace(1) %g
  %s = getelementptr float, ptr addrspace(3) @tile, i64 %at
  store volatile float %v, ptr addrspace(3) %s
  %i1 = or disjoint i32 %i, 1
  %at1 = sext i32 %i1 to i64
  %s1 = getelementptr float, ptr addrspace(3) @tile, i64 %at1
  store volatile float %v, ptr addrspace(3) %s1
  %next = add nsw i32 %i, 4
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret void
}

; Two arrays share the product of their index, a counter that may overflow is not followed, and a loop
; that loads only from shared memory stays.
; CHECK-LABEL: define ptx_kernel void @stays(
; CHECK-NOT: phi ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @stays(ptr addrspace(1) %p, i32 %n, i32 %from) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %next, %loop ]
  %k = phi i32 [ %from, %entry ], [ %nextk, %loop ]
  %at = sext i32 %i to i64
  %s = getelementptr float, ptr addrspace(3) @tile, i64 %at
  %v = load volatile float, ptr addrspace(3) %s
  %t = getelementptr float, ptr addrspace(3) @other, i64 %at
  store volatile float %v, ptr addrspace(3) %t
  %atk = sext i32 %k to i64
  %w = getelementptr float, ptr addrspace(3) @other, i64 %atk
  %x = load volatile float, ptr addrspace(1) %p
  store volatile float %x, ptr addrspace(3) %w
  %next = add nsw i32 %i, 1
  %nextk = add i32 %k, 3
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret void
}
; CHECK-LABEL: define ptx_kernel void @shared(
; CHECK-NOT: phi ptr addrspace(3)
; CHECK: ret void
define ptx_kernel void @shared(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %at = sext i32 %i to i64
  %s = getelementptr float, ptr addrspace(3) @tile, i64 %at
  %v = load volatile float, ptr addrspace(3) %s
  store volatile float %v, ptr addrspace(1) %p
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

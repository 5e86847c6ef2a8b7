; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-loops %s
target triple = "nvptx64-nvidia-cuda"
; The latch branches back when its condition holds, and the counter counts down to zero.
; CHECK: %n = phi i32 [ [[NEXT:%.*]], %loop ], [ %steps, %entry ]
; CHECK: [[NEXT]] = sub i32 %n, 1
; CHECK-NEXT: [[MORE:%.*]] = icmp ne i32 [[NEXT]], 0
; CHECK-NEXT: br i1 [[MORE]], label %loop, label %end
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %steps) {
entry:
  %any = icmp sgt i32 %steps, 0
  br i1 %any, label %loop, label %end
loop:
  %n = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = load volatile i32, ptr addrspace(1) %p
  store volatile i32 %v, ptr addrspace(1) %p
  %next = add i32 %n, 1
  %done = icmp eq i32 %next, %steps
  br i1 %done, label %end, label %loop, !llvm.loop !0
end:
  ret void
}
; A counter whose number of iterations is known is compared with what it is after the last one.
; CHECK-LABEL: define ptx_kernel void @known(
; CHECK: [[NEXT:%.*]] = add nuw nsw i32 %i, 4
; CHECK: [[MORE:%.*]] = icmp ne i32 [[NEXT]], 4096
; CHECK-NEXT: br i1 [[MORE]], label %loop, label %end
define ptx_kernel void @known(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store volatile i32 %i, ptr addrspace(1) %q
  %last = or disjoint i32 %i, 3
  %done = icmp ugt i32 %last, 4094
  %next = add nuw nsw i32 %i, 4
  br i1 %done, label %end, label %loop, !llvm.loop !0
end:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

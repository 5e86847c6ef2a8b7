; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-popcount %s
target triple = "nvptx64-nvidia-cuda"
; A loop that clears the lowest bit until none is left counts the bits.
; CHECK-LABEL: define ptx_kernel void @bits(
; CHECK: call {{.*}}i32 @llvm.ctpop.i32(i32 %v)
; CHECK-NOT: = phi i32 [ %rest
; CHECK: ret void
define ptx_kernel void @bits(ptr addrspace(1) %p, i32 %v) {
entry:
  %none = icmp eq i32 %v, 0
  br i1 %none, label %end, label %loop
loop:
  %x = phi i32 [ %rest, %loop ], [ %v, %entry ]
  %n = phi i32 [ %n1, %loop ], [ 0, %entry ]
  %less = add i32 %x, -1
  %rest = and i32 %less, %x
  %n1 = add i32 %n, 1
  %done = icmp eq i32 %rest, 0
  br i1 %done, label %end, label %loop
end:
  %sum = phi i32 [ 0, %entry ], [ %n1, %loop ]
  store i32 %sum, ptr addrspace(1) %p
  ret void
}
; Without a test for zero, the loop counts one bit of zero.
; CHECK-LABEL: define ptx_kernel void @least(
; CHECK: call {{.*}}i64 @llvm.ctpop.i64(i64 %v)
; CHECK: select i1 {{.*}}, i64 6, i64
define ptx_kernel void @least(ptr addrspace(1) %p, i64 %v) {
entry:
  br label %loop
loop:
  %x = phi i64 [ %rest, %loop ], [ %v, %entry ]
  %n = phi i64 [ %n1, %loop ], [ 5, %entry ]
  %less = add i64 %x, -1
  %rest = and i64 %less, %x
  %n1 = add i64 %n, 1
  %done = icmp eq i64 %rest, 0
  br i1 %done, label %end, label %loop
end:
  store i64 %n1, ptr addrspace(1) %p
  ret void
}
; What is left of the value is used in the loop: it stays.
; CHECK-LABEL: define ptx_kernel void @writes(
; CHECK: loop:
; CHECK: store volatile
; CHECK: br i1 %done, label %end, label %loop
define ptx_kernel void @writes(ptr addrspace(1) %p, i32 %v) {
entry:
  br label %loop
loop:
  %x = phi i32 [ %rest, %loop ], [ %v, %entry ]
  %n = phi i32 [ %n1, %loop ], [ 0, %entry ]
  %less = add i32 %x, -1
  %rest = and i32 %less, %x
  store volatile i32 %rest, ptr addrspace(1) %p
  %n1 = add i32 %n, 1
  %done = icmp eq i32 %rest, 0
  br i1 %done, label %end, label %loop, !llvm.loop !0
end:
  store i32 %n1, ptr addrspace(1) %p
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.disable"}

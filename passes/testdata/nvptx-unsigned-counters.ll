; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-unsigned-counters %s
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; An unsigned addition to a variable is marked, in memory and as a value of the loop, and one that is signed or is none to it is not.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: add i32 %old, %step, !gohip.unsigned.counter
; CHECK: = add i32 %i, %step, !gohip.unsigned.counter
; CHECK: = add nsw i32 %j, %step{{$}}
; CHECK: = add i32 %i, 7{{$}}
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %v = alloca i32
  store i32 0, ptr %v
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %old = load i32, ptr %v
  %new = add i32 %old, %step
  store i32 %new, ptr %v
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %j = phi i32 [ 0, %entry ], [ %j1, %loop ]
  %i1 = add i32 %i, %step
  %j1 = add nsw i32 %j, %step
  %x = add i32 %i, 7
  store volatile i32 %x, ptr addrspace(1) %p
  %more = icmp slt i32 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

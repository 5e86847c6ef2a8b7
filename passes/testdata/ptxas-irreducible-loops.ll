; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=ptxas-irreducible-loops %s
target triple = "nvptx64-nvidia-cuda"
; A loop with two entries gets one. ptxas would count %i in a uniform register, twice where half of the
; lanes of a warp begin at %b.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: outer:
; CHECK: br label %irr.guard
; CHECK: irr.guard:
; CHECK-NEXT: phi i1
; CHECK-NEXT: br i1
; A loop with one entry stays.
; CHECK-LABEL: define ptx_kernel void @one(
; CHECK-NOT: guard
; CHECK: ret void
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %odd = trunc i32 %t to i1
  br label %outer
outer:
  %i = phi i32 [ 0, %0 ], [ %j, %latch ]
  br i1 %odd, label %a, label %b
a:
  store volatile i32 %i, ptr addrspace(1) %p
  br label %b
b:
  %v = load volatile i32, ptr addrspace(1) %p
  %again = icmp slt i32 %v, 0
  br i1 %again, label %a, label %latch
latch:
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %outer, label %end
end:
  ret void
}
define ptx_kernel void @one(ptr addrspace(1) %p, i32 %n) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  store volatile i32 %i, ptr addrspace(1) %p
  %j = add i32 %i, 1
  %more = icmp slt i32 %j, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

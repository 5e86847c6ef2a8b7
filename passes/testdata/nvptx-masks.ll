; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-masks %s
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.activemask() convergent
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1) convergent
; Where all lanes of a warp are, the mask is full; after a divergent branch it is what is active.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK-NOT: @llvm.nvvm.activemask()
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
; CHECK: some:
; CHECK: [[M:%.*]] = tail call i32 @llvm.nvvm.activemask()
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 [[M]], i1 %c)
; CHECK: end:
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %c)
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %x) convergent {
  %m = call i32 @llvm.nvvm.activemask()
  %c = icmp eq i32 %x, 3
  %b = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m, i1 %c)
  store volatile i32 %b, ptr addrspace(1) %p
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = icmp ult i32 %t, 5
  br i1 %d, label %some, label %end
some:
  %m2 = call i32 @llvm.nvvm.activemask()
  %b2 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m2, i1 %c)
  store volatile i32 %b2, ptr addrspace(1) %p
  br label %end
end:
  %m3 = call i32 @llvm.nvvm.activemask()
  %b3 = call i32 @llvm.nvvm.vote.ballot.sync(i32 %m3, i1 %c)
  store volatile i32 %b3, ptr addrspace(1) %p
  ret void
}

; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-unroll %s
target triple = "nvptx64-nvidia-cuda"
declare i1 @llvm.nvvm.vote.all.sync(i32, i1) convergent
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
; A loop around a vote unrolls where all lanes make the same number of iterations.
; CHECK-LABEL: define ptx_kernel void @votes(
; CHECK: loop:
; CHECK-COUNT-4: call i1 @llvm.nvvm.vote.all.sync(
; CHECK: br i1 {{.*}}, label %loop
define ptx_kernel void @votes(ptr addrspace(1) %p, i32 %n) convergent {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %x = load volatile i32, ptr addrspace(1) %q
  %c = icmp eq i32 %x, 7
  %v = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %c)
  %z = zext i1 %v to i32
  store volatile i32 %z, ptr addrspace(1) %q
  %i1 = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %i1, %n
  br i1 %done, label %end, label %loop
end:
  ret void
}
; One with a stride of the launch stays as it is.
; CHECK-LABEL: define ptx_kernel void @strided(
; CHECK: loop:
; CHECK: store volatile i32 %i
; CHECK-NOT: store
; CHECK: ret void
define ptx_kernel void @strided(ptr addrspace(1) %p, i32 %n) {
entry:
  %step = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %any = icmp ult i32 0, %n
  br i1 %any, label %loop, label %end
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store volatile i32 %i, ptr addrspace(1) %q
  %i1 = add i32 %i, %step
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

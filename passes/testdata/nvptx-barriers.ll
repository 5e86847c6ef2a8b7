; RUN: --target=nvptx64-nvidia-cuda -O1 --print-after=nvptx-barriers %s
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1)
; The lanes that skip it synchronise with the others at the barrier after the branch.
; CHECK-LABEL: define {{.*}}@rounds(
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: br i1 %low
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
; CHECK: call i32 @llvm.nvvm.barrier.cta.red.popc.all(i32 0, i1 %c)
; CHECK: call void @llvm.nvvm.barrier.cta.sync.all(i32 0)
define ptx_kernel void @rounds(ptr addrspace(1) %o, i1 %c) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %low = icmp ult i32 %x, 16
  br i1 %low, label %round, label %join
round:
  store i32 1, ptr addrspace(1) %o
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %n = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %c)
  store i32 %n, ptr addrspace(1) %o
  br label %join
join:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}
; A condition in memory is usually the same for all.
; CHECK-LABEL: define {{.*}}@found(
; CHECK-NOT: barrier.cta.sync.all
; CHECK: ret void
define ptx_kernel void @found(ptr addrspace(1) %o) {
  %v = load i32, ptr addrspace(1) %o
  %low = icmp ult i32 %v, 16
  br i1 %low, label %round, label %join
round:
  store i32 1, ptr addrspace(1) %o
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %join
join:
  ret void
}

; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-kernel-parameters %s
; LINK: --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 -O1 --emit=asm
; WANT: ".offset":64,".size":64
target triple = "nvptx64-nvidia-cuda"
%struct.S = type { i64, [13 x i32], [4 x i8] }
; Parameters of a kernel are aligned to 64 bytes from the first one on, whose address is a multiple of 16: without
; the pass, the second loads are from an address made by "or".
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK-SAME: ptr {{.*}}byval(%struct.S) align 16
define ptx_kernel void @k(ptr addrspace(1) %o, ptr byval(%struct.S) align 64 %s) {
  %p = getelementptr inbounds i8, ptr %s, i64 20
  %v = load i32, ptr %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %v, ptr addrspace(1) %o
  ret void
}
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

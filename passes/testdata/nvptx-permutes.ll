; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-permutes %s
target triple = "nvptx64-nvidia-cuda"
; Permutations of bytes are numbers if the bytes that they select are: the lowest four times, two of each
; operand, a sign, and not where an unknown byte is selected.
; CHECK-LABEL: define ptx_kernel void @k(
; CHECK: store volatile i32 2021161080,
; CHECK-NEXT: store volatile i32 872415334,
; CHECK-NEXT: store volatile i32 255,
; CHECK-NEXT: [[P:%.*]] = {{.*}}call i32 @llvm.nvvm.prmt(
; CHECK-NEXT: store volatile i32 [[P]],
define ptx_kernel void @k(ptr addrspace(1) %o, i32 %x) {
  %a = call i32 @llvm.nvvm.prmt(i32 305419896, i32 %x, i32 0)
  store volatile i32 %a, ptr addrspace(1) %o
  %b = call i32 @llvm.nvvm.prmt(i32 305419896, i32 1718026308, i32 9559)
  store volatile i32 %b, ptr addrspace(1) %o
  %c = call i32 @llvm.nvvm.prmt(i32 128, i32 0, i32 17480)
  store volatile i32 %c, ptr addrspace(1) %o
  %d = call i32 @llvm.nvvm.prmt(i32 305419896, i32 %x, i32 4)
  store volatile i32 %d, ptr addrspace(1) %o
  ret void
}
declare i32 @llvm.nvvm.prmt(i32, i32, i32)

; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --emit=asm %s
target triple = "nvptx64-nvidia-cuda"
; A computed goto is compiled to comparisons.
@labels = internal addrspace(1) constant [3 x ptr] [ptr blockaddress(@k, %a), ptr blockaddress(@k, %b), ptr blockaddress(@k, %c)]
; CHECK-LABEL: .entry k(
; CHECK: setp.eq.b64
; CHECK: ret;
define ptx_kernel void @k(ptr addrspace(1) %o, ptr addrspace(1) %i) {
entry:
  %n = load i64, ptr addrspace(1) %i
  %p = getelementptr ptr, ptr addrspace(1) @labels, i64 %n
  %l = load ptr, ptr addrspace(1) %p
  indirectbr ptr %l, [label %a, label %b, label %c]
a:
  store volatile i32 1, ptr addrspace(1) %o
  br label %c
b:
  store volatile i32 2, ptr addrspace(1) %o
  br label %c
c:
  store volatile i32 3, ptr addrspace(1) %o
  ret void
}

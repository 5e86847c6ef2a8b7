; RUN: -O0 --print-after=gcn-assembly %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; Waiting for the lane's own memory operations is a fence, a trap a trap, and hints go; comments are none of it.
; CHECK-LABEL: @k(
; CHECK: store i32 1
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: store i32 2
; CHECK-NEXT: store i32 3
; CHECK: call void @llvm.trap()
; CHECK-NOT: asm
define spir_kernel void @k(ptr addrspace(1) %p, i1 %c) {
  store i32 1, ptr addrspace(1) %p
  call void asm sideeffect "s_waitcnt vmcnt($0) ; own stores\0A\09s_nop 1\0A", "n,~{memory}"(i32 0)
  store i32 2, ptr addrspace(1) %p
  call void asm sideeffect "s_setprio 3 // more", ""()
  store i32 3, ptr addrspace(1) %p
  br i1 %c, label %bad, label %good
bad:
  call void asm sideeffect "s_trap 0x02;", ""()
  br label %good
good:
  ret void
}

; RUN: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --print-after=nvptx-atomics %s
; LINK: -O1 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx78 --emit=asm
; WANT: (fence\.acq_rel|atom\.acq_rel)
target triple = "nvptx64-nvidia-cuda"
; CHECK-LABEL: define ptx_kernel void @k(
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %a) {
; CHECK: fence release
; CHECK-NEXT: atomicrmw add ptr addrspace(1) %p, i32 %a monotonic
; CHECK-NEXT: fence acquire
  %v = atomicrmw add ptr addrspace(1) %p, i32 %a acq_rel
; CHECK-NEXT: atomicrmw add ptr addrspace(1) %p, i32 %a monotonic
; CHECK-NEXT: fence acquire
  %w = atomicrmw add ptr addrspace(1) %p, i32 %a acquire
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: atomicrmw add ptr addrspace(1) %p, i32 %a monotonic
; CHECK-NEXT: fence acquire
  %x = atomicrmw add ptr addrspace(1) %p, i32 %a seq_cst
; What has no ordering keeps none.
; CHECK-NEXT: atomicrmw add ptr addrspace(1) %p, i32 %a monotonic
; CHECK-NEXT: ret void
  %y = atomicrmw add ptr addrspace(1) %p, i32 %a monotonic
  ret void
}

; RUN: --target=x86_64-unknown-linux-gnu -O1 --no-warn-host-layout --print-after=unaligned-atomics %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK-LABEL: @k(
; CHECK: cmpxchg ptr addrspace(1) %p, i64 0, i64 0 acquire acquire, align 8
; CHECK: atomicrmw xchg ptr addrspace(1) %p, i64 %{{.*}} seq_cst, align 8
; CHECK: cmpxchg ptr addrspace(1) %p, i64 %{{.*}}, i64 3 acq_rel monotonic, align 8
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 %n monotonic, align 4
; An access that is aligned remains a move.
; CHECK: load atomic i64, ptr addrspace(1) %q acquire, align 8
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
  %v = load atomic i64, ptr addrspace(1) %p acquire, align 4
  %w = add i64 %v, 5
  store atomic i64 %w, ptr addrspace(1) %p seq_cst, align 4
  %x = cmpxchg ptr addrspace(1) %p, i64 %w, i64 3 acq_rel monotonic, align 4
  %a = atomicrmw add ptr addrspace(1) %p, i32 %n monotonic, align 2
  %l = load atomic i64, ptr addrspace(1) %q acquire, align 8
  store i64 %l, ptr addrspace(1) %p
  ret void
}

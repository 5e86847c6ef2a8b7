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

declare ptr @__gohip_in_scope(ptr, i32)

; The scope that an address was passed with: an agent's, a work-group's, the system's, and one that is unknown.
; CHECK-LABEL: define ptx_kernel void @scopes(
define ptx_kernel void @scopes(ptr %p, i32 %a) {
; CHECK-NOT: call ptr
; CHECK: load atomic i32, ptr %p syncscope("device") acquire
  %agent = call ptr @__gohip_in_scope(ptr %p, i32 4)
  %v = load atomic i32, ptr %agent acquire, align 4
; CHECK-NEXT: store atomic i32 %a, ptr %p syncscope("block") release
  %group = call ptr @__gohip_in_scope(ptr %p, i32 3)
  store atomic i32 %a, ptr %group release, align 4
; CHECK-NEXT: cmpxchg ptr %p, i32 0, i32 %a syncscope("device") acq_rel monotonic
  %swapped = call ptr @__gohip_in_scope(ptr %p, i32 4)
  %x = cmpxchg ptr %swapped, i32 0, i32 %a acq_rel monotonic
; CHECK-NEXT: addrspacecast ptr %p to ptr addrspace(3)
; CHECK-NEXT: fence syncscope("block") release
; CHECK-NEXT: atomicrmw add ptr addrspace(3) %shared, i32 %a syncscope("block") monotonic
; CHECK-NEXT: fence syncscope("block") acquire
  %cast = call ptr @__gohip_in_scope(ptr %p, i32 3)
  %shared = addrspacecast ptr %cast to ptr addrspace(3)
  %y = atomicrmw add ptr addrspace(3) %shared, i32 %a acq_rel
; CHECK-NEXT: load atomic i32, ptr %p acquire
  %system = call ptr @__gohip_in_scope(ptr %p, i32 5)
  %z = load atomic i32, ptr %system acquire, align 4
; CHECK-NEXT: load atomic i32, ptr %p acquire
  %unknown = call ptr @__gohip_in_scope(ptr %p, i32 %a)
  %w = load atomic i32, ptr %unknown acquire, align 4
; Read-modify-writes of the system's scope, for which LLVM has no instruction; a maximum of float is a loop there.
; CHECK-NEXT: fence release
; CHECK-NEXT: call i32 asm sideeffect "atom.sys.add.u32 $0, [$1], $2;", "=r,l,r,~{memory}"(ptr %p, i32 %a)
; CHECK-NEXT: fence acquire
  %added = call ptr @__gohip_in_scope(ptr %p, i32 5)
  %s0 = atomicrmw add ptr %added, i32 %a acq_rel
; CHECK-NEXT: call i64 asm sideeffect "atom.sys.add.u64 $0, [$1], $2;", "=l,l,l,~{memory}"(ptr %p, i64 -7)
  %less = call ptr @__gohip_in_scope(ptr %p, i32 5)
  %s1 = atomicrmw sub ptr %less, i64 7 monotonic
; CHECK-NEXT: call float asm sideeffect "atom.sys.add.f32 $0, [$1], $2;", "=f,l,f,~{memory}"(ptr %p, float 1.000000e+00)
  %sum = call ptr @__gohip_in_scope(ptr %p, i32 5)
  %s2 = atomicrmw fadd ptr %sum, float 1.0 monotonic
; CHECK-NEXT: atomicrmw fmax ptr %p, float 1.000000e+00 monotonic
  %most = call ptr @__gohip_in_scope(ptr %p, i32 5)
  %s3 = atomicrmw fmax ptr %most, float 1.0 monotonic
; What only stores the address has no scope.
; CHECK-NEXT: store ptr %p, ptr %p
  %kept = call ptr @__gohip_in_scope(ptr %p, i32 4)
  store ptr %kept, ptr %p
; CHECK-NEXT: ret void
  ret void
}

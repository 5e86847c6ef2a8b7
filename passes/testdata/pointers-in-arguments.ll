; RUN: -O0 --print-after=argument-pointers %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; A pointer in a by-value argument leads to global memory: the casts say so to what infers the address
; space of its uses (argument-pointers.ll).
; CHECK: %p = load ptr addrspace(4), ptr {{.*}}
; CHECK-NEXT: [[G:%.*]] = addrspacecast ptr addrspace(4) %p to ptr addrspace(1)
; CHECK-NEXT: [[B:%.*]] = addrspacecast ptr addrspace(1) [[G]] to ptr addrspace(4)
; CHECK: load i32, ptr addrspace(4) [[B]]
%s = type { ptr addrspace(4), i32 }
define spir_kernel void @k(ptr byval(%s) align 8 %a, ptr addrspace(1) %o) {
  %p = load ptr addrspace(4), ptr %a
  %v = load i32, ptr addrspace(4) %p
  store i32 %v, ptr addrspace(1) %o
  ret void
}

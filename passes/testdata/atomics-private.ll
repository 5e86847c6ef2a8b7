; RUN: -O0 --print-after=atomics %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK-NOT: cmpxchg
; CHECK-NOT: atomicrmw
; CHECK: load i16, ptr %p, align 1
; CHECK: store i16 {{.*}}, ptr %p, align 1
; CHECK: icmp eq i16
; CHECK-NOT: cmpxchg
define spir_kernel void @k(ptr addrspace(1) %o, i16 %x) {
  %a = alloca i16, align 2
  store i16 %x, ptr %a
  %r = atomicrmw add ptr %a, i16 %x monotonic
  %c = cmpxchg ptr %a, i16 %r, i16 5 seq_cst seq_cst
  %v = load atomic i16, ptr %a seq_cst, align 2
  store i16 %v, ptr addrspace(1) %o
  ret void
}

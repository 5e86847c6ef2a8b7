; RUN: -O0 --print-after=indirect-calls %s
; WARNING: k calls through a pointer to a function of type i32 (i32), and no such function of the program has its address taken: the call ends the work-item
; VALIDATE
; CHECK: define internal spir_func i32 @__gohip.indirect.0(i32 %0, i64 %1)
; CHECK: switch i64 %1, label %none [
; CHECK-NEXT: ]
; CHECK: none:
; CHECK-NEXT: call spir_func void @__gohip_stop(i32 3)
; CHECK-NEXT: unreachable
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@why = addrspace(1) global i32 0
define spir_func void @__gohip_stop(i32 %w) noreturn {
  store i32 %w, ptr addrspace(1) @why
  unreachable
}
define spir_kernel void @k(ptr addrspace(1) %o, ptr addrspace(1) %p) {
  %f = load ptr, ptr addrspace(1) %p
  %r = call spir_func i32 %f(i32 1)
  store i32 %r, ptr addrspace(1) %o
  ret void
}

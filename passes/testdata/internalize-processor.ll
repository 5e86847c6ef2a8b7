; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=internalize %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; What lanes do in lockstep is seen in optimised code: none is kept from being optimised. A function that
; its author wants out of line stays so.
; CHECK-DAG: define internal i32 @unoptimised(ptr addrspace(4) %p) {
define spir_func i32 @unoptimised(ptr addrspace(4) %p) noinline optnone {
  %v = load volatile i32, ptr addrspace(4) %p
  ret i32 %v
}
; CHECK-DAG: define internal i32 @apart(ptr addrspace(4) %p) [[NOINLINE:#[0-9]+]] {
define spir_func i32 @apart(ptr addrspace(4) %p) noinline {
  %v = load volatile i32, ptr addrspace(4) %p
  ret i32 %v
}
; CHECK-DAG: attributes [[NOINLINE]] = { noinline }
define spir_kernel void @k(ptr addrspace(1) %p) {
  %q = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %a = call spir_func i32 @unoptimised(ptr addrspace(4) %q)
  %b = call spir_func i32 @apart(ptr addrspace(4) %q)
  %r = add i32 %a, %b
  store i32 %r, ptr addrspace(1) %p
  ret void
}

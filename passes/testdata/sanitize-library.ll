; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=sanitize-library %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; A function of the program that its author wants unmarked stays so.
; CHECK: define spir_func i32 @plain(i32 %x) {
; CHECK: define spir_kernel void @k(ptr addrspace(1) %p) #[[K:[0-9]+]]
; CHECK: attributes #[[K]] = { sanitize_thread }
define spir_func i32 @plain(i32 %x) {
  %y = mul i32 %x, %x
  ret i32 %y
}
define spir_kernel void @k(ptr addrspace(1) %p) sanitize_thread {
  %a = call spir_func i32 @plain(i32 3)
  store i32 %a, ptr addrspace(1) %p
  ret void
}

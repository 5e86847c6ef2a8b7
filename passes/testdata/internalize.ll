; RUN: -O0 --print-after=internalize %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
$g = comdat any
; CHECK-DAG: define internal spir_func i32 @f(
define hidden spir_func i32 @f(i32 %x) {
  %r = call spir_func i32 @g(i32 %x)
  ret i32 %r
}
; CHECK-DAG: define internal spir_func i32 @g(i32 %x) {
define linkonce_odr hidden spir_func i32 @g(i32 %x) comdat {
  ret i32 %x
}
; CHECK-DAG: define spir_kernel void @k(
define spir_kernel void @k(ptr addrspace(1) %p) {
  %r = call spir_func i32 @f(i32 1)
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; RUN: -O0 --print-after=inline-barriers %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func void @_Z7barrierj(i32) convergent nounwind
; Functions with a barrier in them, or below them, are inlined; others are left to the optimiser.
; CHECK: define internal spir_func void @sync() #[[A:[0-9]+]]
; CHECK: define internal spir_func void @outer() #[[A]]
; CHECK: define internal spir_func i32 @other(i32 %x) {
; CHECK: attributes #[[A]] = { alwaysinline }
define internal spir_func void @sync() noinline {
  call spir_func void @_Z7barrierj(i32 1)
  ret void
}
define internal spir_func void @outer() {
  call spir_func void @sync()
  ret void
}
define internal spir_func i32 @other(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define spir_kernel void @k(ptr addrspace(1) %p) {
  call spir_func void @outer()
  %v = call spir_func i32 @other(i32 1)
  store i32 %v, ptr addrspace(1) %p
  ret void
}

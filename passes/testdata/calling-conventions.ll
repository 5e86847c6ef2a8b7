; RUN: -O0 --print-after=calling-conventions %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; IR written by hand leaves the convention out.
; CHECK: define internal spir_func float @f(float %x)
define internal float @f(float %x) {
  ret float %x
}
; CHECK: call spir_func float @f(float 1.000000e+00)
define spir_kernel void @k(ptr addrspace(1) %o) {
  %r = call float @f(float 1.0)
  store float %r, ptr addrspace(1) %o
  ret void
}

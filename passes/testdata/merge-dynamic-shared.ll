; RUN: -O0 --print-after=merge-dynamic-shared %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: @__gohip_dynamic_lds = external addrspace(3) global [0 x i8], align 32
; CHECK-NOT: @b =
@a = external addrspace(3) global [0 x float], align 4
@b = external addrspace(3) global [0 x double], align 32
; CHECK: getelementptr [0 x float], ptr addrspace(3) @__gohip_dynamic_lds, i64 0, i64 %i
; CHECK: getelementptr [0 x double], ptr addrspace(3) @__gohip_dynamic_lds, i64 0, i64 %i
define spir_kernel void @k(i64 %i) {
  %x = getelementptr [0 x float], ptr addrspace(3) @a, i64 0, i64 %i
  store float 1.0, ptr addrspace(3) %x
  %y = getelementptr [0 x double], ptr addrspace(3) @b, i64 0, i64 %i
  store double 1.0, ptr addrspace(3) %y
  ret void
}

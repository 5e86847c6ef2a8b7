; RUN: -O0 --print-after=traps %s
; VALIDATE
; CHECK-NOT: @_ZL1x =
; CHECK: @_ZL1x.static.79fb351805abfa9f = {{.*}}global i32 1
; CHECK-NOT: @_ZL1x =
; CHECK: load i32, ptr addrspace(1) @_ZL1x.static.79fb351805abfa9f
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@_ZL1x = external addrspace(1) global i32, align 4
@_ZL1x.static.79fb351805abfa9f = addrspace(1) externally_initialized global i32 1, align 4
define spir_kernel void @k(ptr addrspace(1) %o) {
  %x = load i32, ptr addrspace(1) @_ZL1x
  store i32 %x, ptr addrspace(1) %o
  ret void
}

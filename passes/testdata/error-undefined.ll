; RUN: -O0 %s
; PASS: undefined
; ERROR: device function helper(int) is called by k and defined nowhere
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare spir_func i32 @_Z6helperi(i32)
define spir_kernel void @k(ptr addrspace(1) %o) {
  %r = call spir_func i32 @_Z6helperi(i32 1)
  store i32 %r, ptr addrspace(1) %o
  ret void
}

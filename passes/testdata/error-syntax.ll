; RUN: -O0 %s
; ERROR: error-syntax.ll:6:13: error: use of undefined value '%nothing'
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
define spir_kernel void @k(ptr addrspace(1) %o) {
  store i32 %nothing, ptr addrspace(1) %o
  ret void
}

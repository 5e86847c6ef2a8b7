; RUN: -O0 --print-after=stack-alignment %s
; ERROR: k: an array of variable size, or alloca: SPIR-V devices have no call stack to put it on
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
define spir_kernel void @k(ptr addrspace(1) %o, i32 %n) {
  %a = alloca i32, i32 %n
  store volatile i32 1, ptr %a
  ret void
}

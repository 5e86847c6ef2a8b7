; RUN: -O0 --emit=asm %s
; ERROR: k: __launch_bounds__ with -1 threads per block
; ERROR: k: __launch_bounds__ with -2 warps
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@bounds = private unnamed_addr addrspace(1) constant [20 x i8] c"gohip.launch_bounds\00", section "llvm.metadata"
@args = private unnamed_addr addrspace(1) constant { i32, i32 } { i32 -1, i32 -2 }, section "llvm.metadata"
@llvm.global.annotations = appending addrspace(1) global [1 x { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) }] [
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @k to ptr addrspace(1)), ptr addrspace(1) @bounds, ptr addrspace(1) @bounds, i32 1, ptr addrspace(1) @args }
], section "llvm.metadata"
define spir_kernel void @k(ptr addrspace(1) %p) {
  ret void
}

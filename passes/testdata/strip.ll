; RUN: -O0 --print-after=strip %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@x = addrspace(1) externally_initialized global i32 5
@__hip_cuid_1234 = addrspace(1) global i8 0
@llvm.compiler.used = appending addrspace(1) global [2 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr addrspace(1) @x to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @__hip_cuid_1234 to ptr addrspace(4))], section "llvm.metadata"
; Of two names of one function calls use the function's; the other is the optimiser's to drop.
@other = hidden alias void (), ptr @f
; CHECK-NOT: __hip_cuid
; CHECK-NOT: llvm.compiler.used
; CHECK: @x = {{.*}}addrspace(1) externally_initialized global i32 5
; CHECK: @other = internal alias
; CHECK: call spir_func void @f()
define hidden spir_func void @f() {
  ret void
}
define spir_kernel void @k() {
  call spir_func void @other()
  ret void
}

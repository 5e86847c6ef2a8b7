; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=keep-coverage %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; The mapping is noted, and what happens to its variables does not matter any longer.
; CHECK: define spir_kernel void @k(
@__profn_k = protected addrspace(1) constant [1 x i8] c"k"
@__covrec_7u = linkonce_odr hidden addrspace(1) constant <{ i64, [2 x i8] }> <{ i64 7, [2 x i8] c"ab" }>, section "__llvm_covfun", align 8
@__llvm_coverage_mapping = private addrspace(1) constant [2 x i8] c"cd", section "__llvm_covmap", align 8
@llvm.used = appending addrspace(1) global [2 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr addrspace(1) @__covrec_7u to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @__llvm_coverage_mapping to ptr addrspace(4))], section "llvm.metadata"
declare void @llvm.instrprof.increment(ptr, i64, i32, i32)
define spir_kernel void @k(ptr addrspace(1) %p) {
  call void @llvm.instrprof.increment(ptr addrspacecast (ptr addrspace(1) @__profn_k to ptr), i64 24, i32 1, i32 0)
  store i32 1, ptr addrspace(1) %p
  ret void
}

; RUN: -O0 %s
; ERROR: k uses llvm.amdgcn.workitem.id.x, which has no counterpart on spirv64-unknown-unknown devices
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare i32 @llvm.amdgcn.workitem.id.x()
define spir_kernel void @k(ptr addrspace(1) %o) {
  %r = call i32 @llvm.amdgcn.workitem.id.x()
  store i32 %r, ptr addrspace(1) %o
  ret void
}

; RUN: -O0 --print-after=fold-pointer-casts %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: [[Q:%.*]] = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
; CHECK-NOT: inttoptr
define spir_kernel void @k(ptr addrspace(1) %p) {
  %i = ptrtoint ptr addrspace(1) %p to i64
  %q = inttoptr i64 %i to ptr addrspace(4)
  store i32 1, ptr addrspace(4) %q
  ret void
}

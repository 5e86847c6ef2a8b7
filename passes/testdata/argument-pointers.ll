; RUN: -O1 --print-after=infer-address-spaces %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
%struct.S = type { i32, ptr addrspace(4) }
; CHECK: define spir_kernel void @k(
; CHECK: [[P:%.*]] = load ptr addrspace(4), ptr
; CHECK: [[G:%.*]] = addrspacecast ptr addrspace(4) [[P]] to ptr addrspace(1)
; CHECK: [[A:%.*]] = getelementptr {{.*}}, ptr addrspace(1) [[G]], i64 {{.*}}
; CHECK: load i32, ptr addrspace(1) [[A]]
define spir_kernel void @k(ptr addrspace(1) %o, ptr byval(%struct.S) align 8 %s, i64 %i) {
  %f = getelementptr %struct.S, ptr %s, i32 0, i32 1
  %p = load ptr addrspace(4), ptr %f
  %q = getelementptr i32, ptr addrspace(4) %p, i64 %i
  %v = load i32, ptr addrspace(4) %q
  store i32 %v, ptr addrspace(1) %o
  ret void
}

; RUN: -O0 --print-after=metadata %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK: !opencl.ocl.version = !{![[V:[0-9]+]]}
; CHECK: ![[V]] = !{i32 2, i32 0}
define spir_kernel void @k(ptr addrspace(1) %p, i32 %x) {
  store i32 %x, ptr addrspace(1) %p
  ret void
}
!opencl.ocl.version = !{!0}
!0 = !{i32 0, i32 0}

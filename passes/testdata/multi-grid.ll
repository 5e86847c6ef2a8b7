; RUN: -O1 --emit=asm %s
; PASS: multi-grid
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; Kernels that make such a group, by themselves or in a function that they call, and no others.
; CHECK-DAG: gohip.v1 kernel {\".name\":\"direct\",{{.*}}\"features\":[\"multi_grid\"]
; CHECK-DAG: gohip.v1 kernel {\".name\":\"nested\",{{.*}}\"features\":[\"multi_grid\"]
; CHECK-DAG: gohip.v1 kernel {\".name\":\"none\",{{.*}}\".max_flat_workgroup_size\":1024}"
define spir_func void @__gohip_multi_grid() alwaysinline {
  ret void
}
define spir_func void @helper(ptr addrspace(1) %p) alwaysinline {
  call spir_func void @__gohip_multi_grid()
  store i32 1, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @direct(ptr addrspace(1) %p) {
  call spir_func void @__gohip_multi_grid()
  store i32 2, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @nested(ptr addrspace(1) %p) {
  call spir_func void @helper(ptr addrspace(1) %p)
  ret void
}
define spir_kernel void @none(ptr addrspace(1) %p) {
  store i32 3, ptr addrspace(1) %p
  ret void
}

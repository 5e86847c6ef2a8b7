; RUN: -O0 --print-after=dynamic-shared-argument %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@a = external addrspace(3) global [0 x i32], align 4
; CHECK-NOT: @__gohip_dynamic_lds
; CHECK: define spir_kernel void @other(ptr addrspace(1) %o) {
; CHECK: define internal spir_func void @f(i32 %i, ptr addrspace(3) noundef %lds)
; CHECK: store i32 %i, ptr addrspace(3) %lds
define internal spir_func void @f(i32 %i) noinline {
  store i32 %i, ptr addrspace(3) @a
  ret void
}
; CHECK: define internal spir_func void @through(i32 %i, ptr addrspace(3) noundef %lds)
; CHECK: call spir_func void @f(i32 %i, ptr addrspace(3) %lds)
define internal spir_func void @through(i32 %i) noinline {
  call spir_func void @f(i32 %i)
  ret void
}
; CHECK: define spir_kernel void @k(ptr addrspace(1) %o, ptr addrspace(3) noundef %lds)
; CHECK: call spir_func void @through(i32 1, ptr addrspace(3) %lds)
; CHECK: [[E:%.*]] = getelementptr i32, ptr addrspace(3) %lds, i64 3
; CHECK: load i32, ptr addrspace(3) [[E]]
; CHECK: [[G:%.*]] = addrspacecast ptr addrspace(3) %lds to ptr addrspace(4)
; CHECK: store ptr addrspace(4) [[G]]
define spir_kernel void @k(ptr addrspace(1) %o) {
  call spir_func void @through(i32 1)
  %v = load i32, ptr addrspace(4) getelementptr (i32, ptr addrspace(4) addrspacecast (ptr addrspace(3) @a to ptr addrspace(4)), i64 3)
  store i32 %v, ptr addrspace(1) %o
  store ptr addrspace(4) addrspacecast (ptr addrspace(3) @a to ptr addrspace(4)), ptr addrspace(1) %o
  ret void
}
define spir_kernel void @other(ptr addrspace(1) %o) {
  ret void
}

; RUN: -O2 --target=nvptx64-nvidia-cuda --cpu=sm_90 --features=+ptx80 --print-after=nvptx-large-blocks %s
target triple = "nvptx64-nvidia-cuda"
; Blocks of 1,024 threads cannot have 128 registers each: a variant without the limit is for them. They can have 64,
; and blocks of 512 can have 128.
; CHECK: define ptx_kernel void @few({{.*}} [[FEW:#[0-9]+]]
; CHECK: define ptx_kernel void @small({{.*}} [[SMALL:#[0-9]+]]
; CHECK: define ptx_kernel void @many({{.*}} [[MANY:#[0-9]+]]
; CHECK-NOT: @"few$large"
; CHECK-NOT: @"small$large"
; CHECK: define ptx_kernel void @"many$large"({{.*}} [[LARGE:#[0-9]+]]
; CHECK-DAG: attributes [[FEW]] = {{.*}} "nvvm.maxnreg"="64"
; CHECK-DAG: attributes [[SMALL]] = {{.*}} "nvvm.maxnreg"="128"
; CHECK-DAG: attributes [[MANY]] = {{.*}} "nvvm.maxnreg"="128"
; CHECK-NOT: attributes [[LARGE]] = {{.*}}maxnreg
define ptx_kernel void @few(ptr addrspace(1) %p) "nvvm.maxnreg"="64" {
  store volatile i32 1, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @small(ptr addrspace(1) %p) "nvvm.maxnreg"="128" "nvvm.maxntid"="512" {
  store volatile i32 2, ptr addrspace(1) %p
  ret void
}
define ptx_kernel void @many(ptr addrspace(1) %p) "nvvm.maxnreg"="128" {
  store volatile i32 3, ptr addrspace(1) %p
  ret void
}

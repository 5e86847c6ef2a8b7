; RUN: -O0 --emit=asm %s
; PASS: launch-bounds
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; Annotations of other names say nothing, and none is left in the image.
; CHECK-NOT: llvm.global.annotations
; CHECK-DAG: gohip.v1 kernel {\".name\":\"bounded\",{{.*}}\".max_flat_workgroup_size\":96}
; CHECK-DAG: gohip.v1 kernel {\".name\":\"free\",{{.*}}\".max_flat_workgroup_size\":1024}
; CHECK-NOT: llvm.global.annotations
@bounds = private unnamed_addr addrspace(1) constant [20 x i8] c"gohip.launch_bounds\00", section "llvm.metadata"
@other = private unnamed_addr addrspace(1) constant [6 x i8] c"other\00", section "llvm.metadata"
@file = private unnamed_addr addrspace(1) constant [6 x i8] c"a.hip\00", section "llvm.metadata"
@args = private unnamed_addr addrspace(1) constant { i32, i32 } { i32 96, i32 2 }, section "llvm.metadata"
@llvm.global.annotations = appending addrspace(1) global [3 x { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) }] [
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @bounded to ptr addrspace(1)), ptr addrspace(1) @bounds, ptr addrspace(1) @file, i32 1, ptr addrspace(1) @args },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @free to ptr addrspace(1)), ptr addrspace(1) @other, ptr addrspace(1) @file, i32 2, ptr addrspace(1) @args },
  { ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr addrspace(1) addrspacecast (ptr @helper to ptr addrspace(1)), ptr addrspace(1) @other, ptr addrspace(1) @file, i32 3, ptr addrspace(1) null }
], section "llvm.metadata"
define spir_func void @helper(ptr addrspace(1) %p) {
  store i32 1, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @bounded(ptr addrspace(1) %p) {
  call spir_func void @helper(ptr addrspace(1) %p)
  ret void
}
define spir_kernel void @free(ptr addrspace(1) %p) {
  call spir_func void @helper(ptr addrspace(1) %p)
  ret void
}

; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=unaligned-vectors %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; CHECK-LABEL: @k(
; CHECK: load <4 x i32>, ptr addrspace(1) %p, align 8
; CHECK: store volatile <4 x i32> {{.*}}, ptr addrspace(1) %q, align 8
; CHECK: load i32, ptr addrspace(1) %r, align 4
; CHECK: llvm.memcpy{{.*}} align 8 {{.*}} align 8
; An atomic operation needs its alignment.
; CHECK: store atomic i64 {{.*}} align 16
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r, ptr addrspace(1) %s) {
  %v = load <4 x i32>, ptr addrspace(1) %p, align 16
  store volatile <4 x i32> %v, ptr addrspace(1) %q, align 16
  %x = load i32, ptr addrspace(1) %r, align 4
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %r, ptr addrspace(1) align 32 %p, i64 48, i1 false)
  %y = zext i32 %x to i64
  store atomic i64 %y, ptr addrspace(1) %s monotonic, align 16
  ret void
}
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)

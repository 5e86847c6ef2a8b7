; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=flat-memory %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; Types lose their address spaces, texts keep their words.
; CHECK: @text = {{.*}} c"ptr addrspace(1)\00"
; CHECK: @x = {{.*}}global i32 5
@text = addrspace(1) externally_initialized global [17 x i8] c"ptr addrspace(1)\00"
@x = addrspace(1) externally_initialized global i32 5
; CHECK-NOT: addrspace
; CHECK: call void @llvm.memcpy.p0.p0.i64(
define spir_kernel void @k(ptr addrspace(1) %o, i64 %n) {
  %g = addrspacecast ptr addrspace(1) @x to ptr addrspace(4)
  %v = load volatile i32, ptr addrspace(4) %g
  store i32 %v, ptr addrspace(1) %o
  call void @llvm.memcpy.p1.p4.i64(ptr addrspace(1) %o, ptr addrspace(4) %g, i64 %n, i1 false)
  ret void
}
declare void @llvm.memcpy.p1.p4.i64(ptr addrspace(1), ptr addrspace(4), i64, i1)

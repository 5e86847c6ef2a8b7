; RUN: -O1 --target=spir64_gen-unknown-unknown --cpu=dg2 --print-after=intrinsics %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare void @llvm.memcpy.p3.p1.i64(ptr addrspace(3), ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
; Four numbers of 32 bits are one load and one store for the GPU.
; CHECK-LABEL: define spir_kernel void @tile(
; CHECK-COUNT-4: load i32, ptr addrspace(1)
; CHECK-COUNT-4: store i32 %{{.*}}, ptr addrspace(3)
; CHECK: ret void
define spir_kernel void @tile(ptr addrspace(1) %p, ptr addrspace(3) %q) {
  call void @llvm.memcpy.p3.p1.i64(ptr addrspace(3) align 16 %q, ptr addrspace(1) align 16 %p, i64 16, i1 false)
  ret void
}
; What becomes private may be pointers.
; CHECK-LABEL: define spir_kernel void @private(
; CHECK-COUNT-2: load i64, ptr addrspace(1)
; CHECK: ret void
define spir_kernel void @private(ptr addrspace(1) %p, i64 %i) {
  %a = alloca [2 x i64]
  call void @llvm.memcpy.p0.p1.i64(ptr align 8 %a, ptr addrspace(1) align 8 %p, i64 16, i1 false)
  %at = getelementptr i64, ptr %a, i64 %i
  %v = load i64, ptr %at
  store i64 %v, ptr addrspace(1) %p
  ret void
}

; RUN: -O0 --print-after=intrinsics %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p4.p4.i64(ptr addrspace(4), ptr addrspace(4), i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
; CHECK: define spir_kernel void @k(
define spir_kernel void @k(ptr addrspace(1) %d, ptr addrspace(1) %s, i64 %n, i8 %v) {
; A short copy reads all before it writes.
; CHECK: [[A:%.*]] = load i64, ptr addrspace(1) %s, align 8
; CHECK: [[B:%.*]] = load i32, ptr addrspace(1) {{.*}}, align 8
; CHECK: store i64 [[A]], ptr addrspace(1) %d, align 8
; CHECK: store i32 [[B]], ptr addrspace(1) {{.*}}, align 8
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 8 %d, ptr addrspace(1) align 8 %s, i64 12, i1 false)
; CHECK: call void @__gohip.copy.1.1.1(ptr addrspace(1) %d, ptr addrspace(1) %s, i64 %n)
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %d, ptr addrspace(1) %s, i64 %n, i1 false)
; CHECK: call void @__gohip.move.1.1.1(
  %dg = addrspacecast ptr addrspace(1) %d to ptr addrspace(4)
  %sg = addrspacecast ptr addrspace(1) %s to ptr addrspace(4)
  call void @llvm.memmove.p4.p4.i64(ptr addrspace(4) %dg, ptr addrspace(4) %sg, i64 %n, i1 false)
; CHECK: mul i32 {{.*}}, 16843009
; CHECK: call void @__gohip.fill.1.4(ptr addrspace(1) %d, i32 {{.*}}, i64 4000)
  call void @llvm.memset.p1.i64(ptr addrspace(1) align 4 %d, i8 %v, i64 4000, i1 false)
  ret void
}

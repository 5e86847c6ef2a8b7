; RUN: -O0 --print-after=private-copies %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
%struct.S = type { i32, i32 }
; CHECK-LABEL: define spir_kernel void @writes(
; CHECK: [[C:%.*]] = alloca %struct.S, align 4
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 [[C]], ptr align 4 %s, i64 8, i1 false)
; CHECK: store i32 1, ptr [[C]]
define spir_kernel void @writes(ptr addrspace(1) %o, ptr byval(%struct.S) align 4 %s) {
  store i32 1, ptr %s
  %v = load i64, ptr %s
  store i64 %v, ptr addrspace(1) %o
  ret void
}
; CHECK-LABEL: define spir_kernel void @reads(
; CHECK-NOT: alloca
; CHECK: ret void
define spir_kernel void @reads(ptr addrspace(1) %o, ptr byval(%struct.S) align 4 %s) {
  %v = load i64, ptr %s
  store i64 %v, ptr addrspace(1) %o
  ret void
}

; RUN: -O1 --print-after=shared-offsets %s
; VALIDATE
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [64 x i32] undef, align 4
; Complements and differences are below zero where they wrap; other indices stay.
; CHECK-LABEL: define spir_kernel void @back(
; CHECK: %[[N:.*]] = xor i32 %i, -1
; CHECK: %[[X:.*]] = sext i32 %[[N]] to i64
; CHECK: getelementptr i32, ptr addrspace(3) {{.*}}, i64 %[[X]]
; CHECK: %[[U:.*]] = zext i32 %j to i64
; CHECK: getelementptr {{.*}}, ptr addrspace(3) {{.*}}, i64 %[[U]]
define spir_kernel void @back(ptr addrspace(1) %o, i32 %i, i32 %j) {
  %e = getelementptr i32, ptr addrspace(3) @s, i64 63
  %n = xor i32 %i, -1
  %x = zext i32 %n to i64
  %p = getelementptr i32, ptr addrspace(3) %e, i64 %x
  %v = load i32, ptr addrspace(3) %p
  %y = zext i32 %j to i64
  %q = getelementptr i32, ptr addrspace(3) @s, i64 %y
  store i32 %v, ptr addrspace(3) %q
  %w = load volatile i32, ptr addrspace(3) %q
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=insert-warp-barriers %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [4096 x i32] undef, align 4
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
; A lane reads an element at an index from memory after all have stored.
; CHECK-LABEL: define {{.*}}spir_kernel void @gathered(
; CHECK: store i32 {{.*}} addrspace(3)
; CHECK: call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK: load i32, ptr addrspace(3)
define spir_kernel void @gathered(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %i = load i32, ptr addrspace(1) %a
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %id
  store i32 %i, ptr addrspace(3) %p
  %j = sext i32 %i to i64
  %q = getelementptr i32, ptr addrspace(3) @s, i64 %j
  %v = load i32, ptr addrspace(3) %q
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %o
  ret void
}
; All lanes have read before one stores.
; CHECK-LABEL: define {{.*}}spir_kernel void @permuted(
; CHECK: load i32, ptr addrspace(3)
; CHECK: call void @_Z22__spirv_ControlBarrierjjj(i32 3, i32 3, i32 392)
; CHECK: store i32 {{.*}} addrspace(3)
define spir_kernel void @permuted(ptr addrspace(1) %in) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %i = load i32, ptr addrspace(1) %a
  %j = sext i32 %i to i64
  %q = getelementptr i32, ptr addrspace(3) @s, i64 %j
  %v = load i32, ptr addrspace(3) %q
  %w = mul i32 %v, 3
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %id
  store i32 %w, ptr addrspace(3) %p
  ret void
}
; Each lane has a row of 64 elements, and then a column, whose elements are a block apart.
; CHECK-LABEL: define {{.*}}spir_kernel void @rows(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @rows(ptr addrspace(1) %in) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %i = load i32, ptr addrspace(1) %a
  %j = sext i32 %i to i64
  %row = getelementptr [64 x i32], ptr addrspace(3) @s, i64 %id, i64 0
  store i32 0, ptr addrspace(3) %row
  %p = getelementptr [64 x i32], ptr addrspace(3) @s, i64 %id, i64 %j
  %v = load i32, ptr addrspace(3) %p
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(3) %p
  ret void
}
; CHECK-LABEL: define {{.*}}spir_kernel void @columns(
; CHECK-NOT: ControlBarrier
; CHECK: ret void
define spir_kernel void @columns(ptr addrspace(1) %in, i64 %size) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %in, i64 %id
  %i = load i32, ptr addrspace(1) %a
  %j = sext i32 %i to i64
  %start = getelementptr i32, ptr addrspace(3) @s, i64 %id
  store i32 0, ptr addrspace(3) %start
  %far = mul i64 %j, %size
  %k = add i64 %far, %id
  %p = getelementptr i32, ptr addrspace(3) @s, i64 %k
  %v = load i32, ptr addrspace(3) %p
  %w = add i32 %v, 1
  store i32 %w, ptr addrspace(3) %p
  ret void
}

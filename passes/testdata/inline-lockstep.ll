; RUN: --target=x86_64-unknown-linux-gnu -O2 --print-after=inline-lockstep %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [64 x i32] undef, align 4
@table = addrspace(1) global [2 x ptr] [ptr @next, ptr @opposite]
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
; Lanes exchange values in a function, and in functions that are called through a pointer.
; CHECK-LABEL: define {{.*}}spir_kernel void @called(
; CHECK-NOT: call {{.*}} @next
; CHECK: ret void
define spir_kernel void @called(ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %v = call spir_func i32 @next(ptr addrspace(4) addrspacecast (ptr addrspace(3) @s to ptr addrspace(4)), i64 %id)
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %o
  ret void
}
; CHECK-LABEL: define {{.*}}spir_kernel void @pointer(
; CHECK-NOT: call {{.*}} %f(
; CHECK: ret void
define spir_kernel void @pointer(ptr addrspace(1) %out, i64 %n) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr [2 x ptr], ptr addrspace(1) @table, i64 0, i64 %n
  %f = load ptr, ptr addrspace(1) %p
  %v = call spir_func i32 %f(ptr addrspace(4) addrspacecast (ptr addrspace(3) @s to ptr addrspace(4)), i64 %id)
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %v, ptr addrspace(1) %o
  ret void
}
; A function in which each lane keeps to its own elements stays a function.
; CHECK-LABEL: define {{.*}}spir_kernel void @private(
; CHECK: call {{.*}} @own(
define spir_kernel void @private(ptr addrspace(1) %out) {
  %id = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %id
  call spir_func void @own(ptr addrspace(1) %p)
  ret void
}
define internal spir_func i32 @next(ptr addrspace(4) %s, i64 %i) noinline {
  %p = getelementptr i32, ptr addrspace(4) %s, i64 %i
  %n = trunc i64 %i to i32
  store i32 %n, ptr addrspace(4) %p
  %j = xor i64 %i, 1
  %q = getelementptr i32, ptr addrspace(4) %s, i64 %j
  %v = load i32, ptr addrspace(4) %q
  ret i32 %v
}
define internal spir_func i32 @opposite(ptr addrspace(4) %s, i64 %i) noinline {
  %p = getelementptr i32, ptr addrspace(4) %s, i64 %i
  %n = trunc i64 %i to i32
  store i32 %n, ptr addrspace(4) %p
  %j = xor i64 %i, 16
  %q = getelementptr i32, ptr addrspace(4) %s, i64 %j
  %v = load i32, ptr addrspace(4) %q
  ret i32 %v
}
define internal spir_func void @own(ptr addrspace(1) %p) noinline {
  %v = load i32, ptr addrspace(1) %p
  %w = mul i32 %v, 3
  store i32 %w, ptr addrspace(1) %p
  ret void
}

; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=sanitize %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
@s = internal addrspace(3) global [8 x i32] undef, align 4
declare spir_func i64 @_Z12get_local_idj(i32) nounwind willreturn memory(none)
declare spir_func void @_Z7barrierj(i32) convergent nounwind
; Work-items say who they are, accesses are looked up in the shadow, and what follows a shared variable is
; poisoned.
; CHECK-LABEL: define internal fastcc void @k.block(
; CHECK: call void @__asan_poison_memory_region(ptr {{.*}}, i64 32)
; CHECK: getelementptr inbounds nuw i8, ptr %block, i64 40
; CHECK: store volatile i32 %
; CHECK: call void @__asan_report_store4(
; What is not marked is not instrumented.
; CHECK-LABEL: define void @plain(
; CHECK-NOT: __asan_report
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %o) sanitize_address {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 1, ptr addrspace(1) %p
  %q = getelementptr i32, ptr addrspace(3) @s, i64 %i
  store i32 2, ptr addrspace(3) %q
  call spir_func void @_Z7barrierj(i32 3)
  %v = load i32, ptr addrspace(3) @s
  store i32 %v, ptr addrspace(1) %p
  ret void
}
define spir_kernel void @plain(ptr addrspace(1) %o) {
  %i = call spir_func i64 @_Z12get_local_idj(i32 0)
  %p = getelementptr i32, ptr addrspace(1) %o, i64 %i
  store i32 1, ptr addrspace(1) %p
  ret void
}

; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=collective-pointers %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; A function whose address is taken synchronises: calls of pointers switch over the functions, which are then inlined.
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call {{.*}}i32 @__gohip.indirect.0(
; CHECK-LABEL: define internal {{.*}}@__gohip.indirect.0(
; CHECK: switch i64
; CHECK-DAG: call {{.*}}@exchange
; CHECK-DAG: call {{.*}}@plain
declare spir_func void @_Z7barrierj(i32) convergent nounwind
@table = addrspace(1) externally_initialized global [2 x ptr] [ptr @exchange, ptr @plain]
define internal spir_func i32 @exchange(i32 %x) noinline {
  call spir_func void @_Z7barrierj(i32 3)
  ret i32 %x
}
define internal spir_func i32 @plain(i32 %x) noinline {
  ret i32 7
}
define spir_kernel void @k(i64 %n, ptr addrspace(1) %p) {
  %a = getelementptr ptr, ptr addrspace(1) @table, i64 %n
  %f = load ptr, ptr addrspace(1) %a
  %r = call spir_func i32 %f(i32 5)
  store i32 %r, ptr addrspace(1) %p
  ret void
}

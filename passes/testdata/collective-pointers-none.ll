; RUN: --target=x86_64-unknown-linux-gnu -O1 --print-after=collective-pointers %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
; Where no such function synchronises, addresses are called.
; CHECK-NOT: gohip.indirect
; CHECK: call {{(spir_func )?}}i32 %{{.*}}(i32 5)
; CHECK-NOT: gohip.indirect
@table = addrspace(1) externally_initialized global [1 x ptr] [ptr @plain]
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

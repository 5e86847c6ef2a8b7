; RUN: -O0 --print-after=traps %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64"
declare void @llvm.trap()
; CHECK: call spir_func void @__gohip_stop(i32 3)
; CHECK-NEXT: unreachable
define spir_kernel void @k(i1 %c) {
  br i1 %c, label %bad, label %good
bad:
  call void @llvm.trap()
  unreachable
good:
  ret void
}
